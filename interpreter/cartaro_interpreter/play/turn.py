"""The turn: its open steps, the warranted and the legal moves, and the look-ahead to its end.

A move is warranted if a permission applies and no prohibition in force bars it. It is legal if, in addition, the turn can still
be completed after it. `dead_ends` returns the states in which the look-ahead failed; they explain why a move is not legal.

A *choice* is a move whose unseen arguments are left open (`OPEN_CARD`). All legal moves that differ only in their unseen cards
are one choice, since no condition may depend on the card itself. When the move is made, `settled` draws one of the cards with
equal probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from cartaro_grammar import CODES, Diagnostic, Expr, Game, IdentityKey, Type, caused_by, default, facts_of, msg
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules, StepRules
from cartaro_interpreter.play.questions import cards_in_sight, view
from cartaro_interpreter.state.card_sets import as_set, decoded, mask_of, members
from cartaro_interpreter.state.chance import Chance, ScriptedChance
from cartaro_interpreter.state.faults import Faulted, counted
from cartaro_interpreter.state.state import END_OF_TURN, ENDING, OPEN_CARD, STEP, TURN, Cells, Move, State

# -------------------------------------------------------------------------- turn


MOST_POSITIONS = 20_000
_NO_CHANCE = ScriptedChance(())
_NO_FRAME: list[int] = []


class Choice(NamedTuple):
    """A warranted move, with its step and its actor."""

    step: int
    player: int
    move: Move


def open_steps(rules: Rules, cells: Cells) -> Iterator[tuple[int, StepRules]]:
    """Return the steps that can be done next: up to the first mandatory one."""
    for number in range(cells[STEP], len(rules.steps)):
        step = rules.steps[number]
        if step.open(cells, _NO_FRAME):
            yield number, step
            if step.must:
                return


def actor_of(rules: Rules, state: State, act: str) -> int:
    """Return the player who would do an act now: the player of the first open step that has it, else the player whose turn it
    is.
    """
    for _, step in open_steps(rules, state.cells):
        player = step.actor(state.cells, _NO_FRAME) if act in step.acts else -1
        if player >= 0:
            return player
    return state.cells[TURN]


def permitted(rules: Rules, cells: Cells) -> list[Choice]:
    """Return every warranted move of the open steps, in the order of steps, acts and cards."""
    found: list[Choice] = []
    done: set[str] = set()
    must = False
    for number, step in open_steps(rules, cells):
        player = step.actor(cells, _NO_FRAME)
        for act in step.acts:
            if act not in done and player >= 0:
                done.add(act)
                found += [Choice(number, player, move) for move in rules.acts[act].moves(cells, player)]
        must = step.must
    if not must and found:
        found.append(Choice(len(rules.steps), cells[TURN], Move(END_OF_TURN, (), ())))
    return found


def legal(rules: Rules, cells: Cells) -> list[Choice]:
    """Return every legal move: warranted, and the turn can still be completed after it."""
    with counted(rules.compiler.work):
        return list(_completed(rules, cells, permitted(rules, cells)))


def some_legal(rules: Rules, cells: Cells, order: Callable[[list[Choice]], list[Choice]]) -> Choice | None:
    """Return the first legal move in a given order of the warranted moves. The look-ahead stops at this move."""
    with counted(rules.compiler.work):
        return next(_completed(rules, cells, order(permitted(rules, cells))), None)


def _completed(rules: Rules, cells: Cells, options: list[Choice]) -> Iterator[Choice]:
    """Yield the warranted moves after which the turn can be completed."""
    if not rules.obligations and (not options or not later_must(rules, min(option.step for option in options))):
        yield from options
        return
    ahead, sure = LookAhead(rules), completing_acts(rules.game)
    yield from (option for option in options if option.move.act in sure or ahead.completes(cells, option))


def completing_acts(game: Game) -> frozenset[str]:
    """Return the acts after which the turn can always be completed, because the permission to lay a card is that the cards on
    the table with some of the hand divide into groups, and all that keeps the turn from its end is that they do not: the rest
    of these cards can be laid one after the other, each by the same permission. A search for them would try hundreds of ways.
    """
    return _completing_acts(IdentityKey((game,)))


@lru_cache(maxsize=8)
def _completing_acts(one: IdentityKey[Game]) -> frozenset[str]:
    (game,) = one.values
    demanded = {_divided(sentence.condition) for _, sentence in game.obligations}
    if len(demanded) != 1 or game.with_sentence(g.Prohibition):
        return frozenset()
    ((zone, kind),) = demanded
    last = game.steps[-1] if game.steps else None
    if zone is None or last is None:
        return frozenset()
    clause, step = last
    if clause.when or clause.unless or not step.often or step.must or not isinstance(step.actor, g.Actor):
        return frozenset()
    return frozenset(
        act.name
        for act in game.acts
        if act.name in step.acts and _lays_a_card_of_a_division(game, act, zone, kind) and _is_before_no_must(game, act.name)
    )


def _divided(condition: Expr) -> tuple[g.InZone | None, str]:
    """Return the zone that an obligation demands to be divided, and the definition of its groups."""
    match condition:
        case g.Operation("not", (g.Splits(g.InZone() as zone, None, variable, g.Apply(kind, (g.Local(name),))),)) if (
            name == variable and zone.owner is None
        ):
            return zone, kind
        case _:
            return default(condition, (None, ""))


def _lays_a_card_of_a_division(game: Game, act: g.Act, zone: g.InZone, kind: str) -> bool:
    """Return whether an act only moves one card of the player's to a zone, and may do so exactly if the zone with this card and
    some of the player's others can be divided.
    """
    if len(act.parameters) != 1 or len(act.effects) != 1:
        return False
    (parameter,), (effect,) = act.parameters, act.effects
    domain = parameter.domain
    if (
        effect.each is not None
        or effect.when
        or effect.unless
        or parameter.choice != "one"
        or parameter.unseen
        or domain is None
    ):
        return False
    laid = g.Single(g.Local(parameter.name, parameter.type, act.span), Type("cards"), act.span)
    if effect.body != g.MoveCards((laid,), zone, False, act.span):
        return False
    events = (s.event for _, s in game.with_sentence(g.Consequence))
    titles = [(clause, s) for clause, s in game.with_sentence(g.Permission) if s.act == act.name]
    if ("after", act.name) in events or not titles:
        return False
    return all(
        isinstance(s.subject, g.Actor)
        and not (clause.unless or s.lifts)
        and len(clause.when) == 1
        and _divides_with(clause.when[0], (zone, laid), domain, kind)
        for clause, s in titles
    )


def _divides_with(condition: Expr, cards: tuple[Expr, ...], spare: Expr, kind: str) -> bool:
    match condition:
        case g.Splits(g.Operation("union", operands), with_some, variable, g.Apply(defined, (g.Local(name),))):
            return operands == cards and with_some == spare and defined == kind and name == variable
        case _:
            return default(condition, False)


def _is_before_no_must(game: Game, act: str) -> bool:
    first = next(n for n, (_, step) in enumerate(game.steps) if act in step.acts)
    return not any(step.must for _, step in game.steps[first + 1 :])


def later_must(rules: Rules, step: int) -> bool:
    """Return whether a mandatory step follows. That step may turn out not to be open."""
    return step < len(rules.steps) and not rules.steps[step].last


def obliged(rules: Rules, cells: Cells) -> tuple[str, ...]:
    """Return the obligations in force: while there are any, the turn may not end."""
    return tuple(clause.name for clause, run in rules.obligations if run(cells, _NO_FRAME))


def hides_result(rules: Rules, cells: Cells, option: Choice) -> bool:
    """Return whether the player does not see the result of a move."""
    if option.move.act == END_OF_TURN:
        return False
    dependences = rules.result_dependences[option.move.act]
    if not dependences.always and not dependences.zones:
        return False
    return dependences.hides_result(cells, option.player, rules.layout, rules.visibility, rules.game.side_of)


class LookAhead:
    """A depth-first search for a completion of the turn, which visits each position once, at most `MOST_POSITIONS` of them. It
    ends at a position at which play would stop: such a move is legal, and play stops when it is done.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[tuple[int, ...], bool] = {}

    def completes(self, cells: Cells, option: Choice) -> bool:
        """Return true if the turn can be completed after a warranted move, or if the player does not see its result."""
        if option.move.act == END_OF_TURN:
            return not obliged(self.rules, cells)
        try:
            hides = hides_result(self.rules, cells, option)
            changed = [] if hides else after(self.rules, cells, option)
        except Faulted as fault:
            return _lacks_an_answer(fault)
        return hides or self._endable(changed)

    def _endable(self, cells: list[int]) -> bool:
        if cells[ENDING]:
            return True
        key = tuple(cells)
        if key not in self.known:
            if len(self.known) >= MOST_POSITIONS:
                message = msg("the turn can go on in more than {n} ways", n=MOST_POSITIONS)
                raise Faulted("C0807", message, None, msg("can a step be repeated without end?"))
            self.known[key] = False
            try:
                self.known[key] = self._ends(cells)
            except Faulted as fault:
                self.known[key] = _lacks_an_answer(fault)
        return self.known[key]

    def _ends(self, cells: list[int]) -> bool:
        """Return whether a clause ends the turn here, or it may end here or after some sequence of moves. If no obligation is
        in force, the last step is tried first, because it ends the turn soonest. If one is in force, the first step is tried
        first, because its acts may lift the obligation.
        """
        if self.rules.ends["turn"](cells, _NO_FRAME):
            return True
        rules, steps = self.rules, tuple(open_steps(self.rules, cells))
        must = any(step.must for _, step in steps)
        force = bool(obliged(rules, cells)) if not (must and rules.compiler.stopping.at(rules.game.obligations)) else True
        if not force and not must:
            return True
        for number, step in steps if force else reversed(steps):
            player = step.actor(cells, _NO_FRAME)
            for act in step.acts if player >= 0 else ():
                for move in rules.acts[act].moves(cells, player):
                    if self.completes(cells, Choice(number, player, move)):
                        return True
        return False


