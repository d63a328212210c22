import type { FieldHints } from '../../wire/FieldHints';
import type { FieldKind } from '../../wire/FieldKind';
import type { NoteCode } from '../../wire/NoteCode';
import type { Problem } from '../../wire/Problem';
import type { ProblemCode } from '../../wire/ProblemCode';
import type { Remark } from '../../wire/Remark';
import { count, number, write } from './write';

const required: Record<FieldKind, string> = {
  text: 'Dieses Feld ausfüllen.',
  multiline: 'Dieses Feld ausfüllen.',
  number: 'Eine Zahl eingeben.',
  integer: 'Eine ganze Zahl eingeben.',
  choice: 'Eine Möglichkeit wählen.',
  multi: 'Mindestens eine Möglichkeit wählen.',
  boolean: 'Ja oder Nein wählen.',
  date: 'Ein Datum eingeben.',
  'date-time': 'Datum, Uhrzeit und Zone eingeben.',
  unsupported: 'Dies lässt sich hier nicht beantworten.',
};

const kinds: Record<FieldKind, string> = {
  text: 'Text',
  multiline: 'mehrzeiliger Text',
  number: 'Zahl',
  integer: 'ganze Zahl',
  choice: 'Auswahl',
  multi: 'Mehrfachauswahl',
  boolean: 'Ja oder Nein',
  date: 'Datum',
  'date-time': 'Datum und Uhrzeit',
  unsupported: 'unbekannte Art',
};

const formats: Record<string, string> = {
  email: 'E-Mail-Adresse wie name@example.org',
  uri: 'Adresse mit Schema wie https://example.org',
  date: 'Datum als JJJJ-MM-TT',
  'date-time': 'Datum, Uhrzeit und Zone',
};

const notOfFormat: Record<string, string> = {
  email: 'Dies ist keine E-Mail-Adresse wie name@example.org.',
  uri: 'Dies ist keine Adresse mit Schema wie https://example.org.',
  date: 'Dies ist kein Datum der Form JJJJ-MM-TT.',
  'date-time': 'Dies ist keine Angabe von Datum, Uhrzeit und Zone.',
};

const problems: Record<ProblemCode, (problem: Problem, kind: FieldKind) => string> = {
  required: (_, kind) => required[kind],
  'not-a-number': ({ hint }) =>
    hint ? `Dies ist keine Zahl. Ist ${hint} gemeint?` : 'Dies ist keine Zahl.',
  inexact: ({ hint }) =>
    hint
      ? `Diese Zahl lässt sich nicht genau senden. Die nächste ist ${hint}.`
      : 'Diese Zahl ist zu groß, um genau gesendet zu werden.',
  'not-an-integer': ({ hint }) =>
    hint ? `Nötig ist eine ganze Zahl wie ${hint}.` : 'Nötig ist eine ganze Zahl.',
  'too-small': ({ bound }) => `Die kleinste erlaubte Zahl ist ${bound ?? ''}.`,
  'too-large': ({ bound }) => `Die größte erlaubte Zahl ist ${bound ?? ''}.`,
  'too-short': ({ bound }) => `Nötig sind mindestens ${count(bound ?? '', 'Zeichen', 'Zeichen')}.`,
  'too-long': ({ bound }) => `Erlaubt sind höchstens ${count(bound ?? '', 'Zeichen', 'Zeichen')}.`,
  pattern: ({ hint }) =>
    hint ? `Dies passt nicht zum Muster ${hint}` : 'Dies passt nicht zum Muster.',
  format: ({ hint }) =>
    notOfFormat[hint ?? ''] ?? `Dies entspricht nicht dem Format „${hint ?? ''}“.`,
  'too-few': ({ bound }) => `Mindestens ${bound ?? ''} wählen.`,
  'too-many': ({ bound }) => `Höchstens ${bound ?? ''} wählen.`,
  'not-an-option': () => 'Dies ist keine der Möglichkeiten.',
};

