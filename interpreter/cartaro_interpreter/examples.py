"""Examples of a ruleset, run: each sets out a position and says what is legal in it, or what comes of a move.

An example is read line by line.  `do` plays a legal move and everything up to the next choice; a `check` after it still
speaks of the player who did it.  `because` must name clauses of the ruling: those that forbid, or the permissions that do not
apply.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar.diagnostic import Diagnostic, Label
from cartaro_grammar.game import (
    Act,
    Check,
    Do,
    Example,
    ExampleLine,
    Game,
    Given,
    Holds,
    MayDo,
    MayNot,
    MayOnly,
    MoveLit,
    Parameter,
)  # fmt: skip
from cartaro_grammar.settings import choose
from cartaro_grammar.source import Span
from cartaro_interpreter.chance import ScriptedChance, SeededChance
from cartaro_interpreter.code import Frames, Scope, at
from cartaro_interpreter.fault import Faulted, Unsupported
from cartaro_interpreter.judge import judge
from cartaro_interpreter.layout import (
    NOBODY,
    OUT_OF_SIGHT,
    PHASE,
    PHASE_TURN,
    TURN,
    groups_of,
    mask_of,
    order_of_pile,
    put_groups,
)  # fmt: skip
from cartaro_interpreter.move import END_OF_TURN, Move, cards_argument, phrase
from cartaro_interpreter.moving import reason
from cartaro_interpreter.playing import Play
from cartaro_interpreter.query import ask
from cartaro_interpreter.referee import diagnosed, find, perform
from cartaro_interpreter.resolving import group_meant
from cartaro_interpreter.rules import Rules, compile_game
from cartaro_interpreter.state import State
from cartaro_interpreter.turn import Option, legal


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """An example that was run: it holds, unless something was found against it."""

    example: Example
    failures: tuple[Diagnostic, ...]

    @property
    def holds(self) -> bool:
        """Whether the rules say what the example says."""
        return not self.failures


def run_examples(game: Game) -> tuple[ExampleResult, ...]:
    """All examples of a game, each under its own settings, in the order of the text."""
    known: dict[tuple[tuple[str, str], ...], Rules | tuple[Diagnostic, ...]] = {}
    results: list[ExampleResult] = []
    for example in game.examples:
        if example.under not in known:
            chosen = choose(game, dict(example.under))
            known[example.under] = compile_game(chosen) if isinstance(chosen, Game) else chosen
        rules = known[example.under]
        results.append(run_example(rules, example) if isinstance(rules, Rules) else ExampleResult(example, rules))
    return tuple(results)


def run_example(rules: Rules, example: Example) -> ExampleResult:
    """One example, under rules that have its settings."""
    cells = Play(rules, ScriptedChance(())).begin_match(first_clauses=False)
    cells[TURN] = 0
    cells[PHASE] = PHASE_TURN
    runner = _Runner(rules, cells)
    for line in example.lines:
        if not runner.line(line):
            break
    return ExampleResult(example, tuple(runner.against))


class _Runner:
    def __init__(self, rules: Rules, cells: list[int]) -> None:
        self.rules = rules
        self.cells = cells
        self.actor = 0
        self.against: list[Diagnostic] = []

    @property
    def state(self) -> State:
        return State(tuple(self.cells))

    def fail(self, message: str, span: Span, advice: str | None = None) -> None:
        self.against.append(Diagnostic("C0830", message, Label(span, "the example says so"), help=advice))

    def line(self, line: ExampleLine) -> bool:
        """Do or test one line; False where nothing after it can be tested."""
        try:
            match line:
                case Holds():
                    return self._holds(line)
                case Given():
                    return self._given(line)
                case MayDo(move):
                    self._may(move)
                case MayNot(move, because):
                    self._may_not(move, because)
                case MayOnly(moves):
                    self._may_only(moves)
                case Do(move):
                    return self._do(move)
                case Check():
                    self._check(line)
        except Faulted as fault:
            self.against.append(diagnosed(fault))
            return False
        except Unsupported as missing:
            self.against.append(Diagnostic("C0800", f"{missing.what} is not played yet", Label(missing.span, "asked for here")))
            return False
        return True

    # ------------------------------------------------------------------ the position

    def _slot(self, line: Holds | Given) -> int:
        frames = Frames()
        scope = Scope(frames, at(frames.place()))
        self.rules.compiler.written = 0
        code = self.rules.compiler.slot(line.zone if isinstance(line, Holds) else line.cell, scope)
        frame = frames.fresh()
        frame[0] = self.actor
        return code.run(self.cells, frame)

    def _holds(self, line: Holds) -> bool:
        slot = self._slot(line)
        cards = tuple(card for group in line.cards for card in group)
        family = next((place for place in self.rules.layout.families if place.slot == slot), None)
        if slot == NOBODY or (len(line.cards) > 1 and family is None):
            self.fail("this zone belongs to nobody", line.span)
            return False
        twice = [card for card in cards if not self.cells[OUT_OF_SIGHT] >> card & 1]
        if twice or len(set(cards)) < len(cards):
            shown = ", ".join(f"`{self.rules.game.deck.cards[card].code}`" for card in twice) or "a card"
            self.fail(f"{shown} lies in two places", line.span)
            return False
        self.cells[OUT_OF_SIGHT] &= ~mask_of(cards)
        if family is not None:
            put_groups(self.cells, family, [*groups_of(self.cells, family), *self._groups(line)])
            return True
        self.cells[slot] |= mask_of(cards)
        if slot in self.rules.layout.order_of:
            self.cells[self.rules.layout.order_of[slot]] = order_of_pile(cards)
        return True

    def _groups(self, line: Holds) -> list[int]:
        """The groups of a family, each card read as it is written or else so that the group can lie there."""
        readings = line.readings or ((),) * len(line.cards)
        faces_like = self.rules.layout.faces.faces_like
        return [
            group_meant(
                self.rules, [faces_like(card, like) for card, like in zip(cards, likes or (None,) * len(cards), strict=True)]
            )
            for cards, likes in zip(line.cards, readings, strict=True)
        ]

    def _given(self, line: Given) -> bool:
        slot = self._slot(line)
        value = ask(self.rules, self.state, line.value, self.actor)
        if isinstance(value, Diagnostic):
            self.against.append(value)
            return False
        if slot == NOBODY:
            self.fail("this memory belongs to nobody", line.span)
            return False
        self.cells[slot] = value
        Play(self.rules, ScriptedChance(())).settle_company(self.cells)
        return True

    # ------------------------------------------------------------------ the answers

    def _move(self, literal: MoveLit) -> Move | None:
        """A move written out; None where an argument is missing, which is told."""
        act = self.rules.game.act[literal.act]
        given = dict(literal.arguments)
        values: list[int] = []
        for parameter in act.parameters:
            readings = dict(literal.readings).get(parameter.name, ())
            value = _argument(self.rules, parameter, given.get(parameter.name), readings)
            if value is None:
                self.fail(f"the move does not say its `{parameter.name}` as the act asks", literal.span)
                return None
            values.append(value)
        return Move(act.name, tuple(values), ())

    def _legal(self) -> tuple[Move, ...]:
        return tuple(option.move for option in legal(self.rules, self.cells)) if self.cells[PHASE] == PHASE_TURN else ()

    def _find(self, move: Move) -> Option | None:
        return find(self.rules, self.state, move)

    def _ruling(self, move: Move) -> tuple[str, tuple[str, ...]]:
        verdict = judge(self.rules, self.state, move)
        if isinstance(verdict, Diagnostic):
            raise Faulted(verdict.code, verdict.message, verdict.primary.span if verdict.primary else None)
        return reason(verdict), verdict.clauses

    def _may(self, literal: MoveLit) -> bool:
        move = self._move(literal)
        if move is None or self._find(move) is not None:
            return move is not None
        why, _ = self._ruling(move)
        self.fail(f"`{phrase(self.rules.game, move)}` is not legal: {why}", literal.span, self._instead())
        return False

    def _may_not(self, literal: MoveLit, because: tuple[str, ...]) -> None:
        move = self._move(literal)
        if move is None:
            return
        said = phrase(self.rules.game, move)
        if self._find(move) is not None:
            self.fail(f"`{said}` is legal", literal.span)
            return
        why, clauses = self._ruling(move)
        missing = [name for name in because if name not in clauses]
        if missing:
            names = " and ".join(f"`{name}`" for name in missing)
            self.fail(f"`{said}` is not legal, but not because of {names}: {why}", literal.span)

    def _may_only(self, literals: tuple[MoveLit, ...]) -> None:
        moves = [self._move(literal) for literal in literals]
        wanted = [move for move in moves if move is not None]
        if len(wanted) < len(moves):
            return
        for literal in literals:
            self._may(literal)
        singles = {card for move in wanted for card in _singles(self.rules.game.act[move.act], move)}
        acts = {move.act for move in wanted}
        for move in self._legal():
            cards = _singles(self.rules.game.act[move.act], move) if move.act in self.rules.game.act else ()
            concerned = singles.intersection(cards) if cards else move.act in acts
            if concerned and not any(move.same(other) for other in wanted):
                self.fail(f"`{phrase(self.rules.game, move)}` is legal too", literals[0].span)

    def _instead(self) -> str | None:
        shown = [f"`{phrase(self.rules.game, move)}`" for move in self._legal()[:6]]
        return f"legal here: {', '.join(shown)}" if shown else "no move is legal here"

    def _do(self, literal: MoveLit) -> bool:
        """Whoever does what belongs to the next turn has left what was optional in this one."""
        move = self._move(literal)
        leave = find(self.rules, self.state, Move(END_OF_TURN, (), ()))
        if move is not None and leave is not None and find(self.rules, self.state, move) is None:
            self.cells = list(perform(self.rules, self.state, leave, SeededChance(0)).cells)
        if not self._may(literal):
            return False
        option = None if move is None else find(self.rules, self.state, move)
        if option is None:
            return False
        self.cells = list(perform(self.rules, self.state, option, SeededChance(0)).cells)
        self.actor = option.player
        return True

    def _check(self, line: Check) -> None:
        value = ask(self.rules, self.state, line.condition, self.actor)
        if isinstance(value, Diagnostic):
            self.against.append(value)
        elif not value:
            self.fail(f"`{line.condition.span.text}` does not hold", line.span)


def _argument(
    rules: Rules, parameter: Parameter, value: tuple[int, ...] | str | None, readings: tuple[int | None, ...]
) -> int | None:
    if value is None:
        return None
    if isinstance(value, str):
        return parameter.answers.index(value) if value in parameter.answers else None
    likes = readings or (None,) * len(value)
    faces = [rules.layout.faces.faces_like(card, like) for card, like in zip(value, likes, strict=True)]
    return cards_argument(parameter, tuple(found[0] if found else card for found, card in zip(faces, value, strict=True)))


def _singles(act: Act, move: Move) -> tuple[int, ...]:
    """The single cards that a move names."""
    pairs = zip(act.parameters, move.args, strict=True)
    return tuple(value for parameter, value in pairs if parameter.choice == "one" and parameter.type.kind == "card")
