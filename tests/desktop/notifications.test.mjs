// Notifications of the system, with a stand-in for the desktop's own on the session bus. All other tests of the window
// run without any, and are to notice nothing of that.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { scripted } from './agent.mjs';
import { built, part, prompt } from './assent.mjs';
import { Hands } from './hands.mjs';
import { form, link, opened, prompted, turnEnds, withdraw } from '../web/script.mjs';
import { becomes } from '../web/until.mjs';
import { until } from './until.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */
/** @typedef {import('./webdriver.mjs').Page} Page */
/** @typedef {{ call: 'show' | 'close', id: number, replaces?: number, title?: string, text?: string, actions?: string[] }} Call */

/** @param {Stage} stage */
const file = (stage) => join(stage.folder, 'notifications');

/** What the desktop was asked to do so far. @param {Stage} stage @returns {Promise<Call[]>} */
async function calls(stage) {
  const text = await readFile(file(stage), 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1).map((line) => JSON.parse(line));
}

/** What was shown, without the agent's name, and what was closed, in order. @param {Stage} stage */
const told = async (stage) =>
  (await calls(stage)).map(({ call, title, id }) => (call === 'show' ? title?.replace(/^\S+ /, '') : `closed ${id}`));

/** Lets the session bus start the stand-in when a notification is wanted. @param {Stage} stage */
async function desk(stage) {
  const data = join(stage.folder, 'data');
  const services = join(data, 'dbus-1', 'services');
  await mkdir(services, { recursive: true });
  const name = 'org.freedesktop.Notifications';
  const lines = ['[D-BUS Service]', `Name=${name}`, `Exec=${built('notification-desk')} ${file(stage)}`, ''];
  await writeFile(join(services, `${name}.service`), lines.join('\n'));
  return { XDG_DATA_HOME: data };
}

const SECRET = 'token-of-somebody';
const ASKS = [
  ...opened(),
  prompted(),
  form(1, { name: { type: 'string' } }, { message: `Which <b>${SECRET}</b>` }),
  turnEnds(),
  prompted(),
  withdraw(1),
  turnEnds(),
  prompted(),
  link(2, `https://sign-in.example/?code=${SECRET}`),
  turnEnds(),
  prompted(),
  form(3, { name: { type: 'string' } }),
  turnEnds(),
];

/** The title bar's, as the X server has it. @param {Stage} stage @param {string} pattern */
const shows = (stage, pattern) => new Hands(stage.display).sees(pattern);

scripted(
  'what comes up while the person is elsewhere is announced once, and no longer once it is over or seen',
  ASKS,
  async ({ page, stage, hands }) => {
    await hands.leave();
    await prompt(page, 'one');
    await becomes(() => told(stage), ['asks a question', 'is done']);
    await until('the title to say how many wait', () => shows(stage, '^[(]1[)] Assent$'));
    await prompt(page, 'two');
    await becomes(() => told(stage), ['asks a question', 'is done', 'closed 1']);
    await prompt(page, 'three');
    await becomes(() => told(stage), ['asks a question', 'is done', 'closed 1', 'wants you to visit a web page']);
    await hands.take();
    await becomes(async () => (await told(stage)).slice(4).sort(), ['closed 2', 'closed 3']);
    await prompt(page, 'four');
    await until('both to wait', () => shows(stage, '^[(]2[)] Assent$'));
    assert.equal((await calls(stage)).length, 6, 'what is seen is not announced');
    const said = await readFile(file(stage), 'utf8');
    assert.ok(!said.includes(SECRET) && !said.includes('sign-in.example'), said);
  },
  desk,
);

scripted(
  'a notification that is chosen brings the question forward',
  [...opened(), prompted(), form(1, { name: { type: 'string' } }), turnEnds()],
  async ({ page, stage, hands }) => {
    await hands.leave();
    await prompt(page, 'one');
    const shown = await until('the notification', async () => (await calls(stage)).find(({ title }) => title?.endsWith('asks a question')));
    assert.deepEqual(shown.actions?.slice(0, 1), ['default']);
    await page.click(part('settings'));
    await page.gone(part('ask'));
    await writeFile(`${file(stage)}.choose`, String(shown.id));
    await page.find(part('ask', { kind: 'form' }));
  },
  desk,
);

