"""Pieces of rules are offered at places at which a clause can begin, if they fit the game; the text with the inserted piece
passes the check.
"""

from __future__ import annotations

import re

import pytest
from tests.workbench.shipped_texts import TEXTS, place

from cartaro_grammar import Source, check_texts, format_source
from cartaro_grammar.file_set import shipped
from cartaro_rulebook import languages
from cartaro_workbench import Completion, Document, Edit, apply_edits, completions, open_document
from cartaro_workbench.editing.pieces import pieces
from cartaro_workbench.service.published_pieces import published, read_pieces

TRICKS = """game mine
  title "My game"
  use french_tricks

article 1 "The game"
  three: there are 3 players
  round: play runs clockwise
  alone: the sides are single players
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 5 from stock to each hand
  each_trick: each side scores number of won
  ?
"""


def opened(text: str, language: str = "en") -> tuple[str, Document]:
    """Return a text in the key words of a language; in place of `?` it has a line in which the author is about to write."""
    written = format_source(Source("mine.regole", text.removesuffix("  ?\n")), language)
    assert isinstance(written, str)
    begun = f"{written}  \n"
    return begun, open_document(TEXTS | {"mine.regole": begun}, "mine.regole")


def offered_in(text: str, language: str = "en", code: str = "en") -> dict[str, Completion]:
    """The pieces offered at the last line of a text, by their titles."""
    begun, document = opened(text, language)
    at = place(document, begun[-10:], 9)
    return {one.filter: one for one in completions(document, at, code) if one.kind == "piece"}


def inserted(text: str, one: Completion) -> str:
    return apply_edits(text, (Edit("mine.regole", one.range, one.text),))


def errors_of(text: str) -> list[str]:
    found = check_texts(TEXTS | {"mine.regole": text}, "mine.regole").diagnostics
    return [one.message for one in found if one.severity == "error"]


def test_generated_files_are_up_to_date() -> None:
    assert [path.name for path, text in published() if path.read_text(encoding="utf-8") != text] == []


def test_what_an_editor_reads_is_what_the_files_say() -> None:
    assert pieces() == tuple(read_pieces())
    for one in pieces():
        assert set(one.title) == set(one.purpose) == set(one.lines) == set(languages())


def variant_of(name: str) -> str:
    return f'variant mine of {name}\n  title it "Mia" en "Mine"\n\narticle 77 it "Altro" en "More"\n  nota: conduct "-"\n  ?\n'


@pytest.mark.sweep("scala40", "scopa", "briscola_in_cinque")
@pytest.mark.parametrize("name", shipped())
def test_what_is_offered_for_a_shipped_game_checks_as_it_is_inserted(name: str) -> None:
    begun, _ = opened(variant_of(name))
    found = offered_in(variant_of(name))
    assert found
    for one in found.values():
        assert errors_of(inserted(begun, one)) == [], one.filter


def test_a_piece_about_a_card_that_an_amendment_removes_does_not_fit() -> None:
    """Euchre replaces the ranks of the French deck, and has no twos."""
    assert "A card above all" in offered_in(variant_of("oh_hell"))
    assert "A card above all" not in offered_in(variant_of("euchre"))


@pytest.mark.parametrize("language", languages())
def test_they_are_written_in_the_key_words_of_the_text_and_check_there(language: str) -> None:
    begun, _ = opened(TRICKS, language)
    found = offered_in(TRICKS, language, language)
    titles = {"en": "A bonus for the last trick", "it": "Un premio per l'ultima presa", "fr": "Une prime pour le dernier pli"}
    last = found[titles[language]]
    assert last.text.startswith("ultima_presa: " + {"en": "each side", "it": "ogni parte", "fr": "chaque camp"}[language])
    assert last.detail.startswith({"en": "The player who", "it": "Chi", "fr": "L'auteur"}[language])
    for one in found.values():
        assert errors_of(inserted(begun, one)) == [], one.filter


def test_only_those_fit_whose_names_the_text_has_and_whose_own_it_has_not() -> None:
    found = offered_in(TRICKS)
    assert {"A trump", "A bid", "A match to a number of points"} <= set(found)
    assert not {"A card above all", "A sweep", "Cards laid off", "A joker", "Partners"} & set(found)
    begun, _ = opened(TRICKS)
    with_trump = offered_in(inserted(begun, found["A trump"]).rstrip() + "\n  ?\n")
    assert "A trump" not in with_trump
    assert "A card above all" in with_trump
    won = offered_in(TRICKS.replace("  ?", "  best: the winner is the side with highest points\n  ?"))
    assert "A match to a number of points" not in won


def test_what_a_variant_has_taken_away_is_not_there() -> None:
    repealed = 'variant mine of scopa\n  title "M"\n\nrepeal article 1 of fishing\n\narticle 7 "x"\n  y: conduct "-"\n  ?\n'
    assert "A sweep" in offered_in(repealed.replace("\nrepeal article 1 of fishing\n", ""))
    assert "A sweep" not in offered_in(repealed)


def test_names_are_in_one_language_where_the_text_is() -> None:
    assert "zone" not in offered_in(TRICKS)["A bid"].text
    assert 'for the hand "the stake / the stakes"\n' in offered_in(TRICKS)["A bid"].text
    assert 'for the hand "la posta / le poste"\n' in offered_in(TRICKS, code="it")["Una puntata"].text
    several = TRICKS.replace('title "My game"', 'title it "Mio" en "Mine" fr "Mien"')
    assert 'it "la posta / le poste" en "the stake / the stakes"' in offered_in(several)["A bid"].text


def test_they_are_offered_at_the_beginning_of_a_line_of_an_article_alone() -> None:
    begun, document = opened(TRICKS)
    text = document.source.text

    def kinds(words: str, after: int) -> set[str]:
        return {one.kind for one in completions(document, place(document, words, after))}

    assert "piece" in kinds("  alone: the", 2), "where a clause stands that is written anew"
    assert "piece" not in kinds("alone: the", 7)
    assert "piece" not in kinds("    mix: shuffle", 4), "among the steps of the deal"
    assert "piece" not in kinds("game mine", 0)
    assert text == begun


def test_lines_follow_the_indentation_of_the_line() -> None:
    text = TRICKS.replace(
        "  ?", '  option molte is si among si, no\n    because "-"\n  under molte is si\n    x: conduct "-"\n    ?'
    )
    begun = text.replace("?\n", "\n")
    document = open_document(TEXTS | {"mine.regole": begun}, "mine.regole")
    at = place(document, begun[-6:], 5)
    found = {one.filter: one for one in completions(document, at) if one.kind == "piece"}
    assert re.findall(r"^ *", found["A bid"].text, re.M)[1:3] == ["    ", "      "]
