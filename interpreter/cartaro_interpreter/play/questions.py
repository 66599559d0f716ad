"""Queries of a state: any checked expression, the score, the winner, and the view of one player.

`question` compiles an expression once, for many states; `ask` evaluates one in a state. `score` returns the shares of each side
by heading, in any state. `winner` returns the winner, if the rules define one by `the winner is …`.

`view` returns the part of a state that one player sees: the cards of the zones that the clauses of visibility show, the sizes
of the other zones, all memory, and the progress of play. It never depends on cards that the player may not see. Past acts,
which all players have seen, are in the record of play. `as_laid` divides the cards of one zone into groups as its rules
require.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from cartaro_grammar import Diagnostic, Expr, Game, IdentityKey, facts_of, parts
from cartaro_grammar import game as g
from cartaro_grammar import visibility as static_visibility
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.acts.visibility import SEEN, UNSEEN
from cartaro_interpreter.evaluate.code import CodeScope, Frames, at
from cartaro_interpreter.evaluate.expressions import divisions_of, values_in
from cartaro_interpreter.state.card_sets import Value, mask_of, members
from cartaro_interpreter.state.faults import Faulted, Unsupported, counted, diagnosed
from cartaro_interpreter.state.state import NOBODY, OUT_OF_SIGHT, PHASE, STEP, TURN, State, arranged, groups_of

# ------------------------------------------------------------------- expressions


Query = Callable[[State, Mapping[str, int], "int | None"], "int | Diagnostic"]


def question(rules: Rules, expr: Expr, names: tuple[str, ...] = ()) -> Query | Diagnostic:
    """Compile an expression with some free names. The result takes a state, the values of the names, and the actor (None for
    the player whose turn it is). It returns the value as a number (see `code.py`), or a diagnostic if the rules do not decide
    it.
    """
    frames = Frames()
    scope = CodeScope(frames, at(frames.place()), {name: at(frames.place()) for name in names})
    rules.compiler.written = 0
    try:
        run = rules.compiler.code(expr, scope)
    except Unsupported as missing:
        rules.compiler.inside.clear()
        return diagnosed(missing)

    def answer(state: State, values: Mapping[str, int], actor: int | None) -> int | Diagnostic:
        frame = frames.fresh()
        frame[0] = state.cells[TURN] if actor is None else actor
        frame[1 : 1 + len(names)] = [values[name] for name in names]
        try:
            with counted(rules.compiler.work):
                return run(state.cells, frame)
        except Faulted as fault:
            return diagnosed(fault)

    return answer


def ask(rules: Rules, state: State, expr: Expr, actor: int | None = None) -> int | Diagnostic:
    """Return the value of a closed expression in a state."""
    asking = question(rules, expr)
    return asking if isinstance(asking, Diagnostic) else asking(state, {}, actor)


def ask_members(rules: Rules, state: State, expr: Expr, actor: int | None = None) -> tuple[Value, ...] | Diagnostic:
    """Return the members of a set in a state. The members of a set of groups are groups."""
    found = ask(rules, state, expr, actor)
    return found if isinstance(found, Diagnostic) else values_in(rules.compiler, state.cells, expr, found)


# ------------------------------------------------------------------------- score


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Shares by side, then by heading in the order of the text; `points` are each side's sum.  Sides count from 0."""

    shares: tuple[Mapping[str, int], ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Return the sum of each side's shares."""
        return tuple(sum(share.values()) for share in self.shares)


def score(rules: Rules, state: State) -> ScoreSheet | Diagnostic:
    """Return the score of each side in a state: every heading, 0 included."""
    try:
        with counted(rules.compiler.work):
            return ScoreSheet(tuple(_shares(rules, state, side) for side in range(rules.game.sides)))
    except Faulted as fault:
        return diagnosed(fault)


def _shares(rules: Rules, state: State, side: int) -> Mapping[str, int]:
    frame = rules.scoring.frames.fresh()
    frame[0] = state.cells[TURN]
    return {name: run(state.cells, frame) for name, run in rules.scoring.headings[side]}


# ------------------------------------------------------------------------ winner


@dataclass(frozen=True, slots=True)
class Winner:
    """A player or a side, counted from 0; None if nobody has won."""

    kind: Literal["player", "side"]
    number: int | None


def winner_asked(game: Game) -> g.Apply | None:
    """Return the expression for the winner. Return None if the rules do not define one."""
    function = game.function.get(g.WINNER)
    if function is None or function.parameters or function.result.kind not in ("player", "side"):
        return None
    span = game.ruleset.clause[function.clauses[0]].span
    return g.Apply(g.WINNER, (), function.result, span)


def winner(rules: Rules, state: State) -> Winner | None:
    """Return the winner of the match. Return None if the rules do not define one, or cannot be evaluated in this state."""
    condition = winner_asked(rules.game)
    found = None if condition is None else ask(rules, state, condition)
    if condition is None or found is None or isinstance(found, Diagnostic):
        return None
    return Winner("player" if condition.type.kind == "player" else "side", found if found >= 0 else None)


def fewest_win(game: Game) -> bool:
    """Return whether the first clause on the winner takes the lowest value. Without such a clause, the highest value wins."""
    values = (sentence.value for _, sentence in game.with_sentence(g.Definition) if sentence.function == g.WINNER)
    first = next((value for value in values if isinstance(value, g.Select)), None)
    return first is not None and first.keys[0][0] == "lowest"


# -------------------------------------------------------------------------- view


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One owner's part of a zone, or one group of a family, whose cards are faces. The owner is counted from 0. `cards` is None
    if the player does not see them. `top` is the top card of a pile if only that card is seen, else None.
    """

    zone: str
    owner: int
    size: int
    cards: tuple[int, ...] | None
    top: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The part of a state that one player sees."""

    player: int
    turn: int
    step: int
    phase: int
    zones: tuple[ZoneView, ...]
    out_of_sight: int
    memory: tuple[tuple[str, tuple[int, ...]], ...]

    def cards(self, zone: str, owner: int = 0) -> tuple[int, ...] | None:
        """Return the visible cards of a zone."""
        return next((z.cards for z in self.zones if z.zone == zone and z.owner == owner), None)


def view(rules: Rules, state: State, player: int) -> View | Diagnostic:
    """Return the view that a player, counted from 0, has of a state."""
    try:
        return _view(rules, state, player)
    except Faulted as fault:
        return diagnosed(fault)


def _view(rules: Rules, state: State, player: int) -> View:
    cells = state.cells
    zones: list[ZoneView] = []
    for name, place in rules.layout.places.items():
        if place.zone.family:
            seen = rules.visibility.of(cells, player, place, 0)
            groups = enumerate(groups_of(cells, place))
            zones += [ZoneView(name, n, g.bit_count(), members(g) if seen == SEEN else None, None) for n, g in groups]
            continue
        for owner in range(place.count):
            cards = arranged(cells, rules.layout, place.slot + owner)
            seen = rules.visibility.of(cells, player, place, owner)
            top = cards[0] if seen not in (SEEN, UNSEEN) and cards and place.order else None
            zones.append(ZoneView(name, owner, len(cards), cards if seen == SEEN else None, top))
    memory = tuple((name, cells[slot.slot : slot.slot + slot.count]) for name, slot in rules.layout.memory.items())
    hidden = cells[OUT_OF_SIGHT].bit_count()
    return View(player, cells[TURN], cells[STEP], cells[PHASE], tuple(zones), hidden, memory)


def cards_in_sight(rules: Rules, seen: View) -> int:
    """Return the set of all cards that a view shows, including the cards of groups."""
    cards = mask_of([card for zone in seen.zones for card in zone.cards or (() if zone.top is None else (zone.top,))])
    return rules.layout.faces.physical(cards)


def counted_cards(rules: Rules, state: State) -> int:
    """Return the cards that lie open when a hand is counted, from the state at its end: the cards in the zones that a heading
    of the score reads, and those that a clause of the end or the count of the hand shows to all.
    """
    game, found = rules.game, 0
    headings = tuple((clause.when, clause.unless, sentence.amount, sentence.chosen) for clause, sentence in game.headings)
    for zone in {zone for zone, _, _ in static_visibility.zones_read(game, headings)}:
        place = rules.layout.places[zone]
        for slot in range(place.slot, place.slot + place.count):
            found |= state.cells[slot]
    for clause in (*game.consequences("end", "hand"), *game.consequences("count", "hand")):
        for effect in clause.effects:
            shown = facts_of(effect.body).shows if effect.each is None else ()
            when, unless = (*clause.when, *effect.when), (*clause.unless, *effect.unless)
            if (
                shown
                and all(ask(rules, state, one) == 1 for one in when)
                and all(ask(rules, state, one) == 0 for one in unless)
            ):
                for cards in shown:
                    found |= _mask_asked(rules, state, cards)
    return rules.layout.faces.physical(found)


def with_counted(rules: Rules, state: State, seen: View) -> View:
    """Return a player's view at the end of a hand, in which the places whose cards all lie open for the count are seen."""
    opened = counted_cards(rules, state)
    return replace(seen, zones=tuple(_counted(rules, state, zone, opened) for zone in seen.zones))


def _counted(rules: Rules, state: State, zone: ZoneView, opened: int) -> ZoneView:
    place = rules.layout.places[zone.zone]
    if zone.cards is not None or not zone.size or place.zone.family:
        return zone
    cards = arranged(state.cells, rules.layout, place.slot + zone.owner)
    return replace(zone, cards=cards, top=None) if not mask_of(cards) & ~opened else zone


def _mask_asked(rules: Rules, state: State, cards: Expr) -> int:
    """Return a card or the cards of a set as a set; nothing if the rules do not decide them."""
    found = ask(rules, state, cards)
    if isinstance(found, Diagnostic) or cards.type.kind not in ("card", "cards", "group"):
        return 0
    return found if cards.type.kind != "card" else mask_of([found] if found >= 0 else [])


def hidden_slots(rules: Rules, state: State, player: int) -> tuple[int, ...]:
    """Return the cells of the zones whose cards a player does not see at all, including the zone `out of sight`."""
    found = [OUT_OF_SIGHT]
    for place in rules.layout.places.values():
        owners = range(0 if place.zone.family else place.count)
        found += [place.slot + o for o in owners if rules.visibility.of(state.cells, player, place, o) == UNSEEN]
    return tuple(slot for slot in found if slot != NOBODY)


def as_laid(game: Game, zone: str, cards: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return a division of the cards of a zone into groups, if the rules test whether they can be divided. Return
    none if they do not ask, or if these cards cannot be divided. Each card is returned as the face that its group reads.
    """
    test = None if game.open else _divisions_asked(IdentityKey((game,))).get(zone)
    rules = None if test is None else compile_game(game)
    if test is None or not isinstance(rules, Rules):
        return ()
    try:
        groups = divisions_of(rules.compiler, test).groups(rules.layout.faces.physical(mask_of(cards)))
    except Faulted:
        return ()
    return tuple(in_sequence(game, members(group)) for group in groups or ())


def in_sequence(game: Game, cards: Sequence[int]) -> tuple[int, ...]:
    """Order the faces of a group: a run by the measure in which it has no gap, so that the ace is at the end where it counts;
    another group by kind.
    """
    faces = game.faces
    for measure in game.deck.measures:
        table = faces.measure(measure.name)
        numbers = {number: face for face in cards if (number := table[face]) is not None}
        if len(numbers) == len(cards) > 2 and max(numbers) - min(numbers) == len(cards) - 1:
            return tuple(face for _, face in sorted(numbers.items()))
    return tuple(sorted(cards, key=lambda face: (faces.kind[faces.faces[face].like], face)))


@lru_cache(maxsize=8)
def _divisions_asked(one: IdentityKey[Game]) -> dict[str, g.Splits]:
    """Return, for each zone, the first place at which the rules test whether all its cards can be divided."""
    (game,) = one.values
    tests = (part for clause in game.clauses for part in parts(clause) if isinstance(part, g.Splits) and part.spare is None)
    found: dict[str, g.Splits] = {}
    for test in tests:
        if isinstance(test.cards, g.InZone):
            found.setdefault(test.cards.zone, test)
    return found
