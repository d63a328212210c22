const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** How a language writes numbers, times and plurals. */
export type Writing = ReturnType<typeof writing>;

/** The person's own variety of a language, such as `en-GB` for `en`: dates are written otherwise there. */
function localeOf(language: string, wanted: readonly string[]): string {
  const own = wanted.find((one) => new RegExp(`^${language}(-[a-z0-9]+)*$`, 'i').test(one));
  if (own === undefined) return language;
  try {
    return new Intl.Locale(own).toString();
  } catch {
    return language;
  }
}

/** The first day of the week, counted from Monday as 1. */
function firstDayOf(locale: string): number {
  const found = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (found.getWeekInfo?.() ?? found.weekInfo)?.firstDay ?? 1;
}

/** Makes something when it is first wanted. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** A day of the calendar. Not by the constructor, which takes the years 0 to 99 for 1900 to 1999. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  return date;
}

/** How a language writes what is no word, for a person who reads these languages. */
export function writing(language: string, wanted: readonly string[] = navigator.languages) {
  const locale = localeOf(language, wanted);
  // Making one costs more than anything that is written with it.
  const numbers = once(() => new Intl.NumberFormat(locale));
  const tenths = once(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
  const compact = once(
    () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  );
  const plurals = once(() => new Intl.PluralRules(locale));
  const date = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, options));
  const moments = date({ dateStyle: 'medium', timeStyle: 'short' });
  const briefly = date({ dateStyle: 'short', timeStyle: 'short' });
  const months = date({ month: 'long', year: 'numeric' });
  const weekdays = date({ weekday: 'short' });
  const days = date({ dateStyle: 'full' });
  const point = once(
    () =>
      tenths()
        .formatToParts(0.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
  );

  const number = (n: number): string => numbers().format(n);
  const decimal = (n: number): string => tenths().format(n);

  return {
    locale,
    /** The first day of the week, counted from Monday as 1. */
    firstDay: once(() => firstDayOf(locale)),
    number,
    /** A large number in short. */
    short: (n: number): string => compact().format(n),
    /** A number and what is counted: "1 option", "3 options". A number that comes as text stands as it came. */
    count(n: number | string, one: string, other: string): string {
      const written = typeof n === 'string' ? n : number(n);
      return `${written} ${plurals().select(Number(n)) === 'one' ? one : other}`;
    },
    /** A size as people read it. */
    size(bytes: number): string {
      let unit = 0;
      let left = bytes;
      while (left >= 1024 && unit < UNITS.length - 1) {
        left /= 1024;
        unit += 1;
      }
      const written = left >= 10 || unit === 0 ? number(Math.round(left)) : decimal(left);
      return `${written} ${UNITS[unit] ?? ''}`;
    },
    /** An amount as people write it; small ones keep what would else be nothing. */
    money({ amount, currency }: { amount: string; currency: string }): string {
      const value = Number(amount);
      const most = value !== 0 && Math.abs(value) < 0.01 ? 4 : 2;
      const digits = { minimumFractionDigits: 2, maximumFractionDigits: most };
      return `${new Intl.NumberFormat(locale, digits).format(value)} ${currency}`;
    },
    /** A duration as people read it. */
    took(milliseconds: number): string {
      if (milliseconds < 1000) return `${number(milliseconds)} ms`;
      if (milliseconds < 100_000) return `${decimal(milliseconds / 1000)} s`;
      return `${number(Math.round(milliseconds / 60_000))} min`;
    },
    /** A time of day, to the millisecond: the whole seconds, and the rest. */
    clock(at: number): { hours: string; rest: string } {
      const date = new Date(at);
      const two = (n: number): string => String(n).padStart(2, '0');
      const hours = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
      return { hours, rest: `${point()}${String(date.getMilliseconds()).padStart(3, '0')}` };
    },
    /** A moment: its day and its time. */
    moment: (at: number): string => moments().format(at),
    /** A moment in figures. */
    brief: (at: number): string => briefly().format(at),
    /** A month with its year. */
    month: (year: number, month: number): string => months().format(dateOf(year, month, 1)),
    /** The short name of a day of the week. */
    weekday: (year: number, month: number, day: number): string =>
      weekdays().format(dateOf(year, month, day)),
    /** A day in full. */
    day: (year: number, month: number, day: number): string =>
      days().format(dateOf(year, month, day)),
  };
}
