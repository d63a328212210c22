import { describe, expect, test, vi } from 'vitest';

import type { FixtureHost } from '../fixtures/host';
import { session, snapshot } from '../fixtures/make';
import { ids } from '../src/commands/list';
import { t } from '../src/i18n';
import { ComposerText } from '../src/composer/text.svelte';
import { FieldModel } from '../src/state/field.svelte';
import { SessionModel } from '../src/state/session.svelte';
import type { BusyView } from '../src/wire/BusyView';
import type { FieldState } from '../src/wire/FieldState';
import type { SessionSnapshot } from '../src/wire/SessionSnapshot';
import type { Snapshot } from '../src/wire/Snapshot';
import { click, countOf, one, press, settle, show } from './harness';

const open = (id: number, title: string): SessionSnapshot => ({
  head: session(id, { turn: { state: 'idle', last: null }, title }),
  entries: [],
  attached: [],
  prompts: [],
  terminals: [],
});

const two = (over: Partial<Snapshot> = {}): Snapshot =>
  snapshot({ sessions: [open(1, 'First'), open(2, 'Second')], ...over });

const own = (over: Partial<Snapshot> = {}): Snapshot =>
  snapshot({
    shows: { is: 'session', session: 2 },
    sessions: [open(2, 'Second')],
    front: null,
    ...over,
  });

describe('a window of one session', () => {
  test('shows that session, without a way elsewhere', async () => {
    const { app } = await show(own());
    expect(countOf('sidebar')).toBe(0);
    expect(countOf('own-window')).toBe(0);
    expect(countOf('close-session')).toBe(0);
    expect(app.session?.id).toBe(2);
    expect(document.title).toBe('Second · claude · Assent');
    app.ui.go({ at: 'agents' });
    press(document.body, 'PageDown', { ctrlKey: true });
    expect(app.session?.id).toBe(2);
  });

  test('closes itself where the main one closes the session', async () => {
    const { host } = await show(own());
    press(document.body, 'w', { ctrlKey: true });
    expect(host.sent).toContainEqual({ type: 'window', do: 'close' });
    expect(host.sent).not.toContainEqual({ type: 'close-session', session: 2 });
  });

  test('says when its session is gone', async () => {
    const { host } = await show(own());
    host.patch({ op: 'remove-session', session: 2 });
    await settle();
    expect(document.body.textContent).toContain(t.window.gone);
  });
});

describe('the main window', () => {
  test('opens a session in its own window, and shows that it has one', async () => {
    const { host } = await show(two());
    click(one('own-window'));
    expect(host.sent).toContainEqual({ type: 'window', do: 'open-own', session: 1 });
    host.patch({ op: 'put-session', session: { ...open(1, 'First').head, own_window: true } });
    await settle();
    expect(one('own-window').dataset['open']).toBe('true');
    expect(one('own-window').title).toContain(t.window.showOwn);
    expect(document.title).toBe('Assent');
  });
});

describe('the menu', () => {
  const items = (): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('[data-testid="menu-item"]'),
  ];
  const focused = (): string | undefined =>
    (document.activeElement as HTMLElement | null)?.dataset['command'];

  test('has every command that can be chosen, with its keys', async () => {
    await show(two());
    press(document.body, 'F10');
    await settle();
    const named = items().map((item) => item.dataset['command']);
    expect(named).toContain('quit');
    expect(named).toContain('new-session');
    expect(named).not.toContain('back');
    expect(new Set(named).size).toBe(named.length);
    expect(named.length).toBeGreaterThan(ids.length / 2);
    const quit = items().find((item) => item.dataset['command'] === 'quit');
    expect(quit?.textContent).toContain('Ctrl Q');
  });

  test('works by the keyboard', async () => {
    const { host } = await show(two());
    one('menu-button').focus();
    click(one('menu-button'));
    await settle();
    const all = items().map((item) => item.dataset['command']);
    expect(focused()).toBe(all[0]);
    press(document.activeElement as Element, 'ArrowDown');
    expect(focused()).toBe(all[1]);
    press(document.activeElement as Element, 'End');
    expect(focused()).toBe(all.at(-1));
    press(document.activeElement as Element, 'ArrowDown');
    expect(focused()).toBe(all[0]);
    press(document.activeElement as Element, 'q');
    expect(focused()).toBe('quit');
    click(document.activeElement as Element);
    await settle();
    expect(countOf('menu')).toBe(0);
    expect(host.sent).toContainEqual({ type: 'window', do: 'quit' });
  });

  test('goes with Escape, and the focus is where it was', async () => {
    await show(two());
    one('menu-button').focus();
    click(one('menu-button'));
    await settle();
    press(document.activeElement as Element, 'Escape');
    await settle();
    expect(countOf('menu')).toBe(0);
    expect(document.activeElement).toBe(one('menu-button'));
  });

  test('offers nothing that cannot be done', async () => {
    const { host } = await show(snapshot({ agents: [], connections: [], front: null }));
    press(document.body, 'F10');
    await settle();
    const item = items().find((one) => one.dataset['command'] === 'new-session');
    expect(item?.getAttribute('aria-disabled')).toBe('true');
    const before = host.sent.length;
    click(item);
    expect(host.sent.slice(before)).toEqual([]);
  });

  test('of the desktop does the same', async () => {
    const { app, host } = await show(two());
    host.patch({ op: 'menu-chosen', item: 'next-session' });
    await settle();
    expect(app.session?.id).toBe(2);
  });
});

