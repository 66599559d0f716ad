"""Conditions on a set of cards, taken apart so that the sets that pass can be built up.

Takes a condition on one set that depends on nothing else; writes definitions out, gives its alternatives, each of conditions
that all must hold, and says which of these are lasting: broken once, they stay broken however the set grows.  Of a condition
that depends on more, tells whether it makes the set known, or its number or a total of it.

What groups of cards there can be: all sets of faces that a condition lets pass, found from the condition's own words.

Takes a condition on one set of cards that depends on nothing else (its patterns, counts and kinds); gives a `Shapes`, which
has the sets that fit.  They are found by building them up card by card, in the order of a measure where the condition asks
that they be consecutive in it; what is left aside on the way is only what no larger set can mend (two cards not alike where
all must be, one wild card too many).  Every set found is tested by the condition itself as the interpreter means it.

What is printed on the cards: values of members of a set that can be worked out once, before or between plays.

An expression is worked out for every possible member, also for those that are in no set that comes up; where that goes wrong
(a clash, a gap), nothing is known beforehand and the expression waits for play.

What the conditions of a choice say about a set of cards, so that it need not be looked for blindly.

Takes conditions on a parameter that stands for a set; separates those that fix or bound its total under a measure, fix it
outright, or bound its number, and gives the search for the sets that fit; the other conditions are left to be tested one by
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeGuard, cast

from cartaro_grammar import CARDS, TRUTH, Expr, msg
from cartaro_grammar import game as g
from cartaro_interpreter.evaluate.code import Code, CodeScope, Compiler, Frame, Frames, Run, at, constant
from cartaro_interpreter.evaluate.mentions import free_locals, parts, steady
from cartaro_interpreter.state.card_sets import FaceSets, Key
from cartaro_interpreter.state.faults import Faulted, Unsupported
from cartaro_interpreter.state.state import NOBODY, Cells
from cartaro_interpreter.state.subsets import Shapes, SubsetSearch, subset_sums, subsets, subsets_within

# ---------------------------------------------------------------- set conditions


THE_SET = "·"
"""The name of the set in a condition that is tabulated; no author's word is like it."""
MOST_SHAPES = 50_000
MOST_BRANCHES = 64


def renamed(expr: Expr, old: str) -> Expr:
    """An expression in which a free word that stands for a set of cards is `THE_SET`."""
    the_set = g.Local(THE_SET, CARDS, expr.span)
    return cast("Expr", _replaced_if(expr, lambda part: isinstance(part, g.Local) and part.name == old, the_set))


def branches(c: Compiler, expr: Expr) -> list[list[Expr]]:
    """A condition as alternatives, each of several conditions that all must hold; definitions are written out."""
    return _alternatives(c, expr, denied=False)


def _alternatives(c: Compiler, expr: Expr, *, denied: bool) -> list[list[Expr]]:
    """The alternatives of a condition, or of its denial; what is no truth made of others is an alternative by itself."""
    if isinstance(expr, g.Truth):
        return [[]] if expr.value != denied else []
    if isinstance(expr, g.Apply) and len(expr.arguments) == 1 and _is_the_set(expr.arguments[0]):
        return _alternatives(c, written_out(c, expr), denied=denied)
    if isinstance(expr, g.Operation) and expr.operator == "not":
        return _alternatives(c, expr.operands[0], denied=not denied)
    if isinstance(expr, g.Operation) and expr.operator in ("and", "or"):
        each = [_alternatives(c, operand, denied=denied) for operand in expr.operands]
        return _conjoined(each) if (expr.operator == "and") != denied else _bounded([one for found in each for one in found])
    return [[denial(expr) if denied else expr]]


def _is_the_set(expr: Expr) -> bool:
    return isinstance(expr, g.Local) and expr.name == THE_SET


def _conjoined(each: list[list[list[Expr]]]) -> list[list[Expr]]:
    found: list[list[Expr]] = [[]]
    for alternatives in each:
        found = _bounded([[*one, *other] for one in found for other in alternatives])
    return found


