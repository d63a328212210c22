import type { Attachment } from 'svelte/attachments';

/** Makes a text area as high as its text, up to its `max-height`. */
export function grow(text: () => string): Attachment<HTMLTextAreaElement> {
  return (area) => {
    let width = 0;
    const fit = (): void => {
      area.style.height = 'auto';
      const border = area.offsetHeight - area.clientHeight;
      area.style.height = `${area.scrollHeight + border}px`;
    };
    // Only the width: the height is what is set here.
    const observer = new ResizeObserver(() => {
      if (area.offsetWidth === width) return;
      width = area.offsetWidth;
      fit();
    });
    observer.observe(area);
    $effect(() => {
      text();
      fit();
    });
    return () => observer.disconnect();
  };
}
