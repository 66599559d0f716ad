"""Batches for learning programs: one call makes a step in thousands of games.

The games are stored contiguously, after the rest of the engine's memory. Each has its state, its random source, its seed and
the number of its next deal, the words chosen so far for the current move, the legal moves that fit them, and the memory of each
player. A step of a game takes a word (`memory/features`). If several moves begin with these words, no move is made. Otherwise
`act` makes the move, play goes on to the next choice, and the legal moves are computed there. A game that ends is dealt again,
or, if the word `again` is 0, does not change.

Inputs and outputs are stored behind the games, field by field, with a row for each game: the action; the seat to choose;
whether the episode has ended; the mask of legal words, in bytes; rewards and observations, as floats. Rewards and ends are only
set here, and cleared by the caller. The memory of players is as in `table/tables`, observations are as in
`environments/episode`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    all_of,
    any_of,
    as_number,
    binary,
    choose,
    compare,
    equal,
    load,
    minus,
    negation,
    nonzero,
    plus,
    unequal,
)
from cartaro_engine.ir.nodes import Call, Const, Module, Test, Value, Var
from cartaro_engine.lower import effects, hands
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.courses import SEEN, TOP_SEEN, act_function, own_effects_function, sees
from cartaro_engine.lower.expressions import lowering_of
from cartaro_engine.lower.sets import cards_of
from cartaro_engine.lower.turns import ACT, ARGUMENTS, PLAYER, acts_of_players, argument_places, arguments_of, copying, legal
from cartaro_engine.memory.features import COUNTER_AT_HALF, Features
from cartaro_engine.memory.layout import (
    CHANCE_WORDS,
    OF_THE_TURN,
    PHASE_CELL,
    STEP_NOW,
    TURN_NOW,
    MemoryPlan,
    Unit,
    columns,
    is_set,
    plan_memory,
)
from cartaro_engine.memory.traps import ENDLESS, NO_MOVE, Construct, LoweringRefused, NotLowered
from cartaro_grammar import caused_by, facts_of
from cartaro_grammar import game as g
from cartaro_interpreter import PHASE_COUNTED, PHASE_TURN, Rules, fewest_win, in_order, winner_asked

# -------------------------------------------------------------------------- plan


KEPT_MOVES: Final = 128
"""The number of legal moves for which a game has room; if there are more, they are found again at the next word."""
MOST_DEALS: Final = 100
"""The number of deals in a row that may end before anybody chooses; after that the ruleset cannot be played."""
BYTES, FLOATS = 8, 2
"""The numbers of bytes and of floats in a word."""
ENDED, CUT = 1, 2
"""The values of an end: the episode has ended, or was cut off."""


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """Addresses, in words. Each game has `game_words` from `games` on; the parts of a game are counted from its first word."""

    count: int
    chance: int
    seed: int
    deal: int
    moves: int
    chosen: int
    kept: int
    known: int
    options: int
    game_words: int
    games: int
    scratch: int
    first: int
    end: int
    again: int
    actions: int
    seats: int
    ends: int
    masks: int
    mask_words: int
    rewards: int
    reward_words: int
    observations: int
    observation_words: int
    words: int

    @staticmethod
    def of(rules: Rules, plan: MemoryPlan, features: Features, count: int) -> BatchPlan:
        """Return the memory of `count` games, behind the memory of the engine."""
        game, sets = rules.game, len(rules.layout.holders) * plan.width
        chance = plan.state
        seed = chance + CHANCE_WORDS
        deal, moves, chosen = seed + 2, seed + 3, seed + 4
        kept = chosen + 1 + _longest(rules)
        known = kept + 1
        options = known + game.players * sets
        game_words = options + KEPT_MOVES * plan.option_words
        games = plan.words
        scratch = games + count * game_words
        first = scratch + game.players * plan.width
        actions = first + 3
        seats, ends = actions + count, actions + 2 * count
        masks = ends + count
        mask_words = -(-len(features.alphabet.words) // BYTES)
        rewards = masks + count * mask_words
        reward_words = -(-game.players // FLOATS)
        observations = rewards + count * reward_words
        observation_words = -(-features.length // FLOATS)
        words = observations + count * observation_words
        return BatchPlan(
            count, chance, seed, deal, moves, chosen, kept, known, options, game_words, games, scratch, first,
            first + 1, first + 2, actions, seats, ends, masks, mask_words, rewards, reward_words, observations,
            observation_words, words,
        )  # fmt: skip


def _longest(rules: Rules) -> int:
    """Return the number of words of the longest move."""
    acts = (act for act in rules.game.acts if not act.finding)
    one = len(rules.game.faces.faces) + 1
    return max(1 + sum(1 if _is_single(p) else one for p in act.parameters) for act in acts)


def _is_single(parameter: g.Parameter) -> bool:
    """Return whether an argument is spelt with one word."""
    return parameter.choice == "either" or parameter.type.kind in ("player", "side", "symbol", "number", "card")


@dataclass(frozen=True, slots=True)
class LoweredBatch:
    """A module that steps games, with the plan of its memory."""

    module: Module
    plan: MemoryPlan
    batch: BatchPlan


def lower_batch(rules: Rules, features: Features, count: int, unit: Unit) -> LoweredBatch | NotLowered:
    """Return the module that steps `count` games, or the construct that is not lowered."""
    try:
        plan = plan_memory(rules)
        batch = BatchPlan.of(rules, plan, features, count)
        plan = replace(plan, words=batch.words)
        writer = _Batch(lowering_of(rules, plan), batch, features, unit)
        exports = (("step", writer.stepping()), ("deal", writer.dealing()), ("view", writer.viewing()))
    except LoweringRefused as refused:
        return refused.refusal
    return LoweredBatch(hands.module_of(writer.lo, exports, hands.MOST_STEPS), plan, batch)


# ------------------------------------------------------------------------- games


class _Batch:
    """Emitter of the functions of a batch. `game` is the number of a game, `base` the address of its first word."""

    def __init__(self, lo: Lowering, batch: BatchPlan, features: Features, unit: Unit) -> None:
        self.lo, self.batch, self.features, self.unit = lo, batch, features, unit
        self.spelling = _Spelling(lo, features)
        self.knowledge = _Knowledge(lo, batch)

    def base(self, game: Value) -> Value:
        return plus(Const(self.batch.games), _times(game, self.batch.game_words))

    def stepping(self) -> str:
        """Define a function that applies one action to each game in a range. A game with an action below 0 is skipped."""
        lo = self.lo

        def step(w: FunctionBuilder, game: Value) -> None:
            word = w.variable(load(plus(Const(self.batch.actions), game)), "word")
            with w.if_(compare(">=", word, ZERO)):
                w.call(self._step(), game, w.let(self.base(game), "base"), word)

        return lo.define("batch_step", "step_games", (), lambda w: self._each_game(w, step))

    def dealing(self) -> str:
        """Define a function that deals each game of a range again."""

        def deal(w: FunctionBuilder, game: Value) -> None:
            w.call(self._deal(), game, w.let(self.base(game), "base"))

        return self.lo.define("batch_deal", "deal_games", (), lambda w: self._each_game(w, deal))

    def viewing(self) -> str:
        """Define a function that writes the observation of a seat for each game of a range. The word of the action has the
        seat; below 0 it is the seat to choose.
        """

        def look(w: FunctionBuilder, game: Value) -> None:
            base = w.let(self.base(game), "base")
            w.call(copying(self.lo, in_turn=False), base, ZERO)
            chooses = load(plus(Const(self.batch.seats), game))
            seat = w.variable(load(plus(Const(self.batch.actions), game)), "seat")
            with w.if_(compare("<", seat, ZERO)):
                w.assign(seat, chooses)
            w.call(self._observe(), game, base, seat)
            with w.if_(equal(seat, chooses)):
                self._observe_words(w, game, base)

        return self.lo.define("batch_view", "view_games", (), lambda w: self._each_game(w, look))

    def _each_game(self, w: FunctionBuilder, visit: Callable[[FunctionBuilder, Value], None]) -> None:
        lo = self.lo
        with w.count(load(Const(self.batch.first)), load(Const(self.batch.end)), "game") as game:
            w.store(Const(lo.plan.number), game)
            w.store(Const(lo.plan.steps), Const(hands.MOST_STEPS))
            w.store(Const(lo.plan.top), Const(lo.plan.stack))
            if lo.plan.width > 1:
                w.store(Const(lo.plan.next_temporary), Const(lo.plan.temporaries))
            visit(w, game)

    # ------------------------------------------------------------------ a word

    def _step(self) -> str:
        """Define a function that takes a word of a move. If exactly one move fits the words so far, the move is made."""
        lo, batch, game, base, word = self.lo, self.batch, Var("game"), Var("base"), Var("word")

        def write(w: FunctionBuilder) -> None:
            at = w.let(plus(base, Const(batch.chosen)), "at")
            place = w.variable(load(at), "place")
            count = w.variable(load(base, Const(batch.kept)), "count")
            options = w.variable(plus(base, Const(batch.options)), "options")
            with w.if_(compare("<", count, ZERO)):
                w.call(copying(lo, in_turn=False), base, ZERO)
                w.assign(options, Const(lo.plan.options))
                w.assign(count, Call(self._listing(), (base, place)))
            w.assign(count, Call(self.spelling.narrowing(), (options, count, place, word)))
            with w.if_(equal(count, ZERO)):
                w.trap(NO_MOVE)
            with w.if_(negation(self.spelling.is_one(options, count, place))):
                w.store(plus(at, ONE, place), word)
                w.store(at, plus(place, ONE))
                w.call(self._offer(), game, base, options, count, plus(place, ONE))
                self._observe_word(w, game, word)
                w.return_(ZERO)
            w.call(copying(lo, in_turn=False), base, ZERO)
            self._copy(w, plus(base, Const(batch.chance)), Const(lo.plan.chance), CHANCE_WORDS)
            if self.spelling.is_unseen:
                drawn = w.variable(ZERO, "drawn")
                with w.if_(self.spelling.is_open(options)):
                    w.assign(drawn, Call(effects.below(lo), (count,)))
                w.assign(options, plus(options, _times(drawn, lo.plan.option_words)))
            w.call(self._play(), game, base, options)

        return lo.define("batch_word", "step_game", ("game", "base", "word"), write)

    def _listing(self) -> str:
        """Define a function that finds again the legal moves that the words chosen so far leave, and returns their number."""
        lo, base, place = self.lo, Var("base"), Var("place")

        def write(w: FunctionBuilder) -> None:
            count = w.variable(Call(self._awaited(), ()), "count")
            with w.count(ZERO, place, "before") as before:
                word = load(base, Const(self.batch.chosen + 1), before)
                w.assign(count, Call(self.spelling.narrowing(), (Const(lo.plan.options), count, before, word)))
            w.return_(count)

        return lo.define("batch_listing", "list_again", ("base", "place"), write)

    def _awaited(self) -> str:
        """Define a function that writes the legal moves of the player who can do the first of them, and returns their
        number.
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            count = w.variable(Call(legal(lo), ()), "count")
            with w.if_(equal(count, ZERO)):
                w.trap(NO_MOVE)
            options = Const(lo.plan.options)
            player, kept = w.variable(load(options, PLAYER), "player"), w.variable(ZERO, "kept")
            with w.count(ZERO, count, "number") as number:
                at = w.let(plus(options, _times(number, lo.plan.option_words)), "at")
                with w.if_(equal(load(at, PLAYER), player)):
                    with w.if_(unequal(kept, number)):
                        self._copy(w, at, plus(options, _times(kept, lo.plan.option_words)), lo.plan.option_words)
                    w.assign(kept, plus(kept, ONE))
            w.return_(kept)

        return lo.define("batch_awaited", "awaited", (), write)

    def _offer(self) -> str:
        """Define a function that keeps the moves of a choice, if there is room, and writes the mask of the words that may come
        next.
        """
        lo, batch = self.lo, self.batch
        game, base, options, count, place = (Var(name) for name in ("game", "base", "options", "count", "place"))

        def write(w: FunctionBuilder) -> None:
            mask = w.variable(plus(Const(batch.masks), _times(game, batch.mask_words)), "mask")
            for n in range(batch.mask_words):
                w.store(plus(mask, Const(n)), ZERO)
            bits = w.variable(_times(mask, BYTES), "bits")
            with w.count(ZERO, count, "number") as number:
                at = w.let(plus(options, _times(number, lo.plan.option_words)), "at")
                w.store_byte(plus(bits, Call(self.spelling.word(), (at, place))), ONE)
            room = w.variable(plus(base, Const(batch.options)), "room")
            kept = w.variable(count, "kept")
            with w.if_(compare(">", count, Const(KEPT_MOVES))):
                w.assign(kept, NOBODY)
            with w.if_(unequal(room, options)), w.count(ZERO, _times(kept, lo.plan.option_words), "word") as word:
                w.store(plus(room, word), load(plus(options, word)))
            w.store(plus(base, Const(batch.kept)), kept)

        return lo.define("batch_offer", "offer", ("game", "base", "options", "count", "place"), write)

    def _copy(self, w: FunctionBuilder, source: Value, target: Value, words: int) -> None:
        for word in range(words):
            w.store(plus(target, Const(word)), load(source, Const(word)))

    # ------------------------------------------------------------------ a move

    def _play(self) -> str:
        """Define a function that makes a move of the game whose state is in memory, and goes on to the next choice, of this
        episode or the next one. Its parameter is the address of the move's option.
        """
        lo, batch, game, base, option = self.lo, self.batch, Var("game"), Var("base"), Var("option")
        chance = range(lo.plan.chance, lo.plan.chance + CHANCE_WORDS)

        def write(w: FunctionBuilder) -> None:
            moves = w.variable(plus(load(base, Const(batch.moves)), ONE), "moves")
            with w.if_(compare(">", moves, Const(hands.MOST_MOVES))):
                w.trap(ENDLESS)
            before = [w.variable(load(Const(word)), "chance") for word in chance]
            with w.count(ZERO, Const(lo.game.players), "viewer") as viewer:
                w.call(self.knowledge.noting(), viewer, option)
            self._note_on_the_way(w, base, option)
            w.store(Const(lo.plan.shares), ZERO)
            w.call(hands.acting(lo), option)
            same = all_of(*(equal(load(Const(word)), old) for word, old in zip(chance, before, strict=True)))
            shuffled = w.variable(as_number(negation(same)), "shuffled")
            if self.unit == "match":
                with w.if_(equal(load(PHASE_CELL), Const(PHASE_COUNTED))):
                    w.call(self._next_hands())
                    w.assign(shuffled, ONE)
            has_ended = w.variable(as_number(unequal(load(PHASE_CELL), Const(PHASE_TURN))), "has_ended")
            with w.if_(nonzero(has_ended)):
                self._reward(w, game)
                w.store(plus(Const(batch.ends), game), Const(ENDED))
                with w.if_(nonzero(load(Const(batch.again)))):
                    w.call(self._deal(), game, base)
                    w.return_(ZERO)
            w.store(plus(base, Const(batch.moves)), moves)
            with w.count(ZERO, Const(lo.game.players), "viewer") as viewer:
                with w.if_(nonzero(shuffled)):
                    w.call(self.knowledge.beginning(), base, viewer)
                with w.if_(equal(shuffled, ZERO)):
                    w.call(self.knowledge.following(), base, viewer)
            with w.if_(nonzero(has_ended)):
                w.call(copying(lo, in_turn=False), ZERO, base)
                w.store(plus(base, Const(batch.chosen)), ZERO)
                w.call(self._offer(), game, base, Const(lo.plan.options), ZERO, ZERO)
                w.call(self._observe(), game, base, load(plus(Const(batch.seats), game)))
                w.return_(ZERO)
            w.call(self._await(), game, base)

        return lo.define("batch_play", "play_move", ("game", "base", "option"), write)

    def _note_on_the_way(self, w: FunctionBuilder, base: Value, option: Value) -> None:
        """Emit code that notes cards laid face down for each player who sees them after the act's own effects, or after the
        clauses that follow the act; the state is restored.
        """
        lo = self.lo
        for number, act in enumerate(acts_of_players(lo)):
            rules = lo.rules.acts[act.name]
            if not rules.on_the_way or any(facts_of(effect.body).chance for effect in caused_by(lo.game, act)):
                continue
            with w.if_(equal(load(option, ACT), Const(number))):
                for function in (own_effects_function(lo, act), act_function(lo, act)):
                    w.call(function, load(option, PLAYER), *arguments_of(lo, act, option).values())
                    with w.count(ZERO, Const(lo.game.players), "viewer") as viewer:
                        w.call(self.knowledge.noting_on_the_way(act), viewer, option)
                    w.call(copying(lo, in_turn=False), base, ZERO)

    def _next_hands(self) -> str:
        """Define a function that plays on to the next hand of a match that has a choice, or to the end of the match."""

        def write(w: FunctionBuilder) -> None:
            with w.count(ZERO, Const(hands.MOST_HANDS), "hands"):
                with w.if_(unequal(load(PHASE_CELL), Const(PHASE_COUNTED))):
                    w.return_(ZERO)
                w.call(hands.beginning_hand(self.lo))
            w.trap(ENDLESS)

        return self.lo.define("batch_hands", "next_hands", (), write)

    def _deal(self) -> str:
        """Define a function that continues a game with further deals until one has a choice."""
        lo, batch, game, base = self.lo, self.batch, Var("game"), Var("base")

        def write(w: FunctionBuilder) -> None:
            at = w.let(plus(base, Const(batch.deal)), "at")
            with w.count(ZERO, Const(MOST_DEALS), "deals"):
                deal = w.variable(load(at), "deal")
                w.store(at, plus(deal, ONE))
                w.call(effects.seeding(lo), load(base, Const(batch.seed)), load(base, Const(batch.seed + 1)), deal)
                w.call(hands.beginning_match(lo))
                w.call(hands.beginning_hand(lo))
                if self.unit == "match":
                    w.call(self._next_hands())
                with w.if_(equal(load(PHASE_CELL), Const(PHASE_TURN))):
                    w.store(plus(base, Const(batch.moves)), ZERO)
                    with w.count(ZERO, Const(lo.game.players), "viewer") as viewer:
                        w.call(self.knowledge.beginning(), base, viewer)
                    w.call(self._await(), game, base)
                    w.return_(ZERO)
            w.trap(ENDLESS)

        return lo.define("batch_next_deal", "deal_game", ("game", "base"), write)

    def _await(self) -> str:
        """Define a function that copies the state in memory, and the choice that comes next, back to its game."""
        lo, batch, game, base = self.lo, self.batch, Var("game"), Var("base")

        def write(w: FunctionBuilder) -> None:
            w.call(copying(lo, in_turn=False), ZERO, base)
            self._copy(w, Const(lo.plan.chance), plus(base, Const(batch.chance)), CHANCE_WORDS)
            w.store(plus(base, Const(batch.chosen)), ZERO)
            count = w.variable(Call(self._awaited(), ()), "count")
            seat = w.variable(load(Const(lo.plan.options), PLAYER), "seat")
            w.store(plus(Const(batch.seats), game), seat)
            w.call(self._offer(), game, base, Const(lo.plan.options), count, ZERO)
            w.call(self._observe(), game, base, seat)

        return lo.define("batch_await", "await_choice", ("game", "base"), write)

    def _reward(self, w: FunctionBuilder, game: Value) -> None:
        """Emit the value of the end of the episode for each player."""
        lo, sides = self.lo, self.lo.game.sides
        row = w.variable(_times(plus(Const(self.batch.rewards), _times(game, self.batch.reward_words)), FLOATS), "row")
        others = Const(max(1, sides - 1))
        if self.unit == "match":
            query = winner_asked(lo.game)
            if query is None or sides == 1:
                return
            won = w.variable(lo.value(query, OF_THE_TURN), "won")
            if query.type.kind == "player":
                w.assign(won, lo.look_up((NOBODY.value, *lo.game.side_of), plus(won, ONE)))
            with w.if_(compare(">=", won, ZERO)):
                for player, side in enumerate(lo.game.side_of):
                    worth = choose(equal(won, Const(side)), others, NOBODY)
                    w.store_float(plus(row, Const(player)), worth, others)
            return
        first = lo.plan.shares + 1 + columns(lo.game) - sides
        points = [load(Const(first + side)) for side in range(sides)]
        with w.if_(nonzero(load(Const(lo.plan.shares)))):
            total = w.variable(plus(*points), "total")
            for player, side in enumerate(lo.game.side_of):
                own = points[side] if sides == 1 else minus(_times(points[side], sides), total)
                signed = minus(ZERO, own) if fewest_win(lo.game) else own
                w.store_float(plus(row, Const(player)), signed, others)

    # ------------------------------------------------------------------ observations

    def _row(self, game: Value) -> Value:
        """Return the place of the first float of a game's observation."""
        return _times(plus(Const(self.batch.observations), _times(game, self.batch.observation_words)), FLOATS)

    def _observe_word(self, w: FunctionBuilder, game: Value, word: Value) -> None:
        """Emit the observation of a chosen word: the number of times that it was chosen, divided by the possible number."""
        times = w.variable(ZERO, "times")
        chosen = w.let(plus(self.base(game), Const(self.batch.chosen)), "chosen")
        with w.count(ONE, plus(load(chosen), ONE), "place") as place, w.if_(equal(load(chosen, place), word)):
            w.assign(times, plus(times, ONE))
        at = plus(self._row(game), Const(self.features.first["move"]), word)
        w.store_float(at, times, Const(self.features.most_times))

    def _observe_words(self, w: FunctionBuilder, game: Value, base: Value) -> None:
        chosen = w.let(plus(base, Const(self.batch.chosen)), "chosen")
        with w.count(ONE, plus(load(chosen), ONE), "place") as place:
            self._observe_word(w, game, w.variable(load(chosen, place), "word"))

    def _observe(self) -> str:
        """Define a function that writes the observation of a seat, without the words of the move under way."""
        lo, game, base, viewer = self.lo, Var("game"), Var("base"), Var("viewer")

        def write(w: FunctionBuilder) -> None:
            words = plus(Const(self.batch.observations), _times(game, self.batch.observation_words))
            first = w.variable(words, "first")
            with w.count(first, plus(first, Const(self.batch.observation_words)), "word", self.batch.observation_words) as word:
                w.store(word, ZERO)
            row = w.variable(_times(first, FLOATS), "row")
            _Observation(lo, self.features, self.knowledge, w, row, base, viewer).write()

        return lo.define("batch_observe", "observe", ("game", "base", "viewer"), write)


