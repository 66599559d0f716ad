"""The open questions of a text: each has its place or a position, and sentences that would answer it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from tests.shipped_games import game_of

from cartaro.main import cartaro
from cartaro_grammar import Game, load_game, shipped
from cartaro_workbench import OpenQuestion, open_questions, questions_left_open, schema_of
from cartaro_workbench.open_questions import Finder

GAME = """game prova
  title "Prova"
  source Z "Regole" covers Z1 to Z2
  use fishing

quotes Z in it
  Z1
    "Chi ha più carte ha un punto."
  Z2
    "Si gioca in silenzio."

article 1 "Uno" (Z1)
  giocatori: there are 2 or 3 players
  senso: play runs clockwise
  option posate is una among una, due
    because "non è detto"
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 3 from stock to each hand
    scoprire: deal 4 from stock to table
  at the end of the turn
    ridare: deal 3 from stock to each hand when every hand is empty and stock is not empty
  pari: the player may take when number of taken is 1 and total value of taken = value of card
  lascia: the player may lay
  carte: the side with highest number of won scores 1
  vince: the winner is the side with highest points
  arrivo: the match ends when some x in sides has points is at least 3 unless winner is none
  zitti (Z2): conduct "Si tace."
  under posate is una
    una: conduct "Una sola."
"""
CLASH = """  uno: worth of x is 1
  due: worth of x is 2 when number of won of x is more than 3
  tutto: each side scores worth of side
"""
CHANGES = {
    "deal": ("ridare: deal 3", "ridare: deal 4"),
    "left cards": ('article 1 "Uno"', 'in article 5 of fishing repeal resto\n\narticle 1 "Uno"'),
    "stuck": ("  lascia: the player may lay\n", ""),
    "undecided": ("  carte: the side", f"{CLASH}  carte: the side"),
}


def asked(folder: Path, text: str) -> dict[str, OpenQuestion]:
    """Return the questions about a text by their kinds and subjects."""
    (folder / "prova.regole").write_text(text, encoding="utf-8")
    game = load_game(str(folder / "prova.regole"))
    assert isinstance(game, Game), game
    return {f"{one.kind}: {one.subject}": one for one in questions_left_open(game, "en").questions}


def test_what_a_text_leaves_open_is_asked(tmp_path: Path) -> None:
    found = asked(tmp_path, GAME)
    assert set(found) == {
        "tie: carte",
        "tie: vince",
        "first dealer: dealer",
        "who begins: di_mano",
        "conduct alone: Z2",
        "idle house rule: posate is due",
        "house rule: posate",
    }
    assert found["conduct alone: Z2"].position == ("Z2: «Si gioca in silenzio.»",)
    assert found["tie: carte"].place == "prova.regole:25"
    assert found["house rule: posate"].answers == ("set posate to una", "set posate to due")


def test_an_example_of_a_tie_answers_it(tmp_path: Path) -> None:
    example = """
example pari "p"
  won holds AB
  won of side of player after player holds AC
  check carte of side = 0
  check winner is none
"""
    assert not {"tie: carte", "tie: vince"} & set(asked(tmp_path, GAME + example))


def without_sources(text: str) -> str:
    begin, end = text.index("quotes Z"), text.index("article 1")
    return (
        (text[:begin] + text[end:])
        .replace('  source Z "Regole" covers Z1 to Z2\n', "")
        .replace(" (Z1)", "")
        .replace(" (Z2)", "")
    )


def test_a_convention_is_asked_about_only_if_sources_may_state_it(tmp_path: Path) -> None:
    found = set(asked(tmp_path, without_sources(GAME)))
    assert not {"first dealer: dealer", "who begins: di_mano"} & found
    assert {"tie: carte", "tie: vince", "house rule: posate"} <= found


@pytest.mark.parametrize(("condition", "is_asked"), [("", True), (" unless winner is none", False)])
def test_a_match_in_which_all_have_nothing_does_not_show_a_tie(tmp_path: Path, condition: str, is_asked: bool) -> None:
    text = GAME.replace(" unless winner is none", condition)
    example = """
example inizio "p"
  hand holds AB
  player may lay AB
  check points of side = 0
"""
    found = asked(tmp_path, text + example)
    assert ("tie: vince" in found) is is_asked
    if is_asked:
        assert "NAME: the match ends when … unless winner is none" in found["tie: vince"].answers
    level = """
example pari "p"
  points of side is 2
  points of side of player after player is 2
  check winner is none
