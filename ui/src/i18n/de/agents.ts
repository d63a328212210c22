import type { AgentProblem } from '../../wire/AgentProblem';
import type { LeftOut } from '../../wire/LeftOut';
import type { ServerKind } from '../../wire/ServerKind';
import type { SetAside } from '../../wire/SetAside';
import { count } from './write';

const problems: {
  [C in AgentProblem['code']]: (it: Extract<AgentProblem, { code: C }>) => string;
} = {
  name: () => 'Nicht gespeichert: Der Agent braucht einen Namen.',
  command: () => 'Nicht gespeichert: Der Befehl ist leer.',
  quote: () => 'Nicht gespeichert: Ein Anführungszeichen im Befehl ist nicht geschlossen.',
  folder: () =>
    'Nicht gespeichert: Der Ordner muss ein vollständiger Pfad sein, von der Wurzel an.',
  value: ({ line }) =>
    `Nicht gespeichert: Nummer ${line} der Variablen oder Header hat einen Namen oder Wert, der nicht möglich ist.`,
  'no-value': ({ line }) =>
    `Nicht gespeichert: Nummer ${line} der Variablen oder Header braucht einen Wert.`,
  address: () => 'Nicht gespeichert: Die Adresse muss mit http:// oder https:// beginnen.',
  'agent-address': () =>
    'Nicht gespeichert: Die Adresse muss mit wss://, https://, ws:// oder http:// beginnen und darf keinen Namen, kein Passwort und keinen Teil nach # enthalten.',
  token: () =>
    'Nicht gespeichert: Geben Sie das Token noch einmal ein. Es darf keine Zeilenumbrüche enthalten, gilt nicht für eine andere Adresse, und daneben darf kein Header Authorization heißen.',
  'nothing-shared': () =>
    'Nicht gespeichert: Wählen Sie einen Ordner dieses Rechners, in dem der Agent das darf.',
  'too-long': () =>
    'Nicht gespeichert: Etwas ist zu lang, oder es ist zu viel, um Ihnen im Dialog gezeigt zu werden.',
  asking: () =>
    'Nicht gespeichert: Der Dialog zu dem, was Sie zuvor gespeichert haben, ist noch offen. Beantworten Sie ihn zuerst.',
  'not-agreed': () => 'Nicht gespeichert: Sie haben im Dialog nicht zugestimmt.',
};

const leftOut: { [C in LeftOut['code']]: (it: Extract<LeftOut, { code: C }>) => string } = {
  'not-taken': ({ kind }) => {
    const ways: Record<ServerKind, string> = {
      stdio: 'die Programme sind',
      http: 'die über HTTP erreicht werden',
      sse: 'die über HTTP mit Server-Sent Events erreicht werden',
    };
    return `Er nimmt keine Server an, ${ways[kind]}.`;
  },
  elsewhere: () =>
    'Der Server ist ein Programm dieses Rechners, und der Agent läuft auf einem anderen.',
  'not-found': ({ program }) =>
    `Wo Ihre Login-Shell nach Programmen sucht, gibt es keines namens ${program}.`,
  secret: ({ name }) => `Der Wert von ${name} ließ sich an seinem Ort nicht lesen.`,
};

