import type { Attachment } from 'svelte/attachments';

const waiting = new Set<HTMLTextAreaElement>();

/** Fits all that wait, reading after writing: one layout for all of them, not one for each. */
function fitAll(): void {
  const areas = [...waiting].filter((area) => area.isConnected);
  waiting.clear();
  for (const area of areas) area.style.height = 'auto';
  const heights = areas.map((area) => area.scrollHeight + area.offsetHeight - area.clientHeight);
  areas.forEach((area, index) => {
    area.style.height = `${heights[index] ?? 0}px`;
  });
}

function fit(area: HTMLTextAreaElement): void {
  if (waiting.size === 0) requestAnimationFrame(fitAll);
  waiting.add(area);
}

/** Makes a text area as high as its text, up to its `max-height`. */
export function grow(text: () => string): Attachment<HTMLTextAreaElement> {
  return (area) => {
    let width = 0;
    // Only the width: the height is what is set here.
    const observer = new ResizeObserver(() => {
      if (area.offsetWidth === width) return;
      width = area.offsetWidth;
      if (area.value !== '') fit(area);
    });
    observer.observe(area);
    $effect(() => {
      // An empty one has the height of its rows by itself.
      if (text() !== '') fit(area);
      else area.style.height = '';
    });
    return () => observer.disconnect();
  };
}
