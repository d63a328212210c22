import { SvelteMap, SvelteSet } from 'svelte/reactivity';

import type { Scene } from '../wire/Scene';
import { Find, type Asks } from '../finding/find.svelte';
import { Search } from '../finding/search.svelte';
import type { Notice } from '../wire/Notice';

/** What the window shows. */
export type Place =
  | { at: 'start' }
  | { at: 'record' }
  | { at: 'agents' }
  | { at: 'inspector'; connection: number }
  | { at: 'settings' }
  | { at: 'session'; id: number }
  | { at: 'agent'; id: number };

/** A passing line with a key of its own. */
export interface PassingLine {
  key: number;
  notice: Notice | undefined;
  /** Words of the window's own, where there is no notice. */
  words?: string;
}

const LINE_STAYS = 4000;

/** Whether a place is only looked at, and left again for the one before. */
function passing({ at }: Place): boolean {
  return at === 'settings' || at === 'inspector';
}

/** A name for a place, for what is remembered about it. */
export function placeKey(place: Place): string {
  return 'id' in place ? `${place.at} ${place.id}` : place.at;
}

/** What belongs to this window alone: where the person is, what is folded, what wants focus. */
export class Interface {
  place: Place = $state.raw({ at: 'start' });
  /** Only meaningful in narrow windows, where the sidebar lies over the rest. */
  sidebarOpen = $state(false);
  /** What lies over the rest: the plan of the session shown, the question whether to close it, the menu. */
  panel: 'plan' | 'closing' | 'menu' | 'about' | undefined = $state();
  /** What is chosen from over everything else. */
  over: 'palette' | 'shortcuts' | 'search' | undefined = $state();
  /** Looking for words in the transcript shown, and in all of them. */
  readonly find: Find;
  readonly search: Search;
  /** The entry that is to be brought into sight. */
  wantedEntry: { session: number; entry: number } | undefined = $state.raw();
  /** The entry that was brought into sight a moment ago. */
  shownEntry: { session: number; entry: number } | undefined = $state.raw();
  /** What went wrong, where the person jumped to last. */
  lastError: { session: number; entry: number } | undefined;
  /** The rows of the palette that were chosen, the last one first. */
  used: readonly string[] = $state.raw([]);
  /** The one session that can be shown, in the window of one. */
  only: number | undefined;
  /** Which ask the dock of a place shows. */
  readonly selected = new SvelteMap<string, number>();
  /** The places whose dock is folded away. */
  readonly parked = new SvelteSet<string>();
  /** The ask whose card got the focus by itself, after an answer to another: the key leads into it first. */
  cameTo: number | undefined;
  /** The ask that is to take the focus, since the person went to it. */
  focusAsk: number | undefined = $state();
  /** The composer is to take the focus, unless it has gone from here to elsewhere meanwhile. */
  composerWanted: { from: Element | null } | undefined = $state.raw();
  /** How often an agent's settings were saved, and what is wrong with those that were not. */
  agentsSaved = $state(0);
  agentProblem: string | undefined = $state();
  /** The folder the person chose last, for the settings form that is open. */
  chosenFolder: { folder: string; number: number } | undefined = $state.raw();
  /** The agent whose settings form is to be open when the agents' page comes up. */
  agentWanted: { name: string; command: string } | undefined = $state.raw();
  /** On the stage of a demo: the scene played last, and whether the next one begins by itself. */
  readonly stage: { scene: Scene | undefined; byItself: boolean } = $state({
    scene: undefined,
    byItself: false,
  });
  lines: PassingLine[] = $state.raw([]);
  /** Where the person was before they came to look at something in passing. */
  #before: Place = { at: 'start' };
  readonly #opened = new SvelteMap<string, boolean>();
  #lastLine = 0;

  constructor(asks: Asks & { search(text: string): void }) {
    this.find = new Find(asks);
    this.search = new Search((text) => asks.search(text));
  }

  /** Goes to a place. */
  go(place: Place): void {
    const own = place.at === 'session' && place.id === this.only;
    if (this.only !== undefined && !own) return;
    if (placeKey(place) !== placeKey(this.place)) this.panel = undefined;
    if (!passing(this.place)) this.#before = this.place;
    this.place = place;
    this.sidebarOpen = false;
  }

  /** Goes back to where the person was before the settings, or before they looked at the protocol. */
  back(): void {
    this.go(this.#before);
  }

  /** Shows an ask at a place, and lets it take the focus. */
  goToAsk(place: Place, ask: number): void {
    this.go(place);
    this.selected.set(placeKey(place), ask);
    this.parked.delete(placeKey(place));
    this.focusAsk = ask;
  }

  /** Remembers that a row of the palette was chosen. */
  use(key: string): void {
    this.used = [key, ...this.used.filter((one) => one !== key)].slice(0, 50);
  }

  /** Lets the composer take the focus, after something the person did. */
  focusComposer(): void {
    this.composerWanted = { from: document.activeElement };
  }

  /** Whether something foldable is open. It is kept here since rows out of sight do not exist. */
  isOpen(key: string, byDefault = false): boolean {
    return this.#opened.get(key) ?? byDefault;
  }

  /** Opens or folds something. */
  setOpen(key: string, open: boolean): void {
    this.#opened.set(key, open);
  }

  /** Shows a passing line. */
  notice(notice: Notice): void {
    this.#line({ notice });
  }

  /** Shows a passing line of the window's own. */
  tell(words: string): void {
    this.#line({ notice: undefined, words });
  }

  #line(line: Omit<PassingLine, 'key'>): void {
    this.#lastLine += 1;
    const key = this.#lastLine;
    this.lines = [...this.lines.slice(-2), { key, ...line }];
    setTimeout(() => this.dismiss(key), LINE_STAYS);
  }

  /** Brings an entry of a session into sight. */
  goToEntry(session: number, entry: number): void {
    this.go({ at: 'session', id: session });
    this.wantedEntry = { session, entry };
  }

  /** The person chose a folder. */
  folderChosen(folder: string): void {
    this.chosenFolder = { folder, number: (this.chosenFolder?.number ?? 0) + 1 };
  }

  /** Takes a passing line away. */
  dismiss(key: number): void {
    this.lines = this.lines.filter((line) => line.key !== key);
  }
}
