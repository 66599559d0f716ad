"""A page's table: it is dealt, played against machines, restored elsewhere, and dealt again after an edit, with reasons for
refusals.
"""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.levels import at_night
from tests.shipped_games import rules_of
from tests.workbench.script_host import ScriptHost, instantiate
from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS

from cartaro_engine import PythonMachine
from cartaro_grammar import Diagnostic
from cartaro_interpreter import parse_json, read_record, replay
from cartaro_workbench.service.service import Service

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def deal(page: Page, name: str, seat: int = 0, **more: object) -> Any:
    """Return a seat's view of a new table."""
    return page.answer("deal", dealing={"seed": 7, **more, "name": f"{name}.regole"}, seat=seat, language="it")["view"]


def play(page: Page, view: Any, moves: int) -> Any:
    """Make the moves of everybody, in the person's seat always the first legal one; return the person's view after them."""
    for _ in range(moves):
        if view["over"] or view["actor"] is None:
            return view
        if view["actor"] == view["seat"]:
            view = page.answer("act", seat=view["seat"], move=view["moves"][0]["phrase"], language="it")
        else:
            view = page.answer("machine_move", seat=view["seat"], language="it")
    return view


@pytest.mark.parametrize("machine", at_night(["random", "greedy", "good"], by_day=["good"]))
def test_a_hand_is_played_against_a_machine_and_its_record_replays(machine: str) -> None:
    page = Page()
    view = play(page, deal(page, "scopa", seats=["person", machine]), 100)
    assert view["over"]
    assert [len(score["points"]) for score in view["scores"]] == [2]
    assert view["log"][-1]["number"] == view["moves_played"] == 36
    rules, value = rules_of("scopa"), parse_json(page.answer("record"))
    assert not isinstance(value, Diagnostic)
    read = read_record(rules, value)
    assert not isinstance(read, tuple)
    assert not isinstance(replay(rules, read), tuple)
    steps = page.answer("record_steps", name="scopa.regole", record=page.answer("record"), language="it")
    assert len(steps["steps"]) == 37
    assert all(step["changed"] for step in steps["steps"][1:])
    assert {step["seat"] for step in steps["steps"][1:]} == {0, 1}


