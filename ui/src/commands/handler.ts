import { deliberate } from '../kit/keys';
import type { App } from '../state/app.svelte';
import { matches } from './keys';
import { applies, commands, ids } from './list';

/**
 * The one place where keys that work everywhere arrive. What had the focus came first: a key it took
 * (`defaultPrevented`) is not taken again. A dialog keeps its keys for itself.
 */
export function pressed(app: App, event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const meant = ids.filter((id) => commands[id].keys?.some((keys) => matches(keys, event)));
  if (meant.length === 0) return;
  const below = document.querySelector('dialog[open]') !== null;
  const [first] = below ? [] : meant.filter((id) => applies(app, id));
  // The browser has deeds of its own for many of them, which belong to no window of ours.
  if (first !== undefined || event.key !== 'Escape') event.preventDefault();
  if (first !== undefined && deliberate(event)) commands[first].run(app);
}
