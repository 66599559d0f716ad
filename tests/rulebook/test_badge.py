"""The badge of a site, which counts its verdicts."""

from __future__ import annotations

from xml.etree import ElementTree

from cartaro_rulebook.publication.badge import GOOD, OPEN, badge


def test_a_badge_counts_the_verdicts_of_each_kind() -> None:
    picture = badge(["refuted", "proved", "proved"])
    assert picture is not None
    assert ElementTree.fromstring(picture).get("aria-label") == "cartaro: 2 proved, 1 refuted"
    assert GOOD in picture


def test_an_open_verdict_is_shown_in_another_colour() -> None:
    picture = badge(["proved", "unknown"])
    assert picture is not None
    assert "1 unknown" in picture
    assert OPEN in picture


def test_without_verdicts_there_is_no_badge() -> None:
    assert badge([]) is None
