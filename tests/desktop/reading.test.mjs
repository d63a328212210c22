// A form and the link dialog as a screen reader gets them. The readings are committed: whoever changes one sees what
// changes for those who listen. `ASSENT_WRITE_READINGS=1` writes them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { openAssent, part, prompt, ROOT } from './assent.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';
import { ask, review } from './walk.mjs';

const run = promisify(execFile);
const here = join(ROOT, 'tests', 'desktop');
// The system's own: another Python has no bindings to the accessibility bus.
const PYTHON = '/usr/bin/python3';

/**
 * A part of the window, as it is told to a screen reader.
 * @param {Stage} stage
 * @param {string} name
 */
async function reading(stage, name) {
  const { stdout } = await run(PYTHON, [join(here, 'reading.py'), name], { env: await onBus(stage) });
  return stdout;
}

/** @param {Stage} stage */
async function onBus(stage) {
  return { ...process.env, DBUS_SESSION_BUS_ADDRESS: await readFile(stage.bus, 'utf8'), DISPLAY: stage.display };
}

/**
 * Says on the bus that somebody listens, as a screen reader does.
 * @param {Stage} stage
 */
async function listen(stage) {
  const set = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status', 'IsEnabled', '<true>'];
  const to = ['--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'];
  await run('gdbus', ['call', '--session', ...to, ...set], { env: await onBus(stage) });
}

/**
 * @param {Stage} stage
 * @param {string} name of the part
 * @param {string} file
 */
async function check(stage, name, file) {
  const path = join(here, 'readings', file);
  if (process.env['ASSENT_WRITE_READINGS']) await writeFile(path, await reading(stage, name));
  const expected = await readFile(path, 'utf8');
  // The tree follows the page after a moment.
  const same = await until(`${name} to be read as in ${file}`, async () => (await reading(stage, name)) === expected, 15_000).catch(() => false);
  if (!same) assert.equal(await reading(stage, name), expected);
}

/** What the panel of a form is called, and where the readings are. */
const LANGUAGES = { en: { asks: 'Demo asks', folder: '' }, de: { asks: 'Demo fragt', folder: 'de/' } };

for (const [language, { asks, folder }] of Object.entries(LANGUAGES))
  test(`a form and the link dialog, as they are read aloud: ${language}`, async () => {
    const stage = await Stage.set();
    try {
      // Those of the demo are its own, and chosen anew each time.
      const page = await openAssent(stage, ['--demo'], { ASSENT_DEMO_PACE: '0', NO_AT_BRIDGE: '0' });
      await orPicture(page, `reading-${language}`, async () => {
        await page.click(part('settings'));
        await page.click(`${part('setting', { name: 'language' })} label:nth-child(${language === 'en' ? 2 : 3})`);
        await page.find(`html[lang=${language}]`);
        await page.press('Escape');
        await page.find(part('composer'));
        await page.watch();
        await listen(stage);
        await prompt(page, '/form');
        await page.find(ask('form'));
        await check(stage, asks, `${folder}form.txt`);
        await page.click(ask('form', 'decline'));
        await page.gone(ask('form'));
        await prompt(page, '/link');
        await review(page);
        await page.find(part('link-understood'));
        await check(stage, 'dialog', `${folder}link.txt`);
      });
    } finally {
      await stage.strike();
    }
  });
