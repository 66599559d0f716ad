/**
 * The texts of the page: the reader's own in front of the shipped ones, and texts received by a link, until they are
 * kept.
 *
 * Shipped texts are shown unchanged; the first change to one makes it the reader's. Received texts are never mixed with
 * the reader's: a session has one kind or the other.
 */

import { ENDING, isAnnex, isLibrary, rulesetOf, standsOn } from "./text_names";

export type Files = Readonly<Record<string, string>>;

/** An open text; `guest` marks a text received by a link. */
export interface Tab {
  readonly name: string;
  readonly guest: boolean;
}

export type Origin = "own" | "changed" | "shipped" | "library" | "guest";

/** Restore the removed text. */
export type Undo = () => void;

export const MOST_TEXTS = 100;
export const MOST_CHARACTERS = 2_000_000;

const same = (one: Tab, other: Tab): boolean => one.name === other.name && one.guest === other.guest;

export class Texts {
  own: ReadonlyMap<string, string> = new Map();
  guests: ReadonlyMap<string, string> = new Map();
  tabs: readonly Tab[] = [];
  active: Tab | undefined;
  /** Grows with every change to a text, and when received texts and the reader's replace each other. */
  version = 0;
  #main = "";
  readonly #listeners: (() => void)[] = [];

  /** `first` is the shipped text that is opened if no other is open. */
  constructor(
    readonly shipped: Files,
    private readonly first: string,
  ) {}

  /** Call a watcher on every change to texts and tabs. */
  watch(listener: () => void): void {
    this.#listeners.push(listener);
  }

  text(tab: Tab): string {
    const own = tab.guest ? this.guests : this.own;
    return own.get(tab.name) ?? this.shipped[tab.name] ?? "";
  }

  origin(tab: Tab): Origin {
    if (tab.guest && this.guests.has(tab.name)) return "guest";
    const shipped = this.shipped[tab.name];
    if (shipped === undefined) return "own";
    if (this.own.has(tab.name) && !tab.guest) return "changed";
    return isLibrary(shipped) ? "library" : "shipped";
  }

  /** Whether a text is read-only: shipped libraries, and received texts until they are kept. */
  locked(tab: Tab): boolean {
    return tab.guest || this.origin(tab) === "library";
  }

  /**
   * The ruleset file that is played, proved and printed: that of the active text, or the last one if a library is
   * active.
   */
  get main(): string {
    return this.#main;
  }

  /** The texts that replace or extend the shipped ones in the session. */
  get around(): Files {
    return Object.fromEntries(this.active?.guest ? this.guests : this.own);
  }

  has(name: string): boolean {
    return this.own.has(name) || name in this.shipped;
  }

  open(name: string, guest = false): void {
    const tab = { name, guest };
    if (!this.tabs.some((one) => same(one, tab))) this.tabs = [...this.tabs, tab];
    this.#activate(tab);
    this.#tell();
  }

  close(tab: Tab): void {
    const place = this.tabs.findIndex((one) => same(one, tab));
    this.tabs = this.tabs.filter((one) => !same(one, tab));
    if (this.active && same(this.active, tab)) this.#activate(this.tabs[Math.min(place, this.tabs.length - 1)]);
    this.#tell();
  }

  /** Change a text; a shipped text that is restored counts as shipped again. */
  write(tab: Tab, text: string): void {
    if (this.locked(tab) || this.text(tab) === text) return;
    const own = new Map(this.own).set(tab.name, text);
    if (this.shipped[tab.name] === text) own.delete(tab.name);
    this.#own(own);
  }

  /** Add new texts, or replace those of the same names. */
  add(files: Files): void {
    this.#own(new Map([...this.own, ...Object.entries(files).filter(([name, text]) => this.shipped[name] !== text)]));
  }

  /** Take over texts from another window; null for removed texts. */
  adopt(files: Readonly<Record<string, string | null>>): void {
    const own = new Map(this.own);
    for (const [name, text] of Object.entries(files)) {
      if (text === null || this.shipped[name] === text) own.delete(name);
      else own.set(name, text);
    }
    this.own = own;
    for (const tab of this.tabs) if (!tab.guest && !this.has(tab.name)) this.close(tab);
    this.#changed();
  }

  /** Whether there is room for more texts. */
  roomFor(files: Files): boolean {
    const all = new Map([...this.own, ...Object.entries(files)]);
    return all.size <= MOST_TEXTS && [...all.values()].reduce((sum, text) => sum + text.length, 0) <= MOST_CHARACTERS;
  }

  /** Remove a text of the reader's; a changed shipped text returns to its shipped state. */
  remove(tab: Tab): Undo {
    const [own, tabs, active] = [this.own, this.tabs, this.active];
    const left = new Map(own);
    left.delete(tab.name);
    this.own = left;
    if (this.shipped[tab.name] === undefined) this.close(tab);
    this.#changed();
    return () => {
      this.tabs = tabs;
      this.#activate(active);
      this.#own(new Map([...this.own, [tab.name, own.get(tab.name) ?? ""]]));
    };
  }

  /** Show received texts next to the reader's, the ruleset first. */
  receive(files: Files, main: string): void {
    this.dismiss();
    this.guests = new Map(Object.entries(files));
    const names = Object.keys(files).sort((one, other) => Number(isAnnex(one)) - Number(isAnnex(other)));
    this.tabs = [...this.tabs, ...names.map((name) => ({ name, guest: true }))];
    this.#activate({ name: files[main] === undefined ? (names[0] ?? main) : main, guest: true });
    this.#changed();
  }

  /** Remove the received texts. */
  dismiss(): void {
    if (this.guests.size === 0) return;
    this.guests = new Map();
    this.tabs = this.tabs.filter((tab) => !tab.guest);
    if (this.active?.guest) this.#activate(this.tabs[0]);
    this.#changed();
  }

  /** The active ruleset with all its texts that differ from the shipped ones: annexes, base, libraries. */
  closure(): Files {
    const around = new Map(Object.entries(this.around));
    const found = new Map<string, string>();
    const wanted = [rulesetOf(this.main)];
    for (let ruleset = wanted.pop(); ruleset !== undefined; ruleset = wanted.pop()) {
      for (const [name, text] of around) if (rulesetOf(name) === ruleset) found.set(name, text);
      const text = around.get(ruleset + ENDING) ?? this.shipped[ruleset + ENDING] ?? "";
      around.delete(ruleset + ENDING);
      wanted.push(...standsOn(text).filter((name) => !found.has(name + ENDING)));
    }
    return Object.fromEntries(found);
  }

  #activate(tab: Tab | undefined): void {
    if (tab === undefined) {
      this.tabs = [{ name: this.first, guest: false }];
      this.#activate(this.tabs[0]);
      return;
    }
    const guest = this.active?.guest ?? false;
    this.active = tab;
    if (guest !== tab.guest) this.version += 1;
    const ruleset = rulesetOf(tab.name) + ENDING;
    if (!isLibrary(this.text({ name: ruleset, guest: tab.guest }))) this.#main = ruleset;
  }

  #own(own: ReadonlyMap<string, string>): void {
    this.own = own;
    this.#changed();
  }

  #changed(): void {
    this.version += 1;
    if (this.active) this.#activate(this.active);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
