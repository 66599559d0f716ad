"""A person at the terminal as a player: sees a view, chooses a legal move, writes one, or calls the arbiter."""

from __future__ import annotations

import sys

import click
from rich.text import Text

from cartaro.terminal.arbiter_menu import Desk
from cartaro.terminal.render import cards, console, move_text, named, zone_text
from cartaro.terminal.streams import plain
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Move, NoticedMove, Proceedings, View, ZoneView, describe, judge, move_json, phrase, read_phrase
from cartaro_rulebook import in_words


class LeftTheTable(Exception):
    """The person has left; what was played so far is kept."""


class Person:
    """Asks for a move, with what the rules let this player see."""

    def __init__(self, table: Proceedings, language: str) -> None:
        self.table = table
        self.rules = table.rules
        self.language = language
        self.desk = Desk(table, language, self._answer)

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | NoticedMove:
        """The move that the person chooses, or what the arbiter enters."""
        self._show(view, moves)
        while True:
            answer = self._answer()
            if len(answer) < 10 and answer.isdecimal() and 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            if answer in {"q", "quit"}:
                raise LeftTheTable
            chosen = self.desk.call(view.player) if answer == "!" else self._written(answer, moves)
            if chosen is not None:
                return chosen
            if answer == "!":
                self._show(view, moves)

    def _answer(self) -> str:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            raise LeftTheTable
        return line.strip()

    # ------------------------------------------------------------------ moves in words

    def _written(self, answer: str, moves: tuple[Move, ...]) -> Move | None:
        """A move written out, if it is legal; else why not."""
        move = read_phrase(self.rules.game, answer)
        if not isinstance(move, Move) or answer.isdecimal() or answer in {"", "?"}:
            said = "" if answer in {"", "?", "help"} else in_words("table_no_move", self.language, x=plain(answer[:20])) + "; "
            console().print(
                said + in_words("table_help", self.language, example=phrase(self.rules.game, moves[0])), markup=False
            )
            return None
        found = self.table.meant(move)
        if found is None:
            self._refuse(move)
            return None
        return found.move

    def _refuse(self, move: Move) -> None:
        """Say what stands against a move: nothing of it has happened."""
        state = self.table.state
        verdict = judge(self.rules, state, move)
        if not isinstance(verdict, Diagnostic) and self.table.asks_otherwise(move, verdict):
            from cartaro_rulebook import explain_demand

            asked = explain_demand(self.rules, state, move, self.table.demand, self.language)
            console().print(str(asked["text"]), markup=False)
            return
        known = {"permission", "barred", "step", "turn"}
        if isinstance(verdict, Diagnostic) or verdict.reason not in known:  # where a card lies may be a secret
            text = move_text(self.rules.game, {"act": move.act, "args": describe(self.rules.game, move)}, self.language)
            console().print(in_words("table_not_possible", self.language, x=text.plain), markup=False)
            return
        from cartaro_rulebook import explain_move

        told = explain_move(self.rules, state, move, self.language)
        if not isinstance(told, Diagnostic):
            console().print(str(told["text"]), markup=False)
        console().print(in_words("table_not_done", self.language), markup=False)

    # ------------------------------------------------------------------ what is seen

    def _show(self, view: View, moves: tuple[Move, ...]) -> None:
        game, out = self.rules.game, console()
        out.print()
        out.print(Text(in_words("table_seat", self.language, n=view.player + 1), style="bold"))
        for zone in view.zones:
            if not zone.size:
                continue
            line = Text(f"{zone_text(game, game.zone[zone.zone], str(zone.owner + 1), self.language)}: ")
            if zone.cards is not None:
                line.append_text(cards(game, [game.faces.codes[c] for c in self._in_order(zone)]))
            elif zone.top is not None:
                line.append_text(cards(game, [game.faces.codes[zone.top]]))
                line.append(f" + {in_words('table_unseen', self.language, n=zone.size - 1)}", style="dim")
            else:
                line.append(in_words("table_unseen", self.language, n=zone.size), style="dim")
            out.print(line)
        for number, move in enumerate(moves, 1):
            line = Text(f"{number:>3}  ")
            line.append_text(move_text(game, move_json(self.rules, move), self.language))
            titles = (named(game, name, self.language, game.clause[name].names) for name in move.by)
            line.append(f"   {', '.join(titles)}", style="dim")
            out.print(line)

    def _in_order(self, zone: ZoneView) -> list[int]:
        """A pile as it lies; other cards with their equals side by side."""
        faces, held = self.rules.game.faces, zone.cards or ()
        if self.rules.game.zone[zone.zone].ordered:
            return [*held]
        return sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number))
