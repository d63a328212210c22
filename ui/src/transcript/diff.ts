import { diffLines, diffWordsWithSpace } from 'diff';

import type { ToolContent } from '../wire/ToolContent';

/** A part of a line, and whether it is what changed. */
export interface Part {
  text: string;
  changed: boolean;
}

/** A line of a change. */
export interface Line {
  kind: 'same' | 'added' | 'removed';
  /** Line number before and after, where it has one. */
  old: number | undefined;
  new: number | undefined;
  parts: Part[];
}

/** Lines that are shown, or a stretch of unchanged ones that is folded. */
export type Stretch = { folded: false; lines: Line[] } | { folded: true; lines: Line[] };

/** Longest time a comparison may take, in milliseconds. */
const TIME = 150;
/** Pairs of lines that are compared by their words in one stretch. */
const MOST_PAIRS = 400;
/** Unchanged lines shown around a change. */
const AROUND = 3;

/** Compares two texts line by line. Nothing if that would take too long. */
export function compare(before: string, after: string): Line[] | undefined {
  const changes = diffLines(before, after, { timeout: TIME });
  if (!changes) return undefined;
  const lines: Line[] = [];
  let old = 1;
  let fresh = 1;
  for (const { value, added, removed } of changes) {
    for (const text of split(value)) {
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      lines.push({
        kind,
        old: kind === 'added' ? undefined : old,
        new: kind === 'removed' ? undefined : fresh,
        parts: [{ text, changed: false }],
      });
      if (kind !== 'added') old += 1;
      if (kind !== 'removed') fresh += 1;
    }
  }
  markWords(lines);
  return lines;
}

/** Folds what is far from any change. */
export function fold(lines: Line[]): Stretch[] {
  const near = new Array<boolean>(lines.length).fill(false);
  lines.forEach((line, index) => {
    if (line.kind === 'same') return;
    for (let at = Math.max(0, index - AROUND); at <= index + AROUND && at < lines.length; at += 1)
      near[at] = true;
  });
  const stretches: Stretch[] = [];
  lines.forEach((line, index) => {
    const folded = near[index] !== true;
    const last = stretches.at(-1);
    if (last?.folded === folded) last.lines.push(line);
    else stretches.push({ folded, lines: [line] });
  });
  // A single line takes no more room than the words that stand for it.
  return stretches.map((stretch) =>
    stretch.lines.length === 1 ? { folded: false, lines: stretch.lines } : stretch,
  );
}

interface Count {
  added: number;
  removed: number;
}

/** Counts that were made once: rows come and go while the reader scrolls. */
const counts = new WeakMap<ToolContent, Count>();

/** How many lines the changes of a tool call add and remove. */
export function countLines(content: ToolContent[]): Count | undefined {
  const sum = { added: 0, removed: 0 };
  let changes = 0;
  for (const each of content) {
    if (each.type !== 'diff') continue;
    changes += 1;
    const count = counts.get(each) ?? countOf(each.old ?? '', each.new);
    counts.set(each, count);
    sum.added += count.added;
    sum.removed += count.removed;
  }
  return changes === 0 ? undefined : sum;
}

function countOf(before: string, after: string): Count {
  const count = { added: 0, removed: 0 };
  for (const change of diffLines(before, after, { timeout: TIME }) ?? []) {
    if (change.added) count.added += change.count;
    if (change.removed) count.removed += change.count;
  }
  return count;
}

function split(value: string): string[] {
  const lines = value.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Marks the words that differ between lines that went and lines that came in their place. */
function markWords(lines: Line[]): void {
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.kind !== 'removed') continue;
    let middle = start;
    while (lines[middle]?.kind === 'removed') middle += 1;
    let end = middle;
    while (lines[end]?.kind === 'added') end += 1;
    markStretch(lines.slice(start, middle), lines.slice(middle, end));
    start = end - 1;
  }
}

/** Lines of one stretch: by their place where as many came as went, else by what they have in common. */
function markStretch(gone: Line[], come: Line[]): void {
  if (gone.length === come.length) {
    gone.forEach((line, index) => markPair(line, come[index]));
    return;
  }
  if (gone.length * come.length > MOST_PAIRS) return;
  let from = 0;
  for (const line of gone) {
    const found = come.findIndex((other, index) => index >= from && areAlike(line, other));
    if (found < 0) continue;
    markPair(line, come[found]);
    from = found + 1;
  }
}

/** Whether more than half of the longer line stands in both. */
function areAlike(one: Line, other: Line): boolean {
  const texts = [textOf(one).trim(), textOf(other).trim()] as const;
  const words = diffWordsWithSpace(texts[0], texts[1], { timeout: TIME });
  let common = 0;
  for (const { value, added, removed } of words ?? []) {
    if (!added && !removed) common += value.trim().length;
  }
  return common * 2 > Math.max(texts[0].length, texts[1].length);
}

function markPair(gone: Line | undefined, come: Line | undefined): void {
  if (!gone || !come) return;
  const words = diffWordsWithSpace(textOf(gone), textOf(come), { timeout: TIME });
  if (!words?.some(({ added, removed }) => !added && !removed)) return;
  gone.parts = words.filter(({ added }) => !added).map(part);
  come.parts = words.filter(({ removed }) => !removed).map(part);
}

function part({
  value,
  added,
  removed,
}: {
  value: string;
  added: boolean;
  removed: boolean;
}): Part {
  return { text: value, changed: added || removed };
}

function textOf(line: Line): string {
  return line.parts.map(({ text }) => text).join('');
}
