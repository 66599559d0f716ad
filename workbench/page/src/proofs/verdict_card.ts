/** One claim with its verdict: the result and the method, the hand that shows it, its position in the text. */

import type { ShownOpenCase, ShownVerdict } from "../runtime/answers";
import { button, buttonOf, element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { capital } from "../table/table_changes";
import { termList } from "../table/term_list";
import type { ProofItem } from "./proof_list";

/** The commands of a card. */
export interface Asking {
  /** Prove only this claim; absent during a proof, and for items that cannot be proved separately. */
  readonly prove: (() => void) | null;
  /** Check the proof of this claim; absent during a proof, and for items without a proof. */
  readonly check: (() => void) | null;
  /** The result of the last check, in words. */
  readonly checked: string;
}

const SIGNS: Readonly<Record<string, string>> = { proved: "✓", attained: "✓", refuted: "✗", unknown: "?", told: "i", open: "·" };

export function verdictCard(context: Context, item: ProofItem, asking: Asking): HTMLElement {
  const { verdict } = item;
  const outcome = verdict?.verdict ?? "open";
  const mark = element(
    "span",
    { class: `badge ${outcome}` },
    element("span", { "aria-hidden": true }, SIGNS[outcome] ?? ""),
    " ",
    context.say(outcome === "told" ? "proof_advice" : `proof_${outcome}`),
  );
  const made = element(
    "li",
    { class: `proof ${outcome}`, "data-name": item.name },
    element("div", { class: "head" }, mark, element("span", { class: "title" }, capital(item.title))),
  );
  if (verdict !== null) made.append(...details(context, verdict, item.kept));
  if (asking.checked !== "") made.append(element("p", { class: "second-check" }, asking.checked));
  const row = actions(context, item, asking);
  if (row.childElementCount > 0) made.append(row);
  return made;
}

function details(context: Context, verdict: ShownVerdict, kept: boolean): HTMLElement[] {
  const made: HTMLElement[] = [verdict.settings.length > 0 ? under(context, verdict) : "", verdict.method, verdict.reason]
    .filter((text) => text !== "")
    .map((text) => element("p", {}, capital(text)));
  if (verdict.witness !== null && verdict.witness.terms.length > 0) made.push(termList(verdict.witness.terms));
  if (verdict.vacuous) made.push(element("p", { class: "wrong" }, context.say("proof_vacuous")));
  if (verdict.contradicted) made.push(element("p", { class: "wrong" }, context.say("proof_contradicted")));
  if (verdict.verdict === "unknown") made.push(element("p", {}, unknown(context, verdict)));
  if (verdict.technical !== "") made.push(folded(context.say("proof_technical"), [verdict.technical]));
  if (verdict.open !== null) made.push(openCase(context, verdict.open));
  if (kept) made.push(element("p", { class: "kept" }, context.say("proof_kept")));
  return made;
}

/** The house rules for which the verdict holds. */
function under(context: Context, verdict: ShownVerdict): string {
  return context.say("proof_under", {
    rules: verdict.under.join(", "),
  });
}

function unknown(context: Context, { hands }: ShownVerdict): string {
  return hands > 0 ? context.say("proof_tested", { n: hands }) : context.say("proof_unknown_is");
}

/** The place at which a proof failed. */
function openCase(context: Context, found: ShownOpenCase): HTMLElement {
  const lines = [found.case, found.move, found.help].filter((line) => line !== "");
  const known = element("ul", {}, ...found.invariants.map((fact) => element("li", {}, fact)));
  const made = folded(context.say("proof_open_case"), lines);
  if (found.invariants.length > 0) made.append(known);
  return made;
}

/** Texts that are shown on request. */
function folded(summary: string, lines: readonly string[]): HTMLElement {
  return element("details", {}, element("summary", {}, summary), ...lines.map((line) => element("p", {}, capital(line))));
}

function actions(context: Context, item: ProofItem, asking: Asking): HTMLElement {
  const row = element("div", { class: "row" });
  const { verdict } = item;
  const witness = verdict?.witness ?? null;
  if (verdict !== null && witness !== null) {
    const breaks = verdict.verdict === "refuted" || verdict.contradicted;
    const hand = {
      title: capital(item.title),
      record: witness.record,
      breaks,
      note: witness.note,
      at: witness.moves,
      terms: witness.terms,
    };
    row.append(
      button(context.say(breaks ? "proof_see_broken" : "proof_see"), () => context.open("table", { hand }), {
        class: breaks ? "main" : "",
      }),
    );
  }
  if (asking.prove !== null) row.append(buttonOf(context.say("proof_this"), item.title, asking.prove, { class: "plain" }));
  if (asking.check !== null) row.append(buttonOf(context.say("proof_check"), item.title, asking.check, { class: "plain" }));
  const place = verdict?.location ?? null;
  if (place !== null) {
    const { line, character } = place.range.start;
    row.append(
      buttonOf(context.say("in_the_text"), item.title, () => context.open("editor", { file: place.name, line, character }), {
        class: "plain",
      }),
    );
  }
  return row;
}