def test_a_changed_default_of_a_house_rule_is_that_of_the_table_unless_another_value_was_chosen() -> None:
    page = Page()
    nine = TEXTS["scopa.regole"].replace("option per_volta (S1) is 3 among", "option per_volta (S1) is 9 among")
    for settings, held in (({}, [3, 9]), ({"per_volta": "9"}, [9, 9])):
        page.answer("put", files={"scopa.regole": None})
        found = [sum(zone["size"] for zone in deal(page, "scopa", settings=settings)["zones"] if zone["zone"] == "hand") // 2]
        page.answer("put", files={"scopa.regole": nine})
        again = page.answer("redeal", name="scopa.regole", seat=0, language="it")["view"]
        assert [*found, sum(zone["size"] for zone in again["zones"] if zone["zone"] == "hand") // 2] == held


def test_names_of_players_stand_in_all_words_of_the_table() -> None:
    """A name has no control characters and is not given to two seats; without a name, a player keeps the number."""
    page = Page()
    names = ["Anna", "Élodie\u202e <b>\n", "Anna", "  Ivo "]
    view = deal(page, "hearts", seats=["person", "random", "random", "random"], names=names)
    assert view["player_names"] == view["side_names"] == ["Anna", "Élodie <b>", "il giocatore 3", "Ivo"]
    assert "la mano di Anna" in [zone["title"] for zone in view["zones"]]
    assert ["Ivo"] in [memory["values"] for memory in view["memory"]]
    view = play(page, view, 100)
    assert view["next_hand"] or view["over"]
    dealing = page.answer("dealing")
    steps = page.answer("dealing_steps", dealing=dealing, language="fr")
    assert steps["player_names"][0] == "Anna"
    assert "Anna commence" in steps["steps"][0]["text"]
    assert page.answer("name_players", names=["", "Zoe"], seat=0, language="it")["player_names"][:2] == [
        "il giocatore 1",
        "Zoe",
    ]
    assert page.answer("undo", moves=1, seat=0, language="it")["player_names"][1] == "Zoe"
    assert page.answer("redeal", name="hearts.regole", seat=0, language="it")["view"]["player_names"][1] == "Zoe"


def test_a_pair_is_named_by_its_players() -> None:
    page = Page()
    view = deal(page, "scopone", seats=["person"] * 4, names=["Anna", "Bea", "Ivo"])
    assert view["side_names"] == ["Anna e Ivo", "la coppia 2"]


def test_a_hand_is_followed_from_its_deal_only_when_it_is_over() -> None:
    page = Page()
    view = play(page, deal(page, "scopa", seats=["person", "random"]), 35)
    refused = page.outcome("dealing_steps", dealing=page.answer("dealing"), language="en")["error"]
    assert "the hand is not over" in refused["message"]
    play(page, view, 1)
    dealing = page.answer("dealing")
    steps = page.answer("dealing_steps", dealing=dealing, language="en")
    assert len(steps["steps"]) == 37
    assert steps["record"]
    wrong = page.outcome("dealing_steps", dealing={**dealing, "moves": ["lay 7D", *dealing["moves"]]}, language="en")
    assert wrong["error"]["reason"] == "refused"


def test_of_many_moves_a_machine_takes_the_best_of_a_sample() -> None:
    """The player keeps three of ten cards, with 120 choices; at random, four or five of the cards kept in six hands would be
    hearts.
    """
    page, hearts = Page(), 0
    page.answer("put", files={"scelte.regole": (ROOT / "tests" / "search" / "scelte.regole").read_text(encoding="utf-8")})
    for seed in range(6):
        deal(page, "scelte", seats=["person", "greedy"], seed=seed)
        view = page.answer("machine_move", seat=0, language="it")
        (kept,) = (zone for zone in view["zones"] if (zone["zone"], zone["owner"]) == ("kept", 1))
        hearts += sum(card["code"].endswith("♥") for card in kept["cards"])
    assert hearts > 9


def test_a_machine_searches_where_the_browser_refuses_the_engine() -> None:
    def refuse(content: bytes) -> ScriptHost:
        raise ValueError(f"{len(content)} bytes are no module")

    page = Page()
    page.service = Service(TEXTS, instantiate=refuse)
    view = play(page, deal(page, "scopa", seats=["person", "good"]), 2)
    assert (view["moves_played"], view["actor"]) == (2, 0)
    assert view["note"].startswith("Il motore veloce non è disponibile per questo gioco")
    page.service = Service(TEXTS, instantiate=instantiate)
    assert play(page, deal(page, "scopa", seats=["person", "good"]), 2)["note"] == ""


def test_a_machine_that_fails_can_move_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> str:
        raise AssertionError

    page = Page()
    view = deal(page, "scopa", seats=["person", "good"])
    page.answer("act", seat=0, move=view["moves"][0]["phrase"], language="it")
    monkeypatch.setattr("cartaro_workbench.service.methods.machine_move_at", fail)
    error = page.outcome("machine_move", seat=0, language="it")["error"]
    assert error["reason"] == "broken"
    assert "in fail" in error["message"]
    assert page.answer("machine_move", seat=0, language="it", by_chance=True)["moves_played"] == 2


def test_a_person_is_advised_the_move_of_the_machine_and_only_in_turn() -> None:
    page, other = Page(), Page()
    view = deal(page, "scopa", seats=["person", "person"])
    actor = view["actor"]
    assert page.outcome("advice", seat=1 - actor, language="it")["error"]
    advice = page.answer("advice", seat=actor, language="it")
    page.answer("act", seat=actor, move=advice["phrase"], language="it")
    seats = ["person", "person"]
    seats[actor] = "good"
    deal(other, "scopa", seat=1 - actor, seats=seats)
    made = other.answer("machine_move", seat=1 - actor, language="it")
    assert made["zones"] == page.answer("seen", seat=1 - actor, language="it")["zones"]


def test_a_machine_searches_where_there_is_no_webassembly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartaro_workbench.service.service.best_machine", PythonMachine)
    page = Page()
    view = play(page, deal(page, "scopa", seats=["person", "good"]), 4)
    assert view["moves_played"] == 4


def test_the_same_dealing_is_the_same_table_in_another_worker() -> None:
    page = Page()
    view = play(page, deal(page, "scopa", seats=["person", "greedy"], match=True), 40)
    dealing = page.answer("dealing")
    other = Page()
    again = other.answer("deal", dealing=dealing, seat=0, language="it")
    assert again == {"view": page.answer("seen", seat=0, language="it"), "stopped": None}
    assert play(page, view, 6) == play(other, again["view"], 6)
    assert page.answer("dealing") == other.answer("dealing")


def test_the_next_hand_that_was_dealt_is_dealt_again() -> None:
    page = Page()
    play(page, deal(page, "scopa", seats=["person", "random"], match=True), 36)
    view = page.answer("next_hand", seat=0, language="it")
    assert view["hands"] == 2
    assert Page().answer("deal", dealing=page.answer("dealing"), seat=0, language="it")["view"] == view


def test_the_same_deal_after_an_edit_goes_as_far_as_the_moves_are_legal() -> None:
    page = Page()
    view = play(page, deal(page, "scopa", seats=["person", "random"]), 12)
    page.answer("put", files={"scopa.regole": TEXTS["scopa.regole"] + "\n-- nothing changes\n"})
    assert page.answer("redeal", name="scopa.regole", seat=0, language="it") == {"view": view, "stopped": None}
    taken = next(one for one in view["log"] if one["phrase"].startswith("take"))
    seized = ("fishing.regole", "scopa.regole", "scopa.prove.regole")
    page.answer("put", files={name: TEXTS[name].replace("take", "seize") for name in seized})
    again = page.answer("redeal", name="scopa.regole", seat=0, language="it")
    assert (again["stopped"]["number"], again["stopped"]["phrase"]) == (taken["number"], taken["phrase"])
    assert again["stopped"]["problem"]["code"] == "C0815"
    assert again["view"]["moves_played"] == taken["number"] - 1


def test_undo_takes_back_moves_of_whomever() -> None:
    page = Page()
    first = deal(page, "scopa", seats=["person", "greedy"])
    play(page, first, 7)
    assert page.answer("undo", moves=7, seat=0, language="it") == first


def test_a_machines_cards_and_an_unfinished_record_are_not_shown() -> None:
    page = Page()
    deal(page, "scopa", seats=["person", "random"])
    assert page.outcome("seen", seat=1, language="it")["error"]["reason"] == "refused"
    assert page.outcome("record")["error"]["reason"] == "refused"
    assert page.outcome("act", seat=1, move="lay 7D", language="it")["error"]["reason"] == "refused"


def first_take() -> tuple[Page, Any, list[str]]:
    """Return a table at which something can be taken, and the card that takes it."""
    for seed in range(50):
        page = Page()
        view = page.answer("deal", dealing={"name": "scopa.regole", "seed": seed}, seat=0, language="it")["view"]
        view = page.answer("seen", seat=view["actor"], language="it")
        takes = [move["phrase"].split() for move in view["moves"] if move["phrase"].startswith("take")]
        if takes:
            return page, view, takes[0]
    raise AssertionError


def test_chosen_cards_are_refused_with_the_article() -> None:
    page, view, take = first_take()
    reasons = page.answer("why_not", seat=view["seat"], cards=[take[-1]], language="it")["reasons"]
    assert reasons[0]["phrase"] == f"lay {take[-1]}"
    assert reasons[0]["legal"] is False
    assert reasons[0]["reason"] == "barred"
    assert reasons[0]["clauses"][0]["article"]
    assert reasons[0]["clauses"][0]["cites"]


def test_any_cards_of_the_table_are_refused_with_a_reason() -> None:
    page, view, _ = first_take()
    table = next(zone for zone in view["zones"] if zone["owned_by"] == "table" and zone["cards"])
    cards = [card["code"] for card in table["cards"]]
    for chosen in combinations(cards, 1):
        found = page.answer("why_not", seat=view["seat"], cards=chosen, language="fr")["reasons"]
        assert found
        assert not any(one["legal"] for one in found)
    assert page.answer("why_not", seat=1 - view["seat"], cards=cards, language="fr") == {"reasons": []}


def test_house_rules_and_players_are_controls() -> None:
    page = Page()
    found = page.answer("controls", name="scopa.regole", language="it")
    assert found["players"] in found["player_counts"]
    by_name = {one["name"]: one for one in found["house_rules"]}
    assert {"nessuna"} <= {value["value"] for value in by_name["precedenza"]["values"]}
    assert by_name["precedenza"]["title"] != "precedenza"
    view = deal(page, "scopa", settings={"players": "4", "precedenza": "nessuna"})
    assert len(view["seats"]) == 4
    assert page.outcome("deal", dealing={"name": "scopa.regole", "seed": 1, "settings": {"no": "x"}}, seat=0, language="it")[
        "error"
    ]["problems"]


def test_examples_are_run_and_followed() -> None:
    page = Page()
    outcomes = page.answer("run_examples", name="scopa.prove.regole")
    assert all(one["holds"] for one in outcomes)
    followed = 0
    for one in outcomes:
        reported = page.outcome("example_steps", name="scopa.regole", example=one["name"], language="en")
        followed += "answer" in reported
        assert "answer" in reported or reported["error"]["reason"] == "refused"
    assert followed
    assert page.outcome("run_example", name="scopa.regole", example="nulla")["error"]["reason"] == "refused"


def test_a_record_that_is_too_long_is_refused() -> None:
    """The record is refused before any of it is replayed."""
    pack = list(rules_of("scopa").game.card_number)
    record = json.dumps({"stock": pack, "moves": [{"act": "lay", "args": {"card": pack[0]}}] * 2_001, "left": True})
    reported = Page().outcome("record_steps", name="scopa.regole", record=record, language="it")
    assert [one["code"] for one in reported["error"]["problems"]] == ["C0824"]
    assert "2000" in reported["error"]["message"]


@pytest.mark.parametrize("record", ["", "{", "[]", "{}", '{"stock": [], "moves": []}', '{"stock": ["7D"], "moves": [1]}'])
def test_a_record_that_is_none_is_refused(record: str) -> None:
    reported = Page().outcome("record_steps", name="scopa.regole", record=record, language="it")
    assert reported["error"]["reason"] == "refused"


@pytest.mark.parametrize("language", at_night(["en", "it", "fr"], by_day=["fr"]))
@pytest.mark.parametrize("name", at_night(["scopa", "scala40"], by_day=["scopa"]))
def test_every_step_ends_in_one_full_stop(name: str, language: str) -> None:
    page = Page()
    play(page, deal(page, name, seats=["person", "random"]), 200)
    steps = page.answer("record_steps", name=f"{name}.regole", record=page.answer("record"), language=language)["steps"]
    assert len(steps) > 1
    assert [step["text"] for step in steps if not re.fullmatch(r".*[^.;]\.", step["text"]) or ".;" in step["text"]] == []


def test_cards_that_are_laid_one_by_one_are_chosen_together() -> None:
    """In Machiavelli a run can be chosen card by card, although none of its cards is a meld."""
    page = Page()
    deal(page, "machiavelli", seats=["person", "random"], seed=5)
    chosen = page.answer("choices", seat=0, cards=["3♣'", "A♣", "2♣"], language="en")
    assert (chosen["whole"], chosen["begun"]) == ([], [])
    phrases = [move["phrase"] for move in chosen["series"]]
    assert sorted(phrases) == ["play 2♣", "play 3♣'", "play A♣"]
    for phrase in phrases:
        page.answer("act", seat=0, move=phrase, language="en")
    assert page.answer("choices", seat=0, cards=["A♣", "2♣", "K♥"], language="en")["series"] == []


def test_cards_of_which_the_second_ends_no_turn_are_no_series() -> None:
    """In Scopa the turn passes after a single card."""
    page = Page()
    view = deal(page, "scopa", seats=["person", "random"])
    held = next(zone["cards"] for zone in view["zones"] if (zone["zone"], zone["owner"]) == ("hand", 0))
    codes = [card["code"] for card in held]
    assert page.answer("choices", seat=0, cards=codes[:2], language="en")["series"] == []
