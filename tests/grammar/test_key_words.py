"""Key words in Italian and French: every shipped text that is translated to them and back gives the same tree, and names are
kept.
"""

from __future__ import annotations

import logging
from functools import cache, partial
from pathlib import Path

import pytest
from lark import Lark, logger
from tests.conftest import Golden
from tests.levels import at_night

from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.syntax.key_words import edit_terminal, english_runs, grammar_text, key_word_table, runs
from cartaro_grammar.syntax.line_layout import LineIndenter
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.key_phrases import word_table
from cartaro_grammar.text.opening import KEY_WORD_LANGUAGES, key_word_language
from cartaro_grammar.text.source import Source

ROOT = Path(__file__).parents[2]
TEXTS = sorted([*(ROOT / "rulesets").rglob("*.regole"), *(ROOT / "tests" / "rulesets").rglob("*.regole")])
OTHERS = [language for language in KEY_WORD_LANGUAGES if language != "en"]
IN_ANOTHER = [(path, language) for path in TEXTS for language in OTHERS]
BY_DAY = [(path, "fr") for path in TEXTS if not path.stem.endswith((".racconto", ".fonti"))]
"""The kinds of texts that are translated: rules, claims and examples. The words of guides and sources are long and have few
constructs. By day `test_names_in_words` translates to Italian and back, and `tests/reference` translates every construct to
both languages.
"""


def read(text: str) -> tree.File:
    parsed = parse(Source("a.regole", text))
    assert isinstance(parsed, tree.File), parsed
    return parsed


def content(file: tree.File) -> tuple[object, ...]:
    """Return the content of a file, without spans and layout."""
    header = (file.kind, file.name, file.base, file.base_edition, file.mixins, file.title, file.editions, file.sources)
    return (*header, file.uses, file.origins, file.items, tuple(comment.text for comment in file.comments))


@cache
def written_in(text: str, language: str) -> str:
    written = format_source(Source("a.regole", text), language)
    assert isinstance(written, str), written
    return written


@pytest.mark.slow
@pytest.mark.sweep("scala40", "scopone")
@pytest.mark.parametrize(
    ("path", "language"), at_night(IN_ANOTHER, by_day=BY_DAY), ids=lambda one: one.stem if isinstance(one, Path) else one
)
def test_every_text_is_the_same_tree_in_other_key_words_and_back(path: Path, language: str) -> None:
    text = path.read_text(encoding="utf-8")
    other = written_in(text, language)
    assert key_word_language(other) == language
    assert content(read(other)) == content(read(text))
    assert format_source(Source("a.regole", other)) == other
    assert content(read(written_in(other, "en"))) == content(read(text))


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_words_for_every_run_of_key_words(language: str) -> None:
    said = {pair for row in runs().values() for pair in row}
    assert set(english_runs(language).values()) == {run for _, run in said}
    assert len(english_runs(language)) == len(said), "two runs of a rule are the same words"


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_the_tables_of_a_language_have_no_conflict(language: str, caplog: pytest.LogCaptureFixture) -> None:
    level = logger.level
    logger.setLevel(logging.DEBUG)
    logger.addHandler(caplog.handler)
    try:
        Lark(
            grammar_text(language),
            parser="lalr",
            start=["start", "rest"],
            postlex=LineIndenter(),
            edit_terminals=partial(edit_terminal, language),
            debug=True,
        )
    finally:
        logger.removeHandler(caplog.handler)
        logger.setLevel(level)
    assert "conflict" not in caplog.text


ITALIAN = """in italiano
gioco caso  -- una prova
  titolo it "Caso"
  usa italian_deck

articolo 1 it "Regole"
  pila mazzo it "il mazzo"
  zona mano di ogni giocatore it "la mano / le mani"
  zona prese di ogni parte it "le prese (pl)"
  contatore `carte` di ogni parte per la partita it "le carte (pl)"
  atto tenere carta
    si dice it "tenere {card}"
    la carta è una della mano del giocatore
    si spostano carta alle prese
  tiene: il giocatore può tenere
    quando il numero delle carte nella mano è almeno 2 e la somma dei value della carta = 3
  non_vuota nonostante tiene: il giocatore non può tenere salvo se il mazzo è vuoto
  conta: dopo un tenere, si aggiunge 1 alle `carte`
  apre: all'inizio della smazzata, si danno 3 dal mazzo a ogni mano
"""

ENGLISH_OF_IT = """game caso  -- una prova
  title it "Caso"
  use italian_deck

article 1 it "Regole"
  pile mazzo it "il mazzo"
  zone mano of each player it "la mano / le mani"
  zone prese of each side it "le prese (pl)"
  counter carte of each side for the match it "le carte (pl)"
  act tenere card
    says it "tenere {card}"
    card is one of mano of player
    move card to prese
  tiene: the player may tenere
    when number of cards in mano is at least 2 and total value of card = 3
  non_vuota despite tiene: the player may not tenere unless mazzo is empty
  conta: after a tenere, add 1 to carte
  apre: at the start of the hand, deal 3 from mazzo to each mano
"""


