/**
 * The order in which a player holds their cards, as they arranged them.
 *
 * An order belongs to one hand of one deal. It includes played cards: undoing a move returns a card to its old place.
 * Cards added to an arranged hand are put at its end. A window keeps the order of its last hand through a reload.
 */

import type { ShownCard, TableView } from "../runtime/answers";

const KEY = "cartaro-hand-order";
const MOST_KEPT = 20_000;

/** The physical card, if it is read as another. */
export function physical(code: string): string {
  return code.split("/")[0] ?? code;
}

/** The card before which a card moves by one step to the left or right; null if it is already at the end. */
export function shifted(held: readonly string[], card: string, step: number): { readonly before: string | null } | null {
  const at = held.indexOf(card);
  const to = at + step;
  if (at < 0 || to < 0 || to >= held.length) return null;
  return { before: held.toSpliced(at, 1)[to] ?? null };
}

/** The storage of orders: the window's own, or a test's. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

export class HandOrder {
  #hand = "";
  #orders: Readonly<Record<string, readonly string[]>> = {};

  constructor(private readonly memory: Memory = windowsOwn) {}

  /**
   * Start with the hand of a view; the first hand of a window gets its stored order, a later one the order of the deal.
   */
  begin(main: string, { seed, hands, seat, seats }: Pick<TableView, "seed" | "hands" | "seat" | "seats">): void {
    const hand = JSON.stringify([main, seed, hands, seat, seats.length]);
    if (hand === this.#hand) return;
    this.#orders = this.#hand === "" ? readOrders(this.memory.read(), hand) : {};
    this.#hand = hand;
  }

  isArranged(place: string): boolean {
    return this.#orders[place] !== undefined;
  }

  /** The cards of a place in the order in which they are held. */
  arranged(place: string, cards: readonly ShownCard[]): readonly ShownCard[] {
    const order = this.#orders[place];
    if (order === undefined) return cards;
    const at = new Map(order.map((code, index) => [code, index]));
    return cards.toSorted((a, b) => (at.get(physical(a.code)) ?? order.length) - (at.get(physical(b.code)) ?? order.length));
  }

  /** Move a card before another one, or to the end; the cards of the zone are returned in their new order. */
  put(place: string, held: readonly string[], card: string, before: string | null): void {
    const known = this.#orders[place] ?? [];
    const order = [...known, ...held.filter((code) => !known.includes(code))].filter((code) => code !== card);
    const last = order.findLastIndex((code) => held.includes(code));
    const at = before === null ? last + 1 : order.indexOf(before);
    this.#keep({ ...this.#orders, [place]: order.toSpliced(at < 0 ? order.length : at, 0, card) });
  }

  /** Restore the order of the game for the cards of a zone. */
  sort(place: string): void {
    const { [place]: _, ...others } = this.#orders;
    this.#keep(others);
  }

  #keep(orders: Readonly<Record<string, readonly string[]>>): void {
    this.#orders = orders;
    this.memory.write(JSON.stringify({ hand: this.#hand, orders }));
  }
}

/** The stored orders of a hand; none if the storage contains something else. */
function readOrders(text: string | null, hand: string): Readonly<Record<string, readonly string[]>> {
  if (text === null || text.length > MOST_KEPT) return {};
  try {
    const kept = JSON.parse(text) as { readonly hand?: unknown; readonly orders?: unknown } | null;
    if (kept?.hand !== hand || typeof kept.orders !== "object" || kept.orders === null) return {};
    return Object.fromEntries(Object.entries(kept.orders).filter((entry): entry is [string, string[]] => isCodes(entry[1])));
  } catch {
    return {};
  }
}

function isCodes(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

const windowsOwn: Memory = {
  read: () => {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  write: (text) => {
    try {
      sessionStorage.setItem(KEY, text);
    } catch {
      // a browser that keeps nothing: the order lasts until the page is left
    }
  },
};
