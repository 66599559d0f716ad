"""Faces: cards with what they are read as; which card a face is on, all faces of some cards; and cards that are equal.

A set of faces and one of cards are of the same kind, as the cards are the first faces.  Which card it is does not depend on
how it is read.  Of equal cards that nothing tells apart, one stands for all, the first.  What tells cards from their equals are
the marks and references of memory, and the rules that name a card by its code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    binary,
    choose,
    common,
    compare,
    equal,
    joined,
    load,
    minus,
    negation,
    number,
    plus,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.scope import Scope
from cartaro_grammar import Expr, parts
from cartaro_grammar import game as g
from cartaro_interpreter import mask_of

CARDS: Final = Var("cards")
TOLD: Final = Var("told")


def written(lo: Lowering, expr: g.Cards) -> Value:
    """Cards by their codes: each as it is written to be read, or as itself."""
    numbers = lo.rules.compiler.written_faces(expr)
    chosen = [options[0] if options else card for options, card in zip(numbers, expr.cards, strict=True)]
    return Const(chosen[0]) if expr.type.kind == "card" else lo.cards.constant(mask_of(chosen))


def read_as(lo: Lowering, expr: g.ReadAs, scope: Scope) -> Value:
    """Whether a card lying in a group is read as another: as a card with the same printed on it."""
    faces = lo.game.faces
    signs = (-1, *((sign[0] if n < faces.pack else sign[1]) for n, sign in enumerate(lo.rules.layout.faces.signs)))
    own = (-1, *(faces.kind[card] for card in lo.rules.layout.faces.base))
    card, reading = (plus(lo.value(of, scope), ONE) for of in (expr.card, expr.reading))
    return number(equal(lo.look_up(signs, card), lo.look_up(own, reading)))


def card_of(lo: Lowering, face: Value) -> Value:
    """The card that a face is on; of nobody, nobody."""
    if not lo.rules.layout.faces.read:
        return face
    return lo.look_up((-1, *lo.rules.layout.faces.base), plus(face, ONE))


def cards_of(lo: Lowering, faces: Value) -> Value:
    """The cards that some faces are on."""
    known = lo.cards.known(faces)
    if not lo.rules.layout.faces.read:
        return faces
    if known is not None:
        return lo.cards.constant(lo.rules.layout.faces.physical(known))
    pack, of = lo.cards.constant(lo.rules.layout.pack), Var("faces")

    def write(w: Writer) -> None:
        with w.when(lo.cards.within(of, pack)):
            w.give(of)
        found = lo.cards.begin(w, "found")
        with lo.cards.each(w, of, "face") as face:
            lo.cards.insert(w, found, lo.look_up(lo.rules.layout.faces.base, face))
        w.give(found)

    return Call(lo.define("cards_of", "cards_of", ("faces",), write, keeps=True), (faces,))


def all_faces(lo: Lowering, cards: Value) -> Value:
    """All faces of some cards."""
    known = lo.cards.known(cards)
    if not lo.rules.layout.faces.read:
        return cards
    if known is not None:
        return lo.cards.constant(lo.rules.layout.faces.expanded(known))

    expansion = lo.rules.layout.faces.expansion
    several = lo.cards.constant(mask_of([card for card, faces in enumerate(expansion) if faces != 1 << card]))

    def write(w: Writer) -> None:
        found = lo.cards.own(w, CARDS, "found")
        with lo.cards.each(w, lo.cards.common(CARDS, several), "card") as card:
            lo.cards.add(w, found, lo.cards.look_up(expansion, card))
        w.give(found)

    return Call(lo.define("all_faces", "all_faces", ("cards",), write, keeps=True), (cards,))


def taken_over(lo: Lowering, card: Value, face: Value) -> Value:
    """The face of a card that is read as another face is, or the card as itself where it cannot be."""
    faces = lo.rules.layout.faces
    if not faces.read:
        return card
    readings = [(faces.faces.kind[one.like], one.settings) for one in faces.faces.faces]
    first = sorted({readings.index(reading) for reading in readings})
    table = tuple(faces.taken_over(own, wanted) for own in range(faces.faces.pack) for wanted in first)
    reading = lo.look_up(tuple(first.index(readings.index(one)) for one in readings), face)
    return lo.look_up(table, plus(binary("*", card, Const(len(first))), reading))


def unread(lo: Lowering, expr: Expr, scope: Scope) -> Value:
    """A value in which cards are themselves, whatever they are read as."""
    value = lo.value(expr, scope)
    if expr.type.kind == "card":
        return card_of(lo, value)
    return cards_of(lo, value) if expr.type.kind in ("cards", "group") and not is_plain(expr) else value


def is_plain(expr: Expr) -> bool:
    """Whether a set is certainly of cards as themselves."""
    if isinstance(expr, g.Where):
        return is_plain(expr.members)
    if isinstance(expr, g.Operation):
        return expr.operator in ("union", "minus") and all(map(is_plain, expr.operands))
    return isinstance(expr, g.InZone | g.Recall | g.AllCards)


# ---------------------------------------------------------------------------------------------- equal cards


def apart(lo: Lowering, parameter: g.Parameter, among: Value) -> Value:
    """The cards of a domain from which one is chosen, without those for which an equal one stands; in a pile equal ones differ
    in their place.
    """
    if not lo.rules.layout.faces.plural or parameter.type.kind != "card" or _out_of_a_pile(lo, parameter.domain):
        return among
    if parameter.unseen:  # each is as likely, and equal ones are several
        return among
    write = _of_masks(lo) if lo.plan.width == 1 else _of_many(lo)
    name = lo.define("apart", "one_of_equals", ("cards", "told"), write, keeps=True)
    return Call(name, (among, told_apart(lo)))


def _of_masks(lo: Lowering) -> Callable[[Writer], None]:
    """By the cards of each kind, each a mask."""
    classes = [members for members in lo.rules.layout.faces.of_class.values() if members.bit_count() > 1]

    def write(w: Writer) -> None:
        kept = w.variable(without(CARDS, Const(sum(classes))), "kept")
        for members in classes:
            equals = w.variable(common(CARDS, Const(members)), "equals")
            w.assign(kept, joined(kept, _first(without(equals, TOLD)), _first(common(equals, TOLD))))
        w.give(kept)

    return write


def _of_many(lo: Lowering) -> Callable[[Writer], None]:
    """Card after card, of those that have an equal one before them: whether it stands for them."""
    sets = lo.cards
    classes = lo.rules.layout.faces
    before = [classes.of_class[known] & (1 << face) - 1 for face, known in enumerate(classes.class_of)]
    later = sets.constant(mask_of([face for face, earlier in enumerate(before) if earlier]))

    def write(w: Writer) -> None:
        doubtful = w.variable(sets.common(CARDS, later), "doubtful")
        with w.when(negation(sets.filled(doubtful))):
            w.give(CARDS)
        spare = sets.begin(w, "spare")
        told, others = w.variable(sets.common(CARDS, TOLD), "told"), w.variable(sets.without(CARDS, TOLD), "others")
        with sets.each(w, doubtful, "card") as card:
            among = w.variable(choose(sets.has(told, card), told, others), "among")
            with w.when(sets.meet(among, sets.look_up(before, card))):
                sets.insert(w, spare, card)
        w.give(sets.without(CARDS, spare))

    return write


def equal_to(lo: Lowering) -> tuple[int, ...]:
    """The cards of each kind."""
    found: dict[int, int] = {}
    for card, kind in enumerate(lo.game.faces.kind):
        found[kind] = found.get(kind, 0) | 1 << card
    return tuple(found.values())


def _first(cards: Value) -> Value:
    """The set of the first card of a set, or the empty one."""
    return common(cards, minus(ZERO, cards))


def _out_of_a_pile(lo: Lowering, domain: Expr | None) -> bool:
    return any(isinstance(part, g.InZone) and lo.game.zone[part.zone].ordered for part in parts(domain))


def told_apart(lo: Lowering) -> Value:
    """The cards that are told from their equals now."""
    sets = lo.cards

    def write(w: Writer) -> None:
        found = sets.own(w, sets.constant(lo.rules.compiler.named), "found")
        for slot in lo.rules.layout.memory.values():
            if slot.cell.kind == "mark":
                for owner in range(slot.count):
                    sets.add(w, found, sets.at(lo.plan.kept(slot.slot, Const(owner))))
            if slot.cell.kind == "reference" and slot.cell.type.kind == "card":
                for place in (Const(slot.slot + owner) for owner in range(slot.count)):
                    with w.when(compare(">=", load(place), ZERO)):
                        sets.insert(w, found, load(place))
        w.give(found)

    return Call(lo.define("told", "told_apart", (), write, keeps=True), ())
