"""Visibility: a dependency analysis that finds the hidden information on which the list of a player's legal moves depends.

The analysis takes a checked game. It returns the reads of hidden cards on which the moves of some player may depend. The
analysis is sound: if it returns no reads, two courses of play that look the same to a player give that player the same legal
moves.

For every expression the analysis computes how much of its value follows from the information that the viewer has: with `PUBLIC`
the whole value follows; with `SIZED` only the number of members of a set, or whether there is a card; with `HIDDEN` nothing. As
in the interpreter's `view`, a player sees the cards of the zones that the clauses of visibility show, the sizes of all zones,
all memory and the point that play has reached. If a zone is trackable, a player who remembers the play knows its cards too
(decision 0022).

`laid_face_down` returns the parameters whose cards an act does not show to all (decision 0080). `passes_through` returns the
acts that may have moved such cards through a zone that a player sees.

`check_unseen_choices` checks the parameters that are chosen unseen. Each unseen argument is one card from whole zones, and no
condition of an act may depend on its identity. The player who chooses knows whether the act is legal and with which arguments,
so a condition on the unseen card would disclose the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import UNKNOWN
from cartaro_grammar.model.facts import caused_by, drawn_from, facts_of
from cartaro_grammar.model.game import PLAYERS_SETTING
from cartaro_grammar.model.parts import children, parts
from cartaro_grammar.model.settings import choose
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import msg
from cartaro_grammar.text.source import Span

# ------------------------------------------------------------------------------------- observability


PUBLIC, SIZED, HIDDEN = 0, 1, 2

Role = Literal["clause", "parameter", "step", "obligation", "effect"]
Visibility = Literal["always", "sometimes", "never"]


@frozen
class ZoneRead:
    """A read of a zone's cards. `own` means that the zone is the viewer's (or the viewer's side's), `top` that only the top
    card is read. `viewer` is the expression by which a step names its actor, if the read concerns that player; None if it
    concerns everybody.
    """

    zone: str
    own: bool
    top: bool
    viewer: g.Expr | None
    span: Span = field(compare=False)


@frozen
class HiddenRead:
    """A read of cards that the viewer may not see, and its reader: a clause, parameter, step or obligation (`name`), and the
    act. `ahead` marks a read that only the look-ahead makes, which decides whether the turn can still be completed.
    """

    read: ZoneRead
    role: Role
    name: str
    act: str
    ahead: bool


@frozen
class Observability:
    """The reads on which the legal moves may depend. The `hidden` reads are not always seen. The `sometimes` reads are of zones
    that are seen under a condition; it remains to be shown that the condition holds whenever a player has to move.
    """

    hidden: tuple[HiddenRead, ...]
    sometimes: tuple[HiddenRead, ...]

    @property
    def clear(self) -> bool:
        """True if the legal moves depend only on visible information."""
        return not self.hidden and not self.sometimes

    @property
    def may_leak(self) -> bool:
        """True if the legal moves may depend on hidden cards even without the look-ahead."""
        return any(not read.ahead for read in (*self.hidden, *self.sometimes))


def observability(game: g.Game) -> Observability:
    """Return the reads on which a player's legal moves may depend, except the reads of cards that the player has seen."""
    at_once = _observability(game, frozenset())
    return at_once if at_once.clear else _observability(game, trackable_zones(game))


def games_with_hidden_reads(game: g.Game) -> Iterator[g.Game]:
    """Yield the given game, and the games that differ from it in the number of players or in the value of one house rule, if
    their legal moves may depend on hidden cards.
    """
    options = [{option.name: v} for option in game.ruleset.options for v in option.values if v != game.chosen[option.name]]
    players = [{PLAYERS_SETTING: str(n)} for n in game.ruleset.player_counts if n != game.players]
    for settings in ({}, *players, *options) if game.steps else ():
        now = {**game.all_settings, **settings}
        chosen = choose(game, now) if settings else game
        if isinstance(chosen, g.Game) and observability(chosen).may_leak:
            yield chosen


def _observability(game: g.Game, zones: frozenset[str]) -> Observability:
    hidden, sometimes = dict[HiddenRead, None](), dict[HiddenRead, None]()
    for viewer in dict.fromkeys(step.actor for _, step in game.steps):
        for read, visibility in Viewer(game, viewer, zones).reads():
            (hidden if visibility == "never" else sometimes).setdefault(read)
    return Observability(tuple(hidden), tuple(sometimes))


@frozen
class _Value:
    """The part of a value that the viewer knows; `is_viewer` marks the viewer (a player) or the viewer's side, `hidden` is the
    read that hides the rest. `seen_if` are reads of zones that are seen under a condition.
    """

    level: int = PUBLIC
    is_viewer: bool = False
    hidden: ZoneRead | None = None
    seen_if: tuple[ZoneRead, ...] = ()


_KNOWN = _Value()


@dataclass(frozen=True, slots=True)
class _Scope:
    """The scope of an expression: whether the actor and the player whose turn it is are the viewer, the locals, and whether
    this is the look-ahead.
    """

    actor: _Value
    turn: _Value
    names: Mapping[str, _Value]
    ahead: bool = False

    def bind(self, **names: _Value) -> _Scope:
        return replace(self, names={**self.names, **names})