scripted(
  'what is announced is said in the language of the window',
  [...opened(), prompted(), link(1, 'https://sign-in.example/'), turnEnds()],
  async ({ page, stage, hands }) => {
    await page.find('html[lang=en]');
    await page.click(part('settings'));
    await page.click(`${part('setting', { name: 'language' })} label:last-child`);
    await page.find('html[lang=de]');
    // Still where the language was chosen.
    await page.click(`${part('settings-page')}`);
    await page.press('Escape');
    await page.find(part('composer'));
    await hands.leave();
    await prompt(page, 'one');
    const shown = await until('the notification', async () => (await calls(stage)).find(({ title }) => title?.includes('Webseite')));
    assert.match(String(shown.title), /möchte, dass Sie eine Webseite besuchen$/);
    assert.equal(shown.text, 'Nichts wird geöffnet, bevor Sie zustimmen.');
    assert.deepEqual(shown.actions?.slice(0, 2), ['default', 'Assent öffnen']);
  },
  desk,
);

/** Switches a setting. @param {Page} page @param {string} name @param {boolean} on */
async function set(page, name, on) {
  const control = `${part('setting', { name })} [role=switch]`;
  await page.click(`${control}[aria-checked=${!on}]`);
  await page.find(`${control}[aria-checked=${on}]`);
}

scripted(
  'with notifications switched off none is sent, neither of questions nor of turns',
  [...opened(), prompted(), form(1, { name: { type: 'string' } }), turnEnds(), prompted(), form(2, { name: { type: 'string' } }), turnEnds()],
  async ({ page, stage, hands }) => {
    await page.click(part('settings'));
    await set(page, 'notify-asks', false);
    await set(page, 'notify-turns', false);
    await page.press('Escape');
    await hands.leave();
    await prompt(page, 'one');
    await until('the title to say how many wait', () => shows(stage, '^[(]1[)] Assent$'));
    await page.find(`${part('turn-state')}[data-state=idle]`);
    // What is sent stands in a row: with one of a later turn there, those of this one would be as well.
    await page.click(part('settings'));
    await set(page, 'notify-turns', true);
    await page.press('Escape');
    await prompt(page, 'two');
    await until('both to wait', () => shows(stage, '^[(]2[)] Assent$'));
    await becomes(() => told(stage), ['is done']);
  },
  desk,
);

scripted(
  'where nothing shows notifications, the person who comes back is told so once, and the settings say it',
  [...opened(), prompted(), form(1, { name: { type: 'string' } }), turnEnds(), prompted(), form(2, { name: { type: 'string' } }), turnEnds()],
  async ({ page, stage, hands }) => {
    const lines = () => page.run('return document.querySelectorAll(arguments[0]).length', [part('notice', { code: 'not-announced' })]);
    await page.click(part('settings'));
    await page.find(part('setting', { name: 'notify-asks' }));
    await page.gone(part('unannounced'));
    await page.press('Escape');
    await hands.leave();
    await prompt(page, 'one');
    await until('the title to say how many wait', () => shows(stage, '^[(]1[)] Assent$'));
    await page.click(part('settings'));
    const said = await (await page.find(part('unannounced'))).text();
    assert.match(said, /did not show the last one: no service for notifications answers/);
    assert.equal(await lines(), 0, 'nobody is there to read a passing line');
    await hands.take();
    assert.match(await (await page.find(part('notice', { code: 'not-announced' }))).text(), /did not show a notification/);
    await page.gone(part('notice', { code: 'not-announced' }));
    // Not again.
    await page.press('Escape');
    await hands.leave();
    await prompt(page, 'two');
    await until('both to wait', () => shows(stage, '^[(]2[)] Assent$'));
    await hands.take();
    await page.find(`${part('turn-state')}[data-state=idle]`);
    assert.equal(await lines(), 0);
  },
);
