"""Numbers and suits as arguments of acts: interpreter, engine and encoder agree, and written moves are read back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine.side_by_side import SideBySide
from tests.verify.material import arguments_of, decided

from cartaro_engine import PythonMachine, table_of
from cartaro_engine.environments.episode import Episodes
from cartaro_grammar import Game, load_game
from cartaro_interpreter import (
    Move,
    Played,
    RandomPlayer,
    Record,
    Rules,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    compile_game,
    legal_moves,
    play_hand,
    read_phrase,
    read_record,
    run_examples,
    step,
    write_record,
)
from cartaro_interpreter.state.state import phrase
from cartaro_rulebook.prose import clauses
from cartaro_rulebook.words.nouns import plain
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import Turns
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import terms

HERE = Path(__file__).parent
TEXT = (HERE / "asta.regole").read_text(encoding="utf-8")
EXAMPLES = """
example offerte it "Offerte" en "Bids"
  chips of player is 3
  bid is 5
  player may offer 6
  player may not offer 7 because odd
"""


def game(text: str, folder: Path) -> Game:
    path = folder / "asta.regole"
    path.write_text(text, encoding="utf-8")
    found = load_game(str(path), {})
    assert isinstance(found, Game), found
    return found


def compiled(of: Game) -> Rules:
    rules = compile_game(of)
    assert isinstance(rules, Rules), rules
    return rules


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return compiled(game(TEXT, tmp_path_factory.mktemp("asta")))


def states(rules: Rules, seed: int, most: int = 12) -> list[State]:
    chance, random = SeededChance(seed), Random(seed)
    match = begin_match(rules, chance)
    assert isinstance(match, State)
    state, found = begin_hand(rules, match, chance), list[State]()
    while isinstance(state, State) and len(found) < most:
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple)
        if not moves:
            break
        found.append(state)
        state = step(rules, state, random.choice(moves), chance)
    return found


def written(rules: Rules, state: State) -> set[str]:
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple)
    return {phrase(rules.game, move) for move in moves}


def test_every_number_between_the_two_ends_is_offered_and_no_other(rules: Rules) -> None:
    first = states(rules, 1)[0]
    assert written(rules, first) == {"pass", *(f"offer {n}" for n in range(1, 8))}


def test_a_prohibition_speaks_of_the_number(rules: Rules) -> None:
    second = next(s for s in states(rules, 1) if "offer 7" not in written(rules, s) and "pass" in written(rules, s))
    bid = second.cells[rules.layout.memory["bid"].slot]
    assert written(rules, second) == {"pass", *(f"offer {n}" for n in range(bid + 1, 8) if bid < 2 or n % 3 != 1)}


def test_a_move_is_read_as_it_is_written(rules: Rules) -> None:
    for seed in range(6):
        for state in states(rules, seed):
            moves = legal_moves(rules, state)
            assert isinstance(moves, tuple)
            for move in moves:
                found = read_phrase(rules.game, phrase(rules.game, move))
                assert isinstance(found, Move)
                assert found.same(move)


@pytest.mark.parametrize("text", ["offer five", "offer 1001", "offer 3 4", "offer -1", "call cups with 2"])
def test_what_is_no_number_is_reported(rules: Rules, text: str) -> None:
    assert isinstance(read_phrase(rules.game, text), tuple)


def test_a_record_is_read_back(rules: Rules) -> None:
    played = play_hand(rules, [RandomPlayer(3)] * rules.game.players, SeededChance(5))
    assert isinstance(played, Played), played
    record = write_record(rules, played)
    assert any("amount" in entry.get("args", entry) for entry in record["moves"])
    again = read_record(rules, record)
    assert isinstance(again, Record), again
    assert tuple((m.act, m.args) for m in again.moves if isinstance(m, Move)) == tuple(
        (m.act, m.args) for m in played.moves if isinstance(m, Move)
    )


@pytest.mark.parametrize("most", ["chips + 4", "chips * 400"])
def test_the_engine_plays_the_same(most: str, tmp_path: Path) -> None:
    """If a number is too large, the engine and the interpreter both stop."""
    sides = SideBySide(compiled(game(TEXT.replace("chips + 4", most), tmp_path)), PythonMachine, 7)
    sides.play(60)
    assert bool(sides.faults["C0804"]) == (most == "chips * 400")


def test_the_encoder_permits_the_same(rules: Rules) -> None:
    table, context, compared, random = HistoryTable(rules.game), ProofContext(), set[bool](), Random(3)
    for state in random.sample([s for seed in range(4) for s in states(rules, seed)], 8):
        found = legal_moves(rules, state)
        assert isinstance(found, tuple)
        allowed = {(move.act, move.args) for move in found}
        numbers = [("offer", (n,)) for n in (0, 1, 4, 5, 7, 8)] + [("call", (s, n)) for s in (0, 3) for n in (0, 2, 3, 4)]
        for act, args in numbers:
            acts, there = Acts(table.game, context), symbolic(table.rules, state)
            given = arguments_of(table, Move(act, args, ()))
            law = (
                terms.and_(o.condition, acts.legal(there, o.player, table.game.act[act], given))
                for o in Turns(acts).options(there)
                if o.act == act
            )
            assert decided(SolverSession(acts), terms.any_of(law)) == ((act, args) in allowed), (act, args)
            compared.add((act, args) in allowed)
    assert compared == {True, False}


def test_an_environment_spells_the_number(rules: Rules) -> None:
    table = table_of(rules)
    episodes = Episodes(table)
    begun = episodes.begin(1, 0)
    assert not isinstance(begun, str)
    texts = {" ".join(map(episodes.alphabet.text, spelling)) for _, _, _, spelling in begun.moves}
    assert texts == {"pass", *(f"offer {n}" for n in range(1, 8))}


def test_examples_name_numbers(tmp_path: Path) -> None:
    of = game(TEXT + EXAMPLES, tmp_path)
    assert [found.message for one in run_examples(of) for found in one.failures] == []


@pytest.mark.parametrize(
    ("code", "offered", "printed"),
    [
        ("en", "“bid a number”", "the number is from the bids plus 1 to the player's chips plus 4"),
        ("it", "«offrire un numero»", "il numero va dalle offerte più 1 alle fiche del giocatore più 4"),
        ("fr", "« offrir un nombre »", "le nombre va des offres plus 1 aux jetons du joueur plus 4"),
    ],
)
def test_the_numbers_are_printed(code: str, offered: str, printed: str, rules: Rules) -> None:
    scope = clauses.scope_for(rules.game, code)
    text = plain(scope.lang.forms.polish(clauses.act(rules.game.act["offer"], scope))).replace("\u00a0", " ")
    assert offered in text
    assert printed in text
