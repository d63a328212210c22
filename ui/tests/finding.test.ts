import { describe, expect, test, vi } from 'vitest';

import { entries, session, snapshot, tool } from '../fixtures/make';
import { after, errors, isError, nextOf } from '../src/finding/jumps';
import { pattern } from '../src/finding/pattern';
import { rangesIn } from '../src/finding/ranges';
import { rowsOf } from '../src/finding/rows';
import { SessionModel } from '../src/state/session.svelte';
import type { EntryBody } from '../src/wire/EntryBody';
import type { SessionSnapshot } from '../src/wire/SessionSnapshot';
import { countOf, one, press, settle, show, type } from './harness';

const idle = { turn: { state: 'idle', last: null } } as const;

function open(id: number, bodies: EntryBody[], head = {}): SessionSnapshot {
  return {
    head: session(id, { ...idle, ...head }),
    entries: entries(bodies),
    attached: [],
    prompts: [],
    terminals: [],
  };
}

const says = (text: string): EntryBody => ({ kind: 'agent', text });
const failed: EntryBody = { kind: 'tool', tool: tool({ status: 'failed' }) };
const fine: EntryBody = { kind: 'tool', tool: tool({ status: 'completed' }) };

describe('what is looked for', () => {
  const found = (html: Element, text: string): string[] => {
    const wanted = pattern(text);
    return wanted ? rangesIn(html, wanted).map((range) => range.toString()) : [];
  };
  const part = (...children: (string | Element)[]): HTMLElement => {
    const element = document.createElement('div');
    element.append(...children);
    return element;
  };
  const element = (
    name: string,
    text: string,
    attributes: Record<string, string> = {},
  ): Element => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  test('stands in what is drawn, over marks and not over blocks', () => {
    const text = part(
      element('p', 'One bold'),
      part('and ', element('b', 'bo'), 'ld'),
      element('p', 'bo'),
      element('p', 'ld'),
    );
    expect(found(text, 'BOLD')).toEqual(['bold', 'bold']);
    expect(found(text, 'one  bold')).toEqual(['One bold']);
    expect(found(part('Straße ΣΊΣΥΦΟΣ'), 'straẞe')).toEqual(['Straße']);
    expect(found(part('Straße ΣΊΣΥΦΟΣ'), 'σίσυφος')).toEqual(['ΣΊΣΥΦΟΣ']);
    expect(found(part('a.c abc'), 'a.c')).toEqual(['a.c']);
    expect(found(part('-->'), '-->')).toEqual(['-->']);
    expect(found(text, '  ')).toEqual([]);
  });

  test('is not looked for in words of ours', () => {
    const text = part(
      element('button', 'copy'),
      element('span', 'copy', { 'data-nofind': '' }),
      'copy',
    );
    expect(found(text, 'copy')).toHaveLength(1);
  });
});

describe('jumps', () => {
  const sessions = [
    new SessionModel(session(1, idle), entries([says('a'), failed, fine, failed])),
    new SessionModel(session(2, idle), entries([says('a')])),
    new SessionModel(session(3, { ...idle, unread: true }), entries([failed])),
  ];
  const all = errors(sessions);
  const order = [1, 2, 3];

  test('lead from one to the next, round and round', () => {
    const [first, second, third] = all;
    expect(all).toHaveLength(3);
    expect(after(all, order, undefined)).toBe(first);
    expect(after(all, order, first)).toBe(second);
    expect(after(all, order, second)).toBe(third);
    expect(after(all, order, third)).toBe(first);
    expect(after(all, order, { session: 2, entry: -1 })).toBe(third);
    expect(after([], order, first)).toBe(undefined);
  });

  test('know what went wrong', () => {
    const note = (reason: 'refusal' | 'cancelled' | 'lost'): EntryBody => ({
      kind: 'note',
      note: { note: 'turn-ended', end: { reason } },
    });
    expect(isError(note('refusal'))).toBe(true);
    expect(isError(note('lost'))).toBe(true);
    expect(isError(note('cancelled'))).toBe(false);
    expect(isError(says('error'))).toBe(false);
    expect(
      isError({ kind: 'note', note: { note: 'connection-ended', code: 1, signal: null } }),
    ).toBe(true);
  });

  test('to what is unread pass over the session shown unless it is the only one', () => {
    const unread = ({ head }: SessionModel): boolean => head.unread;
    expect(nextOf(sessions, 1, unread)?.id).toBe(3);
    expect(nextOf(sessions, 3, unread)?.id).toBe(3);
    expect(nextOf(sessions, undefined, unread)?.id).toBe(3);
    expect(nextOf(sessions.slice(0, 2), 1, unread)).toBe(undefined);
  });

  test('say so where there is nothing to jump to', async () => {
    await show(snapshot({ sessions: [open(1, [says('a')])] }));
    press(document.body, 'F8');
    press(document.body, 'j', { ctrlKey: true });
    press(document.body, 'J', { ctrlKey: true, shiftKey: true });
    await settle();
    expect(countOf('notice')).toBe(3);
  });
});

