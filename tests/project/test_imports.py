"""What import-linter's contracts (pyproject.toml) cannot express: rules about single names, and about modules that are imported
lazily.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tests.project.packages import PACKAGES, files_of, text_of, tree_of

FOLDERS = {folder.name: folder for folder in PACKAGES}
CARD_GROUPS = frozenset({
    "Divisions", "Faulted", "KnownTotal", "NumberBound", "SignedTerms", "State", "facts_about_set", "free_locals", "members",
    "of_a_sum", "on_the_set", "shapes_of", "steady",
})  # fmt: skip
"""What the verifier's `possible_groups` takes from the interpreter: groups as arguments of acts, divisions of cards,
and the facts that a condition states about a set.
"""
ANSWERS = frozenset(
    {
        "ClauseCase",
        "DecisiveOption",
        "Irregular",
        "JsonReader",
        "dead_ends",
        "grounds",
        "judge",
        "legal_moves",
        "nearest",
        "score",
    }
)
"""The interpreter's answers to questions that the verifier must decide by its own encoding."""


def names_imported(path: Path, module: str) -> set[str]:
    nodes = [node for node in ast.walk(tree_of(text_of(path))) if isinstance(node, ast.ImportFrom) and node.module == module]
    return {alias.name for node in nodes for alias in node.names}


def test_the_verifier_imports_from_the_interpreter_what_plays_and_no_answers() -> None:
    taken = {path: names_imported(path, "cartaro_interpreter") for path in files_of(FOLDERS["cartaro_verify"])}
    assert {path.name: names & ANSWERS for path, names in taken.items() if names & ANSWERS} == {}
    [groups] = [names for path, names in taken.items() if path.name == "possible_groups.py"]
    assert groups
    assert groups <= CARD_GROUPS


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_lark_is_imported_only_to_parse() -> None:
    """If the trees are cached, neither the grammar nor the page's service imports it; all the same, every public name
    resolves.
    """
    program = """import sys, cartaro_grammar as c, cartaro_workbench.service.service
print("lark" in sys.modules, "in" in c.keywords(), "lark" in sys.modules)
[getattr(c, name) for name in c.__all__]"""
    assert run(program) == "False True True\n"


def test_the_http_server_is_imported_only_to_serve_a_site() -> None:
    program = "import sys, cartaro_rulebook as c; print('http.server' in sys.modules); [getattr(c, name) for name in c.__all__]"
    assert run(program) == "False\n"


def test_what_a_page_has_no_need_of_is_imported_when_it_is_asked_for() -> None:
    """The page does not contain it (`workbench/page/pack.py`), and would not start if the code imported it there."""
    program = """import sys, cartaro_workbench.service.service, cartaro_workbench as c
print([name for name in c.LATE.values() if f"cartaro_workbench.{name}" in sys.modules])
[getattr(c, name) for name in c.__all__]"""
    assert run(program) == "[]\n"


def test_the_public_api_imports_no_package_before_it_is_used() -> None:
    program = """import sys, cartaro
print([name for name in sys.modules if name.startswith("cartaro_")])
[getattr(cartaro, name) for name in cartaro.__all__]"""
    assert run(program) == "[]\n"


@pytest.mark.parametrize(
    "command",
    [
        ["games"],
        ["play", "scopa", "--seats", "greedy,random", "--seed", "1"],
        ["moves", "scopa", "--position", '{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}'],
    ],
    ids=lambda command: command[0],
)
def test_a_table_needs_no_modules_of_guides_and_pages(command: list[str], tmp_path: Path) -> None:
    *words, last = command
    if last.startswith("{"):
        last = str(tmp_path / "position.json")
        Path(last).write_text(command[-1], encoding="utf-8")
    program = f"""import contextlib, io, sys
from cartaro.main import main
sys.argv = {["cartaro", *words, last]!r}
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print([name for name in sys.modules if name in ("cartaro_rulebook.guide", "cartaro_rulebook.site.rules_page")])"""
    assert run(program) == "[]\n"
