/** The changes from one view to the next: moves, memory, new cards. */

import type { LoggedMove, ShownMemory, TableView } from "../runtime/answers";
import type { Context } from "../shell/pane";
import { zoneKey } from "./table_layout";

/** The moves of a view that were not yet made in another. */
export function newMoves(before: TableView | null, now: TableView): readonly LoggedMove[] {
  const last = before?.log.at(-1)?.number ?? 0;
  return now.log.filter(({ number }) => number > last);
}

/** The cards that have moved to another zone; none if all were dealt again. */
export function comers(before: TableView | null, now: TableView): ReadonlySet<string> {
  if (before === null || now.moves_played <= before.moves_played) return new Set();
  const lay = new Map(before.zones.map((zone) => [zoneKey(zone), shownCards(zone.cards, zone.top)]));
  return new Set(now.zones.flatMap((zone) => shownCards(zone.cards, zone.top).filter((code) => !lay.get(zoneKey(zone))?.includes(code))));
}

function shownCards(cards: TableView["zones"][number]["cards"], top: TableView["zones"][number]["top"]): readonly string[] {
  return [...(cards ?? []), ...(top === null ? [] : [top])].map(({ code }) => code);
}

/** The changed counters, in words: `sweeps, side 1: 2`. */
export function counted(context: Context, before: TableView | null, now: TableView): readonly string[] {
  if (before === null) return [];
  return now.memory.flatMap((memory) => {
    const old = before.memory.find(({ name }) => name === memory.name);
    return memory.values.flatMap((value, owner) => {
      const was = old?.values[owner];
      return was === undefined || was === value || !isCount(value) || Number(value) < Number(was)
        ? []
        : [remembered(context, now, memory, owner)];
    });
  });
}

export function isCount(value: string): boolean {
  return /^-?\d+$/.test(value);
}

/** One value of memory, with its owner. */
function remembered(context: Context, view: TableView, memory: ShownMemory, owner: number): string {
  const value = memory.values[owner] ?? "";
  const whose = ownerName(view, memory.owner, owner);
  return context.say(whose === "" ? "table_memory" : "table_memory_of", { what: memory.title, whose, value });
}

/** The name of the owner of a memory; nothing for the table. */
export function ownerName(view: Pick<TableView, "player_names" | "side_names">, of: ShownMemory["owner"], owner: number): string {
  const names = { table: [], player: view.player_names, side: view.side_names }[of];
  return names[owner] ?? "";
}

/** An entry in words: by whom, what, how the arbiter ruled on it, and which cards came into hands. */
export function moveTold(context: Context, view: Pick<TableView, "player_names" | "seat">, move: LoggedMove): string {
  const player = move.seat === view.seat ? context.say("table_you") : (view.player_names[move.seat] ?? "");
  const who = move.finding ? context.say("table_arbiter") : player;
  const told =
    move.done !== "" && !move.finding ? `${capital(who)} ${move.done}` : context.say("table_done", { who: capital(who), what: move.text });
  const ruled = move.rulings.map(({ article, title }) => context.say("article", { article, title }));
  const entered = ruled.length === 0 ? told : context.say("table_ruled", { what: told, ruling: ruled.join(", ") });
  return [entered, ...move.gains.map(capital)].join(". ");
}

/** Join sentences, with one full stop after each. */
export function sentences(texts: readonly string[]): string {
  const said = texts.filter((text) => text !== "");
  return said.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
