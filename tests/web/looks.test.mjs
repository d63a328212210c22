// What every state of the window has to be: readable by everybody, in light and dark, and without sideways scrolling.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { violations } from './axe.mjs';
import { part } from './person.mjs';
import { TURN, answered, complete, form, link, nudged, opened, permission, prompted, says, signInFirst, turnEnds, update, withdraw } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

// The smallest window there is, and what is left of one at 400 %: 320 pixels of CSS.
const SMALL = { 'a small window': { width: 480, height: 320 }, '400 %': { width: 320, height: 400 } };

/** Looks at the page as it is now. @param {Person} person @param {string} what */
async function looksGood(person, what) {
  const { page } = person;
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], `${what}, ${colorScheme}`);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    assert.deepEqual(await violations(page, ['color-contrast']), [], `${what}, ${colorScheme}, more contrast`);
    await page.emulateMedia({ colorScheme, contrast: null });
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  assert.deepEqual(await violations(page, ['color-contrast']), [], `${what}, colours of the system`);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null });
  for (const [size, viewport] of Object.entries(SMALL)) {
    await page.setViewportSize(viewport);
    // What depends on sizes is settled with the second frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await violations(page), [], `${what}, ${size}`);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('html, body, main, [data-docked], [data-docked] .body, dialog, dialog .body, header, [data-testid=transcript], [data-testid=start]')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.tagName} ${one.className}`),
    );
    assert.deepEqual(wide, [], `${what}: scrolls sideways, ${size}`);
  }
  await page.setViewportSize({ width: 1100, height: 760 });
}

const EVERY = {
  text: { type: 'string', title: 'One line', description: 'What it is called', maxLength: 40 },
  long: { type: 'string', title: 'Several lines', maxLength: 2000 },
  integer: { type: 'integer', minimum: 1, maximum: 9 },
  mail: { type: 'string', format: 'email', default: 'nobody' },
  choice: { type: 'string', oneOf: ['a', 'b', 'c'].map((one) => ({ const: one, title: one, description: `About ${one}` })), default: 'b' },
  list: { type: 'string', title: 'A long list', enum: Array.from({ length: 30 }, (_, n) => `option ${n}`) },
  several: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, minItems: 1 },
  many: { type: 'array', items: { type: 'string', enum: Array.from({ length: 30 }, (_, n) => `option ${n}`) }, default: ['option 3'] },
  yes: { type: 'boolean' },
  ticked: { type: 'boolean', default: true, title: 'A tick' },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  odd: { type: 'object' },
};
const FORM = form(1, EVERY, { message: 'Please tell me', schema: { required: ['text', 'integer'], title: 'Settings', description: 'All of them' } });

