import type { App } from '../state/app.svelte';
import type { Scene } from '../wire/Scene';

/** The scene after the one played last; after the last, the first. */
export function sceneAfter(scenes: readonly Scene[], last: Scene | undefined): Scene | undefined {
  const at = last === undefined ? -1 : scenes.indexOf(last);
  return scenes[(at + 1) % Math.max(scenes.length, 1)];
}

/** Whether a scene is still being played: an agent works, or something waits for the person. */
export function playing(app: App): boolean {
  const working = [...app.store.sessions.values()].some(
    ({ head }) => head.turn.state !== 'idle' || head.status.state === 'opening',
  );
  return working || app.asks.some(({ head }) => ['pending', 'waiting'].includes(head.status));
}
