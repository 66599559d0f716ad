"""Run the examples of a ruleset. Each sets out a position and states its legal moves, or the result of a move.

An example is read line by line. `do` enters a finding or plays a move: a legal move, a move that only the named prohibitions
bar, or a move that is ruled on at once. It then plays everything up to the next choice. A `check` after a move still refers to
the player who made it; after a finding, to the player whose turn it was. `because` must name clauses of the ruling: the clauses
that forbid, or the permissions that do not apply.

After a `do`, a turn that may end counts as ended. If a later line names an act of a step that is still open, the turn counts as
continued.

`Scene` holds the state and carries out the lines; `run_example` tests a line against it and collects the failures as
diagnostics.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from cartaro_grammar import (
    Diagnostic,
    Expr,
    Game,
    Label,
    Message,
    Span,
    choose,
    clash_advice,
    conjuncts,
    join_and,
    join_semicolons,
    msg,
    parts,
    with_key_words,
)
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.evaluate.code import CodeScope, Frames, at
from cartaro_interpreter.play.course import Play, counted_in, group_meant, matching
from cartaro_interpreter.play.questions import ask
from cartaro_interpreter.play.turn import Choice, actor_of, after, choice_of, is_open, open_steps
from cartaro_interpreter.ruling.broken_claims import found_instead
from cartaro_interpreter.ruling.grounds import Judgement, judge
from cartaro_interpreter.ruling.refusals import reason
from cartaro_interpreter.ruling.rulings import Demand, breach_of, demanded, in_demand, irregularity, options_in_demand
from cartaro_interpreter.state.card_sets import mask_of  # fmt: skip
from cartaro_interpreter.state.chance import NoChance, ScriptedChance
from cartaro_interpreter.state.faults import Faulted, Unsupported, diagnosed
from cartaro_interpreter.state.state import (
    END_OF_TURN,
    NOBODY,
    OPEN_CARD,
    OUT_OF_SIGHT,
    PHASE,
    PHASE_TURN,
    TURN,
    Move,
    State,
    cards_argument,
    groups_of,
    order_of_pile,
    phrase,
    put_groups,
    single_cards,
)

# ------------------------------------------------------------------------- scene


class _GivenOrders:
    """The shuffles of an example, in the order of its lines; a shuffle without a line is refused."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the next order, which must consist of exactly these cards."""
        if not self.scene.orders:
            return NoChance(msg("give the order before the `do`, the top first: `the shuffle gives …`")).shuffle(cards)
        return ScriptedChance([self.scene.orders.pop(0)], [c.code for c in self.scene.rules.game.deck.cards]).shuffle(cards)


