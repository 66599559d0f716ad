"""The constructs of the language in small games: precedence, sequences, memory, seats, undecided cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    Played,
    RandomPlayer,
    Rules,
    ScriptedChance,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    compile_game,
    legal_moves,
    phrase,
    play_hand,
    play_match,
    run_examples,
    score,
    step,
    write_position,
)

GAME = """game prova
  title "Prova"
  source P "Per prova" covers P1 to P2
  use italian_deck
article 1 "Luoghi" (P1)
  pile stock it "il mazzo" en "the stock" fr "le talon"
  zone hand of each player it "la mano" en "the hand" fr "la main"
  zone done of each side it "le giocate (pl)" en "the cards played (pl)" fr "les cartes jouées (pl)"
  counter points of each side for the match it "il punto" en "the point" fr "le point"
  giocatori: there are 2 or 3 or 4 players
  senso: play runs clockwise
  mano: each player sees hand
  distribuzione: at the start of the hand
    shuffle all cards into stock
    deal 2 from stock to each hand
  act play card
    says it "giocare {card}" en "play {card}" fr "jouer {card}"
    card is one of hand
    move card to done
  gioca: in a turn the player must play
  avanti: the play begins with the last player
  passa: the turn passes to the player after player
  fine: the hand ends when every hand is empty
  somma: at the count of the hand, add score of side to points for each side
  vince: the match ends when some x in sides has points is at least 6
article 2 "Giocata" (P2)
"""


def game(tmp_path: Path, rules: str, **settings: str) -> Game:
    """The small game with some more rules. If nothing is given, everybody may play any card and scores it."""
    plain = "" if "may play" in rules else "  libera: the player may play\n"
    plain += "" if " scores " in rules else "  conto: each side scores number of done\n"
    path = tmp_path / "prova.regole"
    path.write_text(GAME + plain + rules, encoding="utf-8")
    found = load_game(path, settings)
    assert isinstance(found, Game), [d.message for d in found]
    return found


def rules_of(tmp_path: Path, rules: str, **settings: str) -> Rules:
    compiled = compile_game(game(tmp_path, rules, **settings))
    assert isinstance(compiled, Rules), [d.message for d in compiled]
    return compiled


def first_choice(rules: Rules, seed: int = 1) -> State | Diagnostic:
    chance = SeededChance(seed)
    state = begin_match(rules, chance)
    return state if isinstance(state, Diagnostic) else begin_hand(rules, state, chance)


def moves(rules: Rules, state: State) -> list[str]:
    found = legal_moves(rules, state)
    assert isinstance(found, tuple), found
    return [phrase(rules.game, move) for move in found]


def faults(rules: Rules) -> str:
    """Return the code of the fault that stops a random match."""
    played = play_match(rules, [RandomPlayer(0)] * rules.game.players, SeededChance(0))
    assert isinstance(played, Diagnostic), played
    return played.code


def test_the_little_game_is_played(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "")
    state = first_choice(rules)
    assert isinstance(state, State)
    assert (state.turn, state.phase, len(moves(rules, state))) == (1, PHASE_TURN, 2)
    for seed in range(3):
        found = play_match(rules, [RandomPlayer(seed)] * 2, SeededChance(seed))
        assert isinstance(found, Played)
        assert (found.hands, len(found.moves)) == (3, 12)
        assert [sum(sheet.points[side] for sheet in found.scores) for side in (0, 1)] == [6, 6]


def test_a_clash_stops_play_and_names_both_clauses(tmp_path: Path) -> None:
    text = """  uno: worth of c is 1
  due: worth of c is 2 when suit of c is denari
  presa: after a play, add worth of card to points
