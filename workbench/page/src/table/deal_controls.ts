/** The choices before the deal: players, house rules, opponents, a hand or a match, and the seed. */

import { LONGEST_NAME } from "../address_form";
import type { GameControls } from "../runtime/answers";
import { element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { capital } from "./table_changes";
import type { Deal } from "./table_game";

const LARGEST_SEED = 999_999;
const OPPONENTS: readonly Deal["opponent"][] = ["random", "greedy", "good", "person"];

export interface Choices {
  readonly deal: Deal;
  readonly settings: Readonly<Record<string, string>>;
}

/** A form of the possible choices; `dealt` receives the choice. */
export function dealControls(
  context: Context,
  controls: GameControls,
  now: Deal,
  players: number,
  dealt: (choices: Choices) => void,
): HTMLFormElement {
  const made = element("form", { class: "deal-controls" });
  const seats = Array.from({ length: players }, (_, seat) => option(String(seat), now.names[seat] || String(seat + 1)));
  made.append(
    select(
      context.say("table_opponent"),
      "opponent",
      now.opponent,
      OPPONENTS.map((who) => option(who, context.say(`table_opponent_${who}`))),
    ),
    select(context.say("table_length"), "match", now.match ? "match" : "hand", [
      option("hand", context.say("table_one_hand")),
      option("match", context.say("table_match")),
    ]),
    select(
      context.say("table_players"),
      "players",
      String(players),
      controls.player_counts.map((n) => option(String(n), String(n))),
    ),
    select(context.say("table_seat"), "seat", String(now.seat), seats),
    ...controls.house_rules.map((rule) =>
      select(
        capital(rule.title),
        `rule-${rule.name}`,
        context.settings[rule.name] ?? rule.default,
        rule.values.map(({ value, title }) => option(value, title)),
        rule.reason,
      ),
    ),
    seedField(context, now.seed),
    element("div", { class: "row" }, submit(context)),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    dealt(chosen(made, controls, now.names));
  });
  return made;
}

/** A form for the names of the players; `named` receives them by seat. */
export function nameControls(
  context: Context,
  now: Deal["names"],
  players: number,
  named: (names: Deal["names"]) => void,
): HTMLFormElement {
  const fields = Array.from({ length: players }, (_, seat) =>
    element("input", { type: "text", maxlength: LONGEST_NAME, value: now[seat] ?? "", autocomplete: "off", spellcheck: "false" }),
  );
  const labels = fields.map((field, seat) =>
    element("label", { class: "field" }, element("span", {}, context.say("table_name_of", { n: seat + 1 })), field),
  );
  const heading = element("h3", {}, context.say("table_names"));
  const help = element("p", { class: "quiet" }, context.say("table_names_help"));
  const send = element("button", { type: "submit" }, context.say("table_names_use"));
  const made = element("form", { class: "deal-controls names" }, heading, ...labels, element("div", { class: "row" }, send), help);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    named(fields.map(({ value }) => value.trim()));
  });
  return made;
}

/** Restore the reader's entries after the form was rebuilt, if they can still be chosen. */
export function fillIn(form: HTMLFormElement, begun: HTMLFormElement): void {
  for (const [name, value] of new FormData(begun)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(value);
    if (field instanceof HTMLSelectElement && [...field.options].some((one) => one.value === value)) field.value = String(value);
  }
}

function chosen(form: HTMLFormElement, controls: GameControls, names: Deal["names"]): Choices {
  const data = new FormData(form);
  const value = (name: string): string => String(data.get(name) ?? "");
  const players = Number(value("players"));
  const rules = controls.house_rules.map(({ name, default: usual }): [string, string] => [name, value(`rule-${name}`) || usual]);
  const changed = rules.filter(([name, of]) => controls.house_rules.some((rule) => rule.name === name && rule.default !== of));
  const settings = Object.fromEntries([...changed, ...(players === controls.players ? [] : [["players", String(players)]])]);
  const opponent = OPPONENTS.find((who) => who === value("opponent")) ?? "random";
  const seed = Math.min(LARGEST_SEED, Math.max(0, Math.trunc(Number(value("seed"))) || 0));
  const seat = Math.min(Number(value("seat")), players - 1);
  return { deal: { seed, seat, match: value("match") === "match", opponent, names }, settings };
}

/** A random seed. */
export function anySeed(): number {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  return seed % (LARGEST_SEED + 1);
}

function seedField(context: Context, seed: number): HTMLElement {
  const input = element("input", { type: "number", name: "seed", min: 0, max: LARGEST_SEED, step: 1, value: seed, inputmode: "numeric" });
  return element(
    "label",
    { class: "field" },
    element("span", {}, context.say("table_seed")),
    input,
    element("small", {}, context.say("table_seed_help")),
  );
}

function submit(context: Context): HTMLElement {
  return element("button", { type: "submit", class: "main" }, context.say("table_deal_so"));
}

function select(label: string, name: string, value: string, options: readonly HTMLOptionElement[], help = ""): HTMLElement {
  const made = element("select", { name, "aria-label": label }, ...options);
  made.value = value;
  const field = element("label", { class: "field" }, element("span", {}, label), made);
  if (help !== "") field.append(element("small", {}, help));
  return field;
}

function option(value: string, title: string): HTMLOptionElement {
  return element("option", { value }, title);
}
