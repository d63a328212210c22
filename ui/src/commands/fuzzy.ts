import { plain, wordsOf } from '../kit/plain';

/** How well a word fits into a text: as it stands, at the beginnings of words, or letter by letter. */
function scoreWord(word: string, text: string): number | undefined {
  const at = text.indexOf(word);
  if (at === 0) return 100;
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 50 : 80;
  let from = 0;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from);
    if (next === -1) return undefined;
    if (next > from && from > 0) gaps += 1;
    from = next + letter.length;
  }
  // Letters that lie all over a text are not what anybody means.
  return gaps * 2 > word.length + 1 ? undefined : 30 - gaps;
}

/**
 * How well a query fits a title, with its detail after it; nothing when it does not. Each of its words must fit,
 * in any order; fitting the title counts more.
 */
export function score(query: string, title: string, detail: string): number | undefined {
  const words = wordsOf(query);
  const inTitle = plain(title);
  const inDetail = plain(detail);
  let sum = 0;
  for (const word of words) {
    const best = scoreWord(word, inTitle);
    const other = inDetail.includes(word) ? 20 : undefined;
    if (best === undefined && other === undefined) return undefined;
    sum += Math.max(best ?? 0, other ?? 0);
  }
  return sum;
}
