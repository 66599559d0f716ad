"""The project's own packages and their files; each file is read once for all tests."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = (
    ROOT / "grammar" / "cartaro_grammar",
    ROOT / "interpreter" / "cartaro_interpreter",
    ROOT / "engine" / "cartaro_engine",
    ROOT / "verify" / "cartaro_verify",
    ROOT / "rulebook" / "cartaro_rulebook",
    ROOT / "workbench" / "cartaro_workbench",
    ROOT / "cli" / "cartaro",
)


@cache
def files_of(package: Path) -> tuple[Path, ...]:
    return tuple(sorted(package.rglob("*.py")))


@cache
def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def tree_of(text: str) -> ast.Module:
    return ast.parse(text)
