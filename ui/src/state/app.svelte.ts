import { createContext } from 'svelte';

import { run } from '../commands/list';
import { t } from '../i18n';
import type { Host } from '../host/types';
import type { AgentView } from '../wire/AgentView';
import type { ConnectionView } from '../wire/ConnectionView';
import type { Intent } from '../wire/Intent';
import type { Scene } from '../wire/Scene';
import type { AskModel } from './ask.svelte';
import { Inspector } from '../inspector/inspector.svelte';
import { Interface, type Place } from './interface.svelte';
import { Outbox } from './outbox';
import { project } from './projection';
import type { SessionModel } from './session.svelte';
import { Store } from './store.svelte';

/** Everything a component may reach: the projection, this window's own state, and the way up. */
export class App {
  readonly ui = new Interface({
    look: (session, text) => this.send({ type: 'find', do: 'in', session, text }),
    again: (session) => this.send({ type: 'find', do: 'again', session }),
    search: (text) => this.send({ type: 'find', do: 'everywhere', text }),
  });
  readonly outbox: Outbox;
  readonly store: Store;
  readonly inspector: Inspector;

  constructor(host: Host) {
    this.outbox = new Outbox((intent) => host.send(intent));
    this.inspector = new Inspector((wanted) => this.send({ type: 'inspect', ...wanted }));
    this.store = new Store((key, intent) => this.outbox.put(key, intent), {
      front: (session) => {
        this.ui.only = this.own;
        this.ui.go({ at: 'session', id: session });
        this.ui.focusComposer();
      },
      goToAsk: (id) => {
        const ask = this.store.asks.get(id);
        if (ask) this.goTo(ask);
      },
      dropped: (drop) => {
        if (this.session) this.send({ type: 'take-drop', session: this.session.id, drop });
      },
      notice: (notice) => {
        if (notice.code === 'agent-saved') this.ui.agentsSaved += 1;
        this.ui.agentProblem =
          notice.code === 'agent-not-saved' ? t.agents.problem(notice.problem) : undefined;
        this.ui.notice(notice);
      },
      found: (session, found) => this.ui.find.receive(session, found),
      searched: ({ text, sessions, done, more }) =>
        this.ui.search.receive(text, sessions, done, more),
      folderChosen: (folder) => this.ui.folderChosen(folder),
      trace: (viewer, news) => this.inspector.receive(viewer, news),
      renewed: () => this.inspector.renew(),
      chosen: (item) => run(this, item),
    });
    project(host, this.store);
  }

  /** The one session of this window, if it is there for one. */
  get own(): number | undefined {
    const { shows } = this.store;
    return shows.is === 'session' ? shows.session : undefined;
  }

  /** Sends what the person wants, after the keystrokes that still wait. */
  send(intent: Intent): void {
    this.outbox.send(intent);
  }

  /** All asks, oldest first. */
  readonly asks: AskModel[] = $derived.by(() =>
    [...this.store.asks.values()].sort((a, b) => a.id - b.id),
  );

  /** The asks that wait on the person, oldest first. */
  readonly pending: AskModel[] = $derived.by(() =>
    this.asks.filter((ask) => ask.head.status === 'pending'),
  );

  /** The session shown, if one is. */
  readonly session: SessionModel | undefined = $derived.by(() => {
    const { place } = this.ui;
    return place.at === 'session' ? this.store.sessions.get(place.id) : undefined;
  });

  /** The asks that stand in the dock of the place shown, oldest first. */
  readonly docked: AskModel[] = $derived.by(() =>
    this.asks.filter((ask) => ask.docked && this.belongsHere(ask)),
  );

  /** Whether an ask belongs to the place shown. One without a session belongs to all of its connection. */
  belongsHere({ head }: AskModel): boolean {
    const { place } = this.ui;
    if (!('id' in place)) return false;
    if (place.at === 'agent')
      return head.session === null && this.connectionOf(place.id)?.id === head.connection;
    if (head.session !== null) return head.session === place.id;
    return this.session?.head.connection === head.connection;
  }

  /** The newest connection of an agent. */
  connectionOf(agent: number): ConnectionView | undefined {
    let newest: ConnectionView | undefined;
    for (const connection of this.store.connections.values()) {
      if (connection.agent === agent && connection.id >= (newest?.id ?? 0)) newest = connection;
    }
    return newest;
  }

  /** The connection of a session. */
  connectionOfSession(session: SessionModel): ConnectionView | undefined {
    return this.store.connections.get(session.head.connection);
  }

  /** The agents in the person's order, with those that run without being set up after them. */
  readonly agents: { agent: AgentView | undefined; id: number; name: string }[] = $derived.by(
    () => {
      const known = this.store.agents.map((agent) => ({ agent, id: agent.id, name: agent.name }));
      const ids = new Set(known.map(({ id }) => id));
      const others = new Map<number, { agent: undefined; id: number; name: string }>();
      for (const { agent, name } of this.store.connections.values()) {
        if (!ids.has(agent)) others.set(agent, { agent: undefined, id: agent, name });
      }
      for (const { head } of this.store.sessions.values()) {
        if (!ids.has(head.agent) && !others.has(head.agent))
          others.set(head.agent, { agent: undefined, id: head.agent, name: head.agent_name });
      }
      return [...known, ...others.values()];
    },
  );

  /** The sessions of an agent, over all of its connections, in the order made. */
  sessionsOf(agent: number): SessionModel[] {
    return [...this.store.sessions.values()].filter(({ head }) => head.agent === agent);
  }

  /** All sessions in the order of the sidebar. */
  get inOrder(): SessionModel[] {
    return this.agents.flatMap(({ id }) => this.sessionsOf(id));
  }

  /** Closes a session, after a question where something would be lost. */
  close(session: SessionModel): void {
    const waits = this.pending.some(({ head }) => head.session === session.id);
    if (waits || session.head.shelved || session.entries.length > 0) {
      this.ui.go({ at: 'session', id: session.id });
      this.ui.panel = 'closing';
    } else this.send({ type: 'close-session', session: session.id });
  }

  /** Lets the demo agent play a scene, in the session shown where that is one of its own. */
  play(scene: Scene): void {
    this.ui.stage.scene = scene;
    this.send({ type: 'demo', do: 'play', scene, session: this.session?.id ?? null });
  }

  /** Where an ask is to be seen. */
  placeOf({ head }: AskModel): Place {
    if (head.session !== null && this.store.sessions.has(head.session)) {
      return { at: 'session', id: head.session };
    }
    if (this.session?.head.connection === head.connection) return this.ui.place;
    const agent = this.store.connections.get(head.connection)?.agent;
    return agent === undefined ? this.ui.place : { at: 'agent', id: agent };
  }

  /** Goes to an ask. */
  goTo(ask: AskModel): void {
    this.ui.goToAsk(this.placeOf(ask), ask.id);
  }

  /** Goes to the oldest ask that waits; from one that waits, to the one after it, round and round. */
  goToNextAsk(): void {
    const card = document.activeElement?.closest('[data-docked]');
    const here = Number(card?.getAttribute('data-ask-id') ?? 0);
    const past = this.ui.cameTo === here ? here - 1 : here;
    this.ui.cameTo = undefined;
    const next = this.pending.find(({ id }) => id > past) ?? this.pending[0];
    if (next) this.goTo(next);
    else this.ui.tell(t.finding.noAsk);
  }
}

export const [useApp, provideApp] = createContext<App>();