def _lacks_an_answer(fault: Faulted) -> bool:
    """Return True if the rules have no answer ahead; raise the fault again if it is a limit of the program."""
    if CODES[fault.code].limit:
        raise fault
    return True


def after(rules: Rules, cells: Cells, option: Choice, chance: Chance = _NO_CHANCE) -> list[int]:
    """Return the cells after a move and its immediate consequences, without the end of the turn."""
    changed = list(cells)
    rules.acts[option.move.act].perform(changed, option.player, option.move.args, chance)
    changed[STEP] = next_step(rules, option.step)
    return changed


def next_step(rules: Rules, step: int) -> int:
    """Return the step of the turn after an act of a step."""
    return step if rules.steps[step].often else step + 1


# --------------------------------------------------------------------- dead ends


def dead_ends(rules: Rules, state: State, option: Choice) -> tuple[State, ...]:
    """Return every state that the turn can reach after a move, before its last act, if the turn cannot be completed. The first
    state is the result of the move itself. Return none if the turn can be completed or the search is too long.
    """
    ahead = LookAhead(rules)
    try:
        if ahead.completes(state.cells, option):
            return ()
    except Faulted:
        return ()
    return tuple(State(cells) for cells in ahead.known)


EVERYTHING = "*"


def changes(game: Game, act: g.Act) -> tuple[set[str], set[str]]:
    """Return the cells that an act and its consequences may change, and the zones that may gain cards. The sets contain
    `EVERYTHING` if any cell or zone may be affected.
    """
    cells: set[str] = set()
    grown: set[str] = set()
    for effect in caused_by(game, act):
        facts = facts_of(effect.body)
        if isinstance(facts.to, g.InZone):
            grown.add(facts.to.zone)
        elif facts.to is not None:
            grown.update(zone.name for zone in game.zones if zone.family)
        if facts.family is not None:
            grown.add(facts.family)
        if facts.swaps:
            grown.add(EVERYTHING)
        if facts.memory is not None:
            cells.add(facts.memory)
        if facts.seats or facts.ends is not None:
            cells.add(EVERYTHING)
    return cells, grown


