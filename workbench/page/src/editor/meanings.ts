/** Semantic tokens and folds of a text, from the service. */

import { foldService } from "@codemirror/language";
import { type EditorState, RangeSet, RangeSetBuilder, RangeValue, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Fold, Token } from "../runtime/answers";
import { offsetOf } from "./places";

export interface Meanings {
  readonly tokens: readonly Token[];
  readonly folds: readonly Fold[];
}

/** The tokens of the current text. */
export const setMeanings = StateEffect.define<Meanings>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const said = transaction.effects.find((effect) => effect.is(setMeanings));
    return said ? coloured(transaction.state.doc, said.value.tokens) : value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function coloured(text: Text, tokens: readonly Token[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const token of tokens) {
    const from = offsetOf(text, token.position);
    const kind = token.declares ? `means-${token.type} declares` : `means-${token.type}`;
    if (from + token.length <= text.length) builder.add(from, from + token.length, Decoration.mark({ class: kind }));
  }
  return builder.finish();
}

class Folded extends RangeValue {}
const FOLDED = new Folded();

const parts = StateField.define<RangeSet<Folded>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    const said = transaction.effects.find((effect) => effect.is(setMeanings));
    return said ? foldable(transaction.state.doc, said.value.folds) : value.map(transaction.changes);
  },
});

function foldable(text: Text, folds: readonly Fold[]): RangeSet<Folded> {
  const ranges = folds
    .filter((fold) => fold.last < text.lines)
    .map((fold) => FOLDED.range(text.line(fold.first + 1).to, text.line(fold.last + 1).to));
  return RangeSet.of(
    ranges.filter((range) => range.from < range.to),
    true,
  );
}

/** The part of the text that begins at a line. */
function foldOf(state: EditorState, _from: number, end: number): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null;
  state.field(parts).between(end, end, (from, to) => {
    if (from !== end) return undefined;
    found = { from, to };
    return false;
  });
  return found;
}

export const meanings = [colours, parts, foldService.of(foldOf)];
