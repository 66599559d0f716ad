"""Sentences of the guide for several permissions or prohibitions.

Each permission repeats the condition that several have in common in a sentence of its own.  Here it is stated once, and each
act has only its further conditions: *when bids are made, the player may bid or pass*.  Several permissions of one act, or
prohibitions of the same acts, are one sentence with a list of cases.
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
from cartaro_rulebook.words.nouns import Phrase

Permitted = tuple[g.Clause, g.Permission]


def permissions_together(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each group of permissions of one article with a common condition."""
    found = [(c, c.sentence) for c in source.clauses if c.name not in source.covered and isinstance(c.sentence, g.Permission)]
    alone = [(c, node) for c, node in found if _is_alone(c, node, source)]
    for _, group in groupby(alone, key=lambda one: (one[0].article, _step(one[1], source))):
        left: list[Permitted] = list(group)
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
    return tuple(e for e in conjuncts(*clause.when) if not any(isinstance(part, g.Local) for part in free_parts(e)))


def free_parts(e: g.Expr) -> Iterator[object]:
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
        case = sentences.case_of_act(known.left, (), node, source.scope, known.topic)
        texts.append(expressions.open_act(act, source.scope, known) + (f", {case}" if case else ""))
    plain = all(conjuncts(*clause.when) == common for clause, _ in members)
    do = source.scope.lang.series(texts, "or") if plain else ""
    text = source.text("may" if plain else "may_each", source.scope.value(actor), do=do).strip()
    whole = finish_sentence(
        sentences.text_after_cases(common, (), text, source.scope), source.scope, "." if plain else "", of=first.span
    )
    steps = () if plain else tuple(finish_sentence(one, source.scope, of=first.span) for one in texts)
    return Composed(tuple(clause.name for clause, _ in members), " ".join((whole, *steps)), steps=steps, ordered=False)


def permissions_of_one_act(source: Source) -> Iterator[Composed]:
    """Yield a sentence for the permissions of each act that several clauses permit to the same player in different cases."""
    for act in source.game.acts:
        rows = source.game.permissions_of(act.name)
        if len(rows) < 2 or not all(_is_plain(clause, node, source) for clause, node in rows):
            continue
        groups: dict[str, list[tuple[g.Clause, g.Permission, Phrase, tuple[g.Expr, ...]]]] = {}
        for clause, node in rows:
            role = sentences.role_of_player(clause, source.scope)
            subject, when = (source.scope.value(node.subject), conjuncts(*clause.when)) if role is None else role
            groups.setdefault(subject.text, []).append((clause, node, subject, when))
        for group in groups.values():
            details = [expressions.argument_details(act, when, source.scope) for _, _, _, when in group]
            if len(group) > 1 and all(one.left == when for one, (_, _, _, when) in zip(details, group, strict=True)):
                yield _in_cases(act, group, source)


def _is_plain(clause: g.Clause, node: g.Permission, source: Source) -> bool:
    """Return whether a permission of the player in turn has conditions and no exceptions."""
    free = clause.name not in source.covered and not (clause.unless or clause.despite or clause.under or node.lifts)
    return free and bool(clause.when) and isinstance(node.subject, g.Actor) and clause.name not in source.scope.part


def _in_cases(act: g.Act, group: list[tuple[g.Clause, g.Permission, Phrase, tuple[g.Expr, ...]]], source: Source) -> Composed:
    (first, node, subject, whole), *others = group
    common = tuple(e for e in whole if all(e in when for _, _, _, when in others))
    text = source.text("may_in_cases", subject, do=expressions.open_act(act, source.scope))
    lead = _after(sentences.case_of_act(common, (), node, source.scope), text)
    rest = [tuple(e for e in when if e not in common) for _, _, _, when in group]
    found = [sentences.case_of_act(one, (), node, source.scope) for one in rest]
    return _listed(lead, found, tuple(clause.name for clause, _, _, _ in group), source, first)


def _after(case: str, text: str) -> str:
    """Return a sentence with a condition before it, if there is one."""
    return f"{case}, {text}" if case else text


def _listed(lead: str, found: list[str], names: tuple[str, ...], source: Source, of: g.Clause) -> Composed:
    """Return a sentence with a list of cases."""
    steps = tuple(finish_sentence(one, source.scope, of=of.span) for one in found)
    return Composed(names, " ".join((finish_sentence(lead, source.scope, ":", of=of.span), *steps)), steps=steps, ordered=False)


def prohibitions_together(source: Source) -> Iterator[Composed]:
    """Yield a sentence for the prohibitions of the same acts in one article, with a list of cases."""
    groups: dict[tuple[str, tuple[str, ...]], list[tuple[g.Clause, g.Prohibition]]] = {}
    for clause in source.clauses:
        node = clause.sentence
        if isinstance(node, g.Prohibition) and _is_listed(clause, node, source):
            groups.setdefault((clause.article, node.acts), []).append((clause, node))
    for group in groups.values():
        if len(group) < 2:
            continue
        first, node = group[0]
        do = source.scope.lang.series([expressions.open_act(source.game.act[act], source.scope) for act in node.acts], "or")
        asked = [conjuncts(*clause.when) for clause, _ in group]
        common = tuple(e for e in asked[0] if all(e in when and when != (e,) for when in asked))
        rest = [tuple(e for e in when if e not in common) for when in asked]
        found = [sentences.case_of_act(when, c.unless, one, source.scope) for when, (c, one) in zip(rest, group, strict=True)]
        text = source.text("may_not_in_cases", source.scope.value(node.subject), do=do)
        lead = _after(sentences.case_of_act(common, (), node, source.scope), text)
        yield _listed(lead, found, tuple(clause.name for clause, _ in group), source, first)


def _is_listed(clause: g.Clause, node: g.Prohibition, source: Source) -> bool:
    """Return whether a prohibition of the player in turn has conditions, and no exception in another clause."""
    plain = bool(clause.when) and isinstance(node.subject, g.Actor) and sentences.bars_all(node, source.scope)
    free = clause.name not in source.covered and not clause.under and not source.game.yields_to(clause.name)
    ordinary = clause.name not in source.scope.part and sentences.role_of_player(clause, source.scope) is None
    return plain and free and ordinary and not sentences.is_duty(clause, node, source.scope)
