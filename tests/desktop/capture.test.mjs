// Before the consent not a packet and not a look-up goes towards a link's host, and after it one browser is started: the
// window runs on a network of its own, all of whose traffic is recorded (see network.mjs and capture.mjs).

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { ROOT } from './assent.mjs';
import { Network } from './network.mjs';

test('nothing goes to the host of a link before the consent', async (t) => {
  const why = await Network.missing();
  if (why !== undefined) {
    console.log(`capture: skipped, since ${why}`);
    t.skip(why);
    return;
  }
  const network = new Network(`assent-${process.pid}`);
  try {
    await network.make();
    // Not a test of its own to the runner.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { code, written } = await network.run(process.execPath, [join(ROOT, 'tests', 'desktop', 'capture.mjs')], env);
    assert.equal(code, 0, written);
    t.diagnostic(written.trim().replaceAll('\n', '; '));
  } finally {
    await network.remove();
  }
});
