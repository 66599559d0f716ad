"""Playing at the terminal: the prompt, the arbiter's menu, the record, the languages, and the replay of records."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_calls import answer, cartaro

from cartaro.terminal.human_player import COMMANDS
from cartaro.terminal.menu import read_shown
from cartaro_grammar import Game, load_game
from cartaro_grammar.analyses.fingerprint import fingerprint
from cartaro_rulebook import in_words, languages

pytestmark = pytest.mark.slow

RULES = str(Path(__file__).parents[1] / "interpreter" / "rulesets" / "arbitro.regole")
SEED = "3"
MINE, OTHERS = ("FC", "CC", "6D", "FS"), ("6B", "AD", "5D", "5S")
"""The hands for this seed. Seat 2 begins and must lay the 6D first; any other card breaks a rule whose breach may stand."""
UNNOTICED = "13"
"""The number of the first such card in the arbiter's menu, after five cards that were shown, six miscounts and a misdeal."""


def play(*words: str, given: str = "", rules: str = RULES) -> str:
    """Play at the terminal and return the output on one line."""
    done = cartaro("play", rules, "--seed", SEED, "--language", "it", *words, given=given.encode())
    assert done.returncode == 0, done.stderr.decode()
    assert not done.stderr
    return " ".join(done.stdout.decode().split())


def play_and_record(folder: Path, given: str) -> tuple[str, list[Any]]:
    """Play a hand of two people who leave before its end; return the output and the moves of the record, which must replay."""
    file = folder / "hand.json"
    output = play("--record", str(file), "--seats", "you,you", given=given)
    assert cartaro("replay", "--json", RULES, str(file)).returncode == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["left"] is True
    assert "result" not in record
    return output, record["moves"]


def lay(card: str) -> dict[str, Any]:
    return {"act": "lay", "args": {"card": card}}


END: dict[str, Any] = {"act": "end turn", "args": {}}


def test_a_move_in_words_is_a_move(tmp_path: Path) -> None:
    output, moves = play_and_record(tmp_path, "lay 6D\nend turn\nthe arbiter\nlay 5D\nq\n")
    assert moves == [lay("6D"), END, lay("5D")]
    assert "posto 2 lascia 6D" in output
    assert (
        "`the arbiter` non è una mossa; scrivi il numero di una mossa, le sue carte o le sue parole (`lasciare 5D`)" in output
    )


def test_a_barred_move_is_refused_with_its_clause(tmp_path: Path) -> None:
    output, moves = play_and_record(tmp_path, "lay FC\nq\n")
    assert moves == []
    assert "Lo vieta «seme», articolo 3" in output
    assert "la mossa non è stata fatta" in output


def test_a_refusal_does_not_disclose_where_a_card_lies(tmp_path: Path) -> None:
    output, moves = play_and_record(tmp_path, "lay 6B\nlay 7B\nq\n")
    assert moves == []
    assert "> 6B non lo vedi né in mano né altrove > 7B non lo vedi né in mano né altrove >" in output


def test_the_menu_lists_no_unseen_card(tmp_path: Path) -> None:
    output, moves = play_and_record(tmp_path, "!\n\n?\nq\n")
    assert moves == []
    assert [card for card in OTHERS if card in output] == []
    assert all(f"posto 2 ha mostrato {card} (articolo 4)" in output for card in MINE)
    assert "1 posto 1 ha mostrato … (articolo 4)" in output
    assert "posto 2 ha contato male: stop (articolo 4)" in output
    assert f"{UNNOTICED} lasciare FC nessuno se ne accorge fino alla prossima carta (vale, articolo 3)" in output


def test_a_finding_of_an_unseen_card_asks_for_it(tmp_path: Path) -> None:
    output, moves = play_and_record(tmp_path, "!\n1\nFC\n!\n1\n9Z\n!\n1\n5S\nq\n")
    assert moves == [{"ruling": "exposed", "card": "5S", "who": 1}]
    assert "qui non si può: posto 1 ha mostrato FC" in output
    assert "`9Z` non è una mossa" in output
    assert "arbitro: posto 1 ha mostrato 5S" in output
    assert "le carte mostrate (posto 1): 5S" in output


def test_an_irregular_move_has_its_ruling_after_the_next(tmp_path: Path) -> None:
    _, moves = play_and_record(tmp_path, f"!\n{UNNOTICED}\nend turn\nlay 5D\nq\n")
    assert moves == [lay("FC"), END, lay("5D"), {"ruling": "vale"}]


def test_leaving_at_once_writes_a_readable_record(tmp_path: Path) -> None:
    _, moves = play_and_record(tmp_path, f"!\n{UNNOTICED}\nq\n")
    assert moves == [lay("FC"), {"ruling": "vale"}]
    _, nothing = play_and_record(tmp_path, "")
    assert nothing == []


