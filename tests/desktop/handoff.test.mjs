// What follows the consent: the browser gets what was shown, and what becomes of it is told.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { nudge, pasted, scripted } from './agent.mjs';
import { part } from './assent.mjs';
import { until } from './until.mjs';
import { agree, ask, hear, review } from './walk.mjs';
import { answered, link, opened, prompted, says, turnEnds } from '../web/script.mjs';

/** @typedef {import('./agent.mjs').Scene} Scene */
/** @typedef {import('./stage.mjs').Stage} Stage */
/** @typedef {import('./webdriver.mjs').Page} Page */

const run = promisify(execFile);

/** An agent that asks for a page and then hears. */
const ASKING = [...opened(), link(1, 'https://login.example.com/authorize?state=a'), prompted(), says('I have heard you.'), turnEnds()];

// Each of these means something to a shell, to a desktop file or to the command line of a browser.
const AWKWARD = /** @type {const} */ ([
  [
    'https://login.example.org/a|b^c/$(touch x)/;id?q="`id`"&r=\'%HOME%\'&s=%zz%&t=a$(id)^|',
    'https://login.example.org/a%7Cb%5Ec/$(touch%20x)/;id?q=%22%60id%60%22&r=%27%25HOME%25%27&s=%25zz%25&t=a$(id)%5E%7C',
  ],
  [
    'https://login.example.org/100%?p=%41%7c%&c=%s%u%U%%20%i%f&--new-window=-h#\'$HOME\'',
    'https://login.example.org/100%25?p=%41%7c%25&c=%25s%25u%25U%25%20%25i%25f&--new-window=-h#\'$HOME\'',
  ],
  [
    'https://login.example.org/straße/日本語/ü"\'(é)?q=ñ&r=“x”#ö',
    'https://login.example.org/stra%C3%9Fe/%E6%97%A5%E6%9C%AC%E8%AA%9E/%C3%BC%22\'(%C3%A9)?q=%C3%B1&r=%E2%80%9Cx%E2%80%9D#%C3%B6',
  ],
]);

scripted(
  'what is shown, what is copied and what the browser gets are the same bytes',
  [...opened(), ...AWKWARD.flatMap(([url], id) => [link(id, url), answered(id)])],
  async ({ page, agent, browser }) => {
    for (const [id, [, address]] of AWKWARD.entries()) {
      await review(page);
      const shown = () => page.run('return document.querySelector(arguments[0]).textContent', [part('link-address')]);
      assert.equal(await shown(), address);
      await page.click(part('link-copy'));
      await page.find(part('link-elsewhere'));
      await page.click(part('link-back'));
      await page.gone(part('link-dialog'));
      assert.equal(await pasted(page), address);
      await review(page);
      assert.equal(await shown(), address);
      if ((await page.all(part('link-understood'))).length > 0) await page.click(part('link-understood'));
      await agree(page);
      assert.deepEqual(await browser.start(id), [address]);
      assert.equal(await agent.result(id), '{"action":"accept"}');
    }
    assert.deepEqual(await browser.starts(), AWKWARD.map(([, address]) => [address]));
  },
);

