"""Lemmas that an effect which names a player or side by the cards always names somebody, and that effects which name several
players name each of them once.

Two compared cards cannot both be the highest. This is a statement about few cards, but if a solver has all facts about a state,
it reasons about sums over the whole pack, and gives up.  So each tie is refuted separately, from the facts about the compared
cards (`focus.about`), in propositional logic: a place has a card or not.  If that solver gives up, another one is queried for
each value of the references.  Lemmas of the same form are proved once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cartaro_verify.encode.expressions import Encoder, ties
from cartaro_verify.encode.solver import QUICK_STEPS, STEPS, Facts, SolverSession
from cartaro_verify.terms import focus, terms
from cartaro_verify.terms.sketch import vector_of
from cartaro_verify.terms.terms import BoolTerm, Cond, IntTerm, Term


def is_somebody(session: SolverSession, known: Sequence[Cond], nobody: Cond) -> bool:
    """Return whether it is proved that somebody is named; `nobody` is the condition that nobody is."""
    session.refresh()
    cases = _cases(session.acts.encoder, nobody)
    if len(cases) > 1 and all(_refuted(session, known, case) for case in cases):
        return True
    return session.possible(*known, nobody)[0] == "no"


def is_excluded(session: SolverSession, known: Sequence[Cond], condition: Cond) -> bool:
    """Return whether a condition is refuted one alternative after the other, each for the case that the earlier ones are false.

    Six players who are seated by the cards that they drew are twelve alternatives: each of six phrases names nobody, or a
    player is not named once. Each takes a second; the solver gives up on all of them together.
    """
    given = list(known)
    for alternative in _alternatives(condition):
        if not is_somebody(session, given, alternative):
            return False
        given.append(terms.not_(alternative))
    return True


def _alternatives(condition: Cond) -> list[Cond]:
    """Return conditions of which one is true if a condition is: its operands, or the operands of its longest disjunction with
    the other conjuncts.
    """
    if not isinstance(condition, BoolTerm):
        return [condition]
    if condition.op == "or":
        return [each for part in _conditions(condition) for each in _alternatives(part)]
    parts = _conditions(condition) if condition.op == "and" else []
    longest = max((part for part in parts if isinstance(part, BoolTerm) and part.op == "or"), key=_length, default=None)
    if longest is None:
        return [condition]
    others = [part for part in parts if part is not longest]
    return [terms.and_(*others, each) for each in _alternatives(longest)]


def _conditions(condition: BoolTerm) -> list[Cond]:
    return [part for part in condition.args if isinstance(part, bool | BoolTerm)]


def _length(condition: BoolTerm) -> int:
    return len(condition.args)


def _cases(encoder: Encoder, nobody: Cond) -> list[Cond]:
    """Return conditions. If nobody is named, one of them is true: each comparison in `nobody` has a winner or a tie.

    If all keys are ties, only the ties are needed, so that lemmas of one form are proved once.
    """
    compared = [encoder.compared[term] for term in _terms(nobody) if isinstance(term, BoolTerm) and term in encoder.compared]
    won = [terms.not_(term) for term in _terms(nobody) if isinstance(term, BoolTerm) and term in encoder.compared]
    cases: list[tuple[Cond, ...]] = [()]
    for (found, ranks), somebody in zip(compared, won, strict=True):
        cases = [(*case, each) for case in cases for each in (somebody, *ties(found, ranks))]
    return [terms.all_of(case if case and not set(won).intersection(case) else (nobody, *case)) for case in cases]


def _terms(condition: Cond) -> list[Term]:
    """Return the subterms of a condition, each once."""
    found = dict[Term, None]()
    for term in terms.postorder((condition,), found):
        found[term] = None
    return list(found)


def _refuted(session: SolverSession, known: Sequence[Cond], case: Cond) -> bool:
    """Return whether a case is excluded by the facts about its variables."""
    context = session.acts.context
    facts = focus.about((*session.facts.asserted, *known), (case,))
    form = context.forms.of(facts, (case, *context.supposed))
    if form not in context.lemmas:
        answer = Facts(context, facts, "propositional").possible((case,), STEPS)[0]
        context.lemmas[form] = answer == "no" or (
            answer == "unknown" and _excluded(Facts(context, facts), (case,), _references(case))
        )
    return context.lemmas[form]


def _references(case: Cond) -> list[list[Cond]]:
    """Return the possible values of each number that a case compares with constants, such as the number of a reference."""
    values = dict[IntTerm, dict[int, None]]()
    for term in _terms(case):
        if term.op == "=" and isinstance(term, BoolTerm):
            number, value = term.args
            if isinstance(number, IntTerm) and number.op == "variable" and isinstance(value, int) and not vector_of(number):
                values.setdefault(number, {})[value] = None
    return [_each(number, constants) for number, constants in values.items()]


def _each(number: IntTerm, constants: Iterable[int]) -> list[Cond]:
    here = [terms.equal(number, constant) for constant in constants]
    return [*here, terms.not_(terms.any_of(here))]


def _excluded(facts: Facts, conditions: tuple[Cond, ...], references: Sequence[list[Cond]]) -> bool:
    """Return whether conditions cannot hold; if the solver gives up, query them for each value of one reference after the
    other.
    """
    answer = facts.possible(conditions, QUICK_STEPS if references else STEPS)[0]
    if answer != "unknown" or not references:
        return answer == "no"
    return all(_excluded(facts, (*conditions, value), references[1:]) for value in references[0])
