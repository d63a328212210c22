// Runs first, as it is small: the ground is on the screen before the rest is read and run.

import './styles/tokens.css';
import './styles/base.css';

/** When the rest begins at the latest, in milliseconds: a window that is out of sight draws nothing. */
const LATEST = 100;

let begun = false;
function begin(): void {
  if (!begun) void import('./main');
  begun = true;
}

requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, LATEST);
