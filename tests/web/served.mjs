// A running engine, and what its agents got and said.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { until } from './until.mjs';

/** @typedef {import('./script.mjs').Id} Id */
/** @typedef {{ id?: Id, method?: string, params?: Record<string, unknown>, result?: unknown, error?: { code: number, message: string, data?: unknown } }} Message */
/** `c2a` is to the agent, `a2c` from it. `text` is the message as it was written. @typedef {{ dir: string, msg?: Message, text: string }} LogLine */

/** A running engine. */
export class Served {
  #stop;

  /**
   * @param {string} folder
   * @param {string} address of the page
   * @param {import('../desktop/browser.mjs').Recorder} browser
   * @param {() => Promise<void>} stop
   */
  constructor(folder, address, browser, stop) {
    this.folder = folder;
    this.address = address;
    this.browser = browser;
    this.#stop = stop;
  }

  /**
   * The log of the agent with this number, counted from 0.
   * @param {string} folder
   * @param {number} agent
   */
  static logOf(folder, agent) {
    return join(folder, `agent-${agent}.jsonl`);
  }

  /** Ends it, and everything that belongs to it. */
  stop() {
    return this.#stop();
  }

  /**
   * What an agent got and said so far.
   * @param {number} [agent]
   * @returns {LogLine[]}
   */
  lines(agent = 0) {
    const log = Served.logOf(this.folder, agent);
    if (!existsSync(log)) return [];
    const written = readFileSync(log, 'utf8');
    // The last line may be half written.
    const lines = written.slice(0, written.lastIndexOf('\n') + 1).split('\n').slice(0, -1);
    return lines.map((line) => {
      const { dir, msg } = /** @type {{ dir: string, msg?: Message }} */ (JSON.parse(line));
      const text = line.slice(line.indexOf('"msg":') + '"msg":'.length, -1);
      return { dir, text, ...(msg === undefined ? {} : { msg }) };
    });
  }

  /**
   * What an agent got so far, in order.
   * @param {number} [agent]
   */
  received(agent = 0) {
    return this.lines(agent).flatMap(({ dir, msg, text }) => (dir === 'c2a' && msg ? [{ ...msg, text }] : []));
  }

  /**
   * The answers to a request of an agent so far; more than one is a fault.
   * @param {Id} id
   * @param {number} [agent]
   */
  answers(id, agent = 0) {
    return this.received(agent).filter((message) => message.id === id && message.method === undefined);
  }

  /**
   * The one answer to a request, once it is there.
   * @param {Id} id
   * @param {number} [agent]
   */
  async answer(id, agent = 0) {
    const [first] = await until(`the answer to ${JSON.stringify(id)}`, () => {
      const found = this.answers(id, agent);
      return found.length > 0 && found;
    });
    if (!first) throw new Error('no answer');
    return first;
  }

  /**
   * The result of that answer as it was written: the order of members counts.
   * @param {Id} id
   * @param {number} [agent]
   */
  async result(id, agent = 0) {
    const { text } = await this.answer(id, agent);
    return text.slice(text.indexOf('"result":') + '"result":'.length, -1);
  }

  /**
   * A message of the client with this method, once it is there.
   * @param {string} method
   */
  got(method) {
    return until(`the agent to get ${method}`, () => this.received().find((message) => message.method === method));
  }

  /** What was put on the clipboard last. */
  clipboard() {
    const file = join(this.folder, 'clipboard');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}
