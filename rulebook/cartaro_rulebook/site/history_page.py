"""Histories on a page: a record replayed step by step, each with what it changes on the table.

Without scripts a history is a list that says all; `assets/stepper.js` makes of it one table and one step at a time.  The
interpreter's own reader reads the record, in the game under the house rules and for the players that it names; so what is drawn
is what was replayed.  What cannot be read or replayed is a `HistoryFault` and never left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from cartaro_grammar import PLAYERS_SETTING, Clause, Game, Type, choose
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    Json,
    JsonReader,
    Move,
    RecordEntry,
    Ruling,
    as_set,
    decoded,
    in_order,
    members,
    read_entry,
    symbols_of,
)
from cartaro_rulebook.cards.hand_steps import HandStep, data_link, followed
from cartaro_rulebook.cards.positions import (
    Drawing,
    HistoryFault,
    each_owner,
    history_fault,
    memory_rows,
    places,
    zone_rows,
)
from cartaro_rulebook.prose import acts, sets
from cartaro_rulebook.prose.clauses import finished, scope_for
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.site.book import Page, PlayedExample
from cartaro_rulebook.site.markup import escaped, inline, tag
from cartaro_rulebook.site.verdict_words import told
from cartaro_rulebook.words.references import capital

__all__ = ["HistoryFault", "drawing_for", "entry_text", "history", "stepper"]

PLAYER = Type("player")
BEGINNING, END = 5, 4
"""The steps of a long history that are not folded."""
BUTTONS = (("first", "«"), ("previous", "‹"), ("next", "›"), ("last", "»"))


def history(played: PlayedExample, verdict: str, page: Page, anchor: str) -> str:
    """A replayed history: its steps, whose addresses begin with `anchor`, and its record to be taken along."""
    drawing = _drawing(played, page)
    broken = verdict == "refuted"
    title = tag("strong", page.shown("counterexample" if broken else "witness"))
    note = " " + told(played.note, page) if played.note else ""
    hand = followed(page.game, played.record, played.note)
    steps = _whole(hand.steps, played, drawing)
    marked = tag(
        "span", escaped(page.label("breaks" if broken else "reaches")), class_=f"outcome {'breaks' if broken else ''}".strip()
    )
    said = [_said_of(step, drawing, page) for step in steps]
    said[-1] += f" {marked}" if len(said) > 1 else ""
    file = f"{page.game.name}.{anchor.removeprefix('h-')}.json"
    link = tag("a", page.shown("record"), href=data_link(hand.text), download=file)
    how = tag("code", escaped(f"cartaro replay {page.game.name} {file}"))
    name = f"{page.title}: {page.label('counterexample' if broken else 'witness')}"
    opens = page.in_workbench("open_hand", "opens", title=name)  # `assets/stepper.js` puts in the record that stands beside
    taken = " · ".join(part for part in (link, how, opens) if part)
    inside = tag("p", title + note) + stepper(said, [step.position for step in steps], drawing, anchor, dealt=True)
    return tag("div", inside + tag("p", taken, class_="record"), class_=f"history {_frame(verdict)}", id=anchor)


def _frame(verdict: str) -> str:
    return {"refuted": "counterexample", "attained": "witness"}.get(verdict, "instance")


def stepper(
    said: list[str], positions: Sequence[Mapping[str, object]], drawing: Drawing, anchor: str, *, dealt: bool = False
) -> str:
    """A list of steps, each what was done and the places that it changed; the first and the last show all places that are ever
    used.  A first step that is `dealt` does not list the cards of a large place, and the last is shown at first.
    """
    items, used = list[str](), {key for position in positions for key, held in places(position).items() if held}
    before: Mapping[str, object] = dict.fromkeys(places(positions[0]), ()) if dealt else {}
    for number, (words, position) in enumerate(zip(said, positions, strict=True)):
        whole = number in (0, len(said) - 1)
        table = tag("dl", "".join(_changed(position, before, drawing, used if whole else set())), class_="position")
        items.append(tag("li", tag("p", words, class_="said") + table, class_="step", id=f"{anchor}-{number}"))
        before = places(position)
    return tag("div", _buttons(drawing) + _folded(items, drawing), class_="steps", data_steps="last" if dealt else "first")


def _changed(position: Mapping[str, object], before: Mapping[str, object], drawing: Drawing, whole: set[str]) -> Iterator[str]:
    """The rows of what a position has otherwise than the places had before, and of the places `whole`, where what is as it was
    is marked so.
    """
    now, cells = places(position), drawing.game.cell
    wanted = [key for key, value in now.items() if key not in cells and (key in whole or value != before.get(key, value))]
    lasting = [key for key in now if key in cells and not cells[key].annex and cells[key].period != "turn"]
    wanted += [key for key in lasting if (whole and any(each_owner(now[key]))) or now[key] != before.get(key, now[key])]
    counters = {key: now[key] for key in lasting if key in wanted}
    rows = zone_rows(position, drawing, before, frozenset(wanted))
    for key, shown in (*rows, *memory_rows({"counters": counters}, drawing)):
        yield shown.replace("<div ", "<div data-same ", 1) if now[key] == before.get(key) else shown


def _buttons(drawing: Drawing) -> str:
    """What steps through the list, hidden where there is no script."""
    each = (
        tag(
            "button",
            sign,
            type="button",
            data_go=key,
            aria_label=drawing.label(f"step_{key}"),
            title=drawing.label(f"step_{key}"),
        )
        for key, sign in BUTTONS
    )
    return tag("div", "".join(each) + tag("output", "", aria_live="polite"), class_="buttons", role="group", hidden="hidden")


def _folded(items: list[str], drawing: Drawing) -> str:
    """The steps as one list; of a long one the middle is folded."""
    if len(items) <= BEGINNING + END + 1:
        return _list(items, 0)
    middle = items[BEGINNING:-END]
    summary = tag("summary", escaped(drawing.label("moves", n=str(len(middle)))))
    folded = tag("details", summary + _list(middle, BEGINNING))
    return _list(items[:BEGINNING], 0) + folded + _list(items[-END:], len(items) - END)


def _list(items: list[str], start: int) -> str:
    return tag("ol", "".join(items), start=str(start))


# ---------------------------------------------------------------------------------------------- the game, its steps


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
        raise history_fault(page.game, game)
    scope = replace(scope_for(game, page.scope.lang.code), signs=True)
    return Drawing(game, scope, page.pictures)


def _whole(steps: tuple[HandStep, ...], played: PlayedExample, drawing: Drawing) -> tuple[HandStep, ...]:
    """The steps of a record; what its last move leads to is as the finding says, which may speak of a moment inside of it."""
    if not steps:
        return (HandStep((), None, (), played.position),)
    moves = tuple(_entries(played.record, drawing))
    if sum(len(step.entries) for step in steps) < len(moves):
        steps += (HandStep(moves[-1:], None, (), steps[-1].position),)
    shown = played.position if played.position.get("zones") else steps[-1].position
    return (*steps[:-1], replace(steps[-1], position=shown))


def _entries(record: Mapping[str, object], drawing: Drawing) -> Iterator[RecordEntry]:
    """Every move, finding and ruling of a record."""
    reader = JsonReader(drawing.game)
    for number, item in enumerate(reader.items(cast("Json", record.get("moves", [])), "`moves`"), 1):
        entry = read_entry(reader, item, number)
        if entry is None or reader.found:
            break
        yield entry
    if reader.found:
        raise history_fault(drawing.game, reader.found)


# ---------------------------------------------------------------------------------------------- in words


def _said_of(step: HandStep, drawing: Drawing, page: Page) -> str:
    """Who did what, and by which articles; of a deal, who begins."""
    scope = drawing.scope
    if not step.entries:
        turn = step.position.get("turn")
        who = "" if turn is None else _numbered(PLAYER, cast("int", turn) - 1, scope)
        return _told(scope.lang.say("ui_dealt_to", x=who) if who else scope.lang.say("ui_dealt"), drawing)
    who = "" if step.player is None else capital(_numbered(PLAYER, step.player, scope))
    name = tag("strong", _told(who, drawing, stop=":")) + " " if who else ""
    return name + " ".join(entry_text(entry, drawing) for entry in step.entries) + _articles(step.by, page)


def _told(text: str, drawing: Drawing, stop: str = "") -> str:
    return inline(finished(text, drawing.scope, stop), drawing.pictures, named=False)


def _articles(by: tuple[str, ...], page: Page) -> str:
    """The clauses that a move stands on, each with its article."""
    clauses = (clause for clause in page.game.clauses if clause.name in by)
    return "".join(" " + tag("small", _article_link(clause, page), class_="by") for clause in clauses)


def _article_link(clause: Clause, page: Page) -> str:
    naming = page.scope.naming
    title = naming.quoted(naming.title(clause.name, clause.names))
    return tag("a", escaped(f"{page.article(clause.article)} {title}"), href=f"#c-{clause.name}")


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


def _done(act: g.Act, move: Move, scope: ProseScope) -> str:
    """An act in its own words with these arguments; one that its words leave out is said after them."""
    texts = {p.name: _argument(p, value, scope) for p, value in zip(act.parameters, move.args, strict=True)}
    said = acts.doing(act, texts, scope)
    return " ".join([said, *(text for text in texts.values() if text not in said)])


def _argument(parameter: g.Parameter, value: int, scope: ProseScope) -> str:
    """An argument of a move: cards by their faces, an answer by its name, players and sides by number."""
    if parameter.choice == "either":
        return scope.naming.title(parameter.answers[value])
    kind, mask = parameter.type.kind, as_set(decoded(parameter.type, value)).mask
    if kind in ("card", "cards", "group"):
        return sets.face_signs(tuple(in_order(scope.naming.game, mask)), scope)
    numbers = members(mask)
    if kind in ("symbol", "symbols"):
        names = symbols_of(scope.naming.game, parameter)
        return scope.lang.series([scope.naming.symbol(parameter.type.enumeration, names[n]).form(True) for n in numbers])
    return scope.lang.series([_numbered(parameter.type, n, scope) for n in numbers])


def _numbered(of: Type, number: int, scope: ProseScope) -> str:
    """A player or side by its number."""
    noun = scope.naming.of_type(of)
    the = scope.lang.forms.determined(noun, "the").text
    return scope.lang.say("numbered", the=the, noun=noun.form(False), n=str(number + 1))
