import type { CostView } from '../../wire/CostView';
import { count } from './plural';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** An amount as people write it; small ones keep what would else be nothing. */
function money({ amount, currency }: CostView): string {
  const number = Number(amount);
  const digits = number !== 0 && Math.abs(number) < 0.01 ? 4 : 2;
  return `${number.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })} ${currency}`;
}

export const composer = {
  commands: 'Commands',
  commandsMore: (n: number) =>
    n === 1 ? '1 more command is not listed.' : `${n} more commands are not listed.`,
  hint: (hint: string) => `Then: ${hint}`,
  queue: 'Messages that wait',
  queueWaits: (n: number) =>
    n === 1 ? 'Sent when the turn ends' : `${n} messages, sent one by one as turns end`,
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
    size > 0 ? `${compact.format(used)} of ${compact.format(size)}` : `${compact.format(used)}`,
  usageTitle: (used: number, size: number) =>
    `${count(used, 'token')} of ${size.toLocaleString('en')} in the context`,
  money,
  moneyTitle: 'What this session has cost so far, as the agent counts',
};
