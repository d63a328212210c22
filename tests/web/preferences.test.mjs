// The settings: found by search, counting at once and after a reload, and what is stored, deleted for good.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from './person.mjs';
import { opened, prompted, says, turnEnds } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

/** What stands on the root. @param {Person} person @param {string} name */
const onRoot = ({ page }, name) => page.evaluate((one) => document.documentElement.dataset[one], name);

/** The computed value of a property. @param {Person} person @param {string} selector @param {string} name */
const computed = ({ page }, selector, name) =>
  page.locator(selector).first().evaluate((element, one) => getComputedStyle(element).getPropertyValue(one), name);

/** @param {Person} person @param {string} name */
const setting = (person, name) => person.part('setting', { name });

/** @param {Person} person */
async function open(person) {
  await person.part('start').or(person.composer).first().waitFor();
  await person.press('Control+,');
  await person.part('settings-page').waitFor();
}

/** The names of the settings shown. @param {Person} person */
const shown = (person) =>
  person.part('setting').evaluateAll((rows) => rows.map((row) => /** @type {HTMLElement} */ (row).dataset['name']));

/** @param {string} folder */
const kept = (folder) => (existsSync(join(folder, 'sessions')) ? readdirSync(join(folder, 'sessions')).length : 0);

scenes('preferences', (check) => {
  check('settings are found by title, description and words of the same meaning', { scripts: [opened()], args: ['--idle'] }, async ({ person }) => {
    await open(person);
    const box = person.part('settings-search');
    assert.ok(await person.hasFocus(box));
    const all = (await shown(person)).length;
    for (const [query, expected] of /** @type {const} */ ([
      ['COLOURS', ['theme']],
      ['dárk  mode', ['theme']],
      ['zoom', ['text-size']],
      ['keyring', ['secrets']],
      ['delete links', ['record']],
    ])) {
      await box.fill(query);
      assert.deepEqual(await shown(person), expected, query);
    }
    await box.fill('quantum');
    await person.part('settings-nothing').getByText('No setting has to do with “quantum”.').waitFor();
    // Escape first empties the box, then goes back.
    await person.press('Escape');
    assert.equal((await shown(person)).length, all);
    await person.press('Escape');
    await person.part('start').waitFor();
  });

  check('what is chosen counts at once, in another window too, and after a reload', { scripts: [opened()], args: ['--idle'] }, async ({ person, served, another }) => {
    await open(person);
    const other = await another();
    await other.part('start').waitFor();
    const light = await computed(person, 'body', 'background-color');
    await setting(person, 'theme').getByLabel('Dark').check();
    await becomes(() => onRoot(other, 'theme'), 'dark');
    await becomes(() => onRoot(person, 'theme'), 'dark');
    assert.notEqual(await computed(person, 'body', 'background-color'), light);
    await setting(person, 'theme').getByLabel('High contrast').check();
    await becomes(() => onRoot(person, 'contrast'), 'more');
    await becomes(() => computed(person, 'body', 'background-color'), 'rgb(255, 255, 255)');
    await setting(person, 'text-size').getByRole('combobox').selectOption('150');
    await becomes(() => computed(person, 'body', 'font-size'), '21px');
    await setting(person, 'density').getByLabel('Compact').check();
    await becomes(() => onRoot(person, 'density'), 'compact');
    await setting(person, 'motion').getByLabel('Still').check();
    await becomes(() => onRoot(person, 'motion'), 'still');
    const toggle = setting(person, 'notify-asks').getByRole('switch');
    await toggle.focus();
    await person.press('Space');
    await becomes(() => toggle.getAttribute('aria-checked'), 'false');
    await setting(person, 'notify-asks').getByText('Off').waitFor();

    await person.page.reload();
    await becomes(() => onRoot(person, 'contrast'), 'more');
    await becomes(() => computed(person, 'body', 'font-size'), '21px');
    assert.equal(await onRoot(person, 'density'), 'compact');
    const file = /** @type {{ preferences: object }} */ (JSON.parse(readFileSync(join(served.folder, 'preferences.json'), 'utf8')));
    assert.deepEqual(file.preferences, { theme: 'high-contrast', text_size: 150, density: 'compact', motion: 'still', notify_asks: false });
    await open(person);
    assert.equal(await setting(person, 'text-size').getByRole('combobox').inputValue(), '150');
    await setting(person, 'theme').getByLabel('System').check();
    await becomes(() => onRoot(person, 'contrast'), 'normal');
  });

  check('a message is sent by the key that is chosen for it', { script: [...opened(), prompted(), says('Yes.'), turnEnds()] }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await open(person);
    await setting(person, 'send-key').getByLabel('Ctrl Enter').check();
    await person.press('Escape');
    await person.composer.click();
    await person.type('one');
    await person.press('Enter');
    await person.type('two');
    assert.equal(await person.composer.inputValue(), 'one\ntwo');
    await person.press('Control+Enter');
    await person.hears('Yes.');
    const { params } = await served.got('session/prompt');
    assert.ok(JSON.stringify(params).includes('one\\ntwo'));
  });

  check('what is stored is counted, and deleted for good after a question', { script: [...opened(), prompted(), says('Yes.'), turnEnds()] }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await person.prompt('remember this');
    await person.hears('Yes.');
    await becomes(() => kept(served.folder), 1);
    await open(person);
    assert.equal(await person.part('folder').textContent(), served.folder);
    await setting(person, 'sessions').locator(part('amount')).getByText('1 session').waitFor();
    await person.part('delete-sessions').click();
    await person.part('confirm').getByText('cannot be had back').waitFor();
    await person.part('confirm-keep').click();
    assert.equal(kept(served.folder), 1);
    await person.part('delete-sessions').click();
    await person.part('confirm-delete').click();
    await becomes(() => kept(served.folder), 0);
    await setting(person, 'sessions').locator(part('amount')).getByText('Nothing').waitFor();
    // The session that is connected is still there.
    await person.press('Escape');
    await becomes(() => person.composer.isEnabled(), true);
    assert.equal(kept(served.folder), 0);
  });

  check('nothing is written once sessions are not to be kept', { script: [...opened(), prompted(), says('Yes.'), turnEnds()] }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await open(person);
    await setting(person, 'keep-transcripts').getByRole('switch').click();
    await setting(person, 'keep-transcripts').getByText('Off', { exact: true }).waitFor();
    await person.press('Escape');
    await person.prompt('forget this');
    await person.hears('Yes.');
    await open(person);
    // Once it is on again, it is written.
    assert.equal(kept(served.folder), 0);
    await setting(person, 'keep-transcripts').getByRole('switch').click();
    await becomes(() => kept(served.folder), 1);
  });
});
