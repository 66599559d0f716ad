"""In whose light an expression is read: who acts, and what its words stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cartaro_engine.ir.nodes import Value
from cartaro_engine.memory.plan import TURN_NOW
from cartaro_grammar import Expr
from cartaro_grammar import game as g

ACTOR = "the player"
"""The name of the actor among `sure`; no author's word has a space."""


@dataclass(frozen=True, slots=True)
class Scope:
    """`sure` are the names, `ACTOR` among them, whose values are certainly not nobody; `act` is the act that is done, while no
    card has moved: its arguments still lie in their domains.  `counted` says that the score is the one noted at the last count.
    """

    actor: Value
    names: Mapping[str, Value] = field(default_factory=dict[str, Value])
    sure: frozenset[str] = frozenset()
    act: g.Act | None = None
    counted: bool = False

    def bind(self, name: str, value: Value) -> Scope:
        """The scope with one more name, of a member of a set."""
        return replace(self, names={**self.names, name: value}, sure=self.sure | {name})


OF_THE_TURN = Scope(TURN_NOW)
"""Outside of any act: `the player` is whose turn it is, or nobody."""


def may_be_nobody(expr: Expr, scope: Scope) -> bool:
    """Whether a value of a member may be nobody, as far as its form tells."""
    if isinstance(expr, g.Neighbour | g.SideOf):
        return may_be_nobody(expr.player, scope)
    if isinstance(expr, g.Actor):
        return ACTOR not in scope.sure
    if isinstance(expr, g.Local):
        return expr.name not in scope.sure
    return not isinstance(expr, g.Cards | g.Symbol | g.Setting)
