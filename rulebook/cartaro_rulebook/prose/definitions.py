"""Definitions by their names: the noun that an author gives one, with its arguments where the name has places for them."""

from __future__ import annotations

import re

from cartaro_grammar import game as g
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun

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
