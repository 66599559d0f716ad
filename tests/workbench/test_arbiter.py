"""The arbiter at a page's table: findings with their arguments, and breaches that stay."""

from __future__ import annotations

from typing import Any

import pytest
from tests.shipped_games import rules_of
from tests.workbench.service_calls import Page

from cartaro_grammar import Diagnostic
from cartaro_interpreter import Played, parse_json, read_record, replay

SEATS = ["person", "person", "random", "random"]


@pytest.fixture
def page() -> Page:
    made = Page()
    deal(made, "scopone")
    return made


def deal(page: Page, name: str, **more: object) -> Any:
    dealing = {"name": f"{name}.regole", "seed": 7, "seats": SEATS, **more}
    return page.answer("deal", dealing=dealing, seat=0, language="en")["view"]


def entries(page: Page, seat: int = 0) -> list[Any]:
    found: list[Any] = page.answer("arbiter_entries", seat=seat, language="en")["entries"]
    return found


def enter(page: Page, entry: str) -> Any:
    return page.answer("enter", seat=0, entry=entry, language="en")


def test_a_game_without_findings_and_breaches_has_no_arbiter() -> None:
    page = Page()
    assert deal(page, "scopone")["arbiter"]
    assert not deal(page, "scopa", seats=SEATS[:2])["arbiter"]
    assert entries(page) == []


def test_several_findings_are_entered_before_the_next_move(page: Page) -> None:
    """A player's own cards are listed. For an unseen card of another player, the page asks for its name."""
    own, other = (next(one for one in entries(page) if one["phrase"].endswith(f"from {n}")) for n in (1, 2))
    assert own["asked"] == []
    assert other["phrase"] == "exposed {seen} from 2"
    assert other["text"] == "player 2 played or showed …"
    assert other["articles"] == ["article 13"]
    (asked,) = other["asked"]
    assert (asked["name"], asked["kind"], asked["several"], len(asked["values"])) == ("seen", "card", False, 40)
    enter(page, own["phrase"])
    tried = (other["phrase"].replace("{seen}", one["written"]) for one in asked["values"])
    found = next(one for one in tried if "answer" in page.outcome("enter", seat=0, entry=one, language="en"))
    view = page.answer("seen", seat=0, language="en")
    assert [(one["finding"], one["phrase"]) for one in view["log"]] == [(True, own["phrase"]), (True, found)]
    assert view["actor"] == 0
    assert {zone["size"] for zone in view["zones"] if zone["zone"] == "esposta" and zone["owner"] in (0, 1)} == {1}


def test_a_breach_stands_and_is_ruled_on_after_the_next_move(page: Page) -> None:
    breach = next(one for one in entries(page) if not one["finding"])
    assert breach["phrase"].endswith(" despite obbligo")
    assert breach["articles"] == ["article 11"]
    view = enter(page, breach["phrase"])
    assert [one["rulings"] for one in view["log"]] == [[]]
    move = page.answer("seen", seat=1, language="en")["moves"][0]["phrase"]
    (broken, kept) = page.answer("act", seat=1, move=move, language="en")["log"]
    assert [(one["name"], one["article"]) for one in broken["rulings"]] == [("perduta", "article 11")]
    assert kept["rulings"] == []


def noticed_at_once(page: Page, seat: int = 0) -> list[str]:
    return [one["phrase"] for one in entries(page, seat) if one["at_once"]]


