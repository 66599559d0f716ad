"""Questions to an author about the open points of a text (decision 0043).

Each finder examines the checked ruleset, or a few random hands under each number of players and each value of one house rule.
Nothing is proved, so a point that no finder reports may still be open.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Annotated, Literal

from cartaro_grammar import (
    NUMBER,
    PLAYERS_SETTING,
    TRUTH,
    Diagnostic,
    Game,
    Phrase,
    choose,
    conjuncts,
    facts_of,
    form_of,
    in_key_words,
    msg,
    parts,
    translate,
    with_key_words,
)
from cartaro_grammar import game as g
from cartaro_interpreter import (
    NOBODY,
    PHASE_TURN,
    TURN,
    Rules,
    SeededChance,
    State,
    ask,
    begin_hand,
    begin_match,
    compile_game,
    legal_moves,
    position_lines,
    run_example,
    seated_first,
    step,
)
from cartaro_rulebook import coverage, localized, questions
from cartaro_workbench.source_words import SourceWords

if TYPE_CHECKING:
    from cartaro_verify import BrokenInPlay

# ---------------------------------------------------------------------- question


QuestionKind = Literal[
    "undecided", "stuck", "tie", "left cards", "deal", "first dealer", "who begins", "idle house rule",
    "idle clause", "conduct alone",
    "default alone", "house rule", "no source", "refuted source", "other row", "misquotation", "other total",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question to the author, in the reader's language, about a clause, house rule, claim or row (`subject`)."""

    kind: QuestionKind
    subject: str
    place: Annotated[str, "file and line, empty if the question is not about one sentence"]
    question: str
    position: Annotated[tuple[str, ...], "a position as the lines of an example"]
    answers: Annotated[tuple[str, ...], "sentences that would answer it"]


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """The questions that a ruleset leaves open."""

    game: str
    questions: tuple[OpenQuestion, ...]


MOVES, MOVES_OF_OTHERS = 300, 80
"""The greatest number of moves in random hands: by default, and under each other choice."""
CARDS_PLAYED = 160
"""The approximate number of cards in the packs of all hands in which claims are tried."""


def questions_left_open(game: Game, language: str) -> OpenQuestions:
    """Return the questions that a ruleset leaves open, each once."""
    finder = Finder(game, language)
    found = (*finder.in_play(), *finder.default_alone(), *finder.in_the_text())
    return OpenQuestions(game.name, tuple({(one.kind, one.subject): one for one in reversed(found)}.values())[::-1])


