import { describe, expect, test, vi } from 'vitest';

import { forms } from '../fixtures/forms';
import { links } from '../fixtures/links';
import { ask, form, session, snapshot, tool } from '../fixtures/make';
import { states } from '../fixtures/states';
import type { AskView } from '../src/wire/AskView';
import type { Snapshot } from '../src/wire/Snapshot';
import type { FixtureHost } from '../fixtures/host';
import { click, close, countOf, one, press, settle, show, type } from './harness';

const chosen = (host: FixtureHost): unknown[] =>
  host.sent.filter((intent) => intent.type === 'choose');

function over(asks: AskView[], head = {}): Snapshot {
  return snapshot({
    sessions: [
      {
        head: session(1, { turn: { state: 'idle', last: null }, ...head }),
        entries: [],
        attached: [],
        prompts: [],
        terminals: [],
      },
      {
        head: session(2, { title: 'Another' }),
        entries: [],
        attached: [],
        prompts: [],
        terminals: [],
      },
    ],
    asks,
  });
}

function state(name: string): Snapshot {
  const found = states[name];
  if (!found) throw new Error(`no state ${name}`);
  return found.snapshot;
}

const asksOf = (table: Record<string, AskView[]>, name: string): AskView[] => table[name] ?? [];
const twoTexts = (): AskView =>
  ask(5, form([[{ name: 'a', label: 'A' }], [{ name: 'b', label: 'B' }]]));
const oneText = (): AskView => ask(5, form([[{ name: 'a', label: 'A' }]]));
const control = (index: number): HTMLTextAreaElement => {
  const all = document.querySelectorAll<HTMLTextAreaElement>('[data-testid="field"] textarea');
  const found = all[index];
  if (!found) throw new Error(`no control ${index}`);
  return found;
};

describe('an ask that comes', () => {
  test('takes no focus and is announced', async () => {
    const { host } = await show(over([]));
    one('composer').focus();
    host.patch({ op: 'put-ask', ask: oneText() });
    await settle();
    expect(document.activeElement).toBe(one('composer'));
    expect(countOf('ask')).toBe(1);
    expect(document.querySelector('[aria-live="polite"].visually-hidden')?.textContent).toContain(
      'claude asks',
    );
  });

  test('without a session stands at every session of its connection', async () => {
    const { app } = await show(state('sign-in'));
    expect(one('ask').dataset['kind']).toBe('sign-in');
    app.ui.go({ at: 'session', id: 2 });
    await settle();
    expect(one('ask').dataset['kind']).toBe('sign-in');
    app.ui.go({ at: 'agent', id: 1 });
    await settle();
    expect(one('ask').dataset['kind']).toBe('sign-in');
    app.ui.go({ at: 'agent', id: 2 });
    await settle();
    expect(countOf('ask')).toBe(0);
  });

  test('of another session is reached by one key, the oldest first', async () => {
    const late = ask(9, form([[{ label: 'Late' }]]), { session: 1 });
    const early = ask(8, form([[{ label: 'Early' }]]), { session: 2 });
    const { app } = await show(over([early, late]));
    expect(one('ask').dataset['askId']).toBe('9');
    expect(one('waiting').textContent).toContain('2 waiting');
    press(document.body, 'j', { ctrlKey: true, repeat: true });
    expect(app.ui.place).toEqual({ at: 'session', id: 1 });
    press(document.body, 'j', { ctrlKey: true });
    await settle();
    await settle();
    expect(one('ask').dataset['askId']).toBe('8');
    expect(document.activeElement).toBe(control(0));
  });
});

describe('the composer', () => {
  test('sends with Enter, and answers no ask', async () => {
    const { host } = await show(over([oneText()]));
    const composer = one('composer');
    type(composer, 'Go on');
    for (const how of [
      { shiftKey: true },
      { isComposing: true },
      { keyCode: 229 },
      { repeat: true },
      { ctrlKey: true },
    ]) {
      press(composer, 'Enter', how);
    }
    expect(host.sent.filter((intent) => intent.type !== 'compose')).toEqual([]);
    press(composer, 'Enter');
    expect(host.sent.filter((intent) => intent.type !== 'compose')).toEqual([
      { type: 'prompt', session: 1, text: 'Go on' },
    ]);
    expect((composer as HTMLTextAreaElement).value).toBe('');
    expect(one('ask').dataset['status']).toBe('pending');
  });

  test('does not stop the turn with Escape, and queues while one runs', async () => {
    const { host } = await show(over([], { turn: { state: 'running' } }));
    const composer = one('composer');
    expect(countOf('send')).toBe(0);
    type(composer, 'Go on');
    press(composer, 'Escape');
    expect(host.sent.filter((intent) => intent.type !== 'compose')).toEqual([]);
    expect(one('send').textContent).toContain('Queue');
    press(composer, 'Enter');
    expect(host.sent.filter((intent) => intent.type !== 'compose')).toEqual([
      { type: 'prompt', session: 1, text: 'Go on' },
    ]);
    one('stop').click();
    expect(host.sent).toContainEqual({ type: 'stop-turn', session: 1 });
  });
});

