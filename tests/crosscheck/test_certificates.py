"""A certificate is never taken on trust: another solver checks it against the text, and tampering does not make it
prove more.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.verify.material import game_of

from cartaro.certificates import Checked
from cartaro.main import cartaro
from cartaro.verdicts import certificate_path, load_or_decide, shipped_certificate
from cartaro_grammar import Game, proof_digest, shipped
from cartaro_verify import Certificate, Diverged, ProofLog, decide, recheck
from cartaro_verify import Result as Verdict
from cartaro_verify.certificates.script_reader import MalformedScript, read_script
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.proof_log import read

T = TypeVar("T")
GAMES = Path(__file__).parents[1] / "verify" / "soundness"
RULES = str(GAMES / "under.regole")
QUICK = ("asso_piglia_tutto", "cirulla")
"""Shipped games whose verdicts can be checked again within two seconds."""


class ThisProcess(Executor):
    """Calls functions where they are submitted."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        done = Future[T]()
        done.set_result(fn(*args, **kwargs))
        return done


def this_process(*_: object) -> AbstractContextManager[ThisProcess]:
    return nullcontext(ThisProcess())


def certify(folder: Path, *words: str) -> Result:
    """Check a certificate, with a solver in this process: a process of its own starts in half a second."""
    with patch("cartaro.solvers.worker_processes", this_process):
        return certify_with_limits(folder, *words)


def certify_with_limits(folder: Path, *words: str) -> Result:
    """Check a certificate with a solver in a separate process, like the command."""
    return CliRunner().invoke(cartaro, ["certify", str(folder), "--rules", RULES, *words])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a small game, with 8 verdicts proved and 3 refuted."""
    folder = tmp_path_factory.mktemp("certificates")
    made = CliRunner().invoke(cartaro, ["verify", RULES, "--certificate", str(folder)])
    assert made.exit_code == 1, made.output
    return folder / "under"


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A copy of the certificate, to tamper with."""
    return Path(shutil.copytree(written, tmp_path / "under"))


@pytest.mark.parametrize(("game", "refuted"), [("stuck", "movable"), ("remzero", "faultless")])
def test_a_hand_that_stops_without_a_move_or_breaks_down_is_accepted(game: str, refuted: str, tmp_path: Path) -> None:
    rules = str(GAMES / f"{game}.regole")
    made = CliRunner().invoke(cartaro, ["verify", rules, "--certificate", str(tmp_path), "--json"])
    (shown,) = (each for each in json.loads(made.output)["results"] if each["name"] == refuted)
    assert shown["verdict"] == "refuted"
    checked = CliRunner().invoke(cartaro, ["certify", str(tmp_path / game), "--rules", rules])
    assert checked.exit_code == 0, checked.output


def test_a_hand_that_stops_without_a_move_is_replayed(tmp_path: Path) -> None:
    rules, path = str(GAMES / "stuck.regole"), tmp_path / "record.json"
    (shown,) = json.loads(CliRunner().invoke(cartaro, ["verify", rules, "--only", "movable", "--json"]).output)["results"]
    path.write_text(json.dumps(shown["counterexample"]["record"]), encoding="utf-8")
    replayed = CliRunner().invoke(cartaro, ["replay", rules, str(path)])
    assert replayed.exit_code == 0, replayed.output


