// The window in German: no word of English is left in it, everything fits, and it is as good for everybody as in English.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { violations } from './axe.mjs';
import { part } from './person.mjs';
import { answered, form, link, nudged, opened, permission, prompted, says, signInFirst, turnEnds, update, complete } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';
import { onlyOf } from './words.mjs';

/** @typedef {import('./person.mjs').Person} Person */

const ENGLISH = onlyOf('en', 'de');

// Words of agents and of the person, code, keys and names.
const OTHERS = '.said, .mono, code, kbd, pre, .detail, [data-testid=transcript] .entry, [data-testid=composer], .title, .name, script, style';

/** What of the page is seen or heard as English. @param {Person} person @param {string[]} given what was not ours to translate */
function english({ page }, given) {
  return page.evaluate(
    ([others, words, names]) => {
      const known = new Set(words);
      const texts = /** @type {string[]} */ ([]);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement?.closest(others)) texts.push(node.textContent ?? '');
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
      return texts.flatMap((text) => {
        // Numbers that programs make up have letters too.
        const ours = names.reduce((left, name) => left.replaceAll(name, ' '), text).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ' ');
        const found = (ours.toLowerCase().match(/\p{L}{2,}/gu) ?? []).filter((word) => known.has(word));
        return found.map((word) => `${word}: ${text.trim()}`);
      });
    },
    /** @type {[string, string[], string[]]} */ ([OTHERS, ENGLISH, given]),
  );
}

/** What is cut off, or wider than its place. @param {Person} person */
function spills({ page }) {
  return page.evaluate(() => {
    const name = (/** @type {Element} */ one) => `${one.tagName} ${one.className} ${one.textContent?.trim().slice(0, 60) ?? ''}`;
    const places = 'html, body, main, nav, dialog, dialog .body, header, fieldset, [data-docked], [data-docked] .body, [data-testid=start], [data-testid=settings-page], [data-testid=setting]';
    const wide = [...document.querySelectorAll(places)].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
    // A button's words stay within it, and it within the window.
    const buttons = [...document.querySelectorAll('button, [role=radio], [role=columnheader], .head > span, label, select')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && (one.scrollWidth > one.clientWidth + 1 || left < -1 || right > innerWidth + 1) && one.clientWidth > 0 && !one.closest('[inert], .cut');
    });
    return [...new Set([...wide, ...buttons])].map(name);
  });
}

/** @param {Person} person @param {string} what @param {string[]} [given] */
async function isGerman(person, what, given = []) {
  const { agents, known } = await person.snapshot();
  const names = [...given, ...agents.map(({ name }) => name), ...known.agents.flatMap(({ name, program }) => [name, program])];
  assert.equal(await person.page.getAttribute('html', 'lang'), 'de');
  assert.deepEqual(await english(person, names), [], `${what}: English`);
  assert.deepEqual(await spills(person), [], `${what}: does not fit`);
  assert.deepEqual(await violations(person.page), [], `${what}: not for everybody`);
  if (process.env['ASSENT_PICTURES']) await person.page.screenshot({ path: join(process.env['ASSENT_PICTURES'], `${what.replaceAll(/\W+/g, '-')}.png`) });
}

const FIELDS = {
  mail: { type: 'string', title: 'Konto', format: 'email' },
  pick: { type: 'string', title: 'Ort', enum: ['aaa', 'bbb'] },
  yes: { type: 'boolean', title: 'Merken' },
  day: { type: 'string', title: 'Tag', format: 'date' },
  many: { type: 'array', title: 'Viele', items: { type: 'string', enum: Array.from({ length: 30 }, (_, n) => `nr ${n}`) }, minItems: 2 },
  odd: { type: 'object', title: 'Anderes' },
};
const LINKS = {
  plain: 'https://login.example.com/authorize?client_id=a&state=b',
  warn: 'https://xn--bcher-kva.example.com:8443/a b',
  strong: 'http://github.com-login.example.com/oauth?next=https%3A%2F%2Fother.example%2F',
};

