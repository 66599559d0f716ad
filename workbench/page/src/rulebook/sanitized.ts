/**
 * The page's markup as nodes: of elements and attributes that are allowed by name, and of nothing else.
 *
 * What is not allowed is left out with all that is in it.  Every `id` gets a beginning of its own, so that no name of an author's can be
 * one of the page's, and links lead only to these.
 */

export interface Allowed {
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
}

export const ID = "book-";

export function sanitized(html: string, allowed: Allowed): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const elements = new Set(allowed.elements);
  const attributes = new Set(allowed.attributes);
  const made = document.createDocumentFragment();
  made.append(...[...parsed.body.childNodes].flatMap((node) => copied(node, elements, attributes)));
  return made;
}

function copied(node: Node, elements: ReadonlySet<string>, attributes: ReadonlySet<string>): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)];
  if (!(node instanceof Element) || !elements.has(node.localName)) return [];
  const made = node.namespaceURI === "http://www.w3.org/1999/xhtml" ? document.createElement(node.localName) : document.createElementNS(node.namespaceURI, node.localName);
  for (const { name, value } of node.attributes) if (attributes.has(name)) attribute(made, name, value);
  made.append(...[...node.childNodes].flatMap((child) => copied(child, elements, attributes)));
  return [made];
}

function attribute(of: Element, name: string, value: string): void {
  if (name === "id") of.id = ID + value;
  else if (name === "href") {
    if (value.startsWith("#")) of.setAttribute("href", `#${ID}${value.slice(1)}`);
  } else if (!name.startsWith("on") && name !== "style" && name !== "src") of.setAttribute(name, value);
}
