"""Rulings on moves (`judge`), with their grounds: the clauses concerned, and the facts of the state that decide each.

Takes a compiled game, a state and a move; other modules word the results.

- `grounds` returns, for every permission of the act, whether its case holds, the parts that decide this, the applicable
prohibitions, and the exemptions that lift or could lift them.
- `hindrances` returns the clauses that keep a player from completing the turn. Each act of the open steps is searched for under
its permissions only, without the prohibitions. If it is possible, the hindrance is the prohibitions that bar it and the
obligations that it would leave unmet. If it is not possible, the hindrance is that its permissions do not apply.
- `judge` returns the first test that a move fails, and the clauses of that test.
- `offers` returns the findings that a viewer can enter. The values of an argument are listed if its domain reads only facts
that the viewer sees; else the argument is left open until the finding is entered. So an offer never depends on cards that the
viewer does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from cartaro_grammar import Diagnostic, Expr, clash_advice, fold, subexpressions
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import ActRules, Rules, StepRules, standalone, turn_scope
from cartaro_interpreter.acts.visibility import SEEN, TOP_SEEN
from cartaro_interpreter.evaluate import expressions
from cartaro_interpreter.evaluate.code import Code, CodeScope, Frame, Frames, at
from cartaro_interpreter.evaluate.expressions import ArgumentTuples, permission_search, possibility, values_in
from cartaro_interpreter.evaluate.mentions import assignment_order, free_locals, reads_state
from cartaro_interpreter.play.course import meanings
from cartaro_interpreter.play.questions import question
from cartaro_interpreter.play.turn import Choice, LookAhead, actor_of, after, obliged, open_steps, permitted, unseen_cards
from cartaro_interpreter.state.card_sets import Member, Value, as_set, decoded, members
from cartaro_interpreter.state.faults import Faulted, Unsupported, counted, diagnosed
from cartaro_interpreter.state.state import END_OF_TURN, OPEN_CARD, PHASE, PHASE_TURN, TURN, Cells, Move, Place, State

# ----------------------------------------------------------------------- grounds


_ARITHMETIC = ("+", "-", "*", "half", "remainder", "quotient", "quotient up")
_COMPARED = ("=", "<", "<=", "in", "subset")


@dataclass(frozen=True, slots=True)
class Fact:
    """A part of a condition with its truth in a state. `values` are the compared expressions with their values. `members` are
    the members of a set for which the part holds or fails. `way` is a move that proves that something can be done.
    """

    expr: Expr
    holds: bool
    values: tuple[tuple[Expr, int], ...] = ()
    members: tuple[Value, ...] = ()
    way: Move | None = None


@dataclass(frozen=True, slots=True)
class ClauseCase:
    """A permission or prohibition in a state: whether its case holds, and the facts that decide it. `mine` is True if the actor
    is its subject.
    """

    clause: g.Clause
    holds: bool
    mine: bool
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A prohibition whose condition holds; it is in force unless one of its exceptions lifts it."""

    case: ClauseCase
    in_force: bool
    exceptions: tuple[ClauseCase, ...]


@dataclass(frozen=True, slots=True)
class PermissionGrounds:
    """A permission, and the prohibitions whose case applies to it."""

    case: ClauseCase
    bars: tuple[Bar, ...]


def grounds(rules: Rules, state: State, move: Move, legal: Sequence[Move] = ()) -> tuple[PermissionGrounds, ...] | Diagnostic:
    """Return the grounds of a move, permission by permission. If several moves show that something can be done, one of the
    `legal` moves is preferred.
    """
    permissions = expressions.permissions(rules.compiler, move.act)
    return _read(rules, state, move, legal, lambda reading: tuple(map(reading.permission, permissions)))


def exceptions_alone(rules: Rules, state: State, move: Move) -> tuple[ClauseCase, ...] | Diagnostic:
    """Return the exemptions of a move whose case holds. If no permission applies, exceptions do not permit the move."""
    own = [clause for clause, _ in rules.game.exemptions_of(move.act)]
    return _read(rules, state, move, (), lambda reading: tuple(case for case in map(reading.case, own) if case.holds))


