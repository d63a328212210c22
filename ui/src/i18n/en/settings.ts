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
    title: 'Language',
    about: 'The windows are drawn anew in it. What you have typed stays.',
    also: 'sprache deutsch german english translation locale',
  },
  theme: {
    title: 'Colours',
    about: 'System and high contrast are light or dark as your system is.',
    also: 'theme colors dark mode light night contrast appearance accessibility',
  },
  'text-size': {
    title: 'Size of text',
    about: 'All text of the window.',
    also: 'font zoom scale larger smaller bigger accessibility letters',
  },
  density: {
    title: 'Room between things',
    about: 'Compact shows more at once.',
    also: 'density spacing compact comfortable tight padding',
  },
  motion: {
    title: 'Motion',
    about: 'Still means that nothing fades or pulses, whatever your system says.',
    also: 'animation reduce movement transitions accessibility',
  },
  'send-key': {
    title: 'Key that sends a message',
    about: 'The other one begins a new line. Shift Enter always does.',
    also: 'enter return ctrl control command submit newline composer keyboard shortcut',
  },
  'notify-asks': {
    title: 'When a question waits',
    about:
      'A notification of your system names the agent and what kind of question it is, never what it says. The window is marked in the task bar either way.',
    also: 'notification alert desktop popup ask permission form link sign in badge sound',
  },
  'notify-turns': {
    title: 'When a turn ends',
    about: 'Not for turns that you stop, and not while another message goes out.',
    also: 'notification alert desktop popup finished done complete',
  },
  agents: {
    title: 'Agents',
    about: 'The programs that you work with, what they may ask, and their folders.',
    also: 'claude codex gemini program command add remove environment variable forms links',
  },
  servers: {
    title: 'MCP servers',
    about: 'Tools that agents are told of when a session is opened.',
    also: 'model context protocol tools http sse stdio header',
  },
  'keep-transcripts': {
    title: 'Keep sessions on this computer',
    about:
      'Off: from then on no session is written to disk, and what is new in them is gone when Assent ends. What is stored already stays until you delete it.',
    also: 'privacy history save transcript store incognito private',
  },
  sessions: {
    title: 'Sessions',
    about: 'Transcripts with your messages and drafts, earlier messages, titles and folders.',
    also: 'privacy delete history transcripts drafts clear erase storage old',
  },
  record: {
    title: 'Consent record',
    about: 'Each link an agent asked for, and what was done about it. Without the addresses.',
    also: 'privacy delete clear erase log links audit',
  },
  secrets: {
    title: 'Secret values',
    about: 'Of variables and headers of agents and MCP servers.',
    also: 'privacy delete keyring password token api key credentials clear',
  },
  kept: {
    title: 'Settings and other files',
    about: 'Agents, MCP servers and preferences; what the window itself keeps; files put aside.',
    also: 'privacy folder path data directory cache where location',
  },
  log: {
    title: 'Protocol log',
    about:
      'The last messages exchanged with agents, your answers left out. It is in memory only and gone when Assent ends, as are answers that forms suggest.',
    also: 'privacy memory json messages debug',
  },
  keys: {
    title: 'Keys',
    about: 'What works from anywhere in the window.',
    also: 'shortcuts keyboard hotkeys bindings',
  },
  version: {
    title: 'Version',
    about: 'Assent draws what agents ask, and does nothing that you have not agreed to.',
    also: 'about release number update licence license',
  },
};

const languages: Record<Language, string> = {
  system: 'As the system',
  en: 'English',
  de: 'Deutsch',
};
const themes: Record<Theme, string> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  'high-contrast': 'High contrast',
};
const densities: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };
const motions: Record<Motion, string> = { system: 'System', still: 'Still' };

function files(amount: { files: number; bytes: number }, one: string): string {
  return amount.files === 0 ? 'Nothing' : `${count(amount.files, one)}, ${size(amount.bytes)}`;
}

export const settings = {
  title: 'Settings',
  search: 'Search the settings',
  found: (n: number) => `${count(n, 'setting')} found`,
  nothing: (query: string) => `No setting has to do with “${query}”.`,
  unannounced:
    'Your system did not show the last one: no service for notifications answers, or it refuses them. What waits is still marked in the window and in its title.',
  showAll: 'Show all settings',
  goTo: 'Go to',
  rows,
  sections: {
    appearance: 'Appearance',
    writing: 'Writing',
    notifications: 'Notifications',
    agents: 'Agents',
    servers: 'MCP servers',
    privacy: 'Privacy',
    keyboard: 'Keyboard',
    about: 'About',
  },
  languages,
  themes,
  densities,
  motions,
  percent: (n: number) => (n === 100 ? '100 % (normal)' : `${n} %`),
  sendKey: (key: SendKey, main: string) => (key === 'enter' ? 'Enter' : `${main} Enter`),
  on: 'On',
  off: 'Off',
  agentsSet: (names: string[]) => (names.length === 0 ? 'None is set up.' : names.join(', ')),
  setUp: 'Set up…',
  measuring: 'Measuring…',
  stored: {
    sessions: ({ sessions }: StoredView) => files(sessions, 'session'),
    record: ({ record }: StoredView) => (record.files === 0 ? 'Nothing' : size(record.bytes)),
    secrets: ({ secrets_in_keyring: ring, secrets_in_file: file }: StoredView) => {
      if (ring + file === 0) return 'None';
      const parts = [
        ...(ring > 0 ? [`${number(ring)} in the keyring of your system`] : []),
        ...(file > 0 ? [`${number(file)} in a file that only you can read`] : []),
      ];
      return parts.join(', ');
    },
    kept: ({ settings: own, webview, aside }: StoredView) =>
      [
        `Settings: ${files(own, 'file')}`,
        `Window: ${files(webview, 'file')}`,
        ...(aside.files > 0 ? [`Put aside: ${files(aside, 'file')}`] : []),
      ].join(' · '),
    log: ({ log_lines }: StoredView) => count(log_lines, 'line'),
  },
  folder: 'All of it lies in this folder; you can select and copy its path:',
  deleteAll: 'Delete all…',
  deleteOld: 'Delete old ones…',
  olderThan: 'Older than',
  days: (n: number) => count(n, 'day'),
  delete: 'Delete',
  keep: 'Keep',
  asks: {
    all: {
      title: 'Delete all sessions?',
      text: 'Every transcript with your messages and drafts is deleted from this computer and cannot be had back, with files that were put aside. Sessions that are not connected leave the list. Those that are connected stay open: what stands in them so far is not written again.',
    },
    old: (days: number) => ({
      title: `Delete sessions older than ${count(days, 'day')}?`,
      text: 'The transcripts, messages and drafts of sessions in which nothing has happened since are deleted from this computer and cannot be had back. What agents keep themselves is not touched.',
    }),
    record: {
      title: 'Delete the consent record?',
      text: 'What was agreed to and what was not is deleted from this computer and cannot be had back. What comes next is recorded anew.',
    },
    secrets: {
      title: 'Delete all secret values?',
      text: 'They are removed from the keyring and from the file, and cannot be had back. Agents that run keep theirs until they end; then agents and MCP servers that need one must be given it again.',
    },
  },
};
