"""The course of play: matches, hands and turns; the legal moves, and the state after a move.

`Play` works on a row of cells in place, from one choice to the next. `watch`, if given, is called with the name of the moment
and the current state at every moment to which a claim can refer. These moments follow an act and its consequences, and the
course of each event. `watch` is not called after the start of a period, or after the end of a turn, if its clauses end the hand
or the match.

`legal_moves`, `step` and the other functions on states take compiled rules and a `State`, and change nothing in place. If the
rules do not decide (a clash, a gap, an endless course), they return a diagnostic instead of a state or of moves.

A move that a person writes may leave open the reading of a card (`JK`, or an ace of a sequence), name a group only by its
cards, and name any of equal cards. `matching` returns the legal move that it means, with the very cards that were named.
`moves_of_cards` and `meant_by_cards` return the possible moves for cards that were pointed at before an act was named; pointing
at any of its cards selects a group on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice, product

from cartaro_grammar import Diagnostic, msg
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.evaluate.expressions import distinguished
from cartaro_interpreter.play.turn import Choice, choices, legal, next_step, obliged, open_steps, settled
from cartaro_interpreter.state.card_sets import FaceSets, as_set, decoded, mask_of, members
from cartaro_interpreter.state.chance import CardChance, Chance, SeededChance
from cartaro_interpreter.state.faults import Faulted, counted, diagnosed
from cartaro_interpreter.state.state import (
    END_MATCH,
    END_OF_TURN,
    END_TURN,
    ENDING,
    GOING_ON,
    NOBODY,
    OPEN_CARD,
    OUT_OF_SIGHT,
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    STEP,
    TURN,
    VOID_HAND,
    VOID_MATCH,
    Cells,
    Move,
    State,
    groups_of,
    numbers_of,
    symbols_of,
)

# ------------------------------------------------------------------------ course


MOST_IDLE_TURNS = 1_000
_NO_FRAME: list[int] = []

Watch = Callable[[tuple[str, str], State], None]


@dataclass(frozen=True, slots=True)
class Play:
    """Rules in play, with the source of chance."""

    rules: Rules
    chance: Chance
    watch: Watch | None = None

    def begin_match(self) -> list[int]:
        """Return the cells before the first hand, after the clauses `at the start of the match`."""
        with self._counted():
            cells = self._blank()
            self._happen(cells, "start", "match")
            if cells[ENDING] >= END_MATCH:
                self._end_match(cells)
            return cells

    def blank(self) -> list[int]:
        """Return the cells of a state in which nothing has happened yet, for a position that is described and not reached in
        play.
        """
        with self._counted():
            return self._blank()

    def _blank(self) -> list[int]:
        cells = [0] * self.rules.layout.size
        cells[OUT_OF_SIGHT] = self.rules.layout.pack
        cells[TURN] = NOBODY
        if self.rules.layout.playing:
            cells[self.rules.layout.playing] = (1 << self.rules.game.players) - 1
        for period in ("match", "hand", "turn"):
            self._clear(cells, period)
        cells[PHASE] = PHASE_BEFORE
        return cells

    def begin_hand(self, cells: list[int]) -> None:
        """Play up to the first choice of a hand. A match that is over has no further hand. Its first clauses may already end
        it.
        """
        if cells[PHASE] != PHASE_OVER:
            with self._counted():
                self._begin_hand(cells)

    def first_hand(self) -> list[int]:
        """Return the cells at the first choice of a match. A single hand is also played as the first hand of a match."""
        cells = self.begin_match()
        self.begin_hand(cells)
        return cells

    def _begin_hand(self, cells: list[int]) -> None:
        cells[TURN] = NOBODY
        cells[ENDING] = GOING_ON
        self.settle_active_players(cells)
        self._clear(cells, "hand")
        self._clear(cells, "turn")
        self._happen(cells, "start", "hand")
        if cells[ENDING]:
            self._end_hand(cells)
            return
        cells[TURN] = self._someone(cells, self.rules.begins(cells, _NO_FRAME), g.Begins)
        self._turns(cells)

    def begin_turn(self, cells: list[int]) -> None:
        """Play the start of a turn for the player to move in a described position. If that ends the turn, play up to the next
        choice.
        """
        with self._counted():
            self._happen(cells, "start", "turn")
            if cells[ENDING]:
                self._end_turn(cells)

    def settle_active_players(self, cells: list[int]) -> None:
        """Determine the players who take part in the match from now on."""
        if self.rules.active_players is not None:
            cells[self.rules.layout.playing] = self.rules.active_players(cells, _NO_FRAME)

    def act(self, cells: list[int], option: Choice) -> None:
        """Do a move, and play up to the next choice."""
        with self._counted():
            self._act(cells, option)

    def _act(self, cells: list[int], option: Choice) -> None:
        if option.move.act == END_OF_TURN:
            self._end_turn(cells)
            return
        self.rules.acts[option.move.act].perform(cells, option.player, option.move.args, self.chance)
        if self.watch is not None:
            self.watch(("after", option.move.act), State(tuple(cells)))
        cells[STEP] = next_step(self.rules, option.step)
        if cells[ENDING] or self._turn_over(cells):
            self._end_turn(cells)

    def rule(self, cells: list[int], finding: Move) -> None:
        """Enter a finding, and play up to the next choice. A finding is not a step of the turn. The turn continues, unless the
        effects end it or leave no choice in it.
        """
        with self._counted():
            self.rules.acts[finding.act].perform(cells, cells[TURN], finding.args, self.chance)
            if self.watch is not None:
                self.watch(("after", finding.act), State(tuple(cells)))
            if cells[ENDING] or self._turn_over(cells):
                self._end_turn(cells)

    def _counted(self) -> AbstractContextManager[None]:
        return counted(self.rules.compiler.work)

    # ------------------------------------------------------------------ turns

    def _turns(self, cells: list[int]) -> None:
        """Begin turns until one awaits a choice, or the hand has ended."""
        for _ in range(MOST_IDLE_TURNS):
            self._clear(cells, "turn")
            cells[STEP] = 0
            cells[PHASE] = PHASE_TURN
            self._happen(cells, "start", "turn")
            if not cells[ENDING] and not self._turn_over(cells):
                return
            if self._finish_turn(cells):
                return
        raise Faulted("C0808", msg("{n} turns have passed in which nobody could do anything", n=MOST_IDLE_TURNS))

    def _turn_over(self, cells: list[int]) -> bool:
        """Return whether a clause ends the turn, or no choice is left in it."""
        rules = self.rules
        if rules.ends["turn"](cells, _NO_FRAME):
            return True
        if cells[STEP] < len(rules.steps):
            steps = [step for _, step in open_steps(rules, cells)]
            if steps and steps[-1].must:  # if one of the open steps is mandatory, it is the last
                return False
            for step in steps:
                player = step.actor(cells, _NO_FRAME)
                if player >= 0 and any(rules.acts[a].possible(cells, player) for a in step.acts):
                    return False
        return not rules.obligations or not obliged(rules, cells)

    def _end_turn(self, cells: list[int]) -> None:
        if not self._finish_turn(cells):
            self._turns(cells)

    def _finish_turn(self, cells: list[int]) -> bool:
        """End the turn. Return whether the hand ended with it; if not, it is the next player's turn."""
        rules = self.rules
        if cells[ENDING] <= 1:
            cells[ENDING] = GOING_ON
            self._happen(cells, "end", "turn")
        if cells[ENDING] > 1 or rules.ends["hand"](cells, _NO_FRAME):
            self._end_hand(cells)
            return True
        cells[ENDING] = GOING_ON
        cells[TURN] = self._someone(cells, rules.passes(cells, _NO_FRAME), g.Passes)
        return False

    def _someone(self, cells: list[int], player: int, question: type[g.Begins] | type[g.Passes]) -> int:
        """Return the player that a clause has chosen. If it is nobody, name the clause."""
        if player >= 0:
            return player
        clause, _ = self.rules.game.with_sentence(question)[self.rules.chooses[question](cells, _NO_FRAME)]
        message = msg("nobody has the next turn: `{clause}` finds no player", clause=clause.name)
        advice = msg("add a clause for this case that overrides `{clause}`", clause=clause.name)
        if question is g.Begins:
            message = msg("nobody begins the play: `{clause}` finds no player", clause=clause.name)
        raise Faulted("C0809", message, clause.span, advice)

    # ------------------------------------------------------------------ hands

    def _end_hand(self, cells: list[int]) -> None:
        """End and count the hand. A hand ended as void, or by the match, is not counted, also if a clause of its end does
        this.
        """
        cells[PHASE] = PHASE_COUNTED
        for moment in ("end", "count"):
            if cells[ENDING] < VOID_HAND:
                cells[ENDING] = GOING_ON
                self._happen(cells, moment, "hand")
        ending = cells[ENDING]
        if ending >= END_MATCH or (ending != VOID_HAND and self.rules.ends["match"](cells, _NO_FRAME)):
            self._end_match(cells)
        cells[ENDING] = GOING_ON

    def _end_match(self, cells: list[int]) -> None:
        """End the match; a match ended as void has no end."""
        if cells[ENDING] != VOID_MATCH:
            cells[ENDING] = GOING_ON
            self._happen(cells, "end", "match")
        cells[PHASE] = PHASE_OVER

    def _happen(self, cells: list[int], moment: str, period: g.Period) -> None:
        course = self.rules.courses.get((moment, period))
        if course is not None:
            course(cells, self.chance)
        broken_off = cells[ENDING] > END_TURN and (period == "turn" or moment == "start")
        if self.watch is not None and not broken_off:
            self.watch((moment, period), State(tuple(cells)))

    def _clear(self, cells: list[int], period: g.Period) -> None:
        for slot, run in self.rules.initial[period]:
            cells[slot] = run(cells, _NO_FRAME)


