"""Random sentences: expressions of every type, in the words of a game.

A `Vocabulary` holds the words of a game, and a `Phrases` makes random expressions from them. The expressions are grammatical;
the checker decides whether they have a meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

NUMBER_COMPARISONS = ("=", "is at least", "is at most", "is more than", "is less than")


@dataclass
class Vocabulary:
    """The words of a game. Zones and memory are listed by owner: "table", "player" or "side"."""

    suits: list[str] = field(default_factory=list[str])
    ranks: list[str] = field(default_factory=list[str])
    measures: list[str] = field(default_factory=list[str])
    special: list[str] = field(default_factory=list[str])
    zones: dict[str, str] = field(default_factory=dict[str, str])
    piles: list[str] = field(default_factory=list[str])
    counters: dict[str, str] = field(default_factory=dict[str, str])
    flags: dict[str, str] = field(default_factory=dict[str, str])
    marks: list[str] = field(default_factory=list[str])
    references: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """Name → what the reference refers to, and the owner."""
    families: list[str] = field(default_factory=list[str])
    kinds: list[str] = field(default_factory=list[str])
    truths: list[str] = field(default_factory=list[str])
    functions: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """Name → the type of the definition's argument ("" if it has none), and the type of its value."""
    options: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    acts: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict[str, list[tuple[str, str, str]]])
    """Name → the act's parameters, each with preposition, name and type."""
    permissions: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    clauses: list[str] = field(default_factory=list[str])
    """The names of the rules."""
    scores: bool = False
    tops: bool = False
    sets: bool = False
    """Whether numbers are counted over the sets of some cards."""
    seats_differ: bool = True
    """Whether the rules name a particular seat. If they do not, the seats can be rotated."""
    lasting: list[str] = field(default_factory=list[str])
    """The memory that lasts for several hands."""


