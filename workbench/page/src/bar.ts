/** The bar above the panes: menus, sharing, the state of the page, appearance and language. */

import { families, type Shipped, titleOf } from "./files/shipped";
import { turnAppearance } from "./shell/appearance";
import { button, element } from "./shell/elements";
import { icon } from "./shell/icons";
import { type MenuGroup, menu } from "./shell/menus";
import type { Language } from "./shell/pane";
import { LANGUAGES, OWN_NAMES, type Words } from "./shell/words";

const NARROW = matchMedia("(max-width: 60rem)");

export interface BarChoices {
  open(file: string): void;
  files(): readonly MenuGroup[];
  share(): void;
  readonly textAside: HTMLElement;
  help(): readonly MenuGroup[];
  speak(language: Language): void;
}

export function fillBar(bar: HTMLElement, words: Words, shipped: Shipped, choices: BarChoices): HTMLElement {
  const state = element("span", { class: "page-state", role: "status" });
  const examples = menu(
    "examples",
    [icon("examples"), label(words, "examples")],
    () => gallery(shipped, words, choices.open),
    () => words.say("games_sought"),
  );
  const files = menu("files", [icon("file"), label(words, "file")], choices.files);
  const share = button(icon("share"), choices.share, { class: "menu-button share" });
  share.append(label(words, "share"));
  const help = menu("help", [icon("help")], choices.help);
  named(help, words, "help");
  const theme = button(icon("theme"), turnAppearance, { class: "menu-button" });
  named(theme, words, "appearance");
  named(share, words, "share");
  bar.append(element("h1", {}, "Cartaro"), examples, files, share, state, languages(words, choices), choices.textAside, theme, help);
  return state;
}

const label = (words: Words, key: string): HTMLElement => element("span", { class: "label" }, words.text(key));

function named(of: HTMLElement, words: Words, key: string): void {
  words.attribute(of, "aria-label", key);
  words.attribute(of, "title", key);
}

function languages(words: Words, choices: BarChoices): HTMLElement {
  const select = element("select", { class: "language" });
  for (const code of LANGUAGES) select.append(element("option", { value: code, lang: code }));
  const written = (): void => {
    for (const option of select.options)
      option.textContent = NARROW.matches ? option.value.toUpperCase() : (OWN_NAMES[option.value as Language] ?? "");
  };
  NARROW.addEventListener("change", written);
  written();
  words.attribute(select, "aria-label", "language");
  words.lasting(() => (select.value = words.language));
  select.addEventListener("change", () => {
    const chosen = LANGUAGES.find((code) => code === select.value);
    if (chosen) choices.speak(chosen);
  });
  return select;
}

/** All shipped games by family, each with its numbers of players and its base. */
function gallery(shipped: Shipped, words: Words, open: (file: string) => void): readonly MenuGroup[] {
  return families(shipped).map(({ library, games }) => ({
    heading: library ? titleOf(library, words.language) : words.say("other_games"),
    items: games.map((game) => {
      const base = shipped.rulesets.find((one) => one.name === game.base);
      const players = playersOf(game.players);
      const details = [
        ...(players === "" ? [] : [words.say("games_players", { n: players })]),
        ...(base ? [words.say("of_base", { base: titleOf(base, words.language) })] : []),
      ];
      return { label: titleOf(game, words.language), detail: details.join(" · "), act: () => open(game.file) };
    }),
  }));
}

/** Numbers of players: `4`, `2–5`, or `2, 4`. */
function playersOf(counts: readonly number[]): string {
  const [least, most] = [counts[0], counts.at(-1)];
  if (least === undefined || most === undefined) return "";
  if (counts.length > 2 && most - least === counts.length - 1) return `${least}–${most}`;
  return counts.join(", ");
}
