"""The cache between runs uses only a folder that the user owns, and its contents are checked before they are used."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.levels import at_night

import cartaro_interpreter
from cartaro.commands import check
from cartaro.verdicts import VerdictCache, VerdictJson, load_or_decide
from cartaro_grammar import Diagnostic
from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.syntax import cache_folder, lark_parser, tree, tree_cache
from cartaro_grammar.syntax.tree_cache import parse_cached
from cartaro_grammar.text.reading import read_source
from cartaro_grammar.text.source import Source
from cartaro_verify import Result
from cartaro_verify.results.statements import PlainMethod

KEY = cache_folder.cache_key(b"made of this")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder, empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "cartaro"


def source() -> Source:
    path = shipped_folder() / "fishing" / "rubamazzo.regole"
    found = read_source(path, str(path))
    assert isinstance(found, Source)
    return found


def test_a_cached_body_is_read_again() -> None:
    cache_folder.write("a", KEY, b"body")
    assert cache_folder.read("a", KEY) == b"body"
    assert cache_folder.read("a", cache_folder.cache_key(b"of something else")) is None
    assert cache_folder.read("b", KEY) is None


def test_parts_of_a_key_do_not_run_together() -> None:
    assert cache_folder.cache_key(b"ab", b"c") != cache_folder.cache_key(b"a", b"bc")


def test_only_the_user_may_write_there(folder: Path) -> None:
    before = os.umask(0)
    try:
        cache_folder.write("a", KEY, b"body")
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "a").stat().st_mode) == 0o600


def open_to_others(folder: Path) -> None:
    (folder / "a").chmod(0o666)


def cut(folder: Path) -> None:
    (folder / "a").write_bytes((folder / "a").read_bytes()[:-1])


def changed(folder: Path) -> None:
    (folder / "a").write_bytes((folder / "a").read_bytes()[:-1] + b"?")


def linked(folder: Path) -> None:
    (folder / "a").rename(folder / "b")
    (folder / "a").symlink_to(folder / "b")


def piped(folder: Path) -> None:
    (folder / "a").unlink()
    os.mkfifo(folder / "a")


def foldered(folder: Path) -> None:
    (folder / "a").unlink()
    (folder / "a").mkdir()


@pytest.mark.parametrize("spoil", [open_to_others, cut, changed, linked, piped, foldered])
def test_a_file_that_others_can_write_is_not_read(folder: Path, spoil: Callable[[Path], None]) -> None:
    cache_folder.write("a", KEY, b"body")
    spoil(folder)
    assert cache_folder.read("a", KEY) is None


def test_a_folder_of_another_user_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    cache_folder.write("a", KEY, b"body")
    with monkeypatch.context() as another:
        another.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert cache_folder.read("a", KEY) is None
        cache_folder.write("b", KEY, b"body")
    assert cache_folder.read("b", KEY) is None


def test_no_home_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home folder (in a container, `nobody`) has no cache, unless they choose a folder."""
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "none"))
    cache_folder.write("a", KEY, b"body")
    assert cache_folder.read("a", KEY) is None
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "said" / "so"))
    cache_folder.write("a", KEY, b"body")
    assert cache_folder.read("a", KEY) == b"body" or sys.platform != "linux"


def test_leftovers_of_killed_runs_are_removed(folder: Path) -> None:
    cache_folder.write("a", KEY, b"body")
    left, fresh, stale = folder / "a.1.part", folder / "a.2.part", folder / "old.tree"
    for path in (left, fresh, stale):
        path.write_bytes(b"half")
    os.utime(left, (0, time.time() - 2 * cache_folder.ABANDONED_AFTER))
    os.utime(stale, (0, time.time() - 2 * cache_folder.STALE_AFTER))
    cache_folder.write("b", KEY, b"body")
    assert sorted(path.name for path in folder.iterdir()) == ["a", "a.2.part", "b"]


def test_reading_runs_no_code() -> None:
    with pytest.raises(pickle.UnpicklingError):
        cache_folder.unpickle(b"cos\nsystem\n(S'true'\ntR.", (tree.File,))
    with pytest.raises(pickle.UnpicklingError):
        cache_folder.unpickle(pickle.dumps(Path("a")), (tree.File,))


