"""Expressions in words: `value` gives a noun phrase, `condition` a sentence without its first capital and final stop.

Takes a typed expression and a `ProseScope`: the names bound, the nouns of an act's arguments, and what pronouns may refer to.
Guarantees a text for every expression, with references (`words.nouns.marked`) to clauses, options and cards.

The two entries come after the scope and match on the construct; then a section for each construct: joined conditions,
definitions, sets, values, comparisons, acts, quantifiers, flags and negations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, assert_never

from cartaro_grammar import (
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS_SETTING,
    TRUTH,
    Expr,
    Noun,
    Type,
    choose,
    conjuncts,
    default,
    disjuncts,
    element,
    is_integer,
    key_word_language,
    operands_of,
    parts,
    rewrite,
)
from cartaro_grammar import game as g
from cartaro_rulebook.prose.counted import Groups, groups_counted
from cartaro_rulebook.words.language import Language
from cartaro_rulebook.words.naming import Naming, in_language
from cartaro_rulebook.words.nouns import RELATIVE, Phrase, clean, marked, plain

# ------------------------------------------------------------------------- scope


FIRST_PART, SECOND_PART, START_OF_SECOND = "guide_in_first_part", "guide_in_second_part", "guide_at_second_part"
"""The labels of the parts of a hand to which rules belong."""


@dataclass(frozen=True, slots=True)
class PeriodOfMemory:
    """The noun of the period to which a cell belongs, and the rules that only give the cell the value again with which every
    period begins; `starts` are the rules of the hand that give it this value, if it is not the usual one.
    """

    noun: Noun
    again: tuple[str, ...]
    starts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProseScope:
    """The names bound at a place in a sentence, and the possible referents of pronouns.

    `bindings` has the phrase for each bound name, and `roles` the nouns of an act's parameters.  `salient` is the player or
    side that the sentence is about (*their* refers to it), and `relative` the subject of a relative clause (*that*).  `topic`
    is the set last counted (*their* total, or *its* total if the set has one member: `topic_is_one`).  `repeated` is the
    subject of the sentence before, which need not be repeated.  `lettered` are the bound names that are distinguished by
    letters.  With `signs` cards are shown only as pictures, without an article.  An `impersonal` sentence does not name the
    player.  The criteria of `listed` are in a list after the sentence.  A `told` sentence is of the guide, which says
    *everyone* and *nobody* for every player and no player.  `levels` has the words for the numbers of some counters, and
    `noted` the flags that one sentence notes of the players who do any of several acts.  `part` has the rules that belong to
    one part of the hand, with the key of its phrase.
    `laid` are the words that only state which side laid a group, and `order` is the only measure in which cards rank.  `tricks`
    has the places to which only whole tricks go, with the players of a trick, and `dealt` is a word without a wording for the
    number of cards that each player is dealt.
    `hands` are the counters of the hands played before this one, and `rounds` the counters of the turns of the first part of
    a hand, with the number of turns of a round.  `unit` is the counter to which the whole score of a hand goes, if its things
    have a name other than points (*one life*).  `amounts` has the meanings of words that are only values of memory.
    `again` is the pronoun for `salient` as a subject, if the sentence before names it.  With `one_of_several`, `salient` is
    each of several things (*their* value).  `movers` has the role of the only player who may do
    an act, and `afterwards` the conditions on a number plus the addition of a move to it, each as one on the number after the
    move.  `seats` has the names of players and sides by kind and number, if they have other names than their numbers.
    `periods` has the cells that begin again in each part of a hand with a name, such as a bout, and `changed` the roles that
    a sentence above gave to somebody: *the new attacker*.  `counted_as` are the words for the value of an attribute that a card
    counts as, and `single_kinds` the kinds of which there is one card at a time.  `between` are the flags that hold only
    between an act and the move after it, which the sentence about the parts of a hand states, and `opening` the acts and rules
    that end the first part: the player whom they let begin begins the second part (`opens`).
    """

    naming: Naming
    bindings: Mapping[str, Phrase] = field(default_factory=dict[str, Phrase])
    roles: Mapping[str, Noun] = field(default_factory=dict[str, Noun])
    salient: Expr | None = None
    relative: Expr | None = None
    pronoun: str = ""
    topic: Expr | None = None
    topic_is_one: bool = False
    repeated: Expr | None = None
    lettered: tuple[str, ...] = ()
    signs: bool = False
    impersonal: bool = False
    listed: Expr | None = None
    told: bool = False
    again: Phrase | None = None
    one_of_several: bool = False
    levels: Mapping[str, Mapping[int, str]] = field(default_factory=dict[str, Mapping[int, str]])
    noted: frozenset[str] = frozenset()
    part: Mapping[str, str] = field(default_factory=dict[str, str])
    laid: frozenset[str] = frozenset()
    order: str = ""
    tricks: Mapping[str, Expr] = field(default_factory=dict[str, Expr])
    dealt: str = ""
    hands: frozenset[str] = frozenset()
    rounds: Mapping[str, int] = field(default_factory=dict[str, int])
    unit: str = ""
    beginners: frozenset[str] = frozenset()
    amounts: Mapping[str, str] = field(default_factory=dict[str, str])
    read: frozenset[str] = frozenset()
    movers: Mapping[str, Expr] = field(default_factory=dict[str, Expr])
    afterwards: Mapping[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    seats: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict[str, tuple[Phrase, ...]])
    periods: Mapping[str, PeriodOfMemory] = field(default_factory=dict[str, PeriodOfMemory])
    changed: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()
    opening: frozenset[str] = frozenset()
    opens: bool = False
    counted_as: Mapping[str, str] = field(default_factory=dict[str, str])
    single_kinds: frozenset[str] = frozenset()

    @property
    def lang(self) -> Language:
        return self.naming.language

    def value(self, e: Expr) -> Phrase:
        """Return the noun phrase for any expression; a truth value becomes a sentence."""
        return value(e, self)

    def condition(self, e: Expr, negated: bool = False) -> str:
        """Return the sentence for any condition, without its first capital and final stop; denied when `negated`."""
        return condition(e, self, negated)

    def bind(self, name: str, phrase: Phrase) -> ProseScope:
        return replace(self, bindings={**self.bindings, name: phrase})

    def with_salient(self, salient: Expr | None) -> ProseScope:
        return replace(self, salient=salient, topic=None, repeated=None, again=None, one_of_several=False)

    def with_topic(self, topic: Expr | None, single: bool = False) -> ProseScope:
        return replace(self, topic=topic, topic_is_one=single)

    def with_repeated(self, again: Expr | None) -> ProseScope:
        return replace(self, repeated=again)

    def in_relative_clause(self, relative: Expr | None, pronoun: str) -> ProseScope:
        return replace(self, relative=relative, pronoun=pronoun, salient=relative or self.salient, topic=None, repeated=None)


# ---------------------------------------------------------- values and conditions


def numbered(of: Type, number: int, scope: ProseScope) -> Phrase:
    """Word a player, a side or something else that has a number: *the player 1*, or by its name in the scope."""
    if number < len(names := scope.seats.get(of.kind, ())):
        return names[number]
    noun = scope.naming.numbered(of)
    the = scope.lang.forms.determined(noun, "the").text
    return Phrase(scope.lang.text("numbered", the=the, noun=noun.form(False), n=str(number + 1)), noun.feminine)


def called_seats(scope: ProseScope) -> Mapping[str, tuple[Phrase, ...]]:
    """Return the phrases for players and sides if people have names at the table: a player without a name keeps the number,
    and a side is named by its players if all of them have names.
    """
    game = scope.naming.game
    called = [*map(clean, game.called), *[""] * game.players][: game.players]

    def side(number: int) -> Phrase:
        members = [name for name, of in zip(called, game.side_of, strict=True) if of == number]
        return Phrase(scope.lang.series(members)) if all(members) else numbered(Type("side"), number, scope)

    players = (Phrase(name) if name else numbered(Type("player"), n, scope) for n, name in enumerate(called))
    return {"player": tuple(players), "side": tuple(map(side, range(game.sides)))}


def value(e: g.Expr, scope: ProseScope) -> Phrase:
    """Return the noun phrase for any expression; a truth value becomes a sentence."""
    lang, naming, e = scope.lang, scope.naming, resolve_single_side(e, scope)
    match e:
        case g.Number(number):
            return Phrase(str(number), plural=number != 1)
        case g.Truth(yes):
            return Phrase(lang.text("true" if yes else "false"))
        case g.Symbol(name, of):
            return lang.forms.determined(naming.symbol(of.enumeration, name), "the")
        case g.Symbols(attribute):
            return lang.forms.determined(naming.attribute(attribute), "the", True)
        case g.Numbers(low, high):
            return Phrase(lang.text("numbers_between", a=scope.value(low).text, b=scope.value(high).text), plural=True)
        case g.AllCards() | g.Cards() | g.Everyone() | g.Where() | g.Single():
            return set_phrase(e, scope)
        case g.LastPlayer():
            return lang.forms.determined(lang.noun("last_player"), "the")
        case g.Nobody():
            return Phrase(lang.text("nobody"))
        case g.Actor():
            return scope.bindings.get("", lang.forms.determined(naming.kernel_noun("player"), "the"))
        case g.Local(name):
            return scope.bindings.get(name, Phrase(marked("word", name, name)))
        case g.Setting(option):
            return Phrase(marked("option", option, naming.option_value(naming.game.chosen[option])), plural=True)
        case g.InZone(zone) if naming.is_family(zone):
            return lang.forms.determined(naming.zone(zone), "the", True)
        case g.InZone(zone, g.Everyone()) if naming.names_cards(naming.zone(zone)):
            return definite_set(e, scope)
        case g.InZone(zone, owner):
            return possession(naming.zone(zone), owner, scope)
        case g.Recall():
            return cell_value(e, scope)
        case g.Attribute() | g.Apply() | g.ScoreOf() | g.Size() | g.Total() | g.Extreme():
            return computed_value(e, scope)
        case g.Operation():
            return operation(e, scope)
        case g.Only(g.Apply(_, ()) as named):
            return scope.value(named)
        case g.Only(g.InZone(zone, owner) as cards) if not isinstance(owner, g.Everyone) and not naming.is_family(zone):
            return _card_of_zone(cards, scope)
        case g.Only(g.Cards((_,)) as card):
            return set_phrase(card, scope)
        case g.Only(g.Operation("minus", (g.AllCards(), g.Operation("minus", (g.AllCards(), g.Single(card)))))):
            return _as_printed(scope.value(card), scope)
        case g.Only(g.Where()) if (side := resolve_single_side(e, scope)) is not e:
            return scope.value(side)
        case g.Only(members):
            found = set_phrase(members, scope)
            one = naming.of_type(e.type)
            return Phrase(lang.text("only_of", Phrase("", one.feminine), x=found.text), one.feminine)
        case g.OverSets():
            return over_sets(e, scope)
        case g.Select():
            return selection(e, scope)
        case g.Neighbour():
            return neighbour(e, scope)
        case g.FirstOf():
            return first_of(e, scope)
        case g.SideOf(player):
            return possession(naming.kernel_noun("side"), player, scope)
        case g.Top(g.InZone(zone) as pile) if has_the_name_of_its_card(naming.zone(zone), scope):
            return _card_of_zone(pile, scope)
        case g.Top(pile):
            return Phrase(lang.text("top", x=scope.value(pile).text), lang.noun("card").feminine)
        case g.Quantified() | g.Can() | g.Applies() | g.Pattern() | g.Splits() | g.ReadAs():
            return Phrase(scope.condition(e))
        case _:
            assert_never(e)


def condition(e: g.Expr, scope: ProseScope, negated: bool = False) -> str:
    """Return the sentence for any condition; denied when `negated`."""
    lang = scope.lang
    if scope.afterwards and e in scope.afterwards:
        return lang.text("afterwards", x=scope.condition(scope.afterwards[e], negated))
    match e:
        case g.Truth(yes):
            return lang.text("true" if yes != negated else "false")
        case g.Operation("not", (inner,)):
            return scope.condition(inner, not negated)
        case g.Operation("and" | "or"):
            return joined_condition(e, scope, negated)
        case g.Operation("=" | "<" | "<="):
            return comparison(e, scope, negated)
        case g.Operation("in", (member, g.Recall(mark))) if _is_mark(mark, scope):
            x = scope.naming.quoted(scope.naming.cell(mark).form(True))
            return lang.text("is_marked", subject_phrase(member, scope), negated, x=x)
        case g.Operation("in", (member, g.Cards(readings=()) as cards)) if (
            not scope.signs and len(_card_names(cards, scope)) == 1
        ):
            return lang.text("is", subject_phrase(member, scope), negated, x=_card_names(cards, scope)[0].text)
        case g.Operation("in" | "subset", (g.Cards(readings=()) as cards, g.InZone(zone, owner) as there)) if (
            owner is not None and owner == scope.relative and not negated and not scope.naming.is_family(zone)
        ):
            return lang.text("have_in", subject_phrase(owner, scope), q=scope.value(cards).text, place=place(there, scope))
        case g.Operation("in" | "subset", (member, members)):
            phrase = subject_phrase(member, scope)
            return lang.text("is_in", phrase, negated, place=membership(members, scope))
        case g.Quantified():
            return (None if negated else _somebody_without_cards(e, scope)) or quantified(e, scope, negated)
        case g.Apply():
            return applied_condition(e, scope, negated)
        case g.Recall():
            return flag(e, scope, negated)
        case g.Can():
            return can_act(e, scope, negated)
        case g.Applies(clause):
            return lang.text("applies_not" if negated else "applies", x=scope.naming.clause(clause))
        case g.Pattern(pattern, cards, attribute):
            noun = scope.naming.noun(attribute, attribute_names(attribute, scope))
            is_known = cards in (scope.relative, scope.repeated, scope.salient)
            subject = subject_phrase(cards, scope) if is_known else set_phrase(cards, scope)
            same = lang.forms.determined(lang.with_adjective("same", noun), "the").text
            other = lang.with_adjective("different", noun)
            the = lang.forms.determined(noun, "the").text
            key = f"is_{pattern}"
            if pattern == "consecutive" and scope.told and not noun.named:
                key = "is_consecutive_plainly"  # in the guide, the cards are listed in their order
            return lang.text(key, subject, negated, x=the, same=same, different=other.form(False), differents=other.form(True))
        case g.Splits():
            return division(e, scope, negated)
        case g.ReadAs(card, reading):
            key = "stands_for_not" if negated else "stands_for"
            return lang.text(key, subject_phrase(card, scope), x=scope.value(reading).text)
        case _:
            return _as_value(e, scope, negated)


# ------------------------------------------------------------- joined conditions


def join_or(texts: list[str], scope: ProseScope) -> str:
    """Word A or B; two parts follow *either*."""
    if len(texts) == 2:
        return scope.lang.text("either", a=texts[0], b=texts[1])
    return scope.lang.series(texts, "or")


def case_text(e: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """Word the condition after `when`; some languages use other words there to join its parts than between whole sentences."""
    parts = conjuncts(*e)
    if len(parts) == 1:
        others = disjuncts(parts[0])
        known = (one_of, one_card_of, _cards_as_themselves, both_or_neither)
        if any(wording(parts[0], scope) is not None for wording in known):
            return scope.condition(parts[0])
        texts = _different([scope.condition(part) for part in _grouped(others)])
        if len(texts) == 2:
            return scope.lang.text("either_when", a=texts[0], b=texts[1])
        if len(others) > 1:
            return scope.lang.series(texts, "or_when")
    return conjunction(parts, scope, word="and_when")


def conjunction(parts: tuple[g.Expr, ...], scope: ProseScope, negated: bool = False, word: str = "and") -> str:
    """Word that all parts hold; the parts after the first refer to the set that it counts by a pronoun (*their*)."""
    texts: list[str] = []
    subjects: list[g.Expr | None] = []
    alone = () if negated else _only_card_there(parts, scope)
    for part in parts if negated else _merged_by_place(_merged_alike(_without_own_values(parts, scope))):
        if alone and part == alone[0]:
            continue
        text = (
            scope.condition(part, negated)
            if part not in parts or negated
            else _card_as_itself(part, parts, scope) or scope.condition(part)
        )
        text = alone[2] if alone and part == alone[1] else text
        alternative = isinstance(part, g.Operation) and part.operator == ("and" if negated else "or")
        alternative = alternative and one_of(part, scope) is None and one_card_of(part, scope) is None
        denied = text.startswith(scope.lang.text("not", x="").strip())  # the negation would apply to the other parts too
        texts.append(f"({text.strip()})" if (alternative or denied) and len(parts) > 1 else text)
        reckoned = counted_cards(part)
        if reckoned is not None:
            scope = scope.with_topic(*reckoned)
        spoken_of = _grammatical_subject(part)
        subjects.append(spoken_of or _set_counted(part))
        if scope.salient is None and scope.relative is None:
            scope = replace(scope, salient=_player_of(part))
        elif (spoken_of is not None and _names_somebody_else(spoken_of, scope)) or (
            _speaks_of_several(part) and scope.relative is None
        ):
            scope = replace(scope, salient=None)
        scope = scope.with_repeated(None if alternative or negated else spoken_of)
        if scope.relative is not None:
            scope = replace(scope, pronoun="")
    return scope.lang.series(_after_the_first_copula(texts, subjects, scope), word)


def _set_counted(part: g.Expr) -> g.Expr | None:
    """Return the named set whose size a condition compares with a number."""
    sizes = [one.members for one in operands_of(part, "=", "<", "<=") if isinstance(one, g.Size)]
    return sizes[0] if len(sizes) == 1 and isinstance(sizes[0], g.Local) else None


def _after_the_first_copula(texts: list[str], subjects: list[g.Expr | None], scope: ProseScope) -> list[str]:
    """Return conditions without a copula that the condition before has for the same subject: *they are three and alike*."""
    copulas = scope.lang.phrases["copulas"].split()
    found = texts[:1]
    for (before, text), (one, other) in zip(pairwise(texts), pairwise(subjects), strict=True):
        verb, _, rest = text.partition(" ")
        same = other is not None and one in (None, other)
        again = scope.told and same and verb in copulas and f" {verb} " in f" {before}" and "(" not in before
        found.append(rest if again and rest and not any(_denies(one, scope) for one in (before, text)) else text)
    return found


def _own_values(card: g.Expr, parts: tuple[g.Expr, ...], scope: ProseScope) -> tuple[g.Expr, ...]:
    """Return the parts which state that a card is read with its own value and suit, if another part states which card it is."""
    member, one = next(((e, n) for part in disjuncts(card) for e, n in [_which_card(part)]), (None, -1))
    if member is None or any(_which_card(part)[0] != member for part in disjuncts(card)):
        return ()
    deck = scope.naming.game.deck
    kinds = {deck.cards[n].attributes for part in disjuncts(card) for _, n in [_which_card(part)]}
    if len(kinds) > 1:
        return ()
    own = {(name, value) for name, value in deck.cards[one].attributes}

    def states_own(part: g.Expr) -> bool:
        match operands_of(part, "="):
            case (g.Attribute(name, of), g.Symbol(value)) if of == member:
                return (name, value) in own
            case _:
                return False

    return tuple(part for part in parts if states_own(part))


def _which_card(part: g.Expr) -> tuple[g.Expr | None, int]:
    match operands_of(part, "in"):
        case (member, g.Cards((card,), readings=())):
            return member, card
        case _:
            return None, -1


def _without_own_values(parts: tuple[g.Expr, ...], scope: ProseScope) -> tuple[g.Expr, ...]:
    """Return the parts without those that only state that a named card is read as itself (see `_card_as_itself`)."""
    own = [one for part in parts for one in _own_values(part, parts, scope)]
    return tuple(part for part in parts if part not in own)


def _card_as_itself(part: g.Expr, parts: tuple[g.Expr, ...], scope: ProseScope) -> str | None:
    """Word that a card is a certain card and is read as itself: *is the two of hearts, read as such*."""
    member, _ = _which_card(disjuncts(part)[0])
    if member is None or not _own_values(part, parts, scope):
        return None
    cards = [n for one in disjuncts(part) for _, n in [_which_card(one)]]
    name = _card_names(g.Cards(tuple(cards), CARDS, part.span), scope)[0]
    return scope.lang.text("is_as_itself", subject_phrase(member, scope), x=name.text)


def _cards_as_themselves(e: g.Expr, scope: ProseScope) -> str | None:
    """Word that a card is one of all cards of a value and is read as itself: *is a two read as such*."""
    cards, members = set[int](), set[g.Expr]()
    deck = scope.naming.game.deck
    for one in disjuncts(e) if operands_of(e, "or") else ():
        asked = conjuncts(one)
        head = next((part for part in asked if _own_values(part, asked, scope)), None)
        if head is None or len(_own_values(head, asked, scope)) != len(asked) - 1 or not _reads_all(head, asked, scope):
            return None
        found = [_which_card(part) for part in disjuncts(head)]
        cards |= {card for _, card in found}
        members |= {member for member, _ in found if member is not None}
    for kind in deck.cards[min(cards)].attributes if len(members) == 1 else ():
        if {n for n, card in enumerate(deck.cards) if kind in card.attributes} == cards:
            one_card = scope.lang.forms.determined(scope.naming.symbol(*kind), "a").text
            return scope.lang.text("is_as_itself", subject_phrase(members.pop(), scope), x=one_card)
    return None


def _reads_all(head: g.Expr, asked: tuple[g.Expr, ...], scope: ProseScope) -> bool:
    """Return whether a card is read with all of its own values."""
    _, card = _which_card(disjuncts(head)[0])
    return len(asked) - 1 == len(scope.naming.game.deck.cards[card].attributes)


def _names_somebody_else(spoken_of: g.Expr, scope: ProseScope) -> bool:
    """Return whether a part names a person other than the subject of the sentence. A pronoun would then refer to that
    person.
    """
    return spoken_of.type.kind in ("player", "side") and spoken_of != scope.salient and scope.relative is None


def _speaks_of_several(part: g.Expr) -> bool:
    """Return whether the subject of a condition is players or sides, to whom a pronoun in the next condition would refer."""
    return isinstance(part, g.Quantified) and part.members.type.kind in ("players", "sides")


def _only_card_there(parts: tuple[g.Expr, ...], scope: ProseScope) -> tuple[g.Expr, g.Expr, str] | tuple[()]:
    """Return two conditions that one card is in a place and that a card there has a property, and both in words: *the only card
    left in their hand is wild*.
    """
    for one in parts if scope.told else ():
        pair = operands_of(one, "=")
        members = next((e.members for e in map(_size_alone, pair) if e is not None), None)
        if members is None or not any(isinstance(e, g.Number) and e.value == 1 for e in pair):
            continue
        for other in parts:
            if not isinstance(other, g.Quantified) or other.quantifier != "some" or other.members != members:
                continue
            local = g.Local(other.variable, CARD, other.span)
            found = elements(members, scope, plural=False)
            text = predicates(
                conjuncts(other.condition), local, scope.bind(local.name, scope.lang.forms.determined(found.noun, "that"))
            )
            if text is not None:
                head = Phrase(found.noun.form(False) + found.rest, found.noun.feminine)
                return one, other, scope.lang.text("only_one_there", head, c=text)
    return ()


def _size_alone(e: g.Expr) -> g.Size | None:
    """Return a number of cards, also if it is written as a difference."""
    match (e,):
        case (g.Size(),):
            return e
        case (g.Operation("-", (g.Size(g.InZone() as zone), g.Size(g.Local() as taken))),):
            return g.Size(g.Operation("minus", (zone, taken), CARDS, e.span), NUMBER, e.span)
        case _:
            return None


def _merged_alike(parts: tuple[g.Expr, ...]) -> tuple[g.Expr, ...]:
    """Merge the parts that compare a card with several others: *is of the same rank as the second and the third card*."""
    joined: list[g.Expr] = []
    for part in parts:
        match operands_of(joined[-1], "=") if joined else (), operands_of(part, "="):
            case (
                (g.Attribute(name, card) as left, g.Attribute(other, likes)),
                (g.Attribute(same, again), g.Attribute(another, like)),
            ) if name == other == same == another and card == again:
                both = g.Operation("union", (likes, like), CARDS, part.span)
                whole = g.Attribute(name, both, left.type, part.span)
                joined[-1] = g.Operation("=", (left, whole), TRUTH, part.span)
            case _:
                joined.append(part)
    return tuple(joined)


def _merged_by_place(parts: tuple[g.Expr, ...]) -> tuple[g.Expr, ...]:
    """Merge the parts that place cards in the same zone, as in *the knave, the knight and the king*."""
    joined: list[g.Expr] = []
    for part in parts:
        match operands_of(joined[-1], "in", "subset") if joined else (), operands_of(part, "in", "subset"):
            case (g.Cards(before, readings=()), there), (g.Cards(more, readings=()), here) if here == there:
                cards = g.Cards((*before, *more), CARDS, part.span)
                joined[-1] = g.Operation("subset", (cards, here), TRUTH, part.span)
            case _:
                joined.append(part)
    return tuple(joined)


def counted_cards(part: g.Expr) -> tuple[g.Expr, bool] | None:
    """Return the cards that a condition counts, and whether it counts a single card."""
    match operands_of(part, "=", "<", "<="):
        case (g.Size(members), g.Number(1)) if members.type.kind == "cards" and operands_of(part, "="):
            return members, True
        case (g.Size(members), _) | (_, g.Size(members)) if members.type.kind == "cards":
            return members, False
        case _:
            return None


def _player_of(part: g.Expr) -> g.Expr | None:
    """Return the player that a condition is about."""
    if isinstance(part, g.Can | g.Recall):
        owner = part.actor if isinstance(part, g.Can) else part.owner
        return owner if isinstance(owner, g.Actor) else None
    match operands_of(part, "=", "<", "<=", "not"):
        case (inner,):
            return _player_of(inner)
        case (g.Actor() as actor, _) if operands_of(part, "="):
            return actor
        case (one, other):
            first = min(one, other, key=lambda e: e.span.start)
            return first.owner if isinstance(first, g.Recall) and isinstance(first.owner, g.Actor) else None
        case _:
            return None


def _grammatical_subject(part: g.Expr) -> g.Expr | None:
    """Return the grammatical subject of a condition; None if it is not clear."""
    match part:
        case g.Pattern(_, subject) | g.Splits(subject) | g.ReadAs(subject) | g.Recall(_, subject) | g.Can(_, subject):
            return subject
        case g.Operation():
            return _subject_of_operation(part)
        case g.Apply(_, arguments):
            return arguments[0] if len(arguments) == 1 and part.type == TRUTH else None
        case _:
            return default(part, None)


def _subject_of_operation(part: g.Operation) -> g.Expr | None:
    match part.operator, part.operands:
        case ("in" | "subset", (subject, _)):
            return subject
        case "=", (g.Attribute(_, subject), other) if other.type.kind == "symbol":
            return subject
        case "=", (person, other) if person.type.kind in ("player", "side") and not isinstance(other, g.Nobody):
            return other if isinstance(other, g.Actor) and not isinstance(person, g.Actor) else person
        case "=", (g.Size(g.Apply() as members), g.Number()):
            return members
        case ("=" | "<" | "<=", operands):
            first = min(operands, key=lambda e: e.span.start)
            return first.owner if isinstance(first, g.Recall) and first.type.kind == "number" else None
        case "not", (inner,):
            return _grammatical_subject(inner)
        case _:
            return None


def relative_clause(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope, plural: bool) -> str:
    """Word `that are dark and …`, or `such that …` if the member is not the subject of every part."""
    text = clause_of_member(parts, local, scope, plural)
    if text is not None:
        return text
    lang = scope.lang
    key = "such_that_player" if local.type.kind == "player" else "such_that"
    again = lang.word("card_again") if local.type.kind == "card" and not plural else ""
    named = scope.bind(local.name, Phrase(again)) if again else scope
    inner = replace(named.with_salient(local), one_of_several=plural)
    return lang.text(key, _mention(local, scope, plural), x=conjunction(parts, inner))


def clause_of_member(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope, plural: bool) -> str | None:
    """Word `that are dark and …`, or `whose hand is empty`; None if the member is not the subject of every part."""
    bare = _with_empty_zone(parts, local, scope)
    if bare is not None:
        return bare
    text = predicates(parts, local, scope.bind(local.name, _mention(local, scope, plural)))
    if text is None:
        return None
    return f"{scope.lang.text('who_relative' if local.type.kind == 'player' else 'that_relative')} {text}"


def _mention(local: g.Local, scope: ProseScope, plural: bool) -> Phrase:
    mention = scope.bindings.get(local.name, Phrase(""))
    return replace(mention, plural=plural) if plural else mention


def _with_empty_zone(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope) -> str | None:
    """Word `whose hand is empty`, or its denial, if that is the only condition on a player or a side; None for other
    conditions.
    """
    denied = [operands_of(part, "not") for part in parts]
    negated = len(parts) == 1 and denied[0] != ()
    match [operands_of(part, "=") for part in (denied[0] if negated else parts)]:
        case [(g.Size(g.InZone(zone, owner)), g.Number(0))] if owner == local:
            noun = scope.naming.zone(zone)
            if scope.told and local.type.kind == "player":
                return None
            the = scope.lang.forms.determined(noun, "the", noun.only_plural)
            return scope.lang.text("whose_empty", the, negated, the=the.text, x=noun.form(noun.only_plural))
        case _:
            return None


def predicates(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope, negated: bool = False) -> str | None:
    """Return what the conditions state about a member, without the subject (`is dark and has a value of 3`); None if the member
    is not the subject of all of them.
    """
    texts: list[str] = []
    inner = scope.in_relative_clause(local, RELATIVE)
    for part in parts:
        alternatives = disjuncts(part)
        if len(alternatives) > 1 and not negated and one_of(part, inner) is None:
            choices = [predicates((one,), local, scope) for one in alternatives]
            if None in choices:
                return None
            joined_words = scope.lang.series([one for one in choices if one is not None], "or")
            texts.append(f"({joined_words})" if len(parts) > 1 else joined_words)
            continue
        text = inner.condition(part, negated).strip()
        if not text.startswith(RELATIVE) or RELATIVE in text[1:]:
            return None
        texts.append(text[1:].strip())
    return scope.lang.series(_with_one_copula(texts, scope))


def _with_one_copula(texts: list[str], scope: ProseScope) -> list[str]:
    """Return predicates of one subject with the copula only in the first: *is red, high and new*; a denial needs its own."""
    copulas = scope.lang.phrases["copulas"].split()
    verb = texts[0].partition(" ")[0] if texts and scope.told else ""
    found = texts[:1]
    for text in texts[1:]:
        again, _, rest = text.partition(" ")
        plainly = verb in copulas and again == verb and not any(_denies(one, scope) for one in texts)
        found.append(rest if plainly else text)
    return found


def one_of(e: g.Expr, scope: ProseScope, negated: bool = False) -> str | None:
    """Word that something is one of several values: a card is a queen or a king; None for any other condition."""
    pairs = [operands_of(part, "=") for part in operands_of(e, "or") and disjuncts(e)]
    if not pairs or () in pairs or any(pair[0] != pairs[0][0] for pair in pairs):
        return None
    left, values = pairs[0][0], [pair[1] for pair in pairs]
    if left.type.kind not in ("symbol", "number", "player", "side", "card") or any(isinstance(v, g.Nobody) for v in values):
        return None
    if left.type.kind == "number" and (bare_noun(left, scope) is None and not isinstance(left, g.Attribute)):
        return None
    about, key, texts = subject_phrase(left, scope), "is", [scope.value(v).text for v in values]
    if isinstance(left, g.Attribute) and left.type.kind == "symbol":
        about, key = subject_phrase(left.card, scope), "is_of"
        symbols = [scope.naming.symbol(left.name, v.name) for v in values if isinstance(v, g.Symbol)]
        if len(symbols) == len(values):
            is_named = all(symbol.named for symbol in symbols)
            key = "is" if is_named else "is_of"
            forms = scope.lang.forms
            texts = [forms.determined(one, "a").text if is_named else one.form(True) for one in symbols]
    return scope.lang.text(key, about, negated, x=scope.lang.series(texts, "or"))


def one_card_of(e: g.Expr, scope: ProseScope, negated: bool = False) -> str | None:
    """Word that a card is one of several cards, by their common value if they are all the cards that have it: *the card is a
    two*.  Return None for any other condition.
    """
    found = [operands_of(part, "in") for part in operands_of(e, "or") and disjuncts(e)]
    cards: list[int] = []
    for pair in found:
        match pair:
            case (member, g.Cards((card,), readings=())) if member == found[0][0]:
                cards.append(card)
            case _:
                return None
    if not cards:
        return None
    subject, deck = subject_phrase(found[0][0], scope), scope.naming.game.deck
    for kind in deck.cards[cards[0]].attributes:
        if {n for n, card in enumerate(deck.cards) if kind in card.attributes} == set(cards):
            symbol = scope.naming.symbol(*kind)
            one = scope.lang.forms.determined(symbol, "a").text
            return scope.lang.text(
                "is" if symbol.named else "is_of", subject, negated, x=one if symbol.named else symbol.form(True)
            )
    named = _card_names(g.Cards(tuple(cards), CARDS, e.span), scope)
    return scope.lang.text("is", subject, negated, x=scope.lang.series([name.text for name in named], "or"))


def both_or_neither(e: g.Expr, scope: ProseScope) -> str | None:
    """Word two conditions of which both hold or neither; None for any other condition."""
    pairs = [conjuncts(one) for one in disjuncts(e)] if scope.told and operands_of(e, "or") else []
    if len(pairs) != 2 or any(len(pair) != 2 for pair in pairs):
        return None
    (first, second), others = pairs
    if {scope.condition(_opposite(one)) for one in (first, second)} != {scope.condition(one) for one in others}:
        return None
    return scope.lang.text("both_or_neither", a=scope.condition(first), b=scope.condition(second))


def _opposite(e: g.Expr) -> g.Expr:
    """Return the denial of a condition in the form in which authors write it."""
    match (e,):
        case (g.Operation("not", (inner,)),):
            return inner
        case (g.Operation("<", (g.Number(0), g.Size() as members)),):
            return g.Operation("=", (members, g.Number(0, NUMBER, e.span)), TRUTH, e.span)
        case (g.Operation("=", (g.Size() as members, g.Number(0))),):
            return g.Operation("<", (g.Number(0, NUMBER, e.span), members), TRUTH, e.span)
        case _:
            return g.Operation("not", (e,), TRUTH, e.span)


def _grouped(parts: tuple[g.Expr, ...]) -> tuple[g.Expr, ...]:
    """Return alternatives, with single cards grouped: *is a two, or is an ace*."""
    members = [_which_card(part)[0] for part in parts]
    cards = [part for part, member in zip(parts, members, strict=True) if member is not None and members.count(member) > 1]
    if not 1 < len(cards) < len(parts) or any(member not in (None, members[parts.index(cards[0])]) for member in members):
        return parts
    whole = cards[0]
    for one in cards[1:]:
        whole = g.Operation("or", (whole, one), TRUTH, one.span)
    return (whole, *(part for part in parts if part not in cards))


def _different(texts: list[str]) -> list[str]:
    """Return texts in order, without duplicates."""
    return list({plain(text): text for text in texts}.values())


def joined_condition(e: g.Operation, scope: ProseScope, negated: bool) -> str:
    """Word a conjunction or disjunction. The negation of one is worded as the other."""
    listed = (
        one_of(e, scope, negated) or one_card_of(e, scope, negated) or (None if negated else _cards_as_themselves(e, scope))
    )
    if listed is not None:
        return listed
    parts = conjuncts(e) if e.operator == "and" else disjuncts(e)
    both = None if negated else both_or_neither(e, scope)
    if both is not None:
        return both
    if (e.operator == "and") != negated:
        return conjunction(parts, scope, negated)
    texts = _different([scope.condition(part, negated) for part in _grouped(parts)])
    return texts[0] if len(texts) == 1 else join_or(texts, scope)


# ------------------------------------------------------------------- definitions


PREPOSITIONS_OF = ("di", "of", "de")
"""The prepositions with which an author may end the name of a definition, in any of the languages."""
ARGUMENT_SLOT = re.compile(r"\{(\d)\}")


def function_noun(name: str, scope: ProseScope) -> Noun:
    """Return the noun of a definition.  If a definition such as `takings_of` has no wording, its preposition is left out,
    because it is added before the argument.
    """
    if name == scope.dealt:
        return scope.lang.noun("cards_dealt")
    names = scope.naming.game.function[name].names if name in scope.naming.game.function else ()
    bare, _, last = name.rpartition("_")
    if bare and last in PREPOSITIONS_OF and scope.naming.text(name, names) is None:
        return scope.naming.noun(bare)
    noun = scope.naming.noun(name, names)
    return noun if noun.named or not scope.told else _with_its_type(name, noun, scope)


def _with_its_type(name: str, noun: Noun, scope: ProseScope) -> Noun:
    """Return the name of a definition that the author gave no words, after the noun for its values: *the rank “to ask for”*."""
    function = scope.naming.game.function[name]
    if function.parameters or function.result.kind not in ("symbol", "player", "side"):
        return noun
    kind = scope.naming.of_type(function.result)
    return Noun(f"{kind.singular} {noun.singular}", f"{kind.plural} {noun.singular}", kind.feminine) if kind.named else noun


def function_arguments(name: str, arguments: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """Return ` of x`, or an empty text if the name has slots for the arguments."""
    if not arguments or ARGUMENT_SLOT.search(function_noun(name, scope).singular):
        return ""
    if scope.told and len(arguments) > 1:
        first, *others = (_enclosed(a, scope) for a in arguments)
        return scope.lang.of(scope.lang.text("for_others", x=first, others=scope.lang.series(others)))
    return scope.lang.of(scope.lang.series([_enclosed(a, scope) for a in arguments]))


def _enclosed(e: g.Expr, scope: ProseScope) -> str:
    """Word a value inside a longer phrase, such as an argument inside the name of a definition or a bound in a relative clause.
    It is in brackets if the text after it could be read as part of it, or if it could be read as part of the name.
    """
    text = scope.value(e).text
    return f"({text})" if operands_of(e, *ARITHMETIC, "union") else text


def fill_arguments(text: str, arguments: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """Fill the slots `{1}`, `{2}` of a name with the arguments."""

    def argument(found: re.Match[str]) -> str:
        at = int(found[1]) - 1
        if at >= len(arguments):
            return "…"
        e = arguments[at]
        if e == scope.relative and found.start() == 0:
            return scope.pronoun
        if e == scope.salient and found.start() == 0 and not scope.value(e).plural:
            named = scope.lang.forms.pronoun(scope.value(e))
            return _enclosed(e, scope) if named is None else named
        if isinstance(e, g.Symbol):
            return scope.naming.symbol_text(e.type.enumeration, e.name)
        return _enclosed(e, scope)

    return ARGUMENT_SLOT.sub(argument, text).strip()


def short_definition(clause: g.Clause, node: g.Definition, noun: Noun, scope: ProseScope) -> str | None:
    """Word a definition of a kind in a few words, if its clause allows that; else return None."""
    return _definition_by_agreement(clause, node, noun, scope) or _definition_by_kinds(clause, node, noun, scope)


def _definition_by_agreement(clause: g.Clause, node: g.Definition, noun: Noun, scope: ProseScope) -> str | None:
    """Word a kind of two members with the same values of certain attributes: two cards of the same suit and rank are twins."""
    if clause.when or ARGUMENT_SLOT.search(noun.singular):
        return None
    shared: list[str] = []
    for part in conjuncts(node.value):
        match operands_of(part, "="):
            case (g.Attribute(a, g.Local(x)), g.Attribute(b, g.Local(y))) if a == b and (x, y) == node.parameters:
                shared.append(scope.naming.attribute(a).form(False))
            case _:
                return None
    card = scope.naming.kernel_noun("card")
    cards = Phrase("", card.feminine, True)
    return scope.lang.text("two_alike", cards, noun=card.form(True), shared=scope.lang.series(shared), kind=noun.form(True))


def _definition_by_kinds(clause: g.Clause, node: g.Definition, noun: Noun, scope: ProseScope) -> str | None:
    """Word a kind that is the union of other kinds: a meld is a sequence or a set."""
    if len(clause.when) != 1 or len(node.parameters) != 1 or node.value != g.Truth(True, TRUTH, node.value.span):
        return None
    kinds: list[str] = []
    for part in operands_of(clause.when[0], "or"):
        if not isinstance(part, g.Apply):
            return None
        if tuple(of.name for of in part.arguments if isinstance(of, g.Local)) != node.parameters:
            return None
        kind = function_noun(part.function, scope)
        kinds.append(scope.lang.forms.determined(kind, "a").text if kind.named or not scope.told else kind.singular)
    if len(kinds) < 2 or not (noun.named or scope.told) or ARGUMENT_SLOT.search(noun.singular):
        return None
    subject = scope.lang.forms.determined(noun, "a") if noun.named else Phrase(noun.singular)
    return scope.lang.text("definition", subject, x=scope.lang.series(kinds, "or"))


def uses_names(conditions: tuple[g.Expr, ...], names: tuple[str, ...]) -> bool:
    """Return whether conditions use names that the sentence introduces, so that they cannot precede it."""
    return any(isinstance(part, g.Local) and part.name in names for part in parts(conditions))


# -------------------------------------------------------------------------- sets


@dataclass(frozen=True, slots=True)
class Elements:
    """The members of a set: their noun, its restrictions, and their place."""

    noun: Noun
    modifiers: str = ""
    place: str = ""

    @property
    def rest(self) -> str:
        return self.modifiers + (f" {self.place}" if self.place else "")


def elements(e: g.Expr, scope: ProseScope, plural: bool = True) -> Elements:
    """Return the members of a set, ready to be counted or determined; `plural` states whether there are several."""
    lang, naming = scope.lang, scope.naming
    match e:
        case g.InZone(zone) if naming.is_family(zone):
            return Elements(replace(naming.zone(zone), only_plural=False))
        case g.InZone(zone, owner):
            noun = _with_singular(naming.zone(zone), scope)
            if naming.names_cards(noun):
                if owner is None or owner == scope.salient or isinstance(owner, g.Everyone):
                    return Elements(replace(noun, only_plural=False))
                of = lang.of(scope.value(owner).text)
                return Elements(replace(noun, only_plural=False), of)
            return Elements(naming.kernel_noun("card"), "", place(e, scope))
        case g.Everyone() | g.AllCards():
            return Elements(naming.of_type(e.type))
        case g.Symbols(attribute):
            return Elements(naming.attribute(attribute))
        case g.Local() if e.type.kind == "group":
            return Elements(naming.kernel_noun("card"), "", membership(e, scope))
        case g.Local(name) if name in scope.roles:
            return Elements(replace(scope.roles[name], only_plural=False))
        case g.Where():
            return filtered_elements(e, scope, plural)
        case g.Operation("minus", (g.InZone() as zone, g.Local() as taken)) if _takes_from(taken, zone, scope):
            noun = naming.kernel_noun("card")
            return Elements(noun, "", lang.text("left_there", place=place(zone, scope)))
        case g.Operation("minus", (g.AllCards(), g.Operation("minus", (g.AllCards(), those)))):
            inner = elements(those, scope, plural)
            printed = _as_printed(Phrase("", inner.noun.feminine, plural), scope).text
            printed = lang.text("each_as_printed") if scope.told else printed
            return replace(inner, place=f"{inner.place} {printed.strip()}".strip())
        case g.Operation("minus", (first, *others)):
            base, out = _split_differences(first, tuple(others))
            inner = elements(base, scope)
            named = lang.series([scope.value(o).text for o in out])
            return replace(inner, place=f"{inner.place} {lang.text('except', x=named)}".strip())
        case g.Apply(function, arguments) if _of_cards(function, scope):
            return named_elements(function_noun(function, scope), arguments, scope)
        case g.Single(member) | g.Only(member):
            return _elements_of(e, member, scope)
        case _:
            return _elements_of(e, e, scope)


def _as_printed(cards: Phrase, scope: ProseScope) -> Phrase:
    """Word cards that are read as others in a group, each for the card that it is."""
    return replace(cards, text=scope.lang.text("as_printed", cards))


def _takes_from(taken: g.Local, zone: g.InZone, scope: ProseScope) -> bool:
    """Return whether a word names cards that an act takes from a zone, so that the zone without them is *the cards left*."""
    domains = [p.domain for act in scope.naming.game.acts for p in act.parameters if p.name == taken.name]
    return taken.name in scope.roles and bool(domains) and all(domain == zone for domain in domains)


def _with_singular(noun: Noun, scope: ProseScope) -> Noun:
    """Return the noun of a place that an author names by its cards in the plural; add a singular, as in *a card of the
    bout*.
    """
    card = scope.naming.kernel_noun("card")
    head, _, rest = noun.plural.partition(" ")
    agrees = bool(rest) and rest.partition(" ")[0] not in scope.lang.phrases["prepositions_of_nouns"].split()
    if not noun.only_plural or noun.singular != noun.plural or head != card.plural or agrees:
        return noun
    return replace(noun, singular=f"{card.singular} {rest}".strip(), feminine=card.feminine)


def _elements_of(e: g.Expr, members: g.Expr, scope: ProseScope) -> Elements:
    """Return members by their kind, within a set."""
    return Elements(scope.naming.of_type(element(e.type) or e.type), "", membership(members, scope))


def _of_cards(function: str, scope: ProseScope) -> bool:
    noun = function_noun(function, scope)
    return noun.named and scope.naming.names_cards(noun)


def named_elements(noun: Noun, arguments: tuple[g.Expr, ...], scope: ProseScope) -> Elements:
    """Return the members of a defined set whose name is a name of cards: the playable cards of the player."""
    if ARGUMENT_SLOT.search(noun.singular):
        one, many = (fill_arguments(form, arguments, scope) for form in (noun.singular, noun.plural))
        return Elements(Noun(one, many, noun.feminine))
    of = scope.lang.of(scope.lang.series([_enclosed(a, scope) for a in arguments])) if arguments else ""
    return Elements(replace(noun, only_plural=False), of)


def _split_differences(base: g.Expr, out: tuple[g.Expr, ...]) -> tuple[g.Expr, tuple[g.Expr, ...]]:
    while isinstance(base, g.Operation) and base.operator == "minus":
        out = (base.operands[1], *out)
        base = base.operands[0]
    return base, out


def filtered_elements(e: g.Where, scope: ProseScope, plural: bool = True) -> Elements:
    """Return the members that satisfy a condition: kings on the table, cards of that suit, cards that are …"""
    found = elements(e.members, scope)
    local = g.Local(e.variable, element(e.type) or e.type, e.span)
    others: list[g.Expr] = []
    kinds: list[tuple[g.Expr, Noun]] = []
    adjuncts = ""
    for part in conjuncts(e.condition):
        kind = _kind_of(part, local, scope) or _adjunct_of(part, local, Phrase("", found.noun.feminine, plural), scope)
        if kind is None:
            others.append(part)
        elif isinstance(kind, Noun):
            kinds.append((part, kind))
        else:
            adjuncts += kind
    if kinds:
        found = _of_kind(found, kinds[0][1], e.members, scope)
    found = replace(found, modifiers=found.modifiers + adjuncts)
    if not others and len(kinds) < 2:
        return found
    inner = scope.bind(e.variable, scope.lang.forms.determined(found.noun, "that"))
    if plural and len(kinds) > 1 and not others:
        clause = _being(tuple(kind for _, kind in kinds[1:]), inner.bindings[e.variable], scope)
    else:
        clause = relative_clause((*(part for part, _ in kinds[1:]), *others), local, inner, plural=plural)
    return Elements(found.noun, found.modifiers, f"{found.place} {clause}".strip())


def _being(kinds: tuple[Noun, ...], those: Phrase, scope: ProseScope) -> str:
    """Word that several members are of further kinds: *that are kings*."""
    lang, subject = scope.lang, replace(those, text=RELATIVE, plural=True)
    texts = [lang.text("is", subject, x=kind.form(True)).strip().removeprefix(RELATIVE).strip() for kind in kinds]
    return f"{lang.text('that_relative')} {lang.series(texts)}"


def _of_kind(found: Elements, kind: Noun, members: g.Expr, scope: ProseScope) -> Elements:
    """Return members by the noun of their kind.  If their own noun named their place (*the cards won*), state the place: *coins
    in the cards won*.
    """
    if isinstance(members, g.InZone) and not found.place and not scope.naming.is_family(members.zone):
        return Elements(kind, "", place(members, scope))
    named = isinstance(members, g.Local) and not found.place
    return replace(found, noun=kind, place=membership(members, scope) if named else found.place)


def names_kind_only(e: g.Expr, local: g.Local, scope: ProseScope) -> bool:
    """Return whether a condition on a card only states its kind, so that it is worded as a noun (aces, not cards that are
    aces).
    """
    (first, *others) = conjuncts(e)
    return not others and isinstance(_kind_of(first, local, scope), Noun)


def _names_kind_and_adjuncts(e: g.Expr, local: g.Local, scope: ProseScope) -> bool:
    """Return whether several conditions on a card only state its kind and its attributes: *a card of that rank of cups*."""
    kinds = [_kind_of(part, local, scope) for part in conjuncts(e)]
    return len(kinds) > 1 and None not in kinds


def _kind_of(part: g.Expr, local: g.Local, scope: ProseScope) -> Noun | str | None:
    """Return the noun or adjunct that expresses a condition on a card: `is a king`, `is of that suit`."""
    if isinstance(part, g.Apply) and part.arguments == (local,):
        kind = function_noun(part.function, scope)
        return kind if kind.named else None
    either = disjuncts(part)
    if len(either) > 1:
        return _joined_kinds([_kind_of(one, local, scope) for one in either], scope)
    match operands_of(part, "="):
        case (g.Attribute(attribute, card), g.Symbol(name)) if card == local:
            symbol = scope.naming.symbol(attribute, name)
            return symbol if symbol.named else " " + scope.lang.text("symbol_post", x=symbol.form(True))
        case (g.SideOf(player), side) if player == local and side != local:
            return " " + scope.lang.of(scope.value(side).text)
        case (g.Attribute(attribute, card), other) if card == local and other.type.kind == "symbol":
            return " " + scope.lang.text("symbol_post", x=_with_attribute(attribute, other, scope))
        case _:
            return None


def _adjunct_of(part: g.Expr, local: g.Local, those: Phrase, scope: ProseScope) -> str | None:
    """Return the adjunct of the guide for who laid a group (*laid by that side*), or for a kind without words, if the language
    puts such a kind after its noun.
    """
    if not scope.told or not isinstance(part, g.Apply) or not part.arguments or part.arguments[0] != local:
        return None
    if part.function in scope.laid:
        return " " + scope.lang.text("laid_by", those, x=scope.lang.series([scope.value(a).text for a in part.arguments[1:]]))
    kind = function_noun(part.function, scope)
    after = scope.lang.text("kind_after_noun", x=kind.singular)
    return f" {after}" if after and len(part.arguments) == 1 and local.type.kind == "card" and not kind.named else None


def _with_attribute(attribute: str, value: g.Expr, scope: ProseScope) -> str:
    """Word a value of an attribute; a value without a name follows the attribute's noun, as in *of rank “wanted”*."""
    text = scope.value(value).text
    is_named = not isinstance(value, g.Apply) or function_noun(value.function, scope).named
    return text if is_named else f"{scope.naming.attribute(attribute).form(False)} {text}"


