/** The score of a hand: a table of headings and sides, and the sums. */

import type { ShownScore, TableView } from "../runtime/answers";
import { element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { capital } from "./table_changes";

export function scoreSheet(context: Context, view: TableView, score: ShownScore, hand: number): HTMLElement {
  const sides = score.points.map((_, side) =>
    element("th", { scope: "col", class: "number" }, capital(view.side_names[side] ?? String(side + 1))),
  );
  const rows = score.shares.flatMap(({ title, points, sentence }) => [row(title, points), ...ruling(sentence, points.length + 1)]);
  const sum = row(context.say("table_in_all"), score.points);
  sum.className = "sum";
  return element(
    "table",
    { class: "scores" },
    element("caption", {}, context.say("table_score_of", { n: hand })),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, context.say("table_heading")), ...sides)),
    element("tbody", {}, ...rows, sum),
  );
}

function row(title: string, points: readonly number[]): HTMLTableRowElement {
  const cells = points.map((point) => element("td", { class: "number" }, String(point)));
  return element("tr", {}, element("th", { scope: "row" }, capital(title)), ...cells);
}

/** The sentence of the rulebook for a heading, under it. */
function ruling(sentence: string, colspan: number): readonly HTMLTableRowElement[] {
  return sentence === "" ? [] : [element("tr", { class: "by-rule" }, element("td", { colspan }, sentence))];
}
