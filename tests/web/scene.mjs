// A test with an engine, an agent and a page of its own. What goes wrong in the page fails it.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { Stage, TARGET } from './harness.mjs';
import { Person } from './person.mjs';

/** @typedef {import('./script.mjs').Line} Line */
/** @typedef {import('./harness.mjs').Looks} Looks */
/** @typedef {import('./served.mjs').Served} Served */

/**
 * What a test starts from. `script` is the one agent's;
 * @typedef {object} Setting
 * @property {Line[]} [script]
 * @property {Line[][]} [scripts]
 * @property {string[]} [agents]
 * @property {string[]} [args]
 * @property {Record<string, string>} [env]
 * @property {Record<string, string[]>} [kept] sessions of earlier runs, by name: a title, then prompts and answers in turn
 * @property {Looks} [looks]
 * @property {(folder: string) => void} [prepare] what is done in the data folder before the engine starts
 * @property {string} [todo] why it is known to fail
 */

/**
 * What a test is given: the person at the page, the engine behind it, and more pages if it wants.
 * @typedef {object} Scene
 * @property {Person} person
 * @property {Served} served
 * @property {(looks?: Looks) => Promise<Person>} another another page on the same engine
 */

/**
 * Tests that share a browser, a few of them at a time: most of their time they wait.
 * @param {string} name
 * @param {(check: (name: string, setting: Setting, body: (scene: Scene) => Promise<void>) => void) => void} tests
 */
export function scenes(name, tests) {
  describe(name, { concurrency: 2 }, () => {
    const stage = new Stage();
    before(() => stage.open());
    after(() => stage.close());
    tests((what, setting, body) => {
      const { todo } = setting;
      it(what, { timeout: 120_000, ...(todo === undefined ? {} : { todo }) }, () => play(stage, what, setting, body));
    });
  });
}

/**
 * @param {Stage} stage
 * @param {string} what
 * @param {Setting} setting
 * @param {(scene: Scene) => Promise<void>} body
 */
async function play(stage, what, { script, scripts = script ? [script] : [], looks, ...rest }, body) {
  const served = await stage.serve({ scripts, ...rest });
  const people = /** @type {Person[]} */ ([]);
  const another = async (/** @type {Looks} */ its = {}) => {
    const person = new Person(await stage.page(served, its));
    people.push(person);
    return person;
  };
  try {
    const person = await another(looks);
    await body({ person, served, another });
    for (const { page } of people) assert.deepEqual(page.troubles, []);
  } catch (error) {
    await leavePicture(people, what);
    for (const { page } of people) page.spoiled = true;
    throw error;
  } finally {
    await Promise.all(people.map(({ page }) => stage.release(page)));
    await served.stop();
  }
}

/**
 * @param {Person[]} people
 * @param {string} what
 */
async function leavePicture(people, what) {
  const folder = join(TARGET, 'web');
  mkdirSync(folder, { recursive: true });
  for (const [number, { page }] of people.entries()) {
    const path = join(folder, `${what.replaceAll(/\W+/g, '-')}-${number}.png`);
    await page.screenshot({ path }).then(
      () => console.error(`a picture of the page is in ${path}`),
      () => console.error('no picture could be taken of the page'),
    );
  }
}
