"""No analysis passes over a member of a closed union in silence: a `match` over expressions, effects, sentences or lines of
claims names them all, fails, or hands its subject on.

A wildcard is the place where a new member is forgotten.  It may stand only where what it does is to end in `assert_never`, to
raise, or to give the same subject to a function, which is then under the same rule.  Who asks only for a shape or two asks with
`isinstance`, or of the operands of an operation.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from tests.project.packages import PACKAGES, files_of, text_of, tree_of

from cartaro_grammar.model.facts import EffectFacts, facts_of
from cartaro_grammar.model.game import ClaimLine, EffectBody, Expr, Sentence

UNIONS = {
    name: frozenset(member.__name__ for member in get_args(union))
    for name, union in {
        "effects": EffectBody,
        "sentences": Sentence,
        "lines of claims": ClaimLine,
        "expressions": Expr,
    }.items()
}


def known_as(tree: ast.Module, members: frozenset[str]) -> frozenset[str]:
    """The members by the names under which a file knows them: imported by name, or as members of the module of the game."""
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("cartaro_grammar"):
            found |= {alias.asname or alias.name for alias in node.names if alias.name in members}
        if isinstance(node, ast.ImportFrom) and node.module in ("cartaro_grammar", "cartaro_grammar.model"):
            modules = {alias.asname or alias.name for alias in node.names if alias.name.islower()}
            found |= {f"{module}.{member}" for module in modules for member in members}
    return frozenset(found)


def alternatives(pattern: ast.pattern) -> Iterator[ast.pattern]:
    match pattern:
        case ast.MatchOr(patterns=patterns):
            for one in patterns:
                yield from alternatives(one)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from alternatives(inner)
        case _:
            yield pattern


def over(node: ast.Match, known: frozenset[str]) -> bool:
    """Whether a match asks which of these members its subject is."""
    patterns = [one for case in node.cases for one in alternatives(case.pattern)]
    return any(isinstance(p, ast.MatchClass) and ast.unparse(p.cls) in known for p in patterns)


def silent(node: ast.Match) -> bool:
    last = node.cases[-1]
    if not (isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None):
        return False
    match last.body:
        case [ast.Raise()]:
            return False
        case [ast.Expr(value=ast.Call() as call)] | [ast.Return(value=ast.Call() as call)]:
            return ast.unparse(node.subject) not in [ast.unparse(argument) for argument in call.args]
        case _:
            return True


@cache
def matches_of(text: str) -> tuple[ast.Match, ...]:
    return tuple(node for node in ast.walk(tree_of(text)) if isinstance(node, ast.Match))


def silent_matches(text: str, members: frozenset[str]) -> list[int]:
    matches = matches_of(text)
    known = known_as(tree_of(text), members) if matches else frozenset[str]()
    return [node.lineno for node in matches if over(node, known) and silent(node)]


@pytest.mark.parametrize("union", UNIONS)
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_match_over_a_union_is_exhaustive(package: Path, union: str) -> None:
    found = {str(file.relative_to(package)): silent_matches(text_of(file), UNIONS[union]) for file in files_of(package)}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize("union", UNIONS)
@pytest.mark.parametrize("body", ["pass", "return", "return None", "return 0", "x = 1", "return other(y)"])
def test_a_silent_wildcard_is_found(body: str, union: str) -> None:
    first, second, *_ = sorted(UNIONS[union])
    cases = f"  case g.{first}() | g.{second}(): return 1\n  case _: {body}\n"
    text = f"from cartaro_grammar import game as g\ndef f(b):\n match b:\n{cases}"
    assert silent_matches(text, UNIONS[union]) == [3]
    assert silent_matches(text.replace("g.", "h."), UNIONS[union]) == []


@pytest.mark.parametrize("module", ["cartaro_grammar", "cartaro_grammar.model.game"])
@pytest.mark.parametrize(("name", "as_name"), [("Step", "Step"), ("Step as Part", "Part")])
def test_a_silent_wildcard_is_found_by_names_imported(module: str, name: str, as_name: str) -> None:
    cases = f"  case {as_name}() if b: return 1\n  case _: return 0\n"
    text = f"from {module} import {name}\ndef f(b):\n match b.sentence:\n{cases}"
    assert silent_matches(text, UNIONS["sentences"]) == [3]
    assert silent_matches(text, UNIONS["effects"]) == []


@pytest.mark.parametrize("body", ["assert_never(b)", "return other(c, b)", "raise ValueError(b)"])
def test_a_wildcard_that_hands_its_subject_on_may_stand(body: str) -> None:
    text = f"from cartaro_grammar import MoveCards\ndef f(b):\n match b:\n  case MoveCards(): return 1\n  case _: {body}\n"
    assert silent_matches(text, UNIONS["effects"]) == []


def test_there_are_facts_of_every_effect() -> None:
    cases = matches_of(source_of_facts())[0].cases
    named = {ast.unparse(p.cls) for case in cases for p in alternatives(case.pattern) if isinstance(p, ast.MatchClass)}
    assert named == {f"g.{effect}" for effect in UNIONS["effects"]}
    assert EffectFacts().memory is None


def source_of_facts() -> str:
    return Path(facts_of.__code__.co_filename).read_text(encoding="utf-8")
