"""Disclosure: legal moves that reveal a hidden card to their player, found as two courses of play that the player cannot
distinguish.

Hands are played at random. In a position two cards that a player has never seen are exchanged. If that changes the legal moves
of that player, the hand is played once more with the two cards exchanged in every shuffled pack. If all moves are legal again
and the player sees the same at every move, the two hands are a witness: the legal moves reveal which of the two hands is
played. A witness is a proof; if none is found, nothing is proved (see `observability`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from cartaro_grammar import Diagnostic, Game, IdentityKey, Label, Message, facts_of, join_semicolons, msg, parts, visibility
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.acts.visibility import SEEN, UNSEEN
from cartaro_interpreter.formats.json_forms import WrittenPositionJson
from cartaro_interpreter.formats.json_text import write_json
from cartaro_interpreter.formats.position import write_position
from cartaro_interpreter.play.course import begin_hand, begin_match, matching, perform
from cartaro_interpreter.play.questions import view
from cartaro_interpreter.play.turn import (
    Choice,
    as_known_to,
    choices,
    legal,
    named_to_all,
    seen_on_the_way,
    unseen_places,
)
from cartaro_interpreter.state.card_sets import mask_of, members
from cartaro_interpreter.state.chance import CardChance, Chance, ScriptedChance, SeededChance
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import (
    END_OF_TURN,
    PHASE,
    PHASE_TURN,
    TURN,
    Cells,
    Move,
    State,
    arranged,
    groups_of,
    order_of_pile,
    phrase,
)

CHECKED = 1_500
"""The number of times that `check` lists legal moves."""
MOST_HANDS = 50
MOST_MOVES = 60
PAIRS = 25
"""The number of pairs of cards that are exchanged in one position, except in the first position of a hand."""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Two positions that a player (counted from 0) cannot distinguish, whatever the player has seen since the hand began, and
    the moves that the player has in only one of them. The second position is the first one with two cards exchanged. Both are
    reached by the same `moves`, from the packs `packs` and `other_packs`.
    """

    player: int
    state: State
    other: State
    exchanged: tuple[int, int]
    only_here: tuple[Move, ...]
    only_there: tuple[Move, ...]
    moves: tuple[Move, ...]
    packs: tuple[tuple[int, ...], ...]
    other_packs: tuple[tuple[int, ...], ...]


def disclosures(game: Game) -> tuple[Diagnostic, ...]:
    """Return a diagnostic if the legal moves disclose a hidden card. Return None if the game is proved to disclose nothing, or
    if no witness is found.
    """
    return _disclosures(IdentityKey((game,)))


def disclosures_under_any(game: Game) -> tuple[Diagnostic, ...]:
    """Return the first diagnostics found for a game with its settings, or with one setting changed: the number of players or
    the value of one house rule.
    """
    return next((found for doubtful in visibility.games_with_hidden_reads(game) if (found := disclosures(doubtful))), ())


@lru_cache(maxsize=64)
def _disclosures(one: IdentityKey[Game]) -> tuple[Diagnostic, ...]:
    (game,) = one.values
    if not game.steps or not game.players:
        return ()
    reads = visibility.observability(game)
    if not reads.may_leak:
        return ()
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return ()
    found = disclosure(rules, CHECKED)
    return () if found is None else (_diagnostic(rules, reads, found),)


def disclosure(rules: Rules, most: int) -> Disclosure | None:
    """Search for a witness until the legal moves have been listed `most` times."""
    search = _Search(rules, most)
    for seed in range(MOST_HANDS):
        try:
            found = search.hand(seed)
        except Faulted:
            continue
        if found is not None or search.left <= 0:
            return found
    return None


