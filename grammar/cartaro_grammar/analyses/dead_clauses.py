"""Clauses of a ruleset that come to nothing: a case that no game comes to, an exemption that can lift nothing, values of an
option that do the same, a memory that is asked for just when it has been cleared.

Takes the settled clauses; warns of those that stand in the ruleset itself, each with what to write.  What needs more than the
deck, the players and the options to see is the verifier's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cartaro_grammar.analyses.contradiction import Literal, case_of, conjuncts, impossible
from cartaro_grammar.analyses.estimate import Estimate
from cartaro_grammar.analyses.remedies import one_line, sentence
from cartaro_grammar.model import game as g
from cartaro_grammar.model.effect_facts import facts_of
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.sentence_facts import sentence_facts
from cartaro_grammar.model.settings import LIBRARY_PLAYERS
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, both, either, say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.vocabulary import Vocabulary

ChosenValues = Mapping[str, tuple[str, ...]]


def warn_of_dead_clauses(words: Vocabulary, clauses: tuple[g.Clause, ...], acts: tuple[g.Act, ...]) -> None:
    """Warn of what a ruleset itself says to no effect."""
    found = _Dead(words, {clause.name: clause for clause in clauses}, {act.name: act for act in acts})
    for clause in clauses:
        if clause.home == words.merged.name and words.merged.kind in {"game", "variant"}:
            found.look_at(clause)
    _alike_values(words, clauses)
    _cleared_before(words, clauses)


@dataclass(eq=False, repr=False)
class _Dead:
    words: Vocabulary
    clauses: Mapping[str, g.Clause]
    acts: Mapping[str, g.Act]

    def look_at(self, clause: g.Clause) -> None:
        """Warn of a clause that never applies, of an effect that is never done, or of an exemption that lifts nothing."""
        if self._never(clause, case_of(clause), clause.span):
            return
        match clause.sentence:
            case g.Permission(lifts=lifts):
                self._exemption(clause, lifts)
            case g.Consequence(_, effects):
                for effect in effects:
                    literals = (*((e, True) for e in effect.when), *((e, False) for e in effect.unless))
                    self._never(clause, literals, effect.span)
                    self._seats(clause, effect)
            case g.Obligation(condition):
                self._never(clause, ((condition, True),), clause.span)
            case (
                g.Prohibition() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes() | g.Ends()
                | g.SidesAre() | g.TakesPart() | g.Runs() | g.Breach() | g.Conduct() | g.Material()
            ):  # fmt: skip
                pass

    # ------------------------------------------------------------------ cases

    def _never(self, clause: g.Clause, literals: tuple[Literal, ...], span: Span) -> bool:
        under = self._under(clause)
        if under is None:
            message = say(
                "`{clause}` never stands: it is under values of an option that exclude each other", clause=clause.name
            )
            self._warn("C0515", message, self._name(clause), say("to no effect"), say("leave one of the two `under` out"))
            return True
        estimate = self._estimates(under, clause)
        if not impossible(literals, estimate):
            return False
        conditions = tuple(part for literal in literals for part in conjuncts(*literal))
        last = next(n for n in range(1, len(conditions) + 1) if impossible(conditions[:n], estimate))
        expr, holds = conditions[last - 1]
        alone = impossible(conditions[last - 1 : last], estimate)
        label = say("this never holds") if holds else say("this always holds")
        label = label if alone else say("this cannot be, with what is said before it")
        advice = (self._why(expr, estimate()) if alone else None) or say("leave it out, or change the condition")
        name = clause.name
        whole = span == clause.span
        what = say("`{name}` never applies", name=name) if whole else say("this effect of `{name}` is never done", name=name)
        self._warn("C0515", what, expr.span, label, advice)
        return True

    def _why(self, expr: g.Expr, known: Estimate) -> str | None:
        """Between which numbers lies what is compared, where a comparison of numbers is to blame."""
        for node in parts(expr):
            if isinstance(node, g.Operation) and node.operator in {"<", "<=", "="} and node.operands[0].type.kind == "number":
                for operand in node.operands:
                    low, high = known.number(operand)
                    if not isinstance(operand, g.Number) and abs(low) != float("inf") != abs(high):
                        of, least, most = one_line(operand.span.text), f"{low:g}", f"{high:g}"
                        if low == high:
                            return say("`{of}` is {n} in this game", of=of, n=least)
                        return say("`{of}` is between {least} and {most} in this game", of=of, least=least, most=most)
        return None

    def _seats(self, clause: g.Clause, effect: g.Effect) -> None:
        """Seats for as many players as the game is never for."""
        counts = self.words.counts or LIBRARY_PLAYERS
        if isinstance(effect.body, g.Seat) and len(effect.body.players) not in counts:
            shown = either(map(str, counts))
            message = say(
                "`{clause}` names seats for {n} players, and the game is for {shown}",
                clause=clause.name,
                n=len(effect.body.players),
                shown=shown,
            )
            self._warn(
                "C0515", message, effect.span, say("never so many"), say("name the seats of {shown} players", shown=shown)
            )

    # ------------------------------------------------------------------ exemptions

    def _exemption(self, clause: g.Clause, lifts: tuple[str, ...]) -> None:
        """Warn of a permission that is an exemption where nothing that it lifts ever bars what is permitted in its case."""
        if not lifts or any(self._meets(clause, bar, title) for bar, title in self._barred(lifts)):
            return
        bars = [self.clauses[name] for name in lifts if name in self.clauses]
        titles = list(dict.fromkeys(title.name for _, title in self._barred(lifts)))
        named = both(f"`{bar.name}`" for bar in bars)
        message = say("the exemption `{clause}` can lift nothing", clause=clause.name)
        label = say("{named} bars nothing, which never applies in this case", named=named)
        if titles:
            barred = both(f"`{title}`" for title in titles)
            label = say("{named} bars only {barred}, which never applies in this case", named=named, barred=barred)
        advice = say(
            "an exemption permits nothing by itself; to permit the act, write `{clause}: {sentence}`",
            clause=clause.name,
            sentence=sentence(clause),
        )
        self._warn("C0516", message, self._name(clause), label, advice)

    def _barred(self, lifts: tuple[str, ...]) -> Iterator[tuple[g.Clause, g.Clause]]:
        """The prohibitions lifted, each with each permission that it bars."""
        for name in lifts:
            bar = self.clauses.get(name)
            if bar is not None and isinstance(bar.sentence, g.Prohibition):
                yield from ((bar, self.clauses[title]) for title in bar.sentence.bars if title in self.clauses)

    def _meets(self, clause: g.Clause, bar: g.Clause, title: g.Clause) -> bool:
        """Whether there can be a case in which an exemption, a prohibition and the permission that it bars all apply."""
        under = self._under(clause, bar, title)
        if under is None:
            return False
        literals = (*case_of(clause), *case_of(title), *case_of(bar))
        return not impossible(literals, self._estimates(under, clause))

    # ------------------------------------------------------------------ what is known

    def _under(self, *clauses: g.Clause) -> ChosenValues | None:
        """The values of options under which all these clauses stand, or None where there are none."""
        values = {option.name: option.values for option in self.words.options.values()}
        for clause in clauses:
            for option, allowed in clause.under:
                values[option] = tuple(value for value in values.get(option, allowed) if value in allowed)
        return None if any(not left for left in values.values()) else values

    def _estimates(self, under: ChosenValues, clause: g.Clause) -> _Fresh:
        act = sentence_facts(clause.sentence).act
        parameters = {p.name: p for p in self.acts[act].parameters} if act is not None and act in self.acts else {}
        return _Fresh(self.words.deck, self.words.counts or LIBRARY_PLAYERS, under, parameters)

    def _name(self, clause: g.Clause) -> Span:
        return self.words.clauses[clause.name].item.name.span

    def _warn(self, code: str, message: Message, span: Span, label: Message, advice: str) -> None:
        self.words.report.warning(code, message, span, label, advice)


@frozen
class _Fresh:
    """Makes estimates in which nothing is supposed yet."""

    deck: g.Deck
    counts: tuple[int, ...]
    under: ChosenValues
    parameters: Mapping[str, g.Parameter]

    def __call__(self) -> Estimate:
        return Estimate(self.deck, self.counts, self.under, self.parameters)


# ---------------------------------------------------------------------------------------------- options, memory


def _alike_values(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of values of an option between which nothing tells."""
    if all(entry.home != words.merged.name for entry in words.entries() if isinstance(entry.item, tree.OptionDecl)):
        return
    told = [node for node in parts(clauses) if isinstance(node, g.Setting | g.Symbol)]
    read = {node.option for node in told if isinstance(node, g.Setting) and node.type.kind == "number"}
    named = {(node.type.enumeration, node.name) for node in told if isinstance(node, g.Symbol)}
    stands = {entry.under for entry in words.entries()}
    for option in words.options.values():
        entry = next(e for e in words.entries() if option.span in (e.item.name.span, e.item.span))
        used = [v for under in stands for name, v in under if name.text == option.name]
        if entry.home != words.merged.name or option.name in read or not used:
            continue
        kinds: dict[tuple[object, ...], list[str]] = {}
        for value in option.values:
            signs = tuple(value in {word.text for word in values} for values in used)
            own = value if (option.name, value) in named else ""
            kinds.setdefault((own, *signs), []).append(value)
        for alike in kinds.values():
            if len(alike) > 1:
                message = say(
                    "no clause tells the value `{value}` from `{other}` of the option `{option}`",
                    value=alike[0],
                    other=alike[1],
                    option=option.name,
                )
                advice = say("put clauses under one of them: `under {option} is {alike}`", option=option.name, alike=alike[1])
                words.report.warning("C0514", message, entry.item.name.span, say("they do the same"), advice)


