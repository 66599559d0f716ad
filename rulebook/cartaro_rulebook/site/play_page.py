"""The pictures of a Play page (decision 0054): examples next to the sentences of the guide, and a hand to its count.

The first moves of the hand (`shown_hand.py`) can be followed step by step, and after them the moves that introduce something
new.  Each move has the clauses that permit it, its gain if the hand were counted then, and, folded, the other legal moves.
The moves are followed by the cards that everybody has at the end, and their score.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import assert_never, cast

from cartaro_grammar import (
    PLAYER,
    PLAYERS_SETTING,
    SIDE,
    Diagnostic,
    Game,
    Noun,
    RulesShown,
    Type,
    conjuncts,
    facts_of,
    operands_of,
    parts,
)
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Played,
    Record,
    ReplayedStep,
    Rules,
    Ruling,
    legal_moves,
    replay,
    score,
    write_position,
    write_record,
)
from cartaro_rulebook.answers.names_in_words import move_in_words
from cartaro_rulebook.cards.reasons import Reason, reasons
from cartaro_rulebook.cards.steps import Drawing, HandStep, each_owner, followed, needs, places, unseen, zone_rows
from cartaro_rulebook.guide import GuideSentence, Heading, unspoken, wordings
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.examples import (
    example_line,
    example_prose,
    example_run,
    example_scope,
    given_value,
    has_effect_in_words,
    move_made,
    number_compared,
    number_of,
    results_in_words,
    seated_lines,
)
from cartaro_rulebook.prose.expressions import numbered, resolve_single_side
from cartaro_rulebook.prose.levels import levels
from cartaro_rulebook.prose.ownership import words_of_owners
from cartaro_rulebook.site.book import ChangedCase, Page
from cartaro_rulebook.site.evidence_page import drawing_for, step_text
from cartaro_rulebook.site.hand_table import ShownStep, hand_steps
from cartaro_rulebook.site.markup import escaped, heading, inline, tag
from cartaro_rulebook.site.named_hands import named_hands
from cartaro_rulebook.site.seats import Seats, names_by_seat, roles_named, seats_of
from cartaro_rulebook.site.shown_hand import recorded_hand, shown_hand
from cartaro_rulebook.words.naming import in_language
from cartaro_rulebook.words.nouns import Phrase, capitalized, plain

# --------------------------------------------------------------- next to a sentence


MOST_CARDS = 16
"""The greatest number of cards in an example that is drawn next to a sentence."""
MOST_GIVEN = 2
"""The greatest number of lines in words of such an example; next to a generated sentence, one more."""
MOST_GIVEN_ALONE = 4
"""The greatest number of such lines if an article has no other example."""
MOST_MOVES = 3
"""The greatest number of legal moves that are listed below such an example."""
MOST_DONE = 6
"""The greatest number of moves of such an example that are shown before their result."""
MOST_RESULTS = 4
"""The greatest number of results that are shown below such an example."""
MOST_BESIDE = 50
"""The greatest number of characters of the outcome of an example that may stand next to its cards."""
MOST_IN_SECTION = 6
MOST_TITLES = 6
"""The greatest number of titles of other examples that are told after a section."""
PAIR = 2


class Figures:
    """The examples next to the sentences of one page.  Each sentence has at most one example, and each example is used once.

    Sentences with the fewest possible examples choose first.  So a prohibition gets the example that names it, and a permission
    that many examples show gets another.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._rules = RulesShown(page.game.ruleset)
        self._beside = dict[tuple[str, ...], g.Example]()
        self._in_articles = set[str]()
        self._told = dict[Heading, tuple[g.Example, ...]]()
        for section in page.guide.sections:
            sentences = (*section.sentences, *section.scores, *section.behind)
            found = {
                sentence.names: [
                    one
                    for one in self._candidates(sentence.names, author=sentence.author)
                    if not self._only_denies(one, sentence.names)
                ]
                for sentence in sentences
            }
            answering = {s.names: [one for one in found[s.names] if self._answers(one, s)] for s in sentences}
            left = self._choose(answering, MOST_IN_SECTION)
            self._choose({names: examples for names, examples in found.items() if names not in self._beside}, left)

    def told(self, heading: Heading) -> str:
        """Render the titles of the other examples about the generated sentences of a section: in an example, its author says
        in a few words what a rule means.
        """
        if not self._told:
            self._told = dict(self._titled())
        found = [example_prose(example, self._page.scope).title for example in self._told.get(heading, ())]
        links = [
            tag("a", escaped(title), href=f"#e-{example.name}")
            for title, example in zip(found, self._told.get(heading, ()), strict=True)
        ]
        lead = self._page.shown("guide_examples")
        return tag("p", f"{lead} {'; '.join(links)}.", class_="titles", data_search_exclude="") if links else ""

    def _titled(self) -> Iterator[tuple[Heading, tuple[g.Example, ...]]]:
        """Yield each section with the examples whose titles it tells, each in one section; none for a game whose author has
        worded rules for players.
        """
        game, code = self._page.game, self._page.scope.lang.code
        homes, chosen = (game.name, *game.ruleset.bases), game.chosen
        if any(wording.home in homes for wording in wordings(self._page.scope)):
            return
        used = {example.name for example in self._beside.values()}
        left = [
            (example, {clause.name for clause in self._rules.shown_by(example)})
            for example in game.ruleset.examples
            if example.home in homes and example.name not in used and in_language(example.names, code) is not None
            if all(chosen.get(option, value) == value for option, value in example.under)
        ]
        generated = dict[Heading, set[str]]()
        for section in self._page.guide.sections:
            sentences = (*section.sentences, *section.scores, *section.behind)
            generated[section.heading] = {name for one in sentences if not one.author for name in one.names}
        found: dict[Heading, list[g.Example]] = {heading: [] for heading in generated}
        for example, about in left:
            best = max(generated, key=lambda heading: (len(generated[heading] & about), heading == "turn"))
            if generated[best] & about:
                found[best].append(example)
        for name, examples in found.items():
            yield name, tuple(examples[:MOST_TITLES])

    def _choose(self, candidates: dict[tuple[str, ...], list[g.Example]], most: int) -> int:
        """Assign at most this number of examples of a section; return how many more it may have."""
        taken, left = {example.name for example in self._beside.values()}, most
        for names, found in sorted(candidates.items(), key=lambda pair: len(pair[1])):
            unused = (one for one in found if one.name not in taken)
            example = next((one for one in unused if _Figure(one, names, self._page).has_answer()), None)
            if example is not None and left:
                self._beside[names], left = example, left - 1
                taken.add(example.name)
        return left

    def _answers(self, example: g.Example, sentence: GuideSentence) -> bool:
        """Return whether an example states which moves a permission allows, if the sentence has only permissions. A move that a
        prohibition forbids by name shows that prohibition.
        """
        game = self._page.game
        nodes = [game.clause[name].sentence for name in sentence.names if name in game.clause]
        acts = {node.act for node in nodes if isinstance(node, g.Permission)}
        if not acts or len(acts) < len(nodes):
            return True
        moves = [line.move for line in example.lines if isinstance(line, g.MayDo)]
        moves += [line.move for line in example.lines if isinstance(line, g.MayNot) and not line.because]
        moves += [move for line in example.lines if isinstance(line, g.MayOnly) for move in line.moves]
        return any(move.act in acts for move in moves)

    def _only_denies(self, example: g.Example, names: Sequence[str]) -> bool:
        """Return whether an example has no moves and names clauses of a sentence only to state that they do not apply: it shows
        nothing of the sentence.
        """
        return not _has_moves(example) and not self._rules.denied_by(example).isdisjoint(names)

    def beside(self, sentence: GuideSentence) -> str:
        """Render the example for a sentence, or return an empty text if there is no example."""
        example = self._beside.get(sentence.names)
        return "" if example is None else _figure(example, sentence.names, self._page)

    def of_article(self, rows: Sequence[str], names: tuple[str, ...]) -> str:
        """Render the example for an article with the clauses `names`: one about these clauses in particular that cites one of
        the article's `rows`, the fewer rows the better, and if it has no moves, the more cards.  One that cites only these rows
        comes before one that cites others.
        """
        about = [*self._citing(self._candidates(names, author=True, empty=True), rows)]
        found = sorted(about, key=lambda one: (len(one.cites), not _has_moves(one), 0 if _has_moves(one) else -_cards_in(one)))
        if found and not set(found[0].cites) <= set(rows):
            alone = (one for one in self._page.game.ruleset.examples if one.cites and set(one.cites) <= set(rows))
            found = [*self._citing((one for one in alone if self._fits(one, MOST_GIVEN, empty=True)), rows), *found]
        return self._first_of(found, names)

    def citing_article(self, rows: Sequence[str], names: tuple[str, ...]) -> str:
        """Render any small example that cites one of the `rows` of an article; findings of the arbiter may be in it.  One that
        fails without a clause of the article comes before the others.
        """
        examples = (
            one for one in self._page.game.ruleset.examples if self._fits(one, MOST_GIVEN_ALONE, findings=True, empty=True)
        )

        def order(one: g.Example) -> tuple[int, bool, int]:
            return len(one.cites), not any(needs(self._page.game, one, name) for name in names), len(one.lines)

        return self._first_of(sorted(self._citing(examples, rows), key=order), names)

    def _first_of(self, examples: Sequence[g.Example], names: tuple[str, ...]) -> str:
        if not examples:
            return ""
        self._in_articles.add(examples[0].name)
        return _figure(examples[0], names, self._page)

    def _citing(self, examples: Iterable[g.Example], rows: Sequence[str]) -> Iterator[g.Example]:
        return (one for one in examples if not set(one.cites).isdisjoint(rows) and one.name not in self._in_articles)

    def held_under(self, sentence: GuideSentence) -> dict[str, frozenset[str]]:
        """Return the house rules on which the example for a sentence depends, and the values under which it was run."""
        example, chosen = self._beside[sentence.names], self._page.game.chosen
        read = {option for clause in self._rules.shown_by(example) for option, _ in clause.under}
        held = {option: frozenset({chosen[option]}) for option in sorted(read) if option in chosen}
        return held | {option: frozenset({value, ""}) for option, value in example.under}

    def _candidates(self, names: Sequence[str], *, author: bool, empty: bool = False) -> list[g.Example]:
        """Return the examples that support the clauses `names` of a sentence and can be drawn here.  Examples under the house
        rules of the sentence come first.  Examples that show only when the sentence does not apply come last; before them come
        those that illustrate several clauses.  For a consequence of a finding of the arbiter, examples that fail without it
        come first.
        """
        clauses = [self._page.game.clause[name] for name in names if name in self._page.game.clause]
        found = dict.fromkeys(example for clause in clauses for example in self._bearing_out(clause, author=author))
        decided = {option for clause in clauses for option, _ in clause.under}
        after_findings = [clause.name for clause in clauses if self._is_about_finding(clause)]
        most = MOST_GIVEN + (not author)
        fitting = [one for one in found if self._fits(one, most, findings=bool(after_findings), empty=empty)]

        def order(example: g.Example) -> tuple[bool, bool, int]:
            denied = self._rules.denied_by(example)
            beside = 0 if denied.isdisjoint(clause.name for clause in clauses) else len(denied)
            without = not any(needs(self._page.game, example, name) for name in after_findings)
            return without, decided.isdisjoint(option for option, _ in example.under), beside

        return sorted(fitting, key=order)

    def _is_about_finding(self, clause: g.Clause) -> bool:
        """Return whether a clause is a consequence of a finding of the arbiter."""
        moment, name = clause.sentence.event if isinstance(clause.sentence, g.Consequence) else ("", "")
        return moment == "after" and self._page.game.act[name].finding

    def _bearing_out(self, clause: g.Clause, *, author: bool) -> Iterator[g.Example]:
        """Yield the examples that are about this clause in particular.  A clause that every move shows has no such example.
        A prohibition has the examples that name it. A definition also has examples that test only it, and a clause about the
        end of a hand also has examples that reach the end.  Next to a generated sentence about an effect is an example that
        needs it.
        """
        match clause.sentence:
            case g.Permission() | g.Score():
                yield from self._rules.about(clause)
            case g.Consequence(event=(moment, period)):
                yield from self._rules.naming(clause)
                over = moment in ("end", "count") and period != "turn"
                about = () if moment == "start" else self._rules.about(clause)
                needed = (one for one in about if author or needs(self._page.game, one, clause.name))
                yield from (one for one in needed if self._played_by_rule(one, over=over))
            case g.Definition(function=function):
                yield from self._rules.naming(clause)
                yield from self._rules.asking(function) if len(self._rules.definitions[function]) == 1 else ()
            case (
                g.Prohibition() | g.Obligation() | g.Step() | g.Begins() | g.Passes() | g.Ends() | g.TakesPart() | g.Sees()
                | g.SidesAre() | g.Runs() | g.Breach() | g.Conduct() | g.Material()
            ):  # fmt: skip
                yield from self._rules.naming(clause)
            case _:
                assert_never(clause.sentence)

    def _played_by_rule(self, example: g.Example, *, over: bool) -> bool:
        """Return whether an example plays a move and, if `over` is given, plays the hand to its end."""
        return not over or example_run(self._page.game, example).over

    def _fits(self, example: g.Example, most: int, *, findings: bool = False, empty: bool = False) -> bool:
        """Return whether an example is small, under the rules of the page, and without rulings; `findings` of an arbiter, and
        positions with memory but without cards (`empty`), are allowed if asked for.
        """
        game = self._page.game
        agreed = {**game.chosen, PLAYERS_SETTING: dict(example.under).get(PLAYERS_SETTING, "")}
        cards = [card for line in _held(example) for group in line.cards for card in group]
        given = [line for line in example.lines if isinstance(line, g.Given)]
        done = [line for line in example.lines if isinstance(line, g.Do)]
        ruled = any(line.ruled or line.despite or (game.act[line.move.act].finding and not findings) for line in done)
        small = len(cards) <= MOST_CARDS and len(given) <= most and bool(cards or (empty and given))
        return small and not ruled and all(agreed.get(option) == value for option, value in example.under)


