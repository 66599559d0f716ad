/**
 * What the address asks for, behind its hash: `texts=` a stranger's texts, `game=` a shipped ruleset; of it `example=` or `claim=` by name, or
 * `clause=`; `pane=` what is shown beside.
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
    addEventListener("hashchange", () => this.follow());
  }

  /** Do what the address asks for, once: a reload shows what was there when the page was left. */
  follow(): void {
    const asked = new URLSearchParams(location.hash.slice(1));
    if ([...asked.keys()].length === 0) return;
    history.replaceState(null, "", location.pathname + location.search);
    const texts = asked.get("texts");
    if (texts !== null && !this.sharing.receive(texts)) return;
    const game = this.shipped.rulesets.find((one) => one.name === asked.get("game"));
    if (game) this.texts.open(game.file);
    this.#show(asked);
  }

  #show(asked: URLSearchParams): void {
    const example = asked.get("example");
    const claim = asked.get("claim");
    const clause = asked.get("clause");
    if (example !== null) this.open("table", { example });
    else if (claim !== null) this.open("proofs", { claim });
    else if (clause !== null) this.open("rulebook", { clause });
    const pane = PANES.find((name) => name === asked.get("pane"));
    if (pane) this.open(pane);
  }
}
