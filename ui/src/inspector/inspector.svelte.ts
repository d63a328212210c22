import type { Inspect } from '../wire/Inspect';
import type { TraceFilter } from '../wire/TraceFilter';
import type { TraceMessage } from '../wire/TraceMessage';
import type { TraceNews } from '../wire/TraceNews';
import type { TraceRow } from '../wire/TraceRow';

type Rows = Extract<TraceNews, { is: 'rows' }>;

/** Every line. */
export const EVERYTHING: TraceFilter = {
  way: null,
  kind: null,
  method: '',
  text: '',
  failed: false,
};

/** How long typing into a filter may go on before the log is searched, in milliseconds. */
const TYPING = 150;

/**
 * The protocol's log of one connection, as far as it is looked at here. It asks for what is new, takes the one
 * answer, and asks again; while it is paused or nobody looks it asks for nothing.
 */
export class Inspector {
  /** Whose log is looked at. */
  connection: number | undefined = $state();
  /** The lines that fit the filter, by their number. */
  rows: TraceRow[] = $state.raw([]);
  /** How many lines are kept in all, and how many have left. */
  kept = $state(0);
  left = $state(0);
  filter: TraceFilter = $state.raw(EVERYTHING);
  paused = $state(false);
  /** Whether the log has been told to its end since it was opened or the filter changed. */
  complete = $state(false);
  /** The line the keyboard stands on. */
  active: number | undefined = $state();
  /** The message that is looked at. */
  opened: number | undefined = $state();
  message: TraceMessage | undefined = $state.raw();
  /** What is to take the focus. */
  wanted: { what: 'search' | 'list' } | undefined = $state.raw();
  /** It left the log while it was looked at. */
  gone = $state(false);
  readonly #viewer = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  readonly #send: (wanted: Inspect) => void;
  #look = 0;
  #cursor = 0;
  #fresh = true;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (wanted: Inspect) => void) {
    this.#send = send;
  }

  /** Begins to look at a connection's log. */
  open(connection: number): void {
    this.connection = connection;
    this.filter = EVERYTHING;
    this.paused = false;
    this.rows = [];
    this.kept = 0;
    this.left = 0;
    this.active = undefined;
    this.shut();
    this.want('list');
    this.#restart();
  }

  /** Looks at this connection's log no longer. */
  leave(connection: number): void {
    if (this.connection !== connection) return;
    clearTimeout(this.#typing);
    this.connection = undefined;
    this.rows = [];
    this.shut();
    this.#stopAsking();
  }

  /** Asks again after a new subscription: an answer may have gone astray. */
  renew(): void {
    if (this.connection !== undefined && !this.paused) this.#ask();
  }

  /** Changes the filter; what is typed is searched for once the typing rests. */
  narrow(change: Partial<TraceFilter>): void {
    this.filter = { ...this.filter, ...change };
    clearTimeout(this.#typing);
    this.#typing = setTimeout(
      () => this.#restart(),
      'text' in change || 'method' in change ? TYPING : 0,
    );
  }

  /** Stops the list where it is, or lets it go on. */
  pause(paused: boolean): void {
    this.paused = paused;
    if (paused) this.#stopAsking();
    else this.#ask();
  }

  /** Forgets what is kept. */
  clear(): void {
    if (this.connection === undefined) return;
    this.#send({ do: 'clear', connection: this.connection });
    this.rows = [];
    this.active = undefined;
    this.shut();
    if (this.paused) this.pause(false);
  }

  /** Copies a message, or the one that is looked at. */
  copy(number = this.opened): void {
    if (this.connection === undefined || number === undefined) return;
    this.#send({ do: 'copy', connection: this.connection, number });
  }

  /** Writes the log to a file. */
  export(): void {
    if (this.connection !== undefined) this.#send({ do: 'export', connection: this.connection });
  }

  /** Looks at a message. */
  read(number: number, whole = false): void {
    if (this.connection === undefined) return;
    if (this.opened !== number) this.message = undefined;
    this.opened = number;
    this.active = number;
    this.gone = false;
    const { connection } = this;
    this.#send({ do: 'read', connection, viewer: this.#viewer, number, whole });
  }

  /** Lets something take the focus. */
  want(what: 'search' | 'list'): void {
    this.wanted = { what };
  }

  /** Looks at the list only. */
  shut(): void {
    if (this.opened !== undefined) this.want('list');
    this.opened = undefined;
    this.message = undefined;
    this.gone = false;
  }

  /** Moves along the list; a message that is looked at changes with it. */
  move(by: number): void {
    const from = this.place(this.active);
    const start = from ?? (by > 0 ? -1 : this.rows.length);
    const to = this.rows[Math.max(0, Math.min(this.rows.length - 1, start + by))];
    if (!to) return;
    this.active = to.number;
    if (this.opened !== undefined) this.read(to.number);
  }

  /** Where a line stands in the list, if it does. */
  place(number: number | undefined): number | undefined {
    if (number === undefined) return undefined;
    const index = lowerBound(this.rows, number);
    return this.rows[index]?.number === number ? index : undefined;
  }

  /** Takes what came down for a page that looks. */
  receive(viewer: number, news: TraceNews): void {
    if (viewer !== this.#viewer || news.connection !== this.connection) return;
    if (news.is === 'rows') this.#receiveRows(news);
    else if (news.message === null) this.gone = true;
    else if (news.message.row.number === this.opened) this.message = news.message;
  }

  #restart(): void {
    this.#cursor = 0;
    this.#fresh = true;
    this.complete = false;
    if (!this.paused) this.#ask();
    else this.pause(false);
  }

  /** Takes the question back that waits for what is new; an answer on its way counts no more. */
  #stopAsking(): void {
    this.#look += 1;
    this.#send({ do: 'leave', viewer: this.#viewer });
  }

  #ask(): void {
    if (this.connection === undefined) return;
    this.#look += 1;
    const { connection, filter } = this;
    const [viewer, look, after] = [this.#viewer, this.#look, this.#cursor];
    this.#send({ do: 'look', connection, viewer, look, filter, after });
  }

  #receiveRows(news: Rows): void {
    if (news.look !== this.#look) return;
    this.#cursor = news.cursor;
    this.kept = news.kept;
    this.left = news.left;
    this.rows = merge(this.#fresh ? [] : this.rows, news.rows, news.first);
    this.#fresh = false;
    if (!news.more) this.complete = true;
    const { opened } = this;
    // Its answer has come, or a remark.
    if (opened !== undefined && news.rows.some(({ number }) => number === opened)) {
      this.read(opened);
    }
    if (!this.paused && news.kept + news.left + news.cursor > 0) this.#ask();
  }
}

/** The place of the first line whose number is not smaller. */
function lowerBound(rows: TraceRow[], number: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.number ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The lines with those that are new or changed, without those that are gone. */
export function merge(before: TraceRow[], news: TraceRow[], first: number): TraceRow[] {
  const all = before.slice(lowerBound(before, first));
  for (const row of news) {
    if (row.number < first) continue;
    const place = lowerBound(all, row.number);
    if (all[place]?.number === row.number) all[place] = row;
    else if (place === all.length) all.push(row);
    else all.splice(place, 0, row);
  }
  return all;
}
