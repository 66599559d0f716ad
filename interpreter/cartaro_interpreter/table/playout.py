"""Play in progress at a table (`PlayInProgress`), the players, and playouts of hands and matches.

Playouts, replayed records and play at a terminal all use the methods of `PlayInProgress`, which keeps the entries: moves, and
rulings of the arbiter. Every method may raise `Faulted`; earlier entries are kept. If a move that breaks a rule is not taken
back, rulings on it are due from the next move on.

A `Player` chooses among legal moves by its view. `play_hand` and `play_match` play to the end, and return the shuffles, moves
and rulings.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from cartaro_grammar import Clause, Diagnostic, Game, join_semicolons, msg
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.formats.json_text import write_json
from cartaro_interpreter.formats.position import write_position
from cartaro_interpreter.play.course import Play, counted_in, matching
from cartaro_interpreter.play.questions import ScoreSheet, View, score, view
from cartaro_interpreter.play.rises import Rise, noted_rises
from cartaro_interpreter.play.turn import Choice, choices, open_steps, settled
from cartaro_interpreter.ruling.grounds import Judgement, Offer, hindrances, judge, offers
from cartaro_interpreter.ruling.refusals import reason
from cartaro_interpreter.ruling.rulings import (
    Demand,
    Irregular,
    breach_of,
    demanded,
    finding_of,
    in_demand,
    irregular,
    irregularity,
    options_in_demand,
)
from cartaro_interpreter.state.chance import ScriptedChance, SeededChance
from cartaro_interpreter.state.faults import Faulted, counted_together, diagnosed
from cartaro_interpreter.state.state import (
    END_OF_TURN,
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    TURN,
    Move,
    RecordEntry,
    Ruling,
    State,
)

# -------------------------------------------------------------- play in progress


MOST_HANDS = 1_000


@dataclass(frozen=True, slots=True)
class Ruled:
    """An entry of the arbiter: its number among the entries, from 1, the finding or breach clause, and the number of the move
    that was ruled on.
    """

    number: int
    name: str
    on: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A hand or a match that was played: the state at its end, the packs as shuffled, the moves with the arbiter's entries
    between them, and each hand's score before it was counted (a void hand has none). `left` is True if play was left before the
    end.
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
        """Score a hand at its end; see `Watch`."""
        if moment == ("end", "hand"):
            found = score(self.rules, state)
            if isinstance(found, Diagnostic):
                raise Faulted(found.code, found.message, found.primary.span if found.primary else None, found.help or "")
            self.scores.append(found)


@dataclass(slots=True)
class MatchStanding:
    """A move that broke a rule and was not taken back: its number; the prohibitions for which a ruling is still due, each with
    the first clause that can give it; and whether rulings are possible yet, which is the case after a further move or the end
    of the hand.
    """

    number: int
    owed: dict[str, str]
    due: bool = False


@dataclass(frozen=True, slots=True)
class ArbiterOptions:
    """The entries that the arbiter can make at a player's turn: findings, and moves of the player that break a rule and are
    noticed at once or later.
    """

    findings: tuple[Offer, ...] = ()
    later: tuple[Irregular, ...] = ()
    at_once: tuple[Irregular, ...] = ()


@dataclass(slots=True)
class PlayInProgress:
    """The play at one table. `offered` counts the legal moves at all choices of a playout. `stood` is the last state in which a
    move was awaited, if the caller keeps it. `demand` is the demand of rulings on the next entry. `acted` is the state after
    the act of the last move and its consequences, before the end of the turn; it is None after a move that only ends the turn.
    `counted` is the state in which the last hand was counted, until the next one begins. `risen` has the clauses by which
    counters rose in the last legal move.
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
    acted: State | None = field(init=False, default=None)
    counted: State | None = field(init=False, default=None)
    risen: list[Rise] = field(init=False, default_factory=list[Rise])
    before: int = field(init=False)
    play: Play = field(init=False)
    keeper: Scorekeeper = field(init=False)

    def __post_init__(self) -> None:
        self.before = len(self.chance.packs)
        self.keeper = Scorekeeper(self.rules, [])
        self.play = Play(self.rules, self.chance, self._watch)

    def _watch(self, moment: tuple[str, str], state: State) -> None:
        if moment[0] == "after":
            self.acted = state
        self.counted = counted_in(moment, state, self.counted)
        self.keeper.watch(moment, state)

    @property
    def state(self) -> State:
        """Return the state now."""
        return State(tuple(self.cells))

    @property
    def awaits(self) -> bool:
        """Return whether a move is awaited."""
        return self.cells[PHASE] == PHASE_TURN

    def arbiter_options(self, player: int) -> ArbiterOptions | Diagnostic:
        """Return the possible entries of the arbiter at the turn of a player; none while a ruling demands an act."""
        if self.demand:
            return ArbiterOptions()
        findings, violations = offers(self.rules, self.state, player), irregular(self.rules, self.state)
        if isinstance(findings, Diagnostic):
            return findings
        if isinstance(violations, Diagnostic):
            return violations
        own = [one for one in violations if one.option.player == player]
        later, at_once = (one for one in own if one.later), (one for one in own if one.at_once)
        return ArbiterOptions(findings, tuple(later), tuple(at_once))

    @property
    def goes_on(self) -> bool:
        """Return whether another hand will begin."""
        return self.cells[PHASE] == PHASE_BEFORE or (self.match and self.cells[PHASE] == PHASE_COUNTED)

    @property
    def over(self) -> bool:
        """Return whether the match, or the single hand, has been played to its end."""
        return self.cells[PHASE] == PHASE_OVER or (not self.match and self.cells[PHASE] == PHASE_COUNTED)

    @property
    def has_too_many_hands(self) -> bool:
        """Return whether another hand would begin, and the match already has the most hands."""
        return self.goes_on and self.hands == MOST_HANDS

    def begin(self) -> None:
        """Play up to the first hand. A single hand is the first of a match."""
        self.cells = self.play.begin_match()

    def begin_hand(self) -> None:
        """Play up to the first choice of a hand."""
        if self.has_too_many_hands:
            raise Faulted("C0824", msg("the match has not ended after {n} hands", n=MOST_HANDS))
        self.hands += 1
        self.play.begin_hand(self.cells)

    def fork(self, chance: ScriptedChance) -> PlayInProgress:
        """Return a copy of the play, with its own source of chance, that continues independently."""
        other = PlayInProgress(
            self.rules, chance, self.match, list(self.cells), list(self.entries), list(self.rulings),
            [replace(one, owed=dict(one.owed)) for one in self.standing], self.hands, self.demand, self.offered, self.stood,
        )  # fmt: skip
        other.before = self.before
        other.keeper.scores.extend(self.keeper.scores)
        return other

    # ------------------------------------------------------------------ moves

    def options(self) -> list[Choice]:
        """Return the legal moves, in canonical order; under a demand, only the moves that meet it."""
        return options_in_demand(self.rules, self.cells, self.demand) if self.awaits else []

    def meant(self, move: Move) -> Choice | None:
        """Return the legal option that a move names. Under a demand, the option must meet the demand."""
        return matching(self.rules, self.cells, self.options(), move)

    def asks_otherwise(self, move: Move, verdict: Judgement) -> bool:
        """Return whether a ruling demands a move other than a judged one, because the judged move would be legal without the
        ruling or belongs to another act.
        """
        if not self.demand or self.meant(move) is not None:
            return False
        return verdict.legal or (verdict.reason == "barred" and any(move.act != due.act for due in self.demand))

    def act(self, option: Choice) -> None:
        """Make a legal move that meets the demand. Chance draws the cards that the choice leaves open."""
        self.demand, self.acted = (), None
        option = self._settled(option)
        self._perform(option)
        self.entries.append(option.move)
        if self.standing:
            self._due(further=option.move.act != END_OF_TURN)

    def leave(self, option: Choice) -> None:
        """End the turn implicitly; no entry is made."""
        self._perform(option)
        self._due(further=False)

    def stand(self, found: Irregular) -> None:
        """Do a move that breaks a rule, as if no prohibition were in force. The rulings on it follow later."""
        found = replace(found, option=self._settled(found.option))
        self._perform(found.option)
        self.entries.append(found.move)
        self._due(further=True)
        owed = dict(zip(found.bars, found.later, strict=True))
        self.standing.append(MatchStanding(len(self.entries), owed, not self.awaits))

    def _perform(self, option: Choice) -> None:
        self.risen = []
        with noted_rises(self.rules, self.cells, self.risen):
            self.play.act(self.cells, option)

    def _settled(self, option: Choice) -> Choice:
        return settled(self.rules, self.cells, option, lambda count: self.chance.pick(count, len(self.entries)))

    def _due(self, *, further: bool) -> None:
        if further or not self.awaits:
            for one in self.standing:
                one.due = True

    # ------------------------------------------------------------------ rulings

    def find(self, finding: Move) -> None:
        """Enter a finding."""
        self.risen = []
        self.play.rule(self.cells, finding)
        self.entries.append(finding)
        self.rulings.append(Ruled(len(self.entries), finding.act, None))
        self._due(further=False)

    def at_once(self, found: Irregular, rulings: tuple[str, ...], *, stands: bool) -> None:
        """Rule at once on a move that breaks a rule: it is kept, or it is taken back and has no effect except the demand on the
        next entry.
        """
        found = replace(found, option=self._settled(found.option))
        self.demand, self.acted = demanded(self.rules, self.state, found, rulings), None
        if stands:
            self._perform(found.option)
        self.entries.append(found.move)
        self._due(further=stands)
        number = len(self.entries)
        for name in rulings:
            self._enter(name, number)

    def later(self, name: str) -> bool:
        """Enter a ruling on the first move on which it is due and possible. Return whether there is such a move."""
        prohibition = breach_of(self.rules.game, name).prohibition
        for one in self.standing:
            if one.due and one.owed.pop(prohibition, None) is not None:
                self._enter(name, one.number)
                self.standing = [other for other in self.standing if other.owed]
                return True
        return False

    def settle(self) -> None:
        """Enter all rulings that are possible now."""
        for name in [name for one in self.standing if one.due for name in one.owed.values()]:
            self.later(name)

    def close(self) -> None:
        """Leave play. Only the rulings that are due are still entered."""
        for one in self.standing:
            one.due = True

    def _enter(self, name: str, on: int) -> None:
        self.entries.append(Ruling(name))
        self.rulings.append(Ruled(len(self.entries), name, on))

    # ------------------------------------------------------------------ the result

    def played(self) -> Played:
        """Return the play so far."""
        packs, scores = tuple(self.chance.packs[self.before :]), tuple(self.keeper.scores)
        return Played(self.state, packs, tuple(self.entries), scores, self.hands, tuple(self.rulings), not self.over)


