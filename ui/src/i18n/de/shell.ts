import type { ConnectionStatus } from '../../wire/ConnectionStatus';
import type { Notice } from '../../wire/Notice';
import type { StartFailure } from '../../wire/StartFailure';
import { agents } from './agents';
import { composer } from './composer';
import { remote } from './remote';
import { count, number } from './write';

const startFailures: {
  [C in StartFailure['code']]: (failure: Extract<StartFailure, { code: C }>) => string;
} = {
  'not-found': ({ program }) =>
    `Es gibt kein Programm namens ${program}. Prüfen Sie den Befehl des Agenten.`,
  'not-allowed': ({ program }) =>
    `${program} darf nicht ausgeführt werden. Prüfen Sie die Rechte der Datei.`,
  secret: ({ name }) =>
    `Der Wert von ${name} ließ sich an seinem Ort nicht lesen. Entsperren Sie den Schlüsselbund und versuchen Sie es noch einmal, oder geben Sie den Wert neu ein.`,
  'no-folder': ({ folder }) => `Den Ordner ${folder} gibt es nicht.`,
  system: ({ message }) => `Das System hat ihn nicht gestartet: ${message}`,
  remote: ({ trouble }) => remote.trouble(trouble),
  'wrong-version': ({ offered, wanted }) =>
    `Er spricht Version ${offered} des Protokolls. Assent spricht Version ${wanted}.`,
  'bad-initialize': ({ message }) =>
    `Er hat die erste Nachricht nicht beantwortet, wie er sollte: ${message}`,
};

const notices: Record<
  Exclude<Notice['code'], 'agent-not-saved' | 'not-attached' | 'not-signed-out'>,
  string
> = {
  'signed-in': 'Angemeldet.',
  'signed-out': 'Abgemeldet.',
  copied: 'Kopiert.',
  'nothing-to-copy': 'Noch gibt es nichts mitzunehmen.',
  'copy-failed': 'Nicht kopiert: In die Zwischenablage ließ sich nicht schreiben.',
  'protocol-exported':
    'Die Nachrichten wurden in die Datei geschrieben. Was geheim sein könnte, ist darin verdeckt.',
  exported: 'In die Datei geschrieben.',
  'export-failed': 'Nicht geschrieben: Die Datei ließ sich nicht schreiben.',
  'queue-full':
    'Nicht eingereiht: Es warten schon zu viele Nachrichten. Der Text steht im Eingabefeld.',
  'ask-ended': 'Nicht gesendet: Diese Frage ist schon zu Ende.',
  'not-pressed':
    'Nichts wurde getan: In diesem Fenster war kein Druck auf eine Taste oder einen Knopf zu sehen. Noch einmal drücken.',
  'not-announced':
    'Ihr System hat eine Benachrichtigung nicht angezeigt. Was auf Sie wartet, steht trotzdem hier.',
  'cannot-start': 'Dieser Agent lässt sich nicht starten.',
  'agent-saved': 'Gespeichert.',
  'secrets-in-file':
    'Kein Schlüsselbund Ihres Systems nahm die geheimen Werte an: Sie liegen in einer Datei, die nur Sie lesen können.',
  'not-kept': 'Nicht gespeichert: Eine Datei ließ sich nicht auf die Platte schreiben.',
  deleted: 'Gelöscht.',
  'not-deleted': 'Nicht alles ließ sich löschen: Eine Datei konnte nicht entfernt werden.',
};

const statusWords: Record<ConnectionStatus['state'], string> = {
  starting: 'startet',
  ready: 'läuft',
  failed: 'nicht gestartet',
  ended: 'beendet',
};

