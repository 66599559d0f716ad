"""Records and positions from outside: correct ones are read, mistakes in others are reported, and none of them takes too much
work.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interpreter.material import game_of, hand, rules_of
from tests.levels import examples

from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    Fitting,
    Json,
    Played,
    Record,
    Rules,
    State,
    parse_json,
    read_position,
    read_record,
    replay,
    result_json,
    write_json,
    write_record,
)
from cartaro_interpreter.formats.json_text import as_list, as_object
from cartaro_interpreter.formats.position import wanted_players, write_zones

RULES = rules_of("scopa")


def good() -> dict[str, Any]:
    """A record of one hand, as a value that tests put mistakes into."""
    return cast("dict[str, Any]", copy.deepcopy(write_record(RULES, hand(RULES, 11))))


def against(value: Json, rules: Rules = RULES) -> list[Diagnostic]:
    """Return the faults of a record, when it is read or when it is replayed."""
    record = read_record(rules, value)
    if not isinstance(record, Record):
        return list(record)
    played = replay(rules, record)
    return [] if isinstance(played, Played) else list(played)


def codes(value: Json) -> list[str]:
    return [found.code for found in against(value)]


def test_a_bare_record_is_enough() -> None:
    record = good()
    bare = {"stock": record["stock"], "moves": record["moves"]}
    read = read_record(RULES, bare)
    assert isinstance(read, Record)
    played = replay(RULES, read)
    assert isinstance(played, Played)
    assert result_json(RULES, played) == record["result"]


def test_permissions_and_citations_may_be_given() -> None:
    record = good()
    for move in record["moves"]:
        move |= {"by": ["whatever"], "cites": ["X1"]}
    assert codes(record) == []


Spoil = Callable[[dict[str, Any]], object]
SPOILT: dict[str, tuple[Spoil, set[str]]] = {
    "card unknown": (lambda r: r["stock"].__setitem__(3, "11D"), {"C0816"}),
    "card twice": (lambda r: r["stock"].__setitem__(3, r["stock"][4]), {"C0817"}),
    "card missing": (lambda r: r["stock"].pop(), {"C0813"}),
    "no stock": (lambda r: r.pop("stock"), {"C0814"}),
    "no moves": (lambda r: r.pop("moves"), {"C0814"}),
    "stock a number": (lambda r: r.update(stock=40), {"C0814"}),
    "moves an object": (lambda r: r.update(moves={}), {"C0814"}),
    "move a list": (lambda r: r["moves"].__setitem__(0, []), {"C0814"}),
    "act unknown": (lambda r: r["moves"][0].update(act="tak"), {"C0815"}),
    "act a number": (lambda r: r["moves"][0].update(act=1), {"C0814"}),
    "argument missing": (lambda r: r["moves"][0].update(args={}), {"C0814"}),
    "argument unknown": (lambda r: r["moves"][0]["args"].update(cart="AB"), {"C0815"}),
    "argument a list": (lambda r: r["moves"][0]["args"].update(card=["AB"]), {"C0816"}),
    "argument with a card twice": (
        lambda r: r["moves"][0].update(act="take", args={"taken": ["AB", "AB"], "card": "AC"}), {"C0817"}
    ),
    "first move twice": (lambda r: r["moves"].insert(0, r["moves"][0]), {"C0818"}),
    "last move gone": (lambda r: r["moves"].pop(), {"C0820"}),
    "one move more": (lambda r: r["moves"].append(r["moves"][0]), {"C0819"}),
    "one pack more": (lambda r: r.update(stock=[r["stock"], r["stock"]]), {"C0819"}),
    "no pack": (lambda r: r.update(stock=[]), {"C0812"}),
    "players many": (lambda r: r.update(players=3), {"C0821"}),
    "players true": (lambda r: r.update(players=True), {"C0821"}),
    "match a word": (lambda r: r.update(match="yes"), {"C0814"}),
    "settings other": (lambda r: r["settings"].update(punti="21"), {"C0826"}),
    "settings unknown": (lambda r: r["settings"].update(punto="21"), {"C0815"}),
    "result other": (lambda r: r["result"]["points"].update({"1": 99}), {"C0825"}),
    "key mistyped": (lambda r: r.update(stok=r.pop("stock")), {"C0814", "C0815"}),
}  # fmt: skip


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_wrong_with_a_record_is_reported(how: str) -> None:
    spoil, wanted = SPOILT[how]
    record = good()
    spoil(record)
    assert set(codes(record)) == wanted, against(record)


def test_an_illegal_move_is_explained() -> None:
    rules = rules_of("scopa", players="2")
    deck = [card.code for card in rules.game.deck.cards]
    front = ["6B", "2C", "3C", "4C", "5C", "FC", "6D", "2B", "4B", "AB"]
    stock = front + [code for code in deck if code not in front]
    first = against({"stock": stock, "moves": [{"act": "take", "args": {"taken": ["2B", "4B"], "card": "6B"}}]}, rules)
    assert [d.code for d in first] == ["C0818"]
    assert first[0].message == "move 1, `take 2B 4B with 6B`, is not legal: `prima_pari` forbids it"
    assert first[0].help is not None
    assert first[0].help.startswith("legal here: `take 6D with 6B`")


def test_a_redeal_needs_a_further_pack() -> None:
    """There are three kings among the first four cards of the table, so the cards are shuffled and dealt again."""
    record = good()
    stock = record["stock"]
    rest = [code for code in stock if code not in {"RB", "RC", "RD"}]
    kings = [*rest[:6], "RB", "RC", "RD", *rest[6:]]
    assert codes({"stock": kings, "moves": []}) == ["C0812"]
    assert codes({"stock": [kings, stock], "moves": record["moves"]}) == []


# ---------------------------------------------------------------------------------------------- positions


def test_players_are_inferred() -> None:
    game = game_of("scopa")
    cases: list[tuple[Json, int | None]] = [
        ({"zones": {"hand": {"1": ["7C"]}}}, 2),
        ({"zones": {"hand": {"3": ["7C"]}}}, 3),
        ({"zones": {"hand": {"4": ["7C"]}, "won": {"2": []}}}, 4),
        ({"zones": {"won": {"3": []}}}, 3),
        ({"zones": {"hand": {"5": []}}}, 6),
        ({"zones": {"hand": {"7": []}}}, None),
        ({"zones": {}, "turn": 4}, 4),
        ({"zones": {}, "players": 6}, 6),
        ({"zones": {}, "players": 5}, None),
        ({"zones": {}, "players": True}, None),
        (None, 2),
    ]
    assert [wanted_players(game, position) for position, _ in cases] == [wanted for _, wanted in cases]


def test_a_fitting_plays_what_a_position_is_for() -> None:
    fitting = Fitting(game_of("scopa"))
    rules = fitting.rules({"zones": {"hand": {"4": ["7C"]}}, "settings": {"punti": 21}}, "position")
    assert isinstance(rules, Rules)
    assert (rules.game.players, rules.game.chosen["punti"]) == (4, "21")
    assert fitting.rules({"players": 4, "settings": {"punti": "21"}}, "record") is rules
    wrong: list[Json] = [{"players": 9}, {"settings": []}, {"settings": {"punti": True}}, {"settings": {"punti": "12"}}]
    assert all(isinstance(fitting.rules(value, "record"), tuple) for value in wrong)


POSITIONS: dict[str, tuple[Json, str]] = {
    "no object": ([], "C0814"),
    "zones a list": ({"zones": []}, "C0814"),
    "zone unknown": ({"zones": {"tabel": []}}, "C0815"),
    "owner out of range": ({"zones": {"hand": {"3": ["7C"]}}}, "C0821"),
    "owner with a zero": ({"zones": {"hand": {"01": ["7C"]}}}, "C0821"),
    "owners missing": ({"zones": {"hand": ["7C"]}}, "C0814"),
    "card unknown": ({"zones": {"table": ["7X"]}}, "C0816"),
    "card a number": ({"zones": {"table": [7]}}, "C0816"),
    "card twice": ({"zones": {"table": ["7D", "7D"]}}, "C0817"),
    "card in two zones": ({"zones": {"table": ["7D"], "hand": {"1": ["7D"]}}}, "C0817"),
    "turn nobody's": ({"turn": 0}, "C0821"),
    "turn a word": ({"turn": "1"}, "C0821"),
    "turn true": ({"turn": True}, "C0821"),
    "counter a word": ({"counters": {"scope": {"1": "3"}}}, "C0814"),
    "counter a fraction": ({"counters": {"scope": {"1": 0.5}}}, "C0814"),
    "counter huge": ({"counters": {"scope": {"1": 10**12}}}, "C0814"),
    "counter unknown": ({"counters": {"scop": {}}}, "C0815"),
    "flag a number": ({"counters": {"last_swept": 1}}, "C0814"),
    "reference out of range": ({"counters": {"dealer": 3}}, "C0821"),
    "reference true": ({"counters": {"dealer": True}}, "C0821"),
    "key mistyped": ({"zone": {}}, "C0815"),
    "moves mistyped": ({"move": []}, "C0815"),
    "moves in another language": ({"mosse": []}, "C0815"),
    "moves a word": ({"moves": "lay 7D"}, "C0814"),
    "moves too many": ({"moves": ["lay 7D"] * 201}, "C0814"),
    "move a number": ({"moves": [7]}, "C0814"),
    "move empty": ({"moves": [""]}, "C0814"),
    "move of an unknown act": ({"moves": ["lya 7D"]}, "C0815"),
    "move of an unknown act, as JSON": ({"moves": [{"act": "lya"}]}, "C0815"),
    "move of a card that is none": ({"moves": ["lay 7X"]}, "C0816"),
    "move that is not legal": ({"moves": ["lay 7D"]}, "C0818"),
    "move a ruling": ({"moves": [{"ruling": "misdeal"}]}, "C0814"),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_what_is_wrong_with_a_position_is_reported(case: str) -> None:
    value, code = POSITIONS[case]
    found = read_position(RULES, {"zones": {}, **value} if isinstance(value, dict) else value)
    assert not isinstance(found, State)
    assert {d.code for d in found} == {code}


def test_the_moves_of_a_position_are_played() -> None:
    position: dict[str, Json] = {"zones": {"table": ["2D"], "hand": {"1": ["7C", "2C"], "2": ["3D"]}}}
    state = read_position(RULES, {**position, "moves": ["lay 7C", {"act": "lay", "args": {"card": "3D"}}]})
    assert isinstance(state, State)
    described = read_position(RULES, {"zones": {"table": ["2D", "7C", "3D"], "hand": {"1": ["2C"]}}})
    assert isinstance(described, State)
    assert (state.turn, write_zones(RULES, state)) == (0, write_zones(RULES, described))


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["lay 7C", "lay 3X"], "move 2: `3X` is not a card in the deck"),
        (["lay 7C", {"act": "lya"}], "move 2: the game has no act `lya`"),
        (["lay 7C", {"act": "lay", "args": {"crad": "3D"}}], "move 2: the act `lay` has no argument called `crad`"),
        (["lay 7C", "lay 2C"], "move 2, `lay 2C`, is not legal: the value of `card` is not one of the choices"),
        (["lay 7C", "lay 3D", "lay 2C"], "move 3, `lay 2C`, is not legal: `obbligo` forbids it"),
    ],
)
def test_a_move_of_a_position_that_cannot_be_played_is_named(moves: list[Json], message: str) -> None:
    position: Json = {"zones": {"table": ["2D"], "hand": {"1": ["7C", "2C"], "2": ["3D"]}}, "moves": moves}
    found = read_position(RULES, position)
    assert not isinstance(found, State)
    assert message in [reported.message for reported in found]


@pytest.mark.parametrize("pile", [[], ["K♦"], ["K♦", "2♣"]])
def test_the_moves_of_a_position_leave_nothing_to_chance(pile: list[str]) -> None:
    """The pile is turned over when the stock is used up: a single card has only one order, two cards are shuffled."""
    rules = rules_of("scala40", pozzo_vuoto="continua")
    zones: Json = {"stock": ["9♠"], "discards": pile, "hand": {"1": ["A♥", "7♦"], "2": ["5♥"]}}
    found = read_position(rules, {"zones": zones, "moves": ["draw", "discard 7♦"]})
    if len(pile) < 2:
        assert isinstance(found, State)
        assert write_zones(rules, found)["stock"] == pile
    else:
        assert not isinstance(found, State)
        (reported,) = found
        assert reported.code == "C0812"
        assert reported.message == "move 2, `discard 7♦`: 2 cards have to be shuffled, but their new order is not given"


def test_memory_is_read() -> None:
    counters: Json = {"scope": {"2": 3}, "last_taker": None, "dealer": 1, "last_swept": True}
    state = read_position(RULES, {"zones": {}, "counters": counters})
    assert isinstance(state, State)
    slots = RULES.layout.memory
    assert state.cells[slots["scope"].slot + 1] == 3
    assert state.cells[slots["dealer"].slot] == 0
    assert state.cells[slots["last_taker"].slot] == -1
    assert state.cells[slots["last_swept"].slot] == 1


# ---------------------------------------------------------------------------------------------- JSON text


@pytest.mark.parametrize(("text", "code"), [
    ("", "C0810"), ("{", "C0810"), ('{"a": NaN}', "C0810"), ("[Infinity]", "C0810"), ('{"a": 1, "a": 2}', "C0822"),
    ("[" * 30 + "]" * 30, "C0811"), ("[" * 100_000, "C0811"), ('"' + "x" * 5_000_001 + '"', "C0811"), ("1" * 5000, "C0810"),
    ('"\\ud800"', "C0810"), ("[1,]", "C0810"), ("'a'", "C0810"), ("\ufeff[]", "C0810"),
])  # fmt: skip
def test_bad_json_is_reported(text: str, code: str) -> None:
    found = parse_json(text, "here")
    assert isinstance(found, Diagnostic)
    assert (found.code, found.path) == (code, "here")


words = st.text() | st.sampled_from(["7D", "take", "1", "all", "zones", "stock", "moves", "hand", "act", "args", "counters"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner),
    max_leaves=20,
)


@examples(30)
@given(value=values)
def test_no_value_is_too_much(value: Json) -> None:
    assert isinstance(read_position(RULES, value), State | tuple)
    assert isinstance(against(value), list)
    assert isinstance(Fitting(RULES.game).rules(value, "position"), Rules | tuple)
    assert isinstance(Fitting(RULES.game).rules(value, "record"), Rules | tuple)


@examples(200)
@given(text=st.text())
def test_no_text_is_too_much(text: str) -> None:
    assert parse_json(text) is None or parse_json(text) is not None


def places(value: Json) -> list[tuple[Any, Any]]:
    """Yield every list and object in a value, with each of its indices or keys."""
    holder: Any = value
    keys: list[Any] = [*(as_object(value) or ()), *range(len(as_list(value) or ()))]
    return [(holder, key) for key in keys] + [inner for key in keys for inner in places(holder[key])]


@examples(100)
@given(seed=st.integers(0, 2**32), value=values)
def test_no_change_to_a_record_is_too_much(seed: int, value: Json) -> None:
    record = good()
    holder, key = Random(seed).choice(places(record))
    holder[key] = value
    assert isinstance(against(record), list)
    assert isinstance(write_json(record), str)


# ---------------------------------------------------------------------------------------------- the same as ever


@pytest.mark.parametrize("seed", range(4))
def test_a_seed_always_gives_the_same_record(seed: int, golden: Callable[[Path, str], None]) -> None:
    """The records are equal byte for byte. In a golden file, each entry of the record, or each of its moves, has a line."""
    rules = rules_of("pesca")
    record = write_json(write_record(rules, hand(rules, seed)))
    lines = re.sub(r'(?<=[\]}0-9]), (?="|\{"act")', ",\n", record)
    assert lines.replace(",\n", ", ") == record
    golden(Path(__file__).parent / "golden" / f"pesca_{seed}.json", lines)


UNKNOWN_KEYS: dict[str, tuple[Json, str, str]] = {
    "memory by its content": (
        {"zones": {}, "memory": {"scope": {"1": 2}}},
        "the position has an unknown key `memory`",
        "did you mean `counters`? `scope` is given there",
    ),
    "a key without any content": (
        {"zones": {}, "memory": {}},
        "the position has an unknown key `memory`",
        "names that can be used here: zones, turn, counters, ",
    ),
    "a mistyped key": ({"zones": {}, "trun": 1}, "the position has an unknown key `trun`", "did you mean `turn`?"),
    "zones by their content": (
        {"zones": {}, "cards": {"hand": {"1": ["7D"]}}},
        "the position has an unknown key `cards`",
        "did you mean `zones`? `hand` is given there",
    ),
    "a counter at the top": (
        {"zones": {}, "scope": {"1": 2}},
        "the position has an unknown key `scope`",
        "write `scope` inside `counters`",
    ),
    "a counter among the zones": (
        {"zones": {"scope": {"1": 2}}},
        "the game has no zone `scope`",
        "write `scope` inside `counters`",
    ),
    "a zone among the counters": (
        {"zones": {}, "counters": {"hand": 2}},
        "the game has no counter, flag or reference `hand`",
        "write `hand` inside `zones`",
    ),
    "the end of a turn": (
        {"zones": {"hand": {"1": ["7D"]}}, "moves": [{"act": "end turn", "args": {"card": "7D"}}]},
        "move 1: the act `end turn` has no argument called `card`",
        "",
    ),
    "a move of a position": (
        {"zones": {"hand": {"1": ["7D"]}}, "moves": [{"act": "lay", "args": {"card": "7D"}, "colour": "red"}]},
        "move 1 has an unknown key `colour`",
        "names that can be used here: act, args, ",
    ),
}


@pytest.mark.parametrize("name", UNKNOWN_KEYS)
def test_an_unknown_key_of_a_position_is_reported(name: str) -> None:
    value, message, advice = UNKNOWN_KEYS[name]
    found = read_position(RULES, value)
    assert isinstance(found, tuple)
    assert [(one.code, one.message) for one in found] == [("C0815", message)]
    assert (found[0].help or "").startswith(advice)


def test_an_unknown_key_of_a_record_or_of_its_moves_is_reported() -> None:
    moves = good()["moves"]
    assert codes(good() | {"stack": list[str]()}) == ["C0815"]
    assert codes(good() | {"colour": "red"}) == ["C0815"]
    assert codes(good() | {"moves": [{**moves[0], "colour": "red"}, *moves[1:]]}) == ["C0815"]
    assert codes(good() | {"result": {"ponts": {"1": 5, "2": 0}}}) == ["C0815"]
    assert codes(good() | {"result": {"weather": "fine"}}) == [], "a result may have more members than the rules know"
