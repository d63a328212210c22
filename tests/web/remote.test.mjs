// Agents on another machine: in the settings, while they are talked to, and when the connection drops.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { part } from './person.mjs';
import { answered, form, link, opened, prompted, turnEnds } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

const RESUMES = { agentCapabilities: { sessionCapabilities: { resume: {} } } };

/** @param {import('./served.mjs').Served} served */
function agreements(served) {
  const lines = readFileSync(join(served.folder, 'agreements'), 'utf8').trim().split('\n');
  return lines.map((line) => /** @type {{ what: string, variables: string[], elsewhere: string | null }} */ (JSON.parse(line)));
}

scenes('agents on another machine', (check) => {
  check('an address is kept after a yes that shows it, with its token apart', { script: opened(), args: ['--idle'] }, async ({ person, served }) => {
    await person.part('to-agents').first().click();
    await person.part('add-agent').click();
    const settings = person.part('agent-form');
    await settings.locator('[name=name]').fill('Far');
    await settings.locator('[name=place]').selectOption('address');
    assert.equal(await settings.locator('[name=command]').count(), 0);
    await settings.locator('[name=address]').fill('ftp://far.example');
    await settings.locator('[name=token]').fill('correct-horse');
    await settings.locator('[name=cwd]').fill('/srv/shop');
    await settings.locator(part('save-agent')).click();
    await person.part('agent-problem').getByText('the address must begin with').waitFor();
    await settings.locator('[name=address]').fill('ws://far.example');
    await settings.locator(part('save-agent')).click();

    const row = person.part('agent-setting').filter({ hasText: 'Far' });
    await row.getByText('ws://far.example/acp').waitFor();
    await row.locator(part('remote-badge')).waitFor();
    const [asked] = agreements(served);
    assert.match(asked?.what ?? '', /ws:\/\/far\.example\/acp.*unencrypted: true.*token: true/);
    assert.match(asked?.elsewhere ?? '', /files: false, terminals: false/);
    assert.ok(!JSON.stringify(await person.snapshot()).includes('correct-horse'));

    // The token stays without being entered again, and folders are shared only when a switch is on.
    await row.locator(part('edit-agent')).click();
    await settings.getByPlaceholder('set, in a file; write to replace it').waitFor();
    await settings.locator('[name=files]').check();
    await settings.locator(part('save-agent')).click();
    await person.part('agent-problem').getByText('choose a folder of this computer').waitFor();
    await settings.locator(part('choose-folder')).first().click();
    await settings.getByLabel('Further folder 1').waitFor();
    await settings.locator(part('save-agent')).click();
    await row.waitFor();
    const [, again] = agreements(served);
    assert.match(again?.elsewhere ?? '', /files: true, terminals: false, roots: \[".*chosen folder"\]/);

    // The token does not go along to another address.
    await row.locator(part('edit-agent')).click();
    await settings.locator('[name=address]').fill('wss://other.example');
    await settings.locator(part('save-agent')).click();
    await person.part('agent-problem').getByText('enter the token again').waitFor();
  });

  check('a command that goes elsewhere is kept as one, and suggested to be', { script: opened(), args: ['--idle'] }, async ({ person, served }) => {
    await person.part('to-agents').first().click();
    await person.part('add-agent').click();
    const settings = person.part('agent-form');
    await settings.locator('[name=name]').fill('Host');
    await settings.locator('[name=command]').fill('ssh host agent');
    await settings.locator('[name=cwd]').fill('/srv/shop');
    await settings.locator(part('save-agent')).click();
    const row = person.part('agent-setting').filter({ hasText: 'Host' });
    await row.getByText('Does it run on another machine?').waitFor();
    await row.locator(part('edit-agent')).click();
    await person.part('seems-elsewhere').waitFor();
    await settings.locator('[name=place]').selectOption('command');
    await settings.locator(part('save-agent')).click();
    await row.locator(part('remote-badge')).waitFor();
    assert.match(agreements(served).at(-1)?.elsewhere ?? '', /files: false/);
  });

  for (const way of ['ws', 'http']) {
    const script = [
      ...opened(),
      prompted(),
      form(1, { name: { type: 'string' } }),
      answered(1),
      link(2, 'https://github.com/login/oauth/authorize?redirect_uri=http://127.0.0.1:4321/'),
      answered(2),
      link(3, 'http://localhost:4321/login'),
      answered(3),
      turnEnds('end_turn'),
    ];
    check(`a form and links come from afar (${way})`, { script, args: ['--remote', way] }, async ({ person, served }) => {
      await becomes(() => person.composer.isEnabled(), true);
      await person.part('agent').locator(part('remote-badge')).waitFor();
      await person.prompt('go');
      await person.ask('form');
      await person.control('name').fill('Ada');
      await person.accept.click();
      assert.match(await served.result(1), /"action":"accept","content":\{"name":"Ada"\}/);
      for (const [code, words] of [
        ['returns-here', 'which is this computer. The agent runs on another one'],
        ['this-machine', 'This page would be on this computer, but the agent runs on another one.'],
      ]) {
        const card = await person.ask('link');
        await card.locator(part('review-link')).click();
        await person.dialog.locator(part('link-reason', { code })).getByText(words ?? '').waitFor();
        await person.dialog.locator(part('link-decline')).click();
      }
      await becomes(() => served.answers(3).length, 1);
      const { params } = await served.got('initialize');
      const can = /** @type {Record<string, unknown>} */ (params?.['clientCapabilities']);
      assert.deepEqual([can['fs'], can['terminal']], [undefined, undefined]);
    });
  }

  const drops = [...opened(RESUMES), prompted(), form(1, { name: { type: 'string' } }), answered(1), { exit: 7 }];
  check('a connection that drops is said, and tried again when the person wants', { script: drops, args: ['--remote', 'ws'] }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await person.prompt('go');
    await person.ask('form');
    await person.composer.fill('half a thought');
    await person.accept.click();
    const panel = person.part('connection-panel');
    await panel.getByText('The connection to Tester was lost').waitFor();
    await panel.getByText(/Try 1 of 6/).waitFor();
    assert.equal(await person.composer.inputValue(), 'half a thought');
    await panel.locator(part('retry-stop')).click();
    await person.part('retry').waitFor({ state: 'detached' });
    await panel.locator(part('restart')).click();
    await panel.waitFor({ state: 'detached' });
    await served.got('session/resume');
    assert.equal(await person.composer.inputValue(), 'half a thought');
  });
});
