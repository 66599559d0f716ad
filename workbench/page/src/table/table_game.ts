/**
 * A game in progress: the view of the person's seat, the chosen cards, and the service's answers about both.
 *
 * The person's commands are executed one after the other; machines play on until it is a person's turn. Machines sit in
 * the other seats.
 */

import type { ArbiterEntry, CardChoice, Dealing, DealtTable, Reason, ShownMove, SweptCards, TableView } from "../runtime/answers";
import type { CallFailed } from "../runtime/client";
import { ask, type Outcome } from "../shell/calls";
import type { Context } from "../shell/pane";
import { capital, counted, moveTold, newMoves, sentences } from "./table_changes";

const PAUSE = 500;
/** How long a picture of a move is shown before its cards are swept away, in milliseconds. */
const SHOWN = 1_000;

/** Who sits in a seat. */
export type Sitter = TableView["seats"][number];

const NO_CHOICE: CardChoice = { whole: [], begun: [], series: [] };

/** The inputs of a deal, in addition to the text and its house rules. */
export interface Deal {
  readonly seed: number;
  readonly seat: number;
  readonly match: boolean;
  /** The players in the other seats: machines, or people at this screen. */
  readonly opponent: Sitter;
  /** The seats of a hand that was begun elsewhere. */
  readonly seats?: readonly Sitter[];
  /** The names of the players, by seat; empty for a player without one. */
  readonly names: readonly string[];
}

/** A picture of a move, and the view of the table that it belongs to. */
export interface Picture {
  readonly view: TableView;
  readonly swept: SweptCards;
  /**
   * The number of the picture, from 1, and of all pictures, if the reader looks back; 0 while play goes on after it.
   */
  readonly number: number;
}

export class TableGame {
  view: TableView | null = null;
  /** The previous view, to show what has changed. */
  before: TableView | null = null;
  chosen: ReadonlySet<string> = new Set();
  choice = NO_CHOICE;
  reasons: readonly Reason[] | null = null;
  /** The move that a machine would make here, once the person asks for it. */
  advice: ShownMove | null = null;
  /** The possible calls of the arbiter, once they were requested. */
  entries: readonly ArbiterEntry[] | null = null;
  /** The reason why the last command failed, from the service. */
  refused = "";
  /** A move before its cards are swept away, shown instead of the view. */
  picture: Picture | null = null;
  /** Several people play at this screen, and none has taken it over yet. */
  #covered = false;
  readonly #went: string[] = [];
  #goOn: (() => void) | null = null;
  #round = 0;
  #busy: Promise<void> = Promise.resolve();
  /** Settled once it is known what the chosen cards mean. */
  #asked: Promise<void> = Promise.resolve();
  #untold: TableView | null = null;

  /** `redraw` is called after every change. */
  constructor(
    private readonly context: Context,
    private readonly redraw: () => void,
  ) {}

  get mine(): boolean {
    return this.view !== null && this.view.actor === this.view.seat;
  }

  /**
   * The seat of the person who must take over the screen before anything is shown; null while that person sits there.
   */
  get curtain(): number | null {
    const { view } = this;
    if (view === null || this.picture !== null) return null;
    const next = view.actor ?? view.seat;
    if (view.seats[next] !== "person") return null;
    return this.#covered || (view.actor !== null && next !== view.seat) ? next : null;
  }

