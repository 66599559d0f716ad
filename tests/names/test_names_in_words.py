"""Names written in the words of the text's language: they are read, printed, and printed back to the same bytes (decision
0091).
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import pytest
from tests.differential import games
from tests.differential.themes import theme_of
from tests.levels import at_night

from cartaro import format_text
from cartaro_grammar import Diagnostic, Game, Source, check_texts, format_in_language, load_game, render
from cartaro_grammar.file_set import FileSet, NamedTexts
from cartaro_grammar.text.opening import KEY_WORD_LANGUAGES, names_language
from cartaro_workbench.editing.document import Position, open_document
from cartaro_workbench.editing.references import completions

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "rulesets").rglob("*.regole"))
AUTHORS = sorted((Path(__file__).parent / "authors").glob("*.regole"))
OTHERS = [language for language in KEY_WORD_LANGUAGES if language != "en"]

TRICKS = {
    name: (ROOT / "rulesets" / "lib" / name).read_text(encoding="utf-8")
    for name in ("french_tricks.regole", "french_deck.regole", "tricks.regole")
}

LIBRARY = """library cose
  title it "Le cose" en "Things" fr "Les choses"

article 1 it "Luoghi" en "Places" fr "Lieux"
  pile stock it "il mazzo" en "the stock" fr "le talon"
  zone hand of each player it "la mano / le mani" en "the hand / the hands" fr "la main / les mains"
  zone won of each side it "le prese (pl)" en "the takings (pl)" fr "les levées (f pl)"
  counter points of each side for the match it "il punto / i punti" en "the point / the points" fr "le point / les points"
  reference taker, a player, for the hand it "chi ha preso" en "the taker" fr "le preneur"
  act play card
    says it "giocare {card}" en "play {card}" fr "jouer {card}"
    card is one of hand
    move card to won
  forza: force of s is number of s

words
  play  it "la giocata / le giocate" en "the play / the plays" fr "la pose / les poses"
  force it "la forza nella presa" en "the strength in the trick" fr "la force dans le pli"
"""

ENGLISH = """game caso
  title "Caso"
  use italian_cards, cose

article 1 "Regole"
  dare: at the start of the hand, deal 3 from stock to each hand
  libera: the player may play when no hand is empty or number of hand of players is at least 3
  prende: after a play, taker becomes the player with highest force of hand
  fine: the hand ends when every hand is empty and every won is empty and won of sides is empty
  conta: at the count of the hand, add 1 to points of side of taker
  vince: the winner is the side with highest points
"""

ITALIAN = """in italiano, nomi in inglese
gioco caso
  titolo "Caso"
  usa carte_italiane, cose

articolo 1 "Regole"
  dare: all'inizio della smazzata, si danno 3 dal mazzo a ogni mano
  libera: il giocatore può giocare
    quando nessuna mano è vuota o il numero delle mani dei giocatori è almeno 3
  prende: dopo la giocata,
    chi_ha_preso diventa il giocatore con la maggior forza_nella_presa della mano
  fine: la smazzata finisce
    quando ogni mano è vuota e tutte le prese sono vuote e le prese delle parti sono vuote
  conta: al conto della smazzata, si aggiunge 1 ai punti della parte di chi_ha_preso
  vince: il vincitore è la parte con i maggiori punti
"""

FRENCH = """en français, noms en anglais
jeu caso
  titre "Caso"
  utilise cartes_italiennes, choses
"""


def texts_with(text: str, **others: str) -> dict[str, str | bytes]:
    """Return a game's text with the libraries that it uses."""
    shipped = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "rulesets" / "lib").glob("italian_cards.regole")}
    return {"caso.regole": text, "cose.regole": LIBRARY, **shipped, **others}


def translated(text: str, language: str, **others: str) -> str:
    written = format_in_language(Source("caso.regole", text), language, texts_with(text, **others))
    assert isinstance(written, str), written
    return written


def content(text: str, **others: str) -> tuple[object, ...]:
    """Return the content of a game's tree, with names as they are declared."""
    gathered = FileSet(NamedTexts(texts_with(text, **others)))
    gathered.load(PurePosixPath("caso.regole"))
    assert not gathered.found, gathered.found
    file = next(file for file in gathered.files if file.name.text == "caso")
    return (file.uses, file.items)


def test_a_text_is_printed_in_italian_names_with_articles_and_agreement() -> None:
    assert translated(ENGLISH, "it") == ITALIAN


def test_italian_names_are_read_as_the_declared_ones() -> None:
    assert content(ITALIAN) == content(ENGLISH)


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_comes_back_from_another_language_byte_by_byte(language: str) -> None:
    there = translated(ENGLISH, language)
    assert content(there) == content(ENGLISH)
    assert names_language(there) == "en"
    assert translated(there, "en") == ENGLISH


def test_french_names_have_their_articles_and_agree() -> None:
    french = translated(ENGLISH, "fr")
    assert french.startswith(FRENCH)
    assert "on distribue 3 depuis le talon à chaque main" in french
    assert "quand chaque main est vide et toutes les levées sont vides et les levées des camps sont vides" in french
    assert "avec la plus grande force_dans_le_pli de la main" in french
    assert "avec les plus grands points" in french


