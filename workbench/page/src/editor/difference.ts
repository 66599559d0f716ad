/** Two texts side by side, or on a narrow page one below the other, with their differences; every change can be reverted. */

import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { dialog } from "../shell/dialogs";
import { element } from "../shell/elements";
import type { Words } from "../shell/words";
import { language } from "./language";
import { look } from "./look";
import { phrases } from "./phrases";

const NARROW = matchMedia("(max-width: 60rem)");

/** Show the differences between two texts; `written` receives the text when a change is reverted. */
export function showDifference(words: Words, title: string, before: string, now: string, written: (text: string) => void): void {
  const host = element("div", { class: "difference" });
  const root = host.attachShadow({ mode: "open" });
  dialog(words, title, "large", host);
  const listener = EditorView.updateListener.of((update) => {
    if (update.docChanged) written(update.state.doc.toString());
  });
  const base = [lineNumbers(), language, look, colours, phrases(words), EditorView.lineWrapping, labelled(words.say("difference_now"))];
  const collapse = { margin: 2, minSize: 5 };
  if (NARROW.matches) {
    const merged = unifiedMergeView({ original: before, collapseUnchanged: collapse, mergeControls: true });
    new EditorView({
      parent: root,
      root,
      state: EditorState.create({ doc: now, extensions: [...base, EditorState.readOnly.of(true), listener, merged] }),
    });
    return;
  }
  const locked = [...base, EditorState.readOnly.of(true)];
  new MergeView({
    parent: root,
    root,
    a: { doc: before, extensions: [...locked, labelled(words.say("difference_before"))] },
    b: { doc: now, extensions: [...locked, listener] },
    revertControls: "a-to-b",
    collapseUnchanged: collapse,
  });
}

const labelled = (label: string): Extension => EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });

const colours = EditorView.theme({
  ".cm-content": { paddingBottom: "8px" },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--gone)" },
  "&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-changedLine": { backgroundColor: "var(--come)" },
  ".cm-collapsedLines": { background: "var(--fill)", color: "var(--ink-soft)" },
  ".cm-chunkButtons button": { font: "600 13px var(--sans)", padding: "5px 10px", background: "var(--accent)", color: "var(--on-accent)" },
});
