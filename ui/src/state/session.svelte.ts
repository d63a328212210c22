import { SvelteMap } from 'svelte/reactivity';

import type { Block } from '../markdown/blocks';
import { Pieces } from '../markdown/pieces';
import type { AttachedView } from '../wire/AttachedView';
import type { EntryBody } from '../wire/EntryBody';
import type { EntryView } from '../wire/EntryView';
import type { FileHit } from '../wire/FileHit';
import type { SessionView } from '../wire/SessionView';
import type { TerminalView } from '../wire/TerminalView';
import { TerminalModel } from './terminal.svelte';

/** From so many characters on the words of an agent are drawn in pieces. */
const LONG = 4_000;

/** One entry of a transcript. Its text grows by itself, so that a chunk touches one entry. */
export class EntryModel {
  readonly id: number;
  at = $state(0);
  body: EntryBody = $state.raw(undefined as never);
  /** It is no longer part of the conversation. */
  dropped = $state(false);
  /** The text of `user`, `agent` and `thought` entries. */
  text = $state('');
  /** Its rows in the transcript: one, or one for each piece of a long text. */
  rows: Row[] = $state.raw([new Row(this, 0)]);
  /** The pieces of a long text. */
  pieces: Pieces | undefined = $state.raw();
  /** Grows with each change of the last of them. */
  #changes = $state(0);

  constructor(view: EntryView) {
    this.id = view.id;
    this.receive(view);
  }

  /** The blocks of its last piece, which may still change. Read when they are drawn. */
  get open(): Block[] {
    return this.#changes > 0 ? (this.pieces?.open ?? []) : [];
  }

  /** The whole of it came again. */
  receive(view: EntryView): void {
    const text = 'text' in view.body ? view.body.text : '';
    const before: EntryBody | undefined = this.body;
    const same = text === this.text && view.body.kind === before?.kind;
    this.at = view.at;
    this.body = view.body;
    this.dropped = view.dropped;
    if (same) return;
    this.text = text;
    this.pieces = undefined;
    this.#divide(text);
  }

  /** Text was added to it. */
  append(more: string): void {
    this.text += more;
    this.#divide(more);
  }

  #divide(more: string): void {
    let rows = 1;
    if (this.body.kind === 'agent' && this.text.length >= LONG) {
      const known = this.pieces;
      const pieces = known ?? new Pieces();
      pieces.append(known ? more : this.text);
      this.pieces = pieces;
      this.#changes += 1;
      rows = pieces.count;
    }
    const known = this.rows;
    if (rows < known.length) this.rows = known.slice(0, rows);
    else if (rows > known.length)
      this.rows = [
        ...known,
        ...Array.from({ length: rows - known.length }, (_, at) => new Row(this, known.length + at)),
      ];
  }
}

/** A row of a transcript: an entry, or a piece of a long one. */
export class Row {
  readonly entry: EntryModel;
  readonly piece: number;
  /** When it came to be, on the clock of the page. */
  readonly since = performance.now();

  constructor(entry: EntryModel, piece: number) {
    this.entry = entry;
    this.piece = piece;
  }

  /** A key of its own. */
  get key(): string {
    return `${this.entry.id} ${this.piece}`;
  }

  /** Whether nothing of its entry comes after it. */
  get last(): boolean {
    return this.piece === this.entry.rows.length - 1;
  }
}

/** A session and its transcript. */
export class SessionModel {
  head: SessionView = $state.raw(undefined as never);
  entries: EntryModel[] = $state([]);
  /** What goes along with the message that is being written. */
  attached: AttachedView[] = $state.raw([]);
  /** The prompts the person sent, oldest first. */
  prompts: string[] = $state.raw([]);
  /** What was found last for a mention. */
  found: { query: string; hits: FileHit[] } = $state.raw({ query: '', hits: [] });
  /** What there is to draw of them: long ones have several rows. */
  rows: Row[] = $state([]);
  /** The newest plan. */
  plan: EntryModel | undefined = $state.raw();
  readonly terminals = new SvelteMap<string, TerminalModel>();
  #byId = new Map<number, EntryModel>();

  constructor(head: SessionView, entries: EntryView[] = []) {
    this.head = head;
    for (const entry of entries) this.putEntry(entry);
  }

  /** Its key. */
  get id(): number {
    return this.head.id;
  }

  /** The whole transcript came again. */
  receiveEntries(entries: EntryView[]): void {
    const known = this.#byId;
    this.#byId = new Map();
    this.entries = entries.map((view) => {
      const entry = known.get(view.id) ?? new EntryModel(view);
      entry.receive(view);
      this.#byId.set(view.id, entry);
      return entry;
    });
    this.rows = this.entries.flatMap(({ rows }) => rows);
    this.plan = this.entries.findLast(({ body }) => body.kind === 'plan');
  }

  /** All terminals came again. */
  receiveTerminals(terminals: TerminalView[]): void {
    this.terminals.clear();
    for (const terminal of terminals) this.putTerminal(terminal);
  }

  /** A terminal is new. */
  putTerminal(terminal: TerminalView): void {
    this.terminals.set(terminal.id, new TerminalModel(terminal));
  }

  /** An entry is new or changed. */
  putEntry(view: EntryView): void {
    const known = this.#byId.get(view.id);
    if (known) {
      this.#change(known, () => known.receive(view));
      if (known === this.plan && view.body.kind !== 'plan') this.plan = undefined;
      return;
    }
    const entry = new EntryModel(view);
    this.#byId.set(view.id, entry);
    this.entries.push(entry);
    this.rows.push(...entry.rows);
    if (view.body.kind === 'plan') this.plan = entry;
  }

  /** An entry by its key. */
  entry(id: number): EntryModel | undefined {
    return this.#byId.get(id);
  }

  /** Text was added to an entry. */
  appendText(id: number, text: string): void {
    const entry = this.#byId.get(id);
    if (entry) this.#change(entry, () => entry.append(text));
  }

  /** Entries are gone. */
  dropEntries(ids: number[]): void {
    const gone = new Set(ids);
    for (const id of ids) this.#byId.delete(id);
    this.entries = this.entries.filter(({ id }) => !gone.has(id));
    this.rows = this.rows.filter(({ entry }) => !gone.has(entry.id));
    if (this.plan && gone.has(this.plan.id)) this.plan = undefined;
  }

  /** The transcript is emptied. */
  clear(): void {
    this.#byId.clear();
    this.entries = [];
    this.rows = [];
    this.plan = undefined;
  }

  /** Changes an entry, and the rows where it has become another number of them. */
  #change(entry: EntryModel, change: () => void): void {
    const before = entry.rows;
    change();
    if (entry.rows === before) return;
    const end = this.rows.findLastIndex((row) => row.entry === entry) + 1;
    const less = before.length - entry.rows.length;
    // The rows that stay are not touched: what depends on them would look again.
    if (less > 0) this.rows.splice(end - less, less);
    else this.rows.splice(end, 0, ...entry.rows.slice(less));
  }
}