def _has_moves(example: g.Example) -> bool:
    return any(isinstance(line, g.MayDo | g.MayNot | g.MayOnly | g.Do) for line in example.lines)


def _cards_in(example: g.Example) -> int:
    return sum(len(group) for line in _held(example) for group in line.cards)


def _held(example: g.Example) -> list[g.Holds]:
    return [line for line in example.lines if isinstance(line, g.Holds)]


def _figure(example: g.Example, shows: tuple[str, ...], page: Page) -> str:
    """Draw a small example next to a sentence about the clauses `shows`: the cards in each place, the other facts that it
    states, its answer, and its title with a link to it.
    """
    return _Figure(example, shows, page).html()


def changed_case(case: ChangedCase, clause: str, page: Page, base: Page) -> str:
    """Draw the position of a case of a changed clause, with the answer of the old edition (`base`) and of the new one."""
    owner = page if case.of_new else base
    return _Figure(case.example, (clause,), owner).case(case, (base.title, page.title))


def _contrary(line: g.ExampleLine) -> g.ExampleLine | None:
    """Return the statement that holds if a statement about a position does not; None if that is more than one."""
    match line:
        case g.MayDo(move) | g.Do(move):
            return g.MayNot(move, ())
        case g.MayNot(move):
            return g.MayDo(move)
        case g.Check(condition, span):
            return g.Check(g.Operation("not", (condition,), condition.type, span), span)
        case _:
            return None


