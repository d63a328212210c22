import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';

import { session, snapshot } from '../fixtures/make';
import { forms } from '../fixtures/forms';
import type { Host } from '../src/host/types';
import { Pieces } from '../src/markdown/pieces';
import { project } from '../src/state/projection';
import { Store } from '../src/state/store.svelte';
import type { Down } from '../src/wire/Down';
import type { Op } from '../src/wire/Op';
import type { Snapshot } from '../src/wire/Snapshot';

const base: Snapshot = snapshot({
  rev: 7,
  sessions: [
    {
      head: session(1),
      attached: [],
      prompts: [],
      terminals: [],
      entries: [
        { id: 1, at: 0, body: { kind: 'user', text: 'Hello', attached: [] }, dropped: false },
        { id: 2, at: 0, body: { kind: 'agent', text: 'He' }, dropped: false },
      ],
    },
  ],
  asks: forms['form'] ?? [],
});

function made(): { store: Store; fronts: number[]; notices: string[] } {
  const fronts: number[] = [];
  const notices: string[] = [];
  const store = new Store(() => {}, {
    front: (id) => fronts.push(id),
    notice: ({ code }) => notices.push(code),
    found: () => {},
    searched: () => {},
    folderChosen: () => {},
    goToAsk: () => {},
    dropped: () => {},
    chosen: () => {},
  });
  return { store, fronts, notices };
}

function filled(): ReturnType<typeof made> {
  const all = made();
  all.store.apply({ is: 'snapshot', snapshot: structuredClone(base) });
  return all;
}

const patch = (rev: number, ...ops: Op[]): Down => ({ is: 'patch', patch: { rev, ops } });
const append = (text: string): Op => ({ op: 'append-text', session: 1, entry: 2, text });
const texts = (store: Store): string[] =>
  store.sessions.get(1)?.entries.map((entry) => entry.text) ?? [];

describe('patches', () => {
  test('are applied in order', () => {
    const { store } = filled();
    expect(store.apply(patch(8, append('l'), append('lo')))).toBe(true);
    expect(store.apply(patch(9, append('.')))).toBe(true);
    expect(texts(store)).toEqual(['Hello', 'Hello.']);
  });

  test('already in the snapshot are passed over', () => {
    const { store } = filled();
    expect(store.apply(patch(7, append('!')))).toBe(true);
    expect(texts(store)).toEqual(['Hello', 'He']);
  });

  test('after a gap are not applied', () => {
    const { store } = filled();
    expect(store.apply(patch(9, append('!')))).toBe(false);
    expect(texts(store)).toEqual(['Hello', 'He']);
  });

  test('give a long text a row for each of its pieces', () => {
    const { store } = filled();
    const rows = (): string[] => store.sessions.get(1)?.rows.map(({ key }) => key) ?? [];
    const long = 'Some words in a paragraph.\n\n'.repeat(200);
    let text = 'He';
    const parts = (more: string): string[] => {
      text += more;
      const pieces = new Pieces();
      pieces.append(text);
      return Array.from({ length: pieces.count }, (_, piece) => `2 ${piece}`);
    };
    expect(rows()).toEqual(['1 0', '2 0']);
    store.apply(patch(8, append(long), append(long)));
    const entry = {
      id: 3,
      at: 1,
      body: { kind: 'user' as const, text: 'x', attached: [] },
      dropped: false,
    };
    store.apply(patch(9, { op: 'put-entry', session: 1, entry }));
    const before = parts(long + long);
    expect(before.length).toBeGreaterThan(2);
    expect(rows()).toEqual(['1 0', ...before, '3 0']);
    // Where it stands, even when something came after it.
    store.apply(patch(10, append(long)));
    const after = parts(long);
    expect(after.length).toBeGreaterThan(before.length);
    expect(rows()).toEqual(['1 0', ...after, '3 0']);
    const short = { id: 2, at: 1, body: { kind: 'agent' as const, text: 'x' }, dropped: true };
    store.apply(patch(11, { op: 'put-entry', session: 1, entry: short }));
    expect(rows()).toEqual(['1 0', '2 0', '3 0']);
  });

  test('before a snapshot ask for one', () => {
    expect(made().store.apply(patch(1))).toBe(false);
  });

  test('put, replace and remove by id', () => {
    const { store, fronts, notices } = filled();
    store.apply(
      patch(
        8,
        { op: 'put-session', session: session(1, { title: 'Other' }) },
        { op: 'put-session', session: session(5) },
        {
          op: 'put-entry',
          session: 5,
          entry: { id: 1, at: 1, body: { kind: 'user', text: 'x', attached: [] }, dropped: false },
        },
        { op: 'front', session: 5 },
        { op: 'remove-connection', connection: 3 },
        { op: 'put-agents', agents: [] },
        { op: 'notice', notice: { code: 'copied' } },
        { op: 'remove-ask', ask: 17 },
      ),
    );
    expect(store.sessions.get(1)?.head.title).toBe('Other');
    expect(texts(store)).toEqual(['Hello', 'He']);
    expect(store.sessions.get(5)?.entries[0]?.text).toBe('x');
    expect(fronts).toEqual([1, 5]);
    expect(notices).toEqual(['copied']);
    expect([...store.connections.keys()]).toEqual([1]);
    expect(store.agents).toEqual([]);
    expect([...store.asks.keys()]).toEqual([11]);
    store.apply(
      patch(9, { op: 'clear-entries', session: 1 }, { op: 'remove-session', session: 5 }),
    );
    expect(texts(store)).toEqual([]);
    expect([...store.sessions.keys()]).toEqual([1]);
  });

  test('of text redraw one entry only', () => {
    const { store } = filled();
    const drawn: string[] = [];
    const stop = $effect.root(() => {
      for (const entry of store.sessions.get(1)?.entries ?? []) {
        $effect(() => {
          drawn.push(`${entry.id} ${entry.text}`);
        });
      }
    });
    flushSync();
    store.apply(patch(8, append('y')));
    flushSync();
    expect(drawn).toEqual(['1 Hello', '2 He', '2 Hey']);
    stop();
  });
});

