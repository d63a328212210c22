import type { NoteView } from '../../wire/NoteView';
import type { Severity } from '../../wire/Severity';
import type { Speaker } from '../../wire/Speaker';
import type { ToolStatus } from '../../wire/ToolStatus';
import type { TurnEnd } from '../../wire/TurnEnd';
import { agents } from './agents';
import { remote } from './remote';
import { count, number, size } from './write';

const turnEnds: { [R in TurnEnd['reason']]: (end: Extract<TurnEnd, { reason: R }>) => string } = {
  end_turn: () => 'Done.',
  max_tokens: () => 'Stopped: the model ran out of tokens.',
  max_turn_requests: () => 'Stopped: the agent made as many requests to its model as it may.',
  refusal: () => 'The agent refuses to go on.',
  cancelled: () => 'You stopped this turn.',
  other: ({ value }) => `The turn ended: ${value}`,
  error: ({ code, message }) => `The turn ended with error ${code}: ${message}`,
  lost: () => 'The agent ended before this turn was done.',
};

const notes: { [N in NoteView['note']]: (note: Extract<NoteView, { note: N }>) => string } = {
  'turn-ended': ({ end }) => turnEnd(end),
  'ask-refused': ({ message, about }) =>
    about === null
      ? `A question of the agent could not be shown, and was answered with an error: ${message}`
      : `A question of the agent could not be shown, and was answered with an error: ${message} (${about})`,
  'link-muted': ({ host }) =>
    host === null
      ? 'A link was declined, since links of this agent are muted.'
      : `A link to ${host} was declined, since links of this agent are muted.`,
  'not-set': ({ message }) => `The agent did not take over what you set: ${message}`,
  'server-left-out': ({ server, why }) => agents.leftOut(server, why),
  'folders-left-out': () =>
    'The agent takes no further folders, so those of its settings were not given to it.',
  'connection-ended': ({ code, signal }) => {
    if (signal !== null) return `The agent has ended by signal ${signal}.`;
    return code === null ? 'The agent has ended.' : `The agent has ended with exit code ${code}.`;
  },
  dropped: ({ trouble }) => remote.noteOf(trouble),
  'line-too-long': ({ bytes }) =>
    `The agent wrote a line of ${number(bytes)} bytes. That is over the limit, and it was skipped.`,
  'not-kept': ({ entries }) =>
    `${count(entries, 'earlier entry', 'earlier entries')} left out: the transcript is longer than what is kept.`,
  'text-cut': ({ bytes }) =>
    `The message above goes on for ${size(bytes)} more. That is longer than what is kept of one message, and was left out.`,
  'early-left-out': ({ updates }) =>
    `${count(updates, 'update', 'updates')} left out: the agent sent more than is kept before a session is open.`,
  'began-anew': () => 'A new session begins here. The agent knows nothing of what stands above.',
  'no-replay': () =>
    'The agent goes on with this session. It did not tell what was said in it before.',
};

const toolStatuses: Record<ToolStatus, string> = {
  pending: 'not begun',
  in_progress: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'stopped',
};

const stepStatuses: Record<ToolStatus, string> = {
  pending: 'to do',
  in_progress: 'doing',
  completed: 'done',
  failed: 'failed',
  cancelled: 'dropped',
};

const toolKinds: Record<string, string> = {
  read: 'read',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
  search: 'search',
  execute: 'run',
  think: 'think',
  fetch: 'fetch',
  switch_mode: 'switch mode',
  other: 'tool',
};

const severities: Record<Severity, string> = {
  info: 'to know',
  warning: 'warning',
  error: 'error',
};

const priorities: Record<string, string> = { high: 'high', medium: 'medium', low: 'low' };

const speakers: Record<Speaker, (agent: string) => string> = {
  user: () => 'You',
  agent: (agent) => agent,
  thought: (agent) => `${agent}, thinking`,
};

function turnEnd(end: TurnEnd): string {
  return (turnEnds[end.reason] as (end: TurnEnd) => string)(end);
}

