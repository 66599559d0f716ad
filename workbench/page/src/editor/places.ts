/** Positions in the service are lines and characters from 0, in the editor a single offset; both count UTF-16 units. */

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

/** Convert edits of one text to changes of the editor. */
export function changesOf(text: Text, edits: readonly Edit[]): { from: number; to: number; insert: string }[] {
  return edits.map((edit) => ({ ...spanOf(text, edit.range), insert: edit.text }));
}
