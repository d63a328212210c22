import type { Language } from '../wire/Language';

// Rust holds what was chosen, and tells it with everything else. This is only what this window was told last, so that
// the first thing it draws is in the right language.
const KEY = 'language';

/** What was chosen, as far as is known before anything is told. */
export function kept(): Language {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === 'en' || choice === 'de' ? choice : 'system';
  } catch {
    return 'system';
  }
}

/** Remembers what was chosen; gives whether the next drawing will know it. */
export function keep(choice: Language): boolean {
  if (kept() === choice) return true;
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    return false;
  }
  return kept() === choice;
}