def counted_in(moment: tuple[str, str], state: State, before: State | None) -> State | None:
    """Return the state in which a hand is counted, after what happens at its end; none once the next hand begins."""
    return state if moment == ("end", "hand") else None if moment == ("start", "hand") else before


# ----------------------------------------------------------------- written moves


MOST_MEANINGS = 4_096


def matching(rules: Rules, cells: Cells, options: Iterable[Choice], move: Move) -> Choice | None:
    """Return the option that a move means, with the open cards of the move left open. Return None if there is no such
    option.
    """
    options = tuple(options)
    exact = next((option for option in options if option.move.same(move)), None)
    if exact is None and OPEN_CARD in move.args:
        meant = next((option for option in options if _leaves_open(option.move, move)), None)
        return None if meant is None else meant._replace(move=Move(move.act, move.args, meant.move.by))
    faces = rules.layout.faces
    if exact is not None or not (faces.read or faces.plural) or move.act not in rules.acts:
        return exact
    distinct = distinguished(rules.compiler)(cells)
    known = {_likeness(rules, option.move, distinct): option for option in reversed(options) if option.move.act == move.act}
    for meaning in meanings(rules, cells, move):
        option = known.get(_likeness(rules, meaning, distinct))
        if option is not None and _in_domain(rules, cells, option, meaning):
            return Choice(option.step, option.player, Move(meaning.act, meaning.args, option.move.by))
    return None


