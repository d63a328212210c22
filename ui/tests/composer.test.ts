import { describe, expect, test } from 'vitest';

import { entries, session, snapshot } from '../fixtures/make';
import { commandsFor, hintFor } from '../src/composer/commands';
import { PromptHistory } from '../src/composer/history';
import type { CommandView } from '../src/wire/CommandView';
import type { EntryBody } from '../src/wire/EntryBody';
import type { Intent } from '../src/wire/Intent';
import type { SessionView } from '../src/wire/SessionView';
import type { Snapshot } from '../src/wire/Snapshot';
import { countOf, one, press, settle, show, type } from './harness';

const commands: CommandView[] = [
  { name: 'plan', description: 'Makes a plan', hint: 'what for' },
  { name: 'review', description: 'Reads the change', hint: null },
  { name: 'explain', description: 'Explains', hint: null },
];

function over(head: Partial<SessionView>, bodies: EntryBody[] = []): Snapshot {
  const idle = { turn: { state: 'idle', last: null } } as const;
  return snapshot({
    sessions: [{ head: session(1, { ...idle, ...head }), entries: entries(bodies), terminals: [] }],
  });
}

const wanted = (sent: Intent[]): Intent[] => sent.filter(({ type }) => type !== 'compose');
const value = (): string => (one('composer') as HTMLTextAreaElement).value;

describe('commands', () => {
  test('are found by their beginning first, and only at the beginning of a text', () => {
    const check = (text: string, expected: string[]): void => {
      expect(commandsFor(text, commands).map(({ name }) => name)).toEqual(expected);
    };
    check('/', ['plan', 'review', 'explain']);
    check('/PL', ['plan', 'explain']);
    check('/plan', ['plan']);
    check('/plan ', []);
    check('/x y', []);
    check('a /plan', []);
    check('', []);
  });

  test('say what is to follow until something does', () => {
    expect(hintFor('/plan', commands)).toBe('what for');
    expect(hintFor('/plan ', commands)).toBe('what for');
    expect(hintFor('/plan x', commands)).toBeUndefined();
    expect(hintFor('/review', commands)).toBeUndefined();
  });

  test('are chosen from a list with the keys, and Enter then sends', async () => {
    const { host } = await show(over({ commands, commands_more: 2 }));
    const composer = one('composer');
    composer.focus();
    type(composer, '/');
    const list = one('commands');
    expect(list.getAttribute('role')).toBe('listbox');
    expect(list.querySelectorAll('[role=option]')).toHaveLength(3);
    expect(list.parentElement?.textContent).toContain('2 more commands');
    press(composer, 'ArrowUp');
    expect(list.querySelector('[aria-selected=true]')?.textContent).toContain('/explain');
    expect(composer.getAttribute('aria-activedescendant')).toBe(
      list.querySelector('[aria-selected=true]')?.id,
    );
    press(composer, 'ArrowDown');
    press(composer, 'Enter');
    await settle();
    expect(value()).toBe('/plan ');
    expect(countOf('commands')).toBe(0);
    expect(one('command-hint').textContent).toContain('what for');
    expect(wanted(host.sent)).toEqual([]);
    press(composer, 'Enter');
    expect(wanted(host.sent)).toEqual([{ type: 'prompt', session: 1, text: '/plan ' }]);
  });

  test('stay away after Escape until the text changes', async () => {
    await show(over({ commands }));
    const composer = one('composer');
    composer.focus();
    type(composer, '/');
    press(composer, 'Escape');
    expect(countOf('commands')).toBe(0);
    type(composer, '/r');
    expect(countOf('commands')).toBe(1);
    press(composer, 'Tab');
    await settle();
    expect(value()).toBe('/review ');
  });
});

describe('the queue', () => {
  const queue = [
    { id: 7, text: 'first' },
    { id: 8, text: 'second' },
  ];

  test('is shown, and each message can be sent, edited and removed', async () => {
    const { host } = await show(over({ queue, turn: { state: 'running' } }));
    expect(countOf('queued')).toBe(2);
    expect(countOf('queue-resume')).toBe(0);
    const press = (name: string, at: number): void =>
      document.querySelectorAll<HTMLElement>(`[data-testid="${name}"]`)[at]?.click();
    press('queued-now', 1);
    press('queued-remove', 0);
    press('queued-edit', 1);
    expect(host.sent).toEqual([
      { type: 'send-now', session: 1, queued: 8 },
      { type: 'remove-queued', session: 1, queued: 7 },
      { type: 'take-queued', session: 1, queued: 8 },
    ]);
    host.patch({ op: 'put-session', session: session(1, { queue: [], composer: 'second' }) });
    await settle();
    expect(value()).toBe('second');
    expect(countOf('queue')).toBe(0);
  });

  test('that stands still says so and goes on by a button', async () => {
    const { host } = await show(over({ queue, queue_paused: true }));
    expect(one('queue').textContent).toContain('Nothing here is sent until you say so');
    one('queue-resume').click();
    expect(host.sent).toEqual([{ type: 'resume-queue', session: 1 }]);
  });
});

describe('earlier prompts', () => {
  const bodies: EntryBody[] = [
    { kind: 'user', text: 'one' },
    { kind: 'agent', text: 'answer' },
    { kind: 'user', text: 'two' },
  ];

  test('come with ArrowUp in an empty composer, and go with ArrowDown', async () => {
    await show(over({}, bodies));
    const composer = one('composer');
    for (const [key, expected] of [
      ['ArrowUp', 'two'],
      ['ArrowUp', 'one'],
      ['ArrowUp', 'one'],
      ['ArrowDown', 'two'],
      ['ArrowDown', ''],
    ] as const) {
      press(composer, key);
      await settle();
      expect(value()).toBe(expected);
    }
    type(composer, 'my own');
    press(composer, 'ArrowUp');
    expect(value()).toBe('my own');
  });

  test('that were changed are the person’s own text', () => {
    const history = new PromptHistory();
    const prompts = (): string[] => ['b', 'a'];
    expect(history.step('ArrowUp', '', prompts)).toBe('b');
    expect(history.step('ArrowUp', 'b!', prompts)).toBeUndefined();
    expect(history.step('ArrowUp', '', prompts)).toBe('b');
    expect(history.step('x', 'b', prompts)).toBeUndefined();
  });
});

describe('a session', () => {
  test('knows what a refusal took out of the conversation', async () => {
    const shown = over({}, [
      { kind: 'user', text: 'kept' },
      { kind: 'user', text: 'gone' },
    ]);
    const last = shown.sessions[0]?.entries[1];
    if (!last) throw new Error('no entry');
    const { app, host } = await show(shown);
    host.patch({ op: 'put-entry', session: 1, entry: { ...last, dropped: true } });
    const now = app.store.sessions.get(1)?.entries.map(({ dropped }) => dropped);
    expect(now).toEqual([false, true]);
  });

  test('says what it has used and cost', async () => {
    await show(
      over({
        usage: {
          used: 15_300,
          size: 200_000,
          cost: { amount: '0.00014000000000000001', currency: 'USD' },
        },
      }),
    );
    expect(one('usage').textContent).toMatch(/15\.3K of 200K\s+0\.0001 USD/);
  });
});
