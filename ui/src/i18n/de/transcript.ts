import type { NoteView } from '../../wire/NoteView';
import type { Severity } from '../../wire/Severity';
import type { Speaker } from '../../wire/Speaker';
import type { ToolStatus } from '../../wire/ToolStatus';
import type { TurnEnd } from '../../wire/TurnEnd';
import { agents } from './agents';
import { remote } from './remote';
import { count, number, size } from './write';

const turnEnds: { [R in TurnEnd['reason']]: (end: Extract<TurnEnd, { reason: R }>) => string } = {
  end_turn: () => 'Fertig.',
  max_tokens: () => 'Angehalten: Dem Modell gingen die Token aus.',
  max_turn_requests: () =>
    'Angehalten: Der Agent hat so viele Anfragen an sein Modell gestellt, wie er darf.',
  refusal: () => 'Der Agent weigert sich, weiterzumachen.',
  cancelled: () => 'Sie haben diesen Durchgang angehalten.',
  other: ({ value }) => `Der Durchgang endete: ${value}`,
  error: ({ code, message }) => `Der Durchgang endete mit Fehler ${code}: ${message}`,
  lost: () => 'Der Agent wurde beendet, bevor dieser Durchgang fertig war.',
};

const notes: { [N in NoteView['note']]: (note: Extract<NoteView, { note: N }>) => string } = {
  'turn-ended': ({ end }) => turnEnd(end),
  'ask-refused': ({ message, about }) =>
    about === null
      ? `Eine Frage des Agenten ließ sich nicht zeigen und wurde mit einem Fehler beantwortet: ${message}`
      : `Eine Frage des Agenten ließ sich nicht zeigen und wurde mit einem Fehler beantwortet: ${message} (${about})`,
  'link-muted': ({ host }) =>
    host === null
      ? 'Ein Link wurde abgelehnt, weil Links dieses Agenten stummgeschaltet sind.'
      : `Ein Link zu ${host} wurde abgelehnt, weil Links dieses Agenten stummgeschaltet sind.`,
  'not-set': ({ message }) =>
    `Der Agent hat nicht übernommen, was Sie eingestellt haben: ${message}`,
  'server-left-out': ({ server, why }) => agents.leftOut(server, why),
  'folders-left-out': () =>
    'Der Agent nimmt keine weiteren Ordner an; die seiner Einstellungen erhielt er deshalb nicht.',
  'connection-ended': ({ code, signal }) => {
    if (signal !== null) return `Der Agent wurde durch Signal ${signal} beendet.`;
    return code === null
      ? 'Der Agent hat sich beendet.'
      : `Der Agent hat sich mit Exitcode ${code} beendet.`;
  },
  dropped: ({ trouble }) => remote.noteOf(trouble),
  'line-too-long': ({ bytes }) =>
    `Der Agent schrieb eine Zeile von ${number(bytes)} Bytes. Das ist über der Grenze, und sie wurde übersprungen.`,
  'not-kept': ({ entries }) =>
    `${count(entries, 'früherer Eintrag', 'frühere Einträge')} weggelassen: Der Verlauf ist länger als das, was gespeichert wird.`,
  'text-cut': ({ bytes }) =>
    `Die Nachricht oben geht noch ${size(bytes)} weiter. Das ist mehr, als von einer Nachricht gespeichert wird, und wurde weggelassen.`,
  'early-left-out': ({ updates }) =>
    `${count(updates, 'Meldung', 'Meldungen')} weggelassen: Der Agent sandte mehr, als vor dem Öffnen einer Sitzung aufgehoben wird.`,
  'began-anew': () =>
    'Hier beginnt eine neue Sitzung. Der Agent weiß nichts von dem, was oben steht.',
  'no-replay': () =>
    'Der Agent führt diese Sitzung fort. Er hat nicht gesagt, was zuvor darin besprochen wurde.',
};

const toolStatuses: Record<ToolStatus, string> = {
  pending: 'nicht begonnen',
  in_progress: 'läuft',
  completed: 'fertig',
  failed: 'gescheitert',
  cancelled: 'angehalten',
};

const stepStatuses: Record<ToolStatus, string> = {
  pending: 'zu tun',
  in_progress: 'in Arbeit',
  completed: 'fertig',
  failed: 'gescheitert',
  cancelled: 'verworfen',
};

const toolKinds: Record<string, string> = {
  read: 'lesen',
  edit: 'ändern',
  delete: 'löschen',
  move: 'verschieben',
  search: 'suchen',
  execute: 'ausführen',
  think: 'denken',
  fetch: 'laden',
  switch_mode: 'Modus wechseln',
  other: 'Werkzeug',
};

const severities: Record<Severity, string> = {
  info: 'zur Kenntnis',
  warning: 'Warnung',
  error: 'Fehler',
};

const priorities: Record<string, string> = { high: 'hoch', medium: 'mittel', low: 'niedrig' };

const speakers: Record<Speaker, (agent: string) => string> = {
  user: () => 'Sie',
  agent: (agent) => agent,
  thought: (agent) => `${agent}, in Gedanken`,
};

function turnEnd(end: TurnEnd): string {
  return (turnEnds[end.reason] as (end: TurnEnd) => string)(end);
}

