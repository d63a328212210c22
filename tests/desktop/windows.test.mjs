// Several windows, and several starts, of the real program.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { built, openAssent, part, prompt } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';
import { Page } from './webdriver.mjs';

/** @typedef {{ stage: Stage, page: Page, browser: Recorder, variables: Record<string, string> }} Scene */

/**
 * @param {string} name
 * @param {string[]} args
 * @param {(scene: Scene) => Promise<void>} body
 */
function check(name, args, body) {
  test(name, { timeout: 180_000 }, async () => {
    const stage = await Stage.set();
    try {
      const browser = await Recorder.put(stage.folder);
      const variables = { ...browser.variables, ASSENT_DEMO_PACE: '0' };
      const page = await openAssent(stage, args, variables);
      await orPicture(page, name, () => body({ stage, page, browser, variables }));
    } finally {
      await stage.strike();
    }
  });
}

/**
 * Starts the program once more on the same folder, and gives its exit code and what it said.
 * @param {Stage} stage
 * @param {string[]} args
 * @param {string} [cwd]
 */
function startAgain(stage, args, cwd = stage.folder) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(stage.folder, 'home'), DISPLAY: stage.display, LANG: 'C.UTF-8' };
  const again = spawn(built('assent'), ['--data-dir', join(stage.folder, 'state'), ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  again.stderr.on('data', (text) => (said += text));
  return /** @type {Promise<{ code: number | null, said: string }>} */ (
    new Promise((done) => again.on('exit', (code) => done({ code, said })))
  );
}

/** Opens the session shown in a window of its own, and gives the handles of both. @param {Page} page */
async function openOwn(page) {
  const main = await page.window();
  await page.click(part('own-window'));
  const own = await until('the second window', async () => (await page.windows()).find((handle) => handle !== main));
  await page.turnTo(own);
  await page.find(part('composer'));
  return { main, own };
}

/** How many sessions the page lists. @param {Page} page */
const sessions = async (page) => (await page.all(part('session'))).length;

check('a second start lets the first come forward, and opens in it what it names', ['--demo'], async ({ stage, page }) => {
  assert.deepEqual(await startAgain(stage, []), { code: 0, said: '' });
  assert.equal(await sessions(page), 1);

  const folder = join(stage.folder, 'a project');
  await mkdir(folder);
  const log = join(stage.folder, 'log.jsonl');
  const script = join(stage.folder, 'script.jsonl');
  const lines = [
    { auto: { initialize: { protocolVersion: 1, agentCapabilities: {} } } },
    { expect: { method: 'session/new' }, as: 'new', within_ms: 60_000 },
    { reply: { sessionId: 's' }, to: 'new' },
  ];
  await writeFile(script, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const agent = `env 'SCRIPT_LOG=${log}' '${built('scripted-agent')}' '${script}'`;
  const { code, said } = await startAgain(stage, ['--agent', agent, '--cwd', '.', '--no-links'], folder);
  assert.deepEqual({ code, said }, { code: 0, said: '' });
  await until('the second session', async () => (await sessions(page)) === 2);
  const written = async () => (await readFile(log, 'utf8').catch(() => '')).replaceAll(/\s/g, '');
  await until('the agent to be asked for a session', async () => (await written()).includes('"session/new"'));
  assert.ok((await written()).includes(`"cwd":"${folder.replaceAll(' ', '')}"`), 'the folder is the second start\'s');
  assert.doesNotMatch(await written(), /"url":\{/, 'links are not offered');

  // What cannot be used is said where it was typed.
  const odd = await startAgain(stage, ['--cwd', '/no/such/folder']);
  assert.equal(odd.code, 2);
  assert.match(odd.said, /no such folder/);
  assert.equal((await page.windows()).length, 1);
});

test('a program that hangs is said, and not written beside', { timeout: 180_000 }, async () => {
  const stage = await Stage.set();
  try {
    const args = ['--data-dir', join(stage.folder, 'state')];
    const first = stage.start(built('assent'), args);
    const socket = join(stage.folder, 'state', 'instance');
    await until('the first to listen', () => readFile(socket).catch((why) => why.code !== 'ENOENT'));
    process.kill(first.pid ?? 0, 'SIGSTOP');
    const { code, said } = await startAgain(stage, []);
    process.kill(first.pid ?? 0, 'SIGCONT');
    assert.equal(code, 1);
    assert.match(said, /does not answer/);
  } finally {
    await stage.strike();
  }
});

check('a session in its own window: one truth, answered once, armed in one alone', ['--demo'], async ({ page, browser }) => {
  await prompt(page, '/link');
  const { main, own } = await openOwn(page);
  assert.equal((await page.all(part('sidebar'))).length, 0);
  const card = `${part('ask', { kind: 'link', status: 'pending' })}[data-docked]`;
  await page.find(card);
  await page.turnTo(main);
  await page.find(card);
  await page.click(part('review-link'));
  await page.find(part('link-dialog'));
  await page.turnTo(own);
  assert.equal((await page.all(part('link-dialog'))).length, 0);
  // Opened here, it is closed there.
  await page.click(part('review-link'));
  await page.find(part('link-dialog'));
  await page.turnTo(main);
  await page.gone(part('link-dialog'));
  assert.deepEqual(await browser.starts(), []);
  await page.click(`${card} ${part('decline')}`);
  await page.turnTo(own);
  await page.gone(part('link-dialog'));
  await page.gone(card);
});

check('the window of a session has no more powers than the main one, and closing it leaves the session', ['--demo'], async ({ page }) => {
  const { main, own } = await openOwn(page);
  const refused = (/** @type {string} */ call) => page.run(`return (async () => ${call})().then(() => 'done', () => 'refused')`);
  assert.equal(await refused("fetch('http://127.0.0.1:9/')"), 'refused');
  for (const command of ['plugin:window|set_title', 'plugin:webview|create_webview_window', 'plugin:dialog|open', 'plugin:event|listen']) {
    assert.equal(await refused(`window.__TAURI_INTERNALS__.invoke(${JSON.stringify(command)}, {})`), 'refused', command);
  }
  assert.equal(await page.run("return window.open('tauri://localhost/')"), null);
  await page.run("location.href = 'https://example.com/'");
  await page.run('return new Promise((done) => setTimeout(done, 150))');
  assert.equal(new URL(await page.address()).host, 'localhost');
  assert.equal(await page.run("try { return eval('1') } catch { return 'blocked' }"), 'blocked');

  // It cannot speak for the main window: what it closes is itself.
  await page.run("window.__TAURI_INTERNALS__.invoke('send', { intent: { type: 'window', do: 'close' } })");
  await page.turnTo(main);
  await until('the window to close', async () => !(await page.windows()).includes(own));
  assert.equal(await sessions(page), 1);
  await page.find(part('own-window', { open: 'false' }));
});
