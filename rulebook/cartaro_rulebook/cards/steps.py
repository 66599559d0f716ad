"""Replay a record or an example step by step, with its positions as rows and each step in words.

Takes a game and a record or example; returns steps with text and position.  A row of a position has a key (`hand-2`). It
replaces the row with the same key in another position.  A record that cannot be replayed raises `HistoryFault` with the reason.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, Type, choose, msg
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Fitting,
    Json,
    JsonReader,
    Record,
    RecordEntry,
    ReplayedStep,
    Rules,
    Ruling,
    as_laid,
    compile_game,
    grounds,
    parse_json,
    read_record,
    replay,
    run_example,
    write_json,
    write_position,
)
from cartaro_rulebook.answers.names_in_words import Things
from cartaro_rulebook.cards.pictures import CardPictures, escaped, inline, tag
from cartaro_rulebook.prose.clauses import scope_for, sentence
from cartaro_rulebook.prose.examples import example_prose, example_run
from cartaro_rulebook.prose.expressions import ProseScope, is_counted_in_units
from cartaro_rulebook.words.nouns import capitalized, plain

# ----------------------------------------------------------------- example steps


def example_outcomes(game: Game) -> dict[str, bool]:
    """Return whether each example of a game holds, by name."""
    return {example.name: example_run(game, example).holds for example in game.examples}


@lru_cache(maxsize=512)
def needs(game: Game, example: g.Example, clause: str) -> bool:
    """Return whether an example fails without a clause."""
    rules = _rules_without(game, example.under, clause)
    return rules is not None and not run_example(rules, rules.game.example[example.name]).holds


@lru_cache(maxsize=16)
def _rules_without(game: Game, under: tuple[tuple[str, str], ...], clause: str) -> Rules | None:
    chosen = choose(game, dict(under))
    if not isinstance(chosen, Game):
        return None
    rules = compile_game(replace(chosen, clauses=tuple(c for c in chosen.clauses if c.name != clause)))
    return rules if isinstance(rules, Rules) else None


# --------------------------------------------------------------------- positions


MOST_SHOWN = 14
"""The greatest number of cards that a place shows in full next to other positions.  A place with more cards shows their number
and the new ones.
"""
MOST_NEW = 8
NOTHING = "—"

PositionRow = tuple[str, str]
"""A row's key and its HTML."""


class HistoryFault(Exception):
    """A record or position of a finding that does not fit its game."""


