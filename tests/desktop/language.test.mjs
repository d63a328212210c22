// The language of the real window: the one chosen counts at once, and after a restart from the first thing drawn on.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { openAssent, part } from './assent.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';

test('the language that is chosen counts at once, and from the start after a restart', async () => {
  const stage = await Stage.set();
  const variables = { ASSENT_DEMO_PACE: '0' };
  const kept = async () => JSON.parse(await readFile(join(stage.folder, 'state', 'preferences.json'), 'utf8')).preferences;
  try {
    const first = await openAssent(stage, ['--demo'], variables);
    await orPicture(first, 'language chosen', async () => {
      await first.find('html[lang=en]');
      await first.click(part('settings'));
      await first.click(`${part('setting', { name: 'language' })} label:last-child`);
      await first.find('html[lang=de]');
      await first.find(part('settings-page'));
      await until('the choice to be kept', async () => (await kept().catch(() => ({}))).language === 'de');
    });
    await first.close();

    const second = await openAssent(stage, ['--demo'], variables);
    await orPicture(second, 'language after a restart', async () => {
      assert.equal(await second.run('return document.documentElement.lang'), 'de');
      // It was drawn in it from the start, and not drawn anew.
      assert.equal(await second.run("return performance.getEntriesByType('navigation')[0].type"), 'navigate');
    });
  } finally {
    await stage.strike();
  }
});
