"""The facts of a wording, as the letters in the second part of its mark (decision 0099).

The clauses of a wording cannot confirm each fact that it states, and do not show which fact it has lost. The mark therefore
records the facts of the sentence that somebody has read together with its clauses: one letter for each kind of fact.
`recorded` returns the letters of a wording; `changed` compares them with those in its mark and names the kinds of facts that
changed. A sentence that states the same facts in other words keeps its mark.

Numbers, cards, seats and players, bounds, and words for the order have a letter made from their values, because any change
matters. What is denied, bound, greatest or earliest has a letter that counts, because a sentence can be put in another way:
*nobody but* for *only*, *goes first* for *begins*.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from cartaro_grammar.analyses.wording_facts import (
    CARD,
    NAMED,
    NUMBER,
    SLOT,
    Fact,
    FactNames,
    read_facts,
    word_table,
)
from cartaro_grammar.text.messages import Message, msg

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The first letter means no fact, or zero."""
MOST, LEAST = frozenset({"highest", "strongest", "more"}), frozenset({"lowest", "weakest", "less"})
EARLY, LATE = frozenset({"first", "before", "start"}), frozenset({"last", "after"})
LIST = 4
"""The least number of cards in a row that form a list; the order of a list matters."""
_PART = re.compile(r"[.,;:!?]\s")


@dataclass(frozen=True, slots=True)
class _Letter:
    """A kind of fact: its place in the mark, and its name in a message."""

    place: int
    name: Message


NUMBERS = _Letter(0, msg("numbers"))
CARDS = _Letter(1, msg("cards"))
SEATS = _Letter(2, msg("seats and players"))
BOUNDS = _Letter(3, msg("bounds"))
ORDER = _Letter(4, msg("order"))
EXTENT = _Letter(5, msg("all or one"))
EXCEPTS, ONLYS, DENIES = _Letter(6, msg("exceptions")), _Letter(7, msg("exceptions")), _Letter(8, msg("denials"))
MUSTS, MAYS = _Letter(9, msg("duties and permissions")), _Letter(10, msg("duties and permissions"))
POLES = _Letter(11, msg("the most and the least"))
EQUAL = (NUMBERS, CARDS, SEATS, BOUNDS, EXTENT)
SIZE = 12
SCALES = {
    NUMBERS: (NUMBER, SLOT),
    CARDS: (CARD,),
    SEATS: ("side", "turning", "facing", NAMED, "other", "owner"),
    BOUNDS: ("bound", "times", "sign"),
    EXTENT: ("difference",),
    EXCEPTS: ("except", "only"),
    DENIES: ("negation", "nor", "except", "only"),
}
VALUES = {
    ORDER: EARLY | LATE,
    EXTENT: frozenset({"second", "third", "fourth", "lose"}),
    MUSTS: frozenset({"must", "may"}),
    POLES: MOST | LEAST,
}
"""The scales and the values of the facts of each kind."""


def recorded(texts: Iterable[tuple[str, str]], names: Mapping[str, FactNames]) -> str:
    """Return the letters for the facts of a wording as most of its languages have them. After them, each behind a point, follow
    the code and the letters of each language that states a fact differently. Letters for no fact are left out at the end.
    """
    found = {code: _letters(text, code, names[code]) for code, text in texts if code in names}
    if not found:
        return ""
    most = "".join(Counter(column).most_common(1)[0][0] for column in zip(*found.values(), strict=True))
    odd = (code + _short(letters) for code, letters in found.items() if list(_differences(most, letters)))
    return ".".join([_short(most), *odd])


def _short(letters: str) -> str:
    return letters.rstrip(LETTERS[0]) or LETTERS[0]


