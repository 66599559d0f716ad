"""The scene of an example: the position that it sets out, and what is done in it.

A `do` plays a legal move, or one that just the prohibitions named bar, or enters a finding, and everything up to the next
choice.  After a move a turn that may end has ended for whatever does not go on with it.  May raise `Faulted`.
"""

from __future__ import annotations

from cartaro_grammar import Diagnostic, Expr, Message, both, say
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.engine import Play
from cartaro_interpreter.play.match_moves import matching
from cartaro_interpreter.play.query import ask
from cartaro_interpreter.play.turn import Choice, after, open_steps
from cartaro_interpreter.ruling.json_moves import reason
from cartaro_interpreter.ruling.judge import Judgement, judge
from cartaro_interpreter.ruling.rulings import Demand, breach_of, demanded, in_demand, irregularity, meeting
from cartaro_interpreter.state.chance import NoChance, ScriptedChance
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import NOBODY, PHASE, PHASE_TURN, TURN
from cartaro_interpreter.state.move import END_OF_TURN, OPEN_CARD, Move, cards_argument, phrase
from cartaro_interpreter.state.state import State


class _GivenOrders:
    """The shuffles of an example, in the order in which it gives them; what it does not give cannot be known."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The next order that is given, of just these cards."""
        if not self.scene.orders:
            return NoChance(say("give the order before the `do`, the top first: `the shuffle gives …`")).shuffle(cards)
        return ScriptedChance([self.scene.orders.pop(0)], [c.code for c in self.scene.rules.game.deck.cards]).shuffle(cards)


