"""Cards that can be divided into groups of a kind, as found by the interpreter's search, by trial, by the engine and by the
prover.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from tests.engine.side_by_side import SideBySide, rules_of
from tests.levels import at_night, by_level

from cartaro.terminal.render import laid_text
from cartaro_engine import PythonMachine
from cartaro_engine.running.wasm_machine import WasmMachine
from cartaro_grammar import Diagnostic, Game, load_game, parts
from cartaro_grammar import game as g
from cartaro_grammar.file_set import shipped_folder
from cartaro_interpreter import (
    Divisions,
    Move,
    Played,
    RandomPlayer,
    Rules,
    SeededChance,
    Shapes,
    as_laid,
    compile_game,
    completing_acts,
    mask_of,
    on_the_set,
    play_hand,
    write_record,
)
from cartaro_interpreter.play import turn
from cartaro_verify import verify
from cartaro_workbench import Steps, Table, TableView, act, chance_move, deal_table, seen, steps_of_record

HERE = Path(__file__).parent
TERNE = str(HERE / "terne.regole")
MACHIAVELLI = str(HERE.parent / "rulesets" / "families" / "machiavelli.regole")


@cache
def divisions_in(path: str) -> tuple[Rules, Divisions, Shapes]:
    """Return the divisions in the first condition of a game that asks for them, with the table of their groups."""
    rules = rules_of(path, {})
    test = next(part for part in parts(rules.game.clauses) if isinstance(part, g.Splits))
    condition = on_the_set(rules.game, [test.kind], test.variable)
    assert condition is not None
    return rules, rules.compiler.divisions_of(condition), rules.compiler.shapes_of(condition)


def fresh_divisions_in(path: str) -> Divisions:
    """Return the same divisions without any remembered results."""
    _, _, shapes = divisions_in(path)
    return Divisions(shapes)


def cards_of(rules: Rules, codes: str) -> int:
    """Cards by their codes."""
    numbers = {card.code: number for number, card in enumerate(rules.game.deck.cards)}
    return mask_of(numbers[code] for code in codes.split())


Reading = tuple[str, str, int]
"""A suit, a rank and a position in a sequence."""
RANKS = {"uno": (1, 6), "due": (2,), "tre": (3,), "quattro": (4,), "cinque": (5,)}


def readings(card: g.Card) -> list[Reading]:
    """Return the possible readings of a card of `terne`, computed here a second time."""
    own = dict(card.attributes)
    suits = [own["suit"]] if own.get("suit") else ["rosso", "nero"]
    ranks = [own["rank"]] if own.get("rank") else [*RANKS]
    return [(suit, rank, place) for suit in suits for rank in ranks for place in RANKS[rank]]


def is_group(read: tuple[Reading, ...]) -> bool:
    suits, ranks, places = ([one[n] for one in read] for n in range(3))
    if len(read) == 2:
        return len(set(ranks)) == 1 and len(set(suits)) == 2
    numbers = sorted(int(place) for place in places)
    return len(read) > 2 and len(set(suits)) == 1 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]


class Trial:
    """Divide the cards of `terne` by trying all groups."""

    def __init__(self, game: Game) -> None:
        self.readings = [readings(card) for card in game.deck.cards]
        self.groups = dict[tuple[int, ...], bool]()

    def is_group(self, cards: tuple[int, ...]) -> bool:
        if cards not in self.groups:
            self.groups[cards] = any(map(is_group, product(*(self.readings[card] for card in cards))))
        return self.groups[cards]

    def divides(self, cards: tuple[int, ...]) -> bool:
        if not cards:
            return True
        first, *rest = cards
        chosen = (more for size in range(1, min(6, len(cards))) for more in combinations(rest, size))
        return any(
            self.is_group((first, *more)) and self.divides(tuple(card for card in rest if card not in more)) for more in chosen
        )


@pytest.mark.slow
def test_what_can_be_divided_is_what_groups_make() -> None:
    rules, divisions, _ = divisions_in(TERNE)
    trial, random, pack = Trial(rules.game), Random(3), range(len(rules.game.deck.cards))
    yes = 0
    for _ in range(400):
        cards, spare = random.sample(pack, random.randint(0, 8)), random.sample(pack, random.randint(0, 3))
        assert divisions.divides(mask_of(cards), 0) is trial.divides(tuple(sorted(cards)))
        more = sorted({*spare} - {*cards})
        added = (tuple(sorted((*cards, *some))) for size in range(len(more) + 1) for some in combinations(more, size))
        found = divisions.divides(mask_of(cards), mask_of(spare))
        assert found is any(map(trial.divides, added)), (cards, spare)
        yes += found
    assert 40 < yes < 360


@pytest.mark.parametrize("path", [TERNE, MACHIAVELLI])
def test_the_groups_that_are_drawn_are_groups_and_hold_every_card_once(path: str) -> None:
    _, divisions, shapes = divisions_in(path)
    random, faces = Random(5), shapes.faces
    for _ in range(60):
        left = faces.pack
        for _ in range(random.randint(0, 8)):
            made = shapes.made_of(left, 0)
            left &= ~faces.physical(random.choice(made)) if made else left
        cards = faces.pack & ~left
        groups = divisions.groups(cards)
        assert groups is not None
        assert groups == divisions.groups(cards)
        assert all(shapes.fits(group) for group in groups)
        assert sum(faces.physical(group) for group in groups) == cards
        lone = divisions.groups(cards | left & -left)
        assert (lone is not None) is divisions.divides(cards | left & -left, 0)


@pytest.mark.parametrize("path", [TERNE, MACHIAVELLI])
def test_what_is_remembered_answers_as_a_search_does(path: str) -> None:
    rules, divisions, shapes = divisions_in(path)
    random, pack = Random(11), range(len(rules.game.deck.cards))
    asked = 0
    hands = by_level(day=10, night=40)
    for _ in range(hands):
        hand, rest = mask_of(random.sample(pack, 6)), mask_of(pack)
        rest &= ~hand
        table = 0
        for _ in range(random.randint(0, 4)):
            made = shapes.made_of(rest, 0)
            group = shapes.faces.physical(random.choice(made)) if made else 0
            table, rest = table | group, rest & ~group
        for card in range(len(pack)):
            if hand >> card & 1:
                needed, spare = table | 1 << card, hand & ~(1 << card)
                assert divisions.divides(needed, spare) is fresh_divisions_in(path).divides(needed, spare)
                asked += 1
    assert asked == 6 * hands


def test_a_table_is_laid_again() -> None:
    rules, divisions, _ = divisions_in(MACHIAVELLI)
    table = cards_of(rules, "5♥ 5♦ 5♣ 6♥ 7♥ 8♥ 5♠ 6♠ 7♠")
    assert divisions.divides(table, 0)
    assert divisions.divides(table | cards_of(rules, "9♥"), 0)
    assert divisions.divides(table | cards_of(rules, "5♥'"), 0), "5♥ leaves the fives for the sequence, and 5♥' takes its place"
    assert not divisions.divides(table | cards_of(rules, "K♥"), 0)
    assert divisions.divides(table | cards_of(rules, "K♥"), cards_of(rules, "K♦ Q♥ J♥ 10♣"))
    assert divisions.divides(cards_of(rules, "A♥ 2♥ 3♥ Q♠ K♠ A♠"), 0)
    assert not divisions.divides(cards_of(rules, "K♥ A♥ 2♥"), 0)


FULL_TABLE = """2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 10♥ J♥ Q♥ K♥ A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ A♣ 2♣ 5♣ 6♣ 7♣ 8♣ 9♣ K♣ A♠ 2♠ 4♠ 5♠ 6♠ 7♠ 8♠
10♠ Q♠ A♥' 2♥' 3♥' 4♥' 5♥' 7♥' 8♥' 9♥' 10♥' J♥' K♥' A♦' 2♦' 3♦' 4♦' 5♦' 6♦' 8♦' 9♦' 10♦'
J♦' Q♦' K♦' A♣' 2♣' 4♣' 5♣' 6♣' 7♣' 8♣' 9♣' Q♣' K♣'
2♠' 3♠' 5♠' 6♠' 7♠' 8♠' 9♠' J♠'"""


def test_a_full_table_is_decided() -> None:
    """There are 79 cards. A search without weights would try most of them in all ways before it found that the queen fits
    nowhere.
    """
    rules, divisions, _ = divisions_in(MACHIAVELLI)
    table, hand = cards_of(rules, FULL_TABLE), cards_of(rules, "A♥ Q♦ 4♣ Q♠'")
    fits = {code: divisions.divides(table | cards_of(rules, code), hand) for code in ("A♥", "Q♦", "4♣", "Q♠'")}
    assert fits == {"A♥": True, "Q♦": False, "4♣": True, "Q♠'": False}


HARD_TABLE = """A♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ A♣ 4♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ 2♠ 3♠
4♠ 5♠ 6♠ 8♠ 9♠ 10♠ Q♠ K♠ A♥' 4♥' 5♥' 6♥' 7♥' 8♥' 9♥' J♥' Q♥' K♥' 2♦' 3♦' 5♦' 6♦' 7♦' 8♦' 9♦' 10♦' J♦' Q♦'
K♦' A♣' 4♣' 5♣' 6♣' 8♣' 10♣' J♣' Q♣' K♣' A♠' 4♠' 5♠' 6♠' 8♠' J♠' Q♠' K♠'"""


def test_a_table_is_decided_that_a_search_by_weights_would_not() -> None:
    """There are 80 cards, and nothing to choose from. The three of hearts fits nowhere, but 200,000 positions do not show it; a
    sweep upwards from the twos does.
    """
    rules, divisions, _ = divisions_in(MACHIAVELLI)
    table = cards_of(rules, HARD_TABLE)
    assert divisions.divides(table, 0)
    assert not divisions.divides(table | cards_of(rules, "3♥'"), 0)
    assert divisions.divides(table | cards_of(rules, "10♠'"), cards_of(rules, "2♥ 2♥'"))


@pytest.mark.slow
@pytest.mark.parametrize("path", [TERNE, MACHIAVELLI])
@pytest.mark.parametrize("seed", at_night([1, 2], by_day=[1]))
def test_the_engine_plays_the_same(path: str, seed: int) -> None:
    machine = PythonMachine if path == TERNE else WasmMachine
    SideBySide(rules_of(path, {"players": "2"}), machine, seed=seed).play(60)


@pytest.mark.slow
def test_what_is_proved_of_it() -> None:
    game = rules_of(TERNE, {}).game
    verdicts = {verdict.name: str(verdict.verdict) for verdict in verify(game)}
    wanted = {
        "in_ordine_sempre": "proved",
        "mai_una": "proved",
        "mai_due": "refuted",
        "movable": "proved",
        "conserved": "proved",
    }
    assert {name: verdicts[name] for name in wanted} == wanted


def _loaded(folder: Path, old: str, new: str) -> Game | tuple[Diagnostic, ...]:
    path = folder / "terne.regole"
    path.write_text(Path(TERNE).read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return load_game(path)


@pytest.mark.parametrize("kind", ["gioca_", "rosso", "nera", "table"])
def test_a_kind_that_is_none_of_a_set_is_refused(kind: str, tmp_path: Path) -> None:
    nera = "  nera: d counts as nera when suit of d is nero\n  in_ordine: "
    found = _loaded(tmp_path, "  in_ordine: ", nera)
    assert isinstance(found, Game)
    refused = _loaded(tmp_path, "  in_ordine: the turn may not end while table does not split into gioco",
                      f"{nera}the turn may not end while table does not split into {kind}")  # fmt: skip
    assert not isinstance(refused, Game)
    assert [(d.code, str(d.message)) for d in refused if d.severity == "error"] == [
        ("C0303", f"there is no kind of set of cards called `{kind}`")
    ]


def test_a_kind_that_depends_on_more_than_its_cards_is_not_played(tmp_path: Path) -> None:
    game = _loaded(tmp_path, "s is alike in rank and s is distinct in suit", "s is alike in rank and stock is not empty")
    assert isinstance(game, Game)
    refused = compile_game(game)
    assert isinstance(refused, tuple)
    assert refused[0].code == "C0800"
    assert "depends on more than their cards" in str(refused[0].message)


# --------------------------------------------------------------------------------- the end of a turn


def test_a_card_that_goes_with_some_of_the_hand_needs_no_search_for_the_end_of_the_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same moves are legal if the search is made. The hands of the first turns have a short search."""
    game = load_game("machiavelli")
    assert isinstance(game, Game)
    assert completing_acts(game) == {"play"}
    without, kept = list[tuple[Move, ...]](), list[tuple[Move, ...]]()

    def no_acts(game: Game) -> frozenset[str]:
        return frozenset()

    for found, acts in ((kept, completing_acts), (without, no_acts)):
        monkeypatch.setattr(turn, "completing_acts", acts)
        for deal in range(3):
            table = deal_table(game, deal)
            assert isinstance(table, Table)
            for _ in range(20):
                moves, chosen = table.legal(), chance_move(table)
                assert not isinstance(moves, Diagnostic)
                assert table.actor is not None
                assert chosen is not None
                found.append(moves)
                assert act(table, table.actor, chosen) == ()
    assert kept == without
    assert any(move.act == "play" for moves in kept for move in moves)


