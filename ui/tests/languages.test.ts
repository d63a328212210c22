import { describe, expect, test } from 'vitest';

import { languageFor, type Words } from '../src/i18n';
import { de } from '../src/i18n/de';
import { en } from '../src/i18n/en';
import { writing } from '../src/i18n/writing';
import { sentencesOf, textsOf } from './sentences';

/** What a sentence may be about: one of each kind, so that every function of a table finds what it needs. */
const samples: unknown[] = [
  1,
  3,
  'Ada',
  '',
  true,
  false,
  null,
  ['Ada'],
  ['Ada', 'Bea'],
  {
    ...{ file: 'f.json', kept_as: null, newer: true, agent: 'Ada', title: null, session: 7 },
    ...{ turn: true, asks: 2, terminals: 1, sign_in: true, amount: '1234.5', currency: 'EUR' },
    ...{ attempt: 1, most: 5, sessions: { files: 1, bytes: 4096 }, record: { files: 1, bytes: 9 } },
    ...{ settings: { files: 2, bytes: 4096 }, webview: { files: 3, bytes: 4096 }, log_lines: 12 },
    ...{ secrets_in_keyring: 2, secrets_in_file: 1, aside: { files: 1, bytes: 9 }, as: 'here' },
    ...{ at: 0, id: '7', bytes: 5000, took: 1500, why: 'not-taken', minimum: '1', maximum: '5' },
    ...{ min_length: '2', max_length: '4', min_items: null, max_items: null, format: 'email' },
  },
];

/** Functions that only know codes; `sentencesOf` asks them. */
const BY_CODE =
  /^(shell\.(status|startFailure|notice)|agents\.(leftOut|problem)|ask\.(status|happened|permissionKind|outside|signInFailed)|composer\.notAttached|finding\.kind|form\.(problem|remark|note|noteOn|kind|problemCodes\..*|remarkCodes\..*)|inspector\.(way|kind|heading|finding)|link\.(verdict|reason|failure)|record\.(action|reason)|registry\.(failed|problem)|remote\.trouble|transcript\.(speaker|note|turnEnd|turnEnds\..*|notes\..*|toolStatus|stepStatus|severity))$/;

/** The functions of a table, each with its place. */
function functionsOf(
  table: object,
  place = '',
): [place: string, ask: (given: unknown) => unknown][] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const here = place === '' ? name : `${place}.${name}`;
    if (typeof value === 'object' && value !== null) return functionsOf(value, here);
    if (typeof value !== 'function') return [];
    const call = value as (...given: unknown[]) => unknown;
    return [[here, (given) => call(...Array.from({ length: call.length }, () => given))]];
  });
}

/** What a function says about one thing; nothing if that is not what it is about. */
function answer(ask: (given: unknown) => unknown, about: unknown): string[] {
  let said: unknown;
  try {
    said = ask(about);
  } catch {
    return [];
  }
  if (said === about) return [];
  const texts = typeof said === 'string' ? [said] : textsOf(said ?? {}).map(([, text]) => text);
  return texts.filter((text) => !/undefined|null|NaN|\[object/.test(text));
}

/** Everything that can be said in a language, each with its place. */
function everything(words: Words): [place: string, text: string][] {
  const spoken = functionsOf(words).flatMap(([place, ask]) =>
    samples.flatMap((about, index) =>
      answer(ask, about).map((text): [string, string] => [`${place} ${index}`, text]),
    ),
  );
  return [...textsOf(words), ...spoken, ...sentencesOf(words)];
}

/** What of it is shown: words to look for a setting by are not, and may be those of another language. */
const shown = (words: Words): [place: string, text: string][] =>
  everything(words).filter(([place]) => !place.endsWith('.also'));

/** The members of a table, with what they are. */
function membersOf(table: object, place = ''): string[] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const here = `${place}.${name}`;
    if (typeof value === 'object' && value !== null) return membersOf(value, here);
    return [`${here}: ${typeof value}${typeof value === 'function' ? value.length : ''}`];
  });
}

// Words that both languages have: names, what is written in commands and messages, and words German took over.
const SHARED = new Set(
  (
    'a agent all also alt am an b browser bytes c code dialog enter esc events form format h header host id in ip ' +
    'ada bea link links login m markdown mm mode ms n name negative november parameter patch pause person plan port qr ' +
    's schema server shell signal so start status system t tab terminal text thing token v variable version was z zone ' +
    'acp apache array assent authorization bearer boolean cancel checking claude clientcapabilities com completion const ' +
    'creating decline demo dns e ecma elicitation elicitationid email enum eur example f false filter gif html http https load ' +
    'initialize integer jpeg json jsonrpc kb key mail mcp method new npm npx number org p params password permission png ' +
    'properties pypi request requestid required responses rest rpc secret security sent session sessionid sha ssh string ' +
    'support deutsch english title tor true url utc uvx webp websocket ws wss'
  ).split(' '),
);

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