export const shell = {
  name: 'Assent',
  title: (waiting: number) => (waiting === 0 ? 'Assent' : `(${number(waiting)}) Assent`),
  loading: 'Wird geladen\u00a0…',
  reading: 'Der Verlauf wird gelesen\u00a0…',
  noHost: 'Diese Seite gehört zum Fenster von Assent und tut für sich allein nichts.',
  sidebar: 'Agenten und Sitzungen',
  showSidebar: 'Agenten und Sitzungen zeigen',
  hideSidebar: 'Agenten und Sitzungen verbergen',
  newSession: 'Neue Sitzung',
  newSessionIn: 'Neue Sitzung in anderem Ordner\u00a0…',
  newSessionOf: (agent: string) => `Neue Sitzung mit ${agent}`,
  untitled: 'Neue Sitzung',
  idle: 'läuft nicht',
  unread: 'neu',
  waitingFlag: (n: number) => count(n, 'Frage wartet', 'Fragen warten'),
  waiting: (n: number) => count(n, 'wartet', 'warten'),
  waitingKey: (key: string) => `(${key})`,
  nothingWaiting: 'Nichts wartet auf Sie',
  closeSession: 'Sitzung schließen',
  closeSessionOf: (title: string) => `Sitzung schließen: ${title}`,
  closeAsk: (n: number) =>
    n > 0
      ? `Diese Sitzung schließen? ${count(n, 'Frage wird', 'Fragen werden')} mit Abbrechen beantwortet.`
      : 'Diese Sitzung schließen?',
  closeAskKept: 'Diese Sitzung schließen? Ihr Verlauf wird von diesem Rechner entfernt.',
  closeAskTurn:
    'Diese Sitzung schließen? Der Agent arbeitet noch; sein Durchgang wird zuerst angehalten.',
  close: 'Schließen',
  keep: 'Offen lassen',
  keepRunning: 'Weiterlaufen lassen',
  noSession: 'Keine Sitzung ist offen',
  noSessionHow: 'Wählen Sie einen Agenten, um zu beginnen.',
  stop: 'Agent beenden',
  stopAsk: (agent: string) => `${agent} beenden? Worauf er wartet, wird mit Abbrechen beantwortet.`,
  restart: 'Neu starten',
  restartOf: (agent: string) => `${agent} neu starten`,
  signIn: 'Anmelden\u00a0…',
  signOut: 'Abmelden',
  command: 'Befehl',
  folder: 'Ordner',
  process: 'Prozess',
  callsItself: 'Nennt sich',
  callsItselfNote: 'in eigenen Worten',
  mayAsk: 'Darf fragen mit',
  forms: 'Formularen',
  links: 'Links',
  nothing: 'nichts',
  linksMuted: 'Links sind stummgeschaltet, bis diese Verbindung endet.',
  sessionsOf: 'Sitzungen',
  noSessions: 'Noch keine Sitzung.',
  earlierAsks: 'Frühere Fragen',
  status: (status: ConnectionStatus) => statusWords[status.state],
  starting: (agent: string) => `${agent} startet\u00a0…`,
  opening: (agent: string) => `${agent} öffnet die Sitzung\u00a0…`,
  failed: (agent: string) => `${agent} ließ sich nicht starten`,
  startFailure: (failure: StartFailure): string => {
    const words = startFailures[failure.code] as (failure: StartFailure) => string;
    return words(failure);
  },
  ended: (agent: string, asked: boolean) =>
    asked ? `${agent} wurde beendet` : `${agent} hat sich beendet`,
  exit: (code: number | null, signal: number | null) => {
    if (signal !== null) return `Durch Signal ${signal} beendet.`;
    if (code === null) return 'Kein Exitcode.';
    return code === 0 ? 'Exitcode 0.' : `Exitcode ${code}.`;
  },
  endedNext:
    'Der Verlauf bleibt hier. Ein Neustart nimmt seine Sitzungen wieder auf, wenn der Agent das kann.',
  stderr: 'Seine letzte Fehlerausgabe',
  noStderr: 'Er schrieb nichts in seine Fehlerausgabe.',
  lastLines: 'Die letzten Nachrichten, die mit ihm ausgetauscht wurden',
  lastLine: (ours: boolean, text: string) => (ours ? `→ ${text}` : `← ${text}`),
  slow: {
    start: (agent: string) => `${agent} läuft, hat aber seit zehn Sekunden nicht geantwortet.`,
    open: (agent: string) => `${agent} hat die Sitzung seit zehn Sekunden nicht geöffnet.`,
    stop: (agent: string) =>
      `${agent} hat seit zehn Sekunden nicht angehalten. Ein Neustart beendet ihn; der Verlauf bleibt.`,
  },
  notProtocol: (agent: string) =>
    `Was ${agent} schreibt, ist nicht das Protokoll. Ist das der Befehl, mit dem er es spricht?`,
  noise: 'Zeilen, die nicht zum Protokoll gehörten',
  signInFirst: (agent: string) => `${agent} möchte, dass Sie sich zuerst anmelden`,
  signInFirstNext: 'Nach der Anmeldung öffnet sich die Sitzung von selbst.',
  sessionFailed: (agent: string) => `${agent} hat die Sitzung nicht geöffnet`,
  agentSays: (agent: string) => `${agent} sagt`,
  retry: 'Noch einmal versuchen',
  unknownOptions: 'Nicht gezeigte Optionen',
  unknownOption: (name: string, type: string) =>
    `${name}: von einer Art, die Assent nicht kennt (${type})`,
  notice: (notice: Notice) => {
    if (notice.code === 'agent-not-saved') return agents.problem(notice.problem);
    if (notice.code === 'not-attached') return composer.notAttached(notice.name, notice.why);
    if (notice.code === 'not-signed-out')
      return `Der Agent hat sich nicht abgemeldet. Er sagt: ${notice.message}`;
    return notices[notice.code];
  },
  dismiss: 'Ausblenden',
};
