// The real window with an agent that follows a script, and what that agent was told.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { built, openAssent, part } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { Hands } from './hands.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */
/** @typedef {import('../web/script.mjs').Line} Line */
/** @typedef {import('../web/script.mjs').Id} Id */
/** @typedef {{ id?: Id, method?: string, params?: any, result?: unknown, error?: { code: number } }} Message */

/** What the agent got, from its own log. */
export class Agent {
  #log;

  /** @param {string} log the file */
  constructor(log) {
    this.#log = log;
  }

  /**
   * Every message so far, and how it was written: the order of members counts.
   * @returns {Promise<{ message: Message, written: string }[]>}
   */
  async received() {
    const log = await readFile(this.#log, 'utf8').catch(() => '');
    // What follows the last line break is still being written.
    const lines = log.split('\n').slice(0, -1);
    return lines.flatMap((line) => {
      const { dir, msg } = JSON.parse(line);
      const written = line.slice(line.indexOf('"msg":') + '"msg":'.length, -1);
      return dir === 'c2a' && msg !== undefined ? [{ message: msg, written }] : [];
    });
  }

  /**
   * The answers to one of its requests so far. There should never be a second one.
   * @param {Id} id
   */
  async answers(id) {
    return (await this.received()).filter(({ message }) => message.id === id && message.method === undefined);
  }

  /**
   * The answer to one of its requests, once it is there.
   * @param {Id} id
   */
  answer(id) {
    return until(`the answer to ${JSON.stringify(id)}`, async () => (await this.answers(id))[0]);
  }

  /**
   * The result in that answer, as it was written.
   * @param {Id} id
   */
  async result(id) {
    const { written } = await this.answer(id);
    return written.slice(written.indexOf('"result":') + '"result":'.length, -1);
  }
}

/**
 * @typedef {object} Scene
 * @property {Page} page
 * @property {Agent} agent
 * @property {Recorder} browser stands where the system browser is looked for
 * @property {Hands} hands at the display's keyboard and mouse
 * @property {Stage} stage
 */

/**
 * Runs a test in a window with a scripted agent.
 * @param {string} name
 * @param {Line[]} script
 * @param {(scene: Scene) => Promise<void>} body
 * @param {(stage: Stage) => Promise<Record<string, string>>} [surroundings] variables of the window
 */
export function scripted(name, script, body, surroundings = async () => ({})) {
  test(name, { timeout: 180_000 }, async () => {
    const stage = await Stage.set();
    try {
      await play(stage, script, (scene) => orPicture(scene.page, name, () => body(scene)), await surroundings(stage));
    } finally {
      await stage.strike();
    }
  });
}

/**
 * The same in a window that counts the presses at its display, as the one that is shipped does.
 * @param {string} name
 * @param {Line[]} script
 * @param {(scene: Scene) => Promise<void>} body
 * @param {(stage: Stage) => Promise<Record<string, string>>} [surroundings]
 */
export function watched(name, script, body, surroundings = async () => ({})) {
  scripted(name, script, body, async (stage) => ({ ASSENT_TEST_HANDS: '', ...(await surroundings(stage)) }));
}

/**
 * Opens the window with a scripted agent on a stage, and does something there.
 * @param {Stage} stage
 * @param {Line[]} script
 * @param {(scene: Scene) => Promise<void>} body
 * @param {Record<string, string>} [variables]
 */
export async function play(stage, script, body, variables = {}) {
  const file = join(stage.folder, 'script.jsonl');
  const log = join(stage.folder, 'log.jsonl');
  await writeFile(file, script.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const browser = await Recorder.put(stage.folder);
  const args = ['--agent', `'${built('scripted-agent')}' '${file}'`];
  const page = await openAssent(stage, args, { ...browser.variables, SCRIPT_LOG: log, ...variables });
  await body({ page, agent: new Agent(log), browser, hands: new Hands(stage.display), stage });
}

/**
 * Says something to the agent without touching what is on the screen.
 * @param {Page} page
 * @param {string} [text]
 */
export async function nudge(page, text = 'go on') {
  const [row] = await page.all('[data-session-id]');
  const session = Number(await row?.attribute('data-session-id'));
  await state(page, { type: 'prompt', session, text });
}

/**
 * States an intent as the page's own code does, without a key or a button: what a page turned hostile could do.
 * @param {Page} page
 * @param {object} intent
 * @returns {Promise<string>} whether the program took it, which says nothing about what it made of it
 */
export function state(page, intent) {
  const script =
    "return window.__TAURI_INTERNALS__.invoke('send', { intent: arguments[0] }).then(() => 'taken', (why) => String(why))";
  return page.run(script, [intent]);
}

/**
 * What stands on the clipboard, found by pasting it into the composer, which is empty again afterwards.
 * @param {Page} page
 */
export async function pasted(page) {
  await page.click(part('composer'));
  await page.press('Control+v');
  const text = await until('something to be pasted', async () => (await (await page.find(part('composer'))).value()) || undefined);
  await page.press('Control+a', 'Backspace');
  return text;
}
