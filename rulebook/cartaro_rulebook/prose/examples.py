"""An example of the rules in the words of the table: *Pair 1 has eleven points: the match is over and pair 1 wins*.

An example's lines speak of `the player`, who is somebody else after each move.  The interpreter runs the example and reports
who that is in each line, so that players and sides are named by their numbers, as in the drawn positions, or by the names that
a text gives them.  `seated_lines` returns an example in these terms; `example_prose` words it step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import assert_never

from cartaro_grammar import (
    NUMBER,
    PLAYER,
    SIDE,
    TRUTH,
    Game,
    Span,
    Type,
    as_written,
    choose,
    conjuncts,
    element,
    operands_of,
    parts,
    rewrite,
)
from cartaro_grammar import game as g
from cartaro_interpreter import (
    NOBODY,
    PHASE_TURN,
    LineSeats,
    Rules,
    State,
    ask,
    compile_game,
    members,
    run_example,
    write_position,
)
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.clauses import finish_sentence, option_setting
from cartaro_rulebook.prose.expressions import ProseScope, called_seats, numbered
from cartaro_rulebook.prose.sentences import effects
from cartaro_rulebook.words.naming import Naming, localized
from cartaro_rulebook.words.nouns import Phrase

# ---------------------------------------------------------------------------- a run


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """The result of an example: whether the rules agree with it, the position before its first move and those after each move,
    and whether the hand is over then.  The positions are given if the example has moves and all of them can be made.

    `reached` is the last position of an example without moves, `game` the game under its house rules, `seats` the players of
    each line that was carried out, and `named` the players and sides with which lines compare something, by the number of the
    line.
    """

    holds: bool
    steps: tuple[Mapping[str, object], ...] = ()
    over: bool = False
    reached: State | None = None
    game: Game | None = None
    seats: tuple[LineSeats, ...] = ()
    named: tuple[tuple[int, int], ...] = ()


@lru_cache(maxsize=1024)
def example_run(game: Game, example: g.Example) -> ExampleRun:
    """Run an example once, for its verdict and its drawings in all languages."""
    rules = rules_under(game, example.under)
    if rules is None:
        return ExampleRun(holds=False)
    seen = list[State]()
    lines = rules.game.example[example.name]
    found = run_example(rules, lines, seen.append)
    moves = [number for number, line in enumerate(example.lines) if isinstance(line, g.Do)]
    run = ExampleRun(found.holds, game=rules.game, seats=found.seats, named=tuple(_named(rules, lines, seen, found.seats)))
    if not moves or not moves[0] or len(seen) < len(example.lines):
        return run if moves or not seen else replace(run, reached=seen[-1])
    steps = tuple(write_position(rules, seen[number]) for number in (moves[0] - 1, *moves))
    return replace(run, steps=steps, over=seen[moves[-1]].phase != PHASE_TURN)


@lru_cache(maxsize=32)
def rules_under(game: Game, under: tuple[tuple[str, str], ...]) -> Rules | None:
    """Return the rules of a game under the house rules of an example; None if they cannot be compiled."""
    chosen = choose(game, dict(under))
    rules = compile_game(chosen) if isinstance(chosen, Game) else None
    return rules if isinstance(rules, Rules) else None


def _named(rules: Rules, example: g.Example, seen: Sequence[State], seats: Sequence[LineSeats]) -> Iterator[tuple[int, int]]:
    """Yield the players and sides that expressions such as *the player after the dealer* denote."""
    for number, (line, state, seat) in enumerate(zip(example.lines, seen, seats, strict=False)):
        value = line.value if isinstance(line, g.Given) else _compared(line.condition) if isinstance(line, g.Check) else None
        of = None if value is None else value.type if value.type in (PLAYER, SIDE) else element(value.type)
        found = NOBODY if value is None or of not in (PLAYER, SIDE) else ask(rules, state, value, seat.turn)
        if not isinstance(found, int) or found == NOBODY or value is None:
            continue
        several = [*members(found)] if of != value.type else [found]
        if len(several) == 1:
            yield number, several[0]


def _compared(condition: g.Expr) -> g.Expr | None:
    """Return that with which a condition compares something."""
    denied = operands_of(condition, "not")
    sides = operands_of(denied[0] if denied else condition, "=")
    return sides[1] if sides else None


# ------------------------------------------------------------------- players by number


_MARK = "#"
"""Begins the name of a numbered player or side, which no name of a text does."""


def numbered_one(of: Type, number: int, span: Span) -> g.Local:
    """Return the expression for a player or side with a number."""
    return g.Local(f"{_MARK}{of.kind}{_MARK}{number}", of, span)


def number_of(e: object) -> int | None:
    """Return the number of a player or side that such an expression denotes; None for others."""
    return int(e.name.rpartition(_MARK)[2]) if isinstance(e, g.Local) and e.name.startswith(_MARK) else None


def seated_lines(example: g.Example, scope: ProseScope) -> tuple[tuple[g.ExampleLine, int], ...]:
    """Return the lines of an example with the player who makes the move of each, or to whom it refers.  Players and sides that
    the lines name by their places at the table, seen from a player, are numbered.
    """
    game = scope.naming.game
    run = example_run(game, example)
    naming = Naming(run.game or game, scope.lang)
    seats, named = run.seats, dict(run.named)
    found = list[tuple[g.ExampleLine, int]]()
    for number, line in enumerate(example.lines):
        at = seats[min(number, len(seats) - 1)] if seats else LineSeats(0, 0)
        found.append((_seated(_with_value(line, named.get(number)), at.turn, naming), at.actor))
    return tuple(found)


def _with_value(line: g.ExampleLine, number: int | None) -> g.ExampleLine:
    """Return a line that compares something with the player or side that has a number; one with a name of its own keeps it."""
    value = line.value if isinstance(line, g.Given) else _compared(line.condition) if isinstance(line, g.Check) else None
    if number is None or value is None or isinstance(value, g.Recall | g.SideOf | g.Actor | g.Everyone | g.Where):
        return line
    if (isinstance(value, g.Apply) and not value.arguments) or (element(value.type) and not isinstance(value, g.Operation)):
        return line
    meant = numbered_one(element(value.type) or value.type, number, value.span)
    return rewrite(line, lambda part: meant if part is value else part)


def _seated(line: g.ExampleLine, player: int, naming: Naming) -> g.ExampleLine:
    game = naming.game

    def seated(part: object) -> object:
        if isinstance(part, g.Actor):
            return numbered_one(PLAYER, player, part.span)
        if isinstance(part, g.Neighbour):
            found = number_of(part.player)
            return part if found is None else numbered_one(PLAYER, (found + part.steps) % game.players, part.span)
        if isinstance(part, g.SideOf) and not naming.every_player_is_a_side:
            found = number_of(part.player)
            return part if found is None else numbered_one(SIDE, game.side_of[found], part.span)
        return part

    return _of_partners(line, rewrite(line, seated), player, naming)


def _of_partners(line: g.ExampleLine, seated: g.ExampleLine, player: int, naming: Naming) -> g.ExampleLine:
    """Return a line that compares the sides of two players with the two players left in it."""
    if not isinstance(line, g.Check):
        return seated
    denied = operands_of(line.condition, "not")
    same = denied[0] if denied else line.condition
    match operands_of(same, "="):
        case (g.SideOf(one), g.SideOf(other)):
            players = [_seated(g.Check(each, each.span), player, naming) for each in (one, other)]
            sides = tuple(g.SideOf(each.condition, SIDE, each.span) for each in players if isinstance(each, g.Check))
            compared = g.Operation("=", sides, same.type, same.span)
            return replace(line, condition=rewrite(line.condition, lambda part: compared if part is same else part))
        case _:
            return seated


def example_scope(example: g.Example, scope: ProseScope) -> ProseScope:
    """Return the scope for the lines of an example: under its house rules, with the numbers of players and sides."""
    game = example_run(scope.naming.game, example).game or scope.naming.game
    if example.under:
        chosen = ProseScope(Naming(game, scope.lang), levels=scope.levels)
        seats = called_seats(chosen) if any(game.called) else chosen.seats
        scope = replace(chosen, seats=seats)
    scope = replace(scope.with_salient(None), signs=True)
    for of, count in ((PLAYER, game.players), (SIDE, game.sides)):
        for number in range(count):
            scope = scope.bind(f"{_MARK}{of.kind}{_MARK}{number}", numbered(of, number, scope))
    return scope


# ------------------------------------------------------------------------- in words


@dataclass(frozen=True, slots=True)
class ZoneCards:
    """The faces of the cards in a place, in groups; only families have more than one group."""

    place: str
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ExampleProse:
    """An example: its position, its moves and their results.  `steps` has the sentences about the position, and then
    the sentences about each move.
    """

    name: str
    title: str
    zones: tuple[ZoneCards, ...]
    steps: tuple[tuple[str, ...], ...]
    under: tuple[str, ...]
    cites: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Return all sentences in their order."""
        return tuple(line for step in self.steps for line in step)