class Scene:
    """A state in the making; `actor` is who the lines speak of, `moved` whether something was done in this turn, `done` the
    state right after the last move, `demand` what rulings ask of the next one.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cells = Play(rules, ScriptedChance(())).blank()
        self.cells[TURN] = 0
        self.cells[PHASE] = PHASE_TURN
        self.actor = 0
        self.moved = False
        self.done: State | None = None
        self.demand: Demand = ()
        self.orders: list[tuple[int, ...]] = []
        """What the next shuffles give, as the example says it."""

    @property
    def state(self) -> State:
        """The state now."""
        return State(tuple(self.cells))

    @property
    def _play(self) -> Play:
        """Play with the shuffles that the example gives."""
        return Play(self.rules, _GivenOrders(self), self._watch)

    def _watch(self, moment: tuple[str, str], state: State) -> None:
        """In a turn that begins nothing has been done."""
        del state
        self.moved = self.moved and moment != ("start", "turn")

    # ------------------------------------------------------------------ moves written out

    def move(self, literal: g.MoveLit) -> Move | str:
        """A move written out, or the parameter that it does not say; a card that is chosen unseen may be left open."""
        given, readings = dict(literal.arguments), dict(literal.readings)
        values: list[int] = []
        for parameter in self.rules.game.act[literal.act].parameters:
            value = self._argument(parameter, given.get(parameter.name), readings.get(parameter.name, ()))
            if value is None and parameter.unseen and parameter.name not in given:
                value = OPEN_CARD
            if value is None:
                return parameter.name
            values.append(value)
        return Move(literal.act, tuple(values), ())

    def settle_company(self) -> None:
        """Who is in the match, by the memory given."""
        self._play.settle_company(self.cells)

    def _argument(
        self, parameter: g.Parameter, value: tuple[int, ...] | str | Expr | None, readings: tuple[int | None, ...]
    ) -> int | None:
        match value:
            case None:
                return None
            case str():
                return parameter.answers.index(value) if value in parameter.answers else None
            case tuple():
                pairs = zip(value, readings or (None,) * len(value), strict=True)
                faces = [(card, self.rules.layout.faces.faces_like(card, like)) for card, like in pairs]
                return cards_argument(parameter, tuple(found[0] if found else card for card, found in faces))
            case _:  # `the player` is whoever is in turn
                found = ask(self.rules, self.state, value, self.cells[TURN])
                if isinstance(found, Diagnostic):
                    raise Faulted(found.code, found.message, found.primary.span if found.primary else None)
                return None if found == NOBODY else found

    def verdict(self, move: Move) -> Judgement:
        """The ruling on a move."""
        verdict = self._verdict(self.state, move)
        if verdict.legal and self.demand and self.find(move) is None:
            return self._asked_for()
        return verdict

    def _asked_for(self) -> Judgement:
        """The ruling on whatever is not what rulings ask for."""
        return Judgement(False, "ruled", tuple(due.ruling for due in self.demand))

    def verdict_before_the_turn_ended(self, move: Move) -> Judgement | None:
        """The ruling on a move right after the last one, where the turn then ended by itself: what kept it from going on?"""
        going_on = self.moved and self.cells[PHASE] == PHASE_TURN
        return None if going_on or self.done is None else self._verdict(self.done, move)

    def _verdict(self, state: State, move: Move) -> Judgement:
        verdict = judge(self.rules, state, move)
        if isinstance(verdict, Diagnostic):
            raise Faulted(verdict.code, verdict.message, verdict.primary.span if verdict.primary else None)
        return verdict

    def legal(self) -> tuple[Move, ...]:
        """Every legal move; where a ruling asks for an act, those that are this act."""
        return tuple(option.move for option in self._options())

    def find(self, move: Move) -> Choice | None:
        """The legal option that a move names."""
        return matching(self.rules, self.cells, self._options(), move)

    def _options(self) -> list[Choice]:
        return meeting(self.rules, self.cells, self.demand) if self.cells[PHASE] == PHASE_TURN else []

    # ------------------------------------------------------------------ what is done

    def turn_ended(self, named: frozenset[str]) -> None:
        """End a turn that may end and in which something was done, unless an act of a step still open is named."""
        if self.moved and self.cells[PHASE] == PHASE_TURN:
            still_open = {act for _, step in open_steps(self.rules, self.cells) for act in step.acts}
            if named.isdisjoint(still_open):
                self._leave()

    def _leave(self) -> bool:
        """End the turn, where it may end."""
        option = self.find(Move(END_OF_TURN, (), ()))
        if option is not None:
            self._act(option)
        return option is not None

    def _act(self, option: Choice) -> None:
        cells = list(self.cells)
        self.moved = True
        self.demand = ()
        orders = list(self.orders)
        chance = _GivenOrders(self)
        self.done = None if option.move.act == END_OF_TURN else State(tuple(after(self.rules, cells, option, chance)))
        self.orders = orders
        self._play.act(cells, option)
        self.cells = cells

    def do(self, move: Move, line: g.Do) -> Message | None:
        """Do what a line says, or say why it cannot be done.  What belongs to the next turn leaves what is optional in this."""
        if self.rules.game.act[move.act].finding:
            return self._find(move, line)
        if self.demand and (line.despite or line.ruled):
            why = reason(self._asked_for())
            return say("`{move}` is not legal: {why}", move=phrase(self.rules.game, move), why=why)
        if line.ruled:
            return self._noticed(move, line.ruled)
        option = self._option(move, line)
        if option is None and self._leave():
            option = self._option(move, line)
        if option is None:
            return self._refusal(move, line)
        self.actor = option.player
        self._act(option)
        return None

    def _option(self, move: Move, line: g.Do) -> Choice | None:
        if not line.despite:
            return self.find(move)
        found = irregularity(self.rules, self.state, move)
        return found.option if found is not None and set(found.bars) == set(line.despite) else None

    def _noticed(self, move: Move, rulings: tuple[str, ...]) -> Message | None:
        """A move that breaks a rule and is ruled on at once: done, or taken back, and perhaps to be made good."""
        found = irregularity(self.rules, self.state, move)
        if found is None and self._leave():
            found = irregularity(self.rules, self.state, move)
        said, verdict = phrase(self.rules.game, move), self.verdict(move)
        if found is None and verdict.legal:
            return say("`{move}` is legal: nothing bars it", move=said)
        if found is None:
            return say("`{move}` is not legal, and not only for what bars it: {why}", move=said, why=reason(verdict))
        breaches = [breach_of(self.rules.game, name) for name in rulings]
        if {breach.prohibition for breach in breaches} != set(found.bars):
            bars = both(f"`{name}`" for name in found.bars)
            return say("what bars `{move}` is {bars}: each has its ruling, and no other", move=said, bars=bars)
        self.actor = found.option.player
        if all(breach.remedy == "stand" for breach in breaches):
            self._act(found.option)
            return None
        self.demand = demanded(self.rules, self.state, found, rulings)
        if not self._options():
            return say("{asked}, and no legal move is that", asked=in_demand(self.rules, self.demand))
        return None

    def _refusal(self, move: Move, line: g.Do) -> Message:
        said, verdict = phrase(self.rules.game, move), self.verdict(move)
        found = irregularity(self.rules, self.state, move)
        if not line.despite:
            return say("`{move}` is not legal: {why}", move=said, why=reason(verdict))
        if verdict.legal:
            return say("`{move}` is legal: nothing bars it", move=said)
        if found is None:
            return say("`{move}` is not legal, and not only for what bars it: {why}", move=said, why=reason(verdict))
        bars = both(f"`{name}`" for name in found.bars)
        return say("what bars `{move}` is {bars}, and no other", move=said, bars=bars)

    def _find(self, finding: Move, line: g.Do) -> Message | None:
        verdict = self.verdict(finding)
        if self.demand:
            verdict = self._asked_for()
        if not verdict.legal and self._leave():
            again = self.move(line.move)  # in the next turn `the player` is another
            finding = again if isinstance(again, Move) else finding
            verdict = self.verdict(finding)
        if not verdict.legal:
            return say("`{finding}` cannot be entered: {why}", finding=phrase(self.rules.game, finding), why=reason(verdict))
        self.actor = self.cells[TURN]
        cells = list(self.cells)
        self._play.rule(cells, finding)
        self.cells = cells
        return None
