// What the numbers are held against.

import { median } from './numbers.mjs';

/** @typedef {import('./bench.mjs').Measured} Measured */
/** A line of the table. `beside` is the bare window's number. @typedef {{ what: string, value: number, beside?: number, unit: Unit, limit?: number, ratio?: number }} Row */
/** @typedef {'ms' | 'µs' | 'MB' | 'kB' | '×'} Unit */

/** How many bytes or milliseconds are one of these. */
const SIZE = { ms: 1, µs: 1, MB: 1e6, kB: 1e3, '×': 1 };

/** The rows there are numbers for. @param {Measured} measured @returns {Row[]} */
export function rows(measured) {
  /** @param {string} name @param {string} member */
  const of = (name, member) => {
    const numbers = (measured[name] ?? []).flatMap((run) => (run[member] === undefined ? [] : [run[member]]));
    return numbers.length > 0 ? median(numbers) : undefined;
  };
  /** @type {Row[]} */
  const found = [];
  /** @param {string} what @param {Unit} unit @param {number | undefined} value @param {{ limit?: number, beside?: number | undefined, ratio?: number }} [more] */
  const add = (what, unit, value, { limit, beside, ratio } = {}) => {
    if (value === undefined) return;
    found.push({
      what,
      unit,
      value: value / SIZE[unit],
      ...(limit === undefined ? {} : { limit }),
      ...(beside === undefined ? {} : { beside: beside / SIZE[unit] }),
      ...(ratio === undefined ? {} : { ratio }),
    });
  };
  const bare = (/** @type {string} */ member) => of('start bare', member);

  add('start to first paint', 'ms', of('start empty', 'paint'), { beside: bare('paint'), ratio: 1.2 });
  add('start to first paint, with an agent', 'ms', of('start agent', 'paint'), { beside: bare('paint'), ratio: 1.2 });
  add('start to ready composer', 'ms', of('start agent', 'ready'), { beside: bare('ready') });
  add('start to `initialize` at the agent', 'ms', of('start agent', 'initialize'));
  add('memory at rest (PSS)', 'MB', of('start empty', 'pss'), { beside: bare('pss'), ratio: 1.12 });
  add('memory at rest, with a session', 'MB', of('start agent', 'pss'), { beside: bare('pss'), ratio: 1.12 });
  const plain = (/** @type {string} */ member) => of('start plain', member);
  const likewise = 'beside a bare window that draws without a graphics card';
  add(`start to first paint, ${likewise}`, 'ms', of('start empty', 'paint'), { beside: plain('paint') });
  add(`memory at rest, ${likewise}`, 'MB', of('start empty', 'pss'), { beside: plain('pss') });
  for (const count of [1_000, 10_000, 100_000]) {
    const name = `burst ${count}`;
    const chunks = `${count.toLocaleString('en')} chunks`;
    const tenth = of('burst 10000', 'whole');
    const whole = of(name, 'whole');
    add(`${chunks}: last sent to painted`, 'ms', of(name, 'late'), count === 10_000 ? { limit: 1_000 } : {});
    add(`${chunks}: first sent to painted`, 'ms', whole);
    add(`${chunks}: longest frame gap`, 'ms', of(name, 'gap'), count === 10_000 ? { limit: 100 } : {});
    add(`${chunks}: memory over rest`, 'MB', of(name, 'memory'), count === 100_000 ? { limit: 150 } : {});
    if (count === 100_000 && whole && tenth) add(`${chunks}: times as long as a tenth`, '×', whole / tenth, { limit: 11 });
  }
  add('1,000 chunks a second for 30 s: last sent to painted', 'ms', of('steady', 'late'));
  add('1,000 chunks a second for 30 s: longest frame gap', 'ms', of('steady', 'gap'), { limit: 100 });
  add('200 tool calls with diffs: last sent to painted', 'ms', of('tools', 'late'));
  add('200 tool calls with diffs: longest frame gap', 'ms', of('tools', 'gap'));
  add('ask on screen, idle: p50', 'ms', of('ask idle', 'p50'));
  add('ask on screen, idle: p95', 'ms', of('ask idle', 'p95'), { limit: 50 });
  add('ask on screen, under 1,000 chunks a second: p50', 'ms', of('ask loaded', 'p50'));
  add('ask on screen, under 1,000 chunks a second: p95', 'ms', of('ask loaded', 'p95'), { limit: 100 });
  add('key to picture in the composer, under that: p95', 'ms', of('typing', 'p95'));
  add('key to picture in the composer, under that: latest', 'ms', of('typing', 'most'), { limit: 50 });
  add('form with 200 fields: what is in sight', 'ms', of('form', 'sight'));
  add('form with 200 fields: all of it', 'ms', of('form', 'whole'), { limit: 200 });
  add('form with 200 fields: longest frame gap', 'ms', of('form', 'gap'));
  add('list with 20,000 options: open', 'ms', of('options', 'open'));
  add('list with 20,000 options: latest key to picture', 'ms', of('options', 'most'), { limit: 50 });
  add('10,000 entries: last sent to painted', 'ms', of('scrolling', 'late'));
  add('10,000 entries, scrolled: frame gap p95', 'ms', of('scrolling', 'p95'));
  add('10,000 entries, scrolled: longest frame gap', 'ms', of('scrolling', 'most'));
  const kept = '200 sessions of 1,000 entries';
  add(`${kept}: start to first paint`, 'ms', of('start full', 'paint'), { beside: bare('paint') });
  add(`${kept}: to one that is read from the disk`, 'ms', of('stored', 'first'));
  add(`${kept}: to one that was read before`, 'ms', of('stored', 'again'));
  add(`${kept}: search for a rare word`, 'ms', of('stored', 'rare'));
  add(`${kept}: search for a frequent one`, 'ms', of('stored', 'frequent'));
  add(`${kept}: search for what is nowhere`, 'ms', of('stored', 'none'));
  add('stored session of 10,000 entries: to its picture', 'ms', of('stored', 'long'));
  add('field check p99', 'µs', of('rules', 'field check p99'), { limit: 2_000 });
  add('check of a form with 200 fields p99', 'µs', of('rules', 'form of 200 fields p99'));
  add('slowest pattern', 'µs', of('rules', 'pattern slowest'), { limit: 100_000 });
  add('link judged, median', 'µs', of('rules', 'link p50'), { limit: 50 });
  add('program, stripped', 'MB', of('sizes', 'binary'), { limit: 15 });
  add('page before lazy parts, compressed', 'kB', of('sizes', 'assets'), { limit: 300 });
  return found;
}
