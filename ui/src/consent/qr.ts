/** Draws rows of `0` and `1` as one path: a bar for each run of dark modules. */
export function qrPath(rows: readonly string[]): string {
  const bars: string[] = [];
  rows.forEach((row, y) => {
    for (const run of row.matchAll(/1+/g)) {
      bars.push(`M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
    }
  });
  return bars.join('');
}
