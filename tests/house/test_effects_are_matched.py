"""No analysis passes over an effect in silence: a `match` over effects names them all, fails, or hands the effect on.

A wildcard over effects is the place where a new one is forgotten.  It may stand only where what it does is to end in
`assert_never`, to raise, or to give the same effect to a function, which is then under the same rule.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from tests.house.packages import PACKAGES

from cartaro_grammar.model.effect_facts import EffectFacts, facts_of
from cartaro_grammar.model.game import EffectBody

EFFECTS = frozenset(effect.__name__ for effect in get_args(EffectBody))


def effects_known(tree: ast.Module) -> frozenset[str]:
    """The effects by the names under which a file knows them: imported by name, or as members of the module of the game."""
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("cartaro_grammar", "cartaro_grammar.model.game"):
            found |= {alias.asname or alias.name for alias in node.names if alias.name in EFFECTS}
        if isinstance(node, ast.ImportFrom) and node.module in ("cartaro_grammar", "cartaro_grammar.model"):
            modules = {alias.asname or alias.name for alias in node.names if alias.name == "game"}
            found |= {f"{module}.{effect}" for module in modules for effect in EFFECTS}
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


def over_effects(node: ast.Match, known: frozenset[str]) -> bool:
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


def silent_matches(text: str) -> list[int]:
    tree = ast.parse(text)
    known = effects_known(tree)
    matches = [node for node in ast.walk(tree) if isinstance(node, ast.Match)]
    return [node.lineno for node in matches if over_effects(node, known) and silent(node)]


@pytest.mark.parametrize("path", [pytest.param(f, id=f"{p.name}/{f.name}") for p in PACKAGES for f in sorted(p.rglob("*.py"))])
def test_no_effect_is_passed_over_in_silence(path: Path) -> None:
    assert silent_matches(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("body", ["pass", "return", "return None", "return 0", "x = 1", "return other(y)"])
def test_a_silent_wildcard_is_found(body: str) -> None:
    text = (
        f"from cartaro_grammar import game as g\ndef f(b):\n match b:\n  case g.Move() | g.Deal(): return 1\n  case _: {body}\n"
    )
    assert silent_matches(text) == [3]
    assert silent_matches(text.replace("g.", "h.")) == []


@pytest.mark.parametrize("body", ["assert_never(b)", "return other(c, b)", "raise ValueError(b)"])
def test_a_wildcard_that_hands_the_effect_on_may_stand(body: str) -> None:
    text = f"from cartaro_grammar.game import Move\ndef f(b):\n match b:\n  case Move(): return 1\n  case _: {body}\n"
    assert silent_matches(text) == []


def test_there_are_facts_of_every_effect() -> None:
    cases = next(node for node in ast.walk(ast.parse(source_of_facts())) if isinstance(node, ast.Match)).cases
    named = {ast.unparse(p.cls) for case in cases for p in alternatives(case.pattern) if isinstance(p, ast.MatchClass)}
    assert named == {f"g.{effect}" for effect in EFFECTS}
    assert EffectFacts().memory is None


def source_of_facts() -> str:
    return Path(facts_of.__code__.co_filename).read_text(encoding="utf-8")
