import { describe, expect, test } from 'vitest';

import { Blocks, lex } from '../src/markdown/blocks';
import { resolve } from '../src/markdown/entities';
import { headingLevels } from '../src/markdown/headings';
import { highlight } from '../src/markdown/highlight';
import { Pieces } from '../src/markdown/pieces';

const corpus: Record<string, string> = {
  paragraphs: 'One\ntwo\n\nthree **bold *both* text** and `code`\n\n\nfour',
  headings: '# One\ntext\n## Two\n\nSetext\n===\n\nAlso\nthis\n---\nend',
  'lists that go on': '1. a\n\n2. b\n\n   more of b\n\n- c\n- d\n  - e\n\n    f\n\ng',
  'a list after blank lines': '- a\n\n\n- b\n\ntext\n\n* c\n+ d',
  tasks: '- [ ] open\n- [x] done\n\ntext',
  fences: 'text\n```rust\nfn a() {}\n\n- no list\n```\nafter\n~~~\nopen\n\nend',
  'code by indentation': 'a\n\n    one\n\n    two\n\nb\n    not code',
  quotes: '> a\nlazy\n\n> b\n> > c\n\nd',
  tables: 'x\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 |\n\nend',
  html: '<div>\n\ntext\n\n</div>\n<!-- a\n\nb -->\n\n<script>\nx\n\ny\n</script>\n\nend',
  rules: 'a\n\n---\n\n***\nb\n- - -\n',
  definitions: '[a]: https://example.org\n\n[a] and [b][a]\n\n[c]: /x "t"',
  links: 'see [a](https://a.example "t"), <https://b.example>, https://c.example/x. ![alt](d.png)',
  'line ends': 'a\r\nb\r\n\r\n- c\r\n- d\r\n',
  escapes: '\\*not\\* &amp; &lt;b&gt; a\\\nb  \nc',
  unfinished: '**bold `code [link](htt',
};

describe('a text that grows', () => {
  for (const [name, text] of Object.entries(corpus)) {
    test(`is lexed as a whole one would be: ${name}`, () => {
      for (const step of [1, 3, 7]) {
        const blocks = new Blocks();
        for (let end = step; ; end += step) {
          const part = text.slice(0, end);
          const grown = blocks.update(part).map(({ token }) => token);
          expect(grown).toEqual(lex(part.replace(/\r\n?/g, '\n')));
          if (end >= text.length) break;
        }
      }
    });
  }

  test('keeps its finished blocks as they are', () => {
    const blocks = new Blocks();
    const before = blocks.update('One\n\nTwo\n\nThree\n\nFo');
    const after = blocks.update('One\n\nTwo\n\nThree\n\nFour and more');
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.slice(0, -1).every((block, index) => block === before[index])).toBe(true);
    expect(after.at(-1)).not.toBe(before.at(-1));
  });

  test('may become another text', () => {
    const blocks = new Blocks();
    blocks.update('# One\n\ntwo');
    expect(blocks.update('other').map(({ token }) => token)).toEqual(lex('other'));
  });

  test('nested beyond measure is shown as it is', () => {
    const text = '>'.repeat(20_000);
    expect(
      lex(text)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(text);
  });
});

