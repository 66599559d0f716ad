"""Expressions of the checked game as terms over a symbolic state.

`Encoder.value` takes an expression and a scope and returns a `Value` of the expression's type: numbers and truths as
terms, a set of cards as a 0/1 vector, one card as its number or (unknown) as a vector with one 1 (all 0: nobody),
players, sides and symbols as `Guarded`.  In a state without unknowns the value is a constant, and agrees with the
interpreter's: the tests compare them, construct by construct.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace

from cartaro_grammar import CARD, PLAYER, Clause, Expr, Game, Saying, Type
from cartaro_grammar import game as g
from cartaro_verify.encode import card_readings, operations, sets
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NOBODY, NotCovered, Unread, cleared
from cartaro_verify.terms.terms import Cond, Num, Vec
from cartaro_verify.terms.values import (
    Card,
    Guarded,
    Read,
    Value,
    as_cards,
    as_guarded,
    as_number,
    as_truth,
    exactly,
    merge,
    value_key,
)


class Encoder:
    """Encodes one game; `can` decides what an expression `P can A …` becomes, `axioms` collects facts about fresh terms."""

    def __init__(self, game: Game, context: ProofContext, can: Callable[[g.Can, TermScope], Cond] | None = None) -> None:
        self.game = game
        self.context = context
        self.unknowns = context.unknowns
        self.size = len(game.deck.cards)
        self.can = can
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

    # -------------------------------------------------------------------------------- typed access

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
            case Card():
                return tuple(int(i == value.number) for i in range(self.size))
            case Read():
                return self.vector(value.cards, CARD)
            case _:
                raise NotCovered(words("un_cards", x=words("sentence", text=str(kind))))

    def applies(self, clause: Clause, scope: TermScope) -> Cond:
        """Whether the case of a clause holds."""
        return self.holds(clause.when, clause.unless, scope)

    def case_of(self, expr: g.Applies, scope: TermScope) -> Value:
        """Whether the case of a named clause holds; of a permission, with some arguments."""
        clause = self.game.clause.get(expr.clause)
        if clause is None:
            return False
        match clause.sentence:
            case g.Permission(act=act, lifts=()):
                free = tuple((p.name, p.name) for p in self.game.act[act].parameters)
                asked = g.Can(act, g.Actor(PLAYER, expr.span), expr.clause, (), free, None, expr.type, expr.span)
                return self.value(asked, scope)
            case g.Permission() | g.Prohibition():
                raise NotCovered(words("un_bar_applies"))
            case (
                g.Obligation() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes() | g.Ends()
                | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
            ):  # fmt: skip
                return self.applies(clause, scope)

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
        better = (terms.no(self.applies(r, scope)) for r in rivals if self.prefers(r.name, clause.name))
        return terms.every(self.applies(clause, scope), *better)

    def prefers(self, strong: str, weak: str) -> bool:
        """Whether one clause is, in one or several steps, `despite` another."""
        return walk.prefers(self.game, strong, weak)

    # -------------------------------------------------------------------------------- expressions

    def value(self, expr: Expr, scope: TermScope) -> Value:
        """The value of an expression; a truth or number that depends on readings is left open, as far as it is not the same for
        all groups that there can be.  What speaks of one group alone is left open as a whole.
        """
        if self.groups is None:
            return self.represented(expr, scope)
        opens = expr.type.kind in ("truth", "number") and not self.deferring
        whole = opens and card_readings.alone(self.groups, expr, scope) is not None
        self.deferring |= whole
        try:
            return self.represented(expr, scope)
        except Unread:
            if not opens:
                raise
            return card_readings.left_open(self, self.groups, expr, scope)
        finally:
            self.deferring &= not whole

    def represented(self, expr: Expr, scope: TermScope) -> Value:
        """The value of an expression, by its construct; raises `Unread` where it depends on readings."""
        match expr:
            case g.Number() | g.Truth():
                return expr.value
            case g.Symbol():
                return exactly(expr.name)
            case g.Symbols():
                info = next(a for a in self.game.deck.attributes if a.name == expr.attribute)
                return Guarded(tuple((s.name, True) for s in info.values))
            case g.Cards():
                if expr.type.kind == "card":
                    return Card(expr.cards[0])
                return tuple(int(i in expr.cards) for i in range(self.size))
            case g.AllCards():
                return (1,) * self.size
            case g.Everyone():
                return Guarded(tuple((i, True) for i in self.everyone(expr.type)))
            case g.LastPlayer():
                return exactly(self.game.players - 1)
            case g.Nobody():
                return (0,) * self.size if expr.type.kind == "card" else exactly(None)
            case g.Actor():
                return exactly(None if scope.actor == NOBODY else scope.actor)
            case g.Local():
                return scope.locals[expr.name]
            case g.Setting():
                chosen = self.game.chosen[expr.option]
                return int(chosen) if expr.type.kind == "number" else exactly(chosen)
            case g.InZone():
                return self.owned(expr.zone, expr.owner, scope, lambda p: scope.state.zones[p], (0,) * self.size)
            case g.Recall():
                return self.recall(expr, scope)
            case g.Attribute():
                return self.attribute(expr.name, self.value(expr.card, scope))
            case g.Apply():
                return self.apply(expr, scope)
            case g.ScoreOf():
                return self.score_of(expr, scope)
            case g.Operation():
                return operations.operation(self, expr, scope)
            case g.Single():
                return sets.single(self, expr, scope)
            case g.Only():
                return sets.only(self, expr, scope)
            case g.Size():
                return sets.size(self, expr, scope)
            case g.Where():
                return sets.where(self, expr, scope)
            case g.Quantified():
                return sets.quantified(self, expr, scope)
            case g.Total():
                return sets.total(self, expr, scope)
            case g.Extreme():
                return sets.extreme(self, expr, scope)
            case g.Select():
                return sets.select(self, expr, scope)
            case g.Neighbour():
                steps, players = expr.steps, self.game.players
                return self.guarded(expr.player, scope).moved(lambda player: (player + steps) % players)
            case g.SideOf():
                return self.side_of(self.guarded(expr.player, scope))
            case g.Can():
                if self.can is None:
                    raise NotCovered(words("un_can"))
                with self.watched() as breaks:
                    able = self.can(expr, scope)
                self.breaks += [True] if breaks else []
                return able
            case g.Applies():
                return self.case_of(expr, scope)
            case g.Pattern():
                return sets.pattern(self, expr, scope)
            case g.Top():
                return sets.top(self, expr, scope)
            case g.ReadAs():
                raise Unread

    def everyone(self, kind: Type) -> range:
        return range(self.game.players if kind.kind in ("players", "player") else self.game.sides)

    def owned(self, name: str, owner: Expr | None, scope: TermScope, look: Callable[[tuple[str, int]], Vec], none: Vec) -> Vec:
        if owner is None:
            return look((name, -1))
        found, result = self.guarded(owner, scope), none
        if owner.type.kind in ("players", "sides"):
            for index, condition in found.owners:
                here = look((name, index))
                result = tuple(terms.add(r, terms.choose(condition, x, 0)) for r, x in zip(result, here, strict=True))
            return result
        for index, condition in reversed(found.owners):
            here = look((name, index))
            result = tuple(terms.choose(condition, a, b) for a, b in zip(here, result, strict=True))
        return result

    def recall(self, expr: g.Recall, scope: TermScope) -> Value:
        if expr.owner is None:
            return self.kept(scope.state.cells[(expr.cell, -1)], expr.type)
        result = cleared(self.game.cell[expr.cell])
        for index, condition in reversed(self.guarded(expr.owner, scope).owners):
            result = self.choose(condition, scope.state.cells[expr.cell, index], result, expr.type)
        return self.kept(result, expr.type)

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

    def attribute(self, name: str, card: Value) -> Value:
        if isinstance(card, Read):
            if self.groups is None or name not in self.groups.fixed:
                raise Unread
            card = card.cards
        measure = self.game.measure.get(name)
        if isinstance(card, Card):
            return exactly(self.attributes[name][card.number]) if measure is None else measure[card.number] or 0
        key = (name, value_key(card))
        if key not in self.printed_on:
            self.printed_on[key] = (self.attribute_of(name, as_cards(card)), card)
        return self.printed_on[key][0]

    def attribute_of(self, name: str, vector: Vec) -> Value:
        """What is printed on a card of which is not known which it is."""
        measure = self.game.measure.get(name)
        if measure is not None:
            return terms.total(vector, [v or 0 for v in measure])
        values = self.attributes[name]
        here = {s: terms.total(x for x, v in zip(vector, values, strict=True) if v == s) for s in dict.fromkeys(values)}
        bare = terms.some(terms.member(here.pop(None, 0)), terms.equal(terms.total(vector), 0))
        return Guarded((*((symbol, terms.member(count)) for symbol, count in here.items()), (None, bare)))

    def side_of(self, player: Guarded) -> Guarded:
        sides = player.moved(self.game.side_of.__getitem__)
        return Guarded(tuple((side, sides.when(side)) for side in dict.fromkeys(v for v, _ in sides.items)))

    # -------------------------------------------------------------------------------- definitions and scores

    def apply(self, expr: g.Apply, scope: TermScope) -> Value:
        arguments = tuple(self.value(a, scope) for a in expr.arguments)
        return self.call(expr.function, arguments, scope)

    def call(self, name: str, arguments: tuple[Value, ...], scope: TermScope) -> Value:
        """A definition applied to values; one that looks at its arguments alone is worked out once for all states."""
        seen = (scope.state.board, scope.actor) if self.groups is not None or self.looks_round(name) else ()
        key = (name, *seen, tuple(value_key(a) for a in arguments))
        if key not in self.memo:
            with self.watched() as breaks:
                self.memo[key] = (self.defined(name, arguments, scope), (scope, arguments))
            self.broken[key] = breaks
        self.breaks += self.broken[key]
        return self.memo[key][0]

    def looks_round(self, name: str) -> bool:
        """Whether what a definition says depends on more than its arguments: on the state, or on who acts."""
        if name not in self.looking:
            asked = walk.reached(self.game, self.game.asked_by(name))
            self.looking[name] = any(isinstance(p, g.InZone | g.Recall | g.Top | g.Actor | g.Can | g.Applies) for p in asked)
        return self.looking[name]

    def defined(self, name: str, arguments: tuple[Value, ...], scope: TermScope) -> Value:
        function = self.game.function[name]
        clauses = self.game.definitions_of(name)
        result: Value | None = False if function.result.kind == "truth" else None
        for clause, said in reversed(clauses):
            inner = self.applying(said, arguments, scope)
            force = self.force(clause, clauses, arguments, scope)
            if force is False:
                continue
            with self.where(force):
                value = self.value(said.value, inner)
            if result is None:
                result = value
            elif function.result.kind == "truth":
                result = terms.some(as_truth(result), terms.every(force, as_truth(value)))
            else:
                result = self.choose(force, value, result, function.result)
        if result is None:
            raise NotCovered(words("un_undefined", x=words("function", name=name)))
        return result

    def alternatives(self, expr: Expr, scope: TermScope) -> list[tuple[Cond, Vec]]:
        """The sets of cards that an expression may be, each with the case in which it is: that of a definition's clause."""
        if not isinstance(expr, g.Apply) or len(self.game.definitions_of(expr.function)) < 2:
            return [(True, self.cards(expr, scope))]
        arguments = tuple(self.value(a, scope) for a in expr.arguments)
        key = (expr.function, scope.state.board, scope.actor, tuple(value_key(a) for a in arguments))
        if key not in self.sets:
            self.sets[key] = (self.cases(expr.function, arguments, scope), arguments)
        return self.sets[key][0]

    def cases(self, function: str, arguments: tuple[Value, ...], scope: TermScope) -> list[tuple[Cond, Vec]]:
        """The sets of cards that a definition may give, clause by clause."""
        clauses, found = self.game.definitions_of(function), list[tuple[Cond, Vec]]()
        earlier: Cond = True
        for clause, said in clauses:
            inner = self.applying(said, arguments, scope)
            force = self.force(clause, clauses, arguments, scope)
            case = earlier if clause is clauses[-1][0] else terms.every(earlier, force)
            found += [(terms.every(case, c), v) for c, v in self.alternatives(said.value, inner) if case is not False]
            earlier = terms.every(earlier, terms.no(force))
        return found

    def force(self, clause: Clause, clauses: Saying[g.Definition], arguments: tuple[Value, ...], scope: TermScope) -> Cond:
        """Whether a clause of a definition is in force for these arguments."""
        here = {c.name: (c, self.applying(said, arguments, scope)) for c, said in clauses}
        better = (terms.no(self.applies(*here[c.name])) for c, _ in clauses if self.prefers(c.name, clause.name))
        return terms.every(self.applies(*here[clause.name]), *better)

    def applying(self, said: g.Definition, arguments: tuple[Value, ...], scope: TermScope) -> TermScope:
        """The scope in which one clause of a definition is read."""
        return replace(scope, locals=dict(zip(said.parameters, arguments, strict=True)))

    def score_of(self, expr: g.ScoreOf, scope: TermScope) -> Num:
        side = self.guarded(expr.side, scope)
        headings = [(clause, score) for clause, score in self.game.headings if expr.heading in (None, clause.name)]
        result: Num = 0
        for index, condition in side.owners:
            here = terms.total(self.heading(clause, score, index, scope) for clause, score in headings)
            result = terms.add(result, terms.choose(condition, here, 0))
        return result

    def heading(self, clause: Clause, score: g.Score, side: int, scope: TermScope) -> Num:
        """What one side scores under one heading."""
        inner = scope.binding("side", exactly(side))
        rivals = tuple(other for other, _ in self.game.headings)
        force = self.in_force(clause, rivals, inner)
        if score.chosen is not None:
            with self.where(force):
                chosen = self.guarded(score.chosen, inner).when(side)
            force = terms.every(force, chosen)
        if force is False:
            return 0
        with self.where(force):
            return terms.choose(force, self.number(score.amount, inner), 0)
