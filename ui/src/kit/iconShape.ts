import type { LucideProps } from '@lucide/svelte';
import { mount, unmount, type Component } from 'svelte';

/** A shape from the icon set. */
export type IconShape = Component<LucideProps>;

const drawn = new Map<IconShape, SVGElement>();

/** A shape as it stands in the document. */
function draw(shape: IconShape): SVGElement {
  const target = document.createElement('div');
  const part = mount(shape, { target, props: { strokeWidth: 1.75 } });
  const svg = target.querySelector('svg');
  if (!svg) throw new Error('an icon without a picture');
  svg.remove();
  void unmount(part);
  return svg;
}

/**
 * A picture of a shape. `size` is that beside text of the usual size, in pixels: it grows with the text.
 *
 * Why copies of one that is drawn once: a component of the icon set costs as much as all else in a button, and icons
 * stand at each piece of code, each field and each row.
 */
export function pictureOf(shape: IconShape, size: number): SVGElement {
  const known = drawn.get(shape) ?? draw(shape);
  drawn.set(shape, known);
  const picture = known.cloneNode(true) as SVGElement;
  picture.setAttribute('width', `${size / 16}rem`);
  picture.setAttribute('height', `${size / 16}rem`);
  return picture;
}
