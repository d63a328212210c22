/** What keys with a name send to a program in a terminal. */
const NAMED: Record<string, string> = {
  Enter: '\r',
  Backspace: '\x7f',
  Escape: '\x1b',
  ArrowUp: '\x1b[A',
  ArrowDown: '\x1b[B',
  ArrowRight: '\x1b[C',
  ArrowLeft: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  Delete: '\x1b[3~',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
};

/** What of a key event a stroke is made from. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'>;

/** What a stroke sends; nothing for what belongs to the window. Tab leaves the terminal. */
export function strokeOf({
  key,
  ctrlKey,
  altKey,
  metaKey,
  isComposing,
}: Stroke): string | undefined {
  if (metaKey || isComposing || key === 'Tab') return undefined;
  const named = NAMED[key];
  if (named !== undefined) return named;
  if ([...key].length !== 1) return undefined;
  if (ctrlKey && !altKey) {
    const code = key.toUpperCase().charCodeAt(0);
    return code >= 64 && code < 96 ? String.fromCharCode(code & 31) : undefined;
  }
  // Ctrl and Alt together are how some keyboards reach further letters.
  return altKey && !ctrlKey ? `\x1b${key}` : key;
}

/** Pieces that go in one message each. */
export function piecesOf(text: string): string[] {
  return [...text.replaceAll(/\r?\n/g, '\r')].reduce<string[]>((pieces, letter) => {
    const last = pieces.at(-1);
    if (last === undefined || last.length >= 1000) pieces.push(letter);
    else pieces[pieces.length - 1] = last + letter;
    return pieces;
  }, []);
}
