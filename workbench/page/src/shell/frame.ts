/**
 * The frame: a bar above, the editor, and one of the other panes next to it, or below the tabs if there is no room for
 * two.
 *
 * Keys: F6 goes to the next part of the page and Shift-F6 to the one before; Alt-1 to Alt-5 show a pane and focus it.
 */

import { keep, kept } from "./appearance";
import { button, element } from "./elements";
import { icon } from "./icons";
import type { PaneName } from "./pane";
import type { Words } from "./words";

export const PANES: readonly PaneName[] = ["editor", "table", "rulebook", "proofs", "statistics"];
const WIDE = matchMedia("(min-width: 60rem)");
const TEXT = "cartaro-text";

export class Frame {
  readonly bar = element("header", { class: "bar" });
  /** The button that puts the text aside on a wide screen, so that the other pane has all the room, or shows it again. */
  readonly textAside: HTMLButtonElement;
  readonly hosts: Readonly<Record<PaneName, HTMLElement>>;
  readonly #tabs: Readonly<Record<PaneName, HTMLButtonElement>>;
  readonly #tabList = element("div", { class: "tabs", role: "tablist" });
  #beside: PaneName = "table";
  #alone: PaneName = "editor";
  #aside = kept(TEXT) === "aside";
  readonly #main: HTMLElement;

