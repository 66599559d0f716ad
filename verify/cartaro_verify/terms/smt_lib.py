"""Terms as SMT-LIB 2.6 scripts, for any solver that reads them.

`script` takes conditions and returns a text that asks whether they can hold together.  Shared terms are defined once, so that a
script is as long as its terms are many.  https://smt-lib.org/papers/smt-lib-reference-v2.6-r2021-05-12.pdf
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cartaro_verify.terms.terms import BoolTerm, Cond, Num, Term, postorder

_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")


def script(conditions: Sequence[Cond]) -> str:
    """Return a script that asserts the conditions and checks them; raises ValueError where two variables have one name."""
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
        # No variable has such a name: theirs have an exclamation mark.
        printed[term] = text if uses[term] < 2 else f"shared.{len(printed)}"
        if uses[term] > 1:
            lines.append(f"(define-fun {printed[term]} () {_sort(term)} {text})")
    lines += [f"(assert {_printed(condition, printed)})" for condition in conditions]
    return "\n".join([*lines, "(check-sat)", ""])


def symbol(name: str) -> str:
    """Return a name as a symbol, quoted unless it is a simple one; raises ValueError where none can be written."""
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
