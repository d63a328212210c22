import { SvelteMap } from 'svelte/reactivity';

import type { Found } from '../finding/find.svelte';
import type { AgentView } from '../wire/AgentView';
import type { ConnectionView } from '../wire/ConnectionView';
import type { ConsentRecord } from '../wire/ConsentRecord';
import type { DemoView } from '../wire/DemoView';
import type { Down } from '../wire/Down';
import type { KnownAgents } from '../wire/KnownAgents';
import type { LeavingView } from '../wire/LeavingView';
import type { MenuItem } from '../wire/MenuItem';
import type { Notice } from '../wire/Notice';
import type { Op } from '../wire/Op';
import type { Preferences } from '../wire/Preferences';
import type { RegistryView } from '../wire/RegistryView';
import type { ServerView } from '../wire/ServerView';
import type { SetAside } from '../wire/SetAside';
import type { SessionView } from '../wire/SessionView';
import type { Shows } from '../wire/Shows';
import type { Snapshot } from '../wire/Snapshot';
import type { TraceNews } from '../wire/TraceNews';
import type { StoredView } from '../wire/StoredView';
import { AskModel, type Put } from './ask.svelte';
import { UNTOLD } from './look';
import { SessionModel } from './session.svelte';

/** As many lines of the record as the core keeps for drawing. */
const KEPT_RECORD = 1000;

/** As many lines of output that is no protocol as the core keeps, of each kind. */
const KEPT_LINES = 50;

/** What the store tells about beside what it holds. */
export interface StoreEvents {
  /** This session is to be shown. */
  front(session: number): void;
  /** This ask is to be shown. */
  goToAsk(ask: number): void;
  /** A passing line. */
  notice(notice: Notice): void;
  /** What was found in a transcript. */
  found(session: number, found: Found): void;
  /** More of what was found over all sessions. */
  searched(more: Extract<Op, { op: 'add-searched' }>): void;
  /** The person chose a folder. */
  folderChosen(folder: string): void;
  /** Files were dropped on the window. */
  dropped(drop: number): void;
  /** News for a page that looks at the protocol. */
  trace?(viewer: number, news: TraceNews): void;
  /** A snapshot has come. */
  renewed?(): void;
  /** Something was chosen from the system's own menu. */
  chosen(item: MenuItem): void;
}

/** The projection: what the core last told, in a shape that redraws only what changed. */
export class Store {
  /** Whether a snapshot has come. */
  ready = $state(false);
  version = $state('');
  /** What this window is there for. */
  shows: Shows = $state.raw({ is: 'all' });
  agents: AgentView[] = $state.raw([]);
  servers: ServerView[] = $state.raw([]);
  preferences: Preferences = $state.raw(UNTOLD);
  /** What is stored, once it was measured. */
  stored: StoredView | undefined = $state.raw();
  known: KnownAgents = $state.raw({ agents: [], home: '' });
  registry: RegistryView = $state.raw({
    from: null,
    loading: false,
    failed: null,
    version: null,
    agents: [],
    refused: [],
    more: 0,
  });
  setAside: SetAside[] = $state.raw([]);
  /** The demo agent that comes along, where there is one. */
  demo: DemoView | null = $state.raw(null);
  /** The desktop could not show the last notification. */
  unannounced = $state(false);
  /** Files are held over the window. */
  draggedOver = $state(false);
  /** What would be stopped, while it is asked whether the program is to end. */
  leaving: LeavingView | null = $state.raw(null);
  /** The session that is shown first after a restart. */
  #front: number | undefined;
  readonly connections = new SvelteMap<number, ConnectionView>();
  readonly sessions = new SvelteMap<number, SessionModel>();
  readonly asks = new SvelteMap<number, AskModel>();
  /** The newest lines of the consent record, oldest first. */
  record: ConsentRecord[] = $state.raw([]);
  #rev = 0;
  readonly #put: Put;
  readonly #events: StoreEvents;

  constructor(put: Put, events: StoreEvents) {
    this.#put = put;
    this.#events = events;
  }

