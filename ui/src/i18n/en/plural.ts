/** "1 option", "3 options". */
export function count(n: number | string, one: string, many = `${one}s`): string {
  return `${n} ${String(n) === '1' ? one : many}`;
}
