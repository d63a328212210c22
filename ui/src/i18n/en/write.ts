import { writing } from '../writing';

/** How English writes numbers, times and plurals. */
export const write = writing('en');

export const { number, size } = write;

/** "1 option", "3 options". */
export function count(n: number | string, one: string, many = `${one}s`): string {
  return write.count(n, one, many);
}
