// What is shipped: the program, and what of the page is needed until a session is drawn.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { ROOT } from '../desktop/assent.mjs';

/** @param {string} program */
export function sizes(program) {
  const dist = join(ROOT, 'ui', 'dist');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const needed = new Set(['index.html']);
  for (const [, path = ''] of page.matchAll(/(?:src|href)="\.?\/?([^":]+)"/g)) needed.add(path);
  // The page's own script and its words come once its ground is drawn.
  for (const name of readdirSync(join(dist, 'assets'))) if (/^(main|en)-/.test(name)) needed.add(`assets/${name}`);
  // What a needed script needs itself, and not only when it comes to that.
  for (const path of needed) {
    if (!path.endsWith('.js')) continue;
    const text = readFileSync(join(dist, path), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) needed.add(`assets/${name}`);
  }
  const compressed = [...needed].map((path) => gzipSync(readFileSync(join(dist, path))).length);
  return { binary: statSync(program).size, assets: compressed.reduce((sum, one) => sum + one, 0) };
}
