import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fieldState } from '../fixtures/make';
import { FieldModel, type Edit } from '../src/state/field.svelte';
import { Outbox } from '../src/state/outbox';
import type { Draft } from '../src/wire/Draft';
import type { Intent } from '../src/wire/Intent';

const text = (value: string): Draft => ({ is: 'text', text: value });

function made(over = {}): { field: FieldModel; edits: Edit[] } {
  const edits: Edit[] = [];
  return { field: new FieldModel(fieldState(over), (edit) => edits.push(edit)), edits };
}

describe('a draft', () => {
  test('is the local one until the core has heard of it', () => {
    const { field } = made();
    field.edit(text('a'));
    field.edit(text('ab'));
    expect(field.draft).toEqual(text('ab'));
    field.receive(fieldState({ shown: text('a'), seq: 1, touched: true }));
    expect(field.draft).toEqual(text('ab'));
    field.receive(fieldState({ shown: text('ab'), seq: 2, touched: true }));
    expect(field.draft).toEqual(text('ab'));
  });

  test('gives way to news from the core', () => {
    const { field } = made();
    field.edit(text('a'));
    field.receive(fieldState({ shown: text('from another window'), seq: 5, touched: true }));
    expect(field.draft).toEqual(text('from another window'));
    field.edit(text('b'));
    expect(field.draft).toEqual(text('b'));
  });

  test('counts on from the number the core knows', () => {
    const { field, edits } = made({ seq: 41 });
    field.edit(text('a'));
    field.editCompanion('b');
    expect(edits.map(({ seq }) => seq)).toEqual([42, 43]);
  });

  test('and a companion wait for their own echo each', () => {
    const { field } = made();
    field.edit(text('a'));
    field.editCompanion('note');
    field.receive(fieldState({ shown: text('A'), companion: '', seq: 1 }));
    expect(field.draft).toEqual(text('A'));
    expect(field.companion).toBe('note');
  });

  test('half typed as a date-time is not put together and taken apart again', () => {
    const { field } = made();
    const typed: Draft = { is: 'date-time', date: '2026-0', time: '', zone: '' };
    field.edit(typed);
    const mangled: Draft = { is: 'date-time', date: '2026-0T', time: '', zone: '' };
    field.receive(fieldState({ shown: mangled, seq: 1 }));
    expect(field.draft).toEqual(typed);
    const other: Draft = { is: 'date-time', date: '2027-01-01', time: '', zone: '' };
    field.receive(fieldState({ shown: other, seq: 2 }));
    expect(field.draft).toEqual(other);
  });

  test('back to default shows the old value until the core says the default', () => {
    const { field } = made({ shown: text('typed'), touched: true, seq: 3 });
    field.edit({ is: 'untouched' });
    expect(field.draft).toEqual(text('typed'));
    expect(field.touched).toBe(false);
    field.receive(fieldState({ shown: text('default'), seq: 4 }));
    expect(field.draft).toEqual(text('default'));
  });

  test('that the core has not heard of is told again, in order', () => {
    const { field, edits } = made();
    field.edit(text('a'));
    field.editCompanion('note');
    field.edit(text('ab'));
    edits.length = 0;
    field.repeat();
    expect(edits.map(({ part, seq }) => [part, seq])).toEqual([
      ['companion', 2],
      ['draft', 3],
    ]);
    field.receive(fieldState({ seq: 3 }));
    edits.length = 0;
    field.repeat();
    expect(edits).toEqual([]);
  });
});

describe('the outbox', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const leave: Intent = { type: 'leave-field', ask: 1, index: 0 };
  const set = (value: string, seq: number): Intent => ({
    type: 'set-field',
    ask: 1,
    index: 0,
    draft: text(value),
    seq,
  });

  test('sends only the last of several keystrokes, within 80 ms', () => {
    const sent: Intent[] = [];
    const outbox = new Outbox((intent) => sent.push(intent));
    outbox.put('a', set('x', 1));
    vi.advanceTimersByTime(50);
    outbox.put('a', set('xy', 2));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(30);
    expect(sent).toEqual([set('xy', 2)]);
  });

  test('sends what waits before anything else', () => {
    const sent: Intent[] = [];
    const outbox = new Outbox((intent) => sent.push(intent));
    outbox.put('a', set('x', 1));
    outbox.send(leave);
    vi.runAllTimers();
    expect(sent).toEqual([set('x', 1), leave]);
  });

  test('keeps the order of the last changes', () => {
    const sent: Intent[] = [];
    const outbox = new Outbox((intent) => sent.push(intent));
    const companion: Intent = { type: 'set-companion', ask: 1, index: 0, text: 'n', seq: 2 };
    outbox.put('draft', set('x', 1));
    outbox.put('companion', companion);
    outbox.put('draft', set('xy', 3));
    outbox.flush();
    expect(sent).toEqual([companion, set('xy', 3)]);
  });

  test('drops what is no longer wanted', () => {
    const sent: Intent[] = [];
    const outbox = new Outbox((intent) => sent.push(intent));
    outbox.put('a', set('x', 1));
    outbox.drop('a');
    vi.runAllTimers();
    expect(sent).toEqual([]);
  });
});