def test_a_breach_that_is_noticed_at_once_is_made_good(tmp_path: Path) -> None:
    """The first player of this deal lays a king that takes. The breach is noticed at once: the king stays played, and only its
    captures remain to be chosen.
    """
    file = tmp_path / "hand.json"
    given = "!\n27\n!\nlay 7S\ntake 6B with 6D\n2\nq\n"
    output = play("--record", str(file), "--seats", "you,you,you,you", "--seed", "11", given=given, rules="scopone")
    assert "27 lasciare RD in tavola qualcuno se ne accorge subito (la presa rilevata subito, articolo 11)" in output
    assert "posto 1 lascia RD in tavola qualcuno se ne accorge subito" in output
    assert "1 prendere 4B 6B con RD 2 prendere 5C 5D con RD > qui l'arbitro non ha nulla da accertare" in output
    assert "Non si può prendere il sei di bastoni con il sei di denari. Se non si rispetta «l'obbligo di presa»" in output
    assert "il giocatore deve prendere una o più carte con quella carta (articolo 11, F11)." in output
    moves = json.loads(file.read_text(encoding="utf-8"))["moves"]
    assert (moves[2]["args"]["card"], set(moves[2]["args"]["taken"])) == ("RD", {"5C", "5D"})
    assert moves[:2] == [{"act": "lay", "args": {"card": "RD"}}, {"ruling": "rilevata"}]
    assert cartaro("replay", "--json", "scopone", str(file)).returncode == 0


