// The window in a language that is written from right to left. Nobody speaks it: every word of ours is mirrored in it,
// so a word that is not stands in a component and cannot be translated.

import assert from 'node:assert/strict';

import { mirror, part } from './person.mjs';
import { form, link, opened, permission } from './script.mjs';
import { scenes } from './scene.mjs';

/** @typedef {import('./person.mjs').Person} Person */

// Words of agents and of the person, code, keys and names.
const OTHERS = '.said, .mono, code, kbd, pre, .detail, [data-testid=transcript], [data-testid=composer], .title, .name, script, style';

/** Words on the screen that are not mirrored, names apart. @param {Person} person @param {string[]} names @returns {Promise<string[]>} */
function unmirrored({ page }, names) {
  return page.evaluate(([others, kept]) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const ours = kept.reduce((left, name) => left.replaceAll(name, ''), text);
      if (/[a-z]{3}/i.test(ours) && !node.parentElement?.closest(others)) found.push(text);
    }
    return found;
  }, /** @type {const} */ ([OTHERS, names]));
}

/**
 * Names stand in every language as they are: those of agents and of their programs, and what else was given. The longest first.
 * @param {Person} person
 * @param {string[]} given
 */
async function namesIn(person, given) {
  const { agents, known } = await person.snapshot();
  const names = [...agents.map(({ name }) => name), ...known.agents.flatMap(({ name, program }) => [name, program]), ...given];
  return names.sort((a, b) => b.length - a.length);
}

/** @param {Person} person @param {string[]} given what was not ours to translate */
async function isMirrored(person, given = []) {
  const left = await unmirrored(person, await namesIn(person, given));
  assert.deepEqual(left, []);
  const { page } = person;
  const nav = await page.locator('#sidebar').boundingBox();
  const main = await page.locator('main').boundingBox();
  assert.ok(nav && main && nav.x > main.x, 'the sidebar is at the side where reading begins');
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('html, body, main, dialog, header, [data-docked] .body')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName),
  );
  assert.deepEqual(wide, [], 'nothing scrolls sideways');
}

const FIELDS = {
  name: { type: 'string', title: 'Name' },
  pick: { type: 'string', enum: ['aaa', 'bbb'] },
  yes: { type: 'boolean' },
};

scenes('mirrored', (check) => {
  check('the first run', { agents: ['demo'], args: ['--idle', '--demo'] }, async ({ person }) => {
    await mirror(person.page);
    await person.part('first-run').waitFor();
    await isMirrored(person, ['Tester']);
  });

  check('a form', { script: [...opened(), form(1, FIELDS)] }, async ({ person }) => {
    await person.ask('form');
    await mirror(person.page);
    await person.ask('form');
    await isMirrored(person, ['Tester', 'Name', 'pick', 'yes', 'aaa', 'bbb']);
  });

  check('a permission', { script: [...opened(), permission(1)] }, async ({ person }) => {
    await person.ask('permission');
    await mirror(person.page);
    await person.ask('permission');
    await isMirrored(person, ['Tester']);
  });

  check('a link, whose address is read as ever', { script: [...opened(), link(1, 'https://login.example.com/a?b=c')] }, async ({ person }) => {
    await person.ask('link');
    await mirror(person.page);
    await person.ask('link');
    await person.review();
    await isMirrored(person, ['Tester']);
    for (const name of ['link-address', 'link-host']) {
      const direction = await person.dialog.locator(part(name)).evaluate((it) => getComputedStyle(it).direction);
      assert.equal(direction, 'ltr', name);
    }
  });
});
