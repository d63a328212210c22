import type { SessionModel } from '../state/session.svelte';
import type { EntryBody } from '../wire/EntryBody';
import type { TurnEnd } from '../wire/TurnEnd';

/** A place to jump to: a session, and an entry of it. */
export interface Jump {
  session: number;
  entry: number;
}

const FINE: ReadonlySet<TurnEnd['reason']> = new Set(['end_turn', 'cancelled']);

/** Whether an entry says that something went wrong. */
export function isError(body: EntryBody): boolean {
  switch (body.kind) {
    case 'tool':
      return body.tool.status === 'failed';
    case 'compaction':
      return body.compaction.status === 'failed';
    case 'agent-notice':
      return body.severity === 'error';
    case 'note':
      if (body.note.note === 'turn-ended') return !FINE.has(body.note.end.reason);
      return body.note.note === 'connection-ended' || body.note.note === 'ask-refused';
    default:
      return false;
  }
}

/** Everything that went wrong, session by session in the order of the sidebar, the oldest first. */
export function errors(sessions: readonly SessionModel[]): Jump[] {
  return sessions.flatMap((session) =>
    session.entries
      .filter(({ body }) => isError(body))
      .map((entry) => ({ session: session.id, entry: entry.id })),
  );
}

/**
 * The place after one, round and round; nothing where there is none. Where one stands may be no place of its own:
 * then what comes after it in the order counts.
 */
export function after(
  jumps: readonly Jump[],
  order: readonly number[],
  from: Jump | undefined,
): Jump | undefined {
  if (!from) return jumps[0];
  const rank = (session: number): number => order.indexOf(session);
  const next = jumps.find(
    (jump) =>
      rank(jump.session) > rank(from.session) ||
      (jump.session === from.session && jump.entry > from.entry),
  );
  return next ?? jumps[0];
}

/** The next of these sessions after the one shown, round and round; nothing where there is none. */
export function nextOf(
  order: readonly SessionModel[],
  shown: number | undefined,
  wanted: (session: SessionModel) => boolean,
): SessionModel | undefined {
  const at = order.findIndex(({ id }) => id === shown);
  const round = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  return round.find(wanted);
}
