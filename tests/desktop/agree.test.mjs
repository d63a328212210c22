// What the page wants to be kept counts after a yes outside of it. Nobody sits at the system's dialog here: builds
// for debugging take the answer from a variable.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { openAssent, part } from './assent.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';

for (const answer of /** @type {const} */ (['yes', 'no'])) {
  test(`an agent of the settings is kept after a yes: ${answer}`, async () => {
    const stage = await Stage.set();
    try {
      const page = await openAssent(stage, ['--demo'], { ASSENT_TEST_AGREE: answer });
      await orPicture(page, `agree ${answer}`, async () => {
        await page.click(part('agents'));
        // The home folder, where a new one would work, is known once agents were looked for.
        await page.find(`${part('known-agent')}[data-installed]`);
        await page.click(part('add-agent'));
        for (const [name, text] of Object.entries({ name: 'Mine', command: 'my-agent --acp' })) {
          const field = await page.find(`${part('agent-form')} [name=${name}]`);
          await field.type(text);
        }
        await page.click(part('save-agent'));
        if (answer === 'yes') {
          const kept = () => readFile(join(stage.folder, 'state', 'agents.json'), 'utf8');
          await until('the agent to be kept', async () => (await kept().catch(() => '')).includes('"my-agent"'));
          await page.find(part('agent-setting'));
        } else {
          const problem = await page.find(part('agent-problem'));
          assert.match(await problem.text(), /did not agree/);
          await assert.rejects(readFile(join(stage.folder, 'state', 'agents.json')));
        }
      });
    } finally {
      await stage.strike();
    }
  });
}