export const transcript = {
  label: 'Verlauf',
  empty: (agent: string) => `${agent} ist bereit`,
  emptyHow:
    'Schreiben Sie, was getan werden soll. Fragen des Agenten erscheinen hier über dem Eingabefeld.',
  toEnd: 'Ans Ende gehen',
  speaker: (speaker: Speaker, agent: string) => speakers[speaker](agent),
  thinking: 'Gedanken',
  copy: 'Kopieren',
  copyCode: 'Code kopieren',
  copyEntry: 'Diese Nachricht kopieren',
  note: (note: NoteView): string => (notes[note.note] as (note: NoteView) => string)(note),
  turnEnd,
  turnEnds,
  notes,
  toolStatus: (status: ToolStatus) => toolStatuses[status],
  toolKind: (kind: string) => toolKinds[kind] ?? 'Werkzeug',
  stepStatus: (status: ToolStatus) => stepStatuses[status],
  priority: (priority: string) => priorities[priority] ?? '',
  untitledTool: 'Ein Werkzeug ohne Titel',
  plan: 'Plan',
  planDone: (done: number, of: number) => `${number(done)} von ${number(of)} fertig`,
  input: 'Eingabe wie gesendet',
  output: 'Ausgabe wie gesendet',
  locations: 'Dateien',
  location: (path: string, line: number | null) => (line === null ? path : `${path}:${line}`),
  compaction: (agent: string) => `${agent} fasst das Gesagte zusammen, um wieder Platz zu haben.`,
  summary: 'Zusammenfassung',
  severity: (severity: Severity) => severities[severity],
  noDetail: 'Der Agent nannte keine Einzelheiten.',
  newFile: 'neue Datei',
  diffOf: (path: string) => `Änderung von ${path}`,
  added: (n: number) => `+${number(n)}`,
  removed: (n: number) => `−${number(n)}`,
  addedWords: (n: number) => `${count(n, 'Zeile', 'Zeilen')} hinzugefügt`,
  removedWords: (n: number) => `${count(n, 'Zeile', 'Zeilen')} entfernt`,
  unchanged: (n: number) => count(n, 'unveränderte Zeile', 'unveränderte Zeilen'),
  diffTooLarge: 'Zu groß, um Zeile für Zeile zu vergleichen: vorher und nachher ganz.',
  before: 'Vorher',
  after: 'Nachher',
  noChange: 'Keine Änderung.',
  terminal: (command: string) => `Terminal: ${command}`,
  terminalGone: (id: string) => `Terminal ${id}: Davon ist nichts gespeichert.`,
  terminalEmpty: 'Keine Ausgabe.',
  terminalEarlier: (n: number) =>
    `${count(n, 'frühere Zeile', 'frühere Zeilen')} nicht gespeichert`,
  terminalRuns: 'läuft',
  terminalDone: 'fertig',
  terminalCode: (code: number) => `mit Exitcode ${code} beendet`,
  terminalSignal: (signal: string) => `durch ${signal} beendet`,
  terminalEnded: 'beendet',
  copyTerminal: 'Ausgabe kopieren',
  unrecognised: (update: string) => `Eine Meldung, deren Art Assent nicht kennt: ${update}`,
  unrecognisedContent: 'Inhalt, dessen Art Assent nicht kennt',
  image: 'Bild vom Agenten',
  imageYours: 'Ihr Bild',
  sound: (mime: string | null, bytes: number) =>
    `Ein Klang${mime === null ? '' : ` (${mime})`}, ${size(bytes)}. Assent spielt keine Klänge ab.`,
  resourceBinary: 'Kein Text: Dies wird nicht gezeigt.',
  copyNew: 'Neuen Text kopieren',
  copyPatch: 'Änderung als Patch kopieren',
  otherContent: (what: string, mime: string | null, bytes: number | null) => {
    const about = [mime, bytes === null ? null : size(bytes)].filter((it) => it !== null);
    const more = about.length === 0 ? '' : ` (${about.join(', ')})`;
    return `Inhalt, der sich hier nicht zeigen lässt: ${what}${more}`;
  },
  imageNamed: (alt: string) => (alt === '' ? 'Bild, nicht geladen' : `Bild, nicht geladen: ${alt}`),
  working: (agent: string) => `${agent} arbeitet`,
  waitsForYou: (agent: string) => `${agent} wartet auf Ihre Antwort`,
  stopping: 'Wird angehalten\u00a0…',
  stop: 'Anhalten',
  send: 'Senden',
  sendKey: 'Enter',
  messageTo: (agent: string) => `Nachricht an ${agent}\u00a0…`,
  messageLabel: (agent: string) => `Nachricht an ${agent}`,
  cannotWrite: {
    opening: 'Sie können schreiben, sobald die Sitzung offen ist.',
    'sign-in-first': 'Sie können nach der Anmeldung schreiben.',
    failed: 'Diese Sitzung ist nicht offen.',
    disconnected: 'Der Agent läuft nicht.',
    'cannot-rejoin': 'Diese Sitzung ist nicht offen.',
  },
  mode: 'Modus',
  unknownValue: 'nicht in der Liste',
  options: 'Optionen dieser Sitzung',
  showAll: (n: number) => `Alle ${number(n)} Zeichen zeigen`,
  showLess: 'Weniger zeigen',
  showLines: (n: number) => `Alle ${number(n)} Zeilen zeigen`,
};
