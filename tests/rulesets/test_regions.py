"""A region of a game has one name in each language, in all rulesets, so that the list of games by region names it
once.
"""

from __future__ import annotations

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import shipped
from cartaro_rulebook.words.language import language, languages
from cartaro_rulebook.words.naming import localized

ONE_PLACE = (
    {"Great Britain", "United Kingdom", "UK", "Britain", "England", "British Isles"},
    {"United States", "USA", "America", "North America"},
    {"Netherlands", "Holland"},
    {"Russia", "Soviet Union"},
    {"Turkey", "Ottoman Empire"},
    {"Southern Italy", "South Italy", "the South of Italy"},
)
"""Names that a reader of the list takes for one region; at most one of each set is used."""


def regions() -> dict[str, dict[str, set[str]]]:
    """Return the names of regions in English, each with its names in every language and the rulesets that use them."""
    found = dict[str, dict[str, set[str]]]()
    for name in shipped():
        for known in game_of(name).ruleset.elsewhere:
            if known.kind == "region":
                names = {code: localized(known.texts, code, "") for code in languages()}
                for code, text in names.items():
                    found.setdefault(names["en"], {}).setdefault(code, set()).add(text)
    return found


def test_a_region_has_one_name_in_each_language() -> None:
    found = regions()
    assert len(found) > 30
    assert [each for names in found.values() for each in names.values() if len(each) > 1] == []
    for code in languages():
        texts = [text for names in found.values() for text in names[code]]
        assert len(texts) == len({text.casefold() for text in texts}), code


@pytest.mark.parametrize("names", ONE_PLACE, ids=min)
def test_what_a_reader_takes_for_one_region_has_one_name(names: set[str]) -> None:
    assert len(names & set(regions())) <= 1


def test_two_regions_are_two_reports() -> None:
    joined = {code: f" {language(code).word('and')} " for code in languages()}
    found = [text for names in regions().values() for code, texts in names.items() for text in texts if joined[code] in text]
    assert found == []
