"""What words mean where a phrase stands, and what all checks of phrases share: types, and what a set's members are.

Takes phrases of the tree; guarantees that what it gives back has the type asked for, or has been told to be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import CARDS, NUMBER, PLAYER, SIDE, SIDES, TRUTH, UNKNOWN, Type, collection, element
from cartaro_grammar.resolve.occurrences import Namespace, Note
from cartaro_grammar.resolve.reporter import Reporter
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.source import Span


@frozen
class PhraseScope:
    """What words mean where a phrase stands: the words bound, the things considered (innermost first), and whether
    there is a player who acts.  `ended` are words that a quantifier has bound just before, each with the place of what the
    quantifier says and of all that is joined to it.
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
    """What the checks of all phrases share: the words in force, how an expression is checked, which is a later room's, and what
    was found out on the way.

    `results` are the types of definitions, and `leaning` those whose types are being found; so are `parameters` of acts, and
    `asked`.  `permissions` are those named by `by`, and `repeats` the clauses that `repeat from` names, each with where it is
    said: they are checked when all clauses are known.  `notes` are what names mean where they stand, for who asks for it.
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
        """Note what a name means."""
        if self.notes is not None:
            self.notes.append(Note(word.span, word.text, space, owner))

    def note_binding(self, word: tree.Word | tree.Name, by: Span) -> None:
        """Note that a name is a word bound at a place, perhaps at its own."""
        if self.notes is not None:
            self.notes.append(Note(word.span, word.text, "local", "", "local" if by == word.span else None, by))


ExpressionCheck = Callable[[Context, tree.Expr, PhraseScope, Type | None], g.Expr]
"""What checks an expression of any form, of the type that is wanted where one is."""


def fresh_name(context: Context, hint: str) -> str:
    """A name for a thing the text leaves unnamed; no author can write it."""
    context.unnamed += 1
    return f"{hint} {context.unnamed}"


def error_expression(span: Span) -> g.Expr:
    """Stands for what has been told to be wrong."""
    return g.Truth(False, UNKNOWN, span)


# ---------------------------------------------------------------------------------------------- types


def coerce(context: Context, expr: g.Expr, want: Type) -> g.Expr:
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
    context.report.error(
        "C0401",
        msg("this should be {want}", want=describe_type(want)),
        span,
        msg("it is {has}", has=describe_type(has)),
        _coercion_advice(has, want),
    )
    return error_expression(span)


def check(context: Context, node: tree.Expr, scope: PhraseScope, want: Type | None = None) -> g.Expr:
    """The checked expression, coerced to the type wanted where one is."""
    found = context.expression(context, node, scope, want)
    return coerce(context, found, want) if want is not None else found


def note_names(context: Context, nodes: tuple[tree.Expr, ...], scope: PhraseScope) -> None:
    """Note what the names mean in phrases of which a mistake outside leaves the types unknown; nothing is told of them.
    Where a set is unknown its members are taken for cards, as most are.
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
    """A set of anything; one member stands for the set of it."""
    if isinstance(node, tree.Name) and node.text in context.words.attributes and node.text not in scope.bound:
        context.note_use(node, "attribute")
        return g.Symbols(node.text, Type("symbols", node.text), node.span)
    found = check(context, node, scope)
    many = collection(found.type)
    if many is not None and element(found.type) is None:
        return coerce(context, found, many)
    if element(found.type) is None and found.type != UNKNOWN:
        context.report.error(
            "C0401", msg("this should be several things"), found.span, msg("it is {type}", type=describe_type(found.type))
        )
        return error_expression(found.span)
    return found


def bind_new(context: Context, word: tree.Word, of: Type, scope: PhraseScope) -> PhraseScope:
    """The scope with a new word; it may not hide one already in use."""
    if word.text in scope.bound:
        message = msg("`{word}` already stands for something here", word=word.text)
        context.report.error("C0307", message, word.span, msg("used again"), msg("choose another word"))
    return bind(context, word, of, scope)


def bind(context: Context, word: tree.Word, of: Type, scope: PhraseScope) -> PhraseScope:
    context.note_binding(word, word.span)
    local = g.Local(word.text, of, word.span)
    return scope.bind(word.text, local).consider(local)


def _coercion_advice(has: Type, want: Type) -> Message | None:
    """What is often meant by one kind of thing where another is needed."""
    many = has.kind in {"cards", "players", "sides", "groups", "group"}
    if want == NUMBER and many:
        return msg("to count them, write `number of …`")
    if want == TRUTH and many:
        return msg("write what is said of them: `… is empty`, `… is not empty`")
    if want == TRUTH and has == NUMBER:
        return msg("compare it: `… is 1`, `… is at least 1`")
    if want == PLAYER and has == SIDE:
        return msg("a side may have several players: what is asked of a player is asked of one of them")
    if has == NUMBER and want.kind in {"cards", "card"}:
        return msg("to count cards, write `number of …`; a card is written by its code")
    return None


def describe_type(of: Type) -> Message:
    """A type as an author would say it."""
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
        case "symbol":
            return msg("a value of `{of}`", of=of.enumeration)
        case "symbols":
            return msg("the values of `{of}`", of=of.enumeration)
        case "unknown":
            return msg("unknown")
