import type { TerminalCursor } from '../wire/TerminalCursor';
import type { TerminalExit } from '../wire/TerminalExit';
import type { TerminalLine } from '../wire/TerminalLine';
import type { TerminalView } from '../wire/TerminalView';

/** Lines that changed, as they come down. */
interface Lines {
  first: number;
  from: number;
  lines: TerminalLine[];
  cursor: TerminalCursor | null;
}

/** A terminal. A line that stays is the same object, so that only what changed is drawn again. */
export class TerminalModel {
  readonly id: string;
  readonly command: string;
  readonly columns: number;
  /** The number of the first line that is kept. */
  first = $state(0);
  lines: TerminalLine[] = $state.raw([]);
  cursor: TerminalCursor | null = $state.raw(null);
  exit: TerminalExit | null = $state.raw(null);
  released = $state(false);

  constructor(view: TerminalView) {
    this.id = view.id;
    this.command = view.command;
    this.columns = view.columns;
    this.first = view.first;
    this.lines = view.lines;
    this.cursor = view.cursor;
    this.exit = view.exit;
    this.released = view.released;
  }

  /** Lines before `first` are gone, those from `from` on are replaced. */
  receiveLines({ first, from, lines, cursor }: Lines): void {
    const kept = this.lines.slice(0, Math.max(0, from - this.first));
    // A jump over lines that were never told leaves nothing of what was before.
    const whole = this.first + kept.length < from ? lines : [...kept, ...lines];
    this.lines = whole.slice(Math.max(0, whole.length - (from + lines.length - first)));
    this.first = first;
    this.cursor = cursor;
  }

  /** Its command ended, or the agent let go of it. */
  receiveEnd({ exit, released }: { exit: TerminalExit | null; released: boolean }): void {
    this.exit = exit;
    this.released = released;
    if (exit !== null) this.cursor = null;
  }
}
