"""Every text gives either a game or diagnostics whose spans lie in their sources."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.levels import at_night, by_level, examples

from cartaro_grammar.checker import check
from cartaro_grammar.load import load_checked, load_files
from cartaro_grammar.model.game import Game, Ruleset
from cartaro_grammar.model.settings import instantiate
from cartaro_grammar.resolve.merge import merge
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.diagnostic import Diagnostic, as_json, render
from cartaro_grammar.text.reading import MAX_BYTES, source_from_bytes, source_from_text
from cartaro_grammar.text.source import Source

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "diagnostics" / "cases"
TEXTS = {p.stem: p.read_text(encoding="utf-8") for p in sorted((ROOT / "rulesets").rglob("*.regole"))}


def libraries(name: str) -> list[tree.File]:
    found = load_files(ROOT / "rulesets" / "lib" / f"{name}.regole")
    files = [file for file in found if isinstance(file, tree.File)]
    assert files
    return files


FISHING = libraries("fishing")
SCOPA = [file for file in load_files("scopa") if isinstance(file, tree.File) and file.kind != "annex"]
BESIDE = {"game": FISHING, "library": [], "variant": SCOPA, "annex": SCOPA}
"""The texts that a text of each kind builds on in these tests."""


def lies_within(told: Diagnostic) -> None:
    """Check that every place that a diagnostic names is in its source, and that the diagnostic can be shown."""
    labels = [told.primary] if told.primary else []
    spans = [label.span for label in (*labels, *told.others)] + ([told.fix.span] if told.fix else [])
    for span in spans:
        assert 0 <= span.start <= span.end <= len(span.source.text), told
    assert render(told)
    assert as_json(told)["message"]


def game_under_defaults(ruleset: Ruleset) -> Game:
    game = instantiate(ruleset)
    assert isinstance(game, Game)
    return game


def goes_through(loaded: Source | tuple[Diagnostic, ...]) -> Game | None:
    """Run a text through every pass, as if it lay next to the library."""
    found = loaded if isinstance(loaded, tuple) else ()
    game = None
    if isinstance(loaded, Source):
        parsed = parse(loaded)
        if isinstance(parsed, tuple):
            found = parsed
        else:
            assert isinstance(format_source(loaded), str)
            merged, reported = merge([*BESIDE[parsed.kind], parsed])
            ruleset, more = check(merged)
            game = None if ruleset is None else game_under_defaults(ruleset)
            found = (*reported, *more)
            assert game is not None or any(t.severity == "error" for t in found)
    assert game is not None or found
    for told_here in found:
        lies_within(told_here)
    return game


@given(st.binary(max_size=400))
@examples(100)
def test_any_bytes(data: bytes) -> None:
    goes_through(source_from_bytes(data, "a.regole"))


@given(st.text(max_size=400))
@example('"')
@example("--")
@example('game caso\n  title ""\n ')
@examples(100)
def test_any_text(text: str) -> None:
    goes_through(source_from_text(text, "a.regole"))


WORDS = sorted({word for text in TEXTS.values() for word in text.split()} | set("():,[]+-*=\"'"))


@given(st.lists(st.sampled_from([*WORDS, "\n", "\n  ", "\n    ", "\n   ", "\n\n"]), max_size=60))
@examples(80)
def test_any_words_of_rulesets(words: list[str]) -> None:
    goes_through(source_from_text(" ".join(["game caso\n  use fishing\narticle 1", '"x"\n ', *words]), "a.regole"))


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A shipped ruleset with words or lines that are left out, doubled, exchanged, or inserted from elsewhere."""
    text = TEXTS[draw(st.sampled_from(["scopa", "scopone", "scopa.prove", "fishing", "scala40"]))]
    for _ in range(draw(st.integers(1, 4))):
        by_line = draw(st.booleans())
        parts = text.split("\n") if by_line else text.split(" ")
        one = draw(st.integers(0, len(parts) - 1))
        other = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(["leave out", "double", "exchange", "put in", "indent", "glue"])):
            case "leave out":
                del parts[one]
            case "double":
                parts.insert(one, parts[one])
            case "exchange":
                parts[one], parts[other] = parts[other], parts[one]
            case "put in":
                parts.insert(one, draw(st.sampled_from(WORDS)))
            case "indent":
                parts[one] = " " * draw(st.integers(0, 5)) + parts[one]
            case _:
                parts[one] = parts[one] + parts[other]
        text = ("\n" if by_line else " ").join(parts)
    return text


@given(mutants())
@examples(40)
def test_any_mutant_of_a_ruleset(text: str) -> None:
    goes_through(source_from_text(text, "a.regole"))


