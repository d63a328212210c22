// After the yes: the browser, the page that is waited for, and what the agent says about it.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';

import { fingerprint } from './fingerprint.mjs';
import { part } from './person.mjs';
import { answered, complete, link, nudged, opened, prompted, turnEnds, withdraw } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, pause } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

const URL = 'https://login.example.com/authorize?state=1';

/** Says yes to the link in the dock. @param {Person} person */
async function yes(person) {
  await person.ask('link');
  await person.review();
  await person.openPage();
}

/** A browser that takes its time. */
const slow = join(mkdtempSync(join(tmpdir(), 'assent-web-')), 'browser');
writeFileSync(slow, '#!/bin/sh\nexec sleep 5\n', { mode: 0o755 });
after(() => rmSync(dirname(slow), { recursive: true }));

scenes('the handoff', (check) => {
  check('a page that was opened is waited for, can be opened again, and "I\'m done" closes it', { script: [...opened(), link(1, URL)] }, async ({ person, served }) => {
    await yes(person);
    const card = await person.ask('link', 'waiting');
    assert.match(await card.innerText(), /A page of Tester was opened[^]*Opened in your browser\. Tester was told/);
    // It does not wait on the person any more.
    assert.equal(await person.part('waiting').innerText(), 'Nothing waits for you');
    await card.locator(part('review-link')).click();
    await person.dialog.waitFor();
    assert.match(await person.dialog.innerText(), /Open this page again\?/);
    assert.equal(await person.dialog.locator(part('link-decline')).count(), 0);
    await person.openPage();
    assert.deepEqual(await served.browser.start(1), [URL]);
    await card.locator(part('link-copy')).click();
    await becomes(() => served.clipboard(), URL);
    await card.locator(part('link-done')).click();
    await person.past('link', 'accepted');
    assert.equal(served.answers(1).length, 1);
  });

  check('complete ends the waiting, with the way back kept', { script: [...opened(), link(1, URL, { message: 'The code is WXYZ-9876' }), answered(1), complete(1)] }, async ({ person, served }) => {
    await yes(person);
    const card = await person.ask('link', 'completed');
    assert.match(await card.innerText(), /Tester says this page is finished/);
    await card.locator(part('link-code')).click();
    await becomes(() => served.clipboard(), 'WXYZ-9876');
    await card.locator(part('review-link')).click();
    await person.openPage();
    assert.deepEqual(await served.browser.start(1), [URL]);
    await card.locator(part('dismiss')).click();
    await person.past('link', 'completed');
  });

  check('complete before consent says so, and still needs the person', { script: [...opened(), link(1, URL), complete(1), complete('unknown')] }, async ({ person, served }) => {
    const card = await person.ask('link');
    await card.locator(part('link-finished')).waitFor();
    assert.match(await card.innerText(), /Tester says this page is finished\. It still waits for your answer\./);
    assert.deepEqual(served.answers(1), []);
    await person.review();
    await person.openPage();
    await person.ask('link', 'completed');
    assert.equal(await served.result(1), '{"action":"accept"}');
  });

  check('complete after it was taken back turns the words', { script: [...opened(), link(1, URL), ...nudged(), withdraw(1), complete(1)] }, async ({ person }) => {
    await person.ask('link');
    await person.nudge();
    const card = await person.ask('link', 'withdrawn');
    await card.getByText('Tester says this page is finished').waitFor();
  });

  for (const [choice, cancels] of /** @type {[string, boolean][]} */ ([['stop-only', false], ['stop-also', true]])) {
    check(`Stop waiting asks, and ${choice} ${cancels ? 'stops' : 'does not stop'} the turn`, { script: [...opened(), prompted(), link(1, URL), { expect: { method: 'session/cancel' }, as: 'stop', within_ms: 60_000 }, turnEnds('cancelled')] }, async ({ person, served }) => {
      await person.composer.and(person.page.locator(':enabled')).waitFor();
      await person.prompt('go');
      await yes(person);
      const card = await person.ask('link', 'waiting');
      await card.locator(part('stop-waiting')).click();
      assert.match(await person.part('confirm').innerText(), /Stop waiting for this page\?/);
      await person.part('confirm-keep').click();
      await person.part('confirm').waitFor({ state: 'detached' });
      await card.locator(part('stop-waiting')).click();
      await person.part(choice).click();
      await person.past('link', 'accepted');
      if (cancels) await person.hears('You stopped this turn.');
      else await pause(300);
      assert.equal(served.received().filter(({ method }) => method === 'session/cancel').length, cancels ? 1 : 0);
      assert.equal(served.answers(1).length, 1);
    });
  }

  check('a browser that fails is said, with the ways on', { script: [...opened(), link(1, URL)], env: { BROWSER: '/bin/false' } }, async ({ person, served }) => {
    await yes(person);
    const failed = person.part('handoff-failed');
    await failed.waitFor();
    assert.equal(await failed.getAttribute('data-code'), 'ended-badly');
    assert.match(await failed.innerText(), /The page may not have opened\. The browser was started and ended at once with an error\./);
    assert.deepEqual(served.answers(1), []);
    const card = await person.ask('link');
    await card.locator(part('link-copy')).click();
    await becomes(() => served.clipboard(), URL);
    assert.equal(await card.locator(part('review-link')).innerText(), 'Try again');
    await card.locator(part('review-link')).click();
    await person.openPage();
    await failed.waitFor();
    await card.locator(part('it-opened')).click();
    assert.equal(await served.result(1), '{"action":"accept"}');
    await person.ask('link', 'waiting');
  });

  check('a browser that fails leaves Decline and Cancel', { script: [...opened(), link(1, URL)], env: { BROWSER: '/bin/false' } }, async ({ person, served }) => {
    await yes(person);
    await person.part('handoff-failed').waitFor();
    await person.cancel.click();
    assert.equal(await served.result(1), '{"action":"cancel"}');
  });

  check('the same page again joins, and is answered without opening it', { script: [...opened(), link(1, URL), answered(1), link(2, URL)] }, async ({ person, served }) => {
    await yes(person);
    await person.part('dock').getByText('Tester asks for the same page again.').waitFor();
    await person.part('same-page-done').click();
    assert.equal(await served.result(2), '{"action":"accept"}');
    await pause(300);
    assert.equal((await served.browser.starts()).length, 1);
  });

  check('the same page again can be opened again', { script: [...opened(), link(1, URL), answered(1), link(2, URL)] }, async ({ person, served }) => {
    await yes(person);
    await person.part('same-page-done').waitFor();
    await person.card.locator(part('review-link')).click();
    await person.openPage();
    assert.deepEqual(await served.browser.start(1), [URL]);
  });

  check('after two declines links can be muted, and are declined from then on', { script: [...opened(), link(1, URL), answered(1), link(2, URL), answered(2), link(3, URL), ...nudged(), link(4, 'https://other.example.com/x')] }, async ({ person, served }) => {
    await person.ask('link');
    assert.equal(await person.part('mute-links').count(), 0);
    await person.decline.click();
    await served.answer(1);
    await person.ask('link');
    await person.decline.click();
    await served.answer(2);
    await person.part('mute-links').click();
    await person.part('mute-links').waitFor({ state: 'detached' });
    await person.decline.click();
    await served.answer(3);
    await person.nudge();
    assert.equal(await served.result(4), '{"action":"decline"}');
    await person.hears('A link to other.example.com was declined, since links of this agent are muted.');
    assert.equal(await person.card.count(), 0);
  });

  check('an accept between two declines makes no row of them', { script: [...opened(), link(1, URL), answered(1), link(2, `${URL}2`), answered(2), link(3, `${URL}3`), answered(3), link(4, `${URL}4`)] }, async ({ person, served }) => {
    await person.ask('link');
    await person.decline.click();
    await served.answer(1);
    await yes(person);
    await served.answer(2);
    await person.ask('link');
    await person.decline.click();
    await served.answer(3);
    await person.ask('link');
    assert.equal(await person.part('mute-links').count(), 0);
  });

  check('the page may have opened when the link is taken back while the browser starts', { script: [...opened(), link(1, URL), ...nudged(), withdraw(1)], env: { BROWSER: slow } }, async ({ person, served }) => {
    await person.ask('link');
    await person.review();
    await becomes(() => person.open.isEnabled(), true);
    const { session, ask, dialog } = await person.link();
    // In one go, since the start takes a second at most.
    await person.sends({ type: 'open-link', ask, token: dialog?.token ?? '', fingerprint: fingerprint(URL) }, { type: 'prompt', session, text: 'take it back' });
    assert.equal((await served.answer(1)).error?.code, -32800);
    const card = await person.ask('link', 'withdrawn');
    await card.getByText('The page may have opened before the question was taken back.').waitFor();
    assert.equal(served.answers(1).length, 1);
  });

  check('while the browser starts there is nothing else to answer', { script: [...opened(), link(1, URL)], env: { BROWSER: slow } }, async ({ person, served }) => {
    await person.ask('link');
    await person.review();
    const disabled = person.page.evaluate(
      () =>
        new Promise((done) => {
          const look = () => {
            const card = document.querySelector('[data-docked]');
            if (!card?.textContent?.includes('The browser is being started…')) return;
            done([...card.querySelectorAll('.foot button')].map((button) => button.matches(':disabled')));
          };
          new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
        }),
    );
    await person.openPage();
    assert.deepEqual(await disabled, [true, true, true]);
    await person.ask('link', 'waiting');
    assert.equal(await served.result(1), '{"action":"accept"}');
  });
});
