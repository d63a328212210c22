// Asks a form, or a link, when the prompt says so, and says what it was answered.
//
// The prompts are `form` and `link`, which ask what the client offers, and `raw form` and `raw link`, which ask anyway.

import { Readable, Writable } from 'node:stream';

import * as acp from '@agentclientprotocol/sdk';

type Mode = 'form' | 'link';

let offered: acp.ElicitationCapabilities = {};

function request(mode: Mode, sessionId: string): acp.CreateElicitationRequest {
  if (mode === 'link') {
    return { mode: 'url', sessionId, elicitationId: 'typescript-1', url: 'https://login.example.com/typescript', message: 'Please sign in' };
  }
  const properties = { name: { type: 'string', title: 'Name', minLength: 2 } } as const;
  return { mode: 'form', sessionId, message: 'Who are you?', requestedSchema: { type: 'object', properties, required: ['name'] } };
}

async function ask(client: acp.AgentContext, mode: Mode, sessionId: string): Promise<string> {
  const question = request(mode, sessionId);
  const answer = await client.request(acp.methods.client.elicitation.create, question);
  if (!acp.CreateElicitationResponse.isAccept(answer)) return answer.action;
  if (mode === 'form') return `accept ${JSON.stringify(answer.content)}`;
  await client.notify(acp.methods.client.elicitation.complete, { elicitationId: 'typescript-1' });
  return 'accept';
}

async function turn(client: acp.AgentContext, sessionId: string, words: string): Promise<string> {
  const mode = words.endsWith('link') ? 'link' : 'form';
  const offers = mode === 'link' ? offered.url : offered.form;
  if (!offers && !words.startsWith('raw')) return 'not offered';
  try {
    return await ask(client, mode, sessionId);
  } catch (error) {
    if (error instanceof acp.RequestError) return `error ${error.code}`;
    throw error;
  }
}

acp
  .agent({ name: 'assent-interop-typescript' })
  .onRequest(acp.methods.agent.initialize, ({ params }) => {
    offered = params.clientCapabilities?.elicitation ?? {};
    return { protocolVersion: acp.PROTOCOL_VERSION, agentInfo: { name: 'interop-typescript', version: '1' } };
  })
  .onRequest(acp.methods.agent.session.new, () => ({ sessionId: 'typescript' }))
  .onRequest(acp.methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const words = prompt.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
    const text = await turn(client, sessionId, words);
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } as const;
    await client.notify(acp.methods.client.session.update, { sessionId, update });
    return { stopReason: 'end_turn' };
  })
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));
