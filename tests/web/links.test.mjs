// The consent for a link: what is shown is what is opened, and only by a deliberate yes.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after } from 'node:test';

import { fingerprint } from './fingerprint.mjs';
import { part } from './person.mjs';
import { link, nudged, opened, withdraw } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, pause, until } from './until.mjs';

/** @typedef {import('./served.mjs').Served} Served */

const PLAIN = 'https://login.example.com/authorize?client_id=a&state=b';
const STRONG = 'https://github.com-login.example.com/oauth?x=1';

/** An agent that asks for this page. @param {string} url @param {{ [member: string]: unknown }} [more] */
const asking = (url, more) => [...opened(), link(1, url, more)];

/** A host that counts who comes. */
let visits = 0;
const host = createServer((socket) => {
  visits += 1;
  socket.end('HTTP/1.0 204 No Content\r\n\r\n');
});
await new Promise((done) => host.listen(0, '127.0.0.1', () => done(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
after(() => host.close());

/** @param {Served} served */
async function nothingHappened(served) {
  await pause(300);
  assert.deepEqual(await served.browser.starts(), []);
  assert.deepEqual(served.answers(1), []);
}

scenes('links', (check) => {
  for (const { verdict, url, host, domain, address = url, reasons } of [
    { verdict: 'plain', url: PLAIN, host: 'login.example.com', domain: 'example.com', reasons: [] },
    { verdict: 'warn', url: 'https://login.example.com:8443/a', host: 'login.example.com:8443', domain: 'example.com', reasons: ['port'] },
    { verdict: 'strong', url: STRONG, host: 'github.com-login.example.com', domain: 'example.com', reasons: ['embedded-domain'] },
    {
      verdict: 'strong',
      url: 'HTTP://Example.com/a b?next=https%3A%2F%2Fother.example%2F',
      address: 'http://example.com/a%20b?next=https%3A%2F%2Fother.example%2F',
      host: 'example.com',
      domain: 'example.com',
      reasons: ['http', 'spaces', 'redirect'],
    },
  ]) {
    check(`${verdict} (${reasons.join(', ') || 'no reasons'}): the card, the dialog, and what the browser gets`, { script: asking(url) }, async ({ person, served }) => {
      const card = await person.ask('link');
      assert.equal(await card.getAttribute('data-verdict'), verdict);
      assert.equal(await card.locator(part('card-host')).innerText(), host);
      assert.match(await card.innerText(), /Tester wants you to visit a web page[^]*Message from Tester\s+Please sign in/);
      assert.equal(await card.locator('a').count(), 0);

      await person.review();
      const { dialog } = person;
      await person.focusIn(dialog.locator(part('link-back')));
      assert.equal(await dialog.locator(part('link-host')).innerText(), host);
      assert.equal(await dialog.locator(part('link-domain')).innerText(), domain);
      assert.equal(await dialog.locator(part('link-address')).textContent(), address);
      assert.deepEqual(await dialog.locator(part('link-reason')).evaluateAll((all) => all.map((one) => one.getAttribute('data-code'))), reasons);
      assert.equal(await dialog.locator('a').count(), 0);
      assert.equal(await dialog.getByText('The agent wrote it differently').count(), address === url ? 0 : 1);
      assert.equal(await dialog.getByText('not encrypted, http:').count(), url === address ? 0 : 1);
      await nothingHappened(served);

      const understood = dialog.locator(part('link-understood'));
      assert.equal(await understood.count(), verdict === 'strong' ? 1 : 0);
      if (verdict === 'strong') await understood.check();
      await person.openPage();
      assert.deepEqual(await served.browser.start(), [address]);
      assert.equal(await served.result(1), '{"action":"accept"}');
      await person.ask('link', 'waiting');
      await pause(300);
      assert.equal((await served.browser.starts()).length, 1);
    });
  }

  check('a refused link says why and cannot be opened, by hand neither', { script: asking('https://google.com@evil.example.com/') }, async ({ person, served }) => {
    const card = await person.ask('link');
    assert.equal(await card.getAttribute('data-verdict'), 'refuse');
    assert.deepEqual(await card.locator(part('link-reason')).evaluateAll((all) => all.map((one) => one.getAttribute('data-code'))), ['userinfo']);
    assert.equal(await card.locator(part('review-link')).count(), 0);
    assert.equal(await card.locator(part('link-copy')).count(), 0);
    const { ask } = await person.link();
    await person.sends({ type: 'review-link', ask });
    await person.sends({ type: 'link-shown', ask, token: '' });
    await pause(1_100);
    await person.sends({ type: 'open-link', ask, token: '', fingerprint: fingerprint('https://google.com@evil.example.com/') });
    await nothingHappened(served);
    assert.equal((await person.link()).dialog, null);
    assert.equal(await person.dialog.count(), 0);
    await person.decline.click();
    assert.equal(await served.result(1), '{"action":"decline"}');
  });

  check('the engine keeps the rules itself: age, token and address of the display', { script: asking(PLAIN) }, async ({ person, served }) => {
    await person.ask('link');
    const { ask } = await person.link();
    const opening = (/** @type {string} */ token, url = PLAIN) => /** @type {const} */ ({ type: 'open-link', ask, token, fingerprint: fingerprint(url) });
    const opens = (/** @type {string} */ token, url = PLAIN) => person.sends(opening(token, url));
    await opens('');
    await person.sends({ type: 'review-link', ask });
    await person.dialog.waitFor();
    const first = (await person.link()).dialog?.token ?? '';
    assert.match(first, /^[0-9a-f]{32}$/);
    await person.sends({ type: 'link-shown', ask, token: first }, opening(first));
    await pause(1_100);
    await opens(first, 'https://login.example.com/');
    await opens('0'.repeat(32));
    await nothingHappened(served);
    await person.sends({ type: 'review-link', ask });
    await until('another display', async () => (await person.link()).dialog?.token !== first);
    await opens(first);
    await nothingHappened(served);
    // And with all of it right it does open.
    const second = (await person.link()).dialog?.token ?? '';
    await person.sends({ type: 'link-shown', ask, token: second });
    await pause(1_100);
    await opens(second);
    assert.deepEqual(await served.browser.start(), [PLAIN]);
  });

  check('a click within the first second does nothing, one after it opens', { script: asking(PLAIN) }, async ({ person, served }) => {
    await person.ask('link');
    await person.stopTime();
    await person.review();
    await person.timePasses(900);
    // To the engine the display is old enough: what holds now is the page's own second.
    await pause(1_200);
    const at = await person.middleOf(person.open);
    await person.page.mouse.click(...at);
    await nothingHappened(served);
    await person.timePasses(400);
    await person.page.mouse.click(...at);
    assert.deepEqual(await served.browser.start(), [PLAIN]);
  });

  check('a press that began too early does not count when it ends', { script: asking(PLAIN) }, async ({ person, served }) => {
    await person.ask('link');
    await person.stopTime();
    await person.review();
    await person.timePasses(300);
    await pause(1_200);
    const at = await person.middleOf(person.open);
    await person.page.mouse.move(...at);
    await person.page.mouse.down();
    await person.timePasses(1_000);
    assert.equal(await person.open.isEnabled(), true);
    await person.page.mouse.up();
    await nothingHappened(served);
    await person.page.mouse.click(...at);
    assert.deepEqual(await served.browser.start(), [PLAIN]);
  });

  for (const key of ['Enter', 'Space']) {
    check(`${key} held since before Open counted does nothing, pressed anew it opens`, { script: asking(PLAIN) }, async ({ person, served }) => {
      await person.ask('link');
      await person.stopTime();
      await person.review();
      await person.timePasses(300);
      await pause(1_200);
      // The focus is where no key does anything, so that only Open could take it.
      await person.dialog.evaluate((dialog) => {
        dialog.tabIndex = -1;
        dialog.focus();
      });
      await person.page.keyboard.down(key);
      assert.equal(await person.open.isDisabled(), true);
      await person.timePasses(1_000);
      await person.open.focus();
      for (let time = 0; time < 5; time += 1) await person.page.keyboard.down(key);
      await person.page.keyboard.up(key);
      await nothingHappened(served);
      await person.press(key);
      assert.deepEqual(await served.browser.start(), [PLAIN]);
      await served.answer(1);
    });
  }

  check('by the keyboard alone, from the composer to the browser', { script: asking(STRONG) }, async ({ person, served }) => {
    await person.goToAsk();
    const review = person.card.locator(part('review-link'));
    await until('the focus to reach Review', async () => {
      await person.press('Tab');
      return person.hasFocus(review);
    });
    await person.press('Enter');
    await person.focusIn(person.dialog.locator(part('link-back')));
    await person.press('Shift+Tab');
    await until('the focus to reach the checkbox', async () => {
      if (await person.hasFocus(person.dialog.locator(part('link-understood')))) return true;
      await person.press('Tab');
      return false;
    });
    await person.press('Space');
    await becomes(() => person.open.isEnabled(), true);
    await until('the focus to reach Open', async () => {
      await person.press('Tab');
      return person.hasFocus(person.open);
    });
    await person.press('Enter');
    assert.deepEqual(await served.browser.start(), [STRONG]);
  });

  check('strong: without the checkbox nothing counts, and after it another second must pass', { script: asking(STRONG) }, async ({ person, served }) => {
    await person.ask('link');
    await person.review();
    await pause(1_400);
    assert.equal(await person.open.isDisabled(), true);
    assert.equal(await person.dialog.locator(part('link-qr')).isDisabled(), true);
    assert.match(await person.dialog.innerText(), /I understand: this goes to example\.com/);
    const before = Date.now();
    await person.dialog.locator(part('link-understood')).check();
    await becomes(() => person.open.isEnabled(), true);
    assert.ok(Date.now() - before >= 1_000, 'another second has passed');
    await person.dialog.locator(part('link-understood')).uncheck();
    await becomes(() => person.open.isDisabled(), true);
    await nothingHappened(served);
  });

  check('events that no person made never count', { script: asking(STRONG) }, async ({ person, served }) => {
    await person.ask('link');
    await person.review();
    await pause(1_200);
    const tick = person.dialog.locator(part('link-understood'));
    await tick.evaluate((box) => box instanceof HTMLElement && box.click());
    await tick.evaluate((box) => box.dispatchEvent(new Event('change', { bubbles: true })));
    await pause(200);
    assert.equal((await person.link()).dialog?.understood, false, 'a script has ticked the box');
    if (await tick.isChecked()) await tick.uncheck();
    await tick.check();
    await becomes(() => person.open.isEnabled(), true);
    await person.open.evaluate((button) => {
      if (!(button instanceof HTMLElement)) return;
      button.focus();
      button.click();
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) button.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }));
      for (const type of ['keydown', 'keypress', 'keyup']) button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }));
    });
    await nothingHappened(served);
    await person.openPage();
    assert.deepEqual(await served.browser.start(), [STRONG]);
  });

  check('a change of the window disarms, and a second at rest arms again', { script: asking(PLAIN) }, async ({ person }) => {
    await person.ask('link');
    await person.review();
    await becomes(() => person.open.isEnabled(), true);
    await person.stopTime();
    await person.page.setViewportSize({ width: 900, height: 700 });
    await becomes(() => person.open.isDisabled(), true);
    await person.timePasses(900);
    assert.equal(await person.open.isDisabled(), true);
    await pause(200);
    await person.timePasses(1_500);
    await becomes(() => person.open.isEnabled(), true);
  });

  check('Back, Escape and a click outside answer nothing', { script: asking(PLAIN) }, async ({ person, served }) => {
    await person.ask('link');
    for (const leave of [() => person.dialog.locator(part('link-back')).click(), () => person.press('Escape'), () => person.page.mouse.click(5, 5)]) {
      await person.review();
      await leave();
      await person.dialog.waitFor({ state: 'detached' });
    }
    await nothingHappened(served);
    await person.ask('link');
    await person.focusIn(person.card);
    await person.review();
    await person.dialog.locator(part('link-decline')).click();
    assert.equal(await served.result(1), '{"action":"decline"}');
  });

  check('what is copied is what is shown; then "I opened it elsewhere" accepts', { script: asking('https://login.example.com/ü?q="x"') }, async ({ person, served }) => {
    const shown = 'https://login.example.com/%C3%BC?q=%22x%22';
    await person.ask('link');
    await person.review();
    const elsewhere = person.dialog.locator(part('link-elsewhere'));
    assert.equal(await elsewhere.count(), 0);
    await person.dialog.locator(part('link-copy')).click();
    await becomes(() => served.clipboard(), shown);
    assert.equal(await person.dialog.locator(part('link-address')).textContent(), shown);
    await elsewhere.click();
    assert.equal(await served.result(1), '{"action":"accept"}');
    await person.ask('link', 'waiting');
    assert.deepEqual(await served.browser.starts(), []);
  });

  check('the QR code is shown, and makes "elsewhere" possible', { script: asking(PLAIN) }, async ({ person, served }) => {
    await person.ask('link');
    await person.review();
    await person.dialog.locator(part('link-qr')).click();
    const modules = person.dialog.locator(`${part('link-qr-code')} path`);
    assert.match((await modules.getAttribute('d')) ?? '', /^M0 0h7v1h-7z/);
    await person.dialog.locator(part('link-elsewhere')).click();
    assert.equal(await served.result(1), '{"action":"accept"}');
  });

  const LOCAL = `http://127.0.0.1:${port}/sign-in?state=1`;

  check('no byte goes to the host before consent, nor by it: the browser does that', { script: asking(LOCAL) }, async ({ person, served }) => {
    await person.ask('link');
    await person.review();
    assert.deepEqual(await person.dialog.locator(part('link-reason')).evaluateAll((all) => all.map((one) => one.getAttribute('data-code'))), ['loopback']);
    assert.equal(await person.dialog.locator(part('link-qr')).count(), 0);
    await person.dialog.getByText('No QR code: this page only works on this computer.').waitFor();
    await person.dialog.locator(part('link-copy')).click();
    await person.openPage();
    assert.deepEqual(await served.browser.start(), [LOCAL]);
    assert.equal(visits, 0);
    // The counter does count.
    await fetch(LOCAL);
    assert.equal(visits, 1);
  });

  check('a name in other letters says how it reads', { script: asking('https://xn--bcher-kva.de/') }, async ({ person }) => {
    await person.ask('link');
    await person.review();
    assert.equal(await person.dialog.locator(part('link-host')).innerText(), 'xn--bcher-kva.de');
    assert.equal(await person.dialog.locator(part('link-reads-as')).innerText(), 'reads as bücher.de');
  });

  check('a code in the message is copied by itself', { script: asking(PLAIN, { message: 'Enter the code ABCD-1234 on the page' }) }, async ({ person, served }) => {
    await person.ask('link');
    await person.part('link-code').click();
    await becomes(() => served.clipboard(), 'ABCD-1234');
  });

  check('a link taken back while its dialog is open closes the dialog', { script: [...asking(PLAIN), ...nudged(), withdraw(1)] }, async ({ person, served }) => {
    await person.ask('link');
    await person.review();
    await becomes(() => person.open.isEnabled(), true);
    await person.nudge();
    await person.dialog.waitFor({ state: 'detached' });
    const card = await person.ask('link', 'withdrawn');
    assert.match(await card.innerText(), /Tester took this question back\./);
    assert.equal((await served.answer(1)).error?.code, -32800);
    assert.deepEqual(await served.browser.starts(), []);
  });

  check('what is no address gets an error and a line, no card', { script: [...opened(), link(1, 'not an address'), link(2, PLAIN), link(3, PLAIN, { elicitationId: 'e2' })] }, async ({ person, served }) => {
    assert.deepEqual((await served.answer(1)).error?.data, { member: 'url' });
    assert.deepEqual((await served.answer(3)).error?.data, { member: 'elicitationId' });
    await person.ask('link');
    assert.equal(await person.part('dock-place').count(), 0);
  });
});
