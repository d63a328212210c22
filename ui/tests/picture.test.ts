import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { pictureOf, type IconShape } from '../src/kit/iconShape';
import { afterPicture, betweenPictures } from '../src/kit/picture';
import MarkdownPiece from '../src/markdown/MarkdownPiece.svelte';
import { Pieces } from '../src/markdown/pieces';
import { EntryModel } from '../src/state/session.svelte';

/** The window draws once: callbacks of frames, then the tasks after them. */
function picture(): void {
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(1);
}

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('what can wait', () => {
  test('is done after the next picture', () => {
    const done: string[] = [];
    betweenPictures(() => done.push('a'));
    expect(done).toEqual([]);
    picture();
    expect(done).toEqual(['a']);
  });

  test('is done the last first, and only as much as fits between two pictures', () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const done: string[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      betweenPictures(() => {
        done.push(name);
        now += 5;
      });
    picture();
    expect(done).toEqual(['d', 'c']);
    picture();
    expect(done).toEqual(['d', 'c', 'b', 'a']);
    clock.mockRestore();
  });

  test('is not done once it is taken back', () => {
    const done: string[] = [];
    const takeBack = betweenPictures(() => done.push('a'));
    betweenPictures(() => done.push('b'));
    takeBack();
    picture();
    expect(done).toEqual(['b']);
  });

  test('is done in a window that draws nothing', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const done: string[] = [];
    afterPicture(() => done.push('a'));
    vi.advanceTimersByTime(1_000);
    vi.unstubAllGlobals();
    expect(done).toEqual(['a']);
  });
});

describe('a piece of a long text', () => {
  const paragraph = `${'word '.repeat(30)}end.\n\n`;

  function shown(piece: number): {
    target: HTMLElement;
    pieces: Pieces;
    drawn: ReturnType<typeof mount>;
  } {
    const entry = new EntryModel({
      id: 1,
      at: 0,
      dropped: false,
      body: { kind: 'agent', text: paragraph.repeat(60) },
    });
    const { pieces } = entry;
    const row = entry.rows[piece];
    if (!pieces || !row) throw new Error('no such piece');
    vi.spyOn(pieces, 'blocks');
    const target = document.createElement('div');
    const drawn = mount(MarkdownPiece, { target, props: { row, pieces } });
    flushSync();
    return { target, pieces, drawn };
  }

  test('that has just come is not read before it has held its place in a picture', async () => {
    const { target, pieces, drawn } = shown(0);
    expect(pieces.blocks).not.toHaveBeenCalled();
    // The list learns how high it is in the course of the frame, after what was asked for it.
    vi.advanceTimersToNextFrame();
    expect(pieces.blocks).not.toHaveBeenCalled();
    expect(target.querySelector('p')).toBeNull();
    picture();
    expect(target.querySelectorAll('p').length).toBeGreaterThan(1);
    await unmount(drawn);
  });

  test('that is out of sight by then is never read', async () => {
    const { pieces, drawn } = shown(0);
    await unmount(drawn);
    picture();
    expect(pieces.blocks).not.toHaveBeenCalled();
  });
});

test('a shape is drawn once, however often and large it stands there', () => {
  let times = 0;
  const shape = ((anchor: Comment) => {
    times += 1;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    anchor.before(svg);
  }) as unknown as IconShape;
  const pictures = [pictureOf(shape, 12), pictureOf(shape, 12), pictureOf(shape, 16)];
  expect(times).toBe(1);
  expect(new Set(pictures).size).toBe(3);
  expect(pictures.map((one) => one.getAttribute('width'))).toEqual(['0.75rem', '0.75rem', '1rem']);
});
