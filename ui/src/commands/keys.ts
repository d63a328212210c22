import { t } from '../i18n';
import { onApple } from '../kit/keys';

/**
 * A key with its modifiers, as in `Main+Shift+P`. `Main` is Command on Apple's systems and Control elsewhere.
 * The key is a letter, a sign, or a name as the browser has it (`Escape`, `F3`, `PageDown`).
 */
export type Keys = string;

interface Parts {
  main: boolean;
  shift: boolean;
  alt: boolean;
  key: string;
}

function partsOf(keys: Keys): Parts {
  const parts = keys.split('+');
  const key = parts.pop() ?? '';
  const held = (name: string): boolean => parts.includes(name);
  return { main: held('Main'), shift: held('Shift'), alt: held('Alt'), key };
}

/** What a key means: on a keyboard without Latin letters, the letter that stands at its place. */
function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const latin = /^Key([A-Z])$/.exec(code)?.[1];
  if (latin !== undefined && /^[^\0-\x7f]$/.test(key)) return latin.toLowerCase();
  return key.toLowerCase();
}

/** What of a key event counts. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>;

/** Whether a press is of these keys, and no other modifier is held. */
export function matches(keys: Keys, press: Press): boolean {
  const { main, shift, alt, key } = partsOf(keys);
  if (keyOf(press) !== key.toLowerCase()) return false;
  if ((onApple ? press.metaKey : press.ctrlKey) !== main) return false;
  if (onApple ? press.ctrlKey : press.metaKey) return false;
  // Where a sign stands differs: some keyboards need Shift for it.
  const sign = /^[^a-z0-9]$/i.test(key);
  return press.altKey === alt && (sign || press.shiftKey === shift);
}

const { Main, Alt, Shift, ...others } = t.commands.keyNames;
const NAMES: Record<string, string> = { ...others, ArrowUp: '↑', ArrowDown: '↓' };

/** Keys as people read them on this system. */
export function worded(keys: Keys): string {
  const { main, shift, alt, key } = partsOf(keys);
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  if (onApple) return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${main ? '⌘' : ''}${name}`;
  return [main && Main, alt && Alt, shift && Shift, name].filter(Boolean).join(' ');
}

/** Keys as `aria-keyshortcuts` has them, for all systems at once. */
export function ariaKeys(keys: readonly Keys[]): string {
  const ways = keys.flatMap((one) => {
    const { main, shift, alt, key } = partsOf(one);
    const name = key.length === 1 ? key.toUpperCase() : key;
    const rest = [...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), name].join('+');
    return main ? [`Control+${rest}`, `Meta+${rest}`] : [rest];
  });
  return ways.join(' ');
}
