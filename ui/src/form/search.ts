import { plain, wordsOf } from '../kit/plain';
import type { OptionView } from '../wire/OptionView';

/** Stands in a list for the "Other…" row, which is no option. */
export const OTHER = -1;

/** Looks for options. What is searched in is made once, and who goes on typing only narrows what was found. */
export class OptionSearch {
  readonly #texts: readonly string[];
  #query = '';
  #found: number[];

  /** Over the titles and descriptions of these. */
  constructor(options: readonly OptionView[]) {
    this.#texts = options.map(({ title, description }) => plain(`${title}\n${description ?? ''}`));
    this.#found = options.map((_, index) => index);
  }

  /** The places of the options in which each word of the query occurs. */
  find(text: string): number[] {
    const query = plain(text).trim();
    const words = wordsOf(query);
    const narrows = query.startsWith(this.#query);
    const among = narrows ? this.#found : this.#texts.map((_, index) => index);
    this.#query = query;
    this.#found = among.filter((index) =>
      words.every((word) => this.#texts[index]?.includes(word)),
    );
    return this.#found;
  }
}
