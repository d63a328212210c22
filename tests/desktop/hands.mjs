// A keyboard and a mouse at a stage's display. Their events come from the X server, as a person's do: a key held
// down repeats, clicks in a row are counted, and nothing tells the page that a test is behind them.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { until } from './until.mjs';

/** @typedef {import('./webdriver.mjs').Page} Page */

const run = promisify(execFile);

/** The window's, as a pattern. */
const TITLE = '^([(][0-9]+[)] )?Assent$';

/** Somebody's hands. */
export class Hands {
  #display;

  /** @param {string} display */
  constructor(display) {
    this.#display = display;
  }

  /**
   * @param {string[]} words
   * @returns {Promise<string>}
   */
  async #do(...words) {
    const { stdout } = await run('xdotool', words, { env: { ...process.env, DISPLAY: this.#display } });
    return stdout.trim();
  }

  /** Gives Assent's window the keyboard: there is no window manager that would. */
  async take() {
    await this.#do('windowfocus', '--sync', await this.#window());
  }

  /** A window, as the display names it. @param {string} [title] a pattern */
  #window(title = TITLE) {
    return until('the window to be on the display', () => this.#do('search', '--onlyvisible', '--name', title));
  }

  /**
   * Moves the window.
   * @param {number} x
   * @param {number} y
   */
  async move(x, y) {
    await this.#do('windowmove', await this.#window(), String(x), String(y));
  }

  /**
   * Gives the window another size.
   * @param {number} width
   * @param {number} height
   */
  async resize(width, height) {
    await this.#do('windowsize', await this.#window(), String(width), String(height));
  }

  /**
   * Closes a window, as the button on its frame does. There must be a window manager.
   * @param {string} [title] a pattern; without one it is the main window
   */
  async close(title) {
    await this.#do('windowactivate', '--sync', await this.#window(title));
    await this.#do('key', 'alt+F4');
  }

  /** Takes the pointer off all windows: without a window manager the one below it has the keyboard. */
  async leave() {
    await this.#do('mousemove', '1275', '895');
  }

  /**
   * Whether there is a window with such a title.
   * @param {string} title a pattern
   */
  async sees(title) {
    return (await this.#do('search', '--onlyvisible', '--name', title).catch(() => '')) !== '';
  }

  /**
   * Presses a key down and leaves it there.
   * @param {string} key as X names it: `Return`, `space`
   */
  async down(key) {
    await this.#do('keydown', key);
  }

  /** @param {string} key */
  async up(key) {
    await this.#do('keyup', key);
  }

  /** Presses a key that does nothing here, and leaves the focus where it is. */
  async nudge() {
    await this.#do('key', 'F6');
  }

  /** @param {...string} keys with `+` between those pressed together */
  async press(...keys) {
    await this.#do('key', ...keys);
  }

  /**
   * Clicks on a part of the page, or on whatever lies before it.
   * @param {Page} page
   * @param {string} css
   * @param {number} [times] in quick succession
   */
  async click(page, css, times = 1) {
    const middle = `const part = document.querySelector(arguments[0]);
      if (!part) return undefined;
      part.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = part.getBoundingClientRect();
      return [(x + width / 2) / innerWidth, (y + height / 2) / innerHeight];`;
    const [x, y] = await until(`${css} to be there`, () => page.run(middle, [css]));
    // The window stands in the corner of the display, and the page fills it, whatever its scale.
    const geometry = await this.#do('search', '--onlyvisible', '--name', TITLE, 'getwindowgeometry', '--shell');
    const [width, height] = ['WIDTH', 'HEIGHT'].map((side) => Number(new RegExp(`^${side}=(\\d+)$`, 'm').exec(geometry)?.[1]));
    const place = [x * (width ?? NaN), y * (height ?? NaN)].map((side) => String(Math.round(side)));
    await this.#do('mousemove', ...place, 'click', '--repeat', String(times), '--delay', '60', '1');
  }
}
