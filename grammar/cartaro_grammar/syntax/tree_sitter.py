"""The tree-sitter grammar, made from the parser's own grammar and key words (decision 0103).

`grammar_js` has each rule of `syntax.lark` once, as a function of the language; `key_words_json` has the words of each rule in
each language; `scanner_words` has the words that the scanner reads itself; `highlights` is the query for colours.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from cartaro_grammar.syntax.key_words import ALIAS, CONTINUING, KeyWordTable, grammar_parts, key_word_table
from cartaro_grammar.text.key_phrases import PHRASE_TERMINALS
from cartaro_grammar.text.opening import EDITION_WORDS, ENGLISH, ENGLISH_OPENING, KEY_WORD_LANGUAGES, NAMES_IN, OPENINGS

TERMINALS: Mapping[str, str] = {
    "NAME": "name", "NUMBER": "number", "DATE": "date_text", "CODE": "card", "CITE": "citation", "MARK": "wording_mark",
    "LETTER": "letter", "STRING": "string",
}  # fmt: skip
"""The node of each terminal that a tree shows."""
LAYOUT: Mapping[str, str] = {"_NL": "$._newline", "_INDENT": "$._indent", "_DEDENT": "$._dedent", "_LISTED": '","'}
PHRASES = ("MOMENT", *(name for name in PHRASE_TERMINALS if name != "ONE_OF"))
"""The terminals whose words differ from one language to another, without `ONE_OF`, which the scanner reads."""
CONFLICTS = (("listed",),)
"""The rules that a later word ends: a comma after `one of a, b` continues the list, or comes before an effect."""

# ------------------------------------------------------------------------ a rule's right side


@dataclass(frozen=True, slots=True)
class Words:
    """Key words in a row, in English."""

    text: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that is not a word."""

    text: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A rule or a terminal."""

    name: str


@dataclass(frozen=True, slots=True)
class Made:
    """Parts joined by a function of tree-sitter: `seq`, `choice`, `optional`, `repeat` or `repeat1`."""

    function: str
    parts: tuple[Part, ...]


Part = Words | Sign | Symbol | Made
PIECE = re.compile(r'"[^"]*"|\w+|[()\[\]|*+]')
REPEATED: Mapping[str, str] = {"*": "repeat", "+": "repeat1"}


def read(text: str) -> Part:
    """Return the right side of a rule of `syntax.lark`, without its name."""
    pieces = PIECE.findall(ALIAS.sub("", text))
    part, rest = _choice(tuple(pieces))
    assert not rest, text
    return part


def _choice(pieces: tuple[str, ...]) -> tuple[Part, tuple[str, ...]]:
    part, rest = _sequence(pieces)
    found = [part]
    while rest and rest[0] == "|":
        part, rest = _sequence(rest[1:])
        found.append(part)
    return _made("choice", found), rest


def _sequence(pieces: tuple[str, ...]) -> tuple[Part, tuple[str, ...]]:
    found: list[Part] = []
    while pieces and pieces[0] not in "|)]":
        part, pieces = _single(pieces)
        if pieces and pieces[0] in REPEATED:
            part, pieces = Made(REPEATED[pieces[0]], (part,)), pieces[1:]
        last = found[-1] if found else None
        if isinstance(part, Words) and isinstance(last, Words):
            found[-1] = Words(f"{last.text} {part.text}")
        else:
            found.append(part)
    return _made("seq", found), pieces


def _single(pieces: tuple[str, ...]) -> tuple[Part, tuple[str, ...]]:
    piece, rest = pieces[0], pieces[1:]
    if piece in "([":
        part, rest = _choice(rest)
        return (Made("optional", (part,)) if piece == "[" else part), rest[1:]
    if piece.startswith('"'):
        word = piece.strip('"')
        return (Words(word) if word.isalpha() else Sign(word)), rest
    return Symbol(piece), rest


def _made(function: str, parts: Sequence[Part]) -> Part:
    return parts[0] if len(parts) == 1 else Made(function, tuple(parts))


# ------------------------------------------------------------------------ the rules


@dataclass(frozen=True, slots=True)
class Production:
    """A rule of tree-sitter: its key, the node that a tree shows (none if hidden), the rule that gives its key words, and its
    right side.
    """

    key: str
    node: str
    rule: str
    part: Part


@cache
def productions() -> tuple[Production, ...]:
    """Return the rules of the language."""
    written = (rule for rule in grammar_parts()[0] if rule[1] not in ("start", "rest"))
    rules = [(mark, name, tuple(_apart(alternatives))) for mark, name, alternatives in written]
    shown = defaultdict[str, set[str]](set)
    for _, name, alternatives in rules:
        for alternative in alternatives:
            shown[_alias(alternative) or name].add(name)
    found: list[Production] = []
    for mark, name, alternatives in rules:
        own = defaultdict[str, list[Part]](list)
        for alternative in alternatives:
            own["" if mark == "!" else _alias(alternative)].append(read(alternative))
        if set(own) == {""} and mark != "?":
            hidden = name.startswith("_")
            found.append(Production(name, "" if hidden else name, name, _made("choice", own[""])))
            continue
        among: list[Part] = []
        for alias, parts in own.items():
            part = _made("choice", parts)
            single = [one for one in parts if isinstance(one, Symbol)]
            if (alias in ("name", "number_lit", "named") or not alias) and len(single) == len(parts):
                among += single
                continue
            node = alias or name
            key = node if len(shown[node]) == 1 and node not in {one[1] for one in rules} else f"{name}__{node}"
            found.append(Production(key, node.rstrip("_"), node, part))
            among.append(Symbol(key))
        found.append(Production(name, "", name, _made("choice", among)))
    return _without_empty(tuple(found))


def _apart(alternatives: Sequence[str]) -> Iterator[str]:
    """Yield the alternatives, those in one line apart: `conj | expr "or" conj -> or_` names only its last."""
    for alternative in alternatives:
        depth, start = 0, 0
        for at, letter in enumerate(alternative):
            depth += (letter in "([") - (letter in ")]")
            if letter == "|" and depth == 0:
                yield alternative[start:at]
                start = at + 1
        yield alternative[start:]


def _alias(alternative: str) -> str:
    found = ALIAS.search(alternative)
    return found[1] if found else ""


def _without_empty(found: tuple[Production, ...]) -> tuple[Production, ...]:
    """Make each rule that may be empty a rule that is not, and each use of it optional."""
    empty: set[str] = set()
    while True:
        more = {p.key for p in found if _may_be_empty(p.part, empty)} - empty
        if not more:
            break
        empty |= more
    return tuple(Production(p.key, "" if p.key in empty else p.node, p.rule, _filled(p.part, empty)) for p in found)


def _may_be_empty(part: Part, empty: set[str]) -> bool:
    match part:
        case Symbol(name):
            return name in empty
        case Made("seq", parts):
            return all(_may_be_empty(one, empty) for one in parts)
        case Made("choice", parts):
            return any(_may_be_empty(one, empty) for one in parts)
        case Made(function, _):
            return function in ("optional", "repeat")
        case _:
            return False


def _optional(part: Part, empty: set[str]) -> Part:
    """Return a part in which each rule that may be empty is optional."""
    match part:
        case Symbol(name) if name in empty:
            return Made("optional", (part,))
        case Made(function, parts):
            return Made(function, tuple(_optional(one, empty) for one in parts))
        case _:
            return part


def _filled(part: Part, empty: set[str]) -> Part:
    """Return a part that is never empty."""
    match part:
        case Made("optional", (one,)):
            return _filled(one, empty)
        case Made("repeat", (one,)):
            return Made("repeat1", (_optional(one, empty),))
        case Made("seq", parts) if _may_be_empty(part, empty):
            ways = [
                _made("seq", [_filled(one, empty), *(_optional(other, empty) for other in parts[at + 1 :])])
                for at, one in enumerate(parts)
            ]
            return _made("choice", ways)
        case Made("choice", parts):
            ways = [_filled(one, empty) if _may_be_empty(one, empty) else _optional(one, empty) for one in parts]
            return _made("choice", ways)
        case Symbol():
            return part
        case _:
            return _optional(part, empty)


# ------------------------------------------------------------------------ the words


@cache
def key_words() -> Mapping[str, Mapping[str, Mapping[str, Sequence[Sequence[str]]]]]:
    """Return the words of each run of key words, by language, rule and English run: the forms of each word that is read."""
    found: dict[str, dict[str, dict[str, Sequence[Sequence[str]]]]] = {}
    for language in KEY_WORD_LANGUAGES:
        rows = found.setdefault(language, {})
        for production in productions():
            for run in _runs(production.part):
                rows.setdefault(production.rule, {})[run] = _forms(language, production.rule, run)
    return found


def _runs(part: Part) -> Iterator[str]:
    match part:
        case Words(text):
            yield text
        case Made(_, parts):
            for one in parts:
                yield from _runs(one)
        case _:
            pass


def _forms(language: str, rule: str, run: str) -> Sequence[Sequence[str]]:
    if language == ENGLISH:
        return [[word] for word in run.split()]
    table = key_word_table(language)
    return [_forms_read(table, word) for word in table.parsed_words(table.phrase(rule, run))]


def _forms_read(table: KeyWordTable, word: str) -> Sequence[str]:
    """Return the forms of a word that is read; a form that ends in an apostrophe also with a curly one."""
    plural = table.plural_read.get(word, "")
    more = (EVERY,) if "(?=" in plural and word == _every(table) else _heads(plural) if plural else ()
    forms = (*table.forms_of(word), *more)
    return [written for form in forms for written in (form, *((f"{form[:-1]}’",) if form.endswith("'") else ()))]


EVERY = "$every"
"""The plural of `every` (`tutte le prese`), which only the words after it distinguish from a name (`tutti vedono`)."""


def _every(table: KeyWordTable) -> str:
    return table.parsed_words(table.phrase("", "every"))[0]


def _heads(pattern: str) -> Sequence[str]:
    """Return the words of a pattern before what must follow them: `tutt[ie](?= +gli)` is `tutti` or `tutte`."""
    head = re.split(r"\(\?[=!]", pattern.replace("(?:", "", 1) if pattern.startswith("(?:") else pattern)[0].rstrip(")")
    return [
        word.replace(f"[{letters[1]}]", letter) if letters else word
        for word in head.split("|")
        for letters in (re.search(r"\[(\w+)\]", word),)
        for letter in (letters[1] if letters else " ")
    ]


def _phrases(language: str, terminal: str) -> Sequence[Sequence[Sequence[str]]]:
    """Return the ways to write a terminal of several words, as lists of forms."""
    table = key_word_table(language)
    phrases = key_word_table("it").tokens[terminal] if language == ENGLISH else table.tokens[terminal].values()
    return [[table.forms_of(word) for word in table.read_words(phrase)] for phrase in phrases]


def _pattern(language: str, terminal: str) -> str:
    ways = (r"[ \n]+".join(f"({'|'.join(forms)})" for forms in way) for way in _phrases(language, terminal))
    return (r", *(\n *)*" if terminal == "ROUNDED" else "") + f"({'|'.join(ways)})"


def scanner_words() -> str:
    """Return the header with the words that the scanner reads itself, by language."""
    lines = ["// Made by `pytest tests/workbench/test_tree_sitter.py --rewrite`.", ""]
    for language in KEY_WORD_LANGUAGES:
        table = key_word_table(language)
        once = {word for rule in key_words()[language].values() for run in rule.values() for forms in run for word in forms}
        going_on = (table.parsed_words(table.phrase("", word))[0] for word in CONTINUING)
        ((one, of),) = _phrases(language, "ONE_OF")
        rows = {
            "silent": [form.removesuffix("'") for form in table.silent if not form.endswith("'")],
            "elided": [form.removesuffix("'") for form in table.silent if form.endswith("'")],
            "counted": [form for form in table.silent if form in once],
            "continuing": [form for word in going_on for form in table.forms_of(word)],
            "one": one,
            "of": of,
            "every": [] if language == ENGLISH else _heads(table.plural_read[_every(table)]),
            "plural_article": table.plural_articles,
            "all_cards": _forms(language, "all_cards", "all cards")[-1],
        }
        lines += [f"static const char *const {name}_{language}[] = {{{_strings(words)}NULL}};" for name, words in rows.items()]
    opening = ", ".join(f'{{"{line}", {KEY_WORD_LANGUAGES.index(code)}}}' for line, code in OPENINGS.items())
    lines.append(f"static const struct {{ const char *line; int language; }} openings[] = {{{opening}, {{NULL, 0}}}};")
    return "\n".join(lines) + "\n"


def _strings(words: Sequence[str]) -> str:
    return "".join(f"{json.dumps(word, ensure_ascii=False)}, " for word in dict.fromkeys(words))


# ------------------------------------------------------------------------ the grammar


HEAD = """\
// Made from the grammar of the language by `pytest tests/workbench/test_tree_sitter.py --rewrite`.
// Each rule is here once. `r` refers to the rules of one language of the key words, `k` to its words.

