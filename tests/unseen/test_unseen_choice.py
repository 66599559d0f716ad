"""A card that is chosen unseen: the player is not offered it by name, chance decides, the record names it, and proofs hold for
any card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.cli.command_calls import answer, cartaro
from tests.engine.side_by_side import SideBySide
from tests.rulesets.worlds import otherwise, reached

from cartaro_engine import Onlooker, PythonMachine, good, greedy, table_of
from cartaro_engine.environments.episode import Episode, Episodes
from cartaro_engine.opponents import ImaginingOpponent
from cartaro_engine.table.tables import InterpreterTable, known_at_first
from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_interpreter import (
    PHASE_TURN,
    Json,
    Move,
    Played,
    RandomPlayer,
    Record,
    Rules,
    SeededChance,
    State,
    View,
    argument_codes,
    choices,
    compile_game,
    is_open,
    judge,
    legal_choices,
    legal_moves,
    move_json,
    phrase,
    play_hand,
    read_position,
    read_record,
    replay,
    run_examples,
    step,
    view,
    write_json,
    write_record,
)
from cartaro_rulebook import explain_move, explain_position, move_in_words
from cartaro_rulebook.prose.clauses import act as act_in_words
from cartaro_rulebook.prose.clauses import clause_prose, scope_for
from cartaro_verify import verify
from cartaro_verify.frame import invariants
from cartaro_workbench import (
    ArbiterEntry,
    Table,
    TableView,
    act,
    arbiter_entries,
    chance_move,
    deal_table,
    enter,
    next_hand,
    play_moves,
    seen,
    take_back,
    why,
)

HERE = Path(__file__).parent
OLD_MAID, FACE_DOWN = str(HERE / "asino.regole"), str(HERE / "coperte.regole")
POSITION: dict[str, Json] = {
    "players": 3,
    "turn": 1,
    "zones": {"hand": {"1": ["7♥", "2♣"], "2": ["7♠", "9♠", "K♦"], "3": ["8♠"]}},
}
HIDDEN = ("7♠", "9♠", "K♦")


@cache
def rules_of(path: str, players: int = 2) -> Rules:
    game = load_game(path, {"players": str(players)} if path == OLD_MAID else {})
    rules = compile_game(game) if isinstance(game, Game) else game
    assert isinstance(rules, Rules), rules
    return rules


def moves_of(found: tuple[Move, ...] | Diagnostic) -> tuple[Move, ...]:
    assert isinstance(found, tuple), found
    return found


def state_of(found: State | Diagnostic | tuple[Diagnostic, ...]) -> State:
    assert isinstance(found, State), found
    return found


def here() -> tuple[Rules, State]:
    """The second player has three cards, which the first cannot see and must draw from."""
    rules = rules_of(OLD_MAID, 3)
    return rules, state_of(read_position(rules, POSITION))


def written(rules: Rules, moves: Sequence[Move]) -> list[str]:
    return [phrase(rules.game, move) for move in moves]


# ---------------------------------------------------------------------------------------------- offered choices


def test_a_choice_names_no_card() -> None:
    rules, state = here()
    assert written(rules, moves_of(legal_choices(rules, state))) == ["draw_from 2"]
    assert written(rules, moves_of(legal_moves(rules, state))) == [
        "draw_from 2 for K♦",
        "draw_from 2 for 7♠",
        "draw_from 2 for 9♠",
    ]
    (choice,) = moves_of(legal_choices(rules, state))
    assert move_json(rules, choice)["args"] == {"victim": 2, "taken": None}


def test_choices_are_the_same_whatever_the_hidden_cards_are() -> None:
    rules, random, compared = rules_of(OLD_MAID, 3), Random(1), 0
    for steps in range(20):
        state = reached(rules, steps, 1 + 3 * steps)
        if state.phase != PHASE_TURN:
            continue
        other = otherwise(rules, state, state.turn, random)
        assert legal_choices(rules, state) == legal_choices(rules, other)
        compared += other != state
    assert compared > 5


def test_a_choice_is_judged_without_its_card() -> None:
    rules, state = here()
    (choice,) = moves_of(legal_choices(rules, state))
    found = judge(rules, state, choice)
    assert not isinstance(found, Diagnostic)
    assert found.legal
    assert found.clauses == ("pesca",)
    elsewhere = judge(rules, state, Move("draw_from", (2, choice.args[1]), ()))
    assert not isinstance(elsewhere, Diagnostic)
    assert (elsewhere.legal, elsewhere.reason) == (False, "permission")


def test_the_arbiter_reports_no_hidden_card() -> None:
    rules, state = here()
    reported = [explain_position(rules, state, "en")]
    reported += [explain_move(rules, state, Move("draw_from", args, ()), "en") for args in ((1, -2), (2, -2), (0, -2))]
    for answered in reported:
        assert not isinstance(answered, Diagnostic)
        text = write_json(answered)
        assert "a face-down card" in text
        assert [card for card in (*HIDDEN, "8♠", "nine of spades") if card in text] == []


# ---------------------------------------------------------------------------------------------- chance, records


def test_chance_settles_the_card_each_as_likely() -> None:
    rules, state = here()
    (choice,) = moves_of(legal_choices(rules, state))
    drawn = Counter[tuple[int, ...]]()
    chance = SeededChance(5)
    for _ in range(600):
        after = state_of(step(rules, state, choice, chance))
        found = view(rules, after, 0)
        assert isinstance(found, View)
        drawn[found.cards("hand", 0) or ()] += 1
    assert len(drawn) == 3
    assert min(drawn.values()) > 150


def test_equal_cards_are_several(tmp_path: Path) -> None:
    rules = varied(tmp_path, *DOUBLED)
    state = state_of(read_position(rules, {"zones": {"hand": {"1": ["2♣"], "2": ["7♥", "7♥'", "K♣"]}}}))
    assert sorted(written(rules, moves_of(legal_moves(rules, state)))) == [
        f"draw_from 2 for {card}" for card in ("7♥", "7♥'", "K♣")
    ]
    assert written(rules, moves_of(legal_choices(rules, state))) == ["draw_from 2"]


def varied(folder: Path, *changes: tuple[str, str], more: str = "") -> Rules:
    """The game of cards that lie face down, with some words changed and further clauses."""
    text = Path(FACE_DOWN).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "coperte.regole").write_text(f"{text.rstrip()}\n{more}", encoding="utf-8")
    game = load_game(folder / "coperte.regole")
    rules = compile_game(game) if isinstance(game, Game) else game
    assert isinstance(rules, Rules), rules
    return rules


DOUBLED = (("the pack has 1 of", "the pack has 2 of"), ("deal 2", "deal 20"))
"""Two packs, and hands in which equal cards occur together."""
PASSED = ("must draw_from", "must draw_from or pass")


@dataclass
class FirstChoice:
    """Chooses the first offer each time, and remembers all offers."""

    offered: list[Move]

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        del view
        self.offered += moves
        return moves[0]


def played(rules: Rules, seed: int) -> tuple[Played, list[Move]]:
    offered = list[Move]()
    found = play_hand(rules, [FirstChoice(offered)] * rules.game.players, SeededChance(seed))
    assert isinstance(found, Played), found
    return found, offered


@pytest.mark.parametrize("path", [OLD_MAID, FACE_DOWN])
def test_a_record_has_the_card_and_replays(path: str) -> None:
    rules = rules_of(path)
    found, offered = played(rules, 3)
    assert all(is_open(move) for move in offered if move.act == "draw_from")
    assert not any(is_open(move) for move in found.moves if isinstance(move, Move))
    text = write_json(write_record(rules, found, match=False))
    assert text == write_json(write_record(rules, played(rules, 3)[0], match=False))
    record = read_record(rules, write_record(rules, found, match=False))
    assert isinstance(record, Record), record
    again = replay(rules, record)
    assert isinstance(again, Played), again
    assert (again.state, again.moves, again.scores) == (found.state, found.moves, found.scores)


def test_a_record_must_have_the_card() -> None:
    rules = rules_of(FACE_DOWN)
    record = dict(write_record(rules, played(rules, 3)[0], match=False))
    record["moves"] = [{"act": "draw_from", "args": {"victim": 1, "taken": None}}]
    read = read_record(rules, record)
    assert isinstance(read, Record), read
    found = replay(rules, read)
    assert isinstance(found, tuple)
    assert [reported.code for reported in found] == ["C0818"]
    assert "does not say which of 2 cards" in found[0].message


def test_a_position_goes_on_from_a_named_card() -> None:
    rules = rules_of(OLD_MAID, 3)
    found = state_of(read_position(rules, {**POSITION, "moves": ["draw_from 2 for 7♠"]}))
    drawn = view(rules, found, 0)
    assert isinstance(drawn, View)
    assert rules.game.card_number["7♠"] in (drawn.cards("hand", 0) or ())
    refused = read_position(rules, {**POSITION, "moves": ["draw_from 2"]})
    assert isinstance(refused, tuple)
    assert [reported.code for reported in refused] == ["C0818"]
    assert "does not say which of 3 cards" in refused[0].message


def test_shuffles_do_not_depend_on_who_is_asked() -> None:
    """An unseen choice takes nothing from the random stream of the shuffles."""
    rules = rules_of(FACE_DOWN)
    chance, other = SeededChance(4), SeededChance(4)
    before = chance.shuffle(tuple(range(9)))
    chance.pick(5, 1)
    assert before == other.shuffle(tuple(range(9)))
    assert chance.shuffle(tuple(range(9))) == other.shuffle(tuple(range(9)))
    found = play_hand(rules, [RandomPlayer(1)] * 2, SeededChance(4))
    assert isinstance(found, Played)
    assert found.packs == played(rules, 4)[0].packs


# ---------------------------------------------------------------------------------------------- the other readings


@pytest.mark.parametrize("path", [OLD_MAID, FACE_DOWN])
def test_an_example_names_the_card_drawn(path: str) -> None:
    found = run_examples(rules_of(path).game)
    assert found
    assert [result for result in found if result.failures] == []


def test_an_example_must_name_what_it_draws(tmp_path: Path) -> None:
    named, unnamed = "do draw_from player after player for 7♥", "do draw_from player after player"
    for name in ("coperte.regole", "coperte.prove.regole"):
        text = (HERE / name).read_text(encoding="utf-8").replace(named, unnamed)
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "coperte.regole")
    assert isinstance(game, Game)
    (failure,) = [reported for result in run_examples(game) for reported in result.failures]
    assert "does not give its `taken`" in failure.message


@pytest.mark.parametrize(("path", "players"), [(OLD_MAID, 2), (OLD_MAID, 3), (FACE_DOWN, 2)])
def test_the_engine_plays_the_same(path: str, players: int) -> None:
    side_by_side = SideBySide(rules_of(path, players), PythonMachine, 1)
    side_by_side.play(120)
    assert side_by_side.positions >= 120


def test_the_engine_counts_equal_cards_as_several(tmp_path: Path) -> None:
    side_by_side = SideBySide(varied(tmp_path, *DOUBLED), PythonMachine, 1)
    side_by_side.play(60)
    assert side_by_side.positions >= 60


def test_whether_the_turn_can_be_completed_reports_no_card(tmp_path: Path) -> None:
    """The look-ahead stops at an unseen choice: with 7♥ on the table the turn cannot end, but the card that ends it may still
    come.
    """
    rules = varied(tmp_path, more="  obbligo: the turn may not end while 7♥ is in table\n")
    state = state_of(read_position(rules, {"zones": {"hand": {"1": ["2♣"], "2": ["7♥", "K♣"]}}}))
    assert written(rules, moves_of(legal_moves(rules, state))) == ["draw_from 2 for 7♥", "draw_from 2 for K♣"]
    SideBySide(rules, PythonMachine, 1).play_matches(60)
    assert {result.name: result.verdict for result in verify(rules.game, ("movable",))} == {"movable": "refuted"}
    assert invariants.outcome_is_unseen(rules.game, rules.game.act["draw_from"])


def test_what_is_proved_is_of_any_card() -> None:
    found = {result.name: result.verdict for result in verify(rules_of(FACE_DOWN).game)}
    assert {name for name, verdict in found.items() if verdict == "proved"} >= {
        "conserved", "movable", "ends", "decided", "faultless", "quattro",
    }  # fmt: skip
    assert found["qualunque"] == "attained"
    assert found["mai"] == "refuted"


@pytest.mark.nightly
def test_old_maid_is_verified() -> None:
    found = {result.name: result.verdict for result in verify(rules_of(OLD_MAID).game, ("decided",))}
    assert found == {"decided": "proved"}


# ---------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("code", "sentence", "chosen", "done"),
    [
        ("it", "pescare una carta coperta da un giocatore", "si sceglie coperta", "pescare una carta coperta dal giocatore 2"),
        ("en", "draw a face-down card from a player", "is chosen face down from", "draw a face-down card from player 2"),
    ],
)
def test_it_is_said_as_at_a_table(code: str, sentence: str, chosen: str, done: str) -> None:
    rules, state = here()
    scope = scope_for(rules.game, code)
    assert sentence in " ".join(clause_prose(rules.game.clause["pesca"], scope).lines)
    assert chosen in act_in_words(rules.game.act["draw_from"], scope)
    (choice,) = moves_of(legal_choices(rules, state))
    assert move_in_words(rules, choice, code) == done


def test_french_has_its_words() -> None:
    rules, state = here()
    (choice,) = moves_of(legal_choices(rules, state))
    assert "une carte face cachée" in move_in_words(rules, choice, "fr")
    assert "se choisit face cachée" in act_in_words(rules.game.act["draw_from"], scope_for(rules.game, "fr"))


# ---------------------------------------------------------------------------------------------- at the terminal


def play(given: str, seats: str = "you,random") -> str:
    done = cartaro("play", FACE_DOWN, "--seed", "2", "--seats", seats, "--language", "en", given=given.encode())
    assert done.returncode == 0, done.stderr.decode()
    return " ".join(done.stdout.decode().split())


def test_the_terminal_offers_the_choice_and_prints_what_came() -> None:
    said = play("1\nq\n")
    assert "1 draw a face-down card from seat 2" in said
    assert "> you draw 8♦ from seat 2" in said


def test_two_at_one_terminal_are_not_reported_each_others_cards() -> None:
    """The card goes into a hand that the other player may not see."""
    settings = ("--set", "players=3", "--seed", "1", "--seats", "you,random,you", "--language", "en")
    done = cartaro("play", OLD_MAID, *settings, given=b"draw_from 2\nq\n")
    said = " ".join(done.stdout.decode().split())
    assert "> seat 1 draws a face-down card from seat 2" in said


def test_a_card_cannot_be_named_to_find_out_where_it_is() -> None:
    said = play("draw_from 2 for 7♥\ndraw_from 2 for 8♥\nq\n")
    assert said.count("the card is chosen face down, without naming it: draw a face-down card from seat 2") == 2


@pytest.mark.parametrize("name", ["asino", "coperte"])
def test_the_formatter_leaves_it_as_it_is(name: str) -> None:
    done = cartaro("format", "--check", str(HERE / f"{name}.regole"), str(HERE / f"{name}.prove.regole"))
    assert done.returncode == 0, done.stdout.decode()


def test_moves_lists_choices() -> None:
    position = write_json({**POSITION})
    done = cartaro("moves", OLD_MAID, "--position", "-", "--json", given=position.encode())
    (move,) = answer(done)["moves"]
    assert move["args"] == {"victim": 2, "taken": None}


# ---------------------------------------------------------------------------------------------- the page's table


def table(path: str, players: int, seed: int = 1) -> Table:
    found = deal_table(rules_of(path, players).game, seed, {"players": str(players)})
    assert isinstance(found, Table)
    return found


def seat_view(of: Table, seat: int) -> TableView:
    found = seen(of, seat, "en")
    assert isinstance(found, TableView)
    return found


def actor(of: Table) -> int:
    assert of.actor is not None
    return of.actor


def drawn(of: Table) -> Table:
    """Return the table after the first draw, as the player to move sees it."""
    while not of.done or of.done[-1].move.act != "draw_from":
        assert of.actor is not None
        assert act(of, of.actor, "draw_from 2" if of.actor == 0 else "draw_from 1") == ()
    return of


def test_the_page_offers_choices_and_logs_what_each_saw() -> None:
    of = table(OLD_MAID, 3)
    (offered,) = [move for move in seat_view(of, 0).moves if move.phrase.startswith("draw")]
    assert (offered.phrase, offered.cards, offered.unseen) == ("draw_from 2", (), ("hand-1",))
    assert {move.unseen for move in seat_view(of, 0).moves if move != offered} == {()}
    drawn(of)
    card = of.rules.game.faces.codes[of.done[-1].move.args[1]]
    reported = [seat_view(of, seat).log[-1] for seat in range(3)]
    assert [one.phrase for one in reported] == [f"draw_from 2 for {card}", f"draw_from 2 for {card}", "draw_from 2"]
    assert reported[2].text == "draw a face-down card from player 2"


def test_the_page_refuses_a_named_card() -> None:
    of = table(OLD_MAID, 3)
    refused = {act(of, 0, f"draw_from 2 for {card}") for card in ("A♥", "K♠", "7♦")}
    assert len(refused) == 1
    assert [problem.code for problem in refused.pop()] == ["C0818"]
    assert of.done == []
    reported = [why(of, 0, f"draw_from 2 for {card}", "en") for card in ("A♥", "K♠", "7♦")]
    assert reported[0] == reported[1] == reported[2]


def test_the_page_comes_to_the_same_again() -> None:
    of = table(FACE_DOWN, 2, 6)
    while of.proceedings.awaits:
        move = chance_move(of)
        assert move is not None
        assert of.actor is not None
        assert act(of, of.actor, move) == ()
    again = table(FACE_DOWN, 2, 6)
    assert play_moves(again, of.moves) is None
    assert again.proceedings.entries == of.proceedings.entries
    assert set(of.moves) <= {"draw_from 1", "draw_from 2"}
    before = take_back(of, 2)
    assert isinstance(before, Table)
    assert before.proceedings.entries == of.proceedings.entries[:-2]
    assert play_moves(before, of.moves[-2:]) is None
    assert before.proceedings.entries == of.proceedings.entries
    assert next_hand(of) != ()


BARRED = """  vieta despite pesca: the player may not draw_from when number of table is at least 1
  nota: on breach of vieta later, let it stand
  act pass
    says "pass"
    nothing
  passa_mano: the player may pass