describe('a new snapshot', () => {
  test('keeps the entries that are known, and drops what is gone', () => {
    const { store } = filled();
    const before = store.sessions.get(1)?.entries[1];
    const next = structuredClone(base);
    next.rev = 20;
    next.connections = [];
    next.asks = [];
    next.sessions[0]?.entries.shift();
    store.apply({ is: 'snapshot', snapshot: next });
    expect(store.sessions.get(1)?.entries).toHaveLength(1);
    expect(store.sessions.get(1)?.entries[0]).toBe(before);
    expect(store.connections.size).toBe(0);
    expect(store.asks.size).toBe(0);
    expect(store.apply(patch(21))).toBe(true);
  });

  test('does not take the person elsewhere', () => {
    const { store, fronts } = filled();
    store.apply({ is: 'snapshot', snapshot: structuredClone({ ...base, front: 9 }) });
    expect(fronts).toEqual([1]);
  });
});

test('a gap leads to a new subscription, and the old one is not heard any more', async () => {
  const { store } = made();
  const subscriptions: ((down: Down) => void)[] = [];
  let ended = 0;
  const host: Host = {
    subscribe(onDown) {
      subscriptions.push(onDown);
      return Promise.resolve(() => {
        ended += 1;
      });
    },
    send() {},
  };
  project(host, store);
  await Promise.resolve();
  subscriptions[0]?.({ is: 'snapshot', snapshot: structuredClone(base) });
  subscriptions[0]?.(patch(9, append('!')));
  await Promise.resolve();
  expect(subscriptions).toHaveLength(2);
  expect(ended).toBe(1);
  subscriptions[1]?.({ is: 'snapshot', snapshot: structuredClone({ ...base, rev: 9 }) });
  subscriptions[0]?.(patch(10, append('from the old one')));
  expect(texts(store)).toEqual(['Hello', 'He']);
  expect(subscriptions).toHaveLength(2);
});