def test_articles_contractions_and_agreement_are_read() -> None:
    assert content(read(ITALIAN)) == content(read(ENGLISH_OF_IT))


@pytest.mark.parametrize("language", OTHERS)
def test_a_line_may_begin_within_words_that_are_one_sign(language: str) -> None:
    """`uno fra` means `one of`; `fra` without `uno` means `among`, before which a long line is broken."""
    head = (
        'game g\n  title "G"\n\nclaim c "C"\n  before every take, some c in taken has rank of c is one of uno, due or rank of '
    )
    for length in range(1, 40):
        text = f"{head}{'c' * length} is one of tre, quattro\n"
        assert content(read(written_in(text, language))) == content(read(text))


def test_words_keep_their_places_in_the_text() -> None:
    file = read(ITALIAN)
    table = key_word_table("it")
    for node in parts(file):
        if isinstance(node, tree.Word | tree.Name):
            written = node.span.text
            assert node.text in {written, table.english_names["name"].get(written), table.english_names["period"].get(written)}


def test_a_name_is_marked_only_where_it_would_be_read_otherwise() -> None:
    text = ENGLISH_OF_IT.replace("mazzo", "non").replace("tiene", "carte_mie")
    other = written_in(text, "it")
    assert "pila non " in other
    assert "salvo se non è vuoto" not in other
    assert "salvo se `non` è vuoto" in other
    assert content(read(other)) == content(read(text))
    assert "`carte`: each" not in written_in(other, "en")


def test_a_key_word_in_marks_is_a_name_in_english_too() -> None:
    plain = ENGLISH_OF_IT.replace('it "il mazzo"', 'it "la zona"')
    assert content(read(plain.replace("mazzo", "`zone`"))) == content(read(plain.replace("mazzo", "zone")))


def test_the_language_is_stated_in_the_first_line_only() -> None:
    assert key_word_language("-- un commento\n\nin italiano -- così\ngioco x\n") == "it"
    assert key_word_language("gioco x\nin italiano\n") == "en"
    assert key_word_language("  in italiano\n") == "en"
    assert key_word_language("") == "en"


REFERENCE = ROOT / "docs" / "reference.md"
BEGIN, END = "<!-- key words -->\n", "<!-- end of key words -->"


def reference_table(language: str, heading: str) -> str:
    rows = [
        f"| {english.replace('|', '')} | {said} | {', '.join(dict.fromkeys(forms))} |"
        for english, said, forms in word_table(language)
    ]
    return "\n".join((f"| English | {heading} | also read |", "|---|---|---|", *rows))


FRENCH = """en français
jeu essai  -- une partie
  titre fr "Essai"
  utilise italian_deck

article 1 fr "Règles"
  pile talon fr "le talon"
  zone main de chaque joueur fr "la main / les mains"
  zone levées de chaque camp fr "les levées (pl)"
  acte garder card
    on dit fr "garder {card}"
    la carte est une de la main du joueur
    on déplace carte à levées
  garde: le joueur peut garder quand le nombre des cartes dans la main est au plus 2
  jamais_vide malgré garde: le joueur ne peut pas garder sauf si talon est vide
  ouvre: au début de la manche, on donne 3 depuis talon à chaque main
"""


def test_french_elides_contracts_and_agrees() -> None:
    other = written_in(FRENCH, "en")
    assert "the player may garder when number of cards in main is at most 2" in other
    assert "deal 3 from talon to each main" in other
    assert "may not garder unless talon is empty" in other
    assert content(read(written_in(other, "fr"))) == content(read(FRENCH))
    some = "unless some x in players has main of x is empty"
    back = written_in(other.replace("is at most 2", "is not 2").replace("unless talon is empty", some), "fr")
    assert "le nombre de cartes dans main n'est pas 2" in back
    assert "au début de la manche" in back
    assert "quelque x dans les joueurs a main de x est vide" in back
    told = written_in(other.replace("  ouvre:", "  cache: everyone does not see talon\n  ouvre:"), "fr")
    assert "cache: tous ne voient pas talon" in told


def test_the_reference_has_the_table_of_key_words(golden: Golden) -> None:
    """`pytest --rewrite` writes it."""
    text = REFERENCE.read_text(encoding="utf-8")
    table = "\n\n".join(reference_table(code, heading) for code, heading in (("it", "Italian"), ("fr", "French")))
    head, rest = text.split(BEGIN)
    golden(REFERENCE, f"{head}{BEGIN}{table}\n{END}{rest.split(END)[1]}")
