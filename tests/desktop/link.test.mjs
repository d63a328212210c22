// A link in the real window: what is shown is what the browser gets, and only after a yes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openAssent, part, pictureOfFailure, prompt } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { Stage } from './stage.mjs';
import { ask, hear, review } from './walk.mjs';

/** @type {Stage} */
let stage;
/** @type {Recorder} */
let browser;
/** @type {import('./webdriver.mjs').Page} */
let page;

before(async () => {
  stage = await Stage.set();
  browser = await Recorder.put(stage.folder);
  page = await openAssent(stage, ['--demo'], { ...browser.variables, ASSENT_DEMO_PACE: '0' });
});
after(() => stage?.strike());

test('a declined link opens nothing', async ({ name }) => {
  try {
    await prompt(page, '/link');
    await review(page);
    await page.click(part('link-decline'));
    await hear(page, 'You declined');
    assert.deepEqual(await browser.starts(), []);
  } catch (error) {
    await pictureOfFailure(page, name);
    throw error;
  }
});

test('the browser gets the address as shown, byte for byte', async ({ name }) => {
  try {
    await prompt(page, '/sign-in');
    await review(page);
    const shown = await (await page.find(part('link-address'))).text();
    assert.match(shown, /^http:\/\/127\.0\.0\.1:\d+\/\S+=\S+/);
    assert.deepEqual(await browser.starts(), []);
    await page.click(part('link-open'));
    assert.deepEqual(await browser.start(), [shown]);
    await page.find(part('ask', { kind: 'link', status: 'waiting' }));
  } catch (error) {
    await pictureOfFailure(page, name);
    throw error;
  }
});
