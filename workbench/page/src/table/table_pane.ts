/** The table pane: a hand against machines, or a recorded one step by step. */

import type { Dealing, GameControls, ShownZone, TableView } from "../runtime/answers";
import { ask } from "../shell/calls";
import { button, element } from "../shell/elements";
import type { Change, Context, MakePane, Pane, Target } from "../shell/pane";
import { arbiterPanel } from "./arbiter_panel";
import { anySeed, type Choices, dealControls, fillIn, nameControls } from "./deal_controls";
import { Felt, type Marks, UNMARKED } from "./felt";
import { type Followed, FollowedHand } from "./followed_hand";
import { HandOrder, physical, shifted } from "./hand_order";
import { type Holding, offers } from "./offers";
import { rulings } from "./ruling_panel";
import { capital, comers } from "./table_changes";
import { type Deal, type Picture, TableGame } from "./table_game";
import { isArrangeable, type Seated, zoneKey } from "./table_layout";
import { aimLine, memoryList, moveList, scoreList } from "./table_record";

const KEYS: Readonly<Record<string, "play" | "why" | "undo" | "arbiter" | "clear" | "last" | "advise">> = {
  p: "play",
  l: "last",
  h: "advise",
  w: "why",
  u: "undo",
  a: "arbiter",
  Escape: "clear",
};

/**
 * The table during a move: the laid cards are shown next to those of the table, as the cards of the player who moves.
 */
function pictured({ view, swept }: Picture): Seated {
  const name = view.player_names[swept.seat] ?? "";
  const laid: ShownZone = {
    zone: "",
    owned_by: "table",
    ordered: false,
    owner: null,
    name,
    title: name,
    size: swept.laid.length,
    cards: swept.laid,
    top: null,
    groups: [],
  };
  return { ...view, actor: swept.seat, zones: [...swept.zones, ...(laid.size === 0 ? [] : [laid])] };
}

function marksOf({ swept }: Picture): Marks {
  const came = new Set(swept.laid.map(({ code }) => code));
  return { ...UNMARKED, came, leaving: new Set(swept.leaving), to: swept.to };
}

/** Whether a hand or a match is over, and its cards are open for the count. */
function isOver(view: TableView): boolean {
  return view.over || view.next_hand;
}

/** The inputs of the current deal. */
function dealOf({ seed, seats, match, names }: Dealing): Deal {
  const seat = Math.max(0, seats.indexOf("person"));
  const opponent = seats.find((sitter, other) => sitter !== "person" || other !== seat) ?? "greedy";
  return { seed, seat, match, opponent, seats, names };
}

export const tablePane: MakePane = (host, context) => new TablePane(host, context);

