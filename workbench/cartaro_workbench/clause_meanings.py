"""The meanings of changed clauses (decision 0041): whether each is the same, stricter, looser or different, and what follows
for the whole game.

To judge a clause, only this clause of the second game is put in the place of its counterpart in the first. The prover decides
whether the case of each holds whenever the case of the other does, in every state or in every reachable state. The changed game
is played with the same packs and moves as the first, to find a hand that distinguishes them; examples serve the same purpose.
All clauses that are proved to be the same can replace their counterparts at once. If nothing else differs then, the games are
the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from cartaro_grammar import TRUTH, Game, parts, rewrite, same_form, words_of
from cartaro_grammar import game as g
from cartaro_interpreter import Rules, compile_game
from cartaro_workbench.side_by_side import SHORT, Distinction, SideBySide, at_sight, named_things

if TYPE_CHECKING:
    from cartaro_verify import ClauseComparison, Implications, ProofLog

ClauseRelation = Literal["equal", "stricter", "looser", "unlike", "not told apart"]
CLAUSE_HANDS = 24
"""The number of hands that are played with one clause changed."""
FEW = 12
"""The greatest number of changed clauses for which clauses that only one game has are also judged by play."""
LAW = (g.Permission, g.Prohibition, g.Obligation)
COMPARED = (*LAW, g.Definition, g.Score, g.Consequence, g.Ends, g.Begins, g.Passes)
"""The kinds of sentences whose cases the prover compares."""
WORDS_ALONE = (g.Conduct, g.Material)


@dataclass(frozen=True, slots=True)
class ClauseMeaning:
    """The relation of a clause of the second game to its counterpart in the first; it is `proved` if it holds for every deal
    and any number of moves.
    """

    relation: ClauseRelation
    proved: bool = False
    hands: int = 0
    shown: Distinction | None = None


@dataclass
class ClauseMeanings:
    """The clauses of two games; those of the second are rewritten with the names of the first."""

    first: Game
    second: Game
    language: str
    invariants: bool = False
    log: ProofLog | None = None
    """The log of the proofs, if one is kept."""
    _known: dict[str, ClauseMeaning] = field(default_factory=dict[str, ClauseMeaning])

    def __post_init__(self) -> None:
        one, other = self.first, self.second
        self.first = with_definitions_in_place(one, one.function.keys() - other.function.keys())
        self.second = with_definitions_in_place(other, other.function.keys() - one.function.keys())

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The clauses on which play can depend and whose meaning differs, not only their words; removed clauses come first."""
        mine, theirs = ({c.name: _bare(c) for c in game.clauses if _is_played(c)} for game in (self.first, self.second))
        return tuple(name for name in dict.fromkeys((*mine, *theirs)) if mine.get(name) != theirs.get(name))

    def is_played(self, name: str) -> bool:
        """Return whether a clause is in force and play can depend on it."""
        return any(name in game.clause and _is_played(game.clause[name]) for game in (self.first, self.second))

    def meaning(self, name: str) -> ClauseMeaning:
        """Return the meaning of a changed clause, as found by proof and, if needed, by play."""
        proved = self.proved(name)
        both = name in self.first.clause and name in self.second.clause
        if proved.relation == "equal" or not (both or len(self.changed) <= FEW):
            return proved
        return self._played(name, proved)

    def proved(self, name: str) -> ClauseMeaning:
        """Return the proved meaning of a changed clause."""
        if name not in self._known:
            self._known[name] = self._proved(name)
        return self._known[name]

    # ------------------------------------------------------------------- proofs

    @cached_property
    def _comparison(self) -> ClauseComparison | None:
        if find_spec("z3") is None:
            return None
        from cartaro_verify import ClauseComparison  # imported late: the package is an optional extra

        return ClauseComparison(self.first, invariants=self.invariants, log=self.log)

    def _proved(self, name: str) -> ClauseMeaning:
        """Prove the meaning of a clause."""
        first, second = self.first.clause.get(name), self.second.clause.get(name)
        if first is None or second is None:
            return _of_one_alone(first or second, gone=second is None)
        found = self._implications(first, second)
        if found is None:
            return ClauseMeaning("not told apart")
        if found.equal:
            return ClauseMeaning("equal", proved=True)
        if found.forwards is found.backwards or not isinstance(first.sentence, LAW):
            return ClauseMeaning("not told apart")
        wider = isinstance(first.sentence, g.Permission) is found.forwards
        return ClauseMeaning("looser" if wider else "stricter", proved=True)

    def _implications(self, first: g.Clause, second: g.Clause) -> Implications | None:
        comparable = (
            isinstance(first.sentence, COMPARED)
            and _outline(first) == _outline(second)
            and self._speaks_of_what_is_known(second)
        )
        return self._comparison.implications(first, second) if comparable and self._comparison is not None else None

    def _speaks_of_what_is_known(self, clause: g.Clause) -> bool:
        """Return whether the first game has everything that a clause of the second names."""
        known, others = named_things(self.first), named_things(self.second)
        return all(known.get(word) == others[word] for word in words_of(_bare(clause)) if word in others)

    # --------------------------------------------------------------------- play

    def _played(self, name: str, proved: ClauseMeaning) -> ClauseMeaning:
        """Return the meaning of a clause as found by play, in addition to proof."""
        second = self.second.clause.get(name)
        if second is not None and not self._speaks_of_what_is_known(second):
            return proved
        changed = self.with_clauses((name,))
        own, others = compile_game(self.first), compile_game(changed)
        if not isinstance(own, Rules) or not isinstance(others, Rules) or at_sight(self.first, changed) is not None:
            return proved
        both = SideBySide(own, others, {}, self.language, CLAUSE_HANDS)
        both.play(levels=False)
        shown = both.best
        if shown is None or len(shown.moves) > SHORT:
            shown = both.example(changed) or shown
        seen = sorted(both.seen)
        relation = proved.relation
        if shown is not None:
            relation = "stricter" if seen == ["fewer"] else "looser" if seen == ["more"] else "unlike"
        return ClauseMeaning(relation, proved.proved and relation == proved.relation, CLAUSE_HANDS, shown)

    def with_clauses(self, names: Sequence[str]) -> Game:
        """Return the first game with some clauses of the second in place of its own."""
        clauses = list(self.first.clauses)
        for name in names:
            new = self.second.clause.get(name)
            at = next((n for n, clause in enumerate(clauses) if clause.name == name), None)
            if at is not None:
                clauses[at : at + 1] = [] if new is None else [new]
            elif new is not None:
                clauses.insert(self._place(new, clauses), new)
        return replace(self.first, clauses=tuple(clauses))

    def _place(self, clause: g.Clause, clauses: Sequence[g.Clause]) -> int:
        """Return the place of a new clause: after the clause that precedes it in the second game, if the first game has that
        clause.
        """
        at = {one.name: n for n, one in enumerate(clauses)}
        before = [one.name for one in self.second.clauses[: self.second.clauses.index(clause)] if one.name in at]
        return at[before[-1]] + 1 if before else 0

    # -------------------------------------------------------------------- whole

    def whole(self) -> Literal["equal", "stricter", "looser"] | None:
        """Return the proved relation of the whole games; None if nothing is proved."""
        changed = self.with_clauses(self.changed)
        if not same_form(changed, self.second):
            return None
        law = [name for name in self.changed if self._is_law(name)]
        if not all(self.proved(name).relation == "equal" for name in self.changed if name not in law):
            return None
        relations = {self.proved(name).relation for name in law} - {"equal"}
        if not relations:
            return "equal"
        if self._comparison is None or self._is_asked_for(law) or self.first.acts != self.second.acts:
            return None
        found = self._comparison.legal(self.with_clauses(law))
        if found.equal:
            return "equal"
        return "looser" if found.forwards else "stricter" if found.backwards else None

    def _is_law(self, name: str) -> bool:
        found = (game.clause[name] for game in (self.first, self.second) if name in game.clause)
        return all(isinstance(clause.sentence, g.Permission | g.Prohibition) for clause in found)

    def _is_asked_for(self, names: Sequence[str]) -> bool:
        """Return whether a rule tests whether one of some clauses applies."""
        both = (self.first.clauses, self.second.clauses)
        return any(isinstance(part, g.Applies) and part.clause in names for part in parts(both))


