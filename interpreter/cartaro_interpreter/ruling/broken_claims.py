"""The reason why a claim, or the check of an example, does not hold in a state: the terms of its condition that decide it, with
their values.

Below `and`, `or` and quantifiers, only the deciding operands and the deciding member are followed: for *no x in sides has some
y in sides has …*, these are the x and the y that are found. A term that names one player or side has the values of all players
or sides, in their order, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from cartaro_grammar import PLAYER, SIDE, Diagnostic, Expr, Message, Type, default, element, join_commas, msg, rewrite
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.evaluate.expressions import values_in
from cartaro_interpreter.evaluate.mentions import free_locals
from cartaro_interpreter.play.questions import question
from cartaro_interpreter.state.card_sets import Member, members
from cartaro_interpreter.state.state import NOBODY, Move, State, codes_of

Names = Mapping[str, tuple[Type, int]]
"""The free names of an expression, each with its type and value."""
COMPARED = frozenset(("=", "<", "<=", "in", "subset"))
ARITHMETIC = frozenset(("+", "-", "*", "half", "remainder", "quotient", "quotient up"))
EACH = "each"
"""The name that ranges over all players or sides, in a term that has a value for each of them."""


@dataclass(frozen=True, slots=True)
class ClaimTerm:
    """A part of a claim's condition with its value, under values of its free names. If `each` is the type of players or of
    sides, there is a value for each player or side, in order. A part that is a condition has the value 0 or 1.
    """

    expr: Expr
    values: tuple[int, ...]
    names: tuple[tuple[str, Type, int], ...] = ()
    each: Type | None = None


def broken_terms(rules: Rules, claim: g.Claim, state: State, last: Move | None) -> tuple[ClaimTerm, ...]:
    """Return the terms of the first line of a claim that does not hold in a state. `last` is the move that led to the state, or
    that is about to be done. A line on an act names the arguments of this move.
    """
    for line in claim.lines:
        reading = _Reading(rules, state)
        match line:
            case g.Always() | g.AtEvery():
                found = reading.against(line.condition, {})
            case g.BeforeEvery(act) | g.AfterEvery(act):
                if last is None or last.act != act:
                    continue
                parameters = rules.game.act[act].parameters
                named = {p.name: (p.type, value) for p, value in zip(parameters, last.args, strict=True)}
                found = reading.against(line.condition, named)
            case g.ExtremeClaim():
                found = tuple(reading.amounts(line.amount, {"side": (SIDE, 0)}))
            case g.Possible():
                continue
        if found:
            return found
    return ()


MOST_TERMS = 4
"""The greatest number of terms in the report of a failed check."""


def found_instead(rules: Rules, condition: Expr, state: State, actor: int) -> str:
    """Explain in the words of a player why a condition does not hold: `expected 7, found 27`, followed by the terms that decide
    it with their values. Return "" if the rules do not decide it.
    """
    reading = _Reading(rules, state, actor)
    terms = dict.fromkeys(_as_written(reading, term, condition) for term in reading.against(condition, {}))
    compared = _against_literal(condition)
    if compared is None:
        return join_commas(_term_words(rules, term) for term in [*terms][:MOST_TERMS])
    literal, other = compared
    value = reading.value(other, {})
    if value is None:
        return ""
    found = msg("expected {wanted}, found {found}", wanted=literal.span.text, found=_value_words(rules, other.type, value))
    parts = [_term_words(rules, term) for term in terms if term.each is not None or term.expr != other][:MOST_TERMS]
    return msg("{found}: {terms}", found=found, terms=join_commas(parts)) if parts else found


def _against_literal(condition: Expr) -> tuple[Expr, Expr] | None:
    """If one side of an equation is a literal, return the literal and the other side."""
    if not isinstance(condition, g.Operation) or condition.operator != "=":
        return None
    one, other = condition.operands
    pairs = ((other, one), (one, other))
    return next((pair for pair in pairs if _is_literal(pair[0]) and pair[0].span != condition.span), None)


def _is_literal(expr: Expr) -> bool:
    return isinstance(expr, g.Number | g.Symbol | g.Cards)


def _as_written(reading: _Reading, term: ClaimTerm, condition: Expr) -> ClaimTerm:
    """Return the term as the author wrote it: for `hand is empty`, the hand and not the number of its cards."""
    if isinstance(term.expr, g.Size) and term.expr.span == condition.span and term.each is None and not term.names:
        value = reading.value(term.expr.members, {})
        return term if value is None else ClaimTerm(term.expr.members, (value,))
    return term


def _term_words(rules: Rules, term: ClaimTerm) -> Message:
    written = term.expr.span.text
    if term.expr.type.kind == "truth":
        return msg("`{term}` is true", term=written) if term.values[0] else msg("`{term}` is false", term=written)
    values = [_value_words(rules, term.expr.type, value) for value in term.values]
    if term.each is not None:
        numbered = enumerate(values, 1)
        values = [msg("{value} ({whom})", value=value, whom=_numbered(term.each.kind, n)) for n, value in numbered]
    return msg("`{term}` is {value}", term=written, value=join_commas(values))


def _value_words(rules: Rules, of: Type, value: int) -> str:
    """Return a value as a message shows it: a number, the codes of cards, or the number of a player or side."""
    match of.kind:
        case "number":
            return str(value)
        case _ if value == NOBODY:
            return msg("`none`")
        case "card":
            return rules.game.faces.codes[value]
        case "cards" | "group":
            return " ".join(codes_of(rules.game, value)) or msg("no card")
        case "symbol":
            return f"`{rules.compiler.symbol_name(of.enumeration, value)}`"
        case "player" | "side":
            return _numbered(of.kind, value + 1)
        case "players" | "sides":
            return join_commas(_numbered(of.kind[:-1], one + 1) for one in members(value)) or msg("`none`")
        case _:
            return str(value)


def _numbered(kind: str, number: int) -> Message:
    return msg("player {n}", n=number) if kind == "player" else msg("side {n}", n=number)


@dataclass(frozen=True, slots=True)
class _Reading:
    """Evaluates the parts of a condition in a state. `actor` is the player to whom the condition refers; None is the player
    whose turn it is.
    """

    rules: Rules
    state: State
    actor: int | None = None

    def value(self, expr: Expr, names: Names) -> int | None:
        """Return a value. Return None if the rules do not decide it."""
        query = question(self.rules, expr, tuple(names))
        if isinstance(query, Diagnostic):
            return None
        found = query(self.state, {name: value for name, (_, value) in names.items()}, self.actor)
        return None if isinstance(found, Diagnostic) else found

    def against(self, condition: Expr, names: Names) -> tuple[ClaimTerm, ...]:
        """Return the terms that make a condition false. There are none if it is true or undecided."""
        return tuple(self.terms(condition, names)) if self.value(condition, names) == 0 else ()

    def terms(self, expr: Expr, names: Names) -> Iterator[ClaimTerm]:
        """Return the terms that decide a condition."""
        match expr:
            case g.Operation("not", operands):
                return self.terms(operands[0], names)
            case g.Operation(("and" | "or") as operator, operands):
                truth = self.value(expr, names)
                deciding = [operand for operand in operands if self.value(operand, names) == truth]
                named = deciding[:1] if truth == (operator == "or") else deciding
                return chain.from_iterable(self.terms(operand, names) for operand in named)
            case g.Operation(operator, operands) if operator in COMPARED:
                return chain.from_iterable(self.amounts(operand, names) for operand in operands)
            case g.Quantified():
                return self.of_members(expr, names)
            case _:
                return default(expr, self.term(expr, names))

    def of_members(self, expr: g.Quantified, names: Names) -> Iterator[ClaimTerm]:
        """Yield the terms of the first member that decides a quantifier. If no single member decides it, yield the terms of one
        player or side, which show the values of all.
        """
        of = element(expr.members.type)
        held = self.value(expr.members, names)
        if of is None or held is None:
            return
        found = values_in(self.rules.compiler, self.state.cells, expr.members, held)
        bound = [{**names, expr.variable: (of, one.number if isinstance(one, Member) else one.mask)} for one in found]
        wanted = int(expr.quantifier != "every")
        deciding = next((one for one in bound if self.value(expr.condition, one) == wanted), None)
        if deciding is None and of in (PLAYER, SIDE):
            deciding = next(iter(bound), None)
        if deciding is None:
            yield from self.term(expr, names)
        else:
            yield from self.terms(expr.condition, deciding)

    def amounts(self, expr: Expr, names: Names) -> Iterator[ClaimTerm]:
        """Return the amounts computed in one side of a comparison: the parts of a sum, without literals and names."""
        match expr:
            case g.Operation(operator, operands) if operator in ARITHMETIC:
                return chain.from_iterable(self.amounts(operand, names) for operand in operands)
            case (
                g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Numbers() | g.Nobody() | g.Actor() | g.Local() | g.Cards()
            ):
                return iter(())
            case _:
                return default(expr, self.term(expr, names))

    def term(self, expr: Expr, names: Names) -> Iterator[ClaimTerm]:
        """Yield a term with its value; if it names one player or side, with the values of all players or sides."""
        free = {name: names[name] for name in sorted(free_locals(expr)) if name in names}
        people = [name for name, (of, _) in free.items() if of in (PLAYER, SIDE)]
        if expr.type.kind != "truth" and len(free) == len(people) == 1:
            of = free[people[0]][0]
            general = _renamed(expr, people[0])
            count = self.rules.game.players if of == PLAYER else self.rules.game.sides
            values = [self.value(general, {EACH: (of, number)}) for number in range(count)]
            known = [value for value in values if value is not None]
            if len(known) == count:
                yield ClaimTerm(general, tuple(known), each=of)
                return
        value = self.value(expr, names)
        if value is not None:
            yield ClaimTerm(expr, (value,), tuple((name, of, number) for name, (of, number) in free.items()))


def _renamed(expr: Expr, name: str) -> Expr:
    """Return an expression with one of its names replaced by `EACH`."""
    return rewrite(expr, lambda part: replace(part, name=EACH) if isinstance(part, g.Local) and part.name == name else part)
