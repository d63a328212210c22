// The steps a person takes in Assent's window, shared by the demo and the tests.

import { part } from './assent.mjs';
import { pause, until } from './until.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */

/**
 * A selector for the open ask of a kind, or for a part of it.
 * @param {string} kind
 * @param {string} [inner] the `data-testid` of the part
 */
export function ask(kind, inner) {
  const card = part('ask', { kind, status: 'pending' });
  return inner === undefined ? card : `${card} ${part(inner)}`;
}

/**
 * Types into a field of the open form.
 * @param {Page} page
 * @param {string} name
 * @param {string} text
 */
export async function fill(page, name, text) {
  const control = await page.find(`${ask('form')} ${part('field', { name })} :is(input, textarea)`);
  await control.type(text);
}

/**
 * Chooses an option of a field of the open form.
 * @param {Page} page
 * @param {string} name
 * @param {string} title what the option begins with
 */
export async function choose(page, name, title) {
  const options = `${ask('form')} ${part('field', { name })} :is(${part('option')}, label)`;
  await until(`the option "${title}" of ${name}`, async () => {
    for (const option of await page.all(options)) {
      if (!(await option.text()).startsWith(title)) continue;
      await option.click();
      return true;
    }
    return false;
  });
}

/**
 * Opens the link's dialog and waits until it may be agreed to.
 * @param {Page} page
 */
export async function review(page) {
  await page.click(ask('link', 'review-link'));
  await page.find(part('link-dialog'));
}

/**
 * Says yes in the link's dialog. On a busy machine the program may hear of the dialog so much later than the window
 * thinks that a click comes too early for it, and to nothing; then a person clicks again.
 * @param {Page} page
 */
export async function agree(page) {
  await page.find(part('link-dialog'));
  await until('the dialog to take the yes', async () => {
    const [open] = await page.all(`${part('link-open')}:enabled`);
    await open?.click();
    return page.gone(part('link-dialog'), 2_000).then(
      () => true,
      () => false,
    );
  });
}

/**
 * Waits until the agent has said something.
 * @param {Page} page
 * @param {string} words
 * @param {number} [limit] milliseconds
 */
export async function hear(page, words, limit = 60_000) {
  const said = async () => (await (await page.find(part('transcript'))).text()).includes(words);
  await until(`the agent to say "${words}"`, said, limit);
  // The words may still be on their way to the screen.
  await pause(200);
}