def _joined_kinds(kinds: list[Noun | str | None], scope: ProseScope) -> Noun | str | None:
    """Join kinds, as in *kings, knights or knaves*, or *of cups or of coins*. Return None unless all kinds are nouns or all are
    adjuncts.
    """
    nouns = [kind for kind in kinds if isinstance(kind, Noun)]
    if len(nouns) == len(kinds):
        one, many = (scope.lang.series([noun.form(plural) for noun in nouns], "or") for plural in (False, True))
        return replace(nouns[0], singular=one, plural=many)
    adjuncts = [kind.strip() for kind in kinds if isinstance(kind, str)]
    return " " + scope.lang.series(adjuncts, "or") if len(adjuncts) == len(kinds) else None


def place(e: g.InZone, scope: ProseScope) -> str:
    """Word the place of a zone's cards: on the table, in the player's hand, or *in hand* if it is clear in whose."""
    noun = scope.naming.zone(e.zone)
    if scope.told and not noun.place and scope.naming.names_cards(noun):
        return scope.lang.text("among", x=_cards_there(e, scope))
    if scope.told and e.owner in (scope.salient, scope.relative) and noun.form(False) == scope.lang.phrases["hand_of_cards"]:
        return scope.lang.phrases["in_hand"]
    preposition = noun.place or scope.lang.word("place")
    return f"{preposition} {scope.value(e).text}"