def changed(
    mark: str, texts: Iterable[tuple[str, str]], names: Mapping[str, FactNames]
) -> Mapping[str, Mapping[Message, Sequence[str]]]:
    """Return, for each language of a wording, the kinds of facts that differ from those in a mark, with the words that now
    state facts of this kind.
    """
    most, *others = mark.split(".")
    known = {other[:2]: other[2:] for other in others}
    found = dict[str, Mapping[Message, Sequence[str]]]()
    for code, text in texts:
        if code in names:
            before, after = known.get(code, most), _letters(text, code, names[code])
            kinds = list(_differences(before, after))
            if ORDER not in kinds and _after_became_before(before, after, read_facts(text, code, names[code])):
                kinds.append(ORDER)
            if kinds:
                found[code] = {kind.name: _words_of(kind.name, text, code, names[code]) for kind in kinds}
    return found


def _words_of(name: Message, text: str, code: str, names: FactNames) -> list[str]:
    """Return the words of a text that state facts of a kind."""
    whole = word_table()["whole"].get(code, ())
    scales = {scale for kind, scales in SCALES.items() if kind.name == name for scale in scales}
    values = {value for kind, values in VALUES.items() if kind.name == name for value in values}
    is_stated = (
        (fact, fact.scale in scales or fact.value in values or (name == EXTENT.name and fact.words in whole))
        for fact in read_facts(text, code, names)
    )
    return list(dict.fromkeys(fact.words for fact, stated in is_stated if stated and fact.words))


def _differences(mark: str, letters: str) -> Iterator[_Letter]:
    """Yield the kinds of facts in which the letters of a text contradict those in a mark."""
    before, after = mark.ljust(SIZE, LETTERS[0]), letters.ljust(SIZE, LETTERS[0])
    yield from (kind for kind in EQUAL if before[kind.place] != after[kind.place])
    yield from _changes_of_order(_count(before, ORDER), _count(after, ORDER))
    yield from _changes_of_denials(before, after)
    musts, mays = (_count(after, kind) - _count(before, kind) for kind in (MUSTS, MAYS))
    if musts > 0 or (musts < 0 < mays):
        yield MUSTS
    if _count(after, POLES) & ~_count(before, POLES):
        yield POLES


def _count(letters: str, kind: _Letter) -> int:
    return LETTERS.index(letters[kind.place])


def _changes_of_order(before: int, after: int) -> Iterator[_Letter]:
    """Yield the order if something early is now late, or the reverse, or if something is the last."""
    lost, gained = before & ~after, after & ~before
    if (lost | gained) & 4 or (lost & 1 and gained & 2) or (lost & 2 and gained & 1):
        yield ORDER


def _after_became_before(before: str, after: str, facts: Iterable[Fact]) -> bool:
    """Return whether a text says *before* instead of something late.  Next to *first* the letters alone do not show it."""
    was, is_now = (_count(letters.ljust(SIZE, LETTERS[0]), ORDER) for letters in (before, after))
    return bool(was & 2) and not is_now & 2 and any(fact.value == "before" for fact in facts)


def _changes_of_denials(before: str, after: str) -> Iterator[_Letter]:
    """Yield denials if more or fewer sentences deny, and exceptions if one is lost; *only* can replace any of them."""
    excepts, onlys, denies = (_count(after, kind) - _count(before, kind) for kind in (EXCEPTS, ONLYS, DENIES))
    if excepts < 0 and onlys <= 0:
        yield EXCEPTS
    elif excepts + onlys + denies:
        yield DENIES


# --------------------------------------------------------------------------------------------------- reading


