// A desktop that lacks what others have: no keyring, no service for notifications, no session bus at all. The program
// starts and works, says in words what it has to do otherwise, and nothing is lost. (No browser: handoff.test.mjs. What
// breaks on the disk: tests/it/faults.)

import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { Agent } from './agent.mjs';
import { built, part } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';
import { agree, ask, fill, hear, review } from './walk.mjs';
import { Page } from './webdriver.mjs';
import { answered, form, link, opened, prompted, says, turnEnds } from '../web/script.mjs';

const PAGE = 'https://login.example.com/authorize?state=a';
const SECRET = 'sekrit-value-of-somebody';

const SCRIPT = [
  ...opened(),
  prompted(),
  form(1, { name: { type: 'string' } }),
  answered(1),
  link(2, PAGE),
  answered(2),
  says('That was all.'),
  turnEnds(),
];

/**
 * The window with nothing named but the agent, so that everything lies where it does for a person.
 * @param {Stage} stage
 * @param {boolean} bus
 * @param {Record<string, string>} variables
 */
async function start(stage, bus, variables) {
  const script = join(stage.folder, 'script.jsonl');
  await writeFile(script, SCRIPT.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const driver = await stage.driver({ ASSENT_TEST_AGREE: 'yes', ...variables }, bus);
  const page = await Page.open(driver, built('assent'), ['--agent', `'${built('scripted-agent')}' '${script}'`]);
  await page.find(part('composer'));
  await page.watch();
  return page;
}

/** The file that holds a text, below the home folder. @param {Stage} stage @param {string} text */
async function holds(stage, text) {
  const home = join(stage.folder, 'home');
  const found = [];
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if ((await readFile(file, 'utf8').catch(() => '')).includes(text)) found.push(file);
  }
  return found;
}

for (const bus of [true, false]) {
  test(`${bus ? 'no keyring and no notifications' : 'no session bus at all'}: it works, and says what it does otherwise`, async () => {
    const stage = await Stage.set();
    try {
      const log = join(stage.folder, 'log.jsonl');
      const browser = await Recorder.put(stage.folder);
      const agent = new Agent(log);
      const page = await start(stage, bus, { ...browser.variables, SCRIPT_LOG: log });
      await orPicture(page, `faults ${bus}`, async () => {
        // A turn in which everything is asked, announced and opened.
        await (await page.find(part('composer'))).type('go');
        await page.click(part('send'));
        await page.find(ask('form'));
        await fill(page, 'name', 'Ann');
        await page.click(ask('form', 'accept'));
        assert.equal(await agent.result(1), '{"action":"accept","content":{"name":"Ann"}}');
        await page.find(ask('link'));
        await review(page);
        await agree(page);
        assert.deepEqual(await browser.start(), [PAGE]);
        assert.equal(await agent.result(2), '{"action":"accept"}');
        await hear(page, 'That was all.');
        // A secret value, which has no keyring to go to.
        await page.click(part('agents'));
        await page.find(`${part('known-agent')}[data-installed]`);
        await page.click(part('add-agent'));
        const fields = { 'input[name=name]': 'Mine', '[name=command]': 'my-agent' };
        for (const [css, text] of Object.entries(fields)) await (await page.find(`${part('agent-form')} ${css}`)).type(text);
        await page.click(`${part('agent-form')} ${part('add-value')}`);
        await (await page.find(`${part('value-row')} .name`)).type('API_KEY');
        await (await page.find(`${part('value-row')} .value`)).type(SECRET);
        await page.click(part('save-agent'));
        await until('what became of the secret to be said', async () =>
          (await (await page.find(part('notice', { code: 'secrets-in-file' }))).text()).includes('No keyring of your system took'),
        );
        const files = await until('the secret to be kept', async () => {
          const found = await holds(stage, SECRET);
          return found.length > 0 && found;
        });
        assert.deepEqual(files.map((file) => file.split('/').at(-1)), ['secrets.json']);
        for (const file of files) assert.equal((await stat(file)).mode & 0o077, 0, 'others can read it');
      });
      await page.close();
      // Nothing of it is lost.
      const again = await start(stage, bus, { ...browser.variables });
      await orPicture(again, `faults again ${bus}`, async () => {
        const is = (/** @type {string} */ css, /** @type {string} */ text) =>
          until(`${text} of before`, () =>
            again.run('return [...document.querySelectorAll(arguments[0])].some((it) => it.textContent.includes(arguments[1]))', [css, text]),
          );
        await is('[data-session-id]', 'go');
        await again.click(part('agents'));
        await is(part('agent-setting'), 'Mine');
      });
    } finally {
      await stage.strike();
    }
  });
}
