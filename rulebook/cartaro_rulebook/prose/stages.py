"""The two parts of a hand in the guide, such as the bids and the play (decision 0122).

A text separates the parts of a hand by a condition, and repeats it in each rule: who may bid *when bids are being made*, who
may not play then, whose turn is next then.  Here the condition is stated once, in the sentence about the moves of a turn, and
the rules of a part follow from it.  A condition separates two parts of a hand if

- it holds when the hand begins: what it reads has its first value;
- some moves are permitted only if it holds, and others only if it does not;
- it never holds again: its state changes only by the moves and the rules of the first part, or never back.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass, replace

from cartaro_grammar import TRUTH, conjuncts, default, disjuncts, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed
from cartaro_rulebook.prose.courses import state_read
from cartaro_rulebook.prose.expressions import FIRST_PART, SECOND_PART, START_OF_SECOND, ProseScope, all_of
from cartaro_rulebook.prose.interludes import Move, MovesInOrder, denied, interlude_text, interludes_of, moves_in_words
from cartaro_rulebook.prose.periods import sets
from cartaro_rulebook.prose.sentences import turn_to
from cartaro_rulebook.words.naming import destinations


@dataclass(frozen=True, slots=True)
class Stages:
    """The condition of the first part of a hand, the moves that only the first part and only the second part permit, and the
    step to which all of them belong.
    """

    condition: g.Expr
    first: tuple[str, ...]
    second: tuple[str, ...]
    step: g.Clause


def stages_of(game: g.Game, mentioned: Container[str]) -> Stages | None:
    """Return the two parts of a hand; None if there are none, or if the author worded the moves of a turn."""
    if len(game.steps) != 1:
        return None
    ((clause, step),) = game.steps
    acts = tuple(act for act in step.acts if game.permissions_of(act))
    plain = step.must and not step.often and isinstance(step.actor, g.Actor)
    if not plain or clause.name in mentioned or clause.when or clause.unless or len(acts) < 2:
        return None
    found = list[Stages]()
    for condition in dict.fromkeys(_conditions(acts, game)):
        first = tuple(act for act in acts if all(condition in conjuncts(*c.when) for c, _ in game.permissions_of(act)))
        second = tuple(act for act in acts if act not in first and _only_without(act, condition, game))
        if first and second and _holds_at_first(condition, game) and _never_again(condition, first, game):
            found.append(Stages(condition, first, _with_those_that_follow(acts, first, second, condition, game), clause))
    return max(found, key=lambda one: len(one.first) + len(one.second), default=None)


def without_exceptions(game: g.Game) -> g.Game:
    """Return the game with the exceptions of the rules of play as conditions, if one of them then separates two parts: *may
    pass unless the bids are over* is *may pass when the bids are not over*.
    """
    if not any(clause.unless for clause in game.clauses) or stages_of(game, ()) is not None:
        return game
    conditional = replace(game, clauses=tuple(_as_condition(clause, clause.unless) for clause in game.clauses))
    found = stages_of(conditional, ())
    if found is None:
        return game
    separating = (found.condition, denied(found.condition))
    return replace(game, clauses=tuple(_as_condition(c, tuple(e for e in c.unless if e in separating)) for c in game.clauses))


def _as_condition(clause: g.Clause, exceptions: tuple[g.Expr, ...]) -> g.Clause:
    """Return a rule of play with some of its exceptions as conditions."""
    if not exceptions or not isinstance(clause.sentence, g.Permission | g.Prohibition | g.Passes | g.Consequence):
        return clause
    asked = all_of((*conjuncts(*clause.when), *(denied(e) for e in exceptions)))
    return replace(clause, when=(asked,), unless=tuple(e for e in clause.unless if e not in exceptions))


def goes_round(game: g.Game, found: Stages) -> bool:
    """Return whether the turn always passes to the next player in the first part of a hand, in which only its own moves are
    made.
    """
    if any(
        game.permissions_of(act) and act not in (*found.first, *found.second) for _, step in game.steps for act in step.acts
    ):
        return False
    passing = [(c, c.sentence) for c in game.clauses if isinstance(c.sentence, g.Passes)]
    alone = any(
        c.when == (found.condition,) and not c.unless and not game.yields_to(c.name) and _is_next(s) for c, s in passing
    )
    return alone or all(_is_next(node) for _, node in passing)


def _is_next(node: g.Passes) -> bool:
    return isinstance(node.player, g.Neighbour) and isinstance(node.player.player, g.Actor) and node.player.steps == 1


def spoken_once(game: g.Game, found: Stages) -> str | None:
    """Return the flag of the players who have made a move of the first part, if each makes exactly one: every such move sets
    it, the turn goes round, and the part ends when all have it.
    """
    last = until(found, game) or (denied(found.condition),)
    for flag in (cell.name for cell in game.cells if cell.kind == "flag" and cell.owner == "player" and cell.initial is None):
        changes = [one for one in game.changes if one.cell.cell == flag]
        sets = all(any(_notes(effect, flag) for effect in game.act[act].effects) for act in found.first)
        ends = len(last) == 1 and _all_have(_meaning(last[0], game), flag)
        if game.cell[flag].period == "hand" and sets and ends and len(changes) == len(found.first) and goes_round(game, found):
            return flag
    return None


def _notes(effect: g.Effect, flag: str) -> bool:
    """Return whether an effect always sets a flag of the player."""
    body = effect.body
    always = not (effect.when or effect.unless or effect.each)
    own = always and isinstance(body, g.Become) and body.cell.cell == flag and isinstance(body.cell.owner, g.Actor)
    return own and isinstance(body, g.Become) and isinstance(body.value, g.Truth) and body.value.value


def _all_have(e: g.Expr, flag: str) -> bool:
    """Return whether a condition is that all players have a flag, or the denial that some have not."""
    match e:
        case g.Quantified("every", x, g.Everyone(), g.Recall(cell, g.Local(owner))):
            return cell == flag and owner == x
        case g.Operation(
            "not", (g.Quantified("some", x, g.Everyone(), g.Operation("not", (g.Recall(cell, g.Local(owner)),))),)
        ):
            return cell == flag and owner == x
        case _:
            return default(e, False)


def without_flag(game: g.Game, flag: str, found: Stages) -> g.Game:
    """Return the game whose moves of the first part neither ask for a flag nor set it; others may still ask for it."""
    clauses = tuple(
        replace(clause, when=tuple(e for e in conjuncts(*clause.when) if not _lacks(e, flag)))
        if isinstance(clause.sentence, g.Permission) and clause.sentence.act in found.first
        else clause
        for clause in game.clauses
    )
    asked = any(isinstance(part, g.Recall) and part.cell == flag for clause in clauses for part in parts(clause))
    acts = tuple(
        one if asked else replace(one, effects=tuple(e for e in one.effects if not _notes(e, flag))) for one in game.acts
    )
    return replace(game, clauses=clauses, acts=acts)


def _lacks(e: g.Expr, flag: str) -> bool:
    """Return whether a condition is that the player does not have a flag."""
    denied_ones = operands_of(e, "not")
    return any(isinstance(one, g.Recall) and one.cell == flag and isinstance(one.owner, g.Actor) for one in denied_ones)


def _with_those_that_follow(
    acts: Collection[str], first: Collection[str], second: tuple[str, ...], condition: g.Expr, game: g.Game
) -> tuple[str, ...]:
    """Return the moves of the second part with those that need a flag which only moves of the second part set, or moves that
    end the first part.
    """
    found = list(second)
    for act in [one for one in acts if one not in (*first, *second)] * len(acts):
        asked = [set(_flags_asked(clause)) for clause, _ in game.permissions_of(act)]
        if act not in found and any(_set_later(flag, found, condition, game) for flag in set[str].intersection(*asked)):
            found.append(act)
    return tuple(act for act in acts if act in found)


def _flags_asked(clause: g.Clause) -> Iterator[str]:
    return (e.cell for e in conjuncts(*clause.when) if isinstance(e, g.Recall) and e.owner is None)


def _set_later(flag: str, second: Collection[str], condition: g.Expr, game: g.Game) -> bool:
    """Return whether a flag is first false, and only moves of the second part, or moves that end the first part, set it."""
    setting = [act for act in game.acts if any(sets(effect, flag) for effect in act.effects)]
    others = [c for c in game.clauses if any(sets(effect, flag) for effect in c.effects)]
    ended = all(act.name in second or any(sets_to_end(effect, condition) for effect in act.effects) for act in setting)
    return game.cell[flag].period == "hand" and bool(setting) and not others and ended


def sets_to_end(effect: g.Effect, condition: g.Expr) -> bool:
    """Return whether an effect gives a value to a reference of which a condition asks that it has none, or sets a flag of which
    it asks that it is not set.
    """
    match effect:
        case g.Effect(g.Become(cell, g.Truth(value)), None, (), ()):
            return value and condition == denied(cell)
        case g.Effect(g.Become(cell, value), None, (), ()):
            pair = operands_of(condition, "=")
            return cell in pair and any(isinstance(one, g.Nobody) for one in pair) and not isinstance(value, g.Nobody)
        case _:
            return False


def _conditions(acts: Collection[str], game: g.Game) -> Iterator[g.Expr]:
    """Yield the conditions that some permissions have, without those about their player or their arguments."""
    for act in acts:
        for clause, _ in game.permissions_of(act):
            for e in conjuncts(*clause.when):
                bound = {p.variable for p in parts(e) if isinstance(p, g.Binder)}
                free = (p for p in parts(e) if isinstance(p, g.Local) and p.name not in bound)
                if next(free, None) is None and not any(isinstance(p, g.Actor) for p in parts(e)):
                    yield e


def _only_without(act: str, condition: g.Expr, game: g.Game) -> bool:
    """Return whether an act is permitted only if a condition does not hold."""
    if all(denied(condition) in conjuncts(*clause.when) for clause, _ in game.permissions_of(act)):
        return True
    barring = ((c, c.sentence) for c in game.clauses if isinstance(c.sentence, g.Prohibition) and act in c.sentence.acts)
    return any(_bars(clause, node, act, condition, game) for clause, node in barring)


def _bars(clause: g.Clause, node: g.Prohibition, act: str, condition: g.Expr, game: g.Game) -> bool:
    """Return whether a prohibition bars an act whenever a condition holds."""
    every = {c.name for c, _ in game.permissions_of(act)} <= set(node.bars)
    alone = not clause.unless and not game.yields_to(clause.name) and isinstance(node.subject, g.Actor)
    return every and alone and len(clause.when) == 1 and condition in disjuncts(clause.when[0])


# ------------------------------------------------------------------------------------------------ at the beginning


_NOBODY = "nobody"


def _holds_at_first(e: g.Expr, game: g.Game) -> bool:
    """Return whether a condition certainly holds when the first player of a hand is to move."""
    return Beginning(game).holds(e) is True


class Beginning:
    """The state at the beginning of a hand, of which only first values are known."""

    def __init__(self, game: g.Game) -> None:
        self._game = game
        starts = [c for c in game.clauses if isinstance(c.sentence, g.Consequence) and c.sentence.event[0] == "start"]
        bodies = [effect.body for clause in starts for effect in clause.effects]
        self._changed = {p.cell.cell for p in bodies if isinstance(p, g.Add | g.Become)}
        places = [p.to for p in bodies if isinstance(p, g.MoveCards | g.Deal)]
        places += [p.into for p in bodies if isinstance(p, g.Shuffle)]
        self._filled = {p.zone for p in places if isinstance(p, g.InZone)}

    def holds(self, e: g.Expr) -> bool | None:
        """Return whether a condition holds, or None if that is not known."""
        inside = operands_of(e, "not")
        if inside:
            found = self.holds(inside[0])
            return None if found is None else not found
        match e:
            case g.Truth(value):
                return value
            case g.Operation("and" | "or", operands):
                each = [self.holds(one) for one in operands]
                decisive = e.operator == "or"
                return decisive if decisive in each else None if None in each else not decisive
            case g.Operation("=" | "<" | "<=", (first, second)):
                return self._compared(e.operator, self.value(first), self.value(second), first, second)
            case g.Recall() if self._game.cell[e.cell].kind == "flag":
                return self.flag(e)
            case g.Quantified("some" | "every" | "no", _, g.Everyone(), condition):
                found = self.holds(condition)
                return None if found is None else (not found if e.quantifier == "no" else found)
            case g.Apply(function):
                return self._defined(function)
            case _:
                return default(e, None)

    def flag(self, e: g.Recall) -> bool | None:
        """Return whether a flag is set."""
        return False if self._is_first(e.cell) else None

    def _compared(self, operator: str, a: int | str | None, b: int | str | None, first: g.Expr, second: g.Expr) -> bool | None:
        if operator == "=" and _NOBODY in (a, b) and (isinstance(first, g.Local) or isinstance(second, g.Local)):
            return False
        if a is None or b is None or (operator != "=" and not (isinstance(a, int) and isinstance(b, int))):
            return None
        if operator == "=":
            return a == b
        return int(a) < int(b) if operator == "<" else int(a) <= int(b)

    def value(self, e: g.Expr) -> int | str | None:
        """Return a number, or whether a role is nobody's, if that is known."""
        match e:
            case g.Number(value):
                return value
            case g.Nobody():
                return _NOBODY
            case g.Recall() if self._is_first(e.cell):
                return _NOBODY if self._game.cell[e.cell].kind == "reference" else 0
            case g.Size(g.InZone(zone)) if zone not in self._filled:
                return 0
            case _:
                return default(e, None)

    def _is_first(self, cell: str) -> bool:
        return self._game.cell[cell].period == "hand" and cell not in self._changed

    def _defined(self, function: str) -> bool | None:
        match self._game.definitions_of(function):
            case ((clause, node),) if not clause.unless:
                asked = [self.holds(e) for e in (*clause.when, node.value)]
                return False if False in asked else None if None in asked else True
            case _:
                return None


