"""A person at the terminal as a player: sees a view, chooses a legal move."""

from __future__ import annotations

import re
import sys

import click
from rich.text import Text

from cartaro.showing import cards, console, move_text, said
from cartaro_grammar.game import Game
from cartaro_interpreter import Move, Rules, View, ZoneView, move_json

HELP = "a number chooses a move; `q` leaves the table; `?` shows this"


class LeftTheTable(Exception):
    """The person has left; what was played so far is kept."""


class Person:
    """Asks for a move, with what the rules let this player see."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.language = language

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """The move that the person chooses."""
        out = console()
        out.print()
        self._show(view)
        for number, move in enumerate(moves, 1):
            line = Text(f"{number:>3}  ")
            value = move_json(self.rules, move)
            line.append_text(move_text(self.rules.game, value, self.language))
            line.append(f"   {', '.join(move.by)}", style="dim")
            out.print(line)
        while True:
            answer = self._answer()
            if answer.isdecimal() and 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            if answer in {"q", "quit"}:
                raise LeftTheTable
            out.print(HELP if answer in {"?", "help"} else f"there is no move `{answer[:20]}`; {HELP}", markup=False)

    def _answer(self) -> str:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            raise LeftTheTable
        return line.strip()

    def _show(self, view: View) -> None:
        game, out = self.rules.game, console()
        out.print(Text(f"seat {view.player + 1}", style="bold"))
        for zone in view.zones:
            if not zone.size:
                continue
            line = Text(f"{_zone_name(game, zone.zone, self.language)}{self._whose(zone.zone, zone.owner)}: ")
            if zone.cards is not None:
                line.append_text(cards(game, [game.faces.codes[c] for c in self._in_order(zone)]))
            elif zone.top is not None:
                line.append_text(cards(game, [game.faces.codes[zone.top]]))
                line.append(f" and {zone.size - 1} unseen", style="dim")
            else:
                line.append(f"{zone.size} unseen", style="dim")
            out.print(line)

    def _in_order(self, zone: ZoneView) -> list[int]:
        """A pile as it lies; other cards with their equals side by side."""
        faces, held = self.rules.game.faces, zone.cards or ()
        if self.rules.game.zone[zone.zone].ordered:
            return [*held]
        return sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number))

    def _whose(self, zone: str, owner: int) -> str:
        kind = self.rules.game.zone[zone].owner
        return "" if kind == "table" else f" ({'seat' if kind == 'player' else 'side'} {owner + 1})"


def _zone_name(game: Game, zone: str, language: str) -> str:
    """A zone's name in the singular, without what the rulebook is told of its grammar."""
    singular = said(game.zone[zone].names, language, zone).split(" / ")[0]
    return re.sub(r" *\([^)]*\)", "", singular)