def test_a_breach_that_is_noticed_is_made_good_with_the_card_that_was_played(page: Page) -> None:
    """Only the captures of that card can still be chosen, by hand, by its cards, or by a machine. No finding can come
    between.
    """
    assert noticed_at_once(page) == ["lay 6C ruled rilevata", "lay RC ruled rilevata", "lay 7S ruled rilevata"]
    before = page.answer("seen", seat=0, language="en")
    view = enter(page, "lay 7S ruled rilevata")
    assert [one["phrase"] for one in view["moves"]] == [one["phrase"] for one in before["moves"] if "with 7S" in one["phrase"]]
    assert view["zones"] == before["zones"]
    [reported] = view["log"]
    assert (reported["phrase"], [one["name"] for one in reported["rulings"]]) == ("lay 7S ruled rilevata", ["rilevata"])
    assert entries(page) == []
    other = next(one["phrase"] for one in before["moves"] if "7S" not in one["phrase"])
    refused = page.outcome("act", seat=0, move=other, language="en")["error"]
    assert refused["message"] == f"`{other}` is not legal: the ruling `rilevata` requires `take … with 7S`"
    why = page.answer("why", seat=0, move=other, language="en")
    assert (why["legal"], why["reason"], [one["name"] for one in why["clauses"]]) == (False, "ruled", ["rilevata"])
    assert "the card played stands, and the player must capture one or more cards with that card" in why["text"] + " ".join(
        why["lines"]
    )
    card = next(
        code for code in (one["code"] for zone in view["zones"] for one in zone["cards"] or ()) if code in other.split()[1:]
    )
    assert page.answer("choices", seat=0, cards=[card], language="en")["whole"] == []
    page.answer("undo", moves=1, seat=0, language="en")
    assert page.answer("seen", seat=0, language="en") == before
    enter(page, "lay 7S ruled rilevata")
    page.answer("act", seat=0, move=view["moves"][0]["phrase"], language="en")
    again = page.answer("redeal", name="scopone.regole", seat=0, language="en")
    assert again["stopped"] is None
    assert [one["phrase"] for one in again["view"]["log"]] == ["lay 7S ruled rilevata", view["moves"][0]["phrase"]]


def test_what_was_entered_is_taken_back_and_dealt_again(page: Page) -> None:
    breach = next(one for one in entries(page) if not one["finding"])
    own = next(one for one in entries(page) if one["phrase"] == "exposed 7S from 1")
    enter(page, own["phrase"])
    before = page.answer("seen", seat=0, language="en")
    assert page.answer("dealing")["moves"] == [own["phrase"]]
    enter(page, next(one["phrase"] for one in entries(page) if not one["finding"]))
    assert page.answer("undo", moves=1, seat=0, language="en") == before
    again = page.answer("redeal", name="scopone.regole", seat=0, language="en")
    assert again == {"view": before, "stopped": None}
    as_legal = {**page.answer("dealing"), "moves": [breach["phrase"].partition(" despite")[0]]}
    stopped = page.answer("deal", dealing=as_legal, seat=0, language="en")
    assert stopped["stopped"]["number"] == 1


def test_the_record_of_a_hand_with_rulings_replays(page: Page) -> None:
    """There are two breaches, a ruling on each, and a finding between them."""
    view, broken = page.answer("seen", seat=0, language="en"), 0
    while not view["over"]:
        actor = view["actor"]
        if SEATS[actor] != "person":
            view = page.answer("machine_move", seat=0, language="en")
            continue
        found = [one["phrase"] for one in entries(page, actor) if not one["finding"]] if broken < 2 else []
        broken += bool(found)
        mine = page.answer("seen", seat=actor, language="en")
        method, given = ("enter", {"entry": found[0]}) if found else ("act", {"move": mine["moves"][0]["phrase"]})
        view = page.answer(method, seat=actor, language="en", **given)
    rules, value = rules_of("scopone"), parse_json(page.answer("record"))
    assert not isinstance(value, Diagnostic)
    record = read_record(rules, value)
    assert not isinstance(record, tuple)
    played = replay(rules, record)
    assert isinstance(played, Played)
    assert [one.name for one in played.rulings] == ["perduta", "perduta"]


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "exposed",
        "exposed 7D from 9",
        "exposed XX from 1",
        "lay 7D despite nothing",
        " despite obbligo",
        "lay 7S ruled perduta",
        "lay 7S ruled",
        "{}",
        '{"act": 1}',
    ],
)
def test_what_cannot_be_entered_is_refused_and_nothing_has_happened(page: Page, entry: str) -> None:
    before = page.answer("seen", seat=0, language="en")
    reported = page.outcome("enter", seat=0, entry=entry, language="it")["error"]
    assert reported["reason"] == "refused"
    assert page.answer("seen", seat=0, language="en") == before
    assert page.outcome("enter", seat=1, entry="irregular_both", language="it")["error"]["message"].startswith(
        "non tocca al giocatore"
    )
