/** The entries for which the arbiter can be called: findings and breaches, each with the arguments that the player must state. */

import type { ArbiterEntry, RequestedArgument } from "../runtime/answers";
import { button, element } from "../shell/elements";
import type { Context } from "../shell/pane";
import { capital } from "./table_changes";

const MOST_LINES = 6;

/** A form for all possible entries; `enter` receives the entry in its written form. */
export function arbiterPanel(context: Context, entries: readonly ArbiterEntry[], enter: (entry: string) => void): HTMLElement {
  const heading = context.say("table_arbiter");
  const part = (key: string, wanted: (entry: ArbiterEntry) => boolean): HTMLElement[] => {
    const found = entries.filter(wanted).map((entry) => element("li", {}, entered(context, entry, enter)));
    return found.length === 0 ? [] : [element("h3", {}, context.say(key)), element("ul", { role: "list" }, ...found)];
  };
  const parts = [
    ...part("table_findings", (entry) => entry.finding),
    ...part("table_breaches", (entry) => !entry.finding && !entry.at_once),
    ...part("table_noticed", (entry) => entry.at_once),
  ];
  if (parts.length === 0) parts.push(element("p", {}, context.say("table_nothing_to_enter")));
  return element("section", { class: "rulings arbiter", "aria-label": heading, tabindex: -1 }, element("h2", {}, heading), ...parts);
}

function entered(context: Context, entry: ArbiterEntry, enter: (entry: string) => void): HTMLElement {
  const articles = element("span", { class: "articles" }, entry.articles.join(", "));
  if (entry.asked.length === 0) {
    return element(
      "div",
      { class: "offer" },
      button(capital(entry.text), () => enter(entry.phrase), { class: "play" }),
      articles,
    );
  }
  const fields = entry.asked.map((argument) => ({ argument, field: choice(argument) }));
  const labels = fields.map(({ argument, field }) => element("label", {}, context.say(`table_asked_${argument.kind}`), " ", field));
  const send = element("button", { type: "submit", class: "play" }, context.say("table_enter"));
  const form = element(
    "form",
    { class: "asked", "aria-label": capital(entry.text) },
    element("p", {}, capital(entry.text), " ", articles),
    ...labels,
    send,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enter(fields.reduce((phrase, { argument, field }) => phrase.replace(`{${argument.name}}`, written(field)), entry.phrase));
  });
  return form;
}

function choice(argument: RequestedArgument): HTMLSelectElement {
  const options = argument.values.map(({ written: value, text }) => element("option", { value }, capital(text)));
  const size = argument.several ? Math.min(MOST_LINES, options.length) : 1;
  return element("select", { required: true, multiple: argument.several, size }, ...options);
}

function written(field: HTMLSelectElement): string {
  return [...field.selectedOptions].map(({ value }) => value).join(" ");
}
