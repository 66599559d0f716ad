"""Conservation of cards is proved for each kind of effect: a wrong effect is detected, and no game is too large."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests import shipped_games
from tests.interpreter.material import game_of
from tests.levels import at_night
from tests.verify.test_soundness import small

from cartaro_grammar import Game
from cartaro_verify.encode.effects import TermEffects
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligations.conservation import conserved
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import OwnedPlace, SymbolicState


def answer(game: Game) -> str:
    return conserved(game, ProofContext()).answer


@pytest.mark.parametrize("name", at_night(["scopone", "scala40", "rubamazzo"], by_day=["rubamazzo"]))
def test_shipped_games_conserve_cards(name: str) -> None:
    assert answer(shipped_games.game_of(name)) == "no"


def test_cards_are_conserved_where_players_leave_the_match() -> None:
    assert answer(game_of("terne")) == "no"


def doubling(right: Callable[..., SymbolicState]) -> Callable[..., SymbolicState]:
    """An effect after which the cards are still in their old place."""

    def wrong(self: TermEffects, state: SymbolicState, *others: Any) -> SymbolicState:
        after = right(self, state, *others)
        left = next((p for p in after.zones if p != _target(others) and after.zones[p] is not state.zones[p]), None)
        return after if left is None else after.placing({left: state.zones[left]})

    return wrong


def losing(right: Callable[..., SymbolicState]) -> Callable[..., SymbolicState]:
    """An effect after which the cards are not in their new place."""

    def wrong(self: TermEffects, state: SymbolicState, *others: Any) -> SymbolicState:
        after, to = right(self, state, *others), _target(others)
        return after.placing({to: tuple(terms.intersection(x, 0) for x in after.zones[to])})

    return wrong


def _target(arguments: tuple[Any, ...]) -> OwnedPlace:
    target: OwnedPlace = arguments[-1]
    return target


@pytest.mark.parametrize("fault", [doubling, losing])
@pytest.mark.parametrize("effect", ["move", "dealt"])
def test_an_effect_that_does_not_conserve_cards_is_found(
    effect: str, fault: Callable[..., Callable[..., SymbolicState]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TermEffects, effect, fault(getattr(TermEffects, effect)))
    assert answer(small("cardref")) == "yes"
