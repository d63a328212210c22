import { flushSync } from 'svelte';

/** When a picture counts as drawn at the latest, in milliseconds: a window that is out of sight draws none. */
const DRAWN_BY = 200;

/** How long the work between two pictures may take, in milliseconds. */
const SHARE = 8;

/** Calls back when what has changed until now is drawn. */
export function afterPicture(then: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) then();
    done = true;
  };
  // A task after the frame's own: by then it is on its way to the screen.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, DRAWN_BY);
}

const waiting = new Set<() => void>();
let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  afterPicture(work);
}

function work(): void {
  begun = false;
  const end = performance.now() + SHARE;
  for (const next of [...waiting].reverse()) {
    // Taken back by what was done before it.
    if (!waiting.delete(next)) continue;
    // What it changes in the document counts as well.
    flushSync(next);
    if (performance.now() >= end) break;
  }
  if (waiting.size > 0) begin();
}

/**
 * Does something that can wait, after the next picture or one of those after it: between two pictures only as much is
 * done as leaves the window quick. What was put last comes first, since that is what is looked at. Gives how to take
 * it back.
 */
export function betweenPictures(what: () => void): () => void {
  const mine = (): void => what();
  waiting.add(mine);
  begin();
  return () => waiting.delete(mine);
}
