import type { BusyView } from '../../wire/BusyView';
import { count, number } from './write';

/** How many questions stand open, before a title. */
const before = (open: number): string => (open > 0 ? `(${number(open)}) ` : '');

/** The windows: a session's own one, the menu, and the end of the program. */
export const window = {
  openOwn: 'Open in its own window',
  showOwn: 'Show its own window',
  openOwnOf: (title: string) => `Open in its own window: ${title}`,
  showOwnOf: (title: string) => `Show its own window: ${title}`,
  hasOwn: 'in its own window',
  ownTitle: (title: string, agent: string, waiting: number) =>
    `${before(waiting)}${title} · ${agent} · Assent`,
  gone: 'This session was closed.',
  menu: 'Menu',
  what: 'A desktop client for coding agents. It asks before anything is answered or opened.',
  licence: 'Apache License 2.0',
  closeAbout: 'Close',
  quit: 'Quit',
  leave: 'Quit Assent?',
  leaveWhat: 'This would be stopped:',
  busyName: ({ agent, title, session }: BusyView) =>
    session === null ? agent : `${title ?? 'New session'} · ${agent}`,
  /** What runs or waits in a session. */
  busyWhat: ({ turn, asks, terminals, sign_in }: BusyView) => {
    const parts = [
      turn && 'the agent is working',
      asks > 0 && `${count(asks, 'question')} will be answered with cancel`,
      terminals > 0 && `${count(terminals, 'command')} running in a terminal`,
      sign_in && 'a sign-in is under way',
    ].filter((part) => part !== false);
    const text = parts.join('; ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  },
  busyMore: (n: number) => `and ${number(n)} more`,
  kept: 'The sessions and what you have typed are kept.',
  keptQueue: 'The sessions, the messages that wait and what you have typed are kept.',
};
