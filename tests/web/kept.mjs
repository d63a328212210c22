// Sessions that an earlier run left in the data folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file of a session of an agent that is no more.
 * @param {string} title
 * @param {object[]} bodies of its entries
 */
export function sessionFile(title, bodies) {
  const agent = { id: 1, name: 'Gone', command: ['gone'], kept: false };
  const head = { agent, session_id: null, title, cwd: '/', draft: { text: '' }, unread: false, running: false };
  const lines = bodies.map((body, id) => JSON.stringify({ id, at: Date.UTC(2026, 0, 1, 12, 0, id), dropped: false, body }));
  return `{"version":1,"head":${JSON.stringify(head)},"entries":[\n${lines.join(',\n')}\n]}\n`;
}

/**
 * Leaves a session in a data folder.
 * @param {string} folder
 * @param {string} name of its file
 * @param {string[]} words a title, then prompts and answers in turn
 */
export function keepSession(folder, name, [title = '', ...said]) {
  const bodies = said.map((text, place) => (place % 2 === 0 ? { kind: 'user', text, attached: [] } : { kind: 'agent', text }));
  mkdirSync(join(folder, 'sessions'), { recursive: true });
  writeFileSync(join(folder, 'sessions', `${name}.json`), sessionFile(title, bodies));
}
