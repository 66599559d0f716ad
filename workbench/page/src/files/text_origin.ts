/** The line above a text that shows its origin, unless it is the reader's own, and commands for it. */

import { button, element } from "../shell/elements";
import type { Words } from "../shell/words";
import type { Tab, Texts } from "./texts";

export interface OriginChoices {
  keep(): void;
  dismiss(): void;
  compare(tab: Tab): void;
  putBack(tab: Tab): void;
}

export function textOrigin(texts: Texts, words: Words, choices: OriginChoices): HTMLElement {
  const host = element("div", { class: "origin" });
  const show = (): void => {
    const tab = texts.active;
    const origin = tab === undefined ? "own" : texts.origin(tab);
    host.hidden = tab === undefined || origin === "own";
    if (tab === undefined || host.hidden) return;
    host.className = `origin ${origin}`;
    host.replaceChildren(element("span", {}, words.say(`origin_${origin}`)));
    if (tab.guest) host.append(button(words.say("keep"), choices.keep, { class: "main" }), button(words.say("dismiss"), choices.dismiss));
    if (origin === "changed") {
      host.append(
        button(words.say("compare"), () => choices.compare(tab)),
        button(words.say("as_shipped"), () => choices.putBack(tab)),
      );
    }
  };
  texts.watch(show);
  words.lasting(show);
  return host;
}