class Scene:
    """The state of an example so far. `actor` is the player to whom the lines refer, `moved` is True if a move was made in this
    turn. `done` is the state right after the last move, and `counted` the state in which the hand was counted, if it
    ended. `demand` holds the demands of rulings on the next move.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cells = Play(rules, ScriptedChance(())).blank()
        self.cells[TURN] = 0
        self.cells[PHASE] = PHASE_TURN
        self.actor = 0
        self.moved = False
        self.done: State | None = None
        self.counted: State | None = None
        self.demand: Demand = ()
        self.orders: list[tuple[int, ...]] = []
        """Return the results of the next shuffles, as the example states them."""

    @property
    def state(self) -> State:
        """Return the state now."""
        return State(tuple(self.cells))

    @property
    def _play(self) -> Play:
        """Return a play that shuffles as the example says."""
        return Play(self.rules, _GivenOrders(self), self._watch)

    def _watch(self, moment: tuple[str, str], state: State) -> None:
        """Note the beginning of a turn, in which no move has been made."""
        self.counted = counted_in(moment, state, self.counted)
        self.moved = self.moved and moment != ("start", "turn")

    # ------------------------------------------------------------------ moves written out

    def move(self, literal: g.MoveLit) -> Move | str:
        """Return a written move as a move, or the name of the first missing parameter. A card that is chosen unseen may be left
        open.
        """
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

    def settle_active_players(self) -> None:
        """Determine the players who take part in the match, from the given memory."""
        self._play.settle_active_players(self.cells)

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
            case _:  # `the player` is the player in turn
                found = ask(self.rules, self.state, value, self.cells[TURN])
                if isinstance(found, Diagnostic):
                    raise Faulted(found.code, found.message, found.primary.span if found.primary else None)
                if parameter.type.kind == "number" and not 0 <= found <= g.MOST_CHOSEN_NUMBER:
                    raise Faulted("C0419", msg("nobody can choose the number {n}", n=found), value.span)
                return None if found == NOBODY else found

    def verdict(self, move: Move) -> Judgement:
        """Return the ruling on a move."""
        verdict = self._verdict(self.state, move)
        if verdict.legal and self.demand and self.find(move) is None:
            return self._asked_for()
        return verdict

    def _asked_for(self) -> Judgement:
        """Return the ruling on a move that does not meet the demands of rulings."""
        return Judgement(False, "ruled", tuple(due.ruling for due in self.demand))

    def verdict_before_the_turn_ended(self, move: Move) -> Judgement | None:
        """Return the ruling on a move as if it directly followed the last move, if the turn has ended since without a further
        move. The ruling is the reason why the turn did not continue.
        """
        going_on = self.moved and self.cells[PHASE] == PHASE_TURN
        return None if going_on or self.done is None else self._verdict(self.done, move)

    def _verdict(self, state: State, move: Move) -> Judgement:
        verdict = judge(self.rules, state, move)
        if isinstance(verdict, Diagnostic):
            raise Faulted(verdict.code, verdict.message, verdict.primary.span if verdict.primary else None)
        return verdict

    def legal(self) -> tuple[Move, ...]:
        """Return every legal move; under a demand, only the moves that meet it."""
        return tuple(option.move for option in self._options())

    def find(self, move: Move) -> Choice | None:
        """Return the legal option that a move names."""
        return matching(self.rules, self.cells, self._options(), move)

    def _options(self) -> list[Choice]:
        return options_in_demand(self.rules, self.cells, self.demand) if self.cells[PHASE] == PHASE_TURN else []

    # ------------------------------------------------------------------ carrying out lines

    def turn_ended(self, named: frozenset[str]) -> None:
        """End a turn that may end and in which a move was made, unless an act of a step still open is named."""
        if self.moved and self.cells[PHASE] == PHASE_TURN:
            still_open = {act for _, step in open_steps(self.rules, self.cells) for act in step.acts}
            if named.isdisjoint(still_open):
                self._leave()

    def _leave(self) -> bool:
        """End the turn if it may end. Return whether it ended."""
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
        """Carry out a line, or return the reason why it cannot be carried out. A move of the next turn skips the optional steps
        of this one.
        """
        if self.rules.game.act[move.act].finding:
            return self._find(move, line)
        if self.demand and (line.despite or line.ruled):
            why = reason(self._asked_for())
            return msg("`{move}` is not legal: {why}", move=phrase(self.rules.game, move), why=why)
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
        """Do a move that breaks a rule and is ruled on at once. The move is kept or taken back, and a remedy may follow."""
        found = irregularity(self.rules, self.state, move)
        if found is None and self._leave():
            found = irregularity(self.rules, self.state, move)
        written, verdict = phrase(self.rules.game, move), self.verdict(move)
        if found is None and verdict.legal:
            return msg("`{move}` is legal: nothing forbids it", move=written)
        if found is None:
            return msg("`{move}` is not legal for another reason as well: {why}", move=written, why=reason(verdict))
        breaches = [breach_of(self.rules.game, name) for name in rulings]
        if {breach.prohibition for breach in breaches} != set(found.bars):
            bars = join_and(f"`{name}`" for name in found.bars)
            return msg(
                "`{move}` is forbidden by {bars}: give the ruling of each of them, and no other", move=written, bars=bars
            )
        self.actor = found.option.player
        if all(breach.remedy == "stand" for breach in breaches):
            self._act(found.option)
            return None
        self.demand = demanded(self.rules, self.state, found, rulings)
        if not self._options():
            return msg("{asked}, but no legal move matches", asked=in_demand(self.rules, self.demand))
        return None

    def _refusal(self, move: Move, line: g.Do) -> Message:
        written, verdict = phrase(self.rules.game, move), self.verdict(move)
        found = irregularity(self.rules, self.state, move)
        if not line.despite:
            return msg("`{move}` is not legal: {why}", move=written, why=reason(verdict))
        if verdict.legal:
            return msg("`{move}` is legal: nothing forbids it", move=written)
        if found is None:
            return msg("`{move}` is not legal for another reason as well: {why}", move=written, why=reason(verdict))
        bars = join_and(f"`{name}`" for name in found.bars)
        return msg("`{move}` is forbidden only by {bars}", move=written, bars=bars)

    def _find(self, finding: Move, line: g.Do) -> Message | None:
        verdict = self.verdict(finding)
        if self.demand:
            verdict = self._asked_for()
        if not verdict.legal and self._leave():
            again = self.move(line.move)  # in the next turn `the player` is another player
            finding = again if isinstance(again, Move) else finding
            verdict = self.verdict(finding)
        if not verdict.legal:
            return msg("`{finding}` cannot be entered: {why}", finding=phrase(self.rules.game, finding), why=reason(verdict))
        self.actor = self.cells[TURN]
        cells = list(self.cells)
        self._play.rule(cells, finding)
        self.cells = cells
        return None


# --------------------------------------------------------------------------- run


@dataclass(frozen=True, slots=True)
class LineSeats:
    """The players of a line of an example, as it was run: `actor` makes its move, or is the player to whom it refers; `turn` is
    the one whom its expressions call `the player`.
    """

    actor: int
    turn: int


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """An example that was run, with its failures, and the players of the lines that were carried out. It holds if there are no
    failures.
    """

    example: g.Example
    failures: tuple[Diagnostic, ...]
    seats: tuple[LineSeats, ...] = ()

    @property
    def holds(self) -> bool:
        """Return whether the rules agree with the example."""
        return not self.failures


def run_examples(game: Game) -> tuple[ExampleResult, ...]:
    """Run all examples of a game in the order of the text, each under its own settings."""
    known: dict[tuple[tuple[str, str], ...], Rules | tuple[Diagnostic, ...]] = {}
    results: list[ExampleResult] = []
    for example in game.examples:
        if example.under not in known:
            chosen = choose(game, dict(example.under))
            known[example.under] = compile_game(chosen) if isinstance(chosen, Game) else chosen
        rules = known[example.under]
        if isinstance(rules, Rules):
            results.append(run_example(rules, rules.game.example[example.name]))
        else:
            results.append(ExampleResult(example, rules))
    return tuple(results)


def how_many_hold(name: str, results: tuple[ExampleResult, ...]) -> Message:
    """Return a line with the number of examples that hold."""
    if not results:
        return msg("{name}: it has no examples", name=name)
    held = sum(not result.failures for result in results)
    return msg("{name}: {n} of {all} examples hold", name=name, n=held, all=len(results))


def run_example(rules: Rules, example: g.Example, seen: Callable[[State], None] | None = None) -> ExampleResult:
    """Run one example under rules that have its settings. `seen` is called with the state after each executed line."""
    runner, seats = _Runner(rules), list[LineSeats]()
    for number, line in enumerate(example.lines):
        before = runner.scene.cells[TURN]
        if not runner.line(line, example.lines[number + 1 :]):
            break
        seats.append(runner.seats_of(line, before))
        if seen is not None:
            seen(runner.scene.state)
    own = example.home == rules.game.ruleset.name
    failures = tuple(runner.against if own else (_inherited(one, example, rules.game) for one in runner.against))
    return ExampleResult(example, failures, tuple(seats))


def _inherited(failure: Diagnostic, example: g.Example, game: Game) -> Diagnostic:
    """Return the failure of an example that the ruleset inherits, with advice to its author in the key words of the ruleset."""
    advice = msg(
        "`{name}` is inherited from `{home}`: in `{own}`, give an example of your own this name, or leave it out: "
        "`repeal example {name}`",
        name=example.name,
        home=example.home,
        own=game.ruleset.name,
    )
    shown = replace(failure, help=join_semicolons([failure.help, advice]) if failure.help else advice)
    return with_key_words(shown, game.ruleset.key_words)


class _Runner:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scene = Scene(rules)
        self.against: list[Diagnostic] = []
        self.in_last_turn = False
        """Whether the last line is about a move that would have continued the turn that has ended."""

    def fail(self, message: Message, span: Span, advice: Message | None = None) -> None:
        self.against.append(Diagnostic("C0830", message, Label(span, msg("the example expects this")), help=advice))

    def line(self, line: g.ExampleLine, rest: tuple[g.ExampleLine, ...]) -> bool:
        """Carry out or test one line, followed by `rest`. Return False if the rest of the example cannot be tested."""
        self.in_last_turn = False
        try:
            if isinstance(line, g.Check | g.MayDo | g.MayNot | g.MayOnly):
                doing = next((other for other in rest if isinstance(other, g.Do)), None)
                self.scene.turn_ended(frozenset((*_acts(line), *(_acts(doing) if doing else ()))))
            match line:
                case g.Holds():
                    return self._holds(line)
                case g.Given():
                    return self._given(line)
                case g.MayDo(move):
                    self._may(move)
                case g.MayNot(move, because):
                    self._may_not(move, because)
                case g.MayOnly(moves):
                    self._may_only(moves)
                case g.Shuffled(cards):
                    self.scene.orders.append(cards)
                case g.Do():
                    return self._do(line)
                case g.Check():
                    self._check(line)
        except (Faulted, Unsupported) as fault:
            diagnostic = diagnosed(fault)
            place = Label(_span_of(line), msg("in this line of the example"))
            self.against.append(replace(diagnostic, primary=place) if diagnostic.primary is None else diagnostic)
            return False
        return True

    def seats_of(self, line: g.ExampleLine, before: int) -> LineSeats:
        """Return the players of a line that was just carried out; `before` is the player whose turn it was before it."""
        turn = self.scene.cells[TURN]
        match line:
            case g.Do(move):
                finding = self.rules.game.act[move.act].finding
                return LineSeats(self.scene.actor, self.scene.actor if finding else before)
            case g.MayNot() if self.in_last_turn:
                return LineSeats(self.scene.actor, turn)
            case g.MayDo(move) | g.MayNot(move):
                return LineSeats(actor_of(self.rules, self.scene.state, move.act), turn)
            case g.MayOnly(moves):
                return LineSeats(actor_of(self.rules, self.scene.state, moves[0].act), turn)
            case g.Holds() | g.Given() | g.Shuffled() | g.Check():
                return LineSeats(self.scene.actor, self.scene.actor)
            case _:
                assert_never(line)

    # ------------------------------------------------------------------ the position

    def _slot(self, line: g.Holds | g.Given) -> int:
        frames = Frames()
        scope = CodeScope(frames, at(frames.place()))
        self.rules.compiler.written = 0
        code = self.rules.compiler.slot(line.zone if isinstance(line, g.Holds) else line.cell, scope)
        frame = frames.fresh()
        frame[0] = self.scene.actor
        return code(self.scene.cells, frame)

    def _holds(self, line: g.Holds) -> bool:
        slot = self._slot(line)
        cards = tuple(card for group in line.cards for card in group)
        family = next((place for place in self.rules.layout.families if place.slot == slot), None)
        if slot == NOBODY or (len(line.cards) > 1 and family is None):
            self.fail(msg("this zone has no owner"), line.span)
            return False
        twice = [card for card in cards if not self.scene.cells[OUT_OF_SIGHT] >> card & 1]
        if twice or len(set(cards)) < len(cards):
            shown = ", ".join(f"`{self.rules.game.deck.cards[card].code}`" for card in twice) or msg("a card")
            self.fail(msg("{card} is in two places", card=shown), line.span)
            return False
        cells = self.scene.cells
        cells[OUT_OF_SIGHT] &= ~mask_of(cards)
        if family is not None:
            put_groups(cells, family, [*groups_of(cells, family), *self._groups(line)])
            return True
        cells[slot] |= mask_of(cards)
        if slot in self.rules.layout.order_of:
            self.scene.cells[self.rules.layout.order_of[slot]] = order_of_pile(cards)
        return True

    def _groups(self, line: g.Holds) -> list[int]:
        """Return the groups of a family. A card without a written reading is read so that the group is possible in the
        family.
        """
        readings = line.readings or ((),) * len(line.cards)
        faces_like = self.rules.layout.faces.faces_like
        return [
            group_meant(
                self.rules, [faces_like(card, like) for card, like in zip(cards, likes or (None,) * len(cards), strict=True)]
            )
            for cards, likes in zip(line.cards, readings, strict=True)
        ]

    def _given(self, line: g.Given) -> bool:
        slot = self._slot(line)
        value = ask(self.rules, self.scene.state, line.value, self.scene.actor)
        if isinstance(value, Diagnostic):
            self.against.append(value)
            return False
        if slot == NOBODY:
            self.fail(msg("this memory has no owner"), line.span)
            return False
        self.scene.cells[slot] = value
        self.scene.settle_active_players()
        return True

    # ------------------------------------------------------------------ the answers

    def _move(self, literal: g.MoveLit) -> Move | None:
        """Return a written move as a move. Report a missing argument and return None."""
        move = self.scene.move(literal)
        if isinstance(move, Move):
            return move
        self.fail(msg("the move does not give its `{parameter}` as the act requires", parameter=move), literal.span)
        return None

    def _is_legal(self, move: Move) -> bool:
        return self.scene.find(move) is not None

    def _may(self, literal: g.MoveLit) -> None:
        move = self._move(literal)
        if move is None or self._is_legal(move):
            return
        why = reason(self.scene.verdict(move))
        self.fail(msg("`{move}` is not legal: {why}", move=_text_of(literal), why=why), literal.span, self._instead())

    def _may_not(self, literal: g.MoveLit, because: tuple[str, ...]) -> None:
        move = self._move(literal)
        if move is None:
            return
        written = _text_of(literal)
        if self._is_legal(move):
            self.fail(msg("`{move}` is legal", move=written), literal.span)
            return
        verdict = self.scene.verdict(move)
        before = self.scene.verdict_before_the_turn_ended(move)
        if before is not None and verdict.reason in ("step", "no choice") and before.reason != "step":
            verdict = before
            self.in_last_turn = True
        missing = [name for name in because if name not in verdict.clauses]
        if missing:
            names = join_and(f"`{name}`" for name in missing)
            message = msg(
                "`{move}` is not legal, but {names} is not the reason: {why}", move=written, names=names, why=reason(verdict)
            )
            self.fail(message, literal.span)

    def _may_only(self, literals: tuple[g.MoveLit, ...]) -> None:
        moves = [self._move(literal) for literal in literals]
        wanted = [move for move in moves if move is not None]
        if len(wanted) < len(moves):
            return
        for literal in literals:
            self._may(literal)
        singles = {card for move in wanted for card in single_cards(self.rules.game, move)}
        acts = {move.act for move in wanted}
        for move in self.scene.legal():
            cards = single_cards(self.rules.game, move)
            concerned = singles.intersection(cards) if cards else move.act in acts
            written = (move, choice_of(self.rules.game, move))
            if concerned and not any(one.same(other) for one in written for other in wanted):
                self.fail(msg("`{move}` is legal too", move=phrase(self.rules.game, move)), literals[0].span)

    def _instead(self) -> Message:
        shown = [f"`{phrase(self.rules.game, move)}`" for move in self.scene.legal()[:6]]
        return msg("legal here: {moves}", moves=", ".join(shown)) if shown else msg("no move is legal here")

    def _do(self, line: g.Do) -> bool:
        move = self._move(line.move)
        if move is not None and is_open(move):
            parameter = next(p.name for p in self.rules.game.act[move.act].parameters if p.unseen)
            message = msg("the move does not give its `{parameter}` as the act requires", parameter=parameter)
            self.fail(message, line.move.span, msg("name the card that was turned up"))
            return False
        refusal = None if move is None else self.scene.do(move, line)
        if refusal is not None:
            self.fail(refusal, line.move.span, self._instead())
        return move is not None and refusal is None

    def _check(self, line: g.Check) -> None:
        for condition in conjuncts(line.condition) if self.scene.counted is not None else (line.condition,):
            state = self.scene.state
            if self.scene.counted is not None and _is_of_the_count(condition):
                state = self.scene.counted
            value = ask(self.rules, state, condition, self.scene.actor)
            if isinstance(value, Diagnostic):
                self.against.append(value)
                return
            if not value:
                written = line.condition.span.text
                found = found_instead(self.rules, condition, state, self.scene.actor)
                message = msg("`{condition}` does not hold", condition=written)
                if found:
                    message = msg("`{condition}` does not hold: {found}", condition=written, found=found)
                self.fail(message, line.span)
                return


def _is_of_the_count(condition: Expr) -> bool:
    """Return whether a condition is about scores only: after the end of a hand they are the counted scores, also if the
    count has changed the memory that they read, such as the dealer.
    """
    nodes = tuple(parts(condition))
    return any(isinstance(node, g.ScoreOf) for node in nodes) and not any(isinstance(node, g.Recall) for node in nodes)


def _span_of(line: g.ExampleLine) -> Span:
    """Return the span of a line."""
    match line:
        case g.Holds() | g.Given() | g.Shuffled() | g.Check():
            return line.span
        case g.MayDo(move) | g.MayNot(move) | g.Do(move):
            return move.span
        case g.MayOnly(moves):
            return moves[0].span
        case _:
            assert_never(line)


def _acts(line: g.ExampleLine) -> tuple[str, ...]:
    """Return the acts that a line names."""
    match line:
        case g.Holds() | g.Given() | g.Shuffled():
            return ()
        case g.MayDo(move) | g.MayNot(move) | g.Do(move):
            return (move.act,)
        case g.MayOnly(moves):
            return tuple(move.act for move in moves)
        case g.Check(condition):
            return _asked(condition)
        case _:
            assert_never(line)


def _asked(expr: Expr) -> tuple[str, ...]:
    return tuple(part.act for part in parts(expr) if isinstance(part, g.Can))


def _text_of(literal: g.MoveLit) -> str:
    """Return a move as the example writes it, on one line."""
    return clash_advice.one_line(literal.span.text)
