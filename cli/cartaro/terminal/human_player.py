"""A person who plays at the terminal: the view of a seat is printed, a move is chosen or typed, or the arbiter is called.

`HumanPlayer` is a player for `play_out`; `ArbiterPrompt` is its menu of findings and violations; `ObservedTable` runs the hand
and passes each move on to the opponents that remember visible cards. Nothing is printed that the seat may not see.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import click
from rich.text import Text

from cartaro.terminal.render import article_phrase, cards_text, display_name, laid_text, move_text, zone_text
from cartaro.terminal.streams import console, without_controls
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
    PlayInProgress,
    Rules,
    SeededChance,
    State,
    View,
    ZoneView,
    argument_codes,
    as_known_to_all,
    choice_of,
    decoded,
    describe,
    irregular,
    judge,
    mask_of,
    move_json,
    names_unseen,
    offers,
    phrase,
    read_phrase,
)
from cartaro_rulebook import in_words

# ---------------------------------------------------------------- arbiter prompt

ReadLine = Callable[[], str]
"""Read the next line that the person types."""


class ArbiterPrompt:
    """The menu of the arbiter's entries at a table: findings, and moves that break a rule."""

    def __init__(self, table: PlayInProgress, language: str, read_line: ReadLine) -> None:
        self.table = table
        self.language = language
        self.read_line = read_line

    def call(self, player: int) -> Move | NoticedMove | None:
        """Ask for an entry: return a finding, or a violation that is noticed at once or not; None for nothing."""
        out, entries = console(), self._entries(player)
        if not entries:
            out.print(in_words("terminal_no_findings", self.language))
            return None
        out.print(in_words("terminal_findings", self.language), markup=False)
        for number, entry in enumerate(entries, 1):
            text = self._finding_text(entry) if isinstance(entry, Offer) else self._violation_text(*entry)
            out.print(Text.assemble(f"{number:>3}  ", text))
        out.print(in_words("terminal_back", self.language), markup=False)
        answer = self.read_line()
        if not answer:
            return None
        if len(answer) > 9 or not answer.isdecimal() or not 1 <= int(answer) <= len(entries):
            self._refuse(answer)
            return None
        entry = entries[int(answer) - 1]
        if isinstance(entry, Offer):
            return self._complete(entry)
        violation, at_once = entry
        return NoticedMove(violation.move) if at_once else violation.move

    def _entries(self, player: int) -> list[Offer | tuple[Irregular, bool]]:
        """List the entries that a player can make: findings, and violations each with whether it is noticed at once.

        The list is empty while a ruling demands an act.
        """
        table = self.table
        if table.demand:
            return []
        findings, violations = offers(table.rules, table.state, player), irregular(table.rules, table.state)
        own = () if isinstance(violations, Diagnostic) else tuple(one for one in violations if one.option.player == player)
        noticed = [(one, at_once) for at_once in (False, True) for one in own if (one.at_once if at_once else one.later)]
        return [*(() if isinstance(findings, Diagnostic) else findings), *noticed]

    def _finding_text(self, offer: Offer) -> Text:
        game = self.table.rules.game
        pairs = zip(game.act[offer.act].parameters, offer.args, strict=True)
        given = {p.name: None if value is None else argument_codes(game, p, value) for p, value in pairs}
        text = move_text(game, {"act": offer.act, "args": given}, self.language)
        return text.append(f"   ({self._article(offer.act)})", style="dim")

    def _violation_text(self, violation: Irregular, at_once: bool) -> Text:
        game = self.table.rules.game
        text = move_text(game, {"act": violation.move.act, "args": describe(game, violation.move)}, self.language)
        clauses = (
            f"{display_name(game, name, self.language, game.clause[name].names)}, {self._article(name)}"
            for name in (violation.at_once if at_once else violation.later)
        )
        noticed = in_words("terminal_noticed" if at_once else "terminal_unnoticed", self.language)
        return text.append(f"   {noticed} ({'; '.join(clauses)})", style="dim")

    def _article(self, name: str) -> str:
        return article_phrase(self.table.rules.game, name, self.language)

    def _complete(self, offer: Offer) -> Move | None:
        """Ask for the open arguments of a finding; return None if one is missing or the finding is not legal."""
        rules, values = self.table.rules, list[int]()
        for parameter, given in zip(rules.game.act[offer.act].parameters, offer.args, strict=True):
            value = self._read_argument(parameter) if given is None else given
            if value is None:
                return None
            values.append(value)
        move = Move(offer.act, tuple(values), ())
        verdict = judge(rules, self.table.state, move)
        if isinstance(verdict, Diagnostic) or not verdict.legal:
            text = move_text(rules.game, {"act": move.act, "args": describe(rules.game, move)}, self.language)
            console().print(in_words("terminal_not_possible", self.language, x=text.plain), markup=False)
            return None
        return move

    def _read_argument(self, parameter: g.Parameter) -> int | None:
        """Read an argument: cards by their codes, a player or side by its number; None if it is not valid."""
        game, kind = self.table.rules.game, parameter.type.kind
        cards = kind in ("card", "cards", "group")
        single = isinstance(decoded(parameter.type, 0), Member)
        question = "terminal_which_card" if cards else "terminal_which_number"
        console().print(in_words(question, self.language, x=game.deck.cards[0].code), markup=False)
        answer = self.read_line()
        known = game.card_number if cards else {str(n + 1): n for n in range(game.sides if kind == "side" else game.players)}
        words = answer.split()
        if not words or any(word not in known for word in words) or (single and len(words) > 1):
            if words:
                self._refuse(answer)
            return None
        return known[words[0]] if single else mask_of([known[word] for word in words])

    def _refuse(self, answer: str) -> None:
        console().print(in_words("terminal_no_move", self.language, x=without_controls(answer[:20])), markup=False)