export const transcript = {
  label: 'Transcript',
  empty: (agent: string) => `${agent} is ready`,
  emptyHow: 'Say what you want done. Questions from the agent appear here, above the message box.',
  toEnd: 'Go to the end',
  speaker: (speaker: Speaker, agent: string) => speakers[speaker](agent),
  thinking: 'Thinking',
  copy: 'Copy',
  copyCode: 'Copy code',
  copyEntry: 'Copy this message',
  note: (note: NoteView): string => (notes[note.note] as (note: NoteView) => string)(note),
  turnEnd,
  turnEnds,
  notes,
  toolStatus: (status: ToolStatus) => toolStatuses[status],
  toolKind: (kind: string) => toolKinds[kind] ?? 'tool',
  stepStatus: (status: ToolStatus) => stepStatuses[status],
  priority: (priority: string) => priorities[priority] ?? '',
  untitledTool: 'A tool without a title',
  plan: 'Plan',
  planDone: (done: number, of: number) => `${number(done)} of ${number(of)} done`,
  input: 'Input as sent',
  output: 'Output as sent',
  locations: 'Files',
  location: (path: string, line: number | null) => (line === null ? path : `${path}:${line}`),
  compaction: (agent: string) => `${agent} sums up what was said, to have room again.`,
  summary: 'Summary',
  severity: (severity: Severity) => severities[severity],
  noDetail: 'The agent gave no detail.',
  newFile: 'new file',
  diffOf: (path: string) => `Change of ${path}`,
  added: (n: number) => `+${number(n)}`,
  removed: (n: number) => `−${number(n)}`,
  addedWords: (n: number) => `${count(n, 'line')} added`,
  removedWords: (n: number) => `${count(n, 'line')} removed`,
  unchanged: (n: number) => `${count(n, 'unchanged line')}`,
  diffTooLarge: 'Too large to compare line by line: before and after in full.',
  before: 'Before',
  after: 'After',
  noChange: 'No change.',
  terminal: (command: string) => `Terminal: ${command}`,
  terminalGone: (id: string) => `Terminal ${id}: nothing is kept of it.`,
  terminalEmpty: 'No output.',
  terminalEarlier: (n: number) => `${count(n, 'earlier line')} not kept`,
  terminalRuns: 'runs',
  terminalDone: 'done',
  terminalCode: (code: number) => `ended with exit code ${code}`,
  terminalSignal: (signal: string) => `ended by ${signal}`,
  terminalEnded: 'ended',
  copyTerminal: 'Copy the output',
  unrecognised: (update: string) => `An update of a kind that Assent does not know: ${update}`,
  unrecognisedContent: 'Content of a kind that Assent does not know',
  image: 'Picture from the agent',
  imageYours: 'Your picture',
  sound: (mime: string | null, bytes: number) =>
    `A sound${mime === null ? '' : ` (${mime})`}, ${size(bytes)}. Assent does not play sounds.`,
  resourceBinary: 'Not text: it is not shown.',
  copyNew: 'Copy the new text',
  copyPatch: 'Copy the change as a patch',
  otherContent: (what: string, mime: string | null, bytes: number | null) => {
    const about = [mime, bytes === null ? null : size(bytes)].filter((it) => it !== null);
    const more = about.length === 0 ? '' : ` (${about.join(', ')})`;
    return `Content that cannot be shown here: ${what}${more}`;
  },
  imageNamed: (alt: string) =>
    alt === '' ? 'picture, not fetched' : `picture, not fetched: ${alt}`,
  working: (agent: string) => `${agent} is working`,
  waitsForYou: (agent: string) => `${agent} waits for your answer`,
  stopping: 'Stopping…',
  stop: 'Stop',
  send: 'Send',
  sendKey: 'Enter',
  messageTo: (agent: string) => `Message ${agent}…`,
  messageLabel: (agent: string) => `Message to ${agent}`,
  cannotWrite: {
    opening: 'You can write as soon as the session is open.',
    'sign-in-first': 'You can write after signing in.',
    failed: 'This session is not open.',
    disconnected: 'The agent is not running.',
    'cannot-rejoin': 'This session is not open.',
  },
  mode: 'Mode',
  unknownValue: 'not in the list',
  options: 'Options of this session',
  showAll: (n: number) => `Show all ${number(n)} characters`,
  showLess: 'Show less',
  showLines: (n: number) => `Show all ${number(n)} lines`,
};
