import { tick, untrack } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { App } from '../state/app.svelte';
import type { EntryModel, SessionModel } from '../state/session.svelte';
import type { FindHit } from '../wire/FindHit';
import { partName, rangesIn } from './ranges';

/** A transcript that is drawn. */
export interface Drawn {
  session: SessionModel;
  scroller: () => HTMLElement | undefined;
  list: () => VirtualizerHandle | undefined;
  /** The reader goes elsewhere: the end is not followed any more. */
  leave: () => void;
}

/** For how many frames a row that is far away is scrolled to: sizes become known on the way, and what is drawn of a
 * transcript that just came up is not there at once. */
const TRIES = 60;
/** For how many of them in a row it must stand in sight. */
const RESTS = 2;
/** How long an entry that was jumped to is marked, in milliseconds. */
const SHOWN = 1600;

const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));

/**
 * Looks at something until it rests. What looks says whether it did so this time, or nothing once there is nothing to look
 * at any more. Gives whether it came to rest.
 */
async function rests(look: (sofar: number) => Promise<boolean | undefined>): Promise<boolean> {
  let times = 0;
  for (let tries = 0; tries < TRIES && times < RESTS; tries += 1) {
    const still = await look(times);
    if (still === undefined) return false;
    times = still ? times + 1 : 0;
  }
  return times > 0;
}

/** Opens what is folded over a place. */
function unfold(app: App, session: number, { entry, at }: FindHit): void {
  const key = `${session} ${entry}`;
  if (at.part === 'text' || at.part === 'title') return;
  app.ui.setOpen(key, true);
  if (at.part === 'input' || at.part === 'output') app.ui.setOpen(`${key} ${at.part}`, true);
  if (at.part === 'content') app.ui.setOpen(`${key} ${at.place} all`, true);
}

/** The row of an entry in which a place of its text stands. */
function pieceOf(entry: EntryModel, place: number): number {
  return entry.pieces?.pieceOf(place) ?? 0;
}

/** Which of the places in its row, and its part of it, a place is. */
function numberIn(hits: readonly FindHit[], hit: FindHit, from: number): number {
  const part = partName(hit.at);
  const before = hits.filter(
    (one) => one.entry === hit.entry && partName(one.at) === part && one.place >= from,
  );
  return before.indexOf(hit);
}

/** Scrolls to entries, and marks what is found, in a transcript. To be called while its component is set up. */
export function reveals(app: App, drawn: Drawn): void {
  const { session } = drawn;
  const find = app.ui.find;

  // A later jump, and the reader's own hand, end the one that is on its way.
  let jumps = 0;
  const stop = (): void => void (jumps += 1);
  $effect(() => {
    const scroller = drawn.scroller();
    if (!scroller) return;
    const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
    for (const gesture of gestures) scroller.addEventListener(gesture, stop, { passive: true });
    return () => {
      stop();
      for (const gesture of gestures) scroller.removeEventListener(gesture, stop);
    };
  });

  /** Scrolls until a row is drawn and rests in sight. Gives whether it came to that. */
  async function scrollTo(entry: EntryModel, piece: number): Promise<boolean> {
    drawn.leave();
    const jump = (jumps += 1);
    return rests(async (sofar) => {
      await tick();
      const index = session.rows.findIndex((row) => row.entry === entry && row.piece === piece);
      if (index === -1 || jump !== jumps) return undefined;
      if (sofar === 0) drawn.list()?.scrollToIndex(index, { align: 'center' });
      await frame();
      if (jump !== jumps) return undefined;
      const row = drawn.scroller()?.querySelector(`[data-row="${entry.id} ${piece}"]`);
      return row !== null && row !== undefined && isIn(row, drawn.scroller());
    });
  }

  async function showHit(hit: FindHit): Promise<void> {
    const entry = session.entry(hit.entry);
    if (!entry) return;
    unfold(app, session.id, hit);
    await scrollTo(entry, pieceOf(entry, hit.place));
    // Sizes that become known later move it out of sight again.
    const jump = jumps;
    await rests(async () => {
      await frame();
      const stays = jump === jumps;
      const still = mark(stays);
      return stays ? still : undefined;
    });
  }

  async function showEntry(id: number): Promise<void> {
    const entry = session.entry(id);
    if (!entry) return;
    if (!(await scrollTo(entry, 0))) return;
    // Rows come and go as one scrolls: which entry is marked is kept apart from them.
    const shown = { session: session.id, entry: id };
    app.ui.shownEntry = shown;
    setTimeout(() => {
      if (app.ui.shownEntry === shown) app.ui.shownEntry = undefined;
    }, SHOWN);
  }

  /** Marks what is drawn of what was found. `toSight`: the place shown is brought into sight. Gives whether it was. */
  function mark(toSight = false): boolean {
    const scroller = drawn.scroller();
    const highlights = 'highlights' in CSS ? CSS.highlights : undefined;
    const wanted = find.session === session.id ? find.pattern : undefined;
    highlights?.delete('found');
    highlights?.delete('found-now');
    if (!scroller || !wanted || !find.found) return false;
    const hit = find.current;
    const entry = hit && session.entry(hit.entry);
    const piece = hit && entry ? pieceOf(entry, hit.place) : 0;
    const row = `${hit?.entry} ${piece}`;
    const number = hit ? numberIn(find.found.hits, hit, entry?.pieces?.startOf(piece) ?? 0) : -1;
    const all: Range[] = [];
    let counted = 0;
    let now: Range | undefined;
    for (const part of scroller.querySelectorAll('[data-find]')) {
      const ranges = rangesIn(part, wanted);
      const its = part.closest('[data-row]')?.getAttribute('data-row');
      if (hit && its === row && part.getAttribute('data-find') === partName(hit.at)) {
        now ??= ranges[number - counted];
        counted += ranges.length;
      }
      all.push(...ranges);
    }
    if (highlights) {
      highlights.set('found', new Highlight(...all.filter((range) => range !== now)));
      if (now) highlights.set('found-now', new Highlight(now));
    } else if (now) {
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(now);
    }
    if (!now) return false;
    const inSight = rangeIsIn(now, scroller);
    if (toSight && !inSight) now.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    return inSight;
  }

  $effect(() => {
    void find.moved;
    // Where more is found meanwhile, the reader stays where they are.
    const hit = untrack(() => (find.session === session.id ? find.current : undefined));
    if (hit) void showHit(hit);
  });

  $effect(() => {
    const wanted = app.ui.wantedEntry;
    if (wanted?.session !== session.id || session.entries.length === 0 || !drawn.list()) return;
    app.ui.wantedEntry = undefined;
    void showEntry(wanted.entry);
  });

  // What is drawn changes with every movement: what is found in it is marked again once it rests for a frame.
  $effect(() => {
    const scroller = drawn.scroller();
    if (!scroller || find.session !== session.id || !find.found || !find.pattern) {
      mark();
      return;
    }
    let waits = false;
    const later = (): void => {
      if (waits) return;
      waits = true;
      requestAnimationFrame(() => {
        waits = false;
        mark();
      });
    };
    const observer = new MutationObserver(later);
    observer.observe(scroller, { childList: true, subtree: true, characterData: true });
    later();
    return () => observer.disconnect();
  });
}

function isIn(row: Element, scroller: HTMLElement | undefined): boolean {
  if (!scroller) return false;
  const { top, bottom } = row.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  return bottom > frame.top && top < frame.bottom;
}

function rangeIsIn(range: Range, scroller: HTMLElement): boolean {
  const { top, bottom } = range.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  return top >= frame.top && bottom <= frame.bottom;
}
