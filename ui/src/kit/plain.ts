const ASCII = /^[\n -~]*$/;

/** A text without case and without the marks on its letters: as it is looked for. */
export function plain(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(/\p{Mn}/gu, '');
}

/** The words of a query, plain. */
export function wordsOf(query: string): string[] {
  return plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
}
