"""Instantiation: the game of a ruleset under values of its options, for a number of players.

A wrong setting is reported as a diagnostic, and so is an arrangement of the sides that is impossible for this number of
players. Options may be left open (`leave_open`): their `Setting`s stay, and the options that a clause is `under` become its
first condition.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import TypeVar

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import NUMBER, TRUTH, symbol
from cartaro_grammar.model.parts import parts, rewrite
from cartaro_grammar.text.diagnostic import MAX_DIAGNOSTICS, Diagnostic, Label, limit_diagnostics
from cartaro_grammar.text.identity import IdentityKey
from cartaro_grammar.text.integers import is_integer
from cartaro_grammar.text.messages import msg, shorten
from cartaro_grammar.text.source import Span
from cartaro_grammar.text.spelling import did_you_mean

T = TypeVar("T")

LIBRARY_PLAYERS = (2,)
"""The numbers of players for which a library is checked if it does not declare any."""


def instantiate(ruleset: g.Ruleset, settings: Mapping[str, str] | None = None) -> g.Game | tuple[Diagnostic, ...]:
    """Return the game of a ruleset under some settings: `option=value`, and `players=n`.

    An option that they do not name has its default. The default number of players is the first number that the ruleset allows.
    """
    return _instantiated(IdentityKey((ruleset,)), tuple((settings or {}).items()), frozenset[str]())


MOST_SEATINGS = 256
"""The number of choices for which it is checked that the players can be seated."""


def failed_seating(ruleset: g.Ruleset) -> tuple[Diagnostic, ...]:
    """Return the first reason why the players cannot be seated under some choice of their number and of the house rules about
    sides; nothing if they always can.
    """
    sides = [clause for clause in ruleset.clauses if isinstance(clause.sentence, g.SidesAre)]
    about = {name for clause in sides for name, _ in clause.under}
    about |= {part.option for clause in sides for part in parts((clause.when, clause.unless)) if isinstance(part, g.Setting)}
    values = [[(name, value) for value in ruleset.option[name].values] for name in sorted(about)]
    players = [[(g.PLAYERS_SETTING, str(number)) for number in ruleset.player_counts]]
    terms = tuple(clause for clause in ruleset.clauses if isinstance(clause.sentence, g.SidesAre | g.Definition))
    few = replace(ruleset, clauses=terms, cells=(), acts=(), claims=(), examples=(), wordings=())
    for settings in islice(product(*players, *values), MOST_SEATINGS):
        found = instantiate(few, dict(settings))
        if isinstance(found, tuple):
            return found
    return ()


def choose(game: g.Game, settings: Mapping[str, str]) -> g.Game | tuple[Diagnostic, ...]:
    """Return the game under other settings: `option=value`, and `players=n`; options that are not named stay as they are."""
    return _chosen_anew(game, settings, game.open.difference(settings))


def leave_open(game: g.Game, options: Collection[str]) -> g.Game | tuple[Diagnostic, ...]:
    """Return the game with these options left open, in addition to its open options.

    Such a game represents all their choices. Options that decide who plays together cannot be left open.
    """
    return _chosen_anew(game, {}, game.open | frozenset(options))


def _chosen_anew(game: g.Game, settings: Mapping[str, str], left_open: frozenset[str]) -> g.Game | tuple[Diagnostic, ...]:
    chosen = {**game.all_settings, **settings}
    found = _instantiated(IdentityKey((game.ruleset,)), tuple(chosen.items()), left_open)
    return replace(found, called=game.called) if game.called and isinstance(found, g.Game) else found


def setting_is(option: g.Option, values: Collection[str], span: Span) -> g.Expr:
    """Return the condition that an option has one of some values."""
    kind = NUMBER if all(is_integer(value) for value in option.values) else symbol(option.name)

    def has(value: str) -> g.Expr:
        written = g.Number(int(value), kind, span) if kind is NUMBER else g.Symbol(value, kind, span)
        return g.Operation("=", (g.Setting(option.name, kind, span), written), TRUTH, span)

    each = tuple(has(value) for value in option.values if value in values)
    return each[0] if len(each) == 1 else g.Operation("or", each, TRUTH, span)


MOST_CHOICES = 256
"""The number of choices of one game that are remembered, because the guide of a page iterates over them once for each
language.
"""


@lru_cache(maxsize=MOST_CHOICES)
def _instantiated(
    base: IdentityKey[g.Ruleset], settings: tuple[tuple[str, str], ...], left_open: frozenset[str]
) -> g.Game | tuple[Diagnostic, ...]:
    (ruleset,) = base.values
    found: list[Diagnostic] = []
    chosen = {option.name: option.default for option in ruleset.options}
    for name, value in settings:
        if name == g.PLAYERS_SETTING:
            continue
        if name not in ruleset.option:
            found.append(_unknown(ruleset, name, [*ruleset.option, g.PLAYERS_SETTING]))
        elif value not in ruleset.option[name].values:
            values = ", ".join(ruleset.option[name].values)
            message = msg("the option `{name}` has no value `{value}`", name=name, value=shorten(value))
            found.append(
                Diagnostic("C0702", message, None, help=msg("it is one of {values}", values=values), path=ruleset.name)
            )
        else:
            chosen[name] = value
    players = dict(settings).get(g.PLAYERS_SETTING, str(ruleset.player_counts[0]))
    if not players.isascii() or not players.isdigit() or int(players[:3]) not in ruleset.player_counts or len(players) > 3:
        counts = ", ".join(map(str, ruleset.player_counts))
        message = msg("`{game}` is not for `{players}` players", game=ruleset.name, players=shorten(players))
        found.append(Diagnostic("C0704", message, None, help=msg("it is for {counts}", counts=counts), path=ruleset.name))
    if found:
        return limit_diagnostics(found, MAX_DIAGNOSTICS)
    return _seated(_with_values(ruleset, chosen, int(players), left_open))


def _with_values(ruleset: g.Ruleset, values: Mapping[str, str], players: int, left_open: frozenset[str]) -> g.Game:
    """The game with the value of each option that is not open instead of its `Setting`, before its sides are arranged."""
    chosen = {option: value for option, value in values.items() if option not in left_open}

    def value(node: object) -> object:
        if not isinstance(node, g.Setting) or node.option in left_open:
            return node
        text = chosen[node.option]
        if node.type.kind == "number":
            return g.Number(int(text), node.type, node.span, node.option)
        return g.Symbol(text, node.type, node.span, node.option)

    def instantiated(items: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(rewrite(item, value) if id(item) in ruleset.with_settings else item for item in items)

    standing = (c for c in ruleset.clauses if all(o in left_open or chosen[o] in allowed for o, allowed in c.under))
    clauses = instantiated(tuple(standing))
    return g.Game(
        ruleset=ruleset,
        settings=tuple(chosen.items()),
        players=players,
        side_of=tuple(range(players)),
        cells=instantiated(ruleset.cells),
        acts=instantiated(ruleset.acts),
        clauses=tuple(_guarded(ruleset, clause, left_open) for clause in clauses) if left_open else clauses,
        claims=instantiated(ruleset.claims),
        examples=instantiated(ruleset.examples),
        open=left_open,
    )


def _guarded(ruleset: g.Ruleset, clause: g.Clause, left_open: frozenset[str]) -> g.Clause:
    """Return a clause with the open options that it is `under` as its first conditions."""
    guards = tuple(setting_is(ruleset.option[o], values, clause.span) for o, values in clause.under if o in left_open)
    return replace(clause, when=(*guards, *clause.when)) if guards else clause


def _unknown(ruleset: g.Ruleset, name: str, known: list[str]) -> Diagnostic:
    guess = did_you_mean(name, known)
    advice = msg("did you mean `{guess}`?", guess=guess) if guess else msg("the settings are {names}", names=", ".join(known))
    return Diagnostic(
        "C0701",
        msg("`{game}` has no option `{name}`", game=ruleset.name, name=shorten(name)),
        None,
        help=advice,
        path=ruleset.name,
    )


def _seated(game: g.Game) -> g.Game | tuple[Diagnostic, ...]:
    """The game with its sides arranged, or the reason why they cannot be."""
    players = game.players
    try:
        applying = [(clause, sentence) for clause, sentence in game.with_sentence(g.SidesAre) if _applies(game, clause)]
    except _InPlay as found:
        label = Label(found.span, msg("this is known only during play"))
        advice = msg("test `number of players`, or an option")
        return (Diagnostic("C0513", msg("the sides are fixed before play begins"), label, help=advice, path=game.name),)
    arrangements = {sentence.arrangement for _, sentence in applying}
    if len(arrangements) > 1:
        message = msg("with {players} players, two clauses arrange the sides differently", players=players)
        homes = (game.ruleset.name, *game.ruleset.bases)
        applying.sort(key=lambda found: found[0].home not in homes)
        (one, first), *_ = applying
        other = next(clause for clause, sentence in applying if sentence != first)
        labels = Label(one.span, msg("this clause applies")), (Label(other.span, msg("this clause applies too")),)
        advice = msg("add `when number of players is …` to each")
        if other.home not in homes:
            number = other.article.rpartition("/")[2]
            advice = msg("write `in article {number} of {home} repeal {name}`", number=number, home=other.home, name=other.name)
        return (Diagnostic("C0513", message, *labels, help=advice, path=game.name),)
    if arrangements == {"opposite"}:
        if players % 2:
            message = msg("{players} players cannot sit opposite each other in pairs", players=players)
            label = Label(applying[0][0].span, msg("this clause applies"))
            return (Diagnostic("C0513", message, label, help=msg("write `when number of players is …`"), path=game.name),)
        return replace(game, side_of=tuple(p % (players // 2) for p in range(players)))
    return game


def as_written(part: T) -> T:
    """Return a part of a game as its ruleset has it, for prose: a `Setting` instead of the value of each option."""
    return rewrite(part, _option_again)


def _option_again(node: object) -> object:
    if isinstance(node, g.Number | g.Symbol) and node.option:
        return g.Setting(node.option, node.type, node.span)
    return node


def for_one_table(game: g.Game) -> g.Game:
    """Return the game as if its ruleset were only for this number of players, for prose.

    Clauses that can then never apply, and conditions that are then always true, are removed.
    """
    return _for_one_table(IdentityKey((game,)))


@lru_cache(maxsize=MOST_CHOICES)
def _for_one_table(key: IdentityKey[g.Game]) -> g.Game:
    (game,) = key.values
    found = (_settled(game, clause) for clause in game.ruleset.clauses)
    ruleset = replace(game.ruleset, clauses=tuple(c for c in found if c is not None), player_counts=(game.players,))
    table = instantiate(ruleset, game.chosen)
    assert isinstance(table, g.Game), "a number of players that the ruleset is for"
    return table


def _settled(game: g.Game, clause: g.Clause) -> g.Clause | None:
    when = tuple((expr, _known(game, expr)) for expr in clause.when)
    unless = tuple((expr, _known(game, expr)) for expr in clause.unless)
    if any(value is False for _, value in when) or any(value is True for _, value in unless):
        return None
    left = (tuple(expr for expr, value in query if value is None) for query in (when, unless))
    return replace(clause, when=next(left), unless=next(left))


def _known(game: g.Game, expr: g.Expr) -> bool | None:
    """Return the value of an expression before play. Return None if it depends on play."""
    if isinstance(expr, g.Operation) and expr.operator in ("and", "or"):
        values = [_known(game, operand) for operand in expr.operands]
        decisive = expr.operator == "or"
        return decisive if decisive in values else None if None in values else not decisive
    try:
        value = _value(game, expr)
    except _InPlay:
        return None
    return value if isinstance(value, bool) else None


class _InPlay(Exception):
    """Raised if a value is not known before the play."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


