// A picture on the display's clipboard, pasted with the keys into the real window: its web engine gives no files with
// the event, so the clipboard is read while it is handled.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { built, openAssent, part } from './assent.mjs';
import { Hands } from './hands.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';

/** A picture of one point. */
const POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const CAN = { agentCapabilities: { promptCapabilities: { image: true } } };

const clipboard = spawnSync('xclip', ['-version']).error === undefined;
if (!clipboard) console.log('skipped: xclip is not there, nothing can be put on the clipboard');

/** @type {Stage} */
let stage;
/** @type {import('./webdriver.mjs').Page} */
let page;

before(async () => {
  if (!clipboard) return;
  stage = await Stage.set();
  const script = join(stage.folder, 'script.jsonl');
  const lines = [
    { auto: { initialize: { protocolVersion: 1, ...CAN }, 'session/new': { sessionId: 's1' } } },
    { expect: { method: 'session/prompt' }, within_ms: 120_000 },
  ];
  writeFileSync(script, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(join(stage.folder, 'point.png'), Buffer.from(POINT, 'base64'));
  page = await openAssent(stage, ['--agent', `${built('scripted-agent')} ${script}`]);
});
after(() => stage?.strike());

test('a picture on the clipboard is pasted', { skip: !clipboard }, async () => {
  await orPicture(page, 'pasted', async () => {
    const hands = new Hands(stage.display);
    await hands.take();
    const writable = `const composer = document.querySelector(${JSON.stringify(part('composer'))}); composer.focus(); return !composer.disabled`;
    await until('the session', () => page.run(writable));
    stage.start('xclip', ['-selection', 'clipboard', '-t', 'image/png', '-i', join(stage.folder, 'point.png')]);
    const attached = `return document.querySelector(${JSON.stringify(`${part('attached')} img`)})?.src`;
    // The clipboard may not have its owner yet.
    const source = await until('the picture', async () => {
      await hands.press('ctrl+v');
      await new Promise((done) => setTimeout(done, 300));
      return page.run(attached);
    });
    assert.equal(source, `data:image/png;base64,${POINT}`);
  });
});