def _cards_there(zone: g.InZone, scope: ProseScope) -> str:
    """Word the cards in a place that has their name: *the cards on the table*, and not *the cards on the table of the
    players* if they belong to all.
    """
    if isinstance(zone.owner, g.Everyone):
        return scope.lang.forms.determined(scope.naming.zone(zone.zone), "the", True).text
    return scope.value(zone).text


def membership(e: g.Expr, scope: ProseScope) -> str:
    """Word membership in a set: in a zone, or among its members."""
    if isinstance(e, g.InZone) and not scope.naming.is_family(e.zone):
        return place(e, scope)
    if e.type.kind == "group":
        return f"{scope.lang.word('place')} {scope.value(e).text}"
    if isinstance(e, g.Local) and e == scope.salient and element(e.type) is not None:
        return scope.lang.text("among_them", replace(scope.value(e), plural=True))
    return scope.lang.text("among", x=set_phrase(e, scope).text)


def without_determiner(e: g.Expr, scope: ProseScope) -> str:
    """Word the members without a determiner, as after `the number of`."""
    found = elements(e, scope)
    return scope.lang.forms.determined(found.noun, "bare", True).text + found.rest


def definite_set(e: g.Expr, scope: ProseScope, plural: bool = True) -> Phrase:
    """Word the members with an article. Use a possessive if their noun is the name of a zone, since this name does not include
    the owner.
    """
    found = elements(e, scope)
    found = replace(found, noun=_all_kinds(e, found.noun, scope)) if plural else found
    owner = _owner_left_out(e, scope)
    if owner is not None:
        noun = Noun(found.noun.plural, found.noun.plural, found.noun.feminine, only_plural=True) if plural else found.noun
        return _possessed(noun, owner, scope).append(found.rest)
    return scope.lang.forms.determined(found.noun, "the", plural).append(found.rest)


def _all_kinds(e: g.Expr, noun: Noun, scope: ProseScope) -> Noun:
    """Return the noun of the cards of several kinds, all of which are meant: *the eights, nines and tens*."""
    if not isinstance(e, g.Where):
        return noun
    local = g.Local(e.variable, element(e.type) or e.type, e.span)
    for part in conjuncts(e.condition):
        kinds = [kind.form(True) for one in disjuncts(part) if isinstance(kind := _kind_of(one, local, scope), Noun)]
        if len(kinds) > 1 and noun.plural == scope.lang.series(kinds, "or"):
            return replace(noun, plural=scope.lang.series(kinds))
    return noun


def _owner_left_out(e: g.Expr, scope: ProseScope) -> g.Expr | None:
    """Return the owner of filtered cards if their noun is that of their zone, since this noun does not name the owner."""
    if not isinstance(e, g.Where) or not isinstance(e.members, g.InZone) or e.members.owner is None:
        return None
    owner = e.members.owner
    return owner if owner == scope.salient and scope.naming.names_cards(scope.naming.zone(e.members.zone)) else None


def remaining_member(e: g.Expr, scope: ProseScope) -> str:
    """Word the one member of a set that remains without certain members, such as the player who is not the dealer or the
    partner.
    """
    one = scope.naming.of_type(e.type)
    base, out = _split_differences(e, ())
    if isinstance(base, g.Everyone) and base.type.kind == "players" and len(out) > 1:
        named = f", {scope.lang.word('nor')} ".join(scope.value(player).text for player in out)
        return scope.lang.text("neither_of", the=scope.lang.forms.determined(one, "the").text, out=named)
    return scope.lang.text("only_of", Phrase("", one.feminine), x=set_phrase(e, scope).text)


def set_phrase(e: g.Expr, scope: ProseScope) -> Phrase:
    """Word a set as a definite phrase: the cards in their hand, the kings on the table."""
    lang = scope.lang
    match e:
        case g.InZone(zone, owner) if scope.naming.names_cards(scope.naming.zone(zone)):
            return definite_set(e, scope) if isinstance(owner, g.Everyone) else scope.value(e)
        case g.InZone() | g.Everyone() | g.Where() | g.Symbols():
            return definite_set(e, scope)
        case g.Operation("minus", (g.AllCards(), g.Operation("minus", (g.AllCards(), those)))):
            found = set_phrase(those, scope)
            return found.append(" " + lang.text("each_as_printed")) if scope.told else _as_printed(found, scope)
        case g.Operation("minus", (g.Local() as those, out)) if those.type.kind == "cards" and those.name not in scope.roles:
            return scope.value(those).append(" " + lang.text("except", x=scope.value(out).text))
        case g.Operation("minus"):
            return definite_set(e, scope)
        case g.Apply(function) if _of_cards(function, scope):
            return definite_set(e, scope)
        case g.AllCards():
            return Phrase(lang.text("all_cards"), lang.noun("card").feminine, True)
        case g.Cards(cards):
            if scope.signs:
                return Phrase(card_signs(cards, scope, e.readings), plural=len(cards) != 1)
            names = _card_names(e, scope)
            if len(names) == 1:
                return names[0]
            return _joined_phrases(lang.series([n.text for n in names]), names)
        case g.Operation("union"):
            sets = [set_phrase(o, scope) for o in _united(e)]
            *before, last = (one.text for one in sets)
            return _joined_phrases(lang.text("union", a=", ".join(before), b=last), sets)
        case g.Single(member):
            return scope.value(member)
        case _:
            return scope.value(e)


def _joined_phrases(text: str, parts: Sequence[Phrase]) -> Phrase:
    """Return several things as one phrase, which is feminine if all of them are."""
    return Phrase(text, all(part.feminine for part in parts), plural=True)


def _united(e: g.Expr) -> tuple[g.Expr, ...]:
    """Return the sets that are joined, from left to right."""
    pair = operands_of(e, "union")
    return (*_united(pair[0]), *_united(pair[1])) if pair else (e,)


def _card_names(cards: g.Cards, scope: ProseScope) -> list[Phrase]:
    """Return the names of cards with their articles; several copies of a card are named once."""
    names = {scope.naming.card_text(n): n for n in reversed(cards.cards)}
    return [scope.lang.forms.determined(scope.naming.card(n), "the") for n in reversed(names.values())]


def card_signs(cards: tuple[int, ...], scope: ProseScope, readings: tuple[int | None, ...] = ()) -> str:
    """Return cards as a series of pictures, with the reading of each."""
    return face_signs(faces_read(scope.naming.game, cards, readings), scope)


def face_signs(faces: tuple[int, ...], scope: ProseScope) -> str:
    """Return faces as a series of pictures."""
    return scope.lang.series([marked("card", str(n), scope.naming.face_text(n)) for n in faces])


def faces_read(game: g.Game, cards: tuple[int, ...], readings: tuple[int | None, ...] = ()) -> tuple[int, ...]:
    """Return the face of each card under its reading; the card itself if it has no reading, or cannot be read in that way."""
    faces, read = game.faces, readings or (None,) * len(cards)

    def face(card: int, like: int | None) -> int:
        return next((n for n in faces.of_card[card] if faces.faces[n].like == like), card)

    return tuple(face(card, like) for card, like in zip(cards, read, strict=True))


# ---------------------------------------------------------- numbers, cards, people


ARITHMETIC: tuple[g.Operator, ...] = ("+", "-", "*", "half", *g.DIVISIONS)
TRUTHS = ("=", "<", "<=", "and", "or", "not", "in", "subset")


def resolve_single_side(e: g.Expr, scope: ProseScope) -> g.Expr:
    """If every player is a side, replace the side of a player by that player, and the players of a side, or the only one of
    them, by that side.
    """
    if not scope.naming.every_player_is_a_side:
        return e
    if isinstance(e, g.SideOf):
        return e.player
    if isinstance(e, g.Only):
        found = resolve_single_side(e.members, scope)
        return found if found.type.kind == "side" else e
    if isinstance(e, g.Where) and isinstance(e.members, g.Everyone):
        match operands_of(e.condition, "="):
            case (g.SideOf(g.Local(name)), side) if name == e.variable:
                return side
            case _:
                pass
    return e


def is_person(e: g.Expr, scope: ProseScope) -> bool:
    """Return whether an expression is a person, so that the possessive is *their* and not *its*."""
    return e.type.kind == "player" or (e.type.kind == "side" and scope.naming.every_player_is_a_side)


def subject_phrase(e: g.Expr, scope: ProseScope) -> Phrase:
    """Return an expression as the subject of a verb: a relative pronoun, a personal pronoun, or the full phrase."""
    e = resolve_single_side(e, scope)
    found = scope.value(e)
    if e == scope.relative:
        return Phrase(scope.pronoun, found.feminine, found.plural)
    if e == scope.repeated:
        return Phrase(scope.lang.forms.repeated(found), found.feminine, found.plural)
    if e == scope.salient and scope.again is not None:
        return scope.again
    if e == scope.salient:
        pronoun = scope.lang.forms.pronoun(found)
        return found if pronoun is None else Phrase(pronoun, found.feminine, found.plural)
    return found


def _possessed(what: Noun, owner: g.Expr, scope: ProseScope) -> Phrase:
    """Word a zone, cell or attribute of somebody or something just mentioned: their hand, its value."""
    whose = scope.value(owner)
    if owner == scope.salient and scope.one_of_several:
        whose = replace(whose, plural=True)
    return scope.lang.forms.possessed(what, whose, person=is_person(owner, scope))


def possession(what: Noun, owner: g.Expr | None, scope: ProseScope) -> Phrase:
    """Word a zone or cell with its owner: their hand, the hand of the dealer."""
    if owner is None:
        return scope.lang.forms.determined(what, "the")
    owner = resolve_single_side(owner, scope)
    if owner in (scope.salient, scope.relative):
        return _possessed(what, owner, scope)
    of_many, whose = owner.type.kind in ("players", "sides"), scope.value(owner)
    thing = scope.lang.forms.determined(what, "the", of_many)
    return scope.lang.forms.owned(what, whose) or thing.append(scope.lang.of(whose.text))


def _card_of_zone(zone: g.InZone, scope: ProseScope) -> Phrase:
    """Word the one card of a zone: *the turned card* if the zone is named after its card, else *the card in the zone*."""
    noun, card = scope.naming.zone(zone.zone), scope.naming.kernel_noun("card")
    if has_the_name_of_its_card(noun, scope):
        return possession(noun, zone.owner, scope)
    return scope.lang.forms.determined(card, "the").append(f" {place(zone, scope)}")


def has_the_name_of_its_card(noun: Noun, scope: ProseScope) -> bool:
    """Return whether the name of a zone is that of one card in it: *the card turned up*."""
    one = scope.naming.kernel_noun("card").singular in noun.singular.split(" ") and not noun.only_plural
    return noun.of_card or (scope.naming.names_cards(noun) and one)


def cell_value(e: g.Recall, scope: ProseScope) -> Phrase:
    """Word the value of a cell."""
    noun = scope.naming.cell(e.cell)
    kind = scope.naming.game.cell[e.cell].kind if e.cell in scope.naming.game.cell else "counter"
    if kind == "flag":
        return Phrase(scope.condition(e))
    if kind == "mark":
        return Phrase(scope.lang.text("marked_cards", x=noun.form(True)), scope.lang.noun("card").feminine, True)
    if kind == "counter" and is_counted_in_units(noun) and e.cell not in scope.levels:
        noun = Noun(noun.plural, noun.plural, noun.feminine, only_plural=True)
    if e.cell in scope.changed and noun.named and noun.articles[0]:
        noun = scope.lang.with_adjective("new", noun)
    return possession(noun, e.owner, scope)


def is_counted_in_units(noun: Noun) -> bool:
    """Return whether a counter has a plural, as in *there are 4 passes*; for a counter without a plural, *the count is 4* is
    used.
    """
    return noun.named and (noun.only_plural or bool(noun.articles[1]) or noun.plural != noun.singular)


def _is_only_singular(noun: Noun) -> bool:
    return noun.named and not is_counted_in_units(noun)


def measured_amount(e: g.Expr, scope: ProseScope) -> tuple[Noun, str, str] | None:
    """Return a measured amount as a tuple (noun, complement of the noun, kind of superlative), or None for a plain value."""
    lang, naming = scope.lang, scope.naming
    match e:
        case g.Size(members):
            named = isinstance(members, g.Local) and members.name not in scope.roles and members.type.kind != "group"
            of = scope.value(members).text if named else without_determiner(members, scope)
            return lang.noun("number"), lang.of(of), "most"
        case g.Total(variable, members, g.Attribute(name, g.Local(v), _, _)) if v == variable:
            alone = (
                isinstance(members, g.InZone)
                and naming.names_cards(naming.zone(members.zone))
                and not naming.zone(members.zone).only_plural
            )
            noun = naming.noun(name) if alone else lang.with_adjective("total", naming.noun(name))
            return noun, lang.of(set_phrase(members, scope).text), "high"
        case g.Extreme(which, measure, cards):
            return lang.with_adjective(which, naming.noun(measure)), lang.of(set_phrase(cards, scope).text), "high"
        case g.Attribute(name, card):
            noun = naming.noun(name) if e.type.kind == "number" else naming.attribute(name)
            return noun, lang.of(scope.value(card).text), "high"
        case g.ScoreOf(None, side):
            whose = "" if resolve_single_side(side, scope) == scope.salient else lang.of(scope.value(side).text)
            return naming.kernel_noun("score"), whose, "high"
        case g.Recall(cell, owner) if e.type.kind == "number":
            whose = (
                "" if owner is None or resolve_single_side(owner, scope) == scope.salient else lang.of(scope.value(owner).text)
            )
            if not is_counted_in_units(naming.cell(cell)):
                return naming.cell(cell), whose, "high"
            return lang.noun("number"), lang.of(naming.cell(cell).form(True)) + whose, "most"
        case g.Apply(function, arguments) if e.type.kind == "number":
            noun = function_noun(function, scope)
            return noun, function_arguments(function, arguments, scope), "high"
        case _:
            return default(e, None)


