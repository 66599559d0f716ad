"""Files that the build writes next to the page, and verdicts that a site stores for it.

The page reads the phrases of its interface, the shipped texts and the styles of cards and rulebooks before Python has started:
`python -m cartaro_workbench.service FOLDER`; the same packages give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cartaro_grammar import Diagnostic, Game, choose, shipped_folder
from cartaro_interpreter import json_model, parse_json, write_json
from cartaro_rulebook import language, languages, stylesheet
from cartaro_workbench.editing.document import Problem, open_document, problem
from cartaro_workbench.proofs import KeptVerdicts, collect_verdicts
from cartaro_workbench.service.session import shipped_texts

if TYPE_CHECKING:
    from cartaro_verify import Result


# -------------------------------------------------------------------- page files


PREFIX = "page_"
"""The prefix of the keys of the page's phrases."""


def page_files() -> Mapping[str, str]:
    """Return the files by their paths."""
    texts = shipped_files()
    rulesets = [json_model.encode(one) for one in shipped_texts(texts)]
    return {
        "texts.json": _json({"files": _alike_together(texts), "rulesets": rulesets}),
        "words.json": _json({code: _phrases(code) for code in languages()}),
        "cards.css": stylesheet(),
    }


def _alike_together(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Return texts in an order in which annexes of one kind are next to each other, and in each kind the texts of one folder:
    compressed, they are a twelfth smaller than in the order of their names.
    """
    folders = {path.name: path.parent.name for path in shipped_folder().glob("*/*.regole")}
    kinds = {name: name.partition(".")[2] for name in texts}
    return {name: texts[name] for name in sorted(texts, key=lambda name: (kinds[name], folders.get(name, ""), name))}


def _phrases(code: str) -> Mapping[str, str]:
    return {key: phrase for key, phrase in sorted(language(code).phrases.items()) if key.startswith(PREFIX)}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_page_files(folder: Path) -> None:
    """Write the files to a folder, which is created if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in page_files().items():
        (folder / name).write_text(text, encoding="utf-8")


def shipped_files() -> Mapping[str, str]:
    """Return the shipped texts by the names of their files."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}


# ----------------------------------------------------------------- verdict files


def kept_verdicts(
    texts: Mapping[str, str], name: str, results: Sequence[Result], settings: Mapping[str, str] | None = None
) -> str | tuple[Problem, ...]:
    """Return the file of all verdicts on a text among those around it, under some settings, as JSON text; or the problems of
    the text.
    """
    document = open_document(texts, name)
    game = choose(document.checked.game, settings or {}) if document.checked.game is not None else document.checked.diagnostics
    if not isinstance(game, Game):
        return tuple(map(problem, game))
    return write_json(json_model.encode(collect_verdicts(document, game, results)))


def read_kept(text: str) -> KeptVerdicts | None:
    """Return the verdicts that `kept_verdicts` has written; None for any other text."""
    value = parse_json(text)
    try:
        found = None if isinstance(value, Diagnostic) else json_model.decode(value, json_model.form_of(KeptVerdicts), "")
    except json_model.WrongValue:
        return None
    return found if isinstance(found, KeptVerdicts) and _is_whole(found) else None


def _is_whole(found: KeptVerdicts) -> bool:
    """Return whether every referenced record exists."""
    numbers = {str(number) for number in range(len(found.records))}
    named = (verdict.witness for verdicts in found.verdicts.values() for verdict in verdicts)
    return all(witness is None or witness.record in numbers for witness in named)
