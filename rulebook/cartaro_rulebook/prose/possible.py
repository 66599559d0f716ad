"""Conditions on moves in the guide as a player thinks of them: the result of the move, and whether another move is possible.

A text computes the effect of a move in advance (*the count plus the value of the card is at most 31*); a player thinks of the
count after the move.  And it repeats the condition of one move, denied for all cards, as the condition of another: *go if
there is no card for which the count plus its value is at most 31*; for a player it is *if they cannot play a card*.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from cartaro_grammar import TRUTH, conjuncts, default, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.plainer import substituted


def with_possible_moves(scope: ProseScope, mentioned: Container[str]) -> ProseScope:
    """Return the scope of a game in whose permissions the impossibility of another move is one condition, and that knows which
    conditions are about a number after the move; clauses that a wording has in `mentioned` stay as they are.
    """
    game = scope.naming.game
    clauses = tuple(c if c.name in mentioned else _with_impossible_moves(c, scope) for c in game.clauses)
    after = dict(_after_moves(game))
    return replace(scope, naming=replace(scope.naming, game=replace(game, clauses=clauses)), afterwards=after)


# ------------------------------------------------------------------------------------------------ impossible moves


def _with_impossible_moves(clause: g.Clause, scope: ProseScope) -> g.Clause:
    """Return a permission with each denied condition of another move of its step as *cannot make this move*."""
    node = clause.sentence
    if not isinstance(node, g.Permission) or not isinstance(node.subject, g.Actor) or clause.unless:
        return clause
    asked = conjuncts(*clause.when)
    found = tuple(_cannot(e, node.act, clause, [one for one in asked if one is not e], scope) or e for e in asked)
    return clause if found == asked else replace(clause, when=found)


def _cannot(e: g.Expr, act: str, clause: g.Clause, others: Container[g.Expr], scope: ProseScope) -> g.Expr | None:
    """Return that the player cannot make a move if a condition of another act is exactly this."""
    game = scope.naming.game
    denied = operands_of(e, "not")
    some = denied[0] if denied else e
    if not isinstance(some, g.Quantified) or some.quantifier != ("some" if denied else "no"):
        return None
    for one in (other for _, step in game.steps if act in step.acts for other in step.acts if other != act):
        parameters, permits = game.act[one].parameters, game.permissions_of(one)
        if len(parameters) != 1 or parameters[0].choice != "one" or parameters[0].domain != some.members or len(permits) != 1:
            continue
        ((permit, node),) = permits
        free = isinstance(node.subject, g.Actor) and not (permit.unless or permit.under or node.lifts)
        barred = any(one in p.acts for _, p in game.with_sentence(g.Prohibition))
        if not free or barred or scope.part.get(permit.name) != scope.part.get(clause.name):
            continue
        chosen = parameters[0].name
        of_card = [a for a in conjuncts(*permit.when) if _reads(a, chosen)]
        of_state = [a for a in conjuncts(*permit.when) if not _reads(a, chosen)]
        denied_ones = conjuncts(substituted(some.condition, {some.variable: g.Local(chosen, parameters[0].type, e.span)}))
        if of_card and {*of_card} == {*denied_ones} and all(a in others for a in of_state):
            can = g.Can(one, node.subject, None, (), ((chosen, chosen),), None, TRUTH, e.span)
            return g.Operation("not", (can,), TRUTH, e.span)
    return None


def _reads(e: g.Expr, name: str) -> bool:
    return any(isinstance(p, g.Local) and p.name == name for p in parts(e))


# ------------------------------------------------------------------------------------------------ numbers after a move


def _after_moves(game: g.Game) -> Iterator[tuple[g.Expr, g.Expr]]:
    """Yield the conditions on a number plus the addition of a move to it, each with the condition on the number after the
    move.  All rules that have the condition are about acts that add this.
    """
    asking: dict[g.Expr, set[str]] = {}
    for clause in game.clauses:
        node = clause.sentence
        acts = (node.act,) if isinstance(node, g.Permission) else node.acts if isinstance(node, g.Prohibition) else ("",)
        for e in conjuncts(*clause.when):
            asking.setdefault(e, set()).update(acts)
    for e, of in asking.items():
        found = [_afterwards(e, _added(game.act[act], game)) for act in of - {""}]
        after = next(iter(found), None)
        if after is not None and len(found) == len(of) and all(one == after for one in found):
            yield e, after


def _added(act: g.Act, game: g.Game) -> Mapping[g.Expr, g.Expr]:
    """Return the counters that an act and the rules after it change by one addition only, and the amount that the act adds."""
    every = (*act.effects, *(e for clause in game.consequences("after", act.name) for e in clause.effects))
    changed = [e.body.cell.cell for e in every if isinstance(e.body, g.Add | g.Become)]
    plain = (e.body for e in act.effects if isinstance(e.body, g.Add) and not (e.each or e.when or e.unless))
    return {body.cell: body.amount for body in plain if changed.count(body.cell.cell) == 1}


def _afterwards(e: g.Expr, added: Mapping[g.Expr, g.Expr]) -> g.Expr | None:
    """Return a comparison of a counter plus an addition to it as a comparison of the counter after that."""
    match e:
        case g.Operation("=" | "<" | "<=", operands):
            after = tuple(_sum_as_counter(one, added) for one in operands)
            return None if after == operands else replace(e, operands=after)
        case g.Operation("not", (inner,)):
            found = _afterwards(inner, added)
            return None if found is None else replace(e, operands=(found,))
        case _:
            return default(e, None)


def _sum_as_counter(e: g.Expr, added: Mapping[g.Expr, g.Expr]) -> g.Expr:
    for cell, amount in added.items():
        if operands_of(e, "+") in ((cell, amount), (amount, cell)):
            return cell
    return e