export const agents = {
  title: 'Agenten',
  add: 'Agenten hinzufügen',
  addOther: 'Anderer Agent\u00a0…',
  edit: 'Bearbeiten',
  editOf: (name: string) => `${name} bearbeiten`,
  none: 'Noch ist kein Agent eingerichtet.',
  once: 'von der Befehlszeile, nur dieses Mal',
  ready: 'Bekannte Agenten',
  installed: 'installiert',
  looking: 'wird gesucht\u00a0…',
  missing: (program: string) =>
    `nicht installiert: Ihre Login-Shell findet kein Programm namens ${program}`,
  use: (name: string) => `${name} hinzufügen`,
  name: 'Name',
  nameHow: 'Ihr Name für ihn.',
  command: 'Befehl',
  commandHow: 'Programm und Argumente, wie Sie sie in ein Terminal tippen würden.',
  folder: 'Ordner',
  folderHow: 'Wo er arbeitet und wo neue Sitzungen beginnen.',
  env: 'Zusätzliche Umgebung',
  envHow:
    'Ein Wert im Schlüsselbund Ihres Systems wird nicht wieder gezeigt; Sie können ihn ersetzen oder entfernen. Nach dem Namen: Was\u00a0…_KEY,\u00a0…_TOKEN,\u00a0…SECRET… oder\u00a0…PASSWORD… heißt, kommt dorthin. Andere Werte liegen in einer Datei, die nur Sie lesen können, und ebenso die, die kein Schlüsselbund annimmt.',
  valueName: 'Name',
  value: 'Wert',
  valueOf: (name: string) => (name === '' ? 'Wert' : `Wert von ${name}`),
  valueSet: (inFile: boolean) =>
    inFile
      ? 'vorhanden, in einer Datei; zum Ersetzen schreiben'
      : 'vorhanden; zum Ersetzen schreiben',
  valueWhere: (name: string) =>
    name === '' ? 'Wo der Wert liegt' : `Wo der Wert von ${name} liegt`,
  whereAuto: 'nach dem Namen',
  whereSecret: 'im Schlüsselbund',
  whereHidden: 'verborgen, in einer Datei',
  wherePlain: 'in einer Datei',
  removeValue: (name: string) => (name === '' ? 'Diesen Eintrag entfernen' : `${name} entfernen`),
  addVariable: 'Variable hinzufügen',
  addHeader: 'Header hinzufügen',
  headers: 'Header',
  folders: 'Weitere Ordner',
  foldersHow:
    'Neue Sitzungen erhalten sie, wenn der Agent sie annimmt. Er darf dann darin lesen und schreiben wie im ersten.',
  furtherFolder: (number: number) => `Weiterer Ordner ${number}`,
  chooseFolder: 'Ordner wählen\u00a0…',
  typeFolder: 'Eintippen',
  removeFolder: (folder: string) => `Ordner ${folder} entfernen`,
  servers: 'MCP-Server',
  serversHow: 'Werkzeuge, die Agenten beim Öffnen einer Sitzung genannt werden.',
  addServer: 'MCP-Server hinzufügen',
  noAgent: 'kein Agent',
  allAgents: 'Alle Agenten',
  givenTo: 'Für',
  givenHow:
    'Ab der nächsten Sitzung, die geöffnet wird. Ein Agent erhält nicht, was er nicht annehmen kann.',
  serverNameHow: 'Ihr Name für ihn. Agenten erfahren ihn.',
  kind: 'Erreicht',
  kinds: {
    stdio: 'als Programm, das der Agent startet',
    http: 'über HTTP',
    sse: 'über HTTP mit Server-Sent Events',
  } satisfies Record<ServerKind, string>,
  kindHow: 'Programme nimmt jeder Agent an, die anderen Arten nur mancher.',
  serverCommandHow:
    'Programm und Argumente, wie Sie sie in ein Terminal tippen würden. Der Agent erfährt, wo das Programm liegt.',
  url: 'Adresse',
  urlHow: 'Sie beginnt mit https:// oder http://.',
  removeServerAsk: (name: string) =>
    `${name} entfernen? Offene Sitzungen behalten ihn, bis sie wieder geöffnet werden.`,
  agreeHow:
    'Was sich starten lässt, wird erst gespeichert, wenn Sie in einem Dialog außerhalb dieser Seite zustimmen.',
  leftOut: (server: string, why: LeftOut): string => {
    const words = leftOut[why.code] as (it: LeftOut) => string;
    return `Der Agent erhielt den MCP-Server ${server} nicht: ${words(why)}`;
  },
  mayAsk: 'Darf Sie fragen mit',
  forms: 'Formularen',
  links: 'Links',
  switches:
    'Was ausgeschaltet ist, wird dem Agenten ab seinem nächsten Start nicht angeboten. Links, die ein laufender Agent noch sendet, werden abgelehnt.',
  save: 'Speichern',
  back: 'Nicht speichern',
  remove: 'Entfernen',
  removeAsk: (name: string, sessions: number) =>
    sessions > 0
      ? `${name} entfernen? Läuft er, wird er beendet. Was von ${count(sessions, 'Sitzung', 'Sitzungen')} gespeichert ist, wird von diesem Rechner entfernt.`
      : `${name} entfernen? Läuft er, wird er beendet.`,
  keep: 'Behalten',
  problem: (problem: AgentProblem): string => {
    const words = problems[problem.code] as (it: AgentProblem) => string;
    return words(problem);
  },
  setAside: ({ file, kept_as, newer }: SetAside) => {
    const why = newer
      ? `${file} wurde von einem neueren Assent geschrieben und ist nicht lesbar.`
      : `${file} ist beschädigt und nicht lesbar.`;
    return kept_as === null
      ? `${why} Die Datei bleibt, wo sie ist, und wird überschrieben.`
      : `${why} Die Datei wurde als ${kept_as} beiseitegelegt.`;
  },
  earlier: (name: string) => `Frühere Sitzungen von ${name}`,
  list: 'Auflisten',
  listAgain: 'Noch einmal auflisten',
  listMore: 'Mehr',
  listing: 'Der Agent wird gefragt\u00a0…',
  noEarlier: 'Der Agent nennt keine.',
  open: 'Öffnen',
  openOf: (title: string) => `Öffnen: ${title}`,
  delete: 'Löschen',
  deleteOf: (title: string) => `Löschen: ${title}`,
  deleteAsk: (title: string) =>
    `„${title}“ löschen? Der Agent löscht die Sitzung endgültig, und was hier davon gespeichert ist, geht mit.`,
  untitled: 'Ohne Titel',
  notConnected: 'nicht verbunden',
  rejoinHow: (agent: string) =>
    `Schreiben Sie, um fortzufahren. Läuft ${agent} nicht, wird er gestartet.`,
  rejoin: 'Jetzt verbinden',
  cannotRejoin: (agent: string) => `${agent} kann diese Sitzung nicht wieder aufnehmen`,
  noWay: 'Er hat keinen Weg dazu.',
  anewHow:
    'In einer neuen Sitzung weiß er nichts von dem, was oben steht; der Verlauf bleibt erhalten.',
  anew: 'In neuer Sitzung fortfahren',
};
