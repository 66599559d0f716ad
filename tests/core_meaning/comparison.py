"""Plays games with the second evaluator and with the interpreter, from the same shuffles, and compares them at every position.

The comparison covers the legal moves with their permissions, the findings, the state after each of these, the moments on the
way with the values of the claims about them, the definitions, the headings of the score, and the faults that stop play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from random import Random
from typing import TypeVar, cast

from tests.core_meaning.expressions import value
from tests.core_meaning.play import AWAIT, END_TURN, Choice, Course, Moment, Seen, Table
from tests.core_meaning.states import At, Awaits, State, Stops, Value, blank, owners_of
from tests.differential.oracle import spoken_of

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import NUMBER, SIDE, Type
from cartaro_grammar.text.diagnostic import CODES, Diagnostic
from cartaro_interpreter import (
    Move,
    Play,
    Rules,
    begin_hand,
    begin_match,
    describe,
    legal_moves,
    question,
    step,
    write_position,
)
from cartaro_interpreter import State as TheirState
from cartaro_interpreter.ruling.rulings import findings
from cartaro_interpreter.state.faults import Faulted

Written = Mapping[str, object]
T = TypeVar("T")
NO_TURN = 0
MOST_TRIED = 12
"""The greatest number of moves that are played in each position."""
BEGIN_MATCH = "begin match"
"""The interpreter reports no moments before the first hand begins."""


@dataclass
class Report:
    """The numbers of positions and values compared, and the disagreements in words."""

    positions: int = 0
    values: int = 0
    hands: int = 0
    wrong: list[str] = field(default_factory=list[str])
    stopped: str = ""


# ---------------------------------------------------------------------------------------- written


def written(game: g.Game, state: State) -> Written:
    """Return a state of the second evaluator in words, for comparison with the interpreter's."""
    found: dict[str, object] = {"awaits": state.awaits}
    for zone in game.zones:
        for owner in owners_of(game, zone.owner):
            found[f"{zone.name} {owner + 1}"] = [game.deck.cards[c].code for c in state.zones[zone.name, owner]]
    for cell in game.cells:
        for owner in owners_of(game, cell.owner):
            found[f"{cell.name} {owner + 1}"] = as_written(game, state.memory[cell.name, owner], cell.type)
    if state.awaits == "move" and state.turn is not None:
        found |= {"turn": state.turn + 1, "step": state.step + 1}
    return found


def their_written(rules: Rules, state: TheirState) -> Written:
    """Return a state of the interpreter in the same words."""
    position: Mapping[str, object] = {**write_position(rules, state)}
    game = rules.game
    awaits = position.get("awaits", "move")
    found: dict[str, object] = {"awaits": awaits}
    for kind, things in (("zones", game.zones), ("counters", game.cells)):
        block = cast("Mapping[str, object]", position.get(kind, {}))
        for thing in things:
            held = block[thing.name]
            for owner in owners_of(game, thing.owner):
                own = cast("Mapping[str, object]", held)[str(owner + 1)] if isinstance(held, Mapping) else held
                found[f"{thing.name} {owner + 1}"] = own
    if awaits == "move":
        found |= {"turn": position["turn"], "step": position.get("step", 1)}
    return found


def state_read(rules: Rules, theirs: TheirState) -> State:
    """Return a state of the interpreter as one of the second evaluator, by way of its description as a position."""
    game, found = rules.game, their_written(rules, theirs)
    number = {card.code: n for n, card in enumerate(game.deck.cards)}
    state = blank(game)
    for zone in game.zones:
        for owner in owners_of(game, zone.owner):
            held = tuple(number[code] for code in cast("list[str]", found[f"{zone.name} {owner + 1}"]))
            state = state.with_zone((zone.name, owner), held if zone.ordered else tuple(sorted(held)))
    for cell in game.cells:
        for owner in owners_of(game, cell.owner):
            own = as_read(number, found[f"{cell.name} {owner + 1}"], cell.type.kind)
            state = state.with_value((cell.name, owner), own)
    playing = write_position(rules, theirs).get("playing", range(1, game.players + 1))
    return replace(
        state,
        awaits=cast("Awaits", found["awaits"]),
        playing=frozenset(n - 1 for n in cast("Iterable[int]", playing)),
        turn=cast("int", found["turn"]) - 1 if "turn" in found else None,
        step=cast("int", found.get("step", 1)) - 1,
    )