/** Where a stage keeps programs of the test's own. @param {Stage} stage */
async function programs(stage) {
  const folder = join(stage.folder, 'programs');
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * A program that notes each of its starts, and does this.
 * @param {Stage} stage
 * @param {string} name
 * @param {string} script
 */
async function program(stage, name, script) {
  const file = join(await programs(stage), name);
  await writeFile(file, `#!/bin/sh\nprintf x >> "$0.starts"\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/**
 * How often a program was started.
 * @param {Stage} stage
 * @param {string} name
 */
const startsOf = async (stage, name) =>
  (await readFile(join(await programs(stage), `${name}.starts`), 'utf8').catch(() => '')).length;

/**
 * Variables with which no other programs are found than those of the test, and those that the driver needs.
 * @param {Stage} stage
 * @param {string} browser
 */
async function alone(stage, browser) {
  const folder = await programs(stage);
  for (const needed of ['dbus-run-session', 'dbus-daemon', 'WebKitWebDriver']) {
    const { stdout } = await run('which', [needed]);
    await symlink(stdout.trim(), join(folder, needed));
  }
  return { PATH: folder, BROWSER: browser };
}

/** Says yes to the link. @param {Page} page */
async function yes(page) {
  await review(page);
  await agree(page);
}

/**
 * Waits until it is said that the page may not have opened, and asserts that nothing was answered yet.
 * @param {Scene} scene
 * @param {string} code
 * @param {RegExp} words
 */
async function isTold({ page, agent }, code, words) {
  const told = await page.find(part('handoff-failed', { code }));
  assert.match(await told.text(), words);
  assert.deepEqual(await agent.answers(1), []);
  assert.equal(await (await page.find(ask('link', 'review-link'))).enabled(), true);
}

/** Asserts that the agent got this one answer. @param {Scene} scene @param {'accept' | 'decline' | 'cancel'} action */
async function isAnswered({ agent }, action) {
  assert.equal(await agent.result(1), JSON.stringify({ action }));
  assert.equal((await agent.answers(1)).length, 1);
}

scripted(
  'no browser at all: it is said, and Cancel still answers',
  ASKING,
  async (scene) => {
    await yes(scene.page);
    await isTold(scene, 'no-browser', /may not have opened\. No browser could be found/);
    await scene.page.click(ask('link', 'cancel'));
    await isAnswered(scene, 'cancel');
  },
  (stage) => alone(stage, '/no/such/browser'),
);

scripted(
  'a browser that crashes: it is said, a second attempt is a second consent, and Decline still answers',
  ASKING,
  async (scene) => {
    const { page, stage } = scene;
    await yes(page);
    await isTold(scene, 'ended-badly', /may not have opened\. The browser was started and ended at once/);
    assert.equal(await startsOf(stage, 'crashing'), 1);
    await yes(page);
    await until('the second start', async () => (await startsOf(stage, 'crashing')) === 2);
    await isTold(scene, 'ended-badly', /may not have opened/);
    await page.click(ask('link', 'decline'));
    await isAnswered(scene, 'decline');
    assert.equal(await startsOf(stage, 'crashing'), 2);
  },
  async (stage) => ({ BROWSER: await program(stage, 'crashing', 'kill -SEGV $$') }),
);

scripted(
  'a browser in text mode is not started where nobody would see it; a page that opened otherwise can be accepted',
  ASKING,
  async (scene) => {
    const { page, stage } = scene;
    await yes(page);
    await isTold(scene, 'no-browser', /No browser could be found/);
    await page.click(ask('link', 'it-opened'));
    await isAnswered(scene, 'accept');
    await page.find(part('ask', { kind: 'link', status: 'waiting' }));
    for (const name of ['lynx', 'www-browser']) assert.equal(await startsOf(stage, name), 0, name);
  },
  async (stage) => {
    for (const name of ['lynx', 'www-browser']) await program(stage, name, 'exit 0');
    return alone(stage, 'lynx');
  },
);

scripted(
  'a browser that takes fifteen seconds to end is waited for no longer than it takes to see that it runs',
  ASKING,
  async (scene) => {
    const { page, stage } = scene;
    await yes(page);
    await isAnswered(scene, 'accept');
    await assert.rejects(access(join(stage.folder, 'programs', 'slow.ended')), 'it still runs');
    await page.find(part('ask', { kind: 'link', status: 'waiting' }));
    assert.equal(await startsOf(stage, 'slow'), 1);
  },
  // The browser in text mode before it is passed over.
  async (stage) => ({ BROWSER: `lynx:${await program(stage, 'slow', '/bin/sleep 15; : > "$0.ended"')}` }),
);

scripted(
  'a desktop that does not say within ten seconds whether a browser opened: it is said, and nothing waits for it',
  ASKING,
  async (scene) => {
    const { page, stage } = scene;
    await yes(page);
    await until('the desktop to be asked', async () => (await startsOf(stage, 'xdg-settings')) === 1);
    // Meanwhile the window is as usable as ever.
    await nudge(page);
    await hear(page, 'I have heard you.');
    assert.equal((await page.all(part('handoff-failed'))).length, 0);
    await isTold(scene, 'unconfirmed', /may not have opened\. Nothing said within ten seconds/);
    await page.click(ask('link', 'it-opened'));
    await isAnswered(scene, 'accept');
    assert.equal(await startsOf(stage, 'xdg-settings'), 1);
  },
  async (stage) => {
    await program(stage, 'xdg-settings', 'exec /bin/sleep 20');
    return alone(stage, '');
  },
);
