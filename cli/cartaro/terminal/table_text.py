"""The table as one player sees it, in lines: the places with their cards, and the state of play in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import cast

from rich.text import Text

from cartaro.terminal.render import (
    Person,
    cards_text,
    display_name,
    is_reader,
    known_text,
    laid_text,
    owner_text,
    parts_of_zone,
    reader_text,
    show_score,
    verb_text,
    zone_text,
)
from cartaro.terminal.streams import console
from cartaro_grammar import Game, IdentityKey
from cartaro_grammar import game as g
from cartaro_interpreter import (
    PHASE_TURN,
    Json,
    Move,
    PlayInProgress,
    Rise,
    Rules,
    State,
    View,
    ZoneView,
    cards_in_sight,
    counted_cards,
    in_sequence,
    is_hand,
    mask_of,
    members,
    received,
    taker,
    view,
    winner,
    write_position,
)
from cartaro_interpreter import cards_of as cards_named
from cartaro_rulebook import (
    LastPlay,
    announcement,
    cell_in_words,
    counters_counted,
    hand_in_words,
    headings_in_words,
    idle_memory,
    in_words,
    is_telling,
    kinds_in_words,
    laid_in_turn,
    memory_in_words,
    played_from,
    progress_in_words,
    reasons_in_words,
    shown_cells,
    tallies_in_words,
)

# ------------------------------------------------------------------------ places

MOST_BEFORE = 12
"""The greatest number of earlier cards of a place that are listed after the last play."""


def place_lines(
    rules: Rules, state: State, view: View, language: str, new: int = 0, plays: Mapping[str, LastPlay] | None = None
) -> Iterator[Text]:
    """Yield a line for each place that has cards, and for each empty place of the table from which moves take cards. The other
    players' places share a line if each of them shows at most one card. The player's cards that are `new` are listed after the
    others. The last plays in places where cards gather come before their other cards.
    """
    game, last = rules.game, plays or {}
    in_turn = dict(laid_in_turn(rules, view))
    for name, owned in groupby(view.zones, lambda zone: zone.zone):
        declared, together = game.zone[name], list[ZoneView]()
        if declared in in_turn:
            yield _line_in_turn(game, declared, in_turn[declared], view.player, language)
            continue
        for zone in owned:
            is_worth_it = declared.owner == "table" and zone.cards is not None and name in played_from(IdentityKey((game,)))
            if not zone.size and not is_worth_it:
                continue
            own = declared.owner != "table" and zone.owner == _owner_of(game, declared, view.player)
            if declared.owner != "table" and not own and (zone.size == 1 or zone.cards is None):
                together.append(zone)
                continue
            line = _heading(_place(game, declared, zone.owner, view.player, language), language)
            if name in last and zone.cards is not None:
                line.append_text(_gathered(game, zone, last[name], view.player, language))
            else:
                line.append_text(_content(game, zone, language))
            line.append_text(_named(rules, state, name, zone.cards or () if own else (), language))
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
    """Return one line for zones of the same name with several owners: `the hands: 13 unseen (seat 2), 12 unseen (seat 3)`."""
    line = _heading(display_name(game, zone.name, language, zone.names, several=True), language)
    for number, one in enumerate(owned):
        line.append(", " if number else "")
        line.append_text(_content(game, one, language))
        line.append(f" ({owner_text(game, zone.owner, str(one.owner + 1), language)})")
    return line


def _line_in_turn(game: Game, zone: g.Zone, laid: tuple[tuple[int, int], ...], player: int, language: str) -> Text:
    """Return one line for cards in the order in which they were laid: `the cards on the table: 4♥ (seat 3), then 5♥ (you)`."""
    line = _heading(display_name(game, zone.name, language, zone.names, several=True), language)
    for number, (owner, card) in enumerate(laid):
        line.append(f", {in_words('terminal_then', language)} " if number else "")
        line.append_text(cards_text(game, [game.faces.codes[card]]))
        line.append(f" ({_whose(game, 'player', owner, player, language)})")
    return line


def _gathered(game: Game, zone: ZoneView, play: LastPlay, reader: int, language: str) -> Text:
    """Return the last play in a place and who made it, then the other cards there: `7♠ 7♥ (seat 2)   before: 3♣ 4♦`."""
    codes = game.faces.codes
    line = cards_text(game, [codes[card] for card in play.cards])
    if play.cards:
        line.append(f" ({_whose(game, 'player', play.player, reader, language)})")
    others = [codes[card] for card in _sorted(game, zone) if card not in play.cards]
    few = in_words("terminal_before", language, cards=" ".join(others))
    text = few if len(others) <= MOST_BEFORE else in_words("terminal_before_many", language, n=len(others))
    return line.append(f"   {text}", style="dim") if others else line


def _named(rules: Rules, state: State, zone: str, cards: Iterable[int], language: str) -> Text:
    """Return the name that the rules give to some cards of a place, such as `two pairs`, as a remark."""
    name = hand_in_words(rules, state, zone, cards, language)
    return Text(f"   {name}" if name else "", style="dim")


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


def seen_cards(view: View) -> int:
    """Return the cards that a player sees in any place."""
    shown = ((*(zone.cards or ()), *(() if zone.top is None else (zone.top,))) for zone in view.zones)
    return mask_of({card for cards in shown for card in cards})


def _unseen(count: int, language: str) -> str:
    return in_words("terminal_unseen_one" if count == 1 else "terminal_unseen", language, n=count)


def _place(game: Game, zone: g.Zone, owner: int, player: int, language: str) -> str:
    """Return the name of a place with its owner; the player's own places are marked as such."""
    return zone_text(game, zone, str(owner + 1), language, player)


