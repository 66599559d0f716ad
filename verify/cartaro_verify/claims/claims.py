"""The author's claims: each line proved over the frame where that can be, and what must be found by play.

A `LineProof` is one line of a claim under one choice of options.  It begins with goals, all of which are looked for together in
played hands: a premise met, a value attained, a violation.  What a few hands have not decided is tried to be proved; of what is
proved, a violation found by play would be a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_verify.claims.joint_induction import standing
from cartaro_verify.claims.line_proofs import LineProof, in_words, moment_of, speaks_of_side
from cartaro_verify.frame import proofs
from cartaro_verify.frame.moments import Way, anyhow, ways
from cartaro_verify.frame.proofs import Proof
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations import open_case
from cartaro_verify.obligations.extremes import bounded, limits_of
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.messages import joined as joined_words
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered
from cartaro_verify.terms.values import Value, exactly


def attempt(prepared: PreparedGame, begun: LineProof) -> LineProof:
    """Try to prove a line that play has not decided.  Nothing is proved of what the text does not decide."""
    task = begun.again()
    if task.shown:
        return task
    try:
        task.reason = _not_decided(prepared, task.line)
        if not task.reason:
            _proof(prepared, task)
        if task.proved:
            _of_fewer(prepared, task)
    except NotCovered as missing:
        task.proved, task.reason, task.open = False, missing.reason, None
    task.settle()
    return task


def _not_decided(prepared: PreparedGame, line: g.ClaimLine) -> str:
    """What a line asks for and the text does not decide: a definition that may have no answer, or several; empty if nothing."""
    asked = {part.function for part in walk.reached(prepared.game, line) if isinstance(part, g.Apply)}
    if not asked:
        return ""
    return next((text for name, text in prepared.decision.open.items() if name in asked), "")


def together(prepared: PreparedGame, tasks: Sequence[tuple[str, LineProof]]) -> bool:
    """Try lines `always …` that fail one by one all at once, each with the name of its claim; whether any is proved so."""
    tried = [(name, task, task.line) for name, task in tasks if isinstance(task.line, g.Always) and _worth(task)]
    known = [task.line for _, task in tasks if isinstance(task.line, g.Always) and task.proved]
    known = [line for line in known if not walk.mentions(line, g.Can)]
    if len(tried) + len(known) < 2:
        return False
    lines = [line for _, _, line in tried]
    try:
        whole, *others = [list(standing(each, lines, known)) for each in (prepared, *prepared.company)]
    except NotCovered:
        return False
    kept = set[int]().union(*(found.proofs for found in whole))
    for smaller in others:
        kept &= set[int]().union(*(found.proofs for found in smaller))
    for found in reversed(whole):
        for n in kept & found.proofs.keys():
            names = [tried[other][0] for other in found.proofs if other != n]
            _stands(prepared, tried[n][1], found.frame, found.proofs[n], _beside(tried[n][0], names))
    for n in kept:
        _remember(prepared, lines[n])
    return bool(kept)


def _worth(task: LineProof) -> bool:
    """Whether a line failed alone where it was asked, and no play has broken it."""
    return not task.proved and task.open is not None and not task.broken


def _beside(name: str, names: Sequence[str]) -> str:
    """How a line was proved with those of claims of these names."""
    others = [words("claim", name=other) for other in dict.fromkeys(names) if other != name]
    if others:
        return words("inductive_with", names=joined_words("listed", others))
    return words("inductive_lines" if names else "inductive")


def _stands(prepared: PreparedGame, task: LineProof, frame: TransitionSystem, proof: Proof, method: str) -> None:
    """A line that is proved together with others, also of hands of fewer players."""
    _told(task, proof, method, frame)
    task.method, task.reason, task.gave_up = prepared.also(task.method), "", False
    task.settle()


# ---------------------------------------------------------------------------------------------- proofs


def _of_fewer(prepared: PreparedGame, task: LineProof) -> None:
    """The same of hands with each smaller number of players that may be left in the match."""
    method, beyond_reach = task.method, task.beyond_reach
    for fewer in prepared.company:
        _proof(fewer, task)
        beyond_reach = beyond_reach and task.beyond_reach
        if not task.proved:
            why = task.reason or words("not_excluded")
            task.reason = words("fewer", n=fewer.game.players, x=why)
            return
    task.method, task.beyond_reach = prepared.also(method), beyond_reach


def _proof(prepared: PreparedGame, task: LineProof) -> None:
    line = task.line
    if isinstance(line, g.BeforeEvery) and not prepared.framed and _by_law_alone(prepared, task, line):
        return
    frame = prepared.unturned if walk.mentions(line, g.LastPlayer) else prepared.frame
    match line:
        case g.Always():
            proof = proofs.always(frame, line.condition, not line.never)
            _told(task, proof, words("inductive"), frame)
            if task.proved:
                _remember(prepared, line)
        case g.Possible():
            if line.after:
                found = list(ways(frame, ("after", line.after)))
                never = proofs.prove(found, lambda way: [terms.no(way.truth(line.condition))])
            else:
                never = proofs.always(frame, line.condition, False)
            task.proved = never.answer == "no"
            task.method = words("never") if task.proved else ""
            task.open = open_case.of_proof(frame, never, _helps(never))
        case g.ExtremeClaim():
            _extreme(prepared, frame, task, line)
        case g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            found = list(ways(frame, moment_of(line)))
            proof = proofs.prove(found, lambda way: way.parts(line.condition))
            _told(task, proof, words("from_every_state", moment=in_words(line)), frame)
            if task.gave_up and isinstance(line, g.AtEvery):
                _by_addends(prepared, task, line, found)


def _by_law_alone(prepared: PreparedGame, task: LineProof, line: g.BeforeEvery) -> bool:
    """Whether an act is never legal in any position whatever where the line does not hold: then no invariants need be found."""
    frame = TransitionSystem(prepared.game, (), prepared.context, turn_table=not walk.mentions(line, g.LastPlayer))
    proof = proofs.prove(list(anyhow(frame, line.act)), lambda way: way.parts(line.condition))
    if proof.answer == "no":
        _told(task, proof, words("from_any_position", moment=in_words(line)), frame)
    return task.proved


def _remember(prepared: PreparedGame, line: g.Always) -> None:
    """Let a line that is proved help what follows, where it is the same for every seat and no burden."""
    if not line.never and not walk.mentions(line, g.LastPlayer) and not walk.mentions(line, g.Can):
        prepared.frame.lemmas.append(line.condition)
        _assume(prepared.frame, line.condition)


def _assume(frame: TransitionSystem, lemma: Expr) -> None:
    """Let what is proved help to prove what follows."""
    for made in frame.transitions.values():
        encoder = made.session.acts.encoder
        made.session.assume(encoder.truth(lemma, TermScope(made.state, made.state.turn)))


def _told(task: LineProof, proof: Proof, method: str, frame: TransitionSystem) -> None:
    task.proved = proof.answer == "no"
    task.open = open_case.of_proof(frame, proof, _helps(proof))
    task.method = words("ways", x=method, n=proof.ways, turned=words("turned") if frame.turning else "")
    if proof.answer == "yes":
        task.reason = words("no_value") if proof.undefined else words("not_inductive")
    elif proof.answer == "unknown" and not proof.ways:
        task.reason = words("no_way")
    elif proof.answer == "unknown":
        task.gave_up = True
        task.reason = words("gave_up")


def _helps(proof: Proof) -> str:
    """What would help a proof that came to nothing."""
    return words("help_before" if proof.answer == "yes" else "help_split")


def _extreme(prepared: PreparedGame, frame: TransitionSystem, task: LineProof, line: g.ExtremeClaim) -> None:
    found = list(ways(frame, (line.moment, line.period)))
    samples = prepared.ended if (line.moment, line.period) == ("end", "hand") else ()
    texts, within = list[str](), list[bool]()
    for given in _sides(prepared, line.amount):
        bound = bounded(prepared.game, line, found, samples, given)
        if not bound.proved:
            task.reason = bound.text
            task.open = None if bound.proof is None else open_case.of_proof(frame, bound.proof, _helps(bound.proof))
            return
        texts.append(bound.text)
        within.append(bound.within)
    task.proved, task.beyond_reach = True, all(within)
    task.method = words("bounded", x=joined_words("series", texts))


def _by_addends(prepared: PreparedGame, task: LineProof, line: g.AtEvery, found: list[Way]) -> None:
    """A sum that is at most a number, where one query about it is too much: bounded addend by addend."""
    samples = prepared.ended if (line.moment, line.period) == ("end", "hand") else ()
    limits = limits_of(prepared.game, line)
    texts = list[str]()
    for claim, given in limits:
        bound = bounded(prepared.game, claim, found, samples, given)
        if not bound.proved:
            return
        texts.append(bound.text)
    if limits:
        task.proved, task.gave_up, task.reason, task.open = True, False, "", None
        task.method = words("bounded", x=joined_words("series", texts))


def _sides(prepared: PreparedGame, amount: Expr) -> Iterator[tuple[tuple[str, Value], ...]]:
    """The values of the free word `side`, where an amount is about each side."""
    if speaks_of_side(amount):
        yield from ((("side", exactly(s)),) for s in range(prepared.game.sides))
    else:
        yield ()