def settled_before_the_end(rules: Rules, expr: Expr) -> bool:
    """Return whether an expression is a cell of memory that no act of a last step changes."""
    if not isinstance(expr, g.Recall):
        return False
    closing = {act for step in rules.steps if step.last and not step.often for act in step.acts}
    changed = frozenset[str]().union(*(changes(rules.game, rules.game.act[act])[0] for act in closing))
    return expr.cell not in changed and EVERYTHING not in changed


# ---------------------------------------------------------------- unseen choices


Pick = Callable[[int], int]
"""Maps a count to a number below it."""


@cache
def unseen_places(act: g.Act) -> tuple[int, ...]:
    """Return the places of the arguments that are chosen unseen."""
    return tuple(place for place, parameter in enumerate(act.parameters) if parameter.unseen)


def choice_of(game: Game, move: Move) -> Move:
    """Return a move as its player chooses it, with its unseen cards left open."""
    act = game.act.get(move.act)
    if act is None or not unseen_places(act):
        return move
    return Move(move.act, tuple(OPEN_CARD if p.unseen else v for p, v in zip(act.parameters, move.args, strict=True)), move.by)


def is_open(move: Move) -> bool:
    """Return whether a move leaves out some of its cards: chance has not drawn one yet, or its reader does not know it."""
    return OPEN_CARD in move.args or any(move.face_down)


def names_unseen(game: Game, move: Move) -> g.Parameter | None:
    """Return the first parameter chosen unseen whose card a move names."""
    act = game.act.get(move.act)
    places = () if act is None or act.finding else unseen_places(act)
    return next((act.parameters[n] for n in places if act is not None and move.args[n] != OPEN_CARD), None)


