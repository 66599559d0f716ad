"""Hidden facts stay hidden: the view, the legal moves and the rulings of a player reveal nothing of unseen cards.

A state that a player reaches is compared with others that have the same view for the player, but the unseen cards in other
unseen places. A difference would disclose a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.interpreter.material import game_of, rules_of, state_of
from tests.levels import by_level
from tests.rulesets.covering import covering
from tests.rulesets.worlds import TRIED, attempts, may, otherwise, passed, reached, seen, told_apart, verdict_in_words, written

from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.model.settings import choose
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    PHASE_COUNTED,
    PHASE_TURN,
    Json,
    Move,
    Rules,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    compile_game,
    legal_moves,
    read_position,
    step,
    write_json,
)
from cartaro_interpreter.formats.move_text import read_written
from cartaro_interpreter.state.card_sets import mask_of, members
from cartaro_interpreter.state.state import arranged
from cartaro_rulebook.answers.explanation import explain_move

pytestmark = pytest.mark.slow

MOST_STEPS = 200


class Tables:
    """One game at each possible table; reports show only its name."""

    def __init__(self, name: str, rules: list[Rules]) -> None:
        self.name, self.rules = name, rules

    def __repr__(self) -> str:
        return self.name


@pytest.fixture(scope="module", params=[*shipped(), "pesca"])
def tables(request: pytest.FixtureRequest) -> Tables:
    """A game with every number of players and with every value of every house rule."""
    game = game_of(request.param)
    found = compile_game(game)
    if not isinstance(found, Rules):
        pytest.skip(f"{game.name} cannot be played yet: {found[0].message}")
    return Tables(
        game.name, [_compiled(choose(game, settings)) for settings in list(covering(game))[: by_level(day=2, night=100)]]
    )


def _compiled(game: Game | tuple[Diagnostic, ...]) -> Rules:
    assert isinstance(game, Game), [found.message for found in game]
    rules = compile_game(game)
    assert isinstance(rules, Rules), [found.message for found in rules]
    return rules


seeds = st.integers(min_value=0, max_value=2**40)
few = settings(max_examples=2, deadline=None, phases=(Phase.explicit, Phase.generate))


@pytest.mark.sweep("scopa", "rubamazzo", "briscola_in_cinque", "scala40")
@few
@given(seed=seeds, steps=st.integers(1, MOST_STEPS))
def test_nothing_reports_what_nobody_has_shown(tables: Tables, seed: int, steps: int) -> None:
    """States that a player with perfect memory cannot distinguish: the view and the acts of the past are the same."""
    _indistinguishable(tables, seed, steps, forgetting=False)


@pytest.mark.sweep("scopa", "rubamazzo", "briscola_in_cinque", "scala40")
@few
@given(seed=seeds, steps=st.integers(1, MOST_STEPS))
def test_nothing_reports_what_may_not_be_looked_at(tables: Tables, seed: int, steps: int) -> None:
    """States have the same view but hold cards in other places, although everyone saw these cards go to their places (F18:
    nobody may look at the cards taken).
    """
    _indistinguishable(tables, seed, steps, forgetting=True)


REMEMBERED = {"rubamazzo": frozenset({"steal"}), "scopa_popolare": frozenset({"call_out"})}
"""Acts whose rules mention cards that everyone has seen but that now lie face down. For `steal`, it matters whether a card
below the top of a pile is one that can steal the pile; for `call_out`, whether the cards taken are enough to call out.
"""


def _indistinguishable(tables: Tables, seed: int, steps: int, *, forgetting: bool) -> None:
    excused = REMEMBERED.get(tables.name, frozenset[str]()) if forgetting else frozenset[str]()
    for rules in tables.rules:
        random = Random(seed)
        for at in passed(rules, seed, steps, witnessing=not forgetting):
            for player in range(rules.game.players):
                other = otherwise(rules, at.state, player, random, at.cards[player])
                reported = told_apart(rules, at.state, other, player, random, excused)
                assert reported == "", f"{reported} tells player {player + 1}: {write_json(written(rules, at.state))}"


def test_random_play_stops_before_a_limit_of_the_program() -> None:
    """In this match a player picks up a card in a position from which the turn can continue in some 80,000 ways."""
    rules = rules_of("ramino", players="4", a_testa="13")
    last = reached(rules, 64152, 157)
    assert last.phase == PHASE_TURN
    assert may(rules, last, last.turn)
    assert last == reached(rules, 64152, 200)


LEAKS = {
    "legal moves": ("spia: the player may lay when some c in hand of player after player has value of c = value of card",),
    "view": ("lascia: the player may lay", "spia: everyone sees stock when 7D is in hand of last player"),
    "ruling": (
        "lascia: the player may lay",
        "alta despite lascia: the player may not lay when value of card is at least 5",
        "spia despite lascia: the player may not lay when value of card is at least 5 and RD is in hand of last player",
    ),
}


@pytest.mark.parametrize("what", LEAKS)
def test_a_rule_that_reports_is_noticed(what: str, tmp_path: Path) -> None:
    path = tmp_path / "spia.regole"
    lines = "\n  ".join(LEAKS[what])
    path.write_text(
        f"""game spia
  title "Spia"
  use fishing

