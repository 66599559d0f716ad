"""The fuzzer's corpus, a sample of its cases, and its ability to find faults; `make fuzz` runs for an hour."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from tests.fuzz import checks, processes
from tests.fuzz.cases import CORPUS, SMALL, Case, Kind, case, read_case, seeds
from tests.fuzz.checks import Outcome, failure, outcome
from tests.fuzz.command import is_bounded
from tests.fuzz.minimise import minimised
from tests.fuzz.mutations import recombined
from tests.levels import at_night

from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.model.game import Card
from cartaro_grammar.resolve import vocabulary
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.reading import source_from_bytes
from cartaro_grammar.text.source import Source

pytestmark = pytest.mark.slow

SEED = 22
SAMPLE = 30
CHUNK = 15
MANY = 600
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.iterdir()))
def test_fixed_findings_stay_fixed(name: str) -> None:
    found = failure(read_case(CORPUS / name))
    assert found is None, found.text


@pytest.mark.parametrize("first", at_night(range(0, SAMPLE, CHUNK), by_day=[0]))
def test_a_sample_holds(first: int) -> None:
    for number in range(first, first + CHUNK):
        found = outcome(case(SEED, number))
        again = f"python -m tests.fuzz --seed {SEED} --first {number} --count 1"
        assert found.failure is None, f"{again}\n{found.failure.text}"


@pytest.mark.parametrize("name", at_night(["scopa", "ramino", "escoba"], by_day=["escoba"]))
def test_a_mutated_ruleset_gets_its_imports_and_is_played(name: str) -> None:
    """Games of two families with their libraries, and a variant of a variant; the text differs from the shipped one."""
    text = next(shipped_folder().glob(f"*/{name}.regole")).read_bytes()
    assert outcome(Case("ruleset", text + b"\n-- caso\n", f"{name}.regole")) == Outcome(None, played=True)


DECK = ["italian_cards", "italian_deck"]


@pytest.mark.parametrize(
    ("text", "near", "names"),
    [
        ('game prova\n  title "P"\n  use italian_deck\n', "scopa.regole", DECK),
        ('game prova\n  title "P"\n  use tavolo\n', "C0303_claim_after.regole", ["tavolo"]),
        ('game prova\n  title "P"\n  use italian_deck\n  use scopa\n  use nowhere\n', "scopa.regole", DECK),
        ('game prova\n  title "P"\n', "scopa.regole", []),
        ('variant prova of escoba\n  title "P"\n', "scopa.regole", None),
        ('annex prova of nowhere\n  title "P"\n', "scopa.regole", [*DECK, "fishing", "scopa"]),
    ],
    ids=["a library", "a library of the tests", "what is no library", "nothing", "a variant", "nothing that is there"],
)
def test_a_text_builds_on_what_it_names(text: str, near: str, names: list[str] | None) -> None:
    parsed = parse(Source("a.regole", text))
    assert isinstance(parsed, tree.File)
    built = [file.name.text for file in checks.beside(parsed, near)]
    if names is None:
        assert built[-3:] == ["scopa", "scopa_francese", "escoba"]
        assert "rummy" not in built
    else:
        assert built == names


def test_the_sample_meets_every_kind() -> None:
    assert {case(SEED, number).kind for number in range(SAMPLE)} == set(get_args(Kind))


def test_a_case_is_the_same_again() -> None:
    assert case(SEED, 5) == case(SEED, 5)
    assert len({case(SEED, number).data for number in range(50)}) > 40


def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser fails on a word; the fuzzer reports the place and reduces the input."""

    def failing(source: object) -> object:
        if "stock" in getattr(source, "text", ""):
            raise KeyError("stock")
        return ()

    monkeypatch.setattr(checks, "parse", failing)
    data = b"game caso\n" + b"  x\n" * 50 + b"  pile stock (D1)\n" + b"  y\n" * 50
    found = failure(Case("ruleset", data))
    assert found is not None
    assert found.signature.startswith("KeyError")
    assert minimised(data, lambda less: failure(Case("ruleset", less)) is not None) == b"stock"


def failing(*_: object, **__: object) -> object:
    raise KeyError("fault")


