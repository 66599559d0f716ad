import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState, Text } from "@codemirror/state";
import { changesOf, offsetOf, positionOf, spanOf } from "../src/editor/places";

const text = Text.of(["game scopa", "", "  ♥ 𝄞 end"]);

test("an offset and a position name the same place, in units of UTF-16", () => {
  for (let offset = 0; offset <= text.length; offset += 1) assert.equal(offsetOf(text, positionOf(text, offset)), offset);
  assert.deepEqual(positionOf(text, text.length), { line: 2, character: 10 });
});

test("a position past the end of a line or of the text is that end", () => {
  assert.equal(offsetOf(text, { line: 0, character: 99 }), 10);
  assert.equal(offsetOf(text, { line: 9, character: 0 }), text.length);
});

test("edits of the service change the text where they say", () => {
  const range = { start: { line: 0, character: 5 }, end: { line: 0, character: 10 } };
  assert.deepEqual(spanOf(text, range), { from: 5, to: 10 });
  const state = EditorState.create({ doc: text });
  const changed = state.update({ changes: changesOf(text, [{ name: "mia.regole", range, text: "mia" }]) }).state;
  assert.equal(changed.doc.line(1).text, "game mia");
});