article 1
  giocatori: there are 2 players
  senso: play runs anticlockwise
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 8 from stock to each hand
  {lines}
  vince: the winner is last player
  finita: the match ends when 1 is 1
""",
        encoding="utf-8",
    )
    rules = _compiled(load_game(path))
    found: set[str] = set()
    for seed in range(40):
        state, random = reached(rules, seed, 1), Random(seed)
        found.add(told_apart(rules, state, otherwise(rules, state, 0, random), 0, random).split(" on ")[0])
    assert found - {""} == {what}


# ---------------------------------------------------------------------------------------------- who sees what


@pytest.mark.parametrize("rifusa", ["deroga", "scelta"])
@few
@given(seed=seeds)
def test_a_hand_is_seen_by_its_player_only_and_from_the_first_own_turn(rifusa: str, seed: int) -> None:
    """F5: before the first turn players see only the number of cards in their own hand, as they do for the others' hands; so
    again in the next hand.
    """
    rules = rules_of("scopone", rifusa=rifusa)
    chance, random = SeededChance(seed), Random(seed)
    state = state_of(begin_match(rules, chance))
    for _ in range(2):
        state = state_of(begin_hand(rules, state, chance))
        called: set[int] = set()
        while state.phase == PHASE_TURN:
            called.add(state.turn)
            for player in range(4):
                shown = seen(rules, state, player)
                sizes = [zone.size for zone in shown.zones if zone.zone == "hand"]
                held = [arranged(state.cells, rules.layout, rules.layout.places["hand"].slot + n) for n in range(4)]
                assert sizes == [len(cards) for cards in held]
                for owner in range(4):
                    open_to_me = owner == player and player in called
                    assert shown.cards("hand", owner) == (held[owner] if open_to_me else None)
            moves = legal_moves(rules, state)
            assert isinstance(moves, tuple)
            state = state_of(step(rules, state, random.choice(moves), chance))
        assert called == {0, 1, 2, 3}
        if state.phase != PHASE_COUNTED:
            return


@pytest.mark.sweep("scopa", "rubamazzo", "briscola_in_cinque", "scala40")
@few
@given(seed=seeds, steps=st.integers(1, MOST_STEPS))
def test_nobody_looks_at_takings(tables: Tables, seed: int, steps: int) -> None:
    """F18, F9, D3: the cards taken lie face down. No side sees its own, not even the top card, but everyone sees how many there
    are.
    """
    for rules in tables.rules:
        state = reached(rules, seed, steps)
        for player in range(rules.game.players):
            for zone in seen(rules, state, player).zones:
                if zone.zone in ("won", "stock"):
                    assert (zone.cards, zone.top) == (None, None)
                    place = rules.layout.places[zone.zone]
                    assert zone.size == state.cells[place.slot + zone.owner].bit_count()
                if zone.zone == "table":
                    assert zone.cards == members(state.cells[rules.layout.places["table"].slot])


def test_the_uncovered_cards_and_those_still_covered() -> None:
    """F3, F6: everyone sees the cards that are turned up for the seats; nobody sees the four cards of the table until they are
    turned.
    """
    rules = rules_of("scopone")
    state = state_of(begin_match(rules, SeededChance(5)))
    place = rules.layout.places["scoperta"]
    uncovered = [members(state.cells[place.slot + n]) for n in range(4)]
    assert [len(cards) for cards in uncovered] == [1, 1, 1, 1]
    for player in range(4):
        assert [seen(rules, state, player).cards("scoperta", n) for n in range(4)] == uncovered
    covered: dict[str, Json] = {"players": 4, "zones": {"coperte": ["7D", "AB", "2C", "RS"]}, "turn": 1}
    position = state_of(read_position(rules, covered))
    assert [seen(rules, position, player).cards("coperte") for player in range(4)] == [None] * 4


# ---------------------------------------------------------------------------------------------- positions


def position_of(rules: Rules, zones: dict[str, Json], **memory: Json) -> State:
    return state_of(read_position(rules, {"players": rules.game.players, "zones": zones, "turn": 1, "counters": memory}))


def worlds(own: list[str], places: tuple[str, ...], secrets: tuple[str, ...]) -> Iterator[dict[str, Json]]:
    """Positions that differ in which of two hidden places holds which two of four cards."""
    for pair in combinations(secrets, 2):
        rest: list[Json] = [code for code in secrets if code not in pair]
        first: dict[str, Json] = {"1": list(own)}
        zones: dict[str, Json] = {"table": ["6C", "2S", "4B"], "hand": first}
        for place, held in zip(places, (list[Json](pair), rest), strict=True):
            if place == "hand":
                first["2"] = held
            else:
                zones[place] = held if place == "stock" else {"2": held}
        yield zones


@pytest.mark.parametrize("places", [("hand", "won"), ("hand", "stock"), ("won", "stock")])
@pytest.mark.parametrize(
    ("name", "chosen", "own", "legal_here"),
    [
        ("scopone", {"rifusa": "deroga"}, ["6D"], {"take 6C"}),
        ("scopone", {"rifusa": "deroga"}, ["6D", "6B"], {"take 6C", "lay 6D"}),
        ("scopa", {"precedenza": "nessuna"}, ["6D"], {"take 6C", "take 4B 2S"}),
        ("scopa", {"rifiuto": "libero"}, ["6D"], {"take 6C", "lay 6D"}),
    ],
)
def test_what_others_hold_changes_nothing(
    name: str, chosen: dict[str, str], own: list[str], legal_here: set[str], places: tuple[str, ...]
) -> None:
    """The dark card of F12 is a card in the player's own hand. It makes no difference whether other cards are in others' hands
    or have been taken.
    """
    rules = rules_of(name, **chosen)
    secrets = ("6S", "7D", "RD", "AB")
    found = [
        position_of(rules, zones, **({"chiamato": {"1": True}} if name == "scopone" else {}))
        for zones in worlds(own, places, secrets)
    ]
    assert len({state.cells for state in found}) == 6
    assert len({seen(rules, state, 0) for state in found}) == 1
    assert len({tuple(move for _, move in may(rules, state, 0)) for state in found}) == 1
    assert {" ".join(_words(rules, move)) for _, move in may(rules, found[0], 0)} >= legal_here
    for move in islice(attempts(rules, found[0], Random(1)), 2 * TRIED):
        assert len({verdict_in_words(rules, state, move) for state in found}) == 1


def _words(rules: Rules, move: Move) -> list[str]:
    """An act with its first argument's cards."""
    first = move.args[0]
    cards = members(first) if rules.game.act[move.act].parameters[0].type.kind == "cards" else (first,)
    return [move.act, *(rules.game.deck.cards[card].code for card in cards)]


