"""`cartaro explain`: the arbiter's answer in three languages, the answer as JSON, and the response to bad input of
every kind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given
from hypothesis import strategies as st
from tests import shipped_games
from tests.levels import examples

from cartaro.main import cartaro
from cartaro_grammar import conjuncts
from cartaro_grammar.model import game as g
from cartaro_interpreter import Json, Move, Rules, State, judge, legal_moves, phrase, read_position
from cartaro_interpreter.formats.move_text import read_written
from cartaro_interpreter.play.turn import Choice, dead_ends, open_steps
from cartaro_rulebook.answers.explanation import DescribedState, bounds, explain_move, explain_position
from cartaro_rulebook.prose.expressions import condition

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
BANCO = str(HERE / "rulesets" / "banco.regole")
PESCA = str(HERE.parent / "interpreter" / "rulesets" / "pesca.regole")

FISHING: dict[str, Any] = {
    "nove": {"zones": {"table": ["6C", "2D", "3S", "4B"], "hand": {"1": ["CD", "7D"]}}},
    "sei": {"zones": {"table": ["6C", "RB"], "hand": {"1": ["6S", "6D", "AB"], "2": ["7D"]}}},
    "senza_scura": {"zones": {"table": ["6C", "RB"], "hand": {"1": ["5S", "6D", "AB"], "2": ["7D"]}}},
    "sfuggita": {"zones": {"table": ["FC", "7B", "2D"], "hand": {"1": ["5S", "6D", "AB"]}}, "counters": {"calata": "FC"}},
    "banco": {"zones": {"heap": ["AS"], "hand": {"1": ["RB", "FS", "2C", "4D", "5S"], "2": ["RD"]}}},
    "due_re": {"zones": {"hand": {"1": ["RB", "RC"], "2": ["AC"]}}, "turn": 1},
    "pesca": {"zones": {"stock": ["AB"], "heap": ["7D"], "hand": {"1": ["2C", "3C"], "2": ["4C"]}}},
}
"""The positions of fishing games. `nove` is the table of story S2."""

PLAYED = {"turns": {"1": 1, "2": 1}}
OPEN: dict[str, Any] = {"counters": {**PLAYED, "opened": {"1": True}}}
THREE: dict[str, Any] = {"players": 3, "counters": {"turns": {"1": 1, "2": 1, "3": 1}, "opened": {"1": True}}}
NINES = ["9♥", "9♣", "9♠"]
RUMMY: dict[str, Any] = {
    "trentanove": {"zones": {"stock": ["2♣"], "hand": {"1": [*NINES, "3♦", "4♦", "5♦", "K♣"]}}, "moves": ["draw"]},
    "quaranta": {
        "zones": {"stock": ["2♣"], "hand": {"1": ["10♥", "10♣", "10♠", "A♦", "2♦", "3♦", "4♦", "K♣"]}},
        "moves": ["draw"],
    },
    "trenta": {
        "zones": {"stock": ["2♣"], "hand": {"1": ["10♥", "10♣", "10♠", "A♦", "2♦", "3♦", "4♦", "K♣"]}},
        "moves": ["draw", "meld 10♥ 10♣ 10♠"],
    },
    "chiuso": {
        "zones": {"stock": ["2♣"], "discards": ["4♠"], "melds": [["3♦", "4♦", "5♦"]], "hand": {"1": ["6♦", "K♣", "K♥"]}}
    },
    "pescato": {
        "zones": {"stock": ["2♣"], "melds": [["3♦", "4♦", "5♦"]], "hand": {"1": ["6♦", "K♣", "K♥"]}},
        "moves": ["draw"],
    },
    "in_due": {**OPEN, "zones": {"stock": ["2♣"], "melds": [NINES], "hand": {"1": ["9♦", "K♣"]}}, "moves": ["draw"]},
    "in_tre": {**THREE, "zones": {"stock": ["2♣"], "melds": [NINES], "hand": {"1": ["9♦", "K♣"]}}, "moves": ["draw"]},
    "in_due_chiuso": {"zones": {"stock": ["2♣"], "melds": [NINES], "hand": {"1": ["9♦", "K♣"]}}, "moves": ["draw"]},
    "jolly_chiuso": {
        "zones": {"stock": ["2♣"], "melds": [["5♠", "JK/6♠", "7♠"]], "hand": {"1": ["6♠", "K♥"]}},
        "moves": ["draw"],
    },
    "vana": {**OPEN, "zones": {"stock": ["2♣"], "discards": ["4♦"], "melds": [NINES], "hand": {"1": ["9♦", "K♣", "3♥"]}}},
    "raccolta": {
        **OPEN,
        "zones": {"discards": ["6♦"], "melds": [["3♦", "4♦", "5♦"]], "hand": {"1": ["J♠", "8♣"]}},
        "moves": ["pick_up"],
    },
    "gemella": {
        **OPEN,
        "zones": {"discards": ["6♦"], "melds": [["3♦", "4♦", "5♦"]], "hand": {"1": ["6♦'", "J♠", "8♣"]}},
        "moves": ["pick_up", "attach 6♦ to 3♦ 4♦ 5♦"],
    },
    "scambiato": {
        **OPEN,
        "zones": {"stock": ["3♣"], "melds": [["5♠", "JK/6♠", "7♠"]], "hand": {"1": ["6♠", "K♥", "K♣", "2♦"]}},
        "moves": ["draw", "swap 6♠ for JK in 5♠ JK 7♠"],
    },
    "primo_giro": {
        "counters": {"opened": {"1": True}},
        "zones": {"stock": ["2♣"], "melds": [NINES], "hand": {"1": ["9♦"]}},
        "moves": ["draw"],
    },
    "ultima": {
        **THREE,
        "zones": {"stock": ["9♦"], "melds": [NINES, ["5♠", "6♠", "7♠"]], "hand": {"1": ["8♠"]}},
        "moves": ["draw", "attach 8♠ to 5♠ 6♠ 7♠"],
    },
}
"""The positions of rummy games. The moves in a position lead to the middle of a turn."""

POSITIONS: dict[str, Any] = FISHING | RUMMY

CASES: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("scopa", "nove", ("precedenza=poche",), ""),
    ("scopa", "nove", ("precedenza=poche",), "take 6C 3S with CD"),
    ("scopa", "nove", ("precedenza=poche",), "take 4B 3S 2D with CD"),
    ("scopa", "nove", (), "take 4B 3S 2D with CD"),
    ("scopa", "nove", (), "lay CD"),
    ("scopa", "nove", ("rifiuto=libero",), "lay CD"),
    ("scopa", "nove", (), "take 6C 2D with CD"),
    ("scopa", "nove", (), "take 6C with CD"),
    ("scopa", "nove", (), "take 6C RB with CD"),
    ("scopa", "nove", (), "lay RB"),
    ("scopa", "nove", (), "lay 2D"),
    ("scopa", "nove", (), "end turn"),
    ("scopone", "sei", (), ""),
    ("scopone", "sei", (), "lay 6D"),
    ("scopone", "sei", (), "lay 6S"),
    ("scopone", "senza_scura", (), "lay 6D"),
    ("scopone", "sei", ("rifusa=scelta",), "lay 6D"),
    ("escoba", "sfuggita", (), ""),
    ("escoba", "sfuggita", (), "take FC with 6D"),
    ("escoba", "sfuggita", (), "gather FC 7B"),
    ("escoba", "sfuggita", (), "gather 7B 2D"),
    (BANCO, "banco", (), ""),
    (BANCO, "banco", (), "play 4D"),
    (BANCO, "banco", (), "play 5S"),
    (BANCO, "banco", (), "play RB"),
    (BANCO, "due_re", (), "play RB"),
    (BANCO, "due_re", (), "name 1 as amico"),
    (BANCO, "due_re", (), "name 2 as nemico"),
    (PESCA, "pesca", (), ""),
    (PESCA, "pesca", (), "pick"),
    (PESCA, "pesca", (), "drop 2C"),
    ("scala40", "trentanove", (), "meld 9♥ 9♣ 9♠"),
    ("scala40", "trentanove", (), "meld 9♥ 9♣ K♣"),
    ("scala40", "quaranta", (), "meld 10♥ 10♣ 10♠"),
    ("scala40", "trenta", (), ""),
    ("scala40", "trenta", (), "discard K♣"),
    ("scala40", "chiuso", (), ""),
    ("scala40", "chiuso", (), "pick_up"),
    ("scala40", "chiuso", (), "attach 6♦ to 3♦ 4♦ 5♦"),
    ("scala40", "pescato", (), "attach 6♦ to 3♦ 4♦ 5♦"),
    ("scala40", "in_due", (), "discard 9♦"),
    ("scala40", "in_tre", ("players=3",), ""),
    ("scala40", "in_tre", ("players=3",), "discard 9♦"),
    ("scala40", "in_due_chiuso", (), "discard 9♦"),
    ("scala40", "jolly_chiuso", (), "swap 6♠ for JK in 5♠ JK 7♠"),
    ("scala40", "vana", (), "pick_up"),
    ("scala40", "raccolta", (), "discard 6♦"),
    ("scala40", "raccolta", (), "discard J♠"),
    ("scala40", "gemella", (), "discard 6♦'"),
    ("scala40", "scambiato", (), ""),
    ("scala40", "scambiato", (), "discard 2♦"),
    ("scala40", "scambiato", (), "discard JK"),
    ("scala40", "primo_giro", (), "attach 9♦ to 9♥ 9♣ 9♠"),
    ("scala40", "ultima", ("players=3",), "discard 9♦"),
    ("ramino", "raccolta", (), "discard 6♦"),
)


def explain(rules: str, position: Any, *words: str) -> Result:
    """Run the command on a position; bytes are passed unchanged, and other values as JSON."""
    data = position if isinstance(position, bytes) else json.dumps(position).encode()
    return CliRunner().invoke(cartaro, ["explain", rules, "--position", "-", *words], input=data)


def answer(rules: str, position: str, move: str, *words: str) -> dict[str, Any]:
    done = explain(rules, POSITIONS[position], "--move", move, "--language", "en", "--json", *words)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@cache
def rules_of(name: str, chosen: tuple[str, ...]) -> Rules:
    return shipped_games.rules_of(name, **dict(setting.split("=") for setting in chosen))


def state_of(rules: Rules, position: str) -> State:
    state = read_position(rules, POSITIONS[position])
    assert isinstance(state, State), state
    return state


def explanation(case: tuple[str, str, tuple[str, ...], str], code: str) -> dict[str, Any]:
    """Return the answer to a case, computed without the command."""
    name, position, chosen, written = case
    rules = rules_of(name, chosen)
    state = state_of(rules, position)
    if not written:
        found = explain_position(rules, state, code)
    else:
        move = read_written(rules.game, written)
        assert isinstance(move, Move), move
        found = explain_move(rules, state, move, code)
    assert isinstance(found, dict), found
    return found


def check_finished(text: str) -> None:
    """No slot or mark of the phrases is left, and every line ends with a full stop or a colon, or is the line of a clause."""
    for line in text.splitlines():
        assert not any(sign in line for sign in "{}<>|\ue000\ue001\ue002\ue003\ue010"), line
        assert "  " not in line.strip().replace(".  ", ". "), line
        assert line.endswith((".", ":")) or line.lstrip()[0].isdigit(), line


def golden_file(case: tuple[str, str, tuple[str, ...], str]) -> Path:
    name, position, chosen, move = case
    return Path(Path(name).stem) / (re.sub(r"\W+", "_", " ".join([position, *chosen, move])).strip("_") + ".txt")


@pytest.mark.parametrize("case", CASES, ids=lambda case: golden_file(case).with_suffix("").as_posix())
def test_an_answer_in_all_languages(case: tuple[str, str, tuple[str, ...], str], golden: Callable[[Path, str], None]) -> None:
    _, position, chosen, move = case
    lines = [" ".join(["$", position, *chosen, *([f"--move {move}"] if move else [])])]
    for code in ("it", "en", "fr"):
        text = explanation(case, code)["text"]
        check_finished(text)
        lines += [f"-- {code}", text]
    golden(GOLDEN / "explain" / golden_file(case), "\n".join(lines))


def test_each_golden_answer_has_one_case() -> None:
    found = [path.relative_to(GOLDEN / "explain") for path in (GOLDEN / "explain").rglob("*.txt")]
    assert sorted(found) == sorted(map(golden_file, CASES))


def test_text_and_exit_codes_of_the_command() -> None:
    for move, code in (("take 6C 3S with CD", 0), ("lay CD", 1)):
        found = explain("scopa", POSITIONS["nove"], "--language", "fr", "--move", move)
        assert found.exit_code == code
        assert found.stdout == explanation(("scopa", "nove", (), move), "fr")["text"] + "\n"
    assert explain("scopa", POSITIONS["nove"]).exit_code == 0


# ------------------------------------------------------------------------------------------ JSON


def test_a_ruling_as_json() -> None:
    found = answer("scopa", "nove", "take 4B 3S 2D with CD", "--set", "precedenza=poche")
    assert list(found) == ["legal", "reason", "move", "clauses", "values", "nearest", "options", "remedies", "text"]
    assert (found["legal"], found["reason"]) == (False, "barred")
    assert found["nearest"]["phrase"] == "take 6C 3S with CD"
    assert found["nearest"]["args"] == {"taken": ["6C", "3S"], "card": "CD"}
    (clause,) = found["clauses"]
    assert {key: clause[key] for key in ("name", "article", "of", "cites", "sources", "role")} == {
        "name": "poche",
        "article": "3",
        "of": "scopa",
        "cites": ["S3"],
        "sources": ["Regolamento Scopa"],
        "role": "forbids",
    }
    assert clause["here"].startswith("Here the player can capture the six of cups and the three of swords")
    (option,) = found["options"]
    assert (option["option"], option["value"], option["cites"]) == ("precedenza", "poche", ["S3", "R3"])
    assert {other["value"]: other["legal"] for other in option["others"]} == {"pari": True, "nessuna": True}


def test_the_values_compared() -> None:
    found = answer("scopa", "nove", "take 6C 2D with CD")
    assert found["reason"] == "permission"
    assert [(value["clause"], value["of"], value["value"]) for value in found["values"]] == [
        ("pari", "the number of cards captured", 2),
        ("pari", "the total value of the cards captured", 8),
        ("pari", "the value of the card played", 9),
        ("dispari", "the total value of the cards captured", 8),
        ("dispari", "the value of the card played", 9),
    ]


def test_an_explanation_names_what_lifts_a_prohibition() -> None:
    found = answer("scopone", "sei", "lay 6D")
    assert [(clause["name"], clause["role"]) for clause in found["clauses"]] == [
        ("rifonde", "permits"),
        ("obbligo", "lifted"),
        ("denari_o_scura", "excepts"),
    ]
    assert found["clauses"][2]["here"].endswith("the six of swords.")


def test_an_explanation_has_the_bounds_of_an_obligation() -> None:
    """Story K6: 27 points with this meld, 39 with every meld that can be laid. The bounds cover everything that the search has
    seen.
    """
    (clause,) = answer("scala40", "trentanove", "meld 9♥ 9♣ 9♠")["clauses"]
    assert clause["here"].endswith("Whatever happens then, the player has at most 39 points laid; the player has not opened.")
    rules = rules_of("scala40", ())
    state = state_of(rules, "trentanove")
    move = read_written(rules.game, "meld 9♥ 9♣ 9♠")
    assert isinstance(move, Move)
    number = next(number for number, step in open_steps(rules, state.cells) if move.act in step.acts)
    reached = dead_ends(rules, state, Choice(number, 0, move))
    laid = rules.layout.memory["laid"].slot
    assert sorted({one.cells[laid] for one in reached}) == [27, 39]
    described = DescribedState(rules, "en", state=state)
    obligation = rules.game.clause["quaranta"].sentence
    assert isinstance(obligation, g.Obligation)
    part = conjuncts(obligation.condition)[0]
    most_laid_first = tuple(sorted(reached, key=lambda one: -one.cells[laid]))
    rising, falling = (
        [condition(b, described.scope, False) for b in bounds(described, some, part, 0)] for some in (reached, most_laid_first)
    )
    assert rising == ["the player has at most 39 points laid"]
    assert falling == ["the player has at least 27 points laid"]


def test_a_turn_that_can_be_completed_has_no_dead_end() -> None:
    rules = rules_of("scala40", ())
    state = state_of(rules, "quaranta")
    move = next(m for m in cast("tuple[Move, ...]", legal_moves(rules, state)) if m.act == "meld")
    number = next(number for number, step in open_steps(rules, state.cells) if move.act in step.acts)
    assert dead_ends(rules, state, Choice(number, 0, move)) == ()


def test_remedies_are_of_the_prohibitions_that_bar() -> None:
    found = answer("scopone", "sei", "lay 6S")
    assert [(r["name"], r["noticed"], r["remedy"], r.get("act")) for r in found["remedies"]] == [
        ("rilevata", "once", "make_good", "take"),
        ("perduta", "later", "stand", None),
    ]
    assert answer("scopone", "sei", "take 6C with 5B")["remedies"] == []


def test_the_move_may_be_json() -> None:
    written = answer("scopa", "nove", "lay CD")
    assert answer("scopa", "nove", '{"act": "lay", "args": {"card": "CD"}, "by": [], "cites": []}') == written


def test_a_position_as_json() -> None:
    found = json.loads(explain("scopone", POSITIONS["sei"], "--language", "en", "--json").stdout)
    assert found["turn"] == 1
    assert [(move["phrase"], move["by"]) for move in found["moves"]] == [
        ("take 6C with 6D", ["pari"]),
        ("take 6C with 6S", ["pari"]),
        ("lay AB", ["rifonde"]),
        ("lay 6D", ["rifonde"]),
    ]
    assert found["moves"][0]["clauses"][0]["article"] == "9"
    (barred,) = found["barred"]
    assert (barred["clause"]["name"], [move["phrase"] for move in barred["moves"]]) == ("obbligo", ["lay 6S"])


@pytest.mark.parametrize(
    ("move", "near"),
    [
        ("take 4B 2D with CD", "take 6C 3S with CD"),
        ("take 4B 2D with 7D", "take 4B 3S with 7D"),
        ("lay 7D", "take 4B 3S with 7D"),
        ("take 6C 3S with RB", "take 6C 3S with CD"),
        ("lay RB", None),
    ],
)
def test_the_nearest_legal_move(move: str, near: str | None) -> None:
    found = answer("scopa", "nove", move, "--set", "precedenza=poche")["nearest"]
    assert (found and found["phrase"]) == near


def test_json_lines_are_answered_line_by_line() -> None:
    lines = [json.dumps(POSITIONS["nove"]), '{"zones": {"table": ["9Z"]}}', json.dumps(POSITIONS["nove"])]
    found = explain("scopa", "\n".join(lines).encode(), "--move", "take 6C 3S with CD", "--json")
    assert [next(iter(json.loads(line))) for line in found.stdout.splitlines()] == ["legal", "diagnostics", "legal"]
    assert found.exit_code == 2
    barred = explain("scopa", "\n".join([lines[0], lines[2]]).encode(), "--move", "lay CD", "--json")
    assert barred.exit_code == 1


# ------------------------------------------------------------------------------------------ every kind of input


@pytest.mark.parametrize(
    ("move", "code", "message", "advice"),
    [
        ("", "C0814", "the move is empty", "take, lay"),
        ("tak 6C with CD", "C0815", "the game has no act `tak`", "did you mean `take`?"),
        ("take 6C", "C0814", "the move does not give its `card`", "the act is written `take taken with card`"),
        ("take with CD", "C0814", "the move does not give its `taken`", "the act is written `take taken with card`"),
        ("lay", "C0814", "the move does not give its `card`", "the act is written `lay card`"),
        ("take 6CC with CD", "C0816", "`6CC` is not a card in the deck", "did you mean `6C` or `CC`?"),
        ("take 6C 6C with CD", "C0817", "the card `6C` is named twice", ""),
        ("lay CD 7D", "C0814", "`card` is one card, but 2 are named", "the act is written `lay card`"),
        ("lay CD with 7D", "C0814", "the act `lay` does not take `with …`", "the act is written `lay card`"),
        ("take 6C with CD with 7D", "C0814", "`with` is written twice", "the act is written `take taken with card`"),
        ('{"act": "tak"}', "C0815", "the game has no act `tak`", "did you mean `take`?"),
        ('{"act": "lay"', "C0810", "", ""),
        ('{"act": "lay", "args": {"card": 5}}', "C0816", "", ""),
    ],
)
def test_an_invalid_move_is_reported(move: str, code: str, message: str, advice: str) -> None:
    found = explain("scopa", POSITIONS["nove"], "--move", move, "--json")
    assert found.exit_code == 2
    diagnostic = json.loads(found.stdout)["diagnostics"][0]
    assert diagnostic["code"] == code
    assert message in diagnostic["message"]
    assert advice in (diagnostic["help"] or "")


@pytest.mark.parametrize("move", ["name 3 as amico", "name 1 as nobody", "name 1 as amico nemico", "name 1 2 as amico", "name"])
def test_players_and_answers_in_a_move(move: str) -> None:
    found = explain(BANCO, POSITIONS["due_re"], "--move", move, "--json")
    assert found.exit_code == 2
    assert json.loads(found.stdout)["diagnostics"]


def test_the_middle_of_a_turn() -> None:
    """Story K12: `explain` judges the discard after the draw. The moves are given in words or as JSON."""
    position = {**POSITIONS["in_due_chiuso"], "moves": ["draw"]}
    before = explain("scala40", {**position, "moves": []}, "--move", "discard 9♦", "--json")
    after = explain("scala40", position, "--move", "discard 9♦", "--json")
    assert [json.loads(found.stdout)["reason"] for found in (before, after)] == ["step", "barred"]
    as_json = explain("scala40", {**position, "moves": [{"act": "draw", "args": {}}]}, "--move", "discard 9♦", "--json")
    assert (as_json.stdout, as_json.exit_code) == (after.stdout, 1)


def test_the_manual_shows_the_middle_of_a_turn_as_it_is_answered() -> None:
    manual = (HERE.parents[1] / "docs" / "cli.md").read_text(encoding="utf-8")
    sections = manual.split("```json\n")[1:]
    position = next(block.split("```")[0] for block in sections if '"moves": ["draw"]' in block.split("```")[0])
    shown = manual.split("$ cartaro explain scala40", 1)[1].split("```")[0]
    command, *lines, rest = shown.strip().split("\n")
    move = command.split('"')[1]
    found = explain("scala40", position.encode(), "--move", move, "--language", "en")
    assert (rest, found.exit_code) == ("…", 1)
    assert found.stdout.startswith("\n".join(lines))


@pytest.mark.parametrize("command", ["moves", "explain", "score"])
def test_every_command_that_reads_a_position_plays_its_moves(command: str) -> None:
    def run(moves: list[Any]) -> Result:
        given = json.dumps({**POSITIONS["in_due_chiuso"], "moves": moves}).encode()
        return CliRunner().invoke(cartaro, [command, "scala40", "--position", "-", "--json"], input=given)

    found = [run(moves) for moves in ([], ["draw"], ["draw", "draw"])]
    assert [one.exit_code for one in found] == [0, 0, 2]
    assert found[0].stdout != found[1].stdout
    (diagnostic,) = json.loads(found[2].stdout)["diagnostics"]
    assert (diagnostic["code"], diagnostic["message"]) == (
        "C0818",
        "move 2, `draw`, is not legal: this act is not possible at this time",
    )


WRITTEN: list[Json] = [
    "draw",
    "pick_up",
    "discard",
    "end turn",
    "discard K♣",
    "attach 9♦ to 9♥ 9♣ 9♠",
    {"act": "draw", "args": {}},
]
VALUES: st.SearchStrategy[Json] = (
    st.none() | st.integers() | st.dictionaries(st.sampled_from(["act", "args", "ruling"]), st.text())
)
MOVES: st.SearchStrategy[list[Json]] = st.lists(st.sampled_from(WRITTEN) | st.text(max_size=20) | VALUES, max_size=4)


def as_bytes(value: Json) -> bytes:
    return json.dumps(value).encode()


@given(MOVES.map(as_bytes) | st.binary(max_size=30))
@example(json.dumps(["draw"] * 10_000).encode())
@example(b'["\\ud800"]')
@example(b"[" * 50_000)
@example(json.dumps(["{" * 5_000]).encode())
@examples(12)
def test_any_moves_are_played_or_reported(moves: bytes) -> None:
    """A move that cannot be read or played causes a diagnostic and exit code 2. The discard is judged once the moves before it
    have been played.
    """
    whole = json.dumps({**POSITIONS["in_due_chiuso"], "moves": "MOVES"}).encode().replace(b'"MOVES"', moves)
    found = explain("scala40", whole, "--move", "discard K♣", "--json")
    assert found.exit_code in (0, 1, 2)
    assert isinstance(found.exception, SystemExit | None)
    if found.exit_code == 2:
        assert all(json.loads(line)["diagnostics"] for line in found.stdout.splitlines())


@pytest.mark.parametrize("position", [b"", b"\xff\xfe", b"[" * 100_000, b'{"turn": NaN}', b'{"turn": 99}', b"{}{}", b"null"])
def test_invalid_positions_are_reported(position: bytes) -> None:
    for words in ((), ("--move", "lay 7D")):
        found = explain("scopa", position, *words, "--json")
        assert found.exit_code == 2
        assert isinstance(found.exception, SystemExit)


def test_a_card_that_is_read_as_another_is_named() -> None:
    position = {"zones": {"melds": [["9♥", "9♣", "9♠"]], "hand": {"1": ["JK", "K♣"]}}}
    found = explain("scala40", position, "--move", "attach JK/9♦ to 9♥ 9♣ 9♠", "--language", "en", "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["move"]["args"] == {"card": "JK/9♦", "place": ["9♥", "9♣", "9♠"]}
    assert "the joker" in json.loads(found.stdout)["text"]


WORDS = st.lists(
    st.sampled_from(
        ["take", "lay", "with", "the", "end", "turn", "6C", "3S", "CD", "7D", "RB", ",", "{", '"act":', "\x1b", "é"]
    )
    | st.text(max_size=4),
    max_size=7,
)


@given(WORDS.map(" ".join) | st.text(max_size=40))
@example("{" * 3_000)
@example("lay " + "CD " * 2_000)
@example('{"act": "lay", "args": {"card": "\\ud800"}}')
@examples(100)
def test_any_text_is_a_move_or_is_reported(text: str) -> None:
    rules = rules_of("scopa", ())
    state = state_of(rules, "nove")
    move = read_written(rules.game, text, "--move")
    if isinstance(move, Move):
        found = explain_move(rules, state, move, "en")
        assert isinstance(found, dict)
        verdict = judge(rules, state, move)
        assert found["legal"] is getattr(verdict, "legal", None)
    else:
        assert move


@given(st.data())
@examples(10)
def test_a_legal_move_reads_back_and_is_judged_legal(data: st.DataObject) -> None:
    """A move that a position's list of moves prints can be passed to `explain` again."""
    rules = rules_of("scopa", ())
    state = state_of(rules, "nove")
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple)
    move = data.draw(st.sampled_from(moves))
    again = read_written(rules.game, phrase(rules.game, move))
    assert isinstance(again, Move)
    assert again.same(move)
    found = explain_move(rules, state, again, "fr")
    assert isinstance(found, dict)
    assert found["legal"] is True
    listed = explain_position(rules, state, "fr")
    assert isinstance(listed, dict)
    assert phrase(rules.game, move) in json.dumps(listed["moves"])


