"""The facts of a sentence in three languages, and the scales on which the languages differ."""

from __future__ import annotations

import pytest

from cartaro_grammar.analyses.wording_facts import CARD, NAMED, NUMBER, FactNames, disagreements, read_facts, word_table

NAMES: dict[str, FactNames] = {
    "it": {
        ("cuori",): (CARD, "cuori"),
        ("re",): (CARD, "re"),
        ("mazziere",): (NAMED, "dealer"),
        ("chiamante",): (NAMED, "caller"),
    },
    "en": {
        ("hearts",): (CARD, "cuori"),
        ("king",): (CARD, "re"),
        ("dealer",): (NAMED, "dealer"),
        ("caller",): (NAMED, "caller"),
    },
    "fr": {
        ("cœurs",): (CARD, "cuori"),
        ("roi",): (CARD, "re"),
        ("donneur",): (NAMED, "dealer"),
        ("appelant",): (NAMED, "caller"),
    },
}


def facts(text: str, code: str = "en") -> list[tuple[str, str]]:
    return [(fact.scale, fact.value) for fact in read_facts(text, code, NAMES[code])]


def scales(**texts: str) -> list[str]:
    return [one.scale for one in disagreements({code: read_facts(text, code, NAMES[code]) for code, text in texts.items()})]


def test_facts_are_read_in_their_order() -> None:
    assert facts("At most 10 of {punti} points, unless the dealer holds the king.") == [
        ("bound", "at_most"), ("number", "10"), ("slot", "{punti}"), ("except", "except"), ("named", "dealer"), ("card", "re")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "text", "numbers"),
    [
        ("it", "ventuno, centotrenta e duecento", ["21", "100", "30", "2", "100"]),
        ("en", "twenty-one, the threes, both and a hundred and thirty", ["21", "3", "2", "100", "30"]),
        ("fr", "vingt et un, soixante-dix-huit, dix, neuf et deux cents", ["21", "78", "10", "9", "2", "100"]),
    ],
)
def test_numbers_in_words(code: str, text: str, numbers: list[str]) -> None:
    assert [value for scale, value in facts(text, code) if scale == NUMBER] == numbers


def test_a_phrase_of_several_words_is_one_fact() -> None:
    assert facts("on ne prend pas", "fr") == [("negation", "not")]
    assert facts("on n'en prend que deux", "fr") == [("only", "only"), ("number", "2")]
    assert facts("one card or more") == [("bound", "one_or_more")]


def test_a_call_in_quotation_marks_is_a_name() -> None:
    assert facts("si dice «solo», due volte", "it") == [("number", "2")]
    assert facts("on dit « seulement » deux fois", "fr") == [("number", "2")]
    assert facts("a player bids “first” twice") == facts("a player bids twice")


def test_a_phrase_does_not_reach_over_a_comma() -> None:
    assert facts("if they make thirty, two") == [("number", "30"), ("number", "2")]


def test_left_over_is_no_side() -> None:
    assert facts("the cards left on the table") == [("zone", "table")]
    assert facts("the player on the dealer's left") == [("named", "dealer"), ("side", "left")]


