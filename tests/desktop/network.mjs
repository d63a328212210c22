// A network of a test's own: everything sent to anywhere stays on this machine and can be watched. Only root can make
// one, and only on Linux.

import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { until } from './until.mjs';

const run = promisify(execFile);

// Addresses that are set aside for examples.
const HERE = '192.0.2.77';
const HERE_6 = '2001:db8::77';
const NAME_SERVER = '192.0.2.53';
const ANY_HOST = '198.51.100.7';

/** Where `ip netns exec` looks for a network's own version of files in `/etc`. */
const ETC = '/etc/netns';

/** A network, by its name. */
export class Network {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /**
   * Why there cannot be one, if so.
   * @returns {Promise<string | undefined>}
   */
  static async missing() {
    if (process.getuid?.() !== 0) return 'only root can make a network of its own';
    for (const [program, ...words] of /** @type {const} */ ([['ip', '-V'], ['tcpdump', '--version']])) {
      const works = await run(program, words).then(() => true, () => false);
      if (!works) return `${program} is missing; .ci/setup test installs it`;
    }
    const probe = new Network(`assent-probe-${process.pid}`);
    try {
      await run('ip', ['netns', 'add', probe.name]);
      await run('ip', ['netns', 'exec', probe.name, 'true']);
      return undefined;
    } catch (error) {
      return `no network of its own can be made here: ${error instanceof Error ? error.message.trim() : error}`;
    } finally {
      await probe.remove();
    }
  }

  /** Makes it. There is one interface, and every address there is leads to it. */
  async make() {
    await run('ip', ['netns', 'add', this.name]);
    await this.#ip('link set lo up');
    await this.#ip(`addr add ${HERE}/32 dev lo`);
    await this.#ip('route add local default dev lo');
    // This one is never taken: it is for programs that look for a way out before they try.
    await this.#ip('route add default dev lo');
    if (existsSync('/proc/net/if_inet6')) {
      await this.#ip(`addr add ${HERE_6}/128 dev lo`);
      await this.#ip('-6 route add local default dev lo');
      await this.#ip('-6 route add default dev lo');
    }
    await mkdir(join(ETC, this.name), { recursive: true });
    await writeFile(join(ETC, this.name, 'resolv.conf'), `nameserver ${NAME_SERVER}\n`);
  }

  /** @param {string} words */
  async #ip(words) {
    await run('ip', ['-n', this.name, ...words.split(' ')]);
  }

  /**
   * Runs a program in it, and gives its exit code and all it wrote.
   * @param {string} program
   * @param {string[]} args
   * @param {NodeJS.ProcessEnv} env
   */
  async run(program, args, env) {
    const started = spawn('ip', ['netns', 'exec', this.name, program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let written = '';
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (part) => (written += part));
    const code = await new Promise((ended, failed) => started.on('error', failed).on('close', ended));
    return { code, written };
  }

  /** Removes it. */
  async remove() {
    await run('ip', ['netns', 'del', this.name]).catch(() => undefined);
    await rm(join(ETC, this.name), { recursive: true, force: true });
  }
}

/** Inside of a network: knows every name, and notes who was asked for. */
export class NameServer {
  /** @type {string[]} every look-up, in order */
  asked = [];
  #socket = createSocket('udp4');

  async open() {
    this.#socket.on('message', (question, from) => {
      const { name, end } = nameIn(question);
      this.asked.push(name);
      this.#socket.send(answerTo(question, end), from.port, from.address);
    });
    await new Promise((bound, failed) => {
      this.#socket.on('error', failed);
      this.#socket.bind(53, NAME_SERVER, () => bound(undefined));
    });
  }

  close() {
    this.#socket.close();
  }
}

/**
 * The name that a question is about, and where the question ends.
 * @param {Buffer} message
 */
function nameIn(message) {
  const labels = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/**
 * An answer: one address for a question after one of version 4, none for any other.
 * @param {Buffer} question
 * @param {number} end
 */
function answerTo(question, end) {
  const wanted = question.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(wanted ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ANY_HOST.split('.').map(Number)];
  return Buffer.concat([head, question.subarray(12, end), Buffer.from(wanted ? record : [])]);
}

/** Inside of a network: everything on it that is not this machine talking to itself. */
export class Capture {
  /** @type {string[]} every packet, as `tcpdump` tells of it */
  packets = [];
  #tcpdump = spawn('tcpdump', ['-i', 'lo', '-n', '-l', '--immediate-mode', 'port 53 or not (net 127.0.0.0/8 or host ::1)'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  async open() {
    let said = '';
    this.#tcpdump.stderr.on('data', (part) => (said += part));
    createInterface(this.#tcpdump.stdout).on('line', (line) => this.packets.push(line));
    await until('the capture to begin', () => {
      if (this.#tcpdump.exitCode !== null) throw new Error(said);
      return said.includes('listening on');
    });
  }

  close() {
    this.#tcpdump.kill();
  }
}