  /** Takes what came down. `false`: a patch is missing, and a new subscription is needed. */
  apply(down: Down): boolean {
    if (down.is === 'snapshot') {
      this.#applySnapshot(down.snapshot);
      return true;
    }
    const { rev, ops } = down.patch;
    if (!this.ready || rev > this.#rev + 1) return false;
    // Already contained in the snapshot.
    if (rev <= this.#rev) return true;
    this.#rev = rev;
    for (const op of ops) this.#applyOp(op);
    return true;
  }

  /** Takes note of the session that is shown; gives whether that is news. */
  shown(session: number): boolean {
    if (session === this.#front) return false;
    this.#front = session;
    return true;
  }

  #applySnapshot(snapshot: Snapshot): void {
    this.#rev = snapshot.rev;
    this.version = snapshot.version;
    this.shows = snapshot.shows;
    this.leaving = snapshot.leaving;
    this.agents = snapshot.agents;
    this.servers = snapshot.servers;
    this.preferences = snapshot.preferences;
    this.known = snapshot.known;
    this.registry = snapshot.registry;
    this.setAside = snapshot.set_aside;
    this.demo = snapshot.demo;
    this.unannounced = snapshot.unannounced;
    this.record = snapshot.record;

    keepOnly(this.connections, new Set(snapshot.connections.map(({ id }) => id)));
    for (const connection of snapshot.connections) this.connections.set(connection.id, connection);

    keepOnly(this.sessions, new Set(snapshot.sessions.map(({ head }) => head.id)));
    for (const { head, entries, attached, prompts, terminals } of snapshot.sessions) {
      const session = this.#putSession(head);
      session.attached = attached;
      session.prompts = prompts;
      session.receiveEntries(entries);
      session.receiveTerminals(terminals);
    }

    keepOnly(this.asks, new Set(snapshot.asks.map(({ head }) => head.id)));
    for (const ask of snapshot.asks) this.#applyOp({ op: 'put-ask', ask });
    for (const { body, head } of this.asks.values()) {
      if (body.kind !== 'form' || head.status !== 'pending') continue;
      for (const field of body.fields) field.repeat();
    }

    this.#events.renewed?.();
    const first = !this.ready;
    this.ready = true;
    this.#front = snapshot.front ?? undefined;
    const front =
      (snapshot.shows.is === 'session' ? snapshot.shows.session : snapshot.front) ??
      snapshot.sessions.findLast(({ head }) => head.connection !== 0)?.head.id;
    if (first && front !== undefined) this.#events.front(front);
  }

  #applyOp(op: Op): void {
    switch (op.op) {
      case 'put-agents':
        this.agents = op.agents;
        return;
      case 'put-servers':
        this.servers = op.servers;
        return;
      case 'put-preferences':
        this.preferences = op.preferences;
        return;
      case 'put-unannounced':
        this.unannounced = op.unannounced;
        return;
      case 'put-stored':
        this.stored = op.stored;
        return;
      case 'folder-chosen':
        this.#events.folderChosen(op.folder);
        return;
      case 'put-registry':
        this.registry = op.registry;
        break;
      case 'put-known-agents':
        this.known = op.known;
        return;
      case 'put-set-aside':
        this.setAside = op.files;
        return;
      case 'put-connection':
        this.connections.set(op.connection.id, op.connection);
        return;
      case 'remove-connection':
        this.connections.delete(op.connection);
        return;
      case 'put-session':
        this.#putSession(op.session);
        return;
      case 'remove-session':
        this.sessions.delete(op.session);
        return;
      case 'front':
        this.#front = op.session;
        this.#events.front(op.session);
        return;
      case 'put-transcript':
        this.sessions.get(op.session)?.receiveEntries(op.entries);
        return;
      case 'put-entry':
        this.sessions.get(op.session)?.putEntry(op.entry);
        return;
      case 'append-text':
        this.sessions.get(op.session)?.appendText(op.entry, op.text);
        return;
      case 'drop-entries':
        this.sessions.get(op.session)?.dropEntries(op.entries);
        return;
      case 'clear-entries':
        this.sessions.get(op.session)?.clear();
        return;
      case 'dragged-over':
        this.draggedOver = op.over;
        return;
      case 'dropped':
        this.draggedOver = false;
        this.#events.dropped(op.drop);
        return;
      case 'put-found':
        this.#events.found(op.session, op);
        return;
      case 'add-searched':
        this.#events.searched(op);
        return;
      case 'put-attached':
      case 'put-prompts':
      case 'put-hits':
        this.#applyDraftOp(op);
        return;
      case 'put-terminal':
        this.sessions.get(op.session)?.putTerminal(op.terminal);
        return;
      case 'put-terminal-lines':
        this.sessions.get(op.session)?.terminals.get(op.terminal)?.receiveLines(op);
        return;
      case 'put-terminal-end':
        this.sessions.get(op.session)?.terminals.get(op.terminal)?.receiveEnd(op);
        return;
      case 'remove-terminal':
        this.sessions.get(op.session)?.terminals.delete(op.terminal);
        return;
      case 'heard': {
        const heard = this.connections.get(op.connection);
        if (heard) this.connections.set(op.connection, withLine(heard, op.noise, op.line));
        return;
      }
      case 'clear-record':
        this.record = [];
        return;
      case 'go-to-ask':
        this.#events.goToAsk(op.ask);
        return;
      case 'add-record':
        this.record = [...this.record.slice(1 - KEPT_RECORD), op.line];
        return;
      case 'put-leaving':
        this.leaving = op.leaving;
        return;
      case 'menu-chosen':
        this.#events.chosen(op.item);
        return;
      case 'notice':
        this.#events.notice(op.notice);
        return;
      case 'trace':
        this.#events.trace?.(op.viewer, op.news);
        return;
      default:
        this.#applyAskOp(op);
    }
  }

  #applyDraftOp(op: DraftOp): void {
    const session = this.sessions.get(op.session);
    if (!session) return;
    if (op.op === 'put-attached') session.attached = op.attached;
    else if (op.op === 'put-prompts') session.prompts = op.prompts;
    else session.found = { query: op.query, hits: op.hits };
  }

