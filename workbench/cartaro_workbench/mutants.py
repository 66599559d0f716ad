"""Mutants of a ruleset tried one by one: what catches them, and what tells a free one apart (decision 0042).

A mutant is *caught* by the first example that fails, or by a claim or an obligation that a few hands by chance break.
Otherwise both rules are asked the same in many positions: those of the examples and of hands by chance, and the same with
some cards and counters changed.  Where they answer differently the mutant is *free*; the position is made as small as can be,
and written as an example, which is run: it holds, and fails under the mutant.  What only the start of a hand shows becomes a
claim.  A mutant that nothing tells apart may be equal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from cartaro_grammar import (
    PLAYERS_SETTING,
    TRUTH,
    Diagnostic,
    Game,
    Mutation,
    Ruleset,
    choose,
    instantiate,
    mutant,
    mutations_of,
    parts,
    same_rules,
    tree,
    with_examples,
)
from cartaro_grammar import game as g
from cartaro_interpreter import (
    STEP,
    Move,
    Rules,
    ScriptedChance,
    SeededChance,
    State,
    ask,
    begin_hand,
    begin_match,
    compile_game,
    difference_lines,
    legal_moves,
    move_lines,
    owner_words,
    phrase,
    position_lines,
    run_example,
    score,
    step,
    winner,
)
from cartaro_workbench.tried_positions import example_positions, hand_positions, smallest, varied_positions

if TYPE_CHECKING:
    from cartaro_verify import BrokenInPlay

# ------------------------------------------------------------------------- trial


MutantOutcome = Literal["caught", "equal", "free", "not told apart"]
CaughtBy = Literal["example", "claim", "obligation"]


@dataclass(frozen=True, slots=True)
class MutantTrial:
    """What came of one mutant; `sentence` and `mutant` are the clause in the author's words, before and after."""

    clause: str
    kind: str
    file: str
    line: int
    sentence: str
    mutant: Annotated[str, "empty where the clause is dropped"]
    outcome: MutantOutcome
    by: CaughtBy | None = None
    name: Annotated[str | None, "of the example, claim or obligation that catches it"] = None
    example: Annotated[str | None, "an example, or a claim, that would catch it, to paste into an annex"] = None


@dataclass(frozen=True, slots=True)
class MutationReport:
    """The mutants of a ruleset that were tried, of all there are."""

    game: str
    mutants: int
    tried: int
    seed: int
    results: tuple[MutantTrial, ...]

    def count(self, outcome: MutantOutcome) -> int:
        return sum(result.outcome == outcome for result in self.results)


Setting = tuple[tuple[str, str], ...]
HANDS = 6
"""Hands by chance in which claims and obligations are tried."""
MOVES_TRIED = 8
"""The most moves that are done in each position."""


