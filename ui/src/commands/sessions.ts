import type { App } from '../state/app.svelte';
import type { Command } from './command';

/** The agent that a new session is begun with: that of the place shown, else the first. */
function agentHere(app: App): number | undefined {
  const { place } = app.ui;
  const here = place.at === 'agent' ? place.id : app.session?.head.agent;
  const agents = app.store.agents;
  return (agents.find(({ id }) => id === here) ?? agents[0])?.id;
}

/** Goes so many sessions on from the one shown, in the order of the sidebar. */
function step(app: App, by: number): void {
  const all = app.inOrder;
  const at = all.findIndex(({ id }) => id === app.session?.id);
  const next = all[at === -1 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  if (next) app.ui.go({ at: 'session', id: next.id });
}

const inSession = (app: App): boolean => app.session !== undefined;
const open = (app: App): boolean => app.session?.head.status.state === 'open';

/** What is done with sessions. */
export const sessions = {
  'new-session': {
    group: 'session',
    keys: ['Main+N'],
    when: (app) => agentHere(app) !== undefined,
    run: (app) => {
      const agent = agentHere(app);
      if (agent !== undefined) app.send({ type: 'new-session', agent });
    },
  },
  'new-session-in': {
    group: 'session',
    when: (app) => agentHere(app) !== undefined,
    run: (app) => {
      const agent = agentHere(app);
      if (agent !== undefined) app.send({ type: 'new-session-in', agent });
    },
  },
  'next-session': {
    group: 'go',
    keys: ['Main+PageDown'],
    main: true,
    when: (app) => app.store.sessions.size > 0,
    run: (app) => step(app, 1),
  },
  'previous-session': {
    group: 'go',
    keys: ['Main+PageUp'],
    main: true,
    when: (app) => app.store.sessions.size > 0,
    run: (app) => step(app, -1),
  },
  composer: {
    group: 'go',
    keys: ['Main+L'],
    when: inSession,
    run: (app) => app.ui.focusComposer(),
  },
  'attach-files': {
    group: 'session',
    when: open,
    run: (app) => choose(app, false),
  },
  'attach-folders': {
    group: 'session',
    when: open,
    run: (app) => choose(app, true),
  },
  'stop-turn': {
    group: 'session',
    keys: ['Main+Shift+X'],
    when: (app) => app.session?.head.turn.state === 'running',
    run: (app) => {
      if (app.session) app.send({ type: 'stop-turn', session: app.session.id });
    },
  },
  plan: {
    group: 'session',
    when: (app) => app.session?.plan !== undefined,
    run: ({ ui }) => (ui.panel = ui.panel === 'plan' ? undefined : 'plan'),
  },
  'close-session': {
    group: 'session',
    keys: ['Main+W'],
    main: true,
    when: inSession,
    run: (app) => {
      if (app.session) app.close(app.session);
    },
  },
} satisfies Record<string, Command>;

function choose(app: App, folders: boolean): void {
  if (app.session) app.send({ type: 'choose-files', session: app.session.id, folders });
}
