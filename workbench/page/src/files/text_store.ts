/**
 * The reader's texts, kept in the browser: one entry a text, so that two windows of the page clash in one text at most.
 *
 * Written a moment after a change, and when the page is left.  What cannot be kept is said once.
 */

import { createStore, delMany, entries, setMany } from "idb-keyval";
import { isFileName } from "./text_names";
import { MOST_CHARACTERS, MOST_TEXTS, type Texts } from "./texts";
import { keep, kept } from "../shell/appearance";

const PAUSE = 400;
const TABS = "cartaro-tabs";

const STORE = createStore("cartaro", "texts");

/** The texts that are kept, or nothing where they cannot be read. */
export type KeptTexts = ReadonlyMap<string, string> | undefined;

export async function keptTexts(): Promise<KeptTexts> {
  try {
    const found = await entries<string, unknown>(STORE);
    const good = found.filter((one): one is [string, string] => isFileName(one[0]) && typeof one[1] === "string");
    return new Map(good.slice(0, MOST_TEXTS));
  } catch {
    return undefined;
  }
}

/** Put the kept texts and tabs back. */
export function restore(own: KeptTexts, texts: Texts): void {
  texts.add(Object.fromEntries(own ?? []));
  for (const name of keptTabs()) if (texts.has(name)) texts.open(name);
}

export class TextStore {
  #written: ReadonlyMap<string, string>;
  #due = 0;

  /** Keeps what changes from now on; `failed` is called where that cannot be done, or what was kept could not be read. */
  constructor(
    private readonly texts: Texts,
    own: KeptTexts,
    private readonly failed: () => void,
  ) {
    this.#written = own ?? new Map();
    if (own === undefined) failed();
    texts.watch(() => this.#later());
    addEventListener("pagehide", () => void this.write());
    document.addEventListener("visibilitychange", () => void this.write());
  }

  #later(): void {
    window.clearTimeout(this.#due);
    this.#due = window.setTimeout(() => void this.write(), PAUSE);
  }

  /** Write what is not written yet. */
  async write(): Promise<void> {
    window.clearTimeout(this.#due);
    const own = this.texts.own;
    const open = this.texts.tabs.filter((tab) => !tab.guest).map((tab) => tab.name);
    const active = this.texts.active?.guest === false ? this.texts.active.name : open[0];
    keep(TABS, JSON.stringify({ open, active }));
    const now = [...own].filter(([name, text]) => this.#written.get(name) !== text);
    const gone = [...this.#written.keys()].filter((name) => !own.has(name));
    if ([...own.values()].reduce((sum, text) => sum + text.length, 0) > MOST_CHARACTERS) return this.failed();
    this.#written = new Map(own);
    try {
      if (now.length) await setMany(now, STORE);
      if (gone.length) await delMany(gone, STORE);
    } catch {
      this.failed();
    }
  }
}

/** The texts that were open, the active one last. */
function keptTabs(): readonly string[] {
  try {
    const { open, active } = JSON.parse(kept(TABS) ?? "{}") as { open?: unknown; active?: unknown };
    const names = Array.isArray(open) ? open.filter((name): name is string => typeof name === "string" && isFileName(name)) : [];
    return typeof active === "string" && names.includes(active) ? [...names, active] : names;
  } catch {
    return [];
  }
}
