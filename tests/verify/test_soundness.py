"""Small games on which the verifier was once wrong. Its result on each of their claims must be true, or `unknown`.

The truth was found when the interpreter played every deal in every way; see the games and their annexes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from cartaro.commands.verify import command
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.formats.json_text import Json
from cartaro_interpreter.table.playout import Played
from cartaro_interpreter.table.records import Record, read_record, replay
from cartaro_verify import Result, as_json, english, from_json, verify
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame import invariant_search
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import Proof, SymbolicPath, TransitionSystem, TurnCase, prove, rotatable
from cartaro_verify.obligation_proofs import WITHOUT_INVARIANTS
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms import walk as loops
from cartaro_verify.terms.symbolic_state import NotCovered

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("proofs_alone")]

HERE = Path(__file__).parent / "soundness"
FALSE = Invariant("at_least", ("table", -1), 1)
"""An invariant that does not hold after the deal."""


@pytest.fixture(autouse=True)
def few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few hands are played, and none before the proofs, because claims that play refutes would not reach the prover."""
    for name, hands in (("HANDS", 300), ("MORE_HANDS", 200), ("SOME_HANDS", 100), ("FIRST_HANDS", 0)):
        monkeypatch.setattr(import_module("cartaro_verify.verify"), name, hands)


def small(name: str, **settings: str) -> Game:
    game = load_game(HERE / f"{name}.regole", settings)
    assert isinstance(game, Game), [found.message for found in game]
    return game


def verdicts(name: str, *only: str, **settings: str) -> Mapping[str, str]:
    return {name_of(result): result.verdict for result in verify(small(name, **settings), only=only or None)}


def name_of(result: Result) -> str:
    settings = " ".join(f"{option}={value}" for option, value in result.settings)
    return f"{result.name} {settings}".strip()


def test_cases_that_differ_in_a_reference_share_no_definition() -> None:
    assert verdicts("memo", "ca", "cb") == {"ca": "refuted", "cb": "refuted"}


def test_what_holds_between_hands_is_kept_by_every_hand() -> None:
    """The reference is none from the third hand on; no first hand shows this, but a match does."""
    assert verdicts("tinyb", "capo_c", "capo_d") == {"capo_c": "refuted", "capo_d": "refuted"}


def test_a_card_remembered_for_the_match_is_no_player() -> None:
    assert set(verdicts("cardref", "conserved", "movable", "ends", "ca").values()) == {"proved"}


def test_a_table_is_turned_only_where_the_order_of_the_seats_is_idle() -> None:
    assert not rotatable(small("rota"))
    assert verdicts("rota", "ca", "cb") == {"ca": "refuted", "cb": "refuted"}


@pytest.mark.parametrize(
    ("effect", "idle"),
    [
        ("add 1 to n for each player", True),
        ("add n to n for each player", True),
        ("add n of dealer to n for each player", False),
        ("n becomes n for each player", True),
        ("n of dealer becomes n for each player", False),
        ("n becomes 1 for each player when number of hand of players is 1", True),
        ("n becomes 1 for each player when conto is 1", False),
        ("move hand to table for each player when number of hand is 1", True),
        ("move hand to table for each player when table is empty", False),
        ("move hand to won of side of the player after player for each player", True),
        ("move hand to won of side of dealer for each player when number of hand is 1", True),
        ("move hand to won of side of the player after player for each player when number of won is 0", False),
        ("move hand to won of the side with lowest number of won for each player", False),
        ("move hand to hand of the player after player for each player", False),
        ("move (hand where number of hand is 1) to table for each player", True),
        ("move (hand where number of hand of dealer is 1) to table for each player", False),
        ("move (hand where table is empty) to table for each player", False),
        ("move (hand of dealer where n is 1) to table for each player", False),
        ("move (hand where number of won is 0) to won of side of dealer for each player", False),
    ],
)
def test_what_an_effect_for_each_reads_may_show_the_order_of_the_seats(tmp_path: Path, effect: str, idle: bool) -> None:
    text = (HERE / "rota.regole").read_text()
    text = text.replace(", n becomes n of the player before player for each player", f"\n    {effect}")
    text = text.replace("article 3", "  insieme: conto is total of n of x over x in players\n\narticle 3", 1)
    path = tmp_path / "rota.regole"
    path.write_text(text)
    game = load_game(path)
    assert isinstance(game, Game), [(found.code, found.message) for found in game]
    assert rotatable(game) is idle


