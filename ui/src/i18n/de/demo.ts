import type { Scene } from '../../wire/Scene';
import { number } from './write';

/** The first thing a person sees, and the demo. */
export const demo = {
  what: 'Assent führt Programmieragenten auf Ihrem Rechner aus und zeigt Ihnen, was sie von Ihnen wollen: ein Formular ausfüllen, eine Webseite besuchen, eine Änderung erlauben. Nichts wird beantwortet, geöffnet oder geladen, bevor Sie es sagen.',
  try: 'Sehen, wie es geht',
  tryHow:
    'Ein Demo-Agent liegt Assent bei und fragt Sie all dies. Er braucht kein Konto und kein Netz und schreibt keine Datei.',
  begin: 'Demo starten',
  comesAlong: 'liegt Assent bei',
  yours: 'Mit einem Agenten arbeiten',
  yoursHow:
    'Ein Agent ist ein Programm, das Sie selbst haben. Sie sehen seinen ganzen Befehl und stimmen ihm zu, bevor er gespeichert und gestartet wird.',
  found: 'Auf diesem Rechner gefunden',
  looking: 'Bekannte Agenten werden gesucht\u00a0…',
  noneFound:
    'Keiner der bekannten Agenten ist dort installiert, wo Ihre Login-Shell nach Programmen sucht.',
  notFound: (n: number) => `Nicht gefunden (${number(n)})`,
  other: 'Anderen Agenten hinzufügen\u00a0…',
  start: (agent: string) => `Neue Sitzung mit ${agent}`,
  stage: 'Szenen der Demo',
  next: 'Nächste Szene',
  byItself: 'Von selbst weiter',
  byItselfHow: 'Die nächste Szene beginnt ein paar Sekunden nach dem Ende der vorigen.',
  larger: 'Größere Schrift',
  scenes: {
    tour: 'Rundgang',
    form: 'Formular',
    'sign-in': 'Anmeldung',
    link: 'Verdächtiger Link',
    secret: 'Geheimnis im Formular',
    two: 'Zwei Agenten zugleich',
  } satisfies Record<Scene, string>,
};
