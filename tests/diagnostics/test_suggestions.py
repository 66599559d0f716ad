"""A suggested word never reverses the meaning of a sentence, and never turns it into a sentence of another kind."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from cartaro_grammar.load import load_checked
from cartaro_grammar.resolve.vocabulary import BUILTIN_NAMES
from cartaro_grammar.syntax import synonyms
from cartaro_grammar.syntax.lark_parser import keywords
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.source import Source
from cartaro_grammar.text.spelling import MEANING_CHANGING, OPPOSITES, are_opposite, did_you_mean

CASES = Path(__file__).parent / "cases"
HEAD = """game caso
  title "A case"
  use tavolo

article 1 "Rules"
  prende: the player may take
  lascia: the player may lay
"""


def reported_for(sentence: str, tmp_path: Path) -> tuple[Diagnostic, ...]:
    (tmp_path / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    (tmp_path / "caso.regole").write_text(f"{HEAD}  x: {sentence}\n", encoding="utf-8")
    return load_checked(tmp_path / "caso.regole")[1]


@pytest.mark.parametrize("pair", [p for group in OPPOSITES for p in permutations(sorted(group), 2)], ids="-".join)
def test_no_word_is_taken_for_its_opposite(pair: tuple[str, str]) -> None:
    assert did_you_mean(pair[0], [pair[1]]) is None


@pytest.mark.parametrize("word", ["loses", "before", "Each", "senza", "wins", "dopo", "niente"])
def test_distant_words_are_not_suggested(word: str) -> None:
    others = {w for w in keywords() if w.casefold() != word.casefold()}
    assert did_you_mean(word, others) is None


@pytest.mark.parametrize(("word", "meant"), [("whne", "when"), ("scorse", "scores"), ("consecutve", "consecutive")])
def test_a_misspelt_word_is_corrected_to_the_nearest(word: str, meant: str) -> None:
    assert did_you_mean(word, keywords()) == meant


@pytest.mark.parametrize("word", ["most", "parte", "must", "lost"])
def test_a_known_synonym_is_no_misspelling(word: str, tmp_path: Path) -> None:
    reported = reported_for(f"the side with {word} points", tmp_path)
    assert reported
    assert not any("did you mean" in (t.help or "") for t in reported)


SENTENCES = [
    "the side with most cuori in won scores 1",
    "the player must take",
    "the player may end while table is empty",
    "the turn may end while table is empty",
    "c does count as figura",
    "c counts not as figura",
    "the side with least points scores 1",
    "the player cannot take",
    "the player must not take",
    "Each side scores 1",
    "ogni parte scores 1",
    "the side with highest points loses",
    "the player may take without AH",
    "before the end of the hand, add 1 to points for each side",
    "every side scores 1 when AH is not won",
    "no side scores 1",
    "the player may not only take",
    "the player may take if not AH in hand",
    "the hand starts when table is empty",
    "the winner is the side with lowest highest points",
    "the player may take when no cards in hand",
    "the player may take when all cards in hand is alta",
    "the player may lay before after table is empty",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_no_fix_reverses_a_sentence(sentence: str, tmp_path: Path) -> None:
    """No fix removes a word of `MEANING_CHANGING`, inserts one, or exchanges one for its opposite."""
    for reported in reported_for(sentence, tmp_path):
        if reported.fix is None:
            continue
        old, new = set(reported.fix.span.text.split()), set(reported.fix.replacement.split())
        assert len(old) > 1 or not any(are_opposite(a, b) for a in old for b in new)
        assert bool(old & MEANING_CHANGING) <= bool(new), reported
        assert old or not new & MEANING_CHANGING, reported


def test_synonyms_are_replaced_by_keywords() -> None:
    """The replacements in the tables consist of key words, and none means the opposite of its phrase."""
    signs = {"=", "+", "-", "*", "1", "hand", "turn", "match", "play", "runs", "clockwise", "anticlockwise", "a", "the"}
    known = {*keywords(), *BUILTIN_NAMES, *signs}
    for tongue in ("en", "it", "fr"):
        for phrase, readings in synonyms.phrases(tongue).items():
            for reading in readings:
                assert set(reading.split()) <= known, (phrase, reading)
                assert not any(are_opposite(a, b) for a in phrase for b in reading.split() if len(phrase) == 1), (
                    phrase,
                    reading,
                )


ALIKE = {"it": frozenset[str](), "fr": frozenset({"option", "score", "source", "zone"})}
"""Words of the language that are spelt alike in two languages."""


@pytest.mark.parametrize("tongue", synonyms.SYNONYM_TABLES[1:])
def test_every_keyword_has_italian_and_french_synonyms(tongue: synonyms.SynonymTable) -> None:
    offered = {word for readings in synonyms.phrases(tongue).values() for reading in readings for word in reading.split()}
    assert {*keywords(), *BUILTIN_NAMES} - offered == ALIKE[tongue]


FOREIGN = [
    ("prende: il giocatore può take quando table is empty", "the player may take when"),
    ("punto: ogni parte scores 1 when number of won is almeno 2", "is at least"),
    ("prende: le joueur peut take sauf si table is empty", "unless"),
    ("fin: la donne se termine lorsque table est vide", "the hand ends when"),
]


@pytest.mark.parametrize(("sentence", "english"), FOREIGN)
def test_a_foreign_word_is_reported_with_its_keyword(sentence: str, english: str, tmp_path: Path) -> None:
    found = [reported for reported in reported_for(sentence.partition(": ")[2], tmp_path) if reported.code == "C0207"]
    assert any(english in (reported.fix.replacement if reported.fix else "") for reported in found)


ACCEPTED = [
    "copies(k, s) is number of (s where rank is k)\n  y: groups(n, s) is number of (s where copies(rank, s) = n)",
    "worth of s is half of (total value of s)\n  y: like(n, s) is number of (s where worth of s = n)",
    "q of z is r of z\n  y: r of z is 1 + z\n  w: like(n, s) is number of (s where q of value = n)",
    "each side scores 1 when AH is in table + won and some c in won + table has value of c is 3",
    "at the count of the hand, add 1 to points for each side when AH is in won of side",
    "at the end of the hand, add 1 to points of the side with highest number of won",
    "at the end of the hand, subtract 1 from points of the side in (sides - side of dealer) with lowest number of won",
    "at the end of the hand, move table to won of the side with highest number of won",
    "the hand ends when remainder of number of stock by 2 is 0",
    "the hand ends when half of number of stock is 1",
]


@pytest.mark.parametrize("sentence", ACCEPTED)
def test_brackets_that_part_nothing_may_be_left_out(sentence: str, tmp_path: Path) -> None:
    assert reported_for(sentence, tmp_path) == ()


AMENDMENTS = {"nell'articolo 1 aggiungi": "it", "dans l'article 1 ajouter": "fr", "all'articolo 1 aggiungi": "it"}


@pytest.mark.parametrize("line", AMENDMENTS)
def test_a_foreign_line_at_the_margin_is_translated(line: str) -> None:
    text = f'variant mia of scopa\n  title "Mia"\n\n{line}\n  uno: each side scores 1 when scope is 2\n'
    found = parse(Source("mia.regole", text))
    assert isinstance(found, tuple)
    assert [(one.code, one.fix and one.fix.replacement) for one in found] == [("C0207", "in article 1 add")]


@pytest.mark.parametrize(("lines", "mistakes"), [(5, 5), (30, 20), (300, 9)])
def test_that_the_rest_is_not_read_is_stated(lines: int, mistakes: int) -> None:
    found = parse(Source("mia.regole", 'variant mia of scopa\n  title "Mia"\n' + "questa riga no\n" * lines))
    assert isinstance(found, tuple)
    last = found[-1]
    assert [one.code for one in found[:mistakes]] == ["C0201"] * mistakes
    if mistakes == lines:
        assert len(found) == mistakes
        return
    assert last.primary is not None
    assert (last.code, last.message, last.primary.span.line) == (
        "C0206", f"reading stops after {mistakes} mistakes", 3 + mistakes
    )  # fmt: skip
