/** The dialog that shares a ruleset by a link, or by a file if a link would be too long. */

import { LONGEST_TITLE } from "../address_form";
import { type Dialog, dialog } from "../shell/dialogs";
import { button, element } from "../shell/elements";
import type { Notices } from "../shell/notices";
import type { Words } from "../shell/words";
import { LONGEST_LINK, packed } from "./links";
import { rulesetOf } from "./text_names";
import type { Files, Texts } from "./texts";

/** Room in a link for the title and the names of players. */
const TITLE_AND_NAMES = 600;

/** The parts of links to the hand of the shown game; an empty one does not exist. */
export interface HandLinks {
  /** As it is now, to be played on. */
  readonly here: string;
  /** To be followed from its deal, once it is over. */
  readonly played: string;
  /** The names of its players, which are sent only if the reader wants it. */
  readonly names: string;
}

/** Saves texts as an archive with a name. */
type SaveZip = (name: string, files: Files) => Promise<void>;

type Shared = "here" | "played" | "game";

/** What sharing needs to know about the page. */
export interface SharedNow {
  hand(): HandLinks;
  /** The title that a link gave to what is shown, or nothing, and the title of the game. */
  titles(): readonly [string, string];
  /** Whether the hand at the table is over, so that all its cards may be shown. */
  isOver(): Promise<boolean>;
}

/** Show the link of the active ruleset with all its dependencies, ready to copy; or offer to save these texts. */
export function showShared(texts: Texts, words: Words, notices: Notices, now: SharedNow, saveZip: SaveZip): void {
  const say = words.say.bind(words);
  const files = texts.closure();
  const main = texts.main;
  const changed = Object.keys(files).length > 0;
  const hash = changed ? `texts=${packed({ main, files })}` : `game=${rulesetOf(main)}`;
  const page = new URL(changed ? "./" : `${rulesetOf(main)}.html`, document.baseURI).href;
  const link = `${page}#${hash}`;
  if (link.length > LONGEST_LINK) {
    const shown = dialog(words, say("share"), "small", element("p", {}, say("too_long_to_share", { n: Math.ceil(link.length / 1024) })));
    shown.actions.append(button(say("save_file"), () => void saveZip(`${rulesetOf(main)}.zip`, files), { class: "main" }));
    return;
  }
  const { here, played, names } = now.hand();
  const fits = (hand: string): boolean => hand !== "" && link.length + hand.length + TITLE_AND_NAMES <= LONGEST_LINK;
  const [given, usual] = now.titles();
  const title = element("input", { type: "text", maxlength: LONGEST_TITLE, value: given, placeholder: usual, autocomplete: "off" });
  const withNames = element("input", { type: "checkbox" });
  const namesToo = element("label", { class: "with-names", hidden: true }, withNames, ` ${say("share_names")}`);
  const field = element("input", { type: "text", readonly: true, class: "link" });
  let what: Shared = fits(here) ? "here" : "game";
  const write = (): void => {
    const hand = { here, played, game: "" }[what];
    const more = new URLSearchParams({
      ...(title.value.trim() !== "" && { title: title.value.trim() }),
      ...(withNames.checked && hand !== "" && { names }),
    }).toString();
    field.value = [link, hand, more].filter((part) => part !== "").join("&");
    namesToo.hidden = names === "" || what === "game";
  };
  for (const input of [title, withNames]) input.addEventListener("input", write);
  const choose = (chosen: Shared): void => {
    what = chosen;
    write();
  };
  const kinds: readonly Shared[] = ["here", "played", "game"];
  const choice = kinds.map((kind) => shareChoice(say, kind, kind === what, choose));
  const offered = choice.filter(({ kind }) => kind === "game" || fits({ here, played }[kind]));
  const shown = dialog(
    words,
    say("share"),
    "small",
    element("p", { class: "quiet" }, say(changed ? "share_help" : "share_shipped_help")),
    ...(offered.length > 1 ? [whatIsShared(say, offered)] : []),
    namesToo,
    element("label", { class: "field" }, element("span", {}, say("share_title")), title, element("small", {}, say("share_title_help"))),
    element("label", { class: "field" }, element("span", {}, say("link")), field),
  );
  write();
  const asPlayed = offered.find(({ kind }) => kind === "played");
  if (asPlayed !== undefined) void now.isOver().then((over) => asPlayed.permit(over));
  addButtons(say, notices, shown, title, field);
}

/** The buttons that copy a link, and send it by another program if the browser can do that. */
function addButtons(say: (key: string) => string, notices: Notices, shown: Dialog, title: HTMLInputElement, field: HTMLInputElement): void {
  const copy = (): void => {
    field.select();
    navigator.clipboard.writeText(field.value).then(
      () => {
        shown.close();
        notices.say(say("copied"));
      },
      () => notices.announce(say("copy_yourself")),
    );
  };
  const send = (): void => {
    navigator.share({ title: title.value.trim() || title.placeholder, url: field.value }).then(
      () => shown.close(),
      () => undefined, // the reader has changed their mind
    );
  };
  if ("share" in navigator) shown.actions.append(button(say("share_send"), send));
  shown.actions.append(button(say("copy"), copy, { class: "main" }));
  field.select();
}

/** A thing to share: its name, its element, and a way to permit it or not. */
interface ShareChoice {
  readonly kind: Shared;
  readonly made: HTMLElement;
  permit(permitted: boolean): void;
}

/** A hand can be shared as it was played only when it is over, because all its cards are shown. */
function shareChoice(say: (key: string) => string, kind: Shared, checked: boolean, choose: (kind: Shared) => void): ShareChoice {
  const input = element("input", { type: "radio", name: "shared", checked, disabled: kind === "played" });
  input.addEventListener("change", () => choose(kind));
  const help = element("small", {}, kind === "played" ? say("share_played_later") : "");
  const made = element("label", {}, input, element("span", {}, say(`share_${kind}`), " ", help));
  const permit = (permitted: boolean): void => {
    input.disabled = !permitted;
    help.textContent = permitted ? "" : say("share_played_later");
  };
  return { kind, made, permit };
}

function whatIsShared(say: (key: string) => string, offered: readonly ShareChoice[]): HTMLElement {
  const legend = element("legend", {}, say("share_what"));
  return element("fieldset", { class: "what-shared" }, legend, ...offered.map(({ made }) => made));
}
