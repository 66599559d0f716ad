/** The form for a new text. */

import { form } from "../shell/dialogs";
import { element } from "../shell/elements";
import type { Words } from "../shell/words";
import firstGame from "./first_game.regole";
import skeleton from "./skeleton.regole";
import { ENDING, isAnnex, isFileName, rulesetOf } from "./text_names";
import type { Files } from "./texts";

/** What the form does with texts: it asks whether a name is taken, and adds a text and opens it. */
export interface NewTextActions {
  has(name: string): boolean;
  put(files: Files, open: string): void;
}

/** The skeleton of a game, with the reader's words in place of its comments. */
function commented(text: string, about: (key: string) => string): string {
  return text.replace(/^-- ([A-Z]+)$/gm, (_, part: string) => about(`skeleton_${part.toLowerCase()}`));
}

/** Ask for the name and the content of a new text: a small game to change, a skeleton, or an empty annex. */
export function askForNewText(words: Words, tutorialAddress: string, { has, put }: NewTextActions): void {
  const say = words.say.bind(words);
  const input = element("input", {
    type: "text",
    value: "",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    required: true,
  });
  const skeletons = ["game", "skeleton"].map((kind) => element("option", { value: kind }, say(`new_text_${kind}`)));
  const content = element("select", {}, ...skeletons);
  const tutorial = element("a", { href: tutorialAddress, target: "_blank", rel: "noopener" }, say("tutorial"));
  const fields = [
    { label: say("file_name"), control: input, help: say("file_name_help") },
    { label: say("new_text_with"), control: content, help: element("span", {}, `${say("new_text_help")} `, tutorial) },
  ];
  form(words, say("new_text"), fields, say("begin"), () => {
    const name = input.value.trim().endsWith(ENDING) ? input.value.trim() : input.value.trim() + ENDING;
    if (!isFileName(name)) return say("bad_name");
    if (has(name)) return say("name_taken", { name });
    const about = (found: string): string => `-- ${say(found)}`;
    const game = content.value === "game" ? `${about("first_game")}\n${firstGame}` : commented(skeleton, about);
    put({ [name]: isAnnex(name) ? "" : game.replaceAll("NAME", rulesetOf(name)) }, name);
    return "";
  });
}
