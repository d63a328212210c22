import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../src');
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /[.](css|svelte)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The parts of a shadow that are blurred: those with a third length that is not nothing. */
function blurred(shadow: string): string[] {
  return shadow
    .split(/,(?![^(]*[)])/)
    .map((one) => one.trim())
    .filter(
      (one) =>
        !/^(inset )?-?\d+(px)? -?\d+(px)? 0\b|^(inset )?-?\d+(px)? -?\d+(px)? (?!-?\d)/.test(one),
    )
    .filter((one) => /^(inset )?-?\d/.test(one));
}

/** What is slow to draw without a graphics card. */
function slow(text: string): string[] {
  const shadows = [...text.matchAll(/(?:box-shadow|--shadow):([^;]+);/g)];
  const soft = shadows.flatMap(([, value = '']) => blurred(value.replace(/\s+/g, ' ').trim()));
  const endless = [...text.matchAll(/animation:[^;]*\binfinite\b[^;]*;/g)].map(([whole]) => whole);
  return [
    ...soft,
    ...endless.filter((one) => !/\bstep/.test(one)),
    ...(text.match(/backdrop-filter|\bblur\(/g) ?? []),
  ];
}

test('what is slow to draw is found', () => {
  expect(slow('a { box-shadow: 0 1px 2px red; }')).toEqual(['0 1px 2px red']);
  expect(slow('a { --shadow: 0 1px 0 1px red, 0 2px 8px -2px rgb(0 0 0 / 4%); }')).toHaveLength(1);
  expect(slow('a { box-shadow: inset 2px 0 0 var(--a); }')).toEqual([]);
  expect(slow('a { box-shadow: inset 2px 0 var(--a); }')).toEqual([]);
  expect(slow('a { box-shadow: var(--shadow); }')).toEqual([]);
  expect(slow('a { animation: b 1s infinite; }')).toHaveLength(1);
  expect(slow('a { animation: b 1s step-end infinite; }')).toEqual([]);
  expect(slow('a { filter: blur(2px); backdrop-filter: none; }')).toHaveLength(2);
});

// Without a graphics card a blurred shadow costs 30 ms in each picture that touches it, and what moves by itself a
// picture each 16 ms.
test('nothing is blurred, and what moves without end moves in steps', () => {
  expect(sheets.length).toBeGreaterThan(100);
  expect(sheets.flatMap(({ file, text }) => slow(text).map((one) => `${file}: ${one}`))).toEqual(
    [],
  );
});
