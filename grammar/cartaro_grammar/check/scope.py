"""Scopes of names, expected types, and coercion between types, shared by the checks of all phrases.

Takes expressions of the tree. Guarantees that each result has the requested type, or that an error was reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import (
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS,
    SIDE,
    SIDES,
    TRUTH,
    UNKNOWN,
    Type,
    collection,
    element,
)
from cartaro_grammar.resolve.occurrences import Namespace, Note
from cartaro_grammar.resolve.reporter import Reporter
from cartaro_grammar.resolve.vocabulary import SPECIAL, Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Cure, Fix, Label
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.source import Span


@frozen
class PhraseScope:
    """The scope of a phrase: the bound names, the members that it is about (innermost first), and whether there is a player who
    acts. `out_of_scope` maps names that a preceding quantifier bound to the span of its body and of the conditions joined to
    it.
    """

    bound: Mapping[str, g.Expr] = field(default_factory=dict[str, g.Expr])
    considered: tuple[g.Expr, ...] = ()
    actor: bool = False
    out_of_scope: Mapping[str, Span] = field(default_factory=dict[str, Span])

    def bind(self, name: str, value: g.Expr) -> PhraseScope:
        return replace(self, bound={**self.bound, name: value})

    def with_out_of_scope(self, ended: Mapping[str, Span]) -> PhraseScope:
        return replace(self, out_of_scope={**self.out_of_scope, **ended})

    def consider(self, thing: g.Expr) -> PhraseScope:
        return replace(self, considered=(thing, *self.considered))


@dataclass(slots=True, eq=False, repr=False)
class Context:
    """The state of checking a ruleset's phrases: the vocabulary, the check of an expression of any form (from a later module),
    and the results so far.

    `results` are the types of definitions, and `resolving` are the definitions being inferred. `parameters` are the parameters
    of acts, and `checking_acts` are the acts being checked. `permissions` are the permissions that `by` names, and `repeats`
    the clauses that `repeat from` names, with their places. They are checked when all clauses are known. `notes` collect the
    referents of names, if the caller wants them.
    """

    words: Vocabulary
    expression: ExpressionCheck
    results: dict[str, Type] = field(default_factory=dict[str, Type])
    resolving: list[str] = field(default_factory=list[str])
    parameters: dict[str, tuple[g.Parameter, ...]] = field(default_factory=dict[str, tuple[g.Parameter, ...]])
    checking_acts: list[str] = field(default_factory=list[str])
    permissions: list[tuple[tree.Word, str]] = field(default_factory=list[tuple[tree.Word, str]])
    repeats: list[tuple[tree.Word, str]] = field(default_factory=list[tuple[tree.Word, str]])
    unnamed: int = 0
    notes: list[Note] | None = None

    @property
    def report(self) -> Reporter:
        return self.words.report

    def note_use(self, word: tree.Word | tree.Name, space: Namespace, owner: str = "") -> None:
        """Note the referent of a name."""
        if self.notes is not None:
            self.notes.append(Note(word.span, word.text, space, owner))

    def note_binding(self, word: tree.Word | tree.Name, by: Span) -> None:
        """Note that a name refers to the name bound at a place, which may be the same place."""
        if self.notes is not None:
            self.notes.append(Note(word.span, word.text, "local", "", "local" if by == word.span else None, by))


ExpressionCheck = Callable[[Context, tree.Expr, PhraseScope, Type | None], g.Expr]
"""The function that checks an expression of any form, given the type expected, if any."""


def fresh_name(context: Context, hint: str) -> str:
    """Return a name for a member that the text leaves unnamed. No author can write this name."""
    context.unnamed += 1
    return f"{hint} {context.unnamed}"


def error_expression(span: Span) -> g.Expr:
    """Return a placeholder of unknown type for an expression whose error was reported."""
    return g.Truth(False, UNKNOWN, span)


# --------------------------------------------------------------------------------------------- types


def coerce(context: Context, expr: g.Expr, want: Type, decided: tree.Word | None = None) -> g.Expr:
    """Return the expression converted to the type wanted (a card to a set with this card, a player to that player's side, a
    side to its player if every side is a single player), or report that this is impossible. `decided` is the name of the clause
    that requires this type.
    """
    has, span = expr.type, expr.span
    if UNKNOWN in {has, want} or has == want:
        return expr
    if collection(has) == want:
        return g.Single(expr, want, span)
    if element(has) == want and want.kind in {"card", "player", "side"}:
        if isinstance(expr, g.AllCards) or (isinstance(expr, g.Everyone) and not _may_be_one_player(context)):
            _report_several(context, expr, want)
            return error_expression(span)
        return g.Only(expr, want, span)
    if want == SIDE and has == PLAYER:
        return g.SideOf(expr, SIDE, span)
    if want == PLAYER and has == SIDE and sides_are_single(context):
        return expr.player if isinstance(expr, g.SideOf) else g.Only(players_of(context, expr, span), PLAYER, span)
    if want == SIDES and has == PLAYER:
        return g.Single(g.SideOf(expr, SIDE, span), SIDES, span)
    if want == CARDS and has.kind == "group":
        return expr
    context.report.error(
        "C0401",
        msg("this should be {want}", want=describe_type(want)),
        span,
        msg("it is {has}", has=describe_type(has)),
        _coercion_advice(has, want),
        cures=tuple(_cures(context, expr, want)),
        further=_decided_by(decided, want, span),
    )
    return error_expression(span)


def _report_several(context: Context, everything: g.Expr, want: Type) -> None:
    """Report that one member is needed, and not all cards, players or sides."""
    context.report.error(
        "C0401",
        msg("this should be {want}", want=describe_type(want)),
        everything.span,
        msg("it is {has}", has=describe_type(everything.type)),
        msg(
            "name one of them, or write about all: `total of … over x in {all}`, `some x in {all} has …`",
            all=everything.span.text,
        ),
    )


def _may_be_one_player(context: Context) -> bool:
    """Return whether a game may have a single player. A library does not know the number of players of its games."""
    if context.words.merged.kind == "library":
        return True
    sentences = (entry.item.sentence for entry in context.words.entries() if isinstance(entry.item, tree.Clause))
    return any(isinstance(one, tree.PlayerCount) and 1 in one.counts for one in sentences)


def players_of(context: Context, sides: g.Expr, span: Span) -> g.Expr:
    """Return the players of a side, or of several."""
    name = fresh_name(context, "player")
    side = g.SideOf(g.Local(name, PLAYER, span), SIDE, span)
    operator: Literal["=", "in"] = "=" if sides.type == SIDE else "in"
    return g.Where(name, g.Everyone(PLAYERS, span), g.Operation(operator, (side, sides), TRUTH, span), PLAYERS, span)


def sides_are_single(context: Context) -> bool:
    """Return whether every side is a single player under every choice. A library does not know the sides of its games."""
    if context.words.merged.kind == "library":
        return False
    sentences = (entry.item.sentence for entry in context.words.entries() if isinstance(entry.item, tree.Clause))
    return not any(isinstance(one, tree.SidesAre) and one.arrangement != "single" for one in sentences)


def _decided_by(clause: tree.Word | None, want: Type, at: Span) -> tuple[Label, ...]:
    """Return the place of the clause that requires a type, unless the mistake is in the same line."""
    if clause is None or (clause.span.source is at.source and at.source.line(clause.span.start) == at.source.line(at.start)):
        return ()
    return (Label(clause.span, msg("`{clause}` is about {want}", clause=clause.text, want=describe_type(want))),)


JOINED_CARDS = re.compile(r"\s+(?:and|e|ed|et)\s+([0-9A-Z♠♥♦♣'/]+)(?=\s)")


def _cures(context: Context, expr: g.Expr, want: Type) -> Iterator[Cure]:
    """Yield the likely meanings of an expression instead of a truth: cards joined by `and` as one subject, or a comparison
    with the first value of its enumeration.
    """
    joined = JOINED_CARDS.match(expr.span.source.text, expr.span.end) if want == TRUTH and isinstance(expr, g.Cards) else None
    if joined is not None:  # `7D and 6D is in won` is a sentence about both cards
        both = f"{expr.span.text} {joined[1]}"
        change = Fix(Span(expr.span.source, expr.span.start, joined.end()), both)
        yield Cure(msg("name both before the condition on them: `{cards} …`", cards=both), change)
    if want == TRUTH and expr.type.kind == "symbol":
        values = context.words.enumeration(expr.type.enumeration)
        written = f"({expr.span.text} is {values[0]})" if values else ""
        if written:
            yield Cure(msg("compare it: `{written}`", written=written), Fix(expr.span, written))


def check(
    context: Context, node: tree.Expr, scope: PhraseScope, want: Type | None = None, decided: tree.Word | None = None
) -> g.Expr:
    """Check an expression, and convert it to the type wanted, if any. `decided` names the clause that requires this type."""
    found = context.expression(context, node, scope, want)
    return coerce(context, found, want, decided) if want is not None else found


def note_names(context: Context, nodes: tuple[tree.Expr, ...], scope: PhraseScope) -> None:
    """Check phrases only to collect the notes on their names, after an error elsewhere has left types unknown. Nothing is
    reported. The members of an unknown set are assumed to be cards, as most are.
    """
    if context.notes is None:
        return
    before = len(context.report.found)
    for node in nodes:
        check(context, node, scope)
    del context.report.found[before:]


def check_truth(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Expr:
    return check(context, node, scope, TRUTH)


def check_truths(context: Context, nodes: tuple[tree.Expr, ...], scope: PhraseScope) -> tuple[g.Expr, ...]:
    return tuple(check_truth(context, node, scope) for node in nodes)


def check_number(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Expr:
    return check(context, node, scope, NUMBER)


def check_members(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Expr:
    """Check a set of any type. A single member is converted to the set with only that member."""
    if isinstance(node, tree.Name) and node.text in context.words.attributes and node.text not in scope.bound:
        context.note_use(node, "attribute")
        return g.Symbols(node.text, Type("symbols", node.text), node.span)
    found = check(context, node, scope)
    many = collection(found.type)
    if many is not None and element(found.type) is None:
        return coerce(context, found, many)
    if element(found.type) is None and found.type != UNKNOWN:
        context.report.error(
            "C0401",
            msg("several values are needed here, not one"),
            found.span,
            msg("it is {type}", type=describe_type(found.type)),
        )
        return error_expression(found.span)
    return found


def bind_new(context: Context, word: tree.Word, of: Type, scope: PhraseScope) -> PhraseScope:
    """Return the scope with a new name, which must not hide a name that is already bound."""
    _check_new(context, word, scope)
    return bind(context, word, of, scope)


def bind_member(context: Context, name: tree.Word | None, member: g.Local, scope: PhraseScope) -> PhraseScope:
    """Return the scope of the condition of a filter, for its member, which may have a name."""
    if name is None:
        return scope.consider(member)
    _check_new(context, name, scope)
    context.note_binding(name, name.span)
    return scope.bind(name.text, replace(member, span=name.span)).consider(member)


def _check_new(context: Context, word: tree.Word, scope: PhraseScope) -> None:
    """Report a new name that hides another."""
    if word.text in scope.bound:
        message = msg("`{word}` already has a meaning here", word=word.text)
        context.report.error("C0307", message, word.span, msg("this uses the word again"), msg("choose another word"))
    elif word.text in context.words.zones or word.text in context.words.cells:
        message = msg("`{word}` is also the name of a place or a value", word=word.text)
        context.report.warning("C0307", message, word.span, msg("here it means something else"), msg("choose another word"))


def bind(context: Context, word: tree.Word, of: Type, scope: PhraseScope) -> PhraseScope:
    context.note_binding(word, word.span)
    local = g.Local(word.text, of, word.span)
    return scope.bind(word.text, local).consider(local)


def _coercion_advice(has: Type, want: Type) -> Message | None:
    """Return advice if authors often write one of the types for the other."""
    many = has.kind in {"cards", "players", "sides", "groups", "group"}
    if want == NUMBER and many:
        return msg("to count them, write `number of …`")
    if want == TRUTH and many:
        return msg("write a condition on them: `… is empty`, `… is not empty`")
    if want == TRUTH and has == NUMBER:
        return msg("compare it: `… is 1`, `… is at least 1`")
    if want == PLAYER and has == SIDE:
        return msg(
            "a side may have several players: name one of them, or write `some x in players has (side of x is side and …)`"
        )
    if has == NUMBER and want.kind in {"cards", "card"}:
        return msg("to count cards, write `number of …`; a card is written by its code")
    return None


def describe_type(of: Type) -> Message:
    """Return a type in the author's words."""
    match of.kind:
        case "truth":
            return msg("a truth")
        case "number":
            return msg("a number")
        case "card":
            return msg("a card")
        case "cards":
            return msg("cards")
        case "player":
            return msg("a player")
        case "players":
            return msg("players")
        case "side":
            return msg("a side")
        case "sides":
            return msg("sides")
        case "group":
            return msg("a group of cards")
        case "groups":
            return msg("groups")
        case "symbol" if of.enumeration == SPECIAL:
            return msg("the name of a special card")
        case "symbols" if of.enumeration == SPECIAL:
            return msg("names of special cards")
        case "symbol":
            return msg("a value of `{of}`", of=of.enumeration)
        case "symbols":
            return msg("the values of `{of}`", of=of.enumeration)
        case "numbers":
            return msg("numbers")
        case "unknown":
            return msg("unknown")
