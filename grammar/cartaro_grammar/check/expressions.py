"""Check expressions: resolve every name and type every node; report errors and continue.

A bare word is resolved in this order: a name bound by the sentence; if a value is expected, one of its list; a word of the
language; a zone or a cell of memory that belongs to the innermost member, or to the player of the sentence; a definition; an
option; an attribute of the considered card; a heading of the considered side; a value of an attribute. If each player or side
has its own (`hand`, `won`, `points`), the word means that of the innermost member (`some x in sides has points …`), or else
that of the player or side that the sentence is about.

A definition is typed when an expression first needs its type, so that the order of definitions does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from cartaro_grammar.check.parameter_types import named_member
from cartaro_grammar.check.scope import (
    Context,
    PhraseScope,
    bind,
    bind_member,
    bind_new,
    check,
    check_members,
    check_number,
    check_truth,
    coerce,
    describe_type,
    error_expression,
    fresh_name,
    note_names,
    players_of,
    sides_are_single,
)
from cartaro_grammar.model import game as g
from cartaro_grammar.model.card_spelling import cards_near, cards_typed
from cartaro_grammar.model.expressions import (
    CARD,
    CARDS,
    GROUPS,
    NUMBER,
    NUMBERS,
    PLAYER,
    PLAYERS,
    SIDE,
    SIDES,
    TRUTH,
    UNKNOWN,
    Type,
    collection,
    element,
    symbol,
)
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.reporter import owner_before, replace_word, suggest
from cartaro_grammar.resolve.vocabulary import parameters_of
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.lark_parser import keywords
from cartaro_grammar.text.catalogue import LANGUAGES
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.key_phrases import phrase_in
from cartaro_grammar.text.messages import Message, Phrase, join_and, join_commas, join_or, msg
from cartaro_grammar.text.opening import ENGLISH, key_word_language
from cartaro_grammar.text.source import Span

# --------------------------------------------------------------------------------------- expressions


def check_expression(context: Context, node: tree.Expr, scope: PhraseScope, want: Type | None) -> g.Expr:
    match node:
        case tree.Name():
            return check_name(context, node, scope, want)
        case tree.Member(span):
            return replace(scope.considered[0], span=span) if scope.considered else error_expression(span)
        case tree.NumberLit(value, span):
            return g.Number(value, NUMBER, span)
        case tree.NumberRange():
            return _numbers(context, node, scope)
        case tree.Codes(codes, span):
            return check_cards(context, codes, span)
        case tree.AllCards(span):
            return g.AllCards(CARDS, span)
        case tree.AsPrinted():
            return _as_printed(context, node, scope)
        case tree.LastPlayer(span):
            return g.LastPlayer(PLAYER, span)
        case tree.Group(inner, _):
            return context.expression(context, inner, scope, want)
        case tree.Filter():
            return _filter(context, node, scope)
        case tree.FunctionCall():
            return _call(context, node, scope)
        case tree.Of():
            return check_of(context, node, scope)
        case tree.AdjacentPlayer():
            return _beside(context, node, scope)
        case tree.KindIn():
            return check_kind_in(context, node, scope)
        case tree.FirstPlayer():
            return _first_player(context, node, scope)
        case tree.Ranked():
            return check_ranked(context, node, scope)
        case tree.Aggregate():
            return check_reckon(context, node, scope)
        case tree.Remainder(number, by, span):
            operands = (check_number(context, number, scope), check_number(context, by, scope))
            return g.Operation("remainder", operands, NUMBER, span)
        case tree.Divided(number, by, rounded, span):
            operands = (check_number(context, number, scope), check_number(context, by, scope))
            return g.Operation("quotient" if rounded == "down" else "quotient up", operands, NUMBER, span)
        case tree.TotalOver():
            return check_total_over(context, node, scope)
        case tree.OverSets():
            return _over_sets(context, node, scope)
        case tree.Arithmetic():
            return check_arithmetic(context, node, scope)
        case tree.Compare():
            return check_comparison(context, node, scope)
        case tree.OneOf():
            return _one_of(context, node, scope)
        case tree.Patterned():
            return check_patterned(context, node, scope)
        case tree.SplitTest():
            return _splits(context, node, scope)
        case tree.CanDo():
            return check_can(context, node, None, scope)
        case tree.AppliesTest():
            return check_applies(context, node)
        case tree.Quantified():
            return check_quantified(context, node, scope)
        case tree.Negation(operand, span):
            return g.Operation("not", (check_truth(context, operand, scope),), TRUTH, span)
        case tree.Logic():
            return _logic(context, node, scope)


def _logic(context: Context, node: tree.Logic, scope: PhraseScope) -> g.Expr:
    for side in (node.left, node.right):
        if isinstance(side, tree.Logic) and side.operator != node.operator:
            advice = msg("put brackets around the part that belongs together")
            context.report.error("C0408", msg("`and` and `or` are mixed"), side.span, msg("should this be read first?"), advice)
    ended = {word.text: Span(node.span.source, start, node.right.span.end) for word, start in _quantifiers_in(node.left)}
    operands = (check_truth(context, node.left, scope), check_truth(context, node.right, scope.with_out_of_scope(ended)))
    return g.Operation(node.operator, operands, TRUTH, node.span)


def _quantifiers_in(node: tree.Expr) -> Iterator[tuple[tree.Word, int]]:
    """Yield the names that quantifiers bind in a condition, outside brackets, with the offsets of their bodies."""
    if isinstance(node, tree.Quantified) and node.members is not None:
        yield node.variable, node.condition.span.start
    elif isinstance(node, tree.Logic):
        yield from (*_quantifiers_in(node.left), *_quantifiers_in(node.right))


def _filter(context: Context, node: tree.Filter, scope: PhraseScope) -> g.Expr:
    inner = node.inner
    while isinstance(inner, tree.Group):
        inner = inner.inner
    if isinstance(inner, tree.CanDo):
        return check_can(context, inner, node.condition, scope)
    name = named_member(context.words, node)
    if name is not None and isinstance(inner, tree.KindIn):
        inner = inner.members
    members = check_members(context, inner, scope)
    if members.type == UNKNOWN:
        card = g.Local(fresh_name(context, "card"), CARD, node.span)
        note_names(context, (node.condition,), bind_member(context, name, card, scope))
    return filter_members(context, members, node.condition, name, scope, node.span)


def _call(context: Context, node: tree.FunctionCall, scope: PhraseScope) -> g.Expr:
    return apply_definition(context, node.function, node.arguments, scope, node.span)


def _numbers(context: Context, node: tree.NumberRange, scope: PhraseScope) -> g.Expr:
    """Check the numbers from which an argument is chosen. They must be at least 0 and have an upper bound."""
    low, high = check_number(context, node.low, scope), check_number(context, node.high, scope)
    if isinstance(low, g.Number) and low.value < 0:
        message = msg("nobody can choose a number below 0")
        context.report.error("C0419", message, low.span, msg("numbers begin with 0"))
    elif isinstance(high, g.Number) and high.value > g.MOST_CHOSEN_NUMBER:
        message = msg("nobody can choose a number above {n}", n=g.MOST_CHOSEN_NUMBER)
        context.report.error("C0419", message, high.span, msg("this number is larger"), msg("count in tens, or in hundreds"))
    elif isinstance(low, g.Number) and isinstance(high, g.Number) and low.value > high.value:
        context.report.error(
            "C0419", msg("there is no number to choose"), node.span, msg("the first number is greater than the last")
        )
    return g.Numbers(low, high, NUMBERS, node.span)


def _beside(context: Context, node: tree.AdjacentPlayer, scope: PhraseScope) -> g.Expr:
    if node.what.text != "player":
        advice = msg("write `player {where} …`", where=Phrase(node.where))
        message = msg("only a player can sit `{where}` another player", where=Phrase(node.where))
        context.report.error("C0402", message, node.what.span, msg("this is not `player`"), advice)
    player = check(context, node.of, scope, PLAYER)
    return g.Neighbour(player, 1 if node.where == "after" else -1, PLAYER, node.span)


def _first_player(context: Context, node: tree.FirstPlayer, scope: PhraseScope) -> g.Expr:
    player = check(context, node.of, scope, PLAYER)
    everyone = g.Everyone(PLAYERS, node.span)
    among = filter_members(context, everyone, node.condition, node.variable, scope, node.span)
    return g.FirstOf(among, player, 1 if node.where == "after" else -1, PLAYER, node.span)


# --------------------------------------------------------------------------------------------- names


PRONOUNS = ("it", "its", "they", "them")
"""Words for a member that has no name, in English."""


def check_name(context: Context, node: tree.Name, scope: PhraseScope, want: Type | None) -> g.Expr:
    text, span = node.text, node.span
    if text in scope.bound:
        bound = scope.bound[text]
        if text not in tree.PEOPLE:
            context.note_binding(node, bound.span)
        return g.Local(bound.name, bound.type, span) if isinstance(bound, g.Local) else bound
    if want is not None and want.kind == "symbol" and text in context.words.enumeration(want.enumeration):
        context.note_use(node, "value", want.enumeration)
        return g.Symbol(text, want, span)
    found = (
        _fixed(context, text, scope, want, span)
        or _owned(context, node, scope)
        or _defined(context, node, scope)
        or _of_card(context, node, scope)
        or _of_side(context, node, scope)
        or _symbol(context, node)
    )
    if found is not None:
        return found
    if want is not None and want.kind == "symbol":
        word = tree.Word(text, span)
        context.report.unknown_name(
            msg("no value of `{of}`", of=want.enumeration), word, context.words.enumeration(want.enumeration)
        )
        return error_expression(span)
    owner = owner_before(span)
    if text in scope.out_of_scope:
        _report_out_of_scope(context, node, scope.out_of_scope[text])
    elif (text in PRONOUNS or (text == "card" and (owner is None or _is_unnamed_card(scope)))) and _is_unnamed(scope):
        advice = msg(
            "leave the word out: `(cards where rank is …)`, `the player with highest points`; a set without the members of "
            "another is `s - t`; or name each one: `(x in s where …)`; a number of each is defined by `NAME of x is …`"
        )
        message = msg("the members have no name here, so `{word}` cannot refer to them", word=span.text)
        whole = None if owner is None else replace(span, start=span.start - len(owner[0]))
        fix = Fix(whole, "") if whole is not None and text == "card" else None
        context.report.error("C0303", message, span, msg("not known"), advice, fix)
    elif len(text) == 1 and (each := [name for name in ("player", "side") if isinstance(scope.bound.get(name), g.Local)]):
        message = msg("there is {called} called `{word}`", called=msg("nothing"), word=text)
        language = key_word_language(span.source.text)
        shown = each[0] if language == ENGLISH else phrase_in(each[0], language)
        advice = msg("the effect is done for each of them in turn, under the name `{each}`", each=shown)
        context.report.error("C0303", message, span, msg("not known"), advice, Fix(span, shown))
    elif called := things_called(context, text):
        message = msg("there is {called} called `{word}`", called=msg("nothing"), word=text)
        fix = Fix(span, called[0][0]) if len(called) == 1 else None
        context.report.error("C0303", message, span, msg("not known"), advise_called(called), fix)
    else:
        known = {*context.words.known_names(), *scope.bound} if context.report.may_suggest else ()
        context.report.unknown_name(None, tree.Word(text, span), known)
    return error_expression(span)


Called = tuple[str, str]
"""The name of a place or value in the rules, and the title from which a word is taken."""


def things_called(context: Context, word: str) -> tuple[Called, ...]:
    """Return the places and values whose title in some language contains a word, because an author may use the title for the
    name.
    """
    words = context.words
    things = [(zone.name, zone.names) for zone in words.zones.values()]
    things += [(cell.name, cell.names) for cell, _ in words.cells.values()]
    found: dict[str, str] = {}
    for name, titles in things:
        for _, title in titles:
            nouns = [part for form in title.split("/") for part in re.findall(r"[^\W\d_]+", form)]
            if len(word) > 2 and name != word and word.casefold() in map(str.casefold, nouns):
                found.setdefault(name, title.split("/")[0].strip())
    return tuple(found.items())


def advise_called(called: tuple[Called, ...]) -> Message:
    """Return the advice to write the name of a declaration whose title contains the word."""
    choices = (msg("`{name}` (“{title}”)", name=name, title=title) for name, title in called[:4])
    return msg("did you mean {choices}?", choices=join_or(choices))


def _is_unnamed(scope: PhraseScope) -> bool:
    """Return whether the author gave no name to the innermost member."""
    thing = scope.considered[0] if scope.considered else None
    return isinstance(thing, g.Local) and thing.name not in scope.bound


def _is_unnamed_card(scope: PhraseScope) -> bool:
    """Return whether the innermost member is a card without a name, so that `rank of card` means its rank."""
    return _is_unnamed(scope) and scope.considered[0].type == CARD


def _report_out_of_scope(context: Context, node: tree.Name, whole: Span) -> None:
    """Report a name that is used after the body of its quantifier, which ends at an `and`. The fix adds brackets."""
    message = msg("`{word}` has a meaning only after its `has`, up to the next `and` or `or`", word=node.text)
    advice = msg("put all its conditions in brackets: `has (… and …)`")
    label, fix = Label(node.span, msg("this name is not known here")), Fix(whole, f"({whole.text})")
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
        case "none" | "nobody":
            return g.Nobody(want or UNKNOWN, span)
        case _:
            return None


def _actor(context: Context, scope: PhraseScope, span: Span) -> g.Expr:
    """Check `the player`: the player who acts, if somebody does."""
    if scope.actor:
        return g.Actor(PLAYER, span)
    players = [cell.name for cell, _ in context.words.cells.values() if cell.type == PLAYER and cell.owner == "table"]
    named = join_commas(msg("`{sentence}`", sentence=one) for one in (*players, Phrase("last player")))
    context.report.error(
        "C0407",
        msg("nobody is playing at this moment"),
        span,
        msg("which player is this?"),
        msg("name one of them: {named}, …", named=named),
    )
    return error_expression(span)


def _side(context: Context, scope: PhraseScope, span: Span) -> g.Expr:
    """Return the innermost side, or the side of the innermost player, or if there is neither, of the player who acts. A member
    with a name of its own is meant only if there is nobody else: in *no x in sides has made of x is more than made of side*,
    the side is that of the sentence.
    """
    people = [thing for thing in scope.considered if thing.type in (SIDE, PLAYER)]
    meant = [thing for thing in people if not _has_a_name(thing, scope)] or ([] if scope.actor else people)
    if not meant:
        return g.SideOf(_actor(context, scope, span), SIDE, span)
    thing = replace(meant[0], span=span)
    return thing if thing.type == SIDE else g.SideOf(thing, SIDE, span)


def _has_a_name(thing: g.Expr, scope: PhraseScope) -> bool:
    """Return whether an author named a member by a word that is not of the language."""
    names = {value.name for name, value in scope.bound.items() if isinstance(value, g.Local) and name not in tree.PEOPLE}
    return isinstance(thing, g.Local) and thing.name in names


# ---------------------------------------------------------------------------------- names with owners


def _owned(context: Context, node: tree.Name, scope: PhraseScope) -> g.Expr | None:
    text, span = node.text, node.span
    zone = context.words.zones.get(text)
    if zone is not None:
        context.note_use(node, "thing")
        owner = None if zone.owner == "table" else _owner(context, zone.owner, text, scope, span)
        return g.InZone(text, owner, GROUPS if zone.family else CARDS, span)
    if text not in context.words.cells:
        return None
    context.note_use(node, "thing")
    cell = context.words.cells[text][0]
    if cell.kind == "mark":
        marked = g.Recall(text, None, CARDS, span)
        card = next((t for t in scope.considered if t.type == CARD), None)
        return marked if card is None else g.Operation("in", (card, marked), TRUTH, span)
    owner = None if cell.owner == "table" else _owner(context, cell.owner, text, scope, span)
    if owner is not None and owner.type == PLAYERS and sides_are_single(context):
        owner = g.Only(owner, PLAYER, span)
    if owner is not None and owner.type == PLAYERS:
        message = msg("each player has a `{text}`, and a side has several players", text=text)
        context.report.error("C0407", message, span, msg("to whom does it belong?"), msg("write `{text} of …`", text=text))
        return error_expression(span)
    return g.Recall(text, owner, cell.type, span)


def _owner(context: Context, kind: g.Owner, text: str, scope: PhraseScope, span: Span) -> g.Expr:
    """Return the owner of a bare word: the innermost player or side, or if there is none, the player who acts."""
    for thing in scope.considered:
        if thing.type == PLAYER:
            return thing if kind == "player" else g.SideOf(thing, SIDE, span)
        if thing.type == SIDE:
            return thing if kind == "side" else players_of(context, thing, span)
    if scope.actor:
        actor = g.Actor(PLAYER, span)
        return actor if kind == "player" else g.SideOf(actor, SIDE, span)
    message = msg("to whom does `{text}` belong?", text=text)
    context.report.error(
        "C0407",
        message,
        span,
        msg("each player has one") if kind == "player" else msg("each side has one"),
        msg("write `{text} of …`", text=text),
    )
    return error_expression(span)


def _sides_of(context: Context, players: g.Expr, span: Span) -> g.Expr:
    """Return the sides of several players."""
    name, player = fresh_name(context, "side"), fresh_name(context, "player")
    side = g.SideOf(g.Local(player, PLAYER, span), SIDE, span)
    same = g.Operation("=", (side, g.Local(name, SIDE, span)), TRUTH, span)
    among = g.Quantified("some", player, players, same, TRUTH, span)
    return g.Where(name, g.Everyone(SIDES, span), among, SIDES, span)


def _owned_by(context: Context, word: tree.Word, owner: g.Expr, span: Span) -> g.Expr | None:
    """Check `hand of x`, `points of x`: a zone or cell of the given owner."""
    zone, cell = context.words.zones.get(word.text), context.words.cells.get(word.text)
    if zone is None and cell is None:
        return None
    kind = zone.owner if zone else (cell[0].owner if cell else "table")
    if kind == "table":
        message = msg("`{word}` belongs to the table, not to a player or side", word=word.text)
        context.report.error("C0402", message, word.span, msg("nobody has one"), msg("write only `{word}`", word=word.text))
        return error_expression(span)
    if zone is not None and kind == "player" and owner.type in {SIDE, SIDES}:
        owner = players_of(context, owner, span)
    elif zone is not None and kind == "side" and owner.type == PLAYERS:
        owner = _sides_of(context, owner, span)
    if zone is not None and owner.type in {SIDES, PLAYERS}:
        return g.InZone(word.text, owner, CARDS, span)
    whose = coerce(context, owner, PLAYER if kind == "player" else SIDE)
    if zone is not None:
        return g.InZone(word.text, whose, CARDS, span)
    return g.Recall(word.text, whose, cell[0].type if cell else UNKNOWN, span)


# --------------------------------------------------------------- definitions, options, cards, scores


def _defined(context: Context, node: tree.Name, scope: PhraseScope) -> g.Expr | None:
    """Check a name without arguments: a definition without parameters; a definition that is applied to the innermost card,
    player or side; or an option.
    """
    text, span = node.text, node.span
    signature = context.words.functions.get(text)
    if signature is not None and signature.arity == 0:
        context.note_use(node, "definition")
        return g.Apply(text, (), result_type(context, text, span), span)
    if signature is not None and signature.arity == 1:
        thing = _considered(signature.parameters[0], scope)
        if thing is not None:
            context.note_use(node, "definition")
            return g.Apply(text, (thing,), result_type(context, text, span), span)
    if text in context.words.options:
        context.note_use(node, "thing")
        return g.Setting(text, context.words.option_type(text), span)
    return None


def _considered(of: Type | None, scope: PhraseScope) -> g.Expr | None:
    """Return the innermost member of a type. A player also counts as that player's side."""
    for thing in scope.considered:
        if thing.type == of and of in (CARD, PLAYER, SIDE):
            return thing
        if of == SIDE and thing.type == PLAYER:
            return g.SideOf(thing, SIDE, thing.span)
    return None


