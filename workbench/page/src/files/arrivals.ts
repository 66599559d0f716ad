/**
 * What the address asks for, behind its hash: `texts=` a stranger's texts, `game=` a shipped ruleset; of it `example=` or `claim=` by name,
 * `clause=`, or `record=` of a hand as base64 with its `title=`; `pane=` what is shown beside; `lang=` in which language.
 */

import type { PaneName, Target } from "../shell/pane";
import type { Shipped } from "./shipped";
import type { Sharing } from "./sharing";
import type { Texts } from "./texts";

const PANES: readonly PaneName[] = ["editor", "table", "rulebook", "proofs", "statistics"];

export class Arrivals {
  constructor(
    private readonly texts: Texts,
    private readonly shipped: Shipped,
    private readonly sharing: Sharing,
    private readonly open: (pane: PaneName, target?: Target) => void,
  ) {
    addEventListener("hashchange", () => void this.follow());
  }

  /** Do what the address asks for, once: a reload shows what was there when the page was left. */
  async follow(): Promise<void> {
    const asked = new URLSearchParams(location.hash.slice(1));
    if ([...asked.keys()].length === 0) return;
    history.replaceState(null, "", location.pathname + location.search);
    const texts = asked.get("texts");
    if (texts !== null && !(await this.sharing.receive(texts))) return;
    const game = this.shipped.rulesets.find((one) => one.name === asked.get("game"));
    if (game) this.texts.open(game.file);
    this.#show(asked);
  }

  #show(asked: URLSearchParams): void {
    const example = asked.get("example");
    const claim = asked.get("claim");
    const clause = asked.get("clause");
    const record = asked.get("record");
    if (example !== null) this.open("table", { example });
    else if (record !== null) this.open("table", { hand: { title: asked.get("title") ?? "", record: written(record) } });
    else if (claim !== null) this.open("proofs", { claim });
    else if (clause !== null) this.open("rulebook", { clause });
    const pane = PANES.find((name) => name === asked.get("pane"));
    if (pane) this.open(pane);
  }
}

/** The text behind base64, as links have it; the table says what is wrong with one that cannot be read. */
function written(code: string): string {
  try {
    const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
  } catch {
    return "";
  }
}
