"""A certificate of the verdicts under all house rules is not trusted either: its boxes are counted, and the conditions of each
box are made again from the text.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.crosscheck import certificates
from tests.crosscheck.certificates import NotMade, part, still_good_everywhere, summary
from tests.crosscheck.test_certificates import certify as certify_a_text
from tests.crosscheck.test_certificates import change, replace_script
from tests.shipped_games import game_of
from tests.verify.test_house_rules import TWO_TOGETHER

from cartaro.kept_results import EVERYWHERE
from cartaro.main import cartaro
from cartaro.time_limit import OutOfTime
from cartaro.verdicts import certificate_path, known_everywhere, load_or_decide, shipped_certificate
from cartaro_grammar import Game, load_game
from cartaro_grammar.file_set import shipped
from cartaro_verify import (
    Diverged,
    ProofLog,
    as_json,
    cover_faults,
    decide_everywhere,
    from_json,
    merged,
    out_of_time_everywhere,
)
from cartaro_verify import Result as Decided
from cartaro_verify.play import table
from cartaro_verify.results.statements import PlainReason

Manifest = dict[str, Any]
ANNEX = """annex prove of insieme
  title "Prove"

claim zero "zero"
  always y is 0

claim mani_sole "una mano"
  it can happen mani is 1
"""
CERTIFIED = tuple(name for name in shipped() if certificate_path(name, everywhere=True).exists())
QUICK = ("guerra", "leduc")
"""Shipped games whose certificates can be checked within five seconds."""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A text with 24 choices of house rules, and a claim that is false under two of its values together."""
    folder = tmp_path_factory.mktemp("texts")
    (folder / "insieme.regole").write_text(TWO_TOGETHER.replace("STUCK", ""), encoding="utf-8")
    (folder / "insieme.prove.regole").write_text(ANNEX, encoding="utf-8")
    return folder / "insieme.regole"


