// Assent's own window, by the names its page gives to its parts (`data-testid`).

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { until } from './until.mjs';
import { Page } from './webdriver.mjs';

/** The project's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where the build puts things. */
export const TARGET = process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target');

/**
 * A program of this workspace, as built for debugging.
 * @param {string} name
 */
export function built(name) {
  // An installed program can be tried instead of the one built for debugging.
  const installed = name === 'assent' ? process.env['ASSENT_PROGRAM'] : undefined;
  const path = installed ?? join(TARGET, 'debug', name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run make build`);
  return path;
}

/**
 * A selector for a part of the page.
 * @param {string} part its `data-testid`
 * @param {Record<string, string>} [data] other `data-` attributes it must have
 */
export function part(part, data = {}) {
  const more = Object.entries(data).map(([name, value]) => `[data-${name}=${JSON.stringify(value)}]`);
  return `[data-testid="${part}"]${more.join('')}`;
}

/**
 * Opens the real window.
 * @param {import('./stage.mjs').Stage} stage
 * @param {string[]} args
 * @param {Record<string, string>} [variables]
 * @param {string} [first] what is waited for
 */
export async function openAssent(stage, args, variables, first = part('composer')) {
  const driver = await stage.driver(variables);
  const state = join(stage.folder, 'state');
  const page = await Page.open(driver, built('assent'), ['--data-dir', state, ...args]);
  await page.find(first);
  await page.watch();
  return page;
}

/**
 * Waits until the program that was opened on a stage has ended. The driver cannot be asked: it loses hold of a program
 * with its last window.
 * @param {import('./stage.mjs').Stage} stage
 */
export async function ended(stage) {
  const folder = join(stage.folder, 'state');
  await until('the program to end', async () => {
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const words = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
      if (words.split('\0').includes(folder)) return false;
    }
    return true;
  });
}

/**
 * Sends a prompt the way a person does.
 * @param {Page} page
 * @param {string} text
 */
export async function prompt(page, text) {
  const composer = await page.find(part('composer'));
  await composer.type(text);
  await page.click(part('send'));
}
