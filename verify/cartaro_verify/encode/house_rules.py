"""House rules left open: which options can be, and what depends on them.

An open option is a constant without a value, the same in all states of a match, and a clause that stands under it has its value
as a condition.  So an open game is one whose clauses may stand, and what holds of it holds under every choice.  Options stay
concrete (`concrete_options`) where a choice changes more than the truth of conditions: the steps of a turn, who plays together
or takes part, how cards are read, which clause yields to which by way of others, and where a course goes back to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from cartaro_grammar import Clause, Game, parts
from cartaro_grammar import game as g
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.encode.solver import STEPS, Facts
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.terms import Cond

Under = Mapping[str, frozenset[str]]
"""The values of options under which a clause stands."""


def concrete_options(ruleset: g.Ruleset) -> frozenset[str]:
    """Return the options that cannot be left open."""
    found = set[str]()
    readings = {reading.clause for reading in ruleset.deck.readings}
    for clause in ruleset.clauses:
        if isinstance(clause.sentence, g.SidesAre | g.Step | g.TakesPart) or clause.name in readings:
            found.update(_under(clause))
        if isinstance(clause.sentence, g.SidesAre):
            found.update(_settings_in(clause))
    for part in parts((ruleset.clauses, ruleset.acts, ruleset.claims)):
        if isinstance(part, g.Operation) and part.operator == "remainder":
            found.update(_settings_in(part.operands[1]))
    found.update(_of_precedence(ruleset))
    found.update(_of_repeats(ruleset))
    if readings or any(zone.family for zone in ruleset.zones):
        found.update(_of_acts(ruleset))
    return frozenset(found)


def options_read(game: Game, node: object) -> frozenset[str]:
    """Return the open options on which a node depends, itself or by the clauses that it refers to."""
    return frozenset(part.option for part in walk.reached(game, node) if isinstance(part, g.Setting))


def of_a_hand(game: Game) -> frozenset[str]:
    """Return the open options on which the course of a hand may depend: not those that only the end of a match reads."""
    match = (("end", "match"),)
    read = [
        clause
        for clause in game.clauses
        if not (isinstance(clause.sentence, g.Ends) and clause.sentence.period == "match")
        and not (isinstance(clause.sentence, g.Consequence) and clause.sentence.event in match)
        and not isinstance(clause.sentence, g.Definition | g.Conduct)
    ]
    return options_read(game, (tuple(read), game.acts, tuple(cell.initial for cell in game.cells)))


def choices(game: Game, options: frozenset[str]) -> Iterator[dict[str, str]]:
    """Yield every choice of some open options, the defaults first."""
    named = [option for option in game.ruleset.options if option.name in options & game.open]
    values = [(o.default, *(v for v in o.values if v != o.default)) for o in named]
    for chosen in product(*values):
        yield dict(zip((o.name for o in named), chosen, strict=True))


def supposed(context: ProofContext, game: Game, settings: Mapping[str, str]) -> bool:
    """Return whether some values of open options are among those that are supposed now."""
    if not context.supposed:
        return True
    named = (context.choice(game.ruleset.option[name]).when(value) for name, value in settings.items())
    return Facts(context, named).possible((), STEPS)[0] != "no"


def stands(context: ProofContext, game: Game, clause: Clause) -> Cond:
    """Return whether a clause stands."""
    return box(context, game, {name: values for name, values in _under(clause).items() if name in game.open})


def box(context: ProofContext, game: Game, values: Under) -> Cond:
    """Return the condition that open options have some of these values, all together."""
    choices = ((context.choice(game.ruleset.option[name]), allowed) for name, allowed in values.items())
    return terms.all_of(terms.any_of(choice.when(value) for value in sorted(allowed)) for choice, allowed in choices)


def _under(clause: Clause) -> Under:
    return {option: frozenset(values) for option, values in clause.under}


def _settings_in(node: object) -> set[str]:
    return {part.option for part in parts(node) if isinstance(part, g.Setting)}


def _stands_with(clause: Clause, *others: Clause) -> bool:
    """Return whether a clause stands wherever all the others do."""
    return all(any(_under(other).get(o, values | {""}) <= values for other in others) for o, values in _under(clause).items())


def _of_precedence(ruleset: g.Ruleset) -> Iterator[str]:
    """Yield the options under which a clause stands by way of which, and not otherwise, one clause yields to another."""
    for middle in ruleset.clauses:
        if not middle.under or not middle.despite:
            continue
        over = [c for c in ruleset.clauses if middle.name in c.despite]
        below = [c for c in ruleset.clauses if c.name in middle.despite]
        if not all(_stands_with(middle, one, other) or other.name in one.despite for one in over for other in below):
            yield from _under(middle)


def _of_repeats(ruleset: g.Ruleset) -> Iterator[str]:
    """Yield the options under which a clause goes back to one that need not stand then."""
    for clause in ruleset.clauses:
        for effect in clause.effects:
            to = ruleset.clause.get(effect.body.clause) if isinstance(effect.body, g.Repeat) else None
            if to is not None and not _stands_with(to, clause):
                yield from _under(to)


def _of_acts(ruleset: g.Ruleset) -> Iterator[str]:
    """Yield the options of whatever says which sets of cards can be laid: acts, their law, and all definitions."""
    for clause in ruleset.clauses:
        if isinstance(clause.sentence, g.Permission | g.Prohibition | g.Definition):
            yield from (*_under(clause), *_settings_in(clause))
    yield from _settings_in(ruleset.acts)
