"""A build makes only the pages whose inputs changed; the cache and the number of processes change no byte."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.rulebook.small_site import one_page
from tests.shipped_games import game_of

from cartaro_grammar import Game, choose
from cartaro_rulebook.publication import site
from cartaro_rulebook.publication.site import build_site, is_current
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.pages import ruleset_pages

pytestmark = pytest.mark.slow


def elsewhere(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
    """Call a function in the way another process would: with copies of its arguments."""
    for value in values:
        yield pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(function))(pickle.loads(pickle.dumps(value)))))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_only_what_changed_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "first"))
    sources, made = one_page(tmp_path), list[str]()
    one, other = Ruleset(game_of("agram")), Ruleset(game_of("guerra"))
    make = ruleset_pages

    def noted(ruleset: Ruleset, *rest: Any, **more: Any) -> dict[str, str]:
        made.append(ruleset.game.name)
        return make(ruleset, *rest, **more)

    monkeypatch.setattr(site, "ruleset_pages", noted)
    build_site((one, other), tmp_path / "one", sources=sources, made_from="a")
    assert made == ["agram"] * 3 + ["guerra"] * 3
    first = contents(tmp_path / "one")
    made.clear()
    build_site((one, other), tmp_path / "two", sources=sources, made_from="a")
    assert not made
    assert contents(tmp_path / "two") == first
    build_site((one, replace(other, outcomes={"nothing": True})), tmp_path / "two", sources=sources)
    assert made == ["guerra"] * 3
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "second"))
    monkeypatch.setattr(site, "ruleset_pages", make)
    build_site((one, other), tmp_path / "two", sources=sources, made_from="a", each=elsewhere)
    assert contents(tmp_path / "two") == first

    assert is_current(tmp_path / "two", "a")
    assert not is_current(tmp_path / "two", "b")
    (tmp_path / "two" / "it" / "agram.html").write_text("", encoding="utf-8")
    assert not is_current(tmp_path / "two", "a")
    assert not is_current(tmp_path / "nowhere", "a")


SCRIPT = """
import sys
from cartaro_grammar import load_game
from cartaro_rulebook import Ruleset
from cartaro_rulebook.site.pages import guide_under_choices
sys.stdout.write(guide_under_choices(Ruleset(load_game("scopa")), "it"))
"""


def test_processes_with_other_hashes_make_the_same_bytes() -> None:
    made = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1


def test_a_game_of_another_process_takes_house_rules() -> None:
    game = game_of("agram")
    choose(game, {"partita": "5"})
    copied = pickle.loads(pickle.dumps(game))
    again = choose(copied, {"partita": "5"})
    assert isinstance(again, Game)
    assert again == choose(game, {"partita": "5"})
    assert again.clauses == choose(game, {"partita": "5"}).clauses  # type: ignore[union-attr]  # as asserted above
