// The table, in Markdown.

/** @typedef {import('./rows.mjs').Row} Row */

/** @param {number} number */
const short = (number) => (number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2));

/** @param {Row} row */
function cells({ what, value, unit, beside, limit, ratio }) {
  const times = beside === undefined ? undefined : value / beside;
  const goal = ratio !== undefined ? `≤ ${ratio} ×` : limit !== undefined ? `≤ ${limit.toLocaleString('en')} ${unit}` : '';
  const met = ratio !== undefined ? times !== undefined && times <= ratio : limit !== undefined ? value <= limit : undefined;
  return [
    what,
    beside === undefined ? '' : `${short(beside)} ${unit}`,
    `${short(value)} ${unit}`,
    times === undefined ? '' : `${times.toFixed(2)} ×`,
    goal,
    met === undefined ? '' : met ? 'yes' : 'no',
  ];
}

/** @param {Row[]} rows */
export function table(rows) {
  const all = [['', 'bare window', 'Assent', 'ratio', 'goal', 'met'], ...rows.map(cells)];
  const widths = all[0]?.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n');
}
