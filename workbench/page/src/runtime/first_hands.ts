/**
 * Answers about shipped games that the build has recorded, used while Python starts (docs/decisions/0089).
 *
 * Only a recorded call is answered: one with the same arguments, at the same position of the table.
 */

import { rulesetOf } from "../files/text_names";
import type { Dealing, FirstHands, Language, Methods, RecordedHand, RecordedPosition, TableView } from "./answers";

export type Method = keyof Methods;
type Arguments<M extends Method> = Methods[M]["arguments"];

/** The methods that change the table or ask about it. */
export const ABOUT_TABLE: ReadonlySet<Method> = new Set<Method>([
  ...([
    "deal",
    "redeal",
    "name_players",
    "dealing",
    "seen",
    "choices",
    "advice",
    "why",
    "why_not",
    "act",
    "arbiter_entries",
    "enter",
  ] as const),
  ...(["machine_move", "next_hand", "undo", "record"] as const),
]);
const ABOUT_TEXTS: ReadonlySet<Method> = new Set<Method>(["problems", "controls"]);

/** A recorded answer; with the recipe of the table, if the call changes it. */
export interface Recorded {
  readonly answer: unknown;
  readonly table?: Dealing;
}

/** A position of a recorded hand, by its place in the record of its game. */
interface Place {
  readonly file: string;
  readonly hand: number;
  readonly position: number;
}

export class FirstHandAnswers {
  readonly #fetched = new Map<string, Promise<FirstHands | null>>();
  /** The rulesets of texts that the reader has changed or written. */
  readonly #changed = new Set<string>();
  #place: Place | null = null;

  /** Texts were sent: a game that contains one of their rulesets is no longer the recorded one. */
  put(files: Readonly<Record<string, string | null>>): void {
    for (const name of Object.keys(files)) this.#changed.add(rulesetOf(name));
  }

  /** Whether a call of a method may be recorded, or ends the use of the record. */
  concerns(method: Method): boolean {
    return ABOUT_TABLE.has(method) || ABOUT_TEXTS.has(method);
  }

  /** The seeds of the recorded hands of a game. */
  async seeds(file: string, language: Language): Promise<readonly number[]> {
    return ((await this.#of(file, language))?.hands ?? []).map(({ dealing }) => dealing.seed);
  }

  /** The recorded answer of a call; null if there is none. */
  async answer<M extends Method>(method: M, args: Arguments<M>, language: Language): Promise<Recorded | null> {
    switch (method) {
      case "problems":
      case "controls": {
        const found = await this.#of((args as Arguments<"problems" | "controls">).name, language);
        return found === null ? null : { answer: method === "problems" ? found.problems : found.controls };
      }
      case "deal":
        return await this.#deal(args as Arguments<"deal">, language);
      default:
        return await this.#atTable(method, args, language);
    }
  }

  async #deal({ dealing, seat }: Arguments<"deal">, language: Language): Promise<Recorded | null> {
    const found = await this.#of(dealing.name, language);
    const number = found?.hands.findIndex(({ dealing: dealt }) => isOf(dealt, dealing)) ?? -1;
    const hand = found?.hands[number];
    const position = hand === undefined ? -1 : positionAfter(hand, dealing.moves);
    const moved = this.#move({ file: dealing.name, hand: number, position }, seat, hand);
    return moved === null ? null : { ...moved, answer: { view: moved.answer, stopped: null } };
  }

  async #atTable(method: Method, args: object, language: Language): Promise<Recorded | null> {
    const place = this.#place;
    if (place === null) return null;
    const hand = (await this.#of(place.file, language))?.hands[place.hand];
    const here = hand?.positions[place.position];
    if (hand === undefined || here === undefined || place !== this.#place) return null;
    const { seat } = args as { readonly seat: number };
    const to = (position: number | null | undefined): Recorded | null => this.#move({ ...place, position: position ?? -1 }, seat, hand);
    switch (method) {
      case "seen":
        return seat === 0 ? { answer: here.view } : null;
      case "choices": {
        const cards = [...(args as Arguments<"choices">).cards].sort().join(" ");
        const found = here.choices.find((one) => one.cards.join(" ") === cards);
        return found === undefined || seat !== 0 ? null : { answer: found.choice };
      }
      case "act":
        return to(here.acts[(args as Arguments<"act">).move]);
      case "machine_move":
        return (args as Arguments<"machine_move">).by_chance === true ? null : to(here.machine);
      case "undo":
        return to(positionAfter(hand, here.moves.slice(0, -(args as Arguments<"undo">).moves)));
      default:
        return null;
    }
  }

  /** Go to a position, if it is recorded for a seat. */
  #move(place: Place, seat: number, hand: RecordedHand | undefined): (Recorded & { readonly answer: TableView }) | null {
    const there: RecordedPosition | undefined = hand?.positions[place.position];
    if (hand === undefined || there === undefined || seat !== 0) return null;
    this.#place = place;
    return { answer: there.view, table: { ...hand.dealing, moves: there.moves } };
  }

  /** The record of a game whose texts are unchanged. */
  async #of(file: string, language: Language): Promise<FirstHands | null> {
    const [game, ending, more] = file.split(".");
    if (game === undefined || ending === undefined || more !== undefined || this.#changed.has(game)) return null;
    const address = `hands/${game}.${language}.json`;
    const fetched = this.#fetched.get(address) ?? fetchedRecord(address);
    this.#fetched.set(address, fetched);
    const found = await fetched;
    return found === null || found.rulesets.some((name) => this.#changed.has(name)) ? null : found;
  }
}

async function fetchedRecord(address: string): Promise<FirstHands | null> {
  try {
    const response = await fetch(new URL(address, document.baseURI));
    return response.ok ? ((await response.json()) as FirstHands) : null;
  } catch {
    return null; // Python is waited for
  }
}

/** Whether a hand was dealt like another; house rules with the default value may be omitted. */
function isOf(dealt: Dealing, wanted: Dealing): boolean {
  const alike = Object.entries(wanted.settings).every(([name, value]) => dealt.settings[name] === value);
  const { seed, match, hands } = dealt;
  const same = seed === wanted.seed && match === wanted.match && hands === wanted.hands;
  return alike && same && wanted.names.every((name) => name === "") && dealt.seats.join(" ") === wanted.seats.join(" ");
}

function positionAfter(hand: RecordedHand, moves: readonly string[]): number {
  const wanted = moves.join("\n");
  return hand.positions.findIndex((one) => one.moves.join("\n") === wanted);
}
