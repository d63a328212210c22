// A language nobody speaks, written from right to left. It shows what a translation would: words that stand in a
// component, and places that know only left and right. Its name is the one that systems have for it: `qps-plocm`.

const FROM = 'abcdefghijklmnopqrstuvwxyz';
const TO = 'אבגדהוזחטיכלמנסעפצקרשתאבגד';

function mirrored(words: string): string {
  return [...words].map((sign) => TO[FROM.indexOf(sign.toLowerCase())] ?? sign).join('');
}

/** Mirrors the words of a sentence, and leaves in it what it was given: names, numbers, addresses. */
function around(sentence: string, given: unknown[]): string {
  const kept = given.flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []));
  const [first, ...others] = kept;
  if (first === undefined) return mirrored(sentence);
  return sentence
    .split(first)
    .map((part) => around(part, others))
    .join(first);
}

/** The same table with mirrored words. */
export function pseudo<T>(table: T): T {
  if (typeof table === 'string') return mirrored(table) as T;
  if (typeof table === 'function') {
    const words = table as unknown as (...given: unknown[]) => unknown;
    const wrapped = (...given: unknown[]): unknown => {
      const said = words(...given);
      return typeof said === 'string' ? around(said, given) : said;
    };
    return wrapped as T;
  }
  if (typeof table !== 'object' || table === null) return table;
  const entries = Object.entries(table).map(([name, value]) => [name, pseudo(value as unknown)]);
  return Object.fromEntries(entries) as T;
}
