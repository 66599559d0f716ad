"""The record of first hands contains the answers that the service gives to the same calls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.levels import at_night
from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS

from cartaro_rulebook import languages
from cartaro_workbench.service import first_hands
from cartaro_workbench.service.first_hands import write_first_hands
from cartaro_workbench.service.session import LanguageCode, Session, ShippedText, shipped_texts

GAMES = ("scopa", "briscola", "cucu")
"""A game in which the person begins, one with tricks, and one with few moves for many players."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hands")
    known = {one.name: one for one in shipped_texts(TEXTS)}
    files = {file for name in GAMES for file in (known[name].file, *known[name].stands_on)}
    rulesets = {file.partition(".")[0] for file in files}
    write_first_hands({name: text for name, text in TEXTS.items() if name.partition(".")[0] in rulesets}, folder)
    return folder


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


@cache
def read(folder: Path, game: str, language: str) -> Any:
    return json.loads((folder / f"{game}.{language}.json").read_text(encoding="utf-8"))


def test_each_game_has_a_record_in_each_language(written: Path) -> None:
    found = {path.name for path in written.iterdir()}
    assert {f"{game}.{language}.json" for game in GAMES for language in languages()} <= found
    assert not any(path.startswith("fishing.") for path in found), "a library is not played"


@pytest.mark.parametrize("language", at_night(languages(), by_day=languages()[:1]))
@pytest.mark.parametrize("game", GAMES)
def test_each_answer_is_the_services(written: Path, page: Page, game: str, language: str) -> None:
    recorded, file = read(written, game, language), f"{game}.regole"
    assert recorded["problems"] == page.answer("problems", name=file, language=language)
    assert recorded["controls"] == page.answer("controls", name=file, language=language)
    for hand in recorded["hands"]:
        for position in hand["positions"]:
            dealing = {**hand["dealing"], "moves": position["moves"]}
            dealt = page.answer("deal", dealing=dealing, seat=0, language=language)
            assert dealt == {"view": position["view"], "stopped": None}
            assert page.answer("dealing") == dealing
            for one in position["choices"]:
                assert page.answer("choices", seat=0, cards=one["cards"], language=language) == one["choice"]
            if position["machine"] is not None:
                moved = page.answer("machine_move", seat=0, language=language)
                assert moved == hand["positions"][position["machine"]]["view"]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_leads_to_the_position_after_it(written: Path, page: Page, game: str) -> None:
    recorded = read(written, game, "en")
    acts = 0
    for hand in recorded["hands"]:
        for position in hand["positions"]:
            for phrase, after in position["acts"].items():
                page.answer("deal", dealing={**hand["dealing"], "moves": position["moves"]}, seat=0, language="en")
                there = hand["positions"][after]
                assert page.answer("act", seat=0, move=phrase, language="en") == there["view"]
                assert page.answer("dealing")["moves"] == there["moves"]
                assert page.answer("undo", seat=0, moves=1, language="en") == position["view"]
                acts += 1
    assert acts > 0


def test_the_first_hand_is_that_of_a_reader_who_chooses_nothing(written: Path) -> None:
    recorded = read(written, "scopa", "en")
    for hand in recorded["hands"]:
        seats, match, hands, moves = (hand["dealing"][key] for key in ("seats", "match", "hands", "moves"))
        assert (seats, match, hands, moves) == (["person", "greedy"], False, 1, [])
    first = recorded["hands"][0]["positions"][0]
    singles = {one["cards"][0] for one in first["choices"] if len(one["cards"]) == 1}
    assert singles == {card for move in first["view"]["moves"] for card in move["cards"]}


def test_a_record_names_the_rulesets_of_its_game(written: Path) -> None:
    assert set(read(written, "scopa", "it")["rulesets"]) >= {"scopa", "fishing"}


def test_a_record_is_made_again_only_if_a_text_of_its_game_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made, answered = list[str](), first_hands.first_hands

    def counted(session: Session, game: ShippedText) -> Mapping[LanguageCode, first_hands.FirstHands]:
        made.append(game.name)
        return answered(session, game)

    monkeypatch.setattr(first_hands, "first_hands", counted)
    texts = {
        name: text
        for name, text in TEXTS.items()
        if name.partition(".")[0] in {"guerra", "cucu", "french_deck", "italian_cards", "parlour"}
    }
    write_first_hands(texts, tmp_path / "one")
    write_first_hands(texts, tmp_path / "two")
    assert sorted(made) == ["cucu", "guerra"]
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    write_first_hands({**texts, "guerra.regole": texts["guerra.regole"] + "\n-- A comment.\n"}, tmp_path / "two", ["guerra"])
    assert sorted(made) == ["cucu", "guerra", "guerra"]
    assert {name.partition(".")[0] for name in contents(tmp_path / "two")} == {"guerra"}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
