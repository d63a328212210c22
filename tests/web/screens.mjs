// Pictures of everything in the window, to be looked at: `node tests/web/screens.mjs [--LOOK=VALUE…] [NAME…]` writes them
// to `screens` in the target folder. Looks are `colours` (`light`, `dark`, `more`, `more-dark`, and `forced`, the colours of
// the system, which the real window cannot be made to take), `text` (such as `200`), `language` (`en`, `de`, or
// `qps-plocm`, which runs from right to left), and `size` (such as `480x320`). Of each, values stand beside each other with commas.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Stage, TARGET } from './harness.mjs';
import { mirror, part, Person } from './person.mjs';
import { form, link, notify, opened, permission, prompted, says, signInFirst, update } from './script.mjs';

/** @typedef {import('./harness.mjs').Looks} Looks */
/** @typedef {import('./served.mjs').Served} Served */
/** @typedef {{ person: Person, served: Served, another: (looks: Looks) => Promise<Person>, take: (who?: Person) => Promise<void> }} Sitting */
/** @typedef {{ from?: import('./harness.mjs').Wanted, go: (sitting: Sitting) => Promise<void> }} Screen */

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
    await person.part('find-count').getByText(/\d/).waitFor();
    await take();
  },
  search: async ({ person, take }) => {
    await person.press('Control+Shift+F');
    await person.part('search-input').fill('lamp');
    await person.part('search-row').first().waitFor();
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

const DEMO = { agents: ['demo'], env: { ASSENT_DEMO_PACE: '0' } };
const LINKS = {
  plain: 'https://login.example.com/authorize?client_id=harbour&state=q7Zk2',
  warn: 'https://harbour-lights.github.io/connect?next=%2Fdone',
  strong: 'https://github.com.login-check.example/oauth?client_id=harbour&state=q7Zk2',
  refuse: 'https://github.com@login-check.example/oauth',
};
const FIELDS = {
  name: { type: 'string', title: 'Name', description: 'What the lamp is called', maxLength: 40 },
  about: { type: 'string', title: 'About it', maxLength: 2000 },
  region: { type: 'string', title: 'Region', oneOf: ['North', 'South'].map((one) => ({ const: one, title: one, description: `The piers in the ${one.toLowerCase()}` })) },
  place: { type: 'string', title: 'Place', enum: Array.from({ length: 30 }, (_, n) => `Berth ${n + 1}`) },
  checks: { type: 'array', title: 'Checks', items: { type: 'string', enum: ['Lamp', 'Cable', 'Paint'] }, minItems: 1 },
  lit: { type: 'boolean', title: 'Lit at night' },
  day: { type: 'string', title: 'From', format: 'date' },
  moment: { type: 'string', title: 'First check', format: 'date-time' },
};

/** What begins without the session of the others. @type {Record<string, Screen>} */
const OTHERS = {
  'first-run': {
    from: { ...DEMO, args: ['--idle', '--demo'] },
    go: async ({ person, take }) => {
      await person.part('found-agents').and(person.page.locator('[aria-busy=false]')).waitFor();
      await take();
    },
  },
  stage: {
    from: { ...DEMO, args: ['--stage'] },
    go: async ({ person, take }) => {
      await person.part('stage').locator('[data-scene=two]').click();
      await person.ask('form');
      await take();
    },
  },
  form: {
    from: { scripts: [[...opened(), form(1, FIELDS, { message: 'How shall the new lamp be?', schema: { required: ['name', 'region'] } })]] },
    go: async ({ person, take }) => {
      await person.ask('form');
      await person.accept.click();
      await person.field('name').locator(part('field-error')).waitFor();
      await take();
    },
  },
  calendar: {
    from: { scripts: [[...opened(), form(1, FIELDS, { message: 'How shall the new lamp be?' })]] },
    go: async ({ person, take }) => {
      await person.field('day').locator(part('date-pick')).click();
      await person.part('calendar').waitFor();
      await take();
    },
  },
  secret: {
    from: { scripts: [[...opened(), form(1, { password: { type: 'string', title: 'Password' } })]] },
    go: async ({ person, take }) => {
      await person.control('password').fill('abc');
      await person.accept.click();
      await person.part('secret-confirm').waitFor();
      await take();
    },
  },
  permission: {
    from: { scripts: [[...opened(), permission(1)]] },
    go: async ({ person, take }) => {
      await person.ask('permission');
      await take();
    },
  },
  'sign-in': {
    from: { scripts: [signInFirst([{ id: 'a', name: 'In the browser', description: 'Opens a page' }, { id: 'b', name: 'In a terminal', type: 'terminal' }])] },
    go: async ({ person, take }) => {
      await person.ask('sign-in');
      await take();
    },
  },
  waiting: {
    from: { scripts: [[...opened(), link(1, LINKS.plain)]] },
    go: async ({ person, take }) => {
      await person.ask('link');
      await person.review();
      await person.openPage();
      await person.ask('link', 'waiting');
      await take();
    },
  },
  agents: {
    from: { ...DEMO, args: ['--idle'] },
    go: async ({ person, take }) => {
      await person.part('agents').click();
      await person.page.locator(`${part('known-agent')}[data-installed]`).first().waitFor();
      await take();
    },
  },
};
for (const [verdict, url] of Object.entries(LINKS))
  OTHERS[`link-${verdict}`] = {
    from: { scripts: [[...opened(), link(1, url, { message: 'Please sign in there with the code ABCD-1234.' })]] },
    go: async ({ person, take }) => {
      await person.ask('link');
      // What cannot be opened has no dialog.
      if (verdict !== 'refuse') await person.review();
      await take();
    },
  };

/** @type {Record<string, Screen>} */
const ALL = { ...Object.fromEntries(Object.entries(SCREENS).map(([name, go]) => [name, { go }])), ...OTHERS };

const COLOURS = /** @type {Record<string, Looks>} */ ({
  light: { scheme: 'light' },
  dark: { scheme: 'dark' },
  more: { scheme: 'light', contrast: 'more' },
  'more-dark': { scheme: 'dark', contrast: 'more' },
  forced: { scheme: 'light', forced: true },
});

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
/** @param {string} name @param {string} usual */
const values = (name, usual) => (words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual).split(',');

const folder = join(TARGET, 'screens');
mkdirSync(folder, { recursive: true });
const stage = new Stage();
await stage.open();
try {
  for (const [name, screen] of Object.entries(ALL)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const language of values('language', 'en'))
      for (const text of values('text', '100'))
        for (const colours of values('colours', 'light,dark'))
          for (const size of values('size', '1100x760')) await picture(name, screen, { language, text, colours, size });
  }
} finally {
  await stage.close();
}