def _leaves_open(option: Move, choice: Move) -> bool:
    """Return whether a move differs from a choice only in the parts that the choice leaves open."""
    return option.act == choice.act and all(
        wanted in (value, OPEN_CARD) for value, wanted in zip(option.args, choice.args, strict=True)
    )


def meanings(rules: Rules, cells: Cells, move: Move) -> list[Move]:
    """Return the possible meanings of a move, with each card read in some way. The move in its given form comes first."""
    act = rules.game.act.get(move.act)
    faces = rules.layout.faces
    if act is None or len(act.parameters) != len(move.args) or not (faces.read or rules.layout.families):
        return [move]
    ways = [_ways(rules, cells, parameter, value) for parameter, value in zip(act.parameters, move.args, strict=True)]
    return [Move(move.act, args, move.by) for args in islice(product(*ways), MOST_MEANINGS)]


def _ways(rules: Rules, cells: Cells, parameter: g.Parameter, value: int) -> Sequence[int]:
    if value == OPEN_CARD:
        return (value,)
    faces = rules.layout.faces
    match parameter.type.kind:
        case "group":
            return (_group_of(rules, cells, value),)
        case "card" if parameter.freely:
            return _loosened(faces, value)
        case "card":
            return (_as_it_lies(rules, cells, value),)
        case "cards" if parameter.freely:
            return readings_of_set(faces, [_loosened(faces, face) for face in members(value)])
        case _:
            return (value,)