def test_both_numbers_of_a_noun_are_read() -> None:
    assert content(ITALIAN.replace("ogni mano è", "tutte le mani sono")) == content(ITALIAN)


def test_names_of_an_italian_text_stay_in_italian_and_are_translated_for_the_english() -> None:
    text = """in italiano
gioco caso
  titolo "Caso"
  usa carte_italiane, cose

articolo 1 "Regole"
  zona tavola   it "la tavola" en "the table"
  zona scoperta it "la carta scoperta" en "the turned card"
  dare: all'inizio della smazzata, si sposta la cima del mazzo alla tavola
  girare: all'inizio della smazzata, si sposta la tavola a scoperta
"""
    english = translated(text, "en")
    assert "move top of stock to the table" in english
    assert "move the table to the turned_card" in english
    assert "zone scoperta it" in english
    assert content(english) == content(text)
    assert translated(english, "it") == text


def test_a_declared_name_is_never_read_as_the_words_of_another() -> None:
    own = ITALIAN.replace('"Regole"\n', '"Regole"\n  zona mano it "la mano del morto"\n')
    text = own.replace("ogni mano è vuota", "mano è vuota")
    (_, items) = content(text)
    assert "mano" in repr(items)
    assert re.search(r"Name\(text='mano'", repr(items))


def test_a_bound_name_is_never_read_as_words() -> None:
    text = ITALIAN.replace(
        "il numero delle mani dei giocatori è almeno 3", "qualche mani nei giocatori ha hand di mani è vuota"
    )
    (_, items) = content(text)
    assert re.search(r"Quantified\(quantifier='some', variable=Word\(text='mani'", repr(items))


def test_words_of_two_things_are_not_offered() -> None:
    text = ENGLISH.replace('"Regole"\n', '"Regole"\n  zone deck it "il mazzo"\n')
    other = translated(text, "it")
    assert "si danno 3 da stock a ogni mano" in other
    assert content(other) == content(text)
    assert translated(other, "en") == text


def test_an_act_whose_noun_is_another_thing_keeps_its_verb_without_an_article() -> None:
    text = ENGLISH.replace('"Regole"\n', '"Regole"\n  counter plays for the hand it "la giocata / le giocate"\n')
    other = translated(text, "it")
    assert "prende: dopo giocare," in other
    assert content(other) == content(text)
    assert translated(other, "en") == text


def test_a_reference_that_a_text_replaces_is_declared_again_in_its_words() -> None:
    text = ENGLISH.replace(
        '\narticle 1 "Regole"',
        "\nin article 1 of cose replace taker\n  reference taker, a player, for the match\n"
        'in article 1 of cose replace forza\n  forza: force of s is 2\n\narticle 1 "Regole"',
    )
    other = translated(text, "it")
    assert "nell'articolo 1 di cose si sostituisce chi_ha_preso\n  riferimento chi_ha_preso, giocatore," in other
    assert "forza: la forza_nella_presa di s è 2" in other
    assert content(other) == content(text)
    assert translated(other, "en") == text


@pytest.mark.parametrize(
    ("language", "attribute", "measure"),
    [("fr", "chaque carte a un rang", "chacun rang a force"), ("it", "ogni carta ha un valore", "ciascun valore ha forza")],
)
def test_a_table_that_a_text_replaces_is_declared_again_in_its_words(language: str, attribute: str, measure: str) -> None:
    """The words of a library for an attribute or a measure are its name, though a definition has the same word (`force`)."""
    opening, game, of, use, replaced = {
        "fr": ("en français", "jeu", "titre", "utilise", "dans l'article 1 de {} on remplace {}"),
        "it": ("in italiano", "gioco", "titolo", "usa", "nell'articolo 1 di {} si sostituisce {}"),
    }[language]
    text = (
        f'{opening}\n{game} caso\n  {of} "Caso"\n  {use} french_tricks\n\n{replaced.format("french_deck", "valori")}\n'
        f'  valori: {attribute}\n    asso "A"\n    re "K"\n{replaced.format("french_tricks", "forze")}\n'
        f"  forze: {measure}\n    asso 2\n    re 1\n"
    )
    found = check_texts({**TRICKS, "caso.regole": text}, "caso.regole").diagnostics
    assert [one.code for one in found if one.severity == "error"] == ["C0512"], "players and course are missing"


def test_an_amendment_names_the_thing_of_a_library_though_the_text_has_one_of_that_name() -> None:
    text = ITALIAN.replace(
        '\narticolo 1 "Regole"',
        '\nnell\'articolo 1 di cose si abroga mazzo\n\narticolo 1 "Regole"\n  pila mazzo it "il mazzo"',
    )
    codes = [one.code for one in check_texts(texts_with(text), "caso.regole").diagnostics]
    assert "C0502" not in codes


def test_a_message_about_a_name_in_words_underlines_them() -> None:
    text = ITALIAN.replace("si aggiunge 1 ai punti della parte di chi_ha_preso", "si aggiunge mano ai punti della parte")
    found = check_texts(texts_with(text), "caso.regole").diagnostics
    assert any(one.primary is not None and one.primary.span.text == "mano" for one in found)


