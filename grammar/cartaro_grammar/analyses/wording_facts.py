"""Read the facts of a sentence of the guide, and compare the languages (decision 0092).

A fact is a number, a card, a slot for a house rule, a player whom the ruleset names, or a phrase of `wording_words.toml` with a
sense on one scale: left or right, at least or at most, may or must, not, except, a player, a place or an attribute of cards.
`read_facts` returns the facts of a sentence in their order. The languages of a wording state the same rule, so their facts
must be the same. `disagreements` yields the scales on which they differ.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "wording_words.toml"
NUMBER, CARD, SLOT, NAMED, NEUTRAL = "number", "card", "slot", "named", "neutral"
AS_SETS = frozenset({"nor", "result"})
"""The scales on which every language must have the same senses, no matter how often each occurs."""
DENIALS = frozenset({"negation", "nor", "except", "only", "difference", "other", "empty"})
"""The scales by which a sentence can deny: *nobody but*, *only*, *the opponent of the dealer* for who did not deal."""
NOUNS = frozenset({"role", "zone", "attribute"})
"""The scales of players, places and attributes of cards: a language may leave out one that another names, but not name a
different one instead.
"""
LEAST = NOUNS | {"identity", "effect", "part", "move"}
"""The scales whose phrases give way to the names of a ruleset and to phrases of other scales that are as long."""
UNCOMPARED = frozenset({"other", "owner", "start", "empty", "identity", "effect", "part", "move"})
"""The scales that are only read: for another player, for the player's own, for beginnings, for empty places, for *another*, and
for effects, parts of the game and moves.
"""
REQUIRED = AS_SETS | {NUMBER, CARD, SLOT, "side", "turning", "bound", "negation", "only", "except", "difference", "sign"}
"""The scales on which every language must state each fact. On other scales a language may leave out a fact, but not state a
different one.
"""
ANY_WORD, GAP = "*", "…"
MAX_GAP = 4
"""The greatest number of words that a gap in a phrase can match."""

_CALL = re.compile(r"«\s*[^\W\d_]+\s*»|“[^\W\d_]+”")
"""A single word in quotation marks: a call of the game, such as “solo”, whose everyday meaning states nothing."""
_TOKEN = re.compile(r"\{\w+\}|\d+|[^\W\d_]+|[().,;:!?]")
ENDS = frozenset(".;:!?")
"""The signs that end a sentence, or a part of it that could be one."""
FactNames = Mapping[tuple[str, ...], tuple[str, str]]
"""The scale and the value of names, by their words in one language."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a text, the words that state it, the number of its sentence, and its place among the words of the text;
    `is_gloss` if the words are in brackets.
    """

    scale: str
    value: str
    words: str
    is_gloss: bool
    sentence: int
    place: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The words of each language on a scale on which the languages differ, and the languages that differ from the others."""

    scale: str
    words: Mapping[str, tuple[str, ...]]
    odd: tuple[str, ...]


def word_table() -> Mapping[str, Any]:
    """Return the words of the guide that state a fact, as they are in `wording_words.toml`."""
    return _table()


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def number_words(code: str) -> Mapping[str, int]:
    """Return the numbers of the number words of a language."""
    endings = ("", *_table()["plurals"].get(code, ()))
    words = {f"{word}{ending}": n for n, word in enumerate(_table()["numbers"].get(code, ()), 2) for ending in endings}
    return words | dict.fromkeys(_table()["pairs"].get(code, ()), 2) | dict.fromkeys(_table()["hundreds"].get(code, ()), 100)


# --------------------------------------------------------------------------------------------------- reading

_Phrase = tuple[tuple[str, ...], str, str]
"""The words of a phrase, its scale and its value."""


