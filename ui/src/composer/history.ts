/** Walks through earlier prompts from an empty composer, and back to it. */
export class PromptHistory {
  #at = -1;
  #shown = '';

  /** What is to stand in the composer after a key; nothing when the key is not for the history. */
  step(key: string, text: string, prompts: () => string[]): string | undefined {
    // What was changed is the person's own text again.
    if (text !== this.#shown) this.#at = -1;
    if (this.#at === -1 && text !== '') return undefined;
    if (key === 'ArrowUp') {
      const next = prompts()[this.#at + 1];
      if (next === undefined) return undefined;
      this.#at += 1;
      this.#shown = next;
    } else if (key === 'ArrowDown' && this.#at >= 0) {
      this.#at -= 1;
      this.#shown = this.#at < 0 ? '' : (prompts()[this.#at] ?? '');
    } else return undefined;
    return this.#shown;
  }
}
