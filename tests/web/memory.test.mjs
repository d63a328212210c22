// What is remembered: earlier answers, offered and never filled in; what was agreed to, without the addresses.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from './person.mjs';
import { answered, form, link, nudged, opened } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, pause } from './until.mjs';

const CITY = { city: { type: 'string', title: 'City' } };
const PAGE = 'https://login.example.com/authorize?state=not-for-the-record';

/** What the engine wrote, without what the agent and its browser did. @param {string} folder */
const written = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(agent|script)-\d|^opened$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

scenes('memory', (check) => {
  check('an earlier answer is offered, and taken by one key', { script: [...opened(), form(1, CITY), answered(1), form(2, CITY), answered(2), form(3, { city: { type: 'string', title: 'Another' } })] }, async ({ person, served }) => {
    await person.goToAsk();
    assert.equal(await person.part('suggestion').count(), 0);
    await person.type('Turin');
    await person.press('Enter');
    await served.answer(1);
    await person.part('suggestion').waitFor();
    assert.match(await person.part('suggestion').innerText(), /Turin/);
    assert.equal(await person.control('city').inputValue(), '');
    await person.goToAsk();
    await person.press('ArrowUp');
    await becomes(() => person.control('city').inputValue(), 'Turin');
    await person.press('Enter');
    assert.equal(await served.result(2), '{"action":"accept","content":{"city":"Turin"}}');
    // Another schema is another question.
    await person.field('city').getByText('Another').waitFor();
    assert.equal(await person.part('suggestion').count(), 0);
  });

  check('an offer that is not taken is not sent', { script: [...opened(), form(1, CITY), answered(1), form(2, CITY)] }, async ({ person, served }) => {
    await person.control('city').fill('Turin');
    await person.accept.click();
    await served.answer(1);
    await person.part('suggestion').waitFor();
    await person.accept.click();
    assert.equal(await served.result(2), '{"action":"accept","content":{}}');
  });

  const PASSWORD = { password: { type: 'string', title: 'Password' } };

  check('a secret is never offered again', { script: [...opened(), form(1, PASSWORD), answered(1), form(2, PASSWORD)] }, async ({ person, served }) => {
    await person.control('password').fill('correct-horse');
    await person.accept.click();
    await person.part('secret-yes').click();
    await served.answer(1);
    await becomes(() => person.control('password').inputValue(), '');
    await person.past('form', 'accepted');
    assert.equal(await person.part('suggestion').count(), 0);
    assert.ok(!JSON.stringify(await person.snapshot()).includes('correct-horse'));
  });

  check(
    'the record says what was agreed to and what was not, and keeps no address',
    { script: [...opened(), link(1, PAGE), answered(1), link(2, 'http://github.com-login.example.com/x?state=not-for-the-record'), answered(2), link(3, 'not an address')] },
    async ({ person, served }) => {
      await person.ask('link');
      await person.review();
      await person.openPage();
      await served.answer(1);
      await person.decline.click();
      await served.answer(3);
      await person.part('record').click();
      const rows = person.part('record-line');
      await becomes(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-action'))), ['refused', 'declined', 'opened']);
      assert.match(await rows.nth(1).innerText(), /Tester\s+github\.com-login\.example\.com/);
      assert.ok(!(await person.part('record-page').innerText()).includes('not-for-the-record'));
      await becomes(() => written(served.folder).includes('github.com-login.example.com'), true);
      assert.ok(!written(served.folder).includes('not-for-the-record'), 'an address is on the disk');
    },
  );

  check('an agent whose links were muted is not offered them again', { script: [...opened(), link(1, PAGE), answered(1), link(2, PAGE), answered(2), link(3, PAGE)] }, async ({ person, served }) => {
    for (const id of [1, 2]) {
      await person.ask('link');
      await person.decline.click();
      await served.answer(id);
    }
    await person.part('mute-links').click();
    await person.part('agent').locator('.agent').click();
    await person.part('agent-page').getByText('Links are muted').waitFor();
    await person.part('restart').click();
    await becomes(() => served.received().filter(({ method }) => method === 'initialize').length, 2);
    const elicitation = served.received().flatMap(({ method, params }) => (method === 'initialize' ? [/** @type {{ elicitation: object }} */ (params?.['clientCapabilities']).elicitation] : []));
    assert.deepEqual(elicitation, [{ form: {}, url: {} }, { form: {} }]);
  });

  check('a permission in form clothes is armed like one', { script: [...opened(), ...nudged(), form(1, CITY, { _meta: { codex_approval_kind: 'exec' } })] }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await person.stopTime();
    await person.nudge();
    await person.ask('form');
    assert.match(await person.card.locator('h2').innerText(), /Tester asks for permission/);
    for (const button of [person.accept, person.decline, person.cancel]) assert.equal(await button.isDisabled(), true);
    await person.control('city').press('Control+Enter');
    await pause(1_200);
    assert.deepEqual(served.answers(1), []);
    await person.timePasses(1_200);
    await person.accept.click();
    assert.equal(await served.result(1), '{"action":"accept","content":{}}');
  });

  check('an agent that goes on alone is counted down, and nothing is sent for the person', { script: [...opened(), form(1, CITY, { _meta: { codex: { autoResolutionMs: 3_000 } } })] }, async ({ person, served }) => {
    await person.ask('form');
    assert.match(await person.part('goes-on').innerText(), /^Tester (goes on without you in \d s|may have gone on without you)$/);
    await becomes(() => person.part('goes-on').innerText(), 'Tester may have gone on without you');
    assert.deepEqual(served.answers(1), []);
    await person.card.locator(part('accept')).click();
    assert.equal(await served.result(1), '{"action":"accept","content":{}}');
  });
});