@cache
def _phrases(code: str) -> Mapping[str, Sequence[_Phrase]]:
    """Return a map from first words to the phrases of a language, longest first."""
    numbers = [(tuple(word.split("-")), NUMBER, str(number)) for word, number in number_words(code).items()]
    found = numbers + [
        (tuple(re.split("[ -]", phrase)), scale, sense)
        for scale, senses in _table()["senses"].items()
        for sense, by_language in senses.items()
        for phrase in by_language.get(code, ())
    ]
    return _by_first_word(found)


def _by_first_word(phrases: Iterable[_Phrase]) -> Mapping[str, Sequence[_Phrase]]:
    found = dict[str, list[_Phrase]]()
    for phrase in sorted(phrases, key=lambda phrase: -len(phrase[0])):
        found.setdefault(phrase[0][0], []).append(phrase)
    return found


def tokens(text: str, *, has_calls: bool = False) -> list[str]:
    """Return the words of a text in lower case, its slots and its signs; the calls of the game only if they are asked for."""
    return _TOKEN.findall((text if has_calls else _CALL.sub("", text)).lower().replace("’", "'"))


def read_facts(text: str, code: str, names: FactNames) -> tuple[Fact, ...]:
    """Return the facts of a sentence in a language, in their order."""
    words = tokens(text)
    there = set(words)
    known = _by_first_word((name, scale, value) for name, (scale, value) in names.items() if name[0] in there)
    read, found, depth, sentence = [False] * len(words), list[Fact](), 0, 0
    for at, word in enumerate(words):
        depth += (word == "(") - (word == ")")
        sentence += word in ENDS
        if read[at]:
            continue
        phrases = sorted([*_phrases(code).get(word, ()), *known.get(word, ())], key=_precedence)
        for phrase, scale, value in phrases:
            places = _matched(phrase, words, at, read)
            if places and (scale != "bound" or _is_bound(phrase, words, at, code)):
                for place in places:
                    read[place] = True
                shown = [words[place] for place in places if len(places) == 1 or len(words[place]) > 1]
                found.append(Fact(scale, value, " ".join(shown), depth > 0, sentence, places[0]))
                break
        else:
            found += [Fact(scale, value, word, depth > 0, sentence, at) for scale, value in _facts_of_word(word, code)]
    return tuple(found)


def _precedence(phrase: _Phrase) -> tuple[int, bool]:
    words, scale, _ = phrase
    return -len(words), scale in LEAST


def _is_bound(phrase: tuple[str, ...], words: Sequence[str], at: int, code: str) -> bool:
    """Return whether a phrase is a bound: *au plus trois* is one, *au plus gros* and *al più alto* are superlatives."""
    end = at + len(phrase)
    if " ".join(phrase) not in ("au plus", "al più") or end >= len(words):
        return True
    is_extreme = any(
        scale in ("extreme", "strength") and len(more) > 1 and tuple(words[end - 1 : end - 1 + len(more)]) == more
        for more, scale, _ in _phrases(code).get(phrase[-1], ())
    )
    return not is_extreme and words[end] not in _table()["compared"].get(code, ())


def _matched(phrase: tuple[str, ...], words: Sequence[str], at: int, read: Sequence[bool]) -> list[int]:
    """Return the places of the words of a phrase in a sentence from a place on, or none if the phrase is not there."""
    places, gap = list[int](), 0
    for part in phrase:
        if part in (ANY_WORD, GAP):
            at, gap = (at + 1, gap) if part == ANY_WORD else (at, MAX_GAP)
            continue
        place = next((n for n in range(at, min(at + gap + 1, len(words))) if words[n] == part and not read[n]), None)
        if place is None:
            return []
        places.append(place)
        at, gap = place + 1, 0
    return places


def _facts_of_word(word: str, code: str) -> Iterator[tuple[str, str]]:
    """Yield the scale and value of a slot, of a number in digits, or of number words joined to a word for hundred."""
    known = number_words(code)
    if word.startswith("{"):
        yield SLOT, word
    elif word.isdigit():
        yield NUMBER, str(int(word))
    else:
        for hundred in _table()["hundreds"].get(code, ()):
            before, _, after = word.partition(hundred)
            if before != word and all(part in known for part in (before, after) if part):
                yield from ((NUMBER, str(known[part])) for part in (before, hundred, after) if part)
                return


