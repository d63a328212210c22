// When things go wrong: what the person is told of an agent that dies, hangs, or speaks something else.

import assert from 'node:assert/strict';

import { opened, prompted } from './script.mjs';
import { part } from './person.mjs';
import { scenes } from './scene.mjs';
import { becomes } from './until.mjs';

/** An agent of a line for the shell. @param {string} script */
const shell = (script) => `sh -c ${JSON.stringify(script).replaceAll('$', '\\$')}`;

scenes('an agent in trouble', (check) => {
  check('that is not there is told with a reason', { agents: ['/no/such/agent'] }, async ({ person }) => {
    const panel = person.part('connection-panel');
    await panel.getByText('There is no program named /no/such/agent').waitFor();
    await panel.locator(part('restart')).waitFor();
  });

  check('that dies at once is told with its last words, exit code and messages', { agents: [shell('read line; echo cannot go on >&2; exit 7')] }, async ({ person }) => {
    const panel = person.part('connection-panel');
    await panel.getByText('Exit code 7.').waitFor();
    await panel.locator(part('stderr')).getByText('cannot go on').waitFor();
    await panel.getByText('The last messages exchanged with it').click();
    assert.match(await panel.locator(part('last-lines')).innerText(), /^→ \{.*"method":"initialize"/);
  });

  check('that draws on its output instead of speaking is told at once', { agents: [shell('echo Welcome to the agent; sleep 1000')] }, async ({ person }) => {
    const slow = person.part('slow');
    await slow.getByText('is not the protocol').waitFor();
    await slow.getByText('Welcome to the agent').waitFor();
    await slow.locator(part('slow-stop')).click();
    await person.part('connection-panel').getByText('Tester was stopped').waitFor();
  });

  check('that hangs is told after a while, and can be restarted', { agents: [shell('sleep 1000')] }, async ({ person }) => {
    await person.part('session-state').getByText('is starting').waitFor();
    await person.part('slow').getByText('has not answered for ten seconds').waitFor();
    await person.part('slow-restart').click();
    await becomes(async () => (await person.snapshot()).connections.length, 2);
  });

  check('that does not stop is told, and what was written stays', { script: [...opened(), prompted(), { wait_ms: 60_000 }] }, async ({ person }) => {
    await person.prompt('go');
    await person.part('stop').click();
    await person.part('slow').getByText('has not stopped for ten seconds').waitFor();
    await person.composer.fill('what I write next');
    await person.part('slow-restart').click();
    await becomes(async () => (await person.snapshot()).connections.length, 2);
    assert.equal(await person.composer.inputValue(), 'what I write next');
  });
});
