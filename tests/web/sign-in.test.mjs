// Signing in: the agent says how, the person begins it, and the session opens by itself.

import assert from 'node:assert/strict';

import { answered, asked, form, link, opened, signInFirst } from './script.mjs';
import { part } from './person.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

const METHODS = [
  { id: 'page', name: 'In the browser', description: 'Opens a page' },
  { id: 'terminal', name: 'In a terminal', type: 'terminal' },
];
/** What belongs to the sign-in that runs. */
const SCOPE = { sessionId: undefined, requestId: '$sign.id' };

scenes('signing in', (check) => {
  check(
    'a page of the sign-in is opened, and the session opens after it',
    { script: [...signInFirst(METHODS), asked('authenticate', 'sign'), link(1, 'https://login.example.com/', SCOPE), answered(1), { reply: {}, to: 'sign' }, ...opened().slice(1)] },
    async ({ person, served }) => {
      const card = await person.ask('sign-in');
      assert.match(await card.innerText(), /Tester wants you to sign in[^]*Authentication required/);
      const [page, terminal] = await card.locator(part('sign-in-method')).all();
      assert.equal(await terminal?.isDisabled(), true);
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
    },
  );

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
