// From the start of a program to its window as it is at rest, seen on the display; and the memory it then takes.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { Stage } from '../desktop/stage.mjs';
import { pause, until } from '../desktop/until.mjs';
import { family, pss } from './processes.mjs';
import { Screen, difference, isDrawn } from './screen.mjs';
import { fill } from './stored.mjs';

const WIDTH = 1100;
const HEIGHT = 760;
/** How long a window may take to come to rest, in milliseconds. */
const REST = 5_000;
/** Makes the web engine of any program draw as Assent has it draw on a machine without a graphics card. */
const PLAIN = { WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
/** How much of the window may differ from that: a caret blinks. */
const CARET = 0.0005;

/** @typedef {{ paint: number, ready: number, pss: number, initialize?: number }} Start times in milliseconds, memory in bytes */

/**
 * Starts a program once.
 * @param {Stage} stage
 * @param {string} folder where the display's pixels are
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [variables]
 * @returns {Promise<Start>}
 */
async function startOnce(stage, folder, program, args, variables = {}) {
  const screen = new Screen(join(folder, 'Xvfb_screen0'));
  const log = variables['LOAD_LOG'];
  if (log) rmSync(log, { force: true });
  const begin = performance.now();
  const wall = performance.timeOrigin + begin;
  const started = stage.start(program, args, variables);
  /** @type {{ at: number, pixels: Uint32Array }[]} */
  const changes = [];
  while (performance.now() < begin + REST) {
    const pixels = screen.rows(WIDTH, HEIGHT);
    const last = changes.at(-1);
    if (!last || difference(last.pixels, pixels) > 0) changes.push({ at: performance.now() - begin, pixels });
    await pause(2);
  }
  screen.close();
  const rest = changes.at(-1);
  const paint = changes.find(({ pixels }) => isDrawn(pixels))?.at;
  // The first picture from which on nothing but the caret changes.
  const other = changes.findLastIndex(({ pixels }) => !rest || difference(pixels, rest.pixels) > CARET);
  const ready = changes[other + 1]?.at;
  if (paint === undefined || ready === undefined) throw new Error(`${program} drew nothing`);
  const { pid } = started;
  if (pid === undefined) throw new Error(`${program} did not start`);
  const memory = pss(family(pid));
  const initialize = log ? eventAt(log, 'initialize') - wall : undefined;
  process.kill(pid, 'SIGTERM');
  await until('the program to end', () => started.exitCode !== null || started.signalCode !== null);
  return { paint, ready, pss: memory, ...(initialize === undefined ? {} : { initialize }) };
}

/** @param {string} log @param {string} name */
function eventAt(log, name) {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const found = lines.map((line) => /** @type {{ event: string, at: number }} */ (JSON.parse(line))).find(({ event }) => event === name);
  return found?.at ?? NaN;
}

/**
 * Starts both programs in turn, so that what else the machine does meets both.
 * @param {{ bare: string, assent: string, agent: string, runs: number }} what
 */
export async function measureStart({ bare, assent, agent, runs }) {
  const folder = mkdtempSync('/dev/shm/assent-screen-');
  const stage = await Stage.set(['-fbdir', folder]);
  const state = join(stage.folder, 'state');
  const log = join(stage.folder, 'load.jsonl');
  const own = ['--data-dir', state];
  const full = join(stage.folder, 'full');
  fill(full);
  /** @type {Record<'bare' | 'plain' | 'empty' | 'assent' | 'full', Start[]>} */
  const found = { bare: [], plain: [], empty: [], assent: [], full: [] };
  try {
    for (let run = 0; run <= runs; run += 1) {
      const one = await startOnce(stage, folder, bare, []);
      const plain = await startOnce(stage, folder, bare, [], PLAIN);
      const empty = await startOnce(stage, folder, assent, own);
      const both = await startOnce(stage, folder, assent, [...own, '--agent', agent], { LOAD_LOG: log });
      const many = await startOnce(stage, folder, assent, ['--data-dir', full]);
      // The first time everything is read from the disk.
      if (run === 0) continue;
      found.bare.push(one);
      found.plain.push(plain);
      found.empty.push(empty);
      found.assent.push(both);
      found.full.push(many);
    }
  } finally {
    await stage.strike();
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
}
