"""Advice is quoted in the key words of the text that it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cartaro_grammar import Game, load_game
from cartaro_rulebook import verdict_in_words
from cartaro_verify.results.statements import BelowSort, Help, Name, NameSort, SubtractUnlessZero


@pytest.mark.parametrize(("key_words", "said"), [("en", "`always …`"), ("it", "`sempre …`"), ("fr", "`toujours …`")])
def test_advice_on_an_open_claim_quotes_the_key_words_of_the_text(key_words: str, said: str) -> None:
    game = load_game("scopa")
    assert isinstance(game, Game)
    told = replace(game, ruleset=replace(game.ruleset, key_words=key_words))
    assert said in verdict_in_words(told, Help.CLAIM, "it")


@pytest.mark.parametrize(
    ("key_words", "condition", "claim"),
    [
        ("en", "`unless points is 0`", "`it can happen some x in sides has points of x is less than 0`"),
        ("it", "`salvo se points è 0`", "`a volte qualche x in parti ha points di x è meno di 0`"),
        ("fr", "`sauf si points est 0`", "`parfois quelque x dans camps a points de x est moins de 0`"),
    ],
)
def test_a_remedy_quotes_a_whole_sentence_in_the_key_words_of_the_text(key_words: str, condition: str, claim: str) -> None:
    game = load_game("scopa")
    assert isinstance(game, Game)
    told = replace(game, ruleset=replace(game.ruleset, key_words=key_words))
    words = verdict_in_words(told, SubtractUnlessZero(BelowSort.OF_EACH, Name(NameSort.CELL, "points"), "sides"), "it")
    assert condition in words
    assert claim in words