def _owner_of(game: Game, zone: g.Zone, player: int) -> int:
    """Return the number of a player, or of the player's side, as owner of a zone."""
    return player if zone.owner == "player" else game.side_of[player]


def _sorted(game: Game, zone: ZoneView) -> list[int]:
    """Order the cards of a pile by their position, the cards of a group in sequence, the cards of a set by kind."""
    faces, held = game.faces, zone.cards or ()
    if game.zone[zone.zone].ordered:
        return [*held]
    if game.zone[zone.zone].family:
        return [*in_sequence(game, held)]
    return sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number))


# ---------------------------------------------------------------- state of play


def status_lines(rules: Rules, state: State, player: int, language: str, width: int) -> Iterator[str]:
    """Yield the state of play in words, as lines of limited width that break only between items. First come the players'
    counts, the tallies that a player knows and the progress of the turn, then the fixed kinds of cards and the other memory of
    the rules: `sweeps: 1 (seat 1), 0 (seat 2)`, `trumps: spades`, `dealer: seat 2`.
    """
    idle = idle_memory(rules, state)
    memory = [(cell, values) for cell, values in _memory(rules, state) if is_telling(cell, values) and cell.name not in idle]
    counts = [*_counts(rules, memory, language, player), *_tallies(rules, state, player, language)]
    others = [labelled(title, cards, language) for _, title, cards in kinds_in_words(rules, language)]
    others += (_remembered(rules, cell, values, language, player) for cell, values in memory if not _is_count(cell))
    yield from _in_lines([*counts, *progress_in_words(rules, state, language)], width)
    yield from _in_lines(others, width)


def _in_lines(items: Sequence[str], width: int) -> Iterator[str]:
    """Join items to lines of a width."""
    line = ""
    for item in items:
        if line and len(line) + len(item) + 3 > width:
            yield line
            line = item
        else:
            line = f"{line} · {item}" if line else item
    if line:
        yield line


def score_lines(rules: Rules, state: State, player: int, language: str) -> Iterator[str]:
    """Yield a line for each counter of the players or sides, the score of the hand and of the match so far, and for each tally
    that a player knows.
    """
    yield from _counts(rules, [*_memory(rules, state)], language, player)
    yield from _tallies(rules, state, player, language)


