import { t } from '../i18n';
import type { SessionModel } from '../state/session.svelte';
import type { SearchHit } from '../wire/SearchHit';
import type { SearchLine } from '../wire/SearchLine';

/** A row of what was found over all sessions: a session, or below it an entry. */
export interface SearchRow {
  key: string;
  session: number;
  title: string;
  agent: string;
  entries: number;
  /** It stands in more of them than that. */
  more: boolean;
  entry?: number;
  line?: SearchLine;
}

/** The newest time in a session; one that was found by its title alone has none. */
const newest = ({ lines }: SearchHit): number => Math.max(0, ...lines.map(({ at }) => at));

/** The rows: sessions found by their titles first, then the newest; each with the entries found in it. */
export function rowsOf(
  hits: readonly SearchHit[],
  sessions: ReadonlyMap<number, SessionModel>,
): SearchRow[] {
  const ordered = hits.toSorted(
    (a, b) =>
      Number(b.in_title) - Number(a.in_title) || newest(b) - newest(a) || b.session - a.session,
  );
  return ordered.flatMap((hit) => {
    const head = sessions.get(hit.session)?.head;
    if (!head) return [];
    const row = {
      session: hit.session,
      title: head.title ?? t.shell.untitled,
      agent: head.agent_name,
      entries: hit.entries,
      more: hit.more,
    };
    return [
      { ...row, key: `${hit.session}` },
      ...hit.lines.map((line) => ({
        ...row,
        key: `${hit.session} ${line.entry}`,
        entry: line.entry,
        line,
      })),
    ];
  });
}
