import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, test } from 'vitest';

import { TerminalModel } from '../src/state/terminal.svelte';
import { classesOf, endOf, withCursor } from '../src/transcript/terminal';
import TerminalLine from '../src/transcript/TerminalLine.svelte';
import type { TerminalLook } from '../src/wire/TerminalLook';
import type { TerminalRun } from '../src/wire/TerminalRun';

const plain: TerminalLook = {
  ink: null,
  ground: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
};
const run = (text: string, over: Partial<TerminalLook> = {}): TerminalRun => ({
  text,
  look: { ...plain, ...over },
});
const line = (text: string) => ({ runs: [run(text)] });
const terminal = (): TerminalModel =>
  new TerminalModel({
    id: 'terminal-1',
    command: 'make',
    columns: 100,
    first: 0,
    lines: [],
    cursor: null,
    exit: null,
    released: false,
  });

describe('lines of a terminal', () => {
  test('are replaced from a number on and forgotten before another', () => {
    const model = terminal();
    const check = (first: number, from: number, texts: string[], expected: string[]): void => {
      model.receiveLines({ first, from, lines: texts.map(line), cursor: null });
      expect(model.first).toBe(first);
      expect(model.lines.map(({ runs }) => runs[0]?.text)).toEqual(expected);
    };
    check(0, 0, ['a', 'b'], ['a', 'b']);
    check(0, 1, ['c', 'd'], ['a', 'c', 'd']);
    check(2, 3, ['e'], ['d', 'e']);
    check(2, 3, [], ['d']);
    check(9, 9, ['z'], ['z']);
    check(9, 10, [], ['z']);
  });

  test('are drawn with classes and no style attribute', () => {
    const target = document.createElement('div');
    const runs = [run('<b>red', { ink: 1, bold: true }), run(' on blue', { ground: 4 })];
    const drawn = mount(TerminalLine, { target, props: { line: { runs }, cursor: null } });
    flushSync();
    const spans = [...target.querySelectorAll('span')];
    const looks = spans.map(({ classList }) =>
      [...classList].filter((it) => it.startsWith('term-')),
    );
    expect(looks).toEqual([['term-ink-1', 'term-bold'], ['term-ground-4']]);
    expect(target.textContent.trim()).toBe('<b>red on blue');
    expect(target.querySelector('[style]')).toBeNull();
    void unmount(drawn);
  });

  test('have the cursor where it stands', () => {
    const check = (column: number, expected: string[]): void => {
      const marked = withCursor([run('ab'), run('🙂c')], column);
      expect(marked.map((it) => (it.cursor ? `[${it.text}]` : it.text))).toEqual(expected);
    };
    check(0, ['[a]', 'b', '🙂c']);
    check(2, ['ab', '[🙂]', 'c']);
    check(4, ['ab', '🙂c', '[ ]']);
    check(6, ['ab', '🙂c', '  ', '[ ]']);
    expect(classesOf({ ...run('x'), cursor: true })).toBe('term-cursor');
  });
});

test('an end is said in words', () => {
  const check = (code: number | null, signal: string | null, words: string): void =>
    expect(endOf({ code, signal }).words).toBe(words);
  expect(endOf(null).words).toBe('runs');
  check(0, null, 'done');
  check(2, null, 'ended with exit code 2');
  check(null, 'SIGKILL', 'ended by SIGKILL');
  check(null, null, 'ended');
});
