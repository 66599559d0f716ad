"""What an expression is read in: a state, who acts, and the values of the words that are bound."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cartaro_verify.terms.symbols import SymbolicState
from cartaro_verify.terms.values import Locals, Value


@dataclass(frozen=True, slots=True)
class TermScope:
    """What an expression is read in: a state, who acts, the words bound."""

    state: SymbolicState
    actor: int
    locals: Locals = field(default_factory=dict[str, Value])

    def binding(self, name: str, value: Value) -> TermScope:
        return replace(self, locals={**self.locals, name: value})