def test_what_the_rounds_of_a_deal_have_done_to_memory_is_done() -> None:
    assert verdicts("tries", "ca", "cb", "cc") == {"ca": "refuted", "cb": "proved", "cc": "refuted"}


def test_a_repeat_inside_of_a_repeat_is_repeated() -> None:
    assert verdicts("nested", "ca", "cb", "cc", "cd") == {"ca": "refuted", "cb": "unknown", "cc": "unknown", "cd": "proved"}


def test_a_deal_decided_by_memory_is_found_and_replayed() -> None:
    assert verdicts("stuck", "movable", "ca") == {"movable": "refuted", "ca": "refuted"}
    assert verdicts("loop", "ends", "ca") == {"ends": "refuted", "ca": "refuted"}


def test_of_no_deal_nothing_is_proved() -> None:
    assert verdicts("endless", "movable", "ends", "ca") == dict.fromkeys(("movable", "ends", "ca"), "unknown")


def test_of_no_way_nothing_is_proved() -> None:
    prepared = PreparedGame(small("endless"))
    assert prove([], lambda way: []).answer == "unknown"
    with pytest.raises(NotCovered, match="DEAL_NEVER_STANDS"):
        _ = prepared.frame


def course_of(tmp_path: Path, *lines: str) -> list[loops.CourseLoop]:
    """Return the loops of a course that consists of these lines."""
    text = (HERE / "nested.regole").read_text()
    begin, end = text.index("    mischia:"), text.index("  act keep")
    path = tmp_path / "nested.regole"
    path.write_text(text[:begin] + "".join(f"    {line}\n" for line in lines) + text[end:])
    game = load_game(path)
    assert isinstance(game, Game), [(found.code, found.message) for found in game]
    return loops.loops(game, game.consequences("start", "hand"))


def test_only_what_leaves_nothing_behind_begins_again(tmp_path: Path) -> None:
    again = "rifa: repeat from mischia when number of rosso in table is 1"
    dealt = "dare: deal 1 from stock to table"
    assert course_of(tmp_path, "mischia: shuffle all cards into stock", dealt, again) == []
    assert course_of(tmp_path, "mischia: shuffle all cards into stock when k is 0", dealt, again) != []
    assert course_of(tmp_path, "mischia: shuffle stock into stock", dealt, again) != []
    assert course_of(tmp_path, "mischia: shuffle all cards into stock", dealt, "piu: add 1 to k", again) != []
    yields = ("altra despite mischia: move table to stock when table is not empty", "mischia: shuffle all cards into stock")
    assert course_of(tmp_path, *yields, dealt, again) != []


def test_loops_that_cross_are_one(tmp_path: Path) -> None:
    crossing = course_of(
        tmp_path,
        "una: add 1 to k",
        "due: add 1 to giri",
        "prima: repeat from una when k is less than 2",
        "seconda: repeat from due when giri is less than 3",
        "mischia: shuffle all cards into stock",
        "terza: repeat from mischia when number of rosso in table is 1",
    )
    assert crossing == [loops.CourseLoop(0, 3, ((2, 0), (3, 1)))]


def test_it_can_happen_is_asked_of_hands_of_fewer_players() -> None:
    found = {name_of(r): r for r in verify(small("fewer", players="3"))}
    assert {name: r.verdict for name, r in found.items() if r.kind == "claim"} == {
        "ca": "attained", "cb": "attained", "cc": "refuted", "cd": "attained",
    }  # fmt: skip


def test_a_claim_is_decided_for_every_number_of_players_that_it_names() -> None:
    assert verdicts("under", "ca", "cb") == {
        "ca": "proved",
        "ca players=3": "refuted",
        "cb": "proved",
        "cb players=3": "refuted",
    }
    assert verdicts("under", "ca", players="3") == {"ca": "refuted", "ca players=2": "proved"}


