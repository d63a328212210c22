import { expect, test } from 'vitest';

import { choose } from '../src/i18n';
import { de } from '../src/i18n/de';
import { en } from '../src/i18n/en';
import { sentencesOf, textsOf } from './sentences';

test.each([
  ['English', en],
  ['German', de],
])('every code on the wire has a sentence in %s', (_, words) => {
  const sentences = sentencesOf(words);
  expect(sentences.length).toBeGreaterThan(300);
  for (const [from, sentence] of sentences) {
    expect(sentence, from).toMatch(/\w/);
    expect(sentence, from).not.toMatch(/undefined|null|\[object/);
  }
});

test.each([
  ['English', en, /!|\bsafe|\bsorry|\boops|\bplease\b/i],
  ['German', de, /!|\bsicher|\bbitte\b|\bentschuldig|\bleider\b|\bhoppla\b|\bfalsch gemacht\b/i],
])('the words are plain in %s', (_, words, never) => {
  const texts = [...textsOf(words), ...sentencesOf(words)];
  expect(texts.length).toBeGreaterThan(300);
  for (const [from, text] of texts) expect(text, from).not.toMatch(never);
});

test('a language that is not there is English', async () => {
  expect(await choose(['xx-YY'])).toBe(en);
  expect(await choose([])).toBe(en);
  expect(await choose(['en-GB', 'xx'])).toBe(en);
});
