// What axe finds wrong with a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @typedef {{ violations: { id: string, nodes: { html: string }[] }[] }} Results */

/**
 * The rules that are broken, and where.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = /** @type {{ axe: { run(): Promise<Results> } }} */ (/** @type {unknown} */ (window));
    const { violations: found } = await axe.run();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  });
}