# ------------------------------------------------------------------------------------------------ never again


def _never_again(condition: g.Expr, first: Collection[str], game: g.Game) -> bool:
    """Return whether only the first part changes the state of a condition, or other changes keep the condition false."""
    cells, zones = state_read([condition], game)
    asks_for_nobody = any(isinstance(one, g.Nobody) for one in operands_of(_meaning(condition, game), "="))
    for act in game.acts:
        if act.name not in first and any(_changes(e, cells, zones, asks_for_nobody, act) for e in act.effects):
            return False
    for clause in game.clauses:
        if not isinstance(clause.sentence, g.Consequence):
            continue
        moment, period = clause.sentence.event
        of_first = (moment == "after" and period in first) or condition in conjuncts(*clause.when)
        around = moment != "after" and period != "turn"
        if not of_first and not around and any(_changes(e, cells, zones, asks_for_nobody) for e in clause.effects):
            return False
    return True


def _meaning(condition: g.Expr, game: g.Game) -> g.Expr:
    """Return the condition that a word abbreviates, if there is a single one."""
    match condition:
        case g.Apply(function, ()):
            found = game.definitions_of(function)
            if len(found) != 1 or found[0][0].unless:
                return condition
            ((clause, node),) = found
            return clause.when[0] if len(clause.when) == 1 and isinstance(node.value, g.Truth) else node.value
        case _:
            return default(condition, condition)