def _bounded(found: list[list[Expr]]) -> list[list[Expr]]:
    if len(found) > MOST_BRANCHES:
        raise too_many_shapes()
    return found


def denial(expr: Expr) -> Expr:
    """`not` an expression."""
    return g.Operation("not", (expr,), TRUTH, expr.span)


def written_out(c: Compiler, applied: g.Apply) -> Expr:
    """A kind or definition of the set, by its clauses: some clause says so and none preferred to it applies."""
    own = c.game.definitions_of(applied.function)
    cases: list[Expr] = []
    for clause, sentence in own:
        over = c.game.yields_to(clause.name)
        preferred = [_case(other, s, applied) for other, s in own if other.name in over]
        value = renamed(sentence.value, sentence.parameters[0])
        parts = (_case(clause, sentence, applied), value, *(denial(other) for other in preferred))
        cases.append(g.Operation("and", parts, TRUTH, applied.span))
    return g.Operation("or", tuple(cases), TRUTH, applied.span)


def _case(clause: g.Clause, sentence: g.Definition, applied: g.Apply) -> Expr:
    parts = (*clause.when, *(denial(expr) for expr in clause.unless))
    named = tuple(renamed(part, sentence.parameters[0]) for part in parts)
    return g.Operation("and", named, TRUTH, applied.span)


def lasting(expr: Expr) -> bool:
    """Whether what breaks a condition on a set breaks it for every larger set too, as far as its form tells."""
    if isinstance(expr, g.Pattern):
        return expr.pattern != "consecutive" and _is_the_set(expr.cards)
    if isinstance(expr, g.Quantified):
        return expr.quantifier != "some" and _over_the_set(expr)
    return isinstance(expr, g.Operation) and _limits(expr)


def _limits(expr: g.Operation) -> bool:
    """Whether a comparison or a denial keeps the set small: `at most`, `is 0`, `not more than`, `not some x`."""
    match expr.operator, expr.operands:
        case ("<" | "<=", (small, g.Number())) | ("=", (small, g.Number(value=0))):
            return _counts(small)
        case "not", (g.Operation(operator="<" | "<=", operands=(g.Number(), large)),):
            return _counts(large)
        case "not", (g.Quantified(quantifier="some") as inner,):
            return _over_the_set(inner)
        case _:
            return False


def _counts(expr: Expr) -> bool:
    """Whether an expression is the number of the set's cards, or of those of a kind."""
    if not isinstance(expr, g.Size):
        return False
    inner = expr.members
    return _over_the_set(inner) if isinstance(inner, g.Where) else _is_the_set(inner)


def _over_the_set(expr: g.Quantified | g.Where) -> bool:
    return _is_the_set(expr.members) and THE_SET not in free_locals(expr.condition)


def has_pattern(c: Compiler, expr: Expr) -> bool:
    """Whether a condition on the set asks for a pattern."""
    return any(isinstance(part, g.Pattern) for branch in branches(c, expr) for part in branch)


def too_many_shapes() -> Faulted:
    """The fault of a condition that too many sets of cards pass, or that does not narrow the search for them."""
    advice = msg(
        "what narrows it is said of all the cards: `alike in`, `distinct in`, `consecutive in`, `number of s is at most`"
    )
    message = msg("there are more than {n} groups of cards that may fit this, or too many to look through", n=MOST_SHAPES)
    return Faulted("C0804", message, None, advice)


# ---------------------------------------------------------------------------------------------- which condition


def on_the_set(c: Compiler, exprs: list[Expr], name: str) -> Expr | None:
    """Some conditions on a set as one condition on `THE_SET`; None where one of them depends on more."""
    if not exprs or any(free_locals(expr) != frozenset((name,)) or not steady(c.game, expr) for expr in exprs):
        return None
    parts = tuple(renamed(expr, name) for expr in exprs)
    return parts[0] if len(parts) == 1 else g.Operation("and", parts, TRUTH, exprs[0].span)


