import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeAll, vi } from 'vitest';

import { FixtureHost } from '../fixtures/host';
import Root from '../src/App.svelte';
import { fetchParts } from '../src/kit/later.svelte';
import { App } from '../src/state/app.svelte';
import type { Snapshot } from '../src/wire/Snapshot';

/** What happy-dom has no layout for. */
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver = NoResize;

let mounted: ReturnType<typeof mount> | undefined;

/** Takes the window away, as when it is closed. */
export async function close(): Promise<void> {
  if (mounted) await unmount(mounted);
  mounted = undefined;
}

beforeAll(fetchParts);

afterEach(async () => {
  await close();
  document.body.replaceChildren();
  vi.useRealTimers();
});

export interface Shown {
  app: App;
  host: FixtureHost;
}

/** Shows the whole window over a made-up state. */
export async function show(snapshot: Snapshot): Promise<Shown> {
  const host = new FixtureHost(snapshot);
  const app = new App(host);
  mounted = mount(Root, { target: document.body, props: { app } });
  await settle();
  return { app, host };
}

/** Lets everything that is under way come to rest. */
export async function settle(): Promise<void> {
  await tick();
  await Promise.resolve();
  flushSync();
}

/** The element with a test id. */
export function one(testid: string): HTMLElement {
  const found = document.querySelectorAll<HTMLElement>(`[data-testid="${testid}"]`);
  if (found.length !== 1) throw new Error(`${found.length} elements are ${testid}`);
  return found[0] as HTMLElement;
}

/** How many elements have a test id. */
export function countOf(testid: string): number {
  return document.querySelectorAll(`[data-testid="${testid}"]`).length;
}

/** Presses a key on an element; gives whether its default was prevented. */
export function press(target: Element, key: string, over: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...over });
  target.dispatchEvent(event);
  flushSync();
  return event.defaultPrevented;
}

/** Types into a control. */
export function type(target: HTMLElement, text: string): void {
  (target as HTMLInputElement | HTMLTextAreaElement).value = text;
  target.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

/** Clicks as a person does: the event says that it is one's own. */
export function click(target: Element | undefined): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'isTrusted', { value: true });
  target?.dispatchEvent(event);
  flushSync();
}
