// Medians and the like.

/** @param {number[]} numbers @param {number} part from 0 to 1 */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** @param {number[]} numbers */
export const median = (numbers) => quantile(numbers, 0.5);

/** @param {number[]} numbers */
export const most = (numbers) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);
