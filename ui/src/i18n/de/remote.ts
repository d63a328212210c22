import type { RetryView } from '../../wire/RetryView';
import type { Trouble } from '../../wire/Trouble';
import { count, number, size } from './write';

const troubles: { [C in Trouble['code']]: (it: Extract<Trouble, { code: C }>) => string } = {
  'bad-address': () =>
    'Seine Adresse ist nicht verwendbar. Prüfen Sie sie in den Einstellungen des Agenten.',
  unreachable: ({ message }) => `Sein Rechner war nicht erreichbar: ${message}`,
  encryption: ({ message }) =>
    `Eine verschlüsselte Verbindung kam nicht zustande, oder seinem Zertifikat wird nicht vertraut: ${message}`,
  silent: ({ seconds }) => `Von ihm kam ${count(seconds, 'Sekunde', 'Sekunden')} lang nichts.`,
  'not-allowed': ({ status }) =>
    status === 401
      ? 'Er verlangt ein Token oder nimmt das gesendete nicht an (HTTP 401). Geben Sie eines in den Einstellungen des Agenten ein.'
      : `Er lässt Sie mit dem gesendeten Token nicht ein (HTTP ${status}).`,
  status: ({ status }) =>
    `Er antwortete mit HTTP-Status ${status}. Ist dies die Adresse eines Agenten?`,
  'sent-on': ({ host }) =>
    host === ''
      ? 'Er verweist auf eine andere Adresse. Dem wird nicht gefolgt.'
      : `Er verweist auf ${host}. Dem wird nicht gefolgt, weil Ihr Token dorthin ginge.`,
  'wrong-type': ({ found }) =>
    found === ''
      ? 'Er antwortete mit etwas, das nicht das Protokoll ist.'
      : `Er antwortete mit ${found}, und das ist nicht das Protokoll. Ist dies die Adresse eines Agenten?`,
  'not-web-socket': () =>
    'Er spricht WebSocket nicht wie vereinbart. Ist dies die Adresse eines Agenten?',
  'too-long': ({ limit }) => `Er sandte eine Nachricht, die länger als ${size(limit)} ist.`,
  closed: () => 'Die Gegenseite hat die Verbindung geschlossen.',
  broken: ({ message }) => `Die Verbindung brach ab: ${message}`,
};

export const remote = {
  badge: 'entfernt',
  badgeHow: 'Dieser Agent läuft auf einem anderen Rechner.',
  trouble: (trouble: Trouble): string => {
    const words = troubles[trouble.code] as (it: Trouble) => string;
    return words(trouble);
  },
  noteOf: (trouble: Trouble | null): string =>
    trouble === null
      ? 'Die Verbindung zum Agenten endete.'
      : `Die Verbindung zum Agenten endete. ${remote.trouble(trouble)}`,
  failed: (agent: string) => `${agent} war nicht erreichbar`,
  dropped: (agent: string) => `Die Verbindung zu ${agent} ging verloren`,
  droppedNext: 'Was er gefragt hat, ist verloren. Was Sie geschrieben haben, bleibt hier.',
  again:
    'Beim erneuten Verbinden werden seine Sitzungen wieder aufgenommen, wenn der Agent das kann.',
  retry: ({ attempt, most }: RetryView, seconds: number) =>
    seconds > 0
      ? `Versuch ${attempt} von ${most} in ${number(seconds)} s.`
      : `Versuch ${attempt} von ${most} beginnt jetzt.`,
  tryNow: 'Jetzt versuchen',
  stop: 'Nicht mehr versuchen',
  connect: 'Wieder verbinden',
  process: 'Die Verbindung zum Agenten',
  runs: 'Läuft',
  places: {
    here: 'auf diesem Rechner, durch einen Befehl gestartet',
    command: 'auf einem anderen Rechner, erreicht durch einen Befehl wie ssh',
    address: 'auf einem anderen Rechner, erreicht über das Netz',
  },
  suggestion: (agent: string) =>
    `Der Befehl von ${agent} sieht aus, als ginge er an einen anderen Rechner. Wenn ja, sagen Sie es hier: Dann bekommt der Agent keine Dateien dieses Rechners, und Links, die zu diesem Rechner führen, werden gekennzeichnet.`,
  suggested: 'Läuft er auf einem anderen Rechner?',
  address: 'Adresse',
  addressExample: 'wss://agent.example.com',
  addressHow:
    'Sie beginnt mit wss:// oder https://. Mit ws:// oder http:// ist nichts verschlüsselt; bevor eine solche Adresse außerhalb dieses Rechners gespeichert wird, werden Sie gefragt. Ohne Pfad wird /acp angefügt.',
  token: 'Token',
  tokenHow:
    'Wird als „Authorization: Bearer\u00a0…“ nur an diese Adresse gesendet. Liegt im Schlüsselbund Ihres Systems.',
  tokenSet: (inFile: boolean) =>
    inFile
      ? 'vorhanden, in einer Datei; zum Ersetzen schreiben'
      : 'vorhanden; zum Ersetzen schreiben',
  forgetToken: 'Token entfernen',
  keepToken: 'Token behalten',
  tokenGone: 'wird beim Speichern entfernt',
  folderThere: 'Ordner auf jenem Rechner',
  folderThereHow:
    'Ein vollständiger Pfad, wie jener Rechner ihn nennt. Er wird hier nicht gesucht.',
  foldersThereHow:
    'Vollständige Pfade auf jenem Rechner; neue Sitzungen erhalten sie, wenn der Agent sie annimmt.',
  shares: 'Darf von diesem Rechner nutzen',
  files: 'Dateien lesen und schreiben',
  terminals: 'Befehle ausführen',
  sharesHow:
    'Nichts, außer Sie schalten es ein: dann in den Ordnern unten und ohne jedes Mal zu fragen.',
  roots: 'Ordner dieses Rechners',
  noFolderDialog: 'Neue Sitzungen beginnen in seinem Ordner auf dem anderen Rechner.',
  filesInFull:
    'Dieser Agent läuft auf einem anderen Rechner: Dateien werden ganz gesendet, und die, bei denen das nicht geht, gar nicht.',
};
