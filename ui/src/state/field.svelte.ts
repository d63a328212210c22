import type { Draft } from '../wire/Draft';
import type { FieldState } from '../wire/FieldState';

/** A keystroke on its way: which part of a field changed, to what, and as which change. */
export type Edit =
  | { part: 'draft'; draft: Draft; seq: number }
  | { part: 'companion'; text: string; seq: number }
  | { part: 'suggestion'; seq: number };

/**
 * One field of an open form.
 *
 * Why two values: what the person types must stand at once and must not be overwritten by the echo of
 * an older keystroke. So the local value wins until the echo names the same change or a later one.
 */
export class FieldModel {
  state: FieldState = $state.raw(undefined as never);
  #draft: { draft: Draft; seq: number } | undefined = $state.raw();
  #companion: { text: string; seq: number } | undefined = $state.raw();
  #seq = 0;
  #onEdit: (edit: Edit) => void;

  constructor(state: FieldState, onEdit: (edit: Edit) => void) {
    this.state = state;
    this.#seq = state.seq;
    this.#onEdit = onEdit;
  }

  /** What is to stand in the control. */
  get draft(): Draft {
    const local = this.#draft;
    if (!local || local.seq < this.state.seq) return this.state.shown;
    if (local.seq === this.state.seq) {
      // The core keeps a date-time as one text, and parts that are half typed do not come back from it.
      return local.draft.is === 'date-time' ? local.draft : this.state.shown;
    }
    // "Back to default": only the core knows the default's shape, so the old value stands until it answers.
    return local.draft.is === 'untouched' ? this.state.shown : local.draft;
  }

  /** What is to stand in the companion. */
  get companion(): string {
    const local = this.#companion;
    return local && local.seq > this.state.seq ? local.text : this.state.companion;
  }

  /** Whether the person has changed it, as far as known here. */
  get touched(): boolean {
    const draft = this.#draft;
    if (draft && draft.seq > this.state.seq) return draft.draft.is !== 'untouched';
    return this.state.touched;
  }

  /** The person changed the value. */
  edit(draft: Draft): void {
    this.#draft = { draft, seq: this.#next() };
    this.#onEdit({ part: 'draft', ...this.#draft });
  }

  /** The person changed the companion. */
  editCompanion(text: string): void {
    this.#companion = { text, seq: this.#next() };
    this.#onEdit({ part: 'companion', ...this.#companion });
  }

  /** The person takes the earlier answer; what it is made of only the core knows. */
  takeSuggestion(): void {
    this.#onEdit({ part: 'suggestion', seq: this.#next() });
  }

  /** News from the core. */
  receive(state: FieldState): void {
    this.state = state;
    this.#seq = Math.max(this.#seq, state.seq);
  }

  /** After a new subscription: what the core has not acknowledged is told again. */
  repeat(): void {
    const { seq } = this.state;
    const edits: Edit[] = [];
    if (this.#draft && this.#draft.seq > seq) edits.push({ part: 'draft', ...this.#draft });
    if (this.#companion && this.#companion.seq > seq)
      edits.push({ part: 'companion', ...this.#companion });
    for (const edit of edits.sort((a, b) => a.seq - b.seq)) this.#onEdit(edit);
  }

  #next(): number {
    this.#seq = Math.max(this.#seq, this.state.seq) + 1;
    return this.#seq;
  }
}
