"""Sessions of `cartaro play` under a pseudo-terminal: whole hands, narrow windows, wrong lines, the end of the input."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
from fcntl import ioctl
from termios import TIOCSWINSZ

import pytest

pytestmark = pytest.mark.slow

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Session:
    """A game at a terminal of some columns: the screen so far, without its control sequences."""

    def __init__(self, *words: str, columns: int, language: str) -> None:
        self.terminal, theirs = pty.openpty()
        self.resize(columns)
        environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        command = [sys.executable, "-c", "from cartaro.main import main; main()", "play", *words]
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment, "TERM": "xterm", "CARTARO_LANGUAGE": language},
            start_new_session=True,
        )
        os.close(theirs)
        self.screen = ""
        self.read()

    def resize(self, columns: int) -> None:
        ioctl(self.terminal, TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read(self) -> str:
        """Read up to the next prompt or the end, and return the new text."""
        seen = b""
        while not CODES.sub("", seen.decode(errors="replace")).endswith("\n> "):
            try:
                more = os.read(self.terminal, 65_536)
            except OSError:  # raised when the other end is closed
                break
            if not more:
                break
            seen += more
        new = CODES.sub("", seen.decode()).replace("\r\n", "\n")
        self.screen += new
        return new

    def type(self, line: str) -> str:
        os.write(self.terminal, line.encode())
        return self.read()

    def end(self) -> int:
        """Leave the table if the person is still asked, and return the exit code."""
        os.close(self.terminal)
        return self.process.wait(60)


@pytest.mark.parametrize(
    ("game", "language", "columns", "phrases"),
    [
        ("briscola", "fr", 60, ("place 2 joue ", " prend ", "couleur d'atout : ")),
        ("leduc", "it", 60, ("fiche messe nel piatto: ", "posto 2 ", "punti")),
        ("scopa", "en", 80, ("last capturer: seat ", "│ settebello │", "seat 2 captures ")),
    ],
)
def test_a_whole_hand_is_played_within_the_window(game: str, language: str, columns: int, phrases: tuple[str, ...]) -> None:
    session = Session(game, "--seats", "you,random", "--seed", "5", columns=columns, language=language)
    for _ in range(40):
        if not session.screen.endswith("> "):
            break
        session.type("1\n")
    assert session.end() == 0
    assert [phrase for phrase in phrases if phrase not in session.screen] == []
    assert [line for line in session.screen.split("\n") if len(line) > columns] == []


def test_the_table_is_as_wide_as_the_window_after_a_resize() -> None:
    session = Session("president", "--seats", "you,random,random,random", "--seed", "5", columns=100, language="en")
    assert max(map(len, session.screen.split("\n"))) > 50
    session.resize(50)
    assert max(map(len, session.type("table\n").split("\n"))) <= 50
    session.type("q\n")
    assert session.end() == 0


@pytest.mark.parametrize("key", ["\x04", "quit\n"])
def test_the_end_of_the_input_leaves_the_table(key: str) -> None:
    session = Session("scopa", "--seats", "you,random", "--seed", "3", columns=80, language="en")
    left = session.type(key)
    assert "you left the table" in left
    assert "Traceback" not in left
    assert session.end() == 0


def test_a_wrong_line_changes_nothing_and_an_earlier_line_is_brought_back() -> None:
    session = Session("scopa", "--seats", "you,random", "--seed", "3", columns=80, language="en")
    assert "`zzz` is not a move" in session.type("zzz\n")
    assert "`zzz` is not a move" in session.type("\x1b[A\n")
    assert "you capture CS with CC" in session.type("1\n")
    session.type("q\n")
    assert session.end() == 0


def spoken(game: str, language: str, seats: str, seed: int, *lines: str, setting: str = "") -> str:
    """Play at a terminal of 80 columns, leave the table, and return the screen."""
    chosen = ("--set", setting) if setting else ()
    session = Session(game, *chosen, "--seats", seats, "--seed", str(seed), columns=80, language=language)
    for line in lines:
        session.type(f"{line}\n")
    if session.screen.endswith("> "):
        session.type("q\n")
    assert session.end() == 0
    return session.screen


def test_cards_that_come_into_a_hand_are_announced_as_the_person_knows_them() -> None:
    asks = ("ask seat 2 for the ten", "ask seat 2 for the queen", "ask seat 2 for the queen")
    screen = spoken("go_fish", "en", "you,random", 2, *asks)
    assert "you ask seat 2 for the ten\n  you get 10♣ from seat 2\n" in screen
    assert "you ask seat 2 for the queen\n  you draw Q♥ (the stock)\n" in screen
    assert "seat 2 asks you for the eight\n  seat 2 gets 8♦ from you\n" in screen
    assert "seat 2 asks you for the three\n  seat 2 draws 1 card (the stock)\n" in screen


def test_passed_cards_are_announced_by_who_gets_them_from_whom() -> None:
    screen = spoken("hearts", "en", "you,random,random,random", 5, "9♥ K♥ J♥")
    assert "  you get A♠ 5♠ 8♠ from seat 4\n  seat 2 gets 3 cards from you\n  seat 3 gets 3 cards from seat 2\n" in screen


def test_cards_that_all_draw_after_a_trick_are_not_announced() -> None:
    screen = spoken("briscola", "en", "you,random", 3, "1", "1")
    assert screen.count("takings)\n") >= 2
    assert "draws" not in screen


def test_the_player_of_a_pair_who_takes_a_trick_is_named() -> None:
    screen = spoken("tressette", "it", "you,random,random,random", 3, "1", "1", setting="players=4")
    assert "  posto 4 prende 4B 5B 6B RB (le prese)\n" in screen
    assert "coppia 2 prende" not in screen


def test_cards_typed_together_are_laid_one_by_one_if_the_act_takes_one_at_a_time() -> None:
    """The person holds the second copy of the two of diamonds."""
    for typed in ("2d 2♣ 2♠", "calare 2♣ 2♠ 2♦"):
        screen = spoken("machiavelli", "it", "you,random", 5, typed)
        assert {f"tu cali {card}" for card in ("2♦'", "2♣", "2♠")} <= {*screen.split("\n")}
        assert screen.count("Tocca a te") == 2


def test_cards_in_hand_that_no_clause_permits_get_the_reason() -> None:
    screen = spoken("president", "it", "you,random,random,random", 3, "6♥", "3♥")
    assert "Non si può giocare il tre di cuori." in screen
    assert "Qui la forza da superare è 13 e la più bassa forza delle carte è 1." in screen
    assert "dare" not in screen.rpartition("Non si può")[2]


def test_a_move_in_full_is_not_replaced_by_a_longer_one_without_asking() -> None:
    screen = spoken("scopa", "fr", "you,random", 11, "prendre 2C avec CD", "1")
    assert "  1  prendre 2C 7D avec CD\nun numéro, ou entrée pour revenir\n> 1\nvous prenez 2C 7D avec CD\n" in screen


@pytest.mark.parametrize(
    ("language", "typed", "meant", "history", "none_yet"),
    [
        ("en", "tabel", "did you mean `table`?", "history", "there are no moves yet"),
        ("it", "tavlo", "intendevi `tavolo`?", "mosse", "non c'è ancora nessuna mossa"),
        ("fr", "conseill", "vouliez-vous dire `conseil` ?", "coups", "il n'y a pas encore de coup"),
    ],
)
def test_a_misspelt_command_is_recognised(language: str, typed: str, meant: str, history: str, none_yet: str) -> None:
    screen = spoken("scopa", language, "you,random", 11, typed, history)
    assert meant in screen
    assert none_yet in screen


def test_a_hand_is_ranked_with_the_open_cards_of_the_table() -> None:
    """Before the flop there are no five cards to rank."""
    screen = spoken("texas_holdem", "en", "you,random", 8, "1", "1", "1")
    assert "the hand (you): 6♥ 2♦\n" in screen
    assert "the hand (you): 6♥ 2♦   a high card\n" in screen


def test_the_end_of_a_hand_has_the_totals_that_its_score_compares() -> None:
    screen = spoken("sette_e_mezzo", "it", "you,random", 3, "2", "stare")
    assert "\ntotale: ½ ciascuno\n" in screen


def test_a_move_that_is_denied_is_told_of_its_player() -> None:
    screen = spoken("durak", "fr", "you,random", 2, *["1"] * 5)
    assert "place 2 n'ajoute plus de cartes\n" in screen
    assert "a fini d'ajouter : place 2" in screen


def test_a_bid_is_named_by_the_words_of_the_players_who_need_not_type_quotation_marks() -> None:
    for language, typed, named in (
        ("it", "solissimo", "livello dichiarato: «solissimo»"),
        ("en", "solissimo", "level of the bid: “solissimo”"),
        ("fr", "dire solissimo", "niveau de l'annonce : « solissimo »"),
    ):
        assert named in spoken("terziglio", language, "you,random,random", 8, typed)


def test_a_menu_says_how_many_cards_a_move_takes() -> None:
    screen = spoken("hearts", "it", "you,random,random,random", 11, "1", "3♥", "8♥")
    assert "  1  passare …   286 possibilità: scrivi 3 carte, come `3♥ 8♥ 4♦`\n" in screen
    assert "passare …   286 possibilità: scrivi 3 carte tra 3♥ " in screen
    assert "passare 3♥ …   66 possibilità: scrivi 2 carte tra 8♥ " in screen
    bids = spoken("spades", "en", "you,random,random,random", 4)
    assert "  1  bid …   14 ways: type one, as in `bid 0`\n" in bids


def test_points_of_the_play_come_with_the_rule_that_gives_them() -> None:
    """The last card of the hand gives a point before the count, which the table of the count does not contain."""
    screen = spoken("cribbage", "en", "you,greedy", 3, "10♥ A♦", "2", "3", "1", "1", "1")
    assert "  points: 1 (seat 2)   the last card +1\n" in screen
    assert "you play J♣\n  points: 3 (you)   equal cards +2, the last card +1\n" in screen
    assert "\npoints: 3 (you), 7 (seat 2)\n" in screen


def test_open_cards_that_are_taken_or_turned_up_are_named() -> None:
    gin = spoken("gin", "en", "you,greedy", 3, "1")
    assert "you pick up the last discard\n  you take 2♠ (the discard pile)\n" in gin
    sette = spoken("sette_e_mezzo", "it", "you,random", 5, "3", "chiedere carta")
    assert "tu chiedi carta\n  le carte scoperte (tu): CB\n" in sette
    durak = spoken("durak", "fr", "you,greedy", 2, *["1"] * 4, "ramasser")
    assert "  vous prenez 10♥ 10♦ K♠ (la rangée d'attaque)\n  vous prenez Q♥ K♦ (la rangée de défense)\n" in durak


def test_a_trick_taken_with_hidden_cards_names_the_open_ones() -> None:
    """The last trick of Terziglio brings the monte with it, and the two opponents of the soloist win together."""
    screen = spoken("terziglio", "it", "you,random,random", 8, "solissimo", *["1"] * 12)
    assert "  posto 3 prende AB 3B 7S + 4 coperte (le prese)\n" in screen
    assert "\nPunti della smazzata: -8 (tu), 4 (posto 2), 4 (posto 3).\n" in screen


def test_cards_left_at_the_end_are_told_apart_from_the_capture() -> None:
    screen = spoken("scopa", "it", "you,random", 12, *["1"] * 18)
    assert "posto 2 prende CC con CS\n  posto 2 prende 4C RS (le prese)\n" in screen


def test_the_last_trick_is_not_named_as_the_one_on_the_table() -> None:
    assert " · winner of the last trick: you · " in spoken("briscola", "en", "you,random", 6, "3", "1")
    assert " · player who has the trick: seat 3\n" in spoken("bestia", "en", "you,random,random", 9, "1", "1")
