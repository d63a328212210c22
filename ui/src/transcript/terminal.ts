import { t } from '../i18n';
import type { TerminalExit } from '../wire/TerminalExit';
import type { TerminalLook } from '../wire/TerminalLook';
import type { TerminalRun } from '../wire/TerminalRun';

/** A stretch to draw; the cursor stands on a stretch of its own. */
export interface Drawn extends TerminalRun {
  cursor?: boolean;
}

const ORDINARY: TerminalLook = {
  ink: null,
  ground: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
};

/** The classes of a stretch; their colours are in `styles/terminal.css`. */
export function classesOf({ look, cursor }: Drawn): string {
  const classes: string[] = [];
  if (look.ink !== null) classes.push(`ink-${look.ink}`);
  if (look.ground !== null) classes.push(`ground-${look.ground}`);
  const marks = ['bold', 'dim', 'italic', 'underline', 'strike', 'inverse'] as const;
  for (const mark of marks) if (look[mark]) classes.push(mark);
  if (cursor) classes.push('cursor');
  return classes.map((name) => `term-${name}`).join(' ');
}

/** The stretches with the cursor among them, at a column counted in characters. */
export function withCursor(runs: TerminalRun[], column: number | null): Drawn[] {
  if (column === null) return runs;
  const drawn: Drawn[] = [];
  let before = 0;
  let placed = false;
  for (const run of runs) {
    const letters = [...run.text];
    const at = column - before;
    before += letters.length;
    if (placed || at >= letters.length) {
      drawn.push(run);
      continue;
    }
    placed = true;
    const part = (from: number, to: number, cursor: boolean): void => {
      const text = letters.slice(from, to).join('');
      if (text !== '') drawn.push({ text, look: run.look, cursor });
    };
    part(0, at, false);
    part(at, at + 1, true);
    part(at + 1, letters.length, false);
  }
  if (!placed) {
    if (column > before) drawn.push({ text: ' '.repeat(column - before), look: ORDINARY });
    drawn.push({ text: ' ', look: ORDINARY, cursor: true });
  }
  return drawn;
}

/** How a command stands, in words. */
export function endOf(exit: TerminalExit | null): { words: string; failed: boolean } {
  if (exit === null) return { words: t.transcript.terminalRuns, failed: false };
  if (exit.signal !== null) {
    return { words: t.transcript.terminalSignal(exit.signal), failed: true };
  }
  if (exit.code === null) return { words: t.transcript.terminalEnded, failed: false };
  if (exit.code === 0) return { words: t.transcript.terminalDone, failed: false };
  return { words: t.transcript.terminalCode(exit.code), failed: true };
}