def change(folder: Path, changed: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "manifest.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    changed(value)
    path.write_text(json.dumps(value), encoding="utf-8")


def replace_script(folder: Path, number: int, text: str) -> None:
    """Replace a script by another text, and list its new digest."""
    path = folder / f"{number:04}.smt2"
    path.write_text(text, encoding="ascii")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    change(folder, lambda value: value["scripts"][number - 1].update(sha256=digest))


# ------------------------------------------------------------------------ solvers


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_a_solver_finds_every_condition_impossible_to_break(written: Path, solver: str) -> None:
    done = certify_with_limits(written, "--solver", solver, "--json")
    (found,) = json.loads(done.output)["results"]
    listed = json.loads((written / "manifest.json").read_text(encoding="utf-8"))
    assert done.exit_code == 0, done.output
    assert found["conditions"] == sum(number for script in listed["scripts"] for _, number in script["parts"]) > 28
    assert (found["verdicts"]["proved"], found["replayed"], found["undecided"]) == (8, 3, [])


def test_the_conditions_are_the_same_when_they_are_made_again(written: Path, tmp_path: Path) -> None:
    assert json.loads(certify(written, "--json").output)["results"][0]["encoded"] is True
    CliRunner().invoke(cartaro, ["verify", RULES, "--certificate", str(tmp_path)])
    files = sorted(path.name for path in written.iterdir())
    assert files == sorted(path.name for path in (tmp_path / "under").iterdir())
    assert all((written / name).read_bytes() == (tmp_path / "under" / name).read_bytes() for name in files)


def test_each_proof_rests_on_conditions_of_the_invariants_and_its_own(written: Path) -> None:
    listed = json.loads((written / "manifest.json").read_text(encoding="utf-8"))
    rests = {verdict["name"]: verdict["rests_on"] for verdict in listed["verdicts"] if not verdict["settings"]}
    assert {"hands/turned/initial", "hands/turned/inductive"} <= set(rests["ends"])
    assert "proof/movable" in rests["movable"]
    assert rests["conserved"] == ["proof/conserved"]


# ---------------------------------------------------------------------- tampering


def test_a_condition_that_can_be_broken_is_refused(folder: Path) -> None:
    script = (folder / "0001.smt2").read_text(encoding="ascii").split("\n")
    last = max(number for number, line in enumerate(script) if line.startswith("(assert"))
    replace_script(folder, 1, "\n".join(line for number, line in enumerate(script) if number != last))
    done = certify(folder)
    assert (done.exit_code, "can be broken" in done.output) == (1, True), done.output


def test_a_script_that_is_changed_is_refused(folder: Path) -> None:
    path = folder / "0001.smt2"
    path.write_text(path.read_text(encoding="ascii") + "; more\n", encoding="ascii")
    assert certify(folder).exit_code == 1


Manifest = dict[str, Any]


def _claim_of(value: Manifest) -> Manifest:
    return next(verdict for verdict in value["verdicts"] if verdict["kind"] == "claim")


def _without_a_script(value: Manifest) -> None:
    value["scripts"].pop()
    value["verdicts"] = value["verdicts"][1:]


CHANGES: dict[str, Callable[[Manifest], object]] = {
    "text": lambda value: value.update(digest="0" * 64),
    "players": lambda value: value.update(players=3),
    "house rules": lambda value: value.update(house_rules={"another": "rule"}),
    "claim": lambda value: _claim_of(value).update(claim="always true"),
    "no verdict": lambda value: value["verdicts"].pop(0),
    "fewer scripts": _without_a_script,
    "no such part": lambda value: value["verdicts"][0].update(rests_on=["proof/nothing"]),
    "a verdict twice": lambda value: value["verdicts"].append(value["verdicts"][0]),
    "a verdict of other players": lambda value: value["verdicts"].append({**_claim_of(value), "settings": {"players": "4"}}),
    "a proof without its parts": lambda value: _first(value, "proved").update(rests_on=[]),
    "a proof by the invariants": lambda value: _named(value, "movable").update(rests_on=["hands/turned/initial"]),
    "an obligation as a claim": lambda value: _named(value, "movable").update(kind="claim"),
    "another verdict than there are": lambda value: _claim_of(value).update(verdict="shown"),
    "no settings": lambda value: [each.update(settings={}) for each in value["verdicts"]],
    "the form as a truth": lambda value: value.update(form=True),
    "the title of another": lambda value: value.update(title={"en": "another"}),
    "a field that nobody knows": lambda value: _claim_of(value).update(checked=True),
    "lemmas of another": lambda value: value.update(lemmas=["proof/nothing"]),
    "verdicts that are no list": lambda value: value.update(verdicts={"ends": "proved"}),
    "a script that is no name": lambda value: value["scripts"][0].update(file=1),
}


@pytest.mark.parametrize("changed", CHANGES.values(), ids=CHANGES)
def test_a_manifest_that_states_something_else_is_refused(folder: Path, changed: Callable[[Manifest], object]) -> None:
    change(folder, changed)
    assert certify(folder).exit_code in (1, 2)


def test_a_record_that_cannot_be_played_is_refused(folder: Path) -> None:
    def cheat(value: dict[str, Any]) -> None:
        shown = next(verdict["counterexample"] for verdict in value["verdicts"] if "counterexample" in verdict)
        shown["record"]["moves"] = shown["record"]["moves"][:1] * 9

    change(folder, cheat)
    done = certify(folder)
    assert (done.exit_code, "record" in done.output) == (1, True)


def _first(value: Manifest, verdict: str) -> Manifest:
    return next(each for each in value["verdicts"] if each["verdict"] == verdict)


def _named(value: Manifest, name: str) -> Manifest:
    return next(each for each in value["verdicts"] if each["name"] == name)


def _turn_to_proved(folder: Path) -> None:
    change(folder, lambda value: _turned(_first(value, "refuted"), "proved", rests_on=[]))


def _turned(listed: Manifest, verdict: str, **fields: object) -> None:
    for key in ("counterexample", "example"):
        listed.pop(key, None)
    listed.update(verdict=verdict, **fields)


def _turn_to_refuted(folder: Path) -> None:
    change(folder, lambda value: _turned(_claim_of(value), "refuted", rests_on=[]))


def _turn_to_refuted_by_another_hand(folder: Path) -> None:
    def turn(value: Manifest) -> None:
        shown = next(
            each["counterexample"] for each in value["verdicts"] if each["kind"] == "claim" and "counterexample" in each
        )
        _turned(
            next(each for each in value["verdicts"] if each["name"] == "movable"), "refuted", counterexample=shown, rests_on=[]
        )

    change(folder, turn)


def _take_conditions_out(folder: Path) -> None:
    def take(value: Manifest) -> None:
        value["scripts"] = []
        for each in value["verdicts"]:
            each["rests_on"] = []

    change(folder, take)


def _weaken_conditions(folder: Path) -> None:
    checks = (folder / "0001.smt2").read_text(encoding="ascii").count("(check-sat)")
    replace_script(folder, 1, "(set-logic QF_LIA)\n(assert false)\n" + "(check-sat)\n" * checks)


def _take_a_condition_out(folder: Path) -> None:
    """Remove the last check of the first script with its assertions, and adjust the digest and the count."""
    text = (folder / "0001.smt2").read_text(encoding="ascii")
    last = text.rindex("(push 1)")
    assert text[last:].count("(check-sat)") == 1
    replace_script(folder, 1, text[:last])

    def count(value: Manifest) -> None:
        value["scripts"][0]["parts"][-1][1] -= 1
        value["scripts"][0]["parts"] = [part for part in value["scripts"][0]["parts"] if part[1]]

    change(folder, count)


def _take_the_conditions_of_a_proof_out(folder: Path) -> None:
    """Leave the conditions of the invariants, but none of `movable` itself."""

    def take(value: Manifest) -> None:
        for script in value["scripts"]:
            script["parts"] = [[name.replace("proof/movable", "proof/ends"), count] for name, count in script["parts"]]
        _named(value, "movable")["rests_on"].remove("proof/movable")
        ends = dict.fromkeys(name for script in value["scripts"] for name, _ in script["parts"] if "=" not in name)
        _named(value, "ends")["rests_on"] = [name for name in ends if name.startswith(("hands", "proof/ends"))]

    change(folder, take)


def _drop_an_invariant(folder: Path) -> None:
    path = folder / "certificate.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    facts = value["log"]["hands/turned/invariants"]
    assert facts[0]
    value["log"]["hands/turned/invariants"] = [facts[0][1:], *facts[1:]]
    path.write_text(json.dumps(value), encoding="utf-8")


def _refute_by_a_hand_in_which_it_holds(folder: Path) -> None:
    def turn(value: Manifest) -> None:
        _turned(_claim_of(value), "refuted", counterexample=_named(value, "endable")["counterexample"], rests_on=[])

    change(folder, turn)


TAMPERED: dict[str, tuple[Callable[[Path], None], int]] = {
    "a verdict becomes proved": (_turn_to_proved, 1),
    "a verdict becomes refuted": (_turn_to_refuted, 1),
    "no conditions of a proof": (_take_the_conditions_of_a_proof_out, 3),
    "a verdict is refuted by the hand of another": (_turn_to_refuted_by_another_hand, 1),
    "a claim is refuted by a hand in which it holds": (_refute_by_a_hand_in_which_it_holds, 1),
    "no conditions": (_take_conditions_out, 3),
    "one condition less": (_take_a_condition_out, 3),
    "conditions under what is false": (_weaken_conditions, 3),
    "one invariant less": (_drop_an_invariant, 3),
}
"""Each kind of tampering, with the exit code of the weaker check, which does not build the conditions again. The code is 3
where the text alone shows, without a condition, that the clauses of this game do not clash.
"""


@pytest.mark.parametrize("kind", TAMPERED)
def test_a_forged_certificate_is_refused(folder: Path, kind: str) -> None:
    tamper, weaker = TAMPERED[kind]
    tamper(folder)
    assert certify(folder).exit_code == 1
    assert certify(folder, "--scripts-only").exit_code == weaker


def test_a_record_that_only_a_proof_can_judge_leaves_the_weaker_check_open(folder: Path) -> None:
    checked = Checked(folder, not_asked=["endable"])
    assert checked.is_open
    checked.encoded = True
    assert not checked.is_open


def test_the_weaker_check_names_what_it_did_not_check(written: Path) -> None:
    done = certify(written, "--scripts-only")
    words = " ".join(done.output.split())
    assert done.exit_code == 3
    assert "assumed: the conditions are the ones that the proofs need" in words
    assert "assumed: the records show their verdicts: endable" in words
    assert "assumed: results without a condition or a record: decided" in words


@pytest.mark.parametrize("rests_on", [5, [[1]], None])
def test_parts_of_an_unknown_verdict_are_parts_too(folder: Path, rests_on: object) -> None:
    change(folder, lambda value: value["verdicts"][0].update(verdict="unknown", rests_on=rests_on))
    done = certify(folder)
    assert (done.exit_code, "C0912" in done.output) == (2, True), done.output


# ---------------------------------------------------------------- hostile folders


@pytest.mark.parametrize("name", ["{place}/secret.txt", "secret.txt", "secret", "../secret", "/etc/passwd", "no.such.game"])
def test_a_manifest_names_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for secret in ("secret", "secret.txt"):
        (folder / secret).write_text("the password is hunter2\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    change(folder, lambda value: value.update(game=name.format(place=folder)))
    done = CliRunner().invoke(cartaro, ["certify", str(folder)])
    assert (done.exit_code, "C0101" in done.output, "hunter2" in done.output) == (2, True, False), done.output


def test_a_manifest_may_name_a_ruleset_of_this_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GAMES)
    assert CliRunner().invoke(cartaro, ["certify", str(folder)]).exit_code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of Unix")
@pytest.mark.parametrize("name", ["0001.smt2", "certificate.json"])
def test_a_named_pipe_is_not_waited_for(folder: Path, name: str) -> None:
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert certify(folder).exit_code == 1


HARD = "\n".join(
    [
        "(set-logic QF_LIA)",
        *(f"(declare-const p!{i}.{j} Bool)" for i in range(12) for j in range(11)),
        *(f"(assert (or {' '.join(f'p!{i}.{j}' for j in range(11))}))" for i in range(12)),
        *(f"(assert (or (not p!{i}.{j}) (not p!{k}.{j})))" for j in range(11) for i in range(12) for k in range(i)),
        "",
    ]
)
"""Twelve pigeons in eleven holes: no solver decides this within its limit of steps."""


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_a_script_that_takes_too_long_is_left_undecided(folder: Path, solver: str) -> None:
    checks = (folder / "0001.smt2").read_text(encoding="ascii").count("(check-sat)")
    replace_script(folder, 1, HARD + "(check-sat)\n" * checks)
    done = certify_with_limits(folder, "--scripts-only", "--solver", solver, "--minutes", "0.03")
    assert (done.exit_code, "gave up" in done.output) == (3, True), done.output


def test_a_script_that_takes_too_much_memory_is_left_undecided(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver's process is ended for lack of memory; its script counts as undecided, as for a solver that gives up."""
    monkeypatch.setattr("cartaro.solvers.MEMORY", 1_000_000)
    done = certify_with_limits(folder)
    assert (done.exit_code, "gave up" in done.output) == (3, True), done.output


# ------------------------------------------------------------------- any bytes


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=200), name=st.sampled_from(["manifest.json", "0001.smt2", "certificate.json"]))
def test_any_bytes_are_refused_and_never_a_traceback(folder: Path, data: bytes, name: str) -> None:
    kept = (folder / name).read_bytes()
    (folder / name).write_bytes(data)
    done = certify(folder)
    (folder / name).write_bytes(kept)
    assert done.exit_code in (1, 2)
    assert done.exception is None or isinstance(done.exception, SystemExit)


