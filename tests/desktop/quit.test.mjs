// The end of the program: what is open is answered before the agent's process is ended.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { built } from './assent.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';

const script = [
  { auto: { initialize: { protocolVersion: 1, agentCapabilities: {} } } },
  { expect: { method: 'session/new' }, as: 'new', within_ms: 60_000 },
  { reply: { sessionId: 's' }, to: 'new' },
  {
    send: {
      id: 7,
      method: 'elicitation/create',
      params: { mode: 'url', sessionId: 's', elicitationId: 'e', message: 'Look.', url: 'https://example.com/' },
    },
  },
];

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  test(`${signal}: what is open is answered, then the program ends`, async () => {
    const stage = await Stage.set();
    try {
      const file = join(stage.folder, 'script.jsonl');
      const log = join(stage.folder, 'log.jsonl');
      await writeFile(file, script.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const agent = `'${built('scripted-agent')}' '${file}'`;
      const args = ['--data-dir', join(stage.folder, 'state'), '--agent', agent];
      const program = stage.start(built('assent'), args, { SCRIPT_LOG: log });
      const written = async () => (await readFile(log, 'utf8').catch(() => '')).replaceAll(/\s/g, '');
      await until('the agent to ask', async () => (await written()).includes('"elicitation/create"'));

      program.kill(signal);
      await until('the program to end', () => program.exitCode !== null || program.signalCode !== null);
      assert.equal(program.exitCode, 0);
      assert.match(await written(), /"id":7,"result":\{"action":"cancel"\}|"result":\{"action":"cancel"\}[^}]*"id":7/);
    } finally {
      await stage.strike();
    }
  });
}
