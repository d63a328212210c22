import type { OptionValueView } from '../wire/OptionValueView';

/** Values that stand together, each with its place in the whole list. */
export interface Group {
  name: string | null;
  values: { index: number; value: OptionValueView }[];
}

/** Puts values of one group beside each other, in the order in which they come. */
export function groupsOf(values: readonly OptionValueView[]): Group[] {
  const groups: Group[] = [];
  values.forEach((value, index) => {
    const last = groups.at(-1);
    if (last && last.name === value.group) last.values.push({ index, value });
    else groups.push({ name: value.group, values: [{ index, value }] });
  });
  return groups;
}
