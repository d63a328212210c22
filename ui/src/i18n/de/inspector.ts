import type { TraceKind } from '../../wire/TraceKind';
import type { TraceRow } from '../../wire/TraceRow';
import type { TraceWay } from '../../wire/TraceWay';
import { finding } from './findings';
import { count, number, size, write } from './write';

const ways: Record<TraceWay, string> = {
  'from-agent': 'vom Agenten',
  'to-agent': 'an den Agenten',
};

const kinds: Record<TraceKind, string> = {
  request: 'Anfrage',
  response: 'Antwort',
  notification: 'Mitteilung',
  'not-protocol': 'kein Protokoll',
  stderr: 'Fehlerausgabe',
};

function facts(row: TraceRow): string {
  const { hours, rest } = write.clock(row.at);
  const parts = [hours + rest];
  if (row.id !== null) parts.push(`ID ${row.id}`);
  parts.push(
    row.bytes < 1024
      ? count(row.bytes, 'Byte', 'Bytes')
      : `${size(row.bytes)} (${number(row.bytes)} Bytes)`,
  );
  if (row.took !== null) parts.push(`beantwortet nach ${write.took(row.took)}`);
  return parts.join(' · ');
}

export const inspector = {
  open: 'Protokoll',
  openTitle: 'Die mit diesem Agenten ausgetauschten Nachrichten ansehen',
  title: (agent: string) => (agent === '' ? 'Protokoll' : `Protokoll: ${agent}`),
  connections: 'Verbindungen zu diesem Agenten',
  connection: (place: number, status: string) => `Verbindung ${place}, ${status}`,
  list: 'Nachrichten, älteste zuerst. Enter zeigt eine.',
  columns: ['Zeit', '', 'Art', 'Methode', 'ID', 'Größe', 'Dauer'],
  method: 'Methode',
  direction: 'Richtung',
  kindFilter: 'Art',
  methodFilter: 'Nur Methoden, die dies enthalten',
  filters: 'Nachrichten filtern',
  search: 'Nur Nachrichten, die dies enthalten',
  searchHint: 'Suchen ( / )',
  bothWays: 'Beide Richtungen',
  allKinds: 'Alle Arten',
  failedOnly: 'Fehler',
  failedTitle: 'Nur Fehler und das, wozu es eine Anmerkung gibt',
  way: (way: TraceWay) => ways[way],
  kind: (kind: TraceKind) => kinds[kind],
  size,
  took: write.took,
  time: write.clock,
  facts,
  failed: 'Fehler',
  remarked: 'Anmerkung',
  pause: 'Pause',
  goOn: 'Weiter',
  pauseTitle: 'Die Liste stillhalten. Nachrichten werden inzwischen aufgehoben.',
  paused: 'Angehalten.',
  clear: 'Leeren',
  clearTitle: 'Die hier aufgehobenen Nachrichten vergessen',
  export: 'Exportieren\u00a0…',
  exportTitle:
    'Die Nachrichten in eine Datei schreiben. Antworten auf geheime Felder, Variablen, Header, Schlüssel und die Abfrageteile von Adressen sind verdeckt.',
  back: 'Zurück',
  toEnd: 'Zu den neuesten',
  empty: 'Noch wurde nichts ausgetauscht, oder es ist nicht mehr aufgehoben.',
  noneFit: 'Keine Nachricht passt zum Filter.',
  count: (shown: number, kept: number, left: number) => {
    const of = count(kept, 'Nachricht', 'Nachrichten');
    const all = shown === kept ? of : `${number(shown)} von ${of}`;
    return left === 0
      ? `${all}.`
      : `${all}; ${count(left, 'ältere ist', 'ältere sind')} nicht mehr aufgehoben.`;
  },
  message: 'Nachricht',
  text: 'Was die Nachricht sagt',
  heading: (number: number, kind: TraceKind, way: TraceWay) =>
    `${number}: ${kinds[kind]} ${ways[way]}`,
  partner: (kind: TraceKind, partner: number) => {
    if (kind === 'request') return `Antwort darauf, ${partner}`;
    return kind === 'response' ? `Anfrage dazu, ${partner}` : `Nachricht ${partner}`;
  },
  partnerTitle: 'Zur anderen Hälfte dieses Austauschs',
  copy: 'Kopieren',
  copyTitle: 'Nachricht kopieren, Geheimes verdeckt',
  closeMessage: 'Nachricht schließen',
  gone: 'Diese Nachricht ist nicht mehr aufgehoben.',
  showAll: 'Ganz zeigen',
  cut: (bytes: number) =>
    `Nur der Anfang ist aufgehoben: Es waren ${size(bytes)}, mehr als von einer Nachricht aufgehoben wird.`,
  masked: (n: number) =>
    n === 1
      ? '1 Wert darin könnte geheim sein und ist verdeckt: ••••'
      : `${number(n)} Werte darin könnten geheim sein und sind verdeckt: ••••`,
  notProtocol: (id: string | null) =>
    id === null
      ? 'Diese Zeile ist keine Nachricht in JSON-RPC 2.0. Agenten schreiben je Zeile ein JSON-Objekt in ihre Ausgabe und alles andere in ihre Fehlerausgabe.'
      : 'Dies ist keine richtige Nachricht in JSON-RPC 2.0: Eine Anfrage hat jsonrpc "2.0", eine id, eine method, die Text ist, und params, die ein Objekt oder eine Liste sind. Sie wurde mit -32600 beantwortet.',
  findings: 'Was es zu dieser Anfrage zu sagen gibt',
  finding,
};
