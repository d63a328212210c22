import type { BusyView } from '../../wire/BusyView';
import { count, number } from './write';

/** How many questions stand open, before a title. */
const before = (open: number): string => (open > 0 ? `(${number(open)}) ` : '');

/** The windows: a session's own one, the menu, and the end of the program. */
export const window = {
  openOwn: 'In eigenem Fenster öffnen',
  showOwn: 'Eigenes Fenster zeigen',
  openOwnOf: (title: string) => `In eigenem Fenster öffnen: ${title}`,
  showOwnOf: (title: string) => `Eigenes Fenster zeigen: ${title}`,
  hasOwn: 'in eigenem Fenster',
  ownTitle: (title: string, agent: string, waiting: number) =>
    `${before(waiting)}${title} · ${agent} · Assent`,
  gone: 'Diese Sitzung wurde geschlossen.',
  menu: 'Menü',
  what: 'Ein Programm für die Arbeit mit Programmieragenten. Es fragt, bevor etwas beantwortet oder geöffnet wird.',
  licence: 'Apache-Lizenz 2.0',
  closeAbout: 'Schließen',
  quit: 'Beenden',
  leave: 'Assent beenden?',
  leaveWhat: 'Das würde beendet:',
  busyName: ({ agent, title, session }: BusyView) =>
    session === null ? agent : `${title ?? 'Neue Sitzung'} · ${agent}`,
  /** What runs or waits in a session. */
  busyWhat: ({ turn, asks, terminals, sign_in }: BusyView) => {
    const parts = [
      turn && 'der Agent arbeitet',
      asks > 0 && `${count(asks, 'Frage wird', 'Fragen werden')} mit Abbrechen beantwortet`,
      terminals > 0 && `${count(terminals, 'Befehl läuft', 'Befehle laufen')} in einem Terminal`,
      sign_in && 'eine Anmeldung läuft',
    ].filter((part) => part !== false);
    const text = parts.join('; ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  },
  busyMore: (n: number) => `und ${number(n)} weitere`,
  kept: 'Die Sitzungen und was Sie getippt haben, bleiben erhalten.',
  keptQueue:
    'Die Sitzungen, die wartenden Nachrichten und was Sie getippt haben, bleiben erhalten.',
};
