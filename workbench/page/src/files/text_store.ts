/**
 * The reader's texts, stored in the browser and shared by all windows of the page: one entry a text.
 *
 * A change is written shortly after it was made, and when the page is closed, by a transaction that compares versions:
 * if the store does not contain the last version that this window read, another window has changed the text. The writer
 * notifies the other windows on a channel, and they read the store; a window that was suspended reads it when it
 * becomes visible. If a text was changed in two windows before either read the other's change, both versions are kept,
 * one of them under a new name, and both windows notify the reader.
 */

import { createStore, entries } from "idb-keyval";
import { keep, kept } from "../shell/appearance";
import { ENDING, freeName, isFileName, rulesetOf, withRenamed } from "./text_names";
import { MOST_CHARACTERS, type Texts } from "./texts";

const PAUSE = 400;
const TABS = "cartaro-tabs";

const STORE = createStore("cartaro", "texts");

/** The stored texts, or nothing if they cannot be read. */
export type KeptTexts = ReadonlyMap<string, string> | undefined;

export async function keptTexts(): Promise<KeptTexts> {
  try {
    const found = await entries<string, unknown>(STORE);
    return new Map(found.filter((one): one is [string, string] => isFileName(one[0]) && typeof one[1] === "string"));
  } catch {
    return undefined;
  }
}

/** Restore the stored texts and tabs. */
export function restore(own: KeptTexts, texts: Texts): void {
  texts.add(Object.fromEntries(own ?? []));
  for (const name of keptTabs()) if (texts.has(name)) texts.open(name);
}

/** Events of the store that are reported to the reader. */
export interface StoreEvents {
  /** The texts cannot be stored, or the stored ones could not be read. */
  failed(): void;
  /** A text that is open here was changed in another window, and now shows that change. */
  adopted(name: string): void;
  /** A text was changed here and in another window: the other window's change is kept under a new name. */
  clashed(name: string, copy: string): void;
}

/** The message between windows: a text was written, and which texts are stored in two versions. */
interface Written {
  readonly clashes: readonly (readonly [name: string, copy: string])[];
}

interface Exchange {
  readonly name: string;
  /** The version that this window last read, and the version to write; undefined if there is no text. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

export class TextStore {
  /** The store as this window last read or wrote it. */
  #written: ReadonlyMap<string, string>;
  #due = 0;
  #busy: Promise<void> = Promise.resolve();
  #failed = false;
  readonly #adopted = new Set<string>();
  readonly #channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cartaro-texts");

