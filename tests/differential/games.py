"""Small random games: packs of four to eight cards, hands of one or two, and any construct of the language.

`make` returns a game's text and its words; the same seed gives the same game. Matches end soon and most of their memory is
bounded, so that they can be played to the end in every way.
"""

from __future__ import annotations

from random import Random

from tests.differential import acts, course, deals, families, institutions
from tests.differential.draft import Draft
from tests.differential.themes import SETS


def make(seed: str, theme: str = "", house_rules: int = 0) -> Draft:
    """Return the game of a seed, about the theme and with the number of house rules that are given, if any. The checker may
    refuse it.
    """
    draft = Draft(Random(f"game {seed}"), theme=theme, house_rules=house_rules)
    draft.words.sets = theme == SETS
    institutions.pack(draft)
    institutions.people(draft)
    institutions.places(draft)
    institutions.memory(draft)
    institutions.options(draft)
    institutions.definitions(draft)
    if theme in families.COURSES:
        families.COURSES[theme](draft)
    else:
        deals.deal(draft)
        acts.acts(draft)
        course.consequences(draft)
        course.course(draft)
    course.score(draft)
    if house_rules:
        draft.put_under_options()
    return draft