def computed_value(e: g.Expr, scope: ProseScope) -> Phrase:
    """Word a computed value: the number of …, the total value of …, or a definition applied."""
    lang = scope.lang
    if isinstance(e, g.Apply):
        return applied(e, scope)
    counted = groups_counted(e)
    if counted is not None:
        return _number_of_groups(counted, scope)
    if isinstance(e, g.Extreme) and e.measure == scope.order:
        card = scope.naming.kernel_noun("card")
        return Phrase(
            lang.text(f"extreme_of_{e.which}", Phrase("", card.feminine), x=set_phrase(e.cards, scope).text), card.feminine
        )
    if isinstance(e, g.ScoreOf):
        score = possession(scope.naming.kernel_noun("score"), e.side, scope)
        heading = "" if e.heading is None else scope.naming.clause(e.heading)
        return score if not heading else Phrase(lang.text("score_for", score, heading=heading), score.feminine)
    if isinstance(e, g.Attribute) and e.card in (scope.salient, scope.relative):
        noun = scope.naming.noun(e.name) if e.type.kind == "number" else scope.naming.attribute(e.name)
        return _possessed(noun, e.card, scope)
    found = measured_amount(e, scope)
    if found is None:
        assert isinstance(e, g.Total)
        return total_over(e, scope)
    noun, of, _ = found
    if isinstance(e, g.Total) and e.members == scope.topic:
        if scope.topic_is_one and isinstance(e.amount, g.Attribute):
            noun = scope.naming.noun(e.amount.name)
        return lang.forms.possessed(noun, Phrase("", plural=not scope.topic_is_one), person=False)
    return lang.forms.determined(noun, "the").append(of)


def _number_of_groups(found: Groups, scope: ProseScope) -> Phrase:
    """Word a number of pairs of cards, or of cards, that make a total or leave it."""
    lang, number = scope.lang, scope.lang.noun("number")
    noun = scope.naming.noun(found.measure) if found.total is not None else scope.naming.attribute(found.measure)
    cards = "pairs_leaving" if found.pairs else "cards_leaving"
    key = "pairs_alike" if found.total is None else cards if found.left else "pairs_making"
    slots = {"place": membership(found.members, scope), "noun": noun.form(False)}
    slots["n"] = "" if found.total is None else scope.value(found.total).text
    slots["same"] = lang.forms.determined(lang.with_adjective("same", noun), "the").text
    return lang.forms.determined(number, "the").append(lang.of(lang.text(key, **slots)))


def total_over(e: g.Total, scope: ProseScope) -> Phrase:
    """Word the sum of an amount over several members, if the amount is not one of their attributes. For a single player, word
    the amount of that player.
    """
    only = resolve_single_side(e.members, scope)
    if only is not e.members and only.type.kind in ("player", "side"):
        return scope.value(
            rewrite(e.amount, lambda node: only if isinstance(node, g.Local) and node.name == e.variable else node)
        )
    amount, of_group = e.amount, e.members.type.kind in ("players", "sides")
    owned = isinstance(amount, g.Recall) and isinstance(amount.owner, g.Local) and amount.owner.name == e.variable
    if scope.told and owned and of_group and isinstance(amount, g.Recall):
        noun = scope.naming.cell(amount.cell)
        if is_counted_in_units(noun) and isinstance(e.members, g.Everyone):
            who = scope.lang.forms.determined(scope.naming.of_type(element(e.members.type) or PLAYER), "the", True)
            of_all = scope.lang.text(
                "of_all", who, x=who.text, bare=scope.naming.of_type(element(e.members.type) or PLAYER).form(True)
            )
            return scope.lang.forms.determined(noun, "the", True).append(" " + of_all)
        of_all = possession(noun, e.members, scope).text
        return scope.lang.forms.determined(scope.lang.noun("sum"), "the").append(scope.lang.of(of_all))
    each, words = summands_over(e, scope)
    return Phrase(scope.lang.text("total_over", each=each, amount=words), scope.lang.noun("sum").feminine)


def over_sets(e: g.OverSets, scope: ProseScope) -> Phrase:
    """Word the number of the combinations of some cards that meet a condition, or a sum or an extreme over them. The size of a
    combination is worded with its noun.
    """
    lang = scope.lang
    alike = _best_alike(e, scope) if scope.told else None
    if alike is not None:
        return alike
    conditions, size = [*conjuncts(e.condition)], ""
    for one in tuple(conditions):
        match operands_of(one, "="):
            case (g.Size(g.Local(name)), g.Number(many)) if name == e.variable and not size:
                size = lang.forms.numeral(many)
                conditions.remove(one)
            case _:
                pass
    noun = lang.noun("combination_of_cards")
    chosen = lang.forms.determined(lang.noun("chosen_card"), "the", True)
    inner = scope.bind(e.variable, chosen)
    cards = scope.value(e.cards).text
    of = lang.of(lang.text("some_of", n=size, cards=cards) if size else cards)
    kept = [one for one in conditions if not isinstance(one, g.Truth)]
    where = "" if not kept else lang.text("in_which", condition=inner.condition(g.Operation("and", tuple(kept), TRUTH, e.span)))
    if e.counts:
        return lang.forms.determined(lang.noun("number"), "the").append(lang.of(noun.form(True) + of + where))
    amount = _operand(e.amount, "total", inner)
    if e.which == "total":
        return Phrase(lang.text("total_over", each=noun.form(False) + of + where, amount=amount), lang.noun("sum").feminine)
    every = lang.forms.determined(noun, "the", True).append(of + where).text
    key = "highest_over" if e.which == "highest" else "lowest_over"
    return Phrase(lang.text(key, each=every, amount=amount), lang.noun("value").feminine)


def _best_alike(e: g.OverSets, scope: ProseScope) -> Phrase | None:
    """Word the greatest total of cards of one suit, or of one value of another attribute.  All cards of the best suit count if
    no number of a card is below 0.
    """
    alike, total = e.condition, e.amount
    if e.which != "highest" or not isinstance(alike, g.Pattern) or not isinstance(total, g.Total):
        return None
    sets = (alike.cards, total.members)
    whole = alike.pattern == "alike" and all(isinstance(one, g.Local) and one.name == e.variable for one in sets)
    if not whole or not isinstance(total.amount, g.Attribute):
        return None
    measure, attribute, name = total.amount.name, alike.attribute, e.variable
    numbers = next((one.values for one in scope.naming.game.deck.measures if one.name == measure), ())
    if not numbers or any(number is None or number < 0 for number in numbers):
        return None
    noun, cards = scope.naming.attribute(attribute), scope.lang.forms.determined(scope.naming.kernel_noun("card"), "the", True)
    of_one = scope.lang.of(scope.lang.forms.counted(1, noun).text)
    found = scope.bind(name, cards.append(f"{of_one} {membership(e.cards, scope)}")).value(total)
    best = scope.lang.text("of_the_best", Phrase("", noun.feminine), x=found.text)
    return replace(found, text=best)


def summands_over(e: g.Total, scope: ProseScope) -> tuple[str, str]:
    """Word the members over which an amount is added up, and the amount."""
    of = elements(e.members, scope, plural=False)
    that = scope.lang.forms.determined(of.noun, "that")
    inner = scope.bind(e.variable, that)
    if e.members.type.kind in ("players", "sides"):
        inner = inner.with_salient(g.Local(e.variable, element(e.members.type) or e.members.type, e.span))
    return of.noun.form(False) + of.rest, _operand(e.amount, "total", inner)


def applied(e: g.Apply, scope: ProseScope) -> Phrase:
    """Word a definition's name with its arguments: *the prime of its takings*, *the straight of coins in them*."""
    noun = function_noun(e.function, scope)
    if scope.told and len(e.arguments) == 1 and e.arguments[0] == scope.salient and noun.singular.endswith(" {1}"):
        noun = _without_owner(noun)
    slotted = ARGUMENT_SLOT.search(noun.singular) is not None
    if scope.told and not noun.named and not slotted and len(e.arguments) == 1 and e.arguments[0] == scope.salient:
        return scope.lang.forms.determined(noun, "the")
    if len(e.arguments) == 1 and e.arguments[0] == scope.salient and not ARGUMENT_SLOT.search(noun.singular):
        owner = e.arguments[0]
        return _possessed(noun, owner, scope)
    many = element(e.type) is not None and noun.plural != noun.singular
    phrase = scope.lang.forms.determined(noun, "the", many).append(function_arguments(e.function, e.arguments, scope))
    return Phrase(fill_arguments(phrase.text, e.arguments, scope), phrase.feminine, phrase.plural)


def _without_owner(noun: Noun) -> Noun:
    """Return a noun such as *tricks of {1}* without its last preposition and argument, for a possessive."""
    one, many = (re.sub(rf" (?:{'|'.join(PREPOSITIONS_OF)}) \{{1\}}$", "", form) for form in (noun.singular, noun.plural))
    return noun if one == noun.singular else replace(noun, singular=one, plural=many)


def is_number_of_tricks(e: Expr, scope: ProseScope) -> bool:
    """Return whether an amount is the number of cards in a place of whole tricks, divided by the number of cards in a trick."""
    match operands_of(e, "quotient"):
        case (g.Size(g.InZone(zone, owner)), g.Size(players)) if owner is not None and zone in scope.tricks:
            return _same_members(players, scope.tricks[zone])
        case _:
            return False


def _same_members(one: Expr, other: Expr) -> bool:
    """Return whether two sets have the same description, whatever name each gives its members."""
    match one, other:
        case g.Where(first, of_one, asked), g.Where(second, of_other, wanted):

            def renamed(part: object) -> object:
                return replace(part, name=first) if isinstance(part, g.Local) and part.name == second else part

            return of_one == of_other and rewrite(wanted, renamed) == asked
        case _:
            return one == other


def operation(e: g.Operation, scope: ProseScope) -> Phrase:
    """Word arithmetic and set operations; a truth value becomes a sentence."""
    lang = scope.lang
    if e.operator in TRUTHS:
        return Phrase(scope.condition(e))
    if e.operator in ("union", "minus"):
        return set_phrase(e, scope)
    if isinstance(_as_number(e), g.Number):
        return scope.value(_as_number(e))
    match operands_of(e, "-"):
        case (g.Size(g.InZone() as zone), g.Size(g.Local() as taken)) if _takes_from(taken, zone, scope):
            left = g.Operation("minus", (zone, taken), CARDS, e.span)
            return scope.value(g.Size(left, NUMBER, e.span))
        case _:
            pass
    counted = groups_counted(e)
    if counted is not None:
        return _number_of_groups(counted, scope)
    match (e.operands[0],):
        case (g.Size(g.InZone(_, owner)),) if is_number_of_tricks(e, scope):
            trick = lang.noun("trick")
            return possession(Noun(trick.plural, trick.plural, trick.feminine, only_plural=True), owner, scope)
        case _:
            pass
    if e.operator == "half":
        return Phrase(lang.text("half", x=_operand(e.operands[0], "half", scope)))
    if e.operator not in ("+", "-", "*"):
        parts = [_operand(o, e.operator, scope, followed=at == 0) for at, o in enumerate(e.operands)]
        keys = {"remainder": "remainder", "quotient up": "quotient_up"}
        return Phrase(lang.text(keys.get(e.operator, "quotient"), a=parts[0], b=parts[1]))
    (_, head), *others = _terms(e)
    if scope.told and e.operator == "*" and len(others) == 1:
        multiple = _multiple(head, others[0][1], scope)
        if multiple is not None:
            return multiple
    if scope.told and head == g.Number(0, head.type, head.span) and [operator for operator, _ in others] == ["-"]:
        return Phrase(lang.text("negative", x=_operand(others[0][1], "subtracted", scope)))
    text = _operand(head, others[0][0], scope, followed=True)
    for at, (operator, term) in enumerate(others, 1):
        subtracted = "subtracted" if operator == "-" else operator
        text = lang.text(_SIGNS[operator], a=text, b=_operand(term, subtracted, scope, followed=at < len(others)))
    first = scope.value(head)
    return Phrase(text, first.feminine, first.plural) if e.operator in ("+", "-") else Phrase(text)


_SIGNS = {"+": "plus", "-": "minus_number", "*": "times"}


MOST_TIMES = 10
"""The greatest factor of which the guide says *ten times the stake*."""


def _multiple(one: g.Expr, other: g.Expr, scope: ProseScope) -> Phrase | None:
    """Word an amount multiplied by a small number: *twice the stake*, *three times the stake*."""
    factor, amount = (one, other) if isinstance(one, g.Number) else (other, one)
    if not isinstance(factor, g.Number) or isinstance(amount, g.Number) or not 1 < factor.value <= MOST_TIMES:
        return None
    text = _operand(amount, "*", scope)
    if factor.value == 2:
        return Phrase(scope.lang.text("twice", x=text))
    return Phrase(scope.lang.text("times_as_much", n=scope.lang.forms.numeral(factor.value), x=text))


def _terms(e: g.Operation) -> tuple[tuple[str, g.Expr], ...]:
    """Return the terms of a sum, or the factors of a product, from left to right, each with the operator before it."""
    first, second = e.operands
    alike = ("*",) if e.operator == "*" else ("+", "-")
    before = _terms(first) if isinstance(first, g.Operation) and first.operator in alike else (("", first),)
    return (*before, (e.operator, second))


def _operand(e: g.Expr, within: str, scope: ProseScope, *, followed: bool = False) -> str:
    """Word an operand, in brackets if the sentence would be ambiguous without them."""
    text = scope.value(e).text
    loose = _is_sum(e) and within in ("*", "half", *g.DIVISIONS, "total", "subtracted")
    divided = bool(operands_of(e, *g.DIVISIONS)) and not is_number_of_tricks(e, scope)
    loose = loose or divided or (within in g.DIVISIONS and bool(operands_of(e, "*")))
    return f"({text})" if loose or (followed and _ends_open(e, scope)) else text


def _is_sum(e: g.Expr) -> bool:
    return isinstance(e, g.Operation) and e.operator in ("+", "-")


def _ends_open(e: g.Expr, scope: ProseScope) -> bool:
    """Return whether an operator after a phrase would be read as part of it. This is the case after the summand of a sum, after
    joined or excluded cards, and after a halved amount.
    """
    match e:
        case g.Total(_, members, amount) if measured_amount(e, scope) is None:
            return not _is_sum(amount) or _joined(members)
        case g.Total(_, members) | g.Size(members) | g.Extreme(_, _, members):
            return _joined(members)
        case g.Operation("half") | g.OverSets():
            return True
        case g.Operation("+" | "-" | "*", operands):
            return _ends_open(operands[-1], scope)
        case _:
            return default(e, False)


def _joined(members: g.Expr) -> bool:
    """Return whether a set is worded as several sets joined, or as one set without another."""
    return bool(operands_of(members, "union", "minus"))


def selection(e: g.Select, scope: ProseScope) -> Phrase:
    """Word a selection: the side with the most cards, then with the higher total; *the other*, if there are two."""
    of = elements(e.members, scope)
    if _is_the_other(e.members, scope.naming.game):
        return scope.lang.forms.determined(scope.lang.with_adjective("other", of.noun), "the")
    local = g.Local(e.variable, e.type, e.span)
    mention = scope.lang.forms.determined(of.noun, "the")
    inner = scope.bind(e.variable, mention).with_salient(local)
    keys = [superlative(which, key, inner) for which, key in e.keys]
    joined = keys[0]
    for key in keys[1:]:
        joined = scope.lang.text("then_by", a=joined, b=key)
    if e is scope.listed:
        joined = scope.lang.word("best_in_order")
    one = Noun(of.noun.singular, of.noun.plural, of.noun.feminine)
    first = scope.lang.forms.determined(one, "the").text
    if isinstance(e.members, g.Everyone):
        return Phrase(scope.lang.text("select", noun=first, keys=joined), of.noun.feminine)
    everyone, out = _split_differences(e.members, ())
    if isinstance(everyone, g.Everyone):
        named = scope.lang.series([scope.value(o).text for o in out])
        return Phrase(scope.lang.text("select_other_than", noun=first, keys=joined, out=named), of.noun.feminine)
    among = membership(e.members, scope)
    return Phrase(scope.lang.text("select_among", noun=first, keys=joined, among=among), of.noun.feminine)


def _is_the_other(members: g.Expr, game: g.Game) -> bool:
    """Return whether some sides are all sides except one, in a game that always has two."""
    if game.sides != 2 or len(game.ruleset.player_counts) != 1 or not isinstance(members, g.Operation):
        return False
    if members.operator != "minus" or len(members.operands) != 2:
        return False
    everyone, one = members.operands
    return isinstance(everyone, g.Everyone) and isinstance(one, g.Single) and one.member.type.kind == "side"


def tie_breaks(e: g.Select, scope: ProseScope) -> tuple[str, ...]:
    """Return the criteria of a selection in order; each breaks the ties that the earlier ones leave."""
    of = elements(e.members, scope)
    local = g.Local(e.variable, e.type, e.span)
    inner = scope.bind(e.variable, scope.lang.forms.determined(of.noun, "the")).with_salient(local)
    return tuple(superlative(which, key, inner) for which, key in e.keys)


def _best_card(which: str, key: g.Expr, scope: ProseScope) -> str | None:
    """Word the highest of the cards of a place that is named after its card: *the highest card on the table (by strength)*."""
    match (key,):
        case (g.Apply(function, (g.InZone() as there,)),) if scope.told:
            noun, by = scope.naming.zone(there.zone), function_noun(function, scope)
            if scope.naming.names_cards(noun) and not noun.only_plural and by.named and not ARGUMENT_SLOT.search(by.singular):
                best = scope.lang.forms.determined(scope.lang.with_adjective(which, noun), "the").text
                the = scope.lang.forms.determined(by, "the").text
                return scope.lang.text("best_by", x=best, noun=by.form(False), the=the)
        case _:
            pass
    return None


def superlative(which: str, key: g.Expr, scope: ProseScope) -> str:
    """Word a criterion as a superlative: *the most cards*, *the lowest total value*.  The side that is selected is not named
    again.
    """
    if isinstance(key, g.Extreme) and key.which == which:
        # this key prefers the extreme of the same kind, the highest of the highest
        return scope.value(key).text
    best = _best_card(which, key, scope)
    if best is not None:
        return best
    found = measured_amount(key, scope)
    highest = which == "highest"
    if found is None:
        noun, of = scope.lang.noun("value"), scope.lang.of(scope.value(key).text)
        return scope.lang.forms.determined(scope.lang.with_adjective(which, noun), "the").text + of
    noun, of, kind = found
    if isinstance(key, g.Apply) and key.arguments == (scope.salient,):
        of = ""
    degree = ("most" if highest else "fewest") if kind == "most" else which
    if plain(scope.lang.with_adjective(degree, Noun("", "", noun.feminine)).singular).strip() in plain(noun.singular):
        text = scope.lang.forms.determined(noun, "the").text + of
        return fill_arguments(text, key.arguments, scope) if isinstance(key, g.Apply) else text
    text = scope.lang.forms.determined(scope.lang.with_adjective(degree, noun), "the").text + of
    return fill_arguments(text, key.arguments, scope) if isinstance(key, g.Apply) else text


def neighbour(e: g.Neighbour, scope: ProseScope) -> Phrase:
    """Word the player who sits a number of seats after another; nested offsets are added."""
    steps, player = _seats_from(e)
    noun = scope.naming.kernel_noun("player")
    key, distance = ("after" if steps > 0 else "before"), abs(steps)
    if player == g.Actor(player.type, player.span) and distance == 1:
        return scope.lang.forms.determined(scope.lang.with_adjective(f"next_{key}", noun), "the")
    the = scope.lang.forms.determined(noun, "the")
    slots = {"noun": the.text, "x": scope.value(player).text}
    if scope.told and is_partner(e, scope.naming):
        return possession(scope.lang.noun("partner_noun"), player, scope)
    if _is_opposite(distance, scope.naming):
        return Phrase(scope.lang.text("opposite_of", **slots), the.feminine)
    if distance == 1:
        return Phrase(scope.lang.text(key, **slots), the.feminine)
    count = scope.lang.forms.counted(distance, scope.lang.noun("seat_noun")).text
    return Phrase(scope.lang.text(f"{key}_more", n=count, **slots), the.feminine)


def _seats_from(e: g.Neighbour) -> tuple[int, g.Expr]:
    """Return the number of seats, and the player from whom they are counted."""
    steps, player = e.steps, e.player
    while isinstance(player, g.Neighbour):
        steps, player = steps + player.steps, player.player
    return steps, player


def has_two_sides(game: g.Game) -> bool:
    """Return whether two sides play, whatever the number of players."""
    if game.sides != 2:
        return False
    tables = [choose(game, {PLAYERS_SETTING: str(count)}) for count in game.ruleset.player_counts]
    return all(isinstance(table, g.Game) and table.sides == 2 for table in tables)


def is_partner(e: g.Expr, naming: Naming) -> bool:
    """Return whether an expression is the partner of a player, by the seats."""
    return isinstance(e, g.Neighbour) and naming.sides_are_pairs and _is_opposite(abs(_seats_from(e)[0]), naming)


def _is_opposite(distance: int, naming: Naming) -> bool:
    """Return whether a player at this distance in seats sits opposite."""
    game = naming.game
    return distance > 1 and 2 * distance == game.players and len(game.ruleset.player_counts) == 1


def first_of(e: g.FirstOf, scope: ProseScope) -> Phrase:
    """Word the next player who has cards; the first player after the dealer who has not passed.  *The first after the player
    before the dealer* is *the first, beginning with the dealer*.
    """
    found = elements(e.members, scope, plural=False)
    key = "after" if e.direction > 0 else "before"
    if e.player == g.Actor(e.player.type, e.player.span):
        following = scope.lang.forms.determined(scope.lang.with_adjective(f"next_{key}", found.noun), "the")
        return Phrase(following.text + found.rest, following.feminine)
    first = scope.lang.forms.determined(scope.lang.with_adjective("first", found.noun), "the")
    player = e.player
    if isinstance(player, g.Neighbour) and player.steps == -e.direction:
        key, player = "from", player.player
    slots = {"first": first.text, "x": scope.value(player).text, "who": found.rest.strip()}
    return Phrase(scope.lang.text(f"first_{key}", **slots), first.feminine)


