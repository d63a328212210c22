import { en } from './en';

/** Every sentence on screen, in one language. A second table must have the same members. */
export type Words = typeof en;

const tables: Record<string, Words> = { en };

/** The first table that fits what the person reads, else English. */
export function choose(languages: readonly string[]): Words {
  for (const language of languages) {
    const table = tables[language.toLowerCase().split('-')[0] ?? ''];
    if (table) return table;
  }
  return en;
}

/** The words of this window. */
export const t: Words = choose(navigator.languages);
