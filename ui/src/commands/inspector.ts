import type { App } from '../state/app.svelte';
import type { Command } from './command';

/** The connection of what is shown: of a session, or the newest of an agent. */
function connectionHere(app: App): number | undefined {
  const { place } = app.ui;
  if (place.at === 'agent') return app.connectionOf(place.id)?.id;
  return app.session && app.connectionOfSession(app.session)?.id;
}

const looking = ({ ui }: App): boolean => ui.place.at === 'inspector';

/** What is done with the protocol's log. */
export const inspector = {
  protocol: {
    group: 'go',
    main: true,
    when: (app) => connectionHere(app) !== undefined,
    run: (app) => {
      const connection = connectionHere(app);
      if (connection !== undefined) app.ui.go({ at: 'inspector', connection });
    },
  },
  'export-protocol': {
    group: 'taking',
    main: true,
    when: looking,
    run: (app) => app.inspector.export(),
  },
} satisfies Record<string, Command>;
