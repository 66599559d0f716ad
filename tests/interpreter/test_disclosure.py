"""Rules whose legal moves reveal a hidden card are refused, with two hands that the player cannot distinguish."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.interpreter.small_games import game_with
from tests.shipped_games import game_of

from cartaro_grammar import Diagnostic, Game, choose, load_game, render, shipped, shipped_folder, visibility
from cartaro_grammar.text.catalogue import LANGUAGES
from cartaro_interpreter import (
    Rules,
    ScriptedChance,
    State,
    begin_hand,
    begin_match,
    compile_game,
    disclosure,
    disclosures,
    disclosures_under_any,
    legal_moves,
    parse_json,
    read_position,
    step,
    view,
)
from cartaro_interpreter.table.disclosure import CHECKED, Disclosure

Golden = Callable[[Path, str], None]

SHIPPED = shipped_folder().parent
HERE = Path(__file__).parent
TEXTS = HERE / "rulesets"
TELLING = ("cieca", "hidden_choice", "hidden_condition")

LAY = """
act lay card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
gioca: in a turn the player must lay
"""
CALL = """
act call
  says it "chiamare" en "call" fr "annoncer"
  nothing
chiama: in a turn, before gioca, the player may call
"""
ASIDE = """
zone aside of each side it "da parte (pl)" en "the cards aside (pl)" fr "les cartes mises de côté (pl)"
act put card
  says it "mettere da parte {card}" en "put {card} aside" fr "mettre {card} de côté"
  card is one of hand
  move card to aside
