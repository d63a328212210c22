import type { RetryView } from '../../wire/RetryView';
import type { Trouble } from '../../wire/Trouble';
import { size } from './write';

const troubles: { [C in Trouble['code']]: (it: Extract<Trouble, { code: C }>) => string } = {
  'bad-address': () => 'Its address cannot be used. Check it in the settings of the agent.',
  unreachable: ({ message }) => `Its machine could not be reached: ${message}`,
  encryption: ({ message }) =>
    `An encrypted connection could not be agreed on, or its certificate is not trusted: ${message}`,
  silent: ({ seconds }) => `Nothing came from it for ${seconds} seconds.`,
  'not-allowed': ({ status }) =>
    status === 401
      ? 'It wants a token, or does not take the one it was sent (HTTP 401). Enter one in the settings of the agent.'
      : `It does not let you in with the token it was sent (HTTP ${status}).`,
  status: ({ status }) =>
    `It answered with HTTP status ${status}. Is this the address of an agent?`,
  'sent-on': ({ host }) =>
    host === ''
      ? 'It sends on to another address. That is not followed.'
      : `It sends on to ${host}. That is not followed, since your token would go there.`,
  'wrong-type': ({ found }) =>
    found === ''
      ? 'It answered with something that is not the protocol.'
      : `It answered with ${found}, which is not the protocol. Is this the address of an agent?`,
  'not-web-socket': () => 'It does not speak WebSocket as agreed. Is this the address of an agent?',
  'too-long': ({ limit }) => `It sent a message longer than ${size(limit)}.`,
  closed: () => 'Its side closed the connection.',
  broken: ({ message }) => `The connection broke off: ${message}`,
};

export const remote = {
  badge: 'remote',
  badgeHow: 'This agent runs on another machine.',
  trouble: (trouble: Trouble): string => {
    const words = troubles[trouble.code] as (it: Trouble) => string;
    return words(trouble);
  },
  noteOf: (trouble: Trouble | null): string =>
    trouble === null
      ? 'The connection to the agent ended.'
      : `The connection to the agent ended. ${remote.trouble(trouble)}`,
  failed: (agent: string) => `${agent} could not be reached`,
  dropped: (agent: string) => `The connection to ${agent} was lost`,
  droppedNext: 'What it asked is lost. What you wrote stays here.',
  again: 'Connecting again takes its sessions up again, if the agent can.',
  retry: ({ attempt, most }: RetryView, seconds: number) =>
    seconds > 0
      ? `Try ${attempt} of ${most} in ${seconds} s.`
      : `Try ${attempt} of ${most} begins now.`,
  tryNow: 'Try now',
  stop: 'Stop trying',
  connect: 'Connect again',
  process: 'The connection to the agent',
  runs: 'Runs',
  places: {
    here: 'on this computer, started by a command',
    command: 'on another machine, reached by a command such as ssh',
    address: 'on another machine, reached over the network',
  },
  suggestion: (agent: string) =>
    `The command of ${agent} looks as if it went to another machine. If it does, say so here: the agent then gets no files of this computer, and links that lead to this computer are marked.`,
  suggested: 'Does it run on another machine?',
  address: 'Address',
  addressExample: 'wss://agent.example.com',
  addressHow:
    'It begins with wss:// or https://. With ws:// or http:// nothing is encrypted; you are asked before such an address outside of this computer is kept. Without a path, /acp is added.',
  token: 'Token',
  tokenHow:
    'Sent as “Authorization: Bearer …” to this address alone. Kept in the keyring of your system.',
  tokenSet: (inFile: boolean) =>
    inFile ? 'set, in a file; write to replace it' : 'set; write to replace it',
  forgetToken: 'Remove the token',
  keepToken: 'Keep the token',
  tokenGone: 'removed when you save',
  folderThere: 'Folder on that machine',
  folderThereHow: 'A full path as that machine names it. It is not looked for here.',
  foldersThereHow: 'Full paths on that machine, given to new sessions if the agent takes them.',
  shares: 'May use of this computer',
  files: 'Read and write files',
  terminals: 'Run commands',
  sharesHow:
    'Nothing, unless you switch it on: then in the folders below, and without asking you each time.',
  roots: 'Folders of this computer',
  noFolderDialog: 'New sessions begin in its folder on the other machine.',
  filesInFull:
    'This agent runs on another machine: files are sent in full, and those that cannot be are not sent.',
};
