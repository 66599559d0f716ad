"""The contents of an `unknown`: the case, the move, and a position decoded from the solver's state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from tests.levels import at_night
from tests.verify.small import decided, small

from cartaro.commands.verify import command
from cartaro.terminal.render import show_result
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter.formats.position import read_position, write_position
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.play.turn import legal
from cartaro_interpreter.state.chance import NoChance
from cartaro_interpreter.state.state import State
from cartaro_verify import OpenCase, Result, as_json, english, from_json
from cartaro_verify.obligations import open_case
from cartaro_verify.play import decoder
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import AWAIT, HistoryTable, entry
from cartaro_verify.results import statements as st

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("proofs_alone")]

HERE = Path(__file__).parent / "soundness"


@pytest.fixture(autouse=True)
def few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, hands in (("HANDS", 100), ("MORE_HANDS", 60), ("SOME_HANDS", 40)):
        monkeypatch.setattr(import_module("cartaro_verify.verify"), name, hands)


def loaded(rules: str | Path) -> Game:
    game = load_game(rules, {})
    assert isinstance(game, Game), [found.message for found in game]
    return game


def unordered(position: Mapping[str, object]) -> object:
    """Return a position without the order of its piles, and without its own description."""

    def of(value: object) -> object:
        if isinstance(value, list):
            return sorted(map(str, cast("list[object]", value)))
        return {k: of(v) for k, v in cast("Mapping[str, object]", value).items()} if isinstance(value, Mapping) else value

    return of({key: value for key, value in position.items() if key != "note"})


@pytest.mark.parametrize("rules", ["scopa", "rubamazzo", "tablanette", *sorted(HERE.glob("[a-z]*.regole"))], ids=str)
def test_a_state_is_written_as_the_interpreter_writes_its_position(rules: str | Path) -> None:
    if isinstance(rules, Path) and ".prove" in rules.name:
        return
    game = loaded(rules)
    table = HistoryTable(game)
    met = [p for seed in range(3) for moment, p in table.matches(seed, 2) if moment != ("end", "hand")]
    for position in met:
        assert unordered(decoder.position(game, symbolic(table.rules, position))) == unordered(table.position(position))


@pytest.mark.parametrize("rules", at_night(["scopa", "rubamazzo", "tablanette", "scala40"], by_day=["rubamazzo", "tablanette"]))
def test_a_decoded_state_encodes_to_itself(rules: str) -> None:
    game = loaded(rules)
    table = HistoryTable(game)
    met = [symbolic(table.rules, p) for seed in range(3) for moment, p in table.matches(seed, 2) if moment == AWAIT]
    assert len(met) > 30
    for state in met:
        decoded = read_position(table.rules, cast("Any", decoder.position(game, state)))
        assert isinstance(decoded, State), decoded
        again = symbolic(table.rules, decoded)
        assert (again.zones, again.cells, again.turn) == (state.zones, state.cells, state.turn)


def no_search(search: object) -> None:
    """Find nothing."""


def open_of(result: Result) -> OpenCase:
    assert result.verdict == "unknown"
    assert result.method is None
    assert result.open is not None
    return result.open


def played(game: Game, case: OpenCase) -> State:
    """Return the interpreter's state after the move of an open case; the move must be legal."""
    table, move = HistoryTable(game), cast("Mapping[str, Any]", case.played)
    state = read_position(table.rules, cast("Any", case.before))
    assert isinstance(state, State), state
    cells = list(state.cells)
    (option,) = [o for o in legal(table.rules, cells) if entry(table, o.move)["args"] == move["args"]]
    Play(table.rules, NoChance("")).act(cells, option)
    return State(tuple(cells))


def test_a_claim_that_is_not_inductive_shows_the_step_that_breaks_it() -> None:
    """The interpreter plays the move from the position before it, and reaches the position in which the claim is broken."""
    game = loaded(HERE / "nobody.regole")
    result = decided("cb", game)
    case = open_of(result)
    assert english(case.case) == "player 1 has the turn, at step 1, capo is player 1"
    assert english(case.move) == "keep by player 1"
    assert "stock has 4 cards" in map(english, case.invariants)
    assert case.help is st.Help.CLAIM_BEFORE
    assert english(case.help) in english(result.reason)
    assert case.position is not None
    assert case.position["note"] == open_case.NOTE
    after = dict(write_position(HistoryTable(game).rules, played(game, case)))
    assert unordered(after)["zones"] == unordered(case.position)["zones"]  # type: ignore[index]  # a JSON object


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("case: player 1 has the turn", "move: “keep” by player 1", "known: ", "then: tenere")),
        ("it", ("caso: è di turno il giocatore 1", "mossa: «keep», del giocatore 1", "si sa: ", "poi: tenere")),
        ("fr", ("cas : le joueur 1 a le tour", "coup : ", "on sait : ", "puis : tenere")),
    ],
)
def test_the_command_prints_an_open_case_in_the_language_of_the_session(
    language: str, lines: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = HERE / "nobody.regole"
    show_result(str(rules), as_json(decided("cb", loaded(rules))), language)
    printed = [line.strip() for line in capsys.readouterr().out.splitlines()]
    for beginning in lines:
        assert [line for line in printed if line.startswith(beginning)], printed


@pytest.mark.parametrize(
    ("language", "line"), [("en", "il capo none, asked true/false"), ("it", "il capo nessuno, asked vero/falso")]
)
def test_the_memory_of_an_open_case_is_in_the_language_of_the_session(
    language: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = HERE / "nobody.regole"
    value = as_json(decided("cb", loaded(rules)))
    cast("Any", value)["open"]["position"]["counters"] = {"capo": None, "asked": {"1": True, "2": False}}
    show_result(str(rules), value, language)
    assert line in [printed.strip() for printed in capsys.readouterr().out.splitlines()]


def test_a_claim_that_a_deal_may_break_shows_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("cartaro_verify.verify"), "search_matches", no_search)
    case = open_of(decided("capo_c", loaded(HERE / "tinyb.regole")))
    assert (case.move, case.before, case.played) == (st.PlainMove.DEAL, None, None)
    assert case.case is st.PlainCase.HAND_BEGINS
    assert cast("Mapping[str, object]", case.position)["counters"] == {"capo": None}


def test_an_obligation_says_in_which_case_it_is_open(tmp_path: Path) -> None:
    """Nobody can keep while the counter is above 3, which never happens; but no invariant states this."""
    game = small(
        tmp_path,
        places="counter n, for the match",
        may="the player may keep unless n is more than 3",
        course="begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
        "grows: after a keep, add 1 to n unless n is more than 1",
    )
    case = open_of(decided("movable", game))
    assert isinstance(case.case, st.PlayerToMove)
    assert case.case.player == 1
    assert cast("Any", case.position)["counters"]["n"] > 3
    assert case.invariants


def test_what_is_open_goes_through_json() -> None:
    result = decided("cb", loaded(HERE / "nobody.regole"))
    value = json.loads(json.dumps(as_json(result)))
    again = from_json(value)
    assert again.open == result.open
    assert again.open is not None
    assert isinstance(again.open.case, st.PlayerToMove)
    assert json.loads(json.dumps(as_json(again))) == value
    assert value["method"] == ""


def test_the_command_prints_where_a_proof_came_to_nothing() -> None:
    reported = CliRunner().invoke(command, [str(HERE / "nobody.regole"), "--only", "cb", "--fresh"]).output
    for line in ("case: player 1 has the turn", "move: “keep” by player 1", "Allowed by the invariants", "then: tenere"):
        assert line in reported
    assert "true after every deal" not in reported
