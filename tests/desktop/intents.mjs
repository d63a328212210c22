// Everything the page can say to the program, with values of one's own: what a script in the page would try.

/**
 * What an intent is about.
 * @typedef {object} About
 * @property {unknown} ask
 * @property {unknown} session
 * @property {unknown} connection
 * @property {unknown} agent
 * @property {unknown} number of anything that is counted
 * @property {unknown} text
 * @property {unknown} token
 * @property {unknown} print of the address on the screen
 */

/**
 * Those that answer yes, open, send, copy, delete, or end in a dialog of the system: none counts without a press.
 * @param {About} about
 */
export function outward({ ask, session, connection, agent, number, text, token, print }) {
  const draft = { agent: null, name: 'Forged', command: text, env: [], cwd: '/', folders: [], forms: true, links: true };
  const server = { server: null, name: 'Forged', kind: 'stdio', command: text, url: '', values: [], agents: null };
  return [
    { type: 'open-link', ask, token, fingerprint: print },
    { type: 'opened-elsewhere', ask, token, fingerprint: print },
    { type: 'understand-link', ask, token, understood: true },
    { type: 'it-opened', ask },
    { type: 'same-page-done', ask },
    { type: 'choose', ask, option: number },
    { type: 'submit', ask, secret: true },
    { type: 'sign-in', ask, method: number },
    { type: 'prompt', session, text },
    { type: 'copy-link', ask },
    { type: 'copy-code', ask },
    { type: 'copy-sign-in', ask },
    { type: 'copy-draft', ask },
    { type: 'copy-entry', session, entry: number },
    { type: 'copy-content', session, entry: number, content: number },
    { type: 'copy-terminal', session, terminal: text },
    { type: 'take', do: 'answer', session },
    { type: 'take', do: 'code', session, entry: number, content: null, at: number, number },
    { type: 'take', do: 'patch', session, entry: number, content: number },
    { type: 'take', do: 'session', session, format: 'markdown' },
    { type: 'delete-listed', connection, number },
    { type: 'export-record' },
    { type: 'choose-files', session, folders: true },
    { type: 'new-session-in', agent },
    { type: 'settings', do: 'save-agent', ...draft },
    { type: 'settings', do: 'save-server', ...server },
    { type: 'settings', do: 'choose-folder' },
    { type: 'settings', do: 'remove-agent', agent },
    { type: 'settings', do: 'remove-server', server: number },
    { type: 'registry', do: 'from-file' },
    { type: 'registry', do: 'from-address', address: text },
    { type: 'registry', do: 'copy', agent: number, part: { of: 'repository' } },
    { type: 'privacy', do: 'delete-transcripts', days: null },
    { type: 'privacy', do: 'delete-record' },
    { type: 'privacy', do: 'delete-secrets' },
    { type: 'inspect', do: 'copy', connection, number },
    { type: 'inspect', do: 'clear', connection },
    { type: 'inspect', do: 'export', connection },
  ];
}

/**
 * Those that change what is shown, or set something on an agent that the person has set up.
 * @param {About} about
 */
export function inward({ ask, session, connection, agent, number, text, token }) {
  const seq = 1;
  const filter = { way: null, kind: null, method: '', text, failed: false };
  return [
    { type: 'review-link', ask },
    { type: 'link-shown', ask, token },
    { type: 'show-qr', ask, token, open: true },
    { type: 'link-hidden', ask, token },
    { type: 'understand-link', ask, token, understood: false },
    { type: 'close-link', ask },
    { type: 'permission-shown', ask },
    { type: 'permission-hidden', ask },
    { type: 'set-field', ask, index: number, draft: { is: 'text', text }, seq },
    { type: 'set-companion', ask, index: number, text, seq },
    { type: 'take-suggestion', ask, index: number, seq },
    { type: 'leave-field', ask, index: number },
    { type: 'preview', ask, open: true },
    { type: 'compose', session, text, seq },
    { type: 'seen', session },
    { type: 'attach-picture', session, data: text },
    { type: 'take-drop', session, drop: number },
    { type: 'remove-attached', session, attached: number },
    { type: 'find-files', session, query: text },
    { type: 'mention', session, hit: number },
    { type: 'find', do: 'transcript', session },
    { type: 'find', do: 'in', session, text },
    { type: 'find', do: 'again', session },
    { type: 'find', do: 'everywhere', text },
    { type: 'offer-sign-in', connection },
    { type: 'type-in-sign-in', ask, text },
    { type: 'set-option', session, option: number, value: number },
    { type: 'list-sessions', connection, more: false },
    { type: 'open-listed', connection, number },
    { type: 'rejoin', session },
    { type: 'begin-anew', session: number },
    { type: 'new-session', agent: number },
    { type: 'restart-agent', connection: number },
    { type: 'resume-queue', session },
    { type: 'send-now', session, queued: number },
    { type: 'take-queued', session, queued: number },
    { type: 'remove-queued', session, queued: number },
    { type: 'settings', do: 'look-for-agents' },
    { type: 'registry', do: 'close' },
    { type: 'privacy', do: 'look' },
    { type: 'prefer', set: 'theme', to: 'dark' },
    { type: 'demo', do: 'begin' },
    { type: 'demo', do: 'play', scene: 'form', session },
    { type: 'window', do: 'got', rev: number },
    { type: 'window', do: 'at', session },
    { type: 'window', do: 'leaving-shown' },
    { type: 'inspect', do: 'look', connection, viewer: 1, look: 1, filter, after: 0 },
    { type: 'inspect', do: 'read', connection, viewer: 1, number, whole: true },
    { type: 'inspect', do: 'leave', viewer: 1 },
  ];
}

/**
 * Those that say no, stop or close something. A script can have that: nothing gets out.
 * @param {About} about
 */
export function backward({ ask, session, connection }) {
  return [
    { type: 'link-done', ask },
    { type: 'stop-waiting', ask, cancel: true },
    { type: 'decline', ask },
    { type: 'cancel', ask },
    { type: 'stop-turn', session },
    { type: 'close-session', session },
    { type: 'sign-out', connection },
    { type: 'stop-agent', connection },
    { type: 'mute-links', connection },
  ];
}

/** What is not tried, since the window would be gone or another come. @type {Record<string, string[]>} */
export const UNTRIED = { window: ['speaks', 'open-own', 'close', 'quit', 'leave'] };
