// What goes along with a message: files chosen in the dialog, pictures pasted, files mentioned by their path.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { opened, prompted, turnEnds } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';
import { part } from './person.mjs';

/** @typedef {import('./served.mjs').Served} Served */
/** @typedef {import('./person.mjs').Person} Person */
/** @typedef {{ type: string, uri?: string, text?: string, data?: string, mimeType?: string, name?: string, resource?: { uri: string, text: string } }} Block */

const ALL = { agentCapabilities: { promptCapabilities: { image: true, audio: true, embeddedContext: true } } };

/** A picture of one point. */
const POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The blocks of the prompts the agent got. @param {Served} served @returns {Block[][]} */
const prompts = (served) =>
  served.received().flatMap(({ method, params }) => (method === 'session/prompt' ? [/** @type {Block[]} */ (params?.['prompt'])] : []));

/** The session can be written to. @param {Person} person */
const isOpen = (person) => becomes(async () => (await person.snapshot()).sessions[0]?.head.status.state, 'open');

/** Puts files into the session's folder. @param {Served} served @param {Record<string, string | Buffer>} files */
function put({ folder }, files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/**
 * Pastes pictures as a browser does that gives them with the event.
 * @param {Person} person
 * @param {{ data: string, type?: string, text?: string }} pasted
 */
async function paste({ composer }, { data, type = 'image/png', text }) {
  await composer.focus();
  await composer.evaluate(
    (area, { data, type, text }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'x', { type }));
      if (text !== undefined) clipboardData.setData('text/plain', text);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { data, type, text },
  );
}

scenes('attachments', (check) => {
  check('a file is mentioned by keys and stands in the prompt where it was written', { script: [...opened(ALL), prompted(), turnEnds()] }, async ({ person, served }) => {
    put(served, { 'src/basket.rs': 'fn basket() {}\n', 'src/basket_test.rs': '', 'target/basket.rs': '', '.gitignore': 'target/\n' });
    await isOpen(person);
    await person.composer.focus();
    await person.type('Is @baske');
    const options = person.part('files').getByRole('option');
    await becomes(async () => (await options.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')), ['basket.rs src', 'basket_test.rs src']);
    const active = await person.composer.getAttribute('aria-activedescendant');
    assert.equal(await person.page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true');
    await person.press('ArrowDown', 'ArrowUp', 'Enter');
    assert.equal(await person.composer.inputValue(), 'Is @src/basket.rs ');
    await person.part('files').waitFor({ state: 'detached' });
    await person.part('mentioned').waitFor();
    await person.type('right?');
    await person.press('Enter');
    const uri = `file://${served.folder}/src/basket.rs`;
    await becomes(() => prompts(served), [
      [
        { type: 'text', text: 'Is ' },
        { type: 'resource', resource: { uri, text: 'fn basket() {}\n' } },
        { type: 'text', text: ' right?' },
      ],
    ]);
    const row = person.transcript.locator(part('attached'));
    assert.match(await row.innerText(), /src\/basket\.rs/);
    // Escape leaves what is written alone, and Enter then sends it.
    await person.composer.focus();
    await person.type('@src');
    await person.part('files').waitFor();
    await person.press('Escape');
    await person.part('files').waitFor({ state: 'detached' });
    await person.type('/b');
    assert.equal(await person.part('files').count(), 0);
  });

  check('a picture is pasted, survives a reload, can be removed, and is sent', { script: [...opened(ALL), prompted(), turnEnds()] }, async ({ person, served }) => {
    await isOpen(person);
    await paste(person, { data: POINT });
    const rows = person.part('attachments').locator(part('attached'));
    await becomes(() => rows.count(), 1);
    await paste(person, { data: POINT });
    await becomes(() => rows.count(), 2);
    await person.page.reload();
    await becomes(() => rows.count(), 2);
    assert.equal(await rows.first().locator('img').evaluate((img) => /** @type {HTMLImageElement} */ (img).naturalWidth), 1);
    await rows.first().getByRole('button', { name: 'Remove Pasted picture' }).focus();
    await person.press('Enter');
    await becomes(() => rows.count(), 1);
    await becomes(() => person.composer.evaluate((area) => area === document.activeElement), true);
    await person.press('Enter');
    await becomes(() => prompts(served), [[{ type: 'image', mimeType: 'image/png', data: POINT }]]);
    await becomes(() => rows.count(), 0);
    await person.transcript.locator(`${part('attached')} img`).waitFor();
  });

  check('what is no picture, or comes with text, is not attached', { script: [...opened(ALL)] }, async ({ person }) => {
    await isOpen(person);
    await paste(person, { data: btoa('<html></html>') });
    await person.part('notice', { code: 'not-attached' }).waitFor();
    await paste(person, { data: POINT, text: 'words' });
    await paste(person, { data: btoa('<svg/>'), type: 'text/html' });
    const { sessions } = await person.snapshot();
    assert.deepEqual(sessions[0]?.attached, []);
  });

  check('in a small window there is room to write beside what is attached', { script: [...opened(ALL)], looks: { width: 480, height: 400 } }, async ({ person, served }) => {
    const names = Array.from({ length: 8 }, (_, number) => `a-rather-long-name-of-a-file-${number}.txt`);
    put(served, Object.fromEntries(names.map((name) => [name, 'words'])));
    put(served, { choose: names.map((name) => join(served.folder, name)).join('\n') });
    await isOpen(person);
    await person.part('attach').click();
    await becomes(() => person.part('attachments').locator(part('attached')).count(), 8);
    const fits = await person.composer.evaluate((area) => {
      const { left, right, bottom, width } = area.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && bottom <= innerHeight && width > 150 && document.documentElement.scrollWidth <= innerWidth;
    });
    assert.equal(fits, true);
    const last = person.part('attached-remove').last();
    await last.focus();
    await becomes(() => last.evaluate((button) => button.getBoundingClientRect().right <= innerWidth), true);
  });

  check('an agent that takes no pictures is told of before anything is sent', { script: [...opened()] }, async ({ person }) => {
    await isOpen(person);
    await paste(person, { data: POINT });
    const notice = person.part('notice', { code: 'not-attached' });
    await notice.waitFor();
    assert.match(await notice.innerText(), /this agent takes no pictures/);
    assert.equal(await person.part('attachments').count(), 0);
  });

  check('files of the dialog wait in the queue and say how they are sent', { script: [...opened(), prompted(), { expect: { method: 'session/cancel' }, within_ms: 120_000 }, turnEnds('cancelled'), prompted(), turnEnds()] }, async ({ person, served }) => {
    put(served, { 'a/plan.png': Buffer.from(POINT, 'base64'), 'a/notes.txt': 'words', choose: ['a/plan.png', 'a/notes.txt', 'a', 'a/gone'].map((name) => join(served.folder, name)).join('\n') });
    await person.prompt('one');
    await person.part('attach').click();
    const rows = person.part('attachments').locator(part('attached'));
    await becomes(() => rows.count(), 3);
    await person.part('notice', { code: 'not-attached' }).waitFor();
    assert.match(await rows.first().innerText(), /plan\.png\s+\d+ B, as a link/);
    await person.composer.focus();
    await person.press('Enter');
    await becomes(() => person.part('queued').count(), 1);
    await person.part('queued-now').click();
    await becomes(
      () => prompts(served)[1]?.map(({ type, name }) => [type, name]),
      [
        ['resource_link', 'plan.png'],
        ['resource_link', 'notes.txt'],
        ['resource_link', 'a'],
      ],
    );
  });
});
