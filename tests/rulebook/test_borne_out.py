"""The rules support the guide (decision 0051): `check` warns of sentences that are false on purpose."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.levels import at_night

from cartaro_grammar import load_checked, load_texts, shipped

RULESETS = Path(__file__).parents[2] / "rulesets"
BORNE_OUT = ("C0531", "C0532", "C0533", "C0534", "C0535", "C0536", "C0537")


@cache
def texts() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(RULESETS.rglob("*.regole"))}


def faults(name: str, changed: dict[str, str]) -> list[str]:
    """Return the codes of the warnings of `check` on the guide of a game in which some texts are changed."""
    game, found = load_texts({**texts(), **changed}, f"{name}.regole")
    assert game is not None, found
    return [one.code for one in found if one.code in BORNE_OUT]


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
def test_the_guides_of_shipped_games_are_supported(name: str) -> None:
    _, found = load_checked(name)
    assert [one for one in found if one.code in BORNE_OUT] == []


FALSE = [
    # numbers
    ("tressette", "dieci carte", "nove carte"),
    ("scopa", "se qualcuno ne ha almeno sei;", "se qualcuno ne ha almeno otto;"),
    ("agram", "six cards", "seven cards"),
    ("scopone", "sommate fanno dieci o meno", "sommate fanno venti o meno"),
    ("scopone", "chi perde ha al più tre punti", "chi perde ha al più sette punti"),
    ("scala40", "at least forty points", "at least fifty points"),
    ("scala40", "treize cartes, une par une", "quatorze cartes, une par une"),
    ("sueca", "dieci a ciascuno", "tredici a ciascuno"),
    ("sueca", "ten to each player", "eleven to each player"),
    ("escoba", "add up to fifteen", "add up to sixteen"),
    # cards
    ("tablanette", "A jack captures all the cards on the table", "A king captures all the cards on the table"),
    ("scopa", "S'il y a trois ou quatre rois", "S'il y a trois ou quatre as"),
    ("tablanette", "A jack turned up is shuffled back", "A king turned up is shuffled back"),
    ("cirulla", "5 points for the knave, knight and king of coins", "5 points for the knave, knight and king of cups"),
    # directions
    ("briscola", "alla destra del mazziere", "alla sinistra del mazziere"),
    ("scala40", "Si gioca in senso orario", "Si gioca in senso antiorario"),
    # highest and lowest, bounds
    ("scopa_popolare", "1 punto a chi ha la primiera più alta; se", "1 punto a chi ha la primiera più bassa; se"),
    # wordings that differ in whether the player may choose
    ("chkobba", "A card that can capture must capture", "A card that can capture may capture"),
    # missing from the examples
    ("escoba", "un sei prende un sette e un due", "un asso prende un fante e un due"),
    # house rules
    ("ramino", "Chi arriva a {limite} punti", "Chi arriva a 77 punti"),
    # what scores
    ("scopa", "il settebello (il sette di denari) o la primiera (le carte migliori dei quattro semi)", "o il settebello"),
    ("scopa", "ma se la carta giocata può prendere, deve prendere", "ma se la carta giocata può prendere, si può rifiutare"),
    # facts that differ in one of the languages
    ("scopone", "il cartaro ridà", "il terzo di mano ridà"),
    ("scopone", "dix ou moins", "dix ou plus"),
    ("scopone", "è terzo di mano e siede alla sinistra del cartaro", "è terzo di mano e siede alla destra del cartaro"),
    ("scopone", "prend mais ne fait pas scopa", "prend et fait scopa"),
    ("scala40", "The player on the dealer's left begins", "The player on the dealer's right begins"),
    ("scala40", "that could be laid off, except to go out.", "that could be laid off."),
    ("hearts", "nor the queen of spades, unless they have nothing else", "nor the queen of spades"),
    ("hearts", "sinistra, nella seconda a chi gli siede a destra", "destra, nella seconda a chi gli siede a sinistra"),
    ("hearts", "et chacun des autres en marque 26", "et chacun des autres en marque 13"),
    ("spades", "spades are not broken: they may not be led", "spades are not broken: they must be led"),
    ("spades", "alla coppia che ne fa almeno altrettante", "alla coppia che ne fa al massimo altrettante"),
    ("gin", "at most ten points of deadwood", "at least ten points of deadwood"),
    ("president", "gives the president their two highest cards", "gives the president their two lowest cards"),
    ("madrasso", "le sept d'atout", "le six d'atout"),
    ("hearts", "and the lowest score wins", "and the highest score wins"),
    ("gin", "if the opponent has as little or less", "if the opponent has as little or more"),
    ("spades", "scores ten points for each trick bid", "scores five points for each trick bid"),
    ("tressette", "Si gioca in senso antiorario", "Si gioca in senso orario"),
]  # fmt: skip
UNNOTICED = frozenset[str]()
"""The beginnings of sentences that `check` does not notice when they are made false."""


def is_caught(name: str, said: str, false: str) -> bool:
    file = next(file for file in (f"{name}.racconto.regole", f"{name}.regole") if said in texts().get(file, ""))
    return bool(faults(name, {file: texts()[file].replace(said, false)}))


@pytest.mark.parametrize(
    ("name", "said", "false"), at_night(FALSE, by_day=FALSE[::3]), ids=[f"{name} {said[:24]}" for name, said, _ in FALSE]
)
def test_a_sentence_made_false_is_noticed(name: str, said: str, false: str) -> None:
    assert is_caught(name, said, false) == (said not in UNNOTICED)


def test_a_clause_of_a_source_that_loses_its_citation_is_reported() -> None:
    rules = texts()["briscola.regole"]
    assert "C0532" in faults("briscola", {"briscola.regole": rules.replace("  see article 3 of tricks\n", "")})


def test_a_wording_whose_examples_go_is_reported() -> None:
    examples = texts()["scopone.prove.regole"]
    start, end = examples.index("example i_posti "), examples.index("example i_posti_dati")
    assert "C0531" in faults("scopone", {"scopone.prove.regole": examples[:start] + examples[end:]}) or "C0531" in faults(
        "scopone", {"scopone.prove.regole": examples[:start] + examples[examples.index("\n--", end) :]}
    )


def test_an_inherited_aim_must_name_what_a_variant_scores() -> None:
    lines = texts()["napola.racconto.regole"].splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith("  aim"))
    own = "".join(lines[:at] + lines[at + 4 :])
    assert "C0533" in faults("napola", {"napola.racconto.regole": own})


@pytest.mark.parametrize("needed", [20, 22, 23])
def test_an_aim_has_the_number_of_a_heading_and_not_its_neighbour(needed: int) -> None:
    """*Fa punto la coppia che prende 21 carte* is true of *at least 21* only, although *at least 22* is *more than 21*."""
    rules = texts()["scopone.regole"]
    bound = "number of won is at least 21"
    assert bound in rules
    told = re.sub(r"aim #.*", "aim", texts()["scopone.racconto.regole"])
    assert "C0534" not in faults("scopone", {"scopone.racconto.regole": told})
    changed = {"scopone.regole": rules.replace(bound, f"number of won is at least {needed}")}
    assert "C0534" in faults("scopone", {**changed, "scopone.racconto.regole": told})


def test_a_wording_for_every_value_of_a_house_rule_is_reported() -> None:
    told = texts()["scopa.racconto.regole"]
    assert "ha almeno {punti} punti" in told
    fixed = told.replace("{punti}", "11")
    assert "C0535" in faults("scopa", {"scopa.racconto.regole": fixed})


def test_an_aim_must_name_a_heading_of_three_letters_and_may() -> None:
    told = texts()["gin.racconto.regole"]
    assert "e in più il gin se" in told
    assert "C0533" not in faults("gin", {})
    assert "C0533" in faults("gin", {"gin.racconto.regole": told.replace("e in più il gin se", "e un premio se")})


AIMS = [
    ("agram", "when side is side of taker", "when side is not side of taker"),
    ("hearts", "taken_points of x is 13 + number", "taken_points of x is 12 + number"),
    ("tablanette", 'dieci   "10" 10 10 1', 'dieci   "10" 10 10 0'),
]


@pytest.mark.parametrize(("name", "old", "new"), AIMS)
def test_an_aim_is_reported_if_a_rule_of_the_score_changes(name: str, old: str, new: str) -> None:
    rules = texts()[f"{name}.regole"]
    assert rules.count(old) == 1
    _, found = load_texts({**texts(), f"{name}.regole": rules.replace(old, new)}, f"{name}.regole")
    assert any(one.code == "C0518" and "`aim`" in one.message for one in found)


@pytest.mark.parametrize("name", shipped())
def test_the_aim_of_each_shipped_game_records_the_clauses_on_which_it_rests(name: str) -> None:
    told = texts().get(f"{name}.racconto.regole", "")
    assert not re.search(r"^ *(?:aim|difference)(?! #[a-z]{6}\b)", told, re.MULTILINE)
