"""Sets of choices of house rules, and the choices that several such sets cover together.

A *choice* gives every house rule one of its values. A *box* names some rules and allows some values of each, in every
combination; a rule that it does not name may have any value. Each proof concerns one box. A conclusion about a box from several
proofs holds if their boxes cover it, which is the case if `outside` returns no choices.

A box that allows no value of some rule is empty.  No function returns one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

Box = Mapping[str, frozenset[str]]
"""Allowed values of some house rules, in every combination."""
Axes = Mapping[str, Sequence[str]]
"""All values of every house rule."""


def of_values(written: Iterable[tuple[str, Iterable[str]]]) -> Box:
    """Return the box of some values of house rules, as a result lists them."""
    return {name: frozenset(values) for name, values in written}


def size(axes: Axes, box: Box) -> int:
    """Return the number of choices in a box."""
    return prod(len(box[name].intersection(values)) if name in box else len(values) for name, values in axes.items())


def contains(box: Box, choice: Mapping[str, str]) -> bool:
    """Return whether a choice is in a box."""
    return all(choice[name] in allowed for name, allowed in box.items())


def intersection(first: Box, second: Box) -> Box | None:
    """Return the choices in both of two boxes; None if there are none."""
    both = {**first, **second, **{name: first[name] & second[name] for name in first if name in second}}
    return both if all(both.values()) else None


def difference(axes: Axes, box: Box, other: Box) -> list[Box]:
    """Return disjoint boxes with the choices of a box that are not in another."""
    if intersection(box, other) is None:
        return [box] if size(axes, box) else []
    found, rest = list[Box](), dict(box)
    for name, allowed in other.items():
        own = rest.get(name, frozenset(axes[name]))
        if own - allowed:
            found.append({**rest, name: own - allowed})
        rest[name] = own & allowed
    return found


def outside(axes: Axes, box: Box, others: Iterable[Box]) -> list[Box]:
    """Return disjoint boxes that together contain the choices of a box that are not in the other boxes."""
    left = [box] if size(axes, box) else []
    for other in others:
        left = [piece for each in left for piece in difference(axes, each, other)]
    return left


def is_covered(axes: Axes, box: Box, others: Iterable[Box]) -> bool:
    """Return whether each choice of a box is in one of the others."""
    return not outside(axes, box, others)


def count(axes: Axes, boxes: Iterable[Box]) -> int:
    """Return the number of choices in a union of boxes."""
    seen, found = list[Box](), 0
    for box in boxes:
        found += sum(size(axes, piece) for piece in outside(axes, box, seen))
        seen.append(box)
    return found


def fewest(axes: Axes, boxes: Sequence[Box]) -> list[Box]:
    """Return few boxes that together have the same choices as the given ones; each is as large as possible, and none is covered
    by the rest.
    """
    kept = list[Box]()
    for box in boxes:
        grown = _grown(axes, box, boxes)
        if size(axes, grown) and grown not in kept:
            kept.append(grown)
    for box in sorted(kept, key=lambda each: size(axes, each)):
        rest = [each for each in kept if each is not box]
        if is_covered(axes, box, rest):
            kept = rest
    return kept


def _grown(axes: Axes, box: Box, boxes: Sequence[Box]) -> Box:
    """Return a box extended, rule by rule, by every value with which it is still covered."""
    grown = dict(box)
    for name in (name for name in axes if name in box):
        more = (value for value in axes[name] if value not in box[name])
        grown[name] = box[name].union(v for v in more if is_covered(axes, {**grown, name: frozenset({v})}, boxes))
        if grown[name].issuperset(axes[name]):
            del grown[name]
    return grown


def largest_outside(axes: Axes, box: Box, others: Sequence[Box]) -> Box | None:
    """Return the part of a box that remains after values are removed, one by one, until it shares no choice with any of the
    others; None if nothing is left.
    """
    kept = {name: box.get(name, frozenset(values)) for name, values in axes.items()}
    for other in others:
        if intersection(kept, other) is None:
            continue
        smaller = [{**kept, name: kept[name] - allowed} for name, allowed in other.items() if kept[name] - allowed]
        if not smaller:
            return None
        kept = max(smaller, key=lambda each: size(axes, each))
    return {name: allowed for name, allowed in kept.items() if not allowed.issuperset(axes[name])}