def example_prose(example: g.Example, scope: ProseScope) -> ExampleProse:
    """Word an example, with its cards."""
    told, lines = example_scope(example, scope), seated_lines(example, scope)
    held = tuple(_zone_cards(line, told) for line, _ in lines if isinstance(line, g.Holds))
    steps: list[list[tuple[g.ExampleLine, int]]] = [[]]
    for line, actor in lines:
        steps += [[]] if isinstance(line, g.Do) else []
        steps[-1] += [] if isinstance(line, g.Holds) else [(line, actor)]
    texts = tuple(tuple(finish_sentence(text, told, of=example.span) for text in _step_sentences(step, told)) for step in steps)
    under = tuple(option_setting(option, (chosen,), scope) for option, chosen in example.under)
    title = localized(example.names, scope.lang.code, example.name)
    return ExampleProse(example.name, title, held, texts, under, example.cites)


def _zone_cards(line: g.Holds, scope: ProseScope) -> ZoneCards:
    readings = line.readings or ((),) * len(line.cards)
    game = scope.naming.game
    groups = tuple(expressions.faces_read(game, cards, read) for cards, read in zip(line.cards, readings, strict=True))
    naming, lang = scope.naming, scope.lang
    many = naming.is_family(line.zone.zone)
    place = lang.forms.determined(naming.zone(line.zone.zone), "the", True) if many else scope.value(line.zone)
    return ZoneCards(finish_sentence(place.text, scope, ""), groups)