def match_lines(rules: Rules, state: State, language: str, reader: int | None = None) -> Iterator[str]:
    """Yield a line for each counter of the match that players or sides have: `points: 11 (seat 1), 22 (seat 2)`."""
    yield from _counts(rules, [pair for pair in _memory(rules, state) if pair[0].period == "match"], language, reader)


def standing_lines(
    rules: Rules, state: State, points: tuple[int, ...], language: str, reader: int | None = None
) -> Iterator[str]:
    """Yield the counters of the match after a single hand that are not just the points of the hand."""
    counters = [pair for pair in _memory(rules, state) if pair[0].period == "match" and any(pair[1].values())]
    yield from _counts(rules, [pair for pair in counters if tuple(pair[1].values()) != points], language, reader)


def _is_count(cell: g.Cell) -> bool:
    return cell.kind == "counter" and cell.owner != "table"


def _counts(
    rules: Rules, memory: Sequence[tuple[g.Cell, Mapping[str, Json]]], language: str, player: int | None = None
) -> list[str]:
    """Return the counters of the players and sides in words, the counters of the match first; the numbers of a
    `player` are marked as the reader's own.
    """
    cells = sorted((pair for pair in memory if _is_count(pair[0])), key=lambda pair: pair[0].period != "match")
    return [_remembered(rules, cell, values, language, player) for cell, values in cells]


def _tallies(rules: Rules, state: State, player: int | None, language: str) -> Iterator[str]:
    """Yield the tallies that a player knows in words."""
    for tally in tallies_in_words(rules, state, player, language):
        yield labelled(tally.title, _owned(rules, tally.owner, tally.values, language, player), language)


def _owned(rules: Rules, owner: g.Owner, values: Mapping[int, str], language: str, player: int | None = None) -> str:
    """Return values with their owners, counted from 0: `3 (you), 2 (seat 2)` or `2 each`. The reader is the `player`."""
    if owner == "table":
        return ", ".join(values.values())
    if len(values) > 1 and len({*values.values()}) == 1:
        return in_words("terminal_each", language, x=next(iter(values.values())))
    return ", ".join(f"{value} ({_whose(rules.game, owner, n, player, language)})" for n, value in values.items())


def _whose(game: Game, owner: g.Owner, number: int, player: int | None, language: str) -> str:
    """Return the name of a player or side, counted from 0: `you` for the reader, `your pair` for the reader's side."""
    return reader_text(game, owner, str(number + 1), language, player)


def _memory(rules: Rules, state: State) -> Iterator[tuple[g.Cell, Mapping[str, Json]]]:
    return shown_cells(rules.game, cast("Mapping[str, Json]", write_position(rules, state).get("counters", {})))


def _remembered(rules: Rules, cell: g.Cell, values: Mapping[str, Json], language: str, player: int | None = None) -> str:
    """Return the values of a cell in words, with the values of a `player` as the reader's own."""
    each = tuple(values.values())
    name = cell_in_words(rules, cell.name, language)
    if cell.kind == "flag":
        owners = [_whose(rules.game, cell.owner, n, player, language) for n, one in enumerate(each) if one]
        return name if cell.owner == "table" else labelled(name, ", ".join(owners), language)
    shown = {owner: _value(rules, cell, one, language, player) for owner, one in enumerate(each)}
    return labelled(name, _owned(rules, cell.owner, shown, language, player), language)


def labelled(name: str, value: str, language: str) -> str:
    """Return a name and a value, with the colon of a language between them."""
    return in_words("terminal_counted", language, what=name, n=value)


def _value(rules: Rules, cell: g.Cell, value: Json, language: str, player: int | None = None) -> str:
    kind = cell.type.kind
    if isinstance(value, int) and (kind == "player" or kind == "side"):  # noqa: PLR1714 - narrows the type
        return _whose(rules.game, kind, value - 1, player, language)
    if cell.kind == "mark" and isinstance(value, list):
        return " ".join(map(str, value)) or "—"
    return memory_in_words(rules, cell, value, language)[0]


