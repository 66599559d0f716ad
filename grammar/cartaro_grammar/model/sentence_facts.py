"""What each kind of sentence settles, and of what its case may speak, told once for every analysis.

Takes a sentence; gives its facts.  An analysis asks for the facts that concern it, so that a new kind of sentence, whose facts
must be told here, is known to all of them.
"""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.text.frozen import frozen


@frozen
class SentenceFacts:
    """What one sentence is about.

    `settles` is the question that it answers: two clauses can only override each other where they settle the same.  `yields`
    says that it can be overridden at all: the question can be answered otherwise.  Its case may speak of the parameters of the
    act `act`, and of `words`, which the sentence brings along.
    """

    settles: tuple[str, ...]
    yields: bool = True
    act: str | None = None
    words: tuple[str, ...] = ()


def sentence_facts(sentence: g.Sentence) -> SentenceFacts:
    """The facts of one sentence."""
    match sentence:
        case g.Permission(act=act) | g.Prohibition(act=act):
            return SentenceFacts(("act", act), act=act)
        case g.Definition(function=function, parameters=parameters):
            return SentenceFacts(("definition", function), words=parameters)
        case g.Sees(zone=zone):
            return SentenceFacts(("seeing", zone), words=("owner",))
        case g.Score():
            return SentenceFacts(("score",), words=("side",))
        case g.Begins() | g.Passes():
            return SentenceFacts((type(sentence).__name__,))
        case g.Ends(period=period):
            return SentenceFacts(("end", period))
        case g.Consequence(event=event):
            return SentenceFacts(("event", *event), act=event[1] if event[0] == "after" else None)
        case g.TakesPart(who=who):
            return SentenceFacts((type(sentence).__name__,), yields=False, words=(who,))
        case g.Obligation() | g.Step() | g.SidesAre() | g.Runs() | g.Breach() | g.Conduct() | g.Material():
            return SentenceFacts((type(sentence).__name__,), yields=False)
        case _:
            assert_never(sentence)
