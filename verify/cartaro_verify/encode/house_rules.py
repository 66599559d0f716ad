"""House rules left open: which options can be left open, and what depends on them.

An open option is a constant without a value, the same in all states of a match, and a clause that depends on the option has
that value as a condition.  So each such clause of an open game may be in force or not, and every property of the open game
holds under every choice.  Options stay concrete (`concrete_options`) if a choice changes more than the truth of conditions: for
example the steps of a turn, the sides, the seats, the players who take part, the readings of cards, indirect precedence between
clauses, or the clause from which a course is repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from cartaro_grammar import Clause, Game, clauses_of_order, facts_of, parts, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.boxes import Box
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import STEPS, Facts
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered
from cartaro_verify.terms.terms import Cond

MOST_CHOICES = 5_000
"""The greatest number of choices that are tried one by one."""
MOST_SLICES = 64
"""The greatest number of games into which a game is divided because of options that cannot be left open."""


def concrete_options(ruleset: g.Ruleset) -> frozenset[str]:
    """Return the options that cannot be left open."""
    return frozenset(_distinguished(ruleset))


def slices(ruleset: g.Ruleset, varied: Collection[str]) -> Iterator[g.Ruleset]:
    """Yield versions of the ruleset, the defaults first, that restrict the options which cannot be left open: each such option
    has a single value left, or values that can be left open together.  Options that are not in `varied` keep all their values.
    Raise `NotCovered` if there are too many.
    """
    apart = _distinguished(ruleset)
    classes = [list(_classes(option, apart[option.name])) for option in ruleset.options if option.name in apart]
    names = [option.name for option in ruleset.options if option.name in apart]
    chosen = [each if name in varied else each[:1] for name, each in zip(names, classes, strict=True)]
    if prod(map(len, chosen)) > MOST_SLICES:
        raise NotCovered(st.Construct.HOUSE_RULES)
    for values in product(*chosen):
        yield _narrowed(ruleset, {name: each for name, each in zip(names, values, strict=True) if name in varied})


def narrowed_to(ruleset: g.Ruleset, whole: g.Ruleset) -> Box:
    """Return the values of the options that have fewer values in this game than in the whole ruleset."""
    return {o.name: frozenset(o.values) for o in ruleset.options if o.values != whole.option[o.name].values}


def _narrowed(ruleset: g.Ruleset, kept: Mapping[str, tuple[str, ...]]) -> g.Ruleset:
    """Return a ruleset that keeps only some values of some options, and only the clauses that are in force under at least one
    of these values.
    """

    def option(whole: g.Option) -> g.Option:
        values = kept.get(whole.name, whole.values)
        return replace(whole, values=values, default=whole.default if whole.default in values else values[0])

    def stands(clause: Clause) -> bool:
        return all(not values.isdisjoint(kept[o]) for o, values in _under(clause).items() if o in kept)

    def freed(clause: Clause) -> Clause:
        under = tuple((o, values) for o, values in clause.under if o not in kept or not set(values) >= set(kept[o]))
        return clause if len(under) == len(clause.under) else replace(clause, under=under)

    if not kept:
        return ruleset
    clauses = tuple(freed(clause) for clause in ruleset.clauses if stands(clause))
    return replace(ruleset, options=tuple(map(option, ruleset.options)), clauses=clauses)


def _classes(option: g.Option, apart: Sequence[frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """Yield the classes of equivalent values of an option, the default's class first."""
    found = dict[tuple[bool, ...], list[str]]()
    for value in (option.default, *(v for v in option.values if v != option.default)):
        found.setdefault(tuple(value in values for values in apart), []).append(value)
    yield from (tuple(v for v in option.values if v in each) for each in found.values())


