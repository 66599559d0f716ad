"""A second solver agrees, and its contradictions are reported.

For every shipped ruleset, the second solver checks a sample of the queries that the proofs of `make test` depend on, in all
settings. If there is no sample, it checks the queries about the deal and a few moves, from any state. `make crosscheck` checks
all queries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.crosscheck import __main__ as program
from tests.crosscheck import samples
from tests.crosscheck.comparison import Comparison, compare
from tests.crosscheck.proofs import prove, verdicts_of
from tests.crosscheck.recorder import recorded
from tests.crosscheck.samples import Sample
from tests.verify.material import game_of

from cartaro.solvers import ask_cvc5 as ask
from cartaro_grammar.file_set import shipped
from cartaro_verify.encode.solver import Facts, Model
from cartaro_verify.frame import invariant_search
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms import terms
from cartaro_verify.terms.smt_lib import script
from cartaro_verify.terms.terms import Answer, Cond, Variables

pytestmark = pytest.mark.slow

SOME = 100_000
"""How much work a test may spend on a query: at most a second or two."""
FEW = 3 * SOME
"""The work for each of the few queries that are recorded without a proof, since perhaps none of them is easy."""
GAMES = Path(__file__).parents[1] / "verify" / "soundness"


@pytest.mark.nightly
@pytest.mark.parametrize("name", shipped())
def test_the_second_solver_confirms(name: str) -> None:
    """One query is confirmed; queries that need more work than a test may spend are skipped. Some games need no query."""
    game, said = game_of(name), Counter[str]()
    kept = samples.kept(name, game)
    asked = kept or samples.without_proof(game)
    for text in asked:
        said[ask(text, SOME if kept else FEW)] += 1
        if said["unsat"]:
            break
    assert said["sat"] == 0
    assert said["unsat"] > 0 or (kept is None and not asked)


def test_the_same_verdict_may_have_another_proof() -> None:
    row = {
        "kind": "obligation",
        "name": "ends",
        "players": 4,
        "settings": dict[str, str](),
        "verdict": "proved",
        "method": "a measure falls",
    }
    assert verdicts_of([row]) == verdicts_of([{**row, "method": "another measure falls"}])
    assert verdicts_of([row]) != verdicts_of([{**row, "verdict": "unknown"}])
    assert verdicts_of([row]) != verdicts_of([])


def test_a_sample_is_kept_with_the_verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof for the book is made once. A sample of one state of the code is not used for another."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    name = str(GAMES / "under.regole")
    game = game_of(name)
    assert samples.kept(name, game, tmp_path) is None
    first = prove(name, tmp_path)
    assert first is not None
    found = samples.kept(name, game, tmp_path)
    assert found
    assert {ask(text, SOME) for text in found} == {"unsat"}
    monkeypatch.setattr("cartaro_verify.decide", None)
    assert "kept from an earlier run" in (prove(name, tmp_path) or "")
    assert samples.kept(name, game, tmp_path) == found
    (tmp_path / game.name / samples.KEY).write_text("of another state", encoding="utf-8")
    assert samples.kept(name, game, tmp_path) is None


def test_a_sample_is_missed_although_the_verdicts_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    name = str(GAMES / "under.regole")
    assert prove(name, tmp_path / "one")
    assert "are kept; " in (prove(name, tmp_path / "two") or "")
    assert prove("there_is_none", tmp_path) is None


def test_a_sample_is_spread_over_all_queries() -> None:
    number, sample = Variables().number("n"), Sample(most=4)
    for bound in range(100):
        sample.record((terms.at_least(number, bound),))
    assert (sample.queries, list(sample.kept)) == (100, [32, 64, 96])
    assert ["31" in text for text in sample.kept.values()] == [True, False, False]


def test_what_is_possible_and_said_not_to_be_is_contradicted() -> None:
    number, made = Variables().number("n"), Comparison()
    made.record((terms.at_least(number, 2), terms.at_most(number, 2)))
    made.record((terms.at_least(number, 2), terms.at_most(number, 1)))
    made.record((terms.at_least(number, 2), terms.at_most(number, 1)))
    assert (made.confirmed, made.repeated, len(made.contradicted)) == (1, 1, 1)
    assert ask(made.contradicted[0]) == "sat"


@pytest.mark.nightly
def test_a_solver_that_denies_too_much_is_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def denied(facts: Facts, conditions: Sequence[Cond], steps: int) -> tuple[Answer, Model | None]:
        return "no", None

    monkeypatch.setattr(Facts, "possible", denied)
    monkeypatch.setattr(program, "FINDINGS", tmp_path)
    assert program.main(["asso_piglia_tutto", "--only", "movable", "--every", "30", "--steps", str(SOME)]) == 1
    assert "CONTRADICTED" in capsys.readouterr().out
    assert {ask(path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()} == {"sat"}


def test_all_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(program, "FINDINGS", tmp_path)
    assert program.main(["asso_piglia_tutto", "--only", "decided"]) == 0
    assert "in all: 1 queries: 1 confirmed, 0 undecided, 0 contradicted" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_of_no_ruleset_nothing_is_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["there_is_none"]) == 1
    assert "C0" in capsys.readouterr().out


def test_work_that_is_too_much_is_undecided() -> None:
    variables = Variables()
    numbers = [variables.number("n") for _ in range(60)]
    weights = [[(i * i * k + 7 * i) % 53 + 1 for i in range(60)] for k in (3, 5, 11)]
    puzzle = [*terms.bit_bounds(tuple(numbers)), *(terms.equal(terms.sum_of(numbers, w), 1001) for w in weights)]
    assert ask(script(puzzle), steps=1) == "unknown"
    made = Comparison(second=lambda text, steps: ask(text, 1))
    made.record(puzzle)
    assert (made.confirmed, len(made.undecided)) == (0, 1)


def test_the_search_for_invariants_is_left_out() -> None:
    game, searched = game_of("asso_piglia_tutto"), Comparison(second=lambda text, steps: "unsat")
    prepared = PreparedGame(game)
    frame = TransitionSystem(game, prepared.samples.awaiting, prepared.context)
    with recorded(searched.record):
        invariant_search.drop_once(frame)
    assert searched.queries == 0


def test_a_text_with_no_question_is_an_error() -> None:
    with pytest.raises(ValueError, match="one question"):
        ask("(declare-const p Bool)\n")
    with pytest.raises(ValueError, match="read"):
        ask("(assert q)\n(check-sat)\n")


def test_only_what_is_named_is_compared() -> None:
    reported, made = list[str](), Comparison(every=10**6)
    compare(game_of("asso_piglia_tutto"), made, only="decided", tell=reported.append)
    assert [text.split(";")[0] for text in reported] == ["decided proved"]
