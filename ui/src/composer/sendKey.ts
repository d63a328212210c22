import { deliberate, withMain } from '../kit/keys';
import type { SendKey } from '../wire/SendKey';

/** What pressing a key in the message box does: `held` is the key for sending, not pressed on purpose. */
export type Pressed = 'send' | 'held' | 'write';

/** Tells whether a key press sends the message, by the key that the person chose for it. */
export function pressed(event: KeyboardEvent, sendKey: SendKey): Pressed {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return 'write';
  // 229: the key that ends a composition belongs to it.
  if (event.isComposing || event.keyCode === 229) return 'write';
  if (withMain(event) !== (sendKey === 'main-enter')) return 'write';
  return deliberate(event) ? 'send' : 'held';
}
