/** Why a move is or is not legal: the ruling line by line, each clause with links to its article and to its text. */

import type { CitedClause, Reason } from "../runtime/answers";
import { button, buttonOf, element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { capital } from "./table_changes";

/** Rulings on what chosen cards could mean; `play` makes the nearest legal move. */
export function rulings(context: Context, reasons: readonly Reason[], play: (phrase: string) => void): HTMLElement {
  const heading = context.say(reasons.some(({ legal }) => legal) ? "table_why" : "table_why_not");
  const told = reasons.map((reason) => ruling(context, reason, play));
  if (told.length === 0) told.push(element("p", {}, context.say("table_no_reason")));
  return element("section", { class: "rulings", "aria-label": heading, tabindex: -1 }, element("h2", {}, heading), ...told);
}

function ruling(context: Context, reason: Reason, play: (phrase: string) => void): HTMLElement {
  const mark = element("span", { class: `mark ${reason.legal ? "legal" : "barred"}`, "aria-hidden": "true" }, reason.legal ? "✓" : "✗");
  const [first, ...rest] = reason.lines;
  const made = element("div", { class: "ruling" }, element("p", { class: "verdict-line" }, mark, " ", first ?? capital(reason.text)));
  made.append(...rest.map((line) => element("p", { class: line.startsWith(" ") ? "quoted" : "" }, line.trim())));
  const links = reason.clauses.map((clause) => clauseLinks(context, clause));
  if (links.length > 0) made.append(element("ul", { class: "articles" }, ...links));
  const { nearest } = reason;
  if (nearest !== null && !reason.legal) {
    made.append(button(context.say("table_play_nearest"), () => play(nearest), { class: "plain" }));
  }
  return made;
}

function clauseLinks(context: Context, clause: CitedClause): HTMLElement {
  const title = context.say("article", { article: clause.article, title: clause.title });
  const page = button(title, () => context.open("rulebook", { clause: clause.name }), { class: "textual" });
  const text = buttonOf(context.say("in_the_text"), clause.title, () => context.open("editor", { clause: clause.name }), {
    class: "textual",
  });
  return element("li", {}, page, " · ", text);
}