def test_cards_without_an_attribute_are_passed_over() -> None:
    assert verdicts("jolly2", "ca", "cb", "cc", "cd") == {"ca": "proved", "cb": "refuted", "cc": "refuted", "cd": "refuted"}


def test_what_cannot_be_worked_out_is_not_proved() -> None:
    found = verify(small("negrem"), only=("ca", "cb", "cc"))
    assert {r.name: r.verdict for r in found} == dict.fromkeys(("ca", "cb", "cc"), "unknown")
    assert any("it divides by a number below 1" in english(r.reason) for r in found)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("always table is empty or remainder of (number of stock) by (number of table) is at least 0", "proved"),
        ("always remainder of (number of stock) by (number of table) is at least 0 or table is empty", "unknown"),
        (
            "always table is empty or (table is empty or remainder of (number of stock) by (number of table) is at least 0)",
            "proved",
        ),
        ("always every c in table has remainder of (number of stock) by (number of table) is at least 0", "proved"),
        ("always every c in stock has remainder of (number of stock) by (number of table) is at least 0", "unknown"),
        ("always resto is at least 0", "proved"),
        ("always resto_nudo is at least 0", "unknown"),
        ("always table is not empty or resto_nudo is at least 0", "unknown"),
        ("always table is empty or resto_nudo is at least 0", "proved"),
        ("never remainder of (number of stock) by (number of table) is 77", "unknown"),
        ("it can happen remainder of (number of stock) by (number of table) is 77", "unknown"),
        ("always remainder of (number of stock) by (number of table) is at least 0 when table is not empty", "proved"),
        ("always remainder of (number of stock) by (number of table) is at least 0 unless table is empty", "proved"),
        ("never remainder of (number of stock) by (number of table) is 77 when table is not empty", "proved"),
        ("it can happen remainder of (number of stock) by (number of table) is 77 when table is not empty", "refuted"),
    ],
)
def test_what_is_not_asked_need_not_be_worked_out(tmp_path: Path, claim: str, verdict: str) -> None:
    """As in play, `and` and `or` are read from left to right, and a condition on the elements of a set is evaluated only for
    its members.
    """
    text = (HERE / "cardref.regole").read_text()
    resto = """  resto: resto is remainder of (number of stock) by (number of table) when table is not empty
  nessuno: resto is 0 when table is empty
  resto_nudo: resto_nudo is remainder of (number of stock) by (number of table)

article 3"""
    text = text.replace("article 3", resto, 1).replace(
        "segna: after a keep, bella becomes card", "posa: after a keep, move card to table"
    )
    path = tmp_path / "cardref.regole"
    path.write_text(text)
    path.with_suffix(".prove.regole").write_text(f'annex prove of cardref\n  title "Prove"\nclaim ca "c"\n  {claim}\n')
    game = load_game(path)
    assert isinstance(game, Game), [(found.code, found.message) for found in game]
    assert [r.verdict for r in verify(game, only="ca")] == [verdict]


def test_never_and_it_can_happen_look_at_the_same_moments() -> None:
    assert verdicts("nev", "ca", "cb") == {"ca": "proved", "cb": "refuted"}


def test_a_claim_about_nothing_is_vacuous() -> None:
    found = verify(small("vacua"), only=("ca", "cb", "cc", "cd", "ce"))
    assert {r.name: (r.verdict, r.vacuous) for r in found} == dict.fromkeys(("ca", "cb", "cc", "cd", "ce"), ("proved", True))


def test_the_premise_of_a_claim_with_when_is_its_case() -> None:
    found = verify(small("vacua"), only=("cf", "cg", "ch"))
    assert {r.name: (r.verdict, r.vacuous) for r in found} == {
        "cf": ("proved", False),
        "cg": ("proved", True),
        "ch": ("proved", False),
    }


def all_is_kept(_: TransitionSystem) -> bool:
    return True


def falsehoods_are_kept(frame: TransitionSystem, session: SolverSession, case: TurnCase, *_: object) -> bool:
    frame.facts.setdefault(case, (FALSE,))
    return True


