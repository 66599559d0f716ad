"""The drawings show every card of a record, as it was read, and nothing else."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner
from tests.levels import at_night
from tests.rulebook.played_hands import History, checked, moves_of, played
from tests.rulebook.whole_page import whole_page

from cartaro.main import cartaro as command
from cartaro_grammar import load_texts
from cartaro_grammar.model.game import Holds
from cartaro_interpreter import Json, JsonReader, read_entry
from cartaro_rulebook.cards.steps import Drawing, HistoryFault, followed, memory_rows, places
from cartaro_rulebook.publication.strict_checks import undrawn
from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.evidence_page import drawing_for, entry_text, history, stepper
from cartaro_verify import as_json, from_json, verify

pytestmark = pytest.mark.slow

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (Path(__file__).parents[2] / "rulesets").rglob("*.regole")}
SMALL = Path(__file__).parents[1] / "verify" / "soundness"
PLACE = r'<div data-place="(?:stock|table|hand|won|melds|discards|lead|shown)[-\d]*">.*?</div>'
Drawn = tuple[str, str]
"""The text on a card, and the text in its corner if it is read as another card."""


class Cards(HTMLParser):
    """The cards that each step of a list names, and the cards of each row of a position, as they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[list[Drawn]] = []
        self.rows: list[list[list[Drawn]]] = []
        self.here: list[Drawn] = []
        self.apart = False
        self.part = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if "said" in classes:
            self.items.append([])
            self.here, self.apart = self.items[-1], False
        elif tag == "dd":
            self.rows.append([])
            self.apart = True
        elif "strip" in classes:
            self.apart = True
        elif "face" in classes:
            if self.apart:
                self.rows[-1].append([])
                self.here, self.apart = self.rows[-1][-1], False
            self.here.append(("", ""))
        self.part = {"u": "small"}.get(tag, tag) if tag in ("b", "i", "small", "u") else ""

    def handle_endtag(self, tag: str) -> None:
        self.part = "small" if tag == "u" else ""

    def handle_data(self, data: str) -> None:
        if self.part:
            own, corner = self.here[-1]
            self.here[-1] = (own, corner + data) if self.part == "small" else (own + data, corner)


def seen(code: str) -> Drawn:
    """The expected picture of a card of a record: `JK'/9♣/1` is a joker with a nine of clubs and 1 in its corner."""
    own, *reading = code.split("/")
    star = "★" if own.startswith("JK") else ""
    return own.rstrip("'") + star, " ".join(part.rstrip("'") for part in reading)


def codes(value: object, known: Mapping[str, int]) -> Iterator[str]:
    """The codes of cards anywhere in a value of a record."""
    if isinstance(value, str):
        if value.split("/")[0] in known:
            yield value
    elif isinstance(value, list):
        for part in cast("list[object]", value):
            yield from codes(part, known)


def drawing(name: str, code: str = "it") -> Drawing:
    game = checked(name)
    return drawing_for(page_for(Ruleset(game), code), {}, game.players)


def said(moves: list[dict[str, object]], name: str, code: str) -> str:
    """Return descriptions of moves, in order."""
    here = drawing(name, code)
    entries = [read_entry(JsonReader(here.game), cast("Json", move), 1) for move in moves]
    return "".join(f'<p class="said">{entry_text(entry, here)}</p>' for entry in entries if entry is not None)


def drawn(shown: str) -> Cards:
    found = Cards()
    found.feed(shown)
    return found


@pytest.mark.sweep("scala40", "scopa")
@pytest.mark.parametrize("name", ["scopa", "cirulla", "escoba", "rubamazzo", "scopone", "tablanette", "ramino", "scala40"])
def test_every_move_has_the_cards_of_its_record(name: str) -> None:
    game = checked(name)
    page = page_for(Ruleset(game), "it")
    read = 0
    for seed in (1, 2) if game.faces.count == game.faces.pack else (1,):
        found = played(game, seed)
        items = drawn(history(found, "attained", page, "h-it")).items
        assert len(items) == len(moves_of(found)) + 1
        for move, cards in zip(moves_of(found), items[1:], strict=True):
            expected = [seen(c) for value in move.get("args", {}).values() for c in codes(value, game.card_number)]
            assert Counter(cards) == Counter(expected), move
            read += sum(bool(corner) for _, corner in cards)
    assert bool(read) is (game.faces.count > game.faces.pack)


