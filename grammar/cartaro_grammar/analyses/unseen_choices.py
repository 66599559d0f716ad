"""Check the parameters that are chosen unseen: each is one card of whole zones, and nothing that permits an act asks which.

Whether an act is legal, and with what, is known to whoever chooses.  A condition on the unseen card would therefore tell it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.types import UNKNOWN
from cartaro_grammar.text.messages import say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.vocabulary import Vocabulary


def check_unseen_choices(words: Vocabulary, acts: tuple[g.Act, ...], clauses: tuple[g.Clause, ...]) -> None:
    """Report each parameter that cannot be chosen unseen, and each condition that asks which card one is."""
    unseen = {act.name: tuple(p for p in act.parameters if p.unseen) for act in acts}
    if not any(unseen.values()):
        return
    for act in acts:
        for parameter in unseen[act.name]:
            _check_parameter(words, act, parameter)
        names = {parameter.name for parameter in unseen[act.name]}
        for other in act.parameters:
            _refuse(words, _named(other.domain, names - {other.name}))
    for clause in clauses:
        if isinstance(clause.sentence, g.Permission | g.Prohibition):
            names = {parameter.name for parameter in unseen.get(clause.sentence.act, ())}
            _refuse(words, _named((clause.sentence.subject, clause.when, clause.unless), names))
    for part in parts((acts, clauses)):
        if isinstance(part, g.Can):
            _refuse(words, _asked_of_can(part, {parameter.name for parameter in unseen.get(part.act, ())}))


def _check_parameter(words: Vocabulary, act: g.Act, parameter: g.Parameter) -> None:
    name = parameter.name
    if act.finding:
        message = say("`{name}` cannot be chosen unseen: a finding is entered by the arbiter, who sees the cards", name=name)
        words.report.error("C0418", message, parameter.span, say("the finding of a card"), say("leave out `, unseen`"))
    elif parameter.choice != "one" or parameter.type.kind != "card":
        if parameter.type == UNKNOWN:
            return  # what is wrong with the set has been reported
        message = say("`{name}` cannot be chosen unseen: it is not one card", name=name)
        advice = say("write `{name} is one of ZONE, unseen`; an act that takes several cards can be done again", name=name)
        words.report.error("C0418", message, parameter.span, say("one card of a zone can be"), advice)
    elif parameter.domain is not None and not _of_whole_zones(parameter.domain):
        message = say("`{name}` is chosen unseen, and only from among some of the cards of a zone", name=name)
        advice = say("write `{name} is one of ZONE, unseen`, for a zone with all its cards", name=name)
        words.report.error("C0418", message, parameter.domain.span, say("who chooses unseen cannot leave any out"), advice)


def _of_whole_zones(cards: g.Expr) -> bool:
    """Whether a set is made of zones, and perhaps of cards that are marked, which everybody knows."""
    if isinstance(cards, g.Operation):
        return cards.operator in ("union", "minus") and all(map(_of_whole_zones, cards.operands))
    return isinstance(cards, g.InZone | g.Recall)


def _named(node: object, names: set[str]) -> Iterator[tuple[str, Span]]:
    for part in parts(node):
        if isinstance(part, g.Local) and part.name in names:
            yield part.name, part.span


def _asked_of_can(asked: g.Can, unseen: set[str]) -> Iterator[tuple[str, Span]]:
    """The unseen cards that a possibility is asked for: given ones, and those on which it puts a condition."""
    yield from ((name, given.span) for name, given in asked.given if name in unseen)
    own = {word: name for name, word in asked.free if name in unseen}
    yield from ((own[word], span) for word, span in _named(asked.where, set(own)))


def _refuse(words: Vocabulary, asked: Iterator[tuple[str, Span]]) -> None:
    for name, span in asked:
        message = say("what may be done cannot depend on `{name}`, which is chosen unseen", name=name)
        advice = say("ask it in a clause `after` the act; leave out `, unseen` if whoever chooses sees the cards")
        words.report.error("C0418", message, span, say("the answer would tell which card it is"), advice)
