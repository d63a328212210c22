// Assent's real window with an agent that makes work for it.

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from '../desktop/assent.mjs';
import { Hands } from '../desktop/hands.mjs';
import { Stage } from '../desktop/stage.mjs';
import { until } from '../desktop/until.mjs';
import { Page } from '../desktop/webdriver.mjs';
import { PROBE } from './probe.mjs';
import { family, pss, running } from './processes.mjs';

/** What an agent wrote down. @typedef {{ event: string, at: number, id?: number }} Note */

/** A window that is measured. */
export class Bench {
  #log;
  #pid;

  /**
   * @param {Stage} stage
   * @param {Page} page
   * @param {Hands} hands
   * @param {string} log
   * @param {number} pid
   */
  constructor(stage, page, hands, log, pid) {
    this.stage = stage;
    this.page = page;
    this.hands = hands;
    this.#log = log;
    this.#pid = pid;
  }

  /**
   * Opens the window, lets something be measured in it, and closes it.
   * @template T
   * @param {{ assent: string, agent: string }} programs
   * @param {(bench: Bench) => Promise<T>} body
   * @param {Record<string, string>} [variables]
   * @param {(folder: string) => void} [prepare] what is to be in its data folder
   * @returns {Promise<T>}
   */
  static async during({ assent, agent }, body, variables = {}, prepare = () => {}) {
    const stage = await Stage.set();
    try {
      const log = join(stage.folder, 'load.jsonl');
      appendFileSync(log, '');
      const state = join(stage.folder, 'state');
      prepare(state);
      const driver = await stage.driver({ LOAD_LOG: log, ...variables });
      const page = await Page.open(driver, assent, ['--data-dir', state, '--agent', agent]);
      await page.find(`${part('composer')}:not(:disabled)`);
      const hands = new Hands(stage.display);
      await hands.take();
      const pid = running(assent);
      if (pid === undefined) throw new Error('the window has no process');
      await page.run(PROBE);
      const bench = new Bench(stage, page, hands, log, pid);
      const found = await body(bench);
      await page.close();
      return found;
    } finally {
      await stage.strike();
    }
  }

  /** The memory of all its processes, in bytes. */
  memory() {
    return pss(family(this.#pid));
  }

  /** @returns {Note[]} */
  notes() {
    return readFileSync(this.#log, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** The last note of an event. @param {string} event */
  note(event) {
    return this.notes().findLast((one) => one.event === event);
  }

  /** Tells the agent what to do. @param {string} deed */
  async tell(deed) {
    const before = this.notes().length;
    const composer = await this.page.find(part('composer'));
    await composer.type(deed);
    await this.page.run('assentBench.gaps.length = 0');
    // A program as it is shipped sends nothing without a press that its window has seen.
    await this.hands.click(this.page, part('send'));
    await until('the agent to begin', () => this.notes().length > before);
  }

  /**
   * Waits for a condition of the probe to hold in a frame.
   * @param {string} name
   * @param {...unknown} condition
   */
  wait(name, ...condition) {
    return this.page.run('assentBench.wait(...arguments)', [name, ...condition]);
  }

  /**
   * When a frame was drawn in which it held.
   * @param {string} name
   * @param {number} [limit]
   * @returns {Promise<number>}
   */
  mark(name, limit = 120_000) {
    return until(`${name} to be on the screen`, () => this.page.run('return assentBench.marks[arguments[0]] ?? null', [name]), limit);
  }

  /** All marks so far. @returns {Promise<Record<string, number>>} */
  marks() {
    return this.page.run('return assentBench.marks');
  }

  /** The times between frames since the agent was told to do something. @returns {Promise<number[]>} */
  gaps() {
    return this.page.run('return assentBench.gaps');
  }

  /** From each key to the frame with what it did. @returns {Promise<number[]>} */
  keys() {
    return this.page.run('return assentBench.keys');
  }
}
