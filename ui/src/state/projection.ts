import type { Host } from '../host/types';
import type { Down } from '../wire/Down';
import type { Store } from './store.svelte';

const RETRY_AFTER = 500;
/** When a picture counts as drawn at the latest, in milliseconds: a window that is out of sight draws none. */
const DRAWN_BY = 200;

/** Calls back when what has changed until now is drawn. */
function drawn(then: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) then();
    done = true;
  };
  // A task after the frame's own: by then it is on its way to the screen.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, DRAWN_BY);
}

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
    drawn(() => {
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
