/** What is looked for, as the core reads it: case does not count, and a blank stands for any run of them. */
export function pattern(text: string): RegExp | undefined {
  const words = text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  if (words.length === 0) return undefined;
  return new RegExp(words.join('\\s+'), 'giu');
}
