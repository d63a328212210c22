// The settings: MCP servers and secret values, kept after a yes outside of the page.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { opened } from './script.mjs';
import { part } from './person.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** What the person was asked to agree to. @param {import('./served.mjs').Served} served */
function agreements(served) {
  const file = join(served.folder, 'agreements');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => /** @type {{ name: string, what: string, variables: string[] }} */ (JSON.parse(line)));
}

const HTTP = { agentCapabilities: { mcpCapabilities: { http: true } } };

scenes('the settings', (check) => {
  check('an MCP server is added, kept after a yes, and given to the next session', { script: [...opened(HTTP), ...opened(HTTP).slice(1)], args: ['--idle'] }, async ({ person, served }) => {
    await person.part('to-agents').first().click();
    await person.part('add-server').click();
    const form = person.part('server-form');
    await form.getByLabel('Name', { exact: true }).first().fill('Shell');
    await form.locator('[name=command]').fill("sh -c 'echo hi'");
    await form.locator(part('add-value')).click();
    const row = form.locator(part('value-row'));
    await row.getByPlaceholder('Name').fill('MY_TOKEN');
    await row.getByPlaceholder('Value').fill('correct-horse');
    await form.locator(part('save-server')).click();
    const setting = person.part('server-setting');
    await setting.getByText('Shell').waitFor();
    const [asked] = agreements(served);
    assert.ok(asked?.what.includes("sh -c 'echo hi'"), asked?.what);
    assert.deepEqual(asked?.variables, ['MY_TOKEN']);

    // The value is not shown again, and stays when nothing is entered.
    await setting.locator(part('edit-server')).click();
    await form.getByPlaceholder('set, in a file; write to replace it').waitFor();
    assert.ok(!(await person.page.content()).includes('correct-horse'));
    assert.ok(!JSON.stringify(await person.snapshot()).includes('correct-horse'));
    await form.locator('[name=name]').fill('My shell');
    await form.locator(part('save-server')).click();
    await setting.getByText('My shell').waitFor();
    assert.equal(agreements(served).length, 1);

    await person.part('add-server').click();
    await form.locator('[name=name]').fill('Events');
    await form.locator('[name=kind]').selectOption('sse');
    await form.locator('[name=url]').fill('https://mcp.example.com/');
    await form.locator(part('save-server')).click();
    await person.part('server-setting').getByText('Events').waitFor();

    await person.sends({ type: 'new-session', agent: 1 });
    const { params } = await served.got('session/new');
    const servers = /** @type {{ name: string, command: string, args: string[], env: object[] }[]} */ (params?.['mcpServers']);
    assert.deepEqual(servers.map(({ name }) => name), ['My shell']);
    assert.match(servers[0]?.command ?? '', /^\/.*\/sh$/);
    assert.deepEqual(servers[0]?.args, ['-c', 'echo hi']);
    assert.deepEqual(servers[0]?.env, [{ name: 'MY_TOKEN', value: 'correct-horse' }]);
    await person.hears('The MCP server Events was not given to the agent: it takes no servers that are reached over HTTP with server-sent events.');
  });

  check('a session is opened in a folder that the person chooses', { script: [...opened(), ...opened().slice(1)] }, async ({ person, served }) => {
    await becomes(() => person.composer.isEnabled(), true);
    await person.part('agent').locator('.agent').click();
    await person.part('new-session-in').click();
    await becomes(() => served.received().filter(({ method }) => method === 'session/new').length, 2);
    const opening = served.received().filter(({ method }) => method === 'session/new');
    assert.equal(opening[1]?.params?.['cwd'], join(served.folder, 'chosen folder'));
  });

  check('what the person does not agree to is not kept', { script: opened(), args: ['--idle'] }, async ({ person, served }) => {
    writeFileSync(join(served.folder, 'refuse'), '');
    await person.part('to-agents').first().click();
    await person.part('add-agent').click();
    const form = person.part('agent-form');
    await form.locator('[name=name]').fill('Mine');
    await form.locator('[name=command]').fill('sh -c exit');
    await form.locator('[name=cwd]').fill('/');
    await form.locator(part('choose-folder')).click();
    await becomes(() => form.locator(part('folders')).locator('input').inputValue(), join(served.folder, 'chosen folder'));
    await form.locator(part('save-agent')).click();
    await person.part('agent-problem').getByText('you did not agree').waitFor();
    assert.equal(await form.locator('[name=name]').inputValue(), 'Mine');
    assert.equal((await person.snapshot()).agents.length, 1);
    assert.equal(agreements(served).length, 1);
  });
});
