"""Definitions that are asked of what cards may be read as.

A kind or a value of cards that lie somewhere (`class of hand`) does not say what an ace or a joker among them is read as: it is
asked of each reading.  Here stands of which argument; how it is asked is each backend's.
"""

from __future__ import annotations

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts


def read_argument(game: g.Game, expr: g.Apply) -> int | None:
    """The place of the one argument in whose readings a definition is asked: cards as they lie, or of a value cards written
    out, where a condition of the definition looks at something that a reading changes; None where there is no such one.
    """
    if game.faces.count == game.faces.pack or not _looks_at_readings(game, expr.function):
        return None
    written = expr.type.kind != "truth"
    places = [n for n, argument in enumerate(expr.arguments) if argument.type.kind == "cards" and _lies(argument, written)]
    return places[0] if len(places) == 1 else None


def _lies(expr: g.Expr, written: bool) -> bool:
    """Whether an expression is of cards that are read as nothing yet: of zones, and sets chosen or made of these."""
    if isinstance(expr, g.Where):
        return _lies(expr.members, written)
    if isinstance(expr, g.Operation) and expr.operator in ("union", "minus"):
        first, *others = expr.operands
        return _lies(first, written) and all(_lies(other, written) or other.type.kind == "card" for other in others)
    return isinstance(expr, g.InZone | g.AllCards) or (written and isinstance(expr, g.Cards))


def _looks_at_readings(game: g.Game, function: str) -> bool:
    """Whether the conditions of a definition, or what they ask, look at what a reading of a card changes."""
    changed = _changed_by_readings(game)
    conditions = tuple(
        (clause.when, clause.unless, said.value if said.value.type.kind == "truth" else ())
        for clause, said in game.definitions_of(function)
    )
    seen, left = {function}, [*parts(conditions)]
    while left:
        part = left.pop()
        name = _asked_by_name(part)
        if name in changed:
            return True
        if isinstance(part, g.Apply) and part.function not in seen:
            seen.add(part.function)
            left += parts(game.asked_by(part.function))
    return False


def _asked_by_name(part: object) -> str | None:
    """What of a card a part of an expression asks."""
    if isinstance(part, g.Pattern):
        return part.attribute
    if isinstance(part, g.Attribute):
        return part.name
    return part.measure if isinstance(part, g.Extreme) else None


def _changed_by_readings(game: g.Game) -> frozenset[str | None]:
    """The measures that readings set; of a card that may be read as another, all that is printed on cards."""
    names: set[str | None] = {name for face in game.faces.faces for name, _ in face.settings}
    if any(face.like != face.card for face in game.faces.faces):
        names.update(attribute.name for attribute in game.deck.attributes)
        names.update(measure.name for measure in game.deck.measures)
    return frozenset(names)