def _times(value: Value, factor: int) -> Value:
    return Const(value.value * factor) if isinstance(value, Const) else binary("*", value, Const(factor))


# ---------------------------------------------------------------------- spelling


class _Spelling:
    """Emits the words of moves; a move is given by the address of its option."""

    def __init__(self, lo: Lowering, features: Features) -> None:
        self.lo, self.numbers = lo, features.alphabet.number_of
        self.acts = acts_of_players(lo)
        self.is_unseen = any(parameter.unseen for act in self.acts for parameter in act.parameters)
        faces = len(lo.game.faces.faces)
        self.order = tuple(in_order(lo.game, (1 << faces) - 1))

    def word(self) -> str:
        """Define a function that returns a word of a move by its index; -1 after the last word."""
        at, place = Var("at"), Var("place")

        def write(w: FunctionBuilder) -> None:
            with w.if_(equal(place, ZERO)):
                w.return_(load(at, ACT))
            for number, act in enumerate(self.acts):
                with w.if_(equal(load(at, ACT), Const(number))):
                    left = w.variable(minus(place, ONE), "left")
                    for parameter, offset in zip(act.parameters, argument_places(self.lo, act), strict=True):
                        self._parameter(w, parameter, plus(at, ARGUMENTS, Const(offset)), left)
            w.return_(NOBODY)

        return self.lo.define("spelling", "word_of", ("at", "place"), write)

    def _parameter(self, w: FunctionBuilder, parameter: g.Parameter, at: Value, left: Var) -> None:
        """Emit the return of the word in its place, if it is a word of an argument; else subtract the number of the argument's
        words.
        """
        lo, kind = self.lo, parameter.type.kind
        if _is_single(parameter):
            with w.if_(equal(left, ZERO)):
                w.return_(self._single(parameter, load(at)))
            w.assign(left, minus(left, ONE))
            return
        members = lo.sets_of(parameter.type).at(at)
        size = w.variable(lo.sets_of(parameter.type).size(members), "size")
        is_faces = is_set(parameter.type)
        first = self.numbers["card", 0] if is_faces else self.numbers["number", 0]
        with w.if_(compare("<", left, size)):
            w.return_(plus(Const(first), Call(self._nth(is_faces=is_faces), (members, left))))
        with w.if_(equal(left, size)):
            w.return_(Const(self.numbers["end", 0]))
        w.assign(left, minus(left, plus(size, ONE)))
        if kind == "groups":
            raise LoweringRefused(Construct.OTHER)

    def _single(self, parameter: g.Parameter, value: Value) -> Value:
        """Return the word of an argument that has only one."""
        if parameter.unseen:
            return Const(self.numbers["unseen", 0])
        kind = parameter.type.kind
        if parameter.choice == "either" or kind not in ("number", "card"):
            first = self.numbers["number", 0]
        else:
            first = self.numbers["amount", 0] if kind == "number" else self.numbers["card", 0]
        named = plus(Const(first), value)
        return choose(compare("<", value, ZERO), Const(self.numbers["nothing", 0]), named)

    def _nth(self, *, is_faces: bool) -> str:
        """Define a function that returns a member of a set by its place in the written order."""
        lo, members, number = self.lo, Var("members"), Var("number")
        sets = lo.cards if is_faces else lo.words
        ranks = {face: rank for rank, face in enumerate(self.order)}
        plain = not is_faces or self.order == tuple(range(len(self.order)))

        def in_turn(w: FunctionBuilder) -> None:
            left = w.variable(number, "left")
            with sets.each(w, members, "member") as member:
                with w.if_(equal(left, ZERO)):
                    w.return_(member)
                w.assign(left, minus(left, ONE))
            w.return_(NOBODY)

        def by_rank(w: FunctionBuilder) -> None:
            last = w.variable(NOBODY, "last")
            with w.count(ZERO, plus(number, ONE), "nth"):
                least = w.variable(Const(len(ranks)), "least")
                with sets.each(w, members, "member") as member:
                    rank = w.variable(lo.look_up(tuple(ranks[face] for face in range(len(ranks))), member), "rank")
                    with w.if_(all_of(compare(">", rank, last), compare("<", rank, least))):
                        w.assign(least, rank)
                w.assign(last, least)
            w.return_(lo.look_up(self.order, last))

        return lo.define(("nth", is_faces), "nth", ("members", "number"), in_turn if plain else by_rank)

    def narrowing(self) -> str:
        """Define a function that keeps the moves that have a word in a place, and returns their number."""
        lo = self.lo
        options, count, place, word = (Var(name) for name in ("options", "count", "place", "word"))

        def write(w: FunctionBuilder) -> None:
            kept = w.variable(ZERO, "kept")
            with w.count(ZERO, count, "number") as number:
                at = w.let(plus(options, _times(number, lo.plan.option_words)), "at")
                with w.if_(equal(Call(self.word(), (at, place)), word)):
                    with w.if_(unequal(kept, number)):
                        to = w.let(plus(options, _times(kept, lo.plan.option_words)), "to")
                        for n in range(lo.plan.option_words):
                            w.store(plus(to, Const(n)), load(at, Const(n)))
                    w.assign(kept, plus(kept, ONE))
            w.return_(kept)

        return lo.define("narrowing", "narrow", ("options", "count", "place", "word"), write)

    def is_one(self, options: Value, count: Value, place: Value) -> Test:
        """Test whether the moves that agree in their words up to a position are one choice: a single move, or moves that differ
        only in the card that is chosen unseen.
        """
        alone = equal(count, ONE)
        return any_of(alone, nonzero(Call(self._alike(), (options, count, place)))) if self.is_unseen else alone

    def _alike(self) -> str:
        lo = self.lo
        options, count, start = Var("options"), Var("count"), Var("place")

        def write(w: FunctionBuilder) -> None:
            with w.count(ONE, count, "number") as number:
                at = w.let(plus(options, _times(number, lo.plan.option_words)), "at")
                place = w.variable(start, "at_word")
                with w.loop():
                    w.assign(place, plus(place, ONE))
                    word = w.variable(Call(self.word(), (at, place)), "word")
                    with w.if_(unequal(word, Call(self.word(), (options, place)))):
                        w.return_(ZERO)
                    with w.if_(compare("<", word, ZERO)):
                        w.break_()
            w.return_(ONE)

        return lo.define("alike", "are_alike", ("options", "count", "place"), write)

    def is_open(self, at: Value) -> Test:
        """Test whether a move has an argument that is chosen unseen."""
        unseen = (n for n, act in enumerate(self.acts) if any(parameter.unseen for parameter in act.parameters))
        return any_of(*(equal(load(at, ACT), Const(number)) for number in unseen))


