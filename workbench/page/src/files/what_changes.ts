/**
 * The changes of a variant to its base, or of a changed text to the shipped one, from a separate worker; a click adds a
 * claim.
 */

import type { ChangeInWords, DifferencesInWords, ShownDifference } from "../runtime/answers";
import { dialog } from "../shell/dialogs";
import { buttonOf, element } from "../shell/elements";
import { quoted } from "../shell/quoted";
import type { Words } from "../shell/words";
import type { TextService } from "./text_service";
import type { Files, Tab } from "./texts";

/** Show the comparison in a window; `add` receives the text of the annex with one more claim. */
export async function showChanges(words: Words, service: TextService, tab: Tab, add: (files: Files) => void): Promise<void> {
  const stop = new AbortController();
  const host = element("div", { class: "changes", "aria-live": "polite" }, element("p", {}, words.say("changes_asking")));
  const shown = dialog(words, words.say("what_changes"), "large", host);
  shown.body.closest("dialog")?.addEventListener("close", () => stop.abort());
  const args = { name: tab.name, language: words.language };
  const found = await service.apart("what_changes", args, { signal: stop.signal });
  if (stop.signal.aborted) return;
  if ("refused" in found) host.replaceChildren(element("p", { class: "wrong" }, quoted(found.refused)));
  else host.replaceChildren(...told(words, found.answer, tab.guest ? null : (change) => claim(change)));

  function claim(change: ChangeInWords): HTMLElement {
    const made = buttonOf(words.say("claim_of"), change.name, () => void write(), { class: "plain" });
    const write = async (): Promise<void> => {
      const texts = await service.outcome("new_claim", { name: tab.name, clause: change.name });
      if ("answer" in texts) add(texts.answer);
      made.replaceWith(element("p", { role: "status" }, "refused" in texts ? quoted(texts.refused) : words.say("claim_written")));
    };
    return made;
  }
}

function told(words: Words, found: DifferencesInWords, claim: ((change: ChangeInWords) => HTMLElement) | null): HTMLElement[] {
  const changes = found.changes.map((change) => changeElement(change, claim));
  const list = changes.length === 0 ? [] : [element("ul", { role: "list" }, ...changes)];
  return [
    element("p", { class: "whole" }, element("strong", {}, found.whole)),
    ...list,
    ...found.shown.map((one) => positionElement(words, one)),
  ];
}

function changeElement(change: ChangeInWords, claim: ((change: ChangeInWords) => HTMLElement) | null): HTMLElement {
  const made = element("li", {}, element("strong", {}, change.title));
  if (change.article !== "") made.append(" ", element("small", {}, change.article));
  if (change.before !== "") made.append(element("p", {}, element("del", {}, element("code", {}, change.before))));
  if (change.after !== "") made.append(element("p", {}, element("ins", {}, element("code", {}, change.after))));
  if (change.meaning !== "") made.append(element("p", {}, quoted(change.meaning)));
  if (change.claimable && claim !== null) made.append(claim(change));
  return made;
}

function positionElement(words: Words, { reached, lines, said }: ShownDifference): HTMLElement {
  const told = said.map(([name, text]) => element("p", {}, element("strong", {}, name), ": ", quoted(text)));
  const moves = element("ol", {}, ...lines.map((line) => element("li", {}, element("code", {}, line))));
  const hand = lines.length === 0 ? [] : [element("details", {}, element("summary", {}, words.say("changes_hand")), moves)];
  return element("section", {}, ...(reached === "" ? [] : [element("h3", {}, reached)]), ...told, ...hand);
}
