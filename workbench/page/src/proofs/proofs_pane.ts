/**
 * The proofs pane: all claims and obligations of a text, proved one by one in a worker of its own; shown as they are decided, and
 * stopped at once.
 */

import type { Methods, ServiceEvent, ShownVerdict } from "../runtime/answers";
import type { CallFailed } from "../runtime/failure";
import { ask, type Outcome, outcome } from "../shell/calls";
import { button, element } from "../shell/elements";
import type { Change, Context, MakePane, Pane, Target } from "../shell/pane";
import { capital } from "../table/table_changes";
import { type ProofItem, ProofList } from "./proof_list";
import { bringVerdicts } from "./site_verdicts";
import { verdictCard } from "./verdict_card";

type Verdicts = Methods["prove"]["answer"];

export const proofsPane: MakePane = (host, context) => new ProofsPane(host, context);

class ProofsPane implements Pane {
  readonly #list = new ProofList();
  /** The results of checks in words, by the names of claims and obligations. */
  readonly #checks = new Map<string, string>();
  readonly #bar = element("div", { class: "proofs-bar" });
  readonly #state = element("p", { class: "proofs-state", role: "status" });
  readonly #host = element("div", { class: "proofs-list" });
  /** A function that ends the worker of the current proof. */
  #running: AbortController | null = null;
  /** The text, language and house rules of the list. */
  #listed = "";

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
  ) {
    host.classList.add("proofs-pane");
    host.append(this.#bar, this.#state, this.#host);
  }

  shown(target?: Target): void {
    // a proof of a text that is still being checked would be stopped when that is done
    this.context.onceChecked(() => {
      void this.#fresh().then(() => {
        if (target?.claim !== undefined) this.#go(target.claim);
      });
    });
  }

  changed(what: Change): void {
    if (what !== "language") this.#stop();
    if (this.host.closest("[hidden]") === null) void this.#fresh();
  }

  // ---------------------------------------------------------------------------------------------- what there is to prove

  async #fresh(): Promise<void> {
    const { client, language, settings, text } = this.context;
    const now = JSON.stringify([text.main, text.version, text.soundness, language, settings]);
    if (now === this.#listed) return;
    this.#listed = now;
    this.#stop();
    this.#list.begin([]);
    this.#checks.clear();
    if (text.soundness !== "sound") return this.#draw(this.context.say(text.soundness === "unknown" ? "text_unknown" : "stat_unsound"));
    const query = { name: text.main, language, settings };
    await bringVerdicts(client, text.main);
    const [claims, kept] = await Promise.all([ask(client, "claims", query), ask(client, "verdicts", query)]);
    if (now !== this.#listed) return;
    if ("error" in claims) return this.#draw(claims.error.message);
    this.#list.begin(claims.answer);
    if ("answer" in kept) for (const verdict of kept.answer.verdicts) this.#list.put(verdict, true);
    const known = "answer" in kept && kept.answer.verdicts.length > 0;
    this.#draw(this.context.say(known ? "proof_all_kept" : "proof_about"));
  }

  // ---------------------------------------------------------------------------------------------- a proof under way

  async #prove(only: readonly string[]): Promise<void> {
    this.#stop();
    const running = new AbortController();
    this.#running = running;
    const { client, language, settings, text } = this.context;
    this.#draw(this.context.say("proof_starting"));
    const part = (event: unknown): void => {
      if (this.#running === running) this.#receive(event as ServiceEvent);
    };
    const args = { name: text.main, language, settings, only };
    const found = await outcome(client.apart("prove", args, { signal: running.signal, part }));
    if (this.#running !== running) return;
    this.#running = null;
    this.#ended(found);
  }

  /** Let the second checker check the proof of one claim or obligation. */
  async #check(item: ProofItem): Promise<void> {
    this.#stop();
    const running = new AbortController();
    this.#running = running;
    const { client, language, settings, text } = this.context;
    this.#checks.delete(item.name);
    this.#draw(this.context.say("proof_checking"));
    const { checkProof } = await import("./proof_check");
    const found = await outcome(checkProof(client, { name: text.main, language, settings, claim: item.name }, running.signal));
    if (this.#running !== running) return;
    this.#running = null;
    if ("error" in found) return this.#failed(found.error);
    const result = this.context.say(`proof_${found.answer.outcome}`, { n: found.answer.conditions });
    this.#checks.set(item.name, result);
    this.#draw(this.#summary());
    this.context.announce(result);
  }

  #receive(event: ServiceEvent): void {
    if (event.event === "deciding") {
      const { title } = event;
      this.#state.textContent =
        title === "" ? this.context.say("proof_deciding_more") : this.context.say("proof_deciding", { what: title });
      return;
    }
    this.#decided(event.verdict);
  }

  #decided(verdict: ShownVerdict): void {
    const item = this.#list.put(verdict, false);
    this.#draw(this.#state.textContent);
    if (verdict.verdict === "refuted" || !verdict.fine) this.context.announce(this.#described(item, verdict));
  }

  #described(item: ProofItem, verdict: ShownVerdict): string {
    return this.context.say("proof_told", { what: capital(item.title), verdict: this.context.say(`proof_${verdict.verdict}`) });
  }

  #ended(found: Outcome<Verdicts>): void {
    if ("error" in found) {
      this.#failed(found.error);
      return;
    }
    for (const verdict of found.answer.verdicts) this.#list.put(verdict, false);
    this.#draw(this.#summary());
    this.context.announce(this.#summary());
  }

  #failed({ reason, message }: CallFailed): void {
    this.#draw(reason === "not fetched" ? this.context.say("not_fetched") : message);
  }

  #summary(): string {
    const count = (of: Parameters<ProofList["count"]>[0]): number => this.#list.count(of);
    return this.context.say("proof_summary", {
      good: count("proved") + count("attained"),
      bad: count("refuted"),
      unknown: count("unknown"),
      open: count("open"),
    });
  }

  #stop(): void {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    running.abort();
    this.#draw(this.context.say("proof_stopped"));
    this.context.announce(this.context.say("proof_stopped"));
  }

  // ---------------------------------------------------------------------------------------------- drawn

  #draw(state: string): void {
    const focused = this.#focused();
    const running = this.#running !== null;
    this.#state.textContent = state;
    const go = running
      ? button(this.context.say("stat_stop"), () => this.#stop(), { "data-focus": "go" })
      : button(this.context.say("proof_all"), () => void this.#prove([]), {
          class: "main",
          "data-focus": "go",
          disabled: this.context.text.soundness !== "sound",
        });
    this.#bar.replaceChildren(go, ...(running ? [element("progress", { "aria-label": this.context.say("proof_running") })] : []));
    const unfolded = new Set(this.#folds().flatMap((fold) => (fold.open ? [foldKey(fold)] : [])));
    this.#host.replaceChildren(...this.#sections());
    for (const fold of this.#folds()) fold.open = unfolded.has(foldKey(fold));
    if (focused !== null) this.host.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  #folds(): readonly HTMLDetailsElement[] {
    return [...this.#host.querySelectorAll("details")];
  }

  #sections(): readonly HTMLElement[] {
    const kinds = ["obligation", "claim", "advice"] as const;
    return kinds.flatMap((kind) => {
      const items = this.#list.items.filter((item) => item.kind === kind);
      if (items.length === 0) return [];
      const cards = items.map((item) => this.#card(item));
      return [element("section", {}, element("h2", {}, this.context.say(`proof_kind_${kind}`)), element("ul", { role: "list" }, ...cards))];
    });
  }

  #card(item: ProofItem): HTMLElement {
    const provable = this.#running === null && item.kind !== "advice" && this.context.text.soundness === "sound";
    // the digests of scripts are computed by the browser, which does so in a secure context only
    const checkable = provable && item.verdict?.verdict === "proved" && globalThis.isSecureContext;
    return verdictCard(this.context, item, {
      prove: provable ? () => void this.#prove([item.name]) : null,
      check: checkable ? () => void this.#check(item) : null,
      checked: this.#checks.get(item.name) ?? "",
    });
  }

  #focused(): string | null {
    const active = document.activeElement;
    return active instanceof HTMLElement && this.#bar.contains(active) ? (active.dataset["focus"] ?? null) : null;
  }

  /** Go to a claim, and prove it if it is open. */
  #go(name: string): void {
    const item = this.#list.items.find((one) => one.name === name);
    this.#host.querySelector(`[data-name="${CSS.escape(name)}"]`)?.scrollIntoView({ block: "center" });
    if (item?.verdict === null && this.#running === null) void this.#prove([name]);
  }
}

/** The key of a fold, by which it stays open when the list is drawn again. */
function foldKey(fold: HTMLDetailsElement): string {
  return `${fold.closest<HTMLElement>(".proof")?.dataset["name"] ?? ""}/${fold.querySelector("summary")?.textContent ?? ""}`;
}
