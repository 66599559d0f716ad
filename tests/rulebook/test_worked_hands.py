"""The hands that Play pages show: played by opponents that look ahead, kept next to the rulesets (decision 0133)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.levels import at_night
from tests.rulebook.test_play_page import text_of
from tests.shipped_games import game_of

from cartaro.kept_results import HANDS, KeptResults
from cartaro.worked_hands import played_by_numbers, shipped_hand
from cartaro_grammar import Game, load_game, shipped
from cartaro_interpreter import Move, Played, Rules, compile_game, replay
from cartaro_rulebook import Ruleset, most_telling
from cartaro_rulebook.site.abbreviations import FIRST_SIGN, abbreviated
from cartaro_rulebook.site.book import Page, page_for
from cartaro_rulebook.site.pages import hand_to_follow
from cartaro_rulebook.site.play_page import whole_hand, worked_hand

KEPT = tuple(name for name in shipped() if HANDS.path(name).is_file())
STEP = re.compile(r'class="step" id="hand-(\d+)"')


def page_of(name: str, *, kept: bool = True) -> Page:
    game = game_of(name)
    return page_for(Ruleset(game, hand=shipped_hand(game) if kept else None), "en")


@pytest.mark.parametrize("name", at_night(KEPT, by_day=("scopone", "five_card_draw", "hearts")))
def test_a_kept_hand_is_a_whole_hand_of_the_present_rules(name: str) -> None:
    game, hand = game_of(name), shipped_hand(game_of(name))
    assert hand is not None, f"make hands RULES={name}"
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    played = replay(rules, hand)
    assert isinstance(played, Played)
    assert played.scores or not game.headings


def test_most_games_have_a_hand() -> None:
    """A game whose hands have more moves than anybody follows has none."""
    assert len(KEPT) >= 0.9 * len(shipped())


def test_a_hand_of_other_rules_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def place(_: KeptResults, name: str) -> Path:
        return tmp_path / name

    game, written = game_of("briscola"), json.loads(HANDS.path("briscola").read_text(encoding="utf-8"))
    monkeypatch.setattr(KeptResults, "path", place)

    def kept(game: Game, /, **changed: object) -> bool:
        (tmp_path / game.name).write_text(json.dumps({**written, **changed}), encoding="utf-8")
        return shipped_hand(game) is not None

    assert kept(game)
    assert not kept(game, of="another digest")
    assert not kept(game, moves=[0, *written["moves"][1:]]), "the other moves are another hand"
    assert not kept(game, moves=written["moves"][:-1])
    assert not kept(game, moves=[99])
    assert not kept(game, moves=["a"])
    assert not kept(game_of("scopone"), game="scopone")


def test_the_page_shows_the_beginning_and_the_end_and_its_script_every_move() -> None:
    page = page_of("briscola")
    text, whole = "".join(worked_hand(page)), whole_hand(page)
    assert whole is not None
    numbers, steps = ([int(n) for n in STEP.findall(part)] for part in (text, whole))
    moves = len(json.loads(HANDS.path("briscola").read_text(encoding="utf-8"))["moves"])
    assert steps == list(range(moves + 1))
    assert numbers[:5] == [0, 1, 2, 3, 4]
    assert numbers[-1] == moves
    assert f'data-whole="assets/hands/briscola.js" data-moves="{moves}"' in text
    assert "looks ahead" not in text
    assert "between machine players" in text
    assert whole.count('class="others"') > moves / 2
    script = hand_to_follow(page.ruleset, "en")
    assert script is not None
    assert script.startswith('cartaroHand("')
    assert 'href=\\"#' not in script
    written, parts = json.loads("[" + script.removeprefix("cartaroHand(").removesuffix(");\n") + "]")
    assert expanded(written, parts) == whole.replace('href="#', 'href="briscola-rules.html#')
    assert len(script) < len(whole) / 2


def expanded(text: str, parts: list[str]) -> str:
    """Return an abbreviated text with its parts, as the script of the page does."""
    return re.sub("[\ue000-\uf8ff]", lambda sign: expanded(parts[ord(sign[0]) - FIRST_SIGN], parts), text)


def test_a_text_with_signs_of_its_own_is_not_abbreviated() -> None:
    text = "<p>\ue000</p><p>a</p>" * 9
    assert abbreviated(text) == (text, ())


def test_a_hand_played_at_random_is_announced_as_such_and_has_no_script() -> None:
    page = page_of("briscola", kept=False)
    text = "".join(worked_hand(page))
    assert "without skill" in text
    assert "data-whole" not in text
    assert whole_hand(page) is None
    assert hand_to_follow(page.ruleset, "en") is None


def test_the_hand_of_poker_ends_with_a_showdown() -> None:
    """In the hand that the page showed before, a pair of aces was folded although there was nothing to call."""
    hand = shipped_hand(game_of("five_card_draw"))
    assert hand is not None
    acts = [entry.act for entry in hand.moves if isinstance(entry, Move)]
    assert "fold" not in acts
    assert acts[-1] == "call"


def test_a_hand_with_a_showdown_is_shown_even_if_most_hands_end_with_a_fold() -> None:
    rules = compile_game(game_of("five_card_draw"))
    assert isinstance(rules, Rules)
    folded, shown = (played_by_numbers(rules, seed, numbers) for seed, numbers in ((2, [1, 2]), (1, [1, 0, 6, 22, 1, 0])))
    assert isinstance(folded, Played)
    assert isinstance(shown, Played)
    assert most_telling(rules, [shown, *[folded] * 9]) is shown


@pytest.mark.parametrize(
    ("name", "hidden", "shown"), [("five_card_draw", "spoken", "paid"), ("hearts", "hands_played", "broken")]
)
def test_memory_that_repeats_the_moves_is_not_shown(name: str, hidden: str, shown: str) -> None:
    whole = whole_hand(page_of(name))
    assert whole is not None
    assert f'data-place="{hidden}' not in whole
    assert f'data-place="{shown}' in whole


def said_in(name: str) -> list[str]:
    whole = whole_hand(page_of(name))
    assert whole is not None
    return [text_of(each) for each in re.findall(r'<p class="said">(.*?)</p>', whole)]


def test_what_the_leader_of_a_trick_gains_is_named_too() -> None:
    """In Briscola the second player completes the trick; if the leader takes it, the points are the leader's."""
    (third, *_) = [text for text in said_in("briscola") if "seven of swords" in text]
    assert "To the dealer: the cards of the trick." in third
    assert "In the count, by this move: the points of the cards +10 for the dealer." in third


