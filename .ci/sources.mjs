// Checks that everything Assent is built with comes from the registries, and is fixed by a lock file: what
// `cargo deny check sources bans` checks of crates where that is installed, and the same of npm's packages.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const CRATES = 'registry+https://github.com/rust-lang/crates.io-index';
const MODULES = 'https://registry.npmjs.org/';
const LOCKS = ['ui', 'tests/web', 'tests/interop/typescript'].map((folder) => `${folder}/package-lock.json`);

/** @type {string[]} */
const wrong = [];
const { packages, workspace_members: members } = JSON.parse(
  execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], { maxBuffer: 1 << 28, encoding: 'utf8' }),
);
const ours = new Set(members);
for (const { id, name, version, source, dependencies } of packages) {
  if (source === null ? !ours.has(id) : source !== CRATES) wrong.push(`${name} ${version} (crate) comes from ${source ?? 'a folder'}`);
  if (!ours.has(id)) continue;
  for (const { name: other, req, path } of dependencies) {
    if (req === '*' && path === undefined) wrong.push(`${name} takes any version of ${other}`);
  }
}

let modules = 0;
for (const lock of LOCKS) {
  if (!existsSync(lock)) wrong.push(`${lock} is missing`);
  else
    for (const [path, { resolved, integrity, link }] of Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)) {
      if (path === '') continue;
      modules += 1;
      if (link || (resolved !== undefined && !resolved.startsWith(MODULES))) wrong.push(`${lock}: ${path} comes from ${resolved}`);
      if (!/^sha512-/.test(integrity ?? '')) wrong.push(`${lock}: ${path} is not fixed by its content`);
    }
}

for (const one of wrong) console.error(one);
console.log(`${packages.length} crates and ${modules} modules, ${wrong.length} not as they should be`);
process.exitCode = packages.length > 0 && modules > 0 && wrong.length === 0 ? 0 : 1;
