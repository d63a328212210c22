// An agent that does what its prompts say, as fast as it is read, and writes down when: `burst 1000`, `steady 1000 30`,
// `tools 200`, `messages 10000`, `form 200`, `options 20000`, `asks 20 200 1000`. The log is the file LOAD_LOG names.

import { appendFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const LOG = process.env['LOAD_LOG'];
const SESSION = 's1';
const CHUNK = 20;

/** Text with everything that is streamed often. */
const MARKDOWN = `## What was found

The server reads **every** line twice, once in \`read_line\` and once in \`parse\`. That is _not_ needed:

- the first pass only looks for the end of the line,
- the second one looks at each character again,
  and allocates for each of them.

\`\`\`rust
fn read(line: &str) -> Option<Message> {
    let (head, rest) = line.split_once(':')?;
    Some(Message { head: head.trim(), rest })
}
\`\`\`

| step | before | after |
|---|---|---|
| read | 12 ms | 4 ms |
| parse | 9 ms | 9 ms |

1. Keep the position of the colon.
2. Give it to the parser, see https://example.org/parser for more.

> Nothing else changes for those who call it.

`;

/** @param {string} event @param {object} [more] */
function note(event, more = {}) {
  if (LOG) appendFileSync(LOG, `${JSON.stringify({ event, at: performance.timeOrigin + performance.now(), ...more })}\n`);
}

/** @param {object} message */
const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** Writes all of it; the pipe sets the pace. @param {string | Buffer} text */
function write(text) {
  let rest = typeof text === 'string' ? Buffer.from(text) : text;
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
}

/** @param {object} update */
const updated = (update) => line({ method: 'session/update', params: { sessionId: SESSION, update } });

/** @param {string} text @param {string} [messageId] */
const says = (text, messageId = 'm') =>
  updated({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The chunk with this number. @param {number} number */
const chunk = (number) => {
  const from = (number * CHUNK) % MARKDOWN.length;
  return (MARKDOWN + MARKDOWN).slice(from, from + CHUNK);
};

let message = 0;

/** Something small at the end, to be waited for. */
const mark = () => says('The end.', `end-${message}`);

/** @param {number} count */
async function burst(count) {
  message += 1;
  const chunks = [];
  for (let number = 0; number < count; number += 1) chunks.push(says(chunk(number), `m${message}`));
  const all = Buffer.from(chunks.join('') + mark());
  note('begin');
  write(all);
  note('sent');
}

/** @param {number} rate a second @param {() => boolean} goesOn */
async function flow(rate, goesOn) {
  message += 1;
  const begin = performance.now();
  let sent = 0;
  while (goesOn()) {
    const due = Math.floor(((performance.now() - begin) * rate) / 1000);
    let text = '';
    for (; sent < due; sent += 1) text += says(chunk(sent), `m${message}`);
    if (text !== '') write(text);
    await pause(5);
  }
}

/** @param {number} rate @param {number} seconds */
async function steady(rate, seconds) {
  const until = performance.now() + seconds * 1000;
  note('begin');
  await flow(rate, () => performance.now() < until);
  write(mark());
  note('sent');
}

/** @param {number} count */
async function tools(count) {
  message += 1;
  const text = (/** @type {number} */ tool, /** @type {string} */ word) =>
    Array.from({ length: 40 }, (_, row) => `    let row_${row} = ${row % 7 === 0 ? word : 'same'}(${tool + row});`).join('\n');
  let all = '';
  for (let tool = 0; tool < count; tool += 1) {
    const toolCallId = `t${message}-${tool}`;
    const content = [{ type: 'diff', path: `/project/src/file_${tool}.rs`, oldText: text(tool, 'before'), newText: text(tool, 'after') }];
    all += updated({ sessionUpdate: 'tool_call', toolCallId, title: `Edit file_${tool}.rs`, kind: 'edit', status: 'in_progress', content });
    all += updated({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  }
  note('begin');
  write(all + mark());
  note('sent');
}

/** Entries of their own. @param {number} count */
async function messages(count) {
  message += 1;
  let all = '';
  for (let number = 0; number < count; number += 1) all += says(MARKDOWN.slice(0, 200 + ((number * 37) % 400)), `e${message}-${number}`);
  note('begin');
  write(all + mark());
  note('sent');
}

let requests = 0;

/** @param {object} params */
function ask(params) {
  requests += 1;
  const id = requests;
  const text = line({ id, method: 'elicitation/create', params: { sessionId: SESSION, mode: 'form', ...params } });
  note('ask', { id });
  write(text);
  return id;
}

/** @param {string} what @param {object} schema */
const form = (what, schema) => ask({ message: what, requestedSchema: { type: 'object', ...schema } });

/** Asks one after the other, each taken back; with a rate, under updates. @param {number} count @param {number} gap @param {number} [rate] */
async function asks(count, gap, rate) {
  let over = false;
  const load = rate ? flow(rate, () => !over) : Promise.resolve();
  if (rate) await pause(1000);
  for (let number = 0; number < count; number += 1) {
    const id = form(`Question ${requests + 1}.`, { properties: { name: { type: 'string' }, size: { type: 'string', enum: ['small', 'large'] } } });
    await pause(gap);
    write(line({ method: '$/cancel_request', params: { requestId: id } }));
    // Not in step with the screen.
    await pause(37 + ((number * 13) % 40));
  }
  over = true;
  await load;
  note('sent');
}

/** Fields of every kind, in turn. @param {number} count */
async function fields(count) {
  const kinds = [
    { type: 'string' },
    { type: 'integer', minimum: 1, description: 'How many there are to be' },
    { type: 'string', enum: ['red', 'green', 'blue'] },
    { type: 'boolean' },
    { type: 'string', format: 'date' },
  ];
  const properties = Object.fromEntries(Array.from({ length: count }, (_, number) => [`field_${number}`, kinds[number % kinds.length]]));
  form('Many fields', { properties });
}

/** @param {number} count */
async function options(count) {
  const names = Array.from({ length: count }, (_, number) => `option-${number + 1}`);
  form('Many options', { properties: { one: { type: 'string', enum: names } } });
}

/** @type {Record<string, (...numbers: number[]) => Promise<void>>} */
const deeds = {
  burst: (count = 0) => burst(count),
  steady: (rate = 0, seconds = 0) => steady(rate, seconds),
  tools: (count = 0) => tools(count),
  messages: (count = 0) => messages(count),
  asks: (count = 0, gap = 0, rate) => asks(count, gap, rate),
  form: (count = 0) => fields(count),
  options: (count = 0) => options(count),
};

/** @param {string} text */
async function take(text) {
  const { id, method, params } = JSON.parse(text);
  const answer = (/** @type {object} */ result) => write(line({ id, result }));
  if (method === 'initialize') {
    note('initialize');
    answer({ protocolVersion: 1, agentInfo: { name: 'load', version: '1' } });
  } else if (method === 'session/new') answer({ sessionId: SESSION });
  else if (method === 'session/prompt') {
    const [deed = '', ...numbers] = String(params.prompt[0].text).trim().split(' ');
    note('prompt');
    await deeds[deed]?.(...numbers.map(Number));
    answer({ stopReason: 'end_turn' });
  }
}

createInterface({ input: process.stdin }).on('line', (text) => void take(text));
