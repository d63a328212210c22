import type { Preferences } from '../wire/Preferences';

const MORE_CONTRAST = '(prefers-contrast: more)';

/** What the page assumes until it is told, and what holds where nothing was chosen. */
export const UNTOLD: Preferences = {
  language: 'system',
  theme: 'system',
  text_size: 100,
  density: 'comfortable',
  motion: 'system',
  send_key: 'enter',
  notify_asks: true,
  notify_turns: true,
  keep_transcripts: true,
};

/** Puts on the root what the styles go by. Everything that can be seen of a preference follows from this. */
export function wear(root: HTMLElement, preferences: Preferences, systemContrast: boolean): void {
  const { theme, text_size, density, motion } = preferences;
  root.dataset['theme'] = theme === 'high-contrast' ? 'system' : theme;
  root.dataset['contrast'] = theme === 'high-contrast' || systemContrast ? 'more' : 'normal';
  root.dataset['density'] = density;
  root.dataset['motion'] = motion;
  root.style.setProperty('--text-scale', String(text_size / 100));
}

/** Tells whether the system asks for more contrast, now and whenever that changes. */
export function onSystemContrast(tell: (more: boolean) => void): () => void {
  const asked = matchMedia(MORE_CONTRAST);
  const changed = (): void => tell(asked.matches);
  changed();
  asked.addEventListener('change', changed);
  return () => asked.removeEventListener('change', changed);
}