"""
    rules = rules_of(tmp_path, text)
    assert faults(rules) == "C0801"
    state = first_choice(rules)
    assert isinstance(state, State)
    chance = SeededChance(1)
    while state.phase == PHASE_TURN:
        found = legal_moves(rules, state)
        assert isinstance(found, tuple)
        denari = [m for m in found if rules.game.deck.cards[m.args[0]].code.endswith("D")]
        after = step(rules, state, (denari or list(found))[0], chance)
        if isinstance(after, Diagnostic):
            assert "`uno` and `due`" in after.message
            remedies = "`due despite uno: …`, or `uno despite due: …`, or `uno: … unless suit of c is denari`"
            assert after.help == f"write {remedies}"
            assert after.primary is not None
            return
        state = after
    pytest.fail("no denari in these hands: choose another seed")


def test_the_preferred_clause_answers(tmp_path: Path) -> None:
    text = """  uno: worth of c is 1
  due despite uno: worth of c is 2 when suit of c is denari
  tre despite due: worth of c is 3 when rank of c is sette
  conto: each side scores total of worth of c over c in done
"""
    rules = rules_of(tmp_path, text + 'example e "e"\n  done holds AB 2D 7S 7D\n  check score of side = 9\n')
    assert [r.failures for r in run_examples(rules.game)] == [()]


def test_a_gap_stops_play(tmp_path: Path) -> None:
    assert faults(rules_of(tmp_path, """  uno: worth of c is 1 when suit of c is denari
  presa: after a play, add worth of card to points
""")) == "C0802"  # fmt: skip


def test_a_gap_that_no_play_meets_is_no_matter(tmp_path: Path) -> None:
    text = """  uno: worth of c is value of c when suit of c is denari
  conto: each side scores total of worth of c over c in (done where suit is denari)
"""
    example = """example pieno "p"
  done holds AB 2D 5D RS
  check score of side = 7
"""
    assert [r.failures for r in run_examples(game(tmp_path, text + example))] == [()]


def test_a_kind_without_an_answer_is_not_meant(tmp_path: Path) -> None:
    text = """  oro: c counts as golden when suit of c is denari
  nero despite oro: c does not count as golden when rank of c is re
  conto: each side scores number of (done where it is golden)
"""
    text = text.replace("(done where it is golden)", "golden in done")
    example = 'example e "e"\n  done holds AB 2D RD 7D\n  check score of side = 2\n'
    assert [r.failures for r in run_examples(game(tmp_path, text + example))] == [()]


def test_a_kind_of_sets_is_asked_of_each_card_by_itself(tmp_path: Path) -> None:
    """Another clause decides whether `s` is a card or a set of cards; `lontane in done` is about single cards in both cases."""
    text = """  lontani: s counts as lontane when s is alike in suit and s is not empty
  conto: each side scores number of lontane in done
"""
    example = 'example e "e"\n  done holds AB 2D RD\n  check score of side = 3\n'
    assert [r.failures for r in run_examples(game(tmp_path, text + example))] == [()]


def test_who_must_act_and_cannot_is_reported(tmp_path: Path) -> None:
    assert faults(rules_of(tmp_path, "  libera: the player may play when suit of card is denari\n")) == "C0823"


def test_a_repeat_begins_with_the_clause_that_it_names(tmp_path: Path) -> None:
    text = """  counter once for the hand it "la prima" en "the first" fr "le premier"
  counter thrice for the hand it "la seconda" en "the second" fr "le second"
  at the start of the hand
    prima: add 1 to once
    seconda: add 1 to thrice
    ancora: repeat from seconda when thrice is less than 3
"""
    rules = rules_of(tmp_path, text)
    state = begin_match(rules, SeededChance(1))
    assert isinstance(state, State)
    state = begin_hand(rules, state, SeededChance(1))
    assert isinstance(state, State)
    assert [state.cells[rules.layout.memory[name].slot] for name in ("once", "thrice")] == [1, 3]


def test_an_endless_repeat_is_reported(tmp_path: Path) -> None:
    text = """  at the start of the hand
    dare: shuffle all cards into stock
    ancora: repeat from dare when stock is not empty
