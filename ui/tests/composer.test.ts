import { describe, expect, test, vi } from 'vitest';

import { attached, entries, session, snapshot } from '../fixtures/make';
import { commandsFor, hintFor } from '../src/composer/commands';
import { holds } from '../src/composer/files';
import { PromptHistory } from '../src/composer/history';
import { mentionAt, withMention } from '../src/composer/mentions';
import type { CommandView } from '../src/wire/CommandView';
import type { EntryBody } from '../src/wire/EntryBody';
import type { FileHit } from '../src/wire/FileHit';
import type { Intent } from '../src/wire/Intent';
import type { SessionView } from '../src/wire/SessionView';
import type { SessionSnapshot } from '../src/wire/SessionSnapshot';
import type { Snapshot } from '../src/wire/Snapshot';
import { countOf, one, press, settle, show, type } from './harness';

const commands: CommandView[] = [
  { name: 'plan', description: 'Makes a plan', hint: 'what for' },
  { name: 'review', description: 'Reads the change', hint: null },
  { name: 'explain', description: 'Explains', hint: null },
];

function over(
  head: Partial<SessionView>,
  bodies: EntryBody[] = [],
  rest: Partial<SessionSnapshot> = {},
): Snapshot {
  const idle = { turn: { state: 'idle', last: null } } as const;
  return snapshot({
    sessions: [
      {
        head: session(1, { ...idle, ...head }),
        entries: entries(bodies),
        attached: [],
        prompts: [],
        terminals: [],
        ...rest,
      },
    ],
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
    { id: 7, text: 'first', attached: [] },
    { id: 8, text: 'second', attached: [attached(3, { name: 'notes.txt' })] },
  ];

  test('is shown, and each message can be sent, edited and removed', async () => {
    const { host } = await show(over({ queue, turn: { state: 'running' } }));
    expect(countOf('queued')).toBe(2);
    expect(one('queue').textContent).toContain('Attached');
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
  test('come with ArrowUp in an empty composer, and go with ArrowDown', async () => {
    await show(over({}, [], { prompts: ['one', 'two'] }));
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

describe('mentions', () => {
  test('begin where a word does and end at a blank', () => {
    const check = (text: string, expected: { start: number; query: string } | undefined): void => {
      expect(mentionAt(text, text.length)).toEqual(expected);
    };
    check('@', { start: 0, query: '' });
    check('see @src/ma', { start: 4, query: 'src/ma' });
    check('(@a', { start: 1, query: 'a' });
    check('me@home', undefined);
    check('@a b', undefined);
    check('', undefined);
    expect(mentionAt('@ab cd', 2)).toEqual({ start: 0, query: 'a' });
  });

  test('take the place of what was written', () => {
    const check = (text: string, caret: number, expected: string, at: number): void => {
      const wanted = mentionAt(text, caret);
      if (!wanted) throw new Error('nothing is mentioned');
      expect(withMention(text, wanted, '@src/main.rs')).toEqual({ text: expected, caret: at });
    };
    check('see @ma', 7, 'see @src/main.rs ', 17);
    check('see @ma now', 7, 'see @src/main.rs now', 17);
    check('@m', 2, '@src/main.rs ', 13);
  });

  test('keep what was found before only where it may fit', () => {
    expect(holds('@src/basket.rs', 'sb')).toBe(true);
    expect(holds('@src/Basket.rs', 'BASKET')).toBe(true);
    expect(holds('@src/basket.rs', '')).toBe(true);
    expect(holds('@a-very-long-name', 'bask')).toBe(false);
    expect(holds('@ab', 'ba')).toBe(false);
  });

  test('are looked for and chosen with the keys', async () => {
    vi.useFakeTimers();
    const { host } = await show(over({}));
    const composer = one('composer') as HTMLTextAreaElement;
    composer.focus();
    composer.value = 'see @ma';
    composer.setSelectionRange(7, 7);
    composer.dispatchEvent(new Event('input', { bubbles: true }));
    await settle();
    vi.runAllTimers();
    expect(host.sent).toContainEqual({ type: 'find-files', session: 1, query: 'ma' });
    const hit = (id: number, name: string): FileHit => ({
      id,
      name,
      folder: 'src',
      is_folder: false,
      token: `@src/${name}`,
    });
    host.patch({
      op: 'put-hits',
      session: 1,
      query: 'ma',
      hits: [hit(5, 'map.rs'), hit(6, 'main.rs')],
    });
    await settle();
    expect(one('files').querySelectorAll('[role=option]')).toHaveLength(2);
    press(composer, 'ArrowDown');
    press(composer, 'Enter');
    await settle();
    expect(value()).toBe('see @src/main.rs ');
    expect(host.sent).toContainEqual({ type: 'mention', session: 1, hit: 6 });
    expect(countOf('files')).toBe(0);
    type(composer, '@no');
    host.patch({ op: 'put-hits', session: 1, query: 'no', hits: [] });
    await settle();
    expect(one('command-hint').textContent).toBe('No file or folder fits @no');
  });
});

describe('attachments', () => {
  test('say what is sent of them, can be removed, and are enough to send', async () => {
    const rows = [
      attached(3, { name: 'plan.png', kind: 'picture', bytes: 2048, sent: { as: 'full' } }),
      attached(4, { name: 'long.txt', sent: { as: 'link', why: 'too-large' } }),
    ];
    const { host } = await show(over({}, [], { attached: rows }));
    const shown = [...document.querySelectorAll('[data-testid="attached"]')];
    expect(shown.map((row) => row.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'plan.png 2.0 KB Sent in full',
      'long.txt as a link Sent as a link: it is too large to be sent in full',
    ]);
    document.querySelectorAll<HTMLElement>('[data-testid="attached-remove"]')[1]?.click();
    one('send').click();
    expect(wanted(host.sent)).toEqual([
      { type: 'remove-attached', session: 1, attached: 4 },
      { type: 'prompt', session: 1, text: '' },
    ]);
  });

  test('of a drop go to the session that is shown', async () => {
    const { host } = await show(over({}));
    host.patch({ op: 'dragged-over', over: true });
    await settle();
    expect(countOf('drop')).toBe(1);
    host.patch({ op: 'dropped', drop: 9 });
    await settle();
    expect(countOf('drop')).toBe(0);
    expect(host.sent).toEqual([{ type: 'take-drop', session: 1, drop: 9 }]);
  });
});

describe('a session', () => {
  test('knows what a refusal took out of the conversation', async () => {
    const shown = over({}, [
      { kind: 'user', text: 'kept', attached: [] },
      { kind: 'user', text: 'gone', attached: [] },
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