# ------------------------------------------------------------------- comparisons


WRITTEN_ROUNDS = 3
"""The greatest number of rounds that a phrase says."""

RelationKey = Literal["eq", "ne", "ge", "le", "gt", "lt"]

OPPOSITE: dict[RelationKey, RelationKey] = {"eq": "ne", "ne": "eq", "ge": "lt", "lt": "ge", "le": "gt", "gt": "le"}


def comparison(e: g.Operation, scope: ProseScope, negated: bool) -> str:
    """Word `=`, `<`, `<=`, in the order in which the author wrote the two sides."""
    relation, left, right = _written_relation(e)
    if negated:
        relation = OPPOSITE[relation]
    for truth, other in ((left, right), (right, left)):
        if isinstance(truth, g.Truth):
            return scope.condition(other, truth.value == (relation == "ne"))
    left, right = _size_left(_as_number(left), scope), _as_number(right)
    shorter = _ranked(left, relation, right, scope) or _have_together(left, relation, right, scope)
    if shorter is not None:
        return shorter
    if isinstance(right, g.Nobody):
        return _comparison_with_nobody(left, relation == "eq", scope)
    if left.type.kind != "number":
        return _identity(left, right, relation == "ne", scope)
    match left:
        case g.Size(members):
            return size(members, relation, right, scope)
        case g.Recall(cell) if cell in scope.levels and isinstance(right, g.Number):
            return _comparison_of_level(left, relation, right.value, scope)
        case g.Recall(cell) if cell in scope.hands and (first := _is_first(relation, right)) is not None:
            return scope.lang.text("it_is_the_first_hand" if first else "it_is_not_the_first_hand")
        case g.Recall(cell) if cell in scope.rounds and (key := _round(relation, right, scope.rounds[cell])) is not None:
            return scope.lang.text(key)
        case g.Recall(cell, owner) if owner is not None and not _is_only_singular(scope.naming.cell(cell)):
            return _comparison_of_cell(cell, owner, relation, right, scope)
        case g.Recall(cell) if isinstance(right, g.Number) and is_counted_in_units(scope.naming.cell(cell)):
            return _number_there(scope.naming.cell(cell), relation, right, scope)
        case g.Recall(cell) if isinstance(right, g.Setting) and is_counted_in_units(scope.naming.cell(cell)):
            noun = scope.naming.cell(cell)
            if not counts_several(right, noun, scope):
                one = quantity(relation, right, noun, scope)
                return scope.lang.text("there_are", one, q=one.text, place="")
            figure = scope.lang.text(f"q_{relation}", n=scope.value(right).text)
            return scope.lang.text("they_are", scope.value(left), q=figure, noun=noun.form(True))
        case g.Attribute(name, card) if card in (scope.relative, scope.salient):
            return _comparison_of_attribute(name, card, relation, right, scope)
        case g.Apply(function, (of,)) if _only_member(of) == scope.relative and _has_a_noun(function, scope):
            return _comparison_of_measure(function, _only_member(of), relation, right, scope)
        case _:
            return _plain_comparison(left, relation, right, scope)


def _is_first(relation: RelationKey, right: g.Expr) -> bool | None:
    """Return whether a comparison of the number of earlier hands states that there is none, or that there is one; else None."""
    if not isinstance(right, g.Number):
        return None
    if (relation, right.value) in (("eq", 0), ("lt", 1), ("le", 0)):
        return True
    return False if (relation, right.value) in (("ne", 0), ("gt", 0), ("ge", 1)) else None


def _round(relation: RelationKey, right: g.Expr, turns: int) -> str | None:
    """Return the key of the phrase for a comparison of the number of turns with that of whole rounds; None if there is none."""
    if not isinstance(right, g.Number):
        return None
    if relation == "eq" and (right.value + 1) % turns == 0:
        over = (right.value + 1) // turns
        return f"last_turn_of_round_{over}" if 1 <= over <= WRITTEN_ROUNDS else None
    over, rest = divmod(right.value + (relation in ("gt", "le")), turns)
    if rest or relation == "ne" or not 1 <= over <= WRITTEN_ROUNDS:
        return None
    return f"round_is_not_over_{over}" if relation in ("lt", "le") else f"round_is_over_{over}"


def _ranked(left: g.Expr, relation: RelationKey, right: g.Expr, scope: ProseScope) -> str | None:
    """Word a comparison of two cards in the only order of the game: *the card played is higher than the card to beat*."""
    match left, right:
        case g.Attribute(measure, card), g.Attribute(other, than) if measure == other == scope.order and relation in (
            "lt",
            "gt",
        ):
            return scope.lang.text(f"card_{relation}", subject_phrase(card, scope), x=scope.value(than).text)
        case _:
            return None


def _have_together(left: g.Expr, relation: RelationKey, right: g.Expr, scope: ProseScope) -> str | None:
    """Word a comparison of what all players or sides have with a number: *the pairs together have five tricks*."""
    match left, right:
        case g.Total(one, g.Everyone() as members, g.Recall(cell, g.Local(owner))), g.Number() if scope.told and one == owner:
            noun = scope.naming.cell(cell)
            if not is_counted_in_units(noun):
                return None
            q = quantity(relation, right, noun, scope)
            who = scope.lang.forms.determined(scope.naming.of_type(element(members.type) or PLAYER), "the", True)
            return scope.lang.text("have_together", who, q=q.text)
        case _:
            return None


def _number_there(unit: Noun, relation: RelationKey, number: g.Number, scope: ProseScope) -> str:
    """Word a comparison of a counter of the table with a number: *there is at least one point bid*, *there are no passes*."""
    if number.value == 0 and relation in ("eq", "gt", "ne"):
        key = "there_are_no" if relation == "eq" else "there_are_some"
        noun = scope.lang.forms.determined(unit, "any" if relation == "eq" else "bare", relation != "eq")
        return scope.lang.text(key, x=noun.text, place="")
    how_many = quantity(relation, number, unit, scope)
    return scope.lang.text("there_are", how_many, q=how_many.text, place="")


def _size_left(e: g.Expr, scope: ProseScope) -> g.Expr:
    """Return the number of cards of a place less those that are taken from it as the number of the cards left."""
    match operands_of(e, "-"):
        case (g.Size(g.InZone() as zone), g.Size(g.Local() as taken)) if scope.told and _takes_from(taken, zone, scope):
            return g.Size(g.Operation("minus", (zone, taken), CARDS, e.span), NUMBER, e.span)
        case _:
            return e


def _as_number(e: g.Expr) -> g.Expr:
    """Return a number that the author wrote as a difference: `0 - 20` is -20."""
    if not isinstance(e, g.Operation) or e.operator != "-":
        return e
    zero, taken = e.operands
    if isinstance(zero, g.Number) and isinstance(taken, g.Number) and not (zero.value or zero.option or taken.option):
        return replace(zero, value=-taken.value)
    return e


def _written_relation(e: g.Operation) -> tuple[RelationKey, g.Expr, g.Expr]:
    """Return the relation and its sides as the author wrote them: `a is at least b` is stored as `b <= a`, although `b` comes
    later in the text.
    """
    first, second = e.operands
    if e.operator == "=":
        return "eq", first, second
    turned = second.span.start < first.span.start
    if e.operator == "<=":
        return ("ge", second, first) if turned else ("le", first, second)
    return ("gt", second, first) if turned else ("lt", first, second)


def _comparison_with_nobody(left: g.Expr, nobody: bool, scope: ProseScope) -> str:
    lang = scope.lang
    noun = bare_noun(left, scope)
    clause = role_in_words(left, scope) if scope.told else None
    if clause is not None:
        return lang.text("nobody_does" if nobody else "somebody_does", c=clause)
    if noun is None:
        return lang.text("is_none" if nobody else "is_someone", subject_phrase(left, scope))
    determined = lang.forms.determined(noun, "any" if nobody else "a")
    return lang.text("is_nobody" if nobody else "is_somebody", x=determined.text)


def role_in_words(e: g.Expr, scope: ProseScope) -> str | None:
    """Return what somebody does whose role is named by a clause: *took the trick* for *whoever took the trick*; None for other
    names.
    """
    first, *rest = cell_value(e, scope).text.split(" ") if isinstance(e, g.Recall) and e.owner is None else ("",)
    if not rest or first not in scope.lang.phrases["clauses_as_nouns"].split():
        return None
    return " ".join(rest[1:] if rest[0] in scope.lang.phrases["relatives"].split() else rest)


def bare_noun(e: g.Expr, scope: ProseScope) -> Noun | None:
    """Return the noun of something with its own name."""
    if isinstance(e, g.Recall) and e.owner is None:
        noun = scope.naming.cell(e.cell)
    elif isinstance(e, g.Apply) and not e.arguments:
        noun = function_noun(e.function, scope)
    else:
        return None
    return noun if noun.named else None


def _about_to_play(left: g.Expr, right: g.Expr, scope: ProseScope) -> g.Recall | None:
    """Return the role that a condition gives to the next player: *the turn is about to come to the knocker*."""
    for role, place in ((left, right), (right, left)):
        is_next = isinstance(place, g.Neighbour) and isinstance(place.player, g.Actor) and place.steps == 1
        if scope.told and is_next and isinstance(role, g.Recall) and role.owner is None:
            return role
    return None


def _identity(left: g.Expr, right: g.Expr, different: bool, scope: ProseScope) -> str:
    """Word that cards, players, suits or truth values are the same, or different."""
    lang = scope.lang
    if resolve_single_side(left, scope) == resolve_single_side(right, scope):
        both = scope.with_salient(None).value(left)
        return lang.text("is", both, different, x=both.text)
    comes_to = _about_to_play(left, right, scope)
    if comes_to is not None:
        return lang.text("turn_comes_not" if different else "turn_comes", x=lang.text("turn_to", x=scope.value(comes_to).text))
    match left, right:
        case (g.Apply(function, (card,)), other) | (other, g.Apply(function, (card,))) if (
            scope.told and function in scope.counted_as and not isinstance(other, g.Apply)
        ):
            about = subject_phrase(card, scope)
            key = "counts_not" if different else "counts"
            return lang.text(key, about, kind=card_of(function, other, scope, plural=about.plural))
        case g.Attribute(attribute, card), g.Symbol(name):
            symbol = scope.naming.symbol(attribute, name)
            about = subject_phrase(card, scope)
            if symbol.named and scope.told and isinstance(card, g.Local) and card.name in scope.read:
                key = "counts_not" if different else "counts"
                return lang.text(key, about, kind=lang.forms.determined(symbol, "a").text)
            if symbol.named:
                return lang.text("is", about, different, x=lang.forms.determined(symbol, "a").text)
            return lang.text("is_of", about, different, x=symbol.form(True))
        case g.Attribute(attribute, card), g.Attribute(other, like) if attribute == other:
            same = lang.with_adjective("same", scope.naming.attribute(attribute))
            slots = {"same": lang.forms.determined(same, "the").text, "x": scope.value(like).text}
            return lang.text("is_same_as", subject_phrase(card, scope), different, **slots)
        case g.Attribute(attribute, card), _:
            return lang.text("is_of", subject_phrase(card, scope), different, x=_with_attribute(attribute, right, scope))
        case g.Local(of), g.Symbol(name) if all(a.name != right.type.enumeration for a in scope.naming.game.deck.attributes):
            yes_and_no = scope.lang.phrases["yes_and_no"].split()
            if scope.told and scope.naming.option_value(name).lower() in yes_and_no:
                no = (scope.naming.option_value(name).lower() == yes_and_no[1]) != different
                return lang.text("answered_not" if no else "answered", x=scope.naming.quoted(scope.naming.title(of)))
            return lang.text(
                "answered_not" if different else "answered", x=scope.naming.quoted(scope.naming.option_value(name))
            )
        case g.Setting(option), g.Symbol(name):
            x = scope.naming.quoted(scope.naming.option_value(name))
            return lang.text("is", scope.naming.option_phrase(option), different, x=x)
        case g.InZone(), _ if left.type.kind == "cards" and not different:
            cards = set_phrase(right, scope)
            agreeing = Phrase("", lang.noun("card").feminine, cards.plural)
            return lang.text("only_cards", agreeing, place=place(left, scope), x=cards.text)
        case _, g.Actor() if not isinstance(left, g.Actor) and left not in (scope.relative, scope.salient):
            return lang.text("is", subject_phrase(right, scope), different, x=scope.value(left).text)
        case _, g.InZone() if right.type.kind == "cards" and not scope.naming.is_family(right.zone):
            there = set_phrase(right, scope)
            return lang.text("is", subject_phrase(left, scope), different, x=lang.text("all_there", there, x=there.text))
        case g.Recall(), g.Symbol(name):
            named = scope.naming.symbol_text(right.type.enumeration, name)
            return lang.text("is", subject_phrase(left, scope), different, x=named)
        case g.Apply(function), g.Operation("minus") if _is_of_one(function, scope):
            return lang.text("is", subject_phrase(left, scope), different, x=remaining_member(right, scope))
        case _:
            return lang.text("is", subject_phrase(left, scope), different, x=scope.value(right).text)


def card_of(function: str, value: g.Expr, scope: ProseScope, *, plural: bool) -> str:
    """Word a card, or cards, with the value of an attribute that cards count as: *a card of the suit led*."""
    noun = scope.naming.kernel_noun("card")
    cards = scope.lang.forms.determined(noun, "bare" if plural else "a", plural).text
    of = scope.lang.text("symbol_post", x=_with_attribute(scope.counted_as[function], value, scope))
    return f"{cards} {of}"


def _cards_stand_for_others(game: g.Game) -> bool:
    """Return whether some cards may stand for any card."""
    return any(not reading.settings and reading.clause in game.clause for reading in game.deck.readings)


def _is_of_one(function: str, scope: ProseScope) -> bool:
    """Return whether the name of a set denotes a single member: *the fourth player*."""
    noun = function_noun(function, scope)
    return noun.singular == noun.plural and not noun.only_plural


def _has_one_form(function: str, scope: ProseScope) -> bool:
    """Return whether the name of a set is a plural without a singular: *the last three cards*."""
    noun = function_noun(function, scope)
    return noun.named and noun.singular == noun.plural


def _has_so_many(function: str, number: g.Expr, scope: ProseScope) -> bool:
    """Return whether a named set consists of this number of single cards, some of which may be missing."""
    found = scope.naming.game.definitions_of(function)
    waiting = [node.value for _, node in found] if len(found) == 1 and _has_one_form(function, scope) else []
    single = 0
    for one in waiting:
        match (one,):
            case (g.Operation("union", operands),):
                waiting += operands
            case (g.Apply(name, ()),):
                waiting += [node.value for _, node in scope.naming.game.definitions_of(name)]
            case (g.Single() | g.Recall(),):
                single += 1
            case _:
                return False
    return single > 1 and isinstance(number, g.Number) and number.value == single


def quantity(relation: RelationKey, number: g.Expr, noun: Noun, scope: ProseScope) -> Phrase:
    """Word a quantity: at least three kings; a single card; more than that many points."""
    lang = scope.lang
    if isinstance(number, g.Number):
        counted = lang.forms.counted(number.value, noun)
        if relation == "eq" and number.value == 1:
            only = lang.text("q_one", counted, noun=noun.form(False))
            return Phrase(only, noun.feminine)
        plural = counted.plural or (relation in ("gt", "ge") and number.value != 1)
        return Phrase(lang.text(f"q_{relation}", n=counted.text), noun.feminine, plural)
    found = scope.value(number)
    if isinstance(number, g.Setting):
        plural = counts_several(number, noun, scope)
        return Phrase(lang.text(f"q_{relation}", n=f"{found.text} {noun.form(plural)}"), noun.feminine, plural)
    text = lang.text(f"amount_{relation}", Phrase("", noun.feminine, True), noun=noun.form(True), x=found.text)
    return Phrase(text, noun.feminine, True)


def counts_several(number: g.Setting, noun: Noun, scope: ProseScope) -> bool:
    """Return whether a noun is in the plural after the value of an option."""
    chosen = scope.naming.game.chosen.get(number.option, "")
    return not is_integer(chosen) or scope.lang.forms.counted(int(chosen), noun).plural


