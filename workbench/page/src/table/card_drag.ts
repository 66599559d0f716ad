/**
 * Cards dragged by mouse, pen or finger: dropped on a zone or on a card there, or moved within the cards next to them.
 *
 * A finger must rest on a card before it picks it up: one that moves at once scrolls the page.  Clicks and keys work as without dragging.
 */

import { element } from "../shell/elements";

const HOLD = 220;
const SLACK = 8;

interface Drops {
  /** Called when a card is dropped on another card or on a zone. */
  drop(card: string, onto: string | null): void;
  /** A card of an ordered zone is put before another card of it, or at the end. */
  hold(place: string, card: string, before: string | null): void;
}

/** The target of a carried card: a card, a zone, or a position next to another card of its own zone. */
interface Aim {
  readonly at: HTMLElement;
  readonly side: "onto" | "before" | "after";
}

interface Pressed {
  readonly pointer: number;
  readonly card: HTMLElement;
  /** The place of the card. */
  readonly zone: string;
  readonly x: number;
  readonly y: number;
}

export class CardDrag {
  #pressed: Pressed | null = null;
  #carried: HTMLElement | null = null;
  #aim: Aim | null = null;
  #due = 0;

  /** Cards are buttons with their codes, in elements for their zones. */
  constructor(
    private readonly felt: HTMLElement,
    private readonly drops: Drops,
  ) {
    felt.addEventListener("pointerdown", (event) => this.#press(event));
    felt.addEventListener("pointermove", (event) => this.#move(event));
    felt.addEventListener("pointerup", (event) => this.#release(event));
    felt.addEventListener("pointercancel", () => this.#end());
    felt.addEventListener("lostpointercapture", ({ target }) => target === felt && this.#end()); // a card loses a finger to the felt
    felt.addEventListener("touchmove", (event) => this.#carried && event.preventDefault(), { passive: false });
    felt.addEventListener("contextmenu", (event) => this.#carried && event.preventDefault());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#end());
  }

  #press(event: PointerEvent): void {
    this.#end();
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>("button.card") : null;
    if (card === null || event.button !== 0 || !event.isPrimary) return;
    this.#pressed = { pointer: event.pointerId, card, zone: placeOf(card), x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") this.#due = window.setTimeout(() => this.#takeUp(), HOLD);
  }

  #move({ pointerId, pointerType, clientX, clientY }: PointerEvent): void {
    const pressed = this.#pressed;
    if (pressed?.pointer !== pointerId) return;
    if (this.#carried === null) {
      if (Math.hypot(clientX - pressed.x, clientY - pressed.y) < SLACK) return;
      if (pointerType === "touch") {
        this.#end();
        return;
      }
      this.#takeUp();
    }
    this.#carried?.style.setProperty("transform", `translate(${clientX - pressed.x}px, ${clientY - pressed.y}px)`);
    this.#mark(this.#aimed(clientX, clientY));
  }

  #takeUp(): void {
    const pressed = this.#pressed;
    const face = pressed?.card.querySelector<HTMLElement>(".face");
    if (!pressed || !face) return;
    this.felt.setPointerCapture(pressed.pointer);
    const { left, top } = face.getBoundingClientRect();
    const copy = face.cloneNode(true) as HTMLElement;
    copy.style.setProperty("zoom", getComputedStyle(face).zoom);
    this.#carried = element("div", { class: "carried", "aria-hidden": "true" }, copy);
    pressed.card.classList.add("lifted");
    this.#carried.style.setProperty("left", `${left}px`);
    this.#carried.style.setProperty("top", `${top}px`);
    document.body.append(this.#carried);
  }

  #release({ pointerId, clientX, clientY }: PointerEvent): void {
    const pressed = this.#pressed;
    if (pressed?.pointer !== pointerId) return;
    const aim = this.#carried === null ? null : this.#aimed(clientX, clientY);
    if (this.#carried !== null) this.felt.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => this.felt.removeEventListener("click", swallow, { capture: true }));
    this.#end();
    if (aim === null) return;
    const card = codeOf(pressed.card) ?? "";
    if (aim.side === "onto") this.drops.drop(card, codeOf(aim.at));
    else this.drops.hold(pressed.zone, card, aim.side === "before" ? codeOf(aim.at) : this.#after(aim.at));
  }

  /** The target of a carried card; none over its own zone. */
  #aimed(x: number, y: number): Aim | null {
    const at = document.elementFromPoint(x, y);
    if (at === null || !this.felt.contains(at)) return null;
    if (placeOf(at) === this.#pressed?.zone) return this.#beside(at, x, y);
    const card = at.closest<HTMLElement>("button.card") ?? at.closest<HTMLElement>(".zone:not(.other .zone)");
    if (card !== null) return { at: card, side: "onto" };
    return at.closest(".own, .other") === null ? { at: this.felt, side: "onto" } : null;
  }

  /** The neighbouring card in its own zone, if the player may arrange the cards there. */
  #beside(at: Element, x: number, y: number): Aim | null {
    const own = codeOf(this.#pressed?.card);
    if (at.closest(".zone[data-held]") === null || codeOf(at.closest<HTMLElement>("button.card")) === own) return null;
    const cards = this.#neighbours(at).filter((card) => codeOf(card) !== own);
    const distance = (card: HTMLElement): number => Math.hypot(x - middle(card).x, y - middle(card).y);
    const [nearest] = cards.toSorted((a, b) => distance(a) - distance(b));
    return nearest === undefined ? null : { at: nearest, side: x < middle(nearest).x ? "before" : "after" };
  }

  /** The next card in its zone, except for the carried one. */
  #after(card: HTMLElement): string | null {
    const cards = this.#neighbours(card).filter((one) => codeOf(one) !== codeOf(this.#pressed?.card));
    return codeOf(cards[cards.indexOf(card) + 1]);
  }

  #neighbours(of: Element): HTMLElement[] {
    return [...(of.closest(".zone")?.querySelectorAll<HTMLElement>("button.card") ?? [])];
  }

  #mark(aim: Aim | null): void {
    if (this.#aim !== null) this.#aim.at.classList.remove(this.#aim.side);
    aim?.at.classList.add(aim.side);
    this.#aim = aim;
  }

  #end(): void {
    window.clearTimeout(this.#due);
    this.#mark(null);
    this.#carried?.remove();
    this.#carried = null;
    this.#pressed?.card.classList.remove("lifted");
    this.#pressed = null;
  }
}

/** The click that follows a drag is ignored. */
function swallow(event: Event): void {
  event.stopPropagation();
}

function codeOf(card: HTMLElement | null | undefined): string | null {
  return card?.dataset["card"] ?? null;
}

function middle(card: HTMLElement): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = card.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function placeOf(part: Element): string {
  return part.closest<HTMLElement>(".zone")?.dataset["zone"] ?? "";
}
