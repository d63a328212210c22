import { t } from '../i18n';
import type { App } from '../state/app.svelte';
import { score } from './fuzzy';
import { worded } from './keys';
import { commands, ids, run } from './list';

/** A row of the list of shortcuts. */
export interface Shortcut {
  key: string;
  title: string;
  detail: string;
  /** All the ways to press it. */
  keys: string;
  /** Choosing it does it; what belongs to a part of the window is only told. */
  choose?: () => void;
}

/** Keys that work only in one part of the window, where they are looked after. */
const LOCAL: Record<keyof typeof t.commands.local, readonly string[]> = {
  send: ['Enter'],
  newLine: ['Shift+Enter'],
  earlier: ['ArrowUp'],
  commands: ['/'],
  mention: ['@'],
  accept: ['Main+Enter'],
  search: ['/', 'Main+F'],
  copyMessage: ['Main+C'],
  look: ['Enter'],
  later: ['Escape'],
};

/** Every shortcut there is. */
export function allShortcuts(app: App): Shortcut[] {
  const everywhere = ids.flatMap((id): Shortcut[] => {
    const { keys, group } = commands[id];
    if (keys === undefined) return [];
    const words = keys.map(worded).join(t.commands.or);
    const row = { key: id, title: t.commands.titles[id], keys: words };
    return [{ ...row, detail: t.commands.groups[group], choose: () => run(app, id) }];
  });
  const local = Object.entries(LOCAL).map(([name, keys]): Shortcut => {
    const { title, where } = t.commands.local[name as keyof typeof LOCAL];
    return {
      key: `local ${name}`,
      title,
      detail: where,
      keys: keys.map(worded).join(t.commands.or),
    };
  });
  return [...everywhere, ...local];
}

/** Those that fit what was typed: words of their titles, or keys. */
export function fittingShortcuts(all: readonly Shortcut[], query: string): Shortcut[] {
  const ranked = all.flatMap((row) => {
    const fits = score(query, row.title, `${row.detail} ${row.keys}`);
    return fits === undefined ? [] : [{ row, fits }];
  });
  // The sort is stable: what fits as well stays in the order of the list.
  return ranked.sort((a, b) => b.fits - a.fits).map(({ row }) => row);
}