describe('a form', () => {
  test('is sent once, after its last keystroke', async () => {
    const { host } = await show(over([oneText()]));
    type(control(0), 'yes');
    press(control(0), 'Enter', { ctrlKey: true });
    press(control(0), 'Enter', { ctrlKey: true });
    one('accept').click();
    expect(host.sent.map((intent) => intent.type)).toEqual(['set-field', 'submit']);
    expect(host.sent[1]).toEqual({ type: 'submit', ask: 5, secret: false });
  });

  test('can be sent again when the core has found something wrong', async () => {
    const { host } = await show(over([oneText()]));
    one('accept').click();
    const view = oneText();
    if (view.body.kind !== 'form') throw new Error('no form');
    host.patch({ op: 'put-form-state', ask: 5, state: { ...view.body.state, failed: [0] } });
    await settle();
    expect(one('form-summary').textContent).toContain('Not sent: 1 field needs a look');
    one('accept').click();
    expect(host.sent.filter((intent) => intent.type === 'submit')).toHaveLength(2);
  });

  test('of one question is sent by Enter, another goes to its next field', async () => {
    const first = await show(over([oneText()]));
    press(control(0), 'Enter', { repeat: true });
    press(control(0), 'Enter', { isComposing: true });
    expect(first.host.sent).toEqual([]);
    press(control(0), 'Enter');
    expect(first.host.sent.map((intent) => intent.type)).toEqual(['submit']);
  });

  test('of two questions goes on by Enter', async () => {
    const { host } = await show(over([twoTexts()]));
    control(0).focus();
    press(control(0), 'Enter');
    await settle();
    expect(document.activeElement).toBe(control(1));
    expect(host.sent.filter((intent) => intent.type === 'submit')).toEqual([]);
  });

  test('is cancelled by Escape, but not with something entered in it', async () => {
    const { host } = await show(over([twoTexts()]));
    type(control(0), 'x');
    press(control(0), 'Escape');
    await settle();
    expect(countOf('confirm')).toBe(1);
    press(one('confirm'), 'Escape');
    await settle();
    expect(countOf('confirm')).toBe(0);
    expect(host.sent.filter((intent) => intent.type === 'cancel')).toEqual([]);
    press(control(0), 'Escape', { repeat: true });
    await settle();
    expect(countOf('confirm')).toBe(0);
  });

  test('with nothing entered is cancelled by Escape', async () => {
    const { host } = await show(over([twoTexts()]));
    press(control(0), 'Escape');
    await settle();
    expect(host.sent).toContainEqual({ type: 'cancel', ask: 5 });
    expect(countOf('ask')).toBe(0);
  });

  test('with a required field that cannot be shown can only be declined or cancelled', async () => {
    await show(state('form-blocked'));
    expect((one('accept') as HTMLButtonElement).disabled).toBe(true);
    expect((one('decline') as HTMLButtonElement).disabled).toBe(false);
    expect(one('form-blocked').textContent).toContain('Deployment map');
  });

  test('tells when a field is left, with its problem beside it', async () => {
    const { host } = await show(state('form-failed'));
    control(0).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    expect(host.sent).toContainEqual({ type: 'leave-field', ask: 13, index: 0 });
    const described = control(0).getAttribute('aria-describedby') ?? '';
    const texts = described.split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
    expect(texts.join(' ')).toContain('Fill this in.');
    expect(control(0).getAttribute('aria-invalid')).toBe('true');
  });

  test('asks once more before a secret, and Go back keeps it', async () => {
    const { host } = await show(state('form-confirm'));
    expect(document.activeElement).toBe(one('secret-back'));
    one('secret-back').click();
    await settle();
    expect(countOf('secret-yes')).toBe(0);
    expect(host.sent.filter((intent) => intent.type === 'submit')).toEqual([]);
  });

  test('that was taken back keeps what was entered', async () => {
    const { host } = await show(over([oneText()]));
    type(control(0), 'my answer');
    host.patch({ op: 'put-ask-head', head: { ...oneText().head, status: 'withdrawn' } });
    await settle();
    expect(one('ask').dataset['status']).toBe('withdrawn');
    expect(one('ask').textContent).toContain('Your answer is kept here');
    expect(one('draft').textContent).toContain('my answer');
    one('copy-draft').click();
    expect(host.sent).toContainEqual({ type: 'copy-draft', ask: 5 });
    one('dismiss').click();
    await settle();
    expect(countOf('ask')).toBe(0);
  });
});

