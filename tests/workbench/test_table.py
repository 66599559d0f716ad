"""A table for a page: dealt from a seed, seen from each seat, played and undone, with reasons for refusals."""

from __future__ import annotations

import json

import pytest
from tests.shipped_games import game_of, rules_of

from cartaro_grammar import shipped
from cartaro_interpreter import json_model, read_record, replay
from cartaro_rulebook import hand_in_words
from cartaro_workbench import (
    CardChoice,
    Table,
    TableView,
    act,
    chance_move,
    chosen,
    controls,
    deal_table,
    next_hand,
    record,
    run_named_example,
    seen,
    take_back,
    why,
)


def table(name: str, seed: int = 7, settings: dict[str, str] | None = None, *, match: bool = False) -> Table:
    found = deal_table(game_of(name), seed, settings, match=match)
    assert isinstance(found, Table)
    return found


def seat_view(of: Table, seat: int, code: str = "en") -> TableView:
    found = seen(of, seat, code)
    assert isinstance(found, TableView)
    return found


def play(of: Table, moves: int) -> int:
    """Make random moves, up to a given number; return how many were made."""
    for count in range(moves):
        written = chance_move(of)
        if written is None:
            return count
        assert act(of, actor(of), written) == ()
    return moves


def actor(of: Table) -> int:
    """Return the seat that must move."""
    assert of.actor is not None
    return of.actor


def told(of: Table) -> str:
    return json.dumps([json_model.encode(seat_view(of, seat)) for seat in range(of.rules.game.players)], sort_keys=True)


@pytest.mark.sweep
@pytest.mark.parametrize("name", shipped())
@pytest.mark.slow
def test_a_seed_and_its_moves_are_a_table_and_can_be_taken_back(name: str) -> None:
    one, other = table(name), table(name)
    before = told(one)
    assert before == told(other)
    played = play(one, 8)
    assert played == play(other, 8)
    assert told(one) == told(other) != before
    again = take_back(one, played)
    assert isinstance(again, Table)
    assert told(again) == before
    half = take_back(one, played - 3)
    assert isinstance(half, Table)
    assert play(half, played - 3) == played - 3
    assert told(half) == told(one)


@pytest.mark.parametrize("name", ["scopa", "ramino", "scala40"])
def test_a_seat_sees_its_own_cards_and_its_own_moves(name: str) -> None:
    of = table(name)
    for seat in range(of.rules.game.players):
        view = seat_view(of, seat)
        hands = {zone.owner: zone for zone in view.zones if zone.zone == "hand"}
        assert [owner for owner, zone in hands.items() if zone.cards is not None] == [seat]
        assert bool(view.moves) == (seat == of.actor)
        shown = {card.code for zone in view.zones for card in zone.cards or ()}
        others = (seat_view(of, other) for other in range(of.rules.game.players) if other != seat)
        theirs = (zone for other in others for zone in other.zones if zone.zone == "hand" and zone.owner == other.seat)
        assert shown.isdisjoint(card.code for zone in theirs for card in zone.cards or ())


def test_a_card_is_shown_by_its_name_and_a_move_in_words() -> None:
    of = table("scopa")
    view = seat_view(of, actor(of), "fr")
    assert any(zone.title == "le tapis" for zone in view.zones)
    assert all(move.by for move in view.moves)
    assert any(move.text.startswith(("laisser", "prendre")) for move in view.moves)


def test_chosen_cards_mean_moves_of_whose_turn_it_is() -> None:
    of = table("scopa")
    for move in seat_view(of, actor(of)).moves:
        cards = [word for word in move.phrase.split() if word in of.rules.game.card_number]
        found = chosen(of, actor(of), cards, "en")
        assert isinstance(found, CardChoice)
        assert move.phrase in {one.phrase for one in found.whole}
        begun = chosen(of, actor(of), cards[:1], "en")
        assert isinstance(begun, CardChoice)
        assert move.phrase in {one.phrase for one in (*begun.whole, *begun.begun)}
    other = 1 - actor(of)
    assert chosen(of, other, ["7D"], "en") == CardChoice((), ())


