"""The table as one player sees it, in lines: the places with their cards, and the public memory of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import cast

from rich.text import Text

from cartaro.terminal.render import cards_text, display_name, known_text, laid_text, owner_text
from cartaro_grammar import Game, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    PHASE_TURN,
    Json,
    Move,
    Rules,
    State,
    View,
    ZoneView,
    cards_in_sight,
    mask_of,
    members,
    view,
    write_position,
)
from cartaro_interpreter import cards_of as cards_named
from cartaro_rulebook import cell_in_words, in_words, memory_in_words, shown_cells

# ------------------------------------------------------------------------ places


def place_lines(rules: Rules, view: View, language: str, new: int = 0) -> Iterator[Text]:
    """Yield a line for each place that has cards, and for each empty place of the table from which moves take cards. The other
    players' places share a line if each of them shows at most one card. The player's cards that are `new` are listed after the
    others.
    """
    game = rules.game
    for name, parts_of_zone in groupby(view.zones, lambda zone: zone.zone):
        declared, together = game.zone[name], list[ZoneView]()
        for zone in parts_of_zone:
            is_worth_it = declared.owner == "table" and zone.cards is not None and name in _played_from(game)
            if not zone.size and not is_worth_it:
                continue
            own = declared.owner != "table" and zone.owner == _owner_of(game, declared, view.player)
            if declared.owner != "table" and not own and (zone.size == 1 or zone.cards is None):
                together.append(zone)
                continue
            line = _heading(_place(game, declared, zone.owner, view.player, language), language)
            line.append_text(_content(game, zone, language))
            added = [card for card in _sorted(game, zone) if new >> card & 1] if own else []
            if added:
                shown = " ".join(game.faces.codes[card] for card in added)
                line.append(f"   {in_words('terminal_new', language, cards=shown)}", style="dim")
            yield line
        if len(together) == 1:
            line = _heading(_place(game, declared, together[0].owner, view.player, language), language)
            yield line.append_text(_content(game, together[0], language))
        elif together:
            yield _shared_line(game, declared, together, language)


def _heading(name: str, language: str) -> Text:
    """Return the beginning of a line: a name and the colon of a language."""
    return Text(f"{labelled(name, '', language).rstrip()} ")


def _shared_line(game: Game, zone: g.Zone, owned: list[ZoneView], language: str) -> Text:
    """Return one line for the places of several owners: `the card on the table: 4♥ (seat 3), 5♥ (seat 4)`."""
    line = _heading(display_name(game, zone.name, language, zone.names), language)
    for number, one in enumerate(owned):
        line.append(", " if number else "")
        line.append_text(_content(game, one, language))
        line.append(f" ({owner_text(game, zone.owner, str(one.owner + 1), language)})")
    return line


def _content(game: Game, zone: ZoneView, language: str) -> Text:
    """Return the cards of a place, or their number if they are unseen."""
    if zone.cards is not None:
        return laid_text(game, zone.zone, _sorted(game, zone))
    if zone.top is None:
        return Text(_unseen(zone.size, language), style="dim")
    shown = cards_text(game, [game.faces.codes[zone.top]])
    return shown.append(f" + {_unseen(zone.size - 1, language)}", style="dim") if zone.size > 1 else shown


def own_cards(rules: Rules, view: View) -> int:
    """Return the cards that a player sees in places of their own."""
    game = rules.game
    own = (
        zone.cards or ()
        for zone in view.zones
        if game.zone[zone.zone].owner != "table" and zone.owner == _owner_of(game, game.zone[zone.zone], view.player)
    )
    return mask_of({card for cards in own for card in cards})


def _unseen(count: int, language: str) -> str:
    return in_words("terminal_unseen_one" if count == 1 else "terminal_unseen", language, n=count)


def _place(game: Game, zone: g.Zone, owner: int, player: int, language: str) -> str:
    """Return the name of a place with its owner; the player's own places are marked as such."""
    if zone.owner == "table":
        return display_name(game, zone.name, language, zone.names)
    own = owner == _owner_of(game, zone, player)
    whose = in_words("terminal_you", language) if own else owner_text(game, zone.owner, str(owner + 1), language)
    return f"{display_name(game, zone.name, language, zone.names)} ({whose})"


def _owner_of(game: Game, zone: g.Zone, player: int) -> int:
    """Return the number of a player, or of the player's side, as owner of a zone."""
    return player if zone.owner == "player" else game.side_of[player]


def _sorted(game: Game, zone: ZoneView) -> list[int]:
    """Order the cards of a pile by their position, the cards of a set by kind."""
    faces, held = game.faces, zone.cards or ()
    if game.zone[zone.zone].ordered:
        return [*held]
    return sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number))


# ------------------------------------------------------------------------ memory


