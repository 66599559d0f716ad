/** Buttons that open a menu below them: Escape, a click outside and a choice close it. */

import { button, type Child, element } from "./elements";

export interface MenuItem {
  readonly label: string;
  /** Shown after the label in a quieter style. */
  readonly detail?: string;
  readonly keys?: string;
  act(): void;
}

/** Items under a heading, which may be empty. */
export interface MenuGroup {
  readonly heading: string;
  readonly items: readonly MenuItem[];
}

/** A button with a menu that is built each time it is shown. */
export function menu(
  name: string,
  labels: readonly Child[],
  groups: () => readonly MenuGroup[] | Promise<readonly MenuGroup[]>,
): HTMLButtonElement {
  const list = element("nav", { class: "menu", id: `menu-${name}`, popover: "auto" });
  const opener = button("", () => list.togglePopover(), { class: "menu-button", "aria-expanded": "false", "aria-controls": list.id });
  opener.append(...labels);
  list.addEventListener("beforetoggle", (event) => {
    opener.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "open") list.replaceChildren(); // the items of the last time must not be chosen
  });
  list.addEventListener("toggle", (event) => {
    list.setAttribute("aria-label", opener.getAttribute("aria-label") ?? opener.textContent);
    if (event.newState === "open") void fill(list, opener, groups());
  });
  list.addEventListener("keydown", (event) => walk(event, list));
  document.body.append(list);
  return opener;
}

async function fill(list: HTMLElement, opener: HTMLElement, groups: readonly MenuGroup[] | Promise<readonly MenuGroup[]>): Promise<void> {
  const shown = groups instanceof Promise ? await groups : groups;
  list.replaceChildren(...shown.filter((group) => group.items.length > 0).map((group) => groupElement(group, list)));
  place(list, opener);
  list.querySelector("button")?.focus();
}

function groupElement(group: MenuGroup, list: HTMLElement): HTMLElement {
  const items = group.items.map((item) => element("li", {}, itemElement(item, list)));
  const shown = element("ul", { role: "list" }, ...items);
  if (group.heading === "") return element("section", {}, shown);
  return element("section", {}, element("p", { class: "menu-heading" }, group.heading), shown);
}

function itemElement(item: MenuItem, list: HTMLElement): HTMLButtonElement {
  const act = (): void => {
    list.hidePopover();
    item.act();
  };
  const made = button(element("span", {}, item.label), act);
  if (item.detail) made.append(element("small", {}, item.detail));
  if (item.keys) made.append(element("kbd", {}, item.keys));
  return made;
}

/** Below its button, within the window. */
function place(list: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const right = Math.max(8, window.innerWidth - list.offsetWidth - 8);
  list.style.left = `${Math.min(at.left, right)}px`;
  list.style.top = `${at.bottom + 4}px`;
  list.style.maxHeight = `${window.innerHeight - at.bottom - 16}px`;
}

/** Arrow keys, Home and End go from item to item. */
function walk(event: KeyboardEvent, list: HTMLElement): void {
  const items = [...list.querySelectorAll("button")];
  const now = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
