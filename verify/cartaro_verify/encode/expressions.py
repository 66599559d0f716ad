"""Expressions of the checked game as terms over a symbolic state, construct by construct.

`evaluate` is what an `Encoder` evaluates with.  In a state without unknowns the value is a constant, and agrees with the
interpreter's: the tests compare them, construct by construct.
"""

from __future__ import annotations

from collections.abc import Callable

from cartaro_grammar import PLAYER, Clause, Expr, Game, Type, read_argument
from cartaro_grammar import game as g
from cartaro_verify.encode import card_readings, operations, sets
from cartaro_verify.encode.encoder import AbilityEncoder, Encoder
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NOBODY, NotCovered, Unread, cleared
from cartaro_verify.terms.unknowns import Cond, Num, Vec
from cartaro_verify.terms.values import Guarded, Read, SingleCard, Value, as_cards, as_truth, exactly, value_key


def encoder_of(game: Game, context: ProofContext, can: AbilityEncoder | None = None) -> Encoder:
    """An encoder of a game; `can` decides what an expression `P can A …` becomes."""
    return Encoder(game, context, evaluate, can)


def evaluate(encoder: Encoder, expr: Expr, scope: TermScope) -> Value:
    """The value of an expression; a truth or number that depends on readings is left open, as far as it is not the same for
    all groups that there can be.  What speaks of one group alone is left open as a whole.
    """
    if encoder.groups is None:
        return _represented(encoder, expr, scope)
    opens = expr.type.kind in ("truth", "number") and not encoder.deferring
    whole = opens and card_readings.alone(encoder.groups, expr, scope) is not None
    encoder.deferring |= whole
    try:
        return _represented(encoder, expr, scope)
    except Unread:
        if not opens:
            raise
        return card_readings.left_open(encoder, encoder.groups, expr, scope)
    finally:
        encoder.deferring &= not whole


def _represented(encoder: Encoder, expr: Expr, scope: TermScope) -> Value:
    """The value of an expression, by its construct; raises `Unread` where it depends on readings."""
    match expr:
        case g.Number() | g.Truth():
            return expr.value
        case g.Symbol():
            return exactly(expr.name)
        case g.Symbols():
            info = next(a for a in encoder.game.deck.attributes if a.name == expr.attribute)
            return Guarded(tuple((s.name, True) for s in info.values))
        case g.Cards():
            if expr.type.kind == "card":
                return SingleCard(expr.cards[0])
            return tuple(int(i in expr.cards) for i in range(encoder.size))
        case g.AllCards():
            return (1,) * encoder.size
        case g.Everyone():
            return Guarded(tuple((i, True) for i in _everyone(encoder, expr.type)))
        case g.LastPlayer():
            return exactly(encoder.game.players - 1)
        case g.Nobody():
            return (0,) * encoder.size if expr.type.kind == "card" else exactly(None)
        case g.Actor():
            return exactly(None if scope.actor == NOBODY else scope.actor)
        case g.Local():
            return scope.locals[expr.name]
        case g.Setting():
            chosen = encoder.game.chosen[expr.option]
            return int(chosen) if expr.type.kind == "number" else exactly(chosen)
        case g.InZone():
            return _owned(encoder, expr.zone, expr.owner, scope, lambda p: scope.state.zones[p], (0,) * encoder.size)
        case g.Recall():
            return _recall(encoder, expr, scope)
        case g.Attribute():
            return attribute(encoder, expr.name, encoder.value(expr.card, scope))
        case g.Apply():
            return _apply(encoder, expr, scope)
        case g.ScoreOf():
            return _score_of(encoder, expr, scope)
        case g.Operation():
            return operations.operation(encoder, expr, scope)
        case g.Single():
            return sets.single(encoder, expr, scope)
        case g.Only():
            return sets.only(encoder, expr, scope)
        case g.Size():
            return sets.size(encoder, expr, scope)
        case g.Where():
            return sets.where(encoder, expr, scope)
        case g.Quantified():
            return sets.quantified(encoder, expr, scope)
        case g.Total():
            return sets.total(encoder, expr, scope)
        case g.Extreme():
            return sets.extreme(encoder, expr, scope)
        case g.Select():
            return sets.select(encoder, expr, scope)
        case g.Neighbour():
            steps, players = expr.steps, encoder.game.players
            return encoder.guarded(expr.player, scope).moved(lambda player: (player + steps) % players)
        case g.SideOf():
            return _side_of(encoder, encoder.guarded(expr.player, scope))
        case g.Can():
            if encoder.can is None:
                raise NotCovered(words("un_can"))
            can = encoder.can()
            assert can is not None, "acts live longer than their encoder"
            with encoder.watched() as breaks:
                able = can(expr, scope)
            encoder.breaks += [True] if breaks else []
            return able
        case g.Applies():
            return _case_of(encoder, expr, scope)
        case g.Pattern():
            return sets.pattern(encoder, expr, scope)
        case g.Top():
            return sets.top(encoder, expr, scope)
        case g.ReadAs():
            raise Unread


