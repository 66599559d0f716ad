"""The page with the words of the games (decision 0134)."""

from __future__ import annotations

import pytest
from tests.shipped_games import game_of

from cartaro_rulebook import Ruleset
from cartaro_rulebook.site.book import page_for
from cartaro_rulebook.site.terms import terms_of, terms_page

NAMES = ("gin", "scala40", "spades", "scopa")


@pytest.mark.parametrize(
    ("code", "term", "sentence", "games"),
    [
        ("en", "run", "A run is at least three cards in a row of one suit.", ["gin"]),
        ("it", "scala", "La scala è di almeno tre carte in fila dello stesso seme.", ["gin", "scala40"]),
        ("fr", "suite", "La suite compte au moins trois cartes qui se suivent, de la même couleur.", ["gin", "scala40"]),
    ],
)
def test_a_word_has_a_sentence_that_explains_it_and_its_games(code: str, term: str, sentence: str, games: list[str]) -> None:
    found = terms_of([page_for(Ruleset(game_of(name)), code) for name in NAMES])[term]
    assert sentence in found.said
    assert list(found.pages) == games


def test_every_word_occurs_in_its_sentences() -> None:
    found = terms_of([page_for(Ruleset(game_of(name)), "en") for name in NAMES])
    assert {"knock", "meld", "lay-off", "bid", "trump"} <= found.keys()
    assert "winner" not in found, "no sentence of a guide says who the winner is with this word"
    for term in found.values():
        for sentence in term.said:
            assert any(part[:3] in sentence.casefold() for part in term.word.casefold().split()), (term.word, sentence)


def test_the_page_links_to_the_guides_and_has_the_other_languages() -> None:
    text = terms_page([Ruleset(game_of(name)) for name in NAMES], "en")
    assert text.index("<dt>bid") < text.index("<dt>knock") < text.index("<dt>trump")
    assert "<dt>knock<small> (fr frappe; it bussata)</small></dt>" in text
    assert '<a href="gin.html#t-' in text
