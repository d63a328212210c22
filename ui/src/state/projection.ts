import type { Host } from '../host/types';
import type { Down } from '../wire/Down';
import type { Store } from './store.svelte';

const RETRY_AFTER = 500;
/** How many patches may go by until the other side hears that they have come. */
const SAY_AFTER = 32;

/** Keeps a store filled from a host: subscribes, and subscribes again when a patch is missing. */
export function project(host: Host, store: Store): void {
  let end: (() => void) | undefined;
  let generation = 0;
  let said = 0;

  function subscribe(): void {
    generation += 1;
    const mine = generation;
    end?.();
    end = undefined;
    const receive = (down: Down): void => {
      if (mine !== generation) return;
      if (!store.apply(down)) subscribe();
      else if (down.is === 'snapshot') said = down.snapshot.rev;
      else if (down.patch.rev >= said + SAY_AFTER) {
        said = down.patch.rev;
        host.send({ type: 'window', do: 'got', rev: said });
      }
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
