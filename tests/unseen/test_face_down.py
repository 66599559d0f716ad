"""Cards laid face down: only those whom the zones let see them know which cards they are (decision 0080)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.cli.command_calls import cartaro
from tests.environments.test_batch import Followed
from tests.interpreter import small_games
from tests.interpreter.small_games import after, position, rules_with
from tests.levels import at_night, by_level
from tests.shipped_games import rules_of

from cartaro_engine import Onlooker
from cartaro_engine.env import pettingzoo_env
from cartaro_engine.environments.batch import GameBatch
from cartaro_engine.environments.episode import Episode, Episodes
from cartaro_engine.table.tables import table_of
from cartaro_grammar import shipped, visibility
from cartaro_interpreter import (
    PHASE_TURN,
    Choice,
    Move,
    Rules,
    ScriptedChance,
    SeededChance,
    State,
    View,
    as_known_to,
    begin_hand,
    begin_match,
    legal_moves,
    mask_of,
    members,
    phrase,
    read_phrase,
    step,
    view,
)
from cartaro_interpreter.play.course import find, perform
from cartaro_interpreter.table.disclosure import disclosure
from cartaro_workbench import Table, TableView, act, deal_table, seen

pytestmark = pytest.mark.slow

PASSING = (
    ("hearts", "pass", "cards"), ("five_card_draw", "change", "cards"), ("president", "give", "card"),
    ("euchre", "bury", "card"), ("cribbage", "lay_away", "cards"), ("terziglio", "give", "card"),
    ("terziglio", "discard", "cards"),
)  # fmt: skip

# ------------------------------------------------------------------------------------------- by the text

ACT = """
zone box it "la scatola" en "the box" fr "la boîte"
zone open it "la tavola" en "the table" fr "la table"
zone own of each player it "il posto" en "the place" fr "la place"
pile heap it "il mucchio" en "the heap" fr "le tas"
aperta: everyone sees open
propria: each player sees own
cima: everyone sees top of heap
act lay card
  says it "posare {{card}}" en "lay {{card}}" fr "poser {{card}}"
  card is one of hand
  {effects}
act put cards
  says it "mettere {{cards}}" en "put {{cards}}" fr "mettre {{cards}}"
  cards is some of hand
  {several}
act take taken with card
  says it "prendere {{taken}} con {{card}}" en "take {{taken}} with {{card}}" fr "prendre {{taken}} avec {{card}}"
  card is one of hand
  taken is some of open
  {capture}