def as_read(number: Mapping[str, int], written_value: object, kind: str) -> Value:
    """Return the value that the notation of positions describes: the inverse of `as_written`."""
    if isinstance(written_value, list):
        members = cast("list[int | str]", written_value)
        return frozenset(number[m] if isinstance(m, str) else m - 1 for m in members)
    if kind == "card" and isinstance(written_value, str):
        return number[written_value]
    if kind in ("player", "side") and isinstance(written_value, int):
        return written_value - 1
    return cast("Value", written_value)


def as_written(game: g.Game, found: Value, of: g.Names | object) -> object:
    """Return a value in the notation of positions and moves."""
    kind = getattr(of, "kind", "")
    if isinstance(found, frozenset):
        if kind in ("cards", "card"):
            return [game.deck.cards[int(c)].code for c in sorted(int(c) for c in found)]
        return sorted(int(m) + 1 for m in found)
    if isinstance(found, int) and not isinstance(found, bool):
        if kind == "card":
            return game.deck.cards[found].code
        if kind in ("player", "side"):
            return found + 1
    return found


def move_written(game: g.Game, choice: Choice) -> object:
    if choice.act == END_TURN:
        return (END_TURN, (), ())
    parameters = {p.name: p.type for p in game.act[choice.act].parameters}
    arguments = tuple((name, as_written(game, choice.names[name], of)) for name, of in sorted(parameters.items()))
    return (choice.act, arguments, tuple(sorted(choice.by)))


def their_move_written(game: g.Game, move: Move) -> object:
    arguments = tuple(sorted(describe(game, move).items()))
    return (move.act, arguments, tuple(sorted(move.by)))


def different(moves: list[object]) -> list[str]:
    """Return the moves, but only one of several that differ only in which of some equal cards they name: `JK'` is a second
    `JK`.
    """
    return sorted({re.sub("[\"']+", "'", str(move)) for move in moves})


# ------------------------------------------------------------------------------------------ chance


