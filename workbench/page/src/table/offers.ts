/**
 * The moves that can be made now: those that the chosen cards mean or begin, moves that need no cards, and why others
 * are not legal.
 */

import type { ShownMove, TableView } from "../runtime/answers";
import { button, element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { capital, moveTold } from "./table_changes";
import type { Picture, TableGame } from "./table_game";

const MOST_OFFERED = 8;

/** The buttons that arrange the player's own cards, as dragging and keys do too. */
export interface Holding {
  /** Move the one chosen card a step; absent unless exactly one card of the hand is chosen. */
  readonly shift: { readonly card: string; left: (() => void) | null; right: (() => void) | null } | null;
  /** Hold the cards in the game's order; absent if they already are. */
  readonly sort: (() => void) | null;
}

/** `deal` deals another hand, if one has ended. */
export function offers(context: Context, game: TableGame, holding: Holding, deal: () => void): HTMLElement {
  const made = element("div", { class: "offers", role: "group", "aria-label": context.say("table_moves") });
  const view = game.view;
  if (view === null) return made;
  if (game.curtain !== null) {
    made.append(...covered(context, game, game.curtain));
    return made;
  }
  if (game.picture !== null) {
    made.append(...pictureTold(context, game, game.picture));
    return made;
  }
  made.append(...now(context, game, holding, deal));
  if (game.chosen.size > 0) return made;
  if (view.note !== "") made.append(element("p", { class: "last" }, view.note));
  const row = element("div", { class: "row" });
  const { sort } = holding;
  if (sort !== null) row.append(button(context.say("table_sort"), sort, { class: "plain" }));
  if (game.mine && game.advice === null) {
    row.append(button(context.say("table_advise"), () => void game.advise(), { class: "plain", "aria-keyshortcuts": "h" }));
  }
  if (game.mine && view.arbiter) {
    row.append(button(context.say("table_call_arbiter"), () => void game.callArbiter(), { class: "plain", "aria-keyshortcuts": "a" }));
  }
  if (row.childElementCount > 0) made.append(row);
  return made;
}

/** The possible actions, or the event for which play waits. */
function now(context: Context, game: TableGame, holding: Holding, deal: () => void): readonly HTMLElement[] {
  const view = game.view;
  if (view === null) return [];
  if (view.next_hand) return [button(context.say("table_next_hand"), () => void game.nextHand(), { class: "main" })];
  if (view.over)
    return [element("p", { class: "state" }, ended(context, game)), button(context.say("table_deal"), deal, { class: "main" })];
  if (game.mine) return game.chosen.size === 0 ? beginning(context, game) : chosen(context, game, holding);
  return [element("p", { class: "state" }, context.say("table_waits", { who: capital(view.player_names[view.actor ?? 0] ?? "") }))];
}

/** Another person takes over the screen: the table is hidden until they confirm. */
function covered(context: Context, game: TableGame, seat: number): HTMLElement[] {
  const who = capital(game.view?.player_names[seat] ?? "");
  const told = element("p", { class: "state" }, context.say("table_curtain", { who }));
  return [told, button(context.say("table_uncover", { who }), () => void game.uncover(), { class: "main" })];
}

/** A picture of a move: the act, the destinations of the cards, and a button to go on. */
function pictureTold(context: Context, game: TableGame, { view, swept, number }: Picture): HTMLElement[] {
  const { number: of, seat, text, done } = swept;
  const move = { number: of, hand: 0, seat, phrase: "", text, done, finding: false, rulings: [], gains: [] };
  const told = element("p", { class: "last" }, moveTold(context, view, move));
  const went = swept.went === "" ? [] : [element("p", { class: "last" }, capital(swept.went))];
  const label = context.say(number > 0 && number < view.swept.length ? "table_last_next" : "table_go_on");
  return [told, ...went, button(label, () => (number > 0 ? game.lookBack() : game.goOn()), { class: "main", "aria-keyshortcuts": "l" })];
}

function ended(context: Context, { view }: TableGame): string {
  const names = view?.winner_is === "player" ? view.player_names : (view?.side_names ?? []);
  const name = view?.winner === null || view?.winner === undefined ? undefined : names[view.winner];
  if (name === undefined) return view === null ? "" : withoutWinner(context, view);
  return context.say(view?.match === true ? "table_won" : "table_won_hand", { who: capital(name) });
}

/** The end of a match or hand that nobody has won: the points are named if the rules could have named a winner. */
export function withoutWinner(
  context: Pick<Context, "say">,
  view: Pick<TableView, "match" | "scores" | "winner_is" | "side_names">,
): string {
  const last = view.scores.at(-1);
  if (last === undefined) return context.say(view.match ? "table_over" : "table_void");
  if (view.winner_is === null) return context.say("table_over");
  if (view.match) return context.say("table_level");
  const points = last.points.map((point, side) => `${point} (${view.side_names[side] ?? side + 1})`);
  return context.say("table_level_hand", { points: points.join(", ") });
}

/** No card is chosen yet: the moves that name no cards, and all others in a list. */
function beginning(context: Context, game: TableGame): HTMLElement[] {
  const moves = game.view?.moves ?? [];
  const without = moves.filter(({ cards }) => cards.length === 0);
  const hint = element("p", { class: "state" }, context.say(without.length === moves.length ? "table_choose_move" : "table_choose"));
  const all = without.length === moves.length ? [] : [allMoves(context, game)];
  const told = [...lastMoves(context, game), ...progress(game), ...advised(context, game), hint];
  return [...told, ...without.map((move) => offer(context, game, move, "main")), ...all];
}

/** A button that shows the move a machine would make here. */
function advised(context: Context, game: TableGame): HTMLElement[] {
  const { advice } = game;
  if (advice === null) return [];
  const told = element("p", { class: "state advice" }, context.say("table_advice", { move: advice.text }));
  return advice.cards.length === 0 ? [told] : [told, offer(context, game, advice, "main")];
}

/** The counters of the turn so far. */
function progress({ view }: TableGame): HTMLElement[] {
  return (view?.progress ?? []).map((text) => element("p", { class: "last progress" }, capital(text)));
}

/** The least number of the others' last acts that are shown. */
const FEWEST_TOLD = 3;

/** What came of the player's last move, and the last acts of the others since then, with who took a trick meanwhile. */
function lastMoves(context: Context, { view }: TableGame): HTMLElement[] {
  if (view === null) return [];
  const mine = view.log.findLastIndex(({ seat }) => seat === view.seat);
  const since = view.log.slice(mine + 1).slice(-Math.max(FEWEST_TOLD, view.player_names.length - 1));
  const gaining = new Set(view.log.filter(({ gains }) => gains.length > 0).map(({ number }) => number));
  const went = (number: number): string[] =>
    gaining.has(number)
      ? []
      : view.swept.filter((swept) => swept.number === number && swept.went !== "").map((swept) => capital(swept.went));
  const told = since.flatMap((move) => [moveTold(context, view, move), ...went(move.number)]);
  const gained = (view.log[mine]?.gains ?? []).map(capital);
  return [...went(view.log[mine]?.number ?? 0), ...gained, ...told].map((text) => element("p", { class: "last" }, text));
}

function allMoves(context: Context, game: TableGame): HTMLElement {
  const moves = game.view?.moves ?? [];
  const list = element("ul", { role: "list" }, ...moves.map((move) => element("li", {}, offer(context, game, move, ""))));
  const more = game.view?.more_moves ?? 0;
  const left = more > 0 ? element("p", {}, context.say("table_more_moves", { n: more })) : "";
  return element(
    "details",
    { class: "all-moves" },
    element("summary", {}, context.say("table_all_moves", { n: moves.length + more })),
    list,
    left,
  );
}

/** Cards are chosen: the moves that they mean or begin, or that there are none. */
function chosen(context: Context, game: TableGame, { shift }: Holding): HTMLElement[] {
  const { whole, begun, series } = game.choice;
  const shown = [...whole, ...begun].slice(0, MOST_OFFERED);
  const made = shown.map((move, n) => offer(context, game, move, n === 0 && whole.length > 0 ? "main" : ""));
  const left = whole.length + begun.length - shown.length;
  if (left > 0) made.push(element("p", { class: "state" }, context.say("table_more_begun", { n: left })));
  if (series.length > 0) made.push(inSeries(context, game, series));
  else if (shown.length === 0) made.push(element("p", { class: "state" }, context.say("table_no_move")));
  const asked = context.say(whole.length > 0 ? "table_why" : "table_why_not");
  const row = element("div", { class: "row" });
  row.append(button(asked, () => void game.whyNot(), { class: shown.length === 0 ? "main" : "plain" }));
  row.append(button(context.say("table_clear"), () => void game.choose(new Set()), { class: "plain" }));
  if (shift !== null) {
    const { card, left, right } = shift;
    row.append(
      element("span", { class: "shifts" }, shiftButton(context, "left", "‹", card, left), shiftButton(context, "right", "›", card, right)),
    );
  }
  return [...made, row];
}

/** A button that makes several moves, one after the other. */
function inSeries(context: Context, game: TableGame, moves: readonly ShownMove[]): HTMLElement {
  const label = context.say("table_in_series", { moves: moves.map(({ text }) => text).join(", ") });
  const phrases = moves.map(({ phrase }) => phrase);
  return element(
    "div",
    { class: "offer" },
    button(capital(label), () => void game.playAll(phrases), { class: "play main" }),
  );
}

/** A button that moves a card within the hand; for a card at the end it does nothing. */
function shiftButton(context: Context, to: "left" | "right", sign: string, card: string, act: (() => void) | null): HTMLElement {
  return button(sign, () => act?.(), {
    class: "plain square",
    "aria-label": context.say(`table_shift_${to}`, { card }),
    "aria-disabled": act === null ? "true" : undefined,
    "data-focus": to,
  });
}

/** A button that makes a move, and one that explains why it is legal. */
function offer(context: Context, game: TableGame, move: ShownMove, kind: string): HTMLElement {
  const text = capital(move.text);
  const why = button("?", () => void game.why(move.phrase), {
    class: "plain square",
    "aria-label": context.say("table_why_of", { move: move.text }),
  });
  return element(
    "div",
    { class: "offer" },
    button(text, () => void game.play(move.phrase), { class: `play ${kind}`.trim() }),
    why,
    ...move.makes.map((made) => element("small", { class: "makes" }, capital(made))),
  );
}
