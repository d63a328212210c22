import { describe, expect, test } from 'vitest';

import { snapshot, session } from '../fixtures/make';
import type { Press } from '../src/commands/keys';
import { ariaKeys, matches, worded } from '../src/commands/keys';
import { commands, ids } from '../src/commands/list';
import { t } from '../src/i18n';
import type { SessionSnapshot } from '../src/wire/SessionSnapshot';
import { countOf, one, press, settle, show } from './harness';

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

  test('has no keys twice', () => {
    const keys = all.map(({ keys }) => keys);
    expect(keys).toEqual([...new Set(keys)]);
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
