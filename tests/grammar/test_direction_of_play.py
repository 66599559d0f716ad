"""The direction of play is one of two words; any other is an error with the right word as its fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import Game, load_game

TEXT = {
    "en": 'game ring\n  title "Ring"\n  use italian_cards\n\narticle 1 "Table"\n  seats: there are 3 players\n'
    "  way: play runs {}\n",
    "it": 'in italiano\ngioco ring\n  titolo "Ring"\n  usa italian_cards\n\narticolo 1 "Tavolo"\n  posti: ci sono 3 giocatori\n'
    "  verso: il gioco procede in senso {}\n",
}


@pytest.mark.parametrize(
    ("code", "word", "fix"),
    [
        ("en", "counterclockwise", "anticlockwise"),
        ("en", "clockwises", "clockwise"),
        ("it", "controorario", "antiorario"),
    ],
)
def test_another_word_for_a_direction_has_a_fix(code: str, word: str, fix: str, tmp_path: Path) -> None:
    place = tmp_path / "ring.regole"
    place.write_text(TEXT[code].format(word), encoding="utf-8")
    found = load_game(str(place))
    assert not isinstance(found, Game)
    (fault,) = [one for one in found if one.code == "C0402"]
    assert fault.primary is not None
    assert fault.primary.span.text == word
    assert fault.fix is not None
    assert fault.fix.replacement == fix


def test_both_directions_are_known(tmp_path: Path) -> None:
    for code, words in (("en", ("clockwise", "anticlockwise")), ("it", ("orario", "antiorario"))):
        for word in words:
            place = tmp_path / "ring.regole"
            place.write_text(TEXT[code].format(word), encoding="utf-8")
            found = load_game(str(place))
            assert not isinstance(found, Game)
            assert [one.code for one in found] == ["C0512"]
