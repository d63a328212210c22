// Windows with frames, as a window manager gives them: where they stand after a restart, and what closing one does.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { ended, openAssent, part, prompt } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { Hands } from './hands.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */
/** @typedef {{ size: [number, number], at: [number, number] | null, maximized: boolean }} Stood */
/** @typedef {{ stage: Stage, hands: Hands, open: (args?: string[]) => Promise<Page>, kept: () => Promise<{ main?: Stood, session?: Stood }> }} Scene */

/** The title of a session's own window, as a pattern. */
const OWN = '· Assent$';

/**
 * @param {string} name
 * @param {(scene: Scene) => Promise<void>} body
 */
function check(name, body) {
  test(name, { timeout: 240_000 }, async () => {
    const stage = await Stage.set();
    try {
      await stage.manage();
      const browser = await Recorder.put(stage.folder);
      const variables = { ...browser.variables, ASSENT_DEMO_PACE: '0' };
      /** @type {Page | undefined} */
      let page;
      const open = async (/** @type {string[]} */ args = []) => (page = await openAssent(stage, args, variables, 'main'));
      const kept = async () => JSON.parse(await readFile(join(stage.folder, 'state', 'windows.json'), 'utf8').catch(() => '{}'));
      const work = () => body({ stage, hands: new Hands(stage.display), open, kept });
      await orPicture({ picture: async (file) => page?.picture(file), violations: async () => (await page?.violations()) ?? [] }, name, work);
    } finally {
      await stage.strike();
    }
  });
}

/** How a page's window stands: its inner size and its corner. @param {Page} page @returns {Promise<number[]>} */
const stands = (page) => page.run('return [innerWidth, innerHeight, screenX, screenY]');

/** Ends the program by its key. @param {Scene} scene @param {Page} page */
async function quit({ stage }, page) {
  assert.deepEqual(await page.violations(), []);
  // With its window the driver may lose the key's answer.
  await page.press('Control+q').catch(() => undefined);
  await ended(stage);
}

/** Puts the window somewhere, and waits until that is kept. @param {Scene} scene */
async function put({ hands, kept }) {
  await hands.resize(900, 640);
  await hands.move(120, 80);
  await until('it to be kept', async () => {
    const { main } = await kept();
    return main?.size[0] === 900 && main.size[1] === 640 && (main.at?.[0] ?? 0) > 100;
  });
}

/** Waits until a window stands like this. @param {Page} page @param {string} how @param {(stands: number[]) => boolean} fits */
async function comesToStand(page, how, fits) {
  let last = /** @type {number[]} */ ([]);
  await until(`the window to stand ${how}`, async () => fits((last = await stands(page)))).catch((why) => {
    throw new Error(`it stands ${last}`, { cause: why });
  });
}

check('a window stands where it stood, however often the program starts', async (scene) => {
  const { open } = scene;
  const first = await open(['--demo']);
  await put(scene);
  const stood = await stands(first);
  assert.deepEqual(stood.slice(0, 2), [900, 640]);
  await quit(scene, first);
  // A frame that is counted in or left out moves the window with each start.
  for (const start of [1, 2]) {
    const again = await open();
    await comesToStand(again, `at ${stood} at start ${start}`, (now) => String(now) === String(stood));
    await quit(scene, again);
  }
});

check('a window that filled the screen does so again, and is as large as before once it no longer does', async (scene) => {
  const { open, hands, kept } = scene;
  const first = await open(['--demo']);
  await put(scene);
  const stood = await stands(first);
  await hands.press('alt+F10');
  await until('it to be kept', async () => (await kept()).main?.maximized);
  assert.deepEqual((await kept()).main?.size, [900, 640]);
  await quit(scene, first);

  const again = await open();
  await comesToStand(again, 'over the whole screen', ([width = 0]) => width > 1240);
  await hands.press('alt+F10');
  await comesToStand(again, `at ${stood}`, (now) => String(now) === String(stood));
  await quit(scene, again);
});

check('a window whose screen is gone, or that was larger than any, is in reach', async (scene) => {
  const { stage, open } = scene;
  await mkdir(join(stage.folder, 'state'));
  const file = join(stage.folder, 'state', 'windows.json');
  await writeFile(file, JSON.stringify({ main: { size: [5000, 4000], at: [9000, 9000], maximized: false } }));
  const page = await open();
  await comesToStand(page, 'in reach', ([width = 0, height = 0, x = -1, y = -1]) => width <= 1280 && height <= 900 && x >= 0 && x < 1200 && y >= 0 && y < 880);
  await quit(scene, page);
});

check('the window of a session comes back with the program, unless it was closed before', async (scene) => {
  const { open, hands } = scene;
  const first = await open(['--demo']);
  await first.find(part('composer'));
  await prompt(first, '/nothing');
  await first.find(part('entry', { kind: 'agent' }));
  const main = await first.window();
  await first.click(part('own-window'));
  await until('the second window', async () => (await first.windows()).length === 2);
  await first.find(part('own-window', { open: 'true' }));
  await quit(scene, first);

  const again = await open();
  const own = await until('the second window', async () => {
    const here = await again.window();
    return (await again.windows()).find((handle) => handle !== here);
  });
  assert.notEqual(own, main);
  const here = await again.window();
  await again.turnTo(own);
  await again.find(part('entry', { kind: 'agent' }));
  assert.equal((await again.all(part('sidebar'))).length, 0);
  await hands.close(OWN);
  await again.turnTo(here);
  await until('it to close', async () => (await again.windows()).length === 1);
  await again.find(part('own-window', { open: 'false' }));
  await quit(scene, again);

  const third = await open();
  await third.find(part('own-window', { open: 'false' }));
  assert.equal((await third.windows()).length, 1);
  await quit(scene, third);
});

check('closing by the frame while something waits asks once, and the answer counts', async (scene) => {
  const { stage, open, hands } = scene;
  const page = await open(['--demo']);
  await page.find(part('composer'));
  await prompt(page, '/link');
  const card = `${part('ask', { kind: 'link', status: 'pending' })}[data-docked]`;
  await page.find(card);
  // The window of a session is closed without a question: nothing ends with it.
  await page.click(part('own-window'));
  await until('the second window', () => hands.sees(OWN));
  await page.find(part('own-window', { open: 'true' }));
  await hands.close(OWN);
  await page.find(part('own-window', { open: 'false' }));
  await page.find(card);
  assert.equal((await page.all(part('leave-dialog'))).length, 0);

  await hands.close();
  await page.find(part('leave-dialog'));
  await hands.close();
  assert.equal((await page.all(part('leave-dialog'))).length, 1);
  await page.press('Escape');
  await page.gone(part('leave-dialog'));
  await page.find(card);
  await hands.close();
  await page.click(part('leave-quit')).catch(() => undefined);
  await ended(stage);
});