@dataclass(eq=False, slots=True)
class _Search:
    rules: Rules
    left: int

    def hand(self, seed: int) -> Disclosure | None:
        """Return a witness in one hand, played at random.  May raise `Faulted`."""
        rules, chance, choose = self.rules, SeededChance(seed), random.Random(seed)
        opening, game = _begun(rules, chance), rules.game
        seen, moves, state = [0] * game.players, list[Move](), opening
        shows = _acts_that_show(game)
        while state is not None and state.cells[PHASE] == PHASE_TURN and len(moves) < MOST_MOVES and self.left > 0:
            options = self._legal(state.cells)
            if not options:
                return None
            for player in range(game.players):
                seen[player] |= _visible(rules, state.cells, player) | _remembered(rules, state.cells)
            for player in dict.fromkeys((state.cells[TURN], *(option.player for option in options))):
                found = self._exchanges(state, player, options, seen[player], moves, chance.packs, choose)
                if found is not None:
                    return found
            option = options[choose.randrange(len(options))]
            if option.move.act in shows:
                return None
            moves.append(option.move)
            named, before = named_to_all(rules, option.move), state
            state = perform(rules, before, option, chance)
            for player in range(game.players):
                seen[player] |= named | seen_on_the_way(rules, player, before, option.move)
        return None

    def _legal(self, cells: Cells) -> list[Choice]:
        self.left -= 1
        return legal(self.rules, cells)

    def _of(self, options: list[Choice], player: int) -> tuple[Move, ...]:
        """Return the choices of a player, without their permissions."""
        own = (option.move for option in options if option.player == player)
        return choices(self.rules.game, (Move(move.act, move.args, ()) for move in own))

    def _exchanges(
        self, state: State, player: int, options: list[Choice], seen: int, moves: list[Move],
        packs: list[tuple[int, ...]], choose: random.Random,
    ) -> Disclosure | None:  # fmt: skip
        """Look for a witness by exchanging two cards in a position that a player has not seen."""
        pairs = list(_pairs(self.rules, state.cells, seen))
        choose.shuffle(pairs)
        own = self._of(options, player)
        for pair in pairs if not moves else pairs[:PAIRS]:
            if self.left <= 0:
                return None
            try:
                differs = self._of(self._legal(_exchanged(self.rules, state.cells, pair)), player) != own
            except Faulted:
                continue
            found = self._confirmed(state, player, pair, moves, packs) if differs else None
            if found is not None:
                return found
        return None

    def _confirmed(
        self, state: State, player: int, pair: tuple[int, int], moves: list[Move], packs: list[tuple[int, ...]]
    ) -> Disclosure | None:
        """Play both hands in parallel, and compare the player's views at every move."""
        rules = self.rules
        first, second = tuple(packs), tuple(tuple(_other(card, pair) for card in pack) for pack in packs)
        try:
            chances: tuple[CardChance, CardChance] = ScriptedChance(first), ScriptedChance(second)
            here, there = _begun(rules, chances[0]), _begun(rules, chances[1])
            for move in moves:
                if here is None or there is None or not _alike(rules, here, there, player):
                    return None
                other = _with_hidden(rules, move, pair)
                worlds, moved = (here, there), (move, other)
                here, there = _after(rules, here, move, chances[0]), _after(rules, there, other, chances[1])
                if not _known_alike(rules, player, worlds, moved, (here, there)):
                    return None
            if here is None or there is None or here != state or not _alike(rules, here, there, player):
                return None
            mine, others = self._of(legal(rules, here.cells), player), self._of(legal(rules, there.cells), player)
        except Faulted:
            return None
        if mine == others:
            return None
        only_here = tuple(move for move in mine if move not in others)
        only_there = tuple(move for move in others if move not in mine)
        return Disclosure(player, here, there, pair, only_here, only_there, tuple(moves), first, second)


def _begun(rules: Rules, chance: Chance) -> State | None:
    """Return the first position of a hand. Return None if it cannot be played."""
    state = begin_match(rules, chance)
    state = begin_hand(rules, state, chance) if isinstance(state, State) else state
    return state if isinstance(state, State) else None


def _after(rules: Rules, state: State, move: Move, chance: CardChance) -> State | None:
    option = matching(rules, state.cells, legal(rules, state.cells), move)
    return None if option is None else perform(rules, state, option, chance)


def _alike(rules: Rules, here: State, there: State, player: int) -> bool:
    return view(rules, here, player) == view(rules, there, player)


def _visible(rules: Rules, cells: Cells, player: int) -> int:
    """Return the cards that a player sees now."""
    found = 0
    for place in rules.layout.places.values():
        if place.zone.family:
            if rules.visibility.of(cells, player, place, 0) == SEEN:
                found |= rules.layout.faces.physical(sum(groups_of(cells, place)))
            continue
        for owner in range(place.count):
            seen = rules.visibility.of(cells, player, place, owner)
            cards = arranged(cells, rules.layout, place.slot + owner)
            found |= mask_of(cards if seen == SEEN else () if seen == UNSEEN else cards[:1])
    return found


def _remembered(rules: Rules, cells: Cells) -> int:
    """Return the cards in memory, which all players can read."""
    found = 0
    for slot in rules.layout.memory.values():
        values = cells[slot.slot : slot.slot + slot.count]
        if slot.cell.kind == "mark":
            found |= sum({1 << card for value in values for card in members(value)})
        elif slot.cell.type.kind == "card":
            found |= mask_of(tuple({value for value in values if value >= 0}))
    return rules.layout.faces.physical(found)


def _acts_that_show(game: Game) -> frozenset[str]:
    """Return the acts that show cards, or after which cards are shown, that are not visible in the positions."""
    events = [sentence for _, sentence in game.with_sentence(g.Consequence) if sentence.event[0] != "after"]
    if any(facts_of(effect.body).shows for sentence in events for effect in sentence.effects):
        return frozenset((*game.act, END_OF_TURN))
    return frozenset(
        act.name
        for act in game.acts
        if any(isinstance(part, g.Show) for part in parts((act.effects, game.consequences("after", act.name))))
    )


