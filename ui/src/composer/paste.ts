import type { App } from '../state/app.svelte';

/** The most bytes of a picture that are passed on; the core has the rule. */
const LARGEST_PICTURE = 5 * 1024 * 1024;

/**
 * The pictures of a paste. Nothing when it is text: then the text is pasted as ever.
 *
 * WebKitGTK gives no files with the event; there the clipboard itself is read, which it allows only while the
 * event is handled. The paste itself goes on: it names no type for text of some programs, and a picture adds
 * nothing to a text box.
 */
async function picturesOf(event: ClipboardEvent): Promise<Blob[]> {
  const data = event.clipboardData;
  if (data && [...data.types].some((type) => type.startsWith('text/plain'))) return [];
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  if (files.length > 0) {
    event.preventDefault();
    return files;
  }
  const reading = navigator.clipboard?.read?.();
  if (!reading) return [];
  try {
    const items = (await reading).filter(({ types }) => !types.includes('text/plain'));
    const blobs = items.map(async (item) => {
      const type = item.types.find((each) => each.startsWith('image/'));
      return type === undefined ? undefined : item.getType(type);
    });
    return (await Promise.all(blobs)).filter((blob) => blob !== undefined);
  } catch {
    // Not allowed, or nothing there: there is nothing to paste.
    return [];
  }
}

/** A picture's bytes as base64. */
async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const STEP = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}

/** Attaches the pictures of a paste to the message of a session. */
export async function attachPasted(
  event: ClipboardEvent,
  app: App,
  session: number,
): Promise<void> {
  for (const picture of await picturesOf(event)) {
    if (picture.size > LARGEST_PICTURE) {
      const why = { code: 'too-large', limit: LARGEST_PICTURE } as const;
      app.ui.notice({ code: 'not-attached', name: null, why });
    } else {
      app.send({ type: 'attach-picture', session, data: await base64(picture) });
    }
  }
}