def test_a_hand_ends_with_its_score_and_its_record_replays() -> None:
    of = table("scopa")
    play(of, 200)
    assert of.proceedings.over
    view = seat_view(of, 0)
    assert view.over
    assert len(view.scores) == 1
    rules = rules_of("scopa")
    kept = read_record(rules, record(of))
    assert not isinstance(kept, tuple)
    assert chance_move(of) is None
    assert replay(rules, kept) is not None


def test_a_match_goes_on_with_the_next_hand() -> None:
    of = table("scopa", match=True)
    assert next_hand(of) != ()
    play(of, 200)
    assert seat_view(of, 0).next_hand
    assert next_hand(of) == ()
    assert seat_view(of, 0).hands == 2
    play(of, 3)
    back = take_back(of, 3)
    assert isinstance(back, Table)
    assert back.proceedings.hands in (1, 2)


def first_take() -> tuple[Table, str]:
    """Return a table at whose beginning something can be taken, and the way to take it."""
    tables = (table("scopa", seed) for seed in range(50))
    found = ((of, move.phrase) for of in tables for move in seat_view(of, actor(of)).moves)
    return next((of, phrase) for of, phrase in found if phrase.startswith("take"))


def test_an_illegal_move_changes_nothing_and_is_refused_with_a_reason() -> None:
    """A player who can take may not lay; the answer names the clause and its article."""
    of, take = first_take()
    before = told(of)
    lay = f"lay {take.rpartition(' ')[2]}"
    assert [one.code for one in act(of, actor(of), lay)] == ["C0818"]
    assert told(of) == before
    answer = why(of, actor(of), lay, "it")
    assert not isinstance(answer, tuple)
    assert answer.legal is False
    assert "obbligo" in json.dumps(json_model.encode(answer))
    legal = why(of, actor(of), take, "it")
    assert not isinstance(legal, tuple)
    assert legal.legal is True


def test_a_reason_does_not_show_where_a_hidden_card_lies() -> None:
    of = table("scopa")
    other = seat_view(of, 1 - actor(of))
    theirs = next(card.code for zone in other.zones if zone.zone == "hand" for card in zone.cards or ())
    stock = next(card for card in of.rules.game.card_number if f'"{card}"' not in told(of))
    answers = {card: json.dumps(json_model.encode(why(of, actor(of), f"lay {card}", "en"))) for card in (theirs, stock)}
    assert answers[theirs].replace(theirs, stock) == answers[stock]


@pytest.mark.parametrize("written", ["", "lay", "lay 99", "{", '{"act": "lay"}', "take 7D with", "x" * 5000])
def test_any_text_for_a_move(written: str) -> None:
    of = table("scopa")
    assert act(of, actor(of), written) != ()
    assert isinstance(why(of, actor(of), written, "en"), tuple)


def test_calls_out_of_turn_or_about_unknown_cards_have_empty_answers() -> None:
    of = table("scopa")
    assert [one.code for one in act(of, 1 - actor(of), "lay 7D")] == ["C0818"]
    assert isinstance(seen(of, 9, "en"), tuple)
    assert isinstance(deal_table(game_of("scopa"), 1, {"precedenza": "boh"}), tuple)
    assert table("scopa", 1, {"players": "4"}).rules.game.players == 4


def test_an_example_is_run_by_its_name() -> None:
    found = run_named_example(game_of("scopa"), "due")
    assert found is not None
    assert found.holds
    assert run_named_example(game_of("scopa"), "nulla") is None


PROGRESS = {
    "en": ("points laid: 15 of the 40 that are needed", "points laid: 48", "points of the opening: +48"),
    "it": ("punti calati: 15 dei 40 che servono", "punti calati: 48", "punti dell'apertura: +48"),
    "fr": ("points posés : 15 sur les 40 qu'il faut", "points posés : 48", "points de l'ouverture : +48"),
}


