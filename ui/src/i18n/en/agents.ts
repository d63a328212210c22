import type { AgentProblem } from '../../wire/AgentProblem';
import type { SetAside } from '../../wire/SetAside';
import { count } from './plural';

const problems: {
  [C in AgentProblem['code']]: (it: Extract<AgentProblem, { code: C }>) => string;
} = {
  name: () => 'Not saved: the agent needs a name.',
  command: () => 'Not saved: the command is empty.',
  quote: () => 'Not saved: a quote in the command is not closed.',
  folder: () => 'Not saved: the folder must be a full path, from the root on.',
  environment: ({ line }) => `Not saved: line ${line} of the environment is not NAME=value.`,
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
  missing: (program: string) =>
    `There is no program named ${program} where your login shell looks for programs.`,
  use: (name: string) => `Add ${name}`,
  name: 'Name',
  nameHow: 'Your name for it.',
  command: 'Command',
  commandHow: 'Program and arguments, as you would type them in a terminal.',
  folder: 'Folder',
  folderHow: 'Where it works, and where new sessions begin.',
  env: 'Added environment',
  envHow:
    'One NAME=value a line. The values, keys and tokens too, lie in a file that only you can read. The system keyring is not used.',
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
