"""The facts of a wording, as the letters in the second part of its mark (decision 0099).

The clauses of a wording cannot confirm each fact that it states, and do not show which fact it has lost. The mark therefore
records the facts of the sentence that somebody has read together with its clauses. `recorded` returns the letters of a wording;
`changed` compares them with those in its mark and names the kinds of facts that changed.

No list has every verb by which a sentence can become false. So every word that is not in the table of light words is recorded
too, as the last kind: without its ending, and in no order within its sentence. A sentence that states the same facts with the
same verbs keeps its mark, whatever its order and its small words.

Each kind of fact is a pair of letters: the kind, and its value. Kinds without a fact are left out. Numbers, cards, seats,
players, places, attributes, bounds and words for the order have a value made from the facts themselves, in their order,
because any change matters. Denials, bounds and the greatest are only counted, because a sentence can be put in another way:
*nobody but* for *only*.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from cartaro_grammar.analyses.wording_facts import (
    CARD,
    ENDS,
    NAMED,
    NUMBER,
    SLOT,
    Fact,
    FactNames,
    read_facts,
    tokens,
    word_table,
)
from cartaro_grammar.text.messages import Message, msg

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The first letter means no fact, or zero."""
MOST, LEAST = frozenset({"highest", "strongest", "more"}), frozenset({"lowest", "weakest", "less"})
EARLY, LATE = frozenset({"first", "before", "start"}), frozenset({"last", "after"})
FIRST = {"start": "first"}
"""Whoever begins is the first."""
LIST = 4
"""The least number of cards in a row that form a list; the order of a list matters."""
ITEMS, ITEM = 3, 4
"""The least number of items between commas that form a list, and the most words of an item."""
STEM = 5
"""The first letters by which the words of a list are known, whatever their ending."""
_PART = re.compile(r"[.,;:!?]\s")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of fact: its letter in a mark, its name in a message, and the scales and values of its facts."""

    letter: str
    name: Message
    scales: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()


def _kind(letter: str, name: Message, *scales: str, values: Iterable[str] = ()) -> _Kind:
    return _Kind(letter, name, frozenset(scales), frozenset(values))


DENYING = ("negation", "nor", "except", "only")
NUMBERS = _kind("a", msg("numbers"), NUMBER, SLOT)
CARDS = _kind("b", msg("cards"), CARD)
SEATS = _kind("c", msg("seats and directions"), "side", "turning")
BOUNDS = _kind("d", msg("bounds"), "bound", "times", "sign")
ORDER = _kind("e", msg("order"), values=EARLY | LATE)
EXTENT = _kind("f", msg("all or one"))
EXCEPTS = _kind("g", msg("exceptions"), "except", "only")
ONLYS = _kind("h", msg("exceptions"), "except", "only")
DENIES = _kind("i", msg("denials"), *DENYING)
MUSTS = _kind("j", msg("duties and permissions"), values=("must", "may"))
MAYS = _kind("k", msg("duties and permissions"), values=("must", "may"))
POLES = _kind("l", msg("the most and the least"), values=MOST | LEAST)
FACES = _kind("m", msg("face up or face down"), "facing")
PLAYERS = _kind("n", msg("players"), NAMED, "role", "other", "owner")
ZONES = _kind("o", msg("places"), "zone")
ATTRIBUTES = _kind("p", msg("suits, ranks and values"), "attribute")
IDENTITY = _kind("q", msg("the same, another or the next"), "identity", "difference", values=("same", "next"))
EFFECTS = _kind("r", msg("effects"), "effect", "result")
PARTS = _kind("s", msg("parts of the game"), "part")
TIMES = _kind("t", msg("order"), values=("first", "start", "before", "last", "after", "second", "third", "fourth", "until"))
SEQUENCE = _kind("u", msg("the order of numbers and cards"), NUMBER, CARD, SLOT)
ITEMIZED = _kind("v", msg("the order of a list"))
MOVES = _kind("x", msg("moves"), "move")
RARE_MOVES = _kind("y", msg("moves"), "move")
WORDS = _kind("z", msg("other words"))
ALL = _kind("w", msg("facts"))
KINDS = (
    NUMBERS, CARDS, SEATS, BOUNDS, ORDER, EXTENT, EXCEPTS, ONLYS, DENIES, MUSTS, MAYS, POLES, FACES, PLAYERS, ZONES, ATTRIBUTES,
    IDENTITY, EFFECTS, PARTS, TIMES, SEQUENCE, ITEMIZED, MOVES, RARE_MOVES, WORDS,
    ALL,
)  # fmt: skip
EQUAL = (
    NUMBERS, CARDS, SEATS, BOUNDS, EXTENT, FACES, PLAYERS, ZONES, ATTRIBUTES, IDENTITY, EFFECTS, TIMES, SEQUENCE, ITEMIZED,
    WORDS,
)  # fmt: skip
"""The kinds in which any change matters. `ALL` repeats them in one letter, so that a change with the same letter is rare."""
ORDERED = (SEQUENCE, ITEMIZED, WORDS)
"""The kinds that are only named if no other kind changed: other numbers are in another order too."""
VALUED = frozenset({"extreme", "strength", "amount", "also", "place", "empty", "all", "move"})
"""The scales whose facts are recorded among the words, by their values."""
OPPOSED = frozenset({"extreme", "strength", "amount", "place", "move", "result"})
"""The scales of facts whose order in a sentence matters."""
SYNONYMS = {"strongest": "highest", "weakest": "lowest"}
DENYING_TWICE = "only"
"""*Only an ace* denies twice: *none except an ace*."""
BITS: Mapping[_Kind, Sequence[str]] = {
    PARTS: ("trick", "turn", "deal", "match"),
    MOVES: ("draw", "discard", "pass", "deal"),
    RARE_MOVES: ("drop_out", "stand", "show", "raise"),
}
"""The kinds whose letter has a bit for each of some values. A sentence may lose one, but not gain one."""


def recorded(texts: Iterable[tuple[str, str]], names: Mapping[str, FactNames]) -> str:
    """Return the letters for the facts of a wording as most of its languages have them. After them, each behind a point, follow
    the code and the letters of each language that states a fact differently, only for the kinds in which it differs.
    """
    found = {code: _letters(text, code, names[code]) for code, text in texts if code in names}
    if not found:
        return ""
    most = {kind: Counter(letters[kind] for letters in found.values()).most_common(1)[0][0] for kind in KINDS}
    written = _written(most, dict.fromkeys(KINDS, LETTERS[0]))
    odd = (code + _written(letters, most) for code, letters in found.items() if list(_differences(most, letters)))
    return ".".join([written or LETTERS[0], *odd])


_Letters = Mapping[_Kind, str]


def _written(letters: _Letters, known: _Letters) -> str:
    return "".join(kind.letter + letters[kind] for kind in KINDS if letters[kind] != known[kind])


def _read(part: str, known: _Letters) -> _Letters:
    """Return the letters in a part of a mark, with those known for the kinds that it leaves out.  A part that is not made of
    pairs agrees with no text.
    """
    pairs = dict(zip(part[::2], part[1::2], strict=False))
    if len(part) % 2 and part != LETTERS[0]:
        pairs[ALL.letter] = ""
    return {kind: pairs.get(kind.letter, known[kind]) for kind in KINDS}


def changed(
    mark: str, texts: Iterable[tuple[str, str]], names: Mapping[str, FactNames]
) -> Mapping[str, Mapping[Message, Sequence[str]]]:
    """Return, for each language of a wording, the kinds of facts that differ from those in a mark, with the words that now
    state facts of this kind.
    """
    first, *others = mark.split(".")
    most = _read(first, dict.fromkeys(KINDS, LETTERS[0]))
    known = {other[:2]: _read(other[2:], most) for other in others}
    found = dict[str, Mapping[Message, Sequence[str]]]()
    for code, text in texts:
        if code in names:
            kinds = list(_differences(known.get(code, most), _letters(text, code, names[code])))
            if kinds:
                found[code] = {kind.name: _words_of(kind, text, code, names[code]) for kind in kinds}
    return found


def _words_of(kind: _Kind, text: str, code: str, names: FactNames) -> list[str]:
    """Return the words of a text that state facts of a kind."""
    whole = word_table()["whole"].get(code, ()) if kind == EXTENT else ()
    is_stated = (
        (fact, fact.scale in kind.scales or fact.value in kind.values or fact.words in whole)
        for fact in read_facts(text, code, names)
    )
    return list(dict.fromkeys(fact.words for fact, stated in is_stated if stated and fact.words))


def _differences(before: _Letters, after: _Letters) -> Iterator[_Kind]:
    """Yield the kinds of facts in which the letters of a text contradict those in a mark."""
    found = [kind for kind in EQUAL if before[kind] != after[kind]]
    found += _changes_of_order(_count(before, ORDER), _count(after, ORDER))
    found += _changes_of_denials(before, after)
    musts, mays = (_count(after, kind) - _count(before, kind) for kind in (MUSTS, MAYS))
    if musts > 0 or (musts < 0 < mays):
        found.append(MUSTS)
    found += [kind for kind in (POLES, *BITS) if _count(after, kind) & ~_count(before, kind)]
    named = [kind for kind in found if kind not in ORDERED] or found
    yield from dict.fromkeys(named or [kind for kind in (ALL,) if before[kind] != after[kind]])


def _count(letters: _Letters, kind: _Kind) -> int:
    return LETTERS.index(letters[kind])


def _changes_of_order(before: int, after: int) -> Iterator[_Kind]:
    """Yield the order if something early is now late, or the reverse, or if something is the last."""
    lost, gained = before & ~after, after & ~before
    if (lost | gained) & 4 or (lost & 1 and gained & 2) or (lost & 2 and gained & 1):
        yield ORDER


def _changes_of_denials(before: _Letters, after: _Letters) -> Iterator[_Kind]:
    """Yield denials if more or fewer sentences deny, and exceptions if one is lost; *only* can replace any of them."""
    excepts, onlys, denies = (_count(after, kind) - _count(before, kind) for kind in (EXCEPTS, ONLYS, DENIES))
    if excepts < 0 and onlys <= 0:
        yield EXCEPTS
    elif excepts + onlys + denies:
        yield DENIES


# --------------------------------------------------------------------------------------------------- reading


def _letters(text: str, code: str, names: FactNames) -> _Letters:
    """Return the letters for the facts of a text in one language."""
    facts = read_facts(text, code, names)
    sentences = [list(found) for _, found in groupby(facts, key=lambda fact: fact.sentence)]
    denials = Counter(_denial(sentence) for sentence in sentences)
    whole = word_table()["whole"].get(code, ())
    narrative = word_table()["narrative"].get(code, ())
    cards = _values(facts, CARD)
    exact: dict[_Kind, set[str] | list[str]] = {
        NUMBERS: _values(facts, NUMBER, SLOT) - {"1"},
        CARDS: [*sorted(cards), *_lists(facts), *_poles_of_cards(text, facts, code, names)],
        SEATS: [fact.value for fact in facts if fact.scale in SEATS.scales],
        BOUNDS: _values(facts, *BOUNDS.scales),
        EXTENT: {"whole" for fact in facts if fact.words in whole},
        FACES: [fact.value for fact in facts if fact.scale in FACES.scales],
        PLAYERS: [_player(fact) for fact in facts if _player(fact)],
        ZONES: [fact.value for fact in facts if fact.scale in ZONES.scales],
        ATTRIBUTES: [fact.value for fact in facts if fact.scale in ATTRIBUTES.scales],
        IDENTITY: sorted(f.value for f in facts if f.scale in IDENTITY.scales or f.value in IDENTITY.values),
        EFFECTS: sorted(fact.value for fact in facts if fact.scale in EFFECTS.scales),
        TIMES: [FIRST.get(f.value, f.value) for f in facts if f.value in TIMES.values and f.words not in narrative],
        SEQUENCE: _sequence(facts),
        ITEMIZED: list(_items(text)),
        WORDS: list(_words(text, code, facts)),
    }
    found = {kind: _digest(values) for kind, values in exact.items()} | {
        ORDER: _counted(_bits(facts, EARLY, LATE) + 4 * any(f.value == "last" for f in facts)),
        EXCEPTS: _counted(denials["except"]),
        ONLYS: _counted(denials["only"]),
        DENIES: _counted(denials["negation"]),
        MUSTS: _counted(sum(f.value == "must" for f in facts)),
        MAYS: _counted(sum(f.value == "may" for f in facts)),
        POLES: _counted(_bits(facts, MOST, LEAST)),
        **{
            kind: _counted(sum(2**n for n, v in enumerate(bits) if v in _values(facts, *kind.scales)))
            for kind, bits in BITS.items()
        },
    }
    together = [f"{kind.letter} {value}" for kind, values in exact.items() for value in _ordered(values)]
    return found | {ALL: _digest(together)}


def _values(facts: Iterable[Fact], *scales: str) -> set[str]:
    return {fact.value for fact in facts if fact.scale in scales}


def _denial(sentence: Sequence[Fact]) -> str:
    """Return in which way a sentence denies: by an exception, by *only*, by a negation, or not at all."""
    scales = {fact.scale for fact in sentence}
    if not scales.isdisjoint(("except", "only")):
        return "except" if "except" in scales else "only"
    denies = not scales.isdisjoint(("negation", "nor")) or any((f.scale, f.value) == (NUMBER, "0") for f in sentence)
    return "negation" if denies else ""


def _sequence(facts: Iterable[Fact]) -> list[str]:
    """Return the numbers and cards of a text in their order, if it has several."""
    found = [fact.value for fact in facts if fact.scale in SEQUENCE.scales]
    return found if len(set(found)) > 1 else []


def _items(text: str) -> Iterator[str]:
    """Yield the words of each list between commas, in their order: the order of counted things matters.  Three items are a
    list if the last is joined by *and* or *or*.
    """
    for part in _CLAUSE.split(text.lower()):
        run, joined = list[str](), False
        for place, item in enumerate([*_BETWEEN.split(part), ", ", ""]):
            if place % 2:
                joined |= bool(run) and item != ", "
                continue
            words = _WORD.findall(item)
            if 0 < len(words) <= ITEM:
                run.append(max(words, key=len)[:STEM])
                continue
            if len(run) >= ITEMS + (not joined):
                yield " ".join(run)
            run, joined = [], False


_CLAUSE = re.compile(r"[.;:!?()]")
_BETWEEN = re.compile(r"(,\s|\s(?:e|ed|o|and|or|et|ou)\s)")
_WORD = re.compile(r"[^\W\d_]+|\d+")


def _words(text: str, code: str, facts: Sequence[Fact]) -> Iterator[str]:
    """Yield what each sentence states besides the facts of other kinds: its words, sorted and without their endings, what it
    denies and how often, whether it permits, and its opposites in their order. The words of other kinds of facts are left out,
    so that these can be stated in another way.
    """
    table, read = word_table(), tokens(text)
    light, choices, single = (frozenset(table[name].get(code, ())) for name in ("light", "or", "indefinite"))
    for words, stated in _sentences(text, facts):
        left = Counter(words) - Counter(word for fact in stated for word in fact.words.split())
        found = {_stem(word, code) for word in left if word not in light and word not in choices}
        found |= {_sense(fact, code) for fact in stated if fact.scale in VALUED} | {"one" for word in left if word in single}
        chosen, denials = sum(left[word] for word in choices), [fact for fact in stated if _denials(fact)]
        found |= {f"or {chosen}"} if chosen else set()
        found |= {f"not {sum(map(_denials, denials))}"} if denials else set()
        if {fact.scale for fact in denials} == {"negation"}:
            found |= {f"not {_stem(_denied(fact, read, light), code)}" for fact in denials}
        found |= {"may"} if any(fact.value == "may" and not _is_limited(fact, stated) for fact in stated) else set()
        opposed = [_sense(fact, code) for fact in stated if fact.scale in OPPOSED]
        found |= {" before ".join(opposed)} if len(set(opposed)) > 1 else set()
        if found:
            yield " ".join(sorted(found))


def _is_limited(may: Fact, stated: Iterable[Fact]) -> bool:
    """Return whether a permission is denied, or has a limit: *may not*, *may lay at most three*."""
    return any(fact.value == "at_most" or (_denials(fact) and abs(fact.place - may.place) <= NEAR) for fact in stated)


NEAR = 3
"""The most words between a permission and the negation that denies it, plus one."""


def _denied(fact: Fact, read: Sequence[str], light: Container[str]) -> str:
    """Return the first word after a negation that states something."""
    own = fact.words.split()
    after = (word for word in read[fact.place + 1 :] if word.isalpha() and word not in light and word not in own)
    return next(after, "")


def _sentences(text: str, facts: Sequence[Fact]) -> Iterator[tuple[list[str], list[Fact]]]:
    """Yield the words and the facts of each sentence of a text. The calls of a game are among the words."""
    words, first, end = list[str](), 0, 0
    for token in (*tokens(text, has_calls=True), "."):
        if token not in ENDS:
            words += [token] if token.isalpha() else []
            continue
        end += 1
        if token in _FULL_STOPS:
            yield words, [fact for fact in facts if first <= fact.sentence < end]
            words, first = [], end


_FULL_STOPS = ".!?"


def _denials(fact: Fact) -> int:
    """Return how often a fact denies."""
    return 2 if fact.scale == DENYING_TWICE else int(fact.scale in ("negation", "except"))


def _sense(fact: Fact, code: str) -> str:
    """Return the value of a fact; *each* and *all* state different amounts, and *any* leaves a choice."""
    for table in ("any", "whole"):
        if fact.words in word_table()[table].get(code, ()):
            return table
    return SYNONYMS.get(fact.value, fact.value)


def _stem(word: str, code: str) -> str:
    """Return a word without its ending, or the first of the words with which it is the same."""
    for same in word_table()["same"].get(code, ()):
        if word in same:
            return str(same[0])
    ending = next((end for end in word_table()["endings"].get(code, ()) if word.endswith(end)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= SHORTEST else word


SHORTEST = 3
"""The fewest letters of a word without its ending."""


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


def _player(fact: Fact) -> str:
    """Return the player of a fact; the empty string if it is about something else."""
    return fact.value if fact.scale in PLAYERS.scales else ""


def _bits(facts: Iterable[Fact], first: frozenset[str], second: frozenset[str]) -> int:
    """Return 1 if a fact is of the first kind, 2 if one is of the second, 3 for both."""
    values = {fact.value for fact in facts}
    return int(not values.isdisjoint(first)) + 2 * int(not values.isdisjoint(second))


def _counted(number: int) -> str:
    return LETTERS[min(number, len(LETTERS) - 1)]


def _ordered(values: Iterable[str]) -> list[str]:
    """Return some values: of a set in any order, of a list in its own."""
    return sorted(values) if isinstance(values, set) else list(values)


def _digest(values: Iterable[str]) -> str:
    """Return a letter for some values."""
    found = _ordered(values)
    if not found:
        return LETTERS[0]
    digest = hashlib.sha256("\n".join(found).encode()).digest()
    return LETTERS[1 + int.from_bytes(digest[:4]) % (len(LETTERS) - 1)]