# ------------------------------------------------------------------ human player


class PlayerLeft(Exception):
    """Raised if the person leaves the table; the moves so far stay in it."""


class HumanPlayer:
    """A player who is shown the view of the seat and asked for a move."""

    def __init__(self, table: PlayInProgress, language: str) -> None:
        self.table = table
        self.rules = table.rules
        self.language = language
        self.arbiter = ArbiterPrompt(table, language, self._read_line)

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | NoticedMove:
        """Return the move that the person chooses or types, or the arbiter's entry."""
        self._show(view, moves)
        while True:
            answer = self._read_line()
            if len(answer) < 10 and answer.isdecimal() and 1 <= int(answer) <= len(moves):
                return moves[int(answer) - 1]
            if answer in {"q", "quit"}:
                raise PlayerLeft
            chosen = self.arbiter.call(view.player) if answer == "!" else self._parse_move(answer, moves)
            if chosen is not None:
                return chosen
            if answer == "!":
                self._show(view, moves)

    def _read_line(self) -> str:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            raise PlayerLeft
        return line.strip()

    def _parse_move(self, answer: str, moves: tuple[Move, ...]) -> Move | None:
        """Parse a typed move; if it is not legal, print why and return None."""
        move = read_phrase(self.rules.game, answer, language=self.language)
        if not isinstance(move, Move) or answer.isdecimal() or answer in {"", "?"}:
            refusal = (
                ""
                if answer in {"", "?", "help"}
                else in_words("terminal_no_move", self.language, x=without_controls(answer[:20])) + "; "
            )
            console().print(
                refusal + in_words("terminal_help", self.language, example=phrase(self.rules.game, moves[0])), markup=False
            )
            return None
        if names_unseen(self.rules.game, move) is not None:  # an answer would disclose whether the card is there
            move = choice_of(self.rules.game, move)
            console().print(in_words("terminal_chosen_unseen", self.language, x=phrase(self.rules.game, move)), markup=False)
            return None
        found = self.table.meant(move)
        if found is None:
            self._refuse(move)
            return None
        return found.move

    def _refuse(self, move: Move) -> None:
        """Print why a move is not legal, without disclosing the places of hidden cards."""
        state = self.table.state
        verdict = judge(self.rules, state, move)
        if not isinstance(verdict, Diagnostic) and self.table.asks_otherwise(move, verdict):
            from cartaro_rulebook import explain_demand

            answer = explain_demand(self.rules, state, move, self.table.demand, self.language)
            console().print(str(answer["text"]), markup=False)
            return
        disclosed = {"permission", "barred", "step", "turn"}
        if isinstance(verdict, Diagnostic) or verdict.reason not in disclosed:  # the reason may depend on hidden cards
            text = move_text(self.rules.game, {"act": move.act, "args": describe(self.rules.game, move)}, self.language)
            console().print(in_words("terminal_not_possible", self.language, x=text.plain), markup=False)
            return
        from cartaro_rulebook import explain_move

        explanation = explain_move(self.rules, state, move, self.language)
        if not isinstance(explanation, Diagnostic):
            console().print(str(explanation["text"]), markup=False)
        console().print(in_words("terminal_not_done", self.language), markup=False)

    def _show(self, view: View, moves: tuple[Move, ...]) -> None:
        game, out = self.rules.game, console()
        out.print()
        out.print(Text(in_words("terminal_seat", self.language, n=view.player + 1), style="bold"))
        for zone in view.zones:
            if not zone.size:
                continue
            line = Text(f"{zone_text(game, game.zone[zone.zone], str(zone.owner + 1), self.language)}: ")
            if zone.cards is not None:
                line.append_text(laid_text(game, zone.zone, self._sorted_cards(zone)))
            elif zone.top is not None:
                line.append_text(cards_text(game, [game.faces.codes[zone.top]]))
                line.append(f" + {in_words('terminal_unseen', self.language, n=zone.size - 1)}", style="dim")
            else:
                line.append(in_words("terminal_unseen", self.language, n=zone.size), style="dim")
            out.print(line)
        for number, move in enumerate(moves, 1):
            line = Text(f"{number:>3}  ")
            line.append_text(move_text(game, move_json(self.rules, move), self.language))
            titles = (display_name(game, name, self.language, game.clause[name].names) for name in move.by)
            line.append(f"   {', '.join(titles)}", style="dim")
            out.print(line)

    def _sorted_cards(self, zone: ZoneView) -> list[int]:
        """Order the cards of a pile by their position, the cards of a set by kind."""
        faces, held = self.rules.game.faces, zone.cards or ()
        if self.rules.game.zone[zone.zone].ordered:
            return [*held]
        return sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number))


