import type { Density } from '../../wire/Density';
import type { Language } from '../../wire/Language';
import type { Motion } from '../../wire/Motion';
import type { SendKey } from '../../wire/SendKey';
import type { StoredView } from '../../wire/StoredView';
import type { Theme } from '../../wire/Theme';
import { count, number, size } from './write';

/** A row: its title, what it does, and other words people look for it by. */
const rows = {
  language: {
    title: 'Sprache',
    about: 'Die Fenster erscheinen neu in dieser Sprache. Was Sie getippt haben, bleibt.',
    also: 'language english englisch deutsch german übersetzung',
  },
  theme: {
    title: 'Farben',
    about: '„System“ und „Hoher Kontrast“ sind hell oder dunkel, wie Ihr System es ist.',
    also: 'theme dark mode dunkel hell nacht kontrast aussehen barrierefrei',
  },
  'text-size': {
    title: 'Schriftgröße',
    about: 'Aller Text des Fensters.',
    also: 'schrift zoom größer kleiner vergrößern barrierefrei buchstaben font',
  },
  density: {
    title: 'Raum zwischen den Dingen',
    about: '„Dicht“ zeigt mehr auf einmal.',
    also: 'dichte abstand kompakt bequem eng',
  },
  motion: {
    title: 'Bewegung',
    about:
      '„Ruhig“ heißt, dass nichts ein- und ausblendet oder pulsiert, was immer Ihr System sagt.',
    also: 'animation verringern übergänge barrierefrei',
  },
  'send-key': {
    title: 'Taste, die eine Nachricht sendet',
    about: 'Die andere beginnt eine neue Zeile. Umschalt Enter tut das immer.',
    also: 'eingabetaste return strg steuerung befehl absenden zeile tastatur kürzel',
  },
  'notify-asks': {
    title: 'Wenn eine Frage wartet',
    about:
      'Eine Benachrichtigung Ihres Systems nennt den Agenten und die Art der Frage, nie ihren Inhalt. Das Fenster wird so oder so in der Taskleiste markiert.',
    also: 'benachrichtigung hinweis desktop popup frage erlaubnis formular link anmelden ton',
  },
  'notify-turns': {
    title: 'Wenn ein Durchgang endet',
    about:
      'Nicht bei Durchgängen, die Sie anhalten, und nicht, solange eine weitere Nachricht hinausgeht.',
    also: 'benachrichtigung hinweis desktop popup fertig abgeschlossen',
  },
  agents: {
    title: 'Agenten',
    about: 'Die Programme, mit denen Sie arbeiten, was sie fragen dürfen, und ihre Ordner.',
    also: 'claude codex gemini programm befehl hinzufügen entfernen umgebung variable formulare links',
  },
  servers: {
    title: 'MCP-Server',
    about: 'Werkzeuge, die Agenten beim Öffnen einer Sitzung genannt werden.',
    also: 'model context protocol werkzeuge http sse stdio header',
  },
  'keep-transcripts': {
    title: 'Sitzungen auf diesem Rechner speichern',
    about:
      'Aus: Von da an wird keine Sitzung auf die Platte geschrieben, und was in ihnen neu ist, ist weg, wenn Assent endet. Was schon gespeichert ist, bleibt, bis Sie es löschen.',
    also: 'datenschutz verlauf aufheben merken privat inkognito',
  },
  sessions: {
    title: 'Sitzungen',
    about: 'Verläufe mit Ihren Nachrichten und Entwürfen, frühere Nachrichten, Titel und Ordner.',
    also: 'datenschutz löschen verlauf entwürfe leeren speicher alt',
  },
  record: {
    title: 'Einwilligungen',
    about: 'Jeder Link, um den ein Agent gebeten hat, und was mit ihm geschah. Ohne die Adressen.',
    also: 'datenschutz löschen leeren protokoll links nachweis zustimmung',
  },
  secrets: {
    title: 'Geheime Werte',
    about: 'Von Variablen und Headern der Agenten und MCP-Server.',
    also: 'datenschutz löschen schlüsselbund passwort kennwort token api schlüssel zugangsdaten',
  },
  kept: {
    title: 'Einstellungen und andere Dateien',
    about:
      'Agenten, MCP-Server und Vorlieben; was das Fenster selbst speichert; beiseitegelegte Dateien.',
    also: 'datenschutz ordner pfad daten verzeichnis cache ort',
  },
  log: {
    title: 'Mitschnitt des Protokolls',
    about:
      'Die letzten Nachrichten, die mit Agenten ausgetauscht wurden, ohne Ihre Antworten. Er liegt nur im Arbeitsspeicher und ist weg, wenn Assent endet; ebenso die Antworten, die Formulare vorschlagen.',
    also: 'datenschutz speicher json nachrichten fehlersuche log',
  },
  keys: {
    title: 'Tasten',
    about: 'Was überall im Fenster wirkt.',
    also: 'tastenkürzel tastatur kürzel shortcuts',
  },
  version: {
    title: 'Version',
    about: 'Assent zeigt, was Agenten fragen, und tut nichts, dem Sie nicht zugestimmt haben.',
    also: 'über nummer aktualisierung lizenz',
  },
};