def _changes(
    effect: g.Effect, cells: Collection[str], zones: Collection[str], asks_for_nobody: bool, act: g.Act | None = None
) -> bool:
    """Return whether an effect, of an act if one is given, may change some cells or places."""
    body = effect.body
    match (body,):
        case (g.Become(cell, value),):
            return cell.cell in cells and not (asks_for_nobody and not isinstance(value, g.Nobody))
        case (g.Add(cell=cell),):
            return cell.cell in cells
        case (g.Show() | g.Nothing() | g.End(),):
            return False
        case (g.MarkAs(_, mark),):
            return mark in cells
        case _:
            domains = {} if act is None else {one.name: one.domain for one in act.parameters}
            touched = list(parts(body))
            touched += [p for one in touched if isinstance(one, g.Local) for p in parts(domains.get(one.name))]
            moved = {p.zone for p in touched if isinstance(p, g.InZone)}
            chosen = {p.name for p in touched if isinstance(p, g.Local)}
            loose = any(not isinstance(domains.get(name), g.InZone) for name in chosen)
            loose = loose or any(isinstance(p, g.Recall) and p.type.kind in ("card", "cards") for p in touched)
            return not moved.isdisjoint(zones) or (loose and bool(zones))


# ------------------------------------------------------------------------------------------------ in words


