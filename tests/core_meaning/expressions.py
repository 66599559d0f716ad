"""Expressions: functions of a state and an environment (see `states`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import prod
from typing import assert_never

from tests.core_meaning.states import (
    CLASH,
    GAP,
    NO_DIVISOR,
    TABLE,
    TOO_MANY,
    At,
    Member,
    Stops,
    Value,
    empty_value,
    everybody,
    going_round,
    neighbour,
)

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts

# ------------------------------------------------------------------------------- values of one kind


def truth(at: At, expr: g.Expr) -> bool:
    found = value(at, expr)
    assert isinstance(found, bool), expr
    return found


def number(at: At, expr: g.Expr) -> int:
    found = value(at, expr)
    assert isinstance(found, int), expr
    return found


def one(at: At, expr: g.Expr) -> int | None:
    """Return a card, a player or a side, or None for nobody."""
    found = value(at, expr)
    assert found is None or isinstance(found, int), expr
    return found


def members(at: At, expr: g.Expr) -> frozenset[Member]:
    """Return the members of a set. A single thing is read as a set with one member, and nobody as the empty set."""
    found = value(at, expr)
    if isinstance(found, frozenset):
        return found
    return frozenset() if found is None else frozenset((found,))


def cards(at: At, expr: g.Expr) -> frozenset[int]:
    return frozenset(card for card in members(at, expr) if isinstance(card, int))


def applies(at: At, clause: g.Clause | g.Effect) -> bool:
    """Return whether the case of a clause or of an effect holds: every `when` holds and no `unless` does."""
    return all(truth(at, e) for e in clause.when) and not any(truth(at, e) for e in clause.unless)


def unless_overridden(at: At, clause: g.Clause, among: Iterable[g.Clause]) -> bool:
    """Return whether a clause applies, and none among some clauses that is preferred to it."""
    return applies(at, clause) and not any(applies(at, other) for other in at.game.overriding(clause, tuple(among)))


def in_force(at: At, clauses: Iterable[g.Clause]) -> list[g.Clause]:
    """Return the clauses that apply, except for those to which another applying clause is preferred."""
    found = [clause for clause in clauses if applies(at, clause)]
    return [c for c in found if not any(other.name in at.game.yields_to(c.name) for other in found)]


# -------------------------------------------------------------------------------------- expressions


def value(at: At, expr: g.Expr) -> Value:
    match expr:
        case g.Number(value=found) | g.Truth(value=found):
            return found
        case g.Symbol(name=name):
            return name
        case g.Symbols(attribute=name):
            attribute = next(a for a in at.game.deck.attributes if a.name == name)
            return frozenset(symbol.name for symbol in attribute.values)
        case g.Numbers(low=low, high=high):
            return _numbers(number(at, low), number(at, high))
        case g.Cards(cards=named):
            return named[0] if expr.type.kind == "card" else frozenset(named)
        case g.AllCards():
            return frozenset(range(len(at.game.deck.cards)))
        case g.Everyone(type=of):
            return frozenset(everybody(at, "player" if of.kind == "players" else "side"))
        case g.LastPlayer():
            return max(at.state.playing, default=None)
        case g.Nobody():
            return None
        case g.Actor():
            return at.actor
        case g.Local(name=name):
            return at.names[name]
        case g.InZone(zone=zone, owner=owner):
            owners = [TABLE] if owner is None else members(at, owner)
            return frozenset(card for o in owners for card in at.state.zones[zone, int(o)])
        case g.Recall(cell=cell, owner=owner):
            whose = TABLE if owner is None else one(at, owner)
            return empty_value(at.game.cell[cell]) if whose is None else at.state.memory[cell, whose]
        case g.Attribute(name=name, card=card):
            return printed(at, name, one(at, card), measured=expr.type.kind == "number")
        case g.Apply(function=function, arguments=arguments):
            return defined(at, function, [value(at, a) for a in arguments])
        case g.ScoreOf(heading=heading, side=side):
            return scored(at, heading, one(at, side))
        case g.Operation(operator=operator, operands=operands):
            return _operation(at, operator, operands)
        case g.Single():
            return members(at, expr.member)
        case g.Only():
            every = members(at, expr.members)
            return next(iter(every)) if len(every) == 1 else None
        case g.Size():
            return len(members(at, expr.members))
        case g.Where(variable=x):
            return frozenset(m for m in members(at, expr.members) if truth(at.named({x: m}), expr.condition))
        case g.Quantified(quantifier=quantifier, variable=x):
            holds = [truth(at.named({x: m}), expr.condition) for m in members(at, expr.members)]
            return all(holds) if quantifier == "every" else any(holds) is (quantifier == "some")
        case g.Total(variable=x):
            return sum(number(at.named({x: m}), expr.amount) for m in members(at, expr.members))
        case g.OverSets(which=which, variable=x):
            sets = _sets_of(sorted(cards(at, expr.cards)))
            found_in = [number(at.named({x: s}), expr.amount) for s in sets if truth(at.named({x: s}), expr.condition)]
            return sum(found_in) if which == "total" else (max if which == "highest" else min)(found_in, default=0)
        case g.Extreme(which=which, measure=measure):
            amounts = [n for card in cards(at, expr.cards) if (n := at.game.measure[measure][card]) is not None]
            return (max if which == "highest" else min)(amounts, default=0)
        case g.Select():
            return _selected(at, expr)
        case g.Neighbour(player=player, steps=steps):
            return neighbour(at, one(at, player), steps)
        case g.FirstOf(members=among, player=player, direction=direction):
            start, some = one(at, player), members(at, among)
            return None if start is None else next((p for p in going_round(at, start, direction) if p in some), None)
        case g.SideOf(player=player):
            who = one(at, player)
            return None if who is None else at.game.side_of[who]
        case g.Top(pile=pile):
            assert isinstance(pile, g.InZone)
            whose = TABLE if pile.owner is None else one(at, pile.owner)
            return None if whose is None else next(iter(at.state.zones[pile.zone, whose]), None)
        case g.Can():
            return _can(at, expr)
        case g.Applies(clause=name):
            return True in [applies(each, at.game.clause[name]) for each in _cases(at, at.game.clause[name])]
        case g.Pattern():
            return _has_pattern(at, expr)
        case g.Setting() | g.Splits() | g.ReadAs():
            raise NotImplementedError(type(expr).__name__)
        case _:
            assert_never(expr)


def _sets_of(among: list[int]) -> list[frozenset[Member]]:
    return [frozenset(chosen) for size in range(len(among)) for chosen in combinations(among, size + 1)]


def _numbers(low: int, high: int) -> frozenset[Member]:
    if high > g.MOST_CHOSEN_NUMBER:
        raise Stops(TOO_MANY)
    return frozenset(range(max(0, low), high + 1))


def printed(at: At, name: str, card: int | None, *, measured: bool) -> Value:
    """Return a measure of a card (0 if the card lacks it) or an attribute (None if the card lacks it)."""
    if measured:
        return 0 if card is None else at.game.measure[name][card] or 0
    return None if card is None else dict(at.game.deck.cards[card].attributes).get(name)


def defined(at: At, function: str, arguments: Sequence[Value]) -> Value:
    """Return the value of a definition by its clauses in force; they must agree."""
    clauses = at.game.definitions_of(function)
    inner = {c.name: at.only(dict(zip(s.parameters, arguments, strict=True))) for c, s in clauses}
    holding = [c for c, _ in clauses if applies(inner[c.name], c)]
    strongest = [c for c in holding if not any(o.name in at.game.yields_to(c.name) for o in holding)]
    values = [value(inner[c.name], s.value) for c, s in clauses if c in strongest]
    if not values and at.game.function[function].result.kind == "truth":
        return False
    if not values:
        raise Stops(GAP)
    if any(v != values[0] for v in values):
        raise Stops(CLASH)
    return values[0]


def scored(at: At, heading: str | None, side: int | None) -> int:
    """Return the score of a side under one heading, or under all headings."""
    if side is None:
        return 0
    here = at.only({"side": side})
    clauses = tuple(c for c, _ in at.game.headings)
    counted = [(c, s) for c, s in at.game.headings if heading in (None, c.name) and unless_overridden(here, c, clauses)]
    return sum(number(here, s.amount) for _, s in counted if s.chosen is None or value(here, s.chosen) == side)


def _operation(at: At, operator: g.Operator, operands: tuple[g.Expr, ...]) -> Value:
    match operator:
        case "and":
            return all(truth(at, e) for e in operands)
        case "or":
            return any(truth(at, e) for e in operands)
        case "not":
            return not truth(at, operands[0])
        case "=":
            return value(at, operands[0]) == value(at, operands[1])
        case "<" | "<=":
            left, right = number(at, operands[0]), number(at, operands[1])
            return left < right or (operator == "<=" and left == right)
        case "+":
            return sum(number(at, e) for e in operands)
        case "-":
            first, *others = [number(at, e) for e in operands]
            return first - sum(others) if others else -first
        case "*":
            return prod(number(at, e) for e in operands)
        case "half":
            return number(at, operands[0]) // 2
        case "remainder" | "quotient" | "quotient up":
            dividend, divisor = number(at, operands[0]), number(at, operands[1])
            if divisor <= 0:
                raise Stops(NO_DIVISOR)
            return {"remainder": dividend % divisor, "quotient": dividend // divisor}.get(operator, -(-dividend // divisor))
        case "union":
            return frozenset[Member]().union(*(members(at, e) for e in operands))
        case "minus":
            return members(at, operands[0]).difference(*(members(at, e) for e in operands[1:]))
        case "in":
            member = value(at, operands[0])
            return member is not None and member in members(at, operands[1])
        case "subset":
            return members(at, operands[0]) <= members(at, operands[1])
        case _:  # `applies`, which no text contains
            raise NotImplementedError(operator)


def _selected(at: At, expr: g.Select) -> Value:
    """Return the one member that is first by the keys; None if several members tie."""
    keys, inner = expr.keys, {m: at.named({expr.variable: m}) for m in members(at, expr.members)}
    ranks = {m: [(1 if which == "highest" else -1) * number(inner[m], key) for which, key in keys] for m in inner}
    first = [m for m, rank in ranks.items() if rank == max(ranks.values())]
    return first[0] if len(first) == 1 else None


def _has_pattern(at: At, expr: g.Pattern) -> bool:
    found = cards(at, expr.cards)
    measure = at.game.measure.get(expr.attribute)
    values = [measure[c] if measure else printed(at, expr.attribute, c, measured=False) for c in found]
    if None in values:
        return False
    if expr.pattern != "consecutive":
        return len(set(values)) <= 1 if expr.pattern == "alike" else len(set(values)) == len(values)
    numbers = sorted(n for n in values if isinstance(n, int))
    return not numbers or numbers == list(range(numbers[0], numbers[0] + len(values)))


# ------------------------------------------------------------------------------------- acts


def _can(at: At, expr: g.Can) -> bool:
    """Return whether some permission covers some way to do an act that agrees with what is given."""
    actor = one(at, expr.actor)
    if actor is None:
        return False
    given = {name: value(at, e) for name, e in expr.given}

    def agrees(arguments: Mapping[str, Value]) -> bool:
        outer = at.named({word: arguments[parameter] for parameter, word in expr.free})
        return expr.where is None or truth(outer, expr.where)

    return can(at.by(actor), expr.act, given, agrees, expr.by)


def can(
    at: At, name: str, given: Mapping[str, Value], agrees: Callable[[Mapping[str, Value]], bool], by: str | None = None
) -> bool:
    """Return whether the player can do an act. All ways to do it are tried under one permission before the next one."""

    def covers(permission: g.Clause, arguments: Mapping[str, Value]) -> bool:
        return agrees(arguments) and (_holds if by else partial(warrants, name=name))(at.only(arguments), permission)

    permissions = [clause for clause, _ in at.game.permissions_of(name) if by in (None, clause.name)]
    return any(True in [covers(p, arguments) for arguments in ways(at, at.game.act[name], given)] for p in permissions)


def ways(at: At, act: g.Act, given: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Return the ways to choose the arguments of an act, some of which are given; each argument is in its domain."""

    def chosen(left: tuple[g.Parameter, ...], names: dict[str, Value]) -> Iterator[dict[str, Value]]:
        if not left:
            yield names
            return
        waiting = {p.name for p in left}
        ready = [p for p in left if not waiting & {e.name for e in parts(p.domain) if isinstance(e, g.Local)}]
        first = min(ready, key=lambda p: p.choice == "some")
        others = tuple(p for p in left if p is not first)
        for choice in _choices(at.only(names), first, given):
            yield from chosen(others, {**names, first.name: choice})

    yield from chosen(act.parameters, {})