const remarks: { [C in Remark['code']]: (remark: Extract<Remark, { code: C }>) => string } = {
  'not-sent': () => 'Nicht gesendet; der Agent nimmt dann vielleicht seine eigene Vorgabe.',
  'sends-number': ({ text }) => `Wird als ${text} gesendet`,
  'sends-text': ({ text }) => `Wird als ${text} gesendet`,
  'pattern-unchecked': () => 'Das Muster dieses Feldes ließ sich hier nicht prüfen.',
  'looks-like-secret': () => 'Dies sieht wie ein Schlüssel oder Passwort aus.',
};

const notes: Record<NoteCode, string> = {
  'pattern-unchecked': 'das Muster wird hier nicht geprüft',
  'default-ignored': 'die Vorgabe oder ein Teil davon passt nicht und wurde weggelassen',
  'default-invalid': 'die Vorgabe verletzt eine Regel des Formulars selbst',
  'required-ignored': 'die Liste der Pflichtfelder nennt etwas, das es nicht gibt',
  'constraint-ignored': 'eine Regel ohne Sinn wurde weggelassen',
  'option-ignored': 'eine Möglichkeit wurde weggelassen',
  unsupported: 'dieses Feld lässt sich hier nicht zeigen',
  'no-scope': 'der Agent hat nicht gesagt, zu welcher Sitzung dies gehört',
};

function between(
  low: string | null,
  high: string | null,
  one: string,
  many: string,
): string | undefined {
  if (low !== null && high !== null) {
    return low === high ? `genau ${count(low, one, many)}` : `${low} bis ${count(high, one, many)}`;
  }
  if (low !== null) return `mindestens ${count(low, one, many)}`;
  if (high !== null) return `höchstens ${count(high, one, many)}`;
  return undefined;
}

function range(low: string | null, high: string | null): string | undefined {
  if (low !== null && high !== null) return `von ${low} bis ${high}`;
  if (low !== null) return `${low} oder mehr`;
  if (high !== null) return `${high} oder weniger`;
  return undefined;
}

function hints(hint: FieldHints): string {
  const parts = [
    range(hint.minimum, hint.maximum),
    between(hint.min_length, hint.max_length, 'Zeichen', 'Zeichen'),
    between(hint.min_items, hint.max_items, 'Möglichkeit', 'Möglichkeiten'),
    hint.format === null ? undefined : formats[hint.format],
  ].filter((part) => part !== undefined);
  return parts.join(', ');
}

const fields = (n: number): string => count(n, 'Feld braucht', 'Felder brauchen');