def without_condition(scope: ProseScope, found: Stages, mentioned: Container[str]) -> ProseScope:
    """Return the scope of a game whose rules do not repeat the condition of the first part, and the part of each such rule."""
    game = scope.naming.game
    clauses, part = list[g.Clause](), dict[str, str]()
    for clause in game.clauses:
        told = clause if clause.name in mentioned else _without(clause, found)
        if told is None:
            continue
        once = _once_at_start(told, found, game) if denied(found.condition) in conjuncts(*clause.when) else ()
        if once:
            told, part[clause.name] = replace(told, when=tuple(e for e in told.when if e not in once)), START_OF_SECOND
        elif told != clause and not isinstance(told.sentence, g.Prohibition):
            part[clause.name] = FIRST_PART if found.condition in conjuncts(*clause.when) else SECOND_PART
        clauses.append(told)
    ending = ending_of(found, game)
    if ending is not None:
        part.pop(ending.name, None)
    left = replace(game, clauses=tuple(clauses))
    if until(found, game) is None and not _written_out(found, left, scope):
        clauses = [replace(one, when=(found.condition,)) if one.name == found.step.name else one for one in clauses]
    return replace(scope, naming=replace(scope.naming, game=replace(game, clauses=tuple(clauses))), part=part)


def _without(clause: g.Clause, found: Stages) -> g.Clause | None:
    """Return a rule without the condition of its part; None for a prohibition that consists of it."""
    node, asked = clause.sentence, conjuncts(*clause.when)
    rest = tuple(e for e in asked if e not in (found.condition, denied(found.condition)))
    acts = {*found.first, *found.second}
    if isinstance(node, g.Prohibition) and acts.issuperset(node.acts):
        either = disjuncts(clause.when[0]) if len(clause.when) == 1 else ()
        left = [_of_second(e, found) for e in either if e != found.condition]
        if set(node.acts) <= set(found.second) and len(left) < len(either):
            return replace(clause, when=(_either(left),)) if left else None
        return replace(clause, when=rest)
    permits = isinstance(node, g.Permission) and node.act in acts
    stated = len(rest) < len(asked) and (permits or isinstance(node, g.Passes | g.Consequence))
    return replace(clause, when=rest) if stated else clause


