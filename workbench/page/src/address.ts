/**
 * The state of the page in the address behind its hash and in the browser's history: a reload, Back and a shared link restore it.
 *
 * Values that are too long for a link are kept only in the history's state: a reload restores them, a shared link does not.
 */

import {
  asShown,
  followedOf,
  HAND,
  handOf,
  isStep,
  LONGEST_TITLE,
  NEXT,
  namesWritten,
  pick,
  query,
  type Shown,
  shortened,
  targetOf,
} from "./address_form";
import type { HandLinks } from "./files/share_dialog";
import type { Sharing } from "./files/sharing";
import { ENDING, isRulesetName, rulesetOf } from "./files/text_names";
import type { Texts } from "./files/texts";
import type { PageContext } from "./page_context";
import type { Dealing } from "./runtime/answers";
import { type Frame, PANES } from "./shell/frame";
import type { Notices } from "./shell/notices";
import type { PaneName, Target } from "./shell/pane";
import type { Words } from "./shell/words";

const PAUSE = 60;
const LONGEST_STATE = 400_000;

export interface Around {
  readonly texts: Texts;
  readonly context: PageContext;
  readonly frame: Frame;
  readonly sharing: Sharing;
  readonly notices: Notices;
  readonly words: Words;
  open(pane: PaneName, target?: Target): void;
  /** Called when the title of the link may have changed. */
  titled(): void;
}

export class Address {
  /** The link's code of the received texts that are open. */
  #code = "";
  #lang = "";
  /** The title of the link, and the game that it belongs to. */
  #title = { main: "", text: "" };
  /** The hand at the table, and the hand or example that is being replayed; each with its game. */
  #hand: { readonly main: string; readonly shown: Shown } | null = null;
  #followed: { readonly main: string; readonly shown: Shown } | null = null;
  #spot: Shown = {};
  /** The last address, and whether the next change only follows from it. */
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

  /** Show the state of the address. */
  async follow(): Promise<void> {
    const shown = asShown(fullState() ?? location.hash.slice(1));
    if (query(shown) === query(this.#last)) return;
    window.clearTimeout(this.#due);
    const round = ++this.#round;
    this.#last = shown;
    this.#settling = true;
    this.#lang = shown.lang ?? "";
    const arrived = await this.#openTexts(shown);
    if (round !== this.#round) return;
    const { main } = this.around.texts;
    this.#title = { main, text: (shown.title ?? "").slice(0, LONGEST_TITLE) };
    this.around.titled();
    this.#offerHand(shown);
    this.#openPanes(shown);
    if (arrived && shown.pane === undefined && shown.deal === undefined && targetOf(shown, main) === null) this.around.open("rulebook");
    this.#later();
  }

  /** A pane was opened, with or without a target. */
  opened(target: Target | undefined): void {
    const { main } = this.around.texts;
    const followed = followedOf(target);
    if (followed !== null) this.#followed = { main, shown: followed };
    else if (target?.play === true) this.#followed = null;
    this.#spot = {
      ...(target?.claim !== undefined && { claim: target.claim }),
      ...(target?.clause !== undefined && { clause: target.clause }),
    };
    this.#later();
  }

  /** The reader chose a language, which replaces the language of the link. */
  spoken(): void {
    this.#lang = "";
    this.#later();
  }

  /** The title that the link gave to what is shown; empty if it gave none. */
  get title(): string {
    return this.#title.main === this.around.texts.main ? this.#title.text : "";
  }

  /** The links to the hand of the shown game that is at the table or replayed there. */
  get hand(): HandLinks {
    const { texts, frame } = this.around;
    const of = (one: { readonly main: string; readonly shown: Shown } | null): Shown | null =>
      one?.main === texts.main && frame.beside === "table" ? one.shown : null;
    const [followed, { names = "", ...hand }] = [of(this.#followed), of(this.#hand) ?? {}];
    const pane = { pane: "table" };
    const here = followed !== null && followed.played === undefined ? { ...pane, ...followed } : { ...pane, ...hand };
    const isThere = hand.deal !== undefined || followed !== null;
    return {
      here: isThere ? query(here) : "",
      played: isThere && here.record === undefined && here.example === undefined ? query({ ...here, played: "1" }) : "",
      names,
    };
  }

  // ---------------------------------------------------------------------------------------------- followed

  /** Whether texts were received in the link: the game is shown first, and its text on request. */
  async #openTexts({ texts: code, game, file }: Shown): Promise<boolean> {
    const { texts, sharing, notices, words } = this.around;
    const received = code !== undefined && (code !== this.#code || texts.guests.size === 0);
    if (received) {
      this.#code = code;
      if (!(await sharing.receive(code))) return false;
    }
    if (game !== undefined && isRulesetName(game)) {
      if (texts.has(game + ENDING)) texts.open(game + ENDING);
      else notices.say(words.say("unknown_game", { name: game }));
    }
    const name = file === undefined ? "" : file + ENDING;
    const guest = code !== undefined && game === undefined;
    if (guest ? texts.guests.has(name) : texts.has(name)) texts.open(name, guest);
    return received;
  }

  #offerHand(shown: Shown): void {
    const { context, texts } = this.around;
    const { main } = texts;
    const hand = handOf(shown, main);
    if (hand === null && shown.deal !== undefined) this.around.notices.say(this.around.words.say("bad_hand"));
    const there = this.#hand?.main === main ? this.#hand.shown : null;
    if (hand === null || (there !== null && HAND.slice(0, 4).every((key) => there[key] === shown[key]))) return;
    this.#hand = { main, shown: pick(shown, HAND) };
    context.offerHand(hand.dealing, hand.settings);
  }

  #openPanes(shown: Shown): void {
    const { context, open } = this.around;
    const pane = PANES.find((name) => name === shown.pane);
    const target = targetOf(shown, this.around.texts.main);
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

  #dealt({ name, seed, seats, match, moves, hands, names }: Dealing): void {
    const rules = Object.entries(this.around.context.settings).map(([rule, value]) => `${rule}-${value}`);
    this.#hand = {
      main: name,
      shown: {
        deal: String(seed),
        seats: seats.join(NEXT),
        ...(match && { match: "1", hands: String(hands) }),
        ...(rules.length > 0 && { rules: rules.sort().join(NEXT) }),
        ...(moves.length > 0 && { moves: moves.join(NEXT) }),
        ...(namesWritten(names) !== "" && { names: namesWritten(names) }),
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
      ...(this.title !== "" && { title: this.title }),
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

/** The complete content of an entry of the history, if the page wrote it. */
function fullState(): string | null {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null || !("cartaro" in state)) return null;
  return typeof state.cartaro === "string" && state.cartaro !== "" ? state.cartaro : null;
}