class _Figure:
    """An example in rows, one for each place or cell of memory.

    A figure about the player who moves first, and perhaps the opponents, needs no numbers: *the hand*, *the pile of the
    opponents*.  Otherwise all players and sides in it have their numbers, as in the drawings of the Rules page.
    """

    def __init__(self, example: g.Example, shows: tuple[str, ...], page: Page) -> None:
        self._example, self._shows, self._page = example, shows, page
        self._game = example_run(page.game, example).game or page.game
        self._lines = seated_lines(example, page.scope)
        self._scope = example_scope(example, page.scope)
        self._prose = example_prose(example, page.scope)
        self._levels = levels(page.scope)
        self._has_numbers = any(self._needs_numbers(line, actor) for line, actor in self._lines)
        self._position = self._drawn_position()
        """The rows of the position."""

    def html(self) -> str:
        example = self._example
        flags = (line for line, _ in self._lines if isinstance(line, g.Given) and _is_flag(line))
        texts = "".join(tag("p", self._words(given_value(line.cell, line.value, self._scope))) for line in flags)
        title = tag("a", escaped(capitalized(self._prose.title)), href=f"#e-{example.name}")
        answer = texts + self._answer()
        brief = "" if len(_TAG.sub("", answer)) > MOST_BESIDE else " brief"
        follows = tag("div", answer, class_=f"follows{brief}")
        return tag("figure", tag("figcaption", title) + _places(self._position) + follows, class_="shown")

    def has_answer(self) -> bool:
        return bool(self._answer())

    def case(self, case: ChangedCase, titles: tuple[str, str]) -> str:
        """Render the example with two answers to one of its lines: that of the edition of which it is, and the contrary."""
        of_new, at = case.of_new, self._example.lines.index(case.line)
        done = "".join(self._move(line, actor) for line, actor in self._lines[:at] if isinstance(line, g.Do))
        line, actor = self._lines[at]
        stated = self._statement(g.MayDo(line.move) if isinstance(line, g.Do) else line, actor)
        contrary = self._answer_instead(case, line, actor)
        texts = (contrary, stated) if of_new else (stated, contrary)
        colon = escaped(self._page.label("colon"))
        named = (f"{tag('b', escaped(title))}{colon} {text}" for title, text in zip(titles, texts, strict=True))
        answers = "".join(tag("p", text, class_="answer") for text in named)
        title = tag("figcaption", escaped(self._page.label("notice_case", x=capitalized(self._prose.title))))
        return tag("figure", title + _places(self._position) + done + answers, class_="shown")

    def _needs_numbers(self, line: g.ExampleLine, actor: int) -> bool:
        """Return whether a line names a player or side other than as the owner of something in a row, or one who is neither the
        player that moves first nor among the opponents.
        """
        match line:
            case g.Holds(g.InZone(_, owner)):
                return not self._is_near(owner)
            case g.Given(cell, value):
                return _is_flag(line) or number_of(value) is not None or not self._is_near(cell.owner)
            case g.Check(condition):
                return not all(self._is_in_a_row(each) for each in conjuncts(condition))
            case g.Do(move):
                return (bool(actor) and not self._game.act[move.act].finding) or _has_number(move)
            case g.MayDo() | g.MayNot() | g.MayOnly():
                return bool(actor) or _has_number(line)
            case g.Shuffled():
                return False
            case _:
                assert_never(line)

    def _is_near(self, owner: g.Expr | None) -> bool:
        """Return whether something belongs to the player who moves first, or to the opponents; or to somebody with a name."""
        number = number_of(_of_player(owner))
        return number is None or self._is_own(owner) or self._is_of_opponents(owner)

    def _is_own(self, owner: g.Expr | None) -> bool:
        whose = _of_player(owner)
        return number_of(whose) == (self._game.side_of[0] if whose is not None and whose.type == SIDE else 0)

    def _is_of_opponents(self, owner: g.Expr | None) -> bool:
        whose = _of_player(owner)
        if whose is None or number_of(whose) is None or self._is_own(owner):
            return False
        return self._game.players == PAIR or (whose.type == SIDE and self._game.sides == PAIR)

    def _is_in_a_row(self, condition: g.Expr) -> bool:
        """Return whether a condition names nobody, or only the owner of something that has a row."""
        if not _has_number(condition):
            return True
        match operands_of(condition, "="):
            case (g.InZone(_, owner) | g.Recall(_, owner) | g.ScoreOf(_, owner) | g.Apply(_, (g.InZone(_, owner),)), value):
                return self._is_near(owner) and not _has_number(value)
            case _:
                return False

    def _answer_instead(self, case: ChangedCase, line: g.ExampleLine, actor: int) -> str:
        """Word the answer of the edition of which the example is not: the number that it has, its legal moves, that play goes
        on if a rule with an effect does not apply, or the contrary of the line.
        """
        contrary = _contrary(line)
        if contrary is None:
            return self._other_moves(case.others, actor)
        if isinstance(line, g.Check):
            compared = number_compared(line.condition)
            if compared is not None and case.found is not None:
                operands = (compared[0], replace(compared[1], value=case.found, option=""))
                contrary = g.Check(g.Operation("=", operands, line.condition.type, line.span), line.span)
            elif isinstance(line.condition, g.Applies) and has_effect_in_words(line.condition.clause, self._scope):
                return self._page.shown("notice_goes_on")
        return self._statement(contrary, actor)

    def _other_moves(self, moves: tuple[str, ...], actor: int) -> str:
        if not moves:
            return self._page.shown("notice_other_moves")
        lang = self._scope.lang
        if self._has_numbers:
            return self._words(lang.text("may_only_by", numbered(PLAYER, actor, self._scope), do=lang.series(moves, "or")))
        return self._words(lang.text("may_only", do=lang.series(moves, "or")))

    def _statement(self, line: g.ExampleLine, actor: int) -> str:
        """Word a line: with its player, if the figure has numbers."""
        lang, scope = self._scope.lang, self._scope
        if not self._has_numbers:
            match line:
                case g.MayDo(move):
                    return self._words(lang.text("shown_may_do", do=expressions.move_text(move, scope)))
                case g.MayNot(move):
                    return self._words(lang.text("shown_may_not_do", do=expressions.move_text(move, scope)))
                case g.MayOnly(moves):
                    return self._words(lang.text("may_only", do=expressions.moves_text(moves, scope)))
                case _:
                    pass
        return self._words(example_line(replace(line, because=()) if isinstance(line, g.MayNot) else line, actor, scope))

    def _drawn_position(self) -> list[_Row]:
        """Draw the cards in each place and the memory of the position, a row for each."""
        page, hidden = self._page, _hidden(self._page.game)
        held = zip((line for line, _ in self._lines if isinstance(line, g.Holds)), self._prose.zones, strict=True)
        places = [(self._place_name(line.zone), shown) for line, shown in held if line.zone.zone not in hidden]
        rows = [_Row(name, " ".join(map(page.pictures.row, shown.groups))) for name, shown in places]
        last = {line.cell: line for line, _ in self._lines if isinstance(line, g.Given)}
        owned, rest = self._laid_by_sides([*last.values()])
        return rows + owned + [_Row(self._thing(line.cell), self._value_of(line.cell, line.value)) for line in rest]

    def _laid_by_sides(self, given: list[g.Given]) -> tuple[list[_Row], list[g.Given]]:
        """Draw the cards that a side laid, for marks that only state this; also return the memory without these marks and the
        roles of their sides.
        """
        rows, rest = list[_Row](), [line for line in given if not _is_flag(line)]
        for one in words_of_owners(self._page.game, ()):
            marked = [line for line in rest if line.cell.cell == one.mark]
            sides = [line for line in rest if line.cell == one.side]
            if not marked and not sides:
                continue
            rest = [line for line in rest if line not in (*marked, *sides)]
            for line, side in zip(marked, sides, strict=False):
                card = self._scope.naming.kernel_noun("card")
                whose = self._role(side.value)
                laid = self._scope.lang.text("laid_by", Phrase("", card.feminine, True), x=whose)
                rows.append(_Row(_Name(self._scope.lang.forms.polish(laid)), self._value_of(line.cell, line.value)))
        return rows, rest

    def _answer(self) -> str:
        """Word the answer of the example: all legal moves in the drawn position; or if it does not state them, the checks after
        its moves, or after the first few of them; or if there are none, the other statements about the position.
        """
        positions = [list[tuple[g.ExampleLine, int]]()]
        moves = list[tuple[g.Do, int]]()
        for line, actor in self._lines:
            match line:
                case g.Do():
                    moves.append((line, actor))
                    positions.append([])
                case g.Holds() | g.Given():
                    # this condition also changes the drawn position, so earlier statements may no longer hold there
                    positions[-1].clear()
                case _:
                    positions[-1].append((line, actor))
        if any(_has_all_moves(line) for line, _ in positions[0]):
            return self._answer_in(positions[0])
        for number in range(min(len(moves), MOST_DONE), 0, -1):
            found = self._answer_in(positions[number])
            if found:
                return "".join(self._move(line, actor) for line, actor in moves[:number]) + found
        return self._answer_in(positions[0]) or self._one_move(positions[0])

    def _move(self, line: g.Do, actor: int) -> str:
        """Word a move, with its player if the figure has numbers."""
        if self._has_numbers or self._game.act[line.move.act].finding:
            return self._stated(move_made(line, actor, self._scope))
        return self._stated(self._page.label("shown_move", do=expressions.move_text(line.move, self._scope)))

    def _answer_in(self, lines: Sequence[tuple[g.ExampleLine, int]]) -> str:
        """Word all legal moves in a position, or an illegal one that the sentence forbids, or draw what is true there."""
        named = (each for each in lines if isinstance(each[0], g.MayNot) and not set(self._shows).isdisjoint(each[0].because))
        stated = next((each for each in lines if _has_all_moves(each[0])), None) or next(named, None)
        if stated is not None:
            return tag("p", self._statement(*stated), class_="answer")
        return self._results([line.condition for line, _ in lines if isinstance(line, g.Check)])

    def _one_move(self, lines: Sequence[tuple[g.ExampleLine, int]]) -> str:
        """Word a legal move in a position, or an illegal one."""
        legal = (each for each in lines if isinstance(each[0], g.MayDo))
        stated = next(legal, None) or next((each for each in lines if isinstance(each[0], g.MayNot)), None)
        return "" if stated is None else tag("p", self._statement(*stated), class_="answer")

    def _results(self, checks: Sequence[g.Expr]) -> str:
        """Draw results that the drawn position does not show, beginning with the results that the sentence is about.  If they
        are many, leave out the last.
        """
        found = [(each, self._result(each)) for each in sorted(checks, key=self._is_beside_the_point)]
        shown = [(each, row) for each, row in found if row is None or row not in self._position][:MOST_RESULTS]
        named = named_hands(self._example, checks, self._page)
        rows = [_Row(_Name(title), self._page.pictures.row(cards)) for title, cards in named]
        rows += [row for _, row in shown if row is not None]
        worded = results_in_words([each for each, row in shown if row is None], self._scope)
        return (_places(rows, "places result") if rows else "") + "".join(map(self._stated, worded))

    def _is_beside_the_point(self, condition: g.Expr) -> bool:
        """Return whether a result is the score of a heading that the sentence is not about."""
        headings = {part.heading for part in parts(condition) if isinstance(part, g.ScoreOf) and part.heading is not None}
        return bool(headings) and headings.isdisjoint(self._shows)

    def _result(self, condition: g.Expr) -> _Row | None:
        """Draw a result as a row, if it states the cards of a place or the value of something; otherwise None."""
        if not isinstance(condition, g.Operation) or condition.operator != "=":
            return None
        match condition.operands:
            case (g.InZone() as zone, g.Cards(faces)) if faces:
                return _Row(self._place_name(zone), self._page.pictures.row(faces))
            case (_, g.Truth()) | (g.Apply(), g.Apply()):
                return None
            case (g.Apply(g.WINNER, ()), _):
                return None
            case (g.Recall() as cell, value):
                return _Row(self._thing(cell), self._value_of(cell, value))
            case (g.ScoreOf(heading, side), value):
                naming = self._scope.naming
                of_all = self._scope.lang.forms.determined(naming.kernel_noun("score"), "the").text
                title = of_all if heading is None else naming.title(heading, self._page.game.clause[heading].names)
                return _Row(self._owned(title, side), self._value(value))
            case (g.Apply(function, (g.InZone() as zone,)), value):
                noun = self._scope.naming.noun(function)
                own = self._scope.lang.forms.determined(noun, "the").text
                name = self._scope.lang.forms.polish(own + self._scope.lang.of(self._place_name(zone).whole))
                return _Row(_Name(name), self._value(value))
            case (g.Apply(function, (argument,)), value) if argument.type.kind == "cards":
                noun, lang = self._scope.naming.noun(function, self._page.game.function[function].names), self._scope.lang
                own = lang.forms.determined(noun, "the", noun.plural != noun.singular).text
                name = expressions.ARGUMENT_SLOT.sub(lambda _: lang.text("these_cards"), own)
                return _Row(_Name(lang.forms.polish(name)), self._value(value))
            case (g.Apply() as applied, value):
                return _Row(_Name(self._scope.lang.forms.polish(self._scope.value(applied).text)), self._value(value))
            case _:
                return None

    def _stated(self, text: str) -> str:
        return tag("p", self._words(text), class_="answer")

    def _words(self, text: str) -> str:
        return inline(finish_sentence(text, self._scope), self._page.pictures, named=False)

    def _place_name(self, zone: g.InZone) -> _Name:
        if self._page.scope.naming.is_family(zone.zone):
            return _Name(self._page.scope.lang.forms.determined(self._page.scope.naming.zone(zone.zone), "the", True).text)
        return self._of(self._page.scope.naming.zone(zone.zone), zone.owner)

    def _thing(self, cell: g.Recall) -> _Name:
        """Return the name of a cell: that of the game if it has its own for a role, as *cartaro* for the dealer."""
        naming = self._page.scope.naming
        own = names_by_seat(self._page.game, cell.cell).get(0) if cell.type == PLAYER and cell.owner is None else None
        noun = naming.cell(cell.cell) if own is None or naming.text(own) is None else naming.noun(own)
        many = cell.type.kind == "number" and expressions.is_counted_in_units(noun) and cell.cell not in self._levels
        return self._of(noun, cell.owner, many=many)

    def _of(self, noun: Noun, owner: g.Expr | None, *, many: bool = False) -> _Name:
        """Return the name of a place or cell with its owner; without numbers, the cards of the player need no owner."""
        return self._owned(self._page.scope.lang.forms.determined(noun, "the", many).text, owner)

    def _owned(self, own: str, owner: g.Expr | None) -> _Name:
        """Word a place or cell with its owner."""
        if owner is None or (not self._has_numbers and self._is_own(owner)):
            return _Name(own)
        if not self._has_numbers and self._is_of_opponents(owner):
            return _Name(self._page.label("opponents" if self._game.players > PAIR else "opponent", x=own))
        role = self._role(owner)
        return _Name(self._page.scope.lang.forms.polish(own + self._scope.lang.of(role)), own, role)

    def _role(self, who: g.Expr) -> str:
        """Name a player, or a side, as players at the table do."""
        who = resolve_single_side(who, self._scope)
        if isinstance(who, g.SideOf) and self._game.players == self._game.sides:
            who = who.player
        return self._scope.value(who).text

    def _value_of(self, cell: g.Recall, value: g.Expr) -> str:
        """Return the value of a cell; that of a level in the words of players."""
        words = self._levels.get(cell.cell, {})
        return escaped(words[value.value]) if isinstance(value, g.Number) and value.value in words else self._value(value)

    def _value(self, value: g.Expr) -> str:
        """Word the value of a cell: a suit or a similar value, or the role of a player."""
        naming = self._page.scope.naming
        if isinstance(value, g.Symbol):
            return escaped(capitalized(plain(naming.symbol_alone(value.type.enumeration, value.name))))
        if value.type.kind in ("player", "side") and not isinstance(value, g.Nobody):
            return escaped(plain(self._page.scope.lang.forms.polish(self._role(value))))
        return inline(self._scope.lang.forms.polish(self._scope.value(value).text), self._page.pictures, named=False)