def clashing(rules: Rules, state: State, move: Move) -> tuple[tuple[g.Clause, g.Clause], ...] | Diagnostic:
    """Return the pairs of clauses that disagree about a legal move: a prohibition in force and a permission that makes the move
    legal, if the text does not decide which of the two prevails.
    """
    permissions = [rules.game.clause[name] for name in move.by]
    pairs = [
        (bar, permission)
        for bar, sentence in rules.game.with_sentence(g.Prohibition)
        for permission in permissions
        if move.act in sentence.acts and not clash_advice.refers_to(bar, permission) and not rules.game.ordered(bar, permission)
    ]
    if not pairs:
        return ()
    return _read(rules, state, move, (), lambda reading: tuple((b, p) for b, p in pairs if reading.bar(b).in_force))


Found = TypeVar("Found")


def _read(
    rules: Rules, state: State, move: Move, legal: Sequence[Move], read: Callable[[_Grounds], Found]
) -> Found | Diagnostic:
    try:
        with counted(rules.compiler.work):
            return read(_Grounds(rules, state, move, legal))
    except Faulted as fault:
        return diagnosed(fault)
    except Unsupported as missing:
        rules.compiler.inside.clear()
        return diagnosed(missing)


def outside(rules: Rules, state: State, move: Move, name: str) -> tuple[Value, ...] | Diagnostic:
    """Return the part of an argument that is not in its domain: the members of a set, or the single value."""
    pairs = zip(rules.game.act[move.act].parameters, move.args, strict=True)
    parameter, argument = next((p, value) for p, value in pairs if p.name == name)
    if argument == OPEN_CARD:
        return ()
    domain = _read(rules, state, move, (), lambda reading: reading.domain(parameter))
    if isinstance(domain, Diagnostic):
        return domain
    value = decoded(parameter.type, argument)
    if parameter.type.kind == "group":
        return () if value in domain else (value,)
    faces = rules.layout.faces
    mask = faces.physical(as_set(value).mask) if parameter.freely else as_set(value).mask
    return tuple(one for one in map(Member, members(mask)) if one not in domain)


