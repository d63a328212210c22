// A test with a window of its own, and a picture of it when the test fails.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { openAssent, TARGET } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { Stage } from './stage.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */

/** Opens the window with the demo agent, which then does not pause between its words. */
export const demo = () => Promise.resolve(['--demo']);

/**
 * Runs a test in a window whose system browser is a recorder.
 * @param {string} name
 * @param {(stage: Stage) => Promise<string[]>} start gives the arguments of the program
 * @param {(page: Page, browser: Recorder) => Promise<void>} body
 */
export function check(name, start, body) {
  test(name, async () => {
    const stage = await Stage.set();
    try {
      const browser = await Recorder.put(stage.folder);
      const page = await openAssent(stage, await start(stage), { ...browser.variables, ASSENT_DEMO_PACE: '0' });
      await orPicture(page, name, () => body(page, browser));
    } finally {
      await stage.strike();
    }
  });
}

/**
 * Does something; when that fails, leaves a picture of the window and says where. What the page's policy had to forbid
 * meanwhile is a failure, too.
 * @param {Pick<Page, 'picture' | 'violations'>} page
 * @param {string} name
 * @param {() => Promise<void>} body
 */
export async function orPicture(page, name, body) {
  try {
    await body();
    // A window that was closed has nothing more to tell.
    assert.deepEqual(await page.violations().catch(() => []), []);
  } catch (error) {
    const folder = join(TARGET, 'desktop');
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.png`);
    await page.picture(file).then(
      () => console.error(`a picture of the window is in ${file}`),
      (why) => console.error(`no picture could be taken: ${why}`),
    );
    throw error;
  }
}
