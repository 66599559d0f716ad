"""Where play stops at an expression or an effect: a remainder by a number that is not more than 0, seats that are not for each
player once.

What is said is the condition under which the interpreter stops; where it is hard to say which part is looked at, it may say
more, never less.  What can have no such place inside costs nothing: it is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from cartaro_grammar import Clause, Expr, Game, children, facts_of
from cartaro_grammar import game as g
from cartaro_verify.encode import sets
from cartaro_verify.encode.encoder import Encoder
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.messages import FormText, words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered
from cartaro_verify.terms.unknowns import Cond
from cartaro_verify.terms.values import exactly


@dataclass(frozen=True, slots=True)
class Doubt:
    """Where play may stop on a way: conditions that cannot hold together if it does not, and which clause is in doubt."""

    conditions: tuple[Cond, ...]
    what: FormText | None = None


def risky(game: Game, node: object) -> bool:
    """Whether play may stop anywhere inside, or at what is asked for there."""
    return any(_risky(part) for part in walk.reached(game, node))


def _risky(part: object) -> bool:
    if isinstance(part, g.Operation) and part.operator == "remainder":
        divisor = part.operands[1]
        return not (isinstance(divisor, g.Number) and divisor.value > 0)
    return isinstance(part, g.Effect) and facts_of(part.body).seats


class Definedness:
    """Asks of one game's expressions and effects when play stops at them."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.game = encoder.game
        self.safe = encoder.context.safe(encoder.game)

    def looks(self, node: object) -> bool:
        """Whether there is anything to look at."""
        if id(node) not in self.safe:
            self.safe[id(node)] = (not risky(self.game, node), node)
        return not self.safe[id(node)][0]

    # -------------------------------------------------------------------------------- clauses and effects

    def case(self, when: Iterable[Expr], unless: Iterable[Expr], scope: TermScope) -> Cond:
        """Of the conditions of a clause or an effect, the first that does not hold is the last that is looked at."""
        wanted = [*((e, True) for e in when), *((e, False) for e in unless)]
        return self.in_turn(wanted, scope)

    def in_turn(self, wanted: list[tuple[Expr, bool]], scope: TermScope) -> Cond:
        found = list[Cond]()
        so_far: Cond = True
        last = max((n for n, (e, _) in enumerate(wanted) if self.looks(e)), default=-1)
        for expr, truth in wanted[: last + 1]:
            found.append(terms.every(so_far, self.undefined(expr, scope)))
            holds = self.encoder.truth(expr, scope)
            so_far = terms.every(so_far, holds if truth else terms.no(holds))
        return terms.any_of(found)

    def clause(self, clause: Clause, scope: TermScope) -> Cond:
        return self.case(clause.when, clause.unless, scope)

    def effect(self, effect: g.Effect, scope: TermScope) -> Cond:
        """Of an effect that is come to: its conditions and, where they hold, what it is done with."""
        if not self.looks(effect):
            return False
        conditions = self.case(effect.when, effect.unless, scope)
        holds = self.encoder.holds(effect.when, effect.unless, scope)
        body = self.parts(effect.body, scope)
        if isinstance(effect.body, g.Seat):
            body = terms.some(body, self.unseated(effect.body, scope))
        return terms.some(conditions, terms.every(holds, body))

    def unseated(self, seats: g.Seat, scope: TermScope) -> Cond:
        """Whether the players named are not each player once."""
        named = [self.encoder.guarded(e, scope) for e in seats.players]
        counts = (terms.total(terms.indicator(n.when(p)) for n in named) for p in range(self.game.players))
        return terms.some(*(n.when(None) for n in named), *(terms.no(terms.equal(count, 1)) for count in counts))

    # -------------------------------------------------------------------------------- expressions

    def parts(self, node: object, scope: TermScope) -> Cond:
        """Of all expressions right below a node."""
        return terms.any_of(self.undefined(e, scope) for e in _below(node))

    def undefined(self, expr: Expr, scope: TermScope) -> Cond:
        """When an expression has no value."""
        if not self.looks(expr):
            return False
        match expr:
            case g.Operation(operator="remainder", operands=(_, divisor)):
                nothing = terms.at_most(self.encoder.number(divisor, scope), 0)
                return terms.some(self.parts(expr, scope), nothing)
            case g.Operation(operator="and" | "or"):
                return self.in_turn([(e, expr.operator == "and") for e in expr.operands], scope)
            case g.Quantified() | g.Where():
                return self.of_members(expr.members, scope, lambda s: self.undefined(expr.condition, s), expr.variable)
            case g.Total():
                return self.of_members(expr.members, scope, lambda s: self.undefined(expr.amount, s), expr.variable)
            case g.Select():
                keys = tuple(key for _, key in expr.keys)
                return self.of_members(expr.members, scope, lambda s: self.parts(keys, s), expr.variable)
            case g.Apply():
                return terms.some(self.parts(expr.arguments, scope), self.applied(expr, scope))
            case g.ScoreOf():
                return terms.some(self.undefined(expr.side, scope), self.scored(scope))
            case g.Can():
                raise NotCovered(words("un_divisor_act"))
            case _:
                return self.parts(expr, scope)

    def of_members(self, members: Expr, scope: TermScope, asked: Callable[[TermScope], Cond], word: str) -> Cond:
        """Of the set, and of what is asked of each member."""
        found = sets.members(self.encoder, members, scope)
        each = (terms.every(m.present, asked(scope.binding(word, m.value))) for m in found)
        return terms.some(self.undefined(members, scope), terms.any_of(each))

    def applied(self, expr: g.Apply, scope: TermScope) -> Cond:
        """Of the clauses of a definition: each is asked whether it applies, and those that do for their value."""
        encoder, found = self.encoder, list[Cond]()
        arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
        for clause, said in self.game.definitions_of(expr.function):
            inner = encoder.applying(said, arguments, scope)
            value = self.undefined(said.value, inner)
            found += [self.clause(clause, inner), terms.every(encoder.applies(clause, inner), value)]
        return terms.any_of(found)

    def scored(self, scope: TermScope) -> Cond:
        """Of every heading and every side."""
        found = list[Cond]()
        for clause, heading in self.game.headings:
            for side in range(self.game.sides):
                inner = scope.binding("side", exactly(side))
                applies = self.encoder.applies(clause, inner) if self.looks(clause) else False
                found += [self.clause(clause, inner), terms.every(applies, self.parts(heading, inner))]
        return terms.any_of(found)


def _below(node: object) -> Iterator[Expr]:
    """The expressions right below a node."""
    for item in children(node):
        if isinstance(item, Expr):
            yield item
        else:
            yield from _below(item)
