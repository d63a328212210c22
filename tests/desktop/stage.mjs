// What a window needs around it: a display, a session bus, a driver, folders of its own. Ended with `strike`.

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { until } from './until.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const run = promisify(execFile);

/** Windows with frames, and the keys that desktops have for them. */
const FRAMES = `<?xml version="1.0"?>
<JWM>
  <Key mask="A" key="F4">close</Key>
  <Key mask="A" key="F9">minimize</Key>
  <Key mask="A" key="F10">maximize</Key>
  <FocusModel>click</FocusModel>
</JWM>
`;

/** A display and the processes on it. */
export class Stage {
  /** The display, as `DISPLAY` names it. */
  display;
  /** @type {ChildProcess[]} */
  #processes;
  /** A folder of this stage's own, gone afterwards. */
  folder;

  /**
   * @param {string} display
   * @param {ChildProcess} server
   * @param {string} folder
   */
  constructor(display, server, folder) {
    this.display = display;
    this.#processes = [server];
    this.folder = folder;
  }

  /**
   * Sets up a display under the first free number.
   * @param {string[]} [more] options of the server
   */
  static async set(more = []) {
    const folder = await mkdtemp(join(tmpdir(), 'assent-'));
    await mkdir(join(folder, 'home'));
    // Without the last option the server begins anew whenever its last window goes, and takes along who just came.
    const size = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'];
    const server = spawn('Xvfb', ['-displayfd', '3', ...size, ...more], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const numbers = server.stdio[3];
    let written = '';
    numbers?.on('data', (part) => (written += part));
    let failed = '';
    server.on('error', (error) => (failed = error.message));
    const number = await until('a display (Xvfb)', () => {
      if (failed !== '') throw new Error(failed);
      return /^(\d+)\n/.exec(written)?.[1];
    });
    return new Stage(`:${number}`, server, folder);
  }

  /** The file that says where the bus of the newest driver is. */
  get bus() {
    return join(this.folder, 'bus');
  }

  /**
   * Starts a driver whose windows get these variables, on a port that was free a moment ago.
   * @param {Record<string, string>} [variables]
   * @param {boolean} [bus] whether there is a session bus
   * @returns {Promise<string>} its address
   */
  async driver(variables = {}, bus = true) {
    const port = await freePort();
    // Others who are to be on the same bus find its address in a file.
    const command = 'printf %s "$DBUS_SESSION_BUS_ADDRESS" > "$1"; exec WebKitWebDriver --port="$2"';
    const words = ['--', '/bin/sh', '-c', command, 'sh', this.bus, String(port)];
    const driver = bus
      ? this.start('dbus-run-session', words, variables)
      : this.start('WebKitWebDriver', [`--port=${port}`], variables);
    let ended = '';
    driver.on('error', (error) => (ended = error.message));
    driver.on('exit', (code) => (ended = `it ended with ${code}`));
    const address = `http://127.0.0.1:${port}`;
    await until('the driver (WebKitWebDriver)', async () => {
      if (ended !== '') throw new Error(ended);
      return (await fetch(`${address}/status`)).ok;
    });
    return address;
  }

  /**
   * Starts a program on this display, without a driver.
   * @param {string} program
   * @param {string[]} args
   * @param {Record<string, string>} [variables]
   */
  start(program, args, variables = {}) {
    const started = spawn(program, args, {
      stdio: ['ignore', 'ignore', process.env['ASSENT_TEST_LOUD'] ? 'inherit' : 'ignore'],
      // A group of its own, so that all of it can be ended at once.
      detached: true,
      env: { ...this.#surroundings(), ...variables },
    });
    this.#processes.push(started);
    return started;
  }

  /** Starts a window manager: windows get frames, and Alt with F4, F9 and F10 closes, minimises and maximises them. */
  async manage() {
    const file = join(this.folder, 'frames');
    await writeFile(file, FRAMES);
    const manager = this.start('jwm', ['-f', file]);
    let failed = '';
    manager.on('error', (error) => (failed = error.message));
    await until('the window manager (jwm)', async () => {
      if (failed !== '') throw new Error(failed);
      await run('xdotool', ['get_num_desktops'], { env: { ...process.env, DISPLAY: this.display } });
      return true;
    });
  }

  /** @returns {Record<string, string>} */
  #surroundings() {
    const home = join(this.folder, 'home');
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      LANG: 'C.UTF-8',
      DISPLAY: this.display,
      // A driver gets a bus of its own; without one, none is started that would outlive the test.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      TAURI_WEBVIEW_AUTOMATION: 'true',
      // A driver's clicks are no presses to the window's toolkit. Scenes with hands at the display take this away.
      ASSENT_TEST_HANDS: 'unseen',
    };
  }

  /** Ends everything. */
  async strike() {
    for (const one of this.#processes.reverse()) await end(one);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {ChildProcess} leader */
async function end(leader) {
  const { pid } = leader;
  if (pid === undefined) return;
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    try {
      process.kill(-pid, signal);
      await until('a process to end', () => leader.exitCode !== null || leader.signalCode !== null, 3_000);
    } catch {
      // Gone already, or the next signal is due.
    }
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') found(address.port);
        else failed(new Error('no port'));
      });
    });
  });
}
