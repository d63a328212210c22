// The consent for a link in the real window, with a real keyboard and mouse: nothing else opens one.

import assert from 'node:assert/strict';

import { nudge, state, watched } from './agent.mjs';
import { part } from './assent.mjs';
import { pause, until } from './until.mjs';
import { ask, hear, review } from './walk.mjs';
import { fingerprint } from '../web/fingerprint.mjs';
import { link, opened, prompted, says, turnEnds } from '../web/script.mjs';

/** @typedef {import('./agent.mjs').Scene} Scene */
/** @typedef {import('./webdriver.mjs').Page} Page */

const PLAIN = 'https://login.example.com/authorize?client_id=a&state=b';
const STRONG = 'https://github.com-login.example.com/oauth?x=1';
const REFUSED = 'https://google.com@evil.example.com/';

/** How long the same thing must have stood before Open counts, in milliseconds. */
const SECOND = 1_000;

/** An agent that asks for a page and then hears. @param {string} url */
const asking = (url) => [...opened(), link(1, url), prompted(), says('I have heard you.'), turnEnds()];

/**
 * Asserts that nothing was opened and nothing answered, once everything done so far has been dealt with: the program
 * takes what comes from the page in order, and the agent's words come after all of that.
 * @param {Scene} scene
 */
async function nothingHappened({ page, agent, browser, hands }) {
  await hands.nudge();
  await nudge(page);
  await hear(page, 'I have heard you.');
  await page.find(`${ask('link')}`);
  assert.equal((await page.all(part('handoff-failed'))).length, 0);
  assert.deepEqual(await browser.starts(), []);
  assert.deepEqual(await agent.answers(1), []);
}

/**
 * Asserts that the page was opened once, as shown, and accepted.
 * @param {Scene} scene
 * @param {string} address
 */
async function openedOnce({ page, agent, browser }, address) {
  assert.deepEqual(await browser.start(), [address]);
  assert.equal(await agent.result(1), '{"action":"accept"}');
  await page.find(part('ask', { kind: 'link', status: 'waiting' }));
  assert.deepEqual(await browser.starts(), [[address]]);
  assert.equal((await agent.answers(1)).length, 1);
}

/** Whether Open counts. @param {Page} page */
const counts = async (page) => (await page.all(`${part('link-open')}:enabled`)).length > 0;

/**
 * Opens the dialog and does something before Open counts. A slow machine may need more than one attempt.
 * @param {Page} page
 * @param {() => Promise<boolean>} act does it, and says whether it was early enough
 */
const early = (page, act) =>
  until('something to happen early enough', async () => {
    await review(page);
    if (await act()) return true;
    await page.click(part('link-back'));
    await page.gone(part('link-dialog'));
    return false;
  });

for (const key of ['Return', 'space']) {
  watched(`${key}, held down since before Open counts, does nothing; pressed anew it opens`, asking(PLAIN), async (scene) => {
    const { page, hands } = scene;
    await hands.take();
    await page.run(`window.keys = [];
      for (const type of ['keydown', 'keyup'])
        addEventListener(type, ({ repeat, isTrusted }) => {
          const open = document.querySelector(arguments[0]);
          keys.push({ type, repeat, isTrusted, counts: open?.disabled === false, onOpen: document.activeElement === open });
        }, true);`, [part('link-open')]);
    /** @param {string} which of the keys so far, as an expression of `key` */
    const keys = (which) => page.run(`return window.keys.filter((key) => ${which}).length`);

    await early(page, async () => {
      // To where no key does anything, so that only Open could take one.
      await page.run('const dialog = document.querySelector(arguments[0]); dialog.tabIndex = -1; dialog.focus(); keys.length = 0', [part('link-dialog')]);
      await hands.press(key);
      await hands.down(key);
      await until('both presses to arrive', async () => (await keys('key.type === "keydown" && !key.repeat')) === 2);
      if ((await keys('key.type === "keydown" && key.counts')) === 0) return true;
      await hands.up(key);
      return false;
    });
    await page.find(`${part('link-open')}:enabled`);
    await page.run('document.querySelector(arguments[0]).focus()', [part('link-open')]);
    await until('the held key to repeat on Open', async () => (await keys('key.repeat && key.isTrusted && key.counts && key.onOpen')) > 5);
    await hands.up(key);
    await until('the key to be up', async () => (await keys('key.type === "keyup" && key.onOpen')) === 1);
    await nothingHappened(scene);
    assert.equal(await counts(page), true);
    await hands.press(key);
    await openedOnce(scene, PLAIN);
  });
}

watched('Enter, Space and Escape in a dialog that has just come go back and answer nothing', asking(PLAIN), async (scene) => {
  const { page, hands } = scene;
  await hands.take();
  for (const key of ['Return', 'space', 'Escape']) {
    await review(page);
    await hands.press(key);
    await page.gone(part('link-dialog'));
  }
  await nothingHappened(scene);
});

watched('clicks within the first second do nothing, and do not open by going on', asking(PLAIN), async (scene) => {
  const { page, hands } = scene;
  const open = part('link-open');
  await hands.take();
  await early(page, async () => {
    await hands.click(page, open, 3);
    return !(await counts(page));
  });
  // Far beyond the second.
  await hands.click(page, open, 40);
  await page.find(`${open}:enabled`);
  await nothingHappened(scene);
  assert.equal(await counts(page), true);
  // The next one is a click of its own again.
  await pause(600);
  await hands.click(page, open);
  await openedOnce(scene, PLAIN);
});

