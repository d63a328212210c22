// What is found in a transcript is marked in the real window, whose engine is another than that of the browser tests.

import assert from 'node:assert/strict';

import { scripted } from './agent.mjs';
import { part, prompt } from './assent.mjs';
import { until } from './until.mjs';
import { opened, prompted, says, turnEnds } from '../web/script.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */

/** What is marked under a name, in order; null where the engine has no such marks. @param {Page} page @param {string} name */
const marked = (page, name) =>
  page.run('return CSS.highlights ? [...(CSS.highlights.get(arguments[0]) ?? [])].map(String) : null', [name]);

/** Where the place shown is, and whether it is in sight. @param {Page} page */
const inSight = (page) =>
  page.run(`const [range] = CSS.highlights.get('found-now') ?? [];
    if (!range) return false;
    const { top, bottom, height } = range.getBoundingClientRect();
    const frame = document.querySelector('[data-testid=transcript]').getBoundingClientRect();
    return height > 0 && top >= frame.top && bottom <= frame.bottom;`);

const WORDS = Array.from({ length: 300 }, (_, n) => `Paragraph ${n}${n % 100 === 50 ? ' with a **needle** in it' : ''}.`);

scripted(
  'words that are found are marked, and each is brought into sight by a key',
  [...opened(), prompted(), says(WORDS.join('\n\n')), turnEnds()],
  async ({ page }) => {
    await prompt(page, 'go');
    await page.find(`${part('turn-state')}[data-state=idle]`);
    await page.press('Control+f');
    const input = await page.find(part('find-input'));
    await input.type('needle');
    const count = async (/** @type {string} */ words) =>
      until(`the bar to say ${words}`, async () => (await (await page.find(part('find-count'))).text()) === words);
    await count('3 of 3');
    for (const place of ['3 of 3', '1 of 3', '2 of 3']) {
      await count(place);
      await until('one place to be marked as the one that is shown', async () => String(await marked(page, 'found-now')) === 'needle');
      await until('it to be in sight', () => inSight(page));
      await page.press('Enter');
    }
    // The marks are to be seen: each kind has a ground of its own.
    const grounds = await page.run(`const entry = document.querySelector('[data-find]');
      return ['found', 'found-now', 'nothing'].map((name) => getComputedStyle(entry, '::highlight(' + name + ')').backgroundColor);`);
    assert.equal(new Set(grounds).size, 3, String(grounds));
    await page.press('Escape');
    await page.gone(part('find-bar'));
    await until('the marks to go', async () => String(await marked(page, 'found-now')) === '');
  },
);
