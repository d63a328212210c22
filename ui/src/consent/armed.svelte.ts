import { Arming } from './arming';

/** How often a dialog is looked at, in milliseconds. */
const EVERY = 50;

export interface ArmedOptions {
  after: number;
  needsUnderstood: boolean;
  understood: () => boolean;
  element: () => HTMLElement | undefined;
  shown: () => void;
  hidden: () => void;
}

/** Whether consent counts at the moment, and how long until it does. */
export interface Armed {
  readonly ready: boolean;
  /** Milliseconds; nothing while it is not counting. */
  readonly left: number | undefined;
}

/** Watches a dialog for as long as it stands. To be made while a component is set up. */
export function armed(options: ArmedOptions): Armed {
  let left: number | undefined = $state();
  const arming = new Arming(options.after, options.needsUnderstood, options);

  function look(): void {
    const element = options.element();
    if (!element) return;
    const { x, y, width, height } = element.getBoundingClientRect();
    const now = performance.now();
    arming.observe(
      {
        attended: document.visibilityState === 'visible' && document.hasFocus(),
        geometry: [x, y, width, height, screenX, screenY, innerWidth, innerHeight].join(' '),
        content: element.querySelector('[data-content]')?.textContent ?? '',
      },
      now,
    );
    left = arming.left(now);
  }

  function leave(): void {
    arming.hide();
    left = undefined;
  }

  $effect(() => {
    arming.understand(options.understood(), performance.now());
  });

  $effect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    // Two frames: by the second one the first has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        look();
        timer = setInterval(look, EVERY);
      });
    });
    const hidden = (): void => {
      if (document.visibilityState !== 'visible') leave();
    };
    window.addEventListener('blur', leave);
    window.addEventListener('resize', leave);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      window.removeEventListener('blur', leave);
      window.removeEventListener('resize', leave);
      document.removeEventListener('visibilitychange', hidden);
    };
  });

  return {
    get left() {
      return left;
    },
    get ready() {
      return left === 0;
    },
  };
}
