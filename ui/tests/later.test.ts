import { expect, test, vi } from 'vitest';

import { fetchOnTouch, later } from '../src/kit/later.svelte';

test('parts are fetched once the person has done something, and not before', () => {
  vi.useFakeTimers();
  const load = vi.fn(() => new Promise<never>(() => {}));
  later(load);
  fetchOnTouch();
  vi.advanceTimersByTime(3_600_000);
  expect(load).not.toHaveBeenCalled();
  for (const touch of ['keydown', 'keydown', 'pointerdown']) window.dispatchEvent(new Event(touch));
  // Not while the key is still being dealt with.
  expect(load).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(load).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('a part is fetched when it is wanted, whoever has done what', () => {
  const load = vi.fn(() => new Promise<never>(() => {}));
  const part = later(load);
  expect(part.part).toBeUndefined();
  expect(part.part).toBeUndefined();
  expect(load).toHaveBeenCalledTimes(1);
});
