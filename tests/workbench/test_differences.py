"""Two rulesets are compared: texts that differ only in names are equal, and a difference is shown by a hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.shipped_games import game_of

from cartaro.main import cartaro
from cartaro_grammar import Game, load_game, shipped_folder
from cartaro_rulebook import shares_in_words
from cartaro_workbench import Differences, differences
from cartaro_workbench.clause_meanings import ClauseMeaning, ClauseMeanings, ClauseRelation


def compared(first: Game, second: Game, *, hands: int = 10, clauses: bool = False) -> Differences:
    found = differences(first, second, "en", hands=hands, clauses=clauses)
    assert isinstance(found, Differences)
    return found


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Game]:
    """Return a shipped ruleset in which some words of the text are exchanged for others."""

    def of(family: str, name: str, *exchanged: tuple[str, str]) -> Game:
        text = (shipped_folder() / family / f"{name}.regole").read_text(encoding="utf-8")
        for old, new in exchanged:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / f"{name}.regole").write_text(text, encoding="utf-8")
        found = load_game(tmp_path / f"{name}.regole")
        assert isinstance(found, Game), found
        return found

    return of


def test_clauses_and_places_with_other_names_are_the_same_game(changed: Callable[..., Game]) -> None:
    renamed = changed("parlour", "guerra", ("presa (G2):", "raccolta (G2):"), ("heap", "mucchio"), ('"War"', '"Battle"'))
    found = compared(game_of("guerra"), renamed)
    assert (found.relation, found.always, found.shown) == ("equal", True, None)
    assert ("renamed", "presa", "raccolta") in [(each.kind, each.name, each.renamed) for each in found.words]


def test_a_number_that_is_another_is_no_other_name(changed: Callable[..., Game]) -> None:
    found = compared(game_of("guerra"), changed("parlour", "guerra", ("deal 26 from stock", "deal 25 from stock")))
    assert found.relation == "unlike"
    assert found.shown is not None
    assert found.shown.moves == ()
    assert [(each.kind, each.name) for each in found.words] == [("changed", "dare")]


def test_a_hand_that_differs_is_shown_rather_than_the_pack_from_which_it_was_dealt(changed: Callable[..., Game]) -> None:
    four = changed("tricks", "briscola", ("dare: deal 3 from stock", "dare: deal 4 from stock"))
    shown = compared(game_of("briscola"), four).shown
    assert shown is not None
    assert [answer.partition(":")[0] for answer in (shown.first, shown.second)] == ["hand 1", "hand 1"]


def test_order_that_means_nothing_and_names_of_bound_variables_are_the_same_game(changed: Callable[..., Game]) -> None:
    pari, lascia = (
        "  pari: the player may take when number of taken is 1 and total value of taken = value of card\n",
        "  lascia: the player may lay\n",
    )
    turned = (pari, ""), (lascia, lascia + pari)
    variable = ("some x in sides has points is", "some z in sides has points is")
    assert compared(game_of("scopa"), changed("fishing", "scopa", *turned, variable)).relation == "equal"
    bound = ("number of taken is at least 2 and", "number of taken is at least 3 and")
    assert compared(game_of("scopa"), changed("fishing", "scopa", *turned, bound)).relation == "unlike"


def test_the_order_of_what_happens_counts(changed: Callable[..., Game]) -> None:
    first, second = "    mischia: shuffle all cards into stock\n", "    prime_tre: deal 3 from stock to each hand\n"
    other = changed("fishing", "scopone", (first, ""), (second, second + first))
    assert compared(game_of("scopone"), other).relation != "equal"


def test_what_only_a_later_hand_of_a_match_shows_is_found() -> None:
    found = compared(game_of("scopa_popolare"), game_of("scopa_popolare", chiamata="non_in_uso"), hands=2)
    assert found.relation != "not told apart"
    assert found.shown is not None
    assert len(found.shown.moves) > 36  # a hand has no more


def test_a_variant_is_distinguished_from_its_base_by_what_the_texts_say() -> None:
    found = compared(game_of("scopa"), game_of("scopa_popolare"), hands=200)
    assert (found.relation, found.always) == ("unlike", False)
    assert found.shown is not None
    assert (found.shown.aspect, found.shown.moves) == ("moves", ())
    assert found.shown.first == "`take AB AC 3C with 5D` is legal"
    assert "the fewest cards" in found.shown.second
    assert ("changed", "precedenza") in [(each.kind, each.name) for each in found.words]


def test_scientific_scopone_has_no_cards_on_the_table() -> None:
    found = compared(game_of("scopone"), game_of("scopone_scientifico"))
    assert found.relation == "unlike"
    assert found.shown is not None
    assert (found.shown.aspect, found.shown.moves, found.shown.second) == ("position", (), "table: –")


@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [("vietato", "libero", "looser"), ("libero", "vietato", "stricter"), ("vietato", "vietato", "equal")],
)
def test_more_legal_moves_are_looser(first: str, second: str, relation: str) -> None:
    one, other = (game_of("scopa", rifiuto=value) for value in (first, second))
    assert compared(one, other).relation == relation


DISPARI = "number of taken is at least 2 and total value of taken = value of card"
IS_SUM = "number of x is at least 2 and total value of x = value of y"


@pytest.mark.parametrize(
    ("written", "relation"),
    [
        ("total value of taken = value of card and number of taken is more than 1", "equal"),
        ("not (number of taken is less than 2 or not total value of taken = value of card)", "equal"),
        ("number of taken is at least 3 and total value of taken = value of card", "unlike"),
    ],
)
def test_a_clause_that_is_written_otherwise_is_proved_to_be_the_same(
    changed: Callable[..., Game], written: str, relation: str
) -> None:
    found = compared(game_of("scopa"), changed("fishing", "scopa", (DISPARI, written)), clauses=True)
    assert (found.relation, found.proved, found.shown is None) == (relation, relation == "equal", relation == "equal")
    assert [(each.name, each.meaning, each.proved) for each in found.words] == [("dispari", relation, relation == "equal")]


def test_a_definition_that_is_put_in_place_is_the_same_game(changed: Callable[..., Game]) -> None:
    after = "    prima_pari despite dispari:"
    named = (DISPARI, "is_sum(taken, card)"), (after, f"    come_somma: is_sum(x, y) means {IS_SUM}\n{after}")
    for pair in (
        (game_of("scopa"), changed("fishing", "scopa", *named)),
        (changed("fishing", "scopa", *named), game_of("scopa")),
    ):
        assert (compared(*pair).relation, compared(*pair).proved) == ("equal", True)


def test_a_winner_that_only_one_text_names_is_a_difference(changed: Callable[..., Game]) -> None:
    """No rule of Guerra uses the definition; only the program reads it."""
    nobody = changed("parlour", "guerra", ("  vince: the winner is the side with highest points\n", ""))
    for pair, kind in (((game_of("guerra"), nobody), "gone"), ((nobody, game_of("guerra")), "new")):
        found = compared(*pair)
        assert (found.relation, [(each.kind, each.name) for each in found.words]) == ("unlike", [(kind, "vince")])


def test_a_clause_alone_is_stricter_or_looser_and_proved_to_be(changed: Callable[..., Game]) -> None:
    wider = changed("fishing", "scopa", (DISPARI, DISPARI.replace("at least 2", "at least 1")))
    relations: tuple[ClauseRelation, ...] = ("looser", "stricter")
    for pair, relation in zip(((game_of("scopa"), wider), (wider, game_of("scopa"))), relations, strict=True):
        clauses = ClauseMeanings(*pair, "en")
        assert clauses.changed == ("dispari",)
        assert clauses.proved("dispari") == ClauseMeaning(relation, proved=True)


def test_a_game_with_a_prohibition_less_is_proved_to_be_looser(changed: Callable[..., Game]) -> None:
    bar = "  otto_a_parte (E3) despite risponde: the player may not play when rank of card is otto\n"
    free = changed("parlour", "crazy_eights", (bar, ""))
    for pair, relation in (((game_of("crazy_eights"), free), "looser"), ((free, game_of("crazy_eights")), "stricter")):
        found = compared(*pair)
        assert (found.relation, found.proved) == (relation, True)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("guerra guerra", 0), ("guerra --other mani=3", 1), ("guerra", 2), ("guerra --other mani=2", 2), ("guerra nessuno", 2),
    ],
)  # fmt: skip
def test_exit_codes_can_be_asked_by_a_script(words: str, code: int) -> None:
    done = CliRunner().invoke(cartaro, ["diff", *words.split()])
    assert done.exit_code == code, done.output


def test_scores_that_differ_are_reported_in_words() -> None:
    shares = ({"carte": 0, "denari": 0}, {"carte": 1, "denari": 1, "settebello": 0})
    assert shares_in_words(game_of("scopa", players="2"), shares, "en") == "player 1: 0 · player 2: 2 (cards 1, coins 1)"
    assert shares_in_words(game_of("scopa", players="2"), shares, "it") == (
        "il giocatore 1: 0 · il giocatore 2: 2 (le carte 1, i denari 1)"
    )