def _of_second(e: g.Expr, found: Stages) -> g.Expr:
    """Return a condition of a rule of the second part without the condition of this part."""
    left = [one for one in conjuncts(e) if one != denied(found.condition)]
    return all_of(left) if left else e


def _either(found: list[g.Expr]) -> g.Expr:
    whole = found[0]
    for one in found[1:]:
        whole = g.Operation("or", (whole, one), TRUTH, whole.span)
    return whole


def until(found: Stages, game: g.Game) -> tuple[g.Expr, ...] | None:
    """Return the conditions under which the first part ends, if a single rule of the course of play ends it."""
    ending = ending_of(found, game)
    return None if ending is None else tuple(e for e in conjuncts(*ending.when) if e != found.condition) or None


def ending_of(found: Stages, game: g.Game) -> g.Clause | None:
    """Return the only rule of the course of play that ends the first part."""
    cells, zones = state_read([found.condition], game)
    changes = [
        clause
        for clause in game.consequences("end", "turn")
        if found.condition in conjuncts(*clause.when) and not clause.unless
        for e in clause.effects
        if isinstance(e.body, g.Become) and e.body.cell.cell in cells
    ]
    by_acts = any(_changes(e, cells, zones, False) for act in game.acts if act.name in found.first for e in act.effects)
    if len(changes) != 1 or by_acts or len(cells) != 1 or zones:
        return None
    return changes[0]


def _written_out(found: Stages, game: g.Game, scope: ProseScope) -> tuple[g.Clause, ...]:
    """Return the definition of the word for the condition if its meaning is written out: the author gave it no words, and no
    other rule reads it any more.
    """
    match found.condition:
        case g.Apply(function, ()):
            read = any(p.function == function for p in game.in_rules(g.Apply))
            named = scope.naming.text(function, scope.naming.game.function[function].names) is not None
            defined = game.definitions_of(function)
            single = len(defined) == 1 and not defined[0][0].unless
            return () if read or named or not single else (defined[0][0],)
        case _:
            return default(found.condition, ())


def _while(found: Stages, game: g.Game, scope: ProseScope) -> tuple[g.Expr, ...]:
    """Return the conditions under which the first part goes on."""
    match _written_out(found, game, scope):
        case (clause,) if isinstance(clause.sentence, g.Definition):
            value = clause.sentence.value
            return clause.when if isinstance(value, g.Truth) else (value,)
        case _:
            return (found.condition,)