# ----------------------------------------------------------------------- players


@dataclass(frozen=True, slots=True)
class NoticedMove:
    """A move that breaks a rule, is noticed at once, and is then remedied by the same player."""

    move: Move


class Player(Protocol):
    """Chooses one of the legal moves. There is at least one, and cards that are chosen unseen are open in them."""

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | NoticedMove:
        """Return the move chosen."""
        ...


class RandomPlayer:
    """Chooses uniformly at random, with its own seed, without regard to its view."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Return one of the moves."""
        return moves[self.pick(len(moves))]

    def pick(self, count: int) -> int:
        """Return a number below a count."""
        return int(self._random() * count)


# ----------------------------------------------------------------------- playout


MOST_MOVES = 10_000
MOST_OFFERED = 1_000_000
"""The greatest number of legal moves listed in a hand or match, summed over all choices. The engine has the same bound."""


MOST_STEPS_OF_HANDS = 2_000_000
"""The step budget for a few hands that are shown. A dozen hands of the longest shipped game take a fifth of it."""


def play_hand(rules: Rules, players: Sequence[Player], chance: SeededChance) -> Played | Diagnostic:
    """Play one hand, the first of a match."""
    return play_out(PlayInProgress(rules, chance), players)


def play_hands(rules: Rules, seats: Sequence[tuple[Sequence[Player], SeededChance]]) -> tuple[Played | Diagnostic, ...]:
    """Play some hands within one step budget. Each is the first hand of a match. Once the budget is spent, the result of each
    remaining hand is a fault.
    """
    with counted_together(rules.compiler.work, MOST_STEPS_OF_HANDS):
        return tuple(play_hand(rules, players, chance) for players, chance in seats)