  #applyAskOp(op: AskOp): void {
    switch (op.op) {
      case 'put-ask': {
        const known = this.asks.get(op.ask.head.id);
        if (known) known.receive(op.ask, this.#put);
        else this.asks.set(op.ask.head.id, new AskModel(op.ask, this.#put));
        return;
      }
      case 'put-ask-head':
        this.asks.get(op.head.id)?.receiveHead(op.head);
        return;
      case 'put-form-state': {
        const body = this.asks.get(op.ask)?.body;
        if (body?.kind === 'form') body.receiveState(op.state);
        return;
      }
      case 'put-field-state': {
        const body = this.asks.get(op.ask)?.body;
        if (body?.kind === 'form') body.fields[op.index]?.receive(op.state);
        return;
      }
      case 'put-link': {
        const body = this.asks.get(op.ask)?.body;
        if (body?.kind === 'link') body.view = op.link;
        return;
      }
      case 'remove-ask':
        this.asks.delete(op.ask);
    }
  }

  #putSession(head: SessionView): SessionModel {
    const known = this.sessions.get(head.id);
    if (known) {
      known.head = head;
      return known;
    }
    const session = new SessionModel(head);
    this.sessions.set(head.id, session);
    return session;
  }
}

type DraftOp = Extract<Op, { op: 'put-attached' | 'put-prompts' | 'put-hits' }>;

type AskOp = Extract<
  Op,
  {
    op:
      'put-ask' | 'put-ask-head' | 'put-form-state' | 'put-field-state' | 'put-link' | 'remove-ask';
  }
>;

function withLine(heard: ConnectionView, noise: boolean, line: string): ConnectionView {
  const name = noise ? 'noise' : 'stderr';
  return { ...heard, [name]: [...heard[name].slice(1 - KEPT_LINES), line] };
}

function keepOnly<V>(map: SvelteMap<number, V>, ids: Set<number>): void {
  for (const id of [...map.keys()]) if (!ids.has(id)) map.delete(id);
}