def _opposite_of_some(goes_on: tuple[g.Expr, ...]) -> tuple[g.Expr, ...] | None:
    """Return the condition that everybody does something if the first part goes on while somebody does not."""
    (condition, *others) = goes_on
    inside = operands_of(condition, "not")
    match inside or (condition,):
        case (g.Quantified("every") as every,) if inside and not others:
            return (every,)
        case (g.Quantified("some", condition=asked) as some,) if not inside and not others and operands_of(asked, "not"):
            return (replace(some, quantifier="every", condition=operands_of(asked, "not")[0]),)
        case _:
            return None


def course_of_hand(
    scope: ProseScope, found: Stages, game: g.Game, mentioned: Container[str], *, once: bool, order: MovesInOrder | None
) -> Composed:
    """Word the parts of a hand and their moves; `game` still has the rules that the sentence replaces.  A permission without
    other conditions, which no wording has in `mentioned`, needs no sentence of its own.  In the first part, everybody makes
    one move if `once` is set.  One player makes the moves of an `order` first in the second part.
    """
    lang, step = scope.lang, found.step.sentence
    assert isinstance(step, g.Step)
    ends, left = until(found, game), _without_step(found, scope.naming.game)
    of_first = [act for act in step.acts if act in found.first]
    before = next(interludes_of(scope), None)
    apart = before.acts if before is not None and (before.apart or order is not None) else ()
    of_second = [act for act in step.acts if act in found.second and act not in apart]
    of_any = [act for act in step.acts if game.permissions_of(act) and act not in (*of_first, *of_second, *apart)]
    goes_on = _while(found, left, scope)
    last = ends or _opposite_of_some(goes_on)
    case = expressions.case_text(last or goes_on, scope)
    key = "guide_first_part_while" if last is None else "guide_first_part_until"
    key = "guide_first_part_once" if once else key
    each = lang.forms.determined(scope.naming.kernel_noun("player"), "each").text
    skipping = _skips_in_first(found, game)
    first = [lang.text(key, scope.value(step.actor), x=case, each=each, do=moves_in_words(of_first, scope))]
    first += [lang.text("turn_passes_cases", x=turn_to(node.player, scope)) for _, node in skipping]
    second = [lang.text("guide_second_part", scope.value(step.actor), do=moves_in_words(of_second, scope))]
    second = second if order is None else [*_ordered(order, scope), _then_each(of_second, scope)]
    second += [lang.text("guide_any_part", scope.value(step.actor), do=moves_in_words(of_any, scope))] if of_any else []
    begins = _beginning_of_second(found, game)
    if begins is not None and isinstance(begins.sentence, g.Passes):
        second.append(lang.text("guide_second_begins", x=scope.value(begins.sentence.player).text))
    in_second = before is not None and scope.part.get(before.passing.name) == SECOND_PART
    exception = [] if before is None or order is not None else [interlude_text(before, scope, SECOND_PART if in_second else "")]
    around = [*_passes_in_first(found, game), *(c.name for c, _ in skipping), *([] if begins is None else [begins.name])]
    around += [] if before is None else before.names
    kept = {clause.name for clause in left.clauses}
    gone = [clause.name for clause in game.clauses if clause.name not in kept and clause.name != found.step.name]
    used = {p.function for p in parts(found.condition) if isinstance(p, g.Apply)} if ends is not None else set[str]()
    used -= {p.function for p in (*left.clause_parts, *parts(game.acts)) if isinstance(p, g.Apply)}
    defined = [clause.name for function in used for clause, _ in game.definitions_of(function)]
    defined += [clause.name for clause in _written_out(found, left, scope)]
    always = [name for name in _always_permitted(found, scope.naming.game) if name not in mentioned]
    always += [] if before is None else [name for name in before.permits(scope.naming.game) if name not in mentioned]
    names = tuple(dict.fromkeys((found.step.name, *gone, *around, *defined, *always)))
    lead = lang.text("guide_two_parts", lang.forms.determined(lang.noun("hand"), "the"))
    finished = [
        [finish_sentence(text, scope, of=found.step.span) for text in one] for one in ([lead], first, second, exception)
    ]
    whole, *steps = (" ".join(one) for one in finished if one)
    return Composed(names, " ".join((whole, *steps)), steps=tuple(steps))


def _ordered(found: MovesInOrder, scope: ProseScope) -> Iterator[str]:
    """Word who begins the second part with some moves in order, each of which may depend on a condition."""
    case, do = sentences.cases(found.when, (), scope).strip(), moves_in_words(found.acts, scope, "and")
    in_cases = any(isinstance(step, Move) and step.when for step in found.steps)
    key = "guide_second_part_in_cases" if in_cases else "guide_second_part_ordered"
    yield scope.lang.text(f"{key}_case" if case else key, scope.value(found.role), case=case, do=do)