"""


def test_a_breach_is_entered_without_naming_the_card(tmp_path: Path) -> None:
    """The card of a breach that nobody notices is chosen unseen too."""
    of = deal_table(varied(tmp_path, PASSED, more=BARRED).game, 1)
    assert isinstance(of, Table)
    first = actor(of)
    assert act(of, first, f"draw_from {2 - first}") == ()
    second = actor(of)
    (entry,) = arbiter_entries(of, second, "en")
    assert isinstance(entry, ArbiterEntry)
    assert (entry.phrase, entry.text) == (
        f"draw_from {2 - second} despite vieta",
        f"draw a face-down card from player {2 - second}",
    )
    assert enter(of, second, entry.phrase.replace(" despite", " for 7♥ despite")) != ()
    assert enter(of, second, entry.phrase) == ()
    again = take_back(of, 0)
    assert isinstance(again, Table)
    assert again.proceedings.entries == of.proceedings.entries
    assert not any(is_open(move) for move in of.proceedings.entries if isinstance(move, Move))


# ---------------------------------------------------------------------------------------------- machines


def test_an_environment_has_one_word_for_a_card_unseen() -> None:
    episodes = Episodes(table_of(rules_of(FACE_DOWN)))
    text = episodes.alphabet.text
    episode = episodes.begin(7, 0)
    spoken = list[str]()
    while isinstance(episode, Episode) and episode.moves:
        assert len(episode.moves) == 1
        spoken += map(text, episode.moves[0][3])
        episode = episodes.after(episode, episode.legal[0])
    assert isinstance(episode, Episode)
    assert episode.cut is None
    assert spoken == ["draw_from", "1", "unseen", "draw_from", "2", "unseen"] * 2
    assert {one.move.args[1] >= 0 for one in episode.done} == {True}
    again = Episodes(InterpreterTable(rules_of(FACE_DOWN)))
    other = again.begin(7, 0)
    while isinstance(other, Episode) and other.moves:
        other = again.after(other, other.legal[0])
    assert isinstance(other, Episode)
    assert [one.move.args for one in other.done] == [one.move.args for one in episode.done]


def test_who_sees_no_card_is_reported_none() -> None:
    """One of three players draws from another: the third knows neither the drawn card nor the remaining ones."""
    rules = rules_of(OLD_MAID, 3)
    episodes = Episodes(table_of(rules))
    found = episodes.begin(1, 0)
    assert isinstance(found, Episode)
    first = found.player
    assert first is not None
    word = episodes.alphabet.number_of["act", episodes.alphabet.acts.index("draw_from")]
    episode = episodes.after(found, word)
    drawer, move = episode.done[-1].player, episode.done[-1].move
    third = next(n for n in range(3) if n not in (drawer, move.args[0]))
    assert move.act == "draw_from"
    code = str(argument_codes(rules.game, rules.game.act["draw_from"].parameters[1], move.args[1]))
    assert code in episodes.observation_text(episode, drawer)
    assert code not in episodes.recalled(episode, third).split()
    assert "unseen" in episodes.recalled(episode, third)
    onlooker = Onlooker(rules, third)
    onlooker.saw(found.position.state, move, episode.position.state, shuffled=False)
    after = view(rules, episode.position.state, third)
    assert isinstance(after, View)
    assert not any(cards >> move.args[1] & 1 for cards in onlooker.known(after))


@pytest.mark.parametrize("kind", [good, greedy])
def test_an_opponent_chooses_the_same_whatever_the_hidden_cards_are(kind: type) -> None:
    rules, random, compared = rules_of(OLD_MAID, 3), Random(2), 0
    searched = InterpreterTable(rules)
    for steps in (3, 60, 90):
        state = reached(rules, 2, steps)
        if state.phase != PHASE_TURN:
            continue
        other, player = otherwise(rules, state, state.turn, random), state.turn
        moves = moves_of(legal_choices(rules, state))
        chosen = list[int]()
        for one in (state, other):
            seen_here = view(rules, one, player)
            assert isinstance(seen_here, View)
            opponent = greedy(searched, "7", 1) if kind is greedy else good(searched, "7", 1)
            chosen.append(opponent.choose(seen_here, known_at_first(rules, one)[player], moves))
        assert chosen[0] == chosen[1]
        compared += len(moves) > 1
    assert compared


class Known:
    """Values a draw at 2, whichever card comes, and every other move at 3."""

    worlds = 1

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def tried(self, world: State, wanted: frozenset[tuple[str, tuple[int, ...]]]) -> tuple[tuple[Move, tuple[int, ...]], ...]:
        moves = (move for move in moves_of(legal_moves(self.rules, world)) if (move.act, move.args) in wanted)
        return tuple((move, (2, 0) if move.act == "draw_from" else (3, 0)) for move in moves)

    def further(self, left: int) -> int:
        return left - 1


def test_a_choice_is_worth_the_mean_of_its_cards(tmp_path: Path) -> None:
    rules = varied(tmp_path, PASSED, more=BARRED)
    state = state_of(read_position(rules, {"zones": {"hand": {"1": ["2♣"], "2": ["7♥", "K♣", "9♠"]}}}))
    moves = moves_of(legal_choices(rules, state))
    assert written(rules, moves) == ["draw_from 2", "pass"]
    seen_here = view(rules, state, 0)
    assert isinstance(seen_here, View)
    known = known_at_first(rules, state)[0]
    assert ImaginingOpponent(rules, "7", Known(rules)).choose(seen_here, known, moves) == 1


def test_choices_of_nothing_unseen_are_the_moves() -> None:
    rules, state = here()
    rest = tuple(move for move in moves_of(legal_moves(rules, state)) if move.act != "draw_from")
    assert choices(rules.game, rest) == rest
