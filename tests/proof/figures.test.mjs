import assert from 'node:assert/strict';
import { test } from 'node:test';

import { broken, read, table } from './figures.mjs';

/** @param {Partial<import('./figures.mjs').Figures>} some */
const figures = (some = {}) => ({
  name: 'a test',
  runs: 1_200,
  faults: 3,
  bad_inputs: 4,
  answered: 5,
  lost_answers: 0,
  lost_drafts: 0,
  opened_without_consent: 0,
  peak_memory_bytes: 2 ** 21,
  ...some,
});

test('the table has a row for each test and one that sums up', () => {
  assert.deepEqual(table([figures(), figures({ name: 'another', peak_memory_bytes: null })]).split('\n'), [
    '|         |  runs | faults | bad inputs | answered | lost answers | lost drafts | opened without consent | peak memory |',
    '| ------- | ----: | -----: | ---------: | -------: | -----------: | ----------: | ---------------------: | ----------: |',
    '| a test  | 1,200 |      3 |          4 |        5 |            0 |           0 |                      0 |       2 MiB |',
    '| another | 1,200 |      3 |          4 |        5 |            0 |           0 |                      0 |             |',
    '| all     | 2,400 |      6 |          8 |       10 |            0 |           0 |                      0 |       2 MiB |',
  ]);
});

test('what must never happen, did not run or is missing is told', () => {
  assert.deepEqual(broken([figures()], ['a test']), []);
  assert.deepEqual(broken([figures({ lost_answers: 1, opened_without_consent: 2 }), figures({ name: 'b', runs: 0 })], ['c']), [
    'a test: 1 lost answers',
    'a test: 2 opened without consent',
    'b: never ran',
    'c: no figures',
  ]);
  assert.deepEqual(broken([figures({ lost_drafts: 1 })]), ['a test: 1 lost drafts']);
});

test('what is no figure is refused', () => {
  const refused = (/** @type {object} */ some) =>
    assert.throws(() => read(JSON.stringify({ ...figures(), ...some }), 'x.json'), /x\.json/);
  refused({ name: 1 });
  refused({ runs: -1 });
  refused({ lost_answers: undefined });
  refused({ answered: 'many' });
  refused({ peak_memory_bytes: 0 });
  assert.equal(read(JSON.stringify({ ...figures(), peak_memory_bytes: undefined }), 'x.json').peak_memory_bytes, null);
});