def _of_card(context: Context, node: tree.Name, scope: PhraseScope) -> g.Expr | None:
    card = next((t for t in scope.considered if t.type == CARD), None)
    if card is None:
        return None
    return _attribute(context, node, card, node.span)


def _attribute(context: Context, word: tree.Name | tree.Word, card: g.Expr, span: Span) -> g.Expr | None:
    """Check `suit of c`, `value of c`."""
    if word.text in context.words.attributes:
        context.note_use(word, "attribute")
        return g.Attribute(word.text, card, symbol(word.text), span)
    if word.text in context.words.measures:
        context.note_use(word, "measure")
        return g.Attribute(word.text, card, NUMBER, span)
    return None


def _of_side(context: Context, node: tree.Name, scope: PhraseScope) -> g.Expr | None:
    side = next((t for t in scope.considered if t.type == SIDE), None)
    return None if side is None else _score(context, node, side, node.span)


def _score(context: Context, word: tree.Name | tree.Word, side: g.Expr, span: Span) -> g.Expr | None:
    """Check `carte of x`, `score of x`."""
    if word.text == "score":
        return g.ScoreOf(None, side, NUMBER, span)
    if word.text in context.words.headings:
        context.note_use(word, "clause")
        return g.ScoreOf(word.text, side, NUMBER, span)
    return None