class Finder:
    """Finds the questions of one ruleset, with a method for each kind of question."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.ruleset, self.language = game, game.ruleset, language

    def in_the_text(self) -> Iterator[OpenQuestion]:
        """Yield the questions that need only the text and its examples."""
        yield from self.ties()
        yield from self.first_dealer()
        yield from self.rows()
        yield from self.idle_house_rules()
        yield from self.idle_clauses()
        yield from self.against_sources()
        yield from self.house_rules()
        yield from self.no_source()

    def question(
        self,
        kind: QuestionKind,
        subject: str,
        text: str,
        node: g.Clause | g.Cell | g.Option | g.Claim | g.Example | None = None,
        position: Iterable[str] = (),
        answers: Iterable[str] = (),
    ) -> OpenQuestion:
        place = "" if node is None else f"{node.span.source.file}:{node.span.line}"
        lines, asked = ([str(in_key_words(one, self.ruleset.key_words)) for one in some] for some in (position, answers))
        return OpenQuestion(kind, subject, place, translate(text, self.language), tuple(lines), tuple(asked))

    def settings(self) -> Iterator[Mapping[str, str]]:
        """Yield the defaults, each other number of players, and each other value of one house rule."""
        yield {}
        yield from ({PLAYERS_SETTING: str(n)} for n in self.ruleset.player_counts if n != self.game.players)
        for option in self.ruleset.options:
            yield from ({option.name: value} for value in option.values if value != option.default)

    # ------------------------------------------------------------------ hands

    def in_play(self) -> Iterator[OpenQuestion]:
        """Play a few hands under each choice, and ask about what happens in them."""
        for settings in self.settings():
            chosen = choose(self.game, settings)
            rules = compile_game(chosen) if isinstance(chosen, Game) else None
            if isinstance(rules, Rules):
                under = tuple(_under(option, value) for option, value in settings.items())
                left, seed = MOVES_OF_OTHERS if settings else MOVES, 0
                while left > 0:
                    found, moves = self._of_hand(rules, under, seed, left)
                    yield from found
                    left, seed = left - moves - 1, seed + 1

    def _of_hand(self, rules: Rules, under: tuple[str, ...], seed: int, most: int) -> tuple[list[OpenQuestion], int]:
        """Return the questions of one hand, and the number of its moves."""
        found, ends, choice, chance = list[OpenQuestion](), list[State](), random.Random(seed), SeededChance(seed)

        def watch(moment: tuple[str, str], state: State) -> None:
            if moment == ("end", "hand"):
                ends.append(state)

        begun = begin_match(rules, chance)
        state = begin_hand(rules, begun, chance, watch) if isinstance(begun, State) else begun
        if isinstance(state, Diagnostic):
            return [self._undecided(state, under)], 0
        found += self._uneven(rules, under, state)
        first, played = state, 0
        while played < most:
            moves = legal_moves(rules, state)
            if not isinstance(moves, Diagnostic) and not moves:
                if state.phase == PHASE_TURN:
                    text = msg("what does a player without a legal move do?")
                    shown = (*under, *self._position(rules, state))
                    found.append(self.question("stuck", "", text, None, shown, (Phrase("NAME: the player may …"),)))
                break
            after = moves if isinstance(moves, Diagnostic) else step(rules, state, choice.choice(moves), chance, watch)
            if isinstance(after, Diagnostic):
                return [*found, self._undecided(after, (*under, *self._position(rules, state)))], played
            found += self._uneven_later(rules, under, state, after)
            state, played = after, played + 1
        return [*found, *(self._left(rules, under, first, ends[-1]) if ends else ())], played

    def _position(self, rules: Rules, state: State) -> tuple[str, ...]:
        first = seated_first(rules, state)
        return () if first is None else position_lines(rules, first)

    def _undecided(self, found: Diagnostic, position: tuple[str, ...]) -> OpenQuestion:
        clauses = [c for c in self.ruleset.clauses if found.primary is not None and c.span.source == found.primary.span.source
                   and c.span.start <= found.primary.span.start < c.span.end]  # fmt: skip
        found = with_key_words(found, self.ruleset.key_words)
        text = msg("what applies here? {fault}", fault=found.message)
        answers = () if not found.help else (translate(found.help, self.language),)
        subject = clauses[0].name if clauses else ""
        return self.question("undecided", subject, text, clauses[0] if clauses else None, position, answers)

    @cached_property
    def dealt_to(self) -> frozenset[str]:
        """The zones that receive cards in a deal. Two kinds of zones raise no question. If a pile is dealt out card by card,
        the player who begins may get one card more. If cards are dealt to a single player's zone, the text states the number of
        cards.
        """
        deals = [part for part in self.ruleset_parts if isinstance(part, g.Deal)]
        each = frozenset(deal.to.zone for deal in deals if deal.each == "player" and not self._is_dealt_out(deal))
        return each - {deal.to.zone for deal in deals if deal.each != "player"}

    def _is_dealt_out(self, deal: g.Deal) -> bool:
        one = isinstance(deal.count, g.Number) and deal.count.value == 1
        return one and isinstance(deal.source, g.InZone) and deal.source.zone in self._dealt_out

    @cached_property
    def _dealt_out(self) -> frozenset[str]:
        """The piles on which a clause with `repeat from` depends, since it applies only while they have cards."""
        back = (clause for clause in self.ruleset.clauses if any(isinstance(part, g.Repeat) for part in parts(clause)))
        return frozenset(part.zone for clause in back for part in parts(clause) if isinstance(part, g.InZone))

    @cached_property
    def _dealt_from(self) -> frozenset[str]:
        """The zones from which cards are dealt to each player."""
        deals = (part for part in self.ruleset_parts if isinstance(part, g.Deal) and part.each == "player")
        return frozenset(deal.source.zone for deal in deals if isinstance(deal.source, g.InZone))

    def _uneven(self, rules: Rules, under: tuple[str, ...], state: State) -> Iterator[OpenQuestion]:
        """Ask about hands of different sizes at the start."""
        for place in rules.layout.places.values():
            if place.zone.name in self.dealt_to:
                sizes = {state.cells[place.slot + n].bit_count() for n in range(place.count)}
                if len(sizes) > 1:
                    yield self._deal(rules, under, state, place.zone.name)

    def _uneven_later(self, rules: Rules, under: tuple[str, ...], before: State, state: State) -> Iterator[OpenQuestion]:
        """Ask about a later deal that does not give everybody the same number of cards. Only cards from zones used for dealing
        count; a card that was turned up or left on the table does not.
        """
        for place in rules.layout.places.values():
            if place.zone.name not in self.dealt_to or state.phase != PHASE_TURN:
                continue
            slots = range(place.slot, place.slot + place.count)
            stock = mask_of_zones(rules, before, self._dealt_from)
            grown = [(state.cells[slot] & ~before.cells[slot] & stock).bit_count() for slot in slots]
            dealt = any(more > (1 if player == before.turn else 0) for player, more in enumerate(grown))
            if dealt and len({state.cells[slot].bit_count() for slot in slots}) > 1:
                yield self._deal(rules, under, state, place.zone.name)

    def _deal(self, rules: Rules, under: tuple[str, ...], state: State, zone: str) -> OpenQuestion:
        text = msg("with {n} players the cards cannot be dealt evenly: does somebody get fewer?", n=rules.game.players)
        count = rules.game.players
        answers = (Phrase("deal … from … to each {zone} when number of players is {n}", {"zone": zone, "n": count}),)
        return self.question("deal", str(rules.game.players), text, None, (*under, *self._position(rules, state)), answers)

    def _left(self, rules: Rules, under: tuple[str, ...], first: State, state: State) -> Iterator[OpenQuestion]:
        """Ask about open cards on the table that nobody has at the end of a hand. Exclude cards that were there all the time,
        and zones in which cards are only put aside.
        """
        for place in rules.layout.places.values():
            lie = place.zone.owner == "table" and not place.zone.ordered and not place.zone.family
            if lie and place.zone.name in self._taken_from and state.cells[place.slot] not in (0, first.cells[place.slot]):
                text = msg("who takes the cards left in `{zone}` when the hand has ended?", zone=place.zone.name)
                shown = tuple(line for line in position_lines(rules, state) if line.startswith((*under, place.zone.name)))
                answers = (Phrase("NAME: at the end of the hand, move {zone} to …", {"zone": place.zone.name}),)
                yield self.question("left cards", place.zone.name, text, None, (*under, *shown), answers)

    @cached_property
    def _taken_from(self) -> frozenset[str]:
        """The zones from which an act or an effect takes cards."""
        domains = tuple(parameter.domain for act in self.ruleset.acts for parameter in act.parameters)
        taken = tuple(facts_of(part.body).takes for part in self.ruleset_parts if isinstance(part, g.Effect))
        return frozenset(part.zone for part in parts((domains, taken)) if isinstance(part, g.InZone))

    # ------------------------------------------------------------------ the text

    def ties(self) -> Iterator[OpenQuestion]:
        """Ask about ties that no example shows, since the member that a clause seeks is nobody if several are tied."""
        tied = self._tied_in_examples()
        for clause in self.game.clauses:
            for select in (part for part in parts(clause) if isinstance(part, g.Select)):
                if clause.name in tied or clause.span.source.name.endswith(".prove.regole") or self._is_of_one(select.members):
                    continue
                keys = "; ".join(expr.span.text.strip() for _, expr in select.keys)
                text = msg(
                    "what happens if several have the same `{keys}`? At present nobody is chosen, and no example shows it",
                    keys=keys,
                )
                checks = Phrase("check every x in the players has …")
                if select.members.type.kind == "sides":
                    checks = Phrase("check every x in the sides has …")
                answers: tuple[Phrase, ...] = (Phrase("… then the highest …"), checks)
                if clause.name in _winners(self.game):
                    answers = (*answers, Phrase("NAME: the match ends when … unless winner is none"))
                yield self.question("tie", clause.name, text, clause, (), answers)

    def _is_of_one(self, members: g.Expr) -> bool:
        """Return whether these are all players or sides except one of two, so that no two of them can be tied."""
        number = self.game.sides if members.type.kind == "sides" else self.game.players
        without = members.operands if isinstance(members, g.Operation) and members.operator == "minus" else ()
        return number <= 2 and tuple(map(type, without)) == (g.Everyone, g.Single)

    def _tied_in_examples(self) -> frozenset[str]:
        """Return the clauses that choose nobody in an example, although a member has more than nothing."""
        found = set[str]()
        chosen = dict[tuple[tuple[str, str], ...], Rules | None]()
        for example in self.game.examples:
            if example.under not in chosen:
                game = choose(self.game, dict(example.under))
                compiled = compile_game(game) if isinstance(game, Game) else None
                chosen[example.under] = compiled if isinstance(compiled, Rules) else None
            if (rules := chosen[example.under]) is not None:
                clauses = rules.game.clauses
                selects = [(c.name, p) for c in clauses for p in parts(c) if isinstance(p, g.Select) and not _has_locals(p)]
                run_example(rules, example, partial(_note_ties, rules, selects, found))
        return frozenset(found)

    def first_dealer(self) -> Iterator[OpenQuestion]:
        """Ask who is meant by a reference that begins with a seat by convention, and who begins the play, if the text has rows
        of sources to cover and no row states it. Without sources, the convention is the rule.
        """
        if not self.owed:
            return
        events = [
            c for c in self.game.clauses if isinstance(c.sentence, g.Consequence) and c.sentence.event == ("start", "match")
        ]
        for cell in self.ruleset.cells:
            if cell.kind != "reference" or not isinstance(cell.initial, g.LastPlayer) or cell.annex:
                continue
            if not any(passes_on(c, cell) for c in events) and not self._has_other_text(cell):
                text = msg(
                    "who is `{cell}` at first? By convention it is the last seat, and the guide has it drawn by lot: does a"
                    " source state it otherwise?",
                    cell=cell.name,
                )
                becomes = Phrase("NAME: at the start of the match, {cell} becomes …", {"cell": cell.name})
                answers = (becomes, Phrase('NAME (ours because "…"): conduct "…"'))
                yield self.question("first dealer", cell.name, text, cell, (), answers)
        for clause, _ in self.game.with_sentence(g.Begins):
            citing = (one.cites for one in self.ruleset.articles if clause.article in (one.key, *one.see))
            if not clause.cites and not any(citing) and not clause.ours:
                text = msg("who plays first? `{clause}` decides it, but cites no source", clause=clause.name)
                yield self.question("who begins", clause.name, text, clause, (), (f"{clause.name} (…): {_words(clause)}",))

    def _has_other_text(self, cell: g.Cell) -> bool:
        """Return whether conduct that no source states is next to a clause that passes a reference on. Such conduct states who
        is first, and there is a separate question for it.
        """
        both = pairwise(self.game.clauses)
        neighbours = ((one, other) for pair in both for one, other in (pair, pair[::-1]) if one.article == other.article)
        return any(passes_on(one, cell) and isinstance(other.sentence, g.Conduct) and other.ours for one, other in neighbours)

    def rows(self) -> Iterator[OpenQuestion]:
        """Ask about rows of a source that only conduct covers; the rows of a base are left to the base."""
        for source in coverage({self.game.name: self.game}):
            for article in source.articles:
                kinds = {cover.kind for cover in article.covers}
                if article.row in self.owed and kinds <= {"conduct", "article"} and "conduct" in kinds:
                    text = msg(
                        "{row} is covered only by a clause of conduct, which is not played: does it contain a rule?",
                        row=article.row,
                    )
                    yield self.question(
                        "conduct alone",
                        article.row,
                        text,
                        None,
                        self._quoted(article.row),
                        (Phrase("NAME ({row}): …", {"row": article.row}),),
                    )

    @cached_property
    def owed(self) -> frozenset[str]:
        """The rows that the ruleset itself must cover."""
        return frozenset(row for source in self.ruleset.sources for row in source.owed)

    def _quoted(self, *rows: str) -> tuple[str, ...]:
        """Return the quoted words of rows, one paragraph per line."""
        return tuple(f"{row}: «{paragraph}»" for row in rows for paragraph in self.sources.text(row).splitlines())

    @cached_property
    def sources(self) -> SourceWords:
        """The words of the sources, if they are quoted."""
        return SourceWords.of(self.ruleset)

    def idle_house_rules(self) -> Iterator[OpenQuestion]:
        """Ask about values of house rules under which play is the same as by default; at most the conduct differs."""
        for option in self.ruleset.options:
            if any(isinstance(part, g.Setting) and part.option == option.name for part in self.ruleset_parts):
                continue
            standing = [self._rules_under(option.name, value) for value in option.values]
            default = self._rules_under(option.name, option.default)
            for value, rules in zip(option.values, standing, strict=True):
                if value != option.default and rules == default:
                    text = msg(
                        "what does `{option}` {value} change? Play is the same as with {default}",
                        option=option.name, value=value, default=option.default,
                    )  # fmt: skip
                    subject, answers = f"{option.name} is {value}", (_under(option.name, value),)
                    yield self.question("idle house rule", subject, text, option, (), answers)

    def idle_clauses(self) -> Iterator[OpenQuestion]:
        """Ask about permissions that change nothing: whenever they apply, another permission of the same act applies too, and
        nothing bars it.
        """
        asked = {part.by for part in self.ruleset_parts if isinstance(part, g.Can)}
        asked |= {part.clause for part in self.ruleset_parts if isinstance(part, g.Applies)}
        clauses = self.ruleset.clauses
        own = [clause for clause in clauses if isinstance(clause.sentence, g.Permission)]
        barred = self._barred()
        for clause in own:
            wider = next((one for one in own if one.name not in barred and _is_within(clause, one, clauses)), None)
            if wider is not None and clause.name not in asked:
                text = msg(
                    "what does `{clause}` change? `{other}` permits the same moves, and nothing forbids them",
                    clause=clause.name, other=wider.name,
                )  # fmt: skip
                yield self.question("idle clause", clause.name, text, clause, (), (f"{wider.name}: {_words(wider)}",))

    def _barred(self) -> frozenset[str]:
        """Return the clauses that a prohibition overrides, directly or through others."""
        clauses = self.ruleset.clause
        ahead, found = [c for c in self.ruleset.clauses if isinstance(c.sentence, g.Prohibition)], set[str]()
        while ahead:
            over = set(ahead.pop().despite) - found
            found |= over
            ahead += [clauses[name] for name in over if name in clauses]
        return frozenset(found)

    @cached_property
    def ruleset_parts(self) -> tuple[object, ...]:
        """Every part of the rules, without claims and examples."""
        return tuple(parts((self.ruleset.clauses, self.ruleset.acts, self.ruleset.cells)))

    def _rules_under(self, option: str, value: str) -> frozenset[str]:
        """Return the clauses, except conduct, that are in force under some values of a house rule but not under all."""
        return frozenset(
            clause.name
            for clause in self.ruleset.clauses
            if not isinstance(clause.sentence, g.Conduct) and value in dict(clause.under).get(option, ())
        )

    def default_alone(self) -> Iterator[OpenQuestion]:
        """Ask about claims that hold by default and break under a house rule that they do not name."""
        from cartaro_verify import broken_in_play  # imported late: the package is an optional extra

        hands = max(1, CARDS_PLAYED // len(self.game.deck.cards))
        known: frozenset[BrokenInPlay] = frozenset()
        while (broken := broken_in_play(self.game, hands, known)) is not None:
            known |= {broken}
        for settings in self.settings():
            chosen = choose(self.game, settings)
            found = broken_in_play(chosen, hands, known) if settings and isinstance(chosen, Game) else None
            if found is not None and found[0] == "claim":
                claim, [(option, value)] = self.game.claim[found[1]], settings.items()
                text = msg(
                    "`{claim}` holds by default, but not under {option} {value}: should it hold there too?",
                    claim=claim.name, option=option, value=value,
                )  # fmt: skip
                default = str(self.game.players) if option == PLAYERS_SETTING else self.game.chosen[option]
                yield self.question("default alone", claim.name, text, claim, (), (_under(option, default),))

    def house_rules(self) -> Iterator[OpenQuestion]:
        """List the choices that the text leaves to the players, with the reason, and with an example or, if there is none, the
        row that the option cites.
        """
        for row in questions({self.game.name: self.game}):
            reason = localized(row.option.reason, self.language, "")
            values = ", ".join(row.option.values)
            text = msg("{option}: {values}? The table decides; {reason}", option=row.option.name, values=values, reason=reason)
            name = row.option.name
            answers = tuple(Phrase("set {option} to {value}", {"option": name, "value": value}) for value in row.option.values)
            of_it = [one for one in self.game.examples if row.option.name in dict(one.under)]
            of_it += [one for one in self.game.examples if set(one.cites) & set(row.option.cites)]
            position = _lines(of_it[0]) if of_it else ()
            yield self.question("house rule", row.option.name, text, row.option, position, answers)

    def no_source(self) -> Iterator[OpenQuestion]:
        """List the clauses that the author has added because the source is silent."""
        for clause in self.ruleset.clauses:
            if clause.ours:
                text = msg("no source states this: {reason}", reason=localized(clause.ours, self.language, ""))
                yield self.question("no source", clause.name, text, clause, (), (_words(clause),))

    # ------------------------------------------------------------------ sources

    def against_sources(self) -> Iterator[OpenQuestion]:
        """Ask about statements of a source that do not hold under these rules, and about rules that the source's words do not
        support.
        """
        for claim in self.ruleset.claims:
            if claim.refuted and self._quoted(*claim.cites) and self.owed & set(claim.cites):
                text = msg(
                    "{rows} contradicts these rules: {reason}. Is the source wrong, or have we misread it?",
                    rows=", ".join(claim.cites), reason=localized(claim.refuted, self.language, "").rstrip("."),
                )  # fmt: skip
                asked = localized(claim.names, self.language, claim.name)
                yield self.question("refuted source", claim.name, text, claim, self._quoted(*claim.cites), (asked,))
        for other in self.sources.other_rows():
            text = msg(
                "`{clause}` cites {cited}, but has the words of {row}: should it cite {row}?",
                clause=other.clause.name, cited=", ".join(other.cited), row=other.row,
            )  # fmt: skip
            answer = f"{other.clause.name} ({other.row}): …"
            yield self.question("other row", other.clause.name, text, other.clause, self._quoted(other.row), (answer,))
        for found in self.sources.misquotations():
            text = msg(
                "«{words}» is between quotation marks, but {rows} has no such words: what are its words?",
                words=found.words, rows=", ".join(found.rows),
            )  # fmt: skip
            subject = f"{found.thing.name}: {found.words}"
            answers = tuple(f"«{paragraph}»" for row in found.rows for paragraph in self.sources.text(row).splitlines())
            yield self.question("misquotation", subject, text, found.thing, (), answers)
        for total in self.sources.other_totals():
            text = msg(
                "`{example}` checks {number}, and {row}, which it cites, has {sums}: which of them is wrong?",
                example=total.example.name, number=total.number, row=total.row, sums=", ".join(total.sums),
            )  # fmt: skip
            position = (*_lines(total.example), *self._quoted(total.row))
            asked = localized(total.example.names, self.language, total.example.name)
            yield self.question("other total", f"{total.example.name}: {total.number}", text, total.example, position, (asked,))


def _under(option: str, value: str) -> Phrase:
    """Return the line that names a value of a house rule, or a number of players."""
    return Phrase("under {option} is {value}", {"option": option, "value": value})


def _is_within(clause: g.Clause, other: g.Clause, clauses: Iterable[g.Clause]) -> bool:
    """Return whether the first permission is within the second: both permit the same act, and the form of their conditions
    shows that the second applies whenever the first does. If the two are the same, only the later one is within the earlier
    one. An exemption is within no other permission, since without it a permission and a prohibition could clash.
    """
    one, wider = clause.sentence, other.sentence
    if clause is other or not isinstance(one, g.Permission) or not isinstance(wider, g.Permission):
        return False
    if one.lifts or wider.lifts or (one.act, one.subject) != (wider.act, wider.subject):
        return False
    own, others = dict(clause.under), dict(other.under)
    stands = all(option in own and set(own[option]) <= set(values) for option, values in others.items())
    form = partial(form_of, clauses=clauses)
    when, unless = set(map(form, conjuncts(*clause.when))), set(map(form, clause.unless))
    wider_when, wider_unless = set(map(form, conjuncts(*other.when))), set(map(form, other.unless))
    same = (own, when, unless) == (others, wider_when, wider_unless)
    return stands and wider_when <= when and wider_unless <= unless and not (same and other.span.start > clause.span.start)


def passes_on(clause: g.Clause, cell: g.Cell) -> bool:
    """Return whether a clause sets the next value of a reference."""
    return any(isinstance(part, g.Become) and part.cell.cell == cell.name for part in parts(clause))


def _lines(example: g.Example) -> tuple[str, ...]:
    """Return the lines of an example as they are written, without comments; the example's span extends to the next sentence."""
    _, *lines = example.span.text.splitlines()
    own = takewhile(lambda line: not line.strip() or line.startswith(" "), lines)
    return tuple(line.strip() for line in own if line.strip() and not line.lstrip().startswith("--"))