def test_an_exception_that_permits_nothing_is_named(tmp_path: Path) -> None:
    """The clause lifts prohibitions for other permissions but permits nothing itself. It is named if no permission applies."""
    trap = tmp_path / "trap.regole"
    exemption = "asso despite prima_pari: the player may take when rank of card is asso and taken = table"
    trap.write_text(f'variant trap of scopa\n  title "Trap"\n\nin article 3 add\n  {exemption}\n', encoding="utf-8")
    position = {"zones": {"table": ["3C", "RB", "6D"], "hand": {"1": ["AS", "7D"], "2": ["5D", "4D"]}}, "turn": 1}
    found = json.loads(explain(str(trap), position, "--move", "take 3C RB 6D with AS", "--language", "en", "--json").stdout)
    assert (found["legal"], found["reason"]) == (False, "permission")
    assert [c["name"] for c in found["clauses"] if c["role"] == "excepts_only"] == ["asso"]
    assert "Despite “equal first”, the player may capture" in found["text"]
    assert "which does not permit the act" in found["text"]


def test_a_clash_at_which_play_does_not_stop_is_named() -> None:
    """In the position of a hand that refutes `decided`, the answer shows the two clauses that clash."""
    rules = rules_of(str(HERE / "rulesets" / "scontro.regole"), ())
    state = read_position(rules, {"zones": {"hand": {"1": ["2R", "3R"], "2": ["AR"]}}})
    assert isinstance(state, State), state
    answer = explain_position(rules, state, "en")
    assert isinstance(answer, dict)
    (clash,) = cast("list[Any]", answer["clashes"])
    assert [clause["name"] for clause in clash["clauses"]] == ["alti", "tiene_assi"]
    assert [move["args"] for move in clash["moves"]] == [{"card": "2R"}]
    assert clash["text"] in str(answer["text"])
    assert "neither takes precedence" in clash["text"]


@pytest.mark.parametrize(
    ("rules", "language", "typed", "code"),
    [
        ("scopa", "it", "lay il 7 di denari", "lay 7D"),
        ("scopa", "en", "lay the king of cups", "lay RC"),
        ("hearts", "fr", "play dame de pique", "play Q♠"),
        ("hearts", "en", "pass queen of spades 2♥ ace of clubs", "pass Q♠ 2♥ A♣"),
    ],
)
def test_cards_in_words_are_read_in_a_move(rules: str, language: str, typed: str, code: str) -> None:
    game = rules_of(rules, ()).game
    assert read_written(game, typed, language=language) == read_written(game, code)
    assert isinstance(read_written(game, code), Move)
    assert not isinstance(read_written(game, f"{typed} di di", language=language), Move)