def history_fault(game: Game, found: Sequence[Diagnostic]) -> HistoryFault:
    """Return the error for a history of a game that cannot be drawn, with the diagnostics as its reason."""
    return HistoryFault(f"a history of `{game.name}` cannot be drawn: {'; '.join(d.message for d in found)}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A game under the settings of a record, in one language, with its cards."""

    game: Game
    scope: ProseScope
    pictures: CardPictures

    def label(self, key: str, **slots: str) -> str:
        """Return a label of the pages, as a text."""
        return self.scope.lang.text(f"site_{key}", **slots)


def row(name: str, content: list[tuple[int, ...]] | str, drawing: Drawing, key: str = "", whose: str = "") -> str:
    """Return a line of a position: a name, and groups of cards or finished HTML; `whose` is the name of the owner's seat, which
    a drawn table has already.
    """
    owner = tag("small", f" ({inline(whose, drawing.pictures)})") if whose else ""
    inside = tag("dt", inline(capitalized(name), drawing.pictures) + owner) + tag("dd", _contents(content, drawing.pictures))
    return tag("div", inside, data_place=key) if key else tag("div", inside)


def _contents(content: list[tuple[int, ...]] | str, pictures: CardPictures) -> str:
    if isinstance(content, str):
        return content
    return " ".join(map(pictures.row, content)) if len(content) > 1 else pictures.cards(content[0] if content else ())


# ---------------------------------------------------------------------------------------------- cards


def places(position: Mapping[str, object]) -> dict[str, object]:
    """Return the contents of a position, indexed by row key: the cards of each zone, and the memory."""
    found = dict[str, object]()
    for zone, content in cast("Mapping[str, object]", position.get("zones") or {}).items():
        owned = cast("Mapping[str, object]", content) if isinstance(content, Mapping) else None
        found |= {zone: content} if owned is None else {f"{zone}-{n}": cards for n, cards in owned.items()}
    return found | dict(cast("Mapping[str, object]", position.get("counters") or {}))


def zone_rows(
    position: Mapping[str, object], drawing: Drawing, before: Mapping[str, object], wanted: frozenset[str]
) -> Iterator[PositionRow]:
    """Render the cards of the zones wanted.  A large zone, and one that nobody sees, shows its number of cards and the
    cards that are new since `before`.  Raise HistoryFault for an unknown zone or card.
    """
    reader, face_down = JsonReader(drawing.game), unseen(drawing.game)
    for zone, content in cast("Mapping[str, Json]", position.get("zones") or {}).items():
        for key, name, whose, cards in _zone(zone, content, reader, drawing):
            if key in wanted:
                most = 0 if zone in face_down else MOST_SHOWN
                shown = _zone_contents(cards[0], before.get(key), drawing, most) if len(cards) == 1 else cards
                yield key, row(name, shown, drawing, key, whose)
    if reader.found:
        raise history_fault(drawing.game, reader.found)


def unseen(game: Game) -> frozenset[str]:
    """Return the zones whose cards nobody can see."""
    seen = {clause.sentence.zone for clause in game.clauses if isinstance(clause.sentence, g.Sees)}
    return frozenset(zone.name for zone in game.zones if zone.name not in seen)


def _zone(
    zone: str, content: Json, reader: JsonReader, drawing: Drawing
) -> Iterator[tuple[str, str, str, list[tuple[int, ...]]]]:
    """Yield the key, the name, the name of the owner's seat and the cards of each part of a place: each group of a family, or
    each owner's zone for a zone of players or sides.  An owner without such a name is in the name of the place.
    """
    naming, lang = drawing.scope.naming, drawing.scope.lang
    found = drawing.game.zone.get(zone)
    if found is None:
        reader.unknown(msg("the game has no zone `{name}`", name=zone), zone, drawing.game.zone)
        return
    name = lang.forms.determined(naming.zone(zone), "the", found.family).text
    if found.family:
        yield zone, name, "", [_first_faces(reader.group(cards, f"`{zone}`")) for cards in reader.items(content, f"`{zone}`")]
    elif found.owner == "table":
        held = _sorted(reader.cards(content, f"`{zone}`"), found, drawing.game)
        yield zone, name, "", list(as_laid(drawing.game, zone, held)) or [held]
    else:
        noun, seats = naming.owner(found.owner).form(False), drawing.scope.seats.get(found.owner, ())
        for n, cards in (reader.table(content, f"`{zone}`", None) or {}).items():
            held = _sorted(reader.cards(cards, f"`{zone}` of {n}"), found, drawing.game)
            whose = seats[int(n) - 1].text if seats else ""
            yield f"{zone}-{n}", name if whose else f"{name} ({noun} {n})", whose, [held]


def _sorted(cards: tuple[int, ...], zone: g.Zone, game: Game) -> tuple[int, ...]:
    """Return the cards of a place in the order in which players sort a hand; a pile keeps its order.  With several packs, equal
    cards are next to each other.
    """
    if zone.ordered:
        return cards
    symbols = {(a.name, s.name): n for a in game.deck.attributes for n, s in enumerate(a.values)}
    sizes = {a.name: len(a.values) for a in game.deck.attributes}

    def place(card: int) -> tuple[bool, list[int], int]:
        attributes = sorted(game.deck.cards[card].attributes, key=lambda each: sizes[each[0]])
        return game.deck.cards[card].kind is not None, [symbols[each] for each in attributes], card

    return tuple(sorted(cards, key=place))


def _first_faces(options: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the face that each code of a group names."""
    return tuple(faces[0] for faces in options)


def _zone_contents(cards: tuple[int, ...], before: object, drawing: Drawing, most: int) -> list[tuple[int, ...]] | str:
    """Return the cards of a place.  If there are more than `most`, return their number and the new cards, if these are
    known.
    """
    if len(cards) <= most or before is None:
        return [cards]
    deck, known = drawing.game.deck.cards, cast("list[str]", before)
    new = tuple(card for card in cards if deck[card].code not in known)
    if len(new) == len(cards) <= MOST_SHOWN:
        return [cards]
    count = tag("span", escaped(drawing.label("cards", n=str(len(cards)))), class_="count")
    return count + (" " + drawing.pictures.cards(new) if 0 < len(new) <= MOST_NEW and len(new) < len(cards) else "")


# ---------------------------------------------------------------------------------------------- memory


def memory_rows(position: Mapping[str, object], drawing: Drawing) -> Iterator[PositionRow]:
    """Render the memory of each owner, in their order."""
    for name, value in cast("Mapping[str, object]", position.get("counters") or {}).items():
        cell = drawing.game.cell[name]
        noun = drawing.scope.naming.cell(name)
        many = noun.only_plural or (cell.kind == "counter" and is_counted_in_units(noun))
        title = drawing.scope.lang.forms.determined(noun, "the", many).text
        held = _where_it_holds(cell, value, drawing) or " / ".join(_value(cell, one, drawing) for one in each_owner(value))
        yield name, row(title, held, drawing, name)


def memory_parts(position: Mapping[str, object], drawing: Drawing) -> Iterator[tuple[str, object, str]]:
    """Yield the memory of each owner separately: its key (`points-2`), its value and its row."""
    for name, value in cast("Mapping[str, object]", position.get("counters") or {}).items():
        cell = drawing.game.cell[name]
        noun, seats = drawing.scope.naming.cell(name), drawing.scope.seats.get(cell.owner, ())
        counted = cell.kind == "counter" and name not in drawing.scope.levels and is_counted_in_units(noun)
        many = noun.only_plural or counted
        title = drawing.scope.lang.forms.determined(noun, "the", many).text
        owned = cast("Mapping[str, object]", value).items() if isinstance(value, Mapping) else [("", value)]
        for n, one in owned:
            key, whose = (f"{name}-{n}", seats[int(n) - 1].text if seats else n) if n else (name, "")
            yield key, one, row(title, _value(cell, one, drawing), drawing, key, whose)


def _where_it_holds(cell: g.Cell, value: object, drawing: Drawing) -> str:
    """Name the players or sides for which a flag holds; empty if it holds for none, or if the cell is not a flag."""
    if cell.kind != "flag" or not isinstance(value, Mapping):
        return ""
    noun, scope = drawing.scope.naming.owner(cell.owner).form(False), drawing.scope
    seats, holding = scope.seats.get(cell.owner, ()), [n for n, holds in cast("Mapping[str, object]", value).items() if holds]
    return escaped(", ".join(seats[int(n) - 1].text if seats else f"{noun} {n}" for n in holding))


def each_owner(value: object) -> list[object]:
    """Yield the value of a cell for each owner, in their order."""
    return list(cast("Mapping[str, object]", value).values()) if isinstance(value, Mapping) else [value]


def _value(cell: g.Cell, value: object, drawing: Drawing) -> str:
    scope = drawing.scope
    if value is None or value == []:
        return NOTHING
    if isinstance(value, bool):
        return escaped(scope.lang.text("site_yes" if value else "site_no"))
    if isinstance(value, int) and cell.name in scope.levels:
        return escaped(scope.levels[cell.name].get(value, NOTHING))
    if cell.kind == "mark" or cell.type.kind == "card":
        return drawing.pictures.row(known_cards(cast("list[object]", value) if isinstance(value, list) else [value], drawing))
    if cell.type.kind == "symbol":
        return escaped(capitalized(scope.naming.symbol_alone(cell.type.enumeration, str(value))))
    if cell.kind == "reference" and cell.type.kind in ("player", "side"):
        seats = scope.seats.get(cell.type.kind, ())
        return escaped(seats[int(str(value)) - 1].text if seats else f"{scope.naming.numbered(cell.type).form(False)} {value}")
    return escaped(str(value))


def known_cards(codes: object, drawing: Drawing) -> tuple[int, ...]:
    """Return the cards with these codes, with the cards of several groups in one sequence; ignore codes without a card."""
    found = list[str]()
    for code in cast("list[object]", codes):
        found += cast("list[str]", code) if isinstance(code, list) else [str(code)]
    return tuple(drawing.game.card_number[code] for code in found if code in drawing.game.card_number)


# -------------------------------------------------------------------- hand steps


NEEDED = ("players", "settings", "match", "stock", "moves")
"""The keys of a record that are needed to replay it."""
LEFT_OVER = "C0819"
"""The code of the diagnostic for a record that continues after the end of play."""
OMITTED_KEYS = ("by", "cites")
"""The keys of a move that are not needed to replay it."""


@dataclass(frozen=True, slots=True)
class HandStep:
    """A step of a hand: the deal, which has no entries, or entries made together.  It has the player (None for the arbiter),
    the clauses that justify it, and the position after it.
    """

    entries: tuple[RecordEntry, ...]
    player: int | None
    by: tuple[str, ...]
    position: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FollowedHand:
    """The steps of a record, beginning with the deal; its text as `cartaro replay` accepts it; and the rules under which it is
    played.
    """

    steps: tuple[HandStep, ...]
    text: str
    rules: Rules


def data_link(text: str) -> str:
    """Return the address of a link that contains JSON text."""
    return f"data:application/json;base64,{base64.b64encode(text.encode('utf-8')).decode('ascii')}"


def followed(game: Game, record: Mapping[str, object], *, noted: bool = False) -> FollowedHand:
    """Return a record step by step.  If it is `noted`, the rules may leave the result of its last move undecided.

    The hand of the record counts as left at its last entry: packs that are shuffled later are not replayed.
    """
    kept = {key: record[key] for key in NEEDED if key in record}
    moves = cast("list[Mapping[str, object]]", kept.get("moves", []))
    kept["moves"] = [{key: value for key, value in move.items() if key not in OMITTED_KEYS} for move in moves]
    return _followed(game, write_json(cast("Json", {**kept, "left": True})), noted)


@lru_cache(maxsize=256)
def _followed(game: Game, text: str, noted: bool) -> FollowedHand:
    """Return a record step by step, once for all languages."""
    value = parse_json(text)
    if isinstance(value, Diagnostic):
        raise history_fault(game, (value,))
    rules = _fitting(game).rules(value, "record")
    if isinstance(rules, tuple):
        raise history_fault(game, rules)
    record = read_record(rules, value)
    if isinstance(record, tuple):
        raise history_fault(game, record)
    return _replayed(game, rules, record, value, noted)


def _replayed(game: Game, rules: Rules, record: Record, value: Json, noted: bool) -> FollowedHand:
    """Return the steps of a record, keeping only the packs from which cards are dealt before it stops."""
    packs = len(record.packs)
    while True:
        seen = list[ReplayedStep]()
        played = replay(rules, replace(record, packs=record.packs[:packs]), seen=seen.append)
        left = len(record.moves) - sum(len(step.entries) for step in seen)
        if isinstance(played, tuple) and not left and packs > 1 and played[0].code == LEFT_OVER:
            packs -= 1
            continue
        if isinstance(played, tuple) and not (noted and left <= 1):
            raise history_fault(game, played)
        steps = tuple(HandStep(s.entries, s.player, _warranted(rules, s), write_position(rules, s.state)) for s in seen)
        return FollowedHand(steps, _with_packs(value, packs), rules)


def _warranted(rules: Rules, step: ReplayedStep) -> tuple[str, ...]:
    """Return the clauses that justify a step, with the exceptions that keep a prohibition from barring it."""
    lifting = list[str]()
    for move in step.entries:
        if step.before is None or isinstance(move, Ruling) or move.act not in rules.game.act:
            continue
        found = grounds(rules, step.before, move)
        bars = [] if isinstance(found, Diagnostic) else [bar for permission in found for bar in permission.bars]
        lifting += [e.clause.name for bar in bars if not bar.in_force for e in bar.exceptions if e.holds]
    return tuple(dict.fromkeys((*step.by, *lifting)))


def _with_packs(record: Json, number: int) -> str:
    """Return the text of a record with only its first packs."""
    table = cast("dict[str, Json]", record)
    stock = cast("list[Json]", table["stock"])
    several = bool(stock) and isinstance(stock[0], list)
    first = stock[0] if several and number == 1 else stock[:number] if several else stock
    return write_json({**table, "stock": first})


@lru_cache(maxsize=8)
def _fitting(game: Game) -> Fitting:
    return Fitting(game)


# ---------------------------------------------------------------- steps in words


@dataclass(frozen=True, slots=True)
class StepInWords:
    """A step in words: its text, the position after it, and, for a move, the seat of the player and the clauses."""

    text: str
    player: int | None
    by: tuple[str, ...]
    position: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HandInWords:
    """The steps of a record or example in the game under their house rules and for their number of players.  The first step is
    the deal, or the position set out.  A record also has its text as `cartaro replay` accepts it.
    """

    game: Game
    steps: tuple[StepInWords, ...]
    record: str


def record_in_words(game: Game, record: Mapping[str, object], code: str, *, noted: bool = False) -> HandInWords:
    """Return a record step by step, in a language.  If it is `noted`, the rules may leave the result of its last move
    undecided.  Raise HistoryFault if it cannot be replayed.
    """
    hand = followed(game, record, noted=noted)
    things = Things(hand.rules, code)
    steps = tuple(StepInWords(_step_text(step, things), step.player, step.by, step.position) for step in hand.steps)
    return HandInWords(hand.rules.game, steps, hand.text)


def example_in_words(game: Game, example: g.Example, code: str) -> HandInWords | None:
    """Return an example step by step, in a language; None if it has no moves, or if some of them cannot be made."""
    positions = example_run(game, example).steps
    players = positions[0].get("players", game.players) if positions else game.players
    chosen = choose(game, {**dict(example.under), PLAYERS_SETTING: str(players)})
    if not positions or not isinstance(chosen, Game):
        return None
    scope = scope_for(chosen, code)
    texts = [[plain(words) for words in step] for step in example_prose(example, scope_for(game, code)).steps]
    texts[0] = texts[0] or [scope.lang.text("site_set_out")]
    steps = (StepInWords(" ".join(words), None, (), each) for words, each in zip(texts, positions, strict=True))
    return HandInWords(chosen, tuple(steps), "")


def _step_text(step: HandStep, things: Things) -> str:
    """Word a move with its player; for a deal, the player who begins."""
    if step.entries:
        return sentence("; ".join(_entry(entry, things) for entry in step.entries), things.scope)
    turn = step.position.get("turn")
    if not isinstance(turn, int):
        return sentence(things.lang.text("site_dealt"), things.scope)
    return sentence(things.lang.text("site_dealt_to", x=things.numbered(Type("player"), turn - 1).text), things.scope)


def _entry(entry: RecordEntry, things: Things) -> str:
    return things.scope.naming.clause(entry.clause) if isinstance(entry, Ruling) else things.move(entry)
