"""Sentences of the guide for several permissions that depend on one condition: *when bids are made, the player may bid or
pass*.

Each permission repeats the condition in a sentence of its own.  Here it is stated once, and each act has only its further
conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from cartaro_grammar import conjuncts, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source

Permitted = tuple[g.Clause, g.Permission]


def permissions_together(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each group of permissions of one article with a common condition."""
    found = [(c, c.sentence) for c in source.clauses if c.name not in source.covered and isinstance(c.sentence, g.Permission)]
    alone = [(c, node) for c, node in found if _is_alone(c, node, source)]
    for _, group in groupby(alone, key=lambda one: (one[0].article, _step(one[1], source))):
        left = list(group)
        while left:
            shared = Counter(e for clause, _ in left for e in set(_common(clause, source)))
            condition = next(
                (e for clause, _ in left for e in _common(clause, source) if shared[e] == max(shared.values())), None
            )
            if condition is None or shared[condition] == 1:
                break
            members = [one for one in left if condition in _common(one[0], source)]
            left = [one for one in left if one not in members]
            yield _together(members, source)


def _is_alone(clause: g.Clause, node: g.Permission, source: Source) -> bool:
    """Return whether a permission of the player in turn has no exceptions, and is the only one of its act."""
    only = len(source.game.permissions_of(node.act)) == 1
    return only and isinstance(node.subject, g.Actor) and not (clause.unless or clause.despite or node.lifts or clause.under)


def _step(node: g.Permission, source: Source) -> int:
    return next((n for n, (_, step) in enumerate(source.game.steps) if node.act in step.acts), -1)


def _common(clause: g.Clause, source: Source) -> tuple[g.Expr | str, ...]:
    """Return what permissions may have in common: conditions, and the part of the hand, which is not a condition any more."""
    part = source.scope.part.get(clause.name)
    return (*_general(clause), *(() if part is None else (part,)))


def _general(clause: g.Clause) -> tuple[g.Expr, ...]:
    """Return the conditions of a permission that are not about the arguments of its act."""
    return tuple(e for e in conjuncts(*clause.when) if not any(isinstance(part, g.Local) for part in _free(e)))


def _free(e: g.Expr) -> Iterator[object]:
    """Yield the parts of a condition, without the names that it binds itself."""
    bound = {part.variable for part in parts(e) if isinstance(part, g.Binder)}
    return (part for part in parts(e) if not (isinstance(part, g.Local) and part.name in bound))


def _together(members: list[Permitted], source: Source) -> Composed:
    first, actor = members[0][0], members[0][1].subject
    common = tuple(e for e in _general(first) if all(e in _general(clause) for clause, _ in members))
    texts: list[str] = []
    for clause, node in members:
        act = source.game.act[node.act]
        rest = tuple(e for e in conjuncts(*clause.when) if e not in common)
        known = expressions.argument_details(act, rest, source.scope)
        inner = expressions.act_scope(act.name, source.scope).with_salient(actor)
        case = sentences.cases(known.left, (), inner.with_topic(*known.topic) if known.topic is not None else inner)
        texts.append(expressions.open_act(act, source.scope, known) + ("," if case else "") + case)
    plain = all(conjuncts(*clause.when) == common for clause, _ in members)
    do = source.scope.lang.series(texts, "or") if plain else ""
    text = source.text("may" if plain else "may_each", source.scope.value(actor), do=do).strip()
    whole = finish_sentence(
        sentences.text_after_cases(common, (), text, source.scope), source.scope, "." if plain else "", of=first.span
    )
    steps = () if plain else tuple(finish_sentence(one, source.scope, of=first.span) for one in texts)
    return Composed(tuple(clause.name for clause, _ in members), " ".join((whole, *steps)), steps=steps, ordered=False)
