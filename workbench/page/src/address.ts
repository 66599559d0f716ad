/**
 * What the page shows, in the address behind its hash and in the browser's history: a reload, Back and a link that was sent show it again.
 *
 * `texts=` are a stranger's texts, `game=` is a ruleset and `file=` the text of it that is shown, where that is another; `pane=` is what
 * is shown beside.  Of the game: `example=`, `claim=` and `clause=` by name, `record=` of a hand as base64 with its `title=`.  The hand
 * at the table is `deal=` by its number, `seats=`, `match=`, `rules=` that are not as the text has them, `hands=` dealt so far, and
 * `moves=`.  `lang=` is the language that a link was made for.  All of it is a stranger's, and bounded.
 *
 * What is too long for a link is in the history's own state alone: a reload finds it, a friend does not.
 */

import { ENDING, isRulesetName, rulesetOf } from "./files/text_names";
import type { Sharing } from "./files/sharing";
import type { Texts } from "./files/texts";
import type { PageContext } from "./page_context";
import type { Dealing } from "./runtime/answers";
import { PANES, type Frame } from "./shell/frame";
import type { Notices } from "./shell/notices";
import type { PaneName, Settings, Target } from "./shell/pane";
import type { Words } from "./shell/words";

const HAND = ["deal", "seats", "match", "rules", "hands", "moves"] as const;
const KEYS = ["texts", "game", "file", "pane", "example", "record", "title", "claim", "clause", "lang", ...HAND] as const;
/** A change of these is a step that Back takes back; moves and the shown file are not. */
const STEPS = ["texts", "game", "pane", "example", "record", "claim", "clause", "deal", "seats", "match", "rules"] as const;
type Key = (typeof KEYS)[number];
export type Shown = Readonly<Partial<Record<Key, string>>>;

/** A hash above this length is not kept whole by every messenger. */
const LONGEST = 8000;
const LONGEST_STATE = 400_000;
const MOST_MOVES = 5000;
const MOST_HANDS = 1000;
const MOST_SEATS = 12;
const PAUSE = 60;
const NEXT = ".";
const SITTERS: readonly string[] = ["person", "random", "greedy", "good"];

/** The hand that an address holds, of whatever game it is. */
export interface KeptHand {
  readonly settings: Settings;
  readonly dealing: Dealing;
}

export interface Around {
  readonly texts: Texts;
  readonly context: PageContext;
  readonly frame: Frame;
  readonly sharing: Sharing;
  readonly notices: Notices;
  readonly words: Words;
  open(pane: PaneName, target?: Target): void;
}

export class Address {
  /** The code of the stranger's texts that are there. */
  #code = "";
  #lang = "";
  /** The hand at the table, and what is followed there; each with the game that it is of. */
  #hand: { readonly main: string; readonly shown: Shown } | null = null;
  #followed: { readonly main: string; readonly shown: Shown } | null = null;
  #spot: Shown = {};
  /** What the address was last, and whether the next change is only what comes of it. */
  #last: Shown = {};
  #settling = true;
  #due = 0;
  #round = 0;

