/**
 * Syntax colours by patterns only, from the TextMate grammar that is generated from the parser's words: shown until the service has
 * answered with semantic tokens (`meanings.ts`).
 */

import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { type Tag, tags } from "@lezer/highlight";
import grammar from "../../../../editors/vscode/syntaxes/cartaro.tmLanguage.json";

/** A pattern to match at a position, and the scopes of the whole match or of its groups. */
interface Rule {
  readonly pattern: RegExp;
  readonly scopes: readonly string[];
}

interface Written {
  readonly match: string;
  readonly name?: string;
  readonly captures?: Readonly<Record<string, { readonly name: string }>>;
}

const scope = (name: string): string => name.replace(/\.cartaro$/, "").replace(/\.source$/, "");

const ruled = (written: readonly Written[]): readonly Rule[] =>
  written.map((rule) => ({
    pattern: new RegExp(rule.match, "y"),
    scopes: rule.captures ? Object.values(rule.captures).map((group) => scope(group.name)) : [scope(rule.name ?? "")],
  }));

/** The rules for the key words of each language. */
const RULES: ReadonlyMap<string, readonly Rule[]> = new Map(
  Object.entries(grammar.repository).map(([words, { patterns }]) => [`#${words}`, ruled(patterns as readonly Written[])]),
);

const ENGLISH = "#en";

/** The lines after which a text uses other key words, and the language of these. */
const HEADS: readonly { readonly line: RegExp; readonly words: string }[] = grammar.patterns.flatMap((one) =>
  one.begin === undefined ? [] : [{ line: new RegExp(one.begin), words: one.patterns[0]?.include ?? ENGLISH }],
);

/** Tokens found but not yet returned, with their ends in the line and their names; and the key words of the text. */
interface Waiting {
  ends: { readonly at: number; readonly token: string | null }[];
  words: string;
}

const TOKENS: Readonly<Record<string, string>> = {
  "comment.line.double-dash": "comment",
  "string.quoted.double": "string",
  "entity.name.function.clause": "clause",
  "entity.name.type": "declared",
  "constant.other.citation": "citation",
  "constant.language.card": "card",
  "constant.numeric": "number",
  "keyword.other": "keyword",
};

function token(stream: StringStream, state: Waiting): string | null {
  const head = stream.sol() ? HEADS.find(({ line }) => line.test(stream.string)) : undefined;
  if (head !== undefined) {
    state.words = head.words;
    stream.skipToEnd();
    return "keyword";
  }
  if (state.ends.length === 0) state.ends = found(stream.string, stream.pos, state.words);
  const next = state.ends.shift();
  if (next === undefined) stream.next();
  else stream.pos = next.at;
  return next?.token ?? null;
}

/** The tokens of the first pattern that matches at a position. */
function found(line: string, at: number, words: string): Waiting["ends"] {
  for (const { pattern, scopes } of RULES.get(words) ?? []) {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match === null || match[0] === "") continue;
    if (match.length === 1) return [{ at: at + match[0].length, token: TOKENS[scopes[0] ?? ""] ?? null }];
    return grouped(line, at, match.slice(1), scopes);
  }
  return [];
}

function grouped(line: string, at: number, groups: readonly string[], scopes: readonly string[]): Waiting["ends"] {
  const ends: Waiting["ends"] = [];
  let place = at;
  groups.forEach((group, number) => {
    const start = line.indexOf(group, place);
    if (start > place) ends.push({ at: start, token: null });
    place = start + group.length;
    ends.push({ at: place, token: TOKENS[scopes[number] ?? ""] ?? null });
  });
  return ends;
}

const TAGS: Readonly<Record<string, Tag>> = {
  comment: tags.comment,
  string: tags.string,
  clause: tags.definition(tags.variableName),
  declared: tags.typeName,
  citation: tags.meta,
  card: tags.literal,
  number: tags.number,
  keyword: tags.keyword,
};

const rules = StreamLanguage.define<Waiting>({
  name: "cartaro",
  startState: () => ({ ends: [], words: ENGLISH }),
  copyState: (state) => ({ ends: [...state.ends], words: state.words }),
  token,
  tokenTable: TAGS,
  languageData: { commentTokens: { line: "--" } },
});

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.definition(tags.variableName), color: "var(--code-clause)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--code-zone)", fontWeight: "600" },
  { tag: tags.meta, color: "var(--code-citation)" },
  { tag: tags.literal, color: "var(--code-card)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.keyword, color: "var(--code-keyword)" },
]);

export const language = [rules, syntaxHighlighting(style)];
