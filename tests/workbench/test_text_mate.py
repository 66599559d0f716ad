"""The TextMate grammar is generated from the parser's table, is right for every shipped text, and is in the extension."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.workbench.shipped_texts import TEXTS, document

from cartaro import format_text
from cartaro_grammar import OPENINGS
from cartaro_grammar.text.opening import NAMES_IN
from cartaro_workbench import open_document, text_mate_grammar, tokens

Golden = Callable[[Path, str], None]
EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
KINDS = {
    "comment": "comment",
    "string": "string",
    "keyword": "keyword",
    "card": "constant.language",
    "citation": "constant.other",
}


def test_the_extensions_grammar_is_the_parsers(golden: Golden) -> None:
    written = json.dumps(text_mate_grammar(), ensure_ascii=False, indent=2)
    golden(EXTENSION / "syntaxes" / "cartaro.tmLanguage.json", written)


def coloured(line: str, language: str = "en") -> dict[int, str]:
    """Return the scope of each character of a line that has one, given by the first pattern that matches at its place."""
    patterns = text_mate_grammar()["repository"][language]["patterns"]
    rules = [(re.compile(rule["match"]), rule) for rule in patterns if "match" in rule]
    found: dict[int, str] = {}
    at = 0
    while at < len(line):
        matches = [(match, rule) for form, rule in rules if (match := form.search(line, at))]
        if not matches:
            break
        match, rule = min(matches, key=lambda one: one[0].start())
        captures = rule.get("captures", {"0": {"name": rule.get("name", "")}})
        scopes = {number: capture["name"] for number, capture in captures.items()}
        for number, scope in scopes.items():
            found |= dict.fromkeys(range(*match.span(int(number))), scope)
        at = max(match.end(), at + 1)
    return found


@pytest.mark.sweep("scala40", "briscola_in_cinque", "president")
@pytest.mark.parametrize("name", [name for name in TEXTS if not name.startswith("scop")])
def test_the_colours_agree_with_the_tokens(name: str) -> None:
    lines = document(name).source.text.split("\n")
    colours = [coloured(line) for line in lines]
    for token in tokens(document(name)):
        wanted = KINDS.get(token.type)
        scope = colours[token.position.line].get(token.position.character, "")
        if wanted is not None and not token.declares and not scope.startswith(("variable", "entity")):
            assert scope.startswith(wanted), (token.position.line + 1, lines[token.position.line], scope, token.type)


@pytest.mark.parametrize("opening", OPENINGS)
def test_key_words_of_other_languages_are_coloured_below_their_first_line(opening: str) -> None:
    code = OPENINGS[opening]
    (begin,) = [rule for rule in text_mate_grammar()["patterns"] if re.match(rule.get("begin", "(?!)"), f"{opening}  -- x")]
    assert all(re.match(begin.get("begin", "(?!)"), line) for (key_words, _), line in NAMES_IN.items() if key_words == code)
    assert begin.get("patterns") == [{"include": f"#{code}"}]
    written = format_text(TEXTS["rubamazzo.regole"], code)
    assert isinstance(written, str)
    of = open_document(TEXTS | {"rubamazzo.regole": written}, "rubamazzo.regole")
    lines = written.split("\n")
    colours = [coloured(line, code) for line in lines]
    found = [token for token in tokens(of) if token.type == "keyword" and token.position.line > 0]
    assert len(found) > 100
    for token in found:
        scope = colours[token.position.line].get(token.position.character, "")
        assert scope.startswith(("keyword", "variable", "entity")), (lines[token.position.line], token, scope)


def test_the_extension_names_what_it_has() -> None:
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    contributed = manifest["contributes"]
    _, bundled, *options = manifest["scripts"]["vscode:prepublish"].split()
    assert f"--outfile={manifest['main'].removeprefix('./')}" in options
    for path in (bundled, contributed["languages"][0]["configuration"], contributed["grammars"][0]["path"]):
        assert (EXTENSION / path).is_file(), path
    kept = [folder + "/" for folder in manifest["files"]]
    assert manifest["main"].removeprefix("./").startswith(tuple(kept))
    assert "dependencies" not in manifest, "the bundle has the libraries"
    assert contributed["grammars"][0]["scopeName"] == text_mate_grammar()["scopeName"]
    assert contributed["languages"][0]["extensions"] == [".regole"]
    json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))