def _cleared_before(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of a clause that reads a memory which one of the same event has always just cleared."""
    for at, clause in enumerate(clauses):
        cleared = _cleared(clause, clauses)
        if cleared is None or not isinstance(clause.sentence, g.Consequence):
            continue
        event = clause.sentence.event
        for later in clauses[at + 1 :]:
            if not isinstance(later.sentence, g.Consequence) or later.sentence.event != event:
                continue
            own = words.merged.name in {clause.home, later.home}
            if own and _asks(later, cleared) and dict(clause.under).items() <= dict(later.under).items():
                message = say(
                    "`{later}` asks for `{cell}`, which `{clause}` has just cleared",
                    later=later.name,
                    cell=cleared.cell,
                    clause=clause.name,
                )
                label = say("`{clause}` comes first, and leaves nothing of it", clause=clause.name)
                advice = say("put `{clause}` after `{later}`", clause=clause.name, later=later.name)
                words.report.warning("C0517", message, words.clauses[later.name].item.name.span, label, advice)
            if any(facts_of(effect.body).memory == cleared.cell for effect in later.effects):
                break


def _cleared(clause: g.Clause, clauses: tuple[g.Clause, ...]) -> g.Recall | None:
    """The memory that a clause always sets to nothing, if that is all that it does and nothing comes in its way."""
    if clause.when or clause.unless or len(clause.effects) != 1:
        return None
    if any(clause.name in other.despite for other in clauses):
        return None
    match clause.effects[0]:
        case g.Effect(g.Become(cell, g.Nobody() | g.Number(0) | g.Truth(False)), None, (), (), _):
            return cell
        case _:
            return None


def _asks(clause: g.Clause, cell: g.Recall) -> bool:
    """Whether a clause reads a memory in its conditions, or in what it does with it."""
    looked: list[object] = [clause.when, clause.unless]
    for effect in clause.effects:
        looked += [effect.when, effect.unless, facts_of(effect.body).reads]
    return any(node == cell for part in looked for node in parts(part))
