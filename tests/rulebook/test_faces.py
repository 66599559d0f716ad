"""The parts of the rulebook that an editor or a page uses: a separate page, and moves, cards and places in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.interpreter.material import rules_of, state_of
from tests.levels import at_night
from tests.rulebook.small_site import one_page
from tests.rulebook.test_examples_apart import folded_in
from tests.rulebook.whole_page import with_folded
from tests.shipped_games import game_of

from cartaro_grammar import Game, load_game
from cartaro_interpreter import Json, Rules, compile_game, legal_moves, read_position
from cartaro_rulebook import (
    Ruleset,
    build_site,
    card_in_words,
    languages,
    move_in_words,
    ruleset_html,
    stylesheet,
    zone_in_words,
)
from cartaro_rulebook.publication.mkdocs_build import set_for_screen

QUOTED = re.compile(r"<(details|a) class=quoted.*?</\1>")
"""The words of a source; a page of the site has them only once."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "base"), at_night([("agram", None), ("napola", "scopa")], by_day=[("agram", None)]))
def test_a_page_by_itself_is_what_the_site_shows(name: str, base: str | None, tmp_path: Path) -> None:
    game, base_game = game_of(name), None if base is None else game_of(base)
    outcomes = {example.name: True for example in game.examples}
    build_site([Ruleset(game, base_game, (), outcomes)], tmp_path / "site", sources=one_page(tmp_path))
    for code in languages():
        alone = " ".join(set_for_screen(ruleset_html(game, code, base=base_game, outcomes=outcomes), code).split())
        script = (tmp_path / "site" / code / "assets" / "examples" / f"{name}.js").read_text(encoding="utf-8")
        for of in (f"{name}-rules", f"{name}-proofs"):
            page = (tmp_path / "site" / code / f"{of}.html").read_text(encoding="utf-8")
            shown = re.search(r"(<h2.*)<p class=imprint", page, re.DOTALL)
            assert shown is not None
            whole = with_folded(shown[1], folded_in(script)) if of.endswith("rules") else shown[1]
            within = re.sub(rf"href={name}(-\w+)?\.html#", "href=#", whole)
            assert " ".join(QUOTED.sub("", within).split()) in QUOTED.sub("", alone), of


def test_a_page_by_itself_shows_keys_where_it_is_asked_to() -> None:
    assert 'data-keys="runs anticlockwise" data-place="scopa.regole:' in ruleset_html(game_of("scopa"), "en", keys=True)
    assert "data-keys" not in ruleset_html(game_of("scopa"), "en")
    assert ".face" in stylesheet()


TAKE: dict[str, Json] = {"zones": {"hand": {"1": ["7C"], "2": []}, "table": ["4D", "3B", "5D"]}, "turn": 1}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "prendere il tre di bastoni e il quattro di denari con il sette di coppe"),
        ("en", "capture the three of clubs and the four of coins with the seven of cups"),
        ("fr", "prendre le trois de bâtons et le quatre de deniers avec le sept de coupes"),
    ],
)
def test_a_move_in_words(code: str, said: str) -> None:
    rules = rules_of("scopa")
    moves = legal_moves(rules, state_of(read_position(rules, TAKE)))
    assert isinstance(moves, tuple)
    assert [move_in_words(rules, move, code) for move in moves] == [said]


def test_a_card_whose_values_have_no_words_is_called_by_their_names() -> None:
    """A text can be played before it has words: then its author reads names, without any marks."""
    game = load_game(str(Path(__file__).parents[1] / "divisions" / "terne.regole"))
    rules = compile_game(game) if isinstance(game, Game) else None
    assert isinstance(rules, Rules)
    assert card_in_words(rules, rules.game.card_number["4N"], "en") == "the “quattro” of “nero”"
    assert card_in_words(rules, rules.game.card_number["4N"], "it") == "il «quattro» di «nero»"


def test_a_card_and_a_place_in_words() -> None:
    rules = rules_of("scopa")
    card = rules.game.card_number["7D"]
    assert [card_in_words(rules, card, code) for code in languages()] == [
        "il sette di denari",
        "the seven of coins",
        "le sept de deniers",
    ]
    assert [zone_in_words(rules, "hand", code, 1) for code in languages()] == [
        "la mano del giocatore 2",
        "the hand of player 2",
        "la main du joueur 2",
    ]
    assert [zone_in_words(rules, "table", code) for code in languages()] == [
        "la tavola",
        "the table",
        "le tapis",
    ]
