// Waiting for something to become true.

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Tries until it gets something other than `undefined`, `null` or `false`, and gives that.
 * @template T
 * @param {string} what what is waited for, in words, for the error
 * @param {() => Promise<T | undefined | null | false> | T | undefined | null | false} attempt
 * @param {number} [limit] milliseconds
 * @returns {Promise<T>}
 */
export async function until(what, attempt, limit = 30_000) {
  const end = Date.now() + limit;
  let last;
  for (;;) {
    try {
      const got = await attempt();
      if (got !== undefined && got !== null && got !== false) return got;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`gave up waiting for ${what}`, { cause: last });
    await pause(50);
  }
}