def test_a_meld_is_drawn_as_it_lies() -> None:
    melds = [["10♠'", "J♠'", "JK/Q♠", "K♠"], ["JK'''/9♣", "9♦", "9♥"], ["A♥/1", "2♥", "3♥"]]
    position = {"zones": {"melds": melds, "hand": {"1": ["7♥"], "2": []}}}
    rows = drawn(stepper(["…"], [position], drawing("scala40"), "h-it")).rows
    assert rows[0] == [[seen(code) for code in meld] for meld in melds]
    assert rows[1:] == [[[("7♥", "")]]]


def test_a_card_that_is_read_as_another_is_named_so() -> None:
    shown = said([{"act": "meld", "args": {"group": ["10♠'", "J♠'", "JK/Q♠", "K♠"]}}], "scala40", "it")
    assert 'aria-label="jolly come donna di picche"' in shown
    assert "Calare" in shown


def steps_of(shown: str) -> list[str]:
    return re.findall(r'<li class="step" id="([^"]*)">', shown)


def test_a_long_history_is_whole_and_its_middle_is_folded() -> None:
    game = checked("scopa")
    found = played(game, 1)
    shown = history(found, "attained", page_for(Ruleset(game), "it"), "h-it")
    assert steps_of(shown) == [f"h-it-{n}" for n in range(len(moves_of(found)) + 1)]
    before, folded = shown.split("<details>")
    assert steps_of(before) == [f"h-it-{n}" for n in range(5)]
    assert steps_of(folded.split("</details>")[1]) == [f"h-it-{n}" for n in range(33, 37)]


def values(shown: str) -> dict[str, str]:
    """Return the values of each row at the end of a list of steps, by the key of its place."""
    return dict(re.findall(r'data-place="([^"]*)"><dt>.*?</dt> <dd>(.*?)</dd>', shown))


def cards(row: str) -> list[str]:
    """Return the corner and the sign of each card of a row."""
    return ["".join(found) for found in re.findall(r"<b [^>]*>(.*?)<i>(.*?)</i>", row)]


@pytest.mark.parametrize("name", at_night(["scopa", "scala40"], by_day=["scopa"]))
def test_the_rows_that_steps_change_make_up_the_last_position(name: str) -> None:
    """The last step shows all places. The changes of all steps, applied in order, give the same cards; for a pile that nobody
    sees, they give the same number.
    """
    here = drawing(name)
    steps = followed(here.game, played(here.game, 2).record).steps
    shown = stepper(["…"] * len(steps), [step.position for step in steps], here, "h-it")
    *before, last = shown.split('<li class="step"')
    whole, built = values(last), values("".join(before))
    for key, cards in places(steps[-2].position).items():
        if key in whole and cards == places(steps[-1].position)[key] and "count" not in whole[key]:
            if "count" in built[key]:
                assert built[key].startswith(f'<span class="count">{len(cast("list[object]", cards))} carte</span>'), key
            else:
                assert whole[key] == built[key], key


def test_a_step_states_who_did_it_and_by_which_article() -> None:
    game = checked("scopa")
    shown = history(played(game, 1), "refuted", page_for(Ruleset(game), "it"), "h-it")
    assert '<p class="said">Le carte sono distribuite: comincia il giocatore 1.</p>' in shown
    assert re.search(
        r"<strong>Il giocatore 2</strong> lascia .*? in tavola\.[^<]*<small class=\"by\"><a href=\"#c-lascia\">Art. 3 «", shown
    )
    assert shown.count('class="outcome breaks"') == 1
    assert shown.index('class="outcome breaks"') > shown.index('id="h-it-36"')


@pytest.mark.parametrize("name", at_night(["scopa", "scala40"], by_day=["scopa"]))
def test_the_record_of_a_history_replays_wherever_it_stops(name: str, tmp_path: Path) -> None:
    game = checked(name)
    whole = played(game, 3)
    for last in (1, len(moves_of(whole))):
        record = {**whole.record, "moves": moves_of(whole)[:last]}
        steps = followed(game, record).steps
        shown = history(History(record, steps[-1].position), "refuted", page_for(Ruleset(game), "it"), "h-it")
        link = re.search(r'href="data:application/json;base64,([^"]*)" download="([^"]*)"', shown)
        assert link is not None
        file = tmp_path / link[2]
        file.write_bytes(b64decode(link[1]))
        answer = CliRunner().invoke(command, ["replay", name, str(file)])
        assert answer.exit_code == 0, answer.output


