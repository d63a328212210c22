// What is on a display, read from the memory of its server: nothing in the window knows of it.

import { closeSync, openSync, readSync } from 'node:fs';

/** Rows that are looked at: each tenth of the window's. */
const STEP = 10;

/** A display's pixels. */
export class Screen {
  #file;
  #start;
  #line;

  /** @param {string} path the file of `Xvfb -fbdir`, in the format of XWD */
  constructor(path) {
    this.#file = openSync(path, 'r');
    const header = Buffer.alloc(100);
    readSync(this.#file, header, 0, 100, 0);
    const colours = header.readUInt32BE(76);
    this.#line = header.readUInt32BE(48);
    this.#start = header.readUInt32BE(0) + colours * 12;
  }

  /** Some rows of the window in the corner. @param {number} width @param {number} height */
  rows(width, height) {
    const count = Math.floor(height / STEP);
    const all = new Uint32Array(count * width);
    for (let row = 0; row < count; row += 1) {
      const part = new Uint8Array(all.buffer, row * width * 4, width * 4);
      readSync(this.#file, part, 0, part.length, this.#start + (row * STEP + STEP / 2) * this.#line);
    }
    return all;
  }

  close() {
    closeSync(this.#file);
  }
}

/** The colour of the left side of both pages, as `tokens.css` and `bare.css` have it. */
const SIDE = 0xfff2f0eb;

/** Whether the left side is drawn, as far as it reaches. @param {Uint32Array} pixels */
export function isDrawn(pixels) {
  let drawn = 0;
  for (const pixel of pixels) if (pixel === SIDE) drawn += 1;
  return drawn > pixels.length / 10;
}

/** Which part of two pictures differs, from 0 to 1. @param {Uint32Array} one @param {Uint32Array} other */
export function difference(one, other) {
  let differing = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) differing += 1;
  return differing / one.length;
}
