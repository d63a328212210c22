// What the tests counted, in one table. What must never happen is counted as well, and fails when it did.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The figures of one test.
 * @typedef {object} Figures
 * @property {string} name
 * @property {number} runs
 * @property {number} faults
 * @property {number} bad_inputs
 * @property {number} answered
 * @property {number} lost_answers
 * @property {number} lost_drafts
 * @property {number} opened_without_consent
 * @property {number | null} peak_memory_bytes
 */

/** @typedef {Exclude<keyof Figures, 'name' | 'peak_memory_bytes'>} Count */

/** @type {[Count, string][]} */
const COUNTS = [
  ['runs', 'runs'],
  ['faults', 'faults'],
  ['bad_inputs', 'bad inputs'],
  ['answered', 'answered'],
  ['lost_answers', 'lost answers'],
  ['lost_drafts', 'lost drafts'],
  ['opened_without_consent', 'opened without consent'],
];

/** @type {Count[]} */
const NEVER = ['lost_answers', 'lost_drafts', 'opened_without_consent'];

/**
 * Reads one test's figures, and says so when they are none.
 * @param {string} text
 * @param {string} file
 * @returns {Figures}
 */
export function read(text, file) {
  const figures = JSON.parse(text);
  if (typeof figures.name !== 'string') throw new Error(`${file} has no name`);
  for (const [count] of COUNTS) {
    if (!Number.isSafeInteger(figures[count]) || figures[count] < 0) throw new Error(`${file}: ${count} is ${figures[count]}`);
  }
  const peak = figures.peak_memory_bytes ?? null;
  if (peak !== null && !(peak > 0)) throw new Error(`${file}: peak_memory_bytes is ${peak}`);
  return { ...figures, peak_memory_bytes: peak };
}

/**
 * Reads the figures of all tests.
 * @param {string} folder
 */
export function readAll(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => read(readFileSync(join(folder, file), 'utf8'), file));
}

/** @param {number | null} bytes */
const mebibytes = (bytes) => (bytes === null ? '' : `${Math.ceil(bytes / 2 ** 20)} MiB`);

/**
 * The table, in Markdown; the last row sums up, of memory the most.
 * @param {Figures[]} all
 */
export function table(all) {
  const sum = (/** @type {Count} */ count) => all.reduce((total, figures) => total + figures[count], 0);
  const most = all.reduce((/** @type {number | null} */ peak, { peak_memory_bytes: one }) => (one === null ? peak : Math.max(peak ?? 0, one)), null);
  const rows = [
    ['', ...COUNTS.map(([, words]) => words), 'peak memory'],
    ...all.map((figures) => [figures.name, ...COUNTS.map(([count]) => figures[count].toLocaleString('en')), mebibytes(figures.peak_memory_bytes)]),
    ['all', ...COUNTS.map(([count]) => sum(count).toLocaleString('en')), mebibytes(most)],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`);
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

/**
 * What happened that must never happen, and what was not tried at all.
 * @param {Figures[]} all
 * @param {string[]} [expected] names that must be among them
 */
export function broken(all, expected = []) {
  const found = all.flatMap((figures) =>
    NEVER.filter((count) => figures[count] > 0).map((count) => `${figures.name}: ${figures[count]} ${count.replaceAll('_', ' ')}`),
  );
  const idle = all.filter(({ runs }) => runs === 0).map(({ name }) => `${name}: never ran`);
  const missing = expected.filter((name) => !all.some((figures) => figures.name === name)).map((name) => `${name}: no figures`);
  return [...found, ...idle, ...missing];
}
