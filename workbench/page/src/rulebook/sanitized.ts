/**
 * The rulebook page's markup as nodes: only of the elements and attributes that the service names (`PAGE_ELEMENTS`).
 *
 * Every other element is left out with its content. Every `id` gets a prefix, so that an author's name cannot clash
 * with an `id` of this page; links lead only to such ids, or contain a record.
 */

import { PAGE_ELEMENTS, PAGE_LINKS } from "../runtime/answers";

export const ID = "book-";

export function sanitized(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const made = document.createDocumentFragment();
  made.append(...copied(parsed.body.childNodes));
  return made;
}

function copied(nodes: Iterable<Node>): Node[] {
  return [...nodes].flatMap((node): Node[] => {
    if (node instanceof Text) return [document.createTextNode(node.data)];
    const attributes =
      node instanceof HTMLElement && Object.hasOwn(PAGE_ELEMENTS, node.localName) ? PAGE_ELEMENTS[node.localName] : undefined;
    return attributes === undefined ? [] : [element(node as HTMLElement, attributes)];
  });
}

function element(of: HTMLElement, attributes: readonly string[]): HTMLElement {
  const made = document.createElement(of.localName);
  for (const { name, value } of of.attributes) {
    const written = attributes.includes(name) ? allowed(name, value) : undefined;
    if (written !== undefined) made.setAttribute(name, written);
  }
  made.append(...copied(of.childNodes));
  return made;
}

/** The sanitized value of an attribute, or nothing if it has none. */
function allowed(name: string, value: string): string | undefined {
  if (name === "id") return ID + value;
  if (name !== "href") return value;
  if (value.startsWith("#")) return `#${ID}${value.slice(1)}`;
  return PAGE_LINKS.some((beginning) => value.startsWith(beginning)) ? value : undefined;
}
