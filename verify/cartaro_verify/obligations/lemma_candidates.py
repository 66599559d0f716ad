"""Candidate lemmas in the words of the text: conditions on a state that awaits a move, made of the text's own conditions and
numbers, and true in every state of some hands.

There are two kinds: one of two or three conditions holds (an implication); numbers of cards, counters and definitions satisfy
a linear equation, always or unless a condition holds. The conditions of the author's claims are included: a claim about the
end of a hand is tried, for example, for every state in which all players have bid.  A candidate is about the table, about every
player, or about the player to move; conditions about a player are also tried about a neighbour.

The vocabulary follows from the game only, so that a candidate is known by its numbers in the vocabulary.  A candidate proves
nothing: `lemma_search` keeps the largest set of candidates that every deal makes true and every move keeps true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from operator import mul
from typing import Literal

from cartaro_grammar import (
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS,
    SIDE,
    SIDES,
    TRUTH,
    Expr,
    Game,
    conjuncts,
    default,
    parts,
    parts_reached,
    rewrite,
)
from cartaro_grammar import game as g
from cartaro_verify.play.table import HistoryTable, Position, position_query
from cartaro_verify.terms.symbolic_state import NotCovered

# -------------------------------------------------------------------- candidates


Subject = Literal["table", "player", "mover"]
"""Whom a candidate is about: nobody in particular, every player, or the player to move."""
MOST_CANDIDATES = 600
MOST_COMPLEX = 4
"""The greatest number of conditions and numbers together in a candidate; an equation about two neighbours counts as one."""


@dataclass(frozen=True, slots=True)
class LemmaCandidate:
    """A disjunction of conditions of the vocabulary and, if there are `amounts`, of an equation of its numbers.

    `either` has the numbers of the conditions, counted from 1, with a minus sign for a negation; `amounts` has pairs of a
    factor and the number of an amount, and `value` is their sum.
    """

    subject: Subject
    either: tuple[int, ...]
    amounts: tuple[tuple[int, int], ...] = ()
    value: int = 0


# -------------------------------------------------------------------- vocabulary


DEAR = (
    g.Can, g.LastPlayer, g.Actor, g.Pattern, g.Splits, g.ReadAs, g.Select, g.OverSets, g.Extreme, g.ScoreOf, g.Applies,
    g.Attribute, g.Top, g.Only,
)  # fmt: skip
"""Expressions that are too expensive to be encoded at every state, or whose value depends on more than the state."""


class Vocabulary:
    """The conditions and numbers of a game from which candidates are made, about the table or about a player `x`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.span = game.clauses[0].span
        used = {part.name for part in parts((game.clauses, game.claims)) if isinstance(part, g.Local)}
        self.name = next(name for n in range(len(used) + 1) if (name := f"x{n or ''}") not in used)
        self.player = g.Local(self.name, PLAYER, self.span)
        self.following = g.Neighbour(self.player, 1, PLAYER, self.span)
        self.preceding = g.Neighbour(self.player, -1, PLAYER, self.span)
        plain = (condition for condition in self._conditions() if self._is_plain(condition))
        self.conditions: tuple[Expr, ...] = tuple(dict.fromkeys((*plain, *self._of_cards(), *self._of_marks())))
        plainly, of_two = list(filter(self._is_plain, self._amounts())), tuple(self._of_two())
        self.amounts: tuple[Expr, ...] = tuple(dict.fromkeys((*plainly, *of_two)))
        self.of_two = tuple(map(self.amounts.index, of_two))
        """The numbers of the sizes of zones of `x`, and of the next player."""
        actor = g.Actor(PLAYER, self.span)
        self.of_mover = {id(expr): _replaced(expr, self.player, actor) for expr in (*self.conditions, *self.amounts)}
        """For each condition and number, by identity, the same about the player to move."""

    def expression(self, candidate: LemmaCandidate) -> Expr:
        """Return a candidate as a condition. Its conditions and numbers are the same objects in all candidates."""
        of_mover = candidate.subject == "mover"
        found = [self._literal(number, of_mover) for number in candidate.either]
        found += [self._equation(candidate, of_mover)] if candidate.amounts else []
        whole = found[0] if len(found) == 1 else self._operation("or", *found)
        if candidate.subject != "player":
            return whole
        return g.Quantified("every", self.name, g.Everyone(PLAYERS, self.span), whole, TRUTH, self.span)

    def is_about_player(self, expr: Expr) -> bool:
        """Return whether an expression is about `x`."""
        bound = isinstance(expr, g.Total) or (isinstance(expr, g.Size) and isinstance(expr.members, g.Where))
        return not bound and any(part == self.player for part in parts(expr))

    def is_simple(self, number: int) -> bool:
        """Return whether a condition is about a flag, a role, the emptiness of a zone or a counter of the table compared with a
        number, or is a definition of the text.
        """
        condition = self.conditions[number - 1]
        match condition:
            case g.Recall() | g.Apply(arguments=()):
                return True
            case g.Operation(operator="=", operands=(g.Recall(), g.Local() | g.Neighbour())):
                return True
            case g.Operation(operator="=" | "<" | "<=", operands=(g.Recall(owner=None), g.Number())):
                return True
            case g.Operation(
                operator="=", operands=(g.Size(members=g.InZone(owner=g.Local() | g.Neighbour())), g.Number(value=0))
            ):
                return True
            case _:
                return default(condition, False)

    # ------------------------------------------------------------------ conditions

    def _conditions(self) -> Iterator[Expr]:
        """Yield the truths of memory, and the conditions of definitions, clauses and claims."""
        yield from self._simple(self.player)
        for neighbour in (self.following, self.preceding):
            yield from (condition for condition in self._simple(neighbour) if neighbour in parts(condition))
        for function in self.game.functions:
            if function.result.kind == "truth" and not function.parameters:
                yield g.Apply(function.name, (), TRUTH, self.span)
        for clause in self.game.clauses:
            for part in parts(clause):
                if isinstance(part, g.Quantified | g.Where) and part.members == g.Everyone(PLAYERS, self.span):
                    yield from self._split(_replaced(part.condition, g.Local(part.variable, PLAYER, self.span), self.player))
            once = (effect for effect in clause.effects if effect.each is None)
            for condition in (*clause.when, *clause.unless, *(c for e in once for c in (*e.when, *e.unless))):
                yield from self._split(self._of_player(condition))
        for line in (line for claim in self.game.claims for line in claim.lines if not isinstance(line, g.ExtremeClaim)):
            yield from self._split(self._of_player(line.condition))

    def _simple(self, player: Expr) -> Iterator[Expr]:
        """Yield the truths of memory of the table and of a player, and whether their zones are empty."""
        owners = {"table": None, "player": player, "side": g.SideOf(player, SIDE, self.span)}
        for cell in self.game.cells:
            held = g.Recall(cell.name, owners[cell.owner], cell.type, self.span)
            if cell.kind == "flag":
                yield held
            if cell.kind == "reference":
                yield self._operation("=", held, g.Nobody(cell.type, self.span))
                if cell.type == PLAYER and cell.owner == "table":
                    yield self._operation("=", held, player)
        for zone in self.game.zones:
            if not zone.family:
                yield self._operation("=", self._size(zone.name, owners[zone.owner]), self._number(0))

    def _of_cards(self) -> Iterator[Expr]:
        """Yield whether all cards in a zone of `x` have the value to which a reference refers: by an attribute, or by a
        definition of the text.
        """
        card = g.Local(f"{self.name}_card", CARD, self.span)
        attributes = {attribute.name for attribute in self.game.deck.attributes}
        zones = [zone.name for zone in self.game.zones if zone.owner == "player" and not zone.family]
        for cell in self.game.cells:
            if (cell.kind, cell.type.kind, cell.owner) == ("reference", "symbol", "table"):
                held, of = g.Recall(cell.name, None, cell.type, self.span), cell.type.enumeration
                values: list[Expr] = [g.Attribute(of, card, cell.type, self.span)] if of in attributes else []
                values += [
                    g.Apply(function.name, (card,), cell.type, self.span)
                    for function in self.game.functions
                    if (function.result, function.parameters) == (cell.type, (CARD,))
                ]
                for zone, value in ((zone, value) for zone in zones for value in values):
                    cards, same = g.InZone(zone, self.player, CARDS, self.span), self._operation("=", value, held)
                    yield g.Quantified("every", card.name, cards, same, TRUTH, self.span)

    def _of_marks(self) -> Iterator[Expr]:
        """Yield whether all marked cards satisfy a condition under which an effect marks cards."""
        effects = (part for part in parts((self.game.acts, self.game.clauses)) if isinstance(part, g.MarkAs))
        for mark, cards in ((effect.mark, cards) for effect in effects for cards in effect.cards):
            if isinstance(cards, g.Where) and self.game.cell[mark].owner == "table":
                marked = g.Recall(mark, None, CARDS, self.span)
                for condition in conjuncts(cards.condition):
                    if {p.name for p in parts(condition) if isinstance(p, g.Local)} == {cards.variable}:
                        yield g.Quantified("every", cards.variable, marked, condition, TRUTH, self.span)

    def _split(self, condition: Expr) -> tuple[Expr, ...]:
        """Return a condition without its negation, and the conditions of which it is made."""
        match condition:
            case g.Operation(operator="not", operands=(operand,)):
                return self._split(operand)
            case g.Operation(operator="and" | "or"):
                return (condition, *(part for operand in condition.operands for part in self._split(operand)))
            case _:
                return default(condition, (condition,))

    def _of_player(self, condition: Expr) -> Expr:
        """Return a condition about the player as one about `x`."""
        return _replaced(condition, g.Actor(PLAYER, self.span), self.player)

    def _is_plain(self, expr: Expr) -> bool:
        """Return whether an expression is about the table and `x` only, and is cheap to encode."""
        bound = {p.variable for p in parts(expr) if isinstance(p, g.Quantified | g.Where | g.Total)}
        if {p.name for p in parts(expr) if isinstance(p, g.Local)} - bound - {self.name}:
            return False
        whole = list(parts_reached(self.game, expr))
        over = (p.members.type.kind for p in whole if isinstance(p, g.Quantified | g.Where | g.Total))
        return not any(isinstance(part, DEAR) for part in whole) and all(kind in ("players", "sides") for kind in over)

    # --------------------------------------------------------------------- numbers

    def _amounts(self) -> Iterator[Expr]:
        """Yield the numbers of cards, counters and definitions that are about the table, all players or sides, or `x`."""
        for zone in self.game.zones:
            if not zone.family:
                everyone = g.Everyone(PLAYERS if zone.owner == "player" else SIDES, self.span)
                owners = {"table": (None,), "player": (everyone, self.player), "side": (everyone, self._side)}[zone.owner]
                yield from (self._size(zone.name, owner) for owner in owners)
        for cell in self.game.cells:
            if cell.kind == "counter" and (cell.period == "hand" or cell.owner == "table"):
                yield from self._counts(cell)
            if cell.kind == "mark" and cell.owner == "table":
                yield g.Size(g.Recall(cell.name, None, CARDS, self.span), NUMBER, self.span)
            if cell.kind == "flag" and cell.owner == "player":
                raised = g.Recall(cell.name, self.player, TRUTH, self.span)
                yield g.Size(g.Where(self.name, g.Everyone(PLAYERS, self.span), raised, PLAYERS, self.span), NUMBER, self.span)
        for function in self.game.functions:
            if function.result == NUMBER and not function.parameters:
                yield g.Apply(function.name, (), NUMBER, self.span)

    def _of_two(self) -> Iterator[Expr]:
        """Yield the numbers of cards of `x` and of the next player, which may be related."""
        zones = [zone.name for zone in self.game.zones if zone.owner == "player" and not zone.family]
        yield from (self._size(zone, player) for player in (self.player, self.following) for zone in zones)

    def _counts(self, cell: g.Cell) -> Iterator[Expr]:
        """Yield the number of a counter of the table; else the sum over all owners, and the number of `x`."""
        if cell.owner == "table":
            yield g.Recall(cell.name, None, NUMBER, self.span)
            return
        one, everyone = (PLAYER, PLAYERS) if cell.owner == "player" else (SIDE, SIDES)
        each = g.Recall(cell.name, g.Local(self.name, one, self.span), NUMBER, self.span)
        yield g.Total(self.name, g.Everyone(everyone, self.span), each, NUMBER, self.span)
        yield g.Recall(cell.name, self.player if cell.owner == "player" else self._side, NUMBER, self.span)

    # ----------------------------------------------------------------- expressions

    @property
    def _side(self) -> Expr:
        return g.SideOf(self.player, SIDE, self.span)

    def _size(self, zone: str, owner: Expr | None) -> Expr:
        return g.Size(g.InZone(zone, owner, CARDS, self.span), NUMBER, self.span)

    def _number(self, value: int) -> Expr:
        return g.Number(value, NUMBER, self.span)

    def _operation(self, operator: g.Operator, *operands: Expr) -> Expr:
        return g.Operation(operator, operands, NUMBER if operator in ("+", "*") else TRUTH, self.span)

    def _literal(self, number: int, of_mover: bool) -> Expr:
        """Return the condition with this number; a negative number means its negation."""
        found = self.conditions[abs(number) - 1]
        found = self.of_mover[id(found)] if of_mover else found
        return found if number > 0 else self._operation("not", found)

    def _equation(self, candidate: LemmaCandidate, of_mover: bool) -> Expr:
        """Return the equation of a candidate, with positive factors on both sides."""
        amounts = [(factor, self.amounts[number]) for factor, number in candidate.amounts]
        amounts = [(factor, self.of_mover[id(of)] if of_mover else of) for factor, of in amounts]
        left, right = (self._addends(amounts, sign) for sign in (1, -1))
        left += [self._number(-candidate.value)] if candidate.value < 0 else []
        right += [self._number(candidate.value)] if candidate.value > 0 else []
        return self._operation("=", self._sum(left), self._sum(right))

    def _addends(self, amounts: Iterable[tuple[int, Expr]], sign: int) -> list[Expr]:
        """Return the amounts with a factor of this sign, and their factors."""
        signed = ((factor * sign, of) for factor, of in amounts)
        return [of if f == 1 else self._operation("*", self._number(f), of) for f, of in signed if f > 0]

    def _sum(self, amounts: list[Expr]) -> Expr:
        if len(amounts) < 2:
            return amounts[0] if amounts else self._number(0)
        return self._operation("+", *amounts)


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    """Return an expression in which one expression is replaced by another."""
    return rewrite(expr, lambda node: new if node == old else node)


