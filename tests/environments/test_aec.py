"""Environments of PettingZoo pass its conformance tests."""

from __future__ import annotations

import pytest
from tests.engine.side_by_side import rules_of

from cartaro_engine import table_of
from cartaro_engine.running.chance import Unit

pytest.importorskip("pettingzoo", reason="the extra `cartaro[env]` is not installed")
from pettingzoo.test import api_test, seed_test

from cartaro_engine.environments.aec import CardGameEnv

GAMES = [("scopa", {}), ("scopa", {"players": "3"}), ("scopone", {}), ("scala40", {}), ("scala40", {"players": "4"})]


def environment(name: str, settings: dict[str, str] | None = None, unit: Unit = "hand") -> CardGameEnv:
    return CardGameEnv(table_of(rules_of(name, settings or {})), unit)


@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_it_conforms(name: str, settings: dict[str, str]) -> None:
    api_test(environment(name, settings), num_cycles=60)


@pytest.mark.parametrize("name", ["scopa", "scopone", "scala40"])
def test_the_same_seed_is_the_same_play(name: str) -> None:
    seed_test(lambda: environment(name), num_cycles=60)
