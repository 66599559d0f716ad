/** The panels next to the table: memory, moves, scores. */

import type { TableView } from "../runtime/answers";
import { element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { scoreSheet } from "./score_sheet";
import { capital, moveTold, ownerName } from "./table_changes";

export function scoreList(context: Context, view: TableView): readonly HTMLElement[] {
  return view.scores.map((score, hand) => scoreSheet(context, view, score, hand + 1)).reverse();
}

/** The aim of the game, if it is known. */
export function aimLine({ aim }: TableView): readonly HTMLElement[] {
  return aim === "" ? [] : [element("p", { class: "aim" }, aim)];
}

/** Memory, with the last changes marked. */
export function memoryList(
  context: Context,
  view: Pick<TableView, "memory" | "player_names" | "side_names">,
  before: Pick<TableView, "memory"> | null,
): HTMLElement {
  const rows = view.memory.map((memory) => {
    const old = before?.memory.find(({ name }) => name === memory.name);
    const values = memory.values.flatMap((value, owner) => {
      if (value === "") return [];
      const whose = ownerName(view, memory.owner, owner);
      const changed = old !== undefined && old.values[owner] !== value;
      return [
        element(
          "dd",
          { class: changed ? "changed" : "" },
          ...(whose === "" ? [] : [element("span", { class: "whose" }, whose)]),
          element("b", {}, value),
        ),
      ];
    });
    return element("div", {}, element("dt", {}, capital(memory.title)), ...values);
  });
  return element("dl", { class: "memory", "aria-label": context.say("table_remembered") }, ...rows);
}

/** The acts, the last first. */
export function moveList(context: Context, view: TableView): HTMLElement {
  const moves = [...view.log].reverse().map((move) => element("li", { value: move.number }, moveTold(context, view, move)));
  const heading = element("h2", {}, context.say("table_done_so_far"));
  if (moves.length === 0) moves.push(element("li", { class: "none" }, context.say("table_nothing_done")));
  return element(
    "section",
    { class: "log" },
    heading,
    element("ol", { reversed: true, tabindex: 0, "aria-label": context.say("table_done_so_far") }, ...moves),
  );
}