def test_a_turn_with_a_large_hand_is_decided() -> None:
    """A player who only draws has more than thirty cards; the search for the end of the turn took too long."""
    game = load_game("machiavelli")
    assert isinstance(game, Game)
    table = deal_table(game, 24)
    assert isinstance(table, Table)
    while len(table.done) < 70:
        assert table.actor is not None
        assert act(table, table.actor, "draw") == ()
    steps = table.rules.compiler.work
    moves = table.legal()
    assert not isinstance(moves, Diagnostic)
    assert len(moves) > 20
    assert steps.left > 450_000


LAYS = "cala: the player may play when (table + card) splits into gioco with some of hand"
GOES_ON = "ancora: in a turn, after turno, the player may play"
ENDS = "in_ordine: the turn may not end while table does not split into"
LAST = "esaurito (B3): the hand ends when stock is empty"


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (LAYS, f"{LAYS} and number of hand is at least 2"),
        (LAYS, "cala: the player may play"),
        (f"{GOES_ON} as often as wished", GOES_ON),
        (f"{ENDS} gioco", f"{ENDS} scala"),
        (LAST, f"{LAST}\n  mossa: after a play, add 1 to hands"),
        (LAST, f"{LAST}\n  divieto despite cala: the player may not play when rank of card is re"),
    ],
)
def test_the_search_is_made_if_the_rest_could_not_be_laid(tmp_path: Path, line: str, other: str) -> None:
    text = (Path(str(shipped_folder())) / "rummy" / "machiavelli.regole").read_text(encoding="utf-8")
    assert line in text
    (tmp_path / "prova.regole").write_text(
        text.replace(line, other.format(line)).replace("game machiavelli", "game prova"), "utf-8"
    )
    game = load_game(str(tmp_path / "prova.regole"))
    assert isinstance(game, Game), [str(one.message) for one in game]
    assert completing_acts(game) == frozenset()


