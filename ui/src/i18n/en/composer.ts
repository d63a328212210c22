import type { NotAttached } from '../../wire/NotAttached';
import type { SentAs } from '../../wire/SentAs';
import type { WhyLink } from '../../wire/WhyLink';
import { count, number, size, write } from './write';

const whyLink: Record<WhyLink, string> = {
  'not-taken': 'this agent does not take files of this kind in messages',
  'too-large': 'it is too large to be sent in full',
  unreadable: 'it could not be read',
  outside: 'it leads out of the session’s folders',
};

function sent(as: SentAs): string {
  switch (as.as) {
    case 'full':
      return 'Sent in full';
    case 'link':
      return as.why === null ? 'Sent as a link' : `Sent as a link: ${whyLink[as.why]}`;
    case 'here':
      return as.why === null
        ? 'Not sent: the agent runs on another machine'
        : `Not sent, since the agent runs on another machine and ${whyLink[as.why]}`;
    case 'nothing':
      return 'Not sent: this agent takes no pictures';
    case 'unknown':
      return '';
  }
}

function sentBriefly(as: SentAs): string {
  if (as.as === 'nothing' || as.as === 'here') return 'not sent';
  return as.as === 'link' ? 'as a link' : '';
}

function why(reason: NotAttached): string {
  switch (reason.code) {
    case 'no-pictures':
      return 'this agent takes no pictures in messages.';
    case 'not-picture':
      return 'only PNG, JPEG, GIF and WebP pictures can be pasted.';
    case 'too-large':
      return `it is larger than ${size(reason.limit)}.`;
    case 'too-many':
      return `a message takes ${count(reason.limit, 'attachment')} at most.`;
    case 'unreadable':
      return 'it could not be read.';
  }
}

export const composer = {
  attach: 'Attach files',
  attachFolder: 'Attach a folder',
  attached: 'Attached',
  attachedRemove: (name: string) => `Remove ${name}`,
  pastedPicture: 'Pasted picture',
  dropHere: 'Drop to attach to this message',
  files: 'Files',
  noFile: (query: string) => `No file or folder fits @${query}`,
  size,
  sent,
  sentBriefly,
  whyLink,
  notAttached: (name: string | null, reason: NotAttached) =>
    `Not attached${name === null ? '' : ` (${name})`}: ${why(reason)}`,
  commands: 'Commands',
  commandsMore: (n: number) => `${count(n, 'more command is', 'more commands are')} not listed.`,
  hint: (hint: string) => `Then: ${hint}`,
  queue: 'Messages that wait',
  queueWaits: (n: number) =>
    n === 1 ? 'Sent when the turn ends' : `${number(n)} messages, sent one by one as turns end`,
  queuePaused: 'Waiting. Nothing here is sent until you say so.',
  queueResume: 'Go on',
  queueAdd: 'Queue',
  queueFull: 'The queue is full. Remove a message first.',
  sendNow: 'Send now',
  sendNowStops: 'Stops the turn that runs, waits for its end, then sends this',
  sendNowIdle: 'Sends this next',
  queuedEdit: 'Take back into the message box',
  queuedRemove: 'Remove this message',
  dropped: 'No longer part of the conversation',
  usage: (used: number, size: number) =>
    size > 0 ? `${write.short(used)} of ${write.short(size)}` : write.short(used),
  usageTitle: (used: number, size: number) =>
    `${count(used, 'token')} of ${number(size)} in the context`,
  money: write.money,
  moneyTitle: 'What this session has cost so far, as the agent counts',
};