def _case_of(encoder: Encoder, expr: g.Applies, scope: TermScope) -> Value:
    """Whether the case of a named clause holds; of a permission, with some arguments."""
    clause = encoder.game.clause.get(expr.clause)
    if clause is None:
        return False
    match clause.sentence:
        case g.Permission(act=act, lifts=()):
            free = tuple((p.name, p.name) for p in encoder.game.act[act].parameters)
            asked = g.Can(act, g.Actor(PLAYER, expr.span), expr.clause, (), free, None, expr.type, expr.span)
            return encoder.value(asked, scope)
        case g.Permission() | g.Prohibition():
            raise NotCovered(words("un_bar_applies"))
        case (
            g.Obligation() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes() | g.Ends()
            | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return encoder.applies(clause, scope)


def _everyone(encoder: Encoder, kind: Type) -> range:
    return range(encoder.game.players if kind.kind in ("players", "player") else encoder.game.sides)


def _owned(
    encoder: Encoder, name: str, owner: Expr | None, scope: TermScope, look: Callable[[tuple[str, int]], Vec], none: Vec
) -> Vec:
    if owner is None:
        return look((name, -1))
    found, result = encoder.guarded(owner, scope), none
    if owner.type.kind in ("players", "sides"):
        for index, condition in found.owners:
            here = look((name, index))
            result = tuple(terms.add(r, terms.choose(condition, x, 0)) for r, x in zip(result, here, strict=True))
        return result
    for index, condition in reversed(found.owners):
        here = look((name, index))
        result = tuple(terms.choose(condition, a, b) for a, b in zip(here, result, strict=True))
    return result


def _recall(encoder: Encoder, expr: g.Recall, scope: TermScope) -> Value:
    if expr.owner is None:
        return encoder.kept(scope.state.cells[(expr.cell, -1)], expr.type)
    result = cleared(encoder.game.cell[expr.cell])
    for index, condition in reversed(encoder.guarded(expr.owner, scope).owners):
        result = encoder.choose(condition, scope.state.cells[expr.cell, index], result, expr.type)
    return encoder.kept(result, expr.type)


def attribute(encoder: Encoder, name: str, card: Value) -> Value:
    if isinstance(card, Read):
        if encoder.groups is None or name not in encoder.groups.fixed:
            raise Unread
        card = card.cards
    measure = encoder.game.measure.get(name)
    if isinstance(card, SingleCard):
        return exactly(encoder.attributes[name][card.number]) if measure is None else measure[card.number] or 0
    key = (name, value_key(card))
    if key not in encoder.printed_on:
        encoder.printed_on[key] = (_attribute_of(encoder, name, as_cards(card)), card)
    return encoder.printed_on[key][0]


def _attribute_of(encoder: Encoder, name: str, vector: Vec) -> Value:
    """What is printed on a card of which is not known which it is."""
    measure = encoder.game.measure.get(name)
    if measure is not None:
        return terms.total(vector, [v or 0 for v in measure])
    values = encoder.attributes[name]
    here = {s: terms.total(x for x, v in zip(vector, values, strict=True) if v == s) for s in dict.fromkeys(values)}
    bare = terms.some(terms.member(here.pop(None, 0)), terms.equal(terms.total(vector), 0))
    return Guarded((*((symbol, terms.member(count)) for symbol, count in here.items()), (None, bare)))


def _side_of(encoder: Encoder, player: Guarded) -> Guarded:
    sides = player.moved(encoder.game.side_of.__getitem__)
    return Guarded(tuple((side, sides.when(side)) for side in dict.fromkeys(v for v, _ in sides.items)))


# ------------------------------------------------------------------------------------------------ definitions and scores


def _apply(encoder: Encoder, expr: g.Apply, scope: TermScope) -> Value:
    if read_argument(encoder.game, expr) is not None:
        raise NotCovered(words("un_readings", x=words("function", name=expr.function)))
    arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
    return _call(encoder, expr.function, arguments, scope)


def _call(encoder: Encoder, name: str, arguments: tuple[Value, ...], scope: TermScope) -> Value:
    """A definition applied to values; one that looks at its arguments alone is worked out once for all states."""
    seen = (scope.state.board, scope.actor) if encoder.groups is not None or _looks_round(encoder, name) else ()
    key = (name, *seen, tuple(value_key(a) for a in arguments))
    if key not in encoder.memo:
        with encoder.watched() as breaks:
            encoder.memo[key] = (_defined(encoder, name, arguments, scope), (scope, arguments))
        encoder.broken[key] = breaks
    encoder.breaks += encoder.broken[key]
    return encoder.memo[key][0]


def _looks_round(encoder: Encoder, name: str) -> bool:
    """Whether what a definition says depends on more than its arguments: on the state, or on who acts."""
    if name not in encoder.looking:
        asked = walk.reached(encoder.game, encoder.game.asked_by(name))
        encoder.looking[name] = any(isinstance(p, g.InZone | g.Recall | g.Top | g.Actor | g.Can | g.Applies) for p in asked)
    return encoder.looking[name]


def _defined(encoder: Encoder, name: str, arguments: tuple[Value, ...], scope: TermScope) -> Value:
    function = encoder.game.function[name]
    clauses = encoder.game.definitions_of(name)
    result: Value | None = False if function.result.kind == "truth" else None
    for clause, said in reversed(clauses):
        inner = encoder.applying(said, arguments, scope)
        force = _force(encoder, clause, clauses, arguments, scope)
        if force is False:
            continue
        with encoder.where(force):
            value = encoder.value(said.value, inner)
        if result is None:
            result = value
        elif function.result.kind == "truth":
            result = terms.some(as_truth(result), terms.every(force, as_truth(value)))
        else:
            result = encoder.choose(force, value, result, function.result)
    if result is None:
        raise NotCovered(words("un_undefined", x=words("function", name=name)))
    return result


def alternatives(encoder: Encoder, expr: Expr, scope: TermScope) -> list[tuple[Cond, Vec]]:
    """The sets of cards that an expression may be, each with the case in which it is: that of a definition's clause."""
    if not isinstance(expr, g.Apply) or len(encoder.game.definitions_of(expr.function)) < 2:
        return [(True, encoder.cards(expr, scope))]
    arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
    key = (expr.function, scope.state.board, scope.actor, tuple(value_key(a) for a in arguments))
    if key not in encoder.sets:
        encoder.sets[key] = (_cases(encoder, expr.function, arguments, scope), arguments)
    return encoder.sets[key][0]


def _cases(encoder: Encoder, function: str, arguments: tuple[Value, ...], scope: TermScope) -> list[tuple[Cond, Vec]]:
    """The sets of cards that a definition may give, clause by clause."""
    clauses, found = encoder.game.definitions_of(function), list[tuple[Cond, Vec]]()
    earlier: Cond = True
    for clause, said in clauses:
        inner = encoder.applying(said, arguments, scope)
        force = _force(encoder, clause, clauses, arguments, scope)
        case = earlier if clause is clauses[-1][0] else terms.every(earlier, force)
        found += [(terms.every(case, c), v) for c, v in alternatives(encoder, said.value, inner) if case is not False]
        earlier = terms.every(earlier, terms.no(force))
    return found


def _force(
    encoder: Encoder, clause: Clause, clauses: g.Saying[g.Definition], arguments: tuple[Value, ...], scope: TermScope
) -> Cond:
    """Whether a clause of a definition is in force for these arguments."""
    here = {c.name: (c, encoder.applying(said, arguments, scope)) for c, said in clauses}
    over = encoder.game.overriding(clause, tuple(c for c, _ in clauses))
    better = (terms.no(encoder.applies(*here[c.name])) for c in over)
    return terms.every(encoder.applies(*here[clause.name]), *better)


def _score_of(encoder: Encoder, expr: g.ScoreOf, scope: TermScope) -> Num:
    side = encoder.guarded(expr.side, scope)
    headings = [(clause, score) for clause, score in encoder.game.headings if expr.heading in (None, clause.name)]
    result: Num = 0
    for index, condition in side.owners:
        here = terms.total(_heading(encoder, clause, score, index, scope) for clause, score in headings)
        result = terms.add(result, terms.choose(condition, here, 0))
    return result


def _heading(encoder: Encoder, clause: Clause, score: g.Score, side: int, scope: TermScope) -> Num:
    """What one side scores under one heading."""
    inner = scope.binding("side", exactly(side))
    rivals = tuple(other for other, _ in encoder.game.headings)
    force = encoder.in_force(clause, rivals, inner)
    if score.chosen is not None:
        with encoder.where(force):
            chosen = encoder.guarded(score.chosen, inner).when(side)
        force = terms.every(force, chosen)
    if force is False:
        return 0
    with encoder.where(force):
        return terms.choose(force, encoder.number(score.amount, inner), 0)