export const form = {
  required: 'Pflichtfeld',
  hints,
  problem: (problem: Problem, kind: FieldKind) => problems[problem.code](problem, kind),
  remark: (remark: Remark): string => (remarks[remark.code] as (remark: Remark) => string)(remark),
  note: (code: NoteCode) => notes[code],
  noteOn: (field: string | null, code: NoteCode) =>
    field === null ? `Zum Formular: ${notes[code]}.` : `${field}: ${notes[code]}.`,
  notes: (n: number) => count(n, 'Anmerkung', 'Anmerkungen') + ' zu diesem Formular',
  kind: (kind: FieldKind) => kinds[kind],
  problemCodes: problems,
  remarkCodes: remarks,
  noteCodes: notes,
  scripted: 'von Ihrem Skript ausgefüllt',
  suggestion: (text: string) => `Ihre frühere Antwort: ${text}`,
  takeSuggestion: 'Übernehmen',
  takeSuggestionKey: '↑ im leeren Feld',
  clear: 'Leeren',
  backToDefault: 'Zurück zur Vorgabe',
  yes: 'Ja',
  no: 'Nein',
  other: 'Andere\u00a0…',
  otherAnswer: 'Ihre eigene Antwort',
  noteForOption: 'Notiz (freiwillig)',
  noteForOptions: 'In eigenen Worten (wird mitgesendet)',
  takeBack: (title: string) => `Zurücknehmen: ${title}`,
  showAllChosen: (n: number) => `Alle ${number(n)} gewählten zeigen`,
  chosen: (n: number, of: number) => `${number(n)} von ${number(of)} gewählt`,
  nothingChosen: 'Nichts gewählt',
  choose: 'Wählen\u00a0…',
  search: 'Möglichkeiten durchsuchen',
  searchLabel: (label: string) => `Möglichkeiten von ${label} durchsuchen`,
  found: (n: number, of: number) =>
    n === of
      ? count(of, 'Möglichkeit', 'Möglichkeiten')
      : `${number(n)} von ${count(of, 'Möglichkeit', 'Möglichkeiten')}`,
  noneFound: 'Keine Möglichkeit passt.',
  openList: 'Möglichkeiten zeigen',
  preview: 'Vorschau',
  sendsEmptyList: 'Ist nichts gewählt, wird eine leere Liste gesendet.',
  reveal: 'Aufdecken',
  hide: 'Verbergen',
  secretBanner: (agent: string) =>
    `${agent} fragt nach etwas Geheimem. Was Sie eingeben, wird so an ${agent} gesendet. Assent hält es aus Verläufen und Mitschnitten heraus.`,
  secretField: 'geheim',
  confirmSecretTitle: 'Das Geheime senden?',
  confirmSecret: (agent: string) =>
    `Diese Antwort enthält etwas Geheimes. Sie geht an ${agent} und kann dort gelesen, gespeichert und weitergegeben werden.`,
  confirmSecretYes: (agent: string) => `An ${agent} senden`,
  confirmSecretNo: 'Zurück',
  showSent: 'Zeigen, was gesendet wird',
  hideSent: 'Verbergen, was gesendet wird',
  willBeSent: 'Was gesendet wird',
  notSentYet: (n: number) => `Noch nichts: ${fields(n)} erst einen Blick.`,
  notSent: (n: number) => `Nicht gesendet: ${fields(n)} einen Blick.`,
  goTo: (label: string, problem: string) => `${label}: ${problem}`,
  blocked: (labels: string[]) =>
    `Annehmen geht nicht: ${labels.join(', ')} ${labels.length === 1 ? 'ist Pflichtfeld und lässt' : 'sind Pflichtfelder und lassen'} sich hier nicht zeigen. Ablehnen und Abbrechen gehen.`,
  unsupported: (label: string, isRequired: boolean) =>
    isRequired
      ? `„${label}“ ist Pflichtfeld und von einer Art, die Assent nicht zeigen kann.`
      : `„${label}“ ist von einer Art, die Assent nicht zeigen kann, und wird weggelassen.`,
  checking: 'Wird geprüft\u00a0…',
  goesOnIn: (agent: string, seconds: number) =>
    `${agent} macht in ${number(seconds)} s ohne Sie weiter`,
  goesOn: (agent: string) => `${agent} hat vielleicht ohne Sie weitergemacht`,
  date: 'Datum',
  dateShape: 'JJJJ-MM-TT',
  time: 'Uhrzeit',
  timeShape: 'SS:MM',
  zone: 'Zone',
  zoneHere: 'Die Zone dieses Rechners',
  zoneUtc: 'Koordinierte Weltzeit',
  utc: 'UTC',
  zoneShape: '+SS:MM oder Z',
  pickDate: 'Datum auswählen',
  calendar: 'Kalender',
  get firstDay() {
    return write.firstDay();
  },
  month: write.month,
  weekday: write.weekday,
  day: write.day,
  monthBefore: 'Voriger Monat',
  monthAfter: 'Nächster Monat',
  today: 'Heute',
  newLine: 'Neue Zeile mit Umschalt+Enter',
  submitKey: (key: string) => `${key} nimmt an`,
  nextField: 'Enter geht weiter',
};
