// What is secret: seen only by the person and the agent, and not without one more yes.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from './person.mjs';
import { form, nudged, opened, requiredForm, withdraw } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

const SECRET = 'correct-horse-battery';
const PASSWORD = { password: { type: 'string', title: 'Password' } };

/** Everything in the page that a reader, or a script, could find. @param {Person} person */
const page = (person) =>
  person.page.evaluate(() => document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map((one) => 'value' in one && one.value).join('\n'));

/** Whether a file of the engine holds a text; the agent's own log is not of the engine. @param {string} folder @param {string} text */
const onDisk = (folder, text) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(agent|script)-\d/.test(entry.name))
    .some((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(text));

scenes('secrets', (check) => {
  check('a password is masked, needs one more yes, and stays nowhere', { script: [...opened(), form(1, { user: { type: 'string' }, ...PASSWORD })] }, async ({ person, served }) => {
    await person.ask('form');
    assert.match(await person.part('secret-banner').innerText(), /Tester asks for something secret/);
    const input = person.control('password');
    assert.equal(await input.getAttribute('type'), 'password');
    assert.equal(await person.control('user').getAttribute('type'), null);
    await input.fill(SECRET);
    await person.field('password').locator(part('reveal')).click();
    assert.equal(await input.getAttribute('type'), 'text');
    await person.field('password').locator(part('reveal')).click();
    await person.part('preview-toggle').click();
    await becomes(() => person.part('preview').locator('pre').textContent(), `{\n  "password": "•••• (${SECRET.length})"\n}`);

    await person.accept.click();
    await person.part('secret-confirm').waitFor();
    await person.focusIn(person.part('secret-back'));
    assert.deepEqual(served.answers(1), []);
    await person.part('secret-back').click();
    await person.accept.waitFor();
    assert.deepEqual(served.answers(1), []);
    await person.accept.click();
    await person.part('secret-yes').click();
    assert.equal(await served.result(1), `{"action":"accept","content":{"password":"${SECRET}"}}`);

    const past = await person.past('form', 'accepted');
    await past.getByRole('button').first().click();
    await past.locator(part('sent')).waitFor();
    assert.ok(!(await page(person)).includes(SECRET), 'it is still in the page');
    assert.ok(!JSON.stringify(await person.snapshot()).includes(SECRET), 'it is still in the state');
    await past.locator(part('copy-draft')).click();
    await becomes(() => served.clipboard() !== '', true);
    assert.ok(!served.clipboard().includes(SECRET));
    assert.ok(!onDisk(served.folder, SECRET), 'it is in a file');
  });

  check('Escape goes back from the one more yes, and Ctrl+Enter does not go past it', { script: [...opened(), requiredForm(1, PASSWORD)] }, async ({ person, served }) => {
    await person.goToAsk();
    await person.type(SECRET);
    await person.press('Enter');
    await person.part('secret-confirm').waitFor();
    await person.focusIn(person.part('secret-back'));
    await person.press('Control+Enter');
    await person.part('secret-confirm').waitFor();
    await person.press('Escape');
    await person.part('secret-confirm').waitFor({ state: 'detached' });
    assert.equal(await person.control('password').inputValue(), SECRET);
    assert.deepEqual(served.answers(1), []);
    assert.equal(await person.part('confirm').count(), 0);
  });

  check('a secret taken back is not in what can be copied', { script: [...opened(), form(1, { user: { type: 'string', title: 'User' }, ...PASSWORD }), ...nudged(), withdraw(1)] }, async ({ person, served }) => {
    await person.ask('form');
    await person.control('user').fill('ada');
    await person.control('password').fill(SECRET);
    await becomes(async () => JSON.stringify(await person.snapshot()).includes(SECRET), true);
    await person.nudge();
    const card = await person.ask('form', 'withdrawn');
    assert.ok(!(await card.innerText()).includes(SECRET));
    await card.locator(part('copy-draft')).click();
    await becomes(() => served.clipboard(), 'User: ada');
  });

  check('a message that asks for a secret warns, and masks the one text field', { script: [...opened(), form(1, { answer: { type: 'string' } }, { message: 'Please enter your API key' })] }, async ({ person, served }) => {
    await person.ask('form');
    await person.part('secret-banner').waitFor();
    assert.equal(await person.control('answer').getAttribute('type'), 'password');
    await person.control('answer').fill('abc');
    await person.accept.click();
    await person.part('secret-yes').click();
    assert.equal(await served.result(1), '{"action":"accept","content":{"answer":"abc"}}');
  });

  const KEY = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

  check('a key typed into an ordinary field is noticed', { script: [...opened(), form(1, { note: { type: 'string' } })] }, async ({ person, served }) => {
    await person.ask('form');
    await person.control('note').fill(KEY);
    await person.field('note').locator('[data-code="looks-like-secret"]').waitFor();
    await person.accept.click();
    await person.part('secret-yes').click();
    assert.equal(await served.result(1), `{"action":"accept","content":{"note":"${KEY}"}}`);
    await person.past('form', 'accepted');
    assert.ok(!(await page(person)).includes(KEY));
  });

  check('a form that is not about a secret does not speak of one', { script: [...opened(), form(1, { token_count: { type: 'integer' }, user: { type: 'string', title: 'User name' } })] }, async ({ person, served }) => {
    await person.ask('form');
    assert.equal(await person.part('secret-banner').count(), 0);
    await person.control('user').fill('ada');
    await person.accept.click();
    assert.equal(await served.result(1), '{"action":"accept","content":{"user":"ada"}}');
  });
});
