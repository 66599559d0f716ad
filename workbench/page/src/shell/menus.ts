/** Buttons that open a menu below them: Escape, a click outside or a choice closes it. */

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

/**
 * A button with a menu that is built each time it is shown. With a `sought`, the label of a search field, it is a
 * gallery: its groups are side by side, and the field filters the items by the typed words.
 */
export function menu(
  name: string,
  labels: readonly Child[],
  groups: () => readonly MenuGroup[] | Promise<readonly MenuGroup[]>,
  sought?: () => string,
): HTMLButtonElement {
  const list = element("nav", { class: sought === undefined ? "menu" : "menu gallery", id: `menu-${name}`, popover: "auto" });
  const opener = button("", () => list.togglePopover(), { class: "menu-button", "aria-expanded": "false", "aria-controls": list.id });
  opener.append(...labels);
  list.addEventListener("beforetoggle", (event) => {
    opener.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "open") list.replaceChildren(); // the items of the last time must not be chosen
  });
  list.addEventListener("toggle", (event) => {
    list.setAttribute("aria-label", opener.getAttribute("aria-label") ?? opener.textContent);
    if (event.newState === "open") void fill(list, opener, groups(), sought?.());
  });
  list.addEventListener("keydown", (event) => walk(event, list));
  document.body.append(list);
  return opener;
}

async function fill(
  list: HTMLElement,
  opener: HTMLElement,
  groups: readonly MenuGroup[] | Promise<readonly MenuGroup[]>,
  sought: string | undefined,
): Promise<void> {
  const shown = groups instanceof Promise ? await groups : groups;
  const parts = shown.filter((group) => group.items.length > 0).map((group) => groupElement(group, list));
  list.replaceChildren(...(sought === undefined ? parts : [searchField(list, sought), element("div", { class: "columns" }, ...parts)]));
  place(list, opener);
  list.querySelector<HTMLElement>("input, button")?.focus();
}

/** A field that hides the items that do not contain its words. Enter chooses the first remaining item. */
function searchField(list: HTMLElement, label: string): HTMLElement {
  const field = element("input", { type: "search", "aria-label": label, placeholder: label });
  field.addEventListener("input", () => {
    const words = plain(field.value).split(" ");
    for (const section of list.querySelectorAll("section")) {
      const heading = plain(section.querySelector(".menu-heading")?.textContent ?? "");
      for (const item of section.querySelectorAll("li")) {
        const text = `${heading} ${plain(item.textContent)}`;
        item.hidden = !words.every((word) => text.includes(word));
      }
      section.hidden = section.querySelector("li:not([hidden])") === null;
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector<HTMLElement>("li:not([hidden]) button")?.click();
  });
  return field;
}

/** A text in lower case without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
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

/** Show the menu below its button, within the window. */
function place(list: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const right = Math.max(8, window.innerWidth - list.offsetWidth - 8);
  list.style.left = `${Math.min(at.left, right)}px`;
  list.style.top = `${at.bottom + 4}px`;
  list.style.maxHeight = `${window.innerHeight - at.bottom - 16}px`;
}

/** Arrow keys, Home and End go from item to item. */
function walk(event: KeyboardEvent, list: HTMLElement): void {
  const field = document.activeElement instanceof HTMLInputElement;
  if (field && event.key !== "ArrowDown") return; // Home and End move in the field
  const items = [...list.querySelectorAll<HTMLElement>("li:not([hidden]) button")];
  const now = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
