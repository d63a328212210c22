import type { ValueDraft } from '../wire/ValueDraft';
import type { ValueView } from '../wire/ValueView';

/** Where a value is to lie; `auto`: as its name suggests. */
export type Where = 'auto' | 'secret' | 'plain';

/** A variable or header while it is edited. */
export interface ValueRow {
  key: number;
  name: string;
  value: string;
  where: Where;
  /** A secret value is set, and stays when nothing is entered. */
  set: boolean;
  /** That value lies in a file. */
  inFile: boolean;
}

let last = 0;

/** A row with nothing in it. */
export function emptyRow(): ValueRow {
  last += 1;
  return { key: last, name: '', value: '', where: 'auto', set: false, inFile: false };
}

/** The rows of what is set. */
export function rowsOf(values: ValueView[]): ValueRow[] {
  return values.map(({ name, value, in_file }) => ({
    ...emptyRow(),
    name,
    value: value ?? '',
    where: value === null ? 'secret' : 'plain',
    set: value === null,
    inFile: in_file,
  }));
}

/** What is sent of the rows. */
export function draftsOf(rows: ValueRow[]): ValueDraft[] {
  return rows.map(({ name, value, where, set }) => ({
    name,
    value: set && value === '' ? null : value,
    secret: where === 'auto' ? null : where === 'secret',
  }));
}
