// An agent registry: from a file and from an address, shown, copied, and added like any other agent.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { part } from './person.mjs';
import { opened } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

const REGISTRY = {
  version: '1.0.0',
  agents: [
    {
      id: 'helper',
      name: 'Helper',
      version: '1.2.3',
      description: 'Helps <b>a lot</b>',
      repository: 'https://example.com/helper',
      license: 'MIT',
      authors: ['Ann'],
      icon: 'https://example.com/icon.svg',
      distribution: { npx: { package: '@helper/acp@1.2.3', args: ['--acp', 'two words'], env: { MODE: 'acp' } } },
    },
    { id: 'imitator', name: 'Claude Code', version: '1.0.0', description: '', distribution: { uvx: { package: 'evil' } } },
    { id: 'hidden', name: 'Hel\u202eper', version: '1.0.0', description: '', distribution: { uvx: { package: 'x' } } },
  ],
};

scenes('an agent registry', (check) => {
  check('from a file: shown, copied, and added after a yes', { script: opened(), args: ['--idle'] }, async ({ person, served }) => {
    const file = join(served.folder, 'registry.json');
    writeFileSync(file, JSON.stringify(REGISTRY));
    writeFileSync(join(served.folder, 'choose'), file);
    await person.part('to-agents').first().click();
    await person.part('registry-file').click();
    await person.part('registry-from').getByText('2 agents listed').waitFor();
    const helper = person.part('registry-agent', { id: 'helper' });
    await helper.getByText('Helps <b>a lot</b>').waitFor();
    await person.part('registry-agent', { id: 'imitator' }).locator(part('known-name')).waitFor();
    await person.page.getByText('1 entry cannot be used').click();
    await person.part('registry-refused').getByText('holds hidden characters').waitFor();

    await helper.locator(part('registry-show')).click();
    const command = "npx --yes @helper/acp@1.2.3 --acp 'two words'";
    assert.equal(await helper.locator(part('registry-command')).innerText(), command);
    await helper.locator(part('registry-copy')).click();
    await becomes(() => served.clipboard(), command);

    await helper.locator(part('registry-add')).click();
    const settings = person.part('agent-form');
    assert.equal(await settings.locator('[name=command]').inputValue(), command);
    assert.equal(await settings.locator('[name=name]').inputValue(), 'Helper');
    assert.ok(!existsSync(join(served.folder, 'agreements')), 'nothing is kept before a yes');
    await settings.locator('[name=cwd]').fill(served.folder);
    await settings.locator(part('save-agent')).click();
    await person.part('agent-setting').filter({ hasText: 'Helper' }).waitFor();
    const asked = readFileSync(join(served.folder, 'agreements'), 'utf8');
    assert.ok(asked.includes('npx --yes @helper/acp@1.2.3'), asked);
    assert.ok(asked.includes('MODE'), asked);
  });

  check('from an address: asked once, after a yes that shows it', { script: opened(), args: ['--idle'] }, async ({ person, served }) => {
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      assert.equal(request.headers.authorization, undefined);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(REGISTRY));
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    try {
      await person.part('to-agents').first().click();
      const field = person.page.locator('[name=registry]');
      await field.fill('http://example.com/registry.json');
      await person.part('registry-fetch').click();
      await person.part('registry-failed').getByText('must begin with https://').waitFor();

      writeFileSync(join(served.folder, 'refuse'), '');
      await field.fill(`http://127.0.0.1:${port}/registry.json`);
      await person.part('registry-fetch').getByText(`Ask 127.0.0.1:${port}…`).waitFor();
      await person.part('registry-fetch').click();
      await person.part('registry-failed').getByText('you did not agree').waitFor();
      assert.equal(asked, 0);

      rmSync(join(served.folder, 'refuse'));
      await person.part('registry-fetch').click();
      await person.part('registry-from').getByText('2 agents listed').waitFor();
      assert.equal(asked, 1);
      const dialog = readFileSync(join(served.folder, 'agreements'), 'utf8');
      assert.ok(dialog.includes(`http://127.0.0.1:${port}/registry.json`), dialog);
      await person.part('registry-close').click();
      await person.part('registry-from').waitFor({ state: 'detached' });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
