import type { Intent } from '../wire/Intent';

/** How long a keystroke may wait for the next one, in milliseconds. */
const DELAY = 80;

/**
 * Intents on their way. Keystrokes wait a moment and are replaced by later ones of the same control;
 * everything else goes at once, after what waits, so that an Accept never overtakes the last keystroke.
 */
export class Outbox {
  readonly #send: (intent: Intent) => void;
  readonly #waiting = new Map<string, Intent>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (intent: Intent) => void) {
    this.#send = send;
  }

  /** Takes an intent that a later one with the same key replaces. */
  put(key: string, intent: Intent): void {
    // Taken out first, so that the order is that of the last changes.
    this.#waiting.delete(key);
    this.#waiting.set(key, intent);
    this.#timer ??= setTimeout(() => this.flush(), DELAY);
  }

  /** Drops what waits under a key. */
  drop(key: string): void {
    this.#waiting.delete(key);
  }

  /** Sends what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const intent of waiting) this.#send(intent);
  }

  /** Sends at once. */
  send(intent: Intent): void {
    this.flush();
    this.#send(intent);
  }
}
