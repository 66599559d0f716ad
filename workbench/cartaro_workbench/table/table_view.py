"""The view of the player in a seat, and their moves: in words, for a page.

Nothing in it depends on cards that the player may not see; moves are shown only to the player whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from cartaro_grammar import Diagnostic, IdentityKey, msg
from cartaro_grammar import game as g
from cartaro_interpreter import (
    OPEN_CARD,
    Json,
    Move,
    Rules,
    State,
    View,
    cards_of,
    finding_of,
    mask_of,
    move_series,
    moves_of_cards,
    phrase,
    unseen_cards,
    view,
    winner,
    with_counted,
    write_position,
)
from cartaro_rulebook import (
    Naming,
    aim_in_words,
    cell_in_words,
    effects_in_words,
    hand_in_words,
    headings_in_words,
    idle_memory,
    in_words,
    is_telling,
    kinds_in_words,
    language,
    last_plays_in_words,
    memory_in_words,
    move_done_in_words,
    move_in_words,
    played_from,
    players_in_words,
    progress_in_words,
    received_in_words,
    rises_in_words,
    shown_cells,
    sides_in_words,
    tallies_in_words,
    tricks_in_words,
    zone_name,
)
from cartaro_workbench.editing.document import problem
from cartaro_workbench.table.game_table import Machines, Refused, Sitter, Table, advised, has_arbiter, written_entry
from cartaro_workbench.table.shown_zones import ShownZone, shown_zone
from cartaro_workbench.table.swept_cards import SweptCards, swept_cards

MOST_SHOWN = 500
"""The largest number of moves that are listed; every legal move can be chosen by choosing its cards."""
MOST_MADE = 12
"""The number of moves with the chosen cards for which the resulting counters are shown."""
MOST_LOGGED = 40
"""The number of last moves in the log."""


@dataclass(frozen=True, slots=True)
class ShownMemory:
    """A counter, flag, reference, mark or tally, with its value in words: one value for the table, or one for each player or
    side, in order. A value that the player does not know is empty. `said` has a text next to the name of each owner, such as
    `points: 3`, or nothing if the value carries no information.
    """

    name: str
    title: str
    owner: Literal["table", "player", "side"]
    values: tuple[str, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownClause:
    """A clause: its name, its title and its article in words."""

    name: str
    title: str
    article: str


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A legal move: its text, its words, the clauses that permit it, the codes of the cards that it names, and the groups that
    it acts on. `unseen` are the zones from which a card is chosen unseen, as `zone-owner`. `makes` lists the effects of the
    move on counters, if it has no arguments or if the chosen cards mean this move.
    """

    phrase: str
    text: str
    by: tuple[ShownClause, ...]
    cards: tuple[str, ...]
    unseen: tuple[str, ...]
    makes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownShare:
    """The points of each side under a heading of the score: the name and title of its clause, and the rulebook's sentence for
    it if some side has points. At the end of a hand the sentence follows the numbers that the rules compare.
    """

    name: str
    title: str
    points: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class ShownScore:
    """The points of each side for a hand, by heading and in all."""

    points: tuple[int, ...]
    shares: tuple[ShownShare, ...]


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """An entry that was made: its number and the number of its hand, both from 1; its player, its text and its words; `done`
    are its words as done by that player, in the second person if it is the reader, or nothing if there are none; whether it is
    a finding of the arbiter; the clauses of the later rulings on it; and, in words, the cards that came into hands and the
    counters that rose.
    """

    number: int
    hand: int
    seat: int
    phrase: str
    text: str
    done: str
    finding: bool
    rulings: tuple[ShownClause, ...]
    gains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """The view of the player in a seat.

    `actor` is the seat whose move is awaited; `moves` are theirs, if it is this one. `seats` are persons and machines, `sides`
    the side of each seat, and both have names; `log` are the last moves, which all have seen. `arbiter` is true if there may be
    a reason to call the arbiter. `progress` has the counters of the turn so far, with the number that a clause requires;
    `tricks` lists the cards of a trick in the order in which they were laid, or the last
    play on a pile; `swept` are pictures of the last move that took
    open cards away; `note` is a sentence for the reader, or nothing; `aim` is the aim of the game.
    """

    seed: int
    match: bool
    seats: tuple[Sitter, ...]
    sides: tuple[int, ...]
    player_names: tuple[str, ...]
    side_names: tuple[str, ...]
    seat: int
    actor: int | None
    over: bool
    next_hand: bool
    hands: int
    moves_played: int
    zones: tuple[ShownZone, ...]
    out_of_sight: int
    memory: tuple[ShownMemory, ...]
    moves: tuple[ShownMove, ...]
    more_moves: int
    scores: tuple[ShownScore, ...]
    winner: int | None
    winner_is: Literal["player", "side"] | None
    log: tuple[LoggedMove, ...]
    arbiter: bool
    progress: tuple[str, ...]
    tricks: tuple[str, ...] = ()
    swept: tuple[SweptCards, ...] = ()
    note: str = ""
    aim: str = ""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The moves that the chosen cards mean, and the moves that they begin; if they fit no move together, a series of moves with
    one of them each.
    """

    whole: tuple[ShownMove, ...]
    begun: tuple[ShownMove, ...]
    series: tuple[ShownMove, ...] = ()


def seen(table: Table, seat: int, code: str) -> TableView | Refused:
    """Return the view of the player in a seat, in a language."""
    if seat not in range(table.rules.game.players):
        return (problem(Diagnostic("C0818", msg("there is no seat {n}", n=seat + 1))),)
    played = table.proceedings
    found, actor = view(table.rules, played.state, seat), table.actor
    moves = table.legal() if actor == seat else ()
    if isinstance(found, Diagnostic) or isinstance(moves, Diagnostic):
        return tuple(problem(one) for one in (found, moves) if isinstance(one, Diagnostic))
    if played.hands and not played.awaits:
        found = with_counted(table.rules, played.state, found)
    won = winner(table.rules, played.state) if played.over else None
    return TableView(
        table.seed,
        played.match,
        table.seats,
        table.rules.game.side_of,
        players_in_words(table.rules.game, code),
        sides_in_words(table.rules.game, code),
        seat,
        actor,
        played.over,
        played.goes_on,
        played.hands,
        len(table.done),
        tuple(_shown_zones(table.rules, found, code)),
        found.out_of_sight,
        (
            *_without_idle(table.rules, played.state, code),
            *_kinds(table.rules, code),
            *_named_hands(table.rules, played.state, found, code),
            *_tallies(table.rules, played.state, None if played.hands and not played.awaits else seat, code),
        ),
        _moves(table, moves[:MOST_SHOWN], code),
        max(0, len(moves) - MOST_SHOWN),
        tuple(_score(table, number, code) for number in range(len(played.keeper.scores))),
        won.number if won is not None else None,
        won.kind if won is not None else None,
        tuple(_log(table, seat, code)),
        has_arbiter(table.rules.game),
        progress_in_words(table.rules, played.state, code) if actor is not None else (),
        (
            *tricks_in_words(table.rules, found, code),
            *last_plays_in_words(table.rules, played.state, _moves_of_hand(table, seat), code),
        ),
        swept_cards(table, seat, code),
        aim=aim_in_words(IdentityKey((table.rules.game,)), code),
    )


def shown_memory(rules: Rules, memory: Json, code: str) -> tuple[ShownMemory, ...]:
    """Return the memory of a position that a table shows."""
    return tuple(_remembered(rules, *pair, code) for pair in shown_cells(rules.game, cast("Mapping[str, Json]", memory)))


def _remembered(rules: Rules, cell: g.Cell, values: Mapping[str, Json], code: str) -> ShownMemory:
    value: Json = values[""] if cell.owner == "table" else dict(values)
    title, words = cell_in_words(rules, cell.name, code), memory_in_words(rules, cell, value, code)
    if not is_telling(cell, values):
        said = ("",) * len(words)
    elif cell.kind == "flag":
        said = tuple(title if one else "" for one in values.values())
    else:
        said = tuple(in_words("terminal_counted", code, what=title, n=one) for one in words)
    return ShownMemory(cell.name, title, cell.owner, words, said)


def _tallies(rules: Rules, state: State, seat: int | None, code: str) -> Iterator[ShownMemory]:
    """Yield the tallies that a player knows, as memory; at the end of a hand, those on which the score depends."""
    owners = {"table": 1, "player": rules.game.players, "side": rules.game.sides}
    for tally in tallies_in_words(rules, state, seat, code):
        values = tuple(tally.values.get(owner, "") for owner in range(owners[tally.owner]))
        said = (value and in_words("terminal_counted", code, what=tally.title, n=value) for value in values)
        yield ShownMemory(tally.name, tally.title, tally.owner, values, tuple(said))


def _without_idle(rules: Rules, state: State, code: str) -> Iterator[ShownMemory]:
    """Yield the memory of a state; what binds nobody now is not shown on the table."""
    idle = idle_memory(rules, state)
    for one in shown_memory(rules, write_position(rules, state).get("counters", {}), code):
        yield replace(one, said=("",) * len(one.said)) if one.name in idle else one


def _moves_of_hand(table: Table, seat: int) -> list[tuple[int, Move]]:
    """Return the moves of the hand as the player in a seat knows them, each with its player."""
    hand = max(table.proceedings.hands, 1)
    return [(one.seat, one.known[seat]) for one in table.done if one.hand == hand and one.move.act in table.rules.game.act]


def _shown_zones(rules: Rules, seen: View, code: str) -> Iterator[ShownZone]:
    """Yield the zones as a player sees them, without empty places of the table from which no move takes cards."""
    sources = played_from(IdentityKey((rules.game,)))
    for zone in seen.zones:
        if zone.size or rules.game.zone[zone.zone].owner != "table" or zone.zone in sources:
            yield shown_zone(rules, zone, code)


def _kinds(rules: Rules, code: str) -> Iterator[ShownMemory]:
    """Yield the kinds of cards that the rules define by constants, as memory of the table."""
    for name, title, cards in kinds_in_words(rules, code):
        yield ShownMemory(name, title, "table", (cards,), (in_words("terminal_counted", code, what=title, n=cards),))


def _named_hands(rules: Rules, state: State, seen: View, code: str) -> Iterator[ShownMemory]:
    """Yield the names that the rules give to the cards of players' zones in sight, such as *two pairs*, as memory."""
    for zone in rules.game.zones:
        shown = [seen.cards(zone.name, owner) or () for owner in range(rules.game.players if zone.owner == "player" else 0)]
        names = tuple(hand_in_words(rules, state, zone.name, cards, code) for cards in shown)
        if any(names):
            yield ShownMemory(f"{zone.name} named", zone_name(rules, zone.name, code), "player", names, names)


