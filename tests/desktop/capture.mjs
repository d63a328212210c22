// What the window does on a network of its own (see capture.test.mjs, which runs this inside of one): a link is shown,
// looked at and declined, another one accepted. Fails when anything goes out before that.

import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { nudge, play } from './agent.mjs';
import { part } from './assent.mjs';
import { Recorder } from './browser.mjs';
import { Capture, NameServer } from './network.mjs';
import { orPicture } from './scene.mjs';
import { Stage } from './stage.mjs';
import { until } from './until.mjs';
import { agree, hear, review } from './walk.mjs';
import { answered, complete, link, opened, prompted, says, turnEnds, update } from '../web/script.mjs';

const HOST = 'login.capture.example';
const DECLINED = `https://${HOST}/declined?state=1`;
const ACCEPTED = `https://${HOST}/accepted?state=2`;

/** The host in every form in which something might be tempted to fetch from it. */
const BAIT = `See [the page](${DECLINED}), <${DECLINED}> or ${DECLINED}.
![picture](https://${HOST}/picture.png)

<link rel="preconnect" href="https://${HOST}/"><link rel="dns-prefetch" href="//${HOST}/"><img src="https://${HOST}/image.png">`;

const script = [
  ...opened(),
  says(BAIT),
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'resource_link', name: 'manual', uri: `https://${HOST}/manual` } }),
  link(1, DECLINED, { message: BAIT }),
  answered(1),
  link(2, ACCEPTED, { message: BAIT }),
  answered(2),
  complete(2),
  prompted(),
  says('That was all.'),
  turnEnds(),
];

const names = new NameServer();
const capture = new Capture();

/**
 * Goes out on purpose, and waits until that was noticed: whatever went out before was noticed, too.
 * @param {string} name
 */
async function goOut(name) {
  const { address } = await lookup(name);
  await new Promise((ended) => connect(443, address).on('error', ended).on('close', ended));
  const noticed = (/** @type {string} */ words) => capture.packets.some((packet) => packet.includes(words));
  await until(`the look-up of ${name} to be noticed`, () => names.asked.includes(name) && noticed(` ${name}. `));
  // Nobody listens there: the last packet is a refusal.
  await until('the connection to be noticed', () => noticed(`> ${address}.443: Flags [S]`) && noticed(`${address}.443 > ${address}`));
  return { asked: names.asked.splice(0).filter((asked) => asked !== name), packets: capture.packets.splice(0) };
}

/**
 * The system browser's part: notes what it was given, and looks its host up, once.
 * @param {Stage} stage
 */
async function browsing(stage) {
  const browser = await Recorder.put(stage.folder);
  const program = join(stage.folder, 'looking-up');
  await writeFile(program, `#!/bin/sh\n'${browser.variables.BROWSER}' "$@"\nexec getent ahostsv4 '${HOST}' > /dev/null\n`);
  await chmod(program, 0o755);
  return { BROWSER: program };
}

await names.open();
await capture.open();
const stage = await Stage.set();
try {
  await goOut('before.capture.example');
  await play(
    stage,
    script,
    ({ page, agent, browser }) =>
      orPicture(page, 'capture', async () => {
        // What a script in the page could make of it: the page's policy knows nothing of these.
        await page.run(
          `for (const rel of ['preconnect', 'dns-prefetch', 'prefetch']) {
            const added = document.createElement('link');
            Object.assign(added, { rel, href: arguments[0] });
            document.head.append(added);
          }`,
          [`https://${HOST}/`],
        );
        await review(page);
        await page.click(part('link-copy'));
        await page.click(part('link-qr'));
        await page.find(part('link-qr-code'));
        await page.reload();
        await page.find(part('link-dialog'));
        await page.click(part('link-decline'));
        assert.equal(await agent.result(1), '{"action":"decline"}');
        await hear(page, `https://${HOST}/manual`);
        await review(page);
        await page.find(`${part('link-open')}:enabled`);
        assert.deepEqual([names.asked, capture.packets], [[], []], 'before the consent');
        console.log('before the consent: no packet and no look-up');

        await agree(page);
        assert.equal(await agent.result(2), '{"action":"accept"}');
        await page.find(part('ask', { kind: 'link', status: 'completed' }));
        await until('the browser to look the host up', () => names.asked.includes(HOST));
        await nudge(page);
        await hear(page, 'That was all.');
        const { asked, packets } = await goOut('after.capture.example');
        assert.deepEqual(await browser.starts(), [[ACCEPTED]]);
        assert.deepEqual(asked, [HOST], 'the look-up of the browser and no other');
        assert.equal(packets.filter((packet) => packet.includes(`A? ${HOST}.`)).length, 1);
        console.log(`after it: one start of the browser, and its look-up of ${HOST}`);
      }),
    await browsing(stage),
  );
} finally {
  await stage.strike();
  capture.close();
  names.close();
}
