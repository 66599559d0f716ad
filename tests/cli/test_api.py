"""`import cartaro`: the documented API, its page, and its exceptions."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import cartaro

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_snippets_of_the_page_run() -> None:
    done = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 20
    assert done.failed == 0


def test_importing_it_imports_nothing_heavy() -> None:
    code = "import sys, cartaro; print([n for n in sys.modules if n.partition('.')[0] in ('lark', 'z3', 'rich', 'click')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_public_name_is_there_and_has_a_docstring() -> None:
    assert dir(cartaro) == sorted(cartaro.__all__)
    values = {name: getattr(cartaro, name) for name in cartaro.__all__}
    assert all(value.__doc__ for name, value in values.items() if name not in ("Language", "PlayerKind"))
    with pytest.raises(AttributeError, match="no attribute 'loda'"):
        getattr(cartaro, "loda")  # noqa: B009 - a type checker would see it


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", cartaro.shipped())
def test_a_shipped_game_is_played_by_its_words(name: str) -> None:
    """Every legal move can be read back from its words, and a hand that is played from words ends as its record states."""
    game = cartaro.load(name).game()
    state = game.deal(seed=3)
    for _ in range(6):
        moves = state.legal_moves()
        assert {state.play(str(move)) for move in moves} == {state.play(move) for move in moves}
        state = state.play(moves[0])
    played = game.play(seed=3)
    assert game.replay(played.to_json()).final == played.final


def test_a_position_is_read_as_it_is_written() -> None:
    game = cartaro.load("scopone").game()
    state = game.deal(seed=1)
    assert game.position(state.to_json()) == state


def wrong(error: pytest.ExceptionInfo[cartaro.RulesetError]) -> list[str]:
    return [found.code for found in error.value.diagnostics]


def test_errors_are_raised_with_their_diagnostics(tmp_path: Path) -> None:
    scopa = cartaro.load("scopa")
    game = scopa.game()
    state = game.deal(seed=1)
    with pytest.raises(cartaro.RulesetError) as error:
        cartaro.load("nowhere")
    assert wrong(error) == ["C0101"]
    (tmp_path / "storta.regole").write_text('game storta\n  titel it "Storta"\n', encoding="utf-8")
    with pytest.raises(cartaro.RulesetError, match="titel") as error:
        cartaro.load(tmp_path / "storta.regole")
    assert error.value.diagnostics[0].primary is not None
    for ask in (
        lambda: scopa.game(punti=12),
        lambda: game.position({"zones": {"table": ["7X"]}}),
        lambda: game.replay({"stock": []}),
        lambda: game.play("random"),
        lambda: game.play("nobody", "random"),  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - the tested call
        lambda: state.play("lay"),
        lambda: state.explain("fly 7D"),
    ):
        with pytest.raises(cartaro.RulesetError) as error:
            ask()
        assert wrong(error)


def test_a_refuted_claim_has_a_record_that_replays() -> None:
    game = cartaro.load(PAGE.parents[1] / "tests" / "verify" / "soundness" / "memo.regole").game()
    [verdict] = game.verify("ca")
    assert verdict.verdict == "refuted"
    assert verdict.record is not None
    assert game.replay(verdict.record).to_json()["moves"]
