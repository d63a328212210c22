// What browser tests stand on: the engine behind `serve`, the built page under its own policy, and Chromium.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const TARGET = process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target');
const DIST = join(ROOT, 'ui', 'dist');

const KINDS = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
});

/** The window's own policy, with the one connection that stands in for its channel. */
function policy() {
  const { app } = JSON.parse(readFileSync(join(ROOT, 'src-tauri', 'tauri.conf.json'), 'utf8'));
  return app.security.csp.replace('ipc: http://ipc.localhost', 'ws://127.0.0.1:*');
}

/** @param {string} name */
function built(name) {
  const path = join(TARGET, 'debug', name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run cargo build --workspace --bins`);
  return path;
}

function findBrowser() {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = [process.env['CHROMIUM'], ...places].find((place) => place && existsSync(place));
  if (!found) throw new Error('no Chromium found; set CHROMIUM to its path');
  return found;
}

/** Serves `ui/dist` under the window's policy. */
async function servePage() {
  const csp = policy();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname).replace(/^\/$/, '/index.html');
    const file = join(DIST, path);
    if (!file.startsWith(DIST) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': KINDS[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': csp,
    });
    response.end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

/** One line of a script for the scripted agent, or several. @typedef {Record<string, unknown>} Line */

/** What every script begins with: `initialize` and `session/new` answered by themselves. @type {Line} */
export const POLITE = {
  auto: {
    initialize: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'scripted', version: '1' } },
    'session/new': { sessionId: 's1' },
  },
};

/** A form as an agent asks it. @param {number | string} id @param {object} schema @param {string} [message] */
export function formRequest(id, schema, message = 'Please answer') {
  return {
    send: {
      jsonrpc: '2.0',
      id,
      method: 'elicitation/create',
      params: { mode: 'form', sessionId: 's1', message, requestedSchema: { type: 'object', ...schema } },
    },
  };
}

/** A link as an agent asks it. @param {number | string} id @param {string} url @param {string} [message] */
export function linkRequest(id, url, message = 'Please sign in') {
  return {
    send: {
      jsonrpc: '2.0',
      id,
      method: 'elicitation/create',
      params: { mode: 'url', sessionId: 's1', elicitationId: `e${id}`, url, message },
    },
  };
}

/** An update of the session. @param {object} update */
export function update(update) {
  return { send: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } } };
}

/** A stage for the tests of one file: browser, page server, and what was started on it. */
export class Stage {
  /** @type {(() => unknown)[]} */
  #ends = [];
  /** @type {import('playwright-core').Browser | undefined} */
  browser;
  #port = 0;

  async open() {
    this.browser = await chromium.launch({
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    const { server, port } = await servePage();
    this.#port = port;
    this.#ends.push(() => this.browser?.close(), () => server.close());
    return this;
  }

  async close() {
    for (const end of this.#ends.reverse()) await end();
    this.#ends = [];
  }

  /**
   * Starts the engine with an agent that follows `lines`, or with the agents named.
   * @param {{ script?: Line[], agents?: string[], args?: string[], env?: Record<string, string> }} wanted
   */
  async serve({ script, agents = [], args = [], env = {} }) {
    const folder = mkdtempSync(join(tmpdir(), 'assent-web-'));
    const log = join(folder, 'agent.jsonl');
    if (script) {
      const file = join(folder, 'script.jsonl');
      writeFileSync(file, script.map((line) => `${JSON.stringify(line)}\n`).join(''));
      agents = [`${built('scripted-agent')} ${file}`, ...agents];
    }
    const child = spawn(
      built('serve'),
      ['--data-dir', folder, '--cwd', folder, ...agents.flatMap((agent) => ['--agent', agent]), ...args],
      { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, SCRIPT_LOG: log, BROWSER: '/bin/false', ...env } },
    );
    const ended = new Promise((done) => child.once('exit', done));
    const stop = async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    };
    this.#ends.push(stop);
    const line = await new Promise((done, fail) => {
      createInterface(child.stdout).once('line', done);
      child.once('exit', () => fail(new Error('serve ended at once')));
    });
    const { port, token } = JSON.parse(/** @type {string} */ (line));
    return new Served(folder, log, `http://127.0.0.1:${this.#port}/?socket=ws://127.0.0.1:${port}&token=${token}`, child);
  }

  /**
   * Opens the page; a violation of its policy or an error in it fails the test that looks at `troubles`.
   * @param {Served} served
   * @param {{ width?: number, height?: number, scheme?: 'light' | 'dark', scale?: number }} [looks]
   */
  async page(served, { width = 1100, height = 760, scheme = 'light', scale = 1 } = {}) {
    if (!this.browser) throw new Error('the stage is not open');
    const context = await this.browser.newContext({
      viewport: { width: Math.round(width / scale), height: Math.round(height / scale) },
      deviceScaleFactor: scale,
      colorScheme: scheme,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    this.#ends.push(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const troubles = /** @type {string[]} */ ([]);
    page.on('pageerror', (error) => {
      // The list's size watcher says this when it measures in the same frame; it is harmless.
      if (!error.message.startsWith('ResizeObserver loop')) troubles.push(error.message);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
    await page.goto(served.address);
    return Object.assign(page, { troubles });
  }
}

/** A running engine. */
export class Served {
  /**
   * @param {string} folder
   * @param {string} log
   * @param {string} address
   * @param {import('node:child_process').ChildProcess} child
   */
  constructor(folder, log, address, child) {
    this.folder = folder;
    this.log = log;
    this.address = address;
    this.child = child;
  }

  /** What the scripted agent got and sent so far. @returns {Record<string, any>[]} */
  lines() {
    if (!existsSync(this.log)) return [];
    return readFileSync(this.log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  /** What was put on the clipboard last. */
  clipboard() {
    const file = join(this.folder, 'clipboard');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}

/**
 * Waits until `look` gives something.
 * @template T
 * @param {() => T | undefined | null | false} look
 * @param {string} what
 * @returns {Promise<T>}
 */
export async function until(look, what) {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`waited for ${what}`);
}
