"""Acts: the arguments that they may take, the conditions under which they are warranted, and `P can A …`.

`P can A …` becomes a proposition b. If b is true, a fresh witness satisfies the case of the act; conversely, b is true if any
arguments satisfy the case. The converse is a conjunction over all sets of cards, so only some of its instances are asserted:
all single cards at once, the witnesses of other such propositions, and instances that `solver` finds missing. Every instance is
valid, so leaving some out can make a proof fail but never makes it wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from weakref import WeakMethod

from cartaro_grammar import Clause, Expr, Game
from cartaro_grammar import game as g
from cartaro_verify.encode.expressions import Encoder, FaultCondition, alternatives
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import (
    Board,
    Guarded,
    NotCovered,
    ReachedClause,
    Read,
    Round,
    SingleCard,
    SymbolicState,
    TermScope,
    Value,
    as_guarded,
    as_number,
    as_truth,
    exactly,
    value_key,
)
from cartaro_verify.terms.terms import Cond, Num, Vec

SymbolicArguments = dict[str, Value]


def reads(act: g.Act, parameter: g.Parameter) -> bool:
    """Return whether a parameter is a group, or cards with readings."""
    inside = parameter.domain.name if isinstance(parameter.domain, g.Local) else ""
    return parameter.freely or parameter.type.kind == "group" or any(p.name == inside and reads(act, p) for p in act.parameters)


@dataclass(slots=True)
class Ability:
    """One occurrence of `P can A …` in one state: its proposition and its asserted instances."""

    expr: g.Can
    scope: TermScope
    actor: int
    given: SymbolicArguments
    proposition: Cond
    witness: SymbolicArguments
    level: int = 0
    """The number of abilities in whose cases it is nested."""
    done: set[object] = field(default_factory=set[object])


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The numbers of abilities and instances at one time. The acts can be rolled back to them."""

    abilities: dict[object, Ability]
    introduced: int
    done: tuple[set[object], ...]
    axioms: int
    candidates: int
    fault_conditions: int
    rounds: int
    waiting: list[Ability]
    memo: dict[object, tuple[Value, object]]
    sets: dict[object, tuple[list[tuple[Cond, Vec]], object]]


