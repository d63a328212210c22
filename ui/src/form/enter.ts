import { deliberate, withMain } from '../kit/keys';

/** Enter by itself goes on. With Shift it is a new line, with the main modifier the form's business. */
export function enterKey(event: KeyboardEvent, onenter: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || withMain(event)) return;
  if (event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  if (deliberate(event)) onenter();
}
