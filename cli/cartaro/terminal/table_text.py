"""The table as one player sees it, in lines: the places with their cards, and the public memory of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from rich.text import Text

from cartaro.terminal.render import cards_text, display_name, laid_text, owner_text
from cartaro_grammar import Game, parts
from cartaro_grammar import game as g
from cartaro_interpreter import PHASE_TURN, Json, Move, Rules, State, View, ZoneView, view, write_position
from cartaro_interpreter import cards_of as cards_named
from cartaro_rulebook import cell_in_words, in_words, memory_in_words

# ------------------------------------------------------------------------ places


def place_lines(rules: Rules, view: View, language: str) -> Iterator[Text]:
    """Yield a line for each place that has cards, and for each empty place of the table from which moves take cards."""
    game = rules.game
    for zone in view.zones:
        declared = game.zone[zone.zone]
        is_worth_it = declared.owner == "table" and zone.cards is not None and zone.zone in _played_from(game)
        if not zone.size and not is_worth_it:
            continue
        line = Text(f"{_place(game, declared, zone.owner, view.player, language)}: ")
        if zone.cards is not None:
            line.append_text(laid_text(game, zone.zone, _sorted(game, zone)))
        elif zone.top is not None:
            line.append_text(cards_text(game, [game.faces.codes[zone.top]]))
            if zone.size > 1:
                line.append(f" + {_unseen(zone.size - 1, language)}", style="dim")
        else:
            line.append(_unseen(zone.size, language), style="dim")
        yield line


def _unseen(count: int, language: str) -> str:
    return in_words("terminal_unseen_one" if count == 1 else "terminal_unseen", language, n=count)


def _place(game: Game, zone: g.Zone, owner: int, player: int, language: str) -> str:
    """Return the name of a place with its owner; the player's own places are marked as such."""
    if zone.owner == "table":
        return display_name(game, zone.name, language, zone.names)
    own = owner == (player if zone.owner == "player" else game.side_of[player])
    whose = in_words("terminal_you", language) if own else owner_text(game, zone.owner, str(owner + 1), language)
    return f"{display_name(game, zone.name, language, zone.names)} ({whose})"


def _sorted(game: Game, zone: ZoneView) -> list[int]:
    """Order the cards of a pile by their position, the cards of a set by kind."""
    faces, held = game.faces, zone.cards or ()
    if game.zone[zone.zone].ordered:
        return [*held]
    return sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number))


# ------------------------------------------------------------------------ memory


def memory_line(rules: Rules, state: State, language: str) -> str:
    """Return what the rules remember and everybody knows, in words: `dealer: seat 2 · sweeps: 1 (seat 1), 0 (seat 2)`."""
    counters = write_position(rules, state).get("counters", {})
    cells = (cell for cell in rules.game.cells if cell.name in counters and not cell.annex and cell.period != "turn")
    found = (_remembered(rules, cell, counters[cell.name], language) for cell in cells)
    return " · ".join(filter(None, found))


def _remembered(rules: Rules, cell: g.Cell, value: Json, language: str) -> str:
    """Return the value of a cell in words; nothing if it is an initial value that carries no information."""
    each = tuple(_by_owner(value).values())
    if not any(each) and (cell.kind != "counter" or cell.period != "match"):
        return ""
    name = cell_in_words(rules, cell.name, language)
    if cell.kind == "flag":
        if cell.owner != "table" and all(each):
            return ""
        owners = [owner_text(rules.game, cell.owner, str(n), language) for n, one in enumerate(each, 1) if one]
        return name if cell.owner == "table" else f"{name}: {', '.join(owners)}"
    shown = [_value(rules, cell, one, language) for one in each]
    if cell.owner != "table" and len({*shown}) == 1:
        shown = [in_words("terminal_each", language, x=shown[0])]
    elif cell.owner != "table":
        shown = [f"{one} ({owner_text(rules.game, cell.owner, str(n), language)})" for n, one in enumerate(shown, 1)]
    return f"{name}: {', '.join(shown)}"


def _value(rules: Rules, cell: g.Cell, value: Json, language: str) -> str:
    kind = cell.type.kind
    if isinstance(value, int) and (kind == "player" or kind == "side"):  # noqa: PLR1714 - narrows the type
        return owner_text(rules.game, kind, str(value), language)
    return memory_in_words(rules, cell, value, language)[0]


def _by_owner(value: object) -> Mapping[str, Json]:
    """Return a value of memory by the number of its owner; the table's value has no owner."""
    return cast("Mapping[str, Json]", value) if isinstance(value, Mapping) else {"": cast("Json", value)}


# ------------------------------------------------------------------ what has happened


def consequences(rules: Rules, before: State, move: Move, after: State, language: str) -> Iterator[str]:
    """Yield in words the consequences of a move: the players' counters that grew, and who took more cards than the move
    named.
    """
    game, named = rules.game, len(cards_named(rules, move)[0]) + sum(move.face_down)
    for name, place in rules.layout.places.items():
        for owner in range(0 if place.zone.owner == "table" else place.count):
            held, had = (state.cells[place.slot + owner].bit_count() for state in (after, before))
            if held - had > max(1, named) and not _is_a_hand(rules, after, place.zone, owner):
                whose = owner_text(game, place.zone.owner, str(owner + 1), language)
                yield f"{display_name(game, name, language, place.zone.names)} ({whose}): +{held - had}"
    if after.phase != PHASE_TURN:  # the count of the hand is printed by itself
        return
    then, now = (write_position(rules, state).get("counters", {}) for state in (before, after))
    for cell in game.cells:
        if cell.kind != "counter" or cell.owner == "table" or cell.annex or cell.period == "turn" or cell.name not in now:
            continue
        earlier = _by_owner(then[cell.name])
        for number, value in _by_owner(now[cell.name]).items():
            old = earlier[number]
            if isinstance(value, int) and isinstance(old, int) and value > old:
                yield f"{cell_in_words(rules, cell.name, language)}: {value} ({owner_text(game, cell.owner, number, language)})"


def _is_a_hand(rules: Rules, state: State, zone: g.Zone, owner: int) -> bool:
    """Return whether the owner of a place sees its cards, and another player does not."""
    sides = rules.game.side_of
    for player in range(rules.game.players):
        seen = view(rules, state, player)
        shown = isinstance(seen, View) and seen.cards(zone.name, owner) is not None
        if shown != (owner == (player if zone.owner == "player" else sides[player])):
            return False
    return True


@lru_cache(maxsize=8)
def _played_from(game: Game) -> frozenset[str]:
    """Return the places from which the cards of moves come."""
    domains = (parameter.domain for act in game.acts for parameter in act.parameters if parameter.domain is not None)
    return frozenset(part.zone for domain in domains for part in parts(domain) if isinstance(part, g.InZone))