@dataclass
class Shuffles:
    """The shuffles of a match, by their number: the interpreter gets them as an object, the second evaluator as a function."""

    seed: str
    count: int = 0

    def order(self, number: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(Random(f"{self.seed} {number}").sample(cards, len(cards)))

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        if not cards:
            return ()
        self.count += 1
        return self.order(self.count - 1, tuple(sorted(cards)))

    def pick(self, count: int, number: int | None = None) -> int:
        raise AssertionError("every move names its card")


def attempt(act: Callable[[], T]) -> T | str:
    try:
        return act()
    except Stops as stop:
        return stop.code


# ------------------------------------------------------------------------------------------- play


@dataclass
class Comparison:
    """One match, played by both evaluators."""

    rules: Rules
    seed: str
    report: Report
    most_moves: int = 60
    random: Random = field(init=False)
    shuffles: Shuffles = field(init=False)
    table: Table = field(init=False)
    watched: list[tuple[Moment, TheirState]] = field(default_factory=list[tuple[Moment, TheirState]])

    def __post_init__(self) -> None:
        self.random = Random(f"moves {self.seed}")
        self.shuffles = Shuffles(self.seed)
        self.table = Table(self.rules.game, self.shuffles.order)

    @property
    def game(self) -> g.Game:
        return self.rules.game

    def watch(self, moment: Moment, state: TheirState) -> None:
        self.watched.append((moment, state))

    def differs(self, about: str, mine: object, theirs: object) -> bool:
        """Return whether two answers differ, and note it if they do."""
        if mine == theirs:
            return False
        self.report.wrong.append(f"{self.seed}: {about}: the evaluator has {mine}, the interpreter {theirs}")
        return True

    def play(self, hands: int) -> None:
        """Play some hands of a match at random, as long as both agree."""
        mine = attempt(self.table.begin_match)
        both = self.both(BEGIN_MATCH, mine, begin_match(self.rules, self.shuffles), None)
        for _ in range(self.most_moves):
            if both is None:
                return
            state, theirs = both
            if state.awaits == "nothing":
                self.values(state, theirs, None)
                return
            self.shuffles.count = state.shuffles
            if state.awaits == "move":
                both = self.one_move(state, theirs)
                continue
            if self.report.hands >= hands:
                return
            self.report.hands += 1
            both = self.both(
                "begin hand",
                attempt(partial(self.table.begin_hand, state)),
                begin_hand(self.rules, theirs, self.shuffles, self.watch),
                None,
            )

    def one_move(self, state: State, theirs: TheirState) -> tuple[State, TheirState] | None:
        """Compare the moves of a position, and play one of them."""
        moves = self.moves(state, theirs)
        if moves is None:
            return None
        entered = self.findings(state, theirs)
        if entered is not None:
            choice, finding = entered
            done = attempt(lambda: self.table.find(state, choice))
            return self.both(f"finding {choice.act}", done, self.ruled(theirs, finding), finding)
        if not moves:
            self.report.stopped = "stuck"
            return None
        return self.after(state, theirs, self.random.choice(moves))

    def every_move(self, state: State, theirs: TheirState) -> None:
        """Compare the moves of a position and the state after each of them, or after some of many."""
        found = self.moves(state, theirs) or []
        for move in self.random.sample(found, min(len(found), MOST_TRIED)):
            self.shuffles.count = state.shuffles
            self.after(state, theirs, move)

    def moves(self, state: State, theirs: TheirState) -> list[Move] | None:
        """Compare the moves and the values of a position; return the moves if they agree."""
        self.report.positions += 1
        own = attempt(lambda: self.offered(state))
        found = legal_moves(self.rules, theirs)
        if isinstance(found, Diagnostic):
            if not CODES[found.code].limit:
                self.differs("fault of the moves", own, found.code)
            self.report.stopped = found.code
            return None
        if isinstance(own, str):
            if CODES[own].limit:
                self.report.stopped = own
                return None
            self.differs("fault of the moves", own, [their_move_written(self.game, m) for m in found])
            return None
        mine = different([move_written(self.game, c) for c in own])
        other = different([their_move_written(self.game, m) for m in found])
        if self.differs(f"moves in {written(self.game, state)}", mine, other) or not self.values(state, theirs, AWAIT):
            return None
        return list(found)

    def after(self, state: State, theirs: TheirState, move: Move) -> tuple[State, TheirState] | None:
        """Compare the course from a legal move to the next choice."""
        said = their_move_written(self.game, move)
        choice = next(c for c in self.offered(state) if move_written(self.game, c) == said)
        done = attempt(lambda: self.table.move(state, choice))
        found = step(self.rules, theirs, move, self.shuffles, self.watch)
        return self.both(f"move {said} in {written(self.game, state)}", done, found, move)

    def offered(self, state: State) -> list[Choice]:
        """Return the legal moves, and the end of the turn if it may end."""
        found = self.table.choices(state)
        turn = NO_TURN if state.turn is None else state.turn
        may_end = self.table.may_end(state) and next(self.table.warranted(state), None) is not None
        return [*found, Choice(-1, turn, END_TURN, {}, ())] if may_end else found

    def findings(self, state: State, theirs: TheirState) -> tuple[Choice, Move] | None:
        """Compare the findings of a position; now and then return one of them."""
        mine = attempt(lambda: self.table.findings(state))
        found = findings(self.rules, theirs)
        if isinstance(mine, str) or isinstance(found, Diagnostic):
            self.differs("fault of the findings", mine, found)
            return None
        own = different([move_written(self.game, c) for c in mine])
        if self.differs("findings", own, different([their_move_written(self.game, m) for m in found])) or not mine:
            return None
        if self.random.random() > 0.1:
            return None
        finding = self.random.choice(found)
        return next(c for c in mine if move_written(self.game, c) == their_move_written(self.game, finding)), finding

    def ruled(self, theirs: TheirState, finding: Move) -> TheirState | Diagnostic | str:
        cells = list(theirs.cells)
        try:
            Play(self.rules, self.shuffles, self.watch).rule(cells, finding)
        except Faulted as fault:
            return fault.code
        return TheirState(tuple(cells))

    # ----------------------------------------------------------------------------- after a move

    def both(
        self, about: str, mine: Course | str, theirs: TheirState | Diagnostic | str, move: Move | None
    ) -> tuple[State, TheirState] | None:
        """Compare the outcomes of an event; return both states if they agree."""
        seen, self.watched = self.watched, []
        code = theirs.code if isinstance(theirs, Diagnostic) else theirs if isinstance(theirs, str) else None
        if code is not None or isinstance(mine, str):
            if code is None or not CODES[code].limit:
                self.differs(f"fault after {about}", mine, code)
            self.report.stopped = code or ""
            return None
        assert isinstance(theirs, TheirState)
        own = [one for one in mine.seen if one.moment[0] != "before"] if about != BEGIN_MATCH else []
        for one, other in zip_longest(own, seen):
            moment = f"moment of {about}"
            if one is None or other is None or one.moment != other[0]:
                self.differs(moment, one and one.moment, other and other[0])
                return None
            if not self.claims(one, other[1], move):
                return None
        if self.differs(f"state after {about}", *_unequal(written(self.game, mine.state), their_written(self.rules, theirs))):
            return None
        return mine.state, theirs

    def values(self, state: State, theirs: TheirState, moment: Moment | None) -> bool:
        """Compare the values of definitions, headings and claims in a position."""
        actor = state.turn
        here = self.table.at(state, actor)
        for function in self.game.functions:
            if not function.parameters:
                applied = g.Apply(function.name, (), function.result, self.game.clauses[0].span)
                if not self.same(function.name, here, applied, theirs, {}):
                    return False
        side = g.Local("side", SIDE, self.game.clauses[0].span)
        for clause, _ in self.game.headings:
            for n in range(self.game.sides):
                expr = g.ScoreOf(clause.name, side, NUMBER, clause.span)
                if not self.same(f"{clause.name} of {n + 1}", here.only({"side": n}), expr, theirs, {"side": n}):
                    return False
        return moment is None or self.claims(Seen(moment, state, actor), theirs, None)

    def claims(self, seen: Seen, theirs: TheirState, move: Move | None) -> bool:
        """Compare the values of the claims that are about a moment."""
        act = self.game.act.get(seen.moment[1]) if seen.moment[0] in ("before", "after") else None
        names = (
            dict(zip((p.name for p in act.parameters), move.args, strict=True)) if act is not None and move is not None else {}
        )
        for claim in self.game.claims:
            if any(self.game.all_settings.get(option) not in values for option, values in claim.under):
                continue
            for line in claim.lines:
                if self.differs(f"moments of {claim.name}", self.table.moments_of(line), spoken_of(line)):
                    return False
                if seen.moment not in spoken_of(line):
                    continue
                here = self.table.at(seen.state, seen.actor).only(seen.names)
                if isinstance(line, g.ExtremeClaim):
                    same = all(
                        self.same(claim.name, here.only({"side": n}), line.amount, theirs, {"side": n})
                        for n in range(self.game.sides)
                    )
                else:
                    same = self.same(f"{claim.name} {seen.moment}", here, line.condition, theirs, names)
                if not same:
                    return False
        return True

    def same(self, about: str, at: At, expr: g.Expr, theirs: TheirState, names: Mapping[str, int]) -> bool:
        """Compare the value of an expression."""
        self.report.values += 1
        mine = attempt(lambda: value(at, expr))
        query = question(self.rules, expr, tuple(names))
        assert not isinstance(query, Diagnostic), query
        found = query(theirs, names, at.actor)
        if isinstance(found, Diagnostic):
            return (
                CODES[found.code].limit or isinstance(mine, str) or not self.differs(f"no fault of {about}", mine, found.code)
            )
        other = their_value(self.game, expr.type, found)
        return not self.differs(f"{about} in {written(self.game, at.state)}", mine, other)


def their_value(game: g.Game, of: Type, found: int) -> Value:
    """Return a value of the interpreter in the second evaluator's form; symbols are numbered in the order of their
    attribute.
    """
    names = next(([value.name for value in a.values] for a in game.deck.attributes if a.name == of.enumeration), list[str]())
    match of.kind:
        case "truth":
            return bool(found)
        case "number":
            return found
        case "symbol":
            return None if found < 0 else names[found]
        case "symbols":
            return frozenset(name for n, name in enumerate(names) if found >> n & 1)
        case "cards" | "players" | "sides":
            return frozenset(n for n in range(found.bit_length()) if found >> n & 1)
        case _:
            return None if found < 0 else found


def _unequal(mine: Written, theirs: Written) -> tuple[object, object]:
    """Return the parts in which two states differ."""
    names = [name for name in mine if mine[name] != theirs.get(name)]
    return {name: mine[name] for name in names}, {name: theirs.get(name) for name in names}
