// What the page tells the engine about the address on its screen.

/** FNV-1a, 64 bits, over UTF-8, in hex. @param {string} text */
export function fingerprint(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0');
}
