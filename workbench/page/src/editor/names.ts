/** Hover, definition and completion at a position. */

import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  moveCompletionSelection,
  type Completion as Option,
  selectedCompletionIndex,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import type { TextService } from "../files/text_service";
import type { Completion, Hover, Language, Location } from "../runtime/answers";
import { Newest } from "../runtime/newest";
import { button, element } from "../shell/elements";
import type { Words } from "../shell/words";
import { positionOf, spanOf } from "./places";

/** The services that these queries need. */
export interface Asker {
  readonly service: TextService;
  readonly words: Words;
  /** The name of the text that is shown. */
  name(): string;
  goTo(location: Location): void;
}

export function meaningShown(asker: Asker): Extension {
  const newest = new Newest();
  return hoverTooltip(async (view, offset): Promise<Tooltip | null> => {
    const text = view.state.doc;
    const language: Language = asker.words.language;
    const asked = { name: asker.name(), position: positionOf(text, offset), language };
    const hover = await asker.service.ask("hover", asked, { signal: newest.next() });
    if (!hover || view.state.doc !== text) return null;
    const { from, to } = spanOf(text, hover.range);
    return { pos: from, end: to, above: true, create: () => ({ dom: meaningElement(hover, asker) }) };
  });
}

function meaningElement(hover: Hover, asker: Asker): HTMLElement {
  const { kind, title, sentences, cites } = hover.meaning;
  const heading = element("p", {}, element("strong", {}, title || hover.name), " ", element("small", {}, kind));
  if (cites.length) heading.append(element("small", {}, ` · ${cites.join(", ")}`));
  const said = sentences.length
    ? sentences.map((sentence) => element("p", {}, sentence))
    : [element("p", {}, element("code", {}, hover.written))];
  const made = element("div", { class: "meaning" }, heading, ...said);
  const declared = hover.declared;
  const here = declared?.name === asker.name() && declared.range.start.line === hover.range.start.line;
  if (declared && !here) made.append(button(asker.words.say("to_definition"), () => asker.goTo(declared)));
  return made;
}

const WORD = /[a-zà-öø-ÿA-Z0-9_♠♥♦♣]+/;
const WORD_AT_END = new RegExp(`${WORD.source}$`);
const WORD_ONLY = new RegExp(`^${WORD.source}$`);

export function completion(asker: Asker): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(WORD_AT_END);
    if (!context.explicit && (!before || /^\d+$/.test(before.text))) return null; // a number is whole
    const text = context.state.doc;
    const args = { name: asker.name(), position: positionOf(text, context.pos), language: asker.words.language };
    const stop = new AbortController();
    context.addEventListener("abort", () => stop.abort());
    const found = await asker.service.ask("completions", args, { signal: stop.signal });
    if (!found?.length || context.aborted) return null;
    const { from } = spanOf(text, found[0]?.range ?? { start: args.position, end: args.position });
    return { from, options: found.map(option), validFor: WORD_ONLY };
  };
  const offered = autocompletion({
    override: [source],
    icons: false,
    maxRenderedOptions: 60,
    activateOnTypingDelay: 120,
    selectOnOpen: false, // Enter is a new line until an offer was walked to
  });
  return [offered, Prec.highest(keymap.of([{ key: "Tab", run: acceptFirst }]))];
}

/** Accept the selected offer, or the first. */
function acceptFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

/**
 * Names come before key words; a key word of another language is matched separately and replaced by that of the text's
 * language; a piece is found by its title, and its lines are shown before they are inserted.
 */
function option(one: Completion): Option {
  const boost = one.kind === "word" ? -20 : one.kind === "card" || one.kind === "citation" ? 0 : 20;
  if (one.kind === "piece") return { label: one.filter, detail: one.detail, apply: one.text, info: () => pieceLines(one.text), boost };
  return { label: one.filter, displayLabel: one.text, apply: one.text, detail: one.detail, boost };
}

function pieceLines(text: string): HTMLElement {
  return element("pre", {}, text);
}

/** Go to the declaration of the name at a position; from there, to the next declaration. */
export async function goToDefinition(view: EditorView, offset: number, asker: Asker): Promise<void> {
  const position = positionOf(view.state.doc, offset);
  const found = (await asker.service.ask("definitions", { name: asker.name(), position })) ?? [];
  const here = (location: Location): boolean =>
    location.name === asker.name() && location.range.start.line === position.line && location.range.start.character <= position.character;
  const now = found.findIndex(here);
  const next = found[(now + 1) % Math.max(found.length, 1)];
  if (next) asker.goTo(next);
}

/** Control or Command and a click on a name goes to its definition. */
export function definitionByClick(asker: Asker): Extension {
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (offset === null) return false;
      event.preventDefault();
      void goToDefinition(view, offset, asker);
      return true;
    },
  });
}