class MutantTrials:
    """The trials of one ruleset; what they share is made once."""

    def __init__(self, game: Game, files: Sequence[tree.File]) -> None:
        self.game, self.files = game, tuple(files)
        self.ruleset = game.ruleset
        self._rules = dict[Setting, Rules | None]()
        self._pools = dict[Setting, tuple[State, ...]]()

    @cached_property
    def mutations(self) -> tuple[Mutation, ...]:
        """Every change that parses and checks is among them, in the order of the text."""
        return mutations_of(self.ruleset, self.files)

    @cached_property
    def _broken_anyway(self) -> frozenset[BrokenInPlay]:
        """Return the claims and obligations that the rules themselves break."""
        known: frozenset[BrokenInPlay] = frozenset()
        while (broken := self._broken(self.ruleset, known)) is not None:
            known |= {broken}
        return known

    def _broken(self, ruleset: Ruleset, besides: frozenset[BrokenInPlay]) -> BrokenInPlay | None:
        """Return what some hands by chance break of a ruleset."""
        from cartaro_verify import broken_in_play  # its package is an extra

        game = instantiate(ruleset)
        return broken_in_play(game, HANDS, besides) if isinstance(game, Game) else None

    def sampled(self, count: int | None, seed: int) -> tuple[int, ...]:
        """Return the numbers of so many mutations by chance, in their order; of all without a count."""
        numbers = range(len(self.mutations))
        if count is None or count >= len(numbers):
            return tuple(numbers)
        return tuple(sorted(random.Random(seed).sample(numbers, count)))

    def trial(self, number: int) -> MutantTrial | None:
        """Try one mutation; None where the changed text is refused, and so is no mutant."""
        mutation = self.mutations[number]
        changed = mutant(self.files, mutation)
        if changed is None:
            return None
        if same_rules(changed, self.ruleset):
            return _trial(mutation, "equal")
        example = self._failing_example(changed)
        if example is not None:
            return _trial(mutation, "caught", "example", example)
        broken = self._broken(changed, self._broken_anyway)
        if broken is not None:
            return _trial(mutation, "caught", *broken)
        found = self._separating_example(mutation, changed)
        return _trial(mutation, "not told apart") if found is None else _trial(mutation, "free", example=found)

    # ------------------------------------------------------------------ examples

    def _failing_example(self, changed: Ruleset) -> str | None:
        """Return the first example that fails under a mutant."""
        known = dict[Setting, Rules | None]()
        for example in changed.examples:
            if example.under not in known:
                known[example.under] = _compiled(changed, example.under)
            rules = known[example.under]
            if rules is None or not run_example(rules, rules.game.example[example.name]).holds:
                return example.name
        return None

    def _separating_example(self, mutation: Mutation, changed: Ruleset) -> str | None:
        """Return an example that holds, and fails under a mutant."""
        clause = self.ruleset.clause.get(mutation.subject)
        for settings in self._choices(clause):
            rules, others = self._compiled(settings), _compiled(changed, settings)
            if rules is None or others is None:
                continue
            if rules.game.side_of != others.game.side_of:
                text = _text(mutation, "example", [*_under(settings), f"check number of sides = {rules.game.sides}"])
                if rules.game.sides != others.game.sides and self._catches(text, changed):
                    return text
                continue
            start = _different_start(rules, others)
            if start is not None:
                return _text(mutation, "claim", [*_under(settings), start])
            separation = _Separation(rules, others, clause)
            for state in self._pool(settings, rules):
                moves = separation.moves(state)
                if moves is None:
                    continue
                small = separation.smallest(state, moves)
                body = (*_under(settings), *position_lines(rules, small), *(separation.lines(small, moves) or ()))
                text = _text(mutation, "example", body)
                if self._catches(text, changed):
                    return text
        return None

    def _catches(self, text: str, changed: Ruleset) -> bool:
        """Return whether an example checks and holds, and fails under a mutant."""
        ruleset = with_examples(self.files, self.game.name, text)
        if ruleset is None:
            return False
        example = ruleset.examples[-1]
        own, others = _compiled(ruleset, example.under), _compiled(changed, example.under)
        if own is None or others is None:
            return False
        example = own.game.example[example.name]
        return run_example(own, example).holds and not run_example(others, example).holds

    # ------------------------------------------------------------------ positions

    def _choices(self, clause: g.Clause | None) -> Iterator[Setting]:
        """Yield the settings under which a clause stands: with the first number of players, and then with the others."""
        under = tuple(
            (option, values[0])
            for option, values in (clause.under if clause else ())
            if self.ruleset.option[option].default not in values
        )
        yield under
        for players in self.ruleset.player_counts[1:3]:
            yield (*under, (PLAYERS_SETTING, str(players)))
        named = {part.option for part in parts(clause) if isinstance(part, g.Setting)} if clause else set[str]()
        for option in self.ruleset.options:
            if option.name in named and option.name not in dict(under):
                for value in option.values:
                    if value != option.default:
                        yield (*under, (option.name, value))

    def _compiled(self, settings: Setting) -> Rules | None:
        if settings not in self._rules:
            self._rules[settings] = _compiled(self.ruleset, settings)
        return self._rules[settings]

    def _pool(self, settings: Setting, rules: Rules) -> tuple[State, ...]:
        if settings not in self._pools:
            known = dict.fromkeys((*example_positions(rules), *hand_positions(rules)))
            self._pools[settings] = (*known, *varied_positions(rules, tuple(known)))
        return self._pools[settings]


def _trial(
    mutation: Mutation, outcome: MutantOutcome, by: CaughtBy | None = None, name: str | None = None, example: str | None = None
) -> MutantTrial:
    where = (mutation.subject, mutation.kind, mutation.source.file, mutation.line, mutation.before, mutation.after)
    return MutantTrial(*where, outcome, by, name, example)


def _compiled(ruleset: Ruleset, settings: Setting) -> Rules | None:
    game = instantiate(ruleset)
    chosen = choose(game, dict(settings)) if isinstance(game, Game) else game
    rules = compile_game(chosen) if isinstance(chosen, Game) else None
    return rules if isinstance(rules, Rules) else None


# -------------------------------------------------------------------- separation


