/** Help for a reader, fetched later: the first steps, shown on a first visit; the keys; the licences. */

import { GUIDE_SEEN, keep } from "./appearance";
import { dialog } from "./dialogs";
import { button, element } from "./elements";
import { type IconName, icon } from "./icons";
import type { Words } from "./words";

export interface FirstSteps {
  begin(): void;
  play(): void;
  /** Some rules of the shown game that can be changed at once; empty if there are none. */
  rules(): Promise<readonly RuleChange[]>;
}

/** A change of one rule, in words: *the target: 21*. */
export interface RuleChange {
  readonly label: string;
  change(): void;
}

export function showGuide(words: Words, steps: FirstSteps): void {
  keep(GUIDE_SEEN, "seen");
  const signs: readonly (readonly [IconName, string])[] = [
    ["editor", "guide_write"],
    ["table", "guide_play"],
    ["rulebook", "guide_read"],
    ["proofs", "guide_prove"],
    ["share", "guide_share"],
  ];
  const list = element(
    "ul",
    { class: "steps", role: "list" },
    ...signs.map(([sign, key]) => element("li", {}, icon(sign), element("span", {}, words.say(key)))),
  );
  const rules = element("section", { class: "rules-to-change", hidden: true });
  const shown = dialog(words, words.say("guide_title"), "small", element("p", {}, words.say("guide_what")), list, rules);
  const go = (act: () => void) => (): void => {
    shown.close();
    act();
  };
  void steps.rules().then((changes) => {
    if (changes.length === 0) return;
    const heading = element("h3", {}, words.say("guide_rules"));
    rules.append(heading, ...changes.map(({ label, change }) => button(label, go(change))));
    rules.hidden = false;
  });
  shown.actions.append(
    button(words.say("guide_begin"), go(steps.begin)),
    button(words.say("guide_look"), go(steps.play), { class: "main" }),
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  ["F6 · Shift F6", "key_parts"],
  ["Alt 1 … Alt 5", "key_panes"],
  ["Esc, Tab", "key_leave"],
  ["F8", "key_problem"],
  ["Ctrl Space", "key_complete"],
  ["F12 · Ctrl click", "key_definition"],
  ["Shift F12", "key_rulebook"],
  ["F2", "key_rename"],
  ["Shift Alt F", "key_format"],
  ["Ctrl Shift [ · ]", "key_fold"],
  ["Ctrl F", "key_find"],
  ["Ctrl Z · Ctrl Y", "key_undo"],
];

export function showKeys(words: Words): void {
  const rows = KEYS.map(([keys, meaning]) =>
    element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, keys)), element("td", {}, words.say(meaning))),
  );
  dialog(words, words.say("keys"), "small", element("table", { class: "keys" }, element("tbody", {}, ...rows)));
}

/** The third-party parts of the page, with their licences, from the notice of the build. */
export function showAbout(words: Words): void {
  const notice = element("pre", { class: "licences", tabindex: "0", "aria-label": words.say("licences") }, words.say("loading"));
  dialog(
    words,
    words.say("about"),
    "large",
    element("p", {}, words.say("about_what")),
    element("p", {}, words.say("about_private")),
    element("h3", {}, words.say("licences")),
    notice,
  );
  fetch("NOTICE.txt")
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .then((text) => (notice.textContent = text))
    .catch(() => (notice.textContent = words.say("no_licences")));
}
