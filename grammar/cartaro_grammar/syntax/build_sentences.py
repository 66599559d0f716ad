"""What the rules of clauses and their sentences build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.build_phrases import Rule, WhenUnless, itself, present, row
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span

ReadingValue = tuple[tree.Word, tree.Word]


@frozen
class ConditionedSentence:
    """A sentence with its conditions."""

    sentence: tree.Sentence
    conditions: WhenUnless


def _said(sentence: Callable[..., tree.Sentence], *first: object) -> Rule:
    """The rule of a sentence, which is made of `first` and of what stands before its conditions."""

    def rule(*children: object) -> ConditionedSentence:
        match children:
            case (*given, WhenUnless() as conditions):
                return ConditionedSentence(sentence(*first, *given), conditions)
            case _:
                return ConditionedSentence(sentence(*first, *children), WhenUnless())

    return rule


def _integers(*numbers: tree.Word) -> tuple[int, ...]:
    return tuple(int(number.text) for number in numbers)


def _range(low: tree.Word, high: tree.Word) -> tuple[int, ...]:
    return (int(low.text), -int(high.text))


def _reading(subject: tree.Expr, *settings: ReadingValue) -> tree.Reading:
    return tree.Reading(subject, settings)


def _step(
    must: bool, period: tree.Word, place: tree.StepPlace | None, actor: tree.Expr, acts: tree.WordRow, often: bool | None = None
) -> tree.TurnStep:
    return tree.TurnStep(period, place, actor, acts, must, often is not None)


def _sees(positive: bool, each: bool | None, viewer: tree.Expr, zone: tree.Expr) -> tree.Sees:
    return tree.Sees(viewer, each is not None, positive, zone)


def _scores(each: bool | None, subject: tree.Expr, amount: tree.Expr) -> tree.Scores:
    return tree.Scores(subject, each is not None, amount)


def _ends(what: tree.Expr) -> tree.Course:
    return tree.Course("ends", what, None)


def _pack_regular(copies: tree.Word, *attributes: tree.Word) -> tree.PackRegular:
    return tree.PackRegular(int(copies.text), attributes)


def _pack_special(copies: tree.Word, name: tree.Word, sign: str, *more: ReadingValue | tree.Texts | None) -> tree.PackSpecial:
    settings = tuple(part for part in more if isinstance(part, tuple))
    names = next((part for part in more if isinstance(part, tree.Texts)), None)
    return tree.PackSpecial(int(copies.text), name, sign, settings, names)


def _noticed(*words: str) -> str:
    """The last word of `at once`, `later`."""
    return words[-1]


def _conduct(*texts: tree.Texts, span: Span) -> ConditionedSentence:
    entries = tuple(entry for text in texts for entry in text.entries)
    return ConditionedSentence(tree.Conduct(tree.Texts(entries, span)), WhenUnless())


def _table_row(name: tree.Word, sign: str, *more: tree.Word | tree.Texts | None) -> tree.Row:
    numbers = _integers(*(part for part in more if isinstance(part, tree.Word)))
    return tree.Row(name, sign, numbers, next((part for part in more if isinstance(part, tree.Texts)), None))


def _attribute(name: tree.Word, measures: tree.WordRow | None, *rows: tree.Row) -> tree.AttributeTable:
    return tree.AttributeTable(name, measures or (), rows)


def _column(name: tree.Word, *numbers: tree.Word) -> tuple[tree.Word, tuple[int, ...]]:
    return (name, _integers(*numbers))


def _columns(attribute: tree.Word, measures: tree.WordRow, *rows: tuple[tree.Word, tuple[int, ...]]) -> tree.Columns:
    return tree.Columns(attribute, measures, rows)


# ---------------------------------------------------------------------------------------------- consequences, clauses


def _moment(kind: Literal["start", "end", "count"], period: tree.Word) -> tree.Event:
    return (kind, (period,))


def _after(act: tree.Word) -> tree.Event:
    return ("after", (act,))


def _consequence(event: tree.Event, before: WhenUnless, effect: tree.EffectLine, after: WhenUnless) -> ConditionedSentence:
    conditions = WhenUnless(before.when + after.when, before.unless + after.unless)
    return ConditionedSentence(tree.Consequence(event, (effect,)), conditions)


def _block(event: tree.Event, conditions: WhenUnless, *effects: tree.EffectLine) -> ConditionedSentence:
    return ConditionedSentence(tree.Consequence(event, effects), conditions)


def _course_step(effect: tree.EffectLine) -> tree.Consequence:
    return tree.Consequence(None, (effect,))


def _clause(
    name: tree.Word, label: tree.DeclarationLabel, *parts: tuple[str, tree.WordRow] | ConditionedSentence, span: Span
) -> tree.Clause:
    yields = [part for part in parts if isinstance(part, tuple)]
    despite = tuple(word for kind, words in yields if kind == "despite" for word in words)
    subject_to = tuple(word for kind, words in yields if kind == "subject to" for word in words)
    (said,) = (part for part in parts if isinstance(part, ConditionedSentence))
    when, unless = said.conditions.when, said.conditions.unless
    return tree.Clause(name, label, despite, subject_to, said.sentence, when, unless, span)


NODES: Mapping[str, Rule] = {"conduct": _conduct, "clause": _clause}

PARTS: Mapping[str, Rule] = {
    "permission": _said(tree.Permission, True),
    "prohibition": _said(tree.Permission, False),
    "obligation": _said(tree.Obligation),
    "wild": _said(_reading),
    "reading": _said(_reading),
    "before": partial(row, "before"),
    "after_step": partial(row, "after"),
    "acts": row,
    "often": present,
    "must_step": _said(_step, True),
    "may_step": _said(_step, False),
    "definition": _said(tree.Definition, False),
    "meaning": _said(tree.Definition, True),
    "counts_as": _said(tree.Counts, True),
    "counts_not": _said(tree.Counts, False),
    "each": present,
    "sees": _said(_sees, True),
    "sees_not": _said(_sees, False),
    "takes_part": _said(tree.TakesPart),
    "scores": _said(_scores),
    "begins": _said(tree.Course, "begins"),
    "passes": _said(tree.Course, "passes"),
    "ends": _said(_ends),
    "any_of": _integers,
    "from_to": _range,
    "players": _said(tree.PlayerCount),
    "direction": _said(tree.Runs),
    "single_sides": _said(tree.SidesAre, "single"),
    "opposite_sides": _said(tree.SidesAre, "opposite"),
    "pack_regular": _said(_pack_regular),
    "pack_special": _said(_pack_special),
    "setting": row,
    "value": itself,
    "noticed": _noticed,
    "take_back": partial(itself, "take_back"),
    "stand": partial(itself, "stand"),
    "breach": _said(tree.Breach),
    "conduct_line": itself,
    "row": _table_row,
    "namelist": row,
    "attribute": _said(_attribute),
    "column": _column,
    "columns": _said(_columns),
    "moment": _moment,
    "at_moment": itself,
    "after_act": _after,
    "consequence": _consequence,
    "consequence_block": _block,
    "course_step": _said(_course_step),
    "refs": row,
    "despite": partial(row, "despite"),
    "subject_to": partial(row, "subject to"),
}
