"""Sets of choices of house rules, as decision diagrams: exact for any number of options, and small if the options are
independent.

A set is a number: `NONE`, `ALL`, or a node, which branches on one option.  Nodes are shared and never redundant, so that equal
sets are the same number (R. E. Bryant, 1986; here with as many branches as an option has values).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

NONE = 0
ALL = 1


@dataclass(slots=True)
class SettingSets:
    """Sets of choices of house rules. Each option has its values, the default first."""

    options: Mapping[str, tuple[str, ...]]
    levels: dict[str, int] = field(init=False)
    values: tuple[tuple[str, ...], ...] = field(init=False)
    nodes: list[tuple[int, tuple[int, ...]]] = field(init=False)
    _numbers: dict[tuple[int, tuple[int, ...]], int] = field(default_factory=dict[tuple[int, tuple[int, ...]], int])
    _combined: dict[tuple[str, int, int], int] = field(default_factory=dict[tuple[str, int, int], int])
    _counted: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])

    def __post_init__(self) -> None:
        self.levels = {name: level for level, name in enumerate(self.options)}
        self.values = tuple(self.options.values())
        end = len(self.values)
        self.nodes = [(end, ()), (end, ())]

    def having(self, option: str, values: Collection[str]) -> int:
        """Return the choices in which an option has one of some values."""
        level = self.levels[option]
        return self._node(level, tuple(ALL if value in values else NONE for value in self.values[level]))

    def of(self, settings: Mapping[str, str]) -> int:
        """Return the choices with these values."""
        found = ALL
        for option, value in settings.items():
            found = self.both(found, self.having(option, (value,)))
        return found

    def both(self, one: int, other: int) -> int:
        """Return the choices in both sets."""
        if one in (other, NONE) or other == ALL:
            return one
        return other if one == ALL or other == NONE else self._combine("both", *sorted((one, other)))

    def either(self, one: int, other: int) -> int:
        """Return the choices in at least one of the two sets."""
        if one in (other, ALL) or other == NONE:
            return one
        return other if one == NONE or other == ALL else self._combine("either", *sorted((one, other)))

    def without(self, one: int, other: int) -> int:
        """Return the choices in one set and not in the other."""
        if one in (other, NONE) or other == ALL:
            return NONE
        return one if other == NONE else self._combine("without", one, other)

    def count(self, found: int, level: int = 0) -> int:
        """Return the number of choices in a set, counting only the options from a level on."""
        at, children = self.nodes[found]
        if found == NONE:
            return 0
        key = (found, level)
        if key not in self._counted:
            skipped = prod(len(values) for values in self.values[level:at])
            self._counted[key] = skipped * (1 if found == ALL else sum(self.count(child, at + 1) for child in children))
        return self._counted[key]

    def possible(self, found: int, option: str) -> tuple[str, ...]:
        """Return the values that an option has in some choice of a set."""
        return tuple(value for value in self.options[option] if self.both(found, self.having(option, (value,))) != NONE)

    def first(self, found: int) -> dict[str, str]:
        """Return a choice of a non-empty set. Each option has its default if possible."""
        chosen: dict[str, str] = {}
        for option in self.options:
            value = self.possible(found, option)[0]
            found = self.both(found, self.having(option, (value,)))
            chosen[option] = value
        return chosen

    def projected(self, found: int, options: Collection[str]) -> int:
        """Return the choices that have the same values of some options as a choice of a set."""
        for option in self.options:
            if option not in options:
                parts = [self._under(found, option, value) for value in self.options[option]]
                found = NONE
                for part in parts:
                    found = self.either(found, part)
        return found

    def independent(self, found: int) -> tuple[tuple[str, ...], ...]:
        """Return the options of a set in groups that do not depend on each other. The set is the product of its projections to
        the groups.
        """
        groups: list[tuple[str, ...]] = [(option,) for option in self.options]
        merged = True
        while merged:
            merged = False
            for one, other in ((a, b) for n, a in enumerate(groups) for b in groups[n + 1 :]):
                apart = self.both(self.projected(found, one), self.projected(found, other))
                if self.projected(found, (*one, *other)) != apart:
                    groups = [
                        tuple(o for o in self.options if o in (*one, *other)) if g == one else g for g in groups if g != other
                    ]
                    merged = True
                    break
        product = ALL
        for group in groups:
            product = self.both(product, self.projected(found, group))
        return tuple(groups) if product == found else (tuple(self.options),)

    def choices(self, found: int, options: Sequence[str]) -> Iterator[dict[str, str]]:
        """Yield, in order, the choices of values for some options that occur in a set."""
        if not options:
            if found != NONE:
                yield {}
            return
        option, *rest = options
        for value in self.possible(found, option):
            for more in self.choices(self.both(found, self.having(option, (value,))), rest):
                yield {option: value, **more}

    def _under(self, found: int, option: str, value: str) -> int:
        """Return the choices that are in a set after their value of an option is replaced by a given value."""
        level, wanted = self.levels[option], self.options[option].index(value)
        known: dict[int, int] = {}

        def under(number: int) -> int:
            at, children = self.nodes[number]
            if at > level:
                return number
            if number not in known:
                known[number] = children[wanted] if at == level else self._node(at, tuple(map(under, children)))
            return known[number]

        return under(found)

    def _combine(self, how: str, one: int, other: int) -> int:
        key = (how, one, other)
        if key not in self._combined:
            level = min(self.nodes[one][0], self.nodes[other][0])
            pairs = zip(self._at(one, level), self._at(other, level), strict=True)
            operation = {"both": self.both, "either": self.either, "without": self.without}[how]
            self._combined[key] = self._node(level, tuple(operation(a, b) for a, b in pairs))
        return self._combined[key]

    def _at(self, number: int, level: int) -> tuple[int, ...]:
        at, children = self.nodes[number]
        return children if at == level else (number,) * len(self.values[level])

    def _node(self, level: int, children: tuple[int, ...]) -> int:
        if len(set(children)) == 1:
            return children[0]
        key = (level, children)
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return self._numbers[key]
