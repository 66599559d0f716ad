"""Partial checking: an unfinished sentence hides what depends on it, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath
from random import Random

import pytest

from cartaro_grammar import CheckedTexts, Declaration, Occurrence, Span, check_texts, load_texts, shipped, tree
from cartaro_grammar.file_set import NamedTexts, shipped_folder
from cartaro_grammar.model.parts import parts

pytestmark = pytest.mark.slow

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
SENTENCES, NAMES = 1, 2
"""How many sentences and names in each text are broken for the test."""


@cache
def as_shipped(name: str) -> CheckedTexts:
    """Check a shipped text."""
    return check_texts(TEXTS, name)


def tree_of(name: str) -> tree.File:
    file = NamedTexts(TEXTS).tree(PurePosixPath(name))
    assert isinstance(file, tree.File)
    return file


def broken(name: str, at: int, by: str) -> CheckedTexts:
    """Check a shipped text with some characters replaced by others, so that all positions stay the same."""
    text = TEXTS[name]
    return check_texts(TEXTS | {name: text[:at] + by + text[at + len(by) :]}, name)


def place_of(one: Occurrence) -> tuple[str, int]:
    return one.span.source.name, one.span.start


def places(checked: CheckedTexts) -> dict[tuple[str, int], Declaration]:
    return {place_of(one): one.declaration for one in checked.occurrences}


def inside(name: str, place: tuple[str, int], span: Span) -> bool:
    return place[0] == name and span.start <= place[1] < span.end


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
def test_check_texts_agrees_with_load_texts(name: str) -> None:
    checked = as_shipped(f"{name}.regole")
    assert (checked.game, checked.diagnostics) == load_texts(TEXTS, f"{name}.regole")
    assert checked.game is not None
    assert checked.partial is not None
    assert checked.partial.clauses == checked.game.ruleset.clauses


def without_texts(written: str) -> str:
    """Return a sentence with the contents of all quoted texts blanked out."""
    return re.sub('"[^"]*"', lambda quoted: " " * len(quoted[0]), written)


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", [name for name in TEXTS if name.count(".") == 1])
def test_a_syntax_error_hides_only_what_its_sentence_declares(name: str) -> None:
    whole = as_shipped(name)
    before = places(whole)
    articles = [node.items for node in parts(tree_of(name)) if isinstance(node, tree.Article | tree.Amendment)]
    clauses = [item for items in articles if len(items) > 1 for item in items if isinstance(item, tree.Clause)]
    for clause in Random(name).sample(clauses, min(SENTENCES, len(clauses))):
        checked = broken(name, clause.span.start + without_texts(clause.span.text).index(":"), "?")
        assert checked.game is None
        left = places(checked)
        lost = {place: of for place, of in before.items() if place not in left}
        declared = {one.declaration for one in whole.occurrences if one.declares and inside(name, place_of(one), clause.span)}
        elsewhere = {of for place, of in lost.items() if not inside(name, place, clause.span)}
        assert elsewhere <= declared, clause.name
        assert any(inside(name, place, clause.span) for place in lost)


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name in TEXTS if ".prove" not in name and ".fonti" not in name][::3])
def test_an_unknown_name_hides_itself_alone(name: str) -> None:
    checked = as_shipped(name)
    here = [
        one
        for one in checked.occurrences
        if one.span.source.name == name and not one.declares and len(one.declaration.name) > 3
    ]
    named = [one for one in here if one.declaration.kind in {"zone", "definition", "counter", "measure"}]
    for one in Random(name).sample(named, min(NAMES, len(named))):
        there = broken(name, one.span.start, "q" * len(one.span.text))
        lost = places(checked).keys() - places(there).keys()
        assert lost <= {(name, one.span.start)}, (one.span.line, sorted(lost))


def test_the_checked_part_has_no_errors() -> None:
    text = TEXTS["scopa.regole"]
    checked = broken("scopa.regole", text.index("may take when number of taken is 1"), "may qqqq")
    assert checked.game is None
    assert checked.partial is not None
    assert "C0303" in [reported.code for reported in checked.diagnostics]
    names = {clause.name for clause in checked.partial.clauses}
    assert "pari" not in names
    assert {"dispari", "lascia", "obbligo", "vince"} <= names
    assert {zone.name for zone in checked.partial.zones} == {"stock", "table", "hand", "won"}


@pytest.mark.parametrize("name", ["cirulla.regole", "scala40.prove.regole", "fishing.regole"])
def test_a_text_that_ends_anywhere(name: str) -> None:
    for at in Random(name).sample(range(len(TEXTS[name])), 6):
        checked = check_texts(TEXTS | {name: TEXTS[name][:at]}, name)
        game, found = load_texts(TEXTS | {name: TEXTS[name][:at]}, name)
        assert checked.game == game
        assert set(found) <= set(checked.diagnostics)


def test_texts_that_cannot_be_loaded_are_reported() -> None:
    assert [reported.code for reported in check_texts(TEXTS, "nothing.regole").diagnostics] == ["C0101"]
    assert check_texts({"a.regole": "game"}, "a.regole").occurrences == ()
    assert check_texts({"a.regole": b"game \xff"}, "a.regole").partial is None
    alone = check_texts({"napola.regole": TEXTS["napola.regole"]}, "napola.regole")
    assert [reported.code for reported in alone.diagnostics] == ["C0301"]
    assert "napola" in {one.declaration.name for one in alone.occurrences}
