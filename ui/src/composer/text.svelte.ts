import type { SessionModel } from '../state/session.svelte';

/**
 * The text of a composer. What the person types here wins; what another window typed is taken over
 * only while nothing typed here is still on its way.
 */
export class ComposerText {
  readonly #session: SessionModel;
  #local: string | undefined = $state();

  constructor(session: SessionModel) {
    this.#session = session;
  }

  /** What is to stand there. */
  get value(): string {
    return this.#local ?? this.#session.head.composer;
  }

  /** The person changed it. */
  edit(text: string): void {
    this.#local = text;
  }

  /** What the core says counts from now on, since it is to change the text itself. */
  giveUp(): void {
    this.#local = undefined;
  }

  /** The person left it. If the core has it all, what the core says counts from now on. */
  settle(): void {
    if (this.#local === this.#session.head.composer) this.#local = undefined;
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
