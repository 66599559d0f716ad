/** Wrapped lines are indented one step more than the first. */

import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from "@codemirror/view";

const STEP = 4;

/** The visible lines, each indented like its beginning: the first row of each line is moved back by the same amount. */
function hanging(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const depth = line.text.search(/\S|$/) + STEP;
      const style = `text-indent: -${depth}ch; padding-inline-start: calc(8px + ${depth}ch)`;
      builder.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const hangingIndent = ViewPlugin.define(
  (view) => ({
    lines: hanging(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.lines = hanging(update.view);
    },
  }),
  { decorations: (plugin) => plugin.lines },
);