def _log(table: Table, seat: int, code: str) -> Iterator[LoggedMove]:
    """Return the last moves, as the player in a seat knows them."""
    first = max(0, len(table.done) - MOST_LOGGED)
    for number, one in enumerate(table.done[first:], first + 1):
        move = one.known[seat]
        text, did = (
            move_in_words(table.rules, move, code),
            move_done_in_words(table.rules, move, code, addressed=one.seat == seat),
        )
        finding = finding_of(table.rules.game, one.move.act) is not None
        ruled = (ruling.name for ruling in table.proceedings.rulings if ruling.on == one.number)
        clauses = shown_clauses(table.rules, ruled, code)
        written = written_entry(table.rules.game, replace(one.entry, move=move))
        gains = (received_in_words(table.rules, each, code) for each in one.gains[seat])
        rises = rises_in_words(table.rules, one.risen, seat, code)
        yield LoggedMove(number, one.hand, one.seat, written, text, did, finding, clauses, (*gains, *rises))


def chosen(table: Table, seat: int, cards: Iterable[str], code: str) -> CardChoice | Refused:
    """Return the moves of the player in a seat that the cards with these codes may mean."""
    numbers = table.rules.game.card_number
    known = [numbers[card] for card in cards if card in numbers]
    if table.actor != seat:
        return CardChoice((), ())
    found = moves_of_cards(table.rules, table.proceedings.state, known)
    if isinstance(found, Diagnostic):
        return (problem(found),)
    whole, begun = found.whole, found.begun
    if table.proceedings.demand:
        whole, begun = (tuple(one for one in some if table.proceedings.meant(one)) for some in (whole, begun))
    alone = whole or begun or table.proceedings.demand
    series = () if alone else move_series(table.rules, table.proceedings.state, known)
    return CardChoice(
        _moves(table, whole[:MOST_SHOWN], code, MOST_MADE), _moves(table, begun[:MOST_SHOWN], code), _moves(table, series, code)
    )