const WORDS = require('./key_words.json');
const LANGUAGES = ['en', 'it', 'fr'];
const either = forms => forms.length === 1 ? forms[0] : choice(...forms);
"""

TAIL = """\
const rules = {};
for (const language of LANGUAGES) {
  const words = WORDS[language];
  const refer = $ => new Proxy({}, {
    get: (_, key) => NODES[key] === undefined ? $[key]
      : NODES[key] === '' ? $[`_${key}_${language}`] : alias($[`_${key}_${language}`], $[NODES[key]]),
  });
  const say = $ => (rule, run) => {
    const found = words[rule][run].map(forms => forms.some(form => words.counted.includes(form))
      ? alias($._counted, $.key_words)
      : either(forms.map(form => form === '$every' ? alias($._every, $.key_words) : form)));
    return found.length === 1 ? found[0] : seq(...found);
  };
  for (const [key, rule] of Object.entries(RULES)) {
    rules[`_${key}_${language}`] = $ => rule(refer($), say($));
  }
  for (const [name, pattern] of Object.entries(words.tokens)) {
    rules[`_${name}_${language}`] = $ => Array.isArray(pattern) ? either(pattern) : token(prec(1, new RegExp(pattern)));
  }
}

module.exports = grammar({
  name: 'cartaro',
  externals: $ => [
    $._newline, $._indent, $._dedent, $._silent, $._english, $._italian, $._french, $._one_of, $._counted, $._every,
    $.error_sentinel,
  ],
  extras: $ => [/[ \\n\\r\\t]/, $.comment, $._silent],
  word: $ => $.name,
  conflicts: $ => CONFLICTS.flatMap(names => LANGUAGES.map(language => names.map(name => $[`_${name}_${language}`]))),
  rules: {
    source_file: $ => choice(...[$._english, $._italian, $._french].map((start, at) =>
      seq(start, optional(seq($.language, $._newline)), $[`_header_${LANGUAGES[at]}`], repeat($[`_item_${LANGUAGES[at]}`])))),
    language: _ => token(OPENINGS),
    comment: _ => token(/--[^\\n]*/),
    ...rules,
    TERMINALS
  },
});
"""


def grammar_js() -> str:
    """Return the grammar in tree-sitter's form."""
    nodes = {p.key: p.node for p in productions()} | dict.fromkeys(PHRASES, "")
    written = [f"  {p.key}: (r, k) => {_js(p.part, p.rule)}," for p in productions()]
    patterns = {name: _plain(pattern.strip("/")) for name, _, pattern in grammar_parts()[1] if name in TERMINALS}
    terminals = [f"{TERMINALS[name]}: _ => /{pattern}/," for name, pattern in patterns.items()]
    lines = (ENGLISH_OPENING, *OPENINGS, *NAMES_IN.values())
    openings = f"/({'|'.join(lines)})(, ({'|'.join(EDITION_WORDS.values())}) [0-9]+)?/"
    tail = TAIL.replace("OPENINGS", openings).replace("TERMINALS", "\n    ".join(terminals))
    return "\n".join((
        HEAD,
        f"const NODES = {json.dumps(nodes, indent=1)};\n",
        f"const CONFLICTS = {json.dumps(CONFLICTS)};\n",
        "const RULES = {",
        *written,
        "};\n",
        tail,
    ))  # fmt: skip


