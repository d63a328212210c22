// Finding: commands and their keys, words in a transcript and in all sessions, jumps to what waits or went wrong.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { form, opened, prompted, says, turnEnds, update } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, until } from './until.mjs';
import { part } from './person.mjs';

/** @typedef {import('./person.mjs').Person} Person */

/** What is marked in the page under a name, in order. @param {Person} person @param {'found' | 'found-now'} name */
const marked = (person, name) =>
  person.page.evaluate((wanted) => {
    /** @type {Map<string, Iterable<Range>>} */
    const highlights = /** @type {any} */ (CSS).highlights;
    return [...(highlights.get(wanted) ?? [])].map((range) => range.toString());
  }, name);

/** Whether the place that is shown is in sight. @param {Person} person */
const inSight = (person) =>
  person.page.evaluate(() => {
    /** @type {Map<string, Iterable<Range>>} */
    const highlights = /** @type {any} */ (CSS).highlights;
    const [range] = highlights.get('found-now') ?? [];
    const frame = document.querySelector('[data-testid=transcript]')?.getBoundingClientRect();
    if (!range || !frame) return false;
    const { top, bottom, height } = range.getBoundingClientRect();
    return height > 0 && top >= frame.top && bottom <= frame.bottom;
  });

const LONG = Array.from({ length: 300 }, (_, n) => update({ sessionUpdate: 'tool_call', toolCallId: `t${n}`, title: `Call number ${n}`, kind: 'read', status: n === 40 ? 'failed' : 'completed', content: [{ type: 'content', content: { type: 'text', text: n === 7 ? 'hidden **treasure** here' : 'nothing' } }] }));

