"""Tricks in the guide that the rules count by their cards.

An author without a counter of tricks divides the cards that somebody took by the number of players.  If only whole tricks come
to the place of these cards, the guide says *their tricks*.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from cartaro_grammar import conjuncts, operands_of, parts, rewrite
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.plainer import substituted
from cartaro_rulebook.prose.stages import cards_leave


def with_tricks(scope: ProseScope, mentioned: Container[str]) -> ProseScope:
    """Return the scope of a game that knows to which places only whole tricks go, with a word that counts tricks by their cards
    replaced by the calculation, unless a wording has it in `mentioned`.
    """
    game = scope.naming.game
    scope = replace(scope, tricks=places_of_tricks(game))
    written: dict[str, tuple[str, g.Expr]] = {}
    dropped = set[str]()
    for function in game.functions:
        match game.definitions_of(function.name):
            case ((clause, g.Definition(_, (name,), value)),) if not (clause.when or clause.unless or clause.despite):
                if clause.name not in mentioned and expressions.is_number_of_tricks(value, scope):
                    written[function.name] = name, value
                    dropped.add(clause.name)
            case _:
                pass

    def spelled(node: object) -> object:
        if not isinstance(node, g.Apply) or node.function not in written:
            return node
        name, value = written[node.function]
        return substituted(value, {name: node.arguments[0]})

    clauses = tuple(rewrite(clause, spelled) for clause in game.clauses if clause.name not in dropped)
    game = replace(game, clauses=clauses, acts=rewrite(game.acts, spelled)) if written else game
    return replace(scope, naming=replace(scope.naming, game=game))


def places_of_tricks(game: g.Game) -> Mapping[str, g.Expr]:
    """Return the places to which only whole tricks go and which no card leaves, with the players who each play a card to a
    trick.
    """
    found: dict[str, list[g.Expr | None]] = {}
    for clause in game.clauses:
        for zone, cards in _filled(clause.effects):
            found.setdefault(zone, []).append(_players_of_trick(clause, cards, game))
    for act in game.acts:
        for zone, _ in _filled(act.effects):
            found.setdefault(zone, []).append(None)
    whole = {zone: each[0] for zone, each in found.items() if len(each) == 1 and each[0] is not None}
    return {zone: players for zone, players in whole.items() if not cards_leave(zone, game)}


def _filled(effects: tuple[g.Effect, ...]) -> Iterator[tuple[str, tuple[g.Expr, ...]]]:
    """Yield the places to which cards go, with the cards."""
    for body in (effect.body for effect in effects):
        to = body.to if isinstance(body, g.MoveCards | g.Deal) else body.into if isinstance(body, g.Shuffle) else None
        if isinstance(to, g.InZone):
            yield to.zone, body.cards if isinstance(body, g.MoveCards) else ()


def _players_of_trick(clause: g.Clause, cards: tuple[g.Expr, ...], game: g.Game) -> g.Expr | None:
    """Return the players who each have played one card if a rule moves the cards that all players have played."""
    match cards:
        case (g.InZone(played, g.Everyone()),):
            pass
        case _:
            return None
    to_played = [(act, e.body) for act in game.acts for e in act.effects if played in {zone for zone, _ in _filled((e,))}]
    one_each = all(_moves_one(body, act) for act, body in to_played)
    if not one_each or any(played in {zone for zone, _ in _filled(c.effects)} for c in game.clauses):
        return None
    for e in conjuncts(*clause.when):
        if isinstance(e, g.Quantified) and any(isinstance(p, g.InZone) and p.zone == played for p in parts(e.condition)):
            denied = operands_of(e.condition, "=")
            nobody_without = e.quantifier == "no" and len(denied) == 2 and g.Number(0, denied[1].type, denied[1].span) in denied
            if e.quantifier == "every" or nobody_without:
                return e.members
    return None


def _moves_one(body: g.EffectBody, act: g.Act) -> bool:
    single = {parameter.name for parameter in act.parameters if parameter.choice == "one"}
    cards = body.cards if isinstance(body, g.MoveCards) else ()
    names = [e.name for card in cards for e in parts(card) if isinstance(e, g.Local)]
    return len(cards) == 1 and len(names) == 1 and names[0] in single
