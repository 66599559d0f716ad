"""Entries of an arbiter: findings, and rulings on moves that break a rule.

A finding may be entered whenever a move is awaited, if its arguments are in their domains. A move is irregular if it would be
legal but for the prohibitions that bar it. It can be kept if each of these has a clause `on breach of … later, let it stand`.
If each has a clause for a breach that is noticed at once, these clauses decide whether the move is taken back, kept or
remedied. There is no ruling on a move that is not legal for another reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from cartaro_grammar import Clause, Diagnostic, Game, Message, join_semicolons, msg
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.play.course import Play, Watch, alike, legal_moves
from cartaro_interpreter.play.questions import question
from cartaro_interpreter.play.turn import Choice, LookAhead, choices, legal, open_steps
from cartaro_interpreter.ruling.alternatives import barred
from cartaro_interpreter.ruling.grounds import judge
from cartaro_interpreter.ruling.refusals import reason
from cartaro_interpreter.state.chance import Chance, SeededChance
from cartaro_interpreter.state.faults import Faulted, diagnosed
from cartaro_interpreter.state.state import PHASE, PHASE_TURN, TURN, Cells, Move, State, argument_codes, cites


@dataclass(frozen=True, slots=True)
class Irregular:
    """A move that only prohibitions bar, with their names. `later` has, for each prohibition, the clause that keeps the move if
    the breach is noticed later. It is empty if a prohibition has no such clause; then the move cannot be kept. `at_once` maps
    each prohibition to the clause for a breach that is noticed at once. It is empty if a prohibition has no such clause, or no
    legal move would be a remedy.
    """

    option: Choice
    bars: tuple[str, ...]
    later: tuple[str, ...]
    at_once: tuple[str, ...] = ()

    @property
    def move(self) -> Move:
        """Return the move."""
        return self.option.move


@dataclass(frozen=True, slots=True)
class Due:
    """An act that a ruling requires of a player, and a map from the numbers of parameters to the arguments that the ruling
    fixes.
    """

    ruling: str
    player: int
    act: str
    fixed: tuple[tuple[int, int], ...]


Demand = tuple[Due, ...]
"""Demands of rulings on the player who broke a rule. The next entry must be a legal move that meets each of them."""


# ---------------------------------------------------------------------------------------------- findings


def findings(rules: Rules, state: State) -> tuple[Move, ...] | Diagnostic:
    """Return every finding that may be entered, with its arguments, in canonical order. Return none if no move is awaited.
    Return a diagnostic if there are too many.
    """
    if state.cells[PHASE] != PHASE_TURN:
        return ()
    try:
        return tuple(
            replace(move, by=())
            for act in rules.game.acts
            if act.finding
            for move in rules.acts[act.name].moves(state.cells, state.cells[TURN])
        )
    except Faulted as fault:
        return diagnosed(fault)


def rule(
    rules: Rules, state: State, finding: Move, chance: Chance | None = None, watch: Watch | None = None
) -> State | Diagnostic:
    """Return the state after a finding and its consequences, up to the next choice or the end of the hand or match. Return a
    diagnostic if it cannot be entered.
    """
    verdict = judge(rules, state, finding)
    if isinstance(verdict, Diagnostic):
        return verdict
    if not verdict.legal or not rules.game.act[finding.act].finding:
        why = reason(verdict) if not verdict.legal else msg("it is a move of the players")
        return Diagnostic("C0818", msg("the finding `{act}` cannot be entered here: {why}", act=finding.act, why=why))
    try:
        cells = list(state.cells)
        Play(rules, chance or SeededChance(0), watch).rule(cells, finding)
        return State(tuple(cells))
    except Faulted as fault:
        return diagnosed(fault)


# ---------------------------------------------------------------------------------------------- breaches


def breaches(game: Game, prohibition: str) -> tuple[tuple[Clause, g.Breach], ...]:
    """Return the clauses on a breach of a prohibition, in the order of the text."""
    return tuple((clause, sentence) for clause, sentence in game.with_sentence(g.Breach) if sentence.prohibition == prohibition)


def breach_of(game: Game, name: str) -> g.Breach:
    """Return the breach with the name of a clause; there must be one."""
    sentence = game.clause[name].sentence
    assert isinstance(sentence, g.Breach)
    return sentence


def irregular(rules: Rules, state: State) -> tuple[Irregular, ...] | Diagnostic:
    """Return every move that breaks a rule and has a ruling: it remains if nobody notices it at once, or the arbiter rules on
    it at once. The moves are sorted by prohibition and then in canonical order. Cards that are chosen unseen are left open.
    """
    lawful = legal_moves(rules, state)
    if isinstance(lawful, Diagnostic):
        return lawful
    moves = {(move.act, move.args): move for found in barred(rules, state, lawful).values() for move in found}
    try:
        every = (irregularity(rules, state, move) for move in choices(rules.game, moves.values()))
        return tuple(found for found in every if found is not None and (found.later or found.at_once))
    except Faulted as fault:
        return diagnosed(fault)


def irregularity(rules: Rules, state: State, move: Move) -> Irregular | None:
    """Return the prohibitions that bar a move that would be legal without them. Return None for any other move. May raise
    `Faulted`.
    """
    verdict = judge(rules, state, move)
    if isinstance(verdict, Diagnostic):
        raise Faulted(verdict.code, verdict.message, verdict.primary.span if verdict.primary else None, verdict.help or "")
    if verdict.reason != "barred":
        return None
    number, step = next((n, step) for n, step in open_steps(rules, state.cells) if move.act in step.acts)
    option = Choice(number, step.actor(state.cells, []), replace(move, by=()))
    if not LookAhead(rules).completes(state.cells, option):
        return None
    later = tuple(_remedies(rules.game, verdict.clauses, "later", "stand"))
    found = Irregular(option, verdict.clauses, later if len(later) == len(verdict.clauses) else ())
    at_once = tuple(_remedies(rules.game, verdict.clauses, "once", "make_good"))
    if len(at_once) < len(verdict.clauses) or not options_in_demand(rules, state.cells, demanded(rules, state, found, at_once)):
        return found
    return replace(found, at_once=at_once)


def _remedies(game: Game, prohibitions: tuple[str, ...], noticed: Literal["once", "later"], remedy: g.Remedy) -> Iterator[str]:
    """Yield the first breach clause of a given kind for each of some prohibitions that has one."""
    for prohibition in prohibitions:
        fitting = (c.name for c, b in breaches(game, prohibition) if (b.noticed, b.remedy) == (noticed, remedy))
        yield from [name for name in [next(fitting, None)] if name is not None]


# ---------------------------------------------------------------------------------------------- remedies


def demanded(rules: Rules, state: State, found: Irregular, rulings: Iterable[str]) -> Demand:
    """Return the demands of some immediate rulings on an irregular move, in the state before the move. May raise `Faulted`."""
    parameters = [parameter.name for parameter in rules.game.act[found.move.act].parameters]
    arguments = dict(zip(parameters, found.move.args, strict=True))
    dues: list[Due] = []
    for name in rulings:
        due = breach_of(rules.game, name).due
        if due is None:
            continue
        numbers = {p.name: number for number, p in enumerate(rules.game.act[due.act].parameters)}
        fixed: list[tuple[int, int]] = []
        for parameter, expr in due.given:
            query = question(rules, expr, tuple(arguments))
            value = query if isinstance(query, Diagnostic) else query(state, arguments, found.option.player)
            if isinstance(value, Diagnostic):
                raise Faulted(value.code, value.message, value.primary.span if value.primary else None, value.help or "")
            fixed.append((numbers[parameter], value))
        dues.append(Due(name, found.option.player, due.act, tuple(fixed)))
    return tuple(dues)


def options_in_demand(rules: Rules, cells: Cells, demand: Demand) -> list[Choice]:
    """Return the legal options that meet a demand, in canonical order. An empty demand allows all legal options. May raise
    `Faulted`.
    """
    options = legal(rules, cells)
    return [option for option in options if all(_is_due(rules, cells, option, due) for due in demand)] if demand else options


def _is_due(rules: Rules, cells: Cells, option: Choice, due: Due) -> bool:
    if (option.player, option.move.act) != (due.player, due.act):
        return False
    parameters, args = rules.game.act[due.act].parameters, option.move.args
    return all(alike(rules, cells, parameters[number], args[number], value) for number, value in due.fixed)


def in_demand(rules: Rules, demand: Demand) -> str:
    """Return the demands of rulings in words: ``the ruling `rilevata` asks for `take … with 6B` ``."""
    return join_semicolons(
        msg("the ruling `{clause}` requires `{move}`", clause=due.ruling, move=_written(rules.game, due)) for due in demand
    )


def _written(game: Game, due: Due) -> str:
    """Return the demanded act as an author writes it, with `…` for each part that the player chooses."""
    fixed, words = dict(due.fixed), [due.act]
    for number, parameter in enumerate(game.act[due.act].parameters):
        value = argument_codes(game, parameter, fixed[number]) if number in fixed else "…"
        words += [parameter.preposition or "", " ".join(map(str, value)) if isinstance(value, list) else str(value)]
    return " ".join(filter(None, words))


# ---------------------------------------------------------------------------------------------- articles


def finding_of(game: Game, name: str) -> g.Act | None:
    """Return the finding of a name."""
    act = game.act.get(name)
    return act if act is not None and act.finding else None


def article_of(game: Game, name: str) -> g.Article | None:
    """Return the article of the finding or clause with this name."""
    if finding_of(game, name) is not None:
        return next((article for article in game.ruleset.articles if name in article.declares), None)
    return next((article for article in game.ruleset.articles if article.key == game.clause[name].article), None)


def cited(game: Game, name: str) -> tuple[str, ...]:
    """Return the citations of a finding or a clause; if it has none, the citations of its article."""
    act, article = finding_of(game, name), article_of(game, name)
    if act is None:
        return cites(game, (name,))
    return act.cites or (article.cites if article else ())


def remedies(game: Game, prohibitions: tuple[str, ...]) -> str:
    """Return in words the rulings that may follow a move, if these prohibitions forbid it. Return "" if there are none."""
    ruled = [
        _breach_in_words(game, clause, breach) for prohibition in prohibitions for clause, breach in breaches(game, prohibition)
    ]
    return msg("a ruling may follow: {rulings}", rulings=join_semicolons(ruled)) if ruled else ""


def _breach_in_words(game: Game, clause: Clause, breach: g.Breach) -> Message:
    """Return in words the effect of a breach clause on a move."""
    article = article_of(game, clause.name)
    name = f"`{clause.name}`"
    if article is not None:
        name = msg("{name} (article {number})", name=name, number=article.number)
    if breach.due is not None:
        return msg("{name}, at once, requires the act `{act}` instead", name=name, act=breach.due.act)
    if breach.noticed == "once":
        return (
            msg("{name}, at once, takes it back", name=name)
            if breach.remedy == "take_back"
            else msg("{name}, at once, lets it stand", name=name)
        )
    return (
        msg("{name}, later, takes it back", name=name)
        if breach.remedy == "take_back"
        else msg("{name}, later, lets it stand", name=name)
    )
