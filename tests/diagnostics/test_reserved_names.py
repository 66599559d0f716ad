"""A name that its text would read as a word of the language is reported at the name, in every language of key words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.load import load_checked
from cartaro_grammar.resolve.vocabulary import BUILTIN_NAMES
from cartaro_grammar.syntax.key_words import key_word_table
from cartaro_grammar.syntax.lark_parser import keywords, noise_words

CASES = Path(__file__).parent / "cases"
HEADS = {
    "en": 'game caso\n  title "A case"\n  use tavolo\n\narticle 1 "Rules"\n',
    "it": 'in italiano\ngioco caso\n  titolo "Un caso"\n  usa tavolo\n\narticolo 1 "Regole"\n',
    "fr": 'en français\njeu caso\n  titre "Un cas"\n  utilise tavolo\n\narticle 1 "Règles"\n',
}
SCORES = {"en": "each side scores 1", "it": "ogni parte segna 1", "fr": "chaque camp marque 1"}
TAKES = {"en": "the player may take", "it": "il giocatore può take", "fr": "le joueur peut take"}


def reported(language: str, clauses: str, folder: Path) -> list[tuple[str, int]]:
    (folder / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    (folder / "caso.regole").write_text(HEADS[language] + clauses, encoding="utf-8")
    found = load_checked(folder / "caso.regole")[1]
    # the clauses of the library have these names
    errors = (one for one in found if one.severity == "error" and one.code != "C0501")
    return [(one.code, one.primary.span.line if one.primary else 0) for one in errors]


@pytest.mark.parametrize("language", HEADS)
def test_a_clause_named_by_a_word_of_the_language_is_clean_or_reported_at_its_name(language: str, tmp_path: Path) -> None:
    """Words of the tables cause no other message, and each message points to the name (every fourth word is tried)."""
    words = {*keywords(language), *noise_words(language), *key_word_table(language).english_names["name"], *BUILTIN_NAMES}
    line = HEADS[language].count("\n") + 2
    head = f"  prende: {TAKES[language]}\n"
    others = {
        word: found
        for word in sorted(words)[::4]
        if word.isidentifier()
        and (found := reported(language, f"{head}  {word}: {SCORES[language]}\n", tmp_path)) not in ([], [("C0404", line)])
    }
    assert others == {}


@pytest.mark.parametrize(
    ("language", "word"),
    [
        *(("en", word) for word in ("score", "see", "zone", "when", "and", "nobody", "the", "because")),
        *(("it", word) for word in ("punteggio", "zona", "e", "quando", "perché", "nessuna_persona", "vedi")),
        *(("fr", word) for word in ("zone", "quand", "et", "voir", "ou")),
    ],
)
def test_a_word_that_the_parser_needs_cannot_name_a_clause(language: str, word: str, tmp_path: Path) -> None:
    found = reported(language, f"  prende: {TAKES[language]}\n  {word}: {SCORES[language]}\n", tmp_path)
    assert found == [("C0404", HEADS[language].count("\n") + 2)]


def test_a_word_between_marks_names_a_clause(tmp_path: Path) -> None:
    assert reported("en", "  `zone`: each side scores 1\n", tmp_path) == []


def test_a_place_named_by_a_word_that_continues_sentences_is_reported_at_its_declaration(tmp_path: Path) -> None:
    assert reported("en", '  pile unless "A pile"\n', tmp_path) == [("C0404", 6)]
    assert reported("en", '  pile `unless` "A pile"\n', tmp_path) == []