def _of_player(owner: g.Expr | None) -> g.Expr | None:
    """Return the player instead of the side that consists of this player."""
    return owner.player if isinstance(owner, g.SideOf) else owner


def _has_number(node: object) -> bool:
    """Return whether a part of an example names a player or side by a number."""
    return any(number_of(part) is not None for part in parts(node))


def _has_all_moves(line: g.ExampleLine) -> bool:
    return isinstance(line, g.MayOnly) and len(line.moves) <= MOST_MOVES


def _is_flag(line: g.Given) -> bool:
    return isinstance(line.value, g.Truth)


def _hidden(game: Game) -> frozenset[str]:
    """Return the places of the table that nobody can see."""
    return frozenset(name for name in unseen(game) if game.zone[name].owner == "table")


_TAG = re.compile(r'<small class="keys"[^>]*>[^<]*</small>|<[^>]*>')
"""A mark for the author, with its text, or a tag."""
_BEFORE_NUMBER = re.compile(r" (?=\d+$)")


@dataclass(frozen=True, slots=True)
class _Name:
    """The name of a place or cell; if players or sides own it, also its name without the owner, and the owner."""

    whole: str
    own: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class _Row:
    """The cards in a place, or the value of a cell, with its name."""

    name: _Name
    shown: str


def _places(rows: Sequence[_Row], class_: str = "places") -> str:
    """Draw rows next to each other.  After a row, those of the same thing of other players are named by their players."""
    drawn, before = "", _Name("")
    for row in rows:
        repeats = bool(row.name.role) and row.name.own == before.own
        name = escaped(capitalized(plain(row.name.role if repeats else row.name.whole)))
        drawn += tag("div", tag("small", _BEFORE_NUMBER.sub("&nbsp;", name)) + row.shown)
        before = row.name
    return tag("div", drawn, class_=class_)


