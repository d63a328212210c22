import type { OptionView } from '../wire/OptionView';

/** Stands in a list for the "Other…" row, which is no option. */
export const OTHER = -1;

/** What is searched in, made once for a list. */
export function searchable(options: readonly OptionView[]): string[] {
  return options.map(({ title, description }) => fold(`${title}\n${description ?? ''}`));
}

/** The places of the options in which each word of the query occurs. */
export function find(haystack: readonly string[], query: string): number[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found: number[] = [];
  haystack.forEach((text, index) => {
    if (words.every((word) => text.includes(word))) found.push(index);
  });
  return found;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}
