import { t } from '../i18n';
import { shortcut } from '../kit/keys';
import type { Preference } from '../wire/Preference';
import type { Preferences } from '../wire/Preferences';
import type { RowId } from './rows';

/** Something to choose from, with what is chosen now. */
interface Choice {
  options: readonly { value: string; label: string }[];
  value: (now: Preferences) => string;
  set: (value: string) => Preference;
}

/** A choice of one member of the preferences, by its words. */
function choice<T extends string>(
  words: Record<T, string>,
  value: (now: Preferences) => T,
  set: (to: T) => Preference,
): Choice {
  const values = Object.keys(words) as T[];
  return {
    options: values.map((one) => ({ value: one, label: words[one] })),
    value,
    set: (wanted) => set(values.find((one) => one === wanted) ?? values[0]!),
  };
}

/** The rows in which one of a few is chosen. */
export const choices: Partial<Record<RowId, Choice>> = {
  language: choice(
    t.settings.languages,
    ({ language }) => language,
    (to) => ({ set: 'language', to }),
  ),
  theme: choice(
    t.settings.themes,
    ({ theme }) => theme,
    (to) => ({ set: 'theme', to }),
  ),
  density: choice(
    t.settings.densities,
    ({ density }) => density,
    (to) => ({ set: 'density', to }),
  ),
  motion: choice(
    t.settings.motions,
    ({ motion }) => motion,
    (to) => ({ set: 'motion', to }),
  ),
  'send-key': choice(
    {
      enter: t.settings.sendKey('enter', ''),
      'main-enter': t.settings.sendKey('main-enter', shortcut('').trim()),
    },
    ({ send_key }) => send_key,
    (to) => ({ set: 'send-key', to }),
  ),
};

interface Switch {
  on: (now: Preferences) => boolean;
  set: (to: boolean) => Preference;
}

/** The rows that are on or off. */
export const switches: Partial<Record<RowId, Switch>> = {
  'notify-asks': {
    on: ({ notify_asks }) => notify_asks,
    set: (to) => ({ set: 'notify-asks', to }),
  },
  'notify-turns': {
    on: ({ notify_turns }) => notify_turns,
    set: (to) => ({ set: 'notify-turns', to }),
  },
  'keep-transcripts': {
    on: ({ keep_transcripts }) => keep_transcripts,
    set: (to) => ({ set: 'keep-transcripts', to }),
  },
};

/** The sizes of text that are offered, in percent. */
export const TEXT_SIZES = [80, 90, 100, 110, 125, 150, 175, 200] as const;
