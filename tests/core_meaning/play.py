"""The course of play: matches, hands and turns; legal moves and the states after them; the moments of claims (see `states`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tests.core_meaning.effects import Outcome, chosen_player, cleared, effects, ends, event, in_the_match
from tests.core_meaning.expressions import applies, can, in_force, one, truth, value, warrants, ways
from tests.core_meaning.states import ENDLESS_TURN, IDLE, TABLE, At, Chance, State, Stops, Value, blank, owners_of

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import children, parts

Moment = tuple[str, str]
AWAIT: Moment = ("await", "")


@dataclass(frozen=True)
class Seen:
    """A moment that a claim may be about: the state, the player, and the arguments of the act, if the moment belongs to
    an act.
    """

    moment: Moment
    state: State
    actor: int | None = None
    names: Mapping[str, Value] = field(default_factory=dict[str, Value])


@dataclass(frozen=True)
class Course:
    """A stretch of play: the state at its end, and the moments on the way."""

    state: State
    seen: tuple[Seen, ...] = ()

    def on(self, other: Course) -> Course:
        """Return this stretch of play followed by another."""
        return Course(other.state, self.seen + other.seen)


@dataclass(frozen=True)
class Choice:
    """A move: its step, player, act and arguments, with the permissions that warrant it."""

    step: int
    player: int
    act: str
    names: Mapping[str, Value]
    by: tuple[str, ...]


END_TURN = "end turn"
MOST_POSITIONS = 300
"""How many positions of a turn are examined before the turn counts as endless."""
MOST_IDLE_TURNS = 50
"""The greatest number of consecutive turns in which nobody can act."""


@dataclass(frozen=True)
class Table:
    """A game with its source of chance; it answers every question about a state of play."""

    game: g.Game
    chance: Chance

    def at(self, state: State, actor: int | None = None) -> At:
        return At(self.game, state, actor, self.chance)

    # ------------------------------------------------------------------------------- the match

    def begin_match(self) -> Course:
        """Begin a match: set its memory, and perform the clauses at its start."""
        state = cleared(self.at(blank(self.game)), ("match", "hand", "turn"))
        outcome = event(self.at(state), "start", "match")
        if _ended(outcome) == "match":
            return self._end_match(outcome.state)
        return Course(outcome.state)

    def _end_match(self, state: State) -> Course:
        outcome = event(self.at(state, state.turn), "end", "match")
        over = replace(outcome.state, awaits="nothing")
        return Course(over, (Seen(("end", "match"), over, over.turn),))

    # -------------------------------------------------------------------------------- the hand

    def begin_hand(self, state: State) -> Course:
        """Begin a hand: determine who takes part, set its memory, perform the clauses at its start, and begin the first
        turn.
        """
        state = replace(state, playing=in_the_match(self.at(state)), turn=None)
        state = cleared(self.at(state), ("hand", "turn"))
        outcome = event(self.at(state), "start", "hand")
        if outcome.stopped is not None:
            return self._stopped(outcome)
        begun = Course(outcome.state, (Seen(("start", "hand"), outcome.state),))
        return begun.on(self._begin_turn(outcome.state, chosen_player(self.at(outcome.state), g.Begins)))

    def _stopped(self, outcome: Outcome) -> Course:
        """Return the course after an effect that ended the hand or the match."""
        assert isinstance(outcome.stopped, g.End)
        if outcome.stopped.period == "match":
            return self._end_match(outcome.state)
        if outcome.stopped.void:
            return Course(replace(outcome.state, awaits="hand"))
        return self._end_hand(outcome.state)

    def _end_hand(self, state: State) -> Course:
        """End a hand: perform the clauses at its end and then the clauses of its count; end the match if it is over."""
        outcome = event(self.at(state, state.turn), "end", "hand")
        seen = (Seen(("end", "hand"), outcome.state, state.turn),)
        if (stopped := outcome.stopped) and isinstance(stopped, g.End) and (stopped.void or stopped.period == "match"):
            return Course(outcome.state, seen).on(self._stopped(outcome))
        outcome = event(self.at(outcome.state, state.turn), "count", "hand")
        counted = Course(outcome.state, (*seen, Seen(("count", "hand"), outcome.state, state.turn)))
        if (stopped := outcome.stopped) and isinstance(stopped, g.End) and (stopped.void or stopped.period == "match"):
            return counted.on(self._stopped(outcome))
        if ends(self.at(counted.state, state.turn), "match"):
            return counted.on(self._end_match(counted.state))
        return counted.on(Course(replace(counted.state, awaits="hand")))

    # -------------------------------------------------------------------------------- the turn

    def _begin_turn(self, state: State, player: int, idle: tuple[State, ...] = ()) -> Course:
        state = cleared(self.at(replace(state, turn=player, step=0, awaits="move"), player), ("turn",))
        outcome = event(self.at(state, player), "start", "turn")
        if _ended(outcome) in ("hand", "match"):
            return self._stopped(outcome)
        begun = Course(outcome.state, (Seen(("start", "turn"), outcome.state, player),))
        if _ended(outcome) == "turn":
            return begun.on(self._end_turn(outcome.state))
        return begun.on(self._go_on(outcome.state, idle))

    def _go_on(self, state: State, idle: tuple[State, ...] = ()) -> Course:
        """Wait for a move. End the turn if a clause ends it, or if it may end and no act is permitted."""
        if self._is_over(state) or self.may_end(state, unless_permitted=True):
            if state in idle or len(idle) >= MOST_IDLE_TURNS:
                raise Stops(IDLE)
            return self._end_turn(state, (*idle, state))
        return Course(state)

    def _end_turn(self, state: State, idle: tuple[State, ...] = ()) -> Course:
        """End a turn: perform the clauses at its end, then end the hand or pass the turn to the next player."""
        player = state.turn
        outcome = event(self.at(state, player), "end", "turn")
        if _ended(outcome) in ("hand", "match"):
            return self._stopped(outcome)
        state = outcome.state
        ended = Course(state, (Seen(("end", "turn"), state, player),))
        here = self.at(state, player)
        if ends(here, "hand"):
            return ended.on(self._end_hand(state))
        return ended.on(self._begin_turn(state, chosen_player(here, g.Passes), idle))

    # ------------------------------------------------------------------------------- the moves

    def _open_steps(self, state: State) -> list[tuple[int, g.Step]]:
        """Return the steps whose acts may come next: all steps up to the first compulsory one."""
        here, found = self.at(state, state.turn), list[tuple[int, g.Step]]()
        for index, (clause, step) in list(enumerate(self.game.steps))[state.step :]:
            if applies(here, clause):
                found.append((index, step))
                if step.must:
                    break
        return found

    def may_end(self, state: State, *, unless_permitted: bool = False) -> bool:
        """Return whether the turn may end: no step must be done, no obligation applies and, if asked, nothing is permitted."""
        if any(step.must for _, step in self._open_steps(state)):
            return False
        if unless_permitted and any(can(here, act, {}, lambda _: True) for _, here, act in self._open_acts(state)):
            return False
        here = self.at(state, state.turn)
        return True not in [applies(here, clause) and truth(here, duty.condition) for clause, duty in self.game.obligations]

    def _open_acts(self, state: State) -> Iterator[tuple[int, At, str]]:
        for index, step in self._open_steps(state):
            player = one(self.at(state, state.turn), step.actor)
            if player is not None:
                yield from ((index, self.at(state, player), act) for act in step.acts)

    def _is_over(self, state: State) -> bool:
        return ends(self.at(state, state.turn), "turn")

    def warranted(self, state: State) -> Iterator[Choice]:
        for index, here, act in self._open_acts(state):
            for names in ways(here, self.game.act[act], {}):
                by = [c.name for c, _ in self.game.permissions_of(act) if warrants(here.only(names), c, act)]
                if by and here.actor is not None:
                    yield Choice(index, here.actor, act, names, tuple(by))

    def choices(self, state: State) -> list[Choice]:
        """Return the legal moves: the warranted ones after which the turn can still be completed."""
        found = list[Choice]()
        for choice in self.warranted(state):
            known = any((choice.act, choice.names) == (other.act, other.names) for other in found)
            if not known and self._leads_to_an_end(state, choice):
                found.append(choice)
        return found

    def _leads_to_an_end(self, state: State, choice: Choice) -> bool:
        """Return whether the turn can be completed after a move, as far as the players who move can know it.

        The nearest positions are examined first. If the turn has no duty that can be left undone, no position is examined.
        """
        if not self.game.obligations and not any(step.must for _, step in self.game.steps[choice.step + 1 :]):
            return True
        ahead, visited = deque([(state, choice)]), list[State]()
        while ahead:
            before, move = ahead.popleft()
            try:
                if self._is_hidden(before, move):
                    return True
                outcome = self._done(before, move)
                after = replace(outcome.state, step=self._next_step(move))
                if outcome.stopped is not None or self._is_over(after) or self.may_end(after):
                    return True
                further = [] if after in visited else list(self.warranted(after))
            except Stops:  # the move is legal, and play stops after it
                return True
            if after not in visited:
                visited.append(after)
                ahead += [(after, one_more) for one_more in further]
            if len(visited) >= MOST_POSITIONS:
                raise Stops(ENDLESS_TURN)
        return False

    def _is_hidden(self, state: State, choice: Choice) -> bool:
        """Return whether a player cannot know the outcome of an act: it depends on chance, or on cards that they do not see."""
        act = self.game.act[choice.act]
        after = [clause for clause in self.game.consequences("after", act.name) if not clause.annex]
        asked: tuple[object, ...] = (act.effects, *((clause.when, clause.unless, clause.effects) for clause in after))
        found = list(parts(asked))
        if any(p.unseen for p in act.parameters) or any(isinstance(part, g.Shuffle) for part in found):
            return True
        if any(isinstance(part, g.Deal) and part.each is not None and part.first is None for part in found):
            asked += tuple((c.when, c.unless, s.player) for c, s in self.game.with_sentence(g.Begins))
        return any(not self._sees(state, choice.player, zone, top_only) for zone, top_only in _places_read(self.game, asked))

    def _sees(self, state: State, player: int, zone: g.InZone, top_only: bool) -> bool:
        """Return whether a player sees the cards of a place. If the place names the player as its owner, only the player's own
        zone counts, otherwise every owner's zone.
        """
        kind, sides = self.game.zone[zone.zone].owner, self.game.side_of
        mine = {"table": TABLE, "player": player, "side": sides[player]}[kind]
        is_own = isinstance(zone.owner, g.Actor) or (
            isinstance(zone.owner, g.SideOf) and isinstance(zone.owner.player, g.Actor)
        )
        for owner in (mine,) if is_own else owners_of(self.game, kind):
            here = self.at(state).only({"owner": owner})
            clauses = [(c, s) for c, s in self.game.sights_of(zone.zone) if owner == mine or not s.own]
            strongest = in_force(here, (c for c, _ in clauses))
            if not any(s.yes and (top_only or not s.top) for c, s in clauses if c in strongest):
                return False
        return True

    def _next_step(self, choice: Choice) -> int:
        return choice.step if self.game.steps[choice.step][1].often else choice.step + 1

    def _done(self, state: State, choice: Choice) -> Outcome:
        """Perform an act: its effects, then the clauses after it."""
        here = self.at(state, choice.player).only(choice.names)
        outcome = effects(here, self.game.act[choice.act].effects)
        return outcome if outcome.stopped is not None else event(here.then(outcome.state), "after", choice.act)

    def move(self, state: State, choice: Choice) -> Course:
        """Return the course from a legal move to the next choice."""
        if choice.act == END_TURN:
            return self._end_turn(state)
        before = Seen(("before", choice.act), state, choice.player, choice.names)
        outcome = self._done(state, choice)
        after = replace(outcome.state, step=self._next_step(choice))
        return Course(after, (before,)).on(self._after(outcome, after, choice))

    def find(self, state: State, finding: Choice) -> Course:
        """Return the course from a finding of the arbiter to the next choice. A finding takes no step of the turn."""
        outcome = self._done(state, finding)
        return self._after(outcome, outcome.state, finding)

    def _after(self, outcome: Outcome, after: State, choice: Choice) -> Course:
        done = Course(after, (Seen(("after", choice.act), after, choice.player, choice.names),))
        if _ended(outcome) == "turn":
            return done.on(self._end_turn(after))
        if _ended(outcome) in ("hand", "match"):
            return done.on(self._stopped(replace(outcome, state=after)))
        return done.on(self._go_on(after))

    def findings(self, state: State) -> list[Choice]:
        """Return the findings that the arbiter may enter: those whose arguments lie in their domains."""
        acts = [act for act in self.game.acts if act.finding]
        turn = state.turn
        return [
            Choice(-1, -1 if turn is None else turn, a.name, names, ())
            for a in acts
            for names in ways(self.at(state, turn), a, {})
        ]

    # ------------------------------------------------------------------------------- claims

    def holds_at(self, claim: g.ClaimLine, seen: Seen) -> tuple[Value, ...]:
        """Return the values of a line of a claim at a moment; none if the line is not about this moment."""
        if seen.moment not in self.moments_of(claim):
            return ()
        here = self.at(seen.state, seen.actor).only(seen.names)
        if isinstance(claim, g.ExtremeClaim):
            free = any(isinstance(part, g.Local) and part.name == "side" for part in parts(claim.amount))
            sides = sorted({self.game.side_of[p] for p in seen.state.playing}) if free else [0]
            return tuple(value(here.only({"side": side}), claim.amount) for side in sides)
        return (truth(here, claim.condition),)

    def moments_of(self, claim: g.ClaimLine) -> tuple[Moment, ...]:
        """Return the moments that a line of a claim is about."""
        match claim:
            case g.Possible(after=act) if act:
                return (("after", act),)
            case g.Always(condition=condition) | g.Possible(condition=condition):
                return (AWAIT,) if self._about_the_player(condition) else (AWAIT, ("end", "turn"))
            case g.AtEvery(moment=moment, period=period) | g.ExtremeClaim(moment=moment, period=period):
                return ((moment, period),)
            case g.BeforeEvery(act=act):
                return (("before", act),)
            case g.AfterEvery(act=act):
                return (("after", act),)

    def _about_the_player(self, expr: g.Expr) -> bool:
        return any(isinstance(part, g.Actor) for part in parts(expr))


def _places_read(game: g.Game, part: object, inside: tuple[str, ...] = ()) -> Iterator[tuple[g.InZone, bool]]:
    """Yield the places whose cards, and not only their number, an expression or clause reads, and whether it reads only the top
    card.
    """
    match part:
        case g.Size(members=g.InZone(owner=owner)):
            yield from _places_read(game, owner, inside)
        case g.Top(pile=g.InZone() as pile):
            yield pile, True
        case g.InZone(owner=owner):
            yield part, False
            yield from _places_read(game, owner, inside)
        case g.Apply(function=name) if name not in inside:
            yield from _places_read(game, (part.arguments, game.asked_by(name)), (*inside, name))
        case g.ScoreOf(heading=heading):
            headings = tuple((c.when, c.unless, s) for c, s in game.headings if heading in (None, c.name))
            yield from _places_read(game, (part.side, headings), inside)
        case g.Can(act=act) if act not in inside:
            clauses = tuple((c.when, c.unless) for c in game.clauses if act in getattr(c.sentence, "acts", ()))
            asked = (part.actor, part.given, part.where, game.act[act].parameters, clauses)
            for place, top_only in _places_read(game, asked, (*inside, act)):
                yield (replace(place, owner=part.actor) if isinstance(place.owner, g.Actor) else place), top_only
        case g.Deal() | g.MoveCards() | g.Shuffle():
            to = part.into if isinstance(part, g.Shuffle) else part.to
            yield from _places_read(game, tuple(child for child in children(part) if child is not to), inside)
            yield from _places_read(game, to.owner if isinstance(to, g.InZone) else to, inside)
        case _:
            for child in children(part):
                yield from _places_read(game, child, inside)


def _ended(outcome: Outcome) -> str:
    """Return the period that an effect ended, or ""."""
    return outcome.stopped.period if isinstance(outcome.stopped, g.End) else ""