def size(members: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """Word a comparison of a set's size with a number."""
    lang = scope.lang
    empty = isinstance(number, g.Number) and number.value == 0
    everybody = isinstance(members, g.Everyone) and members.type.kind == "players"
    if scope.told and everybody and relation == "eq" and isinstance(number, g.Number):
        return lang.text("so_many_play", n=lang.forms.numeral(number.value))
    if isinstance(members, g.InZone) and empty and relation in ("eq", "ne"):
        owner = members.owner and resolve_single_side(members.owner, scope)
        if scope.told and members.zone in scope.tricks and owner is not None and not isinstance(owner, g.Everyone):
            return lang.text("took_no_trick" if relation == "eq" else "took_a_trick", subject_phrase(owner, scope))
        cards = scope.naming.zone(members.zone)
        if isinstance(members.owner, g.Everyone) and scope.naming.names_cards(cards):
            return _anybody_having_cards(cards, scope.naming.of_type(element(members.owner.type) or PLAYER), relation, scope)
        owner = members.owner and resolve_single_side(members.owner, scope)
        if owner is not None and (scope.naming.names_cards(cards) or owner == scope.relative):
            return _has_cards(members, owner, relation, scope)
        if members.owner is not None or not scope.naming.names_cards(cards):
            return lang.text("is_empty", scope.value(members), relation == "ne")
    if isinstance(members, g.Apply) and len(members.arguments) == 1 and is_person(members.arguments[0], scope):
        held = function_noun(members.function, scope)
        if empty and relation == "eq" and held.named and not ARGUMENT_SLOT.search(held.singular):
            return lang.text("has_no", subject_phrase(members.arguments[0], scope), x=lang.forms.determined(held, "any").text)
    every_one = _all_there_are(members, relation, number, scope) or _so_many_left(members, relation, number, scope)
    if every_one is not None:
        return every_one
    found = elements(members, scope)
    if empty and (relation == "eq" or not found.modifiers):
        found = elements(members, scope, plural=False)
    if empty and relation in ("gt", "ne") and not found.modifiers:
        found = elements(members, scope, plural=False)
        return lang.text("there_is_some", one=lang.forms.determined(found.noun, "a").text, place=_place_after(found))
    if empty and relation in ("eq", "gt", "ne"):
        key = "there_are_no" if relation == "eq" else "there_are_some"
        only_plural = isinstance(members, g.InZone) and scope.naming.zone(members.zone).only_plural
        thing = replace(found.noun, only_plural=found.noun.only_plural or (only_plural and found.noun.named))
        noun = lang.forms.determined(thing, "any" if relation == "eq" else "bare", relation != "eq")
        noun = replace(noun, plural=noun.plural or thing.only_plural)
        return lang.text(key, noun, x=noun.text + found.modifiers, place=_place_after(found))
    if not isinstance(number, g.Number | g.Setting):
        return _comparison_of_sizes(members, relation, number, scope)
    how_many = quantity(relation, number, found.noun, scope)
    if isinstance(members, g.Apply) and relation == "eq" and _has_so_many(members.function, number, scope):
        return lang.text("are_all_there", replace(subject_phrase(members, scope), plural=True))
    if isinstance(members, g.Apply) and isinstance(number, g.Number) and _has_one_form(members.function, scope):
        figure = lang.text(f"q_{relation}", n=lang.forms.counted(number.value, Noun("", "")).text.strip())
        return lang.text("they_number", replace(scope.value(members), plural=True), q=figure)
    if isinstance(members, g.Local) and members.type.kind == "cards":
        return _size_of_named_set(members, relation, number, scope)
    holder = _zone_owner(members)
    if holder is not None and holder in (scope.relative, scope.salient):
        there = elements(members, scope, how_many.plural)
        return lang.text("have_in", subject_phrase(holder, scope), q=how_many.text + there.modifiers, place=there.place)
    found = elements(members, scope, how_many.plural)
    return lang.text("there_are", how_many, q=how_many.text + found.modifiers, place=_place_after(found))


def _so_many_left(members: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str | None:
    """Word how many cards a move leaves in their place: *no card is left in hand*."""
    match (members, number):
        case (g.Operation("minus", (g.InZone() as zone, g.Local() as taken)), g.Number(value)) if _takes_from(
            taken, zone, scope
        ):
            pass
        case _:
            return None
    card, there = scope.naming.kernel_noun("card"), f" {place(zone, scope)}"
    if not scope.told or (value == 0 and relation != "eq"):
        return None
    if value == 0:
        none = scope.lang.forms.determined(card, "any")
        return scope.lang.text("there_are_no_left", none, x=none.text, place=there)
    how_many = quantity(relation, number, card, scope)
    return scope.lang.text("there_are_left", how_many, q=how_many.text, place=there)


def _all_there_are(members: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str | None:
    """Word that somebody has as many cards of some values and one suit as there are: *has the king and the queen of that
    suit*.
    """
    if not scope.told or relation not in ("eq", "ge") or not isinstance(members, g.Where) or not isinstance(number, g.Number):
        return None
    holder, deck = _zone_owner(members), scope.naming.game.deck
    if holder is None or holder not in (scope.relative, scope.salient) or not isinstance(members.members, g.InZone):
        return None
    asked = conjuncts(members.condition)
    single = len({card.attributes for card in deck.cards}) == len(deck.cards) and len(deck.attributes) == 2
    for part in asked if single else ():
        values = [operands_of(one, "=") for one in disjuncts(part)]
        ranks = [pair[1] for pair in values if len(pair) == 2 and isinstance(pair[0], g.Attribute)]
        symbols = [one for one in ranks if isinstance(one, g.Symbol)]
        if len(symbols) != len(values) or len(symbols) < 2 or len(symbols) != number.value:
            continue
        others = tuple(e for e in asked if e is not part)
        of_suit = any(isinstance(pair[0], g.Attribute) for e in others if len(pair := operands_of(e, "=")) == 2)
        if not of_suit or not scope.naming.is_rank(symbols[0].type.enumeration):
            continue
        first = next(one for one in disjuncts(part))
        rest = replace(members, condition=all_of((*others, first)))
        found = elements(rest, scope)
        named = [scope.lang.forms.determined(scope.naming.symbol(s.type.enumeration, s.name), "the").text for s in symbols]
        x = scope.lang.series(named) + found.rest
        return scope.lang.text("have_some", subject_phrase(holder, scope), x=x)
    return None


def all_of(parts_: Sequence[g.Expr]) -> g.Expr:
    """Return the condition that all of some conditions hold."""
    whole = parts_[0]
    for one in parts_[1:]:
        whole = g.Operation("and", (whole, one), TRUTH, whole.span)
    return whole


def _has_cards(zone: g.InZone, owner: g.Expr, relation: RelationKey, scope: ProseScope) -> str:
    """Word whether somebody has cards in a place, by the name of these cards if the place has one: *has no card on the
    table*.
    """
    noun, forms = scope.naming.zone(zone.zone), scope.lang.forms
    named = scope.naming.names_cards(noun)
    own_hand = scope.told and owner == scope.relative and is_dealt_first(zone.zone, scope)
    where = scope.lang.text("in_hand") if own_hand else place(zone, scope)
    cards, there = (noun, "") if named else (scope.naming.kernel_noun("card"), f" {where}")
    cards = replace(cards, only_plural=False)
    x = forms.determined(cards, "any") if relation == "eq" else forms.determined(cards, "bare", True)
    return scope.lang.text("has_no" if relation == "eq" else "have_some", subject_phrase(owner, scope), x=x.text + there)


def is_dealt_first(zone: str, scope: ProseScope) -> bool:
    """Return whether the cards of the deal go to a place: it is the hand of each player."""
    bodies = [one.body for clause in scope.naming.game.consequences("start", "hand") for one in clause.effects]
    dealt = [body.to.zone for body in bodies if isinstance(body, g.Deal) and body.each == "player"]
    return dealt[:1] == [zone]


def _comparison_of_sizes(members: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """Word a comparison of the sizes of two sets. Named sets are compared directly, other sets by their numbers of cards."""
    others = number.members if isinstance(number, g.Size) else None
    if isinstance(members, g.Local) and isinstance(others, g.Local) and relation in ("lt", "gt"):
        key = "fewer_than" if relation == "lt" else "more_than"
        return scope.lang.text(key, scope.value(members), x=scope.value(others).text)
    return _plain_comparison(g.Size(members, number.type, members.span), relation, number, scope)


def _zone_owner(members: g.Expr) -> g.Expr | None:
    """Return the owner of the zone in which cards are counted, who then *has* them."""
    if isinstance(members, g.Where):
        return _zone_owner(members.members)
    return members.owner if isinstance(members, g.InZone) else None


def _place_after(found: Elements) -> str:
    return f" {found.place}" if found.place else ""


def _size_of_named_set(members: g.Local, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """Word the size of a set named by a move or a definition: `the cards taken are at least two`."""
    noun = scope.roles.get(members.name) or scope.naming.of_type(CARD)
    one = isinstance(number, g.Number) and number.value == 1 and relation == "eq"
    if members.name in scope.roles:
        subject = scope.lang.forms.determined(Noun(noun.singular, noun.plural, noun.feminine), "the", not one)
    else:
        subject = subject_phrase(members, scope)
        subject = replace(subject, plural=False) if one else subject
    if isinstance(number, g.Number):
        bare = scope.lang.forms.counted(number.value, Noun("", "", noun.feminine)).text.strip()
        figure = scope.lang.text("q_alone", subject) if one else scope.lang.text(f"q_{relation}", n=bare)
    else:
        figure = scope.lang.text(f"q_{relation}", n=scope.value(number).text)
    counted = noun.form(not one)
    if members.name in scope.roles and noun == scope.naming.of_type(CARD):
        return scope.lang.text("they_number", subject, q=figure)
    return scope.lang.text("they_are", subject, q=figure, noun=counted)


def _comparison_of_level(cell: g.Recall, relation: RelationKey, number: int, scope: ProseScope) -> str:
    """Word a comparison of a counter with a number for which players have a word."""
    held, words = scope.value(cell), scope.levels[cell.cell]
    if number == 0 or (relation == "lt" and number == min(words)):
        return scope.lang.text("level_is_open" if relation in ("eq", "le", "lt") else "level_is_set", held)
    highest = number == max(words)
    key = "eq" if relation == "ge" and highest else "ne" if relation == "lt" and highest else relation
    return scope.lang.text(f"level_{key}", held, x=words[number])


def _comparison_of_cell(cell: str, owner: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """Word a comparison of a cell: a side has at least eleven points."""
    noun = scope.naming.cell(cell)
    about = subject_phrase(owner, scope)
    if isinstance(number, g.Number) and number.value == 0 and relation in ("eq", "gt", "ne"):
        none = scope.lang.forms.determined(noun, "any" if relation == "eq" else "bare", relation != "eq")
        return scope.lang.text("have_none" if relation == "eq" else "have_some", about, x=none.text)
    return scope.lang.text("have_count", about, q=quantity(relation, number, noun, scope).text)


def _comparison_of_attribute(name: str, card: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """Word a comparison of an attribute: the card has a value of at least three."""
    noun = scope.naming.noun(name)
    x = scope.value(number).text if scope.relative is None else _enclosed(number, scope)
    if isinstance(number, g.Attribute) and number.name == name:
        if relation == "eq":
            same = scope.lang.forms.determined(scope.lang.with_adjective("same", noun), "the").text
            like = scope.value(number.card).text
            return scope.lang.text("has_same_as", subject_phrase(card, scope), same=same, x=like)
        x = scope.lang.text("that_of", Phrase("", noun.feminine), x=scope.value(number.card).text)
    return _has_measured(card, noun, relation, x, scope)


def _has_measured(owner: g.Expr, noun: Noun, relation: RelationKey, x: str, scope: ProseScope) -> str:
    """Word that something has a number of some name: *it has a value of at least three*."""
    one = scope.lang.forms.determined(noun, "a").text
    measured = scope.lang.text(f"measured_{relation}", Phrase("", noun.feminine), m=noun.form(False), a_m=one, x=x)
    return scope.lang.text("have_count", subject_phrase(owner, scope), q=measured)


def _has_a_noun(function: str, scope: ProseScope) -> bool:
    """Return whether a definition has a noun of its own, in which the place of its argument is not marked."""
    noun = function_noun(function, scope)
    return noun.named and "{" not in noun.singular


def _only_member(e: g.Expr) -> g.Expr:
    return e.member if isinstance(e, g.Single) else e


def _comparison_of_measure(function: str, of: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """Word a comparison of a defined number in a relative clause: a card that has a strength greater than that of the cards on
    the table.
    """
    noun, x = function_noun(function, scope), scope.value(number).text
    if isinstance(number, g.Apply) and number.function == function and len(number.arguments) == 1:
        x = scope.lang.text("that_of", Phrase("", noun.feminine), x=scope.value(number.arguments[0]).text)
    return _has_measured(of, noun, relation, x, scope)


def _plain_comparison(left: g.Expr, relation: RelationKey, right: g.Expr, scope: ProseScope) -> str:
    """Word a comparison without a shorter form: `the total value of … equals the value of …`."""
    subject = scope.value(left)
    if left == scope.repeated:
        subject = replace(subject, text=scope.lang.text("it_again", subject))
    x = scope.with_topic(None).value(right).text
    if isinstance(right, g.Attribute) and right.name == _measure_of(left, scope):
        noun = scope.naming.noun(right.name)
        x = scope.lang.text("that_of", Phrase("", noun.feminine), x=scope.value(right.card).text)
    plainly = scope.told and relation in ("eq", "ne") and isinstance(right, g.Number)
    key = f"is_{relation}_plainly" if plainly else f"is_{relation}"
    return scope.lang.text(key, subject, x=x)


def _measure_of(e: g.Expr, scope: ProseScope) -> str | None:
    """Return the measure after which a value is named."""
    if isinstance(e, g.Total) and scope.topic_is_one and e.members == scope.topic:
        e = e.amount
    return e.name if isinstance(e, g.Attribute) else None


# -------------------------------------------------------------------------- acts


_SLOT = re.compile(r"\{(\w+)\}")
_OBJECT = re.compile(r"\S+ \{(\w+)\}")


@dataclass(frozen=True, slots=True)
class ArgumentDetails:
    """The conditions that can be worded with an act's open arguments, and the remaining conditions.

    `counts` maps each parameter to a number of cards and whether it is exact (otherwise it is the least number).  `alike` is
    an attribute in which the act's two cards agree.  `topic` has the cards counted, and whether it is a single card.
    """

    counts: Mapping[str, tuple[int, bool]] = field(default_factory=dict[str, tuple[int, bool]])
    alike: str = ""
    left: tuple[g.Expr, ...] = ()
    topic: tuple[g.Expr, bool] | None = None

    def single(self, parameter: g.Parameter) -> bool:
        """Return whether the argument is a single item."""
        return parameter.choice == "one" or self.counts.get(parameter.name) == (1, True)


def argument_details(act: g.Act, when: tuple[g.Expr, ...], scope: ProseScope) -> ArgumentDetails:
    """Extract the conditions on an act's arguments that limit the number of cards taken, or require that two cards agree.
    Extract nothing if the author's wording leaves an argument out.
    """
    wording = in_language(act.says, scope.lang.code)
    if wording is not None and not {p.name for p in act.parameters} <= set(_SLOT.findall(wording)):
        return ArgumentDetails(left=when)
    some = {p.name for p in act.parameters if p.choice == "some"}
    counts, rest = dict[str, tuple[int, bool]](), list[g.Expr]()
    about: tuple[g.Expr, bool] | None = None
    for part in conjuncts(*when):
        name, count = _counted_argument(part)
        if name in some and name not in counts:
            counts[name], about = count, counted_cards(part)
        else:
            rest.append(part)
    found = ArgumentDetails(counts, topic=about)
    cards = [p.name for p in act.parameters if found.single(p) and _item_type(p).kind == "card"]
    for part in rest:
        shared = [_attribute_of(e) for e in operands_of(part, "=")]
        if len({a for a, _ in shared}) == 1 and len(cards) == 2 and sorted(x for _, x in shared) == sorted(cards):
            return replace(found, alike=shared[0][0], left=tuple(e for e in rest if e is not part))
    return replace(found, left=tuple(rest))


def _counted_argument(part: g.Expr) -> tuple[str, tuple[int, bool]]:
    """Return the word whose cards a condition counts, with the least or exact number of them; no word if it does not count
    cards.
    """
    match operands_of(part, "="):
        case (g.Size(g.Local(name)), g.Number(count)) if count > 0:
            return name, (count, True)
        case _:
            pass
    match operands_of(part, "<="):
        case (g.Number(least), g.Size(g.Local(name))) if least > 1:
            return name, (least, False)
        case _:
            return "", (0, False)


def _attribute_of(e: g.Expr) -> tuple[str, str]:
    """Return an attribute and the word for the card that has it; for several cards, the attribute that is summed over them."""
    if isinstance(e, g.Attribute) and isinstance(e.card, g.Local):
        return e.name, e.card.name
    if not isinstance(e, g.Total) or not isinstance(e.members, g.Local):
        return "", ""
    attribute, one = _attribute_of(e.amount)
    return (attribute, e.members.name) if one == e.variable else ("", "")


def role(act: g.Act, parameter: g.Parameter, scope: ProseScope) -> Noun:
    """Return the noun of an argument: its own name, or its type (with its word, if two arguments have the same type).  A player
    who is chosen is distinguished from the player who chooses.
    """
    measures = {measure.name for measure in scope.naming.game.deck.measures}
    named = scope.naming.named(parameter.name)
    if (
        named is not None
        and parameter.name not in measures
        and not (scope.told and _is_named_for_others(act, parameter, scope))
    ):
        return named
    kind = scope.lang.noun("choice") if parameter.choice == "either" else scope.naming.of_type(_item_type(parameter))
    alone = sum(_item_type(p) == _item_type(parameter) for p in act.parameters) == 1
    if alone or parameter.name == kind.singular:
        if _item_type(parameter).kind == "symbol" and parameter.domain is not None:
            return scope.lang.with_adjective("chosen", kind)
        if _item_type(parameter).kind not in ("player", "side") or act.finding:
            return kind
        besides = any(isinstance(part, g.Actor) for part in parts(parameter.domain))
        return scope.lang.with_adjective("other" if besides else "chosen", kind)
    word = marked("word", parameter.name, parameter.name)
    return Noun(f"{kind.singular} {word}", f"{kind.plural} {word}", kind.feminine)


def _is_named_for_others(act: g.Act, parameter: g.Parameter, scope: ProseScope) -> bool:
    """Return whether an act of another text has an argument with the same name; the words of a library for *the card played*
    are then about its own act.
    """
    sources = [one.span.source.name for one in scope.naming.game.acts if parameter.name in (p.name for p in one.parameters)]
    own = scope.naming.game.ruleset.acts[-1].span.source.name
    return act.span.source.name == own and any(name != own for name in sources)


def _item_type(parameter: g.Parameter) -> Type:
    """Return the type of one item of an argument."""
    return parameter.type if parameter.choice == "one" else element(parameter.type) or parameter.type


def act_scope(act: str, scope: ProseScope) -> ProseScope:
    """Return the scope in which an act's arguments are bound."""
    roles = dict(scope.roles)
    found = scope
    for parameter in scope.naming.game.act[act].parameters:
        noun = role(scope.naming.game.act[act], parameter, scope)
        roles[parameter.name] = noun
        many = parameter.choice in ("some", "all")
        found = found.bind(parameter.name, scope.lang.forms.determined(noun, "the", many))
    return replace(found, roles=roles)


def is_yes_or_no(parameter: g.Parameter, scope: ProseScope) -> bool:
    """Return whether an argument is chosen between *yes* and *no*, so that its own name is what a player chooses."""
    return [scope.naming.title(answer).lower() for answer in parameter.answers] == scope.lang.phrases["yes_and_no"].split()


def open_argument(parameter: g.Parameter, scope: ProseScope, count: tuple[int, bool] | None = None) -> str:
    """Word an open argument: a card, a face-down card, one or more cards, two or more, one of the answers."""
    lang = scope.lang
    if parameter.choice == "either" and scope.told and is_yes_or_no(parameter, scope):
        return lang.text("or_not", x=scope.naming.title(parameter.name))
    if parameter.choice == "either":
        return lang.series([scope.naming.title(a) for a in parameter.answers], "or")
    if parameter.unseen:
        return lang.text("unseen_card")
    noun = scope.naming.of_type(_item_type(parameter))
    match parameter.choice:
        case "one":
            return lang.forms.determined(noun, "a").text
        case "some" if count == (1, True):
            return lang.forms.determined(noun, "a").text
        case "some" if count is not None and count[1]:
            return lang.forms.counted(count[0], noun).text
        case "some" if count is not None:
            return lang.text("so_many_or_more", n=lang.forms.numeral(count[0]), x=noun.form(True))
        case "some":
            return lang.text("one_or_more", Phrase("", noun.feminine), x=noun.form(True), one=noun.form(False))
        case "all":
            domain, actor = parameter.domain, g.Actor(PLAYER, parameter.span)
            return scope.with_salient(actor).value(domain).text if domain is not None else noun.form(True)


def act_text(act: g.Act, arguments: dict[str, str], scope: ProseScope) -> str:
    """Return the act in the infinitive, in the author's words."""
    wording = in_language(act.says, scope.lang.code)
    if wording is None:
        rest = " ".join(f"{p.preposition or ''} {arguments[p.name]}".strip() for p in act.parameters if p.name in arguments)
        return f"{marked('word', act.name, act.name.replace('_', ' '))} {rest}".strip()
    return _filled(wording, arguments)


def _filled(wording: str, arguments: dict[str, str]) -> str:
    text = _SLOT.sub(lambda slot: arguments.get(slot[1], clean(slot[0])), wording)
    return " ".join(text.split()) if "" in arguments.values() else text


def act_done(act: g.Act, arguments: dict[str, str], scope: ProseScope, *, addressed: bool = False) -> str | None:
    """Word an act as done by somebody, *takes the five with the five*, or by the reader, if `addressed`, *take the five with
    the five*; None if the author's words do not allow that form.
    """
    wording = in_language(act.says, scope.lang.code)
    done = None if wording is None else scope.lang.forms.present(wording, addressed=addressed)
    return None if done is None else _filled(done, arguments)


def open_act(act: g.Act, scope: ProseScope, known: ArgumentDetails = ArgumentDetails()) -> str:
    """Return the act with all its arguments open, `take one or more cards with a card`; `known` are the conditions on them."""
    return act_text(act, _open_arguments(act, scope, known), scope)


def open_act_as_permitted(act: g.Act, scope: ProseScope) -> str:
    """Return the act with all its arguments open, with the numbers of cards that all its permissions ask for."""
    return open_act(act, scope, _counts_permitted(act, scope))


def open_arguments(act: g.Act, scope: ProseScope) -> dict[str, str]:
    """Return the words for the open arguments of an act, with the numbers of cards that all its permissions ask for."""
    return _open_arguments(act, scope, _counts_permitted(act, scope))


def act_done_openly(act: g.Act, scope: ProseScope) -> str | None:
    """Word an act as done by somebody; None if its words do not allow that form, or are in another language: they name none,
    and the text has its key words in that language.
    """
    if not any(code for code, _ in act.says) and key_word_language(act.span.source.text) != scope.lang.code:
        return None
    return act_done(act, open_arguments(act, scope), scope)


def _counts_permitted(act: g.Act, scope: ProseScope) -> ArgumentDetails:
    """Return the numbers of cards on which all permissions of an act agree; none outside the guide."""
    permits = scope.naming.game.permissions_of(act.name) if scope.told else ()
    counts = [argument_details(act, clause.when, scope).counts for clause, _ in permits]
    common = {
        name: count for one in counts[:1] for name, count in one.items() if all(name in c and c[name] == count for c in counts)
    }
    return ArgumentDetails(common)


def _open_arguments(act: g.Act, scope: ProseScope, known: ArgumentDetails) -> dict[str, str]:
    texts: dict[str, str] = {}
    wording = in_language(act.says, scope.lang.code) or ""
    for parameter in sorted(act.parameters, key=lambda p: wording.find(f"{{{p.name}}}")):
        text = open_argument(parameter, scope, known.counts.get(parameter.name))
        if text in texts.values() and known.single(parameter):
            text = _another_item(scope.naming.of_type(_item_type(parameter)), known.alike, scope)
        texts[parameter.name] = text
    return texts


def _another_item(noun: Noun, alike: str, scope: ProseScope) -> str:
    """Word another item: another card; another of the same value."""
    lang = scope.lang
    if not alike:
        return lang.text("another", Phrase("", noun.feminine), x=noun.form(False))
    same = lang.with_adjective("same", scope.naming.attribute(alike))
    the = lang.forms.determined(same, "the").text
    return lang.text("another_alike", Phrase("", noun.feminine), same=the, bare=same.form(False))


def event(of: tuple[str, str], scope: ProseScope) -> str:
    """Word an event: after a take; at the start of the hand."""
    moment, name = of
    if moment != "after":
        period = scope.lang.forms.determined(scope.lang.noun(name), "the").text
        return scope.lang.text(f"at_{moment}", x=period)
    noun = act_noun(name, scope)
    if noun is not None:
        return scope.lang.text("after_act", x=noun)
    act = scope.naming.game.act[name]
    done = act_done(act, _open_arguments(act, scope, ArgumentDetails()), scope)
    if done is not None:
        return scope.lang.text("after_done", scope.lang.forms.determined(scope.naming.kernel_noun("player"), "a"), do=done)
    return scope.lang.text("after_doing", x=scope.naming.quoted(open_act(act, scope)))


def impersonal_subject(act: g.Act, known: ArgumentDetails, text: str, scope: ProseScope) -> Phrase | None:
    """Return the language's impersonal subject, which agrees with the verb's object; None if the act's words do not allow it,
    or mention possessions of the player.
    """
    own = [p.domain for p in act.parameters if p.choice == "all" and p.domain is not None]
    if names_the_player(tuple(own)) or not scope.lang.forms.impersonal(text):
        return None
    says = in_language(act.says, scope.lang.code) or ""
    found = _OBJECT.match(says)
    many = [p.name for p in act.parameters if p.choice == "some" and not known.single(p)]
    several = (found is not None and found[1] in many) or scope.lang.forms.has_several_objects(says)
    return Phrase(scope.value(g.Actor(PLAYER, act.span)).text, plural=several)


def names_the_player(e: tuple[g.Expr, ...]) -> bool:
    """Return whether conditions refer to the player in any way other than as the one who can do something."""
    found = [part for part in parts(e) if isinstance(part, g.Actor)]
    return len(found) > sum(isinstance(part, g.Can) and isinstance(part.actor, g.Actor) for part in parts(e))


def act_noun(act: str, scope: ProseScope) -> str | None:
    """Return the act as an event (`a take`), if the author names it; else None."""
    noun = scope.naming.named(act)
    return None if noun is None else scope.lang.forms.determined(noun, "a").text


def must_act(e: g.Can, scope: ProseScope) -> str:
    """Word that somebody must do an act with the given arguments; its other arguments stay open."""
    act = scope.naming.game.act[e.act]
    texts = {name: scope.value(given).text for name, given in e.given}
    texts |= {p.name: open_argument(p, scope) for p in act.parameters if p.name not in texts}
    return scope.lang.text("must_do", subject_phrase(e.actor, scope), do=act_text(act, texts, scope))


def can_act(e: g.Can, scope: ProseScope, negated: bool) -> str:
    """Word that somebody can, or cannot, do an act in some way."""
    lang = scope.lang
    act = scope.naming.game.act[e.act]
    parameters = {p.name: p for p in act.parameters}
    permission = scope.naming.game.clause.get(e.by or "")
    known = ArgumentDetails() if permission is None else argument_details(act, permission.when, scope)
    texts: dict[str, str] = {}
    inner = scope
    for name, given in e.given:
        texts[name] = scope.value(given).text
    for name, local in e.free:
        texts[name] = open_argument(parameters[name], scope, known.counts.get(name))
        inner = inner.bind(local, _free_argument(parameters[name], known, scope))
    done = act_text(act, texts, scope)
    anybody = impersonal_subject(act, known, done, scope) if scope.impersonal and isinstance(e.actor, g.Actor) else None
    if anybody is not None:
        text = lang.text("one_cannot" if negated else "one_can", anybody, do=done)
    else:
        text = lang.text("cannot" if negated else "can", subject_phrase(e.actor, scope), do=done)
    if e.by is not None:
        text = f"{text} {lang.text('by', x=scope.naming.clause(e.by))}"
    if e.where is None:
        return text
    return lang.text("can_where", a=text, b=inner.condition(e.where))


def _free_argument(parameter: g.Parameter, known: ArgumentDetails, scope: ProseScope) -> Phrase:
    many = parameter.choice != "either" and not known.single(parameter)
    return scope.lang.forms.determined(scope.naming.of_type(_item_type(parameter)), "that", many)


def move_text(move: g.MoveLit, scope: ProseScope, others: tuple[tuple[str, str], ...] = ()) -> str:
    """Word a move of an example, its cards by name; `others` replaces the words of arguments."""
    return act_text(scope.naming.game.act[move.act], _move_arguments(move, scope) | dict(others), scope)


def move_done(move: g.MoveLit, scope: ProseScope) -> str | None:
    """Word a move of an example as made by somebody; None if the author's words do not allow that form."""
    return act_done(scope.naming.game.act[move.act], _move_arguments(move, scope), scope)


def _move_arguments(move: g.MoveLit, scope: ProseScope) -> dict[str, str]:
    """Return the words for the arguments of a move; one that it does not name stays open."""
    readings = dict(move.readings)
    texts = {name: _argument(found, scope, readings.get(name, ())) for name, found in move.arguments}
    for parameter in scope.naming.game.act[move.act].parameters:
        texts.setdefault(parameter.name, open_argument(parameter, scope))
        if parameter.choice == "either" and is_yes_or_no(parameter, scope):
            yes, no = (scope.naming.title(answer) for answer in parameter.answers)
            texts[parameter.name] = {yes: scope.naming.title(parameter.name), no: ""}.get(
                texts[parameter.name], texts[parameter.name]
            )
    return texts


def moves_text(moves: tuple[g.MoveLit, ...], scope: ProseScope) -> str:
    """Word one move or another.  Moves that differ in one card only share their words: *play the three or the four*."""
    name = _only_difference(moves)
    if name is None:
        return scope.lang.series([move_text(move, scope) for move in moves], "or")
    cards = [_argument(dict(move.arguments)[name], scope, ()) for move in moves]
    return move_text(moves[0], scope, ((name, scope.lang.series(cards, "or")),))


def _only_difference(moves: tuple[g.MoveLit, ...]) -> str | None:
    """Return the argument if moves of one act differ only in its single card; None if they differ in anything else."""
    if any(move.act != moves[0].act or move.readings for move in moves):
        return None
    first, *others = (dict(move.arguments) for move in moves)
    varied = {name for other in others for name in first.keys() | other.keys() if first.get(name) != other.get(name)}
    name = varied.pop() if len(varied) == 1 else None
    values = [] if name is None else [each.get(name) for each in (first, *others)]
    return name if all(isinstance(value, tuple) and len(value) == 1 for value in values) else None


def _argument(found: tuple[int, ...] | str | g.Expr, scope: ProseScope, readings: tuple[int | None, ...]) -> str:
    if isinstance(found, str):
        return scope.naming.title(found)
    if isinstance(found, g.Symbol):
        return scope.naming.symbol_text(found.type.enumeration, found.name)
    if not isinstance(found, tuple):
        return scope.value(found).text
    if scope.signs:
        return card_signs(found, scope, readings)
    return scope.lang.series([scope.lang.forms.determined(scope.naming.card(n), "the").text for n in found])


# ------------------------------------------------------------------- quantifiers


def _somebody_without_cards(e: g.Quantified, scope: ProseScope) -> str | None:
    """Word that somebody has no card in hand, and another condition on this player: *somebody has no card in hand and the
    reserve of their side is empty*.
    """
    first, *others = conjuncts(e.condition)
    match operands_of(first, "="):
        case (g.Size(g.InZone(_, g.Local(name)) as zone), g.Number(0)) if scope.told and others and name == e.variable:
            pass
        case _:
            return None
    somebody, local = Phrase(scope.lang.word("somebody")), zone.owner
    inner = scope.bind(e.variable, somebody).with_salient(local)
    there = place(zone, inner)
    if e.quantifier != "some" or not isinstance(e.members, g.Everyone) or there != scope.lang.phrases["in_hand"]:
        return None
    none = scope.lang.forms.determined(scope.naming.kernel_noun("card"), "any").text
    lacks = scope.lang.text("has_no", somebody, x=f"{none} {there}")
    return scope.lang.series([lacks, conjunction(tuple(others), inner)])


def quantified(e: g.Quantified, scope: ProseScope, negated: bool = False) -> str:
    """Word that some, every or no member of a set has a property."""
    if negated and e.quantifier == "every" and not _acts_on_each_member(e):
        denied = g.Operation("not", (e.condition,), TRUTH, e.span)
        return quantified(replace(e, quantifier="some", condition=denied), scope)
    flipped = {"some": "no", "no": "some", "every": "every"}
    quantifier = flipped[e.quantifier] if negated else e.quantifier
    condition_, quantifier = _without_double_negation(e.condition, quantifier)
    local = g.Local(e.variable, element(e.members.type) or e.members.type, e.span)
    if isinstance(e.members, g.Local) and local.type.kind == "card" and _cards_stand_for_others(scope.naming.game):
        scope = replace(scope, read=scope.read | {e.variable})
    if quantifier != "every" and isinstance(e.members, g.InZone) and names_kind_only(condition_, local, scope):
        there = g.Where(e.variable, e.members, condition_, e.members.type, e.span)
        return size(there, "gt" if quantifier == "some" else "eq", g.Number(0, NUMBER, e.span), scope)
    if quantifier == "some" and isinstance(e.members, g.InZone) and _names_kind_and_adjuncts(condition_, local, scope):
        there = g.Where(e.variable, e.members, condition_, e.members.type, e.span)
        if e.members.owner is not None and e.members.owner == scope.relative:
            return _has_one(there, e.members.owner, scope)
        return size(there, "gt", g.Number(0, NUMBER, e.span), scope)
    if (
        quantifier == "some"
        and scope.told
        and isinstance(e.members, g.InZone)
        and isinstance(_kind_of(condition_, local, scope), str)
    ):
        there = g.Where(e.variable, e.members, condition_, e.members.type, e.span)
        if e.members.owner is not None and e.members.owner == scope.relative:
            return _has_one(there, e.members.owner, scope)
    alike = _like_one_there(e, condition_, local, scope) if quantifier == "some" and scope.told else None
    alike = alike or (_best_there(e, condition_, local, scope) if quantifier == "some" and scope.told else None)
    if alike is not None:
        return alike
    owned = _empty_zone_of_member(condition_, local, e.members)
    if owned is not None:
        return _emptiness_of_zones(owned, quantifier, condition_, scope)
    outranked = _outranked(e, quantifier, condition_, local, scope) if scope.told else None
    if outranked is not None:
        return outranked
    besides = _of_every_other(e, quantifier, condition_, local, scope) if scope.told else None
    if besides is not None:
        return besides
    of_kind = _card_of_kind(e, quantifier, condition_, local, scope) if scope.told and quantifier != "every" else None
    if of_kind is not None:
        return of_kind
    of = elements(e.members, scope, plural=e.quantifier == "some" and quantifier == "some")
    if quantifier == "every" and isinstance(condition_, g.Can) and _acts_on_each_member(e):
        mention = _all_together(of, scope) if negated else scope.lang.forms.determined(of.noun, "each").append(of.rest)
        return can_act(condition_, scope.bind(e.variable, mention), negated)
    that = scope.lang.forms.determined(of.noun, "that")
    if _needs_letters(e, scope):
        return _quantified_with_letters(e, quantifier, of, condition_, scope)
    inner = scope.bind(e.variable, that)
    text = predicates(conjuncts(condition_), local, inner)
    if text is not None and quantifier == "some" and isinstance(e.members, g.Apply) and _of_cards(e.members.function, scope):
        held = _holding(e.members, text, scope)
        if held is not None:
            return held
    if text is None and quantifier == "every":
        compared = _comparison_of_each(condition_, local, of, inner)
        if compared is not None:
            return compared
    if text is None or (quantifier == "no" and _has_negation(condition_) and _denies(text, scope)):
        if _is_of_two_things(e, that, scope):
            return _quantified_with_letters(e, quantifier, of, condition_, scope)
        return _condition_on_some(e, quantifier, condition_, of, inner)
    anybody = _anybody(e, condition_, quantifier, text, of, scope)
    if anybody is not None:
        return anybody
    holder = e.members.owner if isinstance(e.members, g.InZone) else None
    if quantifier == "some" and holder is not None and holder == scope.relative:
        one = scope.lang.forms.determined(of.noun, "a").text + of.rest
        return scope.lang.text("has_one", subject_phrase(holder, scope), x=one, c=text)
    chosen = isinstance(e.members, g.Local) and e.members.name in scope.roles
    return _quantified_subject(quantifier, of, text, scope, e.members.type.kind in ("players", "sides"), chosen)


def _condition_on_some(e: g.Quantified, quantifier: str, condition: g.Expr, of: Elements, scope: ProseScope) -> str:
    """Word a condition on some members if no sentence about them has this meaning."""
    local = g.Local(e.variable, element(e.members.type) or e.members.type, e.span)
    people = e.members.type.kind in ("players", "sides")
    shorter = None
    if people and scope.told:
        shorter = _of_some_of_them(e, quantifier, condition, local, scope) or _of_one_of_them(e, quantifier, condition, scope)
    if shorter is not None:
        return shorter
    text = scope.with_salient(local if people else scope.salient).condition(condition).strip()
    return _quantified_prefix(quantifier, of, text, scope, _is_compound(condition))


def _of_some_of_them(e: g.Quantified, quantifier: str, condition: g.Expr, local: g.Local, scope: ProseScope) -> str | None:
    """Word a condition on some people, with a relative clause for the parts whose subject each of them is: *for at least one
    player who is not the dealer, their card is of the same rank*.  Return None if no part has that form, or every part has it.
    """
    asked = conjuncts(condition)
    said = [one for one in asked if predicates((one,), local, scope) is not None]
    if quantifier == "every" or not said or len(said) == len(asked) or not isinstance(e.members, g.Everyone):
        return None
    members = g.Where(e.variable, e.members, all_of(said), e.members.type, e.span)
    rest = all_of([one for one in asked if one not in said])
    return quantified(replace(e, quantifier="some" if quantifier == "some" else "no", members=members, condition=rest), scope)


def _of_one_of_them(e: g.Quantified, quantifier: str, condition: g.Expr, scope: ProseScope) -> str | None:
    """Word a comparison of a number of somebody: *the value of at least one hand is 31*.  Return None for other conditions."""
    mentions = sum(1 for part in parts(condition) if isinstance(part, g.Local) and part.name == e.variable)
    if quantifier != "some" or mentions != 1 or not operands_of(condition, "=", "<", "<="):
        return None
    of = elements(e.members, scope, plural=False)
    one = scope.lang.text("at_least_one", x=scope.lang.forms.counted(1, of.noun).text + of.rest)
    return scope.with_salient(None).bind(e.variable, Phrase(one, of.noun.feminine)).condition(condition)


def _card_of_kind(e: g.Quantified, quantifier: str, condition_: g.Expr, local: g.Local, scope: ProseScope) -> str | None:
    """Word that a place has a card, or none, of a kind: *the player has no card of the suit led in their hand*; *there is a
    trump in their hand that is higher*, and not *a card that is a trump and higher*.
    """
    if not isinstance(e.members, g.InZone):
        return None
    another = _another_there(e, condition_, local, scope) if quantifier == "some" else None
    if another is not None:
        return another
    owner = e.members.owner
    if quantifier == "no" and isinstance(owner, g.Actor) and isinstance(_kind_of(condition_, local, scope), str):
        there = g.Where(e.variable, e.members, condition_, e.members.type, e.span)
        found = elements(there, scope.with_salient(owner), plural=False)
        none = scope.lang.forms.determined(found.noun, "any").text + found.rest
        return scope.lang.text("has_no", subject_phrase(owner, scope), x=none)
    asked = conjuncts(condition_)
    kinds = [part for part in asked if names_kind_only(part, local, scope)]
    if not kinds or len(kinds) == len(asked):
        return None
    members = g.Where(e.variable, e.members, all_of(kinds), e.members.type, e.span)
    rest = all_of([part for part in asked if part not in kinds])
    return quantified(replace(e, quantifier="some" if quantifier == "some" else "no", members=members, condition=rest), scope)


def _another_there(e: g.Quantified, condition_: g.Expr, local: g.Local, scope: ProseScope) -> str | None:
    """Word that a place has a card other than the played one: *there is another card in the pile that is of its rank*."""
    asked = conjuncts(condition_)
    apart = [part for part in asked if _is_not_the_chosen(part, local, scope)]
    rest = tuple(part for part in asked if part not in apart)
    if len(apart) != 1 or not rest:
        return None
    of = elements(e.members, scope, plural=False)
    text = predicates(rest, local, scope.bind(e.variable, scope.lang.forms.determined(of.noun, "that")))
    if text is None:
        return None
    another = scope.lang.text("another", Phrase("", of.noun.feminine), x=of.noun.singular)
    return scope.lang.text("exists", x=another + of.rest, c=text)


def _is_not_the_chosen(part: g.Expr, local: g.Local, scope: ProseScope) -> bool:
    """Return whether a condition is that a member is not the card of the act."""
    denied = operands_of(part, "not")
    pair = operands_of(denied[0], "=") if denied else ()
    return local in pair and any(isinstance(one, g.Local) and one.name in scope.roles for one in pair if one != local)


def _like_one_there(e: g.Quantified, condition_: g.Expr, local: g.Local, scope: ProseScope) -> str | None:
    """Word that a place of the table has a card of the same value as a chosen card: *the card played is of the same rank as a
    card of the bout*.
    """
    match e.members, operands_of(condition_, "="):
        case g.InZone(_, None), (g.Attribute(one, first), g.Attribute(other, second)) if one == other and local in (
            first,
            second,
        ):
            chosen = second if first == local else first
        case _:
            return None
    if not isinstance(chosen, g.Local) or chosen.name not in scope.roles:
        return None
    found = elements(e.members, scope, plural=False)
    same = scope.lang.with_adjective("same", scope.naming.attribute(one))
    slots = {"same": scope.lang.forms.determined(same, "the").text}
    slots["x"] = scope.lang.forms.determined(found.noun, "a").text + found.rest
    return scope.lang.text("is_same_as", subject_phrase(chosen, scope), **slots)


def _best_there(e: g.Quantified, condition: g.Expr, local: g.Local, scope: ProseScope) -> str | None:
    """Word that the best card of a kind is in a place: *the trump with the highest strength in the takings of the players is in
    their takings*.  Return None for other conditions.
    """
    asked = conjuncts(condition)
    for compared in asked:
        match operands_of(compared, "="):
            case (g.Attribute(measure, card), g.Extreme(which, same, of)) if measure == same and card == local:
                pass
            case _:
                continue
        there, kinds = (of.members, conjuncts(of.condition)) if isinstance(of, g.Where) else (of, ())
        renamed = {_with_member(kind, of.variable, local) for kind in kinds} if isinstance(of, g.Where) else set[g.Expr]()
        place_of_all = isinstance(there, g.InZone) and isinstance(there.owner, g.Everyone)
        inside = (
            place_of_all and isinstance(e.members, g.InZone) and isinstance(there, g.InZone) and e.members.zone == there.zone
        )
        if not inside or renamed != {one for one in asked if one is not compared}:
            continue
        found = elements(of, scope, plural=False)
        most = scope.lang.forms.determined(scope.lang.with_adjective(which, scope.naming.noun(measure)), "the").text
        best = scope.lang.forms.determined(found.noun, "the")
        text = scope.lang.text("card_with_most", best, x=best.text, most=most, rest=found.rest)
        inner = scope.bind(local.name, replace(best, text=text))
        return inner.condition(g.Operation("in", (local, e.members), TRUTH, e.span))
    return None


def _with_member(e: g.Expr, name: str, other: g.Local) -> g.Expr:
    """Return a condition about another member."""
    return rewrite(e, lambda part: other if isinstance(part, g.Local) and part.name == name else part)


def _has_one(there: g.Where, owner: g.Expr, scope: ProseScope) -> str:
    """Word that somebody has a card of a kind in a place: *has a card of the trump suit in their hand*."""
    found = elements(there, scope, plural=False)
    one = scope.lang.forms.determined(found.noun, "a").text + found.rest
    return scope.lang.text("have_count", subject_phrase(owner, scope), q=one)


def _is_everyone(of: Elements, members: g.Expr, scope: ProseScope) -> bool:
    """Return whether some members are all players of the guide's table, without a condition."""
    people = members.type.kind == "players" or (members.type.kind == "sides" and scope.naming.every_player_is_a_side)
    return scope.told and people and isinstance(members, g.Everyone) and not of.rest


def _anybody(e: g.Quantified, condition_: g.Expr, quantifier: str, text: str, of: Elements, scope: ProseScope) -> str | None:
    """Word that everyone, not everyone, somebody or nobody does something; None if the members are not all players."""
    if not _is_everyone(of, e.members, scope):
        return None
    denied = operands_of(condition_, "not") if quantifier == "some" else ()
    besides = _anybody_besides(e, condition_, quantifier, of, scope)
    if besides is not None:
        return besides
    if quantifier != "every" and not denied:
        several, keys = len(conjuncts(condition_)) > 1, ("nobody_does", "nobody_who")
        if quantifier == "some":
            keys = ("somebody_does", "somebody_who")
        return scope.lang.text(keys[several], c=text)
    positive = denied[0] if denied else condition_
    local = g.Local(e.variable, element(e.members.type) or e.members.type, e.span)
    those = scope.lang.forms.determined(of.noun, "that", plural=True)
    one = predicates(conjuncts(positive), local, scope.bind(e.variable, scope.lang.forms.determined(of.noun, "that")))
    many = predicates(conjuncts(positive), local, scope.bind(e.variable, those))
    if one is None or many is None or (denied and _denies(one, scope)):
        return None
    agree = not {plain(many).split()[0]}.isdisjoint(scope.lang.phrases["having"].split())
    key = ("not_everybody" if agree else "not_everybody_singly") if denied else "everybody" if agree else "everybody_singly"
    return scope.lang.text(key, c=one, cs=many, d=text)


def _anybody_besides(e: g.Quantified, condition_: g.Expr, quantifier: str, of: Elements, scope: ProseScope) -> str | None:
    """Word that somebody, or nobody, other than a certain player does something; None for another condition."""
    local = g.Local(e.variable, element(e.members.type) or e.members.type, e.span)
    asked = conjuncts(condition_)
    others = {one: other for one in asked if (other := _another_than(one, local)) is not None}
    rest = tuple(one for one in asked if one not in others)
    if quantifier == "every" or not scope.told or len(others) != 1 or not rest:
        return None
    text = predicates(rest, local, scope.bind(e.variable, scope.lang.forms.determined(of.noun, "that")))
    if text is None or (quantifier == "no" and _has_negation(g.Operation("and", rest, TRUTH, e.span))):
        return None
    x = scope.value(next(iter(others.values()))).text
    return scope.lang.text("nobody_besides" if quantifier == "no" else "somebody_besides", x=x, c=text)


def _another_than(e: g.Expr, local: g.Local) -> g.Expr | None:
    """Return the person whom a condition excludes; None for another condition."""
    denied = operands_of(e, "not")
    pair = operands_of(denied[0], "=") if denied else ()
    others = [one for one in pair if one != local]
    return others[0] if len(pair) == 2 and len(others) == 1 and not isinstance(others[0], g.Nobody) else None


def _holding(members: g.Apply, text: str, scope: ProseScope) -> str | None:
    """Word that the player has a playable card that …, if a definition names the playable cards of a person."""
    noun = function_noun(members.function, scope)
    if len(members.arguments) != 1 or not is_person(members.arguments[0], scope) or ARGUMENT_SLOT.search(noun.singular):
        return None
    holder = members.arguments[0]
    about = subject_phrase(holder, scope) if holder == scope.relative else scope.value(holder)
    one = scope.lang.forms.determined(replace(noun, only_plural=False), "a").text
    return scope.lang.text("has_one", about, x=one, c=text)


def figure_of_each(e: g.Expr, local: g.Local, each: Phrase, scope: ProseScope) -> Phrase | None:
    """Word an amount that every member has, and name its owner once: *the score of each side*.  Return None for anything
    else.
    """
    found = tuple(parts(e))
    plain = all(isinstance(part, Type | g.ScoreOf | g.Recall | g.Size | g.InZone | g.Local | g.Number) for part in found)
    if not plain or found.count(local) != 1:
        return None
    return scope.with_salient(None).bind(local.name, each).value(e)


def _comparison_of_each(e: g.Expr, local: g.Local, of: Elements, scope: ProseScope) -> str | None:
    """Word a comparison of such an amount, with a pronoun for its owner: *the score of each side is at most three*."""
    if not isinstance(e, g.Operation) or e.operator not in ("=", "<", "<="):
        return None
    relation, left, right = _written_relation(e)
    each = scope.lang.forms.determined(of.noun, "each").append(of.rest)
    subject = figure_of_each(left, local, each, scope) if left.type.kind == "number" else None
    if subject is None:
        return None
    return scope.lang.text(f"is_{relation}", subject, x=scope.with_salient(local).value(right).text)


def _acts_on_each_member(e: g.Quantified) -> bool:
    """Return whether a quantified condition requires that a player can do an act with each member (*who can lay off each
    card*).
    """
    local = g.Local(e.variable, element(e.members.type) or e.members.type, e.span)
    return isinstance(e.condition, g.Can) and local in (given for _, given in e.condition.given)


def _all_together(of: Elements, scope: ProseScope) -> Phrase:
    """Word all members together; but a player who cannot do something with *all* members might do it with some of them."""
    things = scope.lang.forms.determined(of.noun, "the", plural=True).append(of.rest)
    return replace(things, text=scope.lang.text("all_there", things, x=things.text))


def _needs_letters(e: g.Quantified, scope: ProseScope) -> bool:
    """Return whether two members of one type are bound, so that each needs a letter."""
    return e.variable in scope.lettered or _has_nested_quantifier(e.condition, e.members.type)


def _is_of_two_things(e: g.Quantified, that: Phrase, scope: ProseScope) -> bool:
    """Return whether the condition is also about a thing outside with the same words: *that player* would be either."""
    named = {part.name for part in parts(e.condition) if isinstance(part, g.Local)} - {e.variable}
    return any(plain(scope.bindings[name].text) == plain(that.text) for name in named if name in scope.bindings)


def _has_nested_quantifier(e: Expr, of: Type) -> bool:
    return any(isinstance(part, g.Quantified) and part.members.type == of for part in parts(e))


def _quantified_with_letters(e: g.Quantified, quantifier: str, of: Elements, node: g.Expr, scope: ProseScope) -> str:
    """Return the wording of `for every side x, for every side y, …`."""
    letter = " " + marked("word", e.variable, e.variable)
    inner = scope.bind(e.variable, scope.lang.forms.determined(of.noun, "the").append(letter))
    nested = tuple(name for name in _bound_names(e.condition) if name not in scope.lettered)
    inner = replace(inner, lettered=(*scope.lettered, *nested), salient=None)
    if quantifier == "no" and isinstance(node, g.Quantified) and node.quantifier == "some" and node.members == e.members:
        return _no_pair(e, node, of, inner)
    named = Elements(of.noun, letter + of.modifiers, of.place)
    return _quantified_prefix(quantifier, named, inner.condition(node), scope, _is_compound(node))


def _no_pair(first: g.Quantified, second: g.Quantified, of: Elements, inner: ProseScope) -> str:
    """Word `there is no side x and side y for which …`: the condition about two sides is true for no pair."""
    letters = [marked("word", name, name) for name in (first.variable, second.variable)]
    both = inner.bind(second.variable, inner.lang.forms.determined(of.noun, "the").append(" " + letters[1]))
    slots = {place: f"{letter}{of.rest}" for place, letter in zip("xy", letters, strict=True)}
    subject = Phrase("", of.noun.feminine)
    return inner.lang.text("for_no_pair", subject, noun=of.noun.form(False), c=both.condition(second.condition), **slots)


def _bound_names(e: Expr) -> tuple[str, ...]:
    """Return the names that quantifiers bind in an expression."""
    return tuple(part.variable for part in parts(e) if isinstance(part, g.Quantified))


def _without_double_negation(e: g.Expr, quantifier: str) -> tuple[g.Expr, str]:
    """Return a quantifier without double negation: `no x has not …` is `every x has …`."""
    denied = operands_of(e, "not")
    return (denied[0], "every") if denied and quantifier == "no" else (e, quantifier)


def _has_negation(e: g.Expr) -> bool:
    """Return whether a condition has a negated part, which would be a double negation after `no card`."""
    return isinstance(e, g.Operation) and (
        e.operator == "not" or (e.operator in ("and", "or") and any(map(_has_negation, e.operands)))
    )


def _denies(text: str, scope: ProseScope) -> bool:
    """Return whether the words of a condition have a negation."""
    return not {*re.findall(r"\w+'?", plain(text))}.isdisjoint(scope.lang.phrases["negations"].split())


def _is_compound(e: g.Expr) -> bool:
    """Return whether a condition has parts, which then need brackets."""
    return isinstance(e, g.Operation) and e.operator in ("and", "or")


def _outranked(e: g.Quantified, quantifier: str, condition: g.Expr, local: g.Local, scope: ProseScope) -> str | None:
    """Word that somebody, or nobody, has a greater or lower number of one kind than another person: *no player who has not
    folded has a higher strength of the hand than that player*.  Return None for other conditions.
    """
    if quantifier == "every":
        quantifier, condition = "no", _less(condition)
    asked = conjuncts(condition)
    compared = [(one, found) for one in asked if (found := _number_of_another(one, local)) is not None]
    if len(compared) != 1 or not is_person(local, scope) or not isinstance(e.members, g.Everyone):
        return None
    ((comparison, found),) = compared
    noun = function_noun(found.amount.function, scope)
    match found.amount.arguments:
        case (g.Local(),):
            place = ""
        case (g.InZone(zone),):
            place = scope.lang.of(scope.lang.forms.determined(scope.naming.zone(zone), "the").text)
        case _:
            return None
    if noun.singular.endswith(" {1}"):
        noun = _without_owner(noun)
    if ARGUMENT_SLOT.search(noun.singular):
        return None
    rest = tuple(one for one in asked if one is not comparison)
    members = e.members if not rest else g.Where(e.variable, e.members, all_of(rest), e.members.type, e.span)
    of = elements(members, scope, plural=False)
    kind = Phrase("", noun.feminine)
    known = quantifier == "no" and found.other == scope.salient
    than = (
        ""
        if known
        else scope.lang.text("than", x=scope.lang.of(scope.value(found.other).text), y=scope.value(found.other).text)
    )
    several = noun.only_plural or bool(noun.articles[1])
    x = noun.form(True) if several else scope.lang.forms.determined(noun, "a").text if noun.named else noun.singular
    key = f"has_{'more' if found.greater else 'less'}_{'of' if several else 'in'}"
    text = scope.lang.text(key, kind, x=(noun.singular if scope.lang.code == "en" and not several else x) + place)
    return _quantified_subject(quantifier, of, text + than, scope, True, False)


def _less(condition: g.Expr) -> g.Expr:
    """Return the denial of *at most*; a condition that nothing meets for any other."""
    match condition:
        case g.Operation("<=", (first, second)):
            return replace(condition, operator="<", operands=(second, first))
        case _:
            return default(condition, g.Truth(False, TRUTH, condition.span))


def _of_every_other(e: g.Quantified, quantifier: str, condition: g.Expr, local: g.Local, scope: ProseScope) -> str | None:
    """Word a condition on everybody but one: *the number of cards of the other pair is less than that of its cards*.  Return
    None for other conditions.
    """
    either = disjuncts(condition)
    same = [one for one in either if operands_of(one, "=").count(local) == 1]
    if quantifier != "every" or len(either) != 2 or len(same) != 1 or e.members.type.kind not in ("players", "sides"):
        return None
    rest = next(one for one in either if one is not same[0])
    noun = scope.lang.with_adjective("other", scope.naming.of_type(local.type))
    two = has_two_sides(scope.naming.game) and (local.type.kind == "side" or scope.naming.every_player_is_a_side)
    other = scope.lang.forms.determined(noun, "the" if two else "each")
    return scope.bind(e.variable, other).condition(rest)


@dataclass(frozen=True, slots=True)
class _Compared:
    """A number of a member, and the person whose same number is less, or is greater."""

    amount: g.Apply
    other: g.Expr
    greater: bool


def _number_of_another(e: g.Expr, local: g.Local) -> _Compared | None:
    """Return a number of a member that a condition compares with the same number of another person."""
    match operands_of(e, "<"):
        case (g.Apply() as less, g.Apply() as more) if less.function == more.function:
            for own, others, greater in ((more, less, True), (less, more, False)):
                people = (p for p in parts(others.arguments) if isinstance(p, g.Local | g.Actor | g.Recall))
                named = (p for p in people if p != local and p.type.kind in ("player", "side"))
                one = next((p for p in named if _with_other(own, local, p) == others), None)
                if one is not None:
                    return _Compared(own, one, greater)
            return None
        case _:
            return None


def _with_other(e: g.Expr, local: g.Local, other: g.Expr) -> g.Expr:
    """Return an expression about another person."""
    return rewrite(e, lambda part: other if part == local else part)


def _quantified_prefix(quantifier: str, of: Elements, text: str, scope: ProseScope, joined: bool = False) -> str:
    lang = scope.lang
    agreeing = Phrase("", of.noun.feminine)
    text = f"({text})" if joined else text
    if quantifier == "some":
        return lang.text("for_some", agreeing, x=lang.forms.counted(1, of.noun).text + of.rest, c=text)
    if quantifier == "no":
        return lang.text("for_no", agreeing, x=lang.forms.determined(of.noun, "any").text + of.rest, c=text)
    return lang.text("for_each", agreeing, x=of.noun.form(False) + of.rest, c=text)


def _quantified_subject(quantifier: str, of: Elements, text: str, scope: ProseScope, people: bool, chosen: bool) -> str:
    """Word the quantified member as the subject of a sentence; if the members are known, word one of them."""
    lang = scope.lang
    if quantifier == "every":
        return f"{lang.forms.determined(of.noun, 'each').text}{of.rest} {text}"
    if quantifier == "no":
        before = lang.word("nobody_before_verb")
        return f"{lang.forms.determined(of.noun, 'no').text}{of.rest} {before}{text}"
    one = lang.forms.counted(1, of.noun).text
    if people:
        return f"{lang.text('at_least_one', x=one)}{of.rest} {text}"
    if chosen:
        those = lang.forms.determined(of.noun, "the", True).append(of.rest)
        return lang.text("one_of_these", Phrase("", of.noun.feminine), x=lang.of(those.text).strip(), c=text)
    article = lang.forms.determined(of.noun, "a").text
    return lang.text("exists", x=article + of.rest, c=text)


def _empty_zone_of_member(e: g.Expr, local: g.Local, members: g.Expr) -> g.InZone | None:
    """Return the zone if the condition is only that it is empty for every member: `every hand is empty`."""
    match operands_of(e, "="):
        case (g.Size(g.InZone(_, owner) as zone), g.Number(0)) if owner == local and isinstance(members, g.Everyone):
            return zone
        case _:
            return None


def _emptiness_of_zones(zone: g.InZone, quantifier: str, e: g.Expr, scope: ProseScope) -> str:
    noun = scope.naming.zone(zone.zone)
    if scope.told and zone.zone in scope.tricks and quantifier == "every":
        return scope.lang.text("nobody_took_a_trick")
    if scope.naming.names_cards(noun) and zone.owner is not None:
        return _having_cards(noun, scope.naming.of_type(zone.owner.type), quantifier, scope)
    if quantifier == "some":
        one = scope.lang.text("at_least_one", x=scope.lang.forms.counted(1, noun).text)
        return scope.lang.text("is_empty", Phrase(one, noun.feminine))
    if scope.told and noun.only_plural and quantifier == "every" and zone.owner is not None:
        there = g.InZone(zone.zone, None, zone.type, zone.span)
        cards = f"{scope.naming.kernel_noun('card').form(True)} {place(there, scope)}"
        owner_noun = (
            scope.naming.kernel_noun("player") if is_person(zone.owner, scope) else scope.naming.of_type(zone.owner.type)
        )
        return scope.lang.text("none_has_cards", _nobody(owner_noun, scope), x=cards)
    if noun.only_plural and quantifier == "every":
        owner = scope.lang.forms.determined(scope.naming.of_type(zone.owner.type), "each") if zone.owner else Phrase("")
        phrase = scope.lang.forms.determined(noun, "the").append(scope.lang.of(owner.text))
        return scope.lang.text("is_empty", phrase)
    together = replace(noun, only_plural=True) if scope.told and quantifier == "every" else noun
    phrase = scope.lang.forms.determined(together, "each" if quantifier == "every" else "no")
    if quantifier == "no":
        phrase = phrase.append(" " + scope.lang.word("nobody_before_verb"))
    return scope.lang.text("is_empty", phrase)


def _anybody_having_cards(cards: Noun, owner: Noun, relation: RelationKey, scope: ProseScope) -> str:
    """Word whether all zones of one name are empty: *no player has cards on the table*."""
    lang, those = scope.lang, replace(cards, only_plural=False).form(True)
    if scope.told and relation == "ne" and has_the_name_of_its_card(cards, scope):
        return lang.text("there_is_some", one=lang.forms.determined(cards, "a").text, place="")
    if relation == "eq":
        return lang.text("none_has_cards", _nobody(owner, scope), x=those)
    return lang.text("each_has_cards", _somebody(owner, scope), x=those)


def _nobody(owner: Noun, scope: ProseScope) -> Phrase:
    told = scope.told and owner == scope.naming.kernel_noun("player")
    return Phrase(scope.lang.text("nobody")) if told else scope.lang.forms.determined(owner, "no")


def _somebody(owner: Noun, scope: ProseScope) -> Phrase:
    if scope.told and owner == scope.naming.kernel_noun("player"):
        return Phrase(scope.lang.word("somebody"))
    return Phrase(scope.lang.text("at_least_one", x=scope.lang.forms.counted(1, owner).text), owner.feminine)


def _having_cards(cards: Noun, owner: Noun, quantifier: str, scope: ProseScope) -> str:
    """Word that such zones are empty, or not, in terms of the players who have cards in them, since a zone whose noun names
    cards cannot be called *empty*.
    """
    lang, those = scope.lang, replace(cards, only_plural=False).form(True)
    if quantifier == "every":
        return lang.text("none_has_cards", _nobody(owner, scope), x=those)
    if quantifier == "no":
        told = scope.told and owner == scope.naming.kernel_noun("player")
        each = Phrase(lang.word("everyone")) if told else lang.forms.determined(owner, "each")
        return lang.text("each_has_cards", each, x=those)
    return lang.text("lacks_cards", _somebody(owner, scope), x=those)


# ------------------------------------------------------------ flags and negations


def _as_value(e: g.Expr, scope: ProseScope, negated: bool) -> str:
    text = scope.value(e).text
    return scope.lang.text("not", x=text) if negated else text


def _is_mark(cell: str, scope: ProseScope) -> bool:
    return cell in scope.naming.game.cell and scope.naming.game.cell[cell].kind == "mark"


def attribute_names(attribute: str, scope: ProseScope) -> g.Names:
    return next((a.names for a in scope.naming.game.deck.attributes if a.name == attribute), ())


def applied_condition(e: g.Apply, scope: ProseScope, negated: bool) -> str:
    """Word an applied definition that is true or false, as a kind or as a sentence of its own."""
    lang = scope.lang
    noun = function_noun(e.function, scope)
    if not e.arguments:
        names = scope.naming.game.function[e.function].names
        text = scope.naming.sentence(e.function, names)
        if scope.naming.text(e.function, names) is None:
            if scope.told:
                return lang.text("guide_holds_not" if negated else "guide_holds", x=text)
            return lang.text("quoted_holds_not" if negated else "quoted_holds", x=text)
        return negated_text(text, scope, negated=negated)
    if ARGUMENT_SLOT.search(noun.singular):
        wording = scope.naming.sentence(e.function, scope.naming.game.function[e.function].names)
        return negated_text(fill_arguments(wording, e.arguments, scope), scope, negated=negated)
    one, *others = e.arguments
    subject = subject_phrase(one, scope)
    if e.function in scope.laid:
        done = lang.text("laid_by", subject, x=lang.series([scope.value(a).text for a in others]))
        return lang.text("is", subject, negated, x=done)
    if others and scope.told:
        kind = lang.forms.determined(noun, "a").text if noun.named else noun.singular
        return lang.text(
            "is", subject, negated, x=lang.text("for_others", x=kind, others=lang.series([scope.value(a).text for a in others]))
        )
    if others:
        subject = Phrase(lang.series([scope.value(a).text for a in e.arguments]), plural=True)
    kind = lang.forms.determined(noun, "a").text if noun.named else noun.singular
    if is_made_by_cards(e.function, one.type, scope) and not others and (noun.named or one.type.kind == "cards"):
        if isinstance(one, g.Operation):
            subject = replace(subject, text=lang.text("together", x=subject.text))
        return lang.text("make_not" if negated else "make", subject, x=kind)
    return lang.text("is", subject, negated, x=kind)


def division(e: g.Splits, scope: ProseScope, negated: bool) -> str:
    """Word a division: the cards on the table can be divided into melds, perhaps together with some of the other cards."""
    is_known = e.cards in (scope.relative, scope.repeated, scope.salient)
    subject = subject_phrase(e.cards, scope) if is_known else set_phrase(e.cards, scope)
    kind = e.kind.function if isinstance(e.kind, g.Apply) else ""
    key = "splits" if e.spare is None else "splits_spare"
    slots = {} if e.spare is None else {"spare": scope.value(e.spare).text}
    x = function_noun(kind, scope).form(True)
    return scope.lang.text(f"{key}_not" if negated else key, subject, x=x, **slots)


def is_made_by_cards(function: str, of: Type, scope: ProseScope) -> bool:
    """Return whether a kind consists of several cards: they *make* a pair, but a card *is* a king.  A kind without words is
    such a kind if its definition counts the cards, or requires a pattern of them.
    """
    noun = function_noun(function, scope)
    if of.kind not in ("cards", "group") or noun.only_plural:
        return False
    waiting = [function]
    for name in waiting:
        for part in parts(tuple(clause for clause, _ in scope.naming.game.definitions_of(name))):
            if isinstance(part, g.Pattern) or (isinstance(part, g.Size) and isinstance(part.members, g.Local)):
                return True
            if isinstance(part, g.Apply) and part.function not in waiting:
                waiting.append(part.function)
    return noun.named


def flag(e: g.Recall, scope: ProseScope, negated: bool) -> str:
    """Word a flag: its name is a sentence, or the predicate of a player or side."""
    if scope.naming.game.cell[e.cell].kind != "flag":
        return _as_value(e, scope, negated)
    text = scope.naming.sentence(e.cell, scope.naming.game.cell[e.cell].names)
    owner = g.Actor(PLAYER, e.span) if e.owner is None and _says_of_player(e.cell, text, scope) else e.owner
    if owner is None:
        told = negated_text(text, scope, negated=negated)
        period = scope.periods.get(e.cell)
        if period is None:
            return told
        return f"{told} {scope.lang.word('place')} {scope.lang.forms.determined(period.noun, 'the').text}"
    subject = subject_phrase(owner, scope)
    affirmed = scope.lang.forms.affirmed(text) if negated else None
    if affirmed is not None:
        return f"{subject.text} {_in_number(affirmed, scope, subject)}".strip()
    if negated and not {*text.split()}.isdisjoint(scope.lang.phrases["negations"].split()):
        return scope.lang.text("not", x=f"{subject.text} {_in_number(text, scope, subject)}")
    predicate = negated_verb(text, scope, subject) if negated else _in_number(text, scope, subject)
    return f"{subject.text} {predicate}".strip()


def _says_of_player(cell: str, text: str, scope: ProseScope) -> bool:
    """Return whether a flag of the turn has words without a subject (*has drawn*): its subject is the player of the turn."""
    first, phrases = text.partition(" ")[0], scope.lang.phrases
    predicate = first in {*phrases["auxiliaries"].split(), *phrases["auxiliaries_of_agreement"].split()}
    return predicate and scope.naming.game.cell[cell].period == "turn"


def _in_number(text: str, scope: ProseScope, subject: Phrase) -> str:
    """Return an author's predicate, which is written in the singular, in the number of its subject: `have folded`, `se sont
    couchés`.
    """
    if not subject.plural:
        return text
    phrases = scope.lang.phrases
    pronoun, _, after = text.partition(" ")
    if pronoun not in phrases["before_auxiliaries"].split():
        pronoun, after = "", text
    verb, space, rest = after.partition(" ")
    of_many = dict(pair.replace("_", " ").split("/") for pair in phrases["auxiliaries_of_many"].split())
    if verb in phrases["auxiliaries_of_agreement"].split():
        rest = scope.lang.forms.participle_of_many(rest)
    return f"{pronoun} {of_many.get(verb, verb)}{space}{rest}".strip()


def negated_verb(text: str, scope: ProseScope, subject: Phrase) -> str:
    """Negate an author's predicate, which begins with a verb: `has not knocked`, `does not sit out`."""
    text = _in_number(text, scope, subject)
    phrases, first = scope.lang.phrases, text.partition(" ")[0]
    pronoun = first if first in (*phrases["before_auxiliaries"].split(), *phrases["before_verbs"].split()) else ""
    verb, _, rest = text.removeprefix(pronoun).strip().partition(" ")
    key = "denied" if verb in phrases["auxiliaries"].split() else "denied_verb"
    verb = verb if key == "denied" else scope.lang.forms.denied_verb(verb)
    return scope.lang.text(key, subject, first=f"{pronoun} {verb}".strip(), rest=rest)


def negated_text(text: str, scope: ProseScope, subject: str = "", negated: bool = True) -> str:
    """Return an author's words in the negative, with the negation at the auxiliary or before the whole; `subject` precedes
    words that have no subject.
    """
    wording = f"{subject} {text}".strip()
    if not negated:
        return wording
    words = text.split(" ")
    affirmed = _affirmed(words, scope)
    if affirmed is not None:
        return f"{subject} {affirmed}".strip()
    at = _auxiliary(words, scope)
    if at is None:
        return scope.lang.text("not", x=wording)
    verb = scope.lang.text("denied", first=words[at], rest=" ".join(words[at + 1 :]))
    return " ".join((subject, *words[:at], verb)).strip()


def _affirmed(words: list[str], scope: ProseScope) -> str | None:
    """Return a sentence without its own negation: *the trump is chosen* for *the trump is not chosen*.  Return None if it has
    none, or a word before it changes what is negated.
    """
    phrases = scope.lang.phrases
    verbs = {*phrases["auxiliaries"].split(), *phrases["negations"].split()}
    begins = [at for at, word in enumerate(words) if at and (word in verbs or word.startswith("n'"))]
    if not begins or not {*phrases["relatives"].split(), *phrases["quantifiers"].split()}.isdisjoint(words[: begins[0]]):
        return None
    found = scope.lang.forms.affirmed(" ".join(words[begins[0] :]))
    return None if found is None else " ".join((*words[: begins[0]], found))


def _auxiliary(words: list[str], scope: ProseScope) -> int | None:
    """Return the index of a sentence's auxiliary, or of the pronoun before it.  Return None if its verb is not an auxiliary or
    it has several verbs.  Also return None if its subject has a quantifier, since negating the verb would not deny the
    quantifier: *all have not spoken*.
    """
    phrases = scope.lang.phrases
    keys = ("auxiliaries", "relatives", "quantifiers", "before_auxiliaries")
    auxiliaries, relatives, quantifiers, pronouns = (phrases[key].split() for key in keys)
    found = [at for at, word in enumerate(words) if word in auxiliaries]
    if not found or (found[0] > 0 and len(found) > 1) or any(word in (*relatives, *quantifiers) for word in words[: found[0]]):
        return None
    return found[0] - 1 if found[0] > 0 and words[found[0] - 1] in pronouns else found[0]