def advice_at(table: Table, seat: int, machines: Machines, code: str) -> ShownMove | Refused:
    """Return the move that the searching machine would make in the place of the person in a seat."""
    found = advised(table, seat, machines)
    return _moves(table, (found,), code, 1)[0] if isinstance(found, Move) else found


def _moves(table: Table, moves: Iterable[Move], code: str, made: int = 0) -> tuple[ShownMove, ...]:
    """Return moves in words, the first `made` of them and those without arguments with their effects on counters."""
    return tuple(
        ShownMove(
            phrase(table.rules.game, move),
            move_in_words(table.rules, move, code),
            shown_clauses(table.rules, move.by, code),
            _codes(table.rules, move),
            tuple(_unseen_places(table, move)),
            effects_in_words(table.rules, table.proceedings.state, move, code) if number < made or not move.args else (),
        )
        for number, move in enumerate(moves)
    )


def _unseen_places(table: Table, move: Move) -> Iterator[str]:
    """Return the zones of the cards that an open argument may be."""
    rules, cells, mask = table.rules, table.proceedings.cells, 0
    for number, value in enumerate(move.args):
        if value == OPEN_CARD and table.actor is not None:
            mask |= mask_of(unseen_cards(rules, cells, table.actor, move, number))
    for name, place in rules.layout.places.items() if mask else ():
        owners = range(0 if place.zone.family else place.count)
        yield from (f"{name}-{'' if place.zone.owner == 'table' else n}" for n in owners if cells[place.slot + n] & mask)


