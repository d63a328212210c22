import type { Attachment } from 'svelte/attachments';

/** Makes a part that scrolls reachable by the keyboard while there is something to scroll. */
export const scrollable: Attachment<HTMLElement> = (element) => {
  const look = (): void => {
    if (element.scrollHeight > element.clientHeight + 1) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    sizes.disconnect();
    for (const part of [element, ...element.children]) sizes.observe(part);
  };
  const parts = new MutationObserver(watch);
  parts.observe(element, { childList: true });
  watch();
  return () => {
    parts.disconnect();
    sizes.disconnect();
  };
};
