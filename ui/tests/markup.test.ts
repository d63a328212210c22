import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { compile, parse } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../src');
const components = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svelte'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node below one, itself included; scripts and styles are no part of a fragment. */
function* nodes(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isNode(each)) yield* nodes(each);
      else if (typeof each === 'object' && each !== null && 'nodes' in each) {
        for (const inner of (each as { nodes: unknown[] }).nodes)
          if (isNode(inner)) yield* nodes(inner);
      }
    }
  }
}

const styles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** Distances that would stay at the left or right in a language that is read from the other side. */
function sided(text: string): string[] {
  const css = text.replace(/\/\*[^]*?\*\//g, '');
  const named =
    css.match(/^ *(margin|padding|border)-(left|right)\b[^;]*;|^ *(left|right): [^;]*;/gm) ?? [];
  const fours = [...css.matchAll(/^ *(?:margin|padding|inset): ([^;{}]+);/gm)].filter(
    ([, values]) => {
      // What stands in brackets is one value.
      const [, end, , start] = (values ?? '')
        .replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, (it) => it.replaceAll(' ', ''))
        .split(' ');
      return start !== undefined && start !== end;
    },
  );
  return [...named, ...fours.map(([whole]) => whole)].map((it) => it.trim());
}

test('distances are at the start and the end of a line, not left and right', () => {
  expect(
    sided(
      'a {\n  padding: 0 1px 0 calc(2px + var(--s));\n  margin-left: 3px;\n  margin: 0 1px 0 1px;\n}',
    ),
  ).toHaveLength(2);
  for (const { name, text } of styles) expect(sided(text), name).toEqual([]);
});

const spoken = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'label'];
const letters = /\p{L}/u;

/** Words in markup that do not come from the table, each with what they stand in. */
function literals(text: string): string[] {
  const { fragment } = parse(text, { modern: true });
  const found: string[] = [];
  const inAttributes = new Set<unknown>();
  for (const node of nodes(fragment as unknown as Node)) {
    if (node.type === 'Attribute') {
      for (const value of [node['value']].flat()) {
        inAttributes.add(value);
        if (!isNode(value) || value.type !== 'Text' || !spoken.includes(String(node['name'])))
          continue;
        if (letters.test(String(value['data'])))
          found.push(`${String(node['name'])}="${String(value['data'])}"`);
      }
    } else if (
      node.type === 'Text' &&
      !inAttributes.has(node) &&
      letters.test(String(node['data']))
    ) {
      found.push(String(node['data']).trim());
    }
  }
  return found;
}

test('there are components to look at', () => {
  expect(components.length).toBeGreaterThan(50);
});

test('a word in markup would be found', () => {
  expect(literals('<p>{a} word</p>')).toEqual(['word']);
  expect(literals('{#if a}<b title="Word">·</b>{/if}')).toEqual(['title="Word"']);
  expect(literals('<b class="word" title={a}>{b}</b>')).toEqual([]);
});

test('a style directive becomes no attribute, which the policy for content would block', () => {
  const source = '<script>let { w } = $props();</script><p class="a" style:width={w}></p>';
  const { js } = compile(source, { filename: 'A.svelte', generate: 'client' });
  expect(js.code).toContain('set_style');
  expect(js.code).not.toMatch(/style=["'`]/);
});

describe.each(components)('$name', ({ text }) => {
  test('has no words of its own', () => {
    expect(literals(text)).toEqual([]);
  });

  test('makes no style attribute and no HTML from text', () => {
    const { fragment } = parse(text, { modern: true });
    for (const node of nodes(fragment as unknown as Node)) {
      expect(node.type).not.toBe('HtmlTag');
      if (node.type === 'Attribute') expect(node['name']).not.toBe('style');
    }
  });
});
