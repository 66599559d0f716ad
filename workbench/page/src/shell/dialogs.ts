/** Dialogs to read, to fill in, or to choose from. */

import { button, type Child, element } from "./elements";
import { icon } from "./icons";
import type { Words } from "./words";

export interface Dialog {
  readonly body: HTMLElement;
  readonly actions: HTMLElement;
  close(): void;
}

/** A window with a title; it is removed when it is closed. */
export function dialog(words: Words, title: string, kind: string, ...content: readonly Child[]): Dialog {
  const heading = element("h2", { id: "dialog-title" }, title);
  const body = element("div", { class: "dialog-body" }, ...content);
  const actions = element("div", { class: "dialog-actions" });
  const close = (): void => made.close();
  const closing = button(icon("close"), close, { class: "plain square", "aria-label": words.say("close") });
  const made = element(
    "dialog",
    { class: `dialog ${kind}`, "aria-labelledby": "dialog-title" },
    element("header", {}, heading, closing),
    body,
    actions,
  );
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
  return { body, actions, close };
}

/** A field of a form. */
export interface Field {
  readonly label: string;
  readonly control: HTMLInputElement | HTMLSelectElement;
  /** The message below it. */
  readonly help?: Child;
}

/** A form; `accept` returns the problem with the fields, or nothing, and then the window closes. */
export function form(words: Words, title: string, fields: readonly Field[], go: string, accept: () => Promise<string> | string): void {
  const wrong = element("p", { class: "wrong", role: "alert" });
  const made = element("form", { method: "dialog", class: "fields" }, ...fields.map(fieldElement), wrong);
  const shown = dialog(words, title, "small", made);
  const send = element("button", { type: "submit", class: "main" }, go);
  made.append(
    element(
      "div",
      { class: "dialog-actions" },
      button(words.say("cancel"), () => shown.close()),
      send,
    ),
  );
  shown.actions.remove();
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    send.disabled = true;
    void Promise.resolve(accept()).then((fault) => {
      send.disabled = false;
      wrong.textContent = fault;
      if (fault === "") shown.close();
    });
  });
  const first = fields[0]?.control;
  first?.focus();
  if (first instanceof HTMLInputElement) first.select();
}

function fieldElement(field: Field): HTMLElement {
  const made = element("label", { class: "field" }, element("span", {}, field.label), field.control);
  if (field.help) made.append(element("small", {}, field.help));
  return made;
}