@dataclass(frozen=True)
class Phrases:
    """Makes random expressions. If `player` is true, `the player` may be used; `words` are the bound words, by type."""

    random: Random
    words: Vocabulary
    player: bool = True
    bound: tuple[tuple[str, str], ...] = ()
    abilities: bool = False

    def binding(self, *names: tuple[str, str]) -> Phrases:
        return replace(self, bound=(*self.bound, *names))

    def of(self, kind: str) -> list[str]:
        return [name for name, of in self.bound if of == kind]

    def pick(self, ways: list[tuple[float, Callable[[], str]]]) -> str:
        """Call one of several functions, chosen at random by weight, and return its result."""
        return self.random.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()

    # ------------------------------------------------------------------ people

    def person(self, depth: int = 1) -> str:
        """A player."""
        known = [*self.of("player"), *(n for n, (k, o) in self.words.references.items() if (k, o) == ("player", "table"))]
        known += [n for n, (a, v) in self.words.functions.items() if (a, v) == ("", "player")]
        ways: list[tuple[float, Callable[[], str]]] = [(1, lambda: "the last player")] if self.words.seats_differ else []
        if self.player:
            ways.append((3, lambda: "player"))
        if known:
            ways.append((4, lambda: self.random.choice(known)))
        if not ways:
            return "the last player"
        if depth > 0:
            ways.append((2, lambda: f"the player {self.random.choice(('after', 'before'))} {self.person(depth - 1)}"))
        return self.pick(ways)

    def side(self) -> str:
        known = [*self.of("side"), *(n for n, (k, _) in self.words.references.items() if k == "side")]
        ways: list[tuple[float, Callable[[], str]]] = [(2, lambda: f"side of {self.person()}")]
        if known:
            ways.append((4, lambda: self.random.choice(known)))
        return self.pick(ways)

    def owner(self, kind: str, *, several: bool = False) -> str:
        """Return the words for the owner that follow a name."""
        if kind == "table":
            return ""
        if several and self.random.random() < 0.35:
            return f" of {kind}s"
        return f" of {self.person() if kind == 'player' else self.side()}"

    def best(self) -> str:
        """Return the first member by an order, or nobody."""
        local = self.binding(("x", "player"))
        key = local.measured()
        more = f" then {self.random.choice(('highest', 'lowest'))} {local.measured()}" if self.random.random() < 0.3 else ""
        return f"the player with {self.random.choice(('highest', 'lowest'))} {key}{more}"

    def measured(self) -> str:
        """Return a number of the player under consideration, with the owner left out."""
        zones = [z for z, o in self.words.zones.items() if o in ("player", "side")]
        counters = [c for c, o in self.words.counters.items() if o in ("player", "side")]
        ways = [lambda: f"number of {self.random.choice(zones)}", lambda: f"total value of {self.random.choice(zones)}"]
        if counters:
            ways += [lambda: self.random.choice(counters)] * 2
        return self.random.choice(ways)()

    # ------------------------------------------------------------------ cards

    def card(self) -> str | None:
        known = [*self.of("card"), *(n for n, (k, o) in self.words.references.items() if (k, o) == ("card", "table"))]
        if self.words.tops:
            known += [f"top of {p}" for p in self.words.piles]
        return self.random.choice(known) if known else None

    def cards(self, depth: int = 1) -> str:
        """A set of cards."""
        zones = list(self.words.zones)
        ways: list[tuple[float, Callable[[], str]]] = [(5, lambda: self.zone(self.random.choice(zones)))]
        if self.of("cards"):
            ways.append((2, lambda: self.random.choice(self.of("cards"))))
        if self.words.marks:
            ways.append((1, lambda: self.random.choice(self.words.marks)))
        if depth > 0:
            ways += [
                (2, lambda: f"({self.cards(0)} where {self.about_card(None, depth - 1)})"),
                (1, lambda: f"({self.cards(0)} {self.random.choice('+-')} {self.cards(0)})"),
                (0.2, lambda: f"({self.cards(0)} as printed)"),
                (0.4, lambda: f"({self.random.choice(['all cards'])} where {self.about_card(None, 0)})"),
            ]
        return self.pick(ways)

    def zone(self, name: str) -> str:
        return f"{name}{self.owner(self.words.zones[name], several=True)}"

    def attribute(self) -> tuple[str, str]:
        """An attribute with one of its values."""
        if self.random.random() < 0.5:
            return "suit", self.random.choice(self.words.suits)
        return "rank", self.random.choice(self.words.ranks)

    def about_card(self, name: str | None, depth: int) -> str:
        """Return a condition on a named card, or on the card under consideration."""
        of = "" if name is None else f" of {name}"
        what, value = self.attribute()
        measure = self.random.choice(self.words.measures)
        ways: list[tuple[float, Callable[[], str]]] = [
            (3, lambda: f"{what}{of} {self.random.choice(('is', 'is', 'is not'))} {value}"),
            (2, lambda: f"{measure}{of} {self.random.choice(NUMBER_COMPARISONS)} {self.random.randint(0, 3)}"),
            (0.4, lambda: f"{what}{of} is {self.random.choice(('', 'not '))}none"),
        ]
        if name is not None:
            ways.append((1, lambda: f"{name} is {self.random.choice(('', 'not '))}in {self.cards(0)}"))
            if self.words.kinds:
                ways.append((2, lambda: f"{name} is {self.random.choice(('', 'not '))}{self.random.choice(self.words.kinds)}"))
        return self.pick(ways)

    def counted(self, depth: int) -> str:
        """Return something that can be counted: a set, or the cards of a kind in one."""
        if self.random.random() < 0.3:
            kinds = [*self.words.suits, *self.words.ranks, *self.words.special, *self.words.kinds]
            return f"{self.random.choice(kinds)} in {self.cards(0)}"
        return self.cards(depth)

    # ------------------------------------------------------------------ numbers

    def number(self, depth: int = 1) -> str:
        ways: list[tuple[float, Callable[[], str]]] = [
            (1.5, lambda: str(self.random.randint(0, 3))),
            (0.3, lambda: f"-{self.random.randint(1, 3)}"),
            (4, lambda: f"number of {self.counted(depth)}"),
            (1, lambda: f"total {self.random.choice(self.words.measures)} of {self.cards(0)}"),
            (0.7, self.extreme),
        ]  # fmt: skip
        if self.words.counters:
            ways.append((6, self.counter))
        if self.words.scores:
            ways.append((0.7, lambda: f"score of {self.side()}"))
        numbers = [o for o, values in self.words.options.items() if values[0].isdigit()]
        if numbers:
            ways.append((1, lambda: self.random.choice(numbers)))
        for name, (argument, value) in self.words.functions.items():
            if value == "number":
                ways.append((1.5, partial(self.applied, name, argument)))
        if depth > 0:
            ways += [
                (0.6, lambda: f"half of ({self.number(depth - 1)} + {self.number(0)})"),
                (0.8, lambda: f"remainder of {self.added(depth - 1)} by {self.divisor()}"),
                (1.5, lambda: self.added(depth - 1)),
                (0.3, lambda: f"({self.number(0)} * {self.random.randint(2, 3)})"),
                (0.6, self.summed),
            ]  # fmt: skip
            if self.words.sets and not self.of("cards"):
                ways.append((6, self.over_sets))
        return self.pick(ways)

    def divisor(self) -> str:
        """Mostly more than 0."""
        plain = str(self.random.randint(2, 3))
        return self.pick([(6, lambda: plain), (0.8, lambda: f"({self.number(0)})"), (0.5, lambda: "-3")])

    def added(self, depth: int) -> str:
        """A sum or a difference."""
        return f"({self.number(depth)} {self.random.choice('+-')} {self.number(0)})"

    def extreme(self) -> str:
        """The highest or lowest measure of a set of cards."""
        return f"{self.random.choice(('highest', 'lowest'))} {self.random.choice(self.words.measures)} of {self.cards(0)}"

    def summed(self) -> str:
        inner = self.binding(("x", "player"))
        return f"total of {inner.number_of('x', 'player')} over x in players"

    def over_sets(self) -> str:
        """A number over the sets of some cards."""
        measure = self.random.choice(self.words.measures)
        inner = self.binding(("t", "cards"))
        ways: list[tuple[float, Callable[[], str]]] = [
            (3, lambda: f"total {measure} of t {self.random.choice(NUMBER_COMPARISONS)} {self.random.randint(0, 4)}"),
            (3, lambda: f"number of t {self.random.choice(NUMBER_COMPARISONS)} {self.random.randint(1, 3)}"),
            (2, lambda: f"t is {self.random.choice(('alike', 'distinct'))} in {self.random.choice(('suit', 'rank'))}"),
            (1, inner.comparison),
        ]
        conditions = " and ".join(self.pick(ways) for _ in range(self.random.randint(0, 2)))
        sets = f"(sets of cards t in {self.cards(1)}{f' where {conditions}' if conditions else ''})"
        amount = self.random.choice((f"total {measure} of t", "number of t", self.number(0)))
        how = self.random.choice(("total", "highest", "lowest"))
        return self.pick([(1, lambda: f"number of {sets}"), (1, lambda: f"({how} of {amount} over {sets})")])

    def number_of(self, who: str, kind: str) -> str:
        """Return a number that belongs to a player or side."""
        zones = [z for z, o in self.words.zones.items() if o == kind]
        counters = [c for c, o in self.words.counters.items() if o == kind]
        ways: list[tuple[float, Callable[[], str]]] = []
        if zones:
            ways.append((1, lambda: f"number of {self.random.choice(zones)} of {who}"))
        if counters:
            ways.append((3, lambda: f"{self.random.choice(counters)} of {who}"))
        if not ways:
            ways.append((1, lambda: f"number of won of side of {who}" if kind == "player" else "1"))
        return self.pick(ways)

    def counter(self) -> str:
        name = self.random.choice(list(self.words.counters))
        return f"{name}{self.owner(self.words.counters[name])}"

    def applied(self, name: str, argument: str) -> str:
        """Return a definition applied to a possible argument, or a plain number if there is no definition."""
        if not argument:
            return name
        given = self.card() if argument == "card" else self.cards(0)
        return "1" if given is None else f"{name} of {given}"

    # ------------------------------------------------------------------ truths

    def truth(self, depth: int = 1) -> str:
        ways: list[tuple[float, Callable[[], str]]] = [
            (5, self.comparison),
            (2, lambda: f"{self.cards(depth)} is {self.random.choice(('', 'not '))}empty"),
            (1.2, lambda: self.quantified(depth)),
        ]
        if self.words.references:
            ways.append((4, self.referring))
        if self.words.families and not any(name in ("m", "c") for name, _ in self.bound):
            ways.append((3, self.about_groups))
        if self.words.flags:
            ways.append((2, self.flag))
        if self.words.truths:
            ways.append((2, lambda: self.random.choice(self.words.truths)))
        if self.card() is not None:
            ways.append((1.5, lambda: self.about_card(self.card() or "", 0)))
        symbols = [o for o, values in self.words.options.items() if not values[0].isdigit()]
        if symbols:
            ways.append((0.7, lambda: self.option(self.random.choice(symbols))))
        if self.player:
            ways.append((0.8, lambda: f"player is {self.random.choice(('', 'not '))}{self.person(1)}"))
        if self.abilities:
            ways.append((3, self.ability))
        if depth > 0:
            ways += [
                (1.5, lambda: f"({self.truth(depth - 1)} {self.random.choice(('and', 'or'))} {self.truth(depth - 1)})"),
                (0.4, lambda: f"not ({self.truth(depth - 1)})"),
            ]
        return self.pick(ways)

    def option(self, name: str) -> str:
        return f"{name} is {self.random.choice(self.words.options[name])}"

    def comparison(self) -> str:
        left = self.number(1)
        right = str(self.random.randint(0, 3)) if self.random.random() < 0.6 else self.number(0)
        return f"{left} {self.random.choice(NUMBER_COMPARISONS)} {right}"

    def flag(self) -> str:
        name = self.random.choice(list(self.words.flags))
        return f"{self.random.choice(('', 'not '))}{name}{self.owner(self.words.flags[name])}"

    def referring(self) -> str:
        name = self.random.choice(list(self.words.references))
        kind, owner = self.words.references[name]
        this = f"{name}{self.owner(owner)}"
        sense = self.random.choice(("is", "is not"))
        if self.random.random() < 0.4:
            return f"{this} {sense} none"
        match kind:
            case "player":
                return f"{this} {sense} {self.person(1)}"
            case "side":
                return f"{this} {sense} {self.side()}"
            case "card":
                return f"{this} {sense} in {self.cards(0)}"
            case _:
                return f"{this} {sense} {self.random.choice(self.words.suits)}"

    def quantified(self, depth: int) -> str:
        quantifier = self.random.choice(("some", "every", "no"))
        kind = self.random.choice(("card", "card", "player", "side"))
        if any(name == "c" for name, _ in self.bound) or any(name == "x" for name, _ in self.bound):
            return self.comparison()
        if kind == "card":
            inner = self.binding(("c", "card"))
            return f"{quantifier} c in {self.cards(0)} has {inner.about_card('c', 0)}"
        inner = self.binding(("x", kind))
        number = f"{inner.number_of('x', kind)} {self.random.choice(NUMBER_COMPARISONS)} {self.random.randint(0, 2)}"
        flags = [f for f, o in self.words.flags.items() if o == kind]
        return f"{quantifier} x in {kind}s has {self.random.choice([number, *(f'{f} of x' for f in flags)])}"

    def about_groups(self) -> str:
        """A condition on groups of cards."""
        family, few = self.random.choice(self.words.families), self.random.randint(0, 3)
        compared, quantifier = self.random.choice(NUMBER_COMPARISONS), self.random.choice(("some", "every", "no"))
        card = self.binding(("m", "group"), ("c", "card")).about_card("c", 0)
        ways = (
            f"{family} is {self.random.choice(('', 'not '))}empty",
            f"number of {family} {compared} {few}",
            f"{quantifier} m in {family} has number of m {compared} {few}",
            f"{quantifier} m in {family} has {self.random.choice(('some', 'every'))} c in m has {card}",
        )
        return self.random.choice(ways)

    def ability(self) -> str:
        """Return a condition on whether somebody can do an act."""
        acts = [name for name in self.words.acts if self.words.permissions.get(name)]
        if not acts:
            return self.comparison()
        name = self.random.choice(acts)
        by = f" by {self.random.choice(self.words.permissions[name])}" if self.random.random() < 0.5 else ""
        given = ""
        card = self.card()
        for preposition, parameter, kind in self.words.acts[name]:
            if kind == "card" and card is not None and parameter == "card" and self.random.random() < 0.5:
                given = f" {preposition} {card}" if preposition else f" {card}"
        if given and " of " in given:
            given = ""
        who = self.person(1) if self.random.random() < 0.3 else "player"
        return f"{who} {self.random.choice(('can', 'can', 'cannot'))} {name}{given}{by}" if self.player else self.comparison()