def _words(clause: g.Clause) -> str:
    """Return the words of a clause, on one line."""
    if isinstance(clause.sentence, g.Conduct):
        return " ".join(f'{language} "{text}"' for language, text in clause.sentence.text)
    return " ".join(clause.span.text.split("\n\n")[0].rsplit('"', 1)[-1].lstrip(" ):").split()) if '"' in clause.span.text \
        else " ".join(clause.span.text.split(":", 1)[-1].split())  # fmt: skip


def _has_locals(select: g.Select) -> bool:
    return any(isinstance(part, g.Local) and part.name != select.variable for part in parts(select.members))


def _note_ties(rules: Rules, selects: Iterable[tuple[str, g.Select]], found: set[str], state: State) -> None:
    """Add the clauses that choose nobody in a state, although some members have something."""
    for name, select in selects:
        is_tied = name not in found and ask(rules, state, select) == NOBODY and _is_worth_an_example(rules, state)
        if is_tied and (name not in _winners(rules.game) or _has_something(rules, state, select)):
            found.add(name)


def _is_worth_an_example(rules: Rules, state: State) -> bool:
    """Return whether any card is in a zone or any counter is set, since a tie on an empty table means nothing."""
    zones = (n for place in rules.layout.places.values() for n in range(place.slot, place.slot + place.count))
    memory = (n for slot in rules.layout.memory.values() for n in range(slot.slot, slot.slot + slot.count))
    return state.cells[TURN] != NOBODY and any(state.cells[n] > 0 for n in (*zones, *memory))


