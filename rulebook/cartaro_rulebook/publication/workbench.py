"""Find a built workbench in a folder, open it with one of its games, and copy it into a site.

It does not depend on the libraries that make sites: `cartaro page` serves a workbench without them.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import cast

from cartaro_grammar import Game, texts_of
from cartaro_rulebook.publication.serving import HEADERS
from cartaro_rulebook.site.book import Ruleset

NAME = "workbench"
"""The folder of the workbench within a site."""
ADDRESS = f"../{NAME}/index.html"
"""The address of the workbench from a page of a language."""
VERDICTS = "verdicts"
NEEDED = ("index.html", "service-worker.js", "texts.json")


@dataclass(frozen=True, slots=True)
class Workbench:
    """A built workbench."""

    folder: Path
    texts: Mapping[str, str]
    """By their files' names."""
    verdicts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType(dict[str, str]()))
    """The files in which a site stores findings about rulesets, under their names, for the page to read
    (`cartaro_workbench.service.page_files`).
    """

    def has(self, game: Game) -> bool:
        """Return whether the workbench has all texts of a game, unchanged."""
        return texts_of(game) <= frozenset(self.texts.values())

    def opening(self, rulesets: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
        """Return the rulesets, with the workbench's address if it has all of their texts unchanged."""
        return tuple(replace(one, workbench=ADDRESS) if self.has(one.game) else one for one in rulesets)

    def copy_to(self, site: Path) -> None:
        """Copy the workbench into a site, with the verdicts, a list of them, and the file that lists the headers for
        servers.
        """
        place = site / NAME
        shutil.copytree(self.folder, place)
        if (self.folder / HEADERS).is_file():
            wanted = (self.folder / HEADERS).read_text(encoding="utf-8")
            _write_file(site / HEADERS, re.sub(r"^/", f"/{NAME}/", wanted, flags=re.MULTILINE))
            _write_file(place / ".htaccess", _for_apache(wanted))
        for name, text in self.verdicts.items():
            _write_file(place / VERDICTS / f"{name}.json", text)
        _write_file(place / VERDICTS / "index.json", json.dumps(sorted(self.verdicts)))


def _for_apache(headers: str) -> str:
    """Return the patterns of a file of headers and their lines `Name: value`, in Apache's syntax."""
    written = list[str]()
    for pattern, *wanted in (part.split("\n  ") for part in headers.rstrip("\n").split("\n/")):
        lines = [line.partition(": ") for line in wanted if not line.startswith("Content-Type")]  # as `AddType` has it
        own = "".join(f'  Header always set {name} "{value}"\n' for name, _, value in lines)
        place = re.escape(pattern.strip("/").rstrip("*"))
        written.append(f'<If "%{{REQUEST_URI}} =~ m#/{place}#">\n{own}</If>\n' if place and own else own)
    return (
        f"<IfModule mod_headers.c>\n{''.join(written)}</IfModule>\n"
        "AddType application/wasm .wasm\nAddType text/javascript .mjs\n"
    )


def _write_file(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def workbench_in(folder: Path) -> Workbench | None:
    """Return the workbench in a folder, if there is a complete one."""
    if not all((folder / name).is_file() for name in NEEDED):
        return None
    try:
        manifest = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
        return Workbench(folder, cast("dict[str, str]", dict(manifest["files"])))
    except (KeyError, TypeError, ValueError):
        return None


def texts_in_address(main: str, files: Mapping[str, str]) -> str:
    """Return texts by their file names, encoded as in an address of the workbench (`workbench/page/src/files/links.ts`)."""
    packed = zlib.compress(json.dumps({"main": main, "files": dict(files)}).encode(), 9, wbits=-zlib.MAX_WBITS)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")
