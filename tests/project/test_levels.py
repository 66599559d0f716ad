"""The levels of the tests: the representative texts use every construct, and only sweeps leave out other texts."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import cast

import pytest
from tests import levels
from tests.levels import (
    CHANGED_BY_DAY,
    HANDS_BY_DAY,
    REPRESENTATIVE,
    RULESETS,
    digests,
    is_in,
    is_represented,
    searching_modules,
    taken_by_day,
)

from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.source import Source

Construct = tuple[str, str, object]


def constructs(path: Path) -> set[Construct]:
    """Return the kinds of node in a text, each with its optional parts that are present, and with whether its lists are
    long.
    """
    parsed = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert isinstance(parsed, tree.File), parsed
    found: set[Construct] = set()
    for node in parts(parsed):
        if not is_dataclass(node):
            continue
        kind = type(node).__name__
        found.add((kind, "", None))
        for field in fields(node):
            value: object = getattr(node, field.name)
            if value is None or isinstance(value, bool):
                found.add((kind, field.name, value))
            elif isinstance(value, tuple):
                found.add((kind, field.name, min(len(cast("tuple[object, ...]", value)), 2)))
    return found


def test_the_representative_texts_use_every_construct() -> None:
    used: dict[bool, set[Construct]] = {True: set(), False: set()}
    for path in sorted(RULESETS.rglob("*.regole")):
        used[path.name.partition(".")[0] in REPRESENTATIVE] |= constructs(path)
    lacking = used[False] - used[True]
    assert not lacking, f"add to REPRESENTATIVE a text that has {sorted(map(str, lacking))}"
    assert digests().keys() >= REPRESENTATIVE


@pytest.mark.parametrize(
    ("test", "represented"),
    [
        ("a.py::test_a[whist]", True),
        ("a.py::test_a[whist.prove-fr]", True),
        ("a.py::test_a[hearts]", False),
        ("a.py::test_a[scopa.regole]", False),
        ("a.py::test_a[whist-scopa]", False),
        ("a.py::test_a[another]", False),
        ("whist.py::test_whist", False),
    ],
)
def test_unchanged_texts_that_others_represent_are_left_out_of_sweeps(test: str, represented: bool) -> None:
    assert is_represented(test, {"hearts"}) is represented


def test_a_place_has_the_tests_of_its_files() -> None:
    places = ("tests/smoke", "tests/grammar/test_tree.py")
    tests = (
        "tests/smoke/test_a.py::test_b",
        "tests/smoke_b/test_a.py::test_b",
        "tests/grammar/test_tree.py::test_c[tests/smoke]",
    )
    assert [is_in(test, places) for test in tests] == [True, False, True]
    assert not is_in("tests/grammar/test_trees.py::test_tests", places)


def test_of_many_changed_texts_each_sweep_takes_others() -> None:
    """A run by day takes the same time however many texts changed, and the sweeps together cover each of them."""
    texts = [f"text_{n}" for n in range(40)]
    taken = [taken_by_day(f"a.py::test_{n}", texts) for n in range(100)]
    assert {len(each) for each in taken} == {CHANGED_BY_DAY}
    assert set().union(*taken) == set(texts)
    assert taken_by_day("a.py::test_a", texts[:CHANGED_BY_DAY]) == set(texts[:CHANGED_BY_DAY])


def test_the_texts_that_a_sweep_names_are_shipped_and_among_its_parameters(request: pytest.FixtureRequest) -> None:
    """If a mark named any other text, its sweep would test nothing in `make test`."""
    named: dict[tuple[str, str], set[str]] = {}
    met: dict[tuple[str, str], set[str]] = {}
    for item in request.session.items:
        mark = item.get_closest_marker("sweep")
        if mark is not None and mark.args:
            test = (str(item.path), item.nodeid.partition("[")[0])
            named[test] = set(mark.args)
            met.setdefault(test, set()).update(re.split(r"[^a-z0-9_]+", item.nodeid.partition("[")[2]))
    assert {test: names - met[test] for test, names in named.items() if names - met[test]} == {}


def test_only_by_day_few_hands_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("z3")
    by_day = [{name: getattr(module, name) for name in limits} for module, limits in searching_modules()]
    assert (by_day == list(HANDS_BY_DAY.values())) is not levels.night_has_come
    monkeypatch.undo()
    as_for_a_user = [{name: getattr(module, name) for name in limits} for module, limits in searching_modules()]
    assert all(few[name] < many[name] for few, many in zip(HANDS_BY_DAY.values(), as_for_a_user, strict=True) for name in few)
