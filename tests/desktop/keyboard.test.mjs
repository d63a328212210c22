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
 * Goes on by Tab, or back, until something has the focus.
 * @param {Page} page
 * @param {string} css
 * @param {'Tab' | 'Shift+Tab'} [key]
 */
async function tabTo(page, css, key = 'Tab') {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const seen = await page.run(
      'const it = document.activeElement; return it.matches(arguments[0]) && (it.matches(":focus-visible") ? "yes" : "unseen")',
      [css],
    );
    // A place that has the focus and does not show it is lost to whoever looks for it.
    if (seen === 'unseen') assert.fail(`the focus on ${css} cannot be seen`);
    if (seen === 'yes') return;
    await page.press(key);
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
  const inside = `return document.querySelector(arguments[0])?.contains(document.activeElement) ?? false`;
  const there = () => page.run(inside, [ask(kind)]);
  // A key that comes while the question is still on its way leads to what was there before; then a person presses it again.
  await until(`the focus in the ${kind}`, async () => {
    await page.press('Control+j');
    return until(`the focus in the ${kind}`, there, 2_000).catch(() => false);
  });
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
 * @param {'Tab' | 'Shift+Tab'} [key]
 */
async function enterOn(page, css, key) {
  await page.find(`${css}:enabled`);
  await tabTo(page, css, key);
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
 * Agrees to the page that is asked for, and allows there what it is about.
 * @param {Stage} stage
 * @param {Page} page
 * @param {Recorder} recorder
 * @param {number} number of the page, counted from 0
 */
async function signIn(stage, page, recorder, number) {
  await goToAsk(page, 'link');
  await enterOn(page, ask('link', 'review-link'));
  await page.find(part('link-dialog'));
  const shown = await (await page.find(part('link-address'))).text();
  await enterOn(page, part('link-open'));
  const [opened] = await recorder.start(number);
  assert.equal(opened, shown);
  const browser = await browse(stage, shown);
  await browser.click('button[value="allow"]');
  await browser.gone('button[value="allow"]');
  await browser.close();
}

/** How large the text is, against the usual size. @param {Page} page @returns {Promise<string>} */
const textScale = (page) => page.run("return getComputedStyle(document.documentElement).getPropertyValue('--text-scale').trim()");

/**
 * All scenes of the stage, in order, each begun by its key.
 * @param {Stage} stage
 * @param {Page} page
 * @param {Recorder} recorder
 */
async function tour(stage, page, recorder) {
  const field = (/** @type {string} */ name) => `${ask('form')} ${part('field', { name })}`;
  /** @param {string} name */
  const next = async (name) => {
    await page.press('F9');
    await page.find(`${part('scene')}[data-scene="${name}"][aria-current=step]`);
  };

  await next('tour');
  await goToAsk(page, 'permission');
  await enterOn(page, `${ask('permission', 'permission-option')}[data-option-kind="allow-once"]`);
  await goToAsk(page, 'form');
  await tabTo(page, `${field('name')} :is(input, textarea)`);
  await page.press(...'lights');
  for (const name of ['region', 'checks', 'public']) {
    await tabTo(page, `${field(name)} input`);
    await page.press('Space');
  }
  await page.press('Control+Enter');
  await signIn(stage, page, recorder, 0);
  await hear(page, 'That was the tour');

  await next('form');
  await goToAsk(page, 'form');
  // Too early: it says what is missing, and leads there.
  await page.press('Control+Enter');
  await page.find(ask('form', 'form-summary'));
  await enterOn(page, ask('form', 'preview-toggle'));
  await page.find(ask('form', 'preview'));
  await enterOn(page, ask('form', 'decline'), 'Shift+Tab');
  await page.gone(ask('form'));

  await next('sign-in');
  await signIn(stage, page, recorder, 1);
  await hear(page, 'Nothing of that went through your client.');

  await next('link');
  await goToAsk(page, 'link');
  await enterOn(page, ask('link', 'review-link'));
  await page.find(part('link-dialog'));
  await tabTo(page, part('link-understood'));
  await page.press('Space');
  await enterOn(page, part('link-decline'));
  await page.gone(part('link-dialog'));

  await next('secret');
  await goToAsk(page, 'form');
  await page.find(ask('form', 'secret-banner'));
  await tabTo(page, `${ask('form')} ${part('field')} input`);
  await page.press(...'a made-up key');
  await page.press('Control+Enter');
  await page.find(part('secret-confirm'));
  await enterOn(page, part('secret-yes'));
  await page.gone(ask('form'));

  await next('two');
  await goToAsk(page, 'form');
  await until('both to wait', async () => (await (await page.find(part('waiting'))).text()).includes('2'));
  await enterOn(page, ask('form', 'decline'));
  await page.gone(ask('form'));
  // The other agent's session comes into sight with its question.
  await goToAsk(page, 'link');
  await enterOn(page, ask('link', 'cancel'));
  await page.gone(ask('link'));
  assert.equal((await recorder.starts()).length, 2, 'only what was agreed to is opened');

  await page.press('F7');
  await until('the text to be larger', async () => (await textScale(page)) === '1.5');
  await page.press('F7');
  await until('the text to be as before', async () => (await textScale(page)) === '1');
  await say(page, 'Hello');
  await goToAsk(page, 'permission');
}
