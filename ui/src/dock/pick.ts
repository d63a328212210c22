import type { AskModel } from '../state/ask.svelte';

/**
 * Which ask the dock shows: the one the person went to; else the one that stands there, while it still
 * needs them or keeps their draft; else the oldest that waits; else whatever is left.
 */
export function pick(
  docked: AskModel[],
  chosen: number | undefined,
  last: number | undefined,
): AskModel | undefined {
  const byId = (id: number | undefined): AskModel | undefined =>
    docked.find((ask) => ask.id === id);
  const before = byId(last);
  const stays = before && (before.head.status === 'pending' || keepsDraft(before));
  return (
    byId(chosen) ??
    (stays ? before : undefined) ??
    docked.find((ask) => ask.head.status === 'pending') ??
    before ??
    docked[0]
  );
}

function keepsDraft({ head }: AskModel): boolean {
  return head.status === 'withdrawn' || head.status === 'lost';
}
