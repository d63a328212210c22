import { SvelteMap } from 'svelte/reactivity';

import type { AttachedView } from '../wire/AttachedView';
import type { EntryBody } from '../wire/EntryBody';
import type { EntryView } from '../wire/EntryView';
import type { FileHit } from '../wire/FileHit';
import type { SessionView } from '../wire/SessionView';
import type { TerminalView } from '../wire/TerminalView';
import { TerminalModel } from './terminal.svelte';

/** One entry of a transcript. Its text grows by itself, so that a chunk touches one entry. */
export class EntryModel {
  readonly id: number;
  at = $state(0);
  body: EntryBody = $state.raw(undefined as never);
  /** It is no longer part of the conversation. */
  dropped = $state(false);
  /** The text of `user`, `agent` and `thought` entries. */
  text = $state('');

  constructor(view: EntryView) {
    this.id = view.id;
    this.receive(view);
  }

  /** The whole of it came again. */
  receive(view: EntryView): void {
    this.at = view.at;
    this.body = view.body;
    this.dropped = view.dropped;
    this.text = 'text' in view.body ? view.body.text : '';
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
      known.receive(view);
      return;
    }
    const entry = new EntryModel(view);
    this.#byId.set(view.id, entry);
    this.entries.push(entry);
  }

  /** Text was added to an entry. */
  appendText(id: number, text: string): void {
    const entry = this.#byId.get(id);
    if (entry) entry.text += text;
  }

  /** The transcript is emptied. */
  clear(): void {
    this.#byId.clear();
    this.entries = [];
  }
}
