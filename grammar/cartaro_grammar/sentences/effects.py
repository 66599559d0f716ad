"""Effects, checked: cards go to zones, numbers to counters, values to memory."""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.types import CARD, CARDS, NUMBER, PLAYER, SIDE, UNKNOWN, Type
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import Message, say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import Context, PhraseScope, check, check_number, check_truths, coerce
from cartaro_grammar.words.vocabulary import period_of


def check_effect(context: Context, line: tree.EffectLine, scope: PhraseScope, clause: str) -> g.Effect | None:
    """An effect with its own conditions; None where it has been told to be wrong."""
    each: g.Owner | None = None
    if line.for_each is not None:
        each = _each(context, line.for_each)
        scope = _scope_of_each(each, line.for_each, scope)
    when, unless = check_truths(context, line.when, scope), check_truths(context, line.unless, scope)
    body = _body(context, line, scope, clause)
    return None if body is None else g.Effect(body, each, when, unless, line.span)


def _scope_of_each(each: g.Owner, word: tree.Word, scope: PhraseScope) -> PhraseScope:
    local = g.Local(each, PLAYER if each == "player" else SIDE, word.span)
    return scope.bind(each, local).consider(local)


def speaks_of_each(context: Context, line: tree.EffectLine, condition: tree.Expr, scope: PhraseScope) -> bool:
    """Whether a condition, read behind `for each …`, asks something of each; nothing is reported of it here."""
    word = line.for_each
    if word is None or word.text not in ("player", "side"):
        return False
    each: g.Owner = "player" if word.text == "player" else "side"
    found, notes, unnamed = len(context.report.found), context.notes, context.unnamed
    context.notes = None
    checked = check(context, condition, _scope_of_each(each, word, scope))
    del context.report.found[found:]
    context.notes, context.unnamed = notes, unnamed
    return any(isinstance(part, g.Local) and part.name == each for part in parts(checked))


def _each(context: Context, word: tree.Word) -> g.Owner:
    if word.text in {"player", "side"}:
        return "player" if word.text == "player" else "side"
    message = say("an effect is done for each player or for each side, not for each `{word}`", word=word.text)
    context.report.error("C0402", message, word.span, say("here"))
    return "side"


def _body(context: Context, line: tree.EffectLine, scope: PhraseScope, clause: str) -> g.EffectBody | None:
    body, span = line.body, line.span
    match body:
        case tree.MoveCards(cards, to):
            return _move(context, cards, to, scope, span)
        case tree.Shuffle(cards, into):
            return _shuffle(context, cards, into, scope, span)
        case tree.Deal():
            return _deal(context, body, scope, span)
        case tree.DealEach():
            return _deal_each(context, body, scope, span)
        case tree.Add():
            return _add(context, body, scope, span)
        case tree.Become(cell, value):
            return _become(context, cell, value, scope, span)
        case tree.MarkAs(cards, mark):
            return _mark(context, cards, mark, scope, span)
        case tree.Form(family, cards):
            return _form(context, family, cards, scope, span)
        case tree.Exchange(first, second):
            return g.Exchange(check(context, first, scope, CARD), check(context, second, scope, CARD), span)
        case tree.Show(cards):
            return g.Show(_all(context, cards, scope, CARDS), span)
        case tree.Seat(players):
            return g.Seat(_all(context, players, scope, PLAYER), span)
        case tree.Repeat(word):
            context.repeats.append((word, clause))
            return g.Repeat(word.text, span)
        case tree.End(void, period):
            return g.End(period_of(context.words, period), void, span)
        case tree.Nothing():
            return g.Nothing(span)
        case _:
            assert_never(body)


def _all(context: Context, nodes: tuple[tree.Expr, ...], scope: PhraseScope, want: Type) -> tuple[g.Expr, ...]:
    return tuple(check(context, node, scope, want) for node in nodes)


def _mark(context: Context, cards: tuple[tree.Expr, ...], mark: tree.Word, scope: PhraseScope, span: Span) -> g.MarkAs:
    cell = context.words.cells.get(mark.text)
    if cell is None or cell[0].kind != "mark":
        context.report.unknown(say("no mark"), mark, [c.name for c, _ in context.words.cells.values() if c.kind == "mark"])
    context.means(mark, "thing")
    return g.MarkAs(_all(context, cards, scope, CARDS), mark.text, span)


def _form(context: Context, family: tree.Word, cards: tree.Expr, scope: PhraseScope, span: Span) -> g.Form:
    zone = context.words.zones.get(family.text)
    if zone is None or not zone.family:
        context.report.unknown(say("no family of zones"), family, [z.name for z in context.words.zones.values() if z.family])
    context.means(family, "thing")
    return g.Form(family.text, check(context, cards, scope, CARDS), span)


