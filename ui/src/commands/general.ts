import type { Command } from './command';

/** Whether the sidebar lies over the rest, and so can be away. */
export const narrow = (): boolean => window.matchMedia('(max-width: 720px)').matches;

/** What belongs to the window as a whole. */
export const general = {
  palette: {
    group: 'find',
    keys: ['Main+Shift+P', 'Main+K'],
    run: ({ ui }) => (ui.over = 'palette'),
  },
  shortcuts: {
    group: 'find',
    keys: ['F1', 'Main+/'],
    run: ({ ui }) => (ui.over = 'shortcuts'),
  },
  agents: { group: 'go', main: true, run: (app) => app.ui.go({ at: 'agents' }) },
  settings: {
    group: 'go',
    keys: ['Main+,'],
    main: true,
    run: ({ ui }) => ui.go({ at: 'settings' }),
  },
  record: { group: 'go', main: true, run: (app) => app.ui.go({ at: 'record' }) },
  'export-record': {
    group: 'taking',
    main: true,
    run: (app) => app.send({ type: 'export-record' }),
  },
  sidebar: {
    group: 'window',
    keys: ['Main+B'],
    main: true,
    when: narrow,
    run: (app) => (app.ui.sidebarOpen = !app.ui.sidebarOpen),
  },
  back: {
    group: 'window',
    keys: ['Escape'],
    when: ({ ui }) =>
      ui.sidebarOpen || ui.panel === 'plan' || ui.panel === 'menu' || ui.place.at === 'settings',
    run: ({ ui }) => {
      if (!ui.sidebarOpen && ui.place.at === 'settings') ui.back();
      ui.sidebarOpen = false;
      ui.panel = undefined;
    },
    onlyKeys: true,
  },
} satisfies Record<string, Command>;
