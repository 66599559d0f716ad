/**
 * A recorded hand, an example, or the hand of a proof, replayed step by step at the table with all cards open.
 *
 * Buttons, arrow keys and swipes go forward and back; the changes of a step are marked, and each move cites its
 * articles.
 */

import type { ShownClause, ShownStep, Steps } from "../runtime/answers";
import { ask, type Outcome } from "../shell/calls";
import { button, element } from "../shell/elements";
import type { Context, Hand, PlayedHand } from "../shell/pane";
import { Felt, UNMARKED } from "./felt";
import { pickFile, saveFile } from "./record_files";
import { capital } from "./table_changes";
import { memoryList } from "./table_record";
import { termList } from "./term_list";

const SWIPE = 40;
const SIGNS = { first: "«", previous: "‹", next: "›", last: "»" } as const;
type Where = keyof typeof SIGNS;
const KEYS: Readonly<Record<string, Where>> = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

/** The replayed item: an example by its name, a record, or a hand that was played at a table. */
export type Followed = Hand | PlayedHand | { readonly example: string };

export class FollowedHand {
  readonly host = element("div", { class: "followed", hidden: true });
  readonly #felt: Felt;
  #what: Followed | null = null;
  #steps: Steps | null = null;
  #at = 0;

  /** `leave` goes back to play. */
  constructor(
    private readonly context: Context,
    private readonly leave: () => void,
  ) {
    this.#felt = new Felt(context);
    this.host.addEventListener("keydown", (event) => this.#key(event));
    this.#swipes();
  }

  async open(what: Followed, at = 0): Promise<void> {
    this.#what = what;
    this.host.hidden = false;
    const found = await this.#asked(what);
    if (this.#what !== what) return;
    if ("error" in found) return this.#refused(found.error.message);
    this.#steps = found.answer;
    this.#show(at);
    this.host.querySelector<HTMLElement>("h2")?.focus();
  }

  /** Show the same step in another language. */
  again(): void {
    if (this.#what !== null && !this.host.hidden) void this.open(this.#what, this.#at);
  }

  close(): void {
    this.#what = null;
    this.host.hidden = true;
  }

  /** Save the record of the hand at the table. */
  async save(main: string): Promise<void> {
    const found = await ask(this.context.client, "record", {});
    if ("answer" in found) saveFile(`${main.replace(/\..*$/, "")}.json`, found.answer);
    else this.context.report(found.error);
  }

  /** Let the reader choose a record's file. */
  async choose(take: (hand: Hand) => void): Promise<void> {
    const file = await pickFile(".json,application/json");
    if (file !== null) take({ title: file.name, record: file.text });
  }

  #asked(what: Followed): Promise<Outcome<Steps>> {
    const { client, language, text } = this.context;
    if ("example" in what) return ask(client, "example_steps", { name: text.main, example: what.example, language });
    if ("dealing" in what) return ask(client, "dealing_steps", { dealing: { ...what.dealing, name: text.main }, language });
    return ask(client, "record_steps", { name: text.main, record: what.record, language });
  }

  #refused(why: string): void {
    this.host.replaceChildren(this.#heading(""), element("p", { class: "fault", role: "alert" }, why));
  }

  // ---------------------------------------------------------------------------------------------- a step

  #show(at: number): void {
    const steps = this.#steps;
    if (steps === null) return;
    this.#at = Math.max(0, Math.min(at, steps.steps.length - 1));
    const step = steps.steps[this.#at];
    if (step === undefined) {
      this.#refused(this.context.say("steps_none"));
      return;
    }
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["go"] : undefined;
    const { player_names, side_names, sides } = steps;
    const { zones, memory: remembered } = step;
    const seated = { seat: 0, actor: null, zones, memory: remembered, tricks: [], player_names, side_names, sides };
    this.#felt.draw(seated, { ...UNMARKED, came: this.#came(step) });
    const before = steps.steps[this.#at - 1];
    const memory = memoryList(this.context, { memory: step.memory, player_names, side_names }, before ?? null);
    this.host.replaceChildren(
      this.#heading(steps.title),
      this.#buttons(steps),
      ...this.#toTurning(),
      this.#said(steps, step),
      this.#felt.host,
      memory,
      this.#foot(steps),
    );
    if (focused !== undefined) this.host.querySelector<HTMLElement>(`[data-go="${focused}"]`)?.focus();
  }

  /** The cards that a step added to the zones that it changed. */
  #came(step: ShownStep): ReadonlySet<string> {
    const before = this.#steps?.steps[this.#at - 1];
    if (before === undefined) return new Set();
    const key = ({ zone, owner }: ShownStep["zones"][number]): string => `${zone}-${owner ?? ""}`;
    const lay = new Map(before.zones.map((zone) => [key(zone), new Set(zone.cards?.map(({ code }) => code))]));
    return new Set(
      step.zones.flatMap((zone) => (zone.cards ?? []).map(({ code }) => code).filter((code) => !lay.get(key(zone))?.has(code))),
    );
  }

  #heading(title: string): HTMLElement {
    const what = this.#what;
    const name = what !== null && "title" in what && what.title !== "" ? what.title : title;
    const heading = name === "" ? this.context.say("steps") : this.context.say("steps_of", { what: name });
    return element("h2", { tabindex: -1 }, heading, " ", this.#back());
  }

  #back(): HTMLElement {
    return button(this.context.say("steps_back"), this.leave);
  }

  #buttons(steps: Steps): HTMLElement {
    const last = steps.steps.length - 1;
    const edges: Readonly<Record<Where, number>> = { first: 0, previous: 0, next: last, last };
    const made = Object.entries(SIGNS).map(([where, sign]) =>
      button(sign, () => this.#go(where as Where), {
        class: "plain square",
        "data-go": where,
        "aria-label": this.context.say(`steps_${where}`),
        "aria-disabled": this.#at === edges[where as Where] ? "true" : undefined,
      }),
    );
    const turning = this.#turning;
    const marked = turning >= 0 && turning === this.#at ? "at turning" : "at";
    const at = element("span", { class: marked }, this.context.say("steps_at", { n: this.#at, of: last }));
    return element(
      "div",
      { class: "stepping", role: "group", "aria-label": this.context.say("steps") },
      ...made.slice(0, 2),
      at,
      ...made.slice(2),
    );
  }

  /** A button that leads to the decisive step, if there is one. */
  #toTurning(): readonly HTMLElement[] {
    if (this.#turning < 0) return [];
    const go = button(this.context.say("steps_to_turning"), () => this.#show(this.#turning), { class: "plain", "data-go": "turning" });
    return [element("p", { class: "row to-turning" }, go)];
  }

  #said(steps: Steps, step: ShownStep): HTMLElement {
    const who = step.seat === null ? "" : (steps.player_names[step.seat] ?? "");
    const made = element("div", { class: "said", "aria-live": "polite" });
    made.append(element("p", {}, ...(who === "" ? [] : [element("strong", {}, `${capital(who)}: `)]), step.text));
    if (step.by.length > 0)
      made.append(
        element("p", { class: "by" }, this.context.say("steps_by"), " ", ...step.by.flatMap((clause) => [this.#clause(clause), " "])),
      );
    const what = this.#what;
    if (this.#at === this.#turning && what !== null && "record" in what) {
      made.append(this.#outcome(what.breaks === true, what.note ?? ""));
      if (what.terms !== undefined && what.terms.length > 0) made.append(termList(what.terms));
    }
    return made;
  }

  /** The step that breaks the claim or reaches its goal; -1 for a hand without such a step. */
  get #turning(): number {
    const what = this.#what;
    if (what === null || !("record" in what) || what.breaks === undefined) return -1;
    const last = (this.#steps?.steps.length ?? 1) - 1;
    return Math.min(what.at ?? last, last);
  }

  #outcome(breaks: boolean, note: string): HTMLElement {
    const mark = element("strong", { class: breaks ? "breaks" : "reaches" }, this.context.say(breaks ? "steps_breaks" : "steps_reaches"));
    return element("p", { class: "outcome-line" }, mark, note === "" ? "" : ` ${note}`);
  }

  #clause(clause: ShownClause): HTMLElement {
    const title = this.context.say("article", { article: clause.article, title: clause.title });
    return button(title, () => this.context.open("rulebook", { clause: clause.name }), { class: "textual" });
  }

  #foot(steps: Steps): HTMLElement {
    const name = `${this.context.text.main.replace(/\..*$/, "")}.json`;
    const save = button(this.context.say("table_save"), () => saveFile(name, steps.record), { class: "plain" });
    return element("p", { class: "row" }, ...(steps.record === "" ? [] : [save]));
  }

  // ---------------------------------------------------------------------------------------------- going on and back

  #go(where: Where): void {
    const last = (this.#steps?.steps.length ?? 1) - 1;
    this.#show({ first: 0, previous: this.#at - 1, next: this.#at + 1, last }[where]);
  }

  #key(event: KeyboardEvent): void {
    const where = KEYS[event.key];
    if (where === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#go(where);
  }

  #swipes(): void {
    let from: { readonly x: number; readonly y: number } | null = null;
    this.host.addEventListener("touchstart", ({ touches }) => (from = touches.length === 1 ? point(touches[0]) : null), { passive: true });
    this.host.addEventListener(
      "touchend",
      ({ changedTouches }) => {
        const to = point(changedTouches[0]);
        if (from === null || to === null) return;
        const [x, y] = [to.x - from.x, to.y - from.y];
        from = null;
        if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.#go(x < 0 ? "next" : "previous");
      },
      { passive: true },
    );
  }
}

function point(touch: Touch | undefined): { readonly x: number; readonly y: number } | null {
  return touch === undefined ? null : { x: touch.clientX, y: touch.clientY };
}
