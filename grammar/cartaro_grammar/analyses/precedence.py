"""Resolve precedence: which clause overrides which, transitively and without cycles; and the order of the turn's steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from cartaro_grammar.analyses.clash_advice import case_of
from cartaro_grammar.model import game as g
from cartaro_grammar.model.facts import sentence_facts
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import msg


def resolve_precedence(words: Vocabulary, clauses: Mapping[str, g.Clause]) -> tuple[g.Clause, ...]:
    """Return the clauses with `despite` closed transitively, so that it names every clause that yields."""
    direct = _edges(words, clauses)
    circle = _circle(direct)
    if circle is not None:
        _report_circle(words, circle)
        return tuple(clauses.values())
    settled = [_with_precedence(words, clause, direct, clauses) for clause in clauses.values()]
    return tuple(_in_step_order(words, settled))


def _edges(words: Vocabulary, clauses: Mapping[str, g.Clause]) -> dict[str, set[str]]:
    """Return for each clause those that directly override it."""
    edges: dict[str, set[str]] = {name: set() for name in clauses}
    for name, clause in clauses.items():
        item = words.clauses[name].item
        if not isinstance(item, tree.Clause):
            continue  # another declaration has this name; the checker has reported it
        for word in item.despite:
            if _can_override(words, clause, word, clauses):
                edges[name].add(word.text)
        for word in item.subject_to:
            if _can_override(words, clause, word, clauses):
                edges[word.text].add(name)
    return edges


def _can_override(words: Vocabulary, clause: g.Clause, word: tree.Word, clauses: Mapping[str, g.Clause]) -> bool:
    other = clauses.get(word.text)
    if other is None:
        if word.text not in words.clauses:
            words.report.unknown_name(msg("no clause"), word, words.clauses, "C0502")
        return False
    facts = sentence_facts(clause.sentence)
    if sentence_facts(other.sentence).settles & facts.settles:
        if facts.yields:
            return True
        strong, weak = (clause, other) if word in _stated_despite(words, clause) else (other, clause)
        _report_no_exception(words, strong, weak, word)
        return False
    message = msg("`{clause}` and `{word}` do not answer the same question", clause=clause.name, word=word.text)
    same = [c.name for c in clauses.values() if c is not clause and sentence_facts(c.sentence).settles & facts.settles]
    advice = (
        msg("clauses on the same question: {names}", names=", ".join(f"`{name}`" for name in same[:6]))
        if same
        else msg("leave it out")
    )
    words.report.error("C0507", message, word.span, msg("`{clause}` has nothing to override here", clause=clause.name), advice)
    return False


def _stated_despite(words: Vocabulary, clause: g.Clause) -> tree.WordRow:
    """Return the words after `despite` at a clause."""
    item = words.clauses[clause.name].item
    return item.despite if isinstance(item, tree.Clause) else ()


def _report_no_exception(words: Vocabulary, strong: g.Clause, weak: g.Clause, word: tree.Word) -> None:
    message = msg(
        "`{strong}` cannot replace `{weak}`: clauses like these apply together",
        strong=strong.name,
        weak=weak.name,
    )
    case = case_of(strong)
    article = next((a for a in words.merged.articles if any(e.item.name.text == weak.name for e in a.entries)), None)
    if article is not None and article.home != words.merged.name:
        advice = msg(
            "at the margin, write `in article {number} of {home} replace {weak}`, and the clause below it without `despite`",
            number=article.number,
            home=article.home,
            weak=weak.name,
        )
    elif case:
        advice = msg("write `unless {case}` at the end of `{weak}`, and take the `despite` away", case=case, weak=weak.name)
    else:
        advice = msg("write `unless …` at the end of `{weak}`; or leave `{weak}` out (a variant: `repeal`)", weak=weak.name)
    words.report.error("C0507", message, word.span, msg("`despite` has no effect on this clause"), advice)


def _circle(edges: Mapping[str, set[str]]) -> list[str] | None:
    try:
        TopologicalSorter({name: sorted(over) for name, over in sorted(edges.items())}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return None


def _report_circle(words: Vocabulary, circle: list[str]) -> None:
    first, *others = (words.clauses[name].item.name for name in dict.fromkeys(circle))
    message = msg("these clauses override each other in a circle: {names}", names=" → ".join(circle))
    label = Label(first.span, msg("this clause leads back to itself"))
    more = tuple(Label(other.span, msg("the circle passes through this clause")) for other in others)
    words.report.found.append(Diagnostic("C0508", message, label, more, help=msg("leave one `despite` out")))


def _with_precedence(
    words: Vocabulary, clause: g.Clause, edges: Mapping[str, set[str]], clauses: Mapping[str, g.Clause]
) -> g.Clause:
    sentence = clause.sentence
    if isinstance(sentence, g.Permission | g.Prohibition):
        return _deontic(words, clause, sentence, edges[clause.name], clauses)
    over: set[str] = set()
    waiting = list(edges[clause.name])
    while waiting:
        name = waiting.pop()
        if name not in over:
            over.add(name)
            waiting += edges[name]
    return replace(clause, despite=tuple(sorted(over)))


def _deontic(
    words: Vocabulary,
    clause: g.Clause,
    sentence: g.Permission | g.Prohibition,
    over: set[str],
    clauses: Mapping[str, g.Clause],
) -> g.Clause:
    """Resolve a permission that overrides prohibitions, or a prohibition that overrides permissions, of its own act."""
    wanted = g.Prohibition if isinstance(sentence, g.Permission) else g.Permission
    by = set(sentence.bars) if isinstance(sentence, g.Prohibition) else set[str]()
    names = sorted({name for name in over | by if name in clauses})
    item = words.clauses[clause.name].item
    for name in names:
        if not isinstance(clauses[name].sentence, wanted):
            named = next((word for word in _stated_despite(words, clause) if word.text == name), item.name)
            if wanted is g.Prohibition:
                message = msg("a permission overrides a prohibition, but `{name}` is not one", name=name)
                label = msg("this is a permission too")
                advice = msg("permissions of one act apply together: leave `{name}` out", name=name)
            else:
                message = msg("a prohibition overrides a permission, but `{name}` is not one", name=name)
                label = msg("this is a prohibition too")
                advice = msg("prohibitions of one act apply together: leave `{name}` out", name=name)
            words.report.error("C0507", message, named.span, label, advice)
    if isinstance(sentence, g.Permission):
        return replace(clause, despite=tuple(names), sentence=replace(sentence, lifts=tuple(names)))
    _check_every_act(words, clause, sentence, names, clauses)
    return replace(clause, despite=tuple(names), sentence=replace(sentence, bars=tuple(names)))


def _check_every_act(
    words: Vocabulary, clause: g.Clause, sentence: g.Prohibition, names: list[str], clauses: Mapping[str, g.Clause]
) -> None:
    """For a prohibition of several acts, report each act that has no permission which the prohibition overrides."""
    titles = (clauses[name].sentence for name in names)
    barred = {title.act for title in titles if isinstance(title, g.Permission)}
    for act in sentence.acts if len(sentence.acts) > 1 else ():
        if act not in barred:
            prohibition = words.clauses[clause.name].item.name
            message = msg("`{clause}` overrides no permission of `{act}`", clause=clause.name, act=act)
            advice = msg("name a permission of `{act}` after `despite`, or leave `{act}` out", act=act)
            words.report.error(
                "C0506", message, prohibition.span, msg("a prohibition must name the permission that it overrides"), advice
            )


def _in_step_order(words: Vocabulary, clauses: list[g.Clause]) -> list[g.Clause]:
    """Return the clauses with the steps of the turn reordered among the places of steps. Steps keep the order of the text,
    except that a step that is declared to come before another is placed directly before it.
    """
    steps = [clause for clause in clauses if isinstance(clause.sentence, g.Step)]
    before = _earlier_steps(words, steps)
    circle = _circle(before)
    if circle is not None:
        _report_circle(words, circle)
        return clauses
    ordered = _least_moved([step.name for step in steps], before)
    by_name = {step.name: step for step in steps}
    queue = iter(ordered)
    return [by_name[next(queue)] if isinstance(c.sentence, g.Step) else c for c in clauses]


def _least_moved(text_order: list[str], before: Mapping[str, set[str]]) -> list[str]:
    """Return the steps of a turn in the order of the text, but each step directly after the steps that are declared to come
    before it. Placing one step before another therefore does not change the order of the other steps.
    """
    position = {name: index for index, name in enumerate(text_order)}
    ordered: dict[str, None] = {}
    for step in text_order:
        waiting = [step]
        while waiting:
            first = min(before[waiting[-1]] - ordered.keys(), key=lambda name: position[name], default=None)
            if first is None:
                ordered[waiting.pop()] = None
            else:
                waiting.append(first)
    return list(ordered)


def _earlier_steps(words: Vocabulary, steps: list[g.Clause]) -> dict[str, set[str]]:
    """Return for each step of the turn the steps that it declares to come before it."""
    before: dict[str, set[str]] = {step.name: set() for step in steps}
    for step in steps:
        item = words.clauses[step.name].item
        if not isinstance(item, tree.Clause) or not isinstance(item.sentence, tree.TurnStep):
            continue  # another clause has this name; the checker has reported it
        place = item.sentence.place
        if place is None:
            continue
        where, other = place
        if other.text not in before:
            words.report.unknown_name(msg("no step of the turn"), other, before, "C0502")
            continue
        before[step.name if where == "after" else other.text].add(other.text if where == "after" else step.name)
    return before
