// A form while it is open: how it is answered, when it is not, and what is never lost.

import assert from 'node:assert/strict';

import { part } from './person.mjs';
import { answered, form, nudged, opened, prompted, requiredForm, says, turnEnds, withdraw } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, pause } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

const string = (/** @type {object} */ more = {}) => ({ type: 'string', ...more });
const NAME = { name: string() };
const TWO = { name: string(), city: string() };

/** What stands in the control of a field of an ask, as the engine has it. @param {Person} person @param {number} ask @param {number} field */
async function entered(person, ask, field) {
  const body = (await person.snapshot()).asks[ask]?.body;
  return body?.kind === 'form' ? body.state.fields[field]?.shown : undefined;
}

scenes('an open form', (check) => {
  check('a required integer: the error, the way to it, then the answer', { script: [...opened(), requiredForm(1, { note: string({ default: 'x' }), age: { type: 'integer', title: 'Age' } })] }, async ({ person, served }) => {
    await person.ask('form');
    assert.match(await person.field('age').innerText(), /Age\s+required/);
    await person.accept.click();
    await becomes(() => person.errors('age'), ['required']);
    const summary = person.part('form-summary');
    assert.match(await summary.innerText(), /Not sent: 1 field needs a look\.\s+Age: Enter a whole number\./);
    await summary.getByRole('button').click();
    await person.focusIn(person.control('age'));
    await person.type('4.5');
    await person.press('Control+Enter');
    await becomes(() => person.errors('age'), ['not-an-integer']);
    assert.deepEqual(served.answers(1), []);
    await person.press('Control+a');
    await person.type('45');
    await person.press('Enter');
    await person.focusIn(person.accept);
    await person.press('Enter');
    assert.equal(await served.result(1), '{"action":"accept","content":{"note":"x","age":45}}');
    await summary.waitFor({ state: 'detached' });
  });

  for (const [how, answer] of /** @type {[('decline' | 'cancel'), string][]} */ ([['decline', 'I do not want to answer'], ['cancel', 'not now']])) {
    check(`${how} says what it tells, and tells only that`, { script: [...opened(), form(1, NAME)] }, async ({ person, served }) => {
      await person.ask('form');
      await person.control('name').fill('typed');
      assert.match((await person[how].getAttribute('title')) ?? '', new RegExp(answer));
      await person[how].click();
      assert.equal(await served.result(1), `{"action":"${how}"}`);
      const past = await person.past('form', how === 'decline' ? 'declined' : 'cancelled');
      await past.getByRole('button').first().click();
      assert.ok((await past.innerText()).includes(answer));
    });
  }

  check('Escape cancels a form in which nothing was entered', { script: [...opened(), form(1, NAME)] }, async ({ person, served }) => {
    await person.goToAsk();
    await person.press('Escape');
    assert.equal(await served.result(1), '{"action":"cancel"}');
  });

  check('Escape closes a list, then asks, then cancels', { script: [...opened(), form(1, { ...NAME, many: string({ enum: [...'abcdefghij'] }) })] }, async ({ person, served }) => {
    await person.goToAsk();
    await person.type('x');
    await person.press('Tab', 'ArrowDown');
    await person.part('option-picker').waitFor();
    await person.press('Escape');
    await person.part('option-picker').waitFor({ state: 'detached' });
    assert.equal(await person.part('confirm').count(), 0);
    await person.press('Escape');
    const confirm = person.part('confirm');
    await confirm.waitFor();
    await person.focusIn(confirm.locator(part('confirm-keep')));
    await person.press('Enter');
    await confirm.waitFor({ state: 'detached' });
    assert.equal(await person.control('name').inputValue(), 'x');
    assert.deepEqual(served.answers(1), []);
    await person.press('Escape');
    await confirm.locator(part('confirm-discard')).click();
    assert.equal(await served.result(1), '{"action":"cancel"}');
  });

  for (const how of /** @type {const} */ (['accept', 'decline', 'cancel'])) {
    check(`the second half of a double click on ${how} does not answer the next one`, { script: [...opened(), form(1, { one: string() }), form(2, { two: string() })] }, async ({ person, served }) => {
      await person.field('one').waitFor();
      const at = await person.middleOf(person[how]);
      await person.page.mouse.click(...at);
      await person.field('two').waitFor();
      assert.deepEqual(await person.middleOf(person[how]), at, 'it stands at the same place');
      await person.page.mouse.down({ clickCount: 2 });
      await person.page.mouse.up({ clickCount: 2 });
      await pause(300);
      assert.equal(served.answers(1).length, 1);
      assert.deepEqual(served.answers(2), []);
    });
  }

  check('one question: Enter on repeat, Ctrl+Enter held and a double click answer once', { script: [...opened(), form(1, NAME), form(2, NAME), form(3, NAME), form(4, NAME)] }, async ({ person, served }) => {
    await person.goToAsk();
    await person.type('a');
    await person.hold('Enter', 8);
    await served.answer(1);
    await pause(200);
    assert.deepEqual(served.answers(2), [], 'a repeated Enter answered the next one');
    await person.goToAsk();
    await person.type('b');
    await person.page.keyboard.down('Control');
    await person.hold('Enter', 8);
    await person.page.keyboard.up('Control');
    await served.answer(2);
    await pause(200);
    assert.deepEqual(served.answers(3), [], 'a repeated Ctrl+Enter answered the next one');
    await person.accept.dblclick();
    await served.answer(3);
    await pause(200);
    assert.deepEqual(served.answers(4), [], 'the second click of a double one answered the next one');
    for (const id of [1, 2, 3]) assert.equal(served.answers(id).length, 1);
  });

  check('Enter that ends the composition of a character does not answer', { script: [...opened(), form(1, NAME)] }, async ({ person, served }) => {
    await person.goToAsk();
    const input = await person.page.context().newCDPSession(person.page);
    await input.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    // As an input method leaves it to the page: the key, but nothing to be typed by it.
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    for (const modifiers of [0, 2]) {
      await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', modifiers, ...enter });
      await input.send('Input.dispatchKeyEvent', { type: 'keyUp', modifiers, ...enter });
    }
    await input.send('Input.insertText', { text: '日本' });
    await becomes(() => entered(person, 0, 0), { is: 'text', text: '日本' });
    assert.deepEqual(served.answers(1), []);
    await person.press('Enter');
    assert.equal(await served.result(1), '{"action":"accept","content":{"name":"日本"}}');
  });

  check(
    'a form that comes while the person types takes neither the keys nor the focus',
    { script: [...opened(), prompted(), turnEnds(), { wait_ms: 400 }, form(1, NAME), ...nudged(), says('I have heard you.')] },
    async ({ person, served }) => {
      await person.prompt('hello');
      await person.part('send').waitFor();
      await person.composer.focus();
      await person.page.keyboard.type('meanwhile I write', { delay: 60 });
      await person.ask('form');
      assert.equal(await person.hasFocus(person.composer), true);
      assert.equal(await person.composer.inputValue(), 'meanwhile I write');
      await person.press('Enter');
      await person.hears('I have heard you.');
      assert.deepEqual(served.answers(1), []);
      await person.ask('form');
      assert.equal(await person.control('name').inputValue(), '');
      assert.equal(await person.hasFocus(person.composer), true);
      assert.match(await person.page.locator('[aria-live=polite]').first().innerText(), /Tester asks/);
    },
  );

  check(
    'a form taken back says so and keeps what was entered, and the next one comes up',
    { script: [...opened(), form(1, { name: string({ title: 'Your name' }) }), form(2, { other: string() }), ...nudged(), withdraw(1)] },
    async ({ person, served }) => {
      await person.ask('form');
      await person.control('name').fill('Ada');
      await becomes(() => entered(person, 0, 0), { is: 'text', text: 'Ada' });
      await person.nudge();
      const card = await person.ask('form', 'withdrawn');
      assert.match(await card.innerText(), /Tester took this question back\. Your answer is kept here\./);
      assert.match(await card.innerText(), /Your name\s+Ada/);
      await card.locator(part('copy-draft')).click();
      await becomes(() => served.clipboard(), 'Your name: Ada');
      const { error } = await served.answer(1);
      assert.equal(error?.code, -32800);
      await card.locator(part('dismiss')).click();
      await person.field('other').waitFor();
      // It stays where it was asked.
      await (await person.past('form', 'withdrawn')).getByRole('button').first().click();
      await person.transcript.getByText('Ada').waitFor();
    },
  );

  check('a form taken back before anything was entered makes room by itself', { script: [...opened(), form(1, NAME), form(2, { other: string() }), ...nudged(), withdraw(1)] }, async ({ person }) => {
    await person.ask('form');
    await person.control('name').waitFor();
    await person.nudge();
    await person.field('other').waitFor();
    await person.past('form', 'withdrawn');
  });

  check('a reload loses nothing of two open forms', { script: [...opened(), form(1, TWO), form(2, { list: { type: 'array', items: string({ enum: ['x', 'y', 'z'] }) }, note: string() })] }, async ({ person, served }) => {
    await person.ask('form');
    await person.control('name').fill('Ada');
    await person.part('dock-next').click();
    await person.option('list', 'y').click();
    await person.control('note').pressSequentially('half a sen');
    // At once: what is on its way is sent when the page goes.
    await person.page.reload();
    await becomes(() => person.control('name').inputValue(), 'Ada');
    await person.control('city').fill('London');
    await person.accept.click();
    assert.equal(await served.result(1), '{"action":"accept","content":{"name":"Ada","city":"London"}}');
    await becomes(() => person.control('note').inputValue(), 'half a sen');
    await becomes(() => person.field('list').locator('input:checked').count(), 1);
    await person.accept.click();
    assert.equal(await served.result(2), '{"action":"accept","content":{"list":["y"],"note":"half a sen"}}');
  });

  check('a second window shows the same, and only one of them answers', { script: [...opened(), form(1, TWO), answered(1), ...nudged(), form(2, { more: string() })] }, async ({ person, served, another }) => {
    await person.ask('form');
    const other = await another();
    await other.ask('form');
    await person.control('name').fill('Ada');
    await becomes(() => other.control('name').inputValue(), 'Ada');
    await other.control('city').fill('Turin');
    await becomes(() => person.control('city').inputValue(), 'Turin');
    const ask = Number(await person.card.getAttribute('data-ask-id'));
    // Whoever comes second finds no card any more.
    await Promise.allSettled([person.accept.click({ timeout: 2_000 }), other.decline.click({ timeout: 2_000 })]);
    await served.answer(1);
    for (const each of [person, other]) await each.card.waitFor({ state: 'detached' });
    // By hand too: it has ended.
    await other.sends({ type: 'decline', ask });
    await other.part('notice', { code: 'ask-ended' }).first().waitFor();
    await other.nudge();
    for (const each of [person, other]) await each.field('more').waitFor();
    assert.equal(served.answers(1).length, 1);
  });

  check('what will be sent is shown exactly, and follows the fields', { script: [...opened(), requiredForm(1, { n: { type: 'integer' }, note: string() })] }, async ({ person, served }) => {
    await person.ask('form');
    await person.part('preview-toggle').click();
    const preview = person.part('preview');
    assert.match(await preview.innerText(), /Nothing yet: 2 fields need a look first/);
    await person.control('n').fill('1e2');
    await person.control('note').fill('a "b"');
    const shown = () => preview.locator('pre').textContent();
    await becomes(shown, '{\n  "n": 100,\n  "note": "a \\"b\\""\n}');
    await person.accept.click();
    const past = await person.past('form', 'accepted');
    assert.equal(await served.result(1), '{"action":"accept","content":{"n":100,"note":"a \\"b\\""}}');
    await past.getByRole('button').first().click();
    assert.equal(await past.locator(part('sent')).textContent(), '{\n  "n": 100,\n  "note": "a \\"b\\""\n}');
    await past.locator(part('copy-draft')).click();
    await becomes(() => served.clipboard(), '{\n  "n": 100,\n  "note": "a \\"b\\""\n}');
  });

  check('a press on an option is not lost to the error of the field above', { script: [...opened(), form(1, { mail: string({ format: 'email' }), colour: string({ enum: ['red', 'green', 'blue'] }) })] }, async ({ person }) => {
    await person.ask('form');
    await person.control('mail').fill('nobody');
    await becomes(() => entered(person, 0, 0), { is: 'text', text: 'nobody' });
    await person.option('colour', 'red').hover();
    await person.page.mouse.down();
    // As long as a finger stays on the button.
    await pause(150);
    await person.page.mouse.up();
    await becomes(() => entered(person, 0, 1), { is: 'option', index: 0 });
    await becomes(() => person.errors('mail'), ['format']);
  });

  check('agent text in a form is text', { script: [...opened(), form(1, { 'a\u202eb': string({ title: '<b>bold</b> [x](https://evil.example)', description: '<img src=x onerror=alert(1)>' }) }, { message: 'one\ntwo <i>three</i> \u200bfour' })] }, async ({ person }) => {
    const card = await person.ask('form');
    for (const tag of ['b', 'i', 'img', 'a']) assert.equal(await card.locator(tag).count(), 0, tag);
    assert.match(await card.innerText(), /one\ntwo <i>three<\/i> .*four/);
    assert.ok((await card.innerText()).includes('<b>bold</b> [x](https://evil.example)'));
    const text = (await card.textContent()) ?? '';
    assert.ok(!/[\u200b\u202e]/.test(text + (await card.locator(part('field')).getAttribute('data-name'))), 'hidden characters are shown as escapes');
  });

  check('a form refused by the rules is a line, no card', { script: [...opened(), form(1, NAME, { message: 7 })] }, async ({ person, served }) => {
    const { error } = await served.answer(1);
    assert.equal(error?.code, -32602);
    assert.deepEqual(error?.data, { member: 'message' });
    await person.hears('could not be shown');
    assert.equal(await person.card.count(), 0);
  });
});
