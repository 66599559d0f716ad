/**
 * One text in the editor; the states of other texts, with selection and undo history, are kept.
 *
 * The editor is in a shadow root, because its style sheets are made at run time, which the page's security policy
 * allows nowhere else.
 */

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorSelection, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Tab, Texts } from "../files/texts";
import type { Position, Range } from "../runtime/answers";
import { element } from "../shell/elements";
import type { Words } from "../shell/words";
import { hangingIndent } from "./hanging_indent";
import { language } from "./language";
import { look } from "./look";
import { type Meanings, meanings, setMeanings } from "./meanings";
import { phrases } from "./phrases";
import { offsetOf, positionOf } from "./places";

const keyOf = (tab: Tab): string => `${tab.guest ? "guest" : "own"} ${tab.name}`;
/** Marks changes to the text that come from another part of the page or another window. */
const fromElsewhere = Annotation.define<boolean>();

export class TextView {
  readonly host = element("div", { class: "text", "data-text": true });
  readonly view: EditorView;
  readonly #states = new Map<string, EditorState>();
  readonly #inWords = new Compartment();
  #shown: Tab | undefined;

  constructor(
    private readonly texts: Texts,
    private readonly words: Words,
    private readonly extensions: readonly Extension[],
    private readonly keys: readonly KeyBinding[],
  ) {
    const root = this.host.attachShadow({ mode: "open" });
    this.#shown = texts.active;
    this.view = new EditorView({ parent: root, root, ...(this.#shown && { state: this.#stateOf(this.#shown) }) });
    words.whenChanged(() => this.#speak());
  }

  /** Show the present text of the active file; changes made elsewhere are applied here too. */
  follow(): void {
    const tab = this.texts.active;
    if (tab === undefined) return;
    if (this.#shown === undefined || keyOf(tab) !== keyOf(this.#shown)) this.#change(tab);
    const text = this.texts.text(tab);
    const state = this.view.state;
    if (state.doc.toString() !== text) this.view.dispatch({ ...change(state, text), annotations: fromElsewhere.of(true) });
    if (state.readOnly !== this.texts.locked(tab)) this.view.setState(this.#stateOf(tab));
  }

  /** Forget the editor state of received texts, or of removed texts. */
  forget(): void {
    const open = new Set(this.texts.tabs.map(keyOf));
    for (const key of this.#states.keys()) if (!open.has(key)) this.#states.delete(key);
  }

  problems(found: readonly Diagnostic[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, [...found]));
  }

  meanings(said: Meanings): void {
    this.view.dispatch({ effects: setMeanings.of(said) });
  }

  get position(): Position {
    return positionOf(this.view.state.doc, this.view.state.selection.main.head);
  }

  /** Go to a place, and scroll it to the middle. */
  goTo(range: Range): void {
    const anchor = offsetOf(this.view.state.doc, range.start);
    const head = offsetOf(this.view.state.doc, range.end);
    const effects = EditorView.scrollIntoView(anchor, { y: "center" });
    this.view.dispatch({ selection: EditorSelection.single(anchor, head), effects });
    this.view.focus();
  }

  #change(tab: Tab): void {
    if (this.#shown) this.#states.set(keyOf(this.#shown), this.view.state);
    this.#shown = tab;
    const left = this.#states.get(keyOf(tab));
    this.view.setState(left ?? this.#stateOf(tab));
    if (left) this.#speak(); // it may have been left in another language
  }

  #speak(): void {
    this.view.dispatch({ effects: this.#inWords.reconfigure(this.#said()) });
  }

  #said(): Extension {
    const label = this.words.say("text_label", { name: this.#shown?.name ?? "" });
    return [phrases(this.words), EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })];
  }

  #stateOf(tab: Tab): EditorState {
    const written = EditorView.updateListener.of((update) => {
      const elsewhere = update.transactions.some((transaction) => transaction.annotation(fromElsewhere));
      if (update.docChanged && !elsewhere) this.texts.write(tab, update.state.doc.toString());
    });
    const locked = this.texts.locked(tab);
    return EditorState.create({
      doc: this.texts.text(tab),
      extensions: [
        ...this.extensions,
        written,
        this.#inWords.of(this.#said()),
        EditorState.readOnly.of(locked),
        keymap.of([...this.keys, ...KEYS]),
        ...BASE,
      ],
    });
  }
}

/** From this number of characters on, the editor inserts the text itself. */
const MUCH = 1_000;

/**
 * A long input, such as dictated or pasted text. The browser would insert it line by line, with a new layout for each,
 * in quadratic time.
 */
const longInput = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const data = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (!event.inputType.startsWith("insert") || data.length < MUCH || event.isComposing || view.state.readOnly) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { scrollIntoView: true, userEvent: "input.paste" });
    return true;
  },
});

const KEYS: readonly KeyBinding[] = [
  ...closeBracketsKeymap,
  ...defaultKeymap,
  ...searchKeymap,
  ...historyKeymap,
  ...foldKeymap,
  ...completionKeymap,
  ...lintKeymap,
  indentWithTab,
];

const BASE: readonly Extension[] = [
  lintGutter(),
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  indentUnit.of("  "),
  EditorView.lineWrapping,
  longInput,
  hangingIndent,
  language,
  meanings,
  look,
];

/** The change from one text to another, from the first different character to the last. */
function change(state: EditorState, text: string): { changes: { from: number; to: number; insert: string } } {
  const before = state.doc.toString();
  const most = Math.min(before.length, text.length);
  let from = 0;
  while (from < most && before[from] === text[from]) from += 1;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === text[text.length - 1 - same]) same += 1;
  return { changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) } };
}
