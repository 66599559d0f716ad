"""The context of the lowering of one game: facts about the game, the module under construction, and the dispatch from an
expression to its lowering.

The lowering of each construct is in `lower/expressions`, which passes itself down: the lowering of one construct needs that of
its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder, ModuleBuilder
from cartaro_engine.ir.folding import all_of, any_of, compare, negation
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.memory.layout import ACTOR, MemoryPlan, Scope, is_set
from cartaro_engine.memory.sets import ManyWords, OneWord, SetAlgebra
from cartaro_engine.memory.traps import LARGE
from cartaro_grammar import Expr, Game, Type
from cartaro_grammar import game as g
from cartaro_interpreter import Moment, Rules, free_locals

ToValue = Callable[["Lowering", Expr, Scope], Value]
"""Lowers an expression."""
ToTest = Callable[["Lowering", Expr, Scope], Test]
"""Lowers a truth."""


@dataclass(slots=True, kw_only=True)
class Lowering(ModuleBuilder):
    """The lowering of one game: the functions and tables made so far."""

    game: Game
    rules: Rules
    plan: MemoryPlan
    to_value: ToValue
    to_test: ToTest
    printed: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """The printed values of the cards, as a table for each attribute or measure."""
    words: SetAlgebra = field(init=False)
    """Sets of one word: of players, sides, symbols and groups."""
    cards: SetAlgebra = field(init=False)
    """Sets of cards."""
    watched: dict[Moment, str] = field(default_factory=dict[Moment, str])
    """The functions to be called at moments of play, where hands are watched."""

    def __post_init__(self) -> None:
        self.words = OneWord(self)
        self.cards = self.words if self.plan.width == 1 else ManyWords(self, self.plan, self.game.faces.count)

    def sets_of(self, of: Type) -> SetAlgebra:
        """Return the set algebra for a type."""
        return self.cards if is_set(of) else self.words

    def outlined(
        self,
        kind: Hashable,
        hint: str,
        uses: tuple[Expr, ...],
        scope: Scope,
        write: Callable[[FunctionBuilder, Scope], None],
        *more: tuple[str, Value],
        keeps: bool = False,
    ) -> Call:
        """Return the call of a function whose arguments are the actor, the parts of the scope that some expressions use, and
        further values.
        """
        free = sorted(frozenset[str]().union(*(free_locals(expr) for expr in uses)) & scope.names.keys())
        bound = [("actor", scope.actor), *((f"of_{n}", scope.names[name]) for n, name in enumerate(free))]
        given = [*((name, value) for name, value in bound if not isinstance(value, Const)), *more]
        actor, *values = (value if isinstance(value, Const) else Var(name) for name, value in bound)
        sure = scope.sure & {ACTOR, *free}
        inside = Scope(actor, dict(zip(free, values, strict=True)), sure)
        key = (kind, tuple(value if isinstance(value, Const) else None for _, value in bound), sure)
        name = self.define(key, hint, tuple(name for name, _ in given), lambda w: write(w, inside), keeps=keeps)
        return Call(name, tuple(value for _, value in given))

    def may_stop(self, node: object) -> bool:
        """Return whether play may stop inside a node, so that the stated order of evaluation matters (decision 0116)."""
        return self.rules.compiler.stopping.at(node)

    def case(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: Scope) -> Test:
        """Test whether all conditions of one list are true and all of another list are false."""
        return all_of(*(self.test(e, scope) for e in when), *(negation(self.test(e, scope)) for e in unless))

    def condition(self, clause: g.Clause, scope: Scope) -> Test:
        """Test whether a clause applies."""
        return self.case(clause.when, clause.unless, scope)

    def test(self, expr: Expr, scope: Scope) -> Test:
        """A truth."""
        return self.to_test(self, expr, scope)

    def value(self, expr: Expr, scope: Scope) -> Value:
        """A number, a member or a set; a truth as 1 or 0."""
        return self.to_value(self, expr, scope)


# ----------------------------------------------------------------------- numbers


LIMIT: Final = 1 << 40
"""The bound of a number that is stored or that is constant."""
LARGEST_PRODUCT: Final = 1 << 56
"""The bound of a product, and of a sum of products over a set; more than a hundred of them fit into a word."""


def bounded(lo: Lowering, limit: int = LIMIT) -> str:
    """Define a function that returns a number, or traps if it is too large: to be stored, or for another limit."""

    def write(w: FunctionBuilder) -> None:
        with w.if_(any_of(compare(">=", Var("a"), Const(limit)), compare("<=", Var("a"), Const(-limit)))):
            w.trap(LARGE)
        w.return_(Var("a"))

    return lo.define(("bounded", limit), "bounded", ("a",), write)
