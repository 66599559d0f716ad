"""Groups and readings in a small game whose patterns differ from the shipped ones: tables, exchanges, equal cards, players who
are out.
"""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest
from tests.interpreter.material import RULESETS, rules_of

from cartaro_grammar.load import load_game
from cartaro_grammar.model.expressions import CARDS, TRUTH
from cartaro_grammar.model.game import Apply, Game, Local
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    PHASE_OVER,
    Faulted,
    Json,
    Move,
    Played,
    RandomPlayer,
    Rules,
    SeededChance,
    State,
    compile_game,
    legal_moves,
    phrase,
    play_match,
    question,
    read_position,
    step,
    write_position,
)
from cartaro_interpreter.state.card_sets import mask_of
from cartaro_interpreter.state.state import conserved, groups_of

RULES = rules_of("terne")
FACES = RULES.game.faces


def state_of(position: dict[str, Json]) -> State:
    state = read_position(RULES, position)
    assert isinstance(state, State), state
    return state


def legal(state: State) -> list[str]:
    found = legal_moves(RULES, state)
    assert isinstance(found, tuple), found
    return [phrase(RULES.game, move) for move in found]


def done(state: State, text: str) -> State:
    found = legal_moves(RULES, state)
    assert isinstance(found, tuple), found
    after = step(RULES, state, next(move for move in found if phrase(RULES.game, move) == text))
    assert isinstance(after, State), after
    return after


def test_faces_are_the_cards_and_their_readings() -> None:
    assert FACES.pack == 16
    assert FACES.codes[:4] == ("AR", "2R", "3R", "4R")
    assert {"AR/5", "AN'/5", "2R/AN", "2R'/4N", "2N/AR/5"} <= set(FACES.codes)
    assert "2R/2R" not in FACES.codes
    face = FACES.numbered["2N/AR/5"]
    assert (FACES.attribute("suit")[face], FACES.attribute("rank")[face]) == ("rosso", "uno")
    assert (FACES.measure("place")[face], FACES.measure("points")[face]) == (5, 6)


def test_the_table_has_just_the_sets_that_count() -> None:
    """Every set of up to three cards, each in every reading, is in the table if and only if it satisfies the definition."""
    (shapes,) = RULES.compiler.shapes.values()
    span = RULES.game.clauses[0].span
    counts = question(RULES, Apply("buono", (Local("s", CARDS, span),), TRUTH, span), ("s",))
    assert not isinstance(counts, Diagnostic)
    state = state_of({"zones": {}})
    fitting = 0
    for size in (2, 3):
        for cards in combinations(range(0, 16, 1 if size == 2 else 2), size):
            for reads in product(*(FACES.of_card[card] for card in cards)):
                mask = mask_of(reads)
                expected = counts(state, {"s": mask}, 0) == 1
                assert shapes.fits(mask) == expected, [FACES.codes[face] for face in reads]
                fitting += expected
    assert fitting > 100


def test_groups_of_given_cards_are_those_of_the_table() -> None:
    (shapes,) = RULES.compiler.shapes.values()
    cards = [FACES.numbered[code] for code in ("AR", "AR'", "2N", "3R", "4R")]
    expected: set[int] = set()
    for size in range(2, 6):
        for some in combinations(cards, size):
            expected |= {mask_of(r) for r in product(*(FACES.of_card[c] for c in some)) if shapes.fits(mask_of(r))}
    found = shapes.made_of(mask_of(cards), 0)
    keys = RULES.layout.faces.key
    assert {keys(mask) for mask in found} == {keys(mask) for mask in expected}
    assert len({keys(mask) for mask in found}) == len(found)
    first, second = 1 << cards[0], 1 << cards[1]
    assert all(not mask & RULES.layout.faces.expanded(second) or mask & RULES.layout.faces.expanded(first) for mask in found)


