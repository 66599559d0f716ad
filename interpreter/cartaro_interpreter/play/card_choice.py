"""The moves that chosen cards may mean: for whoever points at cards and has not said what to do with them.

Takes a state and cards, each as itself; gives the legal moves that are done with just these, and those that need more.  Of
equal cards any may be chosen: the move is then given with the very cards that were.  A group on the table is pointed at by any
of its cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from cartaro_grammar import Diagnostic
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.referee import find, legal_moves
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import groups_of, mask_of, members
from cartaro_interpreter.state.masks import as_set, decoded
from cartaro_interpreter.state.move import END_OF_TURN, Move, symbols_of
from cartaro_interpreter.state.state import State

CardSet = frozenset[int]
MOST_MEANT = 500
"""Of the moves that chosen cards could mean no more are looked at."""


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
        if parameter.type.kind not in ("card", "cards", "group"):
            continue
        cards = members(rules.layout.faces.physical(as_set(decoded(parameter.type, value)).mask))
        if parameter.type.kind == "group":
            groups.append(frozenset(cards))
        else:
            named.update(cards)
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


# ---------------------------------------------------------------------------------------------- legal or not


def meant_by_cards(rules: Rules, state: State, cards: Collection[int]) -> tuple[Move, ...]:
    """The moves, legal or not, that name all chosen cards and no others, but for those of a group that lies on the table, which
    is pointed at by any of its cards; what is no card in them may be anything.  Act by act, `MOST_MEANT` of each at most.
    """
    chosen = tuple(sorted(set(cards)))
    acts = (act for act in rules.game.acts if not act.finding)
    return tuple(move for act in acts for move in islice(_meant(rules, state, act, chosen), MOST_MEANT))


def _meant(rules: Rules, state: State, act: g.Act, chosen: tuple[int, ...]) -> Iterator[Move]:
    """The moves of one act: every way to give the chosen cards to its parameters."""
    places = [n for n, parameter in enumerate(act.parameters) if parameter.type.kind in ("card", "cards", "group")]
    if not places and chosen:
        return
    for given in islice(product(places, repeat=len(chosen)), 8 * MOST_MEANT):
        shares = {place: tuple(card for card, to in zip(chosen, given, strict=True) if to == place) for place in places}
        ways = [
            _card_values(rules, state, parameter, shares[n]) if n in shares else _other_values(rules, parameter)
            for n, parameter in enumerate(act.parameters)
        ]
        yield from (Move(act.name, args, ()) for args in product(*ways))


def _card_values(rules: Rules, state: State, parameter: g.Parameter, cards: tuple[int, ...]) -> Sequence[int]:
    """What a parameter may be that some cards are given to; a group that lies on the table stands for each of its cards."""
    if not cards:
        return ()
    match parameter.type.kind:
        case "card":
            return cards if len(cards) == 1 else ()
        case "group":
            wanted = frozenset(cards)
            lying = (group for place in rules.layout.families for group in groups_of(state.cells, place))
            found = [group for group in lying if wanted <= frozenset(members(rules.layout.faces.physical(group)))]
            return found or (mask_of(cards),)
        case _:
            return (mask_of(cards),)


def _other_values(rules: Rules, parameter: g.Parameter) -> Sequence[int]:
    """What a parameter may be that no cards are given to; of several players, sides or values each alone."""
    if parameter.choice == "either":
        return range(len(parameter.answers))
    match parameter.type.kind:
        case "player":
            return range(rules.game.players)
        case "side":
            return range(rules.game.sides)
        case "symbol":
            return range(len(symbols_of(rules.game, parameter)))
        case "players":
            return [1 << player for player in range(rules.game.players)]
        case "sides":
            return [1 << side for side in range(rules.game.sides)]
        case "symbols":
            return [1 << value for value in range(len(symbols_of(rules.game, parameter)))]
        case _:
            return ()