@pytest.mark.parametrize("code", PROGRESS)
def test_what_a_clause_counts_of_the_turn_is_reported_until_it_is_reached(code: str) -> None:
    """In Scala 40, the page counts the points laid, out of the 40 needed to open, and the points after the chosen cards."""
    of = table("scala40", seed=2)
    assert act(of, actor(of), "draw") == ()
    first, *second = PROGRESS[code]
    assert seat_view(of, actor(of), code).progress == ()
    assert made(of, ("5♥", "5♦", "5♠'"), code) == {(first,)}
    assert act(of, actor(of), "meld 5♥ 5♦ 5♠'") == ()
    assert seat_view(of, actor(of), code).progress == seat_view(of, 1 - actor(of), code).progress == (first,)
    assert made(of, ("JK", "A♣'", "A♠'"), code) == {tuple(second)}
    assert act(of, actor(of), "meld JK/A♥ A♣' A♠'") == ()
    assert seat_view(of, actor(of), code).progress == ()
    assert made(of, ("7♥'", "JK'", "7♦", "7♣"), code) <= {()}  # a player who has opened needs no more points


def made(of: Table, cards: tuple[str, ...], code: str) -> set[tuple[str, ...]]:
    """Return the counted values after the moves that some cards mean."""
    found = chosen(of, actor(of), cards, code)
    assert isinstance(found, CardChoice)
    return {move.makes for move in found.whole}


SIGNS = {
    "en": ("J: knave, F in the text", "Kn: knight, C in the text", "K: king, R in the text"),
    "it": (),
    "fr": ("V : valet, F dans le texte",),
}


@pytest.mark.parametrize("code", SIGNS)
def test_the_signs_of_cards_are_told_where_a_text_writes_others(code: str) -> None:
    assert controls(game_of("scopa"), code).signs == SIGNS[code]


def test_the_pot_and_the_price_of_a_call_are_shown() -> None:
    """A pot is a definition that adds up; the price of a call is the change of the caller's own counter."""
    of = table("five_card_draw")
    assert act(of, actor(of), "bet") == ()
    view = seat_view(of, actor(of))
    assert [memory.values for memory in view.memory if memory.title == "pot"] == [("4",)]
    price = {move.phrase: move.makes for move in view.moves}
    assert price["call"] == ("chips put in the pot: +2",)
    assert price["raise"] == ("chips put in the pot: +4",)
    assert price["fold"] == ()


def test_a_total_of_hidden_cards_is_shown_only_to_their_owner() -> None:
    of = table("gin")
    for seat in range(2):
        (counted,) = (memory.values for memory in seat_view(of, seat).memory if memory.name == "loose")
        assert [value != "" for value in counted] == [owner == seat for owner in range(2)]


def test_a_strength_is_shown_with_the_rank_that_has_it() -> None:
    of = table("president")
    assert play(of, 1) == 1
    (strength,) = (memory.values for memory in seat_view(of, actor(of)).memory if memory.name == "level")
    assert strength == ("1 (three)",)


def test_the_state_of_play_is_said_by_owner_and_idle_memory_is_not() -> None:
    of = table("five_card_draw")
    mover = actor(of)
    assert act(of, mover, "bet") == ()
    said = {memory.name: memory.said for memory in seat_view(of, 0).memory}
    assert said["pot"] == ("pot: 4",)
    assert said["paid"][mover] == "chips put in the pot: 3"
    assert said["spoken"][mover] == "has spoken"
    assert said["spoken"][1 - mover] == ""
    assert said["folded"] == ("", "")
    assert said["rounds"] == ("",)


def test_the_suit_led_is_said_only_while_the_cards_of_the_trick_lie() -> None:
    of = table("tressette")
    said = {memory.name: memory.said for memory in seat_view(of, 0).memory}
    assert said["led"] == ("",)
    tricks = list[tuple[bool, bool]]()
    for _ in range(8):
        assert play(of, 1) == 1
        view = seat_view(of, 0)
        laid = any(zone.size for zone in view.zones if zone.zone == "played")
        (led,) = (memory.said for memory in view.memory if memory.name == "led")
        tricks.append((laid, led != ("",)))
    assert tricks == [(laid, laid) for laid, _ in tricks]
    assert {laid for laid, _ in tricks} == {False, True}


