/** Elements whose texts stand apart: nothing that is looked for goes from one to the next. */
const BLOCKS = 'p,li,div,pre,td,th,h1,h2,h3,h4,h5,h6,blockquote,figure,figcaption,article';
/** What no part of a text is: buttons, words of ours. */
const NOT_TEXT = 'button,[data-nofind],.visually-hidden';
const APART = '\u001e';

/** Where what is looked for stands in one part of an entry, as it is drawn. */
export function rangesIn(part: Element, wanted: RegExp): Range[] {
  const nodes: { node: Text; from: number }[] = [];
  let text = '';
  let block: Element | null | undefined;
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const outside = parent?.closest(NOT_TEXT);
    if (!(node instanceof Text) || (outside && part.contains(outside))) continue;
    const its = parent?.closest(BLOCKS);
    if (block !== undefined && its !== block) text += APART;
    block = its;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  const place = (at: number): { node: Text; offset: number } | undefined => {
    const found = nodes.findLast(({ from }) => from <= at);
    return found && { node: found.node, offset: Math.min(at - found.from, found.node.length) };
  };
  wanted.lastIndex = 0;
  return [...text.matchAll(wanted)].flatMap(({ index, 0: { length } }) => {
    const begin = place(index);
    // The end belongs to the letter before it.
    const end = place(index + length - 1);
    if (!begin || !end) return [];
    const range = document.createRange();
    range.setStart(begin.node, begin.offset);
    range.setEnd(end.node, end.offset + 1);
    return [range];
  });
}

/** The name of a part of an entry, as its element has it (`data-find`). */
export function partName(at: { part: string; place?: number }): string {
  return at.place === undefined ? at.part : `${at.part}-${at.place}`;
}
