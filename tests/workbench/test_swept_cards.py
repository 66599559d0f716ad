"""The player's view before cards are swept away: the full trick, the capture, or the cards left at the end of a hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.workbench.service_calls import Page

pytestmark = pytest.mark.slow


def hand(page: Page, name: str, players: int, seed: int = 5) -> Any:
    """Yield the views of a person's seat after each move of a hand; the person plays the first legal move."""
    seats = ["person", *["random"] * (players - 1)]
    dealing = {"name": f"{name}.regole", "seed": seed, "seats": seats}
    view = page.answer("deal", dealing=dealing, seat=0, language="en")["view"]
    while not view["over"]:
        if view["actor"] == 0:
            view = page.answer("act", seat=0, move=view["moves"][0]["phrase"], language="en")
        else:
            view = page.answer("machine_move", seat=0, language="en")
        yield view


def new(view: Any) -> list[Any]:
    """Return the pictures of the last move."""
    return [one for one in view["swept"] if one["number"] == view["moves_played"]]


def lying(zones: Any, name: str) -> list[str]:
    return sorted(card["code"] for zone in zones if zone["zone"] == name for card in zone["cards"] or ())


def test_a_full_trick_is_seen_with_its_last_card_and_its_taker() -> None:
    views = [view for _, view in zip(range(12), hand(Page(), "hearts", 4), strict=False)]
    assert [view["moves_played"] for view in views if new(view)] == [8, 12], "the first four moves are passes"
    (trick,) = new(views[7])
    laid = [move["phrase"].removeprefix("play ") for move in views[7]["log"][-4:]]
    assert lying(trick["zones"], "played") == sorted(laid) == sorted(trick["leaving"])
    assert lying(views[7]["zones"], "played") == []
    assert (trick["seat"], trick["laid"]) == (views[7]["log"][-1]["seat"], [])
    assert trick["to"] == f"won-{views[7]['actor']}", "whoever takes the trick leads"
    assert trick["went"] == f"player {views[7]['actor'] + 1} takes 4 cards (takings)"
    assert views[10]["swept"] == views[7]["swept"], "the last trick is kept until the next is taken"


def test_a_capture_is_seen_with_the_card_that_takes() -> None:
    view = next(view for view in hand(Page(), "scopa", 2) if new(view))
    (capture,) = new(view)
    assert view["log"][-1]["phrase"] == "take FB AC with CB"
    assert (lying(capture["zones"], "table"), capture["leaving"]) == (["2D", "2S", "AC", "FB"], ["FB", "AC"])
    assert [card["code"] for card in capture["laid"]] == ["CB"]
    assert "CB" not in lying(capture["zones"], "hand"), "a card is shown once"
    assert capture["went"] == "player 1 takes 3 cards (pile)"


def test_what_is_left_at_the_end_of_a_hand_is_seen() -> None:
    *_, last = hand(Page(), "scopa", 2)
    (rest,) = new(last)
    assert (last["log"][-1]["phrase"], rest["leaving"], rest["to"]) == ("lay CD", ["CD", "5S"], "won-1")


def test_a_card_drawn_face_down_sweeps_nothing() -> None:
    views = [view for _, view in zip(range(20), hand(Page(), "ramino", 2), strict=False)]
    drawn = [view for view in views if view["log"][-1]["phrase"] == "draw"]
    assert len(drawn) > 4
    assert not any(new(view) for view in drawn)


def test_a_move_taken_back_leaves_the_picture_of_the_one_before() -> None:
    page = Page()
    views = [view for _, view in zip(range(9), hand(page, "hearts", 4), strict=False)]
    assert page.answer("undo", moves=1, seat=0, language="en")["swept"] == views[7]["swept"]
