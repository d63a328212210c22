// A link in the real window: what is shown is what the browser gets, and only after a yes.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { built, part, prompt } from './assent.mjs';
import { check, demo } from './scene.mjs';
import { ask, hear, review } from './walk.mjs';

/**
 * An agent that asks for one page, and says so when that was accepted.
 * @param {string} url
 */
const asking = (url) => async (/** @type {import('./stage.mjs').Stage} */ stage) => {
  const script = [
    { auto: { initialize: { protocolVersion: 1, agentCapabilities: {} }, 'session/new': { sessionId: 's' } } },
    { expect: { method: 'session/prompt' }, as: 'prompt', within_ms: 60_000 },
    {
      send: {
        id: 1,
        method: 'elicitation/create',
        params: { mode: 'url', sessionId: 's', elicitationId: 'e', message: 'Please look at this.', url },
      },
    },
    { expect_answer: 1, with: { result: { action: 'accept' } }, within_ms: 60_000 },
    {
      send: {
        method: 'session/update',
        params: {
          sessionId: 's',
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'It was accepted.' } },
        },
      },
    },
    { reply: { stopReason: 'end_turn' }, to: 'prompt' },
  ];
  const file = join(stage.folder, 'script.jsonl');
  await writeFile(file, script.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return ['--agent', `'${built('scripted-agent')}' '${file}'`];
};

check('a declined link opens nothing', demo, async (page, browser) => {
  await prompt(page, '/link');
  await review(page);
  await page.click(part('link-decline'));
  await hear(page, 'You declined');
  assert.deepEqual(await browser.starts(), []);
});

check('the browser gets the address as shown, and the card waits', demo, async (page, browser) => {
  await prompt(page, '/sign-in');
  await review(page);
  const shown = await (await page.find(part('link-address'))).text();
  assert.match(shown, /^http:\/\/127\.0\.0\.1:\d+\/\S+=\S+/);
  assert.deepEqual(await browser.starts(), []);
  await page.click(part('link-open'));
  assert.deepEqual(await browser.start(), [shown]);
  await page.find(part('ask', { kind: 'link', status: 'waiting' }));
});

// Each of these means something to some shell, some desktop or some browser's command line.
const awkward = "https://login.example.org/a/$(touch x)/;id|cat&&%22?q=`id`&r='$HOME'&s=a+b&t=%00%0a&u=%F0%9F%94%91#-–new-window";
const canonical =
  'https://login.example.org/a/$(touch%20x)/;id%7Ccat&&%22?q=%60id%60&r=%27$HOME%27&s=a+b&t=%00%0a&u=%F0%9F%94%91#-%E2%80%93new-window';

check('an awkward address is one argument, byte for byte', asking(awkward), async (page, browser) => {
  await prompt(page, 'go');
  await review(page);
  assert.equal(await (await page.find(part('link-address'))).text(), canonical);
  if ((await page.all(part('link-understood'))).length > 0) await page.click(part('link-understood'));
  await page.click(part('link-open'));
  assert.deepEqual(await browser.start(), [canonical]);
  await hear(page, 'It was accepted.');
  assert.equal((await browser.starts()).length, 1);
});

check('an address on the clipboard is the address as shown', demo, async (page, browser) => {
  await prompt(page, '/sign-in');
  await review(page);
  const shown = await (await page.find(part('link-address'))).text();
  await page.click(part('link-copy'));
  await page.click(part('link-back'));
  await page.gone(part('link-dialog'));
  const composer = await page.find(part('composer'));
  await composer.type('\uE009v\uE000');
  assert.equal(await composer.value(), shown);
  assert.deepEqual(await browser.starts(), []);
  await page.find(ask('link'));
});
