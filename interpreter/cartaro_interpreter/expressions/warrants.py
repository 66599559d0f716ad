"""Warrants: the permissions of an act, what bars them, what lifts a bar, and the domains of arguments."""

from __future__ import annotations

from cartaro_grammar import Clause, Expr
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import TRUE, Code, CodeScope, Frame, Run, all_of, any_of, constant, none_of
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.mentions import parts
from cartaro_interpreter.expressions.sets import listed
from cartaro_interpreter.state.layout import TURN, Cells


def permissions(c: Compiler, act: str) -> tuple[Clause, ...]:
    """The permissions of an act, in the order of the text; exemptions are none."""
    return tuple(clause for clause, _ in c.game.permissions_of(act))


def prohibitions(c: Compiler, permission: Clause) -> tuple[Clause, ...]:
    """The prohibitions that bar a permission."""
    return tuple(clause for clause, said in c.game.saying(g.Prohibition) if permission.name in said.bars)


def exemptions(c: Compiler, prohibition: Clause) -> tuple[Clause, ...]:
    """The exemptions that lift a prohibition."""
    return tuple(clause for clause, said in c.game.saying(g.Permission) if prohibition.name in said.lifts)


def subject(c: Compiler, of: Expr, scope: CodeScope) -> Code:
    """Whether who acts is the clause's subject; a subject that is not `the player` is found from whose turn it is."""
    if isinstance(of, g.Actor):
        return TRUE
    actor = scope.actor.run
    named = c.code(of, CodeScope(scope.frames, Code(lambda cells, frame: cells[TURN]), scope.names)).run
    if of.type.kind == "players":
        return Code(lambda cells, frame: named(cells, frame) >> actor(cells, frame) & 1)
    return Code(lambda cells, frame: 1 if named(cells, frame) == actor(cells, frame) else 0)


def holds(c: Compiler, clause: Clause, scope: CodeScope) -> Code:
    """Whether the case of a permission or a prohibition holds: its subject is who acts, and its conditions are met."""
    sentence = clause.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    return all_of((subject(c, sentence.subject, scope), c.condition(clause, scope)))


def bars(c: Compiler, prohibition: Clause, scope: CodeScope) -> Code:
    """Whether a prohibition bars: its case holds, and no exemption that lifts it applies."""
    lifting: list[Code] = []
    quick: list[Code] = []
    searching = asks_what_can_be_done(prohibition)
    for exemption in exemptions(c, prohibition):
        over = c.game.overriding(exemption, tuple(other for other, _ in c.game.saying(g.Prohibition)))
        undone = any_of(tuple(holds(c, other, scope) for other in over if other.name != prohibition.name))
        lifts = all_of((holds(c, exemption, scope), none_of(undone)))
        first = searching and not any(asks_what_can_be_done(clause) for clause in (exemption, *over))
        (quick if first else lifting).append(lifts)
    return all_of((none_of(any_of(tuple(quick))), holds(c, prohibition, scope), none_of(any_of(tuple(lifting)))))


def asks_what_can_be_done(clause: Clause) -> bool:
    """Whether a clause's case asks what somebody can do: a search, which is put off where something simpler may settle it."""
    return any(_asks(expr) for expr in (*clause.when, *clause.unless))


def _asks(expr: Expr) -> bool:
    return isinstance(expr, g.Can) or any(_asks(part) for part in parts(expr))


def domain(c: Compiler, parameter: g.Parameter, scope: CodeScope) -> Code:
    """The set from which a parameter is chosen; of an answer, all answers."""
    if parameter.domain is None:
        return constant((1 << len(parameter.answers)) - 1)
    return c.code(parameter.domain, scope)


def within(c: Compiler, parameter: g.Parameter, value: Run, scope: CodeScope) -> Code:
    """Whether an argument lies in its domain."""
    if parameter.type.kind == "group" and parameter.domain is not None:
        groups = listed(c, parameter.domain, scope)
        return Code(lambda cells, frame: 1 if value(cells, frame) in groups(cells, frame) else 0)
    run = domain(c, parameter, scope).run
    if parameter.freely:
        run, value = _read_within(c, run, value, single=parameter.choice == "one")
    match parameter.choice:
        case "one" | "either":
            return Code(lambda cells, frame: run(cells, frame) >> n & 1 if (n := value(cells, frame)) >= 0 else 0)
        case "some":
            return Code(lambda cells, frame: _is_part(value(cells, frame), run(cells, frame)))
        case "all":
            return Code(lambda cells, frame: 1 if value(cells, frame) == run(cells, frame) else 0)


def _read_within(c: Compiler, run: Run, value: Run, *, single: bool) -> tuple[Run, Run]:
    """A domain and a value of it as cards, whatever they are read as; a set that has a card in two readings is in no domain."""
    base, physical = (*c.layout.faces.base, -1), c.layout.faces.physical
    if single:
        return run, lambda cells, frame: base[value(cells, frame)]

    def cards(cells: Cells, frame: Frame) -> int:
        mask = value(cells, frame)
        found = physical(mask)
        return found if found.bit_count() == mask.bit_count() else 0

    return run, cards


def _is_part(part: int, mask: int) -> int:
    return 1 if part and not part & ~mask else 0
