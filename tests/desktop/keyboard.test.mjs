// The whole demo by keyboard alone, in the real window: no click, and no element that is given the focus from outside.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openAssent, part } from './assent.mjs';
import { browse, Recorder } from './browser.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';
import { ask, hear } from './walk.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */

// More stops than any view has between two things.
const MOST_STOPS = 60;

/**
 * Goes on by Tab until something has the focus.
 * @param {Page} page
 * @param {string} css
 */
async function tabTo(page, css) {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const seen = await page.run(
      'const it = document.activeElement; return it.matches(arguments[0]) && (it.matches(":focus-visible") ? "yes" : "unseen")',
      [css],
    );
    // A place that has the focus and does not show it is lost to whoever looks for it.
    if (seen === 'unseen') assert.fail(`the focus on ${css} cannot be seen`);
    if (seen === 'yes') return;
    await page.press('Tab');
  }
  assert.fail(`${css} is not reached by Tab`);
}

/**
 * Goes to the question that waits, by its key.
 * @param {Page} page
 * @param {string} kind
 */
async function goToAsk(page, kind) {
  // What is in sight may be another card, such as that of a page that is finished.
  await page.find(`${part('waiting')}:enabled`, 60_000);
  await page.press('Control+j');
  const inside = `return document.querySelector(arguments[0])?.contains(document.activeElement) ?? false`;
  await until(`the focus in the ${kind}`, () => page.run(inside, [ask(kind)]));
}

/**
 * Sends a message.
 * @param {Page} page
 * @param {string} text
 */
async function say(page, text) {
  await page.press('Control+l');
  await until('the focus in the message box', () => page.run('return document.activeElement.matches(arguments[0])', [part('composer')]));
  await page.press(...text, 'Enter');
}

/**
 * Presses Enter on something once it may be pressed.
 * @param {Page} page
 * @param {string} css
 */
async function enterOn(page, css) {
  await page.find(`${css}:enabled`);
  await tabTo(page, css);
  await page.press('Enter');
}

test('the whole demo by keyboard alone', async () => {
  const stage = await Stage.set();
  try {
    const recorder = await Recorder.put(stage.folder);
    const page = await openAssent(stage, ['--demo'], { ...recorder.variables, ASSENT_DEMO_PACE: '0' });
    await orPicture(page, 'keyboard', () => tour(stage, page, recorder));
  } finally {
    await stage.strike();
  }
});

/**
 * @param {Stage} stage
 * @param {Page} page
 * @param {Recorder} recorder
 */
async function tour(stage, page, recorder) {
  await say(page, 'Hello');
  await goToAsk(page, 'permission');
  await enterOn(page, `${ask('permission', 'permission-option')}[data-option-kind="allow-once"]`);

  await goToAsk(page, 'form');
  const field = (/** @type {string} */ name) => `${ask('form')} ${part('field', { name })}`;
  await tabTo(page, `${field('name')} :is(input, textarea)`);
  await page.press(...'lights');
  for (const name of ['region', 'checks', 'public']) {
    await tabTo(page, `${field(name)} input`);
    await page.press('Space');
  }
  await page.press('Control+Enter');

  await goToAsk(page, 'link');
  await enterOn(page, ask('link', 'review-link'));
  await page.find(part('link-dialog'));
  const shown = await (await page.find(part('link-address'))).text();
  await enterOn(page, part('link-open'));
  const [opened] = await recorder.start();
  assert.equal(opened, shown);
  const browser = await browse(stage, shown);
  await browser.click('button[value="allow"]');
  await browser.gone('button[value="allow"]');
  await browser.close();
  await hear(page, 'That was the tour');

  await say(page, '/link');
  await goToAsk(page, 'link');
  await enterOn(page, ask('link', 'review-link'));
  await page.find(part('link-dialog'));
  await enterOn(page, part('link-decline'));
  await hear(page, 'You declined.');
  assert.equal((await recorder.starts()).length, 1);
}