@pytest.mark.parametrize("name", ["remzero", "nobody", "stuck"])
def test_what_a_verifier_finds_is_drawn_as_it_reads_it_back(name: str) -> None:
    """In two of these games the last move leads to a case that the rules do not decide; it is a step all the same."""
    game = checked(SMALL / f"{name}.regole")
    results = [from_json(json.loads(json.dumps(as_json(result)))) for result in verify(game)]
    found = [result for result in results if result.witness is not None]
    assert found
    for result in found:
        assert result.witness is not None
        shown = history(result.witness, result.verdict, page_for(Ruleset(game), "en"), "h-it")
        assert len(steps_of(shown)) == len(moves_of(result.witness)) + 1


def changed(found: History, **parts: object) -> History:
    return History({**found.record, **parts}, found.position)


@pytest.mark.parametrize("wrong", ["card", "act", "card of a place", "place", "players", "illegal", "pack"])
def test_what_cannot_be_read_or_replayed_is_reported(wrong: str) -> None:
    game = checked("scopa")
    whole = played(game, 1)
    moves = moves_of(whole)
    broken = {
        "card": changed(whole, moves=[{"act": "lay", "args": {"card": "XX"}}]),
        "act": changed(whole, moves=[{"act": "fly"}]),
        "card of a place": History(whole.record, {"zones": {"table": ["7D", "ZZ"]}}),
        "place": History(whole.record, {"zones": {"sky": ["7D"]}}),
        "players": changed(whole, players=9),
        "illegal": changed(whole, moves=[*moves[:4], *moves[5:]]),
        "pack": changed(whole, stock=["7D"]),
    }
    with pytest.raises(HistoryFault):
        history(broken[wrong], "refuted", page_for(Ruleset(game), "it"), "h-it")


def test_the_end_of_a_turn_and_rulings_are_drawn() -> None:
    moves: list[dict[str, object]] = [{"act": "end turn"}, {"ruling": "ripete"}, {"ruling": "glimpsed", "args": {"card": "7♥"}}]
    shown = said(moves, "scala40", "en")
    assert drawn(shown).items == [[], [], [("7♥", "")]]
    assert "End the turn" in shown
    assert 'href="#c-ripete"' in shown


@pytest.mark.parametrize(("verdict", "frame"), [("refuted", "counterexample"), ("attained", "witness"), ("proved", "instance")])
def test_a_witness_has_a_frame_of_its_own(verdict: str, frame: str) -> None:
    game = checked("scopa")
    shown = history(played(game, 1), verdict, page_for(Ruleset(game), "it"), "h-it")
    assert f'class="history {frame}"' in shown


def likeness(corner: str) -> str:
    """Return the card that a corner names, without the place in the sequence for which it is read."""
    return next((word for word in corner.split() if not word.isdigit()), "")


def test_an_example_in_which_something_is_done_is_followed() -> None:
    game = checked("scopa")
    text = whole_page(Ruleset(game), "it")
    at = text.index('id="e-scopa"')
    shown = text[at : text.index("\n", at)]
    assert steps_of(shown) == ["e-scopa-0", "e-scopa-1"]
    table = {key: cards(found) for key, found in values(shown.split('id="e-scopa-1"')[0]).items()}
    after = {key: cards(found) for key, found in values(shown.split('id="e-scopa-1"')[1]).items()}
    assert (table["table"], after["table"]) == (["6C", "3S"], [])


@pytest.mark.sweep("scala40", "scopa")
@pytest.mark.parametrize("name", ["scala40", "ramino", "scopa", "tablanette"])
def test_the_examples_have_the_cards_of_their_positions(name: str) -> None:
    """Every card that an example places is drawn in its position, as it is read."""
    game = checked(name)
    text = whole_page(Ruleset(game), "it")
    for example in game.examples:
        at = text.index(f'id="e-{example.name}"')
        first = text[at : text.index("\n", at)].split("<ul ")[0].split(f'id="e-{example.name}-1"')[0]
        shown = drawn("".join(re.findall(PLACE, first)) if "data-place" in first else first)
        held = [line for line in example.lines if isinstance(line, Holds)]
        expected = Counter(
            (seen(game.deck.cards[card].code)[0], "" if like is None else seen(game.deck.cards[like].code)[0])
            for line in held
            for cards, readings in zip(line.cards, line.readings or ((),) * len(line.cards), strict=True)
            for card, like in zip(cards, readings or (None,) * len(cards), strict=True)
        )
        lying = (card for row in shown.rows for group in row for card in group)
        assert Counter((own, likeness(corner)) for own, corner in lying) == expected, example.name