MOST_JOINED = 3
"""The greatest number of results that one sentence states."""


def _step_sentences(step: Sequence[tuple[g.ExampleLine, int]], scope: ProseScope) -> Iterator[str]:
    """Yield the sentences about a position: the given values, the legal moves and the results.  Statements of the same kind
    that follow each other are one sentence, if they are short.  A result follows from the values, or
    from the move, before it.
    """
    given, several, moved = "", False, False
    for kind, group in groupby(step, key=lambda each: _kind(each[0])):
        lines = [*group]
        if kind is g.Given:
            *before, given = _given_sentences([line for line, _ in lines if isinstance(line, g.Given)], scope)
            yield from before
            several = bool(before)
            continue
        if kind is not g.Check:
            yield from [given] if given else []
            given, moved = "", kind is g.Do
            yield from (example_line(line, actor, scope) for line, actor in lines)
            continue
        first, *others = results_in_words([line.condition for line, _ in lines if isinstance(line, g.Check)], scope)
        if given and (several or scope.lang.text("site_colon").strip() in given):
            yield given
            first = scope.lang.text("check", x=first)
        elif given:
            first = f"{given}{scope.lang.text('site_colon')} {first}"
        elif moved:
            first = scope.lang.text("check", x=first)
        yield from (first, *others)
        given, moved = "", False
    yield from [given] if given else []


def _kind(line: g.ExampleLine) -> type[g.ExampleLine]:
    return type(line)


def _given_sentences(lines: Sequence[g.Given], scope: ProseScope) -> Iterator[str]:
    """Yield the given values: the values of one cell for several players or sides in one sentence."""
    for _, group in groupby(lines, key=lambda line: line.cell.cell):
        yield from _joined([given_value(line.cell, line.value, scope) for line in group], scope)


def results_in_words(conditions: Sequence[g.Expr], scope: ProseScope) -> Iterator[str]:
    """Yield sentences about the results in a position; statements that are short are one sentence."""
    yield from _joined([holding(part, scope) for one in conditions for part in conjuncts(one)], scope)


def _joined(texts: Sequence[str], scope: ProseScope) -> Iterator[str]:
    """Yield short statements in one sentence, and others in sentences of their own."""
    marks = (",", ";", ":", f" {scope.lang.phrases['and']} ")
    if texts and len(texts) <= MOST_JOINED and not any(mark in text for text in texts for mark in marks):
        yield scope.lang.series([*texts])
    else:
        yield from texts


