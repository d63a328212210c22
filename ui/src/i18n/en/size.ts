const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size as people read it. */
export function size(bytes: number): string {
  let unit = 0;
  let number = bytes;
  while (number >= 1024 && unit < UNITS.length - 1) {
    number /= 1024;
    unit += 1;
  }
  return `${number >= 10 || unit === 0 ? Math.round(number) : number.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