describe('a permission', () => {
  test('takes no answer in its first moment, is parked by Escape and answered by a button', async () => {
    vi.useFakeTimers();
    const { host } = await show(state('permission'));
    const options = (): HTMLButtonElement[] => [
      ...document.querySelectorAll<HTMLButtonElement>('[data-testid="permission-option"]'),
    ];
    expect(options().map(({ disabled }) => disabled)).toEqual([true, true, true]);
    vi.advanceTimersByTime(600);
    await settle();
    press(one('ask'), 'Escape');
    await settle();
    expect(countOf('ask')).toBe(0);
    expect(chosen(host)).toEqual([]);
    one('dock-unpark').click();
    await settle();
    vi.advanceTimersByTime(600);
    await settle();
    // A click that no person made counts for nothing.
    options()[2]?.click();
    expect(chosen(host)).toEqual([]);
    click(options()[2]);
    click(options()[0]);
    expect(chosen(host)).toEqual([{ type: 'choose', ask: 31, option: 2 }]);
  });

  test('draws the agent’s Markdown without anything that leads anywhere', async () => {
    const text =
      '[click](https://evil.example) ![x](https://evil.example/x.png) <a href="https://evil.example">b</a> <https://evil.example/c>';
    await show(
      over([
        ask(5, {
          kind: 'permission',
          permission: {
            tool: tool({ content: [{ type: 'text', text }] }),
            options: [],
            chosen: null,
            command: null,
            target: null,
            arm_after: 1000,
            outside: null,
          },
        }),
      ]),
    );
    expect(document.querySelectorAll('a, img, [href], [src]')).toHaveLength(0);
    expect(one('ask').textContent).toContain('(https://evil.example)');
    expect(one('ask').textContent).toContain('https://evil.example/x.png');
  });
});

describe('a link', () => {
  test('shows its address to the letter, puts the focus on Back, and goes back by Escape', async () => {
    const { host } = await show(over(asksOf(links, 'dialog')));
    const [view] = asksOf(links, 'dialog');
    const address = view?.body.kind === 'link' ? view.body.link.judged.address : null;
    expect(one('link-address').textContent).toBe(address);
    expect(one('link-host').textContent).toBe('accounts.google.com');
    expect(one('link-domain').textContent).toBe('google.com');
    expect(document.activeElement).toBe(one('link-back'));
    press(one('link-dialog'), 'Escape');
    expect(host.sent).toContainEqual({ type: 'close-link', ask: 71 });
  });

  test('is not opened by a script, nor before its time', async () => {
    const { host } = await show(over(asksOf(links, 'dialog')));
    expect((one('link-open') as HTMLButtonElement).disabled).toBe(true);
    (one('link-open') as HTMLButtonElement).disabled = false;
    one('link-open').click();
    expect(press(one('link-open'), 'Enter')).toBe(true);
    expect(press(one('link-open'), ' ', { repeat: true })).toBe(true);
    expect(host.sent.map((intent) => intent.type)).not.toContain('open-link');
  });

  test('that cannot be opened has no way to the dialog', async () => {
    await show(over(asksOf(links, 'link-refused')));
    expect(countOf('review-link')).toBe(0);
    expect(one('ask').dataset['verdict']).toBe('refuse');
    expect(countOf('link-reason')).toBe(2);
    expect(countOf('decline')).toBe(1);
    expect(countOf('cancel')).toBe(1);
  });

  test('that waits asks before it stops', async () => {
    const { host } = await show(over(asksOf(links, 'link-waiting')));
    one('stop-waiting').click();
    await settle();
    expect(host.sent).toEqual([]);
    one('stop-also').click();
    expect(host.sent).toEqual([{ type: 'stop-waiting', ask: 66, cancel: true }]);
  });

  test('that is finished keeps its code until it is closed', async () => {
    const { host } = await show(over(asksOf(links, 'link-waiting')));
    const [view] = structuredClone(asksOf(links, 'link-waiting'));
    if (!view) throw new Error('no link');
    host.patch({ op: 'put-ask-head', head: { ...view.head, status: 'completed' } });
    await settle();
    expect(one('ask').dataset['status']).toBe('completed');
    expect(one('link-code').textContent).toContain('ABCD-1234');
    one('dismiss').click();
    await settle();
    expect(countOf('ask')).toBe(0);
  });
});

test('the dock goes from ask to ask, and to the next when one is answered', async () => {
  const { app } = await show(over(asksOf(forms, 'form')));
  expect(one('dock-place').textContent).toBe('1 of 2');
  one('dock-next').click();
  await settle();
  expect(one('ask').dataset['askId']).toBe('17');
  one('decline').click();
  await settle();
  expect(one('ask').dataset['askId']).toBe('11');
  expect(countOf('dock-place')).toBe(0);
  expect(app.pending).toHaveLength(1);
});

test('a window that is gone does not look after its focus any more', async () => {
  const { app } = await show(over(asksOf(forms, 'form').slice(0, 1)));
  vi.useFakeTimers();
  one('decline').click();
  await settle();
  await vi.advanceTimersByTimeAsync(10);
  await close();
  (document.activeElement as HTMLElement | null)?.blur();
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.ui.composerWanted).toBe(undefined);
});