def reported(text: str, word: str) -> Diagnostic:
    """Return the only diagnostic about a word of a text."""
    found = check_texts(texts_with(text), "caso.regole").diagnostics
    (one,) = (each for each in found if each.primary is not None and each.primary.span.text == word)
    return one


def test_a_misspelt_word_gets_the_words_of_the_text() -> None:
    text = ITALIAN.replace("ogni mano è", "ogni manno è")
    found = reported(text, "manno")
    assert (found.code, found.help, found.fix and found.fix.replacement) == ("C0303", "did you mean `mano`?", "mano")


def test_a_word_of_two_things_is_an_error_with_its_meanings() -> None:
    text = ITALIAN.replace('"Regole"\n', '"Regole"\n  zona deck it "il mazzo"\n')
    found = reported(text, "mazzo")
    assert found.code == "C0303"
    assert found.help == "`mazzo` can mean `deck` or `stock`: write one of them"


def test_a_message_quotes_a_name_of_a_library_in_words() -> None:
    text = ITALIAN.replace('"Regole"\n', '"Regole"\n  prova: il giocatore può giocare quando giocare è vuoto\n')
    shown = "\n".join(render(one, language="it") for one in check_texts(texts_with(text), "caso.regole").diagnostics)
    assert "`giocare`" in shown
    assert "`play`" not in shown


@pytest.mark.parametrize(
    ("before", "offered", "declared"),
    [
        ("si danno 3 da", {"mazzo", "mano", "prese", "giocatore"}, {"stock", "hand", "won", "player"}),
        ("il giocatore può", {"giocare"}, {"play"}),
    ],
)
def test_completion_offers_the_words_of_the_text(before: str, offered: set[str], declared: set[str]) -> None:
    text = ITALIAN + f"  altra: alla fine della smazzata, {before} " if "danno" in before else ITALIAN + f"  altra: {before} "
    texts = {name: one for name, one in texts_with(text).items() if isinstance(one, str)}
    document = open_document(texts, "caso.regole")
    lines = text.split("\n")
    found = {one.text for one in completions(document, Position(len(lines) - 1, len(lines[-1])))}
    assert offered <= found
    assert not declared & found


@pytest.mark.nightly
@pytest.mark.parametrize("path", AUTHORS, ids=lambda path: path.stem)
def test_texts_of_a_committee_are_printed_without_an_english_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    other = format_in_language(Source(str(path), text), "it")
    assert isinstance(other, str)
    words = set(re.findall(r"[a-z_]+", re.sub(r'"[^"\n]*"|--[^\n]*', "", other)))
    assert words & ENGLISH_NAMES == REMAIN.get(path.stem, set())
    assert format_in_language(Source(str(path), other), "it") == other


ENGLISH_NAMES = set(
    re.findall(
        r"\w+",
        "play hand won played stock dealer taker led points card cards suit rank strength force trump trump_suit group place "
        "meld melds discard discards draw pick_up tricks trumps following italian_cards rummy french_deck special side",
    )
)
REMAIN: dict[str, set[str]] = {
    "burraco": {"group", "place", "special"},
}
"""Names without words of their own: `group` is simply *the cards* in its library; `place` is declared by the author."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("seed", at_night(range(100), by_day=range(2)))
def test_a_generated_text_comes_back_from_another_language(seed: int, language: str) -> None:
    """Generated games have one-letter names, nested quantifiers and clauses of every kind."""
    text = games.make(f"{seed}/0", theme_of(seed)).text("caso")
    english = format_in_language(Source("caso.regole", text), "en")
    other = format_in_language(Source("caso.regole", text), language)
    assert isinstance(other, str), other
    assert format_in_language(Source("caso.regole", other), "en") == english


@pytest.mark.sweep("scala40", "scopone", "briscola_in_cinque")
@pytest.mark.parametrize("language", at_night(OTHERS, by_day=["it"]))  # the daily `test_key_words` reads the French texts
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_text_comes_back_byte_by_byte(path: Path, language: str) -> None:
    """Some texts have an article more or less than usual; they come back in the form that the formatter gives them in
    English.
    """
    text = path.read_text(encoding="utf-8")
    other = format_in_language(Source(str(path), text), language)
    assert isinstance(other, str)
    assert format_in_language(Source(str(path), other), "en") == format_in_language(Source(str(path), text), "en")


@pytest.mark.parametrize("code", ["fr", "it"])
def test_a_heading_with_a_word_of_the_new_language_keeps_its_meaning(tmp_path: Path, code: str) -> None:
    """`carte` is French for `card`: without marks, the clause could not be named in an expression."""
    path = tmp_path / "mia.regole"
    text = (
        'variant mia of guerra\n  title "Mia"\n\narticle 9 "Altro"\n  carte: each side scores 1\n'
        "  doppie: each side scores 2 * carte of side\n"
    )
    path.write_text(format_text(text, code), encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [str(each.message) for each in found]
    assert format_text(path.read_text(encoding="utf-8"), "en") == format_text(text)