@pytest.mark.parametrize(
    ("texts", "scale"),
    [
        ({"it": "siede a sinistra", "en": "on the right", "fr": "à gauche"}, "side"),
        (
            {"it": "prima a destra, poi a sinistra", "en": "first to the left, then to the right", "fr": "à droite, à gauche"},
            "side",
        ),
        ({"it": "almeno tre", "en": "at most three", "fr": "au moins trois"}, "bound"),
        ({"it": "tre", "en": "three", "fr": "quatre"}, "number"),
        ({"it": "i cuori", "en": "the hearts", "fr": "le roi"}, "card"),
        ({"it": "non si gioca", "en": "it may be played", "fr": "on ne joue pas"}, "negation"),
        ({"it": "salvo il re", "en": "the king", "fr": "sauf le roi"}, "except"),
        ({"it": "deve giocare", "en": "may play", "fr": "doit jouer"}, "modality"),
        ({"it": "la più alta", "en": "the lowest", "fr": "la plus haute"}, "extreme"),
        ({"it": "il mazziere dà", "en": "the caller deals", "fr": "le donneur donne"}, "named"),
        ({"it": "fino a {punti}", "en": "to {limite}", "fr": "en {punti}"}, "slot"),
        ({"it": "a sinistra", "en": "on the right"}, "side"),
        ({"it": "prima del mazziere", "en": "after the dealer", "fr": "après le donneur"}, "time"),
        ({"it": "di semi diversi", "en": "of any suits", "fr": "de couleurs différentes"}, "difference"),
        ({"it": "anche se vuole", "en": "but it is", "fr": "mais c'est"}, "contrast"),
        ({"it": "ma prende", "en": "nor does it take", "fr": "ni ne prend"}, "nor"),
        ({"it": "10 punti in meno", "en": "10 points", "fr": "10 points en moins"}, "sign"),
        ({"it": "la riprende", "en": "loses it", "fr": "la perd"}, "result"),
        ({"it": "dalla tavola", "en": "from the stock", "fr": "du tapis"}, "zone"),
        ({"it": "un seme", "en": "one rank", "fr": "une couleur"}, "attribute"),
        ({"it": "al compagno", "en": "to the opponent", "fr": "au partenaire"}, "role"),
    ],
)
def test_a_language_that_states_something_else_is_found(texts: dict[str, str], scale: str) -> None:
    assert scale in scales(**texts)


@pytest.mark.parametrize(
    "texts",
    [
        {
            "it": "Il settebello vale un punto.",
            "en": "The settebello (3 hearts) is a point.",
            "fr": "Le settebello (3 cœurs) vaut un point.",
        },
        {"it": "il mazziere e il chiamante", "en": "the caller and the dealer", "fr": "le donneur et l'appelant"},
        {"it": "i cuori, e solo i cuori", "en": "hearts only", "fr": "seulement des cœurs"},
        {"it": "può giocare", "en": "plays", "fr": "peut jouer"},
        {"it": "non gioca né passa", "en": "neither plays nor passes", "fr": "ne joue ni ne passe"},
        {"it": "chi vince vince", "en": "whoever wins", "fr": "gagne qui gagne"},
        {"en": "at least three"},
        {"it": "le prese della smazzata", "en": "the tricks of the hand", "fr": "les plis de la manche"},
        {"it": "dello stesso valore", "en": "of one rank", "fr": "de même valeur"},
        {"it": "lo mette in tavola", "en": "lays it down", "fr": "la pose sur le tapis"},
    ],
    ids=[
        "a gloss",
        "players in any order",
        "a card again at once",
        "a scale on which a fact may be left out",
        "nor",
        "a sense more often",
        "one language",
        "a hand that is a deal",
        "a word for rank and value",
        "a place that one language leaves out",
    ],
)
def test_what_is_only_put_differently_is_accepted(texts: dict[str, str]) -> None:
    assert scales(**texts) == []


def test_the_odd_language_is_named() -> None:
    (found,) = disagreements({c: read_facts(t, c, NAMES[c]) for c, t in {"it": "tre", "en": "four", "fr": "trois"}.items()})
    assert found.odd == ("en",)
    assert found.words == {"it": ("tre",), "en": ("four",), "fr": ("trois",)}


def test_every_sense_has_words_in_every_language() -> None:
    senses = [(s, name, words) for s, of_scale in word_table()["senses"].items() for name, words in of_scale.items()]
    assert len(senses) > 30
    assert [
        (s, name)
        for s, name, words in senses
        if set(words) != {"it", "en", "fr"} or (s != "neutral" and not all(words.values()))
    ] == []
    counted = {code: len(words) for code, words in word_table()["numbers"].items()}
    assert set(counted.values()) == {98}