@dataclass(eq=False, repr=False)
class Viewer:
    """The analysis for one viewer: any player whom a step of the turn names."""

    game: g.Game
    viewer: g.Expr | None
    trackable: frozenset[str]
    found: dict[object, _Value] = field(default_factory=dict[object, _Value])
    """A map from arguments to the results of definitions and `can`. A result that is being computed counts as known, since the
    checker rejects queries that depend on themselves.
    """
    assumed: frozenset[tuple[str, bool, bool]] = frozenset()

    def __post_init__(self) -> None:
        self.self_value = _Value(is_viewer=True)
        self.turn = self.self_value if isinstance(self.viewer, g.Actor) else _KNOWN
        acts = {name for _, step in self.game.steps for name in step.acts}
        bodies = [effect.body for name in acts for effect in caused_by(self.game, self.game.act[name])]
        facts = [facts_of(body) for body in bodies]
        self.changed = {one.memory for one in facts if one.memory is not None}
        self.upset = any(one.seats for one in facts)
        self.risen = (
            frozenset[str]() if self.upset or not isinstance(self.viewer, g.Actor) else _flags_raised_each_turn(self.game)
        )

    # ----------------------------------------------------------------------------------------- reads

    def reads(self) -> Iterator[tuple[HiddenRead, Visibility]]:
        """Yield every read on which the moves of this viewer may depend, and whether it is never or only sometimes seen."""
        outer = _Scope(self.turn, self.turn, {})
        for clause, step in self.game.steps:
            yield from self._conditions(clause, outer, "step", "")
            yield from self._reads_of(self.value(step.actor, outer), "step", clause.name, "", ahead=False)
            if step.actor == self.viewer or isinstance(self.viewer, g.Actor):
                actor = self.self_value if step.actor == self.viewer else _KNOWN
                for name in step.acts:
                    yield from self._act(self.game.act[name], replace(outer, actor=actor))
        yield from self._ahead(replace(outer, ahead=True))

    def _ahead(self, scope: _Scope) -> Iterator[tuple[HiddenRead, Visibility]]:
        """Yield the reads that decide whether the turn can be completed after a move of this viewer."""
        steps = self.game.steps
        own = [number for number, (_, step) in enumerate(steps) if step.actor == self.viewer]
        first = min(own)
        later = [(clause, step) for number, (clause, step) in enumerate(steps) if number >= first]
        if not self.game.obligations and not any(step.must for _, step in later[1:]):
            return
        for clause, sentence in self.game.obligations:
            yield from self._conditions(clause, scope, "obligation", "")
            yield from self._reads_of(self.value(sentence.condition, scope), "obligation", clause.name, "", ahead=True)
        for number, (clause, step) in enumerate(later):
            actor = self.self_value if step.actor == self.viewer else _KNOWN
            for act in (self.game.act[name] for name in step.acts):
                yield from self._effects(act, replace(scope, actor=actor))
                if number or step.often:
                    yield from self._act(act, replace(scope, actor=actor))
            if number:
                yield from self._conditions(clause, scope, "step", "")

    def _act(self, act: g.Act, scope: _Scope) -> Iterator[tuple[HiddenRead, Visibility]]:
        """Yield the reads on which the list of an act's moves depends."""
        inner = self._with_parameters(act, scope)
        for parameter in act.parameters:
            if parameter.domain is None:
                continue
            found = self.value(parameter.domain, inner)
            if parameter.unseen and found.level == SIZED:
                found = replace(found, level=PUBLIC)
            yield from self._reads_of(found, "parameter", parameter.name, act.name, ahead=scope.ahead)
        for clause in _clauses_of(self.game, act.name, None):
            yield from self._clause(clause, inner, act.name)

    def _clause(self, clause: g.Clause, scope: _Scope, act: str) -> Iterator[tuple[HiddenRead, Visibility]]:
        yield from self._reads_of(self._subject(clause, scope), "clause", clause.name, act, ahead=scope.ahead)
        yield from self._conditions(clause, scope, "clause", act)

    def _conditions(self, clause: g.Clause, scope: _Scope, role: Role, act: str) -> Iterator[tuple[HiddenRead, Visibility]]:
        for expr in (*clause.when, *clause.unless):
            yield from self._reads_of(self.value(expr, scope), role, clause.name, act, ahead=scope.ahead)

    def _effects(self, act: g.Act, scope: _Scope) -> Iterator[tuple[HiddenRead, Visibility]]:
        """Yield the reads about which a player learns something by looking ahead past an act, through the effects of the act.

        The interpreter does not look past the player's own acts if a zone is unseen (`hidden_results`), so those zones are
        taken as seen. Nor does it look past an act that is decided by chance or by a card chosen unseen.
        """
        read = outcome_reads(self.game, act)
        if read is None:
            return
        if scope.actor.is_viewer:
            self.assumed = frozenset(at for expr in read for at in zones_read(self.game, expr))
        inner = self._with_parameters(act, scope)
        for expr in read:
            yield from self._reads_of(self.value(expr, inner), "effect", act.name, act.name, ahead=True)
        self.assumed = frozenset()

    def _reads_of(
        self, value: _Value, role: Role, name: str, act: str, *, ahead: bool
    ) -> Iterator[tuple[HiddenRead, Visibility]]:
        if value.level != PUBLIC and value.hidden is not None:
            yield HiddenRead(value.hidden, role, name, act, ahead), "never"
        for read in value.seen_if:
            yield HiddenRead(read, role, name, act, ahead), "sometimes"

    def _with_parameters(self, act: g.Act, scope: _Scope) -> _Scope:
        """Return the scope with an act's arguments. They are known to every player who may do the act, unless they are chosen
        unseen.
        """
        names = {p.name: self._chosen_unseen(p, scope) if p.unseen else _KNOWN for p in act.parameters}
        return scope.bind(**names)

    def _chosen_unseen(self, parameter: g.Parameter, scope: _Scope) -> _Value:
        found = _KNOWN if parameter.domain is None else self.value(parameter.domain, scope)
        return found if found.level == PUBLIC else replace(found, level=HIDDEN)

    def _subject(self, clause: g.Clause, scope: _Scope) -> _Value:
        """Evaluate the player who may, or may not, act; any subject but `the player` depends on whose turn it is."""
        sentence = clause.sentence
        if not isinstance(sentence, g.Permission | g.Prohibition) or isinstance(sentence.subject, g.Actor):
            return _KNOWN
        return self.value(sentence.subject, replace(scope, actor=scope.turn))

    # ------------------------------------------------------------------------------- trackable zones

    def lost_zones(self, course: _Course) -> Iterator[str]:
        """Yield the zones whose cards cannot be tracked through a course of effects."""
        scope = _Scope(_KNOWN, _KNOWN, {})
        if course.act is not None:
            covered = laid_face_down(self.game, course.act)
            scope = self._with_parameters(course.act, scope)
            scope = scope.bind(**{name: _Value(HIDDEN) for name in covered})
        for effect in course.effects:
            facts = facts_of(effect.body)
            known = self._joined(
                *(self.value(e, scope) for e in (*course.conditions, *effect.when, *effect.unless)),
                *(self._whole(self.value(e, scope)) for e in facts.reads if e not in facts.takes),
            )
            taken = [self._whole(self.value(e, scope)) for e in facts.takes]
            if not facts.moves_cards or (facts.dealt_from is None and _are_public(known, *taken)):
                continue
            if facts.seats:
                yield from (zone.name for zone in self.game.zones)
            if isinstance(facts.to, g.InZone):
                yield facts.to.zone
            sources = (*facts.takes, *(() if facts.dealt_from is None else (facts.dealt_from,)))
            for expr in sources:
                drawn = drawn_from(self.game, expr, course.act)
                yield from (zone.name for zone in self.game.zones) if drawn is None else drawn

    # ---------------------------------------------------------------------------------------- values

    def value(self, expr: g.Expr, scope: _Scope) -> _Value:
        """Return how much of an expression's value the viewer knows."""
        match expr:
            case (
                g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer()
                | g.Nobody() | g.Setting() | g.Applies()
            ):  # fmt: skip
                return _KNOWN
            case g.Numbers(low=low, high=high):
                return self._joined(self.value(low, scope), self.value(high, scope))
            case g.Actor():
                return scope.actor
            case g.Local(name=name):
                return scope.names.get(name, _KNOWN)
            case g.InZone():
                return self._zone(expr, scope)
            case g.Top(pile=pile):
                return self._top(pile, scope)
            case g.Size(members=members):
                return self._sized(self.value(members, scope))
            case g.Only(members=members):
                return replace(self.value(members, scope), is_viewer=False)
            case g.Single(member=member):
                found = self.value(member, scope)
                return found if found.level == PUBLIC else replace(found, level=max(found.level, SIZED))
            case g.SideOf(player=player):
                return self.value(player, scope)
            case g.Neighbour(player=player):
                return self._neighbour(expr, self.value(player, scope), scope)
            case g.FirstOf(members=members, player=player):
                return self._joined(self.value(members, scope), self.value(player, scope))
            case g.Recall(owner=owner):
                return _KNOWN if owner is None else self._whole(self.value(owner, scope))
            case g.Operation(operator=operator, operands=operands):
                return self._operation(operator, operands, scope)
            case g.Where(variable=variable, members=members, condition=inner):
                return self._over(members, scope, variable, (inner,))
            case g.Quantified(variable=variable, members=members, condition=inner):
                return self._over(members, scope, variable, (inner,))
            case g.Total(variable=variable, members=members, amount=inner):
                return self._over(members, scope, variable, (inner,))
            case g.OverSets(variable=variable, cards=cards):
                return self._over(cards, scope, variable, (expr.condition, expr.amount))
            case g.Select(variable=variable, members=members, keys=keys):
                return self._over(members, scope, variable, tuple(key for _, key in keys))
            case g.Attribute(card=inner) | g.Extreme(cards=inner) | g.Pattern(cards=inner):
                return self._whole(self.value(inner, scope))
            case g.Splits(cards=cards, spare=spare):
                return self._joined(*(self._whole(self.value(part, scope)) for part in (cards, spare) if part is not None))
            case g.ReadAs(card=card, reading=reading):
                return self._joined(self.value(card, scope), self.value(reading, scope), self._families(expr))
            case g.Apply():
                return self._applied(expr, scope)
            case g.ScoreOf():
                return self._score(expr, scope)
            case g.Can():
                return self._can(expr, scope)
            case _:
                assert_never(expr)

    def _zone(self, expr: g.InZone, scope: _Scope) -> _Value:
        owner = _KNOWN if expr.owner is None else self.value(expr.owner, scope)
        if owner.level != PUBLIC:
            return self._whole(owner)
        read = ZoneRead(expr.zone, owner.is_viewer, False, self.viewer, expr.span)
        return self._seen(read, scope, owner.seen_if, HIDDEN if self.game.zone[expr.zone].family else SIZED)

    def _top(self, pile: g.Expr, scope: _Scope) -> _Value:
        if not isinstance(pile, g.InZone):
            return self._whole(self.value(pile, scope))
        owner = _KNOWN if pile.owner is None else self.value(pile.owner, scope)
        if owner.level != PUBLIC:
            return self._whole(owner)
        return self._seen(ZoneRead(pile.zone, owner.is_viewer, True, self.viewer, pile.span), scope, owner.seen_if, SIZED)

    def _seen(self, read: ZoneRead, scope: _Scope, more: tuple[ZoneRead, ...], otherwise: int) -> _Value:
        """Return the viewer's knowledge of a zone: everything if the zone is seen, else as much as its size determines."""
        if not read.top and read.zone in self.trackable:
            return replace(_KNOWN, seen_if=more)
        if any(zone == read.zone and (read.own or not own) and (read.top or not top) for zone, own, top in self.assumed):
            return replace(_KNOWN, seen_if=more)
        match self.visibility(read, ahead=scope.ahead):
            case "always":
                return replace(_KNOWN, seen_if=more)
            case "sometimes":
                return _Value(PUBLIC, seen_if=(*more, read))
            case "never":
                return _Value(otherwise, hidden=read, seen_if=more)

    def visibility(self, read: ZoneRead, *, ahead: bool) -> Visibility:
        """Return whether the viewer sees a read, by the clauses of visibility.

        In the look-ahead, cards that an act uncovers are not yet seen. Only cards that are always shown count, or cards shown
        under a condition that no act of the turn changes.
        """
        sights = self.game.sights_of(read.zone)
        shown = [c for c, s in sights if s.yes and (read.own or not s.own) and (not s.top or (read.top and not ahead))]
        hides = [c for c, s in sights if not s.yes and not (read.own and any(self._holds(e) for e in c.unless))]
        if not shown:
            return "never"
        if not hides and any(not c.unless and all(read.own and self._holds(e) for e in c.when) for c in shown):
            return "always"
        if ahead and any(not self._steady(expr) for c in (*shown, *hides) for expr in (*c.when, *c.unless)):
            return "never"
        return "sometimes"

    def _holds(self, expr: g.Expr) -> bool:
        """Return whether a condition of visibility holds for the viewer's own cards whenever a player has to move: a flag that
        every turn sets as it begins.
        """
        own = isinstance(expr, g.Recall) and isinstance(expr.owner, g.Local) and expr.owner.name == "owner"
        return own and isinstance(expr, g.Recall) and expr.cell in self.risen

    def _steady(self, expr: g.Expr) -> bool:
        """Return whether no act of the turn changes a condition of visibility."""
        if self.upset:
            return False
        kinds = (g.InZone, g.Top, g.Apply, g.ScoreOf, g.Can, g.Applies, g.ReadAs)
        found = list(parts(expr))
        return not any(isinstance(p, kinds) for p in found) and not any(
            isinstance(p, g.Recall) and p.cell in self.changed for p in found
        )

    def _sized(self, found: _Value) -> _Value:
        return replace(found, level=PUBLIC if found.level <= SIZED else HIDDEN, is_viewer=False)

    def _whole(self, found: _Value) -> _Value:
        """Return the part of a value that is known if the value is used as a whole. If only the size of a zone is known, the
        result is empty.
        """
        return replace(found, level=PUBLIC if found.level == PUBLIC else HIDDEN, is_viewer=False)

    def _joined(self, *found: _Value) -> _Value:
        """Return the known part of a result that depends on several values, each used as a whole."""
        worst = next((one for one in found if one.level != PUBLIC), _KNOWN)
        seen_if = tuple(dict.fromkeys(read for one in found for read in one.seen_if))
        return _Value(PUBLIC if worst.level == PUBLIC else HIDDEN, hidden=worst.hidden, seen_if=seen_if)

    def _neighbour(self, expr: g.Expr, of: _Value, scope: _Scope) -> _Value:
        """Evaluate the player a number of seats away: the viewer, if a step names the viewer by this expression."""
        mine = expr == self.viewer and isinstance(expr, g.Neighbour) and isinstance(expr.player, g.Actor)
        return replace(self._whole(of), is_viewer=mine and scope.actor is scope.turn and not scope.turn.is_viewer)

    def _families(self, expr: g.Expr) -> _Value:
        """Return what the viewer knows of the cards of all families, in which a card may be read as another."""
        families = [zone.name for zone in self.game.zones if zone.family]
        reads = [ZoneRead(name, False, False, self.viewer, expr.span) for name in families]
        return self._joined(*(self._seen(read, _Scope(_KNOWN, _KNOWN, {}), (), HIDDEN) for read in reads))

    def _operation(self, operator: g.Operator, operands: tuple[g.Expr, ...], scope: _Scope) -> _Value:
        found = [self.value(operand, scope) for operand in operands]
        if operator == "union" and all(one.level <= SIZED for one in found) and _are_disjoint(operands):
            joined = self._joined(*found)
            return joined if joined.level == PUBLIC else replace(joined, level=SIZED)
        if operator == "=" and any(isinstance(operand, g.Nobody) for operand in operands):
            return self._joined(*(self._sized(one) for one in found))
        return self._joined(*found)

    def _over(self, members: g.Expr, scope: _Scope, variable: str, inner: tuple[g.Expr, ...]) -> _Value:
        """Return the known part of a result that depends on the members of a set and on an expression evaluated for each."""
        of = self.value(members, scope)
        each = _KNOWN if of.level == PUBLIC else self._whole(of)
        return self._joined(of, *(self.value(expr, scope.bind(**{variable: each})) for expr in inner))

    def _applied(self, expr: g.Apply, scope: _Scope) -> _Value:
        """Evaluate a definition: its value is that of one of its clauses, chosen by their conditions."""
        arguments = tuple(self.value(argument, scope) for argument in expr.arguments)
        key = (expr.function, arguments, scope.actor, scope.turn.is_viewer, scope.ahead, self.assumed)
        if key in self.found:
            return self.found[key]
        self.found[key] = _KNOWN
        conditions, values = list[_Value](), list[_Value]()
        for clause, sentence in self.game.definitions_of(expr.function):
            inner = replace(scope, names=dict(zip(sentence.parameters, arguments, strict=True)))
            conditions += [self.value(condition, inner) for condition in (*clause.when, *clause.unless)]
            values.append(self.value(sentence.value, inner))
        self.found[key] = found = self._answered(self._joined(*conditions), values)
        return found

    def _answered(self, which: _Value, values: list[_Value]) -> _Value:
        """Return the join of the possible values. `which` is the knowledge about the choice among them."""
        if which.level == PUBLIC and len(values) == 1:
            return replace(values[0], seen_if=tuple(dict.fromkeys((*values[0].seen_if, *which.seen_if))))
        sized = which.level == PUBLIC and all(value.level <= SIZED for value in values)
        joined = self._joined(which, *values)
        return replace(joined, level=SIZED) if sized and joined.level == HIDDEN else joined

    def _score(self, expr: g.ScoreOf, scope: _Scope) -> _Value:
        side = self.value(expr.side, scope)
        found = [self._whole(side)]
        inner = replace(scope, names={"side": side})
        for clause, sentence in self.game.headings:
            if expr.heading in (None, clause.name):
                found += [self.value(condition, inner) for condition in (*clause.when, *clause.unless)]
                found.append(self.value(sentence.amount, inner))
                if sentence.chosen is not None:
                    found.append(self.value(sentence.chosen, inner))
        return self._joined(*found)

    def _can(self, expr: g.Can, scope: _Scope) -> _Value:
        """Evaluate whether somebody can do an act: the reads of its permissions, prohibitions and domains."""
        actor = self.value(expr.actor, scope)
        given = {name: self.value(value, scope) for name, value in expr.given}
        names = () if expr.where is None else tuple(scope.names.items())
        key = (expr, actor, tuple(given.values()), names, scope.turn.is_viewer, scope.ahead, self.assumed)
        if key in self.found:
            return self.found[key]
        self.found[key] = _KNOWN
        act = self.game.act[expr.act]
        inner = replace(scope, actor=replace(actor, level=PUBLIC, seen_if=()), names={}).bind(
            **{p.name: given.get(p.name, _KNOWN) for p in act.parameters}
        )
        found = [self._whole(actor), *(self._whole(one) for one in given.values())]
        found += [self._whole(self.value(p.domain, inner)) for p in act.parameters if p.domain is not None]
        for clause in _clauses_of(self.game, expr.act, expr.by):
            found.append(self._whole(self._subject(clause, inner)))
            found += [self.value(condition, inner) for condition in (*clause.when, *clause.unless)]
        if expr.where is not None:
            found.append(self.value(expr.where, scope.bind(**{name: _KNOWN for _, name in expr.free})))
        self.found[key] = joined = self._joined(*found)
        return joined


