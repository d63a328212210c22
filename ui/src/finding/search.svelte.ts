import type { SearchHit } from '../wire/SearchHit';

const REST = 150;

/** Looking for words in all sessions: what this window has of it. */
export class Search {
  text = $state('');
  hits: SearchHit[] = $state.raw([]);
  /** All sessions were looked at. */
  done = $state(true);
  more = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #look: (text: string) => void;

  constructor(look: (text: string) => void) {
    this.#look = look;
  }

  /** Another text was typed. */
  type(text: string): void {
    this.text = text;
    this.hits = [];
    this.more = false;
    this.done = text.trim() === '';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(text), REST);
  }

  /** Looks again for what was typed before: sessions have changed. */
  again(): void {
    if (this.text.trim() !== '') this.type(this.text);
  }

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.#timer);
    if (!this.done) this.#look('');
  }

  /** The core tells more of what it found. */
  receive(text: string, hits: SearchHit[], done: boolean, more: boolean): void {
    if (text !== this.text) return;
    this.hits = [...this.hits, ...hits];
    this.done = done;
    this.more ||= more;
  }
}
