// Terminals: what a command of the agent draws is seen while it runs, and stays when it has ended.

import assert from 'node:assert/strict';

import { answered, opened, prompted, turnEnds, update } from './script.mjs';
import { scenes } from './scene.mjs';

const ID = '$made.result.terminalId';

/** @param {number} id @param {string} method @param {object} params */
const asks = (id, method, params) => ({ send: { id, method, params: { sessionId: 's1', ...params } } });

scenes('a terminal', (check) => {
  const command = "printf '\\033[31mred\\033[0m one\\n'; sleep 3; echo two; exit 3";
  const script = [
    ...opened(),
    prompted(),
    asks(1, 'terminal/create', { command }),
    { expect: { id: 1, result: {} }, as: 'made' },
    update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run it', kind: 'execute', content: [{ type: 'terminal', terminalId: ID }] }),
    asks(2, 'terminal/wait_for_exit', { terminalId: ID }),
    answered(2),
    asks(3, 'terminal/release', { terminalId: ID }),
    turnEnds(),
  ];

  check('is drawn while its command runs, and stays when the agent has let go of it', { script }, async ({ person }) => {
    await person.prompt('go');
    await person.page.getByText('Run it').click();
    const terminal = person.part('terminal');
    await terminal.locator('.term-ink-1', { hasText: 'red' }).waitFor();
    assert.equal(await terminal.getAttribute('data-state'), 'running');
    await terminal.getByText('ended with exit code 3').waitFor();
    assert.equal(await terminal.getAttribute('data-state'), 'ended');
    assert.deepEqual(await terminal.locator('.line').allInnerTexts(), ['red one', 'two']);
    assert.equal(await terminal.locator('[style]').count(), 0);
  });
});