gioca: in a turn the player must put
"""
NEXT = "the player after player"


def path_of(name: str) -> Path:
    return TEXTS / f"{name}.regole"


def rules_of(game: Game) -> Rules:
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    return rules


def loaded(name: str) -> Game:
    game = load_game(path_of(name))
    assert isinstance(game, Game)
    return game


def reached(rules: Rules, packs: tuple[tuple[int, ...], ...], found: Disclosure) -> list[State]:
    """Return every position in which a player has to move, reached from some packs by the moves of a witness."""
    chance = ScriptedChance(packs)
    state = begin_match(rules, chance)
    assert isinstance(state, State)
    state = begin_hand(rules, state, chance)
    states = list[State]()
    for move in found.moves:
        assert isinstance(state, State)
        states.append(state)
        state = step(rules, state, move, chance)
    assert isinstance(state, State)
    return [*states, state]


@pytest.mark.parametrize("name", TELLING)
def test_a_witness_is_two_hands_that_look_alike(name: str) -> None:
    rules = rules_of(loaded(name))
    found = disclosure(rules, 2_000)
    assert found is not None
    here, there = reached(rules, found.packs, found), reached(rules, found.other_packs, found)
    assert (here[-1], there[-1]) == (found.state, found.other)
    for one, other in zip(here, there, strict=True):
        assert view(rules, one, found.player) == view(rules, other, found.player)
    assert legal_moves(rules, here[-1]) != legal_moves(rules, there[-1])
    assert found.only_here or found.only_there


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_reported_with_the_position(language: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TEXTS)
    found = [reported for name in TELLING for reported in disclosures(loaded_here(name))]
    assert [reported.code for reported in found] == ["C0829"] * len(TELLING)
    assert all(reported.primary is not None and reported.help is not None and '"zones"' in reported.help for reported in found)
    text = "\n\n".join(render(reported, language=language) for reported in found).replace(f"{SHIPPED}/", "")
    golden(HERE / "golden" / f"disclosures.{language}.err", text)


@pytest.mark.parametrize("name", TELLING)
def test_the_position_that_is_reported_can_be_read(name: str) -> None:
    (reported,) = disclosures(loaded(name))
    rules = rules_of(loaded(name))
    assert reported.help is not None
    position = parse_json(reported.help.partition("the position: ")[2])
    assert not isinstance(position, Diagnostic)
    found = disclosure(rules, CHECKED)
    assert found is not None
    assert read_position(rules, position) == found.state


def loaded_here(name: str) -> Game:
    """Load a ruleset only by the name of its file, so that no report names a folder."""
    game = load_game(f"{name}.regole")
    assert isinstance(game, Game)
    return game


CLEAR = {
    "own cards": LAY + "posa: the player may lay when every c in hand has value of c is at most value of card",
    "how many cards another has": LAY
    + f"posa: the player may lay\nsi: the player may call when number of hand of {NEXT} is 2"
    + CALL,
    "whether the stock is empty": LAY + CALL + "posa: the player may lay\n"
    "si: the player may call when top of stock is not none",
    "what others have shown as they put it aside": ASIDE.replace("move card", "show card\n  move card")
    + CALL
    + "posa: the player may put\n"
    f"si: the player may call when denari in aside of side of {NEXT} is not empty",
    "a card chosen unseen": LAY + "posa: the player may lay\nact draw taken\n"
    '  says it "pescare" en "draw" fr "tirer"\n'
    f"  taken is one of hand of {NEXT}, unseen\n  move taken to hand\n"
    "pesca: in a turn, before gioca, the player may draw\npuo: the player may draw when number of hand is at most 2",
    "a flag that every turn sets": LAY + "posa: the player may lay\n"
    'flag aperto of each player for the hand it "aperto" en "open" fr "ouvert"\n'
    "apre: at the start of the turn, aperto becomes true\n"
    "alla_cieca despite mano: each player does not see hand unless aperto",
}

DOUBTFUL = {
    "a hidden card": LAY + CALL + "posa: the player may lay\n"
    f"si: the player may call when some c in hand of {NEXT} has rank of c is re",
    "the top of a hidden pile": LAY + CALL + "posa: the player may lay\n"
    "si: the player may call when suit of top of stock is denari",
    "whether another can": LAY + CALL + "posa: the player may lay when suit of card is denari or number of hand is at most 1\n"
    f"si: the player may call when {NEXT} can lay",
    "a definition": LAY + CALL + "posa: the player may lay\nricca: wealth of x is total value of hand of x\n"
    f"si: the player may call when wealth of {NEXT} is at least 9",
    "a score": LAY + CALL + "posa: the player may lay\nconta: each side scores 1 when total value of hand is more than 9\n"
    f"si: the player may call when conta of side of {NEXT} is 1",
    "a prohibition": LAY + CALL + "posa: the player may lay\nsi: the player may call\n"
    f"non despite si: the player may not call when denari in hand of {NEXT} is empty",
    "a step": LAY
    + CALL.replace("may call", f"may call when denari in hand of {NEXT} is empty")
    + "posa: the player may lay\nsi: the player may call",
    "what others have put aside face down": ASIDE + CALL + "posa: the player may put\n"
    f"si: the player may call when denari in aside of side of {NEXT} is not empty",
    "cards put aside unseen": ASIDE + CALL + "posa: the player may put\n"
    "coperta: at the end of the turn, move top of stock to aside\n"
    f"si: the player may call when denari in aside of side of {NEXT} is not empty",
    "own cards, not seen yet": LAY + "posa: the player may lay when suit of card is denari or number of hand is at most 1\n"
    'flag aperto of each player for the hand it "aperto" en "open" fr "ouvert"\n'
    "apre: at the end of the turn, aperto becomes true\n"
    "alla_cieca despite mano: each player does not see hand unless aperto",
}


@pytest.mark.parametrize("lines", CLEAR.values(), ids=CLEAR)
def test_what_has_been_seen_reports_nothing(lines: str, tmp_path: Path) -> None:
    game = game_with(tmp_path, lines)
    assert visibility.observability(game).clear
    assert disclosure(rules_of(game), 500) is None


@pytest.mark.parametrize("lines", DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_reads_hidden_cards_is_refused(lines: str, tmp_path: Path) -> None:
    game = game_with(tmp_path, lines)
    assert visibility.observability(game).may_leak
    assert [reported.code for reported in disclosures(game)] == ["C0829"]


def test_a_house_rule_that_reports_is_found(tmp_path: Path) -> None:
    option = 'option spia is no among no, si\n  because en "some look"\nunder spia is si\n'
    asks = f"  si: the player may call when denari in hand of {NEXT} is empty\n"
    none = "under spia is no\n  mai: the player may call\n"
    game = game_with(tmp_path, LAY + CALL + "posa: the player may lay\n" + option + asks + none)
    assert disclosures(game) == ()
    assert [reported.code for reported in disclosures_under_any(game)] == ["C0829"]
    spying = choose(game, {"spia": "si"})
    assert isinstance(spying, Game)
    assert disclosures(spying) != ()


@pytest.mark.parametrize("name", shipped())
def test_no_shipped_ruleset_discloses_a_card(name: str) -> None:
    assert disclosures_under_any(game_of(name)) == ()