def play_match(rules: Rules, players: Sequence[Player], chance: SeededChance) -> Played | Diagnostic:
    """Play a whole match."""
    return play_out(PlayInProgress(rules, chance, match=True), players)


P = TypeVar("P", bound=PlayInProgress)


def play_out(table: P, players: Sequence[Player], counted: Callable[[P], None] | None = None) -> Played | Diagnostic:
    """Play a hand or a match from its beginning to its end; `counted` is called after each hand.

    In addition to the legal moves, a player may choose a finding that may be entered, or an irregular move that could be kept.
    It is then kept, and the rulings on it are entered after the next move. A `NoticedMove` is ruled on at once, and the same
    player makes the remedy.
    """
    try:
        with counted_together(table.rules.compiler.work):
            table.begin()
            while table.goes_on:
                _hand(table, players)
                if counted is not None:
                    counted(table)
    except Faulted as fault:
        return placed(table, fault)
    return table.played()


def _hand(table: PlayInProgress, players: Sequence[Player]) -> None:
    table.stood = None
    table.begin_hand()
    rules, cells = table.rules, table.cells
    for _ in range(MOST_MOVES):
        if cells[PHASE] != PHASE_TURN:
            return
        table.stood = table.state
        options = table.options()
        if not options:
            raise stuck(rules, cells)
        table.offered += len(options)
        if table.offered > MOST_OFFERED:
            message = msg("there are more than {n} legal moves in total, which is a limit of the program", n=MOST_OFFERED)
            raise Faulted("C0824", message)
        player = players[options[0].player]
        if isinstance(player, RandomPlayer):  # a random player does not look at the table, so it gets no view
            table.act(options[player.pick(len(options))])
        else:
            _choice(table, player, options)
        if table.standing:
            table.settle()
    raise Faulted("C0824", msg("the hand has not ended after {n} moves", n=MOST_MOVES))


