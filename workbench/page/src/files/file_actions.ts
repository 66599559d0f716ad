/** Commands on texts: new, open, save, rename, delete, restore the shipped text. */

import { form } from "../shell/dialogs";
import { element } from "../shell/elements";
import type { MenuGroup, MenuItem } from "../shell/menus";
import type { Notices } from "../shell/notices";
import type { Language } from "../shell/pane";
import type { Words } from "../shell/words";
import { askForFiles, save, saveZip } from "./saved_files";
import { type Shipped, titleOf } from "./shipped";
import { ENDING, freeName, isAnnex, isRulesetName, rulesetOf, standsOn, withRenamed } from "./text_names";
import type { TextService } from "./text_service";
import type { Files, Tab, Texts } from "./texts";

/** The address of the tutorial in a language, which the build writes. */
export const tutorialOf = (language: Language): string => `tutorial.${language}.html`;

export class FileActions {
  constructor(
    private readonly texts: Texts,
    private readonly shipped: Shipped,
    private readonly service: TextService,
    private readonly words: Words,
    private readonly notices: Notices,
    private readonly compare: (tab: Tab) => void,
  ) {}

  /** The menu of files: commands for all texts and for the shown one. */
  groups(): readonly MenuGroup[] {
    const say = this.words.say.bind(this.words);
    const tab = this.texts.active;
    const begin: MenuItem[] = [
      { label: say("new_variant"), act: () => this.newVariant() },
      { label: say("new_text"), act: () => this.newText() },
      { label: say("open_files"), act: () => askForFiles((files) => void this.open(files)) },
    ];
    const all: MenuItem[] = [{ label: say("save_all"), act: () => this.saveAll() }];
    const shown = tab === undefined ? [] : this.#of(tab);
    return [
      { heading: "", items: begin },
      { heading: tab?.name ?? "", items: shown },
      { heading: say("all_texts"), items: all },
    ];
  }

  #of(tab: Tab): readonly MenuItem[] {
    const say = this.words.say.bind(this.words);
    const items: MenuItem[] = [{ label: say("save_text"), act: () => save(tab.name, this.texts.text(tab)) }];
    const origin = this.texts.origin(tab);
    if (origin !== "library") items.push({ label: say("what_changes"), act: () => void this.#changes(tab) });
    if (origin === "changed")
      items.push({ label: say("compare"), act: () => this.compare(tab) }, { label: say("as_shipped"), act: () => this.remove(tab) });
    if (origin === "own")
      items.push({ label: say("rename_text"), act: () => this.rename(tab) }, { label: say("delete_text"), act: () => this.remove(tab) });
    return items;
  }

  async #changes(tab: Tab): Promise<void> {
    const { showChanges } = await import("../later");
    await showChanges(this.words, this.service, tab, (files) => this.texts.add(files));
  }

