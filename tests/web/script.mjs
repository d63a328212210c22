// Lines for the scripted agent: what an agent says and asks, and what it waits for.

/** One line of a script. @typedef {Record<string, unknown>} Line */
/** The id of a request. @typedef {number | string} Id */

/** Longer than any test takes. */
const PATIENT = { within_ms: 120_000 };

/**
 * An agent that lets one session be opened, as `s1`. What follows belongs to that session.
 * @param {object} [initialize] more members of the answer to `initialize`
 * @returns {Line[]}
 */
export function opened(initialize = {}) {
  return [
    { auto: { initialize: { protocolVersion: 1, agentInfo: { name: 'scripted', version: '1' }, ...initialize } } },
    { expect: { method: 'session/new' }, as: 'new', ...PATIENT },
    { reply: { sessionId: 's1' }, to: 'new' },
  ];
}

/**
 * An agent that wants a sign-in before it opens a session.
 * @param {object[]} authMethods
 * @returns {Line[]}
 */
export const signInFirst = (authMethods) => [
  { auto: { initialize: { protocolVersion: 1, authMethods } } },
  { expect: { method: 'session/new' }, as: 'new', ...PATIENT },
  { error: { code: -32000, message: 'Authentication required' }, to: 'new' },
];

/** Waits for a request of the client. @param {string} method @param {string} label @returns {Line} */
export const asked = (method, label) => ({ expect: { method }, as: label, ...PATIENT });

/**
 * Every further `session/new` is answered with this session.
 * @param {string} sessionId
 * @returns {Line}
 */
export const nextSession = (sessionId) => ({ auto: { 'session/new': { sessionId } } });

/** Waits for a prompt. @returns {Line} */
export const prompted = () => ({ expect: { method: 'session/prompt' }, as: 'turn', ...PATIENT });

/** Ends the turn of the last prompt. @param {string} [stopReason] @returns {Line} */
export const turnEnds = (stopReason = 'end_turn') => ({ reply: { stopReason }, to: 'turn' });

/** Waits until a nudge comes (see `Person.nudge`), and goes on. @returns {Line[]} */
export const nudged = () => [prompted(), turnEnds()];

/** Waits for the answer to a request. @param {Id} id @returns {Line} */
export const answered = (id) => ({ expect_answer: id, ...PATIENT });

/**
 * A notification.
 * @param {string} method
 * @param {object} params
 * @returns {Line}
 */
export const notify = (method, params) => ({ send: { method, params } });

/**
 * An update of the session.
 * @param {object} update
 * @param {string} [sessionId]
 * @returns {Line}
 */
export const update = (update, sessionId = 's1') => notify('session/update', { sessionId, update });

/** Text of the agent. @param {string} text @returns {Line} */
export const says = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

/**
 * A form.
 * @param {Id} id
 * @param {object} properties of its schema
 * @param {{ schema?: object, [member: string]: unknown }} [more] other members of the schema and of the request
 * @returns {Line}
 */
export function form(id, properties, { schema = {}, ...more } = {}) {
  const requestedSchema = { type: 'object', properties, ...schema };
  const params = { mode: 'form', sessionId: 's1', message: 'Please answer', requestedSchema, ...more };
  return { send: { id, method: 'elicitation/create', params } };
}

/**
 * A form of required fields.
 * @param {Id} id
 * @param {object} properties
 * @param {{ [member: string]: unknown }} [more]
 * @returns {Line}
 */
export const requiredForm = (id, properties, more = {}) =>
  form(id, properties, { schema: { required: Object.keys(properties) }, ...more });

/**
 * A form whose members stand in the order written here. JavaScript would put members that look like integers first.
 * @param {Id} id
 * @param {[name: string, schema: object][]} properties
 * @returns {Line}
 */
export function orderedForm(id, properties) {
  const members = properties.map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`);
  const line = JSON.stringify({ jsonrpc: '2.0', .../** @type {object} */ (form(id, {})['send']) });
  return { raw: line.replace('"properties":{}', () => `"properties":{${members.join(',')}}`) };
}

/**
 * A link.
 * @param {Id} id the elicitation's id is `e` and this
 * @param {string} url
 * @param {{ [member: string]: unknown }} [more] other members of the request
 * @returns {Line}
 */
export function link(id, url, more = {}) {
  const params = { mode: 'url', sessionId: 's1', elicitationId: `e${id}`, message: 'Please sign in', url, ...more };
  return { send: { id, method: 'elicitation/create', params } };
}

/** The page of a link is finished. @param {Id} id @returns {Line} */
export const complete = (id) => notify('elicitation/complete', { elicitationId: `e${id}` });

/** A request is taken back. @param {Id} id @returns {Line} */
export const withdraw = (id) => notify('$/cancel_request', { requestId: id });

/** Goes on only when the person lets it (see `Person.letsGoOn`); within a turn, where a nudge cannot come. @returns {Line[]} */
export const asksToGoOn = () => [form('gate', {}, { message: 'Shall I go on?' }), answered('gate')];

/** A question for permission to run a command. @param {Id} id @returns {Line} */
export function permission(id) {
  const toolCall = { toolCallId: 't1', title: 'Remove the build folder', kind: 'execute', rawInput: { command: 'rm -r build' } };
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ];
  return { send: { id, method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } } };
}

/** What an agent may say in a turn, of every kind. */
export const TURN = [
  says('# Head\n\nSome `code`, a [link](https://example.org/) and\n\n- a list\n- of two\n\n```js\nconst a = "b"; // c\n```\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'),
  update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } }),
  ...['pending', 'in_progress', 'completed', 'failed'].map((status) => update({ sessionUpdate: 'tool_call', toolCallId: status, title: `A ${status} call`, kind: 'edit', status, rawInput: { a: 1 }, content: [{ type: 'diff', path: '/a.txt', oldText: 'a\nb\n', newText: 'a\nc\n' }] })),
  update({ sessionUpdate: 'plan', entries: ['completed', 'in_progress', 'pending'].map((status) => ({ content: `A ${status} step`, priority: 'high', status })) }),
  update({ sessionUpdate: 'something_new', more: 1 }),
];