def test_a_move_says_why_it_is_made_where_the_rules_show_it() -> None:
    briscola, hearts, scopone = (" ".join(said_in(name)) for name in ("briscola", "hearts", "scopone"))
    assert "Every other move would cost more now." in briscola
    assert "“Whoever can follow suit must” left no choice." in hearts
    assert re.search(r"In the count, by this move: sweeps \+1\.\s+No other move would gain as much now\.", scopone)


def test_a_card_of_a_trick_is_compared_after_the_others_have_played() -> None:
    """A card that leads a trick wins or loses nothing before the trick is complete."""
    said = " ".join(said_in("briscola"))
    assert re.search(r"As the others then played, \d+ other moves? would have done better and \d+ worse\.", said)
    assert "As the others then played, no other move would have done better." in said
    assert "As the others then played, every other move would have done worse." in said


def test_a_discard_that_leaves_least_in_the_hand_is_told() -> None:
    assert re.search(r"No other move leaves less in the hand: \d+\.", " ".join(said_in("gin")))


def test_a_prohibition_that_bars_few_moves_is_no_reason() -> None:
    """The card picked up in Gin is one of eleven, so that it may not be put back is no reason to play another."""
    assert "not put back" not in " ".join(said_in("gin"))


def test_a_game_without_choices_gives_no_reasons() -> None:
    assert "Nothing else could be done" not in " ".join(said_in("guerra"))


def test_nobody_reads_the_result_before_the_hand() -> None:
    text = "".join(worked_hand(page_of("briscola")))
    before, _, after = text.partition('<details class="how-it-ended">')
    assert "<table" not in before
    assert "How this hand ended" in after
    assert "<table" in after


def test_the_first_step_has_no_empty_rows() -> None:
    first = "".join(worked_hand(page_of("scopone"))).partition("</li>")[0]
    assert 'data-place="hand-1"' in first
    assert 'data-place="pile-1"' not in first
    assert 'data-place="points-1"' not in first


CALLS = """game calls
  title "Calls"
  use french_deck, parlour

article 1 "Cards"
  players: there are 3 players
  way: play runs clockwise
  pack: the pack has 1 of every rank and suit
  at the start of the hand
    share: deal 9 from stock to each hand

article 2 "Calls"
  counter call for the hand "the call / the calls"
  zone heap "the heap"
  act small
    says "say “small”"
    call becomes 1
  act big
    says "say “big”"
    call becomes 2
  act throw_away cards
    says "throw away {cards}"
    cards is some of hand
    move cards to heap
  says_small: the player may small when call is 0
  says_big: the player may big when call is less than 2
  throws: the player may throw_away when call is 2 and number of cards is 3
  turns: in a turn the player must small or big or throw_away

article 3 "Count"
  done: the hand ends when every hand is empty
  last_called: each side scores 1 when side is side of dealer and call is 2
  over: the match ends when some side has points at least 50
  best: the winner is the side with highest points
"""


def test_a_call_is_shown_in_its_words_and_many_choices_by_examples(tmp_path: Path) -> None:
    place = tmp_path / "calls.regole"
    place.write_text(CALLS, encoding="utf-8")
    game = load_game(place)
    assert isinstance(game, Game)
    steps = "".join(worked_hand(page_for(Ruleset(game), "en"))).split('<li class="step"')
    words = [text_of(step) for step in steps]
    assert any(re.search(r"The call\s+“big”", step) for step in words)
    assert not any(re.search(r"The calls", step) for step in words)
    (thrown,) = [step for step in words if "throws away" in step and "What else" in step][:1]
    assert "What else could have been played? (many choices, such as these)" in thrown
    assert thrown.count("Throw away the ") == 3
    assert " more" not in thrown
