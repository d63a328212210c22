import type { SearchKind } from '../../wire/SearchKind';
import { count } from './plural';

const kinds: Record<SearchKind, string> = {
  prompt: 'You',
  answer: 'Answer',
  thought: 'Thinking',
  tool: 'Tool',
  other: 'Other',
};

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Looking for things, and jumping to them. */
export const finding = {
  label: 'Find in this transcript',
  none: 'Not found',
  place: (at: number, of: number, more: boolean) =>
    `${at.toLocaleString('en')} of ${of.toLocaleString('en')}${more ? ' newest' : ''}`,
  close: 'Close the find bar',
  searchPlaceholder: 'Find in all sessions',
  searchHow: 'Titles, messages, answers and tool calls of all sessions are searched.',
  searchNone: 'No session holds this.',
  searching: 'Searching…',
  searchMore: 'More sessions hold this. A longer text finds fewer.',
  sessions: (n: number) => `Found in ${count(n, 'session')}.`,
  entries: (n: number) => (n === 0 ? 'in its title' : count(n, 'entry', 'entries')),
  kind: (kind: SearchKind) => kinds[kind],
  when: (at: number) => time.format(at),
  noUnread: 'Nothing is unread.',
  noError: 'Nothing went wrong in the sessions that were opened.',
  noAsk: 'No question waits for you.',
};