def _flags_raised_each_turn(game: g.Game) -> frozenset[str]:
    """Return the flags of each player that are set at the start of each of the player's turns, whatever the state, and reset
    only when their period begins.
    """
    raised = set[str]()
    for clause in game.consequences("start", "turn"):
        rivals = any(clause.name in other.despite for other in game.clauses)
        for effect in clause.effects if not (clause.when or clause.unless or rivals) else ():
            match effect:
                case g.Effect(
                    body=g.Become(cell=g.Recall(cell=cell, owner=g.Actor()), value=g.Truth(value=True)),
                    each=None, when=(), unless=(),
                ):  # fmt: skip
                    raised.add(cell)
                case _:
                    pass
    for effect in _effects(game):
        body = effect.body
        if not (isinstance(body, g.Become) and isinstance(body.value, g.Truth) and body.value.value):
            raised.discard(facts_of(body).memory or "")
    return frozenset(raised)


def _effects(game: g.Game) -> Iterator[g.Effect]:
    """Yield every effect of the game."""
    for act in game.acts:
        yield from act.effects
    for clause in game.clauses:
        yield from clause.effects


def trackable_zones(game: g.Game) -> frozenset[str]:
    """Return the zones whose cards are known to everybody who remembers the play: all players saw every card that entered, or a
    move named it, and no card leaves unseen.

    The result is the greatest such set, a fixpoint: zones are dropped until all effects are consistent with the rest. At the
    start of a match all zones are empty.
    """
    zones = {zone.name for zone in game.zones if not zone.family}
    while True:
        query = Viewer(game, None, frozenset(zones))
        lost = {zone for course in _courses(game) for zone in query.lost_zones(course)} & zones
        if not lost:
            return frozenset(zones)
        zones -= lost


