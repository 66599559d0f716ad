"""Which clause yields to which: names resolved, closed under "despite", free of circles; and the order of the steps.

The sentences that end a clash of two clauses, written with the author's own names and conditions.

Takes clauses of a checked game; gives sentences of the language, which an author may put in the place of those that are there.
`…` stands for what stays as it is, NAME for a name to choose.

`c applies`: whether the case of the clause holds must be decided by the state of play, where it is asked.

The case of a clause may speak of what the clause itself brings along: a definition of its parameters, what happens after an act
of the act's parameters, a score of the side.  Where nothing says which these are, the question has no answer and is told.  Of a
permission or a prohibition it is asked whether the case holds with some arguments.  Where nobody is playing, between the turns,
a clause about the player has no answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from graphlib import CycleError, TopologicalSorter
from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.model.facts import sentence_facts
from cartaro_grammar.model.game import Can, Clause, Prohibition
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import Message, join_and, msg

# -------------------------------------------------------------------- precedence


def settle(words: Vocabulary, clauses: Mapping[str, g.Clause]) -> tuple[g.Clause, ...]:
    """The clauses with their precedence closed: `despite` names every clause that yields, at once or by way of others."""
    direct = _edges(words, clauses)
    circle = _circle(direct)
    if circle is not None:
        _report_circle(words, circle)
        return tuple(clauses.values())
    settled = [_settled(words, clause, direct, clauses) for clause in clauses.values()]
    return tuple(_in_step_order(words, settled))


def _edges(words: Vocabulary, clauses: Mapping[str, g.Clause]) -> dict[str, set[str]]:
    """Each clause with those that directly yield to it."""
    edges: dict[str, set[str]] = {name: set() for name in clauses}
    for name, clause in clauses.items():
        item = words.clauses[name].item
        if not isinstance(item, tree.Clause):
            continue  # something else of that name stands there, which has been told
        for word in item.despite:
            if _related(words, clause, word, clauses):
                edges[name].add(word.text)
        for word in item.subject_to:
            if _related(words, clause, word, clauses):
                edges[word.text].add(name)
    return edges


def _related(words: Vocabulary, clause: g.Clause, word: tree.Word, clauses: Mapping[str, g.Clause]) -> bool:
    other = clauses.get(word.text)
    if other is None:
        if word.text not in words.clauses:
            words.report.unknown(msg("no clause"), word, words.clauses, "C0502")
        return False
    facts = sentence_facts(clause.sentence)
    if sentence_facts(other.sentence).settles == facts.settles:
        if facts.yields:
            return True
        strong, weak = (clause, other) if word in getattr(words.clauses[clause.name].item, "despite", ()) else (other, clause)
        _report_no_exception(words, strong, weak, word)
        return False
    message = msg("`{clause}` and `{word}` do not settle the same thing", clause=clause.name, word=word.text)
    same = [c.name for c in clauses.values() if c is not clause and sentence_facts(c.sentence).settles == facts.settles]
    advice = (
        msg("on the same question there is {names}", names=", ".join(f"`{name}`" for name in same[:6]))
        if same
        else msg("leave it out")
    )
    words.report.error("C0507", message, word.span, msg("`{clause}` has nothing to override here", clause=clause.name), advice)
    return False


def _report_no_exception(words: Vocabulary, strong: g.Clause, weak: g.Clause, word: tree.Word) -> None:
    message = msg(
        "`{strong}` cannot take the place of `{weak}`: such clauses stand side by side, and both hold",
        strong=strong.name,
        weak=weak.name,
    )
    case = " and ".join([*(expr.span.text for expr in strong.when), *(f"not ({expr.span.text})" for expr in strong.unless)])
    if case:
        advice = msg("write `unless {case}` at the end of `{weak}`, and take the `despite` away", case=case, weak=weak.name)
    else:
        advice = msg("write `unless …` at the end of `{weak}`; or leave `{weak}` out (a variant: `repeal`)", weak=weak.name)
    words.report.error("C0507", message, word.span, msg("it does not yield"), advice)


def _circle(edges: Mapping[str, set[str]]) -> list[str] | None:
    try:
        TopologicalSorter({name: sorted(over) for name, over in sorted(edges.items())}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return None


def _report_circle(words: Vocabulary, circle: list[str]) -> None:
    first, *others = (words.clauses[name].item.name for name in dict.fromkeys(circle))
    message = msg("these clauses override each other in a circle: {names}", names=" → ".join(circle))
    label = Label(first.span, msg("this leads back to itself"))
    more = tuple(Label(other.span, msg("by way of this")) for other in others)
    words.report.found.append(Diagnostic("C0508", message, label, more, help=msg("leave one `despite` out")))


def _settled(words: Vocabulary, clause: g.Clause, edges: Mapping[str, set[str]], clauses: Mapping[str, g.Clause]) -> g.Clause:
    sentence = clause.sentence
    if isinstance(sentence, g.Permission | g.Prohibition):
        return _deontic(words, clause, sentence, edges[clause.name], clauses)
    over: set[str] = set()
    waiting = list(edges[clause.name])
    while waiting:
        name = waiting.pop()
        if name not in over:
            over.add(name)
            waiting += edges[name]
    return replace(clause, despite=tuple(sorted(over)))


def _deontic(
    words: Vocabulary,
    clause: g.Clause,
    sentence: g.Permission | g.Prohibition,
    over: set[str],
    clauses: Mapping[str, g.Clause],
) -> g.Clause:
    """A permission may override prohibitions, and a prohibition permissions; each of its own act."""
    wanted = g.Prohibition if isinstance(sentence, g.Permission) else g.Permission
    by = set(sentence.bars) if isinstance(sentence, g.Prohibition) else set[str]()
    names = sorted({name for name in over | by if name in clauses})
    item = words.clauses[clause.name].item
    for name in names:
        if not isinstance(clauses[name].sentence, wanted):
            named = next((word for word in getattr(item, "despite", ()) if word.text == name), item.name)
            if wanted is g.Prohibition:
                message = msg("a permission overrides a prohibition, and `{name}` is none", name=name)
                label = msg("this is a permission too")
                advice = msg("permissions of one act stand side by side: leave `{name}` out", name=name)
            else:
                message = msg("a prohibition overrides a permission, and `{name}` is none", name=name)
                label = msg("this is a prohibition too")
                advice = msg("prohibitions of one act stand side by side: leave `{name}` out", name=name)
            words.report.error("C0507", message, named.span, label, advice)
    if isinstance(sentence, g.Permission):
        return replace(clause, despite=tuple(names), sentence=replace(sentence, lifts=tuple(names)))
    return replace(clause, despite=tuple(names), sentence=replace(sentence, bars=tuple(names)))


def _in_step_order(words: Vocabulary, clauses: list[g.Clause]) -> list[g.Clause]:
    """The clauses with the steps of the turn in their order, in the places that steps have."""
    steps = [clause for clause in clauses if isinstance(clause.sentence, g.Step)]
    before = _earlier_steps(words, steps)
    circle = _circle(before)
    if circle is not None:
        _report_circle(words, circle)
        return clauses
    position = {step.name: index for index, step in enumerate(steps)}
    ordered: list[str] = []
    sorter = TopologicalSorter(before)
    sorter.prepare()
    free: set[str] = set()
    while len(ordered) < len(steps):
        free |= set(sorter.get_ready())
        ordered.append(min(free, key=lambda name: position[name]))
        free.discard(ordered[-1])
        sorter.done(ordered[-1])
    by_name = {step.name: step for step in steps}
    queue = iter(ordered)
    return [by_name[next(queue)] if isinstance(c.sentence, g.Step) else c for c in clauses]


def _earlier_steps(words: Vocabulary, steps: list[g.Clause]) -> dict[str, set[str]]:
    """Each step of the turn with those that it says come before it."""
    before: dict[str, set[str]] = {step.name: set() for step in steps}
    for step in steps:
        item = words.clauses[step.name].item
        if not isinstance(item, tree.Clause) or not isinstance(item.sentence, tree.TurnStep):
            continue  # another clause of that name stands there, which has been told
        place = item.sentence.place
        if place is None:
            continue
        where, other = place
        if other.text not in before:
            words.report.unknown(msg("no step of the turn"), other, before, "C0502")
            continue
        before[step.name if where == "after" else other.text].add(other.text if where == "after" else step.name)
    return before


# ---------------------------------------------------------------------- remedies


OUTSIDE = re.compile(r'"[^"\n]*"|(?:--[^\n]*|\s)+')
COLON = re.compile(r'"[^"\n]*"|--[^\n]*|(:)')
MIXED = re.compile(r"\b(and|or)\b")


def speaks_of(bar: Clause, permission: Clause) -> bool:
    """Whether a prohibition says how it stands to a permission: it names it, or asks what can be done by it."""
    named = bar.sentence.bars if isinstance(bar.sentence, Prohibition) else ()
    asked = {part.by for part in parts((bar.when, bar.unless)) if isinstance(part, Can)}
    return permission.name in {*named, *asked}


def of_permission(bar: Clause, permission: Clause) -> tuple[str, ...]:
    """What ends the clash of a prohibition with a permission of which it does not speak: naming it, an exemption, or a narrower
    permission.
    """
    bars = bar.sentence.bars if isinstance(bar.sentence, Prohibition) else ()
    named = ", ".join(dict.fromkeys((*bars, permission.name)))
    exempt = f"NAME despite {bar.name}: {sentence(permission)}"
    return (f"{bar.name} despite {named}: …", exempt, *_narrowed(permission, bar))


def of_answers(first: Clause, second: Clause) -> tuple[str, ...]:
    """What ends the clash of two clauses that answer one question: one preferred, or one that leaves the other's case out."""
    preferred = tuple(_preferred(one, other) for one, other in ((second, first), (first, second)))
    return (*preferred, *(_narrowed(first, second) or _narrowed(second, first)))


