"""The moves that chosen cards may mean: for whoever points at cards and has not said what to do with them.

Takes a state and cards, each as itself; gives the legal moves that are done with just these, and those that need more.  Of
equal cards any may be chosen: the move is then given with the very cards that were.  A group on the table is pointed at by any
of its cards.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from cartaro_grammar import Diagnostic
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.referee import diagnosed, find, legal_moves
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import members
from cartaro_interpreter.state.move import END_OF_TURN, Move
from cartaro_interpreter.state.state import State

CardSet = frozenset[int]


@dataclass(frozen=True, slots=True)
class CardMoves:
    """The legal moves whose cards are those chosen (`whole`), and those whose cards are these and others (`begun`)."""

    whole: tuple[Move, ...]
    begun: tuple[Move, ...]


def moves_of_cards(rules: Rules, state: State, cards: Collection[int]) -> CardMoves | Diagnostic:
    """What may be done with some cards, by their numbers, in the order of the legal moves."""
    moves, chosen = legal_moves(rules, state), frozenset(cards)
    if isinstance(moves, Diagnostic):
        return moves
    whole, begun = list[Move](), list[Move]()
    try:
        for move in moves:
            meant = _done_with(rules, state, move, chosen)
            found = [] if meant is None else whole if _is_whole(rules, meant, chosen) else begun
            if meant is not None and not any(meant.same(other) for other in found):
                found.append(meant)
    except Faulted as fault:
        return diagnosed(fault)
    return CardMoves(tuple(whole), tuple(begun))


def cards_of(rules: Rules, move: Move) -> tuple[CardSet, tuple[CardSet, ...]]:
    """The cards that a move names, and those of each group that it is done to."""
    named, groups = set[int](), list[CardSet]()
    parameters = () if move.act == END_OF_TURN else rules.game.act[move.act].parameters
    for parameter, value in zip(parameters, move.args, strict=True):
        if parameter.type.kind == "card" and value >= 0:
            named.add(rules.layout.faces.base[value])
        elif parameter.type.kind == "cards":
            named.update(members(rules.layout.faces.physical(value)))
        elif parameter.type.kind == "group":
            groups.append(frozenset(members(rules.layout.faces.physical(value))))
    return frozenset(named), tuple(groups)


def _is_whole(rules: Rules, move: Move, chosen: CardSet) -> bool:
    named, groups = cards_of(rules, move)
    return named <= chosen and all(group & chosen for group in groups)


def _done_with(rules: Rules, state: State, move: Move, chosen: CardSet) -> Move | None:
    """A legal move with the chosen cards among its own, equal ones changed for them; None where they are not."""
    named, groups = cards_of(rules, move)
    kind, changed = rules.game.faces.kind, dict[int, int]()
    for card in sorted(chosen.difference(named, *groups)):
        equal = (other for other in sorted(named - chosen - changed.keys()) if kind[other] == kind[card])
        other = next(equal, None)
        if other is None:
            return None
        changed[other] = card
    if not changed:
        return move
    option = find(rules, state, _changed(rules, move, changed))
    return None if option is None else option.move


def _changed(rules: Rules, move: Move, changed: dict[int, int]) -> Move:
    """A move with other cards in place of some, each read as the one that it stands for was."""
    faces, args = rules.layout.faces, list[int]()

    def face(number: int) -> int:
        card = changed.get(faces.base[number])
        return number if card is None else faces.taken_over(card, number)

    for parameter, value in zip(rules.game.act[move.act].parameters, move.args, strict=True):
        match parameter.type.kind:
            case "card" if value >= 0:
                args.append(face(value))
            case "cards":
                args.append(sum(1 << face(number) for number in members(value)))
            case _:
                args.append(value)
    return Move(move.act, tuple(args), move.by)
