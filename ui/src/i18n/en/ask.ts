import type { AskStatus } from '../../wire/AskStatus';
import type { OutsideAccess } from '../../wire/OutsideAccess';
import type { PermissionKind } from '../../wire/PermissionKind';
import type { SignInFailure } from '../../wire/SignInFailure';
import { count } from './write';

const statuses: Record<AskStatus, string> = {
  pending: 'waits for you',
  waiting: 'opened, waiting',
  accepted: 'accepted',
  completed: 'finished',
  declined: 'declined',
  cancelled: 'cancelled',
  withdrawn: 'taken back',
  lost: 'lost',
  refused: 'refused',
};

const happened: Record<AskStatus, (agent: string) => string> = {
  pending: () => 'It waits for you.',
  waiting: () => 'The page was opened.',
  accepted: (agent) => `You accepted; ${agent} was told.`,
  completed: (agent) => `You opened the page; ${agent} says it is finished.`,
  declined: (agent) => `You declined: ${agent} was told "I do not want to answer".`,
  cancelled: (agent) => `Cancelled: ${agent} was told "not now".`,
  withdrawn: (agent) => `${agent} took this question back.`,
  lost: (agent) => `${agent} ended before this was answered.`,
  refused: (agent) => `Assent answered ${agent} with an error.`,
};

const permissionKinds: Record<PermissionKind, string> = {
  'allow-once': 'allows this once',
  'allow-always': 'allows from now on',
  'reject-once': 'refuses this once',
  'reject-always': 'refuses from now on',
  other: 'the agent does not say what this means',
};

const outside: Record<OutsideAccess, string> = {
  read: 'Read a file outside the folders of this session',
  write: 'Write a file outside the folders of this session',
};

const signInFailures: {
  [C in SignInFailure['code']]: (
    failure: Extract<SignInFailure, { code: C }>,
    agent: string,
  ) => string;
} = {
  said: (_, agent) => `${agent} says the sign-in did not work:`,
  ended: ({ exit }) => {
    if (exit.signal !== null) return `The sign-in was ended by ${exit.signal}.`;
    return exit.code === null
      ? 'The sign-in ended without an exit code.'
      : `The sign-in did not work: it ended with exit code ${exit.code}.`;
  },
  'not-started': ({ message }) =>
    message === null
      ? "The sign-in could not be started: the agent's program, or its folder, is not there."
      : 'The sign-in could not be started:',
};

export const ask = {
  asks: (agent: string) => `${agent} asks`,
  wantsVisit: (agent: string) => `${agent} wants you to visit a web page`,
  opened: (agent: string) => `A page of ${agent} was opened`,
  wantsPermission: (agent: string) => `${agent} asks for permission`,
  wantsSignIn: (agent: string) => `${agent} wants you to sign in`,
  forTool: (tool: string) => `for ${tool}`,
  place: (n: number, of: number) => `${n} of ${of}`,
  next: 'Next question',
  previous: 'Previous question',
  park: 'Fold away',
  unpark: 'Show the question',
  dock: 'Questions',
  arrived: (sentence: string) => `${sentence}. It waits below the transcript.`,
  turnedAway: (n: number, agent: string) =>
    `${count(n, 'more question')} of ${agent} ${n === 1 ? 'was' : 'were'} turned away, since too many were waiting.`,
  messageFrom: (agent: string) => `Message from ${agent}`,
  accept: 'Accept',
  decline: 'Decline',
  declineTells: 'Tells the agent: I do not want to answer',
  cancel: 'Cancel',
  cancelTells: 'Tells the agent: not now',
  dismiss: 'Close',
  copyAnswer: 'Copy the answer',
  status: (status: AskStatus) => statuses[status],
  happened: (status: AskStatus, agent: string) => happened[status](agent),
  takenBackKept: (agent: string) => `${agent} took this question back. Your answer is kept here.`,
  lostKept: (agent: string) => `${agent} ended before this was sent. Your answer is kept here.`,
  waitsBelow: 'waits below',
  inDock: 'is open below',
  show: 'Show',
  sent: 'What was sent',
  sentNothing: 'Nothing was sent but the answer itself.',
  yourDraft: 'What you had entered',
  chosen: (option: string) => `You chose: ${option}`,
  permissionKind: (kind: PermissionKind) => permissionKinds[kind],
  permissionKinds,
  outside: (access: OutsideAccess) => outside[access],
  outsideOption: (kind: PermissionKind) => (kind === 'allow-once' ? 'Allow once' : 'Reject'),
  signInMethods: 'Ways to sign in',
  signInRuns: (agent: string) => `${agent} is signing in. It may ask more, or open a page.`,
  signInFailed: (failure: SignInFailure, agent: string): string => {
    const words = signInFailures[failure.code] as (it: SignInFailure, agent: string) => string;
    return words(failure, agent);
  },
  signInTyped: (agent: string) =>
    `The sign-in of ${agent} runs in this terminal. When it is done, ${agent} is started again.`,
  signInTerminal: 'Runs in a terminal, in which you type.',
  signInUnknown: 'Assent does not know this way.',
  signInScreen: (command: string) => `Terminal of the sign-in: ${command}`,
  signInType: 'What you type goes to the terminal. Tab leaves it.',
  signInTab: 'Tab',
  signInBreak: 'Ctrl C',
  signInNone: (agent: string) => `${agent} names no way to sign in.`,
  notNow: 'Not now',
  discardTitle: 'You have entered something',
  discardText: (agent: string) =>
    `Cancel tells ${agent} "not now", and nothing you entered is sent.`,
  discardYes: 'Cancel the question',
  discardNo: 'Go on answering',
  armed: 'An answer for more than this once counts after a second in view.',
  noOptions: (agent: string) =>
    `${agent} gives nothing to choose from. The only way on is to stop the turn.`,
  wouldRun: 'Would run',
  isAbout: 'Is about',
  parkHint: 'Esc folds it away',
  noScope: 'The agent did not say which session this belongs to.',
};