# --------------------------------------------------------------------------------------------------- comparing


def disagreements(
    sentences: Mapping[str, Sequence[Fact]], supported: Container[tuple[str, str]] = ()
) -> Iterator[Disagreement]:
    """Yield the scales on which the versions of a sentence in several languages state different facts.

    Languages may express a denial differently, and a language may state an additional fact if the rules support it.
    """
    scales = dict.fromkeys(fact.scale for facts in sentences.values() for fact in facts)
    denied = {len({fact.sentence for fact in facts if _denies(fact)}) for facts in sentences.values()}
    for scale in (scale for scale in scales if scale != NEUTRAL and scale not in UNCOMPARED):
        if scale in DENIALS and len(denied) == 1:
            continue
        facts = {
            code: [fact for fact in found if fact.scale == scale and not is_ambiguous(fact, code)]
            for code, found in sentences.items()
        }
        values = {code: _values(found, scale) for code, found in facts.items()}
        odd = _odd(values, scale)
        if odd and not _is_gloss(facts, scale) and not _only_adds(values, scale, odd, supported):
            yield Disagreement(scale, {code: tuple(fact.words for fact in found) for code, found in facts.items()}, odd)


def is_ambiguous(fact: Fact, code: str) -> bool:
    """Return whether a fact is a noun whose sense depends on the sentence."""
    return fact.scale in NOUNS and fact.words in _table()["ambiguous"].get(code, ())


def _denies(fact: Fact) -> bool:
    return fact.scale in DENIALS or (fact.scale, fact.value) == ("role", "opponent")


def _only_adds(
    values: Mapping[str, tuple[str, ...]], scale: str, odd: Sequence[str], supported: Container[tuple[str, str]]
) -> bool:
    """Return whether each odd language has all facts of the others, and only more that the rules support."""
    others = [found for code, found in values.items() if code not in odd]
    if not others:
        return False
    same = Counter(others[0])
    more = [(Counter(values[code]) - same, same - Counter(values[code])) for code in odd]
    return all(extra and not lost and all((scale, value) in supported for value in extra) for extra, lost in more)


def _values(facts: Iterable[Fact], scale: str) -> tuple[str, ...]:
    """Return the values of facts of one scale, in their order, except that players are sorted. A card that is named twice in a
    row is returned once.
    """
    values = [fact.value for fact in facts]
    if scale == NAMED or scale in AS_SETS | NOUNS:
        return tuple(sorted(values if scale == NAMED else set(values)))
    return tuple(value for value, again in zip(values, [None, *values], strict=False) if scale != CARD or value != again)


def _odd(values: Mapping[str, tuple[str, ...]], scale: str) -> tuple[str, ...]:
    """Return the languages that differ from the most frequent version. Return all languages if no two are the same."""
    often = Counter(values.values()).most_common()
    if len(often) <= 1:
        return ()
    most = often[0][0] if often[0][1] > 1 else None
    if most is None and scale in NOUNS:
        return ()
    odd = tuple(code for code, found in values.items() if found != most)
    if scale in REQUIRED:
        return odd
    others = [found for found in values.values() if most in (None, found)]
    pairs = ((Counter(values[code]), Counter(other)) for code in odd for other in others if other != values[code])
    return odd if any(one == other or (one - other and other - one) for one, other in pairs) else ()


def _is_gloss(facts: Mapping[str, Sequence[Fact]], scale: str) -> bool:
    """Return whether the languages differ only in words in brackets, which some languages need and others do not."""
    outside = {code: _values((fact for fact in found if not fact.is_gloss), scale) for code, found in facts.items()}
    inside = {code: _values((fact for fact in found if fact.is_gloss), scale) for code, found in facts.items()}
    return not _odd(outside, scale) and not _odd({code: found for code, found in inside.items() if found}, scale)