# ----------------------------------------------------------------------- samples


MATCHES = 36
HANDS = 16
MOST_POSITIONS = 2400
LEAST_ROWS = 40
"""The least number of rows in which an equation about two neighbours has to hold."""


def positions(table: HistoryTable) -> list[Position]:
    """Return states of random hands in which a move is awaited."""
    found = dict[Position, None]()
    for seed in range(MATCHES):
        for moment, position in table.matches(seed, HANDS):
            if len(found) >= (seed + 1) * MOST_POSITIONS // MATCHES:
                break
            if moment[0] == "await":
                found[position] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class Sampled:
    """The values of conditions and amounts in sampled states. A row is a state, or a state and a player. A condition has the
    rows in which it is true, as the bits of a number.
    """

    rows: int
    true: dict[int, int]
    amounts: dict[int, list[int]]

    @property
    def everywhere(self) -> int:
        return (1 << self.rows) - 1

    def where(self, number: int) -> int:
        """Return the rows in which the condition with this number holds; a negative number means its negation."""
        return self.true[number] if number > 0 else self.everywhere & ~self.true[-number]


class _Sampling:
    """The values of a vocabulary in some states."""

    def __init__(self, vocabulary: Vocabulary, table: HistoryTable, states: Sequence[Position]) -> None:
        self.vocabulary, self.table, self.states = vocabulary, table, states
        self._of_table = dict[Expr, list[int | None]]()
        self._of_player = dict[Expr, list[list[int | None]]]()

    def about(self, subject: Subject, conditions: Sequence[int], amounts: Sequence[int]) -> Sampled:
        """Return the values of some conditions and amounts for a subject; leave out each that has no value in some row."""
        values = partial(self._values, self._players(subject))
        true = {n: bits for n in conditions if (bits := _bits(values(self.vocabulary.conditions[n - 1]))) is not None}
        columns = {n: values(self.vocabulary.amounts[n]) for n in amounts}
        rows = sum(len(self._players(subject)(state)) for state in self.states)
        return Sampled(
            rows, true, {n: [v for v in column if v is not None] for n, column in columns.items() if None not in column}
        )

    def _players(self, subject: Subject) -> Callable[[Position], Sequence[int]]:
        """Return the players of the rows of a state."""
        match subject:
            case "table":
                return lambda state: (0,)
            case "player":
                return lambda state: range(self.table.game.players)
            case "mover":
                return lambda state: (state.turn,)

    def _values(self, players: Callable[[Position], Sequence[int]], expr: Expr) -> list[int | None]:
        """Return the values of an expression in all rows."""
        name = self.vocabulary.name
        try:
            query = position_query(self.table.rules, expr, (name,))
        except NotCovered:
            return [None]
        if self.vocabulary.is_about_player(expr):
            if expr not in self._of_player:
                everybody = range(self.table.game.players)
                self._of_player[expr] = [[query(state, {name: n}, None) for n in everybody] for state in self.states]
            return [
                of[player] for of, state in zip(self._of_player[expr], self.states, strict=True) for player in players(state)
            ]
        if expr not in self._of_table:
            self._of_table[expr] = [query(state, {name: 0}, None) for state in self.states]
        return [value for value, state in zip(self._of_table[expr], self.states, strict=True) for _ in players(state)]