def _is_played(clause: g.Clause) -> bool:
    return not isinstance(clause.sentence, WORDS_ALONE) and not clause.annex


def _bare(clause: g.Clause) -> g.Clause:
    """Return a clause without words for readers and without its place."""
    return replace(clause, article="", home="", names=(), cites=(), under=(), ours=())


def _outline(clause: g.Clause) -> g.Clause:
    """Return a clause without the parts that the prover compares: its case, the body of a definition, the points of a heading,
    a due act.
    """
    bare, truth = replace(_bare(clause), when=(), unless=()), g.Truth(True, TRUTH, clause.span)
    sentence = clause.sentence
    if isinstance(sentence, g.Definition):
        names = tuple(str(n) for n in range(len(sentence.parameters)))
        return replace(bare, sentence=g.Definition(sentence.function, names, truth))
    if isinstance(sentence, g.Score):
        return replace(bare, sentence=g.Score(sentence.chosen, truth))
    return replace(bare, sentence=g.Obligation(truth)) if isinstance(sentence, g.Obligation) else bare


def _of_one_alone(clause: g.Clause | None, *, gone: bool) -> ClauseMeaning:
    """Return the meaning of a clause that only one game has: an additional permission allows more, an additional prohibition
    less.
    """
    wider: bool | None = None
    if clause is not None and isinstance(clause.sentence, g.Permission):
        wider = True
    elif clause is not None and isinstance(clause.sentence, g.Prohibition | g.Obligation):
        wider = False
    if wider is None:
        return ClauseMeaning("unlike")
    return ClauseMeaning("looser" if wider is not gone else "stricter", proved=True)