def example_line(line: g.ExampleLine, actor: int, scope: ProseScope) -> str:
    """Word one line of an example that is not a place with its cards; `actor` makes its move."""
    lang = scope.lang
    match line:
        case g.Holds():
            return scope.value(line.zone).text
        case g.Given(cell, value):
            return given_value(cell, value, scope)
        case g.Shuffled(cards):
            return lang.text("shuffle_gives", x=expressions.card_signs(cards, scope))
        case g.MayDo(move):
            return lang.text("may", numbered(PLAYER, actor, scope), do=expressions.move_text(move, scope))
        case g.MayNot(move, because):
            text = lang.text("may_not", numbered(PLAYER, actor, scope), do=expressions.move_text(move, scope))
            return f"{text}{lang.text('site_colon')} {', '.join(_reasons(because, scope))}" if because else text
        case g.MayOnly(moves):
            return lang.text("may_only_by", numbered(PLAYER, actor, scope), do=expressions.moves_text(moves, scope))
        case g.Do(move):
            return move_made(line, actor, scope)
        case g.Check(condition):
            return holding(condition, scope)
        case _:
            assert_never(line)


def move_made(line: g.Do, actor: int, scope: ProseScope) -> str:
    """Word a move that is made, with its player, or the finding of an arbiter."""
    lang, move = scope.lang, line.move
    if scope.naming.game.act[move.act].finding:
        return lang.text("found_now", do=expressions.move_text(move, scope))
    who, done = numbered(PLAYER, actor, scope), expressions.move_done(move, scope)
    text = f"{who.text} {done}"
    if done is None:
        text = f"{who.text}{lang.text('site_colon')} {expressions.move_text(move, scope)}"
    key = "do_ruled" if line.ruled else "do_broken" if line.despite else ""
    named = lang.series([scope.naming.clause(name) for name in (*line.despite, *line.ruled)])
    return lang.text(key, do=text, x=named) if key else text


def given_value(cell: g.Recall, value: g.Expr, scope: ProseScope) -> str:
    """Word the value of a cell in an example's position."""
    cell, value = as_written(cell), as_written(value)
    if isinstance(value, g.Truth):
        return scope.condition(cell, negated=not value.value)
    if isinstance(value, g.Nobody):
        return scope.condition(g.Operation("=", (cell, value), TRUTH, cell.span))
    noun = scope.naming.cell(cell.cell)
    counted = cell.type == NUMBER and cell.owner is not None and expressions.is_counted_in_units(noun)
    if counted and cell.cell not in scope.levels:
        return scope.condition(g.Operation("=", (cell, value), TRUTH, cell.span))
    held = expressions.cell_value(cell, scope)
    key = "given_number" if cell.type.kind == "number" else "given"
    if isinstance(value, g.Symbol):  # a suit is given by its name: the trump suit is swords
        named = scope.naming.symbol_text(value.type.enumeration, value.name)
    else:
        named = scope.value(value).text
    return scope.lang.text(key, Phrase(held.text, held.feminine, held.plural), x=named)


def holding(condition: g.Expr, scope: ProseScope) -> str:
    """Word a result: that a match is over, who wins, how many points somebody scores."""
    lang, condition = scope.lang, as_written(condition)
    denied = operands_of(condition, "not")
    what = denied[0] if denied else condition
    if isinstance(what, g.Applies):
        return _applying(scope.naming.game.ruleset.clause[what.clause], denied=bool(denied), scope=scope) or scope.condition(
            condition
        )
    match operands_of(what, "="):
        case (g.SideOf(one), g.SideOf(other)) if not scope.naming.every_player_is_a_side:
            both = Phrase(lang.series([scope.value(one).text, scope.value(other).text]), plural=True)
            return lang.text("play_together", both, bool(denied))
        case (g.Apply(g.WINNER, ()), g.Nobody()) if not denied:
            return lang.text("nobody_wins")
        case (g.Apply(g.WINNER, ()), winner) if winner.type in (PLAYER, SIDE) and not denied:
            return lang.text("somebody_wins", scope.value(expressions.resolve_single_side(winner, scope)))
        case (g.ScoreOf(heading, side), value) if not denied and (points := _points(value)) is not None:
            return _scored(heading, scope.value(expressions.resolve_single_side(side, scope)), points, scope)
        case (value, figure) if not denied and _is_measured(value, scope) and (number := _points(figure)) is not None:
            return lang.text("amounts_to", scope.value(value), x=str(number).replace("-", "−"))
        case _:
            return ("" if denied else _scored_by_each(what, scope)) or scope.condition(condition)