def readings_of_set(faces: FaceSets, each: Sequence[Sequence[int]]) -> list[int]:
    """Return every set that has one face from each of several lists."""
    return [mask_of(chosen) for chosen in islice(product(*each), MOST_MEANINGS)]


def _loosened(faces: FaceSets, number: int) -> tuple[int, ...]:
    """Return the faces that a written face may mean. The written face may leave out parts of the reading."""
    face = faces.faces.faces[number]
    if face.settings:
        return (number,)
    return faces.faces_like(face.card, face.like if face.like != face.card else None)


def _group_of(rules: Rules, cells: Cells, given: int) -> int:
    """Return the group on the table that consists of these cards, or the given cards if there is no such group."""
    cards = rules.layout.faces.physical(given)
    groups = (group for place in rules.layout.families for group in groups_of(cells, place))
    return next((group for group in groups if rules.layout.faces.physical(group) == cards), given)


def _as_it_lies(rules: Rules, cells: Cells, given: int) -> int:
    """Return a card's face in the group that contains it, or the card itself."""
    card = rules.layout.faces.base[given] if given >= 0 else given
    for place in rules.layout.families:
        for group in groups_of(cells, place):
            here = group & rules.layout.faces.expansion[card]
            if here:
                return here.bit_length() - 1
    return card


def _likeness(rules: Rules, move: Move, distinct: int) -> tuple[object, ...]:
    """Return a key that is the same for moves that differ only in equal cards."""
    pairs = zip(rules.game.act[move.act].parameters, move.args, strict=True)
    return tuple(_argument_likeness(rules, parameter, value, distinct) for parameter, value in pairs)


def _argument_likeness(rules: Rules, parameter: g.Parameter, value: int, distinct: int) -> object:
    faces = rules.layout.faces

    def sign(face: int) -> tuple[int, int]:
        return faces.class_of[face], distinct >> faces.base[face] & 1

    match parameter.type.kind:
        case "card" if value >= 0:
            return sign(value)
        case "cards":
            return tuple(sorted(map(sign, members(value))))
        case _:
            return value


def alike(rules: Rules, cells: Cells, parameter: g.Parameter, first: int, second: int) -> bool:
    """Return whether two arguments of an act are the same, up to equal cards."""
    if first == second:
        return True
    distinct = distinguished(rules.compiler)(cells)
    return _argument_likeness(rules, parameter, first, distinct) == _argument_likeness(rules, parameter, second, distinct)


def _in_domain(rules: Rules, cells: Cells, option: Choice, move: Move) -> bool:
    inquiry = rules.acts[move.act].inquiry
    frame = inquiry.frame(option.player, move.args)
    return all(lies_within(cells, frame) for lies_within in inquiry.domains)


def group_meant(rules: Rules, each: Sequence[Sequence[int]]) -> int:
    """Return cards, which may be read in several ways, as a group on the table. Return the first reading that an act could have
    made, or else the first of all readings.
    """
    ways = readings_of_set(rules.layout.faces, each)
    shapes = rules.compiler.shapes.values()
    return next((way for way in ways if any(shape.fits(way) for shape in shapes)), ways[0] if ways else 0)


# ---------------------------------------------------------- functions on states


def begin_match(rules: Rules, chance: Chance) -> State | Diagnostic:
    """Return the state before the first hand, after the clauses `at the start of the match`."""
    try:
        return State(tuple(Play(rules, chance).begin_match()))
    except Faulted as fault:
        return diagnosed(fault)


def begin_hand(rules: Rules, state: State, chance: Chance, watch: Watch | None = None) -> State | Diagnostic:
    """Return the state at the first choice of the next hand, from a state before it."""
    if state.phase not in (PHASE_BEFORE, PHASE_COUNTED):
        return Diagnostic("C0818", msg("no hand can begin here: one is being played, or the match is over"))
    try:
        cells = list(state.cells)
        Play(rules, chance, watch).begin_hand(cells)
        return State(tuple(cells))
    except Faulted as fault:
        return diagnosed(fault)


