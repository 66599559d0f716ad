"""What is entered at a table, as it is written: a move, a finding of the arbiter, or a move that breaks a rule and stands, or
is noticed at once.

The last are written as in an example, `lay 7D despite obbligo` and `lay 7D ruled rilevata`: so a list of entries says of a move
whether it was legal, and a text that was changed cannot make a breach of one that was.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Game
from cartaro_interpreter import Move, finding_of, phrase, read_finding, read_written
from cartaro_workbench.editing.problems import Problem, problem

DESPITE = " despite "
RULED = " ruled "


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A move or a finding; of a move that breaks rules, the prohibitions that it was done despite, or the clauses that rule on
    it at once.
    """

    move: Move
    despite: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()


def read_entry(game: Game, written: str) -> TableEntry | tuple[Problem, ...]:
    """An entry that a text says."""
    noticed = RULED in written
    said, _, names = written.partition(RULED if noticed else DESPITE)
    act = said.split(maxsplit=1)[:1]
    is_finding = bool(act) and finding_of(game, act[0]) is not None
    move = read_finding(game, said) if is_finding else read_written(game, said)
    if not isinstance(move, Move):
        return tuple(map(problem, move))
    clauses = tuple(names.replace(",", " ").split())
    return TableEntry(move, ruled=clauses) if noticed else TableEntry(move, clauses)


def written_entry(game: Game, entry: TableEntry) -> str:
    """An entry as an author writes it."""
    said = phrase(game, entry.move)
    if entry.ruled:
        return f"{said}{RULED}{', '.join(entry.ruled)}"
    return f"{said}{DESPITE}{', '.join(entry.despite)}" if entry.despite else said
