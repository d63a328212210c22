// The words of the page's tables of languages, read as the text they are.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const I18N = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'ui', 'src', 'i18n');

/** Words of a text, in lower case. @param {string} text */
const words = (text) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

// What is said to authors of agents quotes the protocol, whose words are those of buttons too.
const QUOTES = 'findings.ts';

/** All words that stand in a language's table. @param {string} language @returns {Set<string>} */
function wordsOf(language) {
  const folder = join(I18N, language);
  const found = readdirSync(folder).flatMap((file) => {
    if (file === QUOTES) return [];
    const source = readFileSync(join(folder, file), 'utf8').replace(/^import .*$|^\s*\/[/*].*$|^\s*also: .*$/gm, '');
    const texts = source.match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`|"(?:[^"\\\n]|\\.)*"/g) ?? [];
    // What is put into a sentence is no word of it; nor is the name of a member.
    return texts.flatMap((text) => words(text.replaceAll('\\u00a0', ' ').replace(/\$\{[^}]*\}/g, ' ')));
  });
  return new Set(found);
}

/** The words that only one of two languages has. @param {string} language @param {string} other */
export function onlyOf(language, other) {
  const [own, its] = [wordsOf(language), wordsOf(other)];
  return [...own].filter((word) => !its.has(word));
}
