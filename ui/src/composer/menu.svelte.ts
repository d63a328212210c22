import { deliberate } from '../kit/keys';

/** What a menu over the composer works with. */
export interface MenuOptions<Row> {
  /** What it shows now; empty: there is no menu. */
  rows: () => readonly Row[];
  /** What it is about: when this changes, the first row is the one that Enter takes. */
  about: () => string;
  /** After Escape it stays away until this changes; else until what it is about does. */
  place?: () => string;
  choose: (row: Row) => void;
}

/** A menu that is worked from the text area: the focus stays there. To be made while a component is set up. */
export class Menu<Row> {
  readonly #options: MenuOptions<Row>;
  #away: string | undefined = $state();
  #active = $state({ about: '', at: 0 });

  constructor(options: MenuOptions<Row>) {
    this.#options = options;
  }

  /** The rows to show. */
  get rows(): readonly Row[] {
    return this.#away === this.#place() ? [] : this.#options.rows();
  }

  get open(): boolean {
    return this.rows.length > 0;
  }

  /** The place of the row that Enter takes. */
  get at(): number {
    const at = this.#active.about === this.#options.about() ? this.#active.at : 0;
    return Math.min(at, this.rows.length - 1);
  }

  /** Whether the key was the menu's. */
  takes(event: KeyboardEvent): boolean {
    if (!this.open || event.isComposing || event.keyCode === 229) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const count = this.rows.length;
      const at = (this.at + (event.key === 'ArrowDown' ? 1 : count - 1)) % count;
      this.#active = { about: this.#options.about(), at };
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      const row = this.rows[this.at];
      if (deliberate(event) && row !== undefined) this.choose(row);
    } else if (event.key === 'Escape') {
      if (deliberate(event)) this.#away = this.#place();
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #place(): string {
    return (this.#options.place ?? this.#options.about)();
  }

  choose(row: Row): void {
    this.#options.choose(row);
  }
}
