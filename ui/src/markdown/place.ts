import { getContext, setContext } from 'svelte';

/** Where a text of a transcript stands: an entry, and in it a part of what a tool call yields. */
export interface TextPlace {
  session: number;
  entry: number;
  content: number | null;
}

const KEY = Symbol('text place');

/** Where the text around a component stands, if it stands in a transcript. To be called while it is set up. */
export function textPlace(): (() => TextPlace | undefined) | undefined {
  return getContext(KEY);
}

/** Says where the texts inside of a component stand. To be called while it is set up. */
export function provideTextPlace(place: () => TextPlace | undefined): void {
  setContext(KEY, place);
}
