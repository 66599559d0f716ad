"""House rules chosen: a game under other values of its options, or for another number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from math import prod

from cartaro_grammar.model import game as g
from cartaro_grammar.text.diagnostic import MAX_DIAGNOSTICS, Diagnostic, Label, limit_diagnostics
from cartaro_grammar.text.identity import IdentityKey
from cartaro_grammar.text.messages import msg, shorten
from cartaro_grammar.text.source import Span
from cartaro_grammar.text.spelling import did_you_mean

PLAYERS_SETTING = "players"
"""The setting that says how many play; it is no option of any ruleset."""

LIBRARY_PLAYERS = (2,)
"""How many play what is checked by itself though it says nothing of players."""


def choose(game: g.Game, settings: Mapping[str, str]) -> g.Game | tuple[Diagnostic, ...]:
    """The game under these settings: `option=value`, and `players=n`; the others stay as they are."""
    return _chosen(IdentityKey((game,)), tuple(settings.items()))


@lru_cache(maxsize=64)
def _chosen(base: IdentityKey[g.Game], settings: tuple[tuple[str, str], ...]) -> g.Game | tuple[Diagnostic, ...]:
    (game,) = base.values
    found: list[Diagnostic] = []
    chosen = dict(game.settings)
    options = {option.name: option for option in game.options}
    for name, value in settings:
        if name == PLAYERS_SETTING:
            continue
        if name not in options:
            found.append(_unknown(game, name, [*options, PLAYERS_SETTING]))
        elif value not in options[name].values:
            values = ", ".join(options[name].values)
            message = msg("the option `{name}` has no value `{value}`", name=name, value=shorten(value))
            found.append(Diagnostic("C0702", message, None, help=msg("it is one of {values}", values=values), path=game.name))
        else:
            chosen[name] = value
    players = dict(settings).get(PLAYERS_SETTING, str(game.players))
    if not players.isascii() or not players.isdigit() or int(players[:3]) not in game.player_counts or len(players) > 3:
        counts = ", ".join(map(str, game.player_counts))
        message = msg("`{game}` is not for `{players}` players", game=game.name, players=shorten(players))
        found.append(Diagnostic("C0704", message, None, help=msg("it is for {counts}", counts=counts), path=game.name))
    if found:
        return limit_diagnostics(found, MAX_DIAGNOSTICS)
    return with_players(replace(game, settings=tuple(chosen.items())), int(players))


def _unknown(game: g.Game, name: str, known: list[str]) -> Diagnostic:
    guess = did_you_mean(name, known)
    advice = msg("did you mean `{guess}`?", guess=guess) if guess else msg("the settings are {names}", names=", ".join(known))
    return Diagnostic(
        "C0701", msg("`{game}` has no option `{name}`", game=game.name, name=shorten(name)), None, help=advice, path=game.name
    )


def with_players(game: g.Game, players: int) -> g.Game | tuple[Diagnostic, ...]:
    """The game for a number of players that it allows, its sides arranged."""
    game = replace(game, players=players, side_of=tuple(range(players)))
    try:
        applying = [(clause, said) for clause, said in game.saying(g.SidesAre) if _applies(game, clause)]
    except _InPlay as found:
        label = Label(found.span, msg("this is known in play only"))
        advice = msg("ask for `number of players`, or for an option")
        return (Diagnostic("C0513", msg("who plays together is settled before the play"), label, help=advice, path=game.name),)
    arrangements = {said.arrangement for _, said in applying}
    if len(arrangements) > 1:
        message = msg("for {players} players two clauses arrange the sides differently", players=players)
        (one, first), *_ = applying
        other = next(clause for clause, said in applying if said != first)
        labels = Label(one.span, msg("this applies")), (Label(other.span, msg("and this")),)
        advice = msg("say of each `when number of players is …`")
        return (Diagnostic("C0513", message, *labels, help=advice, path=game.name),)
    if arrangements == {"opposite"}:
        if players % 2:
            message = msg("{players} players cannot sit opposite each other in pairs", players=players)
            label = Label(applying[0][0].span, msg("this applies"))
            return (Diagnostic("C0513", message, label, help=msg("say it `when number of players is …`"), path=game.name),)
        return replace(game, side_of=tuple(p % (players // 2) for p in range(players)))
    return game


def for_one_table(game: g.Game) -> g.Game:
    """The game as its number of players alone plays it, for prose: clauses that never apply then are left out, and conditions
    that always hold then are not asked.
    """
    found = (_settled(game, clause) for clause in game.clauses)
    return replace(game, clauses=tuple(c for c in found if c is not None), player_counts=(game.players,))


def _settled(game: g.Game, clause: g.Clause) -> g.Clause | None:
    when = tuple((expr, _known(game, expr)) for expr in clause.when)
    unless = tuple((expr, _known(game, expr)) for expr in clause.unless)
    if any(value is False for _, value in when) or any(value is True for _, value in unless):
        return None
    left = (tuple(expr for expr, value in asked if value is None) for asked in (when, unless))
    return replace(clause, when=next(left), unless=next(left))


def _known(game: g.Game, expr: g.Expr) -> bool | None:
    """What an expression comes to before the play; None where play decides."""
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
    """What is asked for is not known before the play."""

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
        case g.Setting(option, of, _):
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
        case _:
            raise _InPlay(span)
