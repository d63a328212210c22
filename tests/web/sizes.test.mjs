// Text of the usual size and twice as large, in both languages, and in windows as a browser's zoom of 200 % and 400 % leaves
// them: no word is cut off, nothing goes over an edge, icons are as large as the text, and whatever is pressed is large enough.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from './person.mjs';
import { answered, form, link, opened, permission, prompted, says } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */

/**
 * Words that are not whole on the screen and cannot be scrolled to. What is cut with dots says that it is.
 * @param {Person} person
 * @returns {Promise<string[]>}
 */
function cutOff({ page }) {
  return page.evaluate(() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parent.closest('.visually-hidden, script, style, [inert]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      // Only for those who listen.
      if (parent.offsetWidth <= 1 || parent.parentElement?.offsetWidth === 1) continue;
      const says = () => found.add(`${node.textContent?.trim().slice(0, 50)} in ${where.tagName} ${where.className}`);
      let where = parent;
      // A side that scrolls shows everything on it.
      let across = false;
      let down = false;
      for (;;) {
        const { overflowX, overflowY, textOverflow, position } = getComputedStyle(where);
        const box = where.getBoundingClientRect();
        const scrolls = (/** @type {string} */ side) => side === 'auto' || side === 'scroll';
        across ||= scrolls(overflowX) || textOverflow === 'ellipsis';
        down ||= scrolls(overflowY);
        if (!across && overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)) says();
        if (!down && overflowY !== 'visible' && (top < box.top - 2 || bottom > box.bottom + 2)) says();
        if (position === 'fixed' || !where.parentElement) break;
        where = where.parentElement;
      }
      if (!across && (left < -1 || right > innerWidth + 1)) says();
      if (!down && (top < -2 || bottom > innerHeight + 2)) says();
    }
    return [...found];
  });
}

/** Places that scroll sideways, and should not. @param {Person} person @returns {Promise<string[]>} */
function wide({ page }) {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && !one.closest('pre'))
      .map((one) => `${one.tagName} ${one.className}`),
  );
}

/** What is smaller than 24 pixels and is to be pressed. @param {Person} person @returns {Promise<string[]>} */
function small({ page }) {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, select, [role=switch], [role=menuitem], [role=option]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]'))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 23.9))
      .map(({ one, box }) => `${Math.round(box.width)} by ${Math.round(box.height)}: ${one.outerHTML.slice(0, 120)}`),
  );
}

/** Icons that are smaller than the text beside them would want, against 16 pixels at the usual size. @param {Person} person @param {number} text in percent */
function tiny({ page }, text) {
  return page.evaluate(
    (least) => [...document.querySelectorAll('.icon svg')].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0 && width < least).length,
    (12 * text) / 100 - 0.5,
  );
}

/** @param {Person} person @param {string} what @param {number} text */
async function fits(person, what, text) {
  const { page } = person;
  const windows = [[1100, 760], [640, 480], ...(text === 100 ? [[320, 400]] : [])];
  for (const [width = 0, height = 0] of windows) {
    await page.setViewportSize({ width, height });
    // What depends on sizes is settled with the second frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const size = `${what} at ${width} by ${height}`;
    assert.deepEqual(await cutOff(person), [], `${size}: cut off`);
    assert.deepEqual(await wide(person), [], `${size}: scrolls sideways`);
    assert.deepEqual(await small(person), [], `${size}: too small to be pressed`);
    assert.equal(await tiny(person, text), 0, `${size}: icons too small`);
  }
  await page.setViewportSize({ width: 1100, height: 760 });
}

const FIELDS = {
  name: { type: 'string', title: 'Name', description: 'What it is called', maxLength: 40 },
  pick: { type: 'string', title: 'Pick', oneOf: ['North', 'South'].map((one) => ({ const: one, title: one, description: `About the ${one}` })) },
  list: { type: 'string', title: 'List', enum: Array.from({ length: 30 }, (_, n) => `option ${n}`) },
  many: { type: 'array', title: 'Many', items: { type: 'string', enum: ['x', 'y', 'z'] }, minItems: 1 },
  yes: { type: 'boolean', title: 'Yes or no' },
  day: { type: 'string', title: 'Day', format: 'date' },
  moment: { type: 'string', title: 'Moment', format: 'date-time' },
};
const STRONG = 'http://github.com-login.example.com/oauth?next=https%3A%2F%2Fother.example%2F';

