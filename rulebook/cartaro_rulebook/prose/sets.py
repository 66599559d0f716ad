"""Sets of cards, players or sides: what they are called, how they are counted, and where they are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cartaro_grammar import element
from cartaro_grammar import game as g
from cartaro_rulebook.prose import definitions, joined_conditions
from cartaro_rulebook.prose.joined_conditions import operands_of
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun, Phrase
from cartaro_rulebook.words.references import marked


@dataclass(frozen=True, slots=True)
class Elements:
    """The members of a set: their noun, what narrows it, and where they are."""

    noun: Noun
    modifiers: str = ""
    place: str = ""

    @property
    def rest(self) -> str:
        return self.modifiers + (f" {self.place}" if self.place else "")


def elements(e: g.Expr, scope: ProseScope, plural: bool = True) -> Elements:
    """The members of a set, ready to be counted or determined; `plural` says whether several are spoken of."""
    lang, naming = scope.lang, scope.naming
    match e:
        case g.InZone(zone) if naming.is_family(zone):
            return Elements(replace(naming.zone(zone), only_plural=False))
        case g.InZone(zone, owner):
            noun = naming.zone(zone)
            if naming.is_of_cards(noun):
                of = "" if owner is None or owner == scope.salient else lang.of(scope.value(owner).text)
                return Elements(replace(noun, only_plural=False), of)
            return Elements(naming.kernel("card"), "", place(e, scope))
        case g.Everyone() | g.AllCards():
            return Elements(naming.of_type(e.type))
        case g.Symbols(attribute):
            return Elements(naming.attribute(attribute))
        case g.Local() if e.type.kind == "group":
            return Elements(naming.kernel("card"), "", among(e, scope))
        case g.Local(name) if name in scope.roles:
            return Elements(replace(scope.roles[name], only_plural=False))
        case g.Where():
            return narrowed(e, scope, plural)
        case g.Operation("minus", (first, *others)):
            base, out = _less(first, tuple(others))
            inner = elements(base, scope)
            named = lang.series([scope.value(o).text for o in out])
            return replace(inner, place=f"{inner.place} {lang.say('except', x=named)}".strip())
        case g.Apply(function, arguments) if _of_cards(function, scope):
            return named_elements(definitions.function_noun(function, scope), arguments, scope)
        case g.Single(member) | g.Only(member):
            return _elements_of(e, member, scope)
        case _:
            return _elements_of(e, e, scope)


def _elements_of(e: g.Expr, members: g.Expr, scope: ProseScope) -> Elements:
    """Members by their kind alone, among those of a set."""
    return Elements(scope.naming.of_type(element(e.type) or e.type), "", among(members, scope))


def _of_cards(function: str, scope: ProseScope) -> bool:
    noun = definitions.function_noun(function, scope)
    return noun.named and scope.naming.is_of_cards(noun)


def named_elements(noun: Noun, arguments: tuple[g.Expr, ...], scope: ProseScope) -> Elements:
    """The members of a defined set whose name speaks of cards: the playable cards of the player."""
    if definitions.PLACED.search(noun.singular):
        one, many = (definitions.placed(form, arguments, scope) for form in (noun.singular, noun.plural))
        return Elements(Noun(one, many, noun.feminine))
    of = scope.lang.of(scope.lang.series([scope.value(a).text for a in arguments])) if arguments else ""
    return Elements(replace(noun, only_plural=False), of)


def _less(base: g.Expr, out: tuple[g.Expr, ...]) -> tuple[g.Expr, tuple[g.Expr, ...]]:
    while isinstance(base, g.Operation) and base.operator == "minus":
        out = (base.operands[1], *out)
        base = base.operands[0]
    return base, out


def narrowed(e: g.Where, scope: ProseScope, plural: bool = True) -> Elements:
    """The members for which something holds: kings on the table, cards of that suit, cards that are …"""
    found = elements(e.members, scope)
    local = g.Local(e.variable, element(e.type) or e.type, e.span)
    others: list[g.Expr] = []
    for part in joined_conditions.conjuncts(e.condition):
        kind = _kind_of(part, local, scope)
        if kind is None:
            others.append(part)
        elif isinstance(kind, Noun):
            named = isinstance(e.members, g.Local) and not found.place
            found = replace(found, noun=kind, place=among(e.members, scope) if named else found.place)
        else:
            found = replace(found, modifiers=found.modifiers + kind)
    if not others:
        return found
    inner = scope.mention(e.variable, scope.lang.forms.determined(found.noun, "that"))
    clause = joined_conditions.relative(tuple(others), local, inner, plural=plural)
    return Elements(found.noun, found.modifiers, f"{found.place} {clause}".strip())


def is_kind(e: g.Expr, local: g.Local, scope: ProseScope) -> bool:
    """Whether a condition on a card only says of what kind it is, so that one speaks of aces and not of cards that are aces."""
    return all(isinstance(_kind_of(part, local, scope), Noun) for part in joined_conditions.conjuncts(e))


def _kind_of(part: g.Expr, local: g.Local, scope: ProseScope) -> Noun | str | None:
    """A condition that a noun or an adjunct can say: `is a king`, `is of that suit`."""
    if isinstance(part, g.Apply) and part.arguments == (local,):
        kind = definitions.function_noun(part.function, scope)
        return kind if kind.named else None
    either = joined_conditions.disjuncts(part)
    if len(either) > 1:
        return _one_of([_kind_of(one, local, scope) for one in either], scope)
    match operands_of(part, "="):
        case (g.Attribute(attribute, card), g.Symbol(name)) if card == local:
            symbol = scope.naming.symbol(attribute, name)
            return symbol if symbol.named else " " + scope.lang.say("symbol_post", x=symbol.form(True))
        case (g.Attribute(_, card), other) if card == local and other.type.kind == "symbol":
            return " " + scope.lang.say("symbol_post", x=scope.value(other).text)
        case _:
            return None


def _one_of(kinds: list[Noun | str | None], scope: ProseScope) -> Noun | str | None:
    """Kings, knights or knaves; of cups or of coins.  None where one is neither a noun nor an adjunct, or they differ."""
    nouns = [kind for kind in kinds if isinstance(kind, Noun)]
    if len(nouns) == len(kinds):
        one, many = (scope.lang.series([noun.form(plural) for noun in nouns], "or") for plural in (False, True))
        return replace(nouns[0], singular=one, plural=many)
    adjuncts = [kind.strip() for kind in kinds if isinstance(kind, str)]
    return " " + scope.lang.series(adjuncts, "or") if len(adjuncts) == len(kinds) else None


def place(e: g.InZone, scope: ProseScope) -> str:
    """Where the cards of a zone are: in their hand, on the table."""
    noun = scope.naming.zone(e.zone)
    preposition = noun.place or scope.lang.word("place")
    return f"{preposition} {scope.value(e).text}"


def among(e: g.Expr, scope: ProseScope) -> str:
    """Being one of a set: in a zone, or among its members."""
    if isinstance(e, g.InZone) and not scope.naming.is_family(e.zone):
        return place(e, scope)
    if e.type.kind == "group":
        return f"{scope.lang.word('place')} {scope.value(e).text}"
    return scope.lang.say("among", x=set_phrase(e, scope).text)


def bare(e: g.Expr, scope: ProseScope) -> str:
    """The members without a determiner, as after `the number of`."""
    found = elements(e, scope)
    return scope.lang.forms.determined(found.noun, "bare", True).text + found.rest


def determined(e: g.Expr, scope: ProseScope, plural: bool = True) -> Phrase:
    found = elements(e, scope)
    return scope.lang.forms.determined(found.noun, "the", plural).then(found.rest)


def left_over(e: g.Expr, scope: ProseScope) -> str:
    """The one that is left of a set: the player who is neither the dealer, nor the partner; the only one among some others."""
    one = scope.naming.of_type(e.type)
    base, out = _less(e, ())
    if isinstance(base, g.Everyone) and base.type.kind == "players" and len(out) > 1:
        named = f", {scope.lang.word('nor')} ".join(scope.value(player).text for player in out)
        return scope.lang.say("neither_of", the=scope.lang.forms.determined(one, "the").text, out=named)
    return scope.lang.say("only_of", Phrase("", one.feminine), x=set_phrase(e, scope).text)


def set_phrase(e: g.Expr, scope: ProseScope) -> Phrase:
    """A set as a definite phrase: the cards in their hand, the kings on the table."""
    lang = scope.lang
    match e:
        case g.InZone(zone) if scope.naming.is_of_cards(scope.naming.zone(zone)):
            return scope.value(e)
        case g.InZone() | g.Everyone() | g.Where() | g.Symbols():
            return determined(e, scope)
        case g.Operation("minus", (g.Local() as those, out)) if those.type.kind == "cards" and those.name not in scope.roles:
            return scope.value(those).then(" " + lang.say("except", x=scope.value(out).text))
        case g.Operation("minus"):
            return determined(e, scope)
        case g.Apply(function) if _of_cards(function, scope):
            return determined(e, scope)
        case g.AllCards():
            return Phrase(lang.say("all_cards"), lang.noun("card").feminine, True)
        case g.Cards(cards):
            if scope.signs:
                return Phrase(card_signs(cards, scope, e.readings), plural=len(cards) != 1)
            names = [lang.forms.determined(scope.naming.card(n), "the") for n in cards]
            if len(names) == 1:
                return names[0]
            return Phrase(lang.series([n.text for n in names]), plural=True)
        case g.Operation("union", (first, second)):
            parts = [set_phrase(o, scope).text for o in (first, second)]
            return Phrase(lang.say("union", a=parts[0], b=parts[1]), plural=True)
        case g.Single(member):
            return scope.value(member)
        case _:
            return scope.value(e)


def card_signs(cards: tuple[int, ...], scope: ProseScope, readings: tuple[int | None, ...] = ()) -> str:
    """Cards in a series, to be shown by their pictures, with what each is read as."""
    return face_signs(faces_read(scope.naming.game, cards, readings), scope)


def face_signs(faces: tuple[int, ...], scope: ProseScope) -> str:
    """Faces in a series, to be shown by their pictures."""
    return scope.lang.series([marked("card", str(n), scope.naming.face_text(n)) for n in faces])


def faces_read(game: g.Game, cards: tuple[int, ...], readings: tuple[int | None, ...] = ()) -> tuple[int, ...]:
    """The faces that cards have with their readings; the card itself, where it has none, or cannot be read so."""
    faces, read = game.faces, readings or (None,) * len(cards)

    def face(card: int, like: int | None) -> int:
        return next((n for n in faces.of_card[card] if faces.faces[n].like == like), card)

    return tuple(face(card, like) for card, like in zip(cards, read, strict=True))