@pytest.mark.parametrize("places", [("hand", "stock"), ("won", "stock")])
@pytest.mark.parametrize("tried", [
    "take 6C with 6D", "lay 6D", "take 2S 4B with 6D", "take 6C 2S with 6D",
    "take 7D with 6D", "lay 7D",
])  # fmt: skip
def test_an_explanation_is_the_same_whatever_others_hold(tried: str, places: tuple[str, ...]) -> None:
    rules = rules_of("scopa", players="2")
    move = read_written(rules.game, tried, "")
    assert isinstance(move, Move), move
    found = [position_of(rules, zones) for zones in worlds(["6D"], places, ("6S", "7D", "RD", "AB"))]
    for language in ("it", "en"):
        answers = [explain_move(rules, state, move, language) for state in (found[0], found[-1])]
        assert answers[0] == answers[1]
        assert not isinstance(answers[0], Diagnostic)


def test_of_a_pile_whose_top_is_seen_no_more_is_reported() -> None:
    rules = rules_of("pesca")
    first = position_of(rules, {"heap": ["7D", "AB", "2C"], "stock": ["RS", "3B"], "hand": {"1": ["4C", "4D"], "2": ["5C"]}})
    other = position_of(rules, {"heap": ["7D", "RS", "5C"], "stock": ["2C", "AB"], "hand": {"1": ["4C", "4D"], "2": ["3B"]}})
    turned = position_of(rules, {"heap": ["AB", "7D", "2C"], "stock": ["RS", "3B"], "hand": {"1": ["4C", "4D"], "2": ["5C"]}})
    assert seen(rules, first, 0) == seen(rules, other, 0) != seen(rules, turned, 0)
    assert may(rules, first, 0) == may(rules, other, 0)
    heap = next(zone for zone in seen(rules, first, 1).zones if zone.zone == "heap")
    assert (heap.cards, heap.top, heap.size) == (None, rules.game.card_number["7D"], 3)


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_of_cards_shown_out_of_turn_all_see_the_same(turn: int) -> None:
    """F13: the player who must name the shown card that is played chooses among the shown cards, and everyone sees them."""
    rules = rules_of("scopone")
    owner = str(turn)
    held: dict[str, Json] = {"1": ["AB", "2B"], "2": ["3B", "4B"], "3": ["5B", "6B"], "4": ["7B", "FB"]}
    position: dict[str, Json] = {
        "players": 4, "turn": turn, "counters": {"chiamato": {owner: True}},
        "zones": {"table": ["6C", "RS"], "hand": held, "esposta": {owner: ["6S", "6D"]}, "won": {"1": ["7D"], "2": ["AS"]}},
    }  # fmt: skip
    state = state_of(read_position(rules, position))
    before = (turn - 2) % 4
    assert {(move.act, move.args) for _, move in may(rules, state, before)} == {
        ("point_to", (rules.game.card_number[code],)) for code in ("6S", "6D")
    }
    for player in range(4):
        random = Random(player)
        assert seen(rules, state, player).cards("esposta", turn - 1) == members(
            mask_of([rules.game.card_number[code] for code in ("6S", "6D")])
        )
        for _ in range(10):
            assert told_apart(rules, state, otherwise(rules, state, player, random), player, random) == ""
