// Forms of unusual size, in small windows.

import assert from 'node:assert/strict';

import { part } from './person.mjs';
import { form, link, opened, permission } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, until } from './until.mjs';

/** @typedef {import('./person.mjs').Person} Person */
/** @typedef {import('playwright-core').Locator} Locator */

const LINES = Array.from({ length: 300 }, (_, n) => `Line ${n + 1} of what the agent has to say`).join('\n');
const WORD = 'incomprehensibilities'.repeat(19);
const LONG = form(
  1,
  { choice: { type: 'string', title: WORD, oneOf: [1, 2, 3].map((n) => ({ const: `${n}`, title: `${n} ${WORD}`, description: WORD })) }, name: { type: 'string', description: LINES } },
  { message: LINES },
);

/** Whether all of a part is inside the window, and it is on top there. @param {Locator} locator */
const isInSight = (locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left && bottom > top;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return inside && (element === above || element.contains(above));
  });

/** @param {Person} person */
const scrollsSideways = (person) => person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/**
 * Counts the seconds that the page's thread works from now on; other work of the machine does not count.
 * @param {Person} person
 */
async function cpu({ page }) {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  const before = await now();
  return async () => (await now()) - before;
}

scenes('forms of unusual size', (check) => {
  for (const [where, looks] of /** @type {[string, import('./harness.mjs').Looks][]} */ ([
    ['480x320', { width: 480, height: 320 }],
    ['1100x760 at 200 %', { scale: 2 }],
    ['960x640 at 200 %', { width: 960, height: 640, scale: 2 }],
  ])) {
    check(`the answers of a very long form stay in sight at ${where}`, { script: [...opened(), LONG], looks }, async ({ person, served }) => {
      const card = await person.ask('form');
      await person.field('name').waitFor();
      const answers = [person.accept, person.decline, person.cancel];
      for (const answer of answers) assert.equal(await isInSight(answer), true);
      assert.equal(await scrollsSideways(person), false);
      // The body scrolls, the answers do not go with it.
      await person.control('name').scrollIntoViewIfNeeded();
      for (const answer of answers) assert.equal(await isInSight(answer), true);
      assert.equal(await isInSight(card.locator('h2')), true);
      assert.ok((await card.innerText()).includes('Line 300 of what the agent has to say'));
      await person.control('name').fill('x');
      await person.option('choice', `2 ${WORD}`).click();
      await person.accept.click();
      assert.equal(await served.result(1), '{"action":"accept","content":{"choice":"2","name":"x"}}');
    });

    check(`the answers of a link and of a permission stay in sight at ${where}`, { script: [...opened(), link(1, `https://example.org/${'long/'.repeat(200)}`, { message: LINES }), permission(2)], looks }, async ({ person }) => {
      await person.ask('link');
      for (const answer of [person.card.locator(part('review-link')), person.decline, person.cancel]) assert.equal(await isInSight(answer), true);
      await person.review();
      for (const button of ['link-back', 'link-decline', 'link-copy', 'link-open']) assert.equal(await isInSight(person.dialog.locator(part(button))), true, button);
      assert.equal(await isInSight(person.dialog.locator(part('link-host'))), true);
      assert.equal(await scrollsSideways(person), false);
      await person.dialog.locator(part('link-decline')).click();
      await person.ask('permission');
      for (const option of await person.part('permission-option').all()) assert.equal(await isInSight(option), true);
    });
  }

  const MANY = Array.from({ length: 20_000 }, (_, n) => `option-${n + 1}`);

  check('20,000 options are searched at once', { script: [...opened(), form(1, { one: { type: 'string', enum: MANY } })] }, async ({ person, served }) => {
    await person.ask('form');
    const spent = await cpu(person);
    await person.control('one').click();
    await person.part('option').first().waitFor();
    await person.type('19999');
    await person.page.getByText('1 of 20,000 options').waitFor();
    await person.press('Enter');
    await becomes(() => person.control('one').innerText(), 'option-19999');
    const seconds = await spent();
    assert.ok(seconds < 2, `it took ${seconds} s`);
    await person.accept.click();
    assert.equal(await served.result(1), '{"action":"accept","content":{"one":"option-19999"}}');
  });

  check('several of 20,000 options are chosen by keys', { script: [...opened(), form(1, { many: { type: 'array', items: { type: 'string', enum: MANY } } })] }, async ({ person, served }) => {
    await person.goToAsk();
    await person.press('ArrowDown');
    await person.part('option').first().waitFor();
    assert.ok((await person.part('option').count()) < 100, 'only what is in sight is drawn');
    await person.press('PageDown', 'Enter', 'PageDown', 'Enter', 'Escape', 'Control+Enter');
    assert.equal(await served.result(1), '{"action":"accept","content":{"many":["option-9","option-17"]}}');
  });

  check('more than 20,000 options are refused, and the session says so', { script: [...opened(), form(1, { one: { type: 'string', enum: [...MANY, 'one more'] } })] }, async ({ person, served }) => {
    assert.deepEqual((await served.answer(1)).error?.data, { limit: 'options' });
    await person.hears('could not be shown');
  });

  check('the end of 20,000 options can be reached', { script: [...opened(), form(1, { one: { type: 'string', enum: MANY } })] }, async ({ person }) => {
    await person.goToAsk();
    await person.press('ArrowDown');
    await person.part('option').first().waitFor();
    await person.page.locator('[role=listbox]').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await until('the last option to be drawn', async () => {
      await person.page.locator('[role=listbox]').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      return (await person.page.getByText('option-20000', { exact: true }).count()) === 1;
    });
    await person.page.getByText('option-20000', { exact: true }).click();
    await becomes(() => person.control('one').innerText(), 'option-20000');
  });

  check('a message of more than 4,000 characters is folded, and says how long it is', { script: [...opened(), form(1, { name: { type: 'string' } }, { message: LINES })] }, async ({ person }) => {
    const message = (await person.ask('form')).locator(part('message'));
    const button = message.getByRole('button');
    assert.equal(await button.innerText(), `Show all ${LINES.length.toLocaleString('en')} characters`);
    assert.ok(!(await message.innerText()).includes('Line 300 '));
    await button.click();
    assert.ok((await message.innerText()).includes('Line 300 '));
  });

  check('500 fields are drawn, and an error in the last one is found', { script: [...opened(), form(1, Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, { type: n === 499 ? 'integer' : 'string' }])), { schema: { required: ['f499'] } })] }, async ({ person, served }) => {
    const spent = await cpu(person);
    await person.ask('form');
    await becomes(() => person.part('field').count(), 500);
    const seconds = await spent();
    assert.ok(seconds < 5, `it took ${seconds} s`);
    await person.accept.click();
    await person.part('form-summary').getByRole('button').click();
    await person.focusIn(person.control('f499'));
    await person.type('7');
    await person.accept.click();
    assert.equal(await served.result(1), '{"action":"accept","content":{"f499":7}}');
  });
});