"""
    assert faults(rules_of(tmp_path, text)) == "C0806"


def test_a_script_that_runs_short_is_reported(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "")
    state = begin_match(rules, ScriptedChance(()))
    assert isinstance(state, State)
    found = begin_hand(rules, state, ScriptedChance(()))
    assert isinstance(found, Diagnostic)
    assert found.code == "C0812"


def test_an_exemption_lifts_only_its_prohibition(tmp_path: Path) -> None:
    text = """  libera: the player may play
  oro despite libera: the player may not play when suit of card is denari
  re despite libera: the player may not play when rank of card is re
  sola despite oro: the player may play when number of hand is 1
"""
    example = """example e "e"
  hand holds 2D AB
  player may only play AB
  player may not play 2D because oro
example f "f"
  hand holds RD
  player may not play RD because re
example g "g"
  hand holds 3D
  player may only play 3D
"""
    assert [r.failures for r in run_examples(game(tmp_path, text + example))] == [()] * 3


def test_clauses_of_an_event_follow_the_text(tmp_path: Path) -> None:
    text = """  prima: after a play, add 2 to points
  poi: after a play when points is at least 2, add 10 to points
  mai despite poi: after a play when points is at least 20, nothing
"""
    rules = rules_of(tmp_path, text)
    state = first_choice(rules)
    assert isinstance(state, State)
    slot = rules.layout.memory["points"].slot + state.turn
    found = legal_moves(rules, state)
    assert isinstance(found, tuple)
    after = step(rules, state, found[0])
    assert isinstance(after, State)
    assert after.cells[slot] == 12


def test_ending_a_hand_or_match_ends_it(tmp_path: Path) -> None:
    counted = rules_of(tmp_path, "  basta: after a play, end hand\n")
    played = play_hand(counted, [RandomPlayer(0)] * 2, SeededChance(0))
    assert not isinstance(played, Diagnostic)
    assert (len(played.moves), played.state.phase, len(played.scores)) == (1, PHASE_COUNTED, 1)
    void = rules_of(tmp_path, "  basta: after a play, void hand\n")
    played = play_hand(void, [RandomPlayer(0)] * 2, SeededChance(0))
    assert not isinstance(played, Diagnostic)
    assert (len(played.moves), played.state.phase, played.scores) == (1, PHASE_COUNTED, ())
    over = rules_of(tmp_path, "  basta: after a play, end match\n")
    played = play_hand(over, [RandomPlayer(0)] * 2, SeededChance(0))
    assert not isinstance(played, Diagnostic)
    assert (played.state.phase, played.scores) == (PHASE_OVER, ())


def test_players_change_seats_with_what_is_theirs(tmp_path: Path) -> None:
    text = """  zone shown of each player it "la carta" en "the card" fr "la carte"
  counter rank_order of each player for the match it "il posto" en "the place" fr "la place"
  reference eldest, a player, for the match
  basso: lowest_one is the player with lowest total value of shown then lowest number of (shown where suit is denari)
  at the start of the match
    mescola: shuffle all cards into stock
    scopri: deal 1 from stock to each shown
    ancora: repeat from mescola when lowest_one is none
    segna: eldest becomes lowest_one
    conta: add total value of shown of player to rank_order of player for each player
    siedi: seat lowest_one, the player after lowest_one
"""
    rules = rules_of(tmp_path, text)
    state = begin_match(rules, SeededChance(5))
    assert isinstance(state, State)
    memory = rules.layout.memory
    assert state.cells[memory["eldest"].slot] == 0
    first, second = (state.cells[memory["rank_order"].slot + seat] for seat in (0, 1))
    assert first <= second
    value = rules.game.measure["value"]
    place = rules.layout.places["shown"].slot
    assert [value[state.cells[place + seat].bit_length() - 1] for seat in (0, 1)] == [first, second]


def test_the_best_by_several_keys_or_nobody(tmp_path: Path) -> None:
    text = "  conto: the side with highest number of done then highest number of denari in done scores 1\n"
    examples = """example first "a"
  done holds AB 2B
  done of side of player after player holds 3B
  check score of side = 1
