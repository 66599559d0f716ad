"""Play two games in parallel, with the same packs and the same moves, to find their differences (decision 0041).

First random hands are played out; then all moves that both allow are tried from some deals, level by level. If that shows
nothing, or only a long hand shows a difference, positions of examples and changed positions are compared. If the places and the
memory of both games are the same, states are compared as rows of numbers. The results are put into words once, at the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, cast

from cartaro_grammar import Diagnostic, Game, msg, translate, words_of
from cartaro_grammar import game as g
from cartaro_interpreter import (
    OUT_OF_SIGHT,
    PHASE,
    PHASE_COUNTED,
    PHASE_TURN,
    STEP,
    TURN,
    Move,
    Rules,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    compile_game,
    json_forms,
    legal_moves,
    phrase,
    position_lines,
    run_example,
    score,
    seated_first,
    step,
    winner,
    write_position,
)
from cartaro_rulebook import explain_move, shares_in_words
from cartaro_workbench.tried_positions import example_positions, hand_positions, smallest, varied_positions

Aspect = Literal["cards", "players", "sides", "beginning", "moves", "position", "score", "winner", "example"]

HANDS = 200
"""The number of hands that are played under both rules."""
STEPS = 400
"""The greatest number of moves in such a hand, under both rules."""
MATCHES = 4
"""The number of hands that go on with the next hands of their match."""
WIDE = 24
"""The number of hands in which each move that both rules allow is tried."""
SHORT = 12
"""The largest number of moves of a short hand. If only a longer hand shows a difference, positions are searched for one too."""
BEAM, DEALS, LOOKED_AT = 16, 8, 800
"""The number of positions kept of a level, of deals from which levels are built, and of positions examined in all of them."""
MOVES_TRIED = 3
"""The greatest number of moves that are tried in a position that was built."""


@dataclass(frozen=True, slots=True)
class Distinction:
    """A position that two rules treat differently, and the answer of each."""

    aspect: Aspect
    first: str
    second: str
    seed: Annotated[int | None, "the number of the hand; none if no hand was played to it"] = None
    moves: tuple[str, ...] = ()
    position: Annotated[tuple[str, ...], "the lines of an example"] = ()
    table: Annotated[json_forms.WrittenPositionJson | None, "the position; none if an example of a text is shown"] = None


def at_sight(first: Game, second: Game) -> Distinction | None:
    """Return the first difference that can be seen before a card is dealt."""
    codes = [[card.code for card in game.deck.cards] for game in (first, second)]
    if codes[0] != codes[1]:
        return Distinction("cards", " ".join(codes[0]), " ".join(codes[1]))
    if first.players != second.players:
        return Distinction("players", str(first.players), str(second.players))
    if first.side_of != second.side_of:
        sides = [" ".join(str(side + 1) for side in game.side_of) for game in (first, second)]
        return Distinction("sides", sides[0], sides[1])
    return None


class _SameChance:
    """Shuffles as in another game, or by a seed after those shuffles are used."""

    def __init__(self, seed: int) -> None:
        self._seeded, self._given = SeededChance(seed), list[tuple[int, ...]]()
        self.packs: list[tuple[int, ...]] = []

    def give(self, packs: Sequence[tuple[int, ...]]) -> None:
        self._given = [*packs]

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        if self._given and sorted(self._given[0]) == sorted(cards):
            self.packs.append(self._given.pop(0))
        else:
            self.packs.append(self._seeded.shuffle(cards))
        return self.packs[-1]

    def pick(self, count: int, number: int | None = None) -> int:
        return self._seeded.pick(count, number)


Seen = Literal["fewer", "more", "other"]
"""The second rules have fewer legal moves than the first, or more, or differ in something else."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A difference that was found. `told` puts it into words if it is the shortest."""

    length: int
    words: Callable[[], Distinction]


