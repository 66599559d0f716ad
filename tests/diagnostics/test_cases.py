"""Every error that an author can make, with the report that Cartaro prints: `cases/CODE_what.regole` (or a folder with
`main.regole`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cartaro_grammar.file_set import MAX_FILES
from cartaro_grammar.load import load_checked
from cartaro_grammar.text.catalogue import TRANSLATED
from cartaro_grammar.text.diagnostic import CODES, MAX_DIAGNOSTICS, Diagnostic, render
from cartaro_grammar.text.messages import Message
from cartaro_grammar.text.reading import MAX_BYTES

Golden = Callable[[Path, str], None]

CASES = Path(__file__).parent / "cases"
FILES = sorted(path for path in CASES.glob("*.regole"))
FOLDERS = sorted(path.parent for path in CASES.glob("*/main.regole"))
ELSEWHERE = ("C08", "C09")
"""The codes for positions, records and the command. They are tested together with these."""

GAME = 'game caso\n  title "A case"\n  use tavolo\n\narticle 1 "Rules"\n'
BYTES = {
    "C0102_not_utf8": b'game caso\n  title "caff\xe8"\n',
    "C0103_too_large": b"-" * (MAX_BYTES + 1),
}
SETTINGS = {
    "C0701_setting": {"lunga": "si"},
    "C0702_setting": {"corta": "forse"},
    "C0704_players": {"players": "3"},
}


def shown(rules: str, settings: dict[str, str] | None = None, language: str = "en") -> str:
    """Render the diagnostics of a ruleset in a language; all their texts must be translated."""
    _, found = load_checked(rules, settings)
    assert [text for reported in found for text in texts_of(reported) if not isinstance(text, Message)] == []
    return "\n".join(render(reported, language=language) for reported in found)


def codes_of(text: str) -> set[str]:
    return set(re.findall(r"\[(C\d{4})\]", text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_with_errors_is_reported(path: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    text = shown(path.name)
    assert path.name[:5] in codes_of(text)
    golden(path.with_suffix(".err"), text)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_files_with_errors_are_reported(folder: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    text = shown("main.regole")
    assert folder.name[:5] in codes_of(text)
    golden(CASES / f"{folder.name}.err", text)


def first_of_each_code() -> list[tuple[str, Path, str]]:
    """A case for each code: its name, its folder and its file."""
    cases = [(path.stem, path.parent, path.name) for path in FILES] + [(path.name, path, "main.regole") for path in FOLDERS]
    return list({case[0][:5]: case for case in sorted(cases, reverse=True)}.values())[::-1]


@pytest.mark.parametrize("language", TRANSLATED)
def test_diagnostics_render_in_other_languages(language: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    """One case of each code, all printed in one file per language."""
    texts: list[str] = []
    for name, folder, file in first_of_each_code():
        monkeypatch.chdir(folder)
        texts.append(f"== {name}\n{shown(file, language=language)}")
    golden(CASES.parent / "golden" / f"cases.{language}.err", "\n\n".join(texts))


def texts_of(told: Diagnostic) -> list[str]:
    labels = [told.primary.text] if told.primary else []
    return [text for text in (told.message, *labels, *(label.text for label in told.others), told.help) if text]


@pytest.mark.parametrize("name", BYTES)
def test_bytes_are_refused(name: str, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("caso.regole").write_bytes(BYTES[name])
    golden(CASES / f"{name}.err", shown("caso.regole"))


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_are_refused(name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    golden(CASES / f"{name}.err", shown("lib/base.regole", SETTINGS[name]))


def test_a_folder_or_device_is_refused(golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cartella.regole").mkdir()
    golden(CASES / "C0107_folder.err", shown("cartella.regole"))
    golden(CASES / "C0101_no_file.err", shown("altrove/caso.regole"))
    _, found = load_checked("scoppa")
    assert [reported.help for reported in found] == ["did you mean `scopa`?"]


def test_too_many_files_are_refused(golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = [f"parte{number}" for number in range(MAX_FILES + 1)]
    for name in names:
        Path(f"{name}.regole").write_text(f'library {name}\n  title "A part"\n', encoding="utf-8")
    Path("caso.regole").write_text(f"game caso\n  use {', '.join(names)}\n", encoding="utf-8")
    golden(CASES / "C0304_too_many_files.err", shown("caso.regole"))


def test_the_number_of_diagnostics_is_bounded(golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    clauses = "".join(f"  c{number}: the player may fly\n" for number in range(103))
    Path("caso.regole").write_text(GAME + clauses, encoding="utf-8")
    _, found = load_checked("caso.regole")
    assert len(found) == MAX_DIAGNOSTICS + 1
    golden(CASES / "C0206_too_many.err", render(found[-1]))


def test_every_code_has_a_case() -> None:
    reported = {path.name[:5] for path in CASES.glob("*.err")}
    assert {code for code in CODES if not code.startswith(ELSEWHERE)} <= reported


def test_every_golden_has_a_case() -> None:
    named = {path.stem for path in FILES} | {path.name for path in FOLDERS} | {*BYTES, *SETTINGS}
    made_here = {"C0107_folder", "C0101_no_file", "C0304_too_many_files", "C0206_too_many"}
    assert {path.stem for path in CASES.glob("*.err")} == named | made_here


@pytest.mark.parametrize("path", sorted(CASES.glob("*.err")), ids=lambda path: path.stem)
def test_messages_follow_the_style(path: Path) -> None:
    """A message is one line in lower case without a final full stop, and names nothing of the program's internals."""
    text = path.read_text(encoding="utf-8")
    for message in re.findall(r"^(?:error|warning)\[C\d{4}\]: (.*)$", text, re.MULTILINE):
        assert not message.endswith(".")
        assert message[0] == "`" or not message[0].isupper()
    assert not re.search(
        r"_NL|_INDENT|NAME\b(?! of)|\bNone\b|Token|tuple|<class", text.replace("NAME:", "").replace("NAME", "")
    )


def with_fix_applied(told: Diagnostic, folder: Path) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a file to which the fix of one error has been applied."""
    assert told.fix is not None
    span = told.fix.span
    text = span.source.text[: span.start] + told.fix.replacement + span.source.text[span.end :]
    path = folder / Path(span.source.name).name
    path.write_text(text, encoding="utf-8")
    return load_checked(path)[1]


@pytest.mark.nightly  # in the daily tests, `test_fixes` tries the fixes of the same cases
def test_a_fix_removes_its_error(tmp_path: Path) -> None:
    """With the fix applied, that line no longer has the same error."""
    (tmp_path / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    fixed = [(path.name, reported) for path in FILES for reported in load_checked(path)[1] if reported.fix and reported.primary]
    assert len(fixed) >= 40
    remaining = {
        (name, reported.message, reported.primary.span.line)
        for name, reported in fixed
        for again in with_fix_applied(reported, tmp_path)
        if reported.primary
        and again.primary
        and (again.message, again.primary.span.line) == (reported.message, reported.primary.span.line)
    }
    assert remaining == set()