def of_a_sum(c: Compiler, expr: Expr, name: str) -> tuple[Expr, tuple[Expr, ...]] | None:
    """A condition that speaks of a card only as added to other cards: as a condition on `THE_SET`, and those others."""
    sums = [part for part in _sums(expr) if name in free_locals(part)]
    if len(sums) != 1:
        return None
    whole = _replaced_if(expr, lambda part: part is sums[0], g.Local(THE_SET, CARDS, expr.span))
    others = tuple(operand for operand in sums[0].operands if name not in free_locals(operand))
    if len(others) != len(sums[0].operands) - 1 or free_locals(whole) != frozenset((THE_SET,)) or not steady(c.game, whole):
        return None
    return whole, others


def _sums(expr: Any) -> Iterator[g.Operation]:
    if isinstance(expr, g.Operation) and expr.operator == "union":
        yield expr
    elif isinstance(expr, tuple):
        for item in cast("tuple[object, ...]", expr):
            yield from _sums(item)
    elif is_dataclass(expr) and not isinstance(expr, type) and hasattr(expr, "type"):
        for f in fields(expr):
            yield from _sums(getattr(expr, f.name))


def _replaced_if(expr: Any, which: Callable[[Any], bool], new: Expr) -> Any:
    if which(expr):
        return new
    if isinstance(expr, tuple):
        return tuple(_replaced_if(item, which, new) for item in cast("tuple[object, ...]", expr))
    if is_dataclass(expr) and not isinstance(expr, type) and hasattr(expr, "type"):
        names = (f.name for f in fields(expr) if f.name not in ("type", "span"))
        return replace(expr, **{name: _replaced_if(getattr(expr, name), which, new) for name in names})
    return expr


# ---------------------------------------------------------------------------------------------- what is told of a set

SignedTerms = tuple[tuple[int, Expr], ...]
"""Expressions, each added (1) or taken off (-1)."""


@dataclass(frozen=True, slots=True)
class SameSet:
    """The set is the same as another."""

    other: Expr


@dataclass(frozen=True, slots=True)
class KnownTotal:
    """A total of the set."""

    total: g.Total
    value: SignedTerms


@dataclass(frozen=True, slots=True)
class NumberBound:
    """The number of the set is at least, and at most, a value with so much added to it; None where it is not bound so."""

    value: SignedTerms
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class TotalBound:
    """A total of the set is at most a value with so much added to it."""

    total: g.Total
    value: SignedTerms
    most: int


def told_of_set(expr: Expr, name: str) -> SameSet | KnownTotal | NumberBound | TotalBound | None:
    """What a condition tells of a set that it calls by a name; None where its form does not tell."""
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
    """Solve an equation for its one term that mentions a name: the term, and signed terms that make up its value."""
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
    """A sum taken apart into signed terms."""
    if isinstance(expr, g.Operation) and expr.operator == "+":
        return [term for operand in expr.operands for term in _terms(operand, sign)]
    if isinstance(expr, g.Operation) and expr.operator == "-" and expr.type.kind == "number":
        head, *tail = expr.operands
        if not tail:
            return _terms(head, -sign)
        return _terms(head, sign) + [term for operand in tail for term in _terms(operand, -sign)]
    return [(sign, expr)]


# ------------------------------------------------------------------ group shapes


MOST_TRIED = 200_000

ShapeTest = Callable[[int], bool]
"""Whether a mask of faces passes."""


def shapes_of(c: Compiler, condition: Expr) -> Shapes:
    """The table of a condition, made once; it is filled by `find`, which may raise `Faulted`: the sets are too many, or the
    condition does not lead to them.
    """

    def search() -> frozenset[Key]:
        try:
            return _found(c, condition)
        except Faulted as fault:
            raise Faulted(fault.code, fault.message, fault.span or condition.span, fault.help) from None

    return c.shapes.setdefault(condition, Shapes(c.layout.faces, search))


