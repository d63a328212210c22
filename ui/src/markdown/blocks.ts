import { Lexer, Marked, type Token } from 'marked';

/** A top-level block, with a key that stays while it stands at the same place. */
export interface Block {
  key: number;
  token: Token;
}

/** Beyond this many characters a text is shown as it is. */
const LIMIT = 1_000_000;

const options = new Marked({
  gfm: true,
  tokenizer: {
    // Definitions would let the end of a text change the meaning of its beginning, and addresses are
    // always shown anyway.
    def: () => undefined,
    reflink: () => undefined,
  },
}).defaults;

/** Lexes a whole text. A text that cannot be lexed (nested too deeply) is one paragraph as written. */
export function lex(text: string): Token[] {
  if (text.length > LIMIT) return asWritten(text);
  try {
    return [...new Lexer(options).lex(text)];
  } catch {
    return asWritten(text);
  }
}

/** A text as one paragraph, as it is. */
export function asWritten(text: string): Token[] {
  return [
    { type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text }] } as Token,
  ];
}

/** Line ends as the lexer counts them. */
export function normalize(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n|\r/g, '\n') : text;
}

/**
 * How many blocks at the beginning later text cannot change.
 *
 * Why the last two blocks count as open, not one: a last line that is not complete can look like a block
 * of its own (`2`) and turn out to go on the block before it (`2. …` after a list).
 */
export function finished(blocks: readonly Block[]): number {
  let last = 0;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    if (blocks[index]?.token.type === 'space') continue;
    last += 1;
    if (last === 2) return index;
  }
  return 0;
}

/** The blocks of a text whose beginning, up to `keep`, was lexed before; `base` is the key of its first character. */
export function relex(text: string, base: number, blocks: readonly Block[], keep: number): Block[] {
  const kept = blocks.slice(0, keep);
  const last = kept.at(-1);
  const from = last ? last.key - base + last.token.raw.length : 0;
  const before = new Map(blocks.slice(keep).map((block) => [block.key, block]));
  let key = base + from;
  for (const token of lex(text.slice(from))) {
    const old = before.get(key);
    // What did not change stays the same object, and is not drawn again.
    const same = old?.token.raw === token.raw && old.token.type === token.type;
    kept.push(same ? old : { key, token });
    key += token.raw.length;
  }
  return kept;
}

/** The blocks of a text that grows at its end. */
export class Blocks {
  #text = '';
  #blocks: Block[] = [];

  /** The blocks of the text as it is now. Blocks that did not change are the same objects as before. */
  update(next: string): Block[] {
    const text = normalize(next);
    if (text === this.#text) return this.#blocks;
    const keep = text.startsWith(this.#text) ? finished(this.#blocks) : 0;
    this.#blocks = relex(text, 0, this.#blocks, keep);
    this.#text = text;
    return this.#blocks;
  }
}
