/**
 * The table as drawn: each party's zones with their cards, and keyboard navigation.
 *
 * A card that can be chosen is a button. Only one of them can be reached with Tab; arrow keys move to the next card and
 * from zone to zone.
 */

import type { ShownCard, ShownZone } from "../runtime/answers";
import { element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { CardDrag } from "./card_drag";
import { cardBack, cardFace } from "./card_faces";
import { physical, shifted } from "./hand_order";
import { isArrangeable, isGroup, type Party, parties, type Seated, zoneKey } from "./table_layout";

const MOST_BACKS = 13;
const MOST_PILED = 3;
const MOST_SIDE_BY_SIDE = 14;
/** The keys that move a card within the hand. */
const MOVING = "Shift+ArrowLeft Shift+ArrowRight";

/** The marked cards: chosen ones, cards that can be chosen with them, and cards that have just moved. */
export interface Marks {
  readonly chosen: ReadonlySet<string>;
  readonly joinable: ReadonlySet<string>;
  readonly came: ReadonlySet<string>;
  /** The places from which a card can be chosen unseen. */
  readonly drawable: ReadonlySet<string>;
  /** The cards that are swept away next, and the place to which they go. */
  readonly leaving: ReadonlySet<string>;
  readonly to: string | null;
}

const NONE: ReadonlySet<string> = new Set();
export const UNMARKED: Marks = { chosen: NONE, joinable: NONE, came: NONE, drawable: NONE, leaving: NONE, to: null };

/** The actions on the cards, by mouse, finger and keys. */
export interface Gestures {
  choose(card: string): void;
  /** Called when a card is dropped on another card or on a zone. */
  drop(card: string, onto: string | null): void;
  /** Called when a card is chosen unseen from a zone. */
  drawFrom(place: string): void;
  /** The cards of a zone in the order in which the player holds them. */
  held(zone: ShownZone): readonly ShownCard[];
  /** Move a card of a zone before another one, or to the end. */
  hold(place: string, card: string, before: string | null): void;
}

/** Cards that are laid in groups, each group separately; other cards unchanged. */
function laid(cards: readonly HTMLElement[], groups: readonly number[]): readonly HTMLElement[] {
  if (groups.length === 0) return cards;
  const ends = groups.map((_, n) => groups.slice(0, n + 1).reduce((sum, size) => sum + size, 0));
  return ends.map((end, n) => element("div", { class: "laid" }, ...cards.slice(ends[n - 1] ?? 0, end)));
}

/** The state of play that concerns a party; for the table, it stays at the upper edge. */
function facts({ title, facts: texts, tricks }: Party): readonly HTMLElement[] {
  if (texts.length + tricks.length === 0) return [];
  const said = texts.map((text) => element("li", {}, text));
  const laid = tricks.map((text) => element("li", { class: "trick" }, text));
  return [element("ul", { class: title === "" ? "facts state-of-play" : "facts" }, ...said, ...laid)];
}

export class Felt {
  readonly host: HTMLElement;
  /** The card that was focused last, and its zone. */
  #here = { card: "", zone: "" };
  /** The player's own cards were out of view, and the reader had not scrolled there. */
  #strayed = false;

  /** Without actions, cards are pictures. */
  constructor(
    private readonly context: Context,
    private readonly gestures: Gestures | null = null,
  ) {
    this.host = element("div", { class: "felt", tabindex: -1 });
    if (gestures !== null) new CardDrag(this.host, gestures);
    this.host.addEventListener("keydown", (event) => this.#walk(event));
    this.host.addEventListener("focusin", ({ target }) => this.#entered(target));
  }

  draw(view: Seated, marks: Marks): void {
    const within = this.host.contains(document.activeElement);
    this.host.setAttribute("role", "group");
    this.host.setAttribute("aria-label", this.context.say("table_felt"));
    const shown = parties(view).map((party): [Party, HTMLElement] => [party, this.#party(view, party, marks)]);
    const made = (wanted: (party: Party) => boolean): HTMLElement[] => shown.filter(([party]) => wanted(party)).map(([, of]) => of);
    this.host.replaceChildren(
      ...shown.filter(([{ title }]) => title === "").flatMap(([party]) => facts(party)),
      element("div", { class: "others" }, ...made(({ own, title }) => !own && title !== "")),
      ...made(({ title }) => title === ""),
      element("div", { class: "mine" }, ...made(({ own }) => own)),
    );
    const cards = this.#cards();
    const { card, zone } = this.#here;
    const kept = this.#strayed ? undefined : cards.find((one) => one.dataset["card"] === card && zoneOf(one) === zone);
    const here = kept ?? this.#first(cards);
    here?.setAttribute("tabindex", "0");
    if (within) (here ?? this.host).focus({ preventScroll: true }); // there may be no card for a moment
    this.#strayed = kept === undefined && !(here?.closest(".own") instanceof HTMLElement);
  }

  focus(): void {
    const strayed = this.#strayed;
    (this.#cards().find((card) => card.tabIndex === 0) ?? this.host).focus();
    this.#strayed = strayed;
  }

  /** Scroll cards of the table into view, between those above and the player's own. */
  reveal(cards: ReadonlySet<string>): void {
    this.#bringIntoView((card) => cards.has(card.dataset["card"] ?? ""));
  }

  /** Scroll the cards that have just moved, or that leave next, into view. */
  revealMoved(): void {
    this.#bringIntoView((card) => card.matches(".came, .leaving"));
  }

  #bringIntoView(isWanted: (card: HTMLElement) => boolean): void {
    const wanted = this.#cards().filter((card) => isWanted(card) && card.closest(".mine") === null);
    for (const card of wanted) card.scrollIntoView({ block: "nearest" });
  }

  #party(view: Seated, party: Party, marks: Marks): HTMLElement {
    const kind = party.title === "" ? "shared" : party.own ? "own" : "other";
    const made = element("section", { class: `party ${kind}` });
    if (party.title !== "") {
      const mark = party.own && this.gestures !== null ? element("span", { class: "you" }, this.context.say("table_you")) : "";
      const acts = party.acts ? element("span", { class: "acts" }, this.context.say("table_acts")) : "";
      const takes = marks.to !== null && party.places.includes(marks.to);
      made.classList.toggle("takes", takes);
      made.append(
        element("h2", {}, party.title, mark, acts, takes ? element("span", { class: "taker" }, this.context.say("table_takes")) : ""),
      );
      made.setAttribute("aria-label", party.title);
    }
    if (kind !== "shared") made.append(...facts(party));
    made.append(element("div", { class: "zones" }, ...party.zones.map((zone) => this.#zone(view, zone, marks))));
    return made;
  }

  #zone(view: Seated, zone: ShownZone, marks: Marks): HTMLElement {
    const counted = this.context.say("table_place", { place: zone.title, n: zone.size });
    const title = element(
      "p",
      { class: "zone-name", "aria-hidden": true },
      zone.name,
      element("span", { class: "size" }, String(zone.size)),
    );
    const held = this.gestures !== null && isArrangeable(view, zone) ? this.gestures.held(zone) : null;
    const seen = held ?? zone.cards;
    const cards = seen === null ? this.#hidden(zone, marks) : seen.map((card) => this.#card(card, marks, held !== null));
    const kind = zone.cards !== null ? "seen" : zone.top !== null || zone.owned_by !== "player" ? "pile" : "backs";
    const row = element("div", { class: "cards" }, ...laid(cards, zone.groups));
    if (zone.size === 0) row.append(element("span", { class: "empty" }));
    const many = zone.cards !== null && zone.size > MOST_SIDE_BY_SIDE && zone.groups.length === 0;
    const size = many ? " many" : isGroup(zone) ? " group" : "";
    const attributes = { role: "group", "aria-label": counted, "data-zone": zoneKey(zone), "data-held": held !== null };
    return element("div", { class: `zone ${kind}${size}`, ...attributes }, row, title);
  }

  /** The backs of hidden cards; for a pile, its top card if that is hidden. */
  #hidden(zone: ShownZone, marks: Marks): HTMLElement[] {
    const piled = zone.owned_by !== "player" || zone.top !== null;
    const backs = Math.min(zone.size - (zone.top === null ? 0 : 1), piled ? MOST_PILED : MOST_BACKS);
    const { gestures } = this;
    const draw = gestures !== null && marks.drawable.has(zoneKey(zone)) ? (): void => gestures.drawFrom(zoneKey(zone)) : null;
    const made = Array.from({ length: Math.max(0, backs) }, (_, n) => (draw === null ? cardBack() : this.#back(zone, draw, n === 0)));
    return zone.top === null ? made : [...made.slice(0, MOST_PILED - 1), this.#card(zone.top, UNMARKED)];
  }

  /** A back of a card that can be pressed.  Any of them can be pressed: the card is drawn at random. */
  #back(zone: ShownZone, draw: () => void, inOrder: boolean): HTMLElement {
    const label = this.context.say("table_draw_unseen", { place: zone.title });
    const made = element("button", { type: "button", class: "back", "aria-label": label, tabindex: inOrder ? 0 : -1 }, cardBack());
    made.addEventListener("click", draw);
    return made;
  }

  #card(card: ShownCard, marks: Marks, held = false): HTMLElement {
    if (this.gestures === null) {
      const shown = cardFace(card);
      shown.classList.toggle("came", marks.came.has(card.code));
      shown.classList.toggle("leaving", marks.leaving.has(physical(card.code)));
      return shown;
    }
    const code = physical(card.code);
    const [chosen, joinable] = [marks.chosen.has(code), marks.joinable.has(code)];
    const label = joinable && !chosen ? this.context.say("table_joinable", { card: card.name }) : card.name;
    const made = element(
      "button",
      {
        type: "button",
        class: "card",
        "aria-pressed": String(chosen),
        "aria-label": label,
        "aria-keyshortcuts": held && MOVING,
        tabindex: -1,
      },
      cardFace(card, false),
    );
    made.dataset["card"] = code;
    made.classList.toggle("joinable", joinable && !chosen);
    made.classList.toggle("came", marks.came.has(card.code));
    made.classList.toggle("leaving", marks.leaving.has(code));
    made.addEventListener("click", () => this.gestures?.choose(code));
    return made;
  }

  // ---------------------------------------------------------------------------------------------- by keys

  #cards(): HTMLElement[] {
    return [...this.host.querySelectorAll<HTMLElement>("button.card")];
  }

  /** The first card in the order of focus: one of the player's own, if there is one. */
  #first(cards: readonly HTMLElement[]): HTMLElement | undefined {
    return cards.find((card) => card.closest(".own") !== null) ?? cards[0];
  }

  #entered(target: EventTarget | null): void {
    const card = target instanceof HTMLElement ? target.closest<HTMLElement>("button.card") : null;
    if (card === null) return;
    for (const other of this.#cards()) other.tabIndex = other === card ? 0 : -1;
    this.#strayed = false;
    this.#here = { card: card.dataset["card"] ?? "", zone: zoneOf(card) };
  }

  #walk(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.shiftKey) {
      this.#shift(event);
      return;
    }
    const cards = this.#cards();
    const now = cards.findIndex((card) => card === document.activeElement);
    if (now < 0) return;
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: cards.length - 1 }[event.key];
    const wanted = next === undefined ? this.#across(cards[now], event.key) : cards[Math.max(0, Math.min(next, cards.length - 1))];
    if (wanted === undefined) return;
    event.preventDefault();
    wanted.focus();
  }

  /** Move the card one position to the left or to the right. */
  #shift(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const card = document.activeElement;
    const zone = card?.closest<HTMLElement>(".zone[data-held]");
    if (step === undefined || !(card instanceof HTMLElement) || !zone) return;
    event.preventDefault();
    const codes = [...zone.querySelectorAll<HTMLElement>("button.card")].map((one) => one.dataset["card"] ?? "");
    const found = shifted(codes, card.dataset["card"] ?? "", step);
    if (found !== null) this.gestures?.hold(zone.dataset["zone"] ?? "", card.dataset["card"] ?? "", found.before);
  }

  /** The card at the same number in the next zone above or below. */
  #across(card: HTMLElement | undefined, key: string): HTMLElement | undefined {
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    const rows = [...this.host.querySelectorAll<HTMLElement>(".zone")].filter((row) => row.querySelector("button.card") !== null);
    const at = rows.findIndex((row) => card !== undefined && row.contains(card));
    if (step === undefined || at < 0) return undefined;
    const within = [...(rows[at]?.querySelectorAll<HTMLElement>("button.card") ?? [])];
    const other = [...(rows[at + step]?.querySelectorAll<HTMLElement>("button.card") ?? [])];
    return card && other[Math.min(within.indexOf(card), other.length - 1)];
  }
}

function zoneOf(card: HTMLElement): string {
  return card.closest<HTMLElement>(".zone")?.dataset["zone"] ?? "";
}
