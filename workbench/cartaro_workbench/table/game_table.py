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
    State,
    as_known_to,
    choice_of,
    compile_game,
    diagnosed,
    find,
    finding_of,
    irregular,
    is_open,
    judge,
    names_unseen,
    phrase,
    read_written,
    write_record,
)
from cartaro_interpreter import legal as legal_choices
from cartaro_workbench.editing.problems import Problem, problem
from cartaro_workbench.table.entries import TableEntry, read_entry, written_entry

MOST_MOVES = 20_000

Refused = tuple[Problem, ...]
Sitter = Literal["person", "random", "greedy", "good"]
"""Who sits in a seat: a person, or a machine that plays by chance, takes what is best at once, or searches."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Done:
    """What was entered: by or for the player in which seat, in which hand, from 1, and its number in the record, from 1.

    A card chosen unseen is open in `entry`, since the seed settles it; `move` has it, and `seen_by` are the seats that saw it.
    """

    seat: int
    entry: TableEntry
    hand: int
    number: int
    move: Move
    seen_by: frozenset[int] = frozenset()

    def move_for(self, game: Game, seat: int) -> Move:
        """The move as the player in a seat knows it."""
        return self.move if seat in self.seen_by else choice_of(game, self.move)


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
        """All that was entered so far, as an author writes it."""
        return tuple(written_entry(self.rules.game, one.entry) for one in self.done)

    def do(self, option: Choice) -> None:
        """A legal move, seen by all but for a card that is chosen unseen."""
        played = self.proceedings
        before, packs, hand = played.state, len(played.chance.packs), played.hands
        played.act(option)
        move = self._entered(option.player, TableEntry(option.move), hand, before)
        for onlooker in self.onlookers.values():
            onlooker.saw(before, move, played.state, shuffled=len(played.chance.packs) > packs)

    def find(self, finding: Move, seat: int) -> None:
        """A finding that may be entered, for the player in a seat."""
        before, hand = self.proceedings.state, self.proceedings.hands
        self.proceedings.find(finding)
        self._entered(seat, TableEntry(finding), hand, before)

    def stand(self, found: Irregular) -> None:
        """A move that breaks a rule and that nobody notices before the next."""
        before, hand = self.proceedings.state, self.proceedings.hands
        self.proceedings.stand(found)
        self._entered(found.option.player, TableEntry(found.move, found.bars), hand, before)

    def _entered(self, seat: int, entry: TableEntry, hand: int, before: State) -> Move:
        """Keep what was entered, and return the move with all its cards; what stood so far and may be ruled on now is."""
        played, game = self.proceedings, self.rules.game
        move = played.entries[-1]
        assert isinstance(move, Move)
        seen_by = frozenset[int]()
        if names_unseen(game, move) is not None:
            after = played.state
            known = ((n, as_known_to(self.rules, n, before, move, after)) for n in range(game.players))
            seen_by = frozenset(n for n, told in known if not is_open(told))
        self.done.append(Done(seat, entry, hand, len(played.entries), move, seen_by))
        if played.standing:
            played.settle()
        return move


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
    if not isinstance(move, Move):
        return move
    return _peeking(table.rules.game, move) or _do(table, TableEntry(move))


def _peeking(game: Game, move: Move) -> Refused:
    """That a card chosen unseen cannot be named: whether it lies there is not for the player to know."""
    parameter = names_unseen(game, move)
    if parameter is None:
        return ()
    message = say("`{name}` is chosen unseen, and cannot be named beforehand", name=parameter.name)
    advice = say("write `{move}`", move=phrase(game, choice_of(game, move)))
    return (problem(Diagnostic("C0818", message, help=advice)),)


def enter(table: Table, seat: int, written: str) -> Refused:
    """Do what a player has called the arbiter for: a finding, or a move of theirs that breaks a rule, unnoticed."""
    if seat != table.actor:
        return not_awaited(seat)
    entry = read_entry(table.rules.game, written)
    if not isinstance(entry, TableEntry):
        return entry
    return _peeking(table.rules.game, entry.move) or _do(table, entry)


def _do(table: Table, entry: TableEntry) -> Refused:
    if len(table.done) >= MOST_MOVES:
        return (problem(Diagnostic("C0824", say("a table has at most {n} moves", n=MOST_MOVES))),)
    before = len(table.done)
    try:
        if not _done(table, entry):
            wrong = say("`{move}` is not legal here", move=written_entry(table.rules.game, entry))
            return (problem(Diagnostic("C0818", wrong)),)
    except Faulted as fault:
        _go_back(table, before)
        return (problem(diagnosed(fault)),)
    return ()


def _done(table: Table, entry: TableEntry) -> bool:
    """Do what may be entered, and say whether it may."""
    rules, state, move = table.rules, table.proceedings.state, entry.move
    seat = table.actor
    if entry.despite:
        broken = irregular(rules, state)
        if isinstance(broken, Diagnostic):
            return False
        same = (one for one in broken if (one.move.act, one.move.args, one.bars) == (move.act, move.args, entry.despite))
        found = next((one for one in same if one.option.player == seat), None)
        if found is not None:
            table.stand(found)
        return found is not None
    if finding_of(rules.game, move.act) is not None:
        verdict = judge(rules, state, move)
        can = seat is not None and not isinstance(verdict, Diagnostic) and verdict.legal
        if can and seat is not None:
            table.find(move, seat)
        return can
    option = find(rules, state, move)
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
