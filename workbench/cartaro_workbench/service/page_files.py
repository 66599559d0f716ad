"""What the page reads before Python is there, written beside it by the build: the catalogue's phrases of the page in each
language, the shipped texts, and how cards and rulebooks look.

`python -m cartaro_workbench.service.page_files FOLDER`; the same packages give the same bytes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from cartaro_grammar import shipped_folder
from cartaro_rulebook import language, languages, stylesheet
from cartaro_workbench.service.json_values import json_values
from cartaro_workbench.service.shipped_texts import shipped_texts

PREFIX = "page_"
"""What begins the keys of the page's phrases."""


def page_files() -> Mapping[str, str]:
    """The files by their paths."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
    rulesets = [json_values(told) for told in shipped_texts(texts)]
    return {
        "texts.json": _json({"files": texts, "rulesets": rulesets}),
        "words.json": _json({code: _phrases(code) for code in languages()}),
        "cards.css": stylesheet(),
    }


def _phrases(code: str) -> Mapping[str, str]:
    return {key: phrase for key, phrase in sorted(language(code).phrases.items()) if key.startswith(PREFIX)}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_page_files(folder: Path) -> None:
    """Write them to a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in page_files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page_files(Path(sys.argv[1]))
