"""What groups of cards there can be: all sets of faces that a condition lets pass, found from the condition's own words.

Takes a condition on one set of cards that depends on nothing else (its patterns, counts and kinds); gives a `Shapes`: the sets that
fit, up to equal cards, which of them can be made of given cards, and what can be added to one.  The sets are found by building
them up card by card, in the order of a measure where the condition asks that they be consecutive in it; what is left aside on
the way is only what no larger set can mend (two cards not alike where all must be, one wild card too many).  Every set found
is tested by the condition itself as the interpreter means it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, cast

from cartaro_grammar.game import (
    Apply,
    Definition,
    Expr,
    Local,
    Number,
    Operation,
    Pattern,
    Quantified,
    Size,
    Truth,
    Where,
)  # fmt: skip
from cartaro_grammar.types import CARDS, TRUTH
from cartaro_interpreter.code import Frames, Scope, at, constant
from cartaro_interpreter.facesets import FaceSets, Key
from cartaro_interpreter.fault import Faulted
from cartaro_interpreter.masks import mask_of, members
from cartaro_interpreter.mentions import free_locals, steady

if TYPE_CHECKING:
    from cartaro_interpreter.evaluate import Compiler

THE_SET = "·"
"""The name of the set in a condition that is tabulated; no author's word is like it."""
MOST_TRIED = 200_000
MOST_SHAPES = 50_000
MOST_BRANCHES = 64
REMEMBERED = 1 << 12

Test = Callable[[int], bool]
"""Whether a mask of faces passes."""


# ---------------------------------------------------------------------------------------------- conditions


def renamed(expr: Expr, old: str) -> Expr:
    """An expression in which a free word that stands for a set of cards is `THE_SET`."""
    the_set = Local(THE_SET, CARDS, expr.span)
    return cast("Expr", _replaced_if(expr, lambda part: isinstance(part, Local) and part.name == old, the_set))


def branches(c: Compiler, expr: Expr) -> list[list[Expr]]:
    """A condition as alternatives, each of several conditions that all must hold; definitions are written out."""
    match expr:
        case Truth(value=value):
            return [[]] if value else []
        case Operation(operator="or", operands=operands):
            return _bounded([branch for operand in operands for branch in branches(c, operand)])
        case Operation(operator="and", operands=operands):
            return _conjoined([branches(c, operand) for operand in operands])
        case Operation(operator="not", operands=(inner,)):
            return _denied(c, inner)
        case Apply(arguments=(Local(name=name),)) if name == THE_SET:
            return branches(c, written_out(c, expr))
        case _:
            return [[expr]]


def _denied(c: Compiler, expr: Expr) -> list[list[Expr]]:
    match expr:
        case Truth(value=value):
            return [] if value else [[]]
        case Operation(operator="not", operands=(inner,)):
            return branches(c, inner)
        case Operation(operator="or", operands=operands):
            return _conjoined([_denied(c, operand) for operand in operands])
        case Operation(operator="and", operands=operands):
            return _bounded([branch for operand in operands for branch in _denied(c, operand)])
        case Apply(arguments=(Local(name=name),)) if name == THE_SET:
            return _denied(c, written_out(c, expr))
        case _:
            return [[denial(expr)]]


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
    return Operation("not", (expr,), TRUTH, expr.span)


def written_out(c: Compiler, applied: Apply) -> Expr:
    """A kind or definition of the set, by its clauses: some clause says so and none preferred to it applies."""
    clauses = [(cl, cl.sentence) for cl in c.game.standing]
    own = [(cl, s) for cl, s in clauses if isinstance(s, Definition) and s.function == applied.function]
    cases: list[Expr] = []
    for clause, sentence in own:
        over = c.precedence.over(clause.name)
        preferred = [_case(other, s, applied) for other, s in own if other.name in over]
        value = renamed(sentence.value, sentence.parameters[0])
        parts = (_case(clause, sentence, applied), value, *(denial(other) for other in preferred))
        cases.append(Operation("and", parts, TRUTH, applied.span))
    return Operation("or", tuple(cases), TRUTH, applied.span)


def _case(clause: Any, sentence: Definition, applied: Apply) -> Expr:
    parts = (*clause.when, *(denial(expr) for expr in clause.unless))
    named = tuple(renamed(part, sentence.parameters[0]) for part in parts)
    return Operation("and", named, TRUTH, applied.span)


def lasting(expr: Expr) -> bool:
    """Whether what breaks a condition on a set breaks it for every larger set too, as far as its form tells."""
    match expr:
        case Pattern(pattern="alike" | "distinct", cards=Local(name=name)):
            return name == THE_SET
        case Operation(operator="<" | "<=", operands=(small, Number())):
            return _counts(small)
        case Operation(operator="=", operands=(small, Number(value=0))):
            return _counts(small)
        case Operation(operator="not", operands=(Operation(operator="<" | "<=", operands=(Number(), large)),)):
            return _counts(large)
        case Operation(operator="not", operands=(Quantified(quantifier="some") as inner,)):
            return _over_the_set(inner)
        case Quantified(quantifier="every" | "no"):
            return _over_the_set(expr)
        case _:
            return False


