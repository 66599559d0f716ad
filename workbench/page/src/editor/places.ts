/** Positions as the service counts them, lines and characters from 0, and as the editor does, by one offset; both in units of UTF-16. */

import type { Text } from "@codemirror/state";
import type { Edit, Position, Range } from "../runtime/answers";

export function offsetOf(text: Text, position: Position): number {
  if (position.line >= text.lines) return text.length;
  const line = text.line(position.line + 1);
  return Math.min(line.from + position.character, line.to);
}

export function positionOf(text: Text, offset: number): Position {
  const line = text.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function spanOf(text: Text, range: Range): { readonly from: number; readonly to: number } {
  return { from: offsetOf(text, range.start), to: offsetOf(text, range.end) };
}

/** Edits of one text as changes of the editor's. */
export function changesOf(text: Text, edits: readonly Edit[]): { from: number; to: number; insert: string }[] {
  return edits.map((edit) => ({ ...spanOf(text, edit.range), insert: edit.text }));
}
