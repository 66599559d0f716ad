"""Answers shown to people at a terminal: cards, moves, scores, statistics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from cartaro_grammar.game import Game, Names
from cartaro_interpreter import Json, Rules, Statistics

COLORS = ("green", "red", "yellow", "blue", "magenta", "cyan")


def console() -> Console:
    """The terminal; without colours where it has none, or they are not wanted."""
    return Console(highlight=False)


def said(names: Names, language: str, default: str) -> str:
    """A text in a language, or in the first that it has."""
    by_language = dict(names)
    return by_language.get(language) or by_language.get("") or next(iter(by_language.values()), default)


def cards(game: Game, codes: list[str]) -> Text:
    """Cards by their codes, each suit in its colour."""
    text = Text()
    for position, code in enumerate(codes):
        text.append(" " if position else "")
        text.append(code, style=f"bold {_color(game, code)}")
    return text if codes else Text("—", style="dim")


def _color(game: Game, code: str) -> str:
    own, _, reading = code.partition("/")
    number = game.card_number.get(reading.partition("/")[0], game.card_number.get(own))
    if number is None or not game.deck.cards[number].attributes:
        return "white"
    attribute, value = game.deck.cards[number].attributes[-1]
    values = next((a.values for a in game.deck.attributes if a.name == attribute), ())
    index = next((i for i, v in enumerate(values) if v.name == value), 0)
    return COLORS[index % len(COLORS)]


def move_text(game: Game, move: Mapping[str, Any], language: str) -> Text:
    """A move in words: as its act says it, with the cards put in."""
    act = game.act.get(str(move["act"]))
    if act is None:
        return Text(str(move["act"]))
    template = said(act.says, language, act.name)
    text = Text()
    rest = template
    args: Mapping[str, Any] = move["args"]
    while "{" in rest:
        before, _, after = rest.partition("{")
        name, _, rest = after.partition("}")
        value = args.get(name, "")
        text.append(before)
        text.append_text(cards(game, cast("list[str]", value) if isinstance(value, list) else [str(value)]))
    text.append(rest)
    return text


def show_moves(rules: Rules, answer: Mapping[str, Json], language: str = "en") -> None:
    """Legal moves, each with its clauses."""
    out = console()
    moves: Any = answer["moves"]
    for number, move in enumerate(moves, 1):
        line = Text(f"{number:>3}  ")
        line.append_text(move_text(rules.game, move, language))
        line.append(f"   {', '.join(move['by'])} ({', '.join(move['cites'])})", style="dim")
        out.print(line)
    if not moves:
        out.print("no legal move")


def show_zones(rules: Rules, answer: Mapping[str, Json]) -> None:
    """The cards of every zone that has some."""
    out = console()
    zones: Any = answer["zones"]
    for name, content in zones.items():
        for owner, codes in parts_of_zone(content):
            line = Text(f"{name} {owner}".rstrip() + ": ")
            line.append_text(cards(rules.game, codes))
            out.print(line)


def parts_of_zone(content: object) -> list[tuple[str, list[str]]]:
    """The parts of a zone that have cards: with their owners, or, in a family, group by group."""
    if isinstance(content, Mapping):
        owned = [*cast("Mapping[str, list[str]]", content).items()]
    else:
        found = cast("list[str] | list[list[str]]", content)
        owned = [("", codes) for codes in found if isinstance(codes, list)] or [("", cast("list[str]", found))]
    return [(owner, codes) for owner, codes in owned if codes]


def show_score(rules: Rules, answer: Mapping[str, Json]) -> None:
    """The points of each side, heading by heading."""
    del rules
    shares = cast("Mapping[str, Mapping[str, int]]", answer["shares"])
    points = cast("Mapping[str, int]", answer["points"])
    table = Table()
    table.add_column("")
    for side in points:
        table.add_column(f"side {side}", justify="right")
    for heading in next(iter(shares.values()), dict[str, int]()):
        table.add_row(escape(heading), *(str(share[heading]) for share in shares.values()))
    table.add_section()
    table.add_row("points", *(f"[bold]{p}[/bold]" for p in points.values()))
    console().print(table)


def show_statistics(rules: Rules, found: Statistics, seed: int, seconds: float) -> None:
    """What a simulation came to, by side."""
    out = console()
    plural = "matches" if found.unit == "match" else "hands"
    out.print(f"{escape(rules.game.name)}: {found.played} {plural}, seed {seed}, {found.played / seconds:.0f} a second")
    out.print(f"moves in each: {found.moves.total / found.played:.1f} ({found.moves.least} to {found.moves.greatest})")
    table = Table()
    for title in ("", *(f"side {side + 1}" for side in range(len(found.points)))):
        table.add_column(title, justify="right" if title else "left")
    hands = max(1, found.hands.total)
    for heading in found.shares[0] if found.shares else ():
        table.add_row(escape(heading), *(f"{share.get(heading, 0) / hands:.3f}" for share in found.shares))
    table.add_section()
    table.add_row("points a hand", *(f"{p.total / hands:.3f}" for p in found.points))
    table.add_row("least – greatest", *(f"{p.least} – {p.greatest}" for p in found.points))
    out.print(table)
    for name, spreads in found.counters.items():
        shown = ", ".join(f"{s.total / found.played:.2f} ({s.least}–{s.greatest})" for s in spreads)
        out.print(f"{escape(name)}: {shown}")


MARKS = {"proved": ("✓", "green"), "attained": ("✓", "green"), "refuted": ("✗", "red")}


def show_results(name: str, results: list[dict[str, Any]]) -> None:
    """Verdicts, a line each; under a refuted one, the hand that refutes it."""
    out = console()
    players = f", {results[0]['players']} players" if results else ""
    out.print(Text.assemble((name, "bold"), (players, "dim")))
    for result in results:
        mark, style = MARKS.get(result["verdict"], ("?", "yellow"))
        settings = ", ".join(f"{option}={value}" for option, value in result["settings"].items())
        line = Text(f"  {mark} ", style=style)
        line.append(f"{result['verdict']:<9}", style=style)
        line.append(f"{result['name']}{f' [{settings}]' if settings else ''}", style="bold")
        line.append(f"  {result['seconds']:.1f} s", style="dim")
        out.print(line)
        if result["method"]:
            out.print(Text(f"      {result['method']}", style="dim"))
        if result.get("vacuous"):
            out.print(Text("      vacuous: no play was found in which it says anything", style="yellow"))
        if result.get("reason"):
            out.print(Text(f"      {result['reason']}", style="yellow"))
        if "counterexample" in result:
            _show_history(out, name, result)


def _show_history(out: Console, name: str, result: dict[str, Any]) -> None:
    """The position that a history leads to, and its moves."""
    from cartaro_grammar.load import load_game

    game = load_game(name, {option: str(value) for option, value in result["settings"].items()})
    if not isinstance(game, Game):
        return
    shown = result["counterexample"]
    position = shown["position"]
    for zone, content in position["zones"].items():
        for owner, codes in parts_of_zone(content):
            line = Text(f"      {zone} {owner}".rstrip() + ": ")
            line.append_text(cards(game, codes))
            out.print(line)
    moves = shown["record"].get("moves", [])[: shown["moves"]]
    if moves:
        line = Text(f"      after {len(moves)} moves, the last: ", style="dim")
        line.append_text(move_text(game, moves[-1], "en"))
        out.print(line)
    note = shown.get("note", {}).get("text")
    if note:
        out.print(Text(f"      {note}", style="dim"))
