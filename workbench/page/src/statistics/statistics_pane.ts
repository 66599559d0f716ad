/**
 * The statistics pane plays many random hands in batches and shows their results; the same seed gives the same numbers.
 */

import type { ManyHands } from "../runtime/answers";
import { ask, type Outcome } from "../shell/calls";
import { element } from "../shell/elements";
import type { Change, Context, MakePane, Pane } from "../shell/pane";
import { written } from "./numbers";
import { report, summary } from "./statistics_report";

const COUNTS = { hand: [100, 1000, 10_000, 100_000], match: [20, 100, 1000, 5000] } as const;
const USUAL = 1;
const LARGEST_SEED = 999_999;
const BUDGET = 60_000;

export const statisticsPane: MakePane = (host, context) => new StatisticsPane(host, context);

class StatisticsPane implements Pane {
  readonly #controls = element("form", { class: "statistics-controls" });
  readonly #state = element("div", { class: "statistics-state", role: "status" });
  readonly #found = element("div", { class: "statistics-found" });
  #unit: ManyHands["unit"] = "hand";
  #size = USUAL;
  #seed = 1;
  #shown: ManyHands | null = null;
  /** Grows with every run; a run with an older number stops. */
  #run = 0;
  #running = false;

  constructor(
    host: HTMLElement,
    private readonly context: Context,
  ) {
    host.classList.add("statistics-pane");
    host.append(this.#controls, this.#state, this.#found);
    this.#controls.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#running) this.#stop();
      else this.#startOnceChecked();
    });
    this.#controls.addEventListener("change", () => this.#read());
  }

  shown(): void {
    this.#drawControls();
    if (this.#shown === null && !this.#running) this.#say(this.context.say("stat_about"));
  }

  changed(what: Change): void {
    if (what !== "language") {
      this.#run += 1;
      this.#running = false;
      this.#shown = null;
      this.#found.replaceChildren();
      this.#say(this.context.say("stat_about"));
    } else if (this.#shown !== null && !this.#running) void this.#more(0);
    this.#drawControls();
  }

  // ---------------------------------------------------------------------------------------------- a run

  /** A run on a text that is still being checked would be discarded at the end of the check. */
  #startOnceChecked(): void {
    this.#say(this.context.say("text_unknown"));
    this.context.onceChecked(() => void this.#start());
  }

  async #start(): Promise<void> {
    const { client, language, settings, text } = this.context;
    if (text.soundness !== "sound") return this.#say(this.context.say(text.soundness === "unknown" ? "text_unknown" : "stat_unsound"));
    const run = ++this.#run;
    this.#running = true;
    this.#drawControls();
    const wanted = COUNTS[this.#unit][this.#size] ?? 100;
    const args = { name: text.main, settings, seed: this.#seed, unit: this.#unit, language };
    let outcome: Outcome<ManyHands> = await ask(client, "begin_simulation", args, { budget: BUDGET });
    while (run === this.#run && this.#take(outcome, wanted) < wanted) outcome = await this.#next(wanted - (this.#shown?.played ?? 0));
    if (run !== this.#run) return;
    this.#running = false;
    this.#drawControls();
    if (this.#shown !== null) this.#end(this.#shown);
  }

  #next(count: number): Promise<Outcome<ManyHands>> {
    return ask(this.context.client, "simulate", { count, language: this.context.language }, { budget: BUDGET });
  }

  /** Show the results of a batch; the number of hands played, or that a hand may not end. */
  #take(outcome: Outcome<ManyHands>, wanted: number): number {
    if ("error" in outcome) {
      this.#shown = null;
      this.#say(outcome.error.message);
      return Number.POSITIVE_INFINITY;
    }
    const found = outcome.answer;
    this.#shown = found;
    if (found.played > 0) this.#found.replaceChildren(...report(this.context, found));
    const [n, of] = [written(this.context.language, found.played, 0), written(this.context.language, wanted, 0)];
    const bar = element("progress", { max: wanted, value: found.played, "aria-label": this.context.say("stat_progress") });
    this.#state.replaceChildren(bar, element("span", { "aria-hidden": true }, this.context.say("stat_so_far", { n, of })));
    return found.played;
  }

  #stop(): void {
    this.#run += 1;
    this.#running = false;
    this.#drawControls();
    if (this.#shown !== null && this.#shown.played > 0) this.#end(this.#shown);
    else this.#say(this.context.say("stat_about"));
  }

  #end(found: ManyHands): void {
    this.#say(summary(this.context, found));
    this.context.announce(summary(this.context, found));
  }

  /** Render the shown results in another language. */
  async #more(count: number): Promise<void> {
    const outcome = await this.#next(count);
    if ("error" in outcome) return;
    this.#shown = outcome.answer;
    this.#found.replaceChildren(...report(this.context, outcome.answer));
    this.#say(summary(this.context, outcome.answer));
  }

  #say(text: string): void {
    this.#state.replaceChildren(element("p", {}, text));
  }

  // ---------------------------------------------------------------------------------------------- controls

  #read(): void {
    const data = new FormData(this.#controls);
    const unit = data.get("unit") === "match" ? "match" : "hand";
    const other = unit !== this.#unit;
    this.#unit = unit;
    this.#size = Number(data.get("size"));
    this.#seed = Math.min(LARGEST_SEED, Math.max(0, Math.trunc(Number(data.get("seed"))) || 0));
    if (other) this.#drawControls();
  }

  #drawControls(): void {
    const focused =
      document.activeElement instanceof HTMLElement && this.#controls.contains(document.activeElement)
        ? document.activeElement.getAttribute("name")
        : null;
    const numbers = COUNTS[this.#unit].map((n, size) =>
      element("option", { value: size, selected: size === this.#size }, written(this.context.language, n, 0)),
    );
    const units = (["hand", "match"] as const).map((unit) =>
      element("option", { value: unit, selected: unit === this.#unit }, this.context.say(`stat_${unit}`)),
    );
    const seed = element("input", { type: "number", name: "seed", min: 0, max: LARGEST_SEED, value: this.#seed, inputmode: "numeric" });
    const go = element(
      "button",
      { type: "submit", name: "go", class: this.#running ? "" : "main" },
      this.context.say(this.#running ? "stat_stop" : "stat_start"),
    );
    this.#controls.replaceChildren(
      field(this.context.say("stat_size"), element("select", { name: "size" }, ...numbers)),
      field(this.context.say("stat_unit"), element("select", { name: "unit" }, ...units)),
      field(this.context.say("stat_seed"), seed),
      go,
    );
    if (focused !== null) this.#controls.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
  }
}

function field(label: string, control: HTMLElement): HTMLElement {
  return element("label", { class: "field" }, element("span", {}, label), control);
}
