"""The encoder of a game: expressions as terms, with what is remembered of those that were encoded.

`Encoder.value` takes an expression and a scope and returns a `Value` of the expression's type: numbers and truths as
terms, a set of cards as a 0/1 vector, one card as its number or (unknown) as a vector with one 1 (all 0: nobody),
players, sides and symbols as `Guarded`.  The constructs are in `expressions`, and in the modules that it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from weakref import WeakMethod

from cartaro_grammar import CARD, Clause, Expr, Game, Type
from cartaro_grammar import game as g
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.terms import terms
from cartaro_verify.terms.messages import kind_in_words, words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered, Unread
from cartaro_verify.terms.unknowns import Cond, Num, Vec
from cartaro_verify.terms.values import Guarded, Read, SingleCard, Value, as_guarded, as_number, as_truth, merge

AbilityEncoder = WeakMethod[Callable[[g.Can, TermScope], Cond]]
"""What an expression `P can A …` becomes: said by the acts that have the encoder, and live longer.  Were they held from here,
they and all that Z3 holds for them would stay until Python looks for cycles, and it knows nothing of their size.
"""


class Encoder:
    """Encodes one game: `evaluate` gives the value of an expression, `axioms` collects facts about fresh terms."""

    def __init__(
        self,
        game: Game,
        context: ProofContext,
        evaluate: Callable[[Encoder, Expr, TermScope], Value],
        can: AbilityEncoder | None,
    ) -> None:
        self.game = game
        self.context = context
        self.unknowns = context.unknowns
        self.size = len(game.deck.cards)
        self.can = can
        self.evaluate = evaluate
        self.axioms: list[Cond] = []
        self.memo: dict[object, tuple[Value, object]] = {}
        self.looking: dict[str, bool] = {}
        self.filters: dict[g.Where, tuple[str, ...] | None] = {}
        """The words that a filter reads besides the card, where it reads nothing but them and what is printed on cards."""
        self.passing: dict[object, tuple[bool, ...]] = {}
        """The cards that such a filter lets pass, for known values of these words."""
        self.printed_on: dict[object, tuple[Value, Value]] = {}
        self.sets: dict[object, tuple[list[tuple[Cond, Vec]], object]] = {}
        self.groups = context.groups(game)
        self.divides = not all(isinstance(divisor, g.Number) and divisor.value > 0 for divisor in game.divisors)
        """Whether a remainder may be taken by something else than a known number above 0."""
        self.breaks: list[Cond] = []
        """When what was encoded cannot be worked out, so that play stops: where a remainder is taken by less than 1."""
        self.broken: dict[object, list[Cond]] = {}
        """The same of each definition that is remembered."""
        self.deferring = False
        """Whether an expression around the one that is encoded is left open where this one is."""
        self.attributes = {a.name: tuple(dict(c.attributes).get(a.name) for c in game.deck.cards) for a in game.deck.attributes}

    # -------------------------------------------------------------------------------- values

    def value(self, expr: Expr, scope: TermScope) -> Value:
        return self.evaluate(self, expr, scope)

    def number(self, expr: Expr, scope: TermScope) -> Num:
        return as_number(self.value(expr, scope))

    def truth(self, expr: Expr, scope: TermScope) -> Cond:
        return as_truth(self.value(expr, scope))

    def guarded(self, expr: Expr, scope: TermScope) -> Guarded:
        return as_guarded(self.value(expr, scope))

    def cards(self, expr: Expr, scope: TermScope) -> Vec:
        """A card or a set of cards, as a vector."""
        return self.vector(self.value(expr, scope), expr.type)

    def printed(self, expr: Expr, scope: TermScope) -> Vec:
        """A card or a set of cards of which is asked what is printed on them; raises `Unread` where they are read."""
        value = self.value(expr, scope)
        if isinstance(value, Read):
            raise Unread
        return self.vector(value, expr.type)

    def vector(self, value: Value, kind: Type) -> Vec:
        match value:
            case tuple():
                return value if value else (0,) * self.size
            case SingleCard():
                return tuple(int(i == value.number) for i in range(self.size))
            case Read():
                return self.vector(value.cards, CARD)
            case _:
                raise NotCovered(words("un_cards", x=kind_in_words(kind)))

    def kept(self, value: Value, kind: Type) -> Value:
        """What memory holds: cards as a vector, unless they are known."""
        none = isinstance(value, tuple) and not value
        return (0,) * self.size if none and kind.kind in ("card", "cards") else value

    def choose(self, condition: Cond, yes: Value, other: Value, kind: Type) -> Value:
        """If-then-else between two values of one type."""
        if condition is True or condition is False:
            return yes if condition else other
        if isinstance(yes, Read) or isinstance(other, Read):
            raise Unread
        if kind.kind == "truth":
            return terms.either(condition, as_truth(yes), as_truth(other))
        if kind.kind in ("card", "cards"):
            pairs = zip(self.vector(yes, kind), self.vector(other, kind), strict=True)
            return tuple(terms.choose(condition, a, b) for a, b in pairs)
        if isinstance(yes, Guarded) and isinstance(other, Guarded):
            return merge(condition, yes, other)
        return terms.choose(condition, as_number(yes), as_number(other))

    # -------------------------------------------------------------------------------- clauses

    def applies(self, clause: Clause, scope: TermScope) -> Cond:
        """Whether the case of a clause holds."""
        return self.holds(clause.when, clause.unless, scope)

    def holds(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: TermScope) -> Cond:
        holds: Cond = True
        for expr, wanted in (*((e, True) for e in when), *((e, False) for e in unless)):
            if holds is False:
                return False
            with self.where(holds):
                truth = self.truth(expr, scope)
            holds = terms.every(holds, truth if wanted else terms.no(truth))
        return holds

    @contextmanager
    def where(self, condition: Cond) -> Generator[None]:
        """What is encoded meanwhile is worked out only where a condition holds."""
        outer, self.breaks = self.breaks, []
        try:
            yield
        finally:
            self.breaks = outer + [terms.every(condition, b) for b in self.breaks]

    @contextmanager
    def watched(self) -> Generator[list[Cond]]:
        """Meanwhile gathers when what is encoded cannot be worked out."""
        outer, self.breaks = self.breaks, []
        found = self.breaks
        try:
            yield found
        finally:
            found[:] = self.breaks
            self.breaks = outer

    def in_force(self, clause: Clause, rivals: tuple[Clause, ...], scope: TermScope) -> Cond:
        """Whether a clause applies and none of the rivals preferred to it does."""
        better = (terms.no(self.applies(r, scope)) for r in self.game.overriding(clause, rivals))
        return terms.every(self.applies(clause, scope), *better)

    def applying(self, said: g.Definition, arguments: tuple[Value, ...], scope: TermScope) -> TermScope:
        """The scope in which one clause of a definition is read."""
        return replace(scope, locals=dict(zip(said.parameters, arguments, strict=True)))
