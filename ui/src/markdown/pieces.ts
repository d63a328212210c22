import { asWritten, finished, normalize, relex, type Block } from './blocks';

/** How many characters a piece has at least. A window is about as high. */
const PIECE = 1_000;
/** About how many characters a line of the transcript has. */
const LINE = 100;
/** How many of the pieces that were drawn last keep their blocks. */
const KEPT = 16;
/** How much of a long text is taken at a time. */
const STEP = 32_768;
/** From so many pieces without a plain border on, the blocks tell where one ends. */
const BORDERLESS = 4;

/** Beyond this, what is no code and has no border is shown as it is: each new character would read it all again. */
const READABLE = 65_536;

/** A line that begins code, or ends it: its indentation, its marks, and what follows them. */
const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/;
/** A line after which others may mean something else than they seem to: HTML, or code in a list or quote. */
const UNCLEAR = /^(?: {0,3}<[a-z/!?]|[\s>\-*+\d.)]*(?:`{3}|~{3}))/i;
/** A line that, after an empty one, may still belong to a list, a quote or a table. */
const MAY_GO_ON = /^[\s>\-*+_=|~<:\d]/;

/** A part of a text that does not change any more. */
interface Finished {
  text: string;
  key: number;
  blocks: Block[] | undefined;
}

/**
 * A long text in pieces, of which only those in sight are read and drawn.
 *
 * Why the borders are found by looking at lines: to read Markdown costs a hundred times as much, and of
 * a text that streams by nearly all is gone from sight before anybody has seen it. A border is where the
 * reading cannot depend on what stands before: a line of plain text after an empty one, outside of code.
 * Where lines do not tell, the blocks do.
 */
export class Pieces {
  readonly #finished: Finished[] = [];
  /** The pieces that have blocks, the one drawn last at the end. */
  readonly #drawn: Finished[] = [];
  /** The text after the finished pieces. */
  #end = '';
  /** Where that begins. */
  #base = 0;
  /** The blocks of the open end, as it was when it was read last. */
  #blocks: Block[] = [];
  #read = true;
  /** A line end of which the second half may follow. */
  #held = '';

  /** How much of the end was looked at, in whole lines. */
  #seen = 0;
  /** The marks of the code that is open there. */
  #fence: { marks: string; inside: boolean } | undefined;
  #emptyBefore = false;
  /** Lines do not tell any more, until the next border. */
  #unclear = false;

  readonly #size: number;

  /** Pieces of at least so many characters. */
  constructor(size = PIECE) {
    this.#size = size;
  }

  /** How many there are; the last one is open. */
  get count(): number {
    return this.#finished.length + 1;
  }

  /** The piece in which a place of the text stands. */
  pieceOf(place: number): number {
    if (place >= this.#base) return this.#finished.length;
    return this.#finished.findLastIndex(({ key }) => key <= place);
  }

  /** Where a piece begins in the text. */
  startOf(piece: number): number {
    return this.#finished[piece]?.key ?? this.#base;
  }

  /** The blocks of the last piece, so far. */
  get open(): Block[] {
    if (!this.#read) {
      const readable = this.#end.length <= READABLE || this.#fence?.inside === true;
      this.#blocks = readable
        ? relex(this.#end, this.#base, this.#blocks, finished(this.#blocks))
        : asWritten(this.#end).map((token) => ({ key: this.#base, token }));
      this.#read = true;
    }
    return this.#blocks;
  }

  /** The blocks of a piece. */
  blocks(piece: number): Block[] {
    const found = this.#finished[piece];
    if (found === undefined) return this.open;
    const at = this.#drawn.indexOf(found);
    if (at < 0) found.blocks = relex(found.text, found.key, found.blocks ?? [], 0);
    else this.#drawn.splice(at, 1);
    this.#drawn.push(found);
    if (this.#drawn.length > KEPT) {
      const old = this.#drawn.shift();
      if (old) old.blocks = undefined;
    }
    return found.blocks ?? [];
  }

  /** About how many lines a finished piece fills on the screen. */
  lines(piece: number): number {
    const text = this.#finished[piece]?.text ?? '';
    return text.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / LINE), 0);
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
    this.#read = false;
    for (;;) {
      const end = this.#end.indexOf('\n', this.#seen);
      if (end < 0) break;
      if (!this.#isBorder(this.#end.slice(this.#seen, end))) this.#seen = end + 1;
      else this.#finish(this.#seen);
      if (this.#seen > BORDERLESS * this.#size && this.#fence?.inside !== true)
        this.#finishByBlocks();
    }
  }

  /** Looks at the next line; gives whether a piece ends before it. */
  #isBorder(line: string): boolean {
    const afterEmpty = this.#emptyBefore;
    this.#emptyBefore = line.trim() === '';
    if (this.#emptyBefore || this.#unclear) return false;
    const [, indent = '', marks = '', rest = ''] = FENCE.exec(line) ?? [];
    if (this.#fence) {
      const open = this.#fence;
      if (marks !== '' && marks.startsWith(open.marks) && rest.trim() === '')
        this.#fence = undefined;
      // Code of a list may end with the list.
      else if (!open.inside && !line.startsWith(' ')) this.#unclear = true;
      return false;
    }
    const border = afterEmpty && this.#seen >= this.#size && !MAY_GO_ON.test(line);
    if (border) return true;
    if (marks !== '' && !(marks.startsWith('`') && rest.includes('`')))
      this.#fence = { marks, inside: indent === '' };
    else if (UNCLEAR.test(line)) this.#unclear = true;
    return false;
  }

  /** Reads the end, and finishes what later text cannot change. */
  #finishByBlocks(): void {
    const blocks = this.open;
    let length = 0;
    for (const { token } of blocks.slice(0, finished(blocks))) {
      length += token.raw.length;
      if (length >= this.#size) return this.#finish(length);
    }
  }

  /** Ends a piece after so many characters. */
  #finish(length: number): void {
    const key = this.#base + length;
    const blocks = this.#blocks.filter((block) => block.key < key);
    const piece: Finished = { text: this.#end.slice(0, length), key: this.#base, blocks };
    const before = this.#finished.at(-KEPT);
    if (before && !this.#drawn.includes(before)) before.blocks = undefined;
    this.#finished.push(piece);
    this.#end = this.#end.slice(length);
    this.#base = key;
    this.#blocks = this.#blocks.slice(blocks.length);
    if (this.#blocks[0]?.key !== key) {
      this.#blocks = [];
      this.#read = false;
    }
    this.#seen = 0;
    this.#fence = undefined;
    this.#emptyBefore = false;
    this.#unclear = false;
  }
}
