"""The arbiter's desk: what may be entered at the table, offered to whoever calls for it.

Nothing is listed that this player may not see: an argument that would tell unseen cards is asked for.

A person at the terminal as a player: sees a view, chooses a legal move, writes one, or calls the arbiter.

A table whose moves are told to whoever watches, as far as an onlooker can remember them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import click
from rich.text import Text

from cartaro.terminal.render import article_in_words, cards, console, move_text, named, zone_text
from cartaro.terminal.streams import plain
from cartaro_engine import SeatedOpponent
from cartaro_grammar import Diagnostic
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Choice,
    Irregular,
    Member,
    Move,
    NoticedMove,
    Offer,
    Proceedings,
    Rules,
    SeededChance,
    View,
    ZoneView,
    argument_codes,
    as_known_to,
    choice_of,
    decoded,
    describe,
    irregular,
    is_open,
    judge,
    mask_of,
    move_json,
    names_unseen,
    offers,
    phrase,
    read_phrase,
)
from cartaro_rulebook import in_words

# ------------------------------------------------------------------ arbiter menu


Ask = Callable[[], str]
"""A line that the person types."""


class Desk:
    """The desk of one table."""

    def __init__(self, table: Proceedings, language: str, ask: Ask) -> None:
        self.table = table
        self.language = language
        self.ask = ask

    def call(self, player: int) -> Move | NoticedMove | None:
        """What the person enters: a finding, or a move that breaks a rule, unnoticed or noticed at once; None for nothing."""
        out, found = console(), self._entries(player)
        if not found:
            out.print(in_words("terminal_no_findings", self.language))
            return None
        out.print(in_words("terminal_findings", self.language), markup=False)
        for number, entry in enumerate(found, 1):
            said = self._finding(entry) if isinstance(entry, Offer) else self._broken(*entry)
            out.print(Text.assemble(f"{number:>3}  ", said))
        out.print(in_words("terminal_back", self.language), markup=False)
        answer = self.ask()
        if not answer:
            return None
        if len(answer) > 9 or not answer.isdecimal() or not 1 <= int(answer) <= len(found):
            self._refused(answer)
            return None
        entry = found[int(answer) - 1]
        if isinstance(entry, Offer):
            return self._completed(entry)
        broken, at_once = entry
        return NoticedMove(broken.move) if at_once else broken.move

    def _entries(self, player: int) -> list[Offer | tuple[Irregular, bool]]:
        """What may be entered, a move that breaks a rule with whether it is noticed at once; nothing while a ruling asks for an
        act.  What the rules do not decide now is left out.
        """
        table = self.table
        if table.demand:
            return []
        found, broken = offers(table.rules, table.state, player), irregular(table.rules, table.state)
        own = () if isinstance(broken, Diagnostic) else tuple(one for one in broken if one.option.player == player)
        noticed = [(one, at_once) for at_once in (False, True) for one in own if (one.at_once if at_once else one.later)]
        return [*(() if isinstance(found, Diagnostic) else found), *noticed]

    def _finding(self, offer: Offer) -> Text:
        game = self.table.rules.game
        pairs = zip(game.act[offer.act].parameters, offer.args, strict=True)
        given = {p.name: None if value is None else argument_codes(game, p, value) for p, value in pairs}
        text = move_text(game, {"act": offer.act, "args": given}, self.language)
        return text.append(f"   ({self._article(offer.act)})", style="dim")

    def _broken(self, found: Irregular, at_once: bool) -> Text:
        game = self.table.rules.game
        text = move_text(game, {"act": found.move.act, "args": describe(game, found.move)}, self.language)
        clauses = (
            f"{named(game, name, self.language, game.clause[name].names)}, {self._article(name)}"
            for name in (found.at_once if at_once else found.later)
        )
        noticed = in_words("terminal_noticed" if at_once else "terminal_unnoticed", self.language)
        return text.append(f"   {noticed} ({'; '.join(clauses)})", style="dim")

    def _article(self, name: str) -> str:
        return article_in_words(self.table.rules.game, name, self.language)

    # ------------------------------------------------------------------ arguments that are asked for

    def _completed(self, offer: Offer) -> Move | None:
        """The finding with what is open in it given; None where that cannot be."""
        rules, values = self.table.rules, list[int]()
        for parameter, given in zip(rules.game.act[offer.act].parameters, offer.args, strict=True):
            value = self._given(parameter) if given is None else given
            if value is None:
                return None
            values.append(value)
        move = Move(offer.act, tuple(values), ())
        verdict = judge(rules, self.table.state, move)
        if isinstance(verdict, Diagnostic) or not verdict.legal:
            said = move_text(rules.game, {"act": move.act, "args": describe(rules.game, move)}, self.language)
            console().print(in_words("terminal_not_possible", self.language, x=said.plain), markup=False)
            return None
        return move

    def _given(self, parameter: g.Parameter) -> int | None:
        """An argument typed: cards by their codes, a player or side by its number."""
        game, kind = self.table.rules.game, parameter.type.kind
        cards = kind in ("card", "cards", "group")
        single = isinstance(decoded(parameter.type, 0), Member)
        question = "terminal_which_card" if cards else "terminal_which_number"
        console().print(in_words(question, self.language, x=game.deck.cards[0].code), markup=False)
        answer = self.ask()
        known = game.card_number if cards else {str(n + 1): n for n in range(game.sides if kind == "side" else game.players)}
        words = answer.split()
        if not words or any(word not in known for word in words) or (single and len(words) > 1):
            if words:
                self._refused(answer)
            return None
        return known[words[0]] if single else mask_of([known[word] for word in words])

    def _refused(self, answer: str) -> None:
        console().print(in_words("terminal_no_move", self.language, x=plain(answer[:20])), markup=False)


# ------------------------------------------------------------------ human player


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
            said = (
                "" if answer in {"", "?", "help"} else in_words("terminal_no_move", self.language, x=plain(answer[:20])) + "; "
            )
            console().print(
                said + in_words("terminal_help", self.language, example=phrase(self.rules.game, moves[0])), markup=False
            )
            return None
        if names_unseen(self.rules.game, move) is not None:  # whether it lies there is not for the person to know
            move = choice_of(self.rules.game, move)
            console().print(in_words("terminal_chosen_unseen", self.language, x=phrase(self.rules.game, move)), markup=False)
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
            console().print(in_words("terminal_not_possible", self.language, x=text.plain), markup=False)
            return
        from cartaro_rulebook import explain_move

        told = explain_move(self.rules, state, move, self.language)
        if not isinstance(told, Diagnostic):
            console().print(str(told["text"]), markup=False)
        console().print(in_words("terminal_not_done", self.language), markup=False)

    # ------------------------------------------------------------------ what is seen

    def _show(self, view: View, moves: tuple[Move, ...]) -> None:
        game, out = self.rules.game, console()
        out.print()
        out.print(Text(in_words("terminal_seat", self.language, n=view.player + 1), style="bold"))
        for zone in view.zones:
            if not zone.size:
                continue
            line = Text(f"{zone_text(game, game.zone[zone.zone], str(zone.owner + 1), self.language)}: ")
            if zone.cards is not None:
                line.append_text(cards(game, [game.faces.codes[c] for c in self._in_order(zone)]))
            elif zone.top is not None:
                line.append_text(cards(game, [game.faces.codes[zone.top]]))
                line.append(f" + {in_words('terminal_unseen', self.language, n=zone.size - 1)}", style="dim")
            else:
                line.append(in_words("terminal_unseen", self.language, n=zone.size), style="dim")
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


# ----------------------------------------------------------------- watched table


class WatchedTable(Proceedings):
    """Proceedings with opponents who follow what lies open and what moves name."""

    def __init__(self, rules: Rules, chance: SeededChance, match: bool) -> None:
        super().__init__(rules, chance, match)
        self.opponents: tuple[SeatedOpponent, ...] = ()
        self.people: tuple[int, ...] = ()
        self.turned_out: Callable[[Move], None] | None = None

    def seat(self, opponents: Iterable[SeatedOpponent]) -> None:
        """Say who watches."""
        self.opponents = tuple(opponents)

    def show_to(self, people: Iterable[int], turned_out: Callable[[Move], None]) -> None:
        """Say in which seats people sit, and how they are told which card one that was chosen unseen turned out to be."""
        self.people, self.turned_out = tuple(people), turned_out

    def act(self, option: Choice) -> None:
        """A legal move, seen by all but for a card that is chosen unseen."""
        before, packs = self.state, len(self.chance.packs)
        super().act(option)
        move = self.entries[-1]
        assert isinstance(move, Move)
        for opponent in self.opponents:
            opponent.onlooker.saw(before, move, self.state, shuffled=len(self.chance.packs) > packs)
        if is_open(option.move) and self.turned_out is not None and self.people:
            after = self.state  # people share the screen: what one of them does not see is not shown
            if not any(is_open(as_known_to(self.rules, seat, before, move, after)) for seat in self.people):
                self.turned_out(move)
