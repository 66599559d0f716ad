"""What a bare word means: the language's rule of words.

In this order: a word bound by the sentence; where a value is expected, one of its list; a word of the language; a zone or a
cell of memory, of the thing considered or of the player the sentence is about; a definition; an option; an attribute of
the card considered; a heading of the side considered; a value of an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from cartaro_grammar.expressions.definitions import apply_definition, result_type
from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import (
    CARD,
    CARDS,
    GROUPS,
    NUMBER,
    PLAYER,
    PLAYERS,
    SIDE,
    SIDES,
    TRUTH,
    UNKNOWN,
    Type,
    symbol,
)  # fmt: skip
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.messages import Message, say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import Context, PhraseScope, check, coerce, fresh, look_into, wrong


def check_name(context: Context, node: tree.Name, scope: PhraseScope, want: Type | None) -> g.Expr:
    text, span = node.text, node.span
    if text in scope.bound:
        bound = scope.bound[text]
        context.means_bound(node, bound.span)
        return g.Local(bound.name, bound.type, span) if isinstance(bound, g.Local) else bound
    if want is not None and want.kind == "symbol" and text in context.words.enumeration(want.enumeration):
        context.means(node, "value", want.enumeration)
        return g.Symbol(text, want, span)
    found = (
        _fixed(context, text, scope, want, span)
        or _owned(context, node, scope)
        or _defined(context, node)
        or _of_card(context, node, scope)
        or _of_side(context, node, scope)
        or _symbol(context, node)
    )
    if found is not None:
        return found
    if want is not None and want.kind == "symbol":
        word = tree.Word(text, span)
        context.report.unknown(
            say("no value of `{of}`", of=want.enumeration), word, context.words.enumeration(want.enumeration)
        )
        return wrong(span)
    if text in scope.ended:
        _ended(context, node, scope.ended[text])
    elif text in ("it", "its", "they", "them") and _is_unnamed(scope):
        advice = say(
            "say it without a word for it: `(cards where rank is …)`; a set without what is in another is `s - t`; or name it: "
            "`some x in s has (…)`"
        )
        message = say("what a `where` goes through has no name, not even `{word}`", word=text)
        context.report.error("C0303", message, span, say("not known"), advice)
    else:
        known = {*context.words.known(), *scope.bound} if context.report.guessing else ()
        context.report.unknown(None, tree.Word(text, span), known)
    return wrong(span)


def _is_unnamed(scope: PhraseScope) -> bool:
    """Whether the innermost thing considered has no name of the author's."""
    thing = scope.things[0] if scope.things else None
    return isinstance(thing, g.Local) and thing.name not in scope.bound


def _ended(context: Context, node: tree.Name, whole: Span) -> None:
    """Report a word used behind what its quantifier says, which ends at the `and`, with brackets as the fix."""
    message = say("`{word}` stands for something only in what follows its `has`, up to the next `and` or `or`", word=node.text)
    advice = say("put all that is said of it in brackets: `has (… and …)`")
    label, fix = Label(node.span, say("not known here")), Fix(whole, f"({whole.text})")
    context.report.found.append(Diagnostic("C0303", message, label, help=advice, fix=fix))


def _fixed(context: Context, text: str, scope: PhraseScope, want: Type | None, span: Span) -> g.Expr | None:
    match text:
        case "player":
            return _actor(context, scope, span)
        case "side":
            return _side(context, scope, span)
        case "players":
            return g.Everyone(PLAYERS, span)
        case "sides":
            return g.Everyone(SIDES, span)
        case "true" | "false":
            return g.Truth(text == "true", TRUTH, span)
        case "none":
            return g.Nobody(want or UNKNOWN, span)
        case _:
            return None


def _actor(context: Context, scope: PhraseScope, span: Span) -> g.Expr:
    """`the player`: who acts, where somebody does."""
    if scope.actor:
        return g.Actor(PLAYER, span)
    players = [cell.name for cell, _ in context.words.cells.values() if cell.type == PLAYER and cell.owner == "table"]
    named = ", ".join(f"`{name}`" for name in [*players, "last player"])
    context.report.error(
        "C0407",
        say("nobody is playing at this moment"),
        span,
        say("which player is this?"),
        say("name one: {named}, …", named=named),
    )
    return wrong(span)


def _side(context: Context, scope: PhraseScope, span: Span) -> g.Expr:
    side = next((t for t in scope.things if t.type == SIDE), None)
    if side is not None:
        return replace(side, span=span)
    return g.SideOf(_actor(context, scope, span), SIDE, span)


# ------------------------------------------------------------------ owned things