"""
    assert "tie: vince" not in asked(
        tmp_path,
        text
        + example
        + level.replace("player after player is 2", "player after player is 2\n  points of side of player before player is 0"),
    )


@pytest.mark.parametrize("kind", CHANGES)
def test_what_hands_by_chance_meet_is_asked_with_a_position(tmp_path: Path, kind: str) -> None:
    old, new = CHANGES[kind]
    assert old in GAME
    found = [one for one in asked(tmp_path, GAME.replace(old, new)).values() if one.kind == kind]
    assert found
    assert all(one.position and one.answers for one in found)


def test_a_card_that_another_takes_up_is_no_deal(tmp_path: Path) -> None:
    """The dealer takes up the turned card: nobody else gets a card, and the card did not come from the stock."""
    taken = GAME.replace(
        "  lascia: the player may lay\n",
        "  lascia: the player may lay\n  zone girata\n  aperta: everyone sees girata\n"
        "  al_mazziere: after lay when number of table is at least 5, move girata to hand of player after player\n",
    ).replace("    scoprire: deal", "    gira: deal 1 from stock to girata\n    scoprire: deal")
    found = asked(tmp_path, taken)
    assert "deal: 2" not in found
    assert "deal: 3" not in found


def test_a_claim_that_holds_by_default_alone(tmp_path: Path) -> None:
    claim = '\nclaim poche "p"\n  always every x in players has number of hand of x is at most 4\n'
    rule = "  under posate is due\n    cinque: at the start of the turn when number of hand is 3, deal 5 from stock to hand\n"
    found = asked(tmp_path, GAME.replace("  zitti", rule + "  zitti") + claim)
    assert found["default alone: poche"].answers == ("under posate is una",)


def idle(folder: Path, *lines: str) -> set[str]:
    """Return the clauses that are questioned as idle, in a game with some more lines."""
    (folder / "prova.regole").write_text(
        GAME.replace("  zitti", "".join(f"  {line}\n" for line in lines) + "  zitti"), encoding="utf-8"
    )
    game = load_game(str(folder / "prova.regole"))
    assert isinstance(game, Game), game
    return {one.subject for one in Finder(game, "it").idle_clauses()}


def test_a_permission_that_changes_nothing_is_asked_about(tmp_path: Path) -> None:
    sums = "dispari: the player may take when number of taken is at least 2 and total value of taken = value of card"
    first = "prima_pari despite dispari: the player may not take when the player can take with card by pari"
    fifteen = "quindici: the player may take when total value of taken + value of card = 15"
    one = f"  {fifteen} and number of taken is 1".replace("quindici", "una_sola")
    under = "under posate is due"
    assert idle(tmp_path, sums, first, fifteen, under, one) == {"una_sola"}
    barring = first.replace("despite dispari", "despite dispari, quindici")
    assert idle(tmp_path, sums, barring, fifteen, under, one) == set()  # the wider one does not always apply
    assert idle(tmp_path, sums, first, under, f"  {fifteen}", "under posate is una", one) == set()  # never both in force
    assert idle(tmp_path, sums, first, f"{fifteen} and number of taken is 2", under, one) == set()
    assert idle(tmp_path, fifteen, fifteen.replace("quindici", "ancora")) == {"ancora"}


def test_a_permission_that_lifts_a_prohibition_is_not_idle(tmp_path: Path) -> None:
    """Two clauses of Cirulla are of this kind: another clause permits the same moves, but without them that clause and the
    prohibition clash.
    """
    first = "prima_pari despite pari: the player may not take when the player can lay card"
    fifteen = "quindici: the player may take when total value of taken + value of card = 15"
    lifted = fifteen.replace("quindici", "libero despite prima_pari")
    assert idle(tmp_path, first, fifteen, lifted) == set()


def test_shipped_rulesets_are_asked_in_the_language_of_the_reader() -> None:
    game = load_game("scopone")
    assert isinstance(game, Game)
    found = {f"{one.kind}: {one.subject}": one for one in questions_left_open(game, "it").questions}
    # F12 leaves open whether a player may decline a take, which cards are dark, and whether the dark one is shown
    assert {"house rule: rifusa", "house rule: scura", "house rule: si_mostra", "no source: ancora"} <= set(found)
    assert "pari" in found["no source: ancora"].question
    assert all(one.answers for one in found.values())


@pytest.mark.sweep("scala40", "scopa", "briscola_in_cinque")
@pytest.mark.parametrize("name", shipped())
def test_every_shipped_ruleset_is_asked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few moves are played under the default and one other choice. No shipped hand is stuck, undecided or dealt unevenly."""
    every = Finder.settings

    def two(finder: Finder) -> Iterator[Mapping[str, str]]:
        return islice(every(finder), 2)

    monkeypatch.setattr(Finder, "settings", two)
    for most in ("MOVES", "MOVES_OF_OTHERS", "CARDS_PLAYED"):
        monkeypatch.setattr(open_questions, most, 12)
    found = questions_left_open(game_of(name), "fr")
    assert found.questions
    assert not {one.kind for one in found.questions} & {"stuck", "undecided", "deal", "left cards", "default alone"}
    assert all(one.question and one.answers for one in found.questions)


