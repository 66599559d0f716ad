"""The workbench beside a site: a folder that `make workbench` built, copied, and the rulesets whose texts it has."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import cast

from cartaro_grammar import Game
from cartaro_rulebook.site.book import Ruleset, texts_of

NAME = "workbench"
"""The folder within a site."""
ADDRESS = f"../{NAME}/index.html"
"""As a page of a language has it."""
VERDICTS = "verdicts"
NEEDED = ("index.html", "service-worker.js", "texts.json")


@dataclass(frozen=True, slots=True)
class Workbench:
    """A built workbench."""

    folder: Path
    texts: Mapping[str, str]
    """By their files' names."""
    verdicts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType(dict[str, str]()))
    """What a site has found of rulesets, by their names: for the page to read (`cartaro_workbench.service.verdict_files`)."""

    def has(self, game: Game) -> bool:
        """Whether it has all texts that a game is made from, as they are."""
        return texts_of(game) <= frozenset(self.texts.values())

    def opening(self, rulesets: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
        """The rulesets, with the workbench's address where it has all of their texts as they are."""
        return tuple(replace(one, workbench=ADDRESS) if self.has(one.game) else one for one in rulesets)

    def copy_to(self, site: Path) -> None:
        """Put it into a site, with the verdicts and a list of them."""
        place = site / NAME
        shutil.copytree(self.folder, place)
        for name, text in self.verdicts.items():
            _write(place / VERDICTS / f"{name}.json", text)
        _write(place / VERDICTS / "index.json", json.dumps(sorted(self.verdicts)))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def workbench_in(folder: Path) -> Workbench | None:
    """The workbench in a folder, if there is a whole one."""
    if not all((folder / name).is_file() for name in NEEDED):
        return None
    try:
        told = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
        return Workbench(folder, cast("dict[str, str]", dict(told["files"])))
    except (KeyError, TypeError, ValueError):
        return None