class _Separation:
    """Two rules asked the same; a difference is one line of moves from a position, and what is then checked."""

    def __init__(self, rules: Rules, others: Rules, clause: g.Clause | None) -> None:
        self.rules, self.others = rules, others
        self.queries = tuple(_queries(rules, clause))

    def moves(self, state: State) -> tuple[Move, ...] | None:
        """Return moves after which the rules differ, from a position; None where none are found."""
        if self.lines(state, ()) is not None:
            return ()
        legal = legal_moves(self.rules, state)
        if isinstance(legal, Diagnostic):
            return None
        for move in legal[:MOVES_TRIED]:
            if self.lines(state, (move,)) is not None:
                return (move,)
        return None

    def lines(self, state: State, moves: Sequence[Move]) -> tuple[str, ...] | None:
        """Return the lines after those of a position: the moves, and what is so by the one rules and not by the other."""
        done = list[str]()
        for move in moves:
            chance = SeededChance(0)
            found = step(self.rules, state, move, chance)
            if isinstance(found, Diagnostic):
                return None
            done += move_lines(self.rules, move, tuple(chance.packs))
            other = step(self.others, state, move, ScriptedChance(chance.packs))
            if isinstance(other, Diagnostic):
                return tuple(done)
            if found != other:
                checks = difference_lines(self.rules, found, other)
                return (*done, *checks[:2]) if checks else self._by_next_moves(done, found, other)
            state = found
        if moves and not state.cells[STEP]:
            return None  # a position like those that are asked by themselves
        legal = self._by_legal_moves(state, state)
        if legal is None:
            return None
        line = legal[0] if legal else next(self._by_queries(state), None)
        return None if line is None else (*done, line)

    def _by_next_moves(self, done: Sequence[str], state: State, other: State) -> tuple[str, ...] | None:
        legal = self._by_legal_moves(state, other)
        return (*done, legal[0]) if legal else None

    def _by_legal_moves(self, state: State, other: State) -> tuple[str, ...] | None:
        """Return a line on a move that is legal by one of the rules alone, if any; None where the rules do not decide."""
        own, others = legal_moves(self.rules, state), legal_moves(self.others, other)
        if isinstance(own, Diagnostic):
            return None
        game = self.rules.game
        if isinstance(others, Diagnostic):
            return (f"player may {phrase(game, own[0])}",) if own else ()
        lacking = next((move for move in own if not any(move.same(one) for one in others)), None)
        if lacking is not None:
            return (f"player may {phrase(game, lacking)}",)
        more = next((move for move in others if not any(move.same(one) for one in own)), None)
        return () if more is None else (f"player may not {phrase(game, more)}",)

    def _by_queries(self, state: State) -> Iterator[str]:
        game = self.rules.game
        sheet, other = score(self.rules, state), score(self.others, state)
        if not isinstance(sheet, Diagnostic):
            for side, shares in enumerate(sheet.shares):
                for heading, share in shares.items():
                    if isinstance(other, Diagnostic) or other.shares[side].get(heading) != share:
                        yield f"check {heading} of {owner_words(game, 'side', side)} = {share}"
        won = winner(self.rules, state)
        if won is not None and won != winner(self.others, state):
            yield f"check winner is {'none' if won.number is None else owner_words(game, won.kind, won.number)}"
        for text, expr in self.queries:
            value = ask(self.rules, state, expr)
            if not isinstance(value, Diagnostic) and value != ask(self.others, state, expr):
                yield text if expr.type != TRUTH or value else text.replace(" applies", " does not apply")

    def smallest(self, state: State, moves: Sequence[Move]) -> State:
        """Return the position without the cards and the memory that it can do without."""
        return smallest(self.rules, state, lambda smaller: self.lines(smaller, moves) is not None)


def _queries(rules: Rules, clause: g.Clause | None) -> Iterator[tuple[str, g.Expr]]:
    """Yield what can be asked of a clause by itself."""
    del rules
    if clause is not None and isinstance(clause.sentence, g.Ends | g.Consequence) and (clause.when or clause.unless):
        yield f"check {clause.name} applies", g.Applies(clause.name, TRUTH, clause.span)


def _under(settings: Setting) -> tuple[str, ...]:
    return tuple(f"under {option} is {value}" for option, value in settings)


def _text(mutation: Mutation, kind: Literal["example", "claim"], body: Iterable[str]) -> str:
    """Return an example, or a claim, for an annex."""
    head = f'{kind} prova_{mutation.subject}_{mutation.line} "{mutation.subject}, {mutation.kind}"'
    return "\n".join((head, *(f"  {line}" for line in body), ""))


def _different_start(rules: Rules, others: Rules) -> str | None:
    """Return what is so at the start of every hand tried, and not so under the other rules; None where nothing is found."""
    sizes, other = _sizes_at_start(rules), _sizes_at_start(others)
    plain = sorted(sizes, key=lambda name: rules.layout.places[name].zone.ordered)  # a table says more than a stock
    for name, size in ((name, sizes[name]) for name in plain):
        if size is not None and other.get(name) != size:
            place = rules.layout.places[name].zone
            owners = "players" if place.owner == "player" else "sides"
            number = f"number of {name}" if place.owner == "table" else f"every x in {owners} has number of {name} of x"
            return f"at the start of every hand, {number} = {size}"
    return None


def _sizes_at_start(rules: Rules) -> dict[str, int | None]:
    """Return the number of cards in each zone at the start of a hand, None where it is not always the same."""
    found = dict[str, set[int]]()
    for seed in range(HANDS):
        chance = SeededChance(seed)
        state = begin_match(rules, chance)
        state = begin_hand(rules, state, chance) if isinstance(state, State) else state
        if isinstance(state, Diagnostic):
            return {}
        for name, place in rules.layout.places.items():
            if not place.zone.family:
                cells = state.cells[place.slot : place.slot + place.count]
                found.setdefault(name, set()).update(held.bit_count() for held in cells)
    return {name: next(iter(sizes)) if len(sizes) == 1 else None for name, sizes in found.items()}
