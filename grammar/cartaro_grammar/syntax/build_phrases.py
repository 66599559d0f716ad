"""What the rules of expressions, acts and effects build.

A rule of the grammar, named as its alias there, is a node of the tree, which is given what the rule holds and its span, or a
part of one, which is given what the rule holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span

Rule = Callable[..., object]
Tail = Callable[[tree.Expr, Span], tree.Expr]
"""What follows the left side of a comparison, waiting for it."""

NamedArgument = tuple[str, tree.Argument]
Exprs = tuple[tree.Expr, ...]


@frozen
class WhenUnless:
    """What is said with `when` and `unless`."""

    when: Exprs = ()
    unless: Exprs = ()


def itself(part: object) -> object:
    """The one thing that a rule holds."""
    return part


def row(*parts: object) -> tuple[object, ...]:
    """What a rule holds, in its order."""
    return parts


def present() -> bool:
    """A word that is there or not there."""
    return True


def _name(word: tree.Word) -> tree.Name:
    return tree.Name(word.text, word.span)


def _number(word: tree.Word, *, span: Span) -> tree.NumberLit:
    return tree.NumberLit(int(word.text), span)


def _negative(word: tree.Word, *, span: Span) -> tree.NumberLit:
    return tree.NumberLit(-int(word.text), span)


def _codes(*words: tree.Word, span: Span) -> tree.Codes:
    return tree.Codes(words, span)


def _call(function: tree.Word, *arguments: tree.Expr, span: Span) -> tree.FunctionCall:
    return tree.FunctionCall(function, arguments, span)


def _select(what: tree.Word, keys: tree.Ranking, *, span: Span) -> tree.Ranked:
    return tree.Ranked(what, None, keys, span)


def _of_ranked(what: tree.Word, variable: tree.Word, keys: tree.Ranking, *, span: Span) -> tree.Of:
    """`points of the side with highest …`: the brackets may be left out."""
    return _of_ranked_in(what, variable, None, keys, span=span)


def _of_ranked_in(
    what: tree.Word, variable: tree.Word, members: tree.Expr | None, keys: tree.Ranking, *, span: Span
) -> tree.Of:
    ranked = tree.Ranked(variable, members, keys, Span(span.source, variable.span.start, span.end))
    return tree.Of(what, ranked, span)


# ---------------------------------------------------------------------------------------------- truths


def _compare(left: tree.Expr, tail: Tail, *, span: Span) -> tree.Expr:
    return tail(left, span)


def _every_owner(quantifier: tree.Quantifier, thing: tree.Word, tail: Tail, *, span: Span) -> tree.Quantified:
    return tree.Quantified(quantifier, thing, None, tail(_name(thing), span), span)


def _compared(comparison: tree.ComparisonSign, right: tree.Expr) -> Tail:
    return lambda left, span: tree.Compare(left, comparison, right, span)


def _patterned(pattern: tree.PatternName, attribute: tree.Word) -> Tail:
    return lambda left, span: tree.Patterned(left, pattern, attribute, span)


def _can(positive: bool, phrase: tree.ActPhrase, by: tree.Word | None) -> Tail:
    return lambda left, span: tree.CanDo(left, positive, phrase, by, span)


def _applies(positive: bool) -> Tail:
    return lambda left, span: tree.AppliesTest(left, positive, span)


# ---------------------------------------------------------------------------------------------- acts and effects


def _act_phrase(act: tree.Word, first: tree.Argument | None, *more: NamedArgument, span: Span) -> tree.ActPhrase:
    return tree.ActPhrase(act, more if first is None else ((None, first), *more), span)


def _conditions(*said: tuple[str, tree.Expr]) -> WhenUnless:
    return WhenUnless(
        tuple(condition for word, condition in said if word == "when"),
        tuple(condition for word, condition in said if word == "unless"),
    )


def _seat(*players: tree.Expr) -> tree.Seat:
    return tree.Seat(players)


def _effect(body: tree.EffectBody, for_each: tree.Word | None, *, span: Span) -> tree.EffectLine:
    return tree.EffectLine(body, for_each, (), (), span)


def _effect_line(effect: tree.EffectLine, conditions: WhenUnless, *, span: Span) -> tree.EffectLine:
    return replace(effect, when=conditions.when, unless=conditions.unless, span=span)


NODES: Mapping[str, Rule] = {
    "number_lit": _number,
    "negative": _negative,
    "codes": _codes,
    "all_cards": tree.AllCards,
    "last_player": tree.LastPlayer,
    "group": tree.Group,
    "filter": tree.Filter,
    "call": _call,
    "of_": tree.Of,
    "seat_after": partial(tree.Beside, "after"),
    "seat_before": partial(tree.Beside, "before"),
    "kind_in": tree.KindIn,
    "select": _select,
    "select_in": tree.Ranked,
    "of_ranked": _of_ranked,
    "of_ranked_in": _of_ranked_in,
    "number_of": partial(tree.Reckon, "number", None),
    "half": partial(tree.Reckon, "half", None),
    "total": partial(tree.Reckon, "total"),
    "highest": partial(tree.Reckon, "highest"),
    "lowest": partial(tree.Reckon, "lowest"),
    "remainder": tree.Remainder,
    "total_over": tree.TotalOver,
    "plus": partial(tree.Arithmetic, "+"),
    "minus": partial(tree.Arithmetic, "-"),
    "times": partial(tree.Arithmetic, "*"),
    "or_": partial(tree.Logic, "or"),
    "and_": partial(tree.Logic, "and"),
    "not_": tree.Negation,
    "quantified": tree.Quantified,
    "quantified_owner": _every_owner,
    "compare": _compare,
    "actphrase": _act_phrase,
    "effect": _effect,
    "effect_line": _effect_line,
}
"""The rules that make a node."""

PARTS: Mapping[str, Rule] = {
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
    "alike": partial(_patterned, "alike"),
    "distinct": partial(_patterned, "distinct"),
    "consecutive": partial(_patterned, "consecutive"),
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
    "move": tree.MoveCards,
    "deal": tree.Deal,
    "deal_each": tree.DealEach,
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
