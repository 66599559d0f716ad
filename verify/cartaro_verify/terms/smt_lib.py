"""Terms as SMT-LIB 2.6 scripts, for any solver that reads them.

`script` takes conditions and returns a text that asks whether they can hold together; `session_script` takes several queries
with facts in common.  Shared terms are defined once, so that the length of a script is linear in the number of its terms.
https://smt-lib.org/papers/smt-lib-reference-v2.6-r2021-05-12.pdf
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cartaro_verify.terms.terms import BoolTerm, Cond, Num, Term, postorder

_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")


def script(conditions: Sequence[Cond]) -> str:
    """Return a script that asserts the conditions and checks them; raise ValueError if two variables have one name."""
    lines, printed = _definitions(conditions)
    lines += [f"(assert {_printed(condition, printed)})" for condition in conditions]
    return "\n".join([*lines, "(check-sat)", ""])


@dataclass(frozen=True, slots=True)
class Query:
    """Facts, and conditions that are added to them for one check; `part` is the part of the proof that has the check."""

    facts: tuple[Cond, ...]
    conditions: tuple[Cond, ...]
    part: str = ""


def session_script(queries: Sequence[Query]) -> str:
    """Return a script that checks queries one after the other. The facts that they share stay asserted."""
    lines, printed = _definitions([each for query in queries for each in (*query.facts, *query.conditions)])
    asserted, levels = tuple[Cond, ...](), list[int]()
    for query in queries:
        common = _common(asserted, query.facts)
        while levels and len(asserted) > common:
            asserted = asserted[: levels.pop()]
            lines.append("(pop 1)")
        if len(query.facts) > len(asserted):
            levels.append(len(asserted))
            lines += ["(push 1)", *(f"(assert {_printed(each, printed)})" for each in query.facts[len(asserted) :])]
            asserted = query.facts
        lines += [f"; {query.part}", "(push 1)"]
        lines += [*(f"(assert {_printed(each, printed)})" for each in query.conditions), "(check-sat)", "(pop 1)"]
    return "\n".join([*lines, ""])


def _common(first: Sequence[Cond], second: Sequence[Cond]) -> int:
    """Return the length of the common beginning of two lists of conditions."""
    return next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a is not b), min(len(first), len(second)))


def _definitions(conditions: Sequence[Cond]) -> tuple[list[str], dict[Term, str]]:
    """Return the lines that declare the variables of conditions and define the terms that they share, and how each term is
    written.
    """
    printed, uses = dict[Term, str](), Counter[Term]()
    terms = list[Term]()
    seen = set[Term]()
    for term in postorder(conditions, seen):
        seen.add(term)
        terms.append(term)
        uses.update(a for a in term.args if not isinstance(a, int))
    variables = [term for term in terms if term.op == "variable"]
    if len({term.name for term in variables}) < len(variables):
        raise ValueError("two variables of one name: terms of several runs")
    linear = all(_linear(term) for term in terms)
    lines = [f"(set-logic {'QF_LIA' if linear else 'QF_NIA'})"]
    for term in terms:
        if term.op == "variable":
            printed[term] = symbol(term.name)
            lines.append(f"(declare-const {printed[term]} {_sort(term)})")
            continue
        text = f"({term.op} {' '.join(_printed(argument, printed) for argument in term.args)})"
        # The name cannot clash: the names of variables contain an exclamation mark.
        printed[term] = text if uses[term] < 2 else f"shared.{len(printed)}"
        if uses[term] > 1:
            lines.append(f"(define-fun {printed[term]} () {_sort(term)} {text})")
    return lines, printed


def symbol(name: str) -> str:
    """Return a name as a symbol, quoted unless it is a simple symbol; raise ValueError if it cannot be written."""
    if _SIMPLE_SYMBOL.fullmatch(name):
        return name
    if "|" in name or "\\" in name:
        raise ValueError(f"no symbol of SMT-LIB: {name}")
    return f"|{name}|"


def _printed(value: Num | Cond, printed: dict[Term, str]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value >= 0 else f"(- {-value})"
    return printed[value]


def _sort(term: Term) -> str:
    return "Bool" if isinstance(term, BoolTerm) else "Int"


def _linear(term: Term) -> bool:
    """Return whether an operation stays in linear arithmetic: only products and remainders of two terms do not."""
    match term.op:
        case "*":
            return isinstance(term.args[0], int)
        case "mod" | "div":
            return isinstance(term.args[1], int) and term.args[1] != 0
        case _:
            return True