def memory_lines(rules: Rules, state: State, language: str, width: int) -> Iterator[str]:
    """Yield the public memory of the rules in words, `dealer: seat 2 · sweeps: 1 (seat 1), 0 (seat 2)`, in lines of a width
    that end between two items.
    """
    line = ""
    for cell, values in _memory(rules, state):
        item = "" if _is_initial(cell, values) else _remembered(rules, cell, values, language)
        if line and item and len(line) + len(item) + 3 > width:
            yield line
            line = item
        elif item:
            line = f"{line} · {item}" if line else item
    if line:
        yield line


def score_lines(rules: Rules, state: State, language: str) -> Iterator[str]:
    """Yield a line for each counter of the players or sides: the score of the hand and of the match so far."""
    for cell, values in _memory(rules, state):
        if cell.kind == "counter" and cell.owner != "table":
            yield _remembered(rules, cell, values, language)


def _memory(rules: Rules, state: State) -> Iterator[tuple[g.Cell, Mapping[str, Json]]]:
    return shown_cells(rules.game, cast("Mapping[str, Json]", write_position(rules, state).get("counters", {})))


def _is_initial(cell: g.Cell, values: Mapping[str, Json]) -> bool:
    """Return whether a cell has the value that it has at first and that carries no information."""
    return not any(values.values()) and (cell.kind != "counter" or cell.period != "match")


def _remembered(rules: Rules, cell: g.Cell, values: Mapping[str, Json], language: str) -> str:
    """Return the values of a cell in words; nothing for a flag that all players have."""
    each = tuple(values.values())
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
    return labelled(name, ", ".join(shown), language)


def labelled(name: str, value: str, language: str) -> str:
    """Return a name and a value, with the colon of a language between them."""
    return in_words("terminal_counted", language, what=name, n=value)


def _value(rules: Rules, cell: g.Cell, value: Json, language: str) -> str:
    kind = cell.type.kind
    if isinstance(value, int) and (kind == "player" or kind == "side"):  # noqa: PLR1714 - narrows the type
        return owner_text(rules.game, kind, str(value), language)
    return memory_in_words(rules, cell, value, language)[0]


# ------------------------------------------------------------------ what has happened


def consequences(rules: Rules, before: State, move: Move, after: State, language: str) -> Iterator[str]:
    """Yield in words the consequences of a move, which is known as far as given: who took more cards than the move named, with
    the cards if all lay open, and the players' counters that grew.
    """
    game, named = rules.game, cards_named(rules, move)[0]
    for name, place in rules.layout.places.items():
        for owner in range(0 if place.zone.owner == "table" else place.count):
            taken = after.cells[place.slot + owner] & ~before.cells[place.slot + owner]
            grown = after.cells[place.slot + owner].bit_count() - before.cells[place.slot + owner].bit_count()
            if grown > max(1, len(named) + sum(move.face_down)) and not _is_a_hand(rules, after, place.zone, owner):
                who = owner_text(game, place.zone.owner, str(owner + 1), language)
                is_open = taken.bit_count() == grown and not taken & ~(_open_to_all(rules, before) | mask_of(named))
                cards = [game.faces.codes[card] for card in members(taken)] if is_open else []
                shown = " ".join(cards) or in_words("terminal_cards_taken", language, n=grown)
                where = display_name(game, name, language, place.zone.names)
                yield in_words("terminal_takes", language, who=who, cards=shown, place=where)
    if after.phase != PHASE_TURN:  # the count of the hand is printed by itself
        return
    earlier = {cell.name: values for cell, values in _memory(rules, before)}
    for cell, values in _memory(rules, after):
        if cell.kind != "counter" or cell.owner == "table":
            continue
        for number, value in values.items():
            old = earlier[cell.name][number]
            if isinstance(value, int) and isinstance(old, int) and value > old:
                grew = f"{value} ({owner_text(game, cell.owner, number, language)})"
                yield labelled(cell_in_words(rules, cell.name, language), grew, language)


def _open_to_all(rules: Rules, state: State) -> int:
    """Return the cards that every player sees."""
    seen = -1
    for player in range(rules.game.players):
        shown = view(rules, state, player)
        seen &= cards_in_sight(rules, shown) if isinstance(shown, View) else 0
    return seen


def move_line(rules: Rules, seat: int | None, move: Move, language: str, *, noticed: bool = False) -> Text:
    """Return the line that reports a move of a seat, or a finding of the arbiter; a violation noticed at once is marked."""
    who = in_words("terminal_arbiter", language) if seat is None else in_words("terminal_seat", language, n=seat + 1)
    line = _heading(who, language)
    line.stylize("dim")
    line.append_text(known_text(rules.game, move, language))
    if noticed:
        line.append(f"   {in_words('terminal_noticed', language)}", style="dim")
    return line


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
