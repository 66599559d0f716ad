"""Groups of cards: the subsets of a set of cards that satisfy a condition.

Shared by the interpreter, the engine and the verifier. A condition on one set of cards is analysed by its form: as an equation
or a bound on the set, its size or a total (`facts_about_set`), or, if it depends only on the set, as a table of all sets of the
pack that satisfy it (`Shapes`). If the table would be too large, each query builds the sets from the cards that it is given.
Sets of any other form are enumerated and tested.

The analysis only limits the search. Every set is tested by the condition itself, as the interpreter evaluates it. A search that
would become too long raises `Faulted` (C0804).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb

from cartaro_grammar import CARDS, PLAYER, PLAYERS, SIDE, SIDES, TRUTH, Expr, Game, default, msg, parts, rewrite, subexpressions
from cartaro_grammar import game as g
from cartaro_interpreter.evaluate.mentions import free_locals, steady
from cartaro_interpreter.state.card_sets import FaceSets, Key, mask_of, members
from cartaro_interpreter.state.faults import Faulted

# -------------------------------------------------------- conditions on one set


THE_SET = "·"
"""The name of the set in a condition of a table; no identifier of a ruleset contains this character."""
MOST_BRANCHES = 64


def on_the_set(game: Game, exprs: list[Expr], name: str) -> Expr | None:
    """Return conditions on a set as one condition on `THE_SET`. Return None if a condition depends on more than the set."""
    if not exprs or any(free_locals(expr) != frozenset((name,)) or not steady(game, expr) for expr in exprs):
        return None
    parts = tuple(_on_the_set(expr, name) for expr in exprs)
    return parts[0] if len(parts) == 1 else g.Operation("and", parts, TRUTH, exprs[0].span)


def of_a_sum(game: Game, expr: Expr, name: str) -> tuple[Expr, tuple[Expr, ...]] | None:
    """Split a condition that mentions a card only in one union, `place + card`. Return the condition with `THE_SET` instead of
    the union, and the other operands of the union.
    """
    sums = [part for part in _unions(expr) if name in free_locals(part)]
    if len(sums) != 1:
        return None
    the_set = g.Local(THE_SET, CARDS, expr.span)
    whole: Expr = rewrite(expr, lambda part: the_set if part is sums[0] else part)
    operands = tuple(_operands(sums[0]))
    others = tuple(operand for operand in operands if name not in free_locals(operand))
    alone = sum(_is_alone(operand, name) for operand in operands) == 1 == len(operands) - len(others)
    if not alone or free_locals(whole) != frozenset((THE_SET,)) or not steady(game, whole):
        return None
    return whole, others


def has_pattern(game: Game, expr: Expr) -> bool:
    """Return whether a condition on `THE_SET` requires a pattern."""
    return any(isinstance(part, g.Pattern) for branch in branches(game, expr) for part in branch)


def branches(game: Game, expr: Expr) -> list[list[Expr]]:
    """Return a condition on `THE_SET` in disjunctive normal form, with definitions inlined."""
    return _alternatives(game, expr, denied=False)


def _alternatives(game: Game, expr: Expr, *, denied: bool) -> list[list[Expr]]:
    if isinstance(expr, g.Truth):
        return [[]] if expr.value != denied else []
    if isinstance(expr, g.Apply) and len(expr.arguments) == 1 and _is_the_set(expr.arguments[0]):
        return _alternatives(game, _inlined(game, expr), denied=denied)
    if isinstance(expr, g.Operation) and expr.operator == "not":
        return _alternatives(game, expr.operands[0], denied=not denied)
    if isinstance(expr, g.Operation) and expr.operator in ("and", "or"):
        each = [_alternatives(game, operand, denied=denied) for operand in expr.operands]
        return _conjoined(each) if (expr.operator == "and") != denied else _bounded([one for found in each for one in found])
    return [[_denial(expr) if denied else expr]]


def _is_the_set(expr: Expr) -> bool:
    return isinstance(expr, g.Local) and expr.name == THE_SET


def _conjoined(each: list[list[list[Expr]]]) -> list[list[Expr]]:
    found: list[list[Expr]] = [[]]
    for alternatives in each:
        found = _bounded([[*one, *other] for one in found for other in alternatives])
    return found


def _bounded(found: list[list[Expr]]) -> list[list[Expr]]:
    if len(found) > MOST_BRANCHES:
        raise _too_many_shapes()
    return found


def _denial(expr: Expr) -> Expr:
    return g.Operation("not", (expr,), TRUTH, expr.span)


def _inlined(game: Game, applied: g.Apply) -> Expr:
    """Return a definition of the set as a condition: a clause applies and is true, and no clause that overrides it applies."""
    own = game.definitions_of(applied.function)
    cases: list[Expr] = []
    for clause, sentence in own:
        over = game.yields_to(clause.name)
        overriding = [_case(other, s, applied) for other, s in own if other.name in over]
        value = _on_the_set(sentence.value, sentence.parameters[0])
        parts = (_case(clause, sentence, applied), value, *(_denial(other) for other in overriding))
        cases.append(g.Operation("and", parts, TRUTH, applied.span))
    return g.Operation("or", tuple(cases), TRUTH, applied.span)


def _case(clause: g.Clause, sentence: g.Definition, applied: g.Apply) -> Expr:
    parts = (*clause.when, *(_denial(expr) for expr in clause.unless))
    return g.Operation("and", tuple(_on_the_set(part, sentence.parameters[0]) for part in parts), TRUTH, applied.span)


def _on_the_set(expr: Expr, name: str) -> Expr:
    the_set = g.Local(THE_SET, CARDS, expr.span)
    return rewrite(expr, lambda part: the_set if isinstance(part, g.Local) and part.name == name else part)


def _unions(expr: Expr) -> Iterator[g.Operation]:
    """Yield the outermost unions in an expression."""
    if isinstance(expr, g.Operation) and expr.operator == "union":
        yield expr
    else:
        for part in subexpressions(expr):
            yield from _unions(part)


def _operands(union: g.Operation) -> Iterator[Expr]:
    """Yield the operands of a union and of the unions in it."""
    for operand in union.operands:
        if isinstance(operand, g.Operation) and operand.operator == "union":
            yield from _operands(operand)
        else:
            yield operand


def _is_alone(operand: Expr, name: str) -> bool:
    """Return whether an operand of a union is the named card and nothing else."""
    one = operand.member if isinstance(operand, g.Single) else operand
    return isinstance(one, g.Local) and one.name == name


# ------------------------------------------------------------- facts about a set

SignedTerms = tuple[tuple[int, Expr], ...]
"""A sum: expressions with a sign, 1 if the expression is added and -1 if it is subtracted."""


@dataclass(frozen=True, slots=True)
class SameSet:
    """The set equals another."""

    other: Expr


@dataclass(frozen=True, slots=True)
class KnownTotal:
    """A total of the set equals a value."""

    total: g.Total
    value: SignedTerms


@dataclass(frozen=True, slots=True)
class NumberBound:
    """The size of the set is at least `value + least` and at most `value + most`. None means that there is no bound."""

    value: SignedTerms
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class TotalBound:
    """A total of the set is at most `value + most`."""

    total: g.Total
    value: SignedTerms
    most: int


SetFact = SameSet | KnownTotal | NumberBound | TotalBound


def facts_about_set(expr: Expr, name: str) -> SetFact | None:
    """Return the fact that a condition states about the named set. Return None if the form of the condition states none."""
    denied = False
    while isinstance(expr, g.Operation) and expr.operator == "not":
        expr, denied = expr.operands[0], not denied
    if not isinstance(expr, g.Operation) or expr.operator not in ("=", "<", "<=") or (denied and expr.operator == "="):
        return None
    first, second = expr.operands
    if expr.operator == "=" and first.type.kind == "cards":
        return _same_set(first, second, name) or _same_set(second, first, name)
    isolated = _isolated(first, second, name)
    if isolated is None:
        return None
    subject, value = isolated
    if expr.operator == "=":
        return KnownTotal(subject, value) if isinstance(subject, g.Total) else NumberBound(value, 0, 0)
    strict = int((expr.operator == "<") is not denied)
    below = (name in free_locals(first)) is not denied
    if isinstance(subject, g.Total):
        return TotalBound(subject, value, -strict) if below else None
    return NumberBound(value, None, -strict) if below else NumberBound(value, strict, None)


def _same_set(one: Expr, other: Expr, name: str) -> SameSet | None:
    itself = isinstance(one, g.Local) and one.name == name
    return SameSet(other) if itself and name not in free_locals(other) else None


def _isolated(first: Expr, second: Expr, name: str) -> tuple[g.Size | g.Total, SignedTerms] | None:
    """Solve an equation for the only term that mentions a name. Return that term, and the signed terms whose sum is its
    value.
    """
    terms = [*_terms(first, 1), *_terms(second, -1)]
    own = [(sign, term) for sign, term in terms if name in free_locals(term)]
    if len(own) != 1:
        return None
    sign, subject = own[0]
    if not isinstance(subject, g.Size | g.Total) or not isinstance(subject.members, g.Local) or subject.members.name != name:
        return None
    in_first = any(term is subject for _, term in _terms(first, 1))
    if (sign > 0) is not in_first:
        return None
    return subject, tuple((-s * sign, term) for s, term in terms if term is not subject)


def _terms(expr: Expr, sign: int) -> list[tuple[int, Expr]]:
    """Split a sum into signed terms."""
    if isinstance(expr, g.Operation) and expr.operator == "+":
        return [term for operand in expr.operands for term in _terms(operand, sign)]
    if isinstance(expr, g.Operation) and expr.operator == "-" and expr.type.kind == "number":
        head, *tail = expr.operands
        if not tail:
            return _terms(head, -sign)
        return _terms(head, sign) + [term for operand in tail for term in _terms(operand, -sign)]
    return [(sign, expr)]


# --------------------------------------------------- subsets by size and total


MOST_SUBSETS = 100_000
MOST_STEPS = 1_000_000
MOST_REMEMBERED = 1 << 12
"""The number of calls whose subsets are remembered, because a prohibition with `can` repeats the same search for each move."""


@lru_cache(maxsize=MOST_REMEMBERED)
def subsets(domain: int, least: int, most: int) -> tuple[int, ...]:
    """Return all subsets of `least` to `most` cards of a domain, in ascending order of their masks."""
    cards = members(domain)
    sizes = range(max(least, 0), min(most, len(cards)) + 1)
    if sum(comb(len(cards), size) for size in sizes) > MOST_SUBSETS:
        raise _too_many_subsets()
    return tuple(sorted(mask_of(chosen) for size in sizes for chosen in combinations(cards, size)))


@lru_cache(maxsize=MOST_REMEMBERED)
def subsets_of_total(
    weights: tuple[int, ...], domain: int, total: int, least: int, most: int, *, exactly: bool
) -> tuple[int, ...]:
    """Return the subsets of `least` to `most` cards of a domain whose weight is `total` (`exactly`) or at most `total`, in
    ascending order.

    The search goes depth first over the cards, from the heaviest down. It cuts a branch if the remaining cards are too light
    for the total or too few. Negative weights do not allow this bound, so all subsets are then enumerated.
    """
    if any(weights[card] < 0 for card in members(domain)):
        sums = ((mask, sum(weights[card] for card in members(mask))) for mask in subsets(domain, least, most))
        return tuple(mask for mask, weight in sums if weight == total or (weight < total and not exactly))
    cards = sorted(((weights[card], 1 << card) for card in members(domain)), reverse=True)
    ahead = [sum(weight for weight, _ in cards[index:]) for index in range(len(cards))]
    found: list[int] = []
    steps = 0

    def extend(start: int, left: int, taken: int, mask: int) -> None:
        nonlocal steps
        steps += 1
        if taken >= least and not (exactly and left):
            found.append(mask)
        if steps > MOST_STEPS or len(found) > MOST_SUBSETS:
            raise _too_many_subsets()
        for index in range(start, len(cards) if taken < most else start):
            weight, bit = cards[index]
            if taken + len(cards) - index < least or (exactly and ahead[index] < left):
                return
            if weight <= left:
                extend(index + 1, left - weight, taken + 1, mask | bit)

    if total >= 0:
        extend(0, total, 0, 0)
    return tuple(sorted(found))


def _too_many_subsets() -> Faulted:
    advice = msg("a condition on the total or the number of the cards would narrow the choice")
    return Faulted("C0804", msg("there are more than {n} ways to choose these cards", n=MOST_SUBSETS), None, advice)


# -------------------------------------------------------------- tables of shapes


MOST_SHAPES = 50_000
MOST_CANDIDATES = 400_000
"""The most tests made to build a table. Each tests whether a growing set breaks a condition that no larger set can satisfy."""

MOST_OF_ONE_UNIT = 20_000
"""The most of these tests for the sets that begin with one card, so that a hopeless table is given up early."""

MOST_CANDIDATES_AT_ONCE = 200_000
"""The most tests in one query that builds sets from the cards that it is given."""

MOST_TABLES = 16
"""The number of tables remembered. Rules that are compiled again with a small change, such as a mutant, share most tables."""

ShapeTest = Callable[[int], bool]
"""Return whether a mask of faces satisfies a condition."""


class Shapes:
    """The sets of faces that satisfy a condition on `THE_SET`, up to equal cards.

    They are built up card by card. If the condition requires consecutive values of a measure, the cards are added in the order
    of that measure. A set that breaks a condition which no larger set can satisfy (`_lasting`) is not extended. They are
    tabulated for the whole pack, unless there are too many or the condition does not narrow the search enough (`is_tabulated`);
    in that case `made_of`, `fits` and `additions` test sets of the given cards, and `keys` and `more` raise `Faulted`.
    """

    def __init__(self, game: Game, faces: FaceSets, condition: Expr, compile_test: Callable[[Expr], ShapeTest]) -> None:
        self.game = game
        self.faces = faces
        self.condition = condition
        self._compile_test = compile_test

    @cached_property
    def keys(self) -> frozenset[Key]:
        """The sets that satisfy the condition.  May raise `Faulted`."""
        if self._keys is None:
            raise self._too_many()
        return self._keys

    @cached_property
    def _keys(self) -> frozenset[Key] | None:
        search = _Search(_depends_on(self.game, self.condition), self._found)
        return search.result() if self.game.open else _table(search)

    @property
    def is_tabulated(self) -> bool:
        """True if the sets are few enough to be tabulated for the whole pack."""
        return self._keys is not None

    def _too_many(self) -> Faulted:
        fault = _too_many_shapes()
        return Faulted(fault.code, fault.message, self.condition.span, fault.help)

    @cached_property
    def more(self) -> dict[Key, int]:
        """For each set that lacks one face, all faces that complete it to a set that satisfies the condition."""
        more: dict[Key, int] = {}
        for key in self.keys:
            for index, known in enumerate(key):
                rest = key[:index] + key[index + 1 :]
                more[rest] = more.get(rest, 0) | self.faces.of_class[known]
        return more

    def find(self) -> None:
        """Enumerate the sets now, so that play does not wait for them."""
        _ = self._keys

    def fits(self, mask: int) -> bool:
        """Return whether a set of faces satisfies the condition."""
        return self.faces.key(mask) in self.keys if self.is_tabulated else self._satisfies(mask)

    def additions(self, mask: int) -> int:
        """Return every face that completes a set to a set that satisfies the condition."""
        if self.is_tabulated:
            return self.more.get(self.faces.key(mask), 0)
        free = self.faces.expanded(self.faces.pack & ~self.faces.physical(mask))
        return mask_of(face for face in members(free) if self._satisfies(mask | 1 << face))

    # ------------------------------------------------------------------ made of given cards

    @cached_property
    def _kinds(self) -> dict[int, list[tuple[int, Key]]]:
        """A map from first cards to sets. Each has a mask of the kinds of its cards, in which the nth card of a kind has its
        own bit.
        """
        found: dict[int, list[tuple[int, Key]]] = {}
        for key in sorted(self.keys):
            kinds = self._kinds_of([self._kind(known) for known in key])
            found.setdefault((kinds & -kinds).bit_length() - 1, []).append((kinds, key))
        return found

    def _kinds_of(self, kinds: list[int]) -> int:
        return mask_of(self._place_of[kind] + kinds[:index].count(kind) for index, kind in enumerate(kinds))

    @cached_property
    def _place_of(self) -> dict[int, int]:
        kinds = self.faces.faces.kind
        copies = max(map(kinds.count, kinds), default=0)
        return {kind: copies * place for place, kind in enumerate(sorted(set(kinds)))}

    def _kind(self, known: int) -> int:
        return self.faces.faces.kind[self.faces.base[known]]

    def made_of(self, cards: int, marked: int, *, freely: bool = True) -> tuple[int, ...]:
        """Return the sets that satisfy the condition and consist of some cards, in ascending order. With a table, equal cards
        are represented by the first one and the first marked one. Without a table, return all sets; the cards count as printed
        unless they are read `freely`. May raise `Faulted`.
        """
        if not self.is_tabulated:
            return self._made_now(self.faces.expanded(cards) if freely else cards)
        held: dict[int, list[int]] = {}
        for card in members(cards):
            held.setdefault(self.faces.faces.kind[card], []).append(card)
        have = self._kinds_of([kind for kind, own in held.items() for _ in own])
        begun = (one for place in members(have) for one in self._kinds.get(place, ()))
        shapes = (key for kinds, key in begun if not kinds & ~have)
        return tuple(sorted({mask for key in shapes for mask in self._masks(key, held, marked)}))

    def _masks(self, key: Key, held: dict[int, list[int]], marked: int) -> Iterator[int]:
        """Yield the sets of one shape: for each kind of card, every choice among equal ones up to marks."""
        wanted: dict[int, list[int]] = {}
        for known in key:
            wanted.setdefault(self._kind(known), []).append(known)
        choices: list[list[int]] = []
        for kind, classes in wanted.items():
            chosen: dict[tuple[int, ...], tuple[int, ...]] = {}
            for one in combinations(held[kind], len(classes)):
                chosen.setdefault(tuple(marked >> card & 1 for card in one), one)
            choices.append([
                mask_of(self._face(card, known) for card, known in zip(one, classes, strict=True)) for one in chosen.values()
            ])  # fmt: skip
        for masks in product(*choices):
            yield sum(masks)

    def _face(self, card: int, known: int) -> int:
        return next(face for face in self.faces.faces.of_card[card] if self.faces.class_of[face] == known)

    # ------------------------------------------------------------------ enumeration

    @cached_property
    def _satisfies(self) -> ShapeTest:
        return self._compile_test(self.condition)

    @cached_property
    def _branches(self) -> tuple[_Branch, ...]:
        return tuple(_Branch(self.game, branch, self._compile_test) for branch in branches(self.game, self.condition))

    def _found(self) -> frozenset[Key]:
        count = _Count(MOST_CANDIDATES, MOST_OF_ONE_UNIT)
        found: set[Key] = set()
        for branch in self._branches:
            for mask in branch.candidates(self.faces.classes, self._of_class, count):
                if self._satisfies(mask):
                    found.add(self.faces.key(mask))
                    if len(found) > MOST_SHAPES:
                        raise _too_many_shapes()
        return frozenset(found)

    def _made_now(self, among: int) -> tuple[int, ...]:
        """Return the sets of some faces that satisfy the condition, in ascending order."""
        count = _Count(MOST_CANDIDATES_AT_ONCE, MOST_CANDIDATES_AT_ONCE)
        try:
            found = {
                mask
                for branch in self._branches
                for mask in branch.candidates(members(among), self._itself, count)
                if self._satisfies(mask)
            }
        except Faulted:
            raise self._too_many() from None
        return tuple(sorted(found))

    def _of_class(self, mask: int, known: int) -> int:
        """Return a set with one more face of a class, of a card that is not yet in the set. Return 0 if there is no such
        face.
        """
        free = self.faces.of_class[known] & ~self.faces.expanded(self.faces.physical(mask))
        return mask | (free & -free) if free else 0

    def _itself(self, mask: int, face: int) -> int:
        """Return a set with one more face. Return 0 if its card is already in the set."""
        return 0 if self.faces.expanded(self.faces.physical(mask)) >> face & 1 else mask | 1 << face


@dataclass(slots=True)
class _Count:
    """The tests that a search may still make: `left` is their total number, and `share` the number for the sets that begin with
    the same unit.
    """

    left: int
    share: int
    reserved: int = 0

    def begin_unit(self) -> None:
        """Begin to count the tests of the sets that begin with the next unit."""
        self.reserved = max(0, self.left - self.share)

    def test(self, test: ShapeTest, mask: int) -> bool:
        """Test a set.  May raise `Faulted`."""
        self.left -= 1
        if self.left < self.reserved:
            raise _too_many_shapes()
        return test(mask)


Extend = Callable[[int, int], int]
"""Returns a set with one more face, given as a face or as its class. Returns 0 if there is no such set."""


class _Branch:
    """One conjunction of a condition on `THE_SET`: the bounds on a growing set, and the measure whose values must be
    consecutive.
    """

    def __init__(self, game: Game, parts: list[Expr], compile_test: Callable[[Expr], ShapeTest]) -> None:
        kept = [bound for part in parts if (bound := _lasting(part)) is not None]
        whole = kept[0] if len(kept) == 1 else g.Operation("and", tuple(kept), TRUTH, parts[0].span)
        self._bound: ShapeTest = compile_test(whole) if kept else lambda mask: True
        consecutive = (part for part in parts if isinstance(part, g.Pattern) and part.pattern == "consecutive")
        order = next((part.attribute for part in consecutive), None)
        self._values = None if order is None else printed(game, order)

    def candidates(self, units: Iterable[int], extend: Extend, count: _Count) -> Iterator[int]:
        """Yield sets made of some units, among them every set that satisfies the conjunction. May raise `Faulted`."""
        if self._values is None:
            yield from self._extensions([*units], 0, extend, count)
            return
        by_value: dict[int, list[int]] = {}
        for unit in units:
            value = self._values[unit]
            if value is not None:
                by_value.setdefault(value, []).append(unit)
        for value in sorted(by_value):
            yield from self._chains(by_value, value, 0, extend, count)

    def _chains(
        self, by_value: dict[int, list[int]], value: int, mask: int, extend: Extend, count: _Count
    ) -> Iterator[int]:  # fmt: skip
        """Yield the extensions of a set by one unit of each consecutive value, from a given value on."""
        for unit in by_value.get(value, ()):
            if not mask:
                count.begin_unit()
            more = extend(mask, unit)
            if more and count.test(self._bound, more):
                yield more
                yield from self._chains(by_value, value + 1, more, extend, count)

    def _extensions(self, units: list[int], mask: int, extend: Extend, count: _Count) -> Iterator[int]:
        """Yield the extensions of a set by some of the units, added in their order."""
        possible = [(unit, more) for unit in units if (more := extend(mask, unit)) and count.test(self._bound, more)]
        left = [unit for unit, _ in possible]
        for index, (_, more) in enumerate(possible):
            if not mask:
                count.begin_unit()
            yield more
            yield from self._extensions(left[index:], more, extend, count)


@dataclass(frozen=True, slots=True)
class _Search:
    """The key of a search for the sets that satisfy a condition: all inputs of the condition."""

    depends_on: tuple[object, ...]
    run: Callable[[], frozenset[Key]] = field(compare=False)

    def result(self) -> frozenset[Key] | None:
        """Return the sets found. Return None if the search is too long."""
        try:
            return self.run()
        except Faulted as fault:
            if fault.code != "C0804":
                raise
            return None


@lru_cache(maxsize=MOST_TABLES)
def _table(search: _Search) -> frozenset[Key] | None:
    return search.result()


OF_PLAYERS = (PLAYER, PLAYERS, SIDE, SIDES)


def _depends_on(game: Game, condition: Expr) -> tuple[object, ...]:
    """Return the inputs that determine the sets that satisfy a condition: the faces of the pack, every definition that the
    condition reads, directly or through other definitions, and the players, if one of these definitions is about players.
    """
    ahead, reached = [condition], dict[str, tuple[object, ...]]()
    of_players = False
    while ahead:
        for part in parts(ahead.pop()):
            of_players |= isinstance(part, g.Setting | g.SideOf) or getattr(part, "type", None) in OF_PLAYERS
            if isinstance(part, g.Apply) and part.function not in reached:
                own = game.definitions_of(part.function)
                reached[part.function] = tuple((c.name, s, c.when, c.unless, game.yields_to(c.name)) for c, s in own)
                ahead += [expr for clause, sentence in own for expr in (sentence.value, *clause.when, *clause.unless)]
    return (condition, game.faces, (game.players, game.side_of) if of_players else (), *reached.items())


def printed(game: Game, name: str) -> tuple[int | None, ...]:
    """Return the value of a measure, or the number of the value of an attribute, for each face. A face without a value has
    None.
    """
    if name in game.measure:
        return game.faces.measure(name)
    declared = next(attribute for attribute in game.deck.attributes if attribute.name == name)
    number = {value.name: n for n, value in enumerate(declared.values)}
    return tuple(None if value is None else number[value] for value in game.faces.attribute(name))


def _lasting(expr: Expr) -> Expr | None:
    """Return a condition that is implied by the given condition on `THE_SET`, and that no superset satisfies once a set breaks
    it: `number of s is 5` implies `number of s is at most 5`. Return None if the form does not show such a condition.
    """
    match expr:
        case g.Operation(operator="=", operands=(small, g.Number() as number)) if _counts(small):
            return g.Operation("<=", (small, number), TRUTH, expr.span)
        case g.Operation(operator="=", operands=(g.Number() as number, small)) if _counts(small):
            return g.Operation("<=", (small, number), TRUTH, expr.span)
        case _:
            return default(expr, expr if _persists(expr) else None)


def _persists(expr: Expr) -> bool:
    """Return whether the form of a condition on `THE_SET` shows that no superset of a set that breaks it satisfies it."""
    match expr:
        case g.Pattern():
            return expr.pattern != "consecutive" and _is_the_set(expr.cards)
        case g.Quantified():
            return expr.quantifier != "some" and _over_the_set(expr)
        case g.Operation(operator="<" | "<=", operands=(small, g.Number())):
            return _counts(small)
        case g.Operation(operator="not", operands=(g.Operation(operator="<" | "<=", operands=(g.Number(), large)),)):
            return _counts(large)
        case g.Operation(operator="not", operands=(g.Quantified(quantifier="some") as inner,)):
            return _over_the_set(inner)
        case _:
            return default(expr, False)


def _counts(expr: Expr) -> bool:
    """Return whether an expression is the number of the set's cards, or of those with a property."""
    if not isinstance(expr, g.Size):
        return False
    inner = expr.members
    return _over_the_set(inner) if isinstance(inner, g.Where) else _is_the_set(inner)


def _over_the_set(expr: g.Quantified | g.Where) -> bool:
    return _is_the_set(expr.members) and THE_SET not in free_locals(expr.condition)


def _too_many_shapes() -> Faulted:
    advice = msg("offer fewer cards, or add a condition on the whole set, such as `number of s is at most 5`")
    message = msg("more than {n} groups of cards may fit, or there are too many groups to search", n=MOST_SHAPES)
    return Faulted("C0804", message, None, advice)