describe('a long text in pieces', () => {
  const whole = Array.from({ length: 120 }, () => Object.values(corpus).join('\n\n')).join('\n\n');
  const tokens = (pieces: Pieces) =>
    Array.from({ length: pieces.count }, (_, piece) => pieces.blocks(piece))
      .flat()
      .map(({ token }) => token);

  for (const step of [997, 40_000, whole.length]) {
    test(`is lexed as a whole one would be, ${step} characters at a time`, () => {
      const pieces = new Pieces();
      for (let from = 0; from < whole.length; from += step)
        pieces.append(whole.slice(from, from + step));
      expect(pieces.count).toBeGreaterThan(10);
      expect(tokens(pieces)).toEqual(lex(whole.replace(/\r\n?/g, '\n')));
    });
  }

  /** Lines that go on, end or begin something; put together at random they seldom mean what they were meant to. */
  const lines = [
    '',
    '',
    '',
    '',
    'A line of text.',
    'and another',
    '# Heading',
    '- item',
    '  more of it',
    '* star',
    '1. one',
    '2',
    '   - deep',
    '      deeper',
    '    indented code',
    '```',
    '```js',
    '  ```',
    '   ~~~',
    '~~~',
    '````',
    '- ```',
    '> quote',
    '> ```',
    '| a | b |',
    '|---|---|',
    '---',
    '===',
    '<pre>',
    '</pre>',
    '<!-- remark',
    '-->',
    '<div>',
    '</div>',
    '[x]: https://example.org',
    '\ttab',
    '+',
    '`code`',
    '**bold',
    '\\',
    '``` not`code',
    '12) twelve',
    '- [ ] task',
    ':-',
    'Ünïcode',
    '***',
  ];

  /** Numbers that look random and are the same each time. */
  function numbers(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  test('is lexed as a whole one would be, whatever its lines', () => {
    let most = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = numbers(seed);
      const text = Array.from(
        { length: 80 },
        () => lines[Math.floor(random() * lines.length)],
      ).join('\n');
      const pieces = new Pieces(60);
      for (let from = 0; from < text.length;) {
        const to = from + 1 + Math.floor(random() * 90);
        pieces.append(text.slice(from, to));
        if (random() < 0.3) void pieces.open;
        from = to;
      }
      most = Math.max(most, pieces.count);
      expect([seed, tokens(pieces)]).toEqual([seed, lex(text)]);
    }
    expect(most).toBeGreaterThan(5);
  });

  test('keeps the blocks that were drawn when their piece ends', () => {
    const pieces = new Pieces(40);
    pieces.append('First paragraph.\n\nSecond paragraph, a longer one.\n');
    const before = pieces.open;
    pieces.append('\nThird paragraph.\n\n');
    pieces.append('Fourth paragraph.\n');
    expect(pieces.count).toBe(2);
    expect(pieces.blocks(0)[0]).toBe(before[0]);
    expect(pieces.blocks(0)[0]).toBeDefined();
  });

  test('has keys of its own for all blocks, and those of a finished piece stay', () => {
    const pieces = new Pieces();
    pieces.append(whole);
    const keys = (piece: number) => pieces.blocks(piece).map(({ key }) => key);
    const before = keys(1);
    const all = Array.from({ length: pieces.count }, (_, piece) => keys(piece)).flat();
    expect(new Set(all).size).toBe(all.length);
    pieces.append(whole);
    expect(keys(1)).toEqual(before);
  });

  test('may be cut inside of a line end', () => {
    const pieces = new Pieces();
    for (const part of ['a\r', '\nb\r', '\n\r', '\nc\r\n']) pieces.append(part);
    expect(tokens(pieces)).toEqual(lex('a\nb\n\nc\n'));
  });
});

test('nothing of a text is lost', () => {
  for (const text of Object.values(corpus)) {
    const plain = text.replace(/\r\n?/g, '\n');
    expect(
      lex(plain)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(plain);
  }
});

test('references stand for plain characters only', () => {
  const check = (input: string, expected: string): void => {
    expect(resolve(input)).toBe(expected);
  };
  check('a &amp;&lt;&gt; b', 'a &<> b');
  check('&#39;&#x41;', "'A");
  check('&#x202e;&#8238;&#10;&zwj;&nosuch;', '&#x202e;&#8238;&#10;&zwj;&nosuch;');
});

describe('code', () => {
  const rust = 'pub async fn callback(Query(q): Query<Callback>) {\n    let x = "a\\n"; // end\n}';

  test('keeps every character when it is coloured', async () => {
    const pieces = await highlight(rust, 'rust');
    expect(pieces?.map(({ text }) => text).join('')).toBe(rust);
    expect(pieces).toContainEqual({ text: 'pub', scope: 'keyword' });
    expect(pieces?.some(({ scope }) => scope === 'comment')).toBe(true);
  });

  test('with code of another language inside keeps it too', async () => {
    const html = '<script>const a = 1;</script>\n<style>a { b: c }</style>';
    const pieces = await highlight(html, 'html');
    expect(pieces?.map(({ text }) => text).join('')).toBe(html);
  });

  test('of an unknown language stays plain', async () => {
    expect(await highlight('x', 'constructor')).toBeUndefined();
    expect(await highlight('x', '')).toBeUndefined();
  });
});

describe('headings of an agent', () => {
  for (const [text, expected] of [
    ['# One\n\n## Two\n\n## Two', [2, 3, 3]],
    ['## Two\n\ntext\n\n### Three\n\n## Two', [2, 3, 2]],
    ['### Three\n\n### Three\n\n# One\n\n###### Six', [2, 2, 2, 3]],
  ] as const) {
    test(`stand one below what they are under: ${JSON.stringify(text)}`, () => {
      expect(headingLevels(lex(text)).filter((level) => level > 0)).toEqual(expected);
    });
  }
});
