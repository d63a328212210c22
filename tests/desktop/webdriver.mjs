// A small client of the W3C WebDriver protocol: as much of it as the tests and the demo need.

import { writeFile } from 'node:fs/promises';

import { until } from './until.mjs';

// The key under which the protocol hands out elements.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

// The keys without a character of their own, as the protocol writes them.
const KEYS = new Map([
  ['Backspace', '\uE003'],
  ['Tab', '\uE004'],
  ['Enter', '\uE007'],
  ['Shift', '\uE008'],
  ['Control', '\uE009'],
  ['Escape', '\uE00C'],
  ['Space', ' '],
  ['End', '\uE010'],
  ['Home', '\uE011'],
  ['ArrowUp', '\uE013'],
  ['ArrowDown', '\uE015'],
  ['F1', '\uE031'],
  ['F7', '\uE037'],
  ['F9', '\uE039'],
  ['F10', '\uE03A'],
]);

/** How long a driver may take to answer, in milliseconds: one that lost its window may never do. */
const PATIENCE = 60_000;

/** @param {string} key */
const keyValue = (key) => KEYS.get(key) ?? key;

/**
 * @param {string} address
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(address, method, body) {
  const answer = await fetch(address, {
    method,
    signal: AbortSignal.timeout(PATIENCE),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = /** @type {{ value: any }} */ (await answer.json());
  if (!answer.ok) throw new Error(`${value?.error ?? answer.status}: ${value?.message ?? ''} (${method} ${address})`);
  return value;
}

/** One window under the control of a driver. */
export class Page {
  #session;

  /** @param {string} session the session's address */
  constructor(session) {
    this.#session = session;
  }

