// Checks that everything Assent is made of comes under a licence that deny.toml allows.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const list = /\nallow = \[([^\]]*)\]/.exec(readFileSync('deny.toml', 'utf8'))?.[1] ?? '';
const allowed = new Set([...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name));

/** Whether a licence expression (SPDX; `/` is an old way to write OR) can be met with what is allowed. */
function isMet(expression) {
  const words = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let met = both();
    while (words[at] === 'OR') {
      at += 1;
      met = both() || met;
    }
    return met;
  };
  const both = () => {
    let met = one();
    while (words[at] === 'AND') {
      at += 1;
      met = one() && met;
    }
    return met;
  };
  const one = () => {
    const word = words[at++];
    if (word === '(') {
      const met = either();
      at += 1;
      return met;
    }
    if (words[at] !== 'WITH') return allowed.has(word);
    const exception = words[at + 1];
    at += 2;
    // An exception only ever permits more.
    return allowed.has(word) || allowed.has(`${word} WITH ${exception}`);
  };
  return words.length > 0 && either();
}

const crates = JSON.parse(
  execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], { maxBuffer: 1 << 28, encoding: 'utf8' }),
).packages.map(({ name, version, license }) => ({ name: `${name} ${version} (crate)`, license }));

// What is only there to build or test the interface does not become part of Assent.
const lock = JSON.parse(readFileSync('ui/package-lock.json', 'utf8')).packages;
const modules = Object.entries(lock)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version, license }]) => ({ name: `${path} ${version} (npm)`, license }));

const all = [...crates, ...modules];
const refused = all.filter(({ license }) => !isMet(license ?? ''));
for (const { name, license } of refused) console.error(`${name}: ${license ?? 'no licence named'}`);
console.log(`${all.length} packages, ${refused.length} under a licence that deny.toml does not allow`);
process.exitCode = all.length > 0 && refused.length === 0 ? 0 : 1;