@frozen
class _Course:
    """Effects that happen together (an act and its consequences, or an event), with all conditions on which they depend."""

    act: g.Act | None
    effects: tuple[g.Effect, ...]
    conditions: tuple[g.Expr, ...]


def _courses(game: g.Game) -> Iterator[_Course]:
    for act in game.acts:
        if act.effects:
            yield _Course(act, act.effects, ())
    for moment, name in game.events:
        clauses = game.consequences(moment, name)
        of = game.act[name] if moment == "after" else None
        back = [e for e in (one for clause in clauses for one in clause.effects) if facts_of(e.body).back_to is not None]
        again = [expr for effect in back for expr in (*effect.when, *effect.unless)]
        if back:
            again += [expr for clause in clauses for expr in (*clause.when, *clause.unless)]
        for clause in clauses:
            rivals = [other for other in clauses if other.despite] if len(clauses) > 1 else []
            over = [expr for other in rivals for expr in (*other.when, *other.unless)]
            yield _Course(of, clause.effects, (*clause.when, *clause.unless, *over, *again))


def _are_public(*values: _Value) -> bool:
    """Return whether values are known wherever they are evaluated."""
    return all(value.level == PUBLIC and not value.seen_if for value in values)


def _clauses_of(game: g.Game, act: str, by: str | None) -> Iterator[g.Clause]:
    """Yield the permissions of an act, the prohibitions that forbid them, and the exemptions that lift those; with `by`, only
    that permission.
    """
    for clause, _ in game.permissions_of(act):
        if by is None or clause.name == by:
            yield clause
    if by is None:
        for clause, _ in game.prohibitions_of(act):
            yield clause
        for clause, _ in game.exemptions_of(act):
            yield clause