def _distinguished(ruleset: g.Ruleset) -> dict[str, list[frozenset[str]]]:
    """Return sets of values for each option that cannot be left open; values that belong to the same sets can be left open
    together.
    """
    found = dict[str, list[frozenset[str]]]()

    def by_clause(*clauses: Clause) -> None:
        for option, values in (each for clause in clauses for each in _under(clause).items()):
            found.setdefault(option, []).append(values)

    def wholly(options: Iterable[str]) -> None:
        for name in options:
            found.setdefault(name, []).extend(frozenset({value}) for value in ruleset.option[name].values)

    readings = {reading.clause for reading in ruleset.deck.readings}
    for clause in ruleset.clauses:
        seats = any(facts_of(effect.body).seats for effect in clause.effects)
        if seats or isinstance(clause.sentence, g.SidesAre | g.Step | g.TakesPart) or clause.name in readings:
            by_clause(clause)
        if isinstance(clause.sentence, g.SidesAre):
            wholly(_settings_in(clause))
    for part in parts((ruleset.clauses, ruleset.acts, ruleset.claims)):
        if isinstance(part, g.Operation) and part.operator == "remainder":
            wholly(_settings_in(part.operands[1]))
    by_clause(*clauses_of_order(ruleset))
    if readings or any(zone.family for zone in ruleset.zones):
        laws = tuple(c for c in ruleset.clauses if isinstance(c.sentence, g.Permission | g.Prohibition | g.Definition))
        by_clause(*laws)
        wholly(_settings_in((laws, ruleset.acts)))
    return found


def options_read(game: Game, node: object) -> frozenset[str]:
    """Return the open options on which a node depends, directly or through the clauses that it refers to."""
    return frozenset(part.option for part in parts_reached(game, node) if isinstance(part, g.Setting))


def of_a_hand(game: Game, without: Collection[str] = ()) -> frozenset[str]:
    """Return the open options on which the course of a hand may depend. Options that are read only by the end of a match, or
    only by permissions and prohibitions of acts that are not done, are left out.
    """
    match = (("end", "match"),)
    undone = frozenset[str]() if game.with_sentence(g.Obligation) else frozenset(without)
    read = [
        clause
        for clause in game.clauses
        if not (isinstance(clause.sentence, g.Ends) and clause.sentence.period == "match")
        and not (isinstance(clause.sentence, g.Consequence) and clause.sentence.event in match)
        and not (isinstance(clause.sentence, g.Permission | g.Prohibition) and undone.issuperset(clause.sentence.acts))
        and not isinstance(clause.sentence, g.Definition | g.Conduct)
    ]
    acts = tuple(act for act in game.acts if act.name not in undone)
    return options_read(game, (tuple(read), acts, tuple(cell.initial for cell in game.cells)))


def of_a_match(game: Game) -> frozenset[str]:
    """Return the open options on which the course of a match may depend, including options that only its end reads."""
    read = tuple(clause for clause in game.clauses if not isinstance(clause.sentence, g.Definition | g.Conduct))
    return options_read(game, (read, game.acts, tuple(cell.initial for cell in game.cells)))


def choices(game: Game, options: frozenset[str], most: int = MOST_CHOICES) -> Iterator[dict[str, str]]:
    """Yield every choice of some open options, the defaults first; raise `NotCovered` if there are more than `most`."""
    named = [option for option in game.ruleset.options if option.name in options & game.open]
    if prod(len(option.values) for option in named) > most:
        raise NotCovered(st.Construct.HOUSE_RULES)
    values = [(o.default, *(v for v in o.values if v != o.default)) for o in named]
    for chosen in product(*values):
        yield dict(zip((o.name for o in named), chosen, strict=True))


def supposed(context: ProofContext, game: Game, settings: Mapping[str, str]) -> bool:
    """Return whether some values of open options are among the values that are assumed now."""
    if not context.supposed:
        return True
    named = (context.choice(game.ruleset.option[name]).when(value) for name, value in settings.items())
    return Facts(context, named).possible((), STEPS)[0] != "no"


def stands(context: ProofContext, game: Game, clause: Clause) -> Cond:
    """Return whether a clause is in force."""
    return box(context, game, {name: values for name, values in _under(clause).items() if name in game.open})


def box(context: ProofContext, game: Game, values: Box) -> Cond:
    """Return the condition that open options have some of these values, all together."""
    choices = ((context.choice(game.ruleset.option[name]), allowed) for name, allowed in values.items())
    return terms.all_of(terms.any_of(choice.when(value) for value in sorted(allowed)) for choice, allowed in choices)


def _under(clause: Clause) -> Box:
    return {option: frozenset(values) for option, values in clause.under}


def _settings_in(node: object) -> set[str]:
    return {part.option for part in parts(node) if isinstance(part, g.Setting)}
