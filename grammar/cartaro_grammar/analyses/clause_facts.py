"""Compare the facts of a wording with the facts of its clauses, kind by kind (decision 0098).

The facts of the clauses are read from the model and not from words: numbers, the order of ranks, what binds, the way out of a
prohibition, whose neighbour begins, that the lowest wins, places, rank and suit, that a hand is void. `contradicted`
yields the words of a sentence that no clause supports although the clauses have another fact of that kind, which the
sentence does not state: one fact was exchanged for another. `omitted` yields the facts of the clauses that no language states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from cartaro_grammar.analyses.warnings import AIM, OF_THE_GAME
from cartaro_grammar.analyses.wording_facts import CARD, NAMED, NUMBER, Fact, is_ambiguous, number_words, word_table
from cartaro_grammar.analyses.wording_subject import (
    CODES,
    MIN_STEM,
    RANK_AND_SUIT,
    Subject,
    forms_of,
    is_form_of,
    words_of,
)
from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts
from cartaro_grammar.text.messages import Message, msg

Check = Callable[[str, str, Subject], Iterator[str]]
"""Yield the contradicted words of a text in a language."""
WORD = re.compile(r"[^\W\d_]+")
FULL_SENTENCE = re.compile(r"(?<=[.!?])\s")


def contradicted(subject: Subject) -> Mapping[str, list[str]]:
    """Return, by language, the words of a wording that its clauses contradict."""
    texts = [(code, text) for code, text in subject.wording.texts if code in CODES]
    return {code: [word for check in CHECKS for word in check(text, code, subject)] for code, text in texts}


def omitted(subject: Subject) -> list[Message]:
    """Return what a wording lacks of its clauses, as most of its languages have it."""
    checks = OMISSIONS_OF_THE_AIM if subject.wording.names == (AIM,) else OMISSIONS
    return list(dict.fromkeys(one for check in checks for one in check(subject)))


def _facts(text: str, code: str, subject: Subject) -> tuple[Fact, ...]:
    return subject.rules.facts(text, code)


def _spaced(text: str) -> str:
    return f" {' '.join(WORD.findall(text.lower()))} "


# --------------------------------------------------------------------------------------------------- numbers


def _exchanged_numbers(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield a number that no clause has, if the clauses have a number that the sentence does not state."""
    if set(subject.wording.names) <= set(OF_THE_GAME) or subject.is_material:
        return
    facts = _facts(text, code, subject)
    stated = {int(fact.value): fact.words for fact in facts if fact.scale == NUMBER and not fact.is_gloss}
    own = subject.own_numbers
    missing = {n for n in own if stated.keys().isdisjoint((n - 1, n, n + 1)) and n > 1}
    foreign = stated.keys() - subject.supported_numbers - {1}
    if missing and len(foreign) == 1 and not subject.example_has(frozenset(stated), frozenset()):
        yield from (stated[number] for number in foreign)


