import { describe, expect, test } from 'vitest';

import { snapshot, session } from '../fixtures/make';
import type { Press } from '../src/commands/keys';
import { ariaKeys, matches, worded } from '../src/commands/keys';
import { commands, ids } from '../src/commands/list';
import { t } from '../src/i18n';
import type { SessionSnapshot } from '../src/wire/SessionSnapshot';
import { countOf, one, press, settle, show, type } from './harness';

const pressOf = (over: Partial<Press>): Press => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...over,
});

const open = (id: number, title: string): SessionSnapshot => ({
  head: session(id, { turn: { state: 'idle', last: null }, title }),
  entries: [],
  attached: [],
  prompts: [],
  terminals: [],
});

describe('keys', () => {
  test('count with their modifiers and no others', () => {
    const ctrl = { ctrlKey: true };
    const check = (keys: string, over: Partial<Press>, expected: boolean): void => {
      expect(matches(keys, pressOf(over)), `${keys} ${JSON.stringify(over)}`).toBe(expected);
    };
    check('Main+J', { key: 'j', ...ctrl }, true);
    check('Main+J', { key: 'J', ...ctrl }, true);
    check('Main+J', { key: 'J', shiftKey: true, ...ctrl }, false);
    check('Main+J', { key: 'j' }, false);
    check('Main+J', { key: 'j', altKey: true, ...ctrl }, false);
    check('Main+J', { key: 'j', metaKey: true, ...ctrl }, false);
    check('Main+Shift+P', { key: 'P', shiftKey: true, ...ctrl }, true);
    check('Main+Shift+P', { key: 'p', ...ctrl }, false);
    check('F3', { key: 'F3' }, true);
    check('F3', { key: 'F3', shiftKey: true }, false);
    check('Shift+F3', { key: 'F3', shiftKey: true }, true);
    // A keyboard with other letters, and one where the sign needs Shift.
    check('Main+J', { key: 'о', code: 'KeyJ', ...ctrl }, true);
    check('Main+J', { key: 'c', code: 'KeyJ', ...ctrl }, false);
    check('Main+/', { key: '/', shiftKey: true, ...ctrl }, true);
  });

  test('are written as people read them', () => {
    expect(worded('Main+Shift+P')).toBe('Ctrl Shift P');
    expect(worded('Escape')).toBe('Esc');
    expect(ariaKeys(['Main+Shift+P', 'F1'])).toBe('Control+Shift+P Meta+Shift+P F1');
  });
});

describe('the list of commands', () => {
  const all = ids.flatMap((id) => (commands[id].keys ?? []).map((keys) => ({ id, keys })));

  test('has no keys twice in one kind of window', () => {
    // In the window of one session, closing is about the window.
    const onlyThere = new Set(['close-window']);
    const there = all.filter(({ id }) => !commands[id].main);
    const main = all.filter(({ id }) => !onlyThere.has(id));
    for (const some of [there, main]) {
      const keys = some.map(({ keys }) => keys);
      expect(keys).toEqual([...new Set(keys)]);
    }
  });

  test('leaves alone what edits text', () => {
    const editing = /^(Shift\+)?(.|Arrow.*|Home|End|PageUp|PageDown|Backspace|Delete|Enter|Tab)$/;
    const withMain =
      /^Main\+(Shift\+)?([ACVXYZ]|Arrow.*|Home|End|Backspace|Delete|Enter|Tab|Space)$/;
    // These two do nothing to a text.
    const harmless = new Set(['Main+Shift+X', 'Main+Shift+C', 'Main+Shift+A']);
    const taken = all.filter(
      ({ keys }) => editing.test(keys) || (withMain.test(keys) && !harmless.has(keys)),
    );
    expect(taken).toEqual([]);
  });

  test('has a title for each, and no title twice', () => {
    const titles = ids.map((id) => t.commands.titles[id]);
    expect(titles.every((title) => title !== '')).toBe(true);
    expect(new Set(titles).size).toBe(titles.length);
    expect(ids.toSorted()).toEqual(Object.keys(t.commands.titles).toSorted());
  });
});

