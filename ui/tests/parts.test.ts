import { describe, expect, test } from 'vitest';

import { option } from '../fixtures/make';
import { groupsOf } from '../src/composer/groups';
import { toggled } from '../src/form/chosen';
import { addDays, addMonths, localZone, readDay, weeksOf, writeDay } from '../src/form/dates';
import { OptionSearch } from '../src/form/search';
import { compare, countLines, fold } from '../src/transcript/diff';

describe('dates', () => {
  test('are read only if there is such a day', () => {
    const check = (input: string, expected: boolean): void => {
      expect(readDay(input) !== undefined).toBe(expected);
    };
    check('2024-02-29', true);
    check('2023-02-29', false);
    check('2024-13-01', false);
    check('0001-01-01', true);
    check('24-01-01', false);
    check(' 2024-01-01 ', true);
    check('', false);
  });

  test('go over ends of months, years and centuries', () => {
    const day = (text: string): Parameters<typeof writeDay>[0] =>
      readDay(text) ?? { year: 0, month: 0, day: 0 };
    expect(writeDay(addDays(day('2024-02-28'), 2))).toBe('2024-03-01');
    expect(writeDay(addDays(day('0099-12-31'), 1))).toBe('0100-01-01');
    expect(writeDay(addDays(day('9999-12-31'), 1))).toBe('9999-12-31');
    expect(writeDay(addMonths(day('2024-01-31'), 1))).toBe('2024-02-29');
    expect(writeDay(addMonths(day('2024-01-15'), -1))).toBe('2023-12-15');
    const weeks = weeksOf(day('2024-02-10'), 1);
    expect(weeks).toHaveLength(6);
    expect(weeks[0]?.map(writeDay)[0]).toBe('2024-01-29');
    const from = (first: number): unknown => weeksOf(day('2024-02-10'), first)[0]?.map(writeDay)[0];
    expect([6, 7].map(from)).toEqual(['2024-01-27', '2024-01-28']);
  });

  test('zones are written as RFC 3339 does', () => {
    expect(localZone(new Date())).toMatch(/^[+-]\d\d:\d\d$/);
  });
});

describe('a long list', () => {
  const options = Array.from({ length: 20_000 }, (_, index) =>
    option(`Option ${index}`, { description: index === 7 ? 'Größe und Maß' : null }),
  );
  const find = (query: string): number[] => new OptionSearch(options).find(query);

  test('is searched by words, without case and accents', () => {
    expect(find('')).toHaveLength(20_000);
    expect(find('OPTION 19999')).toEqual([19_999]);
    expect(find('grosse')).toEqual([]);
    expect(find('mass')).toEqual([]);
    expect(find('gro option 7')).toEqual([7]);
    expect(find('nothing like it')).toEqual([]);
  });

  test('finds the same, typed letter by letter, with words after each other and taken back', () => {
    const typed = new OptionSearch(options);
    const all = ['o', 'op', 'option', 'option 1', 'option 19', 'option 199', 'option 1', 'tion 7'];
    for (const query of [...all, 'tion 7 g', 'on 7 gro', '', '  ', 'gro', 'GRÖ', 'x', '7']) {
      expect(typed.find(query)).toEqual(find(query));
    }
  });
});

test('a multi-select keeps the order of its options', () => {
  const first = toggled({ is: 'untouched' }, 3, true);
  expect(first).toEqual({ is: 'options', indices: [3] });
  const second = toggled(first, 1, true);
  expect(second).toEqual({ is: 'options', indices: [1, 3] });
  expect(toggled(toggled(second, 1, false), 3, false)).toEqual({ is: 'options', indices: [] });
});

test('values stand in their groups with their own places', () => {
  const value = (name: string, group: string | null): Parameters<typeof groupsOf>[0][number] => ({
    name,
    description: null,
    group,
  });
  const groups = groupsOf([value('a', null), value('b', 'x'), value('c', 'x'), value('d', null)]);
  expect(groups.map(({ name, values }) => [name, values.map(({ index }) => index)])).toEqual([
    [null, [0]],
    ['x', [1, 2]],
    [null, [3]],
  ]);
});

describe('a change', () => {
  const before = 'one\ntwo\nthree\n' + 'same\n'.repeat(20) + 'last';
  const after = 'one\ntwo and a half\nthree\n' + 'same\n'.repeat(20) + 'last\nmore';

  test('marks words also where more lines come than go', () => {
    const marked = (before: string, after: string): string[] =>
      (compare(before, after) ?? [])
        .filter(({ kind }) => kind !== 'same')
        .map(({ parts }) =>
          parts.map(({ text, changed }) => (changed ? `<${text}>` : text)).join(''),
        );
    expect(marked('a\nold words here\nz\n', 'a\nnew words here\nmore\nz\n')).toEqual([
      '<old> words here',
      '<new> words here',
      'more',
    ]);
    expect(marked('a\nold words here\nz\n', 'a\nmore\nnew words here\nz\n')).toEqual([
      '<old> words here',
      'more',
      '<new> words here',
    ]);
    expect(marked('one\n', 'two\nthree\n')).toEqual(['one', 'two', 'three']);
  });

  test('shows lines, and the words that differ', () => {
    const lines = compare(before, after) ?? [];
    const gone = lines.find(({ kind }) => kind === 'removed');
    expect(gone?.old).toBe(2);
    const come = lines.find(({ kind }) => kind === 'added');
    expect(come?.new).toBe(2);
    expect(
      come?.parts
        .filter(({ changed }) => changed)
        .map(({ text }) => text)
        .join(''),
    ).toBe(' and a half');
    const text = (kind: string, other: string): string =>
      lines
        .filter((line) => line.kind === kind || line.kind === other)
        .map((line) => line.parts.map((part) => part.text).join(''))
        .join('\n');
    expect(text('same', 'removed')).toBe(before);
    expect(text('same', 'added')).toBe(after);
  });

  test('folds what is far away and loses no line', () => {
    const lines = compare(before, after) ?? [];
    const stretches = fold(lines);
    expect(stretches.some(({ folded }) => folded)).toBe(true);
    expect(stretches.flatMap((stretch) => stretch.lines)).toEqual(lines);
  });

  test('counts lines of all its files', () => {
    expect(countLines([])).toBeUndefined();
    const diff = { type: 'diff', path: '/a', old: null, new: 'x\ny\n' } as const;
    expect(countLines([diff, diff])).toEqual({ added: 4, removed: 0 });
  });
});