@pytest.mark.parametrize(
    ("name", "fault", "wrong"),
    [
        ("tinyb", "drop_between", all_is_kept),
        ("memo", "keep", falsehoods_are_kept),
    ],
)
def test_invariants_that_do_not_hold_prove_nothing(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: str, wrong: Callable[..., bool]
) -> None:
    monkeypatch.setattr(invariant_search, fault, wrong)
    game = small(name)
    found = [r for r in verify(game) if r.kind != "advice" and r.name not in (*WITHOUT_INVARIANTS, "discreet", "faultless")]
    assert {r.verdict for r in found} <= {"unknown", "refuted"}
    assert any("a fault of the prover" in english(r.reason) for r in found)


def say_no(found: Sequence[SymbolicPath], *_: object) -> Proof:
    return Proof("no", len(found))


@pytest.mark.parametrize(("name", "claim", "match"), [("tries", "ca", False), ("tinyb", "capo_d", True)])
def test_what_is_proved_is_tried(monkeypatch: pytest.MonkeyPatch, name: str, claim: str, match: bool) -> None:
    """Play contradicts a prover that answers `no` to everything, in a first hand or in a later hand of a match."""
    monkeypatch.setattr(import_module("cartaro_verify.frame.transition_system"), "prove", say_no)
    (found,) = verify(small(name), only=claim)
    assert (found.verdict, found.contradicted, found.fine) == ("unknown", True, False)
    assert "contradicts play" in english(found.reason)
    assert found.witness is not None
    assert found.witness.record.get("match", False) is match
    assert from_json(as_json(found)).contradicted
    rules = compile_game(small(name))
    assert isinstance(rules, Rules)
    record = read_record(rules, cast("Json", dict(found.witness.hand or found.witness.record)))
    assert isinstance(record, Record)
    assert isinstance(replay(rules, record), Played)


def no_case(_: TransitionSystem) -> tuple[str, int, None, None]:
    return "no", 1, None, None


def test_an_obligation_that_is_proved_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("cartaro_verify.obligations.legal_move"), "movable", no_case)
    (found,) = verify(small("stuck"), only="movable")
    assert (found.verdict, found.contradicted) == ("unknown", True)


def test_the_command_reports_a_fault_of_the_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("cartaro_verify.frame.transition_system"), "prove", say_no)
    answer = CliRunner().invoke(command, [str(HERE / "tries.regole"), "--fresh", "--json"])
    assert answer.exit_code == 3
    contradicted = [r for r in json.loads(answer.stdout)["results"] if "contradiction" in r]
    assert {r["name"] for r in contradicted} == {"ca", "cc"}
    assert all(r["verdict"] == "unknown" for r in contradicted)


def test_a_verdict_that_play_contradicts_later_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are reported as they are found. The hands of matches are played last, and refute results that were reported as
    proved.
    """
    monkeypatch.setattr(import_module("cartaro_verify.verify"), "FIRST_HANDS", 30)
    monkeypatch.setattr(import_module("cartaro_verify.frame.transition_system"), "prove", say_no)
    answer = CliRunner().invoke(command, [str(HERE / "tinyb.regole"), "--only", "capo_d", "--fresh"])
    lines = [" ".join(line.split()) for line in answer.stdout.splitlines()]
    first = next(number for number, line in enumerate(lines) if line.startswith("✓ proved capo_d"))
    again = next(number for number, line in enumerate(lines) if line.startswith("? no verdict capo_d"))
    assert first < again
    assert lines[again + 1] == "this verdict replaces the one above"
    assert "contradicts play" in lines[again + 2]
    assert lines[-1] == "0 proved, 0 attained, 0 refuted, 0 unknown, 1 no verdict"
    assert answer.exit_code == 3


def test_a_hand_starts_once_it_is_dealt_and_ends_though_the_match_ends_with_it() -> None:
    """Moments come in order. The effects at the start of the first turn come after the deal, so a missing beginner does not
    undo the deal. A turn whose last clauses end the hand has not ended, and after the end of the match nothing is left to
    count.
    """
    found = verdicts("inizio")
    assert [found[name] for name in ("ca", "cb", "cc", "cd", "ce")] == ["proved", "refuted", "refuted", "proved", "proved"]