def _pairs(rules: Rules, cells: Cells, seen: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of unseen cards in different places, and pairs with the top of a pile."""
    layout = rules.layout
    rows = [[card for card in arranged(cells, layout, slot) if not seen >> card & 1] for slot in layout.holders]
    for number, row in enumerate(rows):
        for other in rows[number + 1 :]:
            yield from ((one, two) for one in row for two in other)
        top = arranged(cells, layout, layout.holders[number])[:1] if layout.holders[number] in layout.order_of else ()
        if row and top == (row[0],):
            yield from ((row[0], two) for two in row[1:])


def _with_hidden(rules: Rules, move: Move, pair: tuple[int, int]) -> Move:
    """Return a move with two cards exchanged if they were chosen unseen or are laid face down."""
    act = rules.acts.get(move.act)
    if act is None:
        return move
    args, faces = list(move.args), rules.layout.faces
    for place in (*act.face_down, *unseen_places(act.act)):
        if act.act.parameters[place].type.kind == "card":
            args[place] = _other(args[place], pair)
        elif bin(faces.physical(args[place]) & mask_of(pair)).count("1") == 1 and args[place] == faces.physical(args[place]):
            args[place] ^= mask_of(pair)
    return replace(move, args=tuple(args))


def _known_alike(
    rules: Rules,
    player: int,
    before: tuple[State, State],
    moves: tuple[Move, Move],
    after: tuple[State | None, State | None],
) -> bool:
    """Return whether a player learns the same from two moves."""
    if after[0] is None or after[1] is None:
        return False
    here = as_known_to(rules, player, before[0], moves[0], after[0])
    there = as_known_to(rules, player, before[1], moves[1], after[1])
    return (here.act, here.args, here.face_down) == (there.act, there.args, there.face_down)


def _other(card: int, pair: tuple[int, int]) -> int:
    return pair[1] if card == pair[0] else pair[0] if card == pair[1] else card


def _exchanged(rules: Rules, cells: Cells, pair: tuple[int, int]) -> list[int]:
    """Return the cells with two cards exchanged."""
    layout, found = rules.layout, list(cells)
    for slot in layout.holders:
        cards = arranged(cells, layout, slot)
        if pair[0] in cards or pair[1] in cards:
            moved = tuple(_other(card, pair) for card in cards)
            found[slot] = mask_of(moved)
            if slot in layout.order_of:
                found[layout.order_of[slot]] = order_of_pile(moved)
    return found


def _diagnostic(rules: Rules, reads: visibility.Observability, found: Disclosure) -> Diagnostic:
    """Return a witness as a diagnostic, at the expression that reads the hidden card."""
    move = (*found.only_here, *found.only_there)[0]
    read = _read_by(reads, move)
    message, label = msg("the legal moves reveal hidden cards to a player"), None
    if read is not None:
        message = msg(
            "the legal moves of `{act}` reveal hidden cards of `{zone}` to the player", act=move.act, zone=read.read.zone
        )
        label = Label(read.read.span, msg("the player who chooses the move does not see this"))
    position = msg("the position: {position}", position=write_json(_brief(rules, found.state)))
    advice = join_semicolons((_remedy(rules.game, read), in_words(rules, found), position))
    return Diagnostic("C0829", message, label, help=advice)


def _remedy(game: Game, read: visibility.HiddenRead | None) -> Message:
    """Return a remedy for the author to write: one card of a hidden zone is chosen unseen."""
    parameters = game.act[read.act].parameters if read is not None and read.role == "parameter" else ()
    one = next((p.name for p in parameters if read is not None and p.name == read.name and p.choice == "one"), None)
    if one is not None:
        return msg("choose it unseen, `{name} is one of …, unseen`, or let the player see it", name=one)
    return msg("let the legal moves depend only on cards that the player sees")


def in_words(rules: Rules, found: Disclosure) -> Message:
    """Return a sentence that explains a witness."""
    one, two = (rules.game.faces.codes[card] for card in found.exchanged)
    if found.only_here:
        return msg(
            ("if `{one}` and `{two}` are swapped, seat {n} sees no difference, but may "
"`{move}` only before the swap"),
            n=found.player + 1, one=one, two=two, move=phrase(rules.game, found.only_here[0]),
        )  # fmt: skip
    return msg(
        ("if `{one}` and `{two}` are swapped, seat {n} sees no difference, but may "
"`{move}` only after the swap"),
        n=found.player + 1, one=one, two=two, move=phrase(rules.game, found.only_there[0]),
    )  # fmt: skip


def _brief(rules: Rules, state: State) -> WrittenPositionJson:
    """Return a position without its defaults: empty zones, and memory with its initial values."""
    whole = write_position(rules, state)
    kept = {cell.name for cell in rules.game.cells if cell.initial is not None}
    zones = {name: value for name, value in whole["zones"].items() if _filled(value)}
    memory = {name: value for name, value in whole.get("counters", {}).items() if name in kept or _filled(value)}
    return {**whole, "zones": zones, "counters": memory}


def _filled(value: object) -> bool:
    return any(map(_filled, cast("Mapping[str, object]", value).values())) if isinstance(value, Mapping) else bool(value)


def _read_by(reads: visibility.Observability, move: Move) -> visibility.HiddenRead | None:
    """Return a hidden read on which a move may depend, preferably a read by its own act, and preferably not in the look-ahead.
    Return None if the expression reads no such cards.
    """
    found = sorted((*reads.hidden, *reads.sometimes), key=lambda read: (read.act != move.act, read.ahead))
    return next(iter(found), None)
