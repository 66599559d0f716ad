"""Examples are sentences in the words of the table, with the players who make the moves."""

from __future__ import annotations

import pytest
from tests.shipped_games import game_of, rules_of

from cartaro_grammar.model.game import Game
from cartaro_interpreter import LineSeats, run_example
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.prose.examples import example_prose
from cartaro_rulebook.words.nouns import plain


def told(game: Game, example: str, code: str = "en") -> list[str]:
    """Return the sentences about an example, step by step."""
    found = next(one for one in game.ruleset.examples if one.name == example)
    return [
        " ".join(map(plain, step)).replace("\N{NO-BREAK SPACE}", " ")
        for step in example_prose(found, scope_for(game, code)).steps
    ]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "it",
            "La coppia 1 ha 11 punti: la partita è finita e la coppia 1 vince.",
        ),
        ("en", "Pair 1 has 11 points: the match is over and pair 1 wins."),
        (
            "fr",
            "L'équipe 1 a 11 points : la partie est terminée et l'équipe 1 gagne.",
        ),
    ],
)
def test_the_end_of_a_match_is_told(code: str, text: str) -> None:
    assert told(game_of("scopone"), "undici_punti", code)[0].partition(". ")[2].startswith(text)


def test_nobody_wins_if_the_leaders_are_level() -> None:
    assert told(game_of("scopa"), "arrivati_alle_scope_pari")[0].endswith("Then nobody wins and the match goes on.")


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("it", ["La coppia 1 segna un punto per «i denari» e la coppia 2 non segna nulla per «i denari»."]),
        ("en", ["Pair 1 scores one point for “coins” and pair 2 scores nothing for “coins”."]),
        ("fr", ["L'équipe 1 marque un point pour « les deniers » et l'équipe 2 ne marque rien pour « les deniers »."]),
    ],
)
def test_a_score_is_scored_by_somebody(code: str, texts: list[str]) -> None:
    assert told(game_of("scopone"), "sei_denari", code) == texts


def test_nobody_scores_where_each_scores_nothing() -> None:
    assert told(game_of("scopone"), "cinque_cinque") == ["No pair scores for “coins”."]


def test_partners_are_named_by_their_numbers() -> None:
    assert told(game_of("scopone"), "in_coppia") == ["There are two pairs. Player 1 and player 3 are partners."]


def test_somebody_named_by_a_role_keeps_it_and_others_have_a_number() -> None:
    """The example compares the fourth player with the players except three; the partner with the player opposite."""
    first, *others = told(game_of("scopone"), "i_posti")[0].split(". ")
    assert first == "The player with the lowest card is player 1"
    assert others[:3] == [
        "The partner is player 3",
        "The opponent with the lowest card is player 4",
        "The fourth player is player 2",
    ]


def test_a_move_is_told_with_its_player() -> None:
    assert told(game_of("scopone"), "una_a_turno") == [
        "",
        "Player 1 lays five of clubs on the table. Player 2 may only lay seven of swords or three of cups on the table.",
    ]


def test_what_a_rule_does_is_told_instead_of_its_name() -> None:
    assert told(game_of("scopone"), "tre_re") == ["The cards are shuffled and dealt again."]


def test_an_example_reports_the_players_of_its_lines() -> None:
    """After a move, a check still refers to the player who made it, and a move that may be made is of the next player."""
    rules = rules_of("scopone")
    example = next(one for one in rules.game.ruleset.examples if one.name == "una_a_turno")
    seats = run_example(rules, example).seats
    assert seats[-2:] == (LineSeats(0, 0), LineSeats(1, 1))