# ---------------------------------------------------------------- observed table

Announce = Callable[[int | None, Move, bool], None]
"""Print a move of a player in a seat, or a finding of the arbiter; and whether it broke a rule and was noticed at once."""


class ObservedTable(PlayInProgress):
    """A play in progress that reports each move to opponents and to people at the screen, as far as they may know it."""

    def __init__(self, rules: Rules, chance: SeededChance, match: bool) -> None:
        super().__init__(rules, chance, match)
        self.opponents: tuple[SeatedOpponent, ...] = ()
        self.people: tuple[int, ...] = ()
        self.announce: Announce | None = None

    def set_observers(self, opponents: Iterable[SeatedOpponent]) -> None:
        """Set the opponents that observe the moves."""
        self.opponents = tuple(opponents)

    def set_people(self, people: Iterable[int], announce: Announce) -> None:
        """Set the seats of people, and the callback that prints a move."""
        self.people, self.announce = tuple(people), announce

    def act(self, option: Choice) -> None:
        """Play a legal move; each observer learns only the information that the rules let that observer see."""
        before, packs = self.state, len(self.chance.packs)
        super().act(option)
        move = self._last_move()
        for opponent in self.opponents:
            opponent.onlooker.saw(before, move, self.state, shuffled=len(self.chance.packs) > packs)
        self._report(option.player, before, move)

    def stand(self, found: Irregular) -> None:
        """Play a move that breaks a rule and is not noticed before the next."""
        before = self.state
        super().stand(found)
        self._report(found.option.player, before, self._last_move())

    def at_once(self, found: Irregular, rulings: tuple[str, ...], *, stands: bool) -> None:
        """Play a move that breaks a rule and is noticed at once."""
        before, number = self.state, len(self.entries)
        super().at_once(found, rulings, stands=stands)
        move = self.entries[number]
        if isinstance(move, Move):
            self._report(found.option.player, before, move, noticed=True)

    def find(self, finding: Move) -> None:
        """Enter a finding of the arbiter."""
        before = self.state
        super().find(finding)
        self._report(None, before, finding)

    def _last_move(self) -> Move:
        move = self.entries[-1]
        assert isinstance(move, Move)
        return move

    def _report(self, seat: int | None, before: State, move: Move, *, noticed: bool = False) -> None:
        """Print a move without the cards that somebody at the screen does not know: people share it."""
        if self.announce is not None:
            known = as_known_to_all(self.rules, self.people, before, move, self.state) if self.people else move
            self.announce(seat, known, noticed)
