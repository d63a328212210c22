// A picture of everything around the conversation, light and dark, to be looked at: `node tests/web/screens.mjs [NAME…]`
// writes them to `screens` in the target folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Stage, TARGET } from './harness.mjs';
import { part, Person } from './person.mjs';
import { form, notify, opened, permission, prompted, says, update } from './script.mjs';

/** @typedef {import('./harness.mjs').Looks} Looks */
/** @typedef {import('./served.mjs').Served} Served */
/** @typedef {{ person: Person, served: Served, another: (looks: Looks) => Promise<Person>, take: (who?: Person) => Promise<void> }} Sitting */

const REGISTRY = {
  version: '1.0.0',
  agents: [
    {
      id: 'harbour',
      name: 'Harbour',
      version: '1.2.3',
      description: 'Looks after the lights of a harbour.',
      repository: 'https://example.com/harbour',
      license: 'MIT',
      authors: ['Ann Keeper'],
      distribution: { npx: { package: '@harbour/acp@1.2.3', args: ['--acp'], env: { MODE: 'acp' } } },
    },
    { id: 'claude', name: 'Claude Code', version: '1.0.0', description: 'Not what it says.', distribution: { uvx: { package: 'lights' } } },
    { id: 'hidden', name: 'Hel\u202eper', version: '1.0.0', description: '', distribution: { uvx: { package: 'x' } } },
  ],
};

const tool = (/** @type {string} */ id, /** @type {string} */ title, /** @type {string} */ kind, /** @type {string} */ status) =>
  update({ sessionUpdate: 'tool_call', toolCallId: id, title, kind, status, content: [{ type: 'content', content: { type: 'text', text: `What ${title} gave.` } }] });

const SCRIPT = [
  ...opened({ agentInfo: { name: 'harbour', version: '1.2.3' } }),
  { stderr: 'warming up' },
  prompted(),
  says('I will look at the lamp first. The **lamp** is described in `src/lamp.rs`, and it is lit by `light()`.'),
  tool('t1', 'Read src/lamp.rs', 'read', 'completed'),
  tool('t2', 'Look for lamp', 'search', 'failed'),
  says('\n\nThe lamp needs a new switch. Two questions before I go on.'),
  form(1, { a: {} }, { mode: 'other' }),
  notify('elicitation/complete', {}),
  form(2, { place: { type: 'string', title: 'Where does the lamp stand?', enum: ['At the pier', 'On the breakwater'] }, note: { type: 'string', title: 'Anything else?' } }, { message: 'Where should the new lamp go?' }),
  permission(3),
];

const KEPT = {
  '0a': ['Paint the pier', 'Which colour has the lamp?', 'The **lamp** is red, the pier is white.'],
  '0b': ['Count the boats', 'How many boats are there?', 'Twelve, and one that is out.'],
};

/** What is shown: how one gets there from the session. @type {Record<string, (sitting: Sitting) => Promise<void>>} */
const SCREENS = {
  inspector: async ({ person, take }) => {
    await person.part('protocol').first().click();
    await person.part('trace-row').nth(6).waitFor();
    await take();
  },
  'inspector-message': async ({ person, take }) => {
    await person.part('protocol').first().click();
    await person.part('trace-row', { kind: 'request' }).filter({ hasText: 'elicitation/create' }).first().click();
    await person.part('finding').first().waitFor();
    await take();
  },
  settings: async ({ person, take }) => {
    await person.part('settings').click();
    await person.part('settings-page').waitFor();
    await take();
  },
  stored: async ({ person, take }) => {
    await person.part('settings').click();
    await person.part('delete-sessions').scrollIntoViewIfNeeded();
    await take();
  },
  'delete-dialog': async ({ person, take }) => {
    await person.part('settings').click();
    await person.part('delete-sessions').click();
    await person.part('confirm-delete').waitFor();
    await take();
  },
  palette: async ({ person, take }) => {
    await person.press('Control+k');
    await person.part('palette-row').first().waitFor();
    await take();
  },
  shortcuts: async ({ person, take }) => {
    await person.press('F1');
    await person.part('shortcuts-row').first().waitFor();
    await take();
  },
  find: async ({ person, take }) => {
    await person.press('Control+f');
    await person.part('find-input').fill('lamp');
    await person.part('find-count').getByText(/of/).waitFor();
    await take();
  },
  search: async ({ person, take }) => {
    await person.press('Control+Shift+F');
    await person.part('search-input').fill('lamp');
    await person.part('search').getByText(/Found in/).waitFor();
    await take();
  },
  registry: async ({ person, served, take }) => {
    const file = join(served.folder, 'registry.json');
    writeFileSync(file, JSON.stringify(REGISTRY));
    writeFileSync(join(served.folder, 'choose'), file);
    await person.part('agents').click();
    await person.part('registry-file').click();
    await person.part('registry-agent', { id: 'harbour' }).locator(part('registry-show')).click();
    await person.part('registry').evaluate((it) => it.scrollIntoView());
    await take();
  },
  remote: async ({ person, take }) => {
    await person.part('agents').click();
    await person.part('add-agent').click();
    const settings = person.part('agent-form');
    await settings.locator('[name=name]').fill('Far harbour');
    await settings.locator('[name=place]').selectOption('address');
    await settings.locator('[name=address]').fill('wss://agents.example/harbour');
    await settings.locator('[name=files]').check();
    await settings.evaluate((it) => it.scrollIntoView());
    await take();
  },
  menu: async ({ person, take }) => {
    await person.part('menu-button').click();
    await person.part('menu').waitFor();
    await take();
  },
  quit: async ({ person, take }) => {
    await person.press('Control+q');
    await person.part('leave-dialog').waitFor();
    await take();
  },
  'own-window': async ({ person, another, take }) => {
    const { sessions } = await person.snapshot();
    const open = sessions.find(({ head }) => head.status.state === 'open');
    if (!open) throw new Error('no session is open');
    const own = await another({ width: 760, height: 720, session: open.head.id });
    await own.card.waitFor();
    await take(own);
  },
};

const folder = join(TARGET, 'screens');
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const stage = new Stage();
await stage.open();
try {
  for (const [name, go] of Object.entries(SCREENS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      const served = await stage.serve({ scripts: [SCRIPT], kept: KEPT });
      const another = async (/** @type {Looks} */ looks) => new Person(await stage.page(served, { ...looks, scheme }));
      const person = await another({});
      await person.composer.and(person.page.locator(':enabled')).waitFor();
      await person.prompt('Please give the lamp a new switch.');
      await person.card.waitFor();
      const take = async (who = person) => {
        // What moves takes less than this to come to rest.
        await who.page.waitForTimeout(300);
        await who.page.screenshot({ path: join(folder, `${name}-${scheme}.png`) });
      };
      await go({ person, served, another, take });
      console.log(`${name}-${scheme}.png`);
      await stage.release(person.page);
      await served.stop();
    }
  }
} finally {
  await stage.close();
}
