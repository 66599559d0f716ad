"""What the page reads before Python is there, written beside it by the build: the catalogue's phrases of the page in each
language, the shipped texts, and how cards and rulebooks look.

`python -m cartaro_workbench.service.page_files FOLDER`; the same packages give the same bytes.

The file of the verdicts on a game, which a site has for its page: written where they were decided, read by the service.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cartaro_grammar import Diagnostic, Game, choose, shipped_folder
from cartaro_interpreter import json_model, parse_json, write_json
from cartaro_rulebook import language, languages, stylesheet
from cartaro_workbench.editing.document import Problem, opened, problem
from cartaro_workbench.proofs import KeptVerdicts, kept
from cartaro_workbench.service.session import shipped_texts

if TYPE_CHECKING:
    from cartaro_verify import Result


# -------------------------------------------------------------------- page files


PREFIX = "page_"
"""What begins the keys of the page's phrases."""


def page_files() -> Mapping[str, str]:
    """The files by their paths."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
    rulesets = [json_model.encode(told) for told in shipped_texts(texts)]
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


# ----------------------------------------------------------------- verdict files


def kept_verdicts(
    texts: Mapping[str, str], name: str, results: Sequence[Result], settings: Mapping[str, str] | None = None
) -> str | tuple[Problem, ...]:
    """The file of all that was decided of a text among those around it, under some settings, as JSON text; or what is wrong
    with the text.
    """
    document = opened(texts, name)
    game = choose(document.checked.game, settings or {}) if document.checked.game is not None else document.checked.diagnostics
    if not isinstance(game, Game):
        return tuple(map(problem, game))
    return write_json(json_model.encode(kept(document, game, results)))


def read_kept(text: str) -> KeptVerdicts | None:
    """What `kept_verdicts` has written; None for anything else."""
    value = parse_json(text)
    try:
        found = None if isinstance(value, Diagnostic) else json_model.decode(value, json_model.form_of(KeptVerdicts), "")
    except json_model.WrongValue:
        return None
    return found if isinstance(found, KeptVerdicts) and _is_whole(found) else None


def _is_whole(found: KeptVerdicts) -> bool:
    """Whether every record that is named is there."""
    numbers = {str(number) for number in range(len(found.records))}
    named = (verdict.witness for told in found.verdicts.values() for verdict in told)
    return all(witness is None or witness.record in numbers for witness in named)
