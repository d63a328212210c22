// node tests/proof/table.mjs FOLDER: prints the table of the figures in a folder. See `make proof`.

import { broken, readAll, table } from './figures.mjs';

/** Tests without which nothing is proved. */
const EXPECTED = [
  'orders of events in the core',
  'orders of events over pipes',
  'whatever comes',
  'damaged files',
  'agents that end at any step',
  'a_million_updates',
  'a_command_that_writes_without_end',
  'clocks that jump',
  'a hostile page',
];

const all = readAll(process.argv[2] ?? '.');
console.log(table(all));
for (const one of broken(all, EXPECTED)) {
  console.error(`proof: ${one}`);
  process.exitCode = 1;
}
