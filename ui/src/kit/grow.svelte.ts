import type { Attachment } from 'svelte/attachments';

/** The areas to be fitted, and whether all that has happened to their text is that more came at its end. */
const waiting = new Map<HTMLTextAreaElement, boolean>();

/** What an area has around its text. */
function around(area: HTMLTextAreaElement): number {
  return area.offsetHeight - area.clientHeight;
}

/**
 * Fits all that wait, reading after writing: one layout for all of them, not one for each. A text that only became
 * longer is looked at as it stands, so that most keys move nothing.
 */
function fitAll(): void {
  const areas = [...waiting].filter(([area]) => area.isConnected);
  waiting.clear();
  for (const [area, longer] of areas) if (!longer) area.style.height = 'auto';
  const heights = areas.map(([area, longer]) =>
    longer && area.scrollHeight <= area.clientHeight ? undefined : area.scrollHeight + around(area),
  );
  areas.forEach(([area], index) => {
    const height = heights[index];
    if (height !== undefined) area.style.height = `${height}px`;
  });
}

function fit(area: HTMLTextAreaElement, longer: boolean): void {
  if (waiting.size === 0) requestAnimationFrame(fitAll);
  waiting.set(area, longer && waiting.get(area) !== false);
}

/** Makes a text area as high as its text, up to its `max-height`. */
export function grow(text: () => string): Attachment<HTMLTextAreaElement> {
  return (area) => {
    let width = 0;
    let before = '';
    // Only the width: the height is what is set here.
    const observer = new ResizeObserver(() => {
      if (area.offsetWidth === width) return;
      width = area.offsetWidth;
      if (area.value !== '') fit(area, false);
    });
    observer.observe(area);
    $effect(() => {
      const now = text();
      // An empty one has the height of its rows by itself.
      if (now !== '') fit(area, before !== '' && now.startsWith(before));
      else area.style.height = '';
      before = now;
    });
    return () => observer.disconnect();
  };
}
