import type { Token } from 'marked';

/**
 * The level in the page of each heading of a text, and 0 for what is none.
 *
 * Why it is not the one written: an agent's text may begin with any. Whoever goes through a page by its headings takes one
 * that is left out for something missed, so here each is one below the heading it stands under.
 */
export function headingLevels(tokens: readonly Token[]): number[] {
  // The page's own heading is the first.
  const above: number[] = [];
  return tokens.map((token) => {
    if (token.type !== 'heading') return 0;
    const written = Number(token['depth']);
    while (above.length > 0 && Number(above.at(-1)) >= written) above.pop();
    above.push(written);
    return Math.min(above.length + 1, 6);
  });
}
