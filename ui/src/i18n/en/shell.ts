import type { ConnectionStatus } from '../../wire/ConnectionStatus';
import type { Notice } from '../../wire/Notice';
import type { StartFailure } from '../../wire/StartFailure';
import { agents } from './agents';
import { composer } from './composer';
import { count, number } from './write';
import { remote } from './remote';

const startFailures: {
  [C in StartFailure['code']]: (failure: Extract<StartFailure, { code: C }>) => string;
} = {
  'not-found': ({ program }) => `There is no program named ${program}. Check the agent's command.`,
  'not-allowed': ({ program }) => `${program} may not be run. Check its permissions.`,
  secret: ({ name }) =>
    `The value of ${name} could not be read from where it is kept. Unlock the keyring and try again, or enter the value again.`,
  'no-folder': ({ folder }) => `The folder ${folder} does not exist.`,
  system: ({ message }) => `The system did not start it: ${message}`,
  remote: ({ trouble }) => remote.trouble(trouble),
  'wrong-version': ({ offered, wanted }) =>
    `It speaks version ${offered} of the protocol. Assent speaks version ${wanted}.`,
  'bad-initialize': ({ message }) => `It did not answer the first message as it should: ${message}`,
};

const notices: Record<
  Exclude<Notice['code'], 'agent-not-saved' | 'not-attached' | 'not-signed-out'>,
  string
> = {
  'signed-in': 'Signed in.',
  'signed-out': 'Signed out.',
  copied: 'Copied.',
  'nothing-to-copy': 'There is nothing to take away yet.',
  'copy-failed': 'Not copied: the clipboard could not be written.',
  'protocol-exported': 'The messages were written to the file. What may be secret is masked in it.',
  exported: 'It was written to the file.',
  'export-failed': 'Not written: the file could not be written.',
  'queue-full': 'Not queued: too many messages wait already. It is in the message box.',
  'ask-ended': 'Not sent: this question has already ended.',
  'not-pressed':
    'Nothing was done: no press of a key or a button in this window was seen. Press again.',
  'not-announced':
    'Your system did not show a notification. What waits for you stands here all the same.',
  'cannot-start': 'This agent cannot be started.',
  'agent-saved': 'Saved.',
  'secrets-in-file':
    'No keyring of your system took the secret values: they lie in a file that only you can read.',
  'not-kept': 'Not kept: a file could not be written to the disk.',
  deleted: 'Deleted.',
  'not-deleted': 'Not all of it could be deleted: a file could not be removed.',
};

const statusWords: Record<ConnectionStatus['state'], string> = {
  starting: 'starting',
  ready: 'running',
  failed: 'not started',
  ended: 'stopped',
};

export const shell = {
  name: 'Assent',
  title: (waiting: number) => (waiting === 0 ? 'Assent' : `(${number(waiting)}) Assent`),
  loading: 'Loading…',
  reading: 'Reading the transcript…',
  noHost: 'This page belongs to the Assent window and does nothing by itself.',
  sidebar: 'Agents and sessions',
  showSidebar: 'Show agents and sessions',
  hideSidebar: 'Hide agents and sessions',
  newSession: 'New session',
  newSessionIn: 'New session in another folder…',
  newSessionOf: (agent: string) => `New session with ${agent}`,
  untitled: 'New session',
  idle: 'not running',
  unread: 'new',
  waitingFlag: (n: number) => `${count(n, 'question')} waiting`,
  waiting: (n: number) => `${number(n)} waiting`,
  waitingKey: (key: string) => `(${key})`,
  nothingWaiting: 'Nothing waits for you',
  closeSession: 'Close session',
  closeSessionOf: (title: string) => `Close session: ${title}`,
  closeAsk: (n: number) =>
    n > 0
      ? `Close this session? ${count(n, 'question')} will be answered with cancel.`
      : 'Close this session?',
  closeAskKept: 'Close this session? Its transcript is removed from this computer.',
  closeAskTurn: 'Close this session? The agent is still working; its turn is stopped first.',
  close: 'Close',
  keep: 'Keep it open',
  keepRunning: 'Keep it running',
  noSession: 'No session is open',
  noSessionHow: 'Choose an agent to begin.',
  stop: 'Stop agent',
  stopAsk: (agent: string) => `Stop ${agent}? What it waits for is answered with cancel.`,
  restart: 'Restart',
  restartOf: (agent: string) => `Restart ${agent}`,
  signIn: 'Sign in…',
  signOut: 'Sign out',
  command: 'Command',
  folder: 'Folder',
  process: 'Process',
  callsItself: 'Calls itself',
  callsItselfNote: 'in its own words',
  mayAsk: 'May ask',
  forms: 'forms',
  links: 'links',
  nothing: 'nothing',
  linksMuted: 'Links are muted until this connection ends.',
  sessionsOf: 'Sessions',
  noSessions: 'No session yet.',
  earlierAsks: 'Earlier questions',
  status: (status: ConnectionStatus) => statusWords[status.state],
  starting: (agent: string) => `${agent} is starting…`,
  opening: (agent: string) => `${agent} is opening the session…`,
  failed: (agent: string) => `${agent} could not be started`,
  startFailure: (failure: StartFailure): string => {
    const words = startFailures[failure.code] as (failure: StartFailure) => string;
    return words(failure);
  },
  ended: (agent: string, asked: boolean) => (asked ? `${agent} was stopped` : `${agent} has ended`),
  exit: (code: number | null, signal: number | null) => {
    if (signal !== null) return `Ended by signal ${signal}.`;
    if (code === null) return 'No exit code.';
    return code === 0 ? 'Exit code 0.' : `Exit code ${code}.`;
  },
  endedNext: 'The transcript stays here. Restart takes its sessions up again, if the agent can.',
  stderr: 'Its last error output',
  noStderr: 'It wrote nothing to its error output.',
  lastLines: 'The last messages exchanged with it',
  lastLine: (ours: boolean, text: string) => (ours ? `→ ${text}` : `← ${text}`),
  slow: {
    start: (agent: string) => `${agent} runs, but has not answered for ten seconds.`,
    open: (agent: string) => `${agent} has not opened the session for ten seconds.`,
    stop: (agent: string) =>
      `${agent} has not stopped for ten seconds. A restart ends it; the transcript stays.`,
  },
  notProtocol: (agent: string) =>
    `What ${agent} writes is not the protocol. Is this the command that makes it speak it?`,
  noise: 'Lines that were not part of the protocol',
  signInFirst: (agent: string) => `${agent} wants you to sign in first`,
  signInFirstNext: 'After the sign-in the session opens by itself.',
  sessionFailed: (agent: string) => `${agent} did not open the session`,
  agentSays: (agent: string) => `${agent} says`,
  retry: 'Try again',
  unknownOptions: 'Options not shown',
  unknownOption: (name: string, type: string) =>
    `${name}: of a type that Assent does not know (${type})`,
  notice: (notice: Notice) => {
    if (notice.code === 'agent-not-saved') return agents.problem(notice.problem);
    if (notice.code === 'not-attached') return composer.notAttached(notice.name, notice.why);
    if (notice.code === 'not-signed-out')
      return `The agent did not sign out. It says: ${notice.message}`;
    return notices[notice.code];
  },
  dismiss: 'Dismiss',
};
