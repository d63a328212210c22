// Sessions of earlier runs, very many of them and a very long one, and what it takes to go to them and to search them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from '../desktop/assent.mjs';
import { until } from '../desktop/until.mjs';
import { sessionFile } from '../web/kept.mjs';
import { median } from './numbers.mjs';
import { Bench } from './window.mjs';

const SESSIONS = 200;
const ENTRIES = 1_000;
const LONG = 10_000;

const WORDS = 'the change goes through every caller and keeps what was there before while tests say how it went'.split(' ');

/** A text of so many words that differs from place to place. @param {number} seed @param {number} length */
const text = (seed, length) => Array.from({ length }, (_, n) => WORDS[(seed * 7 + n * ((seed % 5) + 1)) % WORDS.length]).join(' ');

/** An entry as an agent's turn makes them: prompts, answers and tool calls. @param {number} session @param {number} entry */
function body(session, entry) {
  const seed = session * 31 + entry;
  if (session === 3 && entry === 500) return { kind: 'agent', text: 'The one with the **unmistakable** word.' };
  if (entry % 10 === 0) return { kind: 'user', text: text(seed, 20), attached: [] };
  if (entry % 3 === 0) return { kind: 'agent', text: `${text(seed, 40)}\n\n- \`${text(seed, 3)}\`\n- ${text(seed, 12)}` };
  const content = [{ type: 'text', text: text(seed, 25) }];
  return { kind: 'tool', tool: { title: text(seed, 5), kind: 'read', status: 'completed', content, locations: [{ path: `/src/${seed}.rs`, line: 1 }], input: `{"path": "/src/${seed}.rs"}`, output: null } };
}

/** @param {string} folder @param {number} number @param {string} title @param {number} entries */
function keep(folder, number, title, entries) {
  const file = sessionFile(title, Array.from({ length: entries }, (_, entry) => body(number, entry)));
  writeFileSync(join(folder, 'sessions', `${number.toString(16).padStart(32, '0')}.json`), file);
}

/** Fills a data folder with sessions. @param {string} folder */
export function fill(folder) {
  mkdirSync(join(folder, 'sessions'), { recursive: true });
  for (let number = 0; number < SESSIONS; number += 1) keep(folder, number, `Session ${number}`, ENTRIES);
  keep(folder, SESSIONS, 'The long one', LONG);
}

/**
 * From the choice of a session to its picture.
 * @param {Bench} bench
 * @param {string} title
 */
async function change(bench, title) {
  await bench.wait('there', 'part', `${part('transcript')} .entry`, 1);
  const began = /** @type {number} */ (
    await until(`${title} to be in the list`, () =>
      bench.page.run(
        `const row = [...document.querySelectorAll(arguments[0])].find((row) => row.textContent.includes(arguments[1]));
        const at = Date.now();
        row?.click();
        return row && at;`,
        [part('session'), title],
      ),
    )
  );
  return (await bench.mark('there')) - began;
}

/**
 * From the last letter to what was found, all of it.
 * @param {Bench} bench
 * @param {string} words
 */
async function search(bench, words) {
  await bench.hands.press('ctrl+shift+f');
  await bench.page.find(part('search-input'));
  await bench.wait('found', 'text', part('search'), '(Found in|holds this|hold this)');
  const began = /** @type {number} */ (
    await bench.page.run(
      `const input = document.querySelector(arguments[0]);
      input.value = arguments[1];
      const at = Date.now();
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      return at;`,
      [part('search-input'), words],
    )
  );
  const found = (await bench.mark('found')) - began;
  await bench.hands.press('Escape');
  await bench.page.gone(part('search-input'));
  return found;
}

/** @param {{ assent: string, agent: string }} programs */
export const stored = (programs) =>
  Bench.during(
    programs,
    async (bench) => {
      const titles = ['Session 5', 'Session 90', 'Session 150'];
      const first = [];
      const again = [];
      for (const title of titles) {
        first.push(await change(bench, `${title}`));
        await change(bench, 'Session 199');
        again.push(await change(bench, `${title}`));
      }
      const long = await change(bench, 'The long one');
      return {
        first: median(first),
        again: median(again),
        long,
        rare: await search(bench, 'unmistakable'),
        frequent: await search(bench, 'through every'),
        none: await search(bench, 'nowhere'),
      };
    },
    {},
    fill,
  );
