import type { SessionModel } from '../state/session.svelte';

/**
 * The text of a composer. What the person types here wins until the core has it; then what the core says counts, which
 * may be what was typed in another window since.
 */
export class ComposerText {
  readonly #session: SessionModel;
  #local: { text: string; seq: number } | undefined = $state.raw();
  #seq = 0;

  constructor(session: SessionModel) {
    this.#session = session;
  }

  /** What is to stand there. */
  get value(): string {
    const { composer, composer_seq: known } = this.#session.head;
    return this.#local && this.#local.seq > known ? this.#local.text : composer;
  }

  /** The person changed it; gives the number of the change. */
  edit(text: string): number {
    this.#seq = Math.max(this.#seq, this.#session.head.composer_seq) + 1;
    this.#local = { text, seq: this.#seq };
    return this.#seq;
  }
}

const texts = new WeakMap<SessionModel, ComposerText>();

/** The composer's text of a session. */
export function textOf(session: SessionModel): ComposerText {
  let text = texts.get(session);
  if (!text) {
    text = new ComposerText(session);
    texts.set(session, text);
  }
  return text;
}
