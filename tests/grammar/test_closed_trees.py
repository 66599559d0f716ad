"""A `match` over expressions, or over parts of the tree, names all members of the union (see `tests/project`)."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest
from tests.project.packages import PACKAGES
from tests.project.test_closed_unions import over, silent

from cartaro_grammar import game as g
from cartaro_grammar import tree

OF_THE_TREE = (
    tree.Expr, tree.EffectBody, tree.Sentence, tree.ArticleItem, tree.Item, tree.ClaimLine, tree.ExampleLine,
)  # fmt: skip
MEMBERS = frozenset(
    [f"g.{kind.__name__}" for kind in get_args(g.Expr)]
    + [f"tree.{kind.__name__}" for union in OF_THE_TREE for kind in get_args(union)]
)
FILES = sorted(PACKAGES[0].rglob("*.py"))


def silent_matches(text: str) -> list[int]:
    matches = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Match))
    return [node.lineno for node in matches if over(node, MEMBERS) and silent(node)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_match_over_a_union_is_exhaustive(path: Path) -> None:
    assert silent_matches(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("member", ["g.Operation", "tree.Compare", "tree.Holds", "tree.Words"])
def test_a_silent_wildcard_is_found(member: str) -> None:
    assert silent_matches(f"match x:\n case {member}(): a()\n case _: pass") == [1]
    assert silent_matches(f"match x:\n case {member}(): a()\n case _: assert_never(x)") == []
