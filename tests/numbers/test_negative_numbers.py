"""Negative numbers may be written wherever a number may be: in limits, house rules, tables of the cards, filters and
arguments.
"""

from __future__ import annotations

import pytest

from cartaro_grammar import Game, Source, choose, format_source, load_texts, shipped_folder
from cartaro_interpreter import Rules, compile_game, run_examples
from cartaro_verify import verify

RULES = """variant sotto of scopa
  title "Below nothing"

in article 5 add
  option malus "The malus" is -3 among -3, - 1, 2
  penale: each side scores malus when AD is in won
  pesi: every suit has danno
    denari   -1
    coppe    10
    spade    -3
    bastoni   0
  danni: each side scores total danno of denari in won with danno -1 when some c in won has danno -3
"""
ANNEX = """annex prove of sotto
  title "Examples"

claim mai "never so low"
  least score of side at the end of the hand is -100

claim sempre "always more"
  least score of side at the end of the hand is -1

example due "two cards"
  won of side holds AD AS
  check danni of side = -1
  check penale of side is -3

example altra "the other house rule"
  under malus is -1
  won of side holds AD
  check penale of side is at most -1
"""
FOLDERS = ("fishing", "lib")
SHIPPED = {
    path.name: path.read_text(encoding="utf-8") for name in FOLDERS for path in (shipped_folder() / name).glob("*.regole")
}


def loaded(rules: str = RULES, annex: str = ANNEX) -> Game:
    game, found = load_texts({**SHIPPED, "sotto.regole": rules, "sotto.prove.regole": annex}, "sotto.regole")
    assert isinstance(game, Game), found
    return game


def test_examples_with_negative_numbers_hold() -> None:
    results = run_examples(loaded())
    assert [(result.example.name, result.failures) for result in results if result.example.home == "sotto"] == [
        ("due", ()),
        ("altra", ()),
    ]


def test_a_house_rule_is_set_to_a_negative_number() -> None:
    game = choose(loaded(), {"malus": "-1"})
    assert isinstance(game, Game)
    assert isinstance(compile_game(game), Rules)
    assert game.chosen["malus"] == "-1"


def test_the_formatter_writes_the_sign_next_to_its_number() -> None:
    shown = format_source(Source("sotto.regole", RULES.replace("-3\n", "- 3\n")))
    assert isinstance(shown, str)
    assert "among -3, -1, 2" in shown
    assert "    denari  -1\n    coppe   10\n    spade   -3\n    bastoni  0\n" in shown
    assert format_source(Source("sotto.regole", shown)) == shown


@pytest.mark.parametrize("language", ["it", "fr"])
def test_other_key_words_keep_negative_numbers(language: str) -> None:
    turned = format_source(Source("sotto.prove.regole", ANNEX), language)
    assert isinstance(turned, str)
    back = format_source(Source("sotto.prove.regole", turned), "en")
    assert isinstance(back, str)
    assert back.replace("the side", "side") == ANNEX


def test_a_limit_below_nothing_is_refuted_by_a_hand() -> None:
    [result] = verify(loaded(), ("sempre",))
    assert result.verdict == "refuted"


def test_no_fix_deletes_a_sign() -> None:
    for said, language in (
        ("each side scores 3 - when AD is in won", ""),
        ("ogni parte segna 3 - quando AD è in won", "in italiano\n"),
    ):
        text = f'{language}library prova\n  title "A"\n\narticle 1 "A"\n  uno: {said}\n'
        if language:
            text = text.replace("library", "libreria").replace("title", "titolo").replace("article", "articolo")
        _, found = load_texts({"prova.regole": text}, "prova.regole")
        assert found
        assert [
            one.fix for one in found if one.fix is not None and "-" in one.fix.span.text and "-" not in one.fix.replacement
        ] == []