class SideBySide:
    """Two rules played with the same packs and the same moves."""

    def __init__(self, own: Rules, others: Rules, renamed: Mapping[str, str], language: str, hands: int) -> None:
        """Set `renamed`, a map from names of the second rules to the names in the first rules."""
        self.hands = hands
        self.own, self.others, self.renamed, self.language = own, others, renamed, language
        self.back = {new: old for new, old in renamed.items() if old in own.game.act}
        self.acts = {old: new for new, old in self.back.items()}
        self.seen = set[Seen]()
        self._best: _Found | None = None
        self._rows = _rows(own, others, renamed)

    @property
    def best(self) -> Distinction | None:
        """Return the shortest hand found that distinguishes the rules."""
        return None if self._best is None else self._best.words()

    @property
    def _bound(self) -> int:
        """Return the largest number of moves of a hand that is worth playing."""
        unlike = "other" in self.seen or len(self.seen) > 1
        return STEPS if self._best is None or not unlike else self._best.length

    def play(self, *, levels: bool = True) -> None:
        """Play random hands, and then try moves level by level."""
        for seed in range(self.hands):
            self._hand(seed)
            if self._bound == 0:
                return
        for seed in range(DEALS if levels else 0):
            self._levels(seed, LOOKED_AT // DEALS)

    def _deal(self, seed: int) -> tuple[State | Diagnostic, State | Diagnostic, SeededChance, _SameChance]:
        chance, same = SeededChance(seed), _SameChance(seed)
        state, other = begin_match(self.own, chance), begin_match(self.others, same)
        return (*self._next_hand(state, other, chance, same), chance, same)

    def _next_hand(
        self, state: State | Diagnostic, other: State | Diagnostic, chance: SeededChance, same: _SameChance
    ) -> tuple[State | Diagnostic, State | Diagnostic]:
        if isinstance(state, Diagnostic) or isinstance(other, Diagnostic):
            return state, other
        same_from = len(chance.packs)
        state = begin_hand(self.own, state, chance)
        same.give(chance.packs[same_from:])
        return state, begin_hand(self.others, other, same)

    def _hand(self, seed: int) -> None:
        choice, done = random.Random(seed), list[Move]()
        state, other, chance, same = self._deal(seed)
        while len(done) < self._bound or not done:
            both = self._looked_at(state, other, seed, done)
            if both is None or isinstance(state, Diagnostic) or isinstance(other, Diagnostic):
                return
            if state.phase == PHASE_COUNTED and seed < MATCHES:
                state, other = self._next_hand(state, other, chance, same)
                continue
            if not both:
                return
            if seed < WIDE and len(done) < SHORT and (self._best is None or len(done) + 1 < self._best.length):
                for move in both:
                    self._next(state, other, move, seed, done)
            move = choice.choice(both)
            done.append(move)
            same_from = len(chance.packs)
            state, at = step(self.own, state, move, chance), other
            same.give(chance.packs[same_from:])
            other = step(self.others, at, self._as_others(move), same)

    def _levels(self, seed: int, most: int) -> None:
        """Try all moves that both allow from a deal, and again after each of them, as long as no such short hand is known."""
        choice = random.Random(seed)
        state, other, _, _ = self._deal(seed)
        if isinstance(state, Diagnostic) or isinstance(other, Diagnostic):
            return
        level: list[tuple[State, State, tuple[Move, ...]]] = [(state, other, ())]
        for depth in range(SHORT):
            ahead = list[tuple[State, State, tuple[Move, ...]]]()
            for here, there, done in level:
                if depth + 1 >= (SHORT + 1 if self._best is None else min(SHORT + 1, self._best.length)) or most <= 0:
                    return
                most -= 1
                for move in self._looked_at(here, there, seed, done) or ():
                    following = self._next(here, there, move, seed, done)
                    if following is not None:
                        ahead.append((*following, (*done, move)))
            level = choice.sample(ahead, min(len(ahead), BEAM))

    # ------------------------------------------------------------------ compared

    def _looked_at(
        self, state: State | Diagnostic, other: State | Diagnostic, seed: int | None, done: Sequence[Move]
    ) -> list[Move] | None:
        """Note the differences in a position of play, and return the moves that both allow. Return None if play continues
        differently.
        """
        if isinstance(state, Diagnostic) or isinstance(other, Diagnostic):
            if type(state) is not type(other):
                self._found("other", "position" if done else "beginning", _message_of(state), _message_of(other), seed, done)
            return None
        found = self._otherwise(state, other)
        if found is not None:
            self._found("other", *found, seed, done, state)
            return None
        if state.phase != PHASE_TURN:
            return []
        own, others = legal_moves(self.own, state), legal_moves(self.others, other)
        if isinstance(own, Diagnostic) or isinstance(others, Diagnostic):
            if type(own) is not type(others):
                self._found("other", "moves", _message_of(own), _message_of(others), seed, done, state)
            return None
        theirs = {(move.act, move.args): move for move in others}
        ours = {(self.acts.get(move.act, move.act), move.args): move for move in own}
        lacking = next((move for key, move in ours.items() if key not in theirs), None)
        more = next((move for key, move in theirs.items() if key not in ours), None)
        kept = tuple(done)
        if lacking is not None:
            self._note("fewer", len(kept), lambda: self._moves_in_words(seed, kept, state, other, lacking, None))
        if more is not None:
            self._note("more", len(kept), lambda: self._moves_in_words(seed, kept, state, other, None, more))
        return [move for key, move in ours.items() if key in theirs]

    def _next(
        self, state: State, other: State, move: Move, seed: int | None, done: Sequence[Move]
    ) -> tuple[State, State] | None:
        """Note whether a move that both allow has the same effect, and return the states after it. A move that shuffles is left
        to hands.
        """
        chance, same = SeededChance(seed or 0), SeededChance(seed or 0)
        after, after_other = step(self.own, state, move, chance), step(self.others, other, self._as_others(move), same)
        if isinstance(after, Diagnostic) or isinstance(after_other, Diagnostic):
            if type(after) is not type(after_other):
                self._found("other", "position", _message_of(after), _message_of(after_other), seed, (*done, move), state)
            return None
        if chance.packs or same.packs:
            return None
        found = self._otherwise(after, after_other)
        if found is not None:
            self._found("other", *found, seed, (*done, move), after)
            return None
        return after, after_other

    def _otherwise(self, state: State, other: State) -> tuple[Aspect, str, str] | None:
        """Return the difference of two states: a place or memory, a pile in its order only if nothing else differs; whether the
        hand is over; its score.
        """
        if self._rows is None or not self._rows.same(state, other):
            where = _position(self.own, state, {}), _position(self.others, other, self.renamed)
            differ = [key for key in dict.fromkeys((*where[0], *where[1])) if where[0].get(key) != where[1].get(key)]
            piles = {zone.name for zone in self.own.game.zones if zone.ordered}
            key = next((key for key in differ if key.partition(" ")[0] not in piles), next(iter(differ), None))
            if key is not None:
                return "position", f"{key}: {where[0].get(key, '–')}", f"{key}: {where[1].get(key, '–')}"
        if state.phase == other.phase == PHASE_TURN:
            return None
        if state.phase != other.phase:
            goes_on, over = (translate(each, self.language) for each in (msg("the hand goes on"), msg("the hand is over")))
            ends = [goes_on if each.phase == PHASE_TURN else over for each in (state, other)]
            return "position", ends[0], ends[1]
        return self._counted(state, other)

    def _counted(self, state: State, other: State) -> tuple[Aspect, str, str] | None:
        """Return the difference in the points of the sides under both rules, or in the winner."""
        sheets = [score(rules, each) for rules, each in ((self.own, state), (self.others, other))]
        points = [None if isinstance(sheet, Diagnostic) else sheet.points for sheet in sheets]
        if points[0] != points[1]:
            answers = [
                _message_of(sheet)
                if isinstance(sheet, Diagnostic)
                else shares_in_words(rules.game, sheet.shares, self.language)
                for rules, sheet in zip((self.own, self.others), sheets, strict=True)
            ]
            return "score", answers[0], answers[1]
        won = [winner(rules, each) for rules, each in ((self.own, state), (self.others, other))]
        numbers = [None if each is None else each.number for each in won]
        winners = ["–" if number is None else str(number + 1) for number in numbers]
        return None if numbers[0] == numbers[1] else ("winner", winners[0], winners[1])

    # -------------------------------------------------------------------- words

    def _note(self, what: Seen, length: int, words: Callable[[], Distinction]) -> None:
        self.seen.add(what)
        if self._best is None or length < self._best.length:
            self._best = _Found(length, words)

    def _found(
        self, what: Seen, aspect: Aspect, first: str, second: str, seed: int | None, done: Sequence[Move],
        state: State | None = None,
    ) -> None:  # fmt: skip
        kept = tuple(done)
        self._note(what, len(kept), lambda: self._in_words(aspect, first, second, seed, kept, state))

    def _in_words(
        self, aspect: Aspect, first: str, second: str, seed: int | None, done: Sequence[Move], state: State | None
    ) -> Distinction:
        seated = None if state is None else seated_first(self.own, state)
        at = state if seated is None else seated
        moves = tuple(phrase(self.own.game, move) for move in done)
        lines, table = ((), None) if at is None else (position_lines(self.own, at), write_position(self.own, at))
        return Distinction(aspect, first, second, seed, moves, lines, table)

    def _moves_in_words(
        self, seed: int | None, done: Sequence[Move], state: State, other: State, lacking: Move | None, more: Move | None
    ) -> Distinction:
        if lacking is not None:
            first, second = self._legal(self.own, lacking), self._why(self.others, other, self._as_others(lacking))
        elif more is not None:
            back = replace(more, act=self.back.get(more.act, more.act), by=())
            first, second = self._why(self.own, state, back), self._legal(self.others, more)
        else:
            first = second = "–"
        return self._in_words("moves", first, second, seed, done, state)

    def _legal(self, rules: Rules, move: Move) -> str:
        return translate(msg("`{move}` is legal", move=phrase(rules.game, move)), self.language)

    def _as_others(self, move: Move) -> Move:
        return replace(move, act=self.acts.get(move.act, move.act), by=())

    def _why(self, rules: Rules, state: State, move: Move) -> str:
        """Return the reason why a move is not legal, in words."""
        if move.act not in rules.game.act:
            return "–"
        answer = explain_move(rules, state, move, self.language)
        return answer.message if isinstance(answer, Diagnostic) else str(answer["text"])

    # --------------------------------------------------------------- positions

    def built(self) -> Distinction | None:
        """Return a position that was built, and not reached by play, in which the rules differ, made as small as possible."""
        if self._rows is None:
            return None
        probe = SideBySide(self.own, self.others, self.renamed, self.language, 0)
        known = tuple(dict.fromkeys((*example_positions(self.own), *hand_positions(self.own))))
        for state in (*known, *varied_positions(self.own, known)):
            if probe.differs_in(state):
                probe.differs_in(smallest(self.own, state, probe.differs_in))
                return probe.best
        return None

    def differs_in(self, state: State) -> bool:
        """Return whether the rules differ in a position, or after one move. The difference then becomes the best known one."""
        self.seen, self._best = set[Seen](), None
        other = state if self._rows is None else self._rows.other(state)
        both = self._looked_at(state, other, None, ())
        if not self.seen and (counted := self._counted(state, other)) is not None:
            self._found("other", *counted, None, (), state)
        for move in (both or [])[:MOVES_TRIED]:
            if not self.seen:
                self._next(state, other, move, None, ())
        return bool(self.seen)

    def example(self, others: Game) -> Distinction | None:
        """Return an example of one of the texts that holds under its own rules and fails under the others; `others` is the
        second game with the names of the first.
        """
        rules = compile_game(others)
        if not isinstance(rules, Rules):
            return None
        holds = translate(msg("the example holds"), self.language)
        for own, against, mine in ((self.own, rules, True), (rules, self.own, False)):
            for example in own.game.examples:
                if not is_of_both(example, own.game, against.game) or not run_example(own, example).holds:
                    continue
                failures = run_example(against, example).failures
                if failures:
                    answers = (holds, failures[0].message) if mine else (failures[0].message, holds)
                    lines = tuple(line.strip() for line in example.span.text.rstrip().splitlines())
                    return Distinction("example", *answers, position=lines)
        return None


def is_of_both(example: g.Example, own: Game, against: Game) -> bool:
    """Return whether an example can be run under other rules than its own: they declare everything that it names, with the same
    properties, and have the same settings.
    """
    if not (own.is_under(example.under) and against.is_under(example.under)):
        return False
    kinds = named_things(own), named_things(against)
    words = words_of(example.lines)
    return all(kinds[0].get(word) == kinds[1].get(word) for word in words if word in kinds[0] or word in kinds[1])


def named_things(game: Game) -> dict[str, object]:
    """Return all named declarations of a game, with the properties that an example needs."""
    acts = {act.name: tuple((p.name, p.preposition, p.choice, p.type) for p in act.parameters) for act in game.acts}
    return {
        **{clause.name: type(clause.sentence) for clause in game.clauses},
        **{function.name: (function.parameters, function.result) for function in game.functions},
        **{zone.name: (zone.owner, zone.family, zone.ordered) for zone in game.zones},
        **{cell.name: (cell.owner, cell.kind, cell.type) for cell in game.cells},
        **acts,
    }


# ------------------------------------------------------------------------- rows


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of numbers of two layouts that have the same places and memory, cell by cell."""

    pairs: tuple[tuple[int, int], ...]
    size: int

    def same(self, state: State, other: State) -> bool:
        cells, others = state.cells, other.cells
        return [cells[one] for one, _ in self.pairs] == [others[two] for _, two in self.pairs]

    def other(self, state: State) -> State:
        """Return a state of the first rules as a state of the second."""
        cells = [0] * self.size
        for one, two in self.pairs:
            cells[two] = state.cells[one]
        return State(tuple(cells))


def _rows(own: Rules, others: Rules, renamed: Mapping[str, str]) -> _Rows | None:
    """Return the cells with the same meaning in both layouts. Return None if one layout has a place or memory that the other
    lacks.
    """
    one, two = own.layout, others.layout
    places = {renamed.get(name, name): place for name, place in two.places.items()}
    memory = {renamed.get(name, name): slot for name, slot in two.memory.items() if not slot.cell.annex}
    mine = {name: slot for name, slot in one.memory.items() if not slot.cell.annex}
    shapes = [
        {name: (place.zone.owner, place.zone.ordered, place.zone.family, place.count) for name, place in each.items()}
        for each in (one.places, places)
    ]
    cells = [
        {name: (slot.cell.owner, slot.cell.kind, slot.cell.type, slot.count) for name, slot in each.items()}
        for each in (mine, memory)
    ]
    if shapes[0] != shapes[1] or cells[0] != cells[1] or own.game.faces.codes != others.game.faces.codes:
        return None
    if bool(one.playing) != bool(two.playing):
        return None
    pairs = [(at, at) for at in (TURN, STEP, PHASE, OUT_OF_SIGHT)] + ([(one.playing, two.playing)] if one.playing else [])
    for name, place in one.places.items():
        that = places[name]
        pairs += ((place.slot + n, that.slot + n) for n in range(place.count))
        pairs += ((place.order + n, that.order + n) for n in range(place.count if place.order else 0))
    for name, slot in mine.items():
        pairs += ((slot.slot + n, memory[name].slot + n) for n in range(slot.count))
    return _Rows(tuple(pairs), two.size)


def _message_of(found: object) -> str:
    return found.message if isinstance(found, Diagnostic) else "–"


def _position(rules: Rules, state: State, renamed: Mapping[str, str]) -> dict[str, str]:
    """Return the contents of zones and memory that are not empty, under their names in the first rules."""
    written, found = cast("Mapping[str, object]", write_position(rules, state)), dict[str, str]()
    for part in ("zones", "counters"):
        for name, value in cast("Mapping[str, object]", written[part]).items():
            each = cast("Mapping[str, object]", value) if isinstance(value, dict) else {"": value}
            for owner, held in each.items():
                if held not in ([], 0, None, False):
                    found[f"{renamed.get(name, name)} {owner}".strip()] = (
                        " ".join(map(str, cast("list[object]", held))) if isinstance(held, list) else str(held)
                    )
    found["turn"] = str(written.get("turn", "–"))
    return found