def shown_clauses(rules: Rules, names: Iterable[str], code: str) -> tuple[ShownClause, ...]:
    """Return the clauses of these names that exist."""
    naming = Naming(rules.game, language(code))
    found = (rules.game.clause[name] for name in names if name in rules.game.clause)
    return tuple(
        ShownClause(clause.name, naming.title(clause.name, clause.names), naming.article(clause.article, "sentence"))
        for clause in found
    )


def _codes(rules: Rules, move: Move) -> tuple[str, ...]:
    named, groups = cards_of(rules, move)
    return tuple(rules.game.deck.cards[card].code for card in sorted(named.union(*groups)))


def _score(table: Table, number: int, code: str) -> ShownScore:
    """Return the points of a hand, counted from 0; if its end is on the table, with the numbers that the rules compare."""
    rules, played = table.rules, table.proceedings
    sheet, last = played.keeper.scores[number], number == len(played.keeper.scores) - 1 and not played.awaits
    naming, names = Naming(rules.game, language(code)), sides_in_words(rules.game, code)
    points = {
        clause.name: tuple(share[clause.name] for share in sheet.shares)
        for clause, _ in rules.game.headings
        if all(clause.name in share for share in sheet.shares)
    }
    found = {one.name: one for one in headings_in_words(rules, played.state, points, code)}
    shares = list[ShownShare]()
    for name, each in points.items():
        worded = found.get(name)
        figures: Mapping[int, int] = worded.figures if last and worded is not None else {}
        shown = ", ".join(in_words("owned", code, what=value, whose=names[side]) for side, value in figures.items())
        sentence = worded.sentence if worded is not None and (any(each) or shown) else ""
        title = naming.title(name, rules.game.clause[name].names)
        shares.append(ShownShare(name, title, each, f"{shown}. {sentence}" if shown else sentence))
    return ShownScore(tuple(sheet.points), tuple(shares))
