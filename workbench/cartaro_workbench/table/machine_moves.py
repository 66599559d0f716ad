"""What a machine in a seat does: by chance, or by the engine's opponents, who look at no hidden card.

The same table gives the same move: what is left to chance comes of the seed, the seat and the number of the move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cartaro_engine import GameTable as SearchedTable
from cartaro_engine import Machine, Module, Opponent, PythonMachine, best_machine, good, greedy, is_lowered, table_of
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Move, RandomPlayer, Rules, phrase, view
from cartaro_workbench.table.game_table import Sitter, Table

MachineMaker = Callable[[Module], Machine]
MOST_SEARCHED: Final = 60
"""Of more legal moves than these one is picked by chance: an opponent would try every one of them."""
SLOW_WORLDS: Final = 3
"""Worlds that a searching machine imagines where the interpreter alone can play them on."""


@dataclass(slots=True)
class Machines:
    """Where searching machines try their moves: the engine of the last game asked about, compiled once; where Python alone
    would run it, the interpreter, which is given less to do.
    """

    instantiate: MachineMaker = best_machine
    _known: tuple[Rules, SearchedTable] | None = None

    def searched(self, rules: Rules) -> SearchedTable:
        """A table of a game on the engine, or on the interpreter where the game is not lowered."""
        if self._known is None or self._known[0] is not rules:
            self._known = (rules, table_of(rules, None if self.instantiate is PythonMachine else self.instantiate))
        return self._known[1]


def chance_move(table: Table) -> str | None:
    """A legal move picked by chance, as an author writes it; the same each time at the same table."""
    return _written(table, "random", Machines())


def machine_move(table: Table, machines: Machines) -> str | None:
    """The move of the machine whose turn it is, as an author writes it; by chance where a person sits."""
    seat = table.actor
    return None if seat is None else _written(table, table.seats[seat], machines)


def _written(table: Table, sitter: Sitter, machines: Machines) -> str | None:
    seat = table.actor
    moves = table.legal() if seat is not None else ()
    if isinstance(moves, Diagnostic) or not moves or seat is None:
        return None
    seed = f"{table.seed}/{seat}/{len(table.done)}"
    searched = None if len(moves) > MOST_SEARCHED else _searched(table, seat, sitter, seed, moves, machines)
    picked = RandomPlayer(seed).pick(len(moves)) if searched is None else searched
    return phrase(table.rules.game, moves[picked])


def _searched(table: Table, seat: int, sitter: Sitter, seed: str, moves: tuple[Move, ...], machines: Machines) -> int | None:
    """The place of the move that an opponent chooses; None where none searches, or the rules do not say what is seen."""
    found = view(table.rules, table.proceedings.state, seat)
    onlooker = table.onlookers.get(seat)
    if onlooker is None or isinstance(found, Diagnostic) or sitter not in ("greedy", "good"):
        return None
    return _opponent(table, sitter, seed, machines).choose(found, onlooker.known(found), moves)


def _opponent(table: Table, sitter: Sitter, seed: str, machines: Machines) -> Opponent:
    if sitter == "greedy":
        return greedy(table_of(table.rules, None), seed)
    searched = machines.searched(table.rules)
    return good(searched, seed) if is_lowered(searched) else good(searched, seed, SLOW_WORLDS)