def test_a_match_that_is_left_between_hands_is_read(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    hand = "".join(f"{line}\n" for _ in range(8) for line in ("1", "end turn"))
    play("--match", "--record", str(file), "--seats", "you,you", given=hand)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert len(record["stock"]) == 2
    found = cartaro("replay", "--json", RULES, str(file))
    assert found.returncode == 0, found.stderr.decode()
    assert answer(found)["counters"]["points"] == {"1": 1, "2": 1}


def test_a_match_prints_its_scores_and_winner() -> None:
    output = play("--match", "--seats", "random,random", rules="scopa")
    assert "smazzata 1 " in output
    assert "smazzata 2 " in output
    assert re.search(r"punti: \d+ \(posto 1\), \d+ \(posto 2\) Posto [12] vince la partita\.$", output)
    assert output.count("vince la partita") == 1
    assert "vince la partita" not in play("--seats", "random,random", rules="scopa")


def test_opponents_play_the_same_from_the_same_seed(tmp_path: Path) -> None:
    records = [tmp_path / "first.json", tmp_path / "second.json"]
    for record in records:
        done = cartaro("play", "scopa", "--seats", "good, greedy", "--seed", "5", "--record", str(record))
        assert done.returncode == 0, done.stderr.decode()
    assert records[0].read_bytes() == records[1].read_bytes()
    assert cartaro("replay", "--json", "scopa", str(records[0])).returncode == 0


def test_an_opponent_plays_on_after_a_move_it_could_not_observe(tmp_path: Path) -> None:
    """An onlooker cannot follow a ruling, or a move that broke a rule; the opponent then drops its memory of the hand."""
    file = tmp_path / "hand.json"
    play("--record", str(file), "--seats", "greedy,you", given=f"!\n{UNNOTICED}\nend turn\n1\nend turn\n1\nq\n")
    assert cartaro("replay", "--json", RULES, str(file)).returncode == 0


def test_an_unknown_kind_of_player_is_reported() -> None:
    done = cartaro("play", "scopa", "--seats", "you,best", "--language", "en")
    assert done.returncode == 2
    assert b"`best` is not a kind of player" in done.stderr
    assert b"give `you`, `good`, `greedy` or `random` for each of 2 seats" in b" ".join(done.stderr.split())


@pytest.mark.parametrize("language", languages())
def test_all_output_is_in_one_language(language: str) -> None:
    output = play("--language", language, "--seats", "you,you", given="!\n\n?\nlay FC\nq\n")
    keys = [f"terminal_{key}" for key in ("seat", "findings", "back", "not_done", "left")]
    assert [text for text in (in_words(key, language, n=2) for key in keys) if text not in output] == []
    keys += [f"terminal_{key}" for key in ("unseen", "unnoticed", "same_seed")]
    others = [in_words(key, other, n=4) for key in keys for other in languages() if other != language]
    assert [text for text in others if text in output] == []
    assert {"it": "«seme», articolo 3", "en": "“seme”, article 3", "fr": "« seme », article 3"}[language] in output


def test_a_result_is_shown_by_its_names() -> None:
    output = play("--seats", "random,random", "--language", "fr")
    assert "le tapis : " in output
    assert "place 1" in output
    assert " points " in output


def test_a_side_is_called_as_its_players_are() -> None:
    """A pair is called a pair and not a side, and a player without a partner is called by the seat."""
    pairs = play("--match", "--seats", "random,random,random,random", "--language", "en", rules="sueca")
    assert re.search(r"wins: \d \(pair 1\), \d \(pair 2\)", pairs)
    assert "side " not in pairs


# ---------------------------------------------------------------------------------------------- records


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a hand for two, with a house rule."""
    file = tmp_path_factory.mktemp("records") / "hand.json"
    play("--seats", "random,random", "--record", str(file), "--set", "punti=21", rules="scopa")
    return file


@pytest.mark.parametrize(
    ("chosen", "code"),
    [((), 0), (("punti=21",), 0), (("punti=11",), 2), (("players=2",), 0), (("players=4",), 2), (("punti=21", "players=3"), 2)],
)
def test_a_record_may_not_contradict_the_settings(record: Path, chosen: tuple[str, ...], code: int) -> None:
    done = cartaro("replay", "--json", "scopa", str(record), *(word for setting in chosen for word in ("--set", setting)))
    assert done.returncode == code, done.stderr.decode()
    assert (b"C0826" in done.stderr) == (code == 2)
    assert code == 0 or b"was requested" in done.stderr


def test_counters_of_an_annex_are_not_printed(record: Path) -> None:
    replayed = answer(cartaro("replay", "--json", "scopa", str(record)))
    simulated = answer(cartaro("simulate", "scopa", "-n", "1", "--json"))
    assert "scope" in replayed["counters"]
    assert "points" in simulated["counters"]
    kept_for_claims = {"deals", "kings", "swept"}
    assert not kept_for_claims & {*replayed["counters"], *simulated["counters"]}


def test_rulings_are_shown_with_their_articles(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    play("--record", str(file), "--seats", "you,you", given=f"!\n{UNNOTICED}\nend turn\nlay 5D\nq\n")
    [ruling] = answer(cartaro("replay", "--json", RULES, str(file)))["rulings"]
    assert (ruling["move"], ruling["ruling"], ruling["on"], ruling["cites"]) == (4, "vale", 1, ["P3"])
    assert ruling["article"]["title"] == {"it": "Divieti", "en": "Prohibitions"}


def test_many_hands_of_machines_are_recorded_each_on_a_line_that_states_what_it_is_of(tmp_path: Path) -> None:
    evening = tmp_path / "evening.jsonl"
    words = ("--seats", "random, greedy", "--seed", "5", "-n", "4", "--set", "punti=21")
    assert cartaro("play", "scopa", *words, "--record", str(evening)).returncode == 0
    written = evening.read_bytes()
    assert written == cartaro("play", "scopa", *words).stdout
    records = [json.loads(line) for line in written.splitlines()]
    assert [record["seed"] for record in records] == [5, 6, 7, 8]
    assert len({json.dumps(record["moves"]) for record in records}) == 4
    game = load_game("scopa", {"punti": "21"})
    assert isinstance(game, Game)
    assert {(r["form"], r["game"], r["edition"], r["fingerprint"]) for r in records} == {(2, "scopa", "1", fingerprint(game))}
    assert cartaro("replay", "--json", "scopa", str(evening)).returncode == 0
    alone = cartaro("play", "scopa", "--seats", "random,greedy", "--seed", "6", "--set", "punti=21", "--record", str(evening))
    assert alone.returncode == 0
    assert json.loads(evening.read_bytes())["moves"] == records[1]["moves"]


def test_nobody_at_the_keyboard_plays_many() -> None:
    done = cartaro("play", "scopa", "--seats", "you,random", "-n", "4")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"C0905" in done.stderr


# ------------------------------------------------------------------------------------- the table and the menu

SCOPA = ("--seats", "you,random", "--seed", "3")
"""The table is 6B 5D AS CS, the hand FC CC FS; seat 2 captures the 6B."""


def play_scopa(given: str, *words: str) -> str:
    return play(*SCOPA, *words, given=given, rules="scopa")


@pytest.mark.parametrize(
    "typed",
    ["1", "CC", "cc", "CS CC", "prendere CS con CC", "prendere cc", "Prendere CS con cC", "take CS with CC", "take cs with cc"],
)
def test_a_move_is_typed_by_number_by_cards_or_in_words(typed: str) -> None:
    assert "tu prendi CS con CC posto 2 prende 6B con 6D" in play_scopa(f"{typed}\nq\n")


def test_a_move_on_the_screen_that_is_not_legal_gets_the_referees_reason() -> None:
    output = play_scopa("lasciare CC in tavola\nq\n")
    assert "Non si può lasciare il cavallo di coppe" in output
    assert "`lasciare CC` non è una mossa" not in output


def test_a_wording_that_names_an_argument_twice_is_read() -> None:
    game = load_game("scopa")
    assert isinstance(game, Game)
    twice = tuple(
        replace(act, says=(("it", "posare {card}, proprio {card}"),)) if act.name == "lay" else act for act in game.acts
    )
    found = read_shown(replace(game, acts=twice), "posare FC, proprio FC", "it")
    assert (found.act, found.args) == ("lay", (game.card_number["FC"],)) if found is not None else False
    assert read_shown(replace(game, acts=twice), "posare FC, proprio FS", "it") is None


def test_what_can_mean_several_moves_is_the_next_menu() -> None:
    output = play_scopa("lasciare\n2\nq\n")
    menu = "1 lasciare FC in tavola 2 lasciare FS in tavola"
    back = "un numero, o invio per tornare"
    assert f"> {menu} {back} > tu lasci FS in tavola" in output
    assert f"> {menu} {back} > 1 prendere CS con CC 2 lasciare FC in tavola 3 lasciare FS in tavola >" in play_scopa(
        "lasciare\n\nq\n"
    )


def test_cards_that_are_typed_in_a_menu_choose_among_its_lines() -> None:
    """The knight of cups could only capture: in the menu of the cards to lay it makes no move."""
    output = play_scopa("lasciare\nCC\nFS\nq\n")
    assert "`CC` non è una mossa" in output
    assert "prendi " not in output
    assert "tu lasci FS in tavola" in output
    assert "tu prendi CS con CC" in play_scopa("lasciare\nprendere CS con CC\nq\n")


def test_the_table_shows_the_memory_of_the_rules_and_what_a_move_led_to() -> None:
    output = play_scopa("CC\nFC\nFC FS\nq\n")
    assert "punti: 0 ciascuno mazziere: posto 2" in output
    assert "chi ha preso per ultimo: posto 2" in output
    assert "la mano (tu): FC CC FS" in output


def test_cards_that_are_held_and_may_not_be_played_get_the_reason() -> None:
    output = play("--seats", "you,random,random,random", given="3h 7h 10h\n5h\nq\n", rules="hearts")
    assert "Non si può giocare il cinque di cuori" in output


def test_a_card_without_the_sign_of_its_copy_is_the_one_in_the_hand() -> None:
    output = play("--seats", "you,random", "--seed", "5", given="1\nscartare 10h\nq\n", rules="scala40")
    assert "tu scarti 10♥'" in output


@pytest.mark.parametrize(
    ("language", "typed", "played"),
    [
        ("it", "3 di cuori, 7 di cuori e 10 di cuori", "tu passi 3♥ 7♥ 10♥"),
        ("fr", "roi de carreau RP dix de cœur", "vous passez 10♥ K♦ K♠"),
        ("fr", "RC VT 3♥", "vous passez 3♥ K♦ J♣"),
        ("en", "pass the king of spades, K♦ and jd", "you pass J♦ K♦ K♠"),
    ],
)
def test_cards_are_typed_in_words_and_by_the_letters_of_a_language(language: str, typed: str, played: str) -> None:
    """In this hand there is one king of a French suit with C: carreau, not cœur."""
    words = ("play", "hearts", "--seats", "you,random,random,random", "--seed", "3", "--language", language)
    assert played in cartaro(*words, given=f"{typed}\nq\n".encode()).stdout.decode()


def test_moves_that_are_too_many_are_not_listed_and_the_numbers_stay() -> None:
    output = play("--seats", "you,random", "--seed", "8", given="1\n2\n1\n2\nq\n", rules="five_card_draw")
    assert output.count("possibilità") <= 4
    assert "`2` non è una mossa" not in output


def test_a_set_of_cards_is_chosen_card_by_card(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    words = ("play", "hearts", "--seats", "you,random,random,random", "--seed", "5", "--language", "en", "--record", str(file))
    done = cartaro(*words, given="1\n3h\nQS\n7♥\nks\n3\nq\n".encode())
    output = done.stdout.decode()
    assert "pass 3♥ …   66 ways: type 2 cards of 7♥ 9♥ J♥" in output
    assert "> you do not see Q♠, in your hand or elsewhere" in output
    assert "  1  pass 3♥ 7♥ 9♥\n" in output
    assert json.loads(file.read_text(encoding="utf-8"))["moves"][0]["args"]["cards"] == ["3♥", "7♥", "K♥"]


def test_a_refused_card_of_a_begun_set_leaves_what_can_follow_on_the_screen() -> None:
    words = ("play", "hearts", "--seats", "you,random,random,random", "--seed", "5", "--language", "en")
    output = " ".join(cartaro(*words, given=b"1\nzzz\nqueen of spades\nq\n").stdout.decode().split())
    ways = "pass … 286 ways: type 3 cards of 3♥ 7♥ 9♥ J♥ K♥ A♦ 3♦ 4♦ 7♦ 10♦ K♦ 9♣ 7♠ >"
    assert f"> `zzz` is not a move {ways}" in output
    assert f"> you do not see Q♠, in your hand or elsewhere {ways}" in output
    listed = cartaro(*words, given="pass 3♥\n7h\nQS\n9h\nq\n".encode()).stdout.decode()
    assert "> you pass 3♥ 7♥ 9♥" in listed


def test_a_move_that_is_typed_as_shown_is_made_even_if_a_longer_one_has_its_cards() -> None:
    """In this hand of Scala 40 three cards that are laid down are cards of a run of four, too."""
    words = ("play", "scala40", "--seats", "you,greedy", "--seed", "4", "--language", "en")
    output = cartaro(*words, given="1\nlay down 10♠' JK''/J♠ Q♠' K♠\nq\n".encode()).stdout.decode()
    assert "lay down 9♠ 10♠' JK''/J♠ Q♠' K♠" in output
    assert "you lay down 10♠' JK''/J♠ Q♠' K♠" in output


def test_a_second_copy_is_listed_next_to_the_first() -> None:
    output = play("--seats", "you,random", "--seed", "4", given="q\n", rules="machiavelli")
    menu = re.findall(r"\d+ posare (\S+)", output) or re.findall(r"\d+ (?:mettere|calare|lasciare|giocare) (\S+)", output)
    hand = re.search(r"la mano \(tu\): ((?:\S+ )+?)la mano", output)
    assert hand is not None
    assert any(card.endswith("'") for card in menu)
    assert menu == [card for card in hand[1].split() if card in menu]


def test_a_begun_set_that_is_a_move_can_still_grow() -> None:
    output = play("--seats", "you,you", "--seed", "11", given="1\n1\n1\n8h\n1\nq\n", rules="five_card_draw")
    assert "1 cambiare 8♥ 2 cambiare 8♥ 4♦" in output
    assert "posto 1 cambia" in output


def test_numbers_that_are_not_cards_are_typed_as_they_are() -> None:
    output = play("--seats", "you,random,random,random", given="1\n4\nq\n", rules="spades")
    assert "> dichiarare 0 · dichiarare 1 · " in output.replace("annunciare", "dichiarare")
    assert " 4 (tu)" in output


def test_no_menu_is_longer_than_a_dozen_lines() -> None:
    for rules, seats, typed in (("five_card_draw", 2, "1\n1\n1\n8h\n"), ("hearts", 4, "1\n3h\n")):
        output = play("--seats", ",".join(["you"] * seats), "--seed", "11", given=f"{typed}q\n", rules=rules)
        assert not re.search(r"\b13 (cambiare|passare)", output)


def test_who_takes_a_trick_is_reported_with_its_cards() -> None:
    tricks = play("--seats", "you,random", given="1\n" * 6, rules="briscola")
    taken = re.findall(r"(?:tu prendi|posto 2 prende) (\S+ \S+) \(le prese\)", tricks)
    played = re.findall(r"(?:tu giochi|posto 2 gioca) (\S+)", tricks)
    assert len(taken) >= 3
    assert [sorted(cards.split()) for cards in taken] == [
        sorted(pair) for pair in zip(played[: 2 * len(taken) : 2], played[1 : 2 * len(taken) : 2], strict=True)
    ]


def test_cards_that_not_everybody_saw_are_not_named_in_a_taking() -> None:
    """Players of Cassino and of Asino take cards face down or out of hands; only cards that lay open are named."""
    output = play("--seats", "you,random,random,random", given="1\n3h\n7h\n1\n" + "1\n" * 8, rules="hearts")
    assert "posto 2 prende" in output or "posto 3 prende" in output or "posto 4 prende" in output
    assert "prende 3♥ 7♥" not in output


def test_a_drawn_card_is_marked_in_the_hand() -> None:
    output = play("--seats", "you,random", "--seed", "5", given="2\n1\nq\n", rules="gin")
    assert "nuove: 6♣" in output


def test_a_hand_of_poker_is_named_at_the_table_and_at_the_showdown() -> None:
    words = ("play", "five_card_draw", "--seats", "you,you", "--seed", "3", "--language", "en")
    output = cartaro(*words, given=b"check\ncheck\nstand pat\nstand pat\ncheck\ncheck\n").stdout.decode()
    assert "the hand (you): A♦ K♦ A♣ J♣ 8♠   a pair\n" in output
    shown = dict(re.findall(r"the hand \(seat (\d)\): \S+ \S+ \S+ \S+ \S+   (.*)", output))
    assert shown == {"1": "a pair", "2": "a high card"}
    assert "chips put in the pot: 1 each\nchips taken from the pot: 2 (seat 1), 0 (seat 2)\n" in output


def test_a_discard_is_shown_with_the_points_that_it_leaves_beyond_melds() -> None:
    """This hand has a run from 8♦ to J♦, four cards, of which three are a meld too."""
    words = ("play", "gin", "--seats", "you,random", "--seed", "2", "--language", "en")
    output = cartaro(*words, given=b"1\nq\n").stdout.decode()
    assert "points: 0 each · points of the cards left in hand, at best: 50 (you)" in output
    assert "points of the cards left in hand: 87" not in output
    for card, left in (("8♦", 50), ("9♦", 78), ("K♦", 40), ("9♠", 41)):
        assert f"discard {card}   points of the cards left in hand, at best: {left}\n" in output


def test_a_knock_is_shown_with_the_points_that_the_best_discard_leaves() -> None:
    turns = ["J♣", "K♠", "K♦", "J♦", "10♥"]
    lines = ["leave the upcard", *(line for card in turns for line in ("pick up the last discard", f"discard {card}"))]
    lines += ["draw from the stock", "discard 8♠", "pick up the last discard", "discard 7♠"]
    lines += ["draw from the stock", "discard 10♣", "pick up the last discard", "q"]
    words = ("play", "gin", "--seats", "you,greedy", "--seed", "3", "--language", "en")
    output = cartaro(*words, given="\n".join(lines).encode()).stdout.decode()
    assert "knock   points of the cards left in hand, at best: 10\n" in output
    assert re.search(r"discard 5♥ +points of the cards left in hand, at best: 10\n", output)
    assert "leave the upcard\n" in output


def test_places_of_several_other_players_share_a_line() -> None:
    output = play("--seats", "you,random,random,random", given="q\n", rules="hearts")
    assert "le mani: 13 coperte (posto 2), 13 coperte (posto 3), 13 coperte (posto 4)" in output


def test_the_cards_of_a_trick_are_listed_in_the_order_of_play() -> None:
    """In this hand seat 3 leads to the second trick, and seat 1 plays third."""
    words = ("play", "hearts", "--seats", "you,random,random,random", "--seed", "5", "--language", "en")
    output = cartaro(*words, given=b"3h 7h 9h\nQC\n" + b"1\n" * 12).stdout.decode()
    tricks = re.findall(r"the cards on the table: (.*)", output)
    assert tricks
    for trick in tricks:
        laid = re.findall(r"(\S+) \((you|seat \d)\)", trick)
        assert trick == ", then ".join(f"{card} ({who})" for card, who in laid)
        moves = [f"{who} {'play' if who == 'you' else 'plays'} {card}" for card, who in laid]
        assert "\n".join(moves) in output


def test_the_end_of_a_hand_shows_the_counted_cards_and_the_rules_of_the_count() -> None:
    words = ("play", "scopa", "--seats", "you,random", "--seed", "7", "--language", "en")
    output = " ".join(cartaro(*words, given=b"1\n" * 60).stdout.decode().split())
    assert "the pile (seat 2): " in output
    assert re.search(r"cards: .*\. The (side|player) with the highest number of cards in its pile scores one point", output)
    piles = [len(pile.split()) for pile in re.findall(r"the pile \((?:you|seat 2)\): ((?:\w{2} )+)(?!.*> )", output)]
    assert f"cards: {piles[0]} (you), {piles[1]} (seat 2). The side" in output
    assert re.search(r"primiera: \d+ \(you\), \d+ \(seat 2\)\. The side", output)


def test_points_in_open_tricks_are_in_sight_during_the_hand() -> None:
    """Both players saw the cards of every trick, which lie face down afterwards."""
    worth = {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2}
    output = play("--seats", "you,random", given="1\n" * 6, rules="briscola")
    taken = {"tu prendi": 0, "posto 2 prende": 0}
    for who, cards in re.findall(r"(tu prendi|posto 2 prende) (\S+ \S+) \(le prese\)", output):
        taken[who] += sum(worth.get(card[0], 0) for card in cards.split())
    assert any(taken.values())
    assert f"punti finora (i punti delle carte): {taken['tu prendi']} (tu), {taken['posto 2 prende']} (posto 2)" in output


def test_the_last_play_is_shown_apart_until_the_pile_is_cleared() -> None:
    """In this hand of President everybody passes on the jack of seat 1, who may then play any card."""
    words = ("play", "president", "--seats", "you,random,random,random", "--seed", "3", "--language", "en")
    tables = cartaro(*words, given=b"1\n" * 12).stdout.decode().split("Your turn\n")
    for table, after in pairwise(tables[1:]):
        moves = re.findall(r"(seat \d) plays (.*)", table.split("> ")[-1])
        if not moves:
            continue
        seat, cards = moves[-1]
        free = "cards to beat" not in after
        assert ("the cards played: —   before: " in after) == free == ("strength to beat" not in after)
        assert free or f"the cards played: {cards} ({seat})   before: " in after
    assert sum("the cards played: —   before: " in table for table in tables) == 1


def test_a_sweep_is_announced() -> None:
    words = ("play", "scopa", "--seats", "you,random", "--seed", "3", "--language", "fr")
    french = cartaro(*words, given=b"1\n" * 40).stdout.decode()
    ((one, other),) = re.findall(r"│ les scopas +│ +(\d+) │ +(\d+) │", french)
    assert french.count("Scopa ! scopas : ") == int(one) + int(other) > 0
    assert " ! " not in cartaro("play", "spades", *words[4:], given=b"1\n3\n").stdout.decode().replace("`!`", "")


def test_points_taken_in_hearts_are_in_sight_and_explain_the_count() -> None:
    words = ("play", "hearts", "--seats", "you,random,random,random", "--seed", "5", "--language", "en")
    output = cartaro(*words, given=b"3h 7h 9h\nQC\n" + b"1\n" * 13).stdout.decode()
    *during, end = re.findall(r"points taken: (.*)", output)
    assert during
    assert "│ points " in output.split(end)[0]
    points = [int(number) for number in re.findall(r"(\d+) \((?:you|seat)", end)]
    assert sum(points) == 26


def test_trumps_that_the_rules_fix_are_in_sight() -> None:
    assert "briscole: picche" in play("--seats", "you,random,random,random", given="q\n", rules="spades")
    assert "briscole:" not in play("--seats", "you,random", given="q\n", rules="briscola")


def test_a_folded_hand_and_the_rest_of_the_pack_stay_hidden() -> None:
    """The hand ends at once: seat 1 folds, and nobody has to show."""
    words = ("play", "five_card_draw", "--seats", "you,random", "--seed", "7", "--language", "en")
    output = cartaro(*words, given=b"fold\n").stdout.decode()
    end = output[output.index("you fold") :]
    assert "the hand (you): " in end
    assert "the hand (seat 2)" not in end
    assert "the stock" not in end


def test_the_machines_are_introduced() -> None:
    output = play("--seats", "you,good,random,good", given="q\n", rules="scopone")
    assert "posto 2, posto 4: `good`, prima di ogni mossa simula fino a 16000 mani" in output
    assert "posto 3: `random`" in output


def test_the_partners_are_named_before_the_first_hand() -> None:
    output = play("--seats", "you,good,random,good", given="q\n", rules="scopone")
    assert "la tua coppia: tu, posto 3 · coppia 2: posto 2, posto 4" in output
    assert "coppia 1" not in play_scopa("q\n")
    french = cartaro("play", "spades", "--seats", "you,good,you,good", "--language", "fr", given=b"q\n").stdout.decode()
    assert "équipe 1 : place 1, place 3 · équipe 2 : place 2, place 4" in french


@pytest.mark.parametrize("typed", ["perché non 7S", "lay 7S", "perché non lasciare 7S in tavola"])
def test_a_card_that_the_person_does_not_see_is_named_as_the_reason(typed: str) -> None:
    """Another's hand may have it: the answer is the same for every card out of sight."""
    for card in ("7S", "4C", "6D"):
        assert f"{card} non lo vedi né in mano né altrove" in play_scopa(f"{typed.replace('7S', card)}\nq\n")


def test_a_deal_is_not_reported_as_a_taking() -> None:
    assert "la mano (posto 1): +" not in play_scopa("1\n" * 8)


def test_an_empty_place_that_all_see_is_shown() -> None:
    assert "la tavola: —" in play_scopa("CC\nFC\nFC FS\nq\n", "--seats", "you,greedy")


def test_a_menu_has_a_dozen_lines_and_cards_choose_among_hundreds_of_moves(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    words = ("play", "hearts", "--seats", "you,random,random,random", "--seed", "3", "--language", "en", "--record", str(file))
    done = cartaro(*words, given=b"1\nqh\n3h 10h\nks 3h 10h\nq\n")
    lines = done.stdout.decode().splitlines()
    assert "  1  pass …   286 ways: type 3 cards, as in `3♥ 5♥ 7♥`" in lines
    assert sum("286 ways" in line for line in lines) == 3
    assert any("286 ways: type 3 cards of 3♥ 5♥ 7♥" in line for line in lines)
    assert sum(line.startswith(" 11 ") for line in lines) == 1
    assert not [line for line in lines if line.startswith(" 13 ")]
    assert "> you do not see Q♥, in your hand or elsewhere" in lines
    moves = json.loads(file.read_text(encoding="utf-8"))["moves"]
    assert sorted(moves[0]["args"]["cards"]) == sorted(["K♠", "3♥", "10♥"])


# --------------------------------------------------------------------------------------------- commands


def test_a_move_is_taken_back_against_machines(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    play_scopa("CC\nFS\nannulla\nFC\nq\n", "--record", str(file))
    moves = json.loads(file.read_text(encoding="utf-8"))["moves"]
    assert [move["args"]["card"] for move in moves][:3] == ["CC", "6D", "FC"]
    assert cartaro("replay", "--json", "scopa", str(file)).returncode == 0


def test_there_is_nothing_to_take_back_before_a_move_or_after_the_arbiter() -> None:
    nothing = "non c'è una mossa da riprendere, o l'arbitro è già intervenuto"
    assert nothing in play_scopa("annulla\nq\n")
    assert nothing in play("--seats", "you,you", given="lay 6D\n!\n1\n5S\nundo\nq\n")


def test_a_hint_is_a_legal_move_and_a_reason_names_the_clause() -> None:
    output = play_scopa("consiglio\nperché 1\nperché\nperché 9\nq\n")
    hint = re.search(r"consiglio: (.+?) >", output)
    assert hint is not None
    assert re.search(rf" \d {re.escape(hint[1])} ", output[: hint.start()])
    assert "Si può prendere il cavallo di spade con il cavallo di coppe" in output
    assert output.count("quale mossa? scrivi il suo numero, come `perché 1`") == 2


def test_a_move_that_is_typed_after_why_is_explained() -> None:
    output = play_scopa("perché non lasciare CC in tavola\nperché FS\nperché non 7b\nq\n")
    assert "Non si può lasciare il cavallo di coppe" in output
    assert "Si può lasciare il fante di spade" in output
    assert "7B non lo vedi né in mano né altrove" in output
    assert "la mossa non è fatta" not in output


def test_why_not_alone_names_a_card_that_cannot_be_played() -> None:
    """Seat 2 has to follow clubs; the next answer is refused with its reason."""
    words = ("play", "whist", "--seats", "random,you,random,random", "--seed", "3", "--language", "en")
    shown = cartaro(*words, given=b"why not\nwhy no\nq\n").stdout.decode()
    assert shown.count("which move? type it, or its cards, after `why not`, as in `why not 3♥`\n") == 2
    assert "  1  play 3♣\n" in shown
    assert "It is not legal to play the three of hearts." in cartaro(*words, given="why not 3♥\nq\n".encode()).stdout.decode()


@pytest.mark.parametrize(("language", "aim"), [("it", "Con una carta della mano si prendono"), ("en", "A card from the hand")])
def test_a_person_is_first_given_the_aim_and_the_commands_for_help(language: str, aim: str) -> None:
    words = ("play", "scopa", "--seed", "3", "--language", language, "--seats")
    first = cartaro(*words, "you,random", given=b"q\n").stdout.decode().splitlines()[1:3]
    assert first[0].startswith(aim)
    assert first[1] == in_words("terminal_commands", language)
    assert aim not in cartaro(*words, "random,random").stdout.decode()


def test_the_aim_of_a_text_without_one_is_generated() -> None:
    families = Path(__file__).parents[1] / "rulesets" / "families"
    output = play("--seats", "you,random", "--language", "en", given="q\n", rules=str(families / "guerra.regole"))
    assert "seed 3 The aim is to be the first to have one point. `help` lists" in output


def test_a_hand_that_is_not_counted_is_void() -> None:
    assert play("--seats", "random,random", rules="gin").endswith("La smazzata è nulla: nessuno segna punti.")
    assert "nulla" not in play("--seats", "random,random", rules="scopa")


def test_the_counts_of_the_person_are_theirs() -> None:
    """A pair is more than the person, and at the count everybody is named by the seat."""
    output = play("--seats", "you,random", given="1\n" * 40, rules="scopa")
    assert re.search(r"scope: \d \(tu\), \d \(posto 2\)", output)
    assert re.search(r"carte: \d+ \(tu\), \d+ \(posto 2\)\.", output)


def test_many_earlier_cards_are_a_number() -> None:
    words = ("play", "president", "--seats", "you,random,random,random", "--seed", "3", "--language", "en")
    shown = cartaro(*words, given=b"1\n" * 8 + b"q\n").stdout.decode()
    assert "the cards played: J♦ J♠ (seat 3)   before: 2♥ 6♥ Q♥ 2♦ K♦ A♣ 2♣ 3♣ 10♣ A♠ 8♠\n" in shown
    assert "the cards played: A♥ A♦ (seat 2)   before: 15 cards\n" in shown


def test_moves_so_far_and_the_counts_are_shown() -> None:
    output = play_scopa("CC\nmosse\npunteggio\nq\n")
    assert output.count("tu prendi CS con CC posto 2 prende 6B con 6D") == 2
    assert "scope: 0 ciascuno" in output


def test_the_moves_so_far_are_those_that_were_not_taken_back() -> None:
    output = play_scopa("CC\nFS\nannulla\nmosse\nq\n")
    assert output.rsplit("> ", 2)[1].count("tu ") == 1


def test_the_signs_of_the_cards_are_explained() -> None:
    assert "B bastoni" in play_scopa("carte\nq\n")


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_command_is_explained_in_every_language(language: str) -> None:
    done = cartaro("play", "scopa", "--language", language, "--seed", "3", "--seats", "you,random", given=b"?\nq\n")
    words = [in_words(f"terminal_word_{command}", language) for command in COMMANDS]
    assert [
        line.split()[0] for line in done.stdout.decode().splitlines() if line.startswith("  ") and line[2:3].isalpha()
    ] == words


def test_a_command_gives_way_to_an_act_of_its_name(tmp_path: Path) -> None:
    path = tmp_path / "hints.regole"
    text = (Path(__file__).parents[1] / "verify" / "soundness" / "under.regole").read_text(encoding="utf-8")
    renamed = text.replace("game under", "game hints").replace("act keep", "act hint").replace("may keep", "may hint")
    path.write_text(renamed.replace("must keep", "must hint"), encoding="utf-8")
    output = play("--seats", "you,you", given="hint AR\nq\n", rules=str(path))
    assert "consiglio:" not in output
    assert "posto 2: tenere" in output


def test_names_stand_in_place_of_the_seats() -> None:
    """Control characters of a name are left out, and a seat without a name keeps its number."""
    output = play("--seats", "you,you", "--names", "Anna\x1b[31m,Bea", given="6D\nq\n")
    assert "Bea: tocca a te" in output
    assert "la mano (Anna [31m): 4 coperte" in output
    assert "> Bea gioca 6D" in output or "> Bea lascia 6D" in output
    assert "posto" not in output
    assert "\x1b" not in output
    assert "la mano (posto 1): 4 coperte" in play("--seats", "you,you", "--names", ",Bea", given="6D\nq\n")


def test_the_cards_of_a_declaration_are_listed() -> None:
    """The cards that a move marks are public, such as the cards of a declaration in Tressette."""
    done = cartaro(
        "play", "tressette", "--set", "players=4", "--seats", "you,random,random,random", "--seed", "2", "--language", "en",
        given=b"declare\nq\n",
    )  # fmt: skip
    shown = done.stdout.decode()
    assert "you declare\n  points declared: 3 (your pair)\n  declared: 2B 2C 2D\n" in shown
    assert "declared: 2B 2C 2D" in shown.split("declared: 2B 2C 2D\n", 1)[1]


def test_the_count_of_a_hand_has_the_bids_and_the_winner() -> None:
    done = cartaro("play", "oh_hell", "--seats", "random,random,random", "--seed", "5", "--language", "en")
    shown = " ".join(done.stdout.decode().split())
    assert "tricks bid: 7 (seat 1), 9 (seat 2), 6 (seat 3)" in shown
    assert "tricks made: 1 (seat 1), 4 (seat 2), 5 (seat 3)" in shown
    assert "the exact bid:" not in shown.split("tricks made", 1)[1].lower()
    assert shown.endswith("Seat 3 wins the hand.")


def test_the_sentence_of_a_heading_leaves_out_what_the_house_rules_fulfil() -> None:
    hand = ("play", "scopa", "--seats", "random,random", "--seed", "5", "--language", "en")
    usual, other = (
        " ".join(cartaro(*hand, *more).stdout.decode().split()) for more in ((), ("--set", "quanti_denari=almeno_sei"))
    )
    assert "coins: 5 each. The side with the highest number of coins in its pile scores one point; if level, nobody." in usual
    assert "the coins required" not in usual
    assert "at least six coins" in other


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("it", "Nessuno vince la smazzata: 2 ciascuno."),
        ("en", "Nobody wins the hand: 2 each."),
        ("fr", "Personne ne gagne la manche : 2 chacun."),
    ],
)
def test_a_level_hand_ends_with_its_points(language: str, told: str) -> None:
    """In this hand both players score two points."""
    words = ("play", "scopa", "--seats", "random,random", "--seed", "1", "--language", language)
    assert cartaro(*words).stdout.decode().endswith(f"{told}\n")


def test_the_only_person_is_addressed_and_several_are_named() -> None:
    for language, title, won, theirs in (
        ("it", "Tocca a te", "Vinci la smazzata.", "tu prendi "),
        ("en", "Your turn", "You win the hand.", "you capture "),
        ("fr", "À vous de jouer", "Vous gagnez la manche.", "vous prenez "),
    ):
        words = ("play", "scopa", "--seats", "you,random", "--seed", "9", "--language", language)
        output = cartaro(*words, given=b"1\n" * 60).stdout.decode()
        assert title in output
        assert theirs in output
        assert not re.search("seat 1|posto 1|place 1", output)
        assert output.endswith(f"{won}\n")
    both = cartaro("play", "scopa", "--seats", "you,you", "--seed", "9", "--language", "en", given=b"1\n" * 60).stdout.decode()
    assert "seat 1: your turn" in both
    assert "seat 1 captures " in both
    assert re.search(r"Seat \d wins the hand\.\n$", both)


def test_many_moves_without_cards_are_chosen_by_one_argument_after_the_other() -> None:
    words = ("play", "go_fish", "--set", "players=3", "--seats", "you,random,random", "--seed", "2", "--language", "en")
    output = cartaro(*words, given=b"2\n7\nq\n").stdout.decode()
    first, second, after = output.split("> ")[:3]
    assert re.findall(r"^ +\d  (ask seat \d for …)   7 ways", first, re.MULTILINE) == ["ask seat 2 for …", "ask seat 3 for …"]
    assert "  7  ask seat 3 for the queen\n" in second
    assert after.startswith("you ask seat 3 for the queen\n")
