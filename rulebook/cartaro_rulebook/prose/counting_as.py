"""Cards that count as cards of another suit in the guide (decision 0160).

A text has a word for the suit that a card counts as: *the suit that a card counts as is the trump suit when it is a left bower,
otherwise its suit*.  At a table, *the left bower counts as a card of the trump suit*, and a player follows with *a card that
counts as a card of the suit led*.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from cartaro_grammar import conjuncts, operands_of
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.composed import Source, exceptions_first
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.words.nouns import Phrase


def attributes_counted_as(game: g.Game, mentioned: Container[str]) -> Mapping[str, str]:
    """Return the words for the value of an attribute that a card counts as, with the attribute: it is the card's own value but
    in some cases.
    """
    found = dict[str, str]()
    for function in game.functions:
        rows = game.definitions_of(function.name)
        if [one.kind for one in function.parameters] != ["card"] or len(rows) < 2:
            continue
        usual = [(clause, node) for clause, node in rows if not clause.when]
        plain = all(not (clause.unless or clause.under or clause.name in mentioned) for clause, _ in rows)
        match usual:
            case [(clause, g.Definition(parameters=(one,), value=g.Attribute(name, g.Local(of))))] if of == one and plain:
                others = {c.name for c, _ in rows if c is not clause}
                if others <= set(game.yields_to(clause.name)) and any(one.name == name for one in game.deck.attributes):
                    found[function.name] = name
            case _:
                pass
    return found


def is_counted_as(e: g.Expr, words: Container[str]) -> bool:
    """Return whether a condition is that a card counts as a card of some value."""
    pair = operands_of(e, "=")
    counted = [one for one in pair if isinstance(one, g.Apply) and one.function in words]
    return len(counted) == 1 and isinstance(counted[0].arguments[0], g.Local)


def counts_as_in_cases(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word the value that each kind of cards counts as: *the left bower counts as a card of the trump suit; every other card
    counts as a card of its own suit*.
    """
    function = rows[0][1].function
    if function not in source.scope.counted_as:
        return None
    ordered = exceptions_first(rows, source.game)
    texts, lang = list[str](), source.scope.lang
    for clause, node in ordered or ():
        if not clause.when:
            break
        asked = conjuncts(*clause.when)
        card = g.Local(node.parameters[0], source.game.function[function].parameters[0], clause.span)
        if len(asked) != 1 or not expressions.names_kind_only(asked[0], card, source.scope):
            return None
        kind = _kind(asked[0], card, source.scope)
        of = expressions.card_of(function, node.value, source.scope, plural=False)
        texts.append(lang.text("counts", Phrase(kind), kind=of))
    noun = source.scope.naming.attribute(source.scope.counted_as[function])
    card_noun = source.scope.naming.kernel_noun("card")
    same = lang.forms.determined(card_noun, "a").text
    texts.append(lang.text("counts_as_own", Phrase("", noun.feminine), card=same, x=noun.form(False)))
    return "; ".join(texts) if len(texts) > 1 else None


def _kind(asked: g.Expr, card: g.Local, scope: ProseScope) -> str:
    """Word a kind of cards; the only card of its kind is *the left bower*."""
    if isinstance(asked, g.Apply) and asked.function in scope.single_kinds and asked.arguments == (card,):
        return scope.lang.forms.determined(expressions.function_noun(asked.function, scope), "the").text
    return sentences.a_card(card.name, asked, scope)


def kinds_of_one_card(scope: ProseScope) -> frozenset[str]:
    """Return the kinds of cards of which the pack has one at a time: their only rule fixes every attribute of the card."""
    deck, found = scope.naming.game.deck, set[str]()
    if len({card.attributes for card in deck.cards}) < len(deck.cards):
        return frozenset()
    names = {one.name for one in deck.attributes}
    for function in scope.naming.game.functions:
        rows = scope.naming.game.definitions_of(function.name)
        if [one.kind for one in function.parameters] != ["card"] or len(rows) != 1 or rows[0][0].unless:
            continue
        ((clause, node),) = rows
        asked = conjuncts(*clause.when) if clause.when else conjuncts(node.value)
        fixed = [_fixed(e, node.parameters[0]) for e in asked]
        stated = not clause.when or (isinstance(node.value, g.Truth) and node.value.value)
        if stated and names == {one for one in fixed if one}:
            found.add(function.name)
    return frozenset(found)


def _fixed(e: g.Expr, name: str) -> str:
    """Return the attribute of a card that a condition fixes; the empty string if it fixes none."""
    match operands_of(e, "="):
        case (g.Attribute(attribute, g.Local(of)), _) if of == name:
            return attribute
        case (_, g.Attribute(attribute, g.Local(of))) if of == name:
            return attribute
        case _:
            return ""
