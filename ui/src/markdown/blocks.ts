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

function asWritten(text: string): Token[] {
  return [
    { type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text }] } as Token,
  ];
}

/** Line ends as the lexer counts them. */
function normalize(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n|\r/g, '\n') : text;
}

/**
 * The blocks of a text that grows at its end.
 *
 * Why the last two blocks are lexed again, not one: a last line that is not complete can look like a
 * block of its own (`2`) and turn out to go on the block before it (`2. …` after a list).
 */
export class Blocks {
  #text = '';
  #blocks: Block[] = [];

  /** The blocks of the text as it is now. Blocks that did not change are the same objects as before. */
  update(next: string): Block[] {
    const text = normalize(next);
    if (text === this.#text) return this.#blocks;
    const keep = text.startsWith(this.#text) ? this.#finished() : 0;
    const kept = this.#blocks.slice(0, keep);
    const from = keep === 0 ? 0 : end(kept);
    const before = new Map(this.#blocks.slice(keep).map((block) => [block.key, block]));
    let offset = from;
    const fresh = lex(text.slice(from)).map((token) => {
      const key = offset;
      offset += token.raw.length;
      const old = before.get(key);
      return old && old.token.raw === token.raw && old.token.type === token.type
        ? old
        : { key, token };
    });
    this.#text = text;
    this.#blocks = [...kept, ...fresh];
    return this.#blocks;
  }

  /** How many blocks at the beginning later text cannot change. */
  #finished(): number {
    let last = 0;
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      if (this.#blocks[index]?.token.type === 'space') continue;
      last += 1;
      if (last === 2) return index;
    }
    return 0;
  }
}

function end(blocks: Block[]): number {
  const last = blocks.at(-1);
  return last ? last.key + last.token.raw.length : 0;
}
