import { de } from './de';
import { en } from './en';
import { pseudo } from './pseudo';

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
  words: () => Words;
}

const english: Language = { lang: 'en', dir: 'ltr', words: () => en };
const languages: Record<string, Language> = {
  en: english,
  de: { lang: 'de', dir: 'ltr', words: () => de },
  qps: { lang: 'qps-plocm', dir: 'rtl', words: () => pseudo(en) },
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
export function choose(wanted: readonly string[]): Words {
  return languageFor(wanted).words();
}

/** The language of this window. */
export const language: Language = languageFor(navigator.languages);

/** The words of this window. */
export const t: Words = language.words();