# --------------------------------------------------------------------- knowledge


class _Knowledge:
    """Emitter of what players see and remember (`table/tables`)."""

    def __init__(self, lo: Lowering, batch: BatchPlan) -> None:
        self.lo, self.batch = lo, batch
        self.holders = lo.rules.layout.holders

    def address(self, base: Value, viewer: Value, slot: int) -> Value:
        """The address of the cards that a player knows to be in a cell."""
        place = self.batch.known + self.holders.index(slot) * self.lo.plan.width
        return plus(base, Const(place), _times(viewer, len(self.holders) * self.lo.plan.width))

    def parts(self) -> list[tuple[str, int, int]]:
        """The plain zones: the name, owner and cell of each."""
        places = self.lo.rules.layout.places.items()
        return [(n, owner, p.slot + owner) for n, p in places if not p.zone.family for owner in range(p.count)]

    def shown(self, w: FunctionBuilder, name: str, owner: int, viewer: Value) -> Var:
        """Return a set: the cards of a part of a zone that are open to a player."""
        lo, place = self.lo, self.lo.rules.layout.places[name]
        slot = place.slot + owner
        sight = w.variable(Call(sees(lo, name, owner), (viewer,)), "sight")
        found = lo.cards.new(w, "shown")
        with w.if_(equal(sight, SEEN)):
            lo.cards.add(w, found, lo.cards.at(lo.plan.set_address(slot)))
        if place.zone.ordered:
            pile = lo.plan.pile(slot, ZERO)
            with w.if_(all_of(equal(sight, TOP_SEEN), nonzero(load(pile)))):
                lo.cards.insert(w, found, load(plus(pile, load(pile))))
        return found

    def open_cards(self, w: FunctionBuilder, viewer: Value, shown: dict[int, Var] | None = None) -> Var:
        """Return a set with all cards that are open to a player, including the cards of groups; the cells of `shown` have been
        looked at.
        """
        lo = self.lo
        found = lo.cards.new(w, "open")
        for name, owner, slot in self.parts():
            lo.cards.add(w, found, self.shown(w, name, owner, viewer) if shown is None else shown[slot])
        for name, place in lo.rules.layout.places.items():
            if place.zone.family:
                is_seen = equal(Call(sees(lo, name, 0), (viewer,)), SEEN)
                with w.if_(is_seen), w.count(ZERO, Const(place.count), "group") as group:
                    faces = lo.cards.at(lo.plan.set_address(place.slot, group))
                    with w.if_(negation(lo.cards.nonempty(faces))):
                        w.break_()
                    lo.cards.add(w, found, cards_of(lo, faces))
        return found

    def beginning(self) -> str:
        """Define a function for the knowledge of a player who remembers nothing."""
        lo, base, viewer = self.lo, Var("base"), Var("viewer")

        def write(w: FunctionBuilder) -> None:
            lo.cards.store(w, self.address(base, viewer, self.holders[0]), lo.cards.constant(0))
            for name, owner, slot in self.parts():
                lo.cards.store(w, self.address(base, viewer, slot), self.shown(w, name, owner, viewer))

        return lo.define("knowing_first", "known_at_first", ("base", "viewer"), write)

    def noting(self) -> str:
        """Define a function that notes the cards that are open to a player before a move, or that the move names."""
        lo, viewer, option = self.lo, Var("viewer"), Var("option")

        def write(w: FunctionBuilder) -> None:
            found = self.open_cards(w, viewer)
            lo.cards.add(w, found, Call(self._named(), (option,)))
            lo.cards.store(w, self._noted(viewer), found)

        return lo.define("noting", "note_open", ("viewer", "option"), write)

    def noting_on_the_way(self, act: g.Act) -> str:
        """Define a function that notes the cards that an act lays face down and that are open to a player in this state."""
        lo, viewer, option = self.lo, Var("viewer"), Var("option")

        def write(w: FunctionBuilder) -> None:
            cards = self._of_arguments(w, act, lo.rules.acts[act.name].face_down, option)
            found = lo.cards.copy(w, lo.cards.intersection(self.open_cards(w, viewer), cards_of(lo, cards)), "seen")
            lo.cards.add(w, found, lo.cards.at(self._noted(viewer)))
            lo.cards.store(w, self._noted(viewer), found)

        return lo.define(("noting", act.name), f"note_{act.name}", ("viewer", "option"), write)

    def _noted(self, viewer: Value) -> Value:
        return plus(Const(self.batch.scratch), _times(viewer, self.lo.plan.width))

    def _named(self) -> str:
        """Define a function that returns the cards that a move shows to everybody."""
        lo, at = self.lo, Var("at")

        def write(w: FunctionBuilder) -> None:
            found = lo.cards.new(w, "named")
            for number, act in enumerate(acts_of_players(lo)):
                hidden = lo.rules.acts[act.name].face_down
                places = tuple(n for n, p in enumerate(act.parameters) if not p.unseen and n not in hidden)
                with w.if_(equal(load(at, ACT), Const(number))):
                    lo.cards.add(w, found, self._of_arguments(w, act, places, at))
            w.return_(cards_of(lo, found))

        return lo.define("naming", "named", ("at",), write, keeps=True)

    def _of_arguments(self, w: FunctionBuilder, act: g.Act, places: tuple[int, ...], at: Value) -> Var:
        """Return the set of the faces that these arguments of a move name."""
        lo = self.lo
        found, offsets = lo.cards.new(w, "faces"), argument_places(lo, act)
        for n in places:
            parameter, place = act.parameters[n], plus(at, ARGUMENTS, Const(offsets[n]))
            if is_set(parameter.type):
                lo.cards.add(w, found, lo.cards.at(place))
            elif parameter.type.kind == "card":
                with w.if_(compare(">=", load(place), ZERO)):
                    lo.cards.insert(w, found, load(place))
        return found

    def following(self) -> str:
        """Define a function for the knowledge of a player after a move. Cards that were open, or were named, are followed to
        their new places. If more cards have left a place than these, all cards remembered there are dropped.
        """
        lo, base, viewer = self.lo, Var("base"), Var("viewer")
        sets = lo.cards

        def write(w: FunctionBuilder) -> None:
            before = w.let(sets.at(self._noted(viewer)), "before")
            shown = {slot: self.shown(w, name, owner, viewer) for name, owner, slot in self.parts()}
            elsewhere = self.open_cards(w, viewer, shown)
            sets.add(w, elsewhere, before)
            sure: dict[int, Var] = {}
            for slot in self.holders:
                lying = sets.at(lo.plan.set_address(slot))
                sure[slot] = sets.copy(w, sets.intersection(before, lying), "sure")
                if slot in shown:
                    sets.add(w, sure[slot], shown[slot])
                sets.add(w, elsewhere, sure[slot])
            for slot in self.holders:
                place = lo.plan.set_address(slot)
                known = w.let(self.address(base, viewer, slot), "known")
                unseen = w.variable(sets.size(sets.difference(sets.at(plus(base, place)), before)), "unseen")
                room = w.variable(minus(sets.size(sets.at(place)), sets.size(sure[slot])), "room")
                kept = sets.copy(w, sets.difference(sets.at(known), elsewhere), "kept")
                with w.if_(all_of(compare("<=", sets.size(kept), unseen), compare("<=", unseen, room))):
                    sets.add(w, sure[slot], kept)
                sets.store(w, known, sure[slot])

        return lo.define("following", "follow", ("base", "viewer"), write)


