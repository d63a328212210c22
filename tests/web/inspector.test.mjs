// The inspector: what an agent and Assent said to each other, as its author reads it.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { answered, form, link, notify, nudged, opened, permission, says } from './script.mjs';
import { part } from './person.mjs';
import { scenes } from './scene.mjs';
import { becomes, until } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

/** Goes to the protocol of the session shown, and waits until it is listed. @param {Person} person */
async function inspect(person) {
  await person.part('protocol').first().click();
  await person.part('inspector').waitFor();
  await person.part('trace-row').first().waitFor();
}

/** The row of this method and kind. @param {Person} person @param {string} method @param {string} kind */
const row = (person, method, kind) => person.part('trace-row', { kind }).filter({ hasText: method }).last();

/** The numbers of the rows to be seen. @param {Person} person */
const numbers = (person) => person.part('trace-row').evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-number'))));

/** How many lines the list says it shows. @param {Person} person */
const count = (person) => person.part('trace-count').innerText();

scenes('the inspector', (check) => {
  check('lists what was exchanged, and shows a message with its partner', { script: [...opened(), { raw: 'starting up' }, { stderr: 'low on memory' }] }, async ({ person, served }) => {
    await inspect(person);
    await row(person, 'session/new', 'response').waitFor();
    await person.part('trace-row', { kind: 'not-protocol' }).waitFor();
    await person.part('trace-row', { kind: 'stderr' }).waitFor();
    const request = row(person, 'initialize', 'request');
    assert.equal(await request.getAttribute('data-way'), 'to-agent');
    await request.click();
    const text = person.part('trace-text');
    await text.getByText('"protocolVersion": 1').waitFor();
    await text.getByText('"elicitation": {').waitFor();
    await person.part('trace-partner').click();
    await text.getByText('"name": "scripted"').waitFor();
    await person.part('trace-detail').getByText('response from the agent').waitFor();
    await person.part('trace-copy').click();
    await until('the copy', () => served.clipboard().includes('"agentInfo": {'));
    await person.part('trace-partner').click();
    await text.getByText('"clientCapabilities"').waitFor();
    await person.part('trace-close').click();
    await person.part('trace-detail').waitFor({ state: 'detached' });
  });

  check('narrows by direction, kind, method, text and errors', { script: [...opened(), says('a needle'), says('hay'), { send: { id: 7, method: 'no/such', params: {} } }, answered(7)] }, async ({ person }) => {
    await inspect(person);
    await row(person, 'no/such', 'response').waitFor();
    const total = (await numbers(person)).length;
    await person.part('trace-way').selectOption('to-agent');
    await becomes(async () => (await person.part('trace-row', { way: 'from-agent' }).count()) === 0, true);
    await person.part('trace-way').selectOption('');
    await person.part('trace-kind').selectOption('notification');
    await becomes(async () => (await numbers(person)).length, 2);
    await person.part('trace-search').fill('NEEDLE');
    await becomes(() => count(person), `1 of ${total} messages.`);
    await person.part('trace-search').fill('no such thing');
    await person.part('inspector').getByText('No message fits the filter.').waitFor();
    await person.part('trace-search').fill('');
    await person.part('trace-kind').selectOption('');
    await person.part('trace-method').fill('SUCH');
    await becomes(async () => (await numbers(person)).length, 2);
    await person.part('trace-method').fill('');
    await person.part('trace-failed').check();
    await becomes(async () => (await numbers(person)).length, 2);
    assert.equal(await person.part('trace-row').filter({ hasText: 'no/such' }).count(), 2);
  });

  check('works by keys alone', { script: [...opened()] }, async ({ person, served }) => {
    await inspect(person);
    await row(person, 'session/new', 'response').waitFor();
    await person.focusIn(person.part('trace'));
    await person.press('Home');
    const active = person.page.locator(`${part('trace-row')}[aria-selected=true]`);
    await becomes(() => active.getAttribute('data-number'), '1');
    assert.equal(await person.part('trace').getAttribute('aria-activedescendant'), await active.getAttribute('id'));
    await person.press('Control+c');
    await until('the copy', () => served.clipboard().includes('"method": "initialize"'));
    await person.press('Enter');
    await person.part('trace-text').getByText('"initialize"').waitFor();
    await person.press('ArrowDown');
    await person.part('trace-text').getByText('"scripted"').waitFor();
    await person.press('/');
    await person.focusIn(person.part('trace-search'));
    await person.type('a/b');
    assert.equal(await person.part('trace-search').inputValue(), 'a/b');
    await person.press('Escape');
    await person.focusIn(person.part('trace'));
    await person.press('Control+f');
    await person.focusIn(person.part('trace-search'));
    await person.part('trace-search').fill('');
    // From the field to the list, from the message to the list, and back to the session.
    await person.press('Escape', 'Escape');
    await person.part('trace-detail').waitFor({ state: 'detached' });
    await person.press('Escape');
    await person.composer.waitFor();
  });

  check('stands still while it is paused, and can be cleared', { script: [...opened(), ...nudged(), says('more'), ...nudged(), says('and more')] }, async ({ person }) => {
    await inspect(person);
    await row(person, 'session/new', 'response').waitFor();
    await person.part('trace-pause').click();
    const before = await count(person);
    await person.nudge();
    await until('the agent to say more', async () => JSON.stringify((await person.snapshot()).sessions[0]?.entries).includes('more'));
    assert.equal(await count(person), before);
    await person.part('trace-pause').click();
    await row(person, 'session/update', 'notification').waitFor();
    await person.part('trace-clear').click();
    await person.part('inspector').getByText('Nothing has been exchanged yet').waitFor();
    await person.nudge();
    await row(person, 'session/update', 'notification').waitFor();
    assert.ok(Math.min(...(await numbers(person))) > 5, 'it goes on counting');
  });

  const KEY = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

  check(
    'never tells the page a secret, nor writes one to a file',
    { script: [...opened(), form(1, { api_key: { type: 'string', title: 'API key' }, town: { type: 'string' } }), answered(1), says('I got hunter2-hunter2 from you'), says(`and ${KEY}`), link(2, 'https://login.example.com/a?code=c0de-c0de', { message: 'Enter the code WXYZ-7890' })] },
    async ({ person, served }) => {
      await person.ask('form');
      await person.control('api_key').fill('hunter2-hunter2');
      await person.control('town').fill('Nowhere');
      await person.accept.click();
      await person.part('secret-yes').click();
      await person.ask('link');
      const heard = /** @type {string[]} */ ([]);
      // From here on the page is told of the inspector only.
      const told = await person.page.context().newCDPSession(person.page);
      await told.send('Network.enable');
      told.on('Network.webSocketFrameReceived', ({ response }) => {
        const { patch } = /** @type {{ patch?: { ops: { op: string }[] } }} */ (JSON.parse(response.payloadData));
        for (const op of patch?.ops ?? []) if (op.op === 'trace') heard.push(JSON.stringify(op));
      });
      await inspect(person);
      const rows = person.part('trace-row').filter({ hasText: /elicitation|session/ });
      await row(person, 'elicitation/create', 'response').waitFor();
      for (const one of await rows.all()) {
        await one.click();
        await person.part('trace-text').waitFor();
      }
      await person.part('trace-row', { kind: 'response' }).filter({ hasText: 'elicitation' }).click();
      await person.part('trace-text').getByText('"town": "Nowhere"').waitFor();
      await person.part('trace-text').getByText('"api_key": "••••"').waitFor();
      await person.part('trace-masked').waitFor();
      for (const secret of ['hunter2', 'c0de-c0de', 'WXYZ-7890', KEY]) {
        await person.part('trace-search').fill(secret);
        await person.part('inspector').getByText('No message fits the filter.').waitFor();
      }
      await person.part('trace-export').click();
      const file = join(served.folder, 'assent-protocol-Tester.jsonl');
      await until('the file', () => existsSync(file) && readFileSync(file, 'utf8').includes('Nowhere'));
      await person.page.getByText('The messages were written to the file.').waitFor();
      const written = readFileSync(file, 'utf8');
      for (const line of written.trim().split('\n')) JSON.parse(line);
      const all = heard.join('\n') + written;
      assert.ok(heard.length > 5 && all.includes('Nowhere'));
      for (const secret of ['hunter2', 'c0de-c0de', 'WXYZ-7890', KEY]) assert.ok(!all.includes(secret), secret);
    },
  );

  check(
    'says why a request was refused or not shown, by which rule, and what to send instead',
    { script: [...opened(), form(1, { a: {} }, { mode: 'other' }), form('two', {}, { message: 5 }), notify('elicitation/complete', {}), form(3, { where: { type: 'object' } }, { schema: { required: ['where'] }, sessionId: 'gone' }), permission(4)] },
    async ({ person }) => {
      await person.card.waitFor();
      await inspect(person);
      await person.part('trace-failed').check();
      const finding = (/** @type {string} */ code) => person.part('trace-detail').locator(part('finding', { code }));
      const open = (/** @type {string} */ id) => person.part('trace-row', { kind: 'request' }).filter({ has: person.page.getByText(id, { exact: true }) }).click();
      await open('1');
      await finding('mode-unknown').getByText('there is no mode other').waitFor();
      await finding('mode-unknown').getByText('“Creating an elicitation”').waitFor();
      await open('"two"');
      await finding('malformed').getByText('Send message as a string').waitFor();
      await open('3');
      await finding('no-scope').getByText('it has no session gone').waitFor();
      await finding('blocked').getByText('the required field where cannot be shown').waitFor();
      // The same stands with the ask itself once it has ended.
      await person.part('trace-back').click();
      await person.card.getByText('Please answer').waitFor();
      await person.decline.click();
      await person.part('agent').locator('.agent').click();
      const past = await person.past('form', 'declined');
      await past.getByRole('button').first().click();
      await past.locator(part('finding', { code: 'blocked' })).waitFor();
    },
  );

  check('a mode that is switched off says so', { script: [...opened(), form(1, {})], args: ['--no-forms'] }, async ({ person }) => {
    await inspect(person);
    await row(person, 'elicitation/create', 'request').click();
    const finding = person.part('finding', { code: 'mode-off' });
    await finding.getByText('Refused with -32602').waitFor();
    await finding.getByText('clientCapabilities.elicitation.form').waitFor();
  });

  check('stays readable after the connection has ended, and tells that a long message was cut', { script: [...opened(), says('x'.repeat(300_000)), ...nudged(), { exit: 3 }] }, async ({ person }) => {
    await person.nudge();
    await person.part('connection-panel').waitFor();
    await inspect(person);
    await row(person, 'session/update', 'notification').click();
    await person.part('trace-detail').getByText('Only the beginning is kept').waitFor();
    await person.part('trace-whole').click();
    await becomes(async () => (await person.part('trace-text').innerText()).length > 100_000, true);
    await row(person, 'initialize', 'request').click();
    await person.part('trace-text').getByText('"protocolVersion": 1').waitFor();
  });

  check('follows the end while much comes, and keeps what it says it keeps', { script: [...opened(), ...nudged(), ...Array.from({ length: 700 }, (_, n) => says(`word ${n} `)), says('the end')] }, async ({ person }) => {
    await inspect(person);
    await person.nudge();
    await until('the last row', async () => (await count(person)).match(/^7\d\d messages/) !== null);
    await becomes(async () => {
      const last = Math.max(...(await numbers(person)));
      return (await count(person)).startsWith(`${last} messages`);
    }, true);
    assert.ok((await numbers(person)).length < 100, 'only rows in sight are drawn');
    await person.press('Home');
    await becomes(async () => Math.min(...(await numbers(person))), 1);
    await person.part('trace-end').click();
    await becomes(async () => Math.max(...(await numbers(person))) > 700, true);
  });
});
