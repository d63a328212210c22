const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Resolves the few character references that plain writing needs. Others stay as written: a reference
 * must not bring back characters that cannot be seen.
 */
export function resolve(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:([a-z]+)|#(\d{1,3})|#x([0-9a-f]{1,2}));/gi,
    (whole, name, decimal, hex) => {
      if (typeof name === 'string') return named[name] ?? whole;
      const code = typeof decimal === 'string' ? Number(decimal) : parseInt(String(hex), 16);
      return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : whole;
    },
  );
}