scenes('finding', (check) => {
  check('the palette does by keys alone what is chosen', { script: opened() }, async ({ person }) => {
    await person.composer.and(person.page.locator(':enabled')).waitFor();
    await person.composer.focus();
    await person.press('Control+Shift+P');
    await person.focusIn(person.part('palette-input'));
    await person.type('consent rec');
    await becomes(() => person.part('palette-row').first().innerText().then((text) => text.startsWith('Look at the consent record')), true);
    await person.press('Enter');
    await person.part('record-page').waitFor();
    await person.press('Control+k');
    await person.part('palette-input').waitFor();
    await person.press('Escape');
    await person.part('palette').waitFor({ state: 'detached' });
    await person.press('F1');
    await person.part('shortcuts-input').fill('transcript');
    await person.part('shortcuts-row').first().getByText('Ctrl F').waitFor();
  });

  check('what is typed into looks the same everywhere', { script: opened(), looks: { scheme: 'dark' } }, async ({ person }) => {
    const grounds = /** @type {string[]} */ ([]);
    for (const [keys, name] of /** @type {const} */ ([['Control+k', 'palette-input'], ['F1', 'shortcuts-input'], ['Control+Shift+F', 'search-input'], ['Control+f', 'find-input'], ['Control+,', 'settings-search']])) {
      await person.composer.and(person.page.locator(':enabled')).waitFor();
      await person.press(keys);
      const field = person.part(name);
      await person.focusIn(field);
      grounds.push(await field.evaluate((it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).borderColor, getComputedStyle(it).outlineOffset].join(' ')));
      await person.press('Escape');
    }
    assert.equal(new Set(grounds).size, 1, grounds.join('\n'));
  });

  check('words are found in rows that are not drawn, and in what is folded', { script: [...opened(), prompted(), ...LONG, says('The end of it.'), turnEnds()] }, async ({ person }) => {
    await person.prompt('Where is the Treasure?');
    await person.hears('The end of it.');
    await person.press('Control+f');
    await person.focusIn(person.part('find-input'));
    await person.type('treasure');
    const count = person.part('find-count');
    await becomes(() => count.innerText(), '2 of 2');
    await becomes(() => marked(person, 'found-now'), ['treasure']);
    await becomes(() => inSight(person), true);
    await person.press('Enter');
    await becomes(() => count.innerText(), '1 of 2');
    await becomes(() => marked(person, 'found-now'), ['Treasure']);
    await becomes(() => inSight(person), true);
    await person.press('Shift+Enter');
    await becomes(() => count.innerText(), '2 of 2');
    await person.part('find-input').fill('no such thing');
    await becomes(() => count.innerText(), 'Not found');
    assert.deepEqual(await marked(person, 'found-now'), []);
    await person.press('Escape');
    await person.part('find-bar').waitFor({ state: 'detached' });
    assert.deepEqual(await marked(person, 'found'), []);
    await person.focusIn(person.composer);
  });

  check('what comes while one looks is found, too', { script: [...opened(), prompted(), says('One word.'), turnEnds(), prompted(), says('\n\nAnother word.'), turnEnds()] }, async ({ person }) => {
    await person.prompt('go');
    await person.hears('One word.');
    await person.press('Control+f');
    await person.part('find-input').fill('word');
    await becomes(() => person.part('find-count').innerText(), '1 of 1');
    await person.nudge('the next word');
    await becomes(() => person.part('find-count').innerText(), '1 of 3');
    await becomes(() => marked(person, 'found').then((all) => all.length), 2);
  });

  check('words are found in a message that is drawn in pieces', { script: [...opened(), prompted(), says(Array.from({ length: 400 }, (_, n) => `Paragraph ${n} with **some** words.\n\n${n === 150 ? 'A needle lies here, a NEEDLE.\n\n' : ''}`).join('')), turnEnds()] }, async ({ person }) => {
    await person.prompt('go');
    await person.hears('Paragraph 399');
    await person.press('Control+f');
    await person.part('find-input').fill('needle');
    await becomes(() => person.part('find-count').innerText(), '2 of 2');
    await becomes(() => marked(person, 'found-now'), ['NEEDLE']);
    await becomes(() => inSight(person), true);
    await person.press('Enter');
    await becomes(() => marked(person, 'found-now'), ['needle']);
    await becomes(() => inSight(person), true);
  });

  check('words are found in sessions of earlier runs, which are read when they are opened', { scripts: [opened()], args: ['--idle'], kept: { '0a': ['Tidy up', 'Where is the broom?', 'In the **cupboard**.'], '0b': ['Cook', 'What is for dinner?', 'Soup.'] } }, async ({ person }) => {
    await person.part('session').filter({ hasText: 'Tidy up' }).waitFor();
    await person.press('Control+Shift+F');
    await person.type('the cupboard');
    const rows = person.part('search-row');
    await rows.filter({ hasText: 'In the cupboard.' }).waitFor();
    assert.equal(await rows.count(), 2);
    await rows.nth(1).click();
    await becomes(() => marked(person, 'found-now'), ['the cupboard']);
    await becomes(() => inSight(person), true);
    await person.press('Control+Shift+F');
    await person.part('search-input').fill('cook');
    await rows.getByText('in its title').waitFor();
    await person.press('Enter');
    await person.hears('Soup.');
  });

  check('a session that is open is found as it stands now', { script: [...opened(), prompted(), ...LONG.slice(0, 60), says('A *rare* word.'), turnEnds()] }, async ({ person, served }) => {
    await person.prompt('go');
    await person.hears('word');
    await until('the session to be kept', () => readdirSync(join(served.folder, 'sessions')).length > 0);
    await person.part('record').click();
    await person.press('Control+Shift+F');
    await person.type('rare word');
    const row = person.part('search-row').filter({ hasText: 'rare word' });
    await row.waitFor();
    assert.match(await row.innerText(), /^Answer\s/);
    await person.press('ArrowDown', 'Enter');
    await person.part('find-bar').waitFor();
    await becomes(() => marked(person, 'found-now'), ['rare word']);
    await becomes(() => inSight(person), true);
  });

  check('one key leads to what went wrong, to the next question, and to what is unread', { script: [...opened(), prompted(), ...LONG.slice(0, 60), form(1, { a: { type: 'string' } }), form(2, { b: { type: 'string' } })] }, async ({ person }) => {
    await person.prompt('go');
    await person.ask('form');
    await person.part('record').click();
    await person.press('F8');
    const failed = person.transcript.locator(part('entry')).filter({ hasText: 'Call number 40' });
    await becomes(() => failed.evaluate((row) => row.classList.contains('shown')), true);
    await person.press('Control+j');
    await until('the first question to have the focus', () => person.page.evaluate(() => document.activeElement?.closest('[data-docked]') !== null));
    const here = () => person.card.getAttribute('data-ask-id');
    const first = await here();
    await person.press('Control+j');
    await becomes(async () => (await here()) !== first, true);
    await person.press('Control+j');
    await becomes(here, first);
    await person.press('Control+Shift+J');
    await person.part('notice').getByText('Nothing is unread.').waitFor();
  });
});