# ------------------------------------------------------------------- definitions


def with_definitions_in_place(game: Game, names: AbstractSet[str]) -> Game:
    """Return a game with some definitions inlined: those that have one clause, always apply, and are read only by rules."""
    bodies = dict(_bodies(game, names - {g.WINNER}))
    if not bodies:
        return game

    def in_place(node: object) -> object:
        if not isinstance(node, g.Apply) or node.function not in bodies:
            return node
        parameters, body = bodies[node.function]
        bound = {name for part in parts(body) if (name := getattr(part, "variable", None)) is not None}
        if bound & {part.name for part in parts(node.arguments) if isinstance(part, g.Local)}:
            return node
        given: Mapping[str, g.Expr] = dict(zip(parameters, node.arguments, strict=True))
        return rewrite(body, lambda part: given.get(part.name, part) if isinstance(part, g.Local) else part)

    clauses, acts = game.clauses, game.acts
    for _ in bodies:
        clauses, acts = rewrite(clauses, in_place), rewrite(acts, in_place)
    left = {part.function for part in parts((clauses, acts)) if isinstance(part, g.Apply)}
    kept = tuple(c for c in clauses if not isinstance(c.sentence, g.Definition) or c.sentence.function in left
                 or c.sentence.function not in bodies)  # fmt: skip
    return replace(game, clauses=kept, acts=acts)


def _bodies(game: Game, names: AbstractSet[str]) -> Iterator[tuple[str, tuple[tuple[str, ...], g.Expr]]]:
    for name in sorted(names):
        found = [clause for clause in game.clauses if isinstance(clause.sentence, g.Definition)
                 and clause.sentence.function == name]  # fmt: skip
        if len(found) == 1 and isinstance(found[0].sentence, g.Definition):
            clause, sentence = found[0], found[0].sentence
            if not clause.when and not clause.unless and not clause.annex:
                yield name, (sentence.parameters, sentence.value)
