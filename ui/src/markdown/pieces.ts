import { finished, normalize, relex, type Block } from './blocks';

/** How many characters a piece has at least. A window is about as high. */
const PIECE = 4_000;
/** How many of the newest pieces keep their blocks: those that may be on the screen. */
const KEPT = 8;
/** How much of a long text is taken at a time, so that no more than this is lexed again. */
const STEP = 32_768;

/** A part of a text that does not change any more. */
interface Finished {
  text: string;
  key: number;
  blocks: Block[] | undefined;
}

/**
 * A long text in pieces, of which only those in sight are drawn.
 *
 * Why the open end is a text of its own: what the lexer gives refers to the text it was given, and a
 * whole text for each of its states would stay in memory.
 */
export class Pieces {
  readonly #finished: Finished[] = [];
  /** The text after the finished pieces. */
  #end = '';
  /** Where that begins. */
  #base = 0;
  #blocks: Block[] = [];
  /** A line end of which the second half may follow. */
  #held = '';

  /** How many there are; the last one is open. */
  get count(): number {
    return this.#finished.length + 1;
  }

  /** The blocks of the last piece, so far. */
  get open(): Block[] {
    return this.#blocks;
  }

  /** The blocks of a piece. */
  blocks(piece: number): Block[] {
    const found = this.#finished[piece];
    if (found === undefined) return this.#blocks;
    return found.blocks ?? relex(found.text, found.key, [], 0);
  }

  /** Adds text at the end. */
  append(more: string): void {
    let text = this.#held + more;
    this.#held = text.endsWith('\r') ? '\r' : '';
    text = normalize(text.slice(0, text.length - this.#held.length));
    for (let from = 0; from < text.length; from += STEP) this.#take(text.slice(from, from + STEP));
  }

  #take(text: string): void {
    this.#end += text;
    this.#blocks = relex(this.#end, this.#base, this.#blocks, finished(this.#blocks));
    const most = finished(this.#blocks);
    let from = 0;
    let length = 0;
    for (let index = 0; index < most; index += 1) {
      length += this.#blocks[index]?.token.raw.length ?? 0;
      if (length < PIECE) continue;
      this.#finish(this.#blocks.slice(from, index + 1), length);
      from = index + 1;
      length = 0;
    }
    if (from > 0) this.#blocks = this.#blocks.slice(from);
  }

  #finish(blocks: Block[], length: number): void {
    this.#finished.push({ text: this.#end.slice(0, length), key: this.#base, blocks });
    this.#end = this.#end.slice(length);
    this.#base += length;
    const old = this.#finished[this.#finished.length - 1 - KEPT];
    if (old) old.blocks = undefined;
  }
}