class Acts:
    """The acts of a game over symbolic states, with the abilities met so far."""

    def __init__(self, game: Game, context: ProofContext, settings: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.context = context
        self.variables = context.variables
        self.encoder = Encoder(game, context, WeakMethod(self.can), settings)
        self.axioms = self.encoder.axioms
        self.abilities: dict[object, Ability] = {}
        self.introduced: list[Ability] = []
        self.waiting: list[Ability] = []
        """The abilities for which no single card has been tried yet, since most queries are answered without."""
        self.level = 0
        self.candidates: list[tuple[Board, str, SymbolicArguments]] = []
        """Arguments worth trying as instances, as triples of state, act and arguments."""
        self.fault_conditions: list[FaultCondition] = []
        """The conditions under which play may stop, on the paths encoded with these acts."""
        self.met: list[ReachedClause] = []
        """The clauses that were encoded on these paths."""
        self.rounds: list[Round] = []
        """The further rounds of loops on these paths."""
        self.subsets: dict[object, tuple[Cond, Vec, Vec]] = {}

    def checkpoint(self) -> Checkpoint:
        """Return a checkpoint of the present abilities and instances."""
        counts = (len(found) for found in (self.introduced, self.axioms, self.candidates, self.fault_conditions, self.rounds))
        introduced, axioms, candidates, fault_conditions, rounds = counts
        done = tuple(set(a.done) for a in self.introduced)
        memo, sets = dict(self.encoder.memo), dict(self.encoder.sets)
        waiting = list(self.waiting)
        return Checkpoint(
            dict(self.abilities), introduced, done, axioms, candidates, fault_conditions, rounds, waiting, memo, sets
        )

    def roll_back(self, before: Checkpoint) -> bool:
        """Drop the abilities and instances added since a checkpoint, with everything that may mention them; return whether
        there were any.
        """
        counts = [len(a.done) for a in self.introduced]
        if counts == [len(done) for done in before.done]:
            return False
        del self.introduced[before.introduced :], self.axioms[before.axioms :], self.candidates[before.candidates :]
        del self.fault_conditions[before.fault_conditions :], self.rounds[before.rounds :]
        for ability, done in zip(self.introduced, before.done, strict=True):
            ability.done = set(done)
        self.abilities, self.encoder.memo, self.encoder.sets = dict(before.abilities), dict(before.memo), dict(before.sets)
        self.waiting = list(before.waiting)
        return True

    # -------------------------------------------------------------------------------- arguments

    def unknown_arguments(self, act: g.Act, given: SymbolicArguments, hint: str) -> SymbolicArguments:
        """Return unknown arguments for the parameters that are not given; their domains are not asserted."""
        arguments = dict(given)
        for parameter in act.parameters:
            if parameter.name in given:
                continue
            if parameter.choice == "either":
                index = self.variables.number(hint)
                names = parameter.answers
                self.axioms += [terms.at_least(index, 0), terms.at_most(index, len(names) - 1)]
                arguments[parameter.name] = Guarded(tuple((a, terms.equal(index, i)) for i, a in enumerate(names)))
            elif reads(act, parameter):
                arguments[parameter.name] = self.unknown_read(act, parameter, hint)
            elif parameter.type.kind in ("card", "cards"):
                vector = self.variables.cards(hint, self.encoder.size)
                self.axioms.extend(terms.bit_bounds(vector))
                arguments[parameter.name] = vector
            elif parameter.type.kind == "number":
                arguments[parameter.name] = self.variables.number(hint)
            elif parameter.choice == "one" and parameter.type.kind in ("player", "side", "symbol"):
                index, values = self.variables.number(hint), self.values(parameter)
                self.axioms += [terms.at_least(index, 0), terms.at_most(index, len(values) - 1)]
                arguments[parameter.name] = Guarded(tuple((value, terms.equal(index, n)) for n, value in enumerate(values)))
            else:
                raise NotCovered(st.UncoveredKind(st.KindUse.CHOICE, st.kind_of(parameter.type)))
        return arguments

    def unknown_read(self, act: g.Act, parameter: g.Parameter, hint: str) -> Read:
        """Return unknown cards with readings: any set, or one of the possible groups."""
        vector = self.variables.cards(hint, self.encoder.size)
        self.axioms.extend(terms.bit_bounds(vector))
        groups, sign = self.encoder.groups, self.variables.fresh(f"read.{hint}")
        assert groups is not None, "cards are read in some way only where there are groups"
        family = parameter.domain.zone if parameter.type.kind == "group" and isinstance(parameter.domain, g.InZone) else ""
        shapes = groups.of_family(family) if family else None
        if parameter.type.kind == "cards" and not act.finding:
            shapes = groups.laid(act, parameter.name)
        if shapes is not None:
            least, most = groups.sizes(shapes)
            size = terms.sum_of(vector)
            self.axioms += [terms.at_least(size, least), terms.at_most(size, most)]
        return Read(vector, sign, shapes, family)

    def values(self, parameter: g.Parameter) -> tuple[int | str, ...]:
        """Return the possible arguments of a parameter that is a player, a side or a value of an attribute."""
        match parameter.type.kind:
            case "player":
                return tuple(range(self.game.players))
            case "side":
                return tuple(range(self.game.sides))
            case _:
                info = next(a for a in self.game.deck.attributes if a.name == parameter.type.enumeration)
                return tuple(symbol.name for symbol in info.values)

    def bounds(self, numbers: g.Numbers, scope: TermScope) -> tuple[Num, Num]:
        """Return the least and the greatest number that may be chosen."""
        least, most = (self.encoder.number(bound, scope) for bound in (numbers.low, numbers.high))
        return terms.ite(terms.at_least(least, 0), least, 0), most

    def in_domain(self, act: g.Act, arguments: SymbolicArguments, scope: TermScope) -> Cond:
        """Return whether every argument is in its parameter's domain."""
        inner = replace(scope, locals=arguments)
        return terms.all_of(self.fits(p, arguments[p.name], inner) for p in act.parameters)

    def fits(self, parameter: g.Parameter, value: Value, scope: TermScope) -> Cond:
        if parameter.choice == "either":
            return True
        if parameter.domain is None:
            raise NotCovered(st.Construct.ANY_CHOICE)
        if isinstance(parameter.domain, g.Numbers):
            number, (least, most) = as_number(value), self.bounds(parameter.domain, scope)
            return terms.and_(terms.at_most(least, number), terms.at_most(number, most))
        if parameter.type.kind in ("player", "side", "symbol"):
            domain = self.encoder.guarded(parameter.domain, scope)
            return terms.any_of(terms.and_(c, domain.when(v)) for v, c in as_guarded(value).items)
        vector = self.encoder.vector(value, parameter.type)
        if parameter.type.kind == "group" and isinstance(parameter.domain, g.InZone):
            zone = parameter.domain.zone
            return terms.and_(terms.subset(vector, scope.state.zones[zone, -1]), terms.at_least(terms.sum_of(vector), 1))
        domains = alternatives(self.encoder, parameter.domain, scope)
        if parameter.choice == "all":
            same = ((c, [terms.equal(x, y) for x, y in zip(vector, allowed, strict=True)]) for c, allowed in domains)
            return terms.all_of(terms.implies(c, terms.all_of(pairs)) for c, pairs in same)
        size = terms.sum_of(vector)
        count = terms.equal(size, 1) if parameter.type.kind == "card" else terms.at_least(size, 1)
        return terms.and_(*(terms.implies(c, self.within(vector, allowed)) for c, allowed in domains), count)

    def within(self, first: Vec, second: Vec) -> Cond:
        """Return whether one set of cards is a subset of another; cached for all instances of an ability."""
        key = (terms.keys(first), terms.keys(second))
        if key not in self.subsets:
            self.subsets[key] = (terms.subset(first, second), first, second)
        return self.subsets[key][0]

    # -------------------------------------------------------------------------------- law

    def applies_to_actor(self, clause: Clause, subject: Expr, scope: TermScope) -> Cond:
        """Return whether a permission or prohibition concerns the player of the act, and its case holds; `the player before
        player` and the like are resolved from the player to move.
        """
        about: Cond = True
        if not isinstance(subject, g.Actor):
            about = self.encoder.guarded(subject, replace(scope, actor=scope.state.turn)).when(scope.actor)
        return about if about is False else terms.and_(about, self.encoder.applies(clause, scope))

    def forbids(self, clause: Clause, sentence: g.Prohibition, scope: TermScope) -> Cond:
        """Return whether the case of a prohibition holds and no exemption lifts the prohibition."""
        case = self.applies_to_actor(clause, sentence.subject, scope)
        if case is False:
            return False
        return terms.and_(case, *(terms.not_(self.lifts(c, e, clause, scope)) for c, e in self.game.lifting(clause)))

    def lifts(self, exemption: Clause, lifting: g.Permission, prohibition: Clause, scope: TermScope) -> Cond:
        """Return whether an exemption applies and no other prohibition that takes precedence over it does."""
        above = self.game.yields_to(exemption.name) - {prohibition.name}
        over = (
            self.applies_to_actor(clause, sentence.subject, scope)
            for clause, sentence in self.game.with_sentence(g.Prohibition)
            if clause.name in above
        )
        return terms.and_(self.applies_to_actor(exemption, lifting.subject, scope), *(terms.not_(o) for o in over))

    def title(self, clause: Clause, sentence: g.Permission, scope: TermScope) -> Cond:
        """Return whether a permission applies and no prohibition bars it."""
        case = self.applies_to_actor(clause, sentence.subject, scope)
        if case is False:
            return False
        return terms.and_(case, *(terms.not_(self.forbids(bar, p, scope)) for bar, p in self.game.barring(clause)))

    def warranted(self, act: g.Act, arguments: SymbolicArguments, scope: TermScope) -> Cond:
        """Return whether arguments are in their domains and a permission that is not barred allows them."""
        inside = self.in_domain(act, arguments, scope)
        if inside is False:
            return False
        inner = replace(scope, locals=arguments)
        return terms.and_(inside, terms.any_of(self.title(c, p, inner) for c, p in self.game.permissions_of(act.name)))

    def legal(self, state: SymbolicState, actor: int, act: g.Act, arguments: SymbolicArguments) -> Cond:
        """Return whether an act is warranted; such an act may still be illegal if the turn cannot be completed after it.
        Remember the arguments as worth trying in other states.
        """
        self.candidates.append((state.board, act.name, arguments))
        return self.warranted(act, arguments, TermScope(state, actor, arguments))

    # -------------------------------------------------------------------------------- can

    def can(self, expr: g.Can, scope: TermScope) -> Cond:
        actors = self.encoder.guarded(expr.actor, scope)
        return terms.any_of(terms.and_(condition, self.able(expr, player, scope)) for player, condition in actors.owners)

    def able(self, expr: g.Can, actor: int, scope: TermScope) -> Cond:
        given = {name: self.encoder.value(e, scope) for name, e in expr.given}
        words = tuple((n, value_key(v)) for n, v in sorted(scope.locals.items())) if expr.where is not None else ()
        speaker = None if expr.where is None else scope.actor
        key = (
            scope.state.board,
            actor,
            expr.act,
            expr.by,
            expr.where,
            expr.free if expr.where is not None else (),
            tuple((n, value_key(v)) for n, v in given.items()),
            words,
            speaker,
        )
        if key not in self.abilities and self.left_open(expr):
            proposition = self.variables.truth(f"can.{expr.act}")
            return as_truth(self.encoder.memo.setdefault(key, (proposition, (scope, given)))[0])
        if key not in self.abilities:
            with self.encoder.watched() as breaks:
                self.abilities[key] = self.introduce(expr, actor, given, scope)
            self.encoder.broken[key] = breaks
        self.encoder.breaks += self.encoder.broken[key]
        return self.abilities[key].proposition

    def left_open(self, expr: g.Can) -> bool:
        """Return whether an act depends on readings, so that whether it can be done is left open."""
        act = self.game.act[expr.act]
        return any(reads(act, parameter) for parameter in act.parameters)

    def introduce(
        self, expr: g.Can, actor: int, given: SymbolicArguments, scope: TermScope, single_cards: bool = True
    ) -> Ability:
        act = self.game.act[expr.act]
        proposition = self.variables.truth(f"can.{expr.act}")
        witness = self.unknown_arguments(act, given, f"with.{expr.act}")
        ability = Ability(expr, scope, actor, given, proposition, witness, self.level)
        case = self.inside(ability, witness)
        if case is False:
            ability.proposition = False
            self.introduced.append(ability)
            return ability
        self.axioms.append(terms.implies(proposition, case))
        self.candidates.append((scope.state.board, expr.act, witness))
        self.introduced.append(ability)
        if single_cards:
            self.waiting.append(ability)
        return ability

    def try_single_cards(self) -> bool:
        """Instantiate the waiting abilities with single cards, the first and last numbers, and each value; return whether any
        ability was waiting.
        """
        waiting, self.waiting = self.waiting, []
        for ability in waiting:
            self.singletons(ability, self.game.act[ability.expr.act])
        return bool(waiting)

    def inside(self, ability: Ability, arguments: SymbolicArguments) -> Cond:
        """Encode a case with its own abilities one level deeper."""
        outer, self.level = self.level, ability.level + 1
        case = self.case(ability, arguments)
        self.level = outer
        return case

    def case(self, ability: Ability, arguments: SymbolicArguments) -> Cond:
        """Return whether the act is possible with these arguments in the way that the expression requires."""
        expr, act = ability.expr, self.game.act[ability.expr.act]
        inner = TermScope(ability.scope.state, ability.actor, arguments)
        case = self.warranted(act, arguments, inner) if expr.by is None else self.permitted_by(expr.by, act, arguments, inner)
        if expr.where is None or case is False:
            return case
        words = {**ability.scope.locals, **{word: arguments[p] for p, word in expr.free}}
        return terms.and_(case, self.encoder.truth(expr.where, replace(ability.scope, locals=words)))

    def permitted_by(self, name: str, act: g.Act, arguments: SymbolicArguments, scope: TermScope) -> Cond:
        """Return whether the case of a permission holds for these arguments; False if there is no such clause."""
        clause = self.game.clause.get(name)
        if clause is None or not isinstance(clause.sentence, g.Permission):
            return False
        return terms.and_(self.in_domain(act, arguments, scope), self.applies_to_actor(clause, clause.sentence.subject, scope))

    def singletons(self, ability: Ability, act: g.Act) -> None:
        """Instantiate an ability that leaves one parameter open, with every single card, every value of an attribute, or the
        first and last number.
        """
        open_ones = [p for p in act.parameters if p.name not in ability.given]
        if len(open_ones) != 1:
            return
        parameter = open_ones[0]
        for tried in self.plain_values(parameter, TermScope(ability.scope.state, ability.actor, ability.given)):
            self.instantiate(ability, {**ability.given, parameter.name: tried})
        if parameter.type.kind not in ("card", "cards"):
            return
        for card in range(self.encoder.size):
            value: Value = SingleCard(card)
            if parameter.type.kind != "card":
                value = tuple(int(i == card) for i in range(self.encoder.size))
            self.instantiate(ability, {**ability.given, parameter.name: value})

    def plain_values(self, parameter: g.Parameter, scope: TermScope) -> tuple[Value, ...]:
        """Return the values to be tried for a parameter that is a number or a value of an attribute; nothing for other
        parameters.
        """
        if isinstance(parameter.domain, g.Numbers):
            return self.bounds(parameter.domain, scope)
        if parameter.choice == "one" and parameter.type.kind == "symbol":
            return tuple(exactly(value) for value in self.values(parameter))
        return ()

    def instantiate(self, ability: Ability, arguments: SymbolicArguments) -> bool:
        """Assert that the ability is true if these arguments satisfy its case; return whether that was new."""
        chosen = tuple((p, value_key(arguments[p])) for p in self.open_parameters(ability))
        if chosen in ability.done:
            return False
        ability.done.add(chosen)
        case = self.inside(ability, {**arguments, **ability.given})
        if case is False:
            return False
        self.axioms.append(terms.implies(case, ability.proposition))
        return True

    def open_parameters(self, ability: Ability) -> list[str]:
        act = self.game.act[ability.expr.act]
        return [p.name for p in act.parameters if p.name not in ability.given]

    def instantiate_candidates(self) -> bool:
        """Try every candidate's arguments in every outermost ability of the same act and state; return whether any was new."""
        new = False
        for ability in list(self.introduced):
            if ability.proposition is False or ability.level > 0:
                continue
            for board, act, arguments in list(self.candidates):
                if board is ability.scope.state.board and act == ability.expr.act and arguments is not ability.witness:
                    new |= self.instantiate(ability, arguments)
        return new