def _are_disjoint(operands: tuple[g.Expr, ...]) -> bool:
    """Return whether two sets never share a card: they are different zones."""
    zones = [operand.zone for operand in operands if isinstance(operand, g.InZone)]
    return len(zones) == len(operands) == len(set(zones))


def outcome_reads(game: g.Game, act: g.Act) -> tuple[g.Expr, ...] | None:
    """Return the expressions on which the outcome of an act depends, of its effects and of the clauses after it; None if it
    depends on chance or on a card chosen unseen. Clauses of an annex are left out, as no rule reads their memory.
    """
    after = tuple(clause for clause in game.consequences("after", act.name) if not clause.annex)
    effects = (*act.effects, *(effect for clause in after for effect in clause.effects))
    facts = [facts_of(effect.body) for effect in effects]
    if any(own.chance for own in facts) or any(parameter.unseen for parameter in act.parameters):
        return None
    read = [e for clause in after for e in (*clause.when, *clause.unless)]
    read += [e for effect, own in zip(effects, facts, strict=True) for e in (*effect.when, *effect.unless, *own.reads)]
    if any(own.order_of_play for own in facts):
        read += [e for c, sentence in game.with_sentence(g.Begins) for e in (*c.when, *c.unless, sentence.player)]
    return tuple(read)


