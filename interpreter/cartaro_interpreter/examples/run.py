"""Examples of a ruleset, run: each sets out a position and says what is legal in it, or what comes of a move.

An example is read line by line.  `do` plays a legal move, or one that just the prohibitions named bar, or one that is ruled on
at once, or enters a finding, and everything up to the next choice; a `check` after it still speaks of the player who did it (of
a finding, whose turn it was).
`because` must name clauses of the ruling: those that forbid, or the permissions that do not apply.

After a `do`, a turn that may end has ended for the lines that follow, up to one that names an act of a step still open in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from cartaro_grammar import Diagnostic, Expr, Game, Label, Message, Span, both, choose, say
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules, compile_game
from cartaro_interpreter.examples.setup import Scene
from cartaro_interpreter.expressions.code import CodeScope, Frames, at
from cartaro_interpreter.expressions.mentions import parts
from cartaro_interpreter.play.match_moves import group_meant
from cartaro_interpreter.play.query import ask
from cartaro_interpreter.play.unseen_choices import choice_of, is_open
from cartaro_interpreter.ruling.json_moves import reason
from cartaro_interpreter.state.fault import Faulted, Unsupported, diagnosed
from cartaro_interpreter.state.layout import (
    NOBODY,
    OUT_OF_SIGHT,
    groups_of,
    mask_of,
    order_of_pile,
    put_groups,
)  # fmt: skip
from cartaro_interpreter.state.move import Move, phrase, single_cards
from cartaro_interpreter.state.state import State


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """An example that was run: it holds, unless something was found against it."""

    example: g.Example
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


def how_many_hold(name: str, results: tuple[ExampleResult, ...]) -> Message:
    """How many examples of something hold, in a line."""
    if not results:
        return say("{name}: it has no examples", name=name)
    held = sum(not result.failures for result in results)
    return say("{name}: {n} of {all} examples hold", name=name, n=held, all=len(results))


def run_example(rules: Rules, example: g.Example, seen: Callable[[State], None] | None = None) -> ExampleResult:
    """One example, under rules that have its settings; `seen` is shown the state after each line that could be done."""
    runner = _Runner(rules)
    for number, line in enumerate(example.lines):
        if not runner.line(line, example.lines[number + 1 :]):
            break
        if seen is not None:
            seen(runner.scene.state)
    return ExampleResult(example, tuple(runner.against))


class _Runner:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scene = Scene(rules)
        self.against: list[Diagnostic] = []

    def fail(self, message: Message, span: Span, advice: Message | None = None) -> None:
        self.against.append(Diagnostic("C0830", message, Label(span, say("the example says so")), help=advice))

    def line(self, line: g.ExampleLine, rest: tuple[g.ExampleLine, ...]) -> bool:
        """Do or test one line, which `rest` follow; False where nothing after it can be tested."""
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
            told = diagnosed(fault)
            place = Label(_span_of(line), say("in this line of the example"))
            self.against.append(replace(told, primary=place) if told.primary is None else told)
            return False
        return True

    # ------------------------------------------------------------------ the position

    def _slot(self, line: g.Holds | g.Given) -> int:
        frames = Frames()
        scope = CodeScope(frames, at(frames.place()))
        self.rules.compiler.written = 0
        code = self.rules.compiler.slot(line.zone if isinstance(line, g.Holds) else line.cell, scope)
        frame = frames.fresh()
        frame[0] = self.scene.actor
        return code.run(self.scene.cells, frame)

    def _holds(self, line: g.Holds) -> bool:
        slot = self._slot(line)
        cards = tuple(card for group in line.cards for card in group)
        family = next((place for place in self.rules.layout.families if place.slot == slot), None)
        if slot == NOBODY or (len(line.cards) > 1 and family is None):
            self.fail(say("this zone belongs to nobody"), line.span)
            return False
        twice = [card for card in cards if not self.scene.cells[OUT_OF_SIGHT] >> card & 1]
        if twice or len(set(cards)) < len(cards):
            shown = ", ".join(f"`{self.rules.game.deck.cards[card].code}`" for card in twice) or say("a card")
            self.fail(say("{card} lies in two places", card=shown), line.span)
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
        """The groups of a family, each card read as it is written or else so that the group can lie there."""
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
            self.fail(say("this memory belongs to nobody"), line.span)
            return False
        self.scene.cells[slot] = value
        self.scene.settle_company()
        return True

    # ------------------------------------------------------------------ the answers

    def _move(self, literal: g.MoveLit) -> Move | None:
        """A move written out; None where an argument is missing, which is told."""
        move = self.scene.move(literal)
        if isinstance(move, Move):
            return move
        self.fail(say("the move does not say its `{parameter}` as the act asks", parameter=move), literal.span)
        return None

    def _is_legal(self, move: Move) -> bool:
        return self.scene.find(move) is not None

    def _may(self, literal: g.MoveLit) -> None:
        move = self._move(literal)
        if move is None or self._is_legal(move):
            return
        why = reason(self.scene.verdict(move))
        self.fail(
            say("`{move}` is not legal: {why}", move=phrase(self.rules.game, move), why=why), literal.span, self._instead()
        )

    def _may_not(self, literal: g.MoveLit, because: tuple[str, ...]) -> None:
        move = self._move(literal)
        if move is None:
            return
        said = phrase(self.rules.game, move)
        if self._is_legal(move):
            self.fail(say("`{move}` is legal", move=said), literal.span)
            return
        verdict = self.scene.verdict(move)
        before = self.scene.verdict_before_the_turn_ended(move)
        if before is not None and verdict.reason in ("step", "no choice") and before.reason != "step":
            verdict = before
        missing = [name for name in because if name not in verdict.clauses]
        if missing:
            names = both(f"`{name}`" for name in missing)
            message = say(
                "`{move}` is not legal, but not because of {names}: {why}", move=said, names=names, why=reason(verdict)
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
            said = (move, choice_of(self.rules.game, move))
            if concerned and not any(one.same(other) for one in said for other in wanted):
                self.fail(say("`{move}` is legal too", move=phrase(self.rules.game, move)), literals[0].span)

    def _instead(self) -> Message:
        shown = [f"`{phrase(self.rules.game, move)}`" for move in self.scene.legal()[:6]]
        return say("legal here: {moves}", moves=", ".join(shown)) if shown else say("no move is legal here")

    def _do(self, line: g.Do) -> bool:
        move = self._move(line.move)
        if move is not None and is_open(move):
            parameter = next(p.name for p in self.rules.game.act[move.act].parameters if p.unseen)
            message = say("the move does not say its `{parameter}` as the act asks", parameter=parameter)
            self.fail(message, line.move.span, say("name the card that it turned out to be"))
            return False
        refusal = None if move is None else self.scene.do(move, line)
        if refusal is not None:
            self.fail(refusal, line.move.span, self._instead())
        return move is not None and refusal is None

    def _check(self, line: g.Check) -> None:
        value = ask(self.rules, self.scene.state, line.condition, self.scene.actor)
        if isinstance(value, Diagnostic):
            self.against.append(value)
        elif not value:
            self.fail(say("`{condition}` does not hold", condition=line.condition.span.text), line.span)


def _span_of(line: g.ExampleLine) -> Span:
    """Where a line is written."""
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
    """The acts that a line names."""
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
    own = (expr.act,) if isinstance(expr, g.Can) else ()
    return (*own, *(act for part in parts(expr) for act in _asked(part)))
