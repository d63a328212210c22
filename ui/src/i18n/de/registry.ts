import type { RegistryFailure } from '../../wire/RegistryFailure';
import type { RegistryProblem } from '../../wire/RegistryProblem';
import type { WayKind } from '../../wire/WayKind';
import { remote } from './remote';
import { count, size } from './write';

const failures: {
  [C in RegistryFailure['code']]: (it: Extract<RegistryFailure, { code: C }>) => string;
} = {
  address: () => 'Die Adresse muss mit https:// beginnen, auf diesem Rechner auch mit http://.',
  'not-agreed': () => 'Nicht geladen: Sie haben im Dialog nicht zugestimmt.',
  unreadable: () => 'Die Datei ließ sich nicht lesen.',
  'too-large': ({ limit }) => `Größer als ${size(limit)}.`,
  'not-json': () => 'Dies ist kein JSON.',
  'not-registry': () => 'Dies ist kein Agentenverzeichnis.',
  fetch: ({ trouble }) => `Das Verzeichnis ließ sich nicht laden. ${remote.trouble(trouble)}`,
};

const problems: {
  [C in RegistryProblem['code']]: (it: Extract<RegistryProblem, { code: C }>) => string;
} = {
  'not-agent': () => 'der Eintrag ist kein Objekt',
  missing: ({ member }) => `„${member}“ fehlt`,
  'too-long': ({ member }) => `„${member}“ ist zu lang`,
  hidden: ({ member }) => `„${member}“ enthält verborgene Zeichen`,
  id: () => 'die Kennung besteht nicht aus Kleinbuchstaben, Ziffern und Bindestrichen',
  twice: () => 'ein anderer Eintrag hat dieselbe Kennung',
  'no-way': () => 'der Eintrag nennt keinen bekannten Weg zur Installation',
  way: () => 'ein Weg zur Installation ist nicht lesbar',
  package: () => 'der Name des Pakets ist nicht möglich',
  archive: () => 'die Adresse oder die Prüfsumme des Archivs ist nicht möglich',
};

export const registry = {
  title: 'Aus einem Agentenverzeichnis',
  how: 'Eine Liste von Agenten im Format des ACP-Verzeichnisses, aus einer Datei oder von einer Adresse, die Sie angeben. Vorher wird nichts geladen, und nichts davon wird ausgeführt.',
  file: 'Datei wählen\u00a0…',
  address: 'Adresse eines Verzeichnisses',
  addressExample: 'https://',
  fetch: (host: string) => (host === '' ? 'Laden\u00a0…' : `${host} fragen\u00a0…`),
  loading: (from: string) => `${from} wird geladen\u00a0…`,
  from: (from: string, agents: number) => `${count(agents, 'Agent', 'Agenten')} laut ${from}`,
  close: 'Liste schließen',
  failed: (failure: RegistryFailure): string => {
    const words = failures[failure.code] as (it: RegistryFailure) => string;
    return words(failure);
  },
  words: 'Was folgt, sagt das Verzeichnis.',
  knownName: 'Heißt wie ein bekannter Agent. Das sagt nicht, von wem er stammt.',
  by: (authors: string[]) => `von ${authors.join(', ')}`,
  noLicence: 'keine Lizenz genannt',
  show: 'Installation zeigen',
  showOf: (name: string) => `Installation von ${name} zeigen`,
  add: 'Hinzufügen\u00a0…',
  addOf: (name: string) => `${name} hinzufügen`,
  copyCommand: 'Befehl kopieren',
  copyArchive: 'Adresse des Archivs kopieren',
  copyRepository: 'Adresse des Quelltexts kopieren',
  ways: {
    npx: 'npx lädt dieses Paket beim Start von npm und führt es aus:',
    uvx: 'uvx lädt dieses Paket beim Start von PyPI und führt es aus:',
    binary:
      'Laden und entpacken Sie das Archiv selbst. In seinem Ordner wird dann dies ausgeführt:',
  } satisfies Record<WayKind, string>,
  unpacked:
    'Der Befehl wird dort ausgeführt, wo das Archiv entpackt wurde: Schreiben Sie den vollständigen Pfad jenes Ordners davor.',
  archive: 'Archiv',
  checksum: 'SHA-256',
  platform: (platform: string, fits: boolean) =>
    fits ? `für diesen Rechner (${platform})` : `für ${platform}, nicht für diesen Rechner`,
  variables: (names: string[]) => `Setzt: ${names.join(', ')}`,
  nothingFits: 'nichts für diesen Rechner',
  refused: (entries: number) =>
    `${count(entries, 'Eintrag ist', 'Einträge sind')} nicht verwendbar`,
  problem: (number: number, name: string | null, problem: RegistryProblem): string => {
    const words = problems[problem.code] as (it: RegistryProblem) => string;
    return name === null
      ? `Nummer ${number}: ${words(problem)}.`
      : `Nummer ${number}, ${name}: ${words(problem)}.`;
  },
  more: (entries: number) =>
    `${count(entries, 'weiterer Eintrag', 'weitere Einträge')} nicht aufgeführt: Es sind zu viele.`,
};