# ------------------------------------------------------------------------- count


def count_lines(rules: Rules, state: State, people: Sequence[int], language: str) -> Iterator[Text]:
    """Yield the zones whose cards are open when a hand is counted: the zones that all people at the screen see, and those that
    the score counts or that the rules show. If only machines play, all places are open.
    """
    game = rules.game
    seen = counted_cards(rules, state) | (_open_to(rules, state, people) if people else -1)
    zones = cast("Mapping[str, Json]", write_position(rules, state)["zones"])
    for name, content in zones.items():
        for owner, codes in parts_of_zone(content):
            cards = [card for card in map(game.faces.numbered.__getitem__, codes) if seen >> game.faces.faces[card].card & 1]
            if cards:
                line = _heading(zone_text(game, game.zone[name], owner, language, sole_reader(people)), language)
                line.append_text(laid_text(game, name, cards))
                yield line.append_text(_named(rules, state, name, cards if len(cards) == len(codes) else (), language))


def show_count(rules: Rules, state: State, answer: Mapping[str, object], language: str, reader: int | None = None) -> None:
    """Print the points of each side, heading by heading; the counters and tallies on which they depend; and, for each heading,
    the numbers that the rules compare under it with the rulebook's sentence. `state` is that of the end of the hand.
    """
    show_score(rules, answer, language, reader)
    shares = cast("Mapping[str, Mapping[str, int]]", answer["shares"])
    counted = counters_counted(rules.game)
    memory = [(cell, values) for cell, values in _memory(rules, state) if cell.name in counted and any(values.values())]
    tallies = (
        labelled(t.title, _owned(rules, t.owner, t.values, language, reader), language)
        for t in tallies_in_words(rules, state, None, language)
    )
    for line in (*_counts(rules, memory, language, reader), *tallies):
        console().print(Text(line))
    by_heading = {name: [share[name] for share in shares.values()] for name in next(iter(shares.values()), dict[str, int]())}
    for heading in headings_in_words(rules, state, by_heading, language):
        figures = _owned(rules, "side", {n: str(value) for n, value in heading.figures.items()}, language, reader)
        text = f"{figures}. {heading.sentence}" if figures else heading.sentence
        console().print(Text(labelled(heading.title, text, language), style="dim"))


# ------------------------------------------------------------------ what has happened


def consequences(table: PlayInProgress, people: Sequence[int], before: State, move: Move, language: str) -> Iterator[str]:
    """Yield in words the consequences of the last move, as far as they are known: who took more cards than the move named, with
    those that lay open; the cards that came into hands, as far as all people at the screen know them; cards that were turned
    up; and which counters of players grew, with the clauses by which they did.
    """
    rules, after, risen = table.rules, table.state, table.risen
    game, named = rules.game, mask_of(cards_named(rules, move)[0])
    moments = [(before, after, named, len(cards_named(rules, move)[0]) + sum(move.face_down))]
    if table.acted is not None:  # what the act takes is told apart from what is taken at the end of the turn
        moments = [(before, table.acted, named, moments[0][3]), (table.acted, after, named, 0)]
    for moment in moments:
        yield from _takings(rules, people, *moment, language)
    yield from _gains(rules, people, before, move, after, language)
    yield from _turned_up(rules, people, before, named, after, language)
    if after.phase != PHASE_TURN:  # the count of the hand is printed elsewhere
        for one in dict.fromkeys((one.cell, one.owner) for one in risen):
            last = next(rise for rise in reversed(risen) if (rise.cell, rise.owner) == one)
            yield _grown(rules, people, game.cell[last.cell], last.owner, last.value, risen, language)
        return
    earlier = {cell.name: values for cell, values in _memory(rules, before)}
    for cell, values in _memory(rules, after):
        if cell.kind == "mark":
            held = {code for value in earlier[cell.name].values() for code in cast("list[str]", value)}
            marked = [code for value in values.values() for code in cast("list[str]", value) if code not in held]
            if marked:
                yield labelled(cell_in_words(rules, cell.name, language), " ".join(marked), language)
        if cell.kind != "counter" or cell.owner == "table":
            continue
        for number, value in values.items():
            old = earlier[cell.name][number]
            if isinstance(value, int) and isinstance(old, int) and value > old:
                yield _grown(rules, people, cell, int(number) - 1, value, risen, language)


