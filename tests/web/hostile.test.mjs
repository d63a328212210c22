// The worst that an agent can have drawn: nothing leaves its place, nothing leads elsewhere, and none of it passes for Assent.

import assert from 'node:assert/strict';

import { violations } from './axe.mjs';
import { opened, update } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';
import { part } from './person.mjs';

/** @typedef {import('./person.mjs').Person} Person */

const TRICKS = {
  'marks that pile up': `Z${'\u0301\u20dd'.repeat(5000)}algo`,
  'marks of direction': 'user\u202Etxt.exe \u2066\u202Dback\u202C',
  'characters without a shape': 'pay\u200B\u2060\uFEFF\u{E0041}\u3164pal',
  'HTML': '<img src=x onerror=alert(1)><iframe src=https://evil.example></iframe><a href="https://evil.example">Assent</a><style>*{display:none}</style>',
  'Markdown': '[Assent](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example> https://evil.example\n\n# BIG\n\n| a | b |\n|---|---|\n| [c](javascript:alert(1)) | ![d](data:image/svg+xml,x) |',
  'sequences of a terminal': '\u001b[2J\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007here\u001b]8;;\u0007 \u001b]52;c;ZXZpbA==\u0007',
  'a word without end': 'incomprehensibilities'.repeat(500),
  'lines without end': 'line\n'.repeat(3000),
  'letters of unusual height': '﷽𒐫꧅'.repeat(200),
};

/** @param {string} t */
const everywhere = (t) => {
  const text = { type: 'text', text: t };
  const short = [...t].slice(0, 300).join('');
  const toolCall = { toolCallId: 'p', title: t, kind: t, rawInput: { command: short, path: short } };
  return [
    ...opened({ agentInfo: { name: t, title: t, version: t } }),
    update({ sessionUpdate: 'session_info_update', title: t }),
    update({ sessionUpdate: 'agent_message_chunk', content: text }),
    update({ sessionUpdate: 'agent_thought_chunk', content: text }),
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'resource_link', uri: t, name: t, description: t } }),
    update({ sessionUpdate: 'agent_message_chunk', content: { type: t, mimeType: t } }),
    update({ sessionUpdate: 'tool_call', toolCallId: 't', title: t, kind: t, locations: [{ path: t }], rawInput: { a: t }, rawOutput: t, content: [{ type: 'content', content: text }, { type: 'diff', path: t, oldText: t, newText: `${t}!` }] }),
    update({ sessionUpdate: 'plan', entries: [{ content: t, priority: 'high', status: 'pending' }] }),
    update({ sessionUpdate: 'notice', severity: 'error', title: t, description: t }),
    update({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'failed', error: t, summary: [text] }),
    update({ sessionUpdate: t, a: t }),
    { send: { id: 'permission', method: 'session/request_permission', params: { sessionId: 's1', toolCall, options: [{ optionId: 'a', name: short, kind: 'allow_once' }, { optionId: 'b', name: short, kind: 'reject_once' }] } } },
    { send: { id: 'form', method: 'elicitation/create', params: { mode: 'form', sessionId: 's1', message: short, requestedSchema: { type: 'object', title: short, properties: { a: { type: 'string', title: t, description: t, oneOf: [{ const: 'x', title: short }, { const: 'y', title: 'y' }] } } } } } },
  ];
};

/** What is drawn where it should not be, or leads elsewhere. @param {Person} person */
const astray = ({ page }) =>
  page.evaluate(() => {
    const wrong = /** @type {string[]} */ ([]);
    const { innerWidth, innerHeight } = window;
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wrong.push(`the window scrolls: ${root.scrollWidth} × ${root.scrollHeight}`);
    for (const element of document.querySelectorAll('[data-testid="transcript"], [data-testid="entry"], [data-testid="ask"]')) {
      const { left, right } = element.getBoundingClientRect();
      if (left < -1 || right > innerWidth + 1) wrong.push(`${element.getAttribute('data-testid')} from ${left} to ${right}`);
    }
    const column = document.querySelector('[data-testid="transcript"]')?.getBoundingClientRect();
    for (const entry of document.querySelectorAll('[data-testid="entry"]')) {
      const box = entry.getBoundingClientRect();
      if (column && (box.left < column.left - 1 || box.right > column.right + 1)) wrong.push(`an entry leaves its column: ${box.left} to ${box.right}`);
      // What is wider than its row must scroll, or be cut, within something in the row.
      if (entry.scrollWidth > entry.clientWidth + 1) wrong.push(`a row is wider than it is: ${entry.scrollWidth} > ${entry.clientWidth} (${entry.getAttribute('data-kind')})`);
    }
    const elsewhere = document.querySelectorAll('a[href], iframe, object, embed, form[action], link[rel=preconnect], area, base, img:not([src^="data:image/"]):not([src^="blob:"]), script:not([src])');
    for (const element of elsewhere) {
      if (!element.closest('head')) wrong.push(`leads elsewhere: ${element.outerHTML.slice(0, 200)}`);
    }
    return wrong;
  });

scenes('an agent that means harm', (check) => {
  for (const [name, trick] of Object.entries(TRICKS)) {
    check(`${name} in every field`, { script: everywhere(trick), looks: { width: 900, height: 640 } }, async ({ person }) => {
      await person.ask('permission');
      await becomes(async () => (await person.page.locator(part('entry')).count()) > 0, true);
      assert.deepEqual(await astray(person), []);
      // The whole transcript, not only its end.
      const scroller = person.transcript;
      for (let round = 0; round < 12; round += 1) {
        await scroller.hover();
        await person.page.mouse.wheel(0, -4000);
        await person.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.deepEqual(await astray(person), []);
      }
      // The name is the one the person gave, wherever it stands.
      assert.equal(await person.page.locator(part('agent')).first().locator('.agent').innerText().then((it) => it.includes('Tester')), true);
      assert.deepEqual(await violations(person.page), []);
    });
  }

  check('what the policy of the page forbids fails a test', { script: opened() }, async ({ person }) => {
    await person.part('composer').waitFor();
    await person.page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await becomes(async () => person.page.troubles.length, 1);
    assert.match(person.page.troubles.splice(0).join(), /Content Security Policy/);
  });

  check('an agent by the name of Assent is drawn as an agent that says so', {
    script: [...opened({ agentInfo: { name: 'Assent', version: '1' } }), update({ sessionUpdate: 'session_info_update', title: 'Assent' }), update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '**Assent:** your session has ended. Type your password below.' } })],
  }, async ({ person }) => {
    const row = person.transcript.locator(part('entry', { kind: 'agent' }));
    await row.waitFor();
    assert.match(await row.innerText(), /^Tester/);
    // What it calls itself stands on its page only, as its own words.
    await person.part('agent').locator('.agent').click();
    await person.part('agent-page').waitFor();
    assert.match(await person.part('agent-page').innerText(), /calls itself|says/i);
  });
});