def _then_each(acts: Collection[str], scope: ProseScope) -> str:
    each = scope.lang.forms.determined(scope.naming.kernel_noun("player"), "each").text
    return scope.lang.text("guide_then_each", each=each, do=moves_in_words(acts, scope))


def _always_permitted(found: Stages, game: g.Game) -> Iterator[str]:
    """Yield the permissions of each part whose moves all have a single permission without another condition."""
    for acts in (found.first, found.second):
        permits = [permission for act in acts for permission in game.permissions_of(act)]
        if len(permits) == len(acts) and all(_is_always(clause, node, game) for clause, node in permits):
            yield from (clause.name for clause, _ in permits)


def _is_always(clause: g.Clause, node: g.Permission, game: g.Game) -> bool:
    """Return whether a permission has no condition but the number of cards, which the sentence about the parts states."""
    counted = {p.name for p in game.act[node.act].parameters if p.choice == "some"}
    plain = all(_counts(e, counted) for e in conjuncts(*clause.when))
    free = plain and not (clause.unless or clause.despite or clause.under or node.lifts)
    return free and isinstance(node.subject, g.Actor)


def _counts(e: g.Expr, cards: Container[str]) -> bool:
    """Return whether a condition is the number of the cards that are chosen."""
    match operands_of(e, "="):
        case (g.Size(g.Local(name)), g.Number()):
            return name in cards
        case _:
            return False


def _passes_in_first(found: Stages, game: g.Game) -> list[str]:
    """Return the rules by which the turn passes to the next player in the first part, which *each player in turn* states; none
    that other rules of the first part override.
    """
    names = [c.name for c in game.clauses if _is_passed_on(c, found)]
    overriding = [c for c in game.clauses if denied(found.condition) not in conjuncts(*c.when)]
    return [name for name in names if not any(name in c.despite for c in overriding)]


def _skips_in_first(found: Stages, game: g.Game) -> list[tuple[g.Clause, g.Passes]]:
    """Return the only rule for whose turn is next in the first part if it passes over some players."""
    passing = [(c, c.sentence) for c in game.clauses if isinstance(c.sentence, g.Passes)]
    of_first = [(c, node) for c, node in passing if found.condition in conjuncts(*c.when) and not c.under]
    alone = (
        len(of_first) == 1 and not game.yields_to(of_first[0][0].name) and conjuncts(*of_first[0][0].when) == (found.condition,)
    )
    return of_first if alone and isinstance(of_first[0][1].player, g.FirstOf) and not of_first[0][0].unless else []


def _is_passed_on(clause: g.Clause, found: Stages) -> bool:
    match clause:
        case g.Clause(sentence=g.Passes(g.Neighbour(g.Actor(), 1)), when=when, unless=()):
            return conjuncts(*when) == (found.condition,)
        case _:
            return False


def _beginning_of_second(found: Stages, game: g.Game) -> g.Clause | None:
    """Return the rule for whose turn it is first in the second part: its other conditions are that places are empty which no
    card leaves once it is there.
    """
    beginning = Beginning(game)
    for clause in game.clauses:
        asked = conjuncts(*clause.when) if isinstance(clause.sentence, g.Passes) and not clause.unless else ()
        rest = [e for e in asked if e != denied(found.condition)]
        overridden = any(clause.name in other.despite for other in game.clauses)
        if len(rest) == len(asked) or not rest or overridden or not all(beginning.holds(e) is True for e in rest):
            continue
        _, zones = state_read(rest, game)
        if any(not cards_leave(zone, game) for zone in zones) and not _filled_in_first(zones, found, game):
            return clause
    return None


def _once_at_start(clause: g.Clause, found: Stages, game: g.Game) -> tuple[g.Expr, ...]:
    """Return the conditions of a rule at the end of a turn that hold only at the end of the first part: places are empty which
    no card leaves once it is there, and other memory has its first value.
    """
    if not isinstance(clause.sentence, g.Consequence) or clause.sentence.event != ("end", "turn") or clause.unless:
        return ()
    beginning = Beginning(game)
    first = tuple(e for e in clause.when if beginning.holds(e) is True and not changed_in_first(e, found, game))
    _, zones = state_read(first, game)
    left = {e: zone for e in clause.when if (zone := _only_dealt_there(e, game)) and not changed_in_first(e, found, game)}
    emptied = tuple(e for e, zone in left.items() if _emptied_when(e, zone, clause.sentence.event, found, game))
    return (*first, *emptied) if emptied or any(not cards_leave(zone, game) for zone in zones) else ()


