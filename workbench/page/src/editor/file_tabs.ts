/**
 * The open texts as tabs, and a menu that opens others: the dependencies of the shown text, and the reader's own texts.
 */

import { ENDING } from "../files/text_names";
import type { Tab, Texts } from "../files/texts";
import { button, element } from "../shell/elements";
import { icon } from "../shell/icons";
import { type MenuGroup, menu } from "../shell/menus";
import type { Words } from "../shell/words";

export class FileTabs {
  readonly host = element("nav", { class: "file-tabs" });
  readonly #list = element("ul", { role: "list" });

  constructor(
    private readonly texts: Texts,
    private readonly words: Words,
    others: () => readonly MenuGroup[],
  ) {
    words.attribute(this.host, "aria-label", "texts");
    const more = menu("texts", [icon("add")], others);
    words.attribute(more, "aria-label", "more_texts");
    this.host.append(this.#list, more);
    words.whenChanged(() => this.follow());
  }

  follow(): void {
    const focused = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...this.texts.tabs.map((tab) => this.#item(tab)));
    const active = this.#list.querySelector<HTMLElement>("[aria-current]");
    requestAnimationFrame(() => active?.closest("li")?.scrollIntoView({ block: "nearest", inline: "nearest" })); // when it is laid out anyway
    if (focused) active?.focus();
  }

  #item(tab: Tab): HTMLLIElement {
    const origin = this.texts.origin(tab);
    const current = this.texts.active?.name === tab.name && this.texts.active.guest === tab.guest;
    const label = tab.name.slice(0, -ENDING.length);
    const attributes = { class: "file-tab", "aria-current": current ? "true" : undefined, title: this.words.say(`origin_${origin}`) };
    const show = button(label, () => this.texts.open(tab.name, tab.guest), attributes);
    if (this.texts.locked(tab)) show.prepend(icon("locked"));
    if (origin === "changed") show.append(element("span", { class: "dot", "aria-hidden": "true" }));
    const close = button(icon("close"), () => this.texts.close(tab), {
      class: "plain close",
      "aria-label": this.words.say("close_text", { name: label }),
    });
    return element("li", { class: `origin-${origin}` }, show, close);
  }
}
