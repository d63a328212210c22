const BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

/**
 * FNV-1a, 64 bits, over UTF-8, as 16 hex digits: what this page says of the address it shows, so that
 * the core can tell whether it is the one that was judged.
 */
export function fingerprint(text: string): string {
  let hash = BASIS;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * PRIME) & MASK;
  }
  return hash.toString(16).padStart(16, '0');
}