  constructor(
    words: Words,
    foot: HTMLElement,
    private readonly showing: (pane: PaneName) => void,
  ) {
    this.hosts = each((name) => element("section", { class: `pane ${name}`, id: `pane-${name}`, tabindex: "-1" }));
    this.#tabs = each((name) => this.#tab(name, words));
    this.#tabList.append(...PANES.map((name) => this.#tabs[name]));
    this.#tabList.addEventListener("keydown", (event) => this.#walk(event));
    words.attribute(this.#tabList, "aria-label", "panes");
    for (const name of PANES) {
      words.attribute(this.hosts[name], "aria-label", `pane_${name}`);
      this.hosts[name].append(element("h2", { class: "unseen" }, words.text(`pane_${name}`)));
    }
    const main = element("main", { class: "panes" }, this.hosts.editor, splitter(words), this.#tabList);
    main.append(...PANES.slice(1).map((name) => this.hosts[name]));
    this.#main = main;
    this.textAside = button(icon("aside"), () => this.#putTextAside(!this.#aside), { class: "menu-button text-aside" });
    words.attribute(this.textAside, "aria-label", "text_aside");
    words.attribute(this.textAside, "title", "text_aside");
    document.body.replaceChildren(this.bar, main, foot);
    document.addEventListener("keydown", (event) => this.#keys(event));
    WIDE.addEventListener("change", () => this.#lay());
    this.#lay();
  }

  isShown(name: PaneName): boolean {
    return !this.hosts[name].hidden;
  }

  show(name: PaneName): void {
    this.#alone = name;
    if (name !== "editor") this.#beside = name;
    else if (WIDE.matches && this.#aside) this.#putTextAside(false);
    this.#lay();
    this.showing(name);
  }

  /** The pane that is shown in the shared room. */
  get beside(): PaneName {
    return WIDE.matches ? this.#beside : this.#alone;
  }

  #putTextAside(aside: boolean): void {
    this.#aside = aside;
    keep(TEXT, aside ? "aside" : "shown");
    this.#lay();
  }

  #tab(name: PaneName, words: Words): HTMLButtonElement {
    const attributes = {
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": `pane-${name}`,
      "aria-keyshortcuts": `Alt+${PANES.indexOf(name) + 1}`,
    };
    const made = button(icon(name), () => this.show(name), attributes);
    made.append(element("span", {}, words.text(`pane_${name}`)));
    return made;
  }

  #lay(): void {
    const wide = WIDE.matches;
    const chosen = wide ? this.#beside : this.#alone;
    this.#main.classList.toggle("without-text", wide && this.#aside);
    this.textAside.setAttribute("aria-pressed", String(this.#aside));
    for (const name of PANES) {
      const on = name === chosen;
      this.hosts[name].hidden = !(on || (wide && name === "editor" && !this.#aside));
      this.hosts[name].setAttribute("role", wide && name === "editor" ? "region" : "tabpanel");
      this.#tabs[name].hidden = wide && name === "editor";
      this.#tabs[name].setAttribute("aria-selected", String(on));
      this.#tabs[name].tabIndex = on ? 0 : -1;
    }
  }

  #walk(event: KeyboardEvent): void {
    const shown = PANES.filter((name) => !this.#tabs[name].hidden);
    const now = shown.findIndex((name) => this.#tabs[name] === document.activeElement);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: shown.length - 1 }[event.key];
    const name = next === undefined ? undefined : shown[(next + shown.length) % shown.length];
    if (name === undefined) return;
    event.preventDefault();
    this.show(name);
    this.#tabs[name].focus();
  }

  #keys(event: KeyboardEvent): void {
    if (event.key === "F6") {
      event.preventDefault();
      this.#next(event.shiftKey ? -1 : 1);
    } else if (event.altKey && !event.ctrlKey && !event.metaKey && /^Digit[1-5]$/.test(event.code)) {
      const name = PANES[Number(event.code.slice(-1)) - 1];
      if (name === undefined) return;
      event.preventDefault();
      this.show(name);
      goInto(this.hosts[name]);
    }
  }

  /** Move the focus to the bar, the tabs, or a shown pane. */
  #next(step: number): void {
    const shown = PANES.filter((name) => this.isShown(name)).map((name) => this.hosts[name]);
    const parts: readonly HTMLElement[] = [this.bar, ...shown, this.#tabList];
    const now = parts.findIndex((part) => part.contains(document.activeElement));
    const part = parts[(now + step + parts.length) % parts.length];
    if (part) goInto(part);
  }
}

/** Move the focus to the chosen tab or first control of a part of the page, or into its text. */
function goInto(part: HTMLElement): void {
  const text = part.querySelector<HTMLElement>("[data-text]")?.shadowRoot?.querySelector<HTMLElement>(".cm-content");
  const control = part.querySelector<HTMLElement>("[role=tab][tabindex='0'], button:not([hidden]), select, input, a[href]");
  (text ?? (part.getAttribute("role") === "tabpanel" ? part : (control ?? part))).focus();
}

function each<T>(make: (name: PaneName) => T): Readonly<Record<PaneName, T>> {
  return {
    editor: make("editor"),
    table: make("table"),
    rulebook: make("rulebook"),
    proofs: make("proofs"),
    statistics: make("statistics"),
  };
}

const NARROWEST = 25;
const WIDEST = 75;

/** The divider between the editor and its neighbour: dragged, or moved by arrow keys. */
function splitter(words: Words): HTMLElement {
  const made = element("div", {
    class: "splitter",
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-controls": "pane-editor",
  });
  words.attribute(made, "aria-label", "splitter");
  const divide = (share: number): void => {
    const bounded = Math.min(WIDEST, Math.max(NARROWEST, Math.round(share)));
    made.setAttribute("aria-valuenow", String(bounded));
    made.parentElement?.style.setProperty("--editor-share", String(bounded));
  };
  made.setAttribute("aria-valuenow", "50");
  made.setAttribute("aria-valuemin", String(NARROWEST));
  made.setAttribute("aria-valuemax", String(WIDEST));
  made.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
    if (step !== undefined) divide(Number(made.getAttribute("aria-valuenow")) + step);
  });
  made.addEventListener("pointerdown", (event) => made.setPointerCapture(event.pointerId));
  made.addEventListener("pointermove", (event) => {
    if (made.hasPointerCapture(event.pointerId)) divide((100 * event.clientX) / window.innerWidth);
  });
  return made;
}
