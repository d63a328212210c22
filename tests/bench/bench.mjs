// Measures Assent beside a bare window, in one run, and prints a table and the same as JSON.
//
//   node bench.mjs [--runs 5] [--only NAME,NAME] [--json FILE]
//
// Everything must have been built for release before; `make bench` sees to that.

import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { ROOT, TARGET } from '../desktop/assent.mjs';
import { loads } from './loads.mjs';
import { rows } from './rows.mjs';
import { sizes } from './sizes.mjs';
import { measureStart } from './start.mjs';
import { table } from './table.mjs';

/** What was measured: for each measure a list of runs. @typedef {Record<string, Record<string, number>[]>} Measured */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    json: { type: 'string', default: join(TARGET, 'bench', 'bench.json') },
  },
});
const runs = Number(values.runs);
const only = values.only?.split(',');

/** @param {string} name */
function released(name) {
  const path = join(TARGET, 'release', name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run make bench`);
  return path;
}

const assent = process.env['ASSENT_BENCHED'] ?? released('assent');
const agent = `${process.execPath} ${join(dirname(fileURLToPath(import.meta.url)), 'agent.mjs')}`;
/** @param {string} name */
const wanted = (name) => only === undefined || only.some((one) => name.startsWith(one));
/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/** @type {Measured} */
const measured = {};
if (wanted('start')) {
  say(`start, ${runs} times`);
  const { bare, plain, empty, assent: both, full } = await measureStart({ bare: released('bare-window'), assent, agent, runs });
  Object.assign(measured, { 'start bare': bare, 'start plain': plain, 'start empty': empty, 'start agent': both, 'start full': full });
}
for (const [name, load] of Object.entries(loads)) {
  if (!wanted(name)) continue;
  const found = (measured[name] = /** @type {Record<string, number>[]} */ ([]));
  for (let run = 1; run <= runs; run += 1) {
    try {
      found.push(await load({ assent, agent }));
      say(`${name} ${run}/${runs}: ${JSON.stringify(found.at(-1), (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value))}`);
    } catch (error) {
      say(`${name} ${run}/${runs} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  }
}
if (wanted('rules')) {
  say('rules');
  const command = ['bench', '--quiet', '--locked', '-p', 'assent-core', '--bench', 'rules'];
  measured['rules'] = [JSON.parse(execFileSync('cargo', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }))];
}
if (wanted('sizes')) measured['sizes'] = [sizes(assent)];

const found = rows(measured);
const where = { date: new Date().toISOString(), cpu: cpus()[0]?.model, cores: cpus().length, runs };
mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, `${JSON.stringify({ ...where, rows: found, measured }, undefined, 2)}\n`);
process.stdout.write(`${table(found)}\n\n${where.cpu}, ${where.cores} cores, ${runs} runs each, medians. All numbers: ${values.json}\n`);
