// What axe finds wrong with a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The whole of it, to be run in a page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The body of a function that gives the rules that are broken, and where. Its one argument names the rules to go by; none
 * are all of them, and with them the targets of at least 24 pixels of WCAG 2.2, which axe does not look at by itself.
 */
export const LOOK = `const [rules] = arguments;
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : { rules: { 'target-size': { enabled: true } } };
  return axe.run(options).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 300) + '\\n' + (failureSummary ?? ''))));`;

/**
 * The rules that are broken in a page, and where.
 * @param {import('playwright-core').Page} page
 * @param {string[]} [only] these rules; left out, all of them
 * @returns {Promise<string[]>}
 */
export async function violations(page, only) {
  // Not as a script element: the policy forbids that.
  await page.evaluate(`if (!window.axe) { ${AXE} }`);
  return page.evaluate(`(function () { ${LOOK} })(${JSON.stringify(only ?? null)})`);
}
