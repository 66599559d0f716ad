"""Which clause is preferred to which: `despite`, followed through all its steps."""

from __future__ import annotations

from cartaro_grammar import Clause, Game


class Precedence:
    """For each standing clause, the standing clauses that it yields to."""

    def __init__(self, game: Game) -> None:
        direct: dict[str, list[str]] = {clause.name: [] for clause in game.standing}
        for clause in game.standing:
            for other in clause.despite:
                if other in direct:
                    direct[other].append(clause.name)
        self._over = {name: _reach(name, direct) for name in direct}

    def over(self, name: str) -> frozenset[str]:
        """The names of the clauses preferred to one."""
        return self._over.get(name, frozenset())

    def among(self, clause: Clause, others: tuple[Clause, ...]) -> tuple[Clause, ...]:
        """Those of some clauses that are preferred to one."""
        preferred = self.over(clause.name)
        return tuple(other for other in others if other.name in preferred)


def _reach(name: str, direct: dict[str, list[str]]) -> frozenset[str]:
    found: set[str] = set()
    ahead = list(direct[name])
    while ahead:
        other = ahead.pop()
        if other not in found:
            found.add(other)
            ahead += direct[other]
    return frozenset(found)
