// What axe finds wrong with the real window: nothing, in any view, in light, in dark, and with more contrast in both. Its
// engine is another than that of the browser tests, and computes roles, names and colours by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scripted } from './agent.mjs';
import { openAssent, part, prompt } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { check, demo, orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';
import { agree, ask, fill, hear, review } from './walk.mjs';
import { AXE, LOOK } from '../web/axe.mjs';
import { TURN, complete, form, link, opened, permission, prompted, says, signInFirst, turnEnds, update } from '../web/script.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */

const SCHEMES = ['light', 'dark'];

/** What is not for everybody in the window as it is. @param {Page} page @param {string} what */
async function clean(page, what) {
  if (!(await page.run('return window.axe !== undefined'))) await page.run(AXE);
  for (const scheme of SCHEMES) {
    for (const contrast of ['normal', 'more']) {
      // As preferences do it, see `ui/src/state/look.ts`; what fades would be looked at halfway. Only colours differ, so the rest
      // is looked at once.
      await page.run('Object.assign(document.documentElement.dataset, arguments[0])', [{ theme: scheme, contrast, motion: 'still' }]);
      const rules = scheme === 'light' && contrast === 'normal' ? null : ['color-contrast', 'link-in-text-block'];
      assert.deepEqual(await page.run(LOOK, [rules]), [], `${what}: ${scheme}, ${contrast} contrast`);
    }
  }
  await page.run('Object.assign(document.documentElement.dataset, arguments[0])', [{ theme: 'light', contrast: 'normal' }]);
}

test('without an agent: first run, pages, dialogs and lists', async () => {
  const stage = await Stage.set();
  try {
    const page = await openAssent(stage, [], {}, part('first-run'));
    await orPicture(page, 'everybody without an agent', async () => {
      await page.find(`${part('found-agents')}[aria-busy=false]`, 60_000);
      await clean(page, 'the first run');
      await page.press('Control+,');
      await page.find(part('settings-page'));
      await clean(page, 'the settings');
      await page.press(...'quantum');
      await page.find(part('settings-nothing'));
      await clean(page, 'the settings with nothing found');
      await page.press('Escape');
      await page.click(part('agents'));
      await page.find(part('known-agent'));
      await clean(page, 'the agents');
      await page.click(part('add-agent'));
      await page.find(part('agent-form'));
      await page.click(part('add-value'));
      await page.click(part('save-agent'));
      await page.find(part('agent-problem'));
      await clean(page, 'an agent of the settings');
      await page.click(part('record'));
      await page.find(part('record-page'));
      await clean(page, 'the record');
      await page.press('Control+k');
      await page.find(part('palette-row'));
      await clean(page, 'the palette');
      await page.press('Escape', 'F1');
      await page.find(part('shortcuts-row'));
      await clean(page, 'the shortcuts');
      await page.press('Escape', 'F10');
      await page.find(part('menu'));
      await clean(page, 'the menu');
      await page.press('Escape', 'Control+Shift+F');
      await page.find(part('search-input'));
      await clean(page, 'the search');
    });
  } finally {
    await stage.strike();
  }
});

const FIELDS = {
  name: { type: 'string', title: 'Name', description: 'What it is called', maxLength: 40 },
  long: { type: 'string', title: 'About it', maxLength: 2000 },
  mail: { type: 'string', format: 'email', default: 'nobody' },
  number: { type: 'integer', minimum: 1, maximum: 9 },
  choice: { type: 'string', oneOf: ['a', 'b'].map((one) => ({ const: one, title: one, description: `About ${one}` })), default: 'b' },
  list: { type: 'string', title: 'A long list', enum: Array.from({ length: 30 }, (_, n) => `option ${n}`) },
  several: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, minItems: 1 },
  many: { type: 'array', items: { type: 'string', enum: Array.from({ length: 30 }, (_, n) => `option ${n}`) }, default: ['option 3'] },
  yes: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  odd: { type: 'object' },
};
const FORM = form(1, FIELDS, { message: 'Please tell me', schema: { required: ['name'], title: 'Settings', description: 'All of them' } });

scripted('a form with every control, with errors, its list and its calendar', [...opened(), FORM], async ({ page }) => {
  const field = (/** @type {string} */ name, /** @type {string} */ inner) => `${ask('form')} ${part('field', { name })} ${inner}`;
  await page.find(ask('form'));
  await clean(page, 'a form');
  await page.click(field('list', 'button[aria-haspopup=listbox]'));
  await page.find(`${part('option-picker')} [role=option]`);
  await clean(page, 'its list');
  await page.press('Escape');
  await page.click(field('day', part('date-pick')));
  await page.find(part('calendar'));
  await clean(page, 'its calendar');
  await page.press('Escape');
  await page.click(ask('form', 'accept'));
  await page.find(part('form-summary'));
  await page.click(part('preview-toggle'));
  await page.find(part('preview'));
  await clean(page, 'its errors, and what will be sent');
  await page.press('Escape');
  await page.find(`${part('confirm')}, ${part('ask', { status: 'cancelled' })}`);
  await clean(page, 'before it is left');
});