def _found(c: Compiler, condition: Expr) -> frozenset[Key]:
    """All sets that fit, up to equal cards."""
    whole = _test(c, condition)
    found: set[Key] = set()
    tried = 0
    for branch in branches(c, condition):
        for mask in _candidates(c, branch):
            tried += 1
            if tried > MOST_TRIED or len(found) > MOST_SHAPES:
                raise too_many_shapes()
            if whole(mask):
                found.add(c.layout.faces.key(mask))
    return frozenset(found)


def _test(c: Compiler, condition: Expr) -> ShapeTest:
    frames = Frames()
    place = frames.place()
    run = c.code(condition, CodeScope(frames, constant(-1), {THE_SET: at(place)})).run
    frame = [0] * frames.size

    def test(mask: int) -> bool:
        frame[place] = mask
        return bool(run((), frame))

    return test


def _candidates(c: Compiler, branch: list[Expr]) -> Iterator[int]:
    """The sets that may fit an alternative, at least all that do."""
    kept = [expr for expr in branch if lasting(expr)]
    bound = _test(c, g.Operation("and", tuple(kept), TRUTH, kept[0].span)) if kept else _anything
    order = next((expr.attribute for expr in branch if isinstance(expr, g.Pattern) and expr.pattern == "consecutive"), None)
    classes = c.layout.faces.classes
    if order is None:
        yield from _built(c, bound, [*classes], 0)
        return
    values = c.game.faces.measure(order) if order in c.game.measure else _numbers(c, order)
    by_value: dict[int, list[int]] = {}
    for known in classes:
        value = values[known]
        if value is not None:
            by_value.setdefault(value, []).append(known)
    for value in sorted(by_value):
        yield from _chained(c, bound, by_value, value, 0)


def _anything(mask: int) -> bool:
    return True


def _numbers(c: Compiler, attribute: str) -> tuple[int | None, ...]:
    names = c.game.faces.attribute(attribute)
    return tuple(None if name is None else c.symbol(attribute, name) for name in names)


def _chained(c: Compiler, bound: ShapeTest, by_value: dict[int, list[int]], value: int, mask: int) -> Iterator[int]:
    """Sets of one face of each value, from a value on."""
    for known in by_value.get(value, ()):
        more = _with(c.layout.faces, mask, known)
        if more and bound(more):
            yield more
            yield from _chained(c, bound, by_value, value + 1, more)


def _built(c: Compiler, bound: ShapeTest, classes: list[int], mask: int) -> Iterator[int]:
    """Sets of faces in the order of their classes; those left over after one are those that can still be added."""
    possible = [(known, more) for known in classes if (more := _with(c.layout.faces, mask, known)) and bound(more)]
    left = [known for known, _ in possible]
    for index, (_, more) in enumerate(possible):
        yield more
        yield from _built(c, bound, left[index:], more)


def _with(faces: FaceSets, mask: int, known: int) -> int:
    """A set and one more face of a class, of a card that is not in it; 0 where there is none."""
    taken = faces.expanded(faces.physical(mask))
    free = faces.of_class[known] & ~taken
    return mask | (free & -free) if free else 0


# ---------------------------------------------------------------- printed values


REMEMBERED = 1 << 16
_SMALL = ("truth", "number", "card", "player", "side", "symbol")


def each(c: Compiler, over: Expr, variable: str, expr: Expr, scope: CodeScope) -> tuple[int, ...] | None:
    """The value of an expression for each possible member of a set; None where it is not known before play."""
    names = free_locals(expr) - {variable}
    if not steady(c.game, expr) or any(scope.names[name].constant is None for name in names):
        return None
    place = scope.frames.place()
    code = c.code(expr, scope.bind(variable, at(place)))
    members = range(possible(c, over))
    if code.constant is not None:
        return (code.constant,) * len(members)
    found: list[int] = []
    frame = scope.frames.fresh()
    try:
        for number in members:
            frame[place] = number
            found.append(code.run((), frame))
    except Faulted:
        return None
    return tuple(found)


