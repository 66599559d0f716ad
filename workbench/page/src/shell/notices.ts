/** Notifications: in a live region for screen readers, and if the reader can act on them, in a bar at the bottom. */

import { button, element } from "./elements";
import { icon } from "./icons";
import type { Words } from "./words";

/** A command next to a notification. */
export interface Remedy {
  readonly label: string;
  act(): void;
}

const STAYS = 9000;

export class Notices {
  readonly host = element("aside", { class: "notices" });
  readonly #live = element("div", { class: "unseen", "aria-live": "polite", role: "status" });
  #going = 0;

  constructor(private readonly words: Words) {
    words.attribute(this.host, "aria-label", "notices");
    this.host.append(this.#live);
  }

  /** Announce it only to screen readers. */
  announce(text: string): void {
    this.#live.textContent = "";
    window.setTimeout(() => (this.#live.textContent = text), 30);
  }

  /** Announce it to everyone; it stays for a while, or until it is closed if it offers an action. */
  say(text: string, ...remedies: readonly Remedy[]): void {
    this.close();
    const made = element("div", { class: "notice" }, element("span", {}, text));
    for (const remedy of remedies) {
      const act = (): void => {
        this.close();
        remedy.act();
      };
      made.append(button(remedy.label, act, { class: "plain strong" }));
    }
    made.append(button(icon("close"), () => this.close(), { class: "plain square", "aria-label": this.words.say("close") }));
    this.host.append(made);
    this.announce(text);
    if (remedies.length === 0) this.#going = window.setTimeout(() => this.close(), STAYS);
  }

  /** Another text is shown now, so the action offered for the earlier one is removed. */
  leave(): void {
    if (this.host.querySelector(".notice .strong") !== null) this.#going ||= window.setTimeout(() => this.close(), STAYS);
  }

  close(): void {
    window.clearTimeout(this.#going);
    this.#going = 0;
    this.host.querySelector(".notice")?.remove();
  }
}
