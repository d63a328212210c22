// Many asks, of several agents: what waits is never lost from sight, and one key leads there.

import assert from 'node:assert/strict';

import { form, link, nextSession, nudged, opened, permission, withdraw } from './script.mjs';
import { part } from './person.mjs';
import { scenes } from './scene.mjs';
import { becomes, pause } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

const NAME = { name: { type: 'string' } };
/** @param {Person} person */
const waiting = (person) => person.part('waiting').innerText();

scenes('asks', (check) => {
  check('the dock counts, goes forth and back, and goes on after an answer', { script: [...opened(), form(1, { one: { type: 'string' } }), form(2, { two: { type: 'string' } }), form(3, { three: { type: 'string' } })] }, async ({ person, served }) => {
    await becomes(() => person.part('dock-place').innerText(), '1 of 3');
    assert.equal(await person.part('dock-previous').isDisabled(), true);
    await person.control('one').fill('first');
    await person.part('dock-next').click();
    await person.field('two').waitFor();
    await person.part('dock-next').click();
    await person.field('three').waitFor();
    assert.equal(await person.part('dock-next').isDisabled(), true);
    await person.decline.click();
    await served.answer(3);
    await becomes(() => person.part('dock-place').innerText(), '1 of 2');
    await becomes(() => person.control('one').inputValue(), 'first');
    await person.accept.click();
    await person.field('two').waitFor();
    assert.equal(await person.part('dock-place').count(), 0);
    // The focus went on with the person.
    await person.focusIn(person.card);
  });

  check('the dock is folded to one line and back, and the text stays', { script: [...opened(), form(1, NAME, { message: 'What is it called?' })] }, async ({ person }) => {
    await person.ask('form');
    await person.control('name').fill('Ada');
    await person.part('dock-park').click();
    await person.card.waitFor({ state: 'detached' });
    const line = person.part('dock-unpark');
    assert.match(await line.innerText(), /Tester asks\s+What is it called\?/);
    await becomes(() => waiting(person), '1 waiting\n(Ctrl J)');
    await person.focusIn(person.composer);
    await line.click();
    await becomes(() => person.control('name').inputValue(), 'Ada');
    await person.focusIn(person.control('name'));
    await person.part('dock-park').click();
    await person.press('Control+j');
    await person.focusIn(person.control('name'));
  });

  check(
    'asks of two agents: flags say where, and the key leads to the oldest',
    { scripts: [[...opened(), form(1, NAME, { message: 'first of all' }), form(2, NAME)], [...opened(), form(1, { other: { type: 'string' } })]] },
    async ({ person, served }) => {
      await becomes(() => waiting(person), '2 waiting\n(Ctrl J)');
      await person.part('agent', { 'agent-id': '2' }).locator(part('new-session')).click();
      await person.field('other').waitFor();
      await becomes(() => waiting(person), '3 waiting\n(Ctrl J)');
      const flags = (/** @type {string} */ agent) => person.part('agent', { 'agent-id': agent }).locator('.agent').locator(part('flag'));
      assert.equal(await flags('1').getAttribute('title'), '2 questions waiting');
      assert.equal(await flags('2').getAttribute('title'), '1 question waiting');
      // The other agent's dock is another one.
      assert.equal(await person.part('dock-place').count(), 0);
      await person.press('Control+j');
      await person.focusIn(person.control('name'));
      assert.match(await person.card.innerText(), /first of all/);
      assert.equal(await person.part('dock-place').innerText(), '1 of 2');
      await person.decline.click();
      await person.card.getByText('Please answer').waitFor();
      await person.decline.click();
      await person.card.waitFor({ state: 'detached' });
      await becomes(() => waiting(person), '1 waiting\n(Ctrl J)');
      await person.part('waiting').click();
      await person.focusIn(person.control('other'));
      await person.press('Escape');
      await served.answer(1, 1);
      await becomes(() => waiting(person), 'Nothing waits for you');
    },
  );

  check('a second session of one agent has a dock of its own', { script: [...opened(), form(1, NAME), nextSession('s2'), ...nudged(), form(2, { second: { type: 'string' } }, { sessionId: 's2' })] }, async ({ person }) => {
    await person.ask('form');
    await person.part('new-session').click();
    await person.card.waitFor({ state: 'detached' });
    await becomes(() => person.composer.isEnabled(), true);
    await person.nudge();
    await person.field('second').waitFor();
    await person.press('Control+j');
    await person.focusIn(person.control('name'));
    assert.equal(await person.part('session').filter({ has: person.page.locator(part('flag')) }).count(), 2);
  });

  check('an ask without a session is shown on its connection and says so', { script: [...opened(), form(1, NAME, { sessionId: null })] }, async ({ person, served }) => {
    await person.ask('form');
    await person.card.getByText('1 remark about this form').click();
    await person.card.locator('[data-code="no-scope"]').waitFor();
    await person.part('agent').locator('.agent').click();
    await person.ask('form');
    await person.decline.click();
    assert.equal(await served.result(1), '{"action":"decline"}');
    await person.past('form', 'declined');
  });

  check('more than twenty unanswered asks are turned away, and the dock says how many', { script: [...opened(), ...Array.from({ length: 23 }, (_, n) => form(n + 1, NAME))] }, async ({ person, served }) => {
    await becomes(() => person.part('dock-place').innerText(), '1 of 20');
    for (const id of [21, 22, 23]) assert.equal((await served.answer(id)).error?.code, -32800);
    await becomes(() => person.part('dock').getByText('turned away').innerText(), '3 more questions of Tester were turned away, since too many were waiting.');
  });

  check('a permission takes no answer in the moment it comes, and Escape folds it away', { script: [...opened(), permission(1), permission(2)] }, async ({ person, served }) => {
    const card = await person.ask('permission');
    assert.match(await card.innerText(), /Remove the build folder[^]*rm -r build/);
    await person.press('Control+j');
    await person.focusIn(card);
    await person.press('Enter', 'Space');
    await person.press('Escape');
    await person.part('dock-unpark').waitFor();
    await pause(100);
    assert.deepEqual(served.answers(1), []);
    await person.press('Control+j');
    await card.locator(part('permission-option', { 'option-kind': 'allow-once' })).click();
    assert.equal(await served.result(1), '{"outcome":{"outcome":"selected","optionId":"yes"}}');
    await person.ask('permission');
    // The click that comes too early for the next one.
    await pause(700);
    await card.locator(part('permission-option', { 'option-kind': 'reject-once' })).click();
    assert.equal(await served.result(2), '{"outcome":{"outcome":"selected","optionId":"no"}}');
  });

  check('closing a session asks first, and answers what waits with cancel', { script: [...opened(), form(1, NAME), link(2, 'https://example.org/'), permission(3)] }, async ({ person, served }) => {
    await becomes(() => person.part('dock-place').innerText(), '1 of 3');
    await person.part('close-session').click();
    assert.match(await person.part('confirm').innerText(), /3 questions will be answered with cancel/);
    await person.part('confirm-close').click();
    assert.equal(await served.result(1), '{"action":"cancel"}');
    assert.equal(await served.result(2), '{"action":"cancel"}');
    assert.equal(await served.result(3), '{"outcome":{"outcome":"cancelled"}}');
    assert.deepEqual(await served.browser.starts(), []);
  });

  check('stopping the agent answers what waits before it goes', { script: [...opened(), form(1, NAME), permission(2)] }, async ({ person, served }) => {
    await becomes(() => person.part('dock-place').innerText(), '1 of 2');
    await person.part('agent').locator('.agent').click();
    await person.part('stop-agent').click();
    await person.part('confirm-stop').click();
    assert.equal(await served.result(1), '{"action":"cancel"}');
    assert.equal(await served.result(2), '{"outcome":{"outcome":"cancelled"}}');
    await person.page.getByText('Tester was stopped').waitFor();
  });

  check('ids 1 and "1" are two asks, and 0 is an id', { script: [...opened(), form(1, { number: { type: 'string' } }), form('1', { text: { type: 'string' } }), form(0, { zero: { type: 'string' } }), ...nudged(), withdraw('1')] }, async ({ person, served }) => {
    await becomes(() => person.part('dock-place').innerText(), '1 of 3');
    await person.nudge();
    assert.equal((await served.answer('1')).error?.code, -32800);
    await person.control('number').fill('n');
    await person.accept.click();
    assert.equal(await served.result(1), '{"action":"accept","content":{"number":"n"}}');
    await person.control('zero').fill('z');
    await person.accept.click();
    assert.equal(await served.result(0), '{"action":"accept","content":{"zero":"z"}}');
  });

  check('in a narrow window asks of elsewhere are counted in the head', { scripts: [[...opened(), form(1, NAME)], opened()], looks: { width: 480, height: 320 } }, async ({ person }) => {
    await person.ask('form');
    await person.part('sidebar-toggle').click();
    await person.part('agent', { 'agent-id': '2' }).locator(part('new-session')).click();
    await person.part('sidebar-toggle').click();
    await person.page.locator('[data-testid=session][aria-current=page]').click();
    const button = person.page.getByRole('button', { name: '1 question waiting' });
    await button.click();
    await person.focusIn(person.control('name'));
  });
});