def test_the_tricks_that_each_player_has_made_are_shown() -> None:
    of = table("oh_hell")
    play(of, 15)
    view = seat_view(of, 0)
    (made,) = (memory.values for memory in view.memory if memory.name == "tricks")
    taken = {zone.owner: zone.size // 3 for zone in view.zones if zone.zone == "won"}
    assert [int(number) for number in made] == [taken.get(seat, 0) for seat in range(3)]
    assert sum(map(int, made)) == 4


def test_a_trick_is_told_in_the_order_of_play() -> None:
    of = table("whist")
    assert play(of, 1) == 1
    assert seat_view(of, 0).tricks == ()
    assert play(of, 1) == 1
    first, second = (entry.seat for entry in seat_view(of, 0).log)
    (trick,) = seat_view(of, 0).tricks
    assert trick.index(f"(player {first + 1}), then") < trick.index(f"(player {second + 1})")


def test_the_end_of_a_hand_opens_the_counted_piles_and_words_the_headings() -> None:
    of = table("scopa")
    assert play(of, 20) == 20
    assert any(zone.cards is None and zone.size for zone in seat_view(of, 0).zones if zone.zone == "won")
    play(of, 100)
    view = seat_view(of, 0)
    assert view.over
    assert all(zone.cards is not None for zone in view.zones if zone.zone == "won")
    shares = {share.name: share for share in view.scores[0].shares}
    assert all(share.sentence for share in shares.values() if any(share.points))
    assert all("(player 1)" in share.sentence for share in shares.values() if share.sentence and not any(share.points))
    sizes = [zone.size for zone in view.zones if zone.zone == "won"]
    assert shares["carte"].sentence.startswith(f"{sizes[0]} (player 1), {sizes[1]} (player 2). The ")
    assert shares["scope"].sentence.startswith("Each ") or not any(shares["scope"].points)


def test_the_figures_of_an_earlier_hand_are_not_those_of_the_next() -> None:
    of = table("scopa", match=True)
    play(of, 100)
    assert next_hand(of) == ()
    assert play(of, 10) == 10
    (score,) = seat_view(of, 0).scores
    assert not any("(player 1)" in share.sentence for share in score.shares)


def test_points_of_tricks_that_all_saw_are_shown_to_all() -> None:
    of = table("hearts")
    play(of, 30)
    taken = [{memory.name: memory.values for memory in seat_view(of, seat).memory}["taken_points"] for seat in range(4)]
    assert len({*taken}) == 1
    assert sum(map(int, taken[0])) > 0


def test_a_kind_of_cards_that_the_rules_fix_is_shown() -> None:
    (trumps,) = (memory for memory in seat_view(table("spades"), 0, "it").memory if memory.name == "trump")
    assert trumps.said == ("briscole: picche",)


def test_the_last_play_is_shown_while_it_binds() -> None:
    """A strength to beat is shown with it, and both until the pile is cleared."""
    of, seen_both = table("president"), set[bool]()
    for _ in range(40):
        assert play(of, 1) == 1
        view = seat_view(of, 0)
        said = {memory.name: memory.said for memory in view.memory}
        laid = [entry for entry in view.log if entry.phrase.startswith("play")][-1]
        binds = said["together"] != ("",)
        assert (said["level"] != ("",)) == bool(view.tricks) == binds
        assert not binds or f"(player {laid.seat + 1})" in view.tricks[0]
        seen_both.add(binds)
    assert seen_both == {True, False}


def test_a_move_is_told_of_others_in_the_third_person_and_of_the_reader_in_the_second() -> None:
    of = table("scopa")
    assert play(of, 3) == 3
    for code, theirs, own in (
        ("it", {"lascia", "prende"}, {"lasci", "prendi"}),
        ("fr", {"laisse", "prend"}, {"laissez", "prenez"}),
        ("en", {"lays", "captures"}, {"lay", "capture"}),
    ):
        log = seat_view(of, 0, code).log
        assert {entry.seat for entry in log} == {0, 1}
        for entry in log:
            assert entry.done.split(" ")[0] in (own if entry.seat == 0 else theirs)


def test_cards_that_come_into_hands_are_logged_as_each_player_knows_them() -> None:
    """Seat 0 fishes a queen and a four; seat 1 asks for the eight that seat 0 has."""
    of = table("go_fish", 2)
    for seat, written in ((0, "ask ten from 2"), (0, "ask queen from 2"), (0, "ask queen from 2")):
        asks = [move.phrase for move in seat_view(of, seat).moves]
        found = next(phrase for phrase in asks if {"ten": "dieci", "queen": "donna"}[written.split()[1]] in phrase)
        assert act(of, seat, found) == ()
    logs = [[entry.gains for entry in seat_view(of, seat).log] for seat in range(2)]
    assert logs[0][0] == logs[1][0] == ("player 1 gets the ten of clubs from player 2",)
    assert logs[0][1] == ("player 1 draws the queen of hearts (stock)",)
    assert logs[1][1] == ("player 1 draws 1 card (stock)",)
    assert seat_view(of, 0, "it").log[0].gains == ("il giocatore 1 riceve il dieci di fiori dal giocatore 2",)


def test_points_of_the_play_are_logged_with_the_rules_that_give_them() -> None:
    of = table("cribbage", 4)
    play(of, 12)
    assert [gain for entry in seat_view(of, 0).log for gain in entry.gains] == [
        "points: 2 (player 1), equal cards +2",
        "points: 6 (player 1), thirty-one +2, equal cards +2",
        "points: 1 (player 2), the last card +1",
    ]
    assert "punti: 6 (il giocatore 1), trentuno +2, le carte uguali +2" in [
        gain for entry in seat_view(of, 1, "it").log for gain in entry.gains
    ]


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        (["A♥", "A♦", "7♣", "4♠", "2♠"], "a pair"),
        (["A♥", "A♦", "7♣", "7♠", "2♠"], "two pairs"),
        (["A♥", "A♦", "A♣", "7♠", "7♥"], "a full house"),
        (["A♥", "2♦", "3♣", "4♠", "5♠"], "a straight"),
        (["A♥", "3♥", "9♥", "4♥", "5♥"], "a flush"),
        (["A♥", "3♥", "9♥", "4♥", "6♠"], "a high card"),
    ],
)
def test_a_hand_has_the_name_of_its_case(cards: list[str], name: str) -> None:
    rules = rules_of("five_card_draw")
    state, numbers = table("five_card_draw").proceedings.state, [rules.game.card_number[code] for code in cards]
    assert hand_in_words(rules, state, "hand", numbers, "en") == name
    assert hand_in_words(rules, state, "thrown", numbers, "en") == ""