  /** Texts that can be opened: the dependencies and annexes of the shown one, and the reader's own. */
  others(): readonly MenuGroup[] {
    const open = new Set(this.texts.tabs.map((tab) => tab.name));
    const item = (name: string): MenuItem => ({ label: name.slice(0, -ENDING.length), act: () => this.texts.open(name) });
    const ruleset = this.shipped.rulesets.find((text) => text.file === this.texts.main);
    const annexes = [...this.texts.own.keys(), ...Object.keys(this.shipped.files)].filter(
      (name) => isAnnex(name) && rulesetOf(name) === rulesetOf(this.texts.main),
    );
    const below = [...new Set([...annexes, ...(ruleset?.stands_on ?? this.#below())])].filter((name) => !open.has(name));
    const own = [...this.texts.own.keys()].filter((name) => !open.has(name) && !below.includes(name)).sort();
    const groups = [
      { heading: this.words.say("related_texts"), items: below.map(item) },
      { heading: this.words.say("own_texts"), items: own.map(item) },
      { heading: "", items: [{ label: this.words.say("new_text"), act: () => this.newText() }] },
    ];
    return groups.filter((group) => group.items.length > 0);
  }

  /** The dependencies of the reader's own ruleset; for shipped ones, including their dependencies. */
  #below(): readonly string[] {
    const text = this.texts.text({ name: this.texts.main, guest: false });
    const known = standsOn(text).flatMap((name) => (this.texts.has(name + ENDING) ? [name + ENDING] : []));
    return [...known, ...known.flatMap((name) => this.shipped.rulesets.find((one) => one.file === name)?.stands_on ?? [])];
  }

  /** Start a variant of a ruleset with the output of `cartaro new`. */
  newVariant(base = rulesetOf(this.texts.main)): void {
    const say = this.words.say.bind(this.words);
    const name = element("input", {
      type: "text",
      value: freeName(this.words.say("first_name"), (one) => this.texts.has(one + ENDING)),
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      required: true,
    });
    const of = element(
      "select",
      {},
      ...this.#bases().map(([value, label]) => element("option", { value, selected: value === base }, label)),
    );
    const fields = [
      { label: say("variant_of"), control: of },
      { label: say("variant_name"), control: name, help: say("name_help") },
    ];
    form(this.words, say("new_variant"), fields, say("begin"), async () => {
      const called = name.value.trim();
      const fault = this.#fault(called);
      if (fault !== "") return fault;
      const made = await this.service.outcome("new_variant", { name: called, base: of.value + ENDING });
      if ("refused" in made) return made.refused;
      this.#put(made.answer, called + ENDING);
      return "";
    });
  }

  #bases(): readonly (readonly [string, string])[] {
    const shipped = this.shipped.rulesets
      .filter((text) => text.kind !== "library")
      .map((text) => [text.name, titleOf(text, this.words.language)] as const);
    const own = [...this.texts.own.keys()]
      .filter((name) => !isAnnex(name) && !(name in this.shipped.files))
      .map((name) => [rulesetOf(name), rulesetOf(name)] as const);
    return [...own.sort(), ...[...shipped].sort((one, other) => one[1].localeCompare(other[1], this.words.language))];
  }

  /** A new text for a file name, asked by a form that is fetched later. */
  newText(): void {
    const actions = { has: (name: string) => this.texts.has(name), put: this.#put.bind(this) };
    void import("../later").then(
      ({ askForNewText }) => askForNewText(this.words, tutorialOf(this.words.language), actions),
      () => this.notices.say(this.words.say("not_fetched")),
    );
  }

  /** Add the reader's files; a text of the same name is only replaced after a question. */
  async open(list: readonly File[]): Promise<void> {
    const { opened } = await import("../later");
    const { files, refused } = await opened(list);
    if (refused.length) this.notices.say(this.words.say("not_opened", { names: refused.join(", ") }));
    this.bring(files);
  }

  /**
   * Add texts to the reader's; a name that is already taken is replaced by a free one, for the text and for its
   * ruleset.
   */
  bring(files: Files): void {
    const names = Object.keys(files);
    if (names.length === 0) return;
    if (!this.texts.roomFor(files)) {
      this.notices.say(this.words.say("no_room"));
      return;
    }
    const differs = (name: string): boolean => this.texts.has(name) && this.texts.text({ name, guest: false }) !== files[name];
    const renamed: string[] = [];
    let all: Record<string, string> = { ...files };
    for (const ruleset of new Set(names.filter(differs).map(rulesetOf))) {
      if (!this.#isOwn(ruleset, names)) continue;
      const free = freeName(ruleset, (name) => this.texts.has(name + ENDING) || name + ENDING in all);
      all = withRenamed(all, ruleset, free);
      renamed.push(free);
    }
    this.#put(all, Object.keys(all).find((name) => !isAnnex(name)) ?? names[0] ?? "");
    const said = renamed.length
      ? this.words.say("brought_renamed", { names: renamed.join(", ") })
      : this.words.say("brought", { n: names.length });
    this.notices.say(said);
  }

  /** Whether a deletion would lose the reader's own texts: an unchanged shipped text remains available. */
  #isOwn(ruleset: string, names: readonly string[]): boolean {
    return names.some((name) => rulesetOf(name) === ruleset && this.texts.own.has(name));
  }

  saveAll(): void {
    if (this.texts.own.size === 0) {
      this.notices.say(this.words.say("nothing_own"));
      return;
    }
    void saveZip("cartaro.zip", Object.fromEntries(this.texts.own));
  }

  rename(tab: Tab): void {
    const say = this.words.say.bind(this.words);
    const before = rulesetOf(tab.name);
    const input = element("input", {
      type: "text",
      value: before,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      required: true,
    });
    form(this.words, say("rename_text"), [{ label: say("variant_name"), control: input, help: say("rename_help") }], say("rename"), () => {
      const name = input.value.trim();
      if (name === before) return "";
      const fault = this.#fault(name);
      if (fault !== "") return fault;
      this.#renamed(before, name, tab);
      return "";
    });
  }

  #renamed(before: string, name: string, tab: Tab): void {
    const own = Object.fromEntries(this.texts.own);
    const all = withRenamed(own, before, name);
    for (const one of Object.keys(own)) if (!(one in all)) this.texts.remove({ name: one, guest: false });
    this.#put(all, tab.name.replace(before, name));
  }

  /** Remove a text, or the changes to a shipped one; this can be undone. */
  remove(tab: Tab): void {
    const shipped = this.texts.origin(tab) === "changed";
    const undo = this.texts.remove(tab);
    this.notices.say(this.words.say(shipped ? "put_back" : "deleted", { name: tab.name }), {
      label: this.words.say("undo_text"),
      act: undo,
    });
  }

  #put(files: Files, open: string): void {
    this.texts.add(files);
    this.texts.open(open);
  }

  #fault(name: string): string {
    if (!isRulesetName(name)) return this.words.say("bad_name");
    return this.texts.has(name + ENDING) ? this.words.say("name_taken", { name: name + ENDING }) : "";
  }
}
