"""The arbiter's answer in words: why a move is legal or is not.

Takes compiled rules and a state of theirs; gives JSON values, as the command `explain` answers them, with the whole answer in
prose under `text`.  What the rules do not decide is answered with a diagnostic.  No rule is written here a second time: every
sentence is the clause's own, as the rulebook prints it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cartaro_grammar import Diagnostic, element
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    Bar,
    ClauseCase,
    DecisiveOption,
    Demand,
    Json,
    Judgement,
    Move,
    Rules,
    State,
    Title,
    exceptions_alone,
    grounds,
    house_rules,
    judge,
    legal_moves,
    meanings,
    meeting,
    nearest,
    outside,
    phrase,
    single_cards,
)
from cartaro_rulebook.answers.duties import duty, lasting
from cartaro_rulebook.answers.facts import ToldState
from cartaro_rulebook.answers.things import AnswerJson
from cartaro_rulebook.prose import acts
from cartaro_rulebook.prose.citations import bracketed, clause_json, noted, option_rows, reference, sentence
from cartaro_rulebook.prose.clauses import clause_prose
from cartaro_rulebook.words.references import clean, plain

INDENT = "    "
MOST_NAMED = 3
"""How many moves are named, where no legal move is near."""


def explain_move(rules: Rules, state: State, move: Move, code: str) -> AnswerJson | Diagnostic:
    """The ruling on a move, in a language; of a move that may mean several, on the one that comes furthest."""
    verdict = judge(rules, state, move)
    if isinstance(verdict, Diagnostic):
        return verdict
    legal = legal_moves(rules, state)
    if isinstance(legal, Diagnostic):
        return legal
    move = next((meaning for meaning in meanings(rules, state.cells, move) if judge(rules, state, meaning) == verdict), move)
    told = _RulingText(ToldState(rules, code, single_cards(rules.game, move), state=state), move, verdict)
    failed = told.tell(legal)
    if failed is not None:
        return failed
    near = None if verdict.legal else nearest(rules.game, move, legal)
    told.house_rules(house_rules(rules, state, move, verdict))
    told.remedies()
    if near is not None:
        told.line(told.say("nearest", x=told.written(near)))
    elif not verdict.legal:
        told.instead(legal)
    return told.answer(near)


def explain_demand(rules: Rules, state: State, move: Move, demand: Demand, code: str) -> AnswerJson:
    """Why a move that is legal otherwise is not the one that rulings ask for, in a language."""
    names = tuple(due.ruling for due in demand)
    state_told = ToldState(rules, code, single_cards(rules.game, move), state=state)
    told = _RulingText(state_told, move, Judgement(False, "ruled", names))
    scope = told.told.scope
    told.line(told.told.lang.say("may_not_do", do=told.told.move(move)))
    for name in names:
        clause = rules.game.clause[name]
        told.lines.append(noted(clause, scope))
        told.clauses.append({**clause_json(clause, scope), "role": "asks"})
    legal = tuple(option.move for option in meeting(rules, state.cells, demand))
    near = nearest(rules.game, move, legal)
    if near is not None:
        told.line(told.say("nearest", x=told.written(near)))
    else:
        told.instead(legal)
    return told.answer(near)


@dataclass(slots=True)
class _RulingText:
    """A ruling while it is told: its lines, the clauses it names, the values they come to."""

    told: ToldState
    move: Move
    verdict: Judgement
    lines: list[str] = field(default_factory=list[str])
    clauses: list[Json] = field(default_factory=list[Json])
    values: list[Json] = field(default_factory=list[Json])
    options: list[Json] = field(default_factory=list[Json])
    told_remedies: list[Json] = field(default_factory=list[Json])

    def say(self, key: str, **slots: str) -> str:
        return self.told.lang.say(f"ruling_{key}", **slots)

    def line(self, said: str) -> None:
        self.lines.append(sentence(said, self.told.scope))

    def written(self, move: Move) -> str:
        """A move in words, and as it is written."""
        return f"{self.told.move(move)} ({clean(phrase(self.told.game, move))})"

    def instead(self, legal: tuple[Move, ...]) -> None:
        """What can be done, where no legal move is like the one that is not."""
        named = legal if len(legal) <= MOST_NAMED + 1 else legal[:MOST_NAMED]
        doing = [self.written(move) for move in named]
        if len(named) < len(legal):
            doing.append(self.say("more", n=str(len(legal) - len(named))))
        if doing:
            self.line(self.say("instead", x=self.told.lang.series(doing, "or")))

    def tell(self, legal: tuple[Move, ...]) -> Diagnostic | None:
        """The ruling and its grounds."""
        key = "may_do" if self.verdict.legal else "may_not_do"
        self.line(self.told.lang.say(key, do=self.told.move(self.move)))
        match self.verdict.reason:
            case "legal" | "permission" | "barred" if self.move.act != END_OF_TURN:
                found = grounds(self.told.rules, self.told.state, self.move, legal)
                if isinstance(found, Diagnostic):
                    return found
                self._titles(found)
                return self._exceptions_alone()
            case "domain":
                return self._domain()
            case "step":
                self._step()
            case "turn":
                self.line(self.say("turn"))
                self._plain("forbids", self.verdict.clauses)
            case "no choice":
                self.line(self.say("no_choice"))
            case _:
                pass
        return None

    # ------------------------------------------------------------------ permissions and prohibitions

    def _titles(self, titles: tuple[Title, ...]) -> None:
        """The permissions that matter: those it stands on; those that are barred; or, where none applies, all."""
        told: set[str] = set()
        for title in titles:
            name = title.case.clause.name
            match self.verdict.reason:
                case "permission":
                    self._clause("permits_not", "fails", title.case)
                case "legal" if name in self.verdict.clauses:
                    self._clause("permits", "permits", title.case, here=False)
                    self._bars(title.bars, told)
                case "barred" if title.case.holds:
                    self._bars(title.bars, told)
                case _:
                    pass

    def _exceptions_alone(self) -> Diagnostic | None:
        """Exceptions that would apply, where nothing permits the move."""
        if self.verdict.reason != "permission":
            return None
        found = exceptions_alone(self.told.rules, self.told.state, self.move)
        if isinstance(found, Diagnostic):
            return found
        for case in found:
            self._clause("excepts_only", "excepts_only", case)
        return None

    def _bars(self, bars: tuple[Bar, ...], told: set[str]) -> None:
        """Each prohibition once, with its exceptions."""
        for bar in bars:
            name = bar.case.clause.name
            if name in told or (self.verdict.reason == "barred" and not bar.in_force):
                continue
            told.add(name)
            if bar.in_force:
                self._clause("forbids", "forbids", bar.case)
            else:
                self._clause("would_forbid", "lifted", bar.case)
            for case in bar.exceptions:
                if case.holds and not bar.in_force:
                    self._clause("excepts", "excepts", case)
                elif not case.holds and bar.in_force:
                    self._clause("excepts_not", "fails", case)

    def _clause(self, key: str, role: str, case: ClauseCase, *, here: bool = True) -> None:
        """A clause with its article, its sentence, and what its case comes to here."""
        said = case.clause.sentence
        assert isinstance(said, g.Permission | g.Prohibition)
        self.line(self.say(key, x=reference(case.clause, self.told.scope)))
        self._sentence(case.clause)
        scope = acts.performing(said.act, self.told.scope).about(said.subject)
        facts = [self.told.fact(fact, scope) for fact in case.facts] if here else []
        if not case.mine:
            facts = [self.say("not_for", x=self.told.scope.value(said.subject).text)]
        shown = sentence(self.say("here", x="; ".join(facts)), self.told.scope) if facts else ""
        if shown:
            self.lines.append(INDENT + shown)
        self.clauses.append({**clause_json(case.clause, self.told.scope), "role": role, "here": shown})
        for found in case.facts:
            for expr, value in found.values:
                of = plain(self.told.lang.forms.polish(scope.value(expr).text))
                self.values.append({"clause": case.clause.name, "of": of, "value": self.told.value_json(expr, value)})

    def _sentence(self, clause: g.Clause) -> None:
        self.lines.extend(INDENT + plain(line) for line in clause_prose(clause, self.told.scope).lines)

    def _plain(self, role: str, names: Iterable[str], key: str = "see") -> None:
        """Clauses named with their sentences only; of those that keep the turn from its end, what they come to."""
        turn = self.verdict.reason == "turn"
        for name in dict.fromkeys(names):
            clause = self.told.game.clause[name]
            self.line(self.say(key, x=reference(clause, self.told.scope)))
            self._sentence(clause)
            found = [duty(self.told, self.move, clause), lasting(self.told, self.move, clause)] if turn else []
            shown = [sentence(said, self.told.scope) for said in found if said]
            self.lines += [INDENT + line for line in shown]
            self.clauses.append({**clause_json(clause, self.told.scope), "role": role, "here": " ".join(shown)})

    # ------------------------------------------------------------------ other reasons

    def _domain(self) -> Diagnostic | None:
        """An argument is not one of those to be chosen from."""
        told, act = self.told, self.told.game.act[self.move.act]
        number = next(n for n, p in enumerate(act.parameters) if p.name == self.verdict.parameter)
        parameter = act.parameters[number]
        scope = acts.performing(act.name, told.scope).about(None)
        beyond = outside(told.rules, told.state, self.move, parameter.name)
        if isinstance(beyond, Diagnostic):
            return beyond
        if beyond and parameter.domain is not None:
            self.line(told.not_among(parameter, beyond, scope))
        elif not self.move.args[number]:
            noun = told.scope.naming.of_type(element(parameter.type) or parameter.type)
            self.line(self.say("none_named", x=told.lang.forms.counted(1, noun).text))
        else:
            self.line(self.say("domain"))
        self._plain("domain", self.verdict.clauses)
        return None

    def _step(self) -> None:
        """No open step has the act; or one that must be done is left."""
        ends = self.move.act == END_OF_TURN
        if not ends:
            self.line(self.say("step"))
        self._plain("step", self.verdict.clauses, "due" if ends else "see")

    # ------------------------------------------------------------------ what hangs on it

    def house_rules(self, found: tuple[DecisiveOption, ...]) -> None:
        """The options on which the ruling turns."""
        naming = self.told.scope.naming
        for rule in found:
            option = next(o for o in self.told.game.options if o.name == rule.option)
            changed = [value for value, legal in rule.others if legal is not self.verdict.legal]
            named = [naming.quoted(naming.option_value(value)) for value in changed]
            title = naming.quoted(naming.option(rule.option))
            chosen = naming.quoted(naming.option_value(rule.chosen))
            rows = option_rows(option, self.told.scope)
            said = self.say("option", option=title + bracketed(rows), value=chosen)
            key = "otherwise_not" if self.verdict.legal else "otherwise"
            self.line(f"{said}; {self.say(key, x=self.told.lang.series(named, 'or'))}")
            others: list[Json] = [
                {"value": value, "title": naming.option_value(value), "legal": legal} for value, legal in rule.others
            ]
            self.options.append(
                {
                    "option": rule.option,
                    "title": naming.title(rule.option, option.names),
                    "cites": list(rows),
                    "value": rule.chosen,
                    "value_title": naming.option_value(rule.chosen),
                    "others": others,
                    "text": self.lines[-1],
                }
            )

    def remedies(self) -> None:
        """What follows when the prohibitions that bar it were not kept."""
        if self.verdict.reason != "barred":
            return
        for clause, said in self.told.game.saying(g.Breach):
            if said.prohibition in self.verdict.clauses:
                self.lines.append(noted(clause, self.told.scope))
                value = clause_json(clause, self.told.scope)
                asked: dict[str, Json] = {} if said.due is None else {"act": said.due.act}
                self.told_remedies.append({**value, "noticed": said.noticed, "remedy": said.remedy, **asked})

    def answer(self, near: Move | None) -> AnswerJson:
        told = self.told
        return {
            "legal": self.verdict.legal,
            "reason": self.verdict.reason,
            "move": told.move_json(self.move),
            "clauses": self.clauses,
            "values": self.values,
            "nearest": None if near is None else told.move_json(near),
            "options": self.options,
            "remedies": self.told_remedies,
            "text": "\n".join(self.lines),
        }
