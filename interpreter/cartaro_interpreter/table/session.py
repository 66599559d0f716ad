"""The proceedings at a table: a hand or a match under way, with what was done in it and what the arbiter ruled.

Playouts, records played again and play at a terminal go on by the same steps.  Every step may raise `Faulted`; what was entered
before it stays.  A move that breaks a rule and stands is owed the rulings that say so, from the next move on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cartaro_grammar import Diagnostic, say
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.engine import Play
from cartaro_interpreter.play.match_moves import matching
from cartaro_interpreter.play.score import ScoreSheet, score
from cartaro_interpreter.play.turn import Choice
from cartaro_interpreter.play.unseen_choices import settled
from cartaro_interpreter.ruling.judge import Judgement
from cartaro_interpreter.ruling.rulings import Demand, Irregular, breach_of, demanded, meeting
from cartaro_interpreter.state.chance import ScriptedChance, SeededChance
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import PHASE, PHASE_BEFORE, PHASE_COUNTED, PHASE_OVER, PHASE_TURN
from cartaro_interpreter.state.move import END_OF_TURN, Move, RecordEntry, Ruling
from cartaro_interpreter.state.state import State

MOST_HANDS = 1_000


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the arbiter entered: its number among the entries, from 1, the finding or breach clause, and the number of the move
    that was ruled on.
    """

    number: int
    name: str
    on: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A hand or a match that was played: the state at its end, the packs as shuffled, the moves with what the arbiter entered
    between them, and each hand's score as it stood before the count (a void hand has none).  `left` says that it did not come
    to its end.
    """

    state: State
    packs: tuple[tuple[int, ...], ...]
    moves: tuple[RecordEntry, ...]
    scores: tuple[ScoreSheet, ...]
    hands: int
    rulings: tuple[Ruled, ...] = ()
    left: bool = False


@dataclass(slots=True)
class Scorekeeper:
    """Watches play and keeps the score of each hand at its end, before it is counted."""

    rules: Rules
    scores: list[ScoreSheet]

    def watch(self, moment: tuple[str, str], state: State) -> None:
        """See `engine.Watch`."""
        if moment == ("end", "hand"):
            found = score(self.rules, state)
            if isinstance(found, Diagnostic):
                raise Faulted(found.code, found.message, found.primary.span if found.primary else None, found.help or "")
            self.scores.append(found)


@dataclass(slots=True)
class MatchStanding:
    """A move that broke a rule and stands: its number, the prohibitions on which it is still owed a ruling, each with the first
    clause that can give it, and whether rulings may come now: after a further move, or after the end of its hand.
    """

    number: int
    owed: dict[str, str]
    due: bool = False


@dataclass(slots=True)
class Proceedings:
    """The proceedings of one table; `offered` counts the legal moves at all choices of a playout; `stood` is the last state in
    which a move was awaited, where whoever plays on keeps it; `demand` is what rulings ask of the next entry.
    """

    rules: Rules
    chance: SeededChance | ScriptedChance
    match: bool = False
    cells: list[int] = field(default_factory=list[int])
    entries: list[RecordEntry] = field(default_factory=list[RecordEntry])
    rulings: list[Ruled] = field(default_factory=list[Ruled])
    standing: list[MatchStanding] = field(default_factory=list[MatchStanding])
    hands: int = 0
    demand: Demand = ()
    offered: int = 0
    stood: State | None = None
    before: int = field(init=False)
    play: Play = field(init=False)
    keeper: Scorekeeper = field(init=False)

    def __post_init__(self) -> None:
        self.before = len(self.chance.packs)
        self.keeper = Scorekeeper(self.rules, [])
        self.play = Play(self.rules, self.chance, self.keeper.watch)

    @property
    def state(self) -> State:
        """The state now."""
        return State(tuple(self.cells))

    @property
    def awaits(self) -> bool:
        """Whether a move is awaited."""
        return self.cells[PHASE] == PHASE_TURN

    @property
    def goes_on(self) -> bool:
        """Whether a hand is to begin."""
        return self.cells[PHASE] == PHASE_BEFORE or (self.match and self.cells[PHASE] == PHASE_COUNTED)

    @property
    def over(self) -> bool:
        """Whether all has been played: the match, or the hand."""
        return self.cells[PHASE] == PHASE_OVER or (not self.match and self.cells[PHASE] == PHASE_COUNTED)

    def begin(self) -> None:
        """Up to the first hand; a hand that is played alone is the first of a match."""
        self.cells = self.play.begin_match()

    def begin_hand(self) -> None:
        """Up to the first choice of a hand."""
        if self.hands == MOST_HANDS:
            raise Faulted("C0824", say("the match has not ended after {n} hands", n=MOST_HANDS))
        self.hands += 1
        self.play.begin_hand(self.cells)

    # ------------------------------------------------------------------ moves

    def options(self) -> list[Choice]:
        """The legal moves, in canonical order; where a ruling asks for an act, those that are this act."""
        return meeting(self.rules, self.cells, self.demand) if self.awaits else []

    def meant(self, move: Move) -> Choice | None:
        """The legal option that a move names; where a ruling asks for an act, one that is this act."""
        return matching(self.rules, self.cells, self.options(), move)

    def asks_otherwise(self, move: Move, verdict: Judgement) -> bool:
        """Whether a ruling asks for another move than one that was judged: one that is legal without, or is of another act."""
        if not self.demand or self.meant(move) is not None:
            return False
        return verdict.legal or (verdict.reason == "barred" and any(move.act != due.act for due in self.demand))

    def act(self, option: Choice) -> None:
        """A legal move, which meets what rulings ask for; of a choice, chance settles the cards that it leaves open."""
        self.demand = ()
        option = self._settled(option)
        self.play.act(self.cells, option)
        self.entries.append(option.move)
        if self.standing:
            self._due(further=option.move.act != END_OF_TURN)

    def leave(self, option: Choice) -> None:
        """The end of a turn that goes without saying, and is no entry."""
        self.play.act(self.cells, option)
        self._due(further=False)

    def stand(self, found: Irregular) -> None:
        """A move that breaks a rule, done as if no prohibition stood; its rulings follow later."""
        found = replace(found, option=self._settled(found.option))
        self.play.act(self.cells, found.option)
        self.entries.append(found.move)
        self._due(further=True)
        owed = dict(zip(found.bars, found.later, strict=True))
        self.standing.append(MatchStanding(len(self.entries), owed, not self.awaits))

    def _settled(self, option: Choice) -> Choice:
        return settled(self.rules, self.cells, option, lambda count: self.chance.pick(count, len(self.entries)))

    def _due(self, *, further: bool) -> None:
        if further or not self.awaits:
            for one in self.standing:
                one.due = True

    # ------------------------------------------------------------------ rulings

    def find(self, finding: Move) -> None:
        """A finding that may be entered."""
        self.play.rule(self.cells, finding)
        self.entries.append(finding)
        self.rulings.append(Ruled(len(self.entries), finding.act, None))
        self._due(further=False)

    def at_once(self, found: Irregular, rulings: tuple[str, ...], *, stands: bool) -> None:
        """A move that breaks a rule, ruled on at once: it stands, or it is taken back and nothing has happened, but that the
        next entry must be what the rulings ask for.
        """
        found = replace(found, option=self._settled(found.option))
        self.demand = demanded(self.rules, self.state, found, rulings)
        if stands:
            self.play.act(self.cells, found.option)
        self.entries.append(found.move)
        self._due(further=stands)
        number = len(self.entries)
        for name in rulings:
            self._enter(name, number)

    def later(self, name: str) -> bool:
        """A ruling on a move that stands, the first that is owed it and may have it; whether there is one."""
        prohibition = breach_of(self.rules.game, name).prohibition
        for one in self.standing:
            if one.due and one.owed.pop(prohibition, None) is not None:
                self._enter(name, one.number)
                self.standing = [other for other in self.standing if other.owed]
                return True
        return False

    def settle(self) -> None:
        """Enter all rulings that may come now."""
        for name in [name for one in self.standing if one.due for name in one.owed.values()]:
            self.later(name)

    def close(self) -> None:
        """Play is left: nothing will happen any more before the rulings that are owed."""
        for one in self.standing:
            one.due = True

    def _enter(self, name: str, on: int) -> None:
        self.entries.append(Ruling(name))
        self.rulings.append(Ruled(len(self.entries), name, on))

    # ------------------------------------------------------------------ what came of it

    def played(self) -> Played:
        """What has been played so far."""
        packs, scores = tuple(self.chance.packs[self.before :]), tuple(self.keeper.scores)
        return Played(self.state, packs, tuple(self.entries), scores, self.hands, tuple(self.rulings), not self.over)