def legal_moves(rules: Rules, state: State) -> tuple[Move, ...] | Diagnostic:
    """Return every legal move, in canonical order: steps and acts as in the text, then cards as in the deck. Return none if no
    player has to move.
    """
    if state.cells[PHASE] != PHASE_TURN:
        return ()
    try:
        return tuple(option.move for option in legal(rules, state.cells))
    except Faulted as fault:
        return diagnosed(fault)


def legal_choices(rules: Rules, state: State) -> tuple[Move, ...] | Diagnostic:
    """Return the choices of the player to move: the legal moves, with cards that are chosen unseen left open."""
    moves = legal_moves(rules, state)
    return moves if isinstance(moves, Diagnostic) else choices(rules.game, moves)


def step(
    rules: Rules, state: State, move: Move, chance: CardChance | None = None, watch: Watch | None = None
) -> State | Diagnostic:
    """Return the state after a move and its consequences, up to the next choice or the end of the hand or match. A move is
    identified by its act and arguments. Return a diagnostic if the move is not legal. `chance` is needed only if the move can
    lead to a shuffle or leaves open a card that is chosen unseen.
    """
    try:
        option = find(rules, state, move)
        if option is None:
            return Diagnostic("C0818", msg("`{act}` is not legal here with these arguments", act=move.act))
        return perform(rules, state, option, chance or SeededChance(0), watch)
    except Faulted as fault:
        return diagnosed(fault)


def find(rules: Rules, state: State, move: Move) -> Choice | None:
    """Return the legal option that a move names, with its open cards left open.  May raise `Faulted`."""
    if state.cells[PHASE] != PHASE_TURN:
        return None
    return matching(rules, state.cells, legal(rules, state.cells), move)


def perform(rules: Rules, state: State, option: Choice, chance: CardChance, watch: Watch | None = None) -> State:
    """Return the state after a legal option.  May raise `Faulted`."""
    cells = list(state.cells)
    Play(rules, chance, watch).act(cells, settled(rules, cells, option, chance.pick))
    return State(tuple(cells))


# --------------------------------------------------------- moves of chosen cards


CardSet = frozenset[int]
MOST_MEANT = 500
"""The greatest number of moves listed for some chosen cards."""


@dataclass(frozen=True, slots=True)
class CardMoves:
    """The legal moves with exactly the chosen cards (`whole`), and the legal moves with these cards and others (`begun`)."""

    whole: tuple[Move, ...]
    begun: tuple[Move, ...]


def moves_of_cards(rules: Rules, state: State, cards: Collection[int]) -> CardMoves | Diagnostic:
    """Return the moves that are possible with some cards (given as numbers), in the order of the legal moves."""
    moves, chosen = legal_choices(rules, state), frozenset(cards)
    if isinstance(moves, Diagnostic):
        return moves
    whole, begun = list[Move](), list[Move]()
    try:
        for move in moves:
            meant = _done_with(rules, state, move, chosen)
            found = [] if meant is None else whole if _is_whole(rules, meant, chosen) else begun
            if meant is not None and not any(meant.same(other) for other in found):
                found.append(meant)
    except Faulted as fault:
        return diagnosed(fault)
    return CardMoves(tuple(whole), tuple(begun))


def cards_of(rules: Rules, move: Move) -> tuple[CardSet, tuple[CardSet, ...]]:
    """Return the cards that a move names, and the cards of each group to which it is applied."""
    named, groups = set[int](), list[CardSet]()
    parameters = () if move.act == END_OF_TURN else rules.game.act[move.act].parameters
    for parameter, value in zip(parameters, move.args, strict=True):
        if parameter.type.kind not in ("card", "cards", "group"):
            continue
        cards = members(rules.layout.faces.physical(as_set(decoded(parameter.type, value)).mask))
        if parameter.type.kind == "group":
            groups.append(frozenset(cards))
        else:
            named.update(cards)
    return frozenset(named), tuple(groups)


def _is_whole(rules: Rules, move: Move, chosen: CardSet) -> bool:
    named, groups = cards_of(rules, move)
    return named <= chosen and all(group & chosen for group in groups)