@pytest.mark.parametrize(
    ("fault", "one"),
    [
        ("cartaro_verify.decide", Case("ruleset", (SMALL / "under.regole").read_bytes(), "under.regole")),
        ("cartaro_verify.decide", Case("command", b"verify\nsmall.regole\n--only\nconserved")),
        ("cartaro.commands.simulate.statistics_or_exit", Case("command", b"simulate\nGAME\n-n\n2")),
        ("cartaro_rulebook.build_site", Case("command", b"book\nbuild\nGAME\n--no-verify")),
    ],
    ids=["a small game", "verify", "simulate", "book build"],
)
def test_a_fault_behind_a_command_is_found(fault: str, one: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verification, simulation and printing reach the faulty code, and its faults are reported."""
    monkeypatch.setattr(fault, failing)
    found = failure(one)
    assert found is not None
    assert found.signature.startswith(("KeyError", "Broken  the exit code is"))


@pytest.mark.parametrize(
    ("words", "bounded"),
    [
        ("verify small.regole", True),
        ("verify scopa", False),
        ("verify small.regole -j 3", False),
        ("simulate GAME -n 20", True),
        ("simulate GAME", False),
        ("simulate GAME -n 5 -n99999", False),
        ("simulate GAME -n 5 -n 99999", False),
        ("compare GAME --vary players -n 3", True),
        ("compare GAME --vary players -n 3 --plot x.svg", False),
        ("compare GAME --vary players", False),
        ("book build GAME --no-verify --out public", True),
        ("book build GAME", False),
        ("book build GAME --no-verify --out ../x", False),
        ("book build GAME --no-verify --out=/x", False),
        ("check GAME --out x", False),
    ],
)
def test_long_running_and_writing_commands_are_skipped(words: str, bounded: bool) -> None:
    assert is_bounded(words.split()) is bounded


def test_an_answer_that_controls_the_terminal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:

    def coloured(diagnostic: object) -> str:
        return f"\x9b31m{diagnostic}"

    monkeypatch.setattr(checks, "render", coloured)
    found = failure(Case("ruleset", b"game"))
    assert found is not None
    assert found.signature == "Broken  an answer holds U+009B"


LIMITED = """
import sys
from tests.fuzz.cases import Case
from tests.fuzz.checks import failure
from tests.fuzz.worker import MEMORY, limit_memory

limit_memory()
found = failure(Case("command", b"simulate\\nGAME\\n-n\\n2"))
assert found is None, found.text
try:
    bytearray(MEMORY)
except MemoryError:
    sys.exit(0)
sys.exit("memory is not limited")
"""


def test_a_worker_has_a_limit_of_memory_under_which_hands_are_simulated() -> None:
    done = subprocess.run([sys.executable, "-c", LIMITED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


Specials = Sequence[tuple[tree.PackSpecial, tree.Clause]]


def three_lines(lines: Specials) -> bool:
    """Return whether a pack has a third special line."""
    return len(lines) >= 3


def a_word_for_a_number(lines: Specials) -> bool:
    """Return whether the number of special cards is a word."""
    return any(not value.text.isdigit() for special, _ in lines for _, value in special.settings)


@pytest.mark.parametrize("shows", at_night([three_lines, a_word_for_a_number], by_day=[three_lines]))
def test_recombined_rulesets_reach_what_was_missed(shows: Callable[[Specials], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults, planted or once present, that no case reached in five minutes. Some of the changed rulesets must show them."""
    met: list[Specials] = []
    specials: Callable[[Vocabulary, Specials], Iterator[Card]] = vars(vocabulary)["_specials"]

    def watched(words: Vocabulary, lines: Specials) -> Iterator[Card]:
        met.extend([lines] if shows(lines) else [])
        return specials(words, lines)

    monkeypatch.setattr("cartaro_grammar.resolve.vocabulary._specials", watched)
    others = [data for _, data in seeds()["ruleset"]]
    near, data = next(one for one in seeds()["ruleset"] if one[0] == "scala40.regole")
    for number in range(MANY):
        checks.checked(source_from_bytes(recombined(data, others, Random(number)), "a.regole"), near)
        if met:
            return
    pytest.fail("it shows in no ruleset")


def test_a_fault_in_generated_code_is_reported() -> None:
    """The methods that `dataclass` writes are such code."""
    with pytest.raises(KeyError) as raised:
        exec(compile("raise KeyError('x')", "<string>", "exec"))
    assert checks.failure_of(raised.value).signature == "KeyError"


@pytest.mark.parametrize(
    ("program", "limit", "what"),
    [
        ("import os; os.abort()", "memory 500000", "the exit code is -6"),
        ("raise KeyError", "memory 500000", "there is a traceback"),
        ("open('mine.regole', 'w').write('half'); BUSY", "SIGKILL 300", "the ruleset is damaged"),
        ("open('a.json', 'w').write('[1,'); BUSY", "SIGTERM 300", "JSONDecodeError"),
        (
            "import os; os.path.exists('b') and os.abort(); open('b', 'w'); BUSY",
            "SIGHUP 300",
            "called again, the exit code is -6",
        ),
    ],
)
def test_what_a_process_leaves_is_looked_at(program: str, limit: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PROGRAM", program.replace("BUSY", "\nwhile True: pass"))
    found = failure(Case("process", f"{limit}\ncheck|mine.regole\ngame mine\n".encode()))
    assert found is not None
    assert what in found.signature


def test_a_process_that_outlives_its_command_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'while True: pass']); sys.exit(0)"
    monkeypatch.setattr(processes, "PROGRAM", program)
    monkeypatch.setattr(processes, "DEADLINE", 1)
    found = failure(Case("process", b"memory 500000\ncheck\n"))
    assert found is not None
    assert found.signature == "Broken  a process is left"


def test_file_names_state_their_kind(tmp_path: Path) -> None:
    for name, expected in (("a.regole", Case("ruleset", b"")), ("a.ramino.position", Case("position", b"", "ramino"))):
        (tmp_path / name).write_bytes(b"")
        assert read_case(tmp_path / name) == expected