describe('keys that work everywhere', () => {
  test('do what their command does, once, and only where it applies', async () => {
    const { app, host } = await show(snapshot({ sessions: [open(1, 'One'), open(2, 'Two')] }));
    const here = (): unknown => app.ui.place;
    expect(here()).toEqual({ at: 'session', id: 1 });
    expect(press(one('composer'), 'PageDown', { ctrlKey: true })).toBe(true);
    await settle();
    expect(here()).toEqual({ at: 'session', id: 2 });
    expect(press(one('composer'), 'PageUp', { ctrlKey: true, repeat: true })).toBe(true);
    expect(here()).toEqual({ at: 'session', id: 2 });
    expect(press(document.body, 'Escape')).toBe(false);
    press(document.body, 'x', { ctrlKey: true, shiftKey: true });
    expect(host.sent.filter(({ type }) => type === 'stop-turn')).toEqual([]);
  });

  test('closing by keys asks as the button does', async () => {
    const full = open(1, 'One');
    full.entries.push({ id: 0, at: 0, dropped: false, body: { kind: 'agent', text: 'a' } });
    const { host } = await show(snapshot({ sessions: [full] }));
    press(document.body, 'w', { ctrlKey: true });
    await settle();
    expect(countOf('confirm')).toBe(1);
    // The question is a dialog: what works everywhere does not work below it.
    press(document.body, 'n', { ctrlKey: true });
    expect(host.sent.filter(({ type }) => type === 'new-session')).toEqual([]);
  });
});

describe('the palette', () => {
  const titles = (): (string | undefined)[] =>
    [...document.querySelectorAll('[data-testid="palette-row"] .title')].map(
      (title) => title.textContent,
    );
  const find = async (query: string): Promise<string | undefined> => {
    type(one('palette-input'), query);
    await settle();
    return titles()[0];
  };

  test('finds commands, sessions and agents by parts of their words', async () => {
    await show(snapshot({ sessions: [open(1, 'Fix the login'), open(2, 'Über die Straße')] }));
    press(document.body, 'P', { ctrlKey: true, shiftKey: true });
    await settle();
    const every = ids.filter((id) => !commands[id].onlyKeys && id !== 'palette');
    for (const id of every) expect(titles()).toContain(t.commands.titles[id]);
    expect(await find('login')).toBe('Fix the login');
    expect(await find('uber')).toBe('Über die Straße');
    expect(await find('cls ses')).toBe(t.commands.titles['close-session']);
    expect(await find('session new')).toBe(t.commands.titles['new-session']);
    expect(await find('qqqq')).toBe(undefined);
  });

  test('does what is chosen by keys alone, and brings it first the next time', async () => {
    const { app } = await show(snapshot({ sessions: [open(1, 'One'), open(2, 'Two')] }));
    one('composer').focus();
    press(one('composer'), 'k', { ctrlKey: true });
    await settle();
    const input = one('palette-input');
    expect(document.activeElement).toBe(input);
    expect(await find('consent')).toBe(t.commands.titles.record);
    const list = document.querySelector('[role=listbox]');
    const active = input.getAttribute('aria-activedescendant');
    expect(list?.querySelector('[aria-selected=true]')?.id).toBe(active);
    press(input, 'ArrowDown');
    press(input, 'ArrowUp');
    press(input, 'Enter');
    await new Promise((done) => setTimeout(done));
    await settle();
    expect(app.ui.place).toEqual({ at: 'record' });
    press(document.body, 'k', { ctrlKey: true });
    await settle();
    expect(titles()[0]).toBe(t.commands.titles.record);
    press(one('palette-input'), 'Escape');
    await settle();
    expect(countOf('palette')).toBe(0);
  });

  test('shows what has nothing to do now, and does not do it', async () => {
    const { host } = await show(snapshot({ sessions: [open(1, 'One')] }));
    press(document.body, 'k', { ctrlKey: true });
    await settle();
    expect(await find('stop the turn')).toBe(t.commands.titles['stop-turn']);
    press(one('palette-input'), 'Enter');
    await settle();
    expect(countOf('palette')).toBe(1);
    expect(host.sent.filter(({ type }) => type === 'stop-turn')).toEqual([]);
  });
});

test('shortcuts are all listed, and found by their keys', async () => {
  await show(snapshot({ sessions: [open(1, 'One')] }));
  press(document.body, 'F1');
  await settle();
  const rows = (): number => countOf('shortcuts-row');
  const all = ids.filter((id) => commands[id].keys !== undefined).length;
  expect(rows()).toBe(all + Object.keys(t.commands.local).length);
  type(one('shortcuts-input'), 'ctrl j');
  await settle();
  const first = document.querySelector('[data-testid="shortcuts-row"]');
  expect(first?.querySelector('.title')?.textContent).toBe(t.commands.titles['next-ask']);
});
