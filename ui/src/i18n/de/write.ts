import { writing } from '../writing';

/** How German writes numbers, times and plurals. */
export const write = writing('de');

export const { count, number, size } = write;