def _winners(game: Game) -> tuple[str, ...]:
    """Return the clauses that state who wins the match, unless the text tests whether somebody does: then it decides what
    happens if nobody wins.
    """
    function = game.function.get(g.WINNER)
    tests = (part.operands for part in parts(game.clauses) if isinstance(part, g.Operation) and part.operator == "=")
    is_tested = any(
        any(isinstance(one, g.Nobody) for one in pair)
        and any(isinstance(one, g.Apply) and one.function == g.WINNER for one in pair)
        for pair in tests
    )
    return () if function is None or is_tested else function.clauses


def _has_something(rules: Rules, state: State, select: g.Select) -> bool:
    """Return whether a member has something of what is compared: at the start of a match, all are level with nothing."""
    key, span = select.keys[0][1], select.span
    none = g.Operation("=", (key, g.Number(0, NUMBER, span)), TRUTH, span)
    has_some = g.Operation("not", (none,), TRUTH, span)
    return ask(rules, state, g.Quantified("some", select.variable, select.members, has_some, TRUTH, span)) == 1


def mask_of_zones(rules: Rules, state: State, zones: Collection[str]) -> int:
    """Return the cards in some zones, of any owner."""
    places = [place for place in rules.layout.places.values() if place.zone.name in zones and not place.zone.family]
    return sum(state.cells[place.slot + owner] for place in places for owner in range(place.count))
