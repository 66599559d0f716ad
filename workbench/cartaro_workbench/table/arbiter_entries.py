"""What may be entered at the table for a player who calls the arbiter: findings, and moves of theirs that break a rule.

Nothing is listed that the player may not see: an argument that would tell unseen cards is asked for (`offers`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Diagnostic, Game
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Offer,
    Rules,
    argument_codes,
    article_of,
    irregular,
    offers,
    symbols_of,
)
from cartaro_rulebook import (
    card_in_words,
    finding_in_words,
    in_words,
    move_in_words,
    players_in_words,
    sides_in_words,
)
from cartaro_workbench.editing.problems import problem
from cartaro_workbench.table.entries import TableEntry, written_entry
from cartaro_workbench.table.game_table import Refused, Table

WRITTEN = frozenset({"card", "cards", "group", "player", "players", "side", "sides", "symbol", "symbols"})
"""The kinds of arguments that can be written."""
ENTERED = frozenset({("later", "stand"), ("once", "make_good")})
"""What may come of a move that breaks a rule, where it makes a difference to play on: when it is noticed, and the remedy."""
SEVERAL = frozenset({"cards", "group", "players", "sides", "symbols"})


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """What an argument may be: as it is written, and in words."""

    written: str
    text: str


@dataclass(frozen=True, slots=True)
class AskedArgument:
    """An argument that is asked for: its word, of what kind it is, whether it may be several, and what there is to choose."""

    name: str
    kind: Literal["card", "player", "side", "value"]
    several: bool
    values: tuple[ArgumentValue, ...]


@dataclass(frozen=True, slots=True)
class ArbiterEntry:
    """What may be entered: as it is written, `{name}` where an argument is asked for, and in words; whether it is a finding or
    a move that breaks a rule, and whether such a move is noticed at once; the articles that say what comes of it; and the
    arguments that are asked for.
    """

    phrase: str
    text: str
    finding: bool
    at_once: bool
    articles: tuple[str, ...]
    asked: tuple[AskedArgument, ...]


def has_arbiter(game: Game) -> bool:
    """Whether there is ever anything to call the arbiter for."""
    ruled = (said for _, said in game.saying(g.Breach) if (said.noticed, said.remedy) in ENTERED)
    return any(act.finding for act in game.acts) or any(ruled)


def arbiter_entries(table: Table, seat: int, code: str) -> tuple[ArbiterEntry, ...] | Refused:
    """What may be entered for the player in a seat, in a language; nothing where it is not their turn, or a ruling asks for an
    act.
    """
    if seat != table.actor or table.proceedings.demand:
        return ()
    rules, state = table.rules, table.proceedings.state
    found, broken = offers(rules, state, seat), irregular(rules, state)
    for told in (found, broken):
        if isinstance(told, Diagnostic):
            return (problem(told),)
    assert not isinstance(found, Diagnostic)
    assert not isinstance(broken, Diagnostic)
    own = [one for one in broken if one.option.player == seat]
    unnoticed = (_broken(rules, TableEntry(one.move, one.bars), one.later, code) for one in own if one.later)
    noticed = (_broken(rules, TableEntry(one.move, ruled=one.at_once), one.at_once, code) for one in own if one.at_once)
    return (*_findings(rules, found, code), *unnoticed, *noticed)


def _findings(rules: Rules, found: tuple[Offer, ...], code: str) -> Iterator[ArbiterEntry]:
    for offer in found:
        act = rules.game.act[offer.act]
        pairs = tuple(zip(act.parameters, offer.args, strict=True))
        asked = [parameter for parameter, value in pairs if value is None]
        if not all(parameter.type.kind in WRITTEN for parameter in asked):
            continue
        words = [offer.act]
        for parameter, value in pairs:
            words += [
                parameter.preposition or "",
                _written(rules, parameter, value),
            ]
        text = finding_in_words(rules, act, offer.args, code)
        given = tuple(_asked(rules, parameter, code) for parameter in asked)
        yield ArbiterEntry(" ".join(filter(None, words)), text, True, False, _articles(rules, (offer.act,), code), given)


def _written(rules: Rules, parameter: g.Parameter, value: int | None) -> str:
    """An argument as it is written; the place of one that is asked for."""
    if value is None:
        return f"{{{parameter.name}}}"
    written = argument_codes(rules.game, parameter, value)
    return " ".join(map(str, written)) if isinstance(written, list) else str(written)


def _broken(rules: Rules, entry: TableEntry, rulings: tuple[str, ...], code: str) -> ArbiterEntry:
    """A move that breaks a rule, with the clauses that rule on it."""
    text, written = move_in_words(rules, entry.move, code), written_entry(rules.game, entry)
    if entry.ruled:
        text = f"{text}: {in_words('table_noticed', code)}"
    return ArbiterEntry(written, text, False, bool(entry.ruled), _articles(rules, rulings, code), ())


def _articles(rules: Rules, names: tuple[str, ...], code: str) -> tuple[str, ...]:
    """The articles of findings or clauses, each once."""
    found = (article_of(rules.game, name) for name in names)
    return tuple(dict.fromkeys(in_words("ruling_article", code, n=one.number) for one in found if one is not None))


def _asked(rules: Rules, parameter: g.Parameter, code: str) -> AskedArgument:
    """An argument that is asked for, with all that it can be of its kind: what it is of would tell what is not seen."""
    game, kind = rules.game, parameter.type.kind
    several = kind in SEVERAL
    if kind in ("card", "cards", "group"):
        cards = (ArgumentValue(card.code, card_in_words(rules, n, code)) for n, card in enumerate(game.deck.cards))
        return AskedArgument(parameter.name, "card", several, tuple(cards))
    if kind in ("symbol", "symbols"):
        names = symbols_of(game, parameter)
        return AskedArgument(parameter.name, "value", several, tuple(ArgumentValue(one, one) for one in names))
    of_players = kind in ("player", "players")
    called = players_in_words(game, code) if of_players else sides_in_words(game, code)
    values = tuple(ArgumentValue(str(n), name) for n, name in enumerate(called, 1))
    return AskedArgument(parameter.name, "player" if of_players else "side", several, values)