const languages: Record<Language, string> = {
  system: 'Wie das System',
  en: 'English',
  de: 'Deutsch',
};
const themes: Record<Theme, string> = {
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  'high-contrast': 'Hoher Kontrast',
};
const densities: Record<Density, string> = { comfortable: 'Bequem', compact: 'Dicht' };
const motions: Record<Motion, string> = { system: 'System', still: 'Ruhig' };

function files(amount: { files: number; bytes: number }, one: string, many: string): string {
  return amount.files === 0 ? 'Nichts' : `${count(amount.files, one, many)}, ${size(amount.bytes)}`;
}

export const settings = {
  title: 'Einstellungen',
  search: 'Einstellungen durchsuchen',
  found: (n: number) => `${count(n, 'Einstellung', 'Einstellungen')} gefunden`,
  nothing: (query: string) => `Keine Einstellung hat mit „${query}“ zu tun.`,
  unannounced:
    'Ihr System hat die letzte nicht angezeigt: kein Dienst für Benachrichtigungen antwortet, oder er nimmt sie nicht an. Was wartet, wird weiter im Fenster und in seinem Titel angezeigt.',
  showAll: 'Alle Einstellungen zeigen',
  goTo: 'Gehe zu',
  rows,
  sections: {
    appearance: 'Aussehen',
    writing: 'Schreiben',
    notifications: 'Benachrichtigungen',
    agents: 'Agenten',
    servers: 'MCP-Server',
    privacy: 'Datenschutz',
    keyboard: 'Tastatur',
    about: 'Über Assent',
  },
  languages,
  themes,
  densities,
  motions,
  percent: (n: number) => (n === 100 ? '100\u00a0% (normal)' : `${number(n)}\u00a0%`),
  sendKey: (key: SendKey, main: string) => (key === 'enter' ? 'Enter' : `${main} Enter`),
  on: 'Ein',
  off: 'Aus',
  agentsSet: (names: string[]) => (names.length === 0 ? 'Nichts eingerichtet.' : names.join(', ')),
  setUp: 'Einrichten\u00a0…',
  measuring: 'Wird gemessen\u00a0…',
  stored: {
    sessions: ({ sessions }: StoredView) => files(sessions, 'Sitzung', 'Sitzungen'),
    record: ({ record }: StoredView) => (record.files === 0 ? 'Nichts' : size(record.bytes)),
    secrets: ({ secrets_in_keyring: ring, secrets_in_file: file }: StoredView) => {
      if (ring + file === 0) return 'Keine';
      const parts = [
        ...(ring > 0 ? [`${number(ring)} im Schlüsselbund Ihres Systems`] : []),
        ...(file > 0 ? [`${number(file)} in einer Datei, die nur Sie lesen können`] : []),
      ];
      return parts.join(', ');
    },
    kept: ({ settings: own, webview, aside }: StoredView) =>
      [
        `Einstellungen: ${files(own, 'Datei', 'Dateien')}`,
        `Fenster: ${files(webview, 'Datei', 'Dateien')}`,
        ...(aside.files > 0 ? [`Beiseitegelegt: ${files(aside, 'Datei', 'Dateien')}`] : []),
      ].join(' · '),
    log: ({ log_lines }: StoredView) => count(log_lines, 'Zeile', 'Zeilen'),
  },
  folder: 'All dies liegt in diesem Ordner; seinen Pfad können Sie markieren und kopieren:',
  deleteAll: 'Alle löschen\u00a0…',
  deleteOld: 'Alte löschen\u00a0…',
  olderThan: 'Älter als',
  days: (n: number) => count(n, 'Tag', 'Tage'),
  delete: 'Löschen',
  keep: 'Behalten',
  asks: {
    all: {
      title: 'Alle Sitzungen löschen?',
      text: 'Jeder Verlauf mit Ihren Nachrichten und Entwürfen wird von diesem Rechner gelöscht und lässt sich nicht zurückholen, ebenso beiseitegelegte Dateien. Nicht verbundene Sitzungen verschwinden aus der Liste. Verbundene bleiben offen: Was bisher in ihnen steht, wird nicht wieder geschrieben.',
    },
    old: (days: number) => ({
      title: `Sitzungen löschen, die älter als ${count(days, 'Tag', 'Tage')} sind?`,
      text: 'Verläufe, Nachrichten und Entwürfe der Sitzungen, in denen seither nichts geschehen ist, werden von diesem Rechner gelöscht und lassen sich nicht zurückholen. Was Agenten selbst speichern, bleibt unberührt.',
    }),
    record: {
      title: 'Liste der Einwilligungen löschen?',
      text: 'Wozu Sie Ja gesagt haben und wozu nicht, wird von diesem Rechner gelöscht und lässt sich nicht zurückholen. Was danach kommt, wird neu aufgezeichnet.',
    },
    secrets: {
      title: 'Alle geheimen Werte löschen?',
      text: 'Sie werden aus dem Schlüsselbund und aus der Datei entfernt und lassen sich nicht zurückholen. Laufende Agenten behalten ihre, bis sie enden; danach müssen Agenten und MCP-Server, die einen brauchen, ihn neu erhalten.',
    },
  },
};
