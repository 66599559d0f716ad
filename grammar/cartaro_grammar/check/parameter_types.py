"""Infer the parameter types of definitions from how their clauses use them.

`prime_of of s is total of highest prime of (s where …)` makes s a set of cards, because a prime is a measure of cards. Takes
the vocabulary and fills in its signatures. The checker reports parameters whose type no use determines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from cartaro_grammar.model.expressions import CARD, CARDS, NUMBER, PLAYER, SIDE, Type, collection, element, symbol
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.vocabulary import Signature, Vocabulary, parameters_of
from cartaro_grammar.syntax import tree

ROUNDS = 8
MAX_DEFINITIONS = 60
"""The longest chain of definitions through which the type of a value is inferred."""


def infer_parameters(words: Vocabulary) -> None:
    """Fill in the parameter types of every definition, in rounds, since definitions may use each other."""
    for _ in range(ROUNDS):
        before = [list(f.parameters) for f in words.functions.values()]
        for function in words.functions.values():
            for entry in function.clauses:
                if isinstance(entry.item, tree.Clause):
                    _infer_from_clause(words, function, entry.item)
        if before == [list(f.parameters) for f in words.functions.values()]:
            return


def _infer_from_clause(words: Vocabulary, function: Signature, clause: tree.Clause) -> None:
    """Infer the types of the parameters of a definition, and of the kinds of card that a clause tests, from the clause's
    conditions.
    """
    sentence = clause.sentence
    phrases = (*clause.when, *clause.unless)
    if isinstance(sentence, tree.Definition):
        names, phrases = parameters_of(sentence.subject), (sentence.value, *phrases)
    elif isinstance(sentence, tree.Counts) and isinstance(sentence.subject, tree.Name):
        names = (tree.Word(sentence.subject.text, sentence.subject.span),)
    else:
        return
    for position, name in enumerate(names[: len(function.parameters)]):
        if _is_open(function.parameters[position]):
            found = [t for phrase in phrases for t in _types_from_uses(words, phrase, name.text)]
            known = [t for t in found if t is not None]
            _decide(function, position, CARD if CARD in known else next(iter(known), _default_type(phrases, name.text)), clause)
    for node in (part for phrase in phrases for part in parts(phrase) if isinstance(part, tree.KindIn)):
        kind = _kind(words, tree.Name(node.what.text, node.what.span))
        if kind is not None:
            _decide(kind, 0, CARD, clause)


def named_member(words: Vocabulary, node: tree.Filter) -> tree.Word | None:
    """Return the name of the member of a filter, as in `(p in players where not idle(p))`: a word that names no kind of card,
    and that the condition uses. A word that the condition does not use is a kind of card, perhaps misspelled.
    """
    inner = _inside(node.inner)
    if not isinstance(inner, tree.KindIn):
        return None
    word = inner.what
    collections = ("card", "cards", "players", "sides")
    is_kind = word.text in words.functions or word.text in collections or words.attribute_of(word.text) is not None
    is_used = any(isinstance(part, tree.Name) and part.text == word.text for part in parts(node.condition))
    return word if is_used and not is_kind else None


def _is_open(known: Type | None) -> bool:
    """Return whether a type is not decided yet: `c is jolly` can be written for a value of `special` and for a card with this
    value.
    """
    return known is None or known.kind == "symbol"


def _decide(function: Signature, position: int, found: Type | None, by: tree.Clause) -> None:
    known = function.parameters[position]
    if found is not None and found != known and (known is None or (known.kind == "symbol" and found == CARD)):
        function.parameters[position] = found
        function.decided[position] = by.name


def _default_type(phrases: tuple[tree.Expr, ...], name: str) -> Type | None:
    """Return the type `cards` for a parameter that occurs only as in `number of s`."""
    sets = (node for phrase in phrases for node in parts(phrase) if isinstance(node, tree.Aggregate) and node.how == "number")
    return CARDS if any(_is_name(node.of, name) for node in sets) else None


def _inside(node: tree.Expr) -> tree.Expr:
    while isinstance(node, tree.Group):
        node = node.inner
    return node


def _is_name(node: object, name: str) -> bool:
    while isinstance(node, tree.Group):
        node = node.inner
    return isinstance(node, tree.Name) and node.text == name


def _is_part(node: object, name: str) -> bool:
    """Return whether a set is a name, or a sum or difference of sets with the name as an operand."""
    while isinstance(node, tree.Group):
        node = node.inner
    if isinstance(node, tree.Arithmetic):
        return _is_part(node.left, name) or _is_part(node.right, name)
    return _is_name(node, name)


def _types_from_uses(words: Vocabulary, phrase: tree.Expr, name: str) -> Iterator[Type | None]:
    for node in parts(phrase):
        if isinstance(node, tree.Expr):
            yield _type_from_use(words, node, name)


def _type_from_use(words: Vocabulary, node: tree.Expr, name: str) -> Type | None:
    """Return the type that a node gives to a name directly below it."""
    match node:
        case tree.Of(what, of) if _is_name(of, name):
            return _owner_type(words, what.text)
        case tree.Aggregate(how, measure, of) if measure is not None and how != "half" and _is_name(of, name):
            return CARDS
        case tree.KindIn(_, members) if _is_name(members, name):
            return CARDS
        case tree.Filter(_, condition) if _is_part(_filtered(words, node), name):
            member = named_member(words, node)
            uses = () if member is None else _types_from_uses(words, condition, member.text)
            return next((collection(found) or found for found in uses if found is not None and found.kind != "symbol"), CARDS)
        case tree.TotalOver(_, _, members) if _is_part(members, name):
            return CARDS
        case tree.OverSets(_, _, sets) if _is_part(sets.cards, name):
            return CARDS
        case tree.Patterned(left, _, _) | tree.AsPrinted(left) if _is_name(left, name):
            return CARDS
        case tree.SplitTest(left, _, _, spare) if _is_name(left, name) or (spare is not None and _is_name(spare, name)):
            return CARDS
        case tree.AdjacentPlayer(_, _, of) | tree.FirstPlayer(_, _, of, _) if _is_name(of, name):
            return PLAYER
        case tree.CanDo(left, _, _, _) if _is_name(left, name):
            return PLAYER
        case tree.FunctionCall(function, arguments):
            return _argument(words, function.text, arguments, name)
        case tree.Compare(left, comparison, right):
            return _comparison_type(words, left, comparison, right, name)
        case tree.Quantified(_, member, members, condition) if members is not None and _is_name(members, name):
            uses = (found for found in _types_from_uses(words, condition, member.text) if found is not None)
            return next((collection(found) or found for found in uses if found.kind != "symbol"), None)
        case tree.OneOf(left, _, options) if _is_name(left, name):
            return next((found for option in options if (found := _option_type(words, option)) is not None), None)
        case tree.Arithmetic(_, left, right) if _is_name(right, name) or _is_name(left, name):
            return _operand_type(words, right if _is_name(left, name) else left)
        case (
            tree.Name() | tree.Member() | tree.NumberLit() | tree.NumberRange() | tree.Codes() | tree.AllCards()
            | tree.AsPrinted() | tree.LastPlayer() | tree.OneOf() | tree.Group() | tree.Filter() | tree.Of()
            | tree.AdjacentPlayer() | tree.FirstPlayer() | tree.KindIn() | tree.Ranked() | tree.Aggregate()
            | tree.Remainder() | tree.Divided() | tree.TotalOver() | tree.OverSets() | tree.Arithmetic() | tree.Patterned()
            | tree.SplitTest() | tree.CanDo() | tree.AppliesTest() | tree.Quantified() | tree.Negation() | tree.Logic()
        ):  # fmt: skip
            return None
        case _:
            assert_never(node)


def _filtered(words: Vocabulary, node: tree.Filter) -> tree.Expr:
    """Return the set of a filter, without the name of its member."""
    inner = _inside(node.inner)
    return inner.members if isinstance(inner, tree.KindIn) and named_member(words, node) is not None else inner


def _option_type(words: Vocabulary, option: tree.Expr) -> Type | None:
    """Return the common type of alternatives, taken from one of them."""
    kind = _kind(words, option)
    if kind is not None:
        return kind.parameters[0]
    of = shallow_type(words, option)
    return None if of is None else element(of) or of


def _owner_type(words: Vocabulary, what: str) -> Type | None:
    owners = {"player": PLAYER, "side": SIDE}
    if what in words.zones:
        return owners.get(words.zones[what].owner)
    if what in words.cells:
        return owners.get(words.cells[what][0].owner)
    if what in words.attributes or what in words.measures:
        return CARD
    if what in words.functions:
        parameters = words.functions[what].parameters
        return parameters[0] if parameters else None
    if what == "side":
        return PLAYER
    return SIDE if what in words.headings or what == "score" else None


def _argument(words: Vocabulary, function: str, arguments: tuple[tree.Expr, ...], name: str) -> Type | None:
    signature = words.functions.get(function)
    if signature is None:
        return None
    for position, argument in enumerate(arguments):
        if _is_name(argument, name) and position < len(signature.parameters):
            return signature.parameters[position]
    return None


def _comparison_type(
    words: Vocabulary, left: tree.Expr, comparison: tree.ComparisonSign, right: tree.Expr, name: str
) -> Type | None:
    if _is_name(right, name) and comparison in {"is in", "is not in"}:
        return CARDS if shallow_type(words, left) in {CARD, CARDS, None} else None
    kind = _kind(words, right)
    if kind is not None and comparison in {"is", "is not"} and _is_name(left, name):
        return kind.parameters[0]
    for here, there in ((left, right), (right, left)):
        if _is_name(here, name):
            return NUMBER if comparison in {">=", "<=", ">", "<"} else shallow_type(words, there)
    return None


def _kind(words: Vocabulary, node: tree.Expr) -> Signature | None:
    """Return the unary truth-valued definition that a word names in `s is …`, or None."""
    signature = words.functions.get(node.text) if isinstance(node, tree.Name) else None
    return signature if signature is not None and signature.truth and signature.arity == 1 else None


def _operand_type(words: Vocabulary, other: tree.Expr) -> Type | None:
    if isinstance(other, tree.Name) and other.text in {"sides", "players"}:
        return SIDE if other.text == "sides" else PLAYER
    return shallow_type(words, other)


def shallow_type(words: Vocabulary, node: tree.Expr, seen: set[str] | None = None) -> Type | None:
    """Return the type of an expression as far as its outermost node determines it; the definitions in `seen` are not followed
    again.
    """
    seen = set() if seen is None else seen
    match node:
        case tree.Group(inner, _) | tree.AsPrinted(inner, _):
            return shallow_type(words, inner, seen)
        case tree.NumberLit() | tree.Aggregate() | tree.Remainder() | tree.Divided() | tree.TotalOver() | tree.OverSets():
            return NUMBER
        case tree.Arithmetic(_, left, right):
            return shallow_type(words, left, seen) or shallow_type(words, right, seen)
        case tree.Codes() | tree.AllCards():
            return CARDS
        case tree.FirstPlayer() | tree.AdjacentPlayer() | tree.LastPlayer():
            return PLAYER
        case tree.KindIn():
            return CARDS
        case tree.Filter():
            return shallow_type(words, _filtered(words, node), seen)
        case tree.Name(text, _):
            return _word_type(words, text, seen)
        case tree.Of(what, _):
            return _word_type(words, what.text, seen)
        case tree.Ranked(what, _, _):
            return {"player": PLAYER, "side": SIDE, "card": CARD}.get(what.text)
        case tree.FunctionCall(function, _):
            return _result_type(words, function.text, seen)
        case (
            tree.Compare() | tree.Member()
            | tree.OneOf() | tree.Patterned() | tree.SplitTest() | tree.CanDo() | tree.AppliesTest() | tree.Quantified()
            | tree.Negation() | tree.Logic() | tree.NumberRange()
        ):  # fmt: skip
            return None
        case _:
            assert_never(node)


def _result_type(words: Vocabulary, function: str, seen: set[str]) -> Type | None:
    """Return the type of a definition's value, as far as one of its clauses determines it."""
    signature = words.functions.get(function)
    if signature is None or signature.truth or function in seen or len(seen) > MAX_DEFINITIONS:
        return None
    seen.add(function)
    said = (entry.item.sentence for entry in signature.clauses if isinstance(entry.item, tree.Clause))
    values = (sentence.value for sentence in said if isinstance(sentence, tree.Definition))
    return next((found for value in values if (found := shallow_type(words, value, seen)) is not None), None)


def _word_type(words: Vocabulary, text: str, seen: set[str]) -> Type | None:
    if text in words.zones:
        return CARDS
    if text in words.cells:
        return words.cells[text][0].type
    if text in words.measures or text in words.headings:
        return NUMBER
    if text in words.attributes:
        return symbol(text)
    attribute = words.attribute_of(text)
    if attribute is not None:
        return symbol(attribute)
    if text in words.functions:
        return _result_type(words, text, seen)
    return {"player": PLAYER, "side": SIDE, "true": None}.get(text)
