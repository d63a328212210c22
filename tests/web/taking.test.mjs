// Taking away: answers, code and changes to the clipboard, sessions to files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { opened, prompted, says, turnEnds, update } from './script.mjs';
import { scenes } from './scene.mjs';
import { becomes, until } from './until.mjs';

const ANSWER = 'Do this:\n\n```sh\nrm "a"  # \u{1f642}\n```\n\n- and in a list\n\n  ```js\n  const b = 1;\n\n    c();\n  ```\n\n| a |\n|---|\n| b |\n';
const OLD = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';
const NEW = 'one\ntwo\n3\nfour\nfive\nsix\nseven\neight\nnine';

/** @param {string} cwd */
const change = (cwd) => update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit', kind: 'edit', status: 'completed', content: [{ type: 'diff', path: `${cwd}/src/a b.txt`, oldText: OLD, newText: NEW }] });

scenes('taking', (check) => {
  check('an answer and its code are copied as they were sent', { script: [...opened(), prompted(), says(ANSWER), turnEnds()] }, async ({ person, served }) => {
    await person.prompt('go');
    await person.hears('in a list');
    const buttons = person.transcript.getByTestId('copy-code');
    await becomes(() => buttons.count(), 2);
    await buttons.first().click();
    await becomes(() => served.clipboard(), 'rm "a"  # \u{1f642}');
    await buttons.nth(1).click();
    await becomes(() => served.clipboard(), 'const b = 1;\n\n  c();');
    await person.press('Control+Shift+C');
    await becomes(() => served.clipboard(), ANSWER);
  });

  check('code of a message that is drawn in pieces is copied by its place', { script: [...opened(), prompted(), says(Array.from({ length: 300 }, (_, n) => `Paragraph ${n} with words.\n\n${n % 50 === 49 ? `\`\`\`\ncode ${n}\n\`\`\`\n\n` : ''}`).join('')), turnEnds()] }, async ({ person, served }) => {
    await person.prompt('go');
    await person.transcript.getByText('code 299').waitFor();
    await person.transcript.getByTestId('copy-code').last().click();
    await becomes(() => served.clipboard(), 'code 299');
  });

  check('a change is copied as a patch that applies', { script: [...opened(), prompted(), change('/work'), says('Done.'), turnEnds()] }, async ({ person, served }) => {
    await person.prompt('go');
    await person.hears('Done.');
    await person.transcript.getByRole('button', { name: /Edit/ }).click();
    await person.part('copy-patch').click();
    await until('the patch', () => served.clipboard().includes('@@'));
    const folder = mkdtempSync(join(tmpdir(), 'assent-patch-'));
    try {
      // The session's folder is another one, so the whole path stands in it.
      writeFileSync(join(folder, 'a b.txt'), OLD);
      execFileSync('patch', ['-p3', '--quiet'], { cwd: folder, input: served.clipboard() });
      assert.equal(readFileSync(join(folder, 'a b.txt'), 'utf8'), NEW);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  check('a session is saved as Markdown and as JSON', { script: [...opened(), prompted(), says(ANSWER), change('/work'), turnEnds()] }, async ({ person, served }) => {
    await person.prompt('Tell me');
    await person.hears('in a list');
    /** @param {string} words @param {string} ending */
    const save = async (words, ending) => {
      await person.press('Control+k');
      await person.part('palette-input').fill(words);
      await person.part('palette-row').first().getByText(words).waitFor();
      await person.press('Enter');
      const file = join(served.folder, `Tell-me.${ending}`);
      const other = join(served.folder, `session.${ending}`);
      const found = await until('the file', () => [file, other].find((one) => existsSync(one)));
      return readFileSync(found, 'utf8');
    };
    const markdown = await save('Save this session as Markdown', 'md');
    assert.match(markdown, /^# /);
    assert.match(markdown, /## You · \d{4}-\d\d-\d\dT[^\n]*Z\n\n> Tell me\n/);
    assert.match(markdown, /\n```diff\n--- a\/work\/src\/a b.txt\t\n/);
    await person.part('notice').getByText('It was written to the file.').first().waitFor();
    const json = JSON.parse(await save('Save this session as JSON', 'json'));
    assert.equal(json.format, 'assent-session');
    assert.equal(json.version, 1);
    assert.deepEqual(json.entries.map((/** @type {{ body: { kind: string } }} */ { body }) => body.kind), ['user', 'agent', 'tool']);
    assert.equal(json.entries[1].body.text, ANSWER);
  });
});
