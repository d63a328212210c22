import { describe, expect, test } from 'vitest';

import { session, snapshot } from '../fixtures/make';
import type { App } from '../src/state/app.svelte';
import { countOf, one, press, settle, show } from './harness';

async function looking(): Promise<App> {
  const head = session(1, { turn: { state: 'idle', last: null } });
  const sessions = [{ head, entries: [], attached: [], prompts: [], terminals: [] }];
  const { app } = await show(snapshot({ sessions }));
  one('protocol').click();
  await settle();
  // The host's answer comes a moment later.
  await new Promise((done) => setTimeout(done));
  await settle();
  return app;
}

describe('the place of the inspector', () => {
  test('is reached from a session, takes the focus, and counts what there is', async () => {
    const app = await looking();
    expect(app.ui.place).toEqual({ at: 'inspector', connection: 1 });
    expect(document.activeElement).toBe(one('trace'));
    expect(one('trace').getAttribute('aria-rowcount')).toBe('37');
    expect(one('trace-count').textContent).toContain('37 messages; 12 older ones');
  });

  test('has keys of its own, and Escape leads back step by step', async () => {
    const app = await looking();
    expect(press(one('trace'), '/')).toBe(true);
    await settle();
    expect(document.activeElement).toBe(one('trace-search'));
    expect(press(one('trace-search'), '/')).toBe(false);
    press(one('trace-search'), 'Escape');
    await settle();
    expect(document.activeElement).toBe(one('trace'));
    press(one('trace'), 'End');
    press(one('trace'), 'ArrowUp');
    press(one('trace'), 'Enter');
    await new Promise((done) => setTimeout(done));
    await settle();
    expect(one('trace-detail').textContent).toContain('36: response to the agent');
    press(one('trace'), 'ArrowUp');
    await new Promise((done) => setTimeout(done));
    await settle();
    expect(countOf('finding')).toBe(2);
    press(one('trace-detail'), 'Escape');
    await settle();
    expect(countOf('trace-detail')).toBe(0);
    press(one('trace'), 'Escape');
    await settle();
    expect(app.ui.place).toEqual({ at: 'session', id: 1 });
    expect(app.inspector.connection).toBe(undefined);
  });
});
