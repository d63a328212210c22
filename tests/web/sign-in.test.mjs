// Signing in: the agent says how, the person begins it, and the session opens by itself.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TARGET } from './harness.mjs';
import { answered, asked, form, link, opened, signInFirst } from './script.mjs';
import { part } from './person.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

const METHODS = [
  { id: 'page', name: 'In the browser', description: 'Opens a page' },
  { id: 'unknown', name: 'By telepathy', type: 'telepathy' },
];
/** What belongs to the sign-in that runs. */
const SCOPE = { sessionId: undefined, requestId: '$sign.id' };

/**
 * An agent whose command also signs in: in a terminal it asks for a code, and is signed in once it was 1234.
 * @param {object} method
 */
function byTerminal(method) {
  const folder = mkdtempSync(join(tmpdir(), 'assent-sign-in-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const write = (/** @type {string} */ name, /** @type {object[]} */ lines) => {
    writeFileSync(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'));
    return join(folder, name);
  };
  const out = write('out.jsonl', signInFirst([method]));
  const signed = write('in.jsonl', opened());
  const agent = join(TARGET, 'debug', 'scripted-agent');
  const file = join(folder, 'agent.sh');
  writeFileSync(
    file,
    `#!/bin/sh
if [ "$1" = login ]; then
  printf '%s: ' "$ASK"
  read -r code
  [ "$code" = 1234 ] && touch ${folder}/signed && exit 0
  echo "not $code"
  exit 3
fi
if [ -e ${folder}/signed ]; then exec ${agent} ${signed}; fi
exec ${agent} ${out}
`,
    { mode: 0o755 },
  );
  return file;
}

scenes('signing in', (check) => {
  check(
    'a page of the sign-in is opened, and the session opens after it',
    { script: [...signInFirst(METHODS), asked('authenticate', 'sign'), link(1, 'https://login.example.com/', SCOPE), answered(1), { reply: {}, to: 'sign' }, ...opened().slice(1)] },
    async ({ person, served }) => {
      const card = await person.ask('sign-in');
      assert.match(await card.innerText(), /Tester wants you to sign in[^]*Authentication required/);
      const [page, unknown] = await card.locator(part('sign-in-method')).all();
      assert.equal(await unknown?.isDisabled(), true);
      await page?.click();
      assert.deepEqual((await served.got('authenticate')).params, { methodId: 'page' });
      await becomes(() => person.part('dock-place').innerText(), '1 of 2');
      await person.part('dock-next').click();
      await person.ask('link');
      await person.review();
      await person.openPage();
      await becomes(() => person.composer.isEnabled(), true);
      assert.equal(await served.result(1), '{"action":"accept"}');
      assert.equal(served.received().filter(({ method }) => method === 'session/new').length, 2);
    },
  );

  check(
    'what the sign-in asks ends with it',
    { script: [...signInFirst(METHODS), asked('authenticate', 'sign'), form(1, { name: { type: 'string' } }, SCOPE), { wait_ms: 500 }, { error: { code: -32000, message: 'the code has expired' }, to: 'sign' }] },
    async ({ person, served }) => {
      await (await person.ask('sign-in')).locator(part('sign-in-method')).first().click();
      assert.equal(await served.result(1), '{"action":"cancel"}');
      const card = await person.ask('sign-in');
      await card.getByText('the code has expired').waitFor();
      assert.equal(await card.locator(part('sign-in-method')).first().isEnabled(), true);
      assert.equal(served.received().filter(({ method }) => method === 'authenticate').length, 1);
      await card.locator(part('sign-in-again')).click();
      await becomes(() => served.received().filter(({ method }) => method === 'authenticate').length, 2);
    },
  );

  const BY_TERMINAL = { id: 'tty', name: 'In a terminal', type: 'terminal', args: ['login'], env: { ASK: 'Your code' } };

  check('a sign-in in a terminal is typed into, and the agent starts again after it', { agents: [byTerminal(BY_TERMINAL)] }, async ({ person }) => {
    const card = await person.ask('sign-in');
    await card.locator(part('sign-in-method')).click();
    const screen = person.part('sign-in-screen');
    await screen.getByText('Your code:').waitFor();
    await person.focusIn(screen);
    await person.type('wrong');
    await person.press('Backspace', 'Enter');
    await card.getByText('it ended with exit code 3').waitFor();
    assert.match(await screen.innerText(), /Your code: *wron[^]*not wron/);
    await card.locator(part('sign-in-again')).click();
    await becomes(() => screen.innerText().then((text) => /Your code: *$/.test(text.trimEnd())), true);
    await person.focusIn(screen);
    await person.type('1234');
    await person.press('Enter');
    await becomes(() => person.composer.isEnabled(), true);
    const { asks, connections, sessions } = await person.snapshot();
    assert.deepEqual(asks.map(({ head }) => head.status), ['accepted']);
    assert.equal(connections.length, 2);
    assert.equal(sessions.length, 1);

    // What was typed is no part of the protocol, of neither connection.
    await person.part('protocol').first().click();
    for (const { id } of connections) {
      await person.part('trace-connection').selectOption(String(id));
      await person.part('trace-row').filter({ hasText: 'initialize' }).first().waitFor();
      for (const typed of ['wron', '1234']) {
        await person.part('trace-search').fill(typed);
        await person.part('inspector').getByText('No message fits the filter.').waitFor();
      }
    }
  });

  check('a sign-in in a terminal is left by Tab, and ended by putting it off', { agents: [byTerminal(BY_TERMINAL)] }, async ({ person }) => {
    const card = await person.ask('sign-in');
    await card.locator(part('sign-in-method')).click();
    const screen = person.part('sign-in-screen');
    await screen.getByText('Your code:').waitFor();
    await person.focusIn(screen);
    await person.press('Tab');
    assert.equal(await person.hasFocus(screen), false);
    await person.cancel.click();
    await person.card.waitFor({ state: 'detached' });
  });

  check('an agent that can is signed out', { script: [...opened({ agentCapabilities: { auth: { logout: {} } } }), asked('logout', 'out'), { reply: {}, to: 'out' }] }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await person.part('agent').locator('.agent').click();
    await person.part('sign-out').click();
    await person.page.getByText('Signed out.').waitFor();
    assert.deepEqual((await served.got('logout')).params, {});
  });

  check('a sign-in can be put off, and begun later', { script: signInFirst(METHODS) }, async ({ person, served }) => {
    await person.ask('sign-in');
    await person.goToAsk();
    await person.press('Escape');
    await person.card.waitFor({ state: 'detached' });
    assert.equal(served.received().filter(({ method }) => method === 'authenticate').length, 0);
    await person.part('session-state').locator(part('sign-in')).click();
    await person.ask('sign-in');
  });
});
