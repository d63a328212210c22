// Content of every kind that an agent sends: drawn, or named. Its addresses are text.

import assert from 'node:assert/strict';

import { opened, update } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';
import { part } from './person.mjs';

const POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** @param {object} content */
const chunk = (content) => update({ sessionUpdate: 'agent_message_chunk', content });

const SLIDER = { id: 'heat', name: 'Temperature', type: 'slider', min: 0, max: 2 };
const SWITCH = { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true };

scenes('content', (check) => {
  check('pictures are drawn, sounds and unknown kinds named, resources shown with their addresses as text', {
    script: [
      ...opened(),
      chunk({ type: 'image', mimeType: 'image/png', data: POINT }),
      chunk({ type: 'image', mimeType: 'image/svg+xml', data: btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') }),
      chunk({ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }),
      chunk({ type: 'resource_link', uri: 'javascript:alert(1)', name: 'Click me', description: '<b>now</b>' }),
      chunk({ type: 'resource', resource: { uri: 'file:///a.txt', text: '<script>alert(1)</script>' } }),
      chunk({ type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAAA' } }),
      chunk({ type: 'hologram' }),
    ],
  }, async ({ person }) => {
    const entries = person.transcript.locator(part('entry', { kind: 'content' }));
    await becomes(() => entries.count(), 7);
    const texts = (await entries.allInnerTexts()).map((text) => text.replace(/^Tester\s*/, '').replace(/\s+/g, ' ').trim());
    assert.deepEqual(texts, [
      '',
      'Content that cannot be shown here: image (image/svg+xml, 59 B)',
      'A sound (audio/wav), 3 B. Assent does not play sounds.',
      'Click me <b>now</b> javascript:alert(1)',
      'file:///a.txt <script>alert(1)</script>',
      'file:///a.bin 3 B Not text: it is not shown.',
      'Content that cannot be shown here: hologram',
    ]);
    assert.equal(await person.transcript.locator('img').count(), 1);
    assert.equal(await person.transcript.locator('a, audio, video, script, iframe, object').count(), 0);
  });

  check('the new text of a change is copied; raw input, places and what is unknown are shown', {
    script: [
      ...opened(),
      update({
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'Edit',
        kind: 'edit',
        locations: [{ path: '/a/b.rs', line: 7 }],
        content: [{ type: 'content', content: { type: 'text', text: 'first' } }, { type: 'diff', path: '/a/b.rs', oldText: 'one\n', newText: 'two\n' }, { type: 'hologram', x: 1 }],
        rawInput: { why: 'because' },
        rawOutput: 'plain',
      }),
      update({ sessionUpdate: 'made_up', x: 'kept' }),
    ],
  }, async ({ person, served }) => {
    await person.transcript.getByText('Edit', { exact: true }).click();
    await person.part('copy-diff').click();
    await person.part('notice', { code: 'copied' }).waitFor();
    await becomes(() => served.clipboard(), 'two\n');
    const row = person.transcript.locator(part('entry', { kind: 'tool' }));
    assert.match(await row.innerText(), /\/a\/b\.rs:7/);
    assert.match(await row.innerText(), /"type": "hologram"/);
    await row.getByText('Input as sent').click();
    assert.match(await row.innerText(), /"why": "because"/);
    await row.getByText('Output as sent').click();
    assert.match(await row.innerText(), /plain/);
    assert.match(await person.transcript.locator(part('entry', { kind: 'unrecognised' })).innerText(), /made_up/);
  });

  check('an option of an unknown type stands with the facts about the agent only', {
    script: [...opened(), update({ sessionUpdate: 'config_option_update', configOptions: [SLIDER, SWITCH] })],
  }, async ({ person }) => {
    await person.part('session-options').waitFor();
    assert.doesNotMatch(await person.part('session-options').innerText(), /Temperature/);
    await person.page.getByText('Tester', { exact: true }).first().click();
    await becomes(() => person.part('unknown-options').innerText(), 'Temperature: of a type that Assent does not know (slider)');
  });
});
