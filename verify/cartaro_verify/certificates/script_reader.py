"""Read the scripts of an untrusted certificate: only commands that a proof needs reach a solver.

SMT-LIB has commands that set a solver's options, write files and end the run. A script of a certificate only declares
variables, defines terms, asserts, checks, and begins and ends levels, with one command per line, as `smt_lib` prints it.
Anything else is refused. A term is also refused if it has no single sort, or if it expands to a polynomial or number that is
too large for any proof: a solver limits its steps, but not the size of the terms that it expands. The assertions of each check
are stored, so that a solver can receive them separately.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

MOST_DEPTH = 200
"""The greatest depth of nested brackets, which solvers read by recursion."""
MOST_CHECKS = 20_000
"""The most checks of a script: many times the number for any shipped game."""
MOST_DEGREE = 16
"""The greatest degree of a term as a polynomial, with all its definitions expanded."""
MOST_BITS = 4_096
"""The greatest length of the numbers in a term, with all its definitions expanded."""
LOGICS = frozenset({"QF_LIA", "QF_NIA"})
_TOKEN = re.compile(r'\(|\)|\|[^|\\"\x00-\x1f\x7f]*\||[0-9A-Za-z~!@$%^&*_+=<>.?/-]+| ')
_NUMERAL = re.compile(r"0|[1-9][0-9]{0,39}")
_SIMPLE = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")
_OWN_NAME = re.compile(r"[^!]+!.*|shared\.[0-9]+")
"""The names that `smt_lib` gives to variables and to shared terms. No solver has a built-in name of this form."""

Sort = Literal["Int", "Bool"]
SORTS: Final[dict[str, Sort]] = {"Int": "Int", "Bool": "Bool"}


class MalformedScript(Exception):
    """A script that lacks a query of a proof, or contains anything else."""


class Size(NamedTuple):
    """The sort of a term, its degree as a polynomial, and the number of bits of its numbers, with all definitions expanded."""

    sort: Sort
    degree: int = 0
    bits: int = 0


_BOOL = Size("Bool")
_VARIABLE: Final[dict[Sort, Size]] = {"Int": Size("Int", 1, 1), "Bool": _BOOL}


@dataclass(frozen=True, slots=True)
class ReadScript:
    """The logic of a script; the lines that declare and define names, each with the names that it uses; and the assertions of
    each check.
    """

    text: str
    """The whole script, without lines that are not commands."""
    logic: str
    names: dict[str, tuple[str, frozenset[str]]]
    checks: tuple[tuple[str, ...], ...]

    def alone(self, number: int) -> str:
        """Return a script that contains one check and the names that it needs."""
        asserted = self.checks[number]
        needed, left = set[str](), [name for line in asserted for name in _symbols(line)]
        while left:
            name = left.pop()
            if name in self.names and name not in needed:
                needed.add(name)
                left += self.names[name][1]
        lines = (line for name, (line, _) in self.names.items() if name in needed)
        return "\n".join([f"(set-logic {self.logic})", *lines, *asserted, "(check-sat)", ""])


def read_script(text: str) -> ReadScript:
    """Return the questions of a script; raise `MalformedScript` if it does anything else."""
    lines = [line for line in text.split("\n") if line and not line.startswith(";")]
    logic = next((name for name in sorted(LOGICS) if lines[:1] == [f"(set-logic {name})"]), None)
    if logic is None:
        raise MalformedScript
    names, sizes = dict[str, tuple[str, frozenset[str]]](), dict[str, Size]()
    levels, asserted = list[int](), list[str]()
    checks = list[tuple[str, ...]]()
    for line in lines[1:]:
        tokens = [token for token in _tokens(line) if token != " "]
        match tokens:
            case ["(", "check-sat", ")"]:
                checks.append(tuple(asserted))
            case ["(", "push", "1", ")"]:
                levels.append(len(asserted))
            case ["(", "pop", "1", ")"] if levels:
                del asserted[levels.pop() :]
            case ["(", "assert", *term, ")"] if _size(term, sizes).sort == "Bool":
                asserted.append(line)
            case ["(", "declare-const", name, sort, ")"] if _is_new(name, sizes) and sort in SORTS:
                names[name] = (line, frozenset())
                sizes[name] = _VARIABLE[SORTS[sort]]
            case ["(", "define-fun", name, "(", ")", sort, *term, ")"] if _is_new(name, sizes):
                size = _size(term, sizes)
                if size.sort != sort:
                    raise MalformedScript
                names[name] = (line, frozenset(term) & names.keys())
                sizes[name] = size
            case _:
                raise MalformedScript
        if len(levels) > MOST_DEPTH or len(checks) > MOST_CHECKS:
            raise MalformedScript
        if asserted and tokens[1] in ("declare-const", "define-fun"):
            raise MalformedScript  # a level would end it
    return ReadScript("\n".join([*lines, ""]), logic, names, tuple(checks))


def _tokens(line: str) -> Iterator[str]:
    at = 0
    while at < len(line):
        found = _TOKEN.match(line, at)
        if found is None:
            raise MalformedScript
        yield found[0]
        at = found.end()


def _symbols(line: str) -> Iterable[str]:
    return (token for token in _tokens(line) if token not in "() ")


def _is_new(name: str, sizes: dict[str, Size]) -> bool:
    """Return whether a name may be bound: it has the form of `smt_lib`'s names, is quoted only if it must be, and is
    not bound.
    """
    quoted = name.startswith("|")
    plain = name[1:-1] if quoted else name
    return name not in sizes and bool(_OWN_NAME.fullmatch(plain)) and quoted != bool(_SIMPLE.fullmatch(plain))


# -------------------------------------------------------------------------- terms


def _size(tokens: list[str], sizes: dict[str, Size]) -> Size:
    """Return the size of the one term that these tokens are; raise `MalformedScript` if they are not one term of one sort."""
    heads, open_terms = list[str](), list[list[Size]]([[]])
    expected = False
    for token in tokens:
        if expected:
            heads.append(token)
            open_terms.append([])
            expected = False
            if token not in _OPERATIONS or len(heads) > MOST_DEPTH:
                raise MalformedScript
        elif token == "(":
            expected = True
        elif token == ")":
            if not heads:
                raise MalformedScript
            size = _OPERATIONS[heads.pop()](open_terms.pop())
            if size.degree > MOST_DEGREE or size.bits > MOST_BITS:
                raise MalformedScript
            open_terms[-1].append(size)
        elif token in sizes:
            open_terms[-1].append(sizes[token])
        elif token in ("true", "false"):
            open_terms[-1].append(_BOOL)
        elif _NUMERAL.fullmatch(token):
            open_terms[-1].append(Size("Int", 0, int(token).bit_length()))
        else:
            raise MalformedScript
    if expected or heads or len(open_terms[0]) != 1:
        raise MalformedScript
    return open_terms[0][0]


def _demand(holds: bool) -> None:
    if not holds:
        raise MalformedScript


def _sum(terms: list[Size]) -> Size:
    _demand(bool(terms) and all(term.sort == "Int" for term in terms))
    bits = max(term.bits for term in terms)
    return Size("Int", max(term.degree for term in terms), bits + (len(terms) - 1).bit_length())


def _product(terms: list[Size]) -> Size:
    _demand(bool(terms) and all(term.sort == "Int" for term in terms))
    return Size("Int", sum(term.degree for term in terms), sum(term.bits for term in terms))


def _quotient(terms: list[Size]) -> Size:
    """Return the size of a quotient or remainder, in which a solver multiplies the divisor by a new variable."""
    _demand(len(terms) == 2)
    return _product(terms)


def _choice(terms: list[Size]) -> Size:
    _demand(len(terms) == 3 and terms[0].sort == "Bool" and terms[1].sort == terms[2].sort)
    return Size(terms[1].sort, max(terms[1].degree, terms[2].degree), max(terms[1].bits, terms[2].bits))


def _comparison(terms: list[Size]) -> Size:
    _demand(len(terms) == 2 and all(term.sort == "Int" for term in terms))
    return _BOOL


def _equality(terms: list[Size]) -> Size:
    _demand(len(terms) == 2 and terms[0].sort == terms[1].sort)
    return _BOOL


def _connection(terms: list[Size]) -> Size:
    _demand(bool(terms) and all(term.sort == "Bool" for term in terms))
    return _BOOL


def _negation(terms: list[Size]) -> Size:
    _demand(len(terms) == 1)
    return _connection(terms)


_OPERATIONS: Final = {
    "+": _sum, "-": _sum, "*": _product, "div": _quotient, "mod": _quotient, "ite": _choice, "<=": _comparison,
    "<": _comparison, "=": _equality, "and": _connection, "or": _connection, "not": _negation,
}  # fmt: skip
