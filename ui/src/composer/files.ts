import type { SessionModel } from '../state/session.svelte';
import type { Wanted } from './mentions';
import { Menu } from './menu.svelte';

/** A file in the menu of mentions. */
export interface FileRow {
  id: number;
  /** What stands for it in the text. */
  token: string;
  name: string;
  detail: string;
}

/** Whether a text has these letters in this order, whatever stands between them. */
export function holds(text: string, letters: string): boolean {
  let at = 0;
  const whole = text.toLowerCase();
  for (const letter of letters.toLowerCase()) {
    at = whole.indexOf(letter, at) + letter.length;
    if (at < letter.length) return false;
  }
  return true;
}

/** The menu of files for the mention that is being written. To be made while a component is set up. */
export function fileMenu(
  session: () => SessionModel,
  wanted: () => Wanted | undefined,
  choose: (row: FileRow) => void,
): Menu<FileRow> {
  return new Menu<FileRow>({
    rows: () => {
      const query = wanted()?.query;
      const { query: old, hits } = session().found;
      // What was found before stays until more is: a list that comes and goes cannot be read. Only what
      // cannot fit goes at once, so that Enter takes nothing that was not asked for.
      if (query === undefined || !(query.startsWith(old) || old.startsWith(query))) return [];
      const fitting = query === old ? hits : hits.filter(({ token }) => holds(token, query));
      return fitting.map(({ id, name, folder, is_folder, token }) => ({
        id,
        token,
        name: is_folder ? `${name}/` : name,
        detail: folder,
      }));
    },
    about: () => `${wanted()?.start} ${wanted()?.query}`,
    place: () => `${wanted()?.start}`,
    choose,
  });
}