def test_equal_cards_that_memory_reports_apart_are_both_listed() -> None:
    (shapes,) = RULES.compiler.shapes.values()
    one, other, third = (FACES.numbered[code] for code in ("3R", "3R'", "4R"))
    cards = mask_of((one, other, third))
    assert mask_of((other, third)) not in shapes.made_of(cards, 0)
    assert {mask_of((one, third)), mask_of((other, third))} <= set(shapes.made_of(cards, 1 << one))


def test_a_card_exchanged_into_a_group_takes_over_the_reading() -> None:
    state = state_of({"zones": {"hand": {"1": ["4R", "3N"]}, "groups": [["3R", "2N/4R"]]}})
    after = done(state, "change 4R for 2N/4R in 3R 2N/4R")
    (group,) = groups_of(after.cells, RULES.layout.families[0])
    assert group == mask_of((FACES.numbered["3R"], FACES.numbered["4R"]))
    assert after.cells[RULES.layout.places["hand"].slot] == mask_of((FACES.numbered["2N"], FACES.numbered["3N"]))
    assert conserved(RULES.layout, after)


def test_what_is_added_is_written_with_its_reading() -> None:
    state = state_of({"zones": {"hand": {"1": ["AR", "3N"]}, "groups": [["3R", "4R"]]}})
    assert "add AR/5 to 3R 4R" in legal(state)
    assert "add AR to 3R 4R" not in legal(state)
    after = done(state, "add AR/5 to 3R 4R")
    zones = write_position(RULES, after)["zones"]
    assert isinstance(zones, dict)
    assert zones["groups"] == [["AR/5", "3R", "4R"]]


def test_the_same_groups_in_another_order_are_the_same_state() -> None:
    one, other = ["3R", "4R"], ["3N", "4N"]
    first, second = (state_of({"zones": {"groups": groups, "hand": {"1": ["AR"]}}}) for groups in ([one, other], [other, one]))
    assert first == second


def test_a_move_may_leave_a_reading_open_and_name_any_equal_card() -> None:
    state = state_of({"zones": {"hand": {"1": ["AR", "AR'", "4R", "3N", "3N'"]}}})
    number = FACES.numbered
    listed = [text for text in legal(state) if text.startswith("put")]
    assert "put AR/5 4R" in listed
    assert not any("AR'" in text and "AR " not in text.replace("/5", "") for text in listed)
    after = step(RULES, state, Move("put", (mask_of((number["AR'"], number["4R"])),), ()))
    assert isinstance(after, State), after
    (group,) = groups_of(after.cells, RULES.layout.families[0])
    assert group == mask_of((number["AR'/5"], number["4R"]))


@pytest.mark.parametrize("players", ["2", "3"])
def test_matches_end(players: str) -> None:
    rules = rules_of("terne", players=players)
    for seed in range(10):
        played = play_match(rules, [RandomPlayer(seed)] * int(players), SeededChance(seed))
        assert isinstance(played, Played), played
        assert played.state.phase == PHASE_OVER
        assert conserved(rules.layout, played.state)