def _counts(expr: Expr) -> bool:
    """Whether an expression is the number of the set's cards, or of those of a kind."""
    if not isinstance(expr, Size):
        return False
    inner = expr.members
    if isinstance(inner, Where):
        return _over_the_set(inner)
    return isinstance(inner, Local) and inner.name == THE_SET


def _over_the_set(expr: Quantified | Where) -> bool:
    inner = expr.members
    return isinstance(inner, Local) and inner.name == THE_SET and THE_SET not in free_locals(expr.condition)


def has_pattern(c: Compiler, expr: Expr) -> bool:
    """Whether a condition on the set asks for a pattern."""
    return any(isinstance(part, Pattern) for branch in branches(c, expr) for part in branch)


# ---------------------------------------------------------------------------------------------- the sets that fit


@dataclass(slots=True)
class _Node:
    """A place in the tree of shapes: the cards that lead on, as bits, where to, and whether a shape ends here."""

    bits: int
    ahead: dict[int, list[tuple[int, _Node]]]
    ends: bool


class Shapes:
    """The sets of faces that pass a condition on `THE_SET`; they are found when first asked for."""

    def __init__(self, c: Compiler, condition: Expr) -> None:
        self._compiler = c
        self._condition = condition
        self.faces: FaceSets = c.layout.faces
        self._keys: frozenset[Key] | None = None
        self._root: _Node | None = None
        self._more: dict[Key, int] = {}
        self._additions: dict[int, int] = {}
        kinds = sorted(set(self.faces.faces.kind))
        self._place_of = {kind: place for place, kind in enumerate(kinds)}
        self._copies = max((self.faces.faces.kind.count(kind) for kind in kinds), default=1)
        self._by_class = {(self.faces.base[n], known): n for n, known in enumerate(self.faces.class_of)}
        self.made_of = lru_cache(maxsize=REMEMBERED)(self._made_of)

    @property
    def keys(self) -> frozenset[Key]:
        """All sets that fit, up to equal cards."""
        if self._keys is None:
            self._keys = _found(self._compiler, self._condition)
            self._plant(self._keys)
        return self._keys

    def fits(self, mask: int) -> bool:
        """Whether a set of faces passes the condition."""
        return self.faces.key(mask) in self.keys

    def additions(self, mask: int) -> int:
        """The faces any one of which makes a set that fits, with those given."""
        found = self._additions.get(mask)
        if found is None:
            if self._keys is None:
                _ = self.keys
            if len(self._additions) >= REMEMBERED:
                self._additions.clear()
            self._additions[mask] = found = self._more.get(self.faces.key(mask), 0)
        return found

    # ------------------------------------------------------------------ made of given cards

    def _made_of(self, cards: int, told: int) -> tuple[int, ...]:
        """The sets that fit and are made of some cards, in order; of equal cards that memory does not tell apart, the first."""
        if self._root is None:
            _ = self.keys
        held: dict[int, list[int]] = {}
        for card in members(cards):
            held.setdefault(self.faces.faces.kind[card], []).append(card)
        have = mask_of(self._place_of[k] * self._copies + n for k, own in held.items() for n in range(len(own)))
        shapes: list[Key] = []
        if self._root is not None:
            _walk(self._root, have, (), shapes)
        found: set[int] = set()
        for shape in shapes:
            found.update(self._masks(shape, held, told))
        return tuple(sorted(found))

    def _masks(self, shape: Key, held: dict[int, list[int]], told: int) -> Iterator[int]:
        """The sets of one shape: for each kind of card, which of the equal ones."""
        kind = self.faces.faces.kind
        wanted: dict[int, list[int]] = {}
        for known in shape:
            wanted.setdefault(kind[self.faces.base[known]], []).append(known)
        ways: list[list[int]] = []
        for k, classes in wanted.items():
            own = held[k]
            if not told or not any(told >> card & 1 for card in own) or len(own) == len(classes) == 1:
                chosen = [tuple(own[: len(classes)])]
            else:
                chosen = _unlike(combinations(own, len(classes)), told)
            ways.append([mask_of(self._by_class[c, known] for c, known in zip(one, classes, strict=True)) for one in chosen])
        for parts in product(*ways):
            yield sum(parts)

    def _plant(self, keys: frozenset[Key]) -> None:
        """The tree of shapes, and what can be added to each set."""
        kind = self.faces.faces.kind
        self._root = _Node(0, {}, False)
        for key in sorted(keys):
            node, before, nth = self._root, -1, 0
            for index, known in enumerate(key):
                here = kind[self.faces.base[known]]
                nth = nth + 1 if here == before else 0
                before = here
                node = _child(node, self._place_of[here] * self._copies + nth, known)
                rest = key[:index] + key[index + 1 :]
                self._more[rest] = self._more.get(rest, 0) | self.faces.of_class[known]
            node.ends = True