def _applying(clause: g.Clause, *, denied: bool, scope: ProseScope) -> str:
    """Word that a clause applies by its effect: *the match is over*; empty if that is not as short."""
    if isinstance(clause.sentence, g.Ends):
        noun = scope.lang.noun(clause.sentence.period)
        the = scope.lang.forms.determined(noun, "the")
        return scope.lang.text("goes_on" if denied else "is_over", Phrase(the.text, noun.feminine))
    return "" if denied else _effects_of(clause, scope)


def has_effect_in_words(clause: str, scope: ProseScope) -> bool:
    """Return whether it is worded by its effect that a clause applies, but not that it does not apply."""
    node = scope.naming.game.ruleset.clause[clause]
    return bool(_applying(node, denied=False, scope=scope)) and not _applying(node, denied=True, scope=scope)


def number_compared(condition: g.Expr) -> tuple[g.Expr, g.Number] | None:
    """Return the number that a condition compares with a fixed one, and the fixed one; None for other conditions."""
    (compared,) = operands_of(condition, "not") or (condition,)
    match operands_of(compared, "=", "<", "<="):
        case (value, g.Number() as fixed) | (g.Number() as fixed, value) if value.type == NUMBER:
            return value, fixed
        case _:
            return None


def _scored_by_each(condition: g.Expr, scope: ProseScope) -> str:
    """Word that every side has the same score under a heading; empty for other conditions."""
    if (
        not isinstance(condition, g.Quantified)
        or condition.quantifier != "every"
        or not isinstance(condition.members, g.Everyone)
    ):
        return ""
    match operands_of(condition.condition, "="):
        case (g.ScoreOf(heading, g.Local(name)), value) if (
            name == condition.variable and (points := _points(value)) is not None
        ):
            noun = scope.naming.kernel_noun("side" if condition.members.type.kind == "sides" else "player")
            if points:
                return _scored(heading, scope.lang.forms.determined(noun, "each"), points, scope)
            return _under(heading, scope.lang.text("nobody_scores", scope.lang.forms.determined(noun, "no")), scope)
        case _:
            return ""


def _effects_of(clause: g.Clause, scope: ProseScope) -> str:
    """Word the effect of a clause, if it names nobody; empty for other clauses."""
    node = clause.sentence
    if not isinstance(node, g.Consequence) or any(isinstance(part, g.Actor | g.Local) for part in parts(node.effects)):
        return ""
    bodies = [effect.body for effect in node.effects]
    notes = any(isinstance(body, g.Become) and isinstance(body.value, g.Truth) for body in bodies)
    return "" if notes or len(bodies) > 1 else effects(node.effects, scope)


def _points(value: g.Expr) -> int | None:
    """Return a number that an example states; None for other expressions."""
    if isinstance(value, g.Number):
        return value.value
    match operands_of(value, "-"):
        case (g.Number(0), g.Number(number)):
            return -number
        case _:
            return None


def _is_measured(value: g.Expr, scope: ProseScope) -> bool:
    """Return whether something has a value and is not counted: a total, the strength to beat."""
    if isinstance(value, g.Recall):
        counted = expressions.is_counted_in_units(scope.naming.cell(value.cell))
        return value.owner is None and value.cell not in scope.levels and not counted
    return value.type == NUMBER and isinstance(value, g.Apply | g.Total | g.Operation)


def _scored(heading: str | None, who: Phrase, points: int, scope: ProseScope) -> str:
    """Word the score of somebody, under a heading or in all."""
    lang = scope.lang
    key = "scores_nothing" if not points else "scores_points" if points > 0 else "loses_points"
    text = lang.text(key, who, n=lang.forms.counted(abs(points), lang.noun("point")).text)
    return _under(heading, text, scope)


def _under(heading: str | None, text: str, scope: ProseScope) -> str:
    naming = scope.naming
    if heading is None:
        return scope.lang.text("scored_in_all", x=text)
    title = naming.quoted(naming.title(heading, naming.game.clause[heading].names))
    return scope.lang.text("scored_for", x=text, heading=title)


def _reasons(because: tuple[str, ...], scope: ProseScope) -> Iterator[str]:
    """Yield the reasons why a move is not legal: the clauses that forbid it, and the permissions that it does not satisfy."""
    lang, naming = scope.lang, scope.naming
    permits = {clause.name for clause in naming.game.ruleset.clauses if isinstance(clause.sentence, g.Permission)}
    for key, word, wanted in (("because_of", "and", False), ("not_covered_by", "or", True)):
        named = [naming.clause(name) for name in because if (name in permits) is wanted]
        if named:
            yield lang.text(key, x=lang.series(named, word))
