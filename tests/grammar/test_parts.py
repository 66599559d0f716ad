"""Traversals of the checked game agree with each other on every expression of the shipped games."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path
from typing import get_args

import pytest

from cartaro_grammar import Game, children, fold, load_game, parts, rewrite
from cartaro_grammar import game as g

TESTS = Path(__file__).parent.parent
GAMES = ("cirulla", "scala40", "scopone", str(TESTS / "numbers" / "asta.regole"), str(TESTS / "auction" / "passa.regole"),
         str(TESTS / "rulesets" / "families" / "machiavelli.regole"),
         str(TESTS / "combinations" / "combinations.regole"))  # fmt: skip


@cache
def expressions(name: str) -> tuple[g.Expr, ...]:
    game = load_game(name)
    assert isinstance(game, Game)
    return tuple(node for node in parts((game.acts, game.clauses, game.ruleset)) if isinstance(node, g.Expr))


def preorder(expr: g.Expr) -> tuple[g.Expr, ...]:
    return fold(expr, preorder, lambda found: (expr, *chain.from_iterable(found)))


def test_the_games_use_every_expression() -> None:
    used = {type(expr) for name in GAMES for expr in expressions(name)}
    assert used == set(get_args(g.Expr))


@pytest.mark.parametrize("name", GAMES)
def test_a_fold_reaches_every_expression_once_and_in_order(name: str) -> None:
    for expr in expressions(name):
        inside = [node for node in parts(expr) if isinstance(node, g.Expr)]
        assert all(one is other for one, other in zip(preorder(expr), inside, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_that_changes_nothing_shares_the_node(name: str) -> None:
    assert all(rewrite(expr, lambda node: node) is expr for expr in expressions(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_is_applied_wherever_its_node_is(name: str) -> None:
    def renamed(node: object) -> object:
        return g.Local(node.name + "'", node.type, node.span) if isinstance(node, g.Local) else node

    for expr in expressions(name):
        before = [node.name for node in parts(expr) if isinstance(node, g.Local)]
        assert [node.name for node in parts(rewrite(expr, renamed)) if isinstance(node, g.Local)] == [f"{n}'" for n in before]


def test_the_children_of_a_node_hold_no_words_or_spans() -> None:
    local = next(expr for expr in expressions("scopa") if isinstance(expr, g.Local))
    assert children(local) == (local.type,)
