/** What the panes know of the page (`pane.ts`), kept as it changes. */

import type { Texts } from "./files/texts";
import type { Client } from "./runtime/client";
import type { Notices } from "./shell/notices";
import type { Change, Context, Language, PaneName, Settings, Target, TextNow } from "./shell/pane";
import type { Slots, Words } from "./shell/words";

export class PageContext implements Context {
  settings: Settings = {};
  #text: TextNow = { main: "", version: -1, sound: false };
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

  /** Be told of every change that panes are told of. */
  watch(listener: (what: Change) => void): void {
    this.#listeners.push(listener);
  }

  changed(what: Change): void {
    for (const listener of this.#listeners) listener(what);
  }

  /** The texts as they are were checked: the panes go by them from now on.  House rules are those of one ruleset. */
  checked(sound: boolean): void {
    const { main, version } = this.texts;
    const before = this.#text;
    if (before.main === main && before.version === version && before.sound === sound) return;
    if (before.main !== main) this.settings = {};
    this.#text = { main, version, sound };
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

  say(key: string, slots?: Slots): string {
    return this.words.say(key, slots);
  }

  announce(text: string): void {
    this.notices.announce(text);
  }
}
