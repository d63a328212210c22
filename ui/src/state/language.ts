import { language, languageOf } from '../i18n';
import { keep } from '../i18n/kept';
import type { Language } from '../wire/Language';
import type { App } from './app.svelte';

/**
 * Sees to it that the window is drawn in the language that was chosen. Words are fixed as long as a page lives, so
 * another language begins with the page anew; nothing but the place is the page's own.
 */
export function speak(app: App, choice: Language): void {
  if (keep(choice) && languageOf(choice) !== language) {
    history.replaceState({ at: app.ui.place.at }, '');
    app.outbox.flush();
    location.reload();
    return;
  }
  app.send({ type: 'window', do: 'speaks', language: language.spoken });
}

/** Goes back to the settings, if the window was drawn anew from there. */
export function resume(app: App): void {
  const before = history.state as { at?: unknown } | null;
  if (before?.at === undefined) return;
  history.replaceState(null, '');
  if (before.at === 'settings') app.ui.go({ at: 'settings' });
}