scenes('looks', (check) => {
  check('a window of one session, its menu, and the question before the end', { script: [...opened(), prompted(), ...TURN.slice(0, 3)] }, async ({ person, another }) => {
    await person.prompt('go');
    await person.hears('Some code');
    const { sessions } = await person.snapshot();
    const own = await another({ session: sessions[0]?.head.id ?? 0 });
    await own.hears('Some code');
    await looksGood(own, 'the window');
    await own.press('F10');
    await own.part('menu').waitFor();
    await looksGood(own, 'its menu');
    await own.press('Escape');
    await person.press('F10');
    await person.part('menu').waitFor();
    await looksGood(person, 'the menu');
    await person.press('Escape');
    await person.press('Control+q');
    await person.part('leave-dialog').waitFor();
    await looksGood(person, 'the question');
    await person.press('Escape');
  });

  check('the start page', { scripts: [opened()], args: ['--idle'] }, async ({ person }) => {
    await person.part('start').waitFor();
    await looksGood(person, 'with an agent');
  });

  check('the start page without an agent', {}, async ({ person }) => {
    await person.part('start').waitFor();
    await looksGood(person, 'without an agent');
  });

  const DEMO = { agents: ['demo'], env: { ASSENT_DEMO_PACE: '0' } };
  check('the first run', { ...DEMO, args: ['--idle', '--demo'] }, async ({ person }) => {
    await person.part('found-agents').and(person.page.locator('[aria-busy=false]')).waitFor();
    const fold = person.part('found-agents').getByRole('button', { name: /^Not found/, expanded: false });
    if ((await fold.count()) > 0) await fold.click();
    await looksGood(person, 'the first run');
  });

  check('the stage of a demo', { ...DEMO, args: ['--stage'] }, async ({ person }) => {
    await person.composer.and(person.page.locator(':enabled')).waitFor();
    await looksGood(person, 'a stage');
  });

  check('the settings', { scripts: [opened()], args: ['--idle'] }, async ({ person }) => {
    await person.part('start').waitFor();
    await person.part('settings').click();
    await person.part('settings-page').waitFor();
    await person.page.getByText('in memory only').waitFor();
    await looksGood(person, 'the settings');
    await person.part('settings-search').fill('quantum');
    await looksGood(person, 'with nothing found');
  });

  check('where one is, in the colours of the system', { scripts: [opened()], args: ['--idle'] }, async ({ person }) => {
    await person.page.emulateMedia({ forcedColors: 'active' });
    await person.part('settings').click();
    await person.part('settings-page').waitFor();
    const ground = (/** @type {string} */ name) => person.part(name).evaluate((it) => getComputedStyle(it).backgroundColor);
    assert.notEqual(await ground('settings'), await ground('record'));
    assert.deepEqual(await violations(person.page, ['color-contrast']), []);
  });

  check('a conversation', { script: [...opened(), prompted(), ...TURN, turnEnds('refusal'), ...nudged(), says('More.')] }, async ({ person }) => {
    await person.composer.and(person.page.locator(':enabled')).waitFor();
    await looksGood(person, 'an empty session');
    await person.prompt('go');
    await person.hears('The agent refuses to go on.');
    await looksGood(person, 'a turn');
    for (const row of await person.part('entry', { kind: 'tool' }).getByRole('button').all()) await row.click();
    await looksGood(person, 'opened tool calls');
  });

  check('an agent on another machine: its settings, and its connection when it drops', { script: [...opened(), prompted(), { exit: 7 }], args: ['--remote', 'ws'] }, async ({ person }) => {
    await person.part('agents').click();
    await person.part('add-agent').click();
    const settings = person.part('agent-form');
    await settings.locator('[name=place]').selectOption('address');
    await settings.locator('[name=files]').check();
    await looksGood(person, 'the settings');
    await person.part('session').first().click();
    await person.prompt('go');
    await person.part('retry-stop').click();
    await looksGood(person, 'a dropped connection');
  });

  check('an agent registry', { script: opened(), args: ['--idle'] }, async ({ person, served }) => {
    const uvx = { package: 'helper==1.0.0', env: { A: 'b' } };
    const binary = { 'linux-x86_64': { archive: 'https://example.com/a.tar.gz', cmd: './helper' } };
    const agents = [{ id: 'a', name: 'Claude Code', version: '1.0.0', description: 'Helps', repository: 'https://example.com/', distribution: { uvx, binary } }, 7];
    const file = join(served.folder, 'registry.json');
    writeFileSync(file, JSON.stringify({ agents }));
    writeFileSync(join(served.folder, 'choose'), file);
    await person.part('agents').click();
    await person.part('registry-file').click();
    await person.part('registry-show').click();
    await person.page.getByText('1 entry cannot be used').click();
    await looksGood(person, 'a registry');
  });

  check('commands, shortcuts, and what is found', { script: [...opened(), prompted(), ...TURN, turnEnds()] }, async ({ person }) => {
    await person.prompt('a list');
    await person.hears('A failed call');
    await person.press('Control+k');
    await person.part('palette-row').first().waitFor();
    await looksGood(person, 'the palette');
    await person.press('Escape', 'F1');
    await person.part('shortcuts-row').first().waitFor();
    await looksGood(person, 'the shortcuts');
    await person.press('Escape', 'Control+f');
    await person.part('find-input').fill('list');
    await person.part('find-count').getByText('of').waitFor();
    await looksGood(person, 'the find bar');
    await person.press('Escape', 'Control+Shift+F');
    await person.part('search-input').fill('list');
    await person.part('search-row').first().waitFor();
    await looksGood(person, 'the search');
  });

  check('a form with every control', { script: [...opened(), FORM] }, async ({ person }) => {
    await person.ask('form');
    await looksGood(person, 'as it comes');
    await person.accept.click();
    await person.part('form-summary').waitFor();
    await person.part('preview-toggle').click();
    await person.part('preview').waitFor();
    await person.control('text').fill('x');
    await looksGood(person, 'with errors and what will be sent');
  });

  check('a form with its list open, and with its calendar open', { script: [...opened(), FORM] }, async ({ person }) => {
    await person.ask('form');
    await person.control('list').click();
    await person.part('option').first().waitFor();
    await looksGood(person, 'the list');
    await person.press('Escape');
    await person.field('day').locator(part('date-pick')).click();
    await person.part('calendar').waitFor();
    await looksGood(person, 'the calendar');
  });

  check('a question before a draft is thrown away, and what is kept of one', { script: [...opened(), form(1, { name: { type: 'string' } }), ...nudged(), withdraw(1)] }, async ({ person }) => {
    await person.goToAsk();
    await person.type('Ada');
    await person.press('Escape');
    await person.part('confirm').waitFor();
    await looksGood(person, 'the question');
    await person.press('Escape');
    await person.nudge();
    await person.ask('form', 'withdrawn');
    await looksGood(person, 'what is kept');
  });

  check('a form about a secret', { script: [...opened(), form(1, { password: { type: 'string', title: 'Password' } })] }, async ({ person }) => {
    await person.ask('form');
    await looksGood(person, 'as it comes');
    await person.control('password').fill('abc');
    await person.accept.click();
    await person.part('secret-confirm').waitFor();
    await looksGood(person, 'the one more yes');
  });

  check('a permission', { script: [...opened(), permission(1)] }, async ({ person }) => {
    const card = await person.ask('permission');
    await card.locator(`${part('permission-option')}:enabled`).first().waitFor();
    await looksGood(person, 'a permission');
    await person.part('dock-park').click();
    await person.part('dock-unpark').waitFor();
    await looksGood(person, 'folded away');
  });

  check('a sign-in', { script: signInFirst([{ id: 'a', name: 'In the browser', description: 'Opens a page' }, { id: 'b', name: 'In a terminal', type: 'terminal' }]) }, async ({ person }) => {
    await person.ask('sign-in');
    await looksGood(person, 'a sign-in');
  });

  const TERMINAL = { id: 'b', name: 'In a terminal', description: 'Asks for a code', type: 'terminal' };
  check('a sign-in in a terminal, while it runs and when it has failed', { script: signInFirst([TERMINAL]) }, async ({ person }) => {
    const card = await person.ask('sign-in');
    await card.locator(part('sign-in-method')).click();
    await person.part('sign-in-screen').waitFor();
    await looksGood(person, 'running');
    await person.part('sign-in-terminal').getByText('Ctrl C').click();
    await card.locator(part('sign-in-again')).waitFor();
    await looksGood(person, 'failed');
  });

  check('the settings of agents and MCP servers', { script: opened(), args: ['--idle'] }, async ({ person }) => {
    await person.part('agents').click();
    await person.page.locator(`${part('known-agent')}[data-installed]`).first().waitFor();
    await looksGood(person, 'the page');
    await person.part('add-agent').click();
    await person.part('add-value').click();
    await person.part('type-folder').click();
    await person.part('save-agent').click();
    await person.part('agent-problem').waitFor();
    await looksGood(person, 'an agent');
    await person.part('agent-form').getByText('Do not save').click();
    await person.part('add-server').click();
    await person.part('add-value').click();
    await person.part('server-form').locator('[name=all]').uncheck();
    await looksGood(person, 'a server');
  });

  check('the protocol of an agent', { script: [...opened(), form(1, {}, { mode: 'x' }), form(2, EVERY, { sessionId: 'none' }), { raw: 'noise' }] }, async ({ person }) => {
    await person.part('protocol').first().click();
    await person.part('trace-row', { kind: 'not-protocol' }).waitFor();
    await looksGood(person, 'the list');
    await person.part('trace-row', { kind: 'request' }).filter({ hasText: 'elicitation' }).first().click();
    await person.part('finding').first().waitFor();
    await looksGood(person, 'a message');
    await person.part('trace-search').fill('nothing says this');
    await person.part('inspector').getByText('No message fits').waitFor();
    await looksGood(person, 'nothing found');
  });

  check('an agent that speaks something else', { agents: ["sh -c 'echo Welcome; echo no key >&2; sleep 1000'"] }, async ({ person }) => {
    await person.part('slow').getByText('Welcome').waitFor();
    await looksGood(person, 'a session that waits');
    await person.part('agent').locator('.agent').click();
    await person.part('agent-page').waitFor();
    await looksGood(person, 'its page');
  });

  for (const [verdict, url] of Object.entries({
    plain: 'https://login.example.com/authorize?client_id=a&state=b',
    warn: 'https://xn--bcher-kva.example.com:8443/a b',
    strong: 'http://github.com-login.example.com/oauth?next=https%3A%2F%2Fother.example%2F',
    refuse: 'https://google.com@evil.example.com/',
  })) {
    check(`a link: ${verdict}`, { script: [...opened(), link(1, url, { message: 'Enter ABCD-1234 there' })] }, async ({ person }) => {
      const card = await person.ask('link');
      assert.equal(await card.getAttribute('data-verdict'), verdict);
      await looksGood(person, 'the card');
      if (verdict === 'refuse') return;
        await person.review();
      if (verdict === 'strong') await person.dialog.locator(part('link-understood')).check();
      await becomes(() => person.open.isEnabled(), true);
      await person.dialog.locator(part('link-qr')).click();
      await person.part('link-qr-code').waitFor();
      await becomes(() => person.open.isEnabled(), true);
      await looksGood(person, 'the dialog');
    });
  }

  check('a page that is waited for, and one that is finished', { script: [...opened(), link(1, 'https://example.org/'), answered(1), ...nudged(), complete(1)] }, async ({ person }) => {
    await person.ask('link');
    await person.review();
    await person.openPage();
    await person.ask('link', 'waiting');
    await looksGood(person, 'waiting');
    await person.nudge();
    await (await person.ask('link', 'completed')).locator(part('dismiss')).click();
    await (await person.past('link', 'completed')).getByRole('button').first().click();
    await looksGood(person, 'finished');
    await person.part('record').click();
    await person.part('record-line').first().waitFor();
    await looksGood(person, 'the record');
  });

  check('an agent that has ended, and its page', { script: [...opened(), { expect: { method: 'session/prompt' }, within_ms: 60_000 }, { stderr: 'the disk is full' }, { raw: 'no protocol' }, { wait_ms: 200 }, { exit: 3 }] }, async ({ person }) => {
    await person.prompt('go');
    await person.part('connection-panel').waitFor();
    await looksGood(person, 'the session');
    await person.part('agent').locator('.agent').click();
    await person.part('agent-page').waitFor();
    await looksGood(person, 'its page');
  });
});