  /** A person has taken over the screen: show the table as they see it. */
  uncover(): Promise<void> {
    const seat = this.curtain;
    if (seat === null) return Promise.resolve();
    return this.#next(async () => {
      const outcome = await ask(this.context.client, "seen", { seat, language: this.context.language });
      this.#covered = "error" in outcome;
      await this.#see(outcome, null);
    });
  }

  /** The only move that is offered for the chosen cards, complete or begun. */
  get only(): string | null {
    const [first, ...others] = [...this.choice.whole, ...this.choice.begun];
    return first !== undefined && others.length === 0 ? first.phrase : null;
  }

  /** The only move that the chosen cards mean, if they begin no other. */
  get meant(): string | null {
    const { whole, begun } = this.choice;
    return whole.length === 1 && begun.length === 0 ? (whole[0]?.phrase ?? null) : null;
  }

  /** True while reasons, or the entries for the arbiter, are shown below the table. */
  get explains(): boolean {
    return this.reasons !== null || this.entries !== null;
  }

  /** Deal; for a hand begun elsewhere, repeat its moves. */
  deal(deal: Deal, players: number, begun: Dealing | null = null): Promise<void> {
    const seats = Array.from({ length: players }, (_, n): Sitter => (n === deal.seat ? "person" : (deal.seats?.[n] ?? deal.opponent)));
    return this.#next(async () => {
      this.#untold = null;
      const { language, settings, text } = this.context;
      const { seed, seat, match, names } = deal;
      this.#covered = seats.filter((sitter) => sitter === "person").length > 1;
      const dealing = { name: text.main, seed, settings, seats, match, moves: begun?.moves ?? [], hands: begun?.hands ?? 1, names };
      await this.#dealt(await ask(this.context.client, "deal", { dealing, seat, language }));
    });
  }

  /** Repeat the same deal, and as many of its moves as the current text permits. */
  redeal(): Promise<void> {
    return this.#next(async () => {
      const view = this.view;
      if (view === null) return;
      await this.#dealt(await ask(this.context.client, "redeal", this.#seated({ name: this.context.text.main })));
    });
  }

  /** Give the players names; play goes on. */
  name(names: readonly string[]): Promise<void> {
    return this.#next(async () => {
      if (this.view !== null) await this.#see(await ask(this.context.client, "name_players", this.#seated({ names })), null);
    });
  }

  /** Show the same table in another language. */
  again(): Promise<void> {
    return this.#next(async () => {
      if (this.view !== null) await this.#see(await ask(this.context.client, "seen", this.#seated({})), null);
    });
  }

  /** A card was pressed: choose it, or no longer; if it completes the only possible move, make that move. */
  async press(card: string): Promise<void> {
    let asked: Promise<void> | null = null;
    while (asked !== this.#asked) {
      asked = this.#asked; // the second of two quick presses depends on the answer to the first
      await asked;
    }
    if (!this.mine || this.picture !== null) return;
    const { meant } = this;
    if (this.chosen.has(card) && meant !== null) {
      await this.play(meant);
      return;
    }
    const chosen = new Set(this.chosen);
    if (!chosen.delete(card)) chosen.add(card);
    await this.choose(chosen);
  }

  /** The moves that a card chosen unseen can complete: those with no cards but the chosen ones. */
  get offered(): readonly ShownMove[] {
    if (!this.mine) return [];
    return this.chosen.size > 0 ? this.choice.whole : (this.view?.moves ?? []).filter(({ cards }) => cards.length === 0);
  }

  /** A back was pressed: if only one move draws from there, make it. */
  async draw(place: string): Promise<void> {
    const [only, ...others] = this.offered.filter(({ unseen }) => unseen.includes(place));
    if (only !== undefined && others.length === 0) await this.play(only.phrase);
  }

  /**
   * A card was dropped on a zone or on another card: with the chosen ones, if it is one of them or falls on one. If
   * they mean or begin only one move, it is made; otherwise they are chosen.
   */
  async drop(card: string, onto: string | null): Promise<void> {
    if (!this.mine || this.picture !== null) return;
    const target = onto !== null && this.#isPlayedWith(onto) ? onto : null;
    const joined = this.chosen.has(card) || (target !== null && this.chosen.has(target));
    await this.choose(new Set([...(joined ? this.chosen : []), card, ...(target === null ? [] : [target])]));
    if (this.only !== null) await this.play(this.only);
  }

  /** Whether a card belongs to any possible move; a drop on another card is a drop on the table. */
  #isPlayedWith(card: string): boolean {
    return (this.view?.more_moves ?? 0) > 0 || (this.view?.moves ?? []).some(({ cards }) => cards.includes(card));
  }

  choose(chosen: ReadonlySet<string>): Promise<void> {
    this.#asked = this.#choose(chosen);
    return this.#asked;
  }

  async #choose(chosen: ReadonlySet<string>): Promise<void> {
    this.chosen = chosen;
    this.advice = null;
    this.choice = NO_CHOICE;
    this.reasons = null;
    this.entries = null;
    if (chosen.size > 0) {
      const outcome = await ask(this.context.client, "choices", this.#seated({ cards: [...chosen] }));
      if (this.chosen !== chosen) return;
      if ("answer" in outcome) this.choice = outcome.answer;
      else this.context.report(outcome.error);
    }
    this.redraw();
  }

  /** Make moves one after the other, as long as they are accepted. */
  async playAll(phrases: readonly string[]): Promise<void> {
    for (const phrase of phrases) {
      await this.play(phrase);
      if (this.refused !== "") return;
    }
  }

  play(phrase: string): Promise<void> {
    return this.#nextHere(async () => this.#see(await ask(this.context.client, "act", this.#seated({ move: phrase })), this.view));
  }

  /** Why the chosen cards are a move, or are not one. */
  async whyNot(): Promise<void> {
    const outcome = await ask(this.context.client, "why_not", this.#seated({ cards: [...this.chosen] }));
    this.#explained("error" in outcome ? outcome : { answer: outcome.answer.reasons });
  }

  /** Show the move that a machine would make for this person. */
  advise(): Promise<void> {
    return this.#next(async () => {
      if (!this.mine) return;
      const outcome = await ask(this.context.client, "advice", this.#seated({}));
      if ("error" in outcome) return this.#refuse(outcome.error);
      await this.choose(new Set());
      this.advice = outcome.answer;
      this.context.announce(this.context.say("table_advice", { move: outcome.answer.text }));
      this.redraw();
    });
  }

  /** Why a move is legal. */
  async why(phrase: string): Promise<void> {
    const outcome = await ask(this.context.client, "why", this.#seated({ move: phrase }));
    this.#explained("error" in outcome ? outcome : { answer: [outcome.answer] });
  }

  /** Call the arbiter: fetch the possible entries. */
  async callArbiter(): Promise<void> {
    if (!this.mine) return;
    const outcome = await ask(this.context.client, "arbiter_entries", this.#seated({}));
    if ("error" in outcome) {
      this.#refuse(outcome.error);
      return;
    }
    this.refused = "";
    this.reasons = null;
    this.entries = outcome.answer.entries;
    this.redraw();
  }

  /** Make an entry for the arbiter; if it is refused, the list of entries stays. */
  enter(entry: string): Promise<void> {
    return this.#nextHere(async () => this.#see(await ask(this.context.client, "enter", this.#seated({ entry })), this.view));
  }

  /** Show the pictures of the last move whose cards were swept away, one after the other; then the table again. */
  lookBack(): void {
    const { view } = this;
    if (this.#goOn !== null || view === null) {
      this.#goOn?.();
      return;
    }
    const number = this.picture?.number ?? 0;
    const swept = view.swept[number];
    this.picture = swept === undefined ? null : { view, swept, number: number + 1 };
    this.redraw();
  }

  /** End the picture that is shown; return whether there was one. */
  goOn(): boolean {
    if (this.picture === null) return false;
    if (this.#goOn !== null) this.#goOn();
    else {
      this.picture = null;
      this.redraw();
    }
    return true;
  }

  nextHand(): Promise<void> {
    return this.#nextHere(async () => this.#see(await ask(this.context.client, "next_hand", this.#seated({})), this.view));
  }

  /** The number of moves to take back to the person's last choice; 0 if there is none. */
  get undoable(): number {
    const log = this.view?.log ?? [];
    const mine = log.findLastIndex(({ seat }) => seat === this.view?.seat);
    return mine < 0 ? 0 : log.length - mine;
  }

  undo(): Promise<void> {
    return this.#next(async () => {
      const moves = this.undoable;
      if (moves === 0) return;
      this.#untold = null;
      await this.#see(await ask(this.context.client, "undo", this.#seated({ moves })), null);
      this.context.announce(this.context.say("table_undone"));
    });
  }

  // ---------------------------------------------------------------------------------------------- one after the other

  /** Call a function after the current action; machines stop for it and play on afterwards. */
  #next(action: () => Promise<void>): Promise<void> {
    this.goOn();
    const round = ++this.#round;
    this.#busy = this.#busy.then(action).then(() => {
      if (round === this.#round) void this.#machines(round);
    });
    return this.#busy;
  }

  /** Call a function after the current action, unless that changes the table: a button was pressed twice. */
  #nextHere(action: () => Promise<void>): Promise<void> {
    const { view } = this;
    return this.#next(async () => {
      if (this.view === view) await action();
    });
  }

  async #machines(round: number): Promise<void> {
    while (this.view !== null && this.view.actor !== null && this.view.seats[this.view.actor] !== "person") {
      await new Promise((go) => setTimeout(go, PAUSE));
      if (round !== this.#round) return;
      this.#busy = this.#busy.then(async () => this.#see(await this.#machineMove(), this.view));
      await this.#busy;
      if (round !== this.#round || this.refused !== "") return;
    }
    this.#tell();
  }

  /** The move of a machine; a random one if the machine did not finish in time. */
  async #machineMove(): Promise<Outcome<TableView>> {
    const outcome = await ask(this.context.client, "machine_move", this.#seated({}));
    if (!("error" in outcome) || (outcome.error.reason !== "broken" && outcome.error.reason !== "too long")) return outcome;
    this.context.announce(this.context.say("table_by_chance"));
    return await ask(this.context.client, "machine_move", this.#seated({ by_chance: true }));
  }

  async #see(outcome: Outcome<TableView>, before: TableView | null): Promise<void> {
    if ("error" in outcome) {
      this.#refuse(outcome.error);
      return;
    }
    this.#untold ??= before;
    this.refused = "";
    await this.#showSwept(before, outcome.answer);
    this.before = before;
    this.view = outcome.answer;
    await this.choose(new Set());
  }

  /**
   * Show the pictures of a move before its cards were swept away, one after the other; none if the reader prefers
   * reduced motion.
   */
  async #showSwept(before: TableView | null, view: TableView): Promise<void> {
    if (before === null || view.moves_played <= before.moves_played) return;
    const pictures = view.swept.filter(({ number }) => number === view.moves_played);
    this.#went.push(...pictures.map(({ went }) => went));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.chosen = new Set();
    this.choice = NO_CHOICE;
    this.reasons = null;
    this.entries = null;
    for (const swept of pictures) {
      this.picture = { view, swept, number: 0 };
      this.redraw();
      await new Promise<void>((go) => {
        this.#goOn = go;
        setTimeout(go, SHOWN);
      });
      this.#goOn = null;
    }
    this.picture = null;
  }

  /** The table after a deal, and the moves that could not be repeated. */
  async #dealt(outcome: Outcome<DealtTable>): Promise<void> {
    if ("error" in outcome) return this.#refuse(outcome.error);
    await this.#see({ answer: outcome.answer.view }, null);
    const { stopped } = outcome.answer;
    if (stopped !== null) this.#refuse(this.context.say("table_stopped", { n: stopped.number, move: stopped.phrase }));
  }

  #refuse(why: CallFailed | string): void {
    this.refused = typeof why === "string" ? why : why.message;
    this.context.report(why);
    this.redraw();
  }

  /** Announce all new moves in one message. */
  #tell(): void {
    const view = this.view;
    if (view === null) return;
    const before = this.#untold;
    this.#untold = null;
    const done = before === null ? [] : newMoves(before, view).map((move) => moveTold(this.context, view, move));
    done.push(...this.#went.splice(0).map(capital));
    const turn = this.mine ? this.context.say("table_your_turn") : view.over ? this.context.say("table_over") : "";
    this.context.announce(sentences([...done, ...counted(this.context, before, view).map(capital), turn]));
  }

  #explained(outcome: Outcome<readonly Reason[]>): void {
    if ("error" in outcome) {
      this.#refuse(outcome.error);
      return;
    }
    this.refused = "";
    this.entries = null;
    this.reasons = outcome.answer;
    this.redraw();
  }

  #seated<T extends object>(args: T): T & { seat: number; language: Context["language"] } {
    return { ...args, seat: this.view?.seat ?? 0, language: this.context.language };
  }
}