@pytest.fixture(scope="module")
def written(rules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    made = CliRunner().invoke(cartaro, ["verify", str(rules), "--everywhere", "--certificate", str(folder)])
    assert made.exit_code == 1, made.output
    return folder / "insieme.everywhere"


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A copy of the certificate, to tamper with."""
    return Path(shutil.copytree(written, tmp_path / "insieme.everywhere"))


def certify(folder: Path, rules: Path, *words: str) -> Result:
    return certify_a_text(folder, *words, "--rules", str(rules))


def named(value: Manifest, name: str) -> Manifest:
    return next(verdict for verdict in value["verdicts"] if verdict["name"] == name)


# ---------------------------------------------------------------------- the certificate


def test_the_conditions_of_every_box_are_made_again(written: Path, rules: Path) -> None:
    done = certify(written, rules, "--json")
    (found,) = json.loads(done.output)["results"]
    assert done.exit_code == 0, done.output
    assert (found["encoded"], found["replayed"], found["undecided"]) == (True, 2, [])
    assert found["verdicts"] == {"proved": 7, "attained": 1, "refuted": 1, "unknown": 0}


def test_each_box_rests_on_the_proof_in_its_own_game(written: Path) -> None:
    zero = named(json.loads((written / "manifest.json").read_text(encoding="utf-8")), "zero")
    assert len(zero["boxes"]) > 1
    for box in zero["boxes"]:
        own = [part for part in box["rests_on"] if part.endswith("zero/1")]
        assert own
        assert all(part.startswith(f"{box['place']}/") for part in box["rests_on"])
    (exempted,) = zero["everywhere"]["exempted"]
    assert exempted["under"] == {"aa": ["a2"], "bb": ["b2"]}
    assert exempted["counterexample"]["record"]["settings"].items() >= {"aa": "a2", "bb": "b2"}.items()


def test_a_certificate_that_lacks_a_search_is_written_as_it_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate of an earlier version may lack searches, whose variables then have other names in its conditions."""
    shipped = shipped_certificate(game_of("leduc"), everywhere=True)
    assert shipped is not None
    earlier = replace(shipped, log={name: found for name, found in shipped.log.items() if "leading hands" not in name})

    def shipped_earlier(*_: object, **__: object) -> object:
        return earlier

    monkeypatch.setattr("cartaro.certificates.shipped_certificate", shipped_earlier)
    CliRunner().invoke(cartaro, ["verify", "leduc", "--everywhere", "--certificate", str(tmp_path)])
    done = CliRunner().invoke(cartaro, ["certify", str(tmp_path), "--json"])
    (found,) = json.loads(done.output)["results"]
    assert (done.exit_code, found["encoded"], found["diagnostics"]) == (0, True, [])


def test_house_rules_cannot_be_chosen_for_it(rules: Path, tmp_path: Path) -> None:
    words = ["verify", str(rules), "--everywhere", "--certificate", str(tmp_path), "--set", "aa=a2"]
    assert CliRunner().invoke(cartaro, words).exit_code == 2


# ---------------------------------------------------------------------- tampering


def changing(changed: Callable[[Manifest], object]) -> Callable[[Path], None]:
    return lambda folder: change(folder, changed)


def call_proved(value: Manifest) -> None:
    """Call the refuted choices proved: in the verdict, in its numbers, and in a box of an existing proof."""
    zero = named(value, "zero")
    zero["everywhere"].update(holding=24, proved=[{}], exempted=[])
    zero["everywhere"].pop("remedy", None)
    zero.update(verdict="proved", boxes=[{**zero["boxes"][0], "house_rules": {}}, *zero["boxes"][1:]])


def call_open(value: Manifest) -> None:
    """Mark the refuted choices as open, so that no choice is refuted."""
    zero = named(value, "zero")
    (exempted,) = zero["everywhere"]["exempted"]
    zero["everywhere"]["exempted"] = [{"under": exempted["under"], "verdict": "unknown", "choices": exempted["choices"]}]
    zero["verdict"] = "unknown"


def take_conditions_of_zero_out(folder: Path) -> None:
    def take(value: Manifest) -> None:
        for script in value["scripts"]:
            script["parts"] = [[part.replace("/zero/", "/other/"), count] for part, count in script["parts"]]
        for box in named(value, "zero")["boxes"]:
            box["rests_on"] = [part for part in box["rests_on"] if "/zero/" not in part]

    change(folder, take)


def take_a_condition_out(folder: Path) -> None:
    """Take out the first condition, without which nothing shows that the invariants are true at first."""
    script = (folder / "0001.smt2").read_text(encoding="ascii").split("\n")
    first = script.index("(check-sat)")
    replace_script(folder, 1, "\n".join(script[:first] + script[first + 1 :]))

    def count(value: Manifest) -> None:
        value["scripts"][0]["parts"][0][1] -= 1
        value["scripts"][0]["parts"] = [part for part in value["scripts"][0]["parts"] if part[1]]

    change(folder, count)


def weaken_conditions(folder: Path) -> None:
    script = (folder / "0001.smt2").read_text(encoding="ascii")
    replace_script(folder, 1, script.replace("(check-sat)", "(assert false)\n(check-sat)"))


def drop_an_invariant(folder: Path) -> None:
    path = folder / "certificate.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    facts = value["log"]["players=2/hands/turned/invariants"]
    value["log"]["players=2/hands/turned/invariants"] = [facts[0][1:], *facts[1:]]
    path.write_text(json.dumps(value), encoding="utf-8")


def say_that_attempts_succeeded(folder: Path) -> None:
    """Change every failed attempt in the log into a proof."""
    path = folder / "certificate.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    failed = [key for key, found in value["log"].items() if found is False and key.endswith("/proved")]
    assert failed
    value["log"].update(dict.fromkeys(failed, True))
    path.write_text(json.dumps(value), encoding="utf-8")
    change(folder, call_proved)


def hand_of(value: Manifest) -> Manifest:
    (exempted,) = named(value, "zero")["everywhere"]["exempted"]
    return dict[str, Any](exempted["counterexample"])


def box_of(value: Manifest, number: int = 0) -> Manifest:
    box: Manifest = named(value, "zero")["boxes"][number]
    return box


TAMPERED: dict[str, tuple[Callable[[Path], None], int]] = {
    "another text": (changing(lambda value: value.update(digest="0" * 64)), 1),
    "other values of house rules": (changing(lambda value: value["house_rules"]["quota"].append("5")), 1),
    "another claim": (changing(lambda value: named(value, "zero").update(claim="always true")), 1),
    "a verdict missing": (changing(lambda value: value["verdicts"].pop()), 1),
    "a verdict twice": (changing(lambda value: value["verdicts"].append(value["verdicts"][0])), 1),
    "a verdict of other players": (changing(lambda value: named(value, "zero").update(players=3)), 1),
    "refuted choices called proved": (changing(call_proved), 3),
    "refuted choices called open": (changing(call_open), 3),
    "failed attempts called proofs": (say_that_attempts_succeeded, 3),
    "a box less": (changing(lambda value: named(value, "zero")["boxes"].pop()), 1),
    "no boxes": (changing(lambda value: named(value, "conserved").update(boxes=[])), 1),
    "a box of more choices": (changing(lambda value: box_of(value).update(house_rules={})), 1),
    "a box without choices": (changing(lambda value: box_of(value).update(house_rules={"aa": []})), 1),
    "a box with another house rule": (changing(lambda value: box_of(value)["house_rules"].update(cc=["c"])), 1),
    "a box of another game": (changing(lambda value: box_of(value, -1).update(place="players=3")), 1),
    "a box that rests on nothing": (changing(lambda value: box_of(value).update(rests_on=[])), 1),
    "a box that rests on another attempt": (changing(lambda value: box_of(value).update(part="proof 99")), 1),
    "more choices hold": (changing(lambda value: named(value, "zero")["everywhere"].update(holding=24)), 1),
    "fewer choices": (changing(lambda value: named(value, "zero")["everywhere"].update(choices=18)), 1),
    "a hand under choices in which it shows nothing": (
        changing(lambda value: hand_of(value)["record"].update(settings={"aa": "a2"})),
        1,
    ),
    "a hand without moves": (changing(lambda value: hand_of(value)["record"].update(moves=[])), 1),
    "no hand": (changing(lambda value: named(value, "zero")["everywhere"]["exempted"][0].pop("counterexample")), 3),
    "no conditions of a proof": (take_conditions_of_zero_out, 3),
    "one condition less": (take_a_condition_out, 1),
    "conditions under what is false": (weaken_conditions, 3),
    "one invariant less": (drop_an_invariant, 3),
}
"""Each kind of tampering, with the exit code of the weaker check, which does not build the conditions again. It is 3 if this
check finds no fault: the text shows some statements of this game without a condition.
"""


@pytest.mark.parametrize("kind", TAMPERED)
def test_a_forged_certificate_is_refused(folder: Path, rules: Path, kind: str) -> None:
    tamper, weaker = TAMPERED[kind]
    tamper(folder)
    done = certify(folder, rules)
    assert done.exit_code == 1, done.output
    assert certify(folder, rules, "--scripts-only").exit_code == weaker


MALFORMED: dict[str, Callable[[Manifest], object]] = {
    "form": lambda value: value.update(form=3),
    "no boxes": lambda value: value["verdicts"][0].pop("boxes"),
    "no place": lambda value: value["verdicts"][0]["boxes"][0].pop("place"),
    "players as text": lambda value: value["verdicts"][0].update(players="2"),
    "a list as a box": lambda value: value["verdicts"][0]["boxes"][0].update(house_rules=[]),
    "no house rules": lambda value: value.pop("house_rules"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_manifest_is_not_read(folder: Path, rules: Path, kind: str) -> None:
    change(folder, MALFORMED[kind])
    assert certify(folder, rules).exit_code == 2


# ---------------------------------------------------------------------- shipped


@pytest.mark.parametrize("name", CERTIFIED)
def test_a_kept_certificate_is_of_the_present_text(name: str) -> None:
    """If this fails, `make certificates OF=--everywhere` makes it again."""
    assert shipped_certificate(game_of(name), everywhere=True) is not None


@pytest.mark.parametrize("name", QUICK)
def test_a_kept_certificate_proves_the_kept_verdicts(name: str) -> None:
    made = still_good_everywhere(game_of(name))
    assert made is not None
    assert summary(made[1]) == summary([from_json(row) for row in known_everywhere(name)])


def test_the_command_checks_a_shipped_certificate_and_does_not_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("cartaro_verify.decide_everywhere", None)
    found = load_or_decide("leduc", {}, None, everywhere=True)
    assert summary(from_json(row) for row in found if isinstance(row, dict)) == summary(
        from_json(row) for row in known_everywhere("leduc")
    )


def test_a_check_plays_only_the_hands_that_lead_to_the_end_of_a_match(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, hands = list[object](), table.hands

    def counted(*given: Any, **named: Any) -> Any:
        played.append(given)
        return hands(*given, **named)

    monkeypatch.setattr(table, "hands", counted)
    game, log = load_game(rules), ProofLog()
    assert isinstance(game, Game)
    assert [result.verdict for result in decide_everywhere(game, "endable", log=log)] == ["proved"]
    searched = len(played)
    again = ProofLog(log.entries)
    assert [result.verdict for result in decide_everywhere(game, "endable", log=again)] == ["proved"]
    assert len(played) - searched == 12 < searched, "one for each choice of the house rules that a hand depends on"
    (name,) = (key for key in log.entries if key.endswith("leading hands under all"))
    for tampered in ([[0, [0]]] * 12, [[1, [0]]] * 11, [[1, list[int]()]] * 12):
        played.clear()
        list(decide_everywhere(game, "endable", log=ProofLog({**log.entries, name: tampered})))
        assert len(played) > 12, "the entry is refused, and a later attempt makes the search again"


# ----------------------------------------------------------------------- making


def test_a_certificate_is_made_from_the_searches_for_each_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "leduc.json"
    monkeypatch.setattr(certificates, "PART", tmp_path / "parts")

    def path(name: str, *, everywhere: bool) -> Path:
        return made

    monkeypatch.setattr(certificates, "certificate_path", path)
    certificates.renew_everywhere("leduc", search=True)
    assert still_good_everywhere(game_of("leduc")) is not None
    assert list((tmp_path / "parts").iterdir()) == []


def test_a_search_that_was_stopped_is_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, kept = game_of("leduc"), tmp_path / "leduc.2.json"
    first = part(game, 2, kept)
    monkeypatch.setattr(certificates, "decide_everywhere", None)
    again = part(game, 2, kept)
    assert (summary(again.results), again.log) == (summary(first.results), first.log)
    kept.write_text(kept.read_text(encoding="utf-8").replace('"digest": "', '"digest": "of another text '), encoding="utf-8")
    with pytest.raises(TypeError):
        part(game, 2, kept)


def stopped_after_three(*given: Any, **named: Any) -> Iterator[Decided]:
    """Decide as usual, but run out of time after three results in a search; a check of a log is not stopped."""
    results = decide_everywhere(*given, **named)
    if "hand_search" not in named:
        yield from results
        return
    yield from islice(results, 3)
    raise OutOfTime


def test_what_a_stopped_search_has_not_decided_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("leduc")
    monkeypatch.setattr(certificates, "decide_everywhere", stopped_after_three)
    made = part(game, 2, tmp_path / "leduc.2.json", minutes=1)
    assert [result.verdict for result in made.results[:3]] == ["proved"] * 3
    assert {result.reason for result in made.results[3:]} == {PlainReason.OUT_OF_TIME}
    assert {result.name for result in made.results} == {row["name"] for row in known_everywhere("leduc")}
    assert list(cover_faults(game.ruleset, merged(made.results))) == []
    assert {result.house_rules for result in made.results} == {()}, "they are about all values"


def test_a_stopped_search_is_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More results than the search had are proved again; another value than a number is refused."""
    game = game_of("leduc")
    monkeypatch.setattr(certificates, "decide_everywhere", stopped_after_three)
    log = dict(part(game, 2, tmp_path / "leduc.2.json", minutes=1).log)
    (name,) = (key for key in log if key.endswith("stopped after"))
    assert log[name] == 3
    fewer = list(decide_everywhere(game, log=ProofLog({**log, name: 1})))
    assert [result.verdict for result in merged(fewer)].count("proved") == 1
    with pytest.raises(Diverged):
        list(decide_everywhere(game, log=ProofLog({**log, name: "3"})))


def written_files(monkeypatch: pytest.MonkeyPatch, folder: Path) -> dict[str, str]:
    """Return the files that a certificate of leduc would be written to, by name."""
    found = dict[str, str]()

    def keep(path: Path, text: str) -> None:
        if path.parent == folder / "parts":
            path.write_text(text, encoding="utf-8")
        else:
            found[path.name] = text

    monkeypatch.setattr(certificates, "PART", folder / "parts")
    monkeypatch.setattr(certificates, "write_file", keep)
    return found


def test_a_certificate_that_decides_less_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = written_files(monkeypatch, tmp_path)
    monkeypatch.setattr(certificates, "decide_everywhere", stopped_after_three)
    with pytest.raises(NotMade):
        certificates.renew_everywhere("leduc", search=True, minutes=1)
    assert files == {}


def test_a_certificate_that_decides_more_gives_the_kept_verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, files, rows = game_of("leduc"), written_files(monkeypatch, tmp_path), known_everywhere("leduc")
    out_of_time = [as_json(result) for result in out_of_time_everywhere(game, None, (), [])]

    def kept(_: str) -> list[object]:
        return [*rows[:3], *out_of_time[3:]]

    monkeypatch.setattr(certificates, "known_everywhere", kept)
    with pytest.raises(NotMade):
        certificates.renew_everywhere("leduc", check=True)
    certificates.renew_everywhere("leduc")
    assert files.keys() == {"leduc.everywhere.certificate.json", "leduc.everywhere.json"}
    assert files["leduc.everywhere.json"] == EVERYWHERE.path("leduc").read_text(encoding="utf-8")
