// A session in a window of its own beside the main one: the same truth in both, and what is armed in one counts there alone.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from './person.mjs';
import { answered, form, link, nextSession, opened, permission, prompted, says, turnEnds } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, until } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

/** The session's key. @param {Person} person */
const sessionOf = async (person) => {
  const { sessions } = await person.snapshot();
  const first = sessions[0];
  if (!first) throw new Error('no session');
  return first.head.id;
};

const PAGE = 'https://login.example.com/authorize?client_id=a';
const NAME = { name: { type: 'string', title: 'Name' }, age: { type: 'integer', title: 'Age' } };

scenes('windows', (check) => {
  check('a window of a session shows that one alone, and is asked for by its button', { script: [...opened(), nextSession('s2'), says('Here.')] }, async ({ person, served, another }) => {
    await person.part('own-window').click();
    const file = join(served.folder, 'own-window');
    await until('the window to be wanted', () => existsSync(file));
    const session = await sessionOf(person);
    assert.equal(readFileSync(file, 'utf8'), String(session));
    const own = await another({ width: 760, height: 720, session });
    await own.hears('Here.');
    await becomes(() => own.part('sidebar').count(), 0);
    await person.page.locator(`${part('own-window')}[data-open=true]`).waitFor();
    // A new session is shown where it can be.
    await own.press('Control+n');
    await becomes(() => person.part('session').count(), 2);
    assert.equal((await own.snapshot()).sessions.length, 1);
    assert.match(await own.page.title(), /Assent$/);
  });

  check('an answer in one is an answer in the other, once', { script: [...opened(), form(1, NAME), answered(1)] }, async ({ person, served, another }) => {
    await person.ask('form');
    const own = await another({ session: await sessionOf(person) });
    await own.control('name').fill('Ada');
    await becomes(() => person.control('name').inputValue(), 'Ada');
    // On with it in the first, and back.
    await person.control('name').press('End');
    await person.type(' Lovelace');
    await becomes(() => own.control('name').inputValue(), 'Ada Lovelace');
    await own.control('age').fill('36');
    await own.accept.click();
    await person.past('form', 'accepted');
    await own.past('form', 'accepted');
    assert.equal(await served.result(1), '{"action":"accept","content":{"name":"Ada Lovelace","age":36}}');
    assert.equal(served.answers(1).length, 1);
  });

  check('what is typed to the agent in one stands in the other, and no keystroke is lost', { script: [...opened(), prompted(), turnEnds()] }, async ({ person, served, another }) => {
    const own = await another({ session: await sessionOf(person) });
    await own.composer.click();
    await own.type('Please fix');
    await becomes(() => person.composer.inputValue(), 'Please fix');
    await person.composer.click();
    await person.press('End');
    await person.type(' the login');
    await becomes(() => own.composer.inputValue(), 'Please fix the login');
    await own.press('End');
    await own.type(' flow');
    assert.equal(await own.composer.inputValue(), 'Please fix the login flow');
    await becomes(() => person.composer.inputValue(), 'Please fix the login flow');
    await own.press('Enter');
    await becomes(() => person.composer.inputValue(), '');
    const { params } = await served.got('session/prompt');
    assert.match(JSON.stringify(params), /"Please fix the login flow"/);
  });

  check('consent that is ready in one window cannot be used from the other', { script: [...opened(), link(1, PAGE), answered(1)] }, async ({ person, served, another }) => {
    await person.ask('link');
    const own = await another({ session: await sessionOf(person) });
    await own.ask('link');
    await person.page.bringToFront();
    await person.review();
    await becomes(() => person.open.isEnabled(), true);
    // The dialog is of that window alone, and the other is not told of it.
    assert.equal(await own.dialog.count(), 0);
    assert.equal((await own.link()).dialog, null);
    const { ask, dialog } = await person.link();
    assert.ok(dialog);
    const address = await person.dialog.locator(part('link-address')).innerText();
    assert.equal(address, PAGE);
    const fingerprint = '0000000000000000';
    await own.sends({ type: 'open-link', ask, token: dialog.token, fingerprint }, { type: 'close-link', ask }, { type: 'link-hidden', ask, token: dialog.token });
    await own.page.bringToFront();
    await own.review();
    await becomes(() => person.dialog.count(), 0);
    assert.equal(served.answers(1).length, 0);
    assert.deepEqual(await served.browser.starts(), []);
    await own.openPage();
    await person.ask('link', 'waiting');
    assert.equal(await served.result(1), '{"action":"accept"}');
  });

  check('the dialog in one window goes when the other answers', { script: [...opened(), link(1, PAGE), answered(1)] }, async ({ person, served, another }) => {
    await person.ask('link');
    const own = await another({ session: await sessionOf(person) });
    await person.review();
    await own.decline.click();
    await becomes(() => person.dialog.count(), 0);
    await person.past('link', 'declined');
    assert.equal(await served.result(1), '{"action":"decline"}');
  });

  check('a permission that is ready in one window is not in the other', { script: [...opened(), permission(1), answered(1)] }, async ({ person, served, another }) => {
    await person.ask('permission');
    const own = await another({ session: await sessionOf(person) });
    await own.ask('permission');
    await person.page.bringToFront();
    const { asks } = await person.snapshot();
    const ask = asks[0]?.head.id ?? 0;
    const card = await person.ask('permission');
    await card.locator(`${part('permission-option')}:enabled`).first().waitFor();
    // Every option by hand from the other window: only what needs no second may go.
    assert.equal(served.answers(1).length, 0);
    await own.sends({ type: 'permission-hidden', ask });
    await card.locator(`${part('permission-option')}:enabled`).first().click();
    await own.past('permission', 'accepted');
    assert.equal(served.answers(1).length, 1);
  });

  check('the menu works by the keyboard, and quitting while something runs is asked once', { script: [...opened(), prompted(), says('Working.')] }, async ({ person, served }) => {
    await person.prompt('go');
    await person.hears('Working.');
    await person.press('F10');
    await person.part('menu').waitFor();
    await person.press('q');
    await person.press('Enter');
    await person.part('leave-dialog').waitFor();
    assert.match(await person.part('leave-busy').innerText(), /The agent is working/);
    await person.press('Control+q');
    assert.equal(await person.part('leave-dialog').count(), 1);
    await person.press('Escape');
    await becomes(() => person.part('leave-dialog').count(), 0);
    const file = join(served.folder, 'quit');
    assert.equal(existsSync(file), false);
    await person.press('Control+q');
    await person.part('leave-quit').click();
    await until('the program to end', () => existsSync(file));
  });

  check('quitting while nothing runs is not asked about', { script: opened() }, async ({ person, served }) => {
    await person.composer.and(person.page.locator(':enabled')).waitFor();
    await person.composer.fill('half a thought');
    await person.press('Control+q');
    await until('the program to end', () => existsSync(join(served.folder, 'quit')));
    assert.equal(await person.part('leave-dialog').count(), 0);
  });
});
