"""A table for a page: a hand or a match from a seed, move by move, with undo, for people and for players by chance.

A seat is counted from 0 and is asked for by whoever sits there: what that player may not see is in none of the answers.  The
same game, seed and moves give the same table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cartaro_grammar import Diagnostic, Game, choose, say
from cartaro_interpreter import (
    Faulted,
    Json,
    Move,
    Proceedings,
    RandomPlayer,
    Rules,
    Ruling,
    SeededChance,
    compile_game,
    diagnosed,
    find,
    judge,
    legal,
    legal_moves,
    phrase,
    read_written,
    write_record,
)
from cartaro_rulebook import explain_move
from cartaro_workbench.editing.problems import Problem, problem

MOST_MOVES = 20_000
PUBLIC_REASONS = frozenset({"permission", "barred", "step", "turn"})
"""Why a move is not legal, where saying it tells nothing of where a card lies."""

Refused = tuple[Problem, ...]


@dataclass(slots=True)
class Table:
    """Play under way, and the seed that it came of."""

    seed: int
    proceedings: Proceedings

    @property
    def rules(self) -> Rules:
        return self.proceedings.rules

    @property
    def actor(self) -> int | None:
        """The seat whose move is awaited."""
        if not self.proceedings.awaits:
            return None
        options = legal(self.rules, self.proceedings.cells)
        return options[0].player if options else None


def dealt(game: Game, seed: int, settings: Mapping[str, str] | None = None, *, match: bool = False) -> Table | Refused:
    """A table at which the first hand is dealt, under house rules and a number of players."""
    chosen = choose(game, settings or {})
    rules = compile_game(chosen) if isinstance(chosen, Game) else chosen
    if not isinstance(rules, Rules):
        return tuple(map(problem, rules))
    return _replayed(rules, seed, match, ())


def _replayed(rules: Rules, seed: int, match: bool, moves: tuple[Move, ...]) -> Table | Refused:
    """A table after some moves, each of which was legal."""
    table = Table(seed, Proceedings(rules, SeededChance(seed), match))
    try:
        table.proceedings.begin()
        table.proceedings.begin_hand()
        for move in moves:
            if not table.proceedings.awaits:
                table.proceedings.begin_hand()
            option = find(rules, table.proceedings.state, move)
            if option is not None:
                table.proceedings.act(option)
    except Faulted as fault:
        return (problem(diagnosed(fault)),)
    return table


def act(table: Table, seat: int, written: str) -> Refused:
    """Do a move, as an author writes it or as JSON; why not, where it is not legal, and then nothing has happened."""
    move = _read(table, seat, written)
    if not isinstance(move, Move):
        return move
    played = table.proceedings
    if len(played.entries) >= MOST_MOVES:
        return (problem(Diagnostic("C0824", say("a table has at most {n} moves", n=MOST_MOVES))),)
    try:
        option = find(table.rules, played.state, move)
        if option is None:
            return (problem(Diagnostic("C0818", say("`{move}` is not legal here", move=phrase(table.rules.game, move)))),)
        played.act(option)
    except Faulted as fault:
        _go_back(table)
        return (problem(diagnosed(fault)),)
    return ()


def _go_back(table: Table) -> None:
    """Play again what was played before something broke down in the middle."""
    before = undone(table, 0)
    if isinstance(before, Table):
        table.proceedings = before.proceedings


def _read(table: Table, seat: int, written: str) -> Move | Refused:
    """A move of the player in a seat, whose turn it must be."""
    if seat != table.actor:
        return (problem(Diagnostic("C0818", say("no move of the player in seat {n} is awaited", n=seat + 1))),)
    move = read_written(table.rules.game, written)
    return move if isinstance(move, Move) else tuple(map(problem, move))


def chance_move(table: Table) -> str | None:
    """A legal move picked by chance, as an author writes it; the same each time at the same table."""
    seat = table.actor
    moves = legal_moves(table.rules, table.proceedings.state) if seat is not None else ()
    if isinstance(moves, Diagnostic) or not moves:
        return None
    picked = RandomPlayer(f"{table.seed}/{seat}/{len(table.proceedings.entries)}").pick(len(moves))
    return phrase(table.rules.game, moves[picked])


def next_hand(table: Table) -> Refused:
    """Deal the next hand of a match, where one is to come."""
    if not table.proceedings.goes_on:
        return (problem(Diagnostic("C0818", say("no hand is to be dealt"))),)
    try:
        table.proceedings.begin_hand()
    except Faulted as fault:
        return (problem(diagnosed(fault)),)
    return ()


def undone(table: Table, moves: int = 1) -> Table | Refused:
    """The table as it was some moves ago; as it was dealt, where there were fewer."""
    entries = [entry for entry in table.proceedings.entries if not isinstance(entry, Ruling)]
    kept = tuple(entries[: max(0, len(entries) - moves)])
    return _replayed(table.rules, table.seed, table.proceedings.match, kept)


def why(table: Table, seat: int, written: str, code: str) -> Mapping[str, Json] | Refused:
    """Why a move is legal or is not, with the clauses and their articles, in a language; that it cannot be done, and no more,
    where the reason could tell the player what they may not see.
    """
    move = _read(table, seat, written)
    if not isinstance(move, Move):
        return move
    state = table.proceedings.state
    verdict = judge(table.rules, state, move)
    if isinstance(verdict, Diagnostic):
        return (problem(verdict),)
    if not verdict.legal and verdict.reason not in PUBLIC_REASONS:
        return (problem(Diagnostic("C0818", say("`{move}` cannot be done here", move=phrase(table.rules.game, move)))),)
    answer = explain_move(table.rules, state, move, code)
    return (problem(answer),) if isinstance(answer, Diagnostic) else answer


def record(table: Table) -> Mapping[str, Json]:
    """The record of what was played: it tells all cards, and is for when play is over."""
    return write_record(table.rules, table.proceedings.played(), match=table.proceedings.match)
