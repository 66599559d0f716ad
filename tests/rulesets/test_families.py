"""Games that new users described when the language had few words for them: they are shorter today, and they are played.
`families` holds their rules with today's libraries.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.side_by_side import SideBySide, rules_of
from tests.rulesets.matches import play

from cartaro_engine import PythonMachine
from cartaro_engine.running.wasm_machine import WasmMachine
from cartaro_interpreter.examples import run_examples

FOLDER = Path(__file__).parent / "families"
WORDS_THEN = {
    "asino": 565, "briscola": 653, "casino": 1273, "guerra": 425, "hearts": 663, "machiavelli": 663, "ottopazzo": 618,
    "sette_mezzo": 885, "tressette": 855,
}  # fmt: skip
"""The number of words in each text in which its author described the game. `hearts` used a library of trick games that a user
had written.
"""
HEARTS_LIBRARY = 546
LONG = frozenset({"machiavelli"})
"""Games in which a hand takes seconds in the interpreter, and minutes in the engine in Python."""


@pytest.mark.parametrize("name", WORDS_THEN)
def test_the_same_rules_are_written_in_fewer_words(name: str) -> None:
    now = len((FOLDER / f"{name}.regole").read_text(encoding="utf-8").split())
    then = WORDS_THEN[name] + (HEARTS_LIBRARY if name == "hearts" else 0)
    assert now <= 0.8 * then


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.regole")), ids=lambda path: path.stem)
@pytest.mark.slow
def test_it_is_played(path: Path) -> None:
    counts = rules_of(str(path), {}).game.ruleset.player_counts
    matches, machine = (1, WasmMachine) if path.stem in LONG else (2, PythonMachine)
    for players in {min(counts), max(counts)}:
        found = play(str(path), players, matches)
        assert (found.ended, found.wrong) == (matches, ""), found.line
        SideBySide(rules_of(str(path), {"players": str(players)}), machine, seed=players).play(20)


@pytest.mark.slow
def test_casino_is_described_with_several_builds() -> None:
    """The memory of a group belongs to its cards (0077)."""
    path = str(FOLDER.parent / "casino_costruzioni" / "casino_costruzioni.regole")
    outcomes = run_examples(rules_of(path, {}).game)
    assert len(outcomes) == 5
    assert [(o.example.name, o.failures) for o in outcomes if not o.holds] == []
    for players in (2, 3, 4):
        found = play(path, players, 1)
        assert (found.ended, found.wrong) == (1, ""), found.line
    SideBySide(rules_of(path, {"players": "2"}), PythonMachine, seed=2).play(20)