watched('a link to look at closely needs its box ticked, by a hand, and another second', asking(STRONG), async (scene) => {
  const { page, hands } = scene;
  await hands.take();
  assert.equal(await (await page.find(ask('link'))).attribute('data-verdict'), 'strong');
  await review(page);
  await page.find(part('link-understood'));
  await pause(SECOND + 500);
  assert.equal(await counts(page), false);
  await hands.click(page, part('link-open'));
  await page.run(
    `const [box, open] = [...arguments].map((css) => document.querySelector(css));
     box.click();
     box.dispatchEvent(new Event('change', { bubbles: true }));
     open.disabled = false;
     open.click();`,
    [part('link-understood'), part('link-open')],
  );
  await nothingHappened(scene);
  // What the script has done to the dialog is gone with it.
  await page.click(part('link-back'));
  await page.gone(part('link-dialog'));
  await review(page);
  const before = Date.now();
  await hands.click(page, part('link-understood'));
  await page.find(`${part('link-open')}:enabled`);
  assert.ok(Date.now() - before >= SECOND, 'a second has passed since the box was ticked');
  await hands.click(page, part('link-open'));
  await openedOnce(scene, STRONG);
});

/**
 * States everything that could open a link, with tokens that were guessed: what a page turned hostile might try.
 * @param {Page} page
 * @param {string} address
 */
async function force(page, address) {
  const id = Number(await (await page.find(ask('link'))).attribute('data-ask-id'));
  const guesses = ['', '0', '0'.repeat(32), `${'0'.repeat(31)}1`, 'f'.repeat(32), 'null', `${id}`];
  const tell = async (/** @type {object} */ intent) => assert.equal(await state(page, { ask: id, ...intent }), 'taken');
  for (const token of guesses) {
    await tell({ type: 'link-shown', token });
    await tell({ type: 'understand-link', token, understood: true });
    await tell({ type: 'show-qr', token, open: true });
  }
  await pause(SECOND + 100);
  for (const token of guesses) {
    await tell({ type: 'open-link', token, fingerprint: fingerprint(address) });
    await tell({ type: 'opened-elsewhere', token, fingerprint: fingerprint(address) });
  }
  await tell({ type: 'it-opened' });
  await tell({ type: 'same-page-done' });
  await tell({ type: 'link-done' });
  await tell({ type: 'stop-waiting', cancel: false });
}

watched('a refused link is opened by no key, and not by the page itself', asking(REFUSED), async (scene) => {
  const { page, agent, hands } = scene;
  await hands.take();
  assert.equal(await (await page.find(ask('link'))).attribute('data-verdict'), 'refuse');
  assert.deepEqual(await page.all(ask('link', 'review-link')), []);
  await page.press('Control+j');
  const focused = 'return document.activeElement?.dataset.testid ?? ""';
  await until('the card to have the focus', async () => (await page.run(focused)) === 'ask');
  const presses = ['Return', 'KP_Enter', 'space', 'ctrl+Return', 'shift+Return', 'alt+Return', 'ctrl+space', 'F2', 'F5', 'F12', 'o', 'ctrl+o', 'Down'];
  // On the card, then on everything in it that is not an answer.
  await hands.press(...presses);
  await page.run("window.tabs = 0; addEventListener('keyup', ({ key }) => (window.tabs += Number(key === 'Tab')), true)");
  for (let stop = 0; stop < 12; stop += 1) {
    await hands.press('Tab');
    // On a busy machine the focus may not have moved yet.
    await until('the Tab to arrive', async () => (await page.run('return window.tabs')) > stop);
    const name = await page.run(focused);
    if (!['cancel', 'decline', 'composer', 'dock-park'].includes(name)) await hands.press(...presses);
  }
  await state(page, { type: 'review-link', ask: Number(await (await page.find(ask('link'))).attribute('data-ask-id')) });
  await force(page, REFUSED);
  await force(page, 'https://evil.example.com/');
  await nothingHappened(scene);
  assert.deepEqual(await page.all(part('link-dialog')), []);
  // A key may have opened a search or a menu.
  await page.press('Escape');
  await page.click(ask('link', 'decline'));
  assert.equal(await agent.result(1), '{"action":"decline"}');
});

watched('a link that could be opened is not opened by the page itself', asking(PLAIN), async (scene) => {
  const { page, hands } = scene;
  await hands.take();
  await page.find(ask('link'));
  await force(page, PLAIN);
  await review(page);
  await force(page, PLAIN);
  await nothingHappened(scene);
  await page.find(`${part('link-open')}:enabled`);
  await hands.click(page, part('link-open'));
  await openedOnce(scene, PLAIN);
});

watched(
  'in the smallest window at a zoom of 200 % the host stays on the screen while Open is on it',
  asking(PLAIN),
  async (scene) => {
    const { page, hands } = scene;
    await page.find(ask('link'));
    await page.resize(480, 320, 2);
    await hands.take();
    await hands.click(page, ask('link', 'review-link'));
    await page.find(`${part('link-open')}:enabled`);
    const seen = `const [host, open] = [...arguments].map((css) => document.querySelector(css));
      open.scrollIntoView({ block: 'nearest' });
      return [host, open].map((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return inside && part.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });`;
    assert.deepEqual(await page.run(seen, [part('link-domain'), part('link-open')]), [true, true]);
    await hands.click(page, part('link-open'));
    await openedOnce(scene, PLAIN);
  },
  async () => ({ GDK_DPI_SCALE: '2' }),
);