class _Grounds:
    """Evaluates the parts of conditions in a state, with the arguments of a move in their places."""

    def __init__(self, rules: Rules, state: State, move: Move, legal: Sequence[Move]) -> None:
        self.rules = rules
        self.c = rules.compiler
        self.cells = state.cells
        self.legal = {(other.act, other.args) for other in legal}
        self.frames = Frames()
        self.given = (actor_of(rules, state, move.act), *move.args)
        actor = at(self.frames.place())
        names = {p.name: at(self.frames.place()) for p in rules.game.act[move.act].parameters}
        self.scope = CodeScope(self.frames, actor, names)

    # ------------------------------------------------------------------ clauses

    def permission(self, clause: g.Clause) -> PermissionGrounds:
        bars = [self.bar(p) for p, _ in self.c.game.barring(clause)]
        return PermissionGrounds(self.case(clause), tuple(bar for bar in bars if bar.case.holds))

    def bar(self, prohibition: g.Clause) -> Bar:
        exceptions = tuple(self.case(e) for e, _ in self.c.game.lifting(prohibition))
        return Bar(self.case(prohibition), bool(self.run(expressions.bars(self.c, prohibition, self.scope))), exceptions)

    def case(self, clause: g.Clause) -> ClauseCase:
        """Return a clause with the facts that decide whether its case holds."""
        sentence = clause.sentence
        assert isinstance(sentence, g.Permission | g.Prohibition)
        mine = bool(self.run(expressions.subject(self.c, sentence.subject, self.scope)))
        parts = [(expr, True) for expr in clause.when] + [(expr, False) for expr in clause.unless]
        found = [(expr, self.truth(expr) == wanted) for expr, wanted in parts]
        holds = mine and all(met for _, met in found)
        facts = [fact for expr, met in found if met == holds for fact in self.facts(expr)] if mine else []
        return ClauseCase(clause, holds, mine, tuple(facts))

    def domain(self, parameter: g.Parameter) -> frozenset[Value]:
        """Return the members of a parameter's domain, or the groups."""
        if parameter.domain is None:
            return frozenset(map(Member, range(len(parameter.answers))))
        return frozenset(self.listed(parameter.domain))

    # ------------------------------------------------------------------ conditions

    def listed(self, expr: Expr) -> tuple[Value, ...]:
        """Return the members of a set, one by one. The members of a set of groups are groups."""
        return values_in(self.c, self.cells, expr, self.value(expr))

    def _frame(self) -> Frame:
        frame = self.frames.fresh()
        frame[: len(self.given)] = self.given
        return frame

    def run(self, code: Code) -> int:
        return code(self.cells, self._frame())

    def value(self, expr: Expr) -> int:
        self.c.written = 0
        return self.run(self.c.code(expr, self.scope))

    def truth(self, expr: Expr) -> bool:
        return bool(self.value(expr))

    def facts(self, expr: Expr) -> list[Fact]:
        """Return the parts of a condition that decide whether it holds."""
        if not isinstance(expr, g.Operation) or expr.operator not in ("not", "and", "or"):
            return [self.fact(expr)]
        if expr.operator == "not":
            return self.facts(expr.operands[0])
        truth = self.truth(expr)
        same = [operand for operand in expr.operands if self._decided(operand) == truth]
        return [fact for operand in (same[:1] if truth and expr.operator == "or" else same) for fact in self.facts(operand)]

    def _decided(self, expr: Expr) -> bool | None:
        """Return the truth of a part. Return None if it is undecided, for example if another part makes it irrelevant."""
        try:
            return self.truth(expr)
        except Faulted:
            return None

    def fact(self, expr: Expr) -> Fact:
        holds = self.truth(expr)
        match expr:
            case g.Operation(operator, operands) if operator in _COMPARED:
                found = dict(pair for operand in operands for pair in self.amounts(operand))
                return Fact(expr, holds, tuple(found.items()))
            case g.Quantified():
                return Fact(expr, holds, members=self.members(expr, holds))
            case g.Can() if holds:
                return Fact(expr, holds, way=self.way(expr))
            case _:
                return Fact(expr, holds)

    def amounts(self, expr: Expr) -> list[tuple[Expr, int]]:
        """Return the values computed in an expression, those of its parts first. Literals and sets of all groups are left
        out.
        """
        if expr.type.kind == "groups" or isinstance(expr, g.Number | g.Truth | g.Symbol | g.Nobody | g.Actor):
            return []
        inner = expr.operands if isinstance(expr, g.Operation) and expr.operator in _ARITHMETIC else ()
        return [*(pair for operand in inner for pair in self.amounts(operand)), (expr, self.value(expr))]

    def members(self, expr: g.Quantified, holds: bool) -> tuple[Value, ...]:
        """Return the members that decide a quantifier: the members with the property or, if an `every` fails, the members
        without it.
        """
        if holds != (expr.quantifier == "some"):
            return ()
        condition = expr.condition
        if expr.quantifier == "every":
            condition = g.Operation("not", (condition,), condition.type, condition.span)
        return self.listed(g.Where(expr.variable, expr.members, condition, expr.members.type, expr.span))

    def way(self, expr: g.Can) -> Move | None:
        """Return a move that proves that something can be done, preferably a legal move."""
        c, act = self.c, self.rules.game.act[expr.act]
        given = {name: c.code(value, self.scope) for name, value in expr.given}
        sought, requirements = possibility(c, expr, self.scope, c.code(expr.actor, self.scope), given)
        found: list[Move] = []
        for permission in expressions.permissions(c, expr.act):
            if expr.by in (None, permission.name):
                search = permission_search(c, sought, permission, requirements)
                ways: ArgumentTuples = []
                search(self.cells, self._frame(), ways)
                known = {name: self.run(code) for name, code in given.items()}
                for way in ways:
                    values = known | dict(zip(sought.places, way, strict=True))
                    found.append(Move(act.name, tuple(values[p.name] for p in act.parameters), (permission.name,)))
        return next((move for move in found if (move.act, move.args) in self.legal), found[0] if found else None)


# -------------------------------------------------------------------- hindrances


MOST_WAYS = 200


def hindrances(rules: Rules, cells: Cells) -> tuple[str, ...]:
    """Return the clauses that keep a player from completing the turn, obligations in force first. If there is no such clause,
    return the steps themselves.
    """
    found: dict[str, None] = dict.fromkeys(obliged(rules, cells))
    steps = [step for _, step in open_steps(rules, cells) if step.must]
    for step in steps:
        found.update(dict.fromkeys(barring(rules, cells, step)))
    for option in permitted(rules, cells)[:MOST_WAYS]:
        if option.move.act in rules.acts and any(option.move.act in step.acts for step in steps):
            found.update(dict.fromkeys(obliged(rules, after(rules, cells, Choice(*option)))))
    return tuple(found) or tuple(step.clause.name for step in steps)


