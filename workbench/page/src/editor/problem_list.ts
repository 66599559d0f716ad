/** The problems of a text, below it: each with its line, and with a button that applies its fix. */

import type { Problem } from "../runtime/answers";
import { button, element } from "../shell/elements";
import { icon } from "../shell/icons";
import { quoted } from "../shell/quoted";
import type { Words } from "../shell/words";

export interface ProblemChoices {
  goTo(problem: Problem): void;
  fix(problem: Problem): void;
}

export class ProblemList {
  readonly host = element("section", { class: "problems" });
  readonly #state = element("p", { class: "problems-state" });
  readonly #list = element("ol", { class: "problems-list" });

  constructor(
    private readonly words: Words,
    private readonly choices: ProblemChoices,
  ) {
    words.attribute(this.host, "aria-label", "problems");
    this.host.append(this.#state, this.#list);
  }

  /** A state in words, while nothing is known yet. */
  wait(text: string): void {
    this.host.className = "problems waiting";
    this.#state.replaceChildren(text);
  }

  show(problems: readonly Problem[]): void {
    const errors = problems.filter((problem) => problem.severity === "error").length;
    this.host.className = `problems ${errors ? "bad" : problems.length ? "doubtful" : "good"}`;
    this.#state.replaceChildren(icon(errors ? "error" : problems.length ? "warning" : "good"), this.summary(problems));
    this.#list.replaceChildren(...problems.map((problem) => this.#item(problem)));
    this.#list.hidden = problems.length === 0;
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

  #item(problem: Problem): HTMLLIElement {
    const line = element("span", { class: "line" }, this.words.say("line", { n: problem.range.start.line + 1 }));
    const said = element("span", { class: "said" }, quoted(problem.message));
    const more = [problem.note, problem.help].filter((text) => text !== "").join(" · ");
    if (more) said.append(element("small", {}, quoted(more)));
    const go = button(icon(problem.severity), () => this.choices.goTo(problem), { class: "plain problem" });
    go.append(said, line, element("code", {}, problem.code));
    const made = element("li", { class: problem.severity }, go);
    if (problem.repair) made.append(button(quoted(problem.repair.title), () => this.choices.fix(problem), { class: "fix" }));
    return made;
  }
}
