"""Check that every query of a game can be evaluated: no cycles, bounded size, and every `applies` has its arguments.

A query is a value that an expression needs and that clauses determine: the value of a definition, the possibility of an act,
the score of a heading, or the condition of a clause. Without cycles, plain recursion can evaluate each query, in the
interpreter and in the prover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from graphlib import CycleError, TopologicalSorter
from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import Type
from cartaro_grammar.model.facts import sentence_facts
from cartaro_grammar.model.parts import children, parts
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.text.messages import Message, join_and, msg
from cartaro_grammar.text.source import Span

# -------------------------------------------------------------------------------------------- cycles

Query = tuple[str, str]
"""("definition", name), ("permission", clause), ("act", name), ("heading", clause), ("case", clause) or `TOTAL`."""

TOTAL: Query = ("total", "score")
"""The query that adds up all headings."""


def check_acyclic(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Report a cycle among queries, if there is one, at a clause on it."""
    edges: dict[Query, set[Query]] = {}
    asked_by: dict[Query, g.Clause] = {}
    for clause in clauses:
        for question in _queries_answered(clause):
            edges.setdefault(question, set()).update(_clause_dependencies(clause))
            asked_by.setdefault(question, clause)
        case = ("case", clause.name)
        edges.setdefault(case, set()).update(_dependencies((clause.when, clause.unless)))
        asked_by.setdefault(case, clause)
    for clause in clauses:
        if isinstance(clause.sentence, g.Permission):
            edges.setdefault(("act", clause.sentence.act), set()).add(("permission", clause.name))
        elif isinstance(clause.sentence, g.Score):
            edges.setdefault(TOTAL, set()).add(("heading", clause.name))
            for weak in clause.despite:
                edges.setdefault(("heading", weak), set()).add(("case", clause.name))
    for act in words.acts:
        edges.setdefault(("act", act), set())
    try:
        TopologicalSorter({q: sorted(edges[q]) for q in sorted(edges)}).prepare()
    except CycleError as error:
        circle: list[Query] = error.args[1]
        _report_cycle(words, circle, asked_by)


