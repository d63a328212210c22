// Takes pictures in the real window. `make pictures` takes those of the guides, light and dark; with `--all` they are taken
// in each language, in all colours, with text at 100 % and 200 %, into `pictures` in the target folder, to be looked at.

import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { built, openAssent, part, prompt, ROOT, TARGET } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { Stage } from './stage.mjs';
import { pause } from './until.mjs';
import { agree, ask, choose, fill, review } from './walk.mjs';
import { Page } from './webdriver.mjs';

/** How the window looks, where its pictures go and under which name, and which they are if not all. @typedef {{ language: 'en' | 'de', theme: 'light' | 'dark' | 'high-contrast', zoom: 1 | 2, only?: string[], file: (name: string) => string }} Look */

const THEMES = /** @type {const} */ (['light', 'dark', 'high-contrast']);

/** Those of the guides, and the few of the German one. @type {Look[]} */
const GUIDES = [
  ...THEMES.slice(0, 2).map((theme) => /** @type {Look} */ ({
    language: 'en',
    theme,
    zoom: 1,
    file: (name) => join(ROOT, 'ui', 'pictures', `${name}-${theme}.png`),
  })),
  {
    language: 'de',
    theme: 'light',
    zoom: 1,
    only: ['form', 'link-strong'],
    file: (name) => join(ROOT, 'ui', 'pictures', `${name}-de-light.png`),
  },
];

/** All there are. @type {Look[]} */
const ALL = /** @type {const} */ (['en', 'de']).flatMap((language) =>
  THEMES.flatMap((theme) =>
    /** @type {const} */ ([1, 2]).map((zoom) => ({
      language,
      theme,
      zoom,
      file: (/** @type {string} */ name) => join(TARGET, 'pictures', `${name}-${language}-${theme}-${zoom}00.png`),
    })),
  ),
);

// One for each verdict. None of them is opened.
const LINKS = {
  plain: 'https://github.com/login/oauth/authorize?client_id=harbour&scope=read%3Auser&state=q7Zk2',
  warn: 'https://harbour-lights.github.io/connect?next=%2Fdone',
  strong: 'https://github.com.login-check.example/oauth?client_id=harbour&state=q7Zk2',
  refuse: 'https://github.com@login-check.example/oauth',
};

// What is seen of paths is the same on every machine.
const home = '/tmp/harbour';
const project = join(home, 'lights');

/**
 * An agent that asks for these pages, one after the other.
 * @param {Stage} stage
 */
async function asking(stage) {
  const asks = Object.values(LINKS).flatMap((url, number) => [
    {
      send: {
        id: number + 1,
        method: 'elicitation/create',
        params: { mode: 'url', sessionId: 's', elicitationId: `e${number}`, message: 'Please sign in to GitHub, so that I can open the pull request.', url },
      },
    },
    { expect_answer: number + 1, within_ms: 60_000 },
  ]);
  const script = [
    { auto: { initialize: { protocolVersion: 1, agentCapabilities: {} }, 'session/new': { sessionId: 's' } } },
    { expect: { method: 'session/prompt' }, as: 'prompt', within_ms: 60_000 },
    ...asks,
    { reply: { stopReason: 'end_turn' }, to: 'prompt' },
  ];
  const file = join(stage.folder, 'script.jsonl');
  await writeFile(file, script.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return `'${await named('harbour', 'scripted-agent')}' '${file}'`;
}

/**
 * A program under the name that the window is to show.
 * @param {string} name
 * @param {string} program
 */
async function named(name, program) {
  const path = join(home, name);
  // Not a symbolic link: a program finds its own name through that.
  await link(built(program), path).catch(() => copyFile(built(program), path));
  return path;
}

/**
 * @param {Look} look
 * @param {(stage: Stage, recorder: Recorder, variables: Record<string, string>) => Promise<Page>} open
 * @param {(page: Page, take: (name: string) => Promise<void>) => Promise<void>} body
 */
async function sit({ language, theme, zoom, only, file }, open, body) {
  // Fails where somebody has such a folder, which is then left alone.
  await mkdir(home);
  await mkdir(project);
  const stage = await Stage.set();
  try {
    const recorder = await Recorder.put(stage.folder);
    await mkdir(join(stage.folder, 'state'));
    await writeFile(join(stage.folder, 'state', 'preferences.json'), JSON.stringify({ version: 1, preferences: { language, theme, text_size: zoom * 100 } }));
    const looks = theme === 'dark' ? { GTK_THEME: 'Adwaita:dark' } : {};
    const page = await open(stage, recorder, { ...recorder.variables, ...looks, HOME: home, ASSENT_DEMO_PACE: '0' });
    const [width, height] = zoom === 1 ? [960, 680] : [1200, 860];
    await page.resize(width, height);
    await page.find(`html[lang=${language}]`);
    await body(page, async (name) => {
      if (only && !only.includes(name)) return;
      // What moves takes less than this to come to rest.
      await pause(400);
      await mkdir(dirname(file(name)), { recursive: true });
      await page.picture(file(name));
      console.log(file(name));
    });
    await page.close();
  } finally {
    await stage.strike();
    await rm(home, { recursive: true, force: true });
  }
}

for (const look of process.argv.includes('--all') ? ALL : GUIDES) {
  await sit(
    look,
    async (stage, _, variables) => {
      const state = join(stage.folder, 'state');
      return Page.open(await stage.driver(variables), await named('assent', 'assent'), ['--data-dir', state]);
    },
    async (page, take) => {
      await page.find(`${part('found-agents')}[aria-busy=false]`, 60_000);
      await take('first-run');
      await page.press('Control+,');
      await page.find(part('settings-page'));
      await take('settings');
      await page.click(part('agents'));
      await page.find(part('known-agent'));
      await take('agents');
    },
  );
  await sit(
    look,
    async (stage, _, variables) => {
      const demo = `'${await named('Demo', 'assent')}' demo-agent`;
      return openAssent(stage, ['--cwd', project, '--agent', demo], variables);
    },
    async (page, take) => {
      await prompt(page, '/form');
      await page.find(ask('form'));
      await fill(page, 'name', 'harbour-lights');
      await choose(page, 'region', 'Stockholm');
      await page.run('document.querySelector(arguments[0])?.scrollIntoView()', [`${ask('form')} ${part('field', { name: 'name' })}`]);
      await take('form');
      await page.click(ask('form', 'decline'));
      await page.gone(ask('form'));
      await prompt(page, '/sign-in');
      await review(page);
      await agree(page);
      await page.find(part('ask', { kind: 'link', status: 'waiting' }));
      await take('waiting');
    },
  );
  await sit(
    look,
    async (stage, _, variables) =>
      openAssent(stage, ['--cwd', project, '--agent', await asking(stage)], variables),
    async (page, take) => {
      await prompt(page, 'Open a pull request for the new lamp.');
      for (const verdict of Object.keys(LINKS)) {
        const card = `${ask('link')}[data-verdict=${verdict}]`;
        await page.find(card);
        // What cannot be opened has no dialog.
        const opens = verdict !== 'refuse';
        if (opens) {
          await review(page);
          await page.find(part('link-address'));
        }
        await take(`link-${verdict}`);
        if (opens) {
          await page.click(part('link-back'));
          await page.gone(part('link-dialog'));
        }
        await page.click(`${card} ${part('cancel')}`);
        await page.gone(card);
      }
    },
  );
}
