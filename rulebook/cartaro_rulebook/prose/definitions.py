"""Definitions by their names: the noun that an author gives one, with its arguments where the name has places for them; and
kinds defined in a few words.
"""

from __future__ import annotations

import re

from cartaro_grammar import TRUTH, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose.joined_conditions import conjuncts, operands_of
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun, Phrase

PLACED = re.compile(r"\{(\d)\}")


def function_noun(name: str, scope: ProseScope) -> Noun:
    names = scope.naming.game.function[name].names if name in scope.naming.game.function else ()
    return scope.naming.noun(name, names)


def function_arguments(name: str, arguments: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """` of x`, or nothing when the name has places of its own for the arguments."""
    if not arguments or PLACED.search(function_noun(name, scope).singular):
        return ""
    return scope.lang.of(scope.lang.series([scope.value(a).text for a in arguments]))


def placed(text: str, arguments: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """The arguments in the places `{1}`, `{2}` that a name gives them."""

    def argument(found: re.Match[str]) -> str:
        at = int(found[1]) - 1
        if at >= len(arguments):
            return found[0]
        e = arguments[at]
        if isinstance(e, g.Symbol):
            return scope.naming.symbol(e.type.enumeration, e.name).form(True)
        return scope.value(e).text

    return PLACED.sub(argument, text)


def short(clause: g.Clause, said: g.Definition, noun: Noun, scope: ProseScope) -> str | None:
    """A kind defined in a few words, where its clause allows it."""
    return _alike(clause, said, noun, scope) or _either_kind(clause, said, noun, scope)


def _alike(clause: g.Clause, said: g.Definition, noun: Noun, scope: ProseScope) -> str | None:
    """Two things that count as something when they agree in some attributes: two cards of the same suit and rank are twins."""
    if clause.when or PLACED.search(noun.singular):
        return None
    shared: list[str] = []
    for part in conjuncts(said.value):
        match operands_of(part, "="):
            case (g.Attribute(a, g.Local(x)), g.Attribute(b, g.Local(y))) if a == b and (x, y) == said.parameters:
                shared.append(scope.naming.attribute(a).form(False))
            case _:
                return None
    card = scope.naming.kernel("card")
    cards = Phrase("", card.feminine, True)
    return scope.lang.say("two_alike", cards, noun=card.form(True), shared=scope.lang.series(shared), kind=noun.form(True))


def _either_kind(clause: g.Clause, said: g.Definition, noun: Noun, scope: ProseScope) -> str | None:
    """What counts as something when it counts as one of others: a meld is a sequence or a set."""
    if len(clause.when) != 1 or len(said.parameters) != 1 or said.value != g.Truth(True, TRUTH, said.value.span):
        return None
    kinds: list[str] = []
    for part in operands_of(clause.when[0], "or"):
        if not isinstance(part, g.Apply):
            return None
        if tuple(of.name for of in part.arguments if isinstance(of, g.Local)) != said.parameters:
            return None
        kinds.append(scope.lang.forms.determined(function_noun(part.function, scope), "a").text)
    if len(kinds) < 2 or not noun.named or PLACED.search(noun.singular):
        return None
    return scope.lang.say("definition", scope.lang.forms.determined(noun, "a"), x=scope.lang.series(kinds, "or"))


def speaks_of(conditions: tuple[g.Expr, ...], names: tuple[str, ...]) -> bool:
    """Whether conditions need what a sentence introduces, so that they cannot stand before it."""
    return any(isinstance(part, g.Local) and part.name in names for part in parts(conditions))
