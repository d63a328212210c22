// The system browser's part: a program that notes what it was given, and WebKitGTK's own small browser.

import { chmod, readFile, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { until } from './until.mjs';
import { Page } from './webdriver.mjs';

/** Stands where the system browser is looked for (`BROWSER`) and notes its arguments, byte for byte. */
export class Recorder {
  #notes;
  /** The variables that put it in place. */
  variables;

  /**
   * @param {string} program
   * @param {string} notes
   */
  constructor(program, notes) {
    this.#notes = notes;
    this.variables = { BROWSER: program };
  }

  /** @param {string} folder */
  static async put(folder) {
    const program = join(folder, 'browser');
    const notes = join(folder, 'opened');
    await writeFile(program, `#!/bin/sh\nprintf '%s\\0' "$@" >> '${notes}'\nprintf '\\n' >> '${notes}'\n`);
    await chmod(program, 0o755);
    return new Recorder(program, notes);
  }

  /**
   * The arguments of every start so far.
   * @returns {Promise<string[][]>}
   */
  async starts() {
    const notes = await readFile(this.#notes, 'utf8').catch(() => '');
    return notes.split('\n').slice(0, -1).map((line) => line.split('\0').slice(0, -1));
  }

  /**
   * The arguments of the start with this number, counted from 0, once it has happened.
   * @param {number} [number]
   */
  start(number = 0) {
    return until('the browser to be started', async () => (await this.starts())[number]);
  }
}

/** Where WebKitGTK's small browser lies, if it is there. */
export function findMiniBrowser() {
  return readdirSync('/usr/lib')
    .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
    .find((path) => existsSync(path));
}

/**
 * Opens an address in a browser that is not ours.
 * @param {import('./stage.mjs').Stage} stage
 * @param {string} address
 */
export async function browse(stage, address) {
  const binary = findMiniBrowser();
  if (binary === undefined) throw new Error('MiniBrowser is missing; it comes with libwebkit2gtk-4.1-0');
  const page = await Page.open(await stage.driver(), binary, ['--automation']);
  await page.visit(address);
  return page;
}
