"""Traversals of the model: of expressions, effects, clauses, acts, claims, and tuples of these.

`parts`, `children` and `subexpressions` read a node, `rewrite` makes another with some parts replaced. All of these functions
follow the fields of the classes, so that a new construct requires no change here.

An analysis that ignores most expressions is a `match` over the expressions that it knows. Its last arm is `fold`, which joins
the results of the subexpressions, or `default`, which gives one result for all other expressions. That result must be sound for
an expression that the analysis does not know: it must not claim or exclude anything. If each expression has a meaning (to
compile, lower, encode or word it), the `match` names them all and ends in `assert_never`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter, is_
from typing import Any, TypeVar, cast, get_args

from cartaro_grammar.model.expressions import Expr, Operation, Operator
from cartaro_grammar.text.source import Span

T = TypeVar("T")

LEAVES = {"str", "int", "bool", "Span", "str | None", "int | None", "bool | None", "Span | None"}
"""The declared types of fields that hold no nodes."""

EXPRESSIONS = frozenset[type](get_args(Expr))

_fields: dict[type, tuple[str, ...] | None] = {}
_inner: dict[type, Callable[[object], tuple[object, ...]] | None] = {}


def parts(node: object) -> Iterator[object]:
    """A node and all nodes inside it, from the outside in."""
    todo: list[Any] = [node]
    while todo:
        one = todo.pop()
        kind: type = type(one)  # pyright: ignore[reportUnknownVariableType] - a cast would be a call for each node
        if kind is tuple:
            todo += one[::-1]
            continue
        try:
            get = _inner[kind]
        except KeyError:
            get = _inner[kind] = _getter(kind)
        if get is not None:
            todo += get(one)
            yield one


def children(node: object) -> tuple[object, ...]:
    """Return the fields of a node that may be nodes or contain nodes, or the items of a tuple. Other values have none."""
    if isinstance(node, tuple):
        return cast("tuple[object, ...]", node)
    return tuple([getattr(node, name) for name in _node_fields(type(node)) or ()])


def subexpressions(node: object) -> tuple[Expr, ...]:
    """Return the outermost expressions inside a node, in the order of its fields."""
    found, todo = list[Expr](), list(children(node)[::-1])
    while todo:
        one = todo.pop()
        if type(one) in EXPRESSIONS:
            found.append(cast("Expr", one))
        else:
            todo += children(one)[::-1]
    return tuple(found)


def operands_of(expr: Expr, *operators: Operator) -> tuple[Expr, ...]:
    """Return the operands of an operation with one of the given operators. Other expressions have none."""
    return expr.operands if isinstance(expr, Operation) and expr.operator in operators else ()


def conjuncts(*conditions: Expr) -> tuple[Expr, ...]:
    """Split each condition of a conjunction at its `and`s."""
    return tuple(part for one in conditions for part in (conjuncts(*operands_of(one, "and")) or (one,)))


def disjuncts(condition: Expr) -> tuple[Expr, ...]:
    """Return the parts of a disjunction."""
    return tuple(part for operand in operands_of(condition, "or") for part in disjuncts(operand)) or (condition,)


def fold(expr: Expr, rule: Callable[[Expr], T], join: Callable[[Iterable[T]], T]) -> T:
    """Return the results of a rule for the subexpressions of an expression, joined: a default arm that continues inside."""
    return join(map(rule, subexpressions(expr)))


def default(expr: Expr, result: T) -> T:
    """Return the result of an analysis for all expressions that it does not name: a default arm that stops here.

    `expr` exists for the type checkers: effects, sentences and lines of claims have no default.
    """
    return result


def rewrite(node: T, rule: Callable[[object], object]) -> T:
    """Return a node, or a tuple of nodes, with `rule` applied to each node in it, the innermost first.

    The rule returns a node of the same kind, or its argument unchanged. Unchanged parts are shared with `node`.
    """
    kind = type(node)
    if kind is tuple:
        row = cast("tuple[object, ...]", node)
        made = tuple([rewrite(one, rule) for one in row])
        return node if all(map(is_, row, made)) else cast("T", made)
    names = _node_fields(kind)
    if names is None:
        return node
    changed = dict[str, object]()
    for name in names:
        old: object = getattr(node, name)
        new = rewrite(old, rule)
        if new is not old:
            changed[name] = new
    made_node = replace(cast("Any", node), **changed) if changed else node
    return cast("T", rule(made_node))


def _node_fields(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a class that may be or hold nodes. Return None if it is not a class of nodes."""
    if kind not in _fields:
        node = is_dataclass(kind) and kind is not Span
        _fields[kind] = tuple(f.name for f in fields(cast("Any", kind)) if f.type not in LEAVES) if node else None
    return _fields[kind]


def _getter(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """Return a function for the fields of a class that may be or hold nodes, the last first. Return None if it is not a class
    of nodes.
    """
    names = _node_fields(kind)
    if names is None:
        return None
    if not names:
        return lambda one: ()
    get = attrgetter(*reversed(names))
    return get if len(names) > 1 else lambda one: (get(one),)
