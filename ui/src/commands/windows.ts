import type { App } from '../state/app.svelte';
import type { Command } from './command';
import { narrow } from './general';

const inMain = (app: App): boolean => app.own === undefined;

/** What is done with windows. */
export const windows = {
  'own-window': {
    group: 'window',
    keys: ['Main+Shift+O'],
    when: (app) => inMain(app) && app.session !== undefined,
    run: (app) => {
      if (app.session) app.send({ type: 'window', do: 'open-own', session: app.session.id });
    },
  },
  'close-window': {
    group: 'window',
    keys: ['Main+W'],
    when: (app) => !inMain(app),
    run: (app) => app.send({ type: 'window', do: 'close' }),
  },
  menu: {
    group: 'window',
    keys: ['F10'],
    run: ({ ui, own }) => {
      // In a narrow window its button is in the sidebar.
      if (own === undefined && narrow()) ui.sidebarOpen = true;
      ui.panel = ui.panel === 'menu' ? undefined : 'menu';
    },
    onlyKeys: true,
  },
  about: {
    group: 'window',
    run: ({ ui }) => (ui.panel = 'about'),
  },
  quit: {
    group: 'window',
    keys: ['Main+Q'],
    run: (app) => app.send({ type: 'window', do: 'quit' }),
  },
} satisfies Record<string, Command>;
