import type { Command } from './command';

/** What leads to something. */
export const finding = {
  'next-ask': {
    group: 'go',
    keys: ['Main+J'],
    run: (app) => app.goToOldest(),
  },
} satisfies Record<string, Command>;
