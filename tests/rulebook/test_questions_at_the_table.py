"""A shipped guide answers players' questions at the table: who cuts, who wins if the leaders are level, what a count adds up
to.
"""

from __future__ import annotations

from itertools import chain

import pytest
from tests.rulebook.by_hand import guide_of
from tests.shipped_games import game_of

from cartaro_rulebook.guide import GuideSection
from cartaro_rulebook.words.nouns import plain

ANSWERS = (
    (
        "hearts",
        "deal",
        ("fa tagliare a chi gli siede a destra", "the player on the right cut", "fait couper son voisin de droite"),
    ),
    ("hearts", "count", ("fa cappotto", "shoots the moon", "fait le grand chelem")),
    ("scopone", "deal", ("i ruoli non si scambiano", "roles are not exchanged", "les rôles ne s'échangent pas")),
    ("scopone", "deal", ("a smazzate ripetute", "competitions with repeated deals", "à donnes répétées")),
    ("spades", "turn", ("nella prima presa o dopo", "in the first trick or later", "au premier pli ou plus tard")),
    ("spades", "count", ("50 + 2 − 100", "50 + 2 − 100", "50 + 2 − 100")),
    ("spades", "count", ("sacco", "sandbag", "sac")),
    ("cirulla", "turn", ("le due cose non si sommano", "the two are not added", "les deux ne s'ajoutent pas")),
    ("cirulla", "turn", ("giocato, è un sette", "once played, it is a seven", "une fois joué, c'est un sept")),
    ("cirulla", "turn", ("a tavola vuota vi resta", "on an empty table it stays", "sur un tapis vide, il y reste")),
    (
        "gin",
        "match",
        ("duecento se l'altro non ne ha", "two hundred if the other has none", "deux cents si l'autre n'en a aucun"),
    ),
    (
        "basra",
        "turn",
        ("giocati a tavola vuota vi restano", "played to an empty table it stays", "joués sur un tapis vide, ils y restent"),
    ),
    ("basra", "turn", ("non è basra", "is no basra", "n'est pas une basra")),
    ("president", "deal", ("Il primo mazziere", "The first dealer", "Le premier donneur")),
    ("five_card_draw", "deal", ("non finiscono mai", "never run out", "ne s'épuisent jamais")),
    *(
        (name, "match", ("se i primi sono pari non vince nessuno", "if the leaders are level nobody wins", "à égalité en tête"))
        for name in ("machiavelli", "asino", "ramino", "scala40")
    ),
)
"""A game, a section of its guide, and the words in which the section answers in Italian, English and French."""


@pytest.mark.parametrize(("name", "heading", "answers"), ANSWERS, ids=[f"{name}-{words[1]}" for name, _, words in ANSWERS])
def test_a_guide_answers_in_the_section_where_one_looks(name: str, heading: str, answers: tuple[str, str, str]) -> None:
    for code, answer in zip(("it", "en", "fr"), answers, strict=True):
        assert answer in text_of(next(s for s in guide_of(game_of(name), code).sections if s.heading == heading))


def text_of(section: GuideSection) -> str:
    return "\n".join(plain(said.text) for said in chain(section.sentences, section.scores, section.behind))
