"""An example gives the order of a shuffle; if it gives no order, the mistake points to its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_interpreter import run_examples

VARIANT = """variant prova of ramino
  title "Prova"

in article 4 of rummy add
  act stir
    says it "mescolare la mano" en "stir the hand" fr "battre la main"
    shuffle hand into stock
  mescola: the player may stir
  prima: in a turn, before apre_la_mano, the player may stir

example mescola it "la mano va nel mazzo" en "the hand goes into the stock" fr "la main va dans la pioche"
  hand holds 3♣ 4♦ 5♥
"""
GIVEN = """  the shuffle gives 4♦ 3♣ 5♥
  do stir
  check top of stock = 4♦ and hand is empty
"""


def reported(tmp_path: Path, lines: str) -> tuple[Diagnostic, ...]:
    path = tmp_path / "prova.regole"
    steps = next(
        line for line in Path("rulesets/lib/rummy.regole").read_text(encoding="utf-8").splitlines() if "in a turn" in line
    )
    text = VARIANT.replace("apre_la_mano", steps.split(":")[0].split()[0])
    path.write_text(text + lines, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), [one.message for one in game]
    (own,) = [one for one in run_examples(game) if one.example.name == "mescola"]
    return own.failures


def test_an_example_gives_the_order_of_a_shuffle(tmp_path: Path) -> None:
    assert reported(tmp_path, GIVEN) == ()


@pytest.mark.parametrize(
    ("lines", "code"),
    [("  do stir\n", "C0812"), ("  the shuffle gives 4♦ 3♣\n  do stir\n", "C0813")],
    ids=["not given", "of other cards"],
)
def test_a_shuffle_that_is_not_given_is_reported_at_its_line(lines: str, code: str, tmp_path: Path) -> None:
    (found,) = reported(tmp_path, lines)
    assert found.code == code
    assert found.primary is not None
    assert found.primary.span.source.name.endswith("prova.regole")
    assert found.primary.span.text == "stir"
