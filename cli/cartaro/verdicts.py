"""Verdicts of rulesets, found by the verifier and kept: the same text under the same verifier has the same verdicts.

Kept in the user's cache folder, named by what they depend on; an unreadable one is found anew, and where nothing can be written
nothing is kept.  Verdicts travel as JSON values, between processes as between runs.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from cartaro_grammar import tree
from cartaro_grammar.diagnostic import Diagnostic
from cartaro_grammar.game import Game
from cartaro_grammar.load import load_files, load_game

Value = dict[str, Any]
"""A result as JSON, see `cartaro_verify.as_json`; or {"diagnostics": [...]}."""


def verdicts(
    rules: str,
    settings: Mapping[str, str],
    only: str | None,
    progress: Callable[[str], None] | None = None,
    fresh: bool = False,
) -> list[Value] | tuple[Diagnostic, ...]:
    """The results for one ruleset; found anew when `fresh`, or not kept before."""
    game = load_game(rules, settings)
    if not isinstance(game, Game):
        return game
    place = _place(rules, game, only)
    kept = None if fresh or place is None else _read(place)
    if kept is not None:
        return kept
    from cartaro_verify import as_json, verify

    found = [{**as_json(result), "players": game.players} for result in verify(game, only, progress)]
    values = cast("list[Value]", json.loads(json.dumps(found)))
    if place is not None:
        _write(place, values)
    return values


def _place(rules: str, game: Game, only: str | None) -> Path | None:
    """Where the verdicts of this text, these settings and this verifier are kept."""
    files = load_files(rules)
    texts = [file.source.text for file in files if isinstance(file, tree.File)]
    chosen = [f"{name}={value}" for name, value in game.settings]
    parts = [*texts, *chosen, str(game.players), only or "", _verifier()]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
    root = os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME")
    if not root:
        return None
    folder = Path(root) if os.environ.get("XDG_CACHE_HOME") else Path(root) / ".cache"
    return folder / "cartaro" / f"{game.name}-{key}.json"


def _verifier() -> str:
    """The text of the verifier and of what it stands on, and the solver's version."""
    from importlib.metadata import version

    import cartaro_grammar
    import cartaro_interpreter
    import cartaro_verify

    digest = hashlib.sha256(version("z3-solver").encode())
    for package in (cartaro_grammar, cartaro_interpreter, cartaro_verify):
        for file in sorted(Path(package.__path__[0]).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _read(place: Path) -> list[Value] | None:
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return cast("list[Value]", found) if isinstance(found, list) else None


def _write(place: Path, values: list[Value]) -> None:
    """Keep verdicts, whole or not at all."""
    part = place.with_suffix(f".{os.getpid()}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")
        part.replace(place)
    except OSError:
        return
