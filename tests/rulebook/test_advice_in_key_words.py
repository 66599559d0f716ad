"""Advice on an open claim is quoted in the key words of the claim's own text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cartaro_grammar import Game, load_game
from cartaro_rulebook.site.evidence_page import verdict_in_words
from cartaro_verify.results.statements import Help


@pytest.mark.parametrize(("key_words", "said"), [("en", "`always …`"), ("it", "`sempre …`"), ("fr", "`toujours …`")])
def test_advice_on_an_open_claim_quotes_the_key_words_of_the_text(key_words: str, said: str) -> None:
    game = load_game("scopa")
    assert isinstance(game, Game)
    told = replace(game, ruleset=replace(game.ruleset, key_words=key_words))
    assert said in verdict_in_words(told, Help.CLAIM, "it")
