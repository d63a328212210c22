import { describe, expect, test, vi } from 'vitest';

import { traces, trace, traceMessage } from '../fixtures/traces';
import { Inspector, merge } from '../src/inspector/inspector.svelte';
import type { Inspect } from '../src/wire/Inspect';
import type { TraceRow } from '../src/wire/TraceRow';

const numbers = (rows: TraceRow[]): number[] => rows.map(({ number }) => number);

describe('lines', () => {
  test('are put in their place, replaced, and dropped when they are gone', () => {
    const before = [trace(1), trace(2), trace(5)];
    const news = [trace(7), trace(3), trace(2, { failed: true }), trace(6)];
    const after = merge(before, news, 2);
    expect(numbers(after)).toEqual([2, 3, 5, 6, 7]);
    expect(after[0]?.failed).toBe(true);
    expect(numbers(merge(before, [], 9))).toEqual([]);
  });
});

function looking(): { inspector: Inspector; sent: Inspect[]; looks: () => Looks[]; tell: Tell } {
  const sent: Inspect[] = [];
  const inspector = new Inspector((wanted) => sent.push(wanted));
  inspector.open(3);
  const looks = (): Looks[] => sent.filter((it) => it.do === 'look');
  const tell: Tell = (rows, over = {}) => {
    const last = looks().at(-1);
    if (!last) throw new Error('nothing was asked');
    const counts = { cursor: 9, more: false, first: 1, kept: rows.length, left: 0 };
    const news = { is: 'rows', connection: 3, look: last.look, ...counts, rows, ...over } as const;
    inspector.receive(last.viewer, news);
  };
  return { inspector, sent, looks, tell };
}

type Looks = Extract<Inspect, { do: 'look' }>;
type Tell = (rows: TraceRow[], over?: { look?: number; cursor?: number }) => void;

describe('the page that looks', () => {
  test('asks again after each answer, from where that ended', () => {
    const { looks, tell, inspector } = looking();
    expect(looks()).toHaveLength(1);
    tell(traces, { cursor: 40 });
    expect(looks()).toHaveLength(2);
    expect(looks()[1]?.after).toBe(40);
    expect(inspector.rows).toHaveLength(traces.length);
    // An answer to an older question is not taken.
    tell([trace(99)], { look: 1 });
    expect(inspector.rows).toHaveLength(traces.length);
  });

  test('takes its question back when it is paused, and goes on where it stopped', () => {
    const { inspector, sent, looks, tell } = looking();
    tell(traces, { cursor: 40 });
    inspector.pause(true);
    expect(sent.at(-1)).toMatchObject({ do: 'leave' });
    // An answer that was on its way changes nothing.
    tell([trace(50)], { cursor: 41 });
    expect(inspector.rows).toHaveLength(traces.length);
    expect(looks()).toHaveLength(2);
    inspector.pause(false);
    expect(looks()[2]?.after).toBe(40);
  });

  test('asks anew when the filter changes, once the typing rests', () => {
    vi.useFakeTimers();
    const { inspector, looks, tell } = looking();
    tell(traces);
    inspector.narrow({ text: 'a' });
    inspector.narrow({ text: 'ab' });
    vi.advanceTimersByTime(1000);
    expect(looks()).toHaveLength(3);
    expect(looks()[2]).toMatchObject({ after: 0, filter: { text: 'ab' } });
    tell([trace(4)]);
    expect(numbers(inspector.rows)).toEqual([4]);
    vi.useRealTimers();
  });

  test('moves over the lines, and shows what it moves to when a message is open', () => {
    const { inspector, sent, tell } = looking();
    tell(traces);
    inspector.move(Infinity);
    expect(inspector.active).toBe(37);
    inspector.move(-1);
    expect(inspector.active).toBe(36);
    expect(sent.filter((it) => it.do === 'read')).toEqual([]);
    inspector.read(36);
    inspector.move(-1);
    expect(inspector.opened).toBe(35);
    expect(sent.filter((it) => it.do === 'read').map((it) => it.number)).toEqual([36, 35]);
  });

  test('looks again at a message whose line changed, and says when it is gone', () => {
    const { inspector, sent, looks, tell } = looking();
    tell(traces);
    inspector.read(35);
    const viewer = looks()[0]?.viewer ?? 0;
    inspector.receive(viewer, { is: 'message', connection: 3, message: traceMessage(35) });
    expect(inspector.message?.findings).toHaveLength(2);
    tell([trace(35, { took: 4 })]);
    expect(sent.filter((it) => it.do === 'read')).toHaveLength(2);
    inspector.receive(viewer, { is: 'message', connection: 3, message: null });
    expect(inspector.gone).toBe(true);
    // What is meant for another page is not taken.
    inspector.receive(viewer + 1, { is: 'message', connection: 3, message: traceMessage(35) });
    expect(inspector.gone).toBe(true);
  });

  test('says that it looks no longer, and asks again after a new subscription', () => {
    const { inspector, sent, looks } = looking();
    inspector.renew();
    expect(looks()).toHaveLength(2);
    inspector.leave(4);
    expect(sent.at(-1)?.do).toBe('look');
    inspector.leave(3);
    expect(sent.at(-1)?.do).toBe('leave');
    inspector.renew();
    expect(looks()).toHaveLength(2);
  });
});