def _takings(
    rules: Rules, people: Sequence[int], before: State, after: State, named: int, expected: int, language: str
) -> Iterator[str]:
    """Yield in words who took more cards than are `expected` between two states, with those that lay open or are `named`."""
    reader = sole_reader(people)
    for name, place in rules.layout.places.items():
        for owner in range(0 if place.zone.owner == "table" else place.count):
            taken = after.cells[place.slot + owner] & ~before.cells[place.slot + owner]
            grown = after.cells[place.slot + owner].bit_count() - before.cells[place.slot + owner].bit_count()
            if grown > max(1, expected) and not is_hand(rules, after, place.zone, owner):
                who, taken_by_reader = _taker(rules, after, place.zone, owner, language, reader)
                known = members(taken & (_open_to(rules, before, range(rules.game.players)) | named))
                shown = _cards_or_number(rules.game, known if taken.bit_count() == grown else (), grown, language)
                where = display_name(rules.game, name, language, place.zone.names)
                key = "terminal_you_take" if taken_by_reader else "terminal_takes"
                yield in_words(key, language, who=who, cards=shown, place=where)


def _turned_up(rules: Rules, people: Sequence[int], before: State, named: int, after: State, language: str) -> Iterator[str]:
    """Yield in words the cards that came to a place where everybody sees them, and that not all people at the screen knew."""
    if after.phase != PHASE_TURN or before.phase != PHASE_TURN:
        return
    known = _open_to(rules, before, people) | named
    open_now = _open_to(rules, after, range(rules.game.players))
    for place in rules.layout.places.values():
        for owner in range(0 if place.zone.family else place.count):
            shown = after.cells[place.slot + owner] & ~before.cells[place.slot + owner] & open_now
            if shown & ~known:
                where = _place(rules.game, place.zone, owner, -1 if len(people) != 1 else people[0], language)
                yield labelled(where, _cards_or_number(rules.game, members(shown), shown.bit_count(), language), language)


def _grown(
    rules: Rules, people: Sequence[int], cell: g.Cell, owner: int, value: int, risen: Sequence[Rise], language: str
) -> str:
    """Return the line for a counter that grew: `Scopa! sweeps: 1 (you)`, or `points: 3 (seat 2)   the pairs +2` if several
    clauses can be the reason and the people at the screen may know which it was.
    """
    grew = f"{value} ({_whose(rules.game, cell.owner, owner, sole_reader(people), language)})"
    counted = labelled(cell_in_words(rules, cell.name, language), grew, language)
    announced = announcement(rules, cell, language)
    own = [one for one in risen if (one.cell, one.owner) == (cell.name, owner)]
    reasons = reasons_in_words(rules, own, people, language)
    line = " ".join(filter(None, (announced, counted)))
    return f"{line}   {', '.join(reasons)}" if reasons and not announced else line


def _gains(rules: Rules, people: Sequence[int], before: State, move: Move, after: State, language: str) -> Iterator[str]:
    """Yield in words which cards came into the hands of players, and from where."""
    game, reader = rules.game, sole_reader(people)
    for one in received(rules, people, before, move, after):
        who = owner_text(game, "player", str(one.player + 1), language)
        shown = _cards_or_number(game, one.cards if len(one.cards) == one.count else (), one.count, language)
        if one.giver is None:
            place = display_name(game, one.zone, language, game.zone[one.zone].names)
            verb = "take" if one.open else "draw"
            key = f"terminal_you_{verb}" if one.player == reader else f"terminal_{verb}s"
            yield in_words(key, language, who=who, cards=shown, place=place)
        else:
            giver = reader_text(game, "player", str(one.giver + 1), language, reader, after_word=True)
            yield in_words(
                "terminal_you_get" if one.player == reader else "terminal_gets", language, who=who, cards=shown, giver=giver
            )


