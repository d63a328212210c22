import type { en } from '../i18n/en';
import type { App } from '../state/app.svelte';
import type { Keys } from './keys';

/** A command's name. Its title stands in `i18n/en/commands.ts`. */
export type CommandId = keyof typeof en.commands.titles;

/** What a command is about. */
export type Group = keyof typeof en.commands.groups;

/** Something the person can do from anywhere: by the palette, by keys, by a button that names it. */
export interface Command {
  group: Group;
  /** Its keys; the first ones are shown. */
  keys?: readonly Keys[];
  /** Whether there is something for it to do now; none: always. */
  when?: (app: App) => boolean;
  run: (app: App) => void;
  /** It is about more than one session, so there is nothing for it to do in the window of one. */
  main?: true;
  /** It is no deed to choose from a list: it works by its keys alone. */
  onlyKeys?: true;
}
