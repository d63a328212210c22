import type { Draft } from '../wire/Draft';

/** The places of the options that are chosen. */
export function chosenOf(draft: Draft): readonly number[] {
  if (draft.is === 'options') return draft.indices;
  return draft.is === 'option' ? [draft.index] : [];
}

/** The draft of a multi-select after an option was chosen or taken back; in the options' own order. */
export function toggled(draft: Draft, index: number, on: boolean): Draft {
  const others = chosenOf(draft).filter((each) => each !== index);
  const indices = on ? [...others, index].sort((a, b) => a - b) : others;
  return { is: 'options', indices };
}
