"""The shipped pieces of rules: each piece has no mistakes, its examples hold, it is played to the end, and it changes play."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from tests.levels import at_night, by_level

import cartaro
from cartaro_grammar import Source, format_source, load_checked, load_files, tree
from cartaro_grammar.file_set import shipped_folder

FOLDER = shipped_folder() / "lib" / "pieces"
PATHS = sorted(FOLDER.glob("*.regole"))
PIECES = [path for path in PATHS if path.read_text(encoding="utf-8").startswith("variant ")]
SEEDS = 60


@cache
def items_of(path: Path) -> tuple[tree.Item, ...]:
    (own,) = (file for file in load_files(path) if isinstance(file, tree.File) and file.source.name == str(path))
    return own.items


def base_of(path: Path) -> str | Path:
    """Return the base of a piece: another text of the folder, or a shipped game."""
    base = path.read_text(encoding="utf-8").split()[3]
    return FOLDER / f"{base}.regole" if (FOLDER / f"{base}.regole").is_file() else base


def played(game: cartaro.Game, seed: int) -> str:
    """Play a hand; return its moves and how it ends, or raise if it does not end."""
    record = game.play(seed=seed)
    return json.dumps([record.to_json()["moves"], record.final.to_json()], sort_keys=True)


def declares_a_finding(path: Path) -> bool:
    """Return whether the additions of a piece are for an arbiter, so that random players do not use them."""
    amended = [item for item in items_of(path) if isinstance(item, tree.Amendment)]
    return any(isinstance(one, tree.ActDecl) and one.finding for item in amended for one in item.items)


def ends_a_match(path: Path) -> bool:
    return " the match ends " in path.read_text(encoding="utf-8").partition("\nwords\n")[0]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_it_and_it_is_laid_out(path: Path) -> None:
    game, found = load_checked(path)
    assert game is not None
    assert found == ()
    assert game.name == path.stem
    text = path.read_text(encoding="utf-8")
    assert format_source(Source(path.name, text)) == text


@pytest.mark.parametrize("path", PIECES, ids=lambda path: path.stem)
def test_its_examples_hold(path: Path) -> None:
    own = {item.name.text for item in items_of(path) if isinstance(item, tree.Example)}
    outcomes = {one.name: one.holds for one in cartaro.load(path).game().test() if one.name in own}
    assert own
    assert outcomes == dict.fromkeys(own, True)


@pytest.mark.parametrize("path", at_night(PIECES, by_day=PIECES[::2]), ids=lambda path: path.stem)
@pytest.mark.slow
def test_it_is_played_to_the_end_and_changes_play(path: Path) -> None:
    counts = sorted({min(cartaro.load(path).players), max(cartaro.load(path).players)})
    games, bases = ([cartaro.load(rules).game(players) for players in counts] for rules in (path, base_of(path)))
    assert all(played(game, seed) for game in games for seed in range(by_level(day=1, night=3)))
    if ends_a_match(path):
        record = games[-1].play(match=True)
        assert record.final.over
        assert len(record.to_json()["stock"]) > 1, "a match of several hands"
    elif not declares_a_finding(path):
        pairs = [*zip(games, bases, strict=True)]
        assert any(played(game, seed) != played(base, seed) for seed in range(SEEDS) for game, base in pairs)