def loose_rules(tmp_path: Path) -> Rules:
    """The game with a condition on its groups that too many groups of the pack meet for a table."""
    text = (RULESETS / "terne.regole").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if not line.lstrip().startswith(("uguali", "non_tutte"))]
    loose = "\n".join(lines).replace(" and s is alike in suit and s is consecutive in place", "")
    path = tmp_path / "terne.regole"
    path.write_text(loose, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    (shapes, *_) = rules.compiler.shapes.values()
    assert not shapes.is_tabulated
    return rules


def test_groups_that_are_too_many_for_a_table_are_made_of_the_cards_at_hand(tmp_path: Path) -> None:
    rules = loose_rules(tmp_path)
    shapes = next(iter(rules.compiler.shapes.values()))
    number = rules.game.faces.numbered
    cards = [number[code] for code in ("2R", "3N", "4R")]
    faces = [rules.game.faces.of_card[card] for card in cards]
    tried = [mask_of(chosen) for size in range(1, 4) for some in combinations(faces, size) for chosen in product(*some)]
    made = shapes.made_of(mask_of(cards), 0)
    assert len(made) > 3
    assert made == tuple(sorted(mask for mask in tried if shapes.fits(mask)))


def test_a_card_of_a_group_may_be_chosen_by_what_it_is(tmp_path: Path) -> None:
    text = (RULESETS / "terne.regole").read_text(encoding="utf-8")
    chosen = text.replace("presa is one of place", "presa is one of (place where points is at least 4)")
    plain = chosen.replace(" when presa is read as card and points of presa is points of card and rank of card is not due", "")
    assert plain.count("at least 4") == text.count("presa is one of place") == 1
    (tmp_path / "terne.regole").write_text(plain, encoding="utf-8")
    game = load_game(tmp_path / "terne.regole")
    assert isinstance(game, Game)
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    zones: dict[str, Json] = {"hand": {"1": ["3N", "4N"], "2": ["AR"]}, "groups": [["2R", "3R", "4R"]]}
    state = read_position(rules, {"zones": zones})
    assert isinstance(state, State)
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple)
    changes = [phrase(game, move) for move in moves if move.act == "change"]
    assert changes == ["change 3N for 4R in 2R 3R 4R", "change 4N for 4R in 2R 3R 4R"]


def test_what_counts_as_a_kind_of_sets_is_a_kind_of_sets(tmp_path: Path) -> None:
    """`s is A or s is B` gives s the type of A and B; nothing else shows that it is a set."""
    text = (RULESETS / "terne.regole").read_text(encoding="utf-8").replace("s counts as buono", "s counts as liscio", 1)
    text = text.replace("uguali: s counts as buono", "uguali: s counts as pari")
    text = text.replace("  non_tutte", "  giunto: s counts as buono when s is liscio or s is pari\n  non_tutte")
    text = "\n".join(line for line in text.split("\n") if "non_tutte" not in line)
    (tmp_path / "terne.regole").write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "terne.regole")
    assert isinstance(game, Game), game
    assert [f.parameters for f in game.functions if f.name == "buono"] == [(CARDS,)]
    assert isinstance(compile_game(game), Rules)


def test_a_condition_that_narrows_nothing_is_reported_in_its_place(tmp_path: Path) -> None:
    rules = loose_rules(tmp_path)
    shapes = next(iter(rules.compiler.shapes.values()))
    with pytest.raises(Faulted) as stopped:
        shapes.made_of(rules.layout.faces.pack, 0)
    assert stopped.value.code == "C0804"
    assert stopped.value.span is not None


def test_rules_that_say_the_same_of_groups_share_one_table(tmp_path: Path) -> None:
    """So a mutant of an unrelated clause shares the table. With one condition of a definition less, the table is
    another one.
    """
    text = (RULESETS / "terne.regole").read_text(encoding="utf-8")

    def table(name: str, *changes: tuple[str, str]) -> frozenset[tuple[int, ...]]:
        changed = text
        for old, new in changes:
            assert old in changed
            changed = changed.replace(old, new)
        (tmp_path / name).write_text(changed, encoding="utf-8")
        game = load_game(str(tmp_path / name))
        assert isinstance(game, Game)
        rules = compile_game(game)
        assert isinstance(rules, Rules)
        (shapes,) = rules.compiler.shapes.values()
        return shapes.keys

    own = table("own.regole")
    assert table("data.regole", ("deal 4 from stock", "deal 3 from stock")) is own
    assert len(table("bounded.regole", (" and number of s is at most 3", ""))) > len(own)
    of_no_red = (("  fila: s", "  fila despite non_tutte: s"), ("despite fila, uguali", "despite uguali"))
    assert len(table("precedence.regole", *of_no_red)) > len(own)
    assert table("matta.regole", ("due may be read as any card", "tre may be read as any card")) != own
