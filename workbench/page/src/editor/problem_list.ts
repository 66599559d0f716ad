/** The problems and open questions of a text, below it: each with its line, and with buttons that apply its fixes. */

import type { OpenHint, Problem, Range, Repair } from "../runtime/answers";
import { button, element } from "../shell/elements";
import { icon } from "../shell/icons";
import { quoted } from "../shell/quoted";
import type { Words } from "../shell/words";
import type { OpenQuestions } from "./open_questions";

export interface ProblemChoices {
  goTo(range: Range): void;
  fix(problem: Problem): void;
  /** Look for open questions. */
  ask(): void;
  answer(repair: Repair): void;
}

export class ProblemList {
  readonly host = element("section", { class: "problems" });
  readonly #state = element("p", { class: "problems-state" });
  readonly #list = element("ol", { class: "problems-list" });
  readonly #open = element("div", { class: "open-questions" });

  constructor(
    private readonly words: Words,
    private readonly choices: ProblemChoices,
  ) {
    words.attribute(this.host, "aria-label", "problems");
    this.host.append(this.#state, this.#list, this.#open);
  }

  /** A sentence that describes the state while nothing is known yet. */
  wait(text: string): void {
    this.host.className = "problems waiting";
    this.#state.replaceChildren(text);
    this.#open.replaceChildren();
  }

  show(problems: readonly Problem[]): void {
    const errors = problems.filter((problem) => problem.severity === "error").length;
    this.host.className = `problems ${errors ? "bad" : problems.length ? "doubtful" : "good"}`;
    this.#state.replaceChildren(icon(errors ? "error" : problems.length ? "warning" : "good"), this.summary(problems));
    this.#list.replaceChildren(...problems.map((problem) => this.#item(problem)));
    this.#list.hidden = problems.length === 0;
    if (errors > 0) this.#open.replaceChildren();
  }

  /** The open questions of the text, if they were requested, below the problems; a text with mistakes has none. */
  questions(found: OpenQuestions): void {
    if (found === null) {
      this.#open.replaceChildren(button(this.words.say("open_ask"), () => this.choices.ask(), { class: "plain" }));
    } else if (found === "asking") {
      this.#open.replaceChildren(element("p", { role: "status" }, this.words.say("open_asking")));
    } else {
      const count = found.length === 1 ? this.words.say("open_one") : this.words.say("open_some", { n: found.length });
      const items = found.map((one) => this.#question(one));
      const said = found.length === 0 ? this.words.say("open_none") : count;
      this.#open.replaceChildren(
        found.length === 0
          ? element("p", { role: "status" }, said)
          : element("details", { open: true }, element("summary", {}, said), element("ol", { class: "problems-list" }, ...items)),
      );
    }
  }

  summary(problems: readonly Problem[]): string {
    const errors = problems.filter((problem) => problem.severity === "error").length;
    const doubts = problems.length - errors;
    if (problems.length === 0) return this.words.say("no_mistakes");
    const said = [errors ? this.words.say(errors === 1 ? "one_mistake" : "mistakes", { n: errors }) : ""];
    said.push(doubts ? this.words.say(doubts === 1 ? "one_doubt" : "doubts", { n: doubts }) : "");
    const whole = said.filter((text) => text !== "").join(", ");
    return whole.slice(0, 1).toLocaleUpperCase(this.words.language) + whole.slice(1);
  }

  #question(one: OpenHint): HTMLLIElement {
    const said = element("span", { class: "said" }, quoted(one.question));
    if (one.answers.length > 0) said.append(element("small", {}, quoted(one.answers.join(" · "))));
    const line = element("span", { class: "line" }, this.words.say("line", { n: one.range.start.line + 1 }));
    const go = button(icon("help"), () => this.choices.goTo(one.range), { class: "plain problem" });
    go.append(said, line);
    const fixes = one.repairs.map((repair) =>
      button(element("span", {}, quoted(repair.title)), () => this.choices.answer(repair), { class: "fix" }),
    );
    return element("li", { class: one.severity }, go, ...fixes);
  }

  #item(problem: Problem): HTMLLIElement {
    const line = element("span", { class: "line" }, this.words.say("line", { n: problem.range.start.line + 1 }));
    const said = element("span", { class: "said" }, quoted(problem.message));
    const more = [problem.note, problem.help].filter((text) => text !== "").join(" · ");
    if (more) said.append(element("small", {}, quoted(more)));
    const go = button(icon(problem.severity), () => this.choices.goTo(problem.range), { class: "plain problem" });
    go.append(said, line, element("code", {}, problem.code));
    const made = element("li", { class: problem.severity }, go);
    if (problem.repair)
      made.append(button(element("span", {}, quoted(problem.repair.title)), () => this.choices.fix(problem), { class: "fix" }));
    return made;
  }
}
