import type { SearchKind } from '../../wire/SearchKind';
import { count, number, write } from './write';

const kinds: Record<SearchKind, string> = {
  prompt: 'Sie',
  answer: 'Antwort',
  thought: 'Gedanke',
  tool: 'Werkzeug',
  other: 'Anderes',
};

/** Looking for things, and jumping to them. */
export const finding = {
  label: 'In diesem Verlauf suchen',
  none: 'Nicht gefunden',
  place: (at: number, of: number, more: boolean) =>
    `${number(at)} von ${more ? 'den neuesten ' : ''}${number(of)}`,
  close: 'Suchleiste schließen',
  searchPlaceholder: 'In allen Sitzungen suchen',
  searchHow: 'Durchsucht werden Titel, Nachrichten, Antworten und Werkzeugaufrufe aller Sitzungen.',
  searchNone: 'In keiner Sitzung kommt dies vor.',
  searching: 'Suche läuft\u00a0…',
  searchMore: 'Dies kommt in weiteren Sitzungen vor. Ein längerer Text findet weniger.',
  sessions: (n: number) => `In ${count(n, 'Sitzung', 'Sitzungen')} gefunden.`,
  entries: (n: number, more: boolean) => {
    if (n === 0) return 'im Titel';
    return more ? `${number(n)} oder mehr Einträge` : count(n, 'Eintrag', 'Einträge');
  },
  kind: (kind: SearchKind) => kinds[kind],
  when: write.moment,
  noUnread: 'Nichts ist ungelesen.',
  noError: 'In den geöffneten Sitzungen ging nichts schief.',
  noAsk: 'Keine Frage wartet auf Sie.',
};