def choices(game: Game, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the choices among moves; each choice takes the place of its first move."""
    found = dict[tuple[str, tuple[int, ...]], Move]()
    for move in moves:
        choice = choice_of(game, move)
        found.setdefault((choice.act, choice.args), choice)
    return tuple(found.values())


def unseen_cards(rules: Rules, cells: Cells, player: int, move: Move, place: int) -> tuple[int, ...]:
    """Return the cards from which an open argument is drawn."""
    inquiry = rules.acts[move.act].inquiry
    found: list[int] = []
    for card in members(rules.layout.pack):
        args = (*move.args[:place], card, *move.args[place + 1 :])
        if inquiry.domains[place](cells, inquiry.frame(player, args)):
            found.append(card)
    return tuple(found)


def settled(rules: Rules, cells: Cells, option: Choice, pick: Pick) -> Choice:
    """Return a legal choice with its open cards drawn. `pick` chooses each from the cards that it may be."""
    move = option.move
    for place, value in enumerate(move.args):
        if value == OPEN_CARD:
            cards = unseen_cards(rules, cells, option.player, move, place)
            move = replace(move, args=(*move.args[:place], cards[pick(len(cards))], *move.args[place + 1 :]))
    return option._replace(move=move)


# --------------------------------------------------------- the knowledge of others


def as_known_to(rules: Rules, player: int, before: State, move: Move, after: State) -> Move:
    """Return a move that was done as a player knows it. Cards that are chosen unseen or laid face down are included only if the
    player saw them before the move, on the way or afterwards. The others are only counted (`face_down`).
    """
    return as_known_to_all(rules, (player,), before, move, after)


def as_known_to_all(rules: Rules, players: Iterable[int], before: State, move: Move, after: State) -> Move:
    """Return a move with only the cards that each of some players knows."""
    act = rules.acts.get(move.act)
    if act is None or not (act.face_down or unseen_places(act.act)):
        return move
    known = rules.layout.pack
    for player in players:
        lying = in_sight(rules, player, before) | in_sight(rules, player, after)
        known &= lying | seen_on_the_way(rules, player, before, move)
    args, face_down = list(move.args), [0] * len(move.args)
    for place in (*act.face_down, *unseen_places(act.act)):
        args[place], face_down[place] = _known_argument(rules, act.act.parameters[place], move.args[place], known)
    return replace(move, args=tuple(args), face_down=tuple(face_down)) if any(face_down) else move


def _known_argument(rules: Rules, parameter: g.Parameter, value: int, known: int) -> tuple[int, int]:
    """Return the cards of an argument that are in a given set, and the number of its other cards."""
    faces = rules.layout.faces
    if parameter.type.kind == "card":
        return (value, 0) if value < 0 or faces.physical(1 << value) & known else (OPEN_CARD, 1)
    cards = [face for face in members(value) if faces.physical(1 << face) & known]
    return mask_of(cards), value.bit_count() - len(cards)


def named_to_all(rules: Rules, move: Move) -> int:
    """Return the cards that a move names and that everybody learns, because they are neither chosen unseen nor laid face
    down.
    """
    act = rules.acts.get(move.act)
    if act is None:
        return 0
    hidden = (*act.face_down, *unseen_places(act.act))
    return _named(rules, act.act, move, (n for n in range(len(move.args)) if n not in hidden))


def seen_on_the_way(rules: Rules, player: int, before: State, move: Move) -> int:
    """Return the cards that a move lays face down and that a player sees while it is done: after the act's own effects, or
    after the clauses that follow it.
    """
    act = rules.acts.get(move.act)
    if act is None or not act.on_the_way or any(facts_of(effect.body).chance for effect in caused_by(rules.game, act.act)):
        return 0
    seen, actor = 0, actor_of(rules, before, move.act)
    for do in (act.begin, act.perform):
        cells = list(before.cells)
        try:
            do(cells, actor, move.args, _NO_CHANCE)
        except Faulted:
            return seen
        seen |= in_sight(rules, player, State(tuple(cells)))
    return seen & _named(rules, act.act, move, act.face_down)


def _named(rules: Rules, act: g.Act, move: Move, places: Iterable[int]) -> int:
    """Return the cards of some arguments of a move."""
    faces = 0
    for place in places:
        parameter, value = act.parameters[place], move.args[place]
        if parameter.choice != "either" and parameter.type.kind in ("card", "cards", "group") and value >= 0:
            faces |= as_set(decoded(parameter.type, value)).mask
    return rules.layout.faces.physical(faces)


def in_sight(rules: Rules, player: int, state: State) -> int:
    """Return the cards that a player sees in a state."""
    found = view(rules, state, player)
    return 0 if isinstance(found, Diagnostic) else cards_in_sight(rules, found)
