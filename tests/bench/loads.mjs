// What is measured in the window, each once; the numbers are milliseconds, memory is in bytes.

import { part } from '../desktop/assent.mjs';
import { pause, until } from '../desktop/until.mjs';
import { most, quantile } from './numbers.mjs';
import { stored } from './stored.mjs';
import { Bench } from './window.mjs';

/** @typedef {{ assent: string, agent: string }} Programs */
/** @typedef {(programs: Programs) => Promise<Record<string, number>>} Load */

/** From the agent's last byte to its picture, and the worst on the way. @param {Bench} bench @param {string} deed */
async function carried(bench, deed) {
  await bench.wait('end', 'end');
  await bench.tell(deed);
  const painted = await bench.mark('end');
  const sent = bench.note('sent')?.at ?? NaN;
  const begun = bench.note('begin')?.at ?? NaN;
  return { late: painted - sent, whole: painted - begun, gap: most(await bench.gaps()) };
}

/** @param {number} count @returns {Load} */
const burst = (count) => (programs) =>
  Bench.during(programs, async (bench) => {
    await pause(1_000);
    const before = bench.memory();
    const found = await carried(bench, `burst ${count}`);
    await pause(2_000);
    return { ...found, memory: bench.memory() - before };
  });

/** @type {Load} */
const steady = (programs) => Bench.during(programs, (bench) => carried(bench, 'steady 1000 30'));

/** @type {Load} */
const tools = (programs) => Bench.during(programs, (bench) => carried(bench, 'tools 200'));

/** How many asks a run sees, and for how long each. */
const ASKS = 20;
const SHOWN = 600;

/** @param {number} rate @returns {Load} */
const asks = (rate) => (programs) =>
  Bench.during(programs, async (bench) => {
    for (let number = 1; number <= ASKS; number += 1) await bench.wait(`ask ${number}`, 'ask', `Question ${number}.`);
    await bench.tell(`asks ${ASKS} ${SHOWN} ${rate}`);
    await until('the agent to have asked', () => bench.note('sent'), 60_000);
    await pause(1_000);
    const marks = await bench.marks();
    // One that was gone again before it was drawn counts as never.
    const delays = bench.notes().flatMap(({ event, at, id }) => (event === 'ask' ? [(marks[`ask ${id}`] ?? Infinity) - at] : []));
    return { p50: quantile(delays, 0.5), p95: quantile(delays, 0.95), most: most(delays) };
  });

/** @type {Load} */
const typing = (programs) =>
  Bench.during(programs, async (bench) => {
    await bench.tell('steady 1000 12');
    await pause(2_000);
    await bench.page.run(`document.querySelector('${part('composer')}').focus()`);
    for (const key of 'whileyouspeakishallgoonwriting') {
      await bench.hands.press(key);
      await pause(130);
    }
    const keys = await bench.keys();
    return { p50: quantile(keys, 0.5), p95: quantile(keys, 0.95), most: most(keys), count: keys.length };
  });

/** @type {Load} */
const form = (programs) =>
  Bench.during(programs, async (bench) => {
    await bench.wait('fields', 'part', part('field'), 200);
    await bench.wait('sight', 'part', part('field'), 20);
    await bench.tell('form 200');
    const whole = await bench.mark('fields');
    const sight = await bench.mark('sight');
    const asked = bench.note('ask')?.at ?? NaN;
    return { sight: sight - asked, whole: whole - asked, gap: most(await bench.gaps()) };
  });

/** @type {Load} */
const options = (programs) =>
  Bench.during(programs, async (bench) => {
    await bench.tell('options 20000');
    await bench.page.find(part('option-list'));
    await bench.page.run('assentBench.gaps.length = 0');
    await bench.page.click(part('option-list'));
    await bench.page.find(part('option'));
    const open = most(await bench.gaps());
    await bench.page.run('assentBench.keys.length = 0');
    for (const key of ['o', 'n', 'minus', '1', '9', '9', '9', '9', 'BackSpace', 'BackSpace', 'BackSpace', 'BackSpace']) {
      await bench.hands.press(key);
      await pause(250);
    }
    const keys = await bench.keys();
    return { open, p50: quantile(keys, 0.5), most: most(keys), count: keys.length };
  });

/** @type {Load} */
const scrolling = (programs) =>
  Bench.during(programs, async (bench) => {
    const { late } = await carried(bench, 'messages 10000');
    await pause(1_000);
    await bench.page.run('assentBench.gaps.length = 0; assentBench.scroll(300, 1500)');
    await bench.mark('scrolled');
    const gaps = await bench.gaps();
    return { late, p95: quantile(gaps, 0.95), most: most(gaps) };
  });

/** All of them by name. @type {Record<string, Load>} */
export const loads = {
  'burst 1000': burst(1_000),
  'burst 10000': burst(10_000),
  'burst 100000': burst(100_000),
  steady,
  tools,
  'ask idle': asks(0),
  'ask loaded': asks(1_000),
  typing,
  form,
  options,
  scrolling,
  stored,
};

