"""`c applies`: whether the case of the clause holds must be decided by the state of play, where it is asked.

The case of a clause may speak of what the clause itself brings along: a definition of its parameters, what happens after an act
of the act's parameters, a score of the side.  Where nothing says which these are, the question has no answer and is told.  Of a
permission or a prohibition it is asked whether the case holds with some arguments.  Where nobody is playing, between the turns,
a clause about the player has no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.sentence_facts import sentence_facts
from cartaro_grammar.text.messages import Message, both, say
from cartaro_grammar.words.vocabulary import Vocabulary


def check_cases(
    words: Vocabulary, clauses: tuple[g.Clause, ...], claims: tuple[g.Claim, ...], examples: tuple[g.Example, ...]
) -> None:
    """Tell each `applies` that cannot be answered where it stands."""
    known = {clause.name: clause for clause in clauses}
    acts = {name: tuple(word.text for _, word in act.parameters) for name, act in words.acts.items()}
    for clause in clauses:
        after = sentence_facts(clause.sentence).act if isinstance(clause.sentence, g.Consequence) else None
        _check(words, known, acts, (clause.sentence, clause.when, clause.unless), after or "")
        if isinstance(clause.sentence, g.Begins) or _between_turns(clause.sentence):
            _check_nobody(words, known, (clause.sentence, clause.when, clause.unless))
    for claim in claims:
        for line in claim.lines:
            _check(words, known, acts, line, _act_of(line))
            if isinstance(line, g.AtEvery | g.ExtremeClaim) and line.period != "turn":
                _check_nobody(words, known, line)
    for example in examples:
        _check(words, known, acts, example.lines, "")


def _act_of(line: g.ClaimLine) -> str:
    match line:
        case g.BeforeEvery(act=act) | g.AfterEvery(act=act) | g.Possible(after=act):
            return act
        case g.Always() | g.AtEvery() | g.ExtremeClaim():
            return ""
        case _:
            assert_never(line)


def _check(
    words: Vocabulary, known: Mapping[str, g.Clause], acts: Mapping[str, tuple[str, ...]], node: object, after: str
) -> None:
    """`after` is the act whose parameters are known there."""
    for asked in parts(node):
        if not isinstance(asked, g.Applies) or asked.clause not in known:
            continue
        clause = known[asked.clause]
        facts = sentence_facts(clause.sentence)
        if facts.act == after or isinstance(clause.sentence, g.Permission | g.Prohibition):
            continue  # the arguments are known there, or it is asked of some
        brought = facts.words if facts.act is None else acts.get(facts.act, ())
        used = {part.name for part in parts((clause.when, clause.unless)) if isinstance(part, g.Local)}
        missing = [name for name in brought if name in used]
        if missing:
            which = both(f"`{name}`" for name in missing)
            message = say("whether `{clause}` applies depends on {which}", clause=clause.name, which=which)
            words.report.error("C0402", message, asked.span, say("nothing says here which that is"), _instead(clause.sentence))


def _between_turns(sentence: g.Sentence) -> bool:
    """Whether a sentence is of what happens at the start or the end of a hand or a match."""
    return isinstance(sentence, g.Consequence) and sentence.event[0] != "after" and sentence.event[1] != "turn"


def _check_nobody(words: Vocabulary, known: Mapping[str, g.Clause], node: object) -> None:
    """Report each `applies` that depends on who is playing, where nobody is."""
    for asked in parts(node):
        clause = known.get(asked.clause) if isinstance(asked, g.Applies) else None
        if not isinstance(asked, g.Applies) or clause is None:
            continue
        of_player = isinstance(clause.sentence, g.Permission | g.Prohibition | g.Obligation | g.Step)
        if of_player or any(isinstance(part, g.Actor) for part in parts((clause.when, clause.unless))):
            words.report.error(
                "C0407",
                say("whether `{clause}` applies depends on who is playing", clause=clause.name),
                asked.span,
                say("nobody is playing at this moment"),
                say("ask it where somebody is: at the start or the end of the turn, or before or after an act"),
            )


def _instead(sentence: g.Sentence) -> Message:
    match sentence:
        case g.Definition(function=function):
            return say("ask for the value of `{function}` of what is meant, and compare it", function=function)
        case g.Consequence(event=(_, act)):
            return say("ask it after the act: `after every {act}, …` in a claim; in an example, check what came of it", act=act)
        case g.Score():
            return say("ask for the score of the side that is meant, and compare it")
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Sees() | g.Begins() | g.Passes() | g.Ends()
            | g.SidesAre() | g.TakesPart() | g.Runs() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return say("write out what the clause asks, of who is meant")