  constructor(private readonly around: Around) {
    around.texts.watch(() => this.#later());
    around.context.client.watchTable((table) => this.#dealt(table));
    addEventListener("popstate", () => void this.follow());
    addEventListener("hashchange", () => void this.follow());
    addEventListener("pagehide", () => this.#write());
  }

  /** Show what the address asks for. */
  async follow(): Promise<void> {
    const asked = asShown(fullState() ?? location.hash.slice(1));
    if (query(asked) === query(this.#last)) return;
    window.clearTimeout(this.#due);
    const round = ++this.#round;
    this.#last = asked;
    this.#settling = true;
    this.#lang = asked.lang ?? "";
    await this.#openTexts(asked);
    if (round !== this.#round) return;
    this.#offerHand(asked);
    this.#openPanes(asked);
    this.#later();
  }

  /** A pane was opened with something in particular, or for nothing. */
  opened(target: Target | undefined): void {
    const { main } = this.around.texts;
    const followed = followedOf(target);
    if (followed !== null) this.#followed = { main, shown: followed };
    else if (target?.play === true) this.#followed = null;
    this.#spot = { ...(target?.claim !== undefined && { claim: target.claim }), ...(target?.clause !== undefined && { clause: target.clause }) };
    this.#later();
  }

  /** The reader chose a language: that of the link counts no more. */
  spoken(): void {
    this.#lang = "";
    this.#later();
  }

  // ---------------------------------------------------------------------------------------------- followed

  async #openTexts({ texts: code, game, file }: Shown): Promise<void> {
    const { texts, sharing, notices, words } = this.around;
    if (code !== undefined && (code !== this.#code || texts.guests.size === 0)) {
      this.#code = code;
      if (!(await sharing.receive(code))) return;
    }
    if (game !== undefined && isRulesetName(game)) {
      if (texts.has(game + ENDING)) texts.open(game + ENDING);
      else notices.say(words.say("unknown_game", { name: game }));
    }
    const name = file === undefined ? "" : file + ENDING;
    const guest = code !== undefined && game === undefined;
    if (guest ? texts.guests.has(name) : texts.has(name)) texts.open(name, guest);
  }

  #offerHand(asked: Shown): void {
    const { context, texts } = this.around;
    const { main } = texts;
    const hand = handOf(asked, main);
    const there = this.#hand?.main === main ? this.#hand.shown : null;
    if (hand === null || (there !== null && HAND.slice(0, 4).every((key) => there[key] === asked[key]))) return;
    this.#hand = { main, shown: pick(asked, HAND) };
    context.offerHand(hand);
  }

  #openPanes(asked: Shown): void {
    const { context, open } = this.around;
    const pane = PANES.find((name) => name === asked.pane);
    const target = targetOf(asked);
    if (target === null) {
      if (this.#followed !== null) open("table", { play: true });
      if (pane !== undefined) open(pane);
      return;
    }
    context.onceChecked(() => {
      open(target.pane, target.target);
      if (pane !== undefined && pane !== target.pane) open(pane);
    });
  }

  // ---------------------------------------------------------------------------------------------- written

  #dealt({ name, seed, seats, match, moves, hands }: Dealing): void {
    const rules = Object.entries(this.around.context.settings).map(([rule, value]) => `${rule}-${value}`);
    this.#hand = {
      main: name,
      shown: {
        deal: String(seed),
        seats: seats.join(NEXT),
        ...(match && { match: "1", hands: String(hands) }),
        ...(rules.length > 0 && { rules: rules.sort().join(NEXT) }),
        ...(moves.length > 0 && { moves: moves.join(NEXT) }),
      },
    };
    this.#later();
  }

  #later(): void {
    window.clearTimeout(this.#due);
    this.#due = window.setTimeout(() => this.#write(), PAUSE);
  }

  get #now(): Shown {
    const { texts, frame } = this.around;
    const { active, main } = texts;
    const guests = texts.guests.size > 0;
    if (!guests) this.#code = "";
    return {
      ...(guests && { texts: this.#code }),
      ...(active?.guest !== true && { game: rulesetOf(main) }),
      ...(active !== undefined && active.name !== main && { file: active.name.slice(0, -ENDING.length) }),
      pane: frame.beside,
      ...(this.#followed?.main === main ? this.#followed.shown : {}),
      ...this.#spot,
      ...(this.#lang !== "" && { lang: this.#lang }),
      ...(this.#hand?.main === main ? this.#hand.shown : {}),
    };
  }

  #write(): void {
    window.clearTimeout(this.#due);
    const [now, last] = [this.#now, this.#last];
    const full = query(now);
    if (full === query(last)) return;
    const step = !this.#settling && isStep(last, now);
    this.#last = now;
    this.#settling = false;
    const state = { cartaro: full.length > LONGEST_STATE ? "" : full };
    try {
      if (step) history.pushState(state, "", `#${shortened(now)}`);
      else history.replaceState(state, "", `#${shortened(now)}`);
    } catch {
      // a browser that permits no more changes of the address for now: the next one is written
    }
  }
}

/** Whether Back should lead from the one to the other: not where a hand was dealt to a game that had none. */
function isStep(last: Shown, now: Shown): boolean {
  const dealt = last.deal === undefined && last.game === now.game && last.texts === now.texts;
  return STEPS.some((key) => last[key] !== now[key] && !(dealt && (HAND as readonly Key[]).includes(key)));
}

/** The whole of what an entry of the history holds, where the page wrote it. */
function fullState(): string | null {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null || !("cartaro" in state)) return null;
  return typeof state.cartaro === "string" && state.cartaro !== "" ? state.cartaro : null;
}

function asShown(written: string): Shown {
  const asked = new URLSearchParams(written);
  return Object.fromEntries(KEYS.flatMap((key) => (asked.has(key) ? [[key, asked.get(key) ?? ""]] : [])));
}

function query(shown: Shown): string {
  return new URLSearchParams(KEYS.flatMap((key) => (shown[key] === undefined ? [] : [[key, shown[key]]]))).toString();
}

/** What a link holds of it: without moves, and without a recorded hand, where it would be too long. */
function shortened(shown: Shown): string {
  const { moves: _, hands: __, ...dealt } = shown;
  const { record: ___, title: ____, ...bare } = dealt;
  return [shown, dealt, bare].map(query).find((written) => written.length <= LONGEST) ?? query(bare);
}

function pick(shown: Shown, keys: readonly Key[]): Shown {
  return Object.fromEntries(keys.flatMap((key) => (shown[key] === undefined ? [] : [[key, shown[key]]])));
}

// ---------------------------------------------------------------------------------------------- hands and targets

/** The hand of an address, as a hand of a game; null where there is none that can be read. */
function handOf({ deal, seats, match, rules, hands, moves }: Shown, main: string): KeptHand | null {
  const sitters = (seats ?? "person.greedy").split(NEXT);
  const settings = (rules ?? "").split(NEXT).filter((rule) => rule !== "").map((rule) => /^([a-z]\w{0,59})-(\w{1,60})$/.exec(rule));
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
  const dealing = { name: main, seed: Number(deal), settings: chosen, seats: sitters as Dealing["seats"], match: match === "1", moves: done, hands: count };
  return { settings: chosen, dealing };
}

function targetOf({ example, record, title, claim, clause }: Shown): { readonly pane: PaneName; readonly target: Target } | null {
  if (example !== undefined) return { pane: "table", target: { example } };
  if (record !== undefined) return { pane: "table", target: { hand: { title: title ?? "", record: decoded(record) } } };
  if (claim !== undefined) return { pane: "proofs", target: { claim } };
  if (clause !== undefined) return { pane: "rulebook", target: { clause } };
  return null;
}

function followedOf(target: Target | undefined): Shown | null {
  if (target?.hand !== undefined) return { record: encoded(target.hand.record), title: target.hand.title };
  return target?.example === undefined ? null : { example: target.example };
}

function encoded(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text behind base64, as links have it; the table says what is wrong with one that cannot be read. */
function decoded(code: string): string {
  try {
    const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
  } catch {
    return "";
  }
}