posa: the player may lay
mette: the player may put
prende: the player may take
turno: in a turn the player must lay or put or take
"""
BOX, TAKE = "move card to box", "move card, taken to box"


def text(effects: str = BOX, several: str = "move cards to box", capture: str = TAKE, more: str = "") -> str:
    lines = {"effects": effects, "several": several, "capture": capture}
    return ACT.format(**{name: line.replace("\n", "\n  ") for name, line in lines.items()}) + more


def covered(rules: Rules, act_name: str) -> set[str]:
    return set(visibility.laid_face_down(rules.game, rules.game.act[act_name]))


@pytest.mark.parametrize(
    ("effects", "hidden"),
    [
        (BOX, True),
        ("move card to hand of the player after player", True),
        ("move card to own", True),
        ("move card to open", False),
        ("move card to heap", False),
        ("nothing", False),
        ("show card\nmove card to box", False),
        ("move card to open\nmove card to box", False),
        ("move card, open to box", False),
        ("move open to box\nmove card to box", False),
        ("move open to hand\nmove card to box", True),
    ],
)
def test_a_card_is_shown_where_the_text_shows_it(effects: str, hidden: bool, tmp_path: Path) -> None:
    assert covered(rules_with(tmp_path, text(effects)), "lay") == ({"card"} if hidden else set())


def test_several_cards_on_a_pile_are_not_all_seen(tmp_path: Path) -> None:
    assert covered(rules_with(tmp_path, text(several="move cards to heap")), "put") == {"cards"}


@pytest.mark.parametrize("capture", [TAKE, "move taken to box\nmove card to box"])
def test_a_card_that_captures_is_shown(capture: str, tmp_path: Path) -> None:
    assert covered(rules_with(tmp_path, text(capture=capture)), "take") == set()


@pytest.mark.parametrize(
    ("consequence", "hidden"),
    [
        ("move card to box", True),
        ("move card to open", False),
        ("move card to open when lit", True),
        ("show card", False),
        ("show card when lit", True),
        ("move open to box", False),
    ],
)
def test_a_consequence_counts_as_the_act_does(consequence: str, hidden: bool, tmp_path: Path) -> None:
    more = f'flag lit for the hand "it is light"\nvia: after a lay, {consequence}\n'
    assert covered(rules_with(tmp_path, text(BOX, more=more)), "lay") == ({"card"} if hidden else set())


def test_a_card_that_may_be_anywhere_is_named_and_not_laid(tmp_path: Path) -> None:
    """Everybody hears which card is called for, although it moves from one hand to another."""
    more = (
        'act ask c\n  says "ask for {c}"\n  c is one of (all cards - hand)\n  nothing\n'
        "chiede: the player may ask\ndato: after an ask, move c to hand\n"
    )
    rules = rules_with(tmp_path, text(BOX, more=more))
    assert covered(rules, "ask") == set()
    assert covered(rules, "lay") == {"card"}


def test_of_the_shipped_games_these_lay_cards_face_down() -> None:
    found = [
        (name, act.name, parameter)
        for name in shipped()
        for act in rules_of(name).game.acts
        for parameter in sorted(visibility.laid_face_down(rules_of(name).game, act))
    ]
    assert sorted(found) == sorted(PASSING)


def test_only_tracked_places_are_known_to_all() -> None:
    assert "won" in visibility.trackable_zones(rules_of("scopa_popolare").game)
    assert "given" not in visibility.trackable_zones(rules_of("hearts").game)


def test_a_list_that_depends_on_a_card_laid_face_down_is_refused(tmp_path: Path) -> None:
    """The neighbour may lay only if the box holds a red card, which only the player who put it there has seen."""
    may = (
        "nega despite posa, mette, prende: the player may not lay or put or take\n  when some c in box has suit of c is coppe\n"
    )
    lines = text(more=may.replace("\n  ", "\n    ") + 'act stop\n  says "stop"\n  nothing\nferma: the player may stop\n')
    rules = rules_with(tmp_path, lines.replace("must lay or put or take", "must lay or put or take or stop"))
    assert not visibility.observability(rules.game).clear
    assert disclosure(rules, 400) is not None


# ------------------------------------------------------------------------------------------ who knows what


def said(rules: Rules, player: int, before: State, written: str) -> str:
    move = read_phrase(rules.game, written)
    assert isinstance(move, Move)
    known = as_known_to(rules, player, before, move, after(rules, before, written))
    return f"{phrase(rules.game, known)} + {sum(known.face_down)}"


HANDS: dict[str, object] = {"hand": {"1": ["2D", "3D", "4D"], "2": ["5D", "6D"]}}


@pytest.mark.parametrize(
    ("effects", "own", "other"),
    [
        (BOX, "lay 2D + 0", "lay + 1"),
        ("move card to hand of the player after player", "lay 2D + 0", "lay 2D + 0"),
        ("move card to own", "lay 2D + 0", "lay + 1"),
        ("move card to own of the player after player", "lay 2D + 0", "lay 2D + 0"),
        ("move card to own of the player after player\nmove card to box", "lay 2D + 0", "lay + 1"),
        ("move card to open", "lay 2D + 0", "lay 2D + 0"),
    ],
)
def test_each_knows_what_each_saw(effects: str, own: str, other: str, tmp_path: Path) -> None:
    rules = rules_with(tmp_path, text(effects))
    state = position(rules, json.loads(json.dumps(HANDS)))
    assert [said(rules, player, state, "lay 2D") for player in (0, 1)] == [own, other]


@pytest.mark.parametrize(("moment", "other"), [("after a lay", "lay 2D + 0"), ("at the end of the turn", "lay 2D + 0")])
def test_a_card_that_is_seen_on_the_way_is_known(moment: str, other: str, tmp_path: Path) -> None:
    rules = rules_with(
        tmp_path, text("move card to own of the player after player", more=f"via: {moment}, move own of players to box\n")
    )
    state = position(rules, json.loads(json.dumps(HANDS)))
    assert said(rules, 1, state, "lay 2D") == other


def test_of_a_set_those_are_known_that_were_seen(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, text(several="move cards to box").replace("some of hand\n", "some of (hand + own)\n"))
    state = position(rules, json.loads(json.dumps({**HANDS, "own": {"1": ["7D"]}})))
    shown = rules_with(tmp_path, text(several="move cards to heap"))
    assert said(rules, 0, state, "put 2D 7D") == "put 2D 7D + 0"
    assert said(rules, 1, state, "put 2D 7D") == "put + 2"
    assert said(shown, 1, position(shown, json.loads(json.dumps(HANDS))), "put 2D 3D") in ("put 2D + 1", "put 3D + 1")


# ----------------------------------------------------------------------------------- two worlds of a seat


def dealt(rules: Rules, chance: SeededChance | ScriptedChance) -> State:
    match = begin_match(rules, chance)
    assert isinstance(match, State)
    hand = begin_hand(rules, match, chance)
    assert isinstance(hand, State)
    return hand


def looked(rules: Rules, state: State, player: int) -> View:
    found = view(rules, state, player)
    assert isinstance(found, View)
    return found


def exchanged(rules: Rules, move: Move, pair: tuple[int, int]) -> Move:
    """Return a move in which two cards are exchanged wherever it names one of them."""

    def other(card: int) -> int:
        return pair[1] if card == pair[0] else pair[0] if card == pair[1] else card

    values: list[int] = []
    for parameter, value in zip(rules.game.act[move.act].parameters if move.args else (), move.args, strict=True):
        kind = parameter.type.kind
        values.append(other(value) if kind == "card" else mask_of([*map(other, members(value))]) if kind == "cards" else value)
    return Move(move.act, tuple(values), ())


def twins(rules: Rules, seed: int, seat: int) -> Iterator[tuple[Move, Move, Onlooker, Onlooker, State, State]]:
    """Yield the moves of a hand and the moves of its twin, in which two cards that a seat has not seen are exchanged, as long
    as both look alike to it.
    """
    random, chance = Random(seed), SeededChance(seed)
    state = dealt(rules, chance)
    mine = {card for zone in looked(rules, state, seat).zones for card in zone.cards or ()}
    held = [rules.layout.places["hand"].slot + n for n in range(rules.game.players) if n != seat]
    held.append(rules.layout.places["stock"].slot)
    lying = [members(state.cells[slot]) for slot in held if state.cells[slot]]
    first, second = random.sample(lying, 2)
    pair = (random.choice(first), random.choice(second))
    if mine & {*pair} or pair[0] == pair[1]:
        return
    swap = {pair[0]: pair[1], pair[1]: pair[0]}
    here, there = (
        ScriptedChance(tuple(chance.packs)),
        ScriptedChance(tuple(tuple(swap.get(c, c) for c in p) for p in chance.packs)),
    )
    one, two = dealt(rules, here), dealt(rules, there)
    watchers = Onlooker(rules, seat), Onlooker(rules, seat)
    for _ in range(12):
        if one.phase != PHASE_TURN or looked(rules, one, seat) != looked(rules, two, seat):
            return
        options = legal_moves(rules, one)
        assert isinstance(options, tuple)
        move = random.choice(options)
        chosen: list[tuple[Move, Choice]] = []
        for state, wanted in ((one, move), (two, exchanged(rules, move, pair))):
            option = find(rules, state, wanted)
            if option is None:
                return
            chosen.append((wanted, option))
        before = one, two
        one, two = perform(rules, one, chosen[0][1], here), perform(rules, two, chosen[1][1], there)
        known = tuple(as_known_to(rules, seat, *what) for what in ((before[0], move, one), (before[1], chosen[1][0], two)))
        if known[0].args != known[1].args or looked(rules, one, seat) != looked(rules, two, seat):
            return
        for watcher, at, made, then in zip(watchers, before, (move, chosen[1][0]), (one, two), strict=True):
            watcher.saw(at, made, then, shuffled=False)
        yield move, chosen[1][0], *watchers, one, two


@pytest.mark.parametrize(("name", "act_name", "_"), PASSING)
def test_worlds_that_look_alike_are_remembered_alike(name: str, act_name: str, _: str) -> None:
    rules, compared, differing = rules_of(name), 0, 0
    for seed in range(by_level(day=20, night=40) if name != "president" else 6):
        for seat in range(rules.game.players):
            for move, other, mine, theirs, one, two in twins(rules, seed, seat):
                compared += 1
                differing += move.act == act_name and move.args != other.args
                assert mine.known(looked(rules, one, seat)) == theirs.known(looked(rules, two, seat))
    assert compared > 20
    # in the first hand of President nobody hands over a card, and in Terziglio the card is never one of the pair
    assert differing > 0 or (name, act_name) in {("president", "give"), ("terziglio", "give")}


def test_what_is_handed_over_is_known_to_the_two_only() -> None:
    rules, chance, random = rules_of("president"), SeededChance(4), Random(4)
    state, given = dealt(rules, chance), 0
    while given < 4:
        if state.phase != PHASE_TURN:
            found = begin_hand(rules, state, chance)
            assert isinstance(found, State)
            state = found
        options = legal_moves(rules, state)
        assert isinstance(options, tuple)
        before, move = state, random.choice(options)
        found = step(rules, before, move, chance)
        assert isinstance(found, State)
        state = found
        if move.act == "give":
            given += 1
            seeing = {seat for seat in range(4) if not any(as_known_to(rules, seat, before, move, state).face_down)}
            slot = rules.layout.places["hand"].slot
            receiver = next(seat for seat in range(4) if state.cells[slot + seat] >> move.args[0] & 1)
            assert seeing == {before.turn, receiver}


# ----------------------------------------------------------------------------------------- hands of Hearts


def passed(rules: Rules, seed: int) -> tuple[list[State], list[Move]]:
    """Return the four passes of a hand of Hearts, and the states before and after them."""
    states, moves, random = [dealt(rules, SeededChance(seed))], list[Move](), Random(seed)
    for _ in range(4):
        options = legal_moves(rules, states[-1])
        assert isinstance(options, tuple)
        moves.append(random.choice(options))
        found = step(rules, states[-1], moves[-1])
        assert isinstance(found, State)
        states.append(found)
    return states, moves


def test_only_the_player_who_passes_knows_the_cards_passed() -> None:
    rules = rules_of("hearts")
    states, moves = passed(rules, 3)
    for number, move in enumerate(moves[:3]):
        passer = states[number].turn
        for seat in range(4):
            known = as_known_to(rules, seat, states[number], move, states[number + 1])
            assert (known.args, sum(known.face_down)) == ((move.args, 0) if seat == passer else ((0,), 3))


def test_a_machine_does_not_remember_what_others_pass() -> None:
    rules = rules_of("hearts")
    for seat in range(4):
        states, moves = passed(rules, 3)
        onlooker, own = Onlooker(rules, seat), 0
        for number, move in enumerate(moves):
            onlooker.saw(states[number], move, states[number + 1], shuffled=False)
            own |= move.args[0] if states[number].turn == seat else 0
        sight = looked(rules, states[-1], seat)
        visible = mask_of([card for zone in sight.zones for card in zone.cards or ()])
        for cards in onlooker.known(sight):
            assert cards & ~visible & ~own == 0


def test_the_terminal_prints_only_what_the_person_may_know(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    done = cartaro(
        "play", "hearts", "--seats", "you,random,random,random", "--seed", "5", "--language", "en", "--record", str(file),
        given=b"3h 7h 9h\n1\nq\n",
    )  # fmt: skip
    lines = done.stdout.decode().splitlines()
    assert "seat 2 passes 3 face-down cards" in lines
    assert "seat 3 passes 3 face-down cards" in lines
    written = [move["args"]["cards"] for move in json.loads(file.read_text(encoding="utf-8"))["moves"] if move["act"] == "pass"]
    assert sum(line == f"seat 4 passes {' '.join(written[3])}" for line in lines) == (len(written[3]) == 3)


def test_the_log_of_the_page_is_for_its_seat() -> None:
    rules = rules_of("hearts")
    table = deal_table(rules.game, 5)
    assert isinstance(table, Table)
    for _ in range(3):
        assert table.actor is not None
        offered = table.legal()
        assert isinstance(offered, tuple)
        assert act(table, table.actor, phrase(rules.game, offered[0])) == ()
    for seat in range(4):
        shown = seen(table, seat, "en")
        assert isinstance(shown, TableView)
        for one in shown.log:
            assert (one.phrase == "pass") == (one.seat != seat)
            assert one.text.endswith("three face-down cards") == (one.seat != seat)


def observed(name: str, seat: int, spoken: list[int]) -> bytes:
    env = pettingzoo_env(name)
    env.reset(seed=1)
    for word in spoken:
        env.step(word)
    return env.observe(env.possible_agents[seat]).tobytes()


def test_the_observation_of_another_seat_is_the_same_whatever_is_passed() -> None:
    env = pettingzoo_env("hearts")
    env.reset(seed=1)
    first = env.agent_selection
    spoken: list[list[int]] = []
    for choice in (0, -1):
        env.reset(seed=1)
        words: list[int] = []
        while env.agent_selection == first:
            legal = np.flatnonzero(env.infos[first]["action_mask"]).tolist()
            words.append(legal[choice])
            env.step(words[-1])
        spoken.append(words)
    assert spoken[0] != spoken[1]
    passer = env.possible_agents.index(first)
    for seat in range(4):
        same = observed("hearts", seat, spoken[0]) == observed("hearts", seat, spoken[1])
        assert same == (seat != passer)
    for words in spoken:
        batch = GameBatch(rules_of("hearts"), 1)
        batch.reset(1)
        for word in words:
            batch.step(np.array([word]))
        for seat in range(4):
            assert batch.observe(seat)[0].tobytes() == observed("hearts", seat, words)


def test_a_history_has_no_cards_that_were_not_seen() -> None:
    episodes = Episodes(table_of(rules_of("hearts")))
    episode = episodes.begin(1, 0)
    assert isinstance(episode, Episode)
    passer = episode.player
    while episode.player == passer:
        episode = episodes.after(episode, episode.legal[0])
    assert passer is not None
    assert f"{passer + 1} pass 3 unseen" in episodes.recalled(episode, (passer + 1) % 4)
    assert "unseen" not in episodes.recalled(episode, passer)


ON_THE_WAY = text(
    "move card to own of the player after player",
    "move cards to own of the player after player",
    more="via: at the end of the turn, move own of players to box\n",
)


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("lines", [text(), ON_THE_WAY, text("move card to own", "move cards to heap")])
def test_a_batch_observes_what_the_environment_of_one_game_observes(
    lines: str, packs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two packs, a set of cards takes several words of memory."""
    amended = f"in article 1 of italian_cards replace mazzo\n  mazzo: the pack has {packs} of every rank and suit\narticle 1"
    monkeypatch.setattr(small_games, "OPENING", small_games.OPENING.replace("article 1", amended, 1))
    rules = rules_with(tmp_path, lines)
    assert len(rules.game.deck.cards) == 40 * packs
    followed = Followed(rules, 3)
    followed.play(40)
    assert followed.ended > 0


@pytest.mark.parametrize("name", at_night([name for name, _, _ in PASSING], by_day=[PASSING[0][0]]))
def test_a_batch_of_a_shipped_game_agrees(name: str) -> None:
    Followed(rules_of(name), 2).play(40)
