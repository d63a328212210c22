// Waiting for something to become true.

import { deepStrictEqual } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

export { pause };

const LIMIT = 30_000;
const EVERY = 25;

/**
 * Tries until it gets something, and gives that.
 * @template T
 * @param {string} what what is waited for, in words, for the error
 * @param {() => T | undefined | null | false | Promise<T | undefined | null | false>} look
 * @returns {Promise<T>}
 */
export async function until(what, look) {
  const end = Date.now() + LIMIT;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`gave up waiting for ${what}`);
    await pause(EVERY);
  }
}

/**
 * Waits until something is as expected; if it never is, the error says how it was last.
 * @template T
 * @param {() => T | Promise<T>} look
 * @param {T} expected
 */
export async function becomes(look, expected) {
  const end = Date.now() + LIMIT;
  for (;;) {
    const actual = await look();
    try {
      deepStrictEqual(actual, expected);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(EVERY);
  }
}