# --------------------------------------------------------------------------------- how a table is shown


HELD = "8♥ 5♦ 7♥ 5♥ 6♥ 5♣"


def test_cards_that_can_be_divided_are_laid_in_groups() -> None:
    game = rules_of(MACHIAVELLI, {}).game
    cards = [game.card_number[code] for code in HELD.split()]
    assert laid_text(game, "table", cards).plain == "[5♥ 5♦ 5♣] [6♥ 7♥ 8♥]"
    assert laid_text(game, "table", cards[:2]).plain == "8♥ 5♦", "these are no groups"
    assert as_laid(game, "hand", cards) == (), "nobody asks whether a hand can be divided"
    assert as_laid(game, "table", []) == ()


def test_a_run_is_laid_in_sequence_with_the_ace_at_its_end_and_second_copies_in_their_places() -> None:
    game = load_game("machiavelli")
    assert isinstance(game, Game)
    cards = [game.card_number[code] for code in ["A♥", "Q♥'", "K♥'", "5♣", "6♣", "4♣'", "A♠", "2♠", "3♠'"]]
    assert laid_text(game, "table", cards).plain == "[Q♥' K♥' A♥] [4♣' 5♣ 6♣] [A♠/1 2♠ 3♠']"


def test_a_hand_on_the_page_shows_the_groups() -> None:
    rules = rules_of(TERNE, {})
    played = play_hand(rules, [RandomPlayer(3)] * 2, SeededChance(3))
    assert isinstance(played, Played)
    steps = steps_of_record(rules.game, write_record(rules, played), "en")
    assert isinstance(steps, Steps)
    tables = [zone for step in steps.steps for zone in step.zones if zone.zone == "table" and zone.groups]
    assert max(len(zone.groups) for zone in tables) > 1
    for zone in tables:
        assert sum(zone.groups) == zone.size
        assert zone.cards is not None
        codes = [rules.game.faces.numbered[card.code] for card in zone.cards]
        starts = [sum(zone.groups[:n]) for n in range(len(zone.groups))]
        groups = [tuple(codes[start : start + size]) for start, size in zip(starts, zone.groups, strict=True)]
        assert as_laid(rules.game, "table", codes) == tuple(groups)


def test_a_player_on_the_page_sees_the_groups() -> None:
    table = deal_table(rules_of(TERNE, {}).game, 3)
    assert isinstance(table, Table)
    shown: list[tuple[int, ...]] = []
    while table.actor is not None and (move := chance_move(table)) is not None:
        assert act(table, table.actor, move) == ()
        view = seen(table, 0, "en")
        assert isinstance(view, TableView)
        shown += [zone.groups for zone in view.zones if zone.zone == "table"]
    assert any(len(groups) > 1 for groups in shown)
    assert () in shown, "in the middle of a turn the table may be in pieces"
