/**
 * The rulebook page of the current text, under the chosen house rules: rendered again after a change; while the text has errors, the last
 * page without.
 */

import type { CallFailed } from "../runtime/client";
import { Newest } from "../runtime/newest";
import { ask } from "../shell/calls";
import { button, element } from "../shell/elements";
import { icon } from "../shell/icons";
import type { Change, Context, Pane, Target } from "../shell/pane";
import { ID, sanitized } from "./sanitized";

const PAUSE = 100;
/** The prefixes of the addresses of items that a text names: clauses, options, claims, examples. */
const LETTERS = ["c", "o", "k", "e"];

export const rulebookPane = (host: HTMLElement, context: Context): Pane => new RulebookPane(host, context);

class RulebookPane implements Pane {
  readonly #state = element("span", { class: "state", role: "status" });
  /** Actions for a reader who followed a link: play the game, or show its text. */
  readonly #front = element("div", { class: "row front" });
  readonly #run: HTMLButtonElement;
  readonly #print: HTMLButtonElement;
  readonly #page = element("article", { class: "md-typeset" });
  #due = 0;
  #round = 0;
  readonly #newest = new Newest();
  /** The text and settings of the page that is shown, and the target to which it scrolls once it is ready. */
  #made = "";
  #wanted = "";
  readonly #unfolded: HTMLDetailsElement[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
  ) {
    this.#run = button("", () => void this.#make(true));
    this.#print = button("", () => window.print(), { class: "print" });
    this.host.append(element("div", { class: "rulebook-head" }, this.#state, this.#front, this.#run, this.#print), this.#page);
    this.#page.addEventListener("click", (event) => this.#pressed(event));
    addEventListener("beforeprint", () => this.#unfold());
    addEventListener("afterprint", () => this.#foldAgain());
    this.#label();
  }

  shown(target: Target = {}): void {
    this.#wanted = target.clause ?? target.example ?? target.claim ?? "";
    if (this.#made === this.#now) this.#goToWanted();
    else this.#later(0);
  }

  changed(what: Change): void {
    if (what === "language") this.#label();
    if (!this.host.hidden) this.#later(what === "text" ? PAUSE : 0);
  }

  /** The inputs of a page. */
  get #now(): string {
    const { text, language, settings } = this.context;
    return JSON.stringify([text.main, text.version, language, settings]);
  }

  #label(): void {
    this.#run.textContent = this.context.say("run_examples");
    this.#print.textContent = this.context.say("print");
    this.#front.replaceChildren(
      button(this.context.say("front_play"), () => this.context.open("table", { play: true }), { class: "main" }),
      button(this.context.say("front_text"), () => this.context.open("editor", { file: this.context.text.main })),
    );
    if (this.#made === "") this.#say(this.context.text.soundness === "unsound" ? "rulebook_none" : "loading", false);
  }

  #later(pause: number): void {
    window.clearTimeout(this.#due);
    this.#round += 1;
    this.#newest.stop();
    this.#due = window.setTimeout(() => void this.#make(false), pause);
  }

  async #make(run: boolean): Promise<void> {
    const { client, text, language, settings } = this.context;
    this.#front.hidden = !text.guest;
    if (text.main === "") return;
    if (text.soundness === "unknown") return this.#made === "" ? this.#say("loading", false) : undefined;
    if (text.soundness === "unsound") return this.#say(this.#lastOr("rulebook_none"), true);
    const [round, now] = [this.#round, this.#now];
    if (run) this.#say("examples_running", false);
    const found = await ask(client, "page", { name: text.main, language, settings, examples_run: run }, { signal: this.#newest.next() });
    if (round !== this.#round || now !== this.#now) return;
    if ("error" in found && found.error.reason === "stopped") return;
    if ("error" in found) return this.#refused(found.error);
    this.#made = now;
    this.#show(found.answer.html);
    this.#say(run ? "examples_run" : "rulebook_now", false);
    this.#goToWanted();
  }

  /** Explain why there is no page: mistakes in the text, or an internal error. */
  #refused(error: CallFailed): void {
    this.#say(this.#lastOr("rulebook_none"), true);
    if (error.reason !== "refused") this.#state.textContent = error.message;
  }

  /** The notice over an outdated page, or the second phrase if there is no page. */
  #lastOr(none: string): string {
    return this.#made === "" ? none : "rulebook_stale";
  }

  #say(key: string, stale: boolean): void {
    this.#state.className = stale ? "state stale" : "state";
    this.#state.textContent = this.context.say(key);
  }

  /** Replace the last page: open parts stay open, and the scroll position is kept. */
  #show(html: string): void {
    const top = this.host.scrollTop;
    const open = new Set([...this.#page.querySelectorAll("details[open]")].map(named));
    this.#page.lang = this.context.language;
    this.#page.replaceChildren(sanitized(html));
    for (const details of this.#page.querySelectorAll("details")) details.open = open.has(named(details));
    for (const steps of this.#page.querySelectorAll<HTMLElement>("[data-steps]")) this.#foldSteps(steps);
    for (const part of this.#page.querySelectorAll<HTMLElement>(".clause[id], .claim[id], .example[id]")) this.#join(part);
    this.host.scrollTop = top;
  }

  /** A printed page cannot be unfolded, so all folded parts are opened before printing. */
  #unfold(): void {
    const folded = [...this.#page.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    for (const details of folded) details.open = true;
    this.#unfolded.push(...folded);
  }

  #foldAgain(): void {
    for (const details of this.#unfolded.splice(0)) details.open = false;
  }

  /** A hand with many steps is folded here; it can be replayed at the table. */
  #foldSteps(steps: HTMLElement): void {
    const list = steps.querySelector("ol");
    if (list === null) return;
    const folded = element("details", {}, element("summary", {}, this.context.say("steps_of_hand", { n: list.children.length - 1 })));
    list.replaceWith(folded);
    folded.append(list);
  }

  /** The links from a part of the page to its place in the text, and from an example to the table. */
  #join(part: HTMLElement): void {
    const anchor = part.id.slice(ID.length);
    const label = this.context.say("to_text");
    const toText = button(icon("editor"), () => void this.#toText(anchor), { class: "to-text", "aria-label": label, title: label });
    part.prepend(toText);
    if (!part.classList.contains("example")) return;
    const toTable = button(icon("table"), () => this.context.open("table", { example: anchor.slice(2) }), { class: "to-table" });
    toTable.append(this.context.say("to_table"));
    part.append(toTable);
  }

  async #toText(anchor: string): Promise<void> {
    const found = await ask(this.context.client, "place_of", { name: this.context.text.main, anchor });
    if ("error" in found) return this.context.report(found.error);
    if (found.answer === null) return;
    const { name, range } = found.answer;
    this.context.open("editor", { file: name, line: range.start.line, character: range.start.character });
  }

  #goToWanted(): void {
    const wanted = this.#wanted;
    this.#wanted = "";
    const id = LETTERS.map((letter) => `${ID}${letter}-${wanted}`).find((one) => wanted !== "" && document.getElementById(one));
    if (id !== undefined) this.#goTo(id);
  }

  #pressed(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const address = link?.getAttribute("href") ?? "";
    if (!address.startsWith("#")) return;
    event.preventDefault();
    this.#goTo(address.slice(1));
  }

  /** Scroll to a part of the page, open it and mark it as the target. */
  #goTo(id: string): void {
    const part = document.getElementById(id);
    if (part === null || !this.#page.contains(part)) return;
    for (let around = part.parentElement; around && around !== this.#page; around = around.parentElement) {
      if (around instanceof HTMLDetailsElement) around.open = true;
    }
    for (const before of this.#page.querySelectorAll(".arrived")) before.classList.remove("arrived");
    part.classList.add("arrived");
    part.tabIndex = -1;
    part.scrollIntoView({ block: "center" });
    part.focus({ preventScroll: true });
  }
}

/** The key of a part that can be folded. */
const named = (details: Element): string => details.querySelector("[id]")?.id ?? details.textContent.slice(0, 80);
