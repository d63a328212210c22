import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../src');

/** Attributes whose value people read or hear. */
const READ = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description'];

/** A word, as opposed to a sign that stands for itself. */
const word = /\p{L}{2}/u;

/** What of a component's markup is words of its own. */
function literals(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, within: string | undefined): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, within);
      return;
    }
    if (node === null || typeof node !== 'object' || !('type' in node)) return;
    const one = node as AST.SvelteNode;
    if (one.type === 'Text' && (within === undefined || READ.includes(within))) {
      if (word.test(one.data)) found.push(one.data.trim());
      return;
    }
    const name = one.type === 'Attribute' ? one.name : within;
    for (const [key, value] of Object.entries(one)) if (key !== 'parent') visit(value, name);
  };
  visit(parse(source, { modern: true }).fragment, undefined);
  return found;
}

test('words of a component are found', () => {
  expect(literals('<p>Hello {name}</p>')).toEqual(['Hello']);
  expect(literals('<p title="Hello">{name} → ×</p>')).toEqual(['Hello']);
  expect(literals('<p class="hello" data-testid="x">{t.hello}</p>')).toEqual([]);
  expect(literals('{#if a}<Button title={t.a} label="Go on">{t.b}</Button>{/if}')).toEqual([
    'Go on',
  ]);
});

test('no component has words of its own', () => {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const broken = paths
    .filter((path) => path.endsWith('.svelte'))
    .flatMap((path) =>
      literals(readFileSync(join(root, path), 'utf8')).map((words) => `${path}: ${words}`),
    );
  expect(broken).toEqual([]);
});