def zones_read(game: g.Game, part: object, inside: tuple[str, ...] = ()) -> Iterator[tuple[str, bool, bool]]:
    """Yield the zones whose cards an expression reads, with whether it reads only the actor's part and whether it reads only
    the top card. Sizes are public. It follows definitions, headings of the score and acts, except those in `inside`, which
    contain the expression.
    """
    if isinstance(part, g.Size) and isinstance(part.members, g.InZone):
        return
    if isinstance(part, g.Top) and isinstance(part.pile, g.InZone):
        yield part.pile.zone, _own(part.pile.owner), True
        return
    if isinstance(part, g.InZone):
        yield part.zone, _own(part.owner), False
    if isinstance(part, g.Apply) and part.function not in inside:
        yield from zones_read(game, game.asked_by(part.function), (*inside, part.function))
    if isinstance(part, g.ScoreOf):
        headings = (heading for heading in game.headings if part.heading in (None, heading[0].name))
        yield from zones_read(game, tuple((c.when, c.unless, s.amount, s.chosen) for c, s in headings), inside)
    if isinstance(part, g.Can) and part.act not in inside:
        clauses = tuple((c.when, c.unless) for c in _clauses_of(game, part.act, part.by))
        for zone, own, top in zones_read(game, (game.act[part.act].parameters, clauses), (*inside, part.act)):
            yield zone, own and isinstance(part.actor, g.Actor), top
    for inner in children(part):
        yield from zones_read(game, inner, inside)


