"""What is entered at a table, as it is written: a move, a finding of the arbiter, or a move that breaks a rule and stands.

The last is written as in an example, `lay 7D despite obbligo`: so a list of entries says of a move whether it was legal, and a
text that was changed cannot make a breach of one that was.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Game
from cartaro_interpreter import Move, finding_of, phrase, read_finding, read_written
from cartaro_workbench.editing.problems import Problem, problem

DESPITE = " despite "


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A move or a finding; of a move that breaks rules, the prohibitions that it was done despite."""

    move: Move
    despite: tuple[str, ...] = ()


def read_entry(game: Game, written: str) -> TableEntry | tuple[Problem, ...]:
    """An entry that a text says."""
    said, _, bars = written.partition(DESPITE)
    act = said.split(maxsplit=1)[:1]
    is_finding = bool(act) and finding_of(game, act[0]) is not None
    move = read_finding(game, said) if is_finding else read_written(game, said)
    return TableEntry(move, tuple(bars.replace(",", " ").split())) if isinstance(move, Move) else tuple(map(problem, move))


def written_entry(game: Game, entry: TableEntry) -> str:
    """An entry as an author writes it."""
    said = phrase(game, entry.move)
    return f"{said}{DESPITE}{', '.join(entry.despite)}" if entry.despite else said
