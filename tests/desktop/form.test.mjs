// A form in the real window: down through the channel, filled in, up through the command, to the agent.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openAssent, part, pictureOfFailure, prompt } from './assent.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';
import { ask, choose, fill, hear } from './walk.mjs';

/** @type {Stage} */
let stage;
/** @type {import('./webdriver.mjs').Page} */
let page;

before(async () => {
  stage = await Stage.set();
  page = await openAssent(stage, ['--demo'], { ASSENT_DEMO_PACE: '0' });
});
after(() => stage?.strike());

/** @param {import('node:test').TestContext} context */
async function showFailure({ name }) {
  await pictureOfFailure(page, name);
}

test('what is entered survives a reload, and reaches the agent', async (context) => {
  try {
    await prompt(page, '/form');
    await page.find(ask('form'));
    await fill(page, 'name', 'harbour-lights');
    await choose(page, 'region', 'Dublin');
    await page.run('location.reload()');
    const name = `${ask('form')} ${part('field', { name: 'name' })} input`;
    await until('the form to be there again', async () => {
      return (await page.run('return document.querySelector(arguments[0])?.value', [name])) === 'harbour-lights';
    });

    await choose(page, 'checks', 'Tests');
    await choose(page, 'public', 'Yes');
    await fill(page, 'budget', '0.10');
    await page.click(ask('form', 'accept'));
    await page.gone(ask('form'));
    await hear(page, 'This is what reached me');
    const said = await (await page.find(part('transcript'))).text();
    for (const answer of ['harbour-lights', 'eu-west', '0.1']) assert.ok(said.includes(answer), `${answer} in ${said}`);
  } catch (error) {
    await showFailure(context);
    throw error;
  }
});

test('a form that lacks an answer is not sent', async (context) => {
  try {
    await prompt(page, '/form');
    await page.click(ask('form', 'accept'));
    await page.find(`${ask('form')} ${part('field', { name: 'name' })} ${part('field-error')}`);
    await page.find(ask('form'));
    await page.click(ask('form', 'decline'));
    await hear(page, 'You declined');
  } catch (error) {
    await showFailure(context);
    throw error;
  }
});
