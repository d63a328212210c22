/** A mention that is being written. */
export interface Wanted {
  /** Where its `@` stands. */
  start: number;
  /** What is written after it. */
  query: string;
}

/** The mention that is being written before the caret. It begins where a word does, and has no blanks. */
export function mentionAt(text: string, caret: number): Wanted | undefined {
  const found = /(?:^|[^\p{L}\p{N}_/@])@([^\s@]{0,200})$/u.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}

/** The text with what stands for a file in place of what was written, and where the caret is then. */
export function withMention(
  text: string,
  { start, query }: Wanted,
  token: string,
): { text: string; caret: number } {
  const before = text.slice(0, start) + token;
  const after = text.slice(start + 1 + query.length);
  return { text: `${before}${/^\s/.test(after) ? '' : ' '}${after}`, caret: before.length + 1 };
}
