// What runs in the page while it is measured: it counts frames and notes when something is on the screen.

/** Put into the page once. A mark is the time, since 1970, at which the frame was drawn in which its condition held first. */
export const PROBE = `
  if (window.assentBench) return;
  const bench = { last: performance.now(), gaps: [], marks: {}, waits: {}, keys: [] };
  window.assentBench = bench;
  const entries = document.getElementsByClassName('entry');
  const conditions = {
    end: () => {
      const last = entries[entries.length - 1];
      const said = last?.querySelector('.markdown');
      return said?.childElementCount === 1 && said.textContent === 'The end.';
    },
    part: (css, count) => document.querySelectorAll(css).length >= count,
    text: (css, pattern) => new RegExp(pattern).test(document.querySelector(css)?.textContent ?? ''),
    ask: (text) => document.querySelector('[data-docked] [data-testid="message"]')?.textContent.includes(text),
  };
  bench.wait = (name, condition, ...args) => {
    delete bench.marks[name];
    bench.waits[name] = () => conditions[condition](...args);
  };
  /** After the drawing of the frame that is under way. */
  const drawn = (then) => setTimeout(then);
  const frame = () => {
    const now = performance.now();
    bench.gaps.push(now - bench.last);
    bench.last = now;
    for (const [name, holds] of Object.entries(bench.waits)) {
      if (!holds()) continue;
      delete bench.waits[name];
      drawn(() => { bench.marks[name] = Date.now(); });
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  let pressed;
  window.addEventListener('keydown', (event) => {
    pressed = Math.min(event.timeStamp, performance.now());
  }, true);
  window.addEventListener('input', () => {
    const from = pressed;
    if (from === undefined) return;
    requestAnimationFrame(() => drawn(() => bench.keys.push(performance.now() - from)));
  }, true);
  bench.scroll = (frames, step) => {
    const scroller = document.querySelector('[data-testid="transcript"]');
    scroller.dispatchEvent(new WheelEvent('wheel'));
    let left = frames;
    const on = () => {
      scroller.scrollTop -= step;
      left -= 1;
      if (left > 0) requestAnimationFrame(on);
      else bench.marks.scrolled = Date.now();
    };
    requestAnimationFrame(on);
  };
`;
