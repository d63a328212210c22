/** A day, counted as people do: months from 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Reads `YYYY-MM-DD`; nothing if there is no such day. */
export function readDay(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = toDate({ year, month, day });
  const same = date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
  return same ? { year, month, day } : undefined;
}

/** Writes `YYYY-MM-DD`. */
export function writeDay({ year, month, day }: Day): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Today, by the computer's own clock and zone. */
export function today(now = new Date()): Day {
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
}

/** The day that is so many days later; it stays within the years 1 to 9999. */
export function addDays(from: Day, days: number): Day {
  const date = toDate(from);
  date.setUTCDate(date.getUTCDate() + days);
  const found = fromDate(date);
  return found.year < 1 || found.year > 9999 ? from : found;
}

/** The same day so many months later, or that month's last day. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const count = year * 12 + (month - 1) + months;
  const to = { year: Math.floor(count / 12), month: (count % 12) + 1 };
  if (to.year < 1 || to.year > 9999) return { year, month, day };
  return { ...to, day: Math.min(day, daysIn(to.year, to.month)) };
}

/** Six weeks that hold a month, each from the first day of the week, which is counted from Monday as 1. */
export function weeksOf({ year, month }: Day, firstDay: number): Day[][] {
  const first = { year, month, day: 1 };
  const before = (toDate(first).getUTCDay() + 7 - (firstDay % 7)) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day - before)),
  );
}

/** The offset of a moment's local time, as RFC 3339 writes it. */
export function localZone(now = new Date()): string {
  const minutes = -now.getTimezoneOffset();
  const sign = minutes < 0 ? '-' : '+';
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
  return `${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Whether two days are the same. */
export function sameDay(a: Day | undefined, b: Day): boolean {
  return a?.year === b.year && a.month === b.month && a.day === b.day;
}

function daysIn(year: number, month: number): number {
  return toDate({ year, month: month + 1, day: 0 }).getUTCDate();
}

function toDate({ year, month, day }: Day): Date {
  const date = new Date(0);
  // Not `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function fromDate(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
