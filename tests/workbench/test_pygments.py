"""The lexer for Pygments colours every shipped text like the editors, and changes none of its characters."""

from __future__ import annotations

import pytest
from pygments.token import Comment, Keyword, Name, Number, String, Text
from tests.workbench.shipped_texts import TEXTS, document

from cartaro import format_text
from cartaro_workbench import tokens
from cartaro_workbench.editing.pygments_lexer import CartaroLexer

KINDS = {"comment": Comment.Single, "string": String.Double, "keyword": Keyword, "card": Name.Constant}


@pytest.mark.sweep("scala40", "scopa")
@pytest.mark.parametrize("name", list(TEXTS))
def test_the_lexer_returns_every_character_of_a_text(name: str) -> None:
    text = TEXTS[name]
    found = list(CartaroLexer().get_tokens_unprocessed(text))
    assert "".join(words for _, _, words in found) == text
    assert [at for at, _, _ in found] == [sum(len(words) for _, _, words in found[:n]) for n in range(len(found))]


def test_the_kinds_of_tokens_are_those_of_the_editor() -> None:
    text = TEXTS["scopa.regole"]
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    kinds = {at: kind for at, kind, _ in CartaroLexer().get_tokens_unprocessed(text)}
    compared = 0
    for token in tokens(document("scopa.regole")):
        found = kinds.get(starts[token.position.line] + token.position.character)
        if token.type in KINDS and not token.declares and found not in (Name.Variable, Name.Function, Name.Class):
            assert found == KINDS[token.type], token
            compared += 1
    assert compared > 300


def test_key_words_of_the_language_of_the_text_are_coloured() -> None:
    written = format_text(TEXTS["rubamazzo.regole"], "it")
    assert isinstance(written, str)
    found = [(words, kind) for _, kind, words in CartaroLexer().get_tokens_unprocessed(written)]
    assert ("articolo", Keyword) in found
    assert found[:2] == [("in italiano, nomi in inglese", Keyword), ("\n", Text)]
    assert {Number.Integer, String.Double, Name.Function, Text} <= {kind for _, kind in found}
