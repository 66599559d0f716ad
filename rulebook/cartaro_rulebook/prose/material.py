"""What a game is played with, in words: the cards, their numbers, what a card may be read as, how many play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from cartaro_grammar import Same, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_language
from cartaro_rulebook.words.nouns import Noun
from cartaro_rulebook.words.references import capital


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table with its column heads; the first cell of a row names the cards."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each row, each number with its column's head."""
        numbers = ((row[0], zip(self.heads[1:], row[1:], strict=True)) for row in self.rows)
        return tuple(" · ".join([f"- {cards}", *(f"{head} {number}" for head, number in row)]) for cards, row in numbers)


def number_table(
    head: str, worth: Iterable[tuple[str, tuple[str, ...]]], measures: list[str], scope: ProseScope
) -> NumberTable:
    """A table of what cards are worth: neighbours with the same numbers share a row."""
    alike = [(numbers, [cards for cards, _ in group]) for numbers, group in groupby(worth, key=lambda pair: pair[1])]
    nouns = [scope.naming.noun(name) for name in measures]
    heads = (head, *(noun.form(noun.only_plural) for noun in nouns))
    rows = tuple((capital(scope.lang.series(cards)), *numbers) for numbers, cards in alike)
    return NumberTable(heads, rows)


def said(what: str, clause: g.Clause, scope: ProseScope) -> str:
    """The sentence of a clause about the material."""
    lang, game = scope.lang, scope.naming.game
    match what:
        case "players":
            return lang.say("players", x=lang.series([str(n) for n in game.player_counts], "or"))
        case "pack":
            return pack(clause, scope)
        case "reading":
            return reading(clause, scope)
        case "attribute":
            same = [a for a in game.deck.attributes if a.names == clause.names]
            return _attribute(same[0], scope) if same else lang.say("columns")
        case _:
            return lang.say(what)


def pack(clause: g.Clause, scope: ProseScope) -> str:
    """How many cards there are of a special kind, by the clause named after it, or of each of the others."""
    lang, deck = scope.lang, scope.naming.game.deck
    special = [number for number, card in enumerate(deck.cards) if card.kind == clause.name]
    if special:
        worth = [(m.name, m.values[special[0]]) for m in deck.measures]
        listed = [_measure(name, number, scope) for name, number in worth if number is not None]
        count = lang.forms.counted(len(special), _common(special, scope)).text
        return lang.say("pack_special", q=count, measures=f" ({', '.join(listed)})" if listed else "")
    alike = Counter(card.attributes for card in deck.cards if card.kind is None)
    copies = set(alike.values())
    if len(copies) != 1 or copies == {1}:
        return lang.say("pack", n=str(len(deck.cards)))
    sizes = {info.name: len(info.values) for info in deck.attributes}
    names = sorted({name for attributes in alike for name, _ in attributes}, key=lambda name: (-sizes[name], name))
    each = lang.series([scope.naming.attribute(name).form(False) for name in names])
    return lang.say("pack_each", q=lang.forms.counted(copies.pop(), scope.naming.kernel("card")).text, x=each)


def reading(clause: g.Clause, scope: ProseScope) -> str:
    """What some cards may be read as besides themselves."""
    lang, deck = scope.lang, scope.naming.game.deck
    found = next(r for r in deck.readings if r.clause == clause.name)
    subject = lang.forms.determined(_common(list(found.cards), scope), "the")
    if not found.settings:
        return lang.say("reading_any", subject)
    listed = [
        lang.say("measure_as", n=str(number), noun=scope.naming.noun(name).form(False)) for name, number in found.settings
    ]
    return lang.say("reading_set", subject, x=lang.series(listed))


def _common(cards: list[int], scope: ProseScope) -> Noun:
    """What all of some cards are: the value of an attribute that they share; or cards."""
    deck = scope.naming.game.deck
    shared = set(deck.cards[cards[0]].attributes).intersection(*(deck.cards[n].attributes for n in cards[1:]))
    return scope.naming.symbol(*min(shared)) if shared else scope.naming.kernel("card")


def _measure(name: str, number: int | None, scope: ProseScope) -> str:
    return scope.lang.say("measure_of", noun=scope.naming.noun(name).form(False), n=str(number))


def measures_read(told: Iterable[object]) -> frozenset[str]:
    """The numbers on cards that some parts of a game reckon with, or order the cards by."""
    return _read_by(Same(tuple(told)))


@lru_cache(maxsize=64)
def _read_by(told: Same[object]) -> frozenset[str]:
    found = [part for one in told.values for part in parts(one)]
    read = {p.name for p in found if isinstance(p, g.Attribute)} | {p.measure for p in found if isinstance(p, g.Extreme)}
    return frozenset(read | {p.attribute for p in found if isinstance(p, g.Pattern)})


def _attribute(info: g.AttributeInfo, scope: ProseScope) -> str:
    attribute = scope.lang.forms.determined(scope.naming.noun(info.name, info.names), "a")
    if _measures(info, scope):
        return scope.lang.say("attribute_table", x=attribute.text)
    return scope.lang.say("attribute", x=attribute.text, values=scope.lang.series(_values(info, scope), "or"))


def _values(info: g.AttributeInfo, scope: ProseScope) -> list[str]:
    """The values of an attribute, each with what stands for it on a card: two of clubs, but a two."""
    nouns = [scope.naming.symbol(info.name, v.name) for v in info.values]
    many = info is not max(scope.naming.game.deck.attributes, key=lambda a: len(a.values))
    signs = [in_language(v.corner, scope.lang.code) or v.sign for v in info.values]
    return [f"{noun.form(many)} ({sign})" for noun, sign in zip(nouns, signs, strict=True)]


def attribute_table(clause: g.Clause, scope: ProseScope) -> NumberTable | None:
    """What each value of the attribute that a clause declares is worth; None where it decides no number."""
    if not isinstance(clause.sentence, g.Material) or clause.sentence.what != "attribute":
        return None
    info = next((a for a in scope.naming.game.deck.attributes if a.names == clause.names), None)
    measures = [] if info is None else _measures(info, scope)
    if info is None or not measures:
        return None
    numbers = zip(*(column for _, column in measures), strict=True)
    worth = zip(_values(info, scope), numbers, strict=True)
    head = scope.naming.noun(info.name, info.names).form(False)
    return number_table(head, worth, [name for name, _ in measures], scope)


def _measures(info: g.AttributeInfo, scope: ProseScope) -> list[tuple[str, tuple[str, ...]]]:
    """The numbers that an attribute decides and the game reckons with, each for every value of the attribute: a deck that
    several games share has numbers of others.
    """
    game = scope.naming.game
    deck, read = game.deck, measures_read((game.clauses, game.acts, game.claims, game.examples))
    found: list[tuple[str, tuple[str, ...]]] = []
    for measure in (m for m in deck.measures if m.name in read):
        worth: dict[str, set[int | None]] = {value.name: set() for value in info.values}
        for card, number in zip(deck.cards, measure.values, strict=True):
            for name, value in card.attributes:
                if name == info.name:
                    worth[value].add(number)
        if all(len(numbers) == 1 for numbers in worth.values()):
            found.append((measure.name, tuple(str(min(numbers, key=str)) for numbers in worth.values())))
    return found
