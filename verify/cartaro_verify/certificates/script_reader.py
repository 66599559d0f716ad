"""Scripts of a certificate, read with suspicion: nothing of them reaches a solver but what a proof needs.

SMT-LIB has commands that set a solver's options, write files and end the run.  A script of a certificate declares variables,
defines terms, asserts, checks, and begins and ends levels; each line is one command, as `smt_lib` prints it.  Anything else is
refused.  Of each check the assertions are kept, so that it can be put to a solver alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MOST_DEPTH = 200
"""The nesting of brackets, which solvers read by recursion."""
SORTS = frozenset({"Int", "Bool"})
LOGICS = frozenset({"QF_LIA", "QF_NIA"})
OPERATIONS = frozenset({"+", "-", "*", "div", "mod", "ite", "<=", "<", "=", "and", "or", "not"})
_TOKEN = re.compile(r'\(|\)|\|[^|\\"\x00-\x1f\x7f]*\||[0-9A-Za-z~!@$%^&*_+=<>.?/-]+| ')
_NUMERAL = re.compile(r"0|[1-9][0-9]{0,39}")


class MalformedScript(Exception):
    """A script that is more, or less, than the queries of a proof."""


@dataclass(frozen=True, slots=True)
class ReadScript:
    """The logic, the lines that declare and define names, each with the names that it uses, and what each check asserts."""

    text: str
    """All of it, without what is no command."""
    logic: str
    names: dict[str, tuple[str, frozenset[str]]]
    checks: tuple[tuple[str, ...], ...]

    def alone(self, number: int) -> str:
        """Return a script of one check, with the names that it needs."""
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
    """Return what a script asks; raise `MalformedScript` where it does anything else."""
    lines = [line for line in text.split("\n") if line and not line.startswith(";")]
    logic = next((name for name in sorted(LOGICS) if lines[:1] == [f"(set-logic {name})"]), None)
    if logic is None:
        raise MalformedScript
    names = dict[str, tuple[str, frozenset[str]]]()
    levels, asserted = list[int](), list[str]()
    checks = list[tuple[str, ...]]()
    for line in lines[1:]:
        tokens = [token for token in _tokens(line) if token != " "]
        match tokens:
            case ["(", "check-sat", ")"]:
                checks.append(tuple(asserted))
            case ["(", "push", "1", ")"]:
                levels.append(len(asserted))
                if len(levels) > MOST_DEPTH:
                    raise MalformedScript
            case ["(", "pop", "1", ")"] if levels:
                del asserted[levels.pop() :]
            case ["(", "assert", *term, ")"]:
                _check_term(term, names)
                asserted.append(line)
            case ["(", "declare-const", name, sort, ")"] if _is_new(name, names) and sort in SORTS:
                names[name] = (line, frozenset())
            case ["(", "define-fun", name, "(", ")", sort, *term, ")"] if _is_new(name, names) and sort in SORTS:
                _check_term(term, names)
                names[name] = (line, frozenset(term) & names.keys())
            case _:
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


def _is_new(name: str, names: dict[str, tuple[str, frozenset[str]]]) -> bool:
    """Return whether a name may be bound: no other thing has it, and it is no number or word of the language."""
    plain = name not in OPERATIONS and name not in ("true", "false", "(", ")", "let", "!", "_", "as", "par", "exists", "forall")
    return plain and name not in names and not name[0].isdigit()


def _check_term(tokens: list[str], names: dict[str, tuple[str, frozenset[str]]]) -> None:
    """Raise `MalformedScript` unless these tokens are one term over names that are known."""
    depth, terms, head = 0, 0, False
    for token in tokens:
        if head and token not in OPERATIONS:
            raise MalformedScript
        if token == "(":
            terms += depth == 0
            depth, head = depth + 1, True
        elif token == ")":
            depth, head = depth - 1, False
        elif head:
            head = False
        elif token in names or token in ("true", "false") or _NUMERAL.fullmatch(token):
            terms += depth == 0
        else:
            raise MalformedScript
        if not 0 <= depth <= MOST_DEPTH:
            raise MalformedScript
    if depth or terms != 1:
        raise MalformedScript