def possible(c: Compiler, over: Expr) -> int:
    """How many members a set can have at most: they are numbered from 0."""
    match over.type.kind:
        case "cards" | "group":
            return c.game.faces.count
        case "players":
            return c.game.players
        case "sides":
            return c.game.sides
        case "symbols":
            name = over.type.enumeration
            return max((n + 1 for (enumeration, _), n in c.symbols.items() if enumeration == name), default=0)
        case _:
            raise Unsupported(msg("a set of {type}", type=str(over.type)), over.span)


def remembered(c: Compiler, expr: g.Where, scope: CodeScope) -> Callable[[Cells, Frame], int] | None:
    """The mask of all members that pass a filter, for the values that the filter's other words have: one mask for each of those
    values, `NOBODY` where it cannot be worked out.  None for a filter that looks at more than single things.
    """
    types = {local.name: local.type.kind for local in _locals(expr.condition)}
    names = tuple(sorted(free_locals(expr.condition) - {expr.variable}))
    if not steady(c.game, expr.condition) or any(types[name] not in _SMALL for name in names):
        return None
    reads = tuple(scope.names[name].run for name in names)
    kept = _masks(c, expr, names)
    if len(reads) == 1:
        read = reads[0]
        return lambda cells, frame: kept((read(cells, frame),))
    return lambda cells, frame: kept(tuple([read(cells, frame) for read in reads]))


def _masks(c: Compiler, expr: g.Where, names: tuple[str, ...]) -> Callable[[tuple[int, ...]], int]:
    frames = Frames()
    own: dict[str, Code] = {name: at(frames.place()) for name in names}
    place = frames.place()
    condition = c.code(expr.condition, CodeScope(frames, constant(NOBODY), {**own, expr.variable: at(place)})).run
    numbers = range(possible(c, expr.members))

    @lru_cache(maxsize=REMEMBERED)
    def kept(values: tuple[int, ...]) -> int:
        mask = 0
        frame = [*values, *([0] * (frames.size - len(values)))]
        try:
            for number in numbers:
                frame[place] = number
                if condition((), frame):
                    mask |= 1 << number
        except Faulted:
            return NOBODY
        return mask

    return kept


def _locals(expr: Expr) -> tuple[g.Local, ...]:
    if isinstance(expr, g.Local):
        return (expr,)
    return tuple(local for part in parts(expr) for local in _locals(part))


# ------------------------------------------------------------------------ bounds


_ANY_NUMBER = 1 << 10

Choices = Callable[[Cells, Frame], tuple[int, ...]]
"""The values that a parameter may take in a state."""


@dataclass(slots=True)
class CodeBounds:
    """What is known about a set before it is looked for; a bound on its number is a value and what is added to it."""

    sums: SubsetSearch | None = None
    total: Run | None = None
    """The total, or where `sums` finds what is not heavier, the bound on it."""
    exactly: Run | None = None
    least: list[tuple[Code, int]] = field(default_factory=list[tuple[Code, int]])
    most: list[tuple[Code, int]] = field(default_factory=list[tuple[Code, int]])


@dataclass(frozen=True, slots=True)
class CodeCondition:
    """A condition in its scope, with the name by which it calls each parameter of the act."""

    expr: Expr
    scope: CodeScope
    parameters: tuple[tuple[str, str], ...]

    def needs(self) -> frozenset[str]:
        """The parameters that it mentions."""
        free = free_locals(self.expr)
        return frozenset(parameter for name, parameter in self.parameters if name in free)


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """A condition taken apart at its `and`s."""
    if isinstance(expr, g.Operation) and expr.operator == "and":
        return tuple(part for operand in expr.operands for part in conjuncts(operand))
    return (expr,)