check('the stage of the demo, a secret, a sign-in, and two agents at once', demo, async (page) => {
  const scene = (/** @type {string} */ name) => page.click(`${part('scene')}[data-scene=${name}]`);
  await clean(page, 'the stage');
  await scene('tour');
  await page.find(ask('permission'), 60_000);
  await clean(page, 'a permission with a change');
  await page.click(`${ask('permission', 'permission-option')}[data-option-kind="allow-once"]`);
  await page.find(ask('form'), 60_000);
  await page.click(part('dock-park'));
  await page.find(part('dock-unpark'));
  await clean(page, 'a form that is folded away');
  await page.click(part('dock-unpark'));
  await page.click(ask('form', 'decline'));
  await page.find(ask('link'), 60_000);
  await review(page);
  await page.find(`${part('link-open')}:enabled`);
  await clean(page, 'the dialog of a sign-in');
  await agree(page);
  await page.find(part('ask', { kind: 'link', status: 'waiting' }));
  await clean(page, 'a page that is waited for');
  await page.click(part('link-done'));
  await page.gone(part('ask', { kind: 'link', status: 'waiting' }));
  await page.click(part('stop'));
  await page.find(`${part('turn-state')}[data-state=idle]`);
  await scene('secret');
  await page.find(ask('form'), 60_000);
  await page.find(part('secret-banner'));
  await clean(page, 'a secret');
  await page.click(ask('form', 'decline'));
  await page.gone(ask('form'));
  await scene('two');
  await page.find(ask('form'), 60_000);
  await until('the other agent', async () => (await page.all(part('agent'))).length === 2);
  await clean(page, 'two agents');
  await page.press('Control+f');
  await page.find(part('find-input'));
  await page.press(...'the');
  await clean(page, 'what is found in the conversation');
  await page.press('Escape');
  await page.click(part('record'));
  await page.find(part('record-line'));
  await clean(page, 'the record');
  await page.click(`${part('agent')} .agent`);
  await page.find(part('agent-page'));
  await clean(page, 'the page of an agent');
  await page.click(part('protocol'));
  await page.find(part('trace-row'));
  await clean(page, 'the protocol');
  // Rows go on moving while messages come.
  await page.run('document.querySelector(arguments[0])?.click()', [part('trace-row', { kind: 'request' })]);
  await page.find(part('trace-detail'));
  await clean(page, 'a message of the protocol');
  await page.press('Control+q');
  await page.find(part('leave-dialog'));
  await clean(page, 'the question before the end');
});

const LINKS = {
  plain: 'https://login.example.com/authorize?client_id=a&state=b',
  warn: 'https://xn--bcher-kva.example.com:8443/a b',
  strong: 'http://github.com-login.example.com/oauth?next=https%3A%2F%2Fother.example%2F',
  refuse: 'https://google.com@evil.example.com/',
};
const ASKING = Object.values(LINKS).map((url, number) => link(number + 1, url, { message: 'Enter ABCD-1234 there' }));

scripted('links of each verdict, their dialogs, and a page that is finished', [...opened(), ...ASKING, prompted(), complete(1), turnEnds()], async ({ page }) => {
  for (const verdict of Object.keys(LINKS)) {
    const card = `${ask('link')}[data-verdict=${verdict}]`;
    await page.find(card);
    await clean(page, `the card of a link: ${verdict}`);
    if (verdict !== 'refuse') {
      await review(page);
      if (verdict === 'strong') await page.click(part('link-understood'));
      await page.click(part('link-qr'));
      await page.find(part('link-qr-code'));
      await page.find(`${part('link-open')}:enabled`);
      await clean(page, `the dialog of a link: ${verdict}`);
      await page.click(part('link-back'));
      await page.gone(part('link-dialog'));
    }
    await page.click(`${card} ${part('cancel')}`);
    await page.gone(card);
  }
});

scripted('a conversation, a permission, and an agent that has ended', [...opened(), prompted(), ...TURN, permission(1), { expect_answer: 1, within_ms: 60_000 }, { stderr: 'the disk is full' }, { exit: 3 }], async ({ page }) => {
  await clean(page, 'an empty session');
  await prompt(page, 'go');
  await page.find(ask('permission'));
  await page.run(`for (const row of document.querySelectorAll('[data-testid=entry][data-kind=tool] button[aria-expanded=false]')) row.click();`);
  await clean(page, 'a conversation with a permission');
  await page.click(ask('permission', 'permission-option'));
  await page.find(part('connection-panel'));
  await clean(page, 'an agent that has ended');
});

scripted('a sign-in before there is a session', signInFirst([{ id: 'a', name: 'In the browser', description: 'Opens a page' }, { id: 'b', name: 'In a terminal', type: 'terminal' }]), async ({ page }) => {
  await page.find(ask('sign-in'));
  await clean(page, 'a sign-in');
});