def _choice(table: PlayInProgress, player: Player, options: list[Choice]) -> None:
    """Carry out the choice of a player."""
    who = options[0].player
    mine = [option for option in options if option.player == who]
    seen = view(table.rules, table.state, who)
    if isinstance(seen, Diagnostic):
        raise Faulted(seen.code, seen.message)
    chosen = player.choose(seen, choices(table.rules.game, (option.move for option in mine)))
    if isinstance(chosen, NoticedMove):
        _noticed(table, chosen.move, who)
        return
    option = matching(table.rules, table.cells, mine, chosen)
    if option is not None:
        table.act(option)
    elif finding_of(table.rules.game, chosen.act) is not None:
        _found(table, chosen)
    else:
        irregular = None if table.demand else irregularity(table.rules, table.state, chosen)
        if irregular is None or not irregular.later or irregular.option.player != who:
            raise Faulted("C0818", msg("the player in seat {n} chose a move that is not legal", n=who + 1))
        table.stand(irregular)


def _noticed(table: PlayInProgress, move: Move, who: int) -> None:
    """Do a move that breaks a rule and is noticed at once."""
    irregular = None if table.demand else irregularity(table.rules, table.state, move)
    if irregular is None or not irregular.at_once or irregular.option.player != who:
        raise Faulted("C0818", msg("the player in seat {n} chose a move that is not legal", n=who + 1))
    table.at_once(irregular, irregular.at_once, stands=False)


def _found(table: PlayInProgress, finding: Move) -> None:
    if table.demand:
        asked = in_demand(table.rules, table.demand)
        raise Faulted("C0818", msg("the finding `{act}` cannot be entered here: {why}", act=finding.act, why=asked))
    verdict = judge(table.rules, table.state, finding)
    if isinstance(verdict, Diagnostic) or not verdict.legal:
        why = verdict.message if isinstance(verdict, Diagnostic) else reason(verdict)
        raise Faulted("C0818", msg("the finding `{act}` cannot be entered here: {why}", act=finding.act, why=why))
    table.find(finding)


def stuck(rules: Rules, cells: Sequence[int]) -> Faulted:
    """Return the fault of a state that awaits a move and has no legal one."""
    names = hindrances(rules, cells)
    must = next((step for _, step in open_steps(rules, cells) if step.must), None)
    player = cells[TURN] if must is None else must.actor(cells, [])
    message = msg("the player in seat {n} has no legal move, and the turn may not end", n=player + 1)
    if must is not None:
        message = msg(
            "the player in seat {n} has no legal move, and `{step}` requires one", n=player + 1, step=must.clause.name
        )
    advice = msg("these clauses prevent it: {names}", names=", ".join(f"`{name}`" for name in names)) if names else ""
    own = None if must is None else _own_step(rules.game, must.clause)
    if must is not None and own is not None:
        both = msg(
            "a turn has both steps, `{step}` of {home} and `{own}`: to have only the second, write `replace {step}` before it",
            step=must.clause.name,
            home=must.clause.home,
            own=own,
        )
        advice = join_semicolons([advice, both] if advice else [both])
    known = [rules.game.clause[name].span for name in names if name in rules.game.clause]
    return Faulted("C0823", message, known[0] if known else None, advice)


def _own_step(game: Game, required: Clause) -> str | None:
    """Return a step that the game's own text requires next to a step of another text, or None."""
    if required.home == game.name:
        return None
    return next((clause.name for clause, step in game.steps if step.must and clause.home == game.name), None)


def placed(table: PlayInProgress, fault: Faulted) -> Diagnostic:
    """Return a fault in play as a diagnostic, with its place in the course of play and the position before it."""
    diagnostic = diagnosed(fault)
    if not table.hands:
        return diagnostic
    where = msg("in hand {hand}, after {n} moves", hand=table.hands, n=len(table.entries))
    advice = [] if diagnostic.help is None else [diagnostic.help]
    if table.stood is not None:
        advice.append(msg("the position: {position}", position=write_json(write_position(table.rules, table.stood))))
    return replace(
        diagnostic,
        message=msg("{message} ({where})", message=diagnostic.message, where=where),
        help=join_semicolons(advice) or None,
    )
