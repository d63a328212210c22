import type { Language as Choice } from '../wire/Language';
import type { Spoken } from '../wire/Spoken';
import type { en } from './en';
import { kept } from './kept';

/** A member of a table, whatever its words are. */
type AnyWords<T> = T extends string
  ? string
  : T extends (...given: infer G) => infer R
    ? (...given: G) => AnyWords<R>
    : { [K in keyof T]: AnyWords<T[K]> };

/** Every sentence on screen, in one language. Each table must have the same members. */
export type Words = AnyWords<typeof en>;

/** A language: its words, and how it is written. */
export interface Language {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Fetches its table; the others are not needed. */
  words: () => Promise<Words>;
  /** The language of what is said outside of the page. */
  spoken: Spoken;
}

const english: Language = {
  lang: 'en',
  dir: 'ltr',
  words: async () => (await import('./en')).en,
  spoken: 'en',
};
const languages: Record<string, Language> = {
  en: english,
  de: { lang: 'de', dir: 'ltr', words: async () => (await import('./de')).de, spoken: 'de' },
  qps: {
    lang: 'qps-plocm',
    dir: 'rtl',
    words: async () => (await import('./pseudo')).pseudo(await english.words()),
    spoken: 'en',
  },
};

/** The first language that fits what the person reads, else English. */
export function languageFor(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const language = languages[one.toLowerCase().split('-')[0] ?? ''];
    if (language) return language;
  }
  return english;
}

/** The words of the first language that fits. */
export function choose(wanted: readonly string[]): Promise<Words> {
  return languageFor(wanted).words();
}

/** The language of a choice: the one chosen, or the first that the system names. */
export function languageOf(choice: Choice): Language {
  return languageFor(choice === 'system' ? navigator.languages : [choice]);
}

/** The language of this window. It stays as long as the page does. */
export const language: Language = languageOf(kept());

/** The words of this window. */
export const t: Words = await language.words();