# -------------------------------------------------------------------- a worked hand


MOVES = 4
"""The least number of first moves that are followed; with more players, one move of each."""
MOST_LATER = 3
"""The greatest number of later moves that are followed because they introduce something new; the last moves are shown in
addition.
"""
MOST_OTHERS = 3
"""The number of other legal moves that are listed with a move, if there are at least two more."""
MOST_NUMBERED = 24
"""The greatest number of other legal moves that is stated; of more, a few are named as examples."""
MOST_COUNTED = 60
"""The greatest number of cards at the end that are all drawn."""


HANDS = "assets/hands"
"""The folder of the whole hands, which are named after the games."""


@dataclass(frozen=True, slots=True)
class _FollowedHand:
    """A hand with its steps, and the places and memory that are not shown."""

    rules: Rules
    played: Played
    steps: Sequence[HandStep]
    hidden: frozenset[str]
    is_good: bool
    """Whether it was played by opponents that look ahead."""


def _followed_hand(page: Page) -> _FollowedHand | None:
    """Return the hand that is kept for a game, or else one played at random; None if no hand of the game can be played."""
    kept = None if page.ruleset.hand is None else recorded_hand(page.game, page.ruleset.hand)
    found = kept or shown_hand(page.game)
    if found is None:
        return None
    steps = followed(page.game, write_record(*found)).steps
    hidden = _hidden(page.game) | unspoken(page.game) | _repeats_moves(page.game)
    hidden |= {one.mark for one in words_of_owners(page.game, ())}
    return _FollowedHand(*found, steps, hidden, kept is not None)