describe('German beside English', () => {
  test('has the same members, and every function has something to say', () => {
    expect(membersOf(de)).toEqual(membersOf(en));
    for (const table of [de, en])
      for (const [place, ask] of functionsOf(table)) {
        const said = samples.flatMap((about) => answer(ask, about));
        if (!BY_CODE.test(place)) expect(said, place).not.toEqual([]);
      }
  });

  test('says everything in words of its own', () => {
    const english = new Map(everything(en));
    expect(english.size).toBeGreaterThan(1000);
    for (const [place, text] of everything(de)) {
      const own = words(text).filter((word) => !SHARED.has(word));
      if (own.length > 0) expect(text, place).not.toBe(english.get(place));
    }
  });

  test('has no word of English left in it', () => {
    const english = new Set(shown(en).flatMap(([, text]) => words(text)));
    const left = shown(de).flatMap(([place, text]) => {
      const found = words(text).filter((word) => english.has(word) && !SHARED.has(word));
      return found.map((word) => `${place}: ${word}`);
    });
    expect(left).toEqual([]);
    const german = new Set(everything(de).flatMap(([, text]) => words(text)));
    expect([...SHARED].filter((word) => !german.has(word) || !english.has(word))).toEqual([]);
  });

  test('is set as German is', () => {
    for (const [place, text] of everything(de)) {
      expect(text, place).not.toMatch(/ …|\.\.\.|[“”‘]\p{L}|\p{L}„|'/u);
      expect(text.split('„').length, place).toBe(text.split('“').length);
    }
  });
});

describe('a language', () => {
  const check = (wanted: string[], lang: string, dir: string): void => {
    const found = languageFor(wanted);
    expect([found.lang, found.dir], wanted.join()).toEqual([lang, dir]);
  };

  test('is the first of those that the person reads', () => {
    check(['de-DE'], 'de', 'ltr');
    check(['de-AT', 'en'], 'de', 'ltr');
    check(['DE'], 'de', 'ltr');
    check(['fr-FR', 'de-CH', 'en'], 'de', 'ltr');
    check(['en-GB', 'de'], 'en', 'ltr');
    check(['den', 'x'], 'en', 'ltr');
    check(['qps-plocm'], 'qps-plocm', 'rtl');
  });

  test('writes numbers, sizes and amounts in its own way', () => {
    const german = writing('de', ['de-DE']);
    const english = writing('en', ['en-US']);
    const cost = { amount: '1234.5', currency: 'EUR' };
    expect([german.number(1234567), english.number(1234567)]).toEqual(['1.234.567', '1,234,567']);
    expect([german.size(1536), english.size(1536)]).toEqual(['1,5 KB', '1.5 KB']);
    expect([german.money(cost), english.money(cost)]).toEqual(['1.234,50 EUR', '1,234.50 EUR']);
    expect([german.took(1500), english.took(1500)]).toEqual(['1,5 s', '1.5 s']);
    expect(german.clock(7).rest).toBe(',007');
    expect(english.clock(7).rest).toBe('.007');
  });

  test('counts', () => {
    const { count } = writing('de', []);
    expect(['0', 1, 2, 1234].map((n) => count(n, 'Feld', 'Felder'))).toEqual([
      ...['0 Felder', '1 Feld', '2 Felder', '1.234 Felder'],
    ]);
    // What an agent gave as text stands as it is.
    expect(count('9007199254740993', 'Feld', 'Felder')).toBe('9007199254740993 Felder');
  });

  test('writes days as they are written where the person lives', () => {
    const at = new Date(2026, 11, 3, 17, 5).getTime();
    expect(writing('de', ['de-DE']).brief(at)).toBe('03.12.26, 17:05');
    expect(writing('en', ['fr', 'en-GB']).brief(at)).toBe('03/12/2026, 17:05');
    expect(writing('de', ['de-DE']).month(2026, 3)).toBe('März 2026');
    expect(writing('de', ['de-AT']).month(2026, 1)).toBe('Jänner 2026');
    expect(writing('de', []).weekday(2026, 12, 3)).toBe('Do');
    expect(writing('en', ['en-US']).day(33, 5, 1)).toContain('33');
  });

  test('is German again where the region is none', () => {
    for (const wanted of [[], ['C'], ['de_DE.UTF-8'], ['de-!']])
      expect(writing('de', wanted).locale, wanted.join()).toBe('de');
  });

  test('begins the week where the person lives', () => {
    expect(writing('de', ['de-DE']).firstDay()).toBe(1);
    expect(writing('en', ['en-US']).firstDay()).toBe(7);
  });
});
