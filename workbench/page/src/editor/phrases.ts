/** The phrases of the editor component in the reader's language, from the catalogue by their English text. */

import { EditorState, type Extension } from "@codemirror/state";
import type { Words } from "../shell/words";

const PHRASES: Readonly<Record<string, string>> = {
  Find: "find",
  Replace: "replace",
  next: "find_next",
  previous: "find_previous",
  all: "find_all",
  "match case": "find_case",
  regexp: "find_pattern",
  "by word": "find_word",
  replace: "replace_one",
  "replace all": "replace_all",
  close: "close",
  "current match": "find_current",
  "on line": "on_line",
  "replaced $ matches": "replaced",
  "replaced match on line $": "replaced_on_line",
  "Fold line": "fold",
  "Unfold line": "unfold",
  "folded code": "folded",
  unfold: "unfold",
  Completions: "completions",
  Diagnostics: "problems",
  "No diagnostics": "no_mistakes",
  "Go to line": "go_to_line",
  go: "go",
  "$ unchanged lines": "unchanged_lines",
  "Revert this chunk": "take_back_change",
  Accept: "accept_change",
  Reject: "take_back_change",
};

export function phrases(words: Words): Extension {
  const said = Object.entries(PHRASES).map(([english, key]) => [english, words.say(key)]);
  return EditorState.phrases.of(Object.fromEntries(said) as Record<string, string>);
}