def advice(sentences: tuple[str, ...]) -> Message:
    """Sentences of which one is to be written."""
    quoted = (f"`{text}`" for text in sentences)
    return msg("write {sentences}", sentences=reduce(lambda one, other: msg("{one}, or {other}", one=one, other=other), quoted))


def _preferred(clause: Clause, other: Clause) -> str:
    """A clause that is preferred to another, besides those that it is preferred to already."""
    return f"{clause.name} despite {', '.join((*clause.despite, other.name))}: …"


def _narrowed(clause: Clause, other: Clause) -> tuple[str, ...]:
    """A clause that leaves out the case of another, where that has one."""
    if not (other.when or other.unless):
        return ()
    parts = [_bracketed(expr.span.text) for expr in other.when]
    parts += [f"not {_bracketed(expr.span.text, always=True)}" for expr in other.unless]
    return (f"{clause.name}: … unless {' and '.join(parts) if len(parts) > 1 else _plain(other)}",)


def _plain(clause: Clause) -> str:
    """The one condition of a clause, as `unless` takes it."""
    if clause.when:
        return one_line(clause.when[0].span.text)
    return f"not {_bracketed(clause.unless[0].span.text, always=True)}"


def _bracketed(text: str, *, always: bool = False) -> str:
    text = one_line(text)
    return f"({text})" if always or MIXED.search(text) else text