# ------------------------------------------------------------------ observations


class _Observation:
    """Emitter of the numbers of an observation, from the state in memory and the viewer's knowledge."""

    def __init__(
        self, lo: Lowering, features: Features, knowledge: _Knowledge, w: FunctionBuilder,
        row: Value, base: Value, viewer: Value,
    ) -> None:  # fmt: skip
        self.lo, self.features, self.knowledge, self.w = lo, features, knowledge, w
        self.row, self.base, self.viewer = row, base, viewer
        self.side = w.variable(lo.look_up(lo.game.side_of, viewer), "side")

    def put(self, name: str, offset: Value, dividend: Value = ONE, divisor: Value = ONE) -> None:
        """Emit a number at a position of a named section."""
        self.w.store_float(plus(self.row, Const(self.features.first[name]), offset), dividend, divisor)

    def write(self) -> None:
        """Emit all numbers."""
        lo, w = self.lo, self.w
        self.put("seat", self.viewer)
        with w.if_(compare(">=", TURN_NOW, ZERO)):
            self.put("turn", self._from("player", TURN_NOW))
        last = Const(len(lo.game.steps))
        self.put("step", w.let(choose(compare("<", STEP_NOW, last), STEP_NOW, last), "step"))
        self.put("phase", load(PHASE_CELL))
        self._part("out of sight", ZERO, lo.rules.layout.holders[0], ordered=False)
        for name, owner, slot in self.knowledge.parts():
            place = lo.rules.layout.places[name]
            offset = w.variable(_times(self._from(place.zone.owner, Const(owner)), 1 + self.features.pack), "offset")
            self._part(f"{name} 0", offset, slot, ordered=place.zone.ordered)
            if place.zone.ordered:
                self._pile(name, owner, offset)
        for name, place in lo.rules.layout.places.items():
            if place.zone.family:
                self._family(name)
        for name in lo.rules.layout.memory:
            self._memory(name)

    def _from(self, owner: g.Owner, number: Value) -> Value:
        """Return an owner's number, counted from the viewer on."""
        game = self.lo.game
        match owner:
            case "table":
                return number
            case "player":
                own, count = self.viewer, game.players
            case "side":
                own, count = self.side, game.sides
        found = self.w.variable(minus(number, own), "from")
        return choose(compare("<", found, ZERO), plus(found, Const(count)), found)

    def _part(self, name: str, offset: Value, slot: int, *, ordered: bool) -> None:
        """Emit the number of cards in a cell, and the ones that the viewer knows."""
        sets, pack = self.lo.cards, self.features.pack
        self.put(name, offset, sets.size(sets.at(self.lo.plan.set_address(slot))), Const(pack))
        known = sets.at(self.knowledge.address(self.base, self.viewer, slot))
        with sets.each(self.w, known, "card") as card:
            self.put(name, plus(offset, ONE, card), ONE, Const(pack + 1) if ordered else ONE)

    def _pile(self, name: str, owner: int, offset: Value) -> None:
        """Emit the open cards of a pile, which count less the deeper they are."""
        lo, w, pack = self.lo, self.w, self.features.pack
        pile = lo.plan.pile(lo.rules.layout.places[name].slot + owner, ZERO)
        sight = w.variable(Call(sees(lo, name, owner), (self.viewer,)), "sight")
        size = w.variable(load(pile), "size")
        count = choose(equal(sight, SEEN), size, as_number(all_of(equal(sight, TOP_SEEN), nonzero(size))))
        with w.count(ZERO, w.variable(count, "seen"), "depth", pack) as depth:
            card = load(plus(pile, minus(size, depth)))
            self.put(f"{name} 0", plus(offset, ONE, card), minus(Const(pack + 1), depth), Const(pack + 1))

    def _family(self, name: str) -> None:
        """Emit the groups of a family: their number, and the cards in each, if they are seen."""
        lo, w, place = self.lo, self.w, self.lo.rules.layout.places[name]
        sight = w.variable(Call(sees(lo, name, 0), (self.viewer,)), "sight")
        with w.count(ZERO, Const(place.count), "group") as group:
            faces = w.variable(lo.cards.at(lo.plan.set_address(place.slot, group)), "faces")
            with w.if_(negation(lo.cards.nonempty(faces))):
                w.break_()
            number = w.variable(plus(group, ONE), "number")
            self.put(name, ZERO, number, Const(place.count))
            with w.if_(equal(sight, SEEN)), lo.cards.each(w, faces, "face") as face:
                self.put(name, plus(ONE, face), number, Const(place.count))

    def _memory(self, name: str) -> None:
        """Emit the values of counters, flags, marks and references."""
        lo, w, slot = self.lo, self.w, self.lo.rules.layout.memory[name]
        cell, width = slot.cell, len(self.features.values(slot.cell))
        for owner in range(slot.count):
            offset = w.variable(_times(self._from(cell.owner, Const(owner)), width), "offset")
            value = load(Const(slot.slot + owner))
            match cell.kind:
                case "counter":
                    size = choose(compare("<", value, ZERO), minus(ZERO, value), value)
                    self.put(f"{name} 0", offset, value, plus(Const(COUNTER_AT_HALF), size))
                case "flag":
                    self.put(f"{name} 0", offset, value)
                case "mark":
                    with lo.cards.each(w, lo.cards.at(lo.plan.set_address(slot.slot, Const(owner))), "card") as card:
                        self.put(f"{name} 0", plus(offset, card))
                case "reference":
                    with w.if_(compare(">=", value, ZERO)):
                        kind = cell.type.kind
                        found = self._from(kind, value) if kind in ("player", "side") else value
                        self.put(f"{name} 0", plus(offset, found))
