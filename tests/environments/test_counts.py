"""Counts of lines of play: the engine and the interpreter give the same number, and it is right."""

from __future__ import annotations

import pytest
from tests.engine.side_by_side import rules_of

from cartaro_engine import DepthCount, GamePosition, GameTable, line_counts, table_of
from cartaro_engine.table import vectors as counting
from cartaro_engine.table.tables import InterpreterTable
from cartaro_grammar import Diagnostic


def counts(table: GameTable, depth: int, seed: int = 3) -> list[DepthCount | Diagnostic]:
    return [*line_counts(table, seed, 0, depth)]


def lines(table: GameTable, position: GamePosition, depth: int) -> int:
    """The lines from a position, one by one."""
    if not depth:
        return 1
    return sum(lines(table, table.after(position, number), depth - 1) for number in range(len(table.legal(position))))


@pytest.mark.parametrize("name", ["scopa", "scopone", "cirulla", "rubamazzo"])
def test_engine_and_interpreter_count_the_same(name: str) -> None:
    rules = rules_of(name, {})
    found = counts(table_of(rules), 3)
    assert found == counts(InterpreterTable(rules), 3)
    assert len(found) == 4


@pytest.mark.parametrize("name", ["scopone", "scala40"])
def test_all_lines_are_counted(name: str) -> None:
    table = table_of(rules_of(name, {}))
    for found in counts(table, 3):
        assert isinstance(found, DepthCount)
        assert found.lines == lines(table, table.deal(3, 0), found.depth)
        assert found.positions <= found.lines


class LateTable(InterpreterTable):
    """Return a table at which each hand is dealt and then played up to a few moves before its end."""

    def deal(self, seed: int, number: int) -> GamePosition:
        position = super().deal(seed, number)
        for _ in range(33):
            position = self.after(position, 0)
        return position


def test_the_end_of_the_hand_is_the_end_of_the_count() -> None:
    found = counts(LateTable(rules_of("scopa", {})), 100)
    assert all(isinstance(count, DepthCount) for count in found)
    last = found[-1]
    assert isinstance(last, DepthCount)
    assert last.depth < 10
    assert last.ended == last.lines > 0


def test_too_many_positions_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_POSITIONS", 20)
    found = counts(table_of(rules_of("scopone", {})), 4)
    assert isinstance(found[-1], Diagnostic)
    assert found[-1].code == "C0828"
    assert all(isinstance(count, DepthCount) for count in found[:-1])