SOURCES = """
  pari_in_carte (Z1): conduct it "Si gioca in silenzio assoluto."
  pausa (Z2): conduct it "A metà si può fare una pausa."

example conto (Z3) it "i punti"
  check 3 + 4 = 7
  check 3 + 4 + 1 = 8
claim vana (Z3) it "sette in tutto"
  refuted it "Sono otto."
  always number of stock is more than 100
"""


def test_what_is_said_of_a_source_is_held_against_its_words(tmp_path: Path) -> None:
    quoted = GAME.replace("covers Z1 to Z2", "covers Z1 to Z3").replace(
        '    "Si gioca in silenzio."', '    "Si gioca in silenzio."\n  Z3\n    "In tutto 3+4=7 punti."'
    )
    other = quoted.replace('because "non è detto"', 'because it "Z1 dice «chi ha meno carte»" en "Z1 says «fewer»"')
    found = asked(tmp_path, other + SOURCES)
    assert found["other row: pari_in_carte"].answers == ("pari_in_carte (Z2): …",)
    assert "other row: pausa" not in found
    assert "misquotation: posate: chi ha meno carte" in found
    assert "misquotation: posate: fewer" not in found, "the source is in Italian"
    assert found["other total: conto: 8"].position[-1] == "Z3: «In tutto 3+4=7 punti.»"
    assert [one for one in found if one.startswith("other total")] == ["other total: conto: 8"]
    assert found["refuted source: vana"].position == ("Z3: «In tutto 3+4=7 punti.»",)
    right = other.replace("chi ha meno carte", "Chi ha più carte")
    assert not [one for one in asked(tmp_path, right) if one.startswith("misquotation")]


def test_a_battle_that_is_won_is_no_deal_and_a_card_left_out_lies_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_questions, "MOVES_OF_OTHERS", 50)
    for name in ("guerra", "briscola"):
        assert not [one for one in Finder(game_of(name), "en").in_play() if one.kind in ("deal", "left cards")]


@pytest.mark.parametrize(("name", "is_asked"), [("scala40", False), ("escoba", True)])
def test_conduct_next_to_the_change_of_the_dealer_states_who_is_first(name: str, is_asked: bool) -> None:
    """In one game the author states who deals first, because the source is silent; the other game only mentions the cut."""
    found = [one.subject for one in Finder(game_of(name), "en").first_dealer()]
    assert ("dealer" in found) is is_asked


def test_the_command_asks_in_the_readers_language_and_in_json() -> None:
    done = CliRunner().invoke(cartaro, ["ask", "guerra", "--language", "it"])
    assert done.exit_code == 0
    said = CliRunner().invoke(cartaro, ["ask", "guerra", "--json"])
    assert said.exit_code == 0
    answer = json.loads(said.output)
    checker: Any = Draft202012Validator(schema_of("open_questions"))
    assert list(checker.iter_errors(answer)) == []
    assert answer["game"] == "guerra"
    first = answer["questions"][0]["question"]
    assert first not in done.output, "in Italian it is said otherwise"
    assert CliRunner().invoke(cartaro, ["ask", "nessuno"]).exit_code == 2


def test_a_pack_that_is_dealt_out_card_by_card_and_pairs_put_aside_leave_nothing_to_ask() -> None:
    found = questions_left_open(game_of("asino"), "en").questions
    assert not {one.kind for one in found} & {"deal", "left cards"}


def test_an_example_in_a_question_ends_where_its_lines_end(tmp_path: Path) -> None:
    """A comment above the next section does not belong to this section."""
    (tmp_path / "prova.prove.regole").write_text(
        """annex prove of prova

example una (Z2) "una"
  under posate is una
  table holds 7D  -- at once
  -- a comment of its own
  hand holds 7C
  player may take 7D with 7C

-- ------------------------------------------------------ the next section

example due "due"
  table holds 6D
  hand holds 7C
  player may lay 7C
""",
        encoding="utf-8",
    )
    (one,) = (found for found in asked(tmp_path, GAME).values() if found.kind == "house rule")
    assert one.position[1].startswith("table holds 7D")
    assert one.position[2:] == ("hand holds 7C", "player may take 7D with 7C")