def _choices(at: At, parameter: g.Parameter, given: Mapping[str, Value]) -> list[Value]:
    """Return the values of one parameter. If a value is given, return only that one, provided it is among them."""
    if parameter.domain is None:
        found: list[Value] = list(parameter.answers)
    else:
        domain = members(at, parameter.domain)
        match parameter.choice:
            case "some":
                if parameter.name in given:
                    chosen = given[parameter.name]
                    return [chosen] if isinstance(chosen, frozenset) and chosen and chosen <= domain else []
                every = sorted(domain, key=str)
                found = [frozenset(s) for n in range(1, len(every) + 1) for s in combinations(every, n)]
            case "all":
                found = [domain] if domain else []
            case "one" | "either":
                found = list(domain)
    return [v for v in found if parameter.name not in given or v == given[parameter.name]]


def _holds(at: At, clause: g.Clause) -> bool:
    """Return whether a permission or prohibition applies to the player who acts, and its case holds."""
    sentence = clause.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    is_meant = isinstance(sentence.subject, g.Actor) or at.actor in members(at.by(at.state.turn), sentence.subject)
    return is_meant and applies(at, clause)


def _bars(at: At, act: str, prohibition: g.Clause) -> bool:
    """Return whether the case of a prohibition holds, and no exemption lifts it."""
    others = tuple(c for c, _ in at.game.prohibitions_of(act) if c.name != prohibition.name)
    exemptions = [c for c, s in at.game.with_sentence(g.Permission) if s.act == act and prohibition.name in s.lifts]
    return _holds(at, prohibition) and not any(
        _holds(at, exemption) and not any(_holds(at, other) for other in at.game.overriding(exemption, others))
        for exemption in exemptions
    )


def warrants(at: At, permission: g.Clause, name: str) -> bool:
    """Return whether a permission applies and no prohibition bars it."""
    barring = (clause for clause, sentence in at.game.prohibitions_of(name) if permission.name in sentence.bars)
    return _holds(at, permission) and not any(_bars(at, name, clause) for clause in barring)


def _cases(at: At, clause: g.Clause) -> Iterator[At]:
    """Yield the points at which a clause may apply: a clause about an act has one for each way to choose the act's
    arguments.
    """
    sentence = clause.sentence
    if isinstance(sentence, g.Permission) or (isinstance(sentence, g.Prohibition) and len(sentence.acts) == 1):
        for arguments in ways(at, at.game.act[sentence.acts[0]], {}):
            yield at.only(arguments)
    else:
        yield at
