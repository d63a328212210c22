import type { EntryModel, Row } from '../state/session.svelte';

const nobodys: ReadonlySet<EntryModel['body']['kind']> = new Set([
  'note',
  'ask',
  'past-ask',
  'compaction',
]);

/** Whose words an entry is; notes and asks are nobody's. */
export function speakerOf({ body }: EntryModel): 'user' | 'agent' | undefined {
  if (body.kind === 'user' || (body.kind === 'content' && body.from === 'user')) return 'user';
  return nobodys.has(body.kind) ? undefined : 'agent';
}

/** Whether a row is the first of several of one speaker. What is nobody's does not interrupt them. */
export function beginsToSpeak(rows: readonly Row[], index: number): boolean {
  const row = rows[index];
  const speaker = row && speakerOf(row.entry);
  if (speaker === undefined) return false;
  for (let before = index - 1; before >= 0; before -= 1) {
    const other = rows[before];
    const theirs = other && speakerOf(other.entry);
    if (theirs !== undefined) return theirs !== speaker;
  }
  return true;
}
