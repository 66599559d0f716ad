"""The comparison of a shipped variant with its base is kept next to its text, and is shown on the page of the pair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.shipped_games import amended, game_of

from cartaro.book_inputs import to_print
from cartaro.kept_results import DIFFERENCES, KeptResults
from cartaro.rule_comparisons import difference_text, shipped_comparison
from cartaro_grammar import load_game, shipped
from cartaro_grammar.model.game import Game
from cartaro_rulebook import Ruleset
from cartaro_rulebook.publication.pages import comparison_page

BASE = """game mazzo
  title "Mazzo"
  use fishing

article 1 "Uno"
  giocatori: there are 2 players
  senso: play runs clockwise
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 3 from stock to each hand
    scoprire: deal 4 from stock to table
  pari: the player may take when number of taken is 1 and total value of taken = value of card
  lascia: the player may lay
  carte: the side with highest number of won scores 1
  vince: the winner is the side with highest points
  arrivo: the match ends when some x in sides has points is at least 3 unless winner is none
"""
VARIANT = """variant stretto of mazzo
  title "Stretto"

in article 1 replace pari
  pari: the player may take when number of taken is 1 and total value of taken = value of card and suit of card is denari
"""


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_variant_has_a_comparison_with_its_base_as_both_are(name: str) -> None:
    game = game_of(name)
    if not game.ruleset.bases:
        assert not DIFFERENCES.path(name).exists()
        return
    state, found = shipped_comparison(game, game_of(game.ruleset.bases[0]))
    assert state == "kept", f"make differences RULES={name}"
    assert {each.relation for each in found.values()} <= {"equal", "stricter", "looser", "unlike", "not told apart"}


def test_a_page_of_a_pair_states_what_each_changed_clause_is() -> None:
    base, game = game_of("scopa"), game_of("rebello")
    page = comparison_page(to_print(game, base, []), Ruleset(base), "it", shipped_comparison(game, base)[1]["it"])
    assert "compared-meaning" in page
    assert "Questa modifica da sola porta a un altro gioco." in page
    assert "clause-meaning" in page


def test_a_comparison_is_kept_in_three_languages_and_another_text_leaves_it_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mazzo.regole").write_text(BASE, encoding="utf-8")
    (tmp_path / "stretto.regole").write_text(VARIANT, encoding="utf-8")
    base, game = (load_game(str(tmp_path / f"{name}.regole")) for name in ("mazzo", "stretto"))
    assert isinstance(base, Game)
    assert isinstance(game, Game)
    kept = tmp_path / "stretto.difference.json"

    def place(_: KeptResults, name: str) -> Path:
        return tmp_path / f"{name}.difference.json"

    monkeypatch.setattr(KeptResults, "path", place)
    assert shipped_comparison(game, base) == ("none", {})
    kept.write_text(difference_text(game, base), encoding="utf-8")
    state, found = shipped_comparison(game, base)
    assert state == "kept"
    assert {each.clauses["pari"].relation for each in found.values()} == {"stricter"}
    assert found["en"].proved
    assert found["en"].first != found["fr"].first
    assert to_print(game, base, []).beside == found
    assert shipped_comparison(amended(game, clauses=game.ruleset.clauses[:-1]), base)[0] == "stale"
    kept.write_text(json.dumps({"form": 0}), encoding="utf-8")
    assert shipped_comparison(game, base)[0] == "stale"
    assert to_print(game, base, []).beside == {}
