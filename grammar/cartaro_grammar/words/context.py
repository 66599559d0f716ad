"""What words mean where a phrase stands, and what all checks of phrases share: types, and what a set's members are.

Takes phrases of the tree; guarantees that what it gives back has the type asked for, or has been told to be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace

from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import CARDS, NUMBER, PLAYER, SIDE, SIDES, TRUTH, UNKNOWN, Type, collection, element
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.vocabulary import Vocabulary


@frozen
class PhraseScope:
    """What words mean where a phrase stands: the words bound, the things considered (innermost first), and whether
    there is a player who acts.
    """

    bound: Mapping[str, g.Expr] = field(default_factory=dict[str, g.Expr])
    things: tuple[g.Expr, ...] = ()
    actor: bool = False

    def bind(self, name: str, value: g.Expr) -> PhraseScope:
        return replace(self, bound={**self.bound, name: value})

    def consider(self, thing: g.Expr) -> PhraseScope:
        return replace(self, things=(thing, *self.things))


CanPhrases = Callable[[tree.CanDo, tree.Expr | None, PhraseScope], g.Expr]
"""Checks `P can A …`, with a condition on what it leaves open."""


class Checker:
    """The common ground of the checks of expressions; the forms of expressions are checked by its heirs."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.report = words.report
        self.results: dict[str, Type] = {}
        self.can: CanPhrases
        self._fresh = 0

    def result_type(self, function: str, span: Span) -> Type:
        """The type of a definition's value; overridden by the checker of clauses, which knows their bodies."""
        raise NotImplementedError

    def fresh(self, hint: str) -> str:
        """A name for a thing the text leaves unnamed; no author can write it."""
        self._fresh += 1
        return f"{hint} {self._fresh}"

    def wrong(self, span: Span) -> g.Expr:
        """Stands for what has been told to be wrong."""
        return g.Truth(False, UNKNOWN, span)

    # ------------------------------------------------------------------ types

    def coerce(self, expr: g.Expr, want: Type) -> g.Expr:
        """The expression as the type wanted: one card for a set of one, a player for that player's side."""
        has, span = expr.type, expr.span
        if UNKNOWN in {has, want} or has == want:
            return expr
        if collection(has) == want:
            return g.Single(expr, want, span)
        if element(has) == want and want.kind in {"card", "player", "side"}:
            return g.Only(expr, want, span)
        if want == SIDE and has == PLAYER:
            return g.SideOf(expr, SIDE, span)
        if want == SIDES and has == PLAYER:
            return g.Single(g.SideOf(expr, SIDE, span), SIDES, span)
        if want == CARDS and has.kind == "group":
            return expr
        self.report.error("C0401", f"this should be {said_type(want)}", span, f"it is {said_type(has)}", _instead(has, want))
        return self.wrong(span)

    def check(self, node: tree.Expr, scope: PhraseScope, want: Type | None = None) -> g.Expr:
        """The checked expression, coerced to the type wanted where one is."""
        found = self.expression(node, scope, want)
        return self.coerce(found, want) if want is not None else found

    def truth(self, node: tree.Expr, scope: PhraseScope) -> g.Expr:
        return self.check(node, scope, TRUTH)

    def truths(self, nodes: tuple[tree.Expr, ...], scope: PhraseScope) -> tuple[g.Expr, ...]:
        return tuple(self.truth(node, scope) for node in nodes)

    def number(self, node: tree.Expr, scope: PhraseScope) -> g.Expr:
        return self.check(node, scope, NUMBER)

    def members(self, node: tree.Expr, scope: PhraseScope) -> g.Expr:
        """A set of anything; one member stands for the set of it."""
        if isinstance(node, tree.Name) and node.text in self.words.attributes and node.text not in scope.bound:
            return g.Symbols(node.text, Type("symbols", node.text), node.span)
        found = self.check(node, scope)
        many = collection(found.type)
        if many is not None and element(found.type) is None:
            return self.coerce(found, many)
        if element(found.type) is None and found.type != UNKNOWN:
            self.report.error("C0401", "this should be several things", found.span, f"it is {said_type(found.type)}")
            return self.wrong(found.span)
        return found

    def expression(self, node: tree.Expr, scope: PhraseScope, want: Type | None) -> g.Expr:
        """The checked expression, of whatever type it has; overridden by the checker of phrases."""
        raise NotImplementedError

    def bind_new(self, word: tree.Word, of: Type, scope: PhraseScope) -> PhraseScope:
        """The scope with a new word; it may not hide one already in use."""
        if word.text in scope.bound:
            message = f"`{word.text}` already stands for something here"
            self.report.error("C0307", message, word.span, "used again", "choose another word")
        local = g.Local(word.text, of, word.span)
        return scope.bind(word.text, local).consider(local)


def _instead(has: Type, want: Type) -> str | None:
    """What is often meant by one kind of thing where another is needed."""
    many = has.kind in {"cards", "players", "sides", "groups", "group"}
    if want == NUMBER and many:
        return "to count them, write `number of …`"
    if want == TRUTH and many:
        return "write what is said of them: `… is empty`, `… is not empty`"
    if want == TRUTH and has == NUMBER:
        return "compare it: `… is 1`, `… is at least 1`"
    if has == NUMBER and want.kind in {"cards", "card"}:
        return "to count cards, write `number of …`; a card is written by its code"
    return None


def said_type(of: Type) -> str:
    """A type as an author would say it."""
    said: dict[str, str] = {
        "truth": "a truth", "number": "a number", "card": "a card", "cards": "cards", "player": "a player",
        "players": "players", "side": "a side", "sides": "sides", "group": "a group of cards", "groups": "groups",
        "symbol": f"a value of `{of.enumeration}`", "symbols": f"the values of `{of.enumeration}`", "unknown": "unknown",
    }  # fmt: skip
    return said[of.kind]
