"""Choices of cards that whoever acts does not see: what a player is offered, and the card that chance settles.

A *choice* is a move whose unseen arguments are left open (`OPEN_CARD`).  All legal moves that differ in their unseen cards
alone are one choice, since no condition may ask which card it is.  A move that is done names the card, each as likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from cartaro_grammar import Diagnostic, Game
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.turn import Choice
from cartaro_interpreter.play.view import view
from cartaro_interpreter.state.layout import Cells, members
from cartaro_interpreter.state.move import OPEN_CARD, Move
from cartaro_interpreter.state.state import State

Pick = Callable[[int], int]
"""From a count to a number below it."""


@cache
def unseen_places(act: g.Act) -> tuple[int, ...]:
    """The places of the arguments that are chosen unseen."""
    return tuple(place for place, parameter in enumerate(act.parameters) if parameter.unseen)


def choice_of(game: Game, move: Move) -> Move:
    """A move as it is chosen: its unseen cards left open."""
    act = game.act.get(move.act)
    if act is None or not unseen_places(act):
        return move
    return Move(move.act, tuple(OPEN_CARD if p.unseen else v for p, v in zip(act.parameters, move.args, strict=True)), move.by)


def is_open(move: Move) -> bool:
    """Whether a card of a move is still to be settled by chance."""
    return OPEN_CARD in move.args


def names_unseen(game: Game, move: Move) -> g.Parameter | None:
    """The first parameter chosen unseen whose card a move names."""
    act = game.act.get(move.act)
    places = () if act is None or act.finding else unseen_places(act)
    return next((act.parameters[n] for n in places if act is not None and move.args[n] != OPEN_CARD), None)


def choices(game: Game, moves: Iterable[Move]) -> tuple[Move, ...]:
    """The choices among moves, each where its first move stands."""
    found = dict[tuple[str, tuple[int, ...]], Move]()
    for move in moves:
        choice = choice_of(game, move)
        found.setdefault((choice.act, choice.args), choice)
    return tuple(found.values())


def unseen_cards(rules: Rules, cells: Cells, player: int, move: Move, place: int) -> tuple[int, ...]:
    """The cards that an open argument may be."""
    inquiry = rules.acts[move.act].inquiry
    found: list[int] = []
    for card in members(rules.layout.pack):
        args = (*move.args[:place], card, *move.args[place + 1 :])
        if inquiry.domains[place](cells, inquiry.frame(player, args)):
            found.append(card)
    return tuple(found)


def settled(rules: Rules, cells: Cells, option: Choice, pick: Pick) -> Choice:
    """A legal choice with its open cards settled: of those that each may be, the one that `pick` says."""
    move = option.move
    for place, value in enumerate(move.args):
        if value == OPEN_CARD:
            cards = unseen_cards(rules, cells, option.player, move, place)
            move = replace(move, args=(*move.args[:place], cards[pick(len(cards))], *move.args[place + 1 :]))
    return option._replace(move=move)


def as_known_to(rules: Rules, player: int, before: State, move: Move, after: State) -> Move:
    """A move that was done, as a player knows it: without the unseen cards that lay open to them neither before nor after."""
    act = rules.game.act.get(move.act)
    if act is None or not unseen_places(act):
        return move
    seen = set[int]()
    for found in (view(rules, before, player), view(rules, after, player)):
        if not isinstance(found, Diagnostic):
            for zone in found.zones:
                seen.update(zone.cards or (() if zone.top is None else (zone.top,)))
    args = tuple(
        OPEN_CARD if parameter.unseen and value not in seen else value
        for parameter, value in zip(act.parameters, move.args, strict=True)
    )
    return replace(move, args=args)
