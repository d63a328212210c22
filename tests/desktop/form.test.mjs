// A form in the real window: down through the channel, filled in, up through the command, to the agent.

import assert from 'node:assert/strict';

import { part, prompt } from './assent.mjs';
import { check, demo } from './scene.mjs';
import { pause, until } from './until.mjs';
import { ask, choose, fill, hear } from './walk.mjs';

check('what is entered survives a reload, and reaches the agent', demo, async (page) => {
  await prompt(page, '/form');
  await page.find(ask('form'));
  await fill(page, 'name', 'harbour-lights');
  await choose(page, 'region', 'Dublin');
  const chosen = `${ask('form')} ${part('field', { name: 'region' })} input:checked`;
  await page.find(chosen);
  // A reload cuts off what is on its way down; a person's hand is slower than that.
  await pause(500);
  await page.run('window.old = true; location.reload()');
  await until('the page to be loaded again', () => page.run("return window.old !== true && document.readyState === 'complete'"));
  const name = `${ask('form')} ${part('field', { name: 'name' })} :is(input, textarea)`;
  const entered = 'return document.querySelector(arguments[0])?.value';
  await until('the form to be there again', async () => (await page.run(entered, [name])) === 'harbour-lights');

  await choose(page, 'checks', 'Tests');
  await choose(page, 'public', 'Yes');
  await fill(page, 'budget', '0.10');
  await page.click(ask('form', 'accept'));
  await page.gone(ask('form'));
  await hear(page, 'Everything is as I asked for it.');
  const said = await (await page.find(part('transcript'))).text();
  for (const answer of ['harbour-lights', 'Dublin', '0.1']) assert.ok(said.includes(answer), `${answer} in ${said}`);
});

check('a form that lacks an answer is not sent', demo, async (page) => {
  await prompt(page, '/form');
  await page.click(ask('form', 'accept'));
  await page.find(`${ask('form')} ${part('field', { name: 'name' })} ${part('field-error')}`);
  await page.click(ask('form', 'decline'));
  await hear(page, 'You declined');
});