def _own(owner: g.Expr | None) -> bool:
    return isinstance(owner, g.Actor) or (isinstance(owner, g.SideOf) and isinstance(owner.player, g.Actor))


# ------------------------------------------------------------------------------- cards laid face down


def laid_face_down(game: g.Game, act: g.Act) -> frozenset[str]:
    """Return the parameters whose cards an act moves without showing them to all players. A player knows such a card only if
    the player sees its first place, its last place or a place on the way. Cards that are chosen unseen are not included, nor
    cards that the player names and does not lay, because they may be anywhere (`all cards - hand`).

    All players know all other cards: the cards are visible before the act; or no effect moves them; or an effect lays them in a
    zone that all players always see, shows them, or moves visible cards to the same place (as when a card captures).
    """
    if act.finding:
        return frozenset()
    laid = (p for p in act.parameters if not any(isinstance(part, g.AllCards) for part in parts(p.domain)))
    cards = (p for p in laid if p.type.kind in ("card", "cards") and not p.unseen and p.choice != "either")
    return frozenset(p.name for p in cards if not _is_open(game, act, p.domain) and _is_covered(game, act, p.name))


def passes_through(game: g.Game, act: g.Act) -> bool:
    """Return whether cards that an act hides may be, at some time, in a zone that a player sees."""
    names = laid_face_down(game, act)
    bodies = (effect.body for effect in caused_by(game, act))
    moving = (body for body in bodies if any(_moves(body, name) for name in names))
    return any(game.sights_of(zone) for body in moving for zone in _destinations(game, act, body))


def _is_covered(game: g.Game, act: g.Act, name: str) -> bool:
    """Return whether an act moves the cards of a parameter and does not show them to all."""
    moving = [effect.body for effect in caused_by(game, act) if _moves(effect.body, name)]
    if not moving:
        return False
    certain = _certain_effects(game, act)
    for effect in certain:
        if _names(facts_of(effect.body).shows, name):
            return False
        if effect.body in moving and _lies_open(game, act, effect.body, name):
            return False
    places = frozenset(zone for body in moving for zone in _destinations(game, act, body))
    return not any(_brings_open_cards(game, act, effect.body, name, places) for effect in certain)


def _certain_effects(game: g.Game, act: g.Act) -> tuple[g.Effect, ...]:
    """Return the effects of an act, and of the clauses after it, that happen whatever the state."""
    clauses = game.consequences("after", act.name)
    ending = any(facts_of(effect.body).ends is not None for effect in caused_by(game, act))
    sure = () if ending or any(clause.despite for clause in clauses) else clauses
    effects = (*act.effects, *(e for clause in sure if not (clause.when or clause.unless) for e in clause.effects))
    return tuple(effect for effect in effects if not (effect.when or effect.unless or effect.each))


def _moves(body: g.EffectBody, name: str) -> bool:
    """Return whether an effect moves cards of a parameter."""
    return _names(facts_of(body).takes, name)


def _destinations(game: g.Game, act: g.Act, body: g.EffectBody) -> frozenset[str]:
    """Return the zones to which an effect may move cards."""
    facts = facts_of(body)
    if facts.family is not None:
        return frozenset((facts.family,))
    sources = facts.takes if facts.swaps else () if facts.to is None else (facts.to,)
    found = [drawn_from(game, place, act) for place in sources]
    anywhere = frozenset(zone.name for zone in game.zones)
    return frozenset[str]().union(*(anywhere if zones is None else zones for zones in found))


def _lies_open(game: g.Game, act: g.Act, body: g.EffectBody, name: str) -> bool:
    """Return whether an effect lays the cards of a parameter in zones that all players always see."""
    takes = facts_of(body).takes
    single = next(p.choice == "one" for p in act.parameters if p.name == name) and len(takes) == 1
    if facts_of(body).swaps:
        return all(_is_open(game, act, take) for take in takes if not _names(take, name))
    zones = _destinations(game, act, body)
    return bool(zones) and all(_seen_by_all(game, zone, top=single) for zone in zones)