def _wrong_order(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield two ranks that are in the wrong order in a list of five or more ranks whose other ranks follow a table."""
    run = list[Fact]()
    for fact in (*_facts(text, code, subject), None):
        if fact is not None and fact.scale in (NUMBER, CARD):
            run.append(fact)
            continue
        if len(run) >= 5:
            yield from _out_of_order(run, subject)
        run = []


def _out_of_order(run: Sequence[Fact], subject: Subject) -> Iterator[str]:
    best: list[str] | None = None
    for order in subject.orders:
        places = [order.get((fact.scale, fact.value)) for fact in run]
        if None in places or len(set(places)) < len(places):
            continue
        steps = [(second or 0) - (first or 0) for first, second in pairwise(places)]
        down = [n for n, step in enumerate(steps) if step > 0]
        up = [n for n, step in enumerate(steps) if step < 0]
        wrong = min(down, up, key=len)
        if not wrong:
            return
        if len(wrong) == 1 and len(steps) >= 4 and (best is None or len(wrong) < len(best)):
            best = [f"{run[n].words}, {run[n + 1].words}" for n in wrong]
    yield from best or ()


def _numbers_of_headings(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield a number in a sentence of the aim if no heading that the sentence names has this number."""
    if subject.wording.names != (AIM,):
        return
    general = frozenset(word_table()["counted"].get(code, ()))
    for sentence in FULL_SENTENCE.split(text):
        stated = _facts(sentence, code, subject)
        facts = [fact for fact in stated if fact.scale == NUMBER]
        is_compared = any(fact.scale in COMPARED for fact in stated)
        titles = [(clause, _long_words(subject.rules.title(clause, code), code)) for clause in subject.headings]
        named = [clause for clause, forms in titles if any(_has_all(sentence, form) for form in forms)]
        if facts and any(_has_all(sentence, form) and not set(form) <= general for _, forms in titles for form in forms):
            numbers = (subject.numbers_of(clause, is_compared=is_compared) for clause in named)
            known = subject.totals.union({1, 2}, *numbers)
            yield from (fact.words for fact in facts if int(fact.value) not in known)


COMPARED = frozenset({"bound", "amount", "difference"})
"""The scales of the phrases that compare with a number."""


def _long_words(title: str, code: str) -> list[list[str]]:
    """Return the long words of each form of a title that are no numbers."""
    forms = ([w for w in words_of(form) if len(w) > MIN_STEM and w not in number_words(code)] for form in forms_of(title))
    return [form for form in forms if form]


def _has_all(sentence: str, words: Sequence[str]) -> bool:
    stated = words_of(sentence)
    return all(any(is_form_of(word, other) for other in stated) for word in words)


# --------------------------------------------------------------------------------------------------- modality


LIMITS = frozenset({"except", "nor", "ordinal", "time"})
"""The scales whose phrases limit a permission."""


def _permitted_by_none(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield *may* if a wording obliges nobody, although the clauses forbid or oblige under a condition that is not denied."""
    facts = _facts(text, code, subject)
    binds = any(f" {phrase} " in _spaced(text) for phrase in word_table()["forbidden"].get(code, ()))
    binds = binds or any(fact.value in ("must", "only") or fact.scale in LIMITS for fact in facts)
    binds = binds or any(fact.words in word_table()["never"].get(code, ()) for fact in facts)
    if subject.forbids and not binds:
        yield from (fact.words for fact in facts if fact.value == "may")


# ------------------------------------------------------------------------------------------- places, attributes, players

# A noun is wrong if most languages have it, no clause does, and the text has none of those that the clauses have.  A noun whose
# sense depends on the sentence, and one in a sentence that denies, count for nothing.


def _wrong_places(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield a place of the game that no clause mentions, instead of the places that they mention."""
    if subject.wording.names != (AIM,) and not subject.is_material:
        yield from _exchanged(text, code, subject, "zone", subject.places, subject.rules.places)


def _wrong_attributes(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield the suit if the clauses only read the rank, and the reverse; of an aim, if no clause of the game reads it."""
    if not subject.is_material:
        yield from _exchanged(text, code, subject, "attribute", subject.ranks_or_suits, RANK_AND_SUIT)


def _exchanged(text: str, code: str, subject: Subject, scale: str, own: frozenset[str], known: frozenset[str]) -> Iterator[str]:
    texts = [(language, words) for language, words in subject.wording.texts if language in CODES]
    if not own or any((scale, value) in {(f.scale, f.value) for c, x in texts for f in _facts(x, c, subject)} for value in own):
        return
    stated = {language: dict(_affirmed(words, language, subject, scale)) for language, words in texts}
    for value, words in stated.get(code, {}).items():
        if value in known - own and 2 * sum(value in found for found in stated.values()) > len(texts):
            yield words


def _affirmed(text: str, code: str, subject: Subject, scale: str) -> Iterator[tuple[str, str]]:
    facts = _facts(text, code, subject)
    denied = {fact.sentence for fact in facts if fact.scale in ("negation", "nor")}
    for fact in facts:
        if fact.scale == scale and fact.sentence not in denied and not is_ambiguous(fact, code):
            yield fact.value, fact.words


def _wrong_neighbour(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield the winner if the clauses have the neighbour of another player, whom no language names."""
    players = [_player_of(clause) for clause in subject.named]
    beside = {p.player.cell for p in players if isinstance(p, g.Neighbour) and isinstance(p.player, g.Recall)}
    facts = {c: _facts(x, c, subject) for c, x in subject.wording.texts if c in CODES}
    named = {fact.value for found in facts.values() for fact in found if fact.scale in ("role", NAMED)}
    if beside and beside.isdisjoint(named):
        yield from (f.words for f in facts[code] if f.value == "win" and any(one.scale == "side" for one in facts[code]))


# --------------------------------------------------------------------------------------------------- omissions


def _states(subject: Subject, states: Callable[[Fact], bool]) -> bool:
    """Return whether at least half of the languages of a wording have a fact."""
    texts = [(code, text) for code, text in subject.wording.texts if code in CODES]
    return 2 * sum(any(map(states, _facts(text, code, subject))) for code, text in texts) >= len(texts)


def _lost_way_out(subject: Subject) -> Iterator[Message]:
    """Yield the way out of a prohibition that holds only for who has another card, if the wording has no exception and no
    duty in its place.
    """
    if subject.chosen or _states(subject, lambda fact: fact.scale in ("except", "only") or fact.value == "must"):
        return
    for clause in subject.named:
        if isinstance(clause.sentence, g.Prohibition) and any(map(_asks_for_a_card, clause.when)):
            yield msg("there is an exception")


def _asks_for_a_card(condition: g.Expr) -> bool:
    """Return whether a condition holds, among others, only if there is some card in a place."""
    if not isinstance(condition, g.Operation) or condition.operator != "and":
        return False
    some = (one for one in condition.operands if isinstance(one, g.Quantified) and one.quantifier == "some")
    return any(isinstance(one.members, g.InZone) for one in some)


def _lost_other(subject: Subject) -> Iterator[Message]:
    """Yield the other player if the clauses pass the lead or the deal to a neighbour and the wording has no other player."""
    overridden = {name for clause in subject.named for name in clause.despite}
    players = [_player_of(clause) for clause in subject.named if clause.name not in overridden]
    if any(isinstance(player, g.Neighbour) for player in players) and not _states(subject, _is_other):
        texts = [(code, text) for code, text in subject.wording.texts if code in CODES]
        others = {code: (*word_table()["others"].get(code, ()), *word_table()["neighbours"].get(code, ())) for code, _ in texts}
        named = [code for code, text in texts if any(f" {phrase} " in _spaced(text) for phrase in others[code])]
        if 2 * len(named) < len(texts):
            yield msg("it is another player")


def _is_other(fact: Fact) -> bool:
    return fact.scale in ("side", "negation", "turning") or fact.value == "next"


def _player_of(clause: g.Clause) -> g.Expr | None:
    """Return the player who begins, who has the turn, or whom a consequence names, by a clause."""
    sentence = clause.sentence
    if isinstance(sentence, g.Begins | g.Passes):
        return sentence.player
    if isinstance(sentence, g.Consequence):
        values = [effect.body.value for effect in sentence.effects if isinstance(effect.body, g.Become)]
        return next((value for value in values if isinstance(value, g.Neighbour)), None)
    return None


def _lost_lowest(subject: Subject) -> Iterator[Message]:
    """Yield that the lowest wins, if a wording about who wins does not state it: everybody would think of the highest."""
    winners = [c for c in subject.about if isinstance(c.sentence, g.Definition) and c.sentence.function == g.WINNER]
    chosen = {which for c in winners for part in parts(c) if isinstance(part, g.Select) for which, _ in part.keys}
    wins, lowest = _states(subject, lambda fact: fact.value == "win"), {"lowest", "weakest", "less", "last"}
    if chosen == {"lowest"} and wins and not _states(subject, lambda fact: fact.value in lowest):
        yield msg("the lowest wins")


def _lost_void(subject: Subject) -> Iterator[Message]:
    """Yield that the hand is void, if no language states it."""
    voids = any(isinstance(part, g.End) and part.void for part in subject.nodes_of_named)
    texts = [(code, text) for code, text in subject.wording.texts if code in CODES]
    stated = {fact.value for code, text in texts for fact in _facts(text, code, subject)}
    if voids and stated.isdisjoint(("void", "deal_again")):
        yield msg("the hand is void")


OMISSIONS: tuple[Callable[[Subject], Iterator[Message]], ...] = (
    _lost_way_out,
    _lost_other,
    _lost_lowest,
    _lost_void,
)
OMISSIONS_OF_THE_AIM = (_lost_lowest,)


CHECKS: tuple[Check, ...] = (
    _exchanged_numbers,
    _wrong_order,
    _numbers_of_headings,
    _permitted_by_none,
    _wrong_places,
    _wrong_attributes,
    _wrong_neighbour,
)
