"""No analysis silently ignores a member of a closed union: a `match` over expressions, effects, sentences or lines of claims
names all members, fails, or passes its subject on.

Under a wildcard, a new member is easily forgotten. It is allowed only if it ends in `assert_never`, raises, or gives the same
subject to a function, which then follows the same rule.

There are many kinds of expressions, and most analyses treat most of them alike. The function may therefore be `fold` or
`default` (`cartaro_grammar.model.parts`), which name no expression. A new expression then gets the result that the author of
the analysis found sound for every expression. The modules in `COMPLETE` have no such result: each names every expression, and
does not type-check if one is missing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from tests.project.packages import PACKAGES, ROOT, files_of, text_of, tree_of

from cartaro_grammar.model.facts import EffectFacts, facts_of
from cartaro_grammar.model.game import ClaimLine, EffectBody, Expr, Sentence

DEFAULTS = frozenset({"default", "fold"})
"""The functions that accept every expression. For members of the other unions, passing the subject to them counts as a
wildcard.
"""

COMPLETE = (
    "interpreter/cartaro_interpreter/evaluate/expressions.py",
    "engine/cartaro_engine/lower/expressions.py",
    "verify/cartaro_verify/encode/expressions.py",
    "rulebook/cartaro_rulebook/prose/expressions.py",
    # no default is sound for an unknown expression, which may read hidden cards or the state
    "grammar/cartaro_grammar/analyses/visibility.py",
    "interpreter/cartaro_interpreter/evaluate/mentions.py",
)

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
    """Return the members by the names that a file uses for them: imported names, or attributes of the module of the game."""
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


def named(node: ast.Match, known: frozenset[str]) -> frozenset[str]:
    """Return which of these members a match names in the patterns of its arms."""
    patterns = [one for case in node.cases for one in alternatives(case.pattern)]
    return known & {ast.unparse(p.cls) for p in patterns if isinstance(p, ast.MatchClass)}


def over(node: ast.Match, known: frozenset[str]) -> bool:
    """Return whether a match tests which of these members its subject is."""
    return bool(named(node, known))


def silent(node: ast.Match, defaults: frozenset[str] = DEFAULTS) -> bool:
    """Return whether the last arm of a match is a wildcard in which a new member is forgotten."""
    last = node.cases[-1]
    if not (isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None):
        return False
    match last.body:
        case [ast.Raise()]:
            return False
        case [ast.Expr(value=ast.Call() as call)] | [ast.Return(value=ast.Call() as call)]:
            is_handed_on = ast.unparse(node.subject) in [ast.unparse(argument) for argument in call.args]
            return not is_handed_on or ast.unparse(call.func) in DEFAULTS - defaults
        case _:
            return True


@cache
def matches_of(text: str) -> tuple[ast.Match, ...]:
    return tuple(node for node in ast.walk(tree_of(text)) if isinstance(node, ast.Match))


def silent_matches(text: str, members: frozenset[str]) -> list[int]:
    matches = matches_of(text)
    known = known_as(tree_of(text), members) if matches else frozenset[str]()
    defaults = DEFAULTS if members == UNIONS["expressions"] else frozenset[str]()
    return [node.lineno for node in matches if over(node, known) and silent(node, defaults)]


def complete_matches(text: str) -> list[int]:
    """Return the lines of the matches that name every expression; their only wildcard, if any, is one that is never reached."""
    known = frozenset(f"g.{member}" for member in UNIONS["expressions"])
    return [node.lineno for node in matches_of(text) if named(node, known) == known and closed(node.cases[-1])]


def closed(last: ast.match_case) -> bool:
    """Return whether a last arm is not a wildcard, or is a wildcard that type checkers refuse if a member is not named."""
    is_wildcard = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
    return not is_wildcard or ast.unparse(last.body[0]).startswith("assert_never(")


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


@pytest.mark.parametrize("arm", ["default(b, 0)", "fold(b, f, sum)"])
@pytest.mark.parametrize("union", UNIONS)
def test_only_expressions_have_a_default_arm(union: str, arm: str) -> None:
    member = min(UNIONS[union])
    text = f"from cartaro_grammar import {member}\ndef f(b):\n match b:\n  case {member}(): return 1\n  case _: return {arm}\n"
    assert silent_matches(text, UNIONS[union]) == ([] if union == "expressions" else [3])


@pytest.mark.parametrize("path", COMPLETE)
def test_each_meaning_names_every_expression(path: str) -> None:
    assert len(complete_matches((ROOT / path).read_text(encoding="utf-8"))) == 1


@pytest.mark.parametrize(
    ("last", "is_complete"), [("assert_never(b)", True), ("return default(b, 0)", False), ("raise ValueError(b)", False)]
)
def test_a_match_that_names_all_is_complete_without_another_wildcard(last: str, is_complete: bool) -> None:
    arms = " | ".join(f"g.{member}()" for member in sorted(UNIONS["expressions"]))
    text = f"def f(b):\n match b:\n  case {arms}: return 1\n  case _: {last}\n"
    assert bool(complete_matches(text)) is is_complete
    assert complete_matches(text.replace("g.Can() | ", "")) == []


def test_there_are_facts_of_every_effect() -> None:
    cases = matches_of(source_of_facts())[0].cases
    named = {ast.unparse(p.cls) for case in cases for p in alternatives(case.pattern) if isinstance(p, ast.MatchClass)}
    assert named == {f"g.{effect}" for effect in UNIONS["effects"]}
    assert EffectFacts().memory is None


def source_of_facts() -> str:
    return Path(facts_of.__code__.co_filename).read_text(encoding="utf-8")