def _only_dealt_there(e: g.Expr, game: g.Game) -> str:
    """Return the place in which a condition asks for cards, if cards come there only in the deal, and always do."""
    inside = operands_of(e, "not")
    match operands_of(inside[0], "=") if inside else ():
        case (g.Size(g.InZone(zone, None)), g.Number(0)):
            pass
        case _:
            return ""
    origins: list[g.Clause | g.Act] = [*game.clauses, *game.acts]
    filling = [c for c in origins for effect in c.effects if zone in _zones_of(destinations(effect.body))]
    dealt = [c for c in game.consequences("start", "hand") if not (c.when or c.unless)]
    return zone if filling and all(isinstance(c, g.Clause) and c in dealt for c in filling) else ""


def _zones_of(places: tuple[g.Expr, ...]) -> set[str]:
    return {p.zone for p in parts(places) if isinstance(p, g.InZone)}


def _emptied_when(e: g.Expr, zone: str, event: tuple[str, str], found: Stages, game: g.Game) -> bool:
    """Return whether a rule of the same event takes all cards out of a place as soon as the second part has begun."""
    opposite = denied(found.condition)
    for clause in game.consequences(*event):
        moved = [cards for effect in clause.effects if isinstance(effect.body, g.MoveCards) for cards in effect.body.cards]
        whole = any(isinstance(cards, g.InZone) and cards.zone == zone for cards in moved)
        if whole and not clause.unless and {*conjuncts(*clause.when)} <= {opposite, e}:
            return True
    return False


def changed_in_first(e: g.Expr, found: Stages, game: g.Game) -> bool:
    """Return whether moves of the first part, or rules that apply in it, may change a condition."""
    cells, zones = state_read([e], game)
    acts = [act for act in game.acts if act.name in found.first]
    by_acts = any(_changes(one, cells, zones, False, act) for act in acts for one in act.effects if not _is_reset(one))
    rules = [c for c in game.clauses if isinstance(c.sentence, g.Consequence) and c.sentence.event[0] in ("after", "end")]
    apply = [c for c in rules if _applies_in_first(c, found)]
    return by_acts or any(
        _changes(one, cells, zones, False) for clause in apply for one in clause.effects if not _is_reset(one)
    )


def _is_reset(effect: g.Effect) -> bool:
    """Return whether an effect gives some memory its first value again."""
    match (effect.body,):
        case (g.Become(value=g.Nobody() | g.Truth(False) | g.Number(0)),):
            return True
        case _:
            return False


def _applies_in_first(clause: g.Clause, found: Stages) -> bool:
    moment, period = clause.sentence.event if isinstance(clause.sentence, g.Consequence) else ("", "")
    if denied(found.condition) in conjuncts(*clause.when) or (moment == "end" and period != "turn"):
        return False
    return moment != "after" or period in found.first


def cards_leave(zone: str, game: g.Game) -> bool:
    """Return whether an effect of the course of play may take cards out of a place."""
    every = game.rule_parts
    bodies = [p for p in every if isinstance(p, g.MoveCards | g.Exchange | g.Deal)]
    taken = tuple(
        b.cards if isinstance(b, g.MoveCards) else (b.source,) if isinstance(b, g.Deal) else (b.first, b.second) for b in bodies
    )
    domains = tuple(p.domain for act in game.acts for p in act.parameters)
    return any(isinstance(p, g.InZone) and p.zone == zone for p in parts((taken, domains)))


def _filled_in_first(zones: Collection[str], found: Stages, game: g.Game) -> bool:
    """Return whether moves of the first part put cards in one of some places."""
    acts = [act for act in game.acts if act.name in found.first]
    places = [p.to for act in acts for p in parts(act.effects) if isinstance(p, g.MoveCards | g.Deal)]
    return any(isinstance(to, g.InZone) and to.zone in zones for to in places)


def _without_step(found: Stages, game: g.Game) -> g.Game:
    return replace(game, clauses=tuple(clause for clause in game.clauses if clause.name != found.step.name))
