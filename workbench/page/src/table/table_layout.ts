/** The order of zones on the table: the others' above, the shared ones in the middle, the player's own below. */

import type { ShownMemory, ShownZone, TableView } from "../runtime/answers";

export interface Party {
  readonly own: boolean;
  /** their names; none for the table */
  readonly title: string;
  /** the player whose move is awaited is among them */
  readonly acts: boolean;
  readonly zones: readonly ShownZone[];
  /** all their zones by key, including empty ones */
  readonly places: readonly string[];
  /** the state of play that concerns them, in words */
  readonly facts: readonly string[];
  /** the cards of a trick, in the order in which they were laid */
  readonly tricks: readonly string[];
}

/** The parts of a view that the layout needs; steps of a record have them too. */
export type Seated = Pick<TableView, "seat" | "actor" | "player_names" | "side_names" | "sides" | "zones" | "memory" | "tricks">;

/**
 * The parties in the order in which they are shown: the others in the order of play after this player, the table, this
 * player.
 */
export function parties(view: Seated): readonly Party[] {
  const count = view.player_names.length;
  const others = Array.from({ length: count - 1 }, (_, n) => (view.seat + 1 + n) % count);
  const players = [...others, view.seat].map((seat) => player(view, seat));
  const every = view.side_names.map((_, side) => sideOf(view, side));
  const sides = every.filter(({ zones }) => zones.length > 0);
  const apart = every.filter(({ zones, facts }) => zones.length === 0 && facts.length > 0);
  const onTable = view.zones.filter(({ owned_by }) => owned_by === "table");
  const ofSides = apart.map(({ title, facts }) => `${title} — ${facts.join(" · ")}`);
  const facts = [...said(view, "table", 0), ...ofSides];
  const { tricks } = view;
  const shared = { own: false, title: "", acts: false, zones: onTable.filter(isShown), places: onTable.map(zoneKey), facts, tricks };
  const own = (party: Party): boolean => party.own;
  const theirs = (party: Party): boolean => !party.own;
  return [...players.filter(theirs), ...sides.filter(theirs), shared, ...players.filter(own), ...sides.filter(own)];
}

/** Whether a zone is shown: if it has cards, or there is room for it on the table. */
function isShown({ size, owned_by, cards }: ShownZone): boolean {
  return size > 0 || (owned_by === "table" && cards !== null);
}

/** A player's own zones, and those of a side with only this player. */
function player(view: Seated, seat: number): Party {
  const side = view.sides[seat];
  const held = view.zones.filter(
    ({ owned_by, owner }) => (owned_by === "player" && owner === seat) || (owned_by === "side" && owner === side && isAlone(view, seat)),
  );
  const [own, acts] = [seat === view.seat, seat === view.actor];
  const facts = [...said(view, "player", seat), ...(side !== undefined && isAlone(view, seat) ? said(view, "side", side) : [])];
  return { own, title: view.player_names[seat] ?? "", acts, zones: held.filter(isShown), places: held.map(zoneKey), facts, tricks: [] };
}

/** The zones of a side of several players. */
function sideOf(view: Seated, side: number): Party {
  const several = view.sides.filter((other) => other === side).length > 1;
  const held = several ? view.zones.filter(({ owned_by, owner }) => owned_by === "side" && owner === side) : [];
  const own = view.sides[view.seat] === side;
  const facts = several ? said(view, "side", side) : [];
  return {
    own,
    title: view.side_names[side] ?? "",
    acts: false,
    zones: held.filter(isShown),
    places: held.map(zoneKey),
    facts,
    tricks: [],
  };
}

/** The memory of an owner that carries information, in words. */
function said(view: Seated, of: ShownMemory["owner"], owner: number): readonly string[] {
  return view.memory.filter((memory) => memory.owner === of).flatMap(({ said: texts }) => texts[owner] || []);
}

function isAlone(view: Seated, seat: number): boolean {
  return view.sides.filter((side) => side === view.sides[seat]).length === 1;
}

/** Whether the player may arrange the visible cards of a zone. */
export function isArrangeable({ seat }: Pick<Seated, "seat">, { owned_by, owner, cards, ordered, size }: ShownZone): boolean {
  return owned_by === "player" && owner === seat && cards !== null && !ordered && size > 1;
}

/** Whether a zone belongs to a growing family, such as melds. */
export function isGroup({ owned_by, owner }: ShownZone): boolean {
  return owned_by === "table" && owner !== null;
}

/** The key of a zone, the same in all views. */
export function zoneKey(zone: ShownZone): string {
  return `${zone.zone}-${zone.owner ?? ""}`;
}