def _repeats_moves(game: Game) -> frozenset[str]:
    """Return the flags that no prohibition or obligation reads, such as *has spoken*: they only repeat the moves."""
    binding = (clause for clause in game.clauses if isinstance(clause.sentence, g.Prohibition | g.Obligation))
    read = {part.cell for clause in binding for part in parts(clause) if isinstance(part, g.Recall)}
    return frozenset(cell.name for cell in game.cells if cell.kind == "flag" and cell.name not in read)


def worked_hand(page: Page) -> Iterator[str]:
    """Yield a hand: its deal, its first moves one by one, later moves that introduce something new, and its count. Yield
    nothing if no hand of the game can be played.
    """
    hand = _followed_hand(page)
    if hand is None:
        return
    most, ends = (0, 1) if hand.is_good else (MOST_LATER, page.game.players)
    shown = _steps_shown(hand.steps, page.game.players, _memory_hidden(hand, page), most, ends)
    whole = {"data_whole": f"{HANDS}/{page.game.name}.js", "data_moves": str(len(hand.steps) - 1)} if hand.is_good else {}
    steps = _steps_of(hand, shown, page, whole)
    yield f"## {heading(page.label('worked_hand'))} {{ #hand .by-first-rules }}"
    note = page.shown("worked_hand_good" if hand.is_good else "worked_hand_note")
    counted = "".join(_counted(hand.rules, hand.played, _drawing_at(_seats(hand, page), page), page))
    # the result is folded, so that nobody reads it before the hand
    summary = tag("summary", page.shown("worked_count"))
    folded = tag("details", summary + counted, class_="how-it-ended") if counted else ""
    yield tag("div", tag("p", note) + steps + folded, class_="by-first-rules")


def whole_hand(page: Page) -> str | None:
    """Return all steps of the hand of a Play page, which the page loads once somebody follows it (decision 0133); None if the
    hand was not played by opponents that look ahead.
    """
    hand = None if page.ruleset.hand is None else _followed_hand(page)
    return _steps_of(hand, range(len(hand.steps)), page, {}) if hand is not None and hand.is_good else None


def _memory_hidden(hand: _FollowedHand, page: Page) -> frozenset[str]:
    return hand.hidden | {cell.name for cell in page.game.cells if cell.kind == "reference"}


def _steps_of(hand: _FollowedHand, shown: Sequence[int], page: Page, loaded: Mapping[str, str]) -> str:
    """Draw some steps of a hand, each with its gain and, folded, the other moves."""
    hidden, seats = _memory_hidden(hand, page), _seats(hand, page)
    drawing = _drawing_at(seats, page)
    stories = (_story(hand.steps[max(0, number - 1)], hand.steps[number], drawing, hidden) for number in shown)
    seen = list[ReplayedStep]()
    replay(hand.rules, Record(hand.played.packs, hand.played.moves, False, None), seen=seen.append)
    played_as = [seen[number] if number < len(seen) else None for number in shown]
    dealt_before = [hand.steps[max(0, number - 1)].position.get("zones") for number in shown]
    known = reasons(page.game, Record(hand.played.packs, hand.played.moves, False, None))
    gains = [
        ("" if hand.steps[number].position.get("zones") == before else _gain(hand.rules, step, drawing, page))
        + (_why(known[number], page) if number < len(known) else "")
        for number, before, step in zip(shown, dealt_before, played_as, strict=True)
    ]
    texts = [
        step_text(hand.steps[number], drawing, page, story + gain)
        for number, story, gain in zip(shown, stories, gains, strict=True)
    ]
    for at, (earlier, number) in enumerate(pairwise(shown), 1):
        if number > earlier + 1:
            left_out = number - earlier - 1
            later = page.scope.lang.text("site_worked_later", Phrase("", plural=left_out > 1), n=str(left_out))
            texts[at] = f"{escaped(later)} {texts[at]}"
    texts[0] += _who_plays_together(seats, drawing) + _as_seen(seats, drawing)
    told = {name for name, _ in islice(roles_named(page.game, dict.fromkeys(page.game.cell, 0)), 1)}
    whole = [replace(step, position=_without(step.position, hand.hidden | told)) for step in hand.steps]
    steps = [
        ShownStep(number, text, _others(hand.rules, step, seats, page), whole[number].position, whole[number].player)
        for number, text, step in zip(shown, texts, played_as, strict=True)
    ]
    return hand_steps(steps, whole, seats, drawing, loaded)


