"""What a variant changes in the clauses of its base: which are added, which stand in whose place, which are gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Clause, Game

ChangeKind = Literal["added", "replaced", "repealed"]


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A change by the names of clauses: `before` the base's, `after` the variant's; None where the base's are repealed."""

    kind: ChangeKind
    before: tuple[str, ...]
    after: str | None


def clause_changes(game: Game, base: Game) -> tuple[ClauseChange, ...]:
    """The changes in the order of the variant's clauses, then what is gone without another in its place."""
    before, now = ruled(base), ruled(game)
    replaced = dict(game.replaced)
    gone = [name for name in before if name not in now]
    taken = {old: tuple(n for n in replaced.get(old, ()) if n in now and n not in before) for old in gone}
    found: list[ClauseChange] = []
    for name, clause in now.items():
        if name not in before:
            olds = tuple(old for old, names in taken.items() if name in names)
            found.append(ClauseChange("replaced" if olds else "added", olds, name))
        elif clause.span != before[name].span:
            found.append(ClauseChange("replaced", (name,), name))
    return (*found, *(ClauseChange("repealed", (old,), None) for old, names in taken.items() if not names))


def ruled(game: Game) -> dict[str, Clause]:
    """The clauses of the rules themselves; those of an annex are only for claims."""
    return {c.name: c for c in game.clauses if "." not in c.article.partition("/")[0]}


def comparison_name(game: Game) -> str:
    """The name of the page of a variant beside its base, which no ruleset can have."""
    return f"{game.name}-{game.base}"