def test_a_name_that_is_listed_twice_is_refused(folder: Path) -> None:
    """Readers differ about which value counts."""
    path = folder / "manifest.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"verdict": "refuted"', '"verdict": "proved", "verdict": "refuted"', 1), encoding="utf-8")
    assert certify(folder).exit_code == 2


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "null", '{"form": 1}', '{"form":1,"verdicts":1e999}', "9" * 5_000])
def test_no_manifest_is_read_for_one(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    assert certify(folder).exit_code == 2


def test_a_folder_without_a_certificate_is_said_to_be_one(tmp_path: Path) -> None:
    done = certify(tmp_path)
    assert (done.exit_code, "C0912" in done.output) == (2, True)


@pytest.mark.parametrize(
    "line",
    [
        '(set-option :regular-output-channel "found")', "(exit)", "(get-model)", "(include |a|)", "(reset)", "(pop 1)",
        "(declare-const true Bool)", "(declare-const |x Bool)", "(define-fun f ((n Int)) Bool true)",
        "(assert (let ((p true)) p))", "(assert true) (exit)", "(assert unknown.name)", "(assert (and true true)", "(assert)",
        "(assert true false)", "(assert " + "(not " * 300 + "true" + ")" * 301, "(assert 1)", "(assert (not))",
        "(assert (< true 1))", "(assert (= 1 true))", "(assert (ite 1 true true))", "(define-fun f!0 () Int true)",
        "(declare-const abs Int)", "(declare-const Int Bool)", "(declare-const |x!0| Int)", "(declare-const x!0 Real)",
        "(check-sat)\n" * 20_001,
    ],
)  # fmt: skip
def test_a_script_may_only_ask(line: str) -> None:
    with pytest.raises(MalformedScript):
        read_script(f"(set-logic QF_LIA)\n{line}\n(check-sat)\n")


@pytest.mark.parametrize(
    ("first", "operation"), [("3", "(* {} {})"), ("(+ n!0 1)", "(* {} {})"), ("(+ n!0 1)", "(mod {} (+ {} 7))")]
)
def test_a_term_that_is_small_as_written_and_large_written_out_is_refused(first: str, operation: str) -> None:
    lines = ["(set-logic QF_NIA)", "(declare-const n!0 Int)", f"(define-fun shared.0 () Int {first})"]
    terms = [f"(define-fun shared.{n + 1} () Int {operation.format(f'shared.{n}', f'shared.{n}')})" for n in range(30)]
    assert read_script("\n".join([*lines, *terms[:2]])).names
    with pytest.raises(MalformedScript):
        read_script("\n".join([*lines, *terms]))


def test_a_sum_that_is_shared_many_times_over_is_read() -> None:
    lines = ["(set-logic QF_LIA)", "(declare-const |a n!0| Int)", "(define-fun shared.0 () Int (+ |a n!0| 1))"]
    lines += [f"(define-fun shared.{n + 1} () Int (+ shared.{n} shared.{n} (- 1)))" for n in range(200)]
    assert len(read_script("\n".join([*lines, "(assert (<= shared.200 1))", "(check-sat)"])).checks) == 1


def test_a_check_alone_has_the_names_that_it_needs() -> None:
    lines = [
        "(declare-const a!0 Int)",
        "(declare-const b!1 Int)",
        "(define-fun c!2 () Bool (< a!0 1))",
        "(push 1)",
        "(assert c!2)",
    ]
    script = read_script("\n".join(["(set-logic QF_LIA)", *lines, "(check-sat)", "(pop 1)", "(check-sat)", ""]))
    assert script.alone(0).split("\n") == ["(set-logic QF_LIA)", lines[0], lines[2], lines[4], "(check-sat)", ""]
    assert script.alone(1) == "(set-logic QF_LIA)\n(check-sat)\n"


# --------------------------------------------------------------- results of searches


@pytest.fixture(scope="module")
def searched() -> tuple[Game, Certificate]:
    game, log = game_of(RULES), ProofLog()
    return game, Certificate.of(game, decide(game, log=log), log)


def same(results: tuple[Verdict, ...]) -> list[object]:
    return [(result.place, result.verdict, result.method) for result in results]


def test_verdicts_are_the_same_without_the_search(searched: tuple[Game, Certificate]) -> None:
    game, certificate = searched
    again = tuple(recheck(game, Certificate.read(certificate.text())))
    assert same(again) == same(tuple({result.place: result for result in decide(game)}.values()))


def test_nothing_is_searched_for_again(searched: tuple[Game, Certificate], monkeypatch: pytest.MonkeyPatch) -> None:
    game, certificate = searched
    for search in ("frame.invariant_search.drop_once", "play.search.GoalSearch.run", "obligations.termination.decreasing"):
        monkeypatch.setattr(f"cartaro_verify.{search}", None)
    assert tuple(recheck(game, certificate))


def test_a_certificate_of_another_text_is_refused(searched: tuple[Game, Certificate]) -> None:
    game, certificate = searched
    with pytest.raises(Diverged):
        tuple(recheck(game_of(str(GAMES / "tries.regole")), certificate))
    with pytest.raises(Diverged):
        tuple(recheck(game, replace(certificate, digest="0" * 64)))


def test_a_turned_verdict_is_refused(searched: tuple[Game, Certificate]) -> None:
    game, certificate = searched
    for number, verdict in enumerate(certificate.verdicts):
        turned = replace(verdict, verdict="proved" if verdict.verdict == "refuted" else "refuted")
        verdicts = (*certificate.verdicts[:number], turned, *certificate.verdicts[number + 1 :])
        if number % 4 == 0:
            with pytest.raises(Diverged):
                tuple(recheck(game, replace(certificate, verdicts=verdicts)))


def test_a_strengthened_invariant_proves_nothing() -> None:
    """The game is too large to be played through. With an invariant that does not hold, its proofs fail."""
    game, certificate = game_of(QUICK[0]), Certificate.read(certificate_path(QUICK[0]).read_bytes())
    key = "hands/turned/invariants"
    facts, *rest = json.loads(json.dumps(certificate.log[key]))
    number = next(number for number, fact in enumerate(facts) if fact[0] in ("at_most", "exactly") and len(fact) > 2)
    facts[number][2] -= 1
    with pytest.raises(Diverged):
        tuple(recheck(game, replace(certificate, log={**certificate.log, key: [facts, *rest]})))


INVARIANTS = "hands/turned/invariants"
EMPTY_IF_FALSE: list[object] = ["exactly", ["won", 1], 0, None, 0, [], False]
"""That a zone is empty, under a condition that is never true: trivially an invariant."""
MALFORMED_FACTS: dict[str, list[object]] = {
    "a condition of its own": EMPTY_IF_FALSE,
    "a house rule that is not open": ["exactly", ["won", 1], 0, None, 0, [["quota", ["2"]]]],
    "a negative modulus": ["modulo", ["stock", -1], -2, None, -3],
}


@pytest.fixture(scope="module")
def refuted() -> tuple[Game, dict[str, Any]]:
    """A game with a false claim, and the log of its decision."""
    game, log = game_of(str(GAMES / "guarded.regole")), ProofLog()
    verdicts = {result.name: result.verdict for result in decide(game, log=log)}
    assert verdicts["falso"] == "refuted"
    return game, json.loads(json.dumps(log.entries))


def forged(log: dict[str, Any], fact: list[object]) -> dict[str, Any]:
    """Return a log in which no hand breaks the claim, and in which a fact replaces those about the zone that it says is
    empty.
    """
    facts, cases, *rest = log[INVARIANTS]
    kept = [n for n in cases[0][1] if facts[n][1] not in (["won", 1], ["stock", -1])]
    found = {key: value for key, value in log.items() if not key.startswith(("result/falso", "without lemmas/falso"))}
    pack = log["first hands"][3][0][0]
    first = [*log["first hands"][:3], [[pack, [["keep", pack[0][:1]]], [log["first hands"][3][0][2][-1]]]]]
    invariants = [[*facts, fact], [[cases[0][0], [*kept, len(facts)]], *cases[1:]], *rest]
    return {**found, "first hands": first, INVARIANTS: invariants, "proof/falso/1/proved": True, "hands": [30, [0], None, []]}


def test_a_fact_with_a_condition_of_its_own_proves_nothing(refuted: tuple[Game, dict[str, Any]]) -> None:
    """The check of the invariants would accept it, and the proofs would assume more than was checked."""
    game, log = refuted
    with pytest.raises(Diverged):
        tuple(decide(game, log=ProofLog(forged(log, EMPTY_IF_FALSE))))


@pytest.mark.parametrize("fact", MALFORMED_FACTS.values(), ids=MALFORMED_FACTS)
def test_a_fact_of_a_form_that_no_search_finds_is_refused(fact: list[object]) -> None:
    game, context = game_of(str(GAMES / "guarded.regole")), ProofContext(ProofLog())
    found = read(Invariant, fact)
    assert isinstance(found, Invariant)
    assert found.read_back(game, context) is None
    plain = Invariant("modulo", ("stock", -1), 1, None, 3)
    assert plain.read_back(game, context) == plain


def test_a_fact_under_some_house_rules_only_bounds_nothing() -> None:
    fact = Invariant("counter", ("punti", -1))
    assert fact.bounds("counter")
    assert not fact.bounds("ceiling")
    assert not replace(fact, given=(("quota", ("2",)),)).bounds("counter")


def test_whatever_the_log_says_no_verdict_is_wrong(searched: tuple[Game, Certificate]) -> None:
    """Every entry is removed, emptied, or replaced by another; each verdict is then either unchanged or weaker."""
    game, certificate = searched
    truth = {(verdict.kind, verdict.name, verdict.settings): verdict.verdict for verdict in certificate.verdicts}
    keys = list(certificate.log)
    for number, key in list(enumerate(keys))[::2]:
        other = certificate.log[keys[number - 1]]
        values: tuple[Any, ...] = (None, [], other, True, False) if number % 9 == 0 else (other,)
        for value in values:
            found = list[Verdict]()
            try:
                found += recheck(game, replace(certificate, log={**certificate.log, key: value}))
            except Diverged:
                continue
            for result in found:
                if result.kind != "advice":
                    assert result.verdict in (truth[result.kind, result.name, result.settings], "unknown"), key


# ---------------------------------------------------------------------- shipped


@pytest.mark.parametrize("name", shipped())
def test_the_certificate_of_a_shipped_game_is_of_its_rules(name: str) -> None:
    """If this fails, `make certificates` makes the certificates again."""
    found = Certificate.read(certificate_path(name).read_bytes())
    assert found.digest == proof_digest(game_of(name))
    assert {verdict.verdict for verdict in found.verdicts} <= {"proved", "attained", "refuted"}


@pytest.mark.parametrize("name", QUICK)
def test_a_shipped_game_is_checked_and_not_searched(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("cartaro_verify.frame.invariant_search.drop_once", None)
    monkeypatch.setattr("cartaro.verdicts.search_compiled_hands", None)
    found = load_or_decide(name, {}, None)
    certificate = shipped_certificate(game_of(name))
    assert certificate is not None
    assert {(value["name"], value["verdict"]) for value in found if isinstance(value, dict) and value["kind"] != "advice"} == {
        (verdict.name, verdict.verdict) for verdict in certificate.verdicts
    }


def test_what_a_stale_certificate_says_is_searched_for(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    stale = tmp_path / "stale.json"
    text = (written / "certificate.json").read_text(encoding="utf-8")
    stale.write_text(text.replace('"proved"', '"refuted"', 1), encoding="utf-8")

    def found_stale(rules: str, *, everywhere: bool = False) -> Path:
        del rules, everywhere
        return stale

    monkeypatch.setattr("cartaro.verdicts.certificate_path", found_stale)
    assert shipped_certificate(game_of(RULES)) is not None
    found = load_or_decide(RULES, {}, None)
    listed = json.loads((written / "manifest.json").read_text(encoding="utf-8"))["verdicts"]
    assert {(value["name"], value["verdict"]) for value in found if isinstance(value, dict) and value["kind"] != "advice"} == {
        (verdict["name"], verdict["verdict"]) for verdict in listed
    }
