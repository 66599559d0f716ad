/** The page's implementation of `Context` (`pane.ts`), which the panes share. */

import type { KeptHand } from "./address_form";
import type { Texts } from "./files/texts";
import type { Dealing } from "./runtime/answers";
import type { CallFailed, Client } from "./runtime/client";
import type { Notices } from "./shell/notices";
import type { Change, Context, Language, PaneName, Settings, Soundness, Target, TextNow } from "./shell/pane";
import type { Slots, Words } from "./shell/words";

export class PageContext implements Context {
  settings: Settings = {};
  #text: TextNow = { main: "", version: -1, soundness: "unknown", guest: false };
  #offered: KeptHand | null = null;
  readonly #waiting: (() => void)[] = [];
  readonly #listeners: ((what: Change) => void)[] = [];

  constructor(
    readonly client: Client,
    private readonly words: Words,
    private readonly texts: Texts,
    private readonly notices: Notices,
    readonly open: (pane: PaneName, target?: Target) => void,
  ) {}

  get language(): Language {
    return this.words.language;
  }

  get text(): TextNow {
    return this.#text;
  }

  /** Call a listener on every change that concerns panes. */
  watch(listener: (what: Change) => void): void {
    this.#listeners.push(listener);
  }

  changed(what: Change): void {
    for (const listener of this.#listeners) listener(what);
  }

  /** The current texts were checked: from now on the panes use them. A choice of house rules belongs to one ruleset. */
  checked(soundness: Soundness): void {
    const { main, version } = this.texts;
    const before = this.#text;
    if (before.main === main && before.version === version && before.soundness === soundness) return;
    if (before.main !== main) this.settings = this.#offered?.dealing.name === main ? this.#offered.settings : {};
    this.#text = { main, version, soundness, guest: this.texts.active?.guest === true };
    this.changed("text");
    for (const act of this.#waiting.splice(0)) act();
  }

  onceChecked(act: () => void): void {
    if (this.#text.main === this.texts.main && this.#text.version === this.texts.version) act();
    else this.#waiting.push(act);
  }

  choose(settings: Settings): void {
    this.settings = settings;
    this.changed("settings");
  }

  /** Deal the hand that the address describes, under its house rules, in place of the current one. */
  offerHand(dealing: Dealing, settings: Settings): void {
    this.#offered = { dealing, settings };
    if (dealing.name !== this.#text.main) return; // it is taken when its game was checked
    const same = JSON.stringify(this.settings) === JSON.stringify(settings);
    this.settings = settings;
    this.changed(same ? "hand" : "settings");
  }

  takeHand(main: string): Dealing | null {
    const found = this.#offered?.dealing ?? null;
    if (found?.name !== main) return null;
    this.#offered = null;
    return found;
  }

  say(key: string, slots?: Slots): string {
    return this.words.say(key, slots);
  }

  announce(text: string): void {
    this.notices.announce(text);
  }

  report(why: CallFailed | string): void {
    if (typeof why === "string") this.notices.say(why);
    else if (why.reason === "refused") this.notices.say(why.message);
  }
}
