"""What an expression is read in: a state, who acts, and the values of the words that are bound."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cartaro_verify.terms import terms
from cartaro_verify.terms.symbols import Guarded, Locals, Read, SymbolicState, Value


@dataclass(frozen=True, slots=True)
class TermScope:
    """What an expression is read in: a state, who acts, the words bound."""

    state: SymbolicState
    actor: int
    locals: Locals = field(default_factory=dict[str, Value])

    def binding(self, name: str, value: Value) -> TermScope:
        return replace(self, locals={**self.locals, name: value})


def value_key(value: Value) -> object:
    """Equal keys mean equal values."""
    if isinstance(value, tuple):
        return terms.keys(value)
    if isinstance(value, Read):
        return ("read", value.sign, value_key(value.cards))
    if isinstance(value, Guarded):
        return tuple((v, terms.key(c)) for v, c in value.items)
    return terms.key(value)
