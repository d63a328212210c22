import { Channel, invoke } from '@tauri-apps/api/core';

import type { Down } from '../wire/Down';
import type { Intent } from '../wire/Intent';
import type { Host } from './types';

/** The desktop window's host: one channel down, one command up. Nothing outside of the window. */
export function tauriHost(): Host | undefined {
  if (!('__TAURI_INTERNALS__' in window)) return undefined;
  // One after the other: two calls under way at once may be handled in either order.
  let last: Promise<unknown> = Promise.resolve();

  return {
    async subscribe(onDown) {
      const channel = new Channel<Down | string>();
      let live = true;
      channel.onmessage = (message) => {
        if (live) onDown(typeof message === 'string' ? (JSON.parse(message) as Down) : message);
      };
      await invoke('subscribe', { channel });
      return () => {
        live = false;
      };
    },
    send(intent: Intent) {
      last = last
        .then(() => invoke('send', { intent }))
        .catch((error: unknown) => {
          console.error('intent not taken', intent.type, error);
        });
    },
  };
}
