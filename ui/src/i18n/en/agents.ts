import type { AgentProblem } from '../../wire/AgentProblem';
import type { LeftOut } from '../../wire/LeftOut';
import type { ServerKind } from '../../wire/ServerKind';
import type { SetAside } from '../../wire/SetAside';
import { count } from './write';

const problems: {
  [C in AgentProblem['code']]: (it: Extract<AgentProblem, { code: C }>) => string;
} = {
  name: () => 'Not saved: the agent needs a name.',
  command: () => 'Not saved: the command is empty.',
  quote: () => 'Not saved: a quote in the command is not closed.',
  folder: () => 'Not saved: the folder must be a full path, from the root on.',
  value: ({ line }) =>
    `Not saved: number ${line} of the variables or headers has a name or a value that cannot be one.`,
  'no-value': ({ line }) => `Not saved: number ${line} of the variables or headers needs a value.`,
  address: () => 'Not saved: the address must begin with http:// or https://.',
  'agent-address': () =>
    'Not saved: the address must begin with wss://, https://, ws:// or http://, and hold no name, password or part after #.',
  token: () =>
    'Not saved: enter the token again. It can hold no line breaks, it does not go along to another address, and no header may be named Authorization beside it.',
  'nothing-shared': () =>
    'Not saved: choose a folder of this computer in which the agent may do that.',
  'too-long': () =>
    'Not saved: something is too long, or there is too much of it, to be shown to you in the dialog.',
  asking: () => 'Not saved: the dialog for what you saved before is still open. Answer it first.',
  'not-agreed': () => 'Not saved: you did not agree in the dialog.',
};

const leftOut: { [C in LeftOut['code']]: (it: Extract<LeftOut, { code: C }>) => string } = {
  'not-taken': ({ kind }) => {
    const ways: Record<ServerKind, string> = {
      stdio: 'that are programs',
      http: 'that are reached over HTTP',
      sse: 'that are reached over HTTP with server-sent events',
    };
    return `it takes no servers ${ways[kind]}.`;
  },
  elsewhere: () => 'it is a program of this computer, and the agent runs on another machine.',
  'not-found': ({ program }) =>
    `there is no program named ${program} where your login shell looks for programs.`,
  secret: ({ name }) => `the value of ${name} could not be read from where it is kept.`,
};

export const agents = {
  title: 'Agents',
  add: 'Add an agent',
  addOther: 'Another agent…',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  none: 'No agent is set up yet.',
  once: 'from the command line, this once',
  ready: 'Well-known agents',
  installed: 'installed',
  looking: 'looking…',
  missing: (program: string) => `not installed: your login shell finds no program named ${program}`,
  use: (name: string) => `Add ${name}`,
  name: 'Name',
  nameHow: 'Your name for it.',
  command: 'Command',
  commandHow: 'Program and arguments, as you would type them in a terminal.',
  folder: 'Folder',
  folderHow: 'Where it works, and where new sessions begin.',
  env: 'Added environment',
  envHow:
    'A value in the keyring of your system is not shown again; you can replace or remove it. By name: what is called …_KEY, …_TOKEN, …SECRET… or …PASSWORD… goes there. Other values lie in a file that only you can read, and so do those that no keyring takes.',
  valueName: 'Name',
  value: 'Value',
  valueOf: (name: string) => (name === '' ? 'Value' : `Value of ${name}`),
  valueSet: (inFile: boolean) =>
    inFile ? 'set, in a file; write to replace it' : 'set; write to replace it',
  valueWhere: (name: string) =>
    name === '' ? 'Where the value lies' : `Where the value of ${name} lies`,
  whereAuto: 'by its name',
  whereSecret: 'in the keyring',
  whereHidden: 'hidden, in a file',
  wherePlain: 'in a file',
  removeValue: (name: string) => (name === '' ? 'Remove this one' : `Remove ${name}`),
  addVariable: 'Add a variable',
  addHeader: 'Add a header',
  headers: 'Headers',
  folders: 'Further folders',
  foldersHow:
    'Given to new sessions if the agent takes them. It may then read and write in them as in the first.',
  furtherFolder: (number: number) => `Further folder ${number}`,
  chooseFolder: 'Choose a folder…',
  typeFolder: 'Type one',
  removeFolder: (folder: string) => `Remove the folder ${folder}`,
  servers: 'MCP servers',
  serversHow: 'Tools that agents are told of when a session is opened.',
  addServer: 'Add an MCP server',
  noAgent: 'no agent',
  allAgents: 'All agents',
  givenTo: 'Given to',
  givenHow: 'From the next session that is opened on. An agent is not given what it cannot take.',
  serverNameHow: 'Your name for it. Agents are told it.',
  kind: 'Reached',
  kinds: {
    stdio: 'as a program that the agent starts',
    http: 'over HTTP',
    sse: 'over HTTP with server-sent events',
  } satisfies Record<ServerKind, string>,
  kindHow: 'Every agent takes programs. The other kinds only some.',
  serverCommandHow:
    'Program and arguments, as you would type them in a terminal. The agent is told where the program is.',
  url: 'Address',
  urlHow: 'It begins with https:// or http://.',
  removeServerAsk: (name: string) =>
    `Remove ${name}? Sessions that are open keep it until they are opened again.`,
  agreeHow: 'What can be started is kept after you agree in a dialog outside of this page.',
  leftOut: (server: string, why: LeftOut): string => {
    const words = leftOut[why.code] as (it: LeftOut) => string;
    return `The MCP server ${server} was not given to the agent: ${words(why)}`;
  },
  mayAsk: 'May ask you by',
  forms: 'Forms',
  links: 'Links',
  switches:
    'What is switched off is not offered to the agent from its next start on. Links that a running agent still sends are declined.',
  save: 'Save',
  back: 'Do not save',
  remove: 'Remove',
  removeAsk: (name: string, sessions: number) =>
    sessions > 0
      ? `Remove ${name}? It is stopped if it runs. What is kept of ${count(sessions, 'session')} is removed from this computer.`
      : `Remove ${name}? It is stopped if it runs.`,
  keep: 'Keep it',
  problem: (problem: AgentProblem): string => {
    const words = problems[problem.code] as (it: AgentProblem) => string;
    return words(problem);
  },
  setAside: ({ file, kept_as, newer }: SetAside) => {
    const why = newer
      ? `${file} was written by a newer Assent and cannot be read.`
      : `${file} is damaged and cannot be read.`;
    return kept_as === null
      ? `${why} It stays where it is and will be written over.`
      : `${why} It was put aside as ${kept_as}.`;
  },
  earlier: (name: string) => `Earlier sessions of ${name}`,
  list: 'List them',
  listAgain: 'List again',
  listMore: 'More',
  listing: 'The agent is asked…',
  noEarlier: 'The agent lists none.',
  open: 'Open',
  openOf: (title: string) => `Open: ${title}`,
  delete: 'Delete',
  deleteOf: (title: string) => `Delete: ${title}`,
  deleteAsk: (title: string) =>
    `Delete “${title}”? The agent deletes it for good, and what is kept of it here goes too.`,
  untitled: 'Without a title',
  notConnected: 'not connected',
  rejoinHow: (agent: string) => `Write to go on. ${agent} is started if it does not run.`,
  rejoin: 'Connect now',
  cannotRejoin: (agent: string) => `${agent} cannot take this session up again`,
  noWay: 'It has no way to.',
  anewHow: 'In a new session it knows nothing of what stands above; the transcript stays.',
  anew: 'Continue in a new session',
};