  /** Store all later changes. */
  constructor(
    private readonly texts: Texts,
    own: KeptTexts,
    private readonly events: StoreEvents,
  ) {
    this.#written = own ?? new Map();
    if (own === undefined) this.#fail();
    texts.watch(() => this.#schedule());
    addEventListener("pagehide", () => void this.write());
    document.addEventListener("visibilitychange", () => void (document.hidden ? this.write() : this.refresh()));
    window.addEventListener("pageshow", (event: PageTransitionEvent) => void (event.persisted && this.refresh()));
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<Written>) => {
      for (const [name, copy] of data.clashes) events.clashed(name, copy);
      void this.refresh();
    });
    void this.refresh(); // texts written while the page began
  }

  #schedule(): void {
    window.clearTimeout(this.#due);
    this.#due = window.setTimeout(() => void this.write(), PAUSE);
  }

  /** Write the pending changes. */
  write(): Promise<void> {
    window.clearTimeout(this.#due);
    this.#busy = this.#busy.then(() => this.#write());
    return this.#busy;
  }

  /** Take over the changes of other windows, except for texts with pending changes here. */
  refresh(): Promise<void> {
    this.#busy = this.#busy.then(() => this.#refresh());
    return this.#busy;
  }

  async #write(): Promise<void> {
    const { own, active, tabs } = this.texts;
    const open = tabs.filter((tab) => !tab.guest).map((tab) => tab.name);
    keep(TABS, JSON.stringify({ open, active: active?.guest === false ? active.name : open[0] }));
    const changed = [...new Set([...own.keys(), ...this.#written.keys()])]
      .map((name): Exchange => ({ name, before: this.#written.get(name), now: own.get(name) }))
      .filter(({ before, now }) => before !== now);
    if (changed.length === 0) return;
    if ([...own.values()].reduce((sum, text) => sum + text.length, 0) > MOST_CHARACTERS) return this.#fail();
    let theirs: ReadonlyMap<string, string>;
    try {
      theirs = await exchange(changed);
    } catch {
      return this.#fail();
    }
    const written = new Map(this.#written);
    for (const { name, now } of changed) {
      this.#adopted.delete(name);
      const there = now ?? theirs.get(name);
      if (there === undefined) written.delete(name);
      else written.set(name, there);
    }
    this.#written = written;
    this.#failed = false;
    const message: Written = { clashes: this.#keptTwice(changed, theirs) };
    this.#channel?.postMessage(message);
  }

  /**
   * Store the versions of other windows under a new name if a text was changed here too, or under its own name if it
   * was deleted here.
   */
  #keptTwice(changed: readonly Exchange[], theirs: ReadonlyMap<string, string>): Written["clashes"] {
    const clashes: [string, string][] = [];
    for (const { name, now } of changed) {
      const text = theirs.get(name);
      if (text === undefined) continue;
      const ruleset = rulesetOf(name);
      const rest = name.slice(ruleset.length);
      const copy =
        now === undefined ? name : freeName(ruleset, (free) => this.texts.has(free + ENDING) || this.texts.has(free + rest)) + rest;
      this.texts.adopt(now === undefined ? { [name]: text } : withRenamed({ [name]: text }, ruleset, copy.slice(0, -rest.length)));
      clashes.push([name, copy]);
      this.events.clashed(name, copy);
    }
    return clashes;
  }

  async #refresh(): Promise<void> {
    const found = await keptTexts();
    if (found === undefined) return;
    const written = new Map(this.#written);
    const changes: Record<string, string | null> = {};
    for (const name of new Set([...found.keys(), ...written.keys()])) {
      const [there, before] = [found.get(name), written.get(name)];
      if (there === before || this.texts.own.get(name) !== before) continue; // a change of this window's is compared when it is written
      changes[name] = there ?? null;
      if (there === undefined) written.delete(name);
      else written.set(name, there);
    }
    this.#written = written;
    const names = Object.keys(changes);
    if (names.length === 0) return;
    const open = names.filter((name) => this.texts.tabs.some((tab) => !tab.guest && tab.name === name));
    this.texts.adopt(changes);
    for (const name of open.filter((one) => !this.#adopted.has(one))) {
      this.#adopted.add(name);
      this.events.adopted(name);
    }
  }

  #fail(): void {
    if (!this.#failed) this.events.failed();
    this.#failed = true;
  }
}

/**
 * Write texts in one transaction; return what another window had written to them meanwhile. A text that another window
 * has changed is not deleted.
 */
function exchange(changed: readonly Exchange[]): Promise<ReadonlyMap<string, string>> {
  return STORE("readwrite", (store) => {
    const theirs = new Map<string, string>();
    for (const { name, before, now } of changed) {
      const request = store.get(name) as IDBRequest<unknown>;
      request.onsuccess = () => {
        const there = request.result;
        const clash = typeof there === "string" && there !== before && there !== now;
        if (clash) theirs.set(name, there);
        if (now !== undefined) store.put(now, name);
        else if (!clash) store.delete(name);
      };
    }
    const { transaction } = store;
    return new Promise((done, fail) => {
      transaction.oncomplete = () => done(theirs);
      transaction.onabort = () => fail(transaction.error ?? new Error("the texts could not be written"));
    });
  });
}

/** The open texts, the active one last. */
function keptTabs(): readonly string[] {
  try {
    const { open, active } = JSON.parse(kept(TABS) ?? "{}") as { open?: unknown; active?: unknown };
    const names = Array.isArray(open) ? open.filter((name): name is string => typeof name === "string" && isFileName(name)) : [];
    return typeof active === "string" && names.includes(active) ? [...names, active] : names;
  } catch {
    return [];
  }
}
