import { t } from '../i18n';
import type { App } from '../state/app.svelte';
import type { Command, CommandId } from './command';
import { finding } from './finding';
import { general } from './general';
import { inspector } from './inspector';
import { ariaKeys, worded } from './keys';
import { sessions } from './sessions';
import { stage } from './stage';
import { windows } from './windows';

/**
 * All commands. A new one is one line in a part of this list, and its title in `i18n/en/commands.ts`;
 * a part is a record of [`Command`]s by name. Nothing else listens for keys that work everywhere.
 */
export const commands: Readonly<Record<CommandId, Command>> = {
  ...finding,
  ...sessions,
  ...general,
  ...inspector,
  ...stage,
  ...windows,
};

/** Their names, in the order of the list. */
export const ids = Object.keys(commands) as CommandId[];

/** Whether there is something for a command to do. */
export function applies(app: App, id: CommandId): boolean {
  const { when, main } = commands[id];
  return !(main && app.own !== undefined) && (when?.(app) ?? true);
}

/** Does it, if there is something to do. */
export function run(app: App, id: CommandId): void {
  if (applies(app, id)) commands[id].run(app);
}

/** The keys that are shown for a command; nothing where it has none. */
export function keysOf(id: CommandId): string | undefined {
  const [first] = commands[id].keys ?? [];
  return first === undefined ? undefined : worded(first);
}

/** The title and keys of a command for the button that does the same, to be spread on it. */
export function hinted(id: CommandId): { title: string; 'aria-keyshortcuts'?: string } {
  const keys = commands[id].keys;
  const title = t.commands.hint(t.commands.titles[id], keysOf(id));
  return keys === undefined ? { title } : { title, 'aria-keyshortcuts': ariaKeys(keys) };
}
