"""The arbiter's answers in words: why a move is legal or not, and which moves are legal in a position.

Takes compiled rules, a state and a move; returns JSON values as the command `explain` prints them, with the whole answer as
prose under `text`.  Returns a diagnostic for a question that the rules do not decide.  Every rule is quoted as the rulebook
prints it: each sentence is the clause's own, followed by the values of its parts in the state.

`DescribedState` words facts and places of a state; `values_of_duty` and `lasting_bounds` word the conditions that keep a turn
from ending; `explain_move`, `explain_demand` and `explain_position` put an answer together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from cartaro_grammar import NUMBER, PLAYER, TRUTH, Diagnostic, Type, as_written, conjuncts, element
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    NOBODY,
    Bar,
    Choice,
    ClauseCase,
    DecisiveOption,
    Demand,
    Fact,
    Faulted,
    Json,
    Judgement,
    Member,
    Move,
    PermissionGrounds,
    Rules,
    State,
    Value,
    View,
    actor_of,
    after,
    ask,
    ask_members,
    barred,
    choices,
    clashing,
    dead_ends,
    exceptions_alone,
    free_locals,
    grounds,
    hides_result,
    house_rules,
    judge,
    legal_choices,
    legal_moves,
    meanings,
    members,
    move_json,
    nearest,
    obliged,
    open_steps,
    options_in_demand,
    outside,
    phrase,
    settled_before_the_end,
    single_cards,
    view,
)
from cartaro_rulebook.answers.names_in_words import AnswerJson, Things
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.clauses import (
    bracketed,
    cited_sentence,
    clause_json,
    clause_prose,
    finish_sentence,
    option_rows,
    reference,
    sentence,
)
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.sentences import law_scope
from cartaro_rulebook.words.nouns import Phrase, plain

# ------------------------------------------------------------------------- facts


@dataclass(frozen=True)
class DescribedState(Things):
    """A state under its rules, with the language in which it is described."""

    state: State = field(kw_only=True)

    # ------------------------------------------------------------------ facts

    def fact(self, fact: Fact, scope: ProseScope) -> str:
        """Word a part of a condition in this state.  The result is a move that makes it true, or the values compared, or the
        sentence, affirmed or denied.
        """
        fact = replace(fact, expr=as_written(fact.expr), values=as_written(fact.values))
        if fact.way is not None and isinstance(fact.expr, g.Can):
            return self._possible_move(fact.expr, fact.way, scope)
        numbers = [(expr, value) for expr, value in fact.values if expr.type.kind == "number"]
        if numbers and len(numbers) == len(fact.values):
            return self.lang.series([self._amount(expr, value, scope) for expr, value in numbers])
        text = scope.condition(fact.expr, not fact.holds)
        if fact.members and isinstance(fact.expr, g.Quantified):
            return f"{text}: {self.values(fact.expr.members.type, fact.members)}"
        known = [(e, v) for e, v in fact.values if isinstance(e, g.Recall) and e.type.kind in ("card", "player", "side")]
        return "; ".join([text, *(self._reference_value(expr, value, scope) for expr, value in known)])

    def _possible_move(self, can: g.Can, way: Move, scope: ProseScope) -> str:
        text = self.lang.text("can", expressions.subject_phrase(can.actor, scope), do=self.move(way))
        return text if can.by is None else f"{text} {self.lang.text('by', x=scope.naming.clause(can.by))}"

    def _amount(self, expr: g.Expr, value: int, scope: ProseScope) -> str:
        """Word an expression with its number.  A sum is called only *the sum*, since its parts are worded before it."""
        if isinstance(expr, g.Recall) and expr.owner is not None:
            noun = self.scope.naming.cell(expr.cell)
            owner = expressions.subject_phrase(expr.owner, scope)
            return self.lang.text("have_count", owner, q=f"{value} {noun.form(value != 1)}")
        if isinstance(expr, g.Operation) and expr.operator == "+":
            subject = self.lang.forms.determined(self.lang.noun("sum"), "the")
        else:
            subject = scope.value(expr)
        return self.lang.text("amounts_to", subject, x=str(value))

    def _reference_value(self, expr: g.Expr, value: int, scope: ProseScope) -> str:
        subject = scope.value(expr)
        if value == NOBODY:
            return self.lang.text("is_none", subject)
        return self.lang.text("is", subject, x=self.things(expr, value))

    def value_json(self, expr: g.Expr, value: int) -> Json:
        """Return a value as records write it."""
        return self._json(expr.type, value)

    def _json(self, of: Type, value: int) -> Json:
        several = element(of)
        if several is not None:
            return [self._json(several, number) for number in members(value)]
        match of.kind:
            case "number":
                return value
            case "truth":
                return bool(value)
            case _ if value == NOBODY:
                return None
            case "card":
                return self.game.faces.codes[value]
            case "symbol":
                return self.rules.compiler.symbol_name(of.enumeration, value)
            case _:
                return value + 1

    # ------------------------------------------------------------------ where cards lie

    def not_in_domain(self, parameter: g.Parameter, beyond: tuple[Value, ...], scope: ProseScope) -> str:
        """Word that some members of an argument are not in the set from which it is chosen; for cards, add where they are."""
        domain = parameter.domain
        assert domain is not None
        named = Phrase(self.values(domain.type, beyond), plural=len(beyond) > 1)
        text = self.lang.text("is_in", named, True, place=expressions.membership(domain, scope))
        if domain.type.kind != "cards":
            return text
        places = [self._card_place(one.number, several=named.plural) for one in beyond if isinstance(one, Member)]
        return "; ".join([text, *(place for place in places if place)])

    def _card_place(self, card: int, *, several: bool) -> str:
        """Word the place of a card only as far as the player in turn may see it, so that an answer reveals nothing hidden."""
        noun = self.lang.forms.determined(self.scope.naming.card(card), "the")
        subject = noun if several else Phrase(self.lang.text("it_again", noun), noun.feminine)
        seen = view(self.rules, self.state, self.state.turn)
        base = self.rules.layout.faces.base
        for zone in seen.zones if isinstance(seen, View) else ():
            if base[card] in (base[face] for face in (*(zone.cards or ()), *(() if zone.top is None else (zone.top,)))):
                return self.lang.text("lies", subject, place=self._place(self.game.zone[zone.zone], zone.owner))
        return self.lang.text("out_of_sight", subject)

    def _place(self, zone: g.Zone, owner: int) -> str:
        noun, the = self.scope.naming.zone(zone.name), self.zone(zone, owner).text
        if zone.family or self.scope.naming.names_cards(noun):
            return self.lang.text("among", x=the)
        return f"{noun.place or self.lang.word('place')} {the}"


# ------------------------------------------------------------------------ duties


_COMPARED = ("=", "<", "<=")


def values_of_duty(described: DescribedState, move: Move, clause: g.Clause) -> str:
    """Return the values that decide the condition of a clause, in the state after the move if the condition holds there, and
    otherwise in the state before it.  Return an empty text if the case holds in neither, or refers to the move's cards.
    """
    parts = conjuncts(*_case(clause))
    if not parts or any(free_locals(part) for part in parts):
        return ""
    actor = actor_of(described.rules, described.state, move.act)
    for key, state in _states(described, move, actor):
        facts = [_fact(described, state, part, actor) for part in parts]
        if all(fact.holds for fact in facts):
            again = described.scope.with_salient(g.Actor(PLAYER, clause.span))
            texts = [described.fact(fact, again if number else described.scope) for number, fact in enumerate(facts)]
            return described.lang.text(key, x="; ".join(texts))
    return ""


def lasting_bounds(described: DescribedState, move: Move, clause: g.Clause) -> str:
    """Return the bounds of an obligation's values after the move, whatever else is done in the turn.  Return an empty text if
    nothing else changes the values, if the obligation can be lifted, or if that is unknown.
    """
    node = clause.sentence
    actor = actor_of(described.rules, described.state, move.act)
    step = next((number for number, step in open_steps(described.rules, described.state.cells) if move.act in step.acts), None)
    if step is None or not isinstance(node, g.Obligation):
        return ""
    reached = dead_ends(described.rules, described.state, Choice(step, actor, move))
    if not reached or not all(clause.name in obliged(described.rules, state.cells) for state in reached):
        return ""
    parts = conjuncts(node.condition)
    found = [bound for part in parts for bound in bounds(described, reached, part, actor)]
    if found == [*parts]:
        return ""
    again = described.scope.with_salient(g.Actor(PLAYER, clause.span))
    facts = [(again if number else described.scope).condition(bound, False) for number, bound in enumerate(found)]
    return described.lang.text("ruling_lasting", x="; ".join(facts))


def bounds(described: DescribedState, reached: tuple[State, ...], part: g.Expr, actor: int) -> Iterator[g.Expr]:
    """Yield the least and greatest value of each side of a comparison, where they differ from the value in the first state.
    Yield the comparison itself if none of its parts differs.  `part` holds in every reached state.
    """
    numbers = part.operands if isinstance(part, g.Operation) and part.operator in _COMPARED else ()
    found: list[g.Expr] = []
    for cell in (e for e in numbers if e.type == NUMBER and settled_before_the_end(described.rules, e)):
        values = [ask(described.rules, state, cell, actor) for state in reached]
        known = [value for value in values if isinstance(value, int)]
        if len(known) == len(values):
            found += [_bound(cell, min(known), least=True)] if min(known) < known[0] else []
            found += [_bound(cell, max(known), least=False)] if max(known) > known[0] else []
    yield from found or (part,)


def _bound(cell: g.Expr, number: int, *, least: bool) -> g.Operation:
    """Return a bound in the order in which an author would write it: the cell first, then the number."""
    after = replace(cell.span, start=cell.span.end)
    bound = g.Number(number, NUMBER, after)
    return g.Operation("<=", (bound, cell) if least else (cell, bound), TRUTH, cell.span)


def _case(clause: g.Clause) -> tuple[g.Expr, ...]:
    match clause.sentence:
        case g.Obligation(condition):
            return (condition,)
        case g.Prohibition() if not clause.unless:
            return clause.when
        case (
            g.Prohibition() | g.Permission() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return ()


def _states(described: DescribedState, move: Move, actor: int) -> Iterator[tuple[str, State]]:
    """Yield the state after the move, if the player sees it, then the current one, each with the key of its phrase."""
    rules, cells = described.rules, described.state.cells
    steps = [number for number, step in open_steps(rules, cells) if move.act in step.acts]
    option = Choice(steps[0] if steps else -1, actor, move)
    if steps and move.act != END_OF_TURN and not hides_result(rules, cells, option):
        try:
            yield "ruling_then", State(tuple(after(rules, cells, option)))
        except Faulted:
            return
    yield "ruling_here", described.state


def _fact(described: DescribedState, state: State, expr: g.Expr, actor: int) -> Fact:
    """Evaluate a part of a case in a state; include the values that explain the result."""

    def value(of: g.Expr) -> int:
        found = ask(described.rules, state, of, actor)
        return found if isinstance(found, int) else 0

    holds = bool(value(expr))
    match expr:
        case g.Operation(operator, operands) if operator in _COMPARED:
            shown = [e for e in operands if not isinstance(e, g.Number | g.Nobody | g.Actor | g.Symbol)]
            return Fact(expr, holds, tuple((e, value(e)) for e in shown))
        case g.Quantified("some", variable, members, condition) if element(members.type) is not None:
            where = g.Where(variable, members, condition, members.type, expr.span)
            found = ask_members(described.rules, state, where, actor)
            return Fact(expr, holds, members=() if isinstance(found, Diagnostic) else found)
        case _:
            return Fact(expr, holds)


# ------------------------------------------------------------------- explanation


INDENT = "    "
MOST_NAMED = 3
"""The number of legal moves that are named if none is similar to the illegal one."""


def explain_move(rules: Rules, state: State, move: Move, code: str) -> AnswerJson | Diagnostic:
    """Explain in a language why a move is legal or not.  If the move can be read in several ways, explain the reading that
    passes the most checks.
    """
    verdict = judge(rules, state, move)
    if isinstance(verdict, Diagnostic):
        return verdict
    legal = legal_choices(rules, state)
    if isinstance(legal, Diagnostic):
        return legal
    move = next((meaning for meaning in meanings(rules, state.cells, move) if judge(rules, state, meaning) == verdict), move)
    ruling = _RulingText(DescribedState(rules, code, single_cards(rules.game, move), state=state), move, verdict)
    failed = ruling.add_ruling(legal)
    if failed is not None:
        return failed
    near = None if verdict.legal else nearest(rules.game, move, legal)
    ruling.add_house_rules(house_rules(rules, state, move, verdict))
    ruling.add_remedies()
    if near is not None:
        ruling.add_line(ruling.say("nearest", x=ruling.written(near)))
    elif not verdict.legal:
        ruling.add_alternatives(legal)
    return ruling.answer(near)


def explain_demand(rules: Rules, state: State, move: Move, demand: Demand, code: str) -> AnswerJson:
    """Explain in a language why an otherwise legal move differs from the one that a ruling demands."""
    names = tuple(due.ruling for due in demand)
    described = DescribedState(rules, code, single_cards(rules.game, move), state=state)
    ruling = _RulingText(described, move, Judgement(False, "ruled", names))
    scope = ruling.described.scope
    ruling.add_line(ruling.described.lang.text("may_not_do", do=ruling.described.move(move)))
    for name in names:
        clause = rules.game.clause[name]
        ruling.lines.append(cited_sentence(clause, scope))
        ruling.clauses.append({**clause_json(clause, scope), "role": "asks"})
    legal = tuple(option.move for option in options_in_demand(rules, state.cells, demand))
    near = nearest(rules.game, move, legal)
    if near is not None:
        ruling.add_line(ruling.say("nearest", x=ruling.written(near)))
    else:
        ruling.add_alternatives(legal)
    return ruling.answer(near)


@dataclass(slots=True)
class _RulingText:
    """A ruling under construction: its lines, the clauses that it names, and their values."""

    described: DescribedState
    move: Move
    verdict: Judgement
    lines: list[str] = field(default_factory=list[str])
    clauses: list[Json] = field(default_factory=list[Json])
    values: list[Json] = field(default_factory=list[Json])
    options: list[Json] = field(default_factory=list[Json])
    remedy_clauses: list[Json] = field(default_factory=list[Json])

    def say(self, key: str, **slots: str) -> str:
        return self.described.lang.text(f"ruling_{key}", **slots)

    def add_line(self, text: str) -> None:
        self.lines.append(sentence(text, self.described.scope))

    def written(self, move: Move) -> str:
        """Return a move in words and in notation."""
        notation = self.described.notation(move)
        return f"{self.described.move(move)} ({notation})" if notation else self.described.move(move)

    def add_alternatives(self, legal: tuple[Move, ...]) -> None:
        """Add the legal moves, for an illegal move that is not similar to any of them."""
        named = legal if len(legal) <= MOST_NAMED + 1 else legal[:MOST_NAMED]
        doing = [self.written(move) for move in named]
        if len(named) < len(legal):
            doing.append(self.say("more", n=str(len(legal) - len(named))))
        if doing:
            self.add_line(self.say("instead", x=self.described.lang.series(doing, "or")))

    def add_ruling(self, legal: tuple[Move, ...]) -> Diagnostic | None:
        """Add the ruling and its grounds."""
        key = "may_do" if self.verdict.legal else "may_not_do"
        self.add_line(self.described.lang.text(key, do=self.described.move(self.move)))
        match self.verdict.reason:
            case "legal" | "permission" | "barred" if self.move.act != END_OF_TURN:
                found = grounds(self.described.rules, self.described.state, self.move, legal)
                if isinstance(found, Diagnostic):
                    return found
                self._permissions(found)
                return self._exceptions_alone()
            case "domain":
                return self._domain()
            case "step":
                self._step()
            case "turn":
                self.add_line(self.say("turn"))
                self._plain("forbids", self.verdict.clauses)
            case "no choice":
                self.add_line(self.say("no_choice"))
            case _:
                pass
        return None

    # ------------------------------------------------------------------ permissions and prohibitions

    def _permissions(self, found: tuple[PermissionGrounds, ...]) -> None:
        """Add the permissions that permit the move or are barred. If no permission applies, add all permissions."""
        mentioned: set[str] = set()
        for permission in found:
            name = permission.case.clause.name
            match self.verdict.reason:
                case "permission":
                    self._clause("permits_not", "fails", permission.case)
                case "legal" if name in self.verdict.clauses:
                    self._clause("permits", "permits", permission.case, here=False)
                    self._bars(permission.bars, mentioned)
                case "barred" if permission.case.holds:
                    self._bars(permission.bars, mentioned)
                case _:
                    pass

    def _exceptions_alone(self) -> Diagnostic | None:
        """Add the exceptions that would apply, if nothing permits the move."""
        if self.verdict.reason != "permission":
            return None
        found = exceptions_alone(self.described.rules, self.described.state, self.move)
        if isinstance(found, Diagnostic):
            return found
        for case in found:
            self._clause("excepts_only", "excepts_only", case)
        return None

    def _bars(self, bars: tuple[Bar, ...], mentioned: set[str]) -> None:
        """Add each prohibition once, with its exceptions."""
        for bar in bars:
            name = bar.case.clause.name
            if name in mentioned or (self.verdict.reason == "barred" and not bar.in_force):
                continue
            mentioned.add(name)
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
        """Add a clause with its article, its sentence, and the values of its case."""
        node = case.clause.sentence
        assert isinstance(node, g.Permission | g.Prohibition)
        self.add_line(self.say(key, x=reference(case.clause, self.described.scope)))
        self._sentence(case.clause)
        scope = law_scope(node, self.described.scope).with_salient(node.subject)
        facts = [self.described.fact(fact, scope) for fact in case.facts] if here else []
        if not case.mine:
            facts = [self.say("not_for", x=self.described.scope.value(node.subject).text)]
        shown = sentence(self.say("here", x="; ".join(facts)), self.described.scope) if facts else ""
        if shown:
            self.lines.append(INDENT + shown)
        self.clauses.append({**clause_json(case.clause, self.described.scope), "role": role, "here": shown})
        for found in case.facts:
            for expr, value in found.values:
                of = plain(self.described.lang.forms.polish(scope.value(as_written(expr)).text))
                self.values.append({"clause": case.clause.name, "of": of, "value": self.described.value_json(expr, value)})

    def _sentence(self, clause: g.Clause) -> None:
        self.lines.extend(INDENT + plain(line) for line in clause_prose(clause, self.described.scope).lines)

    def _plain(self, role: str, names: Iterable[str], key: str = "see") -> None:
        """Add clauses with their sentences only; clauses that keep the turn from ending also have their values."""
        turn = self.verdict.reason == "turn"
        for name in dict.fromkeys(names):
            clause = self.described.game.clause[name]
            self.add_line(self.say(key, x=reference(clause, self.described.scope)))
            self._sentence(clause)
            found = (
                [values_of_duty(self.described, self.move, clause), lasting_bounds(self.described, self.move, clause)]
                if turn
                else []
            )
            shown = [sentence(text, self.described.scope) for text in found if text]
            self.lines += [INDENT + line for line in shown]
            self.clauses.append({**clause_json(clause, self.described.scope), "role": role, "here": " ".join(shown)})

    # ------------------------------------------------------------------ other reasons

    def _domain(self) -> Diagnostic | None:
        """Add that an argument is not in the set from which it must be chosen."""
        described, act = self.described, self.described.game.act[self.move.act]
        number = next(n for n, p in enumerate(act.parameters) if p.name == self.verdict.parameter)
        parameter = act.parameters[number]
        scope = expressions.act_scope(act.name, described.scope).with_salient(None)
        beyond = outside(described.rules, described.state, self.move, parameter.name)
        if isinstance(beyond, Diagnostic):
            return beyond
        if beyond and parameter.domain is not None:
            self.add_line(described.not_in_domain(parameter, beyond, scope))
        elif not self.move.args[number]:
            noun = described.scope.naming.of_type(element(parameter.type) or parameter.type)
            self.add_line(self.say("none_named", x=described.lang.forms.counted(1, noun).text))
        else:
            self.add_line(self.say("domain"))
        self._plain("domain", self.verdict.clauses)
        return None

    def _step(self) -> None:
        """Add that no open step includes the act, or that an obligatory step has not been done."""
        ends = self.move.act == END_OF_TURN
        if not ends:
            self.add_line(self.say("step"))
        self._plain("step", self.verdict.clauses, "due" if ends else "see")

    # ------------------------------------------------------------------ what hangs on it

    def add_house_rules(self, found: tuple[DecisiveOption, ...]) -> None:
        """Add the house rules on which the ruling depends."""
        naming = self.described.scope.naming
        for rule in found:
            option = next(o for o in self.described.game.ruleset.options if o.name == rule.option)
            changed = [value for value, legal in rule.others if legal is not self.verdict.legal]
            named = [naming.quoted(naming.option_value(value)) for value in changed]
            title = naming.quoted(naming.option(rule.option))
            chosen = naming.quoted(naming.option_value(rule.chosen))
            rows = option_rows(option, self.described.scope)
            text = self.say("option", option=title + bracketed(rows), value=chosen)
            key = "otherwise_not" if self.verdict.legal else "otherwise"
            self.add_line(f"{text}; {self.say(key, x=self.described.lang.series(named, 'or'))}")
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

    def add_remedies(self) -> None:
        """Add the consequences of having broken the prohibitions that forbid the move."""
        if self.verdict.reason != "barred":
            return
        for clause, node in self.described.game.with_sentence(g.Breach):
            if node.prohibition in self.verdict.clauses:
                self.lines.append(cited_sentence(clause, self.described.scope))
                value = clause_json(clause, self.described.scope)
                demanded: dict[str, Json] = {} if node.due is None else {"act": node.due.act}
                self.remedy_clauses.append({**value, "noticed": node.noticed, "remedy": node.remedy, **demanded})

    def answer(self, near: Move | None) -> AnswerJson:
        described = self.described
        return {
            "legal": self.verdict.legal,
            "reason": self.verdict.reason,
            "move": described.move_json(self.move),
            "clauses": self.clauses,
            "values": self.values,
            "nearest": None if near is None else described.move_json(near),
            "options": self.options,
            "remedies": self.remedy_clauses,
            "text": "\n".join(self.lines),
        }


# ----------------------------------------------------------------------- choices


MOST_BARRED = 8


def explain_position(rules: Rules, state: State, code: str) -> AnswerJson | Diagnostic:
    """Explain a position: whose turn it is, every legal move with the clauses that permit it, and every barred move with the
    clause that bars it.
    """
    legal = legal_moves(rules, state)
    if isinstance(legal, Diagnostic):
        return legal
    offered = choices(rules.game, legal)
    described = DescribedState(rules, code, state=state)
    lang = described.lang
    turn = described.numbered(PLAYER, state.turn) if state.turn >= 0 else None
    lines: list[str] = []
    if turn is not None:
        end = f"; {lang.text('ruling_moves')}:" if legal else "."
        lines.append(plain(finish_sentence(lang.text("ruling_to_play", x=turn.text), described.scope, end)))
    moves: list[Json] = []
    for number, move in enumerate(offered, 1):
        by = [rules.game.clause[name] for name in move.by]
        text = lang.forms.polish(described.move(move))
        permitted = [reference(clause, described.scope, short=True) for clause in by]
        notation = described.notation(move)
        shown = (f"{text} [{notation}]" if notation else text) + (f": {lang.series(permitted)}" if permitted else "")
        lines.append(f"{number:>3}. {plain(lang.forms.polish(shown))}")
        value = move_json(rules, move) | {"phrase": phrase(rules.game, move), "text": plain(text)}
        moves.append({**value, "clauses": [clause_json(clause, described.scope) for clause in by]})
    if not legal:
        lines.append(sentence(lang.text("ruling_no_move"), described.scope))
    found = [_barred_json(described, name, choices(rules.game, by)) for name, by in barred(rules, state, legal).items()]
    lines += [str(each["text"]) for each in found]
    clashes = _clashes(described, legal)
    if isinstance(clashes, Diagnostic):
        return clashes
    lines += [str(each["text"]) for each in clashes]
    answer: AnswerJson = {"turn": state.turn + 1, "moves": moves, "barred": list(found)}
    return {**answer, **({"clashes": list(clashes)} if clashes else {}), "text": "\n".join(lines)}


def _clashes(described: DescribedState, legal: tuple[Move, ...]) -> list[AnswerJson] | Diagnostic:
    """Return the legal moves that another clause forbids, if the text does not decide which clause prevails."""
    together: dict[tuple[str, str], list[Move]] = {}
    for move in legal:
        pairs = clashing(described.rules, described.state, move) if move.act != END_OF_TURN else ()
        if isinstance(pairs, Diagnostic):
            return pairs
        for bar, permission in pairs:
            together.setdefault((bar.name, permission.name), []).append(move)
    return [_clash_json(described, *pair, choices(described.game, moves)) for pair, moves in together.items()]


def _clash_json(described: DescribedState, bar: str, permission: str, moves: tuple[Move, ...]) -> AnswerJson:
    """Return the moves on which two clauses disagree, as one entry."""
    one, other = described.game.clause[bar], described.game.clause[permission]
    named = {"a": reference(one, described.scope, short=True), "b": reference(other, described.scope, short=True)}
    text = described.lang.text("ruling_clash", do=_several(described, moves), **named)
    return {
        "clauses": [clause_json(clause, described.scope) for clause in (one, other)],
        "moves": [described.move_json(move) for move in moves],
        "text": sentence(text, described.scope),
    }


def _barred_json(described: DescribedState, name: str, moves: tuple[Move, ...]) -> AnswerJson:
    """Return the moves that a prohibition forbids, as one entry."""
    clause = described.game.clause[name]
    text = described.lang.text("may_not_do", do=_several(described, moves))
    because = described.lang.text("ruling_forbids", x=reference(clause, described.scope, short=True))
    return {
        "clause": clause_json(clause, described.scope),
        "moves": [described.move_json(move) for move in moves],
        "text": sentence(f"{text}: {because}", described.scope),
    }


def _several(described: DescribedState, moves: tuple[Move, ...]) -> str:
    """Word several moves; if there are many, only the first ones."""
    grouped = list(_grouped(described.game, moves))
    doing = [described.move(group[0], tuple(group[1:])) for group in grouped[:MOST_BARRED]]
    left = sum(len(group) for group in grouped[MOST_BARRED:])
    if left:
        doing.append(described.lang.text("ruling_more", n=str(left)))
    return described.lang.series(doing, "or")


def _grouped(game: g.Game, moves: tuple[Move, ...]) -> Iterator[list[Move]]:
    """Group the moves that differ only in their one card."""
    together: dict[str, list[Move]] = {}
    for move in moves:
        parameters = game.act[move.act].parameters
        single = len(parameters) == 1 and parameters[0].choice == "one"
        key = move.act if single else repr((move.act, move.args))
        together.setdefault(key, []).append(move)
    yield from together.values()