class TablePane implements Pane {
  readonly #game: TableGame;
  readonly #felt: Felt;
  readonly #bar = element("div", { class: "table-bar" });
  readonly #controls = element("details", { class: "controls" });
  readonly #fault = element("p", { class: "fault", role: "status" });
  readonly #now = element("div", { class: "now" });
  readonly #ruling = element("div", { class: "ruling-host" });
  readonly #foot = element("div", { class: "foot" }, this.#now, this.#ruling);
  readonly #order = new HandOrder();
  readonly #record = element("div", { class: "table-record" });
  readonly #play = element("div", { class: "play-host" });
  readonly #followed: FollowedHand;
  #deal: Deal = { seed: anySeed(), seat: 0, match: false, opponent: "greedy", names: [] };
  /** Whether the reader entered the seed, or it was drawn at random for a deal. */
  #isChosen = false;
  #known: GameControls | null = null;
  #players = 0;
  /** A hand of the address for whose game the controls could not be loaded. */
  #undealt: Dealing | null = null;
  #wasFocused = false;
  /** The view or picture that was drawn last, whatever was chosen on it since. */
  #drawn: TableView | Picture | null = null;
  /** The text's file and version of the table that is shown. */
  #main = "";
  #version = -1;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
  ) {
    this.#game = new TableGame(context, () => this.#draw());
    this.#felt = new Felt(context, {
      choose: (card) => void this.#game.press(card),
      drop: (card, onto) => void this.#game.drop(card, onto),
      drawFrom: (place) => void this.#game.draw(place),
      held: (zone) => this.#order.arranged(zoneKey(zone), zone.cards ?? []),
      hold: (place, card, before) => this.#hold(place, card, before),
    });
    this.#followed = new FollowedHand(context, () => {
      this.context.open("table", { play: true });
      this.#felt.focus();
    });
    this.#play.append(this.#bar, this.#controls, this.#fault, this.#felt.host, this.#foot, this.#record);
    new ResizeObserver(() => this.#fit()).observe(this.#foot);
    this.#play.addEventListener("keydown", (event) => this.#key(event));
    for (const gesture of ["pointerdown", "keydown"]) host.addEventListener(gesture, (event) => this.#skip(event), { capture: true });
    host.classList.add("table-pane");
    host.append(this.#play, this.#followed.host);
  }

  shown(target?: Target): void {
    if (target?.hand !== undefined) return void this.#follow(target.hand);
    if (target?.played !== undefined) return void this.#follow(target.played);
    if (target?.example !== undefined) return void this.#follow({ example: target.example });
    if (target?.play === true) this.#leave();
    void this.#fresh();
  }

  changed(what: Change): void {
    if (what === "language") {
      this.#known = null;
      if (this.#game.view !== null) void this.#ready().then(() => this.#game.again());
      this.#followed.again();
    } else if (what === "settings" || what === "hand") this.#version = -1;
    if (!this.#isHidden) void this.#fresh();
  }

  // ---------------------------------------------------------------------------------------------- the table

  get #isHidden(): boolean {
    return this.host.closest("[hidden]") !== null;
  }

  /** Update the table to the current text and house rules. */
  async #fresh(): Promise<void> {
    const { main, version, soundness } = this.context.text;
    if (soundness !== "sound" || main === "") return this.#drawFault();
    const begun = this.#begun(main);
    if (begun === null && main === this.#main && version === this.#version) return this.#drawFault();
    const same = begun === null && main === this.#main && this.#version >= 0 && this.#game.view !== null;
    this.#main = main;
    this.#version = version;
    this.#known = null;
    this.#undealt = null;
    this.#isChosen ||= begun !== null;
    if (begun !== null) this.#deal = dealOf(begun);
    else if (!this.#isChosen && !same) await this.#takeFirstSeed(main);
    const fault = await this.#ready();
    if (fault !== "") {
      this.#undealt = begun;
      this.#version = -1; // it is tried again when the pane is shown or the text changes
      this.#game.refused = fault;
      this.#drawFault();
      return;
    }
    if (begun !== null && !this.#fits(begun)) return;
    await (same ? this.#game.redeal() : this.#game.deal(this.#deal, this.#players, begun));
    if (begun !== null && this.#game.refused !== "" && this.#game.view === null) this.context.choose({}); // a hand of other house rules
  }

  /** The hand of this game that was begun elsewhere and must be dealt here. */
  #begun(main: string): Dealing | null {
    return this.context.takeHand(main) ?? (this.#undealt?.name === main ? this.#undealt : null);
  }

  /** While Python starts, deal a recorded hand, which can be shown at once. */
  async #takeFirstSeed(main: string): Promise<void> {
    const seed = await this.context.client.firstSeed(main);
    if (seed !== null && !this.#isChosen) this.#deal = { ...this.#deal, seed };
  }

  /** Seat the players of a hand that was begun elsewhere; return false if its number of players requires a new deal. */
  #fits(begun: Dealing): boolean {
    const { seats } = begun;
    if (seats.length !== this.#players && this.#canBe(seats.length)) {
      this.#version = -1;
      this.context.offerHand(begun, { ...this.context.settings, players: String(seats.length) });
      return false;
    }
    if (seats.length !== this.#players) this.context.report(this.context.say("table_seats", { n: seats.length, players: this.#players }));
    this.#deal = { ...this.#deal, seat: Math.min(this.#deal.seat, this.#players - 1) };
    return true;
  }

  #canBe(players: number): boolean {
    return this.#known?.player_counts.includes(players) === true;
  }

  /** The controls of the game, fetched once for each text and language; return the reason for a failure. */
  async #ready(): Promise<string> {
    if (this.#known !== null) return "";
    const outcome = await ask(this.context.client, "controls", { name: this.context.text.main, language: this.context.language });
    if ("error" in outcome) {
      this.context.report(outcome.error);
      return outcome.error.message;
    }
    this.#known = outcome.answer;
    this.#players = Number(this.context.settings["players"] ?? outcome.answer.players);
    this.#drawControls();
    return "";
  }

  #dealt({ deal, settings }: Choices): void {
    this.#isChosen = true;
    this.#deal = deal;
    this.#controls.open = false;
    const same = JSON.stringify(settings) === JSON.stringify(this.context.settings);
    this.#version = -1;
    this.#main = "";
    if (same) void this.#fresh();
    else this.context.choose(settings);
  }

  #again(seed: number): void {
    this.#dealt({ deal: { ...this.#deal, seed }, settings: this.context.settings });
    this.#felt.focus();
  }

  // ---------------------------------------------------------------------------------------------- drawn

  #draw(): void {
    const { before, chosen, choice, picture } = this.#game;
    const view = picture?.view ?? this.#game.view;
    if (view === null) {
      this.#drawFault();
      return;
    }
    const joinable = new Set([...choice.whole, ...choice.begun].flatMap(({ cards }) => cards));
    const active = document.activeElement;
    const within = this.#foot.contains(active);
    const focused = active instanceof HTMLElement && this.#now.contains(active) ? active.dataset["focus"] : undefined;
    this.#order.begin(this.#main, view);
    if (picture !== null) this.#felt.draw(pictured(picture), marksOf(picture));
    else {
      this.#felt.draw(view, {
        ...UNMARKED,
        chosen,
        joinable,
        came: comers(before, view),
        drawable: new Set(this.#game.offered.flatMap(({ unseen }) => unseen)),
      });
    }
    this.#now.replaceChildren(offers(this.context, this.#game, this.#holding(view), () => this.#again(anySeed())));
    this.#fit();
    if ((picture ?? view) !== this.#drawn) this.#lookAtTable(picture === null && isOver(view));
    this.#drawn = picture ?? view;
    this.#drawRuling();
    this.#record.replaceChildren(
      ...scoreList(this.context, view),
      ...aimLine(view),
      memoryList(this.context, view, before),
      moveList(this.context, view),
      ...this.#signs(),
      this.#help(),
    );
    this.#drawBar();
    this.#drawFault();
    const again = focused === undefined ? null : this.#now.querySelector<HTMLElement>(`[data-focus="${focused}"]`);
    if (again !== null) again.focus();
    else if (within && !this.#game.explains && !this.#focusNext()) this.#felt.focus();
    else this.#focusFirst();
  }

  /** Let the keys reach the table that a link opens, once: nothing else has the focus. */
  #focusFirst(): void {
    if (this.#wasFocused || this.#isHidden || (document.activeElement ?? document.body) !== document.body) return;
    this.#wasFocused = true;
    this.#felt.host.focus({ preventScroll: true });
  }

  /** Keep the player's own cards above the actions while the table scrolls. */
  #fit(): void {
    const { style } = this.#felt.host;
    style.setProperty("--foot", `${this.#foot.offsetHeight}px`);
    style.setProperty("--mine", `${this.#felt.host.querySelector<HTMLElement>(".mine")?.offsetHeight ?? 0}px`);
  }

  /** Scroll to the top of the table, and then as far as the cards that have just moved; not if the reader looks below it. */
  #lookAtTable(over: boolean): void {
    const { offsetTop, offsetHeight, classList } = this.#felt.host;
    classList.toggle("over", over); // then nothing covers the open cards
    if (this.host.scrollTop > offsetTop + offsetHeight / 2) return;
    this.host.scrollTop = 0;
    if (!over) this.#felt.revealMoved();
  }

  /** Scroll so that the answer covers neither the cards of the table nor the chosen ones. */
  #clear(): void {
    if (getComputedStyle(this.#foot).position === "sticky") {
      const covered = this.#felt.host.getBoundingClientRect().bottom - this.#foot.getBoundingClientRect().top;
      this.host.scrollTop += Math.max(0, covered);
    } else this.#ruling.scrollIntoView({ block: "nearest" });
    this.#felt.reveal(this.#game.chosen);
  }

  // ---------------------------------------------------------------------------------------------- the hand, as it is held

  /** Hold a card of a place before another one, or at the end. */
  #hold(place: string, card: string, before: string | null): void {
    const zone = this.#game.view?.zones.find((one) => zoneKey(one) === place);
    if (!zone?.cards) return;
    const codes = (): string[] => this.#order.arranged(place, zone.cards ?? []).map(({ code }) => physical(code));
    this.#order.put(place, codes(), card, before);
    this.#draw();
    const name = zone.cards.find(({ code }) => physical(code) === card)?.name ?? "";
    this.context.announce(this.context.say("table_held_at", { card: capital(name), n: codes().indexOf(card) + 1, of: codes().length }));
  }

  #holding(view: TableView): Holding {
    const zones = view.zones.filter((zone) => isArrangeable(view, zone));
    const [card, ...others] = this.#game.chosen;
    const zone = zones.find(({ cards }) => cards?.some(({ code }) => physical(code) === card));
    const arranged = zones.filter((one) => this.#order.isArranged(zoneKey(one)));
    const sort = (): void => {
      for (const one of arranged) this.#order.sort(zoneKey(one));
      this.#draw();
    };
    return {
      shift: card === undefined || others.length > 0 || !zone ? null : this.#shift(zone, card),
      sort: arranged.length > 0 ? sort : null,
    };
  }

  #shift(zone: ShownZone, card: string): Holding["shift"] {
    const held = this.#order.arranged(zoneKey(zone), zone.cards ?? []);
    const codes = held.map(({ code }) => physical(code));
    const by = (step: number): (() => void) | null => {
      const found = shifted(codes, card, step);
      return found === null ? null : () => this.#hold(zoneKey(zone), card, found.before);
    };
    return { card: held[codes.indexOf(card)]?.name ?? "", left: by(-1), right: by(1) };
  }

  // ---------------------------------------------------------------------------------------------- around the felt

  /** The index on the cards if the text writes another letter. */
  #signs(): readonly HTMLElement[] {
    const signs = this.#known?.signs ?? [];
    return signs.length === 0 ? [] : [element("p", { class: "signs" }, this.context.say("table_signs", { signs: signs.join("; ") }))];
  }

  /** The first button of the actions, if no card can be chosen. */
  #focusNext(): boolean {
    if (this.#game.mine) return false;
    const next = this.#now.querySelector("button");
    next?.focus();
    return next !== null;
  }

  #drawBar(): void {
    const say = (key: string): string => this.context.say(key);
    const undo = button(say("table_undo"), () => void this.#game.undo(), {
      class: "plain",
      "aria-keyshortcuts": "u",
      disabled: this.#game.undoable === 0,
    });
    const view = this.#game.view;
    const seed = element("span", { class: "seed" }, this.context.say("table_seed_is", { n: view?.seed ?? this.#deal.seed }));
    const over = view !== null && isOver(view);
    const save = button(say("table_save"), () => void this.#followed.save(this.#main), { class: "plain" });
    const last = button(say("table_last"), () => this.#game.lookBack(), {
      class: "plain",
      "aria-keyshortcuts": "l",
      "aria-pressed": String(this.#game.picture !== null),
    });
    this.#bar.replaceChildren(
      button(say("table_deal"), () => this.#again(anySeed()), { class: "plain" }),
      undo,
      ...(view === null || view.swept.length === 0 ? [] : [last]),
      ...(over ? [save] : []),
      seed,
    );
  }

  #drawControls(): void {
    const known = this.#known;
    if (known === null) return;
    const form = dealControls(this.context, known, this.#deal, this.#players, (choices) => this.#dealt(choices));
    const names = nameControls(this.context, this.#deal.names, this.#players, (given) => this.#named(given));
    const open = (): void => void this.#followed.choose((hand) => this.context.open("table", { hand }));
    const others = [
      button(this.context.say("table_same"), () => this.#again(this.#deal.seed)),
      button(this.context.say("table_open"), open),
    ];
    const summary = element("summary", {}, this.context.say("table_controls"));
    const begun = this.#controls.querySelector<HTMLFormElement>("form.deal-controls");
    if (this.#controls.open && begun !== null) fillIn(form, begun);
    this.#controls.replaceChildren(summary, form, names, element("div", { class: "row others" }, ...others));
  }

  /** The players have names from now on, in this hand and in the next ones. */
  #named(names: readonly string[]): void {
    this.#deal = { ...this.#deal, names };
    this.#controls.open = false;
    void this.#game.name(names).then(() => this.#felt.focus());
  }

  /** Whether the table belongs to the shown text. */
  get #isOfText(): boolean {
    return this.#game.view !== null && this.#main === this.context.text.main;
  }

  #drawFault(): void {
    const covered = this.#game.curtain !== null;
    this.#controls.hidden = this.#known === null || this.#main !== this.context.text.main;
    this.#bar.hidden = !this.#isOfText;
    for (const part of [this.#felt.host, this.#record]) part.hidden = !this.#isOfText || covered;
    this.#foot.hidden = !this.#isOfText;
    this.#fault.textContent = this.#faultNow();
    this.#fault.hidden = this.#fault.textContent === "";
  }

  /** The reason why the table differs from the text, or why an action failed; empty if there is none. */
  #faultNow(): string {
    const { soundness } = this.context.text;
    const none = !this.#isOfText;
    if (soundness === "unsound") return this.context.say(none ? "table_none" : "table_unsound");
    if (soundness === "unknown" && none) return this.context.say("text_unknown");
    return this.#game.refused;
  }

  #drawRuling(): void {
    const { reasons, entries } = this.#game;
    this.#ruling.replaceChildren();
    const panel =
      entries !== null
        ? arbiterPanel(this.context, entries, (entry) => void this.#game.enter(entry))
        : reasons !== null
          ? rulings(this.context, reasons, (phrase) => void this.#game.play(phrase))
          : null;
    if (panel === null) return;
    this.#ruling.append(panel);
    this.#fit();
    panel.focus({ preventScroll: true });
    this.#clear();
  }

  #help(): HTMLElement {
    const arbiter = this.#game.view?.arbiter === true;
    const keys = ["drag", "hold", "arrows", "shift", "space", "p", "w", "h", "u", "l", ...(arbiter ? ["a"] : []), "escape"].map((key) =>
      element("li", {}, this.context.say(`table_key_${key}`)),
    );
    return element("details", { class: "keys" }, element("summary", {}, this.context.say("table_keys")), element("ul", {}, ...keys));
  }

  /** Any key or press ends a picture, except the controls that look back. */
  #skip(event: Event): void {
    const { target } = event;
    const looksBack = target instanceof Element && target.closest("[aria-keyshortcuts=l]") !== null;
    if (event instanceof KeyboardEvent && (KEYS[event.key] === "last" || ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)))
      return;
    if (!looksBack) this.#game.goOn();
  }

  #key(event: KeyboardEvent): void {
    const inField = event.target instanceof HTMLElement && event.target.closest("input, select, textarea, form:not(.asked)") !== null;
    const wanted = KEYS[event.key];
    if (wanted === undefined || inField || this.#game.curtain !== null || event.altKey || event.ctrlKey || event.metaKey) return;
    const { only, chosen } = this.#game;
    if (wanted === "clear" && chosen.size === 0 && !this.#game.explains) return;
    event.preventDefault();
    if (wanted === "play" && only !== null) void this.#game.play(only);
    if (wanted === "why" && chosen.size > 0) void this.#game.whyNot();
    if (wanted === "arbiter" && this.#game.view?.arbiter === true) void this.#game.callArbiter();
    if (wanted === "advise") void this.#game.advise();
    if (wanted === "undo") void this.#game.undo();
    if (wanted === "last") this.#game.lookBack();
    if (wanted === "clear") void this.#game.choose(new Set()).then(() => this.#felt.focus());
  }

  // ---------------------------------------------------------------------------------------------- a recorded hand

  async #follow(what: Followed): Promise<void> {
    this.#play.hidden = true;
    await this.#followed.open(what);
  }

  #leave(): void {
    this.#followed.close();
    this.#play.hidden = false;
  }
}