def _done_with(rules: Rules, state: State, move: Move, chosen: CardSet) -> Move | None:
    """Return a legal move with the chosen cards instead of equal ones. Return None if they are not among its cards."""
    named, groups = cards_of(rules, move)
    kind, changed = rules.game.faces.kind, dict[int, int]()
    for card in sorted(chosen.difference(named, *groups)):
        equal = (other for other in sorted(named - chosen - changed.keys()) if kind[other] == kind[card])
        other = next(equal, None)
        if other is None:
            return None
        changed[other] = card
    if not changed:
        return move
    option = find(rules, state, _changed(rules, move, changed))
    return None if option is None else option.move


def _changed(rules: Rules, move: Move, changed: dict[int, int]) -> Move:
    """Return a move with other cards instead of some, each read as the card that it replaces."""
    faces, args = rules.layout.faces, list[int]()

    def face(number: int) -> int:
        card = changed.get(faces.base[number])
        return number if card is None else faces.taken_over(card, number)

    for parameter, value in zip(rules.game.act[move.act].parameters, move.args, strict=True):
        match parameter.type.kind:
            case "card" if value >= 0:
                args.append(face(value))
            case "cards":
                args.append(sum(1 << face(number) for number in members(value)))
            case _:
                args.append(value)
    return Move(move.act, tuple(args), move.by)


# ------------------------------------------------------- moves, legal or not


def meant_by_cards(rules: Rules, state: State, cards: Collection[int]) -> tuple[Move, ...]:
    """Return the moves, legal or not, that name all chosen cards and no others. Any card of a group on the table can name the
    group. Arguments other than cards may have any value. At most `MOST_MEANT` moves are returned for each act.
    """
    chosen = tuple(sorted(set(cards)))
    acts = (act for act in rules.game.acts if not act.finding)
    return tuple(move for act in acts for move in islice(_meant(rules, state, act, chosen), MOST_MEANT))


def _meant(rules: Rules, state: State, act: g.Act, chosen: tuple[int, ...]) -> Iterator[Move]:
    """Return the moves of one act: every way to assign the chosen cards to its parameters."""
    kinds = ("card", "cards", "group")
    places = [n for n, parameter in enumerate(act.parameters) if parameter.type.kind in kinds and not parameter.unseen]
    if not places and chosen:
        return
    for given in islice(product(places, repeat=len(chosen)), 8 * MOST_MEANT):
        shares = {place: tuple(card for card, to in zip(chosen, given, strict=True) if to == place) for place in places}
        ways = [
            _card_values(rules, state, parameter, shares[n]) if n in shares else _other_values(rules, parameter)
            for n, parameter in enumerate(act.parameters)
        ]
        yield from (Move(act.name, args, ()) for args in product(*ways))


def _card_values(rules: Rules, state: State, parameter: g.Parameter, cards: tuple[int, ...]) -> Sequence[int]:
    """Return the values of a parameter that the chosen cards can be. Any card of a group on the table can represent the
    group.
    """
    if not cards:
        return ()
    match parameter.type.kind:
        case "card":
            return cards if len(cards) == 1 else ()
        case "group":
            wanted = frozenset(cards)
            groups = (group for place in rules.layout.families for group in groups_of(state.cells, place))
            found = [group for group in groups if wanted <= frozenset(members(rules.layout.faces.physical(group)))]
            return found or (mask_of(cards),)
        case _:
            return (mask_of(cards),)


def _other_values(rules: Rules, parameter: g.Parameter) -> Sequence[int]:
    """Return the values of a parameter that has no assigned cards. A set of players, sides or values has a single member."""
    if parameter.choice == "either":
        return range(len(parameter.answers))
    if parameter.unseen:
        return (OPEN_CARD,)
    match parameter.type.kind:
        case "player":
            return range(rules.game.players)
        case "side":
            return range(rules.game.sides)
        case "number":
            return numbers_of(parameter)
        case "symbol":
            return range(len(symbols_of(rules.game, parameter)))
        case "players":
            return [1 << player for player in range(rules.game.players)]
        case "sides":
            return [1 << side for side in range(rules.game.sides)]
        case "symbols":
            return [1 << value for value in range(len(symbols_of(rules.game, parameter)))]
        case _:
            return ()