def _seats(hand: _FollowedHand, page: Page) -> Seats:
    """Name the seats by the position after the deal."""
    position = hand.steps[0].position
    named = cast("Mapping[str, object]", position.get("counters") or {})
    players = {name: number for name, number in named.items() if isinstance(number, int) and not isinstance(number, bool)}
    turn = position.get("turn")
    return seats_of(page.game, players, turn if isinstance(turn, int) else 1, page.scope)


def _drawing_at(seats: Seats, page: Page) -> Drawing:
    """Return the drawing of a hand in which players are named by their seats."""
    drawing = drawing_for(page, {}, page.game.players)
    return replace(drawing, scope=replace(drawing.scope, seats=seats.names, levels=levels(page.scope)))


def _as_seen(seats: Seats, drawing: Drawing) -> str:
    """State from whose seat others are named."""
    if not seats.as_seen:
        return ""
    holder = drawing.scope.lang.of(seats.players[seats.around[0]].text).strip()
    return " " + inline(finish_sentence(drawing.label("seats_seen", x=holder), drawing.scope), drawing.pictures, named=False)


def _gain(rules: Rules, step: ReplayedStep | None, drawing: Drawing, page: Page) -> str:
    """Word the gain of a move: the headings under which sides have more points, or more penalties, if the hand is counted after
    it instead of before it, such as the points of the player who takes the trick. Points that a side no longer has, because the
    count depends on cards that are still to come, are not named.
    """
    if step is None or step.before is None or step.player is None:
        return ""
    before, after = score(rules, step.before), score(rules, step.counted or step.state)
    if isinstance(before, Diagnostic) or isinstance(after, Diagnostic):
        return ""
    own, gains = rules.game.side_of[step.player], list[str]()
    for clause, _ in page.game.headings:
        name, title = clause.name, page.scope.naming.title(clause.name, clause.names)
        shares = enumerate(zip(before.shares, after.shares, strict=True))
        counts = {side: (then.get(name, 0), now.get(name, 0)) for side, (then, now) in shares}
        changed = {side: now - then for side, (then, now) in counts.items() if abs(now) > abs(then)}
        signed = {side: f"{'+' if n > 0 else '−'}{abs(n)}" for side, n in changed.items()}
        if list(changed) == [own]:
            gains.append(f"{title} {signed[own]}")
        elif changed:
            forms, sides = page.scope.lang.forms, ((numbered(SIDE, side, drawing.scope).text, n) for side, n in signed.items())
            whose = (plain(forms.polish(page.label("worked_gain_of", n=n, x=side))) for side, n in sides)
            gains.append(f"{title} {', '.join(whose)}")
    if not gains:
        return ""
    return " " + tag("span", escaped(page.label("worked_gain", x="; ".join(gains))), class_="gain")


def _why(reason: Reason | None, page: Page) -> str:
    """Word why a move is made, as far as the rules show it: they leave no choice or few, or no other move gains as much."""
    if reason is None:
        return ""
    naming, lang = page.scope.naming, page.scope.lang
    bars = [page.game.clause[name] for name in reason.bars if name in page.game.clause]
    named = lang.series([naming.quoted(naming.title(clause.name, clause.names)) for clause in bars])
    plural, texts = Phrase("", plural=len(bars) > 1), list[str]()
    if reason.choices == 1:
        texts.append(lang.text("site_worked_forced", plural, x=named) if bars else page.label("worked_only"))
    elif bars:
        texts.append(lang.text("site_worked_left", plural, x=named, n=str(reason.choices)))
    if reason.now is not None:
        texts.append(page.label("worked_best" if reason.now == "most" else "worked_least"))
    if reason.later is not None:
        worse, better = reason.later
        key = "later_on" if better else "later_no_better" if worse < reason.choices - 1 else "later_worse"
        several = Phrase("", plural=better > 1)
        texts.append(lang.text(f"site_worked_{key}", several, worse=str(worse), better=str(better)))
    if reason.left is not None:
        texts.append(page.label("worked_left_in_hand", n=str(reason.left)))
    sentences = (capitalized(plain(lang.forms.polish(text))) for text in texts)
    return "".join(" " + tag("span", escaped(text), class_="why") for text in sentences)


