"""What the hands of a match depend on of what was counted before them.

`Hands` follows the counters of the match through the clauses: what else they change (flags and the like), which acts the law of
which speaks of them, and whether anything else of a hand does.  A hand in which none of those acts is done can then be played
again whatever has been counted, and counts the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cartaro_grammar import Clause, Game, caused_by, facts_of
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligations.redeals import reads
from cartaro_verify.terms import symbols
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered

MATCH = (("start", "match"), ("end", "match"))
ASKED = (g.Begins, g.Passes, g.Ends, g.Step, g.Obligation, g.Score)
"""Sentences on which the course of a hand depends, besides its law and what happens."""


@dataclass(slots=True)
class Hands:
    """What a hand depends on: `told` are the cells that may differ with what was counted, `aside` the acts whose law does, and
    `bound` a clause by which the hand does otherwise.
    """

    game: Game
    context: ProofContext
    counters: frozenset[str] = field(init=False)
    told: set[str] = field(init=False)
    aside: frozenset[str] = field(init=False)
    bound: str | None = None

    def __post_init__(self) -> None:
        self.counters = frozenset(c.name for c in self.game.cells if c.kind == "counter" and c.period == "match")
        self.told = set(self.counters)
        lines = [(c, e) for c, e in self._lines() if not self._sleeps(c)]
        while self.bound is None and sum(self._changed(*line) for line in lines):
            pass
        aside = {said.act for clause, said in self.game.saying(g.Permission) if self._asks(clause)}
        aside |= {said.act for clause, said in self.game.saying(g.Prohibition) if self._asks(clause)}
        aside |= {a.name for a in self.game.acts if a.finding or self._asks(a)}
        self.aside = frozenset(aside)
        standing = (c for c in self.game.standing if isinstance(c.sentence, ASKED) and not _of_match(c))
        self.bound = self.bound or next((c.name for c in standing if self._asks(c)), None)
        initial = (c.name for c in self.game.cells if c.initial is not None and self._asks(c.initial))
        self.bound = self.bound or next(initial, None)

    def _asks(self, node: object) -> bool:
        return bool(reads(self.game, node) & self.told)

    def _lines(self) -> Iterator[tuple[Clause, g.Effect]]:
        """The effects of all that happens in a hand, each with its clause."""
        for clause, said in self.game.saying(g.Consequence):
            if said.event not in MATCH:
                yield from ((clause, effect) for effect in said.effects)

    def _sleeps(self, clause: Clause) -> bool:
        """Whether a clause never happens where the arbiter enters nothing: what it asks for is remembered of findings alone."""
        if any(clause is c for a in self._findings() for c in self.game.consequences("after", a.name)):
            return True
        cells = symbols.cell_places(self.game)
        still = {place: symbols.cleared(c) for c, place in cells if c.period != "match" and c.name not in self._written()}
        state = symbols.anywhere(self.context.unknowns, self.game, 0, "asleep", still, out_of_sight=True)
        try:
            acts = Acts(self.game, self.context)
            return acts.encoder.applies(clause, TermScope(state, 0)) is False
        except (NotCovered, KeyError):
            return False

    def _findings(self) -> list[g.Act]:
        return [act for act in self.game.acts if act.finding]

    def _written(self) -> set[str | None]:
        """The cells that are set where the arbiter enters nothing, or that begin with something."""
        ruled = [e for act in self._findings() for e in caused_by(self.game, act)]
        acts = [e for act in self.game.acts for e in act.effects]
        effects = [e for e in (*acts, *(line for _, line in self._lines())) if not any(e is other for other in ruled)]
        return {facts_of(e.body).memory for e in effects} | {c.name for c in self.game.cells if c.initial is not None}

    def _changed(self, clause: Clause, effect: g.Effect) -> bool:
        """Follow an effect; whether something new is told by it."""
        facts = facts_of(effect.body)
        rivals = self.game.overriding(clause, self.game.standing)
        cases = (clause.when, clause.unless, effect.when, effect.unless, tuple((c.when, c.unless) for c in rivals))
        if facts.memory in self.counters and not isinstance(effect.body, g.Add):
            self.bound = self.bound or clause.name
        if not self._asks((cases, facts.reads)):
            return False
        if facts.memory is None or facts.memory in self.counters:
            self.bound = self.bound or clause.name
            return False
        new = facts.memory not in self.told
        self.told.add(facts.memory)
        return new


def _of_match(clause: Clause) -> bool:
    return isinstance(clause.sentence, g.Ends) and clause.sentence.period == "match"
