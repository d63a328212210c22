/** What is seen of a dialog at one moment. */
export interface Display {
  /** The document is visible and has the focus. */
  attended: boolean;
  /** Where the dialog stands on the screen. */
  geometry: string;
  /** What it says. */
  content: string;
}

/** Who is told when a display begins and ends. */
export interface ArmingEvents {
  shown(): void;
  hidden(): void;
}

/**
 * The core counts from when it hears of a display, which is a little later than here, and on a busy machine not so
 * little: a click that came too early for it would come to nothing.
 */
const SLACK = 150;

/**
 * Decides when consent counts: only after the same thing has stood at the same place, seen, for a
 * while. Any change begins the while anew. The core keeps the same count; this one is for the eye.
 */
export class Arming {
  readonly #after: number;
  readonly #events: ArmingEvents;
  readonly #needsUnderstood: boolean;
  #last: Display | undefined;
  #since: number | undefined;
  #understoodAt: number | undefined;

  constructor(after: number, needsUnderstood: boolean, events: ArmingEvents) {
    this.#after = after;
    this.#needsUnderstood = needsUnderstood;
    this.#events = events;
  }

  /** Takes notice of the display as it is now. */
  observe(display: Display, now: number): void {
    const last = this.#last;
    this.#last = display;
    const same = last?.geometry === display.geometry && last.content === display.content;
    if (this.#since === undefined) {
      // Only what was there a moment ago already is at rest.
      if (display.attended && same) {
        this.#since = now;
        this.#events.shown();
      }
    } else if (!display.attended || !same) this.hide();
  }

  /** The display has ended. */
  hide(): void {
    if (this.#since === undefined) return;
    this.#since = undefined;
    this.#events.hidden();
  }

  /** The second gesture was made, or taken back. */
  understand(understood: boolean, now: number): void {
    if (!understood) this.#understoodAt = undefined;
    else this.#understoodAt ??= now;
  }

  /** Milliseconds until consent counts; nothing while it is not even counting. */
  left(now: number): number | undefined {
    if (this.#since === undefined) return undefined;
    if (this.#needsUnderstood && this.#understoodAt === undefined) return undefined;
    const from = Math.max(this.#since, this.#understoodAt ?? 0);
    return Math.max(0, from + this.#after + SLACK - now);
  }
}
