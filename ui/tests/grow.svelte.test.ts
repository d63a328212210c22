import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { grow } from '../src/kit/grow.svelte';

/** A line's height. */
const LINE = 20;

let text = $state('');
let stop: () => void;
let area: HTMLTextAreaElement;
/** The heights it was given, in order. */
let given: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  text = '';
  given = [];
  area = document.createElement('textarea');
  document.body.append(area);
  const lines = (): number => text.split('\n').length * LINE;
  const height = (): number => (Number.parseInt(area.style.height) || LINE + 2) - 2;
  let set = '';
  const style = {
    get height(): string {
      return set;
    },
    set height(to: string) {
      set = to;
      given.push(to);
    },
  };
  Object.defineProperties(area, {
    style: { value: style },
    clientHeight: { get: height },
    offsetHeight: { get: () => height() + 2 },
    scrollHeight: { get: () => Math.max(lines(), height()) },
  });
  stop = $effect.root(() => void grow(() => text)(area));
  flushSync();
});

afterEach(() => {
  stop();
  area.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Writes, and lets the window draw. */
function write(next: string): string {
  text = next;
  given = [];
  flushSync();
  vi.advanceTimersToNextFrame();
  return area.style.height;
}

test('a text area is as high as its text', () => {
  expect(write('a\nb\nc')).toBe('62px');
  expect(write('a\nb\nc\nd')).toBe('82px');
  expect(write('a')).toBe('22px');
  expect(write('')).toBe('');
});

test('letters after a text that still fit move nothing', () => {
  write('a');
  write('ab');
  expect(given).toEqual([]);
  // One that is taken away again may leave less.
  write('a');
  expect(given).toEqual(['auto', '22px']);
});

test('what was taken away in the same frame is not forgotten', () => {
  write('a\nb\nc');
  text = 'a';
  flushSync();
  expect(write('a longer')).toBe('22px');
});
