"""The workbench beside a site: a folder that `make workbench` built, copied, and the rulesets whose texts it has."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from cartaro_rulebook.site.book import Ruleset, texts_of

NAME = "workbench"
"""The folder within a site."""
ADDRESS = f"../{NAME}/index.html"
"""As a page of a language has it."""
NEEDED = ("index.html", "service-worker.js", "texts.json")


@dataclass(frozen=True, slots=True)
class Workbench:
    """A built workbench."""

    folder: Path
    texts: frozenset[str]

    def opening(self, rulesets: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
        """The rulesets, with the workbench's address where it has all of their texts as they are."""
        return tuple(replace(one, workbench=ADDRESS) if texts_of(one.game) <= self.texts else one for one in rulesets)

    def copy_to(self, site: Path) -> None:
        shutil.copytree(self.folder, site / NAME)


def workbench_in(folder: Path) -> Workbench | None:
    """The workbench in a folder, if there is a whole one."""
    if not all((folder / name).is_file() for name in NEEDED):
        return None
    try:
        told = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
        texts = cast("Iterable[str]", told["files"].values())
        return Workbench(folder, frozenset(texts))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
