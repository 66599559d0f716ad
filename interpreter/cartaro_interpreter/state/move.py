"""A move: an act with its arguments, and the permissions that it stands on; a ruling on one; and what is written of them."""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_interpreter.state.layout import mask_of, members

END_OF_TURN = "end turn"
"""The move that leaves the rest of an optional turn undone; no act of an author can have a name with a space."""


@dataclass(frozen=True, slots=True)
class Move:
    """An act, its arguments in the order of its parameters, and the permissions in force that no prohibition bars.

    An argument is a card's (player's, side's) number for `one`, a mask for `some` and `all`, an answer's index for `either`;
    two moves are the same when act and arguments are.  A finding is a move of the arbiter, and stands on no permission.
    """

    act: str
    args: tuple[int, ...]
    by: tuple[str, ...]

    def same(self, other: Move) -> bool:
        """Whether both are the same act with the same arguments."""
        return self.act == other.act and self.args == other.args


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the arbiter rules on a move that broke a rule: the name of a breach clause."""

    clause: str


RecordEntry = Move | Ruling
"""What a record holds in its order: moves and findings, and rulings on moves."""

WrittenArgument = str | int | list[str] | list[int]


def argument_codes(game: Game, parameter: g.Parameter, value: int) -> WrittenArgument:
    """An argument as it is written: a card's code, codes in the deck's order, an answer, values of an attribute by their names,
    players and sides from 1.
    """
    if parameter.choice == "either":
        return parameter.answers[value]
    if parameter.type.kind == "card":
        return game.faces.codes[value]
    if parameter.type.kind in ("cards", "group"):
        return codes_of(game, value)
    if parameter.type.kind in ("symbol", "symbols"):
        names = symbols_of(game, parameter)
        return names[value] if parameter.type.kind == "symbol" else [names[number] for number in members(value)]
    return value + 1 if parameter.type.kind in ("player", "side") else [number + 1 for number in members(value)]


def symbols_of(game: Game, parameter: g.Parameter) -> tuple[str, ...]:
    """The values of the attribute among which a parameter is chosen, by their names."""
    attribute = next(a for a in game.deck.attributes if a.name == parameter.type.enumeration)
    return tuple(value.name for value in attribute.values)


def codes_of(game: Game, mask: int) -> list[str]:
    """A set of faces as it is written: in the order of the deck, and of the cards that they are read as."""
    return [game.faces.codes[number] for number in in_order(game, mask)]


def in_order(game: Game, mask: int) -> list[int]:
    """The faces of a set in the order in which they are written."""
    faces = game.faces
    return sorted(members(mask), key=lambda number: (faces.kind[faces.faces[number].like], faces.faces[number].card))


def describe(game: Game, move: Move) -> dict[str, WrittenArgument]:
    """The arguments of a move as they are written, by parameter."""
    if move.act == END_OF_TURN:
        return {}
    act: g.Act = game.act[move.act]
    return {p.name: argument_codes(game, p, value) for p, value in zip(act.parameters, move.args, strict=True)}


def cites(game: Game, by: tuple[str, ...]) -> tuple[str, ...]:
    """The articles of the sources that some clauses cite, each once; a clause without its own, those of its article."""
    articles = {article.key: article for article in game.articles}
    found: dict[str, None] = {}
    for name in by:
        clause = game.clause[name]
        article = articles.get(clause.article)
        found.update(dict.fromkeys(clause.cites or (article.cites if article else ())))
    return tuple(found)


def cards_argument(parameter: g.Parameter, cards: tuple[int, ...]) -> int | None:
    """The value of an argument made of cards, or None where the parameter takes no such thing."""
    if parameter.type.kind == "card":
        return cards[0] if len(cards) == 1 else None
    return mask_of(cards) if parameter.type.kind in ("cards", "group") else None


def single_cards(game: Game, move: Move) -> tuple[int, ...]:
    """The single cards, or faces, that a move names, by their numbers; those of its sets and groups are none."""
    parameters = () if move.act == END_OF_TURN else game.act[move.act].parameters
    return tuple(value for p, value in zip(parameters, move.args, strict=True) if p.choice == "one" and p.type.kind == "card")


def phrase(game: Game, move: Move) -> str:
    """A move as an author writes it: `take 6C 3S with CD`."""
    words = [move.act]
    for parameter in game.act[move.act].parameters if move.act != END_OF_TURN else ():
        value = describe(game, move)[parameter.name]
        words += [parameter.preposition or "", " ".join(map(str, value)) if isinstance(value, list) else str(value)]
    return " ".join(word for word in words if word)
