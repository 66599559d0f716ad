/**
 * Create elements by name, with attributes as in HTML, listeners and children. A string is always inserted as text,
 * never as markup.
 */

export type Child = Node | string;

/** `true` is an attribute without a value, `false` and `undefined` none. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  attribute(made, attributes);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function drawn<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  attribute(made, attributes);
  made.append(...children);
  return made;
}

function attribute(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * A button with a longer description for screen readers, which begins with its label, because users of speech control say
 * the words that they see (WCAG 2.5.3).
 */
export function buttonOf(label: string, more: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = button(label, press, attributes);
  made.append(element("span", { class: "unseen" }, ` (${more})`));
  return made;
}

/** A button with an action and further attributes. */
export function button(label: Child, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", press);
  return made;
}
