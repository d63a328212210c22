// What a person sees and does in the page, by the names that the page gives to its parts (`data-testid`).

import { becomes, until } from './until.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('./harness.mjs').WatchedPage} WatchedPage */
/** @typedef {import('../../ui/src/wire/Intent').Intent} Intent */
/** @typedef {import('../../ui/src/wire/Snapshot').Snapshot} Snapshot */
/** @typedef {import('../../ui/src/wire/AskStatus').AskStatus} AskStatus */
/** @typedef {'form' | 'link' | 'permission' | 'sign-in'} Kind */

/**
 * A selector for a part of the page.
 * @param {string} name its `data-testid`
 * @param {Record<string, string | undefined>} [data] other `data-` attributes it must have
 */
export function part(name, data = {}) {
  const more = Object.entries(data).map(([key, value]) => (value === undefined ? '' : `[data-${key}=${JSON.stringify(value)}]`));
  return `[data-testid="${name}"]${more.join('')}`;
}

/** Loads a page again in the language nobody speaks, which runs from right to left. @param {WatchedPage} page */
export async function mirror(page) {
  page.spoiled = true;
  await page.addInitScript("Object.defineProperty(navigator, 'languages', { value: ['qps-plocm'] })");
  await page.reload();
  await page.locator('html[dir=rtl]').waitFor();
  await page.locator('main').waitFor();
}

/** Somebody in front of a page. */
export class Person {
  /** @param {WatchedPage} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * @param {string} name
   * @param {Record<string, string | undefined>} [data]
   */
  part(name, data) {
    return this.page.locator(part(name, data));
  }

  get composer() {
    return this.part('composer');
  }

  get transcript() {
    return this.part('transcript');
  }

  /** The ask that stands in the dock. */
  get card() {
    return this.page.locator(`${part('ask')}[data-docked]`);
  }

  /**
   * The ask in the dock, of this kind, once it stands so.
   * @param {Kind} kind
   * @param {AskStatus} [status]
   */
  async ask(kind, status = 'pending') {
    const card = this.page.locator(`${part('ask', { kind, status })}[data-docked]`);
    await card.waitFor();
    return card;
  }

  /**
   * An ask that has ended, where it stays.
   * @param {Kind} kind
   * @param {AskStatus} status
   */
  async past(kind, status) {
    const row = this.page.locator(`${part('ask', { kind, status })}:not([data-docked])`).last();
    await row.waitFor();
    return row;
  }

  /** A field of the form in the dock. @param {string} name */
  field(name) {
    return this.card.locator(part('field', { name }));
  }

  /** The control of a field. @param {string} name */
  control(name) {
    return this.field(name).locator('input:not([type=radio]), textarea, button[aria-haspopup=listbox]').first();
  }

  /** An option of a field. @param {string} name @param {string} title */
  option(name, title) {
    return this.field(name).getByText(title, { exact: true });
  }

  /** The codes of what is wrong with a field. @param {string} name */
  errors(name) {
    // All at once: one that goes meanwhile would be waited for.
    const found = this.field(name).locator(part('field-error'));
    return found.evaluateAll((errors) => errors.map((error) => error.getAttribute('data-code')));
  }

  get accept() {
    return this.card.locator(part('accept'));
  }

  get decline() {
    return this.card.locator(part('decline'));
  }

  get cancel() {
    return this.card.locator(part('cancel'));
  }

  get dialog() {
    return this.part('link-dialog');
  }

  get open() {
    return this.dialog.locator(part('link-open'));
  }

  /** Presses keys, one after the other. @param {...string} keys */
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** @param {string} text */
  async type(text) {
    await this.page.keyboard.type(text);
  }

  /** Holds a key down while it repeats. @param {string} key @param {number} [times] */
  async hold(key, times = 3) {
    for (let time = 0; time < times; time += 1) await this.page.keyboard.down(key);
    await this.page.keyboard.up(key);
  }