def test_cards_are_drawn_as_their_pack_says() -> None:
    text = whole_page(Ruleset(checked("ramino")), "fr")
    assert re.search(r'class="face s-hearts p-7"[^>]*>7<i>♥</i>', text)
    assert re.search(r'class="face s-clubs p-10"[^>]*>10<i>♣</i>', text)
    assert re.search(r'class="face s-spades f-queen" role="img" aria-label="dame de pique"[^>]*>D<', text)
    assert re.search(r'class="face tone-none f-joker"[^>]*aria-label="joker"[^>]*>JK<i>★</i>', text)


def test_a_corner_is_in_the_language_of_the_reader() -> None:
    corners = {}
    for code in ("it", "en", "fr"):
        pictures = page_for(Ruleset(checked("scopa")), code).pictures
        corners[code] = re.findall(
            r"<b [^>]*>(.*?)<i>", pictures.row(checked("scopa").card_number[c] for c in ("AD", "7D", "FD", "CD", "RD"))
        )
    assert corners == {"it": list("A7FCR"), "en": ["A", "7", "J", "Kn", "K"], "fr": list("A7VCR")}


@pytest.mark.parametrize(("opened", "said"), [({"1": True, "2": False}, "giocatore 1"), ({"1": False, "2": False}, "no / no")])
def test_a_flag_of_players_says_of_whom_it_holds(opened: dict[str, bool], said: str) -> None:
    [(_, row)] = memory_rows({"counters": {"opened": opened}}, drawing("scala40"))
    assert said in row


def test_a_counter_that_has_no_plural_is_named_in_the_singular() -> None:
    own = (
        TEXTS["bestia.regole"]
        + '\narticle 9 "The pot"\n  counter pot for the hand it "il piatto" en "the pot" fr "la cagnotte"\n'
    )
    game, found = load_texts({**TEXTS, "bestia.regole": own}, "bestia.regole")
    assert game is not None, found
    [(_, row)] = memory_rows({"counters": {"pot": 9}}, drawing_for(page_for(Ruleset(game), "it"), {}, game.players))
    assert "Il piatto" in row


def test_a_suit_without_a_drawing_keeps_its_sign_and_a_tone() -> None:
    own = TEXTS["scopone.regole"] + 'pictures\n  denari as "ducks"\n'
    game, found = load_texts({**TEXTS, "scopone.regole": own}, "scopone.regole")
    assert game is not None, found
    row = page_for(Ruleset(game), "it").pictures.row([game.card_number["7D"], game.card_number["7C"]])
    assert re.findall(r'class="([^"]*)" role', row) == ["face tone-2 p-7", "face s-cups p-7"]
    assert list(undrawn(game)) == ["`scopone`: `denari` is drawn as `ducks`, but there is no drawing with this name"]


def test_the_last_step_draws_all_that_a_side_has_taken() -> None:
    """The cards taken show which of them refute a claim about takings; for a stock, the number is enough."""
    here = drawing("scopa")
    steps = followed(here.game, played(here.game, 1).record).steps
    shown = stepper(["…"] * len(steps), [step.position for step in steps], here, "h-it")
    last = values(shown.rpartition('<li class="step"')[2])
    taken = {key: held for key, held in places(steps[-1].position).items() if key.startswith("won-")}
    assert max(len(cast("list[str]", held)) for held in taken.values()) > 14
    assert {key: len(cards(last[key])) for key in taken} == {key: len(cast("list[str]", held)) for key, held in taken.items()}


def test_a_history_begins_without_the_places_that_are_still_empty() -> None:
    shown = history(played(game := checked("scopa"), 1), "refuted", page_for(Ruleset(game), "it"), "h-it")
    first = shown.partition("<ol")[2].partition("</li>")[0]
    assert 'data-place="hand-1"' in first
    assert 'data-place="won-1"' not in first
    assert "—" not in first


def test_what_is_empty_at_the_end_comes_last() -> None:
    shown = history(played(game := checked("scopa"), 1), "refuted", page_for(Ruleset(game), "it"), "h-it")
    rows = re.findall(r"<div (?:data-\w+ )*?(data-none )?(?:data-\w+ )*data-place", shown.rpartition("<li")[2])
    assert rows == sorted(rows)
    assert any(rows)
