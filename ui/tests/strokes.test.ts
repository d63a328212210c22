import { expect, test } from 'vitest';

import { piecesOf, strokeOf, type Stroke } from '../src/dock/strokes';

function check(key: string, expected: string | undefined, over: Partial<Stroke> = {}): void {
  const stroke = { ctrlKey: false, altKey: false, metaKey: false, isComposing: false, ...over };
  expect(strokeOf({ key, ...stroke }), key).toBe(expected);
}

test('strokes reach a program as a terminal sends them', () => {
  check('a', 'a');
  check('ü', 'ü');
  check('😀', '😀');
  check('Enter', '\r');
  check('Backspace', '\x7f');
  check('ArrowUp', '\x1b[A');
  check('c', '\x03', { ctrlKey: true });
  check('[', '\x1b', { ctrlKey: true });
  check('1', undefined, { ctrlKey: true });
  check('b', '\x1bb', { altKey: true });
  check('@', '@', { altKey: true, ctrlKey: true });
});

test('what belongs to the window is left to it', () => {
  check('Tab', undefined);
  check('Shift', undefined);
  check('F5', undefined);
  check('v', undefined, { metaKey: true });
  check('a', undefined, { isComposing: true });
});

test('what is pasted goes in pieces, with lines as Enter', () => {
  expect(piecesOf('a\nb\r\nc')).toEqual(['a\rb\rc']);
  const pieces = piecesOf('ü'.repeat(2500));
  expect(pieces.map((piece) => piece.length)).toEqual([1000, 1000, 500]);
});
