"""Histories on a page: a replayed record, every move with its cards as they were played, and the position it leads to.

The interpreter's own reader reads the record, in the game under the house rules and for the players that it names; so what is
drawn is what would be replayed.  What cannot be read is a `HistoryFault` and never left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from cartaro_grammar import PLAYERS_SETTING, Act, Diagnostic, Game, Parameter, choose
from cartaro_interpreter import (
    END_OF_TURN,
    Json,
    JsonReader,
    Move,
    RecordEntry,
    Ruling,
    in_order,
    members,
    read_entry,
    symbols_of,
)
from cartaro_rulebook.prose import acts, sets
from cartaro_rulebook.prose.clauses import finished, scope_for
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.site.book import Page, PlayedExample
from cartaro_rulebook.site.markup import CardPictures, bullets, escaped, inline, tag
from cartaro_rulebook.site.verdict_words import told
from cartaro_rulebook.words.references import capital


class HistoryFault(Exception):
    """A record or position of a finding that does not fit its game."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A game under the settings of a record, in one language, with its cards."""

    game: Game
    scope: ProseScope
    pictures: CardPictures


def history(played: PlayedExample, verdict: str, page: Page) -> str:
    """A replayed history: the position it leads to, and all its moves, to be unfolded."""
    drawing = _drawing(played, page)
    broken = verdict == "refuted"
    title = tag("p", tag("strong", page.shown("counterexample" if broken else "witness")))
    note = tag("p", told(played.note, page)) if played.note else ""
    moves = list(_moves(played.record, drawing))
    summary = tag("summary", escaped(page.label("moves", n=str(len(moves)))))
    unfolded = tag("details", summary + bullets(moves, ordered=True)) if moves else ""
    inside = title + note + _position(played.position, drawing) + unfolded
    return tag("div", inside, class_="history counterexample" if broken else "history witness")


def _drawing(played: PlayedExample, page: Page) -> Drawing:
    """The game that the record is of: under its house rules, for its number of players."""
    settings = played.record.get("settings")
    chosen = (
        {str(o): str(v) for o, v in cast("Mapping[str, object]", settings).items()} if isinstance(settings, Mapping) else {}
    )
    players = played.record.get("players", played.position.get("players", page.game.players))
    return drawing_for(page, chosen, players)


def drawing_for(page: Page, settings: Mapping[str, str], players: object) -> Drawing:
    """The game of a page under some house rules and for so many players."""
    game = choose(page.game, {**settings, PLAYERS_SETTING: str(players)})
    if not isinstance(game, Game):
        raise _fault(page.game, game)
    scope = replace(scope_for(game, page.scope.lang.code), signs=True)
    return Drawing(game, scope, CardPictures(scope.naming))


def _fault(game: Game, found: tuple[Diagnostic, ...] | list[Diagnostic]) -> HistoryFault:
    return HistoryFault(f"a history of `{game.name}` cannot be drawn: {'; '.join(d.message for d in found)}")


# ---------------------------------------------------------------------------------------------- positions


def _position(position: Mapping[str, object], drawing: Drawing) -> str:
    """Where the cards lie; of a position that names no zones, nothing."""
    zones = position.get("zones")
    if not isinstance(zones, Mapping):
        return ""
    reader = JsonReader(drawing.game)
    rows = ""
    for zone, content in cast("Mapping[str, Json]", zones).items():
        rows += _zone(zone, content, reader, drawing)
    if reader.found:
        raise _fault(drawing.game, reader.found)
    return tag("dl", rows, class_="position")


def _zone(zone: str, content: Json, reader: JsonReader, drawing: Drawing) -> str:
    """A place with its cards: a family group by group, what each player or side has by itself."""
    naming, lang = drawing.scope.naming, drawing.scope.lang
    found = drawing.game.zone.get(zone)
    if found is None:
        reader.unknown("zone", zone, drawing.game.zone)
        return ""
    name = lang.forms.determined(naming.zone(zone), "the", found.family).text
    if found.family:
        groups = [_first_faces(reader.group(group, f"`{zone}`")) for group in reader.items(content, f"`{zone}`")]
        return row(name, groups, drawing)
    if found.owner == "table":
        return row(name, [reader.cards(content, f"`{zone}`")], drawing)
    whose = naming.kernel(found.owner).form(False)
    parts = reader.table(content, f"`{zone}`", None) or {}
    return "".join(
        row(f"{name} ({whose} {n})", [reader.cards(cards, f"`{zone}` of {n}")], drawing) for n, cards in parts.items()
    )


def _first_faces(options: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The face that each code of a group names."""
    return tuple(faces[0] for faces in options)


def row(name: str, content: list[tuple[int, ...]] | str, drawing: Drawing) -> str:
    """A line of a position: a name, and groups of cards or what is HTML already."""
    shown = content if isinstance(content, str) else " ".join(drawing.pictures.row(group) for group in content or [()])
    return tag("dt", inline(capital(name), drawing.pictures)) + tag("dd", shown)


# ---------------------------------------------------------------------------------------------- moves


def _moves(record: Mapping[str, object], drawing: Drawing) -> Iterator[str]:
    """Every move, finding and ruling, in the words of its act, with its cards drawn."""
    reader = JsonReader(drawing.game)
    for number, item in enumerate(reader.items(cast("Json", record.get("moves", [])), "`moves`"), 1):
        entry = read_entry(reader, item, number)
        if entry is None or reader.found:
            raise _fault(drawing.game, reader.found)
        yield entry_text(entry, drawing)
    if reader.found:
        raise _fault(drawing.game, reader.found)


def entry_text(entry: RecordEntry, drawing: Drawing) -> str:
    """A move, a finding or a ruling as HTML: its words, with its cards drawn."""
    return inline(finished(_said(entry, drawing), drawing.scope, ""), drawing.pictures, named=False)


def _said(entry: RecordEntry, drawing: Drawing) -> str:
    scope = drawing.scope
    if isinstance(entry, Ruling):
        return scope.naming.clause(entry.clause)
    if entry.act == END_OF_TURN:
        return scope.lang.say("end_turn")
    return _done(drawing.game.act[entry.act], entry, scope)


def _done(act: Act, move: Move, scope: ProseScope) -> str:
    """An act in its own words with these arguments; one that its words leave out is said after them."""
    texts = {p.name: _argument(p, value, scope) for p, value in zip(act.parameters, move.args, strict=True)}
    said = acts.doing(act, texts, scope)
    return " ".join([said, *(text for text in texts.values() if text not in said)])


def _argument(parameter: Parameter, value: int, scope: ProseScope) -> str:
    """An argument of a move: cards by their faces, an answer by its name, players and sides by number."""
    if parameter.choice == "either":
        return scope.naming.title(parameter.answers[value])
    kind = parameter.type.kind
    if kind in ("card", "cards", "group"):
        faces = (value,) if kind == "card" else tuple(in_order(scope.naming.game, value))
        return sets.face_signs(faces, scope)
    numbers = [value] if parameter.choice == "one" else members(value)
    if kind in ("symbol", "symbols"):
        names = symbols_of(scope.naming.game, parameter)
        return scope.lang.series([scope.naming.symbol(parameter.type.enumeration, names[n]).form(True) for n in numbers])
    noun = scope.naming.of_type(parameter.type)
    the = scope.lang.forms.determined(noun, "the").text
    return scope.lang.series([scope.lang.say("numbered", the=the, noun=noun.form(False), n=str(n + 1)) for n in numbers])
