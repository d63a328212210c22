// A conversation: what the person writes reaches the agent, what the agent says and does is shown as it is.

import assert from 'node:assert/strict';

import { asksToGoOn, form, opened, permission, prompted, says, turnEnds, update } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, until } from './until.mjs';
import { part } from './person.mjs';

/** @typedef {import('./script.mjs').Line} Line */
/** @typedef {import('./person.mjs').Person} Person */

/** A turn in which this happens. @param {...Line} lines */
const turn = (...lines) => [...opened(), prompted(), ...lines, turnEnds()];

/** Text that comes in pieces of a few characters. @param {string} text */
const streamed = (text) => (text.match(/[^]{1,7}/g) ?? []).map(says);

/** The entries of a kind. @param {Person} person @param {string} kind */
const entries = (person, kind) => person.part('entry', { kind });

const MARKDOWN = `# Plan of work

I will **first** look at \`routes.rs\`, then:

1. add a callback
2. store the *token*

- [x] read
- [ ] write

\`\`\`rust
fn main() { println!("hello"); }
\`\`\`

| file | lines |
|------|------:|
| a.rs |    12 |
`;

scenes('a conversation', (check) => {
  check('a prompt is sent as written and answered in streamed Markdown', { script: turn(...streamed(MARKDOWN)) }, async ({ person, served }) => {
    await person.prompt('  Add **sign-in** please ');
    await person.page.locator('td', { hasText: '12' }).waitFor();
    const agent = entries(person, 'agent');
    assert.equal(await agent.count(), 1);
    assert.equal(await agent.locator('.heading').innerText(), 'Plan of work');
    assert.equal(await agent.locator('strong').innerText(), 'first');
    assert.equal(await agent.locator('em').innerText(), 'token');
    assert.deepEqual(await agent.locator('ol > li').allInnerTexts(), ['add a callback', 'store the token']);
    assert.equal(await agent.locator('pre code').innerText(), 'fn main() { println!("hello"); }');
    await agent.locator('pre code .string').waitFor();
    // The person's own words are words, not Markdown.
    assert.equal(await entries(person, 'user').locator('.said').textContent(), '  Add **sign-in** please ');
    const { params } = await served.got('session/prompt');
    assert.deepEqual(params, { sessionId: 's1', prompt: [{ type: 'text', text: '  Add **sign-in** please ' }] });
    await becomes(() => person.composer.inputValue(), '');
  });

  const lines = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => `Line ${n + 1}\n\n`);

  check(
    'the end of what is said is in sight in the picture in which it is said',
    {
      script: [
        ...[...opened(), prompted(), says(lines(60).join('')), ...asksToGoOn()],
        ...lines(30).flatMap((line) => [says(line), { wait_ms: 40 }]),
        says('Done.'),
      ],
    },
    async ({ person }) => {
      await person.prompt('go');
      await person.hears('Line 60');
      await person.transcript.evaluate((scroller) => {
        const behind = /** @type {number[]} */ ([]);
        // Called in each frame in which rows have become higher, after whoever looked at them before and before the picture.
        const sizes = new ResizeObserver(() => behind.push(scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight));
        const list = /** @type {Element} */ (scroller.firstElementChild);
        const watch = () => [...list.children].forEach((row) => sizes.observe(row));
        new MutationObserver(watch).observe(list, { childList: true });
        watch();
        Object.assign(window, { behind });
      });
      const looked = () => person.page.evaluate(() => /** @type {{ behind?: number[] }} */ (window).behind ?? []);
      await becomes(async () => (await looked()).length > 0, true);
      const before = (await looked()).length;
      await person.letsGoOn();
      await person.hears('Done.');
      const behind = await looked();
      assert.ok(behind.length > before, 'it has grown');
      assert.deepEqual(behind.filter((pixels) => pixels > 1), []);
    },
  );

  const HOSTILE = 'See [the docs](https://evil.example/x), <https://auto.example/>, https://bare.example/ and ![a picture](https://pixel.example/p.png).\n\n<img src="https://pixel.example/q.png" onerror="document.title=\'taken\'"><b>bold</b> <script>document.title="taken"</script>\n\n<a href="https://evil.example/">click</a>';

  check('links in Markdown lead nowhere, pictures are not fetched, HTML stays text', { script: turn(says(HOSTILE)) }, async ({ person }) => {
    /** @type {string[]} */
    const asked = [];
    person.page.on('request', (request) => asked.push(request.url()));
    await person.prompt('go');
    await person.hears('</script>');
    const said = entries(person, 'agent').first();
    for (const tag of ['a', 'img', 'b', 'script', 'iframe']) assert.equal(await said.locator(tag).count(), 0, tag);
    const text = await said.innerText();
    for (const shown of ['(https://evil.example/x)', 'https://auto.example/', 'https://pixel.example/p.png', '<b>bold</b>', 'onerror=']) {
      assert.ok(text.includes(shown), `${shown} in ${text}`);
    }
    await said.getByText('the docs').click();
    assert.equal(await person.page.title(), 'Assent');
    assert.deepEqual(asked.filter((url) => url.includes('example')), []);
    assert.equal(person.page.context().pages().length, 1);
  });

  const LONG = Array.from({ length: 400 }, (_, n) => `Paragraph ${n + 1} of a long message, with **words** in it.`).join('\n\n');

  check('of a long message only what is in sight is drawn, and its beginning is where it was', { script: turn(...(LONG.match(/[^]{1,2000}/g) ?? []).map(says)) }, async ({ person }) => {
    await person.prompt('go');
    await person.hears('Paragraph 400 ');
    assert.ok((await person.transcript.locator('p').count()) < 200);
    const first = person.transcript.locator('p', { hasText: /^Paragraph 1 / });
    assert.equal(await first.count(), 0);
    const middle = await person.middleOf(person.transcript);
    await person.page.mouse.move(...middle);
    await until('the beginning to be in sight', async () => {
      await person.page.mouse.wheel(0, -4_000);
      return (await first.count()) === 1;
    });
    // One message, whatever it is made of.
    await becomes(() => entries(person, 'agent').count(), 1);
    assert.equal(await person.transcript.locator('.speaker.agent').count(), 1);
    const drawn = await person.transcript.locator('p').allInnerTexts();
    const numbers = drawn.flatMap((text) => /^Paragraph (\d+) /.exec(text)?.slice(1) ?? []).map(Number);
    assert.deepEqual(numbers, numbers.map((_, at) => at + 1), 'each once, in order');
  });

  const call = (/** @type {object} */ more) => update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Edit routes.rs', kind: 'edit', status: 'pending', ...more });
  const callUpdate = (/** @type {object} */ more) => update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', ...more });
  const DIFF = { type: 'diff', path: '/shop/routes.rs', oldText: 'fn a() {}\nfn b() {}\n', newText: 'fn a() {}\nfn c() {}\nfn d() {}\n' };

  check(
    'a tool call is a row with its status, and shows its change when opened',
    { script: [...opened(), prompted(), call({}), callUpdate({ status: 'in_progress' }), ...asksToGoOn(), callUpdate({ status: 'completed', content: [DIFF] })] },
    async ({ person }) => {
      await person.prompt('go');
      const row = entries(person, 'tool');
      await becomes(async () => /Edit routes\.rs\s+running/.test(await row.innerText()), true);
      await person.letsGoOn();
      await becomes(async () => /edit\s+Edit routes\.rs\s+\+2\s+−1\s+done/.test(await row.innerText()), true);
      assert.equal(await row.count(), 1);
      assert.equal(await row.locator('figure').count(), 0);
      await row.getByRole('button').first().press('Enter');
      assert.deepEqual(await row.locator('.line.added .text').allInnerTexts(), ['fn c() {}', 'fn d() {}']);
      assert.deepEqual(await row.locator('.line.removed .text').allInnerTexts(), ['fn b() {}']);
    },
  );

  check(
    'a failed tool call says so',
    { script: turn(call({ kind: 'execute', title: 'cargo test', status: 'failed', rawOutput: { exit: 101 } })) },
    async ({ person }) => {
      await person.prompt('go');
      await becomes(async () => /run\s+cargo test\s+failed/.test(await entries(person, 'tool').innerText()), true);
    },
  );

  const plan = (/** @type {string[]} */ ...statuses) =>
    update({ sessionUpdate: 'plan', entries: statuses.map((status, n) => ({ content: `Step ${n + 1}`, priority: n === 1 ? 'high' : 'medium', status })) });

  check(
    'a plan is shown once, as it stands, and by its button in the head',
    { script: [...opened(), prompted(), plan('in_progress', 'pending'), ...asksToGoOn(), plan('completed', 'in_progress')] },
    async ({ person }) => {
      await person.prompt('go');
      await person.hears('0 of 2 done');
      await person.letsGoOn();
      await person.hears('1 of 2 done');
      assert.deepEqual(await entries(person, 'plan').locator('li').allInnerTexts(), ['Step 1\ndone', 'Step 2\ndoing, high']);
      assert.match(await person.part('plan-toggle').innerText(), /Plan\s+1 of 2/);
      await person.part('plan-toggle').click();
      assert.equal(await person.page.getByText('Step 2').count(), 2);
      await person.press('Escape');
      await becomes(() => person.page.getByText('Step 2').count(), 1);
    },
  );

  for (const [reason, note] of Object.entries({
    max_tokens: 'Stopped: the model ran out of tokens.',
    refusal: 'The agent refuses to go on.',
    something_new: 'The turn ended: something_new',
  })) {
    check(`a turn that ends with ${reason} says so`, { script: [...opened(), prompted(), says('Hm.'), turnEnds(reason)] }, async ({ person }) => {
      await person.prompt('go');
      await person.hears(note);
      await becomes(() => person.part('turn-state').getAttribute('data-state'), 'idle');
    });
  }

  check(
    'stop tells the agent first, then answers what it asked',
    { script: [...opened(), prompted(), form(1, { name: { type: 'string' } }), permission(2), { expect: { method: 'session/cancel' }, as: 'stop', within_ms: 60_000 }, turnEnds('cancelled')] },
    async ({ person, served }) => {
      await person.prompt('go');
      await becomes(() => person.part('waiting').innerText(), '2 waiting\n(Ctrl J)');
      assert.equal(await person.part('turn-state').innerText(), 'Tester waits for your answer');
      await person.part('stop').click();
      await served.answer(1);
      await served.answer(2);
      const order = served.received().slice(-3).map(({ method, id, result }) => ({ method: method ?? id, result }));
      assert.deepEqual(order, [
        { method: 'session/cancel', result: undefined },
        { method: 1, result: { action: 'cancel' } },
        { method: 2, result: { outcome: { outcome: 'cancelled' } } },
      ]);
      await person.past('form', 'cancelled');
      await person.past('permission', 'cancelled');
      await person.hears('You stopped this turn.');
      await person.part('send').waitFor();
    },
  );

  check('the first prompt names the session', { script: turn(says('Sure.')) }, async ({ person }) => {
    const row = person.part('session');
    await becomes(() => row.innerText(), 'New session');
    await person.prompt('Fix the login flow\nand the tests');
    await becomes(async () => (await row.innerText()).startsWith('Fix the login flow'), true);
    assert.match(await person.page.locator('header .title').innerText(), /^Fix the login flow/);
  });

  check(
    'an agent that ends is shown with its exit code and its last words, and can be started again',
    { script: [...opened(), { expect: { method: 'session/prompt' }, within_ms: 60_000 }, { stderr: 'panic: the disk is full' }, form(1, { name: { type: 'string' } }), { wait_ms: 300 }, { exit: 3 }] },
    async ({ person, served }) => {
      await person.prompt('go');
      await person.part('connection-panel').waitFor();
      assert.match(await person.part('exit').innerText(), /Exit code 3\./);
      assert.match(await person.part('stderr').innerText(), /panic: the disk is full/);
      await person.hears('The agent has ended with exit code 3.');
      await person.past('form', 'lost');
      // One can go on writing: what is written starts the agent.
      assert.equal(await person.composer.isDisabled(), false);
      await person.part('connection-panel').locator(part('restart')).click();
      await person.part('connection-panel').waitFor({ state: 'detached' });
      // This agent cannot take its session up again.
      await person.part('begin-anew').click();
      await becomes(() => person.composer.isEnabled(), true);
      assert.equal(served.received().filter(({ method }) => method === 'initialize').length, 2);
    },
  );

  check('a program that is not there is named', { agents: ['/nowhere/agent'] }, async ({ person }) => {
    await person.part('connection-panel').waitFor();
    assert.match(await person.part('connection-panel').innerText(), /There is no program named \/nowhere\/agent/);
  });

  check('Shift+Enter makes a line, Enter sends, and one Enter sends once', { script: turn(says('Yes.')) }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await person.composer.focus();
    await person.type('one');
    await person.press('Shift+Enter');
    await person.type('two');
    await person.hold('Enter');
    await person.hears('Yes.');
    const prompts = served.received().filter(({ method }) => method === 'session/prompt');
    assert.deepEqual(prompts.map(({ params }) => params?.['prompt']), [[{ type: 'text', text: 'one\ntwo' }]]);
  });

  check('what was typed to the agent survives a reload', { script: opened() }, async ({ person }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await person.composer.fill('half a thought');
    await person.composer.press('End');
    await becomes(async () => (await person.snapshot()).sessions[0]?.head.composer, 'half a thought');
    await person.page.reload();
    await becomes(() => person.composer.inputValue(), 'half a thought');
  });
});