def _walk(node: _Node, have: int, shape: Key, found: list[Key]) -> None:
    """The shapes from a node on for which there are the cards."""
    if node.ends:
        found.append(shape)
    here = node.bits & have
    while here:
        low = here & -here
        here ^= low
        for known, inner in node.ahead[low]:
            _walk(inner, have, (*shape, known), found)


def _child(node: _Node, bit: int, known: int) -> _Node:
    ways = node.ahead.setdefault(1 << bit, [])
    node.bits |= 1 << bit
    for other, inner in ways:
        if other == known:
            return inner
    made = _Node(0, {}, False)
    ways.append((known, made))
    return made


def _unlike(chosen: Iterator[tuple[int, ...]], told: int) -> list[tuple[int, ...]]:
    """Of several choices among equal cards, one for each way in which memory tells them apart."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for one in chosen:
        found.setdefault(tuple(told >> card & 1 for card in one), one)
    return list(found.values())


# ---------------------------------------------------------------------------------------------- finding them


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


def _test(c: Compiler, condition: Expr) -> Test:
    frames = Frames()
    place = frames.place()
    run = c.code(condition, Scope(frames, constant(-1), {THE_SET: at(place)})).run
    frame = [0] * frames.size

    def test(mask: int) -> bool:
        frame[place] = mask
        return bool(run((), frame))

    return test


def _candidates(c: Compiler, branch: list[Expr]) -> Iterator[int]:
    """The sets that may fit an alternative, at least all that do."""
    kept = [expr for expr in branch if lasting(expr)]
    bound = _test(c, Operation("and", tuple(kept), TRUTH, kept[0].span)) if kept else (lambda mask: True)
    order = next((expr.attribute for expr in branch if isinstance(expr, Pattern) and expr.pattern == "consecutive"), None)
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


def _numbers(c: Compiler, attribute: str) -> tuple[int | None, ...]:
    names = c.game.faces.attribute(attribute)
    return tuple(None if name is None else c.symbol(attribute, name) for name in names)


def _chained(c: Compiler, bound: Test, by_value: dict[int, list[int]], value: int, mask: int) -> Iterator[int]:
    """Sets of one face of each value, from a value on."""
    for known in by_value.get(value, ()):
        more = _with(c.layout.faces, mask, known)
        if more and bound(more):
            yield more
            yield from _chained(c, bound, by_value, value + 1, more)


def _built(c: Compiler, bound: Test, classes: list[int], mask: int) -> Iterator[int]:
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


def too_many_shapes() -> Faulted:
    """The fault of a condition that too many sets of cards pass, or that does not narrow the search for them."""
    advice = "say of the cards that they are alike, distinct or consecutive in something, or how many they are"
    return Faulted("C0804", f"there are more than {MOST_SHAPES} groups of cards that an act may be done with", None, advice)


# ---------------------------------------------------------------------------------------------- which condition


def on_the_set(c: Compiler, exprs: list[Expr], name: str) -> Expr | None:
    """Some conditions on a set as one condition on `THE_SET`; None where one of them depends on more."""
    if not exprs or any(free_locals(expr) != {name} or not steady(c.game, expr) for expr in exprs):
        return None
    parts = tuple(renamed(expr, name) for expr in exprs)
    return parts[0] if len(parts) == 1 else Operation("and", parts, TRUTH, exprs[0].span)


def of_a_sum(c: Compiler, expr: Expr, name: str) -> tuple[Expr, tuple[Expr, ...]] | None:
    """A condition that speaks of a card only as added to other cards: as a condition on `THE_SET`, and those others."""
    sums = [part for part in _sums(expr) if name in free_locals(part)]
    if len(sums) != 1:
        return None
    whole = _replaced_if(expr, lambda part: part is sums[0], Local(THE_SET, CARDS, expr.span))
    others = tuple(operand for operand in sums[0].operands if name not in free_locals(operand))
    if len(others) != len(sums[0].operands) - 1 or free_locals(whole) != {THE_SET} or not steady(c.game, whole):
        return None
    return whole, others


def _sums(expr: Any) -> Iterator[Operation]:
    if isinstance(expr, Operation) and expr.operator == "union":
        yield expr
    elif isinstance(expr, tuple):
        for item in cast("tuple[Any, ...]", expr):
            yield from _sums(item)
    elif is_dataclass(expr) and not isinstance(expr, type) and hasattr(expr, "type"):
        for f in fields(expr):
            yield from _sums(getattr(expr, f.name))


def _replaced_if(expr: Any, which: Callable[[Any], bool], new: Expr) -> Any:
    if which(expr):
        return new
    if isinstance(expr, tuple):
        return tuple(_replaced_if(item, which, new) for item in cast("tuple[Any, ...]", expr))
    if is_dataclass(expr) and not isinstance(expr, type) and hasattr(expr, "type"):
        names = (f.name for f in fields(expr) if f.name not in ("type", "span"))
        return replace(expr, **{name: _replaced_if(getattr(expr, name), which, new) for name in names})
    return expr
