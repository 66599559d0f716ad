"""A table for a page: a hand or a match from a seed, move by move, with undo, for people and for machines.

A seat is counted from 0 and is asked for by whoever sits there: what that player may not see is in none of the answers.  The
same game, seed, seats and moves give the same table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from cartaro_engine import Onlooker
from cartaro_grammar import Diagnostic, Game, choose, say
from cartaro_interpreter import (
    Choice,
    Faulted,
    Json,
    Move,
    Proceedings,
    Rules,
    SeededChance,
    compile_game,
    diagnosed,
    find,
    phrase,
    read_written,
    write_record,
)
from cartaro_interpreter import legal as legal_choices
from cartaro_workbench.editing.problems import Problem, problem

MOST_MOVES = 20_000

Refused = tuple[Problem, ...]
Sitter = Literal["person", "random", "greedy", "good"]
"""Who sits in a seat: a person, or a machine that plays by chance, takes what is best at once, or searches."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Done:
    """A move that was done: by the player in which seat, in which hand, from 1."""

    seat: int
    move: Move
    hand: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where moves could not be done again: the number of the first that could not, from 1, how it is written, and why not."""

    number: int
    phrase: str
    problem: Problem


@dataclass(slots=True)
class Table:
    """Play under way, the seed that it came of, and who sits where; `onlookers` are what the searching machines remember."""

    seed: int
    proceedings: Proceedings
    seats: tuple[Sitter, ...] = ()
    done: list[Done] = field(default_factory=list[Done])
    onlookers: Mapping[int, Onlooker] = field(default_factory=dict[int, Onlooker])

    @property
    def rules(self) -> Rules:
        return self.proceedings.rules

    @property
    def actor(self) -> int | None:
        """The seat whose move is awaited."""
        if not self.proceedings.awaits:
            return None
        options = legal_choices(self.rules, self.proceedings.cells)
        return options[0].player if options else None

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves so far, as an author writes them."""
        return tuple(phrase(self.rules.game, one.move) for one in self.done)

    def do(self, option: Choice) -> None:
        """A legal move, seen by all."""
        played = self.proceedings
        before, packs = played.state, len(played.chance.packs)
        self.done.append(Done(option.player, option.move, played.hands))
        played.act(option)
        for onlooker in self.onlookers.values():
            onlooker.saw(before, option.move, played.state, shuffled=len(played.chance.packs) > packs)


def dealt(
    game: Game, seed: int, settings: Mapping[str, str] | None = None, *, match: bool = False, seats: Sequence[Sitter] = ()
) -> Table | Refused:
    """A table at which the first hand is dealt, under house rules and a number of players; seats of whom nothing is said are
    persons'.
    """
    chosen = choose(game, settings or {})
    rules = compile_game(chosen) if isinstance(chosen, Game) else chosen
    if not isinstance(rules, Rules):
        return tuple(map(problem, rules))
    return _begun(rules, seed, match, seats)


def _begun(rules: Rules, seed: int, match: bool, seats: Sequence[Sitter]) -> Table | Refused:
    """A table before the first move."""
    sitting: tuple[Sitter, ...] = tuple(seats[n] if n < len(seats) else "person" for n in range(rules.game.players))
    watching = {seat: Onlooker(rules, seat) for seat, who in enumerate(sitting) if who in ("greedy", "good")}
    table = Table(seed, Proceedings(rules, SeededChance(seed), match), sitting, onlookers=watching)
    try:
        table.proceedings.begin()
        table.proceedings.begin_hand()
    except Faulted as fault:
        return (problem(diagnosed(fault)),)
    return table


# ---------------------------------------------------------------------------------------------- moves


def act(table: Table, seat: int, written: str) -> Refused:
    """Do a move, as an author writes it or as JSON; why not, where it is not legal, and then nothing has happened."""
    move = read_move(table, seat, written)
    return _do(table, move) if isinstance(move, Move) else move


def _do(table: Table, move: Move) -> Refused:
    if len(table.done) >= MOST_MOVES:
        return (problem(Diagnostic("C0824", say("a table has at most {n} moves", n=MOST_MOVES))),)
    before = len(table.done)
    try:
        option = find(table.rules, table.proceedings.state, move)
        if option is None:
            return (problem(Diagnostic("C0818", say("`{move}` is not legal here", move=phrase(table.rules.game, move)))),)
        table.do(option)
    except Faulted as fault:
        _go_back(table, before)
        return (problem(diagnosed(fault)),)
    return ()


def _go_back(table: Table, moves: int) -> None:
    """Play again what was played before something broke down in the middle."""
    before = _replayed(table, moves)
    if isinstance(before, Table):
        table.proceedings, table.done, table.onlookers = before.proceedings, before.done, before.onlookers


def read_move(table: Table, seat: int, written: str) -> Move | Refused:
    """A move of the player in a seat, whose turn it must be."""
    if seat != table.actor:
        return (problem(Diagnostic("C0818", say("no move of the player in seat {n} is awaited", n=seat + 1))),)
    move = read_written(table.rules.game, written)
    return move if isinstance(move, Move) else tuple(map(problem, move))


def next_hand(table: Table) -> Refused:
    """Deal the next hand of a match, where one is to come."""
    if not table.proceedings.goes_on:
        return (problem(Diagnostic("C0818", say("no hand is to be dealt"))),)
    try:
        table.proceedings.begin_hand()
    except Faulted as fault:
        return (problem(diagnosed(fault)),)
    return ()


# ---------------------------------------------------------------------------------------------- again


def undone(table: Table, moves: int = 1) -> Table | Refused:
    """The table as it was some moves ago; as it was dealt, where there were fewer."""
    return _replayed(table, max(0, len(table.done) - max(0, moves)))


def _replayed(table: Table, moves: int) -> Table | Refused:
    """The table after its first moves."""
    again = _begun(table.rules, table.seed, table.proceedings.match, table.seats)
    if isinstance(again, Table):
        for one in table.done[:moves]:
            wrong = _do_again(again, one.move)
            if wrong:
                return wrong
    return again


def _do_again(table: Table, move: Move) -> Refused:
    """A move, in the next hand of the match where this one has ended."""
    return (() if table.proceedings.awaits else next_hand(table)) or _do(table, move)


def played_on(table: Table, moves: Sequence[str]) -> Stopped | None:
    """Do moves as an author writes them, of whoever's turn it is, hand after hand; where one cannot be done, no more."""
    for number, written in enumerate(moves, 1):
        move = read_written(table.rules.game, written)
        wrong = _do_again(table, move) if isinstance(move, Move) else tuple(map(problem, move))
        if wrong:
            return Stopped(number, written, wrong[0])
    return None


def record(table: Table) -> Mapping[str, Json]:
    """The record of what was played: it tells all cards, and is for when play is over."""
    return write_record(table.rules, table.proceedings.played(), match=table.proceedings.match)
