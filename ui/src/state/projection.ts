import type { Host } from '../host/types';
import type { Down } from '../wire/Down';
import type { Store } from './store.svelte';

const RETRY_AFTER = 500;

/** Keeps a store filled from a host: subscribes, and subscribes again when a patch is missing. */
export function project(host: Host, store: Store): void {
  let end: (() => void) | undefined;
  let generation = 0;

  function subscribe(): void {
    generation += 1;
    const mine = generation;
    end?.();
    end = undefined;
    const receive = (down: Down): void => {
      if (mine === generation && !store.apply(down)) subscribe();
    };
    host.subscribe(receive).then(
      (stop) => {
        if (mine === generation) end = stop;
        else stop();
      },
      () => {
        setTimeout(() => {
          if (mine === generation) subscribe();
        }, RETRY_AFTER);
      },
    );
  }

  subscribe();
}
