"""Build the tree from the parser's output; no tree of the parser library leaves this module.

`NODES` and `PARTS` have a function for each rule of the grammar, under its alias there: a function of `NODES` takes the rule's
parts and the span and returns a node, a function of `PARTS` only takes the parts. A part is a `Word` (names, numbers, codes),
the text between quotation marks, the keyword that was written, a node, or None if the text leaves the part out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

from lark import Token, Tree
from lark.tree import Meta

from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Source, Span

# ------------------------------------------------------------------------------------------- phrases


Rule = Callable[..., object]
Tail = Callable[[tree.Expr, Span], tree.Expr]
"""The right side of a comparison, applied to its left side."""

NamedArgument = tuple[str, tree.Argument]
Exprs = tuple[tree.Expr, ...]


@frozen
class WhenUnless:
    """The conditions after `when` and `unless`."""

    when: Exprs = ()
    unless: Exprs = ()


def itself(part: object) -> object:
    """Return the only part of a rule."""
    return part


def row(*parts: object) -> tuple[object, ...]:
    """Return the parts of a rule as a tuple."""
    return parts


def present() -> bool:
    """Return True for a word that is optional."""
    return True


def _name(word: tree.Word) -> tree.Name:
    return tree.Name(word.text, word.span)


def _number(word: tree.Word, *, span: Span) -> tree.NumberLit:
    return tree.NumberLit(int(word.text), span)


def _negative(word: tree.Word, *, span: Span) -> tree.NumberLit:
    return tree.NumberLit(-int(word.text), span)


def _negative_integer(word: tree.Word, *, span: Span) -> tree.Word:
    return tree.Word(str(-int(word.text)), span)


def _codes(*words: tree.Word, span: Span) -> tree.Codes:
    return tree.Codes(words, span)


def _call(function: tree.Word, *arguments: tree.Expr, span: Span) -> tree.FunctionCall:
    return tree.FunctionCall(function, arguments, span)


def _select(what: tree.Word, keys: tree.Ranking, *, span: Span) -> tree.Ranked:
    return tree.Ranked(what, None, keys, span)


def _of_ranked(what: tree.Word, variable: tree.Word, keys: tree.Ranking, *, span: Span) -> tree.Of:
    """Build `points of the side with highest …`, which needs no brackets."""
    return _of_ranked_in(what, variable, None, keys, span=span)


def _of_ranked_in(
    what: tree.Word, variable: tree.Word, members: tree.Expr | None, keys: tree.Ranking, *, span: Span
) -> tree.Of:
    ranked = tree.Ranked(variable, members, keys, Span(span.source, variable.span.start, span.end))
    return tree.Of(what, ranked, span)


# -------------------------------------------------------------------------------------------- truths


def _compare(left: tree.Expr, tail: Tail, *, span: Span) -> tree.Expr:
    return tail(left, span)


def _every_owner(quantifier: tree.Quantifier, thing: tree.Word, tail: Tail, *, span: Span) -> tree.Quantified:
    subject = tree.Member(thing.span) if thing.text in tree.PEOPLE else _name(thing)
    return tree.Quantified(quantifier, thing, None, tail(subject, span), span)


def _every_member(
    quantifier: tree.Quantifier, word: tree.Word, members: tree.Expr, tail: Tail, *, span: Span
) -> tree.Quantified:
    return tree.Quantified(quantifier, word, members, tail(tree.Member(word.span), span), span)


def _every_one(quantifier: tree.Quantifier, word: tree.Word, condition: tree.Expr, *, span: Span) -> tree.Quantified:
    return tree.Quantified(quantifier, word, None, _had(condition), span)


def _quantified(
    quantifier: tree.Quantifier, word: tree.Word, members: tree.Expr, condition: tree.Expr, *, span: Span
) -> tree.Quantified:
    return tree.Quantified(quantifier, word, members, _had(condition), span)


def _had(condition: tree.Expr) -> tree.Expr:
    """Return the condition after `has`: `points -3`, which parses as a difference, is a trait."""
    if not isinstance(condition, tree.Arithmetic) or condition.operator != "-":
        return condition
    what, number = condition.left, condition.right
    if not isinstance(what, tree.Name) or not isinstance(number, tree.NumberLit) or number.value < 0:
        return condition
    sign = condition.span.source.text.rindex("-", what.span.end, number.span.start)
    negative = tree.NumberLit(-number.value, Span(number.span.source, sign, number.span.end))
    return tree.Compare(what, "is", negative, condition.span)


def _divided(number: tree.Expr, by: tree.Expr, rounded: str, *, span: Span) -> tree.Divided:
    return tree.Divided(number, by, "down" if rounded.endswith("down") else "up", span)


def _trait(what: tree.Word, tail: Tail, *, span: Span) -> tree.Expr:
    return tail(_name(what), span)


def _negative_trait(what: tree.Word, number: tree.Word, *, span: Span) -> tree.Expr:
    sign = span.source.text.rindex("-", what.span.end, number.span.start)
    return tree.Compare(_name(what), "is", _negative(number, span=Span(span.source, sign, number.span.end)), span)


def _kind_with(kind: tree.Word, members: tree.Expr, condition: tree.Expr, *, span: Span) -> tree.Filter:
    inner = tree.KindIn(kind, members, Span(span.source, kind.span.start, members.span.end))
    return tree.Filter(inner, condition, span)


def _all_with(opening: tree.Word, condition: tree.Expr, *, span: Span) -> tree.Filter:
    """Build `players with points 0`, whose first two words are one token."""
    at = opening.span.start
    written = opening.span.text.split(maxsplit=1)[0]
    return tree.Filter(tree.Name(opening.text.split(maxsplit=1)[0], Span(span.source, at, at + len(written))), condition, span)


def _as_printed(of: tree.Expr, sign: str, *, span: Span) -> tree.AsPrinted:
    del sign
    return tree.AsPrinted(of, span)


def _card_sets(
    opening: str, variable: tree.Word, cards: tree.Expr, condition: tree.Expr | None, *, span: Span
) -> tree.CardSets:
    """Build `(sets of cards s in x where …)`, whose first three words are one token."""
    del opening
    return tree.CardSets(variable, cards, condition, span)


def _first_player(
    where: Literal["after", "before"],
    opening: tree.Word,
    variable: tree.Word | None,
    of: tree.Expr,
    condition: tree.Expr,
    *,
    span: Span,
) -> tree.FirstPlayer:
    """Build `(first player after x where …)`, whose first two words are one token."""
    del opening
    return tree.FirstPlayer(where, variable, of, condition, span)


def _listed(positive: bool, sign: str, options: Exprs) -> Tail:
    del sign
    return lambda left, span: tree.OneOf(left, positive, options, span)


def _compared(comparison: tree.ComparisonSign, right: tree.Expr) -> Tail:
    return lambda left, span: tree.Compare(left, comparison, right, span)


def _patterned(pattern: tree.PatternName, attribute: tree.Word) -> Tail:
    return lambda left, span: tree.Patterned(left, pattern, attribute, span)


def _splits(positive: bool, kind: tree.Word, spare: tree.Expr | None) -> Tail:
    return lambda left, span: tree.SplitTest(left, positive, kind, spare, span)


def _can(positive: bool, phrase: tree.ActPhrase, by: tree.Word | None) -> Tail:
    return lambda left, span: tree.CanDo(left, positive, phrase, by, span)


def _applies(positive: bool) -> Tail:
    return lambda left, span: tree.AppliesTest(left, positive, span)


# ---------------------------------------------------------------------------------- acts and effects


def _act_phrase(act: tree.Word, first: tree.Argument | None, *more: NamedArgument, span: Span) -> tree.ActPhrase:
    return tree.ActPhrase(act, more if first is None else ((None, first), *more), span)


def _conditions(*parts: tuple[str, tree.Expr]) -> WhenUnless:
    return WhenUnless(
        tuple(condition for word, condition in parts if word == "when"),
        tuple(condition for word, condition in parts if word == "unless"),
    )


def _seat(*players: tree.Expr) -> tree.Seat:
    return tree.Seat(players)


def _effect(body: tree.EffectBody, for_each: tree.Word | None, where: tree.Expr | None, *, span: Span) -> tree.EffectLine:
    """Build an effect; `for each side where φ` is a condition of the effect, evaluated for each."""
    return tree.EffectLine(body, for_each, () if where is None else (where,), (), span)


def _effect_line(effect: tree.EffectLine, conditions: WhenUnless, *, span: Span) -> tree.EffectLine:
    return replace(effect, when=(*effect.when, *conditions.when), unless=conditions.unless, span=span)


PHRASE_NODES: Mapping[str, Rule] = {
    "number_lit": _number,
    "number_range": tree.NumberRange,
    "negative": _negative,
    "negative_integer": _negative_integer,
    "codes": _codes,
    "all_cards": tree.AllCards,
    "as_printed": _as_printed,
    "last_player": tree.LastPlayer,
    "group": tree.Group,
    "filter": tree.Filter,
    "call": _call,
    "of_": tree.Of,
    "seat_after": partial(tree.AdjacentPlayer, "after"),
    "seat_before": partial(tree.AdjacentPlayer, "before"),
    "first_after": partial(_first_player, "after"),
    "first_before": partial(_first_player, "before"),
    "kind_in": tree.KindIn,
    "select": _select,
    "select_in": tree.Ranked,
    "of_ranked": _of_ranked,
    "of_ranked_in": _of_ranked_in,
    "number_of": partial(tree.Aggregate, "number", None),
    "half": partial(tree.Aggregate, "half", None),
    "total": partial(tree.Aggregate, "total"),
    "highest": partial(tree.Aggregate, "highest"),
    "lowest": partial(tree.Aggregate, "lowest"),
    "remainder": tree.Remainder,
    "divided": _divided,
    "total_over": tree.TotalOver,
    "card_sets": _card_sets,
    "number_of_sets": partial(tree.OverSets, "number", None),
    "total_over_sets": partial(tree.OverSets, "total"),
    "highest_over_sets": partial(tree.OverSets, "highest"),
    "lowest_over_sets": partial(tree.OverSets, "lowest"),
    "plus": partial(tree.Arithmetic, "+"),
    "minus": partial(tree.Arithmetic, "-"),
    "times": partial(tree.Arithmetic, "*"),
    "or_": partial(tree.Logic, "or"),
    "and_": partial(tree.Logic, "and"),
    "not_": tree.Negation,
    "quantified": _quantified,
    "quantified_owner": _every_owner,
    "quantified_subject": _every_member,
    "quantified_all": _every_one,
    "trait": _trait,
    "negative_trait": _negative_trait,
    "kind_with": _kind_with,
    "all_with": _all_with,
    "compare": _compare,
    "actphrase": _act_phrase,
    "effect": _effect,
    "effect_line": _effect_line,
}
"""The rules that make a node."""

PHRASE_PARTS: Mapping[str, Rule] = {
    "name": _name,
    "named": _name,
    "extreme": itself,
    "rank_key": row,
    "ranking": row,
    "quant": itself,
    "eq": partial(_compared, "="),
    "is_": partial(_compared, "is"),
    "is_not": partial(_compared, "is not"),
    "is_in": partial(_compared, "is in"),
    "is_not_in": partial(_compared, "is not in"),
    "at_least": partial(_compared, ">="),
    "at_most": partial(_compared, "<="),
    "more_than": partial(_compared, ">"),
    "less_than": partial(_compared, "<"),
    "read_as": partial(_compared, "read as"),
    "listed": row,
    "is_one_of": partial(_listed, True),
    "is_not_one_of": partial(_listed, False),
    "alike": partial(_patterned, "alike"),
    "distinct": partial(_patterned, "distinct"),
    "consecutive": partial(_patterned, "consecutive"),
    "splits": partial(_splits, True),
    "splits_not": partial(_splits, False),
    "can": partial(_can, True),
    "cannot": partial(_can, False),
    "applies": partial(_applies, True),
    "applies_not": partial(_applies, False),
    "prep": itself,
    "by": itself,
    "argpart": row,
    "when": partial(row, "when"),
    "unless": partial(row, "unless"),
    "mods": _conditions,
    "terms": row,
    "move": partial(tree.MoveCards, False),
    "move_under": partial(tree.MoveCards, True),
    "deal": tree.Deal,
    "deal_each": tree.DealEach,
    "beginning": itself,
    "shuffle": tree.Shuffle,
    "add_to": partial(tree.Add, "+"),
    "subtract": partial(tree.Add, "-"),
    "becomes": tree.Become,
    "mark_as": tree.MarkAs,
    "form": tree.Form,
    "exchange": tree.Exchange,
    "show": tree.Show,
    "seat": _seat,
    "repeat": tree.Repeat,
    "end": partial(tree.End, False),
    "void": partial(tree.End, True),
    "nothing": tree.Nothing,
}
"""The rules that make a part of a node."""


# ----------------------------------------------------------------------------------------- sentences


ReadingValue = tuple[tree.Word, tree.Word]
Manner = Literal["freely", "unseen"]
"""How a parameter is chosen from its set: `read freely`, or face down."""


@frozen
class ConditionedSentence:
    """A sentence with its conditions."""

    sentence: tree.Sentence
    conditions: WhenUnless


def _permission(subject: tree.Expr, phrase: tree.ActPhrase, by: tree.Word | None) -> tree.Permission:
    return tree.Permission(True, subject, phrase, (), by)


def _with_conditions(sentence: Callable[..., tree.Sentence], *first: object) -> Rule:
    """Return the rule of a sentence, made of `first` and of the parts before its conditions."""

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
    numbers = _number_row(*(part for part in more if isinstance(part, tree.Word)))
    return tree.Row(name, sign, numbers, next((part for part in more if isinstance(part, tree.Texts)), None))


def _attribute(name: tree.Word, measures: tree.WordRow | None, *rows: tree.Row) -> tree.AttributeTable:
    return tree.AttributeTable(name, measures or (), rows)


def _column(name: tree.Word, *numbers: tree.Word) -> tuple[tree.Word, tuple[tree.NumberLit, ...]]:
    return (name, _number_row(*numbers))


def _number_row(*numbers: tree.Word) -> tuple[tree.NumberLit, ...]:
    return tuple(_number(number, span=number.span) for number in numbers)


def _columns(attribute: tree.Word, measures: tree.WordRow, *rows: tuple[tree.Word, tuple[tree.NumberLit, ...]]) -> tree.Columns:
    return tree.Columns(attribute, measures, rows)


# ----------------------------------------------------------------------------- consequences, clauses


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
    (sentence,) = (part for part in parts if isinstance(part, ConditionedSentence))
    when, unless = sentence.conditions.when, sentence.conditions.unless
    return tree.Clause(name, label, despite, subject_to, sentence.sentence, when, unless, span)


# -------------------------------------------------------------------------------------- declarations


def _names(*texts: tree.Word | str, span: Span) -> tree.Texts:
    """A text, or several texts, each after the code of its language."""
    languages = [part.text for part in texts if isinstance(part, tree.Word)] or [""]
    return tree.Texts(tuple(zip(languages, (part for part in texts if isinstance(part, str)), strict=True)), span)


def _label(names: tree.Texts | None, cites: tree.WordRow | None) -> tree.DeclarationLabel:
    return tree.DeclarationLabel(names, cites or ())


def _clause_label(names: tree.Texts | None, cites: tuple[tree.Word | tree.Texts | None, ...] | None) -> tree.DeclarationLabel:
    rows = tuple(part for part in cites or () if isinstance(part, tree.Word))
    return tree.DeclarationLabel(names, rows, next((part for part in cites or () if isinstance(part, tree.Texts)), None))


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


def _manner(manner: Manner) -> Manner:
    return manner


def _among(choice: Literal["one", "some", "all"], of: tree.Expr, manner: Manner | None, *, span: Span) -> tree.Domain:
    return tree.Domain(choice, of, (), manner == "freely", manner == "unseen", span)


def _a_number(of: tree.NumberRange, *, span: Span) -> tree.Domain:
    return tree.Domain("one", of, (), False, False, span)


def _either(*answers: tree.Word, span: Span) -> tree.Domain:
    return tree.Domain("either", None, answers, False, False, span)


def _act(
    finding: bool,
    signature: tuple[tree.Word, tree.ParameterWords],
    cites: tree.WordRow | None,
    *lines: tree.Texts | tree.EffectLine | tuple[tree.Word, tree.Domain],
    span: Span,
) -> tree.ActDecl:
    words = next((line for line in lines if isinstance(line, tree.Texts)), None)
    domains = tuple(line for line in lines if isinstance(line, tuple))
    effects = tuple(line for line in lines if isinstance(line, tree.EffectLine))
    return tree.ActDecl(finding, *signature, cites or (), words, domains, effects, span)


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


SENTENCE_NODES: Mapping[str, Rule] = {
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
    "a_number": _a_number,
    "act": partial(_act, False),
    "finding": partial(_act, True),
    "option": _option,
    "set_option": _set_option,
    "make_good": _make_good,
}

SENTENCE_PARTS: Mapping[str, Rule] = {
    "cites": row,
    "label": _label,
    "clause_label": _clause_label,
    "clause_cites": row,
    "ours": itself,
    "owner": itself,
    "scope": itself,
    "at_first": itself,
    "actpart": row,
    "actsig": _signature,
    "freely": partial(_manner, "freely"),
    "unseen": partial(_manner, "unseen"),
    "says": itself,
    "param": row,
    "permission": _with_conditions(_permission),
    "also": row,
    "prohibition": _with_conditions(tree.Permission, False),
    "obligation": _with_conditions(tree.Obligation),
    "wild": _with_conditions(_reading),
    "reading": _with_conditions(_reading),
    "before": partial(row, "before"),
    "after_step": partial(row, "after"),
    "acts": row,
    "often": present,
    "must_step": _with_conditions(_step, True),
    "may_step": _with_conditions(_step, False),
    "definition": _with_conditions(tree.Definition, False),
    "meaning": _with_conditions(tree.Definition, True),
    "counts_as": _with_conditions(tree.Counts, True),
    "counts_not": _with_conditions(tree.Counts, False),
    "each": present,
    "sees": _with_conditions(_sees, True),
    "sees_not": _with_conditions(_sees, False),
    "takes_part": _with_conditions(tree.TakesPart),
    "scores": _with_conditions(_scores),
    "begins": _with_conditions(tree.Course, "begins"),
    "passes": _with_conditions(tree.Course, "passes"),
    "ends": _with_conditions(_ends),
    "any_of": _integers,
    "from_to": _range,
    "players": _with_conditions(tree.PlayerCount),
    "direction": _with_conditions(tree.Runs),
    "single_sides": _with_conditions(tree.SidesAre, "single"),
    "opposite_sides": _with_conditions(tree.SidesAre, "opposite"),
    "pack_regular": _with_conditions(_pack_regular),
    "pack_special": _with_conditions(_pack_special),
    "setting": row,
    "value": itself,
    "noticed": _noticed,
    "take_back": partial(itself, "take_back"),
    "stand": partial(itself, "stand"),
    "breach": _with_conditions(tree.Breach),
    "conduct_line": itself,
    "row": _table_row,
    "namelist": row,
    "attribute": _with_conditions(_attribute),
    "column": _column,
    "columns": _with_conditions(_columns),
    "moment": _moment,
    "at_moment": itself,
    "after_act": _after,
    "consequence": _consequence,
    "consequence_block": _block,
    "course_step": _with_conditions(_course_step),
    "refs": row,
    "despite": partial(row, "despite"),
    "subject_to": partial(row, "subject to"),
}


# --------------------------------------------------------------------------------------------- files


WORDS = frozenset({"NAME", "NUMBER", "DATE", "CODE", "CITE", "LETTER", "MARK", "ALL_WITH", "FIRST_PLAYER"})


HeaderLine = tree.Texts | tree.EditionDecl | tree.SourceDecl | tree.WordRow | tree.Origin | None


@frozen
class Header:
    """The lines above the articles of a file."""

    kind: Literal["game", "library", "variant", "annex"]
    name: tree.Word
    base: tree.Word | None
    base_origin: tree.Origin | None
    base_edition: str | None
    mixins: tree.WordRow
    lines: tuple[HeaderLine, ...]


def build(source: Source, parsed: Tree[Token]) -> tree.File:
    """The tree of a whole file, without its comments."""
    file = _built(source, parsed)
    assert isinstance(file, tree.File)
    return file


def _built(source: Source, node: Tree[Token]) -> object:
    given = [_built(source, one) if isinstance(one, Tree) else _leaf(source, one) for one in node.children]
    part = PARTS.get(node.data)
    return NODES[node.data](*given, span=_span(source, node.meta)) if part is None else part(*given)


def _leaf(source: Source, token: Token | None) -> tree.Word | str | None:
    if token is None:
        return None
    if token.type in WORDS:
        start, end = token.start_pos or 0, token.end_pos or 0
        if token.startswith("`"):
            return tree.Word(token[1:-1], Span(source, start + 1, end - 1))
        return tree.Word(str(token), Span(source, start, end))
    return str(token)[1:-1] if token.type == "STRING" else str(token)


def _span(source: Source, meta: Meta) -> Span:
    """Return the span of a grammar rule. An empty rule has no span of its own and gets a span at the start of the file."""
    if meta.empty:
        return Span(source, 0, 0)
    return Span(source, meta.start_pos, min(meta.end_pos, len(source.text)))  # the last line may end without a line break


# --------------------------------------------------------------------------- articles and amendments


def _course(event: tree.Event, *items: tree.Clause | tree.UnderBlock, span: Span) -> tree.CourseBlock:
    return tree.CourseBlock(event, items, span)


def _under_block(option: tree.Word, values: tree.WordRow, *items: tree.ArticleItem, span: Span) -> tree.UnderBlock:
    return tree.UnderBlock(option, values, items, span)


def _see(article: tree.ArticleRef, cites: tree.WordRow | None, *, span: Span) -> tree.See:
    return tree.See(article, cites or (), span)


def _article(number: tree.Word, label: tree.DeclarationLabel, *items: tree.ArticleItem, span: Span) -> tree.Article:
    return tree.Article(number, label, items, span)


def _add(article: tree.ArticleRef, placing: tree.StepPlace | None, *items: tree.ArticleItem, span: Span) -> tree.Amendment:
    return tree.Amendment("add", article, (), placing, items, span)


def _replace(article: tree.ArticleRef, names: tree.WordRow, *items: tree.ArticleItem, span: Span) -> tree.Amendment:
    return tree.Amendment("replace", article, names, None, items, span)


def _repeal(article: tree.ArticleRef, names: tree.WordRow, *, span: Span) -> tree.Amendment:
    return tree.Amendment("repeal", article, names, None, (), span)


def _repeal_article(article: tree.ArticleRef, *, span: Span) -> tree.Amendment:
    return tree.Amendment("repeal article", article, (), None, (), span)


def _repeal_examples(names: tree.WordRow, *, span: Span) -> tree.RepealShown:
    return tree.RepealShown("example", names, span)


def _repeal_claims(names: tree.WordRow, *, span: Span) -> tree.RepealShown:
    return tree.RepealShown("claim", names, span)


def _words(*entries: tuple[tree.Word, tree.Texts], span: Span) -> tree.Words:
    return tree.Words(entries, span)


def _pictures(*entries: tree.Picture, span: Span) -> tree.Pictures:
    return tree.Pictures(entries, span)


def _wording(names: tree.WordRow, mark: tree.Word | None, *texts: tree.Texts, span: Span) -> tree.Wording:
    entries = tuple(entry for text in texts for entry in text.entries)
    return tree.Wording(names, mark, tree.Texts(entries, span), span)


def _wording_under(
    option: tree.Word, values: tree.WordRow, *items: tree.Wording | tree.WordingUnder, span: Span
) -> tree.WordingUnder:
    return tree.WordingUnder(option, values, items, span)


def _telling(*items: tree.Wording | tree.WordingUnder, span: Span) -> tree.Telling:
    return tree.Telling(items, span)


def _quotation(*parts: tree.Word | str, span: Span) -> tree.Quotation:
    rows = tuple(part for part in parts if isinstance(part, tree.Word))
    return tree.Quotation(rows, tuple(part for part in parts if isinstance(part, str)), span)


def _quotes(letter: tree.Word, language: tree.Word, *items: tree.Quotation, span: Span) -> tree.Quotes:
    return tree.Quotes(letter, language, items, span)


def _known(kind: Literal["name", "region", "history"], texts: tree.Texts, cites: tree.WordRow, *, span: Span) -> tree.Known:
    return tree.Known(kind, texts, cites, span)


def _known_under(option: tree.Word, values: tree.WordRow, *items: tree.Known | tree.KnownUnder, span: Span) -> tree.KnownUnder:
    return tree.KnownUnder(option, values, items, span)


def _elsewhere(*items: tree.Known | tree.KnownUnder, span: Span) -> tree.Elsewhere:
    return tree.Elsewhere(items, span)


# ------------------------------------------------------------------------------- claims and examples


def _refuted(reading: tree.Texts, *, span: Span) -> tree.Texts:
    del span
    return reading


def _claim(
    name: tree.Word,
    cites: tree.WordRow | None,
    names: tree.Texts,
    refuted: tree.Texts | None,
    *lines: tree.ClaimLine,
    span: Span,
) -> tree.Claim:
    return tree.Claim(name, cites or (), names, refuted, lines, span)


def _whenever(condition: tree.Expr, cases: WhenUnless) -> tree.Expr:
    """Build the condition of `always φ when ψ unless χ`: not ψ or χ or φ."""
    return _decided_first("or", (*map(_denied, cases.when), *map(_bracketed, cases.unless)), condition)


def _and_also(condition: tree.Expr, cases: WhenUnless) -> tree.Expr:
    """Build the condition of `it can happen φ when ψ unless χ`: ψ and not χ and φ."""
    return _decided_first("and", (*map(_bracketed, cases.when), *map(_denied, cases.unless)), condition)


def _decided_first(operator: Literal["and", "or"], cases: tuple[tree.Expr, ...], condition: tree.Expr) -> tree.Expr:
    """Join a condition of a claim to its cases. They come first in the tree, although they are written behind it: the condition
    needs a value only in these cases, and as the last part it is the one that the others are premises of.
    """
    for case in reversed(cases):
        whole = Span(case.span.source, condition.span.start, max(condition.span.end, case.span.end))
        condition = tree.Logic(operator, case, _bracketed(condition), whole)
    return condition


def _bracketed(condition: tree.Expr) -> tree.Group:
    """Return a condition that is read first, as if it had brackets."""
    return tree.Group(condition, condition.span)


def _denied(condition: tree.Expr) -> tree.Negation:
    return tree.Negation(_bracketed(condition), condition.span)


def _always(condition: tree.Expr, cases: WhenUnless, *, span: Span) -> tree.Always:
    return tree.Always(False, _whenever(condition, cases), span)


def _never(condition: tree.Expr, cases: WhenUnless, *, span: Span) -> tree.Always:
    return tree.Always(True, _and_also(condition, cases), span)


def _at_every(
    moment: tree.HandMoment, period: tree.Word, condition: tree.Expr, cases: WhenUnless, *, span: Span
) -> tree.AtEvery:
    return tree.AtEvery(moment, period, _whenever(condition, cases), span)


def _before_every(act: tree.Word, condition: tree.Expr, cases: WhenUnless, *, span: Span) -> tree.BeforeEvery:
    return tree.BeforeEvery(act, _whenever(condition, cases), span)


def _after_every(act: tree.Word, condition: tree.Expr, cases: WhenUnless, *, span: Span) -> tree.AfterEvery:
    return tree.AfterEvery(act, _whenever(condition, cases), span)


def _possible(condition: tree.Expr, cases: WhenUnless, *, span: Span) -> tree.Possible:
    return tree.Possible(None, None, _and_also(condition, cases), span)


def _possible_after(act: tree.Word, condition: tree.Expr, cases: WhenUnless, *, span: Span) -> tree.Possible:
    return tree.Possible("after", act, _and_also(condition, cases), span)


def _possible_at(
    moment: tree.HandMoment, period: tree.Word, condition: tree.Expr, cases: WhenUnless, *, span: Span
) -> tree.Possible:
    return tree.Possible(moment, period, _and_also(condition, cases), span)


def _example(
    name: tree.Word, cites: tree.WordRow | None, names: tree.Texts, *lines: tree.ExampleLine, span: Span
) -> tree.Example:
    return tree.Example(name, cites or (), names, lines, span)


def _may_not(subject: tree.Expr, phrase: tree.ActPhrase, because: tree.WordRow | None, *, span: Span) -> tree.MayNot:
    return tree.MayNot(subject, phrase, because or (), span)


def _may_only(subject: tree.Expr, *phrases: tree.ActPhrase, span: Span) -> tree.MayOnly:
    return tree.MayOnly(subject, phrases, span)


def _do(phrase: tree.ActPhrase, despite: tree.WordRow | None, *, span: Span) -> tree.Do:
    return tree.Do(phrase, despite or (), (), span)


def _do_ruled(phrase: tree.ActPhrase, ruled: tree.WordRow, *, span: Span) -> tree.Do:
    return tree.Do(phrase, (), ruled, span)


# ------------------------------------------------------------------------------------------ the file


def _covered(first: tree.Word, last: tree.Word | None, text: str | None) -> tree.CoveredRows:
    return (first, last, text)


def _source(
    letter: tree.Word, title: str, publisher: str | None, date: tree.Word | None, *covers: tree.CoveredRows | None, span: Span
) -> tree.SourceDecl:
    return tree.SourceDecl(letter, title, publisher, date, tuple(part for part in covers if part is not None), span)


def _header(kind: Literal["game", "library"], name: tree.Word, *lines: HeaderLine) -> Header:
    return Header(kind, name, None, None, None, (), lines)


def _variant(
    name: tree.Word, base: tree.Word, address: str | None, edition: str | None, mixins: tree.WordRow | None, *lines: HeaderLine
) -> Header:
    origin = None if address is None else tree.Origin(base, address, base.span)
    return Header("variant", name, base, origin, edition, mixins or (), lines)


def _annex(name: tree.Word, base: tree.Word, *lines: HeaderLine) -> Header:
    return Header("annex", name, base, None, None, (), lines)


def _file(header: Header, *items: tree.Item, span: Span) -> tree.File:
    lines = header.lines
    title = next((line for line in lines if isinstance(line, tree.Texts)), None)
    editions = tuple(line for line in lines if isinstance(line, tree.EditionDecl))
    sources = tuple(line for line in lines if isinstance(line, tree.SourceDecl))
    fetched = tuple(line for line in lines if isinstance(line, tree.Origin))
    uses = tuple(
        word
        for line in lines
        if isinstance(line, tuple | tree.Origin)
        for word in ((line.name,) if isinstance(line, tree.Origin) else line)
    )
    return tree.File(
        header.kind,
        header.name,
        header.base,
        header.base_edition,
        header.mixins,
        title,
        editions,
        sources,
        uses,
        ((header.base_origin,) if header.base_origin is not None else ()) + fetched,
        items,
        (),
        span.source,
        span,
    )


NODES: Mapping[str, Rule] = {
    **PHRASE_NODES,
    **SENTENCE_NODES,
    "refuted": _refuted,
    "article_ref": tree.ArticleRef,
    "course": _course,
    "under_block": _under_block,
    "see": _see,
    "article": _article,
    "add": _add,
    "replace": _replace,
    "repeal": _repeal,
    "repeal_article": _repeal_article,
    "repeal_examples": _repeal_examples,
    "repeal_claims": _repeal_claims,
    "words_": _words,
    "pictures": _pictures,
    "wording": _wording,
    "told_under": _wording_under,
    "telling": _telling,
    "quotation": _quotation,
    "quotes": _quotes,
    "also_called": partial(_known, "name"),
    "region": partial(_known, "region"),
    "history": partial(_known, "history"),
    "known_under": _known_under,
    "elsewhere": _elsewhere,
    "under": tree.Under,
    "under_every": tree.UnderEvery,
    "always": _always,
    "never": _never,
    "at_every": _at_every,
    "before_every": _before_every,
    "after_every": _after_every,
    "possible": _possible,
    "possible_after": _possible_after,
    "possible_at": _possible_at,
    "extreme_claim": tree.ExtremeClaim,
    "claim": _claim,
    "example_under": tree.Under,
    "holds": tree.Holds,
    "given": tree.Given,
    "legal": tree.May,
    "illegal": _may_not,
    "exactly": _may_only,
    "do": _do,
    "do_ruled": _do_ruled,
    "shuffled": tree.Shuffled,
    "check": tree.Check,
    "example": _example,
    "use_from": tree.Origin,
    "edition": tree.EditionDecl,
    "source": _source,
    "start": _file,
}
"""The rules that make a node. They also receive its span."""

PARTS: Mapping[str, Rule] = {
    **PHRASE_PARTS,
    **SENTENCE_PARTS,
    "does": itself,
    "because": itself,
    "article_no": itself,
    "values": row,
    "placed_before": partial(row, "before"),
    "placed_after": partial(row, "after"),
    "word_line": row,
    "paragraph": itself,
    "picture_line": tree.Picture,
    "superlative": itself,
    "held_cards": row,
    "held_nothing": row,
    "held_family": row,
    "covered": _covered,
    "date": itself,
    "title": itself,
    "use": itself,
    "game": partial(_header, "game"),
    "library": partial(_header, "library"),
    "variant": _variant,
    "annex": _annex,
}
"""The rules that make a part of a node."""
