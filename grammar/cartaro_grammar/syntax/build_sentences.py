"""What the rules of clauses and their sentences build, and those of what is declared in articles."""

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


def _make_good(subject: tree.Expr, phrase: tree.ActPhrase, *, span: Span) -> tree.MakeGood:
    return tree.MakeGood(subject, phrase, span)


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


# ---------------------------------------------------------------------------------------------- declarations


def _names(*texts: tree.Word | str, span: Span) -> tree.Texts:
    """A text, or several, each after the word of its language."""
    languages = [part.text for part in texts if isinstance(part, tree.Word)] or [""]
    return tree.Texts(tuple(zip(languages, (part for part in texts if isinstance(part, str)), strict=True)), span)


def _label(names: tree.Texts | None, cites: tree.WordRow | None) -> tree.DeclarationLabel:
    return tree.DeclarationLabel(names, cites or ())


def _family(name: tree.Word, label: tree.DeclarationLabel, *, span: Span) -> tree.ZoneDecl:
    return tree.ZoneDecl("family", name, None, label, span)


def _cell(
    kind: Literal["counter", "flag"],
    name: tree.Word,
    owner: tree.Word | None,
    period: tree.Word,
    label: tree.DeclarationLabel,
    *,
    span: Span,
) -> tree.CellDecl:
    return tree.CellDecl(kind, name, owner, None, period, label, None, span)


def _mark(name: tree.Word, period: tree.Word, label: tree.DeclarationLabel, *, span: Span) -> tree.CellDecl:
    return tree.CellDecl("mark", name, None, None, period, label, None, span)


def _signature(name: tree.Word, first: tree.Word | None, *more: tree.ParameterWord) -> tuple[tree.Word, tree.ParameterWords]:
    return (name, more if first is None else ((None, first), *more))


def _among(choice: Literal["one", "some", "all"], of: tree.Expr, freely: bool | None, *, span: Span) -> tree.Domain:
    return tree.Domain(choice, of, (), freely is not None, span)


def _either(*answers: tree.Word, span: Span) -> tree.Domain:
    return tree.Domain("either", None, answers, False, span)


def _act(
    finding: bool,
    signature: tuple[tree.Word, tree.ParameterWords],
    cites: tree.WordRow | None,
    *lines: tree.Texts | tree.EffectLine | tuple[tree.Word, tree.Domain],
    span: Span,
) -> tree.ActDecl:
    says = next((line for line in lines if isinstance(line, tree.Texts)), None)
    domains = tuple(line for line in lines if isinstance(line, tuple))
    effects = tuple(line for line in lines if isinstance(line, tree.EffectLine))
    return tree.ActDecl(finding, *signature, cites or (), says, domains, effects, span)


def _option(
    name: tree.Word, label: tree.DeclarationLabel, default: tree.Word, *more: tree.Word | tree.Texts | None, span: Span
) -> tree.OptionDecl:
    return tree.OptionDecl(name, label, default, *_reasoned(more), span)


def _set_option(name: tree.Word, value: tree.Word, *more: tree.Word | tree.Texts | None, span: Span) -> tree.SetOption:
    return tree.SetOption(name, value, *_reasoned(more), span)


def _reasoned(more: tuple[tree.Word | tree.Texts | None, ...]) -> tuple[tree.WordRow, tree.Texts | None]:
    """The values of an option, and the reason given."""
    values = tuple(part for part in more if isinstance(part, tree.Word))
    return values, next((part for part in more if isinstance(part, tree.Texts)), None)


NODES: Mapping[str, Rule] = {
    "conduct": _conduct,
    "clause": _clause,
    "names": _names,
    "zone": partial(tree.ZoneDecl, "zone"),
    "pile": partial(tree.ZoneDecl, "pile"),
    "family": _family,
    "counter": partial(_cell, "counter"),
    "flag": partial(_cell, "flag"),
    "mark": _mark,
    "reference": partial(tree.CellDecl, "reference"),
    "one_of": partial(_among, "one"),
    "some_of": partial(_among, "some"),
    "all_of": partial(_among, "all"),
    "either": _either,
    "act": partial(_act, False),
    "finding": partial(_act, True),
    "option": _option,
    "set_option": _set_option,
    "make_good": _make_good,
}

PARTS: Mapping[str, Rule] = {
    "cites": row,
    "label": _label,
    "owner": itself,
    "scope": itself,
    "at_first": itself,
    "actpart": row,
    "actsig": _signature,
    "freely": present,
    "says": itself,
    "param": row,
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