def barring(rules: Rules, cells: Cells, step: StepRules) -> tuple[str, ...]:
    """Return the prohibitions that bar the acts of a step for its player."""
    player = step.actor(cells, [])
    found: dict[str, None] = {}
    for act in step.acts if player >= 0 else ():
        for bars in _bars(rules.acts[act], cells, player, MOST_WAYS):
            found.update(dict.fromkeys(bars))
    return tuple(found)


def lone_bars(rules: Rules, cells: Cells) -> frozenset[str]:
    """Return every prohibition that is the only one to bar some move that a permission would warrant in an open step. Return
    none if the rules do not decide this.
    """
    found = set[str]()
    try:
        with counted(rules.compiler.work):
            for _, step in open_steps(rules, cells):
                player = step.actor(cells, [])
                for act in step.acts if player >= 0 else ():
                    found.update(bars[0] for bars in _bars(rules.acts[act], cells, player) if len(bars) == 1)
    except Faulted:
        return frozenset()
    return frozenset(found)


def _bars(act: ActRules, cells: Cells, player: int, most: int | None = None) -> Iterator[list[str]]:
    """Yield, for each move of an act, or for only the first moves under each permission, the prohibitions that bar it."""
    for (_, search), (_, _, prohibitions) in zip(act.unbarred, act.inquiry.cases, strict=True):
        ways: list[tuple[int, ...]] = []
        frame = act.unbarred_frames.fresh()
        frame[0] = player
        if prohibitions:
            search(cells, frame, ways)
        for way in ways[:most]:
            here = act.inquiry.frame(player, way)
            yield [name for name, bars in prohibitions if bars(cells, here)]


# ---------------------------------------------------------------------- judgement