def _bits(column: Sequence[int | None]) -> int | None:
    """Return the rows in which a condition is true, as the bits of a number; None if it has no value in some row."""
    return None if None in column else sum(1 << row for row, value in enumerate(column) if value)


# ------------------------------------------------------------------------ guesses


def guesses(vocabulary: Vocabulary, table: HistoryTable, most: int = MOST_CANDIDATES) -> list[LemmaCandidate]:
    """Return the simplest candidates that hold in all sampled states and do not follow from others, at most this number."""
    sampling = _Sampling(vocabulary, table, positions(table))
    subjects: tuple[Subject, ...] = ("table", "player", "mover")
    found = [_Guesses(vocabulary, sampling, subject) for subject in subjects]
    kinds = (of for each in found for of in (each.implications(), each.equations(), each.of_three()))
    ranked = [(len(c.either) + len(c.amounts), c) for of in kinds for c in of]
    ranked += [(len(c.either) + 1, c) for each in found for c in each.of_two()]
    ranked = [(rank, c) for rank, c in ranked if rank <= MOST_COMPLEX]
    simple_first = [candidate for _, candidate in sorted(ranked, key=lambda each: each[0])]
    return list(dict.fromkeys(simple_first))[: min(most, MOST_CANDIDATES)]


class _Guesses:
    """The guesses about one subject."""

    def __init__(self, vocabulary: Vocabulary, sampling: _Sampling, subject: Subject) -> None:
        self.vocabulary = vocabulary
        self.subject: Subject = subject
        apart = vocabulary.following if subject == "mover" else vocabulary.preceding
        own, of_table = [list[tuple[bool, int]](), list[tuple[bool, int]]()], subject == "table"
        for exprs, chosen in zip((vocabulary.conditions, vocabulary.amounts), own, strict=True):
            for number, expr in enumerate(exprs):
                about = vocabulary.is_about_player(expr)
                if not (of_table and about) and apart not in parts(expr):
                    chosen.append((of_table or about, number))
        self.seen = sampling.about(subject, [number + 1 for _, number in own[0]], [number for _, number in own[1]])
        self.amounts = [number for number in self.seen.amounts if vocabulary.following not in parts(vocabulary.amounts[number])]
        self.own_conditions = {number + 1 for is_own, number in own[0] if is_own}
        self.own_amounts = {number for is_own, number in own[1] if is_own}
        literals = [sign * number for number in self.seen.true for sign in (1, -1)]
        self.where = {number: self.seen.where(number) for number in literals}
        self.varying = [n for n in literals if self.where[n] not in (0, self.seen.everywhere)]

    def _is_own(self, *numbers: int) -> bool:
        """Return whether the subject is one of some conditions. Other candidates are already candidates of the table."""
        return any(abs(number) in self.own_conditions for number in numbers)

    def _made(self, *either: int) -> Iterator[LemmaCandidate]:
        if self._is_own(*either):
            yield LemmaCandidate(self.subject, either)

    def implications(self) -> Iterator[LemmaCandidate]:
        """Yield the conditions that always hold, and `A or B` unless it follows from others."""
        for number, rows in self.where.items():
            if rows == self.seen.everywhere:
                yield from self._made(number)
        alike = dict[int, list[int]]()
        for number in self.varying:
            alike.setdefault(self.where[number], []).append(number)
        for equal in alike.values():
            if len(equal) > 1 and equal[0] > 0:
                for one, other in zip(equal, (*equal[1:], equal[0]), strict=True):
                    yield from self._made(-one, other)
        heads = [equal[0] for equal in alike.values()]
        above = {a: [b for b in heads if b != a and self.where[a] & ~self.where[b] == 0] for a in heads}
        for a, implied in above.items():
            for b in implied:
                if a < -b and not any(b in above[c] for c in implied if c != b):
                    yield from self._made(-a, b)

    def of_three(self) -> Iterator[LemmaCandidate]:
        """Yield `A or B or C` for simple conditions about a player, if all three are needed."""
        if self.subject == "table":
            return
        everywhere, where = self.seen.everywhere, self.where
        simple = [n for n in self.varying if self.vocabulary.is_simple(abs(n))]
        for a, b in combinations(simple, 2):
            third = simple if where[a] | where[b] != everywhere and abs(a) < abs(b) else ()
            for c in (c for c in third if abs(b) < abs(c) and where[a] | where[b] | where[c] == everywhere):
                if everywhere not in (where[a] | where[c], where[b] | where[c]):
                    yield from self._made(a, b, c)

    def of_two(self) -> Iterator[LemmaCandidate]:
        """Yield linear equations between the sizes of the zones of two neighbours which hold in the rows of one or two simple
        conditions: for example, two players who both take part have the same number of cards.
        """
        numbers = [number for number in self.vocabulary.of_two if number in self.seen.amounts]
        if self.subject != "player" or not numbers:
            return
        met = dict[tuple[int, ...], int]()
        for row, values in enumerate(zip(*(self.seen.amounts[number] for number in numbers), strict=True)):
            met[values] = met.get(values, 0) | 1 << row
        simple = [n for n in self.varying if self.vocabulary.is_simple(abs(n))]
        guards = [(), *((n,) for n in simple), *((a, b) for a, b in combinations(simple, 2) if abs(a) != abs(b))]
        known = dict[tuple[int, ...], set[tuple[tuple[int, ...], int]]]()
        for guard in guards:
            here = self.seen.everywhere
            for n in guard:
                here &= self.where[n]
            if here.bit_count() < LEAST_ROWS or any(here == self.where[n] for n in guard if len(guard) > 1):
                continue
            rows = [values for values, where in met.items() if where & here]
            weaker = set[tuple[tuple[int, ...], int]]().union(*(known.get(each, ()) for each in ((), *((n,) for n in guard))))
            known[guard] = set(equations(rows))
            for factors, value in known[guard] - weaker:
                amounts = tuple((f, number) for f, number in zip(factors, numbers, strict=True) if f)
                yield LemmaCandidate(self.subject, tuple(-n for n in guard), amounts, value)

    def equations(self) -> Iterator[LemmaCandidate]:
        """Yield linear equations that hold either always or in the rows of a condition."""
        columns = [self.seen.amounts[number] for number in self.amounts]
        rows = list(zip(*columns, strict=True))
        for guard in (0, *self.varying):
            here = self.seen.everywhere if guard == 0 else self.where[guard]
            for factors, value in equations(list(dict.fromkeys(row for n, row in enumerate(rows) if here >> n & 1))):
                amounts = tuple((f, number) for f, number in zip(factors, self.amounts, strict=True) if f)
                own = self._is_own(guard) or any(number in self.own_amounts for _, number in amounts)
                if own and (guard == 0 or any(sum(map(mul, factors, row)) != value for row in rows)):
                    yield LemmaCandidate(self.subject, () if guard == 0 else (-guard,), amounts, value)