  /** Writes to the agent. @param {string} text */
  async prompt(text) {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  /** Goes to the oldest ask by its key, and waits until the focus is in it. */
  async goToAsk() {
    await until('an ask to wait', async () => (await this.snapshot()).asks.some(({ head }) => head.status === 'pending'));
    // The engine has it before the page does, and a key that comes between finds nothing.
    await this.card.or(this.page.locator(`${part('waiting')}:enabled`)).first().waitFor();
    await this.press('Control+j');
    await until('the ask to have the focus', () => this.page.evaluate(() => document.activeElement?.closest('[data-docked]') !== null));
  }

  /** Whether a part has the focus, or what is in it. @param {Locator} locator */
  hasFocus(locator) {
    return locator.evaluate((element) => element.contains(document.activeElement));
  }

  /** Waits until a part has the focus, or what is in it. @param {Locator} locator */
  async focusIn(locator) {
    await becomes(() => this.hasFocus(locator), true);
  }

  /** The oldest ask, a link, and its dialog, as the engine has them. */
  async link() {
    const { asks, sessions } = await this.snapshot();
    const ask = asks[0];
    const session = sessions[0]?.head.id;
    if (ask?.body.kind !== 'link' || session === undefined) throw new Error('there is no link');
    return { session, ask: ask.head.id, dialog: ask.body.link.dialog };
  }

  /** Reviews the link in the dock: opens its dialog. */
  async review() {
    await this.card.locator(part('review-link')).click();
    await this.dialog.waitFor();
  }

  /** Lets the page's time stand still, so that a test may take its own. */
  async stopTime() {
    this.page.spoiled = true;
    await this.page.clock.install();
    await this.page.clock.pauseAt(Date.now() + 1_000);
  }

  /** Lets so much of the page's time pass. @param {number} milliseconds */
  async timePasses(milliseconds) {
    await this.page.clock.runFor(milliseconds);
  }

  /** The middle of a part, for the mouse. @param {Locator} locator */
  async middleOf(locator) {
    const box = await locator.boundingBox();
    if (!box) throw new Error('it is not to be seen');
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  }

  /** Waits until Open counts, and opens. On a busy machine the engine's second may end after the page's: then once more. */
  async openPage() {
    await until('the page to be opened', async () => {
      await this.open.click({ timeout: 3_000 }).catch(() => undefined);
      return this.dialog.waitFor({ state: 'detached', timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Waits until text stands in the transcript. @param {string} text */
  async hears(text) {
    await this.transcript.getByText(text).first().waitFor();
  }

  /**
   * Says something to the agent without touching the page: over a connection of its own.
   * @param {string} [text]
   */
  async nudge(text = 'go') {
    // What is said before the session is open waits for the person to send it.
    const session = await until('the session to be open', async () => {
      const { sessions } = await this.snapshot();
      return sessions[0]?.head.status.state === 'open' ? sessions[0].head.id : undefined;
    });
    await this.sends({ type: 'prompt', session, text });
  }

  /** Lets an agent go on that asks (see `asksToGoOn`). */
  async letsGoOn() {
    await this.card.getByText('Shall I go on?').waitFor();
    await this.accept.click();
  }

  /** What the engine tells this page. @returns {Promise<Snapshot>} */
  snapshot() {
    return this.#overASocket([]);
  }

  /** Sends intents by hand, one right after the other, as no button does. @param {...Intent} intents */
  async sends(...intents) {
    await this.#overASocket(intents);
  }

  /**
   * @param {Intent[]} intents
   * @returns {Promise<Snapshot>}
   */
  #overASocket(intents) {
    return this.page.evaluate(
      (messages) =>
        new Promise((done, fail) => {
          const parameters = new URLSearchParams(location.search);
          const socket = new WebSocket(parameters.get('socket') ?? '');
          const page = sessionStorage.getItem('page');
          const session = Number(parameters.get('session') ?? NaN);
          socket.onopen = () => socket.send(JSON.stringify({ token: parameters.get('token'), page, session, aside: true }));
          socket.onerror = () => fail(new Error('no connection'));
          socket.onmessage = (event) => {
            for (const message of messages) socket.send(JSON.stringify(message));
            socket.onmessage = null;
            socket.onclose = () => done(JSON.parse(event.data).snapshot);
            socket.close();
          };
        }),
      intents,
    );
  }
}
