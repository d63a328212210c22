import { t } from '../i18n';

/** Whether the system is one of Apple's, where Command takes the place of Control. */
export const onApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** A shortcut with the main modifier, as people read it. */
export function shortcut(key: string): string {
  return onApple ? `⌘${key}` : `${t.commands.keyNames.Main} ${key}`;
}

/** Whether the main modifier, and no other, is held. */
export function withMain(event: KeyboardEvent): boolean {
  return (
    (onApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) && !event.altKey
  );
}

/** Whether a key press is a deliberate single one: no repeat, and not part of composing a character. */
export function deliberate(event: KeyboardEvent): boolean {
  // 229: WebKit says so for the key that ends a composition, with `isComposing` already false.
  return !event.repeat && !event.isComposing && event.keyCode !== 229;
}
