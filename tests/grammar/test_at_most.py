"""That nothing is more than a number is a bound in each language, and no denial."""

import pytest

from cartaro_grammar.analyses.wording_facts import read_facts


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("it", "Un gioco non può avere più di un jolly."),
        ("it", "Nessun gioco può avere più di un jolly."),
        ("en", "No meld may have more than one joker."),
        ("en", "A meld may not have more than one joker."),
        ("fr", "Une combinaison ne peut avoir plus d'un joker."),
        ("fr", "Aucune combinaison ne peut avoir plus d'un joker."),
    ],
)
def test_not_more_than_is_at_most(code: str, text: str) -> None:
    found = {(fact.scale, fact.value) for fact in read_facts(text, code, {})}
    assert found == {("bound", "at_most"), ("modality", "may")}


def test_having_no_more_cards_is_a_denial() -> None:
    assert ("negation", "not") in {(fact.scale, fact.value) for fact in read_facts("On n'a plus de cartes.", "fr", {})}


@pytest.mark.parametrize(
    ("code", "text", "is_bound"),
    [
        ("fr", "La manche va au plus gros paquet.", False),
        ("fr", "Le pli va au plus fort.", False),
        ("fr", "On laisse au plus jeune le choix.", False),
        ("it", "La presa va al più alto.", False),
        ("it", "Tocca al più giovane.", False),
        ("fr", "Il reste au plus trois cartes.", True),
        ("fr", "Trois cartes au plus.", True),
        ("it", "Restano al più le carte permesse.", True),
    ],
)
def test_a_superlative_is_no_bound(code: str, text: str, is_bound: bool) -> None:
    assert any(fact.scale == "bound" for fact in read_facts(text, code, {})) == is_bound