def _applies(game: g.Game, clause: g.Clause) -> bool:
    return all(_value(game, e) for e in clause.when) and not any(_value(game, e) for e in clause.unless)


def _value(game: g.Game, expr: g.Expr) -> int | str | bool:
    """The value of an expression about the number of players and the options; raises `_InPlay` at anything else."""
    match expr:
        case g.Number(value, _, _) | g.Truth(value, _, _):
            return value
        case g.Symbol(name, _, _):
            return name
        case g.Setting(option, of, _) if option not in game.open:
            return int(game.chosen[option]) if of.kind == "number" else game.chosen[option]
        case g.Size(g.Everyone(of), _, _) if of.kind == "players":
            return game.players
        case g.Operation(operator, operands, _, span):
            return _operation(operator, tuple(_value(game, o) for o in operands), span)
        case _:
            raise _InPlay(expr.span)


def _operation(operator: g.Operator, values: tuple[int | str | bool, ...], span: Span) -> bool | int:
    numbers = [v for v in values if isinstance(v, int)]
    match operator:
        case "and":
            return all(values)
        case "or":
            return any(values)
        case "not":
            return not values[0]
        case "=":
            return values[0] == values[1]
        case "<" if len(numbers) == 2:
            return numbers[0] < numbers[1]
        case "<=" if len(numbers) == 2:
            return numbers[0] <= numbers[1]
        case "+":
            return sum(numbers)
        case "-":
            return numbers[0] - sum(numbers[1:]) if len(numbers) > 1 else -numbers[0]
        case "*":
            return prod(numbers)
        case "half":
            return numbers[0] // 2
        case "remainder" if numbers[1] > 0:
            return numbers[0] % numbers[1]
        case "quotient" if numbers[1] > 0:
            return numbers[0] // numbers[1]
        case "quotient up" if numbers[1] > 0:
            return -(-numbers[0] // numbers[1])
        case _:
            raise _InPlay(span)