describe('the find bar', () => {
  const hit = (entry: number, place: number) => ({ entry, place, at: { part: 'text' } as const });

  test('asks as one types, counts, goes round, and gives the focus back', async () => {
    vi.useFakeTimers();
    const { host } = await show(snapshot({ sessions: [open(1, [says('one'), says('one')])] }));
    one('composer').focus();
    press(one('composer'), 'f', { ctrlKey: true });
    await settle();
    const input = one('find-input');
    expect(document.activeElement).toBe(input);
    type(input, 'o');
    type(input, 'one');
    vi.advanceTimersByTime(150);
    const asked = host.sent.filter((intent) => intent.type === 'find' && intent.do === 'in');
    expect(asked.at(-1)).toEqual({ type: 'find', do: 'in', session: 1, text: 'one' });
    expect(asked.filter((one) => 'text' in one && one.text === 'o')).toEqual([]);
    host.patch({
      op: 'put-found',
      session: 1,
      text: 'one',
      hits: [hit(0, 0), hit(1, 0)],
      more: false,
    });
    await settle();
    expect(one('find-count').textContent).toBe('2 of 2');
    press(input, 'Enter');
    await settle();
    expect(one('find-count').textContent).toBe('1 of 2');
    press(document.body, 'F3', { shiftKey: true });
    await settle();
    expect(one('find-count').textContent).toBe('2 of 2');
    // One more is found above: the place that is shown stays.
    host.patch({
      op: 'put-found',
      session: 1,
      text: 'one',
      hits: [hit(0, 0), hit(0, 9), hit(1, 0)],
      more: true,
    });
    await settle();
    expect(one('find-count').textContent).toBe('3 of 3 newest');
    press(input, 'Escape');
    await settle();
    expect(countOf('find-bar')).toBe(0);
    expect(document.activeElement).toBe(one('composer'));
    expect(host.sent.at(-1)).toEqual({ type: 'find', do: 'in', session: 1, text: '' });
  });

  test('looks again while a message grows', async () => {
    vi.useFakeTimers();
    const { host } = await show(snapshot({ sessions: [open(1, [says('one')])] }));
    press(document.body, 'f', { ctrlKey: true });
    await settle();
    type(one('find-input'), 'one');
    vi.advanceTimersByTime(150);
    for (const text of [' one', ' one'])
      host.patch({ op: 'append-text', session: 1, entry: 0, text });
    await settle();
    vi.advanceTimersByTime(400);
    const again = host.sent.filter((intent) => intent.type === 'find' && intent.do === 'again');
    expect(again).toHaveLength(1);
  });
});

test('what is found over all sessions comes in order: titles first, then the newest', () => {
  const line = (entry: number, at: number) => ({
    entry,
    at,
    kind: 'answer' as const,
    line: ['', 'x', ''] as [string, string, string],
  });
  const sessions = new Map([1, 2, 3].map((id) => [id, new SessionModel(session(id, idle))]));
  const rows = rowsOf(
    [
      { session: 1, in_title: false, entries: 1, more: false, lines: [line(4, 10)] },
      { session: 2, in_title: false, entries: 2, more: false, lines: [line(5, 30), line(3, 20)] },
      { session: 3, in_title: true, entries: 0, more: false, lines: [] },
      { session: 9, in_title: true, entries: 0, more: false, lines: [] },
    ],
    sessions,
  );
  expect(rows.map(({ key }) => key)).toEqual(['3', '2', '2 5', '2 3', '1', '1 4']);
});
