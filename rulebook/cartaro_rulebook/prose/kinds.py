"""Kinds of cards in the guide, worded by the cards that belong to them: *three or more cards of the same rank make a set*,
*a jack of the trump suit counts as a right bower*.

An article names its parameter first: *certain cards make a set when there are at least three cards and they are all of the same
rank*.  At a table the conditions that describe cards are part of their noun; only the other conditions follow.
"""

from __future__ import annotations

from collections.abc import Callable

from cartaro_grammar import CARDS, conjuncts, disjuncts, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.expressions import ProseScope, all_of
from cartaro_rulebook.words.nouns import Phrase

Cases = Callable[[tuple[g.Expr, ...], ProseScope], str]


def kind_of_cards(clause: g.Clause, node: g.Definition, inner: ProseScope, cases: Cases, scope: ProseScope) -> str | None:
    """Word a kind of one card or of several cards by these cards; None for other kinds, or if no condition describes cards.
    `inner` binds the parameter, and `cases` words the conditions that are left.
    """
    value = node.value
    if clause.unless or len(node.parameters) != 1 or (isinstance(value, g.Truth) and not (value.value and clause.when)):
        return None
    asked = clause.when if isinstance(value, g.Truth) else (*clause.when, value)
    of = scope.naming.game.function[node.function].parameters[0]
    local = g.Local(node.parameters[0], of, clause.span)
    if of.kind == "cards":
        return _group(conjuncts(*asked), local, node, inner, cases, scope)
    return _card(asked, local, node, scope) if of.kind == "card" else None


def _kind(function: str, scope: ProseScope) -> str | None:
    noun = expressions.function_noun(function, scope)
    if expressions.ARGUMENT_SLOT.search(noun.singular):
        return None
    return scope.lang.forms.determined(noun, "a").text if noun.named else noun.singular


def _card(asked: tuple[g.Expr, ...], local: g.Local, node: g.Definition, scope: ProseScope) -> str | None:
    """Word a kind of card as *a jack of the trump suit counts as …*; None unless each alternative names a kind of card."""
    kind, texts, feminine = _kind(node.function, scope), list[str](), False
    for either in disjuncts(all_of(asked)):
        if any(isinstance(part, g.Cards) for part in parts(either)):
            return None
        found = expressions.elements(
            g.Where(local.name, g.AllCards(CARDS, local.span), either, CARDS, local.span), scope, plural=False
        )
        if found.noun == scope.naming.kernel_noun("card"):
            return None
        feminine = found.noun.feminine
        only = node.function in scope.single_kinds
        card = scope.lang.forms.determined(found.noun, "the") if only else scope.lang.forms.determined(found.noun, "a")
        texts.append(card.text + found.rest)
    if kind is None or not texts:
        return None
    if node.function in scope.single_kinds:
        the = scope.lang.forms.determined(expressions.function_noun(node.function, scope), "the").text
        return scope.lang.text("is", Phrase(texts[0], feminine), x=the)
    return scope.lang.text("counts", Phrase(scope.lang.series(texts, "or"), feminine), kind=kind)


def _group(
    asked: tuple[g.Expr, ...], local: g.Local, node: g.Definition, inner: ProseScope, cases: Cases, scope: ProseScope
) -> str | None:
    """Word a kind of several cards as *three or more cards of the same rank make …*."""
    lang, naming, kind = scope.lang, scope.naming, _kind(node.function, scope)
    noun, rest, number, adjuncts = naming.kernel_noun("card"), list[g.Expr](), None, ""
    for part in asked:
        count = _count(part, local)
        pattern = part if isinstance(part, g.Pattern) and part.cards == local else None
        if count is not None and number is None:
            number = count
        elif pattern is None:
            rest.append(part)
        elif pattern.pattern == "consecutive":
            noun = lang.with_adjective("consecutive", noun)
            adjuncts += _by_measure(pattern.attribute, scope)
        else:
            adjuncts += f" {lang.text(f'cards_{pattern.pattern}', x=_attribute(pattern.attribute, pattern.pattern, scope))}"
    if kind is None or len(rest) == len(asked) or (rest and number is None):
        return None
    least, exact = number or (0, False)
    cards = noun.form(True)
    if least:
        cards = (
            lang.forms.counted(least, noun).text
            if exact
            else lang.text("so_many_or_more", n=lang.forms.numeral(least), x=cards)
        )
    text = lang.text("make", Phrase(cards + adjuncts, noun.feminine, True), x=kind)
    return text + cases(tuple(rest), inner)


def _count(part: g.Expr, local: g.Local) -> tuple[int, bool] | None:
    """Return the least number of cards that a condition asks for, greater than one, and whether it is exact."""
    match operands_of(part, "="):
        case (g.Size(members), g.Number(number)) if members == local and number > 1:
            return number, True
        case _:
            pass
    match operands_of(part, "<="):
        case (g.Number(number), g.Size(members)) if members == local and number > 1:
            return number, False
        case _:
            return None


def _attribute(attribute: str, pattern: str, scope: ProseScope) -> str:
    noun = scope.naming.attribute(attribute)
    if pattern == "distinct":
        return scope.lang.with_adjective("different", noun).form(True)
    return scope.lang.forms.determined(scope.lang.with_adjective("same", noun), "the").text


def _by_measure(measure: str, scope: ProseScope) -> str:
    """Return the measure by which cards are consecutive, if they are so by several measures in this game."""
    found = {p.attribute for p in scope.naming.game.in_clauses(g.Pattern) if p.pattern == "consecutive"}
    return "" if len(found) < 2 else scope.lang.text("best_by", x="", noun=scope.naming.noun(measure).form(False)).rstrip()