example second "b"
  done holds AB 2B
  done of side of player after player holds 3B 4D
  check score of side = 0
example third "c"
  done holds AB 2D
  done of side of player after player holds 3B 4D
  check every x in sides has score of x = 0
"""
    assert [r.failures for r in run_examples(game(tmp_path, text + examples))] == [()] * 3


def test_dealing_begins_with_who_begins_and_falls_short(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "  at the start of the hand\n    ancora: deal 30 from stock to each hand\n")
    state = first_choice(rules)
    assert isinstance(state, State)
    hand = rules.layout.places["hand"].slot
    assert [state.cells[hand + seat].bit_count() for seat in (0, 1)] == [8, 32]


FAILING = {
    "may": ("  hand holds AB\n  player may play 2B\n", "`play 2B` is not legal: the value of `card` is not one of the choices"),
    "may not": ("  hand holds AB\n  player may not play AB\n", "`play AB` is legal"),
    "because": (
        "  hand holds AB\n  player may not play 2B because libera\n",
        "`play 2B` is not legal, but `libera` is not the reason: the value of `card` is not one of the choices",
    ),
    "may only": (
        "  hand holds AB\n  player may only play AB or play 3B\n",
        "`play 3B` is not legal: the value of `card` is not one of the choices",
    ),
    "do": (
        "  hand holds AB\n  do play 2B\n  check done is empty\n",
        "`play 2B` is not legal: the value of `card` is not one of the choices",
    ),
    "check": ("  hand holds AB\n  do play AB\n  check done is empty\n", "`done is empty` does not hold: `done` is AB"),
    "twice": ("  hand holds AB\n  done holds AB\n", "`AB` is in two places"),
}


@pytest.mark.parametrize("case", FAILING)
def test_an_example_that_fails_states_why(tmp_path: Path, case: str) -> None:
    lines, message = FAILING[case]
    [result] = run_examples(game(tmp_path, f'example e "e"\n{lines}'))
    assert not result.holds
    assert [(d.code, d.message) for d in result.failures] == [("C0830", message)]
    assert all(d.primary is not None for d in result.failures)


def test_only_states_that_nothing_else_is_legal(tmp_path: Path) -> None:
    text = """  act give card
    says it "dare {card}" en "give {card}" fr "donner {card}"
    card is one of hand
    move card to done of side of player after player
  dona: in a turn, before gioca, the player may give
  libera: the player may play
  cede: the player may give when suit of card is denari
example e "e"
  hand holds AD 2B
  player may only play AD
"""
    [result] = run_examples(game(tmp_path, text))
    assert [d.message for d in result.failures] == ["`give AD` is legal too"]


def test_moves_of_an_optional_step_come_first(tmp_path: Path) -> None:
    text = """  act give card
    says it "dare {card}" en "give {card}" fr "donner {card}"
    card is one of hand
    move card to done of side of player after player
  dona: in a turn, after gioca, the player may give
  libera: the player may play
  cede: the player may give
"""
    rules = rules_of(tmp_path, text)
    state = first_choice(rules)
    assert isinstance(state, State)
    found = legal_moves(rules, state)
    assert isinstance(found, tuple)
    assert [move.act for move in found] == ["play", "play"]
    after = step(rules, state, found[0])
    assert isinstance(after, State)
    assert [said.split()[0] for said in moves(rules, after)] == ["give", "end"]
    leave = legal_moves(rules, after)
    assert isinstance(leave, tuple)
    left = step(rules, after, leave[-1])
    assert isinstance(left, State)
    assert left.turn == 0


def test_scores_and_positions_of_any_state(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "", players="3")
    state = first_choice(rules)
    assert isinstance(state, State)
    found = score(rules, state)
    assert not isinstance(found, Diagnostic)
    assert found.points == (0, 0, 0)
    assert write_position(rules, state).get("turn") == 3
