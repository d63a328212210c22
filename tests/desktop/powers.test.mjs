// The page in the real window tries what it must not be able to do. A server of the test's own counts what arrives.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { openAssent } from './assent.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';

/** @type {Stage} */
let stage;
/** @type {import('./webdriver.mjs').Page} */
let page;
/** @type {string[]} */
const arrived = [];
const elsewhere = createServer((request, response) => {
  arrived.push(request.url ?? '');
  response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end('here');
});
elsewhere.on('upgrade', (request, socket) => {
  arrived.push(request.url ?? '');
  socket.destroy();
});
let address = '';

before(async () => {
  await new Promise((done) => elsewhere.listen(0, '127.0.0.1', () => done(undefined)));
  const bound = elsewhere.address();
  address = `127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  stage = await Stage.set();
  page = await openAssent(stage, ['--demo']);
});
after(async () => {
  elsewhere.close();
  await stage?.strike();
});

/**
 * Runs a script in the page, with the server's address as `there`, and fails with a picture unless it gives
 * this and nothing arrived.
 * @param {string} name
 * @param {string} script the body of an async function
 * @param {unknown} expected
 */
function check(name, script, expected) {
  test(name, async () => {
    await orPicture(page, name, async () => {
      const body = `const there = arguments[0]; return (async () => { ${script} })();`;
      assert.deepEqual(await page.run(body, [address]), expected);
      // What was under way has had its time.
      await page.run('return new Promise((done) => setTimeout(done, 150))');
      assert.deepEqual(arrived.splice(0), []);
      // Here the policy is to forbid things.
      await page.violations();
      assert.equal(new URL(await page.address()).host, 'localhost');
    });
  });
}

/** @param {string} call */
const outcome = (call) => `return (async () => ${call})().then(() => 'done', () => 'refused')`;
/** @param {string} make */
const added = (make) => `${make}; document.body.append(added); added.remove(); return window.ran ?? 'nothing'`;
/**
 * @param {string} command
 * @param {object} [args]
 */
const invoke = (command, args = {}) =>
  outcome(`window.__TAURI_INTERNALS__.invoke(${JSON.stringify(command)}, ${JSON.stringify(args)})`);

check(
  'the engine does nothing that no page uses',
  `
    const canvas = document.createElement('canvas');
    return {
      solid: Boolean(canvas.getContext('webgl') ?? canvas.getContext('webgl2')),
      audio: typeof AudioContext,
      calls: typeof RTCPeerConnection,
      camera: typeof navigator.mediaDevices?.getUserMedia,
      films: document.createElement('video').canPlayType?.('video/mp4') ?? '',
    };
  `,
  { solid: false, audio: 'undefined', calls: 'undefined', camera: 'undefined', films: '' },
);

test('what the policy forbids fails a test, also from before a reload', async () => {
  const breaks = () => page.run("const added = document.createElement('p'); added.setAttribute('style', 'color: red'); document.body.append(added); added.remove()");
  const quiet = { picture: async () => undefined, violations: () => page.violations() };
  const fails = () => assert.rejects(orPicture(quiet, 'a violation', async () => {}), /style-src/);
  await breaks();
  await fails();
  await breaks();
  await page.reload();
  await fails();
  await orPicture(quiet, 'no violation', async () => {});
});

test('the server would notice', async () => {
  assert.equal(await (await fetch(`http://${address}/control`)).text(), 'here');
  assert.deepEqual(arrived.splice(0), ['/control']);
});

check('it fetches nothing', outcome('fetch(`http://${there}/fetch`)'), 'refused');
check('it sends nothing behind its back', 'return navigator.sendBeacon?.(`http://${there}/beacon`) && "queued"; ', 'queued');
check('it opens no socket', 'try { new WebSocket(`ws://${there}/socket`); } catch {} return "tried"', 'tried');
check('it opens no second window', 'return window.open(`http://${there}/window`)', null);
check('it goes nowhere', 'location.href = `http://${there}/page`; return "tried"', 'tried');
check(
  'it runs no script that is not its own',
  added("const added = document.createElement('script'); added.textContent = 'window.ran = 1'"),
  'nothing',
);
check(
  'it loads no script from elsewhere',
  added("const added = document.createElement('script'); added.src = `http://${there}/script`"),
  'nothing',
);
check(
  'it loads no frame',
  added("const added = document.createElement('iframe'); added.src = `http://${there}/frame`"),
  'nothing',
);
check(
  'it sends no form',
  "const added = document.createElement('form'); added.action = `http://${there}/form`; document.body.append(added); added.submit(); added.remove(); return 'tried'",
  'tried',
);
check(
  'it shows no picture from elsewhere',
  `return new Promise((done) => {
     const picture = new Image();
     picture.onload = () => done('shown');
     picture.onerror = () => done('blocked');
     picture.src = \`http://\${there}/picture\`;
   })`,
  'blocked',
);
check('it evaluates no text', "try { return eval('1') } catch { return 'blocked' }", 'blocked');
check('it sees no plugin', 'return typeof window.__TAURI__', 'undefined');
check('it cannot change the window', invoke('plugin:window|set_title', { value: 'another' }), 'refused');
check('it hears no events of the desktop', invoke('plugin:event|listen', { event: 'x', target: { kind: 'Any' }, handler: 1 }), 'refused');
check('it makes no window', invoke('plugin:webview|create_webview_window', { options: { label: 'other' } }), 'refused');
check('it opens no dialog for files', invoke('plugin:dialog|open', { options: {} }), 'refused');
check('it saves no file', invoke('plugin:dialog|save', { options: {} }), 'refused');
check('it reads no file', invoke('plugin:fs|read_text_file', { path: '/etc/hostname' }), 'refused');
check('it names no address to open', invoke('send', { intent: { type: 'open-link', ask: 1, token: '', fingerprint: '', url: 'https://example.com/' } }), 'refused');
check('it states no intent that there is not', invoke('send', { intent: { type: 'run', command: 'ls' } }), 'refused');