describe('the question before the end', () => {
  const busy = (over: Partial<BusyView> = {}): BusyView => ({
    session: 1,
    agent: 'claude',
    title: 'First',
    turn: true,
    asks: 0,
    terminals: 0,
    queued: 0,
    sign_in: false,
    ...over,
  });

  test('says what would be stopped, and that it stands', async () => {
    const { host } = await show(two());
    host.patch({
      op: 'put-leaving',
      leaving: {
        busy: [
          busy({ asks: 2, terminals: 1 }),
          busy({ session: null, turn: false, sign_in: true }),
        ],
      },
    });
    await settle();
    expect(host.sent).toContainEqual({ type: 'window', do: 'leaving-shown' });
    const lines = [...document.querySelectorAll('[data-testid="leave-busy"]')];
    expect(lines.map((line) => line.textContent)).toEqual([
      'First · claude The agent is working; 2 questions will be answered with cancel; 1 command running in a terminal.',
      'claude A sign-in is under way.',
    ]);
    expect(document.activeElement).toBe(one('leave-stay'));
    click(one('leave-quit'));
    expect(host.sent).toContainEqual({ type: 'window', do: 'leave', yes: true });
  });

  test('is taken back by Escape', async () => {
    const { host } = await show(two({ leaving: { busy: [busy()] } }));
    press(one('leave-dialog'), 'Escape');
    expect(host.sent).toContainEqual({ type: 'window', do: 'leave', yes: false });
    host.patch({ op: 'put-leaving', leaving: null });
    await settle();
    expect(countOf('leave-dialog')).toBe(0);
  });

  test('counts what there is no room for', async () => {
    await show(two({ leaving: { busy: Array.from({ length: 11 }, () => busy()) } }));
    expect(countOf('leave-busy')).toBe(8);
    expect(document.body.textContent).toContain(t.window.busyMore(3));
  });
});

describe('what is typed in two windows', () => {
  test('stands in the composer until it is known, then what is known counts', () => {
    const model = new SessionModel(session(1, { composer: 'a', composer_seq: 4 }));
    const text = new ComposerText(model);
    const hear = (composer: string, composer_seq: number): void => {
      model.head = session(1, { composer, composer_seq });
    };
    expect(text.value).toBe('a');
    expect(text.edit('ab')).toBe(5);
    hear('typed elsewhere', 4);
    expect(text.value).toBe('ab');
    hear('ab', 5);
    expect(text.value).toBe('ab');
    hear('typed elsewhere', 5);
    expect(text.value).toBe('typed elsewhere');
    expect(text.edit('typed elsewhere!')).toBe(6);
  });

  test('stands in a field until it is known, then what is known counts', () => {
    const state = (text: string, seq: number): FieldState => ({
      shown: { is: 'text', text },
      touched: true,
      companion: '',
      seq,
      problems: [],
      remarks: [],
      chosen: 0,
      suggestion: null,
      scripted: false,
    });
    const field = new FieldModel(state('', 0), () => {});
    const text = (): string => (field.draft.is === 'text' ? field.draft.text : '');
    field.edit({ is: 'text', text: 'here' });
    field.edit({ is: 'text', text: 'here too' });
    field.receive(state('there', 1));
    expect(text()).toBe('here too');
    field.receive(state('there', 2));
    expect(text()).toBe('there');
  });
});

describe('what a page has drawn', () => {
  const said = (host: FixtureHost): number[] =>
    host.sent.flatMap((intent) =>
      intent.type === 'window' && intent.do === 'got' ? [intent.rev] : [],
    );

  test('is said once for a picture', async () => {
    const { host } = await show(two());
    for (let n = 0; n < 70; n += 1) host.patch({ op: 'dragged-over', over: n % 2 === 0 });
    expect(said(host)).toEqual([]);
    await vi.waitUntil(() => said(host).length > 0);
    host.patch({ op: 'dragged-over', over: true });
    await vi.waitUntil(() => said(host).length > 1);
    const [first, second, ...others] = said(host);
    expect([second, others]).toEqual([(first ?? 0) + 1, []]);
  });

  test('is said in a window that is out of sight', async () => {
    const { host } = await show(two());
    vi.stubGlobal('requestAnimationFrame', () => 0);
    host.patch({ op: 'dragged-over', over: true });
    await vi.waitUntil(() => said(host).length > 0);
    vi.unstubAllGlobals();
  });
});
