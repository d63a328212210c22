/** How long a press may put something off, in milliseconds. */
const LIMIT = 1000;

/** When the press under way stops to count: its release may go elsewhere, to a menu or another window. */
let until = 0;
let waiting: (() => void)[] = [];

function runAll(): void {
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}

function press({ button }: PointerEvent): void {
  if (button === 0) until = performance.now() + LIMIT;
}

function release(): void {
  until = 0;
  // The click comes right after the release and is to find everything where it was.
  if (waiting.length > 0) setTimeout(runAll);
}

window.addEventListener('pointerdown', press, true);
window.addEventListener('pointerup', release, true);
window.addEventListener('pointercancel', release, true);

/**
 * Does something that may move the page: at once, or, while a button of the mouse is down, after its release.
 * What moves away between press and release does not get the click.
 */
export function afterPress(run: () => void): void {
  const left = until - performance.now();
  if (left <= 0) {
    run();
    return;
  }
  waiting.push(run);
  setTimeout(() => {
    if (waiting.includes(run)) runAll();
  }, left);
}
