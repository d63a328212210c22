// Every kind of field, by the keyboard alone, and the exact answer that the agent gets.

import assert from 'node:assert/strict';

import { part } from './person.mjs';
import { form, opened, orderedForm } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */
/** @typedef {import('./script.mjs').Line} Line */

const string = (/** @type {object} */ more = {}) => ({ type: 'string', ...more });
const options = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => `option ${n + 1}`);

/**
 * Goes to the form by its key, uses the keyboard, and compares what the agent got, byte for byte.
 * @param {import('./scene.mjs').Scene} scene
 * @param {(person: Person) => Promise<void>} keys
 * @param {string} content
 */
async function answer({ person, served }, keys, content) {
  await person.goToAsk();
  await keys(person);
  assert.equal(await served.result(1), `{"action":"accept","content":${content}}`);
  await person.past('form', 'accepted');
  assert.equal(served.answers(1).length, 1);
}

scenes('fields by the keyboard', (check) => {
  /**
   * @param {string} what
   * @param {Line} line
   * @param {(person: Person) => Promise<void>} keys
   * @param {string} content
   */
  const sends = (what, line, keys, content) => check(what, { script: [...opened(), line] }, (scene) => answer(scene, keys, content));
  /** A form of one field, `a`. @param {object} schema */
  const one = (schema) => form(1, { a: schema });

  sends('one line is sent by Enter, untrimmed', one(string()), async (person) => {
    await person.type('  harbour "lights" ');
    await person.press('Enter');
  }, '{"a":"  harbour \\"lights\\" "}');

  sends('one line becomes several by Shift+Enter', one(string()), async (person) => {
    await person.type('one');
    await person.press('Shift+Enter');
    await person.type('two');
    await person.press('Control+Enter');
  }, '{"a":"one\\ntwo"}');

  sends('a long text takes Enter for a line, and Ctrl+Enter for the end', one(string({ maxLength: 500 })), async (person) => {
    await person.type('one');
    await person.press('Enter');
    await person.type('two');
    await person.press('Control+Enter');
  }, '{"a":"one\\ntwo"}');

  sends('a number is sent as a number', one({ type: 'number' }), async (person) => {
    await person.type(' +0.10 ');
    await person.press('Enter');
  }, '{"a":0.1}');

  sends('an integer is sent exactly, beyond what a double holds', one({ type: 'integer' }), async (person) => {
    await person.type('9007199254740993');
    await person.press('Enter');
  }, '{"a":9007199254740993}');

  sends('1e3 is an integer', one({ type: 'integer' }), async (person) => {
    await person.type('1e3');
    await person.press('Enter');
  }, '{"a":1000}');

  sends('a choice is made by arrows', one(string({ enum: ['red', 'green', 'blue'] })), async (person) => {
    await person.press('ArrowDown', 'ArrowDown', 'Control+Enter');
  }, '{"a":"blue"}');

  sends('the first option is chosen by the space bar', one(string({ oneOf: [{ const: 'r', title: 'Red' }, { const: 'g', title: 'Green' }] })), async (person) => {
    await person.press('Space', 'Control+Enter');
  }, '{"a":"r"}');

  sends('a choice of numbers sends a number', one({ type: 'number', enum: [1, 2.5, 10] }), async (person) => {
    await person.press('ArrowDown', 'Control+Enter');
  }, '{"a":2.5}');

  sends('several options are sent in their own order', one({ type: 'array', items: string({ enum: ['x', 'y', 'z'] }) }), async (person) => {
    await person.press('Tab', 'Tab', 'Space', 'Shift+Tab', 'Shift+Tab', 'Space', 'Control+Enter');
  }, '{"a":["x","z"]}');

  sends('a list from which everything was taken is empty, not left out', one({ type: 'array', items: string({ enum: ['x', 'y'] }) }), async (person) => {
    await person.press('Space', 'Space', 'Control+Enter');
  }, '{"a":[]}');

  sends('Yes / No without a default: No is an answer', one({ type: 'boolean' }), async (person) => {
    await person.press('ArrowRight', 'Control+Enter');
  }, '{"a":false}');

  sends('a boolean with a default is a checkbox', one({ type: 'boolean', default: true }), async (person) => {
    await person.press('Space', 'Control+Enter');
  }, '{"a":false}');

  sends('a date is typed', one(string({ format: 'date' })), async (person) => {
    await person.type('2026-02-27');
    await person.press('Enter');
  }, '{"a":"2026-02-27"}');

  sends('a date is picked', one(string({ format: 'date' })), async (person) => {
    await person.type('2026-02-27');
    await person.press('Tab', 'Enter');
    await person.part('calendar').waitFor();
    const day = () => person.page.evaluate(() => document.activeElement?.getAttribute('data-day'));
    await becomes(day, '2026-02-27');
    await person.press('ArrowDown');
    await becomes(day, '2026-03-06');
    await person.press('Enter');
    await becomes(() => person.control('a').inputValue(), '2026-03-06');
    await person.press('Control+Enter');
  }, '{"a":"2026-03-06"}');

  sends('a date, a time and a zone make one text', one(string({ format: 'date-time' })), async (person) => {
    await person.type('2026-02-27');
    await person.press('Tab', 'Tab');
    await person.type('09:30');
    await person.press('Tab');
    await person.type('+02:00');
    await person.field('a').getByText('2026-02-27T09:30:00+02:00').waitFor();
    await person.press('Control+Enter');
  }, '{"a":"2026-02-27T09:30:00+02:00"}');

  sends('a choice of more than seven is searched', one(string({ enum: options(12) })), async (person) => {
    await person.press('ArrowDown');
    await person.part('option-picker').waitFor();
    await person.type('11');
    await person.page.getByText('1 of 12 options').waitFor();
    await person.press('Enter');
    await person.part('option-picker').waitFor({ state: 'detached' });
    assert.match(await person.control('a').innerText(), /option 11/);
    await person.press('Control+Enter');
  }, '{"a":"option 11"}');

  sends('several of more than seven are searched one by one', one({ type: 'array', items: string({ enum: options(12) }) }), async (person) => {
    await person.press('ArrowDown');
    await person.part('option-picker').waitFor();
    await person.type('12');
    await person.press('Enter', 'Control+a');
    await person.type('option 3');
    await person.press('Enter', 'Escape');
    await person.part('option-picker').waitFor({ state: 'detached' });
    assert.match(await person.control('a').innerText(), /2 of 12 chosen/);
    await person.press('Control+Enter');
  }, '{"a":["option 3","option 12"]}');

  sends(
    'members keep the order of the schema, those that look like integers too',
    orderedForm(1, [['zebra', string()], ['10', string()], ['apple', string()], ['2', { type: 'integer' }], ['mango', string()]]),
    async (person) => {
      for (const text of ['z', 'ten', 'a', '2', 'm']) {
        await person.type(text);
        await person.press('Enter');
      }
      await person.focusIn(person.accept);
      await person.press('Enter');
    },
    '{"zebra":"z","10":"ten","apple":"a","2":2,"mango":"m"}',
  );

  sends(
    'defaults that nobody touched are sent, the empty ones too',
    form(1, { a: string({ default: '' }), b: { type: 'integer', default: 0 }, c: { type: 'boolean', default: false }, d: { type: 'array', items: string({ enum: ['x'] }), default: [] }, e: string({ enum: ['x', 'y'], default: 'y' }) }),
    (person) => person.press('Control+Enter'),
    '{"a":"","b":0,"c":false,"d":[],"e":"y"}',
  );

  sends('what was not entered is left out', form(1, { a: string(), b: { type: 'integer' }, c: { type: 'boolean' }, d: string({ enum: ['x'] }) }), (person) => person.press('Control+Enter'), '{}');

  check('a form without fields is a message with its answers', { script: [...opened(), form(1, {}, { message: 'Shall I go on?' })] }, async ({ person, served }) => {
    await person.goToAsk();
    await person.press('Control+Enter');
    assert.equal(await served.result(1), '{"action":"accept","content":{}}');
  });

  check(
    'a cleared field is left out and says so, and comes back to its default',
    { script: [...opened(), form(1, { a: string({ enum: ['x', 'y'], default: 'y' }), b: string({ default: 'given' }) })] },
    async ({ person, served }) => {
      await person.ask('form');
      const remark = person.field('a').locator('[data-code="not-sent"]');
      await person.field('a').locator(part('field-clear')).click();
      await remark.waitFor();
      assert.equal(await remark.innerText(), 'Not sent; the agent may use its own default.');
      assert.equal(await person.field('a').locator('input:checked').count(), 0);
      await person.control('b').fill('typed');
      await person.field('b').locator(part('field-default')).click();
      await becomes(() => person.control('b').inputValue(), 'given');
      await person.field('a').locator(part('field-default')).click();
      await remark.waitFor({ state: 'detached' });
      await becomes(() => person.field('a').locator('input:checked').count(), 1);
      await person.field('a').locator(part('field-clear')).click();
      await person.accept.click();
      assert.equal(await served.result(1), '{"action":"accept","content":{"b":"given"}}');
    },
  );

  check('an emptied text whose default is a text is left out', { script: [...opened(), form(1, { a: string({ default: 'given' }) })] }, async ({ person, served }) => {
    await person.goToAsk();
    await person.press('Control+a', 'Delete', 'Control+Enter');
    assert.equal(await served.result(1), '{"action":"accept","content":{}}');
  });

  check('an error is said when a field is left, not before', { script: [...opened(), form(1, { mail: string({ format: 'email' }), b: string() })] }, async ({ person }) => {
    await person.goToAsk();
    await person.type('nobody');
    await becomes(async () => (await person.snapshot()).asks[0]?.body.kind === 'form' && (await person.control('mail').inputValue()), 'nobody');
    assert.deepEqual(await person.errors('mail'), []);
    await person.press('Tab');
    await becomes(() => person.errors('mail'), ['format']);
    assert.equal(await person.control('mail').getAttribute('aria-invalid'), 'true');
    await person.press('Shift+Tab', 'End');
    await person.type('@example.org');
    await becomes(() => person.errors('mail'), []);
  });

  check('a default that breaks a rule says so at once', { script: [...opened(), form(1, { a: { type: 'integer', minimum: 10, default: 3 } })] }, async ({ person }) => {
    await person.ask('form');
    await becomes(() => person.errors('a'), ['too-small']);
  });

  check('what cannot be drawn and is required blocks Accept, with the reason', { script: [...opened(), form(1, { a: { type: 'object', title: 'Address' }, b: string() }, { schema: { required: ['a'] } })] }, async ({ person, served }) => {
    await person.ask('form');
    assert.equal(await person.accept.isDisabled(), true);
    assert.match(await person.part('form-blocked').innerText(), /Address is required and cannot be shown here/);
    await person.decline.click();
    assert.equal(await served.result(1), '{"action":"decline"}');
  });
});