def test_a_tree_that_is_nested_beyond_its_text_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = parse_cached(source(), shipped=True)
    (entry,) = folder.glob("rubamazzo.regole-*.tree")
    nested = b"\x80\x04)" + b"\x85" * 3_000_000 + b"."
    entry.write_bytes(entry.read_bytes()[:32] + hashlib.sha256(nested).digest() + nested)
    read = list[int]()

    def unpickle(body: bytes, classes: object) -> object:
        read.append(len(body))
        raise pickle.UnpicklingError(classes)

    monkeypatch.setattr(tree_cache, "unpickle", unpickle)
    assert parse_cached(source(), shipped=True) == made
    assert read == []


def test_a_tree_is_cached_and_read(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    made = parse_cached(source(), shipped=True)
    assert list(folder.glob("rubamazzo.regole-*.tree"))
    monkeypatch.setattr("cartaro_grammar.syntax.parser.parse", None)
    assert parse_cached(source(), shipped=True) == made


@pytest.mark.parametrize("name", ["fishing/rubamazzo", "fishing/scopa.prove", "rummy/scala40", "lib/italian_deck"])
def test_a_cached_tree_has_the_spans_of_the_parsed_tree(name: str, folder: Path) -> None:
    """Trees are equal whatever their spans are, so their representations are compared; an entry does not repeat the text."""
    path = shipped_folder() / f"{name}.regole"
    read = read_source(path, str(path))
    assert isinstance(read, Source)
    made = parse_cached(read, shipped=True)
    found = parse_cached(read, shipped=True)
    assert found is not made
    assert repr(found) == repr(made)
    (entry,) = folder.glob("*.tree")
    comment = read.text.partition("\n")[0].encode()
    assert comment not in entry.read_bytes()


def test_a_tree_with_too_few_spans_is_parsed_again(folder: Path) -> None:
    made = parse_cached(source(), shipped=True)
    (entry,) = folder.glob("rubamazzo.regole-*.tree")
    spans, words, shape = pickle.loads(entry.read_bytes()[64:])
    for cut in (((b"", b""), words, shape), (spans, (words[0][:-1], words[1][:-1]), shape), (spans, words)):
        cache_folder.write(entry.name, entry.read_bytes()[:32], pickle.dumps(cut))
        assert repr(parse_cached(source(), shipped=True)) == repr(made)


def test_an_invalid_cached_tree_is_parsed_again(folder: Path) -> None:
    made = parse_cached(source(), shipped=True)
    place = next(folder.glob("*.tree"))
    key = place.read_bytes()[:32]
    for wrong in (pickle.dumps("no tree"), b"no pickle", pickle.dumps(Path("a"))):
        cache_folder.write(place.name, key, wrong)
        assert parse_cached(source(), shipped=True) == made


def test_parser_tables_are_cached_and_built_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def words() -> tuple[str, ...]:
        lark_parser.parser.cache_clear()
        return tuple(terminal.name for terminal in lark_parser.parser().terminals)

    made = words()
    place = next(folder.glob("*.tables"))
    with monkeypatch.context() as changed:
        changed.setattr(lark_parser, "GRAMMAR", folder / "none")
        assert words() == made
    for wrong in (pickle.dumps({}), b"no pickle", pickle.dumps({"data": {"options": {}}, "memo": {}})):
        cache_folder.write(place.name, place.read_bytes()[:32], wrong)
        assert words() == made


def plain_file(cache: Path) -> None:
    cache.write_bytes(b"")


def not_writable(cache: Path) -> None:
    cache.mkdir(mode=0o500)


def link_in_a_circle(cache: Path) -> None:
    cache.symlink_to(cache)


def not_writable_inside(cache: Path) -> None:
    cache.mkdir()
    (cache / "cartaro").mkdir(mode=0o500)


RUN = "from cartaro.main import main; main()"


@pytest.mark.parametrize(
    "spoil", at_night([plain_file, not_writable, link_in_a_circle, not_writable_inside], by_day=[plain_file])
)
@pytest.mark.slow
def test_a_folder_that_cannot_be_used_costs_time_alone(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    spoil(tmp_path / "cache")
    done = subprocess.run([sys.executable, "-c", RUN, "check", "rubamazzo"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "rubamazzo: no mistakes found\n", "")


def test_who_has_no_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nowhere(name: str, appauthor: bool) -> Path:
        return Path("~/.cache") / name if not appauthor else Path()

    monkeypatch.setattr(cache_folder, "user_cache_path", nowhere)
    monkeypatch.chdir(tmp_path)
    cache_folder.write("a", KEY, b"body")
    assert cache_folder.read("a", KEY) is None
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------------------------------- verdicts

NO_SLOTS: dict[str, object] = {}
REPLAYED, GAVE_UP = {"form": "replayed", "slots": NO_SLOTS}, {"form": "gave_up", "slots": NO_SLOTS}
ROW: VerdictJson = {
    "game": "rubamazzo", "name": "conserved", "kind": "obligation", "verdict": "proved",
    "method": "a hand that the interpreter has replayed", "words": {"method": REPLAYED}, "seconds": 0.5,
    "settings": {}, "cites": [], "text": {"en": "kept"}, "players": 2, "house_rules": {},
}  # fmt: skip


def place() -> VerdictCache:
    game = load_game("rubamazzo")
    assert isinstance(game, Game)
    return VerdictCache.for_game(game, "conserved")


def test_a_verdict_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test that written verdicts can be read again: they are stored in the form in which they are requested."""

    def decided(game: Game, *_: object) -> list[Result]:
        return [Result(game.name, "conserved", "obligation", "proved", PlainMethod.REPLAYED, 0.1234567, players=game.players)]

    monkeypatch.setattr("cartaro_verify.decide", decided)
    found = load_or_decide("rubamazzo", {}, "conserved")
    assert [value["method"] for value in found if not isinstance(value, Diagnostic)] == [
        "a hand that the interpreter has replayed"
    ]
    monkeypatch.setattr("cartaro_verify.decide", None)
    assert load_or_decide("rubamazzo", {}, "conserved") == found
    assert place().read() == found


def test_a_verdict_with_a_witness_is_of_its_form() -> None:
    shown: VerdictJson = {"record": {"stock": [], "moves": []}, "position": {"zones": {}}, "moves": 0}
    words: VerdictJson = {"method": REPLAYED, "reason": GAVE_UP}
    refuted: VerdictJson = {
        **ROW,
        "verdict": "refuted",
        "reason": "the solver gave up",
        "words": words,
        "counterexample": shown,
    }
    place().write([refuted])
    assert place().read() == [refuted]


EMPTY_STOCK = {"form": "fact_empty", "slots": {"x": {"form": "zone", "slots": {"name": "stock"}}, "n": 0}}
CASE: VerdictJson = {
    "players": 2, "case": "a hand begins", "invariants": ["stock is empty"],
    "words": {"case": {"form": "case_deal", "slots": {}}, "invariants": [EMPTY_STOCK]},
}  # fmt: skip
ALLOWED: VerdictJson = {"zones": {}, "counters": {}, "note": "allowed"}
UNKNOWN: VerdictJson = {
    **{key: value for key, value in ROW.items() if key != "words"},
    **{"verdict": "unknown", "method": "", "open": {**CASE, "position": ALLOWED}},
}


def test_a_verdict_with_an_open_case_is_of_its_form() -> None:
    place().write([UNKNOWN])
    assert place().read() == [UNKNOWN]


FORGED: dict[str, Any] = {
    "an open case that is none": [{**UNKNOWN, "open": "case"}],
    "an open case without a case": [{**UNKNOWN, "open": {"players": 2, "invariants": []}}],
    "the invariants of an open case": [{**UNKNOWN, "open": {**CASE, "invariants": [5]}}],
    "the position of an open case": [{**UNKNOWN, "open": {**CASE, "position": {**ALLOWED, "zones": []}}}],
    "the move of an open case": [{**UNKNOWN, "open": {**CASE, "played": {"act": "play", "args": []}}}],
    "nothing": [],
    "numbers": [1],
    "an object": {},
    "no name": [{key: value for key, value in ROW.items() if key != "name"}],
    "settings": [{**ROW, "settings": 5}],
    "another verdict": [{**ROW, "verdict": "certain"}],
    "another game": [{**ROW, "game": "scopa"}],
    "other players": [{**ROW, "players": 4}],
    "more than is asked": [ROW, {**ROW, "name": "ends"}],
    "a key too many": [{**ROW, "sure": True}],
    "cites": [{**ROW, "cites": "F1"}],
    "cites of numbers": [{**ROW, "cites": [1]}],
    "seconds": [{**ROW, "seconds": "long"}],
    "method": [{**ROW, "method": None}],
    "a witness of nothing": [{**ROW, "example": {}}],
    "a witness without zones": [{**ROW, "example": {"record": {"stock": [], "moves": []}, "position": {}, "moves": 0}}],
    "a witness of another form": [{**ROW, "counterexample": {"record": [], "position": {"zones": {}}, "moves": 0}}],
}


@pytest.mark.parametrize("name", FORGED)
def test_verdicts_of_another_form_are_not_taken(name: str) -> None:
    cache_folder.write(place().cached.name, place().key, json.dumps(FORGED[name]).encode())
    assert place().read() is None


@pytest.mark.parametrize("body", [b"x", b"[" * 10_000, b"\xff"])
def test_verdicts_that_are_not_json_are_not_taken(body: bytes) -> None:
    cache_folder.write(place().cached.name, place().key, body)
    assert place().read() is None


def test_a_verdict_changed_by_hand_is_not_taken(folder: Path) -> None:
    place().write([{**ROW, "verdict": "unknown"}])
    path = folder / place().cached.name
    path.write_bytes(path.read_bytes().replace(b"unknown", b"proved "))
    assert place().read() is None


def test_a_verdict_depends_on_all_that_makes_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The key covers texts, house rules, players, the question, and every file of the packages, including the grammar."""
    (tmp_path / "inner").mkdir()
    names = ("a.py", "syntax.lark", "inner/b.py", "inner/words.toml")
    for name in names:
        (tmp_path / name).write_text("1", encoding="utf-8")

    def code() -> bytes:
        cache_folder.code_digest.cache_clear()
        return cache_folder.code_digest(tmp_path)

    keys = {code()}
    for name in names:
        (tmp_path / name).write_text("2", encoding="utf-8")
        keys.add(code())
    assert len(keys) == len(names) + 1
    found = {place().key}
    for rules, settings in (("rubamazzo", {"players": "4"}), ("scopa", {}), ("scopa", {"ultima": "presa"})):
        game = load_game(rules, settings)
        assert isinstance(game, Game)
        found |= {VerdictCache.for_game(game, only).key for only in (None, "ends")}
    monkeypatch.setattr("cartaro.verdicts._code_digest", lambda: b"another")
    assert len(found | {place().key}) == 8


STUCK = """
game stuck
  title "Stuck"
  use french_deck, parlour

article 1 "The game"
  two: there are 2 players
  pack: the pack has 1 of every rank and suit
  at the start of the hand
    share: deal 2 from stock to each hand
  act keep card
    card is one of hand of player
    move card to stock
  may: the player may keep when number of hand is 2
  turn: in a turn the player must keep
  done: the hand ends when every hand is empty
"""


def test_the_first_moves_of_a_text_without_faults_are_played_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played, play = list[str](), cartaro_interpreter.faults_at_every_number_of_players

    def counted(game: Game) -> tuple[Diagnostic, ...]:
        played.append(game.name)
        return play(game)

    stuck = tmp_path / "stuck.regole"
    stuck.write_text(STUCK, encoding="utf-8")
    monkeypatch.setattr(cartaro_interpreter, "faults_at_every_number_of_players", counted)
    codes = [CliRunner().invoke(check.command, [name]).exit_code for name in ("guerra", "guerra", str(stuck), str(stuck))]
    assert codes == [0, 0, 1, 1]
    assert played == ["guerra", "stuck", "stuck"]
