// Questions with a free text that belongs to them, as real agents send them.

import assert from 'node:assert/strict';

import { part } from './person.mjs';
import { opened, orderedForm } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */
/** @typedef {[name: string, schema: object][]} Properties */

/**
 * A question of Claude's adapter, and its companion.
 * @param {number} n
 * @param {{ several?: boolean, mark?: object }} [how]
 * @returns {Properties}
 */
function claude(n, { several = false, mark } = {}) {
  const named = ['Postgres', 'SQLite'].map((title) => ({ const: title, title, description: `About ${title}` }));
  const question = several ? { type: 'array', items: { anyOf: named } } : { type: 'string', oneOf: named };
  return [
    [`question_${n}`, { ...question, title: `Database ${n}?` }],
    [`question_${n}_custom`, { type: 'string', title: 'Other', description: 'Your own answer', ...(mark ? { _meta: mark } : {}) }],
  ];
}

/** A question of Codex's adapter, with the note that belongs to it. @type {Properties} */
const CODEX = [
  ['zdb', { type: 'string', title: 'Database', oneOf: ['Postgres', 'SQLite', 'None of the above'].map((title) => ({ const: title, title })) }],
  ['zdb__note', { type: 'string', title: 'Note', _meta: { codex: { role: 'user_note', questionId: 'zdb' } } }],
];

scenes('companions', (check) => {
  /**
   * @param {string} what
   * @param {Properties} properties
   * @param {(person: Person) => Promise<void>} fill
   * @param {string} content
   */
  const sends = (what, properties, fill, content) =>
    check(what, { script: [...opened(), orderedForm(1, properties)] }, async ({ person, served }) => {
      await person.ask('form');
      await fill(person);
      await person.accept.click();
      assert.equal(await served.result(1), `{"action":"accept","content":${content}}`);
    });

  sends('claude: an option alone', claude(0), async (person) => {
    assert.equal(await person.part('field').count(), 1);
    await person.option('question_0', 'SQLite').click();
  }, '{"question_0":"SQLite"}');

  sends('claude: Other… sends the companion alone', claude(0), async (person) => {
    await person.option('question_0', 'Postgres').click();
    await person.field('question_0').locator(part('option-other')).click();
    await person.field('question_0').locator(part('companion')).locator('textarea').fill('Two of them');
  }, '{"question_0_custom":"Two of them"}');

  sends('claude: an option with a note sends both', claude(0), async (person) => {
    await person.option('question_0', 'Postgres').click();
    await person.field('question_0').locator(part('companion')).locator('textarea').fill('version 18');
  }, '{"question_0":"Postgres","question_0_custom":"version 18"}');

  sends('claude: several options and a text beside them', claude(0, { several: true }), async (person) => {
    await person.option('question_0', 'SQLite').click();
    await person.field('question_0').locator(part('companion')).locator('textarea').fill('and DuckDB');
  }, '{"question_0":["SQLite"],"question_0_custom":"and DuckDB"}');

  sends(
    'claude: Other… of a marked companion, by the keyboard',
    claude(0, { mark: { _askUserQuestionCustomAnswer: { isCustomAnswer: true, questionId: 'question_0' } } }),
    async (person) => {
      await person.goToAsk();
      await person.press('ArrowUp', 'Tab');
      await person.type('mine');
    },
    '{"question_0_custom":"mine"}',
  );

  sends('codex: "None of the above" is Other…, and sends its value and the text', CODEX, async (person) => {
    assert.equal(await person.part('field').count(), 1);
    assert.equal(await person.option('zdb', 'None of the above').count(), 0);
    await person.option('zdb', 'Other…').click();
    await person.field('zdb').locator(part('companion')).locator('textarea').fill('MariaDB');
  }, '{"zdb":"None of the above","zdb__note":"MariaDB"}');

  sends('codex: any option may carry a note', CODEX, async (person) => {
    await person.option('zdb', 'SQLite').click();
    await person.field('zdb').locator(part('companion')).locator('textarea').fill('in memory');
  }, '{"zdb":"SQLite","zdb__note":"in memory"}');

  sends('a note that was cleared is not sent', CODEX, async (person) => {
    await person.option('zdb', 'SQLite').click();
    const note = person.field('zdb').locator(part('companion')).locator('textarea');
    await note.fill('in memory');
    await note.fill('');
  }, '{"zdb":"SQLite"}');

  const ELEVEN = Array.from({ length: 11 }, (_, n) => n);

  sends('eleven questions with companions stay in order', ELEVEN.flatMap((n) => claude(n)), async (person) => {
    await becomes(() => person.part('field').count(), 11);
    const names = await person.part('field').evaluateAll((fields) => fields.map((field) => field.getAttribute('data-name')));
    assert.deepEqual(names, ELEVEN.map((n) => `question_${n}`));
    for (const n of ELEVEN) {
      if (n % 2 === 0) await person.option(`question_${n}`, 'SQLite').click();
      else {
        await person.field(`question_${n}`).locator(part('option-other')).click();
        await person.field(`question_${n}`).locator(part('companion')).locator('textarea').fill(`own ${n}`);
      }
    }
  }, `{${ELEVEN.map((n) => (n % 2 === 0 ? `"question_${n}":"SQLite"` : `"question_${n}_custom":"own ${n}"`)).join(',')}}`);

  sends('a text field that is only named like a companion is a field of its own', [['question_0', { type: 'string', enum: ['a'] }], ['question_0_custom', { type: 'string', title: 'Something else' }]], async (person) => {
    assert.equal(await person.part('field').count(), 2);
    await person.control('question_0_custom').fill('x');
  }, '{"question_0_custom":"x"}');
});