def _letters(text: str, code: str, names: FactNames) -> str:
    """Return the letters for the facts of a text in one language."""
    facts = read_facts(text, code, names)
    sentences = [list(found) for _, found in groupby(facts, key=lambda fact: fact.sentence)]
    kinds = Counter(_denial(sentence) for sentence in sentences)
    whole = word_table()["whole"].get(code, ())
    cards, seats = _values(facts, CARD), _values(facts, "side", "turning", "facing")
    extent = _values(facts, "difference") | {f.value for f in facts if f.value in ("second", "third", "fourth", "lose")}
    found: dict[_Letter, str] = {
        NUMBERS: _digest(_values(facts, NUMBER, SLOT) - {"1"}),
        CARDS: _digest([*sorted(cards), *_lists(facts), *_poles_of_cards(text, facts, code, names)]),
        SEATS: _digest([*sorted(seats), *_players(sentences)]),
        BOUNDS: _digest(_values(facts, "bound", "times", "sign")),
        ORDER: _counted(_bits(facts, EARLY, LATE) + 4 * any(f.value == "last" for f in facts)),
        EXTENT: _digest(extent | {"whole" for f in facts if f.words in whole}),
        EXCEPTS: _counted(kinds["except"]),
        ONLYS: _counted(kinds["only"]),
        DENIES: _counted(kinds["negation"]),
        MUSTS: _counted(sum(f.value == "must" for f in facts)),
        MAYS: _counted(sum(f.value == "may" for f in facts)),
        POLES: _counted(_bits(facts, MOST, LEAST)),
    }
    return "".join(found[kind] for kind in sorted(found, key=lambda kind: kind.place))


def _values(facts: Iterable[Fact], *scales: str) -> set[str]:
    return {fact.value for fact in facts if fact.scale in scales}


def _denial(sentence: Sequence[Fact]) -> str:
    """Return in which way a sentence denies: by an exception, by *only*, by a negation, or not at all."""
    scales = {fact.scale for fact in sentence}
    if not scales.isdisjoint(("except", "only")):
        return "except" if "except" in scales else "only"
    denies = not scales.isdisjoint(("negation", "nor")) or any((f.scale, f.value) == (NUMBER, "0") for f in sentence)
    return "negation" if denies else ""


def _lists(facts: Sequence[Fact]) -> Iterator[str]:
    """Yield each list of cards as one text, in order."""
    run = list[str]()
    for fact in (*facts, None):
        if fact is not None and fact.scale in (CARD, NUMBER):
            run.append(fact.value)
        else:
            if len(run) >= LIST:
                yield " ".join(run)
            run = []


def _poles_of_cards(text: str, facts: Sequence[Fact], code: str, names: FactNames) -> list[str]:
    """Return which cards are the highest and which the lowest, if a text has both."""
    if _bits(facts, MOST, LEAST) != 3:
        return []
    found = set[str]()
    for part in _PART.split(text):
        facts = read_facts(part, code, names)
        poles, cards = _bits(facts, MOST, LEAST), sorted({f.value for f in facts if f.scale == CARD})
        found |= {f"{poles} {' '.join(cards)}"} if poles and cards else set()
    return sorted(found) if len({one[0] for one in found}) > 1 else []


def _players(sentences: Sequence[Sequence[Fact]]) -> list[str]:
    """Return the players of a text: in their order within each sentence that has several, else without an order."""
    found = [list(dict.fromkeys(map(_player, filter(_player, sentence)))) for sentence in sentences]
    several = [" ".join(players) for players in found if len(players) > 1]
    return several or sorted({player for players in found for player in players if player != "own"})


def _player(fact: Fact) -> str:
    """Return the player of a fact; the empty string if it is about something else."""
    return fact.value if fact.scale in (NAMED, "other", "owner") else ""


def _bits(facts: Iterable[Fact], first: frozenset[str], second: frozenset[str]) -> int:
    """Return 1 if a fact is of the first kind, 2 if one is of the second, 3 for both."""
    values = {fact.value for fact in facts}
    return int(not values.isdisjoint(first)) + 2 * int(not values.isdisjoint(second))


def _counted(number: int) -> str:
    return LETTERS[min(number, len(LETTERS) - 1)]


def _digest(values: Iterable[str]) -> str:
    """Return a letter for some values: of a set in any order, of a list in its own."""
    found = sorted(values) if isinstance(values, set) else list(values)
    if not found:
        return LETTERS[0]
    digest = hashlib.sha256("\n".join(found).encode()).digest()
    return LETTERS[1 + int.from_bytes(digest[:4]) % (len(LETTERS) - 1)]