/**
 * @param {string} name
 * @param {Screen} screen
 * @param {Record<'language' | 'text' | 'colours' | 'size', string>} look
 */
async function picture(name, { from, go }, { language, text, colours, size }) {
  const preferences = { version: 1, preferences: { language: language === 'qps-plocm' ? 'system' : language, text_size: Number(text) } };
  const prepare = (/** @type {string} */ where) => writeFileSync(join(where, 'preferences.json'), JSON.stringify(preferences));
  const served = await stage.serve({ ...(from ?? { scripts: [SCRIPT], kept: KEPT }), prepare });
  const [width, height] = size.split('x').map(Number);
  const another = async (/** @type {Looks} */ looks) => {
    const page = await stage.page(served, { ...(width && height ? { width, height } : {}), ...COLOURS[colours], ...looks });
    if (language === 'qps-plocm') await mirror(page);
    return new Person(page);
  };
  const person = await another({});
  if (!from) {
    await person.composer.and(person.page.locator(':enabled')).waitFor();
    await person.prompt('Please give the lamp a new switch.');
    await person.card.waitFor();
  }
  const take = async (who = person) => {
    // What moves takes less than this to come to rest.
    await who.page.waitForTimeout(300);
    const file = `${[name, language, colours, text, size].join('-')}.png`;
    await who.page.screenshot({ path: join(folder, file) });
    console.log(file);
  };
  await go({ person, served, another, take });
  await stage.release(person.page);
  await served.stop();
}
