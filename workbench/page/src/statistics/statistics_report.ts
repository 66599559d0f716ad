/** The results of many hands: tables of measures with their intervals of 95 %, the first of them drawn as well. */

import type { ManyHands, MeasureRow } from "../runtime/answers";
import { element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { capital } from "../table/table_changes";
import { intervalChart } from "./interval_chart";
import { interval, value, written } from "./numbers";

type Kind = MeasureRow["kind"];

export function report(context: Context, found: ManyHands): readonly HTMLElement[] {
  return [ahead(context, found), points(context, found), lengths(context, found), events(context, found)].filter((part) => part !== null);
}

function of(found: ManyHands, ...kinds: readonly Kind[]): readonly MeasureRow[] {
  return found.rows.filter(({ kind, count }) => kinds.includes(kind) && count > 0);
}

/** Who wins how often. */
function ahead(context: Context, found: ManyHands): HTMLElement | null {
  const rows = [...of(found, "wins"), ...of(found, "ahead", "level")];
  if (rows.length === 0) return null;
  const title = context.say(found.unit === "match" ? "stat_ahead_match" : "stat_ahead");
  const name = (row: MeasureRow): string => (row.side === null ? context.say("stat_level") : named(context, found, row));
  return section(title, chart(context, title, rows, name), table(context, title, ["stat_side", "stat_of_100"], rows, name));
}

/** A side's name; for matches, that the side won. */
function named(context: Context, found: ManyHands, row: MeasureRow): string {
  const side = capital(found.sides[row.side ?? 0] ?? "");
  return row.kind === "wins" ? context.say("stat_wins", { who: side }) : side;
}

/** The points of each side under each heading, and in total. */
function points(context: Context, found: ManyHands): HTMLElement | null {
  const rows = [...of(found, "shares"), ...of(found, "points")];
  if (rows.length === 0) return null;
  const title = context.say("stat_points");
  const titles = [...new Set(rows.map((row) => heading(context, row)))];
  const cells = (named: string): HTMLElement[] =>
    found.sides.map((_, side) =>
      cell(
        context,
        rows.find((row) => row.side === side && heading(context, row) === named),
      ),
    );
  const body = titles.map((named) => element("tr", {}, element("th", { scope: "row" }, capital(named)), ...cells(named)));
  const head = [context.say("table_heading"), ...found.sides.map(capital)].map((label) => element("th", { scope: "col" }, label));
  const side = (row: MeasureRow): string => capital(found.sides[row.side ?? 0] ?? "");
  const drawing = chart(context, title, rows, side, (row) => capital(heading(context, row)));
  return section(title, drawing, framed(title, head, body));
}

function heading(context: Context, row: MeasureRow): string {
  return row.kind === "points" ? context.say("table_in_all") : row.title;
}

/** The lengths of hands and the numbers of choices. */
function lengths(context: Context, found: ManyHands): HTMLElement | null {
  const rows = of(found, "moves", "options", "lengths");
  const title = context.say("stat_lengths");
  const body = rows.map((row) => {
    const extremes = row.least === null ? "" : `${row.least} – ${row.greatest ?? ""}`;
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, context.say(`stat_of_${row.kind}`)),
      cell(context, row),
      element("td", { class: "number" }, extremes),
    );
  });
  const head = ["stat_what", "stat_mean", "stat_extremes"].map((key) => element("th", { scope: "col" }, context.say(key)));
  return rows.length === 0 ? null : section(title, framed(title, head, body));
}

/** How often each act is done, and each clause applies. */
function events(context: Context, found: ManyHands): HTMLElement | null {
  const rows = of(found, "acts", "clauses");
  if (rows.length === 0) return null;
  const title = context.say("stat_events");
  const made = table(context, title, ["stat_what", "stat_a_hand"], rows, (row) => capital(row.title || (row.name ?? "")));
  return element("details", { class: "events" }, element("summary", {}, title), made);
}

// ---------------------------------------------------------------------------------------------- parts

function section(title: string, ...content: readonly Element[]): HTMLElement {
  return element("section", {}, element("h2", {}, title), ...content);
}

type InWords = (row: MeasureRow) => string;

function chart(context: Context, title: string, rows: readonly MeasureRow[], label: InWords, heading?: InWords): SVGSVGElement {
  const bars = rows.map((row) => ({
    ...row,
    label: label(row),
    group: row.side ?? 5,
    text: value(context.language, row),
    ...(heading ? { heading: heading(row) } : {}),
  }));
  return intervalChart(context.say("stat_chart", { what: title }), bars);
}

function table(
  context: Context,
  title: string,
  heads: readonly string[],
  rows: readonly MeasureRow[],
  label: (row: MeasureRow) => string,
): HTMLElement {
  const head = heads.map((key) => element("th", { scope: "col" }, context.say(key)));
  return framed(
    title,
    head,
    rows.map((row) => element("tr", {}, element("th", { scope: "row" }, label(row)), cell(context, row))),
  );
}

function framed(title: string, head: readonly HTMLElement[], body: readonly HTMLElement[]): HTMLElement {
  const caption = element("caption", { class: "unseen" }, title);
  const made = element("table", {}, caption, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
  return element("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": title }, made);
}

/** A value with its interval. */
function cell(context: Context, row: MeasureRow | undefined): HTMLElement {
  if (row === undefined || row.count === 0) return element("td", { class: "number" }, "—");
  const around = interval(context.language, row);
  return element(
    "td",
    { class: "number" },
    element("b", {}, value(context.language, row)),
    ...(around === "" ? [] : [" ", element("small", {}, around)]),
  );
}

/** The settings that were played, in a sentence. */
export function summary(context: Context, found: ManyHands): string {
  const n = written(context.language, found.played, 0);
  const said = context.say(found.unit === "match" ? "stat_played_matches" : "stat_played", { n, seed: found.seed });
  return found.not_lowered === null ? said : `${said} ${context.say("stat_slow", { what: found.not_lowered })}`;
}
