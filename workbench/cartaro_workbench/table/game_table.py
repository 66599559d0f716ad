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
    Irregular,
    Json,
    Move,
    Proceedings,
    Rules,
    SeededChance,
    compile_game,
    diagnosed,
    finding_of,
    in_demand,
    irregular,
    judge,
    read_written,
    write_record,
)
from cartaro_workbench.editing.problems import Problem, problem
from cartaro_workbench.table.entries import TableEntry, read_entry, written_entry

MOST_MOVES = 20_000

Refused = tuple[Problem, ...]
Sitter = Literal["person", "random", "greedy", "good"]
"""Who sits in a seat: a person, or a machine that plays by chance, takes what is best at once, or searches."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Done:
    """What was entered: by or for the player in which seat, in which hand, from 1, and its number in the record, from 1."""

    seat: int
    entry: TableEntry
    hand: int
    number: int

    @property
    def move(self) -> Move:
        return self.entry.move


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
        options = self.proceedings.options()
        return options[0].player if options else None

    @property
    def moves(self) -> tuple[str, ...]:
        """All that was entered so far, as an author writes it."""
        return tuple(written_entry(self.rules.game, one.entry) for one in self.done)

    def do(self, option: Choice) -> None:
        """A legal move, seen by all."""
        played = self.proceedings
        before, packs, hand = played.state, len(played.chance.packs), played.hands
        played.act(option)
        self._entered(Done(option.player, TableEntry(option.move), hand, len(played.entries)))
        for onlooker in self.onlookers.values():
            onlooker.saw(before, option.move, played.state, shuffled=len(played.chance.packs) > packs)

    def find(self, finding: Move, seat: int) -> None:
        """A finding that may be entered, for the player in a seat."""
        hand = self.proceedings.hands
        self.proceedings.find(finding)
        self._entered(Done(seat, TableEntry(finding), hand, len(self.proceedings.entries)))

    def stand(self, found: Irregular) -> None:
        """A move that breaks a rule and that nobody notices before the next."""
        hand = self.proceedings.hands
        self.proceedings.stand(found)
        entry = TableEntry(found.move, found.bars)
        self._entered(Done(found.option.player, entry, hand, len(self.proceedings.entries)))

    def notice(self, found: Irregular) -> None:
        """A move that breaks a rule and is noticed at once: the same player makes it good next."""
        hand, number = self.proceedings.hands, len(self.proceedings.entries) + 1
        self.proceedings.at_once(found, found.at_once, stands=False)
        self._entered(Done(found.option.player, TableEntry(found.move, ruled=found.at_once), hand, number))

    def legal(self) -> tuple[Move, ...] | Diagnostic:
        """The moves that may be made now, in canonical order."""
        try:
            return tuple(option.move for option in self.proceedings.options())
        except Faulted as fault:
            return diagnosed(fault)

    def _entered(self, done: Done) -> None:
        """Keep what was entered; what stood so far and may be ruled on now is."""
        self.done.append(done)
        if self.proceedings.standing:
            self.proceedings.settle()


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
    return _do(table, TableEntry(move)) if isinstance(move, Move) else move


def enter(table: Table, seat: int, written: str) -> Refused:
    """Do what a player has called the arbiter for: a finding, or a move of theirs that breaks a rule, unnoticed."""
    if seat != table.actor:
        return not_awaited(seat)
    entry = read_entry(table.rules.game, written)
    return _do(table, entry) if isinstance(entry, TableEntry) else entry


def _do(table: Table, entry: TableEntry) -> Refused:
    if len(table.done) >= MOST_MOVES:
        return (problem(Diagnostic("C0824", say("a table has at most {n} moves", n=MOST_MOVES))),)
    before = len(table.done)
    try:
        if not _done(table, entry):
            wrong, asked = (
                say("`{move}` is not legal here", move=written_entry(table.rules.game, entry)),
                table.proceedings.demand,
            )
            if asked:
                why = in_demand(table.rules, asked)
                wrong = say("`{move}` is not legal: {why}", move=written_entry(table.rules.game, entry), why=why)
            return (problem(Diagnostic("C0818", wrong)),)
    except Faulted as fault:
        _go_back(table, before)
        return (problem(diagnosed(fault)),)
    return ()


def _done(table: Table, entry: TableEntry) -> bool:
    """Do what may be entered, and say whether it may."""
    rules, state, move = table.rules, table.proceedings.state, entry.move
    seat = table.actor
    if entry.despite or entry.ruled:
        broken = () if table.proceedings.demand else irregular(rules, state)
        if isinstance(broken, Diagnostic):
            return False
        mine = (one for one in broken if one.option.player == seat and one.move.same(move))
        found = next((one for one in mine if (one.at_once == entry.ruled if entry.ruled else one.bars == entry.despite)), None)
        if found is None or not (entry.ruled or found.later):
            return False
        (table.notice if entry.ruled else table.stand)(found)
        return True
    if finding_of(rules.game, move.act) is not None:
        if table.proceedings.demand:
            return False
        verdict = judge(rules, state, move)
        can = seat is not None and not isinstance(verdict, Diagnostic) and verdict.legal
        if can and seat is not None:
            table.find(move, seat)
        return can
    option = table.proceedings.meant(move)
    if option is not None:
        table.do(option)
    return option is not None


def _go_back(table: Table, moves: int) -> None:
    """Play again what was played before something broke down in the middle."""
    before = _replayed(table, moves)
    if isinstance(before, Table):
        table.proceedings, table.done, table.onlookers = before.proceedings, before.done, before.onlookers


def read_move(table: Table, seat: int, written: str) -> Move | Refused:
    """A move of the player in a seat, whose turn it must be."""
    if seat != table.actor:
        return not_awaited(seat)
    move = read_written(table.rules.game, written)
    return move if isinstance(move, Move) else tuple(map(problem, move))


def not_awaited(seat: int) -> Refused:
    """That it is not the turn of the player in a seat."""
    return (problem(Diagnostic("C0818", say("no move of the player in seat {n} is awaited", n=seat + 1))),)


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
            wrong = _do_again(again, one.entry)
            if wrong:
                return wrong
    return again


def _do_again(table: Table, entry: TableEntry) -> Refused:
    """An entry, in the next hand of the match where this one has ended."""
    return (() if table.proceedings.awaits else next_hand(table)) or _do(table, entry)


def played_on(table: Table, moves: Sequence[str]) -> Stopped | None:
    """Do moves as an author writes them, of whoever's turn it is, hand after hand; where one cannot be done, no more."""
    for number, written in enumerate(moves, 1):
        entry = read_entry(table.rules.game, written)
        wrong = _do_again(table, entry) if isinstance(entry, TableEntry) else entry
        if wrong:
            return Stopped(number, written, wrong[0])
    return None


def record(table: Table) -> Mapping[str, Json]:
    """The record of what was played: it tells all cards, and is for when play is over."""
    return write_record(table.rules, table.proceedings.played(), match=table.proceedings.match)