def _symbol(context: Context, node: tree.Name) -> g.Expr | None:
    attribute = context.words.attribute_of(node.text)
    if attribute is None:
        return None
    context.note_use(node, "value", attribute)
    return g.Symbol(node.text, symbol(attribute), node.span)


def _top(context: Context, pile: g.Expr, span: Span) -> g.Expr:
    zone = context.words.zones.get(pile.zone) if isinstance(pile, g.InZone) else None
    one = isinstance(pile, g.InZone) and (pile.owner is None or pile.owner.type not in (PLAYERS, SIDES))
    if pile.type.kind != "unknown" and (zone is None or not zone.ordered or not one):
        piles = ", ".join(sorted(z.name for z in context.words.zones.values() if z.ordered))
        text = msg("this is more than one word") if zone is not None and zone.ordered else msg("its cards have no order")
        context.report.error(
            "C0402",
            msg("only a single pile has a top"),
            pile.span,
            text,
            msg("the piles are {piles}", piles=piles) if piles else None,
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
        context.note_use(word, "thing")
        owner = check(context, node.of, scope)
        return _owned_by(context, word, owner, span) or error_expression(span)
    if text in context.words.attributes or text in context.words.measures:
        card = check(context, node.of, scope, CARD)
        return _attribute(context, word, card, span) or error_expression(span)
    if text in context.words.functions and context.words.functions[text].arity == 1:
        return apply_definition(context, word, (node.of,), scope, span)
    if text in context.words.headings or text == "score":
        side = check(context, node.of, scope, SIDE)
        return _score(context, word, side, span) or error_expression(span)
    code = _card_named(context, node)
    if code is not None:
        message = msg("a card is written by its code, `{code}`", code=code)
        label = Label(span, msg("this names a card by its attributes"))
        advice = msg("write `{written}`", written=code)
        context.report.found.append(Diagnostic("C0405", message, label, help=advice, fix=Fix(span, code)))
        return error_expression(span)
    known = {*context.words.known_names(), "top", "side"} if context.report.may_suggest else set[str]()
    if text in known or text in scope.bound:
        message = msg("`{word}` belongs to no player or side, so `{word} of …` has no meaning", word=text)
        context.report.error("C0402", message, word.span, msg("`of` follows"), _of_advice(context, word))
    else:
        context.report.unknown_name(None, word, known)
    note_names(context, (node.of,), scope)
    return error_expression(span)


def _of_advice(context: Context, word: tree.Word) -> Message | None:
    """Return advice on `of` after a value of an attribute or after a definition that is written in another form."""
    if context.words.attribute_of(word.text) is not None:
        return msg("for the cards of a set with this value, write `{word} in …`", word=word.text)
    function = context.words.functions.get(word.text)
    if function is not None and function.arity > 1:
        return msg("write `{word}(…, …)`", word=word.text)
    return msg("write only `{word}`", word=word.text)


def _card_named(context: Context, node: tree.Of) -> str | None:
    """Return the code of the only kind of card that has two values, named in any language, as in `ace of hearts`."""
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
    """Yield the values of attributes that a word names: by the name in the rules, or by a noun of a title."""
    for attribute in context.words.deck.attributes:
        for value in attribute.values:
            titles = (part for _, title in value.names for form in title.split("/") for part in re.split(r"[\s']+", form))
            if word == value.name or word.casefold() in (part.casefold() for part in titles if len(part) > 2):
                yield attribute.name, value.name


# --------------------------------------------------------------------------------------- comparisons


def check_quantified(context: Context, node: tree.Quantified, scope: PhraseScope) -> g.Expr:
    word = node.variable
    if node.members is None and word.text not in tree.PEOPLE:
        return _every_owner(context, node, scope)
    everyone = g.Everyone(PLAYERS if word.text == "player" else SIDES, word.span)
    members = everyone if node.members is None else check_members(context, node.members, scope)
    of = element(members.type)
    if of is None:
        note_names(context, (node.condition,), bind(context, word, CARD, scope))
        return error_expression(node.span)
    if not _may_be_unnamed(node, scope):
        condition = check_truth(context, node.condition, bind_new(context, word, of, scope))
        return g.Quantified(node.quantifier, word.text, members, condition, TRUTH, node.span)
    member = g.Local(fresh_name(context, of.kind), of, word.span)
    inner = scope.bind(word.text, member) if word.text in tree.PEOPLE else scope
    condition = check_truth(context, node.condition, inner.consider(member))
    return g.Quantified(node.quantifier, member.name, members, condition, TRUTH, node.span)


def _may_be_unnamed(node: tree.Quantified, scope: PhraseScope) -> bool:
    """Return whether a quantifier's word need not be a new name: in `some card in hand has suit led`, `card` may also be a
    parameter, if the condition does not mention it. `player` and `side` are words of the language; inside the condition they
    mean each member considered.
    """
    word = node.variable.text
    is_mentioned = any(isinstance(part, tree.Name) and part.text == word for part in parts(node.condition))
    return word in tree.PEOPLE or (word in scope.bound and not is_mentioned)


def _every_owner(context: Context, node: tree.Quantified, scope: PhraseScope) -> g.Expr:
    """Check `every hand is empty`: a quantifier over the players who have a hand."""
    word = node.variable
    zone, cell = context.words.zones.get(word.text), context.words.cells.get(word.text)
    owner = zone.owner if zone else (cell[0].owner if cell else "table")
    if owner == "table":
        owned = [z.name for z in context.words.zones.values() if z.owner != "table"]
        context.report.unknown_name(msg("no zone or memory of players or sides"), word, owned)
        return error_expression(node.span)
    context.note_use(word, "thing")
    one, many = (PLAYER, PLAYERS) if owner == "player" else (SIDE, SIDES)
    variable = fresh_name(context, owner)
    inner = scope.consider(g.Local(variable, one, word.span))
    condition = check_truth(context, node.condition, inner)
    return g.Quantified(node.quantifier, variable, g.Everyone(many, word.span), condition, TRUTH, node.span)


def check_patterned(context: Context, node: tree.Patterned, scope: PhraseScope) -> g.Expr:
    cards = check(context, node.left, scope, CARDS)
    known = {**context.words.attributes, **context.words.measures}
    if node.attribute.text not in known:
        context.report.unknown_name(msg("no attribute of the cards"), node.attribute, known)
    context.note_use(node.attribute, "attribute" if node.attribute.text in context.words.attributes else "measure")
    return g.Pattern(node.pattern, cards, node.attribute.text, TRUTH, node.span)


def _splits(context: Context, node: tree.SplitTest, scope: PhraseScope) -> g.Expr:
    """Check `s splits into KIND`: the kind is a definition of a set of cards."""
    cards = check(context, node.left, scope, CARDS)
    spare = None if node.spare is None else check(context, node.spare, scope, CARDS)
    kind = context.words.functions.get(node.kind.text)
    if kind is None or not kind.truth or kind.arity != 1 or kind.parameters[0] not in (CARDS, None):
        known = [name for name, f in context.words.functions.items() if f.truth and f.arity == 1 and f.parameters[0] == CARDS]
        context.report.unknown_name(msg("no kind of set of cards"), node.kind, known)
        return error_expression(node.span)
    context.note_use(node.kind, "definition")
    variable = fresh_name(context, "cards")
    group = g.Apply(node.kind.text, (g.Local(variable, CARDS, node.kind.span),), TRUTH, node.kind.span)
    test = g.Splits(cards, spare, variable, group, TRUTH, node.span)
    return test if node.positive else g.Operation("not", (test,), TRUTH, node.span)


def _as_printed(context: Context, node: tree.AsPrinted, scope: PhraseScope) -> g.Expr:
    """Check `CARDS as printed`: a card that is taken out of the pack has no reading, so these are the cards without which the
    pack would be without them.
    """
    found = check(context, node.of, scope)
    cards = coerce(context, found, CARDS)
    pack = g.AllCards(CARDS, node.span)
    others = g.Operation("minus", (pack, cards), CARDS, node.span)
    printed = g.Operation("minus", (pack, others), CARDS, node.span)
    return g.Only(printed, CARD, node.span) if found.type == CARD else printed


def check_applies(context: Context, node: tree.AppliesTest) -> g.Expr:
    word = node.left
    if not isinstance(word, tree.Name) or word.text not in context.words.clauses:
        named = tree.Word(word.text, word.span) if isinstance(word, tree.Name) else tree.Word("…", word.span)
        context.report.unknown_name(msg("no clause"), named, context.words.clauses, "C0502")
        return error_expression(node.span)
    context.note_use(word, "clause")
    test = g.Applies(word.text, TRUTH, node.span)
    return test if node.positive else g.Operation("not", (test,), TRUTH, node.span)


def check_comparison(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    match node.comparison:
        case "is in" | "is not in":
            found = _membership(context, node, scope)
            positive = node.comparison == "is in"
        case "is" | "is not" | "=":
            found = _equal(context, node, scope)
            positive = node.comparison != "is not"
        case "read as":
            reading = check(context, node.right, scope, CARD)
            return g.ReadAs(check(context, node.left, scope, CARD), reading, TRUTH, node.span)
        case ">=" | "<=" | ">" | "<":
            return _ordered(context, node, scope)
    return found if positive or found.type == UNKNOWN else g.Operation("not", (found,), TRUTH, node.span)


def _ordered(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    left, right = check_number(context, node.left, scope), check_number(context, node.right, scope)
    if node.comparison in {"<=", "<"}:
        operator: Literal["<", "<="] = "<" if node.comparison == "<" else "<="
        return g.Operation(operator, (left, right), TRUTH, node.span)
    operator = "<" if node.comparison == ">" else "<="
    return g.Operation(operator, (right, left), TRUTH, node.span)


def _membership(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    members = check_members(context, node.right, scope)
    left = check(context, node.left, scope)
    if left.type == members.type:
        return g.Operation("subset", (left, members), TRUTH, node.span)
    of = element(members.type)
    return g.Operation("in", (coerce(context, left, of or UNKNOWN), members), TRUTH, node.span)


def _one_of(context: Context, node: tree.OneOf, scope: PhraseScope) -> g.Expr:
    """Check `rank of card is one of donna, re`, which is true if the value equals one of the listed values or belongs to one of
    them.
    """
    left = check(context, node.left, scope)
    tests = [_equals(context, left, option, option.span, scope, or_in=True) for option in node.options]
    found = tests[0]
    for test in tests[1:]:
        found = g.Operation("or", (found, test), TRUTH, node.span)
    return found if node.positive else g.Operation("not", (found,), TRUTH, node.span)


def _equal(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    return _equals(context, check(context, node.left, scope), node.right, node.span, scope)


def _equals(context: Context, left: g.Expr, right: tree.Expr, span: Span, scope: PhraseScope, *, or_in: bool = False) -> g.Expr:
    if isinstance(right, tree.Name) and right.text not in scope.bound:
        if right.text == "empty":
            size = g.Size(coerce(context, left, left.type if element(left.type) else CARDS), NUMBER, span)
            return g.Operation("=", (size, g.Number(0, NUMBER, span)), TRUTH, span)
        if right.text in {"none", "nobody"}:
            return g.Operation("=", (left, g.Nobody(left.type, right.span)), TRUTH, span)
        kind = context.words.functions.get(right.text)
        if kind is not None and kind.truth and kind.arity == 1 and left.type != TRUTH:
            context.note_use(right, "definition")
            argument = coerce(context, left, kind.parameters[0] or UNKNOWN, kind.decided.get(0))
            return g.Apply(right.text, (argument,), TRUTH, span)
        attribute = context.words.attribute_of(right.text)
        if left.type == CARD and attribute is not None:
            context.note_use(right, "value", attribute)
            of = symbol(attribute)
            has = g.Attribute(attribute, left, of, left.span)
            return g.Operation("=", (has, g.Symbol(right.text, of, right.span)), TRUTH, span)
    other = context.expression(context, right, scope, left.type)
    if or_in and element(other.type) == left.type:
        return g.Operation("in", (left, other), TRUTH, span)
    if collection(left.type) == other.type and other.type.kind == "cards":
        left = coerce(context, left, other.type)
    return g.Operation("=", (left, coerce(context, other, left.type)), TRUTH, span)


# ----------------------------------------------------------------------------------- set expressions


def check_cards(context: Context, codes: tuple[tree.Word, ...], span: Span) -> g.Expr:
    """Check cards that are named by their codes. Each card must be in the deck and be named only once."""
    numbers = {card.code: number for number, card in enumerate(context.words.deck.cards)}
    found: dict[int, int | None] = {}
    for word in codes:
        code, _, reading = word.text.partition("/")
        missing = [c for c in (code, reading) if c and c not in numbers]
        for other in missing:
            guesses = _cards_meant(context, other, key_word_language(span.source.text))
            advice = (
                msg("did you mean {choices}?", choices=join_or(f"`{guess}`" for guess in guesses))
                if guesses
                else _signs(context)
            )
            fix = replace_word(word, guesses[0]) if len(guesses) == 1 and other == word.text else None
            label = Label(word.span, msg("no such card"))
            diagnostic = Diagnostic(
                "C0405", msg("there is no card `{code}` in the deck", code=other), label, help=advice, fix=fix
            )
            context.report.found.append(diagnostic)
        if missing:
            continue
        if numbers[code] in found:
            context.report.error("C0406", msg("the card `{code}` is named twice", code=code), word.span, msg("again here"))
        else:
            found[numbers[code]] = numbers[reading] if reading else None
    readings = tuple(found.values()) if any(reading is not None for reading in found.values()) else ()
    return g.Cards(tuple(found), CARDS, span, readings)


def _cards_meant(context: Context, code: str, language: str) -> tuple[str, ...]:
    """Return the codes of the cards that an author may mean by a code that the deck does not have."""
    languages = (language, *LANGUAGES)
    return cards_typed(context.words.deck, code, languages) or cards_near(context.words.deck, code, languages)


def _signs(context: Context) -> Message:
    """Return advice with the signs that make up this deck's codes."""
    tables = [table for table in context.words.deck.attributes if table.values]
    sentence = ", ".join(f"{table.name} {' '.join(value.sign for value in table.values)}" for table in reversed(tables))
    return msg("a code is made of {signs}", signs=sentence) if sentence else msg("the pack has no cards")


def filter_members(
    context: Context, members: g.Expr, condition: tree.Expr, name: tree.Word | None, scope: PhraseScope, span: Span
) -> g.Expr:
    """Check the members of a set that meet a condition, which may name the member."""

    def holds(member: g.Local) -> g.Expr:
        return check_truth(context, condition, bind_member(context, name, member, scope))

    return _members_with(context, members, holds, span)


def _members_with(context: Context, members: g.Expr, condition: Callable[[g.Local], g.Expr], span: Span) -> g.Expr:
    of = element(members.type)
    if of is None:
        return error_expression(span)
    member = g.Local(fresh_name(context, of.kind), of, span)
    return g.Where(member.name, members, condition(member), members.type, span)


def check_kind_in(context: Context, node: tree.KindIn, scope: PhraseScope) -> g.Expr:
    """Check `denari in won`, `jolly in s`, or a kind that cards count as."""
    word, span = node.what, node.span
    attribute = context.words.attribute_of(word.text)
    kind = context.words.functions.get(word.text)
    many = {"card": CARDS, "cards": CARDS, "players": PLAYERS, "sides": SIDES}.get(word.text)
    if many is not None and attribute is None and kind is None:
        return check(context, node.members, scope, many)
    members = check(context, node.members, scope, CARDS)

    context.note_use(word, "definition" if attribute is None else "value", attribute or "")

    def condition(card: g.Local) -> g.Expr:
        if attribute is not None:
            of = symbol(attribute)
            has = g.Attribute(attribute, card, of, word.span)
            return g.Operation("=", (has, g.Symbol(word.text, of, word.span)), TRUTH, word.span)
        wanted, decided = (None, None) if kind is None else (kind.parameters[0], kind.decided.get(0))
        return g.Apply(word.text, (coerce(context, card, wanted or UNKNOWN, decided),), TRUTH, word.span)

    if attribute is None and not (kind and kind.truth and kind.arity == 1):
        known = [v for a in context.words.attributes for v in context.words.enumeration(a)]
        context.report.unknown_name(msg("no kind of card"), word, known)
        return error_expression(span)
    return _members_with(context, members, condition, span)


def check_ranked(context: Context, node: tree.Ranked, scope: PhraseScope) -> g.Expr:
    """Check `the side with highest points then lowest …`."""
    whole: dict[str, g.Expr] = {
        "side": g.Everyone(SIDES, node.what.span),
        "player": g.Everyone(PLAYERS, node.what.span),
    }
    if node.members is not None:
        members = check_members(context, node.members, scope)
    elif node.what.text in whole:
        members = whole[node.what.text]
    else:
        context.report.unknown_name(msg("no type of choice"), node.what, [*whole, "card in …"])
        return error_expression(node.span)
    of = element(members.type)
    if of is None:
        note_names(context, tuple(key for _, key in node.keys), scope)
        return error_expression(node.span)
    variable = fresh_name(context, of.kind)
    inner = scope.consider(g.Local(variable, of, node.what.span))
    keys: tuple[tuple[Literal["highest", "lowest"], g.Expr], ...] = ()
    for which, key in node.keys:
        found = check_number(context, key, inner)
        if found.type == NUMBER and not any(isinstance(part, g.Local) and part.name == variable for part in parts(found)):
            _warn_constant_key(context, which, found.span)
        keys = (*keys, (which, found))
    return g.Select(variable, members, keys, of, node.span)


def _warn_constant_key(context: Context, which: str, span: Span) -> None:
    """Warn of a sort key that has the same value for everything that it compares."""
    context.report.warning(
        "C0514",
        msg("`{which}` compares a value that is the same for all of them", which=Phrase(which)),
        span,
        msg("all values are equal, so none is first"),
        msg("leave the owner out: the name then means that of each player or side; `the player` is the player who acts"),
    )


def check_reckon(context: Context, node: tree.Aggregate, scope: PhraseScope) -> g.Expr:
    if node.how == "half":
        return g.Operation("half", (check_number(context, node.of, scope),), NUMBER, node.span)
    if node.how == "number":
        members = check_members(context, node.of, scope)
        return members if members.type == UNKNOWN else g.Size(members, NUMBER, node.span)
    measure = node.measure
    if measure is None or measure.text not in context.words.measures:
        if measure is not None and not _report_amount_of_people(context, node, measure):
            context.report.unknown_name(msg("no measure of cards"), measure, context.words.measures)
        note_names(context, (node.of,), scope)
        return error_expression(node.span)
    context.note_use(measure, "measure")
    cards = check(context, node.of, scope, CARDS)
    if node.how == "total":
        variable = fresh_name(context, "card")
        amount = g.Attribute(measure.text, g.Local(variable, CARD, node.span), NUMBER, measure.span)
        return g.Total(variable, cards, amount, NUMBER, node.span)
    which: Literal["highest", "lowest"] = "highest" if node.how == "highest" else "lowest"
    return g.Extreme(which, measure.text, cards, NUMBER, node.span)


def _report_amount_of_people(context: Context, node: tree.Aggregate, measure: tree.Word) -> bool:
    """Report an amount of players or sides that is used like a measure of cards, such as *lowest lives of sides*, and return
    whether it is one.
    """
    name, words = measure.text, context.words
    signature, cell = words.functions.get(name), words.cells.get(name)
    owned = cell is not None and cell[0].owner != "table" and cell[0].kind == "counter"
    if not (owned or name in words.headings or (signature is not None and signature.arity == 1 and not signature.truth)):
        return False
    of_sides = isinstance(node.of, tree.Name) and node.of.text == "sides"
    one, everyone = ("side", "sides") if of_sides else ("player", "players")
    written = (
        Phrase(f"total of {{amount}} of x over x in {everyone}", {"amount": name})
        if node.how == "total"
        else Phrase(f"the {one} with {node.how} {{amount}}", {"amount": name})
    )
    message = msg("`{name}` is not a measure of cards", name=name)
    context.report.error("C0401", message, measure.span, msg("here"), msg("write `{written}`", written=written))
    return True


def check_total_over(context: Context, node: tree.TotalOver, scope: PhraseScope) -> g.Expr:
    members = check_members(context, node.members, scope)
    of = element(members.type)
    if of is None:
        note_names(context, (node.amount,), bind(context, node.variable, CARD, scope))
        return error_expression(node.span)
    inner = bind_new(context, node.variable, of, scope)
    return g.Total(node.variable.text, members, check_number(context, node.amount, inner), NUMBER, node.span)


def _over_sets(context: Context, node: tree.OverSets, scope: PhraseScope) -> g.Expr:
    """Check `number of (sets of cards s in x where …)`, and a sum or an extreme over such sets."""
    sets = node.sets
    cards = check(context, sets.cards, scope, CARDS)
    inner = bind_new(context, sets.variable, CARDS, scope)
    condition = g.Truth(True, TRUTH, sets.span) if sets.condition is None else check_truth(context, sets.condition, inner)
    amount = g.Number(1, NUMBER, node.span) if node.amount is None else check_number(context, node.amount, inner)
    how = "total" if node.how == "number" else node.how
    return g.OverSets(how, sets.variable.text, cards, condition, amount, NUMBER, node.span)


def check_arithmetic(context: Context, node: tree.Arithmetic, scope: PhraseScope) -> g.Expr:
    left = check(context, node.left, scope)
    if left.type in {NUMBER, UNKNOWN} or node.operator == "*":
        operands = (coerce(context, left, NUMBER), check_number(context, node.right, scope))
        return g.Operation(node.operator, operands, NUMBER, node.span)
    many = left.type if element(left.type) else collection(left.type)
    if left.type.kind == "group":
        many = CARDS
    if many is None or many.kind in ("symbols", "numbers"):
        context.report.error(
            "C0401",
            msg("this can be neither added nor taken away"),
            left.span,
            msg("it is {type}", type=describe_type(left.type)),
        )
        return error_expression(node.span)
    operator: Literal["union", "minus"] = "union" if node.operator == "+" else "minus"
    operands = (coerce(context, left, many), check(context, node.right, scope, many))
    return g.Operation(operator, operands, many, node.span)


# ---------------------------------------------------------------------------------------------- acts


def act_parameters(context: Context, act: str) -> tuple[g.Parameter, ...]:
    """Return an act's parameters. They are checked at their first use, because a domain may depend on whether another act can
    be done.
    """
    if act in context.parameters or act not in context.words.acts:
        return context.parameters.get(act, ())
    declared = context.words.acts[act]
    if act in context.checking_acts:
        message = msg("the arguments of `{act}` depend on whether `{act}` can be done", act=act)
        context.report.error("C0413", message, declared.name.span, msg("this depends on itself"))
        context.parameters[act] = tuple(
            g.Parameter(word.text, preposition, "one", None, (), False, False, UNKNOWN, word.span)
            for preposition, word in declared.parameters
        )
        return context.parameters[act]
    context.checking_acts.append(act)
    found = _parameters(context, declared)
    context.checking_acts.pop()
    return context.parameters.setdefault(act, found)


def _parameters(context: Context, act: tree.ActDecl) -> tuple[g.Parameter, ...]:
    """Return an act's parameters. A parameter is checked before the parameters whose domains mention it."""
    found: dict[str, g.Parameter] = {}
    left = list(act.parameters)
    names = {word.text for _, word in left}
    domains = {word.text: domain.of for word, domain in act.domains}
    while left:
        free = [pair for pair in left if not _names(domains.get(pair[1].text)) & (names - found.keys())]
        if not free:
            message = msg("the choices for `{word}` in `{act}` depend on themselves", word=left[0][1].text, act=act.name.text)
            if len(left) > 1:
                shown = join_and(f"`{word.text}`" for _, word in left)
                message = msg("the choices for {shown} in `{act}` depend on each other", shown=shown, act=act.name.text)
            context.report.error("C0413", message, left[0][1].span, msg("this depends on itself"))
            found |= {w.text: g.Parameter(w.text, p, "one", None, (), False, False, UNKNOWN, w.span) for p, w in left}
            break
        ready = free[0]
        left.remove(ready)
        found[ready[1].text] = _parameter(context, act, *ready, found)
    return tuple(found[word.text] for _, word in act.parameters)


def _parameter(
    context: Context, act: tree.ActDecl, preposition: str | None, word: tree.Word, known: Mapping[str, g.Parameter]
) -> g.Parameter:
    """Return a parameter, from its line `x is one of …`."""
    domain = next((d for w, d in act.domains if w.text == word.text), None)
    if domain is None:
        message = msg("the choices for `{word}` are not given", word=word.text)
        context.report.error(
            "C0410",
            message,
            word.span,
            msg("this argument has no list of choices"),
            msg("write `{word} is one of …`", word=word.text),
        )
        return g.Parameter(word.text, preposition, "one", None, (), False, False, UNKNOWN, word.span)
    answers = tuple(answer.text for answer in domain.answers)
    if domain.of is None:
        of = symbol(f"{act.name.text}.{word.text}")
        return g.Parameter(word.text, preposition, "either", None, answers, False, False, of, domain.span)
    scope = PhraseScope(actor=True)  # the arbiter makes a finding in any player's turn
    for _, other in act.parameters:
        of = known[other.text].type if other.text in known else PLAYER if act.finding else UNKNOWN
        scope = scope.bind(other.text, g.Local(other.text, of, other.span))
    members = check_members(context, domain.of, scope)
    of = (element(members.type) or UNKNOWN) if domain.choice == "one" else members.type
    return g.Parameter(word.text, preposition, domain.choice, members, (), domain.freely, domain.unseen, of, domain.span)


def act_scope(context: Context, act: str, scope: PhraseScope) -> PhraseScope:
    """Return the scope in which an act's parameters are names."""
    for (_, word), parameter in zip(context.words.acts[act].parameters, act_parameters(context, act), strict=True):
        scope = scope.bind(parameter.name, g.Local(parameter.name, parameter.type, word.span))
    return scope


def is_players_act(context: Context, word: tree.Word) -> bool:
    """Return whether a word is an act of players. If it is a finding or not an act, report it."""
    if not is_act(context, word):
        return False
    if context.words.acts[word.text].finding:
        message = msg("`{word}` is a finding of the arbiter; players cannot do it", word=word.text)
        advice = msg("write its consequences as `after {word}, …`; enter it in an example with `do {word} …`", word=word.text)
        context.report.error("C0402", message, word.span, msg("an act of players should be here"), advice)
        return False
    return True


def is_act(context: Context, word: tree.Word) -> bool:
    """Return whether a word is an act or a finding. If it is not, report it."""
    if word.text in context.words.acts:
        return True
    if word.text in keywords() or word.text in {"non", "nt"}:
        message = msg("`{word}` is not an act", word=word.text)
        advice = msg("did you mean `may not`?") if word.text.startswith("n") else suggest("", context.words.acts)
        context.report.error("C0303", message, word.span, msg("an act should be here"), advice)
    else:
        context.report.unknown_name(msg("no act"), word, context.words.acts)
    return False


def _arguments(context: Context, phrase: tree.ActPhrase) -> Iterable[tuple[g.Parameter, tree.Argument]]:
    """Yield each argument with its parameter, found by the preposition."""
    parameters = act_parameters(context, phrase.act.text)
    for preposition, argument in phrase.arguments:
        parameter = next((p for p in parameters if p.preposition == preposition), None)
        if parameter is None:
            shown = msg("`{sentence}`", sentence=Phrase(f"{preposition} …")) if preposition else msg("this")
            forms = ["{act}", *(f"{p.preposition or ''} {{p{n}}}".strip() for n, p in enumerate(parameters))]
            names = {f"p{n}": p.name for n, p in enumerate(parameters)}
            sentence = Phrase(" ".join(forms), {"act": phrase.act.text, **names})
            message = msg("the act `{act}` does not take {shown}", act=phrase.act.text, shown=shown)
            context.report.error(
                "C0403",
                message,
                argument.span,
                msg("the act has no such argument"),
                msg("the act is written `{written}`", written=sentence),
            )
        else:
            yield parameter, argument


def permission_scope(context: Context, phrase: tree.ActPhrase, scope: PhraseScope) -> PhraseScope:
    """Return the scope of a permission. The act's parameters have their own names or the names that the sentence gives."""
    scope = act_scope(context, phrase.act.text, scope)
    for parameter, argument in _arguments(context, phrase):
        if isinstance(argument, tree.Codes):
            message = msg("a rule applies to all cards, but this names particular ones")
            context.report.error(
                "C0403",
                message,
                argument.span,
                msg("these cards are named one by one"),
                msg("put them in a condition: `when …`"),
            )
        elif isinstance(argument, tree.AdjacentPlayer):
            message = msg("a rule applies to every player, but this names a particular one")
            context.report.error(
                "C0403", message, argument.span, msg("a player's seat"), msg("put it in a condition: `when …`")
            )
        elif isinstance(argument, tree.NumberLit):
            message = msg("a rule must hold for every number, but this names one of them")
            context.report.error("C0403", message, argument.span, msg("a number"), msg("put it in a condition: `when …`"))
        else:
            scope = scope.bind(argument.text, g.Local(parameter.name, parameter.type, argument.span))
    return scope


def check_can(context: Context, node: tree.CanDo, where: tree.Expr | None, scope: PhraseScope) -> g.Expr:
    """Check `P can take t with c by W`, with a condition on the parameters that it leaves open."""
    actor = check(context, node.left, scope, PLAYER)
    if not is_players_act(context, node.phrase.act):
        return error_expression(node.span)
    given: dict[str, g.Expr] = {}
    inner, names = scope, dict[str, str]()
    for parameter, argument in _arguments(context, node.phrase):
        if (
            isinstance(argument, tree.Name)
            and argument.text not in scope.bound
            and not _has_own_meaning(context, argument.text)
        ):
            names[parameter.name] = argument.text
            word = tree.Word(argument.text, argument.span)
            inner = bind_new(context, word, parameter.type, inner)
        else:
            given[parameter.name] = check(context, argument, scope, parameter.type)
    act = node.phrase.act.text
    free = tuple(
        (p.name, names.get(p.name) or fresh_name(context, p.name)) for p in act_parameters(context, act) if p.name not in given
    )
    if node.by is not None:
        context.permissions.append((node.by, act))
    condition = None if where is None else check_truth(context, where, PhraseScope(inner.bound, scope.considered, scope.actor))
    by = node.by.text if node.by else None
    found = g.Can(act, actor, by, tuple(given.items()), free, condition, TRUTH, node.span)
    return found if node.positive else g.Operation("not", (found,), TRUTH, node.span)


def _has_own_meaning(context: Context, text: str) -> bool:
    """Return whether a word already has a meaning here. In that case `can` does not range over it."""
    functions = context.words.functions
    return text in context.words.cells or (text in functions and functions[text].arity == 0)


def check_move(context: Context, phrase: tree.ActPhrase, *, finding: bool = False) -> g.MoveLit | None:
    """Check a move written out in an example. If `finding` is set, a finding is also allowed."""
    if not (is_act(context, phrase.act) if finding else is_players_act(context, phrase.act)):
        return None
    arguments: list[tuple[str, tuple[int, ...] | str | g.Expr]] = []
    readings: list[tuple[str, tuple[int | None, ...]]] = []
    for parameter, argument in _arguments(context, phrase):
        if isinstance(argument, tree.Codes):
            cards = check_cards(context, argument.codes, argument.span)
            if isinstance(cards, g.Cards):
                _check_card_argument(context, parameter, cards, argument.span)
                arguments.append((parameter.name, cards.cards))
                readings += [(parameter.name, cards.readings)] if cards.readings else []
        elif isinstance(argument, tree.Name) and argument.text in parameter.answers:
            context.note_use(argument, "value", f"{phrase.act.text}.{parameter.name}")
            arguments.append((parameter.name, argument.text))
        elif parameter.type.kind in ("player", "side", "players", "sides", "symbol", "symbols", "number"):
            what = check(context, argument, PhraseScope(actor=True), parameter.type)
            if isinstance(what, g.Number) and what.value > g.MOST_CHOSEN_NUMBER:
                message = msg("nobody can choose a number above {n}", n=g.MOST_CHOSEN_NUMBER)
                context.report.error("C0419", message, what.span, msg("this number is larger"))
            arguments.append((parameter.name, what))
        else:
            written = argument.span.text
            message = msg(
                "`{written}` is neither a card nor an answer of `{parameter}`", written=written, parameter=parameter.name
            )
            advice = suggest(written, parameter.answers) or msg("write cards by their codes")
            context.report.error("C0403", message, argument.span, msg("this is neither a card nor an answer"), advice)
    return g.MoveLit(phrase.act.text, tuple(arguments), phrase.span, tuple(readings))


def _check_card_argument(context: Context, parameter: g.Parameter, cards: g.Cards, span: Span) -> None:
    single: tuple[Type, ...] = (CARD,)
    if parameter.type in single and len(cards.cards) > 1:
        context.report.error(
            "C0401", msg("`{parameter}` is one card", parameter=parameter.name), span, msg("these are {n}", n=len(cards.cards))
        )
    elif parameter.type not in {CARD, CARDS, UNKNOWN} and parameter.type.kind not in {"group", "groups"}:
        context.report.error(
            "C0401", msg("`{parameter}` is not a card", parameter=parameter.name), span, msg("there are cards here")
        )


def _names(expr: tree.Expr | None) -> set[str]:
    """Return the names in a domain."""
    return {node.text for node in parts(expr) if isinstance(node, tree.Name)}


# --------------------------------------------------------------------------------------- definitions


MAX_DEFINITION_CHAIN = 60
"""The longest chain of definitions that use each other."""


def apply_definition(
    context: Context, word: tree.Word, arguments: tuple[tree.Expr, ...], scope: PhraseScope, span: Span
) -> g.Expr:
    """Check the application of a definition."""
    signature = context.words.functions.get(word.text)
    if signature is None:
        context.report.unknown_name(msg("no definition"), word, context.words.functions)
        note_names(context, arguments, scope)
        return error_expression(span)
    context.note_use(word, "definition")
    if len(arguments) != signature.arity:
        message = msg("`{word}` takes {wants} arguments, not {n}", word=word.text, wants=signature.arity, n=len(arguments))
        context.report.error("C0403", message, span, msg("used here"))
        note_names(context, arguments, scope)
        return error_expression(span)
    wanted = enumerate(zip(arguments, signature.parameters, strict=True))
    checked = tuple(check(context, a, scope, t or UNKNOWN, signature.decided.get(at)) for at, (a, t) in wanted)
    return g.Apply(word.text, checked, result_type(context, word.text, span), span)


def result_type(context: Context, function: str, span: Span) -> Type:
    """Return the type of a definition's value, from the first of its clauses. Report a definition that depends on itself."""
    if function in context.results:
        return context.results[function]
    signature = context.words.functions[function]
    if signature.truth:
        context.results[function] = TRUTH
        return TRUTH
    if function in context.resolving or len(context.resolving) >= MAX_DEFINITION_CHAIN:
        _report_chain(context, function, span)
        context.results[function] = UNKNOWN
        return UNKNOWN
    context.resolving.append(function)
    entry = next((e for e in signature.clauses if _is_defining(e.item)), None)
    found = UNKNOWN
    if entry is not None and isinstance(entry.item, tree.Clause):
        sentence = entry.item.sentence
        assert isinstance(sentence, tree.Definition)
        before = len(context.report.found)
        found = check(context, sentence.value, parameter_scope(context, function, sentence.subject)).type
        kept = [diagnostic for diagnostic in context.report.found[before:] if diagnostic.code == "C0203"]
        context.report.found[before:] = kept  # the check of the clause itself reports the other mistakes
    context.resolving.remove(function)
    return context.results.setdefault(function, found)


def _report_chain(context: Context, function: str, span: Span) -> None:
    if function in context.resolving:
        circle = " → ".join([*context.resolving[context.resolving.index(function) :], function])
        message = msg("the definition of `{function}` is circular: {circle}", function=function, circle=circle)
        context.report.error("C0413", message, span, msg("this definition uses the first one again"))
        return
    message = msg("`{function}` depends on a chain of {n} definitions", function=function, n=MAX_DEFINITION_CHAIN)
    context.report.error(
        "C0203", message, span, msg("its definition depends on too many others"), msg("define some of them directly")
    )


def parameter_scope(context: Context, function: str, subject: tree.Expr) -> PhraseScope:
    scope = PhraseScope(actor=True)
    for word, of in zip(parameters_of(subject), context.words.functions[function].parameters, strict=False):
        scope = scope.bind(word.text, g.Local(word.text, of or UNKNOWN, word.span))
    return scope


def _is_defining(item: object) -> bool:
    return isinstance(item, tree.Clause) and isinstance(item.sentence, tree.Definition)
