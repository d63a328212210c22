// What a person meets first, and the stage of a demo.

import assert from 'node:assert/strict';

import { part } from './person.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

const demo = (/** @type {string[]} */ ...args) => ({ agents: ['demo'], args: ['--idle', ...args], env: { ASSENT_DEMO_PACE: '0' } });

scenes('the demo', (check) => {
  check('the first run says what this is, and its button begins the tour in a session', demo('--demo'), async ({ person }) => {
    await person.part('first-run').getByText('Nothing is answered, opened or fetched').waitFor();
    assert.equal(await person.part('stage').count(), 0);
    await person.part('begin-demo').click();
    await person.ask('permission');
    await person.part('transcript').getByText('What you can see here').first().waitFor();
  });

  check('every well-known agent is offered, found or with the reason why it is not', demo('--demo'), async ({ person }) => {
    const list = person.part('found-agents');
    await list.and(person.page.locator('[aria-busy=false]')).waitFor();
    const fold = list.getByRole('button', { name: /^Not found/, expanded: false });
    if ((await fold.count()) > 0) await fold.click();
    const rows = list.locator(part('known-agent'));
    const known = (await person.snapshot()).known.agents;
    assert.equal(await rows.count(), known.length);
    for (const row of await list.locator('[data-installed=false]').all()) {
      assert.match(await row.innerText(), /not installed: .* finds no program named /);
    }
    await rows.first().getByRole('button').click();
    const form = person.part('agent-form');
    await form.waitFor();
    assert.notEqual(await form.locator('[name=command]').inputValue(), '');
  });

  check('a stage plays its scenes by button and by key', demo('--stage'), async ({ person }) => {
    const scene = (/** @type {string} */ name) => person.part('stage').locator(`[data-scene=${name}]`);
    await scene('form').click();
    await person.ask('form');
    assert.equal(await scene('form').getAttribute('aria-current'), 'step');
    await person.decline.click();
    await person.hears('You declined');
    await person.press('F9');
    await person.ask('link');
    assert.equal(await scene('sign-in').getAttribute('aria-current'), 'step');
  });

  check('two agents ask at once, and the one in sight stays there', demo('--stage'), async ({ person }) => {
    await person.part('stage').locator('[data-scene=two]').click();
    await person.ask('form');
    await becomes(() => person.part('waiting').innerText().then((text) => text.includes('2 waiting')), true);
    assert.equal(await person.part('agent').count(), 2);
  });

  check('the next scene begins by itself when the one before is over', demo('--stage'), async ({ person }) => {
    await person.part('by-itself').check();
    // Nothing was played yet, so the first scene comes.
    await person.ask('permission');
  });
});