scenes('german', (check) => {
  for (const [size, looks] of Object.entries({ '100 %': { width: 800, height: 600, locale: 'de-DE' }, '200 %': { width: 800, height: 600, scale: 2, locale: 'de-AT' } })) {
    check(`the first run at ${size}`, { agents: ['demo'], args: ['--idle', '--demo'], looks }, async ({ person }) => {
      await person.part('found-agents').and(person.page.locator('[aria-busy=false]')).waitFor();
      await isGerman(person, `first run ${size}`);
      await person.press('F10');
      await person.part('menu').waitFor();
      await isGerman(person, `menu ${size}`);
    });

    check(`a form with an error at ${size}`, { script: [...opened(), form(1, FIELDS, { message: 'Wer?', schema: { required: ['mail', 'pick', 'many'] } })], looks }, async ({ person }) => {
      await person.ask('form');
      await person.control('mail').fill('niemand');
      await person.press('Tab');
      await person.field('mail').locator(part('field-error')).waitFor();
      await person.accept.click();
      await person.field('pick').locator(part('field-error')).waitFor();
      await isGerman(person, `form ${size}`, ['nr', 'aaa', 'bbb', 'Wer']);
    });

    check(`a permission at ${size}`, { script: [...opened(), permission(1)], looks }, async ({ person }) => {
      await person.ask('permission');
      await isGerman(person, `permission ${size}`, ['Remove the build folder', 'Allow', 'Reject', 'rm -r build']);
    });

    for (const [verdict, url] of Object.entries(LINKS))
      check(`a link: ${verdict}, at ${size}`, { script: [...opened(), link(1, url, { message: 'Code ABCD-1234' })], looks }, async ({ person }) => {
        const card = await person.ask('link');
        assert.equal(await card.getAttribute('data-verdict'), verdict);
        const given = [url, 'github', 'github.com-login.example.com', 'example.com', 'other.example', 'login'];
        await isGerman(person, `card ${verdict} ${size}`, given);
        await person.review();
        // A dialog that moves is not at rest, and its button would never count: it is as wide before it counts as then.
        const width = () => person.open.evaluate((button) => button.getBoundingClientRect().width);
        const before = await width();
        if (verdict === 'strong') await person.dialog.locator(part('link-understood')).check();
        await becomes(() => person.open.isEnabled(), true);
        assert.equal(await width(), before);
        await isGerman(person, `dialog ${verdict} ${size}`, given);
      });

    check(`the settings and the agents at ${size}`, { scripts: [opened()], args: ['--idle'], looks }, async ({ person, served }) => {
      await person.part('start').waitFor();
      await person.press('Control+,');
      await person.part('settings-page').waitFor();
      await person.part('setting', { name: 'sessions' }).locator(part('amount')).getByText('Nichts').waitFor();
      await isGerman(person, `settings ${size}`, [served.folder, 'English', 'Markdown']);
      await person.press('F1');
      await person.part('shortcuts-row').first().waitFor();
      await isGerman(person, `shortcuts ${size}`, [served.folder, 'English']);
      await person.press('Escape', 'Escape');
      await person.part('start').waitFor();
      await person.press('Control+k');
      await person.part('palette-row').first().waitFor();
      await isGerman(person, `palette ${size}`);
    });
  }

  const looks = { width: 800, height: 600, locale: 'de-DE' };

  check('an agent in the settings, a registry, and an agent on another machine', { script: opened(), args: ['--idle'], looks }, async ({ person, served }) => {
    await person.part('agents').click();
    const given = [served.folder, 'Registry', 'SHA', 'claude', 'npx'];
    await isGerman(person, 'agents', given);
    await person.part('add-agent').click();
    const settings = person.part('agent-form');
    await settings.waitFor();
    await isGerman(person, 'agent form', given);
    await settings.locator('[name=place]').selectOption('address');
    await settings.locator('[name=files]').check();
    await isGerman(person, 'agent elsewhere', given);
  });

  check('a secret, and the one more yes', { script: [...opened(), form(1, { password: { type: 'string', title: 'Passwort' } })], looks }, async ({ person }) => {
    await person.ask('form');
    await person.control('password').fill('abc');
    await isGerman(person, 'secret');
    await person.accept.click();
    await person.part('secret-confirm').waitFor();
    await isGerman(person, 'secret yes');
  });

  check('a page that is waited for, one that is finished, and the record', { script: [...opened(), link(1, 'https://example.org/', { message: 'Seite' }), answered(1), ...nudged(), complete(1)], looks }, async ({ person }) => {
    await person.ask('link');
    await person.review();
    await person.openPage();
    await person.ask('link', 'waiting');
    await isGerman(person, 'waiting', ['example.org']);
    await person.nudge('weiter');
    await person.ask('link', 'completed');
    await isGerman(person, 'finished', ['example.org']);
    await person.part('record').click();
    await person.part('record-line').first().waitFor();
    await isGerman(person, 'record', ['example.org']);
  });

  check('a sign-in', { script: signInFirst([{ id: 'a', name: 'Weg' }, { id: 'b', name: 'Anderer', type: 'terminal' }]), looks }, async ({ person }) => {
    await person.ask('sign-in');
    await isGerman(person, 'sign-in', ['Authentication required']);
  });

  check('a conversation, its protocol, and the question before the end', { script: [...opened(), prompted(), says('Gut.'), update({ sessionUpdate: 'plan', entries: [{ content: 'Schritt', priority: 'high', status: 'pending' }] }), update({ sessionUpdate: 'something_new' })], looks }, async ({ person }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await isGerman(person, 'empty session');
    await person.prompt('los');
    await person.hears('Gut.');
    await person.part('turn-state').waitFor();
    await isGerman(person, 'turn', ['something_new']);
    await person.press('Control+q');
    await person.part('leave-dialog').waitFor();
    await isGerman(person, 'leaving', ['something_new']);
    await person.press('Escape');
    await person.part('protocol').first().click();
    await person.part('trace-row', { kind: 'request' }).first().click();
    const given = ['something_new', 'initialize', 'session/new', 'session/prompt', 'session/update'];
    await isGerman(person, 'protocol', given);
  });

  check('an agent that has ended', { script: [...opened(), { expect: { method: 'session/prompt' }, within_ms: 60_000 }, { exit: 3 }], looks }, async ({ person }) => {
    await person.prompt('los');
    await person.part('connection-panel').waitFor();
    await isGerman(person, 'ended');
    await person.part('agent').locator('.agent').click();
    await person.part('agent-page').waitFor();
    await isGerman(person, 'agent page');
  });

  check('the stage of a demo', { agents: ['demo'], env: { ASSENT_DEMO_PACE: '0' }, args: ['--stage'], looks }, async ({ person }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await isGerman(person, 'stage', ['demo']);
  });

  check('words of English are found where there are some', { script: [...opened(), form(1, FIELDS)] }, async ({ person }) => {
    await person.ask('form');
    const found = await english(person, []);
    for (const word of ['settings', 'decline', 'accept', 'cancel', 'waiting']) assert.ok(found.some((one) => one.startsWith(`${word}: `)), word);
  });

  check('numbers, days and the first day of the week', { script: [...opened(), form(1, FIELDS)], looks: { locale: 'de-DE' } }, async ({ person }) => {
    await person.ask('form');
    await person.control('day').fill('2026-12-03');
    await person.field('day').getByRole('button', { name: 'Datum auswählen' }).click();
    const calendar = person.part('calendar');
    await calendar.getByText('Dezember 2026').waitFor();
    assert.deepEqual(await calendar.getByRole('columnheader').allTextContents(), ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
    await calendar.getByRole('gridcell', { name: 'Donnerstag, 3. Dezember 2026' }).waitFor();
  });

  check('the language is chosen in the settings, counts at once and from then on, and keeps what was typed', { script: [...opened(), prompted(), says('Yes.'), turnEnds()] }, async ({ person, served, another }) => {
    person.page.spoiled = true;
    const spoken = () => (existsSync(join(served.folder, 'spoken')) ? readFileSync(join(served.folder, 'spoken'), 'utf8') : '');
    const lang = (/** @type {Person} */ { page }) => page.getAttribute('html', 'lang');
    await becomes(() => person.composer.isEnabled(), true);
    await becomes(spoken, 'En');
    await person.composer.fill('half a message');
    const other = await another();
    other.page.spoiled = true;
    await other.composer.waitFor();
    await person.press('Control+,');
    await person.part('setting', { name: 'language' }).getByLabel('Deutsch').click();
    // Still in the settings, in German; the other window too.
    await person.part('settings-page').getByRole('heading', { name: 'Aussehen' }).waitFor();
    await becomes(() => lang(other), 'de');
    await becomes(spoken, 'De');
    await person.press('Escape');
    await becomes(() => person.composer.inputValue(), 'half a message');
    await person.page.reload();
    await person.page.getByRole('button', { name: 'Senden' }).waitFor();
    assert.equal(await lang(person), 'de');
    const file = /** @type {{ preferences: object }} */ (JSON.parse(readFileSync(join(served.folder, 'preferences.json'), 'utf8')));
    assert.deepEqual(file.preferences, { language: 'de' });
    await person.press('Control+,');
    await person.part('setting', { name: 'language' }).getByLabel('Wie das System').click();
    await person.part('settings-page').getByRole('heading', { name: 'Appearance' }).waitFor();
    await becomes(() => lang(other), 'en');
    await becomes(spoken, 'En');
  });
});
