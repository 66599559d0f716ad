"""What depends on readings, as far as it is known: the same for every group that there can be, or open.

A truth or number about what cards are read as becomes an unknown: the same one wherever the same is asked of the same cards
with the same readings.  Where it speaks of one group alone, its values over all groups that there can be bound it, or settle
it; that a card of a group is read as another implies that in some group that there can be one like it is.  This allows more
than the rules, never less.
"""

from __future__ import annotations

from cartaro_grammar import Expr, parts
from cartaro_grammar import game as g
from cartaro_verify.encode.encoder import Encoder
from cartaro_verify.encode.possible_groups import Groups, Readable, free_words
from cartaro_verify.terms import terms
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.unknowns import Cond
from cartaro_verify.terms.values import Read, Value, value_key


def left_open(encoder: Encoder, groups: Groups, expr: Expr, scope: TermScope) -> Value:
    """A truth or number that depends on readings."""
    words = sorted(free_words(expr))
    values = tuple((w, value_key(scope.locals[w])) for w in words if w in scope.locals)
    here = () if groups.closed(expr) else (scope.state.board, scope.actor)
    key = ("open", expr, values, here)
    if key not in encoder.memo:
        encoder.memo[key] = (_open(encoder, groups, expr, scope, words), (scope, values))
    return encoder.memo[key][0]


def _open(encoder: Encoder, groups: Groups, expr: Expr, scope: TermScope, words: list[str]) -> Value:
    found = _possible(groups, expr, scope, words)
    if expr.type.kind == "truth" and found is not None and len(found) == 1:
        return 1 in found
    if expr.type.kind == "truth":
        truth = encoder.unknowns.truth("open")
        encoder.axioms += _read_as(encoder, groups, expr, scope, truth) if isinstance(expr, g.ReadAs) else []
        return truth
    if found is not None and len(found) == 1:
        return next(iter(found))
    number = encoder.unknowns.number("open")
    least = min(found) if found else 0 if isinstance(expr, g.Size) else None
    encoder.axioms += [] if least is None else [terms.at_least(number, least)]
    encoder.axioms += [terms.at_most(number, max(found))] if found else []
    return number


def _possible(groups: Groups, expr: Expr, scope: TermScope, words: list[str]) -> frozenset[int] | None:
    """The values that an expression can have, where it speaks of one group, or of every group of a family."""
    if isinstance(expr, g.Quantified) and isinstance(expr.members, g.InZone) and expr.members.type.kind == "groups":
        family = expr.members.zone
        shapes = groups.of_family(family)
        each = None if shapes is None else groups.values(expr.condition, expr.variable, shapes, family)
        if not shapes or each is None:
            return None
        settled = {"every": {1: 1}, "no": {0: 1}, "some": {0: 0}}[expr.quantifier]
        return frozenset(settled[v] for v in each) if len(each) == 1 and each <= settled.keys() else None
    group = alone(groups, expr, scope)
    return None if group is None or group.shapes is None else groups.values(expr, words[0], group.shapes, group.family)


def _read_as(encoder: Encoder, groups: Groups, expr: g.ReadAs, scope: TermScope, truth: Cond) -> list[Cond]:
    """What a card of a group and the card that it is read as must be, by the groups that there can be: of each kind of card,
    only the kinds that some group reads it as.

    Outside the domain of the card, where nothing is asked of it, the truth may be taken to be false.
    """
    word = expr.card.name if isinstance(expr.card, g.Local) else ""
    readable = _readable(groups, word) if isinstance(scope.locals.get(word), Read) else None
    if readable is None:
        return []
    kind = encoder.game.faces.kind
    of, other = (encoder.cards(e, scope) for e in (expr.card, expr.reading))
    found = list[Cond]()
    for number in dict.fromkeys(kind):
        here = terms.total(x for x, k in zip(of, kind, strict=True) if k == number)
        fits = terms.total(x for x, k in zip(other, kind, strict=True) if k in readable.get(number, ()))
        found.append(terms.implies(terms.every(truth, terms.member(here)), terms.member(fits)))
    return found


def _readable(groups: Groups, word: str) -> Readable | None:
    """For each kind of card, the kinds that it is read as in some group, where the word is a card of a group in every act that
    has it, and nothing else is called by it.
    """
    known = groups.readable
    if word not in known:
        game, found = groups.game, dict[int, set[int]]()
        families = {_family(act, parameter) for act in game.acts for parameter in act.parameters if parameter.name == word}
        shapes = [groups.of_family(family) if family else None for family in sorted(families)]
        if not shapes or None in shapes or word in _bound(game):
            known[word] = None
            return None
        faces, kind = game.faces.faces, game.faces.kind
        seen = 0
        for group in (group for each in shapes for group in each or ()):
            seen |= group
        for number, face in enumerate(faces):
            if seen >> number & 1:
                found.setdefault(kind[face.card], set()).add(kind[face.like])
        known[word] = {card: frozenset(like) for card, like in found.items()}
    return known[word]


def _family(act: g.Act, parameter: g.Parameter) -> str:
    """The family in one of whose groups a parameter is a card; empty where it is not."""
    place = parameter.domain.name if isinstance(parameter.domain, g.Local) and parameter.type.kind == "card" else ""
    group = next((p for p in act.parameters if p.name == place and p.type.kind == "group"), None)
    return group.domain.zone if group is not None and isinstance(group.domain, g.InZone) else ""


def _bound(game: g.Game) -> frozenset[str]:
    """The words of definitions and of what is said of each member of a set."""
    found = list(parts((game.standing, game.acts, game.claims)))
    variables = {p.variable for p in found if isinstance(p, g.Where | g.Quantified | g.Total | g.Select)}
    given = {word for p in found if isinstance(p, g.Can) for _, word in p.free}
    return frozenset(variables | given | {w for p in found if isinstance(p, g.Definition) for w in p.parameters})


def alone(groups: Groups, expr: Expr, scope: TermScope) -> Read | None:
    """The one group that an expression speaks of and of nothing else, where it is known which groups there can be."""
    if not any(isinstance(value, Read) and value.shapes is not None for value in scope.locals.values()):
        return None
    words = free_words(expr)
    group = scope.locals.get(next(iter(words))) if len(words) == 1 else None
    return group if isinstance(group, Read) and group.shapes is not None and groups.closed(expr) else None