  /**
   * Starts a program that shows WebKitGTK, and takes control of it.
   * @param {string} driver the driver's address
   * @param {string} binary
   * @param {string[]} args
   */
  static async open(driver, binary, args) {
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } };
    const { sessionId } = await call(`${driver}/session`, 'POST', { capabilities });
    return new Page(`${driver}/session/${sessionId}`);
  }

  /** Ends the session, and with it the program. */
  async close() {
    await call(this.#session, 'DELETE');
  }

  /** @param {string} address */
  async visit(address) {
    await call(`${this.#session}/url`, 'POST', { url: address });
  }

  /** @returns {Promise<string>} */
  address() {
    return call(`${this.#session}/url`, 'GET');
  }

  /**
   * All elements that match now.
   * @param {string} css
   * @returns {Promise<Element[]>}
   */
  async all(css) {
    const found = await call(`${this.#session}/elements`, 'POST', { using: 'css selector', value: css });
    return found.map((/** @type {Record<string, string>} */ one) => new Element(this.#session, one[ELEMENT] ?? ''));
  }

  /**
   * The first element that matches, once there is one.
   * @param {string} css
   * @param {number} [limit] milliseconds
   * @returns {Promise<Element>}
   */
  find(css, limit) {
    return until(`${css} to appear`, async () => (await this.all(css))[0], limit);
  }

  /**
   * Waits until nothing matches.
   * @param {string} css
   * @param {number} [limit] milliseconds
   */
  async gone(css, limit) {
    await until(`${css} to go`, async () => (await this.all(css)).length === 0, limit);
  }

  /**
   * Clicks what matches, once it can be clicked: what is off, covered or still moving is tried again.
   * @param {string} css
   * @param {number} [limit] milliseconds
   */
  async click(css, limit) {
    await until(
      `${css} to take a click`,
      async () => {
        const [element] = await this.all(css);
        if (element === undefined || !(await element.enabled())) return false;
        await element.click();
        return true;
      },
      limit,
    );
  }

  /**
   * @param {string} script the body of a function
   * @param {unknown[]} [args]
   * @returns {Promise<any>}
   */
  run(script, args = []) {
    return call(`${this.#session}/execute/sync`, 'POST', { script, args });
  }

  /**
   * The windows there are.
   * @returns {Promise<string[]>} their handles
   */
  windows() {
    return call(`${this.#session}/window/handles`, 'GET');
  }

  /**
   * The window that is under control.
   * @returns {Promise<string>} its handle
   */
  window() {
    return call(`${this.#session}/window`, 'GET');
  }

  /**
   * Takes control of another window.
   * @param {string} handle
   */
  async turnTo(handle) {
    await call(`${this.#session}/window`, 'POST', { handle });
  }

  /** Loads the page again. */
  async reload() {
    await call(`${this.#session}/refresh`, 'POST', {});
    await this.watch();
  }

  /** Notes from now on what the page's policy forbids in the window under control, where a reload does not forget it. */
  async watch() {
    await this.run(`if (!window.violating) {
      window.violating = true;
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
        const before = JSON.parse(sessionStorage.getItem('violations') ?? '[]');
        const all = [...before, [effectiveDirective, blockedURI, sourceFile, lineNumber].join(' ')];
        sessionStorage.setItem('violations', JSON.stringify(all));
      });
    }`);
  }

  /**
   * What was forbidden since, and not told before.
   * @returns {Promise<string[]>}
   */
  violations() {
    // It is told in a task of its own, later than what was forbidden.
    return this.run(`return new Promise((done) => setTimeout(() => {
      const all = JSON.parse(sessionStorage.getItem('violations') ?? '[]');
      sessionStorage.removeItem('violations');
      done(all);
    }))`);
  }

  /**
   * Gives the window a size, and waits until the page has it.
   * @param {number} width
   * @param {number} height
   * @param {number} [zoom] of the page
   */
  async resize(width, height, zoom = 1) {
    await call(`${this.#session}/window/rect`, 'POST', { width, height });
    const size = [width / zoom, height / zoom];
    await until(`the window to be ${size.join(' by ')}`, () =>
      this.run('return innerWidth === arguments[0] && innerHeight === arguments[1]', size),
    );
  }

  /**
   * Presses keys, one after the other.
   * @param {...string} keys a character, or a name such as `Enter` or `Control+a`
   */
  async press(...keys) {
    const actions = keys.flatMap((key) => {
      const held = key.split(/(?<=.)\+/).map(keyValue);
      return [
        ...held.map((value) => ({ type: 'keyDown', value })),
        ...held.reverse().map((value) => ({ type: 'keyUp', value })),
      ];
    });
    await call(`${this.#session}/actions`, 'POST', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /**
   * Writes a picture of the page, as PNG.
   *
   * Where a page is drawn without a graphics card, the driver waits for the next time that something in it is drawn, and
   * in a page at rest nothing is: an outline that nobody sees comes and goes meanwhile.
   * @param {string} file
   */
  async picture(file) {
    const stop = 'clearInterval(window.outlined); document.documentElement.style.outline = ""';
    await this.run(`
      let on = false;
      ${stop};
      window.outlined = setInterval(() => {
        on = !on;
        document.documentElement.style.outline = on ? '1px solid transparent' : '';
      }, 50);
    `);
    const base64 = await call(`${this.#session}/screenshot`, 'GET');
    await this.run(stop);
    await writeFile(file, Buffer.from(base64, 'base64'));
  }
}

/** An element of a page. */
export class Element {
  #address;

  /**
   * @param {string} session
   * @param {string} id
   */
  constructor(session, id) {
    this.#address = `${session}/element/${id}`;
  }

  async click() {
    await call(`${this.#address}/click`, 'POST', {});
  }

  /** @param {string} text */
  async type(text) {
    await call(`${this.#address}/value`, 'POST', { text });
  }

  /** @returns {Promise<string>} */
  text() {
    return call(`${this.#address}/text`, 'GET');
  }

  /**
   * @param {string} name
   * @returns {Promise<string | null>}
   */
  attribute(name) {
    return call(`${this.#address}/attribute/${name}`, 'GET');
  }

  /**
   * What stands in a control.
   * @returns {Promise<string>}
   */
  value() {
    return call(`${this.#address}/property/value`, 'GET');
  }

  /** @returns {Promise<boolean>} */
  enabled() {
    return call(`${this.#address}/enabled`, 'GET');
  }
}
