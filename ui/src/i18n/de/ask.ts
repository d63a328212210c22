import type { AskStatus } from '../../wire/AskStatus';
import type { OutsideAccess } from '../../wire/OutsideAccess';
import type { PermissionKind } from '../../wire/PermissionKind';
import type { SignInFailure } from '../../wire/SignInFailure';
import { count, number } from './write';

const statuses: Record<AskStatus, string> = {
  pending: 'wartet auf Sie',
  waiting: 'geöffnet, wartet',
  accepted: 'angenommen',
  completed: 'abgeschlossen',
  declined: 'abgelehnt',
  cancelled: 'abgebrochen',
  withdrawn: 'zurückgezogen',
  lost: 'verloren',
  refused: 'zurückgewiesen',
};

const happened: Record<AskStatus, (agent: string) => string> = {
  pending: () => 'Das wartet auf Sie.',
  waiting: () => 'Die Seite wurde geöffnet.',
  accepted: (agent) => `Sie haben angenommen; ${agent} weiß das.`,
  completed: (agent) => `Sie haben die Seite geöffnet; laut ${agent} ist sie abgeschlossen.`,
  declined: (agent) => `Sie haben abgelehnt: ${agent} erfährt „Ich möchte nicht antworten“.`,
  cancelled: (agent) => `Abgebrochen: ${agent} erfährt „jetzt nicht“.`,
  withdrawn: (agent) => `${agent} hat diese Frage zurückgezogen.`,
  lost: (agent) => `${agent} wurde beendet, bevor dies beantwortet war.`,
  refused: (agent) => `Assent hat ${agent} mit einem Fehler geantwortet.`,
};

const permissionKinds: Record<PermissionKind, string> = {
  'allow-once': 'erlaubt dies einmal',
  'allow-always': 'erlaubt dies ab jetzt immer',
  'reject-once': 'verweigert dies einmal',
  'reject-always': 'verweigert dies ab jetzt immer',
  other: 'der Agent sagt nicht, was das bedeutet',
};

const outside: Record<OutsideAccess, string> = {
  read: 'Eine Datei außerhalb der Ordner dieser Sitzung lesen',
  write: 'Eine Datei außerhalb der Ordner dieser Sitzung schreiben',
};

const signInFailures: {
  [C in SignInFailure['code']]: (
    failure: Extract<SignInFailure, { code: C }>,
    agent: string,
  ) => string;
} = {
  said: (_, agent) => `${agent} meldet, dass die Anmeldung nicht gelungen ist:`,
  ended: ({ exit }) => {
    if (exit.signal !== null) return `Die Anmeldung wurde durch ${exit.signal} beendet.`;
    return exit.code === null
      ? 'Die Anmeldung endete ohne Exitcode.'
      : `Die Anmeldung ist nicht gelungen: Sie endete mit Exitcode ${exit.code}.`;
  },
  'not-started': ({ message }) =>
    message === null
      ? 'Die Anmeldung konnte nicht gestartet werden: Das Programm des Agenten oder sein Ordner ist nicht da.'
      : 'Die Anmeldung konnte nicht gestartet werden:',
};

export const ask = {
  asks: (agent: string) => `${agent} fragt`,
  wantsVisit: (agent: string) => `${agent} möchte, dass Sie eine Webseite besuchen`,
  opened: (agent: string) => `Eine Seite von ${agent} wurde geöffnet`,
  wantsPermission: (agent: string) => `${agent} bittet um Erlaubnis`,
  wantsSignIn: (agent: string) => `${agent} möchte, dass Sie sich anmelden`,
  forTool: (tool: string) => `für ${tool}`,
  place: (n: number, of: number) => `${number(n)} von ${number(of)}`,
  next: 'Nächste Frage',
  previous: 'Vorige Frage',
  park: 'Einklappen',
  unpark: 'Frage zeigen',
  dock: 'Fragen',
  arrived: (sentence: string) => `${sentence}. Das wartet unter dem Verlauf.`,
  turnedAway: (n: number, agent: string) =>
    `${count(n, 'weitere Frage', 'weitere Fragen')} von ${agent} ${n === 1 ? 'wurde' : 'wurden'} abgewiesen, weil zu viele warteten.`,
  messageFrom: (agent: string) => `Nachricht von ${agent}`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  declineTells: 'Sagt dem Agenten: Ich möchte nicht antworten',
  cancel: 'Abbrechen',
  cancelTells: 'Sagt dem Agenten: jetzt nicht',
  dismiss: 'Schließen',
  copyAnswer: 'Antwort kopieren',
  status: (status: AskStatus) => statuses[status],
  happened: (status: AskStatus, agent: string) => happened[status](agent),
  takenBackKept: (agent: string) =>
    `${agent} hat diese Frage zurückgezogen. Ihre Antwort bleibt hier erhalten.`,
  lostKept: (agent: string) =>
    `${agent} wurde beendet, bevor dies gesendet war. Ihre Antwort bleibt hier erhalten.`,
  waitsBelow: 'wartet unten',
  inDock: 'ist unten geöffnet',
  show: 'Zeigen',
  sent: 'Was gesendet wurde',
  sentNothing: 'Außer der Antwort selbst wurde nichts gesendet.',
  yourDraft: 'Was Sie eingegeben hatten',
  chosen: (option: string) => `Ihre Wahl: ${option}`,
  permissionKind: (kind: PermissionKind) => permissionKinds[kind],
  permissionKinds,
  outside: (access: OutsideAccess) => outside[access],
  outsideOption: (kind: PermissionKind) =>
    kind === 'allow-once' ? 'Einmal erlauben' : 'Verweigern',
  signInMethods: 'Wege zur Anmeldung',
  signInRuns: (agent: string) =>
    `${agent} meldet sich an. Dabei kann er mehr fragen oder eine Seite öffnen lassen.`,
  signInFailed: (failure: SignInFailure, agent: string): string => {
    const words = signInFailures[failure.code] as (it: SignInFailure, agent: string) => string;
    return words(failure, agent);
  },
  signInTyped: (agent: string) =>
    `Die Anmeldung von ${agent} läuft in diesem Terminal. Danach wird ${agent} neu gestartet.`,
  signInTerminal: 'Läuft in einem Terminal, in das Sie tippen.',
  signInUnknown: 'Assent kennt diesen Weg nicht.',
  signInScreen: (command: string) => `Terminal der Anmeldung: ${command}`,
  signInType: 'Was Sie tippen, geht an das Terminal. Tab führt hinaus.',
  signInTab: 'Tab',
  signInBreak: 'Strg C',
  signInNone: (agent: string) => `${agent} nennt keinen Weg zur Anmeldung.`,
  notNow: 'Jetzt nicht',
  discardTitle: 'Sie haben etwas eingegeben',
  discardText: (agent: string) =>
    `Beim Abbrechen erfährt ${agent} „jetzt nicht“, und nichts von Ihrer Eingabe wird gesendet.`,
  discardYes: 'Frage abbrechen',
  discardNo: 'Weiter antworten',
  armed:
    'Eine Antwort, die länger als dieses eine Mal gilt, zählt erst nach einer Sekunde im Blick.',
  noOptions: (agent: string) =>
    `${agent} bietet nichts zur Auswahl. Es geht nur weiter, wenn Sie den Durchgang anhalten.`,
  wouldRun: 'Würde ausführen',
  isAbout: 'Betrifft',
  parkHint: 'Esc klappt sie ein',
  noScope: 'Der Agent hat nicht gesagt, zu welcher Sitzung dies gehört.',
};
