"""Cards that go under a pile keep their order below all its cards, in the interpreter, in the engine and on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.side_by_side import SideBySide, rules_of

from cartaro_engine import PythonMachine
from cartaro_grammar.load import load_checked, load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import run_examples
from cartaro_interpreter.state.state import lay_out, order_of_pile, pile_of, relocate
from cartaro_rulebook.prose import clauses
from cartaro_rulebook.words.nouns import plain

TEXT = Path(__file__).parent / "sotto.regole"


def game() -> Game:
    found = load_game(str(TEXT), {})
    assert isinstance(found, Game), found
    return found


def test_its_examples_hold() -> None:
    results = run_examples(game())
    assert len(results) == 2
    assert [failure.message for result in results for failure in result.failures] == []


@pytest.mark.parametrize(
    ("moved", "under", "order"),
    [((9,), True, (3, 1, 2, 9)), ((9,), False, (9, 3, 1, 2)), ((3,), True, (1, 2, 3)), ((2, 3, 8), True, (1, 3, 2, 8))],
)
def test_cards_come_beneath_in_their_order(moved: tuple[int, ...], under: bool, order: tuple[int, ...]) -> None:
    layout = lay_out(game())
    cells, heap, hand = [0] * layout.size, layout.places["heap"].slot, layout.places["hand"].slot
    cells[heap], cells[layout.order_of[heap]] = 1 << 3 | 1 << 1 | 1 << 2, order_of_pile((3, 1, 2))
    cells[hand] = 1 << 8 | 1 << 9
    relocate(cells, layout, sum(1 << card for card in moved), heap, under=under)
    assert pile_of(cells[heap], cells[layout.order_of[heap]]) == order


@pytest.mark.parametrize("width", [0, 2])
def test_the_engine_plays_the_same(width: int) -> None:
    sides = SideBySide(rules_of(str(TEXT), {}), PythonMachine, 5, width=width)
    sides.play(150)
    assert not sides.faults


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("en", "the card is put under the heap"),
        ("it", "la carta si mette sotto lo scarto"),
        ("fr", "la carte va sous le rebut"),
    ],
)
def test_it_is_printed(code: str, printed: str) -> None:
    scope = clauses.scope_for(game(), code)
    assert printed in plain(scope.lang.forms.polish(clauses.act(game().act["bury"], scope)))


def test_there_is_nothing_under_a_zone(tmp_path: Path) -> None:
    path = tmp_path / "sotto.regole"
    path.write_text(TEXT.read_text(encoding="utf-8").replace("card under heap", "card under hand"), "utf-8")
    _, found = load_checked(str(path), {})
    assert "cards go under a pile" in {one.message for one in found}