# ------------------------------------------------------------------ cards


def _zone(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Expr | None:
    """A place that cards can go to: a zone, or a meld of a family."""
    found = check(context, node, scope)
    if isinstance(found, g.InZone) and not context.words.zones[found.zone].family:
        single = found.owner is None or found.owner.type in {PLAYER, UNKNOWN}
        if single or (found.owner and found.owner.type == SIDE and context.words.zones[found.zone].owner == "side"):
            return found
    if found.type.kind in {"group", "unknown"}:
        return found
    zones = ", ".join(sorted(context.words.zones))
    context.report.error(
        "C0402", say("cards go to one zone"), found.span, say("this is not one"), say("the zones are {zones}", zones=zones)
    )
    return None


def _move(context: Context, cards: tuple[tree.Expr, ...], to: tree.Expr, scope: PhraseScope, span: Span) -> g.MoveCards | None:
    moved = _all(context, cards, scope, CARDS)
    zone = _zone(context, to, scope)
    return None if zone is None else g.MoveCards(moved, zone, span)


def _shuffle(
    context: Context, cards: tuple[tree.Expr, ...], into: tree.Expr, scope: PhraseScope, span: Span
) -> g.Shuffle | None:
    shuffled = _all(context, cards, scope, CARDS)
    pile = _zone(context, into, scope)
    pile = None if pile is None else _ordered(context, pile, say("cards are shuffled into a pile"))
    return None if pile is None else g.Shuffle(shuffled, pile, span)


def _deal(context: Context, body: tree.Deal, scope: PhraseScope, span: Span) -> g.Deal | None:
    count, source = check_number(context, body.count, scope), _pile(context, body.source, scope)
    to = _zone(context, body.to, scope)
    return g.Deal(count, source, to, None, span) if isinstance(to, g.InZone) and source else None


def _deal_each(context: Context, body: tree.DealEach, scope: PhraseScope, span: Span) -> g.Deal | None:
    count, source = check_number(context, body.count, scope), _pile(context, body.source, scope)
    target = body.zone
    zone = context.words.zones.get(target.text) if isinstance(target, tree.Name) else None
    if not isinstance(target, tree.Name) or zone is None or zone.owner == "table":
        owned = ", ".join(sorted(z.name for z in context.words.zones.values() if z.owner != "table"))
        message = say("cards are dealt to each of a zone that players or sides have")
        context.report.error("C0402", message, target.span, say("here"), say("those are {owned}", owned=owned))
        return None
    context.means(target, "thing")
    local = g.Local(zone.owner, PLAYER if zone.owner == "player" else SIDE, target.span)
    to_each = g.InZone(zone.name, local, CARDS, target.span)
    return g.Deal(count, source, to_each, zone.owner, span) if source else None


def _pile(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Expr | None:
    found = check(context, node, scope)
    return None if found.type == UNKNOWN else _ordered(context, found, say("cards are dealt from a pile"))


def _ordered(context: Context, found: g.Expr, message: Message) -> g.InZone | None:
    """A zone whose cards have an order; anything else is reported."""
    if isinstance(found, g.InZone) and context.words.zones[found.zone].ordered:
        return found
    piles = ", ".join(sorted(z.name for z in context.words.zones.values() if z.ordered))
    context.report.error("C0402", message, found.span, say("this has no order"), say("the piles are {piles}", piles=piles))
    return None


# ------------------------------------------------------------------ memory


def _cell(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Recall | None:
    found = check(context, node, scope)
    if isinstance(found, g.Recall):
        return found
    if found.type != UNKNOWN:
        cells = ", ".join(sorted(context.words.cells))
        context.report.error(
            "C0402",
            say("only memory can change so"),
            found.span,
            say("this is no counter, flag or reference"),
            say("there is {shown}", shown=cells),
        )
    return None


def _add(context: Context, body: tree.Add, scope: PhraseScope, span: Span) -> g.Add | None:
    amount = check_number(context, body.amount, scope)
    cell = _cell(context, body.cell, scope)
    if cell is None:
        return None
    coerce(context, cell, NUMBER)
    if body.sign == "-":
        nothing = g.Number(0, NUMBER, amount.span)
        amount = g.Operation("-", (nothing, amount), NUMBER, amount.span)
    return g.Add(cell, amount, span)


def _become(context: Context, node: tree.Expr, value: tree.Expr, scope: PhraseScope, span: Span) -> g.Become | None:
    cell = _cell(context, node, scope)
    return None if cell is None else g.Become(cell, check(context, value, scope, cell.type), span)