def _others(rules: Rules, step: ReplayedStep | None, seats: Seats, page: Page) -> str:
    """List the legal moves that a player could have made instead, folded."""
    if step is None or step.before is None or step.player is None:
        return ""
    made = [entry for entry in step.entries if not isinstance(entry, Ruling)]
    legal = legal_moves(rules, step.before)
    if not made or isinstance(legal, Diagnostic):
        return ""
    others = [move for move in legal if not any(move.same(entry) for entry in made)]
    texts = list(dict.fromkeys(capitalized(move_in_words(rules, move, page.scope.lang.code, seats.names)) for move in others))
    if not texts:
        return ""
    listed = MOST_OTHERS if len(texts) > MOST_OTHERS + 1 else len(texts)
    many = len(texts) > MOST_NUMBERED
    shown = [texts[0], texts[len(texts) // 2], texts[-1]] if many else texts[:listed]
    items = [escaped(text) for text in shown]
    items += [escaped(page.label("worked_more", n=str(len(texts) - listed)))] if len(texts) > listed and not many else []
    number = page.label("worked_many") if many else str(len(texts))
    summary = tag("summary", escaped(page.label("worked_others", n=number)))
    # the search of the theme does not index nested lists
    return tag("details", summary + tag("p", " · ".join(items)), class_="others")


def _steps_shown(steps: Sequence[HandStep], players: int, hidden: frozenset[str], most: int, ends: int) -> list[int]:
    """Return the numbers of the steps that are shown: the first steps; at most this number of steps in which a clause, or a
    change of memory that is not `hidden`, occurs for the first time; and the last `ends` steps.
    """
    first, last = max(MOVES, players) + 1, len(steps) - ends
    news = [_news(before, step, hidden) for before, step in pairwise((steps[0], *steps))]
    seen, later = set[str]().union(*news[:first]), list[int]()
    for number in range(first, last):
        if not news[number] <= seen and len(later) < most:
            later.append(number)
            seen |= news[number]
    return [*range(min(first, len(steps))), *later, *range(max(first, last), len(steps))]


def _news(before: HandStep, step: HandStep, hidden: frozenset[str]) -> set[str]:
    """Return the clauses that justify a step, and the memory that it changes."""
    now, then = (cast("Mapping[str, object]", each.position.get("counters") or {}) for each in (step, before))
    return {*step.by, *(cell for cell, value in now.items() if cell not in hidden and then.get(cell) != value)}


def _story(before: HandStep, step: HandStep, drawing: Drawing, hidden: frozenset[str]) -> str:
    """Word the consequences of a move. They are named by the clauses that change memory which is not `hidden`, or that give
    cards to a player. Leave out effects that several clauses, or the act itself, could have caused.
    """
    game = drawing.game
    acts = [move.act for move in step.entries if not isinstance(move, Ruling) and move.act in game.act]
    own = [effect for name in acts for effect in game.act[name].effects]
    changed = _news(before, step, hidden).intersection(game.cell) - {facts_of(effect.body).memory for effect in own}
    moved = {_place_of(effect) for effect in own}
    gained = {zone: to for zone, to in _gained(before, step, drawing).items() if zone not in moved}
    follows = [clause for name in acts for clause in game.consequences("after", name)]
    follows += game.consequences("end", "turn") if acts else ()
    after_all = game.consequences("end", "hand") if acts else ()
    done = dict[str, list[g.Clause]]()
    for clause in (*follows, *after_all):
        facts = [facts_of(effect.body) for effect in clause.effects]
        of_it = {fact.memory for fact in facts} & changed if clause in follows else set[str]()
        for name in of_it | ({_place_of(effect) for effect in clause.effects} & gained.keys()):
            done.setdefault(str(name), []).append(clause)
    alone = {clauses[0].name: gained.get(name, ()) for name, clauses in done.items() if len(clauses) == 1}
    return "".join(_event_of(game.clause[name], owners, drawing) for name, owners in alone.items())


def _event_of(clause: g.Clause, owners: Sequence[Phrase], drawing: Drawing) -> str:
    """Word a clause as an event, by its title, with the player or side that received cards. Return nothing for a clause without
    words, because its name need not be in the reader's language.
    """
    scope = drawing.scope
    if scope.naming.text(clause.name, clause.names) is None:
        return ""
    text = scope.naming.title(clause.name, clause.names)
    text = drawing.label("worked_goes_to", x=owners[0].text, what=text) if len(owners) == 1 else text
    words = inline(finish_sentence(text, scope), drawing.pictures, named=False)
    return " " + tag("a", words, class_="story", href=f"#c-{clause.name}")


def _gained(before: HandStep, step: HandStep, drawing: Drawing) -> dict[str, tuple[Phrase, ...]]:
    """Return the places of players or sides that have cards which they did not have before, with their owners."""
    found, then = dict[str, tuple[Phrase, ...]](), places(before.position)
    for key, held in places(step.position).items():
        zone, _, number = key.rpartition("-")
        owner = drawing.game.zone[zone].owner if zone in drawing.game.zone else "table"
        if owner != "table" and not _codes(held) <= _codes(then.get(key)):
            found[zone] = (*found.get(zone, ()), numbered(Type(owner), int(number) - 1, drawing.scope))
    return found


def _codes(held: object) -> set[str]:
    return {*map(str, cast("list[object]", held or []))}


def _place_of(effect: g.Effect) -> str | None:
    """Return the place to which an effect moves cards."""
    to = facts_of(effect.body).to
    return to.zone if isinstance(to, g.InZone) else None


def _without(position: Mapping[str, object], hidden: frozenset[str]) -> Mapping[str, object]:
    def left(of: str) -> Mapping[str, object]:
        held = cast("Mapping[str, object]", position.get(of) or {})
        return {name: content for name, content in held.items() if name not in hidden}

    return {**position, "zones": left("zones"), "counters": left("counters")}


def _who_plays_together(seats: Seats, drawing: Drawing) -> str:
    """Name the players of each side, if a side has several: *the dealer's pair: the dealer and the partner*."""
    game, scope = drawing.game, drawing.scope
    if game.sides == game.players:
        return ""
    sides = list[str]()
    for side in dict.fromkeys(game.side_of[n] for n in seats.around):
        players = [numbered(PLAYER, n, scope).text for n in seats.around if game.side_of[n] == side]
        sides.append(numbered(SIDE, side, scope).text + drawing.label("colon") + " " + scope.lang.series(players))
    return " " + inline(finish_sentence("; ".join(sides), scope), drawing.pictures, named=False)


def _counted(rules: Rules, played: Played, drawing: Drawing, page: Page) -> Iterator[str]:
    """Yield the cards that everybody has at the end of the hand, their score, and the other changes that the hand made to the
    match.
    """
    if not played.scores or not page.game.headings:
        return
    sheet, position = played.scores[-1], write_position(rules, played.state)
    held = {key: cards for key, cards in places(position).items() if key not in drawing.game.cell and cards and "-" in key}
    shown = "".join(html for _, html in zone_rows(position, drawing, {}, frozenset(held)))
    if sum(len(cast("list[object]", cards)) for cards in held.values()) <= MOST_COUNTED:
        yield tag("dl", shown, class_="position counted")
    titles = {clause.name: page.scope.naming.title(clause.name, clause.names) for clause, _ in page.game.headings}
    sides = [plain(capitalized(numbered(SIDE, side, drawing.scope).text)) for side in range(len(sheet.shares))]
    head = tag("tr", tag("td", "") + "".join(tag("th", escaped(side), scope="col") for side in sides))
    of_match = plain(capitalized(page.scope.naming.numbered(SIDE).form(False)))
    rows = [(capitalized(titles[name]), [shares[name] for shares in sheet.shares]) for name in sheet.shares[0]]
    if len(rows) > 1:
        rows.append((page.label("random_in_all"), list(sheet.points)))
    rows += _kept(position, [points for _, points in rows], page)
    body = "".join(
        tag("tr", tag("th", escaped(name), scope="row") + "".join(tag("td", str(n)) for n in points)) for name, points in rows
    )
    yield tag("div", tag("table", tag("thead", head) + tag("tbody", body), data_side=of_match), class_="measured")


def _kept(position: Mapping[str, object], counted: Sequence[list[int]], page: Page) -> Iterator[tuple[str, list[int]]]:
    """Yield the other counters of the match after the hand, such as games won, which are not in the count."""
    counters = cast("Mapping[str, object]", position.get("counters") or {})
    for cell in page.game.cells:
        of_sides = cell.owner == "side" or (cell.owner == "player" and page.game.sides == page.game.players)
        if cell.kind == "counter" and cell.period == "match" and of_sides and cell.name not in unspoken(page.game):
            numbers = [cast("int", n) for n in each_owner(counters[cell.name])]
            if any(numbers) and numbers not in counted:
                yield capitalized(plain(page.scope.naming.cell(cell.name).form(True))), numbers
