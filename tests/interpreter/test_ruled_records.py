"""Records with rulings and with unfinished turns: they are read, replayed to the same state, and written. It also replays whole
hands of players who break rules.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from tests.interpreter.material import RULESETS, rules_of

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    END_OF_TURN,
    PHASE_OVER,
    PHASE_TURN,
    Json,
    Move,
    NoticedMove,
    Played,
    PlayInProgress,
    RandomPlayer,
    Record,
    Rules,
    SeededChance,
    View,
    compile_game,
    irregular,
    parse_json,
    play_out,
    read_record,
    replay,
    result_json,
    write_json,
    write_record,
)
from cartaro_interpreter.ruling.rulings import findings
from cartaro_interpreter.state.state import TURN, conserved

RULES = rules_of("arbitro")


# ---------------------------------------------------------------------------------------------- records


CODES = [card.code for card in RULES.game.deck.cards]
HANDS = {2: ["2D", "AB", "3C", "5S"], 1: ["6B", "3D", "FC", "2C"]}
"""Seat 2 begins. Four cards are dealt to each in turn, and then one to the table."""
FIRST = [*HANDS[2], *HANDS[1], "4C"]
STOCK: list[Json] = [*FIRST, *(code for code in CODES if code not in FIRST)]


def lay(*cards: str) -> list[Json]:
    return [{"act": "lay", "args": {"card": card}} for card in cards]


REGULAR = lay("2D", "3D", "3C", "6B", "5S", "FC", "AB", "2C")


def record(*moves: Json, **more: Json) -> dict[str, Json]:
    return {"players": 2, "stock": STOCK, "moves": list(moves), **more}


def replayed(value: Json, rules: Rules = RULES) -> Played | list[Diagnostic]:
    read = read_record(rules, value)
    if not isinstance(read, Record):
        return list(read)
    played = replay(rules, read)
    return played if isinstance(played, Played) else list(played)


def good(value: Json) -> Played:
    played = replayed(value)
    assert isinstance(played, Played), played
    assert conserved(RULES.layout, played.state)
    text = write_json(write_record(RULES, played))
    again = parse_json(text)
    assert not isinstance(again, Diagnostic)
    other = replayed(again)
    assert isinstance(other, Played)
    assert write_json(write_record(RULES, other)) == text
    return played


def wrong(value: Json) -> list[tuple[str, str]]:
    found = replayed(value)
    assert isinstance(found, list), "it was played"
    return [(d.code, d.message) for d in found]


def test_a_turn_that_may_end_has_ended_where_nobody_says_so() -> None:
    plain = good(record(*REGULAR))
    end: Json = {"act": END_OF_TURN}
    spoken = good(record(*(entry for move in REGULAR for entry in (move, end))))
    assert plain.state == spoken.state
    knocking = good(record(REGULAR[0], {"act": "knock"}, *REGULAR[1:]))
    assert result_json(RULES, knocking).get("shares") == {"1": {"conta": 0}, "2": {"conta": 1}}


def test_only_one_turn_goes_without_saying() -> None:
    assert wrong(record(*REGULAR[:2], REGULAR[3])) == [
        ("C0818", "move 3, `lay 6B`, is not legal: the value of `card` is not one of the choices")
    ], "in its own turn nobody leaves out the card that must be laid"
    assert wrong(record(*REGULAR[:7])) == [("C0820", "the record stops before move 8, and the hand has not ended")]


def test_a_match_goes_on_through_the_end_of_a_hand_that_goes_without_saying() -> None:
    both = record(*REGULAR, *REGULAR, *REGULAR, *REGULAR, match=True) | {"stock": [STOCK] * 4}
    played = replayed(both)
    assert isinstance(played, Played), played
    assert (played.hands, played.state.phase) == (4, PHASE_OVER)


def test_findings_in_a_record() -> None:
    found: Json = {"ruling": "exposed", "card": "2C", "who": 1}
    together: Json = {"ruling": "exposed", "args": {"card": "2C", "who": 1}}
    moves = lay("2D", "2C", "3C", "3D", "5S", "FC", "AB", "6B")
    for entry in (found, together):
        played = good(record(moves[0], entry, *moves[1:]))
        assert write_record(RULES, played)["moves"] == [moves[0], found, *moves[1:]]
        assert result_json(RULES, played).get("rulings") == [
            {
                "move": 2,
                "ruling": "exposed",
                "card": "2C",
                "who": 1,
                "article": {"number": "4", "of": "arbitro", "title": {"it": "Arbitro", "en": "The arbiter"}},
                "cites": ["P1"],
            }
        ]
    assert "rulings" not in result_json(RULES, good(record(*REGULAR)))


def test_arguments_of_moves_may_be_next_to_the_act() -> None:
    beside: list[Json] = [{"act": "lay", "card": card} for card in ("2D", "3D", "3C", "6B", "5S", "FC", "AB", "2C")]
    assert good(record(*beside)).state == good(record(*REGULAR)).state
    assert wrong(record({"act": "lay", "cart": "2D"})) == [
        ("C0815", "move 1 has an unknown key `cart`"),
        ("C0814", "`card` of move 1 is missing"),
    ]


def test_a_side_and_an_answer_as_arguments() -> None:
    played = good(record(REGULAR[0], {"ruling": "miscount", "who": 2, "choice": "stop"}))
    assert played.state.cells[RULES.layout.memory["points"].slot + 1] == 6


def test_a_move_taken_back_has_not_happened() -> None:
    played = good(record(*lay("3C"), {"ruling": "rimessa"}, *REGULAR))
    assert played.state == good(record(*REGULAR)).state
    [ruled] = cast("list[dict[str, Any]]", result_json(RULES, played).get("rulings"))
    assert {**ruled, "article": None} == {"move": 2, "ruling": "rimessa", "on": 1, "article": None, "cites": ["P3"]}


def test_a_move_that_stands_is_ruled_on_later() -> None:
    moves = lay("3C", "3D", "2D", "6B", "5S", "FC", "AB", "2C")
    good(record(*moves[:2], {"ruling": "vale"}, *moves[2:]))
    good(record(*moves, {"ruling": "vale"}))
    played = good(record(*moves[:4], {"ruling": "vale"}, *moves[4:]))
    assert [(r.number, r.name, r.on) for r in played.rulings] == [(5, "vale", 1)]


def test_every_prohibition_needs_its_ruling() -> None:
    moves = lay("AB", "3D", "2D", "6B", "3C", "FC", "5S", "2C")
    good(record(*moves[:2], {"ruling": "vale"}, {"ruling": "asso_vale"}, *moves[2:]))
    good(record(*moves[:3], {"ruling": "asso_vale"}, moves[3], {"ruling": "vale"}, *moves[4:]))
    good(record(moves[0], {"ruling": "asso_rimesso"}, {"ruling": "rimessa"}, *REGULAR))
    for rulings in (["vale"], ["asso_vale", "asso_vale"]):
        [(code, message)] = wrong(record(*moves[:2], *({"ruling": name} for name in rulings), *moves[2:]))
        assert (code, message) == ("C0818", "move 1, `lay AB`, is not legal: `seme` and `asso` forbid it")
    assert [code for code, _ in wrong(record(moves[0], {"ruling": "rimessa"}, *REGULAR))] == ["C0818"]


def test_an_irregular_last_move_is_ruled_on_after_the_hand() -> None:
    state: Json = record(*lay("2D", "3D", "3C", "2C", "5S", "6B", "AB", "FC"))
    good(state)
    stock: list[Json] = ["2B", "3B", "4B", "5D", "6D", "7D", "FD", "CB", "4C"]
    stock += [code for code in CODES if code not in stock]
    moves = lay("2B", "6D", "3B", "7D", "4B", "FD", "5D", "CB")
    late: dict[str, Any] = {"players": 2, "stock": stock, "moves": [*moves[:4], *lay("4B")]}
    rest = [*lay("FD", "5D", "CB"), {"ruling": "vale"}, {"ruling": "vale"}, {"ruling": "vale"}]
    played = good({**late, "moves": [*late["moves"], *rest]})
    assert [r.on for r in played.rulings] == [1, 3, 5], "the first that is owed a ruling has it"


OUT_OF_PLACE: dict[str, tuple[list[Json], str, str]] = {
    "nothing broken": ([*REGULAR[:2], {"ruling": "vale"}], "C0827", "move 3, the ruling `vale`, has no move to rule on"),
    "nothing taken back": (
        [*REGULAR[:2], {"ruling": "rimessa"}], "C0827", "move 3, the ruling `rimessa`, has no move to rule on"
    ),
    "at once too late": (
        [*lay("3C", "3D"), {"ruling": "rimessa"}, {"ruling": "vale"}], "C0827",
        "move 3, the ruling `rimessa`, has no move to rule on",
    ),
    "later too soon": (
        [*lay("3C"), {"ruling": "vale"}], "C0827", "move 2, the ruling `vale`, comes too soon after the move that it rules on"
    ),
    "twice": (
        [*lay("3C", "3D"), {"ruling": "vale"}, {"ruling": "vale"}], "C0827",
        "move 4, the ruling `vale`, has no move to rule on",
    ),
    "not for a prohibition": (
        [*lay("6B"), *lay("3D"), {"ruling": "vale"}],
        "C0818",
        "move 1, `lay 6B`, is not legal: the value of `card` is not one of the choices"
    ),
    "finding out of its domain": (
        [{"ruling": "exposed", "card": "2D", "who": 1}], "C0818",
        "move 1, `exposed 2D from 1`, cannot be entered: the value of `card` is not one of the choices",
    ),
    "unknown": ([{"ruling": "valle"}], "C0815", "move 1: the game has no ruling `valle`"),
    "no name": ([{"ruling": 3}], "C0814", "the ruling of move 1 should be a name, not 3"),
    "no argument": ([{"ruling": "exposed", "card": "2D"}], "C0814", "`who` of move 1 is missing"),
    "argument mistyped": ([{"ruling": "exposed", "card": "2D", "whom": 1}], "C0815", "move 1 has an unknown key `whom`"),
    "seat out of range": (
        [{"ruling": "exposed", "card": "2D", "who": 3}], "C0821",
        "`who` of move 1 should be the number of a player, from 1 to 2, not 3",
    ),
    "a finding as an act": ([{"act": "misdeal"}], "C0815", "move 1: the game has no act `misdeal`"),
    "an act as a ruling": ([{"ruling": "knock"}], "C0815", "move 1: the game has no ruling `knock`"),
}  # fmt: skip


@pytest.mark.parametrize("case", OUT_OF_PLACE)
def test_a_ruling_out_of_place_is_reported(case: str) -> None:
    moves, code, message = OUT_OF_PLACE[case]
    assert (code, message) in wrong(record(*moves))


def test_a_name_that_is_nearly_a_ruling() -> None:
    found = replayed(record({"ruling": "valle"}))
    assert isinstance(found, list)
    assert found[0].help == "did you mean `vale`?"


def test_a_move_without_its_ruling_is_reported_what_could_follow() -> None:
    found = replayed(record(*lay("AB", "3D")))
    assert isinstance(found, list)
    assert found[0].help is not None
    assert found[0].help.endswith(
        "; a ruling may follow: `rimessa` (article 3), at once, takes it back; `vale` (article 3), later, lets it stand; "
        "`asso_vale` (article 3), later, lets it stand; `asso_rimesso` (article 3), at once, takes it back"
    )


def amended(folder: Path, lines: str) -> Rules:
    """Return the game with other rulings on a breach."""
    (folder / "arbitro.regole").write_text((RULESETS / "arbitro.regole").read_text(encoding="utf-8"), encoding="utf-8")
    text = f'variant altro of arbitro\n  title "Altro"\n\nin article 3 replace rimessa\n  {lines}\n'
    (folder / "altro.regole").write_text(text, encoding="utf-8")
    game = load_game(folder / "altro.regole")
    assert isinstance(game, Game), [(d.code, d.message) for d in game]
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    return rules


def test_what_is_noticed_at_once_may_stand_too(tmp_path: Path) -> None:
    rules = amended(tmp_path, "resta: on breach of seme at once, let it stand")
    moves = lay("3C", "3D", "2D", "6B", "5S", "FC", "AB", "2C")
    played = replayed(record(moves[0], {"ruling": "resta"}, *moves[1:]), rules)
    assert isinstance(played, Played), played
    assert [(r.name, r.on) for r in played.rulings] == [("resta", 1)]


def test_moves_are_not_taken_back_after_others(tmp_path: Path) -> None:
    rules = amended(tmp_path, "torna: on breach of seme later, take it back")
    found = replayed(record(*lay("3C", "3D"), {"ruling": "torna"}), rules)
    assert isinstance(found, list)
    assert [d.code for d in found] == ["C0800"]


# ----------------------------------------------------------------------------------------------- repaired breaches


SCOPONE = rules_of("scopone")
TABLE, HOLDS = ["6C", "AS", "5D", "2B"], ["7B", "6S", "RD"]
"""Cards on the table and cards of the first player. The 7 takes 6 and ace, or 5 and 2; the 6 takes the 6, or 5 and ace."""


SEATING = ["4B", "2B", "3B", "AB"]
"""The cards turned up for the seats: with these, everybody keeps the seat of their number, and the lowest card, in seat 4,
deals.
"""


def scopone_record(*moves: Json, **more: Json) -> dict[str, Json]:
    """Return a hand of scopone in which seat 1 plays first: three cards are dealt to each, two to the table, and so on."""
    pack = [card.code for card in SCOPONE.game.deck.cards]
    seats: list[Json] = [*SEATING, *(code for code in pack if code not in SEATING)]
    rest = iter([code for code in pack if code not in (*TABLE, *HOLDS)])
    first = iter(HOLDS)
    threes = [
        [next(first) if seat == 0 and time == 0 else next(rest) for seat in (0, 1, 2, 3) for _ in range(3)] for time in range(3)
    ]
    stock: list[Json] = [*threes[0], *TABLE[:2], *threes[1], *TABLE[2:], *threes[2]]
    return {"stock": [seats, stock], "moves": list(moves), "left": True, **more}


def take(card: str, *taken: str) -> Json:
    return {"act": "take", "args": {"taken": list(taken), "card": card}}


RILEVATA: Json = {"ruling": "rilevata"}


def test_a_card_that_takes_stays_played_and_takes() -> None:
    """The player chooses the cards that are captured; the consequences are the same as after an ordinary capture."""
    for taken in (["6C", "AS"], ["5D", "2B"]):
        played = replayed(scopone_record(*lay("7B"), RILEVATA, take("7B", *taken)), SCOPONE)
        plain = replayed(scopone_record(take("7B", *taken)), SCOPONE)
        assert isinstance(played, Played), played
        assert isinstance(plain, Played), plain
        assert (played.state, plain.rulings) == (plain.state, ())
        assert [(r.number, r.name, r.on) for r in played.rulings] == [(2, "rilevata", 1)]
        again = parse_json(write_json(write_record(SCOPONE, played)))
        assert not isinstance(again, Diagnostic)
        other = replayed(again, SCOPONE)
        assert isinstance(other, Played)
        assert (other.state, other.moves, other.rulings) == (played.state, played.moves, played.rulings)


ASKED = "the ruling `rilevata` requires `take … with 7B`"
NOT_DUE: dict[str, tuple[list[Json], str]] = {
    "another card": (lay("RD"), f"`lay RD`, is not legal: {ASKED}"),
    "a take with another card": ([take("6S", "6C")], f"`take 6C with 6S`, is not legal: {ASKED}"),
    "the card laid again": (lay("7B"), f"`lay 7B`, is not legal: {ASKED}"),
    "the card laid again, and noticed again": ([*lay("7B"), RILEVATA], f"`lay 7B`, is not legal: {ASKED}"),
    "what the card does not take": (
        [take("7B", "5D", "AS")], "`take 5D AS with 7B`, is not legal: no permission applies (`pari` and `dispari`)"
    ),
    "a finding": ([{"ruling": "exposed", "seen": "RD", "who": 1}], f"`exposed RD from 1`, cannot be entered: {ASKED}"),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_DUE)
def test_after_the_ruling_only_what_it_asks_for_can_be_done(case: str) -> None:
    moves, what = NOT_DUE[case]
    found = replayed(scopone_record(*lay("7B"), RILEVATA, *moves), SCOPONE)
    assert isinstance(found, list)
    assert [(d.code, d.message) for d in found] == [("C0818", f"move 3, {what}")]
    if "ruling" not in cast("dict[str, Json]", moves[0]):
        assert found[0].help == "legal here: `take 2B 5D with 7B`, `take 6C AS with 7B`"


def test_a_take_that_is_noticed_after_the_next_play_is_lost() -> None:
    second = next(iter([card.code for card in SCOPONE.game.deck.cards if card.code not in (*TABLE, *HOLDS)]))
    found = replayed(scopone_record(*lay("7B"), take(second, "AS"), RILEVATA, {"ruling": "perduta"}), SCOPONE)
    assert isinstance(found, list)
    assert [(d.code, d.help) for d in found] == [("C0827", "this ruling comes right after a move that `obbligo` forbids")]
    lost = replayed(scopone_record(*lay("7B"), take(second, "AS"), {"ruling": "perduta"}), SCOPONE)
    assert isinstance(lost, Played), lost
    assert [(r.name, r.on) for r in lost.rulings] == [("perduta", 1)]


def test_play_may_be_left_before_the_breach_is_made_good() -> None:
    played = replayed(scopone_record(*lay("7B"), RILEVATA), SCOPONE)
    plain = replayed(scopone_record(), SCOPONE)
    assert isinstance(played, Played)
    assert isinstance(plain, Played)
    assert played.state == plain.state
    whole = scopone_record(*lay("7B"), RILEVATA)
    del whole["left"]
    found = replayed(whole, SCOPONE)
    assert isinstance(found, list)
    assert [d.code for d in found] == ["C0820"]


def test_a_ruling_that_nothing_can_meet_is_reported(tmp_path: Path) -> None:
    """Knocking comes after the card is laid, so it cannot replace laying it."""
    rules = amended(tmp_path, "bussi: on breach of seme at once, the player must knock")
    found = replayed(record(*lay("3C"), {"ruling": "bussi"}), rules)
    assert isinstance(found, list)
    assert [(d.code, d.message) for d in found] == [
        ("C0827", "move 2: the ruling `bussi` requires `knock`, but no legal move matches")
    ]


# ---------------------------------------------------------------------------------------------- play that was left


def test_a_record_that_was_left_is_read() -> None:
    played = replayed(record(*REGULAR[:3], left=True))
    assert isinstance(played, Played)
    assert (played.left, played.state.phase, len(played.moves)) == (True, PHASE_TURN, 3)
    assert write_record(RULES, played).get("left") is True
    owed = replayed(record(*lay("3C"), {"ruling": "vale"}, left=True))
    assert isinstance(owed, Played)
    assert wrong(record(*REGULAR[:3])) == [("C0820", "the record stops before move 4, and the hand has not ended")]
    assert wrong(record(left="yes")) == [("C0814", '`left` should be true or false, not "yes"')]


# ---------------------------------------------------------------------------------------------- whole hands at random


class Unruly:
    """A player who plays at random, shows cards, breaks rules, and checks that no card is ever lost."""

    def __init__(self, table: PlayInProgress, seed: int) -> None:
        self.table = table
        self.random = Random(seed)

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | NoticedMove:
        rules, state = self.table.rules, self.table.state
        assert conserved(rules.layout, state)
        assert view.turn == state.cells[TURN]
        if self.table.demand:
            return self.random.choice(moves)
        chance = self.random.random()
        found = findings(rules, state)
        assert isinstance(found, tuple), found
        shows = [move for move in found if move.act == "exposed"]
        if shows and chance < 0.15:
            return self.random.choice(shows)
        if found and chance < 0.2:
            return self.random.choice(found)
        broken = irregular(rules, state)
        assert isinstance(broken, tuple), broken
        if broken and chance < 0.6:
            chosen = self.random.choice(broken)
            return NoticedMove(chosen.move) if chosen.at_once and chance < 0.4 else chosen.move
        return self.random.choice(moves)


@pytest.mark.parametrize(
    ("name", "whole", "seed"),
    [(name, False, seed) for name in ("arbitro", "scopone") for seed in range(6)]
    + [("arbitro", True, seed) for seed in range(6)]
    + [("scopone", True, 1)],
)
def test_a_hand_with_findings_and_breaches_replays_to_the_same_state(name: str, seed: int, whole: bool) -> None:
    rules = rules_of(name)
    table = PlayInProgress(rules, SeededChance(seed), match=whole)
    played = play_out(table, [Unruly(table, seed)] * rules.game.players)
    assert isinstance(played, Played), played
    assert not played.left
    text = write_json(write_record(rules, played, match=whole))
    value = parse_json(text)
    again = replayed(value if not isinstance(value, Diagnostic) else None, rules)
    assert isinstance(again, Played), again
    assert (again.state, again.rulings, again.moves) == (played.state, played.rulings, played.moves)
    assert write_json(write_record(rules, again, match=whole)) == text


@pytest.mark.parametrize("seed", range(4))
def test_rulings_come_after_the_next_move_of_any_player(seed: int) -> None:
    rules = rules_of("arbitro")
    table = PlayInProgress(rules, SeededChance(seed))
    played = play_out(table, [RandomPlayer(seed), Unruly(table, seed)])
    assert isinstance(played, Played), played
    for ruled in played.rulings:
        if ruled.on is not None:
            between = played.moves[ruled.on : ruled.number - 1]
            moves = [move for move in between if isinstance(move, Move) and move.act in ("lay", "knock")]
            assert len(moves) <= 1
    value = parse_json(write_json(write_record(rules, played)))
    assert not isinstance(value, Diagnostic)
    again = replayed(value, rules)
    assert isinstance(again, Played), again
    assert again.state == played.state


def test_such_hands_do_have_findings_and_breaches() -> None:
    """Without findings and breaches, the tests with these seeds would test nothing."""
    entered: dict[str, set[str]] = {}
    for name in ("arbitro", "scopone"):
        rules = rules_of(name)
        for seed in range(6):
            table = PlayInProgress(rules, SeededChance(seed))
            played = play_out(table, [Unruly(table, seed)] * rules.game.players)
            assert isinstance(played, Played)
            entered.setdefault(name, set()).update(ruled.name for ruled in played.rulings)
    assert entered["arbitro"] >= {"exposed", "miscount", "misdeal", "vale"}
    assert entered["scopone"] >= {"exposed", "perduta", "rilevata"}
