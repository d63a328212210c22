import type { Down } from '../wire/Down';
import type { Intent } from '../wire/Intent';

/** The other side: whoever holds the truth and carries out what the person wants. */
export interface Host {
  /** Asks for a snapshot and the patches after it. Gives back how to end this subscription. */
  subscribe(onDown: (down: Down) => void): Promise<() => void>;
  /** Sends an intent. Intents arrive in the order sent. */
  send(intent: Intent): void;
}
