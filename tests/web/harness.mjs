// What browser tests stand on: the engine behind `serve`, the built page under its own policy, and Chromium.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { Recorder } from '../desktop/browser.mjs';
import { keepSession } from './kept.mjs';
import { Served } from './served.mjs';

/** @typedef {import('./script.mjs').Line} Line */
/** A page with what has gone wrong in it; `spoiled` is set by who changes it for good. @typedef {import('playwright-core').Page & { troubles: string[], spoiled?: boolean }} WatchedPage */
/** What is to be served. @typedef {{ scripts?: Line[][], agents?: string[], args?: string[], env?: Record<string, string>, kept?: Record<string, string[]>, prepare?: (folder: string) => void, begins?: () => void }} Wanted */
/** How the page looks, and which session it is for if it is for one. @typedef {{ width?: number, height?: number, scheme?: 'light' | 'dark', contrast?: 'more', forced?: boolean, scale?: number, locale?: string, session?: number }} Looks */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Where the build puts things. */
export const TARGET = process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target');
const DIST = process.env['ASSENT_UI_DIST'] ?? join(ROOT, 'ui', 'dist');

const KINDS = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
});

/** The window's own policy, with the one connection that stands in for its channel. @returns {string} */
function policy() {
  const { app } = /** @type {{ app: { security: { csp: string } } }} */ (
    JSON.parse(readFileSync(join(ROOT, 'src-tauri', 'tauri.conf.json'), 'utf8'))
  );
  return app.security.csp.replace('ipc: http://ipc.localhost', 'ws://127.0.0.1:*');
}

/** @param {string} name */
function built(name) {
  const path = join(TARGET, process.env['ASSENT_PROFILE'] ?? 'debug', name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run cargo build --workspace --bins`);
  return path;
}

function findBrowser() {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = [process.env['CHROMIUM'], ...places].find((place) => place && existsSync(place));
  if (!found) throw new Error('no Chromium found; set CHROMIUM to its path');
  return found;
}

/** Serves the built interface under the window's policy. */
async function servePage() {
  const csp = policy();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname).replace(/^\/$/, '/index.html');
    const file = join(DIST, path);
    if (path === '/favicon.ico') response.writeHead(204).end();
    // Where pages rest between tests. Not `about:blank`: for that the browser starts another process.
    else if (path === '/rest') response.writeHead(200, { 'content-type': 'text/html' }).end();
    else if (!file.startsWith(DIST) || !existsSync(file)) response.writeHead(404).end();
    else {
      response.writeHead(200, {
        'content-type': KINDS[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': csp,
        'cache-control': path.startsWith('/assets/') ? 'max-age=3600, immutable' : 'no-store',
      });
      response.end(readFileSync(file));
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

/** What the tests of one file share: a browser and a server for the page. */
export class Stage {
  /** @type {import('playwright-core').Browser | undefined} */
  #browser;
  /** @type {Awaited<ReturnType<typeof servePage>> | undefined} */
  #server;
  /** @type {WatchedPage[]} */
  #free = [];

  async open() {
    this.#browser = await chromium.launch({
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    this.#server = await servePage();
  }

  async close() {
    await this.#browser?.close();
    this.#server?.server.close();
    this.#server?.server.closeAllConnections();
  }

  /**
   * Starts the engine with an agent for each script, and those named after them. The system browser is a recorder.
   * @param {Wanted} wanted
   */
  async serve({ scripts = [], agents = [], args = [], env = {}, kept = {}, prepare, begins }) {
    const folder = mkdtempSync(join(tmpdir(), 'assent-web-'));
    for (const [name, words] of Object.entries(kept)) keepSession(folder, name, words);
    prepare?.(folder);
    const scripted = scripts.map((lines, number) => {
      const file = join(folder, `script-${number}.jsonl`);
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return `env SCRIPT_LOG=${Served.logOf(folder, number)} ${built('scripted-agent')} ${file}`;
    });
    const browser = await Recorder.put(folder);
    const commands = [...scripted, ...agents].flatMap((command) => ['--agent', command]);
    begins?.();
    const child = spawn(built('serve'), ['--data-dir', folder, '--cwd', folder, ...commands, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...browser.variables, ...env },
    });
    const ended = new Promise((done) => child.once('exit', () => done(undefined)));
    const line = await new Promise((done, fail) => {
      createInterface(child.stdout).once('line', done);
      child.once('exit', () => fail(new Error('serve ended at once')));
    });
    const { port, token } = /** @type {{ port: number, token: string }} */ (JSON.parse(String(line)));
    const page = `http://127.0.0.1:${this.#server?.port}/`;
    return new Served(folder, `${page}?socket=ws://127.0.0.1:${port}&token=${token}`, browser, async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  /**
   * Opens the page. A violation of its policy or an error in it is noted in `troubles`.
   * @param {Served} served
   * @param {Looks} [looks] `scale` 2 is a zoom of 200 %, `locale` is what the system speaks
   * @returns {Promise<WatchedPage>}
   */
  async page(served, { width = 1100, height = 760, scheme = 'light', contrast, forced = false, scale = 1, locale, session } = {}) {
    const usual = scale === 1 && locale === undefined;
    const free = usual ? this.#free.pop() : undefined;
    const page = free ?? (await this.#newPage(scale, locale));
    page.troubles = [];
    page.spoiled = !usual;
    await page.setViewportSize({ width: Math.round(width / scale), height: Math.round(height / scale) });
    await page.emulateMedia({ colorScheme: scheme, contrast: contrast ?? null, forcedColors: forced ? 'active' : null, reducedMotion: 'reduce' });
    await page.goto(session === undefined ? served.address : `${served.address}&session=${session}`);
    return page;
  }

  /**
   * Takes a page back, for the next test if it is as good as new: opening one costs more than most tests do.
   * @param {WatchedPage} page
   */
  async release(page) {
    if (page.spoiled) await page.context().close();
    else {
      await page.goto(`http://127.0.0.1:${this.#server?.port}/rest`);
      this.#free.push(page);
    }
  }

  /**
   * @param {number} scale
   * @param {string | undefined} locale
   * @returns {Promise<WatchedPage>}
   */
  async #newPage(scale, locale) {
    if (!this.#browser) throw new Error('the stage is not open');
    const context = await this.#browser.newContext({
      deviceScaleFactor: scale,
      ...(locale === undefined ? {} : { locale }),
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = Object.assign(await context.newPage(), { troubles: /** @type {string[]} */ ([]) });
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => {
      // The list's size watcher says this when it measures in the same frame; it is harmless.
      if (!error.message.startsWith('ResizeObserver loop')) page.troubles.push(error.stack ?? error.message);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') page.troubles.push(message.text());
    });
    return page;
  }
}