def _plain(pattern: str) -> str:
    """Return a pattern without what it looks ahead for, which the longest match makes unnecessary."""
    return re.sub(r"\(\?![^()]*(?:\[[^]]*\])?[^()]*\)", "", pattern).replace("(?:", "(")


def _js(part: Part, rule: str) -> str:
    match part:
        case Words(text):
            return f"k('{rule}', '{text}')"
        case Sign(text):
            return f"'{text}'"
        case Symbol("ONE_OF"):
            return "alias(r._one_of, r.key_words)"
        case Symbol(name) if name in PHRASES and name != "MOMENT":
            return f"alias(r.{name}, r.key_words)"
        case Symbol(name) if name in LAYOUT:
            return LAYOUT[name].replace("$.", "r.")
        case Symbol(name):
            return f"r.{TERMINALS.get(name, name)}"
        case Made(function, parts):
            return f"{function}({', '.join(_js(one, rule) for one in parts)})"


def key_words_json() -> str:
    """Return the words of the grammar, by language."""
    found: dict[str, dict[str, object]] = {}
    for language, rules in key_words().items():
        table = key_word_table(language)
        found[language] = {**rules}
        found[language]["counted"] = [form for form in table.silent if language != ENGLISH]
        tokens: dict[str, object] = {}
        for name in PHRASES:
            ways = _phrases(language, name)
            single = all(len(way) == 1 for way in ways) and name != "ROUNDED"
            tokens[name] = [form for (forms,) in ways for form in forms] if single else _pattern(language, name)
        found[language]["tokens"] = tokens
    return json.dumps(found, ensure_ascii=False, indent=1)


