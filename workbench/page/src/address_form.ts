/**
 * The form of an address behind its hash, read and written.
 *
 * `texts=` are texts received in the link, `game=` is a ruleset and `file=` the text of it that is shown, if that is
 * another; `pane=` is the pane next to it. Of the game: `example=`, `claim=` and `clause=` by name, `record=` of a hand
 * as base64 with its `title=`. The hand at the table is `deal=` by its number, `seats=`, `match=`, `rules=` that are
 * not as the text has them, `hands=` dealt so far, `moves=`, and `names=` of the players if the sender chose to send
 * them; with `played=` it is followed from the deal, and not played. `lang=` is the language that a link was made for.
 * All parts may come from a stranger, so their size is limited.
 */

import type { Dealing } from "./runtime/answers";
import type { PaneName, Settings, Target } from "./shell/pane";

export const HAND = ["deal", "seats", "match", "rules", "hands", "moves", "names"] as const;
const KEYS = ["texts", "game", "file", "pane", "example", "record", "played", "title", "claim", "clause", "lang", ...HAND] as const;
/** A change of these parts can be undone with Back; moves and the shown file cannot. */
const STEPS = ["texts", "game", "pane", "example", "record", "played", "claim", "clause", "deal", "seats", "match", "rules"] as const;
type Key = (typeof KEYS)[number];
export type Shown = Readonly<Partial<Record<Key, string>>>;

/** Some messengers cut off a longer hash. */
const LONGEST = 8000;
const MOST_MOVES = 5000;
const MOST_HANDS = 1000;
const MOST_SEATS = 12;
export const LONGEST_NAME = 24;
export const LONGEST_TITLE = 80;
export const NEXT = ".";
/** What separates the names of players. */
const NEXT_NAME = ",";
const SITTERS: readonly string[] = ["person", "random", "greedy", "good"];

/** The hand that an address describes, whatever its game. */
export interface KeptHand {
  readonly settings: Settings;
  readonly dealing: Dealing;
}

/** Whether Back should lead from one to the other: not if a hand was dealt to a game that had none. */
export function isStep(last: Shown, now: Shown): boolean {
  const dealt = last.deal === undefined && last.game === now.game && last.texts === now.texts;
  return STEPS.some((key) => last[key] !== now[key] && !(dealt && (HAND as readonly Key[]).includes(key)));
}

export function asShown(written: string): Shown {
  const asked = new URLSearchParams(written);
  return Object.fromEntries(KEYS.flatMap((key) => (asked.has(key) ? [[key, asked.get(key) ?? ""]] : [])));
}

export function query(shown: Shown): string {
  return new URLSearchParams(KEYS.flatMap((key) => (shown[key] === undefined ? [] : [[key, shown[key]]]))).toString();
}

/**
 * The part that a link contains: without the names of players, and without moves, and without a recorded hand, if it
 * would be too long.
 */
export function shortened({ names: _names, ...shown }: Shown): string {
  const { moves: _, hands: __, ...dealt } = shown;
  const { record: ___, title: ____, ...bare } = dealt;
  return [shown, dealt, bare].map(query).find((written) => written.length <= LONGEST) ?? query(bare);
}

export function pick(shown: Shown, keys: readonly Key[]): Shown {
  return Object.fromEntries(keys.flatMap((key) => (shown[key] === undefined ? [] : [[key, shown[key]]])));
}

// ---------------------------------------------------------------------------------------------- hands and targets

/** The names of players in the form of an address; empty if nobody has one. */
export function namesWritten(names: readonly string[]): string {
  return names.some((name) => name !== "") ? names.map((name) => name.replaceAll(NEXT_NAME, " ")).join(NEXT_NAME) : "";
}

function namesRead(written: string): readonly string[] {
  if (written === "") return [];
  return written
    .split(NEXT_NAME)
    .slice(0, MOST_SEATS)
    .map((name) => name.slice(0, LONGEST_NAME));
}

/** The hand of an address, as a hand of a game; null if the address has no valid hand. */
export function handOf({ deal, seats, match, rules, hands, moves, names }: Shown, main: string): KeptHand | null {
  const sitters = (seats ?? "person.greedy").split(NEXT);
  const settings = (rules ?? "")
    .split(NEXT)
    .filter((rule) => rule !== "")
    .map((rule) => /^([a-z]\w{0,59})-(\w{1,60})$/.exec(rule));
  const done = (moves ?? "").split(NEXT).filter((move) => move !== "");
  const count = Number(hands ?? "1");
  const good =
    /^\d{1,6}$/.test(deal ?? "") &&
    sitters.length <= MOST_SEATS &&
    sitters.every((sitter) => SITTERS.includes(sitter)) &&
    sitters.includes("person") &&
    settings.length <= 60 &&
    settings.every((found) => found !== null) &&
    done.length <= MOST_MOVES &&
    Number.isInteger(count) &&
    count >= 1 &&
    count <= MOST_HANDS;
  if (!good) return null;
  const chosen = Object.fromEntries(settings.map((found) => [found?.[1] ?? "", found?.[2] ?? ""]));
  const dealing = {
    name: main,
    seed: Number(deal),
    settings: chosen,
    seats: sitters as Dealing["seats"],
    match: match === "1",
    moves: done,
    hands: count,
    names: namesRead(names ?? ""),
  };
  return { settings: chosen, dealing };
}

export function targetOf(shown: Shown, main = ""): { readonly pane: PaneName; readonly target: Target } | null {
  const { example, record, played, claim, clause } = shown;
  const title = (shown.title ?? "").slice(0, LONGEST_TITLE);
  const hand = played === undefined ? null : handOf(shown, main);
  if (hand !== null) return { pane: "table", target: { played: { title, dealing: hand.dealing } } };
  if (example !== undefined) return { pane: "table", target: { example } };
  if (record !== undefined) return { pane: "table", target: { hand: { title, record: decoded(record) } } };
  if (claim !== undefined) return { pane: "proofs", target: { claim } };
  if (clause !== undefined) return { pane: "rulebook", target: { clause } };
  return null;
}

export function followedOf(target: Target | undefined): Shown | null {
  if (target?.hand !== undefined) return { record: encoded(target.hand.record), title: target.hand.title };
  if (target?.played !== undefined) return { played: "1", ...(target.played.title !== "" && { title: target.played.title }) };
  return target?.example === undefined ? null : { example: target.example };
}

function encoded(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The text of a base64 code of a link; empty if it cannot be decoded, which the table reports. */
function decoded(code: string): string {
  try {
    const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
  } catch {
    return "";
  }
}
