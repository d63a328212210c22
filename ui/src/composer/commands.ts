import type { CommandView } from '../wire/CommandView';
import { Menu } from './menu.svelte';

/** A command in the menu. */
export interface CommandRow {
  name: string;
  detail: string;
}

/** The menu of commands for a text that begins one. To be made while a component is set up. */
export function commandMenu(
  commands: () => readonly CommandView[],
  text: () => string,
  choose: (row: CommandRow) => void,
): Menu<CommandRow> {
  return new Menu<CommandRow>({
    rows: () =>
      commandsFor(text(), commands())
        // What is written out in full needs no menu.
        .filter((command, _, found) => found.length > 1 || text() !== `/${command.name}`)
        .map((command) => ({ name: `/${command.name}`, detail: command.description })),
    about: text,
    choose,
  });
}

/** What the menu of commands is to show for a text: nothing unless the text is the beginning of a command. */
export function commandsFor(text: string, commands: readonly CommandView[]): CommandView[] {
  if (!/^\/\S*$/.test(text)) return [];
  const wanted = text.slice(1).toLowerCase();
  const beginning: CommandView[] = [];
  const within: CommandView[] = [];
  for (const command of commands) {
    const at = command.name.toLowerCase().indexOf(wanted);
    if (at === 0) beginning.push(command);
    else if (at > 0) within.push(command);
  }
  return [...beginning, ...within];
}

/** The hint of the command that stands in a text with nothing after it. */
export function hintFor(text: string, commands: readonly CommandView[]): string | undefined {
  const name = /^\/(\S+)\s*$/.exec(text)?.[1];
  return commands.find((command) => command.name === name)?.hint ?? undefined;
}