HEAD = 'game caso\n  use fishing\n\narticle 1 "x"\n'
MANY = 1_200
LARGE: dict[str, Callable[[], str]] = {
    "brackets": lambda: f"{HEAD}  c: x is {'(' * 12_000}1{')' * 12_000}\n",
    "open brackets": lambda: f"{HEAD}  c: x is {'(' * 100_000}\n",
    "not": lambda: f"{HEAD}  c: x means {'not ' * 25_000}hand is empty\n",
    "of": lambda: f"{HEAD}  c: x is {'player after ' * 8_000}dealer\n",
    "sum": lambda: f"{HEAD}  c: x is {' + '.join(['1'] * 8_000)}\n",
    "sum of sixty": lambda: f"{HEAD}  c: x is {' + '.join(['1'] * 60)}\n",
    "and": lambda: f"{HEAD}  c: x means {' and '.join(['hand is empty'] * 5_000)}\n",
    "where": lambda: f"{HEAD}  c: x is {'number of (' * 9_000}table{' where value is 1)' * 9_000}\n",
    "blocks": lambda: HEAD + "".join(f"{'  ' * n}under a is b\n" for n in range(1, 400)),
    "long line": lambda: f'{HEAD}  c: conduct "{"x" * 250_000}"\n',
    "long word": lambda: f"{HEAD}  {'x' * 200_000}: y is 1\n",
    "clauses": lambda: HEAD + "".join(f"  c{n}: x{n} is 1\n" for n in range(MANY)),
    "unknown words": lambda: HEAD + "".join(f"  c{n}: x{n} is y{n}z\n" for n in range(MANY)),
    "chain": lambda: HEAD + "".join(f"  c{n}: x{n} is x{n + 1}\n" for n in range(1_000)) + "  d: x1000 is 1\n",
    "chain of exceptions": lambda: (
        HEAD + "".join(f"  c{n} despite c{n + 1}: x is {n}\n" for n in range(800)) + "  c800: x is 1\n"
    ),
    "same clause": lambda: HEAD + "  c: x is 1\n" * MANY,
    "articles": lambda: "game caso\n  use fishing\n" + "".join(f'article {n} "x"\n  c{n}: x{n} is 1\n' for n in range(1_000)),
    "options": lambda: HEAD + "".join(f"  option o{n} is a among a, b\n" for n in range(6_000)),
    "values": lambda: f"{HEAD}  option o is v0 among {', '.join(f'v{n}' for n in range(7_000))}\n",
    "steps": lambda: HEAD + "".join(f"  s{n}: in a turn, after s{n + 1}, the player must lay\n" for n in range(800)),
    "suits": lambda: HEAD + "  t: every card has a colour\n" + "".join(f'    v{n} "{n}"\n' for n in range(2_500)),
    "errors": lambda: HEAD + "  c: x is is is 1\n" * MANY,
    "comments": lambda: HEAD + "-- x\n" * 20_000 + "  c: x is 1\n",
    "blank lines": lambda: HEAD + "\n" * 200_000 + "  c: x is 1\n",
    "uses": lambda: f"game caso\n  use {', '.join(f'l{n}' for n in range(15_000))}\n",
    "rows": lambda: 'game caso\n  source F "x" covers F1 to F999999999\n' + HEAD.split("\n", 1)[1],
    "number": lambda: f"{HEAD}  c: x is {'9' * 100_000}\n",
    "players": lambda: f"{HEAD}  c: there are 2 to 999999999999 players\n",
    "pack": lambda: f"{HEAD}  c: the pack has 999999999 of every rank and suit\n",
    "special": lambda: f'{HEAD}  c: the pack has 999999999 cards j "JK"\n',
    "quotes": lambda: HEAD + '  c: conduct "\n' * 1_000,
    "amendments": lambda: 'variant a of b\n  title "x"\n' + "in article 1 repeal x\n" * 9_000,
}

LARGE_BY_DAY = (
    "brackets", "not", "sum", "and", "blocks", "long line", "clauses", "chain", "options", "errors", "quotes", "amendments",
    "number", "pack", "uses", "rows",
)  # fmt: skip
"""One text of each kind: deep, long, with many declarations, with many errors, or with large numbers."""


@pytest.mark.parametrize("name", at_night(LARGE, by_day=LARGE_BY_DAY))
def test_large_and_deep_texts_are_refused(name: str) -> None:
    """Reading each text ends, and without an exception. No clock is needed: a hang shows as a suite that does not end."""
    text = LARGE[name]()
    loaded = source_from_text(text[:MAX_BYTES], "a.regole")
    goes_through(loaded)


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.regole"
    path.write_text("-- x\n" * 250_000, encoding="utf-8")
    _, found = load_checked(path)
    assert [reported.code for reported in found] == ["C0103"]


@pytest.mark.parametrize(
    "rules", ["", "/", ".", "..", "\0", "a\0b", "x" * 5000, "../scopa", "sco*pa", "[", "scopa.prove", "-", "é"]
)
def test_any_name_is_loaded_or_reported(rules: str) -> None:
    game, found = load_checked(rules)
    assert game is not None or found


def test_nothing_outside_is_read(tmp_path: Path) -> None:
    """Names are words, not paths, and a link that leads out of its folder is not followed."""
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.regole").write_text('library secret\n  title "x"\n', encoding="utf-8")
    (inside / "secret.regole").symlink_to(tmp_path / "secret.regole")
    (inside / "a.secret.regole").symlink_to(tmp_path / "secret.regole")
    (inside / "lib").symlink_to("..")
    (inside / "ring.regole").symlink_to(inside / "ring.regole")
    (inside / "a.regole").write_text("game caso\n  use secret, ring\n", encoding="utf-8")
    _, found = load_checked(inside / "a.regole")
    assert [reported.code for reported in found] == ["C0301", "C0301"]
    _, found = load_checked(inside / "ring.regole")
    assert [reported.code for reported in found] == ["C0101"]


def test_an_annex_alone_is_loaded_with_its_game() -> None:
    game, found = load_checked(ROOT / "rulesets" / "fishing" / "rebello.prove.regole")
    assert game is not None, found
    assert game.name == "rebello"
    assert game == load_checked("rebello")[0]


ORDER = """
import sys
from pathlib import Path
from cartaro_grammar import load_checked, render
for path in map(Path, sys.argv[1:]):
    game, found = load_checked(path)
    print(repr(game), *map(render, found), sep="\\n")
"""


def test_nothing_depends_on_the_order_of_sets() -> None:
    cases = sorted(CASES.glob("*.regole"))[:: by_level(day=15, night=1)]
    paths = [*cases, ROOT / "rulesets" / "fishing" / "scopone.regole"]
    outputs: set[bytes] = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "grammar")}
        command = [sys.executable, "-c", ORDER, *map(str, paths)]
        outputs.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert len(outputs) == 1
