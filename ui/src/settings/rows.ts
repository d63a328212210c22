import { t } from '../i18n';
import { plain, wordsOf } from '../kit/plain';

/** A row of the settings. */
export type RowId = keyof typeof t.settings.rows;
/** A part of the settings. */
export type SectionId = keyof typeof t.settings.sections;

/** What stands where, in order. */
export const SECTIONS: readonly { id: SectionId; rows: readonly RowId[] }[] = [
  { id: 'appearance', rows: ['language', 'theme', 'text-size', 'density', 'motion'] },
  { id: 'writing', rows: ['send-key'] },
  { id: 'notifications', rows: ['notify-asks', 'notify-turns'] },
  { id: 'agents', rows: ['agents'] },
  { id: 'servers', rows: ['servers'] },
  {
    id: 'privacy',
    rows: ['keep-transcripts', 'sessions', 'record', 'secrets', 'kept', 'log'],
  },
  { id: 'keyboard', rows: ['keys'] },
  { id: 'about', rows: ['version'] },
];

const HAYSTACK = SECTIONS.flatMap(({ id, rows }) =>
  rows.map((row) => {
    const { title, about, also } = t.settings.rows[row];
    return { row, text: plain(`${t.settings.sections[id]}\n${title}\n${about}\n${also}`) };
  }),
);

/** The rows in which each word of a query occurs: in the title, the description, or a word of the same meaning. */
export function found(query: string): ReadonlySet<RowId> {
  const words = wordsOf(query);
  const hits = HAYSTACK.filter(({ text }) => words.every((word) => text.includes(word)));
  return new Set(hits.map(({ row }) => row));
}
