import type { Component } from 'svelte';

/** A component whose script is not part of the start. */
export interface Later<Props extends Record<string, unknown>> {
  /** The component, once it is there; asking for it fetches it. */
  readonly part: Component<Props> | undefined;
}

const all: (() => Promise<void>)[] = [];

/** A component that is fetched when it is first wanted, or when the person is there. */
export function later<Props extends Record<string, unknown>>(
  load: () => Promise<{ default: Component<Props> }>,
): Later<Props> {
  let part = $state.raw<Component<Props>>();
  let fetching: Promise<void> | undefined;
  const fetch = (): Promise<void> =>
    (fetching ??= load().then((module) => {
      part = module.default;
    }));
  all.push(fetch);
  return {
    get part() {
      if (part === undefined) void fetch();
      return part;
    },
  };
}

/** Fetches every part that is not there yet, so that none is waited for when it is wanted. */
export async function fetchParts(): Promise<void> {
  for (const fetch of all) await fetch();
}

/** How long after the person first did something the parts are fetched, in milliseconds. */
const SOON = 400;

/** Fetches the parts once the person is there: a window that nobody has touched needs no memory for them. */
export function fetchOnTouch(): void {
  const soon = (): void => void setTimeout(() => void fetchParts(), SOON);
  for (const touch of ['pointerdown', 'keydown'])
    window.addEventListener(touch, soon, { once: true, capture: true });
}
