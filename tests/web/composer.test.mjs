// The composer: the agent's commands, messages that wait for their turn, earlier prompts, what was refused and used.

import assert from 'node:assert/strict';

import { opened, permission, prompted, says, turnEnds, update } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, pause } from './until.mjs';
import { part } from './person.mjs';

/** @typedef {import('./served.mjs').Served} Served */

const COMMANDS = [
  { name: 'plan', description: 'Makes a plan', input: { hint: 'what for' } },
  { name: 'review', description: 'Reads the change' },
];

/** Waits for the person to stop the turn, and ends it. */
const stopped = () => [{ expect: { method: 'session/cancel' }, within_ms: 120_000 }, turnEnds('cancelled')];

/** The prompts the agent got so far. @param {Served} served */
const prompts = (served) =>
  served.received().flatMap(({ method, params }) => (method === 'session/prompt' ? [/** @type {{ text: string }[]} */ (params?.['prompt'])[0]?.text] : []));

/** A permission with options of every kind, for a tool call without a title. @param {number} id */
const lasting = (id) => ({
  send: {
    id,
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      toolCall: { toolCallId: 't9', kind: 'execute', rawInput: { command: ['rm', '-r', 'a b'] } },
      options: [
        { optionId: 'all', name: 'Always', kind: 'allow_always' },
        { optionId: 'odd', name: 'Odd', kind: 'made_up' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    },
  },
});

scenes('the composer', (check) => {
  check('a command is chosen by keys and sent as text', { script: [...opened(), update({ sessionUpdate: 'available_commands_update', availableCommands: COMMANDS }), prompted(), turnEnds()] }, async ({ person, served }) => {
    await becomes(async () => (await person.snapshot()).sessions[0]?.head.commands.length, 2);
    await person.composer.focus();
    await person.type('/');
    await becomes(() => person.part('commands').getByRole('option').count(), 2);
    await person.press('ArrowDown', 'ArrowUp', 'Escape');
    await person.part('commands').waitFor({ state: 'detached' });
    await person.type('pl');
    await person.press('Enter');
    assert.equal(await person.composer.inputValue(), '/plan ');
    assert.match(await person.part('command-hint').innerText(), /what for/);
    await person.type('the trip');
    await person.press('Enter');
    await served.got('session/prompt');
    assert.deepEqual(prompts(served), ['/plan the trip']);
  });

  check('messages wait, survive a reload, and go out one by one', { script: [...opened(), prompted(), says('working'), ...stopped(), prompted(), turnEnds(), prompted(), turnEnds()] }, async ({ person, served }) => {
    for (const text of ['one', 'two', 'three']) await person.prompt(text);
    await becomes(() => person.part('queued').count(), 2);
    await person.page.reload();
    await becomes(() => person.part('queued').count(), 2);
    assert.deepEqual(prompts(served), ['one']);
    await person.part('queued').nth(1).locator(part('queued-now')).click();
    await becomes(() => prompts(served), ['one', 'three', 'two']);
    await person.part('queue').waitFor({ state: 'detached' });
  });

  check('Stop keeps the queue and pauses it; a message can be taken back', { script: [...opened(), prompted(), ...stopped(), prompted(), turnEnds()] }, async ({ person, served }) => {
    for (const text of ['one', 'two', 'three']) await person.prompt(text);
    await becomes(() => person.part('queued').count(), 2);
    await person.part('stop').click();
    await person.part('queue-resume').waitFor();
    await pause(200);
    assert.deepEqual(prompts(served), ['one']);
    await person.composer.fill('draft');
    await person.part('queued').first().locator(part('queued-edit')).click();
    await becomes(() => person.composer.inputValue(), 'two\n\ndraft');
    await person.part('queue-resume').click();
    await becomes(() => prompts(served), ['one', 'three']);
    assert.equal(await person.composer.inputValue(), 'two\n\ndraft');
  });

  check('ArrowUp brings earlier prompts; what was refused is marked', { script: [...opened(), prompted(), says('kept'), turnEnds(), prompted(), says('gone'), turnEnds('refusal')] }, async ({ person }) => {
    await person.prompt('first');
    await person.hears('kept');
    await becomes(() => person.part('send').count(), 1);
    await person.prompt('second');
    await person.page.getByText('No longer part of the conversation').waitFor();
    await becomes(() => person.page.locator('[data-dropped]').count(), 2);
    await person.composer.focus();
    await person.press('ArrowUp');
    await becomes(() => person.composer.inputValue(), 'second');
    await person.press('ArrowUp');
    await becomes(() => person.composer.inputValue(), 'first');
  });

  check('what the session has used and cost stands in its head', { script: [...opened(), update({ sessionUpdate: 'usage_update', used: 15_300, size: 200_000, cost: { amount: 0.25, currency: 'USD' } })] }, async ({ person }) => {
    await person.part('usage').waitFor();
    assert.match(await person.part('usage').innerText(), /15\.3K of 200K\s*0\.25 USD/);
  });

  check('an answer for more than this once counts after a second in view', { script: [...opened(), lasting(1), permission(2)] }, async ({ person, served }) => {
    const card = await person.ask('permission');
    assert.equal(await card.locator(part('permission-command')).locator('code').innerText(), 'rm -r "a b"');
    const kinds = await card.locator(part('permission-option')).evaluateAll((options) => options.map((it) => it.getAttribute('data-option-kind')));
    assert.deepEqual(kinds, ['allow-always', 'other', 'reject-once']);
    const { asks } = await person.snapshot();
    const ask = asks[0]?.head.id ?? 0;
    // By hand, before the card has stood: the core does not take it either.
    await person.sends({ type: 'permission-hidden', ask });
    await person.sends({ type: 'choose', ask, option: 0 });
    await pause(200);
    assert.deepEqual(served.answers(1), []);
    await person.page.reload();
    const always = card.locator(part('permission-option', { 'option-kind': 'allow-always' }));
    await always.waitFor();
    assert.equal(await always.isDisabled(), true);
    // A click that no person made.
    await becomes(() => always.isEnabled(), true);
    await always.evaluate((button) => /** @type {HTMLElement} */ (button).click());
    await pause(200);
    assert.deepEqual(served.answers(1), []);
    await always.click();
    assert.equal(await served.result(1), '{"outcome":{"outcome":"selected","optionId":"all"}}');
  });

  check('a permission without an option can only be stopped', { script: [...opened(), prompted(), { send: { id: 1, method: 'session/request_permission', params: { sessionId: 's1', toolCall: { toolCallId: 't' }, options: [] } } }, ...stopped()] }, async ({ person, served }) => {
    await person.prompt('go');
    const card = await person.ask('permission');
    assert.equal(await card.locator(part('permission-option')).count(), 0);
    await card.locator(part('permission-stop')).click();
    assert.equal(await served.result(1), '{"outcome":{"outcome":"cancelled"}}');
  });
});