def absorb(c: Compiler, bounds: CodeBounds, condition: CodeCondition, parameter: str) -> bool:
    """Take a condition into the bounds of a set, where it has a form that bounds one; whether that was so."""
    name = next(own for own, known in condition.parameters if known == parameter)
    scope = condition.scope
    match told_of_set(condition.expr, name):
        case SameSet(other) if bounds.exactly is None:
            bounds.exactly = c.code(other, scope).run
        case KnownTotal(total, value) if bounds.sums is None and (weights := _weights(c, total, scope)) is not None:
            bounds.sums, bounds.total = subset_sums(weights), _signed(c, value, scope).run
        case TotalBound(total, value, added) if bounds.sums is None and _are_whole(weights := _weights(c, total, scope)):
            bound = _signed(c, value, scope).run
            bounds.sums, bounds.total = subsets_within(weights), lambda cells, frame: bound(cells, frame) + added
        case NumberBound(value, least, most):
            number = _signed(c, value, scope)
            bounds.least += [] if least is None else [(number, least)]
            bounds.most += [] if most is None else [(number, most)]
        case SameSet() | KnownTotal() | TotalBound() | None:
            return False
    return True


def _are_whole(weights: tuple[int, ...] | None) -> TypeGuard[tuple[int, ...]]:
    """Whether there are weights, and none below 0: then what is too heavy stays so however it grows."""
    return weights is not None and all(weight >= 0 for weight in weights)


def _weights(c: Compiler, total: g.Total, scope: CodeScope) -> tuple[int, ...] | None:
    """What each card adds to a sum, where the sum looks only at what is printed on the cards."""
    plain = (
        isinstance(total.members, g.Local)
        and total.members.type.kind == "cards"
        and (isinstance(total.amount, g.Attribute) or steady(c.game, total.amount))
        and free_locals(total.amount) <= {total.variable}
    )
    return each(c, total.members, total.variable, total.amount, scope) if plain else None


def _signed(c: Compiler, value: SignedTerms, scope: CodeScope) -> Code:
    """The code of a signed sum."""
    terms = tuple((sign, c.code(part, scope)) for sign, part in value)
    if len(terms) == 1 and terms[0][0] == 1:
        return terms[0][1]
    if all(term.constant is not None for _, term in terms):
        return constant(sum(sign * (term.constant or 0) for sign, term in terms))
    runs = tuple((sign, term.run) for sign, term in terms)
    return Code(lambda cells, frame: sum(sign * run(cells, frame) for sign, run in runs))


def search(bounds: CodeBounds, domain: Run) -> Choices:
    """The search for the sets of a domain, not empty, that fit the bounds."""
    low = max([1, *(code.constant + more for code, more in bounds.least if code.constant is not None)])
    high = min([_ANY_NUMBER, *(code.constant + more for code, more in bounds.most if code.constant is not None)])
    least = tuple((code.run, more) for code, more in bounds.least if code.constant is None)
    most = tuple((code.run, more) for code, more in bounds.most if code.constant is None)
    sums, total, exactly = bounds.sums, bounds.total, bounds.exactly
    if not least and not most and exactly is None and sums is not None and total is not None:
        return _of_total(sums, total, domain, low, high)

    def found(cells: Cells, frame: Frame) -> tuple[int, ...]:
        fewest = max([low, *(run(cells, frame) + more for run, more in least)])
        largest = min([high, *(run(cells, frame) + more for run, more in most)])
        if largest < fewest:
            return ()
        cards = domain(cells, frame)
        if exactly is not None:
            return _one(exactly(cells, frame), cards, fewest, largest, sums, total(cells, frame) if total else 0)
        if sums is None or total is None:
            return subsets(cards, fewest, largest)
        return sums(cards, total(cells, frame), fewest, largest)

    return found


def _of_total(sums: SubsetSearch, total: Run, domain: Run, low: int, high: int) -> Choices:
    """The usual case: a total, and bounds on the number that are known before play."""
    return lambda cells, frame: sums(domain(cells, frame), total(cells, frame), low, high)


def _one(only: int, cards: int, low: int, high: int, sums: SubsetSearch | None, total: int) -> tuple[int, ...]:
    """The one set that it can be, if it fits."""
    if only & ~cards or not low <= only.bit_count() <= high:
        return ()
    return (only,) if sums is None or only in sums(only, total, low, high) else ()
