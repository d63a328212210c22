import type { Host } from '../host/types';
import { afterPicture } from '../kit/picture';
import type { Down } from '../wire/Down';
import type { Store } from './store.svelte';

const RETRY_AFTER = 500;
/** Keeps a store filled from a host: subscribes, and subscribes again when a patch is missing. */
export function project(host: Host, store: Store): void {
  let end: (() => void) | undefined;
  let generation = 0;
  let drawing = false;
  let rev = 0;

  /** Says what is drawn, once for each picture. */
  function say(): void {
    if (drawing) return;
    drawing = true;
    afterPicture(() => {
      drawing = false;
      host.send({ type: 'window', do: 'got', rev });
    });
  }

  function subscribe(): void {
    generation += 1;
    const mine = generation;
    end?.();
    end = undefined;
    const receive = (down: Down): void => {
      if (mine !== generation) return;
      if (!store.apply(down)) subscribe();
      else if (down.is === 'patch') {
        ({ rev } = down.patch);
        say();
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
