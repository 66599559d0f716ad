"""The value of a number that depends only on facts that are known: how many play, or how many hands were played."""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import conjuncts, default, disjuncts, operands_of
from cartaro_grammar import game as g


@dataclass(frozen=True, slots=True)
class Known:
    """The numbers of a game with some `players`, if they are known, after the hands that a `counter` has counted, while a
    `pile` has all cards; a number that depends on other facts is None.
    """

    game: g.Game
    players: int | None = None
    counter: str = ""
    played: int = 0
    pile: str = ""

    def number(self, e: g.Expr) -> int | None:
        """Return the number of an expression."""
        match e:
            case g.Number(value):
                return value
            case g.Recall(cell, None) if cell == self.counter:
                return self.played
            case g.Size(g.Everyone(type=of)) if of.kind == "players":
                return self.players
            case g.Size(g.InZone(zone, None)) if zone == self.pile:
                return len(self.game.deck.cards)
            case g.Size(g.AllCards()):
                return len(self.game.deck.cards)
            case g.Apply(function, ()):
                return self.defined(function)
            case g.Operation("+" | "-" | "*" | "quotient" | "quotient up", (first, second)):
                a, b = self.number(first), self.number(second)
                return None if a is None or b is None else _computed(e.operator, a, b)
            case _:
                return default(e, None)

    def defined(self, function: str) -> int | None:
        """Return the number that a word without arguments has."""
        rows = self.game.definitions_of(function)
        met = [(clause, node, self._met(clause)) for clause, node in rows]
        if any(one is None for _, _, one in met):
            return None
        applying = [(clause, node) for clause, node, one in met if one]
        names = {clause.name for clause, _ in applying}
        first = [node for clause, node in applying if names.isdisjoint(self.game.yields_to(clause.name))]
        return self.number(first[0].value) if len(first) == 1 else None

    def _met(self, clause: g.Clause) -> bool | None:
        asked = [self._holds(e) for e in conjuncts(*clause.when)]
        barred = [self._holds(e) for e in clause.unless]
        return None if None in (*asked, *barred) else all(asked) and not any(barred)

    def _holds(self, e: g.Expr) -> bool | None:
        denied, either = operands_of(e, "not"), disjuncts(e)
        if denied:
            inner = self._holds(denied[0])
            return None if inner is None else not inner
        if len(either) > 1:
            found = [self._holds(one) for one in either]
            return None if None in found else any(found)
        match e:
            case g.Operation("and", operands):
                together = [self._holds(one) for one in operands]
                return None if None in together else all(together)
            case g.Operation("=" | "<" | "<=", (first, second)):
                a, b = self.number(first), self.number(second)
                if a is None or b is None:
                    return None
                return a == b if e.operator == "=" else a < b if e.operator == "<" else a <= b
            case _:
                return default(e, None)


def _computed(operator: str, a: int, b: int) -> int | None:
    """Return the result of a calculation; None for a division by zero."""
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "quotient":
            return a // b if b else None
        case _:
            return -(-a // b) if b else None
