import type { AskModel } from '../state/ask.svelte';

/** Where a card stands among the asks of the dock, and the ways out of it. */
export interface CardPlace {
  /** Counted from 1. */
  at: number;
  of: number;
  onstep: (by: number) => void;
  onpark: () => void;
  /** The person has just answered it. */
  onanswered: (ask: AskModel) => void;
}