PRIME = 2**31 - 1
MOST_FACTOR = 12
MOST_VALUE = 1000


def equations(rows: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield linear equations with small integers that hold in all rows, from which all other linear equations follow: the
    factors, and the value of the sum.

    A 1 is put before each row, and the rows are reduced modulo a prime (Gauss). An equation is a vector that is orthogonal to
    all of them.
    """
    if not rows:
        return
    basis = dict[int, list[int]]()
    for row in rows:
        vector = _reduced([1, *row], basis)
        pivot = next((n for n, number in enumerate(vector) if number), None)
        if pivot is not None:
            inverse = pow(vector[pivot], PRIME - 2, PRIME)
            basis = {at: _without(other, pivot, [n * inverse % PRIME for n in vector]) for at, other in basis.items()}
            basis[pivot] = [n * inverse % PRIME for n in vector]
    for free in (n for n in range(len(rows[0]) + 1) if n not in basis):
        solution = [int(n == free) for n in range(len(rows[0]) + 1)]
        for pivot, vector in basis.items():
            solution[pivot] = -vector[free] % PRIME
        constant, *factors = _small(solution) or (0,)
        if any(factors) and all(sum(map(mul, factors, row)) + constant == 0 for row in rows):
            yield tuple(factors), -constant


def _reduced(vector: list[int], basis: dict[int, list[int]]) -> list[int]:
    for pivot, other in basis.items():
        vector = _without(vector, pivot, other)
    return vector


def _without(vector: list[int], pivot: int, other: list[int]) -> list[int]:
    """Return a vector minus a multiple of another, so that it is 0 at the pivot."""
    factor = vector[pivot]
    return [(a - factor * b) % PRIME for a, b in zip(vector, other, strict=True)] if factor else vector


def _small(solution: Sequence[int]) -> tuple[int, ...] | None:
    """Return the least multiple of a vector modulo the prime with small integers; None if there is none."""
    for times in range(1, MOST_FACTOR + 1):
        found = [(number * times + PRIME // 2) % PRIME - PRIME // 2 for number in solution]
        if abs(found[0]) <= MOST_VALUE and all(abs(number) <= MOST_FACTOR for number in found[1:]):
            return tuple(found)
    return None
