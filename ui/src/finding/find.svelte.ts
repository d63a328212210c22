import type { FindHit } from '../wire/FindHit';
import { pattern } from './pattern';

/** How long typing rests before it is looked for, in milliseconds. */
const REST = 100;
/** How long a transcript that changes is left alone before it is looked at again. */
const AGAIN = 300;

/** What was found in a transcript, as the core told it. */
export interface Found {
  text: string;
  hits: FindHit[];
  more: boolean;
}

/** The way up. */
export interface Asks {
  look(session: number, text: string): void;
  again(session: number): void;
}

/** Looking for words in the transcript shown: what this window has of it. */
export class Find {
  /** The bar is there. */
  open = $state(false);
  text = $state('');
  session: number | undefined = $state();
  found: Found | undefined = $state.raw();
  /** The place that is shown among those found. */
  at = $state(0);
  /** How often another place was gone to. */
  moved = $state(0);
  /** The bar is to take the focus. */
  asked = $state(false);
  /** Where the focus was before. */
  before: Element | null = null;
  /** The entry whose first place is to be shown. */
  #wanted: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #againTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #asks: Asks;

  constructor(asks: Asks) {
    this.#asks = asks;
  }

  /** The place shown. */
  readonly current: FindHit | undefined = $derived.by(() => this.found?.hits[this.at]);

  /** What is looked for, for looking at what is drawn; nothing when nothing is. */
  readonly pattern: RegExp | undefined = $derived.by(() =>
    this.open ? pattern(this.text) : undefined,
  );

  /** Whether what is looked for stands in a text. */
  isIn(text: string): boolean {
    const wanted = this.pattern;
    if (!wanted) return false;
    wanted.lastIndex = 0;
    return wanted.test(text);
  }

  /** Shows the bar over a session. With words: these are looked for, and the first place in an entry is shown. */
  show(session: number, text?: string, entry?: number): void {
    if (!this.open) this.before = document.activeElement;
    this.open = true;
    this.asked = true;
    const moved = this.session !== session;
    this.session = session;
    this.#wanted = entry;
    if (text !== undefined) this.text = text;
    if (moved || text !== undefined) {
      this.found = undefined;
      this.#look();
    }
  }

  /** Another session is shown: the bar goes along. */
  follow(session: number): void {
    if (!this.open || this.session === session) return;
    this.session = session;
    this.found = undefined;
    this.#look();
  }

  /** Takes the bar away, and gives the focus back. */
  close(): void {
    const { session } = this;
    this.open = false;
    this.found = undefined;
    clearTimeout(this.#timer);
    clearTimeout(this.#againTimer);
    if (session !== undefined) this.#asks.look(session, '');
    this.session = undefined;
    if (this.before instanceof HTMLElement && this.before.isConnected) this.before.focus();
    this.before = null;
  }

  /** Another text was typed. */
  type(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), REST);
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (this.session !== undefined) this.#asks.look(this.session, this.text);
  }

  /** The transcript of a session changed. */
  changed(session: number): void {
    if (!this.open || session !== this.session || this.text.trim() === '') return;
    this.#againTimer ??= setTimeout(() => {
      this.#againTimer = undefined;
      if (this.open && this.session !== undefined) this.#asks.again(this.session);
    }, AGAIN);
  }

  /** The core tells what it found. */
  receive(session: number, found: Found): void {
    if (!this.open || session !== this.session || found.text !== this.text) return;
    const before = this.current;
    const same = this.found?.text === found.text;
    this.found = found;
    const { hits } = found;
    const wanted = this.#wanted;
    if (wanted !== undefined) {
      this.#wanted = undefined;
      this.at = Math.max(
        0,
        hits.findIndex(({ entry }) => entry >= wanted),
      );
    } else if (same && before) {
      // The place that is shown stays, whatever was found before it.
      const kept = hits.findIndex((hit) => isSame(hit, before));
      this.at = kept === -1 ? Math.min(this.at, Math.max(0, hits.length - 1)) : kept;
      if (kept !== -1) return;
    } else this.at = Math.max(0, hits.length - 1);
    this.moved += 1;
  }

  /** Goes so many places on, round and round. */
  step(by: number): void {
    const count = this.found?.hits.length ?? 0;
    if (count === 0) return;
    this.at = (this.at + by + count) % count;
    this.moved += 1;
  }
}

function isSame(a: FindHit, b: FindHit): boolean {
  return (
    a.entry === b.entry && a.place === b.place && JSON.stringify(a.at) === JSON.stringify(b.at)
  );
}
