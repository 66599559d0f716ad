"""One prohibition of several acts: the interpreter, the engine and the encoder bar each of them, and the page prints it
once.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine.side_by_side import SideBySide, rules_of
from tests.rulebook.test_sentences import said
from tests.verify.material import decided, position

from cartaro_engine import PythonMachine
from cartaro_grammar.load import load_checked, load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import run_examples
from cartaro_interpreter.play.turn import permitted
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import Turns
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import terms

TEXT = Path(__file__).parent / "bussare.regole"


def game() -> Game:
    found = load_game(str(TEXT), {})
    assert isinstance(found, Game), found
    return found


def test_its_example_holds() -> None:
    results = run_examples(game())
    assert len(results) == 1
    assert results[0].holds, results[0].failures


def test_the_engine_plays_the_same() -> None:
    sides = SideBySide(rules_of(str(TEXT), {}), PythonMachine, 3)
    sides.play(150)
    assert not sides.faults


def test_the_encoder_permits_the_same() -> None:
    table, context, random = HistoryTable(game()), ProofContext(), Random(4)
    barred, allowed = set[str](), set[str]()
    for _ in range(25):
        place = position(table, random)
        free = {option.move.act for option in permitted(table.rules, place.cells)}
        for act in ("draw", "knock"):
            acts, there = Acts(table.game, context), symbolic(table.rules, place)
            law = (
                terms.and_(o.condition, acts.legal(there, o.player, table.game.act[act], {}))
                for o in Turns(acts).options(there)
                if o.act == act
            )
            assert decided(SolverSession(acts), terms.any_of(law)) == (act in free), (act, place)
            (allowed if act in free else barred).add(act)
    assert barred == allowed == {"draw", "knock"}


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "The player may not draw or knock when the player has at least two cards drawn and their hand is not empty."),
        ("it", "Il giocatore non può pescare o bussare se ha almeno due carte pescate e la sua mano non è vuota."),
        (
            "fr",
            "Le joueur ne peut pas piocher ou frapper lorsqu'il a au moins deux cartes tirées et que sa main n'est pas vide.",
        ),
    ],
)
def test_it_is_printed_once(code: str, sentence: str) -> None:
    assert said(game(), code)["enough"].replace("’", "'") == sentence


@pytest.mark.parametrize(
    ("acts", "code", "advice"),
    [
        ("draw or knock or play", "C0506", "name a permission of `play` after `despite`, or leave `play` out"),
        ("play card or knock", "C0403", "write a prohibition for each act"),
        ("draw or know", "C0303", None),
    ],
)
def test_what_it_cannot_say_is_reported(acts: str, code: str, advice: str | None, tmp_path: Path) -> None:
    path = tmp_path / "bussare.regole"
    path.write_text(TEXT.read_text(encoding="utf-8").replace("may not draw or knock", f"may not {acts}"), "utf-8")
    _, found = load_checked(str(path), {})
    assert code in {one.code for one in found}
    assert advice is None or advice in {one.help for one in found}
