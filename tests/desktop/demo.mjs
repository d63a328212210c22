// Walks through the demo in the real window, on a display of its own, and tells what it does. `make demo` runs
// it where there is no display.

import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { openAssent, part, prompt, ROOT, TARGET } from './assent.mjs';
import { browse, Recorder } from './browser.mjs';
import { Hands } from './hands.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { pause } from './until.mjs';
import { ask, choose, fill, hear, review } from './walk.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */

const folder = join(TARGET, 'demo');
/** A program as it is shipped looks for presses at its display; one built for debugging can be told not to. */
const SHIPPED = process.env['ASSENT_PROGRAM'] !== undefined;
let number = 0;

/**
 * Tells of a step, with a picture of what it led to.
 * @param {Page} page
 * @param {string} name
 * @param {string} words
 */
async function tell(page, name, words) {
  number += 1;
  const file = `${String(number).padStart(2, '0')}-${name}.png`;
  // What moves takes less than this to come to rest.
  await pause(250);
  await page.picture(join(folder, file));
  console.log(`${String(number).padStart(2)}. ${words}\n    ${file}`);
}

/**
 * Scrolls to a part of the page.
 * @param {Page} page
 * @param {string} css
 */
async function show(page, css) {
  await page.run('document.querySelector(arguments[0])?.scrollIntoView()', [css]);
}

/** @param {Stage} stage */
async function walk(stage) {
  const recorder = await Recorder.put(stage.folder);
  const project = join(stage.folder, 'harbour-lights');
  await mkdir(project);
  const looks = SHIPPED ? { ASSENT_TEST_HANDS: '' } : {};
  const page = await openAssent(stage, ['--demo', '--cwd', project], { ...recorder.variables, ...looks });
  await orPicture(page, 'demo', () => tour(stage, page, recorder));
  await page.close();
}

/**
 * @param {Stage} stage
 * @param {Page} page
 * @param {Recorder} recorder
 */
async function tour(stage, page, recorder) {
  const hands = new Hands(stage.display);
  const pressing = async () => {
    if (!SHIPPED) return;
    // The browser may have had the keyboard.
    await hands.take();
    await hands.nudge();
  };
  /** @param {string} css */
  const press = async (css) => {
    await page.find(`${css}:enabled`);
    if (!SHIPPED) return page.click(css);
    await hands.take();
    await hands.click(page, css);
  };
  /** @param {string} text */
  const say = async (text) => {
    await pressing();
    await prompt(page, text);
  };
  await tell(page, 'window', 'Assent is open, with the demo agent and a session on it.');

  await say('Hello! What can you show me?');
  await page.find(ask('permission'), 60_000);
  await tell(page, 'permission', 'The agent says what there is to see, then asks to change a file. The change is shown with the question.');
  await press(`${ask('permission', 'permission-option')}[data-option-kind="allow-once"]`);

  await page.find(ask('form'), 60_000);
  await tell(page, 'form', 'It was allowed once. Now the agent asks with a form. Nothing is chosen that the agent or the person did not choose.');
  await press(ask('form', 'accept'));
  await page.find(ask('form', 'field-error'));
  await page.find(`${ask('form', 'accept')}:enabled`);
  await tell(page, 'form-errors', 'Accept was pressed too early. Nothing was sent, and each question says what is missing.');
  await fill(page, 'name', 'harbour-lights');
  await choose(page, 'region', 'Stockholm');
  await fill(page, 'budget', '120.50');
  await choose(page, 'checks', 'Tests');
  await choose(page, 'checks', 'A review');
  await choose(page, 'public', 'No');
  await fill(page, 'contact', 'ann@example.org');
  await show(page, `${ask('form')} ${part('field', { name: 'region' })}`);
  await tell(page, 'form-filled', 'The form is filled in.');
  await page.click(ask('form', 'preview-toggle'));
  await page.find(ask('form', 'preview'));
  await show(page, ask('form', 'preview'));
  await tell(page, 'form-preview', 'It shows the very answer it would send.');
  await press(ask('form', 'accept'));

  await page.find(ask('link'), 60_000);
  await tell(page, 'link', 'It was sent; the agent repeated it. Now it asks to sign in on a web page. Only the host is shown, and nothing to click by accident.');
  await review(page);
  await page.find(`${part('link-open')}:enabled`);
  await tell(page, 'link-dialog', 'The whole address is on the screen before anything can be opened, with what is to be known about it.');
  const shown = await (await page.find(part('link-address'))).text();
  await press(part('link-open'));
  const [opened, ...more] = await recorder.start();
  if (opened !== shown || more.length > 0) throw new Error(`shown was ${shown}, the browser got ${opened} ${more}`);
  await page.find(part('ask', { kind: 'link', status: 'waiting' }));
  await tell(page, 'waiting', 'It was agreed to. The browser got the address exactly as shown, and Assent waits for the page.');

  const browser = await browse(stage, opened);
  await browser.find('button[value="allow"]');
  await tell(browser, 'browser', 'A second browser plays the system browser and shows the page.');
  await browser.click('button[value="allow"]');
  await browser.gone('button[value="allow"]');
  await tell(browser, 'browser-done', 'Allow was pressed there. The page sends back to the agent.');
  await browser.close();

  await hear(page, 'That was the tour');
  await tell(page, 'signed-in', 'The agent knows who signed in, and the tour is over.');

  await say('/link');
  await page.find(ask('link'), 60_000);
  await review(page);
  await tell(page, 'misleading', 'A link that is not what it seems: the part that names its owner is in bold, and the reasons to look twice stand below.');
  await page.click(part('link-decline'));
  await hear(page, 'You declined.');
  await tell(page, 'declined', 'It was declined, and nothing was opened.');
  if ((await recorder.starts()).length !== 1) throw new Error('a browser was started that nobody asked for');
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
console.log('There is no display, so this walks through the demo by itself, in the real window.\n');
const stage = await Stage.set();
try {
  await walk(stage);
  console.log(`\nThat was the demo. The pictures are in ${relative(ROOT, folder)}.`);
} finally {
  await stage.strike();
}
