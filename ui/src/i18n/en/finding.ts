import type { SearchKind } from '../../wire/SearchKind';
import { count, number, write } from './write';

const kinds: Record<SearchKind, string> = {
  prompt: 'You',
  answer: 'Answer',
  thought: 'Thinking',
  tool: 'Tool',
  other: 'Other',
};

/** Looking for things, and jumping to them. */
export const finding = {
  label: 'Find in this transcript',
  none: 'Not found',
  place: (at: number, of: number, more: boolean) =>
    `${number(at)} of ${number(of)}${more ? ' newest' : ''}`,
  close: 'Close the find bar',
  searchPlaceholder: 'Find in all sessions',
  searchHow: 'Titles, messages, answers and tool calls of all sessions are searched.',
  searchNone: 'No session holds this.',
  searching: 'Searching…',
  searchMore: 'More sessions hold this. A longer text finds fewer.',
  sessions: (n: number) => `Found in ${count(n, 'session')}.`,
  entries: (n: number, more: boolean) => {
    if (n === 0) return 'in its title';
    return more ? `${number(n)} entries or more` : count(n, 'entry', 'entries');
  },
  kind: (kind: SearchKind) => kinds[kind],
  when: write.moment,
  noUnread: 'Nothing is unread.',
  noError: 'Nothing went wrong in the sessions that were opened.',
  noAsk: 'No question waits for you.',
};
