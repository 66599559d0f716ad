"""Where a condition or value may stop play because the rules have no answer for it (decision 0116).

A quotient or remainder has no answer if its divisor is not greater than 0 (C0803). A definition has no answer if none of its
clauses applies (C0802), or two that differ (C0801). The analysis reads the text only, so it may report a place at which play
never stops. Evaluations of everything else may come in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts


@dataclass(slots=True)
class Stopping:
    """The places of one game at which play may stop; results are remembered by the identity of the node."""

    game: g.Game
    _doubtful: frozenset[str] | None = None
    _anywhere: bool | None = None
    _known: dict[int, tuple[bool, object]] = field(default_factory=dict[int, tuple[bool, object]])

    def at(self, node: object) -> bool:
        """Return whether play may stop inside a node, or in a clause on which it depends."""
        if not self.anywhere:
            return False
        if id(node) not in self._known:
            self._known[id(node)] = any(map(self._stops, parts_reached(self.game, node))), node
        return self._known[id(node)][0]

    @property
    def anywhere(self) -> bool:
        """Return whether play may stop anywhere in the rules, the acts or the claims."""
        if self._anywhere is None:
            game = self.game
            self._anywhere = any(map(self._stops, parts((game.clauses, game.acts, game.claims))))
        return self._anywhere

    def _stops(self, part: object) -> bool:
        if isinstance(part, g.Operation) and part.operator in g.DIVISIONS:
            divisor = part.operands[1]
            return not (isinstance(divisor, g.Number) and divisor.value > 0)
        return isinstance(part, g.Apply) and part.function in self._functions()

    def _functions(self) -> frozenset[str]:
        if self._doubtful is None:
            self._doubtful = frozenset(f.name for f in self.game.functions if _may_lack_an_answer(self.game, f))
        return self._doubtful


def _may_lack_an_answer(game: g.Game, function: g.Function) -> bool:
    """Return whether possibly no clause of a definition applies, or two with different values of which none yields."""
    clauses = game.definitions_of(function.name)
    if function.result.kind != "truth" and all(clause.when or clause.unless for clause, _ in clauses):
        return True
    return any(
        not game.ordered(one, other) and not _same_constant(first.value, second.value)
        for (one, first), (other, second) in combinations(clauses, 2)
    )


def _same_constant(first: g.Expr, second: g.Expr) -> bool:
    return isinstance(first, g.Truth | g.Number | g.Symbol) and first == second


def parts_reached(game: g.Game, node: object) -> Iterator[object]:
    """Yield all parts of a node and of the clauses that they depend on: definitions, headings, permissions and prohibitions."""
    todo, seen = [node], set[str]()
    while todo:
        for part in parts(todo.pop()):
            yield part
            asked = [c for c in game.clauses if c.name not in seen and _answers(c, part)]
            seen.update(c.name for c in asked)
            todo += asked
            if isinstance(part, g.Can) and f"act {part.act}" not in seen:
                seen.add(f"act {part.act}")
                todo.append(tuple(p.domain for p in game.act[part.act].parameters))


def _answers(clause: g.Clause, part: object) -> bool:
    """Return whether a part of an expression depends on a clause."""
    sentence = clause.sentence
    if isinstance(part, g.Apply):
        return isinstance(sentence, g.Definition) and sentence.function == part.function
    if isinstance(part, g.ScoreOf):
        return isinstance(sentence, g.Score)
    if isinstance(part, g.Can):
        return isinstance(sentence, g.Permission | g.Prohibition) and part.act in sentence.acts
    return isinstance(part, g.Applies) and clause.name == part.clause
