"""Articles, contractions and elisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartaro_grammar import Noun
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.morphology import Determiner, English, French, Italian
from cartaro_rulebook.words.nouns import Phrase, capitalized, fragments, marked, noun, plain, unflagged


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("di il mazzo", "del mazzo"), ("a la fine", "alla fine"), ("in le prese", "nelle prese"),
        ("da il mazzo", "dal mazzo"), ("su la tavola", "sulla tavola"), ("di lo scarto", "dello scarto"),
        ("a gli assi", "agli assi"), ("di l'asso", "dell'asso"), ("su l'asso", "sull'asso"), ("in i giochi", "nei giochi"),
        ("con il re", "con il re"), ("e è vuota", "ed è vuota"), ("a altra", "ad altra"), ("Di il re", "Del re"),
        ("di  il   re , poi", "del re, poi"),
    ],
)  # fmt: skip
def test_italian_contracts(full: str, short: str) -> None:
    assert Italian().polish(full) == short


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("de le tapis", "du tapis"), ("de les levées", "des levées"), ("à le joueur", "au joueur"),
        ("à les joueurs", "aux joueurs"),
        ("de le as", "de l'as"), ("la épée", "l'épée"), ("ne est pas", "n'est pas"), ("lorsque il peut", "lorsqu'il peut"),
        ("de un camp", "d'un camp"), ("de des cartes", "de cartes"), ("si ils", "s'ils"), ("le onze", "le onze"),
        ("que elle", "qu'elle"), ("fin ; suite", "fin\u00a0; suite"),
    ],
)  # fmt: skip
def test_french_contracts(full: str, short: str) -> None:
    assert French().polish(full) == short


@pytest.mark.parametrize(
    ("full", "short"),
    [("a ace", "an ace"), ("a king", "a king"), ("a one", "a one"), ("a unit", "a unit"), ("a empty table", "an empty table")],
)
def test_english_articles(full: str, short: str) -> None:
    assert English().polish(full) == short


def test_contractions_reach_over_references() -> None:
    card = marked("card", "3", "as de coupe")
    assert plain(French().polish(f"prendre le {card}")) == "prendre l'as de coupe"


ITALIAN = {
    "il re / i re": ("il re", "i re", "un re", "nessun re", "quei re"),
    "l'asso (m) / gli assi": ("l'asso", "gli assi", "un asso", "nessun asso", "quegli assi"),
    "lo scarto / gli scarti": ("lo scarto", "gli scarti", "uno scarto", "nessuno scarto", "quegli scarti"),
    "la mano / le mani": ("la mano", "le mani", "una mano", "nessuna mano", "quelle mani"),
    "l'apertura (f) / le aperture": ("l'apertura", "le aperture", "un'apertura", "nessun'apertura", "quelle aperture"),
}


@pytest.mark.parametrize("stored", ITALIAN)
def test_italian_determiners(stored: str) -> None:
    wanted: tuple[tuple[Determiner, bool], ...] = (
        ("the", False), ("the", True), ("a", False), ("no", False), ("that", True),
    )  # fmt: skip
    parsed = noun(stored, "it")
    assert tuple(Italian().determined(parsed, d, plural).text for d, plural in wanted) == ITALIAN[stored]


@pytest.mark.parametrize(
    ("stored", "code", "expected"),
    [
        ("le prese (pl)", "it", Noun("prese", "prese", feminine=True, only_plural=True)),
        ("le carte coperte", "it", Noun("carte coperte", "carte coperte", feminine=True, only_plural=True)),
        ("the rank among trumps", "en", Noun("rank among trumps", "rank among trumps")),
        ("the table (on)", "en", Noun("table", "table", place="on")),
        ("le tapis (sur)", "fr", Noun("tapis", "tapis", place="sur")),
        ("l'épée (f) / les épées", "fr", Noun("épée", "épées", feminine=True)),
        ("denari", "it", Noun("denari", "denari", named=False)),
        ("the hand (of cards)", "en", Noun("hand (of cards)", "hand (of cards)")),
    ],
)
def test_nouns_as_stored(stored: str, code: str, expected: Noun) -> None:
    assert noun(stored, code) == expected


def test_a_name_is_read_without_its_flags() -> None:
    assert unflagged("l'asso (m) / gli assi", "it") == "l'asso"
    assert unflagged("the hand (of cards)", "en") == "the hand (of cards)"


def test_agreement_of_verbs_and_adjectives() -> None:
    it = language("it")
    assert it.text("is_empty", Phrase("le mani", feminine=True, plural=True)) == "le mani sono vuote"
    assert it.text("is_empty", Phrase("il mazzo"), True) == "il mazzo non è vuoto"
    assert language("fr").text("is_empty", Phrase("la main", feminine=True), True) == "la main ne est pas vide"
    assert language("en").text("is_empty", Phrase("the hands", plural=True), True) == "the hands are not empty"


@given(st.text())
def test_marks_come_apart_as_they_were_put_together(text: str) -> None:
    sentence = f"prima {marked('clause', 'c', text)} e poi {marked('card', '7', text)}."
    parts = fragments(sentence)
    assert "".join(p.text for p in parts) == plain(sentence)
    assert [p.kind for p in parts] == ["text", "clause", "text", "card", "text"]


@given(st.text())
def test_nothing_an_author_writes_can_forge_a_mark(text: str) -> None:
    for part in fragments(marked("word", "w", text)):
        assert part.kind == "word"


@given(st.sampled_from(["it", "en", "fr"]), st.text(alphabet="abcdeilou '", max_size=40))
def test_polishing_twice_is_polishing_once(code: str, text: str) -> None:
    forms = language(code).forms
    once = forms.polish(text)
    assert forms.polish(once) == once or "  " in text or code != "en"


def test_capitals_stand_behind_marks() -> None:
    assert plain(capitalized(marked("card", "0", "asso") + " preso")) == "Asso preso"


@pytest.mark.parametrize(
    ("forms", "name", "each", "none"),
    [
        (Italian(), "le carte scoperte (pl)", "tutte le carte scoperte", "carte scoperte"),
        (English(), "the uncovered cards (pl)", "all the uncovered cards", "no uncovered cards"),
        (French(), "les points posés (pl)", "tous les points posés", "pas de points posés"),
    ],
)
def test_what_is_only_plural_has_no_singular(forms: Italian | English | French, name: str, each: str, none: str) -> None:
    language_of = {Italian: "it", English: "en", French: "fr"}[type(forms)]
    of = noun(name, language_of)
    assert forms.determined(of, "each").text == each
    assert forms.determined(of, "each").plural
    assert forms.determined(of, "any").text == none


@pytest.mark.parametrize(
    ("forms", "code", "name", "counted"),
    [
        (Italian(), "it", "la carta / le carte", ["zero carte", "una carta", "due carte"]),
        (English(), "en", "the card / the cards", ["zero cards", "one card", "two cards"]),
        (French(), "fr", "la carte / les cartes", ["zéro carte", "une carte", "deux cartes"]),
    ],
)
def test_nothing_is_counted_in_the_plural_except_in_french(
    forms: Italian | English | French, code: str, name: str, counted: list[str]
) -> None:
    assert [forms.counted(number, noun(name, code)).text for number in range(3)] == counted


@pytest.mark.parametrize(
    "quoted", ["«la scopa» non si applica", "“the sweep” does not apply", "« la scopa » ne s'applique pas"]
)
def test_a_sentence_begins_with_a_capital_within_quotes(quoted: str) -> None:
    assert capitalized(quoted)[2:4].strip()[0].isupper() or capitalized(quoted)[1].isupper()


@pytest.mark.parametrize(
    ("code", "says", "does"),
    [
        ("it", "prendere {taken} con {card}", "prende {taken} con {card}"),
        ("it", "giocare {eight} e chiamare {suit}", "gioca {eight} e chiama {suit}"),
        ("it", "scoprire una carta", "scopre una carta"),
        ("it", "sostituire {one} con {other}", "sostituisce {one} con {other}"),
        ("it", "chiamarsi fuori", "si chiama fuori"),
        ("it", "stare", "sta"),
        ("en", "take {taken} with {card}", "takes {taken} with {card}"),
        ("en", "pass", "passes"),
        ("en", "carry {card}", "carries {card}"),
        ("en", "play {eight} and call {suit}", "plays {eight} and calls {suit}"),
        ("en", "play {jack} and wish for {suit}", "plays {jack} and wishes for {suit}"),
        ("en", "put {given} under the stock and draw", "puts {given} under the stock and draws"),
        ("en", "lay down {card} and one more", "lays down {card} and one more"),
        ("en", "show the king and queen", "shows the king and queen"),
        ("en", "build with {card} and {base}", "builds with {card} and {base}"),
        ("fr", "prendre {taken} avec {card}", "prend {taken} avec {card}"),
        ("fr", "mettre {card} de côté", "met {card} de côté"),
        ("fr", "se déclarer dehors", "se déclare dehors"),
        ("fr", "appeler {card}", "appelle {card}"),
        ("fr", "finir le tour", "finit le tour"),
        ("fr", "découvrir {card}", "découvre {card}"),
        ("fr", "joindre {card}", "joint {card}"),
        ("fr", "ne plus ajouter de cartes", "n'ajoute plus de cartes"),
        ("fr", "ne pas se coucher", "ne se couche pas"),
        ("it", "non aggiungere altre carte", "non aggiunge altre carte"),
    ],
)
def test_an_act_is_worded_for_somebody(code: str, says: str, does: str) -> None:
    assert language(code).forms.present(says) == does


@pytest.mark.parametrize(
    ("code", "says", "do"),
    [
        ("it", "prendere {taken} con {card}", "prendi {taken} con {card}"),
        ("it", "giocare {eight} e chiamare {suit}", "giochi {eight} e chiami {suit}"),
        ("it", "lasciare {card}", "lasci {card}"),
        ("it", "raccogliere {card}", "raccogli {card}"),
        ("it", "costruire con {card}", "costruisci con {card}"),
        ("it", "scoprire una carta", "scopri una carta"),
        ("it", "chiamarsi fuori", "ti chiami fuori"),
        ("it", "non aggiungere altre carte", "non aggiungi altre carte"),
        ("it", "tenere la carta", "tieni la carta"),
        ("en", "take {taken} with {card}", "take {taken} with {card}"),
        ("en", "be silent", "are silent"),
        ("fr", "prendre {taken} avec {card}", "prenez {taken} avec {card}"),
        ("fr", "mettre {given} sous le talon et piocher", "mettez {given} sous le talon et piochez"),
        ("fr", "construire avec {card}", "construisez avec {card}"),
        ("fr", "finir le tour", "finissez le tour"),
        ("fr", "découvrir {card}", "découvrez {card}"),
        ("fr", "joindre {card}", "joignez {card}"),
        ("fr", "se coucher", "vous couchez"),
        ("fr", "ne plus ajouter de cartes", "n'ajoutez plus de cartes"),
        ("fr", "ne pas se coucher", "ne vous couchez pas"),
        ("fr", "dire parole", "dites parole"),
    ],
)
def test_an_act_is_worded_for_the_reader(code: str, says: str, do: str) -> None:
    assert language(code).forms.present(says, addressed=True) == do


@pytest.mark.parametrize(("code", "says"), [("it", "{who} ha mostrato {card}"), ("fr", "tout remettre"), ("en", "{who} shows")])
def test_what_begins_with_no_infinitive_is_left(code: str, says: str) -> None:
    assert language(code).forms.present(says) is None
    assert language(code).forms.present(says, addressed=True) is None


@pytest.mark.parametrize("written", ["les tiers (m pl)", "les tiers (m, pl)", "les tiers (pl, m)"])
def test_gender_and_number_stand_in_one_bracket(written: str) -> None:
    assert noun(written, "fr") == Noun("tiers", "tiers", only_plural=True)