# ------------------------------------------------------------------------ the colours

COLOURS = """\
; Made from the grammar of the language by `pytest tests/workbench/test_tree_sitter.py --rewrite`.

(comment) @comment
(string) @string
(number) @number
(date_text) @number
(card) @constant
(citation) @string.special
(letter) @string.special
(wording_mark) @string.special
(language) @keyword
(key_words) @keyword

[
KEYWORDS
] @keyword

["," ":"] @punctuation.delimiter
["(" ")" "[" "]"] @punctuation.bracket
["=" "+" "-" "*"] @operator

(game . (name) @namespace)
(library . (name) @namespace)
(variant . (name) @namespace)
(annex . (name) @namespace)
(zone . (name) @type)
(pile . (name) @type)
(family . (name) @type)
(counter . (name) @variable)
(flag . (name) @variable)
(mark . (name) @variable)
(reference . (name) @variable)
(option . (name) @constant)
(actsig . (name) @function)
(actphrase . (name) @function)
(call . (name) @function)
(clause . (name) @label)
(claim . (name) @label)
(example . (name) @label)
"""


def highlights() -> str:
    """Return the query for colours: the key words of all languages, and the names at the place where they are declared."""
    whole = {p.node: p.rule for p in productions() if p.node and isinstance(p.part, Words) and " " not in p.part.text}
    words = {form for language in KEY_WORD_LANGUAGES for way in _phrases(language, "MOMENT") for forms in way for form in forms}
    for language, rules in key_words().items():
        silent = key_word_table(language).silent if language != ENGLISH else ()
        runs = (run for name, rule in rules.items() if name not in whole.values() for run in rule.values())
        words |= {form for run in runs for forms in run for form in forms if form not in silent}
    kept = (f"  {json.dumps(word, ensure_ascii=False)}" for word in sorted(words - {EVERY}))
    nodes = "".join(f"\n({node}) @keyword" for node in sorted(whole))
    return COLOURS.replace("KEYWORDS", "\n".join(kept)) + nodes


def generated() -> Mapping[str, str]:
    """Return a map from paths in the folder of the grammar to the files that are generated from the language."""
    return {
        "grammar.js": grammar_js(),
        "key_words.json": key_words_json(),
        "src/words.h": scanner_words(),
        "queries/highlights.scm": highlights(),
    }
