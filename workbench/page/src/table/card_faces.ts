/** Draw cards as in the rulebook, with its classes and signs. */

import type { CardSigns, ShownCard } from "../runtime/answers";
import { element } from "../shell/elements";

/** A card as a picture, labelled with its name unless it is part of a button. */
export function cardFace(card: ShownCard, named = true): HTMLElement {
  const attributes = named ? { role: "img", "aria-label": card.name } : { "aria-hidden": "true" };
  const made = signed(card.signs);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function signed(signs: CardSigns): HTMLElement {
  const made = element("b", { class: signs.classes.join(" ") }, signs.corner);
  if (signs.suit !== "") made.append(element("i", {}, signs.suit));
  const read = signs.read_as;
  if (read !== null) {
    const small = element("small", { class: read.ink });
    if (read.corner !== "") small.append(read.corner, element("u", {}, read.suit));
    small.append(read.settled);
    made.append(small);
  }
  return made;
}

/** The back of a card. */
export function cardBack(): HTMLElement {
  return element("span", { class: "card-back", "aria-hidden": "true" });
}
