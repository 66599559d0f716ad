"""Every rule of the grammar builds something, and every node of the tree has fields of their declared types."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from types import UnionType
from typing import Literal, Union, cast, get_args, get_origin, get_type_hints

from lark import Lark

from cartaro_grammar import load_files, shipped, tree
from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree_builder as build
from cartaro_grammar.syntax.lark_parser import parser
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.source import Source

COLUMNS = parse(
    Source(
        "columns",
        'library l\n  title "L"\n  edition "1" 2026\n\narticle 1 "Cards"\n  worth "Worth": every suit has points\n    cups 1\n'
        "  halved: part of x is n divided by 2, rounded down\n"
        "  court: c counts as court when rank of c is one of queen, king\n"
        "  able: able means some card in hand is court\n"
        "  split: able means (hand + table) splits into court with some of stock or hand does not split into court\n"
        "  printed: worth of g is total points of g as printed\n"
        "  pairs: pairs of g is number of (sets of cards t in g where number of t is 2)\n"
        "  worths: worths of g is total of points of t over (sets of cards t in g)\n"
        "  best: best of g is highest of points of t over (sets of cards t in g)\n"
        "  least: least of g is lowest of points of t over (sets of cards t in g)\n"
        "  onward: heir is (the first player after dealer where able)\n",
    )
)
REPEALED = parse(
    Source(
        "repealed",
        'variant v of scopa from "https://example.org/scopa.regole"\n  title "V"\n  use casa from "https://example.org/casa.regole"\n'
        "\nrepeal example sei\nrepeal claim solo_pari\n",
    ),
)
"""Constructs that no shipped ruleset uses, in sentences."""
NODES = {one for one in vars(tree).values() if isinstance(one, type) and is_dataclass(one) and one.__module__ == tree.__name__}
HINTS: dict[type, dict[str, object]] = {kind: get_type_hints(kind) for kind in NODES}


@cache
def read() -> dict[str, tree.File]:
    """The files of all shipped games, by their names."""
    found = (file for files in ((COLUMNS, REPEALED), *map(load_files, shipped())) for file in files)
    return {file.source.name: file for file in found if isinstance(file, tree.File)}


def rules() -> set[str]:
    """Return the names of the rules of the grammar whose results are passed to a builder."""
    lark: Lark = parser()
    named = (rule.alias or (None if rule.options.expand1 else str(rule.origin.name)) for rule in lark.rules)
    return {name for name in named if name and not name.startswith("_")} - {"rest"}


def fits(value: object, said: object) -> bool:
    """Return whether a value matches an annotated type."""
    origin, inner = get_origin(said), get_args(said)
    if origin is Literal:
        return value in inner
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inner)
    if origin is tuple:
        row = cast("tuple[object, ...]", value) if isinstance(value, tuple) else None
        if row is None:
            return False
        if inner[1:] == (...,):
            return all(fits(one, inner[0]) for one in row)
        return len(row) == len(inner) and all(map(fits, row, inner))
    return isinstance(value, type(None) if said is None else cast(type, said))


def misfits(node: object) -> list[str]:
    return [f"{type(node).__name__}.{name}" for name, said in HINTS[type(node)].items() if not fits(getattr(node, name), said)]


def test_every_rule_builds_something() -> None:
    assert rules() == build.NODES.keys() | build.PARTS.keys()
    assert not build.NODES.keys() & build.PARTS.keys()


def test_every_node_holds_what_its_class_says() -> None:
    nodes = ((name, node) for name, file in read().items() for node in parts(file) if type(node) in NODES)
    found = ((name, wrong) for name, node in nodes for wrong in misfits(node))
    assert list(islice(found, 5)) == []


def test_rulesets_have_nodes_of_every_class() -> None:
    seen = {type(node) for file in read().values() for node in parts(file)}
    assert NODES - seen == set()


def test_a_misfit_is_found() -> None:
    word = next(node for file in read().values() for node in parts(file) if isinstance(node, tree.Word))
    wrong = tree.Quantified("some", word, None, tree.Name("x", word.span), word.span)
    assert misfits(wrong) == []
    assert fields(wrong)[0].name == "quantifier"
    object.__setattr__(wrong, "quantifier", "many")
    object.__setattr__(wrong, "variable", (word,))
    assert misfits(wrong) == ["Quantified.quantifier", "Quantified.variable"]
