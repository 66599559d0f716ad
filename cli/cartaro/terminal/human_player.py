"""A person who plays at the terminal.  The table is printed; the person chooses or types a move, enters a command, or calls the
arbiter.

`HumanPlayer` is a player for `play_out`; `ArbiterPrompt` is its menu of findings and violations; `ObservedTable` runs the hand
and passes each move on to the opponents that remember visible cards. Nothing is printed that the player in the seat may not
see.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from unicodedata import combining, normalize

import click
from rich.text import Text

from cartaro.terminal.menu import (
    MOST_LINES,
    Entry,
    Several,
    argument_lines,
    cards_typed_alone,
    menu,
    menu_lines,
    move_as_shown,
    read_shown,
    typed_moves,
)
from cartaro.terminal.render import (
    article_phrase,
    card_legend,
    display_name,
    known_text,
    move_text,
    owner_text,
    show_explanation,
)
from cartaro.terminal.streams import console, without_controls
from cartaro.terminal.table_text import move_line, own_cards, place_lines, score_lines, seen_cards, sole_reader, status_lines
from cartaro_engine import SeatedOpponent
from cartaro_grammar import Diagnostic, did_you_mean, shorten, with_codes
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
    argument_codes,
    as_known_to_all,
    card_languages,
    cards_of,
    choice_of,
    decoded,
    describe,
    judge,
    mask_of,
    members,
    move_json,
    move_series,
    names_unseen,
    read_phrase,
)
from cartaro_rulebook import in_words, last_plays

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
        """Ask for an entry and return it: a finding, or a violation, noticed at once or not; None if nothing is entered."""
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
        """List the entries that a player can make: findings, and violations that are noticed at once or later.

        The list is empty while a ruling demands an act.
        """
        possible = self.table.arbiter_options(player)
        if isinstance(possible, Diagnostic):
            return []
        return [*possible.findings, *((one, False) for one in possible.later), *((one, True) for one in possible.at_once)]

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
        """Read an argument: the codes of cards, or the number of a player or side; None if it is not valid."""
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
        console().print(in_words("terminal_no_move", self.language, x=without_controls(shorten(answer))), markup=False)


# ------------------------------------------------------------------ human player


class PlayerLeft(Exception):
    """Raised if the person leaves the table, which keeps the moves so far."""


class TakeBack(Exception):
    """Raised if the person takes the last move back; play is then repeated up to the choice after `moves`."""

    def __init__(self, moves: tuple[Move, ...]) -> None:
        super().__init__()
        self.moves = moves


COMMANDS = ("table", "score", "history", "hint", "why", "undo", "cards", "help", "quit")
SHORT = {"?": "help", "q": "quit"}
MOST_TYPED = 500
"""The greatest number of characters of an answer that are compared with the words on the screen."""


def command_words(language: str) -> dict[str, str]:
    """Return each word for a command, in a language and in English, with its command."""
    own = {in_words(f"terminal_word_{command}", language): command for command in COMMANDS}
    return {**SHORT, **{command: command for command in COMMANDS}, **{_folded(word): each for word, each in own.items()}}


def _folded(word: str) -> str:
    """Return a word in lower case and without accents."""
    return "".join(sign for sign in normalize("NFD", word.casefold()) if not combining(sign))


class HumanPlayer:
    """A player who is shown the table as seen from the seat, and is asked for a move. `adviser` makes the opponent whose choice
    is given as the hint; if it is None there is no hint.
    """

    def __init__(self, table: ObservedTable, language: str, adviser: Callable[[], SeatedOpponent] | None = None) -> None:
        self.table = table
        self.rules = table.rules
        self.language = language
        self.adviser = adviser
        self.arbiter = ArbiterPrompt(table, language, self._read_line)
        self.seen = 0
        """The cards that the person sees, wherever they are."""
        self.held = 0
        """The cards that the person has been shown in places of their own."""
        self.new = 0
        """The cards that came to these places since the person's last choice."""
        self.to_follow: tuple[Move, ...] = ()
        """The rest of a series of moves that the person typed, such as the cards of a run that are laid one by one."""
        self.commands = {word: each for word, each in command_words(language).items() if word not in table.rules.game.act}

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | NoticedMove:
        """Return the move that the person chooses or types, or the arbiter's entry."""
        held = own_cards(self.rules, view)
        self.new = held & ~self.held if held & self.held else 0
        self.held = held
        self.seen = seen_cards(view)
        following, self.to_follow = self.to_follow[:1], self.to_follow[1:]
        if following and following[0] in moves:
            return following[0]
        self.to_follow = ()
        self._show_table(view)
        entries = self._show_menu(menu(self.rules.game, moves))
        begun: Several | None = None
        while True:
            answer = self._read_line()
            words = answer.split()
            command = self.commands.get(_folded(words[0])) if words else None
            if answer == "!":
                entered = self.arbiter.call(view.player)
                if entered is not None:
                    return entered
                self._show_table(view)
                entries = self._show_menu(entries)
            elif not words:
                entries, begun = self._show_menu(menu(self.rules.game, moves)), None
            elif command is not None and (len(words) == 1 or command == "why"):
                entries = self._obey(command, words[1:], view, moves, entries)
            else:
                chosen = self._understood(answer, moves, entries, begun)
                if isinstance(chosen, Move):
                    return chosen
                if isinstance(chosen, Several):
                    entries, begun = (), chosen
                    for line in argument_lines(self.rules, chosen, self.language):
                        console().print(line)
                elif chosen:
                    listed = tuple(move for one in chosen for move in (one.moves if isinstance(one, Several) else (one,)))
                    entries, begun = self._show_menu(chosen), Several(listed, "" if answer.isdecimal() else answer)
                    self._print("terminal_back")

    def _understood(
        self, answer: str, moves: tuple[Move, ...], entries: tuple[Entry, ...], begun: Several | None
    ) -> Move | Several | tuple[Entry, ...]:
        """Return the move that an answer means, the next menu or the act to be completed if it can mean several moves, or
        nothing if it is not a legal move. If a move is `begun`, the answer is first read as its next cards or words; cards that
        do not fit it make no other move.
        """
        answer = self._coded(answer)
        if len(answer) < 10 and answer.isdecimal() and 1 <= int(answer) <= len(entries):
            entry = entries[int(answer) - 1]
            return entry if isinstance(entry, Move) else self._several(entry.moves)
        shown = move_as_shown(self.rules, moves, answer, self.language) if len(answer) <= MOST_TYPED else None
        if shown is not None:
            return shown
        if begun is not None and len(answer) <= MOST_TYPED:
            for typed in dict.fromkeys((f"{begun.typed} {answer}".strip(), answer)):
                fitting = typed_moves(self.rules, self.table.state, begun.moves, typed, self.language, longer=True)
                if fitting:
                    return fitting[0] if len(fitting) == 1 else self._several(fitting, typed)
            if cards_typed_alone(self.rules, answer, self.language):
                self._no_move(answer, begun.moves, None if entries else begun)
                return ()
        written = read_phrase(self.rules.game, answer, language=self.language)
        if isinstance(written, Move) and (names_unseen(self.rules.game, written) is not None or self.table.meant(written)):
            return self._legal(written) or ()
        if len(answer) > MOST_TYPED:
            self._no_move(answer, moves)
            return ()
        meant = typed_moves(self.rules, self.table.state, moves, answer, self.language)
        if len(meant) == 1:  # a move in full words that is not legal is not replaced by a longer one without asking
            whole = written if isinstance(written, Move) else read_shown(self.rules.game, answer, self.language)
            is_longer = whole is not None and len(cards_of(self.rules, meant[0])[0]) > len(cards_of(self.rules, whole)[0])
            return meant if is_longer else meant[0]
        if meant:
            return self._several(meant, answer)
        series = self._series(answer, moves)
        if series:
            self.to_follow = series[1:]
            return series[0]
        if not isinstance(written, Move):
            written = read_shown(self.rules.game, answer, self.language) or self._barred(answer) or written
        if isinstance(written, Move):
            return self._legal(written) or ()
        self._no_move(answer, moves, None if entries else begun)
        return ()

    def _several(self, moves: tuple[Move, ...], typed: str = "") -> Several | tuple[Entry, ...]:
        """Return the menu of some moves, each on a line of its own; if there are too many, the act to be completed card by
        card or word by word.
        """
        if len(moves) <= MOST_LINES:
            return moves
        entries = menu(self.rules.game, moves)
        return Several(moves, typed) if len(entries) == 1 else entries

    def _series(self, answer: str, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return moves of one act for the cards of a line, one for each card, perhaps after words of the act."""
        words, first = answer.split(), 0
        while first < len(words) and not cards_typed_alone(self.rules, words[first], self.language):
            first += 1
        cards = self._cards_typed(" ".join(words[first:]))
        said = " ".join(words[:first])
        fitting = typed_moves(self.rules, self.table.state, moves, said, self.language) if said else moves
        acts = {move.act for move in fitting}
        series = move_series(self.rules, self.table.state, cards)
        return series if series and series[0].act in acts else ()

    def _cards_typed(self, typed: str) -> tuple[int, ...]:
        """Return the cards of a line that contains only cards; if the person holds another copy of a card, it is that copy."""
        faces, cards = self.rules.game.faces, list[int]()
        for card in cards_typed_alone(self.rules, typed, self.language):
            copies = (card, *(one for one in members(self.held) if faces.kind[one] == faces.kind[card]))
            cards.append(next((one for one in copies if self.held >> one & 1 and one not in cards), card))
        return tuple(cards)

    def _coded(self, typed: str) -> str:
        """Return a line with the codes of the cards that it names in words."""
        return with_codes(self.rules.game.deck, typed, card_languages(self.rules.game, self.language))

    def _barred(self, answer: str) -> Move | None:
        """Return the move made with the cards of a line that contains nothing else, if a clause forbids it and so explains why
        it is illegal; otherwise, with cards of the person's hand, a move that no clause permits.
        """
        cards, unpermitted = self._cards_typed(answer), None
        are_held = bool(cards) and all(self.held >> card & 1 for card in cards)
        made = {move.act for _, move in self.table.made}
        for act in sorted(self.rules.game.acts, key=lambda act: act.name not in made):
            kinds = [parameter.type.kind for parameter in act.parameters]
            if act.finding or not (kinds == ["cards"] or (kinds == ["card"] and len(cards) == 1)) or act.parameters[0].unseen:
                continue
            move = Move(act.name, (cards[0] if kinds == ["card"] else mask_of(cards),), ())
            verdict = judge(self.rules, self.table.state, move)
            if not isinstance(verdict, Diagnostic) and verdict.reason == "barred":
                return move
            if not isinstance(verdict, Diagnostic) and verdict.reason == "permission" and are_held:
                unpermitted = unpermitted or move
        return unpermitted

    def _read_line(self) -> str:
        line = read_line(tuple(self.commands))
        if line is None:
            raise PlayerLeft
        return line.strip()

    def _no_move(self, answer: str, moves: tuple[Move, ...], begun: Several | None = None) -> None:
        """Print that an answer is not a move, with the possible answers: the words and cards that can follow if an act is
        `begun`. Of cards that the person does not see, print only that.
        """
        cards = self._cards_typed(answer)
        if any(not self.seen >> card & 1 for card in cards):
            self._not_possible(answer, cards)
        elif (guess := did_you_mean(_folded(answer), self.commands)) is not None and answer not in self.commands:
            self._print("terminal_no_command", x=without_controls(shorten(answer)), guess=guess)
        elif begun is None:
            self._print("terminal_no_move_but", x=without_controls(shorten(answer)), help=self._how_to_answer(moves))
        else:
            self._print("terminal_no_move", x=without_controls(shorten(answer)))
        if begun is not None:
            for line in argument_lines(self.rules, begun, self.language):
                console().print(line)

    def _how_to_answer(self, moves: tuple[Move, ...]) -> str:
        example = move_text(self.rules.game, move_json(self.rules, moves[0]), self.language).plain
        return in_words("terminal_help", self.language, example=example)

    def _help(self, moves: tuple[Move, ...]) -> None:
        console().print(self._how_to_answer(moves), markup=False, highlight=False)
        for command in COMMANDS:
            word, about = (in_words(f"terminal_{what}_{command}", self.language) for what in ("word", "about"))
            console().print(f"  {word:<10} {about}", markup=False, highlight=False)

    def _print(self, key: str, **values: object) -> None:
        console().print(in_words(key, self.language, **values), markup=False, highlight=False)

    def _legal(self, move: Move) -> Move | None:
        """Return a move that was typed in full if it is legal; otherwise print why it is not and return None."""
        if names_unseen(self.rules.game, move) is not None:  # any answer would disclose whether the card is there
            move = choice_of(self.rules.game, move)
            self._print("terminal_chosen_unseen", x=known_text(self.rules.game, move, self.language).plain)
            return None
        found = self.table.meant(move)
        if found is None:
            if self._refuse(move):
                self._print("terminal_not_done")
            return None
        return found.move

    # ----------------------------------------------------------------- commands

    def _obey(
        self, command: str, words: list[str], view: View, moves: tuple[Move, ...], entries: tuple[Entry, ...]
    ) -> tuple[Entry, ...]:
        """Carry out a command, and return the menu that answers refer to."""
        match command:
            case "table":
                self._show_table(view)
                return self._show_menu(menu(self.rules.game, moves))
            case "hint":
                self._hint(view, moves)
            case "score":
                for line in score_lines(self.rules, self.table.state, view.player, self.language):
                    console().print(line, markup=False, highlight=False)
            case "history":
                moves_of_hand = [one for one in self.table.reported if one[0] == self.table.hands]
                if not moves_of_hand:
                    self._print("terminal_no_history")
                for _, seat, move, noticed in moves_of_hand:
                    console().print(move_line(self.rules, seat, move, self.language, self._reader, noticed=noticed))
            case "why":
                self._why(words, moves, entries)
            case "undo":
                self._undo(view.player)
            case "cards":
                for line in card_legend(self.rules.game, self.language):
                    console().print(line, markup=False, highlight=False)
            case "help":
                self._help(moves)
            case _:
                raise PlayerLeft
        return entries

    def _hint(self, view: View, moves: tuple[Move, ...]) -> None:
        adviser = None if self.adviser is None or self.table.demand else self.adviser()
        if adviser is None:
            self._print("terminal_no_hint")
            return
        for seen in self.table.seen:
            adviser.onlooker.saw(*seen[:3], shuffled=seen[3])
        advised = adviser.choose(view, moves)
        self._print("terminal_hint", x=move_text(self.rules.game, move_json(self.rules, advised), self.language).plain)

    def _why(self, words: list[str], moves: tuple[Move, ...], entries: tuple[Entry, ...]) -> None:
        """Print why a move is legal or not. The text is the number of a move in the menu, or a move, perhaps after `not`."""
        negated = bool(words) and _folded(words[0]) in {"not", "no", _folded(in_words("terminal_word_not", self.language))}
        asked = words[1:] if negated else words
        typed = " ".join(asked)
        if asked and not (len(asked) == 1 and typed.isdecimal()) and len(typed) <= MOST_TYPED:
            self._explain_typed(typed, moves)
            return
        words = asked
        number = int(words[0]) if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 10 else 0
        entry = entries[number - 1] if 1 <= number <= len(entries) else None
        if entry is None:
            if negated and not words:
                self._print("terminal_why_not_which", example=self._not_playable(moves))
            else:
                self._print("terminal_why_number")
            return
        from cartaro_rulebook import explain_move

        move = entry if isinstance(entry, Move) else entry.moves[0]
        explanation = explain_move(self.rules, self.table.state, move, self.language)
        if not isinstance(explanation, Diagnostic):
            show_explanation(explanation)

    def _not_playable(self, moves: tuple[Move, ...]) -> str:
        """Return a card of the person that is in no move, such as one that does not follow suit; otherwise any card of theirs,
        or the words of a move.
        """
        playable = mask_of({card for move in moves for card in cards_of(self.rules, move)[0]})
        held = members(self.held & ~playable or self.held)
        if held:
            return self.rules.game.faces.codes[held[0]]
        return move_text(self.rules.game, move_json(self.rules, moves[0]), self.language).plain

    def _explain_typed(self, typed: str, moves: tuple[Move, ...]) -> None:
        """Print why a typed move is legal or not."""
        typed = self._coded(typed)
        meant = typed_moves(self.rules, self.table.state, moves, typed, self.language)
        if meant:
            self._why(["1"], moves, meant)
            return
        game = self.rules.game
        move = read_shown(game, typed, self.language) or self._barred(typed) or read_phrase(game, typed, language=self.language)
        if not isinstance(move, Move):
            known = self._cards_typed(typed)
            shown = " ".join(game.deck.cards[card].code for card in known)
            self._not_possible(shown, known) if known else self._no_move(typed, moves)
        elif names_unseen(game, move) is not None:
            self._print("terminal_chosen_unseen", x=known_text(game, choice_of(game, move), self.language).plain)
        else:
            self._refuse(move)

    def _not_possible(self, what: str, cards: Iterable[int]) -> None:
        """Print that a move is not possible; the reason, if one of its cards is in no place that the person sees."""
        absent = next((card for card in cards if not self.seen >> card & 1), None)
        if absent is None:
            self._print("terminal_not_possible", x=what)
        else:
            self._print("terminal_not_seen", x=self.rules.game.deck.cards[absent].code)

    def _undo(self, player: int) -> None:
        """Go back to the player's last choice, unless there is no such choice or the arbiter has entered something since."""
        made = self.table.made
        last = max((number for number, (seat, _) in enumerate(made) if seat == player), default=None)
        if last is None or len(made) != len(self.table.entries):
            self._print("terminal_no_undo")
            return
        raise TakeBack(tuple(choice_of(self.rules.game, move) for _, move in made[:last]))

    def _refuse(self, move: Move) -> bool:
        """Print why a move is not legal without disclosing hidden cards; return whether a clause is the reason."""
        state = self.table.state
        verdict = judge(self.rules, state, move)
        if not isinstance(verdict, Diagnostic) and self.table.asks_otherwise(move, verdict):
            from cartaro_rulebook import explain_demand

            answer = explain_demand(self.rules, state, move, self.table.demand, self.language)
            show_explanation(answer)
            return False
        disclosed = {"permission", "barred", "step", "turn"}
        if isinstance(verdict, Diagnostic) or verdict.reason not in disclosed:  # the reason may depend on hidden cards
            text = move_text(self.rules.game, {"act": move.act, "args": describe(self.rules.game, move)}, self.language)
            self._not_possible(text.plain, sorted(cards_of(self.rules, move)[0]))
            return False
        from cartaro_rulebook import explain_move

        explanation = explain_move(self.rules, state, move, self.language)
        if not isinstance(explanation, Diagnostic):
            show_explanation(explanation)
        return True

    # ------------------------------------------------------------------- output

    def _show_table(self, view: View) -> None:
        out = console()
        out.print()
        who = owner_text(self.rules.game, "player", str(view.player + 1), self.language)
        turn = "terminal_turn" if self._reader is None else "page_table_your_turn"
        out.print(Text(in_words(turn, self.language, who=who), style="bold"))
        moves = [(seat, move) for hand, seat, move, _ in self.table.reported if seat is not None and hand == self.table.hands]
        plays = {play.zone: play for play in last_plays(self.rules, self.table.state, moves)}
        for line in place_lines(self.rules, self.table.state, view, self.language, self.new, plays):
            out.print(line)
        for text in status_lines(self.rules, self.table.state, view.player, self.language, out.width):
            out.print(Text(text, style="dim"))

    @property
    def _reader(self) -> int | None:
        """The seat of the person, if nobody else is at the screen."""
        return sole_reader(self.table.people)

    def _show_menu(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        for line in menu_lines(self.rules, self.table.state, entries, self.language):
            console().print(line)
        return entries


def read_line(words: tuple[str, ...]) -> str | None:
    """Read a line; on a terminal, with editing, history and completion of these words. Return None at the end of the input."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _prepare_editing(words)
        try:
            return input("> ")
        except EOFError:
            return None
    click.echo("> ", nl=False)
    return sys.stdin.readline() or None


def _prepare_editing(words: tuple[str, ...]) -> None:
    """Let the terminal's line editor complete the words, if there is one (Windows has none)."""
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, number: int) -> str | None:
        found = [word for word in words if word.startswith(begun)]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


# ---------------------------------------------------------------- observed table

Announce = Callable[[int | None, Move, bool, State], None]
"""Prints a move of a player in a seat, or a finding of the arbiter.  It is also given whether the move broke a rule and was
noticed at once, and the state before it, from which the consequences are printed.
"""


class ObservedTable(PlayInProgress):
    """A play in progress that reports each move to opponents and to people at the screen, as far as they may know it."""

    def __init__(self, rules: Rules, chance: SeededChance, match: bool) -> None:
        super().__init__(rules, chance, match)
        self.opponents: tuple[SeatedOpponent, ...] = ()
        self.people: tuple[int, ...] = ()
        self.announce: Announce | None = None
        self.made: list[tuple[int, Move]] = []
        """The legal moves so far, and who made each."""
        self.reported: list[tuple[int, int | None, Move, bool]] = []
        """Each move and finding as the people at the screen know it, with the number of its hand, its seat, and whether it was
        noticed at once.
        """
        self.seen: list[tuple[State, Move, State, bool]] = []
        """The states before and after each move, and whether it shuffled, for an opponent that joins later and has to observe
        them.
        """

    def set_observers(self, opponents: Iterable[SeatedOpponent]) -> None:
        """Set the opponents that observe the moves."""
        self.opponents = tuple(opponents)

    def set_people(self, people: Iterable[int], announce: Announce) -> None:
        """Set the seats of people, and the callback that prints a move."""
        self.people, self.announce = tuple(people), announce

    def act(self, option: Choice) -> None:
        """Play a legal move; each observer learns only what the rules let that observer see."""
        before, packs = self.state, len(self.chance.packs)
        super().act(option)
        move = self._last_move()
        self.made.append((option.player, move))
        self.seen.append((before, move, self.state, len(self.chance.packs) > packs))
        for opponent in self.opponents:
            opponent.onlooker.saw(before, move, self.state, shuffled=len(self.chance.packs) > packs)
        self._report(option.player, before, move)

    def stand(self, found: Irregular) -> None:
        """Play a move that breaks a rule and that is not noticed before the next move."""
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
        """Print a move without the cards that somebody at the screen does not know, since several people share the screen."""
        if self.announce is not None:
            known = as_known_to_all(self.rules, self.people, before, move, self.state) if self.people else move
            self.reported.append((self.hands, seat, known, noticed))
            self.announce(seat, known, noticed, before)