def _queries_answered(clause: g.Clause) -> Iterator[Query]:
    match clause.sentence:
        case g.Definition(function, _, _):
            yield "definition", function
        case g.Permission(_, _, lifts) if not lifts:
            yield "permission", clause.name
        case g.Permission() | g.Prohibition():
            yield from (("act", act) for act in clause.sentence.acts)
        case g.Score():
            yield "heading", clause.name
        case (
            g.Obligation() | g.Step() | g.Sees() | g.Begins() | g.Passes() | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs()
            | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return


def _clause_dependencies(clause: g.Clause) -> Iterator[Query]:
    yield from _dependencies((clause.sentence, clause.when, clause.unless))


def _dependencies(nodes: tuple[object, ...]) -> Iterator[Query]:
    for node in parts(nodes):
        if isinstance(node, g.Apply):
            yield "definition", node.function
        elif isinstance(node, g.Can):
            yield ("permission", node.by) if node.by is not None else ("act", node.act)
        elif isinstance(node, g.ScoreOf):
            yield TOTAL if node.heading is None else ("heading", node.heading)
        elif isinstance(node, g.Applies):
            yield "case", node.clause


def _report_cycle(words: Vocabulary, circle: list[Query], asked_by: dict[Query, g.Clause]) -> None:
    shown = " → ".join(name for _, name in circle)
    clause = next((asked_by[q] for q in circle if q in asked_by), None)
    if clause is not None:
        message = msg("circular definition: {shown}", shown=shown)
        words.report.error("C0413", message, clause.span, msg("this depends on itself"))


# ---------------------------------------------------------------------------------------------- size
MAX_QUERIES = 20_000

MAX_DEPTH = 300
"""The deepest nesting of expressions, including the expressions of definitions."""

_LEAVES = (Span, Type, str, int)
_QUERIES = (g.Apply, g.Can, g.Applies, g.ScoreOf)


def check_query_size(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Report the first clause whose query causes too many other queries or is nested too deeply.

    Definitions that use each other twice (`b is a + a`, `c is b + b`, …) double at every step. The members of sets are not
    counted here, because the size of a set is known only in play; the interpreter counts that work.
    """
    query = _CallGraph(clauses)
    sizes: dict[str, tuple[int, int]] = {}
    own = {c.name: (c.sentence, c.when, c.unless) for c in clauses}
    needs = {name: {other for node in parts(sentence) for other in query.called_by(node)} for name, sentence in own.items()}
    try:
        order = tuple(TopologicalSorter(needs).static_order())
    except CycleError:  # `check_acyclic` reports circular definitions
        return
    for name in order:
        sizes[name] = _size(own[name], query, sizes)
    for clause in clauses:
        questions, depth = sizes[clause.name]
        if questions > MAX_QUERIES or depth > MAX_DEPTH:
            message = msg("deciding `{clause}` takes more than {n} questions", clause=clause.name, n=MAX_QUERIES)
            if depth > MAX_DEPTH:
                message = msg("deciding `{clause}` takes more than {n} nested phrases", clause=clause.name, n=MAX_DEPTH)
            advice = msg("let each definition use fewer others, or keep results in memory")
            words.report.error("C0416", message, clause.span, msg("these definitions use each other too often"), advice)
            return


class _CallGraph:
    """The clauses, by name, that the evaluation of an expression calls."""

    def __init__(self, clauses: tuple[g.Clause, ...]) -> None:
        self.names = {clause.name for clause in clauses}
        self.definitions: dict[str, list[str]] = {}
        self.acts: dict[str, list[str]] = {}
        self.headings: list[str] = []
        for clause in clauses:
            if isinstance(clause.sentence, g.Definition):
                self.definitions.setdefault(clause.sentence.function, []).append(clause.name)
            elif isinstance(clause.sentence, g.Permission | g.Prohibition):
                for act in clause.sentence.acts:
                    self.acts.setdefault(act, []).append(clause.name)
            elif isinstance(clause.sentence, g.Score):
                self.headings.append(clause.name)

    def called_by(self, node: object) -> list[str]:
        if not isinstance(node, _QUERIES):
            return []
        if isinstance(node, g.Apply):
            return self.definitions.get(node.function, [])
        if isinstance(node, g.Can) and node.by is None:
            return self.acts.get(node.act, [])
        if isinstance(node, g.Can | g.Applies):
            name = node.by if isinstance(node, g.Can) else node.clause
            return [name] if name in self.names else []
        return [name for name in self.headings if node.heading in (None, name)]


def _size(node: object, asked: _CallGraph, known: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Return the number of queries of a node and the depth of its expressions."""
    total, deepest = 0, 0
    for part in children(node):
        if not isinstance(part, _LEAVES):
            count, depth = _size(part, asked, known)
            total, deepest = total + count, max(deepest, depth)
    if not isinstance(node, _QUERIES):
        return total, deepest + is_dataclass(node)
    for name in asked.called_by(node):
        total, deepest = total + known[name][0], max(deepest, known[name][1])
    return total + 1, deepest + 1


# ---------------------------------------------------------------------------- arguments of `applies`


def check_applies_tests(
    words: Vocabulary, clauses: tuple[g.Clause, ...], claims: tuple[g.Claim, ...], examples: tuple[g.Example, ...]
) -> None:
    """Report each `c applies` that cannot be decided at its place.

    The state of play must decide whether the case of a clause holds. The case may depend on names that the clause itself binds:
    a definition's parameters, the arguments of the act that happened, the side that scores. If nothing determines their values,
    the test is undefined. A permission or a prohibition applies if its case holds with some arguments. Between turns, a clause
    about `the player` cannot be decided.
    """
    known = {clause.name: clause for clause in clauses}
    acts = {name: tuple(word.text for _, word in act.parameters) for name, act in words.acts.items()}
    for clause in clauses:
        after = sentence_facts(clause.sentence).act if isinstance(clause.sentence, g.Consequence) else None
        _check_arguments(words, known, acts, (clause.sentence, clause.when, clause.unless), after or "")
        if isinstance(clause.sentence, g.Begins) or _between_turns(clause.sentence):
            _check_actor(words, known, (clause.sentence, clause.when, clause.unless))
    for claim in claims:
        for line in claim.lines:
            _check_arguments(words, known, acts, line, _act_of(line))
            if _period_of(line) not in ("", "turn"):
                _check_actor(words, known, line)
    for example in examples:
        _check_arguments(words, known, acts, example.lines, "")


def _act_of(line: g.ClaimLine) -> str:
    match line:
        case g.BeforeEvery(act=act) | g.AfterEvery(act=act):
            return act
        case g.Possible():
            return line.after
        case g.Always() | g.AtEvery() | g.ExtremeClaim():
            return ""
        case _:
            assert_never(line)


def _period_of(line: g.ClaimLine) -> str:
    """Return the period at whose moment a line is read; "" if there is none."""
    match line:
        case g.AtEvery(period=period) | g.ExtremeClaim(period=period):
            return period
        case g.Possible():
            return "" if line.at is None else line.at[1]
        case g.Always() | g.BeforeEvery() | g.AfterEvery():
            return ""
        case _:
            assert_never(line)


def _check_arguments(
    words: Vocabulary, known: Mapping[str, g.Clause], acts: Mapping[str, tuple[str, ...]], node: object, after: str
) -> None:
    """Report each `applies` test of a clause that depends on names which the clause binds. `after` is the act whose arguments
    are known here.
    """
    for query in parts(node):
        if not isinstance(query, g.Applies) or query.clause not in known:
            continue
        clause = known[query.clause]
        facts = sentence_facts(clause.sentence)
        if facts.act == after or isinstance(clause.sentence, g.Permission | g.Prohibition):
            continue  # after this act the arguments are known, or some of them are enough
        brought = facts.words if facts.act is None else acts.get(facts.act, ())
        used = {part.name for part in parts((clause.when, clause.unless)) if isinstance(part, g.Local)}
        missing = [name for name in brought if name in used]
        if missing:
            which = join_and(f"`{name}`" for name in missing)
            message = msg("the condition of `{clause}` depends on {which}", clause=clause.name, which=which)
            words.report.error(
                "C0402", message, query.span, msg("the text does not define it here"), _alternative(clause.sentence)
            )


def _between_turns(sentence: g.Sentence) -> bool:
    """Return whether a sentence happens at the start or the end of a hand or a match."""
    return isinstance(sentence, g.Consequence) and sentence.event[0] != "after" and sentence.event[1] != "turn"


def _check_actor(words: Vocabulary, known: Mapping[str, g.Clause], node: object) -> None:
    """Report each `applies` test that depends on the player whose turn it is, at moments when it is nobody's turn."""
    for query in parts(node):
        clause = known.get(query.clause) if isinstance(query, g.Applies) else None
        if not isinstance(query, g.Applies) or clause is None:
            continue
        of_player = isinstance(clause.sentence, g.Permission | g.Prohibition | g.Obligation | g.Step)
        if of_player or any(isinstance(part, g.Actor) for part in parts((clause.when, clause.unless))):
            words.report.error(
                "C0407",
                msg("the condition of `{clause}` depends on who is playing", clause=clause.name),
                query.span,
                msg("nobody is playing at this moment"),
                msg("test it while a player has the turn: at the start or the end of the turn, or before or after an act"),
            )


def _alternative(sentence: g.Sentence) -> Message:
    match sentence:
        case g.Definition(function=function):
            return msg("compare the value of `{function}` for one argument", function=function)
        case g.Consequence(event=(_, act)):
            return msg("test it after the act: `after every {act}, …` in a claim; in an example, check the result", act=act)
        case g.Score():
            return msg("compare the score of the side that you mean")
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Sees() | g.Begins() | g.Passes() | g.Ends()
            | g.SidesAre() | g.TakesPart() | g.Runs() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return msg("write out the condition of the clause, for the player that you mean")
