// How long start, switch and search take with very many sessions of earlier runs, beside none at all.
//
//   node tests/bench/kept.mjs [--sessions 200] [--entries 1000] [--runs 3]
//
// The engine and the page are those of the browser tests, in a browser; `ASSENT_PROFILE=release` takes the build
// for release. What is printed are medians: with an empty data folder, with a full one, and how they compare.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Stage } from '../web/harness.mjs';
import { sessionFile } from '../web/kept.mjs';
import { part } from '../web/person.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '200' },
    entries: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
  },
});
const SESSIONS = Number(values.sessions);
const ENTRIES = Number(values.entries);
const RUNS = Number(values.runs);

const WORDS = 'the change goes through every caller and keeps what was there before while tests say how it went'.split(' ');

/** A text of so many words that differs from place to place. @param {number} seed @param {number} length */
const text = (seed, length) => Array.from({ length }, (_, n) => WORDS[(seed * 7 + n * (seed % 5 + 1)) % WORDS.length]).join(' ');

/** An entry as an agent's turn makes them: prompts, answers and tool calls. @param {number} session @param {number} entry */
function body(session, entry) {
  const seed = session * 31 + entry;
  if (session === 3 && entry === 500) return { kind: 'agent', text: 'The one with the **unmistakable** word.' };
  if (entry % 10 === 0) return { kind: 'user', text: text(seed, 20), attached: [] };
  if (entry % 3 === 0) return { kind: 'agent', text: `${text(seed, 40)}\n\n- \`${text(seed, 3)}\`\n- ${text(seed, 12)}` };
  const content = [{ type: 'text', text: text(seed, 25) }];
  return { kind: 'tool', tool: { title: text(seed, 5), kind: 'read', status: 'completed', content, locations: [{ path: `/src/${seed}.rs`, line: 1 }], input: `{"path": "/src/${seed}.rs"}`, output: null } };
}

/** Fills a data folder; gives its size in bytes. @param {string} folder */
function fill(folder) {
  mkdirSync(join(folder, 'sessions'), { recursive: true });
  let bytes = 0;
  for (let session = 0; session < SESSIONS; session += 1) {
    const bodies = Array.from({ length: ENTRIES }, (_, entry) => body(session, entry));
    const file = sessionFile(`Session ${session}`, bodies);
    bytes += file.length;
    writeFileSync(join(folder, 'sessions', `${session.toString(16).padStart(32, '0')}.json`), file);
  }
  return bytes;
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** How long something takes, in milliseconds. @param {() => Promise<unknown>} work */
async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const stage = new Stage();
await stage.open();
/** @type {Record<string, number[]>} */
const found = {};
/** @param {string} what @param {number} time */
const note = (what, time) => void (found[what] ??= []).push(time);
let bytes = 0;

/** @param {'empty' | 'full'} which */
async function run(which) {
  let served = /** @type {Awaited<ReturnType<Stage['serve']>> | undefined} */ (undefined);
  const prepare = (/** @type {string} */ folder) => {
    if (which === 'full') bytes = fill(folder);
  };
  const began = { at: 0 };
  served = await stage.serve({ agents: ['true'], args: ['--idle'], prepare, begins: () => (began.at = performance.now()) });
  const page = await stage.page(served);
  await page.locator(which === 'full' ? part('session') : part('start')).first().waitFor();
  note(`start, ${which}`, performance.now() - began.at);
  if (which === 'full') {
    const rows = page.locator(part('session'));
    await page.waitForFunction((count) => document.querySelectorAll('[data-testid=session]').length === count, SESSIONS);
    note('start, all in the list', performance.now() - began.at);
    const entry = page.locator(`${part('transcript')} ${part('entry')}`).first();
    for (const number of [5, 90, 150]) {
      note('switch, first time', await timed(() => rows.nth(number).click().then(() => entry.waitFor())));
      await rows.nth(0).click();
      await entry.waitFor();
      note('switch, read before', await timed(() => rows.nth(number).click().then(() => entry.waitFor())));
    }
    for (const [what, words] of Object.entries({ rare: 'unmistakable', frequent: 'through every', none: 'nowhere' })) {
      await page.keyboard.press('Control+Shift+F');
      const input = page.locator(part('search-input'));
      const time = await timed(async () => {
        await input.fill(words);
        const end = what === 'none' ? 'No session holds this.' : /Found in|More sessions/;
        await page.locator(part('search')).getByText(end).waitFor();
      });
      note(`search, ${what}`, time);
      await page.keyboard.press('Escape');
    }
  } else {
    await page.keyboard.press('Control+Shift+F');
    const time = await timed(async () => {
      await page.locator(part('search-input')).fill('unmistakable');
      await page.locator(part('search')).getByText('No session holds this.').waitFor();
    });
    note('search, nothing there', time);
    await page.keyboard.press('Escape');
  }
  await stage.release(page);
  await served.stop();
}

try {
  for (let turn = 0; turn < RUNS; turn += 1) {
    await run('empty');
    await run('full');
    process.stderr.write(`${turn + 1}/${RUNS}\n`);
  }
} finally {
  await stage.close();
}

console.log(`${SESSIONS} sessions of ${ENTRIES} entries, ${(bytes / 2 ** 20).toFixed(0)} MiB; medians in milliseconds`);
for (const [what, numbers] of Object.entries(found)) console.log(`${what.padEnd(26)} ${median(numbers).toFixed(0).padStart(7)}`);
const ratio = (/** @type {string} */ a, /** @type {string} */ b) => (median(found[a] ?? []) / median(found[b] ?? [])).toFixed(2);
console.log(`start, full beside empty    ${ratio('start, full', 'start, empty')}`);
console.log(`search, rare beside nothing ${ratio('search, rare', 'search, nothing there')}`);