RulingReason = Literal["legal", "no choice", "step", "domain", "permission", "barred", "turn", "ruled"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A ruling on one move. `reason` is the test that fails: no move is awaited (`no choice`); no open step has the act
    (`step`); an argument is outside its domain (`domain`, with the parameter's name); no permission applies (`permission`);
    every permission that applies is barred (`barred`); the turn could not be completed (`turn`); a ruling demands another
    move (`ruled`, at tables and in examples only). `clauses` names the clauses of that test: the mandatory step and the
    steps that have the act, the definitions in the domain, the permissions that do not apply, the prohibitions that bar, the
    obligations, the rulings. For a legal move, it names the permissions that warrant it.
    """

    legal: bool
    reason: RulingReason
    clauses: tuple[str, ...]
    parameter: str = ""


_HOW_FAR: tuple[RulingReason, ...] = ("no choice", "step", "domain", "permission", "barred", "turn", "legal")


def judge(rules: Rules, state: State, move: Move) -> Judgement | Diagnostic:
    """Return the ruling on a move in a state. If its cards can be read in several ways, the reading that passes the most tests
    decides. The ruling on a finding states whether it can be entered.
    """
    try:
        with counted(rules.compiler.work):
            found = [_judge(rules, state, meaning) for meaning in meanings(rules, state.cells, move)]
        return max(found, key=lambda verdict: _HOW_FAR.index(verdict.reason))
    except Faulted as fault:
        return diagnosed(fault)


def _judge(rules: Rules, state: State, move: Move) -> Judgement:
    cells = state.cells
    if cells[PHASE] != PHASE_TURN:
        return Judgement(False, "no choice", _ended_by(rules, cells))
    if move.act == END_OF_TURN:
        return _end_of_turn(rules, state)
    if rules.game.act[move.act].finding:
        return _within(rules, state, move, cells[TURN]) or Judgement(True, "legal", ())
    opened = [(number, step) for number, step in open_steps(rules, cells) if move.act in step.acts]
    if not opened:
        return Judgement(False, "step", _awaited(rules, state, move))
    number, step = opened[0]
    player = step.actor(cells, [])
    ruling = _warrant(rules, state, move, player)
    option = Choice(number, player, move)
    if ruling.legal and not LookAhead(rules).completes(cells, option):
        return Judgement(False, "turn", _obstacles(rules, after(rules, cells, option)))
    return ruling


def _ended_by(rules: Rules, cells: Cells) -> tuple[str, ...]:
    """Return the clauses that end the hand."""
    compiler, found = rules.compiler, list[str]()
    for clause in rules.game.ends_of("hand"):
        scope = turn_scope()
        if standalone(compiler.condition(clause, scope), scope.frames)(cells, []):
            found.append(clause.name)
    return tuple(found)


def _awaited(rules: Rules, state: State, move: Move) -> tuple[str, ...]:
    """Return the mandatory steps, then the steps that have the act."""
    having = [step.clause.name for step in rules.steps if move.act in step.acts]
    first = [step.clause.name for _, step in open_steps(rules, state.cells) if step.must and having]
    return tuple(dict.fromkeys([*first, *having]))


def _obstacles(rules: Rules, cells: list[int]) -> tuple[str, ...]:
    """Return the clauses that keep a turn from being completed: the obligations in force, or else the remaining mandatory steps
    with the prohibitions that bar their acts.
    """
    found = obliged(rules, cells)
    steps = [step for _, step in open_steps(rules, cells) if step.must]
    return found or (*(step.clause.name for step in steps), *(name for step in steps for name in barring(rules, cells, step)))


def _end_of_turn(rules: Rules, state: State) -> Judgement:
    musts = tuple(step.clause.name for _, step in open_steps(rules, state.cells) if step.must)
    if musts:
        return Judgement(False, "step", musts)
    found = obliged(rules, state.cells)
    return Judgement(False, "turn", found) if found else Judgement(True, "legal", ())


def _within(rules: Rules, state: State, move: Move, player: int) -> Judgement | None:
    """Return the judgement of the first argument outside its domain. Return None if all are inside."""
    act = rules.game.act[move.act]
    if len(move.args) != len(act.parameters):
        return Judgement(False, "domain", ())
    inquiry = rules.acts[move.act].inquiry
    frame = inquiry.frame(player, move.args)
    for place, (parameter, lies_within) in enumerate(zip(act.parameters, inquiry.domains, strict=True)):
        is_open = move.args[place] == OPEN_CARD
        if not (unseen_cards(rules, state.cells, player, move, place) if is_open else lies_within(state.cells, frame)):
            return Judgement(False, "domain", _definitions(rules, parameter.domain), parameter.name)
    return None


def _warrant(rules: Rules, state: State, move: Move, player: int) -> Judgement:
    """Return the judgement on a move's permissions: the permissions that warrant it, or the test that fails."""
    outside = _within(rules, state, move, player)
    if outside is not None:
        return outside
    inquiry = rules.acts[move.act].inquiry
    frame = inquiry.frame(player, move.args)
    applying = [case for case in inquiry.cases if case[1](state.cells, frame)]
    if not applying:
        return Judgement(False, "permission", tuple(name for name, _, _ in inquiry.cases))
    barring: dict[str, None] = {}
    free: list[str] = []
    for name, _, prohibitions in applying:
        found = [name for name, bars in prohibitions if bars(state.cells, frame)]
        barring.update(dict.fromkeys(found))
        free += [] if found else [name]
    return Judgement(True, "legal", tuple(free)) if free else Judgement(False, "barred", tuple(barring))


def _definitions(rules: Rules, domain: Expr | None) -> tuple[str, ...]:
    """Return the clauses of the definitions that a domain uses."""
    if domain is None:
        return ()
    found: list[str] = []
    if isinstance(domain, g.Apply):
        found += [clause.name for clause, _ in rules.game.definitions_of(domain.function)]
    for part in subexpressions(domain):
        found += _definitions(rules, part)
    return tuple(found)


# ------------------------------------------------------------------------ offers


@dataclass(frozen=True, slots=True)
class Offer:
    """A finding with its arguments, in the order of its parameters; None for an argument that is left open."""

    act: str
    args: tuple[int | None, ...]


def offers(rules: Rules, state: State, viewer: int) -> tuple[Offer, ...] | Diagnostic:
    """Return every finding in a form to offer to a player. Players are counted from 0. Return none if no move is awaited."""
    if state.cells[PHASE] != PHASE_TURN:
        return ()
    asking = _OfferQuery(rules, state, viewer)
    try:
        return tuple(offer for act in rules.game.acts if act.finding for offer in asking.offers(act))
    except Faulted as fault:
        return diagnosed(fault)


class _OfferQuery:
    """The queries of one viewer in one state."""

    def __init__(self, rules: Rules, state: State, viewer: int) -> None:
        self.rules = rules
        self.state = state
        self.viewer = viewer

    def offers(self, act: g.Act) -> Iterator[Offer]:
        names = [parameter.name for parameter in act.parameters]
        sought = [act.parameters[number] for number in assignment_order(act, names)]
        for given in self._given(sought, {}):
            yield Offer(act.name, tuple(given[name] for name in names))

    def _given(self, sought: list[g.Parameter], given: dict[str, int | None]) -> Iterator[dict[str, int | None]]:
        if not sought:
            yield given
            return
        parameter, *rest = sought
        for value in self._values(parameter, given):
            yield from self._given(rest, {**given, parameter.name: value})

    def _values(self, parameter: g.Parameter, given: Mapping[str, int | None]) -> tuple[int | None, ...]:
        """Return the values to list for a parameter. Return a single None if the parameter is left open."""
        if parameter.domain is None:
            return tuple(range(len(parameter.answers)))
        known = {name: value for name, value in given.items() if value is not None}
        many = parameter.choice == "some" or parameter.type.kind == "number"
        if many or not self._seen(parameter.domain, known, frozenset()):
            return (None,)
        mask = self._value(parameter.domain, known)
        if parameter.choice == "all":
            return (mask,)
        found = values_in(self.rules.compiler, self.state.cells, parameter.domain, mask)
        return tuple(one.number if isinstance(one, Member) else one.mask for one in found)

    def _value(self, expr: Expr, known: Mapping[str, int]) -> int:
        query = question(self.rules, expr, tuple(known))
        found = query if isinstance(query, Diagnostic) else query(self.state, known, self.state.cells[TURN])
        if isinstance(found, Diagnostic):
            raise Faulted(found.code, found.message, found.primary.span if found.primary else None)
        return found

    # ------------------------------------------------------------------ cells read

    def _seen(self, expr: Expr, known: Mapping[str, int], inside: frozenset[str]) -> bool:
        """Return whether the viewer sees all that an expression reads under an assignment of the known names."""
        match expr:
            case g.InZone():
                return self._sees(expr, known, SEEN) and self._all_seen(subexpressions(expr), known, inside)
            case g.Top(pile=g.InZone() as pile):
                return self._sees(pile, known, TOP_SEEN) and self._all_seen(subexpressions(pile), known, inside)
            case g.Size(members=g.InZone() as zone):  # everybody sees the number of cards
                return self._all_seen(subexpressions(zone), known, inside)
            case g.Apply(function=function) if function not in inside:
                bodies = self.rules.game.asked_by(function)
                return self._all_seen(bodies, {}, inside | {function}) and self._all_seen(expr.arguments, known, inside)
            case (  # everybody sees the memory and the players in play
                g.Recall() | g.Actor() | g.Everyone() | g.LastPlayer() | g.Neighbour() | g.Top() | g.ReadAs()
            ):  # fmt: skip
                return self._all_seen(subexpressions(expr), known, inside)
            case _ if reads_state(self.rules.game, expr):
                return False
            case _:
                return fold(expr, lambda part: self._seen(part, known, inside), all)

    def _all_seen(self, exprs: tuple[Expr, ...], known: Mapping[str, int], inside: frozenset[str]) -> bool:
        return all(self._seen(expr, known, inside) for expr in exprs)

    def _sees(self, zone: g.InZone, known: Mapping[str, int], enough: int) -> bool:
        place, visibility = self.rules.layout.places[zone.zone], self.rules.visibility
        return all(
            visibility.of(self.state.cells, self.viewer, place, owner) >= enough for owner in self._owners(zone, place, known)
        )

    def _owners(self, zone: g.InZone, place: Place, known: Mapping[str, int]) -> tuple[int, ...]:
        """Return the owners whose part of a zone is read; all owners if that is not known."""
        if zone.owner is None or not free_locals(zone.owner) <= known.keys():
            return tuple(range(place.count))
        value = self._value(zone.owner, known)
        return members(value) if zone.owner.type.kind in ("players", "sides") else (value,) if value >= 0 else ()
