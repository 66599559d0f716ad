"""A record or an example step by step, for the table: all cards open, with the changes of each step.

Takes a checked game and a record as text or JSON; refuses a record that cannot be read or replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from cartaro_grammar import Diagnostic, Game, choose, msg
from cartaro_interpreter import Fitting, Json, Record, Rules, compile_game, parse_json, read_record, run_example
from cartaro_rulebook import (
    HandInWords,
    HistoryFault,
    Naming,
    StepInWords,
    example_in_words,
    language,
    players_in_words,
    record_in_words,
    sides_in_words,
    zone_in_words,
    zone_name,
)
from cartaro_workbench.editing.document import Problem, problem
from cartaro_workbench.table.game_table import Refused
from cartaro_workbench.table.shown_zones import ShownZone, shown_cards
from cartaro_workbench.table.table_view import ShownClause, ShownMemory, shown_clauses, shown_memory

# ------------------------------------------------------------------------- steps


MOST_STEPS = 2_000


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step: the act or statement, the player, the clauses; all zones with their cards after it, the memory, and the zones
    (`zone`, or `zone-owner` counted from 1) and memory that it changed.
    """

    text: str
    seat: int | None
    by: tuple[ShownClause, ...]
    zones: tuple[ShownZone, ...]
    memory: tuple[ShownMemory, ...]
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a hand, beginning with the deal or the position; the number of players, the house rules; and, for a record,
    its text for `cartaro replay`.
    """

    title: str
    players: int
    sides: tuple[int, ...]
    player_names: tuple[str, ...]
    side_names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    steps: tuple[ShownStep, ...]
    record: str


def steps_of_text(game: Game, text: str, code: str, note: str = "") -> Steps | Refused:
    """Return the steps of a record given as JSON text. The record of a verdict has the verdict's note."""
    value = parse_json(text)
    if isinstance(value, Diagnostic):
        return (problem(value),)
    if not isinstance(value, Mapping):
        return (problem(Diagnostic("C0814", msg("a record is an object: the cards as shuffled, and the moves"))),)
    rules = Fitting(game).rules(value, "record")
    read = read_record(rules, value) if isinstance(rules, Rules) else rules
    if isinstance(read, Record) and len(read.moves) > MOST_STEPS:
        read = (Diagnostic("C0824", msg("a record of more than {n} moves is not shown step by step", n=MOST_STEPS)),)
    return tuple(map(problem, read)) if isinstance(read, tuple) else steps_of_record(game, value, code, note)


def steps_of_record(game: Game, record: Mapping[str, object], code: str, note: str = "", title: str = "") -> Steps | Refused:
    """Return the steps of a record, such as that of a verdict."""
    try:
        return _shown(record_in_words(game, record, code, noted=bool(note)), code, title)
    except HistoryFault as fault:
        return (problem(Diagnostic("C0820", str(fault))),)


def steps_of_example(game: Game, name: str, code: str) -> Steps | Refused:
    """Return the steps of the example with this name, or none if it has no moves."""
    example = game.example.get(name)
    if example is None:
        return (problem(Diagnostic("C0906", msg("`{game}` has no example `{name}`", game=game.name, name=name[:80]))),)
    found = example_in_words(game, example, code)
    title = Naming(game, language(code)).title(example.name, example.names)
    if found is None:
        return (problem(Diagnostic("C0906", msg("the example `{name}` has no moves to follow", name=name))),)
    return _shown(found, code, title)


def _shown(hand: HandInWords, code: str, title: str) -> Steps | Refused:
    rules = compile_game(hand.game)
    if not isinstance(rules, Rules):
        return tuple(map(problem, rules))
    shown = list[ShownStep]()
    for step in hand.steps:
        shown.append(_step(rules, step, shown[-1] if shown else None, code))
    game = hand.game
    players, sides = players_in_words(game, code), sides_in_words(game, code)
    return Steps(title, game.players, game.side_of, players, sides, game.settings, tuple(shown), hand.record)


def _step(rules: Rules, step: StepInWords, before: ShownStep | None, code: str) -> ShownStep:
    by = shown_clauses(rules, step.by, code)
    zones = tuple(_zones(rules, cast("Mapping[str, Json]", step.position["zones"]), code))
    memory = shown_memory(rules, cast("Json", step.position.get("counters", {})), code)
    changed = () if before is None else tuple(_differences(before, zones, memory))
    return ShownStep(step.text, step.player, by, zones, memory, changed)


def _differences(before: ShownStep, zones: tuple[ShownZone, ...], memory: tuple[ShownMemory, ...]) -> Iterator[str]:
    """Return the zones and memory that differ."""
    held = {place(zone): zone.cards for zone in before.zones}
    now = {place(zone): zone.cards for zone in zones}
    yield from (key for key in {**held, **now} if held.get(key) != now.get(key))
    known = {one.name: one.values for one in before.memory}
    yield from (one.name for one in memory if known.get(one.name) != one.values)


def place(zone: ShownZone) -> str:
    """Return the key of a zone and owner."""
    return zone.zone if zone.owner is None else f"{zone.zone}-{zone.owner + 1}"


def _zones(rules: Rules, zones: Mapping[str, object], code: str) -> Iterator[ShownZone]:
    """Yield the zones of a position, with all their cards."""
    for name, content in zones.items():
        of = rules.game.zone[name]
        called = zone_name(rules, name, code)
        held: list[tuple[int | None, object]] = [(None, content)]
        if of.family:
            held = list(enumerate(cast("list[Json]", content)))
        elif isinstance(content, Mapping):
            held = [(int(owner) - 1, cards) for owner, cards in cast("Mapping[str, object]", content).items()]
        for owner, cards in held:
            numbers = [rules.game.faces.numbered[str(card)] for card in cast("list[Json]", cards)]
            shown, groups = shown_cards(rules, name, numbers, code)
            title = zone_in_words(rules, name, code, 0 if of.family or owner is None else owner)
            yield ShownZone(name, of.owner, of.ordered, owner, called, title, len(shown), shown, None, groups)


# ---------------------------------------------------------------------- examples


@dataclass(frozen=True, slots=True)
class ExampleOutcome:
    """The outcome of an example, with its failures."""

    name: str
    holds: bool
    failures: tuple[Problem, ...]


def run_named_example(game: Game, name: str) -> ExampleOutcome | None:
    """Run an example under the house rules that it names. Return None if the game has no such example."""
    example = game.example.get(name)
    if example is None:
        return None
    chosen = choose(game, dict(example.under))
    rules = compile_game(chosen) if isinstance(chosen, Game) else chosen
    found = run_example(rules, rules.game.example[name]).failures if isinstance(rules, Rules) else rules
    return ExampleOutcome(name, not found, tuple(map(problem, found)))
