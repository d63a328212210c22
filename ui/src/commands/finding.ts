import { after, errors, nextOf } from '../finding/jumps';
import { t } from '../i18n';
import type { App } from '../state/app.svelte';
import type { ExportFormat } from '../wire/ExportFormat';
import type { Command } from './command';

const inSession = (app: App): boolean => app.session !== undefined;
const finds = (app: App): boolean => app.ui.find.open;

function nextUnread(app: App): void {
  const next = nextOf(app.inOrder, app.session?.id, ({ head }) => head.unread);
  if (next) app.ui.go({ at: 'session', id: next.id });
  else app.ui.tell(t.finding.noUnread);
}

function nextError(app: App): void {
  const order = app.inOrder;
  const here = app.session?.id;
  const last = app.ui.lastError;
  // Where nothing was jumped to in this session yet, its beginning.
  const from =
    last?.session === here ? last : here === undefined ? last : { session: here, entry: -1 };
  const next = after(
    errors(order),
    order.map(({ id }) => id),
    from,
  );
  app.ui.lastError = next;
  if (next) app.ui.goToEntry(next.session, next.entry);
  else app.ui.tell(t.finding.noError);
}

/** What leads to something. */
export const finding = {
  'next-ask': {
    group: 'go',
    keys: ['Main+J'],
    run: (app) => app.goToNextAsk(),
  },
  'next-unread': { group: 'go', keys: ['Main+Shift+J'], run: nextUnread },
  'next-error': { group: 'go', keys: ['F8'], run: nextError },
  find: {
    group: 'find',
    keys: ['Main+F'],
    when: inSession,
    run: (app) => {
      if (app.session) app.ui.find.show(app.session.id);
    },
  },
  'find-next': {
    group: 'find',
    keys: ['F3', 'Main+G'],
    when: finds,
    run: (app) => app.ui.find.step(1),
  },
  'find-previous': {
    group: 'find',
    keys: ['Shift+F3', 'Main+Shift+G'],
    when: finds,
    run: (app) => app.ui.find.step(-1),
  },
  search: {
    group: 'find',
    keys: ['Main+Shift+F'],
    run: ({ ui }) => (ui.over = 'search'),
  },
  'copy-answer': {
    group: 'taking',
    keys: ['Main+Shift+C'],
    when: inSession,
    run: (app) => {
      if (app.session) app.send({ type: 'take', do: 'answer', session: app.session.id });
    },
  },
  'export-markdown': {
    group: 'taking',
    when: inSession,
    run: (app) => take(app, 'markdown'),
  },
  'export-json': {
    group: 'taking',
    when: inSession,
    run: (app) => take(app, 'json'),
  },
} satisfies Record<string, Command>;

function take(app: App, format: ExportFormat): void {
  if (app.session) app.send({ type: 'take', do: 'session', session: app.session.id, format });
}
