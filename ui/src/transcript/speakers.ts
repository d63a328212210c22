import type { EntryModel } from '../state/session.svelte';

/** Whose words an entry is; notes and asks are nobody's. */
export function speakerOf({ body }: EntryModel): 'user' | 'agent' | undefined {
  if (body.kind === 'user' || (body.kind === 'content' && body.from === 'user')) return 'user';
  return body.kind === 'note' || body.kind === 'ask' || body.kind === 'past-ask'
    ? undefined
    : 'agent';
}

/** Whether an entry is the first in a row of one speaker. What is nobody's does not interrupt the row. */
export function beginsToSpeak(entries: readonly EntryModel[], index: number): boolean {
  const entry = entries[index];
  const speaker = entry && speakerOf(entry);
  if (speaker === undefined) return false;
  for (let before = index - 1; before >= 0; before -= 1) {
    const other = entries[before];
    const theirs = other && speakerOf(other);
    if (theirs !== undefined) return theirs !== speaker;
  }
  return true;
}