def _taker(rules: Rules, after: State, zone: g.Zone, owner: int, language: str, reader: int | None) -> tuple[str, bool]:
    """Return who took cards for an owner of a zone, and whether it is the reader: the player, if the rules remember the one who
    did so for a side.
    """
    player = taker(rules, after, zone.name, owner) if zone.owner == "side" else None
    kind, number = (zone.owner, owner) if player is None else ("player", player)
    who = reader_text(rules.game, kind, str(number + 1), language, reader)
    return who, is_reader(rules.game, kind, str(number + 1), reader)


def sole_reader(people: Sequence[int]) -> int | None:
    """Return the only person at the screen, who is addressed; None if there are several, or none."""
    return people[0] if len(people) == 1 else None


def _cards_or_number(game: Game, cards: Iterable[int], number: int, language: str) -> str:
    """Return the codes of the known cards and the number of the others; the number of all if none is known."""
    codes = [game.faces.codes[card] for card in cards]
    if not codes:
        return in_words("terminal_card_taken" if number == 1 else "terminal_cards_taken", language, n=number)
    return " ".join(codes) + (f" + {_unseen(number - len(codes), language)}" if len(codes) < number else "")


def _open_to(rules: Rules, state: State, players: Iterable[int]) -> int:
    """Return the cards that all of these players see."""
    seen = -1
    for player in players:
        shown = view(rules, state, player)
        seen &= cards_in_sight(rules, shown) if isinstance(shown, View) else 0
    return seen


def move_line(
    rules: Rules, seat: int | None, move: Move, language: str, reader: int | None = None, *, noticed: bool = False
) -> Text:
    """Return the line that reports a move of a seat, `seat 2 plays 7D` or `you play 7D`, or a finding of the arbiter; a
    violation noticed at once is marked.
    """
    game = rules.game
    who = (
        in_words("terminal_arbiter", language) if seat is None else reader_text(game, "player", str(seat + 1), language, reader)
    )
    by: Person | None = None if seat is None else "reader" if seat == reader else "somebody"
    by = by if verb_text(game.act.get(move.act), language, by) is not None else None
    line = _heading(who, language) if by is None else Text(f"{who} ")
    line.stylize("dim")
    line.append_text(known_text(game, move, language, by, reader))
    if noticed:
        line.append(f"   {in_words('terminal_noticed', language)}", style="dim")
    return line


# ----------------------------------------------------------------------------- end


def outcome(rules: Rules, state: State, people: Sequence[int], language: str, points: tuple[int, ...] | None) -> str:
    """Return who has won the hand with these points of the sides, or the match if `points` is None. The only person at the
    screen is addressed. If nobody has won, the points are named; a void hand has none. The text is empty if there is no
    result, or the rules do not name a winner.
    """
    found, reader = winner(rules, state), sole_reader(people)
    if found is None:
        return ""
    if found.number is None:
        if points is None:
            return in_words("page_table_level", language)
        level = _owned(rules, "side", {n: str(value) for n, value in enumerate(points)}, language, reader)
        key = "page_table_level_hand" if len({*points}) == 1 else "terminal_points_of_hand"
        return in_words(key, language, points=level) if points else ""
    number = str(found.number + 1)
    if is_reader(rules.game, found.kind, number, reader):
        return in_words("terminal_you_win_match" if points is None else "terminal_you_win_hand", language)
    who = reader_text(rules.game, found.kind, number, language, reader)
    who = who[:1].upper() + who[1:]
    if points is None:
        return in_words("terminal_won_by", language, x=who)
    return in_words("page_table_won_hand", language, who=who)