def sentence(clause: Clause) -> str:
    """What a clause says, without its name and titles, on one line."""
    text = clause.span.text
    start = next((match.end() for match in COLON.finditer(text) if match[1]), 0)
    return one_line(text[start:])


def one_line(text: str) -> str:
    """A text without its comments, each space a single one."""
    return OUTSIDE.sub(lambda match: match[0] if match[0].startswith('"') else " ", text).strip()


# -------------------------------------------------------------------- open cases


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
            which = join_and(f"`{name}`" for name in missing)
            message = msg("whether `{clause}` applies depends on {which}", clause=clause.name, which=which)
            words.report.error("C0402", message, asked.span, msg("nothing says here which that is"), _instead(clause.sentence))


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
                msg("whether `{clause}` applies depends on who is playing", clause=clause.name),
                asked.span,
                msg("nobody is playing at this moment"),
                msg("ask it where somebody is: at the start or the end of the turn, or before or after an act"),
            )


def _instead(sentence: g.Sentence) -> Message:
    match sentence:
        case g.Definition(function=function):
            return msg("ask for the value of `{function}` of what is meant, and compare it", function=function)
        case g.Consequence(event=(_, act)):
            return msg("ask it after the act: `after every {act}, …` in a claim; in an example, check what came of it", act=act)
        case g.Score():
            return msg("ask for the score of the side that is meant, and compare it")
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Sees() | g.Begins() | g.Passes() | g.Ends()
            | g.SidesAre() | g.TakesPart() | g.Runs() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return msg("write out what the clause asks, of who is meant")
