/**
 * Cards dragged by mouse, pen or finger, and dropped on a zone or on a card there.
 *
 * A finger must rest on a card before it picks it up: one that moves at once scrolls the page.  Clicks and keys work as without dragging.
 */

import { element } from "../shell/elements";

const HOLD = 220;
const SLACK = 8;

/** Called when a card is dropped: the card, and the one that it is dropped on, if there is one. */
export type Drop = (card: string, onto: string | null) => void;

interface Pressed {
  readonly pointer: number;
  readonly card: HTMLElement;
  /** The place that it lies in. */
  readonly zone: string;
  readonly x: number;
  readonly y: number;
}

export class CardDrag {
  #pressed: Pressed | null = null;
  #carried: HTMLElement | null = null;
  #onto: Element | null = null;
  #due = 0;

  /** Cards are buttons with their codes, in places with their names. */
  constructor(
    private readonly felt: HTMLElement,
    private readonly drop: Drop,
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
    this.#mark(this.#below(clientX, clientY));
  }

  #takeUp(): void {
    const pressed = this.#pressed;
    const face = pressed?.card.querySelector<HTMLElement>(".playing-card");
    if (!pressed || !face) return;
    this.felt.setPointerCapture(pressed.pointer);
    const { left, top } = face.getBoundingClientRect();
    const copy = face.cloneNode(true) as HTMLElement;
    copy.style.setProperty("zoom", getComputedStyle(face).zoom);
    this.#carried = element("div", { class: "carried", "aria-hidden": "true" }, copy);
    this.#carried.style.setProperty("left", `${left}px`);
    this.#carried.style.setProperty("top", `${top}px`);
    document.body.append(this.#carried);
  }

  #release({ pointerId, clientX, clientY }: PointerEvent): void {
    const pressed = this.#pressed;
    if (pressed?.pointer !== pointerId) return;
    const below = this.#carried === null ? null : this.#below(clientX, clientY);
    if (this.#carried !== null) this.felt.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => this.felt.removeEventListener("click", swallow, { capture: true }));
    this.#end();
    if (below === null) return;
    this.drop(pressed.card.dataset["card"] ?? "", below instanceof HTMLElement ? (below.dataset["card"] ?? null) : null);
  }

  /** The card, or else the place, that a carried one would fall on; nothing where it came from. */
  #below(x: number, y: number): Element | null {
    const at = document.elementFromPoint(x, y);
    if (at === null || !this.felt.contains(at) || placeOf(at) === this.#pressed?.zone) return null;
    return at.closest("button.card") ?? at.closest(".zone:not(.other .zone)") ?? (at.closest(".own, .other") === null ? this.felt : null);
  }

  #mark(onto: Element | null): void {
    this.#onto?.classList.remove("onto");
    onto?.classList.add("onto");
    this.#onto = onto;
  }

  #end(): void {
    window.clearTimeout(this.#due);
    this.#mark(null);
    this.#carried?.remove();
    this.#carried = null;
    this.#pressed = null;
  }
}

/** The press that ends a drag is none. */
function swallow(event: Event): void {
  event.stopPropagation();
}

function placeOf(part: Element): string {
  return part.closest<HTMLElement>(".zone")?.dataset["zone"] ?? "";
}