def test_an_empty_place_is_shown_if_moves_take_cards_from_it() -> None:
    """The table of Scopa is still a place when it is empty; the rows of Durak appear with their first card."""
    of = table("scopa")
    while of.proceedings.state.cells[of.rules.layout.places["table"].slot]:
        assert play(of, 1)
    assert ("table", 0) in {(zone.zone, zone.size) for zone in seat_view(of, 0).zones}
    shown = [(zone.zone, zone.size) for zone in seat_view(table("durak"), 0).zones if zone.owned_by == "table"]
    assert shown
    assert all(size for _, size in shown)


@pytest.mark.parametrize(("code", "aim"), [("en", "The aim is to take"), ("it", "Si cerca di fare")])
def test_a_table_has_the_aim_of_its_game(code: str, aim: str) -> None:
    assert seat_view(table("agram"), 0, code).aim.startswith(aim)


def test_open_cards_that_are_laid_one_by_one_are_named_at_the_count() -> None:
    """In Cribbage the first two cards that a player lays may be of a suit, which makes no flush."""
    of = table("cribbage")
    suited = [of.rules.game.card_number[code] for code in ("2♠", "3♠", "5♠", "10♠")]
    assert hand_in_words(of.rules, of.proceedings.state, "played", suited, "en") == ""
    play(of, 20)
    assert of.actor is None
    assert hand_in_words(of.rules, of.proceedings.state, "played", suited, "en") == "four cards of a suit"


def test_only_the_own_hand_is_named_before_the_showdown() -> None:
    of = table("five_card_draw")
    for seat in range(2):
        (named,) = (memory for memory in seat_view(of, seat).memory if memory.name == "hand named")
        assert [text != "" for text in named.said] == [owner == seat for owner in range(2)]


def test_a_sweep_is_announced_with_its_picture() -> None:
    of = table("scopa", 1)
    announced = 0
    for _ in range(36):
        play(of, 1)
        for one in seat_view(of, 0, "it").swept:
            if one.number == len(of.done):
                announced += one.went.startswith("Scopa!")
    (scope,) = (memory.values for memory in seat_view(of, 0).memory if memory.name == "scope")
    assert announced == sum(map(int, scope)) > 0