def _brings_open_cards(game: g.Game, act: g.Act, body: g.EffectBody, name: str, places: frozenset[str]) -> bool:
    """Return whether an effect moves cards that all players see to one of the places. Cards of parameters do not count."""
    facts = facts_of(body)
    if facts.swaps or places.isdisjoint(_destinations(game, act, body)):
        return False
    others = (take for take in facts.takes if not _names(take, name))
    return any(_is_open(game, act, take) for take in others)


def _is_open(game: g.Game, act: g.Act, cards: g.Expr | None) -> bool:
    """Return whether all players always see the cards of a set when an act begins."""
    zones = None if cards is None else drawn_from(game, cards, act)
    return bool(zones) and all(_seen_by_all(game, zone, top=isinstance(cards, g.Top)) for zone in zones or ())


def _names(node: object, name: str) -> bool:
    """Return whether an expression, or one of several expressions, mentions a parameter."""
    return any(isinstance(part, g.Local) and part.name == name for part in parts(node))


def _seen_by_all(game: g.Game, zone: str, *, top: bool) -> bool:
    """Return whether all players always see the cards of a zone or, with `top`, its top card."""
    sights = game.sights_of(zone)
    shown = (c for c, s in sights if s.yes and not s.own and (top or not s.top))
    return all(s.yes for _, s in sights) and any(not (clause.when or clause.unless) for clause in shown)


# ------------------------------------------------------------------------------------ unseen choices


def check_unseen_choices(words: Vocabulary, acts: tuple[g.Act, ...], clauses: tuple[g.Clause, ...]) -> None:
    """Report each parameter that cannot be chosen unseen, and each condition that depends on the identity of an unseen card."""
    unseen = {act.name: tuple(p for p in act.parameters if p.unseen) for act in acts}
    if not any(unseen.values()):
        return
    for act in acts:
        for parameter in unseen[act.name]:
            _check_parameter(words, act, parameter)
        names = {parameter.name for parameter in unseen[act.name]}
        for other in act.parameters:
            _refuse(words, _named(other.domain, names - {other.name}))
    for clause in clauses:
        if isinstance(clause.sentence, g.Permission | g.Prohibition):
            names = {parameter.name for act in clause.sentence.acts for parameter in unseen.get(act, ())}
            _refuse(words, _named((clause.sentence.subject, clause.when, clause.unless), names))
    for part in parts((acts, clauses)):
        if isinstance(part, g.Can):
            _refuse(words, _asked_of_can(part, {parameter.name for parameter in unseen.get(part.act, ())}))


def _check_parameter(words: Vocabulary, act: g.Act, parameter: g.Parameter) -> None:
    name = parameter.name
    if act.finding:
        message = msg("`{name}` cannot be chosen unseen: a finding is entered by the arbiter, who sees the cards", name=name)
        words.report.error("C0418", message, parameter.span, msg("the arbiter sees this card"), msg("leave out `, unseen`"))
    elif parameter.choice != "one" or parameter.type.kind != "card":
        if parameter.type == UNKNOWN:
            return  # the checker has reported the mistake in the set
        message = msg("`{name}` cannot be chosen unseen: it is not one card", name=name)
        advice = msg("write `{name} is one of ZONE, unseen`; an act that takes several cards can be done again", name=name)
        words.report.error("C0418", message, parameter.span, msg("only one card of a zone can be chosen unseen"), advice)
    elif parameter.domain is not None and not _of_whole_zones(parameter.domain):
        message = msg("`{name}` is chosen unseen, but only from some of the cards of a zone", name=name)
        advice = msg("write `{name} is one of ZONE, unseen`, for a zone with all its cards", name=name)
        words.report.error(
            "C0418", message, parameter.domain.span, msg("a player who chooses unseen cannot leave any out"), advice
        )


def _of_whole_zones(cards: g.Expr) -> bool:
    """Return whether a set consists of zones, and perhaps of marked cards, which are public."""
    if isinstance(cards, g.Operation):
        return cards.operator in ("union", "minus") and all(map(_of_whole_zones, cards.operands))
    return isinstance(cards, g.InZone | g.Recall)


def _named(node: object, names: set[str]) -> Iterator[tuple[str, Span]]:
    for part in parts(node):
        if isinstance(part, g.Local) and part.name in names:
            yield part.name, part.span


def _asked_of_can(asked: g.Can, unseen: set[str]) -> Iterator[tuple[str, Span]]:
    """Yield the unseen cards that a `can` tests: its arguments, and cards that its condition mentions."""
    yield from ((name, given.span) for name, given in asked.given if name in unseen)
    own = {word: name for name, word in asked.free if name in unseen}
    yield from ((own[word], span) for word, span in _named(asked.where, set(own)))


def _refuse(words: Vocabulary, asked: Iterator[tuple[str, Span]]) -> None:
    for name, span in asked:
        message = msg("the legal moves cannot depend on `{name}`, which is chosen unseen", name=name)
        advice = msg("test it in a clause `after` the act; leave out `, unseen` if the player who chooses sees the cards")
        words.report.error("C0418", message, span, msg("the answer would reveal the card"), advice)
