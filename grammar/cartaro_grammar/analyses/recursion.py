"""No question leads back to itself: definitions, permissions, prohibitions and headings lean on each other in one direction.

Only then is every answer found by a plain recursion, in the interpreter as in the prover.
"""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts
from cartaro_grammar.text.messages import say
from cartaro_grammar.words.vocabulary import Vocabulary

Question = tuple[str, str]
"""("definition", name), ("permission", clause), ("act", name), ("heading", clause), ("case", clause): what an answer may need;
("heading", "score") is all headings together.
"""


def stratify(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Tell a circle among questions, if there is one, at a clause on it."""
    edges: dict[Question, set[Question]] = {}
    asked_by: dict[Question, g.Clause] = {}
    for clause in clauses:
        for question in _answers(clause):
            edges.setdefault(question, set()).update(_asks(clause))
            asked_by.setdefault(question, clause)
        case = ("case", clause.name)
        edges.setdefault(case, set()).update(_asked((clause.when, clause.unless)))
        asked_by.setdefault(case, clause)
    for clause in clauses:
        if isinstance(clause.sentence, g.Permission):
            edges.setdefault(("act", clause.sentence.act), set()).add(("permission", clause.name))
        elif isinstance(clause.sentence, g.Score):
            edges.setdefault(("heading", "score"), set()).add(("heading", clause.name))
            for weak in clause.despite:
                edges.setdefault(("heading", weak), set()).add(("case", clause.name))
    for act in words.acts:
        edges.setdefault(("act", act), set())
    try:
        TopologicalSorter({q: sorted(edges[q]) for q in sorted(edges)}).prepare()
    except CycleError as error:
        circle: list[Question] = error.args[1]
        _tell(words, circle, asked_by)


def _answers(clause: g.Clause) -> Iterator[Question]:
    match clause.sentence:
        case g.Definition(function, _, _):
            yield "definition", function
        case g.Permission(_, _, lifts) if not lifts:
            yield "permission", clause.name
        case g.Permission(act, _, _) | g.Prohibition(act, _, _):
            yield "act", act
        case g.Score():
            yield "heading", clause.name
        case (
            g.Obligation() | g.Step() | g.Sees() | g.Begins() | g.Passes() | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs()
            | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return


def _asks(clause: g.Clause) -> Iterator[Question]:
    yield from _asked((clause.sentence, clause.when, clause.unless))


def _asked(nodes: tuple[object, ...]) -> Iterator[Question]:
    for node in parts(nodes):
        if isinstance(node, g.Apply):
            yield "definition", node.function
        elif isinstance(node, g.Can):
            yield ("permission", node.by) if node.by is not None else ("act", node.act)
        elif isinstance(node, g.ScoreOf):
            yield "heading", node.heading or "score"
        elif isinstance(node, g.Applies):
            yield "case", node.clause


def _tell(words: Vocabulary, circle: list[Question], asked_by: dict[Question, g.Clause]) -> None:
    shown = " → ".join(name for _, name in circle)
    clause = next((asked_by[q] for q in circle if q in asked_by), None)
    if clause is not None:
        message = say("these lead back to themselves: {shown}", shown=shown)
        words.report.error("C0413", message, clause.span, say("to answer this, its own answer is needed"))