scenes('sizes', (check) => {
  for (const language of ['en', 'de'])
    for (const text of [100, 200]) {
      const preferences = JSON.stringify({ version: 1, preferences: { language, text_size: text } });
      const prepare = (/** @type {string} */ folder) => writeFileSync(join(folder, 'preferences.json'), preferences);
      const at = `, ${language}, ${text} %`;
      const demo = { agents: ['demo'], env: { ASSENT_DEMO_PACE: '0' }, prepare };

      check(`the first run, the settings, the agents and what lies over them${at}`, { ...demo, args: ['--idle', '--demo'] }, async ({ person }) => {
        await person.part('found-agents').and(person.page.locator('[aria-busy=false]')).waitFor();
        await fits(person, 'the first run', text);
        await person.press('Control+,');
        await person.part('settings-page').waitFor();
        await fits(person, 'the settings', text);
        await person.press('Escape');
        await person.part('agents').click();
        await person.page.locator(`${part('known-agent')}[data-installed]`).first().waitFor();
        await fits(person, 'the agents', text);
        await person.part('add-agent').click();
        await fits(person, 'an agent', text);
        await person.press('Control+k');
        await person.part('palette-row').first().waitFor();
        await fits(person, 'the palette', text);
        await person.press('Escape', 'F10');
        await person.part('menu').waitFor();
        await fits(person, 'the menu', text);
        await person.press('Escape');
        await person.page.setViewportSize({ width: 640, height: 480 });
        await person.press('Control+b');
        assert.deepEqual(await cutOff(person), [], 'the sidebar over the rest');
      });

      check(`the stage of a demo and its form${at}`, { ...demo, args: ['--stage'] }, async ({ person }) => {
        await person.part('stage').locator('[data-scene=two]').click();
        await person.ask('form');
        await fits(person, 'the stage', text);
      });

      check(`a form with errors, and its calendar${at}`, { script: [...opened(), form(1, FIELDS, { schema: { required: ['name', 'pick'] } })], prepare }, async ({ person }) => {
        await person.ask('form');
        await person.accept.click();
        await person.field('name').locator(part('field-error')).waitFor();
        await fits(person, 'the form', text);
        await person.field('day').locator(part('date-pick')).click();
        await person.part('calendar').waitFor();
        assert.deepEqual(await cutOff(person), [], 'the calendar');
      });

      check(`a link, its dialog, and the wait${at}`, { script: [...opened(), link(1, STRONG, { message: 'Enter ABCD-1234 there' }), answered(1)], prepare }, async ({ person }) => {
        await person.ask('link');
        await fits(person, 'the card', text);
        await person.review();
        await fits(person, 'the dialog', text);
        await person.dialog.locator(part('link-understood')).check();
        await person.openPage();
        await person.ask('link', 'waiting');
        await fits(person, 'the wait', text);
        await person.part('record').click();
        await person.part('record-line').first().waitFor();
        await fits(person, 'the record', text);
      });

      check(`a conversation with a permission, and its protocol${at}`, { script: [...opened(), prompted(), says('Well then.'), permission(1)], prepare }, async ({ person }) => {
        await person.prompt('go');
        await person.ask('permission');
        await fits(person, 'a permission', text);
        await person.part('protocol').first().click();
        await person.part('trace-row').first().waitFor();
        await fits(person, 'the protocol', text);
      });
    }

  check('what is reached by Tab in the settings is not under the edge of what stands above', { scripts: [opened()], args: ['--idle'], looks: { width: 400, height: 360 } }, async ({ person }) => {
    await person.part('start').waitFor();
    await person.press('Control+,');
    await person.part('settings-page').waitFor();
    const place = person.part('settings-page');
    for (let stop = 0; stop < 12; stop += 1) await person.press('Tab');
    // Back again, so that it is scrolled up to each.
    for (let stop = 0; stop < 8; stop += 1) {
      await person.press('Shift+Tab');
      const gap = () =>
        place.evaluate((page) => {
          const stop = document.activeElement;
          if (!stop || !page.contains(stop)) return 100;
          return stop.getBoundingClientRect().top - page.getBoundingClientRect().top;
        });
      // A ring and its distance are 4 pixels.
      await becomes(async () => (await gap()) >= 4, true);
    }
  });
});
