"""A record, or an example in which something is done, step by step: each said in a language, with the position after it.

What the pages draw as a list of steps, for who shows it otherwise; the texts are plain, and no markup is in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cartaro_grammar import PLAYERS_SETTING, Game, Type, choose
from cartaro_grammar import game as g
from cartaro_interpreter import Json, RecordEntry, Rules, Ruling
from cartaro_rulebook.answers.things import Things
from cartaro_rulebook.cards.example_steps import example_run
from cartaro_rulebook.cards.hand_steps import HandStep, followed
from cartaro_rulebook.prose.citations import sentence
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.prose.statements import example_prose
from cartaro_rulebook.words.references import plain


@dataclass(frozen=True, slots=True)
class StepInWords:
    """What is done or said, for a move by the player in which seat and by which clauses; and the position that it leaves."""

    text: str
    player: int | None
    by: tuple[str, ...]
    position: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HandInWords:
    """The steps, the first being the deal or what is set out, in the game under the house rules and for the players that they
    are of; and of a record a text that `cartaro replay` takes.
    """

    game: Game
    steps: tuple[StepInWords, ...]
    record: str


def record_in_words(game: Game, record: Mapping[str, object], code: str, note: str = "") -> HandInWords:
    """A record step by step, in a language; HistoryFault where it cannot be replayed (one with a note may end in a move of
    which the rules do not decide what it leads to).
    """
    hand = followed(game, record, note)
    things = Things(hand.rules, code)
    steps = tuple(StepInWords(_said_of(step, things), step.player, step.by, step.position) for step in hand.steps)
    return HandInWords(hand.rules.game, steps, hand.text)


def example_in_words(game: Game, example: g.Example, code: str) -> HandInWords | None:
    """An example step by step, in a language; None where nothing is done in it, or not all of it can be."""
    positions = example_run(game, example).steps
    players = positions[0].get("players", game.players) if positions else game.players
    chosen = choose(game, {**dict(example.under), PLAYERS_SETTING: str(players)})
    if not positions or not isinstance(chosen, Game):
        return None
    scope = scope_for(chosen, code)
    told: list[list[str]] = [[]]
    said = (line for line in example.lines if not isinstance(line, g.Holds))
    for line, words in zip(said, example_prose(example, scope).lines, strict=True):
        told += [[]] if isinstance(line, g.Do) else []
        told[-1].append(plain(words))
    told[0] = told[0] or [scope.lang.say("ui_set_out")]
    steps = (StepInWords(" ".join(words), None, (), each) for words, each in zip(told, positions, strict=True))
    return HandInWords(chosen, tuple(steps), "")


def _said_of(step: HandStep, things: Things) -> str:
    """Who did what; of a deal, who begins."""
    if step.entries:
        return sentence("; ".join(_entry(entry, things) for entry in step.entries), things.scope)
    turn = step.position.get("turn")
    if not isinstance(turn, int):
        return sentence(things.lang.say("ui_dealt"), things.scope)
    return sentence(things.lang.say("ui_dealt_to", x=things.numbered(Type("player"), turn - 1).text), things.scope)


def _entry(entry: RecordEntry, things: Things) -> str:
    return things.scope.naming.clause(entry.clause) if isinstance(entry, Ruling) else things.move(entry)


# ---------------------------------------------------------------------------------------------- memory


def memory_in_words(rules: Rules, cell: g.Cell, value: Json, code: str) -> tuple[str, ...]:
    """What a memory holds, of each owner in their order, in words; `value` as a position has it."""
    things = Things(rules, code)
    each = value.values() if isinstance(value, Mapping) else (value,)
    return tuple(plain(things.lang.forms.polish(", ".join(_remembered(things, cell, one)))) for one in each)


def _remembered(things: Things, cell: g.Cell, value: Json) -> Iterator[str]:
    """One owner's, as the words of a list."""
    numbers = things.game.card_number
    if value is None or value == []:
        yield "—"
    elif isinstance(value, bool):
        yield things.lang.say("ui_yes" if value else "ui_no")
    elif isinstance(value, list):
        yield from (things.card(numbers[str(code)]).text for code in value)
    elif cell.type.kind == "card":
        yield things.card(numbers[str(value)]).text
    elif cell.type.kind == "symbol":
        yield things.scope.naming.symbol(cell.type.enumeration, str(value)).form(True)
    elif cell.kind == "reference" and isinstance(value, int) and cell.type.kind in ("player", "side"):
        yield things.numbered(cell.type, value - 1).text
    else:
        yield str(value)
