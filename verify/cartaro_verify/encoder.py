"""Expressions of the checked game as terms over a symbolic state.

`Encoder.value` takes an expression and a scope and returns a `Value` of the expression's type: numbers and truths as
terms, a set of cards as a 0/1 vector, one card as its number or (unknown) as a vector with one 1 (all 0: nobody),
players, sides and symbols as `Guarded`.  In a state without unknowns the value is a constant, and agrees with the
interpreter's: the tests compare them, construct by construct.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Clause, Expr, Game
from cartaro_grammar.types import Type

from cartaro_verify import terms
from cartaro_verify.symbols import Guarded, Locals, State, Unsupported, Value, exactly, merge
from cartaro_verify.terms import Cond, Num, Vec


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression is read in: a state, who acts, the words bound."""

    state: State
    actor: int
    locals: Locals = field(default_factory=dict[str, Value])

    def binding(self, name: str, value: Value) -> Scope:
        return replace(self, locals={**self.locals, name: value})


def value_key(value: Value) -> object:
    """Equal keys mean equal values."""
    if isinstance(value, tuple):
        return terms.keys(value)
    if isinstance(value, Guarded):
        return tuple((v, terms.key(c)) for v, c in value.items)
    return terms.key(value)


class Encoder:
    """Encodes one game; `can` decides what an expression `P can A …` becomes, `axioms` collects facts about fresh terms."""

    def __init__(self, game: Game, can: Callable[[g.Can, Scope], Cond] | None = None) -> None:
        self.game = game
        self.size = len(game.deck.cards)
        self.can = can
        self.axioms: list[Cond] = []
        self.memo: dict[object, tuple[Value, object]] = {}
        self.attributes = {
            a.name: tuple(dict(c.attributes).get(a.name) for c in game.deck.cards) for a in game.deck.attributes
        }

    # -------------------------------------------------------------------------------- typed access

    def number(self, expr: Expr, scope: Scope) -> Num:
        return cast(Num, self.value(expr, scope))

    def truth(self, expr: Expr, scope: Scope) -> Cond:
        return cast(Cond, self.value(expr, scope))

    def guarded(self, expr: Expr, scope: Scope) -> Guarded:
        return cast(Guarded, self.value(expr, scope))

    def cards(self, expr: Expr, scope: Scope) -> Vec:
        """A card or a set of cards, as a vector."""
        return self.vector(self.value(expr, scope), expr.type)

    def vector(self, value: Value, kind: Type) -> Vec:
        if kind.kind == "card" and isinstance(value, int):
            return tuple(int(i == value) for i in range(self.size))
        if not isinstance(value, tuple):
            raise Unsupported(f"cards given as a {kind}")
        return value if value else (0,) * self.size

    def applies(self, clause: Clause, scope: Scope) -> Cond:
        """Whether the case of a clause holds."""
        return self.holds(clause.when, clause.unless, scope)

    def holds(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: Scope) -> Cond:
        holds: Cond = True
        for expr, wanted in ((*((e, True) for e in when), *((e, False) for e in unless))):
            if holds is False:
                return False
            truth = self.truth(expr, scope)
            holds = terms.every(holds, truth if wanted else terms.no(truth))
        return holds

    def in_force(self, clause: Clause, rivals: tuple[Clause, ...], scope: Scope) -> Cond:
        """Whether a clause applies and none of the rivals preferred to it does."""
        better = (terms.no(self.applies(r, scope)) for r in rivals if self.prefers(r.name, clause.name))
        return terms.every(self.applies(clause, scope), *better)

    def prefers(self, strong: str, weak: str) -> bool:
        """Whether one clause is, in one or several steps, `despite` another."""
        seen, todo = set[str](), [strong]
        while todo:
            clause = self.game.clause.get(todo.pop())
            for lower in clause.despite if clause else ():
                if lower == weak:
                    return True
                if lower not in seen:
                    seen.add(lower)
                    todo.append(lower)
        return False

    # -------------------------------------------------------------------------------- expressions

    def value(self, expr: Expr, scope: Scope) -> Value:  # noqa: PLR0911, PLR0912 (one line a construct)
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
                    return expr.cards[0]
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
                return exactly(scope.actor)
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
                return self.operation(expr, scope)
            case g.Single():
                return self.single(expr, scope)
            case g.Only():
                return self.only(expr, scope)
            case g.Size():
                return terms.total(terms.indicator(c) if m.kind != "card" else cast(Num, c)
                                   for m, c in self.members(expr.members, scope))
            case g.Where():
                return self.where(expr, scope)
            case g.Quantified():
                return self.quantified(expr, scope)
            case g.Total():
                return self.sum(expr, scope)
            case g.Extreme():
                return self.extreme(expr, scope)
            case g.Select():
                return self.select(expr, scope)
            case g.Neighbour():
                player, n = self.guarded(expr.player, scope), self.game.players
                return Guarded(tuple((v if v is None else (cast(int, v) + expr.steps) % n, c) for v, c in player.items))
            case g.SideOf():
                return self.side_of(self.guarded(expr.player, scope))
            case g.Can():
                if self.can is None:
                    raise Unsupported("`can` where no act is considered")
                return self.can(expr, scope)
            case g.Applies():
                return self.applies(self.game.clause[expr.clause], scope)
            case g.Pattern():
                return self.pattern(expr, scope)
            case g.Top():
                return self.top(expr, scope)
            case g.ReadAs():
                raise Unsupported("the readings of a group")

    def everyone(self, kind: Type) -> range:
        return range(self.game.players if kind.kind in ("players", "player") else self.game.sides)

    def owned(self, name: str, owner: Expr | None, scope: Scope, look: Callable[[tuple[str, int]], Vec], none: Vec) -> Vec:
        if owner is None:
            return look((name, -1))
        found, result = self.guarded(owner, scope), none
        if owner.type.kind in ("players", "sides"):
            for index, condition in found.items:
                here = look((name, cast(int, index)))
                result = tuple(terms.add(r, terms.choose(condition, x, 0)) for r, x in zip(result, here, strict=True))
            return result
        for index, condition in reversed(found.items):
            if index is not None and condition is not False:
                here = look((name, cast(int, index)))
                result = tuple(terms.choose(condition, a, b) for a, b in zip(here, result, strict=True))
        return result

    def recall(self, expr: g.Recall, scope: Scope) -> Value:
        if expr.owner is None:
            return scope.state.cells[(expr.cell, -1)]
        result: Value | None = None
        for index, condition in reversed(self.guarded(expr.owner, scope).items):
            if index is not None and condition is not False:
                here = scope.state.cells[(expr.cell, cast(int, index))]
                result = here if result is None else self.choose(condition, here, result, expr.type)
        if result is None:
            raise Unsupported("memory of nobody")
        return result

    def choose(self, condition: Cond, yes: Value, other: Value, kind: Type) -> Value:
        """If-then-else between two values of one type."""
        if condition is True or condition is False:
            return yes if condition else other
        if kind.kind == "truth":
            return terms.either(condition, cast(Cond, yes), cast(Cond, other))
        if kind.kind in ("card", "cards"):
            pairs = zip(self.vector(yes, kind), self.vector(other, kind), strict=True)
            return tuple(terms.choose(condition, a, b) for a, b in pairs)
        if isinstance(yes, Guarded) and isinstance(other, Guarded):
            return merge(condition, yes, other)
        return terms.choose(condition, cast(Num, yes), cast(Num, other))

    def attribute(self, name: str, card: Value) -> Value:
        measure = self.game.measure.get(name)
        if measure is not None:
            if isinstance(card, int):
                return measure[card] or 0
            return terms.total(cast(Vec, card), [v or 0 for v in measure])
        values = self.attributes[name]
        if isinstance(card, int):
            return exactly(values[card])
        vector, found = cast(Vec, card), list[tuple[int | str | None, Cond]]()
        for symbol in dict.fromkeys(values):
            here = terms.total(x for x, v in zip(vector, values, strict=True) if v == symbol)
            found.append((symbol, terms.member(here)))
        if None not in dict(found):
            found.append((None, terms.equal(terms.total(vector), 0)))
        return Guarded(tuple(found))

    def side_of(self, player: Guarded) -> Guarded:
        sides = [None if v is None else self.game.side_of[cast(int, v)] for v, _ in player.items]
        conditions = [c for _, c in player.items]
        return Guarded(tuple(
            (s, terms.any_of(c for t, c in zip(sides, conditions, strict=True) if t == s)) for s in dict.fromkeys(sides)
        ))

    # -------------------------------------------------------------------------------- definitions and scores

    def apply(self, expr: g.Apply, scope: Scope) -> Value:
        arguments = tuple(self.value(a, scope) for a in expr.arguments)
        return self.call(expr.function, arguments, scope)

    def call(self, name: str, arguments: tuple[Value, ...], scope: Scope) -> Value:
        """A definition applied to values."""
        key = (name, scope.state.serial, scope.actor, tuple(value_key(a) for a in arguments))
        if key not in self.memo:
            self.memo[key] = (self.defined(name, arguments, scope), (scope, arguments))
        return self.memo[key][0]

    def defined(self, name: str, arguments: tuple[Value, ...], scope: Scope) -> Value:
        function = self.game.function[name]
        clauses = self.definitions(name)
        result: Value | None = False if function.result.kind == "truth" else None
        for clause in reversed(clauses):
            inner = self.applying(clause, arguments, scope)
            rivals = (r for r in clauses if self.prefers(r.name, clause.name))
            better = (terms.no(self.applies(r, self.applying(r, arguments, scope))) for r in rivals)
            force = terms.every(self.applies(clause, inner), *better)
            if force is False:
                continue
            value = self.value(cast(g.Definition, clause.sentence).value, inner)
            if function.result.kind == "truth":
                result = terms.some(cast(Cond, result), terms.every(force, cast(Cond, value)))
            else:
                result = value if result is None else self.choose(force, value, result, function.result)
        if result is None:
            raise Unsupported(f"`{name}` where none of its clauses applies")
        return result

    def definitions(self, name: str) -> tuple[Clause, ...]:
        """The standing clauses of a definition."""
        return tuple(
            c for c in self.game.standing if isinstance(c.sentence, g.Definition) and c.sentence.function == name
        )

    def applying(self, clause: Clause, arguments: tuple[Value, ...], scope: Scope) -> Scope:
        """The scope in which one clause of a definition is read."""
        parameters = cast(g.Definition, clause.sentence).parameters
        return replace(scope, locals=dict(zip(parameters, arguments, strict=True)))

    def score_of(self, expr: g.ScoreOf, scope: Scope) -> Num:
        side = self.guarded(expr.side, scope)
        headings = [c for c in self.game.standing
                    if isinstance(c.sentence, g.Score) and expr.heading in (None, c.name)]
        result: Num = 0
        for index, condition in side.items:
            if index is not None and condition is not False:
                here = terms.total(self.heading(c, cast(int, index), scope) for c in headings)
                result = terms.add(result, terms.choose(condition, here, 0))
        return result

    def heading(self, clause: Clause, side: int, scope: Scope) -> Num:
        """What one side scores under one heading."""
        score = cast(g.Score, clause.sentence)
        inner = scope.binding("side", exactly(side))
        rivals = tuple(c for c in self.game.standing if isinstance(c.sentence, g.Score))
        force = self.in_force(clause, rivals, inner)
        if score.chosen is not None:
            force = terms.every(force, self.guarded(score.chosen, inner).when(side))
        return 0 if force is False else terms.choose(force, self.number(score.amount, inner), 0)

    # -------------------------------------------------------------------------------- operations

    def operation(self, expr: g.Operation, scope: Scope) -> Value:  # noqa: PLR0911, PLR0912
        first = expr.operands[0]
        match expr.operator:
            case "and" | "or":
                return self.connect(expr, scope)
            case "not":
                return terms.no(self.truth(first, scope))
            case "applies":
                raise Unsupported("the operator `applies`")
            case "half":
                return terms.half(self.number(first, scope))
            case "union" | "minus":
                return self.set_operation(expr, scope)
            case "=":
                return self.same(self.value(first, scope), self.value(expr.operands[1], scope), first.type)
            case "in" | "subset":
                return self.contained(expr, scope)
            case _:
                numbers = [self.number(o, scope) for o in expr.operands]
        match expr.operator:
            case "+":
                return terms.total(numbers)
            case "-":
                return terms.minus(0, numbers[0]) if len(numbers) == 1 else terms.minus(numbers[0], numbers[1])
            case "*":
                return terms.times(numbers[0], numbers[1])
            case "remainder":
                return terms.remainder(numbers[0], numbers[1])
            case "<":
                return terms.less(numbers[0], numbers[1])
            case "<=":
                return terms.at_most(numbers[0], numbers[1])

    def connect(self, expr: g.Operation, scope: Scope) -> Cond:
        stop = expr.operator == "or"
        found = list[Cond]()
        for operand in expr.operands:
            truth = self.truth(operand, scope)
            if truth is stop:
                return stop
            found.append(truth)
        return terms.any_of(found) if stop else terms.all_of(found)

    def same(self, a: Value, b: Value, kind: Type) -> Cond:
        if kind.kind == "truth":
            return terms.same_truth(cast(Cond, a), cast(Cond, b))
        if kind.kind == "number":
            return terms.equal(cast(Num, a), cast(Num, b))
        if kind.kind in ("card", "cards"):
            pairs = zip(self.vector(a, kind), self.vector(b, kind), strict=True)
            return terms.all_of(terms.equal(x, y) for x, y in pairs)
        left, right = cast(Guarded, a), cast(Guarded, b)
        if kind.kind in ("players", "sides", "symbols"):
            every = dict.fromkeys([v for v, _ in left.items] + [v for v, _ in right.items])
            return terms.all_of(terms.same_truth(left.when(v), right.when(v)) for v in every)
        return terms.any_of(terms.every(c, right.when(v)) for v, c in left.items)

    def set_operation(self, expr: g.Operation, scope: Scope) -> Value:
        union = expr.operator == "union"
        result = self.as_set(expr.operands[0], scope)
        for operand in expr.operands[1:]:
            other = self.as_set(operand, scope)
            if isinstance(result, Guarded) and isinstance(other, Guarded):
                result = _combine(result, other, union)
            else:
                pairs = zip(cast(Vec, result), cast(Vec, other), strict=True)
                result = tuple(terms.join(a, b) if union else terms.without(a, b) for a, b in pairs)
        return result

    def as_set(self, expr: Expr, scope: Scope) -> Value:
        """A set; a single member stands for the set of it, nobody for the empty set."""
        if expr.type.kind in ("card", "cards"):
            return self.cards(expr, scope)
        found = self.guarded(expr, scope)
        return Guarded(tuple((v, c) for v, c in found.items if v is not None))

    def contained(self, expr: g.Operation, scope: Scope) -> Cond:
        inner, outer = self.as_set(expr.operands[0], scope), self.as_set(expr.operands[1], scope)
        single = expr.operator == "in"
        if isinstance(inner, Guarded) and isinstance(outer, Guarded):
            return (terms.any_of(terms.every(c, outer.when(v)) for v, c in inner.items) if single
                    else terms.all_of(terms.implies(c, outer.when(v)) for v, c in inner.items))
        left, right = cast(Vec, inner), cast(Vec, outer)
        inside = terms.within(left, right)
        return terms.every(inside, terms.member(terms.total(left))) if single else inside

    # -------------------------------------------------------------------------------- sets

    def members(self, members: Expr, scope: Scope) -> Iterator[tuple[Member, Num | Cond]]:
        """The possible members of a set, each with its 0/1 number (cards) or condition (others)."""
        found = self.as_set(members, scope)
        if isinstance(found, Guarded):
            for value, condition in found.items:
                if condition is not False:
                    yield Member("other", exactly(value)), condition
        else:
            for card, element in enumerate(cast(Vec, found)):
                if not (isinstance(element, int) and element == 0):
                    yield Member("card", card), element

    def present(self, members: Expr, scope: Scope) -> Iterator[tuple[Value, Cond]]:
        """The possible members of a set, each with the condition that it is one."""
        for member, weight in self.members(members, scope):
            yield member.value, terms.member(cast(Num, weight)) if member.kind == "card" else cast(Cond, weight)

    def single(self, expr: g.Single, scope: Scope) -> Value:
        return self.as_set(expr.member, scope)

    def only(self, expr: g.Only, scope: Scope) -> Value:
        found = self.as_set(expr.members, scope)
        if isinstance(found, Guarded):
            alone = [(v, terms.every(c, *(terms.no(d) for w, d in found.items if w != v))) for v, c in found.items]
            nobody = terms.no(terms.any_of(c for _, c in alone))
            return Guarded((*alone, (None, nobody)))
        vector = cast(Vec, found)
        one = terms.equal(terms.total(vector), 1)
        return tuple(terms.choose(one, x, 0) for x in vector)

    def where(self, expr: g.Where, scope: Scope) -> Value:
        if expr.members.type.kind in ("card", "cards"):
            result: list[Num] = [0] * self.size
            for card, element in self.members(expr.members, scope):
                condition = self.truth(expr.condition, scope.binding(expr.variable, card.value))
                result[cast(int, card.value)] = terms.choose(condition, cast(Num, element), 0)
            return tuple(result)
        kept = list[tuple[int | str | None, Cond]]()
        for value, present in self.present(expr.members, scope):
            condition = self.truth(expr.condition, scope.binding(expr.variable, value))
            kept.append((cast(Guarded, value).constant, terms.every(present, condition)))
        return Guarded(tuple(kept))

    def quantified(self, expr: g.Quantified, scope: Scope) -> Cond:
        found = list[Cond]()
        for value, present in self.present(expr.members, scope):
            condition = self.truth(expr.condition, scope.binding(expr.variable, value))
            found.append(terms.every(present, terms.no(condition) if expr.quantifier == "every" else condition))
        exists = terms.any_of(found)
        return exists if expr.quantifier == "some" else terms.no(exists)

    def sum(self, expr: g.Total, scope: Scope) -> Num:
        weighted = list[tuple[Num, int]]()
        for member, weight in self.members(expr.members, scope):
            amount = self.number(expr.amount, scope.binding(expr.variable, member.value))
            if member.kind == "card" and isinstance(amount, int):
                weighted.append((cast(Num, weight), amount))
            else:
                here = terms.member(cast(Num, weight)) if member.kind == "card" else cast(Cond, weight)
                weighted.append((terms.choose(here, amount, 0), 1))
        return terms.total([x for x, _ in weighted], [w for _, w in weighted])

    def extreme(self, expr: g.Extreme, scope: Scope) -> Num:
        measure, vector = self.game.measure[expr.measure], self.cards(expr.cards, scope)
        values = sorted({m or 0 for m in measure}, reverse=expr.which == "lowest")
        result: Num = 0
        for value in values:
            here = terms.total(x for x, m in zip(vector, measure, strict=True) if (m or 0) == value)
            result = terms.choose(terms.member(here), value, result)
        return result

    def select(self, expr: g.Select, scope: Scope) -> Value:
        entries = list[tuple[Value, Cond, tuple[Num, ...]]]()
        for value, present in self.present(expr.members, scope):
            inner = scope.binding(expr.variable, value)
            keys = (self.number(key, inner) if which == "highest" else terms.minus(0, self.number(key, inner))
                    for which, key in expr.keys)
            entries.append((value, present, tuple(keys)))
        best = list[tuple[Value, Cond]]()
        for i, (value, present, ranks) in enumerate(entries):
            beats = (terms.some(terms.no(p), _beats(ranks, r)) for j, (_, p, r) in enumerate(entries) if j != i)
            best.append((value, terms.every(present, *beats)))
        if expr.type.kind == "card":
            chosen = {cast(int, v): terms.indicator(c) for v, c in best}
            return tuple(chosen.get(i, 0) for i in range(self.size))
        found = [(cast(Guarded, v).constant, c) for v, c in best]
        return Guarded((*found, (None, terms.no(terms.any_of(c for _, c in found)))))

    def pattern(self, expr: g.Pattern, scope: Scope) -> Cond:
        vector = self.cards(expr.cards, scope)
        values: tuple[object, ...] = self.game.measure.get(expr.attribute) or self.attributes[expr.attribute]
        counts = {v: terms.total(x for x, w in zip(vector, values, strict=True) if w == v) for v in dict.fromkeys(values)}
        match expr.pattern:
            case "alike":
                everything = terms.total(vector)
                return terms.any_of(terms.equal(n, everything) for n in counts.values())
            case "distinct":
                return terms.all_of(terms.at_most(n, 1) for n in counts.values())
            case "consecutive":
                raise Unsupported("consecutive cards")

    def top(self, expr: g.Top, scope: Scope) -> Value:
        """Any one card of the pile: its order is not represented."""
        pile = self.cards(expr.pile, scope)
        key = ("top", scope.state.serial, terms.keys(pile))
        if key not in self.memo:
            card = terms.vector(f"top!{scope.state.serial}.{len(self.memo)}", self.size, pile)
            any_card = terms.choose(terms.member(terms.total(pile)), 1, 0)
            self.axioms += [*terms.bits(card), terms.within(card, pile), terms.equal(terms.total(card), any_card)]
            self.memo[key] = (card, scope)
        return self.memo[key][0]


@dataclass(frozen=True, slots=True)
class Member:
    kind: str
    value: Value


def _beats(a: tuple[Num, ...], b: tuple[Num, ...]) -> Cond:
    """Whether the ranks a come strictly before the ranks b, first key first."""
    if not a:
        return False
    return terms.some(terms.less(b[0], a[0]), terms.every(terms.equal(a[0], b[0]), _beats(a[1:], b[1:])))


def _combine(a: Guarded, b: Guarded, union: bool) -> Guarded:
    if union:
        values = dict.fromkeys([v for v, _ in a.items] + [v for v, _ in b.items])
        return Guarded(tuple((v, terms.some(a.when(v), b.when(v))) for v in values))
    return Guarded(tuple((v, terms.every(c, terms.no(b.when(v)))) for v, c in a.items))