def _owned(context: Context, node: tree.Name, scope: PhraseScope) -> g.Expr | None:
    text, span = node.text, node.span
    zone = context.words.zones.get(text)
    if zone is not None:
        context.means(node, "thing")
        owner = None if zone.owner == "table" else _owner(context, zone.owner, text, scope, span)
        return g.InZone(text, owner, GROUPS if zone.family else CARDS, span)
    if text not in context.words.cells:
        return None
    context.means(node, "thing")
    cell = context.words.cells[text][0]
    if cell.kind == "mark":
        marked = g.Recall(text, None, CARDS, span)
        card = next((t for t in scope.things if t.type == CARD), None)
        return marked if card is None else g.Operation("in", (card, marked), TRUTH, span)
    owner = None if cell.owner == "table" else _owner(context, cell.owner, text, scope, span)
    if owner is not None and owner.type == PLAYERS:
        message = say("each player has a `{text}`, and a side has several players", text=text)
        context.report.error("C0407", message, span, say("whose is meant?"), say("write `{text} of …`", text=text))
        return wrong(span)
    return g.Recall(text, owner, cell.type, span)


def _owner(context: Context, kind: g.Owner, text: str, scope: PhraseScope, span: Span) -> g.Expr:
    """Whose a bare word is: of the innermost player or side considered, else of who acts."""
    for thing in scope.things:
        if thing.type == PLAYER:
            return thing if kind == "player" else g.SideOf(thing, SIDE, span)
        if thing.type == SIDE:
            return thing if kind == "side" else _players_of(context, thing, span)
    if scope.actor:
        actor = g.Actor(PLAYER, span)
        return actor if kind == "player" else g.SideOf(actor, SIDE, span)
    message = say("whose `{text}` is meant?", text=text)
    context.report.error(
        "C0407",
        message,
        span,
        say("each player has one") if kind == "player" else say("each side has one"),
        say("write `{text} of …`", text=text),
    )
    return wrong(span)


def _players_of(context: Context, sides: g.Expr, span: Span) -> g.Expr:
    """The players of a side, or of several."""
    name = fresh(context, "player")
    side = g.SideOf(g.Local(name, PLAYER, span), SIDE, span)
    operator: Literal["=", "in"] = "=" if sides.type == SIDE else "in"
    return g.Where(name, g.Everyone(PLAYERS, span), g.Operation(operator, (side, sides), TRUTH, span), PLAYERS, span)


def _sides_of(context: Context, players: g.Expr, span: Span) -> g.Expr:
    """The sides of several players."""
    name, player = fresh(context, "side"), fresh(context, "player")
    side = g.SideOf(g.Local(player, PLAYER, span), SIDE, span)
    same = g.Operation("=", (side, g.Local(name, SIDE, span)), TRUTH, span)
    among = g.Quantified("some", player, players, same, TRUTH, span)
    return g.Where(name, g.Everyone(SIDES, span), among, SIDES, span)


def _owned_by(context: Context, word: tree.Word, owner: g.Expr, span: Span) -> g.Expr | None:
    """`hand of x`, `points of x`: a zone or cell of the owner given."""
    zone, cell = context.words.zones.get(word.text), context.words.cells.get(word.text)
    if zone is None and cell is None:
        return None
    kind = zone.owner if zone else (cell[0].owner if cell else "table")
    if kind == "table":
        message = say("`{word}` belongs to the table, not to a player or side", word=word.text)
        context.report.error("C0402", message, word.span, say("nobody has one"), say("write only `{word}`", word=word.text))
        return wrong(span)
    if zone is not None and kind == "player" and owner.type in {SIDE, SIDES}:
        owner = _players_of(context, owner, span)
    elif zone is not None and kind == "side" and owner.type == PLAYERS:
        owner = _sides_of(context, owner, span)
    if zone is not None and owner.type in {SIDES, PLAYERS}:
        return g.InZone(word.text, owner, CARDS, span)
    whose = coerce(context, owner, PLAYER if kind == "player" else SIDE)
    if zone is not None:
        return g.InZone(word.text, whose, CARDS, span)
    return g.Recall(word.text, whose, cell[0].type if cell else UNKNOWN, span)


# ------------------------------------------------------------------ definitions, options, cards, scores


def _defined(context: Context, node: tree.Name) -> g.Expr | None:
    text, span = node.text, node.span
    signature = context.words.functions.get(text)
    if signature is not None and signature.arity == 0:
        context.means(node, "definition")
        return g.Apply(text, (), result_type(context, text, span), span)
    if text in context.words.options:
        context.means(node, "thing")
        return g.Setting(text, context.words.option_type(text), span)
    return None


def _of_card(context: Context, node: tree.Name, scope: PhraseScope) -> g.Expr | None:
    card = next((t for t in scope.things if t.type == CARD), None)
    if card is None:
        return None
    return _attribute(context, node, card, node.span)


def _attribute(context: Context, word: tree.Name | tree.Word, card: g.Expr, span: Span) -> g.Expr | None:
    """`suit of c`, `value of c`."""
    if word.text in context.words.attributes:
        context.means(word, "attribute")
        return g.Attribute(word.text, card, symbol(word.text), span)
    if word.text in context.words.measures:
        context.means(word, "measure")
        return g.Attribute(word.text, card, NUMBER, span)
    return None


