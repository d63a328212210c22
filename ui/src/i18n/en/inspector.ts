import type { TraceKind } from '../../wire/TraceKind';
import type { TraceRow } from '../../wire/TraceRow';
import type { TraceWay } from '../../wire/TraceWay';
import { finding } from './findings';
import { count, number, size, write } from './write';

const ways: Record<TraceWay, string> = {
  'from-agent': 'from the agent',
  'to-agent': 'to the agent',
};

const kinds: Record<TraceKind, string> = {
  request: 'request',
  response: 'response',
  notification: 'notification',
  'not-protocol': 'not protocol',
  stderr: 'error output',
};

function facts(row: TraceRow): string {
  const { hours, rest } = write.clock(row.at);
  const parts = [hours + rest];
  if (row.id !== null) parts.push(`id ${row.id}`);
  parts.push(
    row.bytes < 1024 ? count(row.bytes, 'byte') : `${size(row.bytes)} (${number(row.bytes)} bytes)`,
  );
  if (row.took !== null) parts.push(`answered after ${write.took(row.took)}`);
  return parts.join(' · ');
}

export const inspector = {
  open: 'Protocol',
  openTitle: 'Look at the messages exchanged with this agent',
  title: (agent: string) => (agent === '' ? 'Protocol' : `Protocol: ${agent}`),
  connections: 'Connections to this agent',
  connection: (place: number, status: string) => `Connection ${place}, ${status}`,
  list: 'Messages, oldest first. Enter looks at one.',
  columns: ['Time', '', 'Kind', 'Method', 'Id', 'Size', 'Took'],
  method: 'Method',
  direction: 'Direction',
  kindFilter: 'Kind',
  methodFilter: 'Only methods that contain this',
  filters: 'Filter the messages',
  search: 'Only messages that contain this',
  searchHint: 'Search ( / )',
  bothWays: 'Both ways',
  allKinds: 'All kinds',
  failedOnly: 'Errors',
  failedTitle: 'Only errors, and what there is a remark on',
  way: (way: TraceWay) => ways[way],
  kind: (kind: TraceKind) => kinds[kind],
  size,
  took: write.took,
  time: write.clock,
  facts,
  failed: 'error',
  remarked: 'remark',
  pause: 'Pause',
  goOn: 'Go on',
  pauseTitle: 'Let the list stand still. Messages are kept meanwhile.',
  paused: 'Paused.',
  clear: 'Clear',
  clearTitle: 'Forget the messages that are kept here',
  export: 'Export…',
  exportTitle:
    'Write the messages to a file. Answers to secret fields, variables, headers, keys and the queries of addresses are masked.',
  back: 'Back',
  toEnd: 'To the newest',
  empty: 'Nothing has been exchanged yet, or it is not kept any more.',
  noneFit: 'No message fits the filter.',
  count: (shown: number, kept: number, left: number) => {
    const all =
      shown === kept ? count(kept, 'message') : `${number(shown)} of ${count(kept, 'message')}`;
    return left === 0 ? `${all}.` : `${all}; ${number(left)} older ones are not kept any more.`;
  },
  message: 'Message',
  text: 'What the message says',
  heading: (number: number, kind: TraceKind, way: TraceWay) =>
    `${number}: ${kinds[kind]} ${ways[way]}`,
  partner: (kind: TraceKind, partner: number) => {
    if (kind === 'request') return `Its response, ${partner}`;
    return kind === 'response' ? `Its request, ${partner}` : `Message ${partner}`;
  },
  partnerTitle: 'Go to the other half of this exchange',
  copy: 'Copy',
  copyTitle: 'Copy the message, secrets masked',
  closeMessage: 'Close the message',
  gone: 'This message is not kept any more.',
  showAll: 'Show all of it',
  cut: (bytes: number) =>
    `Only the beginning is kept: it was ${size(bytes)}, more than is kept of one message.`,
  masked: (n: number) =>
    `${count(n, 'value')} in it may be secret and ${n === 1 ? 'is' : 'are'} masked: ••••`,
  notProtocol: (id: string | null) =>
    id === null
      ? 'This line is not a message of JSON-RPC 2.0. Agents write one JSON object a line to their output, and everything else to their error output.'
      : 'This is not a right message of JSON-RPC 2.0: a request has jsonrpc "2.0", an id, a method that is a string, and params that are an object or a list. It was answered with -32600.',
  findings: 'What there is to say about this request',
  finding,
};
