import { t } from '../i18n';
import type { App } from '../state/app.svelte';
import type { CommandId } from './command';
import { score } from './fuzzy';
import { applies, commands, ids, keysOf, run } from './list';

/** A row of the palette: a command, a session or an agent. */
export interface Row {
  /** Its name among all rows, by which it is remembered as used. */
  key: string;
  title: string;
  /** Where it belongs: a group of commands, the agent of a session. */
  detail: string;
  keys?: string | undefined;
  /** It waits for something it applies to. */
  disabled?: boolean;
  choose: () => void;
}

/** Rows that are drawn at the most; a few more letters bring the others. */
const MOST_ROWS = 100;

function commandRow(app: App, id: CommandId): Row {
  return {
    key: `command ${id}`,
    title: t.commands.titles[id],
    detail: t.commands.groups[commands[id].group],
    keys: keysOf(id),
    disabled: !applies(app, id),
    choose: () => run(app, id),
  };
}

/** Everything that can be chosen, before anything is typed: commands, then sessions, then agents. */
export function allRows(app: App): Row[] {
  const shown = ids.filter((id) => !commands[id].onlyKeys && id !== 'palette');
  const sessions = app.inOrder.toReversed().map((session): Row => ({
    key: `session ${session.id}`,
    title: session.head.title ?? t.shell.untitled,
    detail: t.commands.sessionOf(session.head.agent_name),
    choose: () => app.ui.go({ at: 'session', id: session.id }),
  }));
  const agents = app.agents.flatMap(({ id, name, agent }): Row[] => [
    ...(agent === undefined
      ? []
      : [
          {
            key: `new ${id}`,
            title: t.shell.newSessionOf(name),
            detail: t.commands.groups.session,
            choose: () => app.send({ type: 'new-session', agent: id }),
          },
        ]),
    {
      key: `agent ${id}`,
      title: name,
      detail: t.commands.agent,
      choose: () => app.ui.go({ at: 'agent', id }),
    },
  ]);
  return [...shown.map((id) => commandRow(app, id)), ...sessions, ...agents];
}

/**
 * The rows that fit what was typed, the best first. Of what fits as well as another, and where nothing is typed,
 * what was used last comes first; what has nothing to do now comes last.
 */
export function fitting(rows: readonly Row[], query: string, used: readonly string[]): Row[] {
  const place = new Map(used.map((key, at) => [key, at]));
  const ranked = rows.flatMap((row, at) => {
    const fits = score(query, row.title, row.detail);
    return fits === undefined ? [] : [{ row, at, fits, used: place.get(row.key) ?? used.length }];
  });
  ranked.sort(
    (a, b) =>
      Number(a.row.disabled ?? false) - Number(b.row.disabled ?? false) ||
      b.fits - a.fits ||
      a.used - b.used ||
      a.at - b.at,
  );
  return ranked.slice(0, MOST_ROWS).map(({ row }) => row);
}