def _of_side(context: Context, node: tree.Name, scope: PhraseScope) -> g.Expr | None:
    side = next((t for t in scope.things if t.type == SIDE), None)
    return None if side is None else _score(context, node, side, node.span)


def _score(context: Context, word: tree.Name | tree.Word, side: g.Expr, span: Span) -> g.Expr | None:
    """`carte of x`, `score of x`."""
    if word.text == "score":
        return g.ScoreOf(None, side, NUMBER, span)
    if word.text in context.words.headings:
        context.means(word, "clause")
        return g.ScoreOf(word.text, side, NUMBER, span)
    return None


def _symbol(context: Context, node: tree.Name) -> g.Expr | None:
    attribute = context.words.attribute_of(node.text)
    if attribute is None:
        return None
    context.means(node, "value", attribute)
    return g.Symbol(node.text, symbol(attribute), node.span)


def _top(context: Context, pile: g.Expr, span: Span) -> g.Expr:
    zone = context.words.zones.get(pile.zone) if isinstance(pile, g.InZone) else None
    one = isinstance(pile, g.InZone) and (pile.owner is None or pile.owner.type not in (PLAYERS, SIDES))
    if pile.type.kind != "unknown" and (zone is None or not zone.ordered or not one):
        piles = ", ".join(sorted(z.name for z in context.words.zones.values() if z.ordered))
        text = say("these are several") if zone is not None and zone.ordered else say("this has no order")
        context.report.error(
            "C0402",
            say("only one pile has a top"),
            pile.span,
            text,
            say("the piles are {piles}", piles=piles) if piles else None,
        )
    return g.Top(pile, CARD, span)


def check_of(context: Context, node: tree.Of, scope: PhraseScope) -> g.Expr:
    word, span = node.what, node.span
    text = word.text
    if text == "top":
        return _top(context, check(context, node.of, scope, CARDS), span)
    if text == "side":
        return g.SideOf(check(context, node.of, scope, PLAYER), SIDE, span)
    if text in context.words.zones or text in context.words.cells:
        context.means(word, "thing")
        owner = check(context, node.of, scope)
        return _owned_by(context, word, owner, span) or wrong(span)
    if text in context.words.attributes or text in context.words.measures:
        card = check(context, node.of, scope, CARD)
        return _attribute(context, word, card, span) or wrong(span)
    if text in context.words.functions and context.words.functions[text].arity == 1:
        return apply_definition(context, word, (node.of,), scope, span)
    if text in context.words.headings or text == "score":
        side = check(context, node.of, scope, SIDE)
        return _score(context, word, side, span) or wrong(span)
    code = _card_named(context, node)
    if code is not None:
        message = say("a card is written by its code, `{code}`", code=code)
        label = Label(span, say("this names a card by its attributes"))
        advice = say("write `{written}`", written=code)
        context.report.found.append(Diagnostic("C0405", message, label, help=advice, fix=Fix(span, code)))
        return wrong(span)
    known = {*context.words.known(), "top", "side"} if context.report.guessing else set[str]()
    if text in known or text in scope.bound:
        message = say("`{word}` is not something that others have", word=text)
        context.report.error("C0402", message, word.span, say("`of` follows"), _instead_of_of(context, word))
    else:
        context.report.unknown(None, word, known)
    look_into(context, (node.of,), scope)
    return wrong(span)


def _instead_of_of(context: Context, word: tree.Word) -> Message | None:
    """What may be meant by a value of an attribute, or by a definition of another form, with `of` behind it."""
    if context.words.attribute_of(word.text) is not None:
        return say("the cards of a set that are so: `{word} in …`", word=word.text)
    function = context.words.functions.get(word.text)
    if function is not None and function.arity > 1:
        return say("it is written `{word}(…, …)`", word=word.text)
    return say("write only `{word}`", word=word.text)


def _card_named(context: Context, node: tree.Of) -> str | None:
    """The code of the one sort of card that has both values, as in `ace of hearts`, by their names in any language."""
    if not isinstance(node.of, tree.Name):
        return None
    one, other = (set(_values_called(context, word)) for word in (node.what.text, node.of.text))
    codes = [
        card.code
        for card in context.words.deck.cards
        if card.copy == 0 and (found := set(card.attributes)) & one and found & other
    ]
    return codes[0] if len(codes) == 1 and not one & other else None


def _values_called(context: Context, word: str) -> Iterator[tuple[str, str]]:
    """The values of attributes that a word names: by the name in the rules, or by a noun of a title."""
    for attribute in context.words.deck.attributes:
        for value in attribute.values:
            titles = (part for _, title in value.names for form in title.split("/") for part in re.split(r"[\s']+", form))
            if word == value.name or word.casefold() in (part.casefold() for part in titles if len(part) > 2):
                yield attribute.name, value.name
