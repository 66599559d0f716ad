/** Changes of texts by command: formatting, renaming, fixing a problem. */

import { Text } from "@codemirror/state";
import type { TextService } from "../files/text_service";
import type { Texts } from "../files/texts";
import type { Edit, Repair } from "../runtime/answers";
import { form } from "../shell/dialogs";
import { element } from "../shell/elements";
import type { Notices } from "../shell/notices";
import type { Words } from "../shell/words";
import { changesOf } from "./places";
import type { TextView } from "./text_view";

export class Changes {
  constructor(
    private readonly texts: Texts,
    private readonly shown: TextView,
    private readonly service: TextService,
    private readonly words: Words,
    private readonly notices: Notices,
  ) {}

  get #name(): string {
    return this.texts.active?.name ?? "";
  }

  /** Format the shown text. */
  async format(): Promise<void> {
    if (this.#refused()) return;
    const edits = await this.service.ask("formatted", { name: this.#name });
    if (!edits) return;
    this.apply(edits);
    this.notices.announce(this.words.say(edits.length ? "formatted" : "formatted_already"));
  }

  fix(repair: Repair | null): void {
    if (repair === null || this.#refused()) return;
    this.apply([repair.edit]);
    this.shown.view.focus();
    this.notices.announce(this.words.say("mended", { repair: repair.title }));
  }

  /** Ask for a new name for the item at the cursor, and rename it everywhere. */
  async rename(): Promise<void> {
    if (this.#refused()) return;
    const at = { name: this.#name, position: this.shown.position };
    const place = await this.service.outcome("renamable", at);
    if ("refused" in place) return this.notices.say(place.refused);
    const { start, end } = place.answer;
    const before = this.shown.view.state.doc.line(start.line + 1).text.slice(start.character, end.character);
    const input = element("input", {
      type: "text",
      value: before,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      required: true,
    });
    form(
      this.words,
      this.words.say("rename_title", { name: before }),
      [{ label: this.words.say("new_name"), control: input }],
      this.words.say("rename"),
      async () => {
        const found = await this.service.outcome("renamed", { ...at, new: input.value.trim() });
        if ("refused" in found) return found.refused;
        this.apply(found.answer);
        this.notices.announce(this.words.say("renamed", { n: found.answer.length }));
        return "";
      },
    );
  }

  /** Apply edits to any texts; in the shown text they can be undone like typing. */
  apply(edits: readonly Edit[]): void {
    const active = this.texts.active;
    for (const name of new Set(edits.map((edit) => edit.name))) {
      const own = edits.filter((edit) => edit.name === name);
      if (active && name === active.name) {
        this.shown.view.dispatch({ changes: changesOf(this.shown.view.state.doc, own), userEvent: "input.repair" });
      } else {
        const tab = { name, guest: active?.guest ?? false };
        this.texts.write(tab, edited(this.texts.text(tab), own));
      }
    }
  }

  /** Show a notice if a text cannot be changed. */
  #refused(): boolean {
    const active = this.texts.active;
    if (active && !this.texts.locked(active)) return false;
    this.notices.say(this.words.say(active?.guest ? "guest_locked" : "library_locked"));
    return true;
  }
}

function edited(text: string, edits: readonly Edit[]): string {
  const doc = Text.of(text.split(/\r\n?|\n/));
  const changes = changesOf(doc, edits).sort((one, other) => other.from - one.from);
  return changes.reduce((now, { from, to, insert }) => now.replace(from, to, Text.of(insert.split("\n"))), doc).toString();
}
